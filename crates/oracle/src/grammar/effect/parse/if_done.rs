//! "If you do", "when you do" and what else follows from what was just done (603.12, 608.2c).

use std::sync::Arc;

use lawmage_ir::{Amount, Clause, Condition, Destination, Filter, Instruction, Ref, Selector, Who, Zone};

use super::emit;
use super::sentence::{annotates, apart, body, sentence};
use crate::grammar::{condition, noun};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "If you do, …", "If you don't, …", "If they do, …": whether the clause before was done.
pub(crate) fn if_done(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(()) = p.attempt_into(out, super::doers::each_who_does) {
        return Some(());
    }
    let Answer { positive, to, nobody, exchange, sacrificed, or, pays, chosen, of } = p.attempt(answer)?;
    if of.is_some_and(|of| !out.last().is_some_and(|last| of(&last.does))) {
        return p.fail("what was done this way");
    }
    let done = match out.last() {
        // "Any player may sacrifice a land. If a player does, …": whether one of them did.
        Some(Clause { does: Instruction::ForEach { body, .. }, .. }) => body.last(),
        last => last,
    };
    // "… put it into your hand. Put the rest on the bottom. If you didn't put a card into your hand this way": that is asked alone.
    let done = match to {
        Some(zone) => out.iter().rev().find(|clause| puts_into(clause, zone)).map(|clause| moving(clause, zone)),
        None => done,
    };
    // "Sacrifice a creature, then you gain 2 life. If you can't sacrifice a creature": that is asked alone.
    let done = match sacrificed {
        Some(filter) => {
            let fits = |clause: &&Clause| sacrifices(clause, &filter);
            out.iter().rev().find(fits).or_else(|| p.fail("what was to be sacrificed")).map(Some)?
        }
        None => done,
    };
    // "Choose an opponent …. It attacks that player. If you can't choose an opponent this way": likewise.
    let done = match chosen {
        true => {
            out.iter().rev().find(|clause| chooses_player(clause)).or_else(|| p.fail("a player to choose")).map(Some)?
        }
        false => done,
    };
    let Some(last) = done.and_then(|c| c.out) else { return p.fail("something to do before") };
    if out.last().is_some_and(|c| matches!(c.does, Instruction::Delayed { .. })) {
        return p.fail("something done now, not later");
    }
    if pays && !matches!(out.last().map(|c| &c.does), Some(Instruction::MayPay { who: Who::You, .. })) {
        return p.fail("something you may pay");
    }
    if exchange && !matches!(out.last().map(|c| &c.does), Some(Instruction::ExchangeControl(..))) {
        return p.fail("an exchange");
    }
    if out.last().is_some_and(pays_otherwise) {
        return p.fail("something done in every case");
    }
    // Of a flip it is asked whether it was won; what is meant was done in one of its arms.
    if out.last().is_some_and(|c| matches!(c.does, Instruction::FlipCoin { .. })) {
        return p.fail("something to do before");
    }
    let mut body_clauses = Vec::new();
    if positive {
        frame_chain(p, &mut body_clauses)?;
    } else {
        // What wasn't done made nothing.
        let undone: Vec<Clause> = out.last().cloned().into_iter().collect();
        super::without(p, &undone, |p| frame_chain(p, &mut body_clauses))?;
    }
    let instead = p.eat("instead");
    if instead {
        return p.fail("no instead");
    }
    if let Some(or) = or {
        let condition = Condition::Or(vec![Condition::Done(p.scope.bind(last)), or]);
        out.push(emit(p, Instruction::If { condition, then: body_clauses, otherwise: Vec::new() }));
        return Some(());
    }
    // "Any player may pay {1}. If no one does": not for each who doesn't.
    if let Some(Instruction::MayPay { then, otherwise, .. }) = out.last_mut().map(|c| &mut c.does).filter(|_| !nobody) {
        let arm = if positive { then } else { otherwise };
        if arm.is_empty() {
            *arm = body_clauses;
            return Some(());
        }
    }
    if !positive
        && let Some(Instruction::If { otherwise, condition: Condition::Done(_), .. }) =
            out.last_mut().map(|c| &mut c.does)
        && otherwise.is_empty()
    {
        *otherwise = body_clauses;
        return Some(());
    }
    let done = Condition::Done(p.scope.bind(last));
    let (then, otherwise) = if positive { (body_clauses, Vec::new()) } else { (Vec::new(), body_clauses) };
    let clause = emit(p, Instruction::If { condition: done, then, otherwise });
    out.push(clause);
    Some(())
}

/// What is asked of something that may have been done.
#[derive(Default)]
struct Answer {
    /// That it was done.
    positive: bool,
    /// That it put something there "this way".
    to: Option<Zone>,
    /// That nobody did it.
    nobody: bool,
    /// That it was an exchange.
    exchange: bool,
    /// That it was a sacrifice of this.
    sacrificed: Option<Filter>,
    /// Or else whether this holds: "if you do or if you control a Dragon".
    or: Option<Condition>,
    /// That a player was chosen.
    chosen: bool,
    /// That it was a payment.
    pays: bool,
    /// What must have stood before.
    of: Option<fn(&Instruction) -> bool>,
}

/// "if you do,", "if that player doesn't,", "if you don't put it into your hand,": whether it is asked that it was done.
fn answer(p: &mut Parser<'_>) -> Option<Answer> {
    p.expect("if")?;
    if p.eat("a player pays this cost ,") {
        return Some(Answer { positive: true, ..Answer::default() });
    }
    if p.eat_any(&["no one does ,", "no player does ,"]).is_some() {
        return Some(Answer { nobody: true, ..Answer::default() });
    }
    if p.eat_any(&["you can't choose an opponent this way ,", "you can't choose a player this way ,"]).is_some() {
        return Some(Answer { chosen: true, ..Answer::default() });
    }
    if p.eat("you pay ,") {
        return Some(Answer { positive: true, pays: true, ..Answer::default() });
    }
    if p.eat("you don't or can't make an exchange ,") {
        return Some(Answer { exchange: true, ..Answer::default() });
    }
    if let Some(of) = p.attempt(passive) {
        return Some(Answer { positive: true, of: Some(of), ..Answer::default() });
    }
    p.eat_any(&["you", "they", "that player", "the player", "a player", "the first player"])?;
    let positive = p.eat_any(&["do", "does", "don't", "doesn't", "didn't", "can't"])? <= 1;
    let sacrificed = if positive { None } else { p.attempt(sacrifice_again) };
    let to = if positive || sacrificed.is_some() { None } else { p.attempt(said_again).flatten() };
    let or = if positive && p.eat("or if") { Some(condition::condition(p)?) } else { None };
    p.expect(",")?;
    Some(Answer { positive, to, sacrificed, or, ..Answer::default() })
}

/// "that spell is countered this way,", "one or more +1/+1 counters are moved this way,": what must have stood before.
fn passive(p: &mut Parser<'_>) -> Option<fn(&Instruction) -> bool> {
    const SAID: &[&str] =
        &["that spell is countered this way ,", "that card is returned to its owner 's hand this way ,"];
    match p.eat_any(SAID) {
        Some(0) => return Some(|does| matches!(does, Instruction::Counter { .. })),
        Some(_) => return Some(|does| matches!(does, Instruction::Move { to: Destination::Hand, .. })),
        None => {}
    }
    p.expect("one or more")?;
    crate::grammar::counter::kind(p)?;
    p.expect("are moved this way ,")?;
    Some(|does| matches!(does, Instruction::MoveCounters { .. }))
}

/// "sacrifice a creature", said again.
fn sacrifice_again(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("sacrifice")?;
    p.eat_any(&["a", "an"])?;
    let noun = noun::bare(p).filter(|noun| !noun.plural)?;
    Some(noun.filter)
}

/// Whether you have to sacrifice such a permanent.
fn sacrifices(clause: &Clause, filter: &Filter) -> bool {
    let Instruction::Sacrifice { who: Who::You, what: Selector::Choose(choice) } = &clause.does else { return false };
    let Selector::All(from) = &choice.from else { return false };
    let said = filter.test.conjuncts();
    choice.min == Amount::ONE && said.iter().all(|test| from.test.conjuncts().contains(test))
}

/// Whether you choose a player.
fn chooses_player(clause: &Clause) -> bool {
    let Instruction::Choose(Selector::Choose(choice)) = &clause.does else { return false };
    choice.by == Who::You && matches!(choice.from, Selector::Players(_))
}

/// "put that card into your hand", "cast a card this way": what might have been done, said again; where it would have been put
/// "this way".
fn said_again(p: &mut Parser<'_>) -> Option<Option<Zone>> {
    let put = p.eat_any(&["put", "cast"])? == 0;
    let any = p.eat_any(&["it", "that card", "the card", "a card"])? == 3;
    let mut to = None;
    if put {
        let onto = p.eat_any(&["onto the battlefield", "into your hand"])? == 0;
        to = Some(if onto { Zone::Battlefield } else { Zone::Hand });
    }
    if any {
        p.expect("this way")?;
    } else if !put {
        p.eat("this way");
    }
    Some(to.filter(|_| any))
}

/// The part of an optional clause that moves something to a zone; the whole where that is all of it.
fn moving(clause: &Clause, zone: Zone) -> &Clause {
    match &clause.does {
        Instruction::May { body, .. } if body.len() > 1 => {
            body.iter().rfind(|part| puts_into(part, zone) && part.out.is_some()).unwrap_or(clause)
        }
        _ => clause,
    }
}

/// Whether a clause moves something to a zone.
fn puts_into(clause: &Clause, zone: Zone) -> bool {
    lawmage_ir::visit::any(
        clause,
        |does: &Instruction| matches!(does, Instruction::Move { to, .. } if to.zone() == zone),
    )
}

/// A chain that may have a frame of its own: "If you do, until end of turn, …".
fn frame_chain(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    body(p, out)
}

/// "When you do, …": a reflexive triggered ability with its own targets (603.12).
pub(crate) fn when_you_do(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let condition = match p.attempt(resolves_for_the_nth_time) {
        Some(condition) => condition,
        None => {
            if let Some(excess) = p.attempt(|p| {
                p.eat_any(&["when", "whenever"])?;
                excess_dealt(p)
            }) {
                return reflexive(p, out, excess);
            }
            const SEARCHED: [&str; 2] =
                ["when you search your library this way ,", "when you searched your library this way ,"];
            if !out.is_empty() && p.eat_any(&SEARCHED).is_some() {
                let searched = super::sentence::searched(p, out);
                return reflexive(p, out, searched);
            }
            if let Some(entered) = p.attempt(|p| entered_just_now(p, out)) {
                return reflexive(p, out, entered);
            }
            if !out.is_empty()
                && let Some(done) = p.attempt(|p| {
                    p.eat_any(&["when", "whenever"])?;
                    let done = condition::done_this_way(p).filter(|done| done.once)?;
                    p.expect(",").map(|()| done.condition)
                })
            {
                return reflexive(p, out, done);
            }
            // "It connives. When it connives this way, …"
            if let Some(Clause { does: Instruction::Connive(..), out: Some(connives) }) = out.last()
                && p.eat("when it connives this way ,")
            {
                let done = Condition::Done(p.scope.bind(*connives));
                return reflexive(p, out, done);
            }
            p.eat_any(&[
                "when you pay this cost one or more times ,",
                "when you do ,",
                "when they do ,",
                "when that player does ,",
                "whenever you do ,",
            ])?;
            if let Some(clause) = out.last_mut().filter(|clause| pays_otherwise(clause)) {
                return after_paying_otherwise(p, clause);
            }
            let last = out.last().and_then(|c| c.out)?;
            // 107.1c: none is any number of cards to reveal, too.
            if out.last().is_some_and(|c| reveals_any_number(&c.does)) {
                let program = reflexive_program(p)?;
                out.push(emit(p, Instruction::Reflexive(Arc::new(program))));
                return Some(());
            }
            Condition::Done(p.scope.bind(last))
        }
    };
    reflexive(p, out, condition)
}

/// "[Return target card to the battlefield.] When that permanent enters, …": it has, as the sentence before was followed (603.12).
fn entered_just_now(p: &mut Parser<'_>, out: &[Clause]) -> Option<Condition> {
    p.eat_any(&["when that permanent enters ,", "when that creature enters ,"])?;
    let Clause { does: Instruction::Move { what: Selector::Ref(_), to, .. }, out: Some(moved) } = out.last()? else {
        return p.fail("something that was put onto the battlefield");
    };
    if to.zone() != lawmage_ir::Zone::Battlefield {
        return p.fail("something that was put onto the battlefield");
    }
    let moved = p.scope.bind(*moved);
    p.scope.mention(Referent::new(Handle::Ref(Ref::Slot(moved)), Sort::Permanent));
    Some(Condition::Done(moved))
}

/// "… Otherwise, you may pay {X}. When you do, …": where that was paid, in that arm.
fn after_paying_otherwise(p: &mut Parser<'_>, clause: &mut Clause) -> Option<()> {
    let Instruction::If { then, otherwise, .. } = &mut clause.does else { return None };
    let may = |clause: &Clause| matches!(clause.does, Instruction::MayPay { .. } | Instruction::May { .. });
    if then.iter().any(may) {
        return p.fail("something that may be done in one case alone");
    }
    let paid = otherwise.last().and_then(|clause| clause.out)?;
    let done = Condition::Done(p.scope.bind(paid));
    reflexive(p, otherwise, done)
}

/// "Reveal any number of Dragon cards from your hand", without a "may".
fn reveals_any_number(does: &Instruction) -> bool {
    match does {
        Instruction::Reveal { what: Selector::Choose(choice) } => {
            choice.min == Amount::Const(0) && choice.max.is_none()
        }
        _ => false,
    }
}

/// "it deals excess damage this way,", "excess damage is dealt to that creature this way,".
fn excess_dealt(p: &mut Parser<'_>) -> Option<Condition> {
    let condition = if p.eat("it deals excess damage this way") {
        let excess = crate::grammar::amount::excess(p)?;
        (p.scope.number_clause, p.scope.number) = (None, Some(excess.clone()));
        Condition::Compare(excess, lawmage_ir::Cmp::AtLeast, Amount::ONE)
    } else {
        condition(p)?
    };
    let is_excess = |n: &Amount| match n {
        Amount::Excess(_) => true,
        Amount::HappenedSum(event, lawmage_ir::Span::ThisWay) => {
            matches!(**event, lawmage_ir::EventPattern::ExcessDamage { .. })
        }
        _ => false,
    };
    let Condition::Compare(excess, ..) = &condition else { return None };
    if !is_excess(excess) {
        return None;
    }
    p.expect(",")?;
    Some(condition)
}

/// A reflexive triggered ability, created if the condition holds.
fn reflexive(p: &mut Parser<'_>, out: &mut Vec<Clause>, condition: Condition) -> Option<()> {
    let also = p.attempt(intervening);
    let mut program = reflexive_program(p)?;
    let mut condition = condition;
    if let Some(also) = also {
        // 603.4: asked as it would trigger, and again as it resolves.
        let [mode] = program.modes.as_mut_slice() else { return p.fail("an ability without modes") };
        let then = std::mem::take(&mut mode.clauses);
        mode.clauses.push(Instruction::If { condition: also.clone(), then, otherwise: Vec::new() }.into());
        condition = Condition::And(vec![condition, also]);
    }
    let reflexive = emit(p, Instruction::Reflexive(Arc::new(program)));
    let clause = emit(p, Instruction::If { condition, then: vec![reflexive], otherwise: Vec::new() });
    out.push(clause);
    Some(())
}

/// "if it has four or more quest counters on it,", behind "when you do,".
fn intervening(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("if")?;
    let condition = condition(p)?;
    if lawmage_ir::visit::any(&condition, |r: &Ref| matches!(r, Ref::Target(_))) {
        return p.fail("what is so before targets are chosen");
    }
    p.expect(",").map(|()| condition)
}

pub(crate) fn reflexive_program(p: &mut Parser<'_>) -> Option<lawmage_ir::Program> {
    // 603.4: where "if" asks first, the ability must not even trigger, which a reflexive one can't yet be kept from.
    if p.at("if") {
        return p.fail("what the reflexive ability does");
    }
    if p.at("choose")
        && let Some(modal) = p.attempt(super::modes::of_reflexive)
    {
        return Some(modal);
    }
    apart(p, |p| {
        let mut clauses = p.with_where(|p| {
            let mut clauses = Vec::new();
            body(p, &mut clauses)?;
            Some(clauses)
        })?;
        // What follows is a part of the reflexive ability: it speaks of what that does and targets.
        while let Some(more) = p.attempt(|p| {
            p.expect(".")?;
            if p.at_end() || p.at_stop() || annotates(p) {
                return None;
            }
            let mut more = clauses.clone();
            sentence(p, &mut more)?;
            Some(more)
        }) {
            clauses = more;
        }
        Some(clauses)
    })
}

/// "When this ability resolves for the third time this turn, …": created in that resolution alone, and triggering at its end
/// (603.7h, 608.2p).
fn resolves_for_the_nth_time(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("when this ability resolves for the")?;
    let times = crate::grammar::words::ordinal_word(p.word())?;
    p.advance();
    p.expect("time this turn ,")?;
    Some(Condition::AbilityUsed { resolved: true, cmp: lawmage_ir::Cmp::Equal, times })
}

/// "… Otherwise, you may pay {X}. When you do": that is said of what is paid in that arm, not of the whole.
fn pays_otherwise(clause: &Clause) -> bool {
    let Instruction::If { otherwise, .. } = &clause.does else { return false };
    let last = otherwise.last().map(|clause| &clause.does);
    matches!(last, Some(Instruction::MayPay { .. } | Instruction::May { .. }))
}
