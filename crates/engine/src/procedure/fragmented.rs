//! Fragmented loops (729.3): several players each do something, and the game comes to where it was.

use std::hash::{Hash, Hasher};

use lawmage_ir::Ability;

use crate::state::State;
use crate::state::ids::PlayerId;
use crate::state::object::ability_of;
use crate::state::turn::Act;
use crate::table::action::Action;
use crate::table::decision::Illegal;
use crate::table::drive::Digest;

impl State {
    /// Takes note that a player activates an ability, and where the game is as they do. Other actions put cards elsewhere, so that the
    /// game doesn't come back.
    pub(crate) fn note_act(&mut self, player: PlayerId, action: &Action) {
        let Action::Activate { source, key } = *action else { return };
        let ability = self.get(source).and_then(|_| ability_of(self.chars(source), key));
        if matches!(ability.map(|a| &**a), Some(Ability::Activated(a)) if !a.mana) {
            let act = Act { player, source, key, at: self.situation(player) };
            self.turn.watch.acts.push(act);
        }
    }

    /// 729.3: what that player, who has priority, can't do again. Since they did it, players have each taken actions of their own, and
    /// the game has come back to where it was; who must choose otherwise is the active player, or the first in turn order of those
    /// involved.
    pub(crate) fn loop_to_break(&self, player: PlayerId) -> Option<Action> {
        let acts = &self.turn.watch.acts;
        let own = |act: &Act| act.player == player;
        if acts.iter().all(own) || !acts.iter().any(own) {
            return None;
        }
        let now = self.situation(player);
        let begun = acts.iter().rposition(|act| act.player == player && act.at == now)?;
        let round = acts.get(begun..)?;
        let involved = |p: &PlayerId| round.iter().any(|act| act.player == *p);
        let alone = round.iter().all(|act| act.player == player);
        let first = round.first().filter(|_| !alone && self.apnap().find(involved) == Some(player))?;
        Some(Action::Activate { source: first.source, key: first.key })
    }

    /// Why a player can't take an action, where it would keep a fragmented loop going (729.3).
    pub(crate) fn keeps_loop_going(&self, player: PlayerId, action: &Action) -> Option<Illegal> {
        let barred = self.loop_to_break(player).is_some_and(|barred| barred == *action);
        let why = "the game has come back to where it was, and this player must choose otherwise";
        barred.then(|| Illegal::new(lawmage_ir::rule!("729.3"), why))
    }

    /// A digest of all that the game could care about when that player has priority, but how often abilities were activated.
    fn situation(&self, player: PlayerId) -> u64 {
        let mut digest = Digest::default();
        let turn = &self.turn;
        (player, turn.number, turn.step, turn.passes).hash(&mut digest);
        for player in &self.players {
            (player.life, &player.hand, &player.library, &player.graveyard).hash(&mut digest);
            (&player.counters, &player.mana, player.lands_played, player.drawn, player.spells_cast).hash(&mut digest);
        }
        for id in &self.battlefield {
            let object = &self.objects[id.index()];
            let chars = self.chars(*id);
            (id, &chars.name, chars.colors, chars.types, &chars.subtypes).hash(&mut digest);
            (chars.power, chars.toughness, chars.supertypes, self.controller(*id)).hash(&mut digest);
            chars.abilities.iter().for_each(|on| on.key.hash(&mut digest));
            chars.keywords.hash(&mut digest);
            (&object.counters, &object.memory).hash(&mut digest);
            if let Some(p) = object.permanent.as_deref() {
                (p.tapped, p.face_down, p.flipped, p.phased_out, p.damage, p.deathtouched).hash(&mut digest);
                (p.attached_to, p.designations, &p.regeneration_shields, p.transformed_at).hash(&mut digest);
                (p.controlled_since, p.loyalty_uses, p.level, p.protector).hash(&mut digest);
            }
        }
        for id in &self.stack {
            let object = &self.objects[id.index()];
            let item = object.stack.as_ref().map(|s| (s.source, &s.kind, &s.modes));
            (object.controller, item).hash(&mut digest);
        }
        (&self.exile, &self.command, &self.combat, self.monarch, self.initiative, self.day).hash(&mut digest);
        (&self.delayed, self.pending.len()).hash(&mut digest);
        // What changes characteristics shows in them; of other effects another one of the same makes no difference.
        let mut effects: Vec<u64> = self.effects.iter().filter(|e| e.locked.is_none()).map(effect).collect();
        effects.sort_unstable();
        effects.dedup();
        effects.hash(&mut digest);
        digest.finish()
    }
}

fn effect(effect: &crate::state::Effect) -> u64 {
    let mut digest = Digest::default();
    (effect.source, effect.controller, &effect.what, &effect.left, &effect.frame.targets).hash(&mut digest);
    digest.finish()
}
