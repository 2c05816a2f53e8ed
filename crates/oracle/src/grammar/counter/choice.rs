//! Counters of a kind that is chosen as they are put: "your choice of a +1/+1 counter or two charge counters" (608.2d).

use lawmage_ir::{Amount, Choice, Clause, CounterKind, Instruction, Kind, Mode, Selector, Who};

use crate::grammar::effect::{emit, without_spells};
use crate::grammar::selector::Quant;
use crate::grammar::{amount, counter, selector};
use crate::parse::{Handle, Parser};
use crate::print::{Printer, words};

/// "[put] your choice of a +1/+1 counter or two charge counters on target artifact", "… a menace, trample, or haste counter on it",
/// "… a counter from among vigilance and lifelink on it".
pub(crate) fn put(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.scope.actor.as_ref().is_some_and(|who| *who != Who::You) {
        return p.fail("your choice");
    }
    p.expect("your choice of")?;
    let kinds = p.first(&[from_among, of_kinds, each_with_its_number])?;
    of_those(p, kinds, out)
}

/// "[put] a +1/+1 counter or a loyalty counter on it": which, is chosen then too (608.2d).
pub(crate) fn put_one_or_other(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.scope.actor.as_ref().is_some_and(|who| *who != Who::You) {
        return p.fail("what you put");
    }
    let kinds = p.first(&[of_kinds, with_one_number, each_with_its_number])?;
    of_those(p, kinds, out)
}

/// "[put] a +1/+1 counter and a counter from among flying, first strike, or vigilance on it".
pub(crate) fn put_and_one_of(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.scope.actor.as_ref().is_some_and(|who| *who != Who::You) {
        return p.fail("what you put");
    }
    p.eat_any(&["a", "an"])?;
    let kind = counter::kind(p)??;
    p.expect("and a counter from among")?;
    let kinds = p.list("or", counter::name)?.into_iter().map(|kind| (kind, Amount::ONE)).collect();
    let start = out.len();
    of_those(p, kinds, out)?;
    let Some(Instruction::ChooseMode { modes, .. }) = out.last().map(|clause| &clause.does) else { return None };
    let on = match modes.first().and_then(|mode| mode.clauses.first()).map(|clause| &clause.does) {
        Some(Instruction::PutCounters { on, .. }) => on.clone(),
        _ => return None,
    };
    let put = emit(p, Instruction::PutCounters { kind, count: Amount::ONE, on });
    out.insert(start, put);
    Some(())
}

/// "that many +1/+1 counters or charge counters"
fn with_one_number(p: &mut Parser<'_>) -> Option<Vec<(CounterKind, Amount)>> {
    let n = amount::amount(p)?;
    let kinds = p.list("or", |p| counter::kind(p)?).filter(|kinds| kinds.len() > 1)?;
    Some(kinds.into_iter().map(|kind| (kind, n.clone())).collect())
}

/// "on it", after the kinds.
fn of_those(p: &mut Parser<'_>, kinds: Vec<(CounterKind, Amount)>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("on")?;
    if kinds.len() < 2 {
        return p.fail("two kinds of counters");
    }
    let picked = without_spells(p, selector::objects)?;
    // Each of several would have a choice of its own.
    if picked.players || picked.plural {
        return p.fail("one permanent");
    }
    let on = match picked.selector.clone() {
        known @ Selector::Ref(_) => {
            picked.mention(p);
            known
        }
        // "on an artifact you control": which one is chosen first.
        one @ Selector::Choose(_) => {
            let chosen = emit(p, Instruction::Choose(one));
            crate::grammar::effect::mention(p, &chosen, picked.referent, "chosen");
            let id = crate::grammar::effect::id(&chosen);
            out.push(chosen);
            p.scope.select(&Handle::Clause(id))
        }
        _ => return p.fail("one permanent"),
    };
    let mode = |(kind, count)| {
        let does = Instruction::PutCounters { kind, count, on: on.clone() };
        Mode::plain(vec![does.into()])
    };
    let modes = kinds.into_iter().map(mode).collect();
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}

/// "a counter from among first strike, vigilance, and lifelink"
fn from_among(p: &mut Parser<'_>) -> Option<Vec<(CounterKind, Amount)>> {
    p.expect("a counter from among")?;
    let kinds = p.list("and", counter::name)?;
    Some(kinds.into_iter().map(|kind| (kind, Amount::ONE)).collect())
}

/// "a +1/+1, first strike, or trample counter"
fn of_kinds(p: &mut Parser<'_>) -> Option<Vec<(CounterKind, Amount)>> {
    p.eat_any(&["a", "an"])?;
    let kinds = p.list("or", counter::name).filter(|kinds| kinds.len() > 1)?;
    p.expect("counter")?;
    Some(kinds.into_iter().map(|kind| (kind, Amount::ONE)).collect())
}

/// "a +1/+1 counter or two charge counters"
fn each_with_its_number(p: &mut Parser<'_>) -> Option<Vec<(CounterKind, Amount)>> {
    p.list("or", |p| {
        let n = amount::amount(p)?;
        Some((counter::kind(p)??, n))
    })
}

/// "any creature you control": one of them, as chosen then.
pub(crate) fn any_one(p: &mut Parser<'_>) -> Option<selector::Picked> {
    p.expect("any")?;
    let noun = crate::grammar::noun::noun(p)?;
    if noun.plural || noun.among.is_some() || noun.filter.kind != Kind::Permanent {
        return p.fail("one permanent");
    }
    let choice = Choice::exactly(1, Selector::All(noun.filter.clone()));
    let selector = Selector::Choose(Box::new(choice));
    let referent = noun.referent(Handle::Select(Box::new(selector.clone())));
    Some(selector::Picked { selector, referent: Some(referent), players: false, plural: false })
}

/// What the modes of such a choice put, and on what.
pub(crate) fn choice(modes: &[Mode]) -> Option<(Vec<(&CounterKind, &Amount)>, &Selector)> {
    let mut on = None;
    let mut kinds = Vec::new();
    for mode in modes {
        let [Clause { does: Instruction::PutCounters { kind, count, on: of }, .. }] = mode.clauses.as_slice() else {
            return None;
        };
        if *on.get_or_insert(of) != of || mode.cost.is_some() || !mode.targets.is_empty() {
            return None;
        }
        kinds.push((kind, count));
    }
    on.filter(|_| kinds.len() > 1).map(|on| (kinds, on))
}

impl Printer<'_> {
    /// "put your choice of a +1/+1 counter or two charge counters on it".
    pub(crate) fn counters_of_choice(&mut self, kinds: &[(&CounterKind, &Amount)], on: &Selector) -> String {
        let one_of_each = kinds.iter().all(|(kind, n)| **n == Amount::ONE && **kind != CounterKind::That);
        let said = if one_of_each {
            let words: Vec<String> = kinds.iter().map(|(kind, _)| kind.to_string()).collect();
            words::article(&format!("{} counter", words::list(&words, "or")))
        } else {
            let words: Vec<String> =
                kinds.iter().map(|(kind, n)| self.counted(n, &format!("{kind} counter"))).collect();
            words::list(&words, "or")
        };
        format!("put your choice of {said} on {}", self.those_of(on, Quant::Bare))
    }
}
