//! Every rule cited anywhere in the project exists in the published rules, and keywords cite the rule of their name.
//! The rules lie in `../shared`; without them the tests that need them say so and pass.

#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lawmage_ir::{Keyword, Rule};
use lawmage_rules::{cite, numbers};

const RULES: &str = "../shared/rules/comprehensive-rules-2025-02-07.txt";

/// The directory of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The published rules, sections among them: what each number stands before. `None` where they are absent.
fn published() -> Option<BTreeMap<String, String>> {
    let Ok(text) = fs::read_to_string(root().join(RULES)) else {
        eprintln!("skipped: {RULES} is not there");
        return None;
    };
    let rule = |line: &str| {
        let (number, words) = numbered(line);
        let is_rule = number.len() >= 3 && number.get(..3)?.bytes().all(|b| b.is_ascii_digit());
        is_rule.then(|| (number.to_owned(), words.trim().to_owned()))
    };
    Some(text.lines().filter_map(rule).collect())
}

/// The number in front of a line of the published text, and the words after it. One rule lacks the space between them.
fn numbered(line: &str) -> (&str, &str) {
    let end = line.find(|c: char| !(c.is_ascii_digit() || c.is_ascii_lowercase() || c == '.')).unwrap_or(line.len());
    let (number, words) = line.split_at(end);
    (number.strip_suffix('.').unwrap_or(number), words)
}

/// The files below a directory with one of these endings.
fn files(directory: &Path, endings: &[&str], into: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else { return };
    for path in entries.flatten().map(|e| e.path()) {
        let ending = path.extension().and_then(|e| e.to_str()).unwrap_or_default();
        if path.is_dir() {
            files(&path, endings, into);
        } else if endings.contains(&ending) {
            into.push(path);
        }
    }
}

/// Programs, their tests, and the documents about them. The README tells measurements, which look like rule numbers.
#[test]
fn cited_rules_exist() {
    let Some(rules) = published() else { return };
    assert!(rules.len() > 3000, "only {} rules were read", rules.len());
    let mut all = Vec::new();
    files(&root().join("crates"), &["rs", "txt", "yaml", "md"], &mut all);
    files(&root().join("docs"), &["md"], &mut all);
    files(&root().join("scenarios"), &["yaml", "md"], &mut all);
    all.extend(["ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root().join(name)));
    let mut count = 0;
    let mut wrong = Vec::new();
    // These read citations, or ask for rules of a rulebook of their own, some of which are not there on purpose.
    let invented = [
        "rules/src/cite.rs",
        "rules/src/text/refs.rs",
        "rules/tests/all/book.rs",
        "rules/tests/all/hostile.rs",
        // Of the rulebook of 2026.
        "rules/later.txt",
        // Of an older Chinese text.
        "rules/tests/all/real_text.rs",
        "cli/tests/program/rules.rs",
    ];
    for path in all.iter().filter(|path| !invented.iter().any(|name| path.ends_with(name))) {
        let Ok(text) = fs::read_to_string(path) else { continue };
        let program = path.extension().is_some_and(|e| e == "rs");
        for (i, line) in text.lines().enumerate() {
            let cited = if program { cite::rules(&cite::said(line)) } else { cite::rules(line) };
            for number in cited.into_iter().chain(cite::sections(line)) {
                count += 1;
                if !rules.contains_key(&number.to_string()) {
                    wrong.push(format!("{}:{}: there is no rule {number}", path.display(), i + 1));
                }
            }
        }
    }
    assert!(count > 2000, "only {count} citations were found");
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn keywords_cite_their_rule() {
    let Some(rules) = published() else { return };
    let mut wrong = Vec::new();
    for keyword in Keyword::ALL {
        let number = keyword.rule().to_string();
        // Words printed after these rules cite the introduction of 702.
        let heading = rules.get(&number).map(|h| h.to_lowercase()).unwrap_or_default();
        // A variant of a keyword, like those of partner, is named by its subrules.
        let variant = |(subrule, text): (&String, &String)| {
            subrule.strip_prefix(&number).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
                && text.to_lowercase().replace('\u{2019}', "'").contains(keyword.word())
        };
        let named = heading.split(" and ").any(|name| name == keyword.word()) || rules.iter().any(variant);
        if number != "702.1" && !named {
            wrong.push(format!("{}: {number} is \u{201c}{heading}\u{201d}", keyword.word()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// `numbers.txt` is what is published.
#[test]
fn the_numbers_are_the_published_ones() {
    let Ok(text) = fs::read_to_string(root().join(RULES)) else {
        eprintln!("skipped: {RULES} is not there");
        return;
    };
    let mut published: Vec<(String, usize)> = Vec::new();
    for line in text.lines() {
        let (number, _) = numbered(line);
        if let (true, Some(rule)) = (number.contains('.'), number.parse::<Rule>().ok()) {
            published.push((rule.to_string(), 0));
        } else if line.starts_with("Example:")
            && let Some((_, examples)) = published.last_mut()
        {
            *examples += 1;
        }
    }
    let ours: Vec<(String, usize)> = numbers::all().into_iter().map(|(rule, n)| (rule.to_string(), n)).collect();
    published.sort_by_key(|(number, _)| number.parse::<Rule>().ok());
    assert_eq!(ours, published);
}
