//! What happens here, and by which rule? A position, what is done in it, and what comes of that:
//! `cargo run --release -p lawmage --example what_happens`.
#![allow(clippy::print_stdout, reason = "an example speaks to who runs it")]

use lawmage::Cards;
use lawmage::scenario::{parse, run};

const SITUATION: &str = r#"
title: A creature with deathtouch and trample assigns one damage to each blocker
rules: ["702.2c", "702.19b"]
cards: [{name: Thorn Bull, type: Creature — Ox, pt: 4/4, text: "Deathtouch, trample"}]
players:
  - {name: Ann, battlefield: [Thorn Bull]}
  - {name: Bob, battlefield: [Bramble Cub, Bramble Cub]}
script:
  - {turn: 1, step: declare-attackers, player: Ann, attack: Thorn Bull}
  - {turn: 1, step: declare-blockers, player: Bob, block: "Bramble Cub#1", attacker: Thorn Bull}
  - {turn: 1, step: declare-blockers, player: Bob, block: "Bramble Cub#2", attacker: Thorn Bull}
answers: {Ann: [{divide: {"Bramble Cub#1": 1, "Bramble Cub#2": 1, Bob: 2}}]}
stop: {turn: 1, step: main2}
expect: [{life: {player: Bob, is: 18}}, {graveyard: {player: Bob, card: Bramble Cub, count: 2}}]
"#;

/// Runs the example.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cards = Cards::starter()?;
    for scenario in parse(SITUATION)? {
        let report = run(&scenario, cards.pool(), true);
        for event in &report.events {
            println!("{event}");
        }
        println!("{}: {:?} {}", report.title, report.outcome, report.reason);
    }
    Ok(())
}
