//! "Did you mean …": the names nearest to one that was not found.

/// The up to `count` names nearest to `wanted`, nearest first; none where nothing is near. Case counts: fold both before.
#[must_use]
pub fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>, count: usize) -> Vec<&'n str> {
    let wanted_chars: Vec<char> = wanted.chars().collect();
    let limit = (wanted_chars.len() / 3).clamp(1, 6);
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut row = Vec::new();
    for name in names {
        let score = if wanted.len() >= 3 && (name.starts_with(wanted) || name.split([' ', ',']).any(|w| w == wanted)) {
            1
        } else {
            match distance(&wanted_chars, name, limit, &mut row) {
                Some(distance) => distance,
                None => continue,
            }
        };
        found.push((score, name));
    }
    found.sort_unstable();
    found.dedup();
    found.truncate(count);
    found.into_iter().map(|(_, name)| name).collect()
}

/// Whether one word or name is most likely a slip of the pen for the other: a mistake for every six letters, at least one. Case
/// counts: fold both before.
#[must_use]
pub fn is_slip(wanted: &str, name: &str) -> bool {
    let wanted: Vec<char> = wanted.chars().collect();
    wanted.len() > 3 && distance(&wanted, name, (wanted.len() / 6).clamp(1, 4), &mut Vec::new()).is_some()
}

/// The Levenshtein distance when it is at most `limit`.
fn distance(wanted: &[char], name: &str, limit: usize, row: &mut Vec<usize>) -> Option<usize> {
    // A cheap bound first: most of 28,000 names differ too much in length.
    if name.len() + limit < wanted.len() || name.len() > 2 * wanted.len() + 2 * limit {
        return None;
    }
    row.clear();
    row.extend(0..=wanted.len());
    for (i, c) in name.chars().enumerate() {
        let mut diagonal = i;
        let mut best = i + 1;
        let mut left = i + 1;
        for (cell, w) in row.iter_mut().skip(1).zip(wanted) {
            let up = *cell;
            let value = if *w == c { diagonal } else { 1 + diagonal.min(up).min(left) };
            diagonal = up;
            *cell = value;
            left = value;
            best = best.min(value);
        }
        if let Some(first) = row.first_mut() {
            *first = i + 1;
        }
        if best > limit {
            return None;
        }
    }
    row.last().copied().filter(|d| *d <= limit)
}

#[cfg(test)]
mod tests {
    use super::{is_slip, nearest};

    #[test]
    fn the_nearest_name_comes_first() {
        let names = ["ember whelp", "ember wolf", "stone wall", "whelp of ash"];
        assert_eq!(nearest("ember welp", names.into_iter(), 2), ["ember whelp", "ember wolf"]);
        assert_eq!(nearest("whelp", names.into_iter(), 3), ["ember whelp", "whelp of ash"]);
        assert!(is_slip("ember welp", "ember whelp") && !is_slip("whelp", "ember whelp") && !is_slip("elf", "eel"));
        assert!(nearest("zzzzzz", names.into_iter(), 3).is_empty());
    }
}
