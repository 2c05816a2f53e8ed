//! Piles (700.3).

use std::sync::Arc;

use lawmage_ir::{PileChooser, Piles, PilesOfEach, Who, rule};

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
        if piles.face_down {
            // The first is the face-down pile; what is in the other is seen by all (701.16a).
            self.show(&other.iter().filter_map(|e| e.object()).collect::<Vec<_>>());
        }
        let Some(chooser) = self.one_player(&piles.chooser, scope, frame)? else { return Ok(SlotValue::default()) };
        let (chosen, left) = if all.is_empty()
            || self.chooses_pile(chooser, &[one.clone(), other.clone()], piles.face_down, scope)? == 0
        {
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
            return Ok(players.first().copied().or_else(|| self.state.nearest_beyond(who, scope.you)));
        }
        let options = players.iter().copied().map(Choice::Player).collect();
        let ask = Decision::pick(scope.you, Ask::Choose, rule!("608.2d"), Some(scope.source), options, 1, 1);
        Ok(self.pick(ask)?.first().and_then(Choice::entity).and_then(Entity::player))
    }

    /// Has each of several players separate objects into piles, and one of each player's piles chosen. All separate before any pile
    /// is chosen (608.2c), each knowing what those before did (101.4).
    pub(super) fn piles_of_each(&mut self, piles: &PilesOfEach, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let players = self.state.players_from(piles.first, &piles.who, &scope.context(frame));
        let mut separated = Vec::new();
        for player in players {
            frame.each.push(player.into());
            let all = self.pick_out(&piles.what, scope, frame);
            frame.each.pop();
            separated.push((player, self.separate_into(player, &all?, piles.into, scope)?));
        }
        let (mut chosen, mut other) = (Entities::new(), Entities::new());
        for (player, parts) in separated {
            let place = match piles.chooser {
                PileChooser::Random => self.state.rng.below(parts.len().max(1) as u32) as usize,
                PileChooser::You => self.chooses_pile(scope.you, &parts, false, scope)?,
                PileChooser::TheirOpponent => match self.opponent_of(player, scope)? {
                    Some(chooser) => self.chooses_pile(chooser, &parts, false, scope)?,
                    // 609.3: nobody is there to do it.
                    None => continue,
                },
            };
            for (at, part) in parts.into_iter().enumerate() {
                if at == place { &mut chosen } else { &mut other }.extend(part);
            }
        }
        let done = SlotValue::done(!chosen.is_empty());
        frame.set(piles.chosen, SlotValue::of(chosen));
        frame.set(piles.other, SlotValue::of(other));
        Ok(done)
    }

    /// One of a player's opponents, of that player's choice (608.2d).
    fn opponent_of(&mut self, player: PlayerId, scope: Scope) -> Res<Option<PlayerId>> {
        let opponents: Vec<PlayerId> = self.state.apnap().filter(|p| self.state.are_opponents(*p, player)).collect();
        if opponents.len() < 2 {
            return Ok(opponents.first().copied());
        }
        let options = opponents.into_iter().map(Choice::Player).collect();
        let ask = Decision::pick(player, Ask::Choose, rule!("608.2d"), Some(scope.source), options, 1, 1);
        Ok(self.pick(ask)?.first().and_then(Choice::entity).and_then(Entity::player))
    }

    fn separate(&mut self, by: PlayerId, all: &[Entity], scope: Scope) -> Res<[Entities; 2]> {
        let mut piles = self.separate_into(by, all, 2, scope)?.into_iter();
        Ok([piles.next().unwrap_or_default(), piles.next().unwrap_or_default()])
    }

    /// 700.3a, 700.3d: each of them goes into one of the piles, and a pile may be empty. 700.3c: none of them moves.
    fn separate_into(&mut self, by: PlayerId, all: &[Entity], into: u32, scope: Scope) -> Res<Vec<Entities>> {
        let mut left: Entities = all.iter().copied().collect();
        let mut piles = Vec::new();
        for _ in 1..into {
            let options: Vec<Choice> = left.iter().map(|e| (*e).into()).collect();
            let most = u32::try_from(options.len()).unwrap_or(u32::MAX);
            let ask = Decision::pick(by, Ask::Choose, rule!("700.3a"), Some(scope.source), options, 0, most);
            let one: Entities = self.pick(ask)?.iter().filter_map(Choice::entity).collect();
            left.retain(|e| !one.contains(e));
            piles.push(one);
        }
        piles.push(left);
        Ok(piles)
    }

    /// Which pile is chosen. 700.3b: a pile is no object; it is named by what is in it, but for a first one that is face down.
    fn chooses_pile(&mut self, chooser: PlayerId, piles: &[Entities], face_down: bool, scope: Scope) -> Res<usize> {
        if piles.iter().all(|pile| pile.is_empty()) {
            return Ok(0);
        }
        let mut labels: Vec<String> = Vec::new();
        for (at, pile) in piles.iter().enumerate() {
            let hidden = face_down && at == 0;
            let mut label = if hidden { format!("face-down pile of {}", pile.len()) } else { self.contents(pile) };
            while labels.contains(&label) {
                label.push_str(" (the other pile)");
            }
            labels.push(label);
        }
        let options: Vec<Choice> = labels.into_iter().map(|label| Choice::Word(Arc::from(label))).collect();
        let ask = Decision::pick(chooser, Ask::Value, rule!("700.3b"), Some(scope.source), options.clone(), 1, 1);
        let picked = self.pick(ask)?;
        Ok(options.iter().position(|option| picked.first() == Some(option)).unwrap_or(0))
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
