//! Keyword actions that ask players about cards of their own: endure, blight, learn, time travel, clash (701).

use std::sync::Arc;

use lawmage_ir::{
    Amount, CardType, Cause, Choice, Clause, Color, ColorSet, Condition, CounterKind, Destination, Face, Filter,
    Instruction, Keyword, KeywordDeed, Kind, Printed, Ref, Selector, Slot, Subtype, Test, TokenSpec, TypeSet, Who,
    Zone, ZoneSet, rule,
};

use super::actions::{clause, own_frame};
use crate::read::context::{Scope, for_player};
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice as Option_, Decision};
use crate::table::game::{Game, Res};

/// An N/N white Spirit.
fn spirit(n: u32) -> TokenSpec {
    let size = Some(Printed::Number(i32::try_from(n).unwrap_or(i32::MAX)));
    TokenSpec::Face(Arc::new(Face {
        name: "Spirit Token".into(),
        types: TypeSet::of(CardType::Creature),
        subtypes: Subtype::from_word("Spirit").into_iter().collect(),
        colors: ColorSet::of(Color::White),
        power: size,
        toughness: size,
        ..Face::default()
    }))
}

impl State {
    /// What a player may choose as they time travel (701.54a).
    fn in_time(&self, player: PlayerId) -> Vec<ObjectId> {
        let timed = |id: &ObjectId| self.get(*id).is_some_and(|o| o.counters.get(&CounterKind::Time) > 0);
        let mine = self.permanents().filter(|id| self.controller(*id) == player);
        // 702.62b: suspended cards have suspend, are exiled and have a time counter on them.
        let suspended = self
            .exile
            .iter()
            .copied()
            .filter(|id| self.get(*id).is_some_and(|o| o.owner == player) && self.chars(*id).has(Keyword::Suspend));
        mine.chain(suspended).filter(timed).collect()
    }
}

impl Game<'_> {
    /// Permanents endure N, one after another (2026:701.63a).
    pub(super) fn endure(&mut self, what: &Selector, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let enduring = self.pick_out(what, scope, frame)?;
        let n = self.state.count(count, &scope.context(frame));
        if n == 0 {
            return Ok(SlotValue::of(enduring)); // 2026:701.63b
        }
        for one in &enduring {
            let who = Who::Controller(Box::new(Ref::Slot(0)));
            let create = Instruction::CreateToken {
                who: who.clone(),
                count: Amount::ONE,
                token: Box::new(spirit(n)),
                arrival: Box::default(),
            };
            let counters = Instruction::PutCounters {
                kind: CounterKind::PLUS,
                count: Amount::Const(i32::try_from(n).unwrap_or(i32::MAX)),
                on: Selector::slot(0),
            };
            let mut own = own_frame(frame);
            own.set(0, SlotValue::of([*one]));
            // Counters can be put only on what is still there.
            let there = one.object().is_some_and(|id| self.state.permanent(id).is_some());
            let body = if there {
                let may = Instruction::May { who, body: vec![counters.into()] };
                let otherwise = vec![create.into()];
                vec![
                    clause(may, 1),
                    Instruction::If { condition: Condition::Done(1), then: Vec::new(), otherwise }.into(),
                ]
            } else {
                vec![create.into()]
            };
            self.run_body(&body, scope, &mut own)?;
        }
        Ok(SlotValue::of(enduring))
    }

    /// Players blight N (2026:701.68a): each chooses a creature in turn order, then the counters are put at once (101.4).
    pub(super) fn blight(&mut self, who: &Who, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut chosen = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let amount = self.state.count(count, &for_player(scope.context(frame), who, player));
            let mine = |id: &ObjectId| self.state.chars(*id).is_creature() && self.state.controller(*id) == player;
            let creatures: Vec<ObjectId> = self.state.permanents().filter(mine).collect();
            let picked = self.pick_some(player, Ask::Choose, rule!("701.1"), scope.source, &creatures, (1, 1))?;
            chosen.extend(picked.into_iter().map(|id| (player, id, amount)));
        }
        let put = chosen.iter().filter(|(_, _, amount)| *amount > 0).map(|(by, on, amount)| Proposal::PutCounters {
            on: (*on).into(),
            kind: CounterKind::MINUS,
            amount: *amount,
            by: Some(*by),
            effect: true,
        });
        self.happen(put.collect(), rule!("701.1"))?;
        for (player, ..) in &chosen {
            self.record(Event::Acted(*player, KeywordDeed::Blights, None, None), rule!("701.1"), None);
        }
        Ok(SlotValue::of(chosen.into_iter().map(|(_, on, _)| Entity::Object(on))))
    }

    /// Learn (701.45a).
    pub(super) fn learn(&mut self, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let hand = Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), Test::Owned(Who::You));
        let card = Selector::Choose(Box::new(Choice::exactly(1, Selector::All(hand))));
        let discard = Instruction::Discard { who: Who::You, what: card };
        let draw = Instruction::Draw { who: Who::You, count: Amount::ONE };
        let body = [
            clause(Instruction::May { who: Who::You, body: vec![discard.into()] }, 0),
            Instruction::If { condition: Condition::Done(0), then: vec![draw.into()], otherwise: Vec::new() }.into(),
        ];
        let mut own = own_frame(frame);
        self.run_body(&body, scope, &mut own)?;
        if own.slots.first().is_some_and(|slot| slot.done) {
            return Ok(SlotValue::done(true));
        }
        let Some(lesson) = Subtype::from_word("Lesson") else { return Ok(SlotValue::default()) };
        let outside = self.state.player(scope.you).sideboard.iter().copied().filter(|id| self.state.may_bring_in(*id));
        let lessons: Vec<ObjectId> = outside.filter(|id| self.state.chars(*id).has_subtype(lesson)).collect();
        if lessons.is_empty() {
            return Ok(SlotValue::default());
        }
        let picked = self.pick_some(scope.you, Ask::Choose, rule!("701.45a"), scope.source, &lessons, (0, 1))?;
        self.show(&picked);
        let moves = picked.into_iter().map(|object| Proposal::Move {
            object,
            to: Destination::Hand,
            cause: Cause::Put,
            by: Some(scope.you),
            entry: Box::default(),
        });
        Ok(SlotValue::moved(self.happen(moves.collect(), rule!("701.45a"))?))
    }

    /// Time travel (701.54a): a time counter is put on some of the objects chosen, and one removed from the others, at once.
    pub(super) fn time_travel(&mut self, scope: Scope) -> Res<SlotValue> {
        let objects = self.state.in_time(scope.you);
        let most = objects.len() as u32;
        let mut more = self.pick_some(scope.you, Ask::Choose, rule!("701.54a"), scope.source, &objects, (0, most))?;
        // From which of those chosen a counter is removed; the others get one.
        let most = more.len() as u32;
        let less = self.pick_some(scope.you, Ask::Counters, rule!("701.54a"), scope.source, &more, (0, most))?;
        more.retain(|id| !less.contains(id));
        let kind = CounterKind::Time;
        let put = more.iter().map(|id| Proposal::PutCounters {
            on: (*id).into(),
            kind: kind.clone(),
            amount: 1,
            by: Some(scope.you),
            effect: true,
        });
        let mut proposals: Vec<Proposal> = put.collect();
        let removed = less.iter().map(|id| Proposal::remove_counters((*id).into(), kind.clone(), 1));
        proposals.extend(removed);
        self.happen(proposals, rule!("701.54a"))?;
        Ok(SlotValue::of(more.into_iter().chain(less).map(Entity::Object)))
    }

    /// Clash with an opponent (701.23a-d). Done: whether you win; the slot holds you then.
    pub(super) fn clash(
        &mut self,
        with: Slot,
        won: &[Clause],
        lost: &[Clause],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let opponents = self.state.players_in_order(&Who::Opponents, &scope.context(frame));
        let options = opponents.into_iter().map(Option_::Player).collect();
        let ask = Decision::pick(scope.you, Ask::Choose, rule!("701.23b"), Some(scope.source), options, 1, 1);
        let opponent = self.pick(ask)?.first().and_then(Option_::entity).and_then(Entity::player);
        frame.set(with, SlotValue::of(opponent.map(Entity::Player)));
        // 701.23c: all reveal at the same time, decide in turn order, and then the cards move at the same time.
        let clashing = |id: &PlayerId| *id == scope.you || Some(*id) == opponent;
        let players: Vec<PlayerId> = self.state.apnap().filter(clashing).collect();
        let top = |state: &State, player: PlayerId| state.player(player).library.first().copied();
        let shown: Vec<(PlayerId, ObjectId)> =
            players.iter().filter_map(|player| Some((*player, top(&self.state, *player)?))).collect();
        self.show(&shown.iter().map(|(_, card)| *card).collect::<Vec<_>>());
        let values: Vec<(PlayerId, u32)> =
            shown.iter().map(|(player, card)| (*player, self.state.chars(*card).mana_value())).collect();
        let mut down = Vec::new();
        for (player, card) in shown {
            let picked = self.pick_some(player, Ask::Scry, rule!("701.23a"), scope.source, &[card], (0, 1))?;
            down.extend(picked.into_iter().map(|card| (player, card)));
        }
        for (player, card) in down {
            let library = &mut self.state.player_mut(player).library;
            library.retain(|id| *id != card);
            library.push(card);
        }
        self.state.touch();
        // 701.23d: a card was revealed, and its mana value is higher than those of all others.
        let is_highest = |one: &PlayerId| {
            let own = values.iter().find(|(player, _)| player == one).map(|(_, value)| *value);
            own.is_some_and(|own| values.iter().all(|(player, value)| player == one || *value < own))
        };
        let winner = players.iter().copied().find(is_highest);
        // One event, so that what triggers on the clash knows who won it.
        let clash = players.iter().map(|player| (*player, KeywordDeed::Clashes));
        let all = clash.chain(winner.map(|winner| (winner, KeywordDeed::WinsClash)));
        self.record_all(all.map(|(player, deed)| Event::Acted(player, deed, None, None)), rule!("701.23d"), None);
        let wins = winner == Some(scope.you);
        self.run_body(if wins { won } else { lost }, scope, frame)?;
        Ok(SlotValue { done: wins, ..SlotValue::of(wins.then_some(Entity::Player(scope.you))) })
    }
}
