//! The shorter words of reminder text, told in full.

use std::sync::LazyLock;

use crate::keywords::{Filling, fill};

const IDIOMS: &str = include_str!("idioms.txt");

/// One way of saying something shorter.
struct Idiom {
    /// Only of this keyword; of all, where it is empty.
    word: &'static str,
    short: &'static str,
    full: &'static str,
}

static TABLE: LazyLock<Vec<Idiom>> = LazyLock::new(|| {
    let lines = IDIOMS.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let (short, full) = line.split_once(" => ")?;
            let (word, short) = short.split_once(" | ").unwrap_or(("", short));
            Some(Idiom { word, short, full })
        })
        .collect()
});

/// The keyword actions that are explained where a sentence ends with them.
const ACTIONS: [&str; 14] = [
    "investigate",
    "scry",
    "surveil",
    "proliferate",
    "populate",
    "discover",
    "monstrosity",
    "support",
    "bolster",
    "adapt",
    "amass orcs",
    "amass zombies",
    "incubate",
    "fateseal",
];

/// The reminder text of a keyword ability as abilities, one a line.
pub(super) fn of_ability(word: &str, phrase: &str, reminder: &str) -> String {
    let behind = phrase.get(word.len()..).unwrap_or_default().trim_start_matches(['—', ' ']).trim_end_matches('.');
    // "Suspend 4—{U}": the cost is what stands behind the dash.
    let cost = behind.split_once('—').map_or(behind, |(_, cost)| cost);
    in_full_words(word, reminder, cost)
}

/// The sentence with its keyword action as its reminder text tells it.
pub(super) fn of_action(said: &str, reminder: &str) -> Option<(&'static str, String)> {
    let start = said.trim_end_matches('.').rfind(['.', '\n', ':', ',']).map_or(0, |at| at + 1);
    // Of as many bytes as what is said.
    let lower = said.to_ascii_lowercase();
    let (word, at) = ACTIONS.iter().find_map(|word| {
        let at = lower.get(start..)?.find(word)? + start;
        let ends = lower[at + word.len()..].trim_end_matches('.').split_whitespace().count() <= 1;
        (ends && (at == 0 || lower[..at].ends_with(' '))).then_some((*word, at))
    })?;
    // "To investigate, create a Clue token."
    let reminder = reminder.strip_prefix("To ").and_then(|r| r.split_once(", ")).map_or(reminder, |(_, does)| does);
    let told = in_full_words(word, reminder, "");
    let mut chars = told.chars();
    let before = &said[..at];
    let begins = before.is_empty() || before.trim_end().ends_with([':', '.', '•']);
    let first: String = match chars.next() {
        Some(c) if begins => c.to_uppercase().collect(),
        c => c.into_iter().flat_map(char::to_lowercase).collect(),
    };
    Some((word, format!("{before}{first}{}", chars.as_str())))
}

pub(crate) fn in_full_words(word: &str, reminder: &str, cost: &str) -> String {
    let mut text = reminder.trim().to_owned();
    let filling = Filling { cost: Some(cost.to_owned()), ..Filling::default() };
    let mut letters = word.chars();
    let capital: String = letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default();
    let fits = |idiom: &&Idiom| {
        (idiom.word.is_empty() || idiom.word == word) && !(cost.is_empty() && idiom.short.contains("cost]"))
    };
    for idiom in TABLE.iter().filter(fits) {
        let filled =
            |part: &str| fill(&part.replace("[word]", word).replace("[Word]", &capital).replace(" / ", "\n"), &filling);
        let short = filled(idiom.short);
        if text.contains(&short) {
            text = text.replace(&short, &filled(idiom.full));
        }
    }
    if !text.ends_with(['.', '"']) {
        text.push('.');
    }
    text
}
