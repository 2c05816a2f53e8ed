//! The lines of a text box: which kind of ability each is, and its parts (113.3).

pub(crate) mod annotation;
pub(crate) mod dungeon;
pub(crate) mod levels;
pub(crate) mod saga;
pub(crate) mod statics;

use std::rc::Rc;
use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, Cmp, Condition, Continuous, EventPattern, Face, Filter,
    Modification, Permission, Ref, Selector, StaticAbility, Test, TriggeredAbility, Who, Zone, ZoneSet,
};

use self::annotation::Annotations;
use self::levels::Striation;
use crate::depth::is_deeper;
use crate::diagnostic::Diagnostic;
use crate::grammar::keyword::{self, retext};
use crate::grammar::mana::restriction;
use crate::grammar::{condition, cost, effect, event, pregame};
use crate::lex::{Token, TokenKind, lex};
use crate::lexicon::Lexicon;
use crate::limits::Limit;
use crate::parse::reading::Reading;
use crate::parse::{FaceScope, Parser, Scope};
use crate::source::CardSource;
use crate::text::{self, SelfNames};

/// Compiles the text box of a face into its abilities; gives back the lines that could not be compiled.
pub fn text_box(
    card: &CardSource,
    index: usize,
    face: &mut Face,
    reading: &Rc<Reading>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<String> {
    let source = std::sync::Arc::clone(&face.text);
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
    let tokens = lex(&source, 0, &names, &reading.lexicon);
    let spell = face.types.has(lawmage_ir::CardType::Instant) || face.types.has(lawmage_ir::CardType::Sorcery);
    let scope = FaceScope {
        spell,
        types: face.types,
        links_exile: links_exile(&tokens) || other_face_links(card),
        links_created: links_created(&tokens),
        links_paid: says(&tokens, &["life", "paid", "as"]),
        ..FaceScope::default()
    };
    let striated: Option<Header> = if face.subtypes.has(lawmage_ir::Subtype::CLASS) {
        Some(levels::bar)
    } else if face.types.has(lawmage_ir::CardType::Creature) && source.contains("\nLEVEL ") {
        Some(levels::symbol)
    } else {
        None
    };
    let mut reader = TextBox {
        source: &source,
        reading,
        face: scope,
        carried: Vec::new(),
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
    face.noted.clone_from(&reader.face.noted);
    face.orders_graveyard = reader.face.orders_graveyard;
    face.names.clone_from(&reader.face.named);
    let mut missing = std::mem::take(&mut reader.missing);
    if let Some(from) = beyond {
        reader.diagnostics.push(Diagnostic::limit(&face.name, Limit::Abilities, from..source.len()));
        missing.push(Limit::Abilities.to_string());
    }
    let mut again = retext::Context { source: &source, lines: &lines, names: &names, face: reader.face, reading };
    retext::other_texts(&mut again, &mut face.abilities);
    retext::backup(&mut face.abilities);
    missing
}

/// Whether a face speaks of tokens created with it (607.2c).
fn links_created(tokens: &[Token]) -> bool {
    let word = |i: usize| tokens.get(i).map_or("", |t| &*t.text);
    (0..tokens.len()).any(|i| {
        word(i) == "created" && word(i + 1) == "with" && tokens.get(i + 2).is_some_and(|t| t.kind == TokenKind::This)
    })
}

/// Whether these words stand there one after the other.
fn says(tokens: &[Token], words: &[&str]) -> bool {
    tokens.windows(words.len()).any(|here| here.iter().zip(words).all(|(t, w)| &*t.text == *w))
}

/// Whether another face of a transforming card speaks of what this one exiled (607.1b).
fn other_face_links(card: &CardSource) -> bool {
    card.layout == lawmage_ir::Layout::Transform && card.faces.iter().any(|f| f.text.contains("exiled with"))
}

/// Whether a face speaks in one ability of what another exiled (607.2a).
fn links_exile(tokens: &[Token]) -> bool {
    let word = |i: usize| tokens.get(i).map_or("", |t| &*t.text);
    (0..tokens.len()).any(|i| {
        (word(i) == "exiled" && word(i + 1) == "with")
            || (word(i) == "the" && word(i + 1) == "exiled" && matches!(word(i + 2), "card" | "cards"))
    })
}

/// A face's lines: tokens without ability words; bullets stay with their header.
fn lines<'a>(source: &str, tokens: &'a [Token], reading: &Rc<Reading>) -> Vec<&'a [Token]> {
    let mut lines: Vec<(usize, usize)> = Vec::new();
    let mut start = 0;
    for (at, token) in tokens.iter().enumerate() {
        if token.kind != TokenKind::Newline {
            continue;
        }
        let bullet =
            tokens.get(at + 1).is_some_and(|t| &*t.text == "•" || (&*t.text == "+" && t.kind == TokenKind::Punct))
                || is_row(tokens.get(at + 1..).unwrap_or_default())
                || is_prize(tokens.get(at + 1..).unwrap_or_default());
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

/// Whether a line is a row of a results table (706.3a): "1—9 | …", "20 | …".
fn is_row(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(|t| matches!(t.kind, TokenKind::Number(_)))
        && tokens.iter().take(4).any(|t| &*t.text == "|")
}

/// Whether a line is the prize of the visit ability before it (702.159b).
fn is_prize(tokens: &[Token]) -> bool {
    matches!(tokens, [word, dash, ..] if &*word.text == "prize" && &*dash.text == "—")
}

/// 207.2c: ability words and flavor words have no rules meaning.
fn without_ability_word<'a>(source: &str, line: &'a [Token], reading: &Rc<Reading>) -> &'a [Token] {
    let Some(start) = line.first().map(|t| t.span.start) else { return line };
    let text = source.get(start..).and_then(|t| t.lines().next()).unwrap_or("");
    let Some(len) = text::ability_word(text) else { return line };
    let skip = line.iter().take_while(|t| t.span.start < start + len).count();
    // A keyword with a dash before its cost is no ability word: "Ward—Pay 2 life" has no spaces; "Equip — …" might.
    if saga::is_chapter(line, reading) || keyword::is_keyword(line, reading) {
        return line;
    }
    line.get(skip..).unwrap_or(line)
}

/// What begins a striation.
type Header = fn(&mut Parser<'_>) -> Option<(Option<Ability>, Striation)>;

/// A text box being read.
struct TextBox<'a> {
    source: &'a str,
    reading: &'a Rc<Reading>,
    face: FaceScope,
    /// What a spell's additional costs were paid with, for its effect to speak of.
    carried: Vec<crate::parse::Referent>,
    missing: Vec<String>,
    /// How the striations of the text box begin, if it has any (711.2, 716.2).
    striated: Option<Header>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl TextBox<'_> {
    fn permanent(&mut self, name: &str, lines: &[&[Token]]) -> Vec<Ability> {
        let mut abilities = Vec::new();
        let mut striation: Option<Striation> = None;
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
                open.sized(size);
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
        let joined: Vec<Token> = lines.concat();
        if let Ok(read) = self.read(&joined, spell_effect) {
            abilities.extend(read);
            return;
        }
        for tokens in lines {
            match self.read(tokens, spell_effect) {
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
            Some(abilities) => {
                self.face = parser.scope.face.clone();
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
            limit: None,
        });
        self.missing.push(text.to_owned());
    }
}

struct Failed {
    at: Option<crate::diagnostic::Span>,
    word: Option<String>,
    expected: Vec<&'static str>,
    limit: Option<Limit>,
}

impl Failed {
    fn limit(limit: Limit, span: crate::diagnostic::Span) -> Self {
        Self { at: Some(span), word: None, expected: Vec::new(), limit: Some(limit) }
    }
}

fn is_additional_cost(ability: &Ability) -> bool {
    matches!(ability, Ability::Static(s) if s.effects.iter().any(|e| matches!(e, lawmage_ir::Continuous::AdditionalCost { .. })))
}

/// Any line of a permanent's text, or of a quoted ability: all of its tokens.
pub fn line(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.first(&[
        anchored,
        crate::grammar::attraction::visit,
        max_speed,
        other_than_spell,
        exerting,
        revealing,
        statics::line,
    ])
}

/// "Max speed — [ability]": the object has it as long as its controller's speed is 4 (702.178a).
fn max_speed(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("max speed —")?;
    let fast = Condition::Compare(Amount::Speed(Who::You), Cmp::AtLeast, Amount::Const(4));
    let all = p.first(&[other_than_spell, statics::line])?;
    let has = |ability: Ability| match ability {
        Ability::Static(mut fixed) => {
            fixed.condition = Some(match fixed.condition.take() {
                Some(other) => Condition::And(vec![other, fast.clone()]),
                None => fast.clone(),
            });
            Ability::Static(fixed)
        }
        other => {
            let zones = match &other {
                Ability::Activated(a) => a.zones,
                Ability::Triggered(t) => t.zones,
                _ => ZoneSet::BATTLEFIELD,
            };
            let mods = vec![Modification::AddAbility(std::sync::Arc::new(other))];
            let effects = vec![Continuous::Modify { what: lawmage_ir::THIS, mods }];
            Ability::Static(StaticAbility { zones, condition: Some(fast.clone()), effects, defines: false })
        }
    };
    Some(all.into_iter().map(has).collect())
}

/// "As ~ enters, choose Khans or Dragons." with the abilities of the anchor words, each after a bullet (614.12b).
fn anchored(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let from = p.pos();
    let head = p.tokens().iter().skip(from).position(|t| t.kind == TokenKind::Newline)?;
    let tokens = p.tokens();
    let mut entering = Parser::new(p.source(), tokens.get(from..from + head)?, p.scope.clone(), p.reading());
    let mut abilities = statics::line(&mut entering)?;
    let (linked, words) = (entering.scope.face.word?, entering.scope.face.words.clone());
    let mut at = from + head;
    while at < tokens.len() {
        let end = tokens.iter().skip(at + 1).position(|t| t.kind == TokenKind::Newline);
        let end = end.map_or(tokens.len(), |n| at + 1 + n);
        let mut one =
            Parser::new(p.source(), tokens.get(at + 1..end)?, Scope::new(entering.scope.face.clone()), p.reading());
        one.expect("•")?;
        let word = crate::grammar::replacement::enters::anchor_word(&mut one).filter(|w| words.contains(w))?;
        one.expect("—")?;
        let read = one.first(&[other_than_spell, statics::line]).filter(|_| one.at_end())?;
        entering.scope.face = one.scope.face.clone();
        for ability in read {
            abilities.push(has_if_chosen(linked, &word, ability));
        }
        at = end;
    }
    p.scope.face = entering.scope.face;
    p.go_back_to(tokens.len());
    Some(abilities)
}

/// "As long as that word was chosen, this has that ability."
fn has_if_chosen(linked: u8, word: &Arc<str>, ability: Ability) -> Ability {
    let mods = vec![Modification::AddAbility(Arc::new(ability))];
    Ability::Static(StaticAbility {
        zones: ZoneSet::BATTLEFIELD,
        condition: Some(Condition::ChoseWord(linked, word.clone())),
        effects: vec![Continuous::Modify { what: Selector::Ref(Ref::This), mods }],
        defines: false,
    })
}

/// "You may exert ~ as it attacks. When you do, …" (508.1g, 701.39d): a choice as it is declared, and what triggers on it.
fn exerting(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let once = p.eat("if ~ hasn't been exerted this turn ,");
    if !(p.eat("you may exert ~ as it attacks") || once && p.eat("you may exert it as it attacks")) {
        return p.fail("an exerted attacker");
    }
    let event = EventPattern::Exerts { by: Who::You, what: Filter::permanent(Test::Is(Ref::This)) };
    let never = Condition::Happened(Box::new(event.clone()), lawmage_ir::Span::ThisTurn, 1);
    let condition = once.then(|| Condition::Not(Box::new(never)));
    let this = Selector::Ref(Ref::This);
    let permission = Continuous::May(Permission::Exert(this));
    let may = StaticAbility { effects: vec![permission], condition, zones: ZoneSet::BATTLEFIELD, defines: false };
    let mut all = vec![Ability::Static(may)];
    if p.eat(". when you do ,") {
        p.scope.mention(crate::parse::Referent::this());
        let program = effect::program(p)?;
        all.push(Ability::Triggered(TriggeredAbility {
            event,
            condition: None,
            program,
            zones: ZoneSet::BATTLEFIELD,
            per_turn: None,
            do_once: false,
            mana: false,
        }));
    }
    end(p)?;
    Some(all)
}

/// "Reveal the first card you draw each turn. Whenever you reveal a basic land card this way, draw a card.": a static
/// ability and the triggered abilities that are linked to it, in one paragraph (603.11, 607.2h).
fn revealing(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let which = p.eat_any(&[
        "reveal the first card you draw each turn",
        "you may reveal the first card you draw each turn as you draw it",
        "you may reveal ~ from your hand as you draw it if it's the first card you've drawn this turn",
    ])?;
    let this = Filter::new(lawmage_ir::Kind::Object, Test::Is(Ref::This));
    let any = Filter::new(lawmage_ir::Kind::Object, Test::Any);
    let zones = if which == 2 { ZoneSet::of(Zone::Hand) } else { ZoneSet::BATTLEFIELD };
    let what = if which == 2 { this.clone() } else { any };
    let permission = Continuous::May(Permission::RevealDrawn { what, optional: which > 0 });
    let mut all =
        vec![Ability::Static(StaticAbility { effects: vec![permission], condition: None, zones, defines: false })];
    while p.attempt(|p| p.expect(".").filter(|()| !p.at_end())).is_some() {
        let card = if p.eat("when you reveal ~ this way") {
            p.scope.mention(crate::parse::Referent::this());
            this.clone()
        } else {
            p.expect("whenever you reveal")?;
            p.eat_any(&["a", "an"])?;
            let noun = crate::grammar::noun::noun(p)?;
            p.expect("this way")?;
            p.scope.mention(crate::parse::Referent::event(lawmage_ir::Role::Subject, crate::parse::Sort::Card));
            Filter::new(lawmage_ir::Kind::Object, noun.filter.test)
        };
        if !p.comma() {
            return p.fail("a comma after the event");
        }
        let program = effect::program(p)?;
        all.push(Ability::Triggered(TriggeredAbility {
            event: EventPattern::RevealsDrawn(card),
            condition: None,
            program,
            zones,
            per_turn: None,
            do_once: false,
            mana: false,
        }));
    }
    end(p)?;
    Some(all)
}

/// Abilities that stand on instants and sorceries too, besides the spell ability.
pub(crate) fn other_than_spell(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.first(&[keyword::keyword_line, triggered, activated, saga::chapter, pregame::pregame_line, statics::spell_line])
}

/// What an instant or sorcery says besides other abilities (113.3a).
pub(crate) fn spell_effect(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let program = effect::program(p)?;
    end(p)?;
    Some(vec![Ability::Spell(program)])
}

/// The line must end here.
pub(crate) fn end(p: &mut Parser<'_>) -> Option<()> {
    p.eat(".");
    if p.at_end() { Some(()) } else { p.fail("the end of the line") }
}

/// "When/Whenever/At …, [if …,] effect." (603)
fn triggered(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let before = annotation::leading(p);
    // 603.7: that is no ability of the object, but one that the spell makes.
    if p.at("at the beginning of the next") {
        return p.fail("an event");
    }
    p.eat_any(&["when", "whenever", "at"])?;
    let pattern = event::event(p)?;
    if !p.comma() {
        return p.fail("a comma after the event");
    }
    let condition = p.attempt(|p| {
        p.expect("if")?;
        let condition = condition::condition(p)?;
        p.comma().then_some(condition)
    });
    let program = effect::program(p)?;
    p.eat(".");
    let mut notes = annotation::annotations(p)?;
    notes.merge(before);
    end(p)?;
    let zones = trigger_zones(p, &pattern);
    let mana = restriction::is_triggered_mana(&pattern, &program);
    let (per_turn, do_once) = (notes.per_turn, notes.do_once);
    let ability = TriggeredAbility { event: pattern, condition, program, zones, per_turn, do_once, mana };
    Some(vec![Ability::Triggered(ability)])
}

/// 113.6: where a triggered ability works.
fn trigger_zones(p: &Parser<'_>, pattern: &lawmage_ir::EventPattern) -> ZoneSet {
    if let Some(zones) = event::zones_of(pattern) {
        return zones;
    }
    source_zone(p).unwrap_or(ZoneSet::BATTLEFIELD)
}

/// 113.6m: an ability whose cost or effect moves the object out of a zone works in that zone; 113.6b: so does one that says so.
pub(crate) fn source_zone(p: &Parser<'_>) -> Option<ZoneSet> {
    let tokens = p.tokens();
    let word = |i: usize| tokens.get(i).map_or("", |t| if t.kind == TokenKind::This { "~" } else { &*t.text });
    (0..tokens.len()).find_map(|i| {
        let card = tokens.get(i).is_some_and(|t| t.kind == TokenKind::This);
        if !card {
            return None;
        }
        match (word(i + 1), word(i + 2), word(i + 3)) {
            ("from", "your", "graveyard") => Some(ZoneSet::of(Zone::Graveyard)),
            ("from", "your", "hand") => Some(ZoneSet::of(Zone::Hand)),
            ("from", "exile", _) => Some(ZoneSet::of(Zone::Exile)),
            ("is", "in", "your") if word(i + 4) == "graveyard" => Some(ZoneSet::of(Zone::Graveyard)),
            ("is", "in", "your") if word(i + 4) == "hand" => Some(ZoneSet::of(Zone::Hand)),
            ("is", "in" | "exiled", _) => Some(ZoneSet::of(Zone::Exile)),
            _ => None,
        }
    })
}

/// "cost: effect." (602) and loyalty abilities (606): those with a loyalty symbol in their cost (606.2).
fn activated(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let gate = annotation::leading(p);
    let loyalty = p.attempt(|p| cost::loyalty(p));
    let is_loyalty = loyalty.is_some();
    let cost = match loyalty {
        Some(cost) => cost,
        None if has_colon(p) => cost::cost(p)?,
        None => return p.fail("a cost and a colon"),
    };
    p.expect(":")?;
    let mut program = effect::program(p)?;
    p.eat(".");
    let mut notes = annotation::annotations(p)?;
    notes.merge(gate);
    end(p)?;
    if let Some(rider) = notes.rider.take() {
        restriction::attach_rider(&mut program, rider)?;
    }
    let zones = activation_zones(p, &cost);
    let mana = !is_loyalty && restriction::is_mana(&program);
    Some(vec![Ability::Activated(ActivatedAbility {
        cost,
        program,
        zones,
        limits: limits(&notes),
        by: notes.by,
        mana,
        loyalty: is_loyalty,
    })])
}

fn limits(notes: &Annotations) -> ActivationLimits {
    ActivationLimits {
        sorcery: notes.sorcery,
        instant: notes.instant,
        per_turn: notes.per_turn,
        per_object: notes.per_object,
        condition: notes.condition.clone(),
        special: notes.special,
    }
}

/// Whether a colon stands outside quotes before the first full stop.
fn has_colon(p: &Parser<'_>) -> bool {
    let mut depth = 0;
    for i in 0.. {
        let Some(token) = p.peek_at(i) else { return false };
        match token.kind {
            TokenKind::QuoteOpen => depth += 1,
            TokenKind::QuoteClose => depth -= 1,
            TokenKind::Punct if depth == 0 && &*token.text == ":" => return true,
            TokenKind::Punct if depth == 0 && &*token.text == "." => return false,
            TokenKind::Newline => return false,
            _ => {}
        }
    }
    false
}

/// 113.6j: an ability whose cost can be paid only from a zone works there.
fn activation_zones(p: &Parser<'_>, cost: &lawmage_ir::Cost) -> ZoneSet {
    use lawmage_ir::CostPart;
    let discards = cost.parts.iter().any(|part| matches!(part, CostPart::Discard(s) if *s == lawmage_ir::THIS));
    if discards {
        return ZoneSet::of(Zone::Hand);
    }
    source_zone(p).unwrap_or(ZoneSet::BATTLEFIELD)
}

/// An ability in quotes, the quotes included; it has its own scope and shares the face's links (607.1a).
pub fn quoted(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.attempt(|p| {
        let open = p.peek().filter(|t| t.kind == TokenKind::QuoteOpen)?;
        let _ = open;
        p.advance();
        let start = p.pos();
        let mut depth = 1;
        while depth > 0 {
            match p.peek()?.kind {
                TokenKind::QuoteOpen => depth += 1,
                TokenKind::QuoteClose => depth -= 1,
                _ => {}
            }
            p.advance();
        }
        let inside = p.tokens().get(start..p.pos() - 1)?;
        // "…, Sacrifice this token: You gain 3 life," and …": the comma is the sentence's around it.
        let inside = match inside.split_last() {
            Some((last, rest)) if &*last.text == "," => rest,
            _ => inside,
        };
        let mut scope = Scope::new(FaceScope { spell: false, ..p.scope.face.clone() });
        scope.quoted = true;
        let mut inner = Parser::new(p.source(), inside, scope, p.reading());
        let spell = p.scope.face.spell;
        match line(&mut inner) {
            Some(abilities) => {
                p.scope.face = FaceScope { spell, ..inner.scope.face };
                Some(abilities)
            }
            None => p.fail("an ability in quotes"),
        }
    })
}

/// Compiles one ability's text by itself, as if it stood on an object of that name.
#[must_use]
pub fn compile_ability_text(text: &str, name: &str) -> Option<Vec<Ability>> {
    let mut names = SelfNames::new(name, false, &Lexicon::default());
    names.add("~");
    let tokens = lex(text, 0, &names, &Lexicon::default());
    let mut parser = Parser::new(text, &tokens, Scope::default(), &Rc::default());
    line(&mut parser)
}
