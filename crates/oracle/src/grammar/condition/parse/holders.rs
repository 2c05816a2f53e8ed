//! What things there are to have a keyword.

use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Selector, Test};

use crate::grammar::{noun, selector};
use crate::parse::Parser;

/// "a creature you control has flying", "a creature card in your graveyard has flying", "a card discarded this way has flying":
/// that there is one that does.
pub(super) fn one_has(p: &mut Parser<'_>) -> Option<Condition> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    if noun.plural || noun.limit.is_some() || noun.random || noun.chooser.is_some() {
        return p.fail("one of them");
    }
    let filter = noun.filter;
    if !matches!(filter.kind, Kind::Permanent | Kind::Card(_)) {
        return p.fail("permanents or cards");
    }
    p.expect("has")?;
    let keyword = Test::Keyword(crate::grammar::keyword::bare_keyword(p)?);
    // Whose it is is said last: "you control a creature with flying".
    let whose = |test: &&Test| matches!(test, Test::Controlled(_) | Test::Owned(_));
    let (last, first): (Vec<&Test>, Vec<&Test>) = filter.test.conjuncts().iter().partition(whose);
    let test = Test::all(first.into_iter().cloned().chain([keyword]).chain(last.into_iter().cloned()));
    let such = match noun.among {
        Some(group) => selector::those(group, test),
        None => Selector::All(Filter::new(filter.kind, test)),
    };
    let such = Amount::Count(Box::new(such));
    Some(Condition::Compare(such, Cmp::AtLeast, Amount::ONE))
}

/// "creatures you control have total power 8 or greater".
pub(crate) fn total(p: &mut Parser<'_>) -> Option<Condition> {
    let filter = noun::filter(p)?;
    p.expect("have total")?;
    let stat = super::object::stat_word(p)?;
    let n = p.amount_word()?;
    let cmp = super::or_more(p).unwrap_or(Cmp::Equal);
    Some(Condition::Compare(Amount::Total(stat, Box::new(Selector::All(filter))), cmp, n))
}
