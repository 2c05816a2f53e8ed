//! What a card can be (`is:`) and have (`has:`).

use lawmage_ir::Layout;
use lawmage_oracle::FaceSource;

use super::subject::Subject;
use crate::CardOrigin;
use crate::deck::can_be_commander;

/// A test of a card.
pub(super) type Test = fn(&Subject<'_>) -> bool;

/// The words of `is:`, but for complete and incomplete.
pub(super) const IS: &[(&str, Test)] = &[
    ("permanent", |s| {
        s.types().lines().any(|line| PERMANENTS.iter().any(|t| line.split_whitespace().any(|w| w == *t)))
    }),
    ("spell", |s| s.types().lines().any(|line| !line.split_whitespace().any(|w| w == "land"))),
    ("vanilla", |s| s.is_type("creature") && s.text().trim().is_empty()),
    ("frenchvanilla", is_french_vanilla),
    ("bear", is_bear),
    ("legendary", |s| s.is_type("legendary")),
    ("basic", |s| s.is_type("basic")),
    ("snow", |s| s.is_type("snow")),
    ("historic", |s| ["artifact", "legendary", "saga"].iter().any(|t| s.is_type(t))),
    ("party", |s| ["cleric", "rogue", "warrior", "wizard"].iter().any(|t| s.is_type(t))),
    ("outlaw", |s| ["assassin", "mercenary", "pirate", "rogue", "warlock"].iter().any(|t| s.is_type(t))),
    ("commander", |s| can_be_commander(&s.record.source)),
    ("partner", |s| {
        ["partner", "partner with", "friends forever", "choose a background", "doctor's companion"]
            .iter()
            .any(|k| s.has_keyword(k))
    }),
    ("companion", |s| s.has_keyword("companion")),
    ("modal", |s| {
        ["choose one", "choose two", "choose any number", "choose up to", "choose three"]
            .iter()
            .any(|w| s.text().contains(w))
    }),
    ("tokenmaker", |s| s.text().split(['.', '\n']).any(|t| t.contains("create") && t.contains("token"))),
    ("hybrid", |s| {
        s.faces()
            .iter()
            .filter_map(|f| f.mana_cost.as_deref())
            .any(|c| c.split('{').any(|p| p.contains('/') && !p.contains("/P")))
    }),
    ("phyrexian", |s| {
        s.faces().iter().any(|f| f.mana_cost.as_deref().is_some_and(|c| c.contains("/P")) || f.text.contains("/P}"))
    }),
    ("dfc", |s| s.is_double_faced()),
    ("mdfc", |s| s.layout() == Layout::ModalDfc),
    ("tdfc", |s| s.layout() == Layout::Transform),
    ("transform", |s| s.layout() == Layout::Transform),
    ("split", |s| matches!(s.layout(), Layout::Split | Layout::Aftermath)),
    ("aftermath", |s| s.layout() == Layout::Aftermath),
    ("flip", |s| s.layout() == Layout::Flip),
    ("meld", |s| s.layout() == Layout::Meld),
    ("leveler", |s| s.layout() == Layout::Leveler),
    ("adventure", |s| s.layout() == Layout::Adventure),
    ("saga", |s| s.is_type("saga")),
    ("class", |s| s.is_type("class")),
    ("case", |s| s.is_type("case")),
    ("prototype", |s| s.layout() == Layout::Prototype),
    ("mutate", |s| s.layout() == Layout::Mutate),
    ("reserved", |s| s.record.facts.reserved),
    ("reprint", |s| s.record.facts.sets.len() > 1),
    ("own", |s| matches!(s.pool.origin(s.id), CardOrigin::File(_))),
    ("starter", |s| s.pool.origin(s.id) == CardOrigin::Starter),
    ("imported", |s| s.pool.origin(s.id) == CardOrigin::Database),
];

/// The words of `has:`.
pub(super) const HAS: &[(&str, Test)] = &[
    ("cost", |s| s.faces().iter().any(|f| f.mana_cost.is_some())),
    ("indicator", |s| s.faces().iter().any(|f| f.color_indicator.is_some())),
    ("power", |s| s.faces().iter().any(|f| f.power.is_some())),
    ("pt", |s| s.faces().iter().any(|f| f.power.is_some())),
    ("loyalty", |s| s.faces().iter().any(|f| f.loyalty.is_some())),
    ("defense", |s| s.faces().iter().any(|f| f.defense.is_some())),
    ("text", |s| !s.text().trim().is_empty()),
    ("reminder", |s| s.full_text().contains('(')),
    ("back", |s| s.is_double_faced()),
    ("keyword", |s| !s.record.facts.keywords.is_empty()),
];

/// 110.4
const PERMANENTS: [&str; 6] = ["artifact", "battle", "creature", "enchantment", "land", "planeswalker"];

/// A creature of power and toughness 2 for two mana.
fn is_bear(s: &Subject<'_>) -> bool {
    let two = |face: &FaceSource| face.power.as_deref() == Some("2") && face.toughness.as_deref() == Some("2");
    s.mana_value() == 2.0 && s.is_type("creature") && s.faces().first().is_some_and(two)
}

/// A creature of which every line is keywords of the data.
fn is_french_vanilla(s: &Subject<'_>) -> bool {
    let keywords: Vec<String> = s.record.facts.keywords.iter().map(|k| super::subject::fold(k)).collect();
    let is_keyword = |part: &str| keywords.iter().any(|k| part.trim().starts_with(k.as_str()));
    let text = s.text();
    s.is_type("creature")
        && !text.trim().is_empty()
        && text.lines().filter(|l| !l.trim().is_empty()).all(|l| l.split([',', ';']).all(is_keyword))
}
