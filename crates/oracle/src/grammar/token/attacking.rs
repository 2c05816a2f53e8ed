//! Tokens that attack a player as they are created (508.4).

use lawmage_ir::{Arrival, Selector, TokenSpec};

use crate::grammar::instruction::moves::attacked;
use crate::grammar::modification::exceptions;
use crate::grammar::selector;
use crate::parse::Parser;

/// "token that's a copy of ~ tapped and attacking that player, except it isn't legendary": the token attacks (508.4).
pub(super) fn copy_attacking(p: &mut Parser<'_>, arrival: &mut Arrival) -> Option<TokenSpec> {
    p.eat_any(&["token that's a copy of", "tokens that are copies of"])?;
    let Selector::Ref(of) = selector::one(p)?.selector else { return p.fail("one object") };
    let mut enters = arrival.clone();
    enters.tapped |= p.eat_any(&["tapped and attacking", "attacking"])? == 0;
    enters.attacking = true;
    p.at_any(&["that player", "that opponent"]).then_some(())?;
    attacked(p, &mut enters)?;
    *arrival = enters;
    let mods = exceptions(p).unwrap_or_default();
    Some(TokenSpec::Copy(Selector::Ref(of), mods))
}
