//! What several players do one after the other, starting with one who is said (101.4).

use lawmage_ir::{First, InTurnOrder, Who};

use super::control_flow::{Rounds, outs};
use super::in_step::Steps;
use crate::read::context::{Context, Scope};
use crate::state::State;
use crate::state::ids::{Entities, Entity, PlayerId};
use crate::state::stack::{Frame, SlotValue};
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// The players take their turns; each chooses knowing what those before chose (101.4).
    pub(super) fn in_turn_order(&mut self, order: &InTurnOrder, scope: Scope, frame: &mut Frame) -> Res<SlotValue> {
        let players = self.state.players_from(order.first, &order.who, &scope.context(frame));
        let players: Vec<Entity> = players.into_iter().map(Entity::Player).collect();
        let members: Entities = players.iter().copied().collect();
        let value =
            SlotValue { number: members.len() as i32, done: !members.is_empty(), members, ..SlotValue::default() };
        if order.so_far.is_none()
            && let Some(steps) = Steps::of(&order.body)
        {
            self.for_each_in_step(&players, &steps, scope, frame)?;
            return Ok(value);
        }
        let slots = outs(&order.body);
        let mut rounds = Rounds::of(&order.body);
        let mut chosen = Entities::new();
        for player in players {
            if self.is_over() {
                break;
            }
            rounds.begin(frame);
            if let Some(slot) = order.so_far {
                frame.set(slot, SlotValue::of(chosen.iter().copied()));
            }
            frame.each.push(player);
            let run = self.run_body(&order.body, scope, frame);
            frame.each.pop();
            run?;
            for value in slots.iter().filter_map(|slot| frame.slots.get(usize::from(*slot))) {
                chosen.extend(value.members.iter().copied());
            }
            rounds.end(frame, |sum, value| sum.add(value, Some(player)));
        }
        rounds.tell(frame);
        Ok(value)
    }
}

impl State {
    /// Those players in turn order, beginning with that one.
    pub(super) fn players_from(&self, first: First, who: &Who, context: &Context<'_>) -> Vec<PlayerId> {
        let mut order: Vec<PlayerId> = match first {
            First::Active => self.apnap().collect(),
            First::You | First::NextOpponent => self.from_seat(context.you).collect(),
        };
        if first == First::NextOpponent
            && let Some(place) = order.iter().position(|p| self.are_opponents(*p, context.you))
        {
            order.rotate_left(place);
        }
        let among = self.players_in_order(who, context);
        order.retain(|player| among.contains(player));
        order
    }

    /// Players in APNAP order, objects as they are (608.2f).
    pub(super) fn in_apnap_order(&self, members: Entities) -> Entities {
        let place = |e: &Entity| match e {
            Entity::Player(player) => self.apnap().position(|p| p == *player).unwrap_or(usize::MAX),
            Entity::Object(_) => usize::MAX,
        };
        let mut members = members;
        members.sort_by_key(place);
        members
    }
}
