//! `lawmage cards lint`, and one's own cards at play.

use super::common::{lawmage, stdout};

const CARDS: &str = "- name: Ember Whelp
  cost: \"{1}{R}\"
  type: Creature — Zorbl
  pt: 1/1
  text: |-
    Haste
    {R}: This creature gets +1/+0 until end of turn.
";

#[test]
fn problems_are_drawn_and_counted() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("mine.yaml"), CARDS.replace("until", "untill").replace("{1}{R}", "{1}{Q2}"))
        .expect("written");
    let output = lawmage(dir.path(), &["cards", "lint", "mine.yaml"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("error: mine.yaml:2:13: {Q2} is no mana symbol"), "{text}");
    let drawn = "mine.yaml:7:35: Ember Whelp: “untill” is no word that card texts use; write “until”\n  \
                 |     {R}: This creature gets +1/+0 untill end of turn.\n  \
                 |                                   ^^^^^^\n";
    assert!(text.contains(drawn) && text.ends_with("1 cards read, 2 problems\n"), "{text}");
    let json = lawmage(dir.path(), &["cards", "lint", "--format", "json", "mine.yaml"]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&json)).expect("JSON");
    assert_eq!((&report[1]["line"], &report[1]["column"], &report[1]["width"]), (&7.into(), &35.into(), &6.into()));
    assert_eq!((&report[1]["card"], &report[1]["mend"]), (&"Ember Whelp".into(), &"write “until”".into()));
}

#[test]
fn own_cards_are_played_at_once() {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("mine.yaml"), CARDS).expect("written");
    let fine = lawmage(dir.path(), &["cards", "lint", "mine.yaml"]);
    assert_eq!((fine.status.code(), stdout(&fine).as_str()), (Some(0), "1 cards read, nothing wrong\n"));
    let game = lawmage(dir.path(), &["play", "--cards", "mine.yaml", "--deck", "own", "--auto"]);
    assert_eq!(game.status.code(), Some(0), "{}", String::from_utf8_lossy(&game.stderr));
    assert!(stdout(&game).contains("Ember Whelp"), "{}", stdout(&game));
}
