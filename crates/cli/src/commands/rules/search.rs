//! `lawmage rules search WORDS`: the rules and terms that have all the words.

use std::process::ExitCode;

use clap::Args;
use lawmage_rules::text::lookup::is_chinese;
use lawmage_rules::text::refs::Place;
use lawmage_rules::text::search::{Answer, Hit, search, search_chinese};
use lawmage_rules::text::{Library, is_heading, parent};

use crate::args::{Format, Shared};
use crate::commands::rules::{HOW, Lang, library};
use crate::console::Console;
use crate::failure::{Failure, Outcome};
use crate::wrap::{width, wrap};

/// `lawmage rules search`
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct SearchArgs {
    /// Words that must all be there; several in quotes stand side by side; the beginning of a word finds it too
    #[arg(required = true)]
    words: Vec<String>,
    /// The language of the words [default: that of the words]
    #[arg(long, value_enum)]
    lang: Option<Lang>,
    /// How many rules to list at most
    #[arg(long, default_value_t = 10, value_name = "N")]
    limit: usize,
    /// How to print the result
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

const EXAMPLES: &str = "\
Examples:
  lawmage rules search layers timestamp
  lawmage rules search \"last known information\" --limit 30
  lawmage rules search 时间印记";

/// Runs `lawmage rules search`.
pub fn run(args: &SearchArgs, shared: &Shared, console: &Console) -> Outcome {
    let Some(library) = library(shared)? else { return Err(Failure::new(HOW)) };
    let chinese = args.lang.map_or_else(|| args.words.iter().any(|w| is_chinese(w)), |lang| lang == Lang::Zh);
    if chinese && library.chinese.is_empty() {
        return Err(Failure::new("no Chinese was imported: lawmage rules import takes a file of records with “zh”"));
    }
    let answer = if chinese {
        search_chinese(&library, &args.words, args.limit)
    } else {
        search(&library.book, &args.words, args.limit)
    };
    if args.format == Format::Json {
        console.json(&answer)?;
    } else if answer.total == 0 {
        nothing(&answer, args, console);
    } else {
        print(&answer, &library, chinese, console);
    }
    Ok(ExitCode::from(u8::from(answer.total == 0)))
}

fn print(answer: &Answer, library: &Library, chinese: bool, console: &Console) {
    let width = width();
    for hit in &answer.hits {
        let head = head(hit, library, chinese, console);
        let snippet = marked(hit, console);
        if is_title(hit, library) {
            console.line(wrap(&snippet, width, &format!("{head}  "), 4));
            continue;
        }
        console.line(head);
        console.line(wrap(&snippet, width, "    ", 4));
    }
    let shown = answer.hits.len();
    let more = match answer.total - shown {
        0 => String::new(),
        more => format!("… and {more} more: --limit {}; ", answer.total),
    };
    console.line(console.dim(format!("{more}lawmage rules show NUMBER has the whole rule")));
}

/// A hit that is the title of a section or keyword.
fn is_title(hit: &Hit, library: &Library) -> bool {
    match &hit.place {
        Place::Rule(rule) => hit.titled || library.book.rules.get(rule).is_some_and(|w| is_heading(&w.text)),
        Place::Term(_) => false,
    }
}

/// The number and the title above a hit: that of its keyword or section, or the name of the term.
fn head(hit: &Hit, library: &Library, chinese: bool, console: &Console) -> String {
    let rule = match &hit.place {
        Place::Term(name) => return format!("{}  {}", console.bold(name), console.dim("glossary")),
        Place::Rule(rule) => *rule,
    };
    if chinese {
        let today = match library.chinese.get(&rule).and_then(|c| c.meets) {
            Some(today) if today == rule => String::new(),
            Some(today) => format!("the number in the older Chinese text; today {today}"),
            None => "the number in the older Chinese text; no rule of today says the same".to_owned(),
        };
        return format!("{}  {}", console.bold(rule), console.dim(today)).trim_end().to_owned();
    }
    let up = parent(rule);
    let keyword = library.book.rules.get(&up).map(|w| w.text.as_str()).filter(|t| is_heading(t));
    let section = library.book.sections.get(&rule.section).map(String::as_str).unwrap_or_default();
    let title = if is_title(hit, library) { "" } else { keyword.unwrap_or(section) };
    format!("{}  {}", console.bold(rule), console.dim(title)).trim_end().to_owned()
}

/// The snippet with its words marked.
fn marked(hit: &Hit, console: &Console) -> String {
    let mut out = String::new();
    let mut at = 0;
    for mark in &hit.marks {
        // Marks may overlap where one word is asked for twice.
        let (Some(before), Some(word)) = (hit.snippet.get(at..mark.start), hit.snippet.get(mark.clone())) else {
            continue;
        };
        out.push_str(before);
        out.push_str(&console.good(console.bold(word)));
        at = mark.end;
    }
    out.push_str(hit.snippet.get(at..).unwrap_or_default());
    out
}

fn nothing(answer: &Answer, args: &SearchArgs, console: &Console) {
    console.line(format!("no rule and no term has all of: {}", args.words.join(" ")));
    for word in &answer.words {
        let near = word.near.join(", ");
        console.line(match (word.count, word.near.is_empty()) {
            (0, true) => format!("  “{}” is in none", word.word),
            (0, false) => format!("  “{}” is in none; near it: {near}", word.word),
            (1, _) => format!("  “{}” is in 1", word.word),
            (count, _) => format!("  “{}” is in {count}", word.word),
        });
    }
}
