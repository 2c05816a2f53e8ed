//! Working out references, filters, amounts, conditions and event patterns in a [`Context`](crate::read::context::Context).
//!
//! All of it reads the state and asks nobody: what needs a choice is done by instructions ([`crate::effects`]).

mod aimed;
mod amount;
mod at_once;
mod chosen;
mod condition;
mod exiled;
mod filter;
mod kinds;
mod looking_back;
mod naming;
mod pattern;
mod refs;
mod roles;
mod shared;
mod which_player;

pub(crate) use amount::permanents_of;
pub(crate) use filter::face_fits;
pub(crate) use pattern::{comes_from, is_so_moved};
pub use roles::Roles;
