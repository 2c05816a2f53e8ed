//! Enlist (702.154): an optional cost to attack, and what triggers as it is paid.

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Continuous, Duration, EventPattern, Instruction, Keyword, KeywordDeed, Modification, Program, Ref,
    Role, Selector, Stat, TriggeredAbility, Who, ZoneSet, rule,
};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::occurrence::Occurrence;
use crate::state::proposal::Proposal;
use crate::state::waiting::Pending;
use crate::table::decision::Ask;
use crate::table::game::{Game, Res};

/// Which creatures were enlisted: the attacking one, and the one tapped for it.
pub(super) type Enlisted = Vec<(ObjectId, ObjectId)>;

impl State {
    /// 702.154d: how many instances a creature has.
    fn enlist_abilities(&self, id: ObjectId) -> usize {
        let chars = self.chars(id);
        let is_one = |ability: &Ability| matches!(ability, Ability::Keyword(k) if k.keyword == Keyword::Enlist);
        if chars.has(Keyword::Enlist) {
            chars.abilities.iter().filter(|on| is_one(&on.ability)).count().max(1)
        } else {
            0
        }
    }

    /// 702.154a: untapped creatures that don't attack, and have haste or have been there since the turn began.
    fn can_be_enlisted(&self, player: PlayerId, attack: &[(ObjectId, Entity)]) -> Vec<ObjectId> {
        let ready = |id: &ObjectId| {
            self.controller(*id) == player
                && self.chars(*id).is_creature()
                && self.permanent(*id).is_some_and(|p| !p.tapped)
                && !self.is_summoning_sick(*id)
                && attack.iter().all(|(attacker, _)| attacker != id)
        };
        self.permanents().filter(ready).collect()
    }
}

impl Game<'_> {
    /// 508.1g, 702.154b: for each instance up to one creature is tapped.
    pub(super) fn enlist(&mut self, player: PlayerId, attack: &[(ObjectId, Entity)]) -> Res<Enlisted> {
        let mut enlisted = Vec::new();
        for (attacker, _) in attack {
            for _ in 0..self.state.enlist_abilities(*attacker) {
                let who = self.state.controller(*attacker);
                let free = self.state.can_be_enlisted(who, attack);
                if free.is_empty() {
                    continue;
                }
                let chosen = self.pick_some(player, Ask::Choose, rule!("702.154a"), *attacker, &free, (0, 1))?;
                let Some(one) = chosen.first().copied() else { continue };
                self.happen(vec![Proposal::Tap(one, player)], rule!("702.154b"))?;
                if self.state.permanent(one).is_some_and(|p| p.tapped) {
                    enlisted.push((*attacker, one));
                }
            }
        }
        Ok(enlisted)
    }

    /// 702.154c-d: what was enlisted is told, and each instance triggers for the cost paid for it.
    pub(super) fn tell_enlisted(&mut self, player: PlayerId, enlisted: Enlisted) {
        for (attacker, with) in enlisted {
            let event = Event::Acted(player, KeywordDeed::Enlists, Some(attacker), Some(with));
            let batch = self.record(event.clone(), rule!("702.154c"), None);
            let occurrence = Occurrence::new(event, rule!("702.154c"), batch);
            self.note_trigger(Pending {
                source: attacker,
                controller: self.state.controller(attacker),
                key: None,
                ability: Arc::new(for_its_power()),
                event: Some(Arc::new(occurrence)),
                frame: None,
            });
        }
    }
}

/// "When you do, this creature gets +X/+0 until end of turn, where X is the tapped creature's power."
fn for_its_power() -> TriggeredAbility {
    let power = Amount::Stat(Stat::Power, Ref::Event(Role::Object));
    let mods = vec![Modification::AddPowerToughness(power, Amount::Const(0))];
    let effects = vec![Continuous::Modify { what: Selector::Ref(Ref::This), mods }];
    let does = Instruction::Effect { effects, duration: Duration::EndOfTurn };
    TriggeredAbility {
        zones: ZoneSet::ANYWHERE,
        ..TriggeredAbility::new(
            EventPattern::Does { by: Who::You, deed: KeywordDeed::Enlists, what: None, object: None },
            Program::plain(Vec::new(), vec![does.into()]),
        )
    }
}
