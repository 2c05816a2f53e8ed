//! What players control and have: "you control two or more Goblins", "an opponent has no cards in hand".

use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Quality, Ref, Selector, Test, Who, Zone, ZoneSet};

use super::life::{life_is, more_than_at_first};
use super::superlative::{the_first, the_most, with_differences};
use super::{controlled, of_players};
use crate::grammar::event::{and_test, player_phrase};
use crate::grammar::{noun, player};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "or more", "or greater", "or less", "or fewer".
pub(crate) fn or_more(p: &mut Parser<'_>) -> Option<Cmp> {
    match p.eat_any(&["or more", "or greater", "or less", "or fewer"])? {
        0 | 1 => Some(Cmp::AtLeast),
        _ => Some(Cmp::AtMost),
    }
}

/// The players a condition is about.
fn players(p: &mut Parser<'_>) -> Option<(Who, bool)> {
    if p.eat("no opponent") || p.eat("no opponents") {
        return Some((Who::Opponents, true));
    }
    if p.eat("no player") || p.eat("no players") {
        return Some((Who::All, true));
    }
    if let Some(which) = p.eat_any(&["your team", "you"]) {
        return Some((if which == 0 { Who::Team } else { Who::You }, false));
    }
    if p.eat("they") {
        let actor = p.scope.actor.clone();
        let that = p.scope.latest(|r| r.sort == Sort::Player);
        let who = match that.map(|r| r.handle) {
            Some(Handle::Who(who)) => who,
            Some(Handle::Ref(r)) => Who::Ref(r),
            _ => actor?,
        };
        return Some((who, false));
    }
    if p.at("that player or that planeswalker 's controller") {
        return player::who(p).map(|who| (who, false));
    }
    p.first(&[player_phrase, player::who]).map(|w| (w, false))
}

/// "you control a Swamp", "an opponent controls more creatures than you", "you don't control …".
pub(crate) fn control(p: &mut Parser<'_>) -> Option<Condition> {
    // "your opponents control three or more creatures": together; "an opponent controls …": one of them alone.
    let together = p.at_any(&["your opponents", "your team"]);
    if p.eat("you control neither creature") {
        return neither(p);
    }
    let (who, none) = players(p)?;
    controls(p, &who, none, together)
}

/// "you control neither creature", of two targets.
fn neither(p: &mut Parser<'_>) -> Option<Condition> {
    let two = |spec: &lawmage_ir::TargetSpec| spec.max == Some(Amount::Const(2)) && spec.min == Amount::Const(2);
    match p.scope.targets.as_slice() {
        [spec] if two(spec) && spec.filter.kind == Kind::Permanent => {
            let both = Selector::Ref(Ref::Target(0));
            let yours = Selector::Those(Box::new(both), Test::Controlled(Who::You));
            Some(Condition::Compare(Amount::Count(Box::new(yours)), Cmp::Equal, Amount::Const(0)))
        }
        _ => p.fail("two targets"),
    }
}

/// What players control, behind who they are.
pub(super) fn controls(p: &mut Parser<'_>, who: &Who, none: bool, together: bool) -> Option<Condition> {
    let who = who.clone();
    let not = !matches!(
        p.eat_any(&["control", "controls", "don't control", "doesn't control", "own", "owns"])?,
        0 | 1 | 4 | 5
    );
    if who == Who::Defending {
        p.scope.mention(Referent::player(Who::Defending));
    }
    if let Some(compared) = p.attempt(|p| more_than(p, &who)) {
        return Some(super::negate(compared, not || none));
    }
    if let Some(most) = p.attempt(|p| the_most(p, &who)) {
        return Some(super::negate(most, not || none));
    }
    // "you control each creature on the battlefield with the greatest power": there is none of which it is otherwise.
    if who == Who::You && p.at("each") && !p.at("each other") {
        p.expect("each")?;
        let all = noun::noun(p).filter(|noun| !noun.plural && noun.limit.is_none() && noun.among.is_none())?;
        let others = Filter::new(all.filter.kind, Test::all([all.filter.test, Test::not(Test::Controlled(Who::You))]));
        let condition =
            Condition::Compare(Amount::Count(Box::new(Selector::All(others))), Cmp::Equal, Amount::Const(0));
        return Some(super::negate(condition, not || none));
    }
    if p.eat("your commander") {
        // Either of two (702.124e).
        let yours = Test::And(vec![Test::Status(lawmage_ir::Status::Commander), Test::Owned(Who::You)]);
        let yours = controlled(Filter::permanent(yours), who);
        let condition = Condition::Compare(Amount::Count(Box::new(Selector::All(yours))), Cmp::AtLeast, Amount::ONE);
        return Some(super::negate(condition, not || none));
    }
    if let Some(first) = p.attempt(the_first) {
        let one = |who| Amount::Count(Box::new(Selector::All(controlled(first.clone(), who))));
        let condition = of_players(&who, |who| Condition::Compare(one(who), Cmp::AtLeast, Amount::ONE));
        return Some(super::negate(condition, not || none));
    }
    if let Some((n, filter, quality)) = p.attempt(super::same_name::so_many_alike) {
        let most = if quality == Quality::Name { Amount::MostOfOneName } else { Amount::MostOfOneType };
        let alike = |one| most(Box::new(Selector::All(controlled(filter.clone(), one))));
        let condition = of_players(&who, |one| Condition::Compare(alike(one), Cmp::AtLeast, n.clone()));
        return Some(super::negate(condition, not || none));
    }
    if let Some(all) = p.attempt(super::same_name::one_of_each) {
        let one = |filter: &Filter, who| {
            Condition::Compare(
                Amount::Count(Box::new(Selector::All(controlled(filter.clone(), who)))),
                Cmp::AtLeast,
                Amount::ONE,
            )
        };
        let condition = of_players(&who, |who| Condition::And(all.iter().map(|f| one(f, who.clone())).collect()));
        return Some(super::negate(condition, not || none));
    }
    let quantity = quantity(p)?;
    let said = p.pos();
    let (filter, different) = match p.attempt(|p| with_differences(p, quantity.other)) {
        Some((filter, kind)) => (filter, Some(kind)),
        None => (quantity.filter(p)?, None),
    };
    if let Some(kind) = different {
        let (cmp, n) = (quantity.cmp, quantity.number.clone());
        let powers = |one| Amount::Kinds(kind, Box::new(Selector::All(controlled(filter.clone(), one))));
        let condition = of_players(&who, |one| Condition::Compare(powers(one), cmp, n));
        return Some(super::negate(condition, not || none));
    }
    let one = quantity.cmp == Cmp::AtLeast && quantity.number == Amount::ONE;
    let filter = match p.attempt(|p| one.then(|| or_others(p, &filter)).flatten()) {
        Some(either) => either,
        None => filter,
    };
    if !none && !not && quantity.cmp == Cmp::Equal && quantity.number == Amount::ONE && who == Who::You {
        only_one(p, said, &filter);
    }
    if together {
        return Some(super::negate(quantity.counted(controlled(filter, who)), not));
    }
    // "you control three or more artifacts and/or creatures" and the like are one noun phrase.
    if who == Who::You && !not {
        let mut all = vec![quantity.counted(controlled(filter, Who::You))];
        while let Some(more) = p.attempt(and_another) {
            all.push(more.0.counted(controlled(more.1, Who::You)));
        }
        if let ([one], Some(other)) = (all.as_slice(), p.attempt(or_one_named)) {
            let other = other.0.counted(controlled(other.1, Who::You));
            return Some(Condition::Or(vec![one.clone(), other]));
        }
        return Some(if all.len() == 1 { all.remove(0) } else { Condition::And(all) });
    }
    let condition = of_players(&who, |one| quantity.counted(controlled(filter, one)));
    Some(super::negate(condition, not || none))
}

/// ", a Saproling, or a legendary enchantment", behind "you control a Goblin": each has an article of its own.
fn or_others(p: &mut Parser<'_>, first: &Filter) -> Option<Filter> {
    let mut tests = vec![first.test.clone()];
    loop {
        p.comma().then_some(())?;
        let last = p.eat("or");
        p.eat_any(&["a", "an"])?;
        let other = noun::bare(p).filter(|noun| !noun.plural && noun.limit.is_none())?;
        if other.filter.kind != first.kind {
            return p.fail("one thing of the same kind");
        }
        tests.push(other.filter.test);
        if last {
            return Some(Filter::new(first.kind.clone(), Test::Or(tests)));
        }
    }
}

/// "or a permanent named Zhang", behind "you control a permanent named Guan": either.
fn or_one_named(p: &mut Parser<'_>) -> Option<(Quantity, Filter)> {
    p.expect("or")?;
    p.at_any(&["a", "an"]).then_some(())?;
    let quantity = quantity(p)?;
    let filter = quantity.filter(p)?;
    let named = filter.test.conjuncts().iter().any(|test| matches!(test, Test::Named(_)));
    (named && (p.at_stop() || p.at(","))).then_some((quantity, filter))
}

/// "and an enchantment", behind "you control an artifact": both; one that is both will do.
pub(super) fn and_another(p: &mut Parser<'_>) -> Option<(Quantity, Filter)> {
    p.expect("and")?;
    if !p.at_any(&["a", "an"]) {
        return None;
    }
    let quantity = quantity(p)?;
    let filter = quantity.filter(p)?;
    (p.at_stop() || p.at_any(&[",", "are"])).then_some((quantity, filter))
}

/// "if you control exactly one creature, that creature …": the one there is, whichever it is at that time.
fn only_one(p: &mut Parser<'_>, said: usize, filter: &Filter) {
    let end = p.pos();
    p.go_back_to(said);
    if let Some(noun) = noun::noun(p) {
        let one = Selector::All(controlled(filter.clone(), Who::You));
        let referent = noun.referent(Handle::Select(Box::new(one)));
        p.scope.mention(Referent { plural: false, ..referent });
    }
    p.go_back_to(end);
}

/// "more creatures than you", "more lands than each other player".
fn more_than(p: &mut Parser<'_>, who: &Who) -> Option<Condition> {
    let by = p.attempt(super::at_least_so_many);
    let cmp = match p.eat_any(&["more", "fewer"])? {
        0 if by.is_some() => Cmp::AtLeast,
        0 => Cmp::Greater,
        _ => Cmp::Less,
    };
    let more = |other: Amount| super::more_by(other, by);
    let filter = noun::filter(p)?;
    p.expect("than")?;
    let all = p.at("each");
    let other = p.first(&[player_phrase, player::who])?;
    p.eat_any(&["do", "does", "control", "controls"]);
    let count = |who: Who| Amount::Count(Box::new(Selector::All(controlled(filter.clone(), who))));
    // The player on the plural side is the one asked about.
    Some(match (who, &other) {
        // "than each other player": of nobody is it otherwise.
        (Who::You, one) if all => super::of_each(one, |it| Condition::Compare(count(Who::You), cmp, more(count(it)))),
        (Who::You, one) => of_players(one, |it| Condition::Compare(count(Who::You), cmp, more(count(it)))),
        (one, others @ Who::Such(..)) if all && !one.is_group() => {
            super::of_each(others, |it| Condition::Compare(count(one.clone()), cmp, more(count(it))))
        }
        (_, one) => of_players(who, |it| Condition::Compare(count(it), cmp, more(count(one.clone())))),
    })
}

/// How many: "a", "another", "no", "two or more", "exactly three".
pub(super) struct Quantity {
    cmp: Cmp,
    number: Amount,
    other: bool,
}

pub(super) fn quantity(p: &mut Parser<'_>) -> Option<Quantity> {
    let other = |cmp, number, other| Some(Quantity { cmp, number, other });
    if p.at("another") {
        // The noun phrase reads "another" itself.
        return other(Cmp::AtLeast, Amount::ONE, false);
    }
    if p.eat("no") {
        return other(Cmp::Equal, Amount::Const(0), false);
    }
    if p.eat("~") {
        // "you control ~" does not occur as a quantity.
        return None;
    }
    if p.eat("exactly") {
        let n = p.article()?;
        return other(Cmp::Equal, Amount::Const(n), false);
    }
    if let Some(which) = p.eat_any(&["fewer than", "more than"]) {
        let n = p.number()?;
        let cmp = if which == 0 { Cmp::Less } else { Cmp::Greater };
        return other(cmp, Amount::Const(n), false);
    }
    if p.eat("at least") {
        let n = p.article()?;
        return other(Cmp::AtLeast, Amount::Const(n), false);
    }
    if p.eat("any") {
        return other(Cmp::AtLeast, Amount::ONE, false);
    }
    let n = if p.eat("x") { p.scope.x.clone().unwrap_or(Amount::X) } else { Amount::Const(p.article()?) };
    let cmp = or_more(p).unwrap_or(Cmp::AtLeast);
    other(cmp, n, false)
}

impl Quantity {
    pub(super) fn filter(&self, p: &mut Parser<'_>) -> Option<Filter> {
        let filter = noun::filter(p)?;
        Some(if self.other { and_test(filter, Test::not(Test::Is(Ref::This))) } else { filter })
    }

    pub(super) fn counted(&self, filter: Filter) -> Condition {
        Condition::Compare(Amount::Count(Box::new(Selector::All(filter))), self.cmp, self.number.clone())
    }
}

/// "a graveyard has twenty or more cards in it": some player's.
pub(super) fn a_graveyard(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("a graveyard has")?;
    let quantity = quantity(p)?;
    let mut filter = quantity.filter(p)?;
    filter.kind = match filter.kind {
        Kind::Card(zones) if zones == ZoneSet::default() => Kind::Card(ZoneSet::of(Zone::Graveyard)),
        _ => return p.fail("cards"),
    };
    p.expect("in it")?;
    Some(of_players(&Who::All, |whose| quantity.counted(owned(filter, whose))))
}

/// "ten or more cards in a single graveyard": in some player's.
fn in_one_graveyard(p: &mut Parser<'_>) -> Option<Condition> {
    let quantity = quantity(p).filter(|quantity| quantity.cmp == Cmp::AtLeast && !quantity.other)?;
    let cards = noun::noun(p)?;
    let there = cards.filter.kind == Kind::Card(ZoneSet::of(Zone::Graveyard));
    let in_one = cards.limit == Some(lawmage_ir::SetLimit::AllShare(lawmage_ir::Quality::Controller));
    if !(there && in_one && cards.owner.is_none()) {
        return p.fail("cards in a single graveyard");
    }
    Some(of_players(&Who::All, |whose| quantity.counted(owned(cards.filter.clone(), whose))))
}

/// "there are five or more Islands on the battlefield", "there is a creature card in your graveyard".
pub(crate) fn there_are(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("there were") {
        return super::holders::kinds_among(p).filter(super::holders::is_of_paid);
    }
    if let Some(found) = p.attempt(|p| counters_on(p, "are on")) {
        return Some(found);
    }
    p.eat_any(&["there are", "there is", "there's"])?;
    if let Some(found) = p.attempt(super::holders::kinds_among).or_else(|| p.attempt(in_one_graveyard)) {
        return Some(found);
    }
    let counters = p.attempt(|p| {
        let quantity = quantity(p)?;
        let kind = crate::grammar::event::counter_kind(p)?;
        p.expect("among")?;
        let among = noun::noun(p).filter(|among| among.plural)?;
        let held = Amount::CountersAmong(kind, Box::new(Selector::All(among.filter)));
        Some(Condition::Compare(held, quantity.cmp, quantity.number))
    });
    if let Some(found) = counters.or_else(|| p.attempt(|p| counters_on(p, "on"))) {
        return Some(found);
    }
    if p.at("cards exiled with") {
        let cards = noun::noun(p).filter(|cards| cards.is_of_all() && cards.limit.is_none())?;
        let all = Selector::All(cards.filter.clone());
        p.scope.mention(cards.referent(Handle::Select(Box::new(all.clone()))));
        return Some(Condition::Compare(Amount::Count(Box::new(all)), Cmp::AtLeast, Amount::ONE));
    }
    let quantity = quantity(p)?;
    let filter = quantity.filter(p)?;
    p.eat("on the battlefield");
    Some(quantity.counted(filter))
}

/// "two or more hatchling counters are on ~", "[there are] two or more hatchling counters on ~".
fn counters_on(p: &mut Parser<'_>, on: &'static str) -> Option<Condition> {
    let quantity = quantity(p)?;
    let kind = crate::grammar::event::counter_kind(p)?;
    p.expect(on)?;
    let on = crate::grammar::cost::object(p)?;
    Some(Condition::Compare(Amount::Counters(kind, on), quantity.cmp, quantity.number))
}

/// "you have 5 or less life", "that player has one or fewer cards in hand", "your life total is …".
pub(crate) fn has(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("your life total is") {
        return life_is(p, &Who::You);
    }
    if let Some(compared) = p.attempt(|p| {
        let who = player::possessive(p)?;
        p.expect("life total is")?;
        life_is(p, &who)
    }) {
        return Some(compared);
    }
    if let Some(compared) = p.attempt(more_than_at_first) {
        return Some(compared);
    }
    let each = p.at("each");
    let (who, none) = players(p)?;
    has_so_much(p, &who, none, each)
}

/// What players have, behind who they are.
pub(super) fn has_so_much(p: &mut Parser<'_>, who: &Who, none: bool, each: bool) -> Option<Condition> {
    let who = who.clone();
    p.eat_any(&["have", "has"])?;
    let of_players = |who: &Who, condition: &dyn Fn(Who) -> Condition| {
        if each { super::of_each(who, condition) } else { of_players(who, condition) }
    };
    if !who.is_group()
        && let Some(such) = p.attempt(|p| super::around::in_hand(p, &who))
    {
        return Some(super::negate(such, none));
    }
    let exactly = p.eat("exactly");
    if p.eat("no cards in hand") || p.eat("no card in hand") {
        let empty = of_players(&who, &|w| Condition::Compare(Amount::HandSize(w), Cmp::Equal, Amount::Const(0)));
        return Some(super::negate(empty, none));
    }
    if let Some(more) = p.attempt(|p| has_more(p, &who)) {
        return Some(super::negate(more, none));
    }
    let than = match p.eat_any(&["fewer than", "more than"]) {
        Some(0) => Some(Cmp::Less),
        Some(_) => Some(Cmp::Greater),
        None => None,
    };
    let n = if p.eat("x") { Amount::X } else { Amount::Const(p.article()?) };
    let cmp = match than {
        Some(than) => than,
        None if exactly => Cmp::Equal,
        None => or_more(p).unwrap_or(Cmp::AtLeast),
    };
    let what = p.eat_any(&["life", "cards in hand", "card in hand"]);
    let condition = match what {
        Some(0) => of_players(&who, &|w| Condition::Compare(Amount::Life(w), cmp, n.clone())),
        Some(_) => of_players(&who, &|w| Condition::Compare(Amount::HandSize(w), cmp, n.clone())),
        None => {
            let kind = p.attempt(|p| {
                if p.eat("{E}") {
                    return Some(Some(lawmage_ir::CounterKind::Energy));
                }
                crate::grammar::event::counter_kind(p)
            });
            match (kind, &who) {
                (Some(kind), Who::Opponents | Who::All | Who::Others) => {
                    of_players(&who, &|_| Condition::Compare(Amount::Counters(kind.clone(), Ref::It), cmp, n.clone()))
                }
                (Some(kind), Who::Ref(one)) => Condition::Compare(Amount::Counters(kind, one.clone()), cmp, n.clone()),
                (Some(kind), one) => {
                    let held = Amount::CountersAmong(kind, Box::new(Selector::Players(one.clone())));
                    Condition::Compare(held, cmp, n)
                }
                (None, _) => {
                    // "you have three or more cards in your graveyard", "you have a Cat".
                    // "an opponent has ten or more cards in their graveyard": each in their own.
                    let theirs = if who.is_group() { Who::Ref(Ref::It) } else { who.clone() };
                    let actor = p.scope.actor.replace(theirs);
                    let filter = noun::filter(p);
                    p.scope.actor = actor;
                    let filter = filter?;
                    of_players(&who, &|w| {
                        Condition::Compare(
                            Amount::Count(Box::new(Selector::All(owned(filter.clone(), w)))),
                            cmp,
                            n.clone(),
                        )
                    })
                }
            }
        }
    };
    Some(super::negate(condition, none))
}

/// Cards say whose they are by the zone's owner.
fn owned(filter: Filter, who: Who) -> Filter {
    let said = matches!(&filter.test, Test::And(all) if all.iter().any(|t| matches!(t, Test::Owned(_))))
        || matches!(&filter.test, Test::Owned(_));
    // "you have two or more opponents": nobody owns them.
    if said || filter.kind == Kind::Player {
        filter
    } else {
        Filter::new(filter.kind, Test::all([filter.test, Test::Owned(who)]))
    }
}

/// "more life than an opponent", "more cards in hand than you".
fn has_more(p: &mut Parser<'_>, who: &Who) -> Option<Condition> {
    let cmp = match p.eat_any(&["more", "less", "fewer"])? {
        0 => Cmp::Greater,
        _ => Cmp::Less,
    };
    let life = matches!(p.eat_any(&["life than", "cards in hand than", "cards in their hand than"])?, 0);
    // Of one of them: nobody has more than they have themselves.
    if life && cmp == Cmp::Greater && matches!(who, Who::Ref(_)) && p.eat("another of your opponents") {
        return Some(Condition::Compare(Amount::Life(who.clone()), cmp, Amount::LeastLife(Who::Opponents)));
    }
    let each = p.at("each");
    let other = p.first(&[player_phrase, player::who])?;
    p.eat_any(&["do", "does"]);
    // "Exile the top card of their library", behind it (508.5).
    if *who == Who::Defending {
        p.scope.mention(crate::parse::Referent::player(Who::Defending));
    }
    let number = |who: Who| if life { Amount::Life(who) } else { Amount::HandSize(who) };
    Some(match (who, &other) {
        (Who::You, one) if each => super::of_each(one, |it| Condition::Compare(number(Who::You), cmp, number(it))),
        (Who::You, one) => of_players(one, |it| Condition::Compare(number(Who::You), cmp, number(it))),
        (one, others @ Who::Such(..)) if each && !one.is_group() => {
            super::of_each(others, |it| Condition::Compare(number(one.clone()), cmp, number(it)))
        }
        (_, one) => of_players(who, |it| Condition::Compare(number(it), cmp, number(one.clone()))),
    })
}
