//! Starting the game (103). Life totals begin at 20 (103.4, 119.1), or as the format has it.

use std::sync::Arc;

use lawmage_ir::{Ability, Card, Cause, Destination, Rule, Step, Zone, rule};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::decision::{Ask, Choice, Decision, Domain};
use crate::event::{Entry, Event, Proposal};
use crate::game::{Game, Res};
use crate::ids::{ObjectId, PlayerId};
use crate::layers::Cache;
use crate::object::{Object, ObjectKind};
use crate::player::Player;
use crate::state::{CardDef, Rng, State};
use crate::turn::{Progress, Turn};

/// Cards in an opening hand (103.5).
const OPENING_HAND: u32 = 7;

/// A player as they sit down.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Seat {
    /// Their name.
    pub name: String,
    /// Their deck (103.3).
    pub deck: Vec<Arc<Card>>,
    /// Their sideboard (100.4).
    pub sideboard: Vec<Arc<Card>>,
    /// Starting life total, when it is not 20 (103.4).
    pub life: Option<i32>,
    /// Pays mana by hand: payment plans are shown and may be declined (601.2g).
    pub manual_payment: bool,
}

/// A game to be started.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Setup {
    /// The players in turn order.
    pub seats: Vec<Seat>,
    /// From which all randomness comes.
    pub seed: u64,
    /// Who takes the first turn, when it is agreed (103.1); else chance picks who chooses.
    pub first: Option<PlayerId>,
}

/// The stages of starting, in the order of 103.
const WHO_STARTS: u8 = 0;
const DRAW_HANDS: u8 = 1;
const MULLIGANS: u8 = 2;
const OPENING_ACTIONS: u8 = 3;

impl State {
    /// A game about to start: decks shuffled (103.3), nothing drawn yet.
    #[must_use]
    // 103.4, 119.1: with the life total of the setup, 20 as a rule; 40 for Commander (103.4c, 119.1c), 25 or 30 for Brawl (103.4d,
    // 119.1d).
    pub fn new_game(setup: &Setup) -> Self {
        let names: Vec<(String, i32)> = setup.seats.iter().map(|s| (s.name.clone(), s.life.unwrap_or(20))).collect();
        let cards = setup.seats.iter().flat_map(|s| s.deck.iter().chain(&s.sideboard));
        let mut state = Self::empty(&names, setup.seed, cards);
        for (seat, player) in setup.seats.iter().zip(0..) {
            let player = PlayerId(player);
            state.player_mut(player).manual_payment = seat.manual_payment;
            for card in &seat.deck {
                state.place(card, player, Zone::Library);
            }
            for card in &seat.sideboard {
                state.place(card, player, Zone::Outside); // 108.3b
            }
            state.shuffle_library(player); // 103.3
        }
        if let Some(first) = setup.first {
            state.turn.first = first;
            state.turn.progress = Progress::Start(DRAW_HANDS);
        }
        state.turn.active = state.turn.first;
        state
    }

    /// A state with players and nothing else, before the first turn. `cards` are those that may be placed.
    #[must_use]
    pub fn empty<'a>(players: &[(String, i32)], seed: u64, cards: impl Iterator<Item = &'a Arc<Card>>) -> Self {
        let mut defs: Vec<CardDef> = Vec::new();
        for card in cards {
            if !defs.iter().any(|d| d.card.name == card.name) {
                defs.push(CardDef::new(card.clone()));
            }
        }
        let first = PlayerId(0);
        Self {
            has_daybound: defs.iter().any(CardDef::has_daybound),
            cards: Arc::new(defs),
            players: players
                .iter()
                .zip(0..)
                .map(|((name, life), seat)| Player::new(name.clone(), PlayerId(seat), *life))
                .collect(),
            objects: Vec::new(),
            vacant: Vec::new(),
            battlefield: Vec::new(),
            stack: Vec::new(),
            exile: Vec::new(),
            command: Vec::new(),
            turn: Turn {
                number: 0,
                active: first,
                first,
                step: Step::Untap,
                progress: Progress::Start(WHO_STARTS),
                priority: None,
                passes: 0,
                upcoming: Vec::new(),
                extra: SmallVec::new(),
                last_regular: first,
                combats: 0,
                watch: crate::loops::Watch::default(),
            },
            combat: None,
            effects: Vec::new(),
            delayed: Vec::new(),
            put_off: Vec::new(),
            exiled_until: Vec::new(),
            pairs: Vec::new(),
            parted: Vec::new(),
            concealed: Vec::new(),
            pending: Vec::new(),
            history: Vec::new(),
            last_turn: Vec::new(),
            past: Vec::new(),
            clock: 0,
            next_effect: 0,
            next_batch: 0,
            rng: Rng::new(seed),
            commanders: Vec::new(),
            monarch: None,
            day: None,
            result: None,
            ticks: 0,
            cache: Cache::default(),
        }
    }

    /// Adds a card to those of the game, if it is not among them; its place there.
    pub fn know(&mut self, card: &Arc<Card>) -> usize {
        let known = self.cards.iter().position(|d| d.card.name == card.name);
        known.unwrap_or_else(|| {
            let def = CardDef::new(card.clone());
            self.has_daybound |= def.has_daybound();
            Arc::make_mut(&mut self.cards).push(def);
            self.cards.len() - 1
        })
    }

    /// Puts a card into a zone without any event: for setting up. A card the state doesn't know yet is added to it. On the
    /// battlefield it has been there since before the turn.
    pub fn place(&mut self, card: &Arc<Card>, owner: PlayerId, zone: Zone) -> ObjectId {
        let index = self.know(card);
        let base = self.cards[index].faces.first().cloned().unwrap_or_default();
        let object: Object = Self::blank(ObjectKind::Card(index as u16), owner, zone, base);
        self.allocate(object)
    }
}

impl Game<'_> {
    /// One stage of starting the game; the next stage, or the first turn, comes with the next tick.
    pub(crate) fn start_stage(&mut self, stage: u8) -> Res<()> {
        match stage {
            WHO_STARTS => self.choose_first()?,
            DRAW_HANDS => {
                for player in self.in_order() {
                    self.draw_hand(player)?;
                }
            }
            MULLIGANS => self.mulligans()?,
            OPENING_ACTIONS => self.opening_actions()?,
            _ => {}
        }
        self.state.turn.progress =
            if stage < OPENING_ACTIONS { Progress::Start(stage + 1) } else { Progress::BeginTurn };
        Ok(())
    }

    /// The players in turn order from the one who starts.
    fn in_order(&self) -> SmallVec<[PlayerId; 4]> {
        let count = self.state.players.len() as u8;
        let first = self.state.turn.first.0;
        (0..count).map(|i| PlayerId((first + i) % count)).collect()
    }

    /// 103.1: chance picks a player, who chooses who starts.
    fn choose_first(&mut self) -> Res<()> {
        let count = self.state.players.len() as u32;
        let chooser = PlayerId(self.state.rng.below(count) as u8);
        let options = self.state.seats().map(Choice::Player).collect();
        let decision = Decision::pick(chooser, Ask::PlayFirst, rule!("103.1"), None, options, 1, 1);
        if let Some(Choice::Player(first)) = self.pick(decision)?.first() {
            self.state.turn.first = *first;
            self.state.turn.active = *first;
            self.state.turn.last_regular = *first;
        }
        let first = self.state.turn.first;
        self.note(rule!("103.1"), |s| format!("{} takes the first turn", s.player(first).name));
        Ok(())
    }

    /// 103.5: an opening hand of seven.
    fn draw_hand(&mut self, player: PlayerId) -> Res<()> {
        for _ in 0..OPENING_HAND {
            self.happen_one(Proposal::Draw { player }, rule!("103.5"))?;
        }
        // A library of fewer than seven loses nobody the game before it begins.
        self.state.player_mut(player).drew_from_empty = false;
        self.state.player_mut(player).drawn = 0;
        Ok(())
    }

    /// 103.5: in turn order each declares, then those who mulligan do so together, until all keep.
    fn mulligans(&mut self) -> Res<()> {
        let mut deciding = self.in_order();
        while !deciding.is_empty() {
            let mut again: SmallVec<[PlayerId; 4]> = SmallVec::new();
            for player in &deciding {
                let taken = self.state.player(*player).mulligans;
                let keep = taken >= OPENING_HAND
                    || self.yes(Decision::yes_no(*player, Ask::KeepHand, rule!("103.5"), None))?;
                if keep {
                    self.bottom_cards(*player, taken)?;
                } else {
                    again.push(*player);
                }
            }
            for player in &again {
                self.take_mulligan(*player)?;
            }
            deciding = again;
        }
        Ok(())
    }

    fn take_mulligan(&mut self, player: PlayerId) -> Res<()> {
        let hand = self.state.player(player).hand.clone();
        let to = Destination::LibraryTop { random: true };
        self.move_cards(&hand, &to, Cause::Shuffle, player)?;
        self.state.shuffle_library(player);
        self.state.player_mut(player).mulligans += 1;
        let left = OPENING_HAND.saturating_sub(self.state.player(player).mulligans);
        self.record(Event::Mulliganed { player, to: left }, rule!("103.5"), None);
        self.draw_hand(player)
    }

    /// 103.5: one card to the bottom for each mulligan taken, in an order the player likes.
    fn bottom_cards(&mut self, player: PlayerId, count: u32) -> Res<()> {
        let options: Vec<Choice> = self.state.player(player).hand.iter().copied().map(Choice::Object).collect();
        let decision = Decision::pick(player, Ask::BottomCards, rule!("103.5"), None, options, count, count);
        let picked: Vec<ObjectId> =
            self.pick(decision)?.iter().filter_map(|c| c.entity().and_then(crate::Entity::object)).collect();
        self.move_cards(&picked, &Destination::LibraryBottom { random: false }, Cause::Put, player)
    }

    fn move_cards(&mut self, cards: &[ObjectId], to: &Destination, cause: Cause, by: PlayerId) -> Res<()> {
        let moves = cards
            .iter()
            .map(|object| Proposal::Move {
                object: *object,
                to: to.clone(),
                cause,
                by: Some(by),
                entry: Box::<Entry>::default(),
            })
            .collect();
        self.happen(moves, rule!("103.5")).map(|_| ())
    }

    /// 103.6: cards that may begin the game on the battlefield, or be revealed, from an opening hand. An ability says so as a
    /// static permission of the hand: a replacement of nothing but the beginning of the game.
    fn opening_actions(&mut self) -> Res<()> {
        for player in self.in_order() {
            let mut options: Vec<Choice> = Vec::new();
            for id in &self.state.player(player).hand {
                if self.state.chars(*id).abilities.iter().any(|a| begins_in_play(&a.ability)) {
                    options.push(Choice::Object(*id));
                }
            }
            let most = options.len() as u32;
            let decision = Decision {
                player,
                ask: Ask::OpeningHand,
                rule: rule!("103.6"),
                source: None,
                domain: Domain::Pick { options, min: 0, max: most, limit: None },
            };
            let picked: Vec<ObjectId> =
                self.pick(decision)?.iter().filter_map(|c| c.entity().and_then(crate::Entity::object)).collect();
            let onto = Destination::Battlefield(Box::default());
            self.move_to_play(&picked, &onto, player, rule!("103.6a"))?;
        }
        Ok(())
    }

    fn move_to_play(&mut self, cards: &[ObjectId], to: &Destination, by: PlayerId, why: Rule) -> Res<()> {
        let entry = Box::new(Entry { controller: Some(by), ..Entry::default() });
        let moves = cards
            .iter()
            .map(|object| Proposal::Move {
                object: *object,
                to: to.clone(),
                cause: Cause::Put,
                by: Some(by),
                entry: entry.clone(),
            })
            .collect();
        self.happen(moves, why).map(|_| ())
    }
}

/// "If this card is in your opening hand, you may begin the game with it on the battlefield": a static ability of the
/// hand with the permission to begin there.
fn begins_in_play(ability: &Ability) -> bool {
    match ability {
        Ability::Static(s) => {
            s.zones.has(Zone::Hand)
                && s.effects
                    .iter()
                    .any(|e| matches!(e, lawmage_ir::Continuous::May(lawmage_ir::Permission::BeginInPlay)))
        }
        _ => false,
    }
}
