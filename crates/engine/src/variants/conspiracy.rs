//! Conspiracies (315, 905.4), hidden agenda (702.106).

use lawmage_ir::{Ability, CardType, Keyword, KeywordParam, Zone, rule};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId, Players};
use crate::state::object::Chosen;
use crate::state::zones::Place;
use crate::table::decision::{Ask, Choice, Decision, Illegal};
use crate::table::game::{Game, Res};

/// The linked number under which a hidden agenda's name is kept (702.106d, 607.2d).
const NAME: u8 = 0;

impl State {
    /// The face-down conspiracies that a player may turn face up (116.2j, 702.106c): their own.
    pub(crate) fn agendas_of(&self, player: PlayerId) -> impl Iterator<Item = ObjectId> + '_ {
        self.concealed.iter().map(|c| c.id).filter(move |id| {
            self.get(*id).is_some_and(|o| o.zone == Zone::Command && o.owner == player) // 315.6, 905.5
        })
    }

    /// How many names are chosen for a conspiracy with hidden agenda: two different ones for double agenda (702.106f).
    fn names_of_agenda(&self, id: ObjectId) -> u32 {
        let double = |ability: &Ability| {
            matches!(ability, Ability::Keyword(k)
                if k.keyword == Keyword::HiddenAgenda && matches!(k.param, KeywordParam::Number(_)))
        };
        if self.chars(id).abilities.iter().any(|on| double(&on.ability)) { 2 } else { 1 }
    }

    fn is_conspiracy(&self, id: ObjectId) -> bool {
        self.printed_face(id, Zone::Command).is_some_and(|chars| chars.is(CardType::Conspiracy))
    }
}

impl Game<'_> {
    /// 103.2e, 315.2, 905.4: before decks are shuffled, players put conspiracies from their sideboards into the command zone.
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn put_conspiracies(&mut self) -> Res<()> {
        for player in self.state.apnap().collect::<Players>() {
            let outside = self.state.player(player).sideboard.iter().copied();
            let options: Vec<Choice> = outside.filter(|id| self.state.is_conspiracy(*id)).map(Choice::Object).collect();
            if options.is_empty() {
                continue;
            }
            self.state.casual_mut();
            let most = options.len() as u32;
            let ask = Decision::pick(player, Ask::Choose, rule!("905.4"), None, options, 0, most);
            for id in self.pick(ask)?.iter().filter_map(|c| c.entity()?.object()) {
                let now = self.state.rehome(id, Zone::Command, Place::Top); // 613.7j
                self.state.refresh();
                self.hide_agenda(now)?;
            }
        }
        Ok(())
    }

    /// Has those who begin with conspiracies with hidden agenda in the command zone name cards for them.
    ///
    /// # Errors
    /// The table's halt.
    pub fn hide_agendas(&mut self) -> Res<()> {
        self.state.casual_mut();
        for id in self.state.face_up_of(&[CardType::Conspiracy]) {
            self.hide_agenda(id)?;
        }
        Ok(())
    }

    /// 702.106a-b, 905.4a: a conspiracy with hidden agenda is turned face down, and its owner secretly chooses a card name.
    /// Face down it has no characteristics (315.5b), and only its owner may look at it (315.7).
    fn hide_agenda(&mut self, id: ObjectId) -> Res<()> {
        if !self.state.chars(id).has(Keyword::HiddenAgenda) {
            return Ok(());
        }
        let player = self.state.controller(id);
        let names = self.state.names_of_agenda(id);
        let names = self.state.card_names(player, None, names);
        for name in self.name_cards(player, rule!("702.106a"), id, names)? {
            self.state.with_memory(id, |memory| memory.chosen.push((NAME, Chosen::Word(name))));
        }
        self.state.conceal(id, Players::from_slice(&[player]));
        self.state.refresh();
        Ok(())
    }

    /// The special action of turning a face-down conspiracy face up (116.2j, 702.106c); it receives a new timestamp (613.7j).
    pub(crate) fn unveil(&mut self, player: PlayerId, id: ObjectId) -> Res<()> {
        if !self.state.agendas_of(player).any(|own| own == id) {
            return Err(Illegal::new(rule!("702.106c"), "that is no face-down conspiracy of that player").into());
        }
        self.state.unconceal(id);
        let stamp = self.state.stamp();
        if let Some(object) = self.state.get_mut(id) {
            object.timestamp = stamp;
        }
        self.state.touch();
        self.state.refresh();
        self.record(Event::TurnedFaceUp(id), rule!("116.2j"), None);
        Ok(())
    }

    /// 702.106e: when a player leaves the game, and at its end, face-down conspiracies are revealed.
    pub(crate) fn reveal_agendas(&mut self, player: PlayerId) {
        for id in self.state.agendas_of(player).collect::<Vec<_>>() {
            self.state.unconceal(id);
            let objects = smallvec::smallvec![id];
            self.record(Event::Revealed { by: player, objects }, rule!("702.106e"), None);
        }
    }
}
