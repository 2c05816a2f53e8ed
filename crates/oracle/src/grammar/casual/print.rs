//! Casual variants (section 9): their events and instructions in words.

use lawmage_ir::{CasualAction, CasualEvent, Filter, PlanarFace, Who};

use crate::grammar::effect::deed::Deed;
use crate::grammar::event::Happening;
use crate::grammar::noun::is_this;
use crate::print::{Phrase, Printer};

impl Printer<'_> {
    /// "you planeswalk to ~", "chaos ensues".
    pub(crate) fn casual_event(&mut self, event: &CasualEvent) -> Happening {
        let (who, verb) = match event {
            CasualEvent::Chaos => return Happening::new(Phrase::one("chaos"), "ensue"),
            CasualEvent::RollsPlanarDie(who, face) => (who, format!("roll {}", planar_face(*face))),
            CasualEvent::PlaneswalksTo(who, what) => (who, format!("planeswalk to {}", self.casual_card(what))),
            CasualEvent::PlaneswalksFrom(who, what) => {
                (who, format!("planeswalk away from {}", self.casual_card(what)))
            }
            CasualEvent::Encounters(who, what) => (who, format!("encounter {}", self.casual_card(what))),
            CasualEvent::SetsInMotion(who, what) => (who, format!("set {} in motion", self.casual_card(what))),
            CasualEvent::Abandons(who, what) => (who, format!("abandon {}", self.casual_card(what))),
        };
        let subject = self.player_subject(who);
        Happening::new(subject, verb)
    }

    fn casual_card(&mut self, what: &Filter) -> String {
        if is_this(what) { self.this_named() } else { self.one(what) }
    }

    /// "planeswalk", "roll the planar die".
    pub(crate) fn casual_action(&mut self, action: &CasualAction) -> Deed {
        match action {
            CasualAction::Chaos => Deed::Whole("chaos ensues".to_owned()),
            CasualAction::Planeswalk(who) => Deed::act(self.actor(who), "planeswalk"),
            CasualAction::RollPlanarDie(who) => Deed::act(self.actor(who), "roll the planar die"),
            CasualAction::SetInMotion(who) => {
                let whose = if *who == Who::You { "your" } else { "their" };
                Deed::act(self.actor(who), format!("set the top card of {whose} scheme deck in motion"))
            }
            CasualAction::Abandon(what) => {
                let what = self.own(what);
                Deed::order(format!("abandon {what}"))
            }
        }
    }
}

const fn planar_face(face: Option<PlanarFace>) -> &'static str {
    match face {
        None => "the planar die",
        Some(PlanarFace::Planeswalker) => "the Planeswalker symbol on the planar die",
        Some(PlanarFace::Chaos) => "the chaos symbol on the planar die",
    }
}
