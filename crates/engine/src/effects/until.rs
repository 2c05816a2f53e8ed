//! Exiling "until" something leaves the battlefield, or until something else happens (610.3).

use lawmage_ir::{Arrival, Cause, Destination, KeywordDeed, Ref, Selector, Zone, rule};

use crate::read::context::Scope;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Memory;
use crate::state::occurrence::Occurrence;
use crate::state::proposal::{Entry, Proposal};
use crate::state::relations::{ExileEnd, ExiledUntil};
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// The permanent until whose leaving something is to last, if it hasn't left already.
    pub(super) fn still_there(&self, until: &Ref, scope: Scope, frame: &Frame) -> Option<ObjectId> {
        let until = self.state.denote(until, &scope.context(frame)).first().and_then(|e| e.object());
        until.filter(|id| self.state.permanent(*id).is_some())
    }

    /// Exiles objects until another leaves the battlefield.
    pub(super) fn exile_until_leaves(
        &mut self,
        what: &Selector,
        until: &Ref,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        // 610.3a-b: what has already left exiles nothing.
        let Some(until) = self.still_there(until, scope, frame) else { return Ok(SlotValue::default()) };
        let moved = self.exile_for_now(what, (until, ExileEnd::Leaves(until)), scope, frame)?;
        if self.state.permanent(until).is_none() {
            self.on_left_battlefield(until)?; // it exiled itself, or what held it there
        }
        Ok(moved)
    }

    /// Exiles objects until an opponent becomes the monarch.
    pub(super) fn exile_until_crowned(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        // 610.3b: nothing is exiled if one has since the ability triggered.
        let since = frame.event.as_ref().map(|event| event.batch);
        let crowned = |o: &Occurrence| {
            matches!(o.event, Event::Acted(player, KeywordDeed::BecomesMonarch, ..)
                if since.is_some_and(|batch| o.batch > batch) && self.state.are_opponents(player, scope.you))
        };
        if self.state.history.iter().any(crowned) {
            return Ok(SlotValue::default());
        }
        self.exile_for_now(what, (scope.source, ExileEnd::Crowned(scope.you)), scope, frame)
    }

    /// Exiles objects until that ends it.
    fn exile_for_now(
        &mut self,
        what: &Selector,
        (by, until): (ObjectId, ExileEnd),
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let objects = self.pick_objects(what, scope, frame)?;
        let zones: Vec<Zone> = objects.iter().map(|id| self.state.objects[id.index()].zone).collect();
        let proposals = objects.iter().map(|object| Proposal::Move {
            object: *object,
            to: Destination::Exile { linked: None, face_down: false },
            cause: Cause::Exile,
            by: Some(scope.you),
            entry: Box::default(),
        });
        let outcomes = self.happen(proposals.collect(), rule!("610.3"))?;
        for (outcome, from) in outcomes.iter().zip(zones) {
            for exiled in outcome.members.iter().filter_map(|e| e.object()) {
                if self.state.get(exiled).is_some_and(|o| o.zone == Zone::Exile) {
                    self.state.exiled_until.push(ExiledUntil { by, until, exiled, from });
                }
            }
        }
        Ok(SlotValue::moved(outcomes))
    }

    /// Returns what was exiled until that object left the battlefield, right after it has (610.3).
    ///
    /// # Errors
    /// The table's halt.
    pub fn on_left_battlefield(&mut self, gone: ObjectId) -> Res<()> {
        self.phase_in_after(gone);
        self.return_exiled(|_, until| until == ExileEnd::Leaves(gone))
    }

    /// Returns what was exiled until an opponent became the monarch, right after that player has (610.3).
    pub(crate) fn on_crowned(&mut self, monarch: PlayerId) -> Res<()> {
        self.return_exiled(|state, until| match until {
            ExileEnd::Crowned(you) => state.are_opponents(monarch, you),
            ExileEnd::Leaves(_) => false,
        })
    }

    /// Returns what was exiled until something that has just happened.
    fn return_exiled(&mut self, over: impl Fn(&State, ExileEnd) -> bool) -> Res<()> {
        if !self.state.exiled_until.iter().any(|e| over(&self.state, e.until)) {
            return Ok(());
        }
        let exiled = std::mem::take(&mut self.state.exiled_until);
        let (back, keep) = exiled.into_iter().partition(|e| over(&self.state, e.until));
        self.state.exiled_until = keep;
        let back: Vec<ExiledUntil> = back;
        let mut proposals = Vec::new();
        for entry in back {
            let Some(object) = self.state.get(entry.exiled) else { continue };
            let owner = object.owner;
            let (to, arrival) = self.way_back(entry, owner)?;
            proposals.push(Proposal::Move {
                object: entry.exiled,
                to,
                cause: Cause::Return,
                by: Some(owner),
                entry: arrival,
            });
        }
        // 610.3c-d: at once, under their owners' control.
        self.happen(proposals, rule!("610.3c"))?;
        Ok(())
    }

    fn way_back(&mut self, entry: ExiledUntil, owner: PlayerId) -> Res<(Destination, Box<Entry>)> {
        Ok(match entry.from {
            Zone::Hand => (Destination::Hand, Box::default()),
            Zone::Graveyard => (Destination::Graveyard, Box::default()),
            Zone::Library => (Destination::LibraryTop { random: false }, Box::default()),
            _ => {
                let arrival = Arrival::default();
                let scope = Scope::new(entry.by, owner);
                let how = self.entry(&arrival, owner, Some(entry.exiled), scope, &Frame::default())?;
                (Destination::Battlefield(Box::new(arrival)), Box::new(how))
            }
        })
    }
}

impl State {
    /// Keeps an object or player under a linked number of an object (607), as it is or as it last existed. The ability that
    /// does so may be the one that speaks of it later (607.1c).
    pub(crate) fn link_member(&mut self, source: ObjectId, linked: u8, entity: Entity) {
        self.with_memory(source, |memory| memory.members.push((linked, entity)));
    }

    /// Changes what an object remembers, wherever it is; of one that is gone, what its last picture remembers.
    pub(crate) fn with_memory(&mut self, source: ObjectId, change: impl FnOnce(&mut Memory)) {
        if let Some(object) = self.get_mut(source) {
            change(object.memory.get_or_insert_with(Box::default));
        } else if let Some(past) = self.past.iter_mut().rev().find(|s| s.id == source) {
            let past = std::sync::Arc::make_mut(past);
            change(past.object.memory.get_or_insert_with(Box::default));
        }
        self.touch();
    }
}
