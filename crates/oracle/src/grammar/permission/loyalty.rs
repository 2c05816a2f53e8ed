//! When, and how often, loyalty abilities may be activated (606.3), read and said.

use lawmage_ir::{Permission, Ref, Selector, Test, Who};

use crate::grammar::noun;
use crate::grammar::prohibition::Said;
use crate::grammar::selector::Quant;
use crate::parse::Parser;
use crate::print::{Phrase, Printer};

/// "You may activate her loyalty abilities any time you could cast an instant.", "You may activate the loyalty abilities of
/// planeswalkers you control twice each turn rather than only once."
pub(super) fn loyalty(p: &mut Parser<'_>) -> Option<Permission> {
    if p.eat("once during each of your turns , you may activate an additional loyalty ability of ~") {
        return Some(Permission::LoyaltyMore(Selector::Ref(Ref::This)));
    }
    p.expect("you may activate")?;
    if let Some(permission) = p.attempt(|p| {
        let what = twice(p)?;
        p.expect("each turn rather than only once")?;
        Some(Permission::LoyaltyTwice(what))
    }) {
        return Some(permission);
    }
    p.eat_any(&["her", "his", "its", "their", "~ 's"])?;
    // On any player's turn, too (606.3).
    p.expect("loyalty abilities any time you could cast an instant")?;
    Some(Permission::LoyaltyAnyTime(Selector::Ref(Ref::This)))
}

/// "You may activate the loyalty abilities of planeswalkers you control twice this turn rather than only once.", as an effect.
pub(crate) fn twice_this_turn(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("you may activate")?;
    let what = twice(p)?;
    p.expect("this turn rather than only once")?;
    Some(Permission::LoyaltyTwice(what))
}

fn twice(p: &mut Parser<'_>) -> Option<Selector> {
    p.expect("the loyalty abilities of")?;
    let noun = noun::noun(p)?;
    let yours = noun.filter.test.conjuncts().contains(&Test::Controlled(Who::You));
    if !noun.plural || !yours {
        return p.fail("planeswalkers you control");
    }
    p.expect("twice")?;
    Some(Selector::All(noun.filter))
}

impl Printer<'_> {
    /// "You may activate the loyalty abilities of planeswalkers you control twice each turn rather than only once."
    pub(super) fn loyalty_twice(&mut self, what: &Selector) -> Said {
        let of = self.those_of(what, Quant::Bare);
        let verb = format!("may activate the loyalty abilities of {of} twice each turn rather than only once");
        Said::plain(Phrase::you(), verb)
    }

    /// "Once during each of your turns, you may activate an additional loyalty ability of ~."
    pub(super) fn loyalty_more(&mut self) -> Said {
        let verb = format!("may activate an additional loyalty ability of {}", self.own_name());
        Said::plain(Phrase::many("once during each of your turns, you"), verb)
    }
}
