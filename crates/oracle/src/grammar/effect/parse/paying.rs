//! What is paid rather than having something done (118.12a).

use lawmage_ir::{Clause, Condition, Cost, CostPart, EventPattern, Instruction, Ref, Selector, Waits, Who, visit};

use super::{clause, emit};
use crate::grammar::{amount, cost, player};
use crate::parse::Parser;

/// "pay 4 life or put the card on top of your library": who doesn't pay does the other (118.12a).
pub(super) fn pay_or(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("pay")?;
    p.scope.actor = None;
    let cost = cost(p)?;
    p.expect("or")?;
    let mut body = Vec::new();
    clause::clause(p, &mut body)?;
    let clause = emit(p, Instruction::Unless { who: Who::You, cost, body });
    out.push(clause);
    Some(())
}

/// "destroy that creature unless you pay {3} and repeat this process": whoever pays goes on with the process (608.2c).
pub(super) fn unless_repeated(p: &mut Parser<'_>, who: &Who, cost: &Cost, body: &[Clause]) -> Option<Clause> {
    p.expect("and repeat this process")?;
    if who.is_group() || *who == Who::Ref(Ref::Each) {
        return p.fail("what one player repeats");
    }
    let again = emit(p, Instruction::Again(None));
    let (who, cost, otherwise) = (who.clone(), cost.clone(), body.to_vec());
    Some(emit(p, Instruction::MayPay { who, cost, then: vec![again], otherwise }))
}

/// Whether a cost stands behind "may": "pay {2}", "forage", "waterbend {2}".
pub(super) fn is_paid(p: &Parser<'_>) -> bool {
    p.at("pay") && !p.at("pay any amount of life") || p.at_any(&["collect evidence", "forage", "waterbend", "behold"])
}

/// "sacrifice an artifact or discard a card", before "if you do": a cost (118.12).
pub(super) fn one_of_two(p: &mut Parser<'_>, who: &Who) -> Option<Cost> {
    if !p.at_any(&["sacrifice", "discard"]) {
        return p.fail("one of two costs");
    }
    let cost = cost(p)?;
    let two = matches!(cost.parts.as_slice(), [CostPart::OneOf(_)]);
    let asked = if who.is_group() {
        // "each opponent may … . ~ deals 3 damage to each opponent who didn't."
        let after = p.tokens().get(p.pos()..).unwrap_or_default();
        p.at(".") && after.windows(2).any(|two| &*two[0].text == "who" && matches!(&*two[1].text, "didn't" | "doesn't"))
    } else {
        p.at_any(&[". if you do", ". when you do"])
    };
    if two && asked { Some(cost) } else { p.fail("one of two costs") }
}

/// "unless that creature's controller has ~ deal 5 damage to them": the player may have it do so, and if they don't, that is done.
pub(super) fn unless_dealt(p: &mut Parser<'_>, who: &Who, governed: &[Clause]) -> Option<Vec<Clause>> {
    p.eat_any(&["has ~ deal", "have ~ deal"])?;
    if who.is_group() && *who != Who::All || *who == Who::Ref(Ref::Each) {
        return p.fail("one player, or any");
    }
    let amount = if p.eat("damage to them equal to") {
        amount::described(p)?
    } else if p.at("that much damage to them")
        && let [Clause { does: Instruction::Damage { amount, .. }, .. }] = governed
    {
        // As much as it would deal otherwise.
        p.eat("that much damage to them");
        amount.clone()
    } else {
        let amount = amount::amount(p)?;
        p.expect("damage to them")?;
        amount
    };
    // "Unless a player has ~ deal 4 damage to them": each of them may.
    let to = if *who == Who::All { Selector::Ref(Ref::Each) } else { Selector::Players(who.clone()) };
    let deal = emit(p, Instruction::Damage { source: Ref::This, to, amount });
    let may = emit(p, Instruction::May { who: who.clone(), body: vec![deal] });
    let done = Condition::Done(p.scope.bind(super::id(&may)));
    let otherwise = governed.to_vec();
    let unless = emit(p, Instruction::If { condition: done, then: Vec::new(), otherwise });
    Some(vec![may, unless])
}

/// "Unless any player pays {2}, search your library for a card, …", "unless you sacrifice an Island, …": all of that, if nobody pays.
pub(super) fn unless_before(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("unless")?;
    let who = player::who(p)?;
    // "Unless you sacrifice an Island, …": what one does is a cost, too.
    if p.eat_any(&["pays", "pay"]).is_none() && (who != Who::You || !p.at("sacrifice")) {
        return p.fail("a cost");
    }
    // What isn't paid is not spoken of in what happens then.
    let known = p.scope.referents.len();
    let cost = p.attempt(crate::grammar::cost::additional::one_part).or_else(|| cost(p))?;
    p.scope.referents.truncate(known);
    p.expect(",")?;
    let mut body = Vec::new();
    super::sentence::chain(p, &mut body)?;
    // "Sacrifice a land of an opponent's choice": one of them chooses, not each.
    if visit::any(&body, |choice: &lawmage_ir::Choice| choice.by == Who::Opponents) {
        return p.fail("what no opponent chooses");
    }
    out.push(emit(p, Instruction::Unless { who, cost, body }));
    Some(())
}

/// "unless [player] pays [cost]", "unless you sacrifice a creature", "unless [condition]", on the last clause.
pub fn unless(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("unless")?;
    // It is asked, or paid, before what it governs is done.
    let governed: Vec<Clause> = out.last().cloned().into_iter().collect();
    if let Some(condition) = p.attempt(|p| {
        let condition = super::without(p, &governed, crate::grammar::condition::condition)?;
        (p.at_stop() || p.at(",")).then_some(condition)
    }) {
        let body = vec![out.pop()?];
        let clause = emit(p, Instruction::If { condition, then: Vec::new(), otherwise: body });
        out.push(clause);
        return Some(());
    }
    // "create a 3/3 red Ogre creature token unless that creature's controller pays {3}": of another creature than the token.
    let makes = matches!(governed.last().map(|c| &c.does), Some(Instruction::CreateToken { .. }));
    let who = if makes { super::without(p, &governed, player::relation) } else { player::relation(p) }?;
    if let Some(clauses) = p.attempt(|p| unless_dealt(p, &who, &governed)) {
        out.pop();
        out.extend(clauses);
        return Some(());
    }
    let actor = p.scope.actor.take();
    p.scope.actor = (who != Who::You).then(|| who.clone());
    let _ = p.eat("pays") || p.eat("pay");
    let cost = super::without(p, &governed, cost);
    p.scope.actor.clone_from(&actor);
    let mut cost = cost?;
    crate::grammar::cost::remember_exiled(p, &mut cost);
    let mut body = vec![out.pop()?];
    if let Some(clause) = p.attempt(|p| unless_repeated(p, &who, &cost, &body)) {
        out.push(clause);
        return Some(());
    }
    // "each opponent loses 3 life unless they pay": each of them by themselves.
    let group = actor.filter(Who::is_group);
    let clause = match group {
        Some(group) if who == Who::Ref(Ref::Each) => {
            visit::walk_mut(&mut body, &mut |node| match node.get_mut::<Who>() {
                Some(actor) if *actor == group => {
                    *actor = Who::Ref(Ref::Each);
                    visit::Go::Past
                }
                _ => visit::Go::Into,
            });
            let each = emit(p, Instruction::Unless { who, cost, body });
            emit(p, Instruction::ForEach { over: Selector::Players(group), body: vec![each] })
        }
        _ => emit(p, Instruction::Unless { who, cost, body }),
    };
    out.push(clause);
    Some(())
}

/// "that player loses 2 life at the beginning of their next draw step unless they pay {2} before that step": meanwhile they may stop
/// it (116.2c).
pub(super) fn stopped(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    p.expect("unless")?;
    let Some(Instruction::Delayed { ability, waits: waits @ Waits::Once }) = out.last_mut().map(|last| &mut last.does)
    else {
        return p.fail("what is done later");
    };
    if !matches!(ability.event, EventPattern::Begins { .. }) {
        return p.fail("what is done as a step begins");
    }
    let who = player::relation(p).filter(|who| !who.is_group())?;
    p.eat_any(&["pays", "pay"])?;
    let actor = p.scope.actor.replace(who.clone());
    let cost = cost(p);
    p.scope.actor = actor;
    let cost = cost.filter(|cost| !cost.has_x())?;
    p.eat_any(&["before that step", "before that draw step"])?;
    *waits = Waits::UnlessPaid(who, cost);
    Some(())
}

/// Whether that was tapped last if a player paid: "if you do, tap up to eight target permanents. Those permanents don't untap …".
pub(super) fn tapped_in_arm(out: &[Clause], what: &Selector) -> bool {
    let Some(Instruction::MayPay { then, .. }) = out.last().map(|clause| &clause.does) else { return false };
    matches!(then.last(), Some(Clause { does: Instruction::Tap(tapped), .. }) if tapped == what)
}

/// "pay {2}", behind "may": what follows if they do, or don't, is said behind it.
pub(super) fn may_pay(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    let _ = p.eat("pay");
    let mut cost = cost(p)?;
    // 107.3f: X is chosen as it is paid.
    if cost.has_x()
        && p.scope.number == Some(lawmage_ir::Amount::Event)
        && p.eat(", where x is less than or equal to the amount of life you gained")
    {
        cost.parts.push(lawmage_ir::CostPart::XAtMost(lawmage_ir::Amount::Event));
    }
    crate::grammar::cost::remember_exiled(p, &mut cost);
    if p.eat("any number of times") {
        let clause = super::emit_number(p, Instruction::PayTimes { who, cost });
        p.scope.last_done = clause.out;
        out.push(clause);
        return Some(());
    }
    // "You may pay life equal to its power. If you do, put that many +1/+1 counters on it."
    if let [lawmage_ir::CostPart::Life(n)] = cost.parts.as_slice()
        && !matches!(n, lawmage_ir::Amount::Const(_))
    {
        (p.scope.number, p.scope.number_clause) = (Some(n.clone()), None);
    }
    let clause = emit(p, Instruction::MayPay { who, cost, then: Vec::new(), otherwise: Vec::new() });
    p.scope.last_done = clause.out;
    out.push(clause);
    Some(())
}
