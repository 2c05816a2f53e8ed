//! When abilities may be activated, and how often (602.5b, 602.5d).

use lawmage_ir::{Filter, Kind, Permission, Selector, Test, Who};

use crate::grammar::noun;
use crate::parse::Parser;

/// "You may activate equip abilities any time you could cast an instant."
pub(super) fn any_time(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("you may activate")?;
    let keyword = crate::grammar::keyword::bare_keyword(p)?;
    p.expect("abilities any time you could cast an instant")?;
    Some(Permission::ActivateAnyTime(Who::You, keyword))
}

/// "You may plot nonland cards from the top of your library." (702.170f)
pub(super) fn plot_from(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("you may plot")?;
    let cards = noun::bare(p).filter(|cards| cards.plural && matches!(cards.filter.kind, Kind::Card(_)))?;
    let from = super::from_where(p)?;
    let test = Test::all([cards.filter.test, from.test]);
    Some(Permission::PlotFrom(Selector::All(Filter::new(from.kind, test))))
}

/// "You may activate exhaust abilities as though they haven't been activated."
pub(super) fn exhaust_again(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("you may activate exhaust abilities as though they haven't been activated")?;
    Some(Permission::ExhaustAgain(Who::You))
}
