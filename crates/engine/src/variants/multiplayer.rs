//! Multiplayer variants (806-811): who is on which team, and which options each variant uses.

use lawmage_ir::{Rule, rule};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::ids::PlayerId;
use crate::state::variants::AttackOption;

impl State {
    /// Emperor (809.1): teams of three, or of another size (809.6), seated together with the emperor in the middle (809.2). Defaults
    /// (809.3): the influence of emperors reaches two seats, that of generals one (809.3a), in larger teams as far as it has to
    /// (809.6a); creatures are deployed (804.1, 809.3b), as in no other variant (806.2c, 807.2c, 808.3b, 811.2c); neighbours are
    /// attacked (809.3c).
    pub fn begin_emperor(&mut self, size: u8) {
        let size = size.max(1);
        for seat in self.seats() {
            self.player_mut(seat).team = seat.0 / size;
        }
        let is_emperor = |seat: &PlayerId| seat.0 % size == (size - 1) / 2;
        let emperors: SmallVec<[PlayerId; 4]> = self.seats().filter(is_emperor).collect();
        let count = self.players.len() as u8;
        let range = self.seats().map(|seat| {
            let generals = self.seats().filter(|p| !is_emperor(p) && self.are_opponents(*p, seat));
            let mut apart: Vec<u8> = generals.map(|p| p.0.abs_diff(seat.0)).map(|n| n.min(count - n)).collect();
            apart.sort_unstable();
            apart.get(usize::from(is_emperor(&seat))).copied()
        });
        let range = range.collect();
        let options = self.options_mut();
        options.attack = AttackOption::Neighbors;
        (options.range, options.emperors) = (range, emperors.to_vec());
        self.deploy_creatures();
    }

    /// Alternating Teams (811.1) of so many teams: players are seated so that nobody is next to a teammate and each team is
    /// spaced out equally (811.3). Defaults (811.2): a range of influence of 2 (811.2a); neighbours are attacked (811.4), those to
    /// one side alone where the options say so (811.2b).
    pub fn begin_alternating_teams(&mut self, teams: u8) {
        for seat in self.seats() {
            self.player_mut(seat).team = seat.0 % teams.max(1);
        }
        let players = self.players.len();
        let options = self.options_mut();
        (options.attack, options.hands_apart) = (AttackOption::Neighbors, true);
        options.range = vec![Some(2); players];
    }

    /// Those of whom chance picks the one who takes the first turn, with the rule: the emperors (809.4), the archenemy (904.6),
    /// or of each of several teams with turns of their own the player in the center seat, of an even number the one to the left
    /// of the midpoint (808.4). Nobody where a player is chosen who then chooses (103.1).
    pub(crate) fn leaders(&self) -> Vec<(PlayerId, Rule)> {
        let options = self.options.as_deref();
        if let Some(emperors) = options.map(|o| &o.emperors).filter(|e| !e.is_empty()) {
            return emperors.iter().map(|p| (*p, rule!("809.4"))).collect();
        }
        if let Some([archenemy]) = self.casual.as_deref().map(|c| c.archenemies.as_slice()) {
            return vec![(*archenemy, rule!("904.6"))];
        }
        let alone = self.seats().all(|p| self.team_of(p).count() == 1);
        if alone || self.shares_turns() || options.is_some_and(|o| o.hands_apart) {
            return Vec::new();
        }
        let heads = self.seats().filter(|p| self.team_of(*p).next() == Some(*p));
        heads
            .filter_map(|head| {
                let team: Vec<PlayerId> = self.team_of(head).collect();
                team.get(team.len() / 2).map(|center| (*center, rule!("808.4")))
            })
            .collect()
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

    /// Archenemy Commander (904.13a): as Archenemy, but that the archenemy begins with 60 life, and the other team with 60 that it shares
    /// (904.13b); poison counters are each player's own (904.13c). `lives` are the life totals that something else says.
    pub fn begin_archenemy_commander(&mut self, lives: &[Option<i32>]) {
        let given = lives.first().copied().flatten();
        self.begin_archenemy(Some(given.unwrap_or(60)));
        let options = self.options_mut();
        (options.shared_life, options.own_poison) = (true, true);
        let team = lives.iter().skip(1).copied().flatten().next().unwrap_or(60);
        for player in self.seats().skip(1) {
            self.player_mut(player).life = team;
        }
    }

    /// Supervillain Rumble (904.12a): everybody is an archenemy (904.12b) with a scheme deck and 40 life (904.12c), for themselves.
    pub fn begin_supervillain_rumble(&mut self, lives: &[Option<i32>]) {
        let all: Vec<PlayerId> = self.seats().collect();
        for (player, life) in all.iter().zip(lives) {
            self.player_mut(*player).life = life.unwrap_or(40);
        }
        self.take_schemes(&all);
    }
}
