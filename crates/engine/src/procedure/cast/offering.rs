//! An additional cost that makes the spell cheaper by the mana cost of what it is paid with, which is chosen with the cost
//! (601.2b): offering (702.48).

use lawmage_ir::{
    Amount, Continuous, CostDelta, CostLabel, CostPart, Filter, ManaCost, Permission, Ref, Selector, Test, rule,
};

use super::cost::{Announced, Extra};
use super::ways::Terms;
use crate::pay::Supply;
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::table::about::Matter;
use crate::table::decision::{Ask, Choice, Decision, Illegal};
use crate::table::game::{Game, Res};

impl Extra {
    /// The part that is given, where the cost says that its mana cost is what the spell costs less.
    fn offered(&self) -> Option<&CostPart> {
        let less = |part: &CostPart| if let CostPart::LessByManaCost(n) = part { Some(*n) } else { None };
        self.cost.parts.get(usize::from(self.cost.parts.iter().find_map(less)?))
    }

    /// The same, paid with that object, whose mana cost that is (702.48b-c).
    fn paid_with(&self, id: ObjectId, mana: ManaCost) -> Option<Self> {
        let mut paid = Self { times: 1, ..self.clone() };
        for part in &mut paid.cost.parts {
            match part {
                CostPart::LessByManaCost(_) => {
                    *part = CostPart::Change(CostDelta::Less(mana.clone()), Amount::ONE, None);
                }
                CostPart::Sacrifice(Selector::Choose(choice)) => {
                    let Selector::All(filter) = &mut choice.from else { return None };
                    let only = Test::Is(Ref::Giver(Some((id.slot, id.generation))));
                    *filter = Filter::new(filter.kind.clone(), Test::all([filter.test.clone(), only]));
                }
                _ => {}
            }
        }
        Some(paid)
    }
}

impl State {
    /// 601.3c: the additional cost that has to be paid, where the card may be cast at this time only so.
    pub(super) fn owed_for_time(&self, player: PlayerId, id: ObjectId, face: u8, terms: &Terms) -> Option<CostLabel> {
        self.only_for_time(player, id, face, terms, |may| match may {
            Permission::FlashIfPaid(label) => Some(label.clone()),
            _ => None,
        })
    }

    /// 601.3b: what the spell has to target, where the card may be cast at this time only so.
    pub(super) fn aims_for_time(&self, player: PlayerId, id: ObjectId, face: u8, terms: &Terms) -> Option<Filter> {
        self.only_for_time(player, id, face, terms, |may| match may {
            Permission::FlashIfTargets(what) => Some(what.clone()),
            _ => None,
        })
    }

    /// What lets the card be cast as though it had flash, where it may be cast at this time only so.
    fn only_for_time<T>(
        &self,
        player: PlayerId,
        id: ObjectId,
        face: u8,
        terms: &Terms,
        lets: impl Fn(&Permission) -> Option<T>,
    ) -> Option<T> {
        let context = Context::of(id, player);
        let found = self.all_statics(id).find_map(|(_, ability)| {
            let mut mays =
                ability.effects.iter().filter_map(|e| if let Continuous::May(may) = e { Some(may) } else { None });
            let found = mays.find_map(&lets);
            found.filter(|_| ability.condition.as_ref().is_none_or(|c| self.holds(c, &context)))
        })?;
        let chars = if self.shows_face(id, face) { self.chars(id) } else { self.face_chars(id, face)? };
        (!self.is_time_for(player, id, chars, terms)).then_some(found)
    }

    /// What is announced with each thing that such a cost of the spell could be paid with; `None` where it has no such cost.
    fn offerings(
        &self,
        player: PlayerId,
        spell: ObjectId,
        announced: &Announced,
        place: usize,
    ) -> Option<Vec<(ObjectId, Announced)>> {
        let extra = announced.extras.get(place)?;
        let part = extra.offered()?;
        let able = self.could_be_chosen_for(player, spell, part);
        let with = able.into_iter().filter_map(|id| {
            let mut with = announced.clone();
            // What has no mana cost makes nothing cheaper.
            let mana = self.chars(id).mana_cost.clone().unwrap_or_default();
            *with.extras.get_mut(place)? = extra.paid_with(id, mana)?;
            Some((id, with))
        });
        Some(with.collect())
    }

    /// Whether the spell could be completed with such a cost paid, in one of the ways there are; `None` where it has no such cost.
    pub(super) fn completes_with_offering(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &Announced,
        supply: &Supply,
    ) -> Option<bool> {
        let mut places = (0..announced.extras.len()).filter_map(|n| self.offerings(player, spell, announced, n));
        let all = places.next()?;
        Some(all.iter().any(|(_, with)| self.can_complete_so(player, spell, terms, with, supply)))
    }
}

impl Game<'_> {
    /// 702.48b: with what such a cost is paid, if it is. Tells whether it is such a cost.
    pub(super) fn announce_offering(
        &mut self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        announced: &mut Announced,
        place: usize,
    ) -> Res<bool> {
        let Some(mut all) = self.state.offerings(player, spell, announced, place) else { return Ok(false) };
        let supply = self.state.supply(player, false);
        let state = &self.state;
        let able = |with: &Announced| {
            state.affords(player, spell, terms, with, &supply)
                && state.has_targets_so(player, spell, terms, with, &supply)
        };
        all.retain(|(_, with)| able(with));
        let owed = terms.owes.is_some() && terms.owes == announced.extras[place].label;
        let least = u32::from(owed || !able(announced));
        if all.is_empty() {
            return if owed { Err(Illegal::new(rule!("601.3c"), "nothing can be offered").into()) } else { Ok(true) };
        }
        let options: Vec<Choice> = all.iter().map(|(id, _)| Choice::from(Entity::from(*id))).collect();
        let cost = || Matter::Cost(announced.extras[place].cost.clone());
        let about = self.about(cost, &Context::of(spell, player));
        let ask = Decision::pick(player, Ask::CostObjects, rule!("702.48b"), Some(spell), options, least, 1);
        let picked = self.pick(ask.about(about))?.first().and_then(Choice::entity).and_then(Entity::object);
        if let Some((_, with)) = all.into_iter().find(|(id, _)| Some(*id) == picked) {
            *announced = with;
        }
        Ok(true)
    }
}
