//! `lawmage cards`: import, coverage, search.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Args, Subcommand, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};
use lawmage_cards::import::{self, Imported};
use lawmage_cards::{CardId, CardOrigin, CardPool, Coverage, Database, Progress};
use lawmage_oracle::CardSource;
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage cards …`
#[derive(Subcommand)]
pub enum CardsCommand {
    /// Import card data that you downloaded: MTGJSON AtomicCards or Scryfall oracle-cards (.json, .gz, .xz, .zst)
    #[command(
        after_help = "Examples:\n  lawmage cards import AtomicCards.json.gz\n  lawmage cards import oracle-cards.json --format json"
    )]
    Import(ImportArgs),
    /// Say how many cards are understood completely, and which sentences are missing
    #[command(after_help = "Examples:\n  lawmage cards coverage\n  lawmage cards coverage --missing 50 --set database")]
    Coverage(CoverageArgs),
    /// List the cards that have all the words in their name, type or text
    #[command(
        after_help = "Examples:\n  lawmage cards search goblin haste\n  lawmage cards search --type instant draw --limit 5"
    )]
    Search(SearchArgs),
}

/// `lawmage cards import`
#[derive(Args)]
pub struct ImportArgs {
    /// The downloaded file
    path: PathBuf,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// `lawmage cards coverage`
#[derive(Args)]
pub struct CoverageArgs {
    /// How many of the missing sentences to list
    #[arg(long, default_value_t = 10, value_name = "N")]
    missing: usize,
    /// Which cards to look at
    #[arg(long, value_enum, default_value_t)]
    set: Set,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Which cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, ValueEnum)]
enum Set {
    /// All cards at hand
    #[default]
    All,
    /// The cards that come with lawmage
    Starter,
    /// The imported cards
    Database,
    /// The cards of --cards files
    Files,
}

/// `lawmage cards search`
#[derive(Args)]
pub struct SearchArgs {
    /// Words that must all be there
    #[arg(required_unless_present = "type_word")]
    words: Vec<String>,
    /// A word of the type line
    #[arg(long = "type", value_name = "WORD")]
    type_word: Option<String>,
    /// Only cards that are not understood completely
    #[arg(long)]
    incomplete: bool,
    /// How many cards to list at most
    #[arg(long, default_value_t = 20, value_name = "N")]
    limit: usize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Runs `lawmage cards`.
pub fn run(command: &CardsCommand, shared: &Shared, console: &Console) -> Outcome {
    match command {
        CardsCommand::Import(args) => import(args, shared, console),
        CardsCommand::Coverage(args) => coverage(args, shared, console),
        CardsCommand::Search(args) => search(args, shared, console),
    }
}

/// What an import says.
#[derive(Serialize)]
struct ImportReport<'i> {
    kind: import::Kind,
    version: Option<&'i str>,
    cards: usize,
    complete: usize,
    skipped: Vec<SkippedReport<'i>>,
    seconds: f64,
    database: String,
}

#[derive(Serialize)]
struct SkippedReport<'i> {
    reason: &'i import::SkipReason,
    count: usize,
    examples: &'i [String],
}

fn import(args: &ImportArgs, shared: &Shared, console: &Console) -> Outcome {
    let path = data::database_path(shared)?;
    let start = Instant::now();
    // Drawn on the error stream, and only when that is a terminal.
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{msg:>9} [{bar:40}] {pos}/{len} {eta}");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
    let show = |progress: Progress| {
        let (message, done, total) = match progress {
            Progress::Reading { done, total } => ("reading", done, total),
            Progress::Compiling { done, total } => ("compiling", done, total),
        };
        if bar.length() != Some(total) {
            bar.set_length(total);
            bar.set_message(message);
        }
        bar.set_position(done);
    };
    let imported = import::read_file(&args.path, &show)?;
    let database = Database::create(&path, &imported, &show)?;
    bar.finish_and_clear();
    let report = report(&imported, &database, start.elapsed().as_secs_f64());
    match args.format {
        Format::Json => console.json(&report)?,
        Format::Text => print_import(&report, console),
    }
    Ok(ExitCode::SUCCESS)
}

fn report<'i>(imported: &'i Imported, database: &Database, seconds: f64) -> ImportReport<'i> {
    let skipped = imported.skipped.iter();
    ImportReport {
        kind: imported.kind,
        version: imported.version.as_deref(),
        cards: database.len(),
        complete: database.complete(),
        skipped: skipped.map(|(reason, count, examples)| SkippedReport { reason, count, examples }).collect(),
        seconds,
        database: database.path().display().to_string(),
    }
}

fn print_import(report: &ImportReport, console: &Console) {
    let of = share(report.complete, report.cards);
    console.line(format!("{} cards imported in {:.1} s to {}", report.cards, report.seconds, report.database));
    console.line(format!("{} of them ({of}) are understood completely and can be played", report.complete));
    for skipped in &report.skipped {
        let examples = skipped.examples.join("”, “");
        console.line(format!("{} skipped: {} (“{examples}”)", skipped.count, skipped.reason));
    }
}

/// A part of a whole in percent.
pub fn share(part: usize, whole: usize) -> String {
    if whole == 0 { "none".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

fn coverage(args: &CoverageArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = match args.set {
        // Alone, so that no card is hidden by one of the same name.
        Set::Database => data::database_alone(shared)?,
        _ => data::pool(shared, console)?,
    };
    let wanted = |id: &CardId| match pool.origin(*id) {
        CardOrigin::File(_) => matches!(args.set, Set::All | Set::Files),
        CardOrigin::Starter => matches!(args.set, Set::All | Set::Starter),
        CardOrigin::Database => matches!(args.set, Set::All | Set::Database),
    };
    let ids: Vec<CardId> = pool.ids().filter(wanted).collect();
    if ids.is_empty() {
        let hint = "import some: lawmage cards import PATH, or give a card file: --cards FILE";
        return Err(Failure::new(format!("there are no such cards; {hint}")));
    }
    let mut coverage = Coverage::of(&pool, &ids)?;
    let shapes = coverage.missing.len();
    coverage.missing.truncate(args.missing);
    if args.format == Format::Json {
        console.json(&coverage)?;
        return Ok(ExitCode::SUCCESS);
    }
    let of = share(coverage.complete, coverage.cards);
    console.line(format!("{} of {} cards ({of}) are understood completely", coverage.complete, coverage.cards));
    if pool.database().is_some_and(|d| !d.is_current()) {
        console.line(console.dim("(compiled anew: the database was made by another version; import again for speed)"));
    }
    if !coverage.missing.is_empty() {
        console.line(format!("\nMissing, the most frequent {} of {shapes} sentences:", coverage.missing.len()));
    }
    for missing in &coverage.missing {
        console.line(format!("{:>6}  {}  {}", missing.count, missing.shape, console.dim(&missing.example)));
    }
    Ok(ExitCode::SUCCESS)
}

/// A card found.
#[derive(Serialize)]
struct Hit {
    name: String,
    cost: Option<String>,
    type_line: String,
    complete: bool,
}

fn search(args: &SearchArgs, shared: &Shared, console: &Console) -> Outcome {
    let pool = data::pool(shared, console)?;
    let words: Vec<String> = args.words.iter().map(|w| w.to_lowercase()).collect();
    let type_word = args.type_word.as_ref().map(|w| w.to_lowercase());
    let mut hits = Vec::new();
    let mut more = 0;
    for id in pool.ids() {
        let (source, _) = pool.source(id)?;
        if !matches(&source, &words, type_word.as_deref()) {
            continue;
        }
        // Compiling is the dear part: past the limit it is done only where it decides.
        if hits.len() >= args.limit && !args.incomplete {
            more += 1;
            continue;
        }
        let complete = pool.card(id)?.is_complete();
        if args.incomplete && complete {
            continue;
        }
        if hits.len() < args.limit { hits.push(hit(&pool, id, &source, complete)) } else { more += 1 }
    }
    if args.format == Format::Json {
        console.json(&hits)?;
    } else {
        for hit in &hits {
            let mark = if hit.complete { "" } else { "  (incomplete)" };
            let cost = hit.cost.as_deref().unwrap_or_default();
            console.line(format!("{}  {cost}  {}{}", console.bold(&hit.name), hit.type_line, console.bad(mark)));
        }
        if more > 0 {
            console.line(console.dim(format!("… and {more} more; --limit {} shows them", hits.len() + more)));
        }
    }
    Ok(if hits.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn matches(source: &CardSource, words: &[String], type_word: Option<&str>) -> bool {
    let mut text = source.name.to_lowercase();
    let mut types = String::new();
    for face in &source.faces {
        types.push_str(&face.type_line.to_lowercase());
        types.push(' ');
        text.push('\n');
        text.push_str(&face.text.to_lowercase());
    }
    let has_type = type_word.is_none_or(|word| types.split_whitespace().any(|t| t == word));
    has_type && words.iter().all(|word| text.contains(word) || types.contains(word))
}

fn hit(pool: &CardPool, id: CardId, source: &CardSource, complete: bool) -> Hit {
    let join = |parts: Vec<&str>| parts.join(" // ");
    let costs: Vec<&str> = source.faces.iter().filter_map(|f| f.mana_cost.as_deref()).collect();
    Hit {
        name: pool.name(id).to_owned(),
        cost: (!costs.is_empty()).then(|| join(costs)),
        type_line: join(source.faces.iter().map(|f| f.type_line.as_str()).collect()),
        complete,
    }
}
