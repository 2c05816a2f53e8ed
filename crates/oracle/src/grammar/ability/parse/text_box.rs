//! The text box of a face: its lines, which kind of ability each is, and what can't be read of it.

use std::rc::Rc;

use lawmage_ir::verify;
use lawmage_ir::visit::is_deeper;
use lawmage_ir::{Ability, Face};

use super::levels;
use super::levels::Striation;
use super::line;
use super::other;
use super::other_than_spell;
use super::saga;
use super::spell_effect;
use crate::diagnostic::Diagnostic;
use crate::grammar::keyword::{self, retext};
use crate::lex::{Token, TokenKind, lex};
use crate::limits::Limit;
use crate::parse::reading::Reading;
use crate::parse::{FaceScope, Parser, Scope, Shared};
use crate::source::CardSource;
use crate::text::{self, SelfNames};

/// What begins a striation.
pub(super) type Header = fn(&mut Parser<'_>) -> Option<(Option<Ability>, Striation)>;

/// A text box being read.
pub(super) struct TextBox<'a> {
    source: &'a str,
    /// The face, without its abilities.
    of: Face,
    reading: &'a Rc<Reading>,
    face: Shared<FaceScope>,
    /// What a spell's additional costs were paid with, for its effect to speak of.
    carried: Vec<crate::parse::Referent>,
    /// What was read of each line, and where it stands.
    lines: Vec<(Vec<Ability>, crate::diagnostic::Span)>,
    missing: Vec<String>,
    /// How the striations of the text box begin, if it has any (711.2, 716.2).
    striated: Option<Header>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

pub(super) struct Failed {
    at: Option<crate::diagnostic::Span>,
    word: Option<String>,
    expected: Vec<&'static str>,
    limit: Option<Limit>,
}

impl TextBox<'_> {
    fn permanent(&mut self, name: &str, lines: &[&[Token]]) -> Vec<Ability> {
        let mut abilities = Vec::new();
        let mut striation: Option<Striation> = None;
        self.know_ways(lines);
        for tokens in lines {
            if let Some((bar, begun)) = self.striated.and_then(|header| self.part(tokens, header)) {
                abilities.extend(striation.take().and_then(Striation::ability));
                abilities.extend(bar);
                striation = Some(begun);
                continue;
            }
            if let Some(open) = &mut striation
                && let Some(size) = self.part(tokens, levels::power_box)
            {
                open.sized(size, !self.of.types.has(lawmage_ir::CardType::Creature));
                continue;
            }
            match (self.read(tokens, line), &mut striation) {
                (Ok(read), Some(open)) => open.take(read),
                (Ok(read), None) => abilities.extend(read),
                (Err(failed), _) => self.failed(name, tokens, &failed),
            }
        }
        abilities.extend(striation.and_then(Striation::ability));
        abilities
    }

    /// "You may cast ~ from your graveyard using its warp ability." may stand before that ability, which says what it costs.
    fn know_ways(&mut self, lines: &[&[Token]]) {
        if !lines.iter().any(|line| says(line, &["using", "its"])) {
            return;
        }
        for tokens in lines {
            let mut parser = Parser::new(self.source, tokens, Scope::new(self.face.clone()), self.reading);
            if line(&mut parser).is_some() {
                self.face.ways.clone_from(&parser.scope.face.ways);
            }
        }
    }

    /// Each line is a room (309.4), and what it says its ability (309.4c).
    fn dungeon(&mut self, name: &str, lines: &[&[Token]]) -> Vec<Ability> {
        let mut abilities = Vec::new();
        for tokens in lines {
            match self.read(tokens, crate::grammar::ability::dungeon::room) {
                Ok(read) => {
                    let number = abilities.len();
                    abilities.extend(read.into_iter().map(|a| crate::grammar::ability::dungeon::numbered(a, number)));
                }
                Err(failed) => self.failed(name, tokens, &failed),
            }
        }
        abilities
    }

    /// Reads a whole line that is no ability by itself.
    fn part<T>(&self, tokens: &[Token], read: fn(&mut Parser<'_>) -> Option<T>) -> Option<T> {
        let mut parser = Parser::new(self.source, tokens, Scope::new(self.face.clone()), self.reading);
        read(&mut parser)
    }

    /// Lines of instants and sorceries that are no other ability are its spell ability (113.3a), one program together.
    fn spell(&mut self, name: &str, lines: &[&[Token]]) -> Vec<Ability> {
        let mut abilities = Vec::new();
        let mut run: Vec<&[Token]> = Vec::new();
        for tokens in lines {
            match self.read(tokens, other_than_spell) {
                Ok(read) => {
                    self.run(name, &mut run, &mut abilities);
                    abilities.extend(read);
                }
                Err(_) => run.push(tokens),
            }
        }
        self.run(name, &mut run, &mut abilities);
        abilities
    }

    fn run(&mut self, name: &str, run: &mut Vec<&[Token]>, abilities: &mut Vec<Ability>) {
        let lines = std::mem::take(run);
        if lines.is_empty() {
            return;
        }
        let end = |line: &&[Token]| line.last().map_or(0, |t| t.span.end);
        let break_at = lines.first().map_or(0, end);
        let joined: Vec<Token> = lines.join(&Token::newline(break_at));
        let whole = match self.read(&joined, spell_effect) {
            Ok(read) => return abilities.extend(read),
            Err(failed) => failed,
        };
        let each: Vec<_> = lines.iter().map(|tokens| self.read(tokens, spell_effect)).collect();
        // 700.2: what stands beside modes is none of them, and has no place in their program.
        let modal = |read: &Result<Vec<Ability>, Failed>| {
            read.iter().flatten().any(|a| matches!(a, Ability::Spell(program) if program.modal.is_some()))
        };
        if lines.len() > 1 && each.iter().any(modal) {
            return self.failed(name, &joined, &whole);
        }
        for (tokens, read) in lines.iter().zip(each) {
            match read {
                Ok(read) => abilities.extend(read),
                Err(failed) => self.failed(name, tokens, &failed),
            }
        }
    }

    /// Reads a whole line; what it links is kept for the lines after it.
    fn read(
        &mut self,
        tokens: &[Token],
        read: fn(&mut Parser<'_>) -> Option<Vec<Ability>>,
    ) -> Result<Vec<Ability>, Failed> {
        let mut scope = Scope::new(self.face.clone());
        scope.referents.clone_from(&self.carried);
        let start = tokens.first().map_or(0, |t| t.span.start);
        let end = tokens.last().map_or(start, |t| t.span.end);
        if end - start > Limit::Ability.most() {
            return Err(Failed::limit(Limit::Ability, start..end));
        }
        self.reading.begin();
        let mut parser = Parser::new(self.source, tokens, scope, self.reading);
        let read = read(&mut parser);
        // What was read past a limit may not be what is meant.
        if let Some(limit) = self.reading.broken() {
            return Err(Failed::limit(limit, start..end));
        }
        match read {
            Some(abilities) if is_deeper(&abilities, Limit::Meaning.most()) => {
                Err(Failed::limit(Limit::Meaning, start..end))
            }
            Some(mut abilities) => {
                other::than_what(&mut abilities, &self.of);
                self.face = parser.scope.face.clone();
                self.lines.push((abilities.clone(), start..end));
                if abilities.iter().any(is_additional_cost) {
                    self.carried = parser.scope.referents.clone();
                }
                Ok(abilities)
            }
            None => {
                let (token, expected) = parser.furthest();
                Err(Failed {
                    at: token.map(|t| t.span.clone()),
                    word: token.map(|t| t.text.to_string()),
                    expected: expected.to_vec(),
                    limit: None,
                })
            }
        }
    }

    /// What was read is not what is meant, if it speaks of what isn't there: those lines are not understood.
    fn verify(&mut self, face: &Face) {
        for (abilities, span) in std::mem::take(&mut self.lines) {
            let findings: Vec<_> = abilities.iter().flat_map(|a| verify::ability(a, face)).collect();
            if !findings.is_empty() {
                self.missing.push(self.source.get(span.clone()).unwrap_or("").to_owned());
            }
            self.diagnostics.extend(findings.iter().map(|f| Diagnostic::undefined(&face.name, f, span.clone())));
        }
    }

    fn failed(&mut self, name: &str, tokens: &[Token], failed: &Failed) {
        let start = tokens.first().map_or(0, |t| t.span.start);
        let end = tokens.last().map_or(start, |t| t.span.end);
        let text = self.source.get(start..end).unwrap_or("");
        if let Some(limit) = failed.limit {
            self.diagnostics.push(Diagnostic::limit(name, limit, start..end));
            self.missing.push(limit.to_string());
            return;
        }
        let message = match &failed.word {
            Some(word) => format!("not understood from “{word}” on: {text}"),
            None => format!("ends too soon: {text}"),
        };
        self.diagnostics.push(Diagnostic {
            face: name.to_owned(),
            span: failed.at.clone().unwrap_or(start..end),
            message,
            expected: failed.expected.clone(),
            hint: crate::diagnostic::nearest_template(text),
            ..Diagnostic::default()
        });
        self.missing.push(text.to_owned());
    }
}

impl Failed {
    fn limit(limit: Limit, span: crate::diagnostic::Span) -> Self {
        Self { at: Some(span), word: None, expected: Vec::new(), limit: Some(limit) }
    }
}

/// Compiles the text box of a face into its abilities; gives back the lines that could not be compiled.
pub fn text_box(
    card: &CardSource,
    index: usize,
    face: &mut Face,
    reading: &Rc<Reading>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let told = crate::learn::tell(&reading.lexicon, &face.text);
    let source = told.map_or_else(|| std::sync::Arc::clone(&face.text), std::sync::Arc::from);
    if source.len() > Limit::Text.most() {
        diagnostics.push(Diagnostic::limit(
            &face.name,
            Limit::Text,
            source.floor_char_boundary(Limit::Text.most())..source.len(),
        ));
        return vec![Limit::Text.to_string()];
    }
    let legendary = face.supertypes.has(lawmage_ir::Supertype::Legendary);
    let mut names = SelfNames::new(&face.name, legendary, &reading.lexicon);
    if card.faces.len() > 1 && index == 0 {
        names.add(&card.name);
    }
    let plain = retext::with_brackets(&source);
    let tokens = lex(plain.as_deref().unwrap_or(&source), 0, &names, &reading.lexicon);
    let spell = face.types.has(lawmage_ir::CardType::Instant) || face.types.has(lawmage_ir::CardType::Sorcery);
    let scope = FaceScope {
        spell,
        types: face.types,
        subtypes: face.subtypes.clone(),
        one_x: face.mana_cost.as_ref().is_some_and(|cost| cost.xs() == 1),
        value_without_x: face.mana_cost.as_ref().filter(|cost| cost.xs() > 0).map(lawmage_ir::ManaCost::value),
        links_exile: links_exile(&tokens) || other_face_links(card),
        links_crafted: card.faces.iter().any(|f| f.text.contains("used to craft")),
        links_created: links_created(&tokens),
        links_put: says(&tokens, &["creature", "put", "onto", "the", "battlefield", "with"]),
        links_chosen: says(&tokens, &["the", "chosen", "creature"]) || says(&tokens, &["the", "chosen", "permanent"]),
        exiled: delves(&tokens).then_some(lawmage_ir::DELVED),
        links_sacrificed: links_sacrificed(&tokens),
        links_number: says(&tokens, &["last", "chosen", "number"]),
        links_paid: says(&tokens, &["life", "paid", "as"]),
        ..FaceScope::default()
    };
    let striated: Option<Header> = if face.subtypes.has(lawmage_ir::Subtype::CLASS) {
        Some(levels::bar)
    } else if face.types.has(lawmage_ir::CardType::Creature) && source.contains("\nLEVEL ") {
        Some(levels::symbol)
    } else if source.contains("\nSTATION ") {
        Some(levels::station)
    } else {
        None
    };
    let mut reader = TextBox {
        source: &source,
        of: face.clone(),
        reading,
        face: scope.into(),
        carried: Vec::new(),
        lines: Vec::new(),
        missing: Vec::new(),
        striated,
        diagnostics,
    };
    let mut lines = lines(&source, &tokens, reading);
    let beyond = lines.get(Limit::Abilities.most()).and_then(|l| l.first()).map(|t| t.span.start);
    lines.truncate(Limit::Abilities.most());
    if face.types.has(lawmage_ir::CardType::Dungeon) {
        face.rooms = crate::grammar::ability::dungeon::rooms(&source);
    }
    face.abilities = if !face.rooms.is_empty() {
        reader.dungeon(&face.name, &lines)
    } else if spell {
        reader.spell(&face.name, &lines)
    } else {
        reader.permanent(&face.name, &lines)
    };
    reader.verify(face);
    face.noted.clone_from(&reader.face.noted);
    face.noted_numbers.clone_from(&reader.face.noted_numbers);
    face.orders_graveyard = reader.face.orders_graveyard;
    face.names.clone_from(&reader.face.named);
    let mut missing = std::mem::take(&mut reader.missing);
    if let Some(from) = beyond {
        reader.diagnostics.push(Diagnostic::limit(&face.name, Limit::Abilities, from..source.len()));
        missing.push(Limit::Abilities.to_string());
    }
    let mut again = retext::Context { source: &source, lines: &lines, names: &names, face: reader.face, reading };
    if !retext::other_texts(&mut again, &mut face.abilities) && missing.is_empty() {
        missing.push("the text without the words in square brackets".to_owned());
    }
    retext::backup(&mut face.abilities);
    missing
}

/// Whether a face speaks of tokens created with it (607.2c).
pub(super) fn links_created(tokens: &[Token]) -> bool {
    let word = |i: usize| tokens.get(i).map_or("", |t| &*t.text);
    (0..tokens.len()).any(|i| {
        let this = tokens.get(i + 2).is_some_and(|t| t.kind == TokenKind::This || &*t.text == "it");
        word(i) == "created" && word(i + 1) == "with" && this
    })
}

/// Whether a line says how the face enters by what another had sacrificed as it was cast (607.2).
fn links_sacrificed(tokens: &[Token]) -> bool {
    tokens.split(|t| t.kind == TokenKind::Newline).any(|line| {
        let enters = matches!(line, [this, enters, ..] if this.kind == TokenKind::This && &*enters.text == "enters");
        enters && says(line, &["sacrificed", "this", "way"])
    })
}

/// Whether these words stand there one after the other.
pub(super) fn says(tokens: &[Token], words: &[&str]) -> bool {
    tokens.windows(words.len()).any(|here| here.iter().zip(words).all(|(t, w)| &*t.text == *w))
}

/// Whether another face of a transforming card speaks of what this one exiled (607.1b).
pub(super) fn other_face_links(card: &CardSource) -> bool {
    card.layout == lawmage_ir::Layout::Transform && card.faces.iter().any(|f| f.text.contains("exiled with"))
}

/// Whether "exiled with ~" is what was exiled for the face's own delve ability (702.66a).
fn delves(tokens: &[Token]) -> bool {
    let begins = |at: usize| {
        at.checked_sub(1).is_none_or(|before| tokens.get(before).is_some_and(|t| t.kind == TokenKind::Newline))
    };
    links_exile(tokens) && tokens.iter().enumerate().any(|(at, token)| &*token.text == "delve" && begins(at))
}

/// Whether a face speaks in one ability of what another exiled (607.2a).
pub(super) fn links_exile(tokens: &[Token]) -> bool {
    let word = |i: usize| tokens.get(i).map_or("", |t| &*t.text);
    (0..tokens.len()).any(|i| {
        (word(i) == "exiled" && word(i + 1) == "with")
            || (word(i) == "exile" && word(i + 1) == "another" && word(i + 2) == "card" && word(i + 3) == "with")
            || (word(i) == "the" && word(i + 1) == "exiled" && matches!(word(i + 2), "card" | "cards"))
            || (word(i) == "exiled" && word(i + 1) == "creature" && word(i + 2) == "card" && word(i + 3) == "'s")
    })
}

/// A face's lines: tokens without ability words; bullets stay with their header.
pub(super) fn lines<'a>(source: &str, tokens: &'a [Token], reading: &Rc<Reading>) -> Vec<&'a [Token]> {
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Newline {
            continue;
        }
        let marked = |t: &Token| match t.kind {
            TokenKind::Symbol => &*t.text == "{P}",
            TokenKind::Punct => matches!(&*t.text, "•" | "+"),
            _ => false,
        };
        let bullet = tokens.get(at + 1).is_some_and(marked)
            || is_row(tokens.get(at + 1..).unwrap_or_default())
            || is_prize(tokens.get(at + 1..).unwrap_or_default())
            || is_limit(tokens.get(at + 1..).unwrap_or_default());
        if !bullet {
            lines.push((start, at));
            start = at + 1;
        }
    }
    lines.push((start, tokens.len()));
    lines
        .iter()
        .filter_map(|(a, b)| tokens.get(*a..*b))
        .map(|l| without_ability_word(source, l, reading))
        .filter(|l| !l.is_empty())
        .collect()
}

/// Whether a line is a row of a results table (706.3a): "1—9 | …", "20 | …", "6 — …".
pub(super) fn is_row(tokens: &[Token]) -> bool {
    let dashed = matches!(tokens, [_, dash, what, ..] if &*dash.text == "—" && what.kind == TokenKind::Word);
    tokens.first().is_some_and(|t| matches!(t.kind, TokenKind::Number(_)))
        && (dashed || tokens.iter().take(4).any(|t| &*t.text == "|"))
}

/// Whether a line is the prize of the visit ability before it (702.159b).
pub(super) fn is_prize(tokens: &[Token]) -> bool {
    matches!(tokens, [word, dash, ..] if &*word.text == "prize" && &*dash.text == "—")
}

/// Whether a line says only when the modal ability before it may be activated (602.5).
fn is_limit(tokens: &[Token]) -> bool {
    matches!(tokens, [activate, only, ..] if &*activate.text == "activate" && &*only.text == "only")
}

/// 207.2c: ability words and flavor words have no rules meaning.
pub(super) fn without_ability_word<'a>(source: &str, line: &'a [Token], reading: &Rc<Reading>) -> &'a [Token] {
    let Some(start) = line.first().map(|t| t.span.start) else { return line };
    let text = source.get(start..).and_then(|t| t.lines().next()).unwrap_or("");
    let Some(len) = text::ability_word(text) else { return line };
    let skip = line.iter().take_while(|t| t.span.start < start + len).count();
    // A keyword with a dash before its cost is no ability word: "Ward—Pay 2 life" has no spaces; "Equip — …" might.
    let to_solve = matches!(line, [to, solve, ..] if &*to.text == "to" && &*solve.text == "solve");
    if to_solve || saga::is_chapter(line, reading) || keyword::is_keyword(line, reading) {
        return line;
    }
    line.get(skip..).unwrap_or(line)
}

pub(super) fn is_additional_cost(ability: &Ability) -> bool {
    match ability {
        Ability::Static(s) => s.effects.iter().any(|e| matches!(e, lawmage_ir::Continuous::AdditionalCost { .. })),
        Ability::Keyword(k) => k.keyword == lawmage_ir::Keyword::Teamwork,
        _ => false,
    }
}
