//! Paying costs (118) and mana (106.12, 601.2f-h). SKELETON: owner E2.

use std::sync::Arc;

use lawmage_ir::Cost;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::game::{Game, Res};
use crate::ids::PlayerId;
use crate::object::PaidPart;

/// A way to pay a mana cost: which mana abilities to activate, and which mana to spend on what.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Plan {}

impl Game<'_> {
    /// Whether a player could pay a cost now (118.3).
    #[must_use]
    pub fn can_pay(&self, player: PlayerId, cost: &Cost, context: &Context<'_>) -> bool {
        let _ = (player, cost, context);
        false
    }

    /// Has a player pay a cost during a resolution (118.12); mana abilities may be activated for it. `None`: it could not
    /// be paid, and nothing was.
    ///
    /// # Errors
    /// The table's halt.
    pub fn pay(&mut self, player: PlayerId, cost: &Cost, context: &Context<'_>) -> Res<Option<Arc<Vec<PaidPart>>>> {
        let _ = (player, cost, context);
        Ok(None)
    }
}
