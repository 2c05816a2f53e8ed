//! The stages of starting the game, in the order of 103, and who starts.

use lawmage_ir::{Continuous, Permission, Zone, rule};
use smallvec::SmallVec;

use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::turn::Progress;
use crate::state::zones::Place;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Luck, Res};

/// 103.1: who takes the first turn.
pub(super) const WHO_STARTS: u8 = 0;
/// 103.2: companions, commanders, conspiracies.
pub(super) const SET_ASIDE: u8 = 1;
/// 103.1c: unless something says who does, which may be a conspiracy that has just been put into the command zone (315.5a).
const SUPERSEDED: u8 = 2;
/// 103.3: decks become libraries.
const SHUFFLE: u8 = 3;
/// 103.5: hands are drawn.
const DRAW_HANDS: u8 = 4;
/// 103.5: mulligans.
const MULLIGANS: u8 = 5;
/// 103.6: actions with cards of opening hands.
pub(super) const OPENING_ACTIONS: u8 = 6;

impl Game<'_> {
    /// One stage of starting the game; the next stage, or the first turn, comes with the next tick.
    pub(crate) fn start_stage(&mut self, stage: u8) -> Res<()> {
        match stage {
            WHO_STARTS => self.choose_first()?,
            SET_ASIDE => self.before_shuffling()?,
            SUPERSEDED => self.supersede_first(),
            SHUFFLE => {
                for player in self.in_order() {
                    self.shuffle_deck(player);
                }
            }
            DRAW_HANDS => {
                for player in self.in_order() {
                    self.draw_hand(player)?;
                }
            }
            MULLIGANS => self.mulligans()?,
            OPENING_ACTIONS => {
                self.opening_actions()?;
                for player in self.state.first_holders() {
                    self.state.turn_up_starting_plane(player); // 901.5, 901.14a
                }
            }
            _ => {}
        }
        self.state.turn.progress =
            if stage < OPENING_ACTIONS { Progress::Start(stage + 1) } else { Progress::BeginTurn };
        Ok(())
    }

    /// The players in turn order from the one who starts, who is considered the active player (101.4e): team by
    /// team where turns are shared (805.3a-b).
    pub(super) fn in_order(&self) -> SmallVec<[PlayerId; 4]> {
        self.state.apnap().collect()
    }

    /// 103.1: chance picks a player, who chooses who starts.
    fn choose_first(&mut self) -> Res<()> {
        let leaders = self.state.leaders();
        if !leaders.is_empty() {
            let place = if leaders.len() == 1 { 0 } else { self.state.rng.below(leaders.len() as u32) as usize };
            let (first, why) = leaders[place];
            self.starts(first);
            self.note(why, |s| format!("{} takes the first turn", s.name(first)));
            return Ok(());
        }
        let count = self.state.players.len() as u32;
        let chooser = PlayerId(self.state.rng.below(count) as u8);
        let options = self.state.seats().map(Choice::Player).collect();
        let decision = Decision::pick(chooser, Ask::PlayFirst, rule!("103.1"), None, options, 1, 1);
        if let Some(Choice::Player(first)) = self.pick(decision)?.first() {
            self.starts(*first);
        }
        let first = self.state.turn.first;
        self.note(rule!("103.1"), |s| format!("{} takes the first turn", s.name(first)));
        Ok(())
    }

    fn starts(&mut self, first: PlayerId) {
        let first = self.state.primary(first); // 805.3: their team is the starting team
        self.state.turn.first = first;
        self.state.turn.active = first;
        self.state.touch_passing();
        self.state.turn.last_regular = first;
    }

    /// 103.1c, 315.5a: an effect that says who the starting player is supersedes the choice; of several players it says so of, chance
    /// picks one.
    fn supersede_first(&mut self) {
        let plays_first = |effect: &Continuous| matches!(effect, Continuous::May(Permission::PlayFirst));
        let mut named: SmallVec<[PlayerId; 4]> = SmallVec::new();
        for id in &self.state.command {
            let mut statics = self.state.own_statics(*id);
            let player = self.state.controller(*id);
            if statics.any(|(_, ability)| ability.effects.iter().any(plays_first)) && !named.contains(&player) {
                named.push(player);
            }
        }
        let Some(last) = named.len().checked_sub(1) else { return };
        let place = if last == 0 { 0 } else { self.state.rng.below(named.len() as u32) as usize };
        let first = named[place.min(last)];
        self.starts(first);
        self.note(rule!("103.1c"), |s| format!("{} is the starting player", s.name(first)));
    }

    /// 103.2: sideboards are set aside already (103.2a); what else is done before decks are shuffled, in the order of its
    /// subrules.
    fn before_shuffling(&mut self) -> Res<()> {
        self.reveal_companions()?;
        self.commanders_aside();
        let so_far = self.state.command.len();
        self.put_conspiracies()?; // 103.2e
        if self.state.command.len() > so_far {
            self.supersede_first(); // of what was put there only now
        }
        self.choose_before()?;
        self.exile_before()
    }

    /// 103.2c, 702.124b, 903.6: commanders go from their decks into the command zone, face up.
    fn commanders_aside(&mut self) {
        let slots: SmallVec<[u32; 4]> = self.state.commanders.iter().map(|c| c.slot).collect();
        for slot in slots {
            let Some(object) = self.state.objects.get(slot as usize).filter(|o| o.zone == Zone::Library) else {
                continue;
            };
            let (id, owner) = (ObjectId { slot, generation: object.generation }, object.owner);
            let now = self.state.rehome(id, Zone::Command, Place::Top);
            self.note(rule!("103.2c"), |s| {
                format!("{} puts {} into the command zone", s.name(owner), s.object_name(now))
            });
        }
        self.state.touch();
        self.state.refresh();
    }

    /// 103.3: a deck is shuffled, and becomes a library. The table may have put it in order.
    pub(super) fn shuffle_deck(&mut self, player: PlayerId) {
        if self.table.luck(player, Luck::Shuffle).is_none() {
            self.state.shuffle_library(player);
            self.state.name_by_place(player);
        }
        self.record(Event::Shuffled(player), rule!("103.3"), None);
    }
}
