//! As a permanent is turned face up (708.11).

use lawmage_ir::{EventPattern, Instead, Replacement};

use super::enters::this;
use super::{plain, when};
use crate::grammar::{condition, effect};
use crate::parse::Parser;

/// "As ~ is turned face up, [if …,] put a +1/+1 counter on it." (708.11)
pub(crate) fn turning_up(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("as ~ is turned face up")?;
    if !p.comma() {
        return p.fail("a comma");
    }
    let condition = p.attempt(|p| {
        p.expect("if")?;
        let condition = condition::condition(p)?;
        p.comma().then_some(condition)
    });
    let clauses = match p.attempt(super::as_chosen::your_choice) {
        Some(choice) => vec![choice],
        None => effect::clauses(p)?,
    };
    let found = plain(EventPattern::TurnedFaceUp(this()), Instead::Also(clauses));
    Some(match condition {
        Some(condition) => when(found, condition),
        None => found,
    })
}
