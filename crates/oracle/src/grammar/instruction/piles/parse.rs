//! "An opponent separates those cards into two piles. Put one pile into your hand and the other into your graveyard."

use lawmage_ir::{Cause, Clause, Destination, Instruction, Piles, Ref, Selector, Slot, Who};

use super::called;
use crate::grammar::effect::{emit, mention};
use crate::grammar::instruction::moves;
use crate::grammar::{player, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Who chooses a pile, and what is done.
type Chosen = (Who, Vec<Clause>);

/// Reads a separation, and the sentence or two that say what becomes of the piles: a separation by itself is no effect.
pub(crate) fn piles(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let by = separator(p)?;
    separated(p, by, out)
}

/// What is separated into which piles, and what becomes of them.
fn separated(p: &mut Parser<'_>, by: Who, out: &mut Vec<Clause>) -> Option<()> {
    let picked = selector::objects(p)?;
    if picked.players || matches!(picked.selector, Selector::Choose(_) | Selector::Players(_)) {
        return p.fail("what is separated");
    }
    if selector::lacks_zone(&picked.selector) {
        return p.fail("where the cards are");
    }
    p.expect("into")?;
    let face_down = p.eat_any(&["two piles", "a face-down pile and a face-up pile"])? == 1;
    p.expect(".")?;
    // "That player" is who controls what is separated, where the sentence names one.
    let actor = p.scope.actor.take();
    let (chosen, other) = (p.scope.slot(), p.scope.slot());
    let slots = [chosen, other];
    let read = p
        .attempt(|p| one_and_the_other(p, slots))
        .or_else(|| p.attempt(|p| all_from_one(p, slots)))
        .or_else(|| p.attempt(|p| chosen_by_another(p, slots)))
        .or_else(|| p.attempt(|p| sacrificed(p, &picked.selector, slots)))
        .or_else(|| p.attempt(|p| destroyed(p, &picked.selector, slots)))
        .or_else(|| p.attempt(|p| of_choice(p, slots)));
    p.scope.actor = actor;
    let (chooser, then) = read?;
    let piles = Piles { what: picked.selector, face_down, by, chooser, chosen, other, then };
    out.push(emit(p, Instruction::Piles(Box::new(piles))));
    // "The rest" are in one pile or the other.
    p.scope.group = None;
    p.scope.taken.clear();
    Some(())
}

/// Who separates: you, in the imperative; or who has just looked at what is separated.
fn separator(p: &mut Parser<'_>) -> Option<Who> {
    if let Some(verb) = p.eat_any(&["separates", "separate"]) {
        return match p.scope.actor.clone() {
            None if verb == 1 => Some(Who::You),
            Some(who) if !who.is_group() => Some(who),
            _ => p.fail("who separates"),
        };
    }
    let who = one(p)?;
    p.expect("separates")?;
    Some(who)
}

/// One player who does it: "an opponent", "that player", "target opponent".
fn one(p: &mut Parser<'_>) -> Option<Who> {
    if p.eat("an opponent") {
        return Some(Who::Opponents);
    }
    let who = player::who(p)?;
    if who.is_group() {
        return p.fail("one player");
    }
    player::mention(p, &who);
    Some(who)
}

/// "put one pile into your hand and the other into your graveyard".
fn one_and_the_other(p: &mut Parser<'_>, slots: [Slot; 2]) -> Option<Chosen> {
    p.expect("put one pile")?;
    Some((Who::You, both_put(p, slots)?))
}

/// "put all cards from the pile of your choice onto the battlefield under your control and the rest into their owners' graveyards".
fn all_from_one(p: &mut Parser<'_>, [chosen, other]: [Slot; 2]) -> Option<Chosen> {
    p.expect("put all cards from the pile of your choice")?;
    let first = moves::destination(p)?;
    p.expect("and the rest")?;
    let second = moves::destination(p)?;
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    Some((Who::You, vec![moved(p, chosen, first, Cause::Put), moved(p, other, second, Cause::Put)]))
}

/// "an opponent chooses one of those piles. Put that pile into your hand and the other into your graveyard."
fn chosen_by_another(p: &mut Parser<'_>, slots: [Slot; 2]) -> Option<Chosen> {
    let chooser = one(p)?;
    if chooser == Who::You {
        return p.fail("another player");
    }
    p.eat_any(&["chooses one of those piles", "chooses one of the piles"])?;
    p.expect(".")?;
    p.expect("put that pile")?;
    Some((chooser, both_put(p, slots)?))
}

fn both_put(p: &mut Parser<'_>, [chosen, other]: [Slot; 2]) -> Option<Vec<Clause>> {
    let first = moves::destination(p)?;
    p.expect("and the other")?;
    let second = moves::destination(p)?;
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    let all = vec![moved(p, chosen, first, Cause::Put), moved(p, other, second, Cause::Put)];
    // "for each card put into your graveyard this way"
    let buried = |clause: &&Clause| matches!(clause.does, Instruction::Move { to: Destination::Graveyard, .. });
    if let Some(clause) = all.iter().find(buried) {
        let cards = Referent { plural: true, ..Referent::new(Handle::Clause(0), Sort::Card) };
        mention(p, clause, Some(cards), "put");
    }
    Some(all)
}

fn moved(p: &mut Parser<'_>, pile: Slot, to: Destination, cause: Cause) -> Clause {
    emit(p, Instruction::Move { what: Selector::slot(pile), to, cause })
}

/// "that player sacrifices all permanents in the pile of their choice".
fn sacrificed(p: &mut Parser<'_>, what: &Selector, [chosen, _]: [Slot; 2]) -> Option<Chosen> {
    let who = one(p)?;
    // What others control they could not sacrifice (701.17a).
    if who == Who::You || who == Who::Opponents {
        return p.fail("the player who controls them");
    }
    p.expect("sacrifices all")?;
    p.expect(called(what)?)?;
    p.expect("in the pile of their choice")?;
    let does = Instruction::Sacrifice { who: who.clone(), what: Selector::slot(chosen) };
    Some((who, vec![emit(p, does)]))
}

/// "destroy all creatures in the pile of that player's choice. They can't be regenerated."
fn destroyed(p: &mut Parser<'_>, what: &Selector, [chosen, _]: [Slot; 2]) -> Option<Chosen> {
    p.expect("destroy all")?;
    p.expect(called(what)?)?;
    p.expect("in the pile of")?;
    let chooser = player::possessive(p)?;
    if chooser.is_group() && chooser != Who::Opponents {
        return p.fail("one player");
    }
    p.expect("choice")?;
    let no_regeneration = p.eat(". they can't be regenerated");
    let does = Instruction::Destroy { what: Selector::Ref(Ref::Slot(chosen)), no_regeneration };
    Some((chooser, vec![emit(p, does)]))
}

/// "exile the pile of an opponent's choice and return the other to the battlefield".
fn of_choice(p: &mut Parser<'_>, [chosen, other]: [Slot; 2]) -> Option<Chosen> {
    p.expect("exile the pile of")?;
    let chooser = player::possessive(p)?;
    if chooser.is_group() && chooser != Who::Opponents {
        return p.fail("one player");
    }
    p.expect("choice and return the other")?;
    let to = moves::destination(p)?;
    let first = moved(p, chosen, Destination::Exile { linked: None, face_down: false }, Cause::Exile);
    Some((chooser, vec![first, moved(p, other, to, Cause::Return)]))
}
