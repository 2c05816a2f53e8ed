//! Declaring blockers.

use lawmage_engine::table::block_domain::BlockDomain;
use lawmage_engine::{Entity, ObjectId, View};

use super::fight::Fighter;

/// The blocks that the bot declares.
pub(super) fn block(view: &View<'_>, domain: &BlockDomain) -> Vec<(ObjectId, ObjectId)> {
    let mut plan = Plan::new(view, domain);
    plan.good();
    if plan.danger() >= view.life(view.me()) - 3 {
        plan.trades();
    }
    plan.gangs();
    if plan.danger() >= view.life(view.me()) {
        plan.chumps();
    }
    domain.legalize(&plan.blocks)
}

struct Plan<'d> {
    domain: &'d BlockDomain,
    attackers: Vec<(Fighter, bool, u32)>,
    blockers: Vec<Fighter>,
    blocks: Vec<(ObjectId, ObjectId)>,
    life: i32,
}

impl<'d> Plan<'d> {
    fn new(view: &View<'_>, domain: &'d BlockDomain) -> Self {
        let me = view.me();
        let fighter = |id: ObjectId| view.object(id).map(|o| Fighter::new(&o));
        let mut attackers: Vec<(Fighter, bool, u32)> = Vec::new();
        if let Some(combat) = view.combat() {
            for attacker in combat.attackers.iter().filter(|a| a.defending == me) {
                let at_me = attacker.defender == Some(Entity::Player(me));
                let least = domain.attackers.iter().find(|b| b.id == attacker.id).map_or(1, |b| b.least);
                attackers.extend(fighter(attacker.id).map(|f| (f, at_me, least)));
            }
        }
        attackers.sort_by_key(|(f, ..)| (std::cmp::Reverse(f.value), f.id));
        let mut blockers: Vec<Fighter> = domain.blockers.iter().filter_map(|(id, _)| fighter(*id)).collect();
        blockers.sort_by_key(|f| (f.value, f.id));
        Self { domain, attackers, blockers, blocks: Vec::new(), life: view.life(me) }
    }

    fn is_blocked(&self, id: ObjectId) -> bool {
        self.blocks.iter().any(|(_, a)| *a == id)
    }

    /// The blockers still free for an attacker, the cheapest first.
    fn free(&self, attacker: ObjectId) -> Vec<Fighter> {
        let may = |b: &Fighter| {
            self.domain.blockers.iter().any(|(id, options)| *id == b.id && options.contains(&attacker))
                && self.blocks.iter().all(|(id, _)| *id != b.id)
        };
        self.blockers.iter().filter(|b| may(b)).copied().collect()
    }

    /// The damage that would get through.
    fn danger(&self) -> i32 {
        self.attackers
            .iter()
            .filter(|(_, at_me, _)| *at_me)
            .map(|(a, ..)| {
                if !self.is_blocked(a.id) {
                    return a.blow();
                }
                if !a.trample {
                    return 0;
                }
                let stopped: i32 = self
                    .blocks
                    .iter()
                    .filter(|(_, attacker)| *attacker == a.id)
                    .filter_map(|(b, _)| self.blockers.iter().find(|f| f.id == *b))
                    .map(|f| f.health)
                    .sum();
                (a.blow() - stopped).max(0)
            })
            .sum()
    }

    fn open(&self) -> Vec<(Fighter, u32)> {
        self.attackers.iter().filter(|(a, ..)| !self.is_blocked(a.id)).map(|(a, _, least)| (*a, *least)).collect()
    }

    /// Blocks that cost nothing, and trades that are good.
    fn good(&mut self) {
        for (attacker, least) in self.open() {
            if least > 1 {
                continue;
            }
            let free = self.free(attacker.id);
            let safe_kill = free.iter().find(|b| b.kills(&attacker) && !attacker.kills(b));
            let safe = free.iter().filter(|b| !attacker.kills(b)).max_by_key(|b| b.health);
            let trade = free.iter().find(|b| b.kills(&attacker) && b.value + 3 < attacker.value);
            // With little life left, an even trade is good.
            let even = free.iter().find(|b| b.kills(&attacker) && b.value <= attacker.value && self.life <= 12);
            if let Some(blocker) = safe_kill.or(trade).or(safe).or(even) {
                self.blocks.push((blocker.id, attacker.id));
            }
        }
    }

    fn trades(&mut self) {
        for (attacker, least) in self.open() {
            if least > 1 {
                continue;
            }
            let free = self.free(attacker.id);
            if let Some(blocker) = free.iter().find(|b| b.kills(&attacker)) {
                self.blocks.push((blocker.id, attacker.id));
            }
        }
    }

    /// Two blockers that kill an attacker together and lose one that is worth less.
    fn gangs(&mut self) {
        for (attacker, _) in self.open() {
            let free = self.free(attacker.id);
            let mut best: Option<(i32, ObjectId, ObjectId)> = None;
            for (place, a) in free.iter().enumerate() {
                for b in free.iter().skip(place + 1) {
                    if attacker.indestructible || attacker.first || a.power + b.power < attacker.health {
                        continue;
                    }
                    let both = attacker.deathtouch || attacker.power >= a.health + b.health;
                    let one = attacker.power >= a.health || attacker.power >= b.health;
                    let loss = match (both, one) {
                        (true, _) => a.value + b.value,
                        (_, true) => a.value.max(b.value),
                        _ => 0,
                    };
                    let gain = attacker.value - loss;
                    if gain > 3 && best.is_none_or(|(g, ..)| gain > g) {
                        best = Some((gain, a.id, b.id));
                    }
                }
            }
            if let Some((_, a, b)) = best {
                self.blocks.extend([(a, attacker.id), (b, attacker.id)]);
            }
        }
    }

    /// Anything before the deadliest attackers, the cheapest first, until it is deadly no more.
    fn chumps(&mut self) {
        let mut open = self.open();
        open.sort_by_key(|(a, _)| (a.trample, std::cmp::Reverse(a.blow())));
        for (attacker, least) in open {
            if self.danger() < self.life {
                return;
            }
            let free = self.free(attacker.id);
            if free.len() < least as usize {
                continue;
            }
            for blocker in free.iter().take(least.max(1) as usize) {
                self.blocks.push((blocker.id, attacker.id));
            }
        }
    }
}
