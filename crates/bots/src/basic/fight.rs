//! Combat arithmetic: who would kill whom.

use lawmage_engine::table::view::ObjectView;
use lawmage_engine::{ObjectId, PlayerId, View};
use lawmage_ir::Keyword;

use super::values::{health, value};

/// A creature as combat sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fighter {
    pub id: ObjectId,
    pub power: i32,
    pub health: i32,
    pub value: i32,
    pub flying: bool,
    pub reach: bool,
    pub first: bool,
    pub double: bool,
    pub deathtouch: bool,
    pub trample: bool,
    pub lifelink: bool,
    pub menace: bool,
    pub vigilance: bool,
    pub indestructible: bool,
    pub defender: bool,
    pub tapped: bool,
}

impl Fighter {
    pub(super) fn new(object: &ObjectView<'_>) -> Self {
        let has = |k| object.chars.has(k);
        Self {
            id: object.id,
            power: object.chars.power.unwrap_or(0).max(0),
            health: health(object),
            value: value(object),
            flying: has(Keyword::Flying),
            reach: has(Keyword::Reach),
            first: has(Keyword::FirstStrike) || has(Keyword::DoubleStrike),
            double: has(Keyword::DoubleStrike),
            deathtouch: has(Keyword::Deathtouch),
            trample: has(Keyword::Trample),
            lifelink: has(Keyword::Lifelink),
            menace: has(Keyword::Menace),
            vigilance: has(Keyword::Vigilance),
            indestructible: has(Keyword::Indestructible),
            defender: has(Keyword::Defender),
            tapped: object.permanent.is_some_and(|p| p.tapped),
        }
    }

    /// What it deals to a player.
    pub(super) const fn blow(&self) -> i32 {
        if self.double { 2 * self.power } else { self.power }
    }

    pub(super) const fn can_block(&self, attacker: &Self) -> bool {
        !self.tapped && (!attacker.flying || self.flying || self.reach)
    }

    /// Whether its damage kills the other, all of it.
    const fn slays(&self, other: &Self) -> bool {
        if other.indestructible || self.power == 0 {
            return false;
        }
        self.deathtouch || self.blow() >= other.health
    }

    /// Whether its first-strike damage alone kills the other.
    const fn slays_first(&self, other: &Self) -> bool {
        self.first && !other.indestructible && self.power > 0 && (self.deathtouch || self.power >= other.health)
    }

    /// Whether this kills the other in a fight of the two.
    pub(super) const fn kills(&self, other: &Self) -> bool {
        self.slays(other) && (self.first || !other.slays_first(self))
    }
}

/// The creatures that such players control.
pub(super) fn creatures(view: &View<'_>, of: impl Fn(PlayerId) -> bool) -> Vec<Fighter> {
    view.battlefield().filter(|o| of(o.controller) && o.chars.is_creature()).map(|o| Fighter::new(&o)).collect()
}

/// What the attackers would deal when each blocker stops the strongest that it can: the least that gets through.
pub(super) fn through(attackers: &[Fighter], blockers: &[Fighter]) -> i32 {
    let mut order: Vec<&Fighter> = attackers.iter().collect();
    order.sort_by_key(|a| std::cmp::Reverse(a.blow()));
    let mut free: Vec<&Fighter> = blockers.iter().filter(|b| !b.tapped).collect();
    // Those who can block fliers are kept for them.
    free.sort_by_key(|b| b.flying || b.reach);
    let mut total = 0;
    for attacker in order {
        let needed = if attacker.menace { 2 } else { 1 };
        let able: Vec<usize> =
            (0..free.len()).filter(|i| free.get(*i).is_some_and(|b| b.can_block(attacker))).take(needed).collect();
        if able.len() < needed {
            total += attacker.blow();
            continue;
        }
        if attacker.trample {
            let stopped: i32 = able.iter().filter_map(|i| free.get(*i)).map(|b| b.health).sum();
            total += (attacker.blow() - stopped).max(0);
        }
        for place in able.into_iter().rev() {
            free.remove(place);
        }
    }
    total
}
