//! `lawmage rules import`, `show` and `search`, as a judge uses them, with a small rulebook of our own.

use super::common::{command, lawmage, stderr, stdout};

const BOOK: &str = "\
These rules are effective as of May 1, 2030.

1. Concepts

104. Ending

104.1. A game ends when someone wins.

6. Effects

613. Layers

613.7. Effects apply in the order of their timestamps. (See rule 613.8.)

613.8. Within a layer, effects apply in timestamp order unless one depends on another.

613.8a An effect depends on another that changes what it does.
Example: An effect gives each creature an ability.

7. More

702. Keyword Abilities

702.19. Trample

702.19a Trample changes how a creature deals damage to players. See rules 104.1 and 613.7–8.

Glossary

Trample
A keyword ability of creatures. See rule 702.19. See also Timestamp.

Timestamp
What tells which effect is older. See rule 613.7.

Credits
";
const RECORDS: &str = "{\"number\": \"613.7\", \"zh\": \"在一个层中，效应按照从属关系和时间印记顺序生效。\", \"zh_source\": \"A\"}\n\
    {\"number\": \"613.8\", \"zh\": \"每位牌手洗其牌库。\", \"zh_source\": \"A\"}\n";

/// A data directory with the book in it.
fn imported() -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a directory");
    std::fs::write(dir.path().join("book.txt"), BOOK).expect("written");
    let output = lawmage(dir.path(), &["rules", "import", "book.txt"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}{}", stderr(&output));
    assert!(text.starts_with("book.txt: 6 rules in English, 1 example, 2 glossary entries (UTF-8)\n"), "{text}");
    assert!(text.contains("The rules as of May 1, 2030"), "{text}");
    dir
}

#[test]
fn without_a_text_the_program_says_how_to_get_it() {
    let dir = tempfile::tempdir().expect("a directory");
    for args in [&["rules", "show", "trample"][..], &["rules", "search", "trample"], &["rules", "show", "613.8"]] {
        let output = lawmage(dir.path(), args);
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).contains("no rules text is imported: download the Comprehensive Rules"), "{args:?}");
        assert!(stderr(&output).contains("lawmage rules import FILE"), "{args:?}");
    }
    // What is enforced, and where, is known without it, and without a checkout.
    let text = stdout(&lawmage(dir.path(), &["rules", "show", "613.8"]));
    assert!(text.contains("613.8a") && text.contains("enforces it: crates/engine/src/layers/"), "{text}");
    assert!(text.contains("scenarios/") && text.contains("3 of 3 subrules enforced"), "{text}");
}

#[test]
fn a_rule_is_shown_with_its_subrules_examples_references_and_code() {
    let dir = imported();
    let output = lawmage(dir.path(), &["rules", "show", "613.8"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let shown = "\
6. Effects › 613. Layers
613.8    Within a layer, effects apply in timestamp order unless one depends on
         another.
613.8a   An effect depends on another that changes what it does.
         Example: An effect gives each creature an ability.

cited by  613.7, 702.19a
lawmage   enforces it: crates/engine/src/layers/";
    assert!(text.starts_with(shown), "{text}");
    assert!(!text.contains('\u{1b}'), "no colour without a terminal");
    let mut narrow = command(dir.path(), &["rules", "show", "702.19a"]);
    let narrow = narrow.env("COLUMNS", "40").output().expect("the binary runs");
    assert!(stdout(&narrow).lines().filter(|l| !l.contains("crates/")).all(|l| l.chars().count() <= 40));
}

#[test]
fn keywords_terms_sections_and_ranges_are_shown_several_at_once() {
    let dir = imported();
    let text = stdout(&lawmage(dir.path(), &["rules", "show", "tramples", "6", "613", "613.7-8", "Timestamp"]));
    for part in [
        "Trample  glossary\n  A keyword ability of creatures.",
        "see       Timestamp: What tells which effect is older.",
        "702.19   Trample\n702.19a  Trample changes how",
        "see       104.1     A game ends when someone wins.\n          613.7–613.8 Effects apply",
        "cited by  “Trample”",
        "6. Effects\n613  Layers",
        "613. Layers\n613.7    Effects",
    ] {
        assert!(text.contains(part), "{part}\n---\n{text}");
    }
    let json = lawmage(dir.path(), &["rules", "show", "trample", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&json)).expect("JSON");
    assert_eq!(json[0]["glossary"][0]["name"], "Trample");
    assert_eq!(json[0]["blocks"][0]["rules"][1]["rule"], "702.19a");
    assert_eq!(json[0]["blocks"][0]["refers_to"][1], "613.7–613.8");
    assert!(json[0]["blocks"][0]["rules"][1]["lawmage"]["status"].is_string());
}

#[test]
fn what_is_not_there_names_the_nearest() {
    let dir = imported();
    for (asked, said) in [
        ("613.15", "error: 613.15 does not exist; 613 ends at 613.8\n"),
        ("613.8c", "error: 613.8c does not exist; 613.8 ends at 613.8a\n"),
        ("trmple", "error: no rule and no term of the glossary is called “trmple”; did you mean Trample?\n"),
        (
            "banding lore",
            "error: no rule and no term of the glossary is called “banding lore”; to look through the texts: \
             lawmage rules search banding lore\n",
        ),
    ] {
        let output = lawmage(dir.path(), &["rules", "show", asked]);
        assert_eq!((output.status.code(), stderr(&output).as_str()), (Some(1), said));
    }
}

#[test]
fn chinese_stands_beside_what_says_the_same_only() {
    let dir = imported();
    let none = lawmage(dir.path(), &["rules", "show", "613.8", "--lang", "zh"]);
    assert!(stdout(&none).contains("no Chinese was imported"), "{}", stdout(&none));
    std::fs::write(dir.path().join("rules.jsonl"), RECORDS).expect("written");
    let text = stdout(&lawmage(dir.path(), &["rules", "import", "rules.jsonl"]));
    assert!(
        text.contains("2 rules in Chinese") && text.contains("The Chinese numbering is older: 0 wordings"),
        "{text}"
    );
    let text = stdout(&lawmage(dir.path(), &["rules", "show", "613.8", "--lang", "both"]));
    assert!(text.contains("在一个层中") && text.contains("(613.7 in the older numbering of the Chinese)"), "{text}");
    assert!(!text.contains("牌库"), "the older 613.8 is another rule: {text}");
    let text = stdout(&lawmage(dir.path(), &["rules", "show", "613.7", "--lang", "zh"]));
    assert!(
        text.contains("no Chinese wording is known") && text.contains("the older Chinese 613.7 is today's 613.8"),
        "{text}"
    );
    let text = stdout(&lawmage(dir.path(), &["rules", "search", "时间印记"]));
    assert!(text.starts_with("613.7  the number in the older Chinese text; today 613.8\n"), "{text}");
}

#[test]
fn a_search_ranks_titles_first_and_says_when_there_is_nothing() {
    let dir = imported();
    let text = stdout(&lawmage(dir.path(), &["rules", "search", "timestamp"]));
    let order: Vec<Option<usize>> =
        ["Timestamp  glossary", "613.7  Layers", "613.8  Layers"].map(|p| text.find(p)).to_vec();
    assert!(order.iter().all(Option::is_some) && order.is_sorted(), "{text}");
    let output = lawmage(dir.path(), &["rules", "search", "timstamp"]);
    assert_eq!(output.status.code(), Some(1));
    let said = "no rule and no term has all of: timstamp\n  “timstamp” is in none; near it: timestamp\n";
    assert_eq!(stdout(&output), said);
    let json = lawmage(dir.path(), &["rules", "search", "effects depends", "--limit", "1", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&stdout(&json)).expect("JSON");
    assert_eq!((json["total"].as_u64(), json["hits"][0]["in"].as_str()), (Some(1), Some("613.8a")));
}

#[test]
fn broken_files_are_refused_and_lose_nothing() {
    let dir = imported();
    let before = std::fs::read(dir.path().join("rules.db")).expect("read");
    for (name, bytes, said) in [
        (
            "a.pdf",
            &b"%PDF-1.7 ..."[..],
            "a.pdf: is a PDF, not a text file; the rulebook is published as text (TXT) too",
        ),
        ("diary.txt", b"Dear diary.", "diary.txt: has no rules in it"),
        ("broken.jsonl", b"{\"number\": ", "broken.jsonl: has no rules in it; line 1: no record of a rule"),
        ("data.bin", &[0, 159, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0, 1], "data.bin: is data, not a text file"),
    ] {
        std::fs::write(dir.path().join(name), bytes).expect("written");
        let output = lawmage(dir.path(), &["rules", "import", name]);
        assert_eq!(output.status.code(), Some(1), "{name}");
        assert!(stderr(&output).contains(said), "{}", stderr(&output));
    }
    assert_eq!(std::fs::read(dir.path().join("rules.db")).expect("read"), before);
    std::fs::write(dir.path().join("rules.db"), before.get(..before.len() / 2).expect("half")).expect("written");
    let output = lawmage(dir.path(), &["rules", "show", "613.8"]);
    assert!(stderr(&output).contains("is damaged") && stderr(&output).contains("import the rules again"));
    let again = lawmage(dir.path(), &["rules", "import", "book.txt"]);
    assert_eq!(again.status.code(), Some(0), "{}", stderr(&again));
    assert_eq!(std::fs::read(dir.path().join("rules.db")).expect("read"), before);
}
