//! What a spell could target (707.10d).

use lawmage_ir::{Filter, Ref, Test, Who};

use crate::print::{Printer, words};

/// Whether it is asked of what a spell could target.
pub(crate) fn is_targetable(of: &Filter) -> bool {
    of.test.conjuncts().iter().any(|test| matches!(test, Test::TargetableBy(_)))
}

impl Printer<'_> {
    /// "you control one or more other creatures that spell could target".
    pub(super) fn controls_targetable(&mut self, of: &Filter) -> String {
        let mine = of.test.conjuncts().contains(&Test::Controlled(Who::You));
        let rest = of
            .test
            .conjuncts()
            .iter()
            .filter(|test| !matches!(test, Test::Controlled(_)) && **test != Test::not(Test::Is(Ref::This)));
        let things = self.plural(&Filter::new(of.kind.clone(), Test::all(rest.cloned())));
        match mine {
            true => format!("you control one or more other {things}"),
            false => format!("another opponent controls one or more {things}"),
        }
    }

    /// "one of those creatures", of what a spell could target.
    pub(crate) fn one_of_targetable(&mut self, of: &Filter) -> String {
        format!("one of those {}", words::plural(&self.noun_of(of, true).head))
    }
}
