//! Whose turn it is, and which: "it's your turn", "it's the first combat phase of the turn".

use lawmage_ir::{Amount, Cmp, Condition, EventPattern, Span, Step, Test, Who};

use super::controls::or_more;
use crate::grammar::words;
use crate::parse::Parser;

/// After "your": "first, second, or third turn of the game": how many there are.
pub(crate) fn first_turns(p: &mut Parser<'_>) -> Option<u32> {
    let ordinals = p.list("or", |p| {
        let n = words::ordinal_word(p.word()).or_else(|| p.fail("which turn"))?;
        p.advance();
        Some(n)
    })?;
    p.eat_any(&["turn of the game", "turns of the game"])?;
    let running = ordinals.iter().zip(1..).all(|(said, n)| *said == n);
    if running { Some(ordinals.len() as u32) } else { p.fail("turns from the first on") }
}

/// "an opponent protects it", of a battle (310.8).
pub(super) fn protects(p: &mut Parser<'_>) -> Option<Condition> {
    let who = crate::grammar::player::relation(p)?;
    p.eat_any(&["protects", "protect"])?;
    let it = crate::grammar::reference::reference(p)?;
    Some(Condition::Is(it, Test::Protected(who)))
}

/// "it's your turn", "it isn't your turn".
pub(super) fn turn(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(protected) = p.attempt(protects) {
        return Some(protected);
    }
    const TURNS: &[(&str, Who, bool)] = &[
        ("it's your turn", Who::You, true),
        ("it is your turn", Who::You, true),
        ("it's not your turn", Who::You, false),
        ("it isn't your turn", Who::You, false),
        ("it's an opponent 's turn", Who::Opponents, true),
    ];
    if let Some((_, who, is)) = TURNS.iter().find(|(words, ..)| p.eat(words)) {
        let turn = Condition::TurnOf(who.clone());
        return Some(if *is { turn } else { Condition::Not(Box::new(turn)) });
    }
    let theirs = [
        "it's their turn",
        "it's that player 's turn",
        "it's not their turn",
        "it's not that player 's turn",
        "it isn't that player 's turn",
    ];
    if let Some(which) = p.eat_any(&theirs) {
        let turn = Condition::TurnOf(p.scope.they().or_else(|| p.fail("a player spoken of"))?);
        return Some(if which < 2 { turn } else { Condition::Not(Box::new(turn)) });
    }
    if let Some(most) = p.attempt(|p| {
        p.eat_any(&["it's your", "it is your"])?;
        first_turns(p)
    }) {
        return Some(Condition::FirstTurns(Who::You, most));
    }
    const FIRST: &[&str] = &[
        "it's the first combat phase of the turn",
        "it's the first combat phase of your turn",
        "it's the first end step of the turn",
    ];
    // 500.8: counted by those that have begun.
    if let Some(which) = p.eat_any(FIRST) {
        let step = if which < 2 { Step::BeginCombat } else { Step::End };
        let begun = EventPattern::Begins { step, whose: Who::All };
        let count = Amount::Happened(Box::new(begun), Span::ThisTurn);
        let first = Condition::Compare(count, Cmp::Equal, Amount::ONE);
        return Some(if which == 1 { Condition::And(vec![Condition::TurnOf(Who::You), first]) } else { first });
    }
    if p.eat("it's your main phase") {
        return Some(Condition::And(your_main_phase()));
    }
    if p.eat("it's your combat phase") {
        return Some(Condition::And(vec![Condition::TurnOf(Who::You), Condition::During(combat_steps())]));
    }
    if p.eat("it isn't your main phase") {
        return Some(Condition::Not(Box::new(Condition::And(your_main_phase()))));
    }
    None
}

/// What must hold for it to be your main phase (505.1).
pub(super) fn your_main_phase() -> Vec<Condition> {
    vec![Condition::TurnOf(Who::You), Condition::During(vec![Step::Main, Step::Main2])]
}

/// The steps of a combat phase (506.1).
fn combat_steps() -> Vec<Step> {
    Step::ALL.into_iter().filter(|step| step.in_combat()).collect()
}

/// "this is the third time this ability has resolved this turn", "this ability has been activated four or more times this
/// turn".
pub(super) fn ability_used(p: &mut Parser<'_>) -> Option<Condition> {
    // "If it's the second time, …", after "this is the first time this ability has resolved this turn".
    if p.at("it's the")
        && let Some(times) = p.attempt(|p| {
            p.expect("it's the")?;
            let times = crate::grammar::words::ordinal_word(p.word())?;
            p.advance();
            p.expect("time")?;
            (p.at(",") && p.printed_since(0).contains("time this ability has resolved")).then_some(times)
        })
    {
        return Some(Condition::AbilityUsed { resolved: true, cmp: Cmp::Equal, times });
    }
    if p.eat("this is the first or second time this ability has resolved this turn") {
        return Some(Condition::AbilityUsed { resolved: true, cmp: Cmp::AtMost, times: 2 });
    }
    if p.eat("this is the") {
        let times = crate::grammar::words::ordinal_word(p.word())?;
        p.advance();
        p.expect("time this ability has resolved this turn")?;
        return Some(Condition::AbilityUsed { resolved: true, cmp: Cmp::Equal, times });
    }
    if p.eat("you haven't added mana with this ability this turn") {
        return Some(Condition::Not(Box::new(Condition::AddedMana)));
    }
    p.expect("this ability has been activated")?;
    let times = u32::try_from(p.number()?).ok()?;
    let cmp = or_more(p).unwrap_or(Cmp::Equal);
    p.expect("times this turn")?;
    Some(Condition::AbilityUsed { resolved: false, cmp, times })
}
