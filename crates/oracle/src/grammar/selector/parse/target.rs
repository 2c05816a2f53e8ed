//! Targets (115): how many, and of what.

use lawmage_ir::{
    Amount, Choice, Chooser, Cmp, Condition, Filter, Kind, Ref, Selector, TargetSpec, Test, Who, Zone, ZoneSet,
};

use super::Picked;
use super::Range;
use super::exactly;
use super::range;
use crate::grammar::noun::{Noun, any_target_other_than, noun, player_spoken_of, target_other_than};
use crate::parse::{Handle, Parser, Referent, Sort};

/// The quantifier before "target": "", "two", "up to two", "any number of", "one or two", "X", "each of up to two".
pub(super) fn target_count(p: &mut Parser<'_>) -> Option<Range> {
    let another = |p: &mut Parser<'_>| {
        p.eat("another") || p.at("a second target") && p.eat("a second") || p.at("a third target") && p.eat("a third")
    };
    if p.at("target") || another(p) || p.at("other target") {
        return Some(exactly(Amount::ONE));
    }
    let _ = p.eat("each of");
    let range = range(p)?;
    let _ = p.eat("other");
    Some(range)
}

/// What was put into a graveyard, as the event at hand; else the object itself.
fn the_one_that_died(p: &Parser<'_>) -> Ref {
    let died = p.scope.latest(|r| matches!(r.handle, Handle::Ref(Ref::Event(_))) && r.to == Some(Zone::Graveyard));
    match died.map(|r| r.handle) {
        Some(Handle::Ref(died)) => died,
        _ => Ref::This,
    }
}

/// A target phrase: pushed to the scope and mentioned.
pub fn target(p: &mut Parser<'_>) -> Option<(u8, Noun)> {
    p.attempt(|p| {
        let third = p.at("a third target").then(|| two_before(p));
        let other = p.at_any(&["another target", "other target", "a second target"]) || {
            let mut probe = p.clone();
            target_count(&mut probe).is_some() && probe.last().is_some_and(|t| &*t.text == "other")
        };
        let (min, max) = target_count(p)?;
        let _ = p.eat("other");
        p.expect("target")?;
        let excluded = other.then(|| target_other_than(p));
        let mut noun = noun(p)?;
        if noun.filter.kind == Kind::Permanent
            && let Some(all) = p.attempt(|p| each_its_own(p, &noun))
        {
            noun.filter.test = Test::Or(all);
        }
        if noun.filter.kind == Kind::Player && p.eat(OR_THEIRS) {
            noun.filter = opponents_and_theirs();
        }
        let excluded = match excluded {
            Some(_) if noun.filter.kind == Kind::Player => Some(player_spoken_of(p)?),
            // "Whenever ~ or another creature dies, return another target creature card": than the one that died.
            Some(Ref::This) if matches!(noun.filter.kind, Kind::Card(_)) => Some(the_one_that_died(p)),
            excluded => excluded,
        };
        if noun.filter.kind == Kind::Player
            && let Some(test) = p.attempt(target_player_who).or_else(|| p.attempt(crate::grammar::selector::who_had))
        {
            noun.filter.test = Test::all([noun.filter.test, test]);
        }
        // One target is one thing: of "target creatures" nobody knows how many (115.1).
        if noun.plural && max == Some(Amount::ONE) {
            return p.fail("a target in the singular");
        }
        if p.eat("chosen at random") {
            noun.random = true;
        }
        // What the targets have to be is chosen with them, before the spell or ability resolves (601.2c).
        if p.scope.face.pending.is_some() {
            return p.fail("a target phrase without a choice");
        }
        exiled_before(p, &mut noun);
        // Chance chooses one; an opponent or another player chooses none with it.
        let one = min == Amount::ONE && max == Some(Amount::ONE) && noun.limit.is_none() && noun.chooser.is_none();
        if noun.random && !one || noun.among.is_some() || p.at("from among") {
            return p.fail("a target phrase");
        }
        if let Some(excluded) = excluded {
            noun.filter.test = Test::all([Test::not(Test::Is(excluded)), noun.filter.test]);
        }
        if let Some(before) = third {
            noun.filter.test = Test::all(before?.into_iter().chain([noun.filter.test]));
        }
        if matches!(noun.filter.kind, Kind::Card(zones) if zones == ZoneSet::default()) {
            place_of_all(p, &mut noun).or_else(|| p.fail("where the cards are"))?;
        }
        noun.plural = max.as_ref().is_none_or(|m| *m != Amount::ONE);
        Some((push_target(p, &noun, min, max), noun))
    })
}

/// "Spirit, creature with disturb, or enchantment", "planeswalker that was activated this turn or tapped creature": what is said behind
/// one of them is said of that one.
fn each_its_own(p: &mut Parser<'_>, first: &Noun) -> Option<Vec<Test>> {
    let mut all = vec![first.clone()];
    let said = |p: &Parser<'_>, from: usize| {
        let words = p.tokens().get(from..p.pos()).unwrap_or_default();
        words.iter().any(|t| matches!(&*t.text, "with" | "that"))
    };
    // Something is said behind another than the last.
    let mut own =
        p.tokens().get(..p.pos())?.iter().rev().take_while(|t| &*t.text != "target").any(|t| &*t.text == "that");
    loop {
        let comma = p.comma();
        let or = p.eat("or");
        if !comma && !or {
            return p.fail("another that may be targeted");
        }
        let from = p.pos();
        let next = noun(p).filter(|next| next.filter.kind == Kind::Permanent && !next.plural)?;
        own |= !or && said(p, from);
        all.push(next);
        if or {
            break;
        }
    }
    let plain =
        |n: &Noun| n.limit.is_none() && n.among.is_none() && n.chooser.is_none() && !n.random && n.owner.is_none();
    let told = |n: &Noun| n.filter.test != Test::Any;
    if own && all.iter().all(|n| plain(n) && told(n)) && (p.at_stop() || p.at(",")) {
        return Some(all.into_iter().map(|n| n.filter.test).collect());
    }
    p.fail("what is said of one of them alone")
}

/// Behind "target opponent": what of theirs may be targeted instead.
pub(crate) const OR_THEIRS: &str = ", creature an opponent controls , or planeswalker an opponent controls";

/// An opponent, or a creature or planeswalker that one controls.
pub(crate) fn opponents_and_theirs() -> Filter {
    let theirs = |test| Test::all([test, Test::Controlled(Who::Opponents)]);
    let types = [lawmage_ir::CardType::Creature, lawmage_ir::CardType::Planeswalker].map(|t| theirs(Test::Type(t)));
    let any = std::iter::once(theirs(Test::Player)).chain(types).collect();
    Filter::new(Kind::PlayerOrPermanent, Test::Or(any))
}

/// "who controls more creatures than they do and is their opponent", "whose graveyard has fewer creature cards in it than their
/// graveyard does …": of a target that another player than you chooses.
fn target_player_who(p: &mut Parser<'_>) -> Option<Test> {
    let they = p.scope.actor.clone().filter(|who| !who.is_group())?;
    let condition = if p.eat("whose graveyard has") {
        let cmp = if p.eat_any(&["more", "fewer"])? == 0 { Cmp::Greater } else { Cmp::Less };
        let cards = crate::grammar::noun::bare(p)?.filter;
        p.expect("in it than their graveyard does")?;
        let count = |who: Who| {
            let kind = Kind::Card(ZoneSet::of(Zone::Graveyard));
            let filter = Filter::new(kind, Test::all([cards.test.clone(), Test::Owned(who)]));
            Amount::Count(Box::new(Selector::All(filter)))
        };
        Condition::Compare(count(Who::Ref(Ref::It)), cmp, count(they.clone()))
    } else {
        p.expect("who")?;
        crate::grammar::condition::of_tested(p)?
    };
    p.expect("and is their opponent")?;
    let such = Who::Such(Box::new(Who::OpponentsOf(Box::new(they))), Box::new(condition));
    Some(Test::Controlled(such))
}

/// "target creature card exiled this way", of a reflexive ability: a card in exile that was exiled before.
fn exiled_before(p: &mut Parser<'_>, noun: &mut Noun) {
    let Some(Selector::Ref(those @ Ref::Slot(_))) = noun.among.clone() else { return };
    let exiled = p.scope.latest(|r| r.verb == Some("exiled")).and_then(|r| p.scope.reference(&r.handle));
    if exiled.as_ref() == Some(&those) && noun.filter.kind == Kind::Card(ZoneSet::default()) {
        let test = Test::all([noun.filter.test.clone(), Test::Is(those)]);
        (noun.filter, noun.among) = (Filter::new(Kind::Card(ZoneSet::of(Zone::Exile)), test), None);
    }
}

/// "a third target": other than the two before it, of which the second is another than the first.
fn two_before(p: &mut Parser<'_>) -> Option<[Test; 2]> {
    let second = u8::try_from(p.scope.targets.len()).ok()?.checked_sub(1)?;
    let other = |n: u8| Test::not(Test::Is(Ref::Target(n)));
    let first = other(second.checked_sub(1)?);
    let said = p.scope.targets.last().is_some_and(|spec| spec.filter.test.conjuncts().contains(&first));
    if said { Some([first, other(second)]) } else { p.fail("two targets before it") }
}

/// "up to one target instant card and up to one target sorcery card from your graveyard": where the last of them are, all are.
fn place_of_all(p: &mut Parser<'_>, noun: &mut Noun) -> Option<()> {
    let mut further = p.clone();
    let comma = further.comma();
    let and = further.eat("and") || further.eat("and/or");
    if !comma && !and {
        return None;
    }
    // "target creature card and all other cards with the same name as that card from your graveyard"
    if and && further.eat("all other cards with the same name as that card from your graveyard") {
        let test = std::mem::replace(&mut noun.filter.test, Test::Any);
        noun.filter = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::all([test, Test::Owned(Who::You)]));
        return Some(());
    }
    let (_, last) = target(&mut further)?;
    if !matches!(last.filter.kind, Kind::Card(_)) {
        return None;
    }
    let owned = last.filter.test.conjuncts().iter().filter(|test| matches!(test, Test::Owned(_))).cloned();
    let test = std::mem::replace(&mut noun.filter.test, Test::Any);
    noun.filter = Filter::new(last.filter.kind.clone(), Test::all([test].into_iter().chain(owned)));
    noun.owner.clone_from(&last.owner);
    Some(())
}

/// "target creature, then choose another target creature for each time ~ was kicked", behind "choose": one phrase, as all are
/// different (601.2c).
pub(crate) fn one_more_each_kick(p: &mut Parser<'_>) -> Option<Picked> {
    let read = |p: &mut Parser<'_>| match p.eat("target") {
        true if p.at("for each") => Some(None),
        true => noun(p).map(Some),
        false => None,
    };
    let first = if p.eat("any target") { None } else { Some(read(p)??) };
    p.expect(", then choose another")?;
    let second = read(p)?;
    if second.map(|noun| noun.filter) != first.as_ref().map(|noun| noun.filter.clone()) {
        return p.fail("another of the same");
    }
    p.expect("for each time ~ was kicked")?;
    let kicks = crate::grammar::amount::times_kicked(p);
    let count = Amount::Plus(Box::new(Amount::ONE), Box::new(kicks));
    let any = || Noun { filter: Filter::new(Kind::AnyTarget, Test::Any), ..crate::grammar::noun::any_player() };
    let noun = Noun { plural: true, ..first.unwrap_or_else(any) };
    let n = push_target(p, &noun, count.clone(), Some(count));
    let players = noun.sort() == Sort::Player;
    Some(Picked { selector: Selector::Ref(Ref::Target(n)), referent: None, players, plural: true })
}

pub(super) fn push_target(p: &mut Parser<'_>, noun: &Noun, min: Amount, max: Option<Amount>) -> u8 {
    let n = u8::try_from(p.scope.targets.len()).unwrap_or(u8::MAX);
    let by = match noun.chooser.clone().filter(|w| *w != Who::You) {
        None if noun.random => Some(Chooser::Chance),
        other => other.map(Chooser::Player),
    };
    p.scope.targets.push(TargetSpec {
        filter: noun.filter.clone(),
        min,
        max,
        limit: noun.limit.clone(),
        by,
        divide: None,
    });
    match &noun.owner {
        // 608.2b: who is a target too is spoken of, whatever becomes of what they control.
        Some(who @ Who::Ref(Ref::Target(_))) => p.scope.mention(Referent::player(who.clone())),
        Some(_) => p.scope.mention(Referent::player(Who::Controller(Box::new(Ref::Target(n))))),
        None => {}
    }
    if noun.sort() == Sort::Player {
        p.scope.mention(Referent { plural: noun.plural, ..Referent::player(Who::Ref(Ref::Target(n))) });
    } else {
        p.scope.mention(noun.referent(Handle::Ref(Ref::Target(n))));
        if noun.sort() == Sort::Any {
            p.scope.mention(Referent { hidden: true, ..Referent::player(Who::Ref(Ref::Target(n))) });
        }
    }
    n
}

pub(super) fn targets(p: &mut Parser<'_>) -> Option<Picked> {
    if let Some(n) = p.attempt(|p| any_target(p)) {
        return Some(Picked::of(Selector::Ref(Ref::Target(n)), None));
    }
    let (n, noun) = target(p)?;
    if p.at("'s") {
        return p.fail("a target");
    }
    let players = noun.sort() == Sort::Player;
    Some(Picked { selector: Selector::Ref(Ref::Target(n)), referent: None, players, plural: noun.plural })
}

/// "any target", "any other target", "two targets", "any number of targets" (115.4).
pub(super) fn any_target(p: &mut Parser<'_>) -> Option<u8> {
    let mut test = Test::Any;
    let (min, max) = if p.eat("any target") {
        exactly(Amount::ONE)
    } else if p.eat("any other target") || p.eat("another target") && (p.at_stop() || p.at(",")) {
        test = Test::not(Test::Is(any_target_other_than(p)));
        exactly(Amount::ONE)
    } else if p.eat("a third target") && (p.at_stop() || p.at(",")) {
        test = Test::all(two_before(p)?);
        exactly(Amount::ONE)
    } else {
        let _ = p.eat("each of");
        let range = range(p)?;
        if p.eat("other") {
            test = Test::not(Test::Is(any_target_other_than(p)));
        }
        p.expect("targets")?;
        range
    };
    if p.at_any(&["that was dealt damage", "that isn't a"]) {
        let mut noun = crate::grammar::noun::any_player();
        crate::grammar::noun::after::modifiers(p, &mut noun)?;
        test = Test::all([test, noun.filter.test]);
    }
    if max == Some(Amount::ONE) && test == Test::Any && p.eat("other than that permanent") {
        let role = |r: &Referent| matches!(r.handle, Handle::Ref(Ref::Event(_))) && r.sort == Sort::Permanent;
        let that = p.scope.latest(role).or_else(|| p.fail("the event's permanent"))?;
        test = Test::not(Test::Is(p.scope.reference(&that.handle)?));
    }
    // 601.6: whichever opponent the controller leaves it to.
    let by = if p.eat("of an opponent 's choice") {
        Some(Chooser::Player(Who::Opponents))
    } else {
        let one = max == Some(Amount::ONE) && min == Amount::ONE;
        (one && p.eat("chosen at random")).then_some(Chooser::Chance)
    };
    let n = u8::try_from(p.scope.targets.len()).unwrap_or(u8::MAX);
    let plural = max != Some(Amount::ONE);
    p.scope.targets.push(TargetSpec {
        filter: Filter::new(Kind::AnyTarget, test),
        min,
        max,
        limit: None,
        by,
        divide: None,
    });
    p.scope.mention(Referent { hidden: true, ..Referent::player(Who::Ref(Ref::Target(n))) });
    p.scope.mention(Referent { plural, ..Referent::new(Handle::Ref(Ref::Target(n)), Sort::Any) });
    Some(n)
}

/// "the creature you chose", "the creature your opponent chose": the one target that you, or another player, chose.
pub(super) fn target_chosen_by(p: &mut Parser<'_>) -> Option<Picked> {
    let yours = p.eat_any(&["the creature you chose", "the creature your opponent chose"])? == 0;
    let creature = Test::Type(lawmage_ir::CardType::Creature);
    let all = p.scope.targets.iter().enumerate();
    let mut fits = all.filter(|(_, t)| t.left_to().is_none() == yours && t.filter.test.conjuncts().contains(&creature));
    match (fits.next(), fits.next()) {
        (Some((n, _)), None) => Some(Picked::of(Selector::Ref(Ref::Target(u8::try_from(n).ok()?)), None)),
        _ => p.fail("one creature that was chosen"),
    }
}

/// "another one of your opponents chosen at random": than the enchanted player.
pub(super) fn another_opponent(p: &mut Parser<'_>) -> Option<Picked> {
    p.expect("another one of your opponents chosen at random")?;
    let host = Ref::Host(Box::new(Ref::This));
    // "Another" than the player whom this enchants, of whom the event is.
    let enchanted = |r: &Referent| match &r.handle {
        Handle::Who(Who::Ref(r)) | Handle::Ref(r) => *r == host,
        Handle::Who(who) => *who == Who::Actor,
        _ => false,
    };
    if p.scope.latest(enchanted).is_none() {
        return p.fail("the enchanted player");
    }
    let others = Test::all([Test::Controlled(Who::Opponents), Test::not(Test::Is(host))]);
    let others = Selector::All(Filter::new(Kind::Player, others));
    let choice = Choice { random: true, ..Choice::exactly(1, others) };
    Some(Picked { selector: Selector::Choose(Box::new(choice)), referent: None, players: true, plural: false })
}
