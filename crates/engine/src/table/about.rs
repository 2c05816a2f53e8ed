//! What a question is about: the words of the text that asks it, kept with the question for whoever tells it to a person.
//!
//! Only a table that explains its questions gets them; bots in simulations need none, and nothing is made for them.

use std::sync::Arc;

use lawmage_ir::{Cost, CostPart, Instruction, Ref, Replacement, TargetSpec, Who};
use serde::{Deserialize, Serialize};

use crate::read::context::{Context, Scope};
use crate::state::ids::{Entities, ObjectId, PlayerId, Players};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::Decision;
use crate::table::game::{Game, Res};
use crate::table::view::Sight;

/// The part of a text that a question stems from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Matter {
    /// The instruction that is being carried out (608.2c).
    Instruction(Instruction),
    /// A cost that is paid, or may be (118).
    Cost(Cost),
    /// A part of a cost that is being paid (601.2h).
    CostPart(CostPart),
    /// Several costs, of which one is paid.
    Costs(Vec<Cost>),
    /// A target phrase (115.1).
    Target(TargetSpec),
    /// A replacement effect (614.1).
    Replacement(Replacement),
}

/// What a question is about, and in whose terms.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct About {
    /// The text.
    pub matter: Matter,
    /// The object whose text it is.
    pub source: ObjectId,
    /// Whom it calls "you".
    pub you: PlayerId,
    /// What its references denote, as far as that was known when the text was come to.
    pub frame: Frame,
}

impl About {
    fn context(&self) -> Context<'_> {
        Context::with(self.source, self.you, &self.frame)
    }
}

impl Sight<'_> {
    /// What a reference in the text of a question denotes. The player may not be allowed to see all of it.
    #[must_use]
    pub fn denoted(&self, about: &About, reference: &Ref) -> Entities {
        self.state().denote(reference, &about.context())
    }

    /// The players whom a phrase in the text of a question means.
    #[must_use]
    pub fn players_meant(&self, about: &About, who: &Who) -> Players {
        self.state().who(who, &about.context())
    }
}

impl Game<'_> {
    /// The part of a text that the next question stems from; nothing where nobody wants to know.
    pub(crate) fn about(&self, matter: impl FnOnce() -> Matter, context: &Context<'_>) -> Option<Arc<About>> {
        let frame = || context.frame.cloned().unwrap_or_default();
        self.explains
            .then(|| Arc::new(About { matter: matter(), source: context.source, you: context.you, frame: frame() }))
    }

    /// Carries out an instruction with its text at hand, for the questions it asks.
    pub(crate) fn explained(
        &mut self,
        does: &Instruction,
        scope: Scope,
        frame: &mut Frame,
        perform: impl FnOnce(&mut Self, &mut Frame) -> Res<SlotValue>,
    ) -> Res<SlotValue> {
        if !self.explains {
            return perform(self, frame);
        }
        self.table.begins(&self.state, does, scope.source);
        let captured = frame.clone();
        let done =
            self.telling(|| Matter::Instruction(does.clone()), &scope.context(&captured), |game| perform(game, frame));
        if let Ok(value) = &done {
            self.table.ends(&self.state, does, scope.source, value);
        }
        done
    }

    /// Tells a table that explains its questions of an instruction that begins apart from others: what several rounds of a loop
    /// do at once (608.2f).
    pub(crate) fn tell_begins(&mut self, does: &Instruction, scope: Scope) {
        if self.explains {
            self.table.begins(&self.state, does, scope.source);
        }
    }

    /// Likewise, as it ends.
    pub(crate) fn tell_ends(&mut self, does: &Instruction, scope: Scope, value: &SlotValue) {
        if self.explains {
            self.table.ends(&self.state, does, scope.source, value);
        }
    }

    /// Does something with its text at hand, for the questions it asks.
    pub(crate) fn telling<T>(
        &mut self,
        matter: impl FnOnce() -> Matter,
        context: &Context<'_>,
        perform: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let about = self.about(matter, context);
        let outer = std::mem::replace(&mut self.doing, about);
        let done = perform(self);
        self.doing = outer;
        done
    }

    /// Gives a question the text it stems from, if it has none of its own.
    pub(crate) fn with_text(&self, mut decision: Decision) -> Decision {
        if decision.about.is_none() {
            decision.about.clone_from(&self.doing);
        }
        decision
    }
}
