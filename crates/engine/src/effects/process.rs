//! Processes that are repeated within an effect (608.2c).

use lawmage_ir::{Amount, Clause, Slot};

use super::LOOP_CAP;
use super::control_flow::outs;
use crate::read::context::Scope;
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Halt, Res};

impl Game<'_> {
    /// Goes through a process, and through it again for as long as the round says so. Each round finds its slots empty; after
    /// the last, they hold what all of them did.
    pub(super) fn process(&mut self, body: &[Clause], again: Slot, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let slots = outs(body);
        let mut sums = vec![SlotValue::default(); slots.len()];
        let mut rounds: u32 = 0;
        loop {
            for slot in &slots {
                frame.set(*slot, SlotValue::default());
            }
            self.run_body(body, scope, frame)?;
            rounds += 1;
            for (slot, sum) in slots.iter().zip(&mut sums) {
                if let Some(value) = frame.slots.get(usize::from(*slot)) {
                    sum.add(value, None);
                    sum.add_shares(&value.shares);
                    sum.excess = sum.excess.saturating_add(value.excess);
                }
            }
            let repeated = frame.slots.get(usize::from(again)).filter(|told| told.done).map_or(0, |told| told.number);
            if i64::from(rounds) > i64::from(repeated) || self.is_over() {
                break;
            }
            if rounds >= LOOP_CAP {
                return Err(Halt::Capped("100000 rounds of a process"));
            }
        }
        for (slot, sum) in slots.into_iter().zip(sums) {
            frame.set(slot, sum);
        }
        Ok(SlotValue { number: rounds as i32, done: true, ..SlotValue::default() })
    }

    /// That the process around it is repeated: the number says how often at most.
    pub(super) fn again(&self, most: Option<&Amount>, scope: Scope, frame: &Frame) -> SlotValue {
        let most = most.map_or(i32::MAX, |most| self.state.amount(most, &scope.context(frame)));
        SlotValue { number: most, done: true, ..SlotValue::default() }
    }
}
