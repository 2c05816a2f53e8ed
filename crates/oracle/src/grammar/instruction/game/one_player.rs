//! One of several players, chosen.

use lawmage_ir::{Clause, Condition, Instruction, Ref, Selector, Who};

use crate::grammar::effect::{emit, emit_number, mention};
use crate::grammar::selector;
use crate::parse::{Handle, Parser, Referent, Sort};

/// "choose another player", "choose one of your opponents", "choose an opponent at random", "choose a player who controls more lands
/// than you": one of them, of whom the text goes on to speak.
pub(super) fn one_player(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    let (among, plain) = match p.eat_any(&["another player", "one of your opponents", "an opponent", "a player"])? {
        0 => (Who::Others, true),
        1 => (Who::Opponents, true),
        2 => (Who::Opponents, false),
        _ => (Who::All, false),
    };
    let such = p.at("who");
    let among = if such { crate::grammar::player::such(p, among)? } else { among };
    let difference = match &among {
        Who::Such(_, condition) => crate::grammar::amount::of_comparison(condition),
        _ => None,
    };
    let random = p.eat("at random");
    let unattacked = random && p.at("that");
    let among = if unattacked { not_lately_attacked(p, among)? } else { among };
    // "An opponent" alone is chosen for good: the chosen player (607.2d).
    if !plain && !such && !random || !(p.at_stop() || p.at(",") || p.at("and") || p.at("then")) {
        return p.fail("one of the players, and no more");
    }
    let choice =
        lawmage_ir::Choice { by: who.clone(), random, ..lawmage_ir::Choice::exactly(1, Selector::Players(among)) };
    let clause = emit_number(p, Instruction::Choose(Selector::Choose(Box::new(choice))));
    mention(p, &clause, Some(Referent::new(Handle::Clause(0), Sort::Player)), "chosen");
    // "Choose an opponent who controls more lands than you. … equal to the difference": between the chosen one's and yours.
    if let Some((mut difference, id)) = difference.zip(clause.out) {
        let chosen = Who::Ref(Ref::Slot(p.scope.bind(id)));
        lawmage_ir::visit::walk_mut(&mut difference, &mut |node| match node.get_mut::<Who>() {
            Some(who) if *who == Who::Ref(Ref::It) => {
                *who = chosen.clone();
                lawmage_ir::visit::Go::Past
            }
            _ => lawmage_ir::visit::Go::Into,
        });
        p.scope.difference = Some(difference);
    }
    Some(clause)
}

/// "that ~ didn't attack during your last combat", behind "an opponent at random".
fn not_lately_attacked(p: &mut Parser<'_>, among: Who) -> Option<Who> {
    p.expect("that ~ didn't attack during your last combat")?;
    let whom = Some(Who::Ref(Ref::It));
    let attacked = Condition::AttackedLastTurn { of: Who::You, with: Some(Ref::This), whom, combat: true };
    Some(Who::Such(Box::new(among), Box::new(Condition::Not(Box::new(attacked)))))
}

/// "choose a creature you control and an opponent": one of each.
pub(super) fn and_an_opponent(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    let picked = selector::one(p)?;
    let Selector::Choose(_) = &picked.selector else { return p.fail("one to choose") };
    p.expect("and an opponent")?;
    if picked.players || *who != Who::You || !p.at_stop() {
        return p.fail("a permanent and an opponent");
    }
    let clause = emit(p, Instruction::Choose(picked.selector));
    mention(p, &clause, picked.referent, "chosen");
    out.push(clause);
    let clause = emit(p, Instruction::Choose(selector::one_opponent()));
    mention(p, &clause, Some(Referent::new(Handle::Clause(0), Sort::Player)), "chosen");
    out.push(clause);
    Some(())
}
