//! What things are attached to, and that cards were drawn.

use lawmage_ir::{Condition, EventPattern, Filter, Kind, Ref, Test, Who, Zone, ZoneSet};

use crate::grammar::noun::Noun;
use crate::grammar::{reference, test, token};
use crate::parse::Parser;

/// That a card was drawn this turn, by whomever (121).
pub(crate) fn drawn_this_turn() -> Test {
    let drawn = EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::Is(Ref::It)),
        from: ZoneSet::of(Zone::Library),
        to: ZoneSet::of(Zone::Hand),
        cause: Some(lawmage_ir::Cause::Draw),
        by: None,
    };
    Test::Did(Box::new(drawn), lawmage_ir::Span::ThisTurn)
}

/// "was discarded or put there from a library this turn", "wasn't put there this combat", of a card in a graveyard.
pub(super) fn how_put_there(p: &mut Parser<'_>, _: &Noun) -> Option<Test> {
    let put = |from: ZoneSet, cause| EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::Is(Ref::It)),
        from,
        to: ZoneSet::of(Zone::Graveyard),
        cause,
        by: None,
    };
    let ways = ["that was discarded or put there from a library this turn", "that wasn't put there this combat"];
    Some(match p.eat_any(&ways)? {
        0 => {
            let discarded = put(ZoneSet::of(Zone::Hand), Some(lawmage_ir::Cause::Discard));
            let either = EventPattern::Or(vec![discarded, put(ZoneSet::of(Zone::Library), None)]);
            Test::Did(Box::new(either), lawmage_ir::Span::ThisTurn)
        }
        _ => Test::not(Test::Did(Box::new(put(ZoneSet::ANYWHERE, None)), lawmage_ir::Span::ThisCombat)),
    })
}

/// "attached to it", "attached to target land", "attached to a creature".
pub(crate) fn attached(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("attached to")?;
    // A player is no permanent, and is their own controller.
    if p.eat("you") {
        let you = Test::all([Test::Player, Test::Controlled(Who::You)]);
        let host = Ref::Host(Box::new(Ref::It));
        return Some(Test::If(Box::new(Condition::Is(host, you))));
    }
    if p.at_any(&["that player", "them"])
        && let Some(who) = p.attempt(|p| if p.eat("them") { p.scope.they() } else { crate::grammar::player::who(p) })
        // Of several who each do something it may be another player who is meant.
        && who != Who::Ref(Ref::Each)
    {
        return Some(Test::AttachedTo(Ref::Players(Box::new(who))));
    }
    if p.at("target") {
        return token::attached_to_one(p).map(Test::AttachedTo);
    }
    // "A Curse attached to enchanted player … to that player": whom it enchants.
    if p.at("enchanted player")
        && let Some(host) = p.attempt(reference::reference)
    {
        p.scope.mention(crate::parse::Referent::player(Who::Ref(host.clone())));
        return Some(Test::AttachedTo(host));
    }
    p.first(&[|p| reference::reference(p).map(Test::AttachedTo), test::attached_to])
}

/// After "that": "was attached to ~", as that last existed (608.2h): said of what has left.
pub(crate) fn was_attached(p: &mut Parser<'_>) -> Option<Test> {
    p.eat_any(&["was attached to", "were attached to"])?;
    let host = reference::referent(p)?;
    host.before.clone().or_else(|| p.scope.reference(&host.handle)).map(Test::AttachedTo)
}

/// After "that": "could enchant that creature", of Auras.
pub(super) fn could_enchant(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("could enchant")?;
    reference::reference(p).map(Test::CouldEnchant)
}
