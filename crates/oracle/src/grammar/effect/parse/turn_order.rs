//! "Starting with you, each player …": what several players do one after the other (101.4).

use lawmage_ir::{
    Clause, Condition, Continuous, Duration, EventPattern, First, InTurnOrder, Instead, Instruction, Program,
    Replacement, Selector, Step, Waits, Who,
};

use super::clause::may_of;
use super::emit;
use super::verbs::player_verb;
use crate::grammar::player;
use crate::parse::{Parser, Referent};

/// "starting with you, each player chooses a creature", "starting with the next opponent in turn order, each player may …".
pub(super) fn in_turn_order(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let first = match p.eat_any(&["starting with you ,", "starting with the next opponent in turn order ,"])? {
        0 => First::You,
        _ => First::NextOpponent,
    };
    let who = player::who(p).filter(Who::is_group)?;
    let start = out.len();
    p.scope.subject = None;
    p.scope.actor = Some(who.clone());
    if p.eat("may") {
        may_of(p, out, who.clone())?;
    } else {
        player::mention(p, &who);
        player_verb(p, out)?;
    }
    // What they do all at once has no order but that of their choices.
    let alone = out.len() == start + 1;
    match out.last_mut().map(|clause| &mut clause.does) {
        Some(Instruction::InTurnOrder(order)) if order.who == who => order.first = first,
        Some(Instruction::ForEach { over: Selector::Players(over), body }) if alone && *over == who => {
            let body = std::mem::take(body);
            out.truncate(start);
            out.push(emit(p, Instruction::InTurnOrder(InTurnOrder { first, who, so_far: None, body })));
        }
        _ => return p.fail("what each of them does in turn"),
    }
    Some(())
}

/// What each of several players chose is several things; to what they go on to do it is still the one: "each player chooses a permanent
/// and puts a counter on it".
pub(super) fn several_chosen(p: &mut Parser<'_>, body: &[Clause]) {
    let mut chosen = Vec::new();
    lawmage_ir::visit::clauses(body, |clause| {
        chosen.extend(clause.out.filter(|_| matches!(clause.does, Instruction::Choose(_))));
    });
    let mut at = 0;
    while let Some(referent) = p.scope.referents.get(at) {
        if !referent.plural && referent.clause().is_some_and(|id| chosen.contains(&id)) {
            let all = Referent { plural: true, ..referent.clone() };
            p.scope.referents.insert(at, all);
            at += 1;
        }
        at += 1;
    }
}

/// "money vote, choose a permanent owned by the voter and gain control of it", behind "for each": once for each vote, whoever's it is.
pub(super) fn of_each_voter(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let slot = p.scope.votes.iter().rev().find(|(word, _)| **word == *p.word()).map(|(_, slot)| *slot)?;
    p.advance();
    p.expect("vote ,")?;
    if !p.sentence_says(&["voter"]) {
        return p.fail("what is done to each voter");
    }
    p.scope.mention(Referent { verb: Some("voted"), ..Referent::player(Who::Ref(lawmage_ir::Ref::Each)) });
    p.scope.actor = None;
    p.scope.subject = None;
    let mut body = Vec::new();
    super::sentence::chain(p, &mut body)?;
    several_chosen(p, &body);
    // The voter of one vote is nobody afterwards.
    let each = crate::parse::Handle::Who(Who::Ref(lawmage_ir::Ref::Each));
    p.scope.referents.retain(|r| r.handle != each);
    out.push(emit(p, Instruction::ForEach { over: Selector::slot(slot), body }));
    Some(())
}

/// Has each of several players act, one after the other: in APNAP order where nothing else is said (101.4).
pub(super) fn each_in_turn(p: &mut Parser<'_>, who: Who, body: Vec<Clause>, so_far: u8) -> Clause {
    // After the loop, what was chosen in it is all that was chosen.
    several_chosen(p, &body);
    match p.scope.slot_of(so_far) {
        None => emit(p, Instruction::ForEach { over: Selector::Players(who), body }),
        so_far => emit(p, Instruction::InTurnOrder(InTurnOrder { first: First::Active, who, so_far, body })),
    }
}

/// After "take an extra turn after this one": "at the beginning of that turn's end step, you lose the game", "skip the untap step of that
/// turn". Where that turn is skipped, neither happens.
pub(super) fn of_that_turn(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let Some(Clause { does: Instruction::ExtraTurn(Who::You), out: Some(made) }) = out.last() else {
        return p.fail("an extra turn before");
    };
    let made = *made;
    let skips = p.eat("skip the untap step of that turn");
    if !skips {
        p.expect("at the beginning of that turn 's end step ,")?;
    }
    let step = if skips { Step::Untap } else { Step::End };
    let that_turn = Box::new(Condition::ExtraTurnOf(p.scope.bind(made)));
    let event = EventPattern::While(Box::new(EventPattern::Begins { step, whose: Who::All }), that_turn);
    if skips {
        let skip = Replacement { once: true, ..crate::grammar::replacement::plain(event, Instead::Do(Vec::new())) };
        let effects = vec![Continuous::Replace(Box::new(skip))];
        out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
        return Some(());
    }
    let mut clauses = Vec::new();
    super::sentence::chain(p, &mut clauses)?;
    if !p.scope.targets.is_empty() {
        return p.fail("no target");
    }
    let ability = super::delayed::triggered(event, Program::plain(Vec::new(), clauses));
    out.push(emit(p, Instruction::Delayed { ability: std::sync::Arc::new(ability), waits: Waits::Once }));
    Some(())
}
