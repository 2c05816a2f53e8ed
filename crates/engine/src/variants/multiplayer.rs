//! Multiplayer variants (806-811): who is on which team, and which options each variant uses.

use crate::state::State;
use crate::state::ids::PlayerId;
use crate::state::variants::AttackOption;

impl State {
    /// Grand Melee with one turn marker (807.4a): a range of influence of 1 (807.2a), attacks to the left (807.2b).
    pub fn begin_grand_melee(&mut self) {
        let players = self.players.len();
        let options = self.options_mut();
        options.attack = AttackOption::Left;
        options.range = vec![Some(1); players];
    }

    /// Emperor (809.1): teams of three seated together with the emperor in the middle (809.2); the influence of emperors
    /// reaches two seats, that of generals one (809.3a); creatures are deployed (804.1, 809.3b); neighbours are attacked
    /// (809.3c).
    pub fn begin_emperor(&mut self) {
        for seat in self.seats() {
            self.player_mut(seat).team = seat.0 / 3;
        }
        let is_emperor = |seat: &PlayerId| seat.0 % 3 == 1;
        let range = self.seats().map(|seat| Some(if is_emperor(&seat) { 2 } else { 1 })).collect();
        let emperors = self.seats().filter(is_emperor).collect();
        let options = self.options_mut();
        options.attack = AttackOption::Neighbors;
        (options.range, options.emperors) = (range, emperors);
        self.deploy_creatures();
    }

    /// Alternating Teams (811.1) of two: every other player is a teammate (811.3); a range of influence of 2 (811.2a), neighbours
    /// are attacked (811.4).
    pub fn begin_alternating_teams(&mut self) {
        for seat in self.seats() {
            self.player_mut(seat).team = seat.0 % 2;
        }
        let players = self.players.len();
        let options = self.options_mut();
        (options.attack, options.hands_apart) = (AttackOption::Neighbors, true);
        options.range = vec![Some(2); players];
    }

    /// Two-Headed Giant (810.1): two teams seated together, who share turns (805.1, 810.2), and so attack and block as teams
    /// (810.7), a life total and poison counters. The life totals are the setup's.
    pub fn begin_two_headed_giant(&mut self) {
        let half = (self.players.len() / 2).max(1) as u8; // 810.11
        for seat in self.seats() {
            self.player_mut(seat).team = seat.0 / half;
        }
        let options = self.options_mut();
        (options.shared_turns, options.shared_life) = (true, true);
    }

    /// Archenemy (904.1): the first player against a team of all others (904.2a, 904.2b), who attack any opponent and share turns
    /// (904.2). The archenemy takes the first turn (904.6) and has 40 life (904.5, 103.4e), unless told otherwise.
    pub fn begin_archenemy(&mut self, life: Option<i32>) {
        let archenemy = PlayerId(0);
        for seat in self.seats() {
            self.player_mut(seat).team = u8::from(seat != archenemy);
        }
        self.options_mut().shared_turns = true;
        self.player_mut(archenemy).life = life.unwrap_or(40);
        self.turn.first = archenemy;
        self.take_schemes(&[archenemy]);
    }
}
