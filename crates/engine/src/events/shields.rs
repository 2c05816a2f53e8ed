//! Shields against damage (615.7, 609.7): what they prevent of damage dealt at once, where it can go instead, and what
//! they follow.

use lawmage_ir::{
    Amount, CardType, Clause, Continuous, EventPattern, Instead, Instruction, Ref, Replacement, Rule, Selector, Test,
    Who, rule, visit,
};

use crate::events::happen::Batch;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};
use crate::table::replacing::Applicable;

impl Game<'_> {
    /// 615.7: of damage dealt at once by several sources, or to several of "you and permanents you control", the shielded player,
    /// or the controller of the shielded permanents, chooses which a shield prevents or redirects: that damage is settled first.
    pub(crate) fn order_damage(&mut self, wave: &mut [(usize, Proposal)], rule: Rule) -> Res<()> {
        if wave.len() < 2 || self.state.effects.iter().all(|e| e.left.is_none()) {
            return Ok(());
        }
        let shields: Vec<u32> = self.state.effects.iter().filter(|e| e.left.is_some()).map(|e| e.id).collect();
        for shield in shields {
            let (places, left) = self.state.shielded(shield, wave, rule);
            let dealt = |i: &usize| match wave[*i].1 {
                Proposal::Damage { amount, .. } => amount,
                _ => 0,
            };
            if places.len() < 2 || places.iter().map(dealt).sum::<u32>() <= left {
                continue;
            }
            let first = self.choose_prevented(&places, left, wave)?;
            let rest = places.iter().copied().filter(|i| !first.contains(i));
            let order: Vec<usize> = first.iter().copied().chain(rest).collect();
            let moved: Vec<(usize, Proposal)> = order.iter().map(|i| wave[*i].clone()).collect();
            for (place, one) in places.into_iter().zip(moved) {
                wave[place] = one;
            }
        }
        Ok(())
    }

    /// Which of the damages the shield meets first, one after the other until it is used up.
    fn choose_prevented(&mut self, places: &[usize], left: u32, wave: &[(usize, Proposal)]) -> Res<Vec<usize>> {
        let mut first: Vec<usize> = Vec::new();
        let mut left = left;
        while left > 0 {
            let mut open: Vec<(usize, ObjectId, Entity, u32)> = places
                .iter()
                .filter(|i| !first.contains(i))
                .filter_map(|i| match wave[*i].1 {
                    Proposal::Damage { source, to, amount, .. } => Some((*i, source, to, amount)),
                    _ => None,
                })
                .collect();
            let Some((place, ..)) = open.first() else { break };
            let player = self.state.affected(&wave[*place].1);
            if let Some(source) = self.told_apart(player, open.iter().map(|(_, source, ..)| (*source).into()))? {
                open.retain(|(_, of, ..)| Entity::Object(*of) == source);
            }
            if let Some(recipient) = self.told_apart(player, open.iter().map(|(_, _, to, _)| *to))? {
                open.retain(|(_, _, to, _)| *to == recipient);
            }
            let Some((place, .., amount)) = open.first() else { break };
            first.push(*place);
            left = left.saturating_sub(*amount);
        }
        Ok(first)
    }

    /// Which of them, where they aren't all the same.
    fn told_apart(&mut self, player: PlayerId, of: impl Iterator<Item = Entity>) -> Res<Option<Entity>> {
        let mut different: Vec<Entity> = Vec::new();
        of.for_each(|one| {
            if !different.contains(&one) {
                different.push(one);
            }
        });
        if different.len() < 2 {
            return Ok(None);
        }
        let options = different.into_iter().map(Choice::from).collect();
        let picked = self.pick(Decision::pick(player, Ask::Choose, rule!("615.7"), None, options, 1, 1))?;
        Ok(picked.first().and_then(Choice::entity))
    }
}

impl Game<'_> {
    /// 614.9: damage is dealt there instead, all of it or as much as is left of a shield; the rest of it goes where it would. It
    /// does nothing where damage can't be dealt.
    pub(super) fn redirect(
        &mut self,
        chosen: &Applicable,
        proposal: Proposal,
        there: Option<Entity>,
        limit: Option<u32>,
        batch: &mut Batch,
        applied: &[Applicable],
    ) -> Option<Proposal> {
        let Proposal::Damage { source, to, amount, combat, unpreventable } = proposal else { return Some(proposal) };
        let Some(there) = there.filter(|there| self.state.takes_damage(*there)) else { return Some(proposal) };
        let part = limit.map_or(amount, |left| left.min(amount));
        if limit.is_some() {
            self.state.wear_off(chosen, part);
        }
        let elsewhere = Proposal::Damage { source, to: there, amount: part, combat, unpreventable };
        if part == amount {
            return Some(elsewhere);
        }
        batch.more.push((elsewhere, applied.to_vec()));
        Some(Proposal::Damage { source, to, amount: amount - part, combat, unpreventable })
    }
}

impl State {
    /// The damages of a wave that a shield could prevent or redirect, and what is left of it.
    fn shielded(&self, shield: u32, wave: &[(usize, Proposal)], rule: Rule) -> (Vec<usize>, u32) {
        let Some(effect) = self.effects.iter().find(|e| e.id == shield) else { return (Vec::new(), 0) };
        let Continuous::Replace(replacement) = &*effect.what else { return (Vec::new(), 0) };
        if replacement.instead.wears_off().is_none() {
            return (Vec::new(), 0);
        }
        let context = Context::with(effect.source, effect.controller, &effect.frame);
        let places = (0..wave.len()).filter(|i| {
            matches!(wave[*i].1, Proposal::Damage { .. })
                && self.would_replace(replacement, &wave[*i].1, rule, &context)
        });
        (places.collect(), effect.left.unwrap_or(0))
    }

    /// Whether an effect of "the next time" is over with what it is applied to: not where it prevents or redirects nothing
    /// (609.7b, 614.9, 615.12). A shield of an amount wears off by what it prevents (615.7).
    pub(crate) fn uses_up(&self, instead: &Instead, proposal: &Proposal, context: &Context<'_>) -> bool {
        match (instead, proposal) {
            _ if instead.wears_off().is_some() => false,
            (Instead::Prevent { .. }, Proposal::Damage { source, combat, unpreventable, .. }) => {
                self.is_preventable(*source, *combat, *unpreventable)
            }
            (Instead::Redirect { to, .. }, _) => {
                self.selected(to, context).first().is_some_and(|to| self.takes_damage(*to))
            }
            _ => true,
        }
    }

    /// What is left of a shield that wears off; "the next time" is no such amount.
    pub(crate) fn shield_left(&self, chosen: &Applicable, replacement: &Replacement) -> Option<u32> {
        let id = chosen.effect.filter(|_| !replacement.once || replacement.instead.wears_off().is_some())?;
        self.effects.iter().find(|e| e.id == id)?.left
    }

    /// A shield wears off by so much (615.7).
    pub(crate) fn wear_off(&mut self, chosen: &Applicable, by: u32) {
        if let Some(effect) = chosen.effect
            && let Some(place) = self.effects.iter().position(|e| e.id == effect)
            && let Some(left) = &mut self.effects[place].left
        {
            *left = left.saturating_sub(by);
            if *left == 0 {
                self.effects.remove(place);
                self.touch();
            }
        }
    }

    /// A permission with so many uses in all has one less; after the last it is over.
    pub(crate) fn take_use(&mut self, key: AbilityKey) {
        let Some(effect) = self.effects.iter_mut().find(|e| AbilityKey::granted(e.id, 0, 0) == key) else { return };
        effect.left = effect.left.map(|left| left.saturating_sub(1));
        if effect.left == Some(0) {
            let id = effect.id;
            self.end_effects(&[id]);
        }
    }

    /// 614.9: whether damage can be redirected there: to a battle, creature or planeswalker on the battlefield, or a player
    /// in the game.
    pub(crate) fn takes_damage(&self, entity: Entity) -> bool {
        match entity {
            Entity::Player(player) => self.player(player).is_playing(),
            Entity::Object(id) => {
                let chars = self.chars(id);
                self.permanent(id).is_some_and(|p| !p.phased_out)
                    && (chars.is_creature() || chars.is(CardType::Planeswalker) || chars.is(CardType::Battle))
            }
        }
    }
}

/// "The next time damage would be dealt": all that is dealt at that time, from whatever sources, not of one alone (615.8).
pub(super) fn of_any_source(event: &EventPattern) -> bool {
    matches!(event, EventPattern::Damage { by, .. } if by.test == Test::Any)
}

/// Whether what follows a prevention is the same whatever the damage's source was.
pub(super) fn forgets_source(does: &Instruction) -> bool {
    let itself = |what: &Selector| matches!(what, Selector::Ref(Ref::This | Ref::Host(_)));
    match does {
        // "When damage is prevented this way, ~ deals that much damage to any other target."
        Instruction::Reflexive(program) => {
            let deals =
                |c: &Clause| matches!(&c.does, Instruction::Damage { source: Ref::This, amount: Amount::Event, .. });
            let of_source = visit::any(&**program, |r: &Ref| matches!(r, Ref::Event(_)));
            program.modes.iter().all(|mode| mode.clauses.iter().all(deals)) && !of_source
        }
        Instruction::RemoveCounters { from, .. } => itself(from),
        Instruction::PutCounters { on, .. } => itself(on),
        Instruction::GainLife(who, _)
        | Instruction::LoseLife(who, _)
        | Instruction::Draw { who, .. }
        | Instruction::Mill { who, .. }
        | Instruction::CreateToken { who, .. } => *who == Who::You,
        _ => false,
    }
}
