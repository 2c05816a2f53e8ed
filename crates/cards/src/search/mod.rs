//! Searching cards in the syntax of the sites that players use: `t:goblin c:r mv<=2 o:"draw a card" f:modern`.
//!
//! [`Query::parse`] reads a query (`parse`, with the values of its terms in `value`), [`find`] holds it against each card
//! (`matching`, on a `Subject` that has a card's words folded for comparing). docs/search.md lists
//! all fields; what the card data do not tell is refused with the reason, never ignored.

mod field;
mod is;
mod matching;
mod order;
mod parse;
mod subject;
mod value;

use std::ops::Range;

use lawmage_ir::{CardType, Keyword, Subtype, Supertype};
use rayon::prelude::*;

use crate::suggest::nearest;
use crate::{CardId, CardPool, Error, Record, Result};

pub use order::Order;

use matching::Expr;
use subject::Subject;

/// A search that was read.
#[derive(Clone, Debug)]
pub struct Query {
    expr: Expr,
    /// How the cards found are sorted.
    pub order: Order,
    /// Whether they are sorted downwards.
    pub descending: bool,
    /// Words without a field: cards that have them in their name come first, where no order is asked for.
    plain: Vec<String>,
    /// Words of a closed list, or that only the card data can know.
    mentions: Vec<Mention>,
}

/// A format, a set, a type or a keyword that a query names.
#[derive(Clone, Debug)]
struct Mention {
    kind: Vocabulary,
    word: String,
    /// The query, and the word's place in it.
    text: String,
    span: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Vocabulary {
    Format,
    Set,
    /// A word of a type line, or the beginning of one.
    Type,
    Keyword,
}

/// A card that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The card in the pool.
    pub id: CardId,
    /// The card as it is written.
    pub record: Record,
}

/// The longest query that is read, in bytes.
const LONGEST: usize = 10_000;

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// With the words to blame and the nearest right one.
    pub fn parse(text: &str) -> Result<Self> {
        if text.len() > LONGEST {
            return Err(
                Error::new(format!("has {} characters; at most {LONGEST} are read", text.len())).within("query")
            );
        }
        parse::query(text).map_err(|e| e.within("query"))
    }

    /// The cards that this query finds and the other one finds too.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.expr = Expr::all(vec![self.expr, other.expr]);
        self.mentions.extend(other.mentions);
        self
    }

    /// The type or keyword that was likely meant where no card has the one that the query names: to be said when nothing is found.
    #[must_use]
    pub fn likely(&self) -> Option<String> {
        self.mentions.iter().find_map(|mention| {
            let known: Vec<String> = match mention.kind {
                Vocabulary::Type => type_words().map(str::to_lowercase).collect(),
                Vocabulary::Keyword => Keyword::ALL.iter().map(|k| k.word().to_lowercase()).collect(),
                Vocabulary::Format | Vocabulary::Set => return None,
            };
            if known.iter().any(|word| word.starts_with(&mention.word)) {
                return None;
            }
            let near = nearest(&mention.word, known.iter().map(String::as_str), 2);
            (!near.is_empty()).then(|| format!("“{}”: did you mean {}?", mention.word, near.join(" or ")))
        })
    }

    /// Whether the card data at hand know the formats and sets that the query names.
    ///
    /// # Errors
    /// With the first that they don't know, and the nearest that they do.
    fn check(&self, pool: &CardPool) -> Result<()> {
        for mention in &self.mentions {
            let (known, what) = match mention.kind {
                Vocabulary::Format => (pool.formats(), "format"),
                Vocabulary::Set => (pool.sets(), "set"),
                // New sets bring new ones.
                Vocabulary::Type | Vocabulary::Keyword => continue,
            };
            if known.contains(&mention.word) {
                continue;
            }
            let error = if known.is_empty() {
                Error::new(format!("the cards at hand tell no {what}s")).hint(match mention.kind {
                    Vocabulary::Format => {
                        "MTGJSON's and Scryfall's files say where cards are legal: lawmage cards import PATH"
                    }
                    _ => "import card data: lawmage cards import PATH",
                })
            } else {
                let near = nearest(&mention.word, known.iter().map(String::as_str), 3);
                let hint = if near.is_empty() { spread(known) } else { format!("did you mean {}?", near.join(" or ")) };
                Error::new(format!("no {what} “{}” in the card data", mention.word)).hint(hint)
            };
            return Err(error.at(&mention.text, mention.span.clone()).within("query"));
        }
        Ok(())
    }
}

/// All words that type lines are made of (205).
fn type_words() -> impl Iterator<Item = &'static str> {
    let types = CardType::ALL.iter().map(|t| t.word());
    types.chain(Supertype::ALL.iter().map(|t| t.word())).chain(Subtype::all().map(Subtype::word))
}

/// Some of many words.
fn spread(words: &[String]) -> String {
    let some: Vec<&str> = words.iter().take(25).map(String::as_str).collect();
    let more = if words.len() > some.len() { ", …" } else { "" };
    format!("there are {}{more}", some.join(", "))
}

/// All cards of the pool that the query asks for, sorted as it says.
///
/// # Errors
/// When the query names a format or set that the data don't know, or the database cannot be read.
pub fn find(pool: &CardPool, query: &Query) -> Result<Vec<Found>> {
    query.check(pool)?;
    let records = pool.records()?;
    let found = records.into_par_iter().map(|(id, record)| {
        let subject = Subject::new(pool, id, record);
        let matches = query.expr.matches(&subject)?;
        Ok(matches.then(|| (order::Key::of(&subject, query.order, &query.plain), Found { id, record: subject.record })))
    });
    let found: Vec<Option<_>> = found.collect::<Result<_>>()?;
    let mut found: Vec<(order::Key, Found)> = found.into_iter().flatten().collect();
    found.sort_by(|a, b| a.0.compare(&b.0, query.descending));
    Ok(found.into_iter().map(|(_, found)| found).collect())
}
