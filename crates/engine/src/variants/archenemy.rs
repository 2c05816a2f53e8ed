//! Archenemy (904): schemes (314).

use lawmage_ir::{CardType, Rule, Supertype, rule};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::stack::StackKind;
use crate::table::game::Game;

impl State {
    /// Makes players archenemies (314.1, 904.2a; each of several has a scheme deck of their own: 904.12a-b): the schemes in the command
    /// zone become their decks, in the order they are in.
    pub(crate) fn take_schemes(&mut self, archenemies: &[PlayerId]) {
        self.casual_mut().archenemies = archenemies.into();
        for id in self.face_up_of(&[CardType::Scheme]) {
            self.put_under(id);
        }
    }

    fn is_archenemy(&self, player: PlayerId) -> bool {
        self.casual.as_ref().is_some_and(|c| c.archenemies.contains(&player))
    }

    /// Whether a triggered ability of any scheme is on the stack or waits to be put there (314.6).
    fn has_scheme_trigger(&self) -> bool {
        let is_scheme = |id: ObjectId| self.seen(id).is_some_and(|s| s.chars.is(CardType::Scheme));
        self.pending.iter().any(|p| is_scheme(p.source))
            || self.stack.iter().any(|id| {
                let item = self.get(*id).and_then(|o| o.stack.as_ref());
                item.is_some_and(|i| matches!(i.kind, StackKind::Triggered { .. }) && is_scheme(i.source))
            })
    }
}

impl Game<'_> {
    /// 505.3, 703.4e, 904.9: an archenemy sets the top card of their scheme deck in motion as their precombat main phase begins.
    pub(crate) fn scheme_of_turn(&mut self) {
        let active = self.state.turn.active;
        if self.state.casual.is_some() && self.state.is_archenemy(active) {
            self.set_in_motion(active, rule!("505.3"));
        }
    }

    /// Sets the top card of an archenemy's scheme deck in motion (701.25a-b): one, however many are to be (701.25c).
    pub(crate) fn set_in_motion(&mut self, player: PlayerId, why: Rule) -> Option<ObjectId> {
        if !self.state.is_archenemy(player) {
            return None;
        }
        let scheme = self.state.turn_up_top(player)?;
        self.state.refresh();
        self.record(Event::SetInMotion { by: player, scheme }, why, None);
        Some(scheme)
    }

    /// Abandons a scheme (701.26b), if it is face up and ongoing (701.26a). Tells whether it was.
    pub(crate) fn abandon(&mut self, scheme: ObjectId, by: PlayerId) -> bool {
        let chars = self.state.chars(scheme);
        let fit = chars.is(CardType::Scheme) && chars.has_supertype(Supertype::Ongoing);
        if !fit || !self.state.command.contains(&scheme) {
            return false;
        }
        self.state.put_under(scheme);
        self.record(Event::Abandoned { by, scheme }, rule!("701.26b"), None);
        true
    }

    /// 205.4h, 704.6e, 314.6, 904.10: schemes that are not ongoing go to the bottom of the deck once no scheme's trigger is left;
    /// ongoing ones stay (904.11). Tells whether there was one.
    pub(crate) fn put_schemes_away(&mut self) -> bool {
        let is_done = |id: &ObjectId| !self.state.chars(*id).has_supertype(Supertype::Ongoing);
        let mut done = self.state.face_up_of(&[CardType::Scheme]);
        done.retain(|id| is_done(id));
        if done.is_empty() || self.state.has_scheme_trigger() {
            return false;
        }
        for id in done {
            self.note(rule!("704.6e"), |s| format!("{} is turned face down", s.object_name(id)));
            self.state.put_under(id);
        }
        self.state.refresh();
        true
    }
}
