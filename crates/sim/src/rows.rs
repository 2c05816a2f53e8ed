//! A row for each game, for tables that other programs read.

use lawmage_engine::Seed;
use serde::Serialize;

use crate::config::Config;
use crate::ending::GameEnd;
use crate::matches::Played;
use crate::run::Games;

/// A game as a row. The fields' names are the columns', documented in `docs/simulation.md`.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Names the game within the run: pair, number, and in matches the game, counted from 1.
    pub id: String,
    /// The pair, counted from 1.
    pub pair: usize,
    /// The game or match of the pair, counted from 1.
    pub number: u32,
    /// The game of the match, counted from 1.
    pub game: usize,
    /// From which it was played.
    pub seed: Seed,
    /// The first deck of the pair.
    pub deck_1: String,
    /// Who plays it.
    pub bot_1: &'static str,
    /// The second deck of the pair.
    pub deck_2: String,
    /// Who plays it.
    pub bot_2: &'static str,
    /// Who was on the play: deck 1 or 2.
    pub began: Option<usize>,
    /// Who won: deck 1 or 2; nothing without a winner.
    pub winner: Option<usize>,
    /// won, draw, capped or error.
    pub result: &'static str,
    /// Why it ended.
    pub reason: &'static str,
    /// By which rule.
    pub rule: Option<String>,
    /// Turns of both players together.
    pub turns: u32,
    /// Decisions taken.
    pub decisions: u64,
    /// Mulligans of deck 1.
    pub mulligans_1: u32,
    /// Mulligans of deck 2.
    pub mulligans_2: u32,
    /// Life total of deck 1 at the end.
    pub life_1: i32,
    /// Life total of deck 2 at the end.
    pub life_2: i32,
    /// Digest of all answers and the end.
    pub digest: String,
    /// Of a capped game or an error: what was the matter.
    pub message: Option<String>,
    /// How long it took.
    pub milliseconds: f64,
}

impl Played {
    /// The id of one of its games, counted from 0: `3-17`, or `3-17-2` in matches.
    #[must_use]
    pub fn id(&self, config: &Config, game: usize) -> String {
        let (pair, number) = (self.pair + 1, self.number + 1);
        if config.best_of > 1 { format!("{pair}-{number}-{}", game + 1) } else { format!("{pair}-{number}") }
    }

    /// Its games as rows.
    #[must_use]
    pub fn rows(&self, config: &Config) -> Vec<Row> {
        let Some([a, b]) = config.pair(self.pair) else { return Vec::new() };
        // Each side sits at one of the two seats.
        let of = |seats: &[u32], side: usize| seats.get(self.side(side)).copied().unwrap_or_default();
        let life = |seats: &[i32], side: usize| seats.get(self.side(side)).copied().unwrap_or_default();
        let row = |(place, game): (usize, &crate::play::GameRecord)| Row {
            id: self.id(config, place),
            pair: self.pair + 1,
            number: self.number + 1,
            game: place + 1,
            seed: game.seed,
            deck_1: a.name.clone(),
            bot_1: a.bot.name(),
            deck_2: b.name.clone(),
            bot_2: b.bot.name(),
            began: game.first.map(|seat| self.side(seat) + 1),
            winner: self.winner(game).map(|side| side + 1),
            result: match game.end {
                GameEnd::Won(_) => "won",
                GameEnd::Draw => "draw",
                GameEnd::Capped(_) => "capped",
                GameEnd::Error(_) => "error",
            },
            reason: game.reason.name(),
            rule: game.rule.map(|r| r.to_string()),
            turns: game.turns,
            decisions: game.decisions,
            mulligans_1: of(&game.mulligans, 0),
            mulligans_2: of(&game.mulligans, 1),
            life_1: life(&game.life, 0),
            life_2: life(&game.life, 1),
            digest: format!("{:016x}", game.digest),
            message: match &game.end {
                GameEnd::Capped(why) | GameEnd::Error(why) => Some(why.clone()),
                GameEnd::Won(_) | GameEnd::Draw => None,
            },
            milliseconds: game.micros as f64 / 1_000.0,
        };
        self.games.iter().enumerate().map(row).collect()
    }
}

/// All games as rows, pair by pair.
pub fn rows<'a>(config: &'a Config, games: &'a Games) -> impl Iterator<Item = Row> + 'a {
    games.values().flat_map(|played| played.rows(config))
}
