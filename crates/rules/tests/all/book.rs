//! The text of a small rulebook of our own, in the shape of the published one: read, searched, followed.

use std::error::Error;

use lawmage_ir::Rule;
use lawmage_rules::text::lookup::{Found, Names, find, find_all};
use lawmage_rules::text::refs::{Place, Target, referring_to, see_terms};
use lawmage_rules::text::search::{Answer, search, search_chinese};
use lawmage_rules::text::{Library, Rulebook, published};

type Outcome = Result<(), Box<dyn Error>>;

/// A rulebook of tea.
const BOOK: &str = "\
The Comprehensive Rules of Tea

These rules are effective as of April 1, 2031.

Introduction

This is a book about tea.

Contents

1. Tea Concepts
100. General
101. Pots and Kettles

6. Pouring
613. Layers of Milk

Glossary

Credits

1. Tea Concepts

100. General

100.1. These rules apply to tea for two or more guests.

100.1a A guest is whoever sits down. See rule 613.8, “Order.”

100.2. A cup holds one tea.
Example: A cup holds green tea. Nobody may pour black tea into it.
Example: A guest has two cups.
     An indented paragraph goes on.

101. Pots and Kettles

101.1.A kettle makes water hot. (See rules 100.1a–b and section 6, “Pouring.”)

6. Pouring

613. Layers of Milk

613.1. Milk

613.1a Milk is a layer. Pour milk in the order of timestamps.

613.8. Within a layer, teas depend on each other.

Glossary

Kettle
A thing that gets hot. See rule 101.1.

Milk, Milky
1. A white drink. See also Kettle.
2. Anything with it in it. See rule 613.1.

Samovar (Obsolete)
See Kettle.

Credits

Tea design: nobody

613.9. This is no rule.
";

fn book() -> Rulebook {
    published::read(BOOK).map(|(book, _)| book).unwrap_or_default()
}

fn rule(number: &str) -> Rule {
    number.parse().unwrap_or_default()
}

#[test]
fn the_parts_of_a_book_are_read() -> Outcome {
    let (book, unread) = published::read(BOOK)?;
    assert_eq!(unread, []);
    assert_eq!(book.effective.as_deref(), Some("April 1, 2031"));
    let titles: Vec<_> = book.sections.iter().map(|(s, t)| (*s, t.as_str())).collect();
    assert_eq!(titles, [(100, "General"), (101, "Pots and Kettles"), (613, "Layers of Milk")]);
    assert_eq!(book.chapters.get(&6).map(String::as_str), Some("Pouring"));
    let numbers: Vec<String> = book.rules.keys().map(ToString::to_string).collect();
    assert_eq!(numbers, ["100.1", "100.1a", "100.2", "101.1", "613.1", "613.1a", "613.8"]);
    let cup = book.rules.get(&rule("100.2")).ok_or("no 100.2")?;
    assert_eq!(
        cup.examples,
        [
            "A cup holds green tea. Nobody may pour black tea into it.",
            "A guest has two cups.\nAn indented paragraph goes on."
        ]
    );
    assert_eq!(
        book.line(rule("101.1")),
        Some("A kettle makes water hot. (See rules 100.1a–b and section 6, “Pouring.”)")
    );
    assert_eq!(book.glossary.len(), 3);
    Ok(())
}

#[test]
fn what_is_not_understood_is_listed() -> Outcome {
    let text =
        "100. General\n\n100.1. One.\n\n100.1. One again.\n\nno number\n\n100.3.\n\nGlossary\n\nAlone\n\nCredits\n";
    let (book, unread) = published::read(text)?;
    let said: Vec<(usize, &str)> = unread.iter().map(|u| (u.line, u.why.as_str())).collect();
    assert_eq!(
        said,
        [
            (5, "a second 100.1; the first is kept"),
            (7, "no rule, no example, no title"),
            (9, "a rule without a text"),
            (13, "a term without a definition")
        ]
    );
    assert_eq!(book.line(rule("100.1")), Some("One."));
    assert!(published::read("Dear diary, today I had tea.").is_err_and(|e| e.to_string().contains("no rules")));
    Ok(())
}

#[test]
fn references_are_followed_both_ways() {
    let book = book();
    assert_eq!(referring_to(&book, rule("613.8")), [Place::Rule(rule("100.1a"))]);
    assert_eq!(referring_to(&book, rule("100.1a")), [Place::Rule(rule("101.1"))], "within a range");
    assert_eq!(referring_to(&book, rule("101.1")), [Place::Term("Kettle".to_owned())]);
    let names = Names::of(&book);
    let samovar = names.term("samovars").map(|t| t.text.clone()).unwrap_or_default();
    let (seen, missing) = see_terms(&samovar, &names);
    assert_eq!((seen.iter().map(|t| t.name.as_str()).collect::<Vec<_>>(), missing), (vec!["Kettle"], vec![]));
}

#[test]
fn questions_find_numbers_and_names() -> Outcome {
    let book = book();
    let names = Names::of(&book);
    for (question, number) in [
        ("613.8", "613.8"),
        ("rule 100.1A", "100.1a"),
        ("613.", "613"),
        ("6", "6"),
        ("CR 101.1", "101.1"),
        ("100.1-2", "100.1–100.2"),
        ("100-101", "100–101"),
        ("613.1-613.8", "613.1–613.8"),
    ] {
        let found = find(&book, &names, question).map_err(|m| m.what)?;
        assert!(matches!(found, Found::Number(target) if target.to_string() == number), "{question}: {found:?}");
    }
    // A title of a section, one of a rule with its terms, a term by either of its names, in any number and capitals.
    let of = |question: &str| match find(&book, &names, question) {
        Ok(Found::Name { rules, terms }) => (rules, terms.iter().map(|t| t.name.clone()).collect()),
        _ => (Vec::new(), Vec::<String>::new()),
    };
    assert_eq!(of("layer of milk"), (vec![rule("613")], vec![]));
    assert_eq!(of("milk"), (vec![rule("613.1")], vec!["Milk, Milky".to_owned()]));
    assert_eq!(of("MILKY"), (vec![], vec!["Milk, Milky".to_owned()]));
    assert_eq!(of("layers of"), (vec![rule("613")], vec![]), "the only name that begins so");
    assert_eq!(of("kettles"), (vec![rule("101")], vec!["Kettle".to_owned()]), "one of two names in a title");
    let all = find_all(&book, &["613.8", "layers", "of", "milk", "samovar"].map(str::to_owned)).map_err(|m| m.what)?;
    let asked: Vec<&str> = all.iter().map(|(asked, _)| asked.as_str()).collect();
    assert_eq!(asked, ["613.8", "layers of milk", "samovar"]);
    Ok(())
}

#[test]
fn what_is_absent_names_the_nearest() {
    let book = book();
    let names = Names::of(&book);
    let missing = |question: &str| find(&book, &names, question).err().map(|m| (m.what, m.near)).unwrap_or_default();
    for (question, what) in [
        ("613.15", "613.15 does not exist; 613 ends at 613.8"),
        ("613.4", "613.4 does not exist; it would stand between 613.1 and 613.8"),
        ("100.1z", "100.1z does not exist; 100.1 ends at 100.1a"),
        ("613.8a", "613.8a does not exist; 613.8 has no subrules"),
        ("613.9a", "613.9a does not exist; 613 ends at 613.8"),
        ("102", "102 does not exist; chapter 1 ends at 101"),
        ("400.1", "400.1 does not exist; there are no sections in its chapter"),
        ("8", "there is no chapter 8 in this text"),
        ("613.8-12", "613.12 does not exist; 613 ends at 613.8"),
    ] {
        assert_eq!(missing(question).0, what);
    }
    assert_eq!(
        missing("ketle"),
        ("no rule and no term of the glossary is called “ketle”".to_owned(), vec!["Kettle".to_owned()])
    );
    for odd in ["", " ", "…", "613.8.8", "613.", "-", "613–", "rule", "9999", "613.99999", "٣"] {
        let _ = find(&book, &names, odd);
    }
}

fn places(answer: &Answer) -> Vec<String> {
    let name = |place: &Place| match place {
        Place::Rule(rule) => rule.to_string(),
        Place::Term(name) => name.clone(),
    };
    answer.hits.iter().map(|hit| name(&hit.place)).collect()
}

fn found(words: &[&str]) -> Vec<String> {
    places(&search(&book(), &words.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>(), 20))
}

#[test]
fn titles_come_first_then_rules_by_number() {
    assert_eq!(
        found(&["milk"]),
        ["Milk, Milky", "613.1", "613", "613.1a"][..].iter().map(|s| (*s).to_owned()).collect::<Vec<_>>()
    );
    assert_eq!(found(&["LAYER", "timestamp"]), ["613.1a"]);
    assert_eq!(found(&["tea cup"]), [""; 0], "words in quotes stand side by side");
    assert_eq!(found(&["green tea"]), ["100.2"], "in an example");
    assert_eq!(found(&["tea", "cup"]), ["100.2"]);
    assert_eq!(found(&["timest"]), ["613.1a"], "the beginning of a word");
    assert_eq!(found(&["…"]), [""; 0]);
}

#[test]
fn hits_mark_their_words_and_limits_hold() {
    let answer = search(&book(), &["kettles".to_owned(), "hot".to_owned()], 1);
    assert_eq!((answer.hits.len(), answer.total), (1, 2));
    for hit in &answer.hits {
        let marked: Vec<&str> = hit.marks.iter().filter_map(|m| hit.snippet.get(m.clone())).collect();
        assert!(marked.contains(&"hot"), "{hit:?}");
    }
}

#[test]
fn nothing_found_names_near_words() {
    let answer = search(&book(), &["ketle".to_owned(), "milk".to_owned()], 9);
    assert_eq!(answer.total, 0);
    let said: Vec<_> = answer.words.iter().map(|w| (w.word.as_str(), w.count, w.near.join(","))).collect();
    assert_eq!(said, [("ketle", 0, "kettle".to_owned()), ("milk", 3, String::new())]);
}

/// Records: the numbering of the Chinese is older, 613.7 there is 613.8 here, and 613.8 there was removed.
const RECORDS: &str = r#"
{"number": "613.8", "en": "Within a layer, effects with an older wording apply.", "en_source": "old", "zh": "每位牌手洗其牌库。", "zh_source": "A"}
{"number": "613.7", "zh": "在一个层中，效应按照从属关系和时间印记顺序生效。", "zh_source": "A"}
{"number": "613.9", "en": "Each opponent reveals a hand.", "zh": "每位对手展示手牌。\n例如：一位对手有两张牌。"}
{"number": 5}
no record
"#;

/// What the rulebook says of the same things.
const LAYERS: &str = "613. Layers\n\n613.8. Within a layer, effects apply in timestamp order unless one depends on another.\n\n\
    613.9. Each opponent reveals their hand.\n";

#[test]
fn the_published_text_decides_and_chinese_meets_what_says_the_same() -> Outcome {
    let mut first = Library::default();
    let merged = first.take("layers.txt", LAYERS.as_bytes())?;
    assert_eq!((merged.english, merged.chinese, merged.unread.len()), (2, 0, 0));
    let merged = first.take("rules.jsonl", RECORDS.as_bytes())?;
    assert_eq!((merged.english, merged.chinese, merged.unread.len()), (2, 3, 2));
    assert_eq!(merged.overruled, [rule("613.8"), rule("613.9")]);
    let meets: Vec<_> = first.chinese.iter().map(|(r, c)| (r.to_string(), c.meets.map(|m| m.to_string()))).collect();
    assert_eq!(
        meets,
        [
            ("613.7".to_owned(), Some("613.8".to_owned())),
            ("613.8".to_owned(), None),
            ("613.9".to_owned(), Some("613.9".to_owned()))
        ]
    );
    assert_eq!(first.numbers_in_chinese().get(&rule("613.8")), Some(&rule("613.7")));
    // In the other order the same comes of it.
    let mut second = Library::default();
    second.take("rules.jsonl", RECORDS.as_bytes())?;
    assert_eq!(second.book.rules.get(&rule("613.8")).and_then(|w| w.source.as_deref()), Some("old"));
    let merged = second.take("layers.txt", LAYERS.as_bytes())?;
    assert_eq!(merged.overruled, [rule("613.8"), rule("613.9")]);
    assert_eq!(first, second);
    assert_eq!(places(&search_chinese(&first, &["时间印记".to_owned()], 5)), ["613.7"]);
    assert_eq!(first.chinese.get(&rule("613.9")).map(|c| c.wording.examples.len()), Some(1));
    Ok(())
}

#[test]
fn a_library_is_kept_and_a_broken_one_refused() -> Outcome {
    let dir = tempfile::tempdir()?;
    let path = dir.path().join("rules.db");
    assert_eq!(Library::open(&path)?, None);
    let mut library = Library::default();
    library.take("book.txt", BOOK.as_bytes())?;
    library.save(&path)?;
    assert_eq!(Library::open(&path)?, Some(library));
    let bytes = std::fs::read(&path)?;
    let refused = |bytes: &[u8]| -> Result<String, Box<dyn Error>> {
        std::fs::write(&path, bytes)?;
        Ok(Library::open(&path).err().map(|e| e.to_string()).unwrap_or_default())
    };
    let mut newer = bytes.clone();
    newer.iter_mut().skip("lawmage rules text\n".len()).take(1).for_each(|b| *b = 99);
    assert!(refused(&newer)?.contains("another version of lawmage (format 99"));
    assert!(refused(b"SQLite")?.contains("is no rules text of lawmage"));
    for cut in [0, 10, 20, 23, 30, bytes.len() / 2, bytes.len() - 1] {
        assert!(refused(bytes.get(..cut).unwrap_or_default())?.contains("import the rules again"), "cut at {cut}");
    }
    // Any bit of the packed part: its checksum sees it.
    for at in (23..bytes.len()).step_by(7) {
        let mut flipped = bytes.clone();
        flipped.iter_mut().skip(at).take(1).for_each(|b| *b ^= 16);
        assert!(refused(&flipped)?.contains("import the rules again"), "flipped at {at}");
    }
    Ok(())
}

#[test]
fn targets_of_numbers_print_as_they_are_asked() {
    assert_eq!(Target::Range(rule("601.2a"), rule("601.2d")).to_string(), "601.2a–601.2d");
}
