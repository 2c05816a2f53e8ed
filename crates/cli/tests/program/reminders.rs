//! `lawmage cards reminders`.

use super::common::{dir, file, json, lawmage, stdout};

const CARDS: &str = "- name: Lone Whelp
  cost: \"{1}{R}\"
  type: Creature — Dragon
  pt: 1/1
  text: |-
    Menace (This creature can't be blocked except by two or more creatures.)
    Cycling {2} ({2}, Discard this card: Draw a card.)
- name: Sly Whelp
  cost: \"{1}{R}\"
  type: Creature — Dragon
  pt: 2/1
  text: |-
    Menace (This creature can't be blocked by creatures.)
    Landcycling {2} (Tell nobody.)
";

#[test]
fn reminder_texts_agree_with_their_keywords_or_are_told() {
    let dir = dir();
    let cards = file(dir.path(), "cards.yaml", CARDS);
    let output = lawmage(dir.path(), &["cards", "reminders", "--cards", &cards, "--set", "files", "--format", "json"]);
    let report = json(&output);
    assert_eq!(output.status.code(), Some(1), "one differs");
    let verdict = |card: &str, keyword: &str| {
        let all = report["heard"].as_array().expect("a list");
        let found = all.iter().find(|h| h["card"] == card && h["keyword"] == keyword).expect("heard");
        found["verdict"].as_str().expect("a word").to_owned()
    };
    assert_eq!(verdict("Lone Whelp", "menace"), "plays_alike");
    assert_eq!(verdict("Lone Whelp", "cycling"), "same_program");
    assert_eq!(verdict("Sly Whelp", "menace"), "differs");
    assert_eq!(verdict("Sly Whelp", "cycling"), "unread");
}

#[test]
fn what_plays_differently_is_shown() {
    let dir = dir();
    let cards = file(dir.path(), "cards.yaml", CARDS);
    let output = lawmage(dir.path(), &["cards", "reminders", "--cards", &cards, "--set", "files", "menace"]);
    let told = stdout(&output);
    assert!(told.contains("menace (Sly Whelp, 1 texts): play differently"), "{told}");
    assert!(told.contains("its reminder    This creature can't be blocked by creatures."), "{told}");
}
