//! Paying costs (118): mana (106, 601.2f-h) and all else.
//!
//! What is offered is what can be paid: the quick answer for sources that only tap (`plan.rs`, `flow.rs`: Hall's theorem),
//! and for all others the plan itself (`payer.rs`; with choices and shared resources `choices.rs`, `search.rs`; written down
//! and checked in `written.rs`). A plan says which mana abilities are activated in which order, what each makes, with what
//! mana those are paid that cost mana, and which objects are taken; while it is followed, choices of its player leave what
//! is still to come (`giving.rs`). Objects, life, energy and counters are counted once for all abilities and the rest of the
//! cost (`needs.rs`). Triggered mana abilities count (605.1b, `extra.rs`) where it is sure what they add.
//!
//! What can't be told in advance isn't counted on, so that nothing is offered that then can't be kept:
//! - mana whose amount or type depends on what the cost was paid with ("equal to the sacrificed creature's power"), or on chance;
//! - what abilities draw, return or make in the course of a payment, and what becomes payable only by it;
//! - triggered mana abilities that trigger a limited number of times; effects that have mana be something else instead, other
//!   than a multiple of it: such sources make nothing;
//! - of costs that take counters from a chosen object, put counters, exert, untap or reveal, discard at random or choose under a limit
//!   ("with total power 3 or greater"): one use in a payment;
//! - mana that may be spent only on some of the mana abilities that cost mana: on none of them;
//! - beyond eight different sets of objects that abilities sacrifice or tap, further ones; beyond 30,000 states looked at
//!   (`search.rs`, `outlook.rs`), the answer is no. No board of cards was found to come near.

mod choices;
mod crewing;
mod extra;
pub mod flow;
mod giving;
mod in_turn;
mod lone_part;
pub mod mana_due;
pub mod needs;
mod outlook;
pub mod parts;
mod payer;
pub mod plan;
mod search;
pub mod source;
pub mod spend;
#[cfg(test)]
mod tests;
pub mod total_cost;
#[cfg(test)]
mod trials;
mod written;
mod yields;

use std::sync::Arc;

use lawmage_ir::Cost;

pub use crate::table::payment::{Demand, Help, Plan, PlanStep};
pub use mana_due::ManaDue;
pub(crate) use needs::Rest;
pub use plan::{Purpose, Supply};
pub(crate) use spend::Spent;
pub use total_cost::{Payment, TotalCost};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::PaidPart;
use crate::table::game::{Game, Halt, Res};

/// The greatest X, or number of times, up to `most` that can be paid, where each less can be, too; 0 where not even 1 can (107.3a,
/// 118.3).
pub(crate) fn greatest(most: u32, mut payable: impl FnMut(u32) -> bool) -> u32 {
    (1..=most).take_while(|n| payable(*n)).last().unwrap_or(0)
}

impl State {
    /// Whether a player could pay a cost for a special action (116.2), standing by an object of theirs.
    pub(crate) fn can_pay_action(&self, player: PlayerId, cost: &Cost, source: ObjectId) -> bool {
        self.can_pay_now(player, cost, &Context::of(source, player).offering(), None)
    }
}

impl Game<'_> {
    /// Whether a player could pay a cost now (118.3).
    #[must_use]
    pub fn can_pay(&self, player: PlayerId, cost: &Cost, context: &Context<'_>) -> bool {
        self.state.can_pay_now(player, cost, &context.offering(), None)
    }

    /// Has a player pay a cost during a resolution (118.12), symbols settled now (118.13b), for this alone (118.10); mana
    /// abilities may be activated for it. `None`: it could not be paid, and nothing was.
    ///
    /// # Errors
    /// The table's halt.
    pub fn pay(&mut self, player: PlayerId, cost: &Cost, context: &Context<'_>) -> Res<Option<Arc<Vec<PaidPart>>>> {
        if !self.can_pay(player, cost, context) {
            return Ok(None);
        }
        let x = context.frame.and_then(|f| f.facts.x).unwrap_or(0);
        let mut due = TotalCost::of(&self.state, cost, x, context);
        self.state.let_spend(&mut due.bill, player, Purpose::Other);
        self.state.let_life_pay(player, &mut due.bill);
        // 730.1: what turns out impossible on the way is undone whole; then it was not paid. Plain lands bring no surprise.
        let plain = due.parts.is_empty() && self.state.supply(player, false).is_plain() && !self.state.replaces_mana();
        let before = (!plain && !due.is_nothing()).then(|| self.state.clone());
        match (self.pay_due(player, due, self.state.purpose_now(), &context.offering()), before) {
            (Ok(payment), _) => Ok(Some(Arc::new(payment.paid))),
            (Err(Halt::Illegal(illegal)), Some(before)) => {
                self.state = before;
                self.note(illegal.rule, |_| format!("undone: {}", illegal.reason));
                Ok(None)
            }
            (Err(halt), _) => Err(halt),
        }
    }
}
