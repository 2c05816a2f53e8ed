//! Costs whose mana is told by a card chosen for them (601.2f): "exile a creature card from your graveyard and pay its mana cost".

use std::sync::Arc;

use lawmage_ir::{Cost, CostPart, Ref, Selector, rule};

use crate::pay::{Purpose, Supply};
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::{Frame, PaidPart};
use crate::table::decision::{Ask, Choice, Decision, Illegal};
use crate::table::game::{Game, Res};

/// Such a cost with the card that stands for the choice.
pub(super) struct Told {
    /// The cost, which names the card.
    pub cost: Cost,
    /// What was paid so far: that card, under its number.
    pub frame: Frame,
    card: ObjectId,
}

/// Whether a card chosen for a cost tells how much mana is in it.
pub(super) fn is_told(cost: &Cost) -> bool {
    told_at(cost).is_some()
}

fn told_at(cost: &Cost) -> Option<usize> {
    cost.parts.iter().find_map(|part| match part {
        CostPart::ManaCostOf(Ref::Paid(place), _) => {
            let place = usize::from(*place);
            matches!(cost.parts.get(place), Some(CostPart::Exile(Selector::Choose(_), _))).then_some(place)
        }
        _ => None,
    })
}

impl State {
    /// The ways to pay such a cost, a card each.
    pub(super) fn told_costs(
        &self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        cost: &Cost,
        frame: &Frame,
        supply: &Supply,
    ) -> Vec<Told> {
        let Some(place) = told_at(cost) else { return Vec::new() };
        let Some(CostPart::Exile(Selector::Choose(choice), linked)) = cost.parts.get(place) else { return Vec::new() };
        let from = self.selected(&choice.from, &Context::with(source, player, frame));
        let told = from.iter().filter_map(|e| e.object()).map(|card| {
            let mut cost = cost.clone();
            let number = u8::try_from(place).unwrap_or(u8::MAX);
            cost.parts[place] = CostPart::Exile(Selector::Ref(Ref::Paid(number)), *linked);
            let mut frame = frame.clone();
            let mut facts = (*frame.facts).clone();
            facts.paid = vec![PaidPart::default(); place + 1];
            facts.paid[place] = PaidPart { objects: smallvec::smallvec![card], number: 1, moved: false };
            frame.facts = Arc::new(facts);
            Told { cost, frame, card }
        });
        told.filter(|told| {
            let context = Context::with(source, player, &told.frame);
            let x = told.frame.facts.x.unwrap_or(0);
            let due = self.ability_due(player, source, key, &told.cost, x, &context);
            self.due_payable(
                player,
                &due,
                Purpose::Ability(source, self.keyword_of(source, key)),
                supply,
                &context,
                None,
            )
        })
        .collect()
    }
}

impl Game<'_> {
    /// Has a player choose the card with which such a cost is paid, before the total cost is worked out.
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when there is none; the table's halt.
    pub(super) fn choose_told(
        &mut self,
        player: PlayerId,
        source: ObjectId,
        key: AbilityKey,
        cost: &Cost,
        frame: &Frame,
    ) -> Res<Told> {
        let supply = self.state.supply(player, false);
        let mut told = self.state.told_costs(player, source, key, cost, frame, &supply);
        let options: Vec<Choice> = told.iter().map(|t| Choice::from(crate::state::ids::Entity::from(t.card))).collect();
        if options.is_empty() {
            return Err(Illegal::new(rule!("118.3"), "its cost can't be paid").into());
        }
        let ask = Decision::pick(player, Ask::CostObjects, rule!("601.2f"), Some(source), options, 1, 1);
        let picked = self.pick(ask)?.first().and_then(Choice::entity).and_then(crate::state::ids::Entity::object);
        let place = told.iter().position(|t| Some(t.card) == picked).unwrap_or(0);
        Ok(told.swap_remove(place))
    }
}
