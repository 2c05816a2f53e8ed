//! Changes of zones as events (400): "dies", "is put into a graveyard from anywhere".

use lawmage_ir::{Cause, EventPattern, Filter, Kind, Ref, Test, Who, Zone, ZoneSet};

use super::Happening;
use super::facts::owner_apart;
use crate::grammar::noun::is_this;
use crate::print::{Phrase, Printer, Spoken, words};

impl Printer<'_> {
    /// "a creature with a coin counter on it dies or is put into exile".
    pub(super) fn dies_or_is_exiled(&mut self, all: &[EventPattern]) -> Option<String> {
        let [
            EventPattern::Moves { what, from: ZoneSet::BATTLEFIELD, to, cause: None, by: None },
            EventPattern::Moves { what: same, to: exile, cause: None, by: None, .. },
        ] = all
        else {
            return None;
        };
        let of_one = what.test == same.test && same.kind == Kind::Object && self.dies(what);
        let places = (*to, *exile) == (ZoneSet::of(Zone::Graveyard), ZoneSet::of(Zone::Exile));
        (of_one && places).then(|| format!("{} dies or is put into exile", self.member(what, false).text))
    }

    pub(crate) fn moves(
        &mut self,
        what: &Filter,
        from: ZoneSet,
        to: ZoneSet,
        cause: Option<Cause>,
        by: Option<&Who>,
        batch: bool,
    ) -> Happening {
        let battlefield = ZoneSet::BATTLEFIELD;
        if let Some(verb) = cause.and_then(active) {
            if let Some(by) = by {
                let subject = self.player_subject(by);
                self.speak(Spoken::Thing(Ref::Event(lawmage_ir::Role::Subject)));
                let object = if is_this(what) {
                    if verb == "discard" { "this card".to_owned() } else { self.own_name() }
                } else {
                    let what = Filter::new(
                        match &what.kind {
                            Kind::Card(_) | Kind::Object if verb != "sacrifice" => Kind::Card(ZoneSet::default()),
                            other => other.clone(),
                        },
                        what.test.clone(),
                    );
                    if batch { format!("one or more {}", self.plural(&what)) } else { self.one(&what) }
                };
                return Happening::new(subject, format!("{verb} {object}"));
            }
            let subject = self.member(what, batch);
            return Happening::new(subject, format!("be {}", words::participle(verb)));
        }
        if to == battlefield
            && let Some(rest) = without_team(what)
        {
            let happening = self.moves(&rest, from, to, cause, by, batch);
            return Happening::new(happening.subject, format!("{} under your team's control", happening.verb));
        }
        let (owner, test) =
            if owned_zone(to) || owned_zone(from) { owner_apart(&what.test) } else { (None, what.test.clone()) };
        let bare = Filter::new(bare_kind(&what.kind, from), test);
        if let Test::Is(r) = &bare.test {
            self.make_certain(r);
        }
        let mut subject = match self.dealt_this_way(&bare) {
            Some(dealt) => dealt,
            None => self.member(&bare, batch),
        };
        // 108.2b: what is put somewhere from anywhere may be a token, where it isn't said to be a card.
        let whatever = what.test.conjuncts().iter().all(|t| matches!(t, Test::Owned(_) | Test::Any));
        if what.kind == Kind::Object && whatever && from == ZoneSet::ANYWHERE && subject.text == "a card" {
            subject.text.push_str(" or token");
        }
        let whose = owner.as_ref().map_or_else(|| "a".to_owned(), |w| self.owner_of_zone(w, false));
        let creature = self.dies(what);
        let verb = if to == battlefield
            && (from == ZoneSet::ANYWHERE || !from.has(Zone::Battlefield) && from.iter().count() > 2)
        {
            "enter".to_owned()
        } else if to == battlefield {
            format!("enter from {}", of_owner(&self.zone_phrase(from), &whose))
        } else if from == battlefield && to == ZoneSet::of(Zone::Graveyard) {
            if cause == Some(lawmage_ir::Cause::Destroy) {
                "be destroyed".to_owned()
            } else if creature && owner.is_none() {
                "die".to_owned()
            } else {
                format!("be put into {whose} graveyard from the battlefield")
            }
        } else if from == battlefield && (to.iter().count() > 3) {
            let dying = to.has(Zone::Graveyard);
            if dying { "leave the battlefield".to_owned() } else { "leave the battlefield without dying".to_owned() }
        } else if to == ZoneSet::of(Zone::Graveyard) {
            if from.iter().count() > 4 {
                let but = if from.has(Zone::Battlefield) { "" } else { " other than the battlefield" };
                format!("be put into {whose} graveyard from anywhere{but}")
            } else {
                format!("be put into {whose} graveyard from {}", self.zone_phrase(from))
            }
        } else if to == ZoneSet::of(Zone::Exile) {
            let verb = if cause == Some(Cause::Exile) { "be exiled" } else { "be put into exile" };
            if from.iter().count() > 4 { verb.to_owned() } else { format!("{verb} from {}", self.zone_phrase(from)) }
        } else if to == ZoneSet::of(Zone::Hand) {
            self.put_into_hand(from, cause, &whose)
        } else if to.iter().count() > 4 {
            let from = self.zone_phrase(from);
            format!("leave {}", of_owner(&from, &whose))
        } else {
            let to = self.zone_phrase(to);
            format!("be put into {to} from {}", self.zone_phrase(from))
        };
        Happening::new(subject, verb)
    }

    /// "a permanent dealt damage this way", of what an instruction dealt damage to and no more is said.
    fn dealt_this_way(&mut self, what: &Filter) -> Option<Phrase> {
        let (Kind::Permanent, Test::Is(r @ Ref::Slot(slot))) = (&what.kind, &what.test) else { return None };
        let spoken = self.thing.as_ref() == Some(r);
        if spoken || self.slot_participle(*slot) != "dealt damage" {
            return None;
        }
        // Each on its own from here on.
        self.slots.insert(*slot, crate::print::Noun::new("permanent", false));
        self.thing = Some(r.clone());
        Some(Phrase::one("a permanent dealt damage this way"))
    }

    /// "be returned to its owner's hand", "be put into your hand from your graveyard".
    fn put_into_hand(&self, from: ZoneSet, cause: Option<Cause>, whose: &str) -> String {
        match (from == ZoneSet::BATTLEFIELD, whose) {
            (true, "a") => "be returned to its owner's hand".to_owned(),
            (true, whose) => format!("be returned to {whose} hand"),
            (false, whose) if owned_zone(from) && cause.is_none() => {
                format!("be put into {whose} hand from {}", of_owner(&self.zone_phrase(from), whose))
            }
            (false, whose) => format!("be put into {whose} hand"),
        }
    }

    fn zone_phrase(&self, zones: ZoneSet) -> String {
        if zones == ZoneSet::ANYWHERE {
            return "anywhere".to_owned();
        }
        if zones == crate::grammar::event::all_but(Zone::Battlefield) {
            return "anywhere other than the battlefield".to_owned();
        }
        let names: Vec<String> = zones
            .iter()
            .map(|z| match z {
                Zone::Battlefield => "the battlefield".to_owned(),
                Zone::Exile => "exile".to_owned(),
                Zone::Stack => "the stack".to_owned(),
                Zone::Command => "the command zone".to_owned(),
                other => words::article(other.word()),
            })
            .collect();
        words::list(&names, "or")
    }

    /// Whether what moves is a creature, so that it "dies" (700.4).
    pub(crate) fn dies(&self, filter: &Filter) -> bool {
        fn creature(test: &Test) -> bool {
            match test {
                Test::Type(t) => *t == lawmage_ir::CardType::Creature,
                Test::Subtype(s) => s.kind() == lawmage_ir::SubtypeKind::Creature,
                Test::And(all) => all.iter().any(creature),
                // 700.4: of what is no creature or planeswalker it is not said.
                Test::Or(all) => all.iter().any(creature) && !all.iter().any(other),
                Test::Is(Ref::It | Ref::Slot(_) | Ref::Target(_)) => true,
                _ => false,
            }
        }
        fn other(test: &Test) -> bool {
            use lawmage_ir::CardType::{Artifact, Creature, Enchantment, Land};
            let tests = test.conjuncts();
            let is = |t: &lawmage_ir::CardType| tests.contains(&Test::Type(*t));
            [Artifact, Enchantment, Land].iter().any(is) && !is(&Creature)
        }
        match &filter.test {
            Test::Is(Ref::This) => match &self.alias {
                Some(alias) => alias.ends_with("creature") || alias.ends_with("token"),
                None => self.face.types.has(lawmage_ir::CardType::Creature),
            },
            Test::Is(Ref::Host(_)) => !self.face.types.has(lawmage_ir::CardType::Creature),
            test => creature(test),
        }
    }
}

/// "your graveyard" for "a graveyard", where it is said whose.
fn of_owner(zone: &str, whose: &str) -> String {
    if whose == "a" { zone.to_owned() } else { zone.replacen("a ", &format!("{whose} "), 1) }
}

/// What a player does who moves things so.
const fn active(cause: Cause) -> Option<&'static str> {
    match cause {
        Cause::Sacrifice => Some("sacrifice"),
        Cause::Discard => Some("discard"),
        Cause::Mill => Some("mill"),
        Cause::Draw => Some("draw"),
        _ => None,
    }
}

/// What is said of what "enters under your team's control" besides that.
fn without_team(what: &Filter) -> Option<Filter> {
    let tests = what.test.conjuncts();
    let team = Test::Controlled(Who::Team);
    let rest = tests.iter().filter(|t| **t != team).cloned();
    (tests.len() > 1 && tests.contains(&team)).then(|| Filter::new(what.kind.clone(), Test::all(rest)))
}

/// Whether it is one zone that each player has (400.1).
fn owned_zone(zones: ZoneSet) -> bool {
    zones.iter().count() == 1 && (zones.has(Zone::Graveyard) || zones.has(Zone::Hand) || zones.has(Zone::Library))
}

/// As what it is spoken of where its zones are said anyway.
fn bare_kind(kind: &Kind, from: ZoneSet) -> Kind {
    match kind {
        Kind::Object if from == ZoneSet::BATTLEFIELD => Kind::Permanent,
        Kind::Card(_) | Kind::Object => Kind::Card(ZoneSet::default()),
        other => other.clone(),
    }
}
