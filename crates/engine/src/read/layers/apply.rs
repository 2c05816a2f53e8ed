//! The way through the layers (613.1): gathering what is in force, then applying it layer by layer.

use std::sync::Arc;

use lawmage_ir::{Ability, Continuous, CounterKind, Keyword, KeywordSet, Modification, Ref, Selector, Zone, rule};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::ObjectId;
use crate::state::object::ObjectKind;

use super::change::{Change, SEVERAL};
use super::explain::{By, Recorder};
use super::fold::{Definition, Run};
use super::in_force::{Live, Origin, Part, Reach, layers_of, static_of};
use super::layer::Layer;
use super::looks_at;
use super::order::{Next, Queue};

/// What is at hand while the layers are worked through.
#[derive(Clone, Debug, Default)]
pub(super) struct Work {
    /// The effects in force, in the order found.
    pub parts: Vec<Part>,
    /// Objects with counters that matter, and permanents with power and toughness though no creature.
    pub(super) marked: SmallVec<[ObjectId; 8]>,
    /// Flipped permanents.
    flipped: SmallVec<[ObjectId; 1]>,
    /// Static abilities of which an effect has begun to apply (613.6).
    pub(super) begun: SmallVec<[(ObjectId, AbilityKey); 4]>,
    /// Keywords that objects can't have.
    pub(super) banned: SmallVec<[(ObjectId, KeywordSet); 1]>,
    /// Abilities granted that may have effects of their own, with the timestamp of what granted them (613.7a).
    pub(super) granted: Vec<(ObjectId, AbilityKey, u32)>,
    /// What definitions of power and toughness come to, where that is the same for each object that has the ability.
    pub(super) defined: SmallVec<[Definition; 2]>,
    /// Whether abilities have come that may have effects of their own.
    pub(super) stirred: bool,
    /// Whether no short cut is taken: what the short cuts are tested against.
    pub careful: bool,
    /// Who looks at one object all the way ([`super::explain`]).
    pub record: Option<Box<Recorder>>,
}

impl Work {
    /// The beginning of a work that is looked at.
    pub fn recorded(by: Recorder) -> Self {
        Self { record: Some(Box::new(by)), ..Self::default() }
    }

    pub fn has_begun(&self, part: &Part) -> bool {
        match &part.origin {
            Origin::Static { key, .. } => self.begun.contains(&(part.source, *key)),
            Origin::Resolved { .. } | Origin::Sticker { .. } => part.begun.is_some(),
        }
    }

    /// Notes an ability that an object gains, if it may have effects of its own.
    fn note_granted(&mut self, id: ObjectId, ability: &Ability, timestamp: u32, name: impl Fn(usize) -> AbilityKey) {
        let mut note = |part: usize| {
            self.granted.push((id, name(part), timestamp));
            self.stirred = true;
        };
        match ability {
            Ability::Static(_) => note(0),
            Ability::Keyword(k) => {
                let meant = k.means.iter().enumerate();
                meant.filter(|(_, a)| matches!(a, Ability::Static(_))).for_each(|(part, _)| note(part + 1));
            }
            _ => {}
        }
    }

    fn banned(&self, id: ObjectId) -> KeywordSet {
        self.banned.iter().find(|(banned, _)| *banned == id).map_or_else(KeywordSet::default, |(_, set)| *set)
    }

    fn ban(&mut self, id: ObjectId, keyword: Keyword) {
        match self.banned.iter_mut().find(|(banned, _)| *banned == id) {
            Some((_, set)) => set.insert(keyword),
            None => {
                let mut set = KeywordSet::default();
                set.insert(keyword);
                self.banned.push((id, set));
            }
        }
    }
}

impl State {
    /// Works out every object's characteristics, power and toughness (302.4c) among them, and the rules in force. `careful` takes no
    /// short cut: it does the same by trying every pair of effects for dependency, and is what tests compare with.
    pub(super) fn work_out(&mut self, careful: bool) {
        self.work_out_with(Work { careful, ..Work::default() });
    }

    /// The same from the given beginning of the work, which is given back as it was done.
    pub(super) fn work_out_with(&mut self, mut work: Work) -> Work {
        let careful = work.careful;
        self.cache.clear(self.objects.len());
        self.gather_resolved(&mut work);
        self.gather_static(&mut work, true);
        self.gather_marked(&mut work);
        if !self.stickers.is_empty() {
            self.gather_stickers(&mut work);
        }
        self.cache.modifies = !work.parts.is_empty();
        self.cache.grants_replacing = work.parts.iter().any(Part::grants_replacing);
        self.cache.grants_to_spells = work.parts.iter().any(Part::grants_to_spells);
        self.cache.grants_costs_to_spells =
            self.cache.grants_to_spells && work.parts.iter().any(Part::grants_costs_to_spells);
        if !work.parts.is_empty() || !work.marked.is_empty() || !work.flipped.is_empty() || careful {
            for layer in Layer::ALL {
                if layer == Layer::Modified {
                    let before = self.look_before(&work, |_| true);
                    self.fill_power_of_creatures();
                    self.record_rule(&mut work, Some(layer), By::Rule(rule!("208.5")), before);
                    self.apply_counters(&mut work);
                }
                self.run_layer(&mut work, layer);
                if layer == Layer::Copy {
                    let before = self.look_before(&work, |_| true);
                    self.apply_copied_doors();
                    self.record_rule(&mut work, Some(layer), By::Rule(rule!("709.5")), before);
                    self.note_copiable();
                    if !work.flipped.is_empty() {
                        self.turn_upside_down(&mut work);
                    }
                }
            }
            let before = self.look_before(&work, |_| true);
            self.strip_power_of_noncreatures(&work);
            self.record_rule(&mut work, None, By::Rule(rule!("208.3")), before);
        }
        self.cache.banned.clone_from(&work.banned);
        self.collect_rules();
        work
    }

    /// Effects of resolved spells and abilities (611.2).
    fn gather_resolved(&self, work: &mut Work) {
        for (place, effect) in self.effects.iter().enumerate() {
            let (Continuous::Modify { mods, .. }, Some(locked)) = (&*effect.what, &effect.locked) else { continue };
            if work.folds() && work.parts.last_mut().is_some_and(|last| last.take_in(effect, place)) {
                continue;
            }
            work.parts.push(Part {
                source: effect.source,
                timestamp: effect.timestamp,
                layers: layers_of(mods, false),
                defines: false,
                begun: None,
                run: Run::from(place, effect.timestamp),
                origin: Origin::Resolved {
                    what: effect.what.clone(),
                    you: effect.controller,
                    frame: effect.frame.clone(),
                    locked: locked.clone(),
                    copied: effect.copied.clone(),
                    id: effect.id,
                },
            });
        }
    }

    /// Effects of static abilities (611.3), as they are at the moment; `anew` when there is none of them yet. They are in force
    /// as long as their object is where the ability works and has it (604.2), and apply at any moment to what their text says
    /// then (611.3a): nothing of them is kept from one working-out to the next.
    fn gather_static(&self, work: &mut Work, anew: bool) {
        let known = if anew { 0 } else { work.parts.len() };
        for id in self.bearers(&self.cache.filled, |marks| marks.modifies) {
            let object = &self.objects[id.index()];
            let chars = self.cache.get(id).unwrap_or(&object.base);
            let marks = chars.marks;
            if object.zone != Zone::Battlefield && !marks.elsewhere && !matches!(object.kind, ObjectKind::Emblem) {
                continue;
            }
            for on in &chars.abilities {
                let Some(ability) = static_of(&on.ability) else { continue };
                if !self.works(id, ability) {
                    continue;
                }
                for (index, effect) in ability.effects.iter().enumerate() {
                    let Continuous::Modify { mods, .. } = effect else { continue };
                    let is_known = work.parts[..known].iter().any(|p| {
                        p.source == id
                            && matches!(&p.origin, Origin::Static { key, index: i, .. } if *key == on.key && *i == index)
                    });
                    if is_known {
                        continue;
                    }
                    // 613.7a: the later of the object's timestamp and that of what granted the ability.
                    let granted = work.granted.iter().rev().find(|(to, key, _)| *to == id && *key == on.key);
                    // 604.3a: an ability that an effect grants defines no characteristic.
                    let defines = ability.defines && granted.is_none();
                    work.parts.push(Part {
                        source: id,
                        timestamp: granted.map_or(object.timestamp, |(_, _, at)| object.timestamp.max(*at)),
                        layers: layers_of(mods, defines),
                        defines,
                        begun: None,
                        run: Run::default(),
                        origin: Origin::Static { ability: on.ability.clone(), key: on.key, index },
                    });
                }
            }
        }
    }

    /// Permanents to which counters or 208.3 apply.
    fn gather_marked(&self, work: &mut Work) {
        for id in self.permanents() {
            let object = &self.objects[id.index()];
            if object.permanent.as_ref().is_some_and(|p| p.flipped) {
                work.flipped.push(id);
            }
            if let Some(since) = object.permanent.as_ref().and_then(|p| p.designations.suspected) {
                super::keyword_counter::suspected(id, since, &mut work.parts);
            }
            if !object.counters.is_empty() {
                work.marked.push(id);
                super::keyword_counter::parts(id, object, &mut work.parts);
            } else if object.base.power.is_some() && !object.base.is_creature() {
                work.marked.push(id);
            }
        }
        self.gather_counted_elsewhere(work);
    }

    /// What stickers make of the objects they are on, wherever those are (123.6-123.8).
    fn gather_stickers(&self, work: &mut Work) {
        for (place, sticker) in self.stickers.iter().enumerate() {
            let Some(on) = sticker.on.filter(|on| self.get(on.object).is_some()) else { continue };
            let mods = Self::modifications_of(sticker, on);
            if mods.is_empty() {
                continue;
            }
            let what = Selector::Ref(Ref::This);
            work.parts.push(Part {
                source: on.object,
                timestamp: on.timestamp, // 613.7k
                layers: layers_of(&mods, false),
                defines: false,
                begun: None,
                run: Run::default(),
                origin: Origin::Sticker { what: Arc::new(Continuous::Modify { what, mods }), place },
            });
        }
    }

    /// Applies the effects of one layer in order (613.7, 613.8), each to what those before have made (613.9); those of characteristic-defining abilities first (613.3).
    fn run_layer(&mut self, work: &mut Work, layer: Layer) {
        for defines in [true, false] {
            let mut queue = Queue::new(self, work, layer, defines);
            if let Some(recorder) = &mut work.record {
                recorder.begin();
            }
            while let Some(Next { part, times, others }) = self.next_of(work, layer, &mut queue) {
                self.apply(work, part, layer, times);
                work.begin_with(&others, part);
                if layer != Layer::Copy && std::mem::take(&mut work.stirred) {
                    let known = work.parts.len();
                    self.gather_static(work, false);
                    queue.add(self, work, layer, defines, known);
                }
            }
        }
        if layer == Layer::Copy && std::mem::take(&mut work.stirred) {
            // A copy has other abilities than the object had: what was found before is looked up anew.
            work.parts.retain(|p| !matches!(p.origin, Origin::Static { .. }) || p.begun.is_some());
            self.gather_static(work, false);
        }
    }

    /// Applies one effect's share in a layer, as often as effects that follow it say the same.
    pub(super) fn apply(&mut self, work: &mut Work, place: usize, layer: Layer, times: u32) {
        let part = &work.parts[place];
        let goes_on = work.has_begun(part);
        let Some(live) = self.live(part, goes_on) else {
            if work.record.is_some() {
                self.record_absence(work, place, layer);
            }
            return;
        };
        let (defines, timestamp) = (part.defines, part.timestamp);
        let reach = part.begun.clone().unwrap_or_else(|| self.reach(&live));
        let Some((_, mods)) = live.text() else { return };
        let before = self.look_before(work, |id| reach.contains(&id));
        for (index, modification) in mods.iter().enumerate() {
            if Layer::of(modification, defines) == layer {
                let number = (index, times);
                self.apply_to_all(work, &live, modification, number, timestamp, &reach);
            }
        }
        // 613.6: from now on it applies to the same objects, whatever becomes of its ability.
        if let Origin::Static { key, .. } = &live.origin
            && !work.has_begun(&work.parts[place])
        {
            work.begun.push((live.source, *key));
        }
        work.parts[place].begun = Some(reach);
        if let Some(before) = before {
            self.record_part(work, place, layer, before, goes_on);
        }
    }

    fn apply_to_all(
        &mut self,
        work: &mut Work,
        live: &Live,
        modification: &Modification,
        (index, times): (usize, u32),
        timestamp: u32,
        reach: &Reach,
    ) {
        let Some(first) = reach.first() else { return };
        let number = live.origin.number(live.source);
        let name = |part: usize| AbilityKey::granted(number, index, part);
        if differs_by_object(modification) && reach.len() > 1 {
            // Worked out for all before it is done to any: the effect applies to all of them at once.
            let changes: Vec<_> =
                reach.iter().filter_map(|id| Some((*id, self.change(live, modification, *id)?))).collect();
            for (id, change) in &changes {
                self.make(work, *id, change, name, timestamp);
            }
        } else if let Some(change) =
            self.change_known(work, live, modification, index, *first).and_then(|c| c.repeated(times))
        {
            for id in reach {
                self.make(work, *id, &change, name, timestamp);
            }
        }
    }

    /// Makes a change to one object.
    fn make(
        &mut self,
        work: &mut Work,
        id: ObjectId,
        change: &Change,
        name: impl Fn(usize) -> AbilityKey,
        timestamp: u32,
    ) {
        match change {
            Change::Control(player) => {
                if self.controller(id) != *player {
                    self.cache.controllers.push((id, *player));
                }
                return;
            }
            // 613.2b, 708.10: face-down status applies after copy effects and hides what they made.
            Change::Copy(_) if self.permanent(id).is_some_and(|p| p.face_down) => return,
            Change::Copy(_) if self.has_merged_since(id, timestamp) => return,
            // 707.4: the object stays the one it is, with what else applies to it; nothing enters or leaves.
            Change::Copy(_) => work.stirred = true,
            Change::Text(text) | Change::FullText(_, text) => {
                work.stirred = true;
                let most = match change {
                    Change::FullText(full, _) => text.len() + full.abilities.len(),
                    _ => text.len(),
                };
                for n in 0..most {
                    work.granted.push((id, AbilityKey(name(0).0 + ((n as u64 + 1) << 12)), timestamp));
                }
            }
            Change::Plain(Modification::CantHave(keyword)) => work.ban(id, *keyword),
            Change::Abilities(all) => {
                for (place, ability) in all.iter().enumerate() {
                    work.note_granted(id, ability, timestamp, |part| name(place * SEVERAL + part));
                }
            }
            Change::Ability(ability) => work.note_granted(id, ability, timestamp, &name),
            _ => {}
        }
        let banned = work.banned(id);
        self.cache.edit(id, &self.objects[id.index()].base).change(change, banned, name);
    }

    /// 613.4c: counters that change power and toughness.
    fn apply_counters(&mut self, work: &mut Work) {
        let watched = self.look_before(work, |_| true);
        for id in &work.marked {
            let object = &self.objects[id.index()];
            let (mut power, mut toughness) = (0i32, 0i32);
            for (kind, count) in object.counters.iter() {
                if let CounterKind::PowerToughness(p, t) = kind {
                    let count = i32::try_from(count).unwrap_or(i32::MAX);
                    power = power.saturating_add(count.saturating_mul(i32::from(*p)));
                    toughness = toughness.saturating_add(count.saturating_mul(i32::from(*t)));
                }
            }
            if (power, toughness) != (0, 0) {
                self.cache.edit(*id, &object.base).add_power_toughness(power, toughness);
            }
        }
        if watched.is_some() {
            self.record_counters(work, watched);
        }
    }

    /// 208.3, 302.4: a noncreature permanent has no power or toughness, even if it is a card with a power and toughness printed
    /// on it, as a Vehicle is (301.7a) until it becomes one (301.7b).
    fn strip_power_of_noncreatures(&mut self, work: &Work) {
        let strip = |state: &mut Self, id: ObjectId| {
            let chars = state.chars(id);
            if !chars.is_creature() && (chars.power.is_some() || chars.toughness.is_some()) {
                let chars = state.cache.edit(id, &state.objects[id.index()].base);
                (chars.power, chars.toughness) = (None, None);
                (chars.base_power, chars.base_toughness) = (None, None);
            }
        };
        for id in work.marked.iter().filter(|id| self.is_permanent(**id)).copied().collect::<SmallVec<[ObjectId; 8]>>()
        {
            strip(self, id);
        }
        // Permanents that an effect has made no creatures.
        self.each_changed_permanent(strip);
    }

    /// 208.5: what effects have made a creature without a value for its power has power 0; the same is true for toughness.
    fn fill_power_of_creatures(&mut self) {
        self.each_changed_permanent(|state, id| {
            let chars = state.chars(id);
            if chars.is_creature() && (chars.power.is_none() || chars.toughness.is_none()) {
                let chars = state.cache.edit(id, &state.objects[id.index()].base);
                (chars.power, chars.base_power) = (chars.power.or(Some(0)), chars.base_power.or(Some(0)));
                (chars.toughness, chars.base_toughness) =
                    (chars.toughness.or(Some(0)), chars.base_toughness.or(Some(0)));
            }
        });
    }

    /// What is to be done with each permanent that an effect has changed so far.
    fn each_changed_permanent(&mut self, act: impl Fn(&mut Self, ObjectId)) {
        for place in 0..self.cache.filled.len() {
            let slot = self.cache.filled[place];
            let id = ObjectId { slot, generation: self.objects[slot as usize].generation };
            if self.is_permanent(id) {
                act(self, id);
            }
        }
    }

    /// 710.2: a flipped permanent's alternative characteristics apply instead of its normal ones (710.1a). Being flipped is no copiable
    /// value: what they are is told by what the permanent is or copies.
    fn turn_upside_down(&mut self, work: &mut Work) {
        let before = self.look_before(work, |_| true);
        for id in &work.flipped {
            let chars = self.chars_arc(*id);
            if let Some(flip) = chars.flip.clone().filter(|_| !self.is_face_down(*id)) {
                self.cache.edit(*id, &self.objects[id.index()].base).flip_to(&flip);
            }
        }
        self.record_rule(work, None, By::Rule(rule!("710.2")), before);
        work.parts.retain(|p| matches!(p.origin, Origin::Resolved { .. }) || p.begun.is_some());
        self.gather_static(work, false);
        self.cache.modifies |= !work.parts.is_empty();
        self.cache.grants_replacing |= work.parts.iter().any(Part::grants_replacing);
    }

    /// 709.5: what has become a copy of a Room has doors of its own, as unlocked as it is itself.
    fn apply_copied_doors(&mut self) {
        for place in 0..self.cache.filled.len() {
            let slot = self.cache.filled[place] as usize;
            let Some(worked) = self.cache.worked[slot].as_ref().filter(|w| w.chars.halves.is_some()) else { continue };
            let id = ObjectId { slot: slot as u32, generation: worked.generation };
            if let Some(chars) = self.own_doors(id, &worked.chars)
                && let Some(worked) = self.cache.worked[slot].as_mut()
            {
                worked.chars = chars;
            }
        }
    }

    /// 613.2c: after layer 1, an object's characteristics are its copiable values: what copies it now copies those (707.3).
    fn note_copiable(&mut self) {
        for slot in &self.cache.filled {
            if let Some(worked) = &self.cache.worked[*slot as usize] {
                let id = ObjectId { slot: *slot, generation: worked.generation };
                self.cache.copiable.push((id, worked.chars.clone()));
            }
        }
    }
}

/// Whether a modification may do different things to different objects.
fn differs_by_object(modification: &Modification) -> bool {
    match modification {
        Modification::SetPowerToughness(p, t) => {
            p.as_ref().is_some_and(looks_at::varies) || t.as_ref().is_some_and(looks_at::varies)
        }
        Modification::AddPowerToughness(p, t) => looks_at::varies(p) || looks_at::varies(t),
        Modification::CopyOf(..) | Modification::Controller(_) => true,
        _ => false,
    }
}
