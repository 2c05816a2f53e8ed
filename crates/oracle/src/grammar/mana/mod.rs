//! Mana (106): adding it, and on what it may be spent.

mod parse;
mod print;

use lawmage_ir::{Color, ManaType};

pub(crate) use parse::*;

/// So much mana of one color and as much of another: each pair of colors, to choose one of them.
fn pairs_of_colors(n: usize) -> Vec<Vec<ManaType>> {
    let of = |color: &Color| vec![ManaType::Color(*color); n];
    let pairs = |(place, first): (usize, &Color)| {
        let first = of(first);
        Color::ALL.iter().skip(place + 1).map(move |second| [first.clone(), of(second)].concat()).collect::<Vec<_>>()
    };
    Color::ALL.iter().enumerate().flat_map(pairs).collect()
}
