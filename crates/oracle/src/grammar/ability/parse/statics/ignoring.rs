//! Effects that players may take an action to ignore (116.2d).

use lawmage_ir::{Ability, Continuous, Cost, Prohibition, Ref, StaticAbility, Who};

use crate::parse::Parser;

/// "Any player may pay {2} for that player to ignore this effect until end of turn." (116.2d)
pub(super) fn ignored(p: &mut Parser<'_>, before: Option<&Ability>) -> Option<(Who, Cost)> {
    let by = if p.eat("that player may") {
        // Whom the effect is about.
        p.go_back_to(p.pos() - 1);
        let Some(Ability::Static(StaticAbility { effects, .. })) = before else { return p.fail("an effect before") };
        match effects.first() {
            Some(Continuous::Cant(Prohibition::PlayLand(who @ Who::Such(..), _))) => who.clone(),
            _ => return p.fail("what players can't do"),
        }
    } else if p.eat("that creature 's controller") {
        Who::Controller(Box::new(Ref::Host(Box::new(Ref::This))))
    } else {
        crate::grammar::player::relation(p)?
    };
    p.expect("may")?;
    let actor = p.scope.actor.replace(by.clone());
    let cost = crate::grammar::cost(p);
    p.scope.actor = actor;
    p.eat("of their choice");
    p.eat("for that player");
    p.expect("to ignore this effect until end of turn")?;
    Some((by, cost?))
}
