//! What came of a scenario.

use lawmage_cards::Error;

use crate::model::{Source, Spot};

/// How a scenario ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Everything holds.
    Pass,
    /// Something does not hold, or could not be done.
    Fail,
    /// It needs what lawmage does not do yet.
    Unsupported,
    /// The file is wrong.
    Error,
}

impl Outcome {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unsupported => "unsupported",
            Self::Error => "error",
        }
    }
}

/// One thing that is wrong, or doesn't hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What it makes of the scenario.
    pub outcome: Outcome,
    /// What is wrong, with line and words where the text is known, and what to do.
    pub what: Error,
    /// What an expectation that doesn't hold says.
    pub expected: Option<String>,
    /// What holds instead.
    pub found: Option<String>,
}

/// What came of a scenario, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its id, if it has one.
    pub id: Option<String>,
    /// Its title.
    pub title: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, when it is no pass: the first of the findings.
    pub reason: String,
    /// The line in the file, where one is to blame.
    pub line: Option<u64>,
    /// All that is wrong.
    pub findings: Vec<Finding>,
    /// What happened, each with its rule: the last events, or all of them.
    pub events: Vec<String>,
    /// Answers that were never used.
    pub unused: Vec<String>,
    /// The boards asked for.
    pub shown: Vec<Board>,
    /// The objects to be explained.
    pub explained: Vec<Explained>,
}

impl Report {
    /// A report without a game.
    #[must_use]
    pub fn of(outcome: Outcome, id: Option<String>, reason: impl Into<String>, line: Option<u64>) -> Self {
        let what = Error { line: line.map(|l| l as usize), ..Error::new(reason) };
        Self { id, ..Self::from(Finding { outcome, what, expected: None, found: None }) }
    }

    /// A report of nothing.
    pub(crate) const fn empty() -> Self {
        Self {
            id: None,
            title: String::new(),
            outcome: Outcome::Pass,
            reason: String::new(),
            line: None,
            findings: Vec::new(),
            events: Vec::new(),
            unused: Vec::new(),
            shown: Vec::new(),
            explained: Vec::new(),
        }
    }

    /// Adds something that is wrong; the first decides how the scenario ended.
    pub(crate) fn find(&mut self, finding: Finding) {
        if self.findings.is_empty() {
            self.outcome = finding.outcome;
            self.reason.clone_from(&finding.what.what);
            self.line = finding.what.line.map(|line| line as u64);
        }
        self.findings.push(finding);
    }

    /// Its id, else its title.
    #[must_use]
    pub fn name(&self) -> &str {
        self.id.as_deref().unwrap_or(&self.title)
    }
}

impl From<Finding> for Report {
    fn from(finding: Finding) -> Self {
        let mut report = Self::empty();
        report.find(finding);
        report
    }
}

impl From<crate::model::ParseError> for Report {
    fn from(error: crate::model::ParseError) -> Self {
        let outcome = error.outcome();
        Finding { outcome, what: error.0, expected: None, found: None }.into()
    }
}

/// Why a scenario is no pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub outcome: Outcome,
    pub reason: String,
    /// What to do.
    pub hint: Option<String>,
    /// Where it stands: that of what is being read or done.
    pub place: Option<Spot>,
    /// The words to blame, within what stands there.
    pub about: Option<Box<str>>,
    /// Of an expectation that does not hold, what it says and what is so instead.
    pub unmet: Option<Box<(String, String)>>,
    /// An error that knows its own words in the text.
    pub pointed: Option<Box<Error>>,
}

/// A result that may end the scenario.
pub(crate) type Outcomes<T> = Result<T, Trouble>;

impl Trouble {
    fn new(outcome: Outcome, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self { outcome, reason, hint: None, place: None, about: None, unmet: None, pointed: None }
    }

    pub(crate) fn fail(reason: impl Into<String>) -> Self {
        Self::new(Outcome::Fail, reason)
    }

    pub(crate) fn unsupported(reason: impl Into<String>) -> Self {
        Self::new(Outcome::Unsupported, reason)
    }

    pub(crate) fn error(reason: impl Into<String>) -> Self {
        Self::new(Outcome::Error, reason)
    }

    /// An expectation that does not hold: what it says, and what is so instead.
    pub(crate) fn unmet(expected: impl Into<String>, found: impl Into<String>) -> Self {
        let (expected, found) = (expected.into(), found.into());
        let reason = format!("expected {expected}; it is {found}");
        Self { unmet: Some(Box::new((expected, found))), ..Self::fail(reason) }
    }

    /// A word that is none of those there are: the nearest one is told, or all.
    pub(crate) fn no_such(what: &str, word: &str, right: &[&str], all: &str) -> Self {
        let hint = crate::model::mistake::instead(word, right, all);
        Self::error(format!("{what} “{word}”")).hint(hint).about(word)
    }

    pub(crate) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint.get_or_insert_with(|| hint.into());
        self
    }

    pub(crate) fn about(mut self, words: impl Into<String>) -> Self {
        self.about.get_or_insert_with(|| words.into().into_boxed_str());
        self
    }

    pub(crate) fn at(mut self, place: impl Into<Spot>) -> Self {
        if self.place.is_none() {
            self.place = Some(place.into());
        }
        self
    }

    /// As a finding, pointed at in the text if that is known.
    pub(crate) fn finding(self, source: Option<&Source>) -> Finding {
        let error = self.hint.into_iter().fold(Error::new(self.reason), Error::hint);
        let what = match (self.place, source) {
            (Some(_), Some(_)) if self.pointed.as_ref().is_some_and(|e| e.line.is_some()) => {
                self.pointed.map_or(error, |pointed| Error { origin: None, ..*pointed })
            }
            (Some(place), Some(source)) => source.point(error, place, self.about.as_deref()),
            (Some(place), None) if place.line > 0 => error.at_line(place.line as usize),
            _ => error,
        };
        let (expected, found) = self.unmet.map(|unmet| *unmet).unzip();
        Finding { outcome: self.outcome, what, expected, found }
    }
}

/// The board at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// Which moment.
    pub when: String,
    /// Line by line.
    pub lines: Vec<String>,
}

/// How an object came by its characteristics (613).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// What it is called, where it is and whose it is.
    pub object: String,
    /// What it begins with, each characteristic with its value.
    pub first: Vec<(String, String)>,
    /// What was done to it, in order.
    pub steps: Vec<ExplainedStep>,
    /// What it has come to.
    pub last: Vec<(String, String)>,
    /// Effects that have ended.
    pub ended: Vec<String>,
}

/// One effect's share in one layer, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedStep {
    /// The layer.
    pub layer: String,
    /// Its rule.
    pub rule: String,
    /// The source of the effect.
    pub source: String,
    /// The text of the effect.
    pub effect: String,
    /// 613.7.
    pub timestamp: Option<u32>,
    /// How long it lasts, and why it comes where it does.
    pub notes: Vec<String>,
    /// Characteristic, before, after; none where it changes nothing.
    pub changes: Vec<(String, String, String)>,
}
