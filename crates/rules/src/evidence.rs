//! Where a checkout enforces rules and shows them: the lines of code that cite a rule, and the scenarios that name it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use lawmage_ir::Rule;
use serde::Serialize;

use crate::cite;

/// The crates that enforce rules, and where deck and card rules are checked.
const CODE: [&str; 4] = ["crates/engine/src", "crates/cards/src", "crates/oracle/src", "crates/ir/src"];

/// What keywords mean, in words that the compiler reads: program as well.
const KEYWORDS: &str = "crates/oracle/src/keywords.txt";

/// A place in a file of the project.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Place {
    /// The file, from the root of the checkout, with `/`.
    pub file: String,
    /// The line, from 1. The written map names files only: a line would be another with each change above it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

/// What a checkout says of rules.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The lines of code that cite a rule, in order of the files.
    pub code: BTreeMap<Rule, Vec<Place>>,
    /// The scenarios that name a rule.
    pub scenarios: BTreeMap<Rule, Vec<Place>>,
    /// The lines of code that cite a rule of the rulebook of 2026, and the scenarios that name it.
    pub later: BTreeMap<Rule, (Vec<Place>, Vec<Place>)>,
    /// How many scenarios there are.
    pub scenario_count: usize,
    /// For each rule, how many of its worked examples are scenarios: those with the id `example 601.2a.1`.
    pub examples: BTreeMap<Rule, usize>,
}

/// The checkout cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceError {
    /// The file or directory.
    pub path: PathBuf,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

impl std::error::Error for SourceError {}

impl Evidence {
    /// Reads the checkout whose root is `root`.
    ///
    /// # Errors
    /// When it is no checkout of lawmage, or a file of it cannot be read.
    pub fn of(root: &Path) -> Result<Self, SourceError> {
        let mut evidence = Self::default();
        for directory in CODE {
            for file in files(&root.join(directory), "rs")? {
                evidence.read_code(root, &file)?;
            }
        }
        evidence.read_definitions(root, &root.join(KEYWORDS))?;
        for file in files(&root.join("scenarios"), "yaml")? {
            evidence.read_scenarios(root, &file)?;
        }
        Ok(evidence)
    }

    /// The citations of a program. Tests and the head of a module do not enforce what they name.
    fn read_code(&mut self, root: &Path, path: &Path) -> Result<(), SourceError> {
        if path
            .strip_prefix(root)
            .unwrap_or(path)
            .components()
            .any(|part| is_of_tests(&part.as_os_str().to_string_lossy()))
        {
            return Ok(());
        }
        let text = read(path)?;
        let file = name(root, path);
        let mut lines = text.lines().zip(1..).peekable();
        while let Some((line, number)) = lines.next() {
            // Tests stand at the end of a file; the name of a file of tests stands anywhere.
            if line.trim() == "#[cfg(test)]" && lines.peek().is_none_or(|(next, _)| !next.trim().ends_with(';')) {
                break;
            }
            if line.trim_start().starts_with("//!") {
                continue;
            }
            let said = cite::said(line);
            for rule in cite::rules(&said).into_iter().chain(cite::sections(line)) {
                self.cited(rule, &file, number);
            }
            self.cited_later(&said, &file, number);
        }
        Ok(())
    }

    /// The citations of the definitions of keywords: those in the comments.
    fn read_definitions(&mut self, root: &Path, path: &Path) -> Result<(), SourceError> {
        let file = name(root, path);
        for (line, number) in read(path)?.lines().zip(1..).filter(|(line, _)| line.starts_with('#')) {
            for rule in cite::rules(line) {
                self.cited(rule, &file, number);
            }
            self.cited_later(line, &file, number);
        }
        Ok(())
    }

    fn cited(&mut self, rule: Rule, file: &str, line: usize) {
        note(self.code.entry(rule).or_default(), file, line);
    }

    fn cited_later(&mut self, text: &str, file: &str, line: usize) {
        for rule in cite::later(text) {
            note(&mut self.later.entry(rule).or_default().0, file, line);
        }
    }

    fn read_scenarios(&mut self, root: &Path, path: &Path) -> Result<(), SourceError> {
        let text = read(path)?;
        let wrong = |what: String| SourceError { path: path.to_owned(), what };
        let scenarios = lawmage_scenario::parse(&text).map_err(|error| wrong(error.to_string()))?;
        let file = name(root, path);
        // Scenarios begin, in order, at the lines with their titles.
        let mut titles = text.lines().zip(1..).filter(|(line, _)| is_title(line)).map(|(_, number)| number);
        self.scenario_count += scenarios.len();
        for scenario in scenarios {
            let place = Place { file: file.clone(), line: titles.next().or(Some(1)) };
            for cited in &scenario.rules {
                match cited.later {
                    false => self.scenarios.entry(cited.rule).or_default().push(place.clone()),
                    true => self.later.entry(cited.rule).or_default().1.push(place.clone()),
                }
            }
            let example = scenario.id.as_deref().and_then(|id| id.strip_prefix("example "));
            if let Some((rule, _)) = example.and_then(|e| e.rsplit_once('.')) {
                let rule = rule.parse().map_err(|error| wrong(format!("the id of a scenario: {error}")))?;
                *self.examples.entry(rule).or_default() += 1;
            }
        }
        Ok(())
    }
}

/// Adds a place to those of a rule, once.
fn note(places: &mut Vec<Place>, file: &str, line: usize) {
    let place = Place { file: file.to_owned(), line: Some(line) };
    if places.last() != Some(&place) {
        places.push(place);
    }
}

/// Whether a file or directory of that name holds tests.
fn is_of_tests(name: &str) -> bool {
    name == "testkit.rs" || name == "tests" || name.ends_with("tests.rs")
}

/// Whether a line of a scenario file gives the title of a scenario, not of something in it.
fn is_title(line: &str) -> bool {
    let bare = line.strip_prefix("- ").or_else(|| line.strip_prefix("  ")).unwrap_or(line);
    bare.starts_with("title:") || bare.starts_with("{title:")
}

/// The files below a directory with that ending, in order of their names.
fn files(directory: &Path, ending: &str) -> Result<Vec<PathBuf>, SourceError> {
    let wrong = |error: std::io::Error| SourceError {
        path: directory.to_owned(),
        what: format!("cannot be read ({error}); the rule map needs a checkout of lawmage's sources"),
    };
    let mut entries: Vec<PathBuf> =
        fs::read_dir(directory).map_err(wrong)?.filter_map(|e| e.ok().map(|e| e.path())).collect();
    entries.sort();
    let mut found = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            found.extend(files(&entry, ending)?);
        } else if entry.extension().is_some_and(|e| e == ending) {
            found.push(entry);
        }
    }
    Ok(found)
}

fn read(path: &Path) -> Result<String, SourceError> {
    fs::read_to_string(path)
        .map_err(|error| SourceError { path: path.to_owned(), what: format!("cannot be read: {error}") })
}

/// A path as the map tells it: from the root, with slashes.
fn name(root: &Path, path: &Path) -> String {
    let parts = path.strip_prefix(root).unwrap_or(path).components();
    parts.map(|part| part.as_os_str().to_string_lossy().into_owned()).collect::<Vec<_>>().join("/")
}
