//! What those at a table are told: each what is theirs to know.

use axum::extract::ws::Utf8Bytes;
use lawmage_engine::{PlayerId, Viewer};
use lawmage_protocol::{FromTable, Seat, TableInfo, Until};
use tokio::sync::mpsc;

use super::{Table, Visitor};
use crate::said::{hello, mistake};

/// A message as it is sent.
pub(super) fn written(message: &FromTable) -> Option<Utf8Bytes> {
    serde_json::to_string(message).ok().map(Utf8Bytes::from)
}

fn viewer_of(seat: Option<Seat>) -> Viewer {
    seat.map_or(Viewer::Spectator, |seat| Viewer::Player(PlayerId(seat)))
}

impl Table {
    /// Somebody comes in, and is told all.
    pub(super) fn enter(&mut self, number: u64, secret: Option<&str>, to: mpsc::Sender<Utf8Bytes>) {
        let seat = secret.and_then(|secret| self.seat_of(secret));
        if secret.is_some() && seat.is_none() {
            // Dropping `to` ends the connection.
            if let Some(text) = written(&mistake(crate::opening::wrong_secret().to_string())) {
                let _ = to.try_send(text);
            }
            return;
        }
        self.visitors.push(Visitor { number, seat, to });
        self.tick();
        let place = self.visitors.len() - 1;
        self.say(place, &hello());
        self.note();
        self.tell_all_to(place);
    }

    /// Tells one who is there everything anew.
    pub(super) fn tell_all_to(&mut self, place: usize) {
        let Some(seat) = self.visitors.get(place).map(|visitor| visitor.seat) else { return };
        let info = self.info.lock().unwrap_or_else(std::sync::PoisonError::into_inner).clone();
        self.say(place, &FromTable::Table { info, you: seat });
        for line in self.talk.clone() {
            self.send_to(place, line);
        }
        if let Some(seat) = seat {
            self.say_automation(place, seat);
        }
        if let Some(why) = &self.failure {
            let said = mistake(format!("the game can't go on: {why}"));
            self.say(place, &said);
        }
        let viewer = viewer_of(seat);
        let Some(game) = &mut self.game else { return };
        game.take_heard(viewer);
        let mut said: Vec<FromTable> = game.recent(viewer).into_iter().collect();
        said.extend(game.messages(viewer));
        said.extend(self.clocks());
        said.extend(seat.and_then(|seat| self.sideboard_of(seat)));
        for message in said {
            self.say(place, &message);
        }
    }

    /// Tells everybody what is theirs to know of what was done since.
    pub(super) fn tell(&mut self) {
        let Some(game) = &mut self.game else { return };
        let mut said: Vec<(Viewer, Vec<Utf8Bytes>)> = Vec::new();
        for viewer in game.viewers() {
            if self.visitors.iter().any(|visitor| viewer_of(visitor.seat) == viewer) {
                said.push((viewer, game.messages(viewer).iter().filter_map(written).collect()));
            } else {
                game.take_heard(viewer);
            }
        }
        let failure = game.failure().map(|why| mistake(format!("the game can't go on: {why}")));
        for (viewer, messages) in said {
            for message in messages {
                self.send(|visitor| viewer_of(visitor.seat) == viewer, &message);
            }
        }
        if let Some(clocks) = self.clocks().as_ref().and_then(written) {
            self.send(|_| true, &clocks);
        }
        self.tell_sideboards(None);
        if let Some(failure) = failure.as_ref().and_then(written) {
            self.send(|_| true, &failure);
        }
        self.tell_passing();
    }

    /// Tells each who has a sideboard, or that seat alone, what they can change now.
    pub(super) fn tell_sideboards(&mut self, only: Option<Seat>) {
        for place in 0..self.visitors.len() {
            let seat = self.visitors.get(place).and_then(|visitor| visitor.seat);
            let seat = seat.filter(|seat| only.is_none_or(|only| only == *seat));
            if let Some(said) = seat.and_then(|seat| self.sideboard_of(seat)) {
                self.say(place, &said);
            }
        }
    }

    /// Tells everybody that answers were taken back.
    pub(super) fn roll_back(&mut self, ask: u32) {
        if let Some(message) = written(&FromTable::Rollback { ask }) {
            self.send(|_| true, &message);
        }
    }

    /// Tells everybody how the table is.
    pub(super) fn tell_info(&mut self, info: &TableInfo) {
        for place in 0..self.visitors.len() {
            let you = self.visitors.get(place).and_then(|visitor| visitor.seat);
            self.say(place, &FromTable::Table { info: info.clone(), you });
        }
    }

    /// How long is passed for a seat.
    fn passing_of(&self, seat: Seat) -> Option<Until> {
        self.game.as_ref()?.automation(PlayerId(seat))?.passing()
    }

    /// Tells those for whom passing has begun or ended.
    fn tell_passing(&mut self) {
        for seat in 0..self.passing.len() as Seat {
            let now = self.passing_of(seat);
            if let Some(before) = self.passing.get_mut(usize::from(seat)).filter(|before| **before != now) {
                *before = now;
                self.tell_automation(seat);
            }
        }
    }

    /// Tells whoever is at a seat when the table answers for it.
    pub(super) fn tell_automation(&mut self, seat: Seat) {
        for place in 0..self.visitors.len() {
            if self.visitors.get(place).is_some_and(|visitor| visitor.seat == Some(seat)) {
                self.say_automation(place, seat);
            }
        }
    }

    fn say_automation(&mut self, place: usize, seat: Seat) {
        let settings = self.kept.seats.get(usize::from(seat)).and_then(|seat| seat.automation.clone());
        let settings = settings.unwrap_or_default();
        self.say(place, &FromTable::Automation { settings, passing: self.passing_of(seat) });
    }

    /// Tells everybody that something went wrong.
    pub(super) fn tell_everybody(&mut self, why: &str) {
        if let Some(message) = written(&mistake(why)) {
            self.send(|_| true, &message);
        }
    }

    /// Says something to one who is there.
    pub(super) fn say(&mut self, place: usize, message: &FromTable) {
        if let Some(text) = written(message) {
            self.send_to(place, text);
        }
    }

    fn send_to(&mut self, place: usize, text: Utf8Bytes) {
        let Some(number) = self.visitors.get(place).map(|visitor| visitor.number) else { return };
        self.send(|visitor| visitor.number == number, &text);
    }

    /// Sends a message to some. Who doesn't read what is sent loses the connection; all is told anew to who comes back.
    pub(super) fn send(&mut self, to: impl Fn(&Visitor) -> bool, text: &Utf8Bytes) {
        for visitor in self.visitors.iter_mut().filter(|visitor| to(visitor)) {
            if visitor.to.try_send(text.clone()).is_err() {
                // The other end of a channel whose sender is gone ends the connection, which then leaves.
                visitor.to = mpsc::channel(1).0;
            }
        }
    }
}
