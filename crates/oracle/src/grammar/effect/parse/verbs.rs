//! The verbs of what players do, and who reads what follows each.

use lawmage_ir::{Clause, Who};

use super::clause::lemma;
use super::frame::bears_actor;
use crate::grammar::instruction::{actions, cards, face_down, game, library, life, moves, permanents, stack};
use crate::grammar::{mana, token};
use crate::parse::Parser;

/// What follows a verb of what players do.
pub(super) fn verb_of(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    match verb {
        "draw" | "discard" | "mill" => cards::verb(p, verb, out),
        "put" if p.at("onto the battlefield attached to") => moves::onto_attached(p, out),
        "destroy" | "exile" | "return" | "put" | "sacrifice" => moves::verb(p, verb, out),
        "gain" | "lose" | "win" | "get" | "pay" | "redistribute" => life::verb(p, verb, out),
        "give" if p.scope.kind => life::given(p, out),
        // "Give each player a rad counter": they get it.
        "give" => {
            if p.scope.actor.as_ref().is_some_and(|who| *who != Who::You) {
                return p.fail("what you give");
            }
            let whom = crate::grammar::player::who(p)?;
            life::given_to(p, whom, out)
        }
        "search" | "shuffle" | "look" | "reveal" | "scry" | "surveil" | "fateseal" | "play" => {
            library::verb(p, verb, out)
        }
        "create" | "populate" | "investigate" | "incubate" => token::verb(p, verb, out),
        "add" => mana::add(p, out),
        "manifest" | "cloak" | "pair" => face_down::verb(p, verb, out),
        "triple" => permanents::double::triple(p, out),
        "change" if p.attempt_into(out, permanents::base_size::change).is_some() => Some(()),
        "counter" | "copy" | "cast" | "change" => stack::verb(p, verb, out),
        "remove" | "move" | "double" | "distribute" | "proliferate" => life::counters(p, verb, out),
        "prevent" => crate::grammar::replacement::shields::prevented(p, out),
        "planeswalk" | "set" => game::casual(p, verb, out),
        "take" | "venture" | "skip" | "flip" | "roll" | "reroll" | "become" | "end" | "restart" | "choose" | "note"
        | "increase" => game::verb(p, verb, out),
        "open" | "claim" => game::verb(p, verb, out),
        "simultaneously" => moves::at_once(p, out),
        "do" if p.at("the same for") && p.attempt_into(out, super::again_for::chosen).is_some() => Some(()),
        "do" if p.at("the same for") => moves::same_for(p, out),
        "repeat" => super::process::again(p, out),
        // 701.59a
        "forage" => {
            let (who, cost) = (super::actor(p), lawmage_ir::Cost { parts: vec![lawmage_ir::CostPart::forage()] });
            out.push(super::emit(p, lawmage_ir::Instruction::MustPay { who, cost }));
            Some(())
        }
        // 701.57a
        "collect" if p.at("evidence") => {
            p.go_back_to(p.pos().saturating_sub(1));
            let cost = crate::grammar::cost(p)?;
            let who = super::actor(p);
            out.push(super::emit(p, lawmage_ir::Instruction::MustPay { who, cost }));
            Some(())
        }
        "earthbend" | "airbend" | "face" => actions::parse::verb(p, verb, out),
        _ => permanents::verb(p, verb, out),
    }
}

/// A verb of what players do, in either form.
pub(super) fn player_verb(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let start = out.len();
    let verb = lemma(p.word()).to_owned();
    let base = p.word() == verb && verb != "simultaneously";
    let lower = p.peek()?;
    if lower.kind != crate::lex::TokenKind::Word || (!base && p.scope.actor.is_none()) {
        return p.fail("a verb");
    }
    p.advance();
    // Whose verb it is, not of one in what it leads to: "flip a coin. If you lose the flip, each player draws a card".
    let acting = p.scope.actor.clone();
    let several = acting.as_ref().is_some_and(Who::is_group);
    let so_far = if several { p.scope.clause() } else { 0 };
    let outer = std::mem::replace(&mut p.scope.so_far, several.then_some(so_far));
    let done = super::verbs::verb_of(p, &verb, out);
    p.scope.so_far = outer;
    done?;
    if verb == "tap" && p.at(", or untap") {
        return super::several::or_untaps(p, out, start);
    }
    if verb == "put"
        && p.at("or")
        && let Some(all) = p.attempt(|p| {
            let mut all = out.clone();
            super::several::or_gains(p, &mut all, start)?;
            Some(all)
        })
    {
        *out = all;
        return Some(());
    }
    if verb == "put" && p.at("or remove") {
        super::several::or_removes(p, out, start)?;
    }
    // Several players who act where the instruction has no actor: each in turn order (101.4).
    if several && super::several::counters_of_each(p, out, start).is_some() {
        return Some(());
    }
    if several && out.iter().skip(start).any(|c| !bears_actor(&c.does)) {
        let body = out.split_off(start);
        let done = body.last().and_then(|clause| clause.out);
        let clause = super::turn_order::each_in_turn(p, acting.unwrap_or(Who::All), body, so_far);
        p.scope.doers = done;
        out.push(clause);
    } else if several {
        p.scope.doers = out.last().and_then(|clause| clause.out);
    }
    Some(())
}
