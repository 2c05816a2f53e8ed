//! Numbers of what happened: damage dealt, counters removed, results of dice, excess damage.

use lawmage_ir::{Amount, CostLabel, EventPattern, Filter, Keyword, Kind, Ref, Selector, Span, Test, Who};

use crate::grammar::{counter, noun, player, reference};
use crate::parse::Parser;

/// "the creature exiled this way", "the card returned this way".
pub(super) fn of_this_way(p: &mut Parser<'_>) -> Option<Ref> {
    const VERBS: &[&str] = &[
        "exiled this way",
        "returned this way",
        "tapped this way",
        "revealed this way",
        "sacrificed this way",
        "milled this way",
        "discarded this way",
        "destroyed this way",
    ];
    p.expect("the")?;
    noun::bare(p)?;
    let verb = VERBS.get(p.eat_any(VERBS)?)?.split(' ').next()?;
    let said = p.scope.latest(|r| r.verb == Some(verb))?;
    said.before.clone().or_else(|| p.scope.reference(&said.handle))
}

/// How many creatures the object devoured (702.82b).
#[must_use]
pub fn devoured() -> Amount {
    Amount::Count(Box::new(Selector::Ref(Ref::Linked(lawmage_ir::DEVOURED))))
}

/// "1 damage prevented this way", "1 life you lost this turn": points of damage and life.
pub(super) fn points(p: &mut Parser<'_>) -> Option<Amount> {
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

/// "charge counter removed this way": any number of them, as many as X.
pub(super) fn removed_for_cost(p: &mut Parser<'_>) -> Option<Amount> {
    counter::kind(p)?;
    p.expect("removed this way")?;
    p.scope.any_number.then_some(Amount::X)
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
    if p.eat("time it was kicked") || p.eat("time ~ was kicked") || p.eat("times ~ was kicked") {
        return Some(times_kicked(p));
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
    // 702.40a
    if p.eat("other spell cast before it this turn") || p.eat("spell cast before it this turn") {
        let cast = EventPattern::Casts { by: Who::All, what: Filter::new(Kind::Spell, Test::Any) };
        return Some(Amount::Happened(Box::new(EventPattern::Before(Box::new(cast))), Span::ThisTurn));
    }
    let noun = noun::noun(p)?;
    if let Some(event) = of_those_that(&noun.filter) {
        return Some(Amount::Happened(Box::new(event), Span::ThisTurn));
    }
    let event = if p.eat("that died this turn") || p.eat("put into a graveyard from the battlefield this turn") {
        EventPattern::Moves {
            what: noun.filter,
            from: lawmage_ir::ZoneSet::BATTLEFIELD,
            to: lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Graveyard),
            cause: None,
            by: None,
        }
    } else if p.eat("you attacked with this turn") || p.eat("you've attacked with this turn") {
        // 608.2i: what attacked is counted, whatever it has become since.
        let mut what = noun.filter;
        if what.test == lawmage_ir::Test::Type(lawmage_ir::CardType::Creature) {
            what.test = lawmage_ir::Test::Any;
        }
        let what = crate::grammar::event::and_test(what, lawmage_ir::Test::Controlled(Who::You));
        EventPattern::Attacks { what, whom: None, alone: false, others: 0 }
    } else if p.eat("you've cast this turn") || p.eat("you cast this turn") {
        EventPattern::Casts { by: Who::You, what: noun.filter }
    } else if p.eat("cast this turn") {
        EventPattern::Casts { by: Who::All, what: noun.filter }
    } else {
        return p.fail("what happened");
    };
    Some(Amount::Happened(Box::new(event), Span::ThisTurn))
}

/// "the life lost this way", "the damage dealt this way", "the number rolled".
pub(super) fn of_results(p: &mut Parser<'_>) -> Option<Amount> {
    // "Whenever ~ deals combat damage, roll a d12. If the result is greater than the damage dealt": of the event, not the result.
    if p.at("the damage dealt") && !p.at("the damage dealt this way") && p.scope.number == Some(Amount::Event) {
        return p.expect("the damage dealt").map(|()| Amount::Event);
    }
    let this_way = p.eat_any(&[
        "the life lost this way",
        "the damage dealt this way",
        "the amount of life lost this way",
        "the life gained this way",
        "the total life lost this way",
        "the amount of damage dealt this way",
        "the total damage dealt this way",
        "the damage prevented this way",
        "the amount of damage prevented this way",
        "the result",
        "the damage dealt",
        "the amount of life gained",
        "the amount of life lost",
        "the damage",
    ]);
    match this_way {
        Some(_) => p.scope.number_here().or_else(|| p.fail("a number spoken of before")),
        None => p.fail("a number"),
    }
}

/// "the excess damage dealt this way", "that excess damage" (120.10): of the damage dealt before, or of the event.
pub(super) fn of_excess(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&[
        "the excess damage dealt",
        "the amount of excess damage dealt",
        "that amount of excess damage",
        "that excess damage",
    ])?;
    p.eat_any(&["to that creature", "to that permanent", "to it"]);
    p.eat("this way");
    excess(p)
}

/// The excess of the damage spoken of last.
pub(crate) fn excess(p: &mut Parser<'_>) -> Option<Amount> {
    match (p.scope.number_clause, p.scope.number.clone()) {
        (Some(clause), _) => Some(Amount::Excess(p.scope.bind(clause))),
        (None, Some(number @ (Amount::Excess(_) | Amount::Event))) => Some(number),
        _ => p.fail("damage dealt before"),
    }
}
