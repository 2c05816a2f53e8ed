//! Finding cards by name. A card is known by its full name (201, 709.4); face names are not unique.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::suggest;

/// A name as it is compared: lower case, plain apostrophes and letters, " // " between halves.
#[must_use]
pub fn fold_name(name: &str) -> String {
    let mut folded = String::with_capacity(name.len());
    let mut slash = false;
    let mut space = false;
    for c in name.trim().chars() {
        match c {
            '/' => slash = true,
            c if c.is_whitespace() => space = true,
            c => {
                if slash {
                    folded.push_str(" // ");
                } else if space {
                    folded.push(' ');
                }
                (slash, space) = (false, false);
                c.to_lowercase().for_each(|c| fold_letter(c, &mut folded));
            }
        }
    }
    folded
}

/// Decklists drop accents and typographic marks; so do we, on both sides.
pub(crate) fn fold_letter(c: char, out: &mut String) {
    let plain = match c {
        '’' | '‘' | 'ʼ' => '\'',
        '–' | '—' | '−' => '-',
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' | 'ā' => 'a',
        'è' | 'é' | 'ê' | 'ë' | 'ē' => 'e',
        'ì' | 'í' | 'î' | 'ï' | 'ī' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' | 'ō' => 'o',
        'ù' | 'ú' | 'û' | 'ü' | 'ū' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        'æ' => return out.push_str("ae"),
        'œ' => return out.push_str("oe"),
        '®' | '™' => return,
        other => other,
    };
    out.push(plain);
}

/// How a name names a card; the lesser one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum NameKind {
    /// Its full name.
    Full,
    /// The name of its front or left face.
    Front,
    /// The name of another face.
    Other,
}

impl NameKind {
    pub(crate) const ALL: [Self; 3] = [Self::Full, Self::Front, Self::Other];
}

/// Every name of a list of cards, sorted for look-up.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct NameIndex {
    entries: Vec<(String, NameKind, u32)>,
}

impl NameIndex {
    /// Indexes cards by their full name and the names of their faces.
    pub(crate) fn new<'n, F>(cards: impl Iterator<Item = (&'n str, F)>) -> Self
    where
        F: Iterator<Item = &'n str>,
    {
        let mut entries = Vec::new();
        for (index, (name, faces)) in (0u32..).zip(cards) {
            let full = fold_name(name);
            for (place, face) in faces.enumerate() {
                let face = fold_name(face);
                if face != full {
                    let kind = if place == 0 { NameKind::Front } else { NameKind::Other };
                    entries.push((face, kind, index));
                }
            }
            entries.push((full, NameKind::Full, index));
        }
        entries.sort_unstable();
        entries.dedup();
        Self { entries }
    }

    /// The cards that the folded name names in that way.
    pub(crate) fn find<'i>(&'i self, folded: &'i str, kind: NameKind) -> impl Iterator<Item = u32> + 'i {
        let start = self.entries.partition_point(|(name, k, _)| (name.as_str(), *k) < (folded, kind));
        self.entries.iter().skip(start).take_while(move |(name, k, _)| name == folded && *k == kind).map(|e| e.2)
    }

    /// The cards with names that have the folded text in them, by each such name: those that begin with it first.
    pub(crate) fn with<'i>(&'i self, folded: &'i str) -> impl Iterator<Item = (&'i str, u32)> + 'i {
        let entry = |(name, _, index): &'i (String, NameKind, u32)| (name.as_str(), *index);
        let begins = move |(name, _): &(&str, u32)| name.starts_with(folded);
        let first = self.entries.iter().map(entry).filter(begins);
        first.chain(self.entries.iter().map(entry).filter(move |e| e.0.contains(folded) && !begins(e)))
    }

    /// The one card that the folded name names: by its full name, else by that of its front face, else by that of any.
    pub(crate) fn one(&self, folded: &str) -> Option<u32> {
        let mut found = NameKind::ALL.into_iter().map(|kind| self.find(folded, kind).collect::<Vec<_>>());
        match found.find(|cards| !cards.is_empty())?.as_slice() {
            [card] => Some(*card),
            _ => None,
        }
    }

    /// The cards whose names are nearest to the folded one.
    pub(crate) fn near(&self, folded: &str, count: usize) -> Vec<(&str, u32)> {
        let near = suggest::nearest(folded, self.entries.iter().map(|e| e.0.as_str()), count);
        near.into_iter()
            .filter_map(|name| {
                let place = self.entries.partition_point(|e| e.0.as_str() < name);
                self.entries.get(place).map(|e| (name, e.2))
            })
            .collect()
    }
}

/// Why a name names no one card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupError {
    /// No card has that name.
    Unknown {
        /// The name.
        name: String,
        /// Names that come near to it.
        near: Vec<String>,
    },
    /// Several cards have a face of that name.
    Ambiguous {
        /// The name.
        name: String,
        /// Their full names.
        candidates: Vec<String>,
    },
}

impl LookupError {
    /// Full names that may have been meant.
    #[must_use]
    pub fn names(&self) -> &[String] {
        match self {
            Self::Unknown { near, .. } => near,
            Self::Ambiguous { candidates, .. } => candidates,
        }
    }
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, near } if near.is_empty() => write!(f, "no card is named “{name}”"),
            Self::Unknown { name, near } => {
                write!(f, "no card is named “{name}”; did you mean “{}”?", near.join("” or “"))
            }
            Self::Ambiguous { name, candidates } => write!(
                f,
                "“{name}” is a face of {} cards; give the full name: “{}”",
                candidates.len(),
                candidates.join("” or “")
            ),
        }
    }
}

impl std::error::Error for LookupError {}

impl From<LookupError> for crate::Error {
    fn from(error: LookupError) -> Self {
        Self::new(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fold_alike_however_they_are_typed() {
        assert_eq!(fold_name("Wax/Wane"), "wax // wane");
        assert_eq!(fold_name("  Wax  //  Wane "), "wax // wane");
        assert_eq!(fold_name("Æther’s  Élan"), "aether's elan");
    }

    #[test]
    fn a_full_name_wins_over_a_face() {
        let cards: [(&str, &[&str]); 3] =
            [("Wax // Wane", &["Wax", "Wane"]), ("Wane", &["Wane"]), ("Sun // Wane", &["Sun", "Wane"])];
        let index = NameIndex::new(cards.iter().map(|(name, faces)| (*name, faces.iter().copied())));
        assert_eq!(index.find("wane", NameKind::Full).collect::<Vec<_>>(), [1]);
        assert_eq!(index.find("wane", NameKind::Other).collect::<Vec<_>>(), [0, 2]);
        assert_eq!(index.find("wax", NameKind::Front).collect::<Vec<_>>(), [0]);
        assert_eq!(index.find("wax", NameKind::Full).count(), 0);
    }
}
