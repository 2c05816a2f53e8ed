//! Chess clocks. A table may give each player who is there so much time for a game, and more with each of their turns. The time of whoever is
//! asked runs while somebody is at the table; whose time is out concedes (104.3a).

use std::time::{Duration, Instant};

use lawmage_cards::Result;
use lawmage_engine::PlayerId;
use lawmage_protocol::{Clock, FromTable, Seat};
use serde::{Deserialize, Serialize};
use tokio::task::JoinHandle;

use super::{Say, Table};

/// The clocks of a game as they are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct KeptClock {
    /// What the table gives.
    pub of: Clock,
    /// Milliseconds left of each seat's time; those of bots are not used.
    left: Vec<u32>,
    /// The turn of their own for which each seat was given more last.
    turns: Vec<u32>,
}

impl KeptClock {
    /// The clocks of so many seats as a game begins.
    pub fn new(of: Clock, seats: usize) -> Self {
        Self { of, left: vec![of.seconds.saturating_mul(1_000); seats], turns: vec![0; seats] }
    }

    fn left(&self, seat: Seat) -> u32 {
        self.left.get(usize::from(seat)).copied().unwrap_or(u32::MAX)
    }

    fn takes(&mut self, seat: Seat, spent: u32) {
        if let Some(left) = self.left.get_mut(usize::from(seat)) {
            *left = left.saturating_sub(spent);
        }
    }

    /// What a turn of their own brings, once.
    fn turn(&mut self, seat: Seat, number: u32) {
        let place = usize::from(seat);
        let (Some(left), Some(turn)) = (self.left.get_mut(place), self.turns.get_mut(place)) else { return };
        if number > *turn {
            *turn = number;
            *left = left.saturating_add(self.of.increment.saturating_mul(1_000));
        }
    }
}

/// Whose time runs, and since when it was not yet taken.
#[derive(Debug)]
pub(super) struct Running {
    seat: Option<Seat>,
    since: Instant,
    alarm: Option<JoinHandle<()>>,
}

impl Default for Running {
    fn default() -> Self {
        Self { seat: None, since: Instant::now(), alarm: None }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(alarm) = self.alarm.take() {
            alarm.abort();
        }
    }
}

impl Table {
    /// Whose time is to run: that of who is asked, while somebody is here.
    fn on_clock(&self) -> Option<Seat> {
        let asked = self.game.as_ref().filter(|_| !self.visitors.is_empty())?.asked()?.0;
        self.kept.seats.get(usize::from(asked)).filter(|seat| seat.bot.is_none()).map(|_| asked)
    }

    /// Takes the time that was spent, and has that of the right one run.
    pub(super) fn tick(&mut self) {
        let next = self.on_clock();
        let turn = self.game.as_ref().map(|game| game.state().turn()).map(|turn| (turn.active.0, turn.number));
        let Some(clock) = &mut self.kept.more.clock else { return };
        if let Some(seat) = self.running.seat {
            let spent = u32::try_from(self.running.since.elapsed().as_millis()).unwrap_or(u32::MAX);
            clock.takes(seat, spent);
            self.running.since += Duration::from_millis(spent.into());
        } else {
            self.running.since = Instant::now();
        }
        if let Some((seat, number)) = turn.filter(|(active, _)| Some(*active) == next) {
            clock.turn(seat, number);
        }
        self.running.seat = next;
        if let Some(alarm) = self.running.alarm.take() {
            alarm.abort();
        }
        if let Some(seat) = next {
            let (to, left) = (self.to.clone(), Duration::from_millis(clock.left(seat).into()));
            self.running.alarm = Some(self.house.runtime.spawn(async move {
                tokio::time::sleep(left).await;
                if let Some(to) = to.upgrade() {
                    // A table that is gone needs no alarm.
                    let _ = to.send(Say::Alarm).await;
                }
            }));
        }
    }

    /// Has whoever's time is out concede.
    ///
    /// # Errors
    /// Why that can't be kept.
    pub(super) fn look_at_clock(&mut self) -> Result<()> {
        self.tick();
        let out = |clock: &KeptClock| self.running.seat.filter(|seat| clock.left(*seat) == 0);
        let Some(seat) = self.kept.more.clock.as_ref().and_then(out) else { return Ok(()) };
        if let Some(game) = &mut self.game {
            game.concede(PlayerId(seat));
        }
        self.keep()?;
        self.tell();
        Ok(())
    }

    /// What the clocks show; nothing where there are none.
    pub(super) fn clocks(&self) -> Option<FromTable> {
        let clock = self.kept.more.clock.as_ref()?;
        let seats = self.kept.seats.iter().zip(0..);
        let left = seats.map(|(seat, place)| seat.bot.is_none().then(|| clock.left(place))).collect();
        Some(FromTable::Clocks { left, runs: self.running.seat })
    }
}
