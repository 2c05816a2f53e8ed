//! Conditions.

mod parse;
mod print;

use lawmage_ir::{Amount, Cmp, Condition, Ref, Selector, Step};

pub(crate) use parse::*;
pub(crate) use print::*;

/// The steps of a turn before that one.
pub(crate) fn steps_before(step: Step) -> Vec<Step> {
    Step::ALL.into_iter().take_while(|s| *s != step).collect()
}

/// That there are some of these.
pub(crate) fn owns_some(theirs: Ref) -> Condition {
    Condition::Compare(Amount::Count(Box::new(Selector::Ref(theirs))), Cmp::AtLeast, Amount::ONE)
}
