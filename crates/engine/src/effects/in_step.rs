//! What several players may each do, step by step: the choices for the first step are made in APNAP order, then all of it
//! happens at once, and so on (101.4, 608.2e).

use lawmage_ir::{Clause, Destination, Instruction, Ref, Selector, Slot, Who, rule};

use super::control_flow::{damage_parts, outs};
use crate::read::context::Scope;
use crate::state::ids::Entity;
use crate::state::proposal::{Outcome, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Decision};
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
            _ => None,
        }
    }
}

/// One of the players, as the steps are taken.
struct Walker {
    player: Entity,
    /// Whether they do it.
    goes_on: bool,
    /// Whether the first step was done.
    done: bool,
    /// What their steps left.
    left: Vec<SlotValue>,
}

impl Game<'_> {
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
            let values = if is_at_once(&clause.does) {
                self.step_at_once(&mut walkers, &clause.does, &slots, asked, scope, frame)?
            } else {
                self.step_by_step(&mut walkers, &clause.does, &slots, asked, scope, frame)?
            };
            for (walker, value) in walkers.iter_mut().zip(values) {
                if place == 0 {
                    // 118.12: "if you do" asks whether they chose to, not what came of it (see [`Game::may`]).
                    walker.done = walker.goes_on && (value.done || is_done_by_choice(&clause.does));
                }
                if let Some(at) = slots.iter().position(|slot| Some(*slot) == clause.out) {
                    walker.left[at] = value;
                }
            }
        }
        for (at, slot) in slots.iter().enumerate() {
            frame.set(*slot, summed(walkers.iter().map(|walker| (walker.player, &walker.left[at]))));
        }
        let did = |walker: &Walker| SlotValue {
            members: walker.done.then_some(walker.player).into_iter().collect(),
            number: i32::from(walker.done),
            done: walker.done,
            ..SlotValue::default()
        };
        let dids: Vec<(Entity, SlotValue)> = walkers.iter().map(|walker| (walker.player, did(walker))).collect();
        let all = summed(dids.iter().map(|(player, did)| (*player, did)));
        frame.acted |= asks && all.done;
        Ok(all)
    }

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
        self.tell_begins(may, scope);
        let did = self.in_step(players, steps.body, true, scope, frame)?;
        self.tell_ends(may, scope, &did);
        if let Some(slot) = out {
            frame.set(slot, did);
        }
        Ok(())
    }

    /// A step whose choices are made in order before it happens at once.
    fn step_at_once(
        &mut self,
        walkers: &mut [Walker],
        does: &Instruction,
        slots: &[Slot],
        asked: Option<&[Clause]>,
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<Vec<SlotValue>> {
        let mut proposals = Vec::new();
        let mut counts = Vec::with_capacity(walkers.len());
        for walker in walkers.iter_mut() {
            let proposed = self.with_walker(walker, slots, asked, scope, frame, |game, frame| {
                game.proposals_of_step(does, scope, frame)
            })?;
            counts.push(proposed.as_ref().map_or(0, Vec::len));
            proposals.extend(proposed.into_iter().flatten());
        }
        self.tell_begins(does, scope);
        let rule = match does {
            Instruction::Discard { .. } => rule!("701.8a"),
            Instruction::Sacrifice { .. } => rule!("701.17a"),
            Instruction::Move { .. } => rule!("608.2c"),
            _ => rule!("120.1"),
        };
        let mut outcomes = self.caused_by(Some(scope.you), |game| game.happen(proposals, rule))?.into_iter();
        let deals = damage_parts(does).is_some();
        let value = |own: Vec<Outcome>| if deals { SlotValue::summed(own) } else { SlotValue::moved(own) };
        let values = counts.into_iter().map(|n| value(outcomes.by_ref().take(n).collect())).collect();
        self.tell_ends(does, scope, &SlotValue::default());
        Ok(values)
    }

    /// A step that each of them takes after the other.
    fn step_by_step(
        &mut self,
        walkers: &mut [Walker],
        does: &Instruction,
        slots: &[Slot],
        asked: Option<&[Clause]>,
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<Vec<SlotValue>> {
        let mut values = Vec::with_capacity(walkers.len());
        for walker in walkers.iter_mut() {
            let done = self.with_walker(walker, slots, asked, scope, frame, |game, frame| {
                let value = game.explained(does, scope, frame, |game, frame| game.perform(does, scope, frame))?;
                Ok((value, slots.iter().map(|slot| slot_of(frame, *slot)).collect()))
            })?;
            let (value, left) = done.unwrap_or_else(|| (SlotValue::default(), walker.left.clone()));
            walker.left = left;
            values.push(value);
        }
        Ok(values)
    }

    /// With one of the players at hand, who is asked first where that is to be; `None` where they don't.
    fn with_walker<T>(
        &mut self,
        walker: &mut Walker,
        slots: &[Slot],
        asked: Option<&[Clause]>,
        scope: Scope,
        frame: &mut Frame,
        take: impl FnOnce(&mut Self, &mut Frame) -> Res<T>,
    ) -> Res<Option<T>> {
        for (slot, value) in slots.iter().zip(&walker.left) {
            frame.set(*slot, value.clone());
        }
        frame.each.push(walker.player);
        let taken = (|| {
            if let Some(body) = asked {
                walker.goes_on = self.agrees(walker.player, body, scope, frame)?;
            }
            if walker.goes_on { take(self, frame).map(Some) } else { Ok(None) }
        })();
        frame.each.pop();
        taken
    }

    /// Whether the player at hand does what they may (603.5, 608.2d): what is impossible can't be chosen.
    fn agrees(&mut self, player: Entity, body: &[Clause], scope: Scope, frame: &Frame) -> Res<bool> {
        let Some(player) = player.player() else { return Ok(false) };
        let context = scope.context(frame);
        if !self.state.is_possible(body, &context) {
            return Ok(false);
        }
        let ask: Ask = self.state.asked_whether(body, &context);
        self.yes(Decision::yes_no(player, ask, rule!("608.2d"), Some(scope.source)))
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
            Instruction::Discard { who, what } => {
                Ok(self.propose_discards(who, what, scope, frame)?.into_iter().map(|(_, proposal)| proposal).collect())
            }
            Instruction::Sacrifice { who, what } => {
                let proposed = self.propose_sacrifices(who, what, scope, frame)?;
                Ok(proposed.into_iter().map(|(_, proposal)| proposal).collect())
            }
            _ => match damage_parts(does) {
                Some(parts) => self.propose_parts(&parts, scope, frame),
                None => Ok(Vec::new()),
            },
        }
    }
}

/// Whether it is chosen by each before any of it happens.
fn is_at_once(does: &Instruction) -> bool {
    matches!(
        does,
        Instruction::Move { to: Destination::Battlefield(_), .. }
            | Instruction::Discard { .. }
            | Instruction::Sacrifice { .. }
    ) || damage_parts(does).is_some()
}

/// Whether to have chosen it is to have done it: also where no card was there to be drawn (121.3), the damage was not dealt,
/// what was to be destroyed regenerated, or a hand that was discarded had no cards.
pub(super) fn is_done_by_choice(does: &Instruction) -> bool {
    matches!(
        does,
        Instruction::Draw { .. }
            | Instruction::Damage { .. }
            | Instruction::Destroy { .. }
            | Instruction::Discard { what: Selector::All(_), .. }
    )
}

fn slot_of(frame: &Frame, slot: Slot) -> SlotValue {
    frame.slots.get(usize::from(slot)).cloned().unwrap_or_default()
}

/// What several players did, with the share of each.
fn summed<'v>(each: impl Iterator<Item = (Entity, &'v SlotValue)>) -> SlotValue {
    let mut sum = SlotValue::default();
    for (player, value) in each {
        sum.add(value);
        if let Entity::Player(player) = player {
            sum.shares.push((player, value.number));
        }
    }
    sum
}
