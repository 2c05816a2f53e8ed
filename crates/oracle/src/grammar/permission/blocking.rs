//! What creatures can block beyond the usual, and as what they can be blocked (509.1, 609.4), behind "can".

use lawmage_ir::{Amount, Keyword, Kind, Permission, Selector};

use crate::grammar::amount;
use crate::grammar::noun::{self, word};
use crate::parse::Parser;

/// "block any number of creatures", "block creatures with shadow as though it had shadow", "be blocked as though they didn't have
/// islandwalk", "block an additional creature each combat".
pub(crate) fn blocking(p: &mut Parser<'_>, what: Selector) -> Option<Permission> {
    if let Some(land) = p.attempt(blocked_despite_walk) {
        return Some(Permission::BeBlockedDespiteWalk(what, land));
    }
    if p.eat("block any number of creatures") {
        return Some(Permission::BlockMore(what, None));
    }
    if p.eat("block as though they were untapped") || p.eat("block as though it were untapped") {
        return Some(Permission::BlockTapped(what));
    }
    if p.eat("block creatures with landwalk abilities as though they didn't have those abilities") {
        return Some(Permission::BlockDespiteWalk(what));
    }
    if let Some(keyword) = p.attempt(as_though) {
        return Some(Permission::BlockAsThough(what, keyword, None));
    }
    if let Some(such) = p.attempt(|p| such_as_though(p, &what)) {
        return Some(such);
    }
    more(p, what)
}

/// "be blocked as though they didn't have islandwalk"; `None` for landwalk of any land type.
fn blocked_despite_walk(p: &mut Parser<'_>) -> Option<Option<lawmage_ir::Subtype>> {
    p.expect("be blocked as though")?;
    p.eat_any(&["they didn't have", "it didn't have"])?;
    if p.eat("those abilities") || p.eat("landwalk abilities") {
        return Some(None);
    }
    let land = p.lexicon().subtype(p.word().strip_suffix("walk")?)?;
    p.advance();
    Some(Some(land))
}

/// "block creatures with shadow as though it had shadow".
fn as_though(p: &mut Parser<'_>) -> Option<Keyword> {
    p.expect("block")?;
    let with = p.eat("creatures with").then(|| word::keyword_word(p));
    p.expect("as though")?;
    let despite = p.eat_any(&["they had", "it had", "they didn't have", "it didn't have"])? > 1;
    let keyword = word::keyword_word(p)?;
    // 702.28b: without shadow they could be blocked by what has none.
    if despite && (keyword != Keyword::Shadow || with.is_none()) {
        return None;
    }
    (with.is_none_or(|with| with == Some(keyword))).then_some(keyword)
}

/// "block Dragons as though it had reach" (702.17b): only such attackers.
fn such_as_though(p: &mut Parser<'_>, what: &Selector) -> Option<Permission> {
    p.expect("block")?;
    let whom = noun::noun(p).filter(|noun| noun.plural && noun.is_of_all() && noun.limit.is_none())?.filter;
    p.eat_any(&["as though it had reach", "as though they had reach"])?;
    if whom.kind != Kind::Permanent {
        return p.fail("creatures");
    }
    Some(Permission::BlockAsThough(what.clone(), Keyword::Flying, Some(whom)))
}

/// "block an additional creature each combat", "block up to two additional creatures each combat".
fn more(p: &mut Parser<'_>, what: Selector) -> Option<Permission> {
    p.expect("block")?;
    let n = if p.eat("an additional creature") {
        1
    } else if p.eat("an additional") {
        let n = p.number()?;
        p.expect("creatures")?;
        n
    } else {
        p.expect("up to")?;
        let n = p.number()?;
        p.expect("additional creatures")?;
        n
    };
    let _ = p.eat("each combat") || p.eat("each turn");
    let each = if n == 1 { p.attempt(amount::for_each) } else { None };
    Some(Permission::BlockMore(what, Some(each.unwrap_or(Amount::Const(n)))))
}
