//! Durations (611.2).

use lawmage_ir::{Condition, Duration, Ref, Status, Test, Who};

use crate::grammar::{condition, player, reference};
use crate::parse::Parser;

/// "until end of turn", "this turn", "for as long as …".
pub fn duration(p: &mut Parser<'_>) -> Option<Duration> {
    p.attempt(|p| {
        if p.eat("until end of turn") || p.eat("this turn") || p.eat("until the end of turn") {
            return Some(Duration::EndOfTurn);
        }
        if p.eat("until end of combat") || p.eat("this combat") {
            return Some(Duration::EndOfCombat);
        }
        if p.eat("until the end of your next turn") {
            return Some(Duration::EndOfNextTurn(Who::You));
        }
        if p.eat("until your next end step") {
            return Some(Duration::UntilNextEndStep(Who::You));
        }
        if p.eat("until your next turn") {
            return Some(Duration::UntilNextTurn(Who::You));
        }
        if let Some(cost) = p.attempt(|p| {
            p.expect("until you")?;
            crate::grammar::cost(p)
        }) {
            return Some(Duration::UntilPaid(Who::You, cost));
        }
        if p.eat("for the rest of the game") {
            return Some(Duration::Forever);
        }
        if let Some(whose) = p.attempt(|p| {
            p.expect("during")?;
            let whose = player::possessive(p)?;
            p.expect("next untap step")?;
            Some(whose)
        }) {
            return Some(Duration::NextUntapStep(whose));
        }
        if let Some(whose) = p.attempt(|p| {
            p.expect("until")?;
            let whose = player::possessive(p)?;
            p.expect("next turn")?;
            Some(whose)
        }) {
            return Some(Duration::UntilNextTurn(whose));
        }
        if let Some(it) = p.attempt(|p| {
            p.expect("until")?;
            let it = reference::reference(p)?;
            p.expect("leaves the battlefield")?;
            Some(it)
        }) {
            return Some(Duration::UntilLeaves(it));
        }
        // Each of several for itself: what is no longer that object is let go anyway (400.7).
        if let Some(()) = p.attempt(|p| {
            p.expect("for as long as")?;
            reference::referent(p)?;
            p.expect("remain exiled")
        }) {
            return Some(Duration::Forever);
        }
        if p.eat("for as long as") || p.eat("as long as") {
            return while_true(p).map(Duration::While);
        }
        p.fail("a duration")
    })
}

fn while_true(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(holds) = p.attempt(|p| {
        let it = reference::reference(p)?;
        p.expect("remains")?;
        if p.eat("tapped") {
            return Some(Condition::Is(it, Test::Status(Status::Tapped)));
        }
        let zone = match p.eat_any(&["on the battlefield", "exiled"])? {
            0 => lawmage_ir::Zone::Battlefield,
            _ => lawmage_ir::Zone::Exile,
        };
        Some(Condition::InZone(it, lawmage_ir::ZoneSet::of(zone)))
    }) {
        return Some(holds);
    }
    if p.eat("you control ~") {
        return Some(Condition::And(vec![
            Condition::InZone(Ref::This, lawmage_ir::ZoneSet::BATTLEFIELD),
            Condition::Is(Ref::This, Test::Controlled(Who::You)),
        ]));
    }
    condition(p)
}
