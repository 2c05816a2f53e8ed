//! Gaining, losing and setting life (119).

use lawmage_ir::{
    Amount, Continuous, Cost, CostPart, Duration, Modification, Permission, Ref, Selector, Stat, Who, rule,
};

use crate::pay::flow::assign;
use crate::read::context::{Context, Scope, for_player};
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId, Players};
use crate::state::object::Chosen;
use crate::state::proposal::Proposal;
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// What a player gains or loses where a life total becomes another (119.5).
fn change_to(player: PlayerId, old: i32, new: i32) -> Option<Proposal> {
    let amount = new.abs_diff(old);
    match new.cmp(&old) {
        std::cmp::Ordering::Greater => Some(Proposal::GainLife { player, amount }),
        std::cmp::Ordering::Less => Some(Proposal::LoseLife { player, amount, damage: None }),
        std::cmp::Ordering::Equal => None,
    }
}

impl State {
    /// Whether a player may receive another's life total as theirs (119.7, 119.8).
    fn may_get_life_of(&self, to: PlayerId, from: PlayerId) -> bool {
        match self.player(from).life.cmp(&self.player(to).life) {
            std::cmp::Ordering::Greater => !self.forbids_gain(to),
            std::cmp::Ordering::Less => !self.forbids_loss(to),
            std::cmp::Ordering::Equal => true,
        }
    }

    /// Whether each of these players may receive one of the life totals, each another.
    fn can_share_out(&self, to: &[PlayerId], totals: &[PlayerId]) -> bool {
        assign(totals.len(), to.len(), |total, player| self.may_get_life_of(to[player], totals[total])).is_some()
    }
}

impl Game<'_> {
    /// Players gain life (119.3).
    pub(super) fn gain_life(&mut self, who: &Who, amount: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let proposals = self.for_each_player(who, amount, scope, frame, |player, amount| {
            (amount > 0).then_some(Proposal::GainLife { player, amount: amount as u32 })
        });
        self.change_life(proposals, who, scope, frame)
    }

    /// Players lose life (119.3).
    pub(super) fn lose_life(&mut self, who: &Who, amount: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let proposals = self.for_each_player(who, amount, scope, frame, |player, amount| {
            (amount > 0).then_some(Proposal::LoseLife { player, amount: amount as u32, damage: None })
        });
        self.change_life(proposals, who, scope, frame)
    }

    /// A player loses life from radiation (725.1a), or gains it instead where an effect says so.
    pub(super) fn lose_to_radiation(&mut self, amount: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let gains = self
            .state
            .lets_player(scope.you, &|may| if let Permission::GainFromRadiation(who) = may { Some(who) } else { None });
        if gains {
            return self.gain_life(&Who::You, amount, scope, frame);
        }
        self.lose_life(&Who::You, amount, scope, frame)
    }

    /// Players' life totals become a number: they gain or lose what it takes (119.5).
    pub(super) fn set_life(&mut self, who: &Who, amount: &Amount, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let lives: Vec<i32> = self.state.players.iter().map(|p| p.life).collect();
        let players = self.state.players_in_order(who, &scope.context(frame));
        let set = self.one_for_each_total(&players, scope.source)?;
        let proposals = self.for_each_player(who, amount, scope, frame, |player, amount| {
            if !set.contains(&player) {
                return None;
            }
            change_to(player, lives.get(player.index()).copied().unwrap_or(0), amount)
        });
        self.change_life(proposals, who, scope, frame)
    }

    /// Of players who share a life total the one, chosen by their team, whose total is set for them all (810.9d).
    fn one_for_each_total(&mut self, players: &[PlayerId], source: ObjectId) -> Res<Players> {
        if !self.state.shares_life() {
            return Ok(players.into());
        }
        let mut chosen = Players::new();
        for player in self.state.one_of_each_team(players) {
            let team = players.iter().filter(|p| !self.state.are_opponents(**p, player));
            let options = team.map(|p| Choice::Player(*p)).collect();
            let ask = Decision::pick(player, Ask::Choose, rule!("810.9d"), Some(source), options, 1, 1);
            chosen.extend(self.pick(ask)?.iter().filter_map(|picked| picked.entity()?.player()));
        }
        Ok(chosen)
    }

    /// Players pay any amount of life (119.4): as much as they choose of what they can pay.
    pub(super) fn pay_any_life(
        &mut self,
        who: &Who,
        linked: Option<u8>,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let mut value = SlotValue::default();
        let cost = |n: u32| Cost { parts: vec![CostPart::Life(Amount::Const(i32::try_from(n).unwrap_or(i32::MAX)))] };
        for player in self.state.players_in_order(who, &scope.context(frame)) {
            let life = u32::try_from(self.state.player(player).life).unwrap_or(0);
            let max = if life > 0 && self.can_pay(player, &cost(1), &scope.context(frame)) { life } else { 0 };
            let source = Some(scope.source);
            let n = self.number(Decision::number(player, Ask::Value, rule!("608.2d"), source, (0, max)))?;
            if n > 0 && self.pay(player, &cost(n), &scope.context(frame))?.is_some() {
                value.done = true;
                value.number = value.number.saturating_add(i32::try_from(n).unwrap_or(i32::MAX));
                value.members.push(player.into());
            }
        }
        if let Some(linked) = linked {
            // 607.2g
            let paid = Chosen::Number(u32::try_from(value.number).unwrap_or(0));
            self.state.with_memory(scope.source, |memory| memory.chosen.push((linked, paid)));
        }
        Ok(value)
    }

    /// Two players exchange life totals: they gain and lose the difference (701.10c). What one of them can't gain (119.7) or lose
    /// (119.8) keeps it from happening.
    pub(super) fn exchange_life(&mut self, one: &Who, other: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let context = scope.context(frame);
        let mut players = self.state.players_in_order(one, &context);
        let others = self.state.players_in_order(other, &context);
        let more = others.into_iter().filter(|p| !players.contains(p)).collect::<Vec<_>>();
        players.extend(more);
        let [a, b] = players.as_slice() else { return Ok(SlotValue::default()) };
        let (low, high) = if self.state.player(*a).life <= self.state.player(*b).life { (*a, *b) } else { (*b, *a) };
        let amount = self.state.player(high).life.abs_diff(self.state.player(low).life);
        // Teammates have one total: 810.9e.
        if amount == 0 || self.state.forbids_gain(low) || self.state.forbids_loss(high) {
            return Ok(SlotValue::default());
        }
        let proposals =
            vec![Proposal::GainLife { player: low, amount }, Proposal::LoseLife { player: high, amount, damage: None }];
        let value = SlotValue::summed(self.happen(proposals, rule!("119.5"))?);
        Ok(SlotValue { members: [low, high].into_iter().map(Entity::Player).collect(), ..value })
    }

    /// You redistribute the life totals of any number of players: each of those you choose gets the total of one of them. Who can't
    /// gain life gets no higher one (119.7), who can't lose life no lower one (119.8); of a team that shares its life total one
    /// player is affected at most (810.9f).
    pub(super) fn redistribute_life(&mut self, scope: Scope) -> Res<SlotValue> {
        let all: Vec<PlayerId> = self.state.apnap().collect();
        let first_of_team = |p: &&PlayerId| !self.state.shares_life() || self.state.team_of(**p).next() == Some(**p);
        let options: Vec<Choice> = all.iter().filter(first_of_team).map(|p| Choice::Player(*p)).collect();
        let most = u32::try_from(options.len()).unwrap_or(u32::MAX);
        let source = Some(scope.source);
        let ask = Decision::pick(scope.you, Ask::Choose, rule!("119.7"), source, options, 0, most);
        let player = |choice: &Choice| if let Choice::Player(p) = choice { Some(*p) } else { None };
        let chosen: Vec<PlayerId> = self.pick(ask)?.iter().filter_map(player).collect();
        let mut left = chosen.clone();
        let mut proposals = Vec::new();
        for (place, to) in chosen.iter().enumerate() {
            let waiting = chosen.get(place + 1..).unwrap_or_default();
            let fits = |from: &PlayerId| {
                let rest: Vec<PlayerId> = left.iter().copied().filter(|p| p != from).collect();
                self.state.may_get_life_of(*to, *from) && self.state.can_share_out(waiting, &rest)
            };
            let options: Vec<Choice> = left.iter().filter(|p| fits(p)).map(|p| Choice::Player(*p)).collect();
            let about = Ask::LifeTotalOf(*to);
            let picked = self.pick(Decision::pick(scope.you, about, rule!("119.7"), source, options, 1, 1))?;
            let Some(from) = picked.first().and_then(player) else { break };
            left.retain(|p| *p != from);
            let (old, new) = (self.state.player(*to).life, self.state.player(from).life);
            proposals.extend(change_to(*to, old, new));
        }
        let value = SlotValue::summed(self.happen(proposals, rule!("119.5"))?);
        Ok(SlotValue { members: chosen.into_iter().map(Entity::Player).collect(), ..value })
    }

    /// A player's life total and a creature's power or toughness are exchanged (701.10g). What the player can't gain (119.7) or
    /// lose (119.8) keeps it from happening (701.10a).
    pub(super) fn exchange_for_size(
        &mut self,
        who: &Who,
        of: &Ref,
        stat: Stat,
        scope: Scope,
        frame: &Frame,
    ) -> Res<SlotValue> {
        let context = scope.context(frame);
        let creatures = self.pick_permanents(&Selector::Ref(of.clone()), scope, frame)?;
        let players = self.state.players_in_order(who, &context);
        let ([creature], [player]) = (creatures.as_slice(), players.as_slice()) else {
            return Ok(SlotValue::default());
        };
        let (creature, player) = (*creature, *player);
        if !self.state.chars(creature).types.has(lawmage_ir::CardType::Creature) {
            return Ok(SlotValue::default());
        }
        let held = Frame { slots: vec![SlotValue::of([creature.into()])], ..Frame::default() };
        let context = Context::with(scope.source, scope.you, &held);
        let size = self.state.amount(&Amount::Stat(stat, Ref::Slot(0)), &context);
        let life = self.state.player(player).life;
        let amount = size.abs_diff(life);
        let proposal = match size.cmp(&life) {
            std::cmp::Ordering::Greater if self.state.forbids_gain(player) => return Ok(SlotValue::default()),
            std::cmp::Ordering::Less if self.state.forbids_loss(player) => return Ok(SlotValue::default()),
            std::cmp::Ordering::Greater => Some(Proposal::GainLife { player, amount }),
            std::cmp::Ordering::Less => Some(Proposal::LoseLife { player, amount, damage: None }),
            std::cmp::Ordering::Equal => None,
        };
        self.happen(proposal.into_iter().collect(), rule!("701.10g"))?;
        let value = Some(Amount::Const(life));
        let sets = match stat {
            Stat::Power => Modification::SetPowerToughness(value, None),
            _ => Modification::SetPowerToughness(None, value),
        };
        // 613.4b
        let effect = Continuous::Modify { what: Selector::slot(0), mods: vec![sets] };
        self.start_effects(&[effect], &Duration::Forever, &context)?;
        Ok(SlotValue::of([Entity::Player(player), creature.into()]))
    }

    fn for_each_player(
        &self,
        who: &Who,
        amount: &Amount,
        scope: Scope,
        frame: &Frame,
        propose: impl Fn(PlayerId, i32) -> Option<Proposal>,
    ) -> Vec<Proposal> {
        let context = scope.context(frame);
        let players = self.state.players_in_order(who, &context);
        players
            .into_iter()
            .filter_map(|p| propose(p, self.state.amount(amount, &for_player(context, who, p))))
            .collect()
    }

    fn change_life(&mut self, proposals: Vec<Proposal>, who: &Who, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let players = self.state.players_in_order(who, &scope.context(frame));
        let mut value = SlotValue::summed(self.happen(proposals, rule!("119.3"))?);
        value.members = players.into_iter().map(Entity::Player).collect();
        Ok(value)
    }
}
