//! What happens to the one player who has the most of something: "the player with the most life gains control of this creature".

use lawmage_ir::{Clause, Continuous, Modification, Selector};

use crate::grammar::condition::superlative::{most_of, number_of};
use crate::grammar::selector;
use crate::parse::{Handle, Parser};

/// Behind "if a player has more life than each other player": that player is who has the most.
pub(super) fn gains_control(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the player")?;
    let number = match p.eat_any(&["with the most", "who has the most", "who controls the most"])? {
        2 => number_of(p, true)?,
        _ => number_of(p, false)?,
    };
    let most = most_of(&number);
    let said = p.scope.latest(|r| r.handle == Handle::Who(most.clone()));
    said.or_else(|| p.fail("that one player has the most"))?;
    p.expect("gains control of")?;
    let picked = selector::one(p)?;
    if picked.players || matches!(picked.selector, Selector::Choose(_)) {
        return p.fail("a permanent");
    }
    let mods = vec![Modification::Controller(most)];
    super::clause::effect(p, vec![Continuous::Modify { what: picked.selector, mods }], out)
}
