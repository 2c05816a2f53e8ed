//! Tables of more than two: `play --players`, `sim --players` and `--variant`.

use super::common::{dir, json, lawmage, stderr, stdout};

#[test]
fn four_play_and_each_deck_has_its_share() {
    let dir = dir();
    let args = ["sim", "--players", "4", "--games", "3", "--bot", "random", "--format", "json"];
    let output = lawmage(dir.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = json(&output);
    assert_eq!((report["kind"].as_str(), report["games"].as_u64()), (Some("free-for-all"), Some(3)));
    let sat: u64 = report["entrants"].as_array().expect("decks").iter().filter_map(|e| e["rate"]["of"].as_u64()).sum();
    assert_eq!(sat, 12);
    assert_eq!(report["places"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_kind_of_game_says_how_many_it_takes_and_what_options_there_are() {
    let dir = dir();
    let refused = [
        (vec!["sim", "--variant", "two-headed-giant", "--players", "5"], "810.1"),
        (vec!["sim", "--variant", "emperor", "--players", "4"], "809.1"),
        (vec!["sim", "--variant", "chess"], "alternating-teams"),
        (vec!["sim", "--option", "attack=sideways"], "left, right"),
        (vec!["sim", "--option", "weather=rain"], "range=N"),
        (vec!["sim", "--players", "4", "--sideboard-plan", "plan.txt"], "--sideboard-plan"),
        (
            vec!["play", "--players", "2", "--opponent", "blue-tides", "--opponent", "red-raiders"],
            "2 opponents and you",
        ),
        (vec!["play", "--variant", "brawl", "--deck", "red-raiders"], "903.2"),
    ];
    for (args, says) in refused {
        let output = lawmage(dir.path(), &args);
        assert_ne!(output.status.code(), Some(0), "{args:?}");
        assert!(stderr(&output).contains(says), "{args:?}: {}", stderr(&output));
    }
}

/// Bots play a team game to its end, told; what is recorded plays back with its kind.
#[test]
fn a_team_game_is_watched_recorded_and_played_back() {
    let dir = dir();
    let args = ["play", "--auto", "--variant", "two-headed-giant", "--bot", "random", "--record", "game.json"];
    let output = lawmage(dir.path(), &args);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let winners = stdout(&output).lines().filter(|line| line.contains(" wins the game")).count();
    assert_eq!(winners, 2, "a team wins together");
    let replayed = lawmage(dir.path(), &["replay", "game.json"]);
    assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
}
