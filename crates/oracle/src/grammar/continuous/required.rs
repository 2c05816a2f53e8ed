//! What objects must do "if able" (508.1d, 509.1c), and how they may attack otherwise than they could.

use lawmage_ir::{CardType, Condition, Filter, Kind, Permission, Ref, Requirement, Selector, Test, Who};

use crate::grammar::{noun, player, selector};
use crate::parse::{Handle, Parser};

/// Those among which a requirement finds whom to attack or block.
fn whom(p: &mut Parser<'_>) -> Option<Selector> {
    if let Some(who) = p.attempt(|p| player::relation(p)) {
        return Some(Selector::Players(who));
    }
    selector::one(p).map(|picked| {
        picked.mention(p);
        picked.selector
    })
}

/// Whom something attacks or blocks, which is not itself.
fn other_whom(p: &mut Parser<'_>, subject: &Selector) -> Option<Selector> {
    let said = p.scope.referents.clone();
    p.scope.referents.retain(|r| !matches!(&r.handle, Handle::Ref(r) if Selector::Ref(r.clone()) == *subject));
    let known = p.scope.referents.len();
    let whom = whom(p);
    let new = p.scope.referents.split_off(known);
    p.scope.referents = said;
    p.scope.referents.extend(new);
    whom
}

/// "attack as though it had haste", "attack players who attacked you during their last turn as though it didn't have defender".
pub(super) fn attack_as_though(p: &mut Parser<'_>, what: &Selector) -> Option<Permission> {
    p.expect("attack")?;
    let whom = if p.eat("your opponents and planeswalkers your opponents control") {
        let either = Test::Or(vec![Test::Player, Test::Type(CardType::Planeswalker)]);
        Some(Filter::new(Kind::AnyTarget, Test::all([Test::Controlled(Who::Opponents), either])))
    } else if p.eat("players who attacked you during their last turn") {
        let attacked =
            Condition::AttackedLastTurn { of: Who::Ref(Ref::It), with: None, whom: Some(Who::You), combat: false };
        Some(Filter::new(Kind::Player, Test::If(Box::new(attacked))))
    } else {
        None
    };
    p.expect("as though")?;
    let haste = match p.eat_any(&["it had haste", "they had haste", "those creatures had haste"]) {
        Some(_) => true,
        None if whom.is_some() => {
            p.eat_any(&["it didn't have defender", "they didn't have defender"])?;
            false
        }
        None => return None,
    };
    Some(Permission::AttackAsThough { what: what.clone(), whom, haste })
}

/// What must be blocked while something lasts, which is read after it.
const IN_TIME: [&str; 2] = ["must be blocked this turn", "must be blocked this combat"];

/// "must be blocked by exactly one creature if able", "must be blocked by two or more creatures if able".
fn by_so_many(p: &mut Parser<'_>, subject: &Selector) -> Option<Requirement> {
    p.expect("must be blocked by")?;
    let exactly = p.eat("exactly");
    let least = u32::try_from(p.number()?).ok()?;
    if !exactly {
        p.expect("or more")?;
    }
    p.eat_any(&["creatures", "creature"])?;
    p.expect("if able")?;
    Some(Requirement::BeBlockedBySoMany { what: subject.clone(), least, most: exactly.then_some(least) })
}

/// "attacks each combat if able", "blocks it this turn if able", "must be blocked if able" (508.1d, 509.1c). The "this turn"
/// stays for the duration, unless "if able" follows it.
pub(super) fn must(p: &mut Parser<'_>, subject: &Selector) -> Option<Vec<Requirement>> {
    let what = subject.clone();
    let in_each = p.at("must be blocked each combat this turn") && p.eat("must be blocked each combat");
    if in_each || p.eat("must be blocked if able") || p.at_any(&IN_TIME) && p.eat("must be blocked") {
        return Some(vec![Requirement::BeBlocked(what)]);
    }
    if let Some(so_many) = p.attempt(|p| by_so_many(p, subject)) {
        return Some(vec![so_many]);
    }
    if p.eat("must be blocked by") {
        p.eat_any(&["a", "an"])?;
        let by = noun::filter(p)?;
        p.expect("if able")?;
        return (by.kind == Kind::Permanent).then(|| vec![Requirement::BeBlockedBySuch { what, by, all: false }]);
    }
    let _ = p.eat("must");
    let verb = p.eat_any(&["attacks or blocks", "attack or block", "attacks", "attack", "blocks", "block"])?;
    if matches!(verb, 2 | 3) && p.eat("a player other than you if able") {
        return Some(vec![Requirement::AttackOther { what, not: Selector::Players(Who::You) }]);
    }
    let target =
        if p.at_any(&["each", "this", "if", "until", "during", "that combat"]) && !p.at("if able and") || p.at_stop() {
            None
        } else {
            Some(other_whom(p, subject)?)
        };
    let _ = p.eat("each combat") || p.eat("each turn");
    // "this turn if able": the duration is the sentence's.
    if !p.at_any(&["this turn if able", "this combat if able", "that combat if able", "during"]) {
        p.expect("if able")?;
    }
    Some(match verb {
        0 | 1 => vec![Requirement::Attack { what: what.clone(), whom: None }, Requirement::Block { what, whom: None }],
        2 | 3 => vec![Requirement::Attack { what, whom: target }],
        _ => vec![Requirement::Block { what, whom: target }],
    })
}
