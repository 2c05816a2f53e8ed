//! Game choices told by what is chosen.

use std::hash::{Hash, Hasher};

use lawmage_ir::{Step, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::action::{Action, SpecialAction, Way, WayKind};
use crate::table::decision::{Answer, Ask, Choice, Decision, Domain};
use crate::table::drive::Digest;

/// A choice that a player made, or is to make: who, where in the turn, about what, and what was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameChoice {
    /// Whose.
    pub player: PlayerId,
    /// In which step.
    pub step: Step,
    /// How much was on the stack.
    pub(crate) depth: i32,
    ask: Ask,
    what: What,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum What {
    Options(Vec<Named>),
    Order(Vec<Named>),
    Number(u32),
    Amounts(Vec<(Named, u32)>),
    Declared(Answer),
}

/// An option, and the same with what each object in it is like in place of the object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Named {
    choice: Choice,
    like: Choice,
}

impl Named {
    fn of(state: &State, choice: &Choice) -> Self {
        Self { choice: choice.clone(), like: alike(state, choice) }
    }

    /// Which of the options this is: the same one; what has come of it, or stands in its place; the newest of those that are
    /// like it.
    fn among(&self, state: &State, options: &[Choice], taken: &[u32]) -> Option<u32> {
        let free = |place: &usize| !taken.contains(&(*place as u32));
        let find = |is: &dyn Fn(&Choice) -> bool| (0..options.len()).rev().filter(free).find(|i| is(&options[*i]));
        let slot = |id: ObjectId| ObjectId { generation: 0, ..id };
        let place = mapped(&self.choice, &slot);
        let likely = |option: &Choice| alike(state, option) == self.like;
        find(&|option| *option == self.choice)
            .or_else(|| find(&|option| mapped(option, &slot) == place && likely(option)))
            .or_else(|| find(&likely))
            .map(|i| i as u32)
    }
}

impl GameChoice {
    /// An answer to a decision.
    #[must_use]
    pub fn of(state: &State, decision: &Decision, answer: &Answer) -> Self {
        let options = decision.options();
        let named = |i: &u32| options.get(*i as usize).map(|choice| Named::of(state, choice));
        let what = match answer {
            Answer::Picks(picks) => What::Options(picks.iter().filter_map(named).collect()),
            Answer::Order(order) => What::Order(order.iter().filter_map(named).collect()),
            Answer::Number(n) => What::Number(*n),
            Answer::Amounts(amounts) => {
                What::Amounts(options.iter().map(|o| Named::of(state, o)).zip(amounts.iter().copied()).collect())
            }
            Answer::Attack(..) | Answer::Block(_) | Answer::Names(_) | Answer::Concede(_) => {
                What::Declared(answer.clone())
            }
        };
        let (player, ask) = (decision.player, decision.ask.clone());
        Self { player, step: state.turn.step, depth: state.stack.len() as i32, ask, what }
    }

    /// An action taken by the player with priority, outside of a question.
    #[must_use]
    pub fn action(state: &State, player: PlayerId, action: &Action) -> Self {
        let options = vec![Choice::Action(Box::new(action.clone()))];
        let decision = Decision::pick(player, Ask::Priority, rule!("117.1"), None, options, 1, 1);
        Self::of(state, &decision, &Answer::pick(0))
    }

    /// Whether it is one made with priority: taking an action or passing (729.1).
    #[must_use]
    pub fn has_priority(&self) -> bool {
        self.ask == Ask::Priority
    }

    /// Whether it is an action.
    #[must_use]
    pub fn is_action(&self) -> bool {
        self.has_priority() && !self.is_pass()
    }

    /// Whether it is passing.
    #[must_use]
    pub fn is_pass(&self) -> bool {
        let passes = |named: &Named| matches!(&named.choice, Choice::Action(action) if **action == Action::Pass);
        self.has_priority() && matches!(&self.what, What::Options(options) if options.iter().any(passes))
    }

    /// Whether a decision is the one that this choice is for.
    pub(super) fn is_for(&self, decision: &Decision) -> bool {
        self.player == decision.player && std::mem::discriminant(&self.ask) == std::mem::discriminant(&decision.ask)
    }

    /// The answer to that decision by which the same is chosen, where that is legal.
    pub(super) fn answer(&self, state: &State, decision: &Decision) -> Option<Answer> {
        let answer = match (&self.what, &decision.domain) {
            (What::Options(chosen), Domain::Pick { options, .. }) => Answer::Picks(places(state, chosen, options)?),
            (What::Order(chosen), Domain::Order(options)) => Answer::Order(places(state, chosen, options)?),
            (What::Number(n), Domain::Number { .. }) => Answer::Number(*n),
            (What::Amounts(shares), Domain::Divide { among, .. }) => {
                let mut amounts: SmallVec<[u32; 4]> = smallvec::smallvec![0; among.len()];
                let mut taken: SmallVec<[u32; 4]> = SmallVec::new();
                for (named, amount) in shares {
                    let place = named.among(state, among, &taken)?;
                    taken.push(place);
                    *amounts.get_mut(place as usize)? = *amount;
                }
                Answer::Amounts(amounts)
            }
            (What::Declared(answer), Domain::Attack(_) | Domain::Block(_) | Domain::Name(_)) => answer.clone(),
            _ => return None,
        };
        decision.check(&answer).is_ok().then_some(answer)
    }
}

fn places<const N: usize>(state: &State, chosen: &[Named], options: &[Choice]) -> Option<SmallVec<[u32; N]>>
where
    [u32; N]: smallvec::Array<Item = u32>,
{
    let mut found: SmallVec<[u32; N]> = SmallVec::new();
    for named in chosen {
        let place = named.among(state, options, &found)?;
        found.push(place);
    }
    Some(found)
}

/// A choice with each object told by what it is like: its name, its controller, its zone.
fn alike(state: &State, choice: &Choice) -> Choice {
    mapped(choice, &|id| {
        let mut digest = Digest::default();
        if let Some(seen) = state.seen(id) {
            (&seen.chars.name, seen.object.owner, seen.zone, seen.object.is_token()).hash(&mut digest);
            let tapped = seen.object.permanent.as_ref().is_some_and(|p| p.tapped);
            (state.controller(id), tapped).hash(&mut digest);
        }
        let hash = digest.finish();
        ObjectId { slot: hash as u32, generation: (hash >> 32) as u32 }
    })
}

/// A choice with other objects in the place of those in it.
fn mapped(choice: &Choice, to: &dyn Fn(ObjectId) -> ObjectId) -> Choice {
    match choice {
        Choice::Object(id) => Choice::Object(to(*id)),
        Choice::Ability { source, key } => Choice::Ability { source: to(*source), key: *key },
        Choice::Action(action) => Choice::Action(Box::new(mapped_action(action, to))),
        Choice::Plan(plan) => {
            let mut plan = plan.clone();
            for step in &mut plan.steps {
                step.source = to(step.source);
                for id in step.takes.iter_mut().flat_map(|need| &mut need.from) {
                    *id = to(*id);
                }
            }
            for (id, _) in &mut plan.helpers {
                *id = to(*id);
            }
            Choice::Plan(plan)
        }
        other => other.clone(),
    }
}

fn mapped_action(action: &Action, to: &dyn Fn(ObjectId) -> ObjectId) -> Action {
    let way = |way: &Way| {
        let kind = match way.kind {
            WayKind::Permission { source, key } => WayKind::Permission { source: to(source), key },
            kind => kind,
        };
        Way { kind, ..way.clone() }
    };
    match action {
        Action::Cast { card, way: by } => Action::Cast { card: to(*card), way: way(by) },
        Action::PlayLand { card, way: by } => Action::PlayLand { card: to(*card), way: way(by) },
        Action::Activate { source, key } => Action::Activate { source: to(*source), key: *key },
        Action::Unlock { permanent, half } => Action::Unlock { permanent: to(*permanent), half: *half },
        Action::Unveil { conspiracy } => Action::Unveil { conspiracy: to(*conspiracy) },
        Action::TurnFaceUp { permanent, by } => Action::TurnFaceUp { permanent: to(*permanent), by: *by },
        Action::Special(SpecialAction::Ignore { source, key }) => {
            Action::Special(SpecialAction::Ignore { source: to(*source), key: *key })
        }
        Action::Special(SpecialAction::End(_)) | Action::RollPlanarDie | Action::Pass => action.clone(),
    }
}
