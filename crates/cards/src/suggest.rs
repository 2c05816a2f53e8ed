//! "Did you mean …": the names nearest to one that was not found.

/// The up to `count` names nearest to `wanted`, nearest first; none where nothing is near. Case counts: fold both before.
#[must_use]
pub fn nearest<'n>(wanted: &str, names: impl Iterator<Item = &'n str>, count: usize) -> Vec<&'n str> {
    let wanted_chars: Vec<char> = wanted.chars().collect();
    let limit = (wanted_chars.len() / 3).clamp(1, 6);
    let mut found: Vec<(usize, &str)> = Vec::new();
    let mut rows = Default::default();
    for name in names {
        let score = if wanted.len() >= 3 && (name.starts_with(wanted) || name.split([' ', ',']).any(|w| w == wanted)) {
            1
        } else {
            match distance(&wanted_chars, name, limit, &mut rows) {
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
    wanted.len() > 3 && distance(&wanted, name, (wanted.len() / 6).clamp(1, 4), &mut Default::default()).is_some()
}

/// How many letters are wrong, missing, too many or swapped with their neighbor, when it is at most `limit`.
fn distance(wanted: &[char], name: &str, limit: usize, rows: &mut [Vec<usize>; 3]) -> Option<usize> {
    // A cheap bound first: most of 28,000 names differ too much in length.
    if name.len() + limit < wanted.len() || name.len() > 2 * wanted.len() + 2 * limit {
        return None;
    }
    let [older, old, new] = rows;
    old.clear();
    old.extend(0..=wanted.len());
    let mut last = None;
    for (i, c) in name.chars().enumerate() {
        new.clear();
        new.push(i + 1);
        let mut best = i + 1;
        for (j, w) in wanted.iter().enumerate() {
            let at = |row: &[usize], place: usize| row.get(place).copied().unwrap_or(usize::MAX / 2);
            let same = usize::from(*w != c);
            let mut value = (at(old, j) + same).min(at(old, j + 1) + 1).min(at(new, j) + 1);
            if j > 0 && last == Some(*w) && wanted.get(j - 1) == Some(&c) {
                value = value.min(at(older, j - 1) + 1);
            }
            new.push(value);
            best = best.min(value);
        }
        if best > limit {
            return None;
        }
        std::mem::swap(older, old);
        std::mem::swap(old, new);
        last = Some(c);
    }
    old.last().copied().filter(|d| *d <= limit)
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
        assert_eq!(nearest("mian", ["man o war", "main", "draw"].into_iter(), 1), ["main"]);
        assert!(nearest("zzzzzz", names.into_iter(), 3).is_empty());
    }
}
