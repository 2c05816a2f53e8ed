//! Cipher (702.99): cards encoded on creatures.

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Cause, Clause, Condition, Destination, EventPattern, Filter, Instruction, Keyword, Kind,
    Modification, Program, Ref, Selector, StackCopies, Test, TriggeredAbility, Who, Zone, ZoneSet, rule,
};

use crate::read::context::Context;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::state::{Expiry, State};
use crate::table::decision::Ask;
use crate::table::game::{Game, Res};

/// The linked numbers under which a creature knows the cards encoded on it, one for each: each of its abilities speaks of its own.
/// They are above those that are told apart where abilities come together (`read/linked.rs`).
const ENCODED: std::ops::RangeInclusive<u8> = 252..=254;

/// "Whenever this creature deals combat damage to a player, you may copy the encoded card and you may cast the copy without paying
/// its mana cost" (702.99a).
fn ability(linked: u8) -> Ability {
    let event = EventPattern::Damage {
        by: Filter::permanent(Test::Is(Ref::This)),
        to: Filter::new(Kind::Player, Test::Any),
        combat: Some(true),
    };
    let copy = Instruction::CopyStack(StackCopies {
        who: Who::You,
        what: Selector::Ref(Ref::Linked(linked)),
        count: Amount::ONE,
        new_targets: false,
        except: Vec::new(),
        for_each: None,
        at: None,
    });
    let may = Instruction::May { who: Who::You, body: vec![Clause { does: copy, out: Some(0) }] };
    let then = vec![Clause::from(super::cast_without_paying(0, false))];
    let cast = Instruction::If { condition: Condition::Done(1), then, otherwise: Vec::new() };
    Ability::Triggered(TriggeredAbility::new(
        event,
        Program::plain(Vec::new(), vec![Clause { does: may, out: Some(1) }, cast.into()]),
    ))
}

impl State {
    /// A linked number under which nothing is encoded on a creature.
    fn free_code(&self, creature: ObjectId) -> Option<u8> {
        let memory = self.get(creature)?.memory.as_deref();
        let there = |e: &Entity| e.object().is_some_and(|id| self.get(id).is_some_and(|o| o.zone == Zone::Exile));
        let used = |n: u8| memory.is_some_and(|m| m.members.iter().any(|(linked, e)| *linked == n && there(e)));
        ENCODED.into_iter().find(|n| !used(*n))
    }
}

impl Game<'_> {
    /// 702.99a: as the last thing that a spell with cipher does, its controller may exile it encoded on a creature they control, if
    /// a card represents it.
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn encode(&mut self, spell: ObjectId, you: PlayerId) -> Res<()> {
        let card = self.state.get(spell).is_some_and(|o| o.is_card());
        if !card || !self.state.chars(spell).has(Keyword::Cipher) {
            return Ok(());
        }
        let able = |id: &ObjectId| {
            let mine = self.state.chars(*id).is_creature() && self.state.controller(*id) == you;
            mine && self.state.free_code(*id).is_some()
        };
        let creatures: Vec<ObjectId> = self.state.permanents().filter(able).collect();
        let picked = self.pick_some(you, Ask::Choose, rule!("702.99a"), spell, &creatures, (0, 1))?;
        let Some(creature) = picked.first().copied() else { return Ok(()) };
        let to = Destination::Exile { linked: None, face_down: false };
        let proposal = Proposal::Move { object: spell, to, cause: Cause::Exile, by: Some(you), entry: Box::default() };
        let moved = self.happen_one(proposal, rule!("702.99a"))?;
        let now = moved.members.first().and_then(|e| e.object());
        let Some(card) = now.filter(|id| self.state.get(*id).is_some_and(|o| o.zone == Zone::Exile)) else {
            return Ok(());
        };
        let Some(code) = self.state.free_code(creature) else { return Ok(()) };
        self.state.with_memory(creature, |memory| memory.members.retain(|(linked, _)| *linked != code));
        self.state.link_member(creature, code, card.into());
        // 702.99c: for as long as the card is exiled and the creature on the battlefield, whoever controls it, whatever it is.
        let mut frame = Frame::default();
        frame.set(0, SlotValue::of([card.into()]));
        let encoded = Condition::InZone(Ref::Slot(0), ZoneSet::of(Zone::Exile));
        let granted = [Modification::AddAbility(Arc::new(ability(code)))];
        let context = Context::with(card, you, &frame);
        self.start_lasting(creature, &granted, &context, Expiry::While(encoded));
        self.state.refresh();
        Ok(())
    }
}
