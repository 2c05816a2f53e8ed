//! Splicing cards onto a spell as it is cast (702.47).

use std::sync::Arc;

use lawmage_ir::{Ability, Cost, Keyword, KeywordParam, Program, rule};
use smallvec::SmallVec;

use super::cost::{Announced, Extra};
use super::program::paragraphs;
use super::ways::Terms;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::{AbilityKey, AbilityOn};
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};
use crate::targets::asks_x;

impl Game<'_> {
    /// 702.47a-b: the player may reveal cards with splice, each once, in the order in which they are to follow the spell's own
    /// text. Gives back what that costs besides.
    pub(super) fn splice(&mut self, player: PlayerId, spell: ObjectId, terms: &Terms) -> Res<Vec<Extra>> {
        let mut costs: Vec<Extra> = Vec::new();
        let mut used: SmallVec<[ObjectId; 4]> = SmallVec::new();
        if !self.state.player(player).hand.iter().any(|id| self.state.chars(*id).has(Keyword::Splice)) {
            return Ok(costs);
        }
        loop {
            let open = self.state.spliceable(player, spell, terms, &costs, &used);
            if open.is_empty() {
                break;
            }
            let options = open.iter().map(|(card, _)| Choice::Object(*card)).collect();
            let ask = Decision::pick(player, Ask::Splice, rule!("702.47b"), Some(spell), options, 0, 1);
            let picked = self.pick(ask)?.first().and_then(Choice::entity).and_then(|e| e.object());
            let Some((card, cost)) = open.into_iter().find(|(card, _)| Some(*card) == picked) else { break };
            self.state.add_text(spell, card);
            costs.push(Extra::due(cost));
            used.push(card);
        }
        if !used.is_empty() {
            self.record(Event::Revealed { by: player, objects: used }, rule!("702.47a"), None);
        }
        Ok(costs)
    }
}

impl State {
    /// The cards that could still be spliced onto a spell, each with its cost: what can be paid, and has its targets (702.47d).
    fn spliceable(
        &self,
        player: PlayerId,
        spell: ObjectId,
        terms: &Terms,
        costs: &[Extra],
        used: &[ObjectId],
    ) -> Vec<(ObjectId, Cost)> {
        let supply = self.supply(player, false);
        let context = Context::of(spell, player);
        let open = |p: &Program| {
            let most = if asks_x(p) { self.x_horizon().min(supply.total()) } else { 0 };
            (0..=most).any(|x| self.has_choices_at(x, p, spell, player))
        };
        let mut found = Vec::new();
        for card in self.player(player).hand.iter().copied().filter(|id| !used.contains(id)) {
            for splice in self.chars(card).keyword(Keyword::Splice) {
                let KeywordParam::QualityCost(quality, cost) = &splice.param else { continue };
                let mut extras = self.extra_costs(player, spell);
                extras.extend(costs.iter().cloned());
                extras.push(Extra::due(cost.clone()));
                let announced = Announced { extras, ..Announced::default() };
                if self.test(spell.into(), &quality.test, &context)
                    && paragraphs(self.chars(card)).all(open)
                    && self.affords(player, spell, terms, &announced, &supply)
                {
                    found.push((card, cost.clone()));
                    break;
                }
            }
        }
        found
    }

    /// 612.10, 702.47c: a card's rules text follows the spell's own, which stays as it is, and speaks of the spell. What leaves
    /// the stack is another object, without it (702.47e).
    fn add_text(&mut self, spell: ObjectId, card: ObjectId) {
        let own = |on: &&AbilityOn| on.key.printed_index().is_some() && on.key.0 & 0xff == 0;
        let text: Vec<Arc<Ability>> =
            self.chars(card).abilities.iter().filter(own).map(|a| a.ability.clone()).collect();
        let Some(object) = self.get_mut(spell) else { return };
        let chars = Arc::make_mut(&mut object.base);
        let after = chars.abilities.iter().filter_map(|on| on.key.printed_index()).max().map_or(0, |last| last + 1);
        for (n, ability) in text.iter().enumerate() {
            chars.add_ability(ability, |part| AbilityKey::printed(after + n, part));
        }
        self.touch();
        self.refresh();
    }
}
