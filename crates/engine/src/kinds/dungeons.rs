//! Dungeons (309): venturing into them (701.46), their rooms, and completing them.

use std::sync::Arc;

use lawmage_ir::{CardType, Cause, Continuous, Destination, Prohibition, Room, Subtype, Zone, rule};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::player::Delving;
use crate::state::proposal::{Entry, Proposal};
use crate::state::zones::Place;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl State {
    /// Whether an object is a dungeon card (309.1).
    pub(crate) fn is_dungeon(&self, id: ObjectId) -> bool {
        self.objects.get(id.index()).is_some_and(|o| o.base.types.has(CardType::Dungeon))
    }

    /// The rooms of a dungeon card (309.4).
    #[must_use]
    pub fn rooms(&self, dungeon: ObjectId) -> &[Room] {
        let Some(ObjectKind::Card(card)) = self.get(dungeon).map(|o| &o.kind) else { return &[] };
        let face = self.cards.get(usize::from(*card)).and_then(|d| d.card.faces.first());
        face.map_or(&[], |f| &f.rooms)
    }

    /// The room a player's venture marker is in.
    #[must_use]
    pub fn room_of(&self, player: PlayerId) -> Option<&Room> {
        let delving = self.player(player).delving?;
        self.rooms(delving.dungeon).get(usize::from(delving.room))
    }

    /// Whether a player's venture marker is on the bottommost room, from which no arrow points away.
    pub(crate) fn is_at_the_bottom(&self, player: PlayerId) -> bool {
        self.room_of(player).is_none_or(|room| room.exits.is_empty())
    }

    /// The dungeon cards a player owns outside the game (309.2) that they may bring in: those of the dungeon type named, or,
    /// where none is, those without one, which only say so may be entered.
    fn dungeons_at_hand(&self, player: PlayerId, into: Option<Subtype>) -> Vec<ObjectId> {
        let fits = |id: &ObjectId| {
            let Some(object) = self.get(*id) else { return false };
            match into {
                Some(wanted) => object.base.has_subtype(wanted),
                None => object.base.subtypes.listed.is_empty(),
            }
        };
        self.player(player).dungeons.iter().copied().filter(fits).collect()
    }
}

impl Game<'_> {
    /// A player ventures into the dungeon (309.5, 701.46), or into one of a certain quality (701.46d).
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn venture(&mut self, player: PlayerId, into: Option<Subtype>) -> Res<()> {
        if self.state.has_ventured_enough(player) {
            return Ok(()); // 101.2
        }
        if let Some(delving) = self.state.player(player).delving {
            // 309.5a, 701.46b: along an arrow, of the player's choice where there are several.
            let rooms = self.state.rooms(delving.dungeon);
            let exits = rooms.get(usize::from(delving.room)).map(|r| r.exits.clone()).unwrap_or_default();
            let names: Vec<Arc<str>> =
                exits.iter().filter_map(|n| rooms.get(usize::from(*n))).map(|r| r.name.clone()).collect();
            if !names.is_empty() {
                let options = names.iter().cloned().map(Choice::Word).collect();
                let source = Some(delving.dungeon);
                let ask = Decision::pick(player, Ask::Value, rule!("309.5a"), source, options, 1, 1);
                let picked = self.pick(ask)?;
                let Some(Choice::Word(name)) = picked.first() else { return Ok(()) };
                if let Some(at) = names.iter().position(|n| n == name) {
                    self.enter_room(player, delving.dungeon, exits[at]);
                }
                return Ok(());
            }
            self.complete_dungeon(player); // 309.5b, 701.46c
        }
        // 309.2a, 701.46a
        let dungeons = self.state.dungeons_at_hand(player, into);
        if dungeons.is_empty() {
            return Ok(());
        }
        let options = dungeons.into_iter().map(Choice::Object).collect();
        let ask = Decision::pick(player, Ask::Choose, rule!("701.46a"), None, options, 1, 1);
        let picked = self.pick(ask)?;
        let Some(object) = picked.first().and_then(Choice::entity).and_then(Entity::object) else { return Ok(()) };
        let to = Destination::Command; // 309.2b
        let moved = Proposal::Move { object, to, cause: Cause::Put, by: Some(player), entry: Box::<Entry>::default() };
        let outcome = self.happen_one(moved, rule!("701.46a"))?;
        if let Some(dungeon) = outcome.members.first().and_then(|e| e.object()) {
            self.enter_room(player, dungeon, 0); // 309.4a
        }
        Ok(())
    }

    /// Moves a player's venture marker into a room, whose ability triggers (309.4c).
    fn enter_room(&mut self, player: PlayerId, dungeon: ObjectId, room: u8) {
        self.state.player_mut(player).delving = Some(Delving { dungeon, room });
        self.record(Event::EnteredRoom { dungeon, room, by: player }, rule!("309.4"), None);
    }

    /// A player's dungeon card leaves the game, and with that they have completed it (309.7).
    pub(crate) fn complete_dungeon(&mut self, player: PlayerId) {
        let Some(delving) = self.state.player_mut(player).delving.take() else { return };
        let name = self.state.name_of(delving.dungeon);
        if self.state.get(delving.dungeon).is_some() {
            self.state.rehome(delving.dungeon, Zone::Outside, Place::Top);
        }
        self.state.player_mut(player).completed.push(name.as_ref().into());
        self.record(Event::CompletedDungeon { dungeon: delving.dungeon, by: player }, rule!("309.7"), None);
    }
}

impl State {
    /// Whether an effect says that a player can't venture once more this turn: each time they enter a room (701.46a-c).
    fn has_ventured_enough(&self, player: PlayerId) -> bool {
        let most = self.rules().cants.iter().filter_map(|active| match active.what() {
            Some(Continuous::Cant(Prohibition::VentureMax(who, most))) => {
                self.is_among(player, who, &active.context()).then_some(*most as usize)
            }
            _ => None,
        });
        let Some(most) = most.min() else { return false };
        let entered = |event: &Event| matches!(event, Event::EnteredRoom { by, .. } if *by == player);
        self.history.iter().filter(|occurrence| entered(&occurrence.event)).count() >= most
    }
}
