//! Matches at the table, and kinds of game that the starter set has all for.

use super::common::{dir, lawmage, stderr, stdout};
use super::table::sitting;

/// 100.4, 103.1: between the games of a match the person swaps cards, and who lost chooses who begins.
#[test]
fn a_match_goes_on_with_another_deck_and_whoever_the_loser_chooses() {
    let dir = dir();
    let typed = "concede\ny\n-2 flint\ndone\n+2 unmake\n+1 nonsense\ndone\n2\ny\nconcede\ny\n";
    let args = ["--best-of", "3", "--seed", "4", "--record", "game.json"];
    let output = sitting(dir.path(), &args, typed);
    let told = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for says in [
        "Games won: Player 0, Bot (green-stampede) 1",
        "58 cards; a deck has at least 60 (100.2a)",
        "the sideboard has no nonsense",
        "60 cards in the deck, 10 in the sideboard",
        "You choose who takes the first turn (103.1)",
        "Turn 1: Bot (green-stampede)",
        "Bot (green-stampede) won the match.",
    ] {
        assert!(told.contains(says), "{says}: {told}");
    }
    let second = std::fs::read_to_string(dir.path().join("game-2.json")).expect("the second game's record");
    assert!(second.contains("Unmake the Machine"), "{second}");
    assert_eq!(lawmage(dir.path(), &["replay", "game-2.json"]).status.code(), Some(0));
}

/// Left between two games, a match is saved as its next game begins, and played on from there.
#[test]
fn a_match_is_saved_between_its_games() {
    let dir = dir();
    let output = sitting(dir.path(), &["--best-of", "3", "--seed", "4", "--save", "a.save"], "concede\ny\n");
    assert!(stdout(&output).contains("Saved to a.save"), "{}", stdout(&output));
    let output = sitting(dir.path(), &["--load", "a.save"], "concede\ny\n");
    assert!(stdout(&output).contains("Games won: Player 0, Bot (green-stampede) 2"), "{}", stdout(&output));
}

/// Lists without planes, schemes and the like are dealt them from the starter set.
#[test]
fn casual_variants_are_played_with_the_starter_set_alone() {
    let dir = dir();
    for (kind, says) in [("planechase", "on the planar die"), ("archenemy", "in motion"), ("oathbreaker", "Flint Shot")]
    {
        let output = lawmage(dir.path(), &["play", "--auto", "--variant", kind, "--seed", "3"]);
        assert_eq!(output.status.code(), Some(0), "{kind}: {}", stderr(&output));
        assert!(stdout(&output).contains(says), "{kind}: {}", stdout(&output));
    }
}
