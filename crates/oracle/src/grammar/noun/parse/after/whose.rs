//! What is said of the controller of a permanent, and of who protects a battle.

use lawmage_ir::{Condition, Kind, Ref, Test, Who};

use super::relative::dealt_damage;
use crate::grammar::noun::Noun;
use crate::parse::Parser;

/// "whose controller was dealt combat damage by ~ this turn": who was, as it is asked of players.
pub(super) fn whose_controller(p: &mut Parser<'_>) -> Option<Test> {
    if let Some(has) = p.attempt(|p| {
        p.expect("whose controller")?;
        p.at_any(&["has", "controls"]).then_some(())?;
        crate::grammar::condition::of_tested(p)
    }) {
        return Some(Test::Controlled(Who::Such(Box::new(Who::All), Box::new(has))));
    }
    let combat = p.eat_any(&["whose controller was dealt combat damage", "whose controller was dealt damage"])? == 0;
    let dealt = dealt_damage(p, combat.then_some(true))?;
    if !matches!(dealt, Test::Did(..)) {
        return p.fail("this turn");
    }
    let dealt = Condition::Is(Ref::It, dealt);
    Some(Test::Controlled(Who::Such(Box::new(Who::All), Box::new(dealt))))
}

/// "they protect", "that player protects", of battles (310.8).
pub(super) fn protected(p: &mut Parser<'_>, noun: &Noun) -> Option<Test> {
    let battle = Test::Type(lawmage_ir::CardType::Battle);
    if noun.filter.kind != Kind::Permanent || !noun.filter.test.conjuncts().contains(&battle) {
        return None;
    }
    let who = if p.eat("they") { p.scope.they()? } else { crate::grammar::player::relation(p)? };
    p.eat_any(&["protect", "protects"])?;
    Some(Test::Protected(who))
}

/// "or that has mana value 3 or less", behind "that's an artifact".
pub(super) fn or_has(p: &mut Parser<'_>, noun: &mut Noun, is: Test) -> Test {
    let has = p.attempt(|p| {
        p.expect("or that has")?;
        crate::grammar::noun::with::quality(p, noun)
    });
    match has {
        Some(has) => Test::Or(vec![is, has]),
        None => is,
    }
}
