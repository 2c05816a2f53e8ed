//! Declaring attackers (508.1) and blockers (509.1).

use std::collections::{BTreeMap, BTreeSet};

use lawmage_ir::{Cost, Keyword, Permission, rule};
use smallvec::SmallVec;

use crate::procedure::combat::build::Toll;
use crate::state::combat::{Attacker, Bands};
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::table::about::Matter;
use crate::table::decision::{Answer, Ask, Decision, Domain};
use crate::table::game::{Game, Halt, Res};

impl Game<'_> {
    /// The active player declares attackers (508.1): an illegal declaration is none.
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn declare_attackers(&mut self) -> Res<()> {
        let player = self.state.turn.active;
        let mut most_costly = u32::MAX;
        loop {
            let (mut domain, tolls) = self.state.attack_domain(player);
            if !tolls.is_empty() {
                domain.most_costly = self.affordable(player, &tolls).min(most_costly);
            }
            domain.finish();
            let required = domain.requirements.iter().filter_map(|r| domain.attackers.get(usize::from(r.attacker)));
            let required: Vec<ObjectId> = required.map(|(id, _)| *id).collect();
            if let Some(chooser) = self.state.chooses_attackers(player) {
                let Some(chosen) = self.chosen_attackers(chooser, &domain)? else { return Ok(()) };
                domain.only(&chosen);
            }
            // 508.1a-e: the domain holds what those rules let the player choose.
            let decision = Decision {
                player,
                ask: Ask::Attack,
                rule: rule!("508.1"),
                source: None,
                domain: Domain::Attack(Box::new(domain)),
                about: None,
            };
            let Answer::Attack(attack, bands) = self.ask(decision)? else { return Ok(()) };
            if attack.is_empty() {
                return Ok(());
            }
            let before = (!tolls.is_empty()).then(|| self.state.clone());
            self.tap_attackers(&attack)?;
            let exerted = self.exert_attackers(player, &attack)?;
            let enlisted = self.enlist(player, &attack)?;
            let owed = tolls.iter().filter(|t| attack.contains(&(t.creature, t.option)));
            let bills = Toll::sum_up(owed.clone());
            let paid_for = attack.iter().filter(|a| tolls.iter().any(|t| (t.creature, t.option) == **a)).count() as u32;
            if self.pay_tolls(player, bills)? {
                if let Some(combat) = &mut self.state.combat {
                    combat.required = required; // 506.6
                }
                self.begin_attack(player, &attack, bands);
                self.tell_enlisted(player, enlisted);
                for object in exerted {
                    self.record(Event::Exerted { object, by: player, attacking: true }, rule!("701.39d"), None);
                }
                return Ok(());
            }
            // 508.1, 730.1: the declaration is illegal; the game returns to the moment before it.
            if let Some(before) = before {
                self.state = before;
                self.state.refresh();
            }
            most_costly = paid_for.saturating_sub(1);
        }
    }

    /// 508.1f: tapping is no cost; vigilance spares it (702.20b).
    fn tap_attackers(&mut self, attack: &[(ObjectId, Entity)]) -> Res<()> {
        let taps: Vec<Proposal> = attack
            .iter()
            .filter(|(id, _)| !self.state.chars(*id).has(Keyword::Vigilance))
            .map(|(id, _)| Proposal::Tap(*id, self.state.controller(*id)))
            .collect();
        if !taps.is_empty() {
            self.happen(taps, rule!("508.1f"))?;
        }
        Ok(())
    }

    /// 508.1g: the optional costs to attack that the player chooses to pay: creatures are exerted as they attack.
    fn exert_attackers(&mut self, player: PlayerId, attack: &[(ObjectId, Entity)]) -> Res<SmallVec<[ObjectId; 2]>> {
        let mut exerted = SmallVec::new();
        if self.state.rules().mays.is_empty() {
            return Ok(exerted);
        }
        for (id, _) in attack {
            let may = self.state.lets(*id, &|p| if let Permission::Exert(what) = p { Some(what) } else { None });
            if may && self.yes(Decision::yes_no(player, Ask::May, rule!("508.1g"), Some(*id)))? {
                if let Some(permanent) = self.state.permanent_mut(*id) {
                    permanent.designations.exert(player); // 701.39a
                }
                exerted.push(*id);
            }
        }
        Ok(exerted)
    }

    /// 508.1h-j, 509.1d-f: all is paid, or the declaration is illegal.
    fn pay_tolls(&mut self, player: PlayerId, bills: Vec<crate::procedure::combat::build::Bill>) -> Res<bool> {
        // Who does not pay has declared nothing (508.1, 509.1).
        let total = || Cost { parts: bills.iter().flat_map(|b| b.cost.parts.iter().cloned()).collect() };
        let about = bills.first().and_then(|b| self.about(|| Matter::Cost(total()), &b.rule.context()));
        let ask = Decision::yes_no(player, Ask::CombatCost, rule!("508.1j"), None).about(about);
        if !bills.is_empty() && !self.yes(ask)? {
            return Ok(false);
        }
        for bill in bills {
            match self.pay(player, &bill.cost, &bill.rule.context()) {
                Ok(Some(_)) => {}
                // A payment that leads astray makes the declaration illegal, no more.
                Ok(None) | Err(Halt::Illegal(_)) => return Ok(false),
                Err(halt) => return Err(halt),
            }
        }
        Ok(true)
    }

    /// 508.1k-m: the creatures become attacking creatures, and abilities trigger.
    fn begin_attack(&mut self, player: PlayerId, attack: &[(ObjectId, Entity)], bands: Bands) {
        let still: Vec<(ObjectId, Entity)> = attack
            .iter()
            .copied()
            .filter(|(id, _)| self.state.permanent(*id).is_some())
            .filter(|(id, _)| self.state.acts_for(self.state.controller(*id), player))
            .collect();
        let attackers: Vec<Attacker> = still
            .iter()
            .map(|(id, defender)| Attacker {
                id: *id,
                defender: Some(*defender),
                defending: self.state.defender_player(*defender),
                blocked: None,
                blockers: SmallVec::new(),
                struck_first: false,
                lost_planeswalker: false,
            })
            .collect();
        let Some(combat) = &mut self.state.combat else { return };
        if attackers.is_empty() {
            return;
        }
        combat.attacked = true;
        combat.attackers.extend(attackers);
        // 508.1e: of those that do become attacking creatures.
        for mut band in bands {
            band.retain(|member| still.iter().any(|(id, _)| id == member));
            if band.len() > 1 {
                combat.bands.push(band);
            }
        }
        self.state.touch_passing();
        let count = still.len() as u32;
        let attacked = |(attacker, defender)| Event::Attacked { attacker, defender, others: count - 1 };
        let batch = Some(self.record_all(still.into_iter().map(attacked), rule!("508.1k"), None));
        if self.state.shares_turns() {
            return self.tell_team_attack(batch);
        }
        // 508.3d: the declaration as a whole; which creatures it was is told by those of its batch.
        self.record(Event::AttackDeclared { by: player, count }, rule!("508.1k"), batch);
    }

    /// 805.10b: the team has one combined attack; each of its players has attacked with their own creatures.
    fn tell_team_attack(&mut self, batch: Option<u32>) {
        for player in self.state.active_players() {
            let own = self.state.attackers().iter().filter(|a| self.state.controller(a.id) == player);
            let count = own.count() as u32;
            if count > 0 {
                self.record(Event::AttackDeclared { by: player, count }, rule!("508.1k"), batch);
            }
        }
    }

    /// Each defending player declares blockers (509.1), one after the other in APNAP order (101.4, 802.4).
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn declare_blockers(&mut self) -> Res<()> {
        self.state.tidy_combat();
        self.state.refresh();
        let mut blocks: Vec<(ObjectId, ObjectId)> = Vec::new();
        let defenders: SmallVec<[PlayerId; 2]> =
            self.state.apnap().filter(|p| self.state.attackers().iter().any(|a| a.defending == *p)).collect();
        // 805.10d: a team declares its blockers together.
        let mut asked: SmallVec<[PlayerId; 2]> = SmallVec::new();
        for player in defenders {
            let player = self.state.primary(player);
            if asked.contains(&player) {
                continue;
            }
            asked.push(player);
            blocks.extend(self.choose_blocks(player)?);
        }
        self.begin_block(&blocks);
        Ok(())
    }

    /// 509.1a-f for one defending player.
    fn choose_blocks(&mut self, player: PlayerId) -> Res<Vec<(ObjectId, ObjectId)>> {
        let mut most_costly = u32::MAX;
        loop {
            let (mut domain, tolls) = self.state.block_domain(player);
            if !tolls.is_empty() {
                domain.most_costly = self.affordable(player, &tolls).min(most_costly);
            }
            domain.finish();
            let decision = Decision {
                player: self.state.chooses_blocks(player).unwrap_or(player),
                ask: Ask::Block,
                rule: rule!("509.1"),
                source: None,
                domain: Domain::Block(Box::new(domain)),
                about: None,
            };
            let Answer::Block(block) = self.ask(decision)? else { return Ok(Vec::new()) };
            let is_owed = |t: &&Toll| block.iter().any(|(b, a)| *b == t.creature && Entity::Object(*a) == t.option);
            let owed: Vec<&Toll> = tolls.iter().filter(is_owed).collect();
            if owed.is_empty() {
                return Ok(block);
            }
            let before = self.state.clone();
            let paid_for = owed.len() as u32;
            if self.pay_tolls(player, Toll::sum_up(owed.into_iter()))? {
                // 509.1g: those still controlled by the player block.
                return Ok(block
                    .into_iter()
                    .filter(|(b, _)| self.state.permanent(*b).is_some())
                    .filter(|(b, _)| self.state.acts_for(self.state.controller(*b), player))
                    .collect());
            }
            self.state = before;
            self.state.refresh();
            most_costly = paid_for.saturating_sub(1);
        }
    }

    /// 509.1g-i: blocking, blocked and unblocked creatures, and what triggers on that.
    fn begin_block(&mut self, blocks: &[(ObjectId, ObjectId)]) {
        // 702.22h: each other member of a band becomes blocked by the same creature, though nobody declared it so.
        let mut along: Vec<(ObjectId, ObjectId)> = Vec::new();
        let banded = self.state.combat.as_ref().is_some_and(|c| !c.bands.is_empty());
        for (blocker, attacker) in blocks.iter().filter(|_| banded) {
            for other in self.state.band_of(*attacker) {
                if !blocks.contains(&(*blocker, other)) && !along.contains(&(*blocker, other)) {
                    along.push((*blocker, other));
                }
            }
        }
        let Some(combat) = &mut self.state.combat else { return };
        let mut blocking: BTreeMap<ObjectId, usize> =
            combat.blockers.iter().enumerate().map(|(place, (id, _))| (*id, place)).collect();
        let attacking: BTreeMap<ObjectId, usize> =
            combat.attackers.iter().enumerate().map(|(place, a)| (a.id, place)).collect();
        for (blocker, attacker) in blocks.iter().chain(&along) {
            match blocking.get(blocker).and_then(|place| combat.blockers.get_mut(*place)) {
                Some((_, blocked)) => blocked.push(*attacker),
                None => {
                    blocking.insert(*blocker, combat.blockers.len());
                    combat.blockers.push((*blocker, smallvec::smallvec![*attacker]));
                }
            }
            if let Some(a) = attacking.get(attacker).and_then(|place| combat.attackers.get_mut(*place)) {
                a.blockers.push(*blocker);
            }
        }
        let mut unblocked: SmallVec<[ObjectId; 4]> = SmallVec::new();
        for attacker in &mut combat.attackers {
            // 509.1h; one that an effect has made blocked stays so.
            if attacker.blocked != Some(true) {
                attacker.blocked = Some(!attacker.blockers.is_empty());
            }
            if attacker.blocked == Some(false) {
                unblocked.push(attacker.id);
            }
        }
        self.state.touch_passing();
        self.state.refresh();
        let (mut have_blocked, mut are_blocked): (BTreeSet<ObjectId>, BTreeSet<ObjectId>) = Default::default();
        let mut events = Vec::with_capacity(2 * blocks.len() + along.len() + unblocked.len());
        for (blocker, attacker) in blocks {
            let first = have_blocked.insert(*blocker); // 509.3a
            events.push(Event::Blocked { blocker: *blocker, attacker: *attacker, first });
            let first = are_blocked.insert(*attacker); // 509.3c
            events.push(Event::BecameBlocked { attacker: *attacker, by: Some(*blocker), first });
        }
        for (blocker, attacker) in &along {
            let first = are_blocked.insert(*attacker);
            events.push(Event::BecameBlocked { attacker: *attacker, by: Some(*blocker), first });
        }
        events.extend(unblocked.into_iter().map(|attacker| Event::Unblocked { attacker })); // 509.3g
        if !events.is_empty() {
            self.record_all(events, rule!("509.1g"), None);
        }
    }
}
