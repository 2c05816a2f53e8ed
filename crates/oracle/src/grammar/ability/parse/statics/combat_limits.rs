//! How many can attack or block, and whom alone (508.1c, 509.1b).

use lawmage_ir::{Continuous, Prohibition, Selector, THIS, Who};

use super::Rule;
use crate::parse::Parser;

/// "No more than one creature can attack each combat.", "No more than two creatures can attack you each combat." (508.1c, 509.1b)
pub(super) fn at_most(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("no more than")?;
    let most = u32::try_from(p.number()?).ok()?;
    p.eat_any(&["creatures can", "creature can"])?;
    if let Some(whom) = p.attempt(|p| {
        let you = p.eat_any(&["attack you", "attack ~"])? == 0;
        p.expect("each combat").map(|()| if you { Selector::Players(Who::You) } else { THIS })
    }) {
        return Some(Rule::one(Continuous::Cant(Prohibition::AttackersMaxAt(whom, most))));
    }
    let cant = match p.eat_any(&["attack each combat", "block each combat"])? {
        0 => Prohibition::AttackersMax(Who::All, most),
        _ => Prohibition::BlockersMax(Who::All, most),
    };
    Some(Rule::one(Continuous::Cant(cant)))
}

/// "Each player may attack only the nearest opponent in the chosen direction and planeswalkers controlled by that opponent."
pub(super) fn nearest(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("each player may")?;
    crate::grammar::prohibition::only_nearest(p).map(|cant| Rule::one(Continuous::Cant(cant)))
}
