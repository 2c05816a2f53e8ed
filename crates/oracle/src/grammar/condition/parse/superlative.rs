//! The most, the greatest, and what is told apart by a number: "you control the creature with the greatest power or tied for the
//! greatest power", "you control three or more creatures with different powers".

use lawmage_ir::{
    Amount, Cmp, Color, Condition, Filter, Kind, KindOf, Quality, Ref, Selector, SetLimit, Stat, Test, Who,
};

use super::{controlled, of_players};
use crate::grammar::noun;
use crate::parse::{Parser, Referent};

/// "the creature with the greatest power or tied for the greatest power": one of those with it.
pub(super) fn the_first(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("the")?;
    let noun = noun::noun(p).filter(|noun| !noun.plural && noun.among.is_none() && noun.limit.is_none())?;
    p.expect("or tied for the")?;
    let greatest = p.eat_any(&["greatest", "highest", "least", "lowest"])? < 2;
    let again = noun::after::stat(p)?;
    let said = noun.filter.test.conjuncts().iter().any(|test| match test {
        Test::Stat(stat, Cmp::Equal, Amount::Greatest(..)) => greatest && *stat == again,
        Test::Stat(stat, Cmp::Equal, Amount::Least(..)) => !greatest && *stat == again,
        _ => false,
    });
    said.then_some(noun.filter).or_else(|| p.fail("the number that was said"))
}

/// "defending player controls the most creatures or is tied for the most": nobody controls more.
pub(super) fn the_most(p: &mut Parser<'_>, who: &Who) -> Option<Condition> {
    if *who == Who::You
        && p.last().is_some_and(|t| &*t.text == "control")
        && let Some(both) = p.attempt(named_each)
    {
        return Some(both);
    }
    p.expect("the most")?;
    let filter = noun::filter(p)?;
    p.eat_any(&["or is tied for the most", "or are tied for the most", "or tied for the most"])?;
    if who.is_group() {
        return p.fail("one player");
    }
    let count = |who: Who| Amount::Count(Box::new(Selector::All(controlled(filter.clone(), who))));
    let more = of_players(&Who::All, |it| Condition::Compare(count(it), Cmp::Greater, count(who.clone())));
    Some(super::negate(more, true))
}

/// "creatures with different powers", "lands with different names": so many powers or names there are among them.
pub(super) fn with_differences(p: &mut Parser<'_>, other: bool) -> Option<(Filter, KindOf)> {
    let noun = noun::noun(p)?;
    let kind = match noun.limit? {
        SetLimit::AllDiffer(Quality::Power) => KindOf::Power,
        SetLimit::AllDiffer(Quality::Name) => KindOf::Name,
        _ => return p.fail("what differs"),
    };
    let only = noun.among.is_none() && noun.chooser.is_none() && !noun.random && !other;
    only.then_some((noun.filter, kind))
}

/// "artifacts named Fairest Orb and Darkest Orb": one of each name.
fn named_each(p: &mut Parser<'_>) -> Option<Condition> {
    // "You don't control artifacts named …" could be said of both or of either.
    if p.tokens().get(..p.pos().saturating_sub(1)).and_then(<[_]>::last).is_none_or(|t| &*t.text != "you") {
        return p.fail("what is controlled");
    }
    let noun = noun::noun(p)?;
    if !noun.plural || noun.limit.is_some() || noun.among.is_some() {
        return p.fail("how many");
    }
    let name = noun
        .filter
        .test
        .conjuncts()
        .iter()
        .find_map(|t| if let Test::Named(n) = t { Some(n.clone()) } else { None })?;
    let names: Vec<&str> = name.split(" and ").collect();
    if names.len() != 2 {
        return p.fail("two names");
    }
    let one = |named: &&str| {
        let tests = noun.filter.test.conjuncts().iter().map(|t| match t {
            Test::Named(_) => Test::Named((*named).into()),
            other => other.clone(),
        });
        let such = controlled(Filter::new(noun.filter.kind.clone(), Test::all(tests)), Who::You);
        Condition::Compare(Amount::Count(Box::new(Selector::All(such))), Cmp::AtLeast, Amount::ONE)
    };
    Some(Condition::And(names.iter().map(one).collect()))
}

/// "greater than each other creature's power", of a creature's power: there is no other of which it is as great.
pub(super) fn beyond_each_other(p: &mut Parser<'_>, stat: Stat, of: &Ref) -> Option<Condition> {
    // "… power is greater than this creature's"
    if p.attempt(|p| p.expect("greater than ~ 's").filter(|()| p.at(","))).is_some() {
        return Some(greater(stat, of, Ref::This));
    }
    p.expect("greater than each other")?;
    let noun = noun::bare(p)?;
    p.expect("'s")?;
    if crate::grammar::noun::after::stat(p)? != stat || noun.plural || noun.filter.kind != Kind::Permanent {
        return p.fail("the same number of other permanents");
    }
    Some(unsurpassed(&noun.filter.test, stat, of))
}

/// That of no other permanent for which the test holds the number is as great as that of this one.
fn unsurpassed(test: &Test, stat: Stat, of: &Ref) -> Condition {
    let as_great = Test::Stat(stat, Cmp::AtLeast, Amount::Stat(stat, of.clone()));
    let others = Test::all([test.clone(), Test::not(Test::Is(of.clone())), as_great]);
    let rivals = Amount::Count(Box::new(Selector::All(Filter::permanent(others))));
    Condition::Compare(rivals, Cmp::Equal, Amount::Const(0))
}

/// What others are asked about, which number, and whose that is, where it is said that no other's is as great.
pub(crate) fn surpassing(rivals: &Amount) -> Option<(Test, Stat, &Ref)> {
    let Amount::Count(rivals) = rivals else { return None };
    let Selector::All(Filter { kind: Kind::Permanent, test: Test::And(all) }) = &**rivals else { return None };
    let [first @ .., Test::Not(other), Test::Stat(stat, Cmp::AtLeast, Amount::Stat(same, of))] = all.as_slice() else {
        return None;
    };
    let apart = **other == Test::Is(of.clone()) && same == stat;
    apart.then(|| (Test::all(first.iter().cloned()), *stat, of))
}

/// "it has the least power or is tied for least power among creatures on the battlefield".
pub(super) fn least_power(of: Ref) -> Condition {
    let creatures = Selector::All(Filter::permanent(Test::Type(lawmage_ir::CardType::Creature)));
    let least = Amount::Least(Stat::Power, Box::new(creatures));
    Condition::Compare(Amount::Stat(Stat::Power, of), Cmp::AtMost, least)
}

/// "it has the greatest power or is tied for greatest power among creatures on the battlefield".
pub(super) fn greatest_power(of: Ref) -> Condition {
    let creatures = Selector::All(Filter::permanent(Test::Type(lawmage_ir::CardType::Creature)));
    let greatest = Amount::Greatest(Stat::Power, Box::new(creatures));
    Condition::Compare(Amount::Stat(Stat::Power, of), Cmp::AtLeast, greatest)
}

/// "no other creature has greater power", of what was spoken of last.
pub(super) fn none_greater(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("no other")?;
    let noun = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
    p.expect("has greater")?;
    let stat = noun::after::stat(p)?;
    let it = crate::grammar::reference::it_of(p);
    let it = p.scope.reference(&it.handle)?;
    Some(Condition::Compare(greater_others(&noun.filter.test, stat, &it), Cmp::Equal, Amount::Const(0)))
}

/// What others are asked about, and which number, where it is that none of them has a greater one.
pub(crate) fn outdone(rivals: &Amount, cmp: Cmp, n: &Amount) -> Option<(Test, Stat)> {
    let (Amount::Count(of), Cmp::Equal, Amount::Const(0)) = (rivals, cmp, n) else { return None };
    let Selector::All(Filter { kind: Kind::Permanent, test }) = &**of else { return None };
    let [first @ .., Test::Not(_), Test::Stat(stat, _, Amount::Stat(_, of))] = test.conjuncts() else { return None };
    let test = Test::all(first.iter().cloned());
    (*rivals == greater_others(&test, *stat, of)).then_some((test, *stat))
}

/// How many others there are, for which the test holds, of which the number is greater.
fn greater_others(test: &Test, stat: Stat, of: &Ref) -> Amount {
    let greater = Test::Stat(stat, Cmp::Greater, Amount::Stat(stat, of.clone()));
    let others = Test::all([test.clone(), Test::not(Test::Is(of.clone())), greater]);
    Amount::Count(Box::new(Selector::All(Filter::permanent(others))))
}

/// "black is the most common color among all permanents or is tied for most common".
pub(super) fn most_common_color(p: &mut Parser<'_>) -> Option<Condition> {
    let color = Color::from_word(p.word())?;
    p.advance();
    p.expect("is the most common color among all permanents or is tied for most common")?;
    Some(most_common(color))
}

/// "that permanent shares a color with the most common color among all permanents or a color tied for most common".
pub(super) fn of_the_most_common(p: &mut Parser<'_>) -> Option<Condition> {
    let picked = crate::grammar::selector::one(p)?;
    let Selector::Ref(it) = picked.selector else { return p.fail("one object") };
    p.expect("shares a color with the most common color among all permanents or a color tied for most common")?;
    Some(has_most_common(&it))
}

/// That no other color is that of more permanents.
pub(crate) fn most_common(color: Color) -> Condition {
    let count = |color| Amount::Count(Box::new(Selector::All(Filter::permanent(Test::Color(color)))));
    let others = Color::ALL.into_iter().filter(|other| *other != color).map(count);
    let most = others.reduce(|a, b| Amount::Max(Box::new(a), Box::new(b))).unwrap_or(Amount::Const(0));
    Condition::Compare(count(color), Cmp::AtLeast, most)
}

/// That what is spoken of is of such a color.
pub(crate) fn has_most_common(it: &Ref) -> Condition {
    let is = |color| Condition::Is(it.clone(), Test::Color(color));
    Condition::Or(Color::ALL.into_iter().map(|color| Condition::And(vec![is(color), most_common(color)])).collect())
}

/// "a player has more life than each other player": just one has the most.
pub(super) fn leading(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("a player")?;
    let number = match p.eat_any(&["has more", "controls more"])? {
        0 => number_of(p, false)?,
        _ => number_of(p, true)?,
    };
    p.expect("than each other player")?;
    let most = most_of(&number);
    p.scope.mention(Referent::player(most.clone()));
    Some(Condition::Compare(Amount::Players(most), Cmp::Equal, Amount::ONE))
}

/// "life", "cards in hand", or, of what is controlled, "creatures": a number that the player [`Ref::It`] has.
pub(crate) fn number_of(p: &mut Parser<'_>, controlled_by: bool) -> Option<Amount> {
    let it = Who::Ref(Ref::It);
    if controlled_by {
        let filter = noun::filter(p).filter(|filter| filter.kind == Kind::Permanent)?;
        return Some(Amount::Count(Box::new(Selector::All(controlled(filter, it)))));
    }
    Some(match p.eat_any(&["life", "cards in hand"])? {
        0 => Amount::Life(it),
        _ => Amount::HandSize(it),
    })
}

/// The players of whom none has a greater number.
pub(crate) fn most_of(number: &Amount) -> Who {
    let greatest = extreme_of(number, true);
    Who::Such(Box::new(Who::All), Box::new(Condition::Compare(number.clone(), Cmp::Equal, greatest)))
}

/// "who controls the most lands", "the fewest", of each player who does: several, where they are tied.
pub(crate) fn who_controls_most(p: &mut Parser<'_>) -> Option<Condition> {
    let most = p.eat_any(&["who controls the most", "who controls the fewest"])? == 0;
    let number = number_of(p, true)?;
    let extreme = extreme_of(&number, most);
    Some(Condition::Compare(number, if most { Cmp::AtLeast } else { Cmp::AtMost }, extreme))
}

/// The greatest, or the least, among all players of a number that is said of the player [`Ref::It`].
fn extreme_of(number: &Amount, greatest: bool) -> Amount {
    let mut each = number.clone();
    lawmage_ir::visit::walk_mut(&mut each, &mut |node| {
        if let Some(who) = node.get_mut::<Who>().filter(|who| **who == Who::Ref(Ref::It)) {
            *who = Who::Ref(Ref::Each);
            return lawmage_ir::visit::Go::Past;
        }
        lawmage_ir::visit::Go::Into
    });
    Amount::OfPlayers { who: Who::All, of: Box::new(each), greatest }
}

/// That the number of the one is greater than that of the other.
fn greater(stat: Stat, of: &Ref, than: Ref) -> Condition {
    Condition::Compare(Amount::Stat(stat, of.clone()), Cmp::Greater, Amount::Stat(stat, than))
}

/// "greater power or toughness than this creature", "greater power than this creature", behind "has".
pub(super) fn greater_size(p: &mut Parser<'_>, of: &Ref) -> Option<Condition> {
    if let Some(which) = p.eat_any(&["greater power than ~", "greater toughness than ~"]) {
        return Some(greater(if which == 0 { Stat::Power } else { Stat::Toughness }, of, Ref::This));
    }
    p.expect("greater power or toughness than ~")?;
    let than = |stat| greater(stat, of, Ref::This);
    Some(Condition::Or(vec![than(Stat::Power), than(Stat::Toughness)]))
}
