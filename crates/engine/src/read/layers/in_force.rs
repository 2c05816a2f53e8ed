//! Continuous effects in force that change characteristics or control, and what each of them does to what.

use std::sync::Arc;

use lawmage_ir::{Ability, Continuous, Kind, Modification, Ref, Selector, StaticAbility, Zone, visit};
use smallvec::SmallVec;

use super::layer::Layer;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::stack::Frame;

use super::fold::Run;

/// The objects that an effect applies to.
pub(super) type Reach = SmallVec<[ObjectId; 4]>;

/// One continuous effect: the part of a static ability or of a resolved effect that changes characteristics.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The object whose ability it is, or the source of the resolved effect.
    pub source: ObjectId,
    /// 613.7.
    pub timestamp: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// The layers in which it has something to do.
    pub layers: u16,
    /// Whether it is of a characteristic-defining ability (604.3).
    pub defines: bool,
    /// What it applies to, since it has begun to apply (613.6).
    pub begun: Option<Reach>,
    /// Where several resolved effects say the same: how many, of which it is the first.
    pub run: Run,
}

impl Part {
    /// Whether it grants an ability that replaces events.
    pub fn grants_replacing(&self) -> bool {
        self.layers & Layer::Abilities.bit() != 0
            && self.origin.text().is_some_and(|(_, mods)| {
                mods.iter().any(|m| matches!(m, Modification::AddAbility(ability) if replaces(ability)))
            })
    }
}

impl Part {
    /// Whether it grants abilities to spells: "spells you cast have convoke".
    pub fn grants_to_spells(&self) -> bool {
        self.layers & Layer::Abilities.bit() != 0
            && self.origin.text().is_some_and(|(what, mods)| {
                matches!(what, Selector::All(filter) if matches!(filter.kind, Kind::Spell | Kind::OnStack))
                    && mods.iter().any(|m| matches!(m, Modification::AddAbility(_)))
            })
    }

    /// Whether one of them is an alternative cost (118.9).
    pub fn grants_costs_to_spells(&self) -> bool {
        let costs = |continuous: &Continuous| matches!(continuous, Continuous::AlternativeCost { .. });
        self.grants_to_spells() && self.origin.text().is_some_and(|(_, mods)| visit::any(mods, costs))
    }
}

fn replaces(ability: &Ability) -> bool {
    match ability {
        Ability::Static(s) => s.effects.iter().any(|e| matches!(e, Continuous::Replace(_))),
        Ability::Keyword(k) => k.means.iter().any(replaces),
        _ => false,
    }
}

/// Where an effect comes from.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    /// The `index`th effect of a static ability.
    Static { ability: Arc<Ability>, key: AbilityKey, index: usize },
    /// A resolved effect (611.2): its objects are locked in.
    Resolved {
        what: Arc<Continuous>,
        you: PlayerId,
        frame: Arc<Frame>,
        locked: SmallVec<[Entity; 2]>,
        copied: Option<Arc<Chars>>,
        id: u32,
    },
    /// A sticker on the source (123), by its place among those of the game.
    Sticker { what: Arc<Continuous>, place: usize },
}

/// An effect that exists at the moment, in the terms in which it is worked out.
pub(super) struct Live {
    pub source: ObjectId,
    pub you: PlayerId,
    pub origin: Origin,
}

impl Live {
    pub fn context(&self) -> Context<'_> {
        match &self.origin {
            Origin::Static { .. } | Origin::Sticker { .. } => Context::of(self.source, self.you),
            Origin::Resolved { frame, .. } => Context::with(self.source, self.you, frame),
        }
    }

    /// What it applies to by its text, and how.
    pub fn text(&self) -> Option<(&Selector, &[Modification])> {
        self.origin.text()
    }
}

impl Origin {
    /// What it applies to by its text, and how.
    pub fn text(&self) -> Option<(&Selector, &[Modification])> {
        let what = match self {
            Self::Static { ability, index, .. } => static_of(ability)?.effects.get(*index)?,
            Self::Resolved { what, .. } | Self::Sticker { what, .. } => &**what,
        };
        match what {
            Continuous::Modify { what, mods } => Some((what, mods)),
            _ => None,
        }
    }

    /// A number for it among all that grant abilities (see [`AbilityKey::granted`]). Those of static abilities have the
    /// highest bit set, and mix source and ability.
    pub fn number(&self, source: ObjectId) -> u32 {
        match self {
            Self::Resolved { id, .. } => *id & 0x7fff_ffff,
            Self::Sticker { place, .. } => 0x7e00_0000 | *place as u32,
            Self::Static { key, index, .. } => static_number(source, *key, *index),
        }
    }
}

/// The number of an effect of a static ability among all that grant abilities.
pub(crate) fn static_number(source: ObjectId, key: AbilityKey, index: usize) -> u32 {
    let mut mix = 0xcbf2_9ce4_8422_2325u64;
    for word in [u64::from(source.slot), u64::from(source.generation), key.0, index as u64] {
        mix = (mix ^ word).wrapping_mul(0x0100_0000_01b3).rotate_left(29);
    }
    (mix >> 16) as u32 | 0x8000_0000
}

/// The static ability that an ability is.
pub(super) fn static_of(ability: &Ability) -> Option<&StaticAbility> {
    match ability {
        Ability::Static(ability) => Some(ability),
        _ => None,
    }
}

/// The layers in which a list of modifications has something to do.
pub(super) fn layers_of(mods: &[Modification], defines: bool) -> u16 {
    mods.iter().fold(0, |set, m| set | Layer::of(m, defines).bit())
}

impl State {
    /// 611.3b: whether a static ability of an object works: the object is in the right zone (113.6, 113.6a and 604.3 for those that define
    /// characteristics) and not phased out. Its condition is not asked.
    pub(super) fn works(&self, id: ObjectId, ability: &StaticAbility) -> bool {
        let object = &self.objects[id.index()];
        match object.zone {
            Zone::Battlefield => {
                (ability.defines || ability.zones.has(Zone::Battlefield))
                    && object.permanent.as_ref().is_none_or(|p| !p.phased_out)
            }
            Zone::Command if matches!(object.kind, ObjectKind::Emblem) => true,
            zone => ability.defines || ability.zones.has(zone),
        }
    }

    /// The effect as it exists now; `None` when its ability is gone or its condition does not hold. Once it has begun
    /// it goes on (613.6): `begun`.
    pub(super) fn live(&self, part: &Part, begun: bool) -> Option<Live> {
        let you = match &part.origin {
            Origin::Resolved { you, .. } => *you,
            Origin::Static { .. } | Origin::Sticker { .. } => self.controller(part.source),
        };
        let live = |origin: Origin| Some(Live { source: part.source, you, origin });
        let Origin::Static { key, index, .. } = &part.origin else { return live(part.origin.clone()) };
        if begun || part.begun.is_some() {
            return live(part.origin.clone());
        }
        // The ability as it is now: a text-changing effect may have changed it (613.8a).
        let on = self.chars(part.source).abilities.iter().find(|a| a.key == *key)?;
        let ability = static_of(&on.ability)?;
        if !self.works(part.source, ability) {
            return None;
        }
        if let Some(condition) = &ability.condition
            && !self.holds(condition, &Context::of_ability(part.source, you, *key))
        {
            return None;
        }
        live(Origin::Static { ability: on.ability.clone(), key: *key, index: *index })
    }

    /// The objects that an effect applies to, by what they are at the moment.
    pub(super) fn reach(&self, live: &Live) -> Reach {
        if let Origin::Resolved { locked, .. } = &live.origin {
            // 611.2c, 400.7: an object that has become another one is no longer affected.
            return locked.iter().filter_map(|e| e.object()).filter(|id| self.get(*id).is_some()).collect();
        }
        let Some((what, mods)) = live.text() else { return Reach::new() };
        if matches!(live.origin, Origin::Sticker { .. }) {
            // 123.8: by what it is when its power and toughness are set.
            let sets = |m: &Modification| matches!(m, Modification::SetPowerToughness(..));
            let applies = !mods.iter().any(sets) || self.takes_size(live.source);
            return if applies { SmallVec::from_slice(&[live.source]) } else { Reach::new() };
        }
        let context = live.context();
        match what {
            Selector::Ref(Ref::This) => SmallVec::from_slice(&[live.source]),
            Selector::All(filter) => {
                let mut reach = Reach::new();
                self.each_of_kind(&filter.kind, |id| {
                    if self.fits(Entity::Object(id), filter, &context) {
                        reach.push(id);
                    }
                });
                reach
            }
            other => {
                let mut reach: Reach = self.selected(other, &context).into_iter().filter_map(Entity::object).collect();
                reach.retain(|id| self.get(*id).is_some());
                reach
            }
        }
    }

    /// Every object where things of a kind are.
    fn each_of_kind(&self, kind: &Kind, mut visit: impl FnMut(ObjectId)) {
        match kind {
            Kind::Permanent | Kind::AnyTarget | Kind::PlayerOrPermanent => self.permanents().for_each(visit),
            Kind::Spell | Kind::Ability | Kind::OnStack => self.stack.iter().copied().for_each(visit),
            Kind::SpellOrPermanent => self.permanents().chain(self.stack.iter().copied()).for_each(visit),
            Kind::Card(zones) | Kind::PermanentOrCard(zones) => {
                if let Kind::PermanentOrCard(_) = kind {
                    self.permanents().for_each(&mut visit);
                }
                for zone in zones.iter() {
                    if matches!(zone, Zone::Library | Zone::Hand | Zone::Graveyard | Zone::Outside) {
                        for player in self.seats() {
                            self.zone(zone, player).iter().copied().for_each(&mut visit);
                        }
                    } else {
                        self.zone(zone, self.turn.active).iter().copied().for_each(&mut visit);
                    }
                }
            }
            Kind::Player => {}
            Kind::Object => {
                for (slot, object) in self.objects.iter().enumerate() {
                    if !matches!(object.kind, ObjectKind::Vacant) {
                        visit(ObjectId { slot: slot as u32, generation: object.generation });
                    }
                }
            }
        }
    }
}
