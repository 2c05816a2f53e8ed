//! The values of terms: colors, numbers, mana costs.

use std::collections::BTreeMap;

use lawmage_ir::ManaSymbol;

/// How two values are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    /// `:`, which means what is usual for the field.
    Usual,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Compare {
    /// The operators, longer ones first.
    pub(super) const ALL: [(&str, Self); 7] = [
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("!=", Self::Unequal),
        (":", Self::Usual),
        ("=", Self::Equal),
        ("<", Self::Less),
        (">", Self::More),
    ];

    pub(super) fn numbers(self, left: f64, right: f64) -> bool {
        match self {
            Self::Usual | Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }

    /// Compares sets of bits: more is to have all and others too.
    pub(super) fn sets(self, left: u8, right: u8) -> bool {
        let both = left & right;
        match self {
            Self::Usual | Self::AtLeast => both == right,
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::AtMost => both == left,
            Self::Less => both == left && left != right,
            Self::More => both == right && left != right,
        }
    }
}

/// What a color term asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Colors {
    /// Bits of colors; none is colorless.
    Set(u8),
    /// More than one color (105.2b).
    Many,
    /// So many colors.
    Count(u8),
}

const W: u8 = 1;
const U: u8 = 2;
const B: u8 = 4;
const R: u8 = 8;
const G: u8 = 16;

/// Names of colors and of their combinations.
const NAMES: &[(&str, u8)] = &[
    ("white", W),
    ("blue", U),
    ("black", B),
    ("red", R),
    ("green", G),
    ("colorless", 0),
    ("colourless", 0),
    ("azorius", W | U),
    ("dimir", U | B),
    ("rakdos", B | R),
    ("gruul", R | G),
    ("selesnya", G | W),
    ("orzhov", W | B),
    ("izzet", U | R),
    ("golgari", B | G),
    ("boros", R | W),
    ("simic", G | U),
    ("silverquill", W | B),
    ("prismari", U | R),
    ("witherbloom", B | G),
    ("lorehold", R | W),
    ("quandrix", G | U),
    ("bant", G | W | U),
    ("esper", W | U | B),
    ("grixis", U | B | R),
    ("jund", B | R | G),
    ("naya", R | G | W),
    ("abzan", W | B | G),
    ("jeskai", U | R | W),
    ("sultai", B | G | U),
    ("mardu", R | W | B),
    ("temur", G | U | R),
    ("chaos", U | B | R | G),
    ("aggression", W | B | R | G),
    ("altruism", W | U | R | G),
    ("growth", W | U | B | G),
    ("artifice", W | U | B | R),
];

/// The names of colors, for suggestions.
pub(super) fn color_names() -> impl Iterator<Item = &'static str> {
    NAMES.iter().map(|(name, _)| *name).chain(["multicolor"])
}

/// What a color word says: letters, a name, a number.
pub(super) fn color_word(word: &str) -> Option<Colors> {
    let word = word.to_lowercase();
    if let Some((_, set)) = NAMES.iter().find(|(name, _)| *name == word) {
        return Some(Colors::Set(*set));
    }
    match word.as_str() {
        "m" | "multi" | "multicolor" | "multicolored" | "multicolour" => return Some(Colors::Many),
        "c" => return Some(Colors::Set(0)),
        _ => {}
    }
    match word.parse::<u8>() {
        Ok(count) if count <= 5 => Some(Colors::Count(count)),
        _ => colors(&word).map(Colors::Set),
    }
}

/// The bits of color letters.
pub(super) fn colors(letters: &str) -> Option<u8> {
    letters.chars().try_fold(0, |set, letter| {
        Some(
            set | match letter.to_ascii_lowercase() {
                'w' => W,
                'u' => U,
                'b' => B,
                'r' => R,
                'g' => G,
                _ => return None,
            },
        )
    })
}

/// The kinds of mana that a word names: as colors, with `c` for colorless mana.
pub(super) fn mana_kinds(word: &str) -> Option<u8> {
    let word = word.to_lowercase();
    match color_word(&word) {
        Some(Colors::Set(0)) => Some(32),
        Some(Colors::Set(set)) => Some(set),
        _ => {
            let rest: String = word.chars().filter(|c| *c != 'c').collect();
            Some(colors(&rest)? | 32)
        }
    }
}

/// A power or the like as a number: `*` counts 0, `1+*` 1.
pub(super) fn star_value(text: &str) -> Option<f64> {
    if let Ok(number) = text.parse::<f64>() {
        return number.is_finite().then_some(number);
    }
    let number: String = text.chars().filter(|c| c.is_ascii_digit() || *c == '.').collect();
    if number.is_empty() { Some(0.0) } else { number.parse().ok() }
}

/// A mana cost as counts of its symbols, generic mana in one number; hybrid symbols in one order.
pub(super) type Cost = BTreeMap<ManaSymbol, u32>;

/// Reads `{2}{W}{W}` or, shorter, `2WW`.
pub(super) fn cost(text: &str) -> Option<Cost> {
    let mut cost = Cost::new();
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        let (inner, tail) = if let Some(tail) = rest.strip_prefix('{') {
            tail.split_once('}')?
        } else {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            rest.split_at_checked(if digits > 0 { digits } else { first.len_utf8() })?
        };
        rest = tail;
        match ManaSymbol::parse(&inner.to_uppercase())? {
            ManaSymbol::Generic(n) => {
                let generic = cost.entry(ManaSymbol::Generic(0)).or_default();
                *generic = generic.saturating_add(u32::from(n));
            }
            ManaSymbol::Hybrid(a, b) => *cost.entry(ManaSymbol::Hybrid(a.min(b), a.max(b))).or_default() += 1,
            ManaSymbol::HybridPhyrexian(a, b) => {
                *cost.entry(ManaSymbol::HybridPhyrexian(a.min(b), a.max(b))).or_default() += 1;
            }
            symbol => *cost.entry(symbol).or_default() += 1,
        }
    }
    Some(cost)
}

/// The mana value of a cost as printed (202.3).
pub(super) fn cost_value(text: &str) -> f64 {
    let symbols = text.split('{').skip(1).filter_map(|rest| ManaSymbol::parse(rest.split('}').next()?));
    symbols.map(|s| f64::from(s.value())).sum()
}

impl Compare {
    /// Compares costs: more is to have at least as many of each symbol.
    pub(super) fn costs(self, left: &Cost, right: &Cost) -> bool {
        let has = |a: &Cost, b: &Cost| b.iter().all(|(s, n)| a.get(s).copied().unwrap_or(0) >= *n);
        match self {
            Self::Usual | Self::AtLeast => has(left, right),
            Self::Equal => left == right,
            Self::Unequal => left != right,
            Self::AtMost => has(right, left),
            Self::Less => has(right, left) && left != right,
            Self::More => has(left, right) && left != right,
        }
    }
}
