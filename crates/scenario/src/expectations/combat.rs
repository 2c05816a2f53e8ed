//! Whether expectations of combat hold.

use lawmage_engine::ObjectId;

use super::{Look, compare};
use crate::model::{CanAttack, CombatSet, OfIs};
use crate::report::{Outcomes, Trouble};

impl Look<'_> {
    pub(super) fn attacking(&self, asked: &OfIs) -> Outcomes<()> {
        let state = self.state;
        let found = self.permanents_of(&asked.of, asked.player.as_deref())?;
        let is = |id: ObjectId| state.attackers().iter().any(|a| a.id == id);
        self.some(
            &found,
            !asked.is,
            |id| is(id) == asked.is,
            |id| is(id).to_string(),
            &format!("{} attacking: {}", asked.of, asked.is),
        )
    }

    pub(super) fn blocking(&self, asked: &OfIs) -> Outcomes<()> {
        let state = self.state;
        let found = self.permanents_of(&asked.of, asked.player.as_deref())?;
        let is = |id: ObjectId| state.combat.as_ref().is_some_and(|c| c.blocked_by(id).is_some());
        self.some(
            &found,
            !asked.is,
            |id| is(id) == asked.is,
            |id| is(id).to_string(),
            &format!("{} blocking: {}", asked.of, asked.is),
        )
    }

    pub(super) fn can_attack(&self, asked: &CanAttack) -> Outcomes<()> {
        let state = self.state;
        let player = self.player_or_active(asked.player.as_deref())?;
        let defender = asked.defender.as_deref().map(|d| self.entity(d)).transpose()?;
        let domain = state.attacks_of(player);
        let found = self
            .permanents_of(&asked.of, None)?
            .into_iter()
            .any(|id| domain.attackers.iter().any(|(a, to)| *a == id && defender.is_none_or(|d| to.contains(&d))));
        compare(&format!("{} can attack", asked.of), &asked.is, &found)
    }

    pub(super) fn combat_set(&self, set: &CombatSet, what: &str, found: Vec<ObjectId>) -> Outcomes<()> {
        let state = self.state;
        let player = set.player.as_deref().map(|p| self.player(p)).transpose()?;
        let mut left: Vec<ObjectId> =
            found.into_iter().filter(|id| player.is_none_or(|p| state.controller(*id) == p)).collect();
        let told: Vec<String> = left.iter().map(|id| state.name_of(*id).to_string()).collect();
        let all = set.exactly.iter().all(|reference| {
            let place = left.iter().position(|id| self.names.is(state, *id, reference));
            place.map(|p| left.remove(p)).is_some()
        });
        if all && left.is_empty() {
            return Ok(());
        }
        let (wanted, found) =
            (set.exactly.join(", "), if told.is_empty() { "none".to_owned() } else { told.join(", ") });
        Err(Trouble::unmet(format!("{what}: {wanted}"), found))
    }
}
