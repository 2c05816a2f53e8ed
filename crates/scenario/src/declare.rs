//! Attack and block entries, put together to one declaration (508.1, 509.1).

use lawmage_engine::state::combat::Bands;
use lawmage_engine::table::attack_domain::AttackDomain;
use lawmage_engine::table::block_domain::BlockDomain;
use lawmage_engine::{Answer, Decision, Entity, Illegal, ObjectId, PlayerId, State};
use lawmage_ir::{Step, rule};
use serde_json::Value;

use crate::answers::opponent;
use crate::desk::{Desk, verb};
use crate::model::{Entry, Fails};
use crate::report::{Outcomes, Trouble};
use crate::story;

impl Desk<'_> {
    /// The entries of one declaration that still wait.
    pub(crate) fn declared(&self, state: &State, player: PlayerId, is: impl Fn(&Entry) -> bool) -> Vec<usize> {
        (0..self.script.len())
            .filter(|i| {
                let line = &self.script[*i];
                let step = if line.entry.attack.is_some() { Step::DeclareAttackers } else { Step::DeclareBlockers };
                !line.done
                    && is(&line.entry)
                    && line.entry.subgame == state.subgame_depth()
                    && line.entry.turn == state.turn().number
                    && state.turn().step == step
                    && state.acts_for(self.player_of(state, &line.entry), player)
            })
            .collect()
    }

    /// The creature an entry means: of that player's, not meant by another entry before; one that can do it first.
    fn creature(
        &self,
        state: &State,
        player: PlayerId,
        reference: &str,
        used: &[ObjectId],
        able: &dyn Fn(ObjectId) -> bool,
    ) -> Option<ObjectId> {
        // Who chooses what others attack with names what is able to.
        let mine = state.permanents().filter(|id| state.controller(*id) == player || able(*id));
        let mut found = self.names.among(state, reference, mine);
        found.retain(|id| !used.contains(id));
        found.sort_by_key(|id| !able(*id));
        found.first().copied()
    }

    pub(crate) fn attack(&mut self, state: &State, decision: &Decision, domain: &AttackDomain) -> Outcomes<Answer> {
        let player = decision.player;
        let lines = self.declared(state, player, |e| e.attack.is_some());
        let mut attack: Vec<(ObjectId, Entity)> = Vec::new();
        let mut refused: Vec<(usize, Option<(ObjectId, Entity)>)> = Vec::new();
        let mut banded: Vec<(Value, Vec<ObjectId>)> = Vec::new();
        let mut first = None;
        for index in lines {
            let (entry, line) = (self.script[index].entry.clone(), self.script[index].line);
            let Some(reference) = entry.attack.as_deref().filter(|r| *r != "none") else {
                self.script[index].done = true;
                if fails(&entry) {
                    refused.push((index, None));
                } else {
                    first.get_or_insert(line);
                }
                continue;
            };
            let used: Vec<ObjectId> = attack.iter().map(|(id, _)| *id).collect();
            let able = |id: ObjectId| domain.attackers.iter().any(|(a, _)| *a == id);
            // Of a team that attacks as one, each player names their own.
            let own = self.player_of(state, &entry);
            let found = self.creature(state, own, reference, &used, &able);
            let defender = self.defender(state, player, &entry).map_err(|t| t.at(line))?;
            let Some(id) = found else {
                if fails(&entry) {
                    let illegal = Illegal::new(rule!("508.1a"), format!("{reference} is nothing to attack with"));
                    self.script[index].done = true;
                    self.refused(state, index, Some(illegal))?;
                    continue;
                }
                // Another combat of the turn may still bring it.
                self.script[index].why = Some(format!("{reference} is nothing to attack with"));
                continue;
            };
            if fails(&entry) {
                self.script[index].done = true;
                refused.push((index, Some((id, defender))));
                continue;
            }
            let can = domain.attackers.iter().any(|(a, to)| *a == id && to.contains(&defender));
            if !can && state.turn().upcoming.contains(&Step::DeclareAttackers) {
                continue;
            }
            if !can {
                let why = state
                    .check_attack(player, domain, &[(id, defender)], &[])
                    .err()
                    .map_or_else(String::new, |i| i.to_string());
                self.script[index].why = Some(story::named(state, &why));
                continue;
            }
            self.script[index].done = true;
            first.get_or_insert(line);
            attack.push((id, defender));
            if let Some(band) = entry.band {
                join(&mut banded, band, id);
            }
        }
        for (index, one) in refused {
            // In place of what the same creature does attack.
            let mut tried = if one.is_some() { attack.clone() } else { Vec::new() };
            tried.retain(|(id, _)| one.is_none_or(|(other, _)| *id != other));
            tried.extend(one);
            let mut bands = banded.clone();
            if let (Some((id, _)), Some(band)) = (one, self.script[index].entry.band.clone()) {
                join(&mut bands, band, id);
            }
            let bands: Bands = bands.into_iter().map(|(_, band)| band).collect();
            self.refused(state, index, state.check_attack(player, domain, &tried, &bands).err())?;
        }
        let Some(line) = first else { return Ok(Answer::Attack(domain.legalize(&attack), Bands::new())) };
        let mut bands: Bands = banded.into_iter().map(|(_, band)| band).collect();
        if bands.is_empty() && domain.has_bands() {
            bands = self.answered_bands(state, player, domain, &attack);
        }
        match state.check_attack(player, domain, &attack, &bands) {
            Ok(()) => Ok(Answer::Attack(attack, bands)),
            Err(illegal) => Err(not_declared(state, "attack", &illegal).at(line)),
        }
    }

    /// Bands told by answers: for an attacker that can lead one, `true` and the creatures that join it.
    fn answered_bands(
        &mut self,
        state: &State,
        player: PlayerId,
        domain: &AttackDomain,
        attack: &[(ObjectId, Entity)],
    ) -> Bands {
        let mut bands = Bands::new();
        for (id, _) in attack {
            if bands.iter().any(|b| b.contains(id)) || domain.check_bands(attack, &[vec![*id]]).is_err() {
                continue;
            }
            let queue = &self.answers[player.index()];
            let mut left = (0..queue.len()).filter(|i| !queue[*i].1);
            let mut used: Vec<usize> = left.next().filter(|i| queue[*i].0 == Value::Bool(true)).into_iter().collect();
            let named = !used.is_empty();
            let mut band = vec![*id];
            for index in left.filter(|_| named) {
                let name = queue[index].0.get("choose").and_then(Value::as_str);
                let attackers = attack.iter().map(|(a, _)| *a).filter(|a| !band.contains(a));
                let found = name.and_then(|name| self.names.among(state, name, attackers).first().copied());
                let Some(other) = found else { break };
                band.push(other);
                used.push(index);
            }
            if band.len() > 1 {
                bands.push(band);
                for index in used {
                    self.answers[player.index()][index].1 = true;
                }
            }
        }
        bands
    }

    /// Whom an entry attacks.
    pub(crate) fn defender(&self, state: &State, player: PlayerId, entry: &Entry) -> Outcomes<Entity> {
        let found = match entry.defender.as_deref() {
            Some(reference) => self.names.entity(state, reference),
            None => opponent(state, player).map(Entity::Player),
        };
        let told = entry.defender.as_deref().unwrap_or("nobody");
        found.ok_or_else(|| Trouble::fail(format!("{told} is nothing to attack")))
    }

    pub(crate) fn block(&mut self, state: &State, decision: &Decision, domain: &BlockDomain) -> Outcomes<Answer> {
        let player = decision.player;
        let lines = self.declared(state, player, |e| e.block.is_some());
        let mut block: Vec<(ObjectId, ObjectId)> = Vec::new();
        let mut refused: Vec<(usize, Option<(ObjectId, ObjectId)>)> = Vec::new();
        let mut first = None;
        let more_to_come = state.turn().upcoming.contains(&Step::DeclareBlockers);
        for index in lines {
            let (entry, line) = (self.script[index].entry.clone(), self.script[index].line);
            let Some(reference) = entry.block.as_deref().filter(|r| *r != "none") else {
                self.script[index].done = true;
                if fails(&entry) {
                    refused.push((index, None));
                } else {
                    first.get_or_insert(line);
                }
                continue;
            };
            let Some(pair) = self.block_pair(state, &entry, &block, domain) else {
                let attacker = entry.attacker.as_deref().unwrap_or("what");
                let why = format!("{reference} or {attacker} matches nothing");
                if fails(&entry) {
                    self.script[index].done = true;
                    self.refused(state, index, Some(Illegal::new(rule!("509.1a"), why)))?;
                } else {
                    self.script[index].why = Some(why);
                }
                continue;
            };
            if fails(&entry) {
                self.script[index].done = true;
                refused.push((index, Some(pair)));
                continue;
            }
            let can = domain.blockers.iter().any(|(b, to)| *b == pair.0 && to.contains(&pair.1));
            if !can && more_to_come {
                continue;
            }
            self.script[index].done = true;
            if !can {
                self.refused(state, index, state.check_block(player, domain, &[pair]).err())?;
            }
            first.get_or_insert(line);
            block.push(pair);
        }
        for (index, one) in refused {
            let mut tried = if one.is_some() { block.clone() } else { Vec::new() };
            tried.extend(one);
            self.refused(state, index, state.check_block(player, domain, &tried).err())?;
        }
        let Some(line) = first else { return Ok(Answer::Block(domain.legalize(&block))) };
        match state.check_block(player, domain, &block) {
            Ok(()) => Ok(Answer::Block(block)),
            Err(illegal) => Err(not_declared(state, "block", &illegal).at(line)),
        }
    }

    fn block_pair(
        &self,
        state: &State,
        entry: &Entry,
        block: &[(ObjectId, ObjectId)],
        domain: &BlockDomain,
    ) -> Option<(ObjectId, ObjectId)> {
        let attacking = state.attackers().iter().map(|a| a.id);
        let attackers = match entry.attacker.as_deref() {
            Some(reference) => self.names.among(state, reference, attacking),
            None => attacking.collect(),
        };
        let reference = entry.block.as_deref()?;
        // Several attackers of one plain name mean different ones: those not blocked yet come first.
        let plain = entry.attacker.as_deref().is_some_and(|a| !a.contains('#') && !a.starts_with('@'));
        let fresh = attackers.iter().find(|a| plain && !block.iter().any(|(_, blocked)| blocked == *a));
        // A creature that blocks several attackers stands several times: it is another one only for the same attacker.
        let attacker = *fresh.or(attackers.first())?;
        let used: Vec<ObjectId> = block.iter().filter(|(_, a)| *a == attacker).map(|(b, _)| *b).collect();
        let busy: Vec<ObjectId> = block.iter().map(|(b, _)| *b).collect();
        let able = |id: ObjectId| {
            !busy.contains(&id) && domain.blockers.iter().any(|(b, to)| *b == id && to.contains(&attacker))
        };
        let own = self.player_of(state, entry);
        Some((self.creature(state, own, reference, &used, &able)?, attacker))
    }

    /// Attack or block entries that nobody was asked for, as nothing could be declared: they fail, or must.
    pub(crate) fn undeclared(&mut self, state: &State) -> Outcomes<()> {
        for index in 0..self.script.len() {
            let line = &self.script[index];
            if line.done || line.entry.turn != state.turn().number {
                continue;
            }
            let attacks = line.entry.attack.is_some() && state.step() == Step::DeclareAttackers;
            let blocks = line.entry.block.is_some() && state.step() == Step::DeclareBlockers;
            let more_to_come = state.turn().upcoming.contains(&state.step());
            // What waits on the stack may bring another combat (500.8).
            let may_come = more_to_come || (attacks && (!state.stack().is_empty() || self.waits_for_another(index)));
            if !(attacks || blocks) || (may_come && !fails(&line.entry)) {
                continue;
            }
            let none = line.entry.attack.as_deref().or(line.entry.block.as_deref()) == Some("none");
            let what = verb(&line.entry);
            let refusal = match &line.why {
                _ if none => None,
                Some(why) if !fails(&line.entry) => {
                    return Err(Trouble::fail(format!("{what} is refused: {why}")).at(line.line));
                }
                _ => self.why_not_declared(state, index).map_err(|t| t.at(self.script[index].line))?,
            };
            self.refused(state, index, refusal)?;
            self.script[index].done = true;
        }
        Ok(())
    }

    /// Whether an entry names an attacker again that has attacked: it is meant for another combat of the turn, which may still be
    /// made (500.8). If none is, it has not happened by the end.
    pub(crate) fn waits_for_another(&self, index: usize) -> bool {
        let named = |entry: &Entry| (entry.turn, entry.player.clone(), entry.attack.clone());
        let this = named(&self.script[index].entry);
        self.script[..index].iter().any(|line| line.done && named(&line.entry) == this)
    }

    fn why_not_declared(&self, state: &State, index: usize) -> Outcomes<Option<Illegal>> {
        let entry = &self.script[index].entry;
        let player = self.player_of(state, entry);
        let mine = |reference: &str| {
            let mine = state.permanents().filter(|id| state.controller(*id) == player);
            self.names.among(state, reference, mine).first().copied()
        };
        if let Some(reference) = entry.attack.as_deref() {
            let Some(id) = mine(reference) else {
                let why = format!("{reference} is nothing to attack with");
                return Ok(Some(Illegal::new(rule!("508.1a"), why)));
            };
            let defender = self.defender(state, player, entry)?;
            return Ok(state.check_attack(player, &state.attacks_of(player), &[(id, defender)], &[]).err());
        }
        let Some(reference) = entry.block.as_deref() else { return Ok(None) };
        let attacking = state.attackers().iter().map(|a| a.id);
        let attacker = match entry.attacker.as_deref() {
            Some(attacker) => self.names.among(state, attacker, attacking).first().copied(),
            None => attacking.into_iter().next(),
        };
        let (Some(blocker), Some(attacker)) = (mine(reference), attacker) else {
            return Ok(Some(Illegal::new(rule!("509.1a"), format!("{} matches nothing", verb(entry)))));
        };
        Ok(state.check_block(player, &state.blocks_of(player), &[(blocker, attacker)]).err())
    }
}

/// Puts a creature into the band of that label.
fn join(bands: &mut Vec<(Value, Vec<ObjectId>)>, label: Value, id: ObjectId) {
    match bands.iter_mut().find(|(band, _)| *band == label) {
        Some((_, members)) => members.push(id),
        None => bands.push((label, vec![id])),
    }
}

const fn fails(entry: &Entry) -> bool {
    matches!(&entry.fails, Some(Fails::Flag(true) | Fails::Rule(_)))
}

/// A declaration that the rules forbid.
fn not_declared(state: &State, what: &str, illegal: &Illegal) -> Trouble {
    let why = story::named(state, &illegal.to_string());
    Trouble::fail(format!("the {what} is illegal: {why}"))
}
