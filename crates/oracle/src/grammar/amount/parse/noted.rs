//! Numbers that are noted as a spell becomes cast (601.2i), for its text to use later.

use lawmage_ir::{Amount, Ref};

use crate::parse::Parser;

/// "[the greatest power among creatures you controlled] as you cast this spell": said of what was, and so no number of targets.
pub(super) fn as_cast(p: &mut Parser<'_>, from: usize, number: &Amount) -> Option<Amount> {
    let then = p.tokens().get(from..p.pos())?.iter().any(|token| &*token.text == "controlled");
    p.expect("as you cast ~")?;
    let own_scope =
        |a: &Amount| matches!(a, Amount::Slot(_) | Amount::Event | Amount::Noted(_) | Amount::AsCast { .. });
    if !then || lawmage_ir::visit::any(number, own_scope) {
        return p.fail("what was controlled as the spell was cast");
    }
    // "twice that number" is twice what was noted.
    let (times, number) = if let Amount::Times(n, inner) = number { (Some(*n), &**inner) } else { (None, number) };
    let noted = &mut p.scope.face.noted_numbers;
    let at = noted.iter().position(|known| known == number).unwrap_or_else(|| {
        noted.push(number.clone());
        noted.len() - 1
    });
    let noted = Amount::Noted(u8::try_from(at).ok()?);
    Some(match times {
        Some(n) => Amount::Times(n, Box::new(noted)),
        None => noted,
    })
}

/// "that number", "the number", "the chosen number": the one that was chosen, where nothing else has one.
pub(super) fn number_chosen(p: &mut Parser<'_>) -> Option<Amount> {
    let chosen = p.scope.face.number.map(Amount::Linked)?;
    let said = p.eat_any(&["that number", "the number", "the chosen number", "the last chosen number"])?;
    if said == 0 && p.scope.number_here().is_some() || said == 1 && !p.at_stop() {
        return p.fail("the number chosen before");
    }
    Some(chosen)
}

/// "the creature you chose or the card you revealed", "that card or creature": what a cost was paid with that asked for either.
pub(super) fn beheld(p: &mut Parser<'_>) -> Option<Ref> {
    p.eat_any(&["the creature you chose or the card you revealed", "that card or creature"])?;
    let beheld = p.scope.latest(|r| r.verb == Some("beheld") && !r.plural)?;
    p.scope.reference(&beheld.handle)
}
