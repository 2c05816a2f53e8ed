//! One of several things that you choose as they are to be done (608.2d); what is done at once, and what is left as it is.

use lawmage_ir::{Clause, Continuous, Instruction, Mode, Modification, Who};

use super::emit;
use crate::grammar::{continuous, duration, selector};
use crate::parse::{Parser, Sort};

/// "return an enchantment card from your graveyard to your hand or unlock a locked door of a Room you control": one of two deeds,
/// which you choose (608.2d).
pub(super) fn or_another(p: &mut Parser<'_>, start: usize, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("or")?;
    let yours = p.scope.actor.is_none() && p.at_any(&["put a", "unlock a", "return a", "return another", "untap all"]);
    let first = out.pop().filter(|_| yours && out.len() == start);
    let first = first.or_else(|| p.fail("one of two things that you do"))?;
    let (targets, mut other) = (p.scope.targets.len(), Vec::new());
    super::without(p, std::slice::from_ref(&first), |p| super::clause::clause(p, &mut other))?;
    // What is said behind it would be of the one or of both.
    if p.scope.targets.len() != targets || other.len() != 1 || !p.at_stop() {
        return p.fail("one thing to do and the end of the sentence");
    }
    let modes = vec![Mode::plain(vec![first]), Mode::plain(other)];
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}

/// "choose first strike, vigilance, or lifelink. Creatures you control gain that ability until end of turn.": one of these abilities.
pub(super) fn ability_of_choice(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("choose")?;
    let one = |p: &mut Parser<'_>| continuous::abilities_one(p).filter(|mods| mods.len() == 1);
    let all = p.list("or", one).filter(|all| all.len() > 1)?;
    p.expect(".")?;
    let what = selector::subjects(p).filter(|picked| !picked.players)?.selector;
    p.eat_any(&["gain that ability", "gains that ability"])?;
    let duration = duration::duration(p)?;
    let gains = |mods: Vec<Modification>| {
        let effects = vec![Continuous::Modify { what: what.clone(), mods }];
        Mode::plain(vec![Instruction::Effect { effects, duration: duration.clone() }.into()])
    };
    let modes = all.into_iter().map(gains).collect();
    out.push(emit(p, Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }));
    Some(())
}

/// "Simultaneously untap all tapped creatures and tap all untapped creatures."
pub(super) fn turned_at_once(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    (p.scope.actor.is_none() && p.at("simultaneously untap")).then(|| p.advance())?;
    crate::grammar::instruction::moves::at_once(p, out)
}

/// What stands before a verb and changes nothing of what is done. "If X is 10 or more, also create …": that comes to what was done
/// before anyhow. "Leave the chosen cards in your graveyard and put the rest into your hand": nothing is done with those.
pub(super) fn before_the_verb(p: &mut Parser<'_>) -> Option<()> {
    if p.at_any(&["also create", "also regenerate"]) {
        p.advance();
    }
    if !p.at("leave the chosen cards in your graveyard and put the rest") {
        return Some(());
    }
    if p.scope.latest(|r| r.verb == Some("chosen") && r.sort == Sort::Card).is_none() {
        return p.fail("cards chosen before");
    }
    p.expect("leave the chosen cards in your graveyard and")
}
