//! Tokens (111).

mod attacking;
mod choice;
mod name;
mod parse;
mod print;
mod sized;

pub(crate) use parse::*;
pub(crate) use print::*;
pub(crate) use sized::{size_told, with_size};
