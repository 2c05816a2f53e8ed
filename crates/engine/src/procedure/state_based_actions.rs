//! State-based actions (704).

mod chosen;

use lawmage_ir::{
    CardType, Cause, Continuous, CounterKind, Destination, Keyword, Permission, Prohibition, Rule, Subtype, Supertype,
    Zone, rule,
};
use smallvec::SmallVec;

use crate::kinds::saga::final_chapter;
use crate::state::State;
use crate::state::chars::Chars;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::{ObjectKind, Permanent};
use crate::state::proposal::Proposal;
use crate::state::stack::StackKind;
use crate::table::game::{Game, Halt, Res};
use crate::variants::commander::strayed;

/// Checks in a row beyond which the game is called capped.
const MOST_CHECKS: u32 = 1_000;

/// What one check finds to do, all at once (704.3).
#[derive(Default)]
struct Found {
    /// What would happen, with the rule of each.
    proposals: Vec<(Proposal, Rule)>,
    /// What becomes unattached (704.5n, 704.5p).
    unattach: SmallVec<[(ObjectId, Rule); 2]>,
    /// What ceases to exist (704.5d-e).
    cease: SmallVec<[ObjectId; 4]>,
    /// Legendary permanents, for the legend rule.
    legends: SmallVec<[ObjectId; 4]>,
    /// World permanents, for the world rule.
    worlds: SmallVec<[ObjectId; 2]>,
    /// Battles that need a protector (704.5w-x).
    unprotected: SmallVec<[ObjectId; 1]>,
    /// Commanders that went to a graveyard or exile (704.6d).
    commanders: SmallVec<[ObjectId; 1]>,
    /// Roles, for 704.5y.
    roles: SmallVec<[ObjectId; 2]>,
    /// Players whose dungeon leaves the game (704.5t).
    dungeons: SmallVec<[PlayerId; 1]>,
    /// Players who control a permanent with space sculptor (704.5u).
    sculptors: SmallVec<[PlayerId; 1]>,
    /// Players whose speed becomes 1 (704.5z).
    engines: SmallVec<[PlayerId; 1]>,
    /// Players who get the city's blessing (702.131b).
    blessed: SmallVec<[PlayerId; 1]>,
}

impl Found {
    fn is_empty(&self) -> bool {
        self.proposals.is_empty()
            && self.unattach.is_empty()
            && self.cease.is_empty()
            && self.dungeons.is_empty()
            && self.engines.is_empty()
            && self.blessed.is_empty()
    }

    fn buries(&self, id: ObjectId) -> bool {
        self.proposals.iter().any(|(p, _)| match p {
            Proposal::Move { object, .. } | Proposal::Destroy { object, .. } => *object == id,
            _ => false,
        })
    }

    fn bury(&mut self, state: &State, id: ObjectId, why: Rule) {
        // 704.7: several reasons are one event.
        if !self.buries(id) {
            let cause = Cause::StateBased;
            let by = Some(state.controller(id));
            let (to, entry) = (Destination::Graveyard, Box::default());
            self.proposals.push((Proposal::Move { object: id, to, cause, by, entry }, why));
        }
    }
}

impl Game<'_> {
    /// Performs state-based actions until none applies (704.3). Tells whether any was performed.
    ///
    /// # Errors
    /// The table's halt.
    pub fn state_based_actions(&mut self) -> Res<bool> {
        let mut performed = false;
        for _ in 0..MOST_CHECKS {
            self.state.refresh();
            self.state.tidy_combat();
            // 704.6e, 704.6f
            if self.state.casual.is_some() && (self.put_schemes_away() | self.leave_phenomenon()) {
                performed = true;
                continue;
            }
            let mut found = self.state.find_actions();
            self.keep_one_legend(&mut found)?;
            self.choose_protectors(&mut found)?;
            let recalled = self.recall_commanders(&found.commanders)?;
            found.proposals.extend(recalled.into_iter().map(|p| (p, rule!("704.6d"))));
            self.state.forget_sectors(&found.sculptors);
            let placed = !found.sculptors.is_empty() && self.choose_sectors(&found.sculptors)?; // 704.5u
            if found.is_empty() && !placed {
                return Ok(performed);
            }
            if !self.perform_actions(found)? && !placed {
                return Ok(performed);
            }
            performed = true;
            if self.state.players.iter().filter(|p| p.is_playing()).count() < 2 {
                return Ok(true); // 104.1: the game is about to end.
            }
        }
        Err(Halt::Capped("state-based actions without end"))
    }

    /// Makes all of a check's actions happen as one event (704.3), controlled by nobody (704.2). What leaves by it is known as
    /// it was before any of them (704.8). Tells whether anything came of them.
    fn perform_actions(&mut self, found: Found) -> Res<bool> {
        let mut any = !found.cease.is_empty();
        for id in &found.cease {
            self.state.cease(*id);
        }
        for player in &found.dungeons {
            self.complete_dungeon(*player);
            any = true;
        }
        for player in &found.engines {
            any |= self.speed_up(*player, 1); // 702.179a
        }
        for player in &found.blessed {
            any |= self.bless(*player); // 702.131b
        }
        for (id, why) in &found.unattach {
            any |= self.unattach(*id, *why);
        }
        let before = self.state.history.len();
        if let Some((_, why)) = found.proposals.first() {
            // One event has one rule in the record: of several kinds at once, 704.3 itself.
            let same = found.proposals.iter().all(|(_, r)| r == why);
            let cited = if same { *why } else { rule!("704.3") };
            let proposals = found.proposals.into_iter().map(|(p, _)| p).collect();
            any |= self.happen(proposals, cited)?.iter().any(|o| o.done);
        }
        self.state.refresh();
        // Regeneration and its like replace an action by other events: that too was performed.
        Ok(any || self.state.history.len() > before)
    }
}

impl State {
    /// One look at everything state-based actions speak of.
    fn find_actions(&mut self) -> Found {
        let mut found = Found::default();
        self.look_at_players(&mut found);
        self.look_for_strays(&mut found);
        for place in 0..self.battlefield.len() {
            let id = self.battlefield[place];
            let Some(permanent) = self.permanent(id) else { continue };
            let deathtouched = permanent.deathtouched;
            if !permanent.phased_out {
                self.look_at_permanent(id, permanent, self.chars(id), &mut found);
            }
            if deathtouched && let Some(permanent) = self.permanent_mut(id) {
                permanent.deathtouched = false; // 704.5h: since the last check
            }
        }
        self.world_rule(&mut found);
        self.role_rule(&mut found);
        found
    }

    /// 704.5a-c, 104.3b-d: a life total of 0 (119.6, 104.3b), a draw from an empty library (104.3c), ten poison counters (104.3d,
    /// 122.1f).
    fn look_at_players(&mut self, found: &mut Found) {
        for player in self.seats() {
            let seat = self.player(player);
            if !seat.is_playing() {
                continue;
            }
            // 309.6
            if let Some(delving) = seat.delving
                && self.is_at_the_bottom(player)
                && !self.has_trigger_waiting(delving.dungeon)
            {
                found.dungeons.push(player); // 704.5t
            }
            let drew = seat.drew_from_empty;
            let shared = self.shares_life().then(|| self.team_loss(player)).flatten();
            let why = if shared.is_some() {
                shared
            } else if seat.life <= 0 && !self.lives_without_life(player) {
                Some(rule!("704.5a"))
            } else if drew {
                Some(rule!("704.5b"))
            } else if !seat.counters.is_empty()
                && seat.counters.get(&CounterKind::Poison) >= 10
                && !self.shares_poison()
            {
                Some(rule!("704.5c"))
            } else if self.is_overrun(player) {
                Some(rule!("704.6c"))
            } else {
                None
            };
            if drew {
                self.player_mut(player).drew_from_empty = false;
            }
            if let Some(rule) = why
                && !self.cant_lose(player)
            {
                found.proposals.push((Proposal::Lose { player, rule }, rule));
            }
        }
    }

    /// Whether a player would get the city's blessing (702.131a-b).
    pub(crate) fn ascends(&self, player: PlayerId) -> bool {
        !self.player(player).blessing && self.permanents().filter(|id| self.controller(*id) == player).count() >= 10
    }

    /// Whether a player doesn't lose for a life total of 0 or less.
    pub(crate) fn lives_without_life(&self, player: PlayerId) -> bool {
        self.forbids_player(player, &|p| if let Prohibition::LoseForLife(who) = p { Some(who) } else { None })
    }

    /// 704.5d-e: tokens off the battlefield and copies off the stack, found by what has moved since the last check.
    fn look_for_strays(&mut self, found: &mut Found) {
        let checked = self.turn.watch.checked as usize;
        for occurrence in self.history.get(checked..).unwrap_or_default() {
            let (Event::Moved { now, .. } | Event::Copied { copy: now, .. }) = &occurrence.event else { continue };
            if !self.commanders.is_empty()
                && let Some(id) = strayed(self, &occurrence.event)
                && !found.commanders.contains(&id)
            {
                found.commanders.push(id);
            }
            let Some(object) = self.get(*now) else { continue };
            let stray = match object.kind {
                ObjectKind::Token => object.zone != Zone::Battlefield,
                ObjectKind::Copy => {
                    // 2026:722.3: that of a prepared permanent's spell stays.
                    object.zone != Zone::Stack && object.zone != Zone::Battlefield && self.prepared_with(*now).is_none()
                }
                _ => false,
            };
            if stray && !found.cease.contains(now) {
                found.cease.push(*now);
            }
        }
        self.turn.watch.checked = self.history.len() as u32;
    }

    fn look_at_permanent(&self, id: ObjectId, permanent: &Permanent, chars: &Chars, found: &mut Found) {
        let types = chars.types;
        if types.has(CardType::Creature) {
            self.look_at_creature(id, permanent, chars, found);
        }
        let object = &self.objects[id.index()];
        if types.has(CardType::Planeswalker) && object.counters.get(&CounterKind::Loyalty) == 0 {
            found.bury(self, id, rule!("704.5i")); // 122.1e, 306.9
        }
        if types.has(CardType::Battle) {
            self.look_at_battle(id, permanent, chars, found);
        }
        if chars.has_supertype(Supertype::Legendary) && !self.legend_rule_spares(id) {
            found.legends.push(id);
        }
        if chars.has(Keyword::StartYourEngines) && self.player(self.controller(id)).speed == 0 {
            let player = self.controller(id);
            // 704.5z: their speed becomes 1, however many permanents say so.
            if !found.engines.contains(&player) {
                found.engines.push(player);
            }
        }
        if chars.has(Keyword::SpaceSculptor) {
            found.sculptors.push(self.controller(id));
        }
        if chars.has(Keyword::Ascend) && self.ascends(self.controller(id)) {
            found.blessed.push(self.controller(id));
        }
        if chars.has_supertype(Supertype::World) {
            found.worlds.push(id);
        }
        if chars.has_subtype(Subtype::AURA) && !types.has(CardType::Creature) && !types.has(CardType::Battle) {
            self.look_at_aura(id, permanent, found);
        } else if let Some(host) = permanent.attached_to {
            self.look_at_attached(id, chars, host, found);
        }
        if !object.counters.is_empty() {
            self.look_at_counters(id, chars, found);
        }
        if chars.has_subtype(Subtype::ROLE) && permanent.attached_to.is_some() {
            found.roles.push(id);
        }
    }

    /// 302.7, 704.5f-h.
    fn look_at_creature(&self, id: ObjectId, permanent: &Permanent, chars: &Chars, found: &mut Found) {
        let toughness = chars.toughness.unwrap_or(0);
        if toughness <= 0 {
            found.bury(self, id, rule!("704.5f"));
            return;
        }
        // 302.4b
        let lethal = permanent.damage > 0 && permanent.damage >= self.lethal_number(id, chars);
        // 702.12b: what is indestructible ignores both.
        if !(lethal || permanent.deathtouched) || chars.has(Keyword::Indestructible) {
            return;
        }
        // 120.5: that, not the damage itself.
        let why = if lethal { rule!("704.5g") } else { rule!("704.5h") }; // 702.2b
        found.proposals.push((Proposal::Destroy { object: id, no_regeneration: false }, why));
    }

    /// 704.5v-x.
    fn look_at_battle(&self, id: ObjectId, permanent: &Permanent, chars: &Chars, found: &mut Found) {
        if self.objects[id.index()].counters.get(&CounterKind::Defense) == 0 && !self.has_trigger_waiting(id) {
            found.bury(self, id, rule!("704.5v")); // 122.1g, 310.7
            return;
        }
        let attacked = self.attackers().iter().any(|a| a.defender == Some(Entity::Object(id)));
        let playing = permanent.protector.is_some_and(|p| self.player(p).is_playing());
        let own_siege = chars.has_subtype(Subtype::SIEGE) && permanent.protector == Some(self.controller(id));
        if (!playing && !attacked) || own_siege {
            found.unprotected.push(id);
        }
    }

    /// 303.4c, 704.5m.
    fn look_at_aura(&self, id: ObjectId, permanent: &Permanent, found: &mut Found) {
        let legal = permanent.attached_to.is_some_and(|host| self.is_there(host) && self.can_stay_attached(id, host));
        if !legal && self.is_bestowed(id) {
            found.unattach.push((id, rule!("702.103f")));
        } else if !legal {
            found.bury(self, id, rule!("704.5m"));
        }
    }

    /// 704.5n, 704.5p.
    fn look_at_attached(&self, id: ObjectId, chars: &Chars, host: Entity, found: &mut Found) {
        let types = chars.types;
        let equips = chars.has_subtype(Subtype::EQUIPMENT) || chars.has_subtype(Subtype::FORTIFICATION);
        let creature = types.has(CardType::Creature) && !chars.has(Keyword::Reconfigure);
        if creature || types.has(CardType::Battle) || !equips {
            found.unattach.push((id, rule!("704.5p"))); // 310.9
        } else if !self.is_there(host) || !self.can_stay_attached(id, host) {
            found.unattach.push((id, rule!("704.5n")));
        }
    }

    /// 704.5q (122.3), 704.5s.
    fn look_at_counters(&self, id: ObjectId, chars: &Chars, found: &mut Found) {
        let counters = &self.objects[id.index()].counters;
        let amount = counters.get(&CounterKind::PLUS).min(counters.get(&CounterKind::MINUS));
        if amount > 0 {
            for kind in [CounterKind::PLUS, CounterKind::MINUS] {
                found.proposals.push((Proposal::remove_counters(id.into(), kind, amount), rule!("704.5q")));
            }
        }
        for rule in &self.rules().cants {
            // 122.4, 704.5r: all but so many are removed.
            let Some(Continuous::Cant(Prohibition::CountersOver(what, kind, most))) = rule.what() else { continue };
            let amount = counters.get(kind).saturating_sub(*most);
            if amount > 0 && self.is_selected(id.into(), what, &rule.context()) {
                let over = Proposal::remove_counters(id.into(), kind.clone(), amount);
                found.proposals.push((over, rule!("704.5r")));
            }
        }
        // 714.4
        if chars.has_subtype(Subtype::SAGA)
            && counters.get(&CounterKind::Lore) >= final_chapter(chars)
            && !self.has_chapter_waiting(id)
            && !found.buries(id)
        {
            let sacrifice = Proposal::Move {
                object: id,
                to: Destination::Graveyard,
                cause: Cause::Sacrifice,
                by: Some(self.controller(id)),
                entry: Box::default(),
            };
            found.proposals.push((sacrifice, rule!("704.5s")));
        }
    }

    /// Whether an ability of the object has triggered and not yet left the stack.
    pub(crate) fn has_trigger_waiting(&self, id: ObjectId) -> bool {
        self.pending.iter().any(|p| p.source == id)
            || self.stack.iter().any(|s| {
                let item = self.objects[s.index()].stack.as_ref();
                item.is_some_and(|i| i.source == id && matches!(i.kind, StackKind::Triggered { .. }))
            })
    }

    fn legend_rule_spares(&self, id: ObjectId) -> bool {
        !self.rules().mays.is_empty()
            && self.lets(id, &|p| if let Permission::NoLegendRule(what) = p { Some(what) } else { None })
    }

    /// 205.4f, 704.5k: the world permanent of the newest timestamp stays.
    fn world_rule(&self, found: &mut Found) {
        if found.worlds.len() < 2 {
            return;
        }
        let mut worlds = std::mem::take(&mut found.worlds);
        if self.is_limited() {
            // 801.12: only those within the range of a permanent's controller count for it.
            for id in std::mem::take(&mut worlds) {
                let you = self.controller(id);
                let mut others = self.permanents().filter(|o| self.chars(*o).has_supertype(Supertype::World));
                let newer = |o: ObjectId| self.objects[o.index()].timestamp > self.objects[id.index()].timestamp;
                if others.any(|o| newer(o) && self.reaches_entity(you, o.into())) {
                    found.bury(self, id, rule!("704.5k"));
                }
            }
            return;
        }
        let stamp = |id: &ObjectId| self.objects[id.index()].timestamp;
        let newest = worlds.iter().map(stamp).max().unwrap_or(0);
        // Timestamps are given one by one even to what enters at once (613.7m): a tie is shown by the event itself.
        let batch = |id: &ObjectId| {
            self.history.iter().rev().find_map(|o| match o.event {
                Event::Moved { now, to: Zone::Battlefield, .. } if now == *id => Some(o.batch),
                _ => None,
            })
        };
        let came = worlds.iter().find(|id| stamp(id) == newest).and_then(batch);
        let tied = came.is_some() && worlds.iter().filter(|id| batch(id) == came).count() > 1;
        for id in worlds {
            if tied || stamp(&id) < newest {
                found.bury(self, id, rule!("704.5k"));
            }
        }
    }

    /// 303.7a, 704.5y: of one player's Roles on a permanent the newest stays.
    fn role_rule(&self, found: &mut Found) {
        for id in std::mem::take(&mut found.roles) {
            let host = self.permanent(id).and_then(|p| p.attached_to);
            let stamp = self.objects[id.index()].timestamp;
            let newer = self.permanents().any(|other| {
                other != id
                    && self.chars(other).has_subtype(Subtype::ROLE)
                    && self.controller(other) == self.controller(id)
                    && self.permanent(other).and_then(|p| p.attached_to) == host
                    && self.objects[other.index()].timestamp > stamp
            });
            if newer {
                found.bury(self, id, rule!("704.5y"));
            }
        }
    }
}
