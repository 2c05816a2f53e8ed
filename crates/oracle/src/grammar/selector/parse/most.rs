//! The one that has the most or the least of something, where the text says who chooses if there are several.

use lawmage_ir::{Amount, Choice, Cmp, Filter, Selector, Stat, Test, Who};

use super::Picked;
use crate::grammar::noun::noun;
use crate::parse::{Handle, Parser};

/// "the creature with the least power", "the creature card in your graveyard with the greatest power": one of them, where it is said
/// behind that you choose one of those that are tied (608.2d).
pub(super) fn the_most(p: &mut Parser<'_>) -> Option<Picked> {
    p.expect("the")?;
    p.sentence_says(&["greatest", "least"]).then_some(())?;
    let noun = noun(p)?;
    let (stat, greatest) = extreme(&noun.filter)?;
    if noun.plural || noun.limit.is_some() || !noun.is_of_all() {
        return p.fail("one of all");
    }
    let mut ahead = p.clone();
    while !ahead.at_end() && !ahead.at("if two or more") {
        ahead.advance();
    }
    if tied(&mut ahead)? != (stat, greatest) {
        return p.fail("what happens if there are several");
    }
    let selector = Selector::Choose(Box::new(Choice::exactly(1, Selector::All(noun.filter.clone()))));
    let referent = noun.referent(Handle::Select(Box::new(selector.clone())));
    Some(Picked::of(selector, Some(referent)))
}

/// Which number it is of which something has the greatest or the least of all.
fn extreme(filter: &Filter) -> Option<(Stat, bool)> {
    filter.test.conjuncts().iter().find_map(|test| match test {
        Test::Stat(stat, Cmp::Equal, Amount::Greatest(of, _)) if stat == of => Some((*stat, true)),
        Test::Stat(stat, Cmp::Equal, Amount::Least(of, _)) if stat == of => Some((*stat, false)),
        _ => None,
    })
}

/// "if two or more creatures are tied for least power, you choose one of them": what is so anyway, where one of them is chosen.
fn tied(p: &mut Parser<'_>) -> Option<(Stat, bool)> {
    p.expect("if two or more")?;
    p.eat_any(&["creatures", "cards"])?;
    p.expect("are tied for")?;
    let greatest = p.eat_any(&["greatest", "least"])? == 0;
    let stat = crate::grammar::noun::after::stat(p)?;
    p.expect(", you choose one of them")?;
    Some((stat, greatest))
}

/// The same as a sentence, behind what speaks of it.
pub(crate) fn tie_of_before(p: &mut Parser<'_>, before: &[lawmage_ir::Clause]) -> Option<()> {
    let said = tied(p)?;
    let chosen = |choice: &Choice| match &choice.from {
        Selector::All(filter) => choice.by == Who::You && extreme(filter) == Some(said),
        _ => false,
    };
    if lawmage_ir::visit::any(before, chosen) { Some(()) } else { p.fail("what is tied") }
}
