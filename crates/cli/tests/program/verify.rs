//! `lawmage cards verify`.

use super::common::{dir, file, json, lawmage, stdout};

const CARD: &str = "- name: Brittle Whelp
  cost: \"{1}{R}\"
  type: Creature — Dragon
  pt: 1/1
  text: |-
    TEXT
";

#[test]
fn what_is_undefined_is_told_by_rule() {
    let dir = dir();
    let right = CARD.replace("TEXT", "When this creature becomes the target of a spell, sacrifice it.");
    let right = file(dir.path(), "right.yaml", &right);
    let output = lawmage(dir.path(), &["cards", "verify", "--cards", &right]);
    assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(0), "1 cards verified: 0 findings\n"));
    // The spell that is cast can't be sacrificed.
    let wrong = CARD.replace("TEXT", "Whenever you cast a spell, sacrifice it.");
    let wrong = file(dir.path(), "wrong.yaml", &wrong);
    let output = lawmage(dir.path(), &["cards", "verify", "--format", "json", "--cards", &wrong]);
    let report = json(&output);
    // A card that says it is not complete is declined, not wrong.
    assert_eq!((output.status.code(), &report["findings"]), (Some(0), &serde_json::json!([])), "{report}");
    assert_eq!((&report["declined"][0]["rule"], &report["declined"][0]["complete"]), (&"fit".into(), &false.into()));
    let lint = lawmage(dir.path(), &["cards", "lint", "wrong.yaml"]);
    assert!(
        stdout(&lint).contains("it is not clear what is meant: a spell can't be sacrificed: only a permanent can"),
        "{}",
        stdout(&lint)
    );
}
