//! Casting spells (601) and playing lands (305).

pub(crate) mod announce;
mod announce_x;
mod assist;
pub(crate) mod cast_as;
mod changed_mana;
pub(crate) mod cost;
mod counted;
mod fitting_x;
mod granted_costs;
mod keyword_costs;
mod next_spell;
mod offering;
mod other_costs;
pub(crate) mod program;
mod splice;
mod such_abilities;
#[cfg(test)]
mod tests;
mod timing;
mod told;
pub(crate) mod ways;

use std::sync::Arc;

use lawmage_ir::{
    Ability, Cause, Continuous, Cost, CostLabel, Destination, Keyword, KeywordAbility, Modification, Program,
    Prohibition, Spending, Zone, rule,
};
use smallvec::SmallVec;

use self::cast_as::is_bestow;
use self::cost::{Announced, Extra};
use self::program::whole_program;
use self::ways::Terms;
use crate::pay::{Payment, Purpose};
use crate::read::context::Context;
use crate::state::event::Event;
use crate::state::face_down::FaceDown;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::{CastFacts, ChosenMode, Frame, StackItem};
use crate::state::waiting::DelayedTrigger;
use crate::state::waiting::Pending;
use crate::state::zones::Place;
use crate::state::{Expiry, State};
use crate::table::action::Way;
use crate::table::decision::Illegal;
use crate::table::game::{Game, Halt, Res};

impl Game<'_> {
    /// Casts a card as a spell (701.4a-b), 601.2a to i.
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it can't be completed: the caller undoes it (730.1).
    pub fn cast(&mut self, player: PlayerId, card: ObjectId, way: &Way) -> Res<()> {
        self.turn_up_to_play(player, card, way)?;
        let Some(terms) = self.state.terms(player, card, way) else {
            return Err(Illegal::new(rule!("601.3"), "nothing lets that card be cast so").into());
        };
        // 601.5a: flash that depends on something is asked for only here, as the casting begins.
        self.state.may_begin_to_cast(player, card, way.face, &terms).map_err(Halt::Illegal)?;
        self.cast_on(player, card, way.face, &terms)?;
        Ok(())
    }

    /// Casts a card during a resolution (608.2g): `price` instead of its mana cost, or without paying it (702.62d), and as what mana may
    /// be spent on it (609.4b), where the way says nothing else. Tells whether it was cast; a cast that can't be completed is
    /// undone. A land is played, if that is allowed.
    ///
    /// # Errors
    /// The table's halt.
    pub fn cast_during_resolution(
        &mut self,
        player: PlayerId,
        card: ObjectId,
        price: (Option<&Cost>, Spending),
        way: &Way,
    ) -> Res<bool> {
        let face = way.face;
        if self.state.get(card).is_none() {
            return Ok(false);
        }
        // What has no such face can't be cast so.
        let chars = match self.state.face_chars(card, face) {
            Some(chars) if !self.state.shows_face(card, face) => chars.clone(),
            None if face > 0 => return Ok(false),
            _ => self.state.face_up(card).clone(),
        };
        if chars.is_land() {
            if self.state.may_play_as_land(player, card, face).is_err() {
                return Ok(false); // 305.2b
            }
            self.state.unconceal(card); // 406.3a
            self.play_land(player, card, face)?;
            return Ok(true);
        }
        let before = self.state.clone();
        self.state.unconceal(card); // 406.3a
        let Some(terms) = self.state.terms_during(player, card, price, way) else {
            self.state = before;
            return Ok(false);
        };
        match self.cast_on(player, card, face, &terms) {
            Ok(_) => Ok(true),
            Err(Halt::Illegal(illegal)) => {
                self.state = before;
                self.note(illegal.rule, |_| illegal.reason.clone());
                Ok(false)
            }
            Err(halt) => Err(halt),
        }
    }

    /// 601.2a-i on those terms.
    fn cast_on(&mut self, player: PlayerId, card: ObjectId, face: u8, terms: &Terms) -> Res<ObjectId> {
        self.caused_by(None, |game| game.cast_in_order(player, card, face, terms))
    }

    fn cast_in_order(&mut self, player: PlayerId, card: ObjectId, face: u8, terms: &Terms) -> Res<ObjectId> {
        let Some(from) = self.state.get(card).map(|o| o.zone) else {
            return Err(Illegal::new(rule!("601.2a"), "the card is no longer there").into());
        };
        self.state.hide_new_tops(); // 401.5
        // 601.2a
        self.state.note_casting(card, from);
        let was_foretold = self.state.seen(card).is_some_and(|seen| self.state.is_foretold(&seen));
        let spell = self.put_spell_on_stack(player, card, face, terms);
        self.give_as_played(player, spell, terms);
        self.state.grant_as_next_spell(spell, player);
        // 601.2b-d
        let terms = &self.choose_told_terms(player, spell, terms)?;
        let spliced = self.splice(player, spell, terms)?;
        let program = whole_program(self.state.chars(spell), terms.label.as_ref());
        let mut announced = Announced { extras: self.state.extra_costs(player, spell), ..Announced::default() };
        announced.extras.extend(spliced);
        let chosen = self.announce_modes(player, spell, terms, &mut announced)?;
        self.announce_extras(player, spell, terms, &mut announced)?;
        self.announce_x(player, spell, terms, &chosen, &mut announced)?;
        let modes = self.announce_targets(player, spell, terms, &chosen, &mut announced)?;
        let x = self.state.announced_x(spell, terms, &announced);
        let mut facts = CastFacts { by: Some(player), from: Some(from), x, ..CastFacts::default() };
        facts.labels = labels_of(terms, &announced);
        // 702.143c: at whatever cost it is cast.
        let foretold = CostLabel::Keyword(Keyword::Foretell, 0);
        if was_foretold && facts.labels.iter().all(|(label, _)| *label != foretold) {
            facts.labels.push((foretold, 1));
        }
        facts.instances = instances_of(&announced);
        facts.instances.extend(self.state.ways_apart(spell, terms));
        let targets: SmallVec<[Entity; 4]> =
            modes.iter().flat_map(|m| &m.targets).flat_map(|t| t.chosen.iter().copied()).collect();
        self.fill_item(spell, program, modes, facts.clone());
        // 601.2e; 601.5: what would forbid it later, while its costs are paid, comes too late.
        self.state.may_cast_as_chosen(player, spell).map_err(Halt::Illegal)?;
        // 601.2f; 601.7: what is on the stack already has been paid for.
        let Some(mut due) = self.state.spell_due(player, spell, terms, &announced) else {
            return Err(Illegal::new(rule!("118.6"), "it has no mana cost to pay").into());
        };
        // 601.2g-h
        let frame = Frame { targets: announced.targets.clone(), facts: Arc::new(facts.clone()), ..Frame::default() };
        let context = Context::with(spell, player, &frame);
        let help = self.ask_to_assist(player, spell, &mut due, &context)?;
        let mut payment = self.pay_unseen(player, due, Purpose::Spell(spell), &context)?;
        payment.spent.add(help);
        // 601.2i
        self.give_for_extras(player, spell, &announced)?;
        self.become_cast(player, card, spell, from, facts, payment)?;
        self.has_played_by(terms);
        self.record_targets(spell, &targets, rule!("601.2c"));
        self.uncover_drawn()?; // 121.8
        Ok(spell)
    }

    /// 601.2a: the card moves to the stack, as the face that is cast, under that player's control. The event is recorded
    /// when the spell has become cast: until then all of it may be undone (730.1).
    fn put_spell_on_stack(&mut self, player: PlayerId, card: ObjectId, face: u8, terms: &Terms) -> ObjectId {
        let label = terms.label.as_ref();
        let bestowed = label.is_some_and(is_bestow);
        let guise = if bestowed { None } else { self.state.guised(card, face, label) };
        let chars = guise.or_else(|| self.state.face_chars(card, face).cloned());
        let face_down = FaceDown::of_label(label);
        let from = self.state.objects[card.index()].zone;
        self.state.cast_as_prepared(card); // 2026:722.3
        let spell = self.state.rehome(card, Zone::Stack, Place::Top);
        self.state.carry_grants(card, spell);
        if face_down.is_some() && from == Zone::Hand {
            self.state.lose_sight(self.state.objects[spell.index()].owner);
        }
        if let Some(object) = self.state.get_mut(spell) {
            object.controller = player;
            object.face = face;
            // 709.3b, 712.8b, 712.8f, 715.3b: of the half, face or inset frame that is cast, and of no other.
            if let Some(chars) = chars {
                object.base = chars;
            }
            if let Some(changed) = label.and_then(|l| program::with_text_for(&object.base, l)) {
                object.base = changed;
            }
            let facts = Arc::new(CastFacts { by: Some(player), from: Some(from), ..CastFacts::default() });
            object.stack = Some(Box::new(StackItem { face_down, facts, ..StackItem::spell(spell) }));
        }
        self.state.touch();
        self.state.refresh();
        if bestowed {
            self.state.bestow(spell, player);
        }
        spell
    }

    /// 611.3d: what lets a card be played so may give it abilities, which the permanent keeps that it becomes.
    fn give_as_played(&mut self, player: PlayerId, object: ObjectId, terms: &Terms) {
        if !terms.gives.is_empty() {
            let context = Context::of(terms.giver.unwrap_or(object), player);
            self.start_lasting(object, &terms.gives, &context, Expiry::Never);
            self.state.refresh();
        }
        // 702.1a: a keyword is all of its abilities, those that work on the stack too, wherever the effect grants it.
        let has = |k: &KeywordAbility| self.state.chars(object).keyword(k.keyword).next().is_some();
        if let Some(keyword) = terms.keeps.as_ref().filter(|k| !has(k)) {
            let context = Context::of(object, player);
            let gained = [Modification::gains(keyword.clone())];
            self.start_lasting(object, &gained, &context, Expiry::Never);
            self.state.refresh();
        }
    }

    /// What holds of a spell for the additional costs that have been paid for it, whatever becomes of what let them be paid.
    fn give_for_extras(&mut self, player: PlayerId, spell: ObjectId, announced: &Announced) -> Res<()> {
        for given in announced.extras.iter().map(Extra::given).filter(|given| !given.is_empty()) {
            self.start_effects(&given, &lawmage_ir::Duration::Forever, &Context::of(spell, player))?;
        }
        Ok(())
    }

    fn fill_item(
        &mut self,
        spell: ObjectId,
        program: Option<Arc<Program>>,
        modes: SmallVec<[ChosenMode; 1]>,
        facts: CastFacts,
    ) {
        if let Some(item) = self.state.get_mut(spell).and_then(|o| o.stack.as_mut()) {
            item.program = program;
            item.modes = modes;
            item.facts = Arc::new(facts);
        }
    }

    /// 601.2i
    fn become_cast(
        &mut self,
        player: PlayerId,
        card: ObjectId,
        spell: ObjectId,
        from: Zone,
        mut facts: CastFacts,
        payment: Payment,
    ) -> Res<()> {
        self.state.show_new_tops(); // 401.5
        facts.paid = payment.paid;
        facts.spent = payment.spent.mana;
        facts.convoked = payment.convoked;
        facts.symbols_as_life = payment.symbols_as_life;
        if self.state.traces_mana {
            facts.sources.clone_from(&payment.spent.sources);
        }
        self.state.note_as_cast(player, spell, &mut facts);
        facts.nth = self.state.spell_of_turn(player);
        let facts = Arc::new(facts);
        // 106.6: what the mana spent on it brings.
        let uncounterable = payment.spent.riders.iter().flat_map(|(r, _)| &r.on_spell).any(forbids_countering);
        if let Some(item) = self.state.get_mut(spell).and_then(|o| o.stack.as_mut()) {
            item.facts = facts.clone();
            item.uncounterable |= uncounterable;
        }
        self.state.touch();
        for (rider, _) in &payment.spent.riders {
            let others: Vec<Continuous> = rider.on_spell.iter().filter(|e| !forbids_countering(e)).cloned().collect();
            if !others.is_empty() {
                let frame = Frame { facts: facts.clone(), ..Frame::default() };
                let context = Context::with(spell, player, &frame);
                self.start_effects(&others, &lawmage_ir::Duration::Forever, &context)?;
            }
        }
        self.state.player_mut(player).spells_cast += 1;
        let name = self.state.chars(spell).name.clone();
        self.state.casts.push((player, name));
        self.state.note_cast(card, from); // 903.8
        self.state.end_until_cast(card);
        let moved =
            Event::Moved { object: card, now: spell, from, to: Zone::Stack, cause: Cause::Play, by: Some(player) };
        let batch = self.record(moved, rule!("601.2a"), None);
        self.begin_for_next_spell(spell, player, batch)?;
        self.bring_to_spell(spell, player, &payment.spent.riders, &facts)?;
        let waiting = self.wait_for_cast(player, &payment.spent.riders);
        self.record(Event::Cast { spell, by: player }, rule!("601.2i"), Some(batch));
        // What the mana was spent on is this spell and no other.
        self.state.delayed.retain(|d| !waiting.contains(&d.id));
        Ok(())
    }

    /// 106.6: what mana brings to the spell it was spent on, if that fits: for each mana an effect of its own (106.6a).
    fn bring_to_spell(
        &mut self,
        spell: ObjectId,
        player: PlayerId,
        riders: &[(Arc<lawmage_ir::ManaRider>, ObjectId)],
        facts: &Arc<CastFacts>,
    ) -> Res<()> {
        for (rider, source) in riders {
            let Some(brought) = &rider.brings else { continue };
            let from = Context::of(*source, player);
            if !self.state.fits(spell.into(), &brought.spells, &from) {
                continue;
            }
            if brought.effects.iter().any(forbids_countering)
                && let Some(item) = self.state.get_mut(spell).and_then(|o| o.stack.as_mut())
            {
                item.uncounterable = true;
                self.state.touch();
            }
            let others: Vec<Continuous> = brought.effects.iter().filter(|e| !forbids_countering(e)).cloned().collect();
            if !others.is_empty() {
                let frame = Frame { facts: facts.clone(), ..Frame::default() };
                let context = Context::with(spell, player, &frame);
                self.start_effects(&others, &brought.duration, &context)?;
            }
        }
        Ok(())
    }

    /// 106.6, 603.7a: abilities that trigger as mana is spent to cast a spell, one for each mana (106.6a).
    fn wait_for_cast(
        &mut self,
        player: PlayerId,
        riders: &[(Arc<lawmage_ir::ManaRider>, ObjectId)],
    ) -> SmallVec<[u32; 2]> {
        let mut waiting = SmallVec::new();
        for (rider, source) in riders {
            let Some(ability) = &rider.when_cast else { continue };
            let id = self.state.next_effect;
            self.state.next_effect += 1;
            waiting.push(id);
            self.state.delayed.push(DelayedTrigger {
                id,
                source: *source,
                controller: player,
                ability: ability.clone(),
                frame: Arc::new(Frame::default()),
                expiry: Expiry::Never,
                once: true,
            });
        }
        waiting
    }

    /// What let a card be played so is used up, and triggers if it says what happens then (603.12).
    fn has_played_by(&mut self, terms: &Terms) {
        if let Some((source, key, most)) = terms.uses {
            self.state.note_use(source, key);
            // What is gone remembers no use: what it allowed once is over.
            if most == 1 && self.state.get(source).is_none() {
                self.state.effects.retain(|e| crate::state::chars::AbilityKey::granted(e.id, 0, 0) != key);
                self.state.touch();
            }
        }
        if let Some(key) = terms.takes_from {
            self.state.take_use(key);
        }
        let (Some(ability), Some(source)) = (&terms.when, terms.giver) else { return };
        let Some(controller) = self.state.seen(source).map(|seen| seen.controller) else { return };
        let played = |o: &&crate::state::occurrence::Occurrence| {
            matches!(o.event, Event::Cast { .. } | Event::PlayedLand { .. })
        };
        let event = self.state.history.iter().rfind(played).cloned().map(Arc::new);
        // 607.2h: "when you cast an Equipment spell this way" is of those alone.
        let context = Context::of(source, controller);
        if !event.as_ref().is_some_and(|event| self.state.matches(&ability.event, event, &context)) {
            return;
        }
        self.state.pending.push(Pending {
            source,
            controller,
            key: None,
            ability: ability.clone(),
            event,
            frame: None,
        });
    }

    /// Plays a land in a way: what lets it be played so may give it abilities (611.3d).
    pub(crate) fn play_land_in(&mut self, player: PlayerId, card: ObjectId, way: &Way) -> Res<()> {
        let terms = self.state.terms(player, card, way);
        if let Some(terms) = &terms {
            self.give_as_played(player, card, terms);
        }
        self.play_land(player, card, way.face)?;
        if let Some(terms) = &terms {
            self.has_played_by(terms);
        }
        Ok(())
    }

    /// Plays a land (305.1, 116.2a, 701.14a): a special action that doesn't use the stack (405.6d, 505.6b).
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it isn't allowed; the table's halt.
    pub fn play_land(&mut self, player: PlayerId, card: ObjectId, face: u8) -> Res<()> {
        self.state.may_play_as_land(player, card, face).map_err(Halt::Illegal)?;
        let from = self.state.get(card).map_or(Zone::Hand, |o| o.zone);
        let entry = Entry { controller: Some(player), transformed: face > 0, ..Entry::default() };
        let proposal = Proposal::Move {
            object: card,
            to: Destination::Battlefield(Box::default()),
            cause: Cause::Play,
            by: Some(player),
            entry: Box::new(entry),
        };
        self.state.player_mut(player).lands_played += 1; // 305.4: what an effect puts there isn't counted.
        let outcome = self.happen_one(proposal, rule!("305.1"))?;
        if let Some(land) = outcome.members.first().and_then(|e| e.object()) {
            self.record(Event::PlayedLand { land, by: player, from }, rule!("305.1"), None);
        }
        Ok(())
    }
}

fn forbids_countering(effect: &Continuous) -> bool {
    matches!(effect, Continuous::Cant(Prohibition::Counter(_)))
}

/// Which costs were announced, for the abilities linked to them (607.2i); X goes with them (607.2j).
fn labels_of(terms: &Terms, announced: &Announced) -> SmallVec<[(CostLabel, u32); 1]> {
    let way = terms.label.iter().chain(&terms.under).map(|l| (l.clone(), 1));
    let extras = announced.extras.iter().filter(|e| e.times > 0);
    way.chain(extras.filter_map(|e| Some((e.label.clone()?, e.times)))).collect()
}

/// Which instance of a keyword was paid how often (702.56b, 702.78b), where one alone doesn't tell.
fn instances_of(announced: &Announced) -> SmallVec<[(CostLabel, u64, u32); 0]> {
    let named = || announced.extras.iter().filter_map(|e| Some((e.label.as_ref()?, e)));
    let several = |label: &CostLabel| named().filter(|(l, _)| *l == label).count() > 1;
    named().filter(|(label, _)| several(label)).map(|(label, e)| (label.clone(), e.instance, e.times)).collect()
}

impl State {
    /// Where several instances of a keyword offer a spell alternative costs, which of them was paid (702.152b).
    fn ways_apart(&self, spell: ObjectId, terms: &Terms) -> SmallVec<[(CostLabel, u64, u32); 0]> {
        let (Some(label), Some(paid)) = (&terms.label, terms.instance) else { return SmallVec::new() };
        let offers = |ability: &Ability| match ability {
            Ability::Static(ability) => ability
                .effects
                .iter()
                .any(|e| matches!(e, Continuous::AlternativeCost { label: of, .. } if of == label)),
            _ => false,
        };
        let offering = self.chars(spell).abilities.iter().filter(|on| offers(&on.ability)).map(|on| on.key.group());
        let groups: SmallVec<[u64; 2]> = offering.collect();
        if groups.len() < 2 {
            return SmallVec::new();
        }
        groups.into_iter().map(|group| (label.clone(), group, u32::from(group == paid))).collect()
    }

    /// Which spell of the turn the next one cast would be: of all players', and of that player's.
    fn spell_of_turn(&self, player: PlayerId) -> [u16; 2] {
        let mut nth = [1_u16; 2];
        for occurrence in &self.history {
            if let Event::Cast { by, .. } = occurrence.event {
                nth[0] = nth[0].saturating_add(1);
                nth[1] = nth[1].saturating_add(u16::from(by == player));
            }
        }
        nth
    }

    /// Notes which of the conditions that a spell asks for later hold as it becomes cast (601.2i), a bit each, and the numbers.
    fn note_as_cast(&self, player: PlayerId, spell: ObjectId, facts: &mut CastFacts) {
        let Some(object) = self.get(spell) else { return };
        let Some(card) = object.printed_on() else { return };
        let face = self.cards.get(usize::from(card)).and_then(|d| d.card.faces.get(usize::from(object.face)));
        let Some(face) = face.filter(|f| !f.noted.is_empty() || !f.noted_numbers.is_empty()) else { return };
        let frame = Frame { facts: Arc::new(facts.clone()), ..Frame::default() };
        let context = Context::with(spell, player, &frame);
        let held = face.noted.iter().zip(0..8).filter(|(condition, _)| self.holds(condition, &context));
        facts.noted = held.fold(0, |bits, (_, n)| bits | 1 << n);
        facts.numbers = face.noted_numbers.iter().map(|number| self.amount(number, &context)).collect();
    }
}
