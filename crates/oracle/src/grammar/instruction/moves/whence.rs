//! From where, behind what is moved, and whose step is spoken of then.

use lawmage_ir::{Clause, Destination, Filter, Instruction, Kind, Ref, Selector, Test, Who, Zone, ZoneSet};

use crate::grammar::selector::{self, Picked};
use crate::grammar::zone;
use crate::parse::{Parser, Referent};

/// "from your graveyard" after "this card", where the object must be for the ability to work (113.6), or after "that card", which
/// moves only if it got there; after "those cards", that are the ones there.
pub(super) fn from_where(p: &mut Parser<'_>, selector: &mut Selector) -> Option<()> {
    if let Selector::All(Filter { kind: Kind::Card(at), test }) = selector
        && let Some((zones, whose)) = p.attempt(|p| {
            p.expect("from")?;
            zone::owned_zone(p)
        })
        && (zones != *at || !test.conjuncts().contains(&Test::Owned(whose)))
    {
        return p.fail("where those cards are");
    }
    if let Selector::Ref(of) = selector
        && p.eat("from")
    {
        let (zones, _) = zone::owned_zone(p)?;
        if matches!(of, Ref::Event(_) | Ref::Slot(_)) {
            let there = Test::PutThisWay(of.clone(), zones);
            *selector = selector::those(Selector::Ref(of.clone()), there);
        }
    }
    Some(())
}

/// "… reveals their hand and exiles all cards with the same name as that creature": of that hand.
pub(super) fn from_shown_hand(p: &Parser<'_>, out: &[Clause], all: &mut Selector) {
    let Some(who) = p.scope.actor.as_ref().filter(|who| !who.is_group()) else { return };
    let hand = Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), Test::Owned(who.clone()));
    let shown =
        |clause: &Clause| matches!(&clause.does, Instruction::Reveal { what: Selector::All(all) } if *all == hand);
    if matches!(all, Selector::All(_)) && out.last().is_some_and(shown) {
        selector::fill_zone(all, Zone::Hand, Some(who));
    }
}

/// "Return it to the battlefield under its owner's control at the beginning of their next upkeep": the owner's.
pub(super) fn mention_whose_step(p: &mut Parser<'_>, picked: &Picked, to: &Destination) {
    let Destination::Battlefield(arrival) = to else { return };
    let owners = matches!(&arrival.controller, Some(Who::Owner(of)) if **of == Ref::It) && !picked.plural;
    if let Selector::Ref(of) = &picked.selector
        && owners
        && p.at_any(&["at the beginning of their next", "at the beginning of that player 's next"])
    {
        p.scope.mention(Referent::player(Who::Owner(Box::new(of.clone()))));
    }
}
