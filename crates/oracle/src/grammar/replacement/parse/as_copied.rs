//! What is otherwise than what something enters as a copy of (707.9), counters among it that depend on what it has become.

use std::sync::Arc;

use lawmage_ir::{
    Amount, Choice, Clause, Condition, CounterKind, Entering, Filter, Instead, Instruction, Keyword, Kind,
    Modification, Ref, Replacement, Selector, Stat, THIS, Test, Who,
};

use super::enters::{counters, entering, this};
use super::plain;
use crate::grammar::event::counter_kind;
use crate::grammar::test::complement;
use crate::grammar::{duration, effect, modification, noun};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Counters that it enters with: of which kinds, and how many.
type Counters = Vec<(CounterKind, Amount)>;

/// "As ~ enters, you may have it become a copy of any creature on the battlefield until end of turn, except it has haste." (707.9):
/// it enters as that copy (614.1c), for so long.
pub(super) fn for_a_while(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("as ~ enters ,")?;
    p.expect("you may have it become a copy of any")?;
    let filter = noun::filter(p)?;
    let until = duration::duration(p)?;
    let mods = modification::exceptions(p).unwrap_or_default();
    let choice = Choice::exactly(1, Selector::All(filter));
    let copy = Some((Selector::Choose(Box::new(choice)), mods));
    let entry = Entering { copy, copy_until: Some(until), ..Entering::default() };
    let enters = plain(entering(this()), Instead::Enter(Box::new(entry)));
    Some(Replacement { optional: Some(Who::You), ..enters })
}

/// ". If you do, it enters as a copy of one of those cards with a number of additional +1/+1 counters on it equal to the power of the
/// other card", of two cards exiled: which of them is chosen then.
pub(super) fn one_of_those(p: &mut Parser<'_>, first: &mut Vec<Clause>) -> Option<Entering> {
    let done = p.scope.last_done?;
    p.expect(". if you do , it enters as a copy of one of those cards with a number of additional")?;
    let kind = counter_kind(p)??;
    p.expect("on it equal to the power of the other card")?;
    let exiled = p.scope.latest(|r| r.sort == Sort::Card && r.verb == Some("exiled") && r.plural)?;
    let those = p.scope.select(&exiled.handle);
    let done = Condition::Done(p.scope.bind(done));
    let choice = Choice::exactly(1, those.clone());
    let chooses = effect::emit(p, Instruction::Choose(Selector::Choose(Box::new(choice))));
    let one = Selector::slot(p.scope.bind(effect::id(&chooses)));
    first.push(Instruction::If { condition: done.clone(), then: vec![chooses], otherwise: Vec::new() }.into());
    let other = Selector::Except(Box::new(those), Box::new(one.clone()));
    let counters = vec![(kind, Amount::Total(Stat::Power, Box::new(other)))];
    Some(Entering { only: Some(done), copy: Some((one, Vec::new())), counters, ..Entering::default() })
}

/// ". When you do, exile that card": what is copied is chosen first, so that what triggers can speak of it (603.11, 707.9g).
pub(super) fn when_copied(p: &mut Parser<'_>, of: &Filter, entry: &Entering) -> Option<Entering> {
    p.expect(". when you do ,")?;
    let (copied, mods) = entry.copy.clone()?;
    let chooses = effect::emit(p, Instruction::Choose(copied));
    let id = effect::id(&chooses);
    let sort = if of.kind == Kind::Permanent { Sort::Permanent } else { Sort::Card };
    p.scope.mention(Referent { verb: Some("copied"), ..Referent::new(Handle::Clause(id), sort) });
    let program = effect::if_done::reflexive_program(p)?;
    let copy = Some((Selector::slot(p.scope.bind(id)), mods));
    let copy_then = vec![Instruction::Reflexive(Arc::new(program)).into()];
    Some(Entering { first: vec![chooses], copy, copy_then, ..entry.clone() })
}

/// "enchanted creature".
pub(super) fn host(p: &mut Parser<'_>) -> Option<Ref> {
    p.at_any(&["enchanted", "equipped"]).then_some(())?;
    match noun::selector(p)? {
        Selector::Ref(it @ Ref::Host(_)) => Some(it),
        _ => None,
    }
}

/// ", except if ~ was embalmed, the token has no mana cost, it's white, …" (702.128b).
pub(super) fn if_embalmed(p: &mut Parser<'_>) -> Option<(Condition, Vec<Modification>)> {
    p.comma();
    p.expect("except if ~ was embalmed ,")?;
    let lists = p.list("and", modification::exception)?;
    Some((Condition::CreatedBy(Keyword::Embalm), lists.into_iter().flatten().collect()))
}

/// One thing that is otherwise.
enum Otherwise {
    Changes(Vec<Modification>),
    Counters(CounterKind, Amount),
}

/// ", except it enters with an additional +1/+1 counter on it if it's a creature, and it isn't legendary": with some counters at
/// least.
pub(super) fn exceptions(p: &mut Parser<'_>) -> Option<(Vec<Modification>, Counters)> {
    p.comma();
    p.expect("except")?;
    let (mut mods, mut with) = (Vec::new(), Vec::new());
    for otherwise in p.list("and", one)? {
        match otherwise {
            Otherwise::Changes(more) => mods.extend(more),
            Otherwise::Counters(kind, n) => with.push((kind, n)),
        }
    }
    if with.is_empty() { p.fail("counters it enters with") } else { Some((mods, with)) }
}

fn one(p: &mut Parser<'_>) -> Option<Otherwise> {
    if let Some((kind, n)) = p.attempt(|p| {
        p.eat_any(&["it enters with", "enters with"])?;
        counters(p)
    }) {
        return match p.attempt(if_it_is) {
            Some(such) if n == Amount::ONE => Some(Otherwise::Counters(kind, such)),
            Some(_) => p.fail("one counter"),
            None => Some(Otherwise::Counters(kind, n)),
        };
    }
    modification::exception(p).map(Otherwise::Changes)
}

/// "if it's a creature", of the copy: one if it is, else none.
fn if_it_is(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("if it's")?;
    let test = complement(p)?;
    matches!(test, Test::Type(_)).then(|| such(test))
}

/// One if this passes the test, else none.
fn such(test: Test) -> Amount {
    let those = Selector::Those(Box::new(THIS), test);
    Amount::Min(Box::new(Amount::Count(Box::new(those))), Box::new(Amount::ONE))
}
