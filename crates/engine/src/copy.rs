//! Copying objects (707). SKELETON: owner E1.

use std::sync::Arc;

use lawmage_ir::Modification;

use crate::chars::Chars;
use crate::context::Context;
use crate::ids::ObjectId;
use crate::state::State;

impl State {
    /// The copiable values of an object (707.2): printed values, changed by copy effects and face-down status only.
    #[must_use]
    pub fn copiable(&self, id: ObjectId) -> Arc<Chars> {
        self.objects[id.index()].base.clone()
    }

    /// Copiable values with a copy effect's exceptions (707.9).
    #[must_use]
    pub fn with_exceptions(&self, chars: &Arc<Chars>, mods: &[Modification], context: &Context<'_>) -> Arc<Chars> {
        let _ = (mods, context);
        chars.clone()
    }
}
