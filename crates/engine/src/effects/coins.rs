//! Flipping coins (705).

use std::sync::Arc;

use lawmage_ir::{Clause, CoinFlips, Permission, Who, rule};

use super::LOOP_CAP;
use crate::read::context::Scope;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Luck, Res};

/// How often a coin is doubled at most.
const MOST_DOUBLINGS: u32 = 10;

impl State {
    /// How many effects have a player flip two coins for one.
    fn doubled_coins(&self, player: PlayerId) -> u32 {
        self.times_let(player, &|may| if let Permission::ExtraCoin(who) = may { Some(who) } else { None })
    }

    /// Whether the coins that a player flips now are the first of theirs in the turn, and an effect has them win those.
    fn wins_flips(&self, player: PlayerId) -> bool {
        self.lets_player(player, &|may| if let Permission::FirstFlipsWon(who) = may { Some(who) } else { None })
            && !self.history.iter().any(|o| matches!(o.event, Event::Flipped { by, .. } if by == player))
    }
}

impl Game<'_> {
    /// A player flips coins at once, each as likely to be won (or to come up heads) as to be lost: whether each was.
    pub(crate) fn flip(
        &mut self,
        player: PlayerId,
        count: u32,
        called: bool,
        source: Option<ObjectId>,
    ) -> Res<Vec<bool>> {
        let doubled = self.state.doubled_coins(player).min(MOST_DOUBLINGS);
        let sure = self.state.wins_flips(player);
        let mut results = Vec::new();
        for _ in 0..count.min(LOOP_CAP) {
            // Each of the coins is replaced by two, each of those by two for the next effect, and one of each two is ignored.
            let mut coins = Vec::new();
            for _ in 0..1_u32 << doubled {
                // Where nothing is left to chance, no chance is taken.
                coins.push(sure || self.chance(player));
            }
            let won = if coins.iter().all(|coin| *coin == coins[0]) {
                coins[0]
            } else {
                // Which of them is ignored is up to who flips: all that matters is what is left.
                let words = if called { ["won", "lost"] } else { ["heads", "tails"] };
                let options = words.map(|word| Choice::Word(Arc::from(word))).to_vec();
                let first = options.first().cloned();
                let ask = Decision::pick(player, Ask::Value, rule!("705.1"), source, options, 1, 1);
                self.pick(ask)?.first() == first.as_ref()
            };
            results.push(won);
        }
        let flipped = results.iter().map(|won| Event::Flipped { by: player, won: *won, called });
        self.record_all(flipped, rule!("705.2"), None);
        Ok(results)
    }

    /// 705.2: a call is as good as the other; chance decides whether it was right.
    fn chance(&mut self, player: PlayerId) -> bool {
        let fixed = self.table.luck(player, Luck::Coin).map(|won| won != 0);
        fixed.unwrap_or_else(|| self.state.rng.below(2) == 0)
    }

    /// Players flip a coin (705.1). Done: whether one won.
    pub(super) fn flip_coin(
        &mut self,
        who: &Who,
        won: &[Clause],
        lost: &[Clause],
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let wins = self.flip(player, 1, true, Some(scope.source))?.contains(&true);
            if wins {
                value.done = true;
                value.number += 1;
                value.members.push(player.into());
            } else {
                value.excess += 1;
            }
            self.each_of(who, player, frame, |game, frame| game.run_body(if wins { won } else { lost }, scope, frame))?;
        }
        Ok(value)
    }

    /// Players flip coins, at once or until one is lost (705.1). The number is how many were won or came up heads, the excess
    /// how many were not.
    pub(super) fn flip_coins(&mut self, flips: &CoinFlips, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let CoinFlips { who, count, until_lost, called } = flips;
        let mut value = SlotValue::default();
        let count = self.state.count(count, &scope.context(frame)).min(LOOP_CAP);
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let mut left = count;
            while left > 0 {
                let now = if *until_lost { 1 } else { left };
                left -= now;
                let results = self.flip(player, now, *called, Some(scope.source))?;
                let won = results.iter().filter(|won| **won).count();
                value.number = value.number.saturating_add(won as i32);
                value.excess = value.excess.saturating_add((results.len() - won) as i32);
                value.done |= won > 0;
                if won < results.len() && *until_lost {
                    break;
                }
            }
            value.members.push(player.into());
        }
        Ok(value)
    }
}
