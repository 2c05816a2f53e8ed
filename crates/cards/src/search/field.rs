//! The fields of a search, their names, and those of the sites that the card data cannot answer.

/// A number of a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Number {
    ManaValue,
    Power,
    Toughness,
    PowerAndToughness,
    Loyalty,
    Defense,
    Printings,
}

/// What a term looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Name,
    Oracle,
    FullOracle,
    Type,
    Color,
    Identity,
    Mana,
    Number(Number),
    Keyword,
    Legal,
    Banned,
    Restricted,
    Is,
    Not,
    Has,
    Set,
    Produces,
    Layout,
    Order,
    Direction,
}

/// All fields with their names, the plainest name first.
pub(super) const FIELDS: &[(Field, &[&str])] = &[
    (Field::Name, &["name", "n"]),
    (Field::Oracle, &["oracle", "o", "text"]),
    (Field::FullOracle, &["fulloracle", "fo"]),
    (Field::Type, &["type", "t"]),
    (Field::Color, &["color", "c", "colors", "colour"]),
    (Field::Identity, &["identity", "id", "ci", "commander"]),
    (Field::Mana, &["mana", "m"]),
    (Field::Number(Number::ManaValue), &["manavalue", "mv", "cmc"]),
    (Field::Number(Number::Power), &["power", "pow"]),
    (Field::Number(Number::Toughness), &["toughness", "tou"]),
    (Field::Number(Number::PowerAndToughness), &["powtou", "pt"]),
    (Field::Number(Number::Loyalty), &["loyalty", "loy"]),
    (Field::Number(Number::Defense), &["defense", "def"]),
    (Field::Number(Number::Printings), &["sets", "printings"]),
    (Field::Keyword, &["keyword", "kw", "keywords"]),
    (Field::Legal, &["format", "f", "legal"]),
    (Field::Banned, &["banned"]),
    (Field::Restricted, &["restricted"]),
    (Field::Is, &["is"]),
    (Field::Not, &["not"]),
    (Field::Has, &["has"]),
    (Field::Set, &["set", "s", "e", "edition", "in"]),
    (Field::Produces, &["produces"]),
    (Field::Layout, &["layout"]),
    (Field::Order, &["order", "sort"]),
    (Field::Direction, &["direction", "dir"]),
];

/// Fields that the sites know, and why there is none of them here.
const ELSEWHERE: &[(&[&str], &str)] = &[
    (&["rarity", "r"], "the card data tell of cards, not of printings, and a rarity is a printing's"),
    (
        &["year", "date", "cn", "number", "st", "b", "block", "lang", "language", "game"],
        "the card data tell nothing of printings",
    ),
    (
        &["a", "artist", "ft", "flavor", "wm", "watermark", "art", "atag", "arttag", "border", "frame", "stamp"],
        "the card data have no pictures and frames",
    ),
    (&["usd", "eur", "tix", "cube"], "the card data have no prices and no cubes"),
    (&["function", "otag", "oracletag", "oracleid"], "these tags are Scryfall's own; search the text: o:\"…\""),
    (&["unique", "prefer", "include", "display", "new"], "each card is listed once"),
    (&["devotion"], "search the cost instead: mana:{G}{G}"),
];

impl Field {
    /// The field of that name, in lower case.
    pub(super) fn of(name: &str) -> Option<Self> {
        FIELDS.iter().find(|(_, names)| names.contains(&name)).map(|(field, _)| *field)
    }

    /// Its plainest name.
    pub(super) fn word(self) -> &'static str {
        FIELDS.iter().find(|(field, _)| *field == self).and_then(|(_, names)| names.first()).copied().unwrap_or("field")
    }
}

/// All names of fields.
pub(super) fn field_names() -> impl Iterator<Item = &'static str> {
    FIELDS.iter().flat_map(|(_, names)| names.iter().copied())
}

/// Why a field of the sites is none here.
pub(super) fn why_not(name: &str) -> Option<&'static str> {
    ELSEWHERE.iter().find(|(names, _)| names.contains(&name)).map(|(_, why)| *why)
}
