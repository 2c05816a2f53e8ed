//! What is done with each kind of counter, or with a chosen one: said.

use lawmage_ir::{Amount, Clause, CounterKind, Instruction, KindsOf, Mode, Selector, WithKinds};

use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "for each kind of counter on target permanent, …", "choose a counter on a permanent you control. …".
    pub(crate) fn with_kinds(&mut self, with: &WithKinds) -> Deed {
        if let (KindsOf::On(Selector::Ref(from)), [Clause { does, .. }]) = (&with.of, with.body.as_slice())
            && let Instruction::PutCounters { kind: CounterKind::That, count, on } = does
            && *count == Amount::Counters(Some(CounterKind::That), from.clone())
        {
            let on = self.those_of(on, Quant::Bare);
            return Deed::order(format!("put the same number of each kind of counter on {on}"));
        }
        let head = self.kinds_head(with);
        let text = match put_or_remove(&with.body) {
            Some(on) => {
                let on = self.those_of(on, Quant::Bare);
                format!("{head}, put another counter of that kind on {on} or remove one from it")
            }
            None if with.each => format!("{head}, {}", of_that_kind(&self.deeds(&with.body))),
            None => format!("{head}. {}", of_that_kind(self.sentences(&with.body).trim_end_matches('.'))),
        };
        Deed::Whole(text)
    }

    /// What stands before what is done.
    fn kinds_head(&mut self, with: &WithKinds) -> String {
        match &with.of {
            KindsOf::Among(kinds, but) => {
                let kinds: Vec<String> = kinds.iter().map(ToString::to_string).collect();
                let at_random = if with.random { " at random" } else { "" };
                let but = self.object(but);
                let kinds = words::list(&kinds, "and");
                format!("choose a kind of counter{at_random} that {but} doesn't have on it from among {kinds}")
            }
            KindsOf::On(on) => {
                let among = if matches!(on, Selector::All(_)) { "among" } else { "on" };
                let text = self.those_of(on, Quant::Bare);
                if let Some(slot) = with.slot {
                    self.fill(slot, &Instruction::Choose(on.clone()));
                }
                let each = if with.each { "for each kind of counter" } else { "choose a counter" };
                format!("{each} {among} {text}")
            }
        }
    }
}

/// What [`CounterKind::That`] is called.
fn of_that_kind(text: &str) -> String {
    let that = CounterKind::That;
    text.replace(&format!("{that} counters"), "counters of that kind")
        .replace(&format!("{that} counter"), "counter of that kind")
}

/// On what a counter is put, or from what one is removed.
fn put_or_remove(body: &[Clause]) -> Option<&Selector> {
    let [Clause { does: Instruction::ChooseMode { modes, .. }, .. }] = body else { return None };
    let [Mode { clauses: put, .. }, Mode { clauses: remove, .. }] = modes.as_slice() else { return None };
    match (put.as_slice(), remove.as_slice()) {
        (
            [Clause { does: Instruction::PutCounters { kind: CounterKind::That, on, .. }, .. }],
            [Clause { does: Instruction::RemoveCounters { kind: Some(CounterKind::That), from, .. }, .. }],
        ) if on == from => Some(on),
        _ => None,
    }
}
