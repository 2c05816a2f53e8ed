//! "For each color, return up to one target card of that color from your graveyard to your hand", "for each card type, you may put a
//! card of that type from among the revealed cards into your hand".

use lawmage_ir::{Amount, CardType, Clause, Color, Instruction, Ref, Selector, SetLimit, Test, Who};

use super::emit;
use super::sentence::chain;
use crate::parse::Parser;

/// Card types, and those of them that permanents have (110.4).
const TYPES: [CardType; 9] = [
    CardType::Artifact,
    CardType::Battle,
    CardType::Creature,
    CardType::Enchantment,
    CardType::Land,
    CardType::Planeswalker,
    CardType::Instant,
    CardType::Kindred,
    CardType::Sorcery,
];
const PERMANENT: usize = 6;

/// At most one card for each type; one that has several is chosen for one of them.
fn one_each(types: &[CardType]) -> SetLimit {
    SetLimit::OneEach(types.iter().copied().map(Test::Type).collect())
}

/// What is said of each sort, of the choice of at most one of each; and the choice of one of them.
pub(crate) fn one_of_each_sort(what: &Selector) -> Option<(&'static str, Selector)> {
    let Selector::Choose(choice) = what else { return None };
    let limit = choice.limit.as_ref()?;
    let sort = match limit {
        limit if *limit == one_each(&TYPES) => "card type",
        limit if *limit == one_each(&TYPES[..PERMANENT]) => "permanent type",
        _ => return None,
    };
    let mut one = choice.clone();
    (one.max, one.limit) = (Some(Amount::ONE), None);
    Some((sort, Selector::Choose(one)))
}

/// Behind "for each".
pub(super) fn of_each_sort(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let types = match p.eat_any(&["color ,", "card type ,", "permanent type ,"])? {
        0 => return of_each_color(p, out),
        1 => &TYPES[..],
        _ => &TYPES[..PERMANENT],
    };
    let (start, known) = (out.len(), p.scope.referents.len());
    p.scope.each_type = true;
    let read = chain(p, out);
    p.scope.each_type = false;
    read?;
    let mut said = out.split_off(start);
    if said.is_empty() {
        return p.fail("what is done");
    }
    let mut clause = said.remove(0);
    // What one may do with one of each is what one does with at most one of each.
    let mut exact = false;
    if let Instruction::May { who: Who::You, body } = &mut clause.does
        && let Some(inner) = body.pop()
        && body.is_empty()
    {
        (clause, exact) = (inner, true);
    }
    let Instruction::Move { what: Selector::Choose(choice), .. } = &mut clause.does else {
        return p.fail("cards of each sort");
    };
    let least = if exact { Amount::ONE } else { Amount::Const(0) };
    let plain = choice.by == Who::You && choice.limit.is_none() && !choice.random;
    if !plain || choice.max != Some(Amount::ONE) || choice.min != least {
        return p.fail("one card of each sort");
    }
    choice.min = Amount::Const(0);
    choice.max = Some(Amount::Const(i32::try_from(types.len()).ok()?));
    choice.limit = Some(one_each(types));
    for made in p.scope.referents.iter_mut().skip(known) {
        made.plural |= made.clause().is_some();
    }
    out.push(clause);
    out.append(&mut said);
    Some(())
}

/// A target phrase for each color (115.1), with all of whose targets the same is done at once.
fn of_each_color(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (from, known) = (p.pos(), p.scope.referents.len());
    let (mut all, mut done) = (Vec::new(), None);
    for color in Color::ALL {
        p.go_back_to(from);
        let mut said = Vec::new();
        p.scope.each_color = Some(color);
        let read = chain(p, &mut said);
        p.scope.each_color = None;
        read?;
        let (Some(Clause { does: Instruction::Move { what, to, cause }, .. }), true) = (said.pop(), said.is_empty())
        else {
            return p.fail("one thing that is done with targets");
        };
        if !matches!(what, Selector::Ref(Ref::Target(_))) {
            return p.fail("a target of that color");
        }
        all.push(what);
        done = Some((to, cause));
    }
    let (to, cause) = done?;
    // What was said of one of them is said of none of the others.
    p.scope.referents.truncate(known);
    out.push(emit(p, Instruction::Move { what: Selector::Union(all), to, cause }));
    Some(())
}
