//! Taking back what the person did.

use super::command::Said;
use super::{PERSON, Sitting, VIEWER};
use crate::failure::{Failure, Outcome};

/// Where the person did something, to be taken back to.
pub(super) struct Mark {
    /// The number of the question.
    question: u32,
    /// What they did, in a few words.
    what: String,
}

impl Sitting<'_> {
    /// Remembers what the person did.
    pub(super) fn mark(&mut self, question: u32, what: String) {
        self.state.marks.push(Mark { question, what });
    }

    /// Forgets what was remembered last: it was not done.
    pub(super) fn unmark(&mut self) {
        self.state.marks.pop();
    }

    /// Takes back what the person did last.
    pub(super) fn undo(&mut self) -> Said {
        let Some(mark) = self.state.marks.pop() else {
            self.console.line("There is nothing to undo.");
            return Said::Done;
        };
        if !self.goes_back(&mark) {
            self.console.wrapped("That was too long ago to be undone.", "");
            self.state.marks.clear();
            return Said::Done;
        }
        self.console.wrapped(format!("Undone: it is before you {}.", mark.what), "");
        Said::Changed
    }

    /// Where the game can't go on, the person is taken back to where they last did something else than that.
    pub(super) fn back_from(&mut self, why: &str) -> Outcome<()> {
        let Some(mark) = self.state.marks.pop() else { return Err(Failure::new(why)) };
        if !self.goes_back(&mark) {
            return Err(Failure::new(why));
        }
        self.console.wrapped(self.console.bad(format!("{why}. It is taken back to before you {}.", mark.what)), "");
        Ok(())
    }

    /// Goes back to a mark, where the person is asked again; whether that could be.
    fn goes_back(&mut self, mark: &Mark) -> bool {
        loop {
            match self.game.undo(PERSON) {
                // Something came in between that nobody was told of as theirs.
                Some(question) if question > mark.question => {}
                Some(question) => {
                    // What led there was told before.
                    self.game.take_heard(VIEWER);
                    self.record.entries.append(&mut self.game.take_entries());
                    self.log.retain(|(before, _)| *before <= question);
                    self.state.passes_then = false;
                    self.state.stale = true;
                    return true;
                }
                None => return false,
            }
        }
    }
}
