//! Permanents with a shared type line (709.5): Rooms, whose halves are doors (709.5j), locked and unlocked.

use std::sync::Arc;

use lawmage_ir::{Cost, CostPart, Rule, Selector, rule};
use smallvec::SmallVec;

use crate::pay::{Purpose, Supply, TotalCost};
use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::halves::Halves;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Object;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision, Illegal};
use crate::table::game::{Game, Halt, Res};

impl Object {
    /// 709.5d: a permanent with halves enters with the half unlocked that was cast as a spell, if one was: which.
    pub(crate) fn enter_unlocked(&mut self, as_copy: bool) -> Option<u8> {
        let half = self.face.min(1);
        let halves = self.base.halves.is_some() && !as_copy;
        let permanent = self.permanent.as_deref_mut().filter(|p| halves && !p.face_down)?;
        permanent.cast.as_ref().filter(|facts| facts.by.is_some())?;
        permanent.designations.unlocked[usize::from(half)] = true;
        Some(half)
    }
}

impl State {
    /// The halves of a permanent with a shared type line that is face up.
    #[must_use]
    pub fn halves(&self, id: ObjectId) -> Option<&Arc<Halves>> {
        let halves = self.chars(id).halves.as_ref()?;
        self.permanent(id).filter(|p| !p.face_down && !p.phased_out).map(|_| halves)
    }

    /// The locked halves of a permanent, or its unlocked ones (709.5c).
    fn doors(&self, id: ObjectId, unlocked: bool) -> SmallVec<[u8; 2]> {
        let Some(permanent) = self.halves(id).and(self.permanent(id)) else { return SmallVec::new() };
        (0..2).filter(|half| permanent.designations.unlocked[usize::from(*half)] == unlocked).collect()
    }

    /// Whether a permanent has a half to lock or to unlock.
    pub(crate) fn has_door(&self, room: Entity, lock: bool, unlock: bool) -> bool {
        let has =
            |id: ObjectId| lock && !self.doors(id, true).is_empty() || unlock && !self.doors(id, false).is_empty();
        room.object().is_some_and(has)
    }

    /// How many doors of a permanent are unlocked.
    pub(crate) fn unlocked_doors(&self, id: ObjectId) -> u32 {
        self.doors(id, true).len() as u32
    }

    /// Makes a permanent with halves, its own or those of what it is a copy of, what its unlocked halves make of it.
    pub(crate) fn apply_doors(&mut self, id: ObjectId) {
        let Some(object) = self.get_mut(id) else { return };
        if let (Some(halves), Some(permanent)) = (object.base.halves.clone(), &object.permanent) {
            object.base = Arc::new(halves.unlocked(permanent.designations.unlocked));
        }
        self.touch(); // The doors may also be those of what it is a copy of.
    }

    /// Unlocks a half of a permanent of a position being set up.
    pub fn place_unlocked(&mut self, id: ObjectId, half: u8) {
        if let Some(permanent) = self.permanent_mut(id) {
            permanent.designations.unlocked[usize::from(half.min(1))] = true;
        }
        self.apply_doors(id);
    }

    /// Doors that a copy effect has made, or made of something else: they are as unlocked as the permanent they are doors of.
    pub(crate) fn own_doors(&self, id: ObjectId, chars: &Arc<Chars>) -> Option<Arc<Chars>> {
        let halves = chars.halves.as_ref()?;
        let permanent = self.permanent(id)?;
        Some(Arc::new(halves.unlocked(permanent.designations.unlocked)))
    }

    /// The unlock cost of a locked half (709.5e): its mana cost. What forbids paying it is told.
    ///
    /// # Errors
    /// The rule that forbids it.
    pub fn may_unlock(&self, player: PlayerId, id: ObjectId, half: u8, supply: &Supply) -> Result<Cost, Illegal> {
        let no = |why: &str| Err(Illegal::new(rule!("116.2m"), why));
        if self.controller(id) != player {
            return no("only its controller can unlock it");
        }
        if !self.doors(id, false).contains(&half) {
            return no("it has no such locked door");
        }
        if !self.is_sorcery_time(player) {
            return no("only in one's own main phase, with an empty stack");
        }
        let Some(cost) = self.halves(id).and_then(|h| h.half(half).mana_cost.clone()) else {
            return Err(Illegal::new(rule!("118.6"), "it has no mana cost to pay"));
        };
        let cost = Cost { parts: vec![CostPart::Mana(cost)] };
        let cost = self.cost_of_such(player, &lawmage_ir::CostOf::Unlocking, &cost).into_owned(); // 118.7
        let context = Context::of(id, player);
        let due = TotalCost::of(self, &cost, 0, &context);
        if !self.due_payable(player, &due, Purpose::Unlocking, supply, &context, None) {
            return Err(Illegal::new(rule!("118.3"), "its unlock cost can't be paid"));
        }
        Ok(cost)
    }
}

impl Game<'_> {
    /// Unlocks a half by the special action (116.2m, 709.5e).
    ///
    /// # Errors
    /// [`crate::Halt::Illegal`] when it isn't allowed; the table's halt.
    pub fn unlock_by_action(&mut self, player: PlayerId, id: ObjectId, half: u8) -> Res<()> {
        let supply = self.state.supply(player, false);
        let cost = self.state.may_unlock(player, id, half, &supply).map_err(Halt::Illegal)?;
        let context = Context::of(id, player);
        let mut due = TotalCost::of(&self.state, &cost, 0, &context);
        self.state.let_spend(&mut due.bill, player, Purpose::Unlocking);
        self.pay_due(player, due, Purpose::Unlocking, &context)?;
        self.set_door(player, id, half, true, rule!("116.2m"));
        Ok(())
    }

    /// Gives or takes an unlocked designation (709.5c).
    fn set_door(&mut self, player: PlayerId, id: ObjectId, half: u8, unlocked: bool, by: Rule) {
        let Some(permanent) = self.state.permanent_mut(id) else { return };
        permanent.designations.unlocked[usize::from(half.min(1))] = unlocked;
        // 709.5i: with one of the two it got the other.
        let fully = permanent.designations.unlocked == [true, true];
        self.state.apply_doors(id);
        self.state.refresh();
        let event = match unlocked {
            true => Event::Unlocked { permanent: id, half, by: player, fully },
            false => Event::Locked { permanent: id, half, by: player },
        };
        self.record(event, by, None);
    }

    /// A player unlocks (709.5f) or locks (709.5g) a half of each of some permanents, of their choice.
    pub(crate) fn turn_doors(
        &mut self,
        what: &Selector,
        lock: bool,
        unlock: bool,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let has_one = |state: &State, room: Entity| state.has_door(room, lock, unlock);
        let rooms = self.select_in(what, &scope.context(frame), &has_one)?; // 608.2d
        let rooms: Vec<ObjectId> = rooms.into_iter().filter_map(Entity::object).collect();
        for id in &rooms {
            let mut doors: SmallVec<[u8; 2]> = SmallVec::new();
            doors.extend(self.state.doors(*id, false).into_iter().filter(|_| unlock));
            doors.extend(self.state.doors(*id, true).into_iter().filter(|_| lock));
            doors.sort_unstable();
            let Some(halves) = self.state.halves(*id).cloned() else { continue };
            let by = if unlock { rule!("709.5f") } else { rule!("709.5g") };
            let options = doors.iter().map(|half| Choice::Word(halves.half(*half).name.clone())).collect();
            let ask = Decision::pick(scope.you, Ask::Value, by, Some(*id), options, 1, 1);
            let picked = self.pick(ask)?;
            let Some(Choice::Word(name)) = picked.first() else { continue };
            let Some(half) = halves.named(|n| n == &**name) else { continue };
            let locked = self.state.doors(*id, false).contains(&half);
            self.set_door(scope.you, *id, half, locked, by);
        }
        Ok(SlotValue::of(rooms.into_iter().map(Entity::Object)))
    }
}
