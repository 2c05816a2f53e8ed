//! "with" and "without": keywords, numbers, counters, names.

use lawmage_ir::{
    Amount, Cmp, Condition, Filter, Kind, Quality, Ref, Selector, SetLimit, Stat, Status, Subtype, Test, Zone, ZoneSet,
};

use crate::grammar::noun::after::{comparison, shared_with, stat};
use crate::grammar::noun::word::keyword_test;
use crate::grammar::noun::{self, Noun};
use crate::grammar::{amount, counter, reference};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "with flying", "with power 3 or greater", "with a +1/+1 counter on it", and lists of such.
pub fn with(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    let each = noun.plural && p.eat("each");
    p.expect("with")?;
    // "Each with power greater than its …" would be of each one's own.
    list(p, noun).filter(|test| !each || !lawmage_ir::visit::any(test, |r: &Ref| *r == Ref::This))
}

fn list(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    // 2026:722.2
    if p.eat("a prepare spell") || noun.plural && p.eat("prepare spells") {
        return Some(Test::Status(Status::HasPrepareSpell));
    }
    let mut all = vec![quality(p, noun)?];
    let mut or = false;
    loop {
        let more = p.attempt(|p| {
            let comma = p.comma();
            let joint = if p.eat("or") || p.eat("and/or") {
                Some(true)
            } else if p.eat("and") {
                Some(false)
            } else {
                None
            };
            if !comma && joint.is_none() {
                return None;
            }
            let _ = p.eat("with");
            Some((joint, quality(p, noun)?))
        });
        let Some((joint, test)) = more else { break };
        all.push(test);
        if let Some(j) = joint {
            or = j;
            break;
        }
    }
    Some(match (all.len(), or) {
        (1, _) => all.remove(0),
        (_, true) => Test::Or(all),
        (_, false) => Test::all(all),
    })
}

/// "without flying", "without a counter on it".
pub fn without(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("without")?;
    if p.at_any(&["a", "an", "any"])
        && let Some(counters) = p.attempt(|p| {
            p.advance();
            let kind = counter::kind(p)?;
            p.expect("on")?;
            p.eat_any(&["it", "them"])?;
            Some(Test::Counters(kind, Cmp::Equal, Amount::Const(0)))
        })
    {
        return Some(counters);
    }
    if let Some(chosen) = p.attempt(crate::grammar::test::kind::of_chosen_parity) {
        return Some(Test::not(chosen));
    }
    if p.eat("mana abilities") {
        return Some(Test::not(Test::Status(Status::HasManaAbility)));
    }
    if p.eat("{X} in its mana cost") || p.eat("{X} in their mana costs") {
        return Some(Test::not(Test::HasX));
    }
    // "without first strike, double strike, or vigilance"
    let listed = p.attempt(|p| p.list("or", keyword_test));
    let mut all = listed.map_or_else(|| keyword_test(p).map(|one| vec![one]), Some)?;
    while let Some(more) = p.attempt(|p| {
        p.eat_any(&["or", "and"])?;
        keyword_test(p)
    }) {
        all.push(more);
    }
    Some(if all.len() == 1 { Test::not(all.remove(0)) } else { Test::not(Test::Or(all)) })
}

/// One thing that may stand after "with".
pub fn quality(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    p.attempt(total_size)
        .or_else(|| p.attempt(|p| limit(p, noun)))
        .or_else(|| p.attempt(|p| number(p, &noun.filter)))
        .or_else(|| p.attempt(|p| may_have_counters(&noun.filter.kind).then(|| counters(p)).flatten()))
        .or_else(|| p.attempt(crate::grammar::sticker::with))
        .or_else(|| p.attempt(|p| named(p, &noun.filter.kind)))
        .or_else(|| p.attempt(crate::grammar::test::originally_printed))
        .or_else(|| p.attempt(enchanting))
        .or_else(|| p.attempt(keyword_ability))
        .or_else(|| p.attempt(keyword_test))
        .or_else(|| p.attempt(abilities))
        .or_else(|| p.attempt(attachment))
}

/// "enchant creature", of Auras (702.5).
fn enchanting(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("enchant")?;
    let what = super::bare(p).filter(|what| !what.plural && what.limit.is_none() && what.among.is_none())?;
    Some(Test::Enchants(Box::new(what.filter)))
}

/// "a legendary Equipment attached to it", "another Aura attached to it".
fn attachment(p: &mut Parser<'_>) -> Option<Test> {
    let another = p.eat_any(&["a", "an", "another"])? == 2;
    let what = noun::bare(p).filter(|what| !what.plural && what.filter.kind == Kind::Permanent)?;
    p.expect("attached to it")?;
    let other = another.then(|| Test::not(Test::Is(Ref::This)));
    Some(Test::HasAttached(Box::new(Test::all(std::iter::once(what.filter.test).chain(other)))))
}

/// Cards in graveyards, hands and libraries have no counters (122.2): "exile target card from a graveyard with a hit counter on it"
/// says how it is exiled.
fn may_have_counters(kind: &Kind) -> bool {
    match kind {
        Kind::Card(zones) => {
            *zones == ZoneSet::default()
                || zones.iter().any(|zone| !matches!(zone, Zone::Graveyard | Zone::Hand | Zone::Library))
        }
        _ => true,
    }
}

/// "a morph ability", "morph abilities".
fn keyword_ability(p: &mut Parser<'_>) -> Option<Test> {
    let one = p.eat_any(&["a", "an"]).is_some();
    let test = keyword_test(p)?;
    p.expect(if one { "ability" } else { "abilities" })?;
    Some(test)
}

/// Constraints on the set as a whole.
fn limit(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    if p.eat("total") {
        let stat = stat(p)?;
        let (cmp, n) = comparison(p)?;
        noun.limit = Some(SetLimit::Total(stat, cmp, n));
        return Some(Test::Any);
    }
    if noun.plural && noun.limit.is_none() && p.at("the same name") && p.word_at(3) != "as" {
        p.expect("the same name")?;
        noun.limit = Some(SetLimit::AllShare(Quality::Name));
        return Some(Test::Any);
    }
    if noun.plural && noun.limit.is_none() && p.eat("equal toughness") {
        noun.limit = Some(SetLimit::AllShare(Quality::Toughness));
        return Some(Test::Any);
    }
    // "For each other land you control with the same name": as the one that the event is about.
    if !noun.plural && noun.other && p.at("the same name") && p.word_at(3) != "as" {
        p.expect("the same name")?;
        let said = p.scope.latest(|r| r.sort == Sort::Permanent && !r.plural)?;
        return match p.scope.reference(&said.handle) {
            Some(of @ Ref::Event(_)) => Some(Test::Shares(Quality::Name, of)),
            _ => p.fail("what has that name"),
        };
    }
    let words = ["different names", "different mana values", "different powers", "different controllers"];
    let quality = match p.eat_any(&words)? {
        0 => Quality::Name,
        1 => Quality::ManaValue,
        2 => Quality::Power,
        _ => Quality::Controller,
    };
    noun.limit = Some(SetLimit::AllDiffer(quality));
    Some(Test::Any)
}

/// "power 2 or less", "power or toughness 1 or less", "the greatest power among …", "mana value equal to …".
fn number(p: &mut Parser<'_>, of: &Filter) -> Option<Test> {
    let permanents = of.kind == Kind::Permanent;
    if p.eat("toughness greater than its power") || p.eat("toughness greater than their power") {
        return Some(Test::Stat(Stat::Toughness, Cmp::Greater, Amount::Stat(Stat::Power, Ref::It)));
    }
    if p.eat("power greater than its base power") {
        return Some(Test::Stat(Stat::Power, Cmp::Greater, Amount::Stat(Stat::BasePower, Ref::It)));
    }
    if p.eat("power greater than its toughness") {
        return Some(Test::Stat(Stat::Power, Cmp::Greater, Amount::Stat(Stat::Toughness, Ref::It)));
    }
    if p.eat("the greatest") || p.eat("the highest") {
        return extreme(p, Amount::Greatest, of);
    }
    if p.eat("the least") || p.eat("the lowest") {
        return extreme(p, Amount::Least, of);
    }
    if let Some(chosen) = p.attempt(crate::grammar::test::kind::of_chosen_parity) {
        return Some(chosen);
    }
    if let Some(even) = p.attempt(|p| {
        p.eat("an");
        let even = p.eat_any(&["even", "odd"])? == 0;
        p.eat_any(&["mana values", "mana value"])?;
        Some(even)
    }) {
        return Some(parity(even));
    }
    if let Some(compared) = p.attempt(than_it) {
        return Some(compared);
    }
    if let Some(size) = p.attempt(base_power_and_toughness) {
        return Some(size);
    }
    // 305.6
    if p.eat("a basic land type") {
        return Some(a_basic_land_type());
    }
    // "all other permanents with that name": as the one spoken of.
    if p.at("that name") && p.scope.face.name.is_none() {
        let one = |sort: Sort| p.scope.latest(|r| r.sort == sort && !r.plural && !r.this);
        let said = one(Sort::Permanent).or_else(|| one(Sort::Card))?;
        let it = p.scope.reference(&said.handle)?;
        return p.eat("that name").then_some(Test::Shares(Quality::Name, it));
    }
    // "with that spell's mana value"
    if let Some(same) = p.attempt(|p| {
        let it = reference::possessor(p)?;
        let stat = stat(p)?;
        Some(Test::Stat(stat, Cmp::Equal, Amount::Stat(stat, it)))
    }) {
        return Some(same);
    }
    // "mana value, power, or toughness equal to the chosen number"
    if let Some(any) = p.attempt(one_of_its_numbers) {
        return Some(any);
    }
    let first = stat(p)?;
    if p.eat("or") || p.eat("and/or") {
        // "base power or toughness": the base of either.
        let second = match stat(p)? {
            Stat::Toughness if first == Stat::BasePower => Stat::BaseToughness,
            second => second,
        };
        let (cmp, n) = comparison(p)?;
        return Some(Test::Or(vec![Test::Stat(first, cmp, n.clone()), Test::Stat(second, cmp, n)]));
    }
    let second = p.attempt(|p| {
        p.expect("and")?;
        let second = stat(p)?;
        let (cmp, n) = comparison(p)?;
        Some((second, cmp, n))
    });
    if let Some((second, cmp, n)) = second {
        return Some(Test::And(vec![Test::Stat(first, cmp, n.clone()), Test::Stat(second, cmp, n)]));
    }
    if let Some(either) = p.attempt(|p| one_or_other(p, first)) {
        return Some(either);
    }
    // The cards of one player are counted: not those of what is asked among the cards.
    if p.eat("less than or equal to the number of cards in its controller 's graveyard") {
        let whose = lawmage_ir::Who::Controller(Box::new(Ref::It));
        return Some(Test::Stat(first, Cmp::AtMost, Amount::GraveyardSize(whose)));
    }
    // Among the cards counted "it" would be the card, not what is asked.
    if p.at("less than or equal to the number of cards in its controller") {
        return p.fail("a graveyard of another player than the controller of what is asked");
    }
    let (cmp, mut n) = comparison(p)?;
    // "each artifact with mana value less than the number of rust counters on it": on each, where no other thing was spoken of.
    if permanents
        && let Amount::Counters(_, on @ Ref::This) = &mut n
        && p.last().is_some_and(|t| &*t.text == "it")
        && p.scope.latest(|r| r.sort != Sort::Player && !r.plural).is_none()
    {
        *on = Ref::It;
    }
    Some(Test::Stat(first, cmp, n))
}

/// "base power and toughness 1/1"
fn base_power_and_toughness(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("base power and toughness")?;
    let Test::And(mut size) = crate::grammar::noun::word::size(p)? else { return None };
    for test in &mut size {
        if let Test::Stat(stat, ..) = test {
            *stat = if *stat == Stat::Power { Stat::BasePower } else { Stat::BaseToughness };
        }
    }
    Some(Test::And(size))
}

/// "total power and toughness 5 or less": of each, the sum of the two.
fn total_size(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("total power and toughness")?;
    let (cmp, n) = comparison(p)?;
    let of_it = |stat| Box::new(Amount::Stat(stat, Ref::It));
    let sum = Amount::Plus(of_it(Stat::Power), of_it(Stat::Toughness));
    Some(Test::If(Box::new(Condition::Compare(sum, cmp, n))))
}

/// "mana value 2 or 3", "power 4, 5, or 6": one of those.
fn one_or_other(p: &mut Parser<'_>, stat: Stat) -> Option<Test> {
    let all = p.list("or", Parser::number)?;
    let is = |n| Test::Stat(stat, Cmp::Equal, Amount::Const(n));
    if all.len() > 1 { Some(Test::Or(all.into_iter().map(is).collect())) } else { p.fail("one or another number") }
}

/// "lesser power", "equal or greater mana value": than that of what was spoken of last; of nothing else, than the object's own.
fn than_it(p: &mut Parser<'_>) -> Option<Test> {
    let _ = p.at_any(&["an equal or lesser", "an equal or greater"]) && p.eat("an");
    let cmp = match p.eat_any(&["equal or lesser", "equal or greater", "lesser", "greater", "higher"])? {
        0 => Cmp::AtMost,
        1 => Cmp::AtLeast,
        2 => Cmp::Less,
        _ => Cmp::Greater,
    };
    let stat = stat(p)?;
    let died = Ref::Event(lawmage_ir::Role::Subject);
    if p.at("than the creature that died") && p.scope.latest(|r| r.handle == Handle::Ref(died.clone())).is_some() {
        p.eat("than the creature that died");
        return Some(Test::Stat(stat, cmp, Amount::Stat(stat, died)));
    }
    if p.at("than") {
        return p.fail("the end of the comparison");
    }
    let one = |r: &Referent| r.sort != Sort::Player && !r.plural;
    let said = p.scope.latest(|r| one(r) && !r.this).or_else(|| p.scope.latest(one))?;
    // What was countered has the mana value of a card by now, and what can't be countered is nothing that was.
    if said.verb == Some("countered") {
        return p.fail("a number of something that is still there");
    }
    let it = said.before.clone().or_else(|| p.scope.reference(&said.handle))?;
    Some(Test::Stat(stat, cmp, Amount::Stat(stat, it)))
}

/// Of any of the basic land types (305.6).
pub(crate) fn a_basic_land_type() -> Test {
    Test::Or(Subtype::BASIC_LANDS.map(Test::Subtype).to_vec())
}

/// A mana value is even if it is twice its half, rounded down; zero is.
#[must_use]
pub fn parity(even: bool) -> Test {
    parity_of(Stat::ManaValue, even)
}

/// So is any number of an object.
pub(crate) fn parity_of(stat: Stat, even: bool) -> Test {
    let cmp = if even { Cmp::Equal } else { Cmp::NotEqual };
    Test::Stat(stat, cmp, crate::grammar::condition::twice_its_half(&Amount::Stat(stat, Ref::It)))
}

fn extreme(p: &mut Parser<'_>, of: fn(Stat, Box<Selector>) -> Amount, noun: &Filter) -> Option<Test> {
    let stat = stat(p)?;
    let among = if p.eat("among") {
        let _ = p.eat("all");
        let all = noun::noun(p)?;
        if all.limit.is_some() || all.random || all.chooser.is_some() {
            return p.fail("all of some things");
        }
        // "Cards discarded this way" are those that the clause before discarded.
        if let Some(group) = all.among {
            let most = of(stat, Box::new(crate::grammar::selector::those(group, all.filter.test)));
            p.scope.extreme = Some(most.clone());
            return Some(Test::Stat(stat, Cmp::Equal, most));
        }
        all.filter
    } else if is_placed(&noun.kind) && (p.at_stop() || p.at_any(&ENDS)) {
        // "Target creature you control with the greatest power": of all that the noun says.
        noun.clone()
    } else {
        return p.fail("among");
    };
    // "A creature with the least toughness among creatures you control" is one of those.
    let one_of_them = among.test.clone();
    p.scope.extreme = Some(of(stat, Box::new(Selector::All(among.clone()))));
    Some(Test::all([one_of_them, Test::Stat(stat, Cmp::Equal, of(stat, Box::new(Selector::All(among))))]))
}

/// Whether it is known where they are.
fn is_placed(kind: &Kind) -> bool {
    match kind {
        Kind::Permanent => true,
        Kind::Card(zones) => *zones != ZoneSet::default(),
        _ => false,
    }
}

/// What stands behind a noun that is complete: nothing more is said of which objects they are.
const ENDS: [&str; 8] = [",", "gains", "gain", "gets", "get", "has", "have", "or tied for"];

/// "a +1/+1 counter on it", "no counters on them", "three or more charge counters on it".
fn counters(p: &mut Parser<'_>) -> Option<Test> {
    let bare = counter::kind(&mut p.clone()).is_some() && p.word() != "no";
    let (cmp, n) = if p.eat("no") {
        (Cmp::Equal, Amount::Const(0))
    } else if bare {
        // "creatures with +1/+1 counters on them"
        (Cmp::AtLeast, Amount::ONE)
    } else if p.eat("one or more") || p.eat("a") || p.eat("an") {
        (Cmp::AtLeast, Amount::ONE)
    } else {
        let n = amount::amount(p)?;
        if p.eat("or more") {
            (Cmp::AtLeast, n)
        } else if p.eat("or fewer") {
            (Cmp::AtMost, n)
        } else {
            (Cmp::AtLeast, n)
        }
    };
    let kind = counter::kind(p)?;
    p.expect("on")?;
    p.eat_any(&["it", "them"])?;
    Some(Test::Counters(kind, cmp, n))
}

/// "exactly three colors", "one or more colors" (105.2).
pub(crate) fn so_many_colors(p: &mut Parser<'_>) -> Option<Test> {
    if p.eat("one or more colors") {
        return Some(Test::not(Test::Colorless));
    }
    p.expect("exactly")?;
    let n = p.number()?;
    p.eat_any(&["colors", "color"])?;
    Some(Test::Stat(Stat::Colors, Cmp::Equal, Amount::Const(n)))
}

fn named(p: &mut Parser<'_>, tested: &Kind) -> Option<Test> {
    if p.eat("the same name as") {
        return shared_with(p, Quality::Name, tested);
    }
    // As what was spoken of last.
    if p.eat("the same controller") {
        let said = p.scope.latest(|r| r.sort == Sort::Permanent && !r.plural && !r.this && !r.hidden())?;
        return p.scope.reference(&said.handle).map(|it| Test::Shares(Quality::Controller, it));
    }
    if p.eat("the same mana value as") {
        return reference::reference(p).map(|it| Test::Shares(Quality::ManaValue, it));
    }
    p.eat_any(&["the chosen name", "that name", "the last chosen name", "one of the chosen names"])?;
    p.scope.face.name.map(Test::ChosenName)
}

fn abilities(p: &mut Parser<'_>) -> Option<Test> {
    if p.eat("a mana cost that contains {X}") || p.eat("{X} in its mana cost") || p.eat("{X} in their mana costs") {
        return Some(Test::HasX);
    }
    if p.eat("mana cost") {
        return p.list("or", Parser::mana_cost).map(Test::ManaCost);
    }
    if p.eat("{H} in its mana cost") || p.eat("{H} in their mana costs") {
        return Some(Test::HasPhyrexian);
    }
    if p.eat("one or more targets") {
        return Some(has_targets());
    }
    if p.eat("a single target") {
        return Some(Test::SingleTarget);
    }
    if let Some(colors) = p.attempt(so_many_colors) {
        return Some(colors);
    }
    if p.eat("no abilities") {
        return Some(Test::Status(Status::NoAbilities));
    }
    if p.eat("an activated ability") {
        return Some(Test::Status(Status::HasActivated(!p.eat("that isn't a mana ability"))));
    }
    p.eat_any(&["a mana ability", "mana abilities"])?;
    Some(Test::Status(Status::HasManaAbility))
}

/// That something was chosen as a target of the spell or ability (115.9a).
pub(crate) fn has_targets() -> Test {
    Test::If(Box::new(Condition::Compare(Amount::TargetsOf(Ref::It), Cmp::AtLeast, Amount::ONE)))
}

/// Any of three numbers compares so.
fn one_of_its_numbers(p: &mut Parser<'_>) -> Option<Test> {
    let stats = p.list("or", stat).filter(|stats| stats.len() > 2)?;
    let (cmp, n) = comparison(p)?;
    Some(Test::Or(stats.into_iter().map(|stat| Test::Stat(stat, cmp, n.clone())).collect()))
}
