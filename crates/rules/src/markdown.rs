//! `docs/rule-map.md`: written from the sources, and read where there are none.

use std::collections::BTreeMap;
use std::fmt::Write;

use lawmage_ir::Rule;
use serde::Serialize;

use crate::evidence::Place;
use crate::map::{Entry, RuleMap, Status, Summary};

/// Files shown of a rule; the rest is counted.
const SHOWN: usize = 3;

const HEAD: &str = "\
# Rule map

Made by `lawmage rules map --write docs/rule-map.md`; a test keeps it current. Numbers are those of the Comprehensive Rules of
7 February 2025. *Enforced*: code cites the rule and a scenario shows it. *Definition*: there is nothing to enforce. *Not yet*: code, or a scenario,
or both are missing. Files are named, with a count of further ones; `lawmage rules map 702.19b` says the lines.
";

const LATER: &str = "
## Newer mechanics

Mechanics that came after those rules, with their numbers in the rulebook of 2026: there 2026:701.61 and 2026:702.180 and on are others than here, and from 720
on the sections have moved. Code and scenarios cite them with the year, each mechanic's subrules with it.

| rule | mechanic | status | code | scenarios |
|---|---|---|---|---|
";

/// The whole map as Markdown.
#[must_use]
pub fn markdown(map: &RuleMap) -> String {
    let mut out = HEAD.to_owned();
    let core = map.summary(Entry::is_core);
    let _ = writeln!(
        out,
        "\nOf the {} rules of sections 1, 4, 5, 6, 703 and 704 that can be enforced, {} are ({:.1} %); {} of their {} worked examples are \
         scenarios.\n",
        core.enforceable(),
        core.enforced,
        core.percent(),
        core.examples_shown,
        core.examples
    );
    out.push_str(
        "| section | rules | definitions | enforceable | enforced | % | examples |\n|---|---|---|---|---|---|---|\n",
    );
    for (section, summary) in map.sections() {
        row(&mut out, &section.to_string(), &summary);
    }
    row(&mut out, "all", &map.summary(|_| true));
    let mut section = 0;
    for entry in &map.entries {
        if entry.rule.section != section {
            section = entry.rule.section;
            let _ = write!(out, "\n## {section}\n\n| rule | status | code | scenarios |\n|---|---|---|---|\n");
        }
        let status = match (entry.status, entry.reason) {
            (Status::Definition, Some(reason)) => format!("definition: {reason}"),
            (status, _) => status.word().to_owned(),
        };
        let (code, scenarios) = (places(&entry.code, "crates/"), places(&entry.scenarios, "scenarios/"));
        let _ = writeln!(out, "| {} | {status} | {code} | {scenarios} |", entry.rule);
    }
    out.push_str(LATER);
    for mechanic in &map.later {
        let (code, scenarios) = (places(&mechanic.code, "crates/"), places(&mechanic.scenarios, "scenarios/"));
        let (rule, name, status) = (mechanic.rule, mechanic.name, mechanic.status.word());
        let _ = writeln!(out, "| 2026:{rule} | {name} | {status} | {code} | {scenarios} |");
    }
    out
}

fn row(out: &mut String, name: &str, of: &Summary) {
    let Summary { rules, definitions, enforced, examples, examples_shown } = of;
    let shown = if *examples == 0 { String::new() } else { format!("{examples_shown}/{examples}") };
    let _ = writeln!(
        out,
        "| {name} | {rules} | {definitions} | {} | {enforced} | {:.0} | {shown} |",
        of.enforceable(),
        of.percent()
    );
}

fn places(places: &[Place], root: &str) -> String {
    let mut all: Vec<String> = places.iter().map(|place| place.file.trim_start_matches(root).to_owned()).collect();
    all.dedup();
    if all.len() > SHOWN {
        let more = all.split_off(SHOWN).len();
        all.push(format!("+{more}"));
    }
    all.join(", ")
}

/// What the written map says of a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// The rule.
    pub rule: Rule,
    /// What is done about it.
    pub status: Status,
    /// Why there is nothing to enforce, for a definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The first places in the code that cite it.
    pub code: Vec<Place>,
    /// How many more there are.
    pub more_code: usize,
    /// The first scenarios that show it.
    pub scenarios: Vec<Place>,
    /// How many more there are.
    pub more_scenarios: usize,
}

impl From<&Entry> for Known {
    fn from(entry: &Entry) -> Self {
        let Entry { rule, status, reason, code, scenarios, .. } = entry;
        let reason = reason.map(str::to_owned);
        let (code, scenarios) = (code.clone(), scenarios.clone());
        Self { rule: *rule, status: *status, reason, code, more_code: 0, scenarios, more_scenarios: 0 }
    }
}

/// The map as it was written when this program was built, so that it is at hand where there are no sources.
#[must_use]
pub fn built_in() -> BTreeMap<Rule, Known> {
    read(include_str!("../../../docs/rule-map.md"))
}

/// Reads a map that [`markdown`] wrote. Lines that are no rows of rules are passed over.
#[must_use]
pub fn read(text: &str) -> BTreeMap<Rule, Known> {
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| ")?.strip_suffix('|')?.split('|').map(str::trim).collect();
        let [number, status, code, scenarios] = cells.as_slice() else { return None };
        let rule = number.parse().ok()?;
        let (word, reason) = status.split_once(": ").map_or((*status, None), |(word, why)| (word, Some(why)));
        let all = [Status::Enforced, Status::Definition, Status::NotYet];
        let status = all.into_iter().find(|s| s.word() == word)?;
        let (code, more_code) = read_places(code, "crates/");
        let (scenarios, more_scenarios) = read_places(scenarios, "scenarios/");
        let reason = reason.map(str::to_owned);
        Some((rule, Known { rule, status, reason, code, more_code, scenarios, more_scenarios }))
    };
    text.lines().filter_map(row).collect()
}

fn read_places(cell: &str, root: &str) -> (Vec<Place>, usize) {
    let parts = || cell.split(", ");
    let more = parts().find_map(|part| part.strip_prefix('+')?.parse().ok()).unwrap_or_default();
    let files = parts().filter(|part| !part.is_empty() && !part.starts_with('+'));
    (files.map(|file| Place { file: format!("{root}{file}"), line: None }).collect(), more)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_map_is_read_back() {
        let known = built_in();
        let enforced = known.values().filter(|k| k.status == Status::Enforced);
        assert!(enforced.clone().count() > 1000);
        assert!(enforced.clone().all(|k| !k.code.is_empty() && !k.scenarios.is_empty()));
        assert!(known.values().all(|k| (k.status == Status::Definition) == k.reason.is_some()));
        let numbers: Vec<Rule> = crate::numbers::all().into_keys().collect();
        assert_eq!(known.keys().copied().collect::<Vec<_>>(), numbers);
    }
}
