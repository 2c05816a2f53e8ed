//! Keywords learnt from reminder texts.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::{Ability, Keyword};

use crate::compile;
use crate::grammar::words::number_word;
use crate::keywords::{Definition, Shape};
use crate::lexicon::Lexicon;
use crate::source::{CardSource, FaceSource};
use crate::witness::{in_full_words, meaning};

/// A keyword on a card, with what its reminder text says.
pub(super) struct Sighting<'c> {
    pub face: &'c FaceSource,
    /// As printed at the beginning of a line: "Zap 2".
    pub phrase: String,
    /// The number behind it.
    pub number: Option<String>,
    /// The cost behind it.
    pub cost: Option<String>,
    /// What the reminder text says, in full.
    pub lines: Vec<String>,
    /// Whether it is something that is done (701).
    pub action: bool,
}

/// The most numbers in a reminder text of which each might be the keyword's.
const NUMBERS: usize = 4;

/// The keywords that nobody knows and whose reminder texts are understood, and agree wherever they are printed.
pub(super) fn keywords<'c>(faces: impl Iterator<Item = &'c FaceSource>, lexicon: &Arc<Lexicon>) -> Vec<Definition> {
    let mut seen: BTreeMap<String, Vec<Sighting<'c>>> = BTreeMap::new();
    for face in faces {
        for line in face.text.lines() {
            if let Some((word, sighting)) = sighting(face, line) {
                seen.entry(word).or_default().push(sighting);
            }
        }
    }
    seen.retain(|word, all| all.first().is_some_and(|one| is_unknown(word, one, lexicon)));
    seen.iter().flat_map(|(word, all)| learn(word, all, lexicon)).collect()
}

/// The last keyword of a line of keywords, which the parentheses after it explain: its word, and what is said of it.
fn sighting<'c>(face: &'c FaceSource, line: &str) -> Option<(String, Sighting<'c>)> {
    let (said, reminder) = line.trim_end().strip_suffix(')')?.split_once('(')?;
    let said = said.trim_end();
    let (before, phrase) = said.rsplit_once(", ").map_or((None, said), |(before, last)| (Some(before), last));
    let is_word = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '\''));
    let begins_a_line = phrase.starts_with(char::is_uppercase);
    if reminder.contains(['(', ')']) || begins_a_line != before.is_none() {
        return None;
    }
    let (name, cost) = match phrase.split_once('—') {
        Some((name, cost)) => (name, Some(cost.trim().trim_end_matches('.'))),
        None => (phrase, None),
    };
    let words: Vec<&str> = name.split(' ').take_while(is_word).collect();
    let rest: Vec<&str> = name.split(' ').skip(words.len()).collect();
    // Keywords are one to four words, the first of them alone with a capital.
    let plain = words.iter().skip(1).all(|w| !w.starts_with(char::is_uppercase));
    if words.is_empty() || words.len() > 4 || !plain {
        return None;
    }
    let mut word = words.join(" ").to_lowercase();
    let (mut number, mut cost) = (None, cost.map(str::to_owned));
    match rest[..] {
        [] if words.len() > 1 && words.last() == Some(&"X") => {
            word.truncate(word.len() - " x".len());
            number = Some("X".to_owned());
        }
        [] => {}
        [n] if n.chars().all(|c| c.is_ascii_digit()) => number = Some(n.to_owned()),
        [n] if n.starts_with('{') && n.ends_with('}') && cost.is_none() => cost = Some(n.to_owned()),
        _ => return None,
    }
    let told = in_full_words(&word, reminder, cost.as_deref().unwrap_or_default());
    let lines = told.lines().map(as_definition).collect();
    let mut letters = phrase.chars();
    let phrase = letters.next().map(|first| first.to_uppercase().chain(letters).collect())?;
    Some((word, Sighting { face, phrase, number, cost, lines, action: false }))
}

/// In definitions the object is "~", whatever it is.
fn as_definition(line: &str) -> String {
    const KINDS: [&str; 9] =
        ["creature", "artifact", "enchantment", "land", "permanent", "planeswalker", "Aura", "Equipment", "Vehicle"];
    KINDS.iter().fold(line.to_owned(), |line, kind| {
        line.replace(&format!("this {kind}"), "~").replace(&format!("This {kind}"), "~")
    })
}

/// Whether neither the rules nor the program know that keyword (702), and the line isn't understood some other way.
pub(super) fn is_unknown(word: &str, one: &Sighting<'_>, lexicon: &Arc<Lexicon>) -> bool {
    Keyword::from_word(word).is_none() && means(None, one, lexicon).is_none()
}

/// What the keyword means there, as defined.
fn means(definition: Option<&Definition>, of: &Sighting<'_>, lexicon: &Arc<Lexicon>) -> Option<Vec<Ability>> {
    let mut lexicon = Lexicon::clone(lexicon);
    if let Some(definition) = definition {
        let learn = if of.action { Lexicon::learn_action } else { Lexicon::learn_keyword };
        learn(&mut lexicon, definition.clone());
    }
    let face = if of.action { acting(&of.phrase) } else { FaceSource { text: of.phrase.clone(), ..of.face.clone() } };
    let name = face.name.clone();
    let card =
        compile(&CardSource { name, faces: vec![face], lexicon: Arc::new(lexicon), ..CardSource::default() }).card;
    let face = card.faces.first().filter(|_| card.is_complete())?;
    Some(meaning(&face.abilities).into_iter().cloned().collect())
}

/// A creature that does that as it enters.
fn acting(phrase: &str) -> FaceSource {
    FaceSource {
        name: "Actor".to_owned(),
        type_line: "Creature".to_owned(),
        power: Some("1".to_owned()),
        toughness: Some("1".to_owned()),
        text: format!("When this creature enters, {phrase}."),
        ..FaceSource::default()
    }
}

/// What can be learnt of a keyword: one definition for all its numbers and costs, else one for each number that is explained.
pub(super) fn learn(word: &str, all: &[Sighting<'_>], lexicon: &Arc<Lexicon>) -> Vec<Definition> {
    let mut read: Vec<(&Sighting<'_>, Vec<Ability>)> = Vec::new();
    for one in all {
        let Some(means) = means(Some(&literal(one)), one, lexicon) else { continue };
        match read.iter().find(|(other, _)| other.phrase == one.phrase) {
            // Explained in two ways.
            Some((_, before)) if *before != means => return Vec::new(),
            Some(_) => {}
            None => read.push((one, means)),
        }
    }
    let Some((first, _)) = read.first() else { return Vec::new() };
    let shape = |one: &Sighting<'_>| Shape { number: one.number.is_some(), cost: one.cost.is_some(), quality: false };
    if read.iter().any(|(one, _)| shape(one) != shape(first)) {
        return Vec::new();
    }
    // The largest number is the least likely to stand there for something else.
    let largest = read.iter().max_by_key(|(one, _)| one.number.as_deref().and_then(|n| n.parse::<u32>().ok()));
    let general = largest.map_or_else(Vec::new, |(one, _)| templates(one));
    let agrees = |lines: &Vec<String>| {
        let definition = definition(word, shape(first), lines);
        read.iter().all(|(one, is)| means(Some(&definition), one, lexicon).as_ref() == Some(is))
    };
    let mut general = general.into_iter().filter(agrees);
    let is_told_by_others = first.number.is_none() || read.len() > 1;
    match (general.next(), general.next()) {
        (Some(lines), None) if is_told_by_others => vec![definition(word, shape(first), &lines)],
        _ if first.number.is_some() && first.cost.is_none() => read.iter().map(|(one, _)| literal(one)).collect(),
        _ => Vec::new(),
    }
}

fn definition(word: &str, shape: Shape, lines: &[String]) -> Definition {
    let lines = lines.iter().map(|line| Cow::Owned(line.clone())).collect();
    Definition { word: word.to_owned(), shape, lines, learnt: true }
}

/// The keyword with just that number.
fn literal(one: &Sighting<'_>) -> Definition {
    let shape = Shape { cost: one.cost.is_some(), ..Shape::default() };
    let lines: Vec<String> = match &one.cost {
        Some(cost) => with_cost(&one.lines, cost),
        None => one.lines.clone(),
    };
    let word = match &one.cost {
        Some(_) => one.phrase.split(['—', '{']).next().unwrap_or_default().trim_end(),
        None => one.phrase.as_str(),
    };
    definition(&word.to_lowercase(), shape, &lines)
}

/// What the lines might be for every number and cost.
fn templates(of: &Sighting<'_>) -> Vec<Vec<String>> {
    let lines = match &of.cost {
        Some(cost) => {
            let lines = with_cost(&of.lines, cost);
            // A cost of which nothing is said has a meaning that isn't told.
            if !lines.iter().any(|line| line.contains("cost]")) {
                return Vec::new();
            }
            lines
        }
        None => of.lines.clone(),
    };
    let Some(number) = &of.number else { return vec![lines] };
    let text = lines.join("\n");
    let places = places(&text, number);
    if places.is_empty() || places.len() > NUMBERS {
        return Vec::new();
    }
    let some = 1..1usize << places.len();
    let with = |chosen: usize| {
        let mut made = text.clone();
        let here = places.iter().enumerate().rev().filter(|(bit, _)| chosen >> bit & 1 == 1);
        here.for_each(|(_, span)| made.replace_range(span.clone(), "[n]"));
        made.lines().map(str::to_owned).collect()
    };
    some.map(with).collect()
}

/// The cost where it stands, as an order, and as what somebody does.
fn with_cost(lines: &[String], cost: &str) -> Vec<String> {
    let with = |line: &String| {
        let line = line.replace(&format!("pays {cost}"), "[pays cost]").replace(&format!("pay {cost}"), "[pay cost]");
        line.replace(cost, "[cost]")
    };
    lines.iter().map(with).collect()
}

/// Where the number stands: in digits or as a word.
fn places(text: &str, number: &str) -> Vec<crate::Span> {
    let value = number.parse().ok();
    let mut found = Vec::new();
    let mut start = 0;
    for part in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
        let same = word == number || (value.is_some() && number_word(&word.to_lowercase()).map(i64::from) == value);
        if same {
            found.push(start..start + word.len());
        }
        start += part.len();
    }
    found
}
