//! A table that looks at the clock now and then, and knows how far a game came even when it breaks off.

use std::time::Instant;

use lawmage_engine::{Answer, Decision, Halt, Luck, Occurrence, PlayerId, Res, Seats, State, Table};
use lawmage_ir::Rule;

/// So many looks pass between two at the clock: a look costs as much as a hundredth of a decision.
const BETWEEN: u32 = 16;

/// What a game is given up for when its time is over.
const OVER: &str = "the limit of time for a game";

/// Seats with a clock beside them.
pub(crate) struct Timed<'p> {
    pub(crate) seats: Seats<'p>,
    deadline: Option<Instant>,
    looks: u32,
    /// Whether the time was over.
    pub(crate) over: bool,
    /// Decisions answered.
    pub(crate) decisions: u64,
    /// The turn of the last decision.
    pub(crate) turn: u32,
}

impl<'p> Timed<'p> {
    pub(crate) fn new(seats: Seats<'p>, deadline: Option<Instant>) -> Self {
        Self { seats, deadline, looks: 0, over: false, decisions: 0, turn: 0 }
    }

    fn look(&mut self) -> Res<()> {
        let Some(deadline) = self.deadline else { return Ok(()) };
        self.looks += 1;
        if self.looks.is_multiple_of(BETWEEN) && Instant::now() >= deadline {
            self.over = true;
        }
        if self.over { Err(Halt::Capped(OVER)) } else { Ok(()) }
    }
}

impl Table for Timed<'_> {
    fn answer(&mut self, state: &State, decision: &Decision) -> Res<Answer> {
        self.decisions += 1;
        self.turn = state.turn().number;
        self.look()?;
        self.seats.answer(state, decision)
    }

    fn forced(&mut self, state: &State, decision: &Decision) {
        self.seats.forced(state, decision);
    }

    fn luck(&mut self, player: PlayerId, what: Luck) -> Option<u32> {
        self.seats.luck(player, what)
    }

    fn listens(&self) -> bool {
        self.seats.listens()
    }

    fn hear(&mut self, state: &State, occurrence: &Occurrence) {
        self.seats.hear(state, occurrence);
    }

    fn note(&mut self, state: &State, rule: Rule, text: &str) {
        self.seats.note(state, rule, text);
    }
}

/// A clock looked at between ticks, where no decision is asked.
pub(crate) struct Clock {
    deadline: Option<Instant>,
}

impl Clock {
    pub(crate) const fn new(deadline: Option<Instant>) -> Self {
        Self { deadline }
    }

    /// Whether the time is over, looked at in every sixteenth tick; why the game is given up then.
    pub(crate) fn over(&self, tick: u32) -> Option<&'static str> {
        let deadline = self.deadline.filter(|_| tick.is_multiple_of(BETWEEN))?;
        (Instant::now() >= deadline).then_some(OVER)
    }
}
