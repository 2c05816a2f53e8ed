//! Countering (701.5; spells, or abilities where the text says so, 113.9), copying (707.10), retargeting (115.7) and casting (608.2g) by instruction.

use std::sync::Arc;

use lawmage_ir::{
    Amount, Cause, CostPart, Destination, Filter, Instruction, Kind, Prohibition, Retarget, Selector, Test, Who, Zone,
    rule,
};

use super::{Scope, for_player};
use crate::state::State;
use crate::state::event::{Event, Proposal};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::{CastFacts, Frame, ObjectKind, SlotValue, StackKind};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Halt, Res};

/// How many copies one instruction may make before the game is reported as capped.
const COPY_CAP: u32 = 10_000;

impl Game<'_> {
    /// Counters spells and abilities (701.5a). The slot holds the cards that countered spells have become.
    pub(super) fn counter(
        &mut self,
        what: &Selector,
        to: Option<&Destination>,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for entity in self.pick_out(what, scope, frame)? {
            let Some(id) = entity.object().filter(|id| self.state.can_be_countered(*id)) else { continue };
            let is_ability = self.state.objects[id.index()].is_ability();
            self.record(Event::Countered { object: id, by: scope.source }, rule!("701.5a"), None);
            value.done = true;
            value.number += 1;
            if is_ability {
                self.state.cease(id);
                self.state.refresh();
                continue;
            }
            let to = self.state.off_the_stack(id, to.unwrap_or(&Destination::Graveyard));
            let proposal =
                Proposal::Move { object: id, to, cause: Cause::Counter, by: Some(scope.you), entry: Box::default() };
            value.members.extend(self.happen_one(proposal, rule!("701.5a"))?.members);
        }
        Ok(value)
    }

    /// Copies spells or abilities on the stack (707.10).
    #[expect(clippy::too_many_arguments, reason = "the parts of one instruction")]
    pub(super) fn copy_stack(
        &mut self,
        who: &Who,
        what: &Selector,
        count: &Amount,
        new_targets: bool,
        except: &[lawmage_ir::Modification],
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let originals: Vec<ObjectId> =
            self.pick_out(what, scope, frame)?.into_iter().filter_map(Entity::object).collect();
        let mut copies = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let count = self.state.count(count, &for_player(scope.context(frame), who, player));
            if count > COPY_CAP {
                return Err(Halt::Capped("10000 copies"));
            }
            for original in &originals {
                for _ in 0..count {
                    let card = self.state.at_hand(*original, frame).unwrap_or(*original);
                    if let Some(copy) = self.state.copy_card(card, player) {
                        copies.push(Entity::Object(copy));
                        self.record(Event::Copied { copy, by: player }, rule!("707.12"), None);
                        continue;
                    }
                    let Some(copy) = self.state.copy_on_stack(*original, player) else { continue };
                    if !except.is_empty() {
                        // 707.9
                        let base = self.state.objects[copy.index()].base.clone();
                        let base = self.state.with_exceptions(&base, except, &scope.context(frame));
                        self.state.objects[copy.index()].base = base;
                        self.state.touch();
                    }
                    self.state.refresh();
                    if new_targets {
                        self.choose_new_targets(player, copy, Retarget::New, None)?; // 707.10c
                    }
                    copies.push(Entity::Object(copy));
                    if !self.state.objects[copy.index()].is_ability() {
                        self.record(Event::Copied { copy, by: player }, rule!("707.10"), None);
                    }
                }
            }
        }
        Ok(SlotValue::of(copies))
    }

    /// Has a player choose new targets for spells or abilities (115.7).
    pub(super) fn change_targets(
        &mut self,
        what: &Selector,
        who: &Who,
        how: Retarget,
        to: Option<&Filter>,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let Some(player) = self.state.players_in_order(who, &scope.context(frame)).first().copied() else {
            return Ok(SlotValue::default());
        };
        let mut changed = Vec::new();
        for entity in self.pick_out(what, scope, frame)? {
            if let Some(id) = entity.object().filter(|id| self.state.get(*id).is_some_and(|o| o.zone == Zone::Stack)) {
                let context = scope.context(frame);
                self.choose_new_targets(player, id, how, to.map(|filter| (filter, &context)))?;
                changed.push(entity);
            }
        }
        Ok(SlotValue::of(changed))
    }

    /// Lets a player cast cards from among some, one after another, while this resolves (608.2g).
    pub(super) fn cast_among(&mut self, does: &Instruction, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let Instruction::Cast { who, from, what, price, max, optional, play, transformed } = does else {
            return Ok(SlotValue::default());
        };
        let mut cast = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let among = self.pick_out(from, scope, frame)?;
            let mut cards: Vec<ObjectId> = among
                .into_iter()
                .filter_map(Entity::object)
                .filter_map(|id| self.state.at_hand(id, frame))
                .filter(|id| self.state.may_be_played(*id, player, what, *play, scope, frame))
                .collect();
            let mut left = max.unwrap_or(u32::MAX);
            while left > 0 && !cards.is_empty() && !self.is_over() {
                let options = cards.iter().map(|id| Choice::Object(*id)).collect();
                let must = !*optional && !cards.iter().all(|id| self.state.needs_hidden_cards(*id, player));
                let least = u32::from(must);
                let source = Some(scope.source);
                let decision = Decision::pick(player, Ask::CastDuring, rule!("608.2g"), source, options, least, 1);
                let picked = self.pick(decision)?;
                let Some(card) = picked.first().and_then(Choice::entity).and_then(Entity::object) else { break };
                cards.retain(|id| *id != card);
                let is_land = !*transformed && self.state.face_up(card).is_land();
                let done = if is_land {
                    self.play_land_during_resolution(player, card)?
                } else {
                    self.cast_during_resolution(player, card, price.as_ref(), u8::from(*transformed))?
                };
                if done {
                    left -= 1;
                    cast.push(Entity::Object(self.state.current(card)));
                }
            }
        }
        Ok(SlotValue::of(cast))
    }

    /// Plays a land while something resolves, if the player could play one now (305.2-3).
    fn play_land_during_resolution(&mut self, player: PlayerId, card: ObjectId) -> Res<bool> {
        if !self.state.is_active(player) || !self.state.has_land_play(player) {
            return Ok(false);
        }
        self.state.unconceal(card); // 406.3a
        let entry = Box::new(crate::state::event::Entry { controller: Some(player), ..Default::default() });
        let to = Destination::Battlefield(Box::default());
        let proposal = Proposal::Move { object: card, to, cause: Cause::Play, by: Some(player), entry };
        let outcome = self.happen_one(proposal, rule!("305.1"))?;
        if let Some(land) = outcome.members.first().and_then(|e| e.object()) {
            self.state.player_mut(player).lands_played += 1;
            self.record(Event::PlayedLand { land, by: player }, rule!("305.1"), None);
        }
        Ok(outcome.done)
    }
}

impl State {
    /// Whether a spell or ability is on the stack and no "can't" keeps it from being countered (701.5a).
    fn can_be_countered(&self, id: ObjectId) -> bool {
        let Some(item) = self.get(id).filter(|o| o.zone == Zone::Stack).and_then(|o| o.stack.as_ref()) else {
            return false;
        };
        // 113.6g, 113.9: abilities are countered only by what names them.
        !item.uncounterable
            && !self.forbids_object(id, &|p| match p {
                Prohibition::Counter(what) => Some(what),
                _ => None,
            })
    }

    /// Whether a card is one that an effect lets a player cast or play.
    fn may_be_played(
        &self,
        id: ObjectId,
        player: PlayerId,
        what: &Filter,
        lands: bool,
        scope: Scope,
        frame: &Frame,
    ) -> bool {
        if self.is_concealed(id) {
            // 406.3b
            let allowed = self.may_look(player, id) || !crate::kinds::concealed::asks_qualities(&what.test);
            return allowed && self.with_face_up(id).may_be_played(id, player, what, lands, scope, frame);
        }
        let context = scope.context(frame);
        let chars = self.chars(id);
        if chars.is_land() { lands } else { self.test(id.into(), &what.test, &context.testing(id.into())) }
    }

    /// Whether a player has a land play left this turn (305.2).
    fn has_land_play(&self, player: PlayerId) -> bool {
        use lawmage_ir::{Continuous, Permission};
        let granted: u32 = self
            .rules()
            .mays
            .iter()
            .filter_map(|active| match active.what() {
                Some(Continuous::May(Permission::ExtraLands(who, n))) => {
                    let context = crate::read::context::Context {
                        frame: active.frame.as_deref(),
                        ..crate::read::context::Context::of(active.source, active.controller)
                    };
                    self.is_among(player, who, &context).then_some(*n)
                }
                _ => None,
            })
            .sum();
        let barred = self.forbids_player(player, &|p| match p {
            Prohibition::PlayLand(who) => Some(who),
            _ => None,
        });
        let player = self.player(player);
        !barred && player.lands_played < 1 + player.extra_lands + granted
    }

    /// Creates a copy of a card in the zone where that is, to be cast there (112.1b, 707.12): owned by the player who is instructed to
    /// (112.2a). One that isn't cast ceases to exist (704.5e).
    fn copy_card(&mut self, original: ObjectId, player: PlayerId) -> Option<ObjectId> {
        let zone = self.get(original).map(|o| o.zone)?;
        if matches!(zone, Zone::Stack | Zone::Battlefield) {
            return None;
        }
        let base = self.copied_whole(original);
        let copy = self.allocate(Self::blank(ObjectKind::Copy, player, zone, base));
        self.refresh();
        Some(copy)
    }

    /// Whether casting a card takes cards with some quality from a zone that others don't see: a player who is told to cast it
    /// "if able" need not have them (118.8c).
    fn needs_hidden_cards(&self, card: ObjectId, player: PlayerId) -> bool {
        let stated = |what: &Selector| match what {
            Selector::Choose(choice) => match &choice.from {
                Selector::All(Filter { kind: Kind::Card(zones), test }) => {
                    (zones.has(Zone::Hand) || zones.has(Zone::Library)) && !matches!(test, Test::Any | Test::Owned(_))
                }
                _ => false,
            },
            _ => false,
        };
        let extras = self.extra_costs(player, card);
        let parts = extras.iter().filter(|e| !e.optional).flat_map(|e| &e.cost.parts);
        parts.filter_map(CostPart::selector).any(stated)
    }

    /// Puts a copy of a spell or ability onto the stack (707.10): with the choices made for it, under that player's control.
    /// Of one that has left the stack, as it last existed.
    pub(crate) fn copy_on_stack(&mut self, original: ObjectId, player: PlayerId) -> Option<ObjectId> {
        let seen = self.seen(original)?;
        let mut item = seen.object.stack.as_deref()?.clone();
        let face = seen.object.face;
        let is_spell = matches!(item.kind, StackKind::Spell);
        let base = if self.get(original).is_some() { self.copiable(original) } else { seen.object.base.clone() };
        item.leaves_to = None;
        item.uncounterable = false;
        if is_spell {
            // 707.10: it was not cast, and no mana was spent on it; X and what was kicked are copied.
            item.facts = Arc::new(CastFacts { by: None, from: None, spent: [0; 6], ..(*item.facts).clone() });
        }
        let kind = if is_spell { ObjectKind::Copy } else { ObjectKind::Ability };
        let mut object = Self::blank(kind, player, Zone::Stack, base);
        object.face = face;
        object.stack = Some(Box::new(item));
        let copy = self.allocate(object);
        if is_spell && let Some(item) = self.get_mut(copy).and_then(|o| o.stack.as_deref_mut()) {
            item.source = copy;
        }
        Some(copy)
    }
}
