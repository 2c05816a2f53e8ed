//! What rolls came to, and damage in excess of what was lethal.

use lawmage_ir::{Amount, EventPattern, Filter, Kind, Ref, Role, Span, Stat, Test, Who, ZoneSet};

use super::counted;
use super::past::removed_before;
use crate::grammar::reference;
use crate::parse::{Parser, Sort};

/// What the damage of the event is called, which was dealt to a player.
const DEALT_TO_THEM: &[&str] = &[
    "the amount of damage it dealt to that player",
    "the damage it dealt to that player",
    "the amount of damage ~ dealt to that player",
    "the amount of damage those creatures dealt to that player",
];

/// "the life lost this way", "the damage dealt this way", "the number rolled".
pub(super) fn of_results(p: &mut Parser<'_>) -> Option<Amount> {
    // "Whenever ~ deals combat damage, roll a d12. If the result is greater than the damage dealt": of the event, not the result.
    if p.at("the damage dealt") && !p.at("the damage dealt this way") && p.scope.number == Some(Amount::Event) {
        return p.expect("the damage dealt").map(|()| Amount::Event);
    }
    if p.at("the amount of damage dealt") && !p.at("the amount of damage dealt this way") {
        let (event, dealt) = (p.scope.number == Some(Amount::Event), p.eat("the amount of damage dealt"));
        return if event && dealt && p.at_stop() { Some(Amount::Event) } else { p.fail("damage that was dealt") };
    }
    if p.scope.number == Some(Amount::Event) && p.eat_any(DEALT_TO_THEM).is_some() {
        return Some(Amount::Event);
    }
    // "Whenever you gain life, …, where X is the amount of life you gained"
    if p.scope.number == Some(Amount::Event)
        && let Some(()) = p.attempt(|p| {
            p.eat_any(&["the amount of life you gained", "the amount of life you lost"])?;
            if p.at("this turn") { p.fail("the number of the event") } else { Some(()) }
        })
    {
        return Some(Amount::Event);
    }
    if let Some(result) = p.attempt(crate::grammar::instruction::game::dice::result) {
        return Some(result);
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
        "the total of those results",
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

/// What an instruction counted as it went on: "flip you won", "evidence vote".
pub(crate) fn tallied(p: &mut Parser<'_>) -> Option<Amount> {
    p.first(&[
        crate::grammar::instruction::game::coins::flips_won,
        crate::grammar::instruction::game::dice::showing,
        crate::grammar::instruction::votes::parse::votes,
        counted::mana_from,
        removed_before,
        counted::life_of_event,
    ])
}

/// "opponent dealt damage", "opponents dealt damage this way", of those whom several sources dealt damage at once, as the event.
pub(super) fn dealt_at_once(p: &mut Parser<'_>) -> Option<Who> {
    p.eat_any(&["opponent dealt damage", "opponents dealt damage"])?;
    p.eat("this way");
    let first = p.tokens().get(..4).unwrap_or_default();
    let batch = first.iter().map(|t| &*t.text).eq(["whenever", "one", "or", "more"]);
    let deals = p.tokens().iter().any(|t| &*t.text == "deal");
    let before = p.scope.latest(|r| r.verb == Some("dealt damage") && r.clause().is_some());
    if !batch || !deals || before.is_some() {
        return p.fail("damage that several deal at once");
    }
    let by = Filter::new(Kind::Object, Test::Is(Ref::Event(Role::Subject)));
    let to = Filter::new(Kind::Player, Test::Is(Ref::It));
    let dealt = EventPattern::Damage { by, to, combat: None };
    let dealt = lawmage_ir::Condition::Happened(Box::new(dealt), Span::AtOnce, 1);
    Some(Who::Such(Box::new(Who::Opponents), Box::new(dealt)))
}

/// "spells you've cast this turn", "permanents you've sacrificed this turn": what is known of each of them (400.2).
pub(super) fn what_befell(p: &mut Parser<'_>) -> Option<lawmage_ir::EventPattern> {
    let noun = crate::grammar::noun::noun(p)?;
    let event = super::past::befell(p, &noun.filter)?;
    let known = matches!(noun.filter.kind, lawmage_ir::Kind::Spell | lawmage_ir::Kind::Permanent);
    if !noun.plural || !known { p.fail("spells or permanents") } else { p.expect("this turn").map(|()| event) }
}

/// "colors it is", "card types the discarded card has": of one object.
pub(super) fn of_one(p: &mut Parser<'_>) -> Option<Amount> {
    let colors = p.eat_any(&["colors", "card types"])? == 0;
    // "… on each of them equal to the number of colors it is": of each, and not of the object itself.
    let it = crate::grammar::reference::reference(p).filter(|it| *it != lawmage_ir::Ref::This)?;
    if colors {
        p.expect("is")?;
        return Some(Amount::Stat(lawmage_ir::Stat::Colors, it));
    }
    p.expect("has")?;
    Some(Amount::Kinds(lawmage_ir::KindOf::CardType, Box::new(lawmage_ir::Selector::Ref(it))))
}

/// "[cards] put into their graveyard from anywhere", of another player: of cards, which no token is (108.2b).
pub(super) fn put_into_theirs(p: &mut Parser<'_>, what: &Filter) -> Option<Filter> {
    p.expect("put into")?;
    let who = crate::grammar::player::possessive(p).filter(|who| *who != Who::You && !who.is_group())?;
    p.expect("graveyard from anywhere")?;
    let cards = matches!(what.kind, Kind::Card(_)).then(|| what.test.clone())?;
    Some(Filter::new(Kind::Object, Test::all([cards, Test::not(Test::Token), Test::Owned(who)])))
}

/// "[nontoken creatures] you had you control enter", as texts that were reworded have it.
pub(super) fn you_had_enter(p: &mut Parser<'_>, what: &Filter) -> Option<EventPattern> {
    p.expect("you had you control enter")?;
    if what.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    let what = crate::grammar::event::and_test(what.clone(), Test::Controlled(Who::You));
    let (from, to) = (ZoneSet::ANYWHERE, ZoneSet::BATTLEFIELD);
    Some(EventPattern::Moves { what, from, to, cause: None, by: None })
}

/// "creatures it devoured", "Goblins it devoured": of what it devoured, as that last existed (702.82b, 608.2h).
pub(super) fn devoured_such(p: &mut Parser<'_>, plural: bool) -> Option<Amount> {
    if plural && p.eat("creatures devoured this way")
        || p.eat("creature it devoured")
        || p.eat("creatures it devoured")
        || p.eat("creature ~ devoured")
    {
        return Some(super::past::devoured());
    }
    let noun =
        crate::grammar::noun::bare(p).filter(|noun| noun.plural == plural && noun.filter.kind == Kind::Permanent)?;
    p.eat_any(&["it devoured", "~ devoured"])?;
    let all = lawmage_ir::Selector::Ref(Ref::Linked(lawmage_ir::DEVOURED));
    Some(Amount::Count(Box::new(lawmage_ir::Selector::Those(Box::new(all), noun.filter.test))))
}

/// "card discarded this way", of the cards whose discarding is the event: "whenever you discard one or more cards".
pub(super) fn discarded_in_event(p: &mut Parser<'_>) -> Option<Amount> {
    const SAID: [&str; 8] = ["whenever", "you", "discard", "one", "or", "more", "cards", ","];
    let said = p.tokens().get(..SAID.len()).is_some_and(|words| words.iter().map(|t| &*t.text).eq(SAID));
    p.eat_any(&["cards discarded this way", "card discarded this way"])?;
    let none_else = p.scope.number_clause.is_none() && p.scope.latest(|r| r.verb == Some("discarded")).is_none();
    if said && none_else { Some(Amount::Event) } else { p.fail("the cards that were discarded") }
}

/// Behind "the difference between": "those players' life totals", "the chosen creatures' powers", of two of them.
pub(super) fn spread(p: &mut Parser<'_>) -> Option<Amount> {
    let less = |a, b| Some(Amount::Minus(Box::new(a), Box::new(b)));
    if p.eat("those players 's life totals") {
        let said = p.scope.latest(|r| r.sort == Sort::Player && r.plural)?;
        let who = Who::Ref(p.scope.reference(&said.handle)?);
        return less(Amount::GreatestLife(who.clone()), Amount::LeastLife(who));
    }
    let those = reference::referent(p).filter(|those| those.plural && those.sort == Sort::Permanent)?;
    p.expect("'s")?;
    let stat = match p.eat_any(&["powers", "toughnesses"])? {
        0 => Stat::Power,
        _ => Stat::Toughness,
    };
    let those = Box::new(p.scope.select(&those.handle));
    less(Amount::Greatest(stat, those.clone()), Amount::Least(stat, those))
}

/// "player", "players in the game", "creatures in your party" (700.8).
pub(super) fn of_game(p: &mut Parser<'_>, plural: bool) -> Option<Amount> {
    if !plural && p.at("player") && matches!(p.word_at(1), "." | "") {
        p.advance();
        return Some(Amount::Players(Who::All));
    }
    if plural && p.eat("players in the game") {
        return Some(Amount::Players(Who::All));
    }
    p.eat_any(&["creature in your party", "creatures in your party"]).map(|_| Amount::Party(Who::You))
}
