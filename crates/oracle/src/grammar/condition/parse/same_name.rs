//! "Three or more lands with the same name": how many are alike.

use lawmage_ir::{Amount, Filter, Kind, Quality, SetLimit};

use crate::grammar::noun;
use crate::parse::Parser;

/// Behind "you control": "three or more lands with the same name [as one another]".
pub(super) fn so_many_alike(p: &mut Parser<'_>) -> Option<(Amount, Filter)> {
    let n = Amount::Const(p.number()?);
    p.expect("or more")?;
    let noun = noun::noun(p)?;
    let told = p.eat("with the same name as one another");
    if noun.filter.kind != Kind::Permanent || !(told || noun.limit == Some(SetLimit::AllShare(Quality::Name))) {
        return p.fail("permanents with the same name");
    }
    Some((n, noun.filter))
}
