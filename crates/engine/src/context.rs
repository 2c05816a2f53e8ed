//! Contexts, and the working out of references, filters, amounts and conditions in them. SKELETON: owner main.

use lawmage_ir::{Amount, Condition, Filter, Ref, Selector, Test, Who};

use crate::ids::{Entities, Entity, ObjectId, PlayerId, Players};
use crate::object::Frame;
use crate::state::State;

/// In which terms a node of IR is worked out: whose ability it is, who is "you", what its slots hold.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The object whose ability it is.
    pub source: ObjectId,
    /// "you".
    pub you: PlayerId,
    /// Targets, slots, event, payments; `None` for a static ability.
    pub frame: Option<&'a Frame>,
    /// What the innermost filter tests.
    pub it: Option<Entity>,
    /// The loop member at hand, if it is not the frame's.
    pub each: Option<Entity>,
}

impl<'a> Context<'a> {
    /// Of a static ability or a lone filter.
    #[must_use]
    pub const fn of(source: ObjectId, you: PlayerId) -> Self {
        Self { source, you, frame: None, it: None, each: None }
    }

    /// Of a resolving spell or ability.
    #[must_use]
    pub const fn with(source: ObjectId, you: PlayerId, frame: &'a Frame) -> Self {
        Self { source, you, frame: Some(frame), it: None, each: None }
    }

    /// The same, testing that entity.
    #[must_use]
    pub const fn testing(self, it: Entity) -> Self {
        Self { it: Some(it), ..self }
    }

    /// The same, with that loop member.
    #[must_use]
    pub const fn looping(self, each: Entity) -> Self {
        Self { each: Some(each), ..self }
    }
}

impl State {
    /// What a reference denotes.
    #[must_use]
    pub fn denote(&self, reference: &Ref, context: &Context<'_>) -> Entities {
        let _ = (reference, context);
        Entities::new()
    }

    /// Which players.
    #[must_use]
    pub fn who(&self, who: &Who, context: &Context<'_>) -> Players {
        let _ = (who, context);
        Players::new()
    }

    /// Whether a player is among those.
    #[must_use]
    pub fn is_among(&self, player: PlayerId, who: &Who, context: &Context<'_>) -> bool {
        self.who(who, context).contains(&player)
    }

    /// Whether an entity fits a filter: its kind (zone included) and its test.
    #[must_use]
    pub fn fits(&self, entity: Entity, filter: &Filter, context: &Context<'_>) -> bool {
        let _ = (entity, filter, context);
        false
    }

    /// Whether a test holds of an entity, now or (if it has left) as it last existed.
    #[must_use]
    pub fn test(&self, entity: Entity, test: &Test, context: &Context<'_>) -> bool {
        let _ = (entity, test, context);
        false
    }

    /// All entities that fit a filter now, in timestamp order (zones in order, players in turn order).
    #[must_use]
    pub fn all(&self, filter: &Filter, context: &Context<'_>) -> Entities {
        let _ = (filter, context);
        Entities::new()
    }

    /// What a selector without choices selects; choices select nothing here (see [`Game::select`](crate::Game::select)).
    #[must_use]
    pub fn selected(&self, selector: &Selector, context: &Context<'_>) -> Entities {
        let _ = (selector, context);
        Entities::new()
    }

    /// Whether an entity is among what a selector (without choices) selects; quicker than selecting all.
    #[must_use]
    pub fn is_selected(&self, entity: Entity, selector: &Selector, context: &Context<'_>) -> bool {
        self.selected(selector, context).contains(&entity)
    }

    /// An amount, below zero too.
    #[must_use]
    pub fn amount(&self, amount: &Amount, context: &Context<'_>) -> i32 {
        let _ = (amount, context);
        0
    }

    /// An amount of which less than zero is zero (107.1b).
    #[must_use]
    pub fn count(&self, amount: &Amount, context: &Context<'_>) -> u32 {
        u32::try_from(self.amount(amount, context)).unwrap_or(0)
    }

    /// Whether a condition holds.
    #[must_use]
    pub fn holds(&self, condition: &Condition, context: &Context<'_>) -> bool {
        let _ = (condition, context);
        false
    }
}
