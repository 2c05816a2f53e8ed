//! What is otherwise than what something enters as a copy of (707.9), counters among it that depend on what it has become.

use lawmage_ir::{Amount, Condition, CounterKind, Keyword, Modification, Ref, Selector, THIS, Test};

use super::enters::counters;
use crate::grammar::test::complement;
use crate::grammar::{modification, noun};
use crate::parse::Parser;

/// Counters that it enters with: of which kinds, and how many.
type Counters = Vec<(CounterKind, Amount)>;

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
