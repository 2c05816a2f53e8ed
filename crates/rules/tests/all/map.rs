//! The rule map of this checkout.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use lawmage_rules::markdown::markdown;
use lawmage_rules::{Entry, RuleMap, Status, numbers};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

#[test]
fn the_written_map_is_current() -> Result<(), Box<dyn Error>> {
    let written = fs::read_to_string(root().join("docs/rule-map.md"))?;
    let now = markdown(&RuleMap::of(&root())?);
    let differs = written.lines().zip(now.lines()).find(|(a, b)| a != b);
    assert!(written == now, "out of date: run `lawmage rules map --write docs/rule-map.md`; first: {differs:?}");
    Ok(())
}

#[test]
fn definitions_are_rules_with_a_reason() {
    assert_eq!(numbers::bad_definitions(), [""; 0]);
}

/// What was reached must not be lost.
#[test]
fn the_core_rules_are_enforced_and_shown() -> Result<(), Box<dyn Error>> {
    let map = RuleMap::of(&root())?;
    let core = map.summary(Entry::is_core);
    assert!(core.percent() >= 99.0, "{:.1} % of the core rules are enforced and shown", core.percent());
    assert!(map.scenario_count >= 1400, "{} scenarios", map.scenario_count);
    Ok(())
}

#[test]
fn a_rule_needs_code_and_a_scenario() -> Result<(), Box<dyn Error>> {
    let map = RuleMap::of(&root())?;
    for entry in &map.entries {
        let both = !entry.code.is_empty() && !entry.scenarios.is_empty();
        assert_eq!(entry.status == Status::Enforced, both, "{}", entry.rule);
        assert_eq!(entry.status == Status::Definition, entry.reason.is_some(), "{}", entry.rule);
    }
    Ok(())
}

#[test]
fn what_is_no_checkout_is_refused() {
    let error = RuleMap::of(Path::new("no/such/directory")).err().map(|e| e.to_string()).unwrap_or_default();
    assert!(error.contains("no/such/directory") && error.contains("checkout"), "{error}");
}
