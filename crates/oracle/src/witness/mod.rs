//! Reminder text as a witness: what cards print in parentheses says in other words what a keyword means (207.2). Put in the
//! place of the keyword and compiled, it must come to the same.
//!
//! Reminder text is looser than rules text. How its shorter words are told in full stands in `idioms.txt`; what can't be read even
//! so testifies nothing, and is counted.

mod idioms;

pub(crate) use idioms::in_full_words;

use lawmage_ir::{Ability, Card, Keyword};

use crate::compile;
use crate::grammar::words::number_word;
use crate::source::{CardSource, FaceSource};

const REASONS: &str = include_str!("reasons.txt");

/// Why a reminder text of that keyword, told in full, may differ from our definition, which is right nevertheless
/// (`reasons.txt`).
#[must_use]
pub fn reason(of: &str, told: &str) -> Option<&'static str> {
    let lines = REASONS.lines().filter(|line| !line.starts_with('#'));
    let reasons = lines.filter_map(|line| {
        let [word, words, why] = line.splitn(3, '|').map(str::trim).collect::<Vec<_>>().try_into().ok()?;
        Some((word, words, why))
    });
    reasons.into_iter().find(|(word, words, _)| *word == of && told.contains(words)).map(|(.., why)| why)
}

/// A keyword with a reminder text that says what it means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// What is explained: "equip", "scry".
    pub of: String,
    /// The reminder text as printed, without its parentheses.
    pub reminder: String,
    /// A card that has the keyword, and nothing else.
    pub said: CardSource,
    /// The same card with the reminder text in the keyword's place.
    pub told: CardSource,
}

/// What a witness says of our reading of a keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Testimony {
    /// Both compile to the same program.
    Same,
    /// Both compile, to different programs. Whether they play alike is for others to find out.
    Other {
        /// What the keyword compiles to.
        said: Card,
        /// What its reminder text compiles to.
        told: Card,
    },
    /// The reminder text isn't understood: its sentences that aren't.
    Unread(Vec<String>),
}

impl Witness {
    /// Compiles both, and compares.
    #[must_use]
    pub fn testify(&self) -> Testimony {
        let (said, told) = (compile(&self.said).card, compile(&self.told).card);
        let unread: Vec<String> =
            told.faces.iter().flat_map(|face| face.uncompiled.iter().map(ToString::to_string)).collect();
        if !unread.is_empty() {
            return Testimony::Unread(unread);
        }
        let same = said.faces.len() == told.faces.len()
            && said.faces.iter().zip(&told.faces).all(|(a, b)| meaning(&a.abilities) == meaning(&b.abilities));
        if same { Testimony::Same } else { Testimony::Other { said, told } }
    }

    /// What witnesses have in common that say the same with other numbers, costs and names.
    #[must_use]
    pub fn shape(&self) -> String {
        let mut shape = String::with_capacity(self.reminder.len());
        for word in self.reminder.split(' ') {
            let number = word.starts_with(|c: char| c.is_ascii_digit() || c == '{') || number_word(word).is_some();
            shape.push_str(if number { "# " } else { word });
            shape.push(' ');
        }
        shape
    }
}

/// Abilities, with keywords as what they mean.
pub(crate) fn meaning(abilities: &[Ability]) -> Vec<&Ability> {
    let mut all = Vec::new();
    for ability in abilities {
        match ability {
            Ability::Keyword(keyword) if !keyword.means.is_empty() => all.extend(meaning(&keyword.means)),
            other => all.push(other),
        }
    }
    all
}

/// The witnesses on a card: the reminder texts that stand after a keyword ability or at the end of a sentence with a keyword
/// action.
#[must_use]
pub fn witnesses(source: &CardSource) -> Vec<Witness> {
    let mut found = Vec::new();
    for face in &source.faces {
        for line in face.text.lines() {
            let Some((said, rest)) = line.split_once('(') else { continue };
            let Some((reminder, _)) = rest.split_once(')') else { continue };
            let said = said.trim();
            let witness = of_ability(source, face, said, reminder).or_else(|| of_action(source, face, said, reminder));
            found.extend(witness);
        }
    }
    found
}

/// A card with that one face, with that text.
fn alone(source: &CardSource, face: &FaceSource, text: &str) -> CardSource {
    let face = FaceSource { text: text.replace('~', &face.name), ..face.clone() };
    CardSource { name: face.name.clone(), faces: vec![face], lexicon: source.lexicon.clone(), ..CardSource::default() }
}

/// A keyword ability with its reminder text; of several in a line, the last is explained.
fn of_ability(source: &CardSource, face: &FaceSource, said: &str, reminder: &str) -> Option<Witness> {
    let keyword_of = |text: &str| -> Option<Keyword> {
        let card = compile(&alone(source, face, text)).card;
        let face = card.faces.first().filter(|face| face.uncompiled.is_empty())?;
        match &face.abilities[..] {
            [Ability::Keyword(keyword)] => Some(keyword.keyword),
            _ => None,
        }
    };
    let last = said.rsplit_once(", ").map(|(_, last)| last);
    let (phrase, keyword) = [Some(said), last].into_iter().flatten().find_map(|t| Some((t, keyword_of(t)?)))?;
    let word = keyword.word();
    let told = idioms::of_ability(word, phrase, reminder);
    Some(Witness {
        of: word.to_owned(),
        reminder: reminder.to_owned(),
        said: alone(source, face, phrase),
        told: alone(source, face, &told),
    })
}

/// A sentence that ends with a keyword action (701), which its reminder text explains.
fn of_action(source: &CardSource, face: &FaceSource, said: &str, reminder: &str) -> Option<Witness> {
    let (of, told) = idioms::of_action(said, reminder)?;
    let said = alone(source, face, said);
    let complete = compile(&said).card.is_complete();
    complete.then(|| Witness {
        of: of.to_owned(),
        reminder: reminder.to_owned(),
        said,
        told: alone(source, face, &told),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(type_line: &str, text: &str) -> Vec<Witness> {
        let face = FaceSource {
            name: "Ember Lesson".to_owned(),
            mana_cost: Some("{R}".to_owned()),
            type_line: type_line.to_owned(),
            text: text.to_owned(),
            ..FaceSource::default()
        };
        witnesses(&CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() })
    }

    #[test]
    fn a_reminder_text_that_says_the_same_in_other_words_agrees() {
        let found = of("Instant", "Draw a card.\nCycling {2} ({2}, Discard this card: Draw a card.)");
        assert_eq!(found.iter().map(|w| (&*w.of, w.testify())).collect::<Vec<_>>(), [("cycling", Testimony::Same)]);
    }

    #[test]
    fn a_reminder_text_that_says_something_else_is_told_from_the_keyword() {
        let found = of("Instant", "Cycling {2} ({2}, Discard this card: Draw two cards.)");
        assert!(matches!(found[0].testify(), Testimony::Other { .. }));
        let found = of("Instant", "Cycling {2} ({2}, Discard this card: Draw tow cards.)");
        assert!(matches!(found[0].testify(), Testimony::Unread(_)));
    }

    #[test]
    fn a_keyword_action_is_told_in_its_sentence() {
        let text = "You gain 2 life, then scry 1. (Look at the top card of your library. You may put that card on the bottom.)";
        let found = of("Sorcery", text);
        assert_eq!(found[0].of, "scry");
        assert!(found[0].told.faces[0].text.starts_with("You gain 2 life, then look at the top card of your library."));
    }

    #[test]
    fn reasons_name_a_rule_or_what_is_left_out() {
        for line in REASONS.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let parts: Vec<&str> = line.splitn(3, '|').map(str::trim).collect();
            let [word, words, why] = parts[..] else { panic!("{line}") };
            assert!(!why.is_empty() && reason(word, words).is_some(), "{line}");
        }
        assert_eq!(reason("cycling", "{2}, Discard this card: Draw a card."), None);
    }
}
