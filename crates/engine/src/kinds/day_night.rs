//! Day and night (728), daybound and nightbound (702.145).

use lawmage_ir::{Destination, Keyword, Layout, Rule, rule};

use crate::kinds::turning::Turning;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::object::ObjectKind;
use crate::state::proposal::Proposal;
use crate::table::game::Game;

impl Game<'_> {
    /// It becomes day or night: the game has that designation and no other from now on (728.1). Tells whether it was not so
    /// before.
    pub(crate) fn become_day(&mut self, day: bool, rule: Rule) -> bool {
        if self.state.day == Some(day) {
            return false;
        }
        let turned = self.state.day.replace(day).is_some(); // 728.1a
        self.state.touch();
        self.state.refresh();
        self.record(Event::DayBecame { day, turned }, rule, None);
        if self.state.has_daybound {
            self.turn_bound(); // 702.145b, 702.145e: as it becomes so
        }
        true
    }

    /// Day becomes night, night becomes day (502.2, 728.2), by what the last turn's player cast.
    pub(crate) fn day_turns(&mut self) {
        let Some(day) = self.state.day else { return }; // 728.2c
        let player = self.state.last_turn.iter().find_map(|o| match o.event {
            Event::TurnBegan { player, .. } => Some(player),
            _ => None,
        });
        let Some(player) = player else { return };
        let by = |who: PlayerId| {
            let cast = |e: &Event| matches!(e, Event::Cast { by, .. } if *by == who);
            self.state.last_turn.iter().filter(|o| cast(&o.event)).count()
        };
        // 502.2a: where teams share their turns, any player of that team counts, each for themselves.
        let cast =
            if self.state.shares_turns() { self.state.team_of(player).map(by).max().unwrap_or(0) } else { by(player) };
        if day && cast == 0 {
            self.become_day(false, rule!("728.2a"));
        } else if !day && cast >= 2 {
            self.become_day(true, rule!("728.2b"));
        }
    }

    /// What daybound and nightbound do at any time, which is no state-based action: day or night comes where there is neither
    /// (702.145d, 702.145g), and what has the wrong face up transforms (702.145c, 702.145f).
    pub(crate) fn watch_day(&mut self) {
        if self.state.day.is_none() {
            let has = |keyword| self.state.permanents().any(|id| self.state.chars(id).has(keyword));
            if has(Keyword::Daybound) {
                self.become_day(true, rule!("702.145d"));
            } else if has(Keyword::Nightbound) {
                self.become_day(false, rule!("702.145g"));
            }
            return;
        }
        self.turn_bound();
    }

    /// Transforms each permanent that is front face up with daybound by night (702.145c), or back face up with nightbound by
    /// day (702.145f).
    fn turn_bound(&mut self) {
        let Some(day) = self.state.day else { return };
        let (keyword, face) = if day { (Keyword::Nightbound, 1) } else { (Keyword::Daybound, 0) };
        let state = &self.state;
        let wrong = |id: &ObjectId| {
            state.chars(*id).has(keyword) && state.get(*id).is_some_and(|o| o.face == face) && !state.is_face_down(*id)
        };
        let turning: Vec<ObjectId> = state.permanents().filter(wrong).collect();
        for id in turning {
            self.turn_over(id, Turning::Transform);
        }
    }
}

impl State {
    /// 702.145b: by night what would enter with daybound enters transformed, if a transforming double-faced card represents
    /// it. Tells whether this changed how it enters.
    pub(crate) fn enters_by_night(&self, proposal: &mut Proposal) -> bool {
        let Proposal::Move { object, to: Destination::Battlefield(_), entry, .. } = proposal else { return false };
        if self.day != Some(false) || entry.transformed || entry.face_down.is_some() {
            return false;
        }
        let Some(there) = self.get(*object).filter(|o| o.face == 0) else { return false };
        let ObjectKind::Card(card) = there.kind else { return false };
        let double = self.cards.get(usize::from(card)).is_some_and(|d| d.card.layout == Layout::Transform);
        let chars = entry.copy.as_ref().unwrap_or(&there.base);
        entry.transformed = double && chars.has(Keyword::Daybound);
        entry.transformed
    }
}
