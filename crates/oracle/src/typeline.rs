//! What stands on a card outside its text box: type line, mana cost, power and toughness, loyalty (202-210).

use lawmage_ir::{
    Amount, CardType, Color, ColorSet, ManaCost, Printed, Subtype, SubtypeKind, SubtypeSet, Supertype, TypeLine,
};

use crate::lexicon::Lexicon;

/// The words of a type line that nobody knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unknown {
    /// Before the dash.
    pub types: Vec<String>,
    /// After it.
    pub subtypes: Vec<String>,
}

/// Reads a type line (205.1): supertypes and card types, a dash, subtypes. The second value lists the words it does
/// not know.
#[must_use]
pub fn type_line(lexicon: &Lexicon, text: &str) -> (TypeLine, Unknown) {
    let mut line = TypeLine::default();
    let mut unknown = Unknown::default();
    let (left, right) = split_dash(text);
    for word in left.split_whitespace() {
        if let Some(supertype) = Supertype::from_word(word) {
            line.supertypes.insert(supertype);
        } else if let Some(card_type) = card_type(word) {
            line.types.insert(card_type);
        } else {
            unknown.types.push(word.to_owned());
        }
    }
    // 205.3b, 311.3: all words after the dash are a plane's one subtype.
    let planar = line.types.has(CardType::Plane).then(|| Subtype::own(right.trim(), SubtypeKind::Planar)).flatten();
    line.subtypes = match planar {
        Some(planar) => [planar].into_iter().collect(),
        None => subtypes(lexicon, right, &mut unknown.subtypes),
    };
    (line, unknown)
}

/// "Tribal" is what kindred was called (205.2a, glossary).
fn card_type(word: &str) -> Option<CardType> {
    CardType::from_word(word).or_else(|| word.eq_ignore_ascii_case("tribal").then_some(CardType::Kindred))
}

fn split_dash(text: &str) -> (&str, &str) {
    for dash in [" — ", " – ", " - "] {
        if let Some((left, right)) = text.split_once(dash) {
            return (left, right);
        }
    }
    (text, "")
}

/// Subtypes, one or more of them (205.3a), are single words but for one (205.3b), so the longest run of words that is a subtype is taken.
fn subtypes(lexicon: &Lexicon, text: &str, unknown: &mut Vec<String>) -> SubtypeSet {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut set = SubtypeSet::default();
    let mut at = 0;
    while at < words.len() {
        let found = (at + 1..=words.len().min(at + 3)).rev().find_map(|end| {
            let run = words.get(at..end)?.join(" ");
            Some((lexicon.subtype(&run)?, end))
        });
        match found {
            Some((subtype, end)) => {
                set.insert(subtype);
                at = end;
            }
            None => {
                unknown.extend(words.get(at).map(|w| (*w).to_owned()));
                at += 1;
            }
        }
    }
    set
}

/// The mana cost of a face (202): `Ok(None)` where there is none.
///
/// # Errors
/// The text, when it is no mana cost.
pub fn mana_cost(text: Option<&str>) -> Result<Option<ManaCost>, String> {
    match text.map(str::trim) {
        None | Some("") => Ok(None),
        Some(text) => ManaCost::parse(text).map(Some).ok_or_else(|| text.to_owned()),
    }
}

/// Power or toughness as printed (208): a number, `*`, `1+*`, `*+1`, `7-*`.
#[must_use]
pub fn printed(text: &str) -> Option<Printed> {
    let text = text.trim().replace(['−', '–'], "-");
    if let Ok(number) = text.parse() {
        return Some(Printed::Number(number));
    }
    if text == "*" {
        return Some(Printed::Star(0));
    }
    let number = text.strip_suffix("+*").or_else(|| text.strip_prefix("*+")).or_else(|| text.strip_suffix("-*"))?;
    number.parse().ok().map(Printed::Star)
}

/// Loyalty as printed (209): a number or X.
#[must_use]
pub fn loyalty(text: &str) -> Option<Amount> {
    match text.trim() {
        "X" | "x" => Some(Amount::X),
        number => number.parse().ok().map(Amount::Const),
    }
}

/// The letters of a color indicator (204).
#[must_use]
pub fn indicator(text: &str) -> ColorSet {
    text.chars().filter_map(Color::from_letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_line_is_read_whole() {
        let (line, unknown) = type_line(&Lexicon::default(), "Legendary Snow Artifact Creature — Elf Time Lord");
        assert_eq!(unknown, Unknown::default());
        assert_eq!(line.supertypes.len(), 2);
        assert!(line.types.has(CardType::Artifact) && line.types.has(CardType::Creature));
        assert_eq!(line.subtypes.listed.len(), 2);
        assert_eq!(type_line(&Lexicon::default(), "Creature — Qwertyish").1.subtypes, ["Qwertyish"]);
    }

    #[test]
    fn stars_and_numbers_are_told_apart() {
        assert_eq!(printed("2"), Some(Printed::Number(2)));
        assert_eq!(printed("-1"), Some(Printed::Number(-1)));
        assert_eq!(printed("*"), Some(Printed::Star(0)));
        assert_eq!(printed("1+*"), Some(Printed::Star(1)));
        assert_eq!(printed("?"), None);
    }
}
