//! Whom what comes onto the battlefield attacks (508.4).

use lawmage_ir::{Arrival, Ref, Who};

use crate::grammar::reference;
use crate::parse::{Handle, Parser, Sort};

/// After "attacking": "that player", "that player or a planeswalker they control", "the player or planeswalker it's attacking".
pub fn attacked(p: &mut Parser<'_>, arrival: &mut Arrival) -> Option<()> {
    // "Whenever a player attacks one of your opponents, …": that opponent is whom they attack.
    let attacker = p.scope.latest(|r| r.sort == Sort::Player && r.verb == Some("attacked"));
    if attacker.is_some() && p.at("that opponent") {
        let whom = Ref::Event(lawmage_ir::Role::Object);
        let handles = [Handle::Ref(whom.clone()), Handle::Who(Who::Ref(whom.clone()))];
        p.scope.latest(|r| r.sort == Sort::Player && handles.contains(&r.handle))?;
        p.expect("that opponent")?;
        arrival.attacks = Some(whom);
        return Some(());
    }
    if p.eat_any(&["that player", "that opponent"]).is_some() {
        arrival.attacks = match reference::player(p)? {
            Who::Ref(player) => Some(player),
            who @ Who::Defending => Some(Ref::Players(Box::new(who))),
            _ => return None,
        };
        arrival.or_planeswalker = p.eat("or a planeswalker they control");
        return Some(());
    }
    if p.eat("defending player") {
        arrival.attacks = Some(Ref::Players(Box::new(Who::Defending)));
        arrival.or_planeswalker = p.eat("or a planeswalker they control");
        return Some(());
    }
    let permanents = reference::attacked_permanents(p)?;
    let of = reference::reference(p)?;
    p.eat_any(&["is attacking", "was attacking"])?;
    arrival.attacks = Some(Ref::Attacked(Box::new(of), permanents));
    Some(())
}
