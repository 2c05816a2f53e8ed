//! Epic (702.50).

use std::sync::Arc;

use lawmage_ir::{
    Amount, Clause, Continuous, EventPattern, Filter, Instruction, Keyword, Kind, Modification, Program, Prohibition,
    Ref, Selector, StackCopies, Step, Test, TriggeredAbility, Who, ZoneSet,
};

use crate::read::context::Context;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::waiting::DelayedTrigger;
use crate::state::{Expiry, State};

/// "At the beginning of each of your upkeeps, copy this spell except for its epic ability. You may choose new targets for the
/// copy" (702.50a).
fn ability() -> TriggeredAbility {
    let copy = Instruction::CopyStack(StackCopies {
        who: Who::You,
        what: Selector::Ref(Ref::This),
        count: Amount::ONE,
        new_targets: true,
        except: vec![Modification::LoseKeyword(Keyword::Epic)],
        for_each: None,
        at: None,
    });
    let event = EventPattern::Begins { step: Step::Upkeep, whose: Who::You };
    let program = Program::plain(Vec::new(), vec![Clause::from(copy)]);
    TriggeredAbility { zones: ZoneSet::ANYWHERE, ..TriggeredAbility::new(event, program) }
}

impl State {
    /// As a spell with epic resolves: for the rest of the game its controller can't cast spells (702.50b), and a copy of it comes
    /// in each of their upkeeps (702.50a).
    pub(crate) fn begin_epic(&mut self, spell: ObjectId, you: PlayerId) {
        if !self.seen(spell).is_some_and(|seen| seen.chars.has(Keyword::Epic)) {
            return;
        }
        let context = Context::of(spell, you);
        let cant = Continuous::Cant(Prohibition::Cast(Who::You, Filter::new(Kind::Spell, Test::Any)));
        self.push_effect(&context, Arc::new(cant), None, Arc::default(), Expiry::Never, None, None);
        let id = self.next_effect;
        self.next_effect += 1;
        self.delayed.push(DelayedTrigger {
            id,
            source: spell,
            controller: you,
            ability: Arc::new(ability()),
            frame: Arc::default(),
            expiry: Expiry::Never,
            once: false,
        });
        self.touch();
    }
}
