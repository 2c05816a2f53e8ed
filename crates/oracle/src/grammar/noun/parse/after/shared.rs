//! What objects have in common, and which spell of the turn one is.

use lawmage_ir::{Condition, Filter, KeywordParam, Kind, Quality, Ref, SetLimit, Test, Who, ZoneSet};

use crate::grammar::noun;
use crate::grammar::reference;
use crate::parse::{Handle, Parser, Sort};

/// "two cards that share a land type": with one another.
pub(super) fn share_among_themselves(p: &mut Parser<'_>) -> Option<SetLimit> {
    p.expect("that share a")?;
    let shared = quality(p)?;
    // "From one graveyard" is said otherwise.
    if p.at("with") || shared == Quality::Controller {
        p.fail("what they share among themselves")
    } else {
        Some(SetLimit::AllShare(shared))
    }
}

/// "two creatures that share no creature types": no two of them have one in common.
pub(super) fn share_none(p: &mut Parser<'_>) -> Option<SetLimit> {
    p.expect("that share no")?;
    let apart = match p.eat_any(&["creature types", "colors", "card types"])? {
        0 => Quality::CreatureType,
        1 => Quality::Color,
        _ => Quality::CardType,
    };
    if p.at("with") { p.fail("what they share among themselves") } else { Some(SetLimit::AllDiffer(apart)) }
}

/// "have first strike, double strike, and/or haste", "doesn't have first strike, double strike, or haste": one of them, or none.
pub(super) fn one_of_keywords(p: &mut Parser<'_>) -> Option<Test> {
    let (not, joint) = match p.eat_any(&["have", "has", "doesn't have", "don't have"])? {
        0 | 1 => (false, "and/or"),
        _ => (true, "or"),
    };
    let one = |p: &mut Parser<'_>| {
        let new = crate::grammar::keyword::keyword(p)?;
        (new.param == KeywordParam::None).then_some(Test::Keyword(new.keyword))
    };
    let all = p.list(joint, one).filter(|all| all.len() > 1)?;
    Some(if not { Test::not(Test::Or(all)) } else { Test::Or(all) })
}

/// "that share a creature type with it".
pub fn shares(p: &mut Parser<'_>, tested: &Kind) -> Option<Test> {
    if p.at("one of those types with it") {
        return shares_one_of(p);
    }
    p.eat_any(&["a", "at least one"])?;
    let quality = quality(p)?;
    // "shares a color or mana value with": one of the two.
    let or = if p.eat("or") { Some(self::quality(p)?) } else { None };
    p.expect("with")?;
    if let Some(other) = or {
        let Test::Shares(_, it) = shared_with(p, quality, tested)? else { return p.fail("one object spoken of") };
        return Some(Test::Or([quality, other].map(|shared| Test::Shares(shared, it.clone())).to_vec()));
    }
    if p.eat("your commander") {
        return Some(Test::SharesWithCommander(quality));
    }
    shared_with(p, quality, tested)
}

/// Behind "shares a name with" and "the same name as": an object spoken of, a target, or any of those that a noun phrase with an
/// article fits. `tested` is the kind of what shares it.
pub fn shared_with(p: &mut Parser<'_>, quality: Quality, tested: &Kind) -> Option<Test> {
    if let Some(it) = p.attempt(|p| reference::reference(p)) {
        // "the chosen creature they control": of the chosen ones, that of the player at hand.
        return if p.at_any(&["they control", "you control", "that player controls"]) {
            p.fail("one object spoken of")
        } else {
            Some(Test::Shares(quality, it))
        };
    }
    if p.at("target") {
        let (target, _) = crate::grammar::selector::target(p)?;
        return Some(Test::Shares(quality, Ref::Target(target)));
    }
    let (first, other) = one_of_those(p, tested)?;
    let mut with = vec![first];
    while let Some((more, false)) = p.attempt(|p| {
        p.expect("or")?;
        one_of_those(p, tested)
    }) {
        with.push(more);
    }
    Some(Test::SharesWithOne { quality, with, other })
}

/// "a card in your graveyard", "another creature you control"; whether it is another than what is tested, which it is where both
/// are of one kind.
fn one_of_those(p: &mut Parser<'_>, tested: &Kind) -> Option<(Filter, bool)> {
    let another = p.at("another");
    if !another {
        p.eat_any(&["a", "an"])?;
    }
    let mut what = noun::noun(p).filter(|what| !what.plural && what.limit.is_none() && what.is_of_all())?;
    let other = another
        && match what.filter.kind {
            Kind::Permanent => *tested == Kind::Permanent,
            // What was a spell this turn is on the stack no more.
            Kind::Card(zones) if zones != ZoneSet::default() => matches!(tested, Kind::Card(_)),
            _ => return p.fail("permanents or cards in a zone"),
        };
    if other {
        let rest = what
            .filter
            .test
            .conjuncts()
            .iter()
            .filter(|t| !matches!(t, Test::Not(own) if matches!(**own, Test::Is(_))));
        what.filter.test = Test::all(rest.cloned());
    }
    Some((what.filter, other))
}

/// "target artifact or creature and another target permanent that shares one of those types with it": of the types that were said of
/// it, one that both have.
fn shares_one_of(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("one of those types with it")?;
    let target = p.scope.latest(|r| r.sort == Sort::Permanent && !r.plural && r.types.iter().count() > 1)?;
    let Handle::Ref(it @ Ref::Target(_)) = target.handle else { return p.fail("a target") };
    let both = |of: lawmage_ir::CardType| {
        let it_is = Condition::Is(it.clone(), Test::Type(of));
        Test::all([Test::Type(of), Test::If(Box::new(it_is))])
    };
    Some(Test::Or(target.types.iter().map(both).collect()))
}

/// A quality that objects have in common.
pub fn quality(p: &mut Parser<'_>) -> Option<Quality> {
    Some(
        match p.eat_any(&[
            "color",
            "creature type",
            "card type",
            "name",
            "mana value",
            "land type",
            "permanent type",
            "controller",
        ])? {
            0 => Quality::Color,
            1 => Quality::CreatureType,
            2 => Quality::CardType,
            3 => Quality::Name,
            4 => Quality::ManaValue,
            5 => Quality::LandType,
            6 => Quality::PermanentType,
            _ => Quality::Controller,
        },
    )
}

/// "the second spell cast this turn", "the first spell you've cast this turn", behind "that's" and "it was".
pub(crate) fn nth_spell(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("the")?;
    let nth = crate::grammar::words::ordinal_word(p.word())?;
    p.advance();
    p.expect("spell")?;
    let by = match p.eat_any(&["cast this turn", "you cast this turn", "you've cast this turn"])? {
        0 => Who::All,
        _ => Who::You,
    };
    Some(Test::NthSpell(by, nth))
}

/// "all colors".
pub(crate) fn all_colors(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("all colors").map(|()| crate::grammar::test::all_colors())
}

/// "owned by the voter".
pub(super) fn owned_by(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("owned by")?;
    crate::grammar::player::relation(p).map(Test::Owned)
}
