//! The binary, run as a user runs it.

use std::io::Write;
use std::process::{Command, Stdio};

use super::common::{dir, json, lawmage, program, stderr, stdout};

#[test]
fn a_card_is_shown_printed_compiled_and_with_its_rules() {
    let dir = dir();
    let output = lawmage(dir.path(), &["card", "flint", "shot"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("Flint Shot  {R}\nInstant\nFlint Shot deals 2 damage to any target.\n"), "{text}");
    assert!(text.contains("As compiled") && text.contains("Rules: "), "{text}");
    assert!(!text.contains('\u{1b}'), "no colour without a terminal");
    let report = json(&lawmage(dir.path(), &["card", "Flint Shot", "--format", "json"]));
    assert_eq!(report["complete"], true);
    assert_eq!(
        report["faces"][0]["canonical"].as_str().map(str::trim),
        Some("Flint Shot deals 2 damage to any target.")
    );
}

#[test]
fn an_unknown_card_is_one_line_with_a_suggestion() {
    let dir = dir();
    let output = lawmage(dir.path(), &["card", "Flint", "Shoot"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output), "error: no card is named “Flint Shoot”; did you mean “Flint Shot”?\n");
}

#[test]
fn a_wrong_command_line_is_2() {
    let dir = dir();
    assert_eq!(lawmage(dir.path(), &["no-such-command"]).status.code(), Some(2));
    let help = lawmage(dir.path(), &["--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(stdout(&help).contains("Examples:"));
}

#[test]
fn decks_are_listed_and_checked() {
    let dir = dir();
    assert_eq!(stdout(&lawmage(dir.path(), &["deck", "list"])).lines().count(), 15);
    let fine = lawmage(dir.path(), &["deck", "check", "red-raiders", "--format", "json"]);
    assert_eq!(fine.status.code(), Some(0), "{}", stderr(&fine));
    assert_eq!(json(&fine)["cards"], 60);
    assert_eq!(json(&fine)["incomplete"], serde_json::json!([]));

    let path = dir.path().join("small.txt");
    std::fs::write(&path, "5 Flint Shot\n30 Mountain\n").expect("written");
    let small = lawmage(dir.path(), &["deck", "check", &path.display().to_string()]);
    assert_eq!(small.status.code(), Some(1));
    assert!(stdout(&small).contains("line 1: 5 copies of Flint Shot; at most 4 (100.2a)"), "{}", stdout(&small));

    std::fs::write(&path, "5 Flint Shot\nthirty Mountain\n").expect("written");
    let broken = lawmage(dir.path(), &["deck", "check", &path.display().to_string()]);
    let expected = format!("error: {}:2: expected a number of copies, found “thirty Mountain”", path.display());
    assert!(stderr(&broken).starts_with(&expected), "{}", stderr(&broken));
    let missing = lawmage(dir.path(), &["deck", "check", "no-such-deck"]);
    assert!(stderr(&missing).contains("red-raiders"), "{}", stderr(&missing));
}

#[test]
fn a_deck_is_read_from_standard_input() {
    let dir = dir();
    let mut child = Command::new(program())
        .args(["deck", "check", "-"])
        .env("LAWMAGE_DATA", dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(b"60 Island\n").expect("written");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
}

#[test]
fn cards_are_imported_searched_and_measured() {
    let dir = dir();
    let path = dir.path().join("cards.json");
    let cards = r#"{"data": {
        "Test Wolf": [{"name": "Test Wolf", "layout": "normal", "manaCost": "{G}", "type": "Creature — Wolf",
            "text": "Trample", "power": "1", "toughness": "1"}],
        "Test Riddle": [{"name": "Test Riddle", "layout": "normal", "manaCost": "{U}", "type": "Instant",
            "text": "Frobnicate the wozzle 3 times.", "legalities": {"modern": "Not Legal"}}],
        "Test Token": [{"name": "Test Token", "layout": "token", "type": "Token Creature — Wolf"}]}}"#;
    std::fs::write(&path, cards).expect("written");
    let path = path.display().to_string();
    let import = lawmage(dir.path(), &["cards", "import", &path, "--format", "json"]);
    assert_eq!(import.status.code(), Some(0), "{}", stderr(&import));
    let report = json(&import);
    assert_eq!((&report["cards"], &report["complete"]), (&2.into(), &1.into()));
    assert_eq!(report["skipped"][0]["count"], 1);

    let coverage = json(&lawmage(dir.path(), &["cards", "coverage", "--set", "database", "--format", "json"]));
    assert_eq!((&coverage["cards"], &coverage["complete"]), (&2.into(), &1.into()));
    assert_eq!((&coverage["skipped"], &coverage["unplayable"]), (&report["skipped"], &1.into()));
    assert!(coverage["missing"][0]["shape"].as_str().is_some_and(|s| s.contains("# times")), "{coverage}");

    let search = lawmage(dir.path(), &["cards", "search", "test", "--type", "wolf"]);
    assert!(stdout(&search).starts_with("Test Wolf  {G}  Creature — Wolf"), "{}", stdout(&search));
    let incomplete = json(&lawmage(dir.path(), &["cards", "search", "frobnicate", "--incomplete", "--format", "json"]));
    assert_eq!(incomplete[0]["name"], "Test Riddle");
    let riddle = lawmage(dir.path(), &["card", "test riddle"]);
    assert_eq!(riddle.status.code(), Some(1));
    assert!(stdout(&riddle).contains("Not understood"), "{}", stdout(&riddle));
}

#[test]
fn a_broken_database_does_not_stop_the_starter_set() {
    let dir = dir();
    std::fs::write(dir.path().join("cards.db"), "nonsense").expect("written");
    let output = lawmage(dir.path(), &["card", "Flint Shot"]);
    assert!(stdout(&output).starts_with("Flint Shot"));
    assert!(stderr(&output).starts_with("warning: playing without imported cards: "), "{}", stderr(&output));
}

#[test]
fn own_card_files_come_first() {
    let dir = dir();
    let path = dir.path().join("mine.yaml");
    std::fs::write(&path, "- {name: Flint Shot, cost: '{R}', type: Sorcery, text: You gain 1 life.}").expect("written");
    let output = lawmage(dir.path(), &["--cards", &path.display().to_string(), "card", "Flint Shot"]);
    assert!(stdout(&output).contains("Sorcery"), "{}", stdout(&output));
}

#[test]
fn scenarios_are_reported_one_json_object_a_line() {
    let dir = dir();
    let file = dir.path().join("list.yaml");
    let text = "- {id: mine, title: one, players: [{name: A}, {name: B}], stop: {turn: 1, step: main}, expect: [{life: {player: A, is: 20}}]}\n\
                - {title: two, players: [{name: A}, {name: B}], stop: {turn: 1, step: main}, expect: [{life: {player: A, is: 3}}]}\n\
                - {title: three, players: [{name: A}, {name: B}], nonsense: 1}\n";
    std::fs::write(&file, text).expect("a file");
    let path = file.display().to_string();
    let output = lawmage(dir.path(), &["scenario", "run", "--format", "json", &path]);
    assert_eq!(output.status.code(), Some(1));
    let lines: Vec<serde_json::Value> =
        stdout(&output).lines().map(|l| serde_json::from_str(l).expect("an object a line")).collect();
    let said: Vec<(String, String)> = lines
        .iter()
        .map(|l| (l["id"].as_str().unwrap_or("").into(), l["status"].as_str().unwrap_or("").into()))
        .collect();
    let want = |id: String, status: &str| (id, status.to_owned());
    assert_eq!(
        said,
        [want("mine".into(), "pass"), want(format!("{path}#1"), "fail"), want(format!("{path}#2"), "error")]
    );
    assert_eq!(lines[1]["at"], "line 2");
    assert!(lines[1]["reason"].as_str().is_some_and(|r| r.contains("life")), "{}", lines[1]);
    assert!(lines[2]["reason"].as_str().is_some_and(|r| r.contains("nonsense")), "{}", lines[2]);
}

#[test]
fn scenario_run_tells_success_failure_and_wrong_use_apart() {
    let dir = dir();
    let file = dir.path().join("one.yaml");
    std::fs::write(&file, "title: t\nplayers: [{name: A}, {name: B}]\n").expect("a file");
    let path = file.display().to_string();
    assert_eq!(lawmage(dir.path(), &["scenario", "run", &path]).status.code(), Some(0));
    std::fs::write(&file, "players: 7\n").expect("a file");
    assert_eq!(lawmage(dir.path(), &["scenario", "run", &path]).status.code(), Some(1));
    assert_eq!(lawmage(dir.path(), &["scenario", "run", "no/such/file.yaml"]).status.code(), Some(2));
    assert_eq!(lawmage(dir.path(), &["scenario", "run", "--jobs", "0", &path]).status.code(), Some(2));
    assert_eq!(lawmage(dir.path(), &["scenario", "run"]).status.code(), Some(2));
}
