//! What came of a scenario.

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

/// What came of a scenario, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its id, if it has one.
    pub id: Option<String>,
    /// Its title.
    pub title: String,
    /// How it ended.
    pub outcome: Outcome,
    /// Why, when it is no pass.
    pub reason: String,
    /// The line in the file, where one is to blame.
    pub line: Option<u64>,
    /// What happened, each with its rule: the last events, or all of them.
    pub events: Vec<String>,
    /// Answers that were never used.
    pub unused: Vec<String>,
}

impl Report {
    /// A report without a game.
    #[must_use]
    pub const fn of(outcome: Outcome, id: Option<String>, reason: String, line: Option<u64>) -> Self {
        Self { id, title: String::new(), outcome, reason, line, events: Vec::new(), unused: Vec::new() }
    }

    /// Its id, else its title.
    #[must_use]
    pub fn name(&self) -> &str {
        self.id.as_deref().unwrap_or(&self.title)
    }
}

/// Why a scenario is no pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Trouble {
    pub outcome: Outcome,
    pub reason: String,
    pub line: Option<u64>,
}

/// A result that may end the scenario.
pub(crate) type Outcomes<T> = Result<T, Trouble>;

impl Trouble {
    pub(crate) fn fail(reason: impl Into<String>) -> Self {
        Self { outcome: Outcome::Fail, reason: reason.into(), line: None }
    }

    pub(crate) fn unsupported(reason: impl Into<String>) -> Self {
        Self { outcome: Outcome::Unsupported, reason: reason.into(), line: None }
    }

    pub(crate) fn error(reason: impl Into<String>) -> Self {
        Self { outcome: Outcome::Error, reason: reason.into(), line: None }
    }

    pub(crate) fn at(mut self, line: u64) -> Self {
        self.line.get_or_insert(line);
        self
    }
}
