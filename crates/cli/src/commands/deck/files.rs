//! The decklists that a command line names: files, folders of them, starter decks.

use std::path::{Path, PathBuf};

use lawmage_cards::Error;
use lawmage_cards::deck::Decklist;

use crate::data;
use crate::failure::Outcome;

/// The endings of decklists that are looked for in folders.
const ENDINGS: [&str; 6] = ["txt", "dek", "cod", "dck", "csv", "dec"];

/// How deep folders are looked through, so that a link to a folder above ends.
const DEPTH: usize = 16;

/// What a folder or a name stands for: each deck by itself, so that one that can't be read hides no other.
pub struct Source {
    /// The file or the name, as it is shown.
    pub name: String,
    path: Option<PathBuf>,
}

impl Source {
    /// Reads the list.
    pub fn read(&self) -> Outcome<Decklist> {
        match &self.path {
            Some(path) => Ok(data::deck_file(path)?),
            None => data::decklist(&self.name),
        }
    }
}

/// All decklists that the words name; folders are looked through, in the order of their names.
pub fn sources(words: &[String]) -> Outcome<Vec<Source>> {
    let mut found = Vec::new();
    for word in words {
        let path = Path::new(word);
        if word == "-" || !path.is_dir() {
            found.push(Source { name: word.clone(), path: None });
            continue;
        }
        let before = found.len();
        look_through(path, DEPTH, &mut found)?;
        if found.len() == before {
            let what = format!("has no decklists ({})", ENDINGS.map(|e| format!(".{e}")).join(", "));
            return Err(Error::new(what).within(word.as_str()).into());
        }
    }
    Ok(found)
}

fn look_through(folder: &Path, depth: usize, found: &mut Vec<Source>) -> Outcome<()> {
    let unreadable =
        |e: std::io::Error| Error::new(format!("cannot be read: {e}")).within(folder.display().to_string());
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).map_err(unreadable)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort_unstable();
    for path in entries {
        let is_list = path.extension().and_then(|e| e.to_str()).is_some_and(|e| {
            let ending = e.to_ascii_lowercase();
            ENDINGS.contains(&ending.as_str())
        });
        if path.is_dir() {
            if depth > 0 {
                look_through(&path, depth - 1, found)?;
            }
        } else if is_list && path.is_file() {
            found.push(Source { name: path.display().to_string(), path: Some(path) });
        }
    }
    Ok(())
}
