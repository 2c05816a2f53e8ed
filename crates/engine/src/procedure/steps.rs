//! Turn-based actions (703) of the untap, main, end and cleanup steps (502, 505, 514).

use lawmage_ir::{Cause, Continuous, CounterKind, Destination, Permission, Prohibition, Selector, Step, Subtype, rule};
use smallvec::SmallVec;

use crate::events::expiry::Moment;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::state::turn::Progress;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// The maximum hand size where no effect changes it (402.2).
const HAND_SIZE: u32 = 7;

/// Permanents of one player of which only so many can untap in an untap step.
struct UntapLimit {
    of: SmallVec<[ObjectId; 8]>,
    most: usize,
}

impl UntapLimit {
    /// Whether a permanent can untap beside those.
    fn has_room_for(&self, id: ObjectId, beside: &[ObjectId]) -> bool {
        !self.of.contains(&id) || beside.iter().filter(|other| self.of.contains(other)).count() < self.most
    }
}

impl Game<'_> {
    /// The untap step (502).
    pub(crate) fn untap_step(&mut self) -> Res<()> {
        self.state.expire(Moment::UntapBegin);
        self.phase(); // 502.1, 703.4a; 702.26m: only in this step
        self.day_turns(); // 502.2, 703.4b
        self.untap_permanents() // 502.3, 703.4c
    }

    /// 502.3: the active player determines which permanents untap, and they untap at once.
    fn untap_permanents(&mut self) -> Res<()> {
        let active = self.state.turn.active;
        let active_players = self.state.active_players();
        let state = &self.state;
        let mut untap: Vec<ObjectId> = Vec::new();
        let mut optional: Vec<ObjectId> = Vec::new();
        let mut exerted: SmallVec<[ObjectId; 2]> = SmallVec::new();
        for id in state.permanents() {
            let Some(permanent) = state.permanent(id) else { continue };
            let mine = state.is_active(state.controller(id));
            // 701.39a: "your next untap step" is that of the player who exerted it, whoever controls it then.
            if active_players.iter().any(|p| permanent.designations.is_exerted_by(*p)) {
                exerted.push(id);
                if mine {
                    continue;
                }
            }
            // What keeps a permanent tapped speaks of its controller's untap step, and of no other.
            let untaps = if mine { !state.stays_tapped(id) } else { state.untaps_each_turn(id) };
            if !permanent.tapped || !untaps {
                continue;
            }
            if mine && state.may_stay_tapped(id) { optional.push(id) } else { untap.push(id) }
        }
        for id in exerted {
            if let Some(permanent) = self.state.permanent_mut(id) {
                active_players.iter().for_each(|p| permanent.designations.no_longer_exerted_by(*p));
            }
        }
        if !optional.is_empty() {
            let options = optional.iter().copied().map(Choice::Object).collect();
            let most = optional.len() as u32;
            let decision = Decision::pick(active, Ask::Untap, rule!("502.3"), None, options, 0, most);
            untap.extend(self.pick(decision)?.iter().filter_map(|c| c.entity()?.object()));
        }
        let untap = self.within_untap_limits(untap)?;
        if !untap.is_empty() {
            let untap = untap.into_iter().map(|id| Proposal::Untap(id, active));
            self.happen(untap.collect(), rule!("502.3"))?;
        }
        Ok(())
    }

    /// 502.3: "can't untap more than one land": the controllers of those that such effects speak of choose one after another, as
    /// long as more can untap.
    fn within_untap_limits(&mut self, untap: Vec<ObjectId>) -> Res<Vec<ObjectId>> {
        let limits = self.state.untap_limits(&untap);
        if limits.is_empty() {
            return Ok(untap);
        }
        let bound = |id: &ObjectId| limits.iter().any(|limit| limit.of.contains(id));
        let (mut open, mut chosen): (Vec<ObjectId>, Vec<ObjectId>) = untap.iter().partition(|id| bound(id));
        loop {
            let room = |id: &ObjectId| limits.iter().all(|limit| limit.has_room_for(*id, &chosen));
            open.retain(|id| room(id) && !chosen.contains(id));
            let Some(first) = open.first() else { return Ok(chosen) };
            let by = self.state.controller(*first);
            let options = open.iter().filter(|id| self.state.controller(**id) == by).copied().map(Choice::Object);
            let decision = Decision::pick(by, Ask::Untap, rule!("502.3"), None, options.collect(), 1, 1);
            chosen.extend(self.pick(decision)?.iter().filter_map(|c| c.entity()?.object()));
        }
    }

    /// 502.1, 702.26a: permanents with phasing phase out; those phased out directly phase in with what is attached.
    fn phase(&mut self) {
        let mut going: SmallVec<[ObjectId; 4]> = SmallVec::new();
        let mut coming: SmallVec<[ObjectId; 4]> = SmallVec::new();
        for id in &self.state.battlefield {
            let Some(permanent) = self.state.permanent(*id) else { continue };
            if permanent.phased_out {
                // 610.4a: what is phased out until something happens waits for that.
                if !permanent.phased_indirectly
                    && permanent.phased_until.is_none()
                    && permanent.phased_under.is_none_or(|under| self.state.is_active(under))
                {
                    coming.push(*id);
                }
            } else if self.state.chars(*id).has(lawmage_ir::Keyword::Phasing)
                && self.state.is_active(self.state.controller(*id))
                && !self.state.forbids_phasing_out(*id)
            {
                going.push(*id);
            }
        }
        if going.is_empty() && coming.is_empty() {
            return;
        }
        let going = self.state.phase(&going, true);
        let coming = self.state.phase(&coming, false);
        self.state.touch();
        let events = going.into_iter().map(Event::PhasedOut).chain(coming.into_iter().map(Event::PhasedIn));
        self.record_all(events, rule!("702.26a"), None);
    }

    /// 505.4, 714.3b: a lore counter on each Saga of the active player, in the precombat main phase.
    pub(crate) fn advance_sagas(&mut self) -> Res<()> {
        let sagas: Vec<Proposal> = self
            .state
            .permanents()
            .filter(|id| {
                self.state.is_active(self.state.controller(*id)) && self.state.chars(*id).has_subtype(Subtype::SAGA)
            })
            .map(|id| Proposal::PutCounters {
                on: id.into(),
                kind: CounterKind::Lore,
                amount: 1,
                by: Some(self.state.controller(id)),
                effect: false,
            })
            .collect();
        if !sagas.is_empty() {
            self.happen(sagas, rule!("714.3b"))?;
        }
        Ok(())
    }

    /// The cleanup step (514).
    pub(crate) fn cleanup_step(&mut self) -> Res<()> {
        for player in self.state.active_players() {
            self.discard_to_hand_size(player)?; // 514.1, 703.4n
        }
        self.wear_off(); // 514.2, 703.4p
        // 514.3, 514.3a: players get priority only if a state-based action is performed or an ability has triggered; then another
        // cleanup step follows.
        let acted = self.state_based_actions()?;
        self.check_end();
        if self.is_over() {
            return Ok(());
        }
        self.departures()?;
        self.look_for_state_triggers();
        if self.put_triggers_on_stack()? || acted {
            self.state.turn.upcoming.insert(0, Step::Cleanup);
            self.give_priority();
        } else {
            self.state.turn.progress = Progress::EndStep;
        }
        Ok(())
    }

    /// 514.1.
    fn discard_to_hand_size(&mut self, active: PlayerId) -> Res<()> {
        let Some(most) = self.state.max_hand_size(active) else { return Ok(()) };
        let hand = &self.state.player(active).hand;
        let over = (hand.len() as u32).saturating_sub(most);
        if over == 0 {
            return Ok(());
        }
        let options = hand.iter().copied().map(Choice::Object).collect();
        let picked = self.pick(Decision::pick(active, Ask::HandSize, rule!("514.1"), None, options, over, over))?;
        let discards = picked
            .iter()
            .filter_map(|c| c.entity()?.object())
            .map(|object| Proposal::Move {
                object,
                to: Destination::Graveyard,
                cause: Cause::Discard,
                by: Some(active),
                entry: Box::default(),
            })
            .collect();
        // 703.2: no spell or ability, and nobody, controls this.
        self.happen(discards, rule!("514.1"))?;
        Ok(())
    }

    /// 514.2: damage wears off phased-out permanents too, and effects "until end of turn" and "this turn" end, all at once.
    fn wear_off(&mut self) {
        for place in 0..self.state.battlefield.len() {
            let id = self.state.battlefield[place];
            let stays = self.state.damage_stays(id);
            if let Some(permanent) = self.state.permanent_mut(id) {
                if !stays {
                    permanent.damage = 0;
                }
                permanent.deathtouched = false;
                permanent.regeneration_shields.clear();
            }
        }
        self.state.ignoring.clear(); // 116.2d
        self.state.touch_passing();
        self.state.expire(Moment::Cleanup);
        self.state.refresh();
        // 302.6: what returns to a player now, they control as their next turn begins.
        self.follow_control_changes();
    }
}

impl State {
    /// The maximum hand size (402.2); `None` for no maximum.
    #[must_use]
    pub fn max_hand_size(&self, player: PlayerId) -> Option<u32> {
        // 902.5b
        let usual = HAND_SIZE.saturating_add_signed(self.player(player).hand_modifier);
        let mut most = Some(i64::from(usual));
        // In timestamp order, oldest first (613.11): the newest effect that sets a size has the last word.
        for rule in &self.rules().mays {
            let Some(Continuous::May(permission)) = rule.what() else { continue };
            let (Permission::NoMaxHandSize(who) | Permission::MaxHandSize(who, _) | Permission::MoreHandSize(who, _)) =
                permission
            else {
                continue;
            };
            if !self.is_among(player, who, &rule.context()) {
                continue;
            }
            most = match permission {
                Permission::MaxHandSize(_, size) => Some(i64::from(self.count(size, &rule.context()))),
                Permission::MoreHandSize(_, more) => most.map(|most| most.saturating_add(i64::from(*more))),
                _ => None,
            };
        }
        most.map(|most| u32::try_from(most.max(0)).unwrap_or(u32::MAX)) // 107.1b
    }

    /// Phases permanents out or in, with what is attached to them (702.26g); all that have done so.
    pub(crate) fn phase(&mut self, those: &[ObjectId], out: bool) -> SmallVec<[ObjectId; 4]> {
        let host = |id: &ObjectId| self.permanent(*id).and_then(|p| p.attached_to).and_then(Entity::object);
        let goes_along = |id: &&ObjectId| std::iter::successors(host(id), host).any(|host| those.contains(&host));
        // 702.26h: what would phase out both directly and with what it is attached to does the latter.
        let (along, first): (Vec<&ObjectId>, Vec<&ObjectId>) = those.iter().partition(goes_along);
        let mut phased = SmallVec::new();
        for id in first.into_iter().chain(along) {
            self.set_phased(*id, out, false, &mut phased);
        }
        phased
    }

    fn set_phased(&mut self, id: ObjectId, out: bool, indirectly: bool, phased: &mut SmallVec<[ObjectId; 4]>) {
        let under = self.controller(id);
        let kept = if out { self.forbids_phasing_out(id) } else { self.forbids_phasing_in(id) };
        let Some(permanent) = self.permanent_mut(id) else { return };
        // 702.26h: what is already out, or comes back by itself, is left alone.
        if permanent.phased_out == out || (!out && permanent.phased_indirectly != indirectly) || kept {
            return;
        }
        // 702.26c; 702.26i: what it is attached to stays noted, and 702.26j: nothing becomes attached or unattached.
        permanent.phased_out = out;
        permanent.phased_under = out.then_some(under);
        permanent.phased_indirectly = out && indirectly;
        permanent.phased_until = None; // 610.4a: phased in by whatever, it waits no longer
        let attachments = permanent.attachments.clone();
        phased.push(id);
        if out {
            self.remove_from_combat(id); // 702.26b
        }
        for attached in attachments {
            self.set_phased(attached, out, true, phased);
        }
    }

    /// 101.2: whether an effect keeps a permanent from phasing out.
    pub(crate) fn forbids_phasing_out(&self, id: ObjectId) -> bool {
        self.forbids_object(id, &|p| match p {
            Prohibition::PhaseOut(what) => Some(what),
            _ => None,
        })
    }

    /// 101.2: whether an effect keeps a permanent from phasing in. It is treated as though it did not exist (702.26b), but for what
    /// speaks of phased-out permanents.
    fn forbids_phasing_in(&self, id: ObjectId) -> bool {
        self.rules().cants.iter().any(|rule| match rule.what() {
            Some(Continuous::Cant(Prohibition::PhaseIn(what))) => match what {
                Selector::All(all) => self.test(id.into(), &all.test, &rule.context().testing(id.into())),
                Selector::Ref(of) => self.denote(of, &rule.context()).contains(&id.into()),
                _ => false,
            },
            _ => false,
        })
    }

    /// 702.26n: as the turn of a player who has left would have begun, what phased out under their control waits for the next
    /// untap step, whose ever that is.
    pub(crate) fn release_phased_out(&mut self, left: PlayerId) {
        for id in self.battlefield.clone() {
            if let Some(permanent) = self.permanent_mut(id).filter(|p| p.phased_under == Some(left)) {
                permanent.phased_under = None;
            }
        }
    }

    /// "Doesn't untap during its controller's untap step."
    fn stays_tapped(&self, id: ObjectId) -> bool {
        self.rules().cants.iter().any(|rule| match rule.what() {
            Some(Continuous::Cant(Prohibition::UntapStep(what))) => self.is_selected(id.into(), what, &rule.context()),
            _ => false,
        })
    }

    /// Those of these permanents of which their controller can untap only so many, by the effects that say so, where they are more.
    fn untap_limits(&self, tapped: &[ObjectId]) -> Vec<UntapLimit> {
        let mut limits = Vec::new();
        for rule in &self.rules().cants {
            let Some(Continuous::Cant(Prohibition::UntapMax(who, what, most))) = rule.what() else { continue };
            for player in self.players_in_order(who, &rule.context()).into_iter().filter(|p| self.is_active(*p)) {
                let of = tapped
                    .iter()
                    .copied()
                    .filter(|id| self.controller(*id) == player && self.fits((*id).into(), what, &rule.context()));
                let limit = UntapLimit { of: of.collect(), most: *most as usize };
                if limit.of.len() > limit.most {
                    limits.push(limit);
                }
            }
        }
        limits
    }

    fn may_stay_tapped(&self, id: ObjectId) -> bool {
        self.lets(id, &|p| if let Permission::MayNotUntap(what) = p { Some(what) } else { None })
    }

    fn untaps_each_turn(&self, id: ObjectId) -> bool {
        self.lets(id, &|p| if let Permission::UntapEachTurn(what) = p { Some(what) } else { None })
    }
}
