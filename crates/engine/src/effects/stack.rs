//! Countering (701.5; spells, or abilities where the text says so, 113.9), copying (707.10), retargeting (115.7) by
//! instruction.

use std::sync::Arc;

use lawmage_ir::{
    Cause, CopiedNamed, CostLabel, Destination, Filter, Keyword, Modification, Prohibition, Retarget, Selector,
    StackCopies, Subtype, Who, Zone, rule,
};

use crate::procedure::cast::cast_as::is_bestow;
use crate::read::context::{Scope, for_player};
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::{Chosen, Object, ObjectKind};
use crate::state::proposal::{KeywordAct, Proposal};
use crate::state::stack::{CastFacts, Frame, SlotValue, StackItem, StackKind};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Halt, Res};

/// How many copies one instruction may make before the game is reported as capped.
const COPY_CAP: u32 = 10_000;

impl Game<'_> {
    /// Counters spells and abilities (701.5a); what was paid for them stays paid (701.5b). The slot holds the cards that countered
    /// spells have become.
    pub(super) fn counter(
        &mut self,
        what: &Selector,
        to: Option<&Destination>,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for entity in self.pick_out(what, scope, frame)? {
            let Some(id) = entity.object().filter(|id| self.state.can_be_countered(*id, scope.source)) else {
                continue;
            };
            let is_ability = self.state.objects[id.index()].is_ability();
            self.record(Event::Countered { object: id, by: scope.source }, rule!("701.5a"), None);
            value.done = true;
            value.number += 1;
            if is_ability {
                // As it last existed: its source is spoken of (113.7).
                value.members.push(id.into());
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
    pub(super) fn copy_stack(&mut self, wanted: &StackCopies, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let StackCopies { who, what, count, new_targets, except, for_each, at } = wanted;
        let mut originals: Vec<ObjectId> =
            self.pick_out(what, scope, frame)?.into_iter().filter_map(Entity::object).collect();
        originals.retain(|id| {
            !self.state.forbids_object(*id, &|p| match p {
                Prohibition::BeCopied(what) => Some(what),
                _ => None,
            })
        });
        let mut copies = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let count = self.state.count(count, &for_player(scope.context(frame), who, player));
            if count > COPY_CAP {
                return Err(Halt::Capped("10000 copies"));
            }
            if let Some(each) = for_each {
                for original in &originals {
                    let of_each = self.copy_for_each(*original, each, Scope { you: player, ..scope }, frame)?;
                    let (made, most) =
                        (of_each.len() as u32, self.copied_so_often(player, *original, of_each.len() as u32)?);
                    copies.extend(of_each);
                    for _ in made..most {
                        copies.extend(self.copy_once(player, *original, &[], true, scope, frame)?);
                    }
                }
                continue;
            }
            if let Some(at) = at {
                let at = self.state.denote(at, &scope.context(frame)).first().copied();
                for (original, at) in originals.iter().filter_map(|one| at.map(|at| (*one, at))) {
                    copies.extend(self.copy_at(original, at, count, Scope { you: player, ..scope }, frame)?);
                }
                continue;
            }
            for original in &originals {
                let most = self.copied_so_often(player, *original, count)?;
                for nth in 0..most {
                    let card = self.state.at_hand(*original, frame).unwrap_or(*original);
                    if let Some(copy) = self.state.copy_card(card, player) {
                        copies.push(Entity::Object(copy));
                        self.record(Event::Copied { copy, of: card, by: player }, rule!("707.12"), None);
                        continue;
                    }
                    // Of copies that a replacement effect adds, it says itself that they may have new targets.
                    let renew = *new_targets || nth >= count;
                    copies.extend(self.copy_once(player, *original, except, renew, scope, frame)?);
                }
            }
        }
        Ok(SlotValue::of(copies))
    }

    /// How often something is copied after replacement effects: where that is a spell, and at all (614.6).
    fn copied_so_often(&mut self, player: PlayerId, original: ObjectId, times: u32) -> Res<u32> {
        let item = self.state.seen(original).and_then(|seen| seen.object.stack.as_deref());
        if times == 0 || !item.is_some_and(|item| matches!(item.kind, StackKind::Spell)) {
            return Ok(times);
        }
        Ok(self.would_act(player, KeywordAct::CopySpell, times, rule!("707.10"))?.unwrap_or(0))
    }

    /// Creates a copy of a card outside the game, for its owner to cast (707.13): of the card of a name, which its owner chooses
    /// where there are several, each once; or of the card noted, as it last existed where it was then (707.14, 608.2h).
    pub(super) fn copy_named(&mut self, copied: &CopiedNamed, scope: Scope) -> Res<SlotValue> {
        let noted = |linked| self.state.remembered(scope.source, linked).into_iter().find_map(Entity::object);
        let (of_card, base) = if copied.names.is_empty() {
            let Some(card) = copied.linked.and_then(noted) else { return Ok(SlotValue::default()) };
            let of_card = self.state.seen(card).and_then(|seen| seen.object.printed_on());
            (of_card, self.state.copied_whole(card))
        } else {
            let Some(name) = self.choose_copied(copied, scope)? else { return Ok(SlotValue::default()) };
            let Some(place) = self.state.cards.iter().position(|def| def.card.name == name) else {
                return Ok(SlotValue::default());
            };
            let Some(base) = self.state.cards[place].faces.first().cloned() else { return Ok(SlotValue::default()) };
            (u16::try_from(place).ok(), base)
        };
        let copy = Object { of_card, ..State::blank(ObjectKind::Copy, scope.you, Zone::Outside, base) };
        let copy = self.state.allocate(copy);
        self.state.refresh();
        Ok(SlotValue::of([copy.into()]))
    }

    /// The name of the card that is copied: of several, one that hasn't been chosen.
    fn choose_copied(&mut self, copied: &CopiedNamed, scope: Scope) -> Res<Option<Arc<str>>> {
        let linked = copied.linked.unwrap_or_default();
        let chosen = |name: &Arc<str>| {
            let is = |one: &Chosen| matches!(one, Chosen::Name(other) if other == name);
            copied.linked.is_some() && self.state.chosen_values(scope.source, linked).any(is)
        };
        let open: Vec<Arc<str>> = copied.names.iter().filter(|name| !chosen(name)).cloned().collect();
        let options: Vec<Choice> = open.iter().cloned().map(Choice::Word).collect();
        if options.is_empty() {
            return Ok(None);
        }
        let source = Some(scope.source);
        let picked = self.pick(Decision::pick(scope.you, Ask::Value, rule!("707.13"), source, options, 1, 1))?;
        let Some(Choice::Word(name)) = picked.first().cloned() else { return Ok(None) };
        if copied.linked.is_some() {
            let value = Chosen::Name(name.clone());
            self.state.with_memory(scope.source, |memory| memory.chosen.push((linked, value)));
        }
        Ok(Some(name))
    }

    /// A copy of a spell or ability that is or was on the stack (707.10).
    fn copy_once(
        &mut self,
        player: PlayerId,
        original: ObjectId,
        except: &[Modification],
        new_targets: bool,
        scope: Scope,
        frame: &Frame,
    ) -> Res<Option<Entity>> {
        let Some(copy) = self.state.copy_on_stack(original, player) else { return Ok(None) };
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
        self.record_kept_targets(copy);
        if !self.state.objects[copy.index()].is_ability() {
            self.record(Event::Copied { copy, of: original, by: player }, rule!("707.10"), None);
        }
        Ok(Some(Entity::Object(copy)))
    }

    /// 707.10d: a copy for each thing that fits and that the original doesn't target but could, aimed at that; in what order is
    /// for their controller to choose.
    fn copy_for_each(&mut self, original: ObjectId, each: &Filter, scope: Scope, frame: &Frame) -> Res<Vec<Entity>> {
        // What could be targeted, only a copy that its controller has tells.
        let mut trial = self.state.clone();
        let Some(copy) = trial.copy_on_stack(original, scope.you) else { return Ok(Vec::new()) };
        trial.refresh();
        let aimed: Vec<Entity> = trial.seen(copy).iter().flat_map(|seen| trial.targets_of(seen)).collect();
        let fits = trial.all(each, &scope.context(frame)).into_iter();
        let aims = fits.filter(|e| !aimed.contains(e) && trial.could_target(copy, scope.you, *e)).collect();
        let mut copies = Vec::new();
        for aim in self.order_of(aims, rule!("707.10d"), scope)? {
            copies.extend(self.copy_aimed(original, aim, scope));
        }
        Ok(copies)
    }

    /// 707.10e: copies aimed at one thing; none, if they couldn't target it.
    fn copy_at(
        &mut self,
        original: ObjectId,
        aim: Entity,
        count: u32,
        scope: Scope,
        frame: &Frame,
    ) -> Res<Vec<Entity>> {
        let mut trial = self.state.clone();
        let Some(copy) = trial.copy_on_stack(original, scope.you) else { return Ok(Vec::new()) };
        trial.refresh();
        if !trial.could_target(copy, scope.you, aim) {
            return Ok(Vec::new());
        }
        let most = self.copied_so_often(scope.you, original, count)?;
        let mut copies: Vec<Entity> =
            (0..count.min(most)).filter_map(|_| self.copy_aimed(original, aim, scope)).collect();
        for _ in count..most {
            copies.extend(self.copy_once(scope.you, original, &[], true, scope, frame)?);
        }
        Ok(copies)
    }

    /// A copy that targets that one thing.
    fn copy_aimed(&mut self, original: ObjectId, aim: Entity, scope: Scope) -> Option<Entity> {
        let copy = self.state.copy_on_stack(original, scope.you)?;
        self.state.aim_all(copy, aim);
        self.state.refresh();
        self.record_targets(copy, &[aim], rule!("707.10d"));
        if !self.state.objects[copy.index()].is_ability() {
            self.record(Event::Copied { copy, of: original, by: scope.you }, rule!("707.10"), None);
        }
        Some(Entity::Object(copy))
    }

    /// 707.10c: a copy is put onto the stack with its targets: what it keeps becomes one of them, too.
    fn record_kept_targets(&mut self, copy: ObjectId) {
        let Some(item) = self.state.get(copy).and_then(|o| o.stack.as_deref()) else { return };
        let targets = item.modes.iter().flat_map(|m| &m.targets).flat_map(|t| t.chosen.iter().copied());
        let kept: Vec<Entity> = targets.filter(|t| self.state.since_targeted(*t, copy).is_none()).collect();
        self.record_targets(copy, &kept, rule!("707.10c"));
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
}

impl State {
    /// Whether a spell or ability is on the stack and no "can't" keeps it from being countered (701.5a) by that spell or ability.
    fn can_be_countered(&self, id: ObjectId, by: ObjectId) -> bool {
        let Some(item) = self.get(id).filter(|o| o.zone == Zone::Stack).and_then(|o| o.stack.as_ref()) else {
            return false;
        };
        // 113.6g, 113.9: abilities are countered only by what names them.
        !item.uncounterable
            && !self.forbids_object(id, &|p| match p {
                Prohibition::Counter(what) => Some(what),
                _ => None,
            })
            && !self.forbidden(|cant, context| match cant {
                Prohibition::CounterBy(what, such) => {
                    self.is_selected(id.into(), what, context) && self.fits(by.into(), such, context)
                }
                _ => false,
            })
    }

    /// Creates a copy of a card in the zone where that is, to be cast there (112.1b, 707.12): owned by the player who is
    /// instructed to (112.2a). One that isn't cast ceases to exist (704.5e).
    fn copy_card(&mut self, original: ObjectId, player: PlayerId) -> Option<ObjectId> {
        let zone = self.get(original).map(|o| o.zone)?;
        if matches!(zone, Zone::Stack | Zone::Battlefield) {
            return None;
        }
        let base = self.copied_whole(original);
        let of_card = self.get(original).and_then(Object::printed_on); // 709.3c
        let copy = Object { of_card, ..Self::blank(ObjectKind::Copy, player, zone, base) };
        let copy = self.allocate(copy);
        self.refresh();
        Some(copy)
    }

    /// Puts a copy of a spell or ability onto the stack (707.10): with the choices made for it, modes among them (700.2g), under that
    /// player's control.
    /// Of one that has left the stack, as it last existed.
    pub(crate) fn copy_on_stack(&mut self, original: ObjectId, player: PlayerId) -> Option<ObjectId> {
        let seen = self.seen(original)?;
        let mut item = seen.object.stack.as_deref()?.clone();
        let face = seen.object.face;
        let memory = seen.object.memory.as_ref();
        let (seen_members, chosen) = memory.map(|m| (m.members.clone(), m.chosen.clone())).unwrap_or_default();
        let is_spell = matches!(item.kind, StackKind::Spell);
        let base = if is_spell { self.copied_whole(original) } else { self.copiable(original) }; // 707.10g
        let bestowed = is_spell && is_aura_by_bestow(&item, seen.chars);
        item.leaves_to = None;
        item.uncounterable = false;
        if is_spell {
            // 707.10: it was not cast, and no mana was spent on it; X and what was kicked are copied.
            let mut facts = CastFacts {
                by: None,
                from: None,
                nth: [0; 2],
                noted: 0,
                numbers: smallvec::SmallVec::new(),
                spent: [0; 6],
                sources: Vec::new(),
                ..(*item.facts).clone()
            };
            // 702.138b: what wasn't cast hasn't escaped.
            facts.labels.retain(|(label, _)| !matches!(label, CostLabel::Keyword(Keyword::Escape, _)));
            item.facts = Arc::new(facts);
        }
        let kind = if is_spell { ObjectKind::Copy } else { ObjectKind::Ability };
        let mut object = Self::blank(kind, player, Zone::Stack, base);
        object.face = face; // 715.3c: an Adventure stays one.
        object.stack = Some(Box::new(item));
        let copy = self.allocate(object);
        // 707.10b: a copy of an ability keeps the source of the original, and is counted as the same ability.
        if is_spell && let Some(item) = self.get_mut(copy).and_then(|o| o.stack.as_deref_mut()) {
            item.source = copy;
        }
        // 707.10: to whom a gift was promised is one of the choices made for the spell.
        let promised = seen_members.iter().filter(|(linked, _)| is_spell && *linked == lawmage_ir::PROMISED);
        promised.for_each(|(linked, to)| self.link_member(copy, *linked, *to));
        if is_spell && !chosen.is_empty() {
            self.with_memory(copy, |memory| memory.chosen = chosen); // What was chosen as a cost is another.
        }
        if bestowed {
            self.bestow(copy, player); // 702.103c
        }
        Some(copy)
    }
}

/// Whether a spell is bestowed (702.103b), and not so no longer (702.103e).
fn is_aura_by_bestow(item: &StackItem, chars: &Chars) -> bool {
    chars.has_subtype(Subtype::AURA) && item.facts.labels.iter().any(|(label, times)| *times > 0 && is_bestow(label))
}
