//! Taking mana out of the pool (106.4, 118.3a).

use std::sync::Arc;

use lawmage_ir::{Filter, Kind, ManaRider, ManaType, SpendingOn, rule};
use smallvec::SmallVec;

use super::flow::assign;
use super::mana_due::{CostSymbols, ManaDue};
use super::payer::spendable;
use super::plan::Purpose;
use super::source::unit;
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::mana::SpecialMana;
use crate::table::decision::Illegal;
use crate::table::game::{Game, Res};
use crate::table::payment::{Demand, Mask};

/// The mana spent on something.
#[derive(Clone, Debug, Default)]
pub struct Spent {
    /// By [`ManaType::index`].
    pub mana: [u16; 6],
    /// The riders on it, with the sources of the mana.
    pub riders: Vec<(Arc<ManaRider>, ObjectId)>,
    /// The sources of the mana of which they are known.
    pub sources: Vec<ObjectId>,
}

impl Spent {
    /// Adds what was spent besides on the same.
    pub(crate) fn add(&mut self, other: Self) {
        self.mana.iter_mut().zip(other.mana).for_each(|(n, more)| *n = n.saturating_add(more));
        self.riders.extend(other.riders);
        self.sources.extend(other.sources);
    }

    /// How much.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.mana.iter().map(|n| u32::from(*n)).sum()
    }
}

impl State {
    /// As what a player may spend mana on a cost of that purpose (609.4b).
    pub(crate) fn let_spend(&self, bill: &mut ManaDue, player: PlayerId, purpose: Purpose) {
        use lawmage_ir::{Continuous, Permission};
        for rule in &self.rules().mays {
            if let Some(Continuous::May(Permission::SpendAs(who, spending, on))) = rule.what()
                && self.is_among(player, who, &rule.context())
                && on.as_ref().is_none_or(|on| self.is_spent_on(on, purpose, &rule.context()))
            {
                bill.let_spend(*spending);
            }
        }
    }

    /// Whether mana from that source may be spent on what asks for such sources; of mana without one it isn't known. A source that is
    /// gone is asked as it was (113.7a).
    pub(super) fn comes_from(&self, source: Option<ObjectId>, from: Option<&Filter>, player: PlayerId) -> bool {
        let Some(from) = from else { return true };
        source.is_some_and(|id| self.test(id.into(), &from.test, &Context::of(id, player)))
    }

    fn is_spent_on(&self, on: &SpendingOn, purpose: Purpose, context: &Context<'_>) -> bool {
        match (on, purpose) {
            (SpendingOn::Spells(what), Purpose::Spell(id))
            | (SpendingOn::Abilities(what), Purpose::Ability(id, _) | Purpose::ClassLevel(id)) => {
                let there = what.kind != Kind::Permanent || self.permanent(id).is_some();
                there && self.test(id.into(), &what.test, context)
            }
            _ => false,
        }
    }
}

impl Game<'_> {
    /// Pays with certain mana from the pool: of those types, snow or not.
    pub(super) fn spend_these(
        &mut self,
        player: PlayerId,
        mana: &[(ManaType, bool)],
        purpose: Purpose,
        (symbols, from): (CostSymbols, Option<&Filter>),
    ) -> Res<Spent> {
        let mut spent = Spent::default();
        for (kind, snow) in mana {
            let pool = &self.state.player(player).mana;
            let fits = |m: &SpecialMana| {
                let may = |r: &ManaRider| self.state.may_spend(player, r, m.source, purpose, symbols);
                let fits = m.mana == *kind && m.snow == *snow && m.rider.as_deref().is_none_or(may);
                fits && self.state.comes_from(Some(m.source), from, player)
            };
            // What pays for generic mana, too, comes first: whichever part of the cost this is, it does.
            let generic = |m: &SpecialMana| m.rider.as_deref().is_none_or(|r| !r.not_generic);
            let any = pool.special.iter().position(|m| fits(m) && generic(m));
            let special = any.or_else(|| pool.special.iter().position(fits));
            let plain = !snow && from.is_none() && pool.plain[kind.index()] > 0;
            let pool = &mut self.state.player_mut(player).mana;
            if plain {
                pool.plain[kind.index()] -= 1;
            } else if let Some(place) = special {
                let gone = pool.special.remove(place);
                spent.sources.push(gone.source);
                spent.riders.extend(gone.rider.map(|rider| (rider, gone.source)));
            } else {
                return Err(Illegal::new(rule!("118.3a"), "the mana in the pool doesn't pay the cost").into());
            }
            spent.mana[kind.index()] += 1;
        }
        Ok(spent)
    }

    /// Pays mana from the pool: restricted mana first, then colorless, then colored.
    pub(super) fn spend(
        &mut self,
        player: PlayerId,
        demand: &Demand,
        purpose: Purpose,
        (symbols, from): (CostSymbols, Option<&Filter>),
    ) -> Res<Spent> {
        let mut spent = Spent::default();
        let mut places: SmallVec<[(Mask, Result<usize, ManaType>); 16]> = SmallVec::new();
        let pool = &self.state.player(player).mana;
        for (index, mana) in pool.special.iter().enumerate() {
            let rider = mana.rider.as_deref();
            let may = rider.is_none_or(|r| self.state.may_spend(player, r, mana.source, purpose, symbols));
            if may && self.state.comes_from(Some(mana.source), from, player) {
                let mask = unit(1 << mana.mana.index(), mana.snow);
                places.push((rider.map_or(mask, |r| spendable(mask, r)), Ok(index)));
            }
        }
        places.sort_by_key(|(_, place)| match place {
            Ok(index) => pool.special.get(*index).is_some_and(|m| m.rider.is_none()),
            Err(_) => true,
        });
        for mana in ManaType::ALL.into_iter().rev() {
            for _ in 0..if from.is_none() { pool.plain[mana.index()] } else { 0 } {
                places.push((unit(1 << mana.index(), false), Err(mana)));
            }
        }
        let asked: SmallVec<[Mask; 16]> = demand.units().collect();
        let Some(uses) = assign(places.len(), asked.len(), |s, d| places[s].0 & asked[d] != 0) else {
            return Err(Illegal::new(rule!("118.3a"), "the mana in the pool doesn't pay the cost").into());
        };
        let mut gone: SmallVec<[usize; 4]> = SmallVec::new();
        for ((_, place), _) in places.iter().zip(&uses).filter(|(_, d)| d.is_some()) {
            match place {
                Ok(index) => gone.push(*index),
                Err(mana) => {
                    let left = &mut self.state.player_mut(player).mana.plain[mana.index()];
                    *left = left.saturating_sub(1);
                    spent.mana[mana.index()] += 1;
                }
            }
        }
        gone.sort_unstable();
        for index in gone.into_iter().rev() {
            let mana = self.state.player_mut(player).mana.special.remove(index);
            spent.mana[mana.mana.index()] += 1;
            spent.sources.push(mana.source);
            if let Some(rider) = mana.rider {
                spent.riders.push((rider, mana.source));
            }
        }
        Ok(spent)
    }
}
