//! Coins that are flipped, and what hangs on it (705).

use lawmage_ir::{Amount, Clause, Fold, Instruction, Who};

use crate::grammar::effect::{emit, mention, sentence, without};
use crate::parse::{Handle, Parser, Referent, Sort};

/// The word under which flips are found: "for each flip you won".
const FLIPPED: &str = "flipped";

/// "flip a coin. If you win the flip, …. If you lose the flip, ….", "flip a coin until you lose a flip". A flip by itself is one
/// that other abilities look at (705.2).
pub(super) fn coin(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    if p.eat("until you lose a flip") {
        if who != Who::You {
            return p.fail("flips of yours");
        }
        // It is flipped again for as long as it is won.
        let again = emit(p, Instruction::Again(None));
        let slot = p.scope.bind(again.out?);
        let flip = emit(p, Instruction::FlipCoin { who, won: vec![again], lost: Vec::new() });
        let flips = Referent { hidden: true, plural: true, ..Referent::new(Handle::Clause(0), Sort::Player) };
        mention(p, &flip, Some(flips), FLIPPED);
        out.push(Instruction::Process { body: vec![flip], again: slot }.into());
        return Some(());
    }
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    let before = p.scope.referents.clone();
    loop {
        // What is done if it is won is not there if it is lost, and the other way round.
        if won.is_empty() && asked(p, &who, true) {
            let other = std::mem::replace(&mut p.scope.referents, before.clone());
            sentence::chain(p, &mut won)?;
            p.scope.referents.splice(0..before.len().min(p.scope.referents.len()), other);
        } else if lost.is_empty() && (asked(p, &who, false) || !won.is_empty() && p.eat(". otherwise ,")) {
            without(p, &won.clone(), |p| sentence::chain(p, &mut lost))?;
        } else {
            break;
        }
    }
    if won.is_empty() && lost.is_empty() && !p.at(".") && !p.at_stop() {
        return p.fail("what happens when it is won or lost");
    }
    out.push(emit(p, Instruction::FlipCoin { who, won, lost }));
    Some(())
}

/// ". if you win the flip,", ". if they lose the flip,": whether it asks that.
fn asked(p: &mut Parser<'_>, who: &Who, won: bool) -> bool {
    let of_you = if won { ". if you win the flip ," } else { ". if you lose the flip ," };
    let of_them: &[&str] = if won {
        &[". if they win the flip ,", ". if that player wins the flip ,"]
    } else {
        &[". if they lose the flip ,", ". if that player loses the flip ,"]
    };
    p.eat(of_you) || *who != Who::You && !who.is_group() && p.eat_any(of_them).is_some()
}

/// "flip you won", "flips you won": of the flips spoken of.
pub(crate) fn flips_won(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["flip you won", "flips you won", "flip you win", "flips you win"])?;
    let flips = p.scope.latest(|r| r.verb == Some(FLIPPED))?;
    Some(Amount::OfAll(p.scope.bind(flips.clause()?), Fold::Sum))
}
