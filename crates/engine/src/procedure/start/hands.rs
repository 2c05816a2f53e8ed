//! Opening hands and mulligans (103.5).

use lawmage_ir::{Cause, Destination, Zone, rule};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::{Entry, Proposal};
use crate::state::zones::Place;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// The starting hand size (103.5, 903.7, 905.6).
const OPENING_HAND: u32 = 7;

impl State {
    /// The starting hand size of a player (103.5): seven, plus or minus a vanguard's hand modifier (103.5a, 902.5, 902.5a).
    fn opening_hand(&self, player: PlayerId) -> u32 {
        OPENING_HAND.saturating_add_signed(self.player(player).hand_modifier)
    }
}

impl Game<'_> {
    /// 103.5: a hand of seven cards. Who has fewer loses the game in the first upkeep, whatever mulligans they take (704.5b,
    /// 724.3).
    pub(super) fn draw_hand(&mut self, player: PlayerId) -> Res<()> {
        for _ in 0..self.state.opening_hand(player) {
            self.happen_one(Proposal::Draw { player }, rule!("103.5"))?;
        }
        Ok(())
    }

    /// 103.5: the starting player declares whether they take a mulligan, then each other in turn order; then those who do take
    /// theirs, until nobody does.
    pub(super) fn mulligans(&mut self) -> Res<()> {
        let mut deciding = self.in_order();
        while !deciding.is_empty() {
            let mut again: SmallVec<[PlayerId; 4]> = SmallVec::new();
            for player in &deciding {
                // 103.5: no mulligan below no cards at all.
                self.before_mulligan(*player)?;
                let keep = self.bottomed(*player) >= self.state.opening_hand(*player)
                    || self.yes(Decision::yes_no(*player, Ask::KeepHand, rule!("103.5"), None))?;
                if !keep {
                    again.push(*player);
                }
            }
            for player in &again {
                self.take_mulligan(*player)?;
            }
            for player in &again {
                self.bottom_cards(*player, self.bottomed(*player))?;
            }
            deciding = again;
        }
        Ok(())
    }

    /// The mulligans of a player that count: in a multiplayer game (800.6) and in any Brawl game (903.12g) the first one doesn't
    /// (103.5c).
    fn bottomed(&self, player: PlayerId) -> u32 {
        let free = self.state.brawl || self.state.players.len() > 2;
        self.state.player(player).mulligans.saturating_sub(u32::from(free))
    }

    /// The hand is shuffled into the library, and a new one drawn.
    fn take_mulligan(&mut self, player: PlayerId) -> Res<()> {
        for id in self.state.player(player).hand.clone() {
            self.state.rehome(id, Zone::Library, Place::Bottom);
        }
        self.shuffle_deck(player);
        self.state.player_mut(player).mulligans += 1;
        let left = self.state.opening_hand(player).saturating_sub(self.bottomed(player));
        self.record(Event::Mulliganed { player, to: left }, rule!("103.5"), None);
        self.draw_hand(player)
    }

    /// 103.5: one card to the bottom for each mulligan taken, in an order the player likes.
    fn bottom_cards(&mut self, player: PlayerId, count: u32) -> Res<()> {
        let options: Vec<Choice> = self.state.player(player).hand.iter().copied().map(Choice::Object).collect();
        let decision = Decision::pick(player, Ask::BottomCards, rule!("103.5"), None, options, count, count);
        let picked: Vec<ObjectId> =
            self.pick(decision)?.iter().filter_map(|c| c.entity().and_then(Entity::object)).collect();
        let moves = picked
            .iter()
            .map(|object| Proposal::Move {
                object: *object,
                to: Destination::LibraryBottom { random: false },
                cause: Cause::Put,
                by: Some(player),
                entry: Box::<Entry>::default(),
            })
            .collect();
        self.happen(moves, rule!("103.5")).map(|_| ())
    }
}
