//! Choices and repetition within an effect: may, unless, for each, modes (608.2d-g).

use std::collections::BTreeSet;

use lawmage_ir::visit;
use lawmage_ir::{Amount, Clause, Instruction, Mode, Ref, Rule, Selector, Slot, Who, rule};

use super::LOOP_CAP;
use super::in_step::Steps;
use super::tokens::Creating;
use crate::read::context::{Context, Scope, for_player};
use crate::state::State;
use crate::state::ids::{Entities, Entity, PlayerId};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Answer, Ask, Choice, Decision, Domain};
use crate::table::game::{Game, Halt, Res};

impl Game<'_> {
    /// Does something for one player of a phrase, who is "each" when the phrase speaks of several.
    pub(super) fn each_of<T>(
        &mut self,
        who: &Who,
        player: PlayerId,
        frame: &mut Frame,
        body: impl FnOnce(&mut Self, &mut Frame) -> Res<T>,
    ) -> Res<T> {
        if !who.is_group() {
            return body(self, frame);
        }
        frame.each.push(player.into());
        let result = body(self, frame);
        frame.each.pop();
        result
    }

    /// Runs the body for each member; players in APNAP order. What each round leaves in the body's slots adds up.
    pub(super) fn for_each(
        &mut self,
        over: &Selector,
        body: &[Clause],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let mut members = self.pick_out(over, scope, frame)?;
        if let Selector::Ref(Ref::Slot(n)) = over
            && let Some(done) = frame.slots.get(usize::from(*n)).filter(|done| !done.instead.is_empty())
            && !visit::any(body, |r: &Ref| *r == Ref::Each)
        {
            members.extend(done.instead.iter().copied());
        }
        let mut members = self.state.in_apnap_order(members);
        if members.len() > 1 && one_after_the_other(body) {
            self.order_members(&mut members, scope)?;
        }
        let count = members.len();
        if let Some(creating) = Creating::of(body) {
            self.within_may(body, scope, |game| game.create_for_each(&members, &creating, scope, frame))?;
            return Ok(SlotValue { number: count as i32, done: count > 0, members, ..SlotValue::default() });
        }
        if let (Selector::Players(_), Some(steps)) = (over, Steps::of(body)) {
            self.for_each_in_step(&members, &steps, scope, frame)?;
            return Ok(SlotValue { number: count as i32, done: count > 0, members, ..SlotValue::default() });
        }
        if let [Clause { does, out }] = body
            && let Some(parts) = damage_parts(does)
        {
            self.tell_begins(does, scope);
            let dealt = self.damage_of_each(&members, &parts, scope, frame)?;
            self.tell_ends(does, scope, &dealt);
            if let Some(slot) = out {
                frame.set(*slot, dealt);
            }
            return Ok(SlotValue { number: count as i32, done: count > 0, members, ..SlotValue::default() });
        }
        self.rounds(body, scope, frame, members.iter().copied().map(Some))?;
        Ok(SlotValue { number: count as i32, done: count > 0, members, ..SlotValue::default() })
    }

    /// What is to happen to or by each of several, with that one at hand, so that all of it can happen at once (608.2f); and how
    /// much of it is of each.
    pub(super) fn proposed_of_each(
        &mut self,
        members: &[Entity],
        frame: &mut Frame,
        mut propose: impl FnMut(&mut Self, &Frame) -> Res<Vec<Proposal>>,
    ) -> Res<(Vec<Proposal>, Vec<usize>)> {
        let mut proposals = Vec::new();
        let mut counts = Vec::with_capacity(members.len());
        for member in members {
            frame.each.push(*member);
            let proposed = propose(self, frame);
            frame.each.pop();
            let proposed = proposed?;
            counts.push(proposed.len());
            proposals.extend(proposed);
        }
        Ok((proposals, counts))
    }

    /// Does at once what the rounds of a loop do, and tells of the "may" that each begins with, if it does.
    fn within_may(&mut self, body: &[Clause], scope: Scope, perform: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        let may = body.first().map(|clause| &clause.does).filter(|does| matches!(does, Instruction::May { .. }));
        if let Some(may) = may {
            self.tell_begins(may, scope);
        }
        perform(self)?;
        if let Some(may) = may {
            self.tell_ends(may, scope, &SlotValue::default());
        }
        Ok(())
    }

    /// 608.2f: what can't be done at once is done for one member after the other; of those of one player, the controller of
    /// the spell or ability chooses the order.
    fn order_members(&mut self, members: &mut Entities, scope: Scope) -> Res<()> {
        let state = &self.state;
        let whose = |e: &Entity| match e {
            Entity::Player(player) => *player,
            Entity::Object(id) => state.controller(*id),
        };
        let mut groups: Vec<(PlayerId, Vec<Entity>)> = state.apnap().map(|p| (p, Vec::new())).collect();
        for member in members.iter() {
            if let Some((_, group)) = groups.iter_mut().find(|(p, _)| *p == whose(member)) {
                group.push(*member);
            }
        }
        let mut ordered = Entities::new();
        for (_, group) in groups {
            ordered.extend(self.order_of(group, rule!("608.2f"), scope)?);
        }
        if ordered.len() == members.len() {
            *members = ordered;
        }
        Ok(())
    }

    /// In which order a player, the "you" of the scope, takes these.
    pub(super) fn order_of(&mut self, group: Vec<Entity>, rule: Rule, scope: Scope) -> Res<Vec<Entity>> {
        if group.len() < 2 {
            return Ok(group);
        }
        let options: Vec<Choice> = group.iter().map(|e| Choice::from(*e)).collect();
        let (domain, source) = (Domain::Order(options), Some(scope.source));
        let ask = Ask::OrderActions;
        let decision = Decision { player: scope.you, ask, rule, source, domain, about: None };
        Ok(match self.ask(decision)? {
            Answer::Order(order) if order.len() == group.len() => {
                order.iter().filter_map(|i| group.get(*i as usize).copied()).collect()
            }
            _ => group,
        })
    }

    /// Asks the one player who may do something whether they do (608.2d).
    pub(super) fn does_who_may(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<bool> {
        let Some(player) = self.state.who(who, &scope.context(frame)).first().copied() else { return Ok(false) };
        self.yes(Decision::yes_no(player, Ask::May, rule!("608.2d"), Some(scope.source)))
    }

    /// Runs the body so many times.
    pub(super) fn repeat(
        &mut self,
        times: &Amount,
        body: &[Clause],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let times = self.state.count(times, &scope.context(frame));
        if times > LOOP_CAP {
            return Err(Halt::Capped("100000 rounds of a repeated instruction"));
        }
        self.rounds(body, scope, frame, (0..times).map(|_| None))?;
        Ok(SlotValue { number: times as i32, done: times > 0, ..SlotValue::default() })
    }

    fn rounds(
        &mut self,
        body: &[Clause],
        scope: Scope,
        frame: &mut Frame,
        members: impl Iterator<Item = Option<Entity>>,
    ) -> Res<()> {
        self.rounds_with(body, scope, frame, members, |_, _| {})
    }

    /// The same, with what is there as a round begins: `prepare` fills slots for the round of that number.
    pub(super) fn rounds_with(
        &mut self,
        body: &[Clause],
        scope: Scope,
        frame: &mut Frame,
        members: impl Iterator<Item = Option<Entity>>,
        mut prepare: impl FnMut(usize, &mut Frame),
    ) -> Res<()> {
        let mut rounds = Rounds::of(body);
        for (round, member) in members.enumerate() {
            if self.is_over() {
                break;
            }
            rounds.begin(frame);
            prepare(round, frame);
            frame.each.extend(member);
            let run = self.run_body(body, scope, frame);
            if member.is_some() {
                frame.each.pop();
            }
            run?;
            rounds.end(frame, |sum, value| sum.add(value, member));
        }
        rounds.tell(frame);
        Ok(())
    }

    /// A player chooses modes while it resolves, and they are run in printed order.
    pub(super) fn choose_mode(
        &mut self,
        who: &Who,
        min: u32,
        max: u32,
        modes: &[Mode],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            self.each_of(who, player, frame, |game, frame| {
                // 608.2d: a mode that is impossible can't be chosen, if another can.
                let possible = |mode: &Mode| game.state.is_possible(&mode.clauses, &scope.context(frame));
                let mut open: Vec<u8> = (0..modes.len() as u8).collect();
                if modes.iter().any(possible) {
                    open.retain(|i| modes.get(usize::from(*i)).is_some_and(possible));
                }
                let options = open.into_iter().map(Choice::Mode).collect();
                let source = Some(scope.source);
                let picked =
                    game.pick(Decision::pick(player, Ask::Modes, rule!("608.2d"), source, options, min, max))?;
                let mut picked: Vec<u8> = picked
                    .into_iter()
                    .filter_map(|c| match c {
                        Choice::Mode(mode) => Some(mode),
                        _ => None,
                    })
                    .collect();
                picked.sort_unstable();
                for mode in picked {
                    if let Some(mode) = modes.get(usize::from(mode)) {
                        value.done = true;
                        value.number += 1;
                        game.run_body(&mode.clauses, scope, frame)?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(value)
    }
}

/// Whether the rounds of a loop can't be one action, as each takes cards off a library that the next one looks at (608.2f).
fn one_after_the_other(body: &[Clause]) -> bool {
    let takes = |what: &Selector| matches!(what, Selector::Top(..) | Selector::Bottom(..));
    body.len() > 1
        && body.iter().any(|clause| match &clause.does {
            Instruction::Move { what, .. } | Instruction::Reveal { what } => takes(what),
            Instruction::RevealUntil { .. } => true,
            _ => false,
        })
}

/// What the rounds of a loop do: each finds its slots empty, and what all of them did adds up.
pub(super) struct Rounds {
    slots: Vec<Slot>,
    sums: Vec<SlotValue>,
}

impl Rounds {
    /// Of a body, before the first of them.
    pub(super) fn of(body: &[Clause]) -> Self {
        let slots = outs(body);
        Self { sums: vec![SlotValue::default(); slots.len()], slots }
    }

    /// A round begins.
    pub(super) fn begin(&self, frame: &mut Frame) {
        for slot in &self.slots {
            frame.set(*slot, SlotValue::default());
        }
    }

    /// A round is over: what it did is added to what the others did.
    pub(super) fn end(&mut self, frame: &Frame, add: impl Fn(&mut SlotValue, &SlotValue)) {
        for (slot, sum) in self.slots.iter().zip(&mut self.sums) {
            if let Some(value) = frame.slots.get(usize::from(*slot)) {
                add(sum, value);
            }
        }
    }

    /// After the last, the slots hold what all of them did.
    pub(super) fn tell(self, frame: &mut Frame) {
        for (slot, sum) in self.slots.into_iter().zip(self.sums) {
            frame.set(slot, sum);
        }
    }
}

impl SlotValue {
    /// Adds what another round did, as the share of its player where it was one's.
    pub(super) fn add(&mut self, other: &Self, by: Option<Entity>) {
        self.done |= other.done;
        self.number = self.number.saturating_add(other.number);
        for member in &other.members {
            if !self.members.contains(member) {
                self.members.push(*member);
            }
        }
        if let Some(Entity::Player(player)) = by {
            self.shares.push((player, other.number));
        }
    }

    /// Adds to what each of several players did what they did in another round.
    pub(super) fn add_shares(&mut self, more: &[(PlayerId, i32)]) {
        for (player, n) in more {
            match self.shares.iter_mut().find(|(known, _)| known == player) {
                Some((_, share)) => *share = share.saturating_add(*n),
                None => self.shares.push((*player, *n)),
            }
        }
    }
}

/// The slots that a body fills.
pub(super) fn outs(body: &[Clause]) -> Vec<Slot> {
    let mut slots = Vec::new();
    visit::clauses(body, |clause| {
        slots.extend(clause.out);
        if let Instruction::RevealUntil { found, .. } = &clause.does {
            slots.push(*found);
        }
        if let Instruction::Label(labels) = &clause.does {
            slots.extend(&labels.slots);
        }
        if let Instruction::Vote(vote) = &clause.does {
            match &**vote {
                lawmage_ir::Vote::Objects { most, .. } => slots.push(*most),
                lawmage_ir::Vote::Tally { slots: all, .. } => slots.extend(all),
                lawmage_ir::Vote::Words { .. } => {}
            }
        }
        if let Instruction::Piles(piles) = &clause.does {
            slots.extend([piles.chosen, piles.other]);
        }
        if let Instruction::PilesOfEach(piles) = &clause.does {
            slots.extend([piles.chosen, piles.other]);
        }
    });
    let mut seen = BTreeSet::new();
    slots.retain(|slot| seen.insert(*slot));
    slots
}

/// The damage that an instruction deals outright.
pub(super) fn damage_parts(does: &Instruction) -> Option<Vec<(&Ref, &Selector, &Amount)>> {
    match does {
        Instruction::Damage { source, to, amount } => Some(vec![(source, to, amount)]),
        Instruction::DamageTogether(parts) => Some(parts.iter().map(|(s, t, a)| (s, t, a)).collect()),
        _ => None,
    }
}

impl State {
    /// Whether what a player may do begins with something possible (608.2d). Doubtful things count as possible.
    pub(super) fn is_possible(&self, body: &[Clause], context: &Context<'_>) -> bool {
        let Some(first) = body.first() else { return true };
        // 608.2d: of "two creatures" all two.
        let least = |what: &Selector| match what {
            Selector::Choose(choice) => self.count(&choice.min, context).max(1) as usize,
            _ => 1,
        };
        let enough = |what: &Selector, fits: &dyn Fn(&Entity) -> bool| {
            let is_slot = |part: &Selector| matches!(part, Selector::Ref(Ref::Slot(_)));
            let there = |p: &Selector| self.candidates(p, context).iter().filter(|e| fits(e)).count() >= least(p);
            // Of "those cards", chosen before, one; of "this card and four cards named so" each part.
            match what {
                Selector::Union(parts) if parts.iter().all(is_slot) => parts.iter().any(there),
                Selector::Union(parts) => parts.iter().all(there),
                what => there(what),
            }
        };
        match &first.does {
            Instruction::Sacrifice { who, what } => self.who(who, context).into_iter().any(|player| {
                let context = for_player(*context, who, player).looping(player.into());
                let mine = |e: &Entity| e.object().is_some_and(|id| self.controller(id) == player);
                self.candidates(what, &context).iter().filter(|e| mine(e)).count() >= least(what)
            }),
            // A hand of no cards can be discarded: all of it is.
            Instruction::Discard { what: Selector::All(_), .. } => true,
            Instruction::Discard { who, what } => {
                self.who(who, context).into_iter().any(|player| self.player(player).hand.len() >= least(what))
            }
            // 701.13b
            Instruction::Mill { who, count } => {
                let count = self.count(count, context).max(1) as usize;
                self.who(who, context).into_iter().any(|player| self.player(player).library.len() >= count)
            }
            // 121.3: a player with an empty library can choose to draw, one who can't draw can't (121.3a). 121.2b: nor can
            // one choose to draw more cards than they may.
            Instruction::Draw { who, count } => {
                let count = self.count(count, context);
                self.who(who, context).into_iter().any(|player| self.draws_left(player) >= count.max(1))
            }
            Instruction::DrawUpTo { who, .. } => self.who(who, context).into_iter().any(|p| self.draws_left(p) > 0),
            Instruction::Tap(what) => enough(what, &|e| self.is_tapped(*e) == Some(false)),
            Instruction::Untap(what) => enough(what, &|e| self.is_tapped(*e) == Some(true)),
            Instruction::TurnFaceUp(what) => {
                enough(what, &|e| e.object().is_some_and(|id| self.is_face_down(id) || self.is_concealed(id)))
            }
            Instruction::TurnDoors { what, lock, unlock } => enough(what, &|e| self.has_door(*e, *lock, *unlock)),
            Instruction::Destroy { what, .. } | Instruction::Damage { to: what, .. } => enough(what, &|_| true),
            Instruction::Move { what, .. } => enough(what, &|e| {
                let frame = context.frame;
                e.object().is_some_and(|id| frame.map_or(self.get(id).is_some(), |f| self.at_hand(id, f).is_some()))
            }),
            Instruction::RemoveCounters { kind, from, count } => {
                let count = count.as_ref().map_or(1, |n| self.count(n, context).max(1));
                self.candidates(from, context).iter().any(|e| {
                    self.counters_on(*e).is_some_and(|c| kind.as_ref().map_or(c.total(), |k| c.get(k)) >= count)
                })
            }
            // 2026:701.68b: a player who controls no creature can't choose to.
            Instruction::Blight(who, _) => self.who(who, context).into_iter().any(|player| {
                self.permanents().any(|id| self.chars(id).is_creature() && self.controller(id) == player)
            }),
            Instruction::Seq(inner) | Instruction::Action { body: inner, .. } => self.is_possible(inner, context),
            _ => true,
        }
    }

    /// How "you may" is asked: with what there is to choose from, when doing it begins with a choice.
    pub(super) fn asked_whether(&self, body: &[Clause], context: &Context<'_>) -> Ask {
        let Some(first) = body.first() else { return Ask::May };
        let acts = |who: &Who| self.who(who, context).first().copied().filter(|_| !who.is_group());
        let options = match &first.does {
            Instruction::Seq(inner) => return self.asked_whether(inner, context),
            Instruction::Again(_) => return Ask::Repeat,
            Instruction::Sacrifice { who, what: what @ Selector::Choose(_) } => acts(who).map(|player| {
                let mut options = self.candidates(what, &context.looping(player.into()));
                options.retain(|e| e.object().is_some_and(|id| self.controller(id) == player));
                options
            }),
            Instruction::Discard { who, what: what @ Selector::Choose(_) } => {
                acts(who).map(|player| self.candidates(what, &context.looping(player.into())))
            }
            Instruction::Move { what: what @ Selector::Choose(_), .. }
            | Instruction::Destroy { what: what @ Selector::Choose(_), .. }
            | Instruction::Tap(what @ Selector::Choose(_))
            | Instruction::Untap(what @ Selector::Choose(_))
            | Instruction::PutCounters { on: what @ Selector::Choose(_), .. }
            | Instruction::Choose(what @ Selector::Choose(_)) => Some(self.candidates(what, context)),
            _ => None,
        };
        options.map_or(Ask::May, |options| Ask::MayChoose(options.into_iter().collect()))
    }

    fn is_tapped(&self, entity: Entity) -> Option<bool> {
        entity.object().and_then(|id| self.permanent(id)).map(|p| p.tapped)
    }
}
