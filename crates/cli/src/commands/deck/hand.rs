//! `lawmage deck hand`: opening hands and London mulligans (103.5), by simulation.

use std::process::ExitCode;

use clap::Args;
use lawmage_cards::deck::{self, Hand, HandRule, Hands};
use serde::Serialize;

use super::stats::{bar, percent};
use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage deck hand`
#[derive(Args)]
pub struct HandArgs {
    /// The decklist: a file, a starter deck's name, or - for standard input
    file: String,
    /// How many openings to deal
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    /// How many of them to show
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=1000))]
    show: u16,
    /// The seed: the same one deals the same hands
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Keep seven cards with so many lands
    #[arg(long, default_value = "2-5", value_name = "FROM-TO")]
    lands: String,
    /// The first mulligan costs no card, as in games of several players (103.5c)
    #[arg(long)]
    free_mulligan: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct HandReport<'h> {
    deck: &'h str,
    #[serde(flatten)]
    hands: &'h Hands,
    assumptions: String,
}

/// Deals the hands.
pub fn run(args: &HandArgs, shared: &Shared, console: &Console) -> Outcome {
    let rule = HandRule { free_mulligan: args.free_mulligan, ..lands(&args.lands)? };
    let pool = data::pool(shared, console)?;
    let deck = deck::resolve(&data::decklist(&args.file)?, &pool)?;
    let hands = deck::hands(&deck, rule, args.games, usize::from(args.show), args.seed);
    match args.format {
        Format::Json => {
            console.json(&HandReport { deck: &deck.name, hands: &hands, assumptions: assumptions(rule) })?;
        }
        Format::Text => print(&deck.name, &hands, console),
    }
    Ok(ExitCode::SUCCESS)
}

/// "2-5", or one number.
fn lands(text: &str) -> Outcome<HandRule> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    match (least.trim().parse(), most.trim().parse()) {
        (Ok(least_lands), Ok(most_lands)) if least_lands <= most_lands && most_lands <= 7 => {
            Ok(HandRule { least_lands, most_lands, ..HandRule::default() })
        }
        _ => Err(Failure::usage(format!("--lands {text}: write two numbers from 0 to 7, such as 2-5"))),
    }
}

fn assumptions(rule: HandRule) -> String {
    format!(
        "Assumed: seven cards are kept when {} to {} of them are lands, and any hand of {} cards; who keeps after mulligans puts \
         back lands beyond four, then the dearest spells. What the spells do is not looked at.",
        rule.least_lands, rule.most_lands, rule.fewest_cards
    )
}

fn print(name: &str, hands: &Hands, console: &Console) {
    for (number, opening) in (1..).zip(&hands.samples) {
        console.line(console.bold(format!("Opening {number}")));
        opening.iter().for_each(|hand| print_hand(hand, console));
        console.line("");
    }
    let games = f64::from(hands.games);
    console.line(format!("{}: {} openings, seed {}", console.bold(name), hands.games, hands.seed));
    let first = f64::from(hands.first_kept) / games;
    console.line(format!(
        "First seven kept {}; {:.2} cards kept on average",
        percent(first).trim(),
        hands.average_cards
    ));
    for (cards, count) in hands.kept_with.iter().enumerate().rev().filter(|(_, count)| **count > 0) {
        console.line(format!(
            "  {cards} cards {}  {}",
            percent(f64::from(*count) / games),
            bar(f64::from(*count), games, 40)
        ));
    }
    console.line(console.dim("\nlands  first seven  hands kept"));
    for (lands, (first, kept)) in hands.first_lands.iter().zip(hands.kept_lands).enumerate() {
        let (first, kept) = (f64::from(*first) / games, f64::from(kept) / games);
        console.line(
            format!("{lands:>5}      {}     {}  {}", percent(first), percent(kept), bar(kept, 1.0, 40)).trim_end(),
        );
    }
    console.line(format!("\n{}", console.dim(assumptions(hands.rule))));
}

fn print_hand(hand: &Hand, console: &Console) {
    let verdict = if hand.kept { console.good("keep") } else { console.bad("mulligan") };
    console.line(format!("  {verdict} ({} lands of seven): {}", hand.lands, hand.cards.join(", ")));
    if !hand.bottom.is_empty() {
        console.line(console.dim(format!("    to the bottom: {}", hand.bottom.join(", "))));
    }
}
