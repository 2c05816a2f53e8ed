//! `docs/rule-map.md`.

use std::fmt::Write;

use crate::evidence::Place;
use crate::map::{Entry, RuleMap, Status, Summary};

/// Places shown of a rule; the rest is counted.
const SHOWN: usize = 3;

const HEAD: &str = "\
# Rule map

Made by `lawmage rules map --write docs/rule-map.md`; a test keeps it current. Numbers are those of the Comprehensive Rules of
7 February 2025. *Enforced*: code cites the rule and a scenario shows it. *Definition*: there is nothing to enforce. *Not yet*: code, or a scenario,
or both are missing.
";

/// The whole map as Markdown.
#[must_use]
pub fn markdown(map: &RuleMap) -> String {
    let mut out = HEAD.to_owned();
    let core = map.summary(Entry::is_core);
    let _ = writeln!(
        out,
        "\nOf the {} rules of sections 1, 4, 5, 6, 703 and 704 that can be enforced, {} are ({:.1} %); {} of their {} worked examples are \
         scenarios. There are {} scenarios.\n",
        core.enforceable(),
        core.enforced,
        core.percent(),
        core.examples_shown,
        core.examples,
        map.scenario_count
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
    let shown = places.iter().take(SHOWN).map(|p| p.to_string().trim_start_matches(root).to_owned());
    let mut all: Vec<String> = shown.collect();
    if places.len() > SHOWN {
        all.push(format!("+{}", places.len() - SHOWN));
    }
    all.join(", ")
}
