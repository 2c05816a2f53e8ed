//! What may follow any event: when it counts, and how often.

use lawmage_ir::{
    Amount, Cause, Cmp, Condition, EventPattern, Filter, Kind, Ref, Selector, Span, Stat, Status, Step, Test, Who,
};

use super::Found;
use super::casts::spell;
use crate::grammar::ability::annotation::during;
use crate::grammar::condition;
use crate::parse::Parser;

/// "for the first time each turn", "during your turn", "during combat", "while …".
pub(super) fn limits(p: &mut Parser<'_>, found: &mut Found) {
    while let Some(limited) = p.attempt(|p| limit(p, found)) {
        found.pattern = limited;
    }
}

fn limit(p: &mut Parser<'_>, found: &Found) -> Option<EventPattern> {
    let pattern = Box::new(found.pattern.clone());
    if p.eat_any(&["for the first time each turn", "for the first time in a turn"]).is_some() {
        return Some(EventPattern::Nth(pattern, 1));
    }
    if p.eat("for the first time during each of") {
        let whose = match p.eat_any(&["your turns", "their turns"])? {
            0 => Who::You,
            _ => theirs(p, found)?,
        };
        let then = EventPattern::While(pattern, Box::new(Condition::TurnOf(whose)));
        return Some(EventPattern::Nth(Box::new(then), 1));
    }
    if let Some(first) = p.attempt(|p| but_the_first(p, found)) {
        let limited = EventPattern::While(pattern, Box::new(first));
        // "casts a spell other than the first spell they cast each turn or copies a spell"
        return Some(match &found.pattern {
            EventPattern::Casts { by, .. } if p.eat("or copies a spell") => {
                let what = lawmage_ir::Filter::new(lawmage_ir::Kind::Spell, lawmage_ir::Test::Any);
                EventPattern::Or(vec![limited, EventPattern::Copies { by: by.clone(), what }])
            }
            _ => limited,
        });
    }
    Some(EventPattern::While(pattern, Box::new(when(p, found)?)))
}

/// Behind what is cast or drawn: "other than your first spell each turn", "other than the first instant spell that player
/// casts each turn", "except the first one they draw in each of their draw steps".
fn but_the_first(p: &mut Parser<'_>, found: &Found) -> Option<Condition> {
    let mut inner = &found.pattern;
    while let EventPattern::While(event, _) = inner {
        inner = event;
    }
    let (inner, by) = match inner {
        EventPattern::Casts { by, .. } => (inner.clone(), by),
        EventPattern::Moves { cause: Some(Cause::Draw), by: Some(by), .. } => (inner.clone(), by),
        _ => return p.fail("what is cast or drawn"),
    };
    let you = *by == Who::You;
    let by = if you { Who::You } else { Who::Actor };
    if !matches!(inner, EventPattern::Casts { .. }) {
        p.expect("except the first one")?;
        p.eat_any(&["you draw in each of your draw steps", "they draw in each of their draw steps"])?;
        return Some(but_the_first_drawn(by));
    }
    p.expect("other than")?;
    match p.eat_any(&["your first", "the first"])? {
        0 if !you => return p.fail("the first"),
        _ => {}
    }
    let what = spell(p)?;
    p.eat_any(&["you cast", "they cast", "that player casts"]);
    p.eat_any(&["each turn", "that turn"])?;
    let before = EventPattern::Before(Box::new(EventPattern::Casts { by, what }));
    Some(Condition::Happened(Box::new(before), Span::ThisTurn, 1))
}

/// That a card is not the first that the player draws in their draw step.
pub(crate) fn but_the_first_drawn(by: Who) -> Condition {
    Condition::Not(Box::new(first_drawn(by)))
}

/// That a card is the first that the player draws in their draw step.
pub(crate) fn first_drawn(by: Who) -> Condition {
    let drawn = EventPattern::draws(by.clone());
    let before = Condition::Happened(Box::new(EventPattern::Before(Box::new(drawn))), Span::ThisStep, 1);
    Condition::And(vec![Condition::TurnOf(by), Condition::During(vec![Step::Draw]), Condition::Not(Box::new(before))])
}

/// Behind an event: the time at which it counts, or what must hold as it happens.
fn when(p: &mut Parser<'_>, found: &Found) -> Option<Condition> {
    if p.eat("on your turn") {
        return Some(Condition::TurnOf(Who::You));
    }
    if p.eat("during a turn that isn't yours") || p.eat("if it isn't your turn") {
        return Some(Condition::Not(Box::new(Condition::TurnOf(Who::You))));
    }
    if p.eat("during their turn") {
        return theirs(p, found).map(Condition::TurnOf);
    }
    if p.eat("during your untap step") {
        return Some(Condition::And(vec![Condition::TurnOf(Who::You), Condition::During(vec![Step::Untap])]));
    }
    if p.eat("during") {
        return during(p);
    }
    if p.eat("while saddled") {
        // 702.171
        return Some(Condition::Is(Ref::This, Test::Status(lawmage_ir::Status::Saddled)));
    }
    p.expect("while")?;
    condition::condition(p)
}

/// Of whom an event tells: "they", "their".
fn theirs(p: &mut Parser<'_>, found: &Found) -> Option<Who> {
    if found.actor { Some(Who::Actor) } else { p.fail("a player who does something") }
}

/// Behind "whenever ~ attacks,": "if you attacked with creatures with total power 6 or greater this combat,". What is asked of
/// the declaration (508.1k) was so as it was made, whatever becomes of those creatures.
pub(crate) fn with_total_power(p: &mut Parser<'_>, pattern: &EventPattern) -> Option<EventPattern> {
    p.expect("if you attacked with creatures")?;
    let least = total_power(p)?;
    p.expect("this combat")?;
    p.comma().then_some(())?;
    match pattern {
        EventPattern::Attacks { what, others: 0, alone: false, whom: None } if what.test == Test::Is(Ref::This) => {
            let attacking = Box::new(total_power_of_attackers(least));
            Some(EventPattern::While(Box::new(pattern.clone()), attacking))
        }
        _ => p.fail("its own attack"),
    }
}

/// "with total power 6 or greater".
pub(super) fn total_power(p: &mut Parser<'_>) -> Option<i32> {
    p.expect("with total power")?;
    let least = p.number()?;
    p.expect("or greater").map(|()| least)
}

/// That your attacking creatures have so much power together.
pub(crate) fn total_power_of_attackers(least: i32) -> Condition {
    let attacking = Test::all([Test::Status(Status::Attacking), Test::Controlled(Who::You)]);
    let all = Selector::All(Filter::permanent(attacking));
    Condition::Compare(Amount::Total(Stat::Power, Box::new(all)), Cmp::AtLeast, Amount::Const(least))
}

/// Behind "your second spell": "each turn", "in a turn", "during each of your turns", "during their turn".
pub(super) fn nth_of_a_turn(p: &mut Parser<'_>, who: &Who, pattern: EventPattern, nth: u32) -> Option<EventPattern> {
    if p.eat("of the game") {
        return nth_of_the_game(p, who, pattern, nth);
    }
    // "your first card during each of your draw steps"
    if *who == Who::You
        && nth == 1
        && pattern == EventPattern::draws(Who::You)
        && p.eat("during each of your draw steps")
    {
        return Some(EventPattern::While(Box::new(pattern), Box::new(first_drawn(Who::You))));
    }
    let turns = [
        "each turn",
        "in a turn",
        "during each opponent 's turn",
        "during each of your turns",
        "during each of their turns",
        "during their turn",
    ];
    let whose = match p.eat_any(&turns)? {
        0 | 1 => return Some(EventPattern::Nth(Box::new(pattern), nth)),
        2 => {
            p.scope.mention(crate::parse::Referent::player(Who::Active)); // "that player"
            Who::Opponents
        }
        3 => Who::You,
        _ if *who == Who::You => return p.fail("your turn"),
        _ => Who::Actor,
    };
    let then = EventPattern::While(Box::new(pattern), Box::new(lawmage_ir::Condition::TurnOf(whose)));
    Some(EventPattern::Nth(Box::new(then), nth))
}

/// "their first spell of the game": whichever spell it is, as it is so the nth that the player has cast (601.2i).
fn nth_of_the_game(p: &mut Parser<'_>, who: &Who, pattern: EventPattern, nth: u32) -> Option<EventPattern> {
    let EventPattern::Casts { what: Filter { kind: Kind::Spell, test: Test::Any }, .. } = &pattern else {
        return p.fail("any spell");
    };
    let by = if *who == Who::You { Who::You } else { Who::Actor };
    let cast = Condition::Compare(Amount::SpellsCast(by), Cmp::Equal, Amount::Const(i32::try_from(nth).ok()?));
    Some(EventPattern::While(Box::new(pattern), Box::new(cast)))
}
