//! The mutants of the engine: its conditions, with the rules cited near them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lawmage_ir::Rule;
use lawmage_rules::cite;

use super::sites::{Site, sites};

/// How many lines above and below a condition a rule is cited near it, whatever it is cited for.
const NEAR: usize = 3;

/// A condition that can be negated.
#[derive(Clone, Debug)]
pub(crate) struct Mutant {
    /// Its file, from the engine's `src` on.
    pub file: String,
    /// Where it stands.
    pub site: Site,
    /// Which it is of those in its function with the same text, from 1.
    pub nth: usize,
    /// The rules cited close to it.
    pub close: Vec<Rule>,
    /// The rules cited in its function.
    pub around: Vec<Rule>,
}

impl Mutant {
    /// What it is called from one run to the next.
    pub(crate) fn key(&self) -> String {
        let nth = if self.nth > 1 { format!(" #{}", self.nth) } else { String::new() };
        self.key_of_all() + &nth
    }

    /// What it is called together with the conditions of its function that have the same text.
    pub(crate) fn key_of_all(&self) -> String {
        format!("{} {} `{}`", self.file, self.site.function, self.site.text)
    }

    /// The rules cited near it: the closest ones first.
    pub(crate) fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.close.iter().chain(self.around.iter().filter(|rule| !self.close.contains(rule))).copied()
    }

    /// Whether a rule of those sections (`702`, or `702.19`) is cited near it.
    pub(crate) fn is_near(&self, sections: &[String]) -> bool {
        self.rules().any(|rule| is_of(rule, sections))
    }

    /// Whether such a rule, or any if there are none of them, is cited within three lines of it.
    pub(crate) fn is_close(&self, sections: &[String]) -> bool {
        self.close.iter().any(|rule| sections.is_empty() || is_of(*rule, sections))
    }
}

/// Whether a rule is one of those sections or rules, or of theirs.
fn is_of(rule: Rule, sections: &[String]) -> bool {
    let rule = rule.to_string();
    sections.iter().any(|section| {
        rule.strip_prefix(section.as_str()).is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
    })
}

/// The files of Rust below a folder that are no tests, in order, from the folder on.
fn files(folder: &Path, below: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder.join(below))? {
        let entry = entry?;
        let path = below.join(entry.file_name());
        let is_rust = path.extension().is_some_and(|e| e == "rs");
        match path.file_stem().and_then(|name| name.to_str()) {
            Some("tests" | "testkit") => {}
            _ if entry.file_type()?.is_dir() => files(folder, &path, found)?,
            _ if is_rust => found.push(path),
            _ => {}
        }
    }
    found.sort();
    Ok(())
}

/// All mutants of the sources below a folder, by file and place.
///
/// # Errors
/// What can't be read.
pub(crate) fn mutants(sources: &Path) -> Result<Vec<Mutant>, String> {
    let mut paths = Vec::new();
    files(sources, Path::new(""), &mut paths).map_err(|e| format!("{}: {e}", sources.display()))?;
    let mut all = Vec::new();
    for path in paths {
        let file = path.to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(sources.join(&path)).map_err(|e| format!("{file}: {e}"))?;
        all.extend(of_file(&file, &text).map_err(|e| format!("{file}: {e}"))?);
    }
    Ok(all)
}

fn of_file(file: &str, text: &str) -> syn::Result<Vec<Mutant>> {
    let cited: Vec<Vec<Rule>> = text.lines().map(cited).collect();
    let of_lines = |first: usize, last: usize| {
        let mut rules: Vec<Rule> = cited[first.max(1) - 1..last.min(cited.len())].concat();
        rules.sort();
        rules.dedup();
        rules
    };
    let mut same: BTreeMap<(String, String), usize> = BTreeMap::new();
    let with_rules = |site: Site| {
        let nth = same.entry((site.function.clone(), site.text.clone())).or_default();
        *nth += 1;
        Mutant {
            file: file.to_owned(),
            nth: *nth,
            close: of_lines(site.line.saturating_sub(NEAR), site.last_line + NEAR),
            around: of_lines(site.lines.0, site.lines.1),
            site,
        }
    };
    Ok(sites(text)?.into_iter().map(with_rules).collect())
}

/// The rules that a line cites in its comment or names by `rule!`; what stands for the whole file is cited for nothing in it.
fn cited(line: &str) -> Vec<Rule> {
    if line.trim_start().starts_with("//!") {
        return Vec::new();
    }
    let mut rules = cite::rules(&cite::said(line));
    rules.extend(cite::sections(line));
    rules
}

/// A text with each of those conditions in a call that can negate it.
pub(crate) fn with_calls(text: &str, sites: &[(usize, &Site)]) -> String {
    let mut pieces: Vec<(usize, usize, String)> = Vec::new();
    for (id, site) in sites {
        // Of what begins at the same place, the longest is the outermost; what ends there goes before it.
        pieces.push((site.start, usize::MAX - site.end, format!("crate::mutant::negate({id}, ")));
        pieces.push((site.end, 0, ")".to_owned()));
    }
    pieces.sort();
    let mut out = String::with_capacity(text.len() * 2);
    let mut from = 0;
    for (at, _, piece) in pieces {
        out.push_str(text.get(from..at).unwrap_or_default());
        out.push_str(&piece);
        from = at;
    }
    out.push_str(text.get(from..).unwrap_or_default());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_stand_around_conditions_however_they_nest() -> syn::Result<()> {
        let text = "fn f() -> bool { a.iter().any(|b| b.c && d) }";
        let all = sites(text)?;
        let numbered: Vec<(usize, &Site)> = all.iter().enumerate().collect();
        let made = with_calls(text, &numbered).replace("crate::mutant::negate", "n");
        assert_eq!(made, "fn f() -> bool { n(0, a.iter().any(|b| n(1, b.c) && n(2, d))) }");
        Ok(())
    }

    #[test]
    fn rules_are_near_that_are_cited_in_the_function_or_around_the_line() -> syn::Result<()> {
        let text = "/// 101.1\nfn f() {\n\n\n\n\n\n    if a {} // 702.19b\n}\n";
        let all = of_file("x.rs", text)?;
        assert_eq!(all[0].rules().map(|r| r.to_string()).collect::<Vec<_>>(), ["702.19b", "101.1"]);
        assert!(all[0].is_near(&["702.19".into()]) && !all[0].is_near(&["702.1".into()]));
        Ok(())
    }
}
