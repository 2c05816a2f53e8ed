//! How the cards found are sorted.

use std::cmp::Ordering;

use super::field::Number;
use super::matching::first_number;
use super::subject::Subject;

/// What cards are sorted by; cards that are alike in it, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// By name.
    #[default]
    Name,
    /// By mana value.
    ManaValue,
    /// By power.
    Power,
    /// By toughness.
    Toughness,
    /// By color: the five colors, more than one, none.
    Color,
    /// By the rank in Commander decks that the data tell.
    Rank,
}

impl Order {
    /// The words of the orders.
    pub const WORDS: [(&'static str, Self); 8] = [
        ("name", Self::Name),
        ("mv", Self::ManaValue),
        ("cmc", Self::ManaValue),
        ("power", Self::Power),
        ("toughness", Self::Toughness),
        ("color", Self::Color),
        ("edhrec", Self::Rank),
        ("rank", Self::Rank),
    ];

    /// The order of that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::WORDS.into_iter().find(|(w, _)| *w == word).map(|(_, order)| order)
    }
}

/// What a card is sorted by: a number where it has one, and its name.
pub(super) struct Key(Option<f64>, String);

impl Key {
    pub(super) fn of(s: &Subject<'_>, order: Order, plain: &[String]) -> Self {
        let number = match order {
            Order::Name if !plain.is_empty() => Some(nearness(s.name(), plain)),
            Order::Name => None,
            Order::ManaValue => Some(s.mana_value()),
            Order::Power => first_number(s, Number::Power),
            Order::Toughness => first_number(s, Number::Toughness),
            Order::Color => Some(match s.colors().first().copied().unwrap_or(0) {
                0 => 64.0,
                set if set.is_power_of_two() => f64::from(set),
                set => 32.0 + f64::from(set) / 64.0,
            }),
            Order::Rank => s.record.facts.rank.map(f64::from),
        };
        Self(number, s.name().to_owned())
    }

    /// Cards without the number come last, whichever way.
    pub(super) fn compare(&self, other: &Self, descending: bool) -> Ordering {
        let turned = |o: Ordering| if descending { o.reverse() } else { o };
        match (self.0, other.0) {
            (Some(a), Some(b)) => turned(a.total_cmp(&b)).then_with(|| self.1.cmp(&other.1)),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => turned(self.1.cmp(&other.1)),
        }
    }
}

/// How near a name is to words that were asked for: 0 for these words alone, 1 for whole words among others, 2 for parts of
/// words, 3 for cards that have them elsewhere.
fn nearness(name: &str, words: &[String]) -> f64 {
    let is_word = |word: &String| word.split(' ').all(|w| name.split([' ', ',']).any(|n| n == w));
    if name == words.join(" ") {
        0.0
    } else if words.iter().all(is_word) {
        1.0
    } else if words.iter().all(|word| name.contains(word.as_str())) {
        2.0
    } else {
        3.0
    }
}
