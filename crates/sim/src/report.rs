//! What a simulation measured.

use std::hash::Hasher;

use lawmage_engine::Digest;
use serde::Serialize;

use crate::config::Config;
use crate::play::{GameEnd, GameRecord};

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
    /// What went wrong or was capped, the first few, with the seeds to play them again.
    pub messages: Vec<String>,
    /// Decisions taken.
    pub decisions: u64,
    /// Turns begun.
    pub turns: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Games for each second.
    pub games_per_second: f64,
    /// Decisions for each second.
    pub decisions_per_second: f64,
    /// Digest of all game records in order: a change of it is a change of some game.
    pub digest: String,
    /// Pair by pair.
    pub pairs: Vec<PairReport>,
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
}

/// How many messages a report keeps.
const MESSAGES: usize = 20;

impl Report {
    pub(crate) fn new(config: &Config, jobs: &[(usize, u32)], records: &[GameRecord], seconds: f64) -> Self {
        let mut wins = vec![0; config.entrants.len()];
        let mut pairs: Vec<PairReport> = config
            .pairs
            .iter()
            .map(|(a, b)| PairReport {
                a: config.entrants[*a].name.clone(),
                b: config.entrants[*b].name.clone(),
                a_wins: 0,
                b_wins: 0,
                draws: 0,
            })
            .collect();
        let (mut draws, mut capped, mut errors) = (0, 0, 0);
        let mut messages = Vec::new();
        let mut digest = Digest::default();
        for ((pair, game), record) in jobs.iter().zip(records) {
            digest.write_u64(record.digest);
            let (a, b) = config.pairs[*pair];
            let mut complain = |what: &str, why: &str| {
                if messages.len() < MESSAGES {
                    let names = (&config.entrants[a].name, &config.entrants[b].name);
                    messages.push(format!(
                        "{what}: {} against {}, game {game}, seed {}: {why}",
                        names.0, names.1, record.seed
                    ));
                }
            };
            match &record.end {
                GameEnd::Won(seat) => {
                    // In odd games the seats are swapped.
                    let first = (*seat == 0) == (game % 2 == 0);
                    wins[if first { a } else { b }] += 1;
                    if first {
                        pairs[*pair].a_wins += 1;
                    } else {
                        pairs[*pair].b_wins += 1;
                    }
                }
                GameEnd::Draw => {
                    draws += 1;
                    pairs[*pair].draws += 1;
                }
                GameEnd::Capped(why) => {
                    capped += 1;
                    complain("capped", why);
                }
                GameEnd::Error(why) => {
                    errors += 1;
                    complain("error", why);
                }
            }
        }
        let games = records.len() as u64;
        let decisions: u64 = records.iter().map(|r| r.decisions).sum();
        let per_second = |n: u64| if seconds > 0.0 { n as f64 / seconds } else { 0.0 };
        Self {
            games,
            wins: config.entrants.iter().map(|e| e.name.clone()).zip(wins).collect(),
            draws,
            capped,
            errors,
            messages,
            decisions,
            turns: records.iter().map(|r| u64::from(r.turns)).sum(),
            seconds,
            games_per_second: per_second(games),
            decisions_per_second: per_second(decisions),
            digest: format!("{:016x}", digest.finish()),
            pairs,
        }
    }
}
