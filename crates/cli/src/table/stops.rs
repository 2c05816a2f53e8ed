//! When a person is asked for an action: where something can matter, and nowhere else.

use lawmage_engine::state::object::ability_of;
use lawmage_engine::table::payment::Plan;
use lawmage_engine::{Action, Choice, Decision, Domain, View};
use lawmage_ir::{Ability, CostPart, Step};
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

/// What each step is called at the table. A word for several of them names none by itself.
const NAMES: [(Step, &[&str]); 13] = [
    (Step::Untap, &["untap"]),
    (Step::Upkeep, &["upkeep"]),
    (Step::Draw, &["draw"]),
    (Step::Main, &["main 1", "main1", "precombat main", "first main", "main"]),
    (Step::BeginCombat, &["beginning of combat", "begin combat", "combat"]),
    (Step::DeclareAttackers, &["declare attackers", "attackers", "combat"]),
    (Step::DeclareBlockers, &["declare blockers", "blockers", "combat"]),
    (Step::FirstStrikeDamage, &["first combat damage", "first strike", "combat"]),
    (Step::CombatDamage, &["combat damage", "damage", "combat"]),
    (Step::EndCombat, &["end of combat", "end combat", "combat"]),
    (Step::Main2, &["main 2", "main2", "postcombat main", "second main", "main"]),
    (Step::End, &["end"]),
    (Step::Cleanup, &["cleanup"]),
];

/// The step of a name: the whole name, or the beginning of only one.
fn step_of(name: &str) -> Result<Step, String> {
    let name = name.to_lowercase();
    let name = name.trim_end_matches(" step").trim_end_matches(" phase");
    let called = |fits: &dyn Fn(&str) -> bool| -> Vec<Step> {
        NAMES.iter().filter(|(_, names)| names.iter().any(|n| fits(n))).map(|(step, _)| *step).collect()
    };
    let first = |step: &Step| NAMES.iter().find(|(s, _)| s == step).and_then(|(_, names)| names.first()).copied();
    let list = |steps: &[Step]| steps.iter().filter_map(first).collect::<Vec<_>>().join(", ");
    let mut found = called(&|n| n == name);
    if found.is_empty() && !name.is_empty() {
        found = called(&|n| n.starts_with(name));
    }
    match found.as_slice() {
        [step] => Ok(*step),
        [] => Err(format!("no step is called `{name}`; there are: {}", list(&Step::ALL))),
        several => Err(format!("`{name}` may be any of: {}. Nothing has changed", list(several))),
    }
}

/// Whether an option is a mana ability: those are used while paying, and hidden otherwise.
pub fn is_mana(view: &View<'_>, option: &Choice) -> bool {
    let Choice::Action(action) = option else { return false };
    let Action::Activate { source, key } = &**action else { return false };
    let ability = view.object(*source).and_then(|o| ability_of(o.chars, *key));
    matches!(ability.map(|a| &**a), Some(Ability::Activated(a)) if a.mana)
}

/// Whether a payment does no more than tap things for mana.
pub fn only_taps(view: &View<'_>, plan: &Plan) -> bool {
    plan.demand.life == 0 && plan.helpers.is_empty() && plan.steps.iter().all(|step| {
        let ability = view.object(step.source).and_then(|o| ability_of(o.chars, step.key));
        matches!(ability.map(|a| &**a), Some(Ability::Activated(a)) if a.cost.parts.iter().all(|p| *p == CostPart::Tap))
    })
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

    /// Changes stops as a person says it: "upkeep", "their upkeep", "both end", "none", "default".
    ///
    /// # Errors
    /// What is wrong with the words; nothing has changed then.
    pub fn change(&mut self, words: &[&str]) -> Result<String, String> {
        let (mine, theirs, name) = match words {
            ["none"] => {
                *self = Self { mine: Vec::new(), theirs: Vec::new() };
                return Ok("No stops: only what opponents put on the stack, attacks and blocks stop you.".to_owned());
            }
            ["default"] => {
                *self = Self::default();
                return Ok(format!("Stops as at the beginning: {}", self.list()));
            }
            ["their" | "theirs" | "opponent" | "opponent's" | "opponents'", rest @ ..] => (false, true, rest),
            ["my" | "mine" | "own", rest @ ..] => (true, false, rest),
            ["both" | "all", rest @ ..] => (true, true, rest),
            rest => (true, false, rest),
        };
        let step = step_of(&name.join(" "))?;
        if step == Step::Untap {
            return Err("no player gets priority in the untap step (502.4)".to_owned());
        }
        let mut said = Vec::new();
        for (wanted, steps, whose) in [(mine, &mut self.mine, "your"), (theirs, &mut self.theirs, "opponents'")] {
            if !wanted {
                continue;
            }
            match steps.iter().position(|s| *s == step) {
                Some(place) => {
                    steps.remove(place);
                    said.push(format!("no stop at {whose} {}", step.word()));
                }
                None => {
                    steps.push(step);
                    steps.sort_unstable();
                    said.push(format!("stop at {whose} {}", step.word()));
                }
            }
        }
        Ok(said.join("; "))
    }

    /// The stops, in words.
    pub fn list(&self) -> String {
        let words = |steps: &[Step]| match steps {
            [] => "nowhere".to_owned(),
            some => some.iter().map(|s| s.word()).collect::<Vec<_>>().join(", "),
        };
        format!("in your turns: {}; in opponents' turns: {}", words(&self.mine), words(&self.theirs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_named_exactly_or_by_the_only_beginning() {
        assert_eq!(step_of("upkeep step"), Ok(Step::Upkeep));
        assert_eq!(step_of("End"), Ok(Step::End));
        assert_eq!(step_of("cl"), Ok(Step::Cleanup));
        assert_eq!(step_of("postcombat main phase"), Ok(Step::Main2));
        for several in ["combat", "main", "d", "e"] {
            assert!(step_of(several).is_err_and(|why| why.contains("may be any of")), "{several}");
        }
        assert!(step_of("lunch").is_err_and(|why| why.contains("no step is called")));
        for step in Step::ALL {
            assert_eq!(step_of(step.word()), Ok(step), "the rules' own name");
        }
    }

    #[test]
    fn a_wrong_word_changes_nothing() {
        let mut stops = Stops::default();
        assert!(stops.change(&["combat"]).is_err());
        assert!(stops.change(&["untap"]).is_err());
        assert_eq!(stops, Stops::default());
        assert!(stops.change(&["their", "upkeep"]).is_ok());
        assert!(stops.theirs.contains(&Step::Upkeep) && !stops.mine.contains(&Step::Upkeep));
    }
}
