//! What all players put onto the battlefield at once, chosen or not (101.4, 608.2c).

use lawmage_ir::{Arrival, Cause, Clause, Destination, Instruction, Ref, Selector, Slot, Who, rule};

use crate::read::context::Scope;
use crate::state::ids::Entity;
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// 101.4: each player chooses, in APNAP order, what they put onto the battlefield; then all of it enters at once.
    pub(super) fn enter_together(
        &mut self,
        members: &[Entity],
        entering: &Entering<'_>,
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<()> {
        let (proposals, counts) =
            self.proposed_of_each(members, frame, |game, frame| game.chosen_to_enter(entering, scope, frame))?;
        let does = entering.body.first().map(|clause| &clause.does);
        if let Some(does) = does {
            self.tell_begins(does, scope);
        }
        let outcomes = self.happen(proposals, rule!("608.2c"))?;
        if let Some(does) = does {
            self.tell_ends(does, scope, &SlotValue::default());
        }
        let mut done = outcomes.iter().map(|outcome| outcome.done);
        let shares: Vec<usize> =
            counts.into_iter().map(|n| done.by_ref().take(n).filter(|done| *done).count()).collect();
        let mut value = SlotValue::moved(outcomes);
        value.shared_among(members.iter().zip(shares));
        for slot in entering.outs.iter().flatten() {
            frame.set(*slot, value.clone());
        }
        Ok(())
    }

    fn chosen_to_enter(&mut self, entering: &Entering<'_>, scope: Scope, frame: &Frame) -> Res<Vec<Proposal>> {
        if let Some(who) = entering.asked {
            let context = scope.context(frame);
            let ask = self.state.asked_whether(entering.body, &context);
            if !self.state.is_possible(entering.body, &context) || !self.does_who_may(who, ask, scope, frame)? {
                return Ok(Vec::new());
            }
        }
        let objects = self.pick_objects(entering.what, scope, frame)?;
        let mut proposals = Vec::with_capacity(objects.len());
        for object in objects {
            let controller = self.state.arrives_under(entering.arrival, object, scope, frame);
            let entry = Box::new(self.entry(entering.arrival, controller, Some(object), scope, frame)?);
            let to = Destination::Battlefield(Box::new(entering.arrival.clone()));
            proposals.push(Proposal::Move { object, to, cause: entering.cause, by: Some(scope.you), entry });
        }
        Ok(proposals)
    }
}

/// The body of a loop over players in which each puts something onto the battlefield.
pub(super) struct Entering<'a> {
    /// Who is asked whether to.
    asked: Option<&'a Who>,
    /// The move, alone.
    body: &'a [Clause],
    what: &'a Selector,
    arrival: &'a Arrival,
    cause: Cause,
    /// The slots that keep what entered.
    outs: [Option<Slot>; 2],
}

impl<'a> Entering<'a> {
    pub(super) fn of(body: &'a [Clause]) -> Option<Self> {
        let [only] = body else { return None };
        match &only.does {
            Instruction::Move { what, to: Destination::Battlefield(arrival), cause } => {
                Some(Self { asked: None, body, what, arrival, cause: *cause, outs: [only.out, None] })
            }
            Instruction::May { who: who @ Who::Ref(Ref::Each), body } => {
                let inner = Self::of(body).filter(|inner| inner.asked.is_none())?;
                Some(Self { asked: Some(who), outs: [only.out, inner.outs[0]], ..inner })
            }
            _ => None,
        }
    }
}
