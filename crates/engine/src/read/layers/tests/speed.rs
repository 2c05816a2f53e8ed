//! How long working out takes. Bounds are generous, since machines differ: they catch what is off by an order.

use std::time::{Duration as Time, Instant};

use super::*;
use crate::testkit::{A, B, table};

/// The quickest of many times: what else the machine does is not our matter.
fn refresh_time(state: &mut State) -> Time {
    let once = |_| {
        let start = Instant::now();
        state.touch();
        state.refresh();
        start.elapsed()
    };
    (0..50).map(once).min().unwrap_or_default()
}

fn library(state: &mut State) {
    for player in [A, B] {
        for _ in 0..50 {
            put(state, player, Zone::Library, &bear());
        }
    }
}

#[test]
fn a_quiet_board_costs_little() {
    let mut state = table(2);
    library(&mut state);
    for _ in 0..10 {
        field(&mut state, A, &land("Wood", &[Subtype::FOREST]));
        field(&mut state, B, &with(bear(), vec![keyword(Keyword::Flying)]));
    }
    let time = refresh_time(&mut state);
    assert!(time < Time::from_micros(40), "{time:?}");
}

#[test]
fn a_wide_board_costs_less_than_a_frame() {
    let mut state = table(2);
    library(&mut state);
    for _ in 0..196 {
        field(&mut state, A, &bear());
    }
    for _ in 0..4 {
        field(&mut state, A, &enchantment("Anthem", vec![changes(all_creatures(), vec![plus(1)])]));
    }
    let time = refresh_time(&mut state);
    assert!(time < Time::from_millis(4), "{time:?}");
}
