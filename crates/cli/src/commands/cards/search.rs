//! `lawmage cards search`: cards by what is written on them.

use std::process::ExitCode;

use clap::Args;
use lawmage_cards::{CardId, CardPool};
use lawmage_oracle::CardSource;
use serde::Serialize;

use crate::args::{Format, Shared};
use crate::console::Console;
use crate::data;
use crate::failure::Outcome;

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

/// A card found.
#[derive(Serialize)]
struct Hit {
    name: String,
    cost: Option<String>,
    type_line: String,
    complete: bool,
}

/// Searches all cards at hand.
pub fn run(args: &SearchArgs, shared: &Shared, console: &Console) -> Outcome {
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
