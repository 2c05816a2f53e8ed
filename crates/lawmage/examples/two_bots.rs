//! Two bots play a game, told event by event with the rules: `cargo run --release -p lawmage --example two_bots`.
#![allow(clippy::print_stdout, reason = "an example speaks to who runs it")]

use lawmage::{BasicBot, Cards, Match, Player, RandomBot};

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cards = Cards::starter()?;
    let ann = cards.starter_deck("red-raiders")?;
    let bob = cards.list("20 Searbolt\n20 Bramble Cub\n10 Forest\n10 Mountain", "Bob's deck")?;
    let mut game = Match::new().seat("Ann", ann).seat("Bob", bob).seed(7).start()?;
    let mut bots: [Box<dyn Player>; 2] = [Box::new(BasicBot::new(1)), Box::new(RandomBot::new(2))];
    while let Some(question) = game.question() {
        let answer = bots[question.player.index()].decide(&game.view(question.player), question)?;
        game.answer(answer)?;
        for line in game.happened() {
            println!("{line}");
        }
    }
    println!("{:?}", game.result());
    Ok(())
}
