//! Options of a decision, by the texts that name them.

use lawmage_engine::state::chars::AbilityKey;
use lawmage_engine::{Action, Choice, ObjectId, State};
use lawmage_ir::{Ability, CostLabel, Instruction, ManaType, Mode, Program, visit};
use lawmage_oracle::{Context, print_program};

use crate::ability_text::{Wanted, ability_starts, face_of};
use crate::answers::{Matcher, number_in};
use crate::refs::fold;

impl Matcher<'_> {
    /// The first option not picked yet that a text names; with a number, the one of that number.
    pub(crate) fn option(&self, text: &str, picked: &[u32]) -> Option<u32> {
        let options = self.decision.options();
        let objects: Vec<_> = options.iter().filter_map(|c| c.entity()?.object()).collect();
        if text.contains('#') && !text.starts_with('@') {
            let id = *self.names.among(self.state, text, objects).first()?;
            let place = options.iter().position(|c| *c == Choice::Object(id))? as u32;
            return (!picked.contains(&place)).then_some(place);
        }
        (0..options.len() as u32)
            .find(|i| !picked.contains(i) && options.get(*i as usize).is_some_and(|c| self.is(c, text)))
    }

    /// Whether a text names an option.
    fn is(&self, choice: &Choice, text: &str) -> bool {
        let folded = fold(text);
        match choice {
            Choice::Object(id) => self.names.is(self.state, *id, text),
            Choice::Player(id) => self.state.player(*id).name == text,
            Choice::Yes => matches!(folded.as_str(), "yes" | "true" | "pay" | "keep"),
            Choice::No => folded == "no" || folded == "false",
            Choice::Mode(mode) => self.is_mode(*mode, text),
            Choice::Color(color) => color.word() == folded,
            Choice::Mana(mana) => mana_is(mana, text),
            Choice::Subtype(subtype) => fold(subtype.word()) == folded,
            Choice::CardType(card_type) => fold(card_type.word()) == folded,
            Choice::Word(word) => fold(word) == folded,
            Choice::Number(n) => number_in(text) == Some(*n),
            Choice::Counter(kind) => {
                let word = fold(&kind.to_string());
                word == folded || folded.strip_suffix(" counter") == Some(word.as_str())
            }
            Choice::Sticker(place) => {
                self.state.stickers().get(usize::from(*place)).is_some_and(|s| fold(&s.sticker.text()) == folded)
            }
            Choice::Ability { source, key } => self.is_ability(*source, *key, text),
            Choice::Action(action) => match &**action {
                Action::Cast { card, way } | Action::PlayLand { card, way } => {
                    // "Wide Blast (overload)": for that cost of it.
                    let told = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
                    let (text, by) = told.map_or((text, None), |(name, by)| (name, Some(by)));
                    let so = |by: &str| matches!(&way.label, Some(CostLabel::Keyword(keyword, _)) if keyword.word() == fold(by));
                    by.is_none_or(so)
                        && match face_named(self.state, *card, &fold(text)) {
                            Some(face) => face == way.face,
                            None => self.names.is(self.state, *card, text),
                        }
                }
                _ => false,
            },
            Choice::Plan(_) | Choice::Cost(_) => false,
        }
    }

    /// A trigger, replacement or prevention effect by its source or by the start of its text.
    fn is_ability(&self, source: ObjectId, key: Option<AbilityKey>, text: &str) -> bool {
        self.names.was(self.state, source, text)
            || (key.is_some() && ability_starts(self.state, &self.names.texts, source, key, text))
    }

    /// A mode by its number from 1, or by how its text begins.
    fn is_mode(&self, mode: u8, text: &str) -> bool {
        if let Ok(number) = text.parse::<u32>() {
            return number == u32::from(mode) + 1;
        }
        let Some(source) = self.decision.source else { return false };
        let (Some(seen), Some(face)) = (self.state.seen(source), face_of(self.state, source)) else { return false };
        let wanted = Wanted::new(text, &face.name);
        let printed = self.names.texts.modes(self.state, &self.state.name_of(source), usize::from(mode));
        if printed.iter().any(|t| wanted.starts(t, &face.name)) {
            return true;
        }
        let context = Context { face: &face };
        let told = |m: &Mode| {
            let one = Program { modal: None, modes: vec![m.clone()] };
            wanted.starts(&print_program(&one, &context), &face.name)
        };
        let programs = seen.chars.abilities.iter().filter_map(|a| match &*a.ability {
            Ability::Spell(p) => Some(p),
            Ability::Activated(a) => Some(&a.program),
            Ability::Triggered(t) => Some(&t.program),
            _ => None,
        });
        let at = usize::from(mode);
        // "Becomes your choice of 5/1 or 1/5", "gains your choice of …": what it becomes or gains, without the verb.
        let what = |m: &Mode| {
            let one = Program { modal: None, modes: vec![m.clone()] };
            let program = print_program(&one, &context);
            let said =
                [" enters as ", " becomes ", " gains ", " gain "].iter().find_map(|verb| program.split_once(verb));
            let Some((_, what)) = said else { return false };
            let creature = format!("a {} creature", what.trim_end_matches('.'));
            wanted.starts(what, &face.name) || fold(&creature) == fold(text)
        };
        let chooses = |does: &Instruction| matches!(does, Instruction::ChooseMode { modes, .. } if modes.get(at).is_some_and(what));
        if seen.chars.abilities.iter().any(|on| visit::any(&*on.ability, chooses)) {
            return true;
        }
        programs.filter(|p| p.modal.is_some()).any(|p| p.modes.get(at).is_some_and(told))
    }
}

/// Whether mana is what a text names: "red", "{R}", "R".
fn mana_is(mana: &[ManaType], text: &str) -> bool {
    let word = fold(text);
    let letters: String = text.chars().filter(|c| !matches!(c, '{' | '}')).collect();
    let is = |m: &ManaType| match m {
        ManaType::Color(c) => c.word() == word,
        ManaType::Colorless => word == "colorless",
    };
    let same: String = mana
        .iter()
        .map(|m| match m {
            ManaType::Color(c) => c.letter(),
            ManaType::Colorless => 'C',
        })
        .collect();
    same == letters || (!mana.is_empty() && mana.iter().all(is))
}

/// Which face of a card has that name.
fn face_named(state: &State, card: ObjectId, name: &str) -> Option<u8> {
    let index = state.get(card)?.printed_on()?;
    let faces = &state.cards().get(usize::from(index))?.card.faces;
    faces.iter().position(|face| fold(&face.name) == name).map(|place| place as u8)
}
