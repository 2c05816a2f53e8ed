//! How often decks won with each card, in at most 80 columns.

use lawmage_sim::stats::Rate;
use lawmage_sim::{CardReport, Report};

use super::print::{cut, percent};
use crate::console::Console;

/// How wide a card's name is shown.
const NAME: usize = 22;

/// Prints the figures of each deck's cards, those first with which it won most.
pub fn print(report: &Report, console: &Console) {
    for (place, entrant) in report.entrants.iter().enumerate() {
        let cards: Vec<&CardReport> = report.cards.iter().filter(|c| c.entrant == place).collect();
        if cards.is_empty() {
            continue;
        }
        console.line("");
        console.line(format!(
            "{}: games won in % when the card was …, and of how many games",
            console.bold(&entrant.name)
        ));
        let head = format!(
            "{:NAME$} {:>6} {:6} {:>5} {:>9}{:>9}{:>9}{:>9}",
            "", "in hand", "", "of", "opening", "drawn", "played", "not seen"
        );
        console.line(console.dim(head));
        for card in cards {
            console.line(line(card));
        }
    }
    if !report.cards.is_empty() {
        console.line("");
    }
}

fn line(card: &CardReport) -> String {
    let hand = &card.in_hand;
    let reach = format!("{:.0}–{:.0}", hand.low * 100.0, hand.high * 100.0);
    let name = format!("{} {}", card.copies, card.card);
    let rest: String = [&card.opening_hand, &card.drawn, &card.played, &card.not_seen].map(short).concat();
    format!("{:NAME$} {:>6} {reach:6} {:>5} {rest}", cut(&name, NAME), percent(hand), hand.of)
}

/// The share and of how many, without an interval.
fn short(rate: &Rate) -> String {
    let share = rate.rate.map_or_else(|| "–".to_owned(), |share| format!("{:.0}", share * 100.0));
    format!("{share:>4}{:>5}", rate.of)
}
