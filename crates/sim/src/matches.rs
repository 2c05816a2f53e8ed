//! What is played for a pair: a game, or a match of several with sideboards.

use std::sync::Arc;

use lawmage_engine::procedure::start::Setup;
use serde::{Deserialize, Serialize};

use crate::config::{Config, Entrant};
use crate::ending::GameEnd;
use crate::play::{GameRecord, Watching, next_first, play, play_watching, seat};

/// Drawn games are played again, so many at most.
const DRAWN_AGAIN: u32 = 2;

/// How many games a match of so many has at most.
#[must_use]
pub const fn most_games(best_of: u32) -> u32 {
    if best_of <= 1 { 1 } else { best_of + DRAWN_AGAIN }
}

/// A game of a pair, or a match with all its games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Which pair, from 0.
    pub pair: usize,
    /// Which game or match of the pair, from 0. In odd ones the seats are swapped.
    pub number: u32,
    /// Its games, one unless it is a match.
    pub games: Vec<GameRecord>,
}

impl Played {
    /// Which of the pair sits at that seat: 0 its first entrant, 1 its second.
    #[must_use]
    pub fn side(&self, seat: usize) -> usize {
        if self.number.is_multiple_of(2) { seat } else { 1 - seat.min(1) }
    }

    /// Who won a game: 0 the first entrant of the pair, 1 its second.
    #[must_use]
    pub fn winner(&self, game: &GameRecord) -> Option<usize> {
        match game.end {
            GameEnd::Won(seat) => Some(self.side(seat)),
            _ => None,
        }
    }

    /// Games won by the first and the second entrant of the pair.
    #[must_use]
    pub fn score(&self) -> [u32; 2] {
        let mut score = [0; 2];
        for side in self.games.iter().filter_map(|g| self.winner(g)) {
            if let Some(wins) = score.get_mut(side) {
                *wins += 1;
            }
        }
        score
    }

    /// Whether every game came to a result.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.games.iter().all(|g| g.end.is_sound())
    }
}

/// The seed of a game or match: the same whatever else is simulated beside it.
fn seed_of(seed: u64, pair: (usize, usize), number: u32) -> u64 {
    let mut mixed = seed ^ 0x9e37_79b9_7f4a_7c15;
    for part in [pair.0 as u64, pair.1 as u64, u64::from(number / 2)] {
        mixed = mix(mixed, part);
    }
    mixed
}

pub(crate) fn mix(seed: u64, part: u64) -> u64 {
    let mixed = (seed ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ (mixed >> 29)
}

/// The setup of a game of a match, counted from 0; `before` is the game before it. Matches come in twos with the same seed
/// and the seats swapped, but for mirror matches.
#[must_use]
pub fn setup_of(config: &Config, pair: usize, number: u32, game: u32, before: Option<&GameRecord>) -> Option<Setup> {
    let (a, b) = *config.pairs.get(pair)?;
    let mut seed = seed_of(config.seed, (a, b), number);
    // With the same deck and bot on both sides the same seed would be the same game twice.
    let mirrored = || config.pair(pair).is_some_and(|[a, b]| a.is_same_as(b));
    if !number.is_multiple_of(2) && mirrored() {
        seed = mix(seed, u64::from(number));
    }
    if game > 0 {
        seed = mix(seed, u64::from(game));
    }
    let order = if number.is_multiple_of(2) { [(a, b), (b, a)] } else { [(b, a), (a, b)] };
    let mut seats = Vec::with_capacity(2);
    for (mine, theirs) in order {
        let entrant = config.entrants.get(mine)?;
        let (deck, sideboard) = entrant.cards(theirs, game);
        seats.push(seat(entrant, deck, if config.sideboards { sideboard } else { &[] }));
    }
    let seed = seed.into();
    let first = before.and_then(|game| next_first(game, seed));
    Some(Setup { seats, seed, first, ..Setup::default() }.of_leaders())
}

/// Plays the game or match of a pair; of a match no more than so many games.
#[must_use]
pub fn play_number(config: &Config, pair: usize, number: u32, games: u32) -> Played {
    let mut played = Played { pair, number, games: Vec::new() };
    let Some(sides) = config.pair(pair) else { return played };
    let seats = [sides[played.side(0)], sides[played.side(1)]];
    let how = Watching { caps: config.caps, check_every: config.check_every, keep_answers: config.keep_answers };
    let names: Vec<Vec<Arc<str>>> =
        if config.card_figures { seats.iter().map(|e| e.card_names()).collect() } else { Vec::new() };
    while let Some(setup) = next_setup(config, &played).filter(|_| (played.games.len() as u32) < games) {
        let bots = seats.map(|e: &Entrant| e.bot);
        played.games.push(if config.card_figures {
            play_watching(&setup, &bots, how, &names)
        } else {
            play(&setup, &bots, how, None)
        });
    }
    played
}

/// The setup of the match's next game, unless it is over: somebody has won more than half of the games, or a game came to no
/// result, or too many were drawn.
#[must_use]
pub fn next_setup(config: &Config, played: &Played) -> Option<Setup> {
    let count = played.games.len() as u32;
    let wins = config.best_of / 2 + 1;
    let over = played.score().iter().any(|w| *w >= wins) || !played.is_sound();
    if over || count >= most_games(config.best_of) {
        return None;
    }
    setup_of(config, played.pair, played.number, count, played.games.last())
}
