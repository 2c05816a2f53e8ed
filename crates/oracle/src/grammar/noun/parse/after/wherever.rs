//! Permanents and cards of the same sort, wherever they are.

use lawmage_ir::{Kind, Quality, Test, Zone, ZoneSet};

use crate::grammar::noun::{self, Noun};
use crate::parse::Parser;

/// "from the battlefield and/or"; of a single one "or" is the same.
pub(super) fn from_there_or(p: &mut Parser<'_>, plural: bool) -> bool {
    p.eat("from the battlefield and/or") || !plural && p.eat("from the battlefield or")
}

/// "creatures from the battlefield and/or creature cards from graveyards": of the same sort, wherever.
pub(super) fn or_cards(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    let cards = noun::noun(p)?;
    let Kind::Card(zones) = cards.filter.kind else { return p.fail("cards") };
    let alike = cards.filter.test.conjuncts().iter().all(|test| noun.filter.test.conjuncts().contains(test));
    if !alike || cards.owner.is_some() || cards.limit.is_some() || cards.among.is_some() || zones == ZoneSet::default()
    {
        return p.fail("cards of that sort in any graveyard");
    }
    noun.filter.kind = Kind::PermanentOrCard(zones);
    Some(Test::Any)
}

/// "two cards from a single graveyard".
pub(super) fn in_one_graveyard(p: &mut Parser<'_>, noun: &mut Noun) -> Option<Test> {
    if !matches!(noun.filter.kind, Kind::Card(_)) {
        return p.fail("cards");
    }
    noun.filter.kind = Kind::Card(ZoneSet::of(Zone::Graveyard));
    // Cards there are controlled by nobody: it is their owner that is one.
    noun.limit = Some(lawmage_ir::SetLimit::AllShare(Quality::Controller));
    Some(Test::Any)
}
