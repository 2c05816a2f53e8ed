//! The verbs of what players do, and who reads what follows each.

use lawmage_ir::{Clause, Who};

use crate::grammar::instruction::{actions, cards, face_down, game, library, life, moves, permanents, stack};
use crate::grammar::{mana, token};
use crate::parse::Parser;

/// What follows a verb of what players do.
pub(super) fn verb_of(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    match verb {
        "draw" | "discard" | "mill" => cards::verb(p, verb, out),
        "destroy" | "exile" | "return" | "put" | "sacrifice" => moves::verb(p, verb, out),
        "gain" | "lose" | "win" | "get" | "pay" => life::verb(p, verb, out),
        "give" if p.scope.kind => life::given(p, out),
        // "Give each player a rad counter": they get it.
        "give" => {
            if p.scope.actor.as_ref().is_some_and(|who| *who != Who::You) {
                return p.fail("what you give");
            }
            let whom = crate::grammar::player::who(p)?;
            life::given_to(p, whom, out)
        }
        "search" | "shuffle" | "look" | "reveal" | "scry" | "surveil" | "play" => library::verb(p, verb, out),
        "create" | "populate" | "investigate" | "incubate" => token::verb(p, verb, out),
        "add" => mana::add(p, out),
        "manifest" | "cloak" | "pair" => face_down::verb(p, verb, out),
        "change" if p.attempt_into(out, permanents::base_size::change).is_some() => Some(()),
        "counter" | "copy" | "cast" | "change" => stack::verb(p, verb, out),
        "remove" | "move" | "double" | "distribute" | "proliferate" => life::counters(p, verb, out),
        "prevent" => crate::grammar::replacement::shields::prevented(p, out),
        "planeswalk" | "set" => game::casual(p, verb, out),
        "take" | "venture" | "skip" | "flip" | "roll" | "become" | "end" | "restart" | "choose" | "note" => {
            game::verb(p, verb, out)
        }
        "open" | "claim" => game::verb(p, verb, out),
        "repeat" => super::process::again(p, out),
        "earthbend" | "airbend" | "face" => actions::parse::verb(p, verb, out),
        _ => permanents::verb(p, verb, out),
    }
}
