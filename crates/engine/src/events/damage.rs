//! Damage and its results (120): of combat (120.2a) and of spells and abilities (120.2b), of any object (120.2). What it does
//! destroys nothing (120.5): state-based actions do.

use std::collections::BTreeMap;

use lawmage_ir::{CardType, Continuous, CounterKind, Keyword, Permission, Rule};

use crate::events::happen::{Batch, NOBODY};
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::{Outcome, Proposal};
use crate::table::game::Game;

/// What a permanent is dealt at once by all sources together, for what is more than it takes (120.10).
#[derive(Clone, Debug)]
pub(crate) struct Hurt {
    to: ObjectId,
    /// For whose outcome it counts.
    index: usize,
    /// How much is no excess yet.
    room: u32,
    total: u32,
    combat: bool,
}

/// The permanents dealt damage in a wave, in that order.
#[derive(Default)]
pub(crate) struct Hurts {
    all: Vec<Hurt>,
    places: BTreeMap<ObjectId, usize>,
}

impl Hurts {
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    fn of(&mut self, to: ObjectId) -> Option<&mut Hurt> {
        self.all.get_mut(*self.places.get(&to)?)
    }

    fn add(&mut self, hurt: Hurt) {
        self.places.insert(hurt.to, self.all.len());
        self.all.push(hurt);
    }
}

impl State {
    /// Whether damage is dealt to that as though its source had the keyword (609.4).
    fn dealt_as_though(&self, to: Entity, keyword: Keyword) -> bool {
        self.rules().mays.iter().any(|rule| match (rule.what(), to) {
            (Some(Continuous::May(Permission::DealtAsThough(None, which))), _) => *which == keyword,
            (Some(Continuous::May(Permission::DealtAsThough(Some(who), which))), Entity::Player(player)) => {
                *which == keyword && self.is_among(player, who, &rule.context())
            }
            _ => false,
        })
    }
}

impl Game<'_> {
    /// Damage of any object (120.2), in combat (120.2a) or by a spell or ability (120.2b), that nothing prevented (120.4,
    /// 120.4b): it is dealt, and its results follow in the same batch (120.3, 120.4c-d): replaced in their turn, and life
    /// lost is life lost (119.2).
    #[expect(clippy::too_many_arguments, reason = "one proposal's parts, taken apart once")]
    pub(crate) fn commit_damage(
        &mut self,
        index: usize,
        source: ObjectId,
        to: Entity,
        amount: u32,
        combat: bool,
        rule: Rule,
        batch: &mut Batch,
        outcome: &mut Outcome,
    ) {
        if amount == 0 {
            return; // 120.8
        }
        // As it last existed where it has left (702.2e, 702.15c, 702.80b, 702.90d), and from whatever zone it deals damage (702.2d,
        // 702.15d, 702.80c, 702.90e).
        let Some(seen) = self.state.seen(source) else { return };
        let controller = seen.controller;
        let has = |keyword| seen.chars.has(keyword); // another instance adds nothing (702.80d, 702.90f)
        let (deathtouch, lifelink) = (has(Keyword::Deathtouch), has(Keyword::Lifelink));
        let [infect, wither] = [Keyword::Infect, Keyword::Wither].map(|k| has(k) || self.state.dealt_as_though(to, k));
        let toxic = seen.chars.total_toxic(); // 702.164c
        if let Entity::Object(id) = to {
            self.state.note_hurt(index, id, amount, deathtouch, combat, &mut batch.hurt);
        }
        let follow = |batch: &mut Batch, proposal| batch.follow.push((NOBODY, proposal));
        let by = Some(controller);
        if let Some(player) = counted(to, combat).filter(|_| !self.state.commanders.is_empty()) {
            self.state.note_commander_damage(source, player, amount);
        }
        match to {
            Entity::Player(player) => {
                if infect {
                    // 120.3b, 702.90b
                    follow(
                        batch,
                        Proposal::PutCounters { on: to, kind: CounterKind::Poison, amount, by, effect: true },
                    );
                } else if let Some(life) = lost_besides(batch, player) {
                    *life = life.saturating_add(amount); // 603.2c: what all sources deal at once is one loss of life
                } else {
                    batch.follow.push((NOBODY, Proposal::LoseLife { player, amount, damage: Some(0) })); // 120.3a
                }
                if combat && toxic > 0 {
                    // 120.3g
                    follow(
                        batch,
                        Proposal::PutCounters { on: to, kind: CounterKind::Poison, amount: toxic, by, effect: true },
                    );
                }
            }
            Entity::Object(id) => {
                let Some(target) = self.state.get(id) else { return };
                let types = self.state.chars(id).types;
                let loyalty = target.counters.get(&CounterKind::Loyalty);
                let defense = target.counters.get(&CounterKind::Defense);
                if types.has(CardType::Planeswalker) {
                    // 120.3c, 306.8
                    take_loyalty(batch, to, amount, loyalty);
                }
                if types.has(CardType::Battle) {
                    // 120.3h, 310.6
                    let amount = amount.min(defense);
                    follow(
                        batch,
                        Proposal::RemoveCounters { from: to, kind: CounterKind::Defense, amount, damage: true },
                    );
                }
                if types.has(CardType::Creature) {
                    if infect || wither {
                        // 120.3d, 702.80a, 702.90c
                        follow(
                            batch,
                            Proposal::PutCounters { on: to, kind: CounterKind::MINUS, amount, by, effect: true },
                        );
                    } else if let Some(permanent) = self.state.permanent_mut(id) {
                        permanent.damage = permanent.damage.saturating_add(amount); // 120.3e, 302.7
                    }
                    if deathtouch && let Some(permanent) = self.state.permanent_mut(id) {
                        permanent.deathtouched = true; // 704.5h
                    }
                }
            }
        }
        if lifelink {
            gain_for(source, controller, amount, batch);
        }
        if let Some(permanent) = self.state.permanent_mut(source) {
            permanent.designations.dealt_damage = true;
        }
        self.state.touch_passing();
        self.push_event(Event::Damage { source, to, amount, combat }, rule, batch.number);
        if !outcome.members.contains(&to) {
            outcome.members.push(to);
        }
        outcome.number += amount;
        outcome.done = true;
    }

    /// 120.10: what the sources of a wave together dealt beyond what was lethal, or beyond loyalty or defense.
    pub(crate) fn note_excess(&mut self, rule: Rule, batch: &mut Batch, outcomes: &mut [Outcome]) {
        for hurt in std::mem::take(&mut batch.hurt).all {
            let amount = hurt.total.saturating_sub(hurt.room);
            if amount == 0 {
                continue;
            }
            let event = Event::ExcessDamage { to: hurt.to, amount, combat: hurt.combat };
            self.push_event(event, rule, batch.number);
            if let Some(outcome) = outcomes.get_mut(hurt.index) {
                outcome.excess += amount;
            }
        }
    }
}

/// 120.4c: what replaces a loss of life that damage brings looks at the life gained in the same event.
pub(crate) fn tell_gains(wave: &mut [(usize, Proposal)]) {
    for place in 0..wave.len() {
        let Some((_, Proposal::GainLife { player: who, amount })) = wave.get(place) else { continue };
        let (who, more) = (*who, *amount);
        for (_, proposal) in wave.iter_mut() {
            if let Proposal::LoseLife { player, damage: Some(gained), .. } = proposal
                && *player == who
            {
                *gained = gained.saturating_add(more);
            }
        }
    }
}

/// 120.3f, 702.15b: what a source with lifelink deals at once, to several too, is one gain of life; those of several sources
/// are separate (702.15e).
fn gain_for(source: ObjectId, player: PlayerId, more: u32, batch: &mut Batch) {
    let earlier = batch.linked.iter().find(|(of, _)| *of == source).map(|(_, place)| *place);
    match earlier.and_then(|place| batch.follow.get_mut(place)) {
        Some((_, Proposal::GainLife { amount, .. })) => *amount = amount.saturating_add(more),
        _ => {
            batch.linked.push((source, batch.follow.len()));
            batch.follow.push((NOBODY, Proposal::GainLife { player, amount: more }));
        }
    }
}

/// The loss of life that damage to a player has brought already in the same wave.
fn lost_besides(batch: &mut Batch, who: PlayerId) -> Option<&mut u32> {
    batch.follow.iter_mut().find_map(|(_, proposal)| match proposal {
        Proposal::LoseLife { player, amount, damage: Some(_) } if *player == who => Some(amount),
        _ => None,
    })
}

/// 120.3c: what all sources of a wave deal a planeswalker takes its loyalty counters off at once, no more than it has.
fn take_loyalty(batch: &mut Batch, of: Entity, more: u32, loyalty: u32) {
    let earlier = batch.follow.iter_mut().find_map(|(_, proposal)| match proposal {
        Proposal::RemoveCounters { from, kind: CounterKind::Loyalty, amount, damage: true } if *from == of => {
            Some(amount)
        }
        _ => None,
    });
    match earlier {
        Some(amount) => *amount = amount.saturating_add(more).min(loyalty),
        None => {
            let (kind, amount) = (CounterKind::Loyalty, more.min(loyalty));
            batch.follow.push((NOBODY, Proposal::RemoveCounters { from: of, kind, amount, damage: true }));
        }
    }
}

impl State {
    /// How much damage a permanent can be dealt now before any is excess (120.4a, 120.10): the least of what is lethal to
    /// it, with damage marked on it already (120.6; of a source with deathtouch, 1: 702.2c), of its loyalty and of its
    /// defense. `None` for what can't be dealt damage.
    pub(crate) fn room_for_damage(&self, id: ObjectId, deathtouch: bool) -> Option<u32> {
        let object = self.get(id)?;
        let permanent = object.permanent.as_ref()?;
        let chars = self.chars(id);
        let creature = chars.is_creature().then(|| {
            let lethal = self.lethal_number(id, chars).saturating_sub(permanent.damage);
            if deathtouch { lethal.min(1) } else { lethal }
        });
        let loyalty = chars.is(CardType::Planeswalker).then(|| object.counters.get(&CounterKind::Loyalty));
        let defense = chars.is(CardType::Battle).then(|| object.counters.get(&CounterKind::Defense));
        [creature, loyalty, defense].into_iter().flatten().min()
    }

    /// How much damage is lethal to a creature (704.5g): its toughness, or its power where an effect says so.
    pub(crate) fn lethal_number(&self, id: ObjectId, chars: &Chars) -> u32 {
        let by_power = !self.rules().mays.is_empty()
            && self.lets(id, &|p| match p {
                lawmage_ir::Permission::LethalByPower(what) => Some(what),
                _ => None,
            });
        u32::try_from(if by_power { chars.power } else { chars.toughness }.unwrap_or(0)).unwrap_or(0)
    }

    /// Whether damage marked on a permanent stays through cleanup steps (514.2).
    pub(crate) fn damage_stays(&self, id: ObjectId) -> bool {
        !self.rules().mays.is_empty()
            && self.lets(id, &|p| match p {
                lawmage_ir::Permission::DamageStays(what) => Some(what),
                _ => None,
            })
    }

    /// Adds damage to what a permanent is dealt in a wave; what it could take is asked before the first of it.
    fn note_hurt(&self, index: usize, to: ObjectId, amount: u32, deathtouch: bool, combat: bool, hurt: &mut Hurts) {
        if let Some(earlier) = hurt.of(to) {
            earlier.total = earlier.total.saturating_add(amount);
            if deathtouch && self.chars(to).is_creature() {
                earlier.room = earlier.room.min(1);
            }
            return;
        }
        if let Some(room) = self.room_for_damage(to, deathtouch) {
            hurt.add(Hurt { to, index, room, total: amount, combat });
        }
    }
}

/// Whether damage counts for 903.10a, and to whom.
pub(crate) const fn counted(to: Entity, combat: bool) -> Option<PlayerId> {
    match to {
        Entity::Player(player) if combat => Some(player),
        _ => None,
    }
}
