//! What keeps several permanents tapped, each in its own controller's untap step (502.3).

use lawmage_ir::{Continuous, Duration, Prohibition, Ref, Selector, Who};

use crate::read::context::Context;
use crate::state::ids::Entity;
use crate::state::stack::SlotValue;
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// "Those creatures don't untap during their controllers' next untap steps": each of them in that of its own controller.
    pub(super) fn keep_each_tapped(
        &mut self,
        effects: &[Continuous],
        of: &Ref,
        several: &[Entity],
        context: &Context<'_>,
    ) -> Res<SlotValue> {
        let of_each = |effect: &Continuous| match effect {
            Continuous::Cant(Prohibition::UntapStep(Selector::Ref(what))) if what == of => {
                Continuous::Cant(Prohibition::UntapStep(Selector::Ref(Ref::Each)))
            }
            other => other.clone(),
        };
        let effects: Vec<Continuous> = effects.iter().map(of_each).collect();
        let duration = Duration::NextUntapStep(Who::Controller(Box::new(Ref::Each)));
        for one in several {
            self.start_effects(&effects, &duration, &context.looping(*one))?;
        }
        Ok(SlotValue::of(several.iter().copied()))
    }
}
