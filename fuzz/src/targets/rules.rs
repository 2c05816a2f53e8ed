//! Files of rules that are imported, and the library made of them.

use lawmage_rules::text::Library;
use lawmage_rules::text::lookup::find_all;
use lawmage_rules::text::refs::referring_to;
use lawmage_rules::text::search::{Answer, search, search_chinese};
use tempfile::TempDir;

use super::{Format, Target};

/// A rulebook or a file of records.
pub const TEXT: Target = Target {
    name: "rules",
    invariant: "what is read can be shown and searched, and nothing in it moves a terminal's cursor",
    words: &[
        "Example:",
        "\n\nGlossary\n\n",
        "\n\nCredits\n",
        "rules 100–999, ",
        "601.2a–d",
        "999.255z ",
        "See also ",
        "{\"number\":",
        "\"zh\":",
        "例如：",
        "规则",
        "\u{feff}",
        "\u{1b}[2J",
    ],
    make: || Box::new(Text),
};

/// The file in which imported rules are kept.
pub const LIBRARY: Target = Target {
    name: "rules-library",
    invariant: "a damaged library is refused",
    words: &["\u{ff}", "lawmage rules text\n"],
    make: || Box::new(Stored::new()),
};

const BOOK: &str = "These rules are effective as of May 1, 2030.\n\n1. Concepts\n\n100. General\n\n\
    100.1. A rule. See rules 100.1a–c, 101.2, and section 1.\n\n100.1a A subrule with “quotes”.\n\
    Example: An example of rule 100.1.\n     More of it.\n\n101. Other\n\n101.1. Heading\n\n101.1a Text of a creature.\n\n\
    Glossary\n\nHeading, Head\n1. A term. See rule 101.1. See also Other.\n\nOther\nSee Heading.\n\nCredits\n";
const RECORDS: &str = "{\"number\": \"100.1\", \"en\": \"A rule. See rule 101.1.\", \"zh\": \"一条规则。\\n例如：生物。\", \"zh_source\": \"A\"}\n\
    {\"number\": \"101.1a\", \"zh\": \"生物的叙述。参见规则100.1。\", \"zh_source\": \"A\"}\n";

struct Text;

impl Format for Text {
    fn samples(&self) -> Vec<Vec<u8>> {
        let wide = BOOK.encode_utf16().flat_map(u16::to_le_bytes).collect();
        vec![BOOK.into(), RECORDS.into(), BOOK.replace('\n', "\r").into(), wide]
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let mut library = Library::default();
        // Beside a sound file of the other kind, so that what was read meets something.
        let other = if input.first() == Some(&b'{') { BOOK } else { RECORDS };
        let _ = library.take("other", other.as_bytes());
        if library.take("input", input).is_err() {
            return Ok(());
        }
        for question in ["100.1", "1", "100-101", "heading", "101.9z"] {
            let _ = find_all(&library.book, &[question.to_owned()]);
        }
        for rule in library.book.rules.keys().take(3) {
            let _ = referring_to(&library.book, *rule);
        }
        let words = ["rule".to_owned(), "head".to_owned()];
        sound(&search(&library.book, &words, 5))?;
        sound(&search_chinese(&library, &["生物".to_owned()], 5))?;
        let moves = |text: &str| text.chars().any(|c| c.is_control() && c != '\n');
        let texts =
            library.book.rules.values().map(|w| &w.text).chain(library.chinese.values().map(|c| &c.wording.text));
        match texts.into_iter().find(|text| moves(text)) {
            Some(text) => Err(format!("a control character was kept: {text:?}")),
            None => Ok(()),
        }
    }
}

fn sound(answer: &Answer) -> Result<(), String> {
    let cut =
        |hit: &lawmage_rules::text::search::Hit| hit.marks.iter().any(|mark| hit.snippet.get(mark.clone()).is_none());
    answer.hits.iter().find(|hit| cut(hit)).map_or(Ok(()), |hit| Err(format!("a mark is outside its snippet: {hit:?}")))
}

struct Stored {
    folder: Option<TempDir>,
    whole: Library,
}

impl Stored {
    fn new() -> Self {
        let mut whole = Library::default();
        let _ = whole.take("book", BOOK.as_bytes());
        let _ = whole.take("records", RECORDS.as_bytes());
        Self { folder: tempfile::tempdir().ok(), whole }
    }
}

impl Format for Stored {
    fn samples(&self) -> Vec<Vec<u8>> {
        let path = self.folder.as_ref().map(|f| f.path().join("sample"));
        let bytes = path.filter(|path| self.whole.save(path).is_ok()).and_then(|path| std::fs::read(path).ok());
        bytes.into_iter().collect()
    }

    fn run(&mut self, input: &[u8]) -> Result<(), String> {
        let Some(path) = self.folder.as_ref().map(|f| f.path().join("rules.db")) else { return Ok(()) };
        std::fs::write(&path, input).map_err(|e| e.to_string())?;
        match Library::open(&path) {
            Ok(Some(read)) if read != self.whole => Err("a damaged library was read".to_owned()),
            _ => Ok(()),
        }
    }
}
