//! Draw, discard, mill (121, 701.8, 701.13).

use lawmage_ir::{Amount, Choice, Clause, Filter, Instruction, Kind, Selector, Test, Who, Zone, ZoneSet};

use crate::grammar::effect::{actor, emit_number, mention};
use crate::grammar::{amount, reference, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Reads what follows one of these verbs.
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    match verb {
        "draw" if p.eat("cards and lose life equal to") => {
            let n = amount::described(p)?;
            out.push(emit_number(p, Instruction::Draw { who: who.clone(), count: n.clone() }));
            out.push(emit_number(p, Instruction::LoseLife(who, n)));
        }
        "draw" => {
            let up_to = p.eat("up to");
            let count = cards(p)?;
            let draw =
                if up_to { Instruction::DrawUpTo { who, most: count } } else { Instruction::Draw { who, count } };
            let clause = emit_number(p, draw);
            // "Draw a card and reveal it"
            let plural = !p.at("and reveal it");
            let referent = Referent { plural, ..Referent::new(Handle::Clause(0), Sort::Card) };
            mention(p, &clause, Some(referent), "drawn");
            out.push(clause);
        }
        "mill" => {
            let count = cards(p)?;
            let plural = count != Amount::ONE;
            let clause = emit_number(p, Instruction::Mill { who, count });
            p.scope.group = clause.out.map(Handle::Clause);
            p.scope.taken.clear();
            let referent = Referent { plural, ..Referent::new(Handle::Clause(0), Sort::Card) };
            mention(p, &clause, Some(referent), "milled");
            out.push(clause);
        }
        _ => discard(p, who, out)?,
    }
    Some(())
}

/// "twice that many cards into their graveyard", behind "put", where that player would have milled cards: from their library, too.
pub(crate) fn milled_as_put(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("twice that many cards into their graveyard").filter(|()| p.at("instead"))?;
    p.go_back_to(p.pos().saturating_sub(7));
    let who = actor(p);
    let mills = p.tokens().get(..p.pos())?.iter().any(|t| &*t.text == "mills");
    if !mills || who == Who::You || who.is_group() {
        return p.fail("a player who would have milled cards");
    }
    let count = amount::amount(p)?;
    p.expect("cards into their graveyard")?;
    out.push(emit_number(p, Instruction::Mill { who, count }));
    Some(())
}

/// "a card", "three cards", "X cards", "that many cards", "cards equal to …", "an additional card".
fn cards(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("cards equal to") {
        return amount::described(p);
    }
    if p.eat("a number of cards equal to") {
        return amount::described(p);
    }
    if p.eat("an additional card") || p.eat("another card") {
        return Some(Amount::ONE);
    }
    // "Target player discards two cards, then draws as many cards as they discarded this way."
    if p.eat("as many cards as they discarded this way") {
        let discarded = p.scope.latest(|r| r.verb == Some("discarded"))?;
        let latest = p.scope.number_clause.is_some() && p.scope.number_clause == discarded.clause();
        return if latest { p.scope.number_here() } else { p.fail("cards just discarded") };
    }
    // "Half X cards, rounded down": of that number, not of so many cards.
    if p.at("half x cards") {
        let n = amount::amount(p)?;
        return p.expect("cards").map(|()| n);
    }
    if let Some(half) = p.attempt(half_library) {
        return Some(half);
    }
    let n = amount::amount(p)?;
    let _ = p.eat("additional");
    p.eat_any(&["cards", "card"])?;
    // "X cards plus an additional card for each time they've cast a commander from the command zone this game"
    if let Some(by) = p.attempt(|p| {
        p.expect("plus an additional card")?;
        amount::for_each(p)
    }) {
        return Some(Amount::Plus(Box::new(n), Box::new(by)));
    }
    let more = p.attempt(|p| {
        let minus = p.eat_any(&["plus", "minus"])? == 1;
        Some((minus, Box::new(Amount::Const(p.number()?))))
    });
    Some(match more {
        Some((false, more)) => Amount::Plus(Box::new(n), more),
        Some((true, less)) => Amount::Minus(Box::new(n), less),
        None => n,
    })
}

/// "half their library, rounded down".
fn half_library(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("half")?;
    let all = selector::one(p)?;
    p.comma();
    let up = p.eat_any(&["rounded up", "rounded down"])? == 0;
    Some(Amount::Divide { of: Box::new(Amount::Count(Box::new(all.selector))), by: 2, up })
}

/// "half the cards in their hand. … Round up each time."
fn half_hand(p: &mut Parser<'_>, owner: &Who) -> Option<Selector> {
    p.expect("half the cards in their hand")?;
    let up = amount::rounded_up(p)?;
    let mut from = Selector::All(Filter::new(Kind::Card(ZoneSet::default()), Test::Any));
    selector::fill_zone(&mut from, Zone::Hand, Some(owner));
    let n = Amount::Divide { of: Box::new(Amount::Count(Box::new(from.clone()))), by: 2, up };
    let choice = Choice { by: owner.clone(), min: n.clone(), max: Some(n), ..Choice::exactly(0, from) };
    Some(Selector::Choose(Box::new(choice)))
}

/// "the rest", behind "chooses a card in their hand and discards": of that hand.
fn all_but_chosen(p: &mut Parser<'_>, owner: &Who, out: &[Clause]) -> Option<Selector> {
    p.expect("the rest")?;
    let hand = |all: &Filter| {
        all.kind == Kind::Card(ZoneSet::of(Zone::Hand)) && all.test.conjuncts() == [Test::Owned(owner.clone())]
    };
    let chosen = match out.last().map(|clause| (&clause.does, clause.out)) {
        Some((Instruction::Choose(Selector::Choose(choice)), Some(id)))
            if choice.by == *owner && matches!(&choice.from, Selector::All(all) if hand(all)) =>
        {
            id
        }
        _ => return p.fail("cards chosen in that hand"),
    };
    let kept = Test::not(Test::Is(lawmage_ir::Ref::Slot(p.scope.bind(chosen))));
    let test = Test::all([kept, Test::Owned(owner.clone())]);
    Some(Selector::All(Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), test)))
}

fn discard(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    let owner = p.scope.actor_here();
    let (what, referent) = if let Some(rest) = p.attempt(|p| all_but_chosen(p, &owner, out)) {
        (rest, Some(Referent { plural: true, ..Referent::new(Handle::Clause(0), Sort::Card) }))
    } else if let Some(half) = p.attempt(|p| half_hand(p, &owner)) {
        (half, Some(Referent { plural: true, ..Referent::new(Handle::Clause(0), Sort::Card) }))
    } else if let Some(it) = p.attempt(|p| reference::referent(p)) {
        (p.scope.select(&it.handle), Some(it))
    } else if p.eat("cards equal to") {
        let n = amount::described(p)?;
        let mut from = Selector::All(Filter::new(Kind::Card(ZoneSet::default()), Test::Any));
        selector::fill_zone(&mut from, Zone::Hand, Some(&owner));
        let choice = Choice { by: owner, min: n.clone(), max: Some(n), ..Choice::exactly(0, from) };
        let referent = Referent { plural: true, ..Referent::new(Handle::Clause(0), Sort::Card) };
        (Selector::Choose(Box::new(choice)), Some(referent))
    } else {
        let picked = selector::one(p)?;
        let mut what = picked.selector;
        selector::fill_zone(&mut what, Zone::Hand, Some(&owner));
        if p.eat("at random")
            && let Selector::Choose(choice) = &mut what
        {
            choice.random = true;
        }
        (what, picked.referent)
    };
    let clause = emit_number(p, Instruction::Discard { who, what });
    mention(p, &clause, referent, "discarded");
    out.push(clause);
    Some(())
}
