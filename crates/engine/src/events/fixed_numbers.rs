//! Numbers of effects of resolving spells and abilities, which are worked out once (611.2d).

use lawmage_ir::{Amount, Continuous, Ref, visit};

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
                    Continuous::CostChange { times, .. } => {
                        matches!(times, Amount::AsCast { .. })
                            || visit::any(times, |of: &Ref| matches!(of, Ref::Event(_) | Ref::Each))
                    }
                    _ => true,
                };
                let known = |e: &Continuous| if later(e) { e.clone() } else { self.with_values(e, context) };
                let effects = effects.iter().map(known).collect();
                Continuous::NextSpell { by: by.clone(), what: what.clone(), effects, every: *every }
            }
            other => other.clone(),
        }
    }
}
