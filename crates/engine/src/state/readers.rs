//! The state as other crates read it, and what they set of it in positions made by hand.

use std::sync::Arc;

use lawmage_ir::{Step, Zone};

use crate::state::combat::Combat;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::Object;
use crate::state::player::Player;
use crate::state::stickers::StickerAt;
use crate::state::turn::{Progress, Turn};
use crate::state::waiting::{DelayedTrigger, Pending};
use crate::state::{CardDef, Effect, GameResult, State};

impl State {
    /// How many games this one is within: 0 unless it is a subgame (726.1, 726.6).
    #[must_use]
    pub const fn subgame_depth(&self) -> u8 {
        self.depth
    }

    /// Who makes the decisions of a player: they themselves, or who controls them (720.5, 720.9) and is still in the game (800.4b),
    /// who decides for themselves too (720.8). Nothing else of a player is another's: not their objects and their turn (720.3),
    /// nor what they pay with (720.5a).
    #[must_use]
    pub fn decider(&self, player: PlayerId) -> PlayerId {
        let by = self.player(player).controlled_by.filter(|by| self.player(*by).is_playing());
        by.unwrap_or(player)
    }

    /// The cards of the game, each name once.
    #[must_use]
    pub fn cards(&self) -> &[CardDef] {
        &self.cards
    }

    /// The players in turn order.
    #[must_use]
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The arena of objects: an object's id names its place here.
    #[must_use]
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// All that is on the battlefield, phased out or not, oldest first (403).
    #[must_use]
    pub fn battlefield(&self) -> &[ObjectId] {
        &self.battlefield
    }

    /// The stack, bottom first (405).
    #[must_use]
    pub fn stack(&self) -> &[ObjectId] {
        &self.stack
    }

    /// Exile (406).
    #[must_use]
    pub fn exile(&self) -> &[ObjectId] {
        &self.exile
    }

    /// The command zone (408): of supplementary decks, what is face up.
    #[must_use]
    pub fn command(&self) -> &[ObjectId] {
        &self.command
    }

    /// Where the game is in its turns.
    #[must_use]
    pub const fn turn(&self) -> &Turn {
        &self.turn
    }

    /// Attackers and blockers, while there is combat (506).
    #[must_use]
    pub fn combat(&self) -> Option<&Combat> {
        self.combat.as_deref()
    }

    /// Continuous effects of resolved spells and abilities (611.2), oldest first.
    #[must_use]
    pub fn effects(&self) -> &[Effect] {
        &self.effects
    }

    /// Delayed triggered abilities that wait (603.7).
    #[must_use]
    pub fn delayed(&self) -> &[DelayedTrigger] {
        &self.delayed
    }

    /// The stickers that players have access to (123).
    #[must_use]
    pub fn stickers(&self) -> &[StickerAt] {
        &self.stickers
    }

    /// Who has the initiative (723).
    #[must_use]
    pub const fn initiative(&self) -> Option<PlayerId> {
        self.initiative
    }

    /// Who is the monarch (722).
    #[must_use]
    pub const fn monarch(&self) -> Option<PlayerId> {
        self.monarch
    }

    /// Whether it is day (728.1); `None` for neither day nor night.
    #[must_use]
    pub const fn day(&self) -> Option<bool> {
        self.day
    }

    /// Whether the game has no multiplayer options (800.2).
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        self.options.is_none()
    }

    /// Abilities that have triggered and wait to be put onto the stack (603.3).
    #[must_use]
    pub fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// How the game ended, once it has.
    #[must_use]
    pub const fn result(&self) -> Option<&GameResult> {
        self.result.as_ref()
    }

    /// Makes it day, night or neither (728.1).
    pub fn set_day(&mut self, day: Option<bool>) {
        self.day = day;
    }

    /// Makes it a Brawl game (903.12a), or one that is none.
    pub fn set_brawl(&mut self, brawl: bool) {
        self.brawl = brawl;
    }

    /// Puts the game at the beginning of a step of a player's turn, with the rest of the turn to come: for positions made by
    /// hand.
    pub fn set_turn(&mut self, number: u32, active: PlayerId, step: Step) {
        self.turn.begin_at(number, active, step);
    }

    /// Says what the next tick does.
    pub fn set_progress(&mut self, progress: Progress) {
        self.turn.progress = progress;
    }

    /// The name of an object, for telling what happened.
    #[must_use]
    pub fn name_of(&self, id: ObjectId) -> Arc<str> {
        let Some(seen) = self.seen(id) else { return "something".into() };
        if seen.chars.name.is_empty() {
            if let Some(item) = &seen.object.stack
                && item.source != id
            {
                return self.name_of(item.source);
            }
            return if seen.zone == Zone::Exile { "a face-down card" } else { "a face-down permanent" }.into();
        }
        seen.chars.name.clone()
    }
}
