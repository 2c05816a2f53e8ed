//! Printed texts: what a card says of each of its abilities, beside what our printer says.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use lawmage_engine::State;
use lawmage_engine::state::chars::{AbilityKey, AbilityOn, Chars};
use lawmage_ir::{Ability, Card, Face};
use lawmage_oracle::{CardSource, FaceSource};

use crate::refs::fold;

/// A line of a text box and the abilities it alone compiles to.
#[derive(Clone, Debug)]
struct Line {
    text: String,
    abilities: Vec<Ability>,
}

/// The lines of a face.
#[derive(Clone, Debug, Default)]
struct Lines {
    lines: Vec<Line>,
    /// Whether the lines' abilities, one after the other, are the face's.
    in_order: bool,
}

/// Printed texts, read at first need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    read: RefCell<BTreeMap<(usize, usize), Rc<Lines>>>,
}

impl Texts {
    /// The printed lines that say the ability of that key.
    pub(crate) fn of(&self, state: &State, chars: &Chars, on: &AbilityOn) -> Vec<String> {
        let Some((card, face)) = place(state, &chars.name) else { return Vec::new() };
        let Some(lines) = self.lines(state, card, face) else { return Vec::new() };
        let mut found: Vec<String> = lines
            .lines
            .iter()
            .filter(|l| l.abilities.iter().any(|a| *a == *on.ability))
            .map(|l| l.text.clone())
            .collect();
        // What an effect has changed is no longer what is printed.
        let printed =
            |index: usize| face_at(state, card, face).and_then(|f| f.abilities.get(index)) == Some(&*on.ability);
        if lines.in_order
            && let Some(index) = on.key.printed_index()
            && printed(index)
        {
            let mut before = 0;
            for line in &lines.lines {
                if (before..before + line.abilities.len()).contains(&index) && !found.contains(&line.text) {
                    found.push(line.text.clone());
                }
                before += line.abilities.len();
            }
        }
        found
    }

    /// The bullets that print the mode of that index: one of each list of modes.
    pub(crate) fn modes(&self, state: &State, name: &str, mode: usize) -> Vec<String> {
        let Some((card, face)) = place(state, name) else { return Vec::new() };
        let Some(face) = face_at(state, card, face) else { return Vec::new() };
        let mut found = Vec::new();
        let mut nth = 0;
        for line in face.text.lines().map(str::trim) {
            let bullet = line.strip_prefix('•').map(str::trim_start);
            if let Some(text) = bullet.filter(|_| nth == mode) {
                found.push(text.to_owned());
            }
            nth = if bullet.is_some() { nth + 1 } else { 0 };
        }
        found
    }

    fn lines(&self, state: &State, card: usize, face: usize) -> Option<Rc<Lines>> {
        if let Some(lines) = self.read.borrow().get(&(card, face)) {
            return Some(lines.clone());
        }
        let read = Rc::new(read(face_at(state, card, face)?));
        self.read.borrow_mut().insert((card, face), read.clone());
        Some(read)
    }
}

/// Where in the game's cards a face of that name is.
fn place(state: &State, name: &str) -> Option<(usize, usize)> {
    let wanted = fold(name);
    let face = |card: &Card| card.faces.iter().position(|f| fold(&f.name) == wanted);
    state.cards().iter().enumerate().find_map(|(index, def)| Some((index, face(&def.card)?)))
}

fn face_at(state: &State, card: usize, face: usize) -> Option<&Face> {
    state.cards().get(card)?.card.faces.get(face).map(|f| &**f)
}

/// Each line of a face compiled by itself.
fn read(face: &Face) -> Lines {
    let types: Vec<&str> = face.types.as_printed().map(lawmage_ir::CardType::word).collect();
    let legendary = if face.supertypes.has(lawmage_ir::Supertype::Legendary) { "Legendary " } else { "" };
    let type_line = format!("{legendary}{}", types.join(" "));
    let mut texts: Vec<String> = Vec::new();
    for line in face.text.lines() {
        match texts.last_mut() {
            Some(last) if line.trim_start().starts_with(['•', '+']) && line.contains('•') => {
                last.push('\n');
                last.push_str(line);
            }
            _ => texts.push(line.to_owned()),
        }
    }
    let lines: Vec<Line> = texts
        .into_iter()
        .map(|text| {
            let alone = FaceSource {
                name: face.name.to_string(),
                type_line: type_line.clone(),
                text: text.clone(),
                ..FaceSource::default()
            };
            let source = CardSource { name: alone.name.clone(), faces: vec![alone], ..CardSource::default() };
            let card = lawmage_oracle::compile(&source).card;
            let abilities = card.faces.first().map(|f| f.abilities.clone()).unwrap_or_default();
            Line { text, abilities }
        })
        .collect();
    let count: usize = lines.iter().map(|l| l.abilities.len()).sum();
    Lines { lines, in_order: count == face.abilities.len() }
}

/// The keyword that an ability is a part of, with what it stands as.
pub(crate) fn keyword_of(chars: &Chars, key: AbilityKey) -> Option<&AbilityOn> {
    chars.abilities.iter().find(|other| {
        other.key.group() == key.group() && other.key != key && matches!(&*other.ability, Ability::Keyword(_))
    })
}
