//! "half the creatures they control, rounded up".

use lawmage_ir::{Amount, Choice, Kind, Selector, Test};

use crate::grammar::noun;
use crate::grammar::selector::Picked;
use crate::parse::{Handle, Parser};

/// Half of the permanents that who acts controls, chosen by them (107.1a).
pub(super) fn half_of(p: &mut Parser<'_>) -> Option<Picked> {
    p.expect("half the")?;
    let by = p.scope.actor_here();
    let noun = noun::noun(p)?;
    let own = Test::Controlled(by.clone());
    let chooses = noun.chooser.as_ref().is_none_or(|who| *who == by);
    if !noun.plural || noun.filter.kind != Kind::Permanent || noun.limit.is_some() || noun.random || !chooses {
        return p.fail("permanents");
    }
    if !noun.filter.test.conjuncts().contains(&own) {
        return p.fail("permanents that they control");
    }
    let up = crate::grammar::amount::rounded_up(p)?;
    let referent = noun.referent(Handle::Clause(0));
    let from = Selector::All(noun.filter);
    let half = Amount::Divide { of: Box::new(Amount::Count(Box::new(from.clone()))), by: 2, up };
    let choice = Choice { by, from, min: half.clone(), max: Some(half), limit: None, random: false };
    Some(Picked {
        selector: Selector::Choose(Box::new(choice)),
        referent: Some(referent),
        players: false,
        plural: true,
    })
}
