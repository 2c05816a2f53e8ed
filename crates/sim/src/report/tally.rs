//! Games counted: of a pair, of an entrant, of all.

use crate::config::{Config, Entrant};
use crate::ending::GameEnd;
use crate::matches::Played;
use crate::play::GameRecord;
use crate::stats::{Counts, Rate};

use super::{EntrantReport, PairReport};

/// Games from the side of one of the two.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    /// Games won and lost by that side: when it was on the draw, when it was on the play.
    won: [u64; 2],
    lost: [u64; 2],
    /// Drawn games, on the draw and on the play.
    drawn: [u64; 2],
    pub(super) draws: u64,
    pub(super) capped: u64,
    pub(super) errors: u64,
    mulligans: u64,
    pub(super) length: Counts,
    matches_won: u64,
    matches_lost: u64,
    matches: u64,
}

impl Tally {
    pub(super) fn add(&mut self, played: &Played, game: &GameRecord, side: usize) {
        let began = usize::from(game.first.is_some_and(|seat| played.side(seat) == side));
        let seat = played.side(side);
        self.mulligans += game.mulligans.get(seat).map_or(0, |n| u64::from(*n));
        match game.end {
            GameEnd::Won(winner) if played.side(winner) == side => self.won[began] += 1,
            GameEnd::Won(_) => self.lost[began] += 1,
            GameEnd::Draw => {
                self.draws += 1;
                self.drawn[began] += 1;
            }
            GameEnd::Capped(_) => self.capped += 1,
            GameEnd::Error(_) => self.errors += 1,
        }
        if game.end.is_sound() {
            self.length.add(game.turns);
        }
    }

    pub(super) fn add_match(&mut self, played: &Played, side: usize) {
        if !played.is_sound() {
            return;
        }
        let score = played.score();
        let (mine, theirs) = if side == 0 { (score[0], score[1]) } else { (score[1], score[0]) };
        self.matches += 1;
        self.matches_won += u64::from(mine > theirs);
        self.matches_lost += u64::from(mine < theirs);
    }

    fn decided(&self) -> u64 {
        self.wins() + self.losses() + self.draws
    }

    fn wins(&self) -> u64 {
        self.won.iter().sum()
    }

    fn losses(&self) -> u64 {
        self.lost.iter().sum()
    }

    pub(super) fn games(&self) -> u64 {
        self.decided() + self.capped + self.errors
    }

    /// How often this side won when it was on the draw (0) or on the play (1).
    fn when(&self, began: usize, z: f64) -> Rate {
        Rate::new(self.won[began], self.won[began] + self.lost[began] + self.drawn[began], z)
    }

    /// How often whoever was on the play won.
    pub(super) fn on_the_play(&self, z: f64) -> Rate {
        Rate::new(self.won[1] + self.lost[0], self.decided(), z)
    }

    pub(super) fn entrant(&self, config: &Config, entrant: &Entrant, z: f64) -> EntrantReport {
        EntrantReport {
            name: entrant.name.clone(),
            bot: entrant.bot.name(),
            rate: Rate::new(self.wins(), self.decided(), z),
            on_the_play: self.when(1, z),
            on_the_draw: self.when(0, z),
            matches: (config.best_of > 1).then(|| Rate::new(self.matches_won, self.matches, z)),
            mulligans: self.mulligans as f64 / self.games().max(1) as f64,
        }
    }

    pub(super) fn pair(&self, config: &Config, pair: usize, z: f64) -> Option<PairReport> {
        let (a_entrant, b_entrant) = *config.pairs.get(pair)?;
        let [a, b] = config.pair(pair)?;
        let matches = |won: u64| (config.best_of > 1).then(|| Rate::new(won, self.matches, z));
        Some(PairReport {
            a: a.name.clone(),
            b: b.name.clone(),
            a_wins: self.wins(),
            b_wins: self.losses(),
            draws: self.draws,
            capped: self.capped,
            errors: self.errors,
            a_entrant,
            b_entrant,
            mirror: a.is_same_as(b),
            a_rate: Rate::new(self.wins(), self.decided(), z),
            b_rate: Rate::new(self.losses(), self.decided(), z),
            a_on_the_play: self.when(1, z),
            a_on_the_draw: self.when(0, z),
            on_the_play: self.on_the_play(z),
            a_matches: matches(self.matches_won),
            b_matches: matches(self.matches_lost),
            length: self.length.spread(),
        })
    }
}
