//! Numbers of effects of resolving spells and abilities, which are worked out once (611.2d).

use lawmage_ir::{Amount, Continuous, Instead, Ref, Replacement, visit};

use crate::read::context::Context;
use crate::state::State;

impl State {
    /// A rule-changing effect with its variables as they are now (611.2d).
    pub(super) fn with_values(&self, what: &Continuous, context: &Context<'_>) -> Continuous {
        match what {
            Continuous::CostChange { by, of, change, times } => Continuous::CostChange {
                by: by.clone(),
                of: of.clone(),
                change: change.clone(),
                times: Amount::Const(self.amount(times, context)),
            },
            Continuous::NextSpell { by, what, effects, every } => {
                let later = |effect: &Continuous| match effect {
                    Continuous::CostChange { times, .. } => is_later(times),
                    _ => true,
                };
                let known = |e: &Continuous| if later(e) { e.clone() } else { self.with_values(e, context) };
                let effects = effects.iter().map(known).collect();
                Continuous::NextSpell { by: by.clone(), what: what.clone(), effects, every: *every }
            }
            Continuous::Replace(replacement) => Continuous::Replace(Box::new(self.entering_with(replacement, context))),
            other => other.clone(),
        }
    }

    /// "That creature enters with X additional counters on it" of a resolving ability: X is what it is now.
    fn entering_with(&self, replacement: &Replacement, context: &Context<'_>) -> Replacement {
        let mut known = replacement.clone();
        if let Instead::Enter(entering) = &mut known.instead {
            for (_, count) in entering.counters.iter_mut().filter(|(_, count)| !is_later(count)) {
                *count = Amount::Const(self.amount(count, context));
            }
        }
        known
    }
}

/// Whether a number speaks of a spell or a permanent that there is only when the effect applies.
fn is_later(number: &Amount) -> bool {
    matches!(number, Amount::AsCast { .. }) || visit::any(number, |of: &Ref| matches!(of, Ref::Event(_) | Ref::Each))
}
