//! Positions in which a card's abilities can be used.

use std::sync::Arc;

use lawmage_engine::Rng;
use lawmage_engine::state::chars::is_nontraditional;
use lawmage_engine::state::object::{Object, ObjectKind};
use lawmage_engine::{Entity, ObjectId, PlayerId, State};
use lawmage_ir::{Amount, Card, CardType, CounterKind, Layout, Status, Step, Subtype, Supertype, Zone};

use super::props::Props;
use super::shape::{self, Shape};
use super::wishes::Wishes;

/// The player who exercises the card.
pub(super) const ONE: PlayerId = PlayerId(0);
/// The other.
pub(super) const OTHER: PlayerId = PlayerId(1);

/// Whether the first player has only their lands to pay with in the position of that number, and few of them.
pub(super) const fn is_thrifty(number: u32) -> bool {
    number % 4 == 2
}

/// Whether next to nothing stands around in the position of that number, and nobody holds a card.
const fn is_bare(number: u32) -> bool {
    number % 8 == 7
}

/// Whether the position of that number is an odd one: only cards come to them of which something has not acted in usual ones, which
/// others follow.
pub(super) const fn is_odd(number: u32) -> bool {
    number >= 16 && (number / 4).is_multiple_of(2)
}

/// The position of that number, and the place of the card among those of the game.
pub(super) fn position(card: &Arc<Card>, wishes: &Wishes, props: &Props, number: u32) -> (State, u16) {
    let mut rng = Rng::new(u64::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5bd1_e995);
    let lives = [20, 20, 30, 9, 4];
    let seats = ["One", "Other"].map(|name| (name.to_owned(), lives[rng.below(5) as usize]));
    let mut state = State::empty(&seats, u64::from(number) + 1, std::iter::empty());
    let before = wishes.starts && number % 4 == 1;
    let known = state.place(card, ONE, if before { Zone::Outside } else { Zone::Library });
    let place = match state.get(known).map(|o| &o.kind) {
        Some(ObjectKind::Card(place)) => *place,
        _ => 0,
    };
    let mut maker = Maker { state, rng, wishes, props, number, poor: number % 4 == 3 };
    if before {
        return (maker.before_the_game(card), place);
    }
    for player in [ONE, OTHER] {
        let asked = wishes.lives.get(number as usize % wishes.lives.len().max(1)).filter(|_| number.is_multiple_of(2));
        let seat = maker.state.player_mut(player);
        seat.starting_life = 20;
        seat.life = asked.copied().unwrap_or(seat.life).max(1);
        maker.sit(player);
    }
    maker.subject(card, number);
    maker.shapes(number);
    maker.attach();
    maker.on_top(card);
    let mut state = maker.state;
    state.player_mut(ONE).manual_payment = number % 3 == 1;
    let turn = begins_at(number);
    state.set_turn(turn.0, turn.1, turn.2);
    state.touch();
    state.refresh();
    (state, place)
}

fn begins_at(number: u32) -> (u32, PlayerId, Step) {
    match number % 5 {
        4 => (6, OTHER, Step::Upkeep),
        2 => (5, ONE, Step::Main),
        _ => (5, ONE, Step::Upkeep),
    }
}

pub(super) struct Maker<'a> {
    pub(super) state: State,
    pub(super) rng: Rng,
    pub(super) wishes: &'a Wishes,
    pub(super) props: &'a Props,
    pub(super) number: u32,
    /// Little stands around.
    poor: bool,
}

impl Maker<'_> {
    fn any(&mut self, cards: &[Arc<Card>]) -> Option<Arc<Card>> {
        cards.get(self.rng.below(cards.len() as u32) as usize).cloned()
    }

    /// What a player has whatever the card.
    fn sit(&mut self, player: PlayerId) {
        let props = self.props;
        let bare = is_bare(self.number);
        let (many, few) = match self.poor {
            _ if bare => (u32::from(player == ONE), 0),
            true => (2, 1),
            false => (9, 5),
        };
        // Nobody has a land in the second of the bare positions.
        let none = u32::from(bare && (player == OTHER || self.number > 8));
        let lands = 2 - u32::from(self.poor || is_thrifty(self.number)) - none;
        for land in &props.lands {
            // {S} is paid from snow sources alone (107.4h), which pools hold none of.
            let snow =
                if self.wishes.snow && land.faces.iter().any(|f| f.supertypes.has(Supertype::Snow)) { 4 } else { 0 };
            // What a card costs can be paid by those who have only their lands, if for less than it costs.
            let own = if is_thrifty(self.number) && player == ONE { self.pips_for(land) } else { 0 };
            let scarce = is_odd(self.number) && self.number % 8 == 2 && player == ONE;
            for _ in 0..if scarce { own } else { (lands + snow).max(own) } {
                self.put(land, player, Zone::Battlefield);
            }
        }
        for _ in 0..many {
            if let Some(card) = self.any(&props.permanents) {
                let id = self.put(&card, player, Zone::Battlefield);
                let (tapped, grown) = (self.rng.below(6) == 0, self.rng.below(5) == 0);
                if let Some(object) = self.state.get_mut(id).filter(|o| grown && o.base.is(CardType::Creature)) {
                    object.counters.add(&CounterKind::PLUS, 2);
                }
                if let Some(permanent) = self.state.permanent_mut(id) {
                    permanent.tapped = tapped;
                }
            }
        }
        if !self.poor {
            for card in &props.attachments {
                self.put(card, player, Zone::Battlefield);
            }
        }
        for (zone, permanents, spells, lands) in [
            (Zone::Hand, few.min(3), if bare { 0 } else { few + 1 }, u32::from(!bare)),
            (Zone::Outside, few.min(2), few.min(2), 0),
            (Zone::Graveyard, few, few, 1),
            (Zone::Library, 10, 8, 8),
            (Zone::Exile, 1, 1, 0),
        ] {
            for (cards, count) in [(&props.permanents, permanents), (&props.spells, spells), (&props.lands, lands)] {
                for _ in 0..count {
                    if let Some(card) = self.any(cards) {
                        self.put(&card, player, zone);
                    }
                }
            }
        }
        if !bare {
            self.needed(player);
        }
        for card in &props.dungeons {
            self.state.place(card, player, Zone::Outside);
        }
        // Who counters what is cast is always there.
        if !bare && let Some(counter) = props.spells.iter().find(|c| &*c.name == "Prop Counter") {
            self.put(counter, player, Zone::Hand);
        }
        if let Some(hero) = props.permanents.iter().find(|c| &*c.name == "Prop Hero")
            && self.wishes.commander
        {
            for zone in [Zone::Battlefield, Zone::Command] {
                let id = self.put(hero, player, zone);
                self.state.make_commander(id);
            }
        }
        // 701.52c: the Ring has all it has once it tempted four times.
        if self.wishes.ring && self.number % 3 != 2 {
            self.state.player_mut(player).tempted = 3;
        }
        if self.wishes.speed && self.number % 3 < 2 {
            self.state.player_mut(player).speed = 4 - (self.number % 3) as u8;
        }
        let kinds = self.wishes.counters.clone();
        for kind in kinds {
            let count = match kind {
                CounterKind::Energy => 12,
                CounterKind::Experience => 3,
                CounterKind::Poison if self.rng.below(2) == 0 => 4,
                CounterKind::Rad => 2,
                _ => continue,
            };
            self.state.player_mut(player).counters.add(&kind, count);
        }
    }

    pub(super) fn put(&mut self, card: &Arc<Card>, player: PlayerId, zone: Zone) -> ObjectId {
        let permanent = card.faces.first().is_some_and(|f| f.types.any_permanent());
        let zone = if zone == Zone::Battlefield && !permanent { Zone::Graveyard } else { zone };
        let id = self.state.place(card, player, zone);
        let base = self.state.get(id).map(|o| o.base.clone()).unwrap_or_default();
        if zone == Zone::Battlefield
            && let Some(object) = self.state.get_mut(id)
        {
            if base.is(CardType::Planeswalker) {
                let printed = if let Some(Amount::Const(n)) = base.loyalty { n.unsigned_abs() } else { 4 };
                object.counters.add(&CounterKind::Loyalty, printed.max(1));
            }
            if let Some(defense) = base.defense {
                object.counters.add(&CounterKind::Defense, defense);
            }
        }
        id
    }

    /// The card itself, in every zone in which it may do something.
    fn subject(&mut self, card: &Arc<Card>, number: u32) {
        let Some(front) = card.faces.first() else { return };
        if is_nontraditional(front.types) {
            self.state.place(card, ONE, Zone::Command);
            return;
        }
        if !front.lights.is_empty() {
            self.state.add_attraction(card, ONE);
        }
        let stays = front.types.any_permanent() && !front.types.has(CardType::Land);
        for zone in [Zone::Hand, Zone::Hand, Zone::Graveyard] {
            if zone == Zone::Graveyard || !(is_bare(number) && stays) {
                self.put(card, ONE, zone);
            }
        }
        if number % 5 != 4 {
            self.on_battlefield(card, ONE, number);
        }
        if number % 5 == 3 {
            self.on_battlefield(card, OTHER, number);
        }
        if number % 4 == 1 || self.wishes.zones.has(Zone::Exile) {
            let id = self.put(card, ONE, Zone::Exile);
            self.counters(id);
        }
        if self.wishes.zones.has(Zone::Command) || (self.wishes.commander && number.is_multiple_of(2)) {
            let id = self.state.place(card, ONE, Zone::Command);
            self.state.make_commander(id);
        }
    }

    fn on_battlefield(&mut self, card: &Arc<Card>, player: PlayerId, number: u32) {
        let turning = matches!(card.layout, Layout::Transform | Layout::ModalDfc | Layout::Split | Layout::Meld);
        let face = if turning && number % 2 == 1 { 1 } else { 0 };
        let Some(shown) = card.faces.get(face).filter(|f| f.types.any_permanent()) else { return };
        let id = self.state.place(card, player, Zone::Battlefield);
        let def = self.state.cards().iter().find(|d| d.card.name == card.name);
        let chars = def.and_then(|d| d.faces.get(face).cloned());
        let halves = card.layout == Layout::Split;
        if let (Some(chars), false) = (chars, halves)
            && let Some(object) = self.state.get_mut(id)
        {
            object.face = face as u8;
            object.base = chars;
        }
        if halves {
            self.state.place_unlocked(id, face as u8); // 709.5c
        }
        let levels = self.rng.below(4);
        let flipped = card.layout == Layout::Flip && number % 2 == 1;
        if let Some(permanent) = self.state.permanent_mut(id) {
            permanent.flipped = flipped;
            permanent.tapped = number % 4 == 1 && player == ONE;
            if card.layout == Layout::Class {
                permanent.level = levels;
            }
        }
        let mut first = Vec::new();
        if let Some(loyalty) = &shown.loyalty {
            let printed = if let Amount::Const(n) = loyalty { n.unsigned_abs() } else { 3 };
            first.push((CounterKind::Loyalty, if number.is_multiple_of(2) { printed + 10 } else { printed.max(1) }));
        }
        if let Some(defense) = shown.defense {
            first.push((CounterKind::Defense, defense));
        }
        if shown.subtypes.has(Subtype::SAGA) {
            first.push((CounterKind::Lore, self.rng.below(4)));
        }
        if let Some(object) = self.state.get_mut(id) {
            for (kind, count) in first {
                object.counters.add(&kind, count);
            }
        }
        self.counters(id);
    }

    /// Counters of the kinds that the card speaks of.
    fn counters(&mut self, id: ObjectId) {
        let kinds = self.wishes.counters.clone();
        for kind in kinds {
            if matches!(kind, CounterKind::Loyalty | CounterKind::Defense | CounterKind::Lore | CounterKind::Stun) {
                continue;
            }
            let most = if kind == CounterKind::MINUS { 2 } else { 12 };
            let away = kind == CounterKind::Time && self.state.get(id).is_some_and(|o| o.zone == Zone::Exile);
            let count = match self.rng.below(most) {
                _ if away => 1 + self.rng.below(2),
                // What the last counter of a kind is good for.
                _ if is_odd(self.number) && self.number % 2 == 1 => 1,
                count => count,
            };
            if (away || self.rng.below(2) == 0)
                && let Some(object) = self.state.get_mut(id)
            {
                object.counters.add(&kind, count);
            }
        }
    }

    /// What filters ask for, in the zones they ask for it in.
    fn shapes(&mut self, number: u32) {
        let most = match number % 4 {
            3 => 0,
            0 => 2,
            _ => 5,
        };
        let filters = &self.wishes.filters;
        let mut made = 0;
        for (place, filter) in filters.iter().enumerate() {
            for n in 0..most {
                let Some(mut shape) = shape::shape(filter, place * 10 + n, &mut self.rng) else { continue };
                if self.wishes.says(&["TriggersAgain", "NoTriggers"]) {
                    shape.learns(&self.props.triggers);
                }
                if self.wishes.awaits(&["Activates"]) {
                    shape.learns(&self.props.tools);
                }
                made += 1;
                if made > 60 {
                    return;
                }
                for player in [ONE, OTHER] {
                    self.shape(&shape, player);
                }
            }
        }
    }

    fn shape(&mut self, shape: &Shape, player: PlayerId) {
        let permanent = shape.card.faces.first().is_some_and(|f| f.types.any_permanent());
        for zone in [Zone::Battlefield, Zone::Graveyard, Zone::Hand, Zone::Exile, Zone::Library, Zone::Outside] {
            let asked = shape.zones.has(zone);
            if zone == Zone::Battlefield && asked && !permanent {
                continue;
            }
            // What is asked for somewhere is of use elsewhere too: to be cast, to come back.
            let more = !matches!(zone, Zone::Exile | Zone::Outside)
                && !shape.token
                && self.rng.below(3) == 0
                && (permanent || zone != Zone::Battlefield);
            if !asked && !more {
                continue;
            }
            let token = shape.token && zone == Zone::Battlefield;
            let id = if token { self.token(shape, player) } else { self.put(&shape.card, player, zone) };
            if zone != Zone::Battlefield {
                continue;
            }
            if shape.face_down {
                self.state.place_face_down(id);
            }
            if let Some(object) = self.state.get_mut(id) {
                for (kind, count) in &shape.counters {
                    object.counters.add(kind, *count);
                }
            }
            if let Some(permanent) = self.state.permanent_mut(id) {
                permanent.tapped = shape.tapped;
                match shape.status {
                    Some(Status::Monstrous) => permanent.designations.monstrous = true,
                    Some(Status::Renowned) => permanent.designations.renowned = true,
                    Some(Status::Suspected) => permanent.designations.suspected = Some(0),
                    Some(Status::Saddled) => permanent.designations.saddled = true,
                    Some(Status::Solved) => permanent.designations.solved = true,
                    Some(Status::Harnessed) => permanent.designations.harnessed = true,
                    Some(Status::RingBearer) => permanent.designations.ring_bearer = true,
                    _ => {}
                }
            }
            if shape.equipped {
                self.state.refresh();
                for card in &self.props.attachments {
                    let what = self.put(card, player, Zone::Battlefield);
                    self.tie(what, Entity::Object(id));
                }
            }
        }
    }

    fn token(&mut self, shape: &Shape, player: PlayerId) -> ObjectId {
        let kept = self.state.place(&shape.card, player, Zone::Exile);
        let base = self.state.get(kept).map(|o| o.base.clone()).unwrap_or_default();
        let token: Object = State::blank(ObjectKind::Token, player, Zone::Battlefield, base);
        self.state.allocate(token)
    }

    fn tie(&mut self, what: ObjectId, to: Entity) {
        if let Some(permanent) = self.state.permanent_mut(what) {
            permanent.attached_to = Some(to);
        }
        if let Entity::Object(to) = to
            && let Some(permanent) = self.state.permanent_mut(to)
        {
            permanent.attachments.push(what);
        }
    }

    /// Attaches what lies around unattached.
    fn attach(&mut self) {
        self.state.touch();
        self.state.refresh();
        let all: Vec<ObjectId> = self.state.permanents().collect();
        for what in &all {
            let chars = self.state.chars(*what);
            let is_aura = chars.has_subtype(Subtype::AURA);
            let ties = is_aura || chars.has_subtype(Subtype::EQUIPMENT) || chars.has_subtype(Subtype::FORTIFICATION);
            if !ties || self.state.permanent(*what).is_none_or(|p| p.attached_to.is_some()) {
                continue;
            }
            if !is_aura && self.rng.below(2) == 0 {
                continue;
            }
            let hosts: Vec<Entity> = all
                .iter()
                .map(|id| Entity::Object(*id))
                .chain([Entity::Player(ONE), Entity::Player(OTHER)])
                .filter(|to| *to != Entity::Object(*what) && self.state.can_attach(*what, *to).is_ok())
                .collect();
            let mine = |to: &&Entity| match to {
                Entity::Object(id) => self.state.controller(*id) == self.state.controller(*what),
                Entity::Player(player) => *player == self.state.controller(*what),
            };
            let near: Vec<Entity> = hosts.iter().filter(mine).copied().collect();
            let from = if near.is_empty() || self.rng.below(3) == 0 { &hosts } else { &near };
            if let Some(to) = from.get(self.rng.below(from.len() as u32) as usize).copied() {
                self.tie(*what, to);
                self.state.touch();
                self.state.refresh();
            }
        }
    }
}
