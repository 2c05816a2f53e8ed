//! `lawmage sim` as a researcher runs it.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use super::common::{command, dir, json, lawmage, stderr, stdout};

/// Two decks and few turns: a run of some seconds in all.
const PAIR: [&str; 5] = ["sim", "--deck", "red-raiders", "--deck", "black-toll"];

fn sim(dir: &Path, more: &[&str]) -> Output {
    lawmage(dir, &[&PAIR, more].concat())
}

fn rows(path: &Path) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).expect("readable");
    text.lines().map(|line| serde_json::from_str(line).expect("a row")).collect()
}

/// The rows without what depends on the clock.
fn timeless(path: &Path) -> Vec<serde_json::Value> {
    let mut rows = rows(path);
    rows.iter_mut().for_each(|row| row["milliseconds"] = 0.into());
    rows
}

#[test]
fn every_game_is_a_row_and_the_report_sums_them_up() {
    let dir = dir();
    let output =
        sim(dir.path(), &["--games", "8", "--games-csv", "g.csv", "--games-jsonl", "g.jsonl", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report = json(&output);
    let rows = rows(&dir.path().join("g.jsonl"));
    assert_eq!(rows.len(), 8);
    let ids: BTreeSet<&str> = rows.iter().filter_map(|r| r["id"].as_str()).collect();
    assert_eq!(ids.len(), 8);
    let wins = |side: u64| rows.iter().filter(|r| r["winner"] == side).count() as u64;
    assert_eq!(report["pairs"][0]["a_wins"], wins(1));
    assert_eq!(report["entrants"][1]["rate"]["won"], wins(2));
    let turns: u64 = rows.iter().filter_map(|r| r["turns"].as_u64()).sum();
    assert_eq!(report["turns"], turns);
    let played: u64 = rows.iter().filter(|r| r["began"] == r["winner"]).count() as u64;
    assert_eq!(report["on_the_play"]["won"], played);
    let csv = std::fs::read_to_string(dir.path().join("g.csv")).expect("readable");
    assert_eq!(csv.lines().count(), 9);
    let documented = include_str!("../../../../docs/simulation.md");
    for column in csv.lines().next().expect("a head").split(',') {
        assert!(documented.contains(&format!("`{column}`")), "{column} is not in docs/simulation.md");
    }
    for field in report.as_object().expect("an object").keys() {
        assert!(documented.contains(&format!("`{field}`")), "{field} is not in docs/simulation.md");
    }
}

#[test]
fn threads_change_nothing_but_the_time() {
    let dir = dir();
    let digest = |threads: &str| {
        let report = json(&sim(dir.path(), &["--games", "6", "--jobs", threads, "--format", "json"]));
        assert_eq!(report["threads"].to_string(), threads);
        report["digest"].clone()
    };
    assert_eq!(digest("1"), digest("3"));
}

/// A run that takes some time, journaled.
const LONG: [&str; 8] = ["--games", "60", "--resume", "run.journal", "--games-jsonl", "rows.jsonl", "--format", "json"];

fn begin(dir: &Path) -> Child {
    let mut command = command(dir, &[&PAIR[..], &LONG[..]].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
}

/// Waits until the journal has so many lines, or the run is over.
fn wait_for(lines: usize, journal: &Path, child: &mut Child) {
    for _ in 0..3_000 {
        let there = std::fs::read(journal).map_or(0, |bytes| bytes.iter().filter(|b| **b == b'\n').count());
        if there >= lines || child.try_wait().is_ok_and(|ended| ended.is_some()) {
            return;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn a_run_killed_again_and_again_loses_nothing_and_counts_nothing_twice() {
    let (dir, whole) = (dir(), dir());
    let expected = json(&lawmage(whole.path(), &[&PAIR[..], &LONG[..]].concat()));
    let journal = dir.path().join("run.journal");
    for lines in [1, 2, 9, 20, 33, 47] {
        let mut child = begin(dir.path());
        wait_for(lines, &journal, &mut child);
        child.kill().expect("SIGKILL");
        child.wait().expect("it ended");
        // As if the power had gone in the middle of a line.
        let bytes = std::fs::read(&journal).expect("readable");
        let torn = bytes.len() - bytes.len().min(lines * 3 % 29);
        std::fs::write(&journal, bytes.get(..torn).expect("shorter")).expect("writable");
    }
    let report = json(&lawmage(dir.path(), &[&PAIR[..], &LONG[..]].concat()));
    for field in ["digest", "games", "pairs", "entrants", "length", "ends", "mulligans"] {
        assert_eq!(report[field], expected[field], "{field}");
    }
    let rows = |dir: &Path| timeless(&dir.join("rows.jsonl"));
    assert_eq!(rows(dir.path()), rows(whole.path()));
    // What was played before counts for no speed.
    let number = |field: &str| report[field].as_f64().expect("a number");
    assert!(number("played_before") >= 40.0, "{report}");
    let now = number("games_per_second") * number("seconds");
    assert!((now - (number("games") - number("played_before"))).abs() < 0.01, "{report}");
}

#[test]
fn a_journal_of_another_run_is_refused() {
    let dir = dir();
    let run = |more: &[&str]| sim(dir.path(), &[&["--games", "2", "--resume", "j"], more].concat());
    assert_eq!(run(&[]).status.code(), Some(0));
    assert_eq!(run(&["--jobs", "2"]).status.code(), Some(0));
    let refused = run(&["--seed", "2"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(
        stderr(&refused).contains("j: is the journal of another simulation: the seed was 1, and is 2 now"),
        "{}",
        stderr(&refused)
    );
    assert!(stderr(&sim(dir.path(), &["--resume", "/dev/full"])).contains("/dev/full: the journal cannot be kept"));
    std::fs::write(dir.path().join("j"), "precious\n").expect("writable");
    assert!(stderr(&run(&[])).contains("is no journal of a simulation"));
    assert_eq!(std::fs::read_to_string(dir.path().join("j")).expect("readable"), "precious\n");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_there_is_and_says_how_to_go_on() {
    let dir = dir();
    let mut child = {
        let args = [&PAIR[..], &["--games", "5000", "--resume", "j", "--games-csv", "g.csv"]].concat();
        let mut command = command(dir.path(), &args);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs")
    };
    wait_for(5, &dir.path().join("j"), &mut child);
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill is there").success());
    let output = child.wait_with_output().expect("it ends");
    let (text, errors) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(text.contains("red-raiders") && text.contains("digest"), "{text}");
    assert!(errors.contains("interrupted after ") && errors.contains("the same command goes on from j"), "{errors}");
    assert!(std::fs::read_to_string(dir.path().join("g.csv")).expect("rows").lines().count() > 4);
}

/// A creature that state-based actions never get rid of: the engine gives such a game up.
const ENDLESS: &str = "\
- name: Overflowing Well
  cost: \"{W}\"
  type: Creature — Spirit
  text: If ~ would die, you gain 1 life instead.
  pt: 0/0
";

/// Finding 9: one bad game ended `sim --record` with nothing printed.
#[test]
fn a_bad_game_is_a_result_and_the_run_goes_on() {
    let dir = dir();
    std::fs::write(dir.path().join("cards.yaml"), ENDLESS).expect("writable");
    std::fs::write(dir.path().join("well.txt"), "20 Overflowing Well\n40 Plains\n").expect("writable");
    let args = ["--cards", "cards.yaml", "sim", "--deck", "well.txt", "--deck", "red-raiders", "--games", "4"];
    let more = ["--record", "records", "--games-jsonl", "g.jsonl"];
    let output = lawmage(dir.path(), &[&args[..], &more].concat());
    let (text, errors) = (stdout(&output), stderr(&output));
    assert_eq!(output.status.code(), Some(1), "{text}{errors}");
    assert!(text.contains("4 games") && text.contains(" capped"), "{text}");
    let rows = rows(&dir.path().join("g.jsonl"));
    let capped: Vec<_> = rows.iter().filter(|r| r["result"] == "capped").collect();
    assert!(!capped.is_empty() && rows.len() == 4, "{rows:?}");
    for row in &capped {
        let id = row["id"].as_str().expect("an id");
        assert!(errors.contains(&format!("game {id}, ")) && errors.contains(&row["seed"].to_string()), "{errors}");
        let record = format!("records/{id}.json");
        let replayed = lawmage(dir.path(), &["--cards", "cards.yaml", "replay", &record, "--quiet"]);
        assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
        assert!(stdout(&replayed).contains("here the game ended: "), "{}", stdout(&replayed));
    }
}

#[test]
fn a_game_of_the_rows_is_played_again() {
    let dir = dir();
    sim(dir.path(), &["--games", "4", "--best-of", "3", "--games-jsonl", "g.jsonl"]);
    for row in rows(&dir.path().join("g.jsonl")) {
        let id = row["id"].as_str().expect("an id");
        let again = sim(dir.path(), &["--best-of", "3", "--game", id, "--format", "json", "--record", "r"]);
        assert_eq!(json(&again)["digest"], row["digest"], "{id}");
        let replayed = lawmage(dir.path(), &["replay", &format!("r/{id}.json"), "--quiet"]);
        assert_eq!(replayed.status.code(), Some(0), "{}", stderr(&replayed));
    }
    let told = stdout(&sim(dir.path(), &["--game", "3"]));
    assert!(told.contains("takes the first turn (103.1)") && told.contains("\ngame 1-3: "), "{told}");
    let wrong = sim(dir.path(), &["--game", "7-1"]);
    assert_eq!(wrong.status.code(), Some(1));
    assert!(stderr(&wrong).contains("no game of this run has the id 7-1"), "{}", stderr(&wrong));
}

#[test]
fn a_mirror_match_is_told_by_who_began() {
    let dir = dir();
    let output = lawmage(dir.path(), &["sim", "--deck", "red-raiders", "--deck", "red-raiders", "--games", "4"]);
    let text = stdout(&output);
    assert!(text.contains("mirror match of red-raiders, 4 games: won on the play "), "{text}");
    assert!(!text.contains("0 won"), "{text}");
    let mirror = ["sim", "--deck", "red-raiders", "--deck", "red-raiders", "--games", "4", "--games-jsonl", "m.jsonl"];
    lawmage(dir.path(), &mirror);
    let digests: BTreeSet<String> = rows(&dir.path().join("m.jsonl")).iter().map(|r| r["digest"].to_string()).collect();
    assert_eq!(digests.len(), 4, "no game is played twice");
    let bots =
        ["sim", "--deck", "red-raiders", "--deck", "red-raiders", "--bot", "basic", "--bot", "random", "--games", "4"];
    let text = stdout(&lawmage(dir.path(), &bots));
    assert!(text.contains("red-raiders (basic)") && text.contains("red-raiders (random)"), "{text}");
}

#[test]
fn a_gauntlet_fits_eighty_columns() {
    let dir = dir();
    let output = lawmage(dir.path(), &["sim", "--games", "1", "--card-figures"]);
    let text = stdout(&output);
    let matrix = text.split("rows against columns").nth(1).unwrap_or_else(|| panic!("{text}"));
    assert!(matrix.lines().nth(1).is_some_and(|head| head.trim() == "1   2   3   4   5   6   7"), "{matrix}");
    for line in text.lines().skip(1) {
        assert!(line.chars().count() <= 80, "{line}");
    }
    let against =
        ["sim", "--deck", "red-raiders", "--against", "blue-tides", "--against", "black-toll", "--games", "2"];
    let report = json(&lawmage(dir.path(), &[&against[..], &["--format", "json"]].concat()));
    assert_eq!(report["pairs"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["pairs"][1]["b"], "black-toll");
    let two = ["sim", "--deck", "red-raiders", "--deck", "gold-gardens", "--against", "blue-tides", "--games", "4"];
    let report = json(&lawmage(dir.path(), &[&two[..], &["--format", "json"]].concat()));
    let rate = |place: usize| report["entrants"][place]["rate"]["rate"].as_f64().expect("a share");
    assert_eq!(report["comparisons"][0]["difference"].as_f64(), Some(rate(1) - rate(0)));
}

#[test]
fn sideboard_plans_say_what_is_wrong_with_them() {
    let dir = dir();
    std::fs::write(dir.path().join("mine.txt"), "20 Mountain\n20 Flint Shot\n\nSideboard\n4 Searbolt\n")
        .expect("writable");
    let run = |plan: &str| {
        std::fs::write(dir.path().join("plan.txt"), plan).expect("writable");
        let args = ["sim", "--deck", "mine.txt", "--deck", "blue-tides", "--games", "2", "--best-of", "3"];
        lawmage(dir.path(), &[&args[..], &["--sideboard-plan", "plan.txt"]].concat())
    };
    let good = run("# a plan\nmine against blue-tides\n-4 Flint Shot\n+4 Searbolt\n");
    assert_eq!(good.status.code(), Some(0), "{}", stderr(&good));
    assert!(stdout(&good).contains("matches"), "{}", stdout(&good));
    for (plan, wrong) in [
        ("-4 Flint Shot\n", "plan.txt:1: cards before any section"),
        (
            "mine against blue-tide\n",
            "plan.txt:1: no deck of this run is called “blue-tide”; did you mean “blue-tides”?",
        ),
        ("mine against *\n-4 Flint Shot\n+5 Searbolt\n", "plan.txt:3: 5 Searbolt: the sideboard has 4"),
        ("mine against *\n-4 Flint Shoot\n", "did you mean “Flint Shot”?"),
        ("mine against *\n-3 Flint Shot\n+4 Searbolt\n", "plan.txt:1: 3 cards go out and 4 come in"),
        ("mine against *\nfour Searbolt\n", "plan.txt:2: “four Searbolt” is neither a section nor a swap"),
    ] {
        let output = run(plan);
        assert_eq!(output.status.code(), Some(1), "{plan}");
        assert!(stderr(&output).contains(wrong), "{plan}: {}", stderr(&output));
    }
}

#[test]
fn limits_end_a_run_with_what_there_is() {
    let dir = dir();
    let report = json(&sim(dir.path(), &["--games", "100000", "--time-limit", "300ms", "--format", "json"]));
    assert_eq!(report["ended_early"], "time limit");
    let report = json(&sim(dir.path(), &["--until", "±12%", "--format", "json"]));
    let rate = &report["pairs"][0]["a_rate"];
    let width = rate["high"].as_f64().expect("a share") - rate["low"].as_f64().expect("a share");
    assert!(width <= 0.24 && report["ended_early"].is_null(), "{report}");
    for wrong in
        [["--until", "60%"], ["--time-limit", "soon"], ["--best-of", "2"], ["--threads", "0"], ["--games", "0"]]
    {
        assert_eq!(sim(dir.path(), &wrong).status.code(), Some(2), "{wrong:?}");
    }
}

#[test]
fn decks_that_cannot_be_played_are_all_named() {
    let dir = dir();
    let decks = dir.path().join("decks");
    std::fs::create_dir(&decks).expect("a directory");
    std::fs::write(decks.join("a.txt"), "60 Mountain\n").expect("writable");
    std::fs::write(decks.join("b.txt"), "60 Mountian\n").expect("writable");
    std::fs::write(decks.join("c.txt"), "60 Forrest\n").expect("writable");
    std::fs::write(decks.join("d.txt"), "60 Forest\n").expect("writable");
    let output = lawmage(dir.path(), &["sim", "--decks", "decks", "--games", "2"]);
    let errors = stderr(&output);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        errors.contains("Mountian") && errors.contains("Forrest") && errors.contains("--skip-unplayable"),
        "{errors}"
    );
    let output = lawmage(dir.path(), &["sim", "--decks", "decks", "--games", "2", "--skip-unplayable"]);
    assert!(stdout(&output).contains("2 games") && stderr(&output).contains("left out: "), "{}", stderr(&output));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_ends_the_run_with_its_report() {
    if !Path::new("/dev/full").exists() {
        return;
    }
    let dir = dir();
    let output = sim(dir.path(), &["--games", "2", "--games-csv", "/dev/full"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("digest"), "the report is printed all the same");
    assert!(stderr(&output).contains("/dev/full: cannot be written"), "{}", stderr(&output));
}

#[test]
fn a_hunt_plays_games_of_random_decks() {
    let dir = dir();
    let hunted = lawmage(dir.path(), &["fuzz", "--games", "3", "--seed", "2"]);
    assert_eq!(hunted.status.code(), Some(0), "{}", stderr(&hunted));
    assert!(stdout(&hunted).starts_with("3 games in "), "{}", stdout(&hunted));
    let told = json(&lawmage(dir.path(), &["fuzz", "--games", "2", "--format", "json"]));
    assert_eq!((told["games"].as_u64(), told["errors"].as_u64()), (Some(2), Some(0)));
    let one = lawmage(dir.path(), &["fuzz", "--only", "1", "--findings", "found"]);
    assert!(stdout(&one).contains("game 1: "), "{}", stdout(&one));
    let again = lawmage(dir.path(), &["replay", "found/1-1.json", "--quiet"]);
    assert!(!stdout(&again).starts_with("0 answers") && again.status.code() == Some(0), "{}", stderr(&again));
    let late = lawmage(dir.path(), &["fuzz", "--games", "1", "--game-time-limit", "1ms", "--patience", "1ms"]);
    assert_eq!(late.status.code(), Some(1));
    assert!(stdout(&late).contains("1 not in time"), "{}", stdout(&late));
}
