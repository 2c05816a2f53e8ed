//! "half the creatures they control, rounded up".

use lawmage_ir::{Amount, Choice, Filter, Kind, Selector, Test};

use crate::grammar::noun;
use crate::grammar::selector::Picked;
use crate::parse::{Handle, Parser};

/// Half of the permanents that who acts controls, chosen by them (107.1a).
pub(super) fn half_of_ones_own(p: &mut Parser<'_>) -> Option<Picked> {
    let own = Test::Controlled(p.scope.actor_here());
    half_of(p, |filter| filter.test.conjuncts().contains(&own))
}

/// Half of the permanents that a player controls, chosen by who acts (608.2d).
pub(super) fn half_of_a_players(p: &mut Parser<'_>) -> Option<Picked> {
    half_of(p, |filter| filter.test.conjuncts().iter().any(|test| matches!(test, Test::Controlled(_))))
}

fn half_of(p: &mut Parser<'_>, whose: impl Fn(&Filter) -> bool) -> Option<Picked> {
    p.expect("half the")?;
    let by = p.scope.actor_here();
    let noun = noun::noun(p)?;
    let chooses = noun.chooser.as_ref().is_none_or(|who| *who == by);
    if !noun.plural || noun.filter.kind != Kind::Permanent || noun.limit.is_some() || noun.random || !chooses {
        return p.fail("permanents");
    }
    if !whose(&noun.filter) {
        return p.fail("permanents that a player controls");
    }
    let up = p.attempt(crate::grammar::amount::rounded_up).or_else(|| rounded_at_the_end(p))?;
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

/// "Return half the creatures they control to their owner's hand, rounded up": how it is rounded is said at the end.
fn rounded_at_the_end(p: &mut Parser<'_>) -> Option<bool> {
    let sentence = (0..).take_while(|n| p.peek_at(*n).is_some_and(|token| &*token.text != "."));
    let ahead = sentence.into_iter().find(|n| p.word_at(*n) == "," && p.word_at(*n + 1) == "rounded")?;
    let from = p.pos() + ahead;
    p.read_ahead(from, from, crate::grammar::amount::rounded_up)
}
