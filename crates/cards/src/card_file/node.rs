//! YAML as a tree in which each part knows its place in the file, so that what is wrong can be shown where it is written.

use std::collections::BTreeMap;
use std::ops::Range;

use granit_parser::{Event, Parser, ScalarStyle, ScanError};

use crate::{Error, Result};

/// How many parts (texts, lists, mappings) a file may have, what its aliases repeat included.
pub const PARTS: usize = 1_000_000;

/// A part of the file.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Where it stands, in bytes of the file.
    pub span: Range<usize>,
    pub kind: Kind,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// A text or a number, as decoded, and how it is written.
    Text(String, ScalarStyle),
    List(Vec<Node>),
    /// Keys and values in written order.
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// What it is, in a word.
    pub fn sort(&self) -> &'static str {
        match self.kind {
            Kind::Text(..) => "a text",
            Kind::List(_) => "a list",
            Kind::Map(_) => "fields",
        }
    }

    /// Whether nothing is written there: `text:` alone, `~`, `null`.
    pub fn is_nothing(&self) -> bool {
        matches!(&self.kind, Kind::Text(text, ScalarStyle::Plain) if matches!(text.as_str(), "" | "~" | "null"))
    }

    pub fn text(&self) -> Option<&str> {
        match &self.kind {
            Kind::Text(text, _) => Some(text),
            _ => None,
        }
    }

    fn parts(&self) -> usize {
        match &self.kind {
            Kind::Text(..) => 1,
            Kind::List(all) => 1 + all.iter().map(Self::parts).sum::<usize>(),
            Kind::Map(all) => 1 + all.iter().map(|(key, value)| key.parts() + value.parts()).sum::<usize>(),
        }
    }
}

/// A list or mapping whose end is not read yet.
struct Open {
    start: usize,
    anchor: usize,
    parts: Vec<Node>,
    map: bool,
}

/// Reads the first document of the text; `None` when there is nothing in it.
///
/// # Errors
/// With the place, where it is no YAML or more than one document or has too many parts.
pub(super) fn read(file: &str) -> Result<Option<Node>> {
    let mut open: Vec<Open> = Vec::new();
    let mut anchors: BTreeMap<usize, Node> = BTreeMap::new();
    let mut root: Option<Node> = None;
    let mut parts = 0;
    for event in Parser::new_from_str(file) {
        let (event, span) = event.map_err(|e| yaml_error(file, &e))?;
        let span = span.byte_range().unwrap_or(0..0);
        let (node, anchor) = match event {
            Event::Scalar(text, style, anchor, _) => {
                (Node { span, kind: Kind::Text(text.into_owned(), style) }, anchor)
            }
            Event::SequenceStart(_, anchor, _) | Event::MappingStart(_, anchor, _) => {
                let map = matches!(event, Event::MappingStart(..));
                open.push(Open { start: span.start, anchor, parts: Vec::new(), map });
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let Some(done) = open.pop() else { continue };
                let span = done.start..span.end.max(done.start);
                (Node { span, kind: collected(done.parts, done.map) }, done.anchor)
            }
            Event::Alias(id) => {
                let Some(node) = anchors.get(&id) else {
                    return Err(Error::new("an alias of what is not written yet").at(file, span));
                };
                parts += node.parts();
                (node.clone(), 0)
            }
            Event::DocumentStart(..) if root.is_some() => {
                return Err(Error::new("a second document").hint("a card file is one list of cards").at(file, span));
            }
            _ => continue,
        };
        parts += 1;
        if parts > PARTS {
            let what = format!("the file has more than {PARTS} parts (texts, lists, mappings)");
            return Err(Error::new(what).hint("make several files of it").at(file, node.span));
        }
        if anchor != 0 {
            anchors.insert(anchor, node.clone());
        }
        match open.last_mut() {
            Some(outer) => outer.parts.push(node),
            None => root = Some(node),
        }
    }
    Ok(root)
}

fn collected(parts: Vec<Node>, map: bool) -> Kind {
    if !map {
        return Kind::List(parts);
    }
    let mut pairs = Vec::new();
    let mut parts = parts.into_iter();
    while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
        pairs.push((key, value));
    }
    Kind::Map(pairs)
}

fn yaml_error(file: &str, error: &ScanError) -> Error {
    let at = error.marker().byte_offset().unwrap_or_default();
    Error::new(format!("this is no YAML: {}", error.info()))
        .hint("put texts with “: ”, “#”, braces or quotes in quotes, or below “text: |-”")
        .at(file, at..at + 1)
}

/// For each byte of a decoded text the byte of the file that it comes from, whatever the notation: folded and indented
/// lines, escapes, doubled quotes. One more at the end, for what stands after it.
pub(super) fn places(file: &str, node: &Node) -> Vec<usize> {
    let Kind::Text(text, style) = &node.kind else { return Vec::new() };
    let end = node.span.end.min(file.len());
    let mut at = file.floor_char_boundary(node.span.start.min(end));
    let rest = |at: usize| file.get(at..end).unwrap_or_default();
    match style {
        ScalarStyle::DoubleQuoted | ScalarStyle::SingleQuoted => at += usize::from(rest(at).starts_with(['"', '\''])),
        ScalarStyle::Literal | ScalarStyle::Folded if rest(at).starts_with(['|', '>']) => {
            at += rest(at).find('\n').map_or(0, |n| n + 1);
        }
        _ => {}
    }
    let escapes = *style == ScalarStyle::DoubleQuoted;
    let mut places = Vec::with_capacity(text.len() + 1);
    for c in text.chars() {
        if !c.is_whitespace() {
            while let Some(raw) = rest(at).chars().next() {
                let escape = rest(at).get(1..).filter(|_| escapes && raw == '\\').and_then(|r| r.chars().next());
                match escape {
                    // The white space that an escape makes is passed over with the other.
                    Some('n' | 't' | 'r' | ' ' | '\n' | '_' | 'N' | 'L' | 'P' | '0') => at += 2,
                    Some(_) => break,
                    None if raw == c => break,
                    None => at += raw.len_utf8(),
                }
            }
        }
        places.extend(std::iter::repeat_n(at, c.len_utf8()));
        if c.is_whitespace() {
            continue;
        }
        let step = rest(at).chars().next();
        at += match (step, rest(at).chars().nth(1)) {
            (Some('\\'), Some('x')) if escapes => 4,
            (Some('\\'), Some('u')) if escapes => 6,
            (Some('\\'), Some('U')) if escapes => 10,
            (Some('\\'), Some(escaped)) if escapes => 1 + escaped.len_utf8(),
            (Some('\''), Some('\'')) if *style == ScalarStyle::SingleQuoted => 2,
            (Some(raw), _) => raw.len_utf8(),
            (None, _) => 0,
        };
        at = at.min(end);
        while !file.is_char_boundary(at) {
            at += 1;
        }
    }
    places.push(at);
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(file: &str) -> (Node, String) {
        let Some(Node { kind: Kind::Map(mut pairs), .. }) = read(file).expect("YAML") else { panic!("{file}") };
        let node = pairs.remove(0).1;
        let text = node.text().expect("a text").to_owned();
        (node, text)
    }

    #[test]
    fn every_notation_knows_its_places() {
        for file in [
            "text: Draw a card.\n",
            "text: Draw a\n  card and\n\n  more ñ.\n",
            "text: 'It''s a card''s.'\n",
            "text: \"Draw \\\"a\\\" card.\\n\\u00e9t\\x41 x\"\n",
            "text: |-\n    Flying\n    Draw a card.\n",
            "text: |\n    Flying\n\n    Draw a card.\n",
            "text: >-\n    Draw\n    a card\n\n    Flying\n",
            "{text: {a: 1}}",
        ] {
            let Some(Node { kind: Kind::Map(pairs), .. }) = read(file).expect("YAML") else { panic!("{file}") };
            if pairs[0].1.text().is_none() {
                continue;
            }
            let (node, text) = text_of(file);
            let places = places(file, &node);
            assert_eq!(places.len(), text.len() + 1, "{file}");
            for (i, c) in text.char_indices().filter(|(_, c)| c.is_ascii_alphabetic()) {
                let raw = &file[places[i]..];
                assert!(raw.starts_with(c) || raw.starts_with("\\x41"), "{file}: {c} at {}", places[i]);
            }
        }
    }

    #[test]
    fn what_is_no_list_of_cards_has_its_place() {
        let error = read("- a: [1\n- b: 2\n").expect_err("no YAML").to_string();
        assert!(error.starts_with("line 2:"), "{error}");
        assert!(read("--- a\n--- b\n").expect_err("two").to_string().contains("second document"));
        assert!(read("").expect("nothing").is_none());
        let bomb = "- &a [x, x, x, x, x, x, x, x, x, x]\n".to_owned()
            + &"bcdefgh"
                .chars()
                .fold(('a', String::new()), |(last, all), next| {
                    let line = format!("- &{next} [{}]\n", vec![format!("*{last}"); 10].join(", "));
                    (next, all + &line)
                })
                .1;
        assert!(read(&bomb).expect_err("too much").to_string().contains("more than 1000000 parts"));
    }
}
