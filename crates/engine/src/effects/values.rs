//! Choosing colors, types, names, numbers, words (607.2d, 608.2d), and remembering things (607).

use lawmage_ir::{
    Color, Continuous, Duration, ManaType, Modification, Selector, Subtype, SubtypeKind, TextWord, ValueKind, Who,
    WordKind, rule,
};

use crate::kinds::saga::final_chapter;
use crate::read::context::Scope;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Chosen;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};
use crate::table::named;

/// The greatest number that can be chosen where any can be.
const NUMBER_CAP: u32 = 1_000;

impl Game<'_> {
    /// A player chooses values, kept under a linked number of the source.
    pub(super) fn choose_value(
        &mut self,
        who: &Who,
        what: &ValueKind,
        count: u32,
        linked: u8,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        if frame.ability.is_some() {
            // 608.2d: an ability that resolves again speaks of what is chosen now.
            self.state.with_memory(scope.source, |memory| {
                memory.chosen.retain(|(n, _)| *n != linked);
                memory.chosen_by.retain(|(n, ..)| *n != linked);
            });
        }
        let (what, secret) = if let ValueKind::Secret(what) = what { (&**what, true) } else { (what, false) };
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let range = match what {
                ValueKind::Number => Some((0, NUMBER_CAP)),
                ValueKind::NumberBetween(least, most) => Some((*least, *most)),
                // 702.155b
                ValueKind::Chapter => Some((1, final_chapter(self.state.chars(scope.source)).max(1))),
                _ => None,
            };
            let chosen = if let Some(range) = range {
                let source = Some(scope.source);
                let n = self.number(Decision::number(player, Ask::Value, rule!("608.2d"), source, range))?;
                value.number = i32::try_from(n).unwrap_or(i32::MAX);
                vec![Chosen::Number(n)]
            } else {
                self.choose_named(player, what, count, scope, frame)?
            };
            for one in chosen {
                if let Chosen::Player(player) = &one {
                    value.members.push((*player).into());
                }
                value.done = true;
                self.state.with_memory(scope.source, |memory| {
                    if secret || who.is_group() {
                        memory.chosen_by.push((linked, player, one.clone()));
                    }
                    memory.chosen.push((linked, one));
                });
            }
            // Nobody hears what is chosen secretly.
            if secret {
                continue;
            }
            self.record(Event::ChoseValue { source: scope.source, by: player }, rule!("608.2d"), None);
        }
        self.state.refresh();
        Ok(value)
    }

    fn choose_named(
        &mut self,
        player: PlayerId,
        what: &ValueKind,
        count: u32,
        scope: Scope,
        frame: &Frame,
    ) -> Res<Vec<Chosen>> {
        let options: Vec<Choice> = match what {
            ValueKind::CardName(with) => {
                let names = self.state.card_names(player, with.as_deref(), count);
                let names = self.name_cards(player, rule!("201.4"), scope.source, names)?;
                return Ok(names.into_iter().map(Chosen::Name).collect());
            }
            ValueKind::Player(who) => {
                self.state.players_in_order(who, &scope.context(frame)).into_iter().map(Choice::Player).collect()
            }
            listed => named::things(listed),
        };
        let source = Some(scope.source);
        let most = if matches!(what, ValueKind::Colors) { Color::ALL.len() as u32 } else { count };
        let picked = self.pick(Decision::pick(player, Ask::Value, rule!("608.2d"), source, options, count, most))?;
        Ok(picked.into_iter().filter_map(named::chosen).collect())
    }

    /// 612.1: all instances of a word in an object's text become another word of its kind; the player chooses both.
    pub(super) fn change_text(
        &mut self,
        what: &Selector,
        words: &[WordKind],
        duration: &Duration,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let from = self.choose_word(words.iter().flat_map(|kind| words_of(*kind)).collect(), scope)?;
        let Some(from) = from else { return Ok(SlotValue::default()) };
        let same = words.iter().map(|kind| words_of(*kind)).find(|all| all.contains(&from)).unwrap_or_default();
        let to = self.choose_word(same.into_iter().filter(|w| *w != from).collect(), scope)?;
        let Some(to) = to else { return Ok(SlotValue::default()) };
        let mods = vec![Modification::ReplaceWord(from, to)];
        let effect = Continuous::Modify { what: what.clone(), mods };
        self.start_effects(&[effect], duration, &scope.context(frame))?;
        Ok(SlotValue::done(true))
    }

    /// Notes a value for the ability that is linked to this one (607.2e): what was noted before is forgotten.
    pub(super) fn note_value(&mut self, linked: u8, value: Chosen, scope: Scope) -> SlotValue {
        self.state.with_memory(scope.source, |memory| {
            memory.chosen.retain(|(n, _)| *n != linked);
            memory.chosen.push((linked, value));
        });
        SlotValue::done(true)
    }

    /// Notes the type of mana spent on the ability's cost; of several, the first.
    pub(super) fn note_mana(&mut self, linked: u8, scope: Scope, frame: &Frame) -> SlotValue {
        let spent = ManaType::ALL.into_iter().zip(frame.facts.spent).find(|(_, n)| *n > 0);
        match spent {
            Some((kind, _)) => self.note_value(linked, Chosen::Mana(kind), scope),
            None => SlotValue::done(false),
        }
    }

    /// 612.5, 701.10h: each of two objects gets the rules text of the other, all of it, as it is now. Without two nothing is exchanged.
    pub(super) fn exchange_text(
        &mut self,
        what: &Selector,
        duration: &Duration,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        let [one, other] = objects.as_slice() else { return Ok(SlotValue::done(false)) };
        let context = scope.context(frame);
        let Some(expiry) = self.state.expiry(duration, &context) else { return Ok(SlotValue::done(false)) };
        let text = |id: ObjectId| {
            let chars = self.state.copiable(id);
            let own = chars.abilities.iter().filter(|on| on.key.0 & 0xff == 0);
            Modification::SetText(own.map(|on| on.ability.clone()).collect())
        };
        let exchanged = [(*one, text(*other)), (*other, text(*one))];
        for (object, text) in exchanged {
            self.start_lasting(object, &[text], &context, expiry.clone());
        }
        self.state.touch();
        self.state.refresh();
        Ok(SlotValue::of([(*one).into(), (*other).into()]))
    }

    fn choose_word(&mut self, words: Vec<TextWord>, scope: Scope) -> Res<Option<TextWord>> {
        let options = words
            .iter()
            .map(|word| match word {
                TextWord::Color(color) => Choice::Color(*color),
                TextWord::Subtype(subtype) => Choice::Subtype(*subtype),
            })
            .collect();
        let decision = Decision::pick(scope.you, Ask::Value, rule!("612.1"), Some(scope.source), options, 1, 1);
        Ok(self.pick(decision)?.first().and_then(|picked| match picked {
            Choice::Color(color) => Some(TextWord::Color(*color)),
            Choice::Subtype(subtype) => Some(TextWord::Subtype(*subtype)),
            _ => None,
        }))
    }

    /// Keeps members under a linked number of the source.
    pub(super) fn remember_members(
        &mut self,
        linked: u8,
        what: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut members = self.pick_out(what, scope, frame)?;
        let mut keeper = scope.source;
        // 702.167c: the permanent that was crafted knows the cards as they are in exile.
        if linked == lawmage_ir::CRAFTED {
            keeper = self.state.current(keeper);
            let there = |member: Entity| member.object().map_or(member, |id| self.state.current(id).into());
            members = members.into_iter().map(there).collect();
        }
        // 608.2h: what was sacrificed is spoken of as it last was.
        if linked == lawmage_ir::SACRIFICED {
            members = members.into_iter().map(|member| self.state.as_it_left(member)).collect();
        }
        for member in &members {
            self.state.link_member(keeper, linked, *member);
        }
        Ok(SlotValue::of(members))
    }
}

/// The words of a kind (612.2).
fn words_of(kind: WordKind) -> Vec<TextWord> {
    match kind {
        WordKind::Color => Color::ALL.into_iter().map(TextWord::Color).collect(),
        WordKind::BasicLandType => Subtype::BASIC_LANDS.into_iter().map(TextWord::Subtype).collect(),
        WordKind::CreatureType => {
            Subtype::all().filter(|s| s.kind() == SubtypeKind::Creature).map(TextWord::Subtype).collect()
        }
    }
}
