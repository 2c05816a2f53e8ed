//! From where cards are cast while something resolves (608.2g).

use lawmage_ir::{
    CardType, Clause, Continuous, Duration, Filter, Instruction, Kind, Permission, Price, Ref, Selector, Test, Who,
    Zone, ZoneSet,
};

use super::parse::{it_is_spell, price};
use crate::grammar::effect::emit;
use crate::grammar::{noun, selector};
use crate::parse::{Parser, Sort};

/// "cards exiled this way", "those exiled cards": of the clause that exiled them; "nonland cards exiled this way" where `nonland`.
pub(super) fn exiled_this_way(p: &mut Parser<'_>, nonland: bool) -> Option<Ref> {
    if nonland && p.at_any(&["nonland cards exiled", "nonland cards from among"]) {
        p.advance();
    }
    p.eat_any(&["cards exiled this way", "those exiled cards", "the exiled cards"])?;
    let said = p.scope.latest(|r| r.verb == Some("exiled") && r.sort == Sort::Card)?;
    match p.scope.select(&said.handle) {
        Selector::Ref(of) => Some(of),
        _ => p.fail("cards that were exiled"),
    }
}

/// After "cast it from your graveyard": only if it is there, for its mana cost unless something else is said.
pub(super) fn cast_there(p: &mut Parser<'_>, who: &Who, optional: bool, from: Selector) -> Option<Instruction> {
    let from = match from {
        // The ability works only where the card itself is (113.6m).
        Selector::Ref(Ref::This) => Selector::Ref(Ref::This),
        Selector::Ref(of @ (Ref::Event(_) | Ref::Slot(_))) => {
            let there = Test::PutThisWay(of.clone(), ZoneSet::of(Zone::Graveyard));
            selector::those(Selector::Ref(of), there)
        }
        _ => return p.fail("a card spoken of before"),
    };
    let price = if p.at_stop() { Some(lawmage_ir::Cost::own()) } else { price(p)? };
    let what = Filter::new(Kind::Card(ZoneSet::ANYWHERE), Test::Any);
    let (who, max) = (who.clone(), Some(1));
    Some(Instruction::Cast { who, from, what, price, max, optional, play: false, transformed: false })
}

/// "a spell with mana value 3 or less from your hand without paying its mana cost".
pub(super) fn cast_from_zone(
    p: &mut Parser<'_>,
    who: &Who,
    optional: bool,
    noun: &noun::Noun,
    max: Option<u32>,
) -> Option<Instruction> {
    let zones = p.attempt(|p| {
        p.expect("from")?;
        crate::grammar::zone::owned_zone(p)
    });
    // "a spell from your hand with mana value 3 or less"
    let more = match &zones {
        Some(_) if p.eat("with") => noun::with::quality(p, &mut noun.clone())?,
        _ => Test::Any,
    };
    let (from, test) = match (zones, &noun.filter.kind) {
        (Some((zones, whose)), Kind::Spell) => {
            let test = Test::all([noun.filter.test.clone(), more]);
            (Selector::All(Filter::new(Kind::Card(zones), Test::Owned(whose))), test)
        }
        (None, Kind::Card(zones)) if *zones != ZoneSet::default() => (Selector::All(noun.filter.clone()), Test::Any),
        _ => return p.fail("from where"),
    };
    let price = price(p)?;
    Some(Instruction::Cast {
        who: who.clone(),
        from,
        what: Filter::new(Kind::Spell, test),
        price,
        max,
        optional,
        play: false,
        transformed: false,
    })
}

/// After "your commander from the command zone".
pub(super) fn cast_commander(p: &mut Parser<'_>, who: &Who, optional: bool) -> Option<Instruction> {
    let from = Selector::All(crate::grammar::instruction::moves::in_command_zone());
    let what = Filter::new(Kind::Card(ZoneSet::ANYWHERE), Test::Any);
    let (who, max, price) = (who.clone(), Some(1), price(p)?);
    Some(Instruction::Cast { who, from, what, price, max, optional, play: false, transformed: false })
}

/// "lands and cast spells from your graveyard [this turn]".
pub(super) fn from_graveyard(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    p.expect("lands and cast spells from your graveyard")?;
    let duration = if p.eat("this turn") {
        Duration::EndOfTurn
    } else if p.scope.framed {
        Duration::Forever
    } else {
        return p.fail("for how long");
    };
    let graveyard = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Owned(Who::You));
    let play = Permission::play(who.clone(), graveyard, Price::Usual);
    Some(emit(p, Instruction::Effect { effects: vec![Continuous::May(play)], duration }))
}

/// "spells from your hand this turn without paying their mana costs".
pub(super) fn all_from_hand(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    p.expect("spells from your hand")?;
    let before = p.eat("this turn");
    let None = price(p)? else { return p.fail("without paying their mana costs") };
    if *who != Who::You || !before && !p.eat("this turn") {
        return p.fail("for how long");
    }
    let cards = Test::all([Test::not(Test::Type(lawmage_ir::CardType::Land)), Test::Owned(Who::You)]);
    let play = Permission::play(who.clone(), Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), cards), Price::Free);
    Some(emit(p, Instruction::Effect { effects: vec![Continuous::May(play)], duration: Duration::EndOfTurn }))
}

/// "a creature spell from that player's graveyard this turn, and you may spend mana as though it were mana of any color to cast
/// that spell": one of the cards there, whichever it will be.
pub(super) fn one_from_graveyard(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::bare(p)?;
    if noun.filter.kind != Kind::Spell || noun.plural {
        return p.fail("a spell");
    }
    p.expect("from")?;
    let whose = crate::grammar::player::possessive(p).filter(|whose| !whose.is_group())?;
    p.expect("graveyard")?;
    let before = p.eat("this turn");
    let spending = p.attempt(crate::grammar::permission::spending_on_it).unwrap_or_default();
    let duration = if before || p.eat("this turn") {
        Duration::EndOfTurn
    } else if p.scope.framed {
        Duration::Forever
    } else {
        return p.fail("for how long");
    };
    let not_land = Test::not(Test::Type(CardType::Land));
    let test = Test::all([noun.filter.test, not_land, Test::Owned(whose)]);
    let graveyard = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), test);
    let mut play = Permission::play(who.clone(), graveyard, Price::Usual);
    if let Permission::Play { per_turn, spending: freely, .. } = &mut play {
        (*per_turn, *freely) = (Some(1), spending);
    }
    Some(emit(p, Instruction::Effect { effects: vec![Continuous::May(play)], duration }))
}

/// "if the resulting spell has mana value less than …" (702.85a), "if it's an instant spell with mana value 2 or less", "if that spell's
/// mana value is 8 or less": of the face or half that is cast.
pub(super) fn resulting_spell(p: &mut Parser<'_>) -> Option<Test> {
    if let Some(kind) = p.attempt(it_is_spell) {
        return Some(kind);
    }
    p.expect("if")?;
    let has = p.eat_any(&["the resulting spell has", "that spell 's", "the spell 's"])? == 0;
    let stat = noun::after::stat(p)?;
    if !has {
        p.expect("is")?;
    }
    let (cmp, number) = noun::after::comparison(p)?;
    Some(Test::Stat(stat, cmp, number))
}
