//! Adding mana (106.4).

use std::sync::Arc;

use lawmage_ir::{Ability, Amount, Color, ManaRider, ManaType, ManaYield, Selector, Who, rule};
use smallvec::SmallVec;

use crate::pay::Supply;
use crate::read::context::Scope;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision, Domain};
use crate::table::game::{Game, Res};

/// Mana by [`ManaType::index`].
pub type Bundle = [u16; 6];

fn bundle(mana: &[ManaType], times: u32) -> Bundle {
    let times = u16::try_from(times).unwrap_or(u16::MAX);
    let mut made = [0_u16; 6];
    for one in mana {
        let place = &mut made[one.index()];
        *place = place.saturating_add(times);
    }
    made
}

impl Game<'_> {
    /// Players add mana (106.3): of a spell or an ability, whether or not it is a mana ability.
    pub(super) fn add_mana(
        &mut self,
        who: &Who,
        mana: &ManaYield,
        times: &Amount,
        rider: Option<&ManaRider>,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        let rider = rider.map(|r| Arc::new(r.clone()));
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let times = self.state.count(times, &scope.context(frame));
            let made = self.choose_yield(player, mana, times, scope, frame)?;
            let amount: u32 = made.iter().map(|n| u32::from(*n)).sum();
            if amount == 0 {
                continue;
            }
            let proposal = Proposal::AddMana {
                player,
                source: scope.source,
                mana: made,
                rider: rider.clone(),
                tapped: self.tapping == Some(scope.source),
            };
            if self.happen_one(proposal, rule!("106.4"))?.done {
                value.done = true;
                value.number = value.number.saturating_add(amount as i32);
                value.members.push(player.into());
            }
        }
        Ok(value)
    }

    /// What mana is added, with the player asked where there is a choice.
    fn choose_yield(
        &mut self,
        player: PlayerId,
        mana: &ManaYield,
        times: u32,
        scope: Scope,
        frame: &Frame,
    ) -> Res<Bundle> {
        if let ManaYield::AnyColor { count, combination: true, colors } = mana {
            let count = self.state.count(count, &scope.context(frame)).saturating_mul(times).min(u32::from(u16::MAX));
            if let Some(made) = self.planned_combination(colors, count) {
                return Ok(made);
            }
            return self.choose_combination(player, colors, count, scope);
        }
        let options = self.state.mana_options(mana, &scope.context(frame));
        if let Some(made) = self.planned_yield(&options, times) {
            return Ok(made);
        }
        let one_each = matches!(mana, ManaYield::OneOf(_))
            || matches!(mana, ManaYield::AnyColor { count: Amount::ONE, combination: false, .. });
        if one_each && times > 1 {
            // "Add {R} or {G} for each …", "add one mana of any color for each …": each of them is chosen by itself.
            let among: Vec<Choice> = options.iter().map(|o| Choice::Mana(o.clone())).collect();
            let domain = Domain::Divide { least: vec![0; among.len()], among, total: times, needs: Vec::new() };
            let source = Some(scope.source);
            let amounts =
                self.divide(Decision { player, ask: Ask::Mana, rule: rule!("106.4"), source, domain, about: None })?;
            let mut made = [0_u16; 6];
            for (option, amount) in options.iter().zip(amounts) {
                for (all, more) in made.iter_mut().zip(bundle(option, amount)) {
                    *all = all.saturating_add(more);
                }
            }
            return Ok(made);
        }
        let choices: Vec<Choice> = options.iter().map(|o| Choice::Mana(o.clone())).collect();
        let source = Some(scope.source);
        let picked = self.pick(Decision::pick(player, Ask::Mana, rule!("106.4"), source, choices, 1, 1))?;
        Ok(match picked.first() {
            Some(Choice::Mana(mana)) => bundle(mana, times),
            _ => [0; 6],
        })
    }

    /// The choice that the plan of a payment has made for a triggered mana ability: what it wants, if that is an option.
    fn planned_yield(&mut self, options: &[SmallVec<[ManaType; 3]>], times: u32) -> Option<Bundle> {
        if options.len() < 2 {
            return None;
        }
        let within = |made: &Bundle| made.iter().zip(&self.wanted).all(|(n, wanted)| n <= wanted);
        let made = options.iter().map(|o| bundle(o, times)).find(|b| *b != [0; 6] && within(b))?;
        self.wanted = std::array::from_fn(|i| self.wanted[i] - made[i]);
        Some(made)
    }

    /// The same for a combination of colors.
    fn planned_combination(&mut self, colors: &[Color], count: u32) -> Option<Bundle> {
        let mut left = u16::try_from(count).unwrap_or(u16::MAX);
        let mut made = [0_u16; 6];
        for place in colors.iter().map(|c| ManaType::Color(*c).index()) {
            made[place] = self.wanted[place].min(left);
            left -= made[place];
        }
        if left > 0 {
            return None;
        }
        self.wanted = std::array::from_fn(|i| self.wanted[i] - made[i]);
        Some(made)
    }

    fn choose_combination(&mut self, player: PlayerId, colors: &[Color], count: u32, scope: Scope) -> Res<Bundle> {
        let among: Vec<Choice> = colors.iter().map(|c| Choice::Color(*c)).collect();
        let least = vec![0; among.len()];
        let domain = Domain::Divide { among, total: count, least, needs: Vec::new() };
        let source = Some(scope.source);
        let amounts =
            self.divide(Decision { player, ask: Ask::Mana, rule: rule!("106.4"), source, domain, about: None })?;
        let mut made = [0_u16; 6];
        for (color, amount) in colors.iter().zip(amounts) {
            made[ManaType::Color(*color).index()] = u16::try_from(amount).unwrap_or(u16::MAX);
        }
        Ok(made)
    }
}

impl Game<'_> {
    /// Doubles the unspent mana of players (701.9f): as much of each type is added, which nothing restricts (106.6).
    pub(super) fn double_mana(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let pool = &self.state.player(player).mana;
            let mana = ManaType::ALL.map(|t| u16::try_from(pool.of(t)).unwrap_or(u16::MAX));
            if mana == [0; 6] {
                continue;
            }
            let (source, tapped) = (scope.source, false);
            let proposal = Proposal::AddMana { player, source, mana, rider: None, tapped };
            value.done |= self.happen_one(proposal, rule!("106.4"))?.done;
        }
        Ok(value)
    }

    /// Players lose all unspent mana. Where another adds the mana lost this way it is put into that player's pool as it is: what
    /// produced it, its restrictions and its other effects stay (106.13).
    pub(super) fn lose_mana(&mut self, who: &Who, to: Option<&Who>, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        let heir = to.and_then(|w| self.state.players_in_order(w, &scope.context(frame)).first().copied());
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            value.members.push(player.into());
            if let Some(into) = self.mana_turns(player)? {
                let pool = &mut self.state.player_mut(player).mana;
                let mana = pool.plain.iter().fold(0_u16, |all, n| all.saturating_add(*n));
                pool.plain = [0; 6];
                pool.add(into, mana);
                pool.special.iter_mut().for_each(|s| s.mana = into);
                continue;
            }
            let lost = std::mem::take(&mut self.state.player_mut(player).mana);
            let amount = lost.total();
            value.number = value.number.saturating_add(i32::try_from(amount).unwrap_or(i32::MAX));
            value.done |= amount > 0;
            if let Some(heir) = heir {
                let pool = &mut self.state.player_mut(heir).mana;
                for kind in ManaType::ALL {
                    pool.add(kind, lost.plain[kind.index()]);
                }
                pool.special.extend(lost.special);
            }
        }
        Ok(value)
    }

    /// Players activate a mana ability of each of those permanents they can activate one of, choosing which.
    pub(super) fn activate_mana_of(
        &mut self,
        who: &Who,
        what: &Selector,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            for id in self.pick_permanents(what, scope, frame)? {
                let options: Vec<Choice> = self.state.mana_abilities_now(player, id);
                if options.is_empty() {
                    continue;
                }
                let ask = Decision::pick(player, Ask::Choose, rule!("605.3a"), Some(id), options, 1, 1);
                if let Some(Choice::Ability { key: Some(key), .. }) = self.pick(ask)?.first() {
                    self.activate_mana(player, id, *key, None)?;
                    value.members.push(id.into());
                }
            }
        }
        value.done = !value.members.is_empty();
        Ok(value)
    }
}

impl State {
    /// The mana abilities of a permanent that a player could activate now, without mana for it from elsewhere.
    fn mana_abilities_now(&self, player: PlayerId, id: ObjectId) -> Vec<Choice> {
        let supply = || std::rc::Rc::new(Supply::default());
        let abilities = self.chars(id).abilities.iter();
        abilities
            .filter(|on| match &*on.ability {
                Ability::Activated(a) => a.mana && self.can_activate(player, id, on.key, a, &supply),
                _ => false,
            })
            .map(|on| Choice::Ability { source: id, key: Some(on.key) })
            .collect()
    }
}
