//! What goes somewhere else than it would (614.1a).

use lawmage_ir::{Cause, Clause, Destination, Instruction, Ref, Role, Selector, Slot, Zone};

use crate::read::context::Scope;
use crate::state::proposal::Proposal;
use crate::state::stack::Frame;
use crate::table::game::{Game, Res};
use crate::table::replacing::Applicable;

impl Game<'_> {
    /// The same object, moved to another place or in another way.
    pub(super) fn moved_to(
        &mut self,
        to: &Destination,
        chosen: &Applicable,
        frame: &Frame,
        proposal: Proposal,
    ) -> Res<Proposal> {
        let Proposal::Move { object, by, mut entry, cause, .. } = proposal else { return Ok(proposal) };
        if let Destination::Battlefield(arrival) = to {
            let scope = Scope::new(chosen.source, chosen.you);
            let under = self.state.arrives_under(arrival, object, scope, frame);
            *entry = self.entry(arrival, under, Some(object), scope, frame)?;
        }
        if let Destination::Exile { linked: Some(number), .. } = to {
            entry.exiled_with = Some((chosen.source, *number)); // 607.2b, 614.14
        }
        let cause = if to.zone() == Zone::Exile { into_exile(cause) } else { cause };
        Ok(Proposal::Move { object, to: to.clone(), cause, by, entry })
    }
}

/// Why something is moved that is exiled instead: what is destroyed, discarded, milled or sacrificed is so all the same (701.7a,
/// 701.8c, 701.17).
pub(super) const fn into_exile(cause: Cause) -> Cause {
    match cause {
        Cause::Destroy | Cause::Discard | Cause::Mill | Cause::Sacrifice => cause,
        _ => Cause::Exile,
    }
}

/// Of what is done instead, "exile it with a counter on it": where the event's object goes, the slot that holds it there, and the
/// rest.
pub(super) fn elsewhere(clauses: &[Clause]) -> Option<(&Destination, Slot, &[Clause])> {
    let subject = Selector::Ref(Ref::Event(Role::Subject));
    match clauses {
        [Clause { does: Instruction::Move { what, to, .. }, out: Some(slot) }, rest @ ..] if *what == subject => {
            Some((to, *slot, rest))
        }
        _ => None,
    }
}
