//! What is said of attacking and blocking (506): now, this combat, this turn.

use lawmage_ir::{Condition, EventPattern, Filter, Kind, Ref, Span, Status, Test, Who};

use super::relative::the_tested;
use crate::grammar::{noun, player, reference};
use crate::parse::Parser;

/// "attacking you", "attacking you or a planeswalker you control", "blocking it", "blocked by it".
pub fn combat_modifier(p: &mut Parser<'_>) -> Option<Test> {
    if p.eat("blocked by") {
        return reference::reference(p).map(Test::BlockedBy);
    }
    if p.eat("attacking or blocking") || p.eat("blocking or attacking") {
        return Some(Test::Or(vec![Test::Status(Status::Attacking), Test::Status(Status::Blocking)]));
    }
    let target = |p: &mut Parser<'_>| {
        let (n, _) = p.attempt(|p| crate::grammar::selector::target(p).filter(|(_, noun)| !noun.plural))?;
        Some(Ref::Target(n))
    };
    if p.eat("blocking or blocked by") {
        let it = target(p).or_else(|| reference::reference(p))?;
        return Some(Test::Or(vec![Test::Blocking(it.clone()), Test::BlockedBy(it)]));
    }
    if p.eat("blocking") {
        let blocked = target(p).or_else(|| p.attempt(|p| reference::reference(p)));
        return Some(blocked.map_or(Test::Status(Status::Blocking), Test::Blocking));
    }
    p.expect("attacking")?;
    if p.at("them")
        && p.scope.actor.as_ref().is_some_and(|who| who.is_group() || *who == lawmage_ir::Who::Ref(Ref::Each))
    {
        p.advance();
        let whom = p.scope.they().or_else(|| p.fail("each of several players"))?;
        return Some(Test::Attacking { whom, and_permanents: false });
    }
    let Some(whom) = p.attempt(|p| player::relation(p)) else { return Some(Test::Status(Status::Attacking)) };
    let and_permanents = p.attempt(|p| {
        if p.eat_any(&["and/or planeswalkers they control", "or planeswalkers they control"]).is_some() {
            return Some(());
        }
        p.expect("or a")?;
        p.expect("planeswalker")?;
        player::relation(p)?;
        (p.eat("control") || p.eat("controls")).then_some(())
    });
    Some(Test::Attacking { whom, and_permanents: and_permanents.is_some() })
}

/// How it begins that something fought this object.
pub(super) const FOUGHT_THIS: &[&str] = &["it's blocking", "~ is blocking", "it blocked", "~ blocked"];

/// "it's blocking", "it blocked this combat", of this object.
pub(super) fn what_fought_this(p: &mut Parser<'_>) -> Option<Test> {
    if p.at_any(&["it blocked", "~ blocked"]) { it_blocked(p) } else { blocked_by_this(p) }
}

/// "it's blocking", "~ is blocking", said of what this object blocks (509.1g).
fn blocked_by_this(p: &mut Parser<'_>) -> Option<Test> {
    let named = p.eat_any(&["it's blocking", "~ is blocking"])? == 1;
    let this = named || reference::it_of(p).this;
    if !this || p.at("or") {
        return p.fail("what this blocks");
    }
    Some(Test::BlockedBy(Ref::This))
}

/// "it blocked this combat", of this object, as it was then.
fn it_blocked(p: &mut Parser<'_>) -> Option<Test> {
    let named = p.eat_any(&["it blocked", "~ blocked"])? == 1;
    if !named && !reference::it_of(p).this {
        return p.fail("what this blocked");
    }
    let span = if p.eat("this combat") { Span::ThisCombat } else { p.expect("this turn").map(|()| Span::ThisTurn)? };
    let this = Filter::new(Kind::Object, Test::Is(Ref::This));
    Some(Test::Did(Box::new(EventPattern::Blocks { what: this, whom: Some(the_tested()) }), span))
}

/// Behind "blocked by": "a legendary creature", "one of them".
pub(super) fn other_in_combat(p: &mut Parser<'_>) -> Option<Filter> {
    p.eat_any(&["one of", "any of"]);
    // What was destroyed meanwhile blocked as what it was.
    let said = p.attempt(|p| {
        let said = reference::referent(p)?;
        said.before.or_else(|| p.scope.reference(&said.handle))
    });
    match said {
        Some(it) => Some(Filter::new(Kind::Object, Test::Is(it))),
        None => {
            p.eat_any(&["a", "an"])?;
            noun::filter(p)
        }
    }
}

/// "has the initiative", of players (723).
fn initiative(p: &mut Parser<'_>) -> Option<Test> {
    p.eat_any(&["has the initiative", "have the initiative"])?;
    Some(Test::If(Box::new(Condition::Initiative(Who::Ref(Ref::It)))))
}

/// "didn't attack or enter this turn", "blocked ~ this turn", "has the initiative".
pub(super) fn in_this_turn(p: &mut Parser<'_>) -> Option<Test> {
    if let Some(test) = p.attempt(initiative) {
        return Some(test);
    }
    if p.eat("didn't attack or enter this turn") {
        return Some(super::relative::neither_attacked_nor_entered());
    }
    p.expect("blocked ~ this turn")?;
    let whom = Some(Filter::new(Kind::Object, Test::Is(Ref::This)));
    Some(Test::Did(Box::new(EventPattern::Blocks { what: the_tested(), whom }), Span::ThisTurn))
}

/// "dealt damage to you", "dealt combat damage to that creature".
pub(super) fn dealt_damage_to(p: &mut Parser<'_>) -> Option<EventPattern> {
    let combat = p.eat("dealt combat damage to");
    if !combat {
        p.eat("dealt damage to");
    }
    let to = match p.attempt(player::relation) {
        Some(who) => crate::grammar::event::player_filter(who),
        None => Filter::new(Kind::Object, Test::Is(reference::reference(p)?)),
    };
    Some(EventPattern::Damage { by: the_tested(), to, combat: combat.then_some(true) })
}
