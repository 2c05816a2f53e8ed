//! Regenerating, fighting, exchanging control, detaining, goading, exerting (701.10, 701.12, 701.15, 701.29, 701.38, 701.39).

use lawmage_ir::{Continuous, Duration, KeywordDeed, Modification, Prohibition, Ref, Requirement, Selector, Who, rule};

use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// The selection of what slot 0 holds, in a frame made for the purpose.
const THOSE: Selector = Selector::slot(0);

/// A frame whose first slot holds these, and each next slot one more group.
fn frame_of<const N: usize>(groups: [&[Entity]; N]) -> Frame {
    let slots = groups.iter().map(|group| SlotValue::of(group.iter().copied())).collect();
    Frame { slots, ..Frame::default() }
}

impl State {
    /// Whether a creature is goaded by that player (701.38b).
    fn has_goaded(&self, player: PlayerId, creature: ObjectId) -> bool {
        self.effects.iter().filter(|e| e.controller == player).any(|e| {
            let of_it = || e.frame.slots.iter().any(|s| s.members.contains(&creature.into()));
            let goads = matches!(&*e.what, Continuous::Must(Requirement::Goaded(_))) && of_it();
            goads && !self.is_past_goad(creature, e.timestamp)
        })
    }
}

impl Game<'_> {
    /// Gives permanents a regeneration shield (701.15a): [`Proposal::Destroy`](crate::state::proposal::Proposal::Destroy) uses it up.
    pub(super) fn regenerate(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        let number = self.state.stamp();
        for id in &objects {
            if let Some(permanent) = self.state.permanent_mut(*id) {
                permanent.regeneration_shields.push(number);
            }
        }
        let made = SlotValue::of(objects.into_iter().map(Entity::Object));
        Ok(SlotValue { number: i32::try_from(number).unwrap_or(i32::MAX), ..made })
    }

    /// Two creatures fight (701.12a).
    pub(super) fn fight(&mut self, one: &Selector, other: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        // "each other", of one target phrase: the same selection twice holds both.
        let second = usize::from(one == other);
        let one = self.pick_permanents(one, scope, frame)?.first().copied();
        let other = self.pick_permanents(other, scope, frame)?.get(second).copied();
        // 701.12b: neither fights if either is gone or no creature.
        let fighter = |id: &ObjectId| self.state.chars(*id).is_creature();
        let (Some(one), Some(other)) = (one.filter(fighter), other.filter(fighter)) else {
            return Ok(SlotValue::default());
        };
        let mut proposals = Vec::new();
        let fights: &[_] = if one == other { &[(one, one)] } else { &[(one, other), (other, one)] };
        let power = |id: ObjectId| u32::try_from(self.state.chars(id).power.unwrap_or(0)).unwrap_or(0);
        if one == other {
            // 701.12c: it deals damage to itself equal to twice its power.
            self.propose_damage(one, one.into(), power(one).saturating_mul(2), scope, &mut proposals);
        } else {
            self.propose_damage(one, other.into(), power(one), scope, &mut proposals);
            self.propose_damage(other, one.into(), power(other), scope, &mut proposals);
        }
        self.record_fights(fights);
        self.happen(proposals, rule!("701.12a"))?; // 701.12d: no combat damage
        Ok(SlotValue::of([one.into(), other.into()]))
    }

    /// Tells who fights whom (701.12a), all at once.
    fn record_fights(&mut self, fights: &[(ObjectId, ObjectId)]) {
        let by = |id: ObjectId| self.state.controller(id);
        let acted =
            |(one, other): &(ObjectId, ObjectId)| Event::Acted(by(*one), KeywordDeed::Fights, Some(*one), Some(*other));
        let events: Vec<Event> = fights.iter().map(acted).collect();
        self.record_all(events, rule!("701.12a"), None);
    }

    /// Each of some creatures fights a different one of others: who fights whom is chosen, all the damage is dealt at once.
    pub(super) fn fight_each(
        &mut self,
        each: &Selector,
        others: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let each = self.pick_permanents(each, scope, frame)?;
        let mut others = self.pick_permanents(others, scope, frame)?;
        let mut proposals = Vec::new();
        let mut fought: Vec<Entity> = Vec::new();
        let mut fights: Vec<(ObjectId, ObjectId)> = Vec::new();
        for one in each {
            let Some(last) = others.first().copied() else { break };
            let other = if others.len() == 1 {
                last
            } else {
                let options = others.iter().copied().map(Choice::Object).collect();
                let source = Some(scope.source);
                let ask = Decision::pick(scope.you, Ask::Choose, rule!("608.2d"), source, options, 1, 1);
                self.pick(ask)?.first().and_then(Choice::entity).and_then(|e| e.object()).unwrap_or(last)
            };
            others.retain(|left| *left != other);
            // 701.12b: neither fights if either is no creature.
            if !self.state.chars(one).is_creature() || !self.state.chars(other).is_creature() {
                continue;
            }
            let power = |id: ObjectId| u32::try_from(self.state.chars(id).power.unwrap_or(0)).unwrap_or(0);
            self.propose_damage(one, other.into(), power(one), scope, &mut proposals);
            self.propose_damage(other, one.into(), power(other), scope, &mut proposals);
            fought.extend([Entity::Object(one), Entity::Object(other)]);
            fights.extend([(one, other), (other, one)]);
        }
        self.record_fights(&fights);
        self.happen(proposals, rule!("701.12a"))?;
        Ok(SlotValue::of(fought))
    }

    /// Exchanges control of permanents (701.10b).
    pub(super) fn exchange_control(
        &mut self,
        one: &Selector,
        other: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut ones = self.pick_permanents(one, scope, frame)?;
        let mut others = self.pick_permanents(other, scope, frame)?;
        if one == other {
            // "two target creatures" is one phrase that holds both.
            ones.truncate(1);
            others = others.get(1).copied().into_iter().collect();
        }
        // 701.10a-b: all or nothing, and nothing between two permanents of one player.
        let (Some(first), Some(second)) = (ones.first(), others.first()) else { return Ok(SlotValue::default()) };
        let (left, right) = (self.state.controller(*first), self.state.controller(*second));
        if left == right {
            return Ok(SlotValue::default());
        }
        let members = |ids: &[ObjectId]| ids.iter().map(|id| Entity::Object(*id)).collect::<Vec<_>>();
        let (ones, others) = (members(&ones), members(&others));
        let held = frame_of([&ones, &others, &[left.into()], &[right.into()]]);
        let to = |what: u8, player: u8| Continuous::Modify {
            what: Selector::slot(what),
            mods: vec![Modification::Controller(Who::Ref(Ref::Slot(player)))],
        };
        let context = Context::with(scope.source, scope.you, &held);
        self.start_effects(&[to(0, 3), to(1, 2)], &Duration::Forever, &context)?;
        Ok(SlotValue::of(ones.into_iter().chain(others)))
    }

    /// Detains permanents (701.29a): until your next turn they can't attack or block, and their activated abilities can't be
    /// activated.
    pub(super) fn detain(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let effects = [
            Continuous::Cant(Prohibition::Attack { what: THOSE, whom: None, unless: None }),
            Continuous::Cant(Prohibition::Block { what: THOSE, whom: None, unless: None }),
            Continuous::Cant(Prohibition::Activate { what: THOSE, but_mana: false, by: None }),
        ];
        self.bind(what, &effects, scope, frame)
    }

    /// Goads creatures (701.38a-b): until your next turn they attack each combat if able, and someone else if able.
    pub(super) fn goad(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let effects = [Continuous::Must(Requirement::Goaded(THOSE))];
        let mut objects = self.pick_permanents(what, scope, frame)?;
        let all = SlotValue::of(objects.iter().copied().map(Entity::Object));
        objects.retain(|id| !self.state.has_goaded(scope.you, *id)); // 701.38d
        self.bind_these(objects, &effects, scope)?;
        Ok(all)
    }

    fn bind(&mut self, what: &Selector, effects: &[Continuous], scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        self.bind_these(objects, effects, scope)
    }

    fn bind_these(&mut self, objects: Vec<ObjectId>, effects: &[Continuous], scope: Scope) -> Res<SlotValue> {
        let members: Vec<Entity> = objects.into_iter().map(Entity::Object).collect();
        if !members.is_empty() {
            let held = frame_of([&members]);
            let context = Context::with(scope.source, scope.you, &held);
            self.start_effects(effects, &Duration::UntilNextTurn(Who::You), &context)?;
        }
        Ok(SlotValue::of(members))
    }

    /// Exerts permanents (701.39a): they won't untap in the next untap step of the player who does it.
    pub(super) fn exert(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?; // 701.39c
        for id in &objects {
            self.exert_one(*id, scope.you);
        }
        Ok(SlotValue::of(objects.into_iter().map(Entity::Object)))
    }

    /// A player exerts a permanent (701.39a), tapped or not, exerted or not (701.39b).
    pub(crate) fn exert_one(&mut self, object: ObjectId, by: PlayerId) {
        if let Some(permanent) = self.state.permanent_mut(object) {
            permanent.designations.exert(by);
        }
        self.record(Event::Exerted { object, by, attacking: false }, rule!("701.39a"), None);
    }
}
