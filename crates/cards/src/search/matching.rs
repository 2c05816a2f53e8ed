//! Whether a card is what a query asks for.

use std::collections::BTreeSet;

use lawmage_ir::Layout;
use regex::Regex;

use super::field::Number;
use super::is::Test;
use super::subject::Subject;
use super::value::{Colors, Compare, Cost, cost};
use crate::{Legality, Result};

/// What a query asks for.
#[derive(Clone, Debug)]
pub(super) enum Expr {
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Not(Box<Expr>),
    Term(Box<Term>),
}

/// One thing that a card must be.
#[derive(Clone, Debug)]
pub(super) enum Term {
    /// Words without a field: in its name, its types or its text.
    Anywhere(Words),
    ExactName(String),
    Name(Words),
    Oracle(Words),
    FullOracle(Words),
    /// Words of which each begins a word of the type line.
    Type(Words),
    /// A whole word of the type line.
    TypeWord(String),
    Color(Compare, Colors),
    Identity(Compare, Colors),
    Produces(Compare, u8),
    Mana(Compare, Cost),
    Number(Number, Compare, Operand),
    /// Whether it has a star for that number.
    Star(Number),
    Odd(bool),
    Keyword(String),
    Legality(BTreeSet<Legality>, String),
    Complete,
    Is(Test),
    Set(String),
    Layout(Layout),
}

/// Words as they are, or a regular expression.
#[derive(Clone, Debug)]
pub(super) enum Words {
    Plain(String),
    Regex(Regex),
}

/// What a number is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Operand {
    Value(f64),
    Number(Number),
}

impl Expr {
    /// All of them; what is dear to answer comes last.
    pub(super) fn all(mut parts: Vec<Expr>) -> Self {
        parts.sort_by_key(Expr::is_dear);
        match parts.len() {
            1 => parts.pop().unwrap_or(Self::All(Vec::new())),
            _ => Self::All(parts),
        }
    }

    fn is_dear(&self) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(Expr::is_dear),
            Self::Not(inner) => inner.is_dear(),
            Self::Term(term) => matches!(**term, Term::Complete),
        }
    }

    pub(super) fn matches(&self, subject: &Subject<'_>) -> Result<bool> {
        match self {
            Self::All(parts) => {
                for part in parts {
                    if !part.matches(subject)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Self::Any(parts) => {
                for part in parts {
                    if part.matches(subject)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Self::Not(inner) => Ok(!inner.matches(subject)?),
            Self::Term(term) => term.matches(subject),
        }
    }
}

impl Term {
    fn matches(&self, s: &Subject<'_>) -> Result<bool> {
        Ok(match self {
            Self::Anywhere(words) => words.in_any(&[s.name(), s.types(), s.text()]),
            Self::ExactName(name) => s.name() == name || s.faces().iter().any(|f| crate::fold_name(&f.name) == *name),
            Self::Name(words) => words.in_any(&[s.name()]),
            Self::Oracle(words) => words.in_any(&[if words.has_tilde() { s.tilde_text() } else { s.text() }]),
            Self::FullOracle(words) => words.in_any(&[s.full_text()]),
            Self::Type(Words::Plain(words)) => {
                let begins = |word: &str| s.types().split_whitespace().any(|t| t.starts_with(word));
                words.split_whitespace().all(begins)
            }
            Self::Type(words) => words.in_any(&[s.types()]),
            Self::TypeWord(word) => s.is_type(word),
            Self::Color(compare, colors) => s.colors().iter().any(|set| of_colors(*compare, *set, *colors)),
            Self::Identity(compare, colors) => {
                // `id:` asks which cards a deck of these colors may have (903.5c).
                let compare = if *compare == Compare::Usual { Compare::AtMost } else { *compare };
                of_colors(compare, s.identity(), *colors)
            }
            Self::Produces(compare, kinds) => {
                let made = s.produces();
                made != 0 && compare.sets(made, *kinds)
            }
            Self::Mana(compare, wanted) => {
                let costs = s.faces().iter().filter_map(|f| cost(f.mana_cost.as_deref()?));
                costs.into_iter().any(|cost| compare.costs(&cost, wanted))
            }
            Self::Number(number, compare, operand) => compare_numbers(s, *number, *compare, *operand),
            Self::Star(number) => s.faces().iter().any(|f| {
                let texts = match number {
                    Number::Power => [f.power.as_deref(), None],
                    Number::Toughness => [f.toughness.as_deref(), None],
                    Number::Loyalty => [f.loyalty.as_deref(), None],
                    _ => [f.power.as_deref(), f.toughness.as_deref()],
                };
                texts.into_iter().flatten().any(|t| t.contains('*') || t.contains('X'))
            }),
            Self::Odd(odd) => (s.mana_value() % 2.0 != 0.0) == *odd,
            Self::Keyword(keyword) => s.has_keyword(keyword),
            Self::Legality(standings, format) => {
                s.record.legalities.get(format).is_some_and(|standing| standings.contains(standing))
            }
            Self::Complete => s.pool.is_complete(s.id)?,
            Self::Is(test) => test(s),
            Self::Set(code) => s.record.facts.sets.contains(code),
            Self::Layout(layout) => s.layout() == *layout,
        })
    }
}

impl Words {
    fn in_any(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| match self {
            Self::Plain(words) => text.contains(words.as_str()),
            Self::Regex(regex) => regex.is_match(text),
        })
    }

    fn has_tilde(&self) -> bool {
        match self {
            Self::Plain(words) => words.contains('~'),
            Self::Regex(regex) => regex.as_str().contains('~'),
        }
    }
}

fn of_colors(compare: Compare, set: u8, wanted: Colors) -> bool {
    let count = f64::from(set.count_ones());
    match wanted {
        // Every set has all of no colors; whoever asks for colorless cards means those alone.
        Colors::Set(0) if matches!(compare, Compare::Usual | Compare::AtMost) => set == 0,
        Colors::Set(wanted) => compare.sets(set, wanted),
        Colors::Many => (count >= 2.0) != (compare == Compare::Unequal),
        Colors::Count(wanted) => compare.numbers(count, f64::from(wanted)),
    }
}

fn compare_numbers(s: &Subject<'_>, number: Number, compare: Compare, operand: Operand) -> bool {
    let left = numbers(s, number);
    match operand {
        Operand::Value(value) => left.iter().any(|n| compare.numbers(*n, value)),
        // Face by face where both have one each.
        Operand::Number(other) => {
            let right = numbers(s, other);
            let right: Vec<f64> = if right.len() < left.len() {
                left.iter().zip(right.iter().cycle()).map(|(_, r)| *r).collect()
            } else {
                right
            };
            left.iter().zip(&right).any(|(l, r)| compare.numbers(*l, *r))
        }
    }
}

fn numbers(s: &Subject<'_>, number: Number) -> Vec<f64> {
    match number {
        Number::ManaValue => vec![s.mana_value()],
        Number::Power => s.numbers(|f| f.power.as_deref()),
        Number::Toughness => s.numbers(|f| f.toughness.as_deref()),
        Number::Loyalty => s.numbers(|f| f.loyalty.as_deref()),
        Number::Defense => s.numbers(|f| f.defense.as_deref()),
        Number::Printings => vec![s.record.facts.sets.len() as f64],
        Number::PowerAndToughness => {
            let toughness = s.numbers(|f| f.toughness.as_deref());
            s.numbers(|f| f.power.as_deref()).iter().zip(toughness).map(|(p, t)| p + t).collect()
        }
    }
}

/// The first mana value, power or the like, for sorting.
pub(super) fn first_number(s: &Subject<'_>, number: Number) -> Option<f64> {
    numbers(s, number).first().copied()
}
