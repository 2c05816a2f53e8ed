//! What was done in a session, written down so that it can be done again: answers, each with a digest of the question that it
//! answered, and what was done beside them.

use serde::{Deserialize, Serialize};

use super::{Hearer, Session};
use crate::state::ids::PlayerId;
use crate::table::decision::{Answer, Decision};

/// Something that was done in a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// A question was answered.
    Answer {
        /// Which: its [`Decision::digest`].
        question: String,
        /// How.
        answer: Answer,
    },
    /// A player conceded (104.3a).
    Concede(PlayerId),
    /// Answers were taken back, to the question that came after so many.
    Undo(usize),
}

impl Entry {
    /// An answer to a question.
    #[must_use]
    pub fn answer(question: &Decision, answer: Answer) -> Self {
        Self::Answer { question: question.digest(), answer }
    }
}

impl<H: Hearer + Default> Session<H> {
    /// Does what was done before.
    ///
    /// # Errors
    /// What is otherwise now: another question waits, or what was done can't be.
    pub fn follow(&mut self, entry: &Entry) -> Result<(), String> {
        let number = self.answered();
        match entry {
            Entry::Answer { question: written, answer } => {
                let Some(question) = self.question() else {
                    return Err(format!("question {number} was answered then, and nothing is asked now"));
                };
                let digest = question.digest();
                if digest != *written {
                    let (player, rule) = (&self.state().player(question.player).name, question.rule);
                    return Err(format!(
                        "question {number} is another: {player} is asked by rule {rule}, digest {digest}; then it was {written}"
                    ));
                }
                self.answer(answer.clone()).map_err(|why| format!("question {number}: {why}"))?;
            }
            Entry::Concede(player) if player.index() < self.state().players().len() => self.concede(*player),
            Entry::Concede(_) => return Err("a player conceded then who doesn't play".to_owned()),
            Entry::Undo(answers) if self.undo_to(*answers) => {}
            Entry::Undo(answers) => {
                return Err(format!("it was gone back to question {answers} then, and there is no way back to it now"));
            }
        }
        self.failure().map_or(Ok(()), |failure| Err(failure.to_owned()))
    }
}
