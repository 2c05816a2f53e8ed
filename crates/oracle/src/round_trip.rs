//! What was compiled, printed and read again: whether it means the same, and whether a word of the card was lost on the way.
//!
//! Words are compared, not sentences: the compiler may set a condition before or after what depends on it. What is left out
//! of the comparison is listed here, and nothing else is.

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::Face;

use crate::grammar::words::number_word;
use crate::lexicon::Lexicon;
use crate::text::{SelfNames, ability_word, is_self_noun, without_reminders};
use crate::{CardSource, FaceSource, compile, print_face};

/// What printing a complete card and reading that again came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundTrip {
    /// Whether the printed text compiles to the same program.
    pub same_program: bool,
    /// Words of the card that its program doesn't print, as often as they are missing, in alphabetical order.
    pub lost: Vec<String>,
    /// Words that only the program prints.
    pub gained: Vec<String>,
}

impl RoundTrip {
    /// Prints what was compiled, compiles that, and compares.
    #[must_use]
    pub fn of(source: &CardSource, faces: &[Arc<Face>]) -> Self {
        let printed = printed(source, faces);
        let again = compile(&printed).card;
        let same = |(a, b): (&Arc<Face>, &Arc<Face>)| {
            a.uncompiled.is_empty() && Face { text: b.text.clone(), ..Face::clone(a) } == **b
        };
        let same_program = again.faces.len() == faces.len() && again.faces.iter().zip(faces).all(same);
        let mut counts: BTreeMap<String, i32> = BTreeMap::new();
        for (ours, theirs) in printed.faces.iter().zip(&source.faces) {
            words(theirs).for_each(|word| *counts.entry(word).or_default() += 1);
            words(&FaceSource { text: ours.text.clone(), ..theirs.clone() })
                .for_each(|word| *counts.entry(word).or_default() -= 1);
        }
        let of = |sign: i32| {
            let some = counts.iter().filter(move |(_, n)| **n * sign > 0);
            some.flat_map(|(word, n)| std::iter::repeat_n(word.clone(), n.unsigned_abs() as usize)).collect()
        };
        Self { same_program, lost: of(1), gained: of(-1) }
    }

    /// Whether no word was lost and none added.
    #[must_use]
    pub const fn has_same_words(&self) -> bool {
        self.lost.is_empty() && self.gained.is_empty()
    }
}

/// The same card with its texts printed from what was compiled.
#[must_use]
pub fn printed(source: &CardSource, faces: &[Arc<Face>]) -> CardSource {
    let mut again = source.clone();
    for (face, compiled) in again.faces.iter_mut().zip(faces) {
        face.text = print_face(compiled);
    }
    again
}

/// Words that say nothing a comparison of programs doesn't: articles, what joins clauses, and pronouns, whose referent the
/// program names.
const LEFT_OUT: [&str; 26] = [
    "a", "an", "the", "and", "and/or", "then", "or", "it", "its", "it's", "he", "she", "his", "her", "him", "they",
    "them", "their", "they're", "that", "those", "this", "these", "~", "is", "are",
];

/// Nouns that "that" and "those" make a pronoun of.
const NOUNS: [&str; 8] = ["creature", "card", "permanent", "spell", "player", "land", "token", "artifact"];

/// The words of a face that are compared: without reminder text and ability words, its names and "this creature" as "~",
/// numbers as figures, plurals and possessives as what they are of, "whenever" as "when".
fn words(face: &FaceSource) -> impl Iterator<Item = String> + use<> {
    let lexicon = Lexicon::default();
    let names = SelfNames::new(&face.name, face.type_line.contains("Legendary"), &lexicon);
    let text = without_names(&without_reminders(&face.text), &names, &lexicon);
    // 207.2c: ability words have no meaning.
    let lines = text.lines().map(|line| line[ability_word(line).unwrap_or(0)..].to_lowercase());
    let split = |c: char| c.is_whitespace() || matches!(c, '.' | ',' | ':' | ';' | '"' | '“' | '”' | '—' | '•');
    let mut all = Vec::new();
    for line in lines {
        let mut before = "";
        for each in line.split(split) {
            // "That creature" is a pronoun too.
            let pronoun = matches!(before, "that" | "those")
                && NOUNS.contains(&each.trim_end_matches("'s").trim_end_matches('s'));
            all.extend(word(each).filter(|_| !pronoun));
            before = each;
        }
    }
    all.into_iter()
}

/// One word as it is compared; none, where it isn't.
fn word(word: &str) -> Option<String> {
    let word = word.trim_end_matches("'s").trim_end_matches('\'');
    if word == "whenever" {
        return Some("when".to_owned());
    }
    if let Some(n) = number_word(word) {
        return Some(n.to_string());
    }
    let stem = word.strip_suffix('s').filter(|stem| stem.len() > 2 && !stem.ends_with('s')).unwrap_or(word);
    let counts = !stem.is_empty() && !LEFT_OUT.contains(&word);
    counts.then(|| stem.to_owned())
}

/// The names of the face, and "this creature" and the like, as "~".
fn without_names(text: &str, names: &SelfNames, lexicon: &Lexicon) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    let mut inside = false;
    while let Some(c) = rest.chars().next() {
        let length = if inside { None } else { names.at_start_of(rest).or_else(|| this_noun(rest, lexicon)) };
        match length {
            Some(length) => {
                kept.push('~');
                rest = &rest[length..];
            }
            None => {
                kept.push(c);
                inside = c.is_alphanumeric();
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    kept
}

/// The length of "this creature" and the like.
fn this_noun(text: &str, lexicon: &Lexicon) -> Option<usize> {
    let rest = text.strip_prefix("this ").or_else(|| text.strip_prefix("This "))?;
    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    is_self_noun(&rest[..end], lexicon).then_some("this ".len() + end)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> CardSource {
        let face = FaceSource {
            name: "Ember Lesson".to_owned(),
            mana_cost: Some("{R}".to_owned()),
            type_line: "Sorcery".to_owned(),
            text: text.to_owned(),
            ..FaceSource::default()
        };
        CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() }
    }

    #[test]
    fn order_reminders_and_names_are_no_difference() {
        let source = card("Ember Lesson deals two damage to any target. (It hurts.)\nDraw a card.");
        let trip = RoundTrip::of(&source, &compile(&source).card.faces);
        assert!(trip.same_program);
        assert!(trip.has_same_words(), "{trip:?}");
    }

    #[test]
    fn a_word_that_the_program_lost_is_told() {
        let source = card("Ember Lesson deals 2 damage to target creature.");
        let other = card("Ember Lesson deals 2 damage to target creature an opponent controls.");
        let trip = RoundTrip::of(&other, &compile(&source).card.faces);
        assert!(trip.same_program, "of what was compiled");
        assert_eq!(trip.lost, ["control", "opponent"]);
        assert!(trip.gained.is_empty());
    }
}
