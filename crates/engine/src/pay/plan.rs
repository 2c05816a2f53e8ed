//! The automatic payer: finds a payment whenever there is one (118.3), and of all payments one that a careful player
//! would choose.

use lawmage_ir::{ActivatedAbility, Clause, CostUse, Filter, Instruction, Keyword, ManaRider, ManaType, Ref, Selector};
use smallvec::SmallVec;

use super::flow::Counts;
use super::mana_due::{CostSymbols, ManaDue};
use super::needs::{Rest, Stock};
use super::payer::Payer;
use super::source::{Source, Tapping, unit};
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::table::action::TurnUp;
use crate::table::payment::{ANY, Help, Mask, Plan};

/// What mana is spent on, for restrictions (106.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Casting this spell.
    Spell(ObjectId),
    /// Activating an ability of this source, which is that keyword's (702.1a).
    Ability(ObjectId, Option<Keyword>),
    /// Gaining a Class level: activating the ability of a class level bar of this source (716.2c).
    ClassLevel(ObjectId),
    /// Turning this permanent face up, as a special action (116.2b).
    TurningUp(ObjectId, TurnUp),
    /// A cumulative upkeep, as its ability resolves (702.24a).
    CumulativeUpkeep,
    /// Unlocking a door, as a special action (116.2m).
    Unlocking,
    /// Foretelling a card, as a special action (116.2h).
    Foretelling,
    /// Anything else.
    Other,
}

impl State {
    /// What an effect is that has a player pay as something resolves (118.12).
    pub(super) fn purpose_now(&self) -> Purpose {
        match self.is_resolving_trigger(Keyword::CumulativeUpkeep) {
            true => Purpose::CumulativeUpkeep,
            false => Purpose::Other,
        }
    }

    /// What paying for an ability is: a special action is no activation (116.2).
    pub(crate) fn purpose_of(&self, source: ObjectId, key: AbilityKey, ability: &ActivatedAbility) -> Purpose {
        match ability.limits.special {
            false if is_level_bar(ability) => Purpose::ClassLevel(source),
            false => Purpose::Ability(source, self.keyword_of(source, key)),
            true if self.keyword_of(source, key) == Some(Keyword::Foretell) => Purpose::Foretelling,
            true => Purpose::Other,
        }
    }
}

/// Whether an ability is that of a class level bar (716.2a).
fn is_level_bar(ability: &ActivatedAbility) -> bool {
    let becomes = |clause: &Clause| matches!(clause.does, Instruction::SetLevel(Selector::Ref(Ref::This), _));
    ability.program.modes.first().is_some_and(|mode| mode.clauses.iter().any(becomes))
}

/// All a player could pay mana with now.
#[derive(Clone, Debug, Default)]
pub struct Supply {
    /// Mana abilities.
    pub sources: Vec<Source>,
    /// What they and the pool amount to, when each mana is independent of the others.
    simple: Counts,
    /// Whether `simple` tells all.
    exact: bool,
}

impl Supply {
    /// Whether paying from it can bring no surprise: each source only taps, and makes what its text says outright.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let plain = |t: &Tapping| {
            t.taps && !t.leaves && t.pain == 0 && t.is_alone() && t.rider.is_none() && t.altered.is_none()
        };
        self.exact && self.sources.iter().all(|s| s.abilities.iter().all(plain))
    }

    /// Whether the rest of a cost takes nothing that its mana could come from.
    fn is_apart(&self, bill: &ManaDue, purpose: Purpose, rest: &Rest) -> bool {
        let is_spell = |id: ObjectId| matches!(purpose, Purpose::Spell(spell) if spell == id);
        let wanted = |s: &Source| {
            is_spell(s.object) || rest.busy == Some(s.object) || rest.needs.iter().any(|n| n.from.contains(&s.object))
        };
        let takes_life = bill.life > 0 || bill.phyrexian().is_some() || !rest.draws.is_empty();
        let hurts = |s: &Source| takes_life && s.abilities.iter().any(|t| t.hurt > 0);
        !self.sources.iter().any(|s| wanted(s) || hurts(s))
    }

    /// How much mana there is at most, choices aside.
    #[must_use]
    pub fn total(&self) -> u32 {
        let choosy = self.sources.iter().filter(|s| !is_counted(s));
        let most = |s: &Source| s.times.saturating_mul(s.abilities.iter().map(Tapping::most).sum());
        choosy.fold(self.simple.total(), |sum, s| sum.saturating_add(most(s)))
    }
}

impl State {
    /// Gathers what a player could pay with. `ranked` for a plan; without it only the question "can it be paid" is
    /// answered.
    #[must_use]
    pub fn supply(&self, player: PlayerId, ranked: bool) -> Supply {
        self.supply_of(player, self.mana_sources(player, ranked))
    }

    /// What a player could pay with: the mana in their pool and these sources.
    pub(super) fn supply_of(&self, player: PlayerId, sources: Vec<Source>) -> Supply {
        let mut supply = Supply { sources, simple: Counts::default(), exact: true };
        let pool = &self.player(player).mana;
        for mana in ManaType::ALL {
            supply.simple.add(unit(1 << mana.index(), false), u32::from(pool.plain[mana.index()]));
        }
        for mana in &pool.special {
            supply.exact &= mana.rider.as_deref().is_none_or(is_free_to_spend);
            supply.simple.add(unit(1 << mana.mana.index(), mana.snow), 1);
        }
        for (index, source) in supply.sources.iter().enumerate() {
            // Two sources on one object may exclude each other; mana abilities with side costs may, too.
            let twin = supply.sources.iter().skip(index + 1).any(|s| s.object == source.object);
            let plain = |t: &Tapping| t.is_alone() && t.rider.as_deref().is_none_or(is_free_to_spend);
            supply.exact &= !twin && source.abilities.iter().all(plain);
            if let Some(mask) = single(source) {
                supply.simple.add(unit(mask, source.snow), source.times);
            } else if let [only] = source.abilities.as_slice()
                && only.is_single_way()
            {
                for way in only.ways() {
                    for mask in &way.own {
                        supply.simple.add(unit(*mask, source.snow), source.times);
                    }
                    for mask in &way.more {
                        supply.simple.add(mask | ANY, source.times);
                    }
                }
            } else {
                supply.exact = false;
            }
        }
        supply
    }

    /// Whether a bill can be paid from a supply.
    #[must_use]
    pub fn payable(&self, player: PlayerId, bill: &ManaDue, purpose: Purpose, supply: &Supply, rest: &Rest) -> bool {
        if bill.is_free() {
            return true;
        }
        if supply.exact
            && bill.from.is_none()
            && supply.is_apart(bill, purpose, rest)
            && self.helpers(player, purpose, bill.water > 0).is_empty()
        {
            return bill.demands().iter().any(|d| self.has_life(player, d.life) && supply.simple.cover(d));
        }
        self.plan(player, bill, purpose, supply, rest).is_some()
    }

    /// Whether a player can pay that much life (119.4).
    #[must_use]
    pub fn has_life(&self, player: PlayerId, life: u32) -> bool {
        self.has_life_for(player, life, false, false)
    }

    /// The same, perhaps of a payment that an effect offers, or for a mana ability.
    pub(super) fn has_life_for(&self, player: PlayerId, life: u32, offered: bool, for_mana: bool) -> bool {
        let enough = || i64::from(self.player(player).life) >= i64::from(life);
        life == 0
            || ((enough() || self.replaces_life_payment(player, life)) && !self.keeps_life(player, offered, for_mana))
    }

    /// 107.4f: mana of a color for which a player may pay life is as a Phyrexian symbol of it.
    pub(crate) fn let_life_pay(&self, player: PlayerId, bill: &mut ManaDue) {
        use lawmage_ir::{Continuous, ManaSymbol, Permission};
        for rule in &self.rules().mays {
            if let Some(Continuous::May(Permission::LifeForMana(who, color))) = rule.what()
                && self.is_among(player, who, &rule.context())
            {
                bill.life_for.insert(*color);
                for symbol in &mut bill.symbols {
                    *symbol = match *symbol {
                        ManaSymbol::Color(c) if c == *color => ManaSymbol::Phyrexian(c),
                        // 107.4e: a hybrid symbol is of that color, too, where its half is chosen.
                        ManaSymbol::Hybrid(a, b) if a == *color || b == *color => ManaSymbol::HybridPhyrexian(a, b),
                        other => other,
                    };
                }
            }
        }
    }

    /// Whether an effect has something else done instead of paying that much life.
    pub(super) fn replaces_life_payment(&self, player: PlayerId, amount: u32) -> bool {
        use lawmage_ir::{Continuous, EventPattern};
        let payment = Proposal::PayLife { player, amount };
        self.rules().replacements.iter().any(|rule| match rule.what() {
            Some(Continuous::Replace(instead)) => {
                matches!(instead.event, EventPattern::PaysLife(_))
                    && self.would_replace(instead, &payment, lawmage_ir::rule!("119.4"), &rule.context())
            }
            _ => false,
        })
    }

    /// Whether an effect forbids a player to lose life, or to pay it (119.8, 101.2). Paying life to cast spells and activate
    /// abilities may be forbidden while payments that effects offer are not (118.12), perhaps nor those for mana abilities.
    fn keeps_life(&self, player: PlayerId, offered: bool, for_mana: bool) -> bool {
        self.forbidden(|cant, context| match cant {
            lawmage_ir::Prohibition::PayLife { but_mana, .. } if offered || *but_mana && for_mana => false,
            lawmage_ir::Prohibition::LoseLife(who) => self.is_among_or_shares(player, who, context), // 810.9h
            lawmage_ir::Prohibition::PayLife { who, .. } => self.is_among(player, who, context),
            _ => false,
        })
    }

    /// Objects that help to pay the total cost without making mana (702.126b), each once (702.126c): for a spell convoke (702.51),
    /// improvise (702.126a), delve (702.66), and for a cost with waterbend in it whatever it is the cost of (2026:701.67a).
    pub(super) fn helpers(&self, player: PlayerId, purpose: Purpose, water: bool) -> SmallVec<[(ObjectId, Help); 8]> {
        use lawmage_ir::{CardType, Keyword};
        let mut found = SmallVec::new();
        let spell = if let Purpose::Spell(spell) = purpose { Some(spell) } else { None };
        let has = |keyword: Keyword| spell.is_some_and(|spell| self.chars(spell).keywords.has(keyword));
        let (convoke, improvise) = (has(Keyword::Convoke), has(Keyword::Improvise));
        if convoke || improvise || water {
            for id in self.permanents() {
                let chars = self.chars(id);
                if self.permanent(id).is_none_or(|p| p.tapped) || self.controller(id) != player {
                    continue;
                }
                if convoke && chars.is_creature() {
                    found.push((id, Help::Convoke));
                } else if improvise && chars.is(CardType::Artifact) {
                    found.push((id, Help::Improvise));
                } else if water && (chars.is(CardType::Artifact) || chars.is_creature()) {
                    found.push((id, Help::Waterbend));
                }
            }
        }
        if has(Keyword::Delve) {
            let others = self.player(player).graveyard.iter().filter(|id| Some(**id) != spell);
            found.extend(others.map(|id| (*id, Help::Delve)));
        }
        found
    }

    /// The plan for a bill; `None` when it can't be paid. `rest`: what else the same cost needs.
    #[must_use]
    pub fn plan(
        &self,
        player: PlayerId,
        bill: &ManaDue,
        purpose: Purpose,
        supply: &Supply,
        rest: &Rest,
    ) -> Option<Plan> {
        if bill.is_free() {
            return Some(Plan { demand: bill.demands().into_iter().next().unwrap_or_default(), ..Plan::default() });
        }
        let payer = Payer {
            water: bill.water > 0,
            symbols: bill.contains(),
            from: bill.from.as_deref(),
            ..Payer::new(self, player, purpose, supply, rest)
        };
        let life = rest.takes(&Stock::Life);
        bill.demands()
            .iter()
            .filter(|d| self.has_life(player, d.life.saturating_add(if d.life > 0 { life } else { 0 })))
            .find_map(|demand| payer.pay(demand))
    }

    /// Whether mana with that rider may be spent for the purpose, on a cost with those symbols in it (106.6).
    #[must_use]
    pub fn may_spend(
        &self,
        player: PlayerId,
        rider: &ManaRider,
        source: ObjectId,
        purpose: Purpose,
        symbols: CostSymbols,
    ) -> bool {
        if is_free_to_spend(rider) {
            return true;
        }
        let context = Context::of(source, player);
        let is = |id: ObjectId, filter: &Filter| self.test(id.into(), &filter.test, &context);
        if let Some(not) = &rider.not_spells {
            return !matches!(purpose, Purpose::Spell(id) if is(id, not));
        }
        // What keeps it from generic mana alone leaves every purpose.
        if !is_limited(rider) {
            return true;
        }
        let one_of = |which: &CostUse| match (which, purpose) {
            (CostUse::WithX, _) => symbols.x,
            (CostUse::WithColorless, _) => symbols.colorless,
            (CostUse::Abilities(of), Purpose::Ability(_, keyword)) => keyword == Some(*of),
            (CostUse::TurningUp(what), Purpose::TurningUp(id, _)) => is(id, what),
            (CostUse::ManifestedUp, Purpose::TurningUp(id, TurnUp::ManaCost)) => self.is_manifested(id),
            (CostUse::OfKeyword(Keyword::Morph), Purpose::TurningUp(_, TurnUp::Morph))
            | (CostUse::OfKeyword(Keyword::CumulativeUpkeep), Purpose::CumulativeUpkeep) => true,
            (CostUse::Unlocking, Purpose::Unlocking)
            | (CostUse::Foretelling, Purpose::Foretelling)
            | (CostUse::ClassLevels, Purpose::ClassLevel(_)) => true,
            (
                CostUse::TurningUp(_)
                | CostUse::ManifestedUp
                | CostUse::OfKeyword(_)
                | CostUse::Unlocking
                | CostUse::Foretelling
                | CostUse::ClassLevels
                | CostUse::Abilities(_),
                _,
            ) => false,
        };
        let by_purpose = match purpose {
            Purpose::Spell(id) => rider.spells.as_ref().is_some_and(|f| is(id, f)),
            Purpose::Ability(id, _) | Purpose::ClassLevel(id) => rider.abilities.as_ref().is_some_and(|f| is(id, f)),
            Purpose::TurningUp(..)
            | Purpose::CumulativeUpkeep
            | Purpose::Unlocking
            | Purpose::Foretelling
            | Purpose::Other => false,
        };
        by_purpose || rider.costs.iter().any(one_of)
    }
}

/// Whether mana with that rider may be spent on some things only.
const fn is_limited(rider: &ManaRider) -> bool {
    rider.spells.is_some() || rider.abilities.is_some() || !rider.costs.is_empty()
}

/// Whether mana with that rider may be spent on anything.
pub(super) const fn is_free_to_spend(rider: &ManaRider) -> bool {
    !is_limited(rider) && rider.not_spells.is_none() && !rider.not_generic
}

/// The mask of a source that makes exactly one mana whichever ability is used.
fn single(source: &Source) -> Option<Mask> {
    source.abilities.iter().map(Tapping::single).try_fold(0, |all, one| one.map(|m| all | m)).filter(|m| *m != 0)
}

/// Whether a source is among what [`Supply`] has counted.
fn is_counted(source: &Source) -> bool {
    single(source).is_some() || matches!(source.abilities.as_slice(), [only] if only.is_single_way())
}
