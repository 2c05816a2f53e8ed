//! How often a deck's opening hand is kept: `cargo run --release -p lawmage --example opening_hands`.
#![allow(clippy::print_stdout, reason = "an example speaks to who runs it")]

use lawmage::Cards;
use lawmage::cards::deck::{HandRule, hands};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cards = Cards::starter()?;
    let deck = cards.starter_deck("red-raiders")?;
    let dealt = hands(&deck, HandRule::default(), 10_000, 1, 7);
    println!("of {} opening hands {} are kept as they are", dealt.games, dealt.first_kept);
    for (lands, count) in dealt.first_lands.iter().enumerate() {
        println!("{lands} lands: {count}");
    }
    Ok(())
}
