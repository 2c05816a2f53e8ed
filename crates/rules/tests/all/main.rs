//! The rulebook, the rule map, and what must hold of the whole project. One test binary, a file for each matter.

mod book;
mod citations;
mod hostile;
mod map;
mod real_text;
mod sizes;
