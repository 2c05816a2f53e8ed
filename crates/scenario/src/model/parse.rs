//! Reading scenario files.

use std::fmt;

use serde_json::Value;
use serde_saphyr::Spanned;

use super::Scenario;
use crate::report::Outcome;

/// A file, or a scenario of one, that can't be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// The line, where it is known.
    pub line: Option<u64>,
    /// What is wrong.
    pub what: String,
}

impl ParseError {
    /// What it makes of a scenario: a key that is not known is not supported; all else is wrong.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        if self.what.contains("unknown field") || self.what.contains("unknown variant") {
            Outcome::Unsupported
        } else {
            Outcome::Error
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.what),
            None => f.write_str(&self.what),
        }
    }
}

impl std::error::Error for ParseError {}

impl From<serde_saphyr::Error> for ParseError {
    fn from(error: serde_saphyr::Error) -> Self {
        let message = error.without_snippet().to_string();
        Self {
            line: error.location().map(|l| l.line()),
            what: message.lines().next().unwrap_or_default().trim().to_owned(),
        }
    }
}

/// Reads a file: one scenario or a list of them.
///
/// # Errors
/// With the line, when it is neither.
pub fn parse(text: &str) -> Result<Vec<Scenario>, ParseError> {
    if is_list(text) {
        Ok(serde_saphyr::from_str::<Vec<Scenario>>(text)?)
    } else {
        Ok(vec![serde_saphyr::from_str::<Scenario>(text)?])
    }
}

/// Reads a file; a scenario of a list that is wrong leaves the others as they are.
#[must_use]
pub fn parse_each(text: &str) -> Vec<Result<Scenario, ParseError>> {
    let whole = match parse(text) {
        Ok(all) => return all.into_iter().map(Ok).collect(),
        Err(error) => error,
    };
    let Some(list) = is_list(text).then(|| serde_saphyr::from_str::<Vec<Spanned<Value>>>(text).ok()).flatten() else {
        return vec![Err(whole)];
    };
    let alone = list.len() == 1;
    let each = list.into_iter().map(|element| {
        let begins = element.referenced.line();
        one(&element.value)
            .map(|scenario| Scenario { begins: Some(begins), ..scenario })
            .map_err(|what| ParseError { line: if alone { whole.line } else { Some(begins) }, what })
    });
    each.collect()
}

/// A scenario cut out of a list; the lines of its parts are lost.
fn one(element: &Value) -> Result<Scenario, String> {
    let text = serde_json::to_string(element).map_err(|e| e.to_string())?;
    serde_saphyr::from_str::<Scenario>(&text).map_err(|e| ParseError::from(e).what)
}

fn is_list(text: &str) -> bool {
    let first = text.lines().map(str::trim_start).find(|l| !l.is_empty() && !l.starts_with('#') && *l != "---");
    first.is_some_and(|l| l.starts_with('[') || l.starts_with("- ") || l == "-")
}
