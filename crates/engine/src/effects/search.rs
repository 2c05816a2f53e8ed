//! Searching (701.19).

use lawmage_ir::{Continuous, Instruction, Prohibition, Zone, rule};

use crate::read::context::{Scope, for_player};
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::event::Event;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision, Domain};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Players search for cards, choosing in turn order (701.19i); the slot keeps those found, still where they are. Several searches
    /// of one instruction are one (701.19h).
    pub(super) fn search(&mut self, does: &Instruction, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let Instruction::Search { who, whose, zones, what, min, max, all, limit, reveal } = does else {
            return Ok(SlotValue::default());
        };
        let mut found: Vec<ObjectId> = Vec::new();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let barred = self.state.forbids_player(player, &|p| match p {
                Prohibition::Search(who) => Some(who),
                _ => None,
            });
            let reach = self.state.searches_no_deeper(player);
            let context = for_player(scope.context(frame), who, player);
            let mut options = Entities::new();
            for zone in zones.iter() {
                // A player who can't search libraries still searches other zones.
                if zone == Zone::Library && barred {
                    continue;
                }
                for owner in self.state.players_in_order(whose, &context) {
                    if zone == Zone::Library && self.state.keeps_from_searching(player, owner) {
                        continue;
                    }
                    let depth = if zone == Zone::Library { reach } else { usize::MAX };
                    for id in self.state.zone(zone, owner).iter().take(depth) {
                        let card = Entity::Object(*id);
                        let theirs = zone != Zone::Exile || self.state.objects[id.index()].owner == owner;
                        if !theirs || !self.state.test(card, &what.test, &context.testing(card)) {
                            continue;
                        }
                        // 701.19b
                        if *all && zone.is_public() { found.push(*id) } else { options.push(card) }
                    }
                }
            }
            let count = options.len() as u32;
            let max = max.as_ref().map_or(count, |m| self.state.count(m, &context)).min(count);
            // 701.19b: where a quality is stated, a player may fail to find it in a hidden zone; 701.19d: not a mere number of cards.
            let min = self.state.count(min, &context).min(max);
            let limit = limit.as_ref().map(|l| self.state.pick_limit(l, &options, &context));
            // 609.3: as many as are possible; where nothing is, nothing is found.
            let least = limit.as_ref().map_or(Some(min), |l| l.within_reach(count, min, max));
            if zones.has(Zone::Library) && !barred {
                for library_of in self.state.players_in_order(whose, &context) {
                    if self.state.keeps_from_searching(player, library_of) {
                        continue;
                    }
                    self.record(Event::Searched(player, library_of), rule!("701.19a"), None);
                }
            }
            let Some(min) = least else { continue };
            let domain = Domain::Pick { options: options.iter().map(|e| (*e).into()).collect(), min, max, limit };
            let decision = Decision {
                player,
                ask: Ask::Search,
                rule: rule!("701.19a"),
                source: Some(scope.source),
                domain,
                about: None,
            };
            let picked = self.pick(decision)?;
            found.extend(picked.iter().filter_map(Choice::entity).filter_map(Entity::object));
        }
        if *reveal {
            self.show(&found); // 701.19e
        }
        // Searching is done even if nothing is found (701.19b), or nothing could be (701.19c, 701.19g).
        Ok(SlotValue { done: true, ..SlotValue::of(found.into_iter().map(Entity::Object)) })
    }
}

impl State {
    /// How many cards of a library a player searches at most: one effect after another replaces the search (614.1a, 616.1). All that
    /// speaks of the search holds of it (701.19f).
    fn searches_no_deeper(&self, player: PlayerId) -> usize {
        let depth = |rule: &ActiveRule| match rule.what() {
            Some(Continuous::Cant(Prohibition::SearchBeyond(who, n))) => {
                self.is_among(player, who, &rule.context()).then_some(*n as usize)
            }
            _ => None,
        };
        self.rules().cants.iter().filter_map(depth).min().unwrap_or(usize::MAX)
    }
}
