//! What must be refused: entries of the script with `fails`, and answers that are no legal ones.

use lawmage_engine::{Illegal, State};
use lawmage_ir::Rule;
use serde_json::Value;

use crate::answers::{self, Kind, Matcher};
use crate::desk::{Desk, verb};
use crate::model::Fails;
use crate::report::{Outcomes, Trouble};
use crate::story;

/// The answers to be refused that stand right before the one that answers a decision, by their places among those left: each is held
/// against this decision.
pub(crate) fn before(matcher: &Matcher<'_>, values: &[&Value], at: usize) -> Outcomes<Vec<usize>> {
    let is_refused = |place: &usize| values.get(*place).is_some_and(|v| answers::kind(v) == Some(Kind::Refused));
    let places: Vec<usize> = (0..at).rev().take_while(is_refused).collect();
    for value in places.iter().filter_map(|place| values.get(*place)?.get("refused")) {
        let taken = [false, true].into_iter().any(|late| matcher.try_at(&[value], 0, late).is_some());
        if taken {
            return Err(Trouble::fail(format!("the answer {value} must be refused, and is not")));
        }
    }
    Ok(places)
}

impl Desk<'_> {
    /// An answer to be refused that no decision was held against.
    pub(crate) fn never_refused(&self) -> Outcomes<()> {
        let mut left = self.answers.iter().flatten().filter(|(_, used)| !used).map(|(value, _)| value);
        match left.find(|value| answers::kind(value) == Some(Kind::Refused)) {
            Some(value) => Err(Trouble::fail(format!("nothing was asked that could refuse the answer {value}"))),
            None => Ok(()),
        }
    }

    /// Holds a refusal against what the entry says of it.
    pub(crate) fn refused(&mut self, state: &State, index: usize, refusal: Option<Illegal>) -> Outcomes<()> {
        let refusal = refusal.map(|r| Illegal::new(r.rule, story::named(state, &r.reason)));
        let line = &self.script[index];
        let what = verb(&line.entry);
        if let Some(illegal) = &refusal {
            self.story.tell(|| format!("refused: {what}: {illegal}"));
        }
        match (&line.entry.fails, refusal) {
            (None | Some(Fails::Flag(false)), None) => Ok(()),
            (None | Some(Fails::Flag(false)), Some(illegal)) => {
                Err(Trouble::fail(format!("{what} is refused: {illegal}")).at(line.line))
            }
            (Some(_), None) => Err(Trouble::fail(format!("{what} must be refused, and is not")).at(line.line)),
            (Some(Fails::Flag(true)), Some(_)) => Ok(()),
            (Some(Fails::Rule(wanted)), Some(illegal)) => {
                let given: Result<Rule, _> = wanted.parse();
                if given.is_ok_and(|rule| rule == illegal.rule) {
                    return Ok(());
                }
                Err(Trouble::fail(format!("{what} must be refused by {wanted}, and is by: {illegal}")).at(line.line))
            }
        }
    }
}
/// What is wrong with what is no answer: the nearest key that one may have.
pub(crate) fn no_answer(value: &Value) -> Trouble {
    const KEYS: [&str; 12] = [
        "refused", "target", "choose", "mode", "with", "divide", "amounts", "order", "coin", "die", "amount", "source",
    ];
    let key = value.as_object().and_then(|o| o.keys().find(|k| !KEYS.contains(&k.as_str()) && *k != "text"));
    match key {
        Some(key) => Trouble::no_such("there is no answer with the key", key, &KEYS, "keys"),
        None => Trouble::error(format!("{value} is no answer")),
    }
}
