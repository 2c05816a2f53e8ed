//! What happened: "a creature died this turn", "you've cast another spell this turn", "you attacked this turn".

use lawmage_ir::{
    Amount, CardType, Cause, Cmp, Condition, EventPattern, Filter, Kind, Ref, Role, Span, Test, Who, Zone, ZoneSet,
};

use super::turn_past::{from_elsewhere, landfall, put_from_anywhere, this_or_another};
use super::{happened, negate, or_more};
use crate::grammar::event::{and_test, player_filter, player_phrase, subject_of};
use crate::grammar::{cost, noun};
use crate::parse::Parser;

/// A question about the record.
pub(crate) fn history(p: &mut Parser<'_>) -> Option<Condition> {
    let from = p.pos();
    let asked = p.first(&[
        from_elsewhere,
        this_or_another,
        nth_cast,
        super::turn_past::counter_was_removed,
        super::turn_past::blocked_either,
        super::turn_past::came_under_control,
        first_counters,
        super::dealt::dealt_by_several,
        super::dealt::several_dealt,
        super::dealt::dealt_to_it,
        player_did,
        super::dealt::dealt_so_much,
        object_did,
        nobody,
    ])?;
    // "If you sacrificed one or more permanents this turn, … that much": how many there were.
    if let Condition::Happened(event, span, 1) = &asked
        && matches!(**event, EventPattern::Moves { .. })
        && p.scope.number.is_none()
        && p.scope.number_clause.is_none()
        && p.printed_since(from).contains("one or more")
    {
        p.scope.number = Some(Amount::Happened(event.clone(), *span));
    }
    Some(asked)
}

/// "it's the second creature spell you cast this turn", of the spell whose casting is the event: one such, with so many of
/// them cast before it.
fn nth_cast(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("it's the")?;
    let said = p.scope.latest(|r| r.sort != crate::parse::Sort::Player && !r.plural && !r.hidden())?;
    let it = p.scope.reference(&said.handle)?;
    if it != Ref::Event(Role::Subject) || said.sort != crate::parse::Sort::Spell {
        return p.fail("a spell that was cast");
    }
    let nth = i32::try_from(crate::grammar::words::ordinal_word(p.word())?).ok()?;
    p.advance();
    let what = noun::filter(p)?;
    if what.kind != Kind::Spell || what.test == Test::Any {
        return p.fail("a kind of spell");
    }
    p.eat_any(&["you cast this turn", "you've cast this turn"])?;
    let such = Condition::Is(it, what.test.clone());
    let cast = EventPattern::Before(Box::new(EventPattern::Casts { by: Who::You, what }));
    let before = Amount::Happened(Box::new(cast), Span::ThisTurn);
    Some(Condition::And(vec![such, Condition::Compare(before, Cmp::Equal, Amount::Const(nth - 1))]))
}

/// "you won", of the clash that is the event (701.23d).
pub(super) fn won_clash(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you won")?;
    let clash = p.tokens().get(1..4).is_some_and(|words| words.iter().map(|t| &*t.text).eq(["you", "clash", ","]));
    if !clash || !p.at(",") {
        return p.fail("the clash that was won");
    }
    let wins = EventPattern::Does { by: Who::You, deed: lawmage_ir::KeywordDeed::WinsClash, what: None, object: None };
    Some(happened(wins, Span::AtOnce))
}

/// "it's the first time counters have been put on that creature this turn", of the event's: none were put on it before.
fn first_counters(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("it's the first time")?;
    let kind = if p.eat("counters") { None } else { crate::grammar::event::counter_kind(p)? };
    p.expect("have been put on")?;
    let it = cost::object(p).filter(|it| *it == Ref::Event(Role::Subject));
    let it = it.or_else(|| p.fail("what counters are put on"))?;
    p.expect("this turn")?;
    let on = Filter::permanent(Test::Is(it));
    let put = EventPattern::CountersPut { on, kind, by: None, by_effect: false };
    Some(negate(happened(EventPattern::Before(Box::new(put)), Span::ThisTurn), true))
}

pub(super) fn span(p: &mut Parser<'_>) -> Option<Span> {
    Some(match p.eat_any(&["this turn", "last turn", "this combat"])? {
        0 => Span::ThisTurn,
        1 => Span::LastTurn,
        _ => Span::ThisCombat,
    })
}

/// A question about an event that a number of times happened.
pub(super) struct Asked {
    pub(super) pattern: EventPattern,
    pub(super) times: u32,
    /// A number the events add up to.
    pub(super) sum: Option<(Cmp, Amount)>,
}

impl Asked {
    pub(super) fn once(pattern: EventPattern) -> Self {
        Self { pattern, times: 1, sum: None }
    }

    pub(super) fn condition(self, span: Span) -> Condition {
        match self.sum {
            Some((cmp, n)) => Condition::Compare(Amount::HappenedSum(Box::new(self.pattern), span), cmp, n),
            None if self.times == 1 => happened(self.pattern, span),
            None => Condition::Happened(Box::new(self.pattern), span, self.times),
        }
    }
}

/// "you attacked this turn", "an opponent lost life this turn", "you've cast another spell this turn".
fn player_did(p: &mut Parser<'_>) -> Option<Condition> {
    let one = p.at_any(&["a player", "an opponent", "another player"]);
    let (who, mut not) = if p.eat("you've") {
        (Who::You, false)
    } else if p.eat("you haven't") || p.eat("you didn't") {
        (Who::You, true)
    } else if p.eat("no opponent") {
        (Who::Opponents, true)
    } else if p.eat("a player other than you") {
        (Who::Others, false)
    } else {
        (p.first(&[player_phrase, crate::grammar::player::who])?, false)
    };
    p.eat_any(&["has", "have"]);
    if p.eat("didn't") {
        not = true;
    }
    let before = p.mark();
    let asked = did(p, &who)?;
    // "A player cast two or more spells last turn": one of them did.
    if one && (asked.times > 1 || asked.sum.is_some()) {
        p.reset(&before);
        let tested = did(p, &Who::Ref(Ref::It))?.condition(span(p)?);
        let such = Amount::Players(Who::Such(Box::new(who), Box::new(tested)));
        return Some(negate(Condition::Compare(such, Cmp::AtLeast, Amount::ONE), not));
    }
    // "You've cast a spell named A and a spell named B this turn": either of them.
    let mut also = Vec::new();
    while let Some(more) = p.attempt(|p| {
        p.expect("and")?;
        a_spell_too(p, &who).filter(|_| !one && asked.times == 1 && matches!(asked.pattern, EventPattern::Casts { .. }))
    }) {
        also.push(more);
    }
    let span = span(p)?;
    let first = asked.condition(span);
    if also.is_empty() {
        return Some(negate(first, not));
    }
    let all = std::iter::once(first).chain(also.into_iter().map(|more| more.condition(span)));
    Some(negate(Condition::And(all.collect()), not))
}

/// Behind what a player has cast: "a spell named Beacon".
fn a_spell_too(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.eat_any(&["a", "an"])?;
    let what = noun::filter(p).filter(|what| what.kind == Kind::Spell)?;
    Some(Asked::once(EventPattern::Casts { by: who.clone(), what }))
}

/// "drew two or more cards this turn", "didn't attack this turn": what one player did, behind who it is.
pub(super) fn did_by(p: &mut Parser<'_>, who: &Who) -> Option<Condition> {
    p.eat_any(&["has", "have"]);
    let not = p.eat("didn't") || p.eat("hasn't");
    let asked = did(p, who)?;
    let span = span(p)?;
    Some(negate(asked.condition(span), not))
}

fn did(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    type Did = fn(&mut Parser<'_>, &Who) -> Option<Asked>;
    let all: &[Did] =
        &[attacked, life, energy, cast, drew, moved, created, searched, dealt, landfall, rolled, put_counter, cycled];
    all.iter().find_map(|did| p.attempt(|p| did(p, who)))
}

/// "discarded a card this way", "searched their library this way", of a player: an event of the resolution at hand.
pub(crate) fn did_this_way(p: &mut Parser<'_>, who: &Who) -> Option<EventPattern> {
    type Did = fn(&mut Parser<'_>, &Who) -> Option<Asked>;
    let all: &[Did] = &[drew, moved, searched, shuffled_in];
    let asked = all.iter().find_map(|did| p.attempt(|p| did(p, who)))?;
    p.expect("this way")?;
    (asked.times == 1 && asked.sum.is_none()).then_some(asked.pattern)
}

/// "discarded a card that shares a card type with the card you discarded": as all did just now, which goes without saying.
pub(crate) fn did_just_now(p: &mut Parser<'_>, who: &Who) -> Option<EventPattern> {
    let asked = moved(p, who)?;
    let theirs = |r: &lawmage_ir::Ref| matches!(r, lawmage_ir::Ref::Theirs(..));
    // "Discarded a card with the greatest mana value among cards discarded this way."
    let most = |n: &Amount| match n {
        Amount::Greatest(_, of) | Amount::Least(_, of) => {
            lawmage_ir::visit::any(&**of, |r: &Ref| matches!(r, Ref::Slot(_)))
        }
        _ => false,
    };
    let now = lawmage_ir::visit::any(&asked.pattern, theirs) || lawmage_ir::visit::any(&asked.pattern, most);
    if asked.times != 1 || asked.sum.is_some() || !now {
        return p.fail("this way");
    }
    Some(asked.pattern)
}

/// "paid or lost four or more {E}" (107.14).
fn energy(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.expect("paid or lost")?;
    let n = p.number()?;
    let sum = Some((or_more(p)?, Amount::Const(n)));
    p.expect("{E}")?;
    Some(Asked { pattern: crate::grammar::event::energy_lost(who.clone()), times: 1, sum })
}

fn attacked(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.eat_any(&["attacked", "attack"])?;
    let mut with = Filter::permanent(Test::Type(CardType::Creature));
    let mut least = 1;
    if p.eat("with") {
        let subject = subject_of(p)?;
        least = subject.least;
        with = subject.filter;
    }
    Some(Asked::once(EventPattern::AttackDeclared { by: who.clone(), with, least }))
}

fn life(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    if p.eat("gained or lost life") {
        let either = vec![EventPattern::GainsLife(who.clone()), EventPattern::LosesLife(who.clone())];
        return Some(Asked::once(EventPattern::Or(either)));
    }
    let gained = matches!(p.eat_any(&["gained", "gain", "lost", "lose"])?, 0 | 1);
    let sum = p.attempt(|p| {
        let n = p.number()?;
        Some((or_more(p)?, Amount::Const(n)))
    });
    p.expect("life")?;
    let pattern = if gained { EventPattern::GainsLife(who.clone()) } else { EventPattern::LosesLife(who.clone()) };
    Some(Asked { pattern, times: 1, sum })
}

fn cast(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.eat_any(&["cast", "casts"])?;
    let (times, other) = if p.eat("another") {
        (1, true)
    } else {
        let n = p.article()?;
        or_more(p);
        (u32::try_from(n).ok()?, p.eat("other"))
    };
    let mut what = noun::filter(p)?;
    if other {
        what = and_test(what, Test::not(Test::Is(Ref::This)));
    }
    if *who == Who::You && p.eat("from your hand") {
        what = and_test(what, Test::CastFrom(ZoneSet::of(Zone::Hand)));
    }
    Some(Asked { pattern: EventPattern::Casts { by: who.clone(), what }, times, sum: None })
}

fn drew(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.eat_any(&["drew", "drawn", "draw"])?;
    let beyond = p.eat("more than");
    let n = p.article()? + i32::from(beyond);
    or_more(p);
    p.eat_any(&["cards", "card"])?;
    let pattern = EventPattern::draws(who.clone());
    Some(Asked { pattern, times: u32::try_from(n).ok()?, sum: None })
}

/// "cycled two or more cards" (702.29c).
fn cycled(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.expect("cycled")?;
    let n = p.article()?;
    or_more(p);
    p.eat_any(&["cards", "card"])?;
    let what = Filter::new(Kind::Object, Test::Any);
    let pattern = EventPattern::Cycles { by: who.clone(), what };
    Some(Asked { pattern, times: u32::try_from(n).ok()?, sum: None })
}

/// "rolled three or more dice" (706.1): each die by itself.
fn rolled(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.expect("rolled")?;
    let n = p.article()?;
    or_more(p);
    p.eat_any(&["dice", "die"])?;
    Some(Asked { pattern: EventPattern::Rolls(who.clone()), times: u32::try_from(n).ok()?, sum: None })
}

/// "sacrificed a permanent", "discarded a card", "discarded this card".
fn moved(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    let (cause, from) = match p.eat_any(&["sacrificed", "discarded", "milled", "sacrifice", "discard"])? {
        0 | 3 => (Cause::Sacrifice, ZoneSet::BATTLEFIELD),
        1 | 4 => (Cause::Discard, ZoneSet::of(Zone::Hand)),
        _ => (Cause::Mill, ZoneSet::of(Zone::Library)),
    };
    let subject = subject_of(p)?;
    let kind = if cause == Cause::Sacrifice { subject.filter.kind } else { Kind::Object };
    let what = Filter::new(kind, subject.filter.test);
    let to = ZoneSet::ANYWHERE;
    let pattern = EventPattern::Moves { what, from, to, cause: Some(cause), by: Some(who.clone()) };
    Some(Asked { pattern, times: subject.least, sum: None })
}

/// "shuffled a nontoken creature into their library": one that they own, by whosever effect (701.20).
fn shuffled_in(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.expect("shuffled")?;
    let subject = subject_of(p)?;
    p.expect("into their library")?;
    if subject.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    let what = Filter::permanent(Test::all([subject.filter.test, Test::Owned(who.clone())]));
    let (from, to) = (ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Library));
    let pattern = EventPattern::Moves { what, from, to, cause: None, by: None };
    Some(Asked { pattern, times: subject.least, sum: None })
}

/// "searched their library".
fn searched(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.eat_any(&["searched their library", "searched your library", "searched a library"])?;
    Some(Asked::once(EventPattern::Searches(who.clone())))
}

/// "created a token".
fn created(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.eat_any(&["created", "create"])?;
    let subject = subject_of(p)?;
    let pattern = EventPattern::TokenCreated { by: who.clone(), what: subject.filter };
    Some(Asked { pattern, times: subject.least, sum: None })
}

/// "put a +1/+1 counter on a creature".
fn put_counter(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.expect("put")?;
    p.eat_any(&["a", "an", "one or more"])?;
    let kind = crate::grammar::event::counter_kind(p)?;
    p.expect("on")?;
    let on = subject_of(p)?.filter;
    Some(Asked::once(EventPattern::CountersPut { on, kind, by: Some(who.clone()), by_effect: false }))
}

/// "was dealt damage", "were dealt combat damage by a creature", "was dealt 3 or more damage".
fn dealt(p: &mut Parser<'_>, who: &Who) -> Option<Asked> {
    p.eat_any(&["was dealt", "were dealt", "been dealt"])?;
    let sum = p.attempt(|p| {
        let n = p.number()?;
        Some((or_more(p)?, Amount::Const(n)))
    });
    let combat = crate::grammar::event::damage_kind(p)?;
    let mut by = if p.eat("by") { subject_of(p)?.filter } else { Filter::new(Kind::Object, Test::Any) };
    // "by ~ or a Dragon"
    if let Some(other) = p.attempt(|p| {
        p.eat_any(&["or a", "or an"])?;
        noun::filter(p).filter(|other| other.kind == Kind::Permanent && by.kind == Kind::Permanent)
    }) {
        by.test = Test::Or(vec![by.test, other.test]);
    }
    let pattern = EventPattern::Damage { by, to: player_filter(who.clone()), combat };
    Some(Asked { pattern, times: 1, sum })
}

/// "a creature died this turn", "~ attacked this turn", "an artifact entered under your control this turn".
fn object_did(p: &mut Parser<'_>) -> Option<Condition> {
    let (filter, least) = if let Some(one) = p.attempt(|p| {
        let r = cost::object(p)?;
        Some(Filter::permanent(Test::Is(r)))
    }) {
        (one, 1)
    } else {
        let subject = subject_of(p)?;
        (subject.filter, subject.least)
    };
    p.eat_any(&["has", "have"]);
    let not = p.eat("didn't") || p.eat("hasn't");
    let pattern = object_verb(p, filter)?;
    let span = span(p)?;
    let asked = Asked { pattern, times: least, sum: None };
    Some(negate(asked.condition(span), not))
}

/// "under your control", of what dies or enters.
pub(crate) fn under_control(p: &mut Parser<'_>, what: Filter) -> Filter {
    if p.eat("under your control") {
        and_test(what, Test::Controlled(Who::You))
    } else if p.eat_any(&["under an opponent 's control", "under your opponents 's control"]).is_some() {
        and_test(what, Test::Controlled(Who::Opponents))
    } else {
        what
    }
}

fn object_verb(p: &mut Parser<'_>, what: Filter) -> Option<EventPattern> {
    let any = ZoneSet::ANYWHERE;
    let graveyard = ZoneSet::of(Zone::Graveyard);
    let moves = |what, from, to| EventPattern::Moves { what, from, to, cause: None, by: None };
    if p.eat_any(&["died", "die"]).is_some() {
        let what = under_control(p, what);
        return Some(moves(what, ZoneSet::BATTLEFIELD, graveyard));
    }
    if p.eat_any(&["entered", "enter"]).is_some() {
        let what = under_control(p, what);
        return Some(moves(what, any, ZoneSet::BATTLEFIELD));
    }
    if p.eat_any(&["left the battlefield", "leave the battlefield"]).is_some() {
        let what = under_control(p, what);
        return Some(moves(what, ZoneSet::BATTLEFIELD, any));
    }
    if p.eat_any(&["left your graveyard", "leave your graveyard"]).is_some() {
        let what = Filter::new(Kind::Object, Test::all([what.test, Test::Owned(Who::You)]));
        return Some(moves(what, graveyard, any));
    }
    if what.kind == Kind::Permanent && p.at("was put into a graveyard this turn") {
        p.eat("was put into a graveyard");
        return Some(moves(what, ZoneSet::BATTLEFIELD, graveyard));
    }
    if let Some(put) = p.attempt(|p| put_from_anywhere(p, &what)) {
        return Some(put);
    }
    const MINE: &[(&str, Zone)] = &[
        ("was put into your graveyard from the battlefield", Zone::Graveyard),
        ("were put into your graveyard from the battlefield", Zone::Graveyard),
        ("was put into your hand from the battlefield", Zone::Hand),
    ];
    if let Some((_, to)) = MINE.iter().find(|(words, _)| p.eat(words)) {
        return Some(moves(and_test(what, Test::Owned(Who::You)), ZoneSet::BATTLEFIELD, ZoneSet::of(*to)));
    }
    if p.eat_any(&["was put into a graveyard from the battlefield", "were put into a graveyard from the battlefield"])
        .is_some()
    {
        return Some(moves(what, ZoneSet::BATTLEFIELD, graveyard));
    }
    if p.eat("attacked or blocked") {
        let attacks = EventPattern::Attacks { what: what.clone(), whom: None, alone: false, others: 0 };
        return Some(EventPattern::Or(vec![attacks, EventPattern::Blocks { what, whom: None }]));
    }
    if p.eat("attacked a battle") {
        let battle = Filter::permanent(Test::Type(CardType::Battle));
        return Some(EventPattern::Attacks { what, whom: Some(battle), alone: false, others: 0 });
    }
    if p.eat_any(&["attacked", "attack"]).is_some() {
        return Some(EventPattern::Attacks { what, whom: None, alone: false, others: 0 });
    }
    if p.eat_any(&["blocked", "block"]).is_some() {
        return Some(EventPattern::Blocks { what, whom: None });
    }
    if p.eat_any(&["was blocked", "were blocked"]).is_some() {
        return Some(EventPattern::BecomesBlocked { what, by: None });
    }
    if let Some(deed) = p.attempt(crate::grammar::event::manned) {
        let (by, what) = (Who::All, Some(what));
        return Some(EventPattern::Does { by, deed: deed.0, what, object: Some(deed.1) });
    }
    if let Some(combat) = p.attempt(|p| {
        p.expect("dealt")?;
        crate::grammar::event::damage_kind(p)
    }) {
        let to = match p.eat_any(&["to an opponent", "to a player"]) {
            Some(0) => player_filter(Who::Opponents),
            Some(_) => player_filter(Who::All),
            None => {
                p.expect("to")?;
                crate::grammar::event::object_of(p).filter(|to| to.kind == Kind::Permanent)?
            }
        };
        return Some(EventPattern::Damage { by: what, to, combat });
    }
    if let Some(combat) = p.attempt(|p| {
        p.eat_any(&["was dealt excess", "were dealt excess"])?;
        crate::grammar::event::damage_kind(p)
    }) {
        return Some(EventPattern::ExcessDamage { to: what, combat });
    }
    if p.eat_any(&["was dealt damage", "were dealt damage"]).is_some() {
        return Some(EventPattern::Damage { by: Filter::new(Kind::Object, Test::Any), to: what, combat: None });
    }
    if p.eat_any(&["was cast", "were cast"]).is_some() {
        return Some(EventPattern::Casts { by: Who::All, what });
    }
    None
}

/// "no spells were cast this turn", "no creatures attacked this turn".
fn nobody(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("no")?;
    let filter = noun::filter(p)?;
    let pattern = object_verb(p, filter)?;
    let span = span(p)?;
    Some(Condition::Not(Box::new(happened(pattern, span))))
}
