//! Whole games: the drives agree, bots play them to their ends, runs and saves hold. One test binary, a file for each matter.

mod awkward;
mod basic_beats_random;
mod drives;
mod fuzz;
mod invariants;
mod pods;
mod records;
mod runs;
mod saves;
mod stats;
mod steps;
