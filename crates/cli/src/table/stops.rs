//! When a person is asked for an action: where something can matter, and nowhere else.

use lawmage_engine::object::ability_of;
use lawmage_engine::{Action, Choice, Decision, Domain, View};
use lawmage_ir::{Ability, Step};
use serde::{Deserialize, Serialize};

/// The steps at which one stops, in one's own turn and in others'. Something of an opponent's on the stack always stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stops {
    mine: Vec<Step>,
    theirs: Vec<Step>,
}

impl Default for Stops {
    fn default() -> Self {
        Self {
            mine: vec![Step::Main, Step::DeclareBlockers, Step::Main2],
            theirs: vec![Step::DeclareAttackers, Step::DeclareBlockers, Step::End],
        }
    }
}

/// Whether an option is a mana ability: those are used while paying, and hidden otherwise.
pub fn is_mana(view: &View<'_>, option: &Choice) -> bool {
    let Choice::Action(action) = option else { return false };
    let Action::Activate { source, key } = &**action else { return false };
    let ability = view.object(*source).and_then(|o| ability_of(o.chars, *key));
    matches!(ability.map(|a| &**a), Some(Ability::Activated(a)) if a.mana)
}

impl Stops {
    /// Whether to ask for an action now; `manual`: mana abilities count.
    pub fn asks(&self, view: &View<'_>, decision: &Decision, manual: bool) -> bool {
        let Domain::Pick { options, .. } = &decision.domain else { return true };
        let acts = |o: &Choice| !matches!(o, Choice::Action(a) if **a == Action::Pass);
        if !options.iter().any(|o| acts(o) && (manual || !is_mana(view, o))) {
            return false;
        }
        if let Some(top) = view.stack().last().and_then(|id| view.object(*id)) {
            return top.controller != view.me();
        }
        let steps = if view.active() == view.me() { &self.mine } else { &self.theirs };
        steps.contains(&view.step())
    }

    /// Changes a stop as a person says it: "upkeep", "their upkeep".
    ///
    /// # Errors
    /// What is wrong with the words.
    pub fn toggle(&mut self, words: &[&str]) -> Result<String, String> {
        let (theirs, name) = match words {
            ["their" | "theirs", rest @ ..] => (true, rest.join(" ")),
            ["my" | "mine", rest @ ..] => (false, rest.join(" ")),
            rest => (false, rest.join(" ")),
        };
        let fits = |step: &Step| !name.is_empty() && step.word().contains(&name);
        let Some(step) = Step::ALL.into_iter().find(fits) else {
            let known: Vec<&str> = Step::ALL.iter().map(|s| s.word()).collect();
            return Err(format!("no step is called `{name}`: {}", known.join(", ")));
        };
        let steps = if theirs { &mut self.theirs } else { &mut self.mine };
        let whose = if theirs { "opponents'" } else { "your" };
        match steps.iter().position(|s| *s == step) {
            Some(place) => {
                steps.remove(place);
                Ok(format!("no stop at {whose} {}", step.word()))
            }
            None => {
                steps.push(step);
                Ok(format!("stop at {whose} {}", step.word()))
            }
        }
    }

    /// The stops, in words.
    pub fn list(&self) -> String {
        let words = |steps: &[Step]| steps.iter().map(|s| s.word()).collect::<Vec<_>>().join(", ");
        format!("your {}; opponents' {}", words(&self.mine), words(&self.theirs))
    }
}
