//! What card data tells of a card beside its text: sets, keywords, color identity, mana it makes.

use lawmage_ir::{Color, ColorSet, ManaSymbol, Subtype};
use lawmage_oracle::CardSource;
use lawmage_oracle::text::without_reminders;
use serde::{Deserialize, Serialize};

/// What is known of a card beside what is written on it. Empty where the data does not say.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Facts {
    /// The codes of the sets it was printed in, in capitals.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<String>,
    /// Its keywords, as the data lists them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keywords: Vec<String>,
    /// Its place among the cards most played in Commander decks, where the data tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<u32>,
    /// Whether it is on the reserved list.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub reserved: bool,
}

/// The color identity of a card as it is written (903.4): mana symbols in costs and text, color indicators, "is all colors" (604.3),
/// and the basic land types' mana (903.5d), on every face (903.4d-e). Reminder text does not count (903.4c).
#[must_use]
pub fn identity(source: &CardSource) -> ColorSet {
    source.faces.iter().fold(ColorSet::COLORLESS, |set, face| {
        let text = without_reminders(&face.text);
        let all = text.lines().any(|line| line.trim().ends_with(" is all colors."));
        let mut set = set.union(if all { ColorSet::ALL } else { symbol_colors(&text) });
        set = set.union(symbol_colors(face.mana_cost.as_deref().unwrap_or_default()));
        set = set.union(letters(face.color_indicator.as_deref().unwrap_or_default()));
        set.union(land_colors(&face.type_line))
    })
}

/// The mana that the card's own abilities add, as far as its text says: its colors, and whether colorless is among it.
/// Read from the words, not from the compiled card, so that cards not understood are counted too.
#[must_use]
pub fn produces(source: &CardSource) -> (ColorSet, bool) {
    let mut colors = ColorSet::COLORLESS;
    let mut colorless = false;
    for face in &source.faces {
        colors = colors.union(land_colors(&face.type_line));
        let text = without_reminders(&face.text);
        for added in text.split("Add ").skip(1).chain(text.split(" add ").skip(1)) {
            let words = added.split(['.', '\n', '"']).next().unwrap_or_default();
            colors = colors.union(symbol_colors(words));
            colorless |= words.contains("{C}") || words.contains("colorless mana");
            if ["of any color", "any one color", "any combination of colors", "any type"]
                .iter()
                .any(|w| words.contains(w))
            {
                colors = ColorSet::ALL;
            }
        }
    }
    (colors, colorless)
}

fn land_colors(type_line: &str) -> ColorSet {
    // 305.6
    let has = |subtype: &Subtype| type_line.split_whitespace().any(|w| w == subtype.word());
    let colors = Subtype::BASIC_LANDS.into_iter().filter(has).filter_map(Subtype::basic_land_color);
    colors.fold(ColorSet::COLORLESS, |set, color| set.union(color.into()))
}

fn letters(text: &str) -> ColorSet {
    text.chars().filter_map(Color::from_letter).fold(ColorSet::COLORLESS, |set, color| set.union(color.into()))
}

/// The colors of all mana symbols in a text.
pub(crate) fn symbol_colors(text: &str) -> ColorSet {
    let symbols = text.split('{').skip(1).filter_map(|rest| ManaSymbol::parse(rest.split('}').next()?));
    symbols.fold(ColorSet::COLORLESS, |set, symbol| set.union(symbol.colors()))
}
