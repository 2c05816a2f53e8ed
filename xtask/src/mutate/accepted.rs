//! The conditions whose negation nobody can see, each with the reason (`xtask/accepted.txt`).

use std::collections::{BTreeMap, BTreeSet};

use super::mutants::Mutant;

/// What is accepted, by what it is called, with the reason.
pub(crate) struct Accepted(BTreeMap<String, String>);

impl Accepted {
    /// Reads the list: a line for a function, `file function`, and below it, set in, a line for each condition,
    /// `` `condition`: reason `` or `` `condition` #2: reason ``.
    ///
    /// # Errors
    /// The line that is neither.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut all = BTreeMap::new();
        let mut function = "";
        let lines = (1..).zip(text.lines().map(str::trim_end));
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let Some(entry) = line.strip_prefix("  ") else {
                function = line;
                continue;
            };
            let parts = entry.strip_prefix('`').and_then(|rest| rest.rsplit_once("`")).and_then(|(condition, rest)| {
                let (nth, reason) = rest.split_once(": ")?;
                Some((format!("{function} `{condition}`{nth}"), reason.trim()))
            });
            match parts {
                Some((key, reason)) if !reason.is_empty() && !function.is_empty() => {
                    if all.insert(key, reason.to_owned()).is_some() {
                        return Err(format!("line {number}: that condition stands here twice"));
                    }
                }
                _ => return Err(format!("line {number}: “  `condition`: reason” is expected below a function")),
            }
        }
        Ok(Self(all))
    }

    /// Why a survivor is accepted: for itself, or for all conditions of that text in its function.
    pub(crate) fn reason(&self, mutant: &Mutant) -> Option<&str> {
        let own = self.0.get(&mutant.key());
        own.or_else(|| self.0.get(&mutant.key_of_all())).map(String::as_str)
    }

    /// What speaks of no condition that there is.
    pub(crate) fn stale(&self, mutants: &[Mutant]) -> Vec<&str> {
        let known: BTreeSet<String> = mutants.iter().flat_map(|m| [m.key(), m.key_of_all()]).collect();
        self.0.keys().filter(|key| !known.contains(*key)).map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_without_a_reason_is_refused() {
        let read = |text: &str| Accepted::read(text).map(|all| all.0.into_iter().collect::<Vec<_>>());
        let one = ("a.rs A::f `x == `y``#".replace('#', " #2"), "why: so".to_owned());
        assert_eq!(read("# list\na.rs A::f\n  `x == `y`` #2: why: so\n"), Ok(vec![one]));
        assert!(read("a.rs A::f\n  `x`:\n").is_err_and(|e| e.starts_with("line 2")));
        assert!(read("  `x`: no function\n").is_err_and(|e| e.starts_with("line 1")));
    }
}
