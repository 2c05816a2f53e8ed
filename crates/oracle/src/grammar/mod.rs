//! The grammar: a folder for each kind of node of `lawmage_ir`, with what both directions share, how it is read (`parse`) and
//! how it is said (`print`).

pub(crate) mod ability;
pub(crate) mod amount;
pub(crate) mod attraction;
pub(crate) mod casual;
pub(crate) mod condition;
pub(crate) mod continuous;
pub(crate) mod cost;
pub(crate) mod counter;
pub(crate) mod duration;
pub(crate) mod effect;
pub(crate) mod event;
pub(crate) mod instruction;
pub(crate) mod keyword;
pub(crate) mod mana;
pub(crate) mod modification;
pub(crate) mod noun;
pub(crate) mod permission;
pub(crate) mod player;
pub(crate) mod pregame;
pub(crate) mod prohibition;
pub(crate) mod reference;
pub(crate) mod replacement;
pub(crate) mod selector;
pub(crate) mod sticker;
pub(crate) mod test;
pub(crate) mod token;
pub(crate) mod zone;

pub(crate) use ability::quoted;
pub(crate) use condition::condition;
pub(crate) use cost::cost;
pub(crate) use event::event;
pub(crate) use keyword::keyword;

/// The abilities of a text in our own templates: predefined tokens, keywords that the rules define by text.
pub(crate) fn ability_text(text: &str) -> Option<Vec<lawmage_ir::Ability>> {
    ability::compile_ability_text(text, "~")
}
