//! Restarting the game (104.6, 724).

use lawmage_ir::{CardType, Selector, Zone, rule};

use super::stages::{OPENING_ACTIONS, SET_ASIDE};
use crate::read::context::Scope;
use crate::state::State;
use crate::state::ids::{Entities, Entity, ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::player::Player;
use crate::state::stack::{Frame, SlotValue};
use crate::state::turn::Progress;
use crate::state::zones::Place;
use crate::table::game::{Game, Res};

impl Game<'_> {
    /// 104.6, 724.1: the game ends without winners, losers or a draw, and those who were in it start a new one at once; the
    /// player who restarted it is the starting player (724.1a). What is selected stays where it is (724.5).
    ///
    /// The new game is started in the middle of the resolution, whose further instructions are followed just before the first
    /// turn's untap step (724.4).
    pub(crate) fn restart(&mut self, leaving: Option<&Selector>, scope: Scope, frame: &Frame) -> Res<SlotValue> {
        let exempt = match leaving {
            Some(what) => self.pick_out(what, scope, frame)?,
            None => Entities::new(),
        };
        self.note(rule!("724.1"), |_| "the game restarts".to_owned());
        self.state.gather_decks(&exempt);
        for player in self.state.seats() {
            self.state.shuffle_supplementary(player);
        }
        self.state.begin_anew(scope.you);
        for stage in SET_ASIDE..=OPENING_ACTIONS {
            self.start_stage(stage)?;
        }
        self.state.turn.progress = Progress::BeginTurn;
        Ok(SlotValue::of(exempt))
    }
}

impl State {
    /// 724.2: all cards of the game, from whichever zone, phased out or brought in from outside, are in their owners' decks;
    /// those exempted are not (724.5), and no range of influence spares anyone (724.7, 801.17). Commanders leave the decks again as
    /// a game with them starts, if they are there (724.5a).
    fn gather_decks(&mut self, exempt: &Entities) {
        for id in self.face_up_of(&[CardType::Plane, CardType::Phenomenon, CardType::Scheme]) {
            self.put_under(id);
        }
        for slot in 0..self.objects.len() as u32 {
            let object = &self.objects[slot as usize];
            let id = ObjectId { slot, generation: object.generation };
            let stays = exempt.contains(&Entity::Object(id)) || object.zone == Zone::Outside;
            match object.kind {
                ObjectKind::Vacant => {}
                // Cards that begin a game in the command zone do so again.
                ObjectKind::Card(_) if stays || (object.zone == Zone::Command && !self.is_commander(id)) => {}
                ObjectKind::Card(_) => {
                    self.rehome(id, Zone::Library, Place::Bottom);
                }
                _ => self.cease(id),
            }
        }
    }

    /// A game about to start with those who are still in this one, and nothing left of it but cards.
    pub(super) fn begin_anew(&mut self, first: PlayerId) {
        let players = self.players.iter().zip(0..).map(|(old, seat)| {
            let fresh = Player::new(old.name.clone(), PlayerId(seat), old.starting_life);
            Player {
                team: old.team,
                standing: old.standing,
                gone: old.gone,
                manual_payment: old.manual_payment,
                hand_modifier: old.hand_modifier,
                library: old.library.clone(),
                hand: old.hand.clone(),
                graveyard: old.graveyard.clone(),
                sideboard: old.sideboard.clone(),
                ..fresh
            }
        });
        let mut commanders = self.commanders.clone();
        for commander in &mut commanders {
            (commander.casts, commander.from_command) = (0, false);
            commander.damage.clear();
        }
        let fresh = Self::empty(&[], 0, std::iter::empty());
        *self = Self {
            cards: self.cards.clone(),
            reference: self.reference.clone(),
            players: players.collect(),
            objects: std::mem::take(&mut self.objects),
            vacant: std::mem::take(&mut self.vacant),
            battlefield: std::mem::take(&mut self.battlefield),
            stack: std::mem::take(&mut self.stack),
            exile: std::mem::take(&mut self.exile),
            command: std::mem::take(&mut self.command),
            past: std::mem::take(&mut self.past),
            clock: self.clock,
            next_effect: self.next_effect,
            next_batch: self.next_batch,
            rng: self.rng.clone(),
            has_daybound: self.has_daybound,
            has_ascend: self.has_ascend,
            traces_mana: self.traces_mana,
            counts_names: self.counts_names,
            commanders,
            options: self.options.take(),
            casual: self.casual.take(),
            brawl: self.brawl,
            oathbreaker: self.oathbreaker,
            ticks: self.ticks,
            depth: self.depth,
            ..fresh
        };
        self.turn.watch.turn_began = self.ticks;
        self.begin_start(Some(first));
        self.touch();
        self.refresh();
    }
}
