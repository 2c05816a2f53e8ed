//! Tokens learnt from reminder texts: "Create a Gadget token. (It's an artifact with "…")" (111.10).

use std::collections::BTreeMap;

use lawmage_ir::{Subtype, SubtypeKind};

use crate::grammar::token::is_predefined;
use crate::lexicon::Lexicon;
use crate::source::FaceSource;

/// What reminder texts say of the tokens of one name; `None` where they don't agree.
pub(super) type Sightings = BTreeMap<String, Option<FaceSource>>;

/// The beginnings of what is said of one or of several tokens, with the card type.
const SAYINGS: [(&str, &str); 4] = [
    ("It's an artifact with ", "Artifact"),
    ("They're artifacts with ", "Artifact"),
    ("It's an enchantment with ", "Enchantment"),
    ("They're enchantments with ", "Enchantment"),
];

/// What type lines creature tokens have by which a text calls them: "1/1 green and white Elf Druid creature tokens".
pub(super) fn creature_lines(text: &str) -> Vec<String> {
    let line = |(at, _): (usize, &str)| {
        let mut before: Vec<&str> = text.get(..at)?.split([' ', '\n']).collect();
        while before.last().is_some_and(|word| matches!(*word, "artifact" | "enchantment" | "land")) {
            before.pop();
        }
        let is_type = |word: &&&str| word.starts_with(char::is_uppercase) && word.chars().all(char::is_alphabetic);
        let types: Vec<&str> = before.iter().rev().take_while(is_type).copied().collect();
        // Behind a color, or behind its size.
        let color = |word: &&str| {
            matches!(*word, "white" | "blue" | "black" | "red" | "green" | "colorless") || word.contains('/')
        };
        before.iter().rev().nth(types.len()).filter(|word| color(word))?;
        let types: Vec<&str> = types.into_iter().rev().collect();
        (!types.is_empty()).then(|| format!("Creature — {}", types.join(" ")))
    };
    text.match_indices(" creature token").filter_map(line).collect()
}

/// The tokens that nobody knows and that reminder texts explain.
pub(super) fn sightings<'c>(faces: impl Iterator<Item = &'c FaceSource>, is_card: &dyn Fn(&str) -> bool) -> Sightings {
    let mut found = Sightings::new();
    for line in faces.flat_map(|face| face.text.lines()) {
        let Some(token) = sighting(line) else { continue };
        if is_predefined(&token.name) || is_card(&token.name) {
            continue;
        }
        let name = token.name.clone();
        match found.get_mut(&name) {
            Some(said) if said.as_ref() != Some(&token) => *said = None,
            Some(_) => {}
            None => drop(found.insert(name, Some(token))),
        }
    }
    found
}

/// The one token that the line names before its reminder text, as that tells it.
fn sighting(line: &str) -> Option<FaceSource> {
    let (said, rest) = line.split_once('(')?;
    let (reminder, _) = rest.split_once(')')?;
    let (text, card_type) = SAYINGS.iter().find_map(|(begins, t)| Some((reminder.strip_prefix(begins)?, *t)))?;
    let text = text.trim_end_matches('.').strip_prefix('"')?.strip_suffix('"')?;
    if text.contains('"') {
        return None;
    }
    let words: Vec<&str> = said.split([' ', ',', '.']).collect();
    let mut names = words.windows(2).filter_map(|pair| match pair {
        [name, "token" | "tokens"] if name.starts_with(char::is_uppercase) => Some(*name),
        _ => None,
    });
    let name = names.next().filter(|name| names.all(|other| other == *name))?;
    Some(FaceSource {
        name: name.to_owned(),
        type_line: format!("{card_type} — {name}"),
        text: text.to_owned(),
        ..FaceSource::default()
    })
}

/// The names are subtypes too (111.10).
pub(super) fn subtypes(sightings: &Sightings) -> impl Iterator<Item = Subtype> + '_ {
    let known = Lexicon::default();
    sightings.values().flatten().filter(move |token| known.subtype(&token.name).is_none()).filter_map(|token| {
        let enchantment = token.type_line.contains("Enchantment");
        Subtype::own(&token.name, if enchantment { SubtypeKind::Enchantment } else { SubtypeKind::Artifact })
    })
}

/// Those that compile.
pub(super) fn tokens(sightings: &Sightings, lexicon: &Lexicon) -> Vec<FaceSource> {
    let compiles = |token: &&FaceSource| lexicon.clone().define_token(token).is_empty();
    sightings.values().flatten().filter(compiles).cloned().collect()
}
