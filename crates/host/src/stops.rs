//! Where a person is asked for an action: where something can matter, and nowhere else.

use lawmage_engine::state::object::ability_of;
use lawmage_engine::table::payment::Plan;
use lawmage_engine::{Action, Choice, Decision, Domain, Sight, View};
use lawmage_ir::{Ability, CostPart, Step};
use lawmage_protocol as protocol;
use serde::{Deserialize, Serialize};

/// The steps at which one stops, in one's own turn and in others'. Something of an opponent's on the stack always stops.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stops {
    pub(crate) mine: Vec<Step>,
    pub(crate) theirs: Vec<Step>,
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
#[must_use]
pub fn is_mana(view: &Sight<'_>, option: &Choice) -> bool {
    let Choice::Action(action) = option else { return false };
    let Action::Activate { source, key } = &**action else { return false };
    let ability = view.object(*source).and_then(|o| ability_of(o.chars, *key));
    matches!(ability.map(|a| &**a), Some(Ability::Activated(a)) if a.mana)
}

/// Whether a payment does no more than tap things for mana.
#[must_use]
pub fn only_taps(view: &View<'_>, plan: &Plan) -> bool {
    plan.demand.life == 0 && plan.helpers.is_empty() && plan.steps.iter().all(|step| {
        let ability = view.object(step.source).and_then(|o| ability_of(o.chars, step.key));
        matches!(ability.map(|a| &**a), Some(Ability::Activated(a)) if a.cost.parts.iter().all(|p| *p == CostPart::Tap))
    })
}

/// Whether one can do anything else than pass; `manual`: mana abilities count.
#[must_use]
pub fn can_act(view: &View<'_>, decision: &Decision, manual: bool) -> bool {
    let Domain::Pick { options, .. } = &decision.domain else { return true };
    let acts = |o: &Choice| !matches!(o, Choice::Action(a) if **a == Action::Pass);
    options.iter().any(|o| acts(o) && (manual || !is_mana(view, o)))
}

impl Stops {
    /// Whether to ask for an action now; `manual`: mana abilities count.
    #[must_use]
    pub fn asks(&self, view: &View<'_>, decision: &Decision, manual: bool) -> bool {
        if !can_act(view, decision, manual) {
            return false;
        }
        if let Some(top) = view.stack().last().and_then(|id| view.object(*id)) {
            return top.controller != view.me();
        }
        self.here(view)
    }

    /// Whether one stops at the step at hand.
    pub(crate) fn here(&self, view: &View<'_>) -> bool {
        let steps = if view.active() == view.me() { &self.mine } else { &self.theirs };
        steps.contains(&view.step())
    }

    /// The steps, as a protocol names them ([`Step::word`]).
    #[must_use]
    pub fn words(&self) -> protocol::Stops {
        let words = |steps: &[Step]| steps.iter().map(|step| step.word().to_owned()).collect();
        protocol::Stops { own: words(&self.mine), others: words(&self.theirs) }
    }

    /// The stops of such words.
    ///
    /// # Errors
    /// The first that names no step, or one in which nobody has priority.
    pub fn of_words(words: &protocol::Stops) -> Result<Self, String> {
        let steps = |words: &[String]| -> Result<Vec<Step>, String> {
            let mut steps = words.iter().map(|word| step_of(word)).collect::<Result<Vec<_>, _>>()?;
            if steps.contains(&Step::Untap) {
                return Err("no player gets priority in the untap step (502.4)".to_owned());
            }
            steps.sort_unstable();
            steps.dedup();
            Ok(steps)
        };
        Ok(Self { mine: steps(&words.own)?, theirs: steps(&words.others)? })
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
    #[must_use]
    pub fn list(&self) -> String {
        let words = |steps: &[Step]| match steps {
            [] => "nowhere".to_owned(),
            some => some.iter().map(|s| s.word()).collect::<Vec<_>>().join(", "),
        };
        format!("in your turns: {}; in opponents' turns: {}", words(&self.mine), words(&self.theirs))
    }
}
