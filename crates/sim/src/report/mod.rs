//! What a simulation measured.

mod cards;
mod tally;

use std::collections::{BTreeMap, BTreeSet};
use std::hash::Hasher;

use lawmage_engine::Digest;
use serde::Serialize;

use crate::config::Config;
use crate::ending::{GameEnd, Reason};
use crate::matches::Played;
use crate::play::GameRecord;
use crate::run::{Games, Pace};
use crate::stats::{Counts, Difference, Rate, Spread, z};

pub use cards::CardReport;
use cards::CardTally;
use tally::Tally;

/// The figures of a simulation.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// Games played.
    pub games: u64,
    /// Games won, by entrant in their order.
    pub wins: Vec<(String, u64)>,
    /// Games drawn by the rules.
    pub draws: u64,
    /// Games given up at a cap.
    pub capped: u64,
    /// Games in which something went wrong.
    pub errors: u64,
    /// What went wrong or was capped, the first few, with the ids and seeds to play them again.
    pub messages: Vec<String>,
    /// Decisions taken.
    pub decisions: u64,
    /// Turns begun.
    pub turns: u64,
    /// Games that an earlier run played, which this one resumed.
    pub played_before: u64,
    /// Wall-clock seconds, of this run.
    pub seconds: f64,
    /// Games for each of them.
    pub games_per_second: f64,
    /// Decisions for each of them.
    pub decisions_per_second: f64,
    /// Digest of all game records in order: a change of it is a change of some game.
    pub digest: String,
    /// Pair by pair.
    pub pairs: Vec<PairReport>,
    /// From which all games came.
    pub seed: u64,
    /// How many threads played.
    pub threads: usize,
    /// How sure the intervals are to hold the true values.
    pub confidence: f64,
    /// Entrant by entrant.
    pub entrants: Vec<EntrantReport>,
    /// How often the player on the play won.
    pub on_the_play: Rate,
    /// How long games were, in turns of both players together; of games with a result.
    pub length: Option<Spread>,
    /// How many players took that many mulligans.
    pub mulligans: BTreeMap<u32, u64>,
    /// How many games ended in which way.
    pub ends: BTreeMap<&'static str, u64>,
    /// Where decks play against others than each other: how much more often each won than the first of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<Comparison>,
    /// Matches played, if they were of more than one game.
    pub matches: Option<u64>,
    /// Card by card, if that was wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<CardReport>,
}

/// Two decks against the same field.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// The deck.
    pub deck: String,
    /// The deck it is compared with.
    pub with: String,
    /// How much more often it won; of matches where there are some.
    #[serde(flatten)]
    pub by: Difference,
}

impl Comparison {
    /// The comparisons with the first deck, where some decks play others and none of themselves.
    fn of(config: &Config, entrants: &[EntrantReport]) -> Vec<Self> {
        let own: BTreeSet<usize> = config.pairs.iter().map(|(a, _)| *a).collect();
        let mut own_reports = own.iter().filter_map(|place| entrants.get(*place));
        let Some(first) = own_reports.next().filter(|_| config.pairs.iter().all(|(_, b)| !own.contains(b))) else {
            return Vec::new();
        };
        let rate = |e: &EntrantReport| e.matches.unwrap_or(e.rate);
        let with_first = |e: &EntrantReport| Self {
            deck: e.name.clone(),
            with: first.name.clone(),
            by: Difference::between(&rate(e), &rate(first)),
        };
        own_reports.map(with_first).collect()
    }
}

/// The figures of one entrant over all its pairs.
#[derive(Clone, Debug, Serialize)]
pub struct EntrantReport {
    /// The deck.
    pub name: String,
    /// Who played it.
    pub bot: &'static str,
    /// Games won, of those with a result: draws are not won.
    pub rate: Rate,
    /// Those on the play.
    pub on_the_play: Rate,
    /// Those on the draw.
    pub on_the_draw: Rate,
    /// Matches won, if they were of more than one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matches: Option<Rate>,
    /// Mulligans a game, on average.
    pub mulligans: f64,
}

/// The figures of one pair.
#[derive(Clone, Debug, Serialize)]
pub struct PairReport {
    /// The first deck.
    pub a: String,
    /// The second deck.
    pub b: String,
    /// Games the first won.
    pub a_wins: u64,
    /// Games the second won.
    pub b_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games given up at a cap.
    pub capped: u64,
    /// Games in which something went wrong.
    pub errors: u64,
    /// The place of the first among the entrants.
    pub a_entrant: usize,
    /// The place of the second among the entrants.
    pub b_entrant: usize,
    /// The same deck played by the same bot on both sides: only who began tells them apart.
    pub mirror: bool,
    /// Games the first won, of those with a result.
    pub a_rate: Rate,
    /// Games the second won, of those with a result.
    pub b_rate: Rate,
    /// Games the first won when it was on the play.
    pub a_on_the_play: Rate,
    /// Games the first won when it was on the draw.
    pub a_on_the_draw: Rate,
    /// How often whoever was on the play won.
    pub on_the_play: Rate,
    /// Matches the first won, if they were of more than one game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a_matches: Option<Rate>,
    /// Matches the second won.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b_matches: Option<Rate>,
    /// How long its games were, in turns.
    pub length: Option<Spread>,
}

/// How many messages a report keeps.
const MESSAGES: usize = 20;

impl Report {
    /// The figures of these games; those of speed are the last run's, which may have played a part of them only.
    #[must_use]
    pub fn new(config: &Config, games: &Games, pace: Pace) -> Self {
        let mut sums = Sums::new(config);
        for played in games.values() {
            sums.add(config, played);
        }
        let z = z(config.confidence);
        let all = &sums.all;
        let seconds = pace.time.as_secs_f64();
        let per_second = |n: u64| if seconds > 0.0 { n as f64 / seconds } else { 0.0 };
        let entrants: Vec<EntrantReport> =
            config.entrants.iter().zip(&sums.entrants).map(|(e, tally)| tally.entrant(config, e, z)).collect();
        Self {
            games: all.games(),
            wins: entrants.iter().map(|e| (e.name.clone(), e.rate.won)).collect(),
            draws: all.draws,
            capped: all.capped,
            errors: all.errors,
            messages: sums.messages,
            decisions: sums.decisions,
            turns: sums.turns,
            played_before: all.games().saturating_sub(pace.games),
            seconds,
            games_per_second: per_second(pace.games),
            decisions_per_second: per_second(pace.decisions),
            digest: format!("{:016x}", sums.digest.finish()),
            pairs: (0..config.pairs.len()).filter_map(|pair| sums.pairs.get(pair)?.pair(config, pair, z)).collect(),
            seed: config.seed,
            threads: config.threads.max(1),
            confidence: config.confidence,
            comparisons: Comparison::of(config, &entrants),
            entrants,
            on_the_play: all.on_the_play(z),
            length: all.length.spread(),
            mulligans: sums.mulligans.iter().collect(),
            ends: sums.ends.into_iter().map(|(reason, n)| (reason.name(), n)).collect(),
            matches: (config.best_of > 1).then_some(games.len() as u64),
            cards: sums.cards.report(config, z),
        }
    }
}

/// What is counted while games are looked through.
struct Sums {
    all: Tally,
    entrants: Vec<Tally>,
    pairs: Vec<Tally>,
    ends: BTreeMap<Reason, u64>,
    mulligans: Counts,
    decisions: u64,
    turns: u64,
    digest: Digest,
    messages: Vec<String>,
    cards: CardTally,
}

impl Sums {
    fn new(config: &Config) -> Self {
        Self {
            all: Tally::default(),
            entrants: vec![Tally::default(); config.entrants.len()],
            pairs: vec![Tally::default(); config.pairs.len()],
            ends: BTreeMap::new(),
            mulligans: Counts::default(),
            decisions: 0,
            turns: 0,
            digest: Digest::default(),
            messages: Vec::new(),
            cards: CardTally::default(),
        }
    }

    fn add(&mut self, config: &Config, played: &Played) {
        let Some((a, b)) = config.pairs.get(played.pair).copied() else { return };
        for game in &played.games {
            self.digest.write_u64(game.digest);
            self.decisions += game.decisions;
            self.turns += u64::from(game.turns);
            *self.ends.entry(game.reason).or_default() += 1;
            game.mulligans.iter().for_each(|n| self.mulligans.add(*n));
            self.all.add(played, game, 0);
            self.cards.add([a, b], played, game);
            for (place, side) in [(a, 0), (b, 1)] {
                if let Some(entrant) = self.entrants.get_mut(place) {
                    entrant.add(played, game, side);
                }
            }
            if let Some(pair) = self.pairs.get_mut(played.pair) {
                pair.add(played, game, 0);
            }
            self.complain(config, played, game);
        }
        if config.best_of > 1 {
            for (place, side) in [(a, 0), (b, 1)] {
                if let Some(entrant) = self.entrants.get_mut(place) {
                    entrant.add_match(played, side);
                }
            }
            if let Some(pair) = self.pairs.get_mut(played.pair) {
                pair.add_match(played, 0);
            }
        }
    }

    fn complain(&mut self, config: &Config, played: &Played, game: &GameRecord) {
        let (what, why) = match &game.end {
            GameEnd::Capped(why) => ("capped", why),
            GameEnd::Error(why) => ("error", why),
            GameEnd::Won(_) | GameEnd::Draw => return,
        };
        let Some([a, b]) = config.pair(played.pair).filter(|_| self.messages.len() < MESSAGES) else { return };
        let place = played.games.iter().position(|g| std::ptr::eq(g, game)).unwrap_or(0);
        let id = played.id(config, place);
        self.messages.push(format!("{what}: game {id}, {} against {}, seed {}: {why}", a.name, b.name, game.seed));
    }
}
