//! Endless loops (104.4b, 729.4): a game that only mandatory actions drive, and that comes to the same position again and
//! again, is a draw.

use std::hash::{Hash, Hasher};

use lawmage_ir::rule;

use crate::state::State;
use crate::state::ids::PlayerId;
use crate::table::drive::Digest;
use crate::table::game::Game;

/// Resolutions in a row, without a choice, after which positions are compared.
const PATIENCE: u32 = 24;
/// How often the same position must come back: passing priority each time around was a chance to break the loop, which nobody
/// has to take (729.5).
const TIMES: usize = 3;
/// Resolutions in a row, without a choice, between looks at whether anything is being used up: a loop in which
/// nothing is (each time around someone gains life, say) never comes back to a position, and yet never ends.
const LONG: u32 = 500;

impl Game<'_> {
    /// After a resolution in which nobody chose, of something that player controlled: a position that has come back is a loop.
    pub(crate) fn watch_for_loop(&mut self, by: PlayerId) {
        let watch = &mut self.state.turn.watch;
        watch.quiet += 1;
        if watch.quiet <= PATIENCE {
            return;
        }
        watch.looping |= 1 << by.0;
        if watch.quiet.is_multiple_of(LONG) && self.state.uses_nothing_up() {
            self.loop_is_a_draw();
            return;
        }
        let position = self.state.position();
        let watch = &mut self.state.turn.watch;
        watch.positions.push(position);
        if watch.positions.iter().filter(|p| **p == position).count() >= TIMES {
            self.loop_is_a_draw();
        }
    }

    /// 104.4b, 729.4: the game ends in a draw; where influence is limited, for those who control what is involved in the loop
    /// and all within their range (801.16).
    pub(crate) fn loop_is_a_draw(&mut self) {
        self.note(rule!("104.4b"), |_| "the game is in a loop that no choice can end".to_owned());
        let looping = self.state.turn.watch.looping;
        let involved: Vec<PlayerId> = self.state.seats().filter(|p| looping >> p.0 & 1 == 1).collect();
        if !self.state.is_limited() || involved.is_empty() {
            return self.draw_game(rule!("104.4b"));
        }
        self.state.turn.watch.choice();
        self.draw_in_range(&involved, rule!("801.16"));
    }
}

impl State {
    /// Whether no player has less life or a smaller library than at the last such look; keeps what they have now.
    fn uses_nothing_up(&mut self) -> bool {
        let stock: Vec<(i32, u32)> = self.players.iter().map(|p| (p.life, p.library.len() as u32)).collect();
        let before = std::mem::replace(&mut self.turn.watch.stock, stock);
        let now = &self.turn.watch.stock;
        before.len() == now.len() && before.iter().zip(now).all(|(b, n)| n.0 >= b.0 && n.1 >= b.1)
    }

    /// A digest of what players would call the position: timestamps, ids and the record are left out.
    pub(crate) fn position(&self) -> u64 {
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
