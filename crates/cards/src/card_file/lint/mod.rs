//! What is wrong with a card file, each thing where it is written, with the one likely way to mend it.
//!
//! A mend is tried before it is offered: the text is compiled with it, and what makes the sentence understood comes first.

mod signs;

use std::ops::Range;

use lawmage_ir::Subtype;
use lawmage_oracle::lex::{Token, TokenKind, lex};
use lawmage_oracle::text::SelfNames;
use lawmage_oracle::{CardSource, Diagnostic, Lexicon, compile, vocabulary};
use serde::Serialize;

use super::{Place, Written, fields, read};
use crate::Error;
use crate::suggest::nearest;

/// How much a problem matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Gravity {
    /// The card can't be played.
    Error,
    /// It can, but that is hardly what is meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// Something wrong with a card file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// How much it matters.
    pub gravity: Gravity,
    /// The card, where it is about one.
    pub card: Option<String>,
    /// What, where and how to mend it.
    pub error: Error,
}

/// All problems of a card file, in written order. `shadows` says of a card's name whose card it hides, if any.
#[must_use]
pub fn lint(text: &str, origin: &str, shadows: impl Fn(&str) -> Option<String>) -> Vec<Problem> {
    let (file, errors) = read(text, origin);
    let mut problems: Vec<Problem> =
        errors.into_iter().map(|error| Problem { gravity: Gravity::Error, card: None, error }).collect();
    for (word, span, uses) in &file.coined {
        let near = nearest_subtype(word);
        let (gravity, what, hint) = match near.filter(|_| *uses == 1) {
            Some(near) => {
                let what = format!("“{word}” is a new subtype, and stands in one type line only");
                (Gravity::Warning, what, format!("did you mean {near}?"))
            }
            None => continue,
        };
        let error = Error::new(what).hint(hint).at(text, span.clone()).within(origin);
        problems.push(Problem { gravity, card: None, error });
    }
    for card in &file.cards {
        if problems.len() >= super::TOLD {
            break;
        }
        problems.extend(of_card(card, text, origin, &file.lexicon));
        if let (Some(whose), Some(place)) = (shadows(&card.source.name), card.faces.first()) {
            let what = format!("it hides {whose} of the same name");
            let error =
                Error::new(what).hint("that is fine if it is meant").at(text, place.name.clone()).within(origin);
            problems.push(Problem { gravity: Gravity::Note, card: Some(card.source.name.clone()), error });
        }
    }
    problems.sort_by_key(|p| (p.error.line, p.error.excerpt.as_ref().map(|e| e.column)));
    problems
}

/// The subtype of the rules that differs from the word by a slip: a letter more, less or other, or two swapped.
fn nearest_subtype(word: &str) -> Option<&'static str> {
    let lower = word.to_lowercase();
    let all: Vec<String> = Subtype::all().map(|s| s.word().to_lowercase()).collect();
    let near = nearest(&lower, all.iter().map(String::as_str), 1).first().copied()?;
    let slip = near.len().abs_diff(lower.len()) <= 1 && near.len() > 3 && !lower.starts_with(near);
    let found = slip.then(|| Subtype::from_word(near))??;
    Some(found.word())
}

fn of_card(card: &Written, text: &str, origin: &str, lexicon: &Lexicon) -> Vec<Problem> {
    let diagnostics = compile(&card.source).diagnostics;
    let signs = |index: usize, name: &str| match diagnostics.iter().any(|d| !d.span.is_empty() && d.face == name) {
        true => Trial::of(&card.source, index, lexicon).signs(),
        false => Vec::new(),
    };
    let signs: Vec<Vec<Said>> = card.source.faces.iter().enumerate().map(|(n, face)| signs(n, &face.name)).collect();
    let mut problems = Vec::new();
    for (index, (place, signs)) in card.faces.iter().zip(&signs).enumerate() {
        problems.extend(signs.iter().map(|said| problem(&card.source, index, said, place, text, origin)));
    }
    for diagnostic in &diagnostics {
        let index = card.source.faces.iter().position(|f| f.name == diagnostic.face).unwrap_or_default();
        let (Some(face), Some(place)) = (card.source.faces.get(index), card.faces.get(index)) else { continue };
        // Outside the text all was looked at field by field, but for words that can be no subtypes.
        let subtypes = face.type_line.split_once(" — ").map_or("", |(_, subtypes)| subtypes);
        let strange = subtypes.split_whitespace().find(|w| diagnostic.message.contains(*w));
        let typed = face.type_line.split_whitespace().any(|w| fields::card_type(w).is_some());
        if diagnostic.span.is_empty() && (strange.is_none() || !typed) {
            continue;
        }
        if Trial::of(&card.source, index, lexicon).is_told(diagnostic.span.start, &signs[index]) {
            continue;
        }
        let said = explain(&card.source, index, diagnostic, lexicon);
        problems.extend(said.iter().map(|said| problem(&card.source, index, said, place, text, origin)));
    }
    problems
}

/// What is said of a face, at its place in the file.
fn problem(card: &CardSource, face: usize, said: &Said, place: &Place, text: &str, origin: &str) -> Problem {
    let name = card.faces.get(face).map_or("", |f| f.name.as_str());
    let span = said.span.as_ref().map_or_else(|| place.type_line.clone(), |span| place.of_text(span));
    let mut error = Error::new(format!("{name}: {}", said.what)).at(text, span).within(origin);
    error.hint.clone_from(&said.mend);
    Problem { gravity: Gravity::Error, card: Some(name.to_owned()), error }
}

/// What a diagnostic comes to for whoever wrote the text.
pub(super) struct Said {
    /// The bytes of the face's text to blame; none for what stands outside the text.
    pub span: Option<Range<usize>>,
    pub what: String,
    /// What to do.
    pub mend: Option<String>,
}

/// Says what a diagnostic of a face's text comes to: the misspelt words, else the word from which on it is not understood, with
/// a mend that was tried.
pub(super) fn explain(card: &CardSource, face: usize, diagnostic: &Diagnostic, lexicon: &Lexicon) -> Vec<Said> {
    let text = card.faces.get(face).map_or("", |f| f.text.as_str());
    if diagnostic.limit.is_some() || diagnostic.span.is_empty() {
        // A limit is its own advice; what stands outside the text has no place in it.
        let (what, mend) = match diagnostic.message.split_once(": ").filter(|_| diagnostic.limit.is_some()) {
            Some((what, mend)) => (what.to_owned(), Some(mend.to_owned())),
            None => (diagnostic.message.clone(), None),
        };
        let span = (!diagnostic.span.is_empty()).then(|| diagnostic.span.clone());
        return vec![Said { span, what, mend }];
    }
    if diagnostic.undefined.is_some() {
        return vec![Said { span: Some(diagnostic.span.clone()), what: diagnostic.message.clone(), mend: None }];
    }
    let trial = Trial::of(card, face, lexicon);
    let line = line_around(text, diagnostic.span.start);
    let tokens = trial.tokens(&line);
    let strange = trial.misspelt(&tokens);
    if !strange.is_empty() {
        return strange;
    }
    trial.misplaced(&tokens, &line, diagnostic)
}

/// The line of the text around a byte, with the lines of its modes.
fn line_around(text: &str, at: usize) -> Range<usize> {
    let at = text.floor_char_boundary(at);
    let (before, after) = text.split_at(at);
    let start = before.rfind('\n').map_or(0, |n| n + 1);
    start..at + after.find('\n').unwrap_or(after.len())
}

/// Bytes of the longest text with which mends are tried.
const TRIED: usize = 1_500;
/// How many misspelt words of a sentence are told.
const TOLD: usize = 10;

/// A face whose text is tried with other words.
struct Trial<'c> {
    card: &'c CardSource,
    face: usize,
    text: &'c str,
    lexicon: &'c Lexicon,
}

impl<'c> Trial<'c> {
    fn of(card: &'c CardSource, face: usize, lexicon: &'c Lexicon) -> Self {
        Self { card, face, text: card.faces.get(face).map_or("", |f| f.text.as_str()), lexicon }
    }

    fn tokens(&self, line: &Range<usize>) -> Vec<Token> {
        let mut names = SelfNames::new(&self.card.name, true, self.lexicon);
        if let Some(face) = self.card.faces.get(self.face) {
            names.add(&face.name);
        }
        lex(self.text.get(line.clone()).unwrap_or_default(), line.start, &names, self.lexicon)
    }

    /// How much of the face's text is not understood when a part of it reads otherwise.
    fn failures(&self, changes: &[(Range<usize>, String)]) -> usize {
        // Of a long text each trial takes long: there nothing is tried.
        if self.text.len() > TRIED {
            return usize::MAX;
        }
        let mut text = self.text.to_owned();
        let mut changes = changes.to_vec();
        changes.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
        for (span, word) in &changes {
            text.replace_range(span.clone(), word);
        }
        let mut card = self.card.clone();
        if let Some(face) = card.faces.get_mut(self.face) {
            face.text = text;
        }
        compile(&card).diagnostics.len()
    }

    /// The words that no text uses, each with the word that is likely meant.
    fn misspelt(&self, tokens: &[Token]) -> Vec<Said> {
        let strange = |t: &&Token| t.kind == TokenKind::Word && !vocabulary::is_word(&t.text, self.lexicon);
        let strange: Vec<&Token> = tokens.iter().filter(strange).collect();
        // A name within the text ("named Rook Tower") is no slip.
        let named = |t: &Token| t.capital && tokens.iter().any(|w| &*w.text == "named");
        let mut likely: Vec<(Range<usize>, Vec<String>)> = Vec::new();
        for token in strange.into_iter().filter(|t| !named(t)).take(TOLD) {
            let words: Vec<String> = vocabulary::words(self.lexicon).collect();
            let near = nearest(&token.text, words.iter().map(String::as_str), 5);
            let near = near.into_iter().map(|word| self.as_printed(word, token)).collect();
            likely.push((token.span.clone(), near));
        }
        let first: Vec<(Range<usize>, String)> =
            likely.iter().filter_map(|(span, near)| Some((span.clone(), near.first()?.clone()))).collect();
        let now = self.failures(&[]);
        let mut all = Vec::new();
        for (span, near) in &likely {
            let tried = near.iter().find(|word| {
                let mut changes = first.clone();
                changes.retain(|(other, _)| other != span);
                changes.push((span.clone(), (*word).clone()));
                self.failures(&changes) < now
            });
            let word = self.text.get(span.clone()).unwrap_or_default();
            let mend = match (tried, near.first()) {
                (Some(mend), _) => Some(format!("write “{mend}”")),
                (None, Some(near)) => Some(format!("did you mean “{near}”?")),
                (None, None) => None,
            };
            all.push(Said {
                span: Some(span.clone()), what: format!("“{word}” is no word that card texts use"), mend
            });
        }
        all
    }

    /// A word of the vocabulary with the capitals it has in print.
    fn as_printed(&self, word: &str, token: &Token) -> String {
        let subtype = self.lexicon.subtype(word).map(Subtype::word);
        match subtype {
            Some(subtype) => subtype.to_owned(),
            None if token.capital => {
                let mut chars = word.chars();
                chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
            }
            None => word.to_owned(),
        }
    }

    /// The word from which on the line is not understood, and the change of a word there that makes it understood.
    fn misplaced(&self, tokens: &[Token], line: &Range<usize>, diagnostic: &Diagnostic) -> Vec<Said> {
        let span = diagnostic.span.clone();
        let short = diagnostic.message.starts_with("ends too soon");
        let place = tokens.iter().position(|t| t.span.start >= span.start).filter(|_| !short);
        let at = place.unwrap_or(tokens.len());
        if let Some(said) = self.plural_target(tokens).or_else(|| self.what_a_spell_does(tokens, line)) {
            return vec![said];
        }
        let now = self.failures(&[]);
        for (change, mend) in self.changes(tokens, at) {
            if self.failures(std::slice::from_ref(&change)) < now {
                return vec![Said {
                    span: Some(self.blamed(&change.0, &span)),
                    what: "this is not understood".to_owned(),
                    mend: Some(mend),
                }];
            }
        }
        let whole = span.start <= line.start || short;
        let what = match tokens.get(at).filter(|_| !whole) {
            Some(token) => {
                format!("not understood from “{}” on", self.text.get(token.span.clone()).unwrap_or_default())
            }
            None if short => "the sentence ends too soon".to_owned(),
            None => "no sentence of this kind is known".to_owned(),
        };
        let mend = diagnostic.hint.map(|template| format!("a sentence like it: {template}"));
        vec![Said { span: Some(span), what, mend }]
    }

    /// What is drawn for a change: the words it replaces, or the place where something is missing.
    fn blamed(&self, change: &Range<usize>, otherwise: &Range<usize>) -> Range<usize> {
        if change.is_empty() { otherwise.clone() } else { change.clone() }
    }

    /// "Destroy target creatures.": one creature, or how many?
    fn plural_target(&self, tokens: &[Token]) -> Option<Said> {
        let now = self.failures(&[]);
        tokens.windows(2).enumerate().find_map(|(place, pair)| {
            let [target, noun] = pair else { return None };
            let counted = place.checked_sub(1).and_then(|p| tokens.get(p)).is_some_and(|t| {
                matches!(t.kind, TokenKind::Number(_)) || matches!(&*t.text, "x" | "of" | "more" | "both" | "other")
            });
            if &*target.text != "target" || counted {
                return None;
            }
            let printed = self.text.get(noun.span.clone())?;
            let single =
                singulars(printed).into_iter().find(|s| self.failures(&[(noun.span.clone(), s.clone())]) < now)?;
            Some(Said {
                span: Some(target.span.start..noun.span.end),
                what: format!("“target {printed}” does not say how many"),
                mend: Some(format!("write “target {single}”, or “up to two target {printed}”")),
            })
        })
    }

    /// 113.3: an instruction as a spell has it, on a card that is no spell's: there it belongs to an ability.
    fn what_a_spell_does(&self, tokens: &[Token], line: &Range<usize>) -> Option<Said> {
        let face = self.card.faces.get(self.face)?;
        let spell = ["Instant", "Sorcery"].iter().any(|t| face.type_line.contains(t));
        let first = tokens.first().filter(|_| !spell)?;
        let now = self.failures(&[]);
        let begun = self.failures(&[(line.start..line.start, "{1}: ".to_owned())]);
        (begun < now).then(|| Said {
            span: Some(first.span.start..tokens.last().map_or(first.span.end, |last| last.span.end)),
            what: "this is what a spell does, and the card is none".to_owned(),
            mend: Some("begin it with a cost (“{1}: …”) or an event (“When … enters, …”)".to_owned()),
        })
    }

    /// Other forms of a word: of the verb for one or for many, and longer words that begin so.
    fn forms(&self, token: &Token, words: &[String]) -> Vec<String> {
        let verb = match &*token.text {
            "have" => Some("has".to_owned()),
            "has" => Some("have".to_owned()),
            "are" => Some("is".to_owned()),
            "is" => Some("are".to_owned()),
            word => match word.strip_suffix('s') {
                Some(stem) => Some(stem.to_owned()),
                None => Some(format!("{word}s")),
            },
        };
        let longer = words.iter().filter(|w| token.text.len() > 3 && w.starts_with(&*token.text)).cloned();
        verb.into_iter()
            .filter(|v| words.contains(v))
            .chain(longer.take(4))
            .map(|w| self.as_printed(&w, token))
            .collect()
    }

    /// Changes of a word around the place where reading stopped, the likeliest first, with how to say them.
    fn changes(&self, tokens: &[Token], at: usize) -> Vec<((Range<usize>, String), String)> {
        let mut all = Vec::new();
        let near_by: Vec<&Token> = [at, at.wrapping_sub(1), at + 1, at.wrapping_sub(2)]
            .into_iter()
            .filter_map(|place| tokens.get(place))
            .collect();
        let words: Vec<String> = vocabulary::words(self.lexicon).collect();
        // A subject and its verb that disagree may stand some words apart.
        let before = at.saturating_sub(6)..at.saturating_sub(2);
        let subject = tokens.get(before).unwrap_or_default().iter().rev();
        for token in near_by.iter().copied().chain(subject).filter(|t| t.kind == TokenKind::Word) {
            for word in self.forms(token, &words) {
                all.push(((token.span.clone(), word.clone()), format!("write “{word}”")));
            }
        }
        for token in near_by.iter().filter(|t| t.kind == TokenKind::Word) {
            let near = nearest(&token.text, words.iter().map(String::as_str).filter(|w| *w != &*token.text), 8);
            for word in near.into_iter().filter(|w| w.len().abs_diff(token.text.len()) <= 2) {
                let word = self.as_printed(word, token);
                all.push(((token.span.clone(), word.clone()), format!("write “{word}”")));
            }
        }
        for token in &near_by {
            for word in ["a", "an", "the", "your", "target", "to", "of", "that", "is", "you", "card", "creature"] {
                let inserted = format!("{word} ");
                all.push(((token.span.start..token.span.start, inserted), format!("write “{word}” before it")));
            }
            let end = token.span.end;
            all.push(((end..end, ",".to_owned()), format!("write a comma after “{}”", token.text)));
            all.push(((end..end, " until end of turn".to_owned()), "say for how long: “until end of turn”".to_owned()));
        }
        for token in &near_by {
            let start = token.span.start;
            let cut = (start - usize::from(self.text.get(..start).is_some_and(|b| b.ends_with(' '))))..token.span.end;
            let word = self.text.get(token.span.clone()).unwrap_or_default();
            all.push(((cut, String::new()), format!("leave out “{word}”")));
        }
        all
    }
}

/// What the word may be in the singular.
fn singulars(word: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (tail, put) in [("ies", "y"), ("ves", "f"), ("es", ""), ("s", ""), ("men", "man")] {
        if let Some(stem) = word.strip_suffix(tail) {
            all.push(format!("{stem}{put}"));
        }
    }
    all.reverse();
    all
}
