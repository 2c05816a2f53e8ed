//! What causes abilities to trigger an additional time, or not at all (603.2d).

use lawmage_ir::{EventPattern, Filter, Test, Who, Zone, ZoneSet};

use crate::print::Printer;

impl Printer<'_> {
    /// "a creature entering", "a creature you control attacking".
    pub(super) fn causing(&mut self, event: &EventPattern) -> String {
        match event {
            EventPattern::Or(all)
                if let [EventPattern::Casts { what, .. }, EventPattern::Copies { .. }] = all.as_slice() =>
            {
                format!("you casting or copying {}", self.one(what))
            }
            EventPattern::Or(all) if let Some((what, deeds)) = same_deeds(all) => format!("{} {deeds}", self.one(what)),
            EventPattern::Or(all)
                if let [EventPattern::Attacks { what, .. }, EventPattern::AttackDeclared { .. }] = all.as_slice() =>
            {
                format!("{} attacking", self.one(what))
            }
            EventPattern::Attacks { what, .. } => format!("{} attacking", self.one(what)),
            other if *other == EventPattern::draws(Who::All) => "a player drawing a card".to_owned(),
            EventPattern::TurnedFaceUp(what) if what.test == Test::Any => {
                "turning a face-down permanent face up".to_owned()
            }
            EventPattern::Moves { what, to, .. } if *to == ZoneSet::BATTLEFIELD => {
                format!("{} entering", self.one(what))
            }
            EventPattern::Moves { what, to, .. } if *to == ZoneSet::of(Zone::Graveyard) => {
                format!("{} dying", self.one(what))
            }
            EventPattern::Moves { what, .. } => format!("{} leaving the battlefield", self.one(what)),
            EventPattern::Damage { by, combat: Some(true), .. } => {
                format!("{} dealing combat damage to a player", self.one(by))
            }
            other => self.trigger(other),
        }
    }

    /// "creatures entering or dying", of which no ability is to trigger.
    pub(super) fn causing_many(&mut self, event: &EventPattern) -> String {
        match event {
            EventPattern::Or(all) if let Some((what, deeds)) = same_deeds(all) => {
                format!("{} {deeds}", self.plural(what))
            }
            EventPattern::Moves { what, .. } => format!("{} {}", self.plural(what), deed_of(event)),
            other => self.causing(other),
        }
    }
}

/// What one and the same does in two ways: "entering or dying".
fn same_deeds(all: &[EventPattern]) -> Option<(&Filter, String)> {
    let [EventPattern::Moves { what, .. }, EventPattern::Moves { what: same, .. }] = all else { return None };
    let deeds: Vec<&str> = all.iter().map(deed_of).collect();
    (what == same).then(|| (what, deeds.join(" or ")))
}

fn deed_of(event: &EventPattern) -> &'static str {
    match event {
        EventPattern::Moves { to, .. } if *to == ZoneSet::BATTLEFIELD => "entering",
        EventPattern::Moves { to, .. } if *to == ZoneSet::of(Zone::Graveyard) => "dying",
        _ => "leaving the battlefield",
    }
}
