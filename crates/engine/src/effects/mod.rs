//! Running instructions (608.2c, 701). SKELETON: owner E4.

use lawmage_ir::{Clause, Selector};

use crate::game::{Game, Res};
use crate::ids::{Entities, ObjectId, PlayerId};
use crate::object::Frame;

impl Game<'_> {
    /// Runs clauses in order for a source and the player who is "you".
    ///
    /// # Errors
    /// The table's halt.
    pub fn run(&mut self, clauses: &[Clause], source: ObjectId, you: PlayerId, frame: &mut Frame) -> Res<()> {
        let _ = (clauses, source, you, frame);
        Ok(())
    }

    /// What a selector selects, with players asked where it holds a choice.
    ///
    /// # Errors
    /// The table's halt.
    pub fn select(&mut self, what: &Selector, source: ObjectId, you: PlayerId, frame: &Frame) -> Res<Entities> {
        let _ = (what, source, you, frame);
        Ok(Entities::new())
    }

    /// Returns what was exiled until that permanent left the battlefield (610.3).
    ///
    /// # Errors
    /// The table's halt.
    pub fn on_left_battlefield(&mut self, gone: ObjectId) -> Res<()> {
        let _ = gone;
        Ok(())
    }
}
