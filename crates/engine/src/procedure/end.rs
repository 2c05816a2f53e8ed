//! Ending the game (104).

use lawmage_ir::{Rule, rule};
use smallvec::SmallVec;

use crate::state::GameResult;
use crate::state::event::Event;
use crate::state::ids::PlayerId;
use crate::state::player::Standing;
use crate::state::turn::Progress;
use crate::table::game::Game;

impl Game<'_> {
    /// Sees whether the game is over after players have lost or left (104.2a, 104.4a); records the result.
    pub fn check_end(&mut self) {
        if self.is_over() {
            return;
        }
        self.teams_fall();
        let playing: SmallVec<[PlayerId; 2]> =
            self.state.seats().filter(|p| self.state.player(*p).is_playing()).collect();
        match playing.first().copied() {
            // 104.3f: whoever would win as all opponents leave, and loses at the same time, loses.
            // With teams: all that remained lost at once (104.4d), a draw for each of them (104.4g).
            None => self.draw_game(rule!("104.4a")),
            // 104.2a: the last team in the game wins; a player alone is a team of one. A team is out when all its players
            // are (104.3g), and wins with those of its players that have lost before (104.2c).
            Some(first) if playing.iter().all(|p| !self.state.are_opponents(first, *p)) => {
                let team = self.state.seats().filter(|p| !self.state.are_opponents(first, *p)).collect();
                self.win(team, rule!("104.2a"));
            }
            Some(_) => {}
        }
    }

    /// These players win the game (104.2).
    pub fn win(&mut self, players: SmallVec<[PlayerId; 2]>, why: Rule) {
        if self.is_over() {
            return;
        }
        // 810.8a: a team wins with its member; 104.2d, 809.5a: with its emperor.
        let state = &self.state;
        let is_emperor = |p: &PlayerId| state.options.as_ref().is_some_and(|o| o.emperors.contains(p));
        let leads = |p: &PlayerId| state.shares_life() || is_emperor(p);
        let wins = |p: &PlayerId| players.iter().any(|w| w == p || (leads(w) && !state.are_opponents(*w, *p)));
        let players: SmallVec<[PlayerId; 2]> = state.seats().filter(wins).collect();
        self.state.result = Some(GameResult::Won(players.clone()));
        self.finish();
        for player in players {
            self.record(Event::Won(player), why, None);
        }
    }

    /// The game is a draw (104.4).
    pub fn draw_game(&mut self, why: Rule) {
        if self.is_over() {
            return;
        }
        self.state.result = Some(GameResult::Draw(why));
        self.finish();
        self.record(Event::Drawn, why, None);
    }

    /// The game is a draw for all within the range of influence of one of those players (801.15, 801.16), and for the team of an
    /// emperor among them (809.5c). They leave; the others go on.
    pub(crate) fn draw_in_range(&mut self, of: &[PlayerId], why: Rule) {
        let state = &self.state;
        let near = |p: &PlayerId| of.iter().any(|one| state.reaches(*one, *p));
        let emperors = || state.options.iter().flat_map(|o| &o.emperors);
        let with_emperor = |p: &PlayerId| emperors().any(|e| near(e) && !state.are_opponents(*e, *p));
        let drawn: SmallVec<[PlayerId; 4]> = state.apnap().filter(|p| near(p) || with_emperor(p)).collect();
        if state.apnap().count() == drawn.len() {
            return self.draw_game(why);
        }
        for player in drawn {
            self.state.player_mut(player).standing = Standing::Drew;
            self.note(why, |s| format!("the game is a draw for {}", s.name(player)));
        }
        self.check_end();
    }

    fn finish(&mut self) {
        for player in self.state.seats().collect::<SmallVec<[PlayerId; 2]>>() {
            self.reveal_agendas(player); // 702.106e
            self.reveal_foretold(player);
        }
        self.state.turn.progress = Progress::Over;
        self.state.turn.priority = None;
        self.state.pending.clear();
    }

    /// A player concedes: at any time, and they leave the game (104.3a, 405.6g).
    pub fn concede(&mut self, player: PlayerId) {
        if !self.state.player(player).is_playing() || self.is_over() {
            return;
        }
        self.state.player_mut(player).standing = Standing::Conceded;
        // They leave the game before anything resolves; the others get priority anew.
        self.state.turn.passes = 0;
        self.record(Event::Lost(player), rule!("104.3a"), None);
        self.check_end();
    }
}
