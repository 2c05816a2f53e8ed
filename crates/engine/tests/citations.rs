//! Every rule cited anywhere in the project exists in the published rules, and keywords cite the rule of their name.
//! The rules lie in `../shared`; without them the tests that need them say so and pass.

#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use lawmage_ir::Keyword;

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
        let (number, words) = line.split_once(' ')?;
        let number = number.strip_suffix('.').unwrap_or(number);
        let is_rule = number.len() >= 3 && number.get(..3)?.bytes().all(|b| b.is_ascii_digit());
        is_rule.then(|| (number.to_owned(), words.trim().to_owned()))
    };
    Some(text.lines().filter_map(rule).collect())
}

/// The rule numbers in a text: `601.2a`, and both ends of `601.2a-d` and `510.1-2`.
fn numbers(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or(' ');
    let digits = |from: usize| (from..).take_while(|i| at(*i).is_ascii_digit()).count();
    let letter = |i: usize| at(i).is_ascii_lowercase() && !at(i + 1).is_alphanumeric();
    let mut found = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let start = i;
        let section = digits(i);
        i += section.max(1);
        let apart = start == 0 || !(at(start - 1).is_alphanumeric() || at(start - 1) == '.');
        let number = digits(i + 1);
        if section != 3 || !apart || at(start) == '0' || at(i) != '.' || number == 0 {
            continue;
        }
        let plain = i;
        i += 1 + number;
        let bare = i;
        i += usize::from(letter(i));
        if at(i).is_alphanumeric() || (at(i) == '.' && at(i + 1).is_ascii_digit()) {
            continue;
        }
        let said = |to: usize| chars.iter().take(to).skip(start).collect::<String>();
        found.push(said(i));
        // A range: its last rule has the same section, or the same number and another letter.
        let range = matches!(at(i), '-' | '–');
        if range && i > bare && letter(i + 1) {
            found.push(format!("{}{}", said(bare), at(i + 1)));
        } else if range && i == bare && matches!(digits(i + 1), 1..=2) {
            let last: String = chars.iter().skip(i + 1).take(digits(i + 1)).collect();
            found.push(format!("{}.{last}", said(plain)));
        }
    }
    found
}

/// What a line of a program says to people: its strings and its comment.
fn said(line: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    let mut before = ' ';
    for (i, c) in line.char_indices() {
        if c == '"' && before != '\\' {
            quoted = !quoted;
            out.push(' ');
        } else if quoted {
            out.push(c);
        } else if c == '/' && before == '/' {
            out.push_str(line.get(i..).unwrap_or_default());
            break;
        }
        before = c;
    }
    out
}

/// What `rule!("...")` names in a line, sections too.
fn named(line: &str) -> impl Iterator<Item = String> + '_ {
    line.split("rule!(\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned)
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

#[test]
fn numbers_are_found() {
    assert_eq!(
        numbers("601.2a-d, 510.1-2; 702.19b's (508.1d)"),
        ["601.2a", "601.2d", "510.1", "510.2", "702.19b", "508.1d"]
    );
    assert_eq!(numbers("1601.2, 3.601.2, 601.2ab, 601.2.3, 60.12, v601.2"), [""; 0]);
    assert_eq!(numbers(&said("let share = 100.0 * part; // 601.2a")), ["601.2a"]);
    assert_eq!(numbers(&said("    Flying => \"flying\", \"702.9\",")), ["702.9"]);
    assert_eq!(named("rule!(\"606\"), rule!(\"601.2a\")").collect::<Vec<_>>(), ["606", "601.2a"]);
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
    for path in all.iter().filter(|path| !path.ends_with("tests/citations.rs")) {
        let Ok(text) = fs::read_to_string(path) else { continue };
        let program = path.extension().is_some_and(|e| e == "rs");
        for (i, line) in text.lines().enumerate() {
            let cited = if program { numbers(&said(line)) } else { numbers(line) };
            for number in cited.into_iter().chain(named(line)) {
                count += 1;
                if !rules.contains_key(&number) {
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
        if number != "702.1" && !heading.split(" and ").any(|name| name == keyword.word()) {
            wrong.push(format!("{}: {number} is \u{201c}{heading}\u{201d}", keyword.word()));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
