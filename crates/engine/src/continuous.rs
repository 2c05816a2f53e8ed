//! Continuous effects of resolved spells and abilities (611.2). SKELETON: owner E1.

use lawmage_ir::{Continuous, Duration};

use crate::context::Context;
use crate::game::{Game, Res};

impl Game<'_> {
    /// Starts continuous effects: locks in objects and values (611.2c-d), works out when they end (611.2a-b).
    ///
    /// # Errors
    /// The table's halt.
    pub fn start_effects(&mut self, effects: &[Continuous], duration: &Duration, context: &Context<'_>) -> Res<()> {
        let _ = (effects, duration, context);
        Ok(())
    }

    /// Makes permanents whose controller has changed (layer 2) be so: 302.6, 506.4.
    pub fn settle_control(&mut self) {}
}
