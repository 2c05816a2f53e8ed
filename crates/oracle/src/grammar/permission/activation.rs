//! When abilities may be activated, and how often (602.5b, 602.5d).

use lawmage_ir::{Permission, Who};

use crate::parse::Parser;

/// "You may activate equip abilities any time you could cast an instant."
pub(super) fn any_time(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("you may activate")?;
    let keyword = crate::grammar::keyword::bare_keyword(p)?;
    p.expect("abilities any time you could cast an instant")?;
    Some(Permission::ActivateAnyTime(Who::You, keyword))
}

/// "You may activate exhaust abilities as though they haven't been activated."
pub(super) fn exhaust_again(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("you may activate exhaust abilities as though they haven't been activated")?;
    Some(Permission::ExhaustAgain(Who::You))
}
