//! Parts that the line and rule grammars give: costs, conditions, events, keywords, quoted abilities. They decline until
//! those files land; see `line.rs`, `cost.rs`, `condition.rs`, `event.rs`.

use lawmage_ir::{Ability, Condition, Cost, EventPattern, KeywordAbility};

use super::Parser;

/// A cost as it stands after "pay" or before a colon.
pub fn cost(p: &mut Parser<'_>) -> Option<Cost> {
    p.fail("a cost")
}

/// A condition, without its "if", "as long as" or "unless".
pub fn condition(p: &mut Parser<'_>) -> Option<Condition> {
    p.fail("a condition")
}

/// An event phrase, without its "when" or "whenever"; mentions its roles.
pub fn event(p: &mut Parser<'_>) -> Option<EventPattern> {
    p.fail("an event")
}

/// A keyword ability in running text, with its parameter.
pub fn keyword(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.fail("a keyword")
}

/// An ability in quotes, the quotes included. Its own scope; the face's is shared.
pub fn quoted(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.fail("a quoted ability")
}
