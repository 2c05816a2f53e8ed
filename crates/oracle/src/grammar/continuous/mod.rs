//! Continuous effects (611): what is said of objects.

mod abilities;
mod as_exiled;
mod causes;
pub(crate) mod losing;
mod meanwhile;
mod next_spell;
mod parse;
mod print;
mod required;
mod taken_over;

pub(crate) use abilities::activated_abilities;
pub(crate) use losing::{of_players, one_of as one_lost_of};
pub(crate) use parse::*;
pub(crate) use print::is_rule;
