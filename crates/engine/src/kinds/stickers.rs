//! Stickers (123): those of the game, where each of them is, and what they make of the objects they are on.
//!
//! A game without stickers has an empty [`State::stickers`]; every way in here asks that first.

use std::sync::Arc;

use lawmage_ir::{
    CounterKind, Letters, Modification, Selector, Sticker, StickerFace, StickerKind, StickerSheet, StickersOf, Subtype,
    Who, Zone, rule,
};
use smallvec::SmallVec;

use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::state::stickers::{StickerAt, StickerOn, words_in};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// So many sticker sheets a player has access to (103.2d, 123.2).
const SHEETS: usize = 3;

/// How many such letters stand in words; capitals and small letters are the same (123.6d-e).
fn letters_in(words: &str, which: Letters) -> i32 {
    let upper = words.chars().flat_map(char::to_uppercase);
    match which {
        Letters::Each(letter) => upper.filter(|c| *c == letter).count() as i32,
        // 123.6e
        Letters::UniqueVowels => "AEIOUY".chars().filter(|vowel| upper.clone().any(|c| c == *vowel)).count() as i32,
    }
}

impl State {
    /// Gives a player access to the stickers of a sheet (123.2c).
    pub fn add_sheet(&mut self, owner: PlayerId, sheet: &StickerSheet) {
        let stickers = sheet.stickers.iter().cloned();
        self.stickers.extend(stickers.map(|sticker| StickerAt { sticker, owner, on: None }));
    }

    /// 103.2d: a player reveals all of their sticker sheets; of more than three, three are chosen at random.
    pub fn reveal_sheets(&mut self, owner: PlayerId, sheets: &[StickerSheet]) {
        let mut chosen: Vec<&StickerSheet> = sheets.iter().collect();
        if chosen.len() > SHEETS {
            self.rng.shuffle(&mut chosen);
            chosen.truncate(SHEETS);
        }
        for sheet in chosen {
            self.add_sheet(owner, sheet);
        }
    }

    /// The stickers on an object, by their places among those of the game, oldest first.
    #[must_use]
    pub fn stickers_on(&self, id: ObjectId) -> SmallVec<[usize; 2]> {
        if self.stickers.is_empty() {
            return SmallVec::new();
        }
        let mut found: SmallVec<[(u32, usize); 2]> = (self.stickers.iter().enumerate())
            .filter_map(|(place, s)| s.on.filter(|on| on.object == id).map(|on| (on.timestamp, place)))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, place)| place).collect()
    }

    /// 123.4: whether an object has a sticker on it, of that kind or of any; of an object that is no longer there, as it
    /// last existed.
    #[must_use]
    pub fn is_stickered(&self, id: ObjectId, kind: Option<StickerKind>) -> bool {
        if self.stickers.is_empty() {
            return false;
        }
        let is =
            |place: &usize| self.stickers.get(*place).is_some_and(|s| kind.is_none_or(|kind| s.sticker.kind() == kind));
        match self.get(id) {
            Some(_) => self.stickers_on(id).iter().any(is),
            None => self.last_known(id).is_some_and(|past| past.stickers.iter().any(is)),
        }
    }

    /// Puts a sticker on an object, or moves it there, with a new timestamp (613.7k).
    pub fn stick(&mut self, place: usize, object: ObjectId, after: u32) {
        let timestamp = self.stamp();
        if let Some(sticker) = self.stickers.get_mut(place) {
            sticker.on = Some(StickerOn { object, timestamp, after });
            self.touch();
        }
    }

    /// 613.7k: right after an object has got a new timestamp its stickers get new ones, in the order they had.
    pub(crate) fn restamp_stickers(&mut self, id: ObjectId) {
        self.move_stickers(id, id);
    }

    /// The stickers on one object are on another from now on, and keep their order and their places in its name.
    pub(crate) fn move_stickers(&mut self, from: ObjectId, to: ObjectId) {
        for place in self.stickers_on(from) {
            let timestamp = self.stamp();
            if let Some(on) = self.stickers.get_mut(place).and_then(|s| s.on.as_mut()) {
                (on.object, on.timestamp) = (to, timestamp);
            }
        }
    }

    /// 123.5: stickers stay on what moves to a public zone, as an exception to 400.7, and come off what moves to a hidden one
    /// or is gone.
    pub(crate) fn carry_stickers(&mut self, was: ObjectId, now: ObjectId, to: Zone) {
        if self.stickers.is_empty() {
            return;
        }
        if to.is_public() {
            self.move_stickers(was, now);
        } else {
            self.remove_stickers(was);
        }
    }

    /// The stickers on an object come off.
    pub(crate) fn remove_stickers(&mut self, id: ObjectId) {
        for place in self.stickers_on(id) {
            if let Some(sticker) = self.stickers.get_mut(place) {
                sticker.on = None;
            }
        }
    }

    /// What a sticker does to the object it is on, layer by layer (123.6-123.8); nothing, for an art sticker (123.9).
    pub(crate) fn modifications_of(sticker: &StickerAt, on: StickerOn) -> Vec<Modification> {
        match &sticker.sticker.face {
            // 612.9, 613.1c
            StickerFace::Name(words) => vec![Modification::StickerWord(words.clone(), on.after)],
            // 123.7, 613.1f
            StickerFace::Abilities(abilities, _) => abilities.iter().cloned().map(Modification::AddAbility).collect(),
            StickerFace::PowerToughness(power, toughness) => {
                let number = |n: &i32| Some(lawmage_ir::Amount::Const(*n));
                vec![Modification::SetPowerToughness(number(power), number(toughness))]
            }
            StickerFace::Art(_) => Vec::new(),
        }
    }

    /// 123.8: a power and toughness sticker is for creatures, and off the battlefield for creature and Vehicle cards.
    pub(crate) fn takes_size(&self, id: ObjectId) -> bool {
        let chars = self.chars(id);
        let on_battlefield = self.get(id).is_some_and(|o| o.zone == Zone::Battlefield);
        chars.is_creature() || (!on_battlefield && chars.has_subtype(Subtype::VEHICLE))
    }

    /// The stickers that a phrase speaks of.
    fn stickers_of(&self, of: &StickersOf, context: &Context<'_>) -> SmallVec<[&Sticker; 2]> {
        let places: SmallVec<[usize; 2]> = match of {
            StickersOf::Slot(slot) => {
                let number = context.slot(*slot).map_or(0, |s| s.number);
                usize::try_from(number - 1).into_iter().collect()
            }
            StickersOf::On(reference) => {
                let objects = self.denote(reference, context);
                objects.iter().filter_map(|e| e.object()).flat_map(|id| self.stickers_on(id)).collect()
            }
        };
        places.into_iter().filter_map(|place| self.stickers.get(place)).map(|s| &*s.sticker).collect()
    }

    /// How many letters stand on name stickers (123.6d-e).
    pub(crate) fn sticker_letters(&self, which: Letters, of: &StickersOf, context: &Context<'_>) -> i32 {
        let count = |s: &&Sticker| match &s.face {
            StickerFace::Name(words) => letters_in(words, which),
            _ => 0,
        };
        self.stickers_of(of, context).iter().map(count).sum()
    }

    /// The power or toughness printed on power and toughness stickers, and on no others (123.8a).
    pub(crate) fn sticker_size(&self, power: bool, of: &StickersOf, context: &Context<'_>) -> i32 {
        let size = |s: &&Sticker| match s.face {
            StickerFace::PowerToughness(p, t) => {
                if power {
                    p
                } else {
                    t
                }
            }
            _ => 0,
        };
        self.stickers_of(of, context).iter().map(size).sum()
    }

    /// 123.7a: the abilities of the ability stickers on an object, whether or not it has them.
    pub(crate) fn sticker_abilities(&self, id: ObjectId) -> Vec<Arc<lawmage_ir::Ability>> {
        let stickers = self.stickers_on(id).into_iter().filter_map(|place| self.stickers.get(place));
        let abilities = stickers.filter_map(|s| match &s.sticker.face {
            StickerFace::Abilities(abilities, _) => Some(abilities.iter().cloned()),
            _ => None,
        });
        abilities.flatten().collect()
    }

    /// The stickers that a player could put on an object now (123.3): of the kind, on no object, and not too dear (123.3c).
    fn open_stickers(&self, player: PlayerId, kind: Option<StickerKind>, free: bool) -> Vec<usize> {
        let tickets = self.player(player).counters.get(&ticket());
        let open = |s: &StickerAt| {
            s.owner == player
                && s.on.is_none()
                && kind.is_none_or(|kind| s.sticker.kind() == kind)
                && (free || s.sticker.tickets <= tickets)
        };
        (0..self.stickers.len()).filter(|place| self.stickers.get(*place).is_some_and(open)).collect()
    }
}

/// 107.17: the counters that tickets are.
fn ticket() -> CounterKind {
    CounterKind::from_word("ticket")
}

impl Game<'_> {
    /// Players put stickers on objects (123.3).
    pub(crate) fn put_sticker(
        &mut self,
        who: &Who,
        kind: Option<StickerKind>,
        on: &Selector,
        free: bool,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        if self.state.stickers.is_empty() {
            return Ok(value);
        }
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            for object in self.pick_objects(on, scope, frame)? {
                // 123.3b: that part of the effect does nothing.
                if self.state.get(object).is_none_or(|o| o.owner != player || !o.zone.is_public()) {
                    continue;
                }
                let open = self.state.open_stickers(player, kind, free);
                let Some(place) = self.choose_sticker(player, open, scope)? else { continue };
                if (free || self.pay_tickets(player, place)?) && self.place_sticker(place, object, player, scope)? {
                    value.done = true;
                    value.number = place as i32 + 1;
                    value.members.push(object.into());
                }
            }
        }
        Ok(value)
    }

    /// What "sticker kicker" adds to its cost: its payer gets a ticket counter and may put a sticker on the spell (702.33h).
    pub(crate) fn ticket_and_sticker(&mut self, player: PlayerId, spell: ObjectId) -> Res<()> {
        let counter =
            Proposal::PutCounters { on: player.into(), kind: ticket(), amount: 1, by: Some(player), effect: false };
        self.happen_one(counter, rule!("702.33h"))?;
        let open = self.state.open_stickers(player, None, false);
        let ask = Decision::yes_no(player, Ask::May, rule!("702.33h"), Some(spell));
        if !open.is_empty() && self.yes(ask)? {
            let scope = Scope::new(spell, player);
            self.put_sticker(&Who::You, None, &lawmage_ir::THIS, false, scope, &Frame::default())?;
        }
        Ok(())
    }

    /// Moves a sticker from one object to another; its ticket cost isn't paid again (123.3d).
    pub(crate) fn move_sticker(
        &mut self,
        kind: Option<StickerKind>,
        from: &Selector,
        to: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        if self.state.stickers.is_empty() {
            return Ok(value);
        }
        let from = self.pick_objects(from, scope, frame)?;
        let Some(to) = self.pick_objects(to, scope, frame)?.first().copied() else { return Ok(value) };
        let is = |place: &usize| {
            let at = self.state.stickers.get(*place);
            // 123.3b: on an object that its player doesn't own it can't be put.
            at.is_some_and(|s| {
                kind.is_none_or(|kind| s.sticker.kind() == kind)
                    && self.state.get(to).is_some_and(|o| o.owner == s.owner && o.zone.is_public())
            })
        };
        let there: Vec<usize> =
            from.iter().filter(|id| **id != to).flat_map(|id| self.state.stickers_on(*id)).filter(is).collect();
        if let Some(place) = self.choose_sticker(scope.you, there, scope)?
            && self.place_sticker(place, to, scope.you, scope)?
        {
            value = SlotValue { number: place as i32 + 1, ..SlotValue::of([to.into()]) };
        }
        Ok(value)
    }

    /// A player chooses one of these stickers (123.3).
    fn choose_sticker(&mut self, player: PlayerId, open: Vec<usize>, scope: Scope) -> Res<Option<usize>> {
        let options = open.iter().map(|place| Choice::Sticker(*place as u16)).collect();
        let source = Some(scope.source);
        let picked = self.pick(Decision::pick(player, Ask::Sticker, rule!("123.3"), source, options, 1, 1))?;
        Ok(picked.first().and_then(|c| match c {
            Choice::Sticker(place) => Some(usize::from(*place)),
            _ => None,
        }))
    }

    /// 123.3c, 107.17a: a ticket cost is paid by removing that many ticket counters from oneself.
    fn pay_tickets(&mut self, player: PlayerId, place: usize) -> Res<bool> {
        let amount = self.state.stickers.get(place).map_or(0, |s| s.sticker.tickets);
        if amount == 0 {
            return Ok(true);
        }
        let cost = Proposal::remove_counters(player.into(), ticket(), amount);
        Ok(self.happen_one(cost, rule!("107.17a"))?.number == amount)
    }

    /// Puts a chosen sticker on an object. The object's controller chooses where a name sticker's words stand in its name
    /// (123.6b), which all players are told with the event.
    fn place_sticker(&mut self, place: usize, object: ObjectId, by: PlayerId, scope: Scope) -> Res<bool> {
        let Some(sticker) = self.state.stickers.get(place).map(|s| s.sticker.clone()) else { return Ok(false) };
        let after = if sticker.kind() == StickerKind::Name {
            let player = self.state.controller(object);
            let words = words_in(&self.state.chars(object).name);
            let source = Some(scope.source);
            self.number(Decision::number(player, Ask::NamePlace, rule!("123.6b"), source, (0, words)))?
        } else {
            0
        };
        self.state.stick(place, object, after);
        self.state.refresh();
        self.record(Event::Stickered { object, sticker: place as u16, by }, rule!("123.3"), None);
        Ok(true)
    }

    /// 123.5c: of what a melded or merged permanent became in a public zone, its owner chooses one, which keeps all of its
    /// stickers.
    pub(crate) fn keep_stickers(&mut self, now: ObjectId) -> Res<()> {
        if self.state.stickers.is_empty() || self.state.stickers_on(now).is_empty() {
            return Ok(());
        }
        let mut became: Vec<Choice> = self.state.parted(now).map(Choice::Object).collect();
        let Some(owner) = self.state.get(now).map(|o| o.owner).filter(|_| !became.is_empty()) else { return Ok(()) };
        became.insert(0, Choice::Object(now));
        let picked = self.pick(Decision::pick(owner, Ask::Choose, rule!("123.5c"), Some(now), became, 1, 1))?;
        if let Some(to) = picked.first().and_then(|c| c.entity()?.object()).filter(|to| *to != now) {
            self.state.move_stickers(now, to);
            self.state.touch();
        }
        Ok(())
    }
}
