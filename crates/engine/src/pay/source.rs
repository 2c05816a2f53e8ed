//! Where mana can come from (106.3, 118.2, 605): the pool, and mana abilities a player could activate (113.4, 117.1d).

use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, Amount, Clause, CostPart, CounterKind, Instruction, ManaRider, ManaSymbol, ManaType,
    ManaYield, Ref, Selector, Who,
};
use smallvec::SmallVec;

use super::bill::{ANY, COLORS, Mask, SNOW, TYPES, color, kind};
use crate::chars::AbilityKey;
use crate::context::Context;
use crate::ids::{Entity, ObjectId, PlayerId};
use crate::object::Chosen;
use crate::state::State;

/// A bundle of mana by [`ManaType::index`].
pub type Bundle = [u16; 6];

/// What mana an ability makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Make {
    /// Exactly this.
    Fixed(Bundle),
    /// One of these bundles.
    OneOf(SmallVec<[Bundle; 2]>),
    /// That many, each of any type of the mask.
    Each(Mask, u32),
    /// That many of one type of the mask.
    Same(Mask, u32),
}

impl Make {
    /// The mask, when it makes exactly one mana.
    #[must_use]
    pub fn single(&self) -> Option<Mask> {
        match self {
            Self::Fixed(bundle) => single_of(bundle),
            Self::OneOf(bundles) => {
                bundles.iter().map(single_of).try_fold(0, |all, one| one.map(|m| all | m)).filter(|m| *m != 0)
            }
            Self::Each(mask, 1) | Self::Same(mask, 1) => (*mask != 0).then_some(*mask),
            _ => None,
        }
    }

    /// The ways it can turn out, each as the masks of its mana.
    #[must_use]
    pub fn ways(&self) -> SmallVec<[SmallVec<[Mask; 4]>; 2]> {
        match self {
            Self::Fixed(bundle) => smallvec::smallvec![masks_of(bundle)],
            Self::OneOf(bundles) => bundles.iter().map(masks_of).collect(),
            Self::Each(mask, n) => smallvec::smallvec![std::iter::repeat_n(*mask, *n as usize).collect()],
            Self::Same(mask, n) => {
                types_of(*mask).map(|t| std::iter::repeat_n(kind(t), *n as usize).collect()).collect()
            }
        }
    }
}

fn single_of(bundle: &Bundle) -> Option<Mask> {
    let total: u16 = bundle.iter().sum();
    let place = bundle.iter().position(|n| *n > 0)?;
    (total == 1).then_some(1 << place)
}

fn masks_of(bundle: &Bundle) -> SmallVec<[Mask; 4]> {
    bundle.iter().enumerate().flat_map(|(i, n)| std::iter::repeat_n(1 << i, usize::from(*n))).collect()
}

/// The types of a mask.
pub fn types_of(mask: Mask) -> impl Iterator<Item = ManaType> {
    ManaType::ALL.into_iter().filter(move |t| mask & kind(*t) != 0)
}

/// One mana ability and what it makes.
#[derive(Clone, Debug)]
pub struct Tapping {
    /// Which ability.
    pub key: AbilityKey,
    /// What it makes.
    pub make: Make,
    /// What it costs besides tapping its source, in the eyes of a careful player.
    pub pain: u32,
    /// A restriction or rider on the mana.
    pub rider: Option<Arc<ManaRider>>,
    /// Mana it costs.
    pub bill: Option<super::bill::Bill>,
    /// Whether {T} is in its cost.
    pub taps: bool,
    /// Whether its source leaves as a cost.
    pub leaves: bool,
    /// Life it costs.
    pub life: u32,
    /// How often it can be used at most: once, if its source taps or leaves; else as often as its limits and what its
    /// cost takes allow.
    pub uses: u32,
}

/// How many uses of one mana ability a payment counts on at most.
const MOST_USES: u32 = 12;

/// A source: its mana abilities of which one can be used.
#[derive(Clone, Debug)]
pub struct Source {
    /// The object.
    pub object: ObjectId,
    /// Its abilities.
    pub abilities: SmallVec<[Tapping; 1]>,
    /// How loath a careful player is to use it.
    pub rank: u32,
    /// A snow source.
    pub snow: bool,
}

impl State {
    /// The sources with which a player could make mana now. `ranked` works out how dear each is.
    #[must_use]
    pub fn mana_sources(&self, player: PlayerId, ranked: bool) -> Vec<Source> {
        let mut found = Vec::new();
        let wanted = if ranked { self.colors_wanted(player) } else { 0 };
        for id in self.permanents() {
            if !self.chars(id).marks.mana || self.controller(id) != player {
                continue;
            }
            self.sources_of(player, id, wanted, &mut found);
        }
        found
    }

    fn sources_of(&self, player: PlayerId, id: ObjectId, wanted: Mask, found: &mut Vec<Source>) {
        let chars = self.chars(id);
        let mut tapping: SmallVec<[Tapping; 1]> = SmallVec::new();
        for on in &chars.abilities {
            let Ability::Activated(ability) = &*on.ability else { continue };
            // 602.5e: "as an instant" takes priority, which nobody has while a cost is paid.
            if !ability.mana || ability.limits.instant || self.may_activate(player, id, on.key, ability).is_err() {
                continue;
            }
            let Some(way) = self.tapping(player, id, on.key, ability) else { continue };
            if way.taps {
                tapping.push(way);
            } else {
                let rank = self.source_rank(id, wanted, std::slice::from_ref(&way));
                // One that costs mana is used again by the payer itself.
                let times = if way.bill.is_some() { 1 } else { way.uses };
                let source = Source { object: id, abilities: smallvec::smallvec![way], rank, snow: is_snow(chars) };
                found.extend(std::iter::repeat_n(source, times as usize));
            }
        }
        if !tapping.is_empty() {
            tapping.sort_by_key(|t| t.pain);
            let rank = self.source_rank(id, wanted, &tapping);
            found.push(Source { object: id, abilities: tapping, rank, snow: is_snow(chars) });
        }
    }

    /// What a mana ability makes and costs, if that can be told in advance and its cost can be paid.
    fn tapping(&self, player: PlayerId, id: ObjectId, key: AbilityKey, ability: &ActivatedAbility) -> Option<Tapping> {
        let context = Context::of(id, player);
        let (mut pain, mut leaves, mut life) = (0, false, 0);
        let mut bill: Option<super::bill::Bill> = None;
        for part in &ability.cost.parts {
            match part {
                CostPart::Mana(cost) => bill.get_or_insert_default().add(cost, 0),
                CostPart::ManaTimes(cost, times) => {
                    for _ in 0..self.count(times, &context) {
                        bill.get_or_insert_default().add(cost, 0);
                    }
                }
                CostPart::Tap | CostPart::Untap => {}
                CostPart::Life(n) => {
                    life += self.count(n, &context);
                    pain += 40;
                }
                CostPart::Sacrifice(what) | CostPart::Exile(what, _) if self.is_selected(id.into(), what, &context) => {
                    leaves = true;
                    pain += 60;
                }
                CostPart::Mill(_) => pain += 5,
                _ => pain += 80,
            }
        }
        if bill.as_ref().is_some_and(super::bill::Bill::is_free) {
            bill = None;
        }
        let uses = if ability.cost.taps() || leaves { 1 } else { self.uses_left(id, key, ability, &context) };
        if uses == 0 {
            return None;
        }
        let mode = ability.program.modes.first()?;
        let (make, rider, extra) = self.make_of(&mode.clauses, &context)?;
        Some(Tapping {
            key,
            make,
            pain: pain + extra,
            rider: rider.cloned().map(Arc::new),
            bill,
            taps: ability.cost.taps(),
            leaves,
            life,
            uses,
        })
    }

    /// How often a mana ability without {T} can be used now.
    fn uses_left(&self, id: ObjectId, key: AbilityKey, ability: &ActivatedAbility, context: &Context<'_>) -> u32 {
        let used = self.uses(id, key);
        let left = |limit: Option<u32>, used: u32| limit.map_or(MOST_USES, |l| l.saturating_sub(used));
        // 602.5b
        let limits = left(ability.limits.per_turn, used.0).min(left(ability.limits.per_object, used.1));
        let parts = ability.cost.parts.iter().map(|part| match part {
            CostPart::RemoveCounters(kind, n, Selector::Ref(Ref::This)) => {
                let there = self.get(id).map_or(0, |o| kind.as_ref().map_or(o.counters.total(), |k| o.counters.get(k)));
                there / self.count(n, context).max(1)
            }
            CostPart::Energy(n) => {
                let energy = self.player(context.you).counters.get(&CounterKind::Energy);
                energy / self.count(n, context).max(1)
            }
            CostPart::TapThose(Selector::Choose(choice))
            | CostPart::Sacrifice(Selector::Choose(choice))
            | CostPart::Discard(Selector::Choose(choice))
            | CostPart::Exile(Selector::Choose(choice), _) => {
                let there = self.selected(&choice.from, context).len() as u32;
                there / self.count(&choice.min, context).max(1)
            }
            CostPart::Life(_) | CostPart::Mana(_) | CostPart::Mill(_) => MOST_USES,
            _ => 1,
        });
        parts.fold(limits, u32::min).min(MOST_USES)
    }

    /// What mana clauses add for their controller, the rider on it, and how unwelcome what else they do is.
    fn make_of<'a>(&self, clauses: &'a [Clause], context: &Context<'_>) -> Option<(Make, Option<&'a ManaRider>, u32)> {
        let mut make: Option<Make> = None;
        let (mut rider, mut pain) = (None, 0);
        for clause in clauses {
            let one = match &clause.does {
                Instruction::AddMana { who: Who::You, mana, times, rider: on } => {
                    rider = on.as_deref();
                    // What has to be worked out may turn out otherwise once other sources are tapped.
                    pain += u32::from(!is_outright(mana, times));
                    self.yield_of(mana, times, context)?
                }
                Instruction::Seq(inner) => {
                    let (one, on, more) = self.make_of(inner, context)?;
                    rider = on;
                    pain += more;
                    one
                }
                Instruction::If { condition, then, otherwise } => {
                    let branch = if self.holds(condition, context) { then } else { otherwise };
                    if branch.is_empty() {
                        continue;
                    }
                    let (one, on, more) = self.make_of(branch, context)?;
                    rider = on;
                    pain += more;
                    one
                }
                Instruction::Damage { .. } | Instruction::LoseLife(..) => {
                    pain += 30;
                    continue;
                }
                _ => {
                    pain += 10;
                    continue;
                }
            };
            make = Some(match (make, one) {
                (None, one) => one,
                (Some(Make::Fixed(a)), Make::Fixed(b)) => Make::Fixed(std::array::from_fn(|i| a[i] + b[i])),
                _ => return None,
            });
        }
        make.map(|m| (m, rider, pain))
    }

    fn yield_of(&self, mana: &ManaYield, times: &Amount, context: &Context<'_>) -> Option<Make> {
        let times = self.count(times, context);
        if times == 0 {
            return None;
        }
        let bundle = |types: &[ManaType]| {
            let mut bundle = Bundle::default();
            for mana in types {
                bundle[mana.index()] += times as u16;
            }
            bundle
        };
        let some = |make: Make| match &make {
            Make::Each(0, _) | Make::Same(0, _) | Make::Each(_, 0) | Make::Same(_, 0) => None,
            Make::Fixed(bundle) if *bundle == Bundle::default() => None,
            _ => Some(make),
        };
        some(match mana {
            ManaYield::Fixed(types) => Make::Fixed(bundle(types)),
            // Several times one of several single mana: each is chosen by itself.
            ManaYield::OneOf(bundles) if times > 1 && bundles.iter().all(|b| b.len() == 1) => {
                Make::Each(bundles.iter().flatten().fold(0, |mask, t| mask | kind(*t)), times)
            }
            ManaYield::OneOf(bundles) => Make::OneOf(bundles.iter().map(|b| bundle(b)).collect()),
            ManaYield::AnyColor { count, combination, colors } => {
                let mask = if colors.is_empty() { COLORS } else { colors.iter().fold(0, |m, c| m | color(*c)) };
                let count = self.count(count, context) * times;
                if *combination { Make::Each(mask, count) } else { Make::Same(mask, count) }
            }
            ManaYield::Chosen(linked) => {
                let mut mask = 0;
                for chosen in self.chosen_values(context.source, *linked) {
                    if let Chosen::Color(c) = chosen {
                        mask |= color(*c);
                    }
                }
                Make::Same(mask, times)
            }
            ManaYield::Noted(linked) => {
                let mut mask = 0;
                for chosen in self.chosen_values(context.source, *linked) {
                    if let Chosen::Mana(noted) = chosen {
                        mask |= kind(*noted);
                    }
                }
                Make::Same(mask, times)
            }
            ManaYield::CouldProduce(selector) | ManaYield::ColorCouldProduce(selector) => {
                // 106.7
                let mask = if matches!(mana, ManaYield::ColorCouldProduce(_)) { COLORS } else { TYPES };
                let of = |e: &Entity| e.object().map_or(0, |id| self.mana_it_could_make(id, 0)) & mask;
                Make::Same(self.selected(selector, context).iter().fold(0, |m, e| m | of(e)), times)
            }
            ManaYield::ColorsOf(selector) => {
                let of = |e: &Entity| {
                    let colors = e.object().map(|id| self.chars(id).colors);
                    colors.into_iter().flat_map(lawmage_ir::ColorSet::iter).fold(0, |m, c| m | color(c))
                };
                Make::Same(self.selected(selector, context).iter().fold(0, |m, e| m | of(e)), times)
            }
            ManaYield::SameAsEvent => return None,
        })
    }

    /// The types of mana that an object's abilities could produce (106.7), whether or not they could be activated now.
    #[must_use]
    pub fn mana_it_could_make(&self, id: ObjectId, depth: u32) -> Mask {
        // Lands that each could produce what the other could: 106.7 asks each once.
        if depth > 1 {
            return 0;
        }
        let context = Context::of(id, self.controller(id));
        let mut mask = 0;
        for on in &self.chars(id).abilities {
            let Ability::Activated(ability) = &*on.ability else { continue };
            for clause in ability.program.modes.iter().flat_map(|m| &m.clauses) {
                let Instruction::AddMana { mana, times, .. } = &clause.does else { continue };
                if let ManaYield::CouldProduce(selector) | ManaYield::ColorCouldProduce(selector) = mana {
                    for other in self.selected(selector, &context).iter().filter_map(|e| e.object()) {
                        mask |= self.mana_it_could_make(other, depth + 1);
                    }
                } else if let Some(make) = self.yield_of(mana, times, &context) {
                    mask |= make.ways().iter().flatten().fold(0, |m, one| m | one);
                }
            }
        }
        mask & TYPES
    }

    /// The colors in mana costs of the cards a player has in hand.
    fn colors_wanted(&self, player: PlayerId) -> Mask {
        let hand = self.player(player).hand.iter();
        let costs = hand.filter_map(|id| self.chars(*id).mana_cost.as_ref());
        costs.flat_map(|c| c.0.iter()).flat_map(|s: &ManaSymbol| s.colors().iter()).fold(0, |mask, c| mask | color(c))
    }

    /// How loath a careful player is to use a source: basic lands of colors the hand doesn't want first, then lands with
    /// more uses, then other permanents, creatures last; what costs life or the source itself after all others.
    fn source_rank(&self, id: ObjectId, wanted: Mask, ways: &[Tapping]) -> u32 {
        let chars = self.chars(id);
        let mask = ways.iter().flat_map(|t| t.make.ways()).flatten().fold(0, |m, one| m | one);
        let flexible = mask.count_ones() * 2 + (mask & wanted & COLORS).count_ones();
        let other_uses = if chars.marks.activated { 12 } else { 0 };
        let body = if chars.is_creature() {
            60
        } else if chars.is_land() {
            0
        } else {
            30
        };
        flexible + other_uses + body + ways.iter().map(|t| t.pain * 4).min().unwrap_or(0)
    }
}

fn is_snow(chars: &crate::chars::Chars) -> bool {
    chars.has_supertype(lawmage_ir::Supertype::Snow)
}

/// The mask of one mana, from a snow source or not.
#[must_use]
pub const fn unit(mask: Mask, snow: bool) -> Mask {
    mask | ANY | if snow { SNOW } else { 0 }
}

/// Whether what an ability makes depends on nothing.
const fn is_outright(mana: &ManaYield, times: &Amount) -> bool {
    let count = match mana {
        ManaYield::Fixed(_) | ManaYield::OneOf(_) => true,
        ManaYield::AnyColor { count, .. } => matches!(count, Amount::Const(_)),
        _ => false,
    };
    count && matches!(times, Amount::Const(_))
}
