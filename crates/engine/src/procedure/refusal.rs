//! Actions taken outside of a tick, and why one is refused: for scripts and explanations.

use lawmage_ir::{Ability, Price, rule};

use crate::procedure::cast::cost::Announced;
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ability_of;
use crate::table::action::{Action, Way, WayKind};
use crate::table::decision::Illegal;
use crate::table::game::{Game, Halt, Res};
use crate::targets::asks_x;

impl Game<'_> {
    /// Takes an action for the player who has priority, who keeps it (117.3c). An illegal one is undone whole (730.1),
    /// its reason is given back, and the player still has priority (730.2).
    ///
    /// # Errors
    /// The table's halt.
    pub fn take_now(&mut self, player: PlayerId, action: &Action) -> Res<Result<(), Illegal>> {
        if let Some(illegal) = self.state.keeps_loop_going(player, action) {
            return Ok(Err(illegal));
        }
        let before = self.state.clone();
        self.state.note_act(player, action);
        match self.act(player, action) {
            Ok(()) => {
                self.state.turn.passes = 0;
                self.state.turn.watch.choice();
                Ok(Ok(()))
            }
            Err(Halt::Illegal(illegal)) => {
                self.state = before;
                Ok(Err(illegal))
            }
            Err(halt) => Err(halt),
        }
    }
}

impl State {
    /// At what price a way lets a card be played, and by whose permission, if it is another object's; for scripts.
    #[must_use]
    pub fn price_of(&self, player: PlayerId, card: ObjectId, way: &Way) -> Option<(Price, Option<ObjectId>)> {
        let source = match way.kind {
            WayKind::Normal | WayKind::Alternative(_) => None,
            WayKind::Permission { source, .. } => Some(source),
            WayKind::Effect(number) => self.effects.iter().find(|e| e.id == number).map(|e| e.source),
        };
        Some((self.terms(player, card, way)?.price, source.filter(|s| *s != card)))
    }

    /// Why a player can't cast a card or play it as a land now; `None` when nothing speaks against it.
    #[must_use]
    pub fn why_not_play(&self, player: PlayerId, id: ObjectId) -> Option<Illegal> {
        if self.is_concealed(id) {
            if !self.may_look(player, id) {
                return Some(Illegal::new(rule!("601.3f"), "it is face down, and that player can't look at it"));
            }
            return self.with_face_up(id).why_not_play(player, id);
        }
        let chars = self.chars(id);
        if chars.is_land() {
            if let Err(illegal) = self.may_play_as_land(player, id, 0) {
                return Some(illegal);
            }
            if !self.is_sorcery_time(player) {
                return Some(Illegal::new(rule!("305.1"), "lands are played in a main phase with an empty stack"));
            }
            let here = self.ways(player, id).is_empty();
            return here.then(|| Illegal::new(rule!("305.1"), "nothing lets it be played from there"));
        }
        if self.is_split_second() {
            return Some(Illegal::new(rule!("702.61b"), "a spell with split second is on the stack"));
        }
        let ways = self.ways(player, id);
        let Some(terms) = ways.first().and_then(|way| self.terms(player, id, way)) else {
            return Some(Illegal::new(rule!("601.3"), "nothing lets that card be cast"));
        };
        if !self.is_time_for(player, id, chars, &terms) {
            return Some(Illegal::new(rule!("117.1a"), "only with an empty stack in the player's own main phase"));
        }
        if let Err(illegal) = self.may_cast_somehow(player, id, &terms) {
            return Some(illegal);
        }
        let supply = self.supply(player, false);
        if !self.spell_has_choices_for_some_x(player, id, &terms) {
            return Some(Illegal::new(rule!("601.2c"), "there are not enough legal targets"));
        }
        // 118.6
        if matches!(terms.price, Price::Usual) && chars.mana_cost.is_none() {
            return Some(Illegal::new(rule!("118.6"), "it has no mana cost, and what has none can't be paid"));
        }
        let announced = Announced { extras: self.extra_costs(player, id), ..Announced::default() };
        if self.spell_due(player, id, &terms, &announced).is_none() {
            return Some(Illegal::new(rule!("118.6"), "it has no mana cost to pay"));
        }
        let afforded = self.can_complete(player, id, &terms, &supply);
        (!afforded).then(|| Illegal::new(rule!("601.2h"), "its cost can't be paid"))
    }

    /// Why a player can't activate an ability now; `None` when nothing speaks against it.
    #[must_use]
    pub fn why_not_activate(&self, player: PlayerId, action: &Action) -> Option<Illegal> {
        let Action::Activate { source, key } = action else { return None };
        let ability = ability_of(self.chars(*source), *key).cloned();
        let Some(Ability::Activated(ability)) = ability.as_deref() else {
            return Some(Illegal::new(rule!("602.1"), "it has no such activated ability"));
        };
        if !ability.mana && !ability.limits.special && self.is_split_second() {
            return Some(Illegal::new(rule!("702.61b"), "a spell with split second is on the stack"));
        }
        if let Err(illegal) = self.may_activate(player, *source, *key, ability) {
            return Some(illegal);
        }
        if ability.mana {
            return None;
        }
        let supply = || std::rc::Rc::new(self.supply(player, false));
        if self.can_activate(player, *source, *key, ability, &supply) {
            return None;
        }
        let context = Context::of(*source, player);
        Some(match self.has_legal_choices(&ability.program, *source, &context) || asks_x(&ability.program) {
            true => Illegal::new(rule!("602.2b"), "its cost can't be paid"),
            false => Illegal::new(rule!("602.2b"), "there are not enough legal targets"),
        })
    }
}
