//! Abilities that do something before the first turn: finding them, and doing what they say.

use lawmage_ir::{Clause, Continuous, Pregame, PregameAction, Rule, Zone, rule};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Frame;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// An ability that may do something now, and the card that has it.
pub(super) struct Found {
    /// The card.
    pub card: ObjectId,
    /// What it says.
    pub pregame: Pregame,
}

impl State {
    /// What a card does before the first turn, of that kind, if its condition holds.
    fn pregame_of(&self, card: ObjectId, wanted: impl Fn(&PregameAction) -> bool) -> Option<Pregame> {
        let you = self.get(card)?.owner;
        let met = |p: &Pregame| p.condition.as_ref().is_none_or(|c| self.holds(c, &Context::of(card, you)));
        self.own_statics(card).flat_map(|(_, ability)| &ability.effects).find_map(|effect| match effect {
            Continuous::Pregame(pregame) if wanted(&pregame.action) && met(pregame) => Some((**pregame).clone()),
            _ => None,
        })
    }

    /// 607.2n: what was exiled before the game began with cards of the name that an object has.
    pub(crate) fn exiled_before(&self, object: ObjectId, linked: u8) -> crate::state::ids::Entities {
        let Some(name) = self.seen(object).map(|s| s.chars.name.clone()) else { return Default::default() };
        let there = self.exiled_before.iter().filter(|(of, n, _)| *of == name && *n == linked);
        there.map(|(.., card)| Entity::Object(*card)).collect()
    }
}

impl Game<'_> {
    /// Asks a player with which of those cards to do what it lets them do now, if with any, and marks that card: once each.
    pub(super) fn pick_once(
        &mut self,
        player: PlayerId,
        among: &[ObjectId],
        wanted: impl Fn(&PregameAction) -> bool,
        ask: Ask,
        rule: Rule,
    ) -> Res<Option<Found>> {
        let found = self.pick_action(player, among, wanted, ask, rule)?;
        if let (Some(found), Some(opening)) = (&found, &mut self.state.opening) {
            opening.used.push(found.card);
        }
        Ok(found)
    }

    /// Asks a player with which of those cards, but the marked ones, to do what it lets them do now, if with any.
    fn pick_action(
        &mut self,
        player: PlayerId,
        among: &[ObjectId],
        wanted: impl Fn(&PregameAction) -> bool,
        ask: Ask,
        rule: Rule,
    ) -> Res<Option<Found>> {
        let used = self.state.opening.as_ref().map(|o| o.used.clone()).unwrap_or_default();
        let mut able: Vec<Found> = Vec::new();
        for card in among.iter().filter(|id| !used.contains(id)) {
            able.extend(self.state.pregame_of(*card, &wanted).map(|pregame| Found { card: *card, pregame }));
        }
        let options = able.iter().map(|found| Choice::Object(found.card)).collect();
        let picked = self.pick(Decision::pick(player, ask, rule, None, options, 0, 1))?;
        let card = picked.first().and_then(Choice::entity).and_then(Entity::object);
        Ok(able.into_iter().find(|found| Some(found.card) == card))
    }

    /// Does what a card says, with its player as "you".
    pub(super) fn do_before(&mut self, card: ObjectId, clauses: &[Clause], player: PlayerId) -> Res<()> {
        self.run(clauses, card, player, &mut Frame::default())?;
        self.state.refresh();
        Ok(())
    }

    /// 103.5b: as a player is about to declare whether they take a mulligan, they do what cards let them do then, as often as
    /// they like.
    pub(super) fn before_mulligan(&mut self, player: PlayerId) -> Res<()> {
        let now = |action: &PregameAction| matches!(action, PregameAction::Mulligan);
        loop {
            let hand = self.state.player(player).hand.clone();
            let Some(found) = self.pick_action(player, &hand, now, Ask::BeforeMulligan, rule!("103.5b"))? else {
                return Ok(());
            };
            self.do_before(found.card, &found.pregame.then, player)?;
        }
    }

    /// 607.2p: what cards have their players choose before the game begins; it is remembered for the card in every zone.
    pub(super) fn choose_before(&mut self) -> Res<()> {
        let choice = |action: &PregameAction| matches!(action, PregameAction::Choose);
        for card in self.state.command.clone() {
            let Some(pregame) = self.state.pregame_of(card, choice) else { continue };
            let Some(owner) = self.state.get(card).map(|o| o.owner) else { continue };
            self.do_before(card, &pregame.then, owner)?;
            if let Some(memory) = self.state.get(card).and_then(|o| o.memory.clone()) {
                self.state.chosen_before.push((card.slot, memory));
            }
        }
        Ok(())
    }

    /// 607.2n: what players do with cards of their decks before they shuffle them.
    pub(super) fn exile_before(&mut self) -> Res<()> {
        let now = |action: &PregameAction| matches!(action, PregameAction::Deck);
        for player in self.in_order() {
            loop {
                let deck = self.state.player(player).library.clone();
                let Some(found) = self.pick_once(player, &deck, now, Ask::BeforeShuffle, rule!("607.2n"))? else {
                    break;
                };
                let objects: SmallVec<_> = smallvec::smallvec![found.card];
                self.record(Event::Revealed { by: player, objects }, rule!("607.2n"), None);
                self.do_before(found.card, &found.pregame.then, player)?;
                self.link_by_name(found.card);
            }
        }
        Ok(())
    }

    /// What a card has just exiled is kept under its name: the card itself is about to be lost among the others.
    fn link_by_name(&mut self, card: ObjectId) {
        let name = self.state.chars(card).name.clone();
        let Some(memory) = self.state.get_mut(card).and_then(|o| o.memory.take()) else { return };
        for (linked, member) in memory.members {
            if let Some(id) = member.object().filter(|id| self.state.get(*id).is_some_and(|o| o.zone == Zone::Exile)) {
                self.state.exiled_before.push((name.clone(), linked, id));
            }
        }
    }
}
