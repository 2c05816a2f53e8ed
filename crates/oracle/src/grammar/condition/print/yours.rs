//! What you control all of, or none.

use lawmage_ir::{Amount, Condition, EventPattern, Filter, Ref, Selector, Span, Step, Test, Who, ZoneSet};

use crate::print::{Printer, words};

impl Printer<'_> {
    /// "~ and at least two other creatures attacked this combat".
    pub(super) fn attacked_together(&mut self, all: &[Condition]) -> Option<String> {
        let (others, n) = crate::grammar::condition::attacked_with(all)?;
        let (this, n) = (self.this_named(), words::number(n.try_into().unwrap_or(i32::MAX)));
        Some(format!("{this} and at least {n} {} attacked this combat", self.plural(others)))
    }

    /// "you control neither creature", "you control each creature with the greatest power": that there are none of these.
    pub(super) fn all_or_none_controlled(&mut self, none: &Selector) -> Option<String> {
        if let Selector::Those(both, test) = none {
            let neither = **both == Selector::Ref(Ref::Target(0)) && *test == Test::Controlled(Who::You);
            return neither.then(|| "you control neither creature".to_owned());
        }
        let all = others_with_the_greatest(none)?;
        Some(format!("you control each {} on the battlefield", self.singular(&all)))
    }
}

/// Of all that have the greatest of a number, those that you don't control: what you control each of, where there are none.
fn others_with_the_greatest(of: &Selector) -> Option<Filter> {
    let Selector::All(filter) = of else { return None };
    let others = Test::not(Test::Controlled(Who::You));
    let (yours, rest): (Vec<Test>, Vec<Test>) =
        filter.test.conjuncts().iter().cloned().partition(|test| *test == others);
    let greatest = |test: &Test| matches!(test, Test::Stat(_, _, Amount::Greatest(..)));
    (!yours.is_empty() && rest.iter().any(greatest)).then(|| Filter::new(filter.kind.clone(), Test::all(rest)))
}

/// A step or phase that only its player's turn has: "it's your upkeep".
pub(crate) const fn own_step(steps: &[Step]) -> Option<&'static str> {
    match steps {
        [Step::Upkeep] => Some("upkeep"),
        [Step::End] => Some("end step"),
        [Step::Draw] => Some("draw step"),
        [Step::Main, Step::Main2] => Some("main phase"),
        _ => None,
    }
}

/// The same, of the combat phase too: "it's your combat phase".
pub(super) const fn own_phase(steps: &[Step]) -> Option<&'static str> {
    match steps {
        [Step::BeginCombat, .., Step::EndCombat] => Some("combat phase"),
        _ => own_step(steps),
    }
}

impl Printer<'_> {
    /// "this creature blocked or was blocked by a blue creature this turn", "it came under your control this turn", "an oil counter was
    /// removed from a permanent you controlled this turn".
    pub(super) fn said_of_turn(&mut self, event: &EventPattern, span: Span, times: u32) -> Option<String> {
        if span != Span::ThisTurn || times != 1 {
            return None;
        }
        let said = match event {
            EventPattern::Or(both) => match both.as_slice() {
                [
                    EventPattern::Blocks { what, whom: Some(whom) },
                    EventPattern::BecomesBlocked { what: same, by: Some(by) },
                ] if what == same && whom == by => {
                    let Test::Is(it) = &what.test else { return None };
                    format!("{} blocked or was blocked by {}", self.reference(it).text, self.one(by))
                }
                [
                    EventPattern::Moves { what: entered, to, cause: None, by: None, .. },
                    EventPattern::GainsControl { by: Who::You, what, from: None },
                ] if *to == ZoneSet::BATTLEFIELD
                    && entered.test == Test::all([what.test.clone(), Test::Controlled(Who::You)]) =>
                {
                    let Test::Is(it) = &what.test else { return None };
                    format!("{} came under your control", self.reference(it).text)
                }
                _ => return None,
            },
            EventPattern::CountersRemoved { from, kind: Some(kind), last: false } => {
                let yours = Test::Controlled(Who::You);
                let all = from.test.conjuncts();
                if !all.contains(&yours) {
                    return None;
                }
                let rest = Test::all(all.iter().filter(|test| **test != yours).cloned());
                let from = self.one(&Filter::permanent(rest));
                format!("{} counter was removed from {from} you controlled", words::article(&kind.to_string()))
            }
            _ => return None,
        };
        Some(format!("{said} this turn"))
    }
}
