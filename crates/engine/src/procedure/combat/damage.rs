//! The combat damage step (510).

use lawmage_ir::{CardType, CounterKind, Keyword, Permission, Rule, Selector, rule};
use smallvec::SmallVec;

use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::table::decision::{Ask, Choice, Decision, Domain};
use crate::table::game::{Game, Res};

/// Damage that a creature assigns to something.
#[derive(Clone, Copy, Debug)]
struct Assignment {
    source: ObjectId,
    to: Entity,
    amount: u32,
}

/// How much each recipient has to be assigned.
#[derive(Default)]
struct Bounds {
    /// In any case; nothing where it is not said.
    least: Vec<u32>,
    /// Before the last one is assigned any (702.19b).
    needs: Vec<u32>,
}

impl State {
    /// Whether the combat damage step about to begin is the first of two (510.4, 702.4b, 702.7b).
    #[must_use]
    pub fn has_first_strikers(&self) -> bool {
        let Some(combat) = &self.combat else { return false };
        let strikes_first = |id: ObjectId| {
            let chars = self.chars(id);
            chars.has(Keyword::FirstStrike) || chars.has(Keyword::DoubleStrike)
        };
        combat.attackers.iter().any(|a| strikes_first(a.id)) || combat.blockers.iter().any(|(b, _)| strikes_first(*b))
    }

    /// The damage a creature assigns (302.4a, 510.1a): its power, or what effects put in its place.
    fn combat_damage_of(&self, id: ObjectId) -> u32 {
        if self.permanent(id).is_none() {
            return 0;
        }
        let allowed = |find: &dyn Fn(&Permission) -> Option<&Selector>| self.lets(id, find);
        if allowed(&|p| if let Permission::AssignNone(what) = p { Some(what) } else { None }) {
            return 0;
        }
        let chars = self.chars(id);
        let by_toughness = allowed(&|p| if let Permission::AssignToughness(what) = p { Some(what) } else { None });
        let amount = if by_toughness { chars.toughness } else { chars.power };
        u32::try_from(amount.unwrap_or(0)).unwrap_or(0)
    }

    /// The damage lethal to a creature (702.19b, 702.2c): what its toughness leaves of damage marked and already assigned;
    /// any at all from a source with deathtouch, this one or another.
    fn lethal(&self, creature: ObjectId, source: ObjectId, assigned: &[Assignment]) -> u32 {
        let lethal = self.lethal_number(creature, self.chars(creature));
        let marked = self.permanent(creature).map_or(0, |p| p.damage);
        let others = || assigned.iter().filter(|a| a.to == Entity::Object(creature) && a.amount > 0);
        let touches = |source: ObjectId| self.chars(source).has(Keyword::Deathtouch);
        // 702.2c
        if others().any(|a| touches(a.source)) {
            return 0;
        }
        let needed = lethal.saturating_sub(marked.saturating_add(others().map(|a| a.amount).sum()));
        if touches(source) { needed.min(1) } else { needed }
    }

    /// "You may have it assign its combat damage as though it weren't blocked."
    fn may_assign_as_unblocked(&self, id: ObjectId) -> bool {
        self.lets(id, &|p| if let Permission::AssignAsUnblocked(what) = p { Some(what) } else { None })
    }

    /// How much of the damage lethal to a blocker the creatures that assign theirs later can assign to it, all of them together being
    /// judged (510.1e): those of the same player that trample and that nothing else blocks.
    fn left_to(&self, later: &[ObjectId], blocker: ObjectId, controller: PlayerId) -> u32 {
        let counts = |id: &&ObjectId| {
            let attacker = self.combat.as_ref().and_then(|c| c.attacker(**id));
            let alone = attacker.is_some_and(|a| a.blockers.as_slice() == [blocker] && !self.bands_divide(&a.blockers));
            alone
                && !self.may_assign_as_unblocked(**id)
                && self.controller(**id) == controller
                && self.chars(**id).has(Keyword::Trample)
        };
        later.iter().filter(counts).fold(0, |sum, id| sum.saturating_add(self.combat_damage_of(*id)))
    }

    /// Who deals damage in this step (510.4, 702.4b, 702.7b): what the creature has now counts (702.4c-d), and whether it had struck
    /// (702.7c).
    fn strikes(&self, id: ObjectId, struck: bool, first: bool, second: bool) -> bool {
        let chars = self.chars(id);
        let double = chars.has(Keyword::DoubleStrike);
        if first { double || chars.has(Keyword::FirstStrike) } else { !second || !struck || double }
    }
}

impl Game<'_> {
    /// Assigns and deals combat damage (510.1-2). `first`: the first of two steps (510.4).
    ///
    /// # Errors
    /// The table's halt.
    pub(crate) fn combat_damage(&mut self, first: bool) -> Res<()> {
        self.state.tidy_combat();
        self.state.refresh();
        let Some(combat) = &mut self.state.combat else { return Ok(()) };
        combat.two_damage_steps |= first;
        let second = !first && combat.two_damage_steps;
        let combat = combat.clone();
        let state = &self.state;
        let attackers: Vec<ObjectId> = combat
            .attackers
            .iter()
            .filter(|a| state.strikes(a.id, a.struck_first, first, second))
            .map(|a| a.id)
            .collect();
        let blockers: Vec<ObjectId> = combat
            .blockers
            .iter()
            .map(|(b, _)| *b)
            .filter(|b| state.strikes(*b, combat.struck_first.contains(b), first, second))
            .collect();
        let mut assigned: Vec<Assignment> = Vec::new();
        // 510.1e: the assignments of a player are judged together, so those that trample come last, when the lethal damage
        // that others deal is known (702.19b), and after them those that trample over planeswalkers (702.19c); of these again those
        // with deathtouch first.
        let mut in_order = attackers.clone();
        in_order.sort_by_key(|id| {
            let chars = self.state.chars(*id);
            let has = |keyword| chars.has(keyword);
            (has(Keyword::TrampleOverPlaneswalkers), has(Keyword::Trample), !has(Keyword::Deathtouch))
        });
        let mut owed = Vec::new();
        for (place, id) in in_order.iter().enumerate() {
            let later = in_order.get(place + 1..).unwrap_or_default();
            self.assign_attacker(*id, later, &mut owed, &mut assigned)?;
        }
        // 802.5, 805.10f: after the attacking player or team, the defending ones, in the order in which they declared blockers.
        for id in &blockers {
            self.assign_blocker(*id, &mut assigned)?;
        }
        if let Some(combat) = self.state.combat.as_mut().filter(|_| first) {
            for attacker in &mut combat.attackers {
                attacker.struck_first = attackers.contains(&attacker.id);
            }
            combat.struck_first.clone_from(&blockers);
        }
        let damage: Vec<Proposal> = assigned
            .into_iter()
            .filter(|a| a.amount > 0)
            .map(|a| Proposal::Damage {
                source: a.source,
                to: a.to,
                amount: a.amount,
                combat: true,
                unpreventable: false,
            })
            .collect();
        if !damage.is_empty() {
            self.happen(damage, rule!("510.2"))?;
        }
        Ok(())
    }

    /// 510.1b-c, 702.19b-e; what blocks, or deals other damage, doesn't trample (702.19a).
    /// Blockers to which those that trampled over left lethal damage to be assigned later are `owed` it.
    fn assign_attacker(
        &mut self,
        id: ObjectId,
        later: &[ObjectId],
        owed: &mut Vec<ObjectId>,
        assigned: &mut Vec<Assignment>,
    ) -> Res<()> {
        let amount = self.state.combat_damage_of(id);
        let Some(attacker) = self.state.combat.as_ref().and_then(|c| c.attacker(id)).cloned() else { return Ok(()) };
        if amount == 0 {
            return Ok(());
        }
        let controller = self.state.controller(id);
        let chars = self.state.chars(id);
        let over_planeswalkers = chars.has(Keyword::TrampleOverPlaneswalkers);
        let tramples = over_planeswalkers || chars.has(Keyword::Trample);
        // 510.1b: what attacks nothing any more assigns none, but for 702.19e; without that keyword the defending player is
        // assigned none (702.19f).
        let in_its_place = over_planeswalkers && attacker.lost_planeswalker;
        let attacked = attacker.defender.or_else(|| in_its_place.then_some(Entity::Player(attacker.defending)));
        let unblocked = attacker.blocked != Some(true) || self.assigns_as_unblocked(controller, id)?;
        if unblocked {
            let Some(to) = attacked else { return Ok(()) };
            assigned.push(Assignment { source: id, to, amount });
            return self.trample_over_planeswalker(controller, id, to, assigned);
        }
        let mut to: SmallVec<[Entity; 4]> = attacker.blockers.iter().map(|b| Entity::Object(*b)).collect();
        // 702.22j: banding among the blockers lets the defending player divide, among the blockers alone.
        if self.state.bands_divide(&attacker.blockers) {
            return self.divide_damage(attacker.defending, id, &to, amount, Bounds::default(), assigned);
        }
        let Some(over) = attacked.filter(|_| tramples) else {
            return self.divide_damage(controller, id, &to, amount, Bounds::default(), assigned);
        };
        to.push(over);
        // 702.19d: with no blocker left, all of it.
        let mut needs: Vec<u32> = Vec::new();
        let mut least: Vec<u32> = Vec::new();
        for blocker in &attacker.blockers {
            let lethal = self.state.lethal(*blocker, id, assigned);
            let left = lethal.saturating_sub(self.state.left_to(later, *blocker, controller));
            needs.push(left);
            least.push(if owed.contains(blocker) { left } else { 0 });
        }
        needs.push(0);
        least.push(0);
        // Nothing is left to trample over when the blockers need it all.
        let needed: u32 = needs.iter().fold(0, |a, b| a.saturating_add(*b));
        if amount <= needed {
            to.pop();
            least.pop();
            return self.divide_damage(controller, id, &to, amount, Bounds { least, needs: Vec::new() }, assigned);
        }
        self.note(rule!("702.19b"), |state| {
            let name = state.object_name(id);
            format!("{name} must assign {needed} of its {amount} damage to what blocks it before it tramples over")
        });
        self.divide_damage(controller, id, &to, amount, Bounds { least, needs }, assigned)?;
        if assigned.iter().any(|a| a.source == id && a.to == over && a.amount > 0) {
            owed.extend(attacker.blockers.iter().copied());
        }
        self.trample_over_planeswalker(controller, id, over, assigned)
    }

    /// 702.19c: of what a creature with trample over planeswalkers assigns to the planeswalker it attacks, what exceeds the
    /// loyalty, what others assign counted, may be assigned to that planeswalker's controller.
    fn trample_over_planeswalker(
        &mut self,
        controller: PlayerId,
        id: ObjectId,
        attacked: Entity,
        assigned: &mut Vec<Assignment>,
    ) -> Res<()> {
        let Entity::Object(planeswalker) = attacked else { return Ok(()) };
        let tramples = self.state.chars(id).has(Keyword::TrampleOverPlaneswalkers);
        if !tramples || !self.state.chars(planeswalker).is(CardType::Planeswalker) {
            return Ok(());
        }
        let own = |a: &Assignment| a.source == id && a.to == attacked;
        let Some(share) = assigned.iter().find(|a| own(a)).map(|a| a.amount) else { return Ok(()) };
        let loyalty = self.state.get(planeswalker).map_or(0, |o| o.counters.get(&CounterKind::Loyalty));
        let others: u32 = assigned.iter().filter(|a| a.to == attacked && a.source != id).map(|a| a.amount).sum();
        let needed = loyalty.saturating_sub(others);
        if share <= needed {
            return Ok(());
        }
        assigned.retain(|a| !own(a));
        let to = [attacked, Entity::Player(self.state.controller(planeswalker))];
        self.divide_damage(controller, id, &to, share, Bounds { least: Vec::new(), needs: vec![needed, 0] }, assigned)
    }

    fn assigns_as_unblocked(&mut self, controller: PlayerId, id: ObjectId) -> Res<bool> {
        if !self.state.may_assign_as_unblocked(id) {
            return Ok(false);
        }
        self.yes(Decision::yes_no(controller, Ask::CombatDamage, rule!("510.1c"), Some(id)))
    }

    /// 510.1d.
    fn assign_blocker(&mut self, id: ObjectId, assigned: &mut Vec<Assignment>) -> Res<()> {
        let amount = self.state.combat_damage_of(id);
        let blocks = self.state.combat.as_ref().and_then(|c| c.blocked_by(id)).unwrap_or_default();
        let to: SmallVec<[Entity; 4]> = blocks.iter().map(|a| Entity::Object(*a)).collect();
        if amount == 0 {
            return Ok(());
        }
        // 702.22k: banding among the attackers lets the active player divide.
        let banded = self.state.bands_divide(blocks);
        let controller = if banded { self.state.turn.active } else { self.state.controller(id) };
        self.divide_damage(controller, id, &to, amount, Bounds::default(), assigned)
    }

    /// One recipient gets it all; among several the controller divides as they choose.
    fn divide_damage(
        &mut self,
        controller: PlayerId,
        source: ObjectId,
        to: &[Entity],
        amount: u32,
        bounds: Bounds,
        assigned: &mut Vec<Assignment>,
    ) -> Res<()> {
        let Bounds { mut least, needs } = bounds;
        least.resize(to.len(), 0);
        let cited: Rule = if needs.is_empty() { rule!("510.1c") } else { rule!("702.19b") };
        let shares = match to {
            [] => return Ok(()),
            [_] => vec![amount],
            _ => {
                let domain = Domain::Divide {
                    among: to.iter().map(|e| Choice::from(*e)).collect(),
                    total: amount,
                    least,
                    needs,
                };
                let ask = Ask::CombatDamage;
                self.divide(Decision {
                    player: controller,
                    ask,
                    rule: cited,
                    source: Some(source),
                    domain,
                    about: None,
                })?
            }
        };
        assigned.extend(to.iter().zip(shares).map(|(to, amount)| Assignment { source, to: *to, amount }));
        Ok(())
    }
}
