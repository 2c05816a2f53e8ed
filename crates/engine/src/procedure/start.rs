//! Starting the game (103): who sits down with what. Life totals begin at 20 (103.4, 119.1), or as the format has it. The steps
//! of the procedure are in `stages`, hands and mulligans in `hands`, what is done with an opening hand in `opening`.

mod companion;
mod hands;
mod opening;
mod pregame;
mod restart;
mod setup_error;
mod stages;
mod subgame;

use std::sync::Arc;

use lawmage_ir::{Card, Step, Zone};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

pub use setup_error::SetupError;

use crate::state::cache::Cache;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::{Object, ObjectKind};
use crate::state::off_battlefield::Roaming;
use crate::state::player::Player;
use crate::state::reference::Reference;
use crate::state::rng::{Part, Rng, Seed};
use crate::state::turn::{Progress, Turn, Watch};
use crate::state::{CardDef, State};
use crate::variants::kind::{Kind, Variant};

/// A player as they sit down.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Seat {
    /// Their name.
    pub name: String,
    /// Their deck (103.3).
    pub deck: Vec<Arc<Card>>,
    /// Their sideboard (100.4).
    pub sideboard: Vec<Arc<Card>>,
    /// Their commanders, which are cards of their deck too, but not listed in it (903.3).
    pub commanders: Vec<Arc<Card>>,
    /// The nontraditional cards that they begin with in the command zone: planes, phenomena, schemes, vanguards (311.2, 312.2, 313.2,
    /// 314.2).
    #[serde(default)]
    pub command: Vec<Arc<Card>>,
    /// Their Attraction deck (717.2), if they play with one.
    #[serde(default)]
    pub attractions: Vec<Arc<Card>>,
    /// Their sticker sheets (123.2), if they play with some; of more than three, chance picks three (103.2d).
    #[serde(default)]
    pub stickers: Vec<lawmage_ir::StickerSheet>,
    /// Starting life total, when it is not that of the kind of game (103.4).
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
    pub seed: Seed,
    /// Who takes the first turn, when it is agreed (103.1); else chance picks who chooses.
    pub first: Option<PlayerId>,
    /// What kind of game it is, and with which options.
    #[serde(default)]
    pub variant: Variant,
    /// Where card names are looked up (201.4), if not among the cards of the game alone.
    #[serde(skip)]
    pub reference: Reference,
}

impl Setup {
    /// 903.7: where somebody has a commander, it is a game of Commander, unless another kind is said.
    #[must_use]
    pub fn of_leaders(mut self) -> Self {
        if self.variant.kind == Kind::FreeForAll {
            self.variant.kind = Kind::led_by(self.seats.iter().flat_map(|seat| &seat.commanders).map(AsRef::as_ref));
        }
        self
    }
}

impl State {
    /// A game about to start: decks at hand, nothing shuffled or drawn yet.
    ///
    /// # Errors
    /// Why no game starts so ([`Setup::check`]).
    // 103.4, 119.1: with the life total of the setup, 20 as a rule (905.6); 40 for Commander (103.4c, 119.1c), 25 or 30 for Brawl
    // (103.4d, 119.1d).
    pub fn new_game(setup: &Setup) -> Result<Self, SetupError> {
        setup.check()?;
        let life = setup.variant.kind.starting_life(setup.seats.len());
        let names: Vec<(String, i32)> = setup.seats.iter().map(|s| (s.name.clone(), s.life.unwrap_or(life))).collect();
        let cards = setup.seats.iter().flat_map(|s| {
            s.deck.iter().chain(&s.sideboard).chain(&s.attractions).chain(&s.commanders).chain(&s.command)
        });
        let mut state = Self::empty(&names, setup.seed, cards);
        state.reference = setup.reference.clone();
        for (seat, player) in setup.seats.iter().zip(0..) {
            let player = PlayerId(player);
            state.player_mut(player).manual_payment = seat.manual_payment;
            state.reveal_sheets(player, &seat.stickers);
            // 717.2: Attractions begin the game in no other deck.
            let listed = seat.deck.iter().chain(&seat.sideboard).filter(|card| card.is_attraction());
            for card in seat.attractions.iter().chain(listed) {
                state.add_attraction(card, player);
            }
            state.shuffle_attractions(player); // 103.3a
            for card in seat.deck.iter().filter(|card| !card.is_attraction()) {
                state.place(card, player, Zone::Library);
            }
            for card in seat.sideboard.iter().filter(|card| !card.is_attraction()) {
                state.place(card, player, Zone::Outside); // 103.2a, 108.3b: set aside
            }
            for card in &seat.commanders {
                let id = state.place(card, player, Zone::Library);
                state.make_commander(id); // 903.3
            }
            // 904.3: of several players, the archenemy alone has a scheme deck.
            let has = setup.variant.kind != Kind::Archenemy || player == PlayerId(0);
            for card in seat.command.iter().filter(|card| has && setup.variant.kind.is_played_with(card)) {
                state.place(card, player, Zone::Command);
            }
        }
        state.refresh();
        state.begin_variant(&setup.variant);
        state.begin_start(setup.first);
        Ok(state)
    }

    /// Puts the game before the procedure of starting it (103): libraries hold the decks. Who takes the first turn is
    /// determined first (103.1), unless it is agreed.
    pub fn begin_start(&mut self, first: Option<PlayerId>) {
        if let Some(first) = first {
            self.turn.first = self.primary(first);
        }
        // 101.4e: the starting player counts as the active one.
        self.turn.active = self.turn.first;
        self.turn.last_regular = self.turn.first;
        self.turn.progress = Progress::Start(if first.is_some() { stages::SET_ASIDE } else { stages::WHO_STARTS });
        self.opening = Some(Box::default());
    }

    /// A state with players and nothing else, before the first turn. `cards` are those that may be placed.
    #[must_use]
    pub fn empty<'a>(
        players: &[(String, i32)],
        seed: impl Into<Seed>,
        cards: impl Iterator<Item = &'a Arc<Card>>,
    ) -> Self {
        let mut defs: Vec<CardDef> = Vec::new();
        for card in cards {
            for known in std::iter::once(card).chain(&card.related) {
                if !defs.iter().any(|d| d.card.name == known.name) {
                    defs.push(CardDef::new(known.clone()));
                }
            }
        }
        let first = PlayerId(0);
        Self {
            has_daybound: defs.iter().any(CardDef::has_daybound),
            has_ascend: defs.iter().any(CardDef::has_ascend),
            traces_mana: defs.iter().any(|def| def.speaks_of.mana_sources),
            counts_names: defs.iter().any(|def| def.speaks_of.paradigm),
            cards: Arc::new(defs),
            reference: Reference::default(),
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
                team: 0,
                number: 0,
                active: first,
                first,
                step: Step::Untap,
                progress: Progress::Start(stages::WHO_STARTS),
                priority: None,
                passes: 0,
                upcoming: Vec::new(),
                extra: SmallVec::new(),
                extra_made: 0,
                mark: None,
                last_regular: first,
                combats: 0,
                watch: Watch::default(),
            },
            combat: None,
            effects: Vec::new(),
            delayed: Vec::new(),
            casts: Vec::new(),
            put_off: Vec::new(),
            exiled_until: Vec::new(),
            pairs: Vec::new(),
            parted: Vec::new(),
            concealed: Vec::new(),
            known: Vec::new(),
            revealed_tops: SmallVec::new(),
            renewed: Vec::new(),
            known_tops: None,
            combat_before: None,
            causing: None,
            pending: Vec::new(),
            history: Vec::new(),
            last_turn: Vec::new(),
            own_attacks: Vec::new(),
            last_combats: Vec::new(),
            looks: Vec::new(),
            past: Vec::new(),
            clock: 0,
            next_effect: 0,
            next_batch: 0,
            rng: Rng::new(seed.into().part(Part::Game)),
            commanders: Vec::new(),
            options: None,
            stickers: Vec::new(),
            initiative: None,
            sectored: false,
            casual: None,
            monarch: None,
            opening: None,
            exiled_before: Vec::new(),
            chosen_before: Vec::new(),
            brawl: false,
            oathbreaker: false,
            day: None,
            ignoring: Vec::new(),
            covered: Vec::new(),
            roaming: Roaming::default(),
            result: None,
            ticks: 0,
            depth: 0,
            cache: Cache::default(),
        }
    }

    /// Adds a card to those of the game, if it is not among them; its place there.
    pub fn know(&mut self, card: &Arc<Card>) -> usize {
        if let Some(known) = self.cards.iter().position(|d| d.card.name == card.name) {
            return known;
        }
        let def = CardDef::new(card.clone());
        self.has_daybound |= def.has_daybound();
        self.has_ascend |= def.has_ascend();
        self.traces_mana |= def.speaks_of.mana_sources;
        self.counts_names |= def.speaks_of.paradigm;
        Arc::make_mut(&mut self.cards).push(def);
        let place = self.cards.len() - 1;
        for related in &card.related {
            self.know(related); // 111.11
        }
        place
    }

    /// Puts a card into a zone without any event: for setting up. A card the state doesn't know yet is added to it. On the
    /// battlefield it has been there since before the turn.
    pub fn place(&mut self, card: &Arc<Card>, owner: PlayerId, zone: Zone) -> ObjectId {
        let index = self.know(card);
        let def = &self.cards[index];
        let there = matches!(zone, Zone::Battlefield | Zone::Stack);
        let base = if there { def.faces.first() } else { def.elsewhere() }.cloned().unwrap_or_default();
        let object: Object = Self::blank(ObjectKind::Card(index as u16), owner, zone, base);
        self.allocate(object)
    }
}
