//! Dice that are rolled, tables of their results, and what is said of the results of several (706).

use lawmage_ir::{
    Amount, Clause, Cmp, Condition, DiceRoll, DiceShowing, DieRow, EventPattern, Filter, Fold, Instruction, Kind,
    Selector, Slot, Span, Who,
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
    let count = crate::grammar::amount::amount(p)?;
    let sides = p.word().strip_prefix('d').and_then(|n| n.parse().ok());
    // 706.1a: an N-sided die.
    let named = p.word().strip_suffix("-sided").and_then(|n| {
        crate::grammar::words::number_word(n).and_then(|n| u32::try_from(n).ok()).or_else(|| n.parse().ok())
    });
    let sides = sides.or(named).filter(|n| *n > 0)?;
    p.advance();
    let _ = p.eat("die") || p.eat("dice");
    // 706.6
    let ignore = u32::from(p.eat("and ignore the lower roll") || p.eat("and ignore the lowest roll"));
    let other = (count == Amount::Const(2) && p.eat("and choose one result")).then(|| p.scope.slot());
    let plus = p.attempt(|p| {
        p.expect("and add")?;
        crate::grammar::amount::described(p)
    });
    let added = plus.as_ref().and_then(cards_counted);
    let clause = emit_number(p, Instruction::RollDie(DiceRoll { who, count, sides, plus, ignore, other }));
    mentioned(p, &clause, other);
    if let Some(cards) = added {
        p.scope.mention(cards);
    }
    let id = id(&clause);
    out.push(clause);
    if let Some(table) = p.attempt(|p| results_table(p, id)) {
        out.push(emit(p, table));
    }
    Some(())
}

/// "the number of creature cards in your graveyard": "those cards" may mean them in a row of the table.
fn cards_counted(plus: &Amount) -> Option<Referent> {
    let Amount::Count(all) = plus else { return None };
    let Selector::All(Filter { kind: Kind::Card(_), .. }) = &**all else { return None };
    Some(Referent { plural: true, ..Referent::new(Handle::Select(all.clone()), Sort::Card) })
}

/// The rows of a results table: "1—9 | …", "20 | …", "15+ | …" (706.3a).
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
        } else if p.eat("—") || p.eat("-") {
            Some(u32::try_from(p.number()?).ok()?)
        } else {
            Some(least)
        };
        p.expect("|")?;
        p.scope.number_clause = Some(roll);
        let mut then = Vec::new();
        // What one row does is not there in another.
        let (referents, taken) = (p.scope.referents.clone(), p.scope.taken.clone());
        sentence::row(p, &mut then)?;
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
    let result = u32::try_from(p.number()?).ok()?;
    p.expect("exactly")?;
    let times = p.number()?;
    p.expect("times")?;
    Some(Condition::Compare(of(p, DiceShowing::Exactly(result))?, Cmp::Equal, Amount::Const(times)))
}
