//! Multiplayer options (800.2): whom a player may attack (802, 803), and how far influence reaches (801, in `range.rs`).
//!
//! The plain game has none, and asks no more than whether there are any.

use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, CardType, Continuous, Cost, CostPart, Duration, Filter,
    Instruction, Kind, Modification, Program, Ref, Rule, Selector, StaticAbility, TargetSpec, Test, Who, Zone, ZoneSet,
    rule,
};

use crate::state::State;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::ids::{Entity, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::variants::{AttackOption, Options};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl State {
    /// The options of the game, to set; makes it one that has some.
    pub fn options_mut(&mut self) -> &mut Options {
        self.options.get_or_insert_with(Box::default)
    }

    /// Whether a player is a defending player when that one attacks (506.2a): an opponent whom the options don't spare.
    #[must_use]
    pub fn defends(&self, player: PlayerId, attacker: PlayerId) -> bool {
        self.are_opponents(player, attacker) && (self.options.is_none() || self.spares(attacker, player).is_none())
    }

    /// The rule by which a player can't attack that opponent.
    pub(crate) fn spares(&self, attacker: PlayerId, player: PlayerId) -> Option<Rule> {
        let options = self.options.as_deref()?;
        // 508.7e too
        if !self.reaches(attacker, player) {
            return Some(rule!("801.3"));
        }
        let left = self.next_in_turn(attacker) == Some(player);
        let right = self.next_in_turn(player) == Some(attacker);
        match options.attack {
            // 802.2: all opponents are defending players; 802.1: any number of them may be attacked.
            AttackOption::Multiple => None,
            // 508.7d: reselecting what a creature attacks changes nothing of that.
            AttackOption::One => {
                let chosen = self.combat.as_ref().and_then(|c| c.chosen);
                (chosen != Some(player)).then_some(rule!("506.2a"))
            }
            // 803.1
            AttackOption::Left => (!left).then_some(rule!("803.1a")),
            AttackOption::Right => (!right).then_some(rule!("803.1b")),
            AttackOption::Neighbors => (!left && !right).then_some(rule!("811.4")), // 809.3c
        }
    }
}

impl State {
    /// The deploy creatures option (804): each creature has "{T}: Target teammate gains control of this creature. Activate
    /// only as a sorcery." (804.2). What gives it to a player's creatures stands where emblems do, one for each player.
    pub fn deploy_creatures(&mut self) {
        let mut chars = Chars::default();
        chars.add_ability(&Arc::new(deployment()), |part| AbilityKey::printed(0, part));
        let chars = Arc::new(chars);
        for player in self.seats() {
            self.allocate(Self::blank(ObjectKind::Emblem, player, Zone::Command, chars.clone()));
        }
    }
}

/// "Creatures you control have '{T}: Target teammate gains control of this creature. Activate only as a sorcery.'"
fn deployment() -> Ability {
    let teammate = Test::And(vec![
        Test::Not(Box::new(Test::Controlled(Who::You))),
        Test::Not(Box::new(Test::Controlled(Who::Opponents))),
    ]);
    let target = TargetSpec {
        filter: Filter::new(Kind::Player, teammate),
        min: Amount::ONE,
        max: Some(Amount::ONE),
        limit: None,
        by: None,
        divide: None,
    };
    let control = Continuous::Modify {
        what: Selector::Ref(Ref::This),
        mods: vec![Modification::Controller(Who::Ref(Ref::Target(0)))],
    };
    let gains = Instruction::Effect { effects: vec![control], duration: Duration::Forever };
    let deploy = ActivatedAbility {
        cost: Cost { parts: vec![CostPart::Tap] },
        program: Program::plain(vec![target], vec![gains.into()]),
        zones: ZoneSet::BATTLEFIELD,
        limits: ActivationLimits { sorcery: true, ..ActivationLimits::default() },
        by: None,
        mana: false,
        loyalty: false,
    };
    let creatures = Test::And(vec![Test::Type(CardType::Creature), Test::Controlled(Who::You)]);
    let has = Continuous::Modify {
        what: Selector::All(Filter::new(Kind::Permanent, creatures)),
        mods: vec![Modification::AddAbility(Arc::new(Ability::Activated(deploy)))],
    };
    let zones = ZoneSet::of(Zone::Command);
    Ability::Static(StaticAbility { zones, condition: None, effects: vec![has], defines: false })
}

impl Game<'_> {
    /// 507.1, 703.4h: where not all opponents are defending players by themselves, the active player chooses one.
    pub(crate) fn choose_defending_player(&mut self) -> Res<()> {
        if self.state.options.as_ref().is_none_or(|o| o.attack != AttackOption::One) {
            return Ok(());
        }
        let active = self.state.turn.active;
        let opponents = self.state.apnap().filter(|p| self.state.are_opponents(*p, active));
        let options = opponents.filter(|p| self.state.reaches(active, *p)).map(Choice::Player).collect();
        let ask = Decision::pick(active, Ask::Defender, rule!("507.1"), None, options, 1, 1);
        let chosen = self.pick(ask)?.first().and_then(Choice::entity).and_then(Entity::player);
        if let Some(combat) = &mut self.state.combat {
            combat.chosen = chosen;
        }
        if let Some(chosen) = chosen {
            self.note(rule!("507.1"), |s| format!("{} is the defending player", s.name(chosen)));
        }
        Ok(())
    }
}
