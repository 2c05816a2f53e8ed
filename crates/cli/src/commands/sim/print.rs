//! The report for people, in at most 80 columns.

use lawmage_sim::stats::Rate;
use lawmage_sim::{Config, EntrantReport, PairReport, Report};

use super::{NAME, cards_table, matrix};
use crate::console::Console;

/// Prints a report.
pub fn report(report: &Report, config: &Config, console: &Console) {
    let before = match report.played_before {
        0 => String::new(),
        games => format!(" ({games} of them before)"),
    };
    let speed = format!(
        "{} games{before}, {} turns, {} decisions in {:.2} s on {}: {:.0} games/s, {:.0} decisions/s",
        report.games,
        report.turns,
        report.decisions,
        report.seconds,
        threads(report.threads),
        report.games_per_second,
        report.decisions_per_second
    );
    console.line(console.dim(speed));
    match report.pairs.as_slice() {
        [only] if only.mirror => mirror(only, console),
        [_] => standings(report, config, console),
        _ => {
            standings(report, config, console);
            matrix::print(report, config, &ranking(report), console);
            for pair in report.pairs.iter().filter(|p| p.mirror) {
                mirror(pair, console);
            }
        }
    }
    console.line("");
    for comparison in &report.comparisons {
        let by = comparison.by;
        let Some(more) = by.difference else { continue };
        let names = format!("{} compared with {}", cut(&comparison.deck, NAME), cut(&comparison.with, NAME));
        console.line(format!("{names}: {:+.1}% ({:+.1} to {:+.1})", more * 100.0, by.low * 100.0, by.high * 100.0));
    }
    summary(report, console);
    cards_table::print(report, console);
    console.line(format!(
        "{} draws, {} capped, {} errors; digest {}",
        report.draws, report.capped, report.errors, report.digest
    ));
}

fn threads(count: usize) -> String {
    if count == 1 { "one thread".to_owned() } else { format!("{count} threads") }
}

/// The places of the entrants, the one that won most first.
fn ranking(report: &Report) -> Vec<usize> {
    let mut places: Vec<usize> = (0..report.entrants.len()).collect();
    let share = |place: &usize| report.entrants.get(*place).and_then(|e| main_rate(e).rate).unwrap_or(-1.0);
    places.sort_by(|a, b| share(b).total_cmp(&share(a)));
    places
}

/// The rate that counts: of matches where there are some.
fn main_rate(entrant: &EntrantReport) -> &Rate {
    entrant.matches.as_ref().unwrap_or(&entrant.rate)
}

fn standings(report: &Report, config: &Config, console: &Console) {
    let matches = config.best_of > 1;
    let interval = format!("{} interval", whole_percent(report.confidence));
    let head = if matches {
        format!(
            "   {:NAME$} {:>7} {:>7}  {interval:13} {:>6} {:>6} {:>6}",
            "", "matches", "won", "games", "play", "draw"
        )
    } else {
        format!("   {:NAME$} {:>7} {:>7}  {interval:13} {:>13} {:>6}", "", "games", "won", "on the play", "draw")
    };
    console.line("");
    console.line(console.dim(head));
    for (place, entrant) in
        ranking(report).into_iter().zip(1..).filter_map(|(at, n)| Some((n, report.entrants.get(at)?)))
    {
        let rate = main_rate(entrant);
        let (play, draw) = (percent(&entrant.on_the_play), percent(&entrant.on_the_draw));
        let begin = format!(
            "{place:>2} {:NAME$} {:>7} {:>7}  {:13}",
            cut(&entrant.name, NAME),
            rate.of,
            percent(rate),
            ends(rate)
        );
        console.line(if matches {
            format!("{begin} {:>6} {play:>6} {draw:>6}", percent(&entrant.rate))
        } else {
            format!("{begin} {play:>13} {draw:>6}")
        });
    }
}

/// The same deck and bot on both sides: only who began tells them apart.
fn mirror(pair: &PairReport, console: &Console) {
    let name = pair.a.rsplit_once(" #").map_or(pair.a.as_str(), |(name, _)| name);
    let rate = &pair.on_the_play;
    console.line("");
    console.line(format!(
        "mirror match of {name}, {} games: won on the play {} ({}), {} draws",
        rate.of,
        percent(rate),
        ends(rate),
        pair.draws
    ));
}

/// What is true of all games together.
fn summary(report: &Report, console: &Console) {
    let play = &report.on_the_play;
    if play.of > 0 {
        console.line(format!("on the play  won {} ({}) of {}", percent(play), ends(play), play.of));
    }
    if let Some(length) = &report.length {
        console.line(format!(
            "turns        mean {:.1}, quartiles {} {} {}, from {} to {}",
            length.mean, length.lower_quartile, length.median, length.upper_quartile, length.least, length.most
        ));
    }
    let players: u64 = report.mulligans.values().sum();
    let taken: u64 = report.mulligans.iter().map(|(n, times)| u64::from(*n) * times).sum();
    let often: Vec<String> = report.mulligans.iter().map(|(n, times)| format!("{n}: {times}")).collect();
    let mean = taken as f64 / players.max(1) as f64;
    console.line(format!("mulligans    {mean:.2} a player and game ({})", often.join(", ")));
    let ends: Vec<String> = report.ends.iter().map(|(why, times)| format!("{why} {times}")).collect();
    console.line(format!("ended by     {}", ends.join(", ")));
}

/// `61.3%`, or a dash of none.
pub fn percent(rate: &Rate) -> String {
    rate.rate.map_or_else(|| "–".to_owned(), |share| format!("{:.1}%", share * 100.0))
}

/// `95%`, `99.9%`.
fn whole_percent(share: f64) -> String {
    let shown = format!("{:.2}", share * 100.0);
    format!("{}%", shown.trim_end_matches('0').trim_end_matches('.'))
}

/// The ends of an interval.
pub fn ends(rate: &Rate) -> String {
    format!("{:.1}–{:.1}%", rate.low * 100.0, rate.high * 100.0)
}

/// A name in so many columns.
pub fn cut(name: &str, width: usize) -> String {
    if name.chars().count() <= width {
        return name.to_owned();
    }
    let short: String = name.chars().take(width.saturating_sub(1)).collect();
    format!("{short}…")
}
