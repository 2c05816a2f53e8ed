//! `lawmage sim --players N` and `--variant KIND`: tables of several players.

use std::process::ExitCode;

use lawmage_engine::variants::kind::Kind;
use lawmage_sim::{Caps, GameEnd, PodReport, Pods};

use super::print::{cut, ends, percent};
use super::{NAME, SimArgs, field};
use crate::args::{Format, cores};
use crate::commands::supplements::deal;
use crate::console::Console;
use crate::failure::{Failure, Outcome};

/// Games where nothing says how many.
const GAMES: u32 = 10;

/// Refuses what is for games of two.
fn only_for_two(args: &SimArgs) -> Outcome<()> {
    let given = [
        (!args.against.is_empty(), "--against"),
        (args.sideboard_plan.is_some(), "--sideboard-plan"),
        (args.until.is_some(), "--until"),
        (args.time_limit.is_some(), "--time-limit"),
        (args.resume.is_some(), "--resume"),
        (args.card_figures, "--card-figures"),
        (args.games_csv.is_some(), "--games-csv"),
        (args.games_jsonl.is_some(), "--games-jsonl"),
        (args.record.is_some(), "--record"),
        (args.game.is_some(), "--game"),
    ];
    match given.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Failure::usage(format!(
            "{option} is for plain games of two, not with --players, --variant and --option"
        ))),
        None => Ok(()),
    }
}

/// Plays at tables of several.
pub fn run(args: &SimArgs, pool: &lawmage_cards::CardPool, console: &Console) -> Outcome {
    only_for_two(args)?;
    let mut entrants = field::all(args, pool, console)?;
    let led = Kind::led_by(entrants.iter().flat_map(|e| &e.commanders).map(AsRef::as_ref));
    let variant = args.table.variant(led)?;
    deal(&mut entrants, variant.kind, pool, args.seed.into())?;
    let pods = Pods {
        players: args.table.count(2)?,
        variant,
        games: args.games.unwrap_or(GAMES),
        best_of: args.best_of,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(cores),
        check_every: args.check.then_some(1),
        caps: Caps { time: args.game_time_limit.0, ..Caps::default() },
        confidence: args.confidence,
        entrants,
    };
    let report = pods.run(&|game, record| {
        if let GameEnd::Error(why) = &record.end {
            console.warn(format!("game {}: {why}", game + 1));
        }
        true
    });
    match args.format {
        Format::Json => console.json(&report)?,
        Format::Text => print(&report, console),
    }
    for message in &report.messages {
        console.warn(message);
    }
    Ok(ExitCode::from(u8::from(report.capped + report.errors > 0)))
}

/// The report for people, in at most 80 columns.
fn print(report: &PodReport, console: &Console) {
    let matches = report.matches.map(|n| format!(" in {n} matches")).unwrap_or_default();
    console.line(console.dim(format!(
        "{} games of {}{matches}, {} players each, {:.1} turns on average, {} decisions in {:.2} s",
        report.games, report.kind, report.players, report.turns, report.decisions, report.seconds
    )));
    console.line("");
    let matches = if report.matches.is_some() { "matches  won" } else { "" };
    console.line(console.dim(format!("   {:NAME$} {:>7} {:>7}  {:13}  {matches}", "", "games", "won", "interval")));
    let mut order: Vec<_> = report.entrants.iter().collect();
    order.sort_by(|a, b| b.rate.rate.unwrap_or(-1.0).total_cmp(&a.rate.rate.unwrap_or(-1.0)));
    for (place, entrant) in (1..).zip(order) {
        let rate = &entrant.rate;
        let name = cut(&entrant.name, NAME);
        let matches = entrant.matches.as_ref().map(|m| format!("{:>7} {:>6}", m.of, percent(m))).unwrap_or_default();
        let line = format!("{place:>2} {name:NAME$} {:>7} {:>7}  {:13}  {matches}", rate.of, percent(rate), ends(rate));
        console.line(line.trim_end());
    }
    console.line("");
    let places: Vec<String> =
        (1..).zip(&report.places).map(|(n, rate): (usize, _)| format!("{n}. {}", percent(rate))).collect();
    console.line(format!("by turn order  {}", places.join(", ")));
    let ends: Vec<String> = report.ends.iter().map(|(why, times)| format!("{why} {times}")).collect();
    console.line(format!("ended by       {}", ends.join(", ")));
    console.line(format!(
        "{} draws, {} capped, {} errors; digest {}",
        report.draws, report.capped, report.errors, report.digest
    ));
}
