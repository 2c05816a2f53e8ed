//! How many cards a player may keep (402.2), and how often they vote.

use lawmage_ir::{Permission, Who};

use crate::parse::Parser;

pub(super) fn hand_size(p: &mut Parser<'_>) -> Option<Permission> {
    if let Some(votes) = p.attempt(crate::grammar::instruction::votes::parse::more) {
        return Some(votes);
    }
    let who = match p.eat_any(&[
        "your maximum hand size is",
        "each opponent 's maximum hand size is",
        "each player 's maximum hand size is",
        "the chosen player 's maximum hand size is",
    ])? {
        0 => Who::You,
        1 => Who::Opponents,
        2 => Who::All,
        _ => Who::Chosen(p.scope.face.player?),
    };
    if let Some(which) = p.eat_any(&["reduced by", "increased by"]) {
        let n = p.number()?;
        return Some(Permission::MoreHandSize(who, if which == 0 { -n } else { n }));
    }
    let amount = if p.eat("equal to") { crate::grammar::amount::described(p)? } else { p.amount_word()? };
    Some(Permission::MaxHandSize(who, amount))
}
