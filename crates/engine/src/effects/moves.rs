//! Destroying, exiling, returning, sacrificing, discarding, drawing, milling (701.7, 701.8, 701.11, 701.13, 701.17, 121).

use lawmage_ir::{
    Amount, Cause, Continuous, Deed, Destination, EventPattern, Prohibition, Ref, Rule, Selector, Who, Zone, rule,
};

use crate::read::context::{Context, Scope, for_player};
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::chars::AbilityKey;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Memory;
use crate::state::proposal::{Entry, KeywordAct, Outcome, Proposal};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision, Domain};
use crate::table::game::{Game, Res};

/// What players did, each for themselves where they may be several.
fn shared(who: &Who, outcomes: Vec<Outcome>, by: &[PlayerId]) -> SlotValue {
    if who.is_group() { SlotValue::shared(outcomes, by) } else { SlotValue::moved(outcomes) }
}

impl Game<'_> {
    /// Destroys permanents (701.7), all at once; nothing else but lethal damage and deathtouch does (701.7b).
    pub(super) fn destroy(
        &mut self,
        what: &Selector,
        no_regeneration: bool,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let objects = self.pick_permanents(what, scope, frame)?;
        let proposal = |object| Proposal::Destroy { object, no_regeneration };
        let outcomes = self.happen(objects.into_iter().map(proposal).collect(), rule!("701.7a"))?;
        Ok(SlotValue::moved(outcomes))
    }

    /// Moves objects to a zone, all at once.
    pub(super) fn move_all(
        &mut self,
        what: &Selector,
        to: &Destination,
        cause: Cause,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        if *to == Destination::LibraryShuffled {
            return self.shuffle_in(what, cause, scope, frame);
        }
        let least = match what {
            Selector::Choose(choice) => self.state.count(&choice.min, &scope.context(frame)) as usize,
            _ => 0,
        };
        let objects = self.pick_objects(what, scope, frame)?;
        let enough = objects.len() >= least;
        let mut value = self.relocate(objects, to, cause, scope, frame)?;
        // 101.3: "Exile two cards. If you can't": with one card as much as possible is done, but not that.
        value.done &= enough;
        Ok(value)
    }

    /// Exchanges two zones of a player: all cards of each go to the other at once, though one be empty (701.10d, 701.10f).
    pub(super) fn exchange_zones(
        &mut self,
        who: &Who,
        zones: [Zone; 2],
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let of = |zone: Zone| match zone {
            Zone::Hand => Destination::Hand,
            Zone::Graveyard => Destination::Graveyard,
            _ => Destination::LibraryTop { random: true },
        };
        let [one, other] = zones;
        let mut proposals = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            for (from, to) in [(one, of(other)), (other, of(one))] {
                proposals.extend(self.state.zone(from, player).iter().map(|&object| Proposal::Move {
                    object,
                    to: to.clone(),
                    cause: Cause::Put,
                    by: Some(scope.you),
                    entry: Box::default(),
                }));
            }
        }
        let done = SlotValue::moved(self.happen(proposals, rule!("701.10f"))?);
        Ok(SlotValue { done: true, ..done })
    }

    /// Shuffles objects into their owners' libraries. 701.20c-d: a library is shuffled also where they are gone or were none.
    fn shuffle_in(&mut self, what: &Selector, cause: Cause, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let owner = |state: &State, id: ObjectId| state.objects.get(id.index()).map(|o| o.owner);
        let spoken_of = self.state.selected(what, &scope.context(frame));
        let mut players: Vec<PlayerId> = match what {
            Selector::Ref(Ref::Target(n)) if spoken_of.is_empty() => self.owners_of_targets(*n, scope, frame),
            Selector::Ref(_) => {
                spoken_of.iter().filter_map(|e| e.object()).filter_map(|id| owner(&self.state, id)).collect()
            }
            Selector::All(filter) => filter.owner().map_or_else(Vec::new, |who| {
                self.state.players_in_order(who, &scope.context(frame)).into_iter().collect()
            }),
            _ => Vec::new(),
        };
        let objects = self.pick_objects(what, scope, frame)?;
        players.retain(|player| !objects.iter().any(|id| owner(&self.state, *id) == Some(*player)));
        let moved = self.relocate(objects, &Destination::LibraryShuffled, cause, scope, frame)?;
        let mut done: Vec<PlayerId> = Vec::new();
        for player in players {
            if !done.contains(&player) {
                done.push(player);
                self.shuffle_one(player);
            }
        }
        Ok(moved)
    }

    /// Whose cards a target phrase of what resolves is about, whether any was chosen or not.
    fn owners_of_targets(&self, n: u8, scope: Scope, frame: &Frame) -> Vec<PlayerId> {
        let resolving = self.state.stack.last().and_then(|id| self.state.get(*id)?.stack.as_deref());
        let owner = resolving.and_then(|item| {
            let program = item.program.as_deref()?;
            let chosen = item.modes.iter().filter_map(|chosen| program.modes.get(usize::from(chosen.mode)));
            chosen.filter_map(|mode| mode.targets.get(usize::from(n))).find_map(|spec| spec.filter.owner())
        });
        owner.map_or_else(Vec::new, |who| self.state.players_in_order(who, &scope.context(frame)).into_iter().collect())
    }

    /// Moves these objects to a zone, all at once. Cards that stay in their library only change their place in it.
    pub(crate) fn relocate(
        &mut self,
        objects: Vec<ObjectId>,
        to: &Destination,
        cause: Cause,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let nth;
        let to = match to {
            Destination::LibraryBeneath(cards) => {
                let cards = self.state.amount(cards, &scope.context(frame));
                nth = Destination::LibraryNth(u32::try_from(cards).unwrap_or(0));
                &nth
            }
            to => to,
        };
        let objects = self.in_library_order(objects, to, scope)?;
        let into_library = to.zone() == Zone::Library;
        let (stay, go): (Vec<_>, Vec<_>) = objects
            .iter()
            .copied()
            .partition(|id| into_library && self.state.get(*id).is_some_and(|o| o.zone == Zone::Library));
        self.reorder(&stay, to); // 701.20b: after the shuffle, as though they had not been shuffled
        self.state.hide_order(&stay, to, |_| scope.you);
        let mut proposals = Vec::with_capacity(go.len());
        let mut shuffled: Vec<PlayerId> = Vec::new();
        for object in objects.iter().copied() {
            let owner = self.state.objects[object.index()].owner;
            if matches!(to, Destination::LibraryShuffled) && !shuffled.contains(&owner) {
                shuffled.push(owner);
            }
        }
        for object in go {
            let entry = match to {
                Destination::Battlefield(arrival) => {
                    let controller = self.state.arrives_under(arrival, object, scope, frame);
                    Box::new(self.entry(arrival, controller, Some(object), scope, frame)?)
                }
                _ => Box::default(),
            };
            // 701.20: several cards are shuffled in at once, below.
            let top = Destination::LibraryTop { random: true };
            let to = if *to == Destination::LibraryShuffled { &top } else { to };
            let to = self.state.off_the_stack(object, to);
            proposals.push(Proposal::Move { object, to, cause, by: Some(scope.you), entry });
        }
        let mut value = SlotValue::moved(self.happen(proposals, rule!("608.2c"))?);
        if into_library {
            let put: Vec<ObjectId> = value.members.iter().filter_map(|entity| entity.object()).collect();
            self.state.hide_order(&put, to, |owner| owner);
        }
        if let Destination::Exile { linked: Some(linked), .. } = to {
            let exiled: Vec<Entity> = value.members.iter().copied().filter(|e| self.is_exiled(*e)).collect();
            if !exiled.is_empty() {
                self.state.end_until_exiled_with(scope.source, *linked, scope.you);
            }
            for entity in exiled {
                match frame.ability.and_then(AbilityKey::acquired_with) {
                    Some(pair) => {
                        let all = |memory: &mut Memory| memory.acquired.push((pair, *linked, entity));
                        self.state.with_memory(scope.source, all); // 607.5
                    }
                    None => self.state.link_member(scope.source, *linked, entity), // 607.2a
                }
            }
        }
        value.done |= !stay.is_empty();
        value.number += stay.len() as i32;
        value.members.extend(stay.into_iter().map(Entity::Object));
        // 701.20f: each effect for itself.
        for player in shuffled {
            self.shuffle_one(player); // 701.20c: even if something else became of the cards
        }
        Ok(value)
    }

    fn is_exiled(&self, entity: Entity) -> bool {
        entity.object().and_then(|id| self.state.get(id)).is_some_and(|o| o.zone == Zone::Exile)
    }

    /// Cards put on top or bottom of a library at once go in an order that their owner chooses (401.4), or at random.
    /// The result is in the order in which they are put, one on or under another.
    fn in_library_order(&mut self, objects: Vec<ObjectId>, to: &Destination, scope: Scope) -> Res<Vec<ObjectId>> {
        let (random, top) = match to {
            Destination::LibraryTop { random } => (*random, true),
            Destination::LibraryBottom { random } => (*random, false),
            _ => return Ok(objects),
        };
        if objects.len() < 2 {
            return Ok(objects);
        }
        let mut all = Vec::with_capacity(objects.len());
        for owner in self.state.apnap().collect::<Vec<_>>() {
            let mine: Vec<ObjectId> =
                objects.iter().copied().filter(|id| self.state.objects[id.index()].owner == owner).collect();
            let in_library = mine.iter().all(|id| self.state.objects[id.index()].zone == Zone::Library);
            let mut mine = if random {
                let mut mine = mine;
                self.state.rng.shuffle(&mut mine);
                mine
            } else {
                // Cards being looked at are put back "in any order" by who looks at them.
                self.order_cards(if in_library { scope.you } else { owner }, mine, scope.source)?
            };
            if top {
                mine.reverse();
            }
            all.extend(mine);
        }
        Ok(all)
    }

    /// Has a player order cards, the topmost first.
    pub(crate) fn order_cards(
        &mut self,
        player: PlayerId,
        cards: Vec<ObjectId>,
        source: ObjectId,
    ) -> Res<Vec<ObjectId>> {
        let options = cards.iter().map(|id| Choice::Object(*id)).collect();
        let decision = Decision {
            player,
            ask: Ask::OrderCards,
            rule: rule!("401.4"),
            source: Some(source),
            domain: Domain::Order(options),
            about: None,
        };
        Ok(self.order(decision)?.iter().filter_map(|c| c.entity().and_then(Entity::object)).collect())
    }

    /// Changes the places of cards within their libraries: no zone change (400.7 does not apply).
    fn reorder(&mut self, cards: &[ObjectId], to: &Destination) {
        for card in cards {
            let owner = self.state.objects[card.index()].owner;
            let library = &mut self.state.player_mut(owner).library;
            library.retain(|id| id != card);
            let place = match to {
                Destination::LibraryTop { .. } => 0,
                Destination::LibraryNth(n) => (*n as usize).min(library.len()),
                _ => library.len(),
            };
            library.insert(place, *card);
        }
        if !cards.is_empty() {
            self.state.touch();
            self.state.refresh();
        }
    }

    /// Has players sacrifice permanents (701.17): choices in APNAP order, then all at once (101.4, 608.2e).
    pub(super) fn sacrifice(&mut self, who: &Who, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let (by, proposals) = self.propose_giving_up(who, what, Cause::Sacrifice, scope, frame)?.into_iter().unzip();
        self.share(who, by, proposals, rule!("701.17a"))
    }

    /// Has players discard cards (701.8): choices in APNAP order, then all at once.
    pub(super) fn discard(&mut self, who: &Who, what: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let players = self.state.players_in_order(who, &scope.context(frame));
        // All of a hand of no cards has been discarded.
        let empty_hands =
            matches!(what, Selector::All(_)) && players.iter().all(|player| self.state.player(*player).hand.is_empty());
        let (by, proposals) = self.propose_giving_up(who, what, Cause::Discard, scope, frame)?.into_iter().unzip();
        let mut value = self.share(who, by, proposals, rule!("701.8a"))?;
        value.done |= empty_hands;
        Ok(value)
    }

    /// What players are to sacrifice or discard, chosen in APNAP order.
    pub(super) fn propose_giving_up(
        &mut self,
        who: &Who,
        what: &Selector,
        cause: Cause,
        scope: Scope,
        frame: &Frame,
    ) -> Res<Vec<(PlayerId, Proposal)>> {
        let mut proposals = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let context = own_things(scope, frame, who, player);
            let able = |state: &State, entity: Entity| {
                entity.object().is_some_and(|id| match cause {
                    Cause::Sacrifice => state.can_be_sacrificed(player, id),
                    _ => state.can_be_discarded(player, id),
                })
            };
            let chosen = self.select_in(what, &context, &able)?;
            proposals.extend(chosen.into_iter().filter_map(Entity::object).map(|object| {
                let (to, by, entry) = (Destination::Graveyard, Some(player), Box::default());
                (player, Proposal::Move { object, to, cause, by, entry })
            }));
        }
        Ok(proposals)
    }

    /// Makes what several players do happen at once, with what each of them did.
    fn share(&mut self, who: &Who, by: Vec<PlayerId>, proposals: Vec<Proposal>, rule: Rule) -> Res<SlotValue> {
        Ok(shared(who, self.happen(proposals, rule)?, &by))
    }

    /// Has players draw cards, one at a time (121.2), the active player first (121.2c). A draw that is replaced (121.6) is
    /// replaced whole before the next (121.6b).
    pub(super) fn draw(&mut self, who: &Who, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        self.draw_each(who, scope, frame, |game, player| {
            Ok(game.state.count(count, &for_player(scope.context(frame), who, player)))
        })
    }

    /// Has players draw as many cards up to a number as each of them chooses, one after the other.
    pub(super) fn draw_up_to(&mut self, who: &Who, most: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        self.draw_each(who, scope, frame, |game, player| {
            let most = game.state.count(most, &for_player(scope.context(frame), who, player));
            // 121.3a: nobody can choose to draw what they can't draw.
            let most = most.min(game.state.draws_left(player));
            let source = Some(scope.source);
            game.number(Decision::number(player, Ask::Value, rule!("107.1c"), source, (0, most)))
        })
    }

    /// Has players draw, each so many cards as is worked out when their turn comes.
    fn draw_each(
        &mut self,
        who: &Who,
        scope: Scope,
        frame: &Frame,
        count: impl Fn(&mut Self, PlayerId) -> Res<u32>,
    ) -> Res<SlotValue> {
        let mut by = Vec::new();
        let mut outcomes = Vec::new();
        let start = self.state.history.len();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let times = count(self, player)?;
            self.draws_changed.clone_from(&self.replaced);
            let times = self.cards_to_draw(player, times, rule!("121.2"))?;
            let changed = std::mem::take(&mut self.draws_changed);
            for _ in 0..times {
                if self.is_over() {
                    break;
                }
                let before = std::mem::take(&mut self.state.player_mut(player).drew_from_empty);
                // 614.5: what changed the number has had its chance at what comes of the draws, too.
                let outer = std::mem::replace(&mut self.replaced, changed.clone());
                let outcome = self.happen_one(Proposal::Draw { player }, rule!("121.2"));
                self.replaced = outer;
                let outcome = outcome?;
                // 121.6c: a card that came otherwise was not drawn. A library that is empty stays so; the loss is for
                // state-based actions to find (121.4). Draws that are replaced go on (614.11).
                let seat = self.state.player_mut(player);
                let empty = !outcome.done && seat.drew_from_empty && seat.library.is_empty();
                seat.drew_from_empty |= before;
                by.push(player);
                outcomes.push(outcome);
                if empty {
                    break;
                }
            }
        }
        let mut drawn = shared(who, outcomes, &by);
        drawn.instead = self.drawn_since(start).filter(|card| !drawn.members.contains(card)).collect();
        Ok(drawn)
    }

    /// The cards drawn since then, by whomever.
    fn drawn_since(&self, start: usize) -> impl Iterator<Item = Entity> {
        self.state.history.iter().skip(start).filter_map(|happened| match happened.event {
            Event::Moved { now, cause: Cause::Draw, .. } => Some(now.into()),
            _ => None,
        })
    }

    /// Exiles a card haunting a creature (702.55b); with no creature to haunt, it stays where it is (702.55a).
    pub(super) fn haunt(&mut self, what: &Selector, whom: &Selector, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let Some(creature) = self.pick_out(whom, scope, frame)?.into_iter().next() else {
            return Ok(SlotValue::default());
        };
        let mut proposals = Vec::new();
        for object in self.pick_objects(what, scope, frame)? {
            let to = Destination::Exile { linked: None, face_down: false };
            let entry = Box::<Entry>::default();
            proposals.push(Proposal::Move { object, to, cause: Cause::Exile, by: Some(scope.you), entry });
        }
        let moved = SlotValue::moved(self.happen(proposals, rule!("702.55b"))?);
        for card in moved.members.iter().filter_map(|e| e.object()) {
            self.state.link_member(card, lawmage_ir::HAUNTED, creature);
        }
        Ok(moved)
    }

    /// 121.2a, 616.1g: what changes how many cards are drawn applies before any single draw.
    pub(crate) fn cards_to_draw(&mut self, player: PlayerId, count: u32, rule: Rule) -> Res<u32> {
        let asks = |active: &ActiveRule| match active.what() {
            Some(Continuous::Replace(replacement)) => matches!(replacement.event, EventPattern::DrawsCards { .. }),
            _ => false,
        };
        if !self.state.rules().replacements.iter().any(asks) {
            return Ok(count);
        }
        Ok(self.happen_one(Proposal::DrawCards { player, count }, rule)?.number)
    }

    /// Has players mill cards (701.13), all at once.
    pub(super) fn mill(&mut self, who: &Who, count: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut proposals = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let times = self.state.count(count, &for_player(scope.context(frame), who, player));
            let times =
                if times == 0 { Some(0) } else { self.would_act(player, KeywordAct::Mill, times, rule!("701.13a"))? };
            let Some(times) = times else { continue };
            // 609.3, 701.13b: as many as there are.
            for object in self.state.player(player).library.iter().copied().take(times as usize) {
                proposals.push(Proposal::Move {
                    object,
                    to: Destination::Graveyard,
                    cause: Cause::Mill,
                    by: Some(player),
                    entry: Box::<Entry>::default(),
                });
            }
        }
        Ok(SlotValue::moved(self.happen(proposals, rule!("701.13a"))?))
    }
}

/// In the selection of what a player sacrifices or discards, [`lawmage_ir::Ref::Each`] is the player; but what a loop around
/// speaks of ("its controller sacrifices it") stays what the loop says.
fn own_things<'f>(scope: Scope, frame: &'f Frame, who: &Who, player: PlayerId) -> Context<'f> {
    let context = scope.context(frame);
    if who.is_group() || frame.each.is_empty() { context.looping(player.into()) } else { context }
}

impl State {
    /// 701.17a: only permanents that the player controls; "can't be sacrificed".
    fn can_be_sacrificed(&self, player: PlayerId, id: ObjectId) -> bool {
        self.permanent(id).is_some_and(|permanent| !permanent.phased_out)
            && self.controller(id) == player
            && !self.keeps_from_sacrificing(player, id)
            && !self.forbids_object(id, &|p| match p {
                Prohibition::Sacrifice(what) => Some(what),
                _ => None,
            })
    }

    /// 701.8a: only cards in the player's hand.
    fn can_be_discarded(&self, player: PlayerId, id: ObjectId) -> bool {
        self.get(id).is_some_and(|object| object.zone == Zone::Hand && object.owner == player)
            && !self.keeps_from(player, &|deed, _| matches!(deed, Deed::Discard))
    }

    /// Where an object goes when it leaves the stack, if the way it was cast says so (702.34a: exile instead of anywhere
    /// else); the place asked for otherwise.
    pub(crate) fn off_the_stack(&self, object: ObjectId, to: &Destination) -> Destination {
        let leaves_to = self.get(object).and_then(|o| o.stack.as_ref()).and_then(|item| item.leaves_to);
        match (leaves_to, to) {
            (None, _) | (Some(_), Destination::Battlefield(_)) => to.clone(),
            (Some(Zone::Exile), Destination::Exile { .. }) => to.clone(),
            (Some(Zone::Exile), _) => Destination::Exile { linked: None, face_down: false },
            (Some(Zone::Hand), Destination::Graveyard) => Destination::Hand,
            (Some(Zone::Library), Destination::Graveyard) => Destination::LibraryBottom { random: false },
            (Some(_), _) => to.clone(),
        }
    }
}
