//! What each of several players did something with, spoken of together.

use lawmage_ir::Who;

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
