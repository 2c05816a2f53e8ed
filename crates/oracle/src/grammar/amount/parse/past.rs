//! Numbers of what happened: damage dealt, counters removed, results of dice, excess damage.

use lawmage_ir::{
    Amount, Cause, CostLabel, EventPattern, Filter, Keyword, Kind, Ref, Role, Selector, Span, Test, Who, Zone, ZoneSet,
};

use crate::grammar::event::and_test;
use crate::grammar::{counter, noun, player, reference};
use crate::parse::{Handle, Parser, Sort};

/// "the creature exiled this way", "the card returned this way".
pub(super) fn of_this_way(p: &mut Parser<'_>) -> Option<Ref> {
    const VERBS: &[&str] = &[
        "exiled this way",
        "returned this way",
        "tapped this way",
        "goaded this way",
        "revealed this way",
        "sacrificed this way",
        "milled this way",
        "discarded this way",
        "destroyed this way",
    ];
    p.expect("the")?;
    noun::bare(p)?;
    let verb = match p.eat("you exiled") {
        true => "exiled",
        false => VERBS.get(p.eat_any(VERBS)?)?.split(' ').next()?,
    };
    let said = p.scope.latest(|r| r.verb == Some(verb))?;
    said.before.clone().or_else(|| p.scope.reference(&said.handle))
}

/// How many creatures the object devoured (702.82b).
#[must_use]
pub fn devoured() -> Amount {
    Amount::Count(Box::new(Selector::Ref(Ref::Linked(lawmage_ir::DEVOURED))))
}

/// How much energy you have paid or lost this turn (107.14).
#[must_use]
pub(crate) fn energy_lost() -> Amount {
    Amount::HappenedSum(Box::new(crate::grammar::event::energy_lost(Who::You)), Span::ThisTurn)
}

/// "1 damage prevented this way", "1 life you lost this turn": points of damage and life.
pub(super) fn points(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("{E} you've paid or lost this turn") {
        return Some(energy_lost());
    }
    (p.number()? == 1).then_some(())?;
    if p.eat_any(&[
        "damage prevented this way",
        "damage dealt this way",
        "life lost this way",
        "life gained this way",
        "life paid this way",
    ])
    .is_some()
    {
        return p.scope.number_here().or_else(|| p.fail("a number spoken of before"));
    }
    // "Whenever you gain life, … for each 1 life you gained": the number of the event.
    if let Some(event) = p.attempt(|p| {
        p.expect("life")?;
        p.eat_any(&["you", "they"])?;
        p.eat_any(&["gained", "lost"])?;
        (!p.at("this")).then(|| p.scope.number_here()).flatten().filter(|n| *n == Amount::Event)
    }) {
        return Some(event);
    }
    let changed = p.attempt(life_changed).or_else(|| {
        p.expect("damage dealt to you this turn")?;
        let by = Filter::new(Kind::Object, Test::Any);
        Some(EventPattern::Damage { by, to: crate::grammar::event::player_filter(Who::You), combat: None })
    })?;
    Some(Amount::HappenedSum(Box::new(changed), Span::ThisTurn))
}

/// "life you've gained this turn", "life your opponents have lost this turn", "life lost by your opponents this turn".
pub(crate) fn life_changed(p: &mut Parser<'_>) -> Option<EventPattern> {
    p.expect("life")?;
    let gained = |p: &mut Parser<'_>| p.eat_any(&["gained", "lost"]).map(|which| which == 0);
    let (who, gained) = match gained(p) {
        Some(gained) => {
            p.expect("by")?;
            (player::relation(p)?, gained)
        }
        None => {
            let who = if p.eat("you've") { Who::You } else { player::relation(p)? };
            p.eat_any(&["have", "has"]);
            (who, gained(p)?)
        }
    };
    p.expect("this turn")?;
    Some(if gained { EventPattern::GainsLife(who) } else { EventPattern::LosesLife(who) })
}

/// "charge counter removed this way": as a cost, any number of them, as many as X, or all there were; or by an instruction before.
pub(super) fn removed_for_cost(p: &mut Parser<'_>) -> Option<Amount> {
    counter::kind(p)?;
    p.expect("removed this way")?;
    if p.scope.any_number {
        return Some(Amount::X);
    }
    if let Some(removed) = p.scope.removed.clone() {
        return Some(removed);
    }
    let said = p.scope.latest(|r| r.verb == Some("removed") && r.clause().is_some())?;
    Some(Amount::Slot(p.scope.bind(said.clause()?)))
}

/// "counter removed this way", by an instruction before.
pub(super) fn removed_before(p: &mut Parser<'_>) -> Option<Amount> {
    removed_for_cost(p).filter(|n| matches!(n, Amount::Slot(_)))
}

/// "counter put on a creature this way": the counters put on such permanents in the resolution at hand.
pub(super) fn put_this_way(p: &mut Parser<'_>) -> Option<Amount> {
    let kind = counter::kind(p)?;
    p.eat_any(&["put on a", "put on an"])?;
    let on = noun::bare(p)?.filter;
    p.expect("this way")?;
    if on.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    let put = EventPattern::CountersPut { on, kind, by: None, by_effect: false };
    Some(Amount::HappenedSum(Box::new(put), Span::ThisWay))
}

/// "nonland cards milled this way", of the cards whose milling is the event: "whenever one or more nonland cards are milled".
pub(super) fn milled_in_event(p: &mut Parser<'_>) -> Option<Amount> {
    let milled = |words: &[crate::lex::Token]| words.iter().map(|t| &*t.text).eq(["are", "milled", ","]);
    let tokens = p.tokens();
    let said = tokens.get(4..).and_then(|rest| rest.windows(3).position(milled));
    let said = tokens.get(4..4 + said?)?;
    if !tokens.get(..4)?.iter().map(|t| &*t.text).eq(["whenever", "one", "or", "more"]) {
        return p.fail("the cards that were milled");
    }
    for word in said {
        if p.word() != &*word.text {
            return p.fail("the same cards");
        }
        p.advance();
    }
    p.expect("milled this way")?;
    Some(Amount::Event)
}

/// "it", "this spell", "that spell": what mana was spent on.
pub(crate) fn spell_cast(p: &mut Parser<'_>) -> Option<Ref> {
    if p.eat("~") {
        return Some(Ref::This);
    }
    let _ = p.at("it") || p.at("that spell");
    reference::reference(p)
}

/// "creature that attacked this turn", "creature you control that dealt combat damage to a player this turn": what did so counts,
/// wherever it is now and whatever it has become (608.2i).
fn of_those_that(filter: &Filter) -> Option<EventPattern> {
    let Test::And(tests) = &filter.test else { return None };
    let it = |filter: &Filter| filter.test == Test::Is(Ref::It);
    let done = |test: &Test| match test {
        Test::Did(event, Span::ThisTurn) => Some((**event).clone()),
        _ => None,
    };
    let event = tests.iter().find_map(done)?;
    let creature = Test::Type(lawmage_ir::CardType::Creature);
    let rest = tests.iter().filter(|test| done(test).is_none() && **test != creature).cloned();
    let those = Filter::new(Kind::Object, Test::all(rest));
    match event {
        EventPattern::Attacks { what, whom, alone: false, others: 0 } if it(&what) => {
            Some(EventPattern::Attacks { what: those, whom, alone: false, others: 0 })
        }
        EventPattern::Damage { by, to, combat } if it(&by) => Some(EventPattern::Damage { by: those, to, combat }),
        _ => None,
    }
}

/// 702.33c-d: how often it was kicked, with all its kickers together.
pub(crate) fn times_kicked(p: &Parser<'_>) -> Amount {
    let kickers = u8::try_from(p.scope.face.kickers.len()).unwrap_or(u8::MAX).max(1);
    let paid = (0..kickers).map(|n| Amount::TimesPaid(CostLabel::Keyword(Keyword::Kicker, n)));
    paid.reduce(|all, one| Amount::Plus(Box::new(all), Box::new(one))).unwrap_or(Amount::Const(0))
}

/// "time you've cast your commander from the command zone this game" (903.8): only who owns a commander can.
fn commander_casts(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["time", "times"])?;
    let who = match p.eat_any(&["you've cast", "they've cast", "that player has cast"])? {
        0 => Who::You,
        _ => p.scope.they()?,
    };
    p.eat_any(&["your commander", "a commander", "their commander"])?;
    p.expect("from the command zone this game")?;
    Some(Amount::CommanderCasts(who))
}

/// "other spell cast before it this turn" (702.40a), "other instant and sorcery spell you've cast before it this turn".
fn cast_before_it(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat("other");
    let what = noun::bare(p)?.filter;
    if what.kind != Kind::Spell {
        return p.fail("spells");
    }
    // "that spell", of the event that is spoken of as "it": it is the spell cast.
    let that = p.at("cast before that spell this turn");
    if that && p.scope.latest(|r| r.handle == Handle::Ref(Ref::Event(Role::Subject)) && r.sort == Sort::Spell).is_none()
    {
        return p.fail("the spell that was cast");
    }
    let by = match p.eat_any(&[
        "cast before it this turn",
        "cast before that spell this turn",
        "you've cast before it this turn",
    ])? {
        0 | 1 => Who::All,
        _ => Who::You,
    };
    let cast = EventPattern::Before(Box::new(EventPattern::Casts { by, what }));
    Some(Amount::Happened(Box::new(cast), Span::ThisTurn))
}

/// "creatures that died this turn", "spells you've cast this turn", "cards you've drawn this turn".
pub(super) fn happened(p: &mut Parser<'_>) -> Option<Amount> {
    if let Some(label) = p.attempt(|p| {
        p.eat_any(&["time its", "times its", "time ~ 's", "times ~ 's"])?;
        let label = crate::grammar::condition::cost_label(p)?;
        p.expect("was paid")?;
        Some(label)
    }) {
        return Some(Amount::TimesPaid(label));
    }
    if p.eat("time it was kicked")
        || p.eat("times it was kicked")
        || p.eat("time ~ was kicked")
        || p.eat("times ~ was kicked")
    {
        return Some(times_kicked(p));
    }
    if p.eat("times you descended this turn") {
        return Some(Amount::Happened(Box::new(crate::grammar::condition::descends()), Span::ThisTurn));
    }
    if let Some(casts) = p.attempt(commander_casts) {
        return Some(casts);
    }
    if p.eat("times ~ has mutated") || p.eat("time ~ has mutated") {
        return Some(Amount::Mutations(lawmage_ir::Ref::This));
    }
    if let Some(paid) = p.attempt(|p| {
        p.eat_any(&["time its", "times its", "time ~ 's", "times ~ 's"])?;
        let keyword = crate::grammar::noun::word::keyword_word(p)?;
        p.expect("cost was paid")?;
        Some(Amount::TimesPaid(CostLabel::Keyword(keyword, 0)))
    }) {
        return Some(paid);
    }
    if let Some(before) = p.attempt(cast_before_it) {
        return Some(before);
    }
    let noun = noun::noun(p)?;
    if let Some(event) = of_those_that(&noun.filter) {
        return Some(Amount::Happened(Box::new(event), Span::ThisTurn));
    }
    let mut event = befell(p, &noun.filter).or_else(|| p.fail("what happened"))?;
    // "spell you've cast this turn from anywhere other than your hand", "… from anywhere other than your hand this turn"
    let before = p.eat("from anywhere other than your hand");
    p.expect("this turn")?;
    let elsewhere = before || p.eat("from anywhere other than your hand");
    if elsewhere {
        let EventPattern::Casts { by: Who::You, what } = &mut event else { return p.fail("spells you've cast") };
        what.test = Test::all([what.test.clone(), crate::grammar::event::cast_elsewhere()]);
    }
    Some(Amount::Happened(Box::new(event), Span::ThisTurn))
}

/// "opponent you attacked this combat", "opponents who lost life this turn", "player who was dealt combat damage this turn".
pub(super) fn players(p: &mut Parser<'_>) -> Option<Who> {
    if let Some(dealt) = p.attempt(super::results::dealt_at_once) {
        return Some(dealt);
    }
    const WHO: &[&str] = &["opponents", "opponent", "of your opponents", "your opponents", "players", "player"];
    let who = if p.eat_any(WHO)? < 4 { Who::Opponents } else { Who::All };
    let attacked = p.attempt(|p| {
        let span = match p.eat_any(&["you attacked this combat", "you attacked this turn"])? {
            0 => Span::ThisCombat, // 702.121a
            _ => Span::ThisTurn,
        };
        let mine = Filter::permanent(Test::Controlled(Who::You));
        let whom = Some(Filter::new(Kind::Player, Test::Is(Ref::It)));
        let attacked = EventPattern::Attacks { what: mine, whom, alone: false, others: 0 };
        Some(lawmage_ir::Condition::Happened(Box::new(attacked), span, 1))
    });
    match attacked {
        Some(condition) => Some(Who::Such(Box::new(who), Box::new(condition))),
        None => player::such(p, who),
    }
}

/// "creature that died this way", "creatures you controlled that were destroyed this way", "card exiled from their hand this way":
/// events of the resolution at hand, of things as they were then (608.2i).
pub(super) fn happened_this_way(p: &mut Parser<'_>) -> Option<Amount> {
    let noun = noun::bare(p)?;
    let done = |p: &Parser<'_>, verb| p.scope.latest(|r| r.verb == Some(verb) && r.clause().is_some());
    let gone = |what, to| EventPattern::Moves { what, from: ZoneSet::BATTLEFIELD, to, cause: None, by: None };
    let destroyed = done(p, "destroyed").filter(|_| noun.filter.kind == Kind::Permanent);
    let exiled = done(p, "exiled").is_some();
    let event = if destroyed.is_some() && p.eat("that died this way") {
        gone(noun.filter, ZoneSet::of(Zone::Graveyard))
    } else if let Some(clause) = destroyed.and_then(|r| r.clause()) {
        let who = p.eat_any(&["you controlled", "they controlled", "that player controlled"])?;
        p.eat_any(&["that were destroyed this way", "that was destroyed this way"])?;
        let who = if who == 0 { Who::You } else { p.scope.they()? };
        // Wherever it went instead of into a graveyard (614.6).
        let those = Test::all([Test::Controlled(who), Test::Is(Ref::Slot(p.scope.bind(clause)))]);
        gone(and_test(noun.filter, those), ZoneSet::ANYWHERE)
    } else if matches!(noun.filter.kind, Kind::Card(zones) if zones == ZoneSet::default()) && exiled {
        p.expect("exiled from")?;
        let who = player::possessive(p)?;
        p.expect("hand this way")?;
        let what = Filter::new(Kind::Object, Test::all([noun.filter.test, Test::Owned(who)]));
        let (from, to) = (ZoneSet::of(Zone::Hand), ZoneSet::of(Zone::Exile));
        EventPattern::Moves { what, from, to, cause: Some(Cause::Exile), by: None }
    } else {
        return p.fail("what happened this way");
    };
    Some(Amount::Happened(Box::new(event), Span::ThisWay))
}

/// "the toughness of the creature you sacrificed this way": of several players' creatures, as yours was (608.2h).
pub(super) fn of_your_own(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("the")?;
    let stat = noun::after::stat(p)?;
    p.expect("of the")?;
    let noun = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
    p.expect("you sacrificed this way")?;
    p.scope.latest(|r| r.verb == Some("sacrificed") && r.by.as_ref().is_some_and(Who::is_group))?;
    let (from, to) = (ZoneSet::BATTLEFIELD, ZoneSet::ANYWHERE);
    let event = EventPattern::Moves { what: noun.filter, from, to, cause: Some(Cause::Sacrifice), by: Some(Who::You) };
    Some(Amount::HappenedStat(stat, Box::new(event), Span::ThisWay))
}

/// "the total power of creatures they controlled that were exiled this way": of each of them as it was (608.2h).
pub(super) fn total_this_way(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("the total")?;
    let stat = noun::after::stat(p)?;
    p.expect("of")?;
    p.eat("the");
    let noun = noun::bare(p)?;
    if noun.filter.kind != Kind::Permanent || !noun.plural {
        return p.fail("permanents");
    }
    // "the total power of Daleks that died this turn"
    if p.eat("that died this turn") {
        let (from, to) = (ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Graveyard));
        let event = EventPattern::Moves { what: noun.filter, from, to, cause: None, by: None };
        return Some(Amount::HappenedStat(stat, Box::new(event), Span::ThisTurn));
    }
    // "the total power of the creatures sacrificed this way", of what players sacrificed.
    if p.eat("sacrificed this way") {
        let clause = p.scope.latest(|r| r.verb == Some("sacrificed") && r.clause().is_some())?.clause()?;
        let those = Test::Is(Ref::Slot(p.scope.bind(clause)));
        let what = and_test(noun.filter, those);
        let (from, to) = (ZoneSet::BATTLEFIELD, ZoneSet::ANYWHERE);
        let event = EventPattern::Moves { what, from, to, cause: Some(Cause::Sacrifice), by: None };
        return Some(Amount::HappenedStat(stat, Box::new(event), Span::ThisWay));
    }
    let who = match p.eat_any(&["you controlled", "they controlled"]) {
        Some(0) => Who::You,
        Some(_) => p.scope.they()?,
        None => {
            let who = player::relation(p).filter(|who| matches!(who, Who::Controller(_)))?;
            p.expect("controlled")?;
            who
        }
    };
    let verb = match p.eat_any(&["that were destroyed this way", "that were exiled this way"])? {
        0 => "destroyed",
        _ => "exiled",
    };
    let clause = p.scope.latest(|r| r.verb == Some(verb) && r.clause().is_some())?.clause()?;
    let those = Test::all([Test::Controlled(who), Test::Is(Ref::Slot(p.scope.bind(clause)))]);
    let what = and_test(noun.filter, those);
    let (from, to) = (ZoneSet::BATTLEFIELD, ZoneSet::ANYWHERE);
    let event = EventPattern::Moves { what, from, to, cause: None, by: None };
    Some(Amount::HappenedStat(stat, Box::new(event), Span::ThisWay))
}

/// What befell things, behind their noun: "that died", "you've drawn", "cast", up to "this turn".
pub(super) fn befell(p: &mut Parser<'_>, what: &Filter) -> Option<EventPattern> {
    if let Some(event) = p.attempt(|p| {
        let _ = p.eat("that");
        object_gone(p, what.clone())
    }) {
        return Some(event);
    }
    if let Some(event) = p.attempt(|p| super::results::you_had_enter(p, what)) {
        return Some(event);
    }
    // By whomever: "cast this turn", "sacrificed this turn".
    if let Some(event) = p.attempt(|p| done_by(p, &Who::All, what)) {
        return Some(event);
    }
    let who = if p.eat("you've") {
        Who::You
    } else if p.eat("they've") {
        p.scope.they()?
    } else {
        player::who(p)?
    };
    p.eat_any(&["have", "has"]);
    done_by(p, &who, what)
}

/// "died under your control", "put into your graveyard from the battlefield", "that entered under your control".
fn object_gone(p: &mut Parser<'_>, what: Filter) -> Option<EventPattern> {
    let graveyard = ZoneSet::of(Zone::Graveyard);
    let moves = |what, from, to| EventPattern::Moves { what, from, to, cause: None, by: None };
    if p.eat("died") {
        return Some(moves(crate::grammar::condition::under_control(p, what), ZoneSet::BATTLEFIELD, graveyard));
    }
    if p.eat("entered") {
        // Without "under …", the noun phrase says whose, and it is one of what has entered.
        let under = crate::grammar::condition::under_control(p, what.clone());
        return (under != what).then(|| moves(under, ZoneSet::ANYWHERE, ZoneSet::BATTLEFIELD));
    }
    p.eat_any(&["was", "were"]);
    if p.eat("exiled") {
        let under = crate::grammar::condition::under_control(p, what.clone());
        return (under != what).then(|| moves(under, ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Exile)));
    }
    const INTO: &[&str] = &[
        "put into your graveyard from the battlefield",
        "put into a graveyard from the battlefield",
        "put into graveyards from the battlefield",
    ];
    if let Some(theirs) = p.attempt(|p| super::results::put_into_theirs(p, &what)) {
        return Some(moves(theirs, ZoneSet::ANYWHERE, graveyard));
    }
    if p.eat("put into your graveyard from your hand or library") {
        let yours = Filter::new(Kind::Object, Test::all([what.test, Test::Owned(Who::You)]));
        return Some(moves(yours, ZoneSet::of(Zone::Hand).union(ZoneSet::of(Zone::Library)), graveyard));
    }
    let what = match p.eat_any(INTO)? {
        0 => and_test(what, Test::Owned(Who::You)),
        _ => what,
    };
    Some(moves(what, ZoneSet::BATTLEFIELD, graveyard))
}

/// What players did to things: "cast", "drawn", "discarded", "sacrificed", "created", "attacked with".
fn done_by(p: &mut Parser<'_>, who: &Who, what: &Filter) -> Option<EventPattern> {
    let by = Some(who.clone());
    let any = ZoneSet::ANYWHERE;
    let card = || Filter::new(Kind::Object, what.test.clone());
    let is_card = matches!(what.kind, Kind::Card(zones) if zones == ZoneSet::default());
    Some(
        match p.eat_any(&[
            "cast",
            "drawn",
            "drew",
            "discarded",
            "sacrificed",
            "created",
            "attacked with",
            "cycled or discarded",
        ])? {
            0 if what.kind == Kind::Spell => EventPattern::Casts { by: who.clone(), what: what.clone() },
            // What was drawn or discarded is known to its owner alone: only how many there were.
            1 | 2 if is_card && what.test == Test::Any => EventPattern::draws(who.clone()),
            // 702.29d: to cycle is to discard.
            3 | 7 if is_card => EventPattern::Moves {
                what: card(),
                from: ZoneSet::of(Zone::Hand),
                to: any,
                cause: Some(Cause::Discard),
                by,
            },
            4 if what.kind == Kind::Permanent => EventPattern::Moves {
                what: what.clone(),
                from: ZoneSet::BATTLEFIELD,
                to: any,
                cause: Some(Cause::Sacrifice),
                by,
            },
            5 if what.kind == Kind::Permanent => EventPattern::TokenCreated { by: who.clone(), what: what.clone() },
            6 if *who == Who::You => {
                // 608.2i: what attacked is counted, whatever it has become since.
                let mut what = what.clone();
                if what.test == Test::Type(lawmage_ir::CardType::Creature) {
                    what.test = Test::Any;
                }
                let what = and_test(what, Test::Controlled(Who::You));
                EventPattern::Attacks { what, whom: None, alone: false, others: 0 }
            }
            _ => return p.fail("what happened"),
        },
    )
}
