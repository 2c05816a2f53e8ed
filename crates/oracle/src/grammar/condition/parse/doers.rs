//! Who did what players were told before.

use lawmage_ir::{Condition, Ref, Test};

use super::negate;
use crate::grammar::{noun, words};
use crate::parse::Parser;

/// "does", "doesn't", "can't": who did what several players were just told they may or had to; "discarded a card this way": who did
/// what was done so before.
pub(super) fn doer(p: &mut Parser<'_>) -> Option<Condition> {
    // 726.1b
    if let Some(which) = p.eat_any(&["wins the subgame", "doesn't win the subgame"]) {
        let clause = p.scope.doers.or_else(|| p.fail("a subgame before"))?;
        let won = Condition::Is(Ref::It, Test::Doer(Ref::Slot(p.scope.bind(clause))));
        return Some(negate(won, which > 0));
    }
    if let Some(word) = p.eat_any(&["does", "do", "did", "doesn't", "don't", "didn't", "can't"]) {
        if !(p.at_stop() || p.at(",") || words::begins_predicate(p.word()) || p.word().ends_with('s')) {
            return p.fail("who did it");
        }
        let clause = p.scope.doers.or_else(|| p.fail("what players did before"))?;
        let did = Condition::Is(Ref::It, Test::Doer(Ref::Slot(p.scope.bind(clause))));
        return Some(negate(did, word > 2));
    }
    // Who searched has chosen to, whatever was found (701.19b).
    if p.eat("searches a library this way") {
        p.scope.latest(|r| r.verb == Some("found"))?;
        let clause = p.scope.doers.or_else(|| p.fail("what players did before"))?;
        return Some(Condition::Is(Ref::It, Test::Doer(Ref::Slot(p.scope.bind(clause)))));
    }
    // "Each player may discard their hand and draw five cards. … each opponent who discarded their hand this way": who chose to.
    if p.eat("discarded their hand this way") {
        let done = p.scope.latest(|r| matches!(r.verb, Some("discarded")) && r.clause().is_some());
        let clause = p.scope.doers.filter(|_| done.is_some()).or_else(|| p.fail("what players did before"))?;
        return Some(Condition::Is(Ref::It, Test::Doer(Ref::Slot(p.scope.bind(clause)))));
    }
    // "Each opponent may copy that spell. … for each opponent who copied the spell this way": the one that was to be copied.
    if p.eat("copied the spell this way") {
        p.scope.latest(|r| r.verb == Some("copied"))?;
        let clause = p.scope.doers.or_else(|| p.fail("what players did before"))?;
        return Some(Condition::Is(Ref::It, Test::Doer(Ref::Slot(p.scope.bind(clause)))));
    }
    let verb = if p.word() == "drew" { "drawn" } else { words::done(p.word())? };
    p.advance();
    if let Some(noun) = p.attempt(|p| {
        p.eat_any(&["a", "an"])?;
        noun::bare(p)
    }) {
        return done_so(p, verb, &noun);
    }
    // As it is printed: who did it, whatever it was.
    p.expect("this way")?;
    let said = p.scope.latest(|r| r.verb == Some(verb) && r.clause().is_some())?;
    let it = p.scope.reference(&said.handle)?;
    Some(Condition::Is(Ref::It, Test::Doer(it)))
}

/// "this way", behind a verb and what was done to: who did it to just that.
fn done_so(p: &mut Parser<'_>, verb: &str, noun: &noun::Noun) -> Option<Condition> {
    let (types, subtypes, token) = noun::words_of(&noun.filter.test);
    let plain = |test: &Test| matches!(test, Test::Any | Test::Type(_) | Test::Subtype(_));
    p.expect("this way")?;
    let said = p.scope.latest(|r| r.verb == Some(verb) && r.clause().is_some())?;
    let same = noun.filter.test.conjuncts().iter().all(plain) && said.types == types && said.subtypes == subtypes;
    if !same || token != said.token {
        return p.fail("what was done so, in the same words");
    }
    let it = p.scope.reference(&said.handle)?;
    Some(Condition::Is(Ref::It, Test::Doer(it)))
}
