//! Companions (103.2b, 702.139).

use lawmage_ir::{DeckRule, Keyword, KeywordParam, Quality, Test, rule};

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// The minimum size of a constructed deck (100.2a), and of one with a commander (903.5a).
const DECK_SIZE: u32 = 60;
const COMMANDER_DECK_SIZE: u32 = 100;

impl State {
    /// Whether a starting deck is as a companion wants it: the cards of the library before it is shuffled, sideboards being
    /// set aside and commanders not yet (702.139b).
    fn fulfills(&self, companion: ObjectId, owner: PlayerId, wanted: &DeckRule) -> bool {
        let deck = &self.player(owner).library;
        let context = Context::of(companion, owner);
        let fits = |id: ObjectId, test: &Test| self.test(id.into(), test, &context.testing(id.into()));
        let those = |test: &Test| deck.iter().copied().filter(|id| fits(*id, test)).collect::<Vec<ObjectId>>();
        match wanted {
            DeckRule::Each(which, what) => those(which).into_iter().all(|id| fits(id, what)),
            DeckRule::Differ(which, quality) => {
                let mut keys: Vec<u32> = those(which).into_iter().flat_map(|id| self.deck_keys(id, *quality)).collect();
                let count = keys.len();
                keys.sort_unstable();
                keys.dedup();
                keys.len() == count
            }
            DeckRule::Share(which, quality) => {
                let all: Vec<Vec<u32>> = those(which).into_iter().map(|id| self.deck_keys(id, *quality)).collect();
                let Some((first, rest)) = all.split_first() else { return true };
                first.iter().any(|key| rest.iter().all(|keys| keys.contains(key)))
            }
            DeckRule::NoRepeatedSymbol => deck.iter().all(|id| {
                let cost = self.chars(*id).mana_cost.as_ref();
                let text = cost.map(ToString::to_string).unwrap_or_default();
                let mut symbols: Vec<&str> = text.split_inclusive('}').collect();
                let count = symbols.len();
                symbols.sort_unstable();
                symbols.dedup();
                symbols.len() == count
            }),
            DeckRule::Larger(more) => {
                let least = if self.commanders.is_empty() { DECK_SIZE } else { COMMANDER_DECK_SIZE };
                deck.len() as u32 >= least + more
            }
        }
    }

    /// Numbers that tell apart what a card of a deck has of a quality.
    fn deck_keys(&self, id: ObjectId, quality: Quality) -> Vec<u32> {
        let chars = self.chars(id);
        match quality {
            Quality::CardType => {
                lawmage_ir::CardType::ALL.iter().zip(0..).filter(|(t, _)| chars.is(**t)).map(|(_, n)| n).collect()
            }
            Quality::ManaValue => vec![chars.mana_value()],
            // Each name is among the cards of the game once.
            _ => {
                let named = self.cards.iter().position(|d| d.faces.first().is_some_and(|f| f.name == chars.name));
                named.map(|n| n as u32).into_iter().collect()
            }
        }
    }
}

impl Game<'_> {
    /// 103.2b: each player may reveal one card they own from outside the game with a companion ability whose condition their
    /// starting deck fulfills.
    pub(super) fn reveal_companions(&mut self) -> Res<()> {
        for player in self.in_order() {
            let state = &self.state;
            let able = |id: &&ObjectId| {
                state.chars(**id).keyword(Keyword::Companion).any(|keyword| match &keyword.param {
                    KeywordParam::Deck(wanted) => state.fulfills(**id, player, wanted),
                    _ => false,
                })
            };
            let outside = state.player(player).sideboard.iter();
            let options: Vec<Choice> = outside.filter(able).map(|id| Choice::Object(*id)).collect();
            let decision = Decision::pick(player, Ask::Companion, rule!("103.2b"), None, options, 0, 1);
            let Some(card) = self.pick(decision)?.first().and_then(Choice::entity).and_then(Entity::object) else {
                continue;
            };
            // It stays outside the game, revealed (702.139a).
            self.state.player_mut(player).companion = Some(card);
            let objects = smallvec::smallvec![card];
            self.record(Event::Revealed { by: player, objects }, rule!("702.139a"), None);
        }
        Ok(())
    }
}
