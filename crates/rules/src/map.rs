//! Each rule with its status.

use std::collections::BTreeMap;
use std::path::Path;

use lawmage_ir::Rule;
use serde::Serialize;

use crate::evidence::{Evidence, Place, SourceError};
use crate::numbers;

/// What is done about a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Code cites it and a scenario shows it.
    Enforced,
    /// It has nothing to enforce.
    Definition,
    /// Code or a scenario is missing, or both.
    NotYet,
}

impl Status {
    /// The words for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Enforced => "enforced",
            Self::Definition => "definition",
            Self::NotYet => "not yet",
        }
    }
}

/// A rule of the map.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its number.
    pub rule: Rule,
    /// What is done about it.
    pub status: Status,
    /// Why there is nothing to enforce, for a definition.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<&'static str>,
    /// The lines of code that cite it.
    pub code: Vec<Place>,
    /// The scenarios that show it.
    pub scenarios: Vec<Place>,
    /// Its worked examples in the rules.
    pub examples: usize,
    /// How many of them are scenarios.
    pub examples_shown: usize,
}

/// Numbers of a part of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    /// Rule numbers.
    pub rules: usize,
    /// Those with nothing to enforce.
    pub definitions: usize,
    /// Those enforced and shown.
    pub enforced: usize,
    /// Worked examples of the rules.
    pub examples: usize,
    /// Examples that are scenarios.
    pub examples_shown: usize,
}

impl Summary {
    /// The rules that can be enforced.
    #[must_use]
    pub const fn enforceable(&self) -> usize {
        self.rules - self.definitions
    }

    /// Enforced, of those that can be, in percent; all of none.
    #[must_use]
    pub fn percent(&self) -> f64 {
        match self.enforceable() {
            0 => 100.0,
            some => 100.0 * self.enforced as f64 / some as f64,
        }
    }
}

/// A mechanic newer than the rules that the map is of.
#[derive(Clone, Debug, Serialize)]
pub struct Later {
    /// Its number in the rulebook of 2026.
    pub rule: Rule,
    /// What it is called.
    pub name: &'static str,
    /// Enforced where code cites it and a scenario shows it.
    pub status: Status,
    /// The lines of code that cite its rules.
    pub code: Vec<Place>,
    /// The scenarios that show it.
    pub scenarios: Vec<Place>,
}

/// The rule map.
#[derive(Clone, Debug, Serialize)]
pub struct RuleMap {
    /// Every rule, in order.
    pub entries: Vec<Entry>,
    /// The mechanics that are newer, in order of their numbers.
    pub later: Vec<Later>,
    /// How many scenarios were read.
    pub scenario_count: usize,
}

impl RuleMap {
    /// The map of the checkout whose root is `root`.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(root: &Path) -> Result<Self, SourceError> {
        let mut evidence = Evidence::of(root)?;
        let definitions = numbers::definitions();
        let mut entries = Vec::new();
        for (rule, examples) in numbers::all() {
            let code = evidence.code.remove(&rule).unwrap_or_default();
            let scenarios = evidence.scenarios.remove(&rule).unwrap_or_default();
            let reason = definitions.get(&rule).copied();
            let status = match reason {
                _ if !code.is_empty() && !scenarios.is_empty() => Status::Enforced,
                Some(_) => Status::Definition,
                None => Status::NotYet,
            };
            let reason = reason.filter(|_| status == Status::Definition);
            let examples_shown = evidence.examples.get(&rule).copied().unwrap_or_default().min(examples);
            entries.push(Entry { rule, status, reason, code, scenarios, examples, examples_shown });
        }
        Ok(Self { entries, later: later(&evidence), scenario_count: evidence.scenario_count })
    }

    /// Keeps the rules that fit.
    pub fn retain(&mut self, fits: impl Fn(&Entry) -> bool) {
        self.entries.retain(|entry| fits(entry));
    }

    /// The numbers of each section (601, 602, …), in order.
    #[must_use]
    pub fn sections(&self) -> BTreeMap<u16, Summary> {
        let mut sections: BTreeMap<u16, Summary> = BTreeMap::new();
        for entry in &self.entries {
            sections.entry(entry.rule.section).or_default().count(entry);
        }
        sections
    }

    /// The numbers of those rules taken together.
    #[must_use]
    pub fn summary(&self, of: impl Fn(&Entry) -> bool) -> Summary {
        let mut summary = Summary::default();
        for entry in self.entries.iter().filter(|e| of(e)) {
            summary.count(entry);
        }
        summary
    }
}

/// The newer mechanics: what cites and shows any of the rules of each.
fn later(evidence: &Evidence) -> Vec<Later> {
    let mechanic = |(rule, name): (Rule, &'static str)| {
        let of = |other: &Rule| other.section == rule.section && (rule.number == 0 || other.number == rule.number);
        let (mut code, mut scenarios) = (Vec::new(), Vec::new());
        for (_, (in_code, in_scenarios)) in evidence.later.iter().filter(|(other, _)| of(other)) {
            code.extend(in_code.iter().cloned());
            scenarios.extend(in_scenarios.iter().cloned());
        }
        for places in [&mut code, &mut scenarios] {
            places.sort();
            places.dedup();
        }
        let status = if code.is_empty() || scenarios.is_empty() { Status::NotYet } else { Status::Enforced };
        Later { rule, name, status, code, scenarios }
    };
    numbers::later().into_iter().map(mechanic).collect()
}

impl Summary {
    const fn count(&mut self, entry: &Entry) {
        self.rules += 1;
        self.definitions += matches!(entry.status, Status::Definition) as usize;
        self.enforced += matches!(entry.status, Status::Enforced) as usize;
        self.examples += entry.examples;
        self.examples_shown += entry.examples_shown;
    }
}

impl Entry {
    /// Whether it is of the rules of play that every game rests on: sections 1, 4, 5, 6, 703 and 704.
    #[must_use]
    pub const fn is_core(&self) -> bool {
        matches!(self.rule.section, 100..200 | 400..700 | 703 | 704)
    }
}
