//! What lets creatures attack and block that otherwise can't (508.1h, 509.1d).

use lawmage_ir::{Cost, CostPart, Selector};

use crate::grammar::{cost, noun, player};
use crate::parse::Parser;

/// "unless you sacrifice a land", of the object itself: its controller, who declares it (508.1h, 509.1d).
pub(super) fn unless_you(p: &mut Parser<'_>, what: &Selector) -> Option<Cost> {
    p.expect("unless you")?;
    if *what != lawmage_ir::THIS || !p.at_any(&["sacrifice", "return"]) {
        return p.fail("what you do for the object itself");
    }
    cost(p)
}

/// "unless their controller sacrifices a land of their choice for each green creature they control that's attacking", of all green
/// creatures (508.1h).
pub(super) fn unless_sacrificed(p: &mut Parser<'_>, what: &Selector) -> Option<Cost> {
    p.expect("unless their controller")?;
    let ahead = (0..10).find(|n| p.word_at(*n) == "for" && p.word_at(*n + 1) == "each")?;
    let start = p.pos();
    // How often it is paid is said of the attackers, not in the cost.
    let words = p.tokens().get(start..start + ahead)?;
    let mut reader = Parser::new(p.source(), words, p.scope.clone(), p.reading());
    let cost = cost(&mut reader).filter(|_| reader.at_end())?;
    p.go_back_to(start + ahead);
    p.expect("for each")?;
    let each = noun::bare(p).filter(|noun| !noun.plural)?.filter;
    p.expect("they control that's attacking")?;
    if !matches!(what, Selector::All(all) if *all == each) {
        return p.fail("each of them that is attacking");
    }
    Some(cost)
}

/// "unless its controller pays {2}" (508.1h, 509.1d).
pub(super) fn unless_pays(p: &mut Parser<'_>) -> Option<Cost> {
    p.attempt(|p| {
        p.expect("unless")?;
        // Of several creatures each one's controller pays.
        if p.eat_any(&["their controller", "its controller", "their controllers"]).is_none() {
            player::relation(p)?;
        }
        p.eat_any(&["pays", "pay"])?;
        let cost = cost(p)?;
        // An X that no "where X is" explains would be lost: it is not chosen here.
        let own_x = cost.mana_part().is_some_and(|mana| mana.xs() > 0);
        if own_x && !p.sentence_defines_x() {
            // The X of the spell or ability that says so for the turn, which is fixed as it resolves (608.2h).
            p.eat_any(&crate::grammar::cost::OF_EACH)?;
            if !p.scope.framed && !p.at("this turn") {
                return p.fail("a cost without X");
            }
            let generic = lawmage_ir::ManaCost(std::iter::once(lawmage_ir::ManaSymbol::Generic(1)).collect());
            return Some(Cost { parts: vec![CostPart::ManaTimes(generic, lawmage_ir::Amount::X)] });
        }
        p.eat_any(&crate::grammar::cost::OF_EACH);
        Some(cost)
    })
}
