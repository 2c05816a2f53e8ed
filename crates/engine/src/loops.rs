//! Endless loops (104.4b, 729.4): a game that only mandatory actions drive, and that comes to the same position again and
//! again, is a draw.

use std::hash::{Hash, Hasher};

use lawmage_ir::rule;
use serde::{Deserialize, Serialize};

use crate::drive::Digest;
use crate::game::Game;
use crate::state::State;

/// Resolutions in a row, without a choice, after which positions are compared.
const PATIENCE: u32 = 24;
/// How often the same position must come back: passing priority each time around was a chance to break the loop.
const TIMES: usize = 3;

/// What is watched through a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Watch {
    /// The tick with which the turn began.
    pub turn_began: u32,
    /// Resolutions in this step since someone last chose anything but to pass.
    pub quiet: u32,
    /// Positions since then.
    pub positions: Vec<u64>,
    /// How much of the turn's record state-based actions have looked at (704.5d-e).
    pub checked: u32,
}

impl Watch {
    /// Someone chose.
    pub fn choice(&mut self) {
        self.quiet = 0;
        self.positions.clear();
    }

    /// Another step begins.
    pub fn step(&mut self) {
        self.choice();
    }
}

impl Game<'_> {
    /// After a resolution in which nobody chose: a position that has come back is a loop.
    pub(crate) fn watch_for_loop(&mut self) {
        let watch = &mut self.state.turn.watch;
        watch.quiet += 1;
        if watch.quiet <= PATIENCE {
            return;
        }
        let position = self.state.position();
        let watch = &mut self.state.turn.watch;
        watch.positions.push(position);
        if watch.positions.iter().filter(|p| **p == position).count() >= TIMES {
            self.note(rule!("104.4b"), |_| "the game is in a loop that no choice can end".to_owned());
            self.draw_game(rule!("104.4b"));
        }
    }
}

impl State {
    /// A digest of what players would call the position: timestamps, ids and the record are left out.
    fn position(&self) -> u64 {
        let mut digest = Digest::default();
        for player in &self.players {
            (player.life, player.hand.len(), player.library.len(), player.graveyard.len()).hash(&mut digest);
            player.counters.hash(&mut digest);
            player.mana.hash(&mut digest);
        }
        for id in &self.battlefield {
            let object = &self.objects[id.index()];
            let chars = self.chars(*id);
            (&chars.name, chars.power, chars.toughness, self.controller(*id)).hash(&mut digest);
            object.counters.hash(&mut digest);
            if let Some(permanent) = &object.permanent {
                (permanent.tapped, permanent.damage, permanent.phased_out).hash(&mut digest);
            }
        }
        for id in &self.stack {
            let object = &self.objects[id.index()];
            let source = object.stack.as_ref().map(|s| &self.objects[s.source.index()].base.name);
            (&object.base.name, object.controller, source).hash(&mut digest);
        }
        (self.exile.len(), self.effects.len(), self.delayed.len(), self.pending.len()).hash(&mut digest);
        digest.finish()
    }
}
