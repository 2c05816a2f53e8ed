//! The published rules and the records, where they lie in `../shared`; without them the tests say so and pass.

#![allow(clippy::print_stderr, reason = "a skipped test says so, and what differs is listed")]

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use lawmage_rules::numbers;
use lawmage_rules::text::lookup::Names;
use lawmage_rules::text::refs::{references, see_terms};
use lawmage_rules::text::{Library, decode, published, records};

type Outcome = Result<(), Box<dyn Error>>;

const PUBLISHED: &str = "../shared/rules/comprehensive-rules-2025-02-07.txt";
const RECORDS: &str = "../shared/rules/rules.jsonl";

fn bytes(name: &str) -> Option<Vec<u8>> {
    let path: PathBuf = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let read = fs::read(path).ok();
    if read.is_none() {
        eprintln!("skipped: {name} is not there");
    }
    read
}

#[test]
fn the_published_text_is_read_whole() -> Outcome {
    let Some(bytes) = bytes(PUBLISHED) else { return Ok(()) };
    let (book, unread) = published::read(&decode::decode(&bytes)?.text)?;
    assert_eq!(unread, [], "all of it is understood");
    assert_eq!(book.effective.as_deref(), Some("February 7, 2025"));
    assert_eq!(book.chapters.len(), 9);
    let known = numbers::all();
    assert_eq!(book.rules.keys().collect::<Vec<_>>(), known.keys().collect::<Vec<_>>());
    for (rule, examples) in &known {
        assert_eq!(book.rules.get(rule).map(|w| w.examples.len()), Some(*examples), "{rule}");
    }
    assert!(book.rules.keys().all(|rule| book.sections.contains_key(&rule.section)));
    assert!(book.glossary.len() > 600, "{} entries", book.glossary.len());
    Ok(())
}

#[test]
fn every_encoding_of_it_reads_the_same() -> Outcome {
    let Some(bytes) = bytes(PUBLISHED) else { return Ok(()) };
    // The only letter of it that Windows-1252 lacks.
    let text = String::from_utf8(bytes)?.replace('\u{2212}', "-");
    let book = published::read(&text)?.0;
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let (windows, _, lost) = encoding_rs::WINDOWS_1252.encode(&text);
    assert!(!lost);
    for bytes in
        [text.replace('\n', "\r\n").into_bytes(), text.replace('\n', "\r").into_bytes(), wide(&text), windows.to_vec()]
    {
        assert!(published::read(&decode::decode(&bytes)?.text)?.0 == book);
    }
    Ok(())
}

/// What the two files say in English is the same, but for the one rule whose record is newer, and two whose second paragraph has no
/// record.
#[test]
fn records_and_published_text_agree() -> Outcome {
    let (Some(rulebook), Some(lines)) = (bytes(PUBLISHED), bytes(RECORDS)) else { return Ok(()) };
    let mut library = Library::default();
    library.take("rules.txt", &rulebook)?;
    let merged = library.take("rules.jsonl", &lines)?;
    assert_eq!(merged.unread, []);
    let differ: Vec<String> = merged.overruled.iter().map(ToString::to_string).collect();
    assert_eq!(differ, ["205.4c", "509.1b", "603.10d"]);
    let english = records::read(&String::from_utf8(lines)?)?.english;
    for (rule, wording) in english.iter().filter(|(rule, _)| !merged.overruled.contains(rule)) {
        assert_eq!(library.book.rules.get(rule).map(|w| &w.examples), Some(&wording.examples), "{rule}");
    }
    Ok(())
}

#[test]
fn references_resolve() -> Outcome {
    let Some(bytes) = bytes(PUBLISHED) else { return Ok(()) };
    let (book, _) = published::read(&decode::decode(&bytes)?.text)?;
    let rules = book.rules.iter().map(|(rule, w)| (rule.to_string(), w.text.as_str()));
    let examples = book.rules.iter().flat_map(|(rule, w)| w.examples.iter().map(|e| (rule.to_string(), e.as_str())));
    let terms = book.glossary.iter().map(|t| (t.name.clone(), t.text.as_str()));
    let mut count = 0;
    let mut lost = Vec::new();
    for (place, text) in rules.chain(examples).chain(terms) {
        for target in references(text) {
            count += 1;
            if !target.is_in(&book) {
                lost.push(format!("{place}: {target}"));
            }
        }
    }
    assert!(count > 1500, "only {count} references were found");
    eprintln!("{count} references; not there: {lost:?}");
    assert!(lost.len() <= 20, "{lost:?}");
    let names = Names::of(&book);
    let missing: Vec<String> = book.glossary.iter().flat_map(|t| see_terms(&t.text, &names).1).collect();
    eprintln!("terms that are not there: {missing:?}");
    assert!(missing.len() <= 20, "terms that are not there: {missing:?}");
    Ok(())
}

/// Wordings that were looked at by hand: where the numbers moved, the Chinese follows; where nothing says the same, none is shown.
#[test]
fn chinese_is_shown_beside_what_says_the_same() -> Outcome {
    let (Some(rulebook), Some(lines)) = (bytes(PUBLISHED), bytes(RECORDS)) else { return Ok(()) };
    let mut library = Library::default();
    library.take("rules.txt", &rulebook)?;
    library.take("rules.jsonl", &lines)?;
    let numbers = library.numbers_in_chinese();
    let number = |rule: &str| -> Result<Option<String>, Box<dyn Error>> {
        Ok(numbers.get(&rule.parse()?).map(ToString::to_string))
    };
    for (rule, older) in [
        ("613.8", Some("613.8")),
        ("613.4b", Some("613.4b")),
        ("100.2a", Some("100.2a")),
        ("702.10", Some("702.10")),
        ("702.19", Some("702.19")),
        ("509.2", Some("509.4")),
        ("509.3", Some("509.5")),
        ("509.3b", Some("509.5b")),
        ("702.133a", Some("702.132a")),
        ("702.133", Some("702.132")),
        ("702.134a", Some("702.133a")),
        ("702.132a", Some("702.131a")),
        ("702.177a", None),
    ] {
        assert_eq!(number(rule)?.as_deref(), older, "{rule}");
    }
    let pairs = library.pairs();
    eprintln!("{pairs:?}");
    if std::env::var_os("LIST").is_some() {
        for (rule, chinese) in &library.chinese {
            let english = chinese.meets.and_then(|m| library.book.line(m)).unwrap_or_default();
            let meets = chinese.meets.map(|m| m.to_string()).unwrap_or_default();
            let start = |text: &str| text.chars().take(60).collect::<String>();
            eprintln!("{rule} -> {meets} | {} | {}", start(english), start(&chinese.wording.text));
        }
    }
    assert!(pairs.same > 1500 && pairs.moved > 150, "{pairs:?}");
    Ok(())
}
