//! A game in words: what a player is asked, what they can answer, what they see. For every table that people sit at; it
//! prints nothing and knows no more than the [`View`](lawmage_engine::View) it is given.

mod asked;
mod object;
mod option;
mod question;
mod refusal;
mod when;

pub use object::{ability_text, card, described, entity, mana_pool, object, permanent, size};
pub use option::{action, option, plan};
pub use question::question;
pub use refusal::refusal;
pub use when::when;
