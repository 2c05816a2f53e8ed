//! Coins that are flipped, and what hangs on it (705).

use lawmage_ir::{Amount, Clause, Cmp, CoinFlips, Condition, Fold, Instruction, Slot, Who};

use crate::grammar::effect::{emit, mention, sentence, without};
use crate::lex::TokenKind;
use crate::parse::{Handle, Parser, Referent, Sort};

/// The word under which flips are found: "for each flip you won".
const FLIPPED: &str = "flipped";

/// The same for coins of which only the side counts: "for each coin that comes up heads".
const TOSSED: &str = "tossed";

/// Emits flips that are spoken of afterwards.
fn mentioned(p: &mut Parser<'_>, does: Instruction, verb: &'static str) -> Clause {
    let flip = emit(p, does);
    mention_tallied(p, &flip, verb);
    flip
}

/// Mentions coins or dice, whose results are asked for afterwards by that word alone.
pub(super) fn mention_tallied(p: &mut Parser<'_>, done: &Clause, verb: &'static str) {
    let tallied = Referent { hidden: true, plural: true, ..Referent::new(Handle::Clause(0), Sort::Player) };
    mention(p, done, Some(tallied), verb);
}

/// "flip two coins", "flip that many coins", "flip a coin that many times or until you lose a flip, whichever comes first", "flip a
/// coin. If it comes up heads": coins that are counted, or of which only the side counts (705.2).
pub(super) fn several(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    if *who != Who::You {
        return p.fail("coins of yours");
    }
    let mut until_lost = false;
    let count = if p.eat("a coin that many times or until you lose a flip , whichever comes first") {
        until_lost = true;
        that_number(p)?
    } else if p.eat("that many coins") {
        that_number(p)?
    } else if p.eat("a coin") {
        if !p.at_any(&[". if it comes up", ". if the coin comes up"]) {
            return p.fail("which side counts");
        }
        Amount::ONE
    } else {
        let n = p.number().filter(|n| *n > 1)?;
        p.expect("coins")?;
        Amount::Const(n)
    };
    // 705.2: coins of which only heads or tails counts are not called.
    let rest = p.tokens().get(p.pos()..).unwrap_or_default();
    let of_this = rest.iter().take_while(|t| !matches!(t.kind, TokenKind::Newline | TokenKind::QuoteClose));
    let called = !of_this.into_iter().any(|t| matches!(&*t.text, "heads" | "tails"));
    if until_lost && !called {
        return p.fail("flips that are won or lost");
    }
    let flips = CoinFlips { who: who.clone(), count, until_lost, called };
    let flip = mentioned(p, Instruction::FlipCoins(flips), if called { FLIPPED } else { TOSSED });
    out.push(flip);
    Some(())
}

/// The number that "that many" coins are: the one chosen just now.
fn that_number(p: &mut Parser<'_>) -> Option<Amount> {
    match (p.scope.number_here(), p.scope.face.number) {
        (None, Some(linked)) => Some(Amount::Linked(linked)),
        (Some(number), None) => Some(number),
        _ => p.fail("a number spoken of before"),
    }
}

/// The flips spoken of.
fn slot(p: &mut Parser<'_>, verb: &str) -> Option<Slot> {
    let flips = p.scope.latest(|r| r.verb == Some(verb))?;
    Some(p.scope.bind(flips.clause()?))
}

/// "you win one or more flips", "you won five flips this way", "you lose a flip", "you win all the flips", "both coins come up
/// heads", "it comes up tails".
pub(crate) fn condition(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(heads) = p.eat_any(&["both coins come up heads", "both coins come up tails"]) {
        let of = slot(p, TOSSED)?;
        return Some(Condition::Compare(side(of, heads == 0), Cmp::Equal, Amount::Const(2)));
    }
    const SIDES: &[&str] =
        &["it comes up heads", "the coin comes up heads", "it comes up tails", "the coin comes up tails"];
    if let Some(heads) = p.eat_any(SIDES) {
        let of = slot(p, TOSSED)?;
        return Some(Condition::Compare(side(of, heads < 2), Cmp::AtLeast, Amount::ONE));
    }
    if p.eat_any(&["you lose a flip", "you lost a flip"]).is_some() {
        return Some(Condition::Compare(Amount::FlipsLost(slot(p, FLIPPED)?), Cmp::AtLeast, Amount::ONE));
    }
    if p.eat_any(&["you win all the flips", "you won all the flips"]).is_some() {
        return Some(Condition::Compare(Amount::FlipsLost(slot(p, FLIPPED)?), Cmp::Equal, Amount::Const(0)));
    }
    p.eat_any(&["you win", "you won"])?;
    let n = p.number()?;
    let cmp = if p.eat("or more") { Cmp::AtLeast } else { Cmp::Equal };
    p.expect("flips")?;
    let _ = p.eat("this way");
    Some(Condition::Compare(side(slot(p, FLIPPED)?, true), cmp, Amount::Const(n)))
}

/// How many were won or came up heads, or how many were not.
fn side(of: Slot, won: bool) -> Amount {
    if won { Amount::OfAll(of, Fold::Sum) } else { Amount::FlipsLost(of) }
}

/// "flip a coin until you lose a flip or choose to stop flipping", and what it is worth.
fn until_lost_or_stopped(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let again = emit(p, Instruction::Again(None));
    let slot = p.scope.bind(again.out?);
    let may = emit(p, Instruction::May { who: Who::You, body: vec![again] });
    let flip = mentioned(p, Instruction::FlipCoin { who: Who::You, won: vec![may], lost: Vec::new() }, FLIPPED);
    out.push(Instruction::Process { body: vec![flip], again: slot }.into());
    // What is worth nothing if one is lost is all that is said afterwards.
    if p.attempt(|p| p.expect(". if you lose a flip , ~ has no effect .")).is_some() {
        let condition = Condition::Compare(Amount::FlipsLost(self::slot(p, FLIPPED)?), Cmp::AtLeast, Amount::ONE);
        let mut otherwise = Vec::new();
        loop {
            sentence::sentence(p, &mut otherwise)?;
            let ends = |t: &crate::lex::Token| matches!(t.kind, TokenKind::Newline | TokenKind::QuoteClose);
            if !p.at(".") || p.peek_at(1).is_none_or(ends) {
                break;
            }
            p.advance();
        }
        out.push(emit(p, Instruction::If { condition, then: Vec::new(), otherwise }));
    }
    Some(())
}

/// "flip a coin. If you win the flip, …. If you lose the flip, ….", "flip a coin until you lose a flip". A flip by itself is one
/// that other abilities look at (705.2).
pub(super) fn coin(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    if p.eat("until you lose a flip or choose to stop flipping") {
        if who != Who::You {
            return p.fail("flips of yours");
        }
        return until_lost_or_stopped(p, out);
    }
    if p.eat("until you lose a flip") {
        if who != Who::You {
            return p.fail("flips of yours");
        }
        // It is flipped again for as long as it is won.
        let again = emit(p, Instruction::Again(None));
        let slot = p.scope.bind(again.out?);
        let flip = mentioned(p, Instruction::FlipCoin { who, won: vec![again], lost: Vec::new() }, FLIPPED);
        out.push(Instruction::Process { body: vec![flip], again: slot }.into());
        return Some(());
    }
    let (mut won, mut lost) = (Vec::new(), Vec::new());
    let before = p.scope.referents.clone();
    loop {
        // What is done if it is won is not there if it is lost, and the other way round.
        if won.is_empty() && asked(p, &who, true) {
            let other = std::mem::replace(&mut p.scope.referents, before.clone());
            arm(p, &mut won)?;
            p.scope.referents.splice(0..before.len().min(p.scope.referents.len()), other);
        } else if lost.is_empty() && (asked(p, &who, false) || !won.is_empty() && p.eat(". otherwise ,")) {
            without(p, &won.clone(), |p| arm(p, &mut lost))?;
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

/// What is done if a flip is won, or if it is lost.
fn arm(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.at("the next time") { sentence::body(p, out) } else { sentence::chain(p, out) }
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

/// "flip you won", "flips you lost", "coin that comes up heads", "flip": of the flips spoken of.
pub(crate) fn flips_won(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat_any(&["coin that comes up heads", "coins that come up heads"]).is_some() {
        return Some(side(slot(p, TOSSED)?, true));
    }
    if p.eat_any(&["coin that comes up tails", "coins that come up tails"]).is_some() {
        return Some(side(slot(p, TOSSED)?, false));
    }
    if p.eat_any(&["flip you won", "flips you won", "flip you win", "flips you win"]).is_some() {
        return Some(side(slot(p, FLIPPED)?, true));
    }
    if p.eat_any(&["flip you lost", "flips you lost", "flip you lose", "flips you lose"]).is_some() {
        return Some(side(slot(p, FLIPPED)?, false));
    }
    p.expect("flip")?;
    if !p.at_stop() && !p.at(",") {
        return p.fail("all flips");
    }
    let of = slot(p, FLIPPED)?;
    Some(Amount::Plus(Box::new(side(of, true)), Box::new(side(of, false))))
}
