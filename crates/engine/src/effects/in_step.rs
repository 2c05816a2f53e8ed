//! What several players may each do, step by step: the choices for the first step are made in APNAP order, then all of it
//! happens at once, and so on (101.4, 608.2e).

use lawmage_ir::{Cause, Clause, Destination, Instruction, Ref, Rule, Selector, Slot, Who, rule};

use super::control_flow::{damage_parts, outs};
use crate::read::context::Scope;
use crate::state::ids::Entity;
use crate::state::proposal::{Outcome, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};

/// What each of several players does, or may do.
pub(super) struct Steps<'a> {
    /// The "may", and the slot that keeps who did.
    asked: Option<(&'a Instruction, Option<Slot>)>,
    body: &'a [Clause],
}

impl<'a> Steps<'a> {
    /// Of the body of a loop over players: what each "may" do, or what each puts onto the battlefield.
    pub(super) fn of(body: &'a [Clause]) -> Option<Self> {
        let [only] = body else { return None };
        match &only.does {
            Instruction::May { who: Who::Ref(Ref::Each), body } => {
                Some(Self { asked: Some((&only.does, only.out)), body })
            }
            Instruction::Move { to: Destination::Battlefield(_), .. } => Some(Self { asked: None, body }),
            Instruction::Move { what, to, .. } if is_taken_off(what, to) => Some(Self { asked: None, body }),
            _ => None,
        }
    }
}

/// "Each opponent exiles a permanent they control": what each chooses goes at the same time as what the others do (101.4).
const fn is_taken_off(what: &Selector, to: &Destination) -> bool {
    let off = matches!(to, Destination::Hand | Destination::Exile { linked: None, face_down: false });
    off && matches!(what, Selector::Choose(_))
}

/// One step that all of the players take.
struct Step<'a> {
    does: &'a Instruction,
    /// What each is asked before it whether they do it.
    asked: Option<&'a [Clause]>,
    /// The slots that all the steps fill.
    slots: &'a [Slot],
    scope: Scope,
}

/// One of the players, as the steps are taken.
struct Walker {
    player: Entity,
    /// Whether they do it.
    goes_on: bool,
    /// Whether the first step was done.
    done: bool,
    /// What their steps left in the slots.
    left: Vec<SlotValue>,
}

impl Game<'_> {
    /// A loop over players whose steps are taken together.
    pub(super) fn for_each_in_step(
        &mut self,
        players: &[Entity],
        steps: &Steps<'_>,
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<()> {
        let Some((may, out)) = steps.asked else {
            return self.in_step(players, steps.body, false, scope, frame).map(drop);
        };
        let did =
            self.explained(may, scope, frame, |game, frame| game.in_step(players, steps.body, true, scope, frame))?;
        if let Some(slot) = out {
            frame.set(slot, did);
        }
        Ok(())
    }

    /// Has each of several players take the steps; each is asked before the first where they "may". Tells who did the first.
    pub(super) fn in_step(
        &mut self,
        players: &[Entity],
        body: &[Clause],
        asks: bool,
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let slots = outs(body);
        let begins = |player: &Entity| Walker {
            player: *player,
            goes_on: true,
            done: false,
            left: vec![SlotValue::default(); slots.len()],
        };
        let mut walkers: Vec<Walker> = players.iter().map(begins).collect();
        for (place, clause) in body.iter().enumerate() {
            if self.is_over() {
                break;
            }
            self.state.refresh();
            let asked = (asks && place == 0).then_some(body);
            let step = Step { does: &clause.does, asked, slots: &slots, scope };
            let values = match rule_at_once(step.does) {
                Some(rule) => self.step_at_once(&mut walkers, &step, rule, frame)?,
                None => self.step_by_step(&mut walkers, &step, frame)?,
            };
            for (walker, value) in walkers.iter_mut().zip(values) {
                if place == 0 {
                    // 118.12: "if you do" asks whether they chose to, not what came of it (see [`Game::may`]).
                    walker.done = walker.goes_on && (value.done || is_done_by_choice(step.does));
                }
                if let Some(at) = slots.iter().position(|slot| Some(*slot) == clause.out) {
                    walker.left[at] = value;
                }
            }
        }
        for (at, slot) in slots.iter().enumerate() {
            let mut sum = SlotValue::default();
            walkers.iter().for_each(|walker| sum.add(&walker.left[at], Some(walker.player)));
            frame.set(*slot, sum);
        }
        let mut did = SlotValue::default();
        for walker in &walkers {
            let one = if walker.done { SlotValue::of([walker.player]) } else { SlotValue::default() };
            did.add(&one, Some(walker.player));
        }
        frame.acted |= asks && did.done;
        Ok(did)
    }

    /// A step whose choices are made in order before it happens at once.
    fn step_at_once(
        &mut self,
        walkers: &mut [Walker],
        step: &Step<'_>,
        rule: Rule,
        frame: &mut Frame,
    ) -> Res<Vec<SlotValue>> {
        let Step { does, scope, .. } = *step;
        let mut proposals = Vec::new();
        let mut counts = Vec::with_capacity(walkers.len());
        for walker in walkers.iter_mut() {
            let proposed =
                self.with_walker(walker, step, frame, |game, frame| game.proposals_of_step(does, scope, frame))?;
            counts.push(proposed.as_ref().map_or(0, Vec::len));
            proposals.extend(proposed.into_iter().flatten());
        }
        self.tell_begins(does, scope);
        let mut outcomes = self.caused_by(Some(scope.you), |game| game.happen(proposals, rule))?.into_iter();
        let deals = damage_parts(does).is_some();
        let value = |own: Vec<Outcome>| if deals { SlotValue::summed(own) } else { SlotValue::moved(own) };
        let values = counts.into_iter().map(|n| value(outcomes.by_ref().take(n).collect())).collect();
        self.tell_ends(does, scope, &SlotValue::default());
        Ok(values)
    }

    /// A step that each of them takes after the other.
    fn step_by_step(&mut self, walkers: &mut [Walker], step: &Step<'_>, frame: &mut Frame) -> Res<Vec<SlotValue>> {
        let mut values = Vec::with_capacity(walkers.len());
        for walker in walkers.iter_mut() {
            let done = self.with_walker(walker, step, frame, |game, frame| {
                let (does, scope) = (step.does, step.scope);
                let value = game.explained(does, scope, frame, |game, frame| game.perform(does, scope, frame))?;
                let slot_of = |slot: &Slot| frame.slots.get(usize::from(*slot)).cloned().unwrap_or_default();
                Ok((value, step.slots.iter().map(slot_of).collect()))
            })?;
            values.push(match done {
                Some((value, left)) => {
                    walker.left = left;
                    value
                }
                None => SlotValue::default(),
            });
        }
        Ok(values)
    }

    /// With one of the players at hand, who is asked first where that is to be; `None` where they don't.
    fn with_walker<T>(
        &mut self,
        walker: &mut Walker,
        step: &Step<'_>,
        frame: &mut Frame,
        take: impl FnOnce(&mut Self, &mut Frame) -> Res<T>,
    ) -> Res<Option<T>> {
        for (slot, value) in step.slots.iter().zip(&walker.left) {
            frame.set(*slot, value.clone());
        }
        frame.each.push(walker.player);
        let taken = (|| {
            if let Some(body) = step.asked {
                walker.goes_on = match walker.player {
                    Entity::Player(player) => self.agrees(player, body, step.scope, frame)?,
                    Entity::Object(_) => false,
                };
            }
            if walker.goes_on { take(self, frame).map(Some) } else { Ok(None) }
        })();
        frame.each.pop();
        taken
    }

    fn proposals_of_step(&mut self, does: &Instruction, scope: Scope, frame: &Frame) -> Res<Vec<Proposal>> {
        match does {
            Instruction::Move { what, to: Destination::Battlefield(arrival), cause } => {
                let mut proposals = Vec::new();
                for object in self.pick_objects(what, scope, frame)? {
                    let controller = self.state.arrives_under(arrival, object, scope, frame);
                    let entry = Box::new(self.entry(arrival, controller, Some(object), scope, frame)?);
                    let to = Destination::Battlefield(arrival.clone());
                    proposals.push(Proposal::Move { object, to, cause: *cause, by: Some(scope.you), entry });
                }
                Ok(proposals)
            }
            Instruction::Move { what, to, cause } if is_taken_off(what, to) => {
                let objects = self.pick_objects(what, scope, frame)?.into_iter();
                let moved = |object| Proposal::Move {
                    object,
                    to: to.clone(),
                    cause: *cause,
                    by: Some(scope.you),
                    entry: Box::default(),
                };
                Ok(objects.map(moved).collect())
            }
            Instruction::Discard { who, what } | Instruction::Sacrifice { who, what } => {
                let discards = matches!(does, Instruction::Discard { .. });
                let cause = if discards { Cause::Discard } else { Cause::Sacrifice };
                let proposed = self.propose_giving_up(who, what, cause, scope, frame)?;
                Ok(proposed.into_iter().map(|(_, proposal)| proposal).collect())
            }
            _ => match damage_parts(does) {
                Some(parts) => self.propose_parts(&parts, scope, frame),
                None => Ok(Vec::new()),
            },
        }
    }
}

/// The rule by which it happens at once, where it is chosen by each before any of it happens.
fn rule_at_once(does: &Instruction) -> Option<Rule> {
    match does {
        Instruction::Move { to: Destination::Battlefield(_), .. } => Some(rule!("608.2c")),
        Instruction::Move { what, to, .. } if is_taken_off(what, to) => Some(rule!("101.4")),
        Instruction::Discard { .. } => Some(rule!("701.8a")),
        Instruction::Sacrifice { .. } => Some(rule!("701.17a")),
        _ => damage_parts(does).map(|_| rule!("120.1")),
    }
}

/// Whether to have chosen it is to have done it: also where no card was there to be drawn (121.3), the damage was not dealt,
/// what was to be destroyed regenerated, or a hand that was discarded had no cards.
pub(super) fn is_done_by_choice(does: &Instruction) -> bool {
    matches!(
        does,
        Instruction::Draw { .. }
            | Instruction::DrawUpTo { .. }
            | Instruction::Damage { .. }
            | Instruction::Destroy { .. }
            | Instruction::Discard { what: Selector::All(_), .. }
    )
}
