//! A game in words: what a player is asked, what they can answer, what they see. For every table that people sit at; it
//! prints nothing and knows no more than the [`Sight`](lawmage_engine::Sight) it is given.

mod asked;
mod object;
mod option;
mod question;
mod refusal;
mod when;

pub use object::{
    ability_text, card, described, does, entity, keywords, mana_pool, object, permanent, size, texts, type_line,
};
pub use option::{action, option, plan};
pub use question::question;
pub use refusal::refusal;
pub use when::when;
