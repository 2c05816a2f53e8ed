//! The direct drive: players answer in the call. This is how simulations run.

use std::hash::{Hash, Hasher};

use lawmage_ir::Rule;

use crate::state::State;
use crate::state::occurrence::Occurrence;
use crate::table::decision::{Answer, Decision};
use crate::table::game::{Halt, Res, Table};
use crate::table::view::View;

/// One who decides for a player: a bot, a person's terminal, a script.
pub trait Player {
    /// Answers a decision, knowing what the view shows.
    ///
    /// # Errors
    /// [`Halt::Stopped`] when they leave.
    fn decide(&mut self, view: &View<'_>, decision: &Decision) -> Res<Answer>;
}

/// One who listens to a game.
pub trait Listener {
    /// Hears of an event just after it happened.
    fn hear(&mut self, state: &State, occurrence: &Occurrence);

    /// Hears what a rule did by itself.
    fn note(&mut self, state: &State, rule: Rule, text: &str);
}

/// A table of players who answer at once; keeps the answers on request, and a digest of them always.
pub struct Seats<'p> {
    players: Vec<Box<dyn Player + 'p>>,
    listener: Option<&'p mut dyn Listener>,
    answers: Option<Vec<Answer>>,
    digest: Digest,
}

impl<'p> Seats<'p> {
    /// Players in turn order.
    #[must_use]
    pub fn new(players: Vec<Box<dyn Player + 'p>>) -> Self {
        Self { players, listener: None, answers: None, digest: Digest::default() }
    }

    /// With a listener.
    #[must_use]
    pub fn listening(mut self, listener: &'p mut dyn Listener) -> Self {
        self.listener = Some(listener);
        self
    }

    /// Keeping the answers, for a replay.
    #[must_use]
    pub fn recording(mut self) -> Self {
        self.answers = Some(Vec::new());
        self
    }

    /// The answers kept, if they were.
    #[must_use]
    pub fn answers(&self) -> &[Answer] {
        self.answers.as_deref().unwrap_or_default()
    }

    /// A digest of all answers so far: the same game gives the same digest on every machine.
    #[must_use]
    pub fn digest(&self) -> u64 {
        self.digest.finish()
    }
}

impl Table for Seats<'_> {
    fn answer(&mut self, state: &State, decision: &Decision) -> Res<Answer> {
        // 720.5: knowing what the player whose decision it is knows (720.4).
        let decider = state.decider(decision.player);
        let Some(player) = self.players.get_mut(decider.index()) else { return Err(Halt::Stopped) };
        let view = View::new(state, decision.player, Some(decision));
        let answer = player.decide(&view, decision)?;
        answer.hash(&mut self.digest);
        if let Some(answers) = &mut self.answers {
            answers.push(answer.clone());
        }
        Ok(answer)
    }

    fn listens(&self) -> bool {
        self.listener.is_some()
    }

    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        if let Some(listener) = &mut self.listener {
            listener.hear(state, occurrence);
        }
    }

    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        if let Some(listener) = &mut self.listener {
            listener.note(state, rule, text);
        }
    }
}

/// FNV-1a, the same on every machine whatever the width and order of its bytes; for digests of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write(&[n]);
    }

    fn write_u16(&mut self, n: u16) {
        self.write(&n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.write(&n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.write(&n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n as u64);
    }
}
