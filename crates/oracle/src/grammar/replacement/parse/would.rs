//! What would happen: "a creature would die", "you would draw a card", "one or more counters would be put on it".

use lawmage_ir::{Cause, Condition, Duration, EventPattern, Filter, Kind, Step, Test, Who, Zone, ZoneSet};

use super::elsewhere;
use crate::grammar::event as events;
use crate::grammar::event::{
    Subject, and_test, counter_kind, damage_kind, object_of, player_filter, player_phrase, subject_of, zone,
};
use crate::parse::{Parser, Referent, Sort};

/// The event after "if", and the duration that stands in it ("this turn").
pub(crate) fn event(p: &mut Parser<'_>) -> Option<(EventPattern, Option<Duration>)> {
    let read: [fn(&mut Parser<'_>) -> Option<EventPattern>; 12] = [
        caused,
        damage_to,
        counters,
        tokens,
        for_mana,
        copies,
        draws_but_first,
        draws_many,
        begins,
        wherever_it_is,
        of_player,
        of_object,
    ];
    let event = read.iter().find_map(|r| p.attempt(|p| r(p)))?;
    let event = match p.attempt(|p| or_put_from_elsewhere(p, &event)) {
        Some(other) => EventPattern::Or(vec![event, other]),
        None => event,
    };
    let duration = p.scope.early.take().or(p.eat("this turn").then_some(Duration::EndOfTurn));
    let event = match &event {
        EventPattern::LosesLife(_) if p.eat("during your turn") => {
            EventPattern::While(Box::new(event), Box::new(Condition::TurnOf(Who::You)))
        }
        _ => event,
    };
    (p.scope.number, p.scope.number_clause) = (Some(lawmage_ir::Amount::Event), None);
    Some((event, duration))
}

/// "a spell or ability an opponent controls causes you to discard ~".
fn caused(p: &mut Parser<'_>) -> Option<EventPattern> {
    if p.eat("an effect causes you to discard a card") {
        let what = Filter::new(Kind::Object, Test::Any);
        p.scope.mention(events::role(
            lawmage_ir::Role::Subject,
            &Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), Test::Any),
        ));
        return Some(EventPattern::While(Box::new(discard_of(what)), Box::new(Condition::CausedBy(Who::All))));
    }
    let by = events::causer(p)?;
    p.expect("causes you to discard ~")?;
    p.scope.mention(Referent::this());
    let discarded = discard_of(Filter::new(Kind::Object, Test::Is(lawmage_ir::Ref::This)));
    Some(EventPattern::While(Box::new(discarded), Box::new(Condition::CausedBy(by))))
}

/// That you discard such a card.
fn discard_of(what: Filter) -> EventPattern {
    EventPattern::Moves {
        what,
        from: ZoneSet::of(Zone::Hand),
        to: ZoneSet::of(Zone::Graveyard),
        cause: Some(Cause::Discard),
        by: Some(Who::You),
    }
}

/// "[combat] damage would be dealt to you".
fn damage_to(p: &mut Parser<'_>) -> Option<EventPattern> {
    let combat = damage_kind(p)?;
    p.expect("would be dealt to")?;
    let to = object_of(p)?;
    p.scope.mention(events::role(lawmage_ir::Role::Object, &to));
    let by = if p.eat("by") { object_of(p)? } else { Filter::new(Kind::Object, Test::Any) };
    Some(EventPattern::Damage { by, to, combat })
}

/// "you tap a permanent for mana" (106.12b).
fn for_mana(p: &mut Parser<'_>) -> Option<EventPattern> {
    // "a land is tapped for mana": by whom it may be.
    if let Some(source) = p.attempt(|p| {
        let source = object_of(p)?;
        p.expect("is tapped for mana")?;
        Some(source)
    }) {
        return Some(EventPattern::ProducesMana { source, by: Who::All, of: None });
    }
    let by = player_phrase(p)?;
    p.eat_any(&["tap", "taps"])?;
    let source = object_of(p)?;
    p.expect("for mana")?;
    Some(EventPattern::ProducesMana { source, by, of: None })
}

/// "you would copy a spell one or more times" (707.10).
fn copies(p: &mut Parser<'_>) -> Option<EventPattern> {
    let by = player_phrase(p)?;
    p.expect("would copy a spell")?;
    p.eat("one or more times");
    Some(EventPattern::Copies { by, what: Filter::new(Kind::Spell, Test::Any) })
}

/// "a modular triggered ability would put one or more", before a kind of counters.
fn a_trigger_of(p: &mut Parser<'_>) -> Option<lawmage_ir::Keyword> {
    p.eat_any(&["a", "an"])?;
    let keyword = lawmage_ir::Keyword::from_word(p.word())?;
    p.advance();
    p.expect("triggered ability would put one or more").map(|()| keyword)
}

/// "one or more +1/+1 counters would be put on a creature you control".
fn counters(p: &mut Parser<'_>) -> Option<EventPattern> {
    let by_effect = match p.eat("an effect would put one or more") {
        true => Some(None),
        false => p.attempt(a_trigger_of).map(Some),
    };
    if let Some(trigger) = by_effect {
        let kind = counter_kind(p)?;
        p.expect("on")?;
        let on = object_of(p)?;
        p.scope.mention(events::role(lawmage_ir::Role::Subject, &on));
        let put = EventPattern::CountersPut { on, kind, by: None, by_effect: true };
        return Some(match trigger {
            None => put,
            Some(of) => EventPattern::While(Box::new(put), Box::new(Condition::CausedByTrigger(of))),
        });
    }
    p.eat_any(&["one or more", "a"])?;
    let kind = counter_kind(p)?;
    p.expect("would be put on")?;
    let on = object_of(p)?;
    p.scope.mention(events::role(lawmage_ir::Role::Subject, &on));
    Some(EventPattern::CountersPut { on, kind, by: None, by_effect: false })
}

/// "an effect would create one or more tokens under your control", "one or more tokens would be created under …".
fn tokens(p: &mut Parser<'_>) -> Option<EventPattern> {
    if p.eat("an effect would create") || p.eat("you would create") {
        let subject = subject_of(p)?;
        p.eat("under your control");
        return Some(EventPattern::TokenCreated { by: Who::You, what: subject.filter });
    }
    if p.eat("a player would create") {
        return Some(EventPattern::TokenCreated { by: Who::All, what: subject_of(p)?.filter });
    }
    let subject = subject_of(p)?;
    p.expect("would be created")?;
    let by = if p.eat("under your control") { Who::You } else { Who::All };
    Some(EventPattern::TokenCreated { by, what: subject.filter })
}

/// "an opponent would draw a card except the first one they draw in each of their draw steps".
fn draws_but_first(p: &mut Parser<'_>) -> Option<EventPattern> {
    let who = player_phrase(p)?;
    p.expect("would draw a card except the first one")?;
    p.eat_any(&[
        "you draw in each of your draw steps",
        "they draw in each of their draw steps",
        "they draw in their draw step each turn",
    ])?;
    if who != Who::You {
        p.scope.mention(Referent::player(Who::Actor));
    }
    let by = if who == Who::You { Who::You } else { Who::Actor };
    Some(EventPattern::While(Box::new(EventPattern::draws(who)), Box::new(events::but_the_first_drawn(by))))
}

/// "you would begin your draw step", "a player would begin their turn" (614.10).
fn begins(p: &mut Parser<'_>) -> Option<EventPattern> {
    let whose = player_phrase(p)?;
    p.expect("would begin")?;
    if p.eat("an extra turn") {
        if whose != Who::You {
            p.scope.mention(Referent::player(Who::Actor));
        }
        return Some(EventPattern::ExtraTurnBegins(whose));
    }
    p.eat_any(&["your", "their"])?;
    if whose != Who::You {
        p.scope.mention(Referent::player(Who::Actor));
    }
    let step = match p.eat_any(&["turn", "untap step", "upkeep", "draw step", "combat phase", "end step"])? {
        0 => return Some(EventPattern::TurnBegins(whose)),
        1 => Step::Untap,
        2 => Step::Upkeep,
        3 => Step::Draw,
        4 => Step::BeginCombat,
        _ => Step::End,
    };
    Some(EventPattern::Begins { step, whose })
}

/// "you would draw two or more cards" (121.2a).
fn draws_many(p: &mut Parser<'_>) -> Option<EventPattern> {
    let by = player_phrase(p)?;
    p.expect("would draw")?;
    let least = u32::try_from(p.number()?).ok()?;
    p.expect("or more cards")?;
    if by != Who::You {
        p.scope.mention(Referent::player(Who::Actor));
    }
    Some(EventPattern::DrawsCards { by, least })
}

/// What a player would do.
fn of_player(p: &mut Parser<'_>) -> Option<EventPattern> {
    // What a spell or ability has happen for a while may be of its target.
    let targeted = p.scope.framed && p.at_any(&["target player", "target opponent"]);
    let who = if targeted { crate::grammar::player::relation(p)? } else { player_phrase(p)? };
    p.expect("would")?;
    if who != Who::You {
        p.scope.mention(Referent::player(Who::Actor));
    }
    Some(
        match p.eat_any(&[
            "gain life",
            "lose life",
            "draw a card",
            "draw one or more cards",
            "lose the game",
            "put one or more",
            "be dealt",
            "mill one or more cards",
            "discard ~",
            "pay life",
            "scry a number of cards",
            "proliferate",
            "get one or more {E}",
            "get one or more counters",
        ])? {
            0 => EventPattern::GainsLife(who),
            1 => EventPattern::LosesLife(who),
            3 => EventPattern::DrawsCards { by: who, least: 1 },
            2 => EventPattern::draws(who),
            4 => EventPattern::LosesGame(who),
            5 => {
                let kind = counter_kind(p)?;
                p.expect("on")?;
                let on = object_of(p)?;
                let on = if who == Who::You && p.eat("or on yourself") { or_on_you(on) } else { on };
                p.scope.mention(events::role(lawmage_ir::Role::Subject, &on));
                EventPattern::CountersPut { on, kind, by: Some(who), by_effect: false }
            }
            6 => {
                let combat = damage_kind(p)?;
                let by = if p.eat("by") { object_of(p)? } else { Filter::new(Kind::Object, Test::Any) };
                EventPattern::Damage { by, to: player_filter(who), combat }
            }
            7 => EventPattern::Mills(who),
            10 => EventPattern::Scries(who),
            11 => EventPattern::Proliferates(who),
            12 => {
                let (kind, on) = (Some(lawmage_ir::CounterKind::Energy), player_filter(who));
                EventPattern::CountersPut { on, kind, by: None, by_effect: false }
            }
            13 => EventPattern::CountersPut { on: player_filter(who), kind: None, by: None, by_effect: false },
            9 => EventPattern::PaysLife(who),
            8 => {
                p.scope.mention(Referent::this());
                EventPattern::Moves {
                    what: Filter::new(Kind::Object, Test::Is(lawmage_ir::Ref::This)),
                    from: ZoneSet::of(Zone::Hand),
                    to: ZoneSet::of(Zone::Graveyard),
                    cause: Some(Cause::Discard),
                    by: Some(who),
                }
            }
            _ => return None,
        },
    )
}

/// "a creature you control or on yourself".
fn or_on_you(on: Filter) -> Filter {
    let you = Test::all([Test::Player, Test::Controlled(Who::You)]);
    let permanent = Test::all([Test::not(Test::Player), on.test]);
    Filter::new(Kind::PlayerOrPermanent, Test::Or(vec![permanent, you]))
}

/// What an object would do.
fn of_object(p: &mut Parser<'_>) -> Option<EventPattern> {
    let mut subject = subject_of(p)?;
    if subject.filter.kind == Kind::Spell
        && let Some(other) = p.attempt(|p| or_permanent(p))
    {
        let spell = Test::all([Test::Status(lawmage_ir::Status::Spell), subject.filter.test]);
        subject.filter = Filter::new(Kind::SpellOrPermanent, Test::Or(vec![spell, other]));
    }
    p.expect("would")?;
    // What would be dealt damage stands in the event's object role; a target stays the target.
    let dealt = p.at("be dealt");
    let target = matches!(subject.filter.test, Test::Is(lawmage_ir::Ref::Target(_)));
    if !(dealt && target) {
        let role = if dealt { lawmage_ir::Role::Object } else { lawmage_ir::Role::Subject };
        p.scope.mention(events::role(role, &subject.filter));
    }
    verb(p, &subject)
}

/// "a black or red permanent, spell, or card not on the battlefield would be put into a graveyard": from wherever, tokens too where
/// they are permanents.
fn wherever_it_is(p: &mut Parser<'_>) -> Option<EventPattern> {
    p.eat_any(&["a", "an"])?;
    let colors = p.list("or", |p| {
        let color = lawmage_ir::Color::from_word(p.word())?;
        p.advance();
        Some(Test::Color(color))
    })?;
    p.expect("permanent , spell , or card not on the battlefield would be put into a graveyard")?;
    let such = if let [one] = colors.as_slice() { one.clone() } else { Test::Or(colors) };
    let graveyard = ZoneSet::of(Zone::Graveyard);
    let moves = |what, from| EventPattern::Moves { what, from, to: graveyard, cause: None, by: None };
    let card = Filter::new(Kind::Object, Test::all([such.clone(), Test::not(Test::Token)]));
    p.scope.mention(crate::parse::Referent::event(lawmage_ir::Role::Subject, crate::parse::Sort::Object));
    Some(EventPattern::Or(vec![
        moves(Filter::permanent(such), ZoneSet::BATTLEFIELD),
        moves(card, elsewhere(Zone::Battlefield)),
    ]))
}

/// "or a creature card not on the battlefield would be put into an opponent's graveyard", behind dying.
fn or_put_from_elsewhere(p: &mut Parser<'_>, died: &EventPattern) -> Option<EventPattern> {
    let graveyard = ZoneSet::of(Zone::Graveyard);
    if !matches!(died, EventPattern::Moves { from: ZoneSet::BATTLEFIELD, to, cause: None, .. } if *to == graveyard) {
        return p.fail("what would die");
    }
    p.expect("or")?;
    if let Some(put) = p.attempt(of_object) {
        let elsewhere = matches!(&put, EventPattern::Moves { from, to, .. } if *from == elsewhere(Zone::Battlefield) && *to == graveyard);
        return if elsewhere { Some(put) } else { p.fail("what would be put there from elsewhere") };
    }
    p.eat_any(&["a", "an"])?;
    let card = crate::grammar::noun::filter(p).filter(|card| matches!(card.kind, Kind::Card(_)))?;
    p.expect("not on the battlefield would be put into")?;
    let (to, owner) = zone(p)?;
    let card = [card.test, Test::not(Test::Token)].into_iter().chain(owner.map(Test::Owned));
    let what = Filter::new(Kind::Object, Test::all(card));
    Some(EventPattern::Moves { what, from: elsewhere(Zone::Battlefield), to, cause: None, by: None })
}

/// "or a red planeswalker you control", behind a spell.
fn or_permanent(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("or")?;
    p.eat_any(&["a", "an"])?;
    let other = crate::grammar::noun::filter(p)?;
    if other.kind != Kind::Permanent || !p.at("would deal") {
        return p.fail("a permanent that would deal damage");
    }
    Some(Test::all([Test::not(Test::Status(lawmage_ir::Status::Spell)), other.test]))
}

fn verb(p: &mut Parser<'_>, subject: &Subject) -> Option<EventPattern> {
    let what = subject.filter.clone();
    let moves = |what, from, to, cause| EventPattern::Moves { what, from, to, cause, by: None };
    let graveyard = ZoneSet::of(Zone::Graveyard);
    if p.eat("die") {
        return Some(moves(what, ZoneSet::BATTLEFIELD, graveyard, None));
    }
    if p.eat("explore") {
        return Some(EventPattern::Explores { what, land: None });
    }
    if p.eat("leave the battlefield") {
        return Some(moves(what, ZoneSet::BATTLEFIELD, elsewhere(Zone::Battlefield), None));
    }
    if p.eat("be destroyed") {
        return Some(moves(what, ZoneSet::BATTLEFIELD, graveyard, Some(Cause::Destroy)));
    }
    if p.eat("enter") {
        let what = match p.eat_any(&["under your control", "under an opponent 's control"]) {
            Some(0) => and_test(what, Test::Controlled(Who::You)),
            Some(_) => and_test(what, Test::Controlled(Who::Opponents)),
            None => what,
        };
        return Some(moves(what, ZoneSet::ANYWHERE, ZoneSet::BATTLEFIELD, None));
    }
    if p.eat("be put into your graveyard as it resolves") {
        return Some(moves(what, ZoneSet::of(Zone::Stack), graveyard, Some(Cause::Resolve)));
    }
    if p.eat("be put into") {
        let (to, owner) = zone(p)?;
        // A permanent is on the battlefield (110.1), a token no card (108.2b).
        let mut from = if what.kind == Kind::Permanent { ZoneSet::BATTLEFIELD } else { ZoneSet::ANYWHERE };
        let card = matches!(what.kind, Kind::Card(_)).then(|| Test::not(Test::Token));
        let mut owner = owner;
        if p.eat("from") {
            let (zones, whose) = zone(p)?;
            from = zones;
            owner = owner.or(whose);
        }
        let kind = if from == ZoneSet::BATTLEFIELD { what.kind.clone() } else { Kind::Object };
        let test = Test::all([what.test].into_iter().chain(owner.map(Test::Owned)).chain(card));
        return Some(moves(Filter::new(kind, test), from, to, None));
    }
    if p.eat("be dealt") {
        let many = p.attempt(so_much);
        let combat = damage_kind(p)?;
        let by = if p.eat("by") { object_of(p)? } else { Filter::new(Kind::Object, Test::Any) };
        return Some(of_so_much(many, EventPattern::Damage { by, to: what, combat }));
    }
    p.expect("deal")?;
    let mut many = p.attempt(so_much);
    let amount_of = many.is_none() && p.eat("an amount of");
    let combat = damage_kind(p)?;
    if amount_of {
        p.expect("less than")?;
        many = Some((lawmage_ir::Cmp::Less, crate::grammar::amount::described(p)?));
    }
    if p.at("this turn to") && p.eat("this turn") {
        p.scope.early = Some(Duration::EndOfTurn);
    }
    let to = if p.eat("to") { object_of(p)? } else { Filter::new(Kind::PlayerOrPermanent, Test::Any) };
    let mut referent = events::role(lawmage_ir::Role::Object, &to);
    if to.kind == Kind::PlayerOrPermanent {
        referent.sort = Sort::Any;
    }
    p.scope.mention(referent);
    Some(of_so_much(many, EventPattern::Damage { by: what, to, combat }))
}

/// "4 or more", before "damage".
fn so_much(p: &mut Parser<'_>) -> Option<(lawmage_ir::Cmp, lawmage_ir::Amount)> {
    let n = lawmage_ir::Amount::Const(p.number()?);
    let cmp = match p.eat_any(&["or more", "or less"])? {
        0 => lawmage_ir::Cmp::AtLeast,
        _ => lawmage_ir::Cmp::AtMost,
    };
    Some((cmp, n))
}

fn of_so_much(many: Option<(lawmage_ir::Cmp, lawmage_ir::Amount)>, damage: EventPattern) -> EventPattern {
    match many {
        Some((cmp, n)) => EventPattern::Number(Box::new(damage), cmp, n),
        None => damage,
    }
}
