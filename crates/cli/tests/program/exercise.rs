//! `lawmage cards exercise`.

use super::common::{dir, file, json, lawmage, stdout};

#[test]
fn nearly_every_ability_of_the_starter_set_runs_whole() {
    let dir = dir();
    let output = lawmage(dir.path(), &["cards", "exercise", "--set", "starter", "--format", "json"]);
    let report = json(&output);
    assert_eq!((output.status.code(), &report["troubled"]), (Some(0), &0.into()), "{}", report["cards_with_idle"]);
    let count = |key: &str| report[key].as_u64().expect("a number");
    let (whole, all) = (count("whole"), count("abilities"));
    assert!(all > 100 && whole * 100 >= all * 97, "{whole} of {all}: {}", report["idle"]);
}

#[test]
fn what_never_acts_is_told_with_its_reason() {
    let dir = dir();
    let cards = file(
        dir.path(),
        "cards.yaml",
        "- name: Lone Whelp
  cost: \"{1}{R}\"
  type: Creature — Dragon
  pt: 1/1
  text: |-
    Flying
    As long as you control no permanents, this creature gets +1/+1.
    {R}: This creature gets +1/+0 until end of turn.
",
    );
    let output = lawmage(dir.path(), &["cards", "exercise", "--cards", &cards, "Lone Whelp"]);
    let told = stdout(&output);
    let lines: Vec<&str> = told.lines().map(str::trim).collect();
    assert_eq!(lines.first(), Some(&"Lone Whelp"), "{told}");
    for line in [
        "Lone Whelp 1 (keyword): 1 of 1 nodes acted",
        "Lone Whelp 2 (static): 0 of 1 nodes acted",
        "AddPowerToughness: made no difference",
        "Lone Whelp 3 (activated): 2 of 2 nodes acted",
        "1 cards exercised: 2 of 3 abilities (66.7 %) ran with every node acting; something broke on 0 cards",
    ] {
        assert!(lines.contains(&line), "{line} is not in {told}");
    }
}
