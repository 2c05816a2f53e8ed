//! Durations (611.2).

use lawmage_ir::{Condition, Duration, Ref, Status, Test, Who};

use super::table::{FIXED, OWNED};
use crate::grammar::{condition, player, reference, words};
use crate::parse::{Parser, Sort};

/// By what an additional combat phase is found (500.8): no pronoun means it.
pub(crate) const ADDED_COMBAT: &str = "added combat";

/// "until end of turn", "this turn", "for as long as …".
pub fn duration(p: &mut Parser<'_>) -> Option<Duration> {
    p.attempt(|p| {
        if let Some(fixed) = FIXED.iter().find(|row| p.eat(row.lasts) || p.eat(row.rule)) {
            return Some(fixed.is.clone());
        }
        if p.at("that combat")
            && let Some(phase) = p.scope.latest(|r| r.verb == Some(ADDED_COMBAT))
        {
            p.eat("that combat");
            p.eat("phase");
            return phase.clause().map(|phase| Duration::ExtraCombat(p.scope.bind(phase)));
        }
        if p.eat("until the end of turn") {
            return Some(Duration::EndOfTurn);
        }
        // A step has begun as it comes (503.1).
        if p.eat("until your next upkeep") {
            return Some(Duration::UntilNextUpkeep(Who::You));
        }
        if let Some(owned) = OWNED.iter().find_map(|row| {
            p.attempt(|p| {
                p.expect(row.before)?;
                let whose = player::possessive(p)?;
                (p.eat(row.behind) || p.eat_text(&words::plural(row.behind))).then_some(())?;
                Some((row.is)(whose))
            })
        }) {
            return Some(owned);
        }
        if p.eat("until you exile another card with ~") {
            return Some(Duration::UntilExilesWith(p.scope.face.exiled()));
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
        if let Some(it) = p.attempt(|p| {
            p.expect("until")?;
            let it = reference::reference(p)?;
            Some(match p.eat_any(&["leaves the battlefield", "is cast from exile"])? {
                0 => Duration::UntilLeaves(it),
                _ => Duration::UntilCast(it),
            })
        }) {
            return Some(it);
        }
        // Each of several for itself: what is no longer that object is let go anyway (400.7).
        if let Some(()) = p.attempt(|p| {
            p.eat_any(&["for as long as", "as long as"])?;
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
    // "it's goaded for as long as they control it"
    if let Some(held) = p.attempt(|p| {
        p.eat_any(&["they control", "that player controls"])?;
        let who = p.scope.they().filter(|who| !who.is_group())?;
        let it = reference::reference(p)?;
        Some(Condition::Is(it, Test::Controlled(who)))
    }) {
        return Some(held);
    }
    // "For as long as this Equipment remains attached to it, …"
    if let Some(it) = p.attempt(|p| {
        p.expect("~ remains attached to")?;
        reference::reference(p)
    }) {
        return Some(Condition::Is(it, Test::HasAttached(Box::new(Test::Is(Ref::This)))));
    }
    // "Each of those lands is a creature for as long as it has a counter on it": each for itself.
    if p.at_any(&["it has", "it's"])
        && p.scope.latest(|r| r.sort != Sort::Player && !r.hidden).is_some_and(|r| r.plural)
    {
        return p.fail("how long for each of them");
    }
    if p.eat("you control ~") {
        let mut all = vec![
            Condition::InZone(Ref::This, lawmage_ir::ZoneSet::BATTLEFIELD),
            Condition::Is(Ref::This, Test::Controlled(Who::You)),
        ];
        if p.eat("and ~ remains tapped") {
            all.push(Condition::Is(Ref::This, Test::Status(Status::Tapped)));
        }
        return Some(Condition::And(all));
    }
    condition(p)
}
