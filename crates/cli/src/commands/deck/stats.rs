//! `lawmage deck stats`: a deck's figures, as small plots.

use std::process::ExitCode;

use clap::Args;
use lawmage_cards::deck::{self, ColorFigures, Stats};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::Outcome;

/// `lawmage deck stats`
#[derive(Args)]
pub struct StatsArgs {
    /// The decklist: a file, a starter deck's name, or - for standard input
    file: String,
    /// How to print the figures
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

#[derive(Serialize)]
struct StatsReport<'s> {
    deck: &'s str,
    #[serde(flatten)]
    stats: &'s Stats,
    assumptions: &'static str,
}

const ASSUMPTIONS: &str = "Counted: mana values, symbols and types as printed; sources by the words “add {…}” of each card. \
    Computed: odds by the hypergeometric distribution, with one card drawn each turn, none on the first turn of who plays first, \
    no mulligans and no other draws.";

/// Prints the figures.
pub fn run(args: &StatsArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let deck = deck::resolve(&data::decklist(&args.file)?, &pool)?;
    let stats = deck::stats(&deck, &pool)?;
    match args.format {
        Format::Json => console.json(&StatsReport { deck: &deck.name, stats: &stats, assumptions: ASSUMPTIONS })?,
        Format::Text => print(&deck.name, &stats, console),
    }
    Ok(ExitCode::SUCCESS)
}

fn print(name: &str, stats: &Stats, console: &Console) {
    let lands = match stats.spells_that_are_lands {
        0 => format!("{} lands", stats.lands),
        more => format!("{} lands and {more} spells with a land on the back", stats.lands),
    };
    console.line(format!("{}: {} cards, {lands}", console.bold(name), stats.cards));
    let types: Vec<String> = stats.types.iter().map(|(word, count)| format!("{count} {word}")).collect();
    console.line(format!("Types: {}", types.join(", ")));

    console.line(format!("\n{} (average {:.2}, lands aside)", console.bold("Mana value"), stats.average_mana_value));
    let most = stats.curve.iter().copied().max().unwrap_or(0);
    for (value, count) in stats.curve.iter().enumerate() {
        let label = if value == 7 { "7+".to_owned() } else { value.to_string() };
        console.line(format!("{label:>4}  {count:>3}  {}", bar(f64::from(*count), f64::from(most), 40)).trim_end());
    }

    console.line(format!("\n{}", console.bold("Colors: symbols in costs, and what makes them")));
    let symbols: u32 = stats.colors.iter().map(|c| c.symbols).sum();
    // A land of any color is no reason to list colors that nothing asks for.
    let is_asked = |c: &&ColorFigures| c.symbols > 0 || c.color == 'C' && c.lands > 0;
    for color in stats.colors.iter().filter(is_asked) {
        let share = if symbols == 0 { 0.0 } else { 100.0 * f64::from(color.symbols) / f64::from(symbols) };
        let others = match color.others {
            0 => String::new(),
            1 => " and 1 other card".to_owned(),
            more => format!(" and {more} other cards"),
        };
        console.line(format!(
            "   {}  {:>3} symbols on {:>2} cards ({share:>3.0} %)   {:>2} lands{others}",
            color.color, color.symbols, color.cards, color.lands
        ));
    }

    console.line(format!("\n{}", console.bold("Lands in an opening hand of seven")));
    let most = stats.opening_lands.iter().copied().fold(0.0, f64::max);
    for (lands, chance) in stats.opening_lands.iter().enumerate() {
        console.line(format!("{lands:>4}  {}  {}", percent(*chance), bar(*chance, most, 40)).trim_end());
    }

    console.line(format!("\n{}", console.bold("A land for every turn so far")));
    console.line(console.dim("turn  on the play  on the draw  lands drawn by then (play)"));
    for odds in &stats.land_drops {
        let (play, draw) = (percent(odds.on_the_play), percent(odds.on_the_draw));
        let plot = bar(odds.on_the_play, 1.0, 20);
        console
            .line(format!("{:>4}      {play}      {draw}  {:>4.1}  {plot}", odds.turn, odds.average_lands).trim_end());
    }
    console.line(format!("\n{}", console.dim(ASSUMPTIONS)));
}

/// A chance as "39.5 %".
pub fn percent(chance: f64) -> String {
    format!("{:>5.1} %", 100.0 * chance)
}

/// A bar of that part of the width.
pub fn bar(value: f64, most: f64, width: usize) -> String {
    if most <= 0.0 || value <= 0.0 {
        return String::new();
    }
    let length = (value / most * width as f64).round() as usize;
    "█".repeat(length.clamp(1, width))
}
