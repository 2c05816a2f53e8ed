//! Processes that are repeated within an effect (608.2c).

use lawmage_ir::{Amount, Clause, Slot};

use super::LOOP_CAP;
use super::control_flow::Rounds;
use crate::read::context::Scope;
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Halt, Res};

impl Game<'_> {
    /// Goes through a process, and through it again for as long as the round says so. Each round finds its slots empty; after
    /// the last, they hold what all of them did.
    pub(super) fn process(&mut self, body: &[Clause], again: Slot, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let mut rounds = Rounds::of(body);
        let mut number: u32 = 0;
        loop {
            rounds.begin(frame);
            self.run_body(body, scope, frame)?;
            number += 1;
            rounds.end(frame, |sum, value| {
                sum.add(value, None);
                sum.add_shares(&value.shares);
                sum.excess = sum.excess.saturating_add(value.excess);
            });
            let repeated = frame.slots.get(usize::from(again)).filter(|told| told.done).map_or(0, |told| told.number);
            if i64::from(number) > i64::from(repeated) || self.is_over() {
                break;
            }
            if number >= LOOP_CAP {
                return Err(Halt::Capped("100000 rounds of a process"));
            }
        }
        rounds.tell(frame);
        Ok(SlotValue { number: number as i32, done: true, ..SlotValue::default() })
    }

    /// That the process around it is repeated: the number says how often at most.
    pub(super) fn again(&self, most: Option<&Amount>, scope: Scope, frame: &Frame) -> SlotValue {
        let most = most.map_or(i32::MAX, |most| self.state.amount(most, &scope.context(frame)));
        SlotValue { number: most, done: true, ..SlotValue::default() }
    }
}
