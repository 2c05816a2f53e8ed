//! The numbers of the rules (Comprehensive Rules of 7 February 2025), and the rules with nothing to enforce.

use std::collections::BTreeMap;

use lawmage_ir::Rule;

/// A rule number a line, followed by the number of worked examples where there are any.
const NUMBERS: &str = include_str!("../numbers.txt");
/// A rule number a line, followed by why there is nothing to enforce.
const DEFINITIONS: [&str; 12] = [
    include_str!("../definitions/100.txt"),
    include_str!("../definitions/200.txt"),
    include_str!("../definitions/300.txt"),
    include_str!("../definitions/400.txt"),
    include_str!("../definitions/500.txt"),
    include_str!("../definitions/600.txt"),
    include_str!("../definitions/610.txt"),
    include_str!("../definitions/700.txt"),
    include_str!("../definitions/701.txt"),
    include_str!("../definitions/702.txt"),
    include_str!("../definitions/800.txt"),
    include_str!("../definitions/900.txt"),
];

/// A number of the rulebook of 2026 a line, followed by the mechanic's name.
const LATER: &str = include_str!("../later.txt");

/// The mechanics newer than the rules of February 2025: their numbers in the rulebook of 2026, and their names.
#[must_use]
pub fn later() -> BTreeMap<Rule, &'static str> {
    let line = |line: &'static str| {
        let (number, name) = line.split_once(' ')?;
        Some((number.parse().ok()?, name.trim()))
    };
    LATER.lines().filter_map(line).collect()
}

/// Every rule number, with how many worked examples the rule has.
#[must_use]
pub fn all() -> BTreeMap<Rule, usize> {
    let line = |line: &str| {
        let (number, examples) = line.split_once(' ').unwrap_or((line, "0"));
        Some((number.parse().ok()?, examples.parse().ok()?))
    };
    NUMBERS.lines().filter_map(line).collect()
}

/// The rules that only define, introduce or advise, or that speak of what no program does: each with the reason.
#[must_use]
pub fn definitions() -> BTreeMap<Rule, &'static str> {
    let line = |line: &'static str| {
        let (number, reason) = line.split_once(' ')?;
        Some((number.parse().ok()?, reason.trim()))
    };
    DEFINITIONS.iter().flat_map(|text| text.lines()).filter_map(line).collect()
}

/// Lines of the definitions that are not a rule number there is and a reason.
#[must_use]
pub fn bad_definitions() -> Vec<&'static str> {
    let all = all();
    let good = |line: &str| {
        let number = line.split_once(' ').filter(|(_, reason)| !reason.trim().is_empty());
        number.and_then(|(number, _)| number.parse().ok()).is_some_and(|rule: Rule| all.contains_key(&rule))
    };
    let lines = DEFINITIONS.iter().flat_map(|text| text.lines());
    lines.filter(|line| !line.trim().is_empty() && !line.starts_with('#') && !good(line)).collect()
}
