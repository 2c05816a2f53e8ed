//! Where mana can come from (106.3, 118.2, 605): the pool, and mana abilities a player could activate (113.4, 117.1d).

use std::sync::Arc;

use lawmage_ir::{Ability, ActivatedAbility, Amount, CostPart, CounterKind, ManaRider, ManaType, Ref, Selector};
use smallvec::SmallVec;

use super::needs::Stock;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::payment::{ANY, Bundle, Mask, Need, SNOW, kind};

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

    /// All types among what it makes.
    #[must_use]
    pub fn types(&self) -> Mask {
        let of = |bundle: &Bundle| (0..6).filter(|i| bundle[*i] > 0).fold(0, |m, i| m | 1 << i);
        match self {
            Self::Fixed(bundle) => of(bundle),
            Self::OneOf(bundles) => bundles.iter().fold(0, |m, b| m | of(b)),
            Self::Each(mask, _) | Self::Same(mask, _) => *mask,
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

/// One way in which the use of a mana ability can turn out.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Way {
    /// What the ability is told to make, where that is not simply what the units come to be spent as.
    pub told: Option<Bundle>,
    /// One mask for each mana it makes.
    pub own: SmallVec<[Mask; 4]>,
    /// One mask for each mana that triggered mana abilities add (605.1b), with [`SNOW`] where it is snow.
    pub more: SmallVec<[Mask; 2]>,
}

/// One mana ability and what it makes.
#[derive(Clone, Debug)]
pub struct Tapping {
    /// Which ability.
    pub key: AbilityKey,
    /// What it makes.
    pub make: Make,
    /// How it turns out where triggered abilities or replacement effects have a say (605.1b, 106.6a); none: as `make` says.
    pub altered: Option<Vec<Way>>,
    /// What it costs besides tapping its source, in the eyes of a careful player.
    pub pain: u32,
    /// A restriction or rider on the mana.
    pub rider: Option<Arc<ManaRider>>,
    /// Mana it costs.
    pub bill: Option<super::mana_due::ManaDue>,
    /// Whether {T} is in its cost.
    pub taps: bool,
    /// Whether its source leaves as a cost.
    pub leaves: bool,
    /// Objects it takes besides.
    pub needs: SmallVec<[Need; 1]>,
    /// What else it takes that can run short: life, energy, counters.
    pub draws: SmallVec<[(Stock, u32); 1]>,
    /// Life that is lost as it resolves, which then can't be paid.
    pub hurt: u32,
    /// Whether what it makes depends on nothing that may change meanwhile.
    pub outright: bool,
    /// How often it can be used at most: once, if its source taps or leaves; else as often as its limits and what its
    /// cost takes allow.
    pub uses: u32,
}

impl Tapping {
    /// The ways it can turn out.
    #[must_use]
    pub fn ways(&self) -> SmallVec<[Way; 2]> {
        match &self.altered {
            Some(ways) => ways.iter().cloned().collect(),
            None => self.make.ways().into_iter().map(|own| Way { own, ..Way::default() }).collect(),
        }
    }

    /// The mask, when it makes exactly one mana.
    #[must_use]
    pub fn single(&self) -> Option<Mask> {
        if self.altered.is_some() { None } else { self.make.single() }
    }

    /// Whether it can turn out in one way only.
    #[must_use]
    pub fn is_single_way(&self) -> bool {
        match (&self.altered, &self.make) {
            (Some(ways), _) => ways.len() == 1,
            (None, Make::Fixed(_) | Make::Each(..)) => true,
            (None, Make::OneOf(bundles)) => bundles.len() == 1,
            (None, Make::Same(mask, _)) => mask.count_ones() == 1,
        }
    }

    /// All types it can make.
    #[must_use]
    pub fn types(&self) -> Mask {
        match &self.altered {
            Some(ways) => ways.iter().flat_map(|w| &w.own).fold(0, |m, one| m | one),
            None => self.make.types(),
        }
    }

    /// How much mana it makes at most.
    #[must_use]
    pub fn most(&self) -> u32 {
        self.ways().iter().map(|w| (w.own.len() + w.more.len()) as u32).max().unwrap_or(0)
    }

    /// Whether it takes nothing that another ability could want: it only taps or leaves.
    #[must_use]
    pub fn is_alone(&self) -> bool {
        self.needs.is_empty() && self.draws.is_empty() && self.bill.is_none()
    }
}

/// How many uses of one mana ability a payment counts on at most.
const MOST_USES: u32 = 250;

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
    /// How often one of its abilities can be used.
    pub times: u32,
}

impl State {
    /// The sources with which a player could make mana now. `ranked` works out how dear each is.
    #[must_use]
    pub fn mana_sources(&self, player: PlayerId, ranked: bool) -> Vec<Source> {
        let mut found = Vec::new();
        let wanted = if ranked { self.colors_wanted(player) } else { 0 };
        for id in self.permanents() {
            if self.chars(id).marks.mana && self.controller(id) == player {
                self.sources_of(player, id, wanted, &mut found);
            }
        }
        // 113.6: abilities that work in a hand or graveyard.
        let seat = self.player(player);
        for id in seat.hand.iter().chain(&seat.graveyard) {
            if self.chars(*id).marks.mana {
                self.sources_of(player, *id, wanted, &mut found);
            }
        }
        if self.alters_mana() {
            for source in &mut found {
                for tapping in source.abilities.iter_mut().filter(|t| t.taps) {
                    tapping.altered = self.altered(player, source.object, tapping);
                }
                source.abilities.retain(|t| t.altered.as_ref().is_none_or(|ways| !ways.is_empty()));
            }
            found.retain(|s| !s.abilities.is_empty());
        }
        found
    }

    fn sources_of(&self, player: PlayerId, id: ObjectId, wanted: Mask, found: &mut Vec<Source>) {
        let chars = self.chars(id);
        let snow = is_snow(chars);
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
                let times = way.uses;
                found.push(Source { object: id, abilities: smallvec::smallvec![way], rank, snow, times });
            }
        }
        if !tapping.is_empty() {
            tapping.sort_by_key(|t| t.pain);
            let rank = self.source_rank(id, wanted, &tapping);
            found.push(Source { object: id, abilities: tapping, rank, snow, times: 1 });
        }
    }

    /// What a mana ability makes and costs, if that can be told in advance and its cost can be paid.
    fn tapping(&self, player: PlayerId, id: ObjectId, key: AbilityKey, ability: &ActivatedAbility) -> Option<Tapping> {
        // What its X is, nobody but the player says (107.3a).
        if ability.cost.has_x() {
            return None;
        }
        let context = Context::of(id, player);
        let mode = ability.program.modes.first()?;
        let made = self.make_of(&mode.clauses, &context)?;
        let mut way = Tapping {
            key,
            make: made.make,
            altered: None,
            pain: made.pain,
            rider: made.rider.cloned().map(Arc::new),
            bill: None,
            taps: ability.cost.taps(),
            leaves: false,
            needs: SmallVec::new(),
            draws: SmallVec::new(),
            hurt: made.hurt,
            outright: made.outright,
            uses: 1,
        };
        for part in &ability.cost.parts {
            self.take_part(player, part, &context, &mut way);
        }
        // 601.2f
        let mut bill = way.bill.take().unwrap_or_default();
        self.change_ability_mana(&mut bill, player, id, key, &context);
        let life = std::mem::take(&mut bill.life);
        if life > 0 {
            self.take_part(player, &CostPart::Life(Amount::Const(life as i32)), &context, &mut way);
        }
        way.bill = Some(bill).filter(|bill| !bill.is_free());
        if !way.taps && !way.leaves && !ability.cost.parts.contains(&CostPart::Untap) {
            way.uses = self.uses_left(player, id, key, ability, &way);
        }
        (way.uses > 0).then_some(way)
    }

    /// Notes what a part of a mana ability's cost takes.
    fn take_part(&self, player: PlayerId, part: &CostPart, context: &Context<'_>, way: &mut Tapping) {
        let id = context.source;
        let mut draw = |stock: Stock, n: u32| {
            if n > 0 {
                way.draws.push((stock, n));
            }
        };
        match part {
            CostPart::Mana(cost) => way.bill.get_or_insert_default().add(cost, 0),
            CostPart::ManaTimes(cost, times) => {
                for _ in 0..self.count(times, context).min(10_000) {
                    way.bill.get_or_insert_default().add(cost, 0);
                }
            }
            CostPart::Change(change, times, condition) => {
                let bill = way.bill.get_or_insert_default();
                self.change_mana(bill, change, times, condition.as_deref(), context);
            }
            CostPart::OnlyFrom(of) => way.bill.get_or_insert_default().from = Some(Arc::new(of.clone())),
            CostPart::OnX(colors) => way.bill.get_or_insert_default().x_colors = *colors,
            CostPart::OnlyChosen(linked) => {
                way.bill.get_or_insert_default().only = Some(self.colors_chosen(id, *linked).collect());
            }
            CostPart::Tap | CostPart::Untap => {}
            CostPart::Life(n) => {
                draw(Stock::Life, self.count(n, context));
                way.pain += 40;
            }
            CostPart::Mill(n) => {
                draw(Stock::Library, self.count(n, context));
                way.pain += 5;
            }
            CostPart::Energy(n) => {
                draw(Stock::Energy, self.count(n, context));
                way.pain += 80;
            }
            CostPart::RemoveCounters(kind, n, Selector::Ref(Ref::This)) => {
                let stock = kind.clone().map_or(Stock::Odd, |k: CounterKind| Stock::Counters(id, k));
                let odd = stock == Stock::Odd;
                draw(stock, if odd { 1 } else { self.count(n, context) });
                way.pain += 80;
            }
            CostPart::Sacrifice(what)
            | CostPart::Exile(what, _)
            | CostPart::Bounce(what)
            | CostPart::Put(what, _)
            | CostPart::Discard(what)
                if !matches!(what, Selector::Choose(_)) && self.is_selected(id.into(), what, context) =>
            {
                way.leaves = true;
                way.pain += 60;
            }
            CostPart::Sacrifice(what)
            | CostPart::Exile(what, _)
            | CostPart::Bounce(what)
            | CostPart::Put(what, _)
            | CostPart::Discard(what)
            | CostPart::TapThose(what) => {
                let needed = self.needed(player, part, what, context, None);
                if needed.random || self.is_limited_choice(what) {
                    draw(Stock::Odd, 1);
                }
                way.needs.push(Need {
                    from: needed.from,
                    count: needed.min,
                    gone: !matches!(part, CostPart::TapThose(_)),
                });
                way.pain += 80;
            }
            // Costs of which it isn't told in advance how they get in each other's way: one such use in a payment.
            _ => {
                draw(Stock::Odd, 1);
                way.pain += 80;
            }
        }
    }

    /// How often a mana ability without {T} can be used now.
    fn uses_left(
        &self,
        player: PlayerId,
        id: ObjectId,
        key: AbilityKey,
        ability: &ActivatedAbility,
        way: &Tapping,
    ) -> u32 {
        let used = self.uses(id, key);
        let left = |limit: Option<u32>, used: u32| limit.map_or(MOST_USES, |l| l.saturating_sub(used));
        // 602.5b
        let limits = left(ability.limits.per_turn, used.0).min(left(ability.limits.per_object, used.1));
        let stocks = way.draws.iter().map(|(stock, n)| self.in_stock(player, stock) / (*n).max(1));
        let objects = way.needs.iter().map(|n| n.from.len() as u32 / n.count.max(1));
        stocks.chain(objects).fold(limits, u32::min).min(MOST_USES)
    }
}

fn is_snow(chars: &Chars) -> bool {
    chars.has_supertype(lawmage_ir::Supertype::Snow)
}

/// The mask of one mana, from a snow source or not.
#[must_use]
pub const fn unit(mask: Mask, snow: bool) -> Mask {
    mask | ANY | if snow { SNOW } else { 0 }
}
