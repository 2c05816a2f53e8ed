//! Foraging as a cost (701.59).

use lawmage_ir::{Choice, Cost, CostPart, Filter, Kind, Selector, Test, Who, Zone, ZoneSet};

use super::Part;
use crate::parse::Parser;

/// "forage" (701.59a).
pub(super) fn forages(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["forages", "forage"])?;
    Some(forage().into())
}

/// What foraging means: "Exile three cards from your graveyard or sacrifice a Food." (701.59a)
pub(crate) fn forage() -> CostPart {
    let graveyard = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), Test::Owned(Who::You));
    let cards = Selector::Choose(Box::new(Choice::exactly(3, Selector::All(graveyard))));
    let food = lawmage_ir::Subtype::from_word("Food").map(Test::Subtype);
    let yours = Filter::permanent(Test::all(food.into_iter().chain([Test::Controlled(Who::You)])));
    let one = Selector::Choose(Box::new(Choice::exactly(1, Selector::All(yours))));
    let cost = |part| Cost { parts: vec![part] };
    CostPart::OneOf(vec![cost(CostPart::Exile(cards, None)), cost(CostPart::Sacrifice(one))])
}
