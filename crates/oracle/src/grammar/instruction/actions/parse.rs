//! Reads keyword actions by what they mean.

use lawmage_ir::{
    Amount, Cause, Clause, Condition, Continuous, Cost, Destination, Duration, Filter, Instruction, KeywordDeed, Kind,
    ManaCost, ManaSymbol, Permission, Price, Ref, Test, Who, Zone, ZoneSet,
};

use crate::grammar::effect::{emit, emit_number, id, sentence};
use crate::grammar::instruction::moves::mention_moved;
use crate::grammar::{amount, selector};
use crate::lex::lex;
use crate::parse::{Handle, Parser, Sort};
use crate::text::SelfNames;

/// What earthbending means (2026:701.66a), in our own templates.
const EARTHBEND: &str = "Target land you control becomes a 0/0 creature with haste in addition to its other types. Put X +1/+1 counters on it. When it dies or is exiled, return it to the battlefield tapped under your control.";

/// A verb of what players do that stands for several instructions.
pub(crate) fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    match verb {
        "earthbend" => earthbend(p, out),
        "airbend" => airbend(p, out),
        _ => villainous(p, out),
    }
}

/// "earthbend 2" (2026:701.66): done by you.
fn earthbend(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.scope.actor.as_ref().is_some_and(|who| *who != Who::You) {
        return p.fail("what you do");
    }
    let number = amount::amount(p)?;
    let slot = p.scope.slot();
    let body = defined(p, EARTHBEND, &Amount::Slot(slot))?;
    let number = Some((number, slot));
    out.push(emit(p, Instruction::Action { deed: KeywordDeed::Earthbends, number, body }));
    Some(())
}

/// A definition in which X is that number, read as if it stood here.
fn defined(p: &mut Parser<'_>, text: &str, x: &Amount) -> Option<Vec<Clause>> {
    let tokens = lex(text, 0, &SelfNames::default(), p.lexicon());
    let mut scope = p.scope.clone();
    let outer = scope.x.replace(x.clone());
    let mut inner = Parser::new(text, &tokens, scope, p.reading());
    let body = sentence::sentences(&mut inner).filter(|_| inner.at_end());
    let Some(body) = body else { return p.fail("a definition that compiles") };
    p.scope = inner.scope;
    p.scope.x = outer;
    Some(body)
}

/// "airbend up to one target creature" (2026:701.65a): exile it; for each card exiled so, while it stays exiled, its owner may cast
/// it for {2}.
fn airbend(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.scope.actor.as_ref().is_some_and(|who| *who != Who::You) {
        return p.fail("what you do");
    }
    let picked = selector::objects(p)?;
    if picked.players || selector::lacks_zone(&picked.selector) {
        return p.fail("permanents or spells");
    }
    let to = Destination::Exile { linked: None, face_down: false };
    let exiles = emit_number(p, Instruction::Move { what: picked.selector.clone(), to, cause: Cause::Exile });
    mention_moved(p, &exiles, &picked, Sort::Card, "exiled");
    let over = p.scope.select(&Handle::Clause(id(&exiles)));
    let castable = Test::all([Test::Is(Ref::Each), Test::not(Test::Type(lawmage_ir::CardType::Land))]);
    let what = Filter::new(Kind::Card(ZoneSet::of(Zone::Exile)), castable);
    let price = Price::Instead(Cost::mana(ManaCost([ManaSymbol::Generic(2)].into_iter().collect())));
    let play = Permission::play(Who::Owner(Box::new(Ref::Each)), what, price);
    let stays = Condition::InZone(Ref::Each, ZoneSet::of(Zone::Exile));
    let lasts = Instruction::Effect { effects: vec![Continuous::May(play)], duration: Duration::While(stays) };
    let for_each = emit(p, Instruction::ForEach { over, body: vec![lasts.into()] });
    let body = vec![exiles, for_each];
    out.push(emit(p, Instruction::Action { deed: KeywordDeed::Airbends, number: None, body }));
    Some(())
}

/// "faces a villainous choice — [option A], or [option B]" (701.53a): several players one after the other (701.53d).
fn villainous(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("a villainous choice —")?;
    let actor = p.scope.actor.take().unwrap_or(Who::You);
    if actor == Who::You {
        return p.fail("who faces it");
    }
    let who = if actor.is_group() { Who::Ref(Ref::Each) } else { actor.clone() };
    let known = p.scope.referents.len();
    let mut options = Vec::new();
    for place in 0..2 {
        p.scope.referents.truncate(known);
        crate::grammar::player::mention(p, &who);
        (p.scope.actor, p.scope.subject) = (None, None);
        let targets = p.scope.targets.len();
        let mut clauses = Vec::new();
        sentence::chain(p, &mut clauses)?;
        if p.scope.targets.len() != targets {
            return p.fail("options without targets");
        }
        options.push(clauses);
        if place == 0 {
            p.expect(", or")?;
        }
    }
    p.scope.referents.truncate(known);
    p.scope.number_clause = None;
    out.push(emit(p, Instruction::Face { who: actor.clone(), options }));
    p.scope.actor = Some(actor);
    Some(())
}
