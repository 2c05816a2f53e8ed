//! What became of each mutant: kept in a file, line by line, so that a run goes on where one was stopped, and a later one tries
//! only what is new.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};

/// What became of a mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// A scenario failed: its name, its version, what it said.
    Killed {
        /// The scenario's file and place in it.
        by: String,
        /// What tells its text from others.
        version: String,
        /// Its first failure.
        why: String,
    },
    /// All scenarios that reach it passed.
    Survived,
    /// No scenario asks the condition.
    Unreached,
    /// The compiler won't have it negated.
    Unbuilt,
}

/// What is known of a mutant from runs before.
pub(crate) struct Known {
    /// What became of it.
    pub fate: Fate,
    /// Which run that was.
    run: usize,
}

/// The file.
pub(crate) struct Results {
    file: File,
    known: BTreeMap<String, Known>,
    /// What was built in each run, and the versions of its scenarios.
    runs: Vec<(String, BTreeSet<String>)>,
}

impl Results {
    /// Reads what there is, and begins a run with that build and those scenarios.
    ///
    /// # Errors
    /// What can't be read or written.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let wrong = |e: std::io::Error| format!("{}: {e}", path.display());
        let (mut known, mut runs) = (BTreeMap::new(), Vec::new());
        let text = if path.exists() { fs::read_to_string(path).map_err(wrong)? } else { String::new() };
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let word = |key: &str| line[key].as_str().unwrap_or_default().to_owned();
            if let Some(scenarios) = line["scenarios"].as_array() {
                runs.push((word("build"), scenarios.iter().filter_map(Value::as_str).map(str::to_owned).collect()));
                continue;
            }
            let fate = match line["fate"].as_str() {
                Some("killed") => Fate::Killed { by: word("by"), version: word("version"), why: word("why") },
                Some("survived") => Fate::Survived,
                Some("unbuilt") => Fate::Unbuilt,
                _ => continue,
            };
            known.insert(word("mutant"), Known { fate, run: runs.len().saturating_sub(1) });
        }
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(wrong)?;
        Ok(Self { file, known, runs })
    }

    /// Begins a run with that build and those versions of scenarios.
    ///
    /// # Errors
    /// When it can't be written.
    pub(crate) fn begin(&mut self, build: &str, scenarios: BTreeSet<String>) -> Result<(), String> {
        self.line(&json!({"build": build, "scenarios": scenarios}))?;
        self.runs.push((build.to_owned(), scenarios));
        Ok(())
    }

    /// What is known of a mutant.
    pub(crate) fn fate(&self, key: &str) -> Option<&Fate> {
        self.known.get(key).map(|known| &known.fate)
    }

    /// Whether what is known of a mutant was seen on what is built now.
    pub(crate) fn is_of_this_build(&self, key: &str) -> bool {
        let build = |run: usize| self.runs.get(run).map(|(build, _)| build);
        self.known.get(key).is_some_and(|known| build(known.run) == self.runs.last().map(|(build, _)| build))
    }

    /// The versions of scenarios that it has survived, if the same was built then.
    pub(crate) fn survived(&self, key: &str) -> Option<&BTreeSet<String>> {
        let known = self.known.get(key).filter(|known| known.fate == Fate::Survived)?;
        let (build, scenarios) = &self.runs[known.run];
        (*build == self.runs.last()?.0).then_some(scenarios)
    }

    /// Notes what became of a mutant.
    ///
    /// # Errors
    /// When it can't be written.
    pub(crate) fn note(&mut self, key: &str, fate: Fate) -> Result<(), String> {
        let line = match &fate {
            Fate::Killed { by, version, why } => {
                json!({"mutant": key, "fate": "killed", "by": by, "version": version, "why": why})
            }
            Fate::Survived => json!({"mutant": key, "fate": "survived"}),
            Fate::Unreached => json!({"mutant": key, "fate": "unreached"}),
            Fate::Unbuilt => json!({"mutant": key, "fate": "unbuilt"}),
        };
        self.line(&line)?;
        self.known.insert(key.to_owned(), Known { fate, run: self.runs.len().saturating_sub(1) });
        Ok(())
    }

    fn line(&mut self, line: &Value) -> Result<(), String> {
        writeln!(self.file, "{line}").map_err(|e| format!("the file of results: {e}"))
    }
}
