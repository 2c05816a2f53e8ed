//! Scrying, surveilling, looking, revealing, shuffling (701.16, 701.18, 701.20, 701.42).

use lawmage_ir::{
    Amount, Cause, Continuous, Destination, Filter, Keyword, Permission, Rule, Selector, Slot, Stat, Who, rule,
};

use crate::read::context::{Scope, for_player};
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::keyword_among;
use crate::state::proposal::{KeywordAct, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl State {
    /// How much a card that fits counts towards so many of them, or towards a total.
    fn worth(&self, card: Entity, total: Option<Stat>) -> u32 {
        total.map_or(1, |stat| u32::try_from(self.stat_of(card, stat)).unwrap_or(0))
    }
}

impl Game<'_> {
    /// Players scry (701.18a), in turn order (701.18c).
    pub(super) fn scry(&mut self, who: &Who, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let count = self.state.count(count, &for_player(scope.context(frame), who, player));
            if count == 0 {
                continue; // 701.18b
            }
            let Some(count) = self.would_act(player, KeywordAct::Scry, count, rule!("701.18a"))? else { continue };
            let top = self.look_at_top(player, count);
            self.rearrange((player, player), &top, rule!("701.18a"), scope)?;
            self.record(Event::Scried(player, top.len() as u32), rule!("701.18a"), None); // 701.18d
            value.members.push(player.into());
            value.number += top.len() as i32;
            value.done = true;
        }
        Ok(value)
    }

    /// A player looks at the top cards of a library of an opponent, whom they choose, and parts with some as by scrying (701.22a).
    pub(super) fn fateseal(&mut self, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let count = self.state.count(count, &scope.context(frame));
        let opponents = self.state.players_in_order(&Who::Opponents, &scope.context(frame));
        let options: Vec<Choice> = opponents.into_iter().map(Choice::Player).collect();
        if options.is_empty() || count == 0 {
            return Ok(SlotValue::default());
        }
        let by = scope.you;
        let picked = self.pick(Decision::pick(by, Ask::Choose, rule!("701.22a"), Some(scope.source), options, 1, 1))?;
        let Some(Choice::Player(whose)) = picked.first() else { return Ok(SlotValue::default()) };
        let library = &self.state.player(*whose).library;
        let top: Vec<ObjectId> = library.iter().copied().take(count as usize).collect();
        let objects = top.iter().copied().collect();
        self.record(Event::LookedAt { by, objects }, rule!("701.22a"), None);
        self.rearrange((by, *whose), &top, rule!("701.22a"), scope)?;
        Ok(SlotValue::done(true))
    }

    /// A player puts any number of cards that they look at on top of a library, the player's or another's, on its bottom and the
    /// rest back on top, each in any order.
    fn rearrange(&mut self, (by, whose): (PlayerId, PlayerId), top: &[ObjectId], rule: Rule, scope: Scope) -> Res<()> {
        let down = self.part_with(by, top, rule, scope)?;
        let kept = self.keep_on_top(by, top, &down, scope)?;
        let down = self.order_cards(by, down, scope.source)?;
        let library = &mut self.state.player_mut(whose).library;
        library.retain(|id| !top.contains(id));
        library.splice(0..0, kept);
        library.extend(down);
        self.state.touch();
        Ok(())
    }

    /// How many more cards a player looks at as they surveil, as far as they like (701.42b).
    fn more_to_surveil(&mut self, player: PlayerId) -> Res<u32> {
        let rules = self.state.rules().mays.iter().filter_map(|rule| match rule.what() {
            Some(Continuous::May(Permission::SurveilMore(who, n))) => {
                self.state.is_among(player, who, &rule.context()).then_some((rule.source, *n))
            }
            _ => None,
        });
        let mut more: u32 = 0;
        for (source, n) in rules.collect::<Vec<_>>() {
            if self.yes(Decision::yes_no(player, Ask::May, rule!("701.42b"), Some(source)))? {
                more = more.saturating_add(n);
            }
        }
        Ok(more)
    }

    /// Players surveil (701.42a). The slot holds the cards put into graveyards.
    pub(super) fn surveil(&mut self, who: &Who, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let count = self.state.count(count, &for_player(scope.context(frame), who, player));
            if count == 0 {
                continue; // 701.42c
            }
            let count = count.saturating_add(self.more_to_surveil(player)?);
            let top = self.look_at_top(player, count);
            let down = self.part_with(player, &top, rule!("701.42a"), scope)?;
            let kept = self.keep_on_top(player, &top, &down, scope)?;
            let library = &mut self.state.player_mut(player).library;
            library.retain(|id| !kept.contains(id));
            library.splice(0..0, kept);
            let proposals = down.into_iter().map(|object| Proposal::Move {
                object,
                to: Destination::Graveyard,
                cause: Cause::Put,
                by: Some(player),
                entry: Box::default(),
            });
            let put = SlotValue::moved(self.happen(proposals.collect(), rule!("701.42a"))?);
            self.record(Event::Surveiled(player), rule!("701.42a"), None);
            value.members.extend(put.members);
            value.number += put.number;
            value.done = true;
        }
        Ok(value)
    }

    /// The top cards of a library, looked at by its owner (701.16e).
    fn look_at_top(&mut self, player: PlayerId, count: u32) -> Vec<ObjectId> {
        let top: Vec<ObjectId> = self.state.player(player).library.iter().copied().take(count as usize).collect();
        if !top.is_empty() {
            let objects = top.iter().copied().collect();
            self.record(Event::LookedAt { by: player, objects }, rule!("701.16e"), None);
        }
        top
    }

    fn part_with(&mut self, player: PlayerId, top: &[ObjectId], rule: Rule, scope: Scope) -> Res<Vec<ObjectId>> {
        self.pick_some(player, Ask::Scry, rule, scope.source, top, (0, top.len() as u32))
    }

    fn keep_on_top(
        &mut self,
        player: PlayerId,
        top: &[ObjectId],
        down: &[ObjectId],
        scope: Scope,
    ) -> Res<Vec<ObjectId>> {
        let kept = top.iter().copied().filter(|id| !down.contains(id)).collect();
        self.order_cards(player, kept, scope.source)
    }

    /// A player looks at cards (701.16e); the slot keeps them.
    pub(super) fn look_at(&mut self, who: &Who, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let seen = self.pick_out(what, scope, frame)?;
        let objects: smallvec::SmallVec<[ObjectId; 4]> = seen.iter().filter_map(|e| e.object()).collect();
        if !objects.is_empty() {
            for by in self.state.players_in_order(who, &scope.context(frame)) {
                objects.iter().for_each(|id| self.state.let_look(by, *id));
                self.record(Event::LookedAt { by, objects: objects.clone() }, rule!("701.16e"), None);
            }
        }
        Ok(SlotValue::of(seen))
    }

    /// Cards are revealed to all (701.16a), where they are (701.16b), and again (701.16c); the slot keeps them.
    pub(super) fn reveal(&mut self, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let seen = self.pick_out(what, scope, frame)?;
        let objects: Vec<ObjectId> = seen.iter().filter_map(|e| e.object()).collect();
        self.show(&objects);
        Ok(SlotValue::of(seen))
    }

    /// Shows cards to all players (701.16a), each player theirs.
    pub(crate) fn show(&mut self, cards: &[ObjectId]) {
        let mut batch = None;
        for by in self.state.apnap().collect::<Vec<_>>() {
            let objects: smallvec::SmallVec<[ObjectId; 4]> =
                cards.iter().copied().filter(|id| self.state.objects[id.index()].owner == by).collect();
            if !objects.is_empty() {
                batch = Some(self.record(Event::Revealed { by, objects }, rule!("701.16a"), batch));
            }
        }
    }

    /// Cards are revealed from the top of a library until so many fit.
    pub(super) fn reveal_until(
        &mut self,
        who: &Who,
        (count, total): (&Amount, Option<Stat>),
        filter: &Filter,
        found: Slot,
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let mut revealed: Vec<ObjectId> = Vec::new();
        let mut fitting: Vec<Entity> = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let context = for_player(scope.context(frame), who, player);
            let mut wanted = self.state.count(count, &context);
            for card in self.state.player(player).library.iter().copied() {
                if wanted == 0 {
                    break;
                }
                revealed.push(card);
                let card = Entity::Object(card);
                if self.state.test(card, &filter.test, &context.testing(card)) {
                    fitting.push(card);
                    wanted = wanted.saturating_sub(self.state.worth(card, total));
                }
            }
        }
        self.show(&revealed);
        frame.set(found, SlotValue::of(fitting));
        Ok(SlotValue::of(revealed.into_iter().map(Entity::Object)))
    }

    /// Cards are exiled from the top of a library, one after the other, until so many fit (702.85a).
    pub(super) fn exile_until(
        &mut self,
        who: &Who,
        (count, total): (&Amount, Option<Stat>),
        filter: &Filter,
        found: Slot,
        scope: Scope,
        frame: &mut Frame,
    ) -> Res<SlotValue> {
        let mut exiled: Vec<Entity> = Vec::new();
        let mut fitting: Vec<Entity> = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let mut wanted = self.state.count(count, &for_player(scope.context(frame), who, player));
            let most = self.state.player(player).library.len();
            for _ in 0..most {
                if wanted == 0 {
                    break;
                }
                let Some(object) = self.state.player(player).library.first().copied() else { break };
                let to = Destination::Exile { linked: None, face_down: false };
                let (by, entry) = (Some(scope.you), Box::default());
                let proposal = Proposal::Move { object, to, cause: Cause::Exile, by, entry };
                let outcome = self.happen_one(proposal, rule!("701.11a"))?;
                let Some(card) = outcome.members.first().copied() else { break };
                exiled.push(card);
                let context = for_player(scope.context(frame), who, player);
                if self.state.test(card, &filter.test, &context.testing(card)) {
                    fitting.push(card);
                    wanted = wanted.saturating_sub(self.state.worth(card, total));
                }
            }
        }
        frame.set(found, SlotValue::of(fitting));
        let all = SlotValue::of(exiled);
        if self.state.is_cascade(scope.source, frame) {
            self.act_as_they_cascade(scope.you, &all)?;
        }
        Ok(all)
    }

    /// 702.85b: what effects have a player do as they cascade is done once the cards are exiled, before one of them is cast.
    fn act_as_they_cascade(&mut self, player: PlayerId, all: &SlotValue) -> Res<()> {
        let rules = self.state.rules().mays.iter().filter(|rule| rule.controller == player);
        let acts = rules.filter_map(|rule| match rule.what()? {
            Continuous::Cascading { exiled, does } => Some((rule.source, *exiled, does.clone())),
            _ => None,
        });
        for (source, exiled, does) in acts.collect::<Vec<_>>() {
            let mut frame = Frame::default();
            frame.set(exiled, all.clone());
            self.run(&does, source, player, &mut frame)?;
        }
        Ok(())
    }

    /// Players shuffle their libraries (701.20a).
    pub(super) fn shuffle(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let players = self.state.players_in_order(who, &scope.context(frame));
        for player in &players {
            self.shuffle_one(*player);
        }
        Ok(SlotValue::of(players.into_iter().map(Entity::Player)))
    }

    /// A player shuffles their library (701.20a), however few its cards are (701.20e); they are new objects (701.16d).
    pub(crate) fn shuffle_one(&mut self, player: PlayerId) {
        self.state.shuffle_library(player);
        self.state.touch();
        self.record(Event::Shuffled(player), rule!("701.20a"), None);
    }
}

impl State {
    /// Whether it is a cascade ability that resolves (702.85).
    fn is_cascade(&self, source: ObjectId, frame: &Frame) -> bool {
        let known = frame.ability.zip(self.seen(source));
        known.is_some_and(|(key, seen)| keyword_among(seen.chars, key) == Some(Keyword::Cascade))
    }
}
