//! Paradigm (2026:702.192).

use std::sync::Arc;

use lawmage_ir::{
    Cause, Clause, Destination, EventPattern, Instruction, Keyword, Program, Ref, Step, TriggeredAbility, Who, ZoneSet,
    rule,
};

use crate::read::context::Context;
use crate::state::Expiry;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::{Object, ObjectKind};
use crate::state::proposal::{Entry, Proposal};
use crate::state::stack::SlotValue;
use crate::state::waiting::DelayedTrigger;
use crate::table::game::{Game, Res};

/// "At the beginning of each of your first main phases, create a copy of this card in exile. You may cast the copy without paying its
/// mana cost."
fn ability() -> TriggeredAbility {
    let copy = Clause { does: Instruction::CopyInExile(Ref::This), out: Some(0) };
    let cast = Clause::from(super::cast_without_paying(0, false));
    let event = EventPattern::Begins { step: Step::Main, whose: Who::You };
    let program = Program::plain(Vec::new(), vec![copy, cast]);
    TriggeredAbility { zones: ZoneSet::ANYWHERE, ..TriggeredAbility::new(event, program) }
}

impl Game<'_> {
    /// As a spell resolves: one with paradigm, the first with its name that resolves this game under that player's control, is exiled,
    /// and copies of it come in each of their first main phases (2026:702.192a).
    pub(crate) fn begin_paradigm(&mut self, spell: ObjectId, you: PlayerId) -> Res<()> {
        if !self.state.counts_names {
            return Ok(());
        }
        let Some((name, begins)) =
            self.state.seen(spell).map(|seen| (seen.chars.name.clone(), seen.chars.has(Keyword::Paradigm)))
        else {
            return Ok(());
        };
        let resolved = &mut self.state.player_mut(you).resolved;
        if resolved.contains(&name) {
            return Ok(());
        }
        resolved.push(name);
        if !begins {
            return Ok(());
        }
        if self.state.get(spell).is_some() {
            let to = Destination::Exile { linked: None, face_down: false };
            let entry = Box::<Entry>::default();
            let exile = Proposal::Move { object: spell, to, cause: Cause::Exile, by: Some(you), entry };
            self.happen_one(exile, rule!("701.11a"))?;
        }
        let id = self.state.next_effect;
        self.state.next_effect += 1;
        self.state.delayed.push(DelayedTrigger {
            id,
            source: spell,
            controller: you,
            ability: Arc::new(ability()),
            frame: Arc::default(),
            expiry: Expiry::Never,
            once: false,
        });
        self.state.touch();
        Ok(())
    }

    /// Creates a copy of a card or spell in exile (707.12), of one that is gone as it last existed (608.2h). One that isn't cast ceases
    /// to exist (704.5e).
    pub(crate) fn copy_in_exile(&mut self, of: &Ref, context: &Context<'_>) -> SlotValue {
        let Some(original) = self.state.denote(of, context).into_iter().find_map(|entity| entity.object()) else {
            return SlotValue::default();
        };
        let of_card = self.state.seen(original).and_then(|seen| seen.object.printed_on()); // 709.3c
        let base = self.state.copied_whole(original);
        let by = context.you;
        let copy = Object { of_card, ..State::blank(ObjectKind::Copy, by, lawmage_ir::Zone::Exile, base) };
        let copy = self.state.allocate(copy);
        self.state.refresh();
        self.record(Event::Copied { copy, of: original, by }, rule!("707.12"), None);
        SlotValue::of([copy.into()])
    }
}
