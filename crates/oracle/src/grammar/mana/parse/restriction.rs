//! Which abilities are mana abilities (605), and on what their mana may be spent (106.6).

use lawmage_ir::{Clause, EventPattern, Filter, Instruction, Kind, ManaRider, Program, Test};

use crate::grammar::noun;
use crate::parse::Parser;

/// 605.1a: no target, and it could add mana when it resolves, though perhaps not now (605.2). Loyalty abilities are
/// excluded by the caller; spells are never asked (605.5b).
pub(crate) fn is_mana(program: &Program) -> bool {
    let targets = program.modes.iter().any(|m| !m.targets.is_empty());
    !targets && program.modes.iter().any(|m| m.clauses.iter().any(adds_mana))
}

/// 605.1b, 605.5a: it triggers from a mana ability or mana, has no target, and could add mana.
pub(crate) fn is_triggered_mana(event: &EventPattern, program: &Program) -> bool {
    fn from_mana(event: &EventPattern) -> bool {
        match event {
            EventPattern::TappedForMana { .. } | EventPattern::ProducesMana { .. } => true,
            EventPattern::While(inner, _) | EventPattern::Nth(inner, _) => from_mana(inner),
            _ => false,
        }
    }
    from_mana(event) && is_mana(program)
}

fn adds_mana(clause: &Clause) -> bool {
    inner(&clause.does).iter().any(|body| body.iter().any(adds_mana))
        || matches!(clause.does, Instruction::AddMana { .. })
}

/// The clauses within an instruction.
fn inner(does: &Instruction) -> Vec<&Vec<Clause>> {
    match does {
        Instruction::Seq(body)
        | Instruction::May { body, .. }
        | Instruction::ForEach { body, .. }
        | Instruction::Repeat { body, .. }
        | Instruction::Unless { body, .. } => vec![body],
        Instruction::If { then, otherwise, .. } | Instruction::MayPay { then, otherwise, .. } => vec![then, otherwise],
        Instruction::FlipCoin { won, lost, .. } => vec![won, lost],
        _ => Vec::new(),
    }
}

/// Puts the rider on every instruction that adds mana.
pub(crate) fn attach_rider(program: &mut Program, rider: ManaRider) -> Option<()> {
    fn attach(clauses: &mut [Clause], rider: &ManaRider) -> bool {
        let mut found = false;
        for clause in clauses {
            found |= match &mut clause.does {
                Instruction::AddMana { rider: place, .. } => {
                    *place = Some(Box::new(rider.clone()));
                    true
                }
                Instruction::Seq(body) | Instruction::May { body, .. } | Instruction::ForEach { body, .. } => {
                    attach(body, rider)
                }
                Instruction::If { then, otherwise, .. } => attach(then, rider) | attach(otherwise, rider),
                _ => false,
            };
        }
        found
    }
    let mut found = false;
    for mode in &mut program.modes {
        found |= attach(&mut mode.clauses, &rider);
    }
    found.then_some(())
}

/// "Spend this mana only to cast creature spells or activate abilities of creatures", and what happens then.
pub(crate) fn rider(p: &mut Parser<'_>) -> Option<ManaRider> {
    p.expect("spend this mana only to")?;
    let mut rider = ManaRider { spells: None, abilities: None, on_spell: Vec::new(), until_end_of_turn: false };
    loop {
        match p.eat_any(&["cast", "activate", "pay"])? {
            0 => {
                p.eat_any(&["a", "an"]);
                let filter = noun::filter(p)?;
                if filter.kind != Kind::Spell {
                    return p.fail("spells");
                }
                rider.spells = Some(filter);
            }
            1 => {
                p.eat_any(&["abilities", "an ability"])?;
                let source = if p.eat("of") {
                    p.eat_any(&["a", "an"]);
                    let filter = noun::filter(p)?;
                    let sources = p.eat("sources") || p.eat("source");
                    let _ = sources;
                    filter
                } else {
                    Filter::new(Kind::Object, Test::Any)
                };
                rider.abilities = Some(source);
            }
            _ => return p.fail("cast or activate"),
        }
        if !(p.eat("or to") || p.eat("or") || p.eat("and")) {
            return Some(rider);
        }
    }
}
