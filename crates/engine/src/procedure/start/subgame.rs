//! Subgames (726): a game within the game, from its start to its end in the middle of a resolution.

use lawmage_ir::{CardType, Cause, Destination, Zone, rule};
use smallvec::SmallVec;

use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::proposal::Proposal;
use crate::state::stack::SlotValue;
use crate::state::zones::Place;
use crate::state::{GameResult, State};
use crate::table::game::{Game, Halt, Res};

/// Ticks beyond which a subgame, and with it the game, is called capped.
const MOST_TICKS: u32 = 200_000;

impl Game<'_> {
    /// Players play a subgame (726.1): the main game waits until it is over (726.1a), and nothing of the one means anything in the
    /// other (726.1b) but who won it. A subgame of the subgame is to it what it is to the main game (726.6); one that is
    /// restarted is won by who wins it then (724.6).
    ///
    /// # Errors
    /// The table's halt: the state is that of the subgame then, to be put back by the driver.
    pub(crate) fn subgame(&mut self) -> Res<SlotValue> {
        // 726.2: who goes first is chance's to say.
        let playing: SmallVec<[PlayerId; 4]> = self.state.apnap().collect();
        let place = self.state.rng.below(playing.len() as u32) as usize;
        let Some(first) = playing.get(place).copied() else { return Ok(SlotValue::default()) };
        self.note(rule!("726.1"), |_| "a subgame begins".to_owned());
        let within = self.state.subgame(first);
        let main = std::mem::replace(&mut self.state, within);
        let doing = self.doing.take();
        let replaced = std::mem::take(&mut self.replaced);
        let nested = std::mem::take(&mut self.nested);
        let result = self.play_subgame()?;
        let over = std::mem::replace(&mut self.state, main);
        (self.doing, self.replaced, self.nested) = (doing, replaced, nested);
        self.note(rule!("726.5"), |_| "the subgame is over, and the main game goes on".to_owned());
        self.after_subgame(&over)?;
        let winners = match result {
            GameResult::Won(players) => players,
            GameResult::Draw(_) => SmallVec::new(),
        };
        Ok(SlotValue::of(winners.into_iter().map(Entity::Player)))
    }

    /// Plays to the end. Who concedes leaves the subgame alone (104.3a, 726.1b).
    fn play_subgame(&mut self) -> Res<GameResult> {
        let most = self.state.ticks.saturating_add(MOST_TICKS);
        loop {
            if let Some(result) = &self.state.result {
                return Ok(result.clone());
            }
            if self.state.ticks >= most {
                return Err(Halt::Capped("too many ticks in one subgame"));
            }
            let before = self.state.clone();
            match self.tick() {
                Err(Halt::Conceded(player)) => {
                    self.go_back_to(before);
                    self.concede(player);
                }
                ticked => ticked?,
            }
        }
    }

    /// 726.5: each player puts the cards they own in the subgame into their library, and shuffles. Those that began it there have
    /// stayed there in the main game; what was brought in from elsewhere leaves where it was (726.4a).
    fn after_subgame(&mut self, over: &State) -> Res<()> {
        let mut moves = Vec::new();
        for slot in 0..self.state.objects.len().min(over.objects.len()) as u32 {
            let (here, there) = (&self.state.objects[slot as usize], &over.objects[slot as usize]);
            let object = ObjectId { slot, generation: here.generation };
            let commander = self.state.leads(object);
            let to = match (here.zone, there.zone) {
                // The place in the arena may be another object's by then.
                _ if here.kind != there.kind || !matches!(here.kind, ObjectKind::Card(_)) => continue,
                (Zone::Command, Zone::Command) | (_, Zone::Outside) => continue, // 726.5b
                (_, Zone::Command) if commander => Destination::Command,         // 726.5c
                (Zone::Library, _) => continue,
                _ => Destination::LibraryShuffled,
            };
            moves.push(Proposal::Move { object, to, cause: Cause::Rule, by: None, entry: Box::default() });
        }
        self.happen(moves, rule!("726.5"))?;
        self.state.rng = over.rng.clone();
        for player in self.state.apnap().collect::<SmallVec<[PlayerId; 4]>>() {
            self.shuffle_one(player);
            self.state.shuffle_supplementary(player); // 726.5a
        }
        Ok(())
    }
}

impl State {
    /// The subgame that begins with the players still in this game (726.2): their libraries are their decks, be there enough for
    /// a hand or not (726.3), and their
    /// supplementary decks (726.2a), vanguards (726.2b) and commanders (726.2c) come along from the command zone. Everything else
    /// is outside of it (726.4), counters of players among it (726.4b).
    fn subgame(&self, first: PlayerId) -> Self {
        let mut within = self.clone();
        for slot in 0..within.objects.len() as u32 {
            let object = &within.objects[slot as usize];
            let id = ObjectId { slot, generation: object.generation };
            let in_deck = object.zone == Zone::Command && !within.command.contains(&id);
            let comes = within.leads(id) || within.face_up(id).is(CardType::Vanguard) || in_deck;
            match (&object.kind, object.zone) {
                (ObjectKind::Vacant, _) | (ObjectKind::Card(_), Zone::Library | Zone::Outside) => {}
                (ObjectKind::Card(_), Zone::Command) if comes => {}
                (ObjectKind::Card(_), _) => drop(within.rehome(id, Zone::Outside, Place::Top)),
                _ => within.cease(id),
            }
        }
        within.depth = within.depth.saturating_add(1);
        within.begin_anew(first);
        for player in within.seats() {
            within.shuffle_supplementary(player);
        }
        within
    }
}
