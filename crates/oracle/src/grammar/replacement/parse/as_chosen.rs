//! "It becomes your choice of a 2/2 creature with flying or a 1/6 creature with defender", as it enters or is turned face up:
//! what sets its power and toughness then is copiable (613.2a, 707.2).

use lawmage_ir::{
    Clause, Continuous, Duration, Entering, EventPattern, Instead, Instruction, Mode, Modification, Ref, Replacement,
    THIS, Who,
};

use super::enters::{entering, this};
use super::plain;
use crate::grammar::instruction::game::value;
use crate::grammar::{effect, modification};
use crate::parse::Parser;

/// "it becomes your choice of 5/1 or 1/5".
pub(super) fn your_choice(p: &mut Parser<'_>) -> Option<Clause> {
    p.eat_any(&["it becomes your choice of", "~ becomes your choice of"])?;
    let all = p.list("or", modification::alternative)?;
    let sized = |mods: &Vec<Modification>| mods.iter().any(|m| matches!(m, Modification::SetPowerToughness(..)));
    if all.len() < 2 || !all.iter().all(sized) {
        return p.fail("what has power and toughness");
    }
    let modes = all.into_iter().map(mode).collect();
    Some(Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }.into())
}

/// "[Flip a coin.] If the coin comes up heads, ~ enters as a 5/2 creature with haste. If it comes up tails, ~ enters as a 2/5 creature
/// with defender.", behind what is done as it enters.
pub(super) fn as_it_comes_out(p: &mut Parser<'_>, first: &mut Vec<Clause>) -> Option<()> {
    let one = |p: &mut Parser<'_>| {
        p.expect(". if")?;
        let condition = crate::grammar::instruction::game::coins::condition(p)?;
        p.expect(", ~ enters as")?;
        let mods = modification::alternative(p)?;
        if !mods.iter().any(|m| matches!(m, Modification::SetPowerToughness(..))) {
            return p.fail("what has power and toughness");
        }
        let then = mode(mods).clauses;
        Some(Instruction::If { condition, then, otherwise: Vec::new() }.into())
    };
    first.push(p.attempt(one)?);
    while let Some(more) = p.attempt(one) {
        first.push(more);
    }
    Some(())
}

/// What it is as it enters or is turned up, as one of several modes.
fn mode(mods: Vec<Modification>) -> Mode {
    // 613.2a: a copiable effect, on what it is by then.
    let mods = vec![Modification::CopyOf(Ref::This, mods)];
    let effects = vec![Continuous::Modify { what: THIS, mods }];
    Mode::plain(vec![Instruction::Effect { effects, duration: Duration::Forever }.into()])
}

/// "As ~ transforms into ~, choose an opponent." (712.20)
pub(super) fn turning_over(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("as ~ transforms into ~ ,")?;
    Some(plain(EventPattern::TransformsInto(this()), Instead::Also(effect::clauses(p)?)))
}

/// "As ~ enters or is turned face up, …": of each of the two events.
pub(crate) fn enters_or_is_turned_up(p: &mut Parser<'_>) -> Option<[Replacement; 2]> {
    p.expect("as ~ enters or is turned face up ,")?;
    let turned = |clauses| plain(EventPattern::TurnedFaceUp(this()), Instead::Also(clauses));
    let enters = |how| plain(entering(this()), Instead::Enter(Box::new(how)));
    if let Some(choice) = p.attempt(your_choice) {
        let how = Entering { first: vec![choice.clone()], ..Entering::default() };
        return Some([enters(how), turned(vec![choice])]);
    }
    let clauses = effect::clauses(p)?;
    let [Clause { does: Instruction::PutCounters { kind, count, on }, .. }] = clauses.as_slice() else {
        return p.fail("counters put on it");
    };
    if *on != THIS {
        return p.fail("counters put on it");
    }
    let how = Entering { counters: vec![(kind.clone(), count.clone())], ..Entering::default() };
    Some([enters(how), turned(clauses)])
}

/// "As ~ becomes attached to a creature, choose a color."
pub(super) fn becoming_attached(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("as ~ becomes attached to")?;
    let to = crate::grammar::event::object_of(p)?;
    if !p.comma() {
        return p.fail("a comma");
    }
    p.expect("choose")?;
    let chosen = value(p, &Who::You)?;
    Some(plain(EventPattern::Attached { what: this(), to }, Instead::Also(vec![chosen.into()])))
}

/// One anchor word, as printed.
pub(crate) fn anchor_word(p: &mut Parser<'_>) -> Option<std::sync::Arc<str>> {
    let token = p.peek().filter(|t| t.capital)?;
    p.advance();
    Some(p.printed(token).into())
}

/// "Khans or Dragons", "odd or even": words that later abilities speak of (607.2d).
pub(super) fn words(p: &mut Parser<'_>) -> Option<Vec<std::sync::Arc<str>>> {
    let one = |p: &mut Parser<'_>| {
        let token = p.peek().filter(|t| t.kind == crate::lex::TokenKind::Word)?;
        if matches!(&*token.text, "a" | "an" | "target" | "two" | "up" | "one") {
            return None;
        }
        p.advance();
        Some(p.printed(token).into())
    };
    let mut all = vec![one(p)?];
    while p.comma() {
        p.eat("or");
        all.push(one(p)?);
    }
    if p.eat("or") {
        all.push(one(p)?);
    }
    (all.len() > 1 && p.at_stop()).then_some(all)
}
