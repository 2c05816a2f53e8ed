//! Piles (700.3).

use std::sync::Arc;

use lawmage_ir::{Piles, Who, rule};

use crate::read::context::Scope;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId};
use crate::state::stack::{Frame, SlotValue};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// Has a player separate objects into two piles and a player choose one, and does what is to be done with them.
    pub(super) fn piles(&mut self, piles: &Piles, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let all = self.pick_out(&piles.what, scope, frame)?;
        // 609.3: nobody is there to do it.
        let Some(by) = self.one_player(&piles.by, scope, frame)? else { return Ok(SlotValue::default()) };
        let [one, other] = self.separate(by, &all, scope)?;
        let Some(chooser) = self.one_player(&piles.chooser, scope, frame)? else { return Ok(SlotValue::default()) };
        let (chosen, left) = if all.is_empty() || self.chooses_first(chooser, [&one, &other], scope)? {
            (one, other)
        } else {
            (other, one)
        };
        frame.set(piles.chosen, SlotValue::of(chosen));
        frame.set(piles.other, SlotValue::of(left));
        Ok(SlotValue::done(self.run_body(&piles.then, scope, frame)?))
    }

    /// The one who does it: "an opponent" is one whom the controller of the effect chooses (608.2d).
    fn one_player(&mut self, who: &Who, scope: Scope, frame: &Frame) -> Res<Option<PlayerId>> {
        let players = self.state.players_in_order(who, &scope.context(frame));
        if players.len() < 2 {
            return Ok(players.first().copied());
        }
        let options = players.iter().copied().map(Choice::Player).collect();
        let ask = Decision::pick(scope.you, Ask::Choose, rule!("608.2d"), Some(scope.source), options, 1, 1);
        Ok(self.pick(ask)?.first().and_then(Choice::entity).and_then(Entity::player))
    }

    /// 700.3a, 700.3d: each of them goes into one of the piles, and a pile may be empty. 700.3c: none of them moves.
    fn separate(&mut self, by: PlayerId, all: &[Entity], scope: Scope) -> Res<[Entities; 2]> {
        let options: Vec<Choice> = all.iter().map(|e| (*e).into()).collect();
        let most = u32::try_from(options.len()).unwrap_or(u32::MAX);
        let ask = Decision::pick(by, Ask::Choose, rule!("700.3a"), Some(scope.source), options, 0, most);
        let one: Entities = self.pick(ask)?.iter().filter_map(Choice::entity).collect();
        let other = all.iter().copied().filter(|e| !one.contains(e)).collect();
        Ok([one, other])
    }

    /// Whether the first of two piles is chosen. 700.3b: a pile is no object; it is named by what is in it.
    fn chooses_first(&mut self, chooser: PlayerId, piles: [&Entities; 2], scope: Scope) -> Res<bool> {
        let [one, other] = piles.map(|pile| self.contents(pile));
        let second = if one == other { format!("{other} (the other pile)") } else { other };
        let options: Vec<Choice> = [one, second].into_iter().map(|label| Choice::Word(Arc::from(label))).collect();
        let first = options.first().cloned();
        let ask = Decision::pick(chooser, Ask::Value, rule!("700.3b"), Some(scope.source), options, 1, 1);
        Ok(self.pick(ask)?.first() == first.as_ref())
    }

    fn contents(&self, pile: &[Entity]) -> String {
        let name = |id: ObjectId| match self.state.get(id).map(|_| self.state.chars(id).name.to_string()) {
            Some(name) if !name.is_empty() => name,
            _ => "a nameless one".to_owned(),
        };
        let names: Vec<String> = pile.iter().filter_map(|e| e.object()).map(name).collect();
        if names.is_empty() { "the empty pile".to_owned() } else { names.join(", ") }
    }
}
