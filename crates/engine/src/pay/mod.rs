//! Paying costs (118): mana (106, 601.2f-h) and all else.

pub mod bill;
pub mod due;
pub mod flow;
pub mod parts;
mod payer;
pub mod plan;
pub mod source;
pub mod spend;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use lawmage_ir::Cost;

pub use bill::{Bill, Demand, Spending};
pub use due::{Due, Payment};
pub use plan::{Help, Plan, PlanStep, Purpose, Supply};

use crate::context::Context;
use crate::game::{Game, Res};
use crate::ids::{ObjectId, PlayerId};
use crate::object::PaidPart;
use crate::state::State;

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

    /// Has a player pay a cost during a resolution (118.12), symbols settled now (118.13b), for this alone (118.10); mana abilities may be activated for it. `None`: it could not
    /// be paid, and nothing was.
    ///
    /// # Errors
    /// The table's halt.
    pub fn pay(&mut self, player: PlayerId, cost: &Cost, context: &Context<'_>) -> Res<Option<Arc<Vec<PaidPart>>>> {
        if !self.can_pay(player, cost, context) {
            return Ok(None);
        }
        let x = context.frame.and_then(|f| f.facts.x).unwrap_or(0);
        let mut due = Due::of(&self.state, cost, x, context);
        due.bill.spending = self.state.spending(player);
        self.state.let_life_pay(player, &mut due.bill);
        let payment = self.pay_due(player, due, Purpose::Other, &context.offering())?;
        Ok(Some(Arc::new(payment.paid)))
    }
}
