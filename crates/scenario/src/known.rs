//! The words of the format, and what is said of those that are none.

use lawmage_cards::suggest::{is_slip, nearest};
use lawmage_ir::{CardType, Color, Keyword, ManaType, Subtype, Supertype, Zone};

use crate::refs::fold;
use crate::report::{Outcomes, Trouble};

/// A word that is nearly a keyword was most likely meant to be it.
pub(crate) fn likely_keyword(trouble: Trouble, text: &str) -> Trouble {
    let wanted = fold(text);
    let near = nearest(&wanted, Keyword::ALL.iter().map(|k| k.word()), 1).first().copied().filter(|k| *k != wanted);
    match near.filter(|k| is_slip(&wanted, k)) {
        Some(keyword) => trouble.hint(format!("did you mean {keyword}?")).about(text),
        None => trouble,
    }
}

/// Whether there is a type, subtype, supertype or color of that name.
pub(crate) fn known_word(kind: &str, word: &str) -> Outcomes<()> {
    let fits = match kind {
        "type" => CardType::from_word(word).is_some(),
        "color" => fold(word) == "colorless" || Color::from_word(&fold(word)).is_some(),
        "supertype" => Supertype::from_word(word).is_some(),
        // Cards bring subtypes of their own, planes all of theirs (205.3n).
        _ => {
            Subtype::from_word(word).is_some() || Subtype::own_words().iter().any(|own| own.eq_ignore_ascii_case(word))
        }
    };
    if fits {
        return Ok(());
    }
    let all: Vec<&str> = match kind {
        "type" => CardType::ALL.iter().copied().map(CardType::word).collect(),
        "color" => Color::ALL.iter().copied().map(Color::word).chain(["colorless"]).collect(),
        "supertype" => Supertype::ALL.iter().copied().map(Supertype::word).collect(),
        _ => Subtype::all().map(Subtype::word).chain(Subtype::own_words()).collect(),
    };
    let folded: Vec<String> = all.iter().map(|w| fold(w)).collect();
    let near = nearest(&fold(word), folded.iter().map(String::as_str), 1).first().copied();
    let right = near.and_then(|near| folded.iter().position(|f| f == near)).and_then(|place| all.get(place));
    let trouble = Trouble::error(format!("there is no {kind} “{word}”")).about(word);
    Err(match right {
        Some(right) => trouble.hint(format!("did you mean “{right}”?")),
        None if all.len() < 20 => trouble.hint(format!("the {kind}s are: {}", all.join(", "))),
        None => trouble,
    })
}

/// The zone of that name.
pub(crate) fn zone(word: &str) -> Outcomes<Zone> {
    Ok(match word {
        "battlefield" => Zone::Battlefield,
        "hand" => Zone::Hand,
        "library" => Zone::Library,
        "graveyard" => Zone::Graveyard,
        "exile" => Zone::Exile,
        "command" => Zone::Command,
        "stack" => Zone::Stack,
        other => {
            let zones = ["battlefield", "hand", "library", "graveyard", "exile", "command", "stack"];
            return Err(Trouble::no_such("there is no zone", other, &zones, "zones"));
        }
    })
}

/// The type of mana of that name or symbol.
pub(crate) fn mana_type(word: &str) -> Outcomes<ManaType> {
    let word = fold(word);
    let found = ManaType::ALL.iter().find(|m| match m {
        ManaType::Color(c) => c.word() == word || c.letter().to_ascii_lowercase().to_string() == word,
        ManaType::Colorless => word == "colorless" || word == "c",
    });
    found.copied().ok_or_else(|| {
        let words = ["white", "blue", "black", "red", "green", "colorless"];
        Trouble::no_such("there is no type of mana", &word, &words, "types of mana")
    })
}
