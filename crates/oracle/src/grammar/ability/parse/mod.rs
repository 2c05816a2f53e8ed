//! The lines of a text box: which kind of ability each is, and its parts (113.3).

pub(crate) mod annotation;
pub(crate) mod dungeon;
mod escape;
mod from_graveyard;
pub(crate) mod levels;
pub(crate) mod linked;
mod other;
pub(crate) mod saga;
pub(crate) mod statics;
mod text_box;

use std::rc::Rc;
use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, KeywordAbility, KeywordParam, TriggeredAbility, Zone, ZoneSet,
};

pub(crate) use self::text_box::text_box;

use self::annotation::Annotations;
use self::linked::{anchored, exerting, harnessed, max_speed, revealing};
use crate::grammar::mana::restriction;
use crate::grammar::{condition, cost, effect, event, keyword, pregame};
use crate::lex::{Token, TokenKind, lex};
use crate::lexicon::Lexicon;
use crate::parse::{Parser, Scope};
use crate::text::SelfNames;

/// Any line of a permanent's text, or of a quoted ability: all of its tokens.
pub fn line(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.first(&[
        anchored,
        crate::grammar::attraction::visit,
        max_speed,
        harnessed,
        linked::to_solve,
        linked::solved,
        other_than_spell,
        exerting,
        revealing,
        escape::escaping,
        statics::line,
    ])
}

/// Abilities that stand on instants and sorceries too, besides the spell ability.
pub(crate) fn other_than_spell(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.first(&[keyword::keyword_line, triggered, activated, saga::chapter, pregame::pregame_line, statics::spell_line])
}

/// What an instant or sorcery says besides other abilities (113.3a).
pub(crate) fn spell_effect(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let program = effect::program(p)?;
    let mut all = vec![Ability::Spell(program)];
    if p.at("x can't be 0") {
        all.extend(p.attempt(statics::spell_line)?);
    }
    end(p)?;
    Some(all)
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
    let pattern = p.attempt(|p| event::with_total_power(p, &pattern)).unwrap_or(pattern);
    let pattern = event::if_it_did_not_die(p, pattern);
    let condition = p.attempt(|p| {
        p.expect("if")?;
        let condition = condition::condition(p)?;
        p.comma().then_some(condition)
    });
    let program = effect::program(p)?;
    let same = p.attempt(|p| effect::same_is_true::of_trigger(p, condition.as_ref(), &program));
    let (condition, mut program) = same.map_or((condition, program), |(any, each)| (Some(any), each));
    p.eat(".");
    let mut notes = annotation::annotations(p)?;
    notes.merge(before);
    end(p)?;
    if p.scope.face.links_sacrificed && event::is_own_cast(&pattern) {
        remember_sacrificed(p, &mut program)?;
    }
    if !notes.changes.is_empty() {
        return p.fail("an ability that is activated");
    }
    from_graveyard::only_there(p, &pattern, &mut program)?;
    let zones = trigger_zones(p, &pattern);
    let mana = restriction::is_triggered_mana(&pattern, &program);
    let (per_turn, once, do_once) = (notes.per_turn, notes.once, notes.do_once);
    let ability = TriggeredAbility { event: pattern, condition, program, zones, per_turn, once, do_once, mana };
    Some(vec![Ability::Triggered(ability)])
}

/// 607.2: what an ability that triggers as the spell is cast has sacrificed is spoken of as the spell becomes a permanent.
fn remember_sacrificed(p: &mut Parser<'_>, program: &mut lawmage_ir::Program) -> Option<()> {
    use lawmage_ir::Instruction;
    let [mode] = program.modes.as_mut_slice() else { return p.fail("an ability without modes") };
    let mut sacrifices = mode.clauses.iter_mut().filter(|clause| matches!(clause.does, Instruction::Sacrifice { .. }));
    let (Some(clause), None) = (sacrifices.next(), sacrifices.next()) else { return p.fail("one sacrifice") };
    let slot = *clause.out.get_or_insert_with(|| p.scope.slot());
    mode.clauses.push(Instruction::Remember(lawmage_ir::SACRIFICED, lawmage_ir::Selector::slot(slot)).into());
    Some(())
}

/// 113.6: where a triggered ability works.
fn trigger_zones(p: &Parser<'_>, pattern: &lawmage_ir::EventPattern) -> ZoneSet {
    if let Some(zones) = event::zones_of(pattern) {
        return zones;
    }
    // 603.6c: what it does as it comes or goes it does there, wherever its effect then moves it from.
    if event::of_its_own_coming_or_going(pattern) {
        return ZoneSet::BATTLEFIELD;
    }
    source_zone(p).unwrap_or(ZoneSet::BATTLEFIELD)
}

/// What says that an ability works in its owner's graveyard and on the battlefield.
const GRAVEYARD_TOO: [&str; 2] = ["in your graveyard or on the battlefield", "on the battlefield or in your graveyard"];

/// 113.6m: an ability whose cost or effect moves the object out of a zone works in that zone; 113.6b: so does one that says so.
pub(crate) fn source_zone(p: &Parser<'_>) -> Option<ZoneSet> {
    let tokens = p.tokens();
    let word = |i: usize| tokens.get(i).map_or("", |t| if t.kind == TokenKind::This { "~" } else { &*t.text });
    let mut depth = 0;
    (0..tokens.len()).find_map(|i| {
        match tokens.get(i).map(|t| &t.kind) {
            Some(TokenKind::QuoteOpen) => depth += 1,
            Some(TokenKind::QuoteClose) => depth -= 1,
            _ => {}
        }
        // What stands in quotes is said of whatever has the ability.
        if depth > 0 {
            return None;
        }
        let card = tokens.get(i).is_some_and(|t| t.kind == TokenKind::This);
        // "charge counters on this card from your hand", "a card named ~ from your graveyard" speak of another card.
        let of_another = i > 0 && matches!(word(i - 1), "on" | "named");
        if !card || of_another {
            return None;
        }
        let says = |at: usize, words: &str| words.split(' ').enumerate().all(|(n, w)| word(at + n) == w);
        // "put ~ onto the battlefield from the command zone"
        let put = ["onto the battlefield", "on top of your library"].into_iter().find(|to| says(i + 1, to));
        let from = i + 1 + put.map_or(0, |to| to.split(' ').count());
        match (word(from), word(from + 1), word(from + 2)) {
            ("from", "your", "hand") if says(from + 3, "or the command zone") => {
                Some(ZoneSet::of(Zone::Hand).union(ZoneSet::of(Zone::Command)))
            }
            ("from", "the", "command") => Some(ZoneSet::of(Zone::Command)),
            ("from", "your", "graveyard") => Some(ZoneSet::of(Zone::Graveyard)),
            // "return ~ and up to one other target creature card from your graveyard": each of them is there.
            ("and", ..) if i > 0 && word(i - 1) == "return" => returned_with(&tokens[i..]),
            ("from", "your", "hand") => Some(ZoneSet::of(Zone::Hand)),
            ("from", "exile", _) => Some(ZoneSet::of(Zone::Exile)),
            ("is", ..) if GRAVEYARD_TOO.iter().any(|words| says(i + 2, words)) => {
                Some(ZoneSet::of(Zone::Graveyard).union(ZoneSet::of(Zone::Battlefield)))
            }
            ("is", "the", "only") if says(i + 5, "card in your graveyard") => Some(ZoneSet::of(Zone::Graveyard)),
            ("is", "in", "your") if word(i + 4) == "graveyard" => Some(ZoneSet::of(Zone::Graveyard)),
            ("is", "in", "your") if word(i + 4) == "hand" => Some(ZoneSet::of(Zone::Hand)),
            // 408.1: eminence.
            ("is", "in", "the") if says(i + 4, "command zone or on the battlefield") => {
                Some(ZoneSet::of(Zone::Command).union(ZoneSet::of(Zone::Battlefield)))
            }
            ("is", "in", "the") if says(i + 4, "command zone") && word(i + 6) != "or" => {
                Some(ZoneSet::of(Zone::Command))
            }
            ("is", "in", "exile") | ("is", "exiled" | "suspended", _) => Some(ZoneSet::of(Zone::Exile)),
            _ => None,
        }
    })
}

/// The zone from which an object is returned with others, of the sentence from the object on.
fn returned_with(tokens: &[Token]) -> Option<ZoneSet> {
    let words: Vec<&str> = tokens.iter().map(|t| &*t.text).take_while(|word| *word != ".").collect();
    let from = words.iter().position(|word| *word == "from")?;
    let target = words.get(..from)?.contains(&"target");
    match words.get(from + 1..from + 3)? {
        ["your", "graveyard"] if target => Some(ZoneSet::of(Zone::Graveyard)),
        ["your", "hand"] => Some(ZoneSet::of(Zone::Hand)),
        _ => None,
    }
}

/// "cost: effect." (602) and loyalty abilities (606): those with a loyalty symbol in their cost (606.2).
fn activated(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    let gate = annotation::leading(p);
    if let Some(x) = p.attempt(x_said_last) {
        p.scope.x = Some(x);
    }
    let loyalty = p.attempt(|p| cost::loyalty(p));
    let is_loyalty = loyalty.is_some();
    let mut cost = match loyalty {
        Some(cost) => cost,
        None if has_colon(p) => {
            p.scope.announces = true;
            let cost = cost::cost(p)?;
            p.scope.announces = false;
            cost
        }
        None => return p.fail("a cost and a colon"),
    };
    p.expect(":")?;
    let header = limited_header(p);
    let mut program = effect::program(p)?;
    p.eat(".");
    let mut notes = annotation::annotations(p)?;
    notes.merge(gate);
    // What each mode says again (602.5) is said of the ability once.
    let header = header.unwrap_or_default();
    if p.scope.mode_limits.take().is_some_and(|said| said != header) {
        return p.fail("what every mode says of the ability");
    }
    notes.merge(header);
    if p.scope.one_or_more {
        notes.require(annotation::some_x());
    }
    end(p)?;
    cost.parts.append(&mut notes.changes);
    if let Some(rider) = notes.rider.take() {
        restriction::attach_rider(&mut program, &rider)?;
    }
    let zones = activation_zones(p, &cost);
    let mana = !is_loyalty && restriction::is_mana(&program);
    let limits = limits(&notes);
    let ability = ActivatedAbility { cost, program, zones, limits, by: notes.by, mana, loyalty: is_loyalty };
    let ability = Ability::Activated(ability);
    // 702.142b, 702.177: what speaks of boast or exhaust abilities finds it.
    Some(vec![match notes.prefix {
        Some(keyword) => {
            Ability::Keyword(KeywordAbility { keyword, param: KeywordParam::None, means: Arc::from([ability]) })
        }
        None => ability,
    }])
}

/// "{X}, {T}: Copy the exiled card. X is the mana value of the exiled card.": what X is, in the cost too, said at the end
/// (107.3c).
fn x_said_last(p: &mut Parser<'_>) -> Option<lawmage_ir::Amount> {
    let said = |n: &usize| p.word_at(*n) == "." && p.word_at(n + 1) == "x" && p.word_at(n + 2) == "is";
    let quoted = |n: &usize| p.peek_at(*n).is_some_and(|t| t.kind != TokenKind::QuoteOpen);
    let at = p.pos() + (0..).take_while(quoted).find(said)?;
    // "Create a token that's a copy of the exiled card. X is the mana value of that card."
    let copied = ["a", "copy", "of", "the", "exiled", "card"];
    let before = at.checked_sub(copied.len()).and_then(|from| p.tokens().get(from..at)).unwrap_or_default();
    let exiled = before.iter().map(|t| &*t.text).eq(copied);
    let amount = |p: &mut Parser<'_>| match exiled && p.eat("the mana value of that card") {
        true => {
            Some(lawmage_ir::Amount::Stat(lawmage_ir::Stat::ManaValue, lawmage_ir::Ref::Linked(p.scope.face.exiled())))
        }
        false => crate::grammar::amount::described(p),
    };
    let x = p.read_ahead(at, at + 3, |p| amount(p).filter(|_| p.at(".") && p.peek_at(1).is_none()))?;
    // "The number of cards in an opponent's hand": of whichever you like (107.3c), and nothing but what is paid depends on it.
    let colon = p.tokens().iter().position(|t| &*t.text == ":").unwrap_or_default();
    let effect = p.tokens().get(colon..at).unwrap_or_default();
    let hand = lawmage_ir::Filter::new(
        lawmage_ir::Kind::Card(ZoneSet::of(Zone::Hand)),
        lawmage_ir::Test::Owned(lawmage_ir::Who::Opponents),
    );
    let in_hand = lawmage_ir::Amount::Count(Box::new(lawmage_ir::Selector::All(hand)));
    if (x == lawmage_ir::Amount::HandSize(lawmage_ir::Who::Opponents) || x == in_hand)
        && effect.iter().all(|t| &*t.text != "x")
    {
        return Some(crate::grammar::amount::smallest_hand());
    }
    // What else is of an opponent would be of one whom nobody chooses.
    if lawmage_ir::visit::any(&x, |who: &lawmage_ir::Who| *who == lawmage_ir::Who::Opponents) {
        return p.fail("of whom it is");
    }
    Some(x)
}

/// "Choose one. Activate only as a sorcery." before the modes: the limits, read ahead.
fn limited_header(p: &mut Parser<'_>) -> Option<Annotations> {
    let ends = |n: &usize| p.word_at(*n) == ".";
    let at = if p.at_any(&["choose", "roll a"]) { p.pos() + (0..4).find(ends)? } else { return None };
    let before_modes = |p: &mut Parser<'_>| {
        p.expect(".")?;
        p.peek().filter(|t| t.kind == TokenKind::Newline || &*t.text == "•").map(drop)
    };
    // "Choose one. X is the number of spells you've cast this turn."
    if let Some(x) = p.read_ahead(at, at + 1, |p| {
        p.expect("x is")?;
        let x = crate::grammar::amount::described(p)?;
        before_modes(p).map(|()| x)
    }) {
        p.scope.x = Some(x);
        return Some(Annotations::default());
    }
    p.read_ahead(at, at + 1, |p| {
        p.at("activate only").then_some(())?;
        let mut notes = Annotations::default();
        annotation::sentence(p, &mut notes)?;
        before_modes(p).map(|()| notes)
    })
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

/// The word for the object that grants the ability being read: no printed word is like it.
pub(crate) const GIVER: &str = "~giver";

/// An ability in quotes, the quotes included; it has its own scope and shares the face's links (607.1a).
pub fn quoted(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.attempt(|p| {
        p.peek().filter(|t| t.kind == TokenKind::QuoteOpen)?;
        let given_by = gives_to_host(p);
        let by_name = gives_to_token(p) && !p.scope.quoted;
        // 201.5a: an instant's or sorcery's name, in an ability that it grants.
        let by_spell = p.scope.face.spell && !p.scope.quoted;
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
        // 201.5a: "this Equipment", in an ability of the equipped creature.
        let giver = |t: &crate::lex::Token| match by_spell || by_name {
            true => !p.printed(t).to_lowercase().starts_with("this "),
            false => is_giver(p.printed(t)),
        };
        let of_giver = |t: &crate::lex::Token| t.kind == TokenKind::This && giver(t);
        let mut owned = Vec::new();
        if (given_by || by_spell || by_name) && inside.iter().any(of_giver) {
            if p.scope.quoted {
                return p.fail("what the creature that has it is called, not what gives it");
            }
            let marked = |t: &crate::lex::Token| match of_giver(t) {
                true => crate::lex::Token { kind: TokenKind::Giver, text: GIVER.into(), ..t.clone() },
                false => t.clone(),
            };
            owned.extend(inside.iter().map(marked));
        }
        let inside = if owned.is_empty() { inside } else { owned.as_slice() };
        granted_line(p, inside)
    })
}

/// "gains Whenever …. until end of turn": a granted ability without the quotation marks, to the full stop before its duration.
pub fn unquoted(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.attempt(|p| {
        if !p.at_any(&["whenever", "when"]) {
            return p.fail("an ability");
        }
        let start = p.pos();
        while !p.at(".") {
            if p.at_end() || p.peek().is_some_and(|t| t.kind != TokenKind::Word && &*t.text != ",") && !p.at("~") {
                return p.fail("an ability");
            }
            p.advance();
        }
        let inside = p.tokens().get(start..p.pos())?;
        p.expect(".")?;
        p.at("until end of turn").then_some(())?;
        granted_line(p, inside)
    })
}

/// Reads an ability that an effect grants, in a scope of its own.
fn granted_line<'t>(p: &mut Parser<'t>, inside: &[crate::lex::Token]) -> Option<Vec<Ability>> {
    let read = |tokens: &[crate::lex::Token]| {
        let mut scope = Scope::new(p.scope.face.clone());
        scope.face.spell = false;
        scope.quoted = true;
        let mut inner = Parser::new(p.source(), tokens, scope, p.reading());
        line(&mut inner).map(|abilities| (abilities, inner.scope.face))
    };
    let read = read(inside).or_else(|| read(&with_its_colon(inside)?));
    let spell = p.scope.face.spell;
    match read {
        Some((abilities, face)) => {
            p.scope.face = face;
            p.scope.face.spell = spell;
            Some(abilities)
        }
        None => p.fail("an ability in quotes"),
    }
}

/// "Sacrifice this token. Add {C}.": what is told to be done without an ability that says when has no meaning on a permanent
/// (113.3a), so that the full stop can only be the colon of an activated ability (602.1), misprinted.
fn with_its_colon(inside: &[crate::lex::Token]) -> Option<Vec<crate::lex::Token>> {
    let word = |at: usize| inside.get(at).map_or("", |t| &*t.text);
    let itself = inside.get(1).is_some_and(|t| t.kind == TokenKind::This);
    (itself && word(0) == "sacrifice" && word(2) == "." && word(3) == "add").then_some(())?;
    let mut mended = inside.to_vec();
    mended.get_mut(2)?.text = ":".into();
    Some(mended)
}

/// Whether the sentence gives the quoted ability that follows to what the object is attached to.
fn gives_to_host(p: &Parser<'_>) -> bool {
    sentence_has(p, &["equipped", "enchanted", "fortified"])
}

/// Whether it gives it to tokens that it creates, other than as copies: what created them is called by its name (201.5a).
fn gives_to_token(p: &Parser<'_>) -> bool {
    sentence_has(p, &["create", "creates"]) && !sentence_has(p, &["copy", "copies"])
}

/// Whether one of these words stands in the sentence so far.
fn sentence_has(p: &Parser<'_>, words: &[&str]) -> bool {
    let before = p.tokens().get(..p.pos()).unwrap_or_default();
    // What another quoted ability says is no part of the sentence.
    let mut depth = 0_u32;
    let own = before.iter().rev().filter(|t| {
        match t.kind {
            TokenKind::QuoteClose => depth += 1,
            TokenKind::QuoteOpen => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    });
    own.take_while(|t| &*t.text != ".").any(|t| words.contains(&&*t.text))
}

/// Whether that, within an ability of the host, speaks of the attachment that gives it.
fn is_giver(printed: &str) -> bool {
    let word = printed.to_lowercase();
    !word.starts_with("this ") || matches!(&*word, "this equipment" | "this aura" | "this fortification")
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
