//! Where the effect grammar meets the grammar of lines and rules.

pub use super::condition::condition;
pub use super::cost::cost;
pub use super::event::event;
pub use super::keyword::keyword;
pub use super::line::quoted;

/// The abilities of a text in our own templates: predefined tokens, keywords that the rules define by text.
pub fn ability_text(text: &str) -> Option<Vec<lawmage_ir::Ability>> {
    super::line::compile_ability_text(text, "~")
}
