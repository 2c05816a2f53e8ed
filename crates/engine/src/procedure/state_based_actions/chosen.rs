//! State-based actions in which a player chooses: the legend rule (704.5j) and the protectors of battles (704.5w-x).

use lawmage_ir::rule;

use super::Found;
use crate::state::ids::{Entity, ObjectId};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// 205.4d, 704.5j: of legendary permanents of the same name its controller keeps one.
    pub(super) fn keep_one_legend(&mut self, found: &mut Found) -> Res<()> {
        let mut legends = std::mem::take(&mut found.legends);
        // 101.4, 101.4c: one player's names come in any order, as nothing happens between the choices.
        let place = |id: &ObjectId| self.state.apnap().position(|p| p == self.state.controller(*id));
        legends.sort_by_key(place);
        while !legends.is_empty() {
            let mut same = vec![legends.remove(0)]; // 201.2a: one without a name shares it with none, itself included.
            let (controller, named) = (self.state.controller(same[0]), self.state.chars(same[0]).clone());
            legends.retain(|id| {
                let namesake = self.state.share_name(self.state.chars(*id), &named);
                let joins = namesake && self.state.controller(*id) == controller;
                same.extend(joins.then_some(*id));
                !joins
            });
            if same.len() < 2 {
                continue;
            }
            let options = same.iter().copied().map(Choice::Object).collect();
            let decision = Decision::pick(controller, Ask::LegendRule, rule!("704.5j"), None, options, 1, 1);
            let kept = self.pick(decision)?.first().and_then(Choice::entity);
            for id in same {
                if kept != Some(Entity::Object(id)) {
                    found.bury(&self.state, id, rule!("704.5j"));
                }
            }
        }
        Ok(())
    }

    /// 704.5w-x, 310.10: the controller of a battle chooses a protector anew; without one it is buried.
    pub(super) fn choose_protectors(&mut self, found: &mut Found) -> Res<()> {
        let mut unprotected = std::mem::take(&mut found.unprotected);
        unprotected.sort_by_key(|id| self.state.apnap().position(|p| p == self.state.controller(*id)));
        for id in unprotected {
            let controller = self.state.controller(id);
            let chars = self.state.objects[id.index()].base.clone();
            match self.choose_protector(id, &chars, controller)? {
                Some(player) => {
                    if let Some(permanent) = self.state.permanent_mut(id) {
                        permanent.protector = Some(player);
                    }
                }
                None => found.bury(&self.state, id, rule!("704.5w")),
            }
        }
        Ok(())
    }
}
