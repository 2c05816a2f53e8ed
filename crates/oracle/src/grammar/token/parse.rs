//! Tokens (111): full descriptions, predefined ones (111.10), copies.

use std::sync::Arc;

use lawmage_ir::{
    Amount, Arrival, CardType, Clause, CounterKind, Face, Instruction, Modification, Printed, Subtype, SubtypeSet,
    TokenSpec, TypeSet, Who,
};

use crate::grammar::effect::{actor, emit, emit_number, emit_repeated, mention};
use crate::grammar::instruction::moves::attacked;
use crate::grammar::modification::{Described, describe, each_equal, exceptions, token_name};
use crate::grammar::{ability_text, amount, continuous, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Reads what follows one of these verbs.
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    match verb {
        "populate" => {
            let clause = emit_repeated(p, Instruction::Populate { attacking: false });
            if let Instruction::Populate { .. } = clause.does {
                let mut populated = Referent::new(Handle::Clause(0), Sort::Permanent);
                (populated.types, populated.token) = (TypeSet::of(CardType::Creature), true);
                mention(p, &clause, Some(populated), "created");
            }
            out.push(clause);
            Some(())
        }
        // 701.51a
        "incubate" => {
            let n = amount::amount(p)?;
            let arrival = Arrival { counters: vec![(CounterKind::PLUS, n)], ..Arrival::default() };
            let token = Box::new(TokenSpec::Face(Arc::new(predefined("Incubator")?)));
            let does = Instruction::CreateToken { who, count: Amount::ONE, token, arrival: Box::new(arrival) };
            let clause = emit_repeated(p, does);
            if !matches!(clause.does, Instruction::Repeat { .. }) {
                let types = TypeSet::of(CardType::Artifact);
                let referent = Referent { token: true, types, ..Referent::new(Handle::Clause(0), Sort::Permanent) };
                mention(p, &clause, Some(referent), "created");
            }
            out.push(clause);
            Some(())
        }
        "investigate" => {
            let token = Box::new(TokenSpec::Face(Arc::new(predefined("Clue")?)));
            let does = Instruction::CreateToken { who, count: Amount::ONE, token, arrival: Box::default() };
            let _ = p.at("once for each") && p.eat("once");
            // "Investigate for each goaded creature you control": so often, not so many Clues at once (701.36a).
            let clause = match p.attempt(amount::for_each) {
                Some(times) => emit(p, Instruction::Repeat { times, body: vec![does.into()] }),
                None => emit_repeated(p, does),
            };
            out.push(clause);
            Some(())
        }
        _ => {
            if let Some(()) = p.attempt_into(out, super::choice::one_of_several) {
                return Some(());
            }
            if who == Who::You
                && let Some(()) = p.attempt_into(out, crate::grammar::instruction::stack::named::created)
            {
                return Some(());
            }
            create(p, out)?;
            // "create a Food token and a Treasure token"
            while let Some(more) = p.attempt(|p| {
                let comma = p.comma();
                let and = p.eat("and");
                (comma || and).then_some(())?;
                let mut more = Vec::new();
                create(p, &mut more)?;
                Some(more)
            }) {
                out.extend(more);
            }
            Some(())
        }
    }
}

pub(super) fn create(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let actor = actor(p);
    // 111.9: "Pip, a legendary 1/1 …": one token of that name.
    let name = p.attempt(|p| super::name::name_before(p));
    let mut count = if name.is_some() {
        Some(Amount::ONE)
    } else if p.eat("a number of") {
        None
    } else {
        Some(amount::amount(p)?)
    };
    let mut arrival = Arrival::default();
    if p.eat("tapped and attacking") {
        arrival.tapped = true;
        arrival.attacking = true;
    } else if p.eat("tapped") {
        arrival.tapped = true;
    }
    let again = p.scope.last_token.clone().filter(|_| p.eat("of those tokens"));
    let (token, subtypes, types) = if let Some((token, before)) = again {
        arrival = before;
        (token, Vec::new(), TypeSet::NONE)
    } else if let Some(copy) = p.attempt(|p| super::attacking::copy_attacking(p, &mut arrival)) {
        (copy, Vec::new(), TypeSet::of(CardType::Creature))
    } else if let Some(copy) = p.attempt(|p| copy(p)) {
        (copy, Vec::new(), TypeSet::of(CardType::Creature))
    } else {
        described(p, name)?
    };
    // "Create a 2/2 Wolf creature token tapped and attacking": of a copy that would be what is copied.
    if !matches!(token, TokenSpec::Copy(..)) && p.eat("tapped and attacking") {
        (arrival.tapped, arrival.attacking) = (true, true);
    }
    if matches!(&token, TokenSpec::Copy(_, except) if except.is_empty()) {
        arrival.counters.extend(p.attempt(except_counters));
    }
    if matches!(token, TokenSpec::Copy(..)) && p.at_any(&["and that's tapped", "and that are tapped"]) {
        // "a token that's a copy of that card and that's tapped and attacking"
        p.advance();
    }
    riders(p, &mut arrival)?;
    let who = super::choice::created_by(p, actor)?;
    arrival.linked = p.scope.face.links_created.then(|| p.scope.face.created());
    if count.is_none() {
        p.expect("equal to")?;
        count = Some(amount::described(p)?);
    }
    let count = count?;
    p.scope.last_token = Some((token.clone(), arrival.clone()));
    let mut plural = count != Amount::ONE;
    let mut does = Instruction::CreateToken { who, count, token: Box::new(token), arrival: Box::new(arrival) };
    if let Some(by) = amount::for_each(p) {
        crate::grammar::effect::scale(&mut does, &by)?;
        plural = true;
    }
    let clause = emit_number(p, does);
    let referent =
        Referent { plural, token: true, types, subtypes, ..Referent::new(Handle::Clause(0), Sort::Permanent) };
    mention(p, &clause, Some(referent), "created");
    out.push(clause);
    Some(())
}

/// ", except it enters with an additional +1/+1 counter on it", of a token that is a copy.
fn except_counters(p: &mut Parser<'_>) -> Option<(lawmage_ir::CounterKind, Amount)> {
    p.comma();
    p.expect("except")?;
    p.eat_any(&["it enters with", "they enter with", "the token enters with", "the tokens enter with"])?;
    crate::grammar::instruction::moves::counters(p)
}

/// "that's tapped and attacking", "that are tapped and attacking", "attached to target creature you control".
fn riders(p: &mut Parser<'_>, arrival: &mut Arrival) -> Option<()> {
    if p.eat("that's tapped and attacking") || p.eat("that are tapped and attacking") {
        arrival.tapped = true;
        arrival.attacking = true;
        p.attempt(|p| attacked(p, arrival));
    } else if p.eat("that's attacking") || p.eat("that are attacking") {
        arrival.attacking = true;
        p.attempt(|p| attacked(p, arrival));
    }
    if p.eat("that's blocking") || p.eat("blocking") {
        let picked = selector::one(p)?;
        picked.mention(p);
        arrival.blocking = match picked.selector {
            lawmage_ir::Selector::Ref(r) => Some(r),
            _ => return p.fail("one object"),
        };
    }
    if p.at("attached to") {
        p.expect("attached to")?;
        arrival.attached_to = Some(lawmage_ir::Selector::Ref(attached_to_one(p)?));
    }
    Some(())
}

/// Behind "attached to", of what comes onto the battlefield so: "it", "target creature you control".
pub(crate) fn attached_to_one(p: &mut Parser<'_>) -> Option<lawmage_ir::Ref> {
    let picked = selector::one(p)?;
    picked.mention(p);
    match picked.selector {
        lawmage_ir::Selector::Ref(host) => Some(host),
        _ => p.fail("one object"),
    }
}

/// "token that's a copy of target creature, except …".
fn copy(p: &mut Parser<'_>) -> Option<TokenSpec> {
    p.eat_any(&["token that's a copy of", "tokens that are copies of", "token copy of"])?;
    // "… Each opponent may create a token that's a copy of that creature": of what the first token is a copy of, not of that token.
    let said = p.scope.referents.clone();
    if p.at_any(&["that creature", "that artifact", "that permanent"]) {
        p.scope.referents.retain(|r| !(r.token && r.clause().is_some()));
    }
    let known = p.scope.referents.len();
    let picked = selector::one(p);
    // What is spoken of within, a target, stays so.
    p.scope.referents.splice(..known, said);
    let picked = picked?;
    picked.mention(p);
    let mods = exceptions(p).unwrap_or_default();
    Some(TokenSpec::Copy(picked.selector, mods))
}

type Spec = (TokenSpec, Vec<Subtype>, TypeSet);

/// "1/1 white Bird creature token with flying", "Treasure token", "legendary 4/4 … token named Vecna".
fn described(p: &mut Parser<'_>, name: Option<Arc<str>>) -> Option<Spec> {
    if let Some(face) = p.attempt(own) {
        let (types, subtypes) = (face.types, face.subtypes.listed.to_vec());
        return Some((TokenSpec::Face(face), subtypes, types));
    }
    if let Some(face) = p.attempt(|p| {
        let word = p.peek().filter(|t| t.capital).map(|t| p.printed(t).to_owned())?;
        p.advance();
        p.eat_any(&["token", "tokens"])?;
        predefined(&word)
    }) {
        let types = face.types;
        let subtypes = face.subtypes.listed.to_vec();
        return Some((TokenSpec::Face(Arc::new(face)), subtypes, types));
    }
    // 111.10d
    if p.eat("walker token") || p.eat("walker tokens") {
        let mut face = Face { name: "Walker".into(), colors: lawmage_ir::Color::Black.into(), ..Face::default() };
        (face.power, face.toughness) = (Some(Printed::Number(2)), Some(Printed::Number(2)));
        face.types = TypeSet::of(CardType::Creature);
        face.subtypes.insert(Subtype::from_word("Zombie")?);
        let subtypes = face.subtypes.listed.to_vec();
        return Some((TokenSpec::Face(Arc::new(face)), subtypes, TypeSet::of(CardType::Creature)));
    }
    if let Some(face) = p.attempt(role) {
        let (types, subtypes) = (face.types, face.subtypes.listed.to_vec());
        return Some((TokenSpec::Face(Arc::new(face)), subtypes, types));
    }
    if let Some(spec) = p.attempt(|p| by_description(p, name)) {
        return Some(spec);
    }
    by_name(p)
}

/// A token as it is described, with nothing of how it enters.
pub(crate) fn bare(p: &mut Parser<'_>) -> Option<TokenSpec> {
    described(p, None).map(|(token, ..)| token)
}

/// That so many of them are created.
pub(crate) fn created(token: TokenSpec, count: Amount) -> Instruction {
    Instruction::CreateToken { who: Who::You, count, token: Box::new(token), arrival: Box::default() }
}

/// "Gizmo token", of a token that the card file defines.
fn own(p: &mut Parser<'_>) -> Option<Arc<Face>> {
    if !p.lexicon().has_tokens() {
        return None;
    }
    let start = p.pos();
    let words = (1..=8).find(|n| matches!(p.word_at(*n), "token" | "tokens"))?;
    p.go_back_to(start + words);
    let face = p.lexicon().token(p.printed_since(start)).cloned()?;
    p.advance();
    Some(face)
}

/// "Grizzled Elk token": as the card of that name (111.11).
fn by_name(p: &mut Parser<'_>) -> Option<Spec> {
    let name = token_named(p)?;
    p.eat_any(&["token", "tokens"])?;
    if !p.scope.face.named.contains(&name) {
        p.scope.face.named.push(name.clone());
    }
    Some((TokenSpec::Named(name), Vec::new(), TypeSet::NONE))
}

fn by_description(p: &mut Parser<'_>, name: Option<Arc<str>>) -> Option<Spec> {
    let mut d = describe(p)?;
    super::sized::token(p, !d.abilities.is_empty())?;
    let mut name = name;
    if p.eat("named") {
        name = Some(token_named(p)?);
    }
    if d.abilities.is_empty()
        && let Some(abilities) = p.attempt(|p| {
            p.expect("with")?;
            continuous::abilities(p)
        })
    {
        d.abilities = abilities;
    }
    // "… with flying named Wasp"
    if name.is_none() && d.name.is_none() && p.eat("named") {
        name = Some(token_named(p)?);
    }
    if d.size.is_none()
        && let Some(size) = p.attempt(each_equal)
    {
        d.size = Some((size.clone(), size));
    }
    if d.size.is_none() {
        d.size = p.attempt(super::sized::sized);
    }
    if p.eat("that's all colors") || p.eat("that are all colors") {
        d.colors = Some(lawmage_ir::ColorSet::ALL);
    }
    if d.line.types.has(CardType::Land) && p.eat("that is every basic land type") {
        Subtype::BASIC_LANDS.into_iter().for_each(|basic| d.line.subtypes.insert(basic));
    }
    if !d.line.types.any_permanent() {
        return p.fail("a card type");
    }
    let (subtypes, types) = (d.line.subtypes.listed.to_vec(), d.line.types);
    let spec = spec(p, d, name)?;
    Some((spec, subtypes, types))
}

pub(crate) fn token_named(p: &mut Parser<'_>) -> Option<Arc<str>> {
    let start = p.pos();
    let mut end = start;
    while let Some(token) = p.peek() {
        // "Mishra's Warform", "Mark of the Rani": with the name of what makes it.
        let this = |t: &crate::lex::Token| t.kind == crate::lex::TokenKind::This;
        let own = this(token) && (p.word_at(1) == "'s" || p.pos() > start);
        if token.capital || own || token.kind == crate::lex::TokenKind::Possessive {
            p.advance();
            end = p.pos();
        } else if p.at_any(&["of", "the", "to", "and", "in", "from", "a", "for", "'s"])
            && (p.names_go_on() || (1..=2).any(|n| p.peek_at(n).is_some_and(this)))
            && end == p.pos()
        {
            p.advance();
        } else {
            break;
        }
    }
    p.go_back_to(end);
    // "named Ashaya, the Awoken World."
    let more = |p: &Parser<'_>| p.word() == "," && p.word_at(1) == "the" && p.peek_at(2).is_some_and(|t| t.capital);
    if end > start && more(p) {
        p.advance();
        p.advance();
        while p.peek().is_some_and(|t| t.capital) {
            p.advance();
        }
        if !p.at_stop() {
            p.go_back_to(end);
        }
    }
    if end == start { p.fail("a name") } else { Some(p.printed_since(start).into()) }
}

/// The token's characteristics (111.3, 111.4).
fn spec(p: &mut Parser<'_>, d: Described, name: Option<Arc<str>>) -> Option<TokenSpec> {
    let mut face = Face {
        name: name.unwrap_or_else(|| token_name(&d.line.subtypes)),
        colors: d.colors.unwrap_or_default(),
        supertypes: d.line.supertypes,
        types: d.line.types,
        subtypes: d.line.subtypes,
        ..Face::default()
    };
    for modification in d.abilities {
        match modification {
            Modification::AddAbility(ability) => face.abilities.push(Arc::unwrap_or_clone(ability)),
            _ => return p.fail("an ability"),
        }
    }
    match d.size {
        None => Some(TokenSpec::Face(Arc::new(face))),
        Some((Amount::Const(power), Amount::Const(toughness))) => {
            face.power = Some(Printed::Number(power));
            face.toughness = Some(Printed::Number(toughness));
            Some(TokenSpec::Face(Arc::new(face)))
        }
        Some((power, toughness)) => {
            face.power = Some(Printed::Number(0));
            face.toughness = Some(Printed::Number(0));
            Some(TokenSpec::Sized(Arc::new(face), power, toughness))
        }
    }
}

/// Whether a token of that name is defined (111.10).
pub(crate) fn is_predefined(name: &str) -> bool {
    predefined(name).is_some()
}

/// A predefined token (111.10): its type and text in our own templates.
pub(crate) fn predefined_token(word: &str) -> Option<TokenSpec> {
    predefined(word).map(|face| TokenSpec::Face(Arc::new(face)))
}

fn predefined(word: &str) -> Option<Face> {
    let text = match word {
        // 111.10a
        "Treasure" => "{T}, Sacrifice this token: Add one mana of any color.",
        // 111.10b
        "Food" => "{2}, {T}, Sacrifice this token: You gain 3 life.",
        // 111.10f
        "Clue" => "{2}, Sacrifice this token: Draw a card.",
        // 111.10c
        "Gold" => "Sacrifice this token: Add one mana of any color.",
        // 111.10g
        "Blood" => "{1}, {T}, Discard a card, Sacrifice this token: Draw a card.",
        // 111.10s
        "Map" => "{1}, {T}, Sacrifice this token: Target creature you control explores. Activate only as a sorcery.",
        // 111.10e
        "Shard" => "{2}, Sacrifice this token: Scry 1, then draw a card.",
        // 111.10h
        "Powerstone" => "{T}: Add {C}. This mana can't be spent to cast a nonartifact spell.",
        // 111.10t
        "Junk" => {
            "{T}, Sacrifice this token: Exile the top card of your library. You may play that card this turn. Activate only as a sorcery."
        }
        "Mutagen" => {
            "{1}, {T}, Sacrifice this token: Put a +1/+1 counter on target creature. Activate only as a sorcery."
        }
        // 111.10i, 701.51b
        "Incubator" => "{2}: Transform this token.",
        "Lander" => {
            "{2}, {T}, Sacrifice this token: Search your library for a basic land card, put it onto the battlefield tapped, then shuffle."
        }
        _ => return None,
    };
    let mut subtypes = SubtypeSet::default();
    subtypes.insert(Subtype::from_word(word)?);
    // 111.10e
    let card_type = if word == "Shard" { CardType::Enchantment } else { CardType::Artifact };
    let back = (word == "Incubator").then(phyrexian);
    Some(Face {
        back,
        name: token_name(&subtypes),
        types: TypeSet::of(card_type),
        subtypes,
        abilities: ability_text(text)?,
        ..Face::default()
    })
}

/// The back of an Incubator token (111.10i).
fn phyrexian() -> Arc<Face> {
    let mut types = TypeSet::of(CardType::Artifact);
    types.insert(CardType::Creature);
    let subtypes: SubtypeSet = Subtype::from_word("Phyrexian").into_iter().collect();
    let (power, toughness) = (Some(Printed::Number(0)), Some(Printed::Number(0)));
    Arc::new(Face { name: "Phyrexian Token".into(), types, subtypes, power, toughness, ..Face::default() })
}

/// The Roles (111.10j-r): name, phrase and text.
pub(crate) const ROLES: &[(&str, &str, &str)] = &[
    ("Cursed", "cursed role token", "Enchanted creature has base power and toughness 1/1."),
    ("Monster", "monster role token", "Enchanted creature gets +1/+1 and has trample."),
    ("Royal", "royal role token", "Enchanted creature gets +1/+1 and has ward {1}."),
    (
        "Sorcerer",
        "sorcerer role token",
        "Enchanted creature gets +1/+1 and has \"Whenever this creature attacks, scry 1.\"",
    ),
    ("Virtuous", "virtuous role token", "Enchanted creature gets +1/+1 for each enchantment you control."),
    (
        "Wicked",
        "wicked role token",
        "Enchanted creature gets +1/+1.\nWhen this Aura is put into a graveyard from the battlefield, each opponent loses 1 life.",
    ),
    (
        "Young Hero",
        "young hero role token",
        "Enchanted creature has \"Whenever this creature attacks, if its toughness is 3 or less, put a +1/+1 counter on it.\"",
    ),
];

fn role(p: &mut Parser<'_>) -> Option<Face> {
    let (name, _, text) = ROLES.iter().find(|(_, phrase, _)| p.eat(phrase))?;
    let mut subtypes = SubtypeSet::default();
    subtypes.insert(Subtype::AURA);
    subtypes.insert(Subtype::ROLE);
    let mut abilities = ability_text("Enchant creature")?;
    for line in text.split('\n') {
        abilities.extend(ability_text(line)?);
    }
    let name: Arc<str> = (*name).into();
    Some(Face { name, types: TypeSet::of(CardType::Enchantment), subtypes, abilities, ..Face::default() })
}
