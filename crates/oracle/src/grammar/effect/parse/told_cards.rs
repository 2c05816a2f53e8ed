//! What cards in exile become: plotted (702.170), foretold (702.143).

use lawmage_ir::{
    Clause, Continuous, Cost, CostLabel, CostPart, Duration, EventPattern, Filter, Instruction, Keyword, Kind,
    ManaCost, Permission, Price, Ref, Span, Test, Who, Zone, ZoneSet,
};

use super::emit;
use crate::grammar::reference;
use crate::parse::{Parser, Referent, Sort};

/// "It becomes plotted.", "It becomes foretold. Its foretell cost is its mana cost reduced by {2}."
pub(super) fn becomes(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let exiled = |it: &Referent| it.sort == Sort::Card && it.verb == Some("exiled") && !it.plural;
    let it = if p.at("the exiled card becomes") {
        p.eat("the exiled card");
        p.scope.latest(exiled)?
    } else {
        let it = reference::it(p).filter(exiled)?;
        p.advance();
        it
    };
    let plots = p.eat_any(&["becomes plotted", "becomes foretold"])? == 0;
    let it = p.scope.reference(&it.handle)?;
    let effects = if plots {
        vec![Continuous::May(plotted(&it))]
    } else {
        p.expect(". its foretell cost is its mana cost reduced by")?;
        let less = p.mana_cost()?;
        // 702.143d
        let seen = Filter::new(Kind::Object, Test::Is(it.clone()));
        let look = Permission::LookAt(Who::Owner(Box::new(it.clone())), seen);
        vec![Continuous::May(look), Continuous::May(foretold(&it, less))]
    };
    out.push(emit(p, Instruction::Effect { effects, duration: Duration::Forever }));
    Some(())
}

/// 702.170c-d: its owner may cast it without paying its mana cost, at the times of a sorcery, on a later turn.
pub(crate) fn plotted(it: &Ref) -> Permission {
    later(it, Price::Free, Keyword::Plot, true)
}

/// 702.143d: its owner may cast it for its foretell cost, its mana cost reduced by so much, on a later turn.
pub(crate) fn foretold(it: &Ref, less: ManaCost) -> Permission {
    let cost = Cost { parts: vec![CostPart::ManaCostOf(Ref::It, Some(less))] };
    later(it, Price::Instead(cost), Keyword::Foretell, false)
}

fn later(it: &Ref, price: Price, keyword: Keyword, sorcery_timing: bool) -> Permission {
    let not_land = Test::not(Test::Type(lawmage_ir::CardType::Land));
    let what = Filter::new(Kind::Object, Test::all([Test::Is(it.clone()), not_land, exiled_earlier()]));
    let mut play = Permission::play(Who::Owner(Box::new(it.clone())), what, price);
    if let Permission::Play { label, sorcery_timing: timing, .. } = &mut play {
        *label = Some(CostLabel::Keyword(keyword, 0));
        *timing = sorcery_timing;
    }
    play
}

/// "on a later turn", of a card in exile: that it didn't get there in this one.
pub(crate) fn exiled_earlier() -> Test {
    let exiled = EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::Is(Ref::It)),
        from: ZoneSet::ANYWHERE,
        to: ZoneSet::of(Zone::Exile),
        cause: None,
        by: None,
    };
    Test::not(Test::Did(Box::new(exiled), Span::ThisTurn))
}
