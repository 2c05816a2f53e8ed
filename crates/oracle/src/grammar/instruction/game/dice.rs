//! Dice that are rolled, tables of their results, and what is said of the results of several (706).

use lawmage_ir::{
    Amount, Clause, Cmp, Condition, DiceRoll, DiceShowing, DieChange, DieModifier, DieRow, EventPattern, Filter, Fold,
    Instruction, Kind, Selector, Slot, Span, Who,
};

use super::coins::mention_tallied;
use crate::grammar::effect::{emit, emit_number, id, sentence};
use crate::lex::TokenKind;
use crate::parse::{Handle, Parser, Referent, Sort};

/// The word under which dice are found: "for each even result".
const DICE: &str = "diced";

/// "roll a d20", "roll two six-sided dice", "roll a d20 and add the number of cards in your hand", and the rows of its
/// results table on the lines after it (706).
pub(super) fn roll(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    if p.eat("again") {
        return again(p, &who, out);
    }
    let count = crate::grammar::amount::amount(p)?;
    let sides = sides(p)?;
    let _ = p.eat("die") || p.eat("dice");
    // 706.6
    let ignore = u32::from(p.eat("and ignore the lower roll") || p.eat("and ignore the lowest roll"));
    let other = (count == Amount::Const(2) && p.eat("and choose one result")).then(|| p.scope.slot());
    let plus = p.attempt(|p| {
        p.expect("and add")?;
        crate::grammar::amount::described(p)
    });
    let stored =
        p.eat_any(&["and store those results on ~", "and store those results on it", "and store that result on ~"]);
    let stored = stored.map(|_| p.scope.face.stored());
    let added = plus.as_ref().and_then(cards_counted);
    let two = count == Amount::Const(2);
    let clause = emit_number(p, Instruction::RollDie(DiceRoll { who, count, sides, plus, ignore, other, stored }));
    mentioned(p, &clause, other);
    p.scope.two_dice = clause.out.filter(|_| two);
    if let Some(cards) = added {
        p.scope.mention(cards);
    }
    let id = id(&clause);
    let Some(table) = p.attempt(|p| results_table(p, id)) else {
        out.push(clause);
        return Some(());
    };
    let table = emit(p, table);
    let mut repeats = Vec::new();
    lawmage_ir::visit::clauses(std::slice::from_ref(&table), |inner| {
        if matches!(inner.does, Instruction::Again(_)) {
            repeats.push(inner.out);
        }
    });
    match repeats.as_slice() {
        [] => out.extend([clause, table]),
        // 706.3c: the roll and its table are gone through anew.
        [Some(slot)] => {
            let again = p.scope.bind(*slot);
            out.push(Instruction::Process { body: vec![clause, table], again }.into());
        }
        _ => return p.fail("one row that says to roll again"),
    }
    Some(())
}

/// "roll again", in a row of the table (706.3c).
fn again(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    if *who != Who::You || !p.scope.in_row {
        return p.fail("a row of your roll's table");
    }
    out.push(emit(p, Instruction::Again(None)));
    Some(())
}

/// "reroll any number of ~'s stored results" (706.8b).
pub(super) fn reroll(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("any number of ~ 's stored results")?;
    let stored = p.scope.face.stored();
    out.push(emit(p, Instruction::RerollStored(stored)));
    Some(())
}

/// "the total value of ~'s stored results", "the number of stored results of ~ with value 6" (706.8a).
pub(crate) fn stored(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("the number of stored results of ~ with value") {
        let value = u32::try_from(p.number()?).ok()?;
        return Some(Amount::Stored(p.scope.face.stored(), Some(value)));
    }
    p.expect("the total value of")?;
    p.eat_any(&["~ 's stored results", "its stored results"])?;
    Some(Amount::Stored(p.scope.face.stored(), None))
}

/// "After you roll a die, you may pay 1 life. If you do, increase or decrease the result by 1", "If you roll a 3 on a six-sided
/// die, you may reroll that die" (706.2a).
pub(crate) fn die_modifier(p: &mut Parser<'_>) -> Option<DieModifier> {
    let showing = if p.eat("after you roll a die , you may") {
        None
    } else {
        p.expect("if you roll")?;
        p.eat_any(&["a", "an"])?;
        let natural = u32::try_from(p.number()?).ok()?;
        p.expect("on a")?;
        let sides = sides(p)?;
        p.expect("die , you may")?;
        Some((natural, sides))
    };
    let who = Who::You;
    if p.eat("reroll that die") {
        return Some(DieModifier { who, showing, cost: None, change: DieChange::Reroll });
    }
    if let Some(change) = p.attempt(changed) {
        return Some(DieModifier { who, showing, cost: None, change });
    }
    let _ = p.eat("pay");
    let cost = crate::grammar::cost::cost(p)?;
    p.expect(". if you do ,")?;
    let change = if p.eat("reroll that die") { DieChange::Reroll } else { changed(p)? };
    Some(DieModifier { who, showing, cost: Some(cost), change })
}

/// "increase or decrease the result by 1".
fn changed(p: &mut Parser<'_>) -> Option<DieChange> {
    const WORDS: &[&str] = &["increase or decrease the result by", "increase the result by", "decrease the result by"];
    let which = p.eat_any(WORDS)?;
    let n = u32::try_from(p.number()?).ok()?;
    Some(match which {
        0 => DieChange::UpOrDown(n),
        1 => DieChange::Up(n),
        _ => DieChange::Down(n),
    })
}

/// "d20", "six-sided" (706.1a).
fn sides(p: &mut Parser<'_>) -> Option<u32> {
    let sides = p.word().strip_prefix('d').and_then(|n| n.parse().ok());
    let named = p.word().strip_suffix("-sided").and_then(|n| {
        crate::grammar::words::number_word(n).and_then(|n| u32::try_from(n).ok()).or_else(|| n.parse().ok())
    });
    let sides = sides.or(named).filter(|n| *n > 0)?;
    p.advance();
    Some(sides)
}

/// "the number of creature cards in your graveyard": "those cards" may mean them in a row of the table.
fn cards_counted(plus: &Amount) -> Option<Referent> {
    let Amount::Count(all) = plus else { return None };
    let Selector::All(Filter { kind: Kind::Card(_), .. }) = &**all else { return None };
    Some(Referent { plural: true, ..Referent::new(Handle::Select(all.clone()), Sort::Card) })
}

/// The rows of a results table: "1—9 | …", "20 | …", "15+ | …", "6 — …" (706.3a).
fn results_table(p: &mut Parser<'_>, roll: Slot) -> Option<Instruction> {
    let mut rows = Vec::new();
    p.eat(".");
    while let Some(row) = p.attempt(|p| {
        while p.peek().is_some_and(|t| t.kind == TokenKind::Newline) {
            p.advance();
        }
        let least = u32::try_from(p.number()?).ok()?;
        let most = if p.eat("+") {
            None
        } else if let Some(most) = p.attempt(|p| {
            p.eat_any(&["—", "-"])?;
            u32::try_from(p.number()?).ok()
        }) {
            Some(most)
        } else {
            Some(least)
        };
        p.eat_any(&["|", "—"])?;
        p.scope.number_clause = Some(roll);
        let mut then = Vec::new();
        // What one row does is not there in another.
        let (referents, taken) = (p.scope.referents.clone(), p.scope.taken.clone());
        let outer = std::mem::replace(&mut p.scope.in_row, true);
        sentence::row(p, &mut then)?;
        p.scope.in_row = outer;
        (p.scope.referents, p.scope.taken) = (referents, taken);
        Some(DieRow { least, most, then })
    }) {
        rows.push(row);
    }
    if rows.is_empty() {
        return None;
    }
    let result = Amount::Slot(p.scope.bind(roll));
    Some(Instruction::ResultsTable(result, rows))
}

/// Dice that are spoken of afterwards; `other` keeps the result that wasn't chosen.
fn mentioned(p: &mut Parser<'_>, roll: &Clause, other: Option<Slot>) {
    mention_tallied(p, roll, DICE);
    p.scope.rollers = None;
    p.scope.results = other.zip(roll.out).map(|(other, chosen)| (chosen, other));
}

/// "that result", "the other result": of two dice.
pub(crate) fn result(p: &mut Parser<'_>) -> Option<Amount> {
    let other = p.eat_any(&["that result", "the other result"])? == 1;
    let (chosen, rest) = p.scope.results?;
    let of = if other { rest } else { p.scope.bind(chosen) };
    Some(Amount::OfAll(of, Fold::Sum))
}

/// "even result", "different results", behind "for each" or "the number of".
pub(crate) fn showing(p: &mut Parser<'_>) -> Option<Amount> {
    const WORDS: &[&str] =
        &["even result", "even results", "odd result", "odd results", "different result", "different results"];
    let which = match p.eat_any(WORDS)? {
        0 | 1 => DiceShowing::Even,
        2 | 3 => DiceShowing::Odd,
        _ => DiceShowing::Different,
    };
    of(p, which)
}

fn of(p: &mut Parser<'_>, which: DiceShowing) -> Option<Amount> {
    let dice = p.scope.latest(|r| r.verb == Some(DICE))?;
    Some(Amount::Dice(p.scope.bind(dice.clause()?), which))
}

/// "you rolled 6 exactly seven times".
pub(crate) fn condition(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(which) = p.eat_any(&["any of those results was", "the roll was"]) {
        // Of the rolls that the event is about.
        let who = p.scope.rollers.clone().or_else(|| p.fail("rolls spoken of before"))?;
        let least = Amount::Const(p.number()?);
        p.expect("or higher")?;
        if which == 1 {
            return Some(Condition::Compare(Amount::Event, Cmp::AtLeast, least));
        }
        let rolled = EventPattern::Number(Box::new(EventPattern::Rolls(who)), Cmp::AtLeast, least);
        return Some(Condition::Happened(Box::new(rolled), Span::AtOnce, 1));
    }
    p.expect("you rolled")?;
    if p.eat("doubles") {
        // 706.5
        let dice = p.scope.two_dice.or_else(|| p.fail("two dice"))?;
        let different = Amount::Dice(p.scope.bind(dice), DiceShowing::Different);
        return Some(Condition::Compare(different, Cmp::Equal, Amount::ONE));
    }
    let result = u32::try_from(p.number()?).ok()?;
    p.expect("exactly")?;
    let times = p.number()?;
    p.expect("times")?;
    Some(Condition::Compare(of(p, DiceShowing::Exactly(result))?, Cmp::Equal, Amount::Const(times)))
}
