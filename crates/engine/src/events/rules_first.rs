//! What the rules themselves make of a proposal before effects get at it: indestructible and regeneration (701.7, 701.15),
//! protection and shield counters (702.16, 122.1c), life that can't be gained (119.7), and the like.

use lawmage_ir::{
    Cause, Continuous, CounterKind, Deed, Destination, Keyword, Kind, Permission, Prohibition, Rule, Selector, Who,
    Zone, rule,
};

use crate::events::elsewhere::into_exile;
use crate::events::happen::Batch;
use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::{Entry, Proposal};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Settles a proposal: what is left of it goes to `settled`, with the index of the outcome it belongs to.
    pub(crate) fn settle(
        &mut self,
        index: usize,
        proposal: Proposal,
        rule: Rule,
        batch: &mut Batch,
        settled: &mut Vec<(usize, Proposal)>,
    ) -> Res<()> {
        if self.state.is_idle(&proposal) {
            return Ok(());
        }
        let Some(proposal) = self.replace(proposal, rule, batch)? else {
            return self.settle_more(index, rule, batch, settled);
        };
        if self.state.options.is_some() && self.state.is_out_of_range(&proposal) {
            return Ok(()); // 801.13, 801.13a
        }
        let proposal = match proposal {
            Proposal::Destroy { object, no_regeneration } => {
                if !self.is_destroyed(object, no_regeneration, batch) {
                    return Ok(());
                }
                // 701.7a: destroying is putting into the graveyard; effects may look at that too.
                let (to, cause) = (Destination::Graveyard, Cause::Destroy);
                let entry = Box::<Entry>::default();
                let by = Some(self.state.controller(object));
                match self.replace(Proposal::Move { object, to, cause, by, entry }, rule, batch)? {
                    Some(moved) => moved,
                    None => return Ok(()),
                }
            }
            Proposal::Damage { source, to, amount, combat, unpreventable }
                if self.state.is_preventable(source, combat, unpreventable) =>
            {
                match self.damage_left(source, to, amount, batch) {
                    0 => return Ok(()),
                    amount => Proposal::Damage { source, to, amount, combat, unpreventable },
                }
            }
            Proposal::Untap(object, _) if self.loses_stun(object, batch) => return Ok(()),
            Proposal::Move { object, to: Destination::Battlefield(_), ref entry, .. }
                if self.state.forbids_entering(object, entry) =>
            {
                return Ok(()); // 101.2, 608.3e
            }
            Proposal::Move { object, ref to, .. } if self.state.stays_in_command_zone(object, to) => {
                return Ok(()); // 400.4b
            }
            other => other,
        };
        let proposal = self.commander_instead(self.finality(proposal))?;
        let proposal = self.state.astrotorium_instead(proposal);
        settled.push((index, proposal));
        self.settle_more(index, rule, batch, settled)
    }

    /// Whether a permanent that would be destroyed is: not if it is indestructible (702.12b), has a shield counter
    /// (122.1c), regenerates (701.15) or has umbra armor (702.89).
    fn is_destroyed(&mut self, object: ObjectId, no_regeneration: bool, batch: &Batch) -> bool {
        if self.state.permanent(object).is_none() || self.state.chars(object).has(Keyword::Indestructible) {
            return false;
        }
        if let Some(left) = self.uses_up(object, &CounterKind::Shield) {
            let (from, kind) = (object.into(), CounterKind::Shield);
            if self.state.forbids_removal(from, &kind) {
                return false;
            }
            self.push_event(Event::CountersRemoved { from, kind, amount: 1, left }, rule!("122.1c"), batch.number);
            return false;
        }
        if !no_regeneration && !self.state.forbids_regeneration(object) && self.regenerates(object, batch) {
            return false;
        }
        true
    }

    /// 302.7, 614.8, 701.7c, 701.15a: uses up a shield, where no static ability has it regenerate; damage is removed, it is tapped
    /// and leaves combat.
    fn regenerates(&mut self, object: ObjectId, batch: &Batch) -> bool {
        let always =
            self.state.lets(object, &|may| if let Permission::Regenerates(what) = may { Some(what) } else { None });
        let Some(permanent) = self.state.permanent_mut(object) else { return false };
        let shield = match permanent.regeneration_shields.first().copied() {
            _ if always => 0,
            Some(oldest) => {
                permanent.regeneration_shields.remove(0);
                oldest
            }
            None => return false,
        };
        permanent.damage = 0;
        permanent.deathtouched = false;
        let tapped = !std::mem::replace(&mut permanent.tapped, true);
        self.state.remove_from_combat(object);
        self.state.touch();
        if tapped {
            let by = self.state.controller(object);
            self.push_event(Event::Tapped(object, by), rule!("701.15a"), batch.number);
        }
        self.push_event(Event::Regenerated(object, shield), rule!("701.15a"), batch.number);
        true
    }

    /// The damage that protection (702.16e) and shield counters (122.1c) leave.
    fn damage_left(&mut self, source: ObjectId, to: Entity, amount: u32, batch: &Batch) -> u32 {
        let object = match to {
            Entity::Object(object) => object,
            Entity::Player(player) if self.state.is_player_protected_from(player, source) => {
                self.push_event(Event::Prevented { source, to, amount }, rule!("702.16e"), batch.number);
                return 0;
            }
            Entity::Player(_) => return amount,
        };
        if self.state.is_protected_from(object, source) {
            self.push_event(Event::Prevented { source, to, amount }, rule!("702.16e"), batch.number);
            return 0;
        }
        if self.uses_up(object, &CounterKind::Shield).is_some() {
            self.push_event(Event::Prevented { source, to, amount }, rule!("122.1c"), batch.number);
            return 0;
        }
        amount
    }

    /// Takes a counter off an object, if it has one, as what the rules have it do instead; tells how many are left. One that can't be
    /// removed stays there instead (101.2).
    fn uses_up(&mut self, object: ObjectId, kind: &CounterKind) -> Option<u32> {
        let there = self.state.get(object)?.counters.get(kind);
        if there > 0 && self.state.forbids_removal(object.into(), kind) {
            return Some(there);
        }
        let counters = &mut self.state.get_mut(object)?.counters;
        if counters.remove(kind, 1) == 0 {
            return None;
        }
        let left = counters.get(kind);
        self.state.touch();
        Some(left)
    }

    /// 122.1d: a stun counter goes instead of untapping.
    fn loses_stun(&mut self, object: ObjectId, batch: &Batch) -> bool {
        let tapped = self.state.permanent(object).is_some_and(|p| p.tapped);
        let Some(left) = tapped.then(|| self.uses_up(object, &CounterKind::Stun)).flatten() else { return false };
        let (from, kind) = (object.into(), CounterKind::Stun);
        if self.state.forbids_removal(from, &kind) {
            return true;
        }
        self.push_event(Event::CountersRemoved { from, kind, amount: 1, left }, rule!("122.1d"), batch.number);
        true
    }

    /// 122.1h: a permanent with a finality counter is exiled instead of dying.
    fn finality(&self, proposal: Proposal) -> Proposal {
        match proposal {
            Proposal::Move { object, to: Destination::Graveyard, by, entry, cause }
                if self
                    .state
                    .get(object)
                    .is_some_and(|o| o.zone == Zone::Battlefield && o.counters.get(&CounterKind::Finality) > 0) =>
            {
                let to = Destination::Exile { linked: None, face_down: false };
                Proposal::Move { object, to, cause: into_exile(cause), by, entry }
            }
            other => other,
        }
    }
}

impl State {
    /// 400.4b: a conspiracy (315.3), phenomenon (312.2), plane (311.2, 901.4), scheme (314.2, 904.4) or vanguard (313.2) card
    /// doesn't leave the command zone.
    fn stays_in_command_zone(&self, id: ObjectId, to: &Destination) -> bool {
        use lawmage_ir::CardType as T;
        self.get(id).is_some_and(|o| o.zone == Zone::Command && o.is_card())
            && to.zone() != Zone::Command
            && [T::Conspiracy, T::Phenomenon, T::Plane, T::Scheme, T::Vanguard].iter().any(|t| self.face_up(id).is(*t))
    }

    /// Whether a proposal can't happen at all, so that nothing can replace it (614.7, 614.17, 614.17a, 614.17c).
    fn is_idle(&self, proposal: &Proposal) -> bool {
        match proposal {
            // 120.8, 119.9, 614.7a and their like: nothing of nothing happens, so nothing replaces it.
            // 120.8, 119.9, 119.10 and their like: nothing of nothing happens.
            Proposal::Damage { amount: 0, .. }
            | Proposal::LoseLife { amount: 0, .. }
            | Proposal::PutCounters { amount: 0, .. }
            | Proposal::RemoveCounters { amount: 0, .. }
            | Proposal::CreateTokens { count: 0, .. }
            | Proposal::DrawCards { count: 0, .. }
            | Proposal::GainLife { amount: 0, .. } => true,
            Proposal::GainLife { player, .. } => self.forbids_gain(*player), // 119.7
            Proposal::LoseLife { player, .. } => self.forbids_loss(*player), // 119.8
            Proposal::Lose { player, .. } => self.cant_lose(*player),        // 104.3, 101.2
            Proposal::Draw { player } => self.draws_left(*player) == 0,
            Proposal::Move { object, .. } => self.get(*object).is_none(),
            Proposal::Destroy { object, .. } => {
                // 702.12b: what can't be destroyed isn't, so nothing replaces that.
                self.permanent(*object).is_none() || self.chars(*object).has(Keyword::Indestructible)
            }
            Proposal::Untap(object, _) => self.forbids_object(*object, &|p| match p {
                Prohibition::Untap(what) => Some(what),
                _ => None,
            }),
            _ => false,
        }
    }

    /// Whether something forbids a player something.
    #[must_use]
    pub fn forbids_player(&self, player: PlayerId, find: &dyn Fn(&Prohibition) -> Option<&Who>) -> bool {
        self.forbidden(|cant, context| find(cant).is_some_and(|who| self.is_among(player, who, context)))
    }

    /// Whether something forbids something of an object.
    #[must_use]
    pub fn forbids_object(&self, object: ObjectId, find: &dyn Fn(&Prohibition) -> Option<&Selector>) -> bool {
        self.forbidden(|cant, context| find(cant).is_some_and(|what| self.is_selected(object.into(), what, context)))
    }

    /// Whether the spell or ability whose instruction is being carried out can't cause a player to do something.
    pub(crate) fn keeps_from(&self, player: PlayerId, is_it: &dyn Fn(&Deed, &Context<'_>) -> bool) -> bool {
        self.causing.is_some_and(|causing| {
            self.forbidden(|cant, context| match cant {
                Prohibition::Cause { by, whom, deed } => {
                    self.is_among(causing, by, context) && self.is_among(player, whom, context) && is_it(deed, context)
                }
                _ => false,
            })
        })
    }

    /// Whether it can't cause a player to sacrifice that permanent.
    pub(crate) fn keeps_from_sacrificing(&self, player: PlayerId, object: ObjectId) -> bool {
        self.keeps_from(
            player,
            &|deed, context| matches!(deed, Deed::Sacrifice(what) if self.fits(object.into(), what, context)),
        )
    }

    /// Whether it can't cause its controller to search that library, which is theirs.
    pub(crate) fn keeps_from_searching(&self, player: PlayerId, library_of: PlayerId) -> bool {
        let theirs = player == library_of && self.causing == Some(player);
        theirs && self.keeps_from(player, &|deed, _| matches!(deed, Deed::Search))
    }

    /// How many more cards a player may draw (not: put into the hand otherwise, 121.5) this turn, as effects have it (121.2b).
    pub(crate) fn draws_left(&self, player: PlayerId) -> u32 {
        let most = self.rules().cants.iter().filter_map(|active| match active.what() {
            Some(Continuous::Cant(Prohibition::DrawMax(who, most))) => {
                self.is_among(player, who, &active.context()).then_some(*most)
            }
            _ => None,
        });
        most.min().map_or(u32::MAX, |most| most.saturating_sub(self.player(player).drawn))
    }

    /// Whether something forbids an object to enter the battlefield, looked at as it would exist there (614.12).
    fn forbids_entering(&self, object: ObjectId, entry: &Entry) -> bool {
        let asks = |state: &Self| {
            let zone = state.get(object).map(|o| o.zone);
            state.forbidden(|cant, context| match cant {
                Prohibition::Enter(what) => {
                    let from = match &what.kind {
                        Kind::Card(zones) => zone.is_some_and(|z| zones.has(z)),
                        _ => true,
                    };
                    from && state.test(object.into(), &what.test, context)
                }
                _ => false,
            })
        };
        if self.rules().cants.is_empty() {
            return false;
        }
        // 701.34a, 701.56f: a card is turned face down before it is put onto the battlefield.
        let Some(copy) = entry.copy.clone().or_else(|| entry.face_down.map(|by| by.chars())) else { return asks(self) };
        let mut trial = self.clone();
        if let Some(there) = trial.get_mut(object) {
            there.base = copy;
        }
        trial.touch();
        trial.refresh();
        asks(&trial)
    }

    /// Whether an effect keeps a player, or one with whom they win and lose as a team (810.8a), from losing the game.
    pub(crate) fn cant_lose(&self, player: PlayerId) -> bool {
        self.forbidden(
            |cant, context| matches!(cant, Prohibition::LoseGame(w) if self.is_among_or_shares(player, w, context)),
        )
    }

    /// Whether an effect keeps a player, or one with whom they share a life total (810.9g), from gaining life (119.7).
    pub(crate) fn forbids_gain(&self, player: PlayerId) -> bool {
        self.forbidden(
            |cant, context| matches!(cant, Prohibition::GainLife(w) if self.is_among_or_shares(player, w, context)),
        )
    }

    /// Whether an effect keeps a player, or one with whom they share a life total (810.9h), from losing life (119.8).
    pub(crate) fn forbids_loss(&self, player: PlayerId) -> bool {
        self.forbidden(
            |cant, context| matches!(cant, Prohibition::LoseLife(w) if self.is_among_or_shares(player, w, context)),
        )
    }

    /// 701.15c: what says that it can't be regenerated keeps shields from being applied, not from being made.
    fn forbids_regeneration(&self, object: ObjectId) -> bool {
        self.forbids_object(object, &|p| if let Prohibition::Regenerate(what) = p { Some(what) } else { None })
    }

    /// Whether damage from a source can be prevented: neither what deals it nor another effect says that it can't (615.12).
    #[must_use]
    pub fn is_preventable(&self, source: ObjectId, combat: bool, unpreventable: bool) -> bool {
        let forbidden = |cant: &Prohibition, context: &Context<'_>| match cant {
            Prohibition::PreventDamage { by, combat: only } => {
                only.is_none_or(|only| only == combat) && self.fits(source.into(), by, context)
            }
            _ => false,
        };
        !unpreventable && !self.forbidden(forbidden)
    }
}
