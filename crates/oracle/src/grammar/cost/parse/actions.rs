//! Keyword actions as costs (701): waterbend, collect evidence, blight, and the promise of a gift.

use lawmage_ir::{Amount, Choice, CostPart, Filter, Kind, ManaSymbol, Selector, Test, Who, Zone, ZoneSet};

use super::{Chosen, Part, chosen};
use crate::grammar::{amount, noun};
use crate::lex::TokenKind;
use crate::parse::Parser;

/// "waterbend {3}" (2026:701.67a): all of it is generic mana.
pub(super) fn waterbend(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["waterbend", "waterbends"])?;
    let mana = p.mana_cost()?;
    let generic = |s: &ManaSymbol| matches!(s, ManaSymbol::Generic(_) | ManaSymbol::X);
    if !mana.0.iter().all(generic) || (mana.xs() > 0 && p.scope.x.is_some()) {
        return p.fail("generic mana");
    }
    Some(CostPart::Waterbend(mana).into())
}

/// "have an opponent gain 3 life", "have each other player gain 6 life".
pub(super) fn let_gain(p: &mut Parser<'_>) -> Option<Part> {
    let each = p.eat_any(&["have an opponent gain", "have each other player gain", "an opponent gains"])? == 1;
    let amount = p.amount_word()?;
    p.expect("life")?;
    Some(CostPart::LetGain { each, amount }.into())
}

/// "promise an opponent a gift", as gift is defined here (702.174a).
pub(super) fn promise(p: &mut Parser<'_>) -> Option<Part> {
    p.expect("promise an opponent a gift")?;
    Some(CostPart::Promise.into())
}

/// "blight 1" (2026:701.68a).
pub(super) fn blight(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["blight", "blights"])?;
    let n = p.amount_word()?;
    let creature =
        Filter::permanent(Test::all([Test::Type(lawmage_ir::CardType::Creature), Test::Controlled(Who::You)]));
    Some(Part { part: CostPart::Blight(n), paid: Some((creature, "blighted", false)) })
}

/// "collect evidence 8" (701.57a-b); "if evidence was collected" asks for that cost (701.57c).
pub(super) fn evidence(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["collect evidence", "collects evidence"])?;
    let least = p.amount_word()?;
    let mine = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Owned(Who::You));
    let limit = Some(lawmage_ir::SetLimit::Total(lawmage_ir::Stat::ManaValue, lawmage_ir::Cmp::AtLeast, least));
    let from = Selector::All(mine.clone());
    let choice = Choice { by: Who::You, from, min: Amount::Const(0), max: None, limit, random: false };
    let part = CostPart::Exile(Selector::Choose(Box::new(choice)), None);
    Some(Part { part, paid: Some((mine, "exiled", true)) })
}

/// "behold a Dragon", "behold two Goblins": a subtype, of permanents and cards alike.
pub(super) fn behold(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["behold", "beholds"])?;
    let n = p.article()?;
    let noun = noun::noun(p)?;
    let Test::Subtype(_) = noun.filter.test else { return p.fail("a subtype") };
    if noun.filter.kind != Kind::Permanent || noun.limit.is_some() || noun.random {
        return p.fail("a subtype");
    }
    // "… and exile it": what is chosen there or revealed is exiled.
    let exiled = n == 1 && p.eat("and exile it");
    if p.at("and exile") {
        return p.fail("the end of the cost");
    }
    let (there, from) = of_both(noun.filter.test);
    let one = Selector::Choose(Box::new(Choice::exactly(n, from)));
    if exiled {
        // What a permanent says of it later is linked to it (607.2q).
        let paid = p.scope.face.spell.then_some((there, "exiled", false));
        return Some(Part { part: CostPart::Exile(one, None), paid });
    }
    Some(Part { part: CostPart::Behold(one), paid: Some((there, "beheld", n != 1)) })
}

/// "choose a creature you control or reveal a creature card from your hand", "reveal a Dragon card from your hand or choose a Dragon you
/// control": one of that quality, wherever (see [`CostPart::Behold`]).
pub(super) fn chosen_or_revealed(p: &mut Parser<'_>) -> Option<Part> {
    let there = |p: &mut Parser<'_>| {
        p.expect("choose")?;
        p.eat_any(&["a", "an"])?;
        let test = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?.filter.test;
        p.expect("you control").map(|()| test)
    };
    let card = |p: &mut Parser<'_>| {
        p.expect("reveal")?;
        p.eat_any(&["a", "an"])?;
        let noun = noun::bare(p).filter(|noun| !noun.plural && matches!(noun.filter.kind, Kind::Card(_)))?;
        p.expect("from your hand").map(|()| noun.filter.test)
    };
    let chosen_first = p.at("choose");
    let one = if chosen_first { there(p) } else { card(p) }?;
    p.expect("or")?;
    let other = if chosen_first { card(p) } else { there(p) }?;
    if one != other || !matches!(one, Test::Subtype(_) | Test::Type(_)) {
        return p.fail("the same quality");
    }
    let (there, from) = of_both(one);
    let part = CostPart::Behold(Selector::Choose(Box::new(Choice::exactly(1, from))));
    Some(Part { part, paid: Some((there, "beheld", false)) })
}

/// Permanents that a player controls, and all that can be beheld of a quality.
fn of_both(quality: Test) -> (Filter, Selector) {
    let there = Filter::permanent(Test::all([quality.clone(), Test::Controlled(Who::You)]));
    let cards = Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), Test::all([quality, Test::Owned(Who::You)]));
    let from = Selector::Union(vec![Selector::All(there.clone()), Selector::All(cards)]);
    (there, from)
}

/// "and a Forest", behind "sacrifice a Swamp": what pays for one part pays for no other.
pub(super) fn sacrificed_too(p: &mut Parser<'_>) -> Option<Part> {
    // "…, and this creature": nothing but a cost stands before a colon.
    let itself = p.at("~ :");
    if !matches!(p.peek()?.kind, TokenKind::Number(_)) && !p.at_any(&["a", "an", "another"]) && !itself {
        return p.fail("how many more");
    }
    // 701.17a: "a creature you control" is what one may sacrifice anyway.
    let yours = |test: &Test| *test == Test::Controlled(Who::You);
    let theirs = |f: Filter| {
        let test = Test::all(f.test.conjuncts().iter().filter(|t| !yours(t)).cloned());
        Filter::new(f.kind, test)
    };
    let chosen = chosen(p, theirs)?;
    let paid = Some((chosen.filter, "sacrificed", chosen.plural));
    Some(Part { part: CostPart::Sacrifice(chosen.selector), paid })
}

/// The part so many times: with as many more things, each chosen by itself, or counters on one object.
pub(super) fn so_often(part: &mut CostPart, each: &Amount) -> Option<()> {
    use crate::grammar::continuous::times;
    match part {
        CostPart::Sacrifice(Selector::Choose(choice)) | CostPart::Discard(Selector::Choose(choice)) => {
            let number = choice.max.clone().filter(|max| *max == choice.min && choice.limit.is_none())?;
            let number = times(&number, each)?;
            (choice.min, choice.max) = (number.clone(), Some(number));
        }
        CostPart::PutCounters(_, count, Selector::Ref(_)) => *count = times(count, each)?,
        _ => return None,
    }
    Some(())
}

/// "flip a coin", "flip a coin for each age counter on ~": paid whatever comes of it.
pub(super) fn coins(p: &mut Parser<'_>) -> Option<Part> {
    p.expect("flip a coin")?;
    let each = p.attempt(|p| {
        p.expect("for each")?;
        super::for_each(p)
    });
    Some(CostPart::FlipCoins(each.unwrap_or(Amount::ONE)).into())
}

/// "reveal the player you chose", "reveal the creature type you chose": which was chosen secretly.
pub(super) fn reveal_chosen(p: &mut Parser<'_>) -> Option<Part> {
    let linked = match p.eat_any(&["reveal the player you chose", "reveal the creature type you chose"])? {
        0 => p.scope.face.player,
        _ => p.scope.face.chosen_type,
    };
    linked.map(|linked| CostPart::RevealChosen(linked).into()).or_else(|| p.fail("what was secretly chosen"))
}

/// "choose a creature type", of a spell: the permanent that it becomes speaks of it, too.
pub(super) fn choose_type(p: &mut Parser<'_>) -> Option<Part> {
    p.expect("choose a creature type")?;
    let linked = p.scope.link_here();
    p.scope.face.chosen_type = Some(linked);
    Some(CostPart::ChooseValue(lawmage_ir::ValueKind::CreatureType, linked).into())
}

/// "roll a d8": the result may be spoken of.
pub(super) fn die(p: &mut Parser<'_>) -> Option<Part> {
    p.expect("roll a")?;
    let sides = p.word().strip_prefix('d').and_then(|n| n.parse().ok()).filter(|n: &u32| *n > 0)?;
    p.advance();
    Some(CostPart::RollDie(sides).into())
}

/// "an artifact or another creature": what is other than this is so as one of both.
pub(super) fn one_or_another(p: &mut Parser<'_>) -> Option<super::Chosen> {
    p.eat_any(&["a", "an"])?;
    let one = noun::bare(p)?;
    p.expect("or")?;
    if !p.at_any(&["another", "other"]) {
        return p.fail("another");
    }
    let other = noun::noun(p)?;
    let plain = |noun: &noun::Noun| noun.filter.kind == Kind::Permanent && !noun.plural && noun.limit.is_none();
    if !plain(&one) || !plain(&other) || other.random {
        return p.fail("permanents");
    }
    let filter = Filter::permanent(Test::Or(vec![one.filter.test, other.filter.test]));
    let selector = Selector::Choose(Box::new(Choice::exactly(1, Selector::All(filter.clone()))));
    Some(super::Chosen { selector, filter, plural: false })
}

/// "pay 2 life", "3 life", "half your life, rounded up".
pub(super) fn life(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["pay", "pays"]);
    if let Some(theirs) = p.eat_any(&["half your life , rounded up", "half their life , rounded up"]) {
        let whose = if theirs == 1 { p.scope.they()? } else { Who::You };
        let half = Amount::Divide { of: Box::new(Amount::Life(whose)), by: 2, up: true };
        return Some(CostPart::Life(half).into());
    }
    if p.eat("life equal to") {
        return Some(CostPart::Life(amount::defined(p)?).into());
    }
    if p.eat("an amount of {E} equal to") {
        return Some(CostPart::Energy(amount::defined(p)?).into());
    }
    let amount = p.amount_word()?;
    if p.eat("{E}") {
        return Some(CostPart::Energy(amount).into());
    }
    p.expect("life")?;
    if p.at_any(&super::OF_EACH) {
        return Some(CostPart::Life(amount).into());
    }
    if let Some(each) = p.attempt(|p| {
        p.expect("for each")?;
        super::for_each(p)
    }) {
        return Some(CostPart::Life(crate::grammar::continuous::times(&amount, &each)?).into());
    }
    Some(CostPart::Life(amount).into())
}

/// "unattach this Equipment" (701.3d).
pub(super) fn unattach(p: &mut Parser<'_>) -> Option<Part> {
    p.expect("unattach")?;
    let chosen = chosen(p, |f| f)?;
    let paid = Some((chosen.filter, "unattached", chosen.plural));
    Some(Part { part: CostPart::Unattach(chosen.selector), paid })
}

pub(super) fn exert(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["exert", "exerts"])?;
    let chosen = chosen(p, |f| f)?;
    Some(CostPart::Exert(chosen.selector).into())
}

/// "all creatures you control", "half the lands you control, rounded up".
pub(super) fn all_or_half(p: &mut Parser<'_>) -> Option<Chosen> {
    let half = p.eat_any(&["all", "half the"])? == 1;
    let noun = crate::grammar::noun::noun(p)?;
    let yours = noun.filter.test.conjuncts().contains(&Test::Controlled(Who::You));
    if !noun.plural || !yours || !noun.is_of_all() || noun.limit.is_some() || noun.random {
        return p.fail("permanents you control");
    }
    let filter = noun.filter;
    if !half {
        return Some(Chosen { selector: Selector::All(filter.clone()), filter, plural: true });
    }
    p.comma();
    let up = p.eat_any(&["rounded down", "rounded up"])? == 1;
    let all = Selector::All(filter.clone());
    let half = Amount::Divide { of: Box::new(Amount::Count(Box::new(all.clone()))), by: 2, up };
    let choice = Choice { min: half.clone(), max: Some(half), ..Choice::exactly(1, all) };
    Some(Chosen { selector: Selector::Choose(Box::new(choice)), filter, plural: true })
}

/// "mill a card", "mill four cards".
pub(super) fn mill(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["mill", "mills"])?;
    let count = if p.eat("a") { Amount::ONE } else { p.amount_word()? };
    p.eat_any(&["cards", "card"])?;
    Some(CostPart::Mill(count).into())
}

/// "[exiles] all cards from their graveyard": it may be empty.
pub(super) fn all_of_graveyard(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["all cards from their graveyard", "all cards from your graveyard"])?;
    let cards = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Owned(Who::You));
    let part = CostPart::Exile(Selector::All(cards.clone()), None);
    Some(Part { part, paid: Some((cards, "exiled", true)) })
}
