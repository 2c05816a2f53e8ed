//! What happens instead (614.6): "exile it instead", "it deals double that damage instead", "twice that many …".

use lawmage_ir::{Amount, Destination, EventPattern, Instead, Instruction, Ref, Role, Selector, Test, Who};

use super::draws;
use super::price::{done, enters_at_a_price};
use crate::grammar::event::facts::caused;
use crate::grammar::{amount, effect};
use crate::parse::Parser;

/// After "if … would …,": what happens instead, and who may choose it ("you may").
pub(crate) fn instead(p: &mut Parser<'_>, event: &EventPattern) -> Option<(Instead, Option<Who>)> {
    if let Some(price) = p.attempt(|p| enters_at_a_price(p, event)) {
        return Some((price, None));
    }
    // "discard it, but you may put it on top of your library instead of into your graveyard"
    let all = |condition: &lawmage_ir::Condition| *condition == lawmage_ir::Condition::CausedBy(Who::All);
    if matches!(event, EventPattern::While(_, condition) if all(condition)) {
        p.expect("discard it , but you may put it on top of your library instead of into your graveyard")?;
        return Some((Instead::MoveTo(Destination::LibraryTop { random: false }), Some(Who::You)));
    }
    let optional = p.attempt(|p| p.expect("you may")).map(|()| Who::You);
    let found = p
        .attempt(|p| number(p, event))
        .or_else(|| p.attempt(|p| copied_more(p, event)))
        .or_else(|| p.attempt(|p| super::mana::of_a_type(p, event)))
        .or_else(|| p.attempt(|p| tokens_besides(p, event)))
        .or_else(|| p.attempt(|p| prevented(p, event)))
        .or_else(|| p.attempt(|p| redirected(p, event)))
        .or_else(|| p.attempt(|p| under_control(p, event)))
        .or_else(|| p.attempt(|p| moved(p, event)))
        .or_else(|| p.attempt(|p| skipped(p, event)))
        .or_else(|| p.attempt(|p| drawn_otherwise(p, event)))
        .or_else(|| p.attempt(|p| done(p)))?;
    Some((found, optional))
}

/// "instead copy it that many times plus an additional time. You may choose new targets for the additional copy.": whatever effect
/// copies it says nothing of that one.
fn copied_more(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    let EventPattern::Copies { by: Who::You, .. } = event else { return p.fail("what you would copy") };
    p.expect("instead copy it that many times plus an additional time")?;
    p.expect(". you may choose new targets for the additional copy")?;
    Some(Instead::Number(Amount::Plus(Box::new(Amount::Event), Box::new(Amount::ONE))))
}

/// As many of each of the predefined tokens of which one would be created (111.10): "a Clue, Food, or Treasure token".
pub(crate) fn one_of_each(event: &EventPattern) -> Option<Vec<lawmage_ir::Clause>> {
    let EventPattern::TokenCreated { what, .. } = event else { return None };
    let kinds =
        what.test.conjuncts().iter().find_map(|test| if let Test::Or(kinds) = test { Some(kinds) } else { None })?;
    let one = |kind: &Test| {
        let Test::Subtype(kind) = kind else { return None };
        let token = crate::grammar::token::predefined_token(kind.word())?;
        Some(crate::grammar::token::created(token, Amount::Event).into())
    };
    kinds.iter().map(one).collect()
}

/// "those tokens plus an additional Food token are created instead", "instead create those tokens plus …": more tokens, as a part
/// of the same event.
fn tokens_besides(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    let EventPattern::TokenCreated { by: Who::You, .. } = event else { return None };
    if p.eat("instead create one of each") {
        return one_of_each(event).map(Instead::Do).or_else(|| p.fail("tokens that are told by their subtypes"));
    }
    let before = p.eat("instead create");
    // "that many 4/4 white Angel creature tokens with flying are created instead": those are not created at all.
    if let Some(other) = p.attempt(|p| {
        p.expect("that many")?;
        let token = crate::grammar::token::bare(p)?;
        if !before {
            p.expect("are created instead")?;
        }
        Some(token)
    }) {
        return Some(Instead::Do(vec![crate::grammar::token::created(other, Amount::Event).into()]));
    }
    p.expect("those tokens plus")?;
    let counted = p.eat("that many");
    if !counted {
        p.eat_any(&["an additional", "a", "an"])?;
    }
    let count = if counted { Amount::Event } else { Amount::ONE };
    let token = crate::grammar::token::bare(p)?;
    if !before {
        p.eat_any(&["are created instead"])?;
    }
    Some(Instead::Also(vec![crate::grammar::token::created(token, count).into()]))
}

/// "that damage is dealt to ~ instead", "it deals that damage to ~ instead" (614.9): the same damage, dealt by the same source.
fn redirected(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    if !matches!(event, EventPattern::Damage { .. }) {
        return None;
    }
    redirection(p)
}

/// The words of a redirection.
pub(super) fn redirection(p: &mut Parser<'_>) -> Option<Instead> {
    p.eat_any(&[
        "that damage is dealt to",
        "it deals that damage to",
        "that source deals that damage to",
        "that spell deals that damage to",
        "that creature deals that damage to",
    ])?;
    let there = if p.eat("itself") {
        Selector::Ref(Ref::Event(Role::Subject))
    } else {
        let there = crate::grammar::selector::objects(p)?;
        there.mention(p);
        there.selector
    };
    p.expect("instead")?;
    Some(Instead::Redirect { to: there, amount: None })
}

/// "it enters under your control instead" (616.1b).
fn under_control(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    let enters = matches!(event, EventPattern::Moves { to, .. } if *to == lawmage_ir::ZoneSet::BATTLEFIELD);
    if !enters {
        return None;
    }
    p.expect("it enters under your control instead")?;
    Some(Instead::Enter(Box::new(lawmage_ir::Entering { controller: Some(Who::You), ..Default::default() })))
}

/// "exile it instead", "instead exile it", "exile it instead of putting it anywhere else".
fn moved(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    if let Some(EventPattern::Moves { .. }) = caused(event) {
        p.expect("put it onto the battlefield")?;
        let arrival = crate::grammar::effect::arrival(p)?;
        p.expect("instead of putting it into your graveyard")?;
        return Some(Instead::MoveTo(Destination::Battlefield(Box::new(arrival))));
    }
    if !matches!(event, EventPattern::Moves { .. }) {
        return None;
    }
    let before = p.eat("instead");
    let to = destination(p)?;
    // "instead exile it and you gain 2 life"
    if before && p.eat("and") {
        let clauses = crate::grammar::effect::clauses(p)?;
        // What it has become there is another object than the one of the event.
        let it = Selector::Ref(Ref::Event(Role::Subject));
        return match lawmage_ir::visit::any(&clauses, |what: &Selector| *what == it) {
            true => p.fail("what isn't done to it"),
            false => Some(Instead::MoveAnd(to, clauses)),
        };
    }
    let after = p.eat("instead of putting it anywhere else") || p.eat("instead");
    // "exile it instead. When you do, …" (603.12)
    if let Some(reflexive) = p.attempt(|p| {
        p.expect(". when you do ,")?;
        crate::grammar::effect::if_done::reflexive_program(p)
    }) {
        let does = lawmage_ir::Instruction::Reflexive(std::sync::Arc::new(reflexive));
        return (before || after).then_some(Instead::MoveAnd(to, vec![does.into()]));
    }
    (before || after).then_some(Instead::MoveTo(to))
}

fn destination(p: &mut Parser<'_>) -> Option<Destination> {
    const EXILE: &[&str] =
        &["exile it", "exile that card", "exile ~", "exile that creature", "exile that permanent", "exile them"];
    const HAND: &[&str] =
        &["return it to its owner 's hand", "put it into its owner 's hand", "return ~ to its owner 's hand"];
    const SHUFFLE: &[&str] = &[
        "shuffle it into its owner 's library",
        "shuffle ~ into its owner 's library",
        "reveal ~ and shuffle it into its owner 's library",
        "shuffle that card into its owner 's library",
    ];
    const TOP: &[&str] = &["put it on top of its owner 's library", "put ~ on top of its owner 's library"];
    const BOTTOM: &[&str] = &[
        "put it on the bottom of its owner 's library",
        "put ~ on the bottom of its owner 's library",
        "put that card on the bottom of its owner 's library",
    ];
    if p.eat_any(EXILE).is_some() {
        // 607.2b, 614.14: another ability may speak of what this one exiles.
        let linked = p.scope.face.links_exile.then(|| p.scope.face.exiled());
        return Some(Destination::Exile { linked, face_down: false });
    }
    if p.eat_any(HAND).is_some() {
        return Some(Destination::Hand);
    }
    if p.eat_any(SHUFFLE).is_some() {
        return Some(Destination::LibraryShuffled);
    }
    if p.eat_any(TOP).is_some() {
        return Some(Destination::LibraryTop { random: false });
    }
    p.eat_any(BOTTOM)?;
    Some(Destination::LibraryBottom { random: false })
}

/// The same event with another number: "it deals double that damage instead", "you gain twice that much life instead",
/// "twice that many +1/+1 counters are put on it instead".
fn number(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    let event = match event {
        EventPattern::Number(inner, ..) | EventPattern::While(inner, _) => inner,
        event => event,
    };
    let number = match event {
        EventPattern::Damage { .. } => {
            p.eat_any(&["it deals", "that source deals", "that creature deals", "that spell deals"])?;
            if p.at("damage equal to") {
                return damage_equal_to(p);
            }
            let n = match p.attempt(|p| p.number()) {
                Some(n) => Amount::Const(n),
                None => p.attempt(halved).or_else(|| changed(p))?,
            };
            p.eat_any(&["that damage", "damage"]);
            let n = plus(p, n)?;
            p.attempt(to_the_same);
            n
        }
        EventPattern::GainsLife(_) | EventPattern::LosesLife(_) => {
            let said = ["you gain", "that player gains", "they gain", "you lose", "that player loses", "they lose"];
            let loses = p.eat_any(&said)? > 2;
            let same = matches!(event, EventPattern::LosesLife(_)) == loses;
            // "gains no life instead": nothing is gained (119.9), and nothing happens instead (614.6).
            if same && p.eat("no life instead") {
                return Some(Instead::Do(Vec::new()));
            }
            let n = changed(p)?;
            p.eat("life");
            let more = plus(p, n)?;
            p.expect("instead")?;
            // "If an opponent would gain life, that player loses that much life instead": that is another event.
            return Some(match (event, loses) {
                (EventPattern::GainsLife(_), true) => Instead::Do(vec![Instruction::LoseLife(Who::Actor, more).into()]),
                (EventPattern::LosesLife(_), false) => {
                    Instead::Do(vec![Instruction::GainLife(Who::Actor, more).into()])
                }
                _ => Instead::Number(more),
            });
        }
        // 107.14
        EventPattern::CountersPut { kind: Some(lawmage_ir::CounterKind::Energy), by: None, .. } if p.at("you get") => {
            p.expect("you get")?;
            let n = changed(p)?;
            p.expect("{E}")?;
            n
        }
        EventPattern::CountersPut { .. } if let Some(half) = p.attempt(half_the_counters) => return Some(half),
        EventPattern::CountersPut { kind, by, .. } => counters_instead(p, kind.is_none() && by.is_none())?,
        EventPattern::DrawsCards { .. } => {
            p.eat_any(&["you draw", "that player draws", "they draw"])?;
            let n = changed(p)?;
            p.eat("cards");
            n
        }
        EventPattern::Mills(_) | EventPattern::Scries(_) => {
            let mills = matches!(event, EventPattern::Mills(_));
            let said = ["you mill", "that player mills", "they mill", "scry", "that player scries", "they scry"];
            if (p.eat_any(&said)? < 3) != mills {
                return p.fail("the same, so many cards");
            }
            let n = changed(p)?;
            p.eat("cards");
            n
        }
        EventPattern::ProducesMana { .. } => {
            p.expect("it produces")?;
            let times = p.eat_any(&["twice", "three times"])? as i32 + 2;
            p.expect("as much of that mana")?;
            Amount::Times(times, Box::new(Amount::Event))
        }
        EventPattern::TokenCreated { .. } => {
            if p.eat_any(&["it creates", "create", "instead create"]).is_some() {
                let n = changed(p)?;
                p.eat_any(&["of those tokens", "tokens"])?;
                n
            } else {
                let n = changed(p)?;
                p.eat_any(&["of those tokens are created", "tokens are created"])?;
                n
            }
        }
        _ => return None,
    };
    let number = plus(p, number)?;
    p.expect("instead")?;
    Some(Instead::Number(number))
}

/// "put twice that many counters on it", "that many plus one counters are put on it", "you get that many plus one of each of those kinds of
/// counters": how many.
fn counters_instead(p: &mut Parser<'_>, got: bool) -> Option<Amount> {
    if got && p.eat("you get") {
        let n = changed(p)?;
        return of_those_counters(p).map(|()| n);
    }
    Some(if p.eat("put") || p.eat("it puts") {
        let n = changed(p)?;
        of_those_counters(p)?;
        p.eat_any(&["on it", "on them", "on that creature", "on that permanent or player", "on that permanent"]);
        n
    } else {
        let n = changed(p)?;
        of_those_counters(p)?;
        let n = plus(p, n)?;
        p.eat_any(&["are put on it", "are put on that creature", "are put on that permanent", "are put on them"])?;
        n
    })
}

/// "they put half that many of each of those kinds of counters on that permanent or player instead, rounded down".
fn half_the_counters(p: &mut Parser<'_>) -> Option<Instead> {
    let puts = p.eat_any(&["they put", "put", "you put"]).is_some();
    p.expect("half that many")?;
    of_those_counters(p)?;
    if puts {
        p.eat_any(&["on it", "on that permanent or player", "on that permanent"])?;
    } else {
        p.expect("are put on it")?;
    }
    p.expect("instead , rounded")?;
    let up = p.eat_any(&["down", "up"])? == 1;
    Some(Instead::Number(Amount::Divide { of: Box::new(Amount::Event), by: 2, up }))
}

/// "damage equal to ~'s power instead".
fn damage_equal_to(p: &mut Parser<'_>) -> Option<Instead> {
    p.expect("damage equal to")?;
    let n = amount::described(p)?;
    p.expect("instead")?;
    Some(Instead::Number(n))
}

fn of_those_counters(p: &mut Parser<'_>) -> Option<()> {
    if p.eat("of those counters") || p.eat("of each of those kinds of counters") {
        return Some(());
    }
    crate::grammar::event::counter_kind(p).map(|_| ())
}

/// "double", "twice that much", "that much … plus 1", "that many plus one".
fn changed(p: &mut Parser<'_>) -> Option<Amount> {
    let event = || Box::new(Amount::Event);
    Some(
        match p.eat_any(&[
            "double",
            "twice that many",
            "twice that much",
            "twice",
            "triple",
            "three times that many",
            "three times that much",
            "three times",
            "that many",
            "that much",
        ])? {
            0..=3 => Amount::Times(2, event()),
            4..=7 => Amount::Times(3, event()),
            _ => plus(p, Amount::Event)?,
        },
    )
}

/// "to that permanent or player", the recipient of before.
fn to_the_same(p: &mut Parser<'_>) -> Option<()> {
    p.expect("to")?;
    p.eat_any(&[
        "that permanent or player",
        "that player or permanent",
        "that creature or player",
        "that player",
        "that permanent",
        "that creature",
        "it",
        "you",
        "~",
        "equipped creature",
        "enchanted creature",
    ])
    .map(|_| ())
}

/// "half that damage, rounded down,"
fn halved(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("half that damage")?;
    p.comma();
    p.expect("rounded")?;
    let up = p.eat_any(&["down", "up"])? == 1;
    p.comma();
    Some(Amount::Divide { of: Box::new(Amount::Event), by: 2, up })
}

fn plus(p: &mut Parser<'_>, number: Amount) -> Option<Amount> {
    if p.eat("plus") {
        let of_damage = p.eat("an amount of damage equal to");
        let more = if of_damage { amount::described(p)? } else { p.amount_word()? };
        return Some(Amount::Plus(Box::new(number), Box::new(more)));
    }
    if p.eat("minus") {
        let less = p.amount_word()?;
        return Some(Amount::Minus(Box::new(number), Box::new(less)));
    }
    let _ = amount::amount;
    Some(number)
}

/// "prevent that damage", "prevent 1 of that damage", with what happens besides.
fn prevented(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    let event = if let EventPattern::Number(inner, ..) = event { inner } else { event };
    if !matches!(event, EventPattern::Damage { .. }) {
        return None;
    }
    p.expect("prevent")?;
    let amount = if p.eat("that damage") {
        None
    } else if p.eat("all but") {
        let left = p.amount_word()?;
        p.expect("of that damage")?;
        Some(Amount::Minus(Box::new(Amount::Event), Box::new(left)))
    } else if p.eat("half that damage") {
        p.comma();
        p.expect("rounded")?;
        let up = p.eat_any(&["down", "up"])? == 1;
        Some(Amount::Divide { of: Box::new(Amount::Event), by: 2, up })
    } else {
        let n = p.amount_word()?;
        p.eat_any(&["of that damage", "damage that spell would deal to that permanent or player"])?;
        Some(n)
    };
    let mut then = Vec::new();
    if p.eat("and") {
        then = crate::grammar::effect::clauses(p)?;
    } else if p.at(". when damage is prevented this way ,") {
        then = super::shields::besides(p, None);
    } else if let Some(more) = p.attempt(|p| {
        p.expect(",")?;
        crate::grammar::effect::clauses(p)
    }) {
        then = more;
    } else if let Some(more) = p.attempt(|p| {
        p.expect(".")?;
        p.eat("if damage is prevented this way ,");
        crate::grammar::effect::clauses(p)
    }) {
        then = more;
    }
    Some(Instead::Prevent { amount, then })
}

/// "skip that step instead. If you do, you gain 2 life." (614.10b)
fn skipped(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    if let EventPattern::ExtraTurnBegins(_) = event {
        p.eat_any(&["that player skips that turn instead", "skip that turn instead"])?;
        return Some(Instead::Do(Vec::new()));
    }
    if draws(event) {
        p.eat_any(&["skip that draw instead", "that player skips that draw instead"])?;
        return Some(Instead::Do(Vec::new()));
    }
    p.expect("skip that")?;
    match event {
        EventPattern::TurnBegins(_) => p.expect("turn")?,
        EventPattern::Begins { .. } => {
            p.eat_any(&["step", "phase"])?;
        }
        _ => return None,
    }
    p.expect("instead")?;
    let then = p.attempt(|p| {
        p.expect(". if you do ,")?;
        crate::grammar::effect::clauses(p)
    });
    Some(Instead::Do(then.unwrap_or_default()))
}

/// Sentences that say more of what is done instead of drawing: "Put all creature cards revealed this way into your hand".
fn drawn_otherwise(p: &mut Parser<'_>, event: &EventPattern) -> Option<Instead> {
    if !draws(event) {
        return None;
    }
    let before = p.eat("instead");
    let mut out = Vec::new();
    effect::sentence::chain(p, &mut out)?;
    if !before {
        p.expect("instead")?;
    }
    let first = out.len();
    while p.at(".") && p.peek_at(1).is_some() {
        p.advance();
        effect::sentence::sentence(p, &mut out)?;
    }
    if out.len() == first && !p.at_stop() {
        return p.fail("more of what is done instead");
    }
    effect::finish::outs(&mut out, &p.scope);
    Some(Instead::Do(out))
}
