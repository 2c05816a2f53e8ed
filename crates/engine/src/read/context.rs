//! Contexts: in which terms a node of IR is worked out (see [`crate::read::eval`]).

use std::sync::Arc;

use lawmage_ir::{Slot, Who};

use crate::state::cache::ActiveRule;
use crate::state::chars::AbilityKey;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::{CastFacts, Frame, SlotValue};

/// In which terms a node of IR is worked out: whose ability it is, who is "you", what its slots hold.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The object whose ability it is.
    pub source: ObjectId,
    /// "you".
    pub you: PlayerId,
    /// Targets, slots, event, payments; `None` for a static ability.
    pub frame: Option<&'a Frame>,
    /// Which of the source's static abilities it is, where its condition is asked.
    pub ability: Option<AbilityKey>,
    /// What the innermost filter tests.
    pub it: Option<Entity>,
    /// The loop member at hand, if it is not the frame's.
    pub each: Option<Entity>,
    /// Whether filters within leave `it` as it is: they are part of a question about it.
    pub is_fixed: bool,
    /// The batch of events that is looked back at: objects are what they were in it (608.2i).
    pub then: Option<u32>,
    /// Whether a payment is at hand that an effect offers, not the cost of a spell or ability (118.12).
    pub is_offer: bool,
    /// Whether what is paid for is a mana ability (605).
    pub is_for_mana: bool,
    /// The defending player, where it is asked of an attack that might be declared (508.5a).
    pub defending: Option<PlayerId>,
    /// Who chooses the targets of the phrase at hand, or chose them (601.6).
    pub chooser: Option<PlayerId>,
}

impl<'a> Context<'a> {
    /// Of a static ability or a lone filter.
    #[must_use]
    pub const fn of(source: ObjectId, you: PlayerId) -> Self {
        Self {
            source,
            you,
            frame: None,
            ability: None,
            it: None,
            each: None,
            is_fixed: false,
            then: None,
            is_offer: false,
            is_for_mana: false,
            defending: None,
            chooser: None,
        }
    }

    /// Of a resolving spell or ability.
    #[must_use]
    pub const fn with(source: ObjectId, you: PlayerId, frame: &'a Frame) -> Self {
        Self { frame: Some(frame), ..Self::of(source, you) }
    }

    /// Of that static ability of an object.
    #[must_use]
    pub const fn of_ability(source: ObjectId, you: PlayerId, ability: AbilityKey) -> Self {
        Self { ability: Some(ability), ..Self::of(source, you) }
    }

    /// What a slot holds, where it has been filled.
    #[must_use]
    pub fn slot(&self, slot: Slot) -> Option<&'a SlotValue> {
        self.frame?.slots.get(usize::from(slot))
    }

    /// The same, testing that entity.
    #[must_use]
    pub const fn testing(self, it: Entity) -> Self {
        if self.is_fixed { self } else { Self { it: Some(it), ..self } }
    }

    /// The same, with what is tested now as "it" in all filters within.
    #[must_use]
    pub const fn fixed(self) -> Self {
        Self { is_fixed: true, ..self }
    }

    /// The same, looking back at events of that batch.
    #[must_use]
    pub const fn back_at(self, batch: u32) -> Self {
        Self { then: Some(batch), ..self }
    }

    /// The same, for a payment that an effect offers.
    #[must_use]
    pub const fn offering(self) -> Self {
        Self { is_offer: true, ..self }
    }

    /// The same, with that loop member.
    #[must_use]
    pub const fn looping(self, each: Entity) -> Self {
        Self { each: Some(each), ..self }
    }
}

/// A frame with that X, to ask whether targets exist.
pub(crate) fn widest_frame(x: u32) -> Frame {
    Frame { facts: Arc::new(CastFacts { x: Some(x), ..CastFacts::default() }), ..Frame::default() }
}

/// Whose instructions are run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    /// The object whose ability it is.
    pub source: ObjectId,
    /// "you".
    pub you: PlayerId,
    /// Whether the damage that they deal can't be prevented (615.12).
    pub unpreventable: bool,
}

impl Scope {
    /// Of that object, for that player.
    pub const fn new(source: ObjectId, you: PlayerId) -> Self {
        Self { source, you, unpreventable: false }
    }

    /// In which terms its nodes are worked out.
    pub const fn context<'f>(self, frame: &'f Frame) -> Context<'f> {
        Context::with(self.source, self.you, frame)
    }
}

/// The context in which something that a phrase says of a player is worked out.
pub(crate) fn for_player<'f>(context: Context<'f>, who: &Who, player: PlayerId) -> Context<'f> {
    if who.is_group() { context.looping(player.into()) } else { context }
}

impl ActiveRule {
    /// The context of its node.
    #[must_use]
    pub fn context(&self) -> Context<'_> {
        Context { frame: self.frame.as_deref(), ..Context::of(self.source, self.controller) }
    }
}
