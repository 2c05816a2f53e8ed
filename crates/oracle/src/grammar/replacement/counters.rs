//! With what counters something enters, in words (122.6).

use lawmage_ir::{Amount, Cmp, Condition, CostLabel, CounterKind, Selector, THIS, Test};

use crate::print::{Printer, words};

impl Printer<'_> {
    /// "with two +1/+1 counters on it", "with an additional +1/+1 counter on them for each …".
    pub(super) fn enters_with(&mut self, counters: &[(CounterKind, Amount)], own: bool, plural: bool) -> String {
        let it = if plural { "them" } else { "it" };
        let word =
            |kind: &CounterKind| if own { format!("{kind} counter") } else { format!("additional {kind} counter") };
        let counters: Vec<String> = counters.iter().map(|(kind, n)| self.entering_counters(n, &word(kind))).collect();
        let on = |text: &String| match text.split_once(" for each ") {
            Some((head, each)) => format!("{head} on {it} for each {each}"),
            None => format!("{text} on {it}"),
        };
        // Each number has its own "on it".
        let counted = counters.iter().any(|text| text.contains(" for each "));
        let text = match counted {
            true => words::list(&counters.iter().map(on).collect::<Vec<_>>(), "and"),
            false => on(&words::list(&counters, "and")),
        };
        format!("with {text}")
    }

    /// "~ enters with a flying counter on it if a card discarded this way has flying", of each of several kinds.
    pub(super) fn enters_if_found(&mut self, counters: &[(CounterKind, Amount)], subject: &str) -> Option<Vec<String>> {
        let there_is =
            |of: &Selector| Condition::Compare(Amount::Count(Box::new(of.clone())), Cmp::AtLeast, Amount::ONE);
        let asked: Option<Vec<_>> = counters.iter().map(|(kind, n)| Some((kind, there_is(one_if_any(n)?)))).collect();
        let asked = asked.filter(|all| !all.is_empty())?;
        let one = |(kind, condition): (&CounterKind, Condition)| {
            format!("{subject} enters with a {kind} counter on it if {}", self.condition(&condition))
        };
        Some(asked.into_iter().map(one).collect())
    }

    fn entering_counters(&mut self, n: &Amount, noun: &str) -> String {
        match n {
            Amount::Const(_) | Amount::X | Amount::Event | Amount::Slot(_) | Amount::TimesPaid(CostLabel::Other(_)) => {
                self.counted(n, noun)
            }
            other => match self.split_each(other) {
                Some((k, each)) => format!("{} for each {each}", self.counted(&Amount::Const(k), noun)),
                None if let Amount::Plus(first, more) = other
                    && let (Amount::Const(_), Some((1, each))) = (&**first, self.split_each(more)) =>
                {
                    format!("{} on it plus an additional {noun} for each {each}", self.counted(first, noun))
                }
                None => self.counted(other, noun),
            },
        }
    }
}

/// "it enters with an additional loyalty counter on it if it's a planeswalker": where each is of what it has become.
pub(super) fn if_it_is(counters: &[(CounterKind, Amount)]) -> Vec<String> {
    let type_of = |n: &Amount| match one_if_any(n)? {
        Selector::Those(of, Test::Type(what)) if **of == THIS => Some(*what),
        _ => None,
    };
    let each = counters.iter().map(|(kind, n)| {
        let what = words::article(&type_of(n)?.word().to_lowercase());
        Some(format!("it enters with an additional {kind} counter on it if it's {what}"))
    });
    each.collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Of what there is to be any for the number to be one; else it is none.
fn one_if_any(n: &Amount) -> Option<&Selector> {
    let Amount::Min(found, one) = n else { return None };
    match &**found {
        Amount::Count(of) if **one == Amount::ONE => Some(of),
        _ => None,
    }
}
