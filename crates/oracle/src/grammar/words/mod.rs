//! English words that bind to nothing, in tables that the parser reads and the printer says: plurals, numbers, verbs. What only
//! the printer needs, articles and agreement and the like, is in `print`.

mod number;
mod plural;
mod print;
mod verb;

pub(crate) use number::{number, number_word, ordinal, ordinal_word};
pub(crate) use plural::{alike, irregular_singular, plural, regular, singulars};
pub(crate) use print::{agree, article, capital, list, lower, possessive, quote, sentence};
pub(crate) use verb::{TOGETHER, begins_predicate, done, participle, past};
