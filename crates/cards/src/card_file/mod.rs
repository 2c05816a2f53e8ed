//! lawmage's own card files: a YAML list of cards in Oracle English, and of what they add to the rules' words. Described for
//! users in `docs/card-files.md`.

mod fields;
mod lint;
mod node;
mod quick;

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use lawmage_oracle::{CardSource, Lexicon};

use self::fields::Fields;
use self::node::{Kind, Node};
use crate::{Error, Result, fold_name};

pub use self::lint::{Gravity, Problem, lint};
pub use self::node::PARTS;
pub use self::quick::quick_deck;

/// A card file as read.
#[derive(Clone, Debug, Default)]
pub struct CardFile {
    /// Its cards, but for those that are not whole.
    pub cards: Vec<Written>,
    /// The words that it adds to those of the rules.
    pub lexicon: Arc<Lexicon>,
    /// Every subtype it makes up, where it first stands.
    pub(crate) coined: Vec<(String, Range<usize>, usize)>,
}

/// A card and where it is written.
#[derive(Clone, Debug)]
pub struct Written {
    /// The card.
    pub source: CardSource,
    /// Its faces' places.
    pub faces: Vec<Place>,
}

/// Where a face is written, in bytes of the file.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Its name.
    pub name: Range<usize>,
    /// Its type line.
    pub type_line: Range<usize>,
    /// For each byte of its rules text where that stands, and one more for its end.
    pub text: Vec<usize>,
}

impl Place {
    /// Where some bytes of the rules text are written.
    #[must_use]
    pub fn of_text(&self, span: &Range<usize>) -> Range<usize> {
        let last = self.text.len().saturating_sub(1);
        let at = |byte: usize| self.text.get(byte.min(last)).copied();
        match (at(span.start), span.end.checked_sub(1).and_then(at)) {
            (Some(start), Some(end)) => start..end.max(start) + 1,
            _ => self.name.clone(),
        }
    }
}

/// Reads the text of a card file; `origin` names it in errors.
///
/// # Errors
/// The first thing that is wrong, with its place: [`read`] tells them all.
pub fn parse(text: &str, origin: &str) -> Result<Vec<CardSource>> {
    let (file, errors) = read(text, origin);
    match errors.into_iter().next() {
        Some(error) => Err(error),
        None => Ok(file.cards.into_iter().map(|card| card.source).collect()),
    }
}

/// Reads the text of a card file, and tells all that is wrong with its fields and definitions, in written order.
#[must_use]
pub fn read(text: &str, origin: &str) -> (CardFile, Vec<Error>) {
    let root = match node::read(text) {
        Ok(root) => root,
        Err(error) => return (CardFile::default(), vec![error.within(origin)]),
    };
    let mut reader = Reader { text, errors: Vec::new(), lexicon: Lexicon::default(), coined: Vec::new() };
    let cards = reader.file(root.as_ref());
    let Reader { mut errors, lexicon, coined, .. } = reader;
    errors.sort_by_key(|(place, _)| *place);
    let errors = errors.into_iter().map(|(_, error)| error.within(origin)).collect();
    let lexicon = Arc::new(lexicon);
    let with_words = |mut card: Written| {
        card.source.lexicon = Arc::clone(&lexicon);
        card
    };
    let cards = cards.into_iter().map(with_words).collect();
    (CardFile { cards, lexicon, coined }, errors)
}

/// How many things that are wrong with a file are told.
const TOLD: usize = 1_000;

/// A file being read.
struct Reader<'t> {
    text: &'t str,
    /// What is wrong, with its place.
    errors: Vec<(usize, Error)>,
    lexicon: Lexicon,
    /// Subtypes made up: the word, where it first stands, how often.
    coined: Vec<(String, Range<usize>, usize)>,
}

/// What an element of the file is.
enum Element<'n> {
    Card(&'n Node),
    Keywords(&'n Node),
    Tokens(&'n Node),
}

impl Reader<'_> {
    fn wrong(&mut self, span: &Range<usize>, what: impl Into<String>, hint: impl Into<String>) {
        // Each is looked for from the top of the file.
        if self.errors.len() >= TOLD {
            return;
        }
        let hint = hint.into();
        let error = Error::new(what).at(self.text, span.clone());
        self.errors.push((span.start, if hint.is_empty() { error } else { error.hint(hint) }));
    }

    fn file(&mut self, root: Option<&Node>) -> Vec<Written> {
        const HINT: &str = "a card file is a list of cards, see docs/card-files.md";
        let all = match root.map(|r| (&r.kind, r)) {
            None => return Vec::new(),
            Some((Kind::List(all), _)) => all,
            Some((_, other)) if other.is_nothing() => return Vec::new(),
            Some((_, other)) => {
                let start = other.span.start;
                self.wrong(&(start..start + 1), format!("expected a list of cards, found {}", other.sort()), HINT);
                return Vec::new();
            }
        };
        let elements: Vec<Element<'_>> = all.iter().map(element).collect();
        // What the cards' texts may use comes first, wherever it stands.
        self.coin(&elements);
        for element in &elements {
            if let Element::Keywords(node) = element {
                self.keywords(node);
            }
        }
        for element in &elements {
            if let Element::Tokens(node) = element {
                self.tokens(node);
            }
        }
        let mut cards = Vec::new();
        let mut names: BTreeMap<String, Range<usize>> = BTreeMap::new();
        for element in &elements {
            let Element::Card(node) = element else { continue };
            let Some(card) = self.card(node) else { continue };
            let span = card.faces.first().map(|f| f.name.clone()).unwrap_or_default();
            match names.entry(fold_name(&card.source.name)) {
                std::collections::btree_map::Entry::Occupied(first) => {
                    let line = 1 + self.text.get(..first.get().start).unwrap_or_default().matches('\n').count();
                    let what = format!("a second card is named “{}”; the first is in line {line}", card.source.name);
                    self.wrong(&span, what, "give them different names: only one would be found");
                }
                std::collections::btree_map::Entry::Vacant(free) => {
                    free.insert(span);
                    cards.push(card);
                }
            }
        }
        cards
    }

    /// Learns the subtypes that nobody knows from the type lines of cards and tokens: from those of one card type first, which
    /// leave no doubt of what kind they are.
    fn coin(&mut self, elements: &[Element<'_>]) {
        let mut lines: Vec<(&str, Range<usize>)> = Vec::new();
        let mut todo: Vec<&Node> = Vec::new();
        for element in elements {
            match element {
                Element::Card(node) => todo.push(node),
                Element::Tokens(node) => todo.extend(match &node.kind {
                    Kind::List(all) => all.as_slice(),
                    _ => &[],
                }),
                Element::Keywords(_) => {}
            }
        }
        while let Some(node) = todo.pop() {
            let Kind::Map(pairs) = &node.kind else { continue };
            for (key, value) in pairs {
                match (key.text(), &value.kind) {
                    (Some("type"), Kind::Text(line, _)) => lines.push((line, value.span.clone())),
                    (Some("faces"), Kind::List(faces)) => todo.extend(faces),
                    _ => {}
                }
            }
        }
        lines.sort_by_key(|(_, span)| span.start);
        let types = |line: &str| line.split_whitespace().filter(|w| fields::card_type(w).is_some()).count();
        let (plain, mixed): (Vec<_>, Vec<_>) = lines.iter().partition(|(line, _)| types(line) == 1);
        for (line, _) in plain.into_iter().chain(mixed) {
            self.lexicon.learn_type_line(&fields::type_line(line));
        }
        for subtype in self.lexicon.subtypes().collect::<Vec<_>>() {
            let word = subtype.word();
            let uses = lines.iter().flat_map(|(line, span)| {
                let written = self.text.get(span.clone()).unwrap_or_default();
                let at = written.match_indices(word).next().map_or(span.start, |(at, _)| span.start + at);
                line.split_whitespace().filter(|w| w.eq_ignore_ascii_case(word)).map(move |_| at)
            });
            let uses: Vec<usize> = uses.collect();
            if let Some(at) = uses.first() {
                self.coined.push((word.to_owned(), *at..*at + word.len(), uses.len()));
            }
        }
    }

    fn keywords(&mut self, node: &Node) {
        let Some(text) = node.text() else {
            let what = format!("expected the keywords as a text, found {}", node.sort());
            return self.wrong(
                &node.span,
                what,
                "write “- keywords: |-” and below it “= my keyword n” and what it means",
            );
        };
        let places = node::places(self.text, node);
        for flaw in self.lexicon.define_keywords(text) {
            let place = Place { text: places.clone(), ..Place::default() };
            self.wrong(&place.of_text(&flaw.span), flaw.what, "");
        }
    }

    fn tokens(&mut self, node: &Node) {
        let Kind::List(all) = &node.kind else {
            let what = format!("expected a list of tokens, found {}", node.sort());
            return self.wrong(&node.span, what, "write each as a card without a cost: - {name: …, type: …, pt: …}");
        };
        for node in all {
            let Some(card) = self.card(node) else { continue };
            let ([face], [place]) = (card.source.faces.as_slice(), card.faces.as_slice()) else {
                self.wrong(&node.span, "a token has one face", "");
                continue;
            };
            let mut source = card.source.clone();
            source.lexicon = Arc::new(self.lexicon.clone());
            for diagnostic in self.lexicon.define_token(face) {
                let mended = lint::explain(&source, 0, &diagnostic, &source.lexicon);
                for said in mended {
                    let span = said.span.map_or_else(|| place.type_line.clone(), |span| place.of_text(&span));
                    self.wrong(&span, format!("{}: {}", face.name, said.what), said.mend.unwrap_or_default());
                }
            }
        }
    }

    fn card(&mut self, node: &Node) -> Option<Written> {
        let Kind::Map(pairs) = &node.kind else {
            let what = format!("expected a card, found {}", node.sort());
            self.wrong(&node.span, what, "write its fields: - {name: …, type: …, text: …}");
            return None;
        };
        Fields::of(self, node, pairs).card(self)
    }
}

fn element(node: &Node) -> Element<'_> {
    if let Kind::Map(pairs) = &node.kind
        && let [(key, value)] = pairs.as_slice()
    {
        match key.text() {
            Some("keywords") => return Element::Keywords(value),
            Some("tokens") => return Element::Tokens(value),
            _ => {}
        }
    }
    Element::Card(node)
}
