//! How a permanent arrives (110.2, 110.5, 508.4, 509.4).

use lawmage_ir::{Arrival, Ref, Selector, Who};

use crate::grammar::{player, reference};
use crate::parse::Parser;

/// After "onto the battlefield": how it arrives.
pub fn arrival(p: &mut Parser<'_>) -> Option<Arrival> {
    let mut arrival = Arrival::default();
    loop {
        if p.eat("tapped and attacking") {
            arrival.tapped = true;
            arrival.attacking = true;
            p.attempt(|p| super::attacked(p, &mut arrival));
        } else if p.eat("attacking") {
            arrival.attacking = true;
        } else if p.eat("blocking") {
            arrival.blocking = Some(reference::reference(p)?); // 509.4
        } else if p.eat("tapped and transformed") {
            (arrival.tapped, arrival.transformed) = (true, true);
        } else if p.eat("tapped") {
            arrival.tapped = true;
        } else if p.eat("transformed") || p.eat("converted") {
            arrival.transformed = true; // 712.14a, as 701.50a has it
        } else if p.eat("face down") {
            arrival.face_down = true;
        } else if p.eat("under your control") {
            arrival.controller = Some(Who::You);
        } else if p.eat_any(crate::grammar::zone::UNDER_OWNERS).is_some() {
            arrival.controller = Some(Who::Owner(Box::new(Ref::It)));
        } else if p.scope.lets_choose_opponent && p.eat("under an opponent 's control") {
            arrival.controller = Some(Who::Opponents); // Who it is, is chosen first.
        } else if let Some(who) = p.attempt(|p| {
            p.expect("under the control of")?;
            player::relation(p).filter(|who| matches!(who, Who::Owner(_) | Who::Controller(_)))
        }) {
            arrival.controller = Some(who);
        } else if p.eat("under their control") {
            arrival.controller = Some(p.scope.they()?);
        } else if let Some(who) = p.attempt(|p| {
            p.expect("under")?;
            let who = player::possessive(p)?;
            p.expect("control").map(|()| who)
        }) {
            // One player, not each of several.
            arrival.controller = Some(who).filter(|who| !who.is_group());
            arrival.controller.as_ref()?;
        } else if p.eat("with") {
            arrival.counters.extend(super::with::each_kind(p)?);
        } else if p.eat("attached to") {
            // 303.4d
            arrival.attached_to = Some(match p.eat("you") {
                true => Selector::Players(Who::You),
                // One that is chosen first, as the player who may be.
                false if p.scope.lets_choose_opponent && p.at_any(&["a", "an"]) => {
                    match crate::grammar::selector::one(p)?.selector {
                        chosen @ Selector::Choose(_) => chosen,
                        _ => return p.fail("one object"),
                    }
                }
                false => Selector::Ref(crate::grammar::token::attached_to_one(p)?),
            });
        } else if p.eat("as a copy of") {
            return None;
        } else if p.eat("and") && p.at("attacking") {
            continue;
        } else {
            if p.last().is_some_and(|t| &*t.text == "and") {
                p.go_back_to(p.pos().saturating_sub(1));
            }
            return Some(arrival);
        }
    }
}
