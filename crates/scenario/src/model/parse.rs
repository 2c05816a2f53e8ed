//! Reading scenario files.

use std::fmt;

use lawmage_cards::Error;
use serde_json::Value;
use serde_saphyr::Spanned;
use serde_saphyr::options::DuplicateKeyPolicy;

use super::source::{Source, Spot};
use super::{Scenario, mistake};
use crate::report::Outcome;

/// A file, or a scenario of one, that can't be read: what is wrong, with its line, column and words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError(pub Error);

impl ParseError {
    /// What it makes of a scenario: a file is wrong, whatever is wrong in it.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        Outcome::Error
    }

    /// The line, where it is known.
    #[must_use]
    pub fn line(&self) -> Option<u64> {
        self.0.line.map(|line| line as u64)
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ParseError {}

/// Reads a file: one scenario or a list of them.
///
/// # Errors
/// With the line, when it is neither.
pub fn parse(text: &str) -> Result<Vec<Scenario>, ParseError> {
    let source = Source::new(text);
    let read = if is_list(text) {
        serde_saphyr::from_str::<Vec<Scenario>>(text)
    } else {
        serde_saphyr::from_str::<Scenario>(text).map(|scenario| vec![scenario])
    };
    let mut all = read.map_err(|error| ParseError(mistake::read(&error, &source)))?;
    for scenario in &mut all {
        scenario.source = Some(source.clone());
    }
    Ok(all)
}

/// Reads a file; a scenario of a list that is wrong leaves the others as they are.
#[must_use]
pub fn parse_each(text: &str) -> Vec<Result<Scenario, ParseError>> {
    let whole = match parse(text) {
        Ok(all) => return all.into_iter().map(Ok).collect(),
        Err(error) => error,
    };
    // A key that stands somewhere twice is told of that scenario alone.
    let options = serde_saphyr::options! { duplicate_keys: DuplicateKeyPolicy::LastWins };
    let list = is_list(text).then(|| serde_saphyr::from_str_with_options::<Vec<Spanned<Value>>>(text, options).ok());
    let list = list.flatten().unwrap_or_default();
    let source = Source::new(text);
    let starts: Option<Vec<usize>> = list.iter().map(|element| Spot::from(element).start).collect();
    let Some(starts) = starts.filter(|s| s.len() > 1) else { return vec![Err(whole)] };
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let each = starts.iter().zip(ends).zip(&list).map(|((start, next), element)| {
        let (part, source) = source.part(*start..element_end(text, *start, next));
        match serde_saphyr::from_str::<Scenario>(&part) {
            Ok(scenario) => Ok(Scenario { source: Some(source), ..scenario }),
            Err(serde_saphyr::Error::UnknownAnchor { .. }) => by_value(element),
            Err(error) => Err(ParseError(mistake::read(&error, &source))),
        }
    });
    each.collect()
}

/// An element that speaks of what others of its list define (`*name`): read by what it comes to. Where its parts stand is
/// not known.
fn by_value(element: &Spanned<Value>) -> Result<Scenario, ParseError> {
    let source = Source::new("");
    let at_start = |error: Error| ParseError(error.at_line(element.referenced.line() as usize));
    let text = serde_json::to_string(&element.value).map_err(|e| at_start(Error::new(e.to_string())))?;
    serde_saphyr::from_str::<Scenario>(&text).map_err(|e| at_start(mistake::read(&e, &source)))
}

/// Where an element of a list ends, when the next one begins at `next`: before the dash or comma between them.
fn element_end(text: &str, start: usize, next: usize) -> usize {
    if text.get(start..).is_some_and(|t| t.starts_with('{')) {
        return Source::new(text).range(Spot { line: 0, start: Some(start), column: 0 }).map_or(next, |r| r.end);
    }
    let part = text.get(start..next).unwrap_or_default().trim_end();
    start + part.strip_suffix('-').unwrap_or(part).len()
}

fn is_list(text: &str) -> bool {
    let first = text.lines().map(str::trim_start).find(|l| !l.is_empty() && !l.starts_with('#') && *l != "---");
    first.is_some_and(|l| l.starts_with('[') || l.starts_with("- ") || l == "-")
}
