//! Keyword actions learnt from reminder texts (701): "When this creature enters, gizmo 2. (Put two +1/+1 counters on …)". In texts
//! such an action stands for what it means, told where it stands, if it can be told there.

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::Keyword;

use super::keyword::{Sighting, is_unknown, learn};
use crate::keywords::{Definition, Filling, fill};
use crate::lexicon::Lexicon;
use crate::source::FaceSource;

/// The actions that nobody knows and whose reminder texts are understood, and agree wherever they are printed.
pub(super) fn actions<'c>(faces: impl Iterator<Item = &'c FaceSource>, lexicon: &Arc<Lexicon>) -> Vec<Definition> {
    let mut seen: BTreeMap<String, Vec<Sighting<'c>>> = BTreeMap::new();
    for face in faces {
        for line in face.text.lines() {
            for (word, sighting) in sightings(face, line) {
                seen.entry(word).or_default().push(sighting);
            }
        }
    }
    seen.retain(|word, all| all.first().is_some_and(|one| is_unknown(word, one, lexicon)));
    seen.iter().flat_map(|(word, all)| learn(word, all, lexicon)).collect()
}

/// What ends the sentences of a line that parentheses explain: words that could be an action's.
fn sightings<'c>(face: &'c FaceSource, line: &str) -> Vec<(String, Sighting<'c>)> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some((open, close)) = parenthesis(line, from) {
        let said = line.get(from..open).unwrap_or_default().trim();
        let reminder = line.get(open + 1..close).unwrap_or_default();
        found.extend(said.strip_suffix('.').and_then(|said| sighting(face, said, reminder)));
        from = close + 1;
    }
    found
}

/// The next parentheses, where they stand.
fn parenthesis(line: &str, from: usize) -> Option<(usize, usize)> {
    let open = from + line.get(from..)?.find('(')?;
    let close = open + line.get(open..)?.find(')')?;
    Some((open, close))
}

fn sighting<'c>(face: &'c FaceSource, said: &str, reminder: &str) -> Option<(String, Sighting<'c>)> {
    let last = said.get(clause_start(said)..)?;
    let mut words: Vec<&str> = last.split(' ').collect();
    let is_number = |word: &&str| *word == "X" || !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let number = words.last().copied().filter(is_number).map(str::to_owned);
    if number.is_some() {
        words.pop();
    }
    let plain = |word: &&str| !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || c == '-');
    if words.is_empty() || words.len() > 3 || !words.iter().all(plain) || !reminder.ends_with('.') {
        return None;
    }
    let word = words.join(" ").to_lowercase();
    if !is_order(&word) {
        return None;
    }
    // "(To gizmo, put two counters on it.)"
    let told = reminder.strip_prefix(&format!("To {word}, ")).map_or_else(|| reminder.to_owned(), capital);
    let told = in_order(&told);
    let phrase = number.iter().fold(word.clone(), |phrase, n| format!("{phrase} {n}"));
    Some((word, Sighting { face, phrase, number, cost: None, lines: vec![told], action: true }))
}

/// Whether it could be something to do, and is nothing that something else is, has or does: "has menace", "attacking".
fn is_order(word: &str) -> bool {
    const OF_OTHERS: [&str; 12] =
        ["has", "have", "gains", "gain", "gets", "get", "is", "are", "becomes", "become", "can", "can't"];
    let (verb, rest) = word.split_once(' ').unwrap_or((word, ""));
    let whose = OF_OTHERS.contains(&verb) || verb.ends_with("ing") || verb.ends_with("ed");
    !whose && [word, rest].iter().all(|words| Keyword::from_word(words).is_none())
}

/// "Put two counters on an Army you control. If you don't control one, create one first.": in the order in which it is done.
fn in_order(told: &str) -> String {
    let first = told.strip_suffix(" first.").and_then(|told| {
        let (then, before) = told.split_once(". If ")?;
        let (so, does) = before.split_once(", ")?;
        Some(format!("{} if {so}. {then}.", capital(does)))
    });
    first.unwrap_or_else(|| told.to_owned())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// Where the last sentence of a text begins.
fn sentence_start(said: &str) -> usize {
    [". ", ": ", "— ", "• ", "\""].iter().filter_map(|end| Some(said.rfind(end)? + end.len())).max().unwrap_or(0)
}

/// Where the last thing that is done begins, which has its own verb.
fn clause_start(said: &str) -> usize {
    let sentence = sentence_start(said);
    let here = said.get(sentence..).unwrap_or_default();
    let joints = [", then ", ", ", " then ", " may "];
    sentence + joints.iter().filter_map(|joint| Some(here.rfind(joint)? + joint.len())).max().unwrap_or(0)
}

/// The text with what its learnt actions mean in their places; `None` where it has none.
pub(crate) fn tell(lexicon: &Lexicon, text: &str) -> Option<String> {
    if lexicon.own_actions().is_empty() {
        return None;
    }
    let lines: Vec<String> = text.lines().map(|line| tell_line(lexicon.own_actions(), line)).collect();
    let told = lines.join("\n");
    (told != text).then_some(told)
}

/// The learnt actions that a text tells of.
pub(crate) fn told_in<'l>(lexicon: &'l Lexicon, text: &str) -> Vec<&'l str> {
    let told = |d: &&Definition| text.lines().any(|line| tell_line(std::slice::from_ref(*d), line) != line);
    lexicon.own_actions().iter().filter(told).map(|d| d.word.as_str()).collect()
}

fn tell_line(actions: &[Definition], line: &str) -> String {
    let mut told = line.to_owned();
    // Sentence by sentence, the last first, so that the places before it stay.
    let ends: Vec<usize> = line.match_indices('.').map(|(at, _)| at).collect();
    for end in ends.into_iter().rev() {
        let Some(said) = line.get(..end).filter(|said| said.matches('(').count() == said.matches(')').count()) else {
            continue;
        };
        let start = clause_start(said);
        let Some(means) = said.get(start..).and_then(|phrase| meaning(actions, phrase)) else { continue };
        let mut after = end + 1;
        let rest = line.get(after..).unwrap_or_default();
        if let Some((0, close)) = rest.strip_prefix(' ').and_then(|rest| parenthesis(rest, 0)) {
            after += close + 2;
        }
        let sentence = said.get(sentence_start(said)..start).unwrap_or_default();
        if !can_stand(sentence, &means, line.get(after..).unwrap_or_default()) {
            continue;
        }
        let means = if sentence.is_empty() { means } else { lower(&means) };
        told.replace_range(start..after, &means);
    }
    told
}

/// What a phrase that is an action means.
fn meaning(actions: &[Definition], phrase: &str) -> Option<String> {
    let phrase = phrase.to_lowercase();
    let found = |d: &Definition| {
        let rest = phrase.strip_prefix(&d.word)?;
        let number = match rest.strip_prefix(' ') {
            Some(n) if d.shape.number && (n == "x" || n.chars().all(|c| c.is_ascii_digit())) => Some(n.to_uppercase()),
            None if !d.shape.number && rest.is_empty() => None,
            _ => return None,
        };
        let line = d.lines.first()?;
        Some(fill(line, &Filling { number, ..Filling::default() }))
    };
    actions.iter().find_map(found)
}

fn lower(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Whether what an action means can be told there: several sentences only where all of them are done as surely as the first, and
/// nothing behind it that speaks of it.
fn can_stand(before: &str, means: &str, after: &str) -> bool {
    const OF_IT: [&str; 9] =
        ["It ", "It's ", "That ", "Those ", "They ", "If you do", "If you don't", "When you do", "If it"];
    let after = after.trim_start();
    // Behind "when …" an "if" would be asked of the trigger (603.4).
    if OF_IT.iter().any(|word| after.starts_with(word)) || !before.is_empty() && means.starts_with("If ") {
        return false;
    }
    let several = means.trim_end_matches(['.', ' ']).contains(". ");
    let trigger = ["When ", "Whenever ", "At "].iter().any(|word| before.starts_with(word));
    let intervening = trigger && before.split(", ").nth(1).is_some_and(|second| second.starts_with("if "));
    let asked = before.starts_with("If ") || before.contains(" if ") || before.contains(", if ");
    !several || !before.contains("may ") && !before.contains("unless ") && (!asked || intervening)
}
