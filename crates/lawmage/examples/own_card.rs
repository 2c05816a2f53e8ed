//! A card of one's own: what is understood of it, and a hundred games with it:
//! `cargo run --release -p lawmage --example own_card`.
#![allow(clippy::print_stdout, reason = "an example speaks to who runs it")]

use lawmage::{BasicBot, Cards, GameResult, Match, Player, PlayerId};

const CARDS: &str = r#"
- {name: Ember Herald, cost: "{1}{R}", type: Creature — Human Shaman, pt: 2/1, text: "Whenever you cast an instant spell, this creature deals 1 damage to each opponent."}
- {name: Vague Omen, cost: "{R}", type: Sorcery, text: "Something wonderful happens."}
"#;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cards = Cards::with_own(CARDS, "my cards")?;
    for name in ["Ember Herald", "Vague Omen"] {
        let card = cards.card(name)?;
        let missing: Vec<_> = card.faces.iter().flat_map(|face| face.uncompiled.iter()).collect();
        println!("{name}: complete: {}; not understood: {missing:?}", card.is_complete());
    }
    let mut won = 0;
    for seed in 0..100 {
        let own = cards.list("20 Ember Herald\n16 Searbolt\n24 Mountain", "heralds")?;
        let other = cards.starter_deck("green-stampede")?;
        let mut game = Match::new().seat("Heralds", own).seat("Stampede", other).seed(seed).start()?;
        let mut bots = [BasicBot::new(seed), BasicBot::new(seed + 1)];
        while let Some(question) = game.question() {
            let answer = bots[question.player.index()].decide(&game.view(question.player), question)?;
            game.answer(answer)?;
        }
        won += u32::from(matches!(game.result(), Some(GameResult::Won(by)) if by.contains(&PlayerId(0))));
    }
    println!("the heralds won {won} of 100 games");
    Ok(())
}
