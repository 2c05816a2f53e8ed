//! `lawmage cards exercise`: every ability of cards run in positions made for it, and what never acts.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clap::Args;
use lawmage_cards::{CardId, CardPool};
use lawmage_engine::state::chars::is_nontraditional;
use lawmage_ir::Card;
use lawmage_sim::exercise::{CardRun, Effort, Figures, exercise_all};
use serde::Serialize;

use super::coverage::Set;
use super::share;
use crate::args::{Format, Shared};
use crate::commands::sim::units;
use crate::console::Console;
use crate::failure::{Failure, Outcome};

/// `lawmage cards exercise`
#[derive(Args)]
pub struct ExerciseArgs {
    /// Only these cards, told in detail
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Which cards to exercise
    #[arg(long, value_enum, default_value_t)]
    set: Set,
    /// Only so many of them, taken evenly from all
    #[arg(long, value_name = "N")]
    limit: Option<usize>,
    /// How many positions are tried for a card at most
    #[arg(long, default_value_t = Effort::default().positions, value_name = "N")]
    positions: u32,
    /// A position that takes longer is left
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = units::duration)]
    patience: Duration,
    /// How many threads [default: one for each core]
    #[arg(long, visible_alias = "jobs", short = 'j', value_name = "T")]
    threads: Option<usize>,
    /// How many of the reasons to list
    #[arg(long, default_value_t = 40, value_name = "N")]
    most: usize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// The result as JSON.
#[derive(Serialize)]
struct Report<'r> {
    #[serde(flatten)]
    figures: &'r Figures,
    idle: Vec<Group<'r>>,
    cards_with_idle: Vec<&'r CardRun>,
    /// Cards that act only in games of a casual variant, for which no positions are made.
    left_out: usize,
}

/// What never acts for one reason.
#[derive(Serialize)]
struct Group<'r> {
    reason: &'static str,
    kind: &'r str,
    count: usize,
    cards: &'r [String],
}

/// Exercises cards; exit code 1 when something breaks.
pub fn run(args: &ExerciseArgs, shared: &Shared, console: &Console) -> Outcome {
    lawmage_sim::keep_quiet();
    if args.threads == Some(0) || args.limit == Some(0) {
        return Err(Failure::usage("there must be at least one card and one thread"));
    }
    let pool = args.set.pool(shared, console)?;
    let (cards, left_out) = wanted(args, &pool)?;
    let effort = Effort { positions: args.positions.max(1), patience: args.patience };
    let heard = Mutex::new(Vec::new());
    exercise_all(&cards, effort, args.threads.unwrap_or_else(crate::args::cores), &|place, run| {
        heard.lock().unwrap_or_else(std::sync::PoisonError::into_inner).push((place, run));
    });
    let mut runs = heard.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    runs.sort_by_key(|(place, _)| *place);
    let mut figures = Figures::default();
    runs.iter().for_each(|(_, run)| figures.add(run));
    let mut groups: Vec<Group<'_>> = figures
        .idle
        .iter()
        .map(|((reason, kind), cards)| Group { reason: reason.words(), kind, count: cards.len(), cards })
        .collect();
    groups.sort_by_key(|g| std::cmp::Reverse(g.count));
    match args.format {
        Format::Json => {
            let odd = |run: &&CardRun| !args.names.is_empty() || !run.is_whole();
            let cards_with_idle = runs.iter().map(|(_, run)| run).filter(odd).collect();
            console.json(&Report { figures: &figures, idle: groups, cards_with_idle, left_out })?;
        }
        Format::Text => {
            for (_, run) in &runs {
                if !args.names.is_empty() || !run.troubles.is_empty() {
                    tell(run, console);
                }
            }
            print(&figures, &groups, args.most, console);
            if left_out > 0 {
                let why = "act only in games of a casual variant: sim --variant plays them";
                console.line(console.dim(format!("{left_out} cards are left out, which {why}")));
            }
        }
    }
    Ok(if figures.troubled == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The complete cards that are asked for, and how many of a set are left out.
fn wanted(args: &ExerciseArgs, pool: &CardPool) -> Outcome<(Vec<Arc<Card>>, usize)> {
    if !args.names.is_empty() {
        let one = |name: &String| match pool.find(name) {
            Ok(id) => Ok(pool.card(id)?),
            Err(why) => Err(Failure::new(format!("{name}: {why}"))),
        };
        return Ok((args.names.iter().map(one).collect::<Outcome<_>>()?, 0));
    }
    let mut ids: Vec<CardId> = Vec::new();
    for id in pool.ids().filter(|id| args.set.has(&pool.origin(*id))) {
        if pool.is_complete(id)? {
            ids.push(id);
        }
    }
    let limit = args.limit.unwrap_or(ids.len()).min(ids.len());
    let all: Vec<Arc<Card>> = (0..limit)
        .filter_map(|n| ids.get(n * ids.len() / limit))
        .map(|id| Ok(pool.card(*id)?))
        .collect::<Outcome<_>>()?;
    let (casual, cards): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|card| card.faces.iter().any(|face| is_nontraditional(face.types)));
    Ok((cards, casual.len()))
}

/// A card in detail.
fn tell(run: &CardRun, console: &Console) {
    console.line(console.bold(&run.card));
    for trouble in &run.troubles {
        console.line(console.bad(format!("  {trouble}")));
    }
    for ability in &run.abilities {
        let acted = ability.nodes - ability.idle.len();
        let told = format!(
            "  {} {} ({}): {acted} of {} nodes acted",
            ability.face, ability.number, ability.sort, ability.nodes
        );
        console.line(if ability.is_whole() { console.good(told) } else { told });
        for idle in &ability.idle {
            let within = idle.within.as_ref().map(|w| format!(" in {w}")).unwrap_or_default();
            console.line(format!("    {}{within}: {}", idle.kind, idle.reason.words()));
        }
    }
}

fn print(figures: &Figures, groups: &[Group<'_>], most: usize, console: &Console) {
    for group in groups.iter().take(most) {
        let some: Vec<&str> = group.cards.iter().take(4).map(String::as_str).collect();
        let line = format!("{:>6}  {}: {}  ", group.count, group.reason, group.kind);
        console.line(format!("{line}{}", console.dim(some.join(", "))));
    }
    if groups.len() > most {
        console.line(console.dim(format!("        and {} kinds more", groups.len() - most)));
    }
    for (sort, (all, whole)) in &figures.sorts {
        console.line(format!("{sort}: {whole} of {all} abilities ({})", share(*whole, *all)));
    }
    let of = share(figures.whole, figures.abilities);
    console.line(format!(
        "{} cards exercised: {} of {} abilities ({of}) ran with every node acting; something broke on {} cards",
        figures.cards, figures.whole, figures.abilities, figures.troubled
    ));
}
