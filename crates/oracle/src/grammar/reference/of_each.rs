//! What each of several players did something with, spoken of together; which of the two creatures of a block is meant.

use lawmage_ir::{Ref, Role, Selector, Status, Test, Who};

use crate::grammar::noun::{Noun, words_of};
use crate::parse::{Handle, Parser, Referent, Sort};

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

/// "Target creature gets +2/+2 and up to one other target creature gets +1/+1. … those creatures": all targets, where each phrase is
/// of one such and no others were spoken of.
pub(super) fn all_targets(p: &mut Parser<'_>, noun: &Noun) -> Option<Referent> {
    let (types, ..) = words_of(&noun.filter.test);
    if types.is_empty() || noun.filter.test.conjuncts().len() > 1 || p.scope.targets.len() < 2 {
        return None;
    }
    let targets: Vec<Ref> = (0..p.scope.targets.len()).filter_map(|n| u8::try_from(n).ok()).map(Ref::Target).collect();
    let fits = |r: &Referent| r.sort == noun.sort() && !r.plural && r.types.union(types) == r.types;
    let said = |of: &Ref| p.scope.referents.iter().any(|r| r.handle == Handle::Ref(of.clone()) && fits(r));
    if !targets.iter().all(said) {
        return None;
    }
    let all = Selector::Union(targets.into_iter().map(Selector::Ref).collect());
    let mut referent = Referent::new(Handle::Select(Box::new(all)), noun.sort());
    (referent.plural, referent.types) = (true, types);
    Some(referent)
}

/// "target", behind "that", where there is one.
pub(super) fn only_target(p: &mut Parser<'_>) -> Option<Referent> {
    p.expect("target")?;
    let only = |r: &Referent| r.handle == Handle::Ref(Ref::Target(0)) && !r.plural && !r.hidden();
    p.scope.latest(only).or_else(|| p.fail("a single target"))
}

/// "first creature", behind "the": the event's, that was spoken of before the target.
pub(super) fn first_creature(p: &mut Parser<'_>) -> Option<Referent> {
    p.expect("first creature")?;
    let of_event = Handle::Ref(Ref::Event(Role::Subject));
    let first = |r: &Referent| r.handle == of_event && r.sort == Sort::Permanent && !r.plural;
    p.scope.latest(first).or_else(|| p.fail("the event's creature"))
}

/// "Choose a creature card in an opponent's graveyard, then that player chooses a creature card in your graveyard. … those cards": both,
/// where no others were spoken of.
pub(super) fn both_chosen(p: &mut Parser<'_>, noun: &Noun) -> Option<Referent> {
    let things: Vec<Referent> =
        p.scope.referents.iter().filter(|r| r.sort != Sort::Player && !r.this).cloned().collect();
    let [one, other] = things.as_slice() else { return None };
    let chosen = |r: &Referent| r.sort == noun.sort() && r.verb == Some("chosen") && !r.plural;
    if !chosen(one) || !chosen(other) || noun.filter.test != Test::Any {
        return None;
    }
    let both = Selector::Union(vec![p.scope.select(&one.handle), p.scope.select(&other.handle)]);
    Some(Referent { plural: true, ..Referent::new(Handle::Select(Box::new(both)), noun.sort()) })
}
