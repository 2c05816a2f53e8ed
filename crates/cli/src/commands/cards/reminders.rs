//! `lawmage cards reminders`: what reminder texts say of keywords against what we make of these.

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use lawmage_ir::Card;
use lawmage_oracle::witness::{Testimony, Witness, reason, witnesses};
use lawmage_sim::exercise::{Effort, Unlike, play_all_alike};
use serde::Serialize;

use super::coverage::Set;
use crate::args::{Format, Shared};
use crate::console::Console;
use crate::failure::Outcome;

/// `lawmage cards reminders`
#[derive(Args)]
pub struct RemindersArgs {
    /// Only of this keyword
    #[arg(value_name = "KEYWORD")]
    keyword: Option<String>,
    /// Whose reminder texts
    #[arg(long, value_enum, default_value_t)]
    set: Set,
    /// How many positions two readings are played from
    #[arg(long, default_value_t = Effort::default().positions, value_name = "N")]
    positions: u32,
    /// How many threads [default: one for each core]
    #[arg(long, visible_alias = "jobs", short = 'j', value_name = "T")]
    threads: Option<usize>,
    /// Tell what isn't understood too
    #[arg(long)]
    unread: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// What came of reminder texts that say the same with other numbers.
#[derive(Serialize)]
struct Heard {
    keyword: String,
    /// One of the cards.
    card: String,
    /// How many reminder texts are like it.
    count: usize,
    verdict: Verdict,
    /// What the keyword's line is, and what stood in its place.
    said: String,
    told: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    with_keyword: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    with_reminder: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    /// Both compile to one program.
    SameProgram,
    /// They compile to different programs, which play alike.
    PlaysAlike,
    /// They play differently, with good reason.
    Excused,
    /// They play differently.
    Differs,
    /// The reminder text isn't understood.
    Unread,
}

/// The result as JSON.
#[derive(Serialize)]
struct Report<'h> {
    figures: BTreeMap<Verdict, [usize; 2]>,
    heard: &'h [Heard],
}

/// Hears the reminder texts of cards; exit code 1 when one differs without a reason.
pub fn run(args: &RemindersArgs, shared: &Shared, console: &Console) -> Outcome {
    lawmage_sim::keep_quiet();
    let pool = args.set.pool(shared, console)?;
    let mut shapes: BTreeMap<(String, String), (usize, String, Witness)> = BTreeMap::new();
    for id in pool.ids().filter(|id| args.set.has(&pool.origin(*id))) {
        let source = pool.source(id)?.0;
        for witness in witnesses(&source) {
            if args.keyword.as_ref().is_some_and(|wanted| !wanted.eq_ignore_ascii_case(&witness.of)) {
                continue;
            }
            let key = (witness.of.clone(), witness.shape());
            shapes.entry(key).or_insert_with(|| (0, source.name.clone(), witness)).0 += 1;
        }
    }
    let effort = Effort { positions: args.positions.max(1), ..Effort::default() };
    let heard = hear(shapes.into_values(), effort, args.threads.filter(|n| *n > 0).unwrap_or_else(crate::args::cores));
    let mut figures: BTreeMap<Verdict, [usize; 2]> = BTreeMap::new();
    for one in &heard {
        let [shapes, texts] = figures.entry(one.verdict).or_default();
        *shapes += 1;
        *texts += one.count;
    }
    match args.format {
        Format::Json => console.json(&Report { figures, heard: &heard })?,
        Format::Text => tell(&heard, &figures, args, console),
    }
    Ok(if heard.iter().any(|h| h.verdict == Verdict::Differs) { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// Compiles all, and plays what compiles to other programs.
fn hear(shapes: impl Iterator<Item = (usize, String, Witness)>, effort: Effort, threads: usize) -> Vec<Heard> {
    let mut heard = Vec::new();
    let mut pairs: Vec<[Arc<Card>; 2]> = Vec::new();
    let mut played: Vec<usize> = Vec::new();
    for (count, card, witness) in shapes {
        let text = |source: &lawmage_oracle::CardSource| {
            source.faces.first().map(|f| f.text.replace('\n', " / ")).unwrap_or_default()
        };
        let mut one = Heard {
            said: text(&witness.said),
            told: text(&witness.told),
            reason: None,
            verdict: Verdict::SameProgram,
            with_keyword: Vec::new(),
            with_reminder: Vec::new(),
            keyword: witness.of.clone(),
            card,
            count,
        };
        match witness.testify() {
            Testimony::Same => {}
            Testimony::Unread(sentences) => {
                one.verdict = Verdict::Unread;
                one.with_reminder = sentences;
            }
            Testimony::Other { said, told } => {
                one.verdict = Verdict::PlaysAlike;
                played.push(heard.len());
                pairs.push([Arc::new(said), Arc::new(told)]);
            }
        }
        heard.push(one);
    }
    for (place, unlike) in played.into_iter().zip(play_all_alike(&pairs, effort, threads)) {
        if let (Some(one), Some(unlike)) = (heard.get_mut(place), unlike) {
            judge(one, unlike);
        }
    }
    heard
}

/// Two readings that played differently.
fn judge(one: &mut Heard, unlike: Unlike) {
    one.reason = reason(&one.keyword, &one.told);
    one.verdict = if one.reason.is_some() { Verdict::Excused } else { Verdict::Differs };
    one.with_keyword = unlike.one;
    one.with_reminder = unlike.other;
}

fn tell(heard: &[Heard], figures: &BTreeMap<Verdict, [usize; 2]>, args: &RemindersArgs, console: &Console) {
    for one in heard {
        let shown = match one.verdict {
            Verdict::Differs => true,
            Verdict::Unread => args.unread || args.keyword.is_some(),
            _ => args.keyword.is_some(),
        };
        if !shown {
            continue;
        }
        let title = format!("{} ({}, {} texts): {}", one.keyword, one.card, one.count, words(one.verdict));
        console.line(if one.verdict == Verdict::Differs { console.bad(title) } else { console.bold(&title) });
        console.line(format!("  the card says   {}", one.said));
        console.line(format!("  its reminder    {}", one.told));
        let sides = [("with the keyword", &one.with_keyword), ("with the reminder", &one.with_reminder)];
        for (side, lines) in sides.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            console.line(console.dim(format!("  {side}: {}", lines.join("; "))));
        }
        if let Some(reason) = one.reason {
            console.line(format!("  because {reason}"));
        }
    }
    for (verdict, [shapes, texts]) in figures {
        console.line(format!("{texts:>6} reminder texts of {shapes} shapes: {}", words(*verdict)));
    }
}

const fn words(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::SameProgram => "the same program as the keyword",
        Verdict::PlaysAlike => "another program that plays alike",
        Verdict::Excused => "play differently, with a reason",
        Verdict::Differs => "play differently",
        Verdict::Unread => "not understood",
    }
}
