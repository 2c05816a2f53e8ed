//! Numbers of counters that a condition has asked for.

use lawmage_ir::Amount;

use crate::parse::Parser;

/// "If it had one or more +1/+1 counters on it, put that many +1/+1 counters on …": as many as it had.
pub(super) fn counters_asked_for(p: &mut Parser<'_>) -> Option<Amount> {
    let (kind, on) = p.scope.counters.clone()?;
    (crate::grammar::counter::kind(&mut p.clone())? == kind).then_some(Amount::Counters(kind, on))
}

/// "If it had one or more counters on it, its owner draws that many cards": nothing else is told by a number.
pub(super) fn counters_asked_about(p: &mut Parser<'_>) -> Option<Amount> {
    let (kind, on) = p.scope.counters.clone()?;
    p.at_any(&["cards", "life"]).then_some(Amount::Counters(kind, on))
}

/// "… draws that many cards and each other player loses that much life": as many as that many was.
pub(super) fn counters_again(p: &mut Parser<'_>) -> Option<Amount> {
    let before = p.tokens().get(..p.pos()).unwrap_or_default();
    let sentence = before.rsplit(|token| &*token.text == ".").next()?;
    let said = sentence.windows(3).any(|words| words.iter().map(|t| &*t.text).eq(["that", "many", "cards"]));
    if said { counters_asked_about(p) } else { None }
}
