//! Alternative costs that are less by a number of what is given for them, which is chosen with the cost (601.2b): emerge
//! (702.119c), harmonize (2026:702.180a).

use lawmage_ir::{
    Amount, Choice as IrChoice, CostDelta, CostPart, Filter, ManaCost, ManaSymbol, Price, Selector, Stat, Test, rule,
};

use super::cost::Announced;
use super::ways::Terms;
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::table::decision::{Ask, Choice, Decision, Illegal};
use crate::table::game::{Game, Res};

/// Where a cost says by what it is less: its place, the part that is given, and which number of that counts.
fn less_by(terms: &Terms) -> Option<(usize, usize, Stat)> {
    let Price::Instead(cost) = &terms.price else { return None };
    cost.parts.iter().enumerate().find_map(|(place, part)| match part {
        CostPart::LessBy { stat, part } => Some((place, usize::from(*part), *stat)),
        _ => None,
    })
}

/// What is chosen to be given.
fn given(part: &mut CostPart) -> Option<&mut IrChoice> {
    match part {
        CostPart::Sacrifice(Selector::Choose(choice)) | CostPart::TapThose(Selector::Choose(choice)) => Some(choice),
        _ => None,
    }
}

/// The same terms with that number, or with nothing given.
fn told(terms: &Terms, number: Option<i32>) -> Option<Terms> {
    let (place, part, stat) = less_by(terms)?;
    let mut told = terms.clone();
    let Price::Instead(cost) = &mut told.price else { return None };
    let less = ManaCost(std::iter::once(ManaSymbol::Generic(1)).collect());
    let change = |n: i32| CostPart::Change(CostDelta::Less(less.clone()), Amount::Const(n.max(0)), None);
    *cost.parts.get_mut(place)? = change(number.unwrap_or(0));
    let part = cost.parts.get_mut(part)?;
    match number {
        None => *part = change(0),
        Some(number) => {
            let choice = given(part)?;
            (choice.min, choice.max) = (Amount::ONE, Some(Amount::ONE));
            let Selector::All(filter) = &mut choice.from else { return None };
            let exactly = Test::Stat(stat, lawmage_ir::Cmp::Equal, Amount::Const(number));
            *filter = Filter::new(filter.kind.clone(), Test::all([filter.test.clone(), exactly]));
        }
    }
    Some(told)
}

impl State {
    /// The terms with each thing that may be given for such a cost, which is chosen with it (702.119c), and with nothing where
    /// that is allowed; `None` where it is no such cost.
    pub(super) fn told_terms(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
    ) -> Option<Vec<(Option<ObjectId>, Terms)>> {
        let (_, part, stat) = less_by(terms)?;
        let Price::Instead(cost) = &terms.price else { return None };
        let mut part = cost.parts.get(part)?.clone();
        let choice = given(&mut part)?;
        let there = self.selected(&choice.from, &Context::of(spell, player));
        let number = |id: ObjectId| self.seen(id).and_then(|seen| self.stat_seen(&seen, stat)).unwrap_or(0);
        let mut all: Vec<(Option<ObjectId>, Terms)> = Vec::new();
        if choice.min == Amount::Const(0) {
            all.extend(told(terms, None).map(|t| (None, t)));
        }
        for id in there.into_iter().filter_map(Entity::object) {
            all.extend(told(terms, Some(number(id))).map(|t| (Some(id), t)));
        }
        Some(all)
    }
}

impl Game<'_> {
    /// 601.2b: has a player choose what to give for such a cost. The terms for any other cost are as they were.
    pub(super) fn choose_told_terms(&mut self, player: PlayerId, spell: ObjectId, terms: &Terms) -> Res<Terms> {
        let Some(mut all) = self.state.told_terms(player, spell, terms) else { return Ok(terms.clone()) };
        let supply = self.state.supply(player, false);
        let announced = Announced { extras: self.state.extra_costs(player, spell), ..Announced::default() };
        all.retain(|(_, terms)| self.state.affords(player, spell, terms, &announced, &supply));
        let least = u32::from(all.iter().all(|(id, _)| id.is_some()));
        let options: Vec<Choice> = all.iter().filter_map(|(id, _)| Some(Choice::from(Entity::from((*id)?)))).collect();
        if all.is_empty() {
            return Err(Illegal::new(rule!("118.3"), "its cost can't be paid").into());
        }
        let picked = if options.is_empty() {
            None
        } else {
            let ask = Decision::pick(player, Ask::CostObjects, rule!("601.2b"), Some(spell), options, least, 1);
            self.pick(ask)?.first().and_then(Choice::entity).and_then(Entity::object)
        };
        let chosen = all.into_iter().find(|(id, _)| *id == picked);
        chosen.map(|(_, terms)| terms).ok_or_else(|| Illegal::new(rule!("601.2b"), "nothing such can be given").into())
    }
}
