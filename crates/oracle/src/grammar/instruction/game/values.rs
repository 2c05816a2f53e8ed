//! Values that are chosen: colors, types, names, numbers, players (608.2d).

use lawmage_ir::{Filter, Instruction, Subtype, SubtypeKind, Supertype, Test, ValueKind, Who, ZoneSet};

use crate::grammar::noun;
use crate::parse::Parser;

/// "other than creature or land", behind "a card type": all the others.
pub(super) fn other_types(p: &mut Parser<'_>) -> Option<Vec<lawmage_ir::CardType>> {
    p.expect("other than")?;
    let but = p.list("or", |p| {
        let (card_type, plural) = crate::grammar::noun::word::card_type(p.word())?;
        p.advance();
        (!plural).then_some(card_type)
    })?;
    Some(lawmage_ir::CardType::ALL.iter().copied().filter(|t| !but.contains(t)).collect())
}

/// "artifact, creature, or land", "a permanent type" (110.4): card types of which one is chosen.
pub(super) fn some_types(p: &mut Parser<'_>) -> Option<Vec<lawmage_ir::CardType>> {
    if p.eat("a permanent type") {
        return Some(lawmage_ir::CardType::ALL.iter().copied().filter(|t| t.is_permanent()).collect());
    }
    let types = p.list("or", |p| {
        let (card_type, plural) = crate::grammar::noun::word::card_type(p.word())?;
        p.advance();
        (!plural).then_some(card_type)
    })?;
    if types.len() < 2 || !(p.at_stop() || p.at(",")) { p.fail("card types") } else { Some(types) }
}

/// A word that is a subtype of that kind.
pub(super) fn one_type(p: &mut Parser<'_>, kind: SubtypeKind) -> Option<Subtype> {
    let token = p.peek().filter(|t| t.capital)?;
    let subtype = p.lexicon().subtype(&token.text).filter(|s| s.kind() == kind);
    let subtype = subtype.or_else(|| p.fail("a subtype"))?;
    p.advance();
    Some(subtype)
}

/// "Elemental, Elf, or Faerie", "Island or Swamp": subtypes of one kind, of which one is chosen.
pub(super) fn some_subtypes(p: &mut Parser<'_>) -> Option<Vec<Subtype>> {
    let kind = p.lexicon().subtype(p.word())?.kind();
    let types = p.list("or", |p| one_type(p, kind))?;
    if types.len() > 1 && p.at_stop() { Some(types) } else { p.fail("subtypes") }
}

/// "a nonland and non creature name".
pub(super) fn no_such_types(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("a")?;
    let one = |p: &mut Parser<'_>| {
        let word = match p.eat("non") {
            true => p.word(),
            false => p.word().strip_prefix("non")?,
        };
        let (card_type, plural) = crate::grammar::noun::word::card_type(word)?;
        p.advance();
        (!plural).then(|| Test::not(Test::Type(card_type)))
    };
    let tests = p.list("and", one)?;
    p.expect("name")?;
    (tests.len() > 1).then(|| Test::all(tests))
}

/// After "secretly choose": such a value, which the one who chose it reveals later.
pub(crate) fn secret(p: &mut Parser<'_>) -> Option<Instruction> {
    let chosen = value(p, &Who::You)?;
    match chosen {
        Instruction::ChooseValue {
            who,
            what: what @ (ValueKind::Player(_) | ValueKind::SubtypeAmong(_)),
            count,
            linked,
        } => Some(Instruction::ChooseValue { who, what: ValueKind::Secret(Box::new(what)), count, linked }),
        _ => p.fail("what can be chosen secretly"),
    }
}

/// A color, type, name, number or player chosen by name, kept under a linked number (607.2d).
pub fn value(p: &mut Parser<'_>, who: &Who) -> Option<Instruction> {
    let who = who.clone();
    let mut linked = p.scope.link_here();
    let mut count = 1;
    let what = if p.eat("a color other than") {
        let but = lawmage_ir::Color::ALL.into_iter().find(|c| p.word() == c.word()).or_else(|| p.fail("a color"))?;
        p.advance();
        p.scope.face.color = Some(linked);
        ValueKind::ColorBut(but)
    } else if p.eat("a color") {
        p.scope.face.color = Some(linked);
        ValueKind::Color
    } else if let Some(n) = p.attempt(|p| {
        let n = p.number()?;
        p.expect("colors")?;
        u32::try_from(n).ok()
    }) {
        count = n;
        p.scope.face.color = Some(linked);
        ValueKind::Color
    } else if p.eat("one or more colors") {
        p.scope.face.color = Some(linked);
        ValueKind::Colors
    } else if p.eat("a sector") {
        // 702.158d
        p.scope.face.sector = Some(linked);
        ValueKind::Word(["alpha sector", "beta sector", "gamma sector"].map(Into::into).to_vec())
    } else if p.eat("a creature type") {
        p.scope.face.chosen_type = Some(linked);
        match p.eat("other than") {
            true => ValueKind::CreatureTypeBut(one_type(p, SubtypeKind::Creature)?),
            false => ValueKind::CreatureType,
        }
    } else if p.eat("a land type") {
        p.scope.face.chosen_type = Some(linked);
        ValueKind::LandType
    } else if p.eat("a planeswalker type") {
        p.scope.face.chosen_type = Some(linked);
        ValueKind::PlaneswalkerType
    } else if p.eat("a basic land type") {
        p.scope.face.chosen_type = Some(linked);
        ValueKind::BasicLandType
    } else if p.eat("a card type") {
        p.scope.face.chosen_type = Some(linked);
        p.attempt(other_types).map_or(ValueKind::CardType, ValueKind::CardTypeAmong)
    } else if let Some(types) = p.attempt(some_subtypes) {
        p.scope.face.chosen_type = Some(linked);
        ValueKind::SubtypeAmong(types)
    } else if let Some(types) = p.attempt(some_types) {
        p.scope.face.chosen_type = Some(linked);
        ValueKind::CardTypeAmong(types)
    } else if p.eat("a number") {
        // 607.2d: of several abilities that have a number chosen, the last is spoken of.
        linked = p.scope.face.number.filter(|_| p.scope.face.links_number).unwrap_or(linked);
        p.scope.face.number = Some(linked);
        let between = p.attempt(|p| {
            p.expect("between")?;
            let least = u32::try_from(p.number()?).ok()?;
            p.expect("and")?;
            let most = u32::try_from(p.number()?).ok()?;
            (least <= most).then_some(ValueKind::NumberBetween(least, most))
        });
        between.unwrap_or(ValueKind::Number)
    } else if let Some(among) = p.attempt(with_most_life) {
        p.scope.face.player = Some(linked);
        ValueKind::Player(among)
    } else if p.eat("an opponent") {
        p.scope.face.player = Some(linked);
        ValueKind::Player(Who::Opponents)
    } else if p.eat("two players") {
        count = 2;
        p.scope.face.players = Some(linked);
        ValueKind::Player(Who::All)
    } else if p.eat("a player") {
        p.scope.face.player = Some(linked);
        ValueKind::Player(Who::All)
    } else if p.eat("a card name") || p.eat("any card name") {
        p.scope.face.name = Some(linked);
        ValueKind::CardName(p.eat("other than a basic land card name").then(|| Box::new(no_basic_land())))
    } else if let Some(test) = p.attempt(no_such_types) {
        p.scope.face.name = Some(linked);
        let cards = Filter::new(lawmage_ir::Kind::Card(lawmage_ir::ZoneSet::default()), test);
        ValueKind::CardName(Some(Box::new(cards)))
    } else {
        p.eat_any(&["a", "an"])?;
        let noun = noun::bare(p)?;
        p.expect("name")?;
        p.scope.face.name = Some(linked);
        ValueKind::CardName(Some(Box::new(noun.filter)))
    };
    Some(Instruction::ChooseValue { who, what, count, linked })
}

/// "a player with the most life or tied for most life", "an opponent with the most life among your opponents".
fn with_most_life(p: &mut Parser<'_>) -> Option<Who> {
    const SAID: [&str; 2] =
        ["a player with the most life or tied for most life", "an opponent with the most life among your opponents"];
    let among = [Who::All, Who::Opponents][p.eat_any(&SAID)?].clone();
    Some(most_life_among(among))
}

/// Those of these players of whom none of them has more life.
pub(crate) fn most_life_among(who: Who) -> Who {
    let most = lawmage_ir::Amount::GreatestLife(who.clone());
    let life = lawmage_ir::Amount::Life(Who::Ref(lawmage_ir::Ref::It));
    let leads = lawmage_ir::Condition::Compare(life, lawmage_ir::Cmp::AtLeast, most);
    Who::Such(Box::new(who), Box::new(leads))
}

/// Cards that are no basic lands.
pub(super) fn no_basic_land() -> Filter {
    let basic = Test::all([Test::Supertype(Supertype::Basic), Test::Type(lawmage_ir::CardType::Land)]);
    Filter::new(lawmage_ir::Kind::Card(ZoneSet::default()), Test::not(basic))
}
