//! `lawmage cards search`: cards by what is written on them, in the syntax of the sites that players use.

use std::process::ExitCode;

use clap::Args;
use lawmage_cards::CardPool;
use lawmage_cards::search::{self, Found, Query};
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::{Failure, Outcome};

/// `lawmage cards search`
#[derive(Args)]
pub struct SearchArgs {
    /// The query; words alone must be in the name, the types or the text
    #[arg(required_unless_present = "type_word", value_name = "QUERY")]
    words: Vec<String>,
    /// A word of the type line, as t=WORD
    #[arg(long = "type", value_name = "WORD")]
    type_word: Option<String>,
    /// Only cards that are not understood completely, as is:incomplete
    #[arg(long)]
    incomplete: bool,
    /// How many cards to list at most
    #[arg(long, default_value_t = 20, value_name = "N")]
    limit: usize,
    /// Show the cards' text
    #[arg(long)]
    text: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// Whether a word of the command line is a term that is negated, `-t:goblin` or `-(a or b)`, and no option.
pub fn is_negated(word: &str) -> bool {
    let term = word.strip_prefix('-').filter(|t| !t.starts_with('-'));
    term.is_some_and(|t| t.contains([':', '=', '<', '>', '(', '"', '!', '/', ' ']))
}

/// What `--help` shows below the options.
pub const HELP: &str = "Examples:
  lawmage cards search goblin haste
  lawmage cards search 't:goblin c:r mv<=2'
  lawmage cards search 'o:\"draw a card\" f:modern (c:u or c:b) -t:creature'
  lawmage cards search 't:creature pow>tou id<=bant is:complete order:mv' --limit 50
  lawmage cards search 'o:/deals \\d+ damage to (any|each)/' --text
  lawmage cards search --type instant draw --limit 5

Quote the whole query, so that the shell leaves < > ( ) ! and \" to it. docs/search.md lists all fields.";

/// A card found.
#[derive(Serialize)]
struct Hit<'f> {
    name: &'f str,
    cost: Option<String>,
    type_line: String,
    power_toughness: Option<String>,
    complete: bool,
    text: String,
    sets: &'f [String],
    legalities: &'f lawmage_cards::Legalities,
}

/// Searches all cards at hand.
pub fn run(args: &SearchArgs, shared: &Shared, console: &Console) -> Outcome {
    let mistaken = |error: lawmage_cards::Error| Failure::usage(error.to_string());
    let mut query = Query::parse(&joined(&args.words)).map_err(mistaken)?;
    if let Some(word) = &args.type_word {
        query = query.and(Query::parse(&format!("t=\"{word}\"")).map_err(mistaken)?);
    }
    if args.incomplete {
        query = query.and(Query::parse("is:incomplete").map_err(mistaken)?);
    }
    let pool = data::pool(shared, console)?;
    let found = search::find(&pool, &query)?;
    let mut hits = Vec::new();
    for card in found.iter().take(args.limit) {
        hits.push(hit(&pool, card)?);
    }
    match args.format {
        Format::Json => console.json(&hits)?,
        Format::Text => {
            print(args, &hits, found.len(), console);
            if found.is_empty() {
                console.line(nothing(&query, &pool));
            }
        }
    }
    Ok(if found.is_empty() { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

/// The words as one query. Where the shell took the quotes from `o:"draw a card"`, they are put back.
fn joined(words: &[String]) -> String {
    let quoted = |word: &String| match word.split_once(':') {
        Some((field, value))
            if words.len() > 1
                && value.contains(' ')
                && field.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
                && !value.contains(['"', '\'', '/', '(', ':', '=', '<', '>']) =>
        {
            format!("{field}:\"{value}\"")
        }
        _ => word.clone(),
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

fn print(args: &SearchArgs, hits: &[Hit<'_>], found: usize, console: &Console) {
    for hit in hits {
        let mark = if hit.complete { "" } else { "  (incomplete)" };
        let cost = hit.cost.as_ref().map(|cost| format!("  {cost}")).unwrap_or_default();
        let size = hit.power_toughness.as_ref().map(|pt| format!("  {pt}")).unwrap_or_default();
        console.line(format!("{}{cost}  {}{size}{}", console.bold(hit.name), hit.type_line, console.bad(mark)));
        if args.text && !hit.text.is_empty() {
            hit.text.lines().for_each(|line| console.line(console.dim(format!("    {line}"))));
        }
    }
    if found > hits.len() {
        let more = found - hits.len();
        console.line(console.dim(format!("… and {more} more; --limit {found} shows them")));
    }
}

/// What is said where no card is found.
fn nothing(query: &Query, pool: &CardPool) -> String {
    let hint = match (query.likely(), pool.database()) {
        (Some(likely), _) => likely,
        (None, None) => "only the starter set is at hand: lawmage cards import PATH adds real cards".to_owned(),
        (None, Some(_)) => "leave a term out, or try o: for the text and n: for the name (docs/search.md)".to_owned(),
    };
    format!("no card is like that; {hint}")
}

fn hit<'f>(pool: &'f CardPool, found: &'f Found) -> Outcome<Hit<'f>> {
    let source = &found.record.source;
    let join = |parts: Vec<&str>| parts.join(" // ");
    let costs: Vec<&str> = source.faces.iter().filter_map(|f| f.mana_cost.as_deref()).collect();
    let sizes = source.faces.iter().filter_map(|f| match (&f.power, &f.toughness, &f.loyalty, &f.defense) {
        (Some(power), Some(toughness), ..) => Some(format!("{power}/{toughness}")),
        (_, _, Some(loyalty), _) => Some(format!("loyalty {loyalty}")),
        (_, _, _, Some(defense)) => Some(format!("defense {defense}")),
        _ => None,
    });
    let sizes: Vec<String> = sizes.collect();
    Ok(Hit {
        name: pool.name(found.id),
        cost: (!costs.is_empty()).then(|| join(costs)),
        type_line: join(source.faces.iter().map(|f| f.type_line.as_str()).collect()),
        power_toughness: (!sizes.is_empty()).then(|| sizes.join(" // ")),
        complete: pool.is_complete(found.id)?,
        text: source.faces.iter().map(|f| f.text.as_str()).collect::<Vec<_>>().join("\n//\n"),
        sets: &found.record.facts.sets,
        legalities: &found.record.legalities,
    })
}
