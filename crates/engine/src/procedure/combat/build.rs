//! From the state to the legal declarations: who can attack and block what (508.1a-d, 509.1a-c), and at what price.

use lawmage_ir::{CardType, Continuous, Cost, CostPart, Keyword, ManaCost, Permission, Prohibition, Requirement};
use smallvec::SmallVec;

use crate::procedure::combat::alike::Alike;
use crate::read::context::Context;
use crate::state::State;
use crate::state::cache::ActiveRule;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Chosen;
use crate::table::attack_domain::AttackDomain;
use crate::table::block_domain::{BlockDomain, Blockable};

/// A price of one attack or block, in the terms of the effect that asks it.
#[derive(Clone, Debug)]
pub(super) struct Toll {
    /// The creature.
    pub creature: ObjectId,
    /// What it attacks, or whom it blocks.
    pub option: Entity,
    /// The effect.
    pub rule: ActiveRule,
    /// The price.
    pub cost: Cost,
}

/// The tolls of a declaration that effects of the same terms ask, as one cost (508.1h).
pub(super) struct Bill {
    /// The effect whose terms it is in.
    pub rule: ActiveRule,
    /// The sum.
    pub cost: Cost,
}

impl Toll {
    /// Sums tolls up into the total cost (508.1h, 509.1d): one bill for all plain mana, and one for each effect that asks
    /// what only it can count.
    pub(super) fn sum_up<'a>(tolls: impl Iterator<Item = &'a Self>) -> Vec<Bill> {
        let mut bills: Vec<Bill> = Vec::new();
        for toll in tolls {
            let joins = |b: &&mut Bill| {
                let same = b.rule.source == toll.rule.source && b.rule.effect == toll.rule.effect;
                same || (is_plain(&b.cost) && is_plain(&toll.cost))
            };
            match bills.iter_mut().find(joins) {
                Some(bill) => add_cost(&mut bill.cost, &toll.cost),
                None => bills.push(Bill { rule: toll.rule.clone(), cost: toll.cost.clone() }),
            }
        }
        bills
    }
}

/// Mana and nothing else, so that it matters to nobody whose effect asks for it.
pub(super) fn is_plain(cost: &Cost) -> bool {
    cost.parts.iter().all(|part| matches!(part, CostPart::Mana(_)))
}

fn add_cost(to: &mut Cost, more: &Cost) {
    for part in &more.parts {
        let mana = to.parts.iter_mut().find_map(|p| match p {
            CostPart::Mana(ManaCost(symbols)) => Some(symbols),
            _ => None,
        });
        match (mana, part) {
            (Some(symbols), CostPart::Mana(ManaCost(more))) => symbols.extend(more.iter().copied()),
            _ => to.parts.push(part.clone()),
        }
    }
}

/// Whether a creature can make one attack or block, and what for.
pub(super) enum Verdict {
    Free,
    Forbidden,
    For(SmallVec<[(usize, Cost); 1]>),
}

impl State {
    /// Restrictions on one creature attacking one thing (508.1c); those on attacking one player are of what attacks that player
    /// (802.3a).
    pub(super) fn may_attack(&self, id: ObjectId, defender: Entity) -> Verdict {
        let mut price = SmallVec::new();
        for (place, rule) in self.rules().cants.iter().enumerate() {
            if let Some(Continuous::Cant(Prohibition::AttackOnlyNearest(linked))) = rule.what()
                && !self.attacks_nearest(id, defender, self.chosen_values(rule.source, *linked).last())
            {
                return Verdict::Forbidden;
            }
            let Some(Continuous::Cant(Prohibition::Attack { what, whom, unless })) = rule.what() else { continue };
            let context = Context { defending: Some(self.player_of(defender)), ..rule.context() };
            let about = self.is_selected(id.into(), what, &context)
                && whom.as_ref().is_none_or(|w| self.fits(defender, w, &context));
            match unless {
                _ if !about => {}
                None => return Verdict::Forbidden,
                Some(cost) => price.push((place, cost.clone())),
            }
        }
        if price.is_empty() { Verdict::Free } else { Verdict::For(price) }
    }

    /// Whether what is attacked is the nearest opponent of the creature's controller in that direction, or a planeswalker of theirs. No
    /// direction that nobody chose restricts anything (607.5a).
    fn attacks_nearest(&self, id: ObjectId, defender: Entity, direction: Option<&Chosen>) -> bool {
        let Some(Chosen::Word(direction)) = direction else { return true };
        let attacking = self.controller(id);
        let mut opponents = self.from_seat(attacking).filter(|p| self.are_opponents(*p, attacking));
        // Turn order goes to the left (101.4).
        let nearest = if &**direction == "left" { opponents.next() } else { opponents.last() };
        let theirs = match defender {
            Entity::Player(player) => Some(player),
            Entity::Object(id) => Some(self.player_of(defender)).filter(|_| self.chars(id).is(CardType::Planeswalker)),
        };
        nearest.is_none() || theirs == nearest
    }

    /// Restrictions on one creature blocking another (509.1b).
    pub(super) fn may_block(&self, blocker: ObjectId, attacker: ObjectId) -> Verdict {
        if self.evades(attacker, blocker).is_some() {
            return Verdict::Forbidden;
        }
        let mut price = SmallVec::new();
        for (place, rule) in self.rules().cants.iter().enumerate() {
            let Some(Continuous::Cant(Prohibition::Block { what, whom, unless })) = rule.what() else { continue };
            // Within, the attacker is the member at hand.
            let context = rule.context().looping(attacker.into());
            let about = self.is_selected(blocker.into(), what, &context)
                && whom.as_ref().is_none_or(|w| self.is_selected(attacker.into(), w, &context));
            match unless {
                _ if !about => {}
                None => return Verdict::Forbidden,
                Some(cost) => price.push((place, cost.clone())),
            }
        }
        if price.is_empty() { Verdict::Free } else { Verdict::For(price) }
    }

    /// The legal attacks of a player but for what they can pay, and the prices.
    pub(super) fn attack_domain(&self, player: PlayerId) -> (AttackDomain, Vec<Toll>) {
        let mut domain = AttackDomain::default();
        let mut tolls = Vec::new();
        let defenders = self.attackable(player);
        let restricts = |cant: &Continuous| {
            matches!(cant, Continuous::Cant(Prohibition::Attack { .. } | Prohibition::AttackOnlyNearest(_)))
        };
        let restricted = self.rules().cants.iter().any(|r| r.what().is_some_and(restricts));
        for id in self.permanents() {
            if !self.can_be_attacker(id, player) {
                continue;
            }
            let mut options = Vec::new();
            for defender in &defenders {
                if !self.may_attack_as_it_is(id, *defender) {
                    continue;
                }
                let verdict = if restricted { self.may_attack(id, *defender) } else { Verdict::Free };
                match verdict {
                    Verdict::Forbidden => continue,
                    Verdict::Free => {}
                    Verdict::For(price) => self.charge(&price, id, *defender, &mut tolls),
                }
                options.push(*defender);
            }
            if !options.is_empty() {
                domain.attackers.push((id, options));
            }
        }
        if !domain.attackers.is_empty() {
            self.limit_attack(&mut domain, player);
            self.require_attacks(&mut domain, player);
            self.band_together(&mut domain);
        }
        for toll in &tolls {
            let creature = domain.attackers.iter().position(|(id, _)| *id == toll.creature);
            let option = creature.and_then(|c| domain.attackers[c].1.iter().position(|d| *d == toll.option));
            if let (Some(creature), Some(option)) = (creature, option) {
                domain.costly.push((creature as u16, option as u16));
            }
        }
        domain.costly.dedup();
        (domain, tolls)
    }

    fn charge(&self, price: &[(usize, Cost)], creature: ObjectId, option: Entity, tolls: &mut Vec<Toll>) {
        for (place, cost) in price {
            if let Some(rule) = self.rules().cants.get(*place) {
                let cost = self.counted(cost, &rule.context());
                tolls.push(Toll { creature, option, rule: rule.clone(), cost });
            }
        }
    }

    /// A cost with what it counts worked out (508.1h).
    fn counted(&self, cost: &Cost, context: &Context<'_>) -> Cost {
        let parts = cost.parts.iter().map(|part| match part {
            CostPart::ManaTimes(ManaCost(mana), times) => {
                let times = self.count(times, context).min(1_000) as usize;
                let symbols = mana.iter().copied().cycle().take(mana.len() * times);
                CostPart::Mana(ManaCost(symbols.collect()))
            }
            other => other.clone(),
        });
        Cost { parts: parts.collect() }
    }

    fn limit_attack(&self, domain: &mut AttackDomain, player: PlayerId) {
        for rule in &self.rules().cants {
            let context = rule.context();
            match rule.what() {
                Some(Continuous::Cant(Prohibition::AttackAlone(what))) => {
                    for (place, (id, _)) in domain.attackers.iter().enumerate() {
                        if self.is_selected((*id).into(), what, &context) {
                            domain.not_alone.push(place as u16);
                        }
                    }
                }
                Some(Continuous::Cant(Prohibition::AttackAccompanied(what))) => {
                    for (place, (id, _)) in domain.attackers.iter().enumerate() {
                        if self.is_selected((*id).into(), what, &context) {
                            domain.only_alone.push(place as u16);
                        }
                    }
                }
                Some(Continuous::Cant(Prohibition::AttackersMax(who, most)))
                    if self.is_among(player, who, &context) =>
                {
                    domain.most = Some(domain.most.map_or(*most, |m| m.min(*most)));
                }
                Some(Continuous::Cant(Prohibition::AttackUnlessWith { what, with, least })) => {
                    let all: Vec<ObjectId> = domain.attackers.iter().map(|(id, _)| *id).collect();
                    self.add_company(&mut domain.company, &all, (what, with, *least), &context);
                }
                Some(Continuous::Cant(Prohibition::AttackersMaxAt(whom, most))) => {
                    domain.limit(*most, |defender| self.is_selected(*defender, whom, &context));
                }
                _ => {}
            }
        }
    }

    /// Requirements on attackers (508.1d).
    fn require_attacks(&self, domain: &mut AttackDomain, player: PlayerId) {
        // 701.38d: of one player a creature is goaded once.
        let mut goaded: SmallVec<[(u16, PlayerId); 4]> = SmallVec::new();
        for rule in &self.rules().musts {
            let context = rule.context();
            let Some(Continuous::Must(must)) = rule.what() else { continue };
            self.require_jointly(domain, player, must, &context);
            let (Requirement::Attack { what, .. } | Requirement::AttackOther { what, .. } | Requirement::Goaded(what)) =
                must
            else {
                continue;
            };
            // 701.38b: a player, not a planeswalker or battle of theirs.
            let player = |defender: &Entity| matches!(defender, Entity::Player(_));
            for place in 0..domain.attackers.len() {
                let (id, place) = (domain.attackers[place].0, place as u16);
                if !self.is_selected(id.into(), what, &context) {
                    continue;
                }
                if matches!(must, Requirement::Goaded(_)) && self.is_past_goad(id, rule.timestamp) {
                    continue;
                }
                match must {
                    Requirement::Attack { whom, .. } => {
                        domain.require(place, |d| whom.as_ref().is_none_or(|w| self.is_selected(*d, w, &context)));
                    }
                    Requirement::AttackOther { not, .. } => {
                        domain.require(place, |d| player(d) && !self.is_selected(*d, not, &context));
                    }
                    _ if goaded.contains(&(place, rule.controller)) => {}
                    _ => {
                        goaded.push((place, rule.controller));
                        domain.require(place, |_| true);
                        domain.require(place, |d| player(d) && *d != rule.controller.into());
                    }
                }
            }
        }
    }

    /// The legal blocks of a player but for what they can pay, and the prices.
    pub(super) fn block_domain(&self, player: PlayerId) -> (BlockDomain, Vec<Toll>) {
        let mut domain = BlockDomain::default();
        let mut tolls = Vec::new();
        // 509.1a, 310.8c, 802.4a: creatures attacking that player, a planeswalker they control or a battle they protect. 802.4b: what
        // attacks others, and what those block, is not looked at.
        domain.attackers = self
            .attackers()
            .iter()
            .filter(|a| self.acts_for(a.defending, player)) // 805.10d
            .map(|a| Blockable { id: a.id, least: 0, most: None })
            .collect();
        if domain.attackers.is_empty() {
            return (domain, tolls);
        }
        self.limit_blocks_of_attackers(&mut domain);
        let mut alike = Alike::new(self, &domain.attackers);
        for id in self.permanents() {
            if !self.can_be_blocker(id, player) {
                continue;
            }
            let options = alike.options(self, id, |attacker| match self.may_block(id, attacker) {
                Verdict::Forbidden => false,
                Verdict::Free => true,
                Verdict::For(price) => {
                    self.charge(&price, id, attacker.into(), &mut tolls);
                    true
                }
            });
            if !options.is_empty() {
                domain.blockers.push((id, options));
                domain.capacity.push(self.block_capacity(id));
            }
        }
        if !domain.blockers.is_empty() {
            self.limit_blockers(&mut domain, player);
            self.require_blocks(&mut domain);
        }
        for toll in &tolls {
            let blocker = domain.blockers.iter().position(|(id, _)| *id == toll.creature);
            let attacker = domain.attackers.iter().position(|a| Entity::Object(a.id) == toll.option);
            if let (Some(blocker), Some(attacker)) = (blocker, attacker) {
                domain.costly.push((blocker as u16, attacker as u16));
            }
        }
        domain.costly.dedup();
        (domain, tolls)
    }

    /// Whether a creature could be chosen to block at all (509.1a).
    pub(super) fn can_be_blocker(&self, id: ObjectId, player: PlayerId) -> bool {
        let Some(permanent) = self.permanent(id) else { return false };
        if permanent.tapped && !self.blocks_tapped(id) || !self.acts_for(self.controller(id), player) {
            return false;
        }
        let chars = self.chars(id);
        chars.is_creature() && !chars.is(CardType::Battle) && !chars.has(Keyword::Decayed) // 702.147a
    }

    /// How many attackers a creature can block: one (509.1a), and what effects add.
    fn block_capacity(&self, id: ObjectId) -> Option<u32> {
        let mut capacity = 1_u32;
        for rule in &self.rules().mays {
            let Some(Continuous::May(Permission::BlockMore(what, more))) = rule.what() else { continue };
            let context = rule.context();
            if self.is_selected(id.into(), what, &context) {
                let more = u32::try_from(self.amount(more.as_ref()?, &context)).unwrap_or(0);
                capacity = capacity.saturating_add(more);
            }
        }
        Some(capacity)
    }

    /// By how few and how many each attacker can be blocked: menace (702.111b) and the like.
    fn limit_blocks_of_attackers(&self, domain: &mut BlockDomain) {
        for attacker in &mut domain.attackers {
            if self.chars(attacker.id).has(Keyword::Menace) {
                attacker.least = 2; // 702.111b-c
            }
            for rule in &self.rules().cants {
                let context = rule.context();
                match rule.what() {
                    Some(Continuous::Cant(Prohibition::BlockedByFewer(what, least)))
                        if self.is_selected(attacker.id.into(), what, &context) =>
                    {
                        attacker.least = attacker.least.max(*least);
                    }
                    // All of them, those too that can't block: then none may (509.1b).
                    Some(Continuous::Cant(Prohibition::BlockedUnlessByAll(what)))
                        if self.is_selected(attacker.id.into(), what, &context) =>
                    {
                        attacker.least = attacker.least.max(self.creatures_against(attacker.id));
                    }
                    Some(Continuous::Cant(Prohibition::BlockedByMore(what, most)))
                        if self.is_selected(attacker.id.into(), what, &context) =>
                    {
                        attacker.most = Some(attacker.most.map_or(*most, |m| m.min(*most)));
                    }
                    _ => {}
                }
            }
        }
    }

    /// How many creatures the defending player of an attacker controls.
    fn creatures_against(&self, attacker: ObjectId) -> u32 {
        let Some(defending) = self.attackers().iter().find(|a| a.id == attacker).map(|a| a.defending) else { return 0 };
        let theirs = |id: &ObjectId| self.chars(*id).is_creature() && self.controller(*id) == defending;
        u32::try_from(self.permanents().filter(theirs).count()).unwrap_or(u32::MAX)
    }

    fn limit_blockers(&self, domain: &mut BlockDomain, player: PlayerId) {
        for rule in &self.rules().cants {
            let context = rule.context();
            match rule.what() {
                Some(Continuous::Cant(Prohibition::BlockAlone(what))) => {
                    for (place, (id, _)) in domain.blockers.iter().enumerate() {
                        if self.is_selected((*id).into(), what, &context) {
                            domain.not_alone.push(place as u16);
                        }
                    }
                }
                Some(Continuous::Cant(Prohibition::BlockUnlessWith { what, with, least })) => {
                    let all: Vec<ObjectId> = domain.blockers.iter().map(|(id, _)| *id).collect();
                    self.add_company(&mut domain.company, &all, (what, with, *least), &context);
                }
                Some(Continuous::Cant(Prohibition::BlockersMax(who, most))) if self.is_among(player, who, &context) => {
                    domain.most = Some(domain.most.map_or(*most, |m| m.min(*most)));
                }
                _ => {}
            }
        }
    }

    /// Requirements on blockers (509.1c).
    fn require_blocks(&self, domain: &mut BlockDomain) {
        let mut all: Vec<Vec<(u16, u16)>> = Vec::new();
        let mut counted: Vec<(u16, u32, u32)> = Vec::new();
        let number = |id: &ObjectId| domain.attackers.iter().position(|a| a.id == *id).map_or(0, |p| p as u16);
        for rule in &self.rules().musts {
            let context = rule.context();
            let Some(Continuous::Must(must)) = rule.what() else { continue };
            match must {
                Requirement::Block { what, whom } => {
                    for (b, (id, options)) in domain.blockers.iter().enumerate() {
                        if self.is_selected((*id).into(), what, &context) {
                            let fits = |a: &&ObjectId| {
                                whom.as_ref().is_none_or(|w| self.is_selected((**a).into(), w, &context))
                            };
                            all.push(options.iter().filter(fits).map(|a| (b as u16, number(a))).collect());
                        }
                    }
                }
                Requirement::BeBlocked(what)
                | Requirement::BeBlockedByAll(what)
                | Requirement::BeBlockedBySuch { what, .. } => {
                    let (by, every) = match must {
                        Requirement::BeBlockedBySuch { by, all, .. } => (Some(by), *all),
                        _ => (None, matches!(must, Requirement::BeBlockedByAll(_))),
                    };
                    for (a, attacker) in domain.attackers.iter().enumerate() {
                        if !self.is_selected(attacker.id.into(), what, &context) {
                            continue;
                        }
                        let able = domain.blockers.iter().enumerate();
                        let pairs: Vec<(u16, u16)> = able
                            .filter(|(_, (_, options))| options.contains(&attacker.id))
                            .filter(|(_, (id, _))| by.is_none_or(|by| self.fits((*id).into(), by, &context)))
                            .map(|(b, _)| (b as u16, a as u16))
                            .collect();
                        if every {
                            all.extend(pairs.into_iter().map(|p| vec![p]));
                        } else {
                            all.push(pairs);
                        }
                    }
                }
                Requirement::BeBlockedBySoMany { what, least, most } => {
                    let such = |a: &usize| self.is_selected(domain.attackers[*a].id.into(), what, &context);
                    let places = (0..domain.attackers.len()).filter(such);
                    counted.extend(places.map(|a| (a as u16, *least, most.unwrap_or(u32::MAX))));
                }
                Requirement::Attack { .. }
                | Requirement::AttackWithOne { .. }
                | Requirement::AttackTogether { .. }
                | Requirement::Goaded(_)
                | Requirement::AttackOther { .. } => {}
            }
        }
        domain.counted = counted;
        all.retain(|pairs| !pairs.is_empty());
        domain.requirements = all;
    }
}
