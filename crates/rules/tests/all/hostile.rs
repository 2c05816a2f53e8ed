//! Files of rules as an enemy would write them: nothing panics, nothing hangs, everything that is accepted can be used.

use std::time::{Duration, Instant};

use lawmage_rules::text::Library;
use lawmage_rules::text::lookup::find_all;
use lawmage_rules::text::refs::referring_to;
use lawmage_rules::text::search::{search, search_chinese};
use rand_chacha::ChaCha12Rng;
use rand_core::{Rng, SeedableRng};

const BOOK: &str = "These rules are effective as of May 1, 2030.\r\n\r\n1. Concepts\r\n\r\n100. General\r\n\r\n\
    100.1. A rule. See rules 100.1a–c, 101.2, and section 1.\r\n\r\n100.1a A subrule with “quotes”.\r\n\
    Example: An example of rule 100.1.\r\n     More of it.\r\n\r\n101. Other\r\n\r\n101.1. Heading\r\n\r\n101.1a Text of a creature.\r\n\r\n\
    Glossary\r\n\r\nHeading, Head\r\n1. A term. See rule 101.1. See also Other.\r\n\r\nOther\r\nSee Heading.\r\n\r\nCredits\r\n";
const RECORDS: &str = "{\"number\": \"100.1\", \"en\": \"A rule. See rule 101.1.\", \"en_source\": \"x\", \"zh\": \"一条规则。\\n例如：生物。\", \
    \"zh_source\": \"003\"}\n{\"number\": \"101.1a\", \"zh\": \"生物的叙述。参见规则100.1。\", \"zh_source\": \"003\"}\n";

/// Pieces that mean something to the readers.
const PIECES: [&str; 24] = [
    "Example:",
    "Glossary\n",
    "Credits\n",
    "100.",
    "999.255z ",
    "100.1a–z",
    "rules 100–999, ",
    "\n\n",
    "\r",
    "     ",
    "{\"number\":",
    "See also ",
    "\u{feff}",
    "\0",
    "例如：",
    "规则",
    "9. ",
    "0.0",
    "é",
    "\u{1b}[2J",
    "“",
    "-1",
    "18446744073709551616",
    "}",
];

fn mutated(seed: u64, base: &str) -> Vec<u8> {
    let mut rng = ChaCha12Rng::seed_from_u64(seed);
    let mut bytes = base.as_bytes().to_vec();
    let mut below = |n: usize| (rng.next_u64() % n.max(1) as u64) as usize;
    for _ in 0..1 + below(6) {
        let at = below(bytes.len());
        let end = (at + below(40)).min(bytes.len());
        match below(6) {
            0 => bytes.iter_mut().skip(at).take(1).for_each(|b| *b ^= 1 << (seed % 8)),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes.get(at..end).unwrap_or_default().repeat(1 + below(9));
                bytes.splice(at..at, copy);
            }
            3 => bytes.truncate(at),
            4 => {
                let to = below(bytes.len());
                let moved: Vec<u8> = bytes.drain(at..end).collect();
                let to = to.min(bytes.len());
                bytes.splice(to..to, moved);
            }
            _ => {
                let piece = PIECES.get(below(PIECES.len())).copied().unwrap_or_default();
                bytes.splice(at..at, piece.bytes());
            }
        }
    }
    bytes
}

/// Imports what can be, and asks everything of it.
fn use_it(library: &mut Library, bytes: &[u8]) -> bool {
    let taken = library.take("hostile", bytes).is_ok();
    for question in ["100.1", "1", "100-101", "heading", "101.9z"] {
        let _ = find_all(&library.book, &[question.to_owned()]);
    }
    let rules: Vec<_> = library.book.rules.keys().take(3).copied().collect();
    for rule in rules {
        let _ = referring_to(&library.book, rule);
    }
    let words = ["rule".to_owned(), "head".to_owned()];
    for answer in [search(&library.book, &words, 5), search_chinese(library, &["生物".to_owned()], 5)] {
        for hit in &answer.hits {
            assert!(hit.marks.iter().all(|mark| hit.snippet.get(mark.clone()).is_some()), "{hit:?}");
        }
    }
    taken
}

#[test]
fn mutated_files_are_read_or_refused() {
    let mut taken = 0;
    for seed in 0..4_000 {
        let mut library = Library::default();
        let (first, second) = if seed % 2 == 0 { (BOOK, RECORDS) } else { (RECORDS, BOOK) };
        taken += usize::from(use_it(&mut library, &mutated(seed, first)));
        taken += usize::from(use_it(&mut library, &mutated(seed + 1_000_000, second)));
        let utf16: Vec<u8> = BOOK.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let cut = (seed as usize * 7) % utf16.len();
        use_it(&mut Library::default(), utf16.get(..cut).unwrap_or_default());
    }
    assert!(taken > 3_000, "only {taken} of 8,000 were read: the mutations are too coarse");
}

/// Shapes that grow: each is read in time that grows with it.
#[test]
fn large_files_take_no_longer_than_their_size() {
    let many = |line: &dyn Fn(usize) -> String, count: usize| (0..count).map(line).collect::<String>();
    let numbered = |i: usize| {
        format!(
            "{}.{}{} Text of a creature that attacks.\n",
            100 + i / 2000,
            1 + i / 20 % 100,
            char::from(b'a' + (i % 20) as u8)
        )
    };
    let record = |i: usize| {
        let number = format!("{}.{}{}", 100 + i / 2000, 1 + i / 20 % 100, char::from(b'a' + (i % 20) as u8));
        format!("{{\"number\": \"{number}\", \"zh\": \"生物攻击牌手{i}。\"}}\n")
    };
    let files = [
        format!("100.1. {}", "rules 100–999, 100.1a–z, ".repeat(100_000)),
        format!("100.1. {}", "See See also ".repeat(200_000)),
        format!("100.1. x\nGlossary\n\n{}", many(&|i| format!("Term {i}\nSee Term {}.\n\n", i + 1), 40_000)),
        format!("100.1. x\n{}", "Example: e\n".repeat(200_000)),
        format!("100.1. x\n{}", "     more\n".repeat(300_000)),
        "1".repeat(3_000_000),
        many(&numbered, 60_000),
        "{".repeat(200_000),
        format!("{{\"number\": \"100.1\", \"en\": {}", "[".repeat(200_000)),
        many(&record, 30_000),
    ];
    let mut library = Library::default();
    for file in &files {
        let start = Instant::now();
        use_it(&mut library, file.as_bytes());
        let took = start.elapsed();
        assert!(took < Duration::from_secs(15), "{:?} for {}", took, file.get(..40).unwrap_or_default());
    }
}
