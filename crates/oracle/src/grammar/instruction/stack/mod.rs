//! Spells and abilities on the stack.

mod aimed;
mod copied_later;
pub(crate) mod named;
pub(crate) mod only_target;
mod parse;
mod places;
mod print;
mod text;

pub(crate) use aimed::{COPY_GAINS, also_copy, copy_gains};
pub(crate) use parse::*;
pub(crate) use places::{SPELL_TYPES, one_of_each_type, one_spell, top_of_library};
