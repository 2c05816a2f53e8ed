//! Whose and where: "you control", "in your graveyard".

use lawmage_ir::{Ref, Status, Test, Who, Zone, ZoneSet};

use super::Parts;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "cards exiled with ~".
    pub(crate) fn cards_exiled_with(&mut self) -> String {
        format!("cards exiled with {}", self.own_name())
    }

    /// "exiled with ~", "exiled with cards named ~", "exiled … used to craft ~".
    pub(super) fn say_exiled(&mut self, of: &Ref, parts: &mut Parts) {
        let own = self.own_name();
        parts.after.push(match of {
            Ref::Linked(lawmage_ir::CRAFTED) => {
                parts.before.push("exiled".to_owned());
                format!("used to craft {own}")
            }
            Ref::LinkedByName(_) => format!("exiled with cards named {own}"),
            _ => format!("exiled with {own}"),
        });
    }

    /// Whether one of the words says that the cards are in exile: "suspended", "exiled this way".
    pub(super) fn tells_exile(&self, tests: &[Test]) -> bool {
        tests.iter().any(|test| match test {
            Test::Status(Status::Suspended) => true,
            Test::Is(Ref::Slot(n)) => self.slot_participle(*n) == "exiled",
            _ => false,
        })
    }

    /// Where cards are: "in your graveyard", "from a graveyard".
    pub(crate) fn place(&mut self, zones: ZoneSet, owner: Option<&Who>, plural: bool) -> Option<String> {
        if zones == crate::grammar::replacement::elsewhere(Zone::Battlefield) {
            let own = owner.map(|w| format!("{} ", self.relation("own", w, plural))).unwrap_or_default();
            let not = if plural { "aren't" } else { "isn't" };
            return Some(format!("{own}that {not} on the battlefield"));
        }
        let zones: Vec<Zone> = zones.iter().collect();
        if zones.is_empty() || zones.len() >= 6 {
            return owner.map(|w| self.relation("own", w, plural));
        }
        let lead = if self.moving { "from" } else { "in" };
        let names: Vec<String> = zones.iter().map(|z| z.word().to_owned()).collect();
        if let [Zone::Exile] = zones.as_slice() {
            let own = owner.map(|w| format!("{} ", self.relation("own", w, plural)));
            return Some(format!("{}{lead} exile", own.unwrap_or_default()));
        }
        if let ([Zone::Graveyard, Zone::Exile] | [Zone::Exile, Zone::Graveyard], Some(Who::You), false) =
            (zones.as_slice(), owner, self.moving)
        {
            return Some("you own in exile and in your graveyard".to_owned());
        }
        if let [Zone::Battlefield | Zone::Stack | Zone::Command] = zones.as_slice() {
            return Some(format!("on the {}", names.join("")));
        }
        if let [Zone::Outside] = zones.as_slice() {
            let own = owner.map(|w| format!("{} ", self.relation("own", w, plural)));
            return Some(format!("{}from outside the game", own.unwrap_or_default()));
        }
        let joined = words::list(&names, if self.moving { "and/or" } else { "and" });
        let many = |p: &mut Self, who: &Who, text: &str| {
            let phrase = p.owner_of_zone(who, plural);
            if phrase.starts_with("your opponents") {
                let all: Vec<String> = zones.iter().map(|z| words::plural(z.word())).collect();
                format!("{lead} {phrase} {}", words::list(&all, "and"))
            } else {
                format!("{lead} {phrase} {text}")
            }
        };
        Some(match owner {
            None if plural => {
                let all: Vec<String> = zones.iter().map(|z| words::plural(z.word())).collect();
                format!("{lead} all {}", words::list(&all, "and"))
            }
            None => format!("{lead} {}", words::article(&joined)),
            Some(who) => many(self, who, &joined),
        })
    }

    /// "your", "an opponent's", "that player's" before a zone.
    pub(crate) fn owner_of_zone(&mut self, who: &Who, plural: bool) -> String {
        match who {
            own if self.is_asked(own) => "your".to_owned(),
            Who::Opponents if plural => "your opponents'".to_owned(),
            Who::Opponents => "an opponent's".to_owned(),
            Who::All => "a player's".to_owned(),
            Who::Others => "another player's".to_owned(),
            Who::Ref(Ref::Each) if self.looped => "that player's".to_owned(),
            Who::Ref(Ref::Each) => "their".to_owned(),
            other if *other != Who::You && self.actor.as_ref() == Some(other) => "their".to_owned(),
            other => self.who(other).possessive(),
        }
    }

    /// "you control", "an opponent controls", "your opponents own".
    pub(crate) fn relation(&mut self, verb: &str, who: &Who, plural: bool) -> String {
        let phrase = match who {
            own if self.is_asked(own) => Phrase::you(),
            Who::Opponents if plural => Phrase::many("your opponents"),
            Who::Opponents => Phrase::one("an opponent"),
            Who::Team => Phrase::one("your team"),
            Who::All if plural => Phrase::many("players"),
            Who::All => Phrase::one("a player"),
            Who::Others => Phrase::one("another player"),
            Who::Such(_, is) if matches!(**is, lawmage_ir::Condition::Monarch(Who::Ref(Ref::It))) => {
                Phrase::one("the monarch")
            }
            Who::Ref(Ref::Each) if self.each_player.as_ref().is_some_and(|each| each.text == "the voter") => {
                Phrase::one("the voter")
            }
            Who::Ref(Ref::Each) if self.looped => Phrase::one("that player"),
            Who::Ref(Ref::Each) => Phrase::many("they"),
            other if *other != Who::You && self.actor.as_ref() == Some(other) => Phrase::many("they"),
            other => self.who(other),
        };
        phrase.does(verb)
    }
}
