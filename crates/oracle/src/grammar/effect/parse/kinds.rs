//! Kinds of counters that are gone through or chosen, and what is done with a counter "of that kind" (122.1).

use lawmage_ir::{Amount, Clause, CounterKind, Instruction, KindsOf, Mode, Ref, Selector, Who, WithKinds};

use super::emit;
use super::sentence::{chain, of_mode};
use crate::grammar::{counter, noun, selector};
use crate::parse::{Handle, Parser, Referent};

/// "for each kind of counter on target permanent, put another counter of that kind on it", "choose a counter on a permanent you
/// control. Put a counter of that kind on …": to the end of the effect.
pub(super) fn kinds(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let outer = p.scope.kind;
    let read = p.attempt(|p| if p.at("for") { each(p) } else { chosen(p) });
    p.scope.kind = outer;
    let with = read?;
    out.push(emit(p, Instruction::WithKinds(Box::new(with))));
    p.scope.last_done = None;
    Some(())
}

fn each(p: &mut Parser<'_>) -> Option<WithKinds> {
    p.expect("for each kind of counter")?;
    p.eat_any(&["among", "on"])?;
    let on =
        match p.attempt(|p| noun::noun(p).filter(|noun| noun.plural && noun.limit.is_none() && noun.among.is_none())) {
            Some(noun) => Selector::All(noun.filter),
            None => {
                let picked = selector::objects(p)?;
                if !matches!(picked.selector, Selector::Ref(_)) {
                    return p.fail("what has the counters");
                }
                picked.mention(p);
                picked.selector
            }
        };
    p.expect(",")?;
    p.scope.kind = true;
    let known = p.scope.referents.len();
    let targets = p.scope.targets.len();
    let mut body = Vec::new();
    p.attempt_into(&mut body, put_or_remove).or_else(|| chain(p, &mut body))?;
    if p.scope.targets.len() != targets {
        return p.fail("a loop without targets");
    }
    // What one round made or chose is of no certain one.
    p.scope.referents.truncate(known);
    Some(WithKinds { of: KindsOf::On(on), each: true, random: false, slot: None, body })
}

/// "put another counter of that kind on it or remove one from it"
fn put_or_remove(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("put another counter of that kind on")?;
    let on = selector::objects(p)?;
    p.expect("or remove one from")?;
    let from = selector::objects(p)?;
    if on.selector != from.selector || !matches!(on.selector, Selector::Ref(_)) {
        return p.fail("one permanent");
    }
    let put = Instruction::PutCounters { kind: CounterKind::That, count: Amount::ONE, on: on.selector.clone() };
    let count = Some(Amount::ONE);
    let remove = Instruction::RemoveCounters { kind: Some(CounterKind::That), count, from: on.selector };
    let modes = vec![Mode::plain(vec![put.into()]), Mode::plain(vec![remove.into()])];
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}

fn chosen(p: &mut Parser<'_>) -> Option<WithKinds> {
    let kind = p.eat_any(&["choose a kind of counter", "choose a counter"])? == 0;
    if p.scope.actor.is_some() {
        return p.fail("your choice");
    }
    let (mut slot, mut random) = (None, false);
    let of = if kind && p.eat("at random that ~ doesn't have on it from among") {
        random = true;
        KindsOf::Among(p.list("and", counter::name)?, Ref::This)
    } else {
        p.expect("on")?;
        let picked = selector::objects(p)?;
        match (&picked.selector, &picked.referent) {
            (Selector::Choose(choice), Some(said)) if choice.max == Some(Amount::ONE) && choice.min == Amount::ONE => {
                let kept = p.scope.slot();
                slot = Some(kept);
                p.scope.mention(Referent {
                    handle: Handle::Ref(Ref::Slot(kept)),
                    verb: Some("chosen"),
                    ..said.clone()
                });
            }
            (Selector::Ref(_), _) if !picked.plural => picked.mention(p),
            _ => return p.fail("what has the counter"),
        }
        KindsOf::On(picked.selector)
    };
    p.expect(".")?;
    p.scope.kind = true;
    let body = of_mode(p)?;
    Some(WithKinds { of, each: false, random, slot, body })
}
