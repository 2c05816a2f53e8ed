//! What stands behind the clauses of a sentence and is said of them: "if …", "unless …", "instead".

use std::sync::Arc;

use lawmage_ir::{Clause, Continuous, Duration, Instruction, Modification, Program, Ref, Selector, Slot, Waits, Who};

use super::delayed::{next_step, waiting};
use super::emit;
use super::instead::instead_of_last;
use super::sentence::mention_counted;
use crate::grammar::condition;
use crate::lex::TokenKind;
use crate::parse::{Parser, Referent};

/// Whether a full stop before a closing quotation mark has just ended the sentence: the next word begins another.
pub(crate) fn ended_in_quotation(p: &Parser<'_>) -> bool {
    let before = p.pos().checked_sub(2).and_then(|at| p.tokens().get(at));
    p.last().is_some_and(|t| t.kind == TokenKind::QuoteClose)
        && before.is_some_and(|t| &*t.text == ".")
        && p.peek().is_some_and(|t| t.capital)
}

/// Whether the last clause gives something to a player whom the clause before it chooses.
fn gains_chosen(p: &Parser<'_>, out: &[Clause]) -> bool {
    let [
        ..,
        Clause { does: Instruction::Choose(_), out: Some(chosen) },
        Clause { does: Instruction::Effect { effects, .. }, .. },
    ] = out
    else {
        return false;
    };
    let slot = p.scope.slot_of(*chosen);
    let [Continuous::Modify { mods, .. }] = effects.as_slice() else { return false };
    matches!(mods.as_slice(), [Modification::Controller(Who::Ref(Ref::Slot(of)))] if Some(*of) == slot)
}

/// What follows a clause and governs it: delays, conditions, "unless".
pub(super) fn suffixes(p: &mut Parser<'_>, out: &mut Vec<Clause>, start: usize) -> Option<()> {
    loop {
        // The sentence may have ended within the quotation.
        if ended_in_quotation(p) {
            return Some(());
        }
        if p.at_any(&["at the beginning of", "at end of combat", "at the end of combat"]) {
            at_a_step(p, out, start)?;
            continue;
        }
        if p.at("when")
            && let Some(event) = p.attempt(super::delayed::leaves_later)
        {
            let body = out.split_off(out.len().saturating_sub(1).max(start));
            if body.iter().any(|c| matches!(c.does, Instruction::Effect { .. })) {
                return p.fail("an instruction to delay");
            }
            let waits = Waits::Once;
            let ability = Arc::new(waiting(event, Program::plain(Vec::new(), body), &waits));
            out.push(emit(p, Instruction::Delayed { ability, waits }));
            continue;
        }
        if p.at("unless") {
            if p.attempt(|p| super::paying::stopped(p, out)).is_some() {
                continue;
            }
            let Some(()) = p.attempt_into(out, super::paying::unless) else { return p.fail("a cost") };
            continue;
        }
        if p.at("instead if") && out.len() > start && start > 0 {
            let then = out.split_off(start);
            p.expect("instead if")?;
            let condition = super::without(p, &then, condition)?;
            instead_of_last(p, out, condition, then)?;
            continue;
        }
        if p.at("if") && !p.at("if able") {
            // What the clause makes of its object is not there yet when the condition is asked.
            let governed: Vec<Clause> = out.last().cloned().into_iter().collect();
            let condition = p.attempt(|p| {
                p.expect("if")?;
                super::without(p, &governed, condition)
            })?;
            // The condition is asked first: what the clause has done is spoken of after what that speaks of.
            let ids = super::ids(&governed);
            let (done, before): (Vec<_>, Vec<_>) =
                p.scope.referents.drain(..).partition(|r| r.clause().is_some_and(|id| ids.contains(&id)));
            p.scope.referents.extend(before.into_iter().chain(done));
            if let Some(Clause { does: Instruction::Delayed { ability, .. }, .. }) =
                out.last_mut().filter(|_| super::delayed::looks_back(&condition))
            {
                super::delayed::only_if(p, ability, condition)?;
                continue;
            }
            let body = out.split_off(out.len().saturating_sub(1).max(start));
            super::process::asked_of_all(p, &condition, &body)?;
            let clause = emit(p, Instruction::If { condition, then: body, otherwise: Vec::new() });
            out.push(clause);
            continue;
        }
        if p.at("except for") {
            super::rider::excepted(p, out)?;
            continue;
        }
        if p.at(", except for")
            && let Some(()) = p.attempt_into(out, |p, out| p.expect(",").and_then(|()| super::rider::excepted(p, out)))
        {
            continue;
        }
        if p.at("for each") {
            // How much is done is counted before it is.
            let governed: Vec<Clause> = out.last().cloned().into_iter().collect();
            let by = match p.attempt(|p| super::of_each::gained_control_of(p, out.get(..start)?)) {
                Some(gained) => gained,
                None => super::without(p, &governed, crate::grammar::amount::for_each)?,
            };
            let scaled = out.last_mut().and_then(|c| super::scale(&mut c.does, &by));
            if scaled.is_none() {
                return p.fail("a number to multiply");
            }
            // "chooses a permanent for each card in their graveyard, then untaps those permanents"
            if let Some(Clause { does: Instruction::Choose(_), out: Some(id) }) = out.last() {
                p.scope.referents.iter_mut().filter(|r| r.clause() == Some(*id)).for_each(|r| r.plural = true);
            }
            mention_counted(p, out.last(), by);
            continue;
        }
        return Some(());
    }
}

/// "at the beginning of the next end step": what the last clause does is done then.
fn at_a_step(p: &mut Parser<'_>, out: &mut Vec<Clause>, start: usize) -> Option<()> {
    let Some((event, waits)) = next_step(p) else { return p.fail("a step") };
    // "An opponent gains control of ~ at …": who, is chosen then.
    let chosen = gains_chosen(p, out);
    let body = out.split_off(out.len().saturating_sub(if chosen { 2 } else { 1 }).max(start));
    // "gain control of that creature at end of combat": that begins then, and lasts (611.2a).
    let lasts = |does: &Instruction| match does {
        Instruction::Effect { effects, duration: Duration::Forever } => !matches!(
            effects.as_slice(),
            [Continuous::Modify { what: Selector::Ref(_), mods }]
                if chosen || matches!(mods.as_slice(), [Modification::Controller(Who::You)])
        ),
        does => matches!(does, Instruction::Effect { .. }),
    };
    if body.iter().any(|c| lasts(&c.does)) {
        return p.fail("an instruction to delay");
    }
    // What it will have done is not there yet; but what it acts on is.
    let known = p.scope.referents.iter().filter(|r| r.before.is_some());
    let known: Vec<Slot> = known.filter_map(Referent::clause).filter(|id| super::ids(&body).contains(id)).collect();
    p.scope.without(&known, &[]);
    let program = Program::plain(Vec::new(), body);
    let clause = emit(p, Instruction::Delayed { ability: Arc::new(waiting(event, program, &waits)), waits });
    out.push(clause);
    Some(())
}

/// "Prevent all combat damage that would be dealt this turn if {W} was spent to cast this spell.": only if it is so as it resolves.
pub(super) fn prevented(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let start = out.len();
    crate::grammar::replacement::shields::prevent(p, out)?;
    // "… if it shares a color with that permanent" could be said of more than one.
    let of_mana = p.at("if") && p.peek_at(1).is_some_and(|token| token.kind == TokenKind::Symbol);
    if of_mana { suffixes(p, out, start) } else { Some(()) }
}
