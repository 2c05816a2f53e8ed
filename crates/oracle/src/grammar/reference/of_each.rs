//! What each of several players did something with, spoken of together; which of the two creatures of a block is meant.

use lawmage_ir::{Status, Test, Who};

use crate::grammar::noun::{Noun, words_of};
use crate::parse::{Parser, Referent, Sort};

/// "Each player creates a 1/1 Elephant creature token. Those creatures …", "each player reveals the top card of their library. … the revealed
/// cards": those of all of them.
pub(super) fn of_each_player(p: &Parser<'_>, noun: &Noun, verb: Option<&str>) -> Option<Referent> {
    let (types, ..) = words_of(&noun.filter.test);
    let all = |r: &Referent| {
        let fits = r.sort == noun.sort() && (types.is_empty() && r.sort == Sort::Card || types.meets(r.types));
        fits && !r.plural && r.clause().is_some() && verb.is_none_or(|verb| r.verb == Some(verb))
    };
    let said = p.scope.latest(|r| all(r) && r.by.as_ref().is_some_and(Who::is_group))?;
    Some(Referent { plural: true, ..said })
}

/// "The blocking creature", "the attacking creature", of an event in which one creature blocks the other (509.3).
pub(super) fn blocker_or_attacker(p: &Parser<'_>, noun: &Noun) -> Option<Referent> {
    let asks = |status| noun.filter.test.conjuncts().contains(&Test::Status(status));
    let role = if asks(Status::Blocking) { BLOCKING } else { ATTACKING };
    p.scope.latest(|r| r.verb == Some(role)).map(|r| Referent { hidden: false, verb: None, ..r })
}

/// How the creature that blocks in the event is told from the one that it blocks.
pub(crate) const BLOCKING: &str = "blocking";

/// And that one.
pub(crate) const ATTACKING: &str = "attacking";
