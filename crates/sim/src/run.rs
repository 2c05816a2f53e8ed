//! Running a simulation.

use std::time::Instant;

use rayon::prelude::*;

use crate::config::Config;
use crate::play::{GameRecord, play_game};
use crate::report::Report;

/// Plays all games of a configuration. The report does not depend on the number of threads, but for its times.
#[must_use]
pub fn simulate(config: &Config, progress: &(dyn Fn(u64) + Sync)) -> (Report, Vec<GameRecord>) {
    let jobs: Vec<(usize, u32)> =
        (0..config.pairs.len()).flat_map(|pair| (0..config.games).map(move |game| (pair, game))).collect();
    let start = Instant::now();
    let play = |&(pair, game): &(usize, u32)| {
        let record = play_one(config, pair, game);
        progress(1);
        record
    };
    let records: Vec<GameRecord> = if config.threads <= 1 {
        jobs.iter().map(play).collect()
    } else {
        match rayon::ThreadPoolBuilder::new().num_threads(config.threads).build() {
            Ok(pool) => pool.install(|| jobs.par_iter().map(play).collect()),
            Err(_) => jobs.iter().map(play).collect(),
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    (Report::new(config, &jobs, &records, seconds), records)
}

/// The seed of a game: the same whatever else is simulated beside it.
fn game_seed(seed: u64, pair: (usize, usize), game: u32) -> u64 {
    let mut mixed = seed ^ 0x9e37_79b9_7f4a_7c15;
    for part in [pair.0 as u64, pair.1 as u64, u64::from(game / 2)] {
        mixed = (mixed ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^= mixed >> 29;
    }
    mixed
}

/// Games come in twos with the same seed and the seats swapped.
fn play_one(config: &Config, pair: usize, game: u32) -> GameRecord {
    let (a, b) = config.pairs[pair];
    let seed = game_seed(config.seed, (a, b), game);
    let seats = if game.is_multiple_of(2) { [a, b] } else { [b, a] };
    let seats = seats.map(|i| &config.entrants[i]);
    play_game(seats, seed, config.caps, config.check_every, config.keep_answers, None)
}
