//! Small states made by hand, and players who answer from a script. For tests only.

use std::collections::VecDeque;
use std::sync::Arc;

use lawmage_ir::{
    Ability, Card, CardType, Clause, ColorSet, Face, Instruction, ManaCost, Printed, Program, Step, TargetSpec,
    TypeSet, Zone,
};

use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::{Counters, Object, ObjectKind, Permanent};
use crate::state::occurrence::Occurrence;
use crate::state::turn::Progress;
use crate::state::{CardDef, State};
use crate::table::decision::{Answer, Decision};
use crate::table::game::{Res, Table};

/// The first player, whose turn it is in a new kit.
pub const A: PlayerId = PlayerId(0);
/// The second player.
pub const B: PlayerId = PlayerId(1);

/// A state of that many players with nothing in it: turn 3 of player 0, main phase, priority with player 0.
#[must_use]
pub fn table(players: u8) -> State {
    let seats: Vec<(String, i32)> = (0..players).map(|i| (format!("P{i}"), 20)).collect();
    let mut state = State::empty(&seats, 1, std::iter::empty());
    state.turn.begin_at(3, A, Step::Main);
    state.turn.progress = Progress::Priority;
    state.turn.priority = Some(A);
    state
}

/// Puts a new card with that face into a zone, on top of a library or graveyard. Permanents there count as controlled
/// since before this turn.
pub fn put(state: &mut State, player: PlayerId, zone: Zone, face: &Face) -> ObjectId {
    let place = state.cards.len();
    let card = Card { name: face.name.clone(), faces: vec![Arc::new(face.clone())], ..Card::default() };
    let def = CardDef::new(Arc::new(card));
    let base = def.faces[0].clone();
    Arc::make_mut(&mut state.cards).push(def);
    let timestamp = state.stamp();
    let id = ObjectId { slot: state.objects.len() as u32, generation: 0 };
    let permanent = (zone == Zone::Battlefield).then(Box::<Permanent>::default);
    state.objects.push(Object {
        generation: 0,
        kind: ObjectKind::Card(place as u16),
        owner: player,
        controller: player,
        of_card: None,
        zone,
        face: 0,
        base,
        timestamp,
        counters: Counters::default(),
        permanent,
        stack: None,
        memory: None,
    });
    state.note_roaming(id.slot);
    match zone {
        Zone::Library => state.player_mut(player).library.insert(0, id),
        Zone::Hand => state.player_mut(player).hand.push(id),
        Zone::Graveyard => state.player_mut(player).graveyard.push(id),
        Zone::Outside => state.player_mut(player).sideboard.push(id),
        Zone::Battlefield => state.battlefield.push(id),
        Zone::Stack => state.stack.push(id),
        Zone::Exile => state.exile.push(id),
        Zone::Command => state.command.push(id),
    }
    state.touch();
    state.refresh();
    id
}

/// A face of those card types without anything else.
#[must_use]
pub fn face(name: &str, types: &[CardType]) -> Face {
    Face { name: name.into(), types: types.iter().copied().collect::<TypeSet>(), ..Face::default() }
}

/// A creature without abilities.
#[must_use]
pub fn creature(name: &str, power: i32, toughness: i32) -> Face {
    Face {
        power: Some(Printed::Number(power)),
        toughness: Some(Printed::Number(toughness)),
        ..face(name, &[CardType::Creature])
    }
}

/// The same with a mana cost, and the colors it gives.
#[must_use]
pub fn costing(face: Face, cost: &str) -> Face {
    let cost = ManaCost::parse(cost);
    let colors = cost.as_ref().map_or(ColorSet::COLORLESS, ManaCost::colors);
    Face { mana_cost: cost, colors, ..face }
}

/// The same with abilities.
#[must_use]
pub fn with(face: Face, abilities: Vec<Ability>) -> Face {
    Face { abilities, ..face }
}

/// A sorcery with that program.
#[must_use]
pub fn sorcery(name: &str, targets: Vec<TargetSpec>, does: Vec<Instruction>) -> Face {
    let clauses = does.into_iter().map(Clause::from).collect();
    with(face(name, &[CardType::Sorcery]), vec![Ability::Spell(Program::plain(targets, clauses))])
}

/// Players who answer from a script, in order; where it has ended, the first legal answer: as few picks as allowed, the
/// first ones; yes before no; the least number; the order given. Every occurrence and decision is kept.
#[derive(Default)]
pub struct Script {
    /// The answers to come.
    pub answers: VecDeque<Answer>,
    /// What was asked.
    pub asked: Vec<Decision>,
    /// What happened.
    pub heard: Vec<Occurrence>,
}

impl Script {
    /// A script of these answers.
    pub fn of(answers: impl IntoIterator<Item = Answer>) -> Self {
        Self { answers: answers.into_iter().collect(), ..Self::default() }
    }
}

impl Table for Script {
    fn answer(&mut self, _: &State, decision: &Decision) -> Res<Answer> {
        self.asked.push(decision.clone());
        Ok(self.answers.pop_front().unwrap_or_else(|| decision.any_legal()))
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, _: &State, occurrence: &Occurrence) {
        self.heard.push(occurrence.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kit_puts_cards_where_asked() {
        let mut state = table(2);
        let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
        let top = put(&mut state, B, Zone::Library, &face("Field", &[CardType::Land]));
        assert_eq!(state.permanents().collect::<Vec<_>>(), vec![bear]);
        assert_eq!(state.player(B).library, vec![top]);
        assert_eq!(state.chars(bear).power, Some(2));
    }
}
