//! The formats: samples to mutate, words to mutate with, and what must hold of every input.

mod cards;
mod decks;
mod games;
mod rules;
mod scenarios;
mod table;

use std::path::{Path, PathBuf};

/// A format that lawmage reads.
pub struct Target {
    /// How the command line calls it.
    pub name: &'static str,
    /// What must hold, besides that nothing panics, hangs or eats memory.
    pub invariant: &'static str,
    /// Words of the format.
    pub words: &'static [&'static str],
    /// Makes it ready.
    pub make: fn() -> Box<dyn Format>,
}

/// A format made ready.
pub trait Format {
    /// Right inputs.
    fn samples(&self) -> Vec<Vec<u8>>;

    /// Reads an input, and does with it what lawmage does.
    ///
    /// # Errors
    /// Which invariant it broke.
    fn run(&mut self, input: &[u8]) -> Result<(), String>;
}

/// All formats.
pub fn all() -> Vec<Target> {
    vec![
        cards::TEXT,
        cards::FILE,
        cards::IMPORT,
        cards::DATABASE,
        decks::LIST,
        decks::QUERY,
        scenarios::FILE,
        games::SESSION,
        games::RECORD,
        rules::TEXT,
        rules::LIBRARY,
        table::SITTING,
        table::SAVE,
    ]
}

/// The repository's files below a folder with that ending, in order.
fn files(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    fn walk(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
        let Ok(entries) = std::fs::read_dir(folder) else { return };
        for path in entries.flatten().map(|e| e.path()) {
            if path.is_dir() {
                walk(&path, ending, found);
            } else if path.extension().is_some_and(|e| e == ending) {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder), ending, &mut found);
    found.sort();
    found.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// What is no UTF-8 is refused where files are read; here it is read as well as can be.
fn text(input: &[u8]) -> String {
    String::from_utf8_lossy(input).into_owned()
}
