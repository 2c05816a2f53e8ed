//! What players do: "you cast a creature spell", "an opponent searches their library".

use lawmage_ir::{ActivatedSort, EventPattern, Filter, Kind, Ref, Status, StickerKind, Test, Who, Zone, ZoneSet};

use super::Happening;
use super::facts::attacked;
use crate::grammar::noun::is_this;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "you attack", "a player attacks with two or more creatures".
    pub(crate) fn attack_with(&mut self, by: &Who, with: &Filter, least: u32) -> Happening {
        let subject = self.player_subject(by);
        let any = with.test == Test::Any || with.test == Test::Type(lawmage_ir::CardType::Creature);
        // What it speaks of later is said.
        if least <= 1 && any && self.source_said && self.names.is_none() && !self.told {
            return Happening::new(subject, "attack with one or more creatures");
        }
        if least <= 1 && any {
            return Happening::new(subject, "attack");
        }
        // 508.3c: however many of them are.
        if let (Who::All, Some("an opponent"), 0 | 1) = (by, attacked(with), least) {
            return Happening::new(Phrase::many("one or more of your opponents"), "be attacked");
        }
        if let Some(whom) = attacked(with).filter(|_| least <= 1) {
            return Happening::new(subject, format!("attack {whom}"));
        }
        if let Some(text) = self.attack_players(by, with, least) {
            return text;
        }
        if let Test::And(all) = &with.test
            && let [Test::Type(lawmage_ir::CardType::Creature), Test::Or(yours)] = all.as_slice()
            && *yours == [Test::Is(Ref::This), crate::grammar::condition::your_commander()]
        {
            let this = self.this_named();
            return Happening::new(subject, format!("attack with {this} and/or your commander"));
        }
        let n = i32::try_from(least).unwrap_or(1);
        Happening::new(subject, format!("attack with {} or more {}", words::number(n), self.plural(with)))
    }

    /// "one or more Devils you control attack one or more players".
    fn attack_players(&mut self, by: &Who, with: &Filter, least: u32) -> Option<Happening> {
        let (Who::You, Test::And(all)) = (by, &with.test) else { return None };
        let [rest @ .., Test::Attacking { whom: Who::All, and_permanents: false }] = all.as_slice() else {
            return None;
        };
        let yours = Test::all(rest.iter().cloned().chain([Test::Controlled(Who::You)]));
        let yours = self.plural(&Filter::permanent(yours));
        let n = i32::try_from(least).unwrap_or(1);
        let attackers = Phrase::many(format!("{} or more {yours}", words::number(n)));
        Some(Happening::new(attackers, "attack one or more players"))
    }

    /// "you tap an untapped creature", "you untap one or more permanents".
    pub(crate) fn taps(&mut self, by: &Who, verb: &str, what: &Filter, batch: bool) -> Happening {
        let subject = self.player_subject(by);
        let what = match verb {
            "tap" => Filter::new(what.kind.clone(), Test::all([Test::Status(Status::Untapped), what.test.clone()])),
            _ => what.clone(),
        };
        let what = if batch { format!("one or more {}", self.plural(&what)) } else { self.one(&what) };
        Happening::new(subject, format!("{verb} {what}"))
    }

    /// "a player attacks enchanted player with one or more Goblins", "enchanted player is attacked" (508.3b, 508.3e).
    pub(crate) fn attack_on(&mut self, attack: &EventPattern) -> Option<Happening> {
        let EventPattern::Attacks { what, whom: Some(whom), .. } = attack else { return None };
        if whom.kind == Kind::Permanent {
            return None;
        }
        let creature = Test::Type(lawmage_ir::CardType::Creature);
        if what.test == Test::Any {
            return Some(Happening::new(self.member(whom, false), "be attacked"));
        }
        let tests = what.test.conjuncts();
        let by = tests.iter().find_map(|t| if let Test::Controlled(who) = t { Some(who.clone()) } else { None });
        let rest = Test::all(tests.iter().filter(|t| !matches!(t, Test::Controlled(_))).cloned());
        // "One or more creatures attack one of your opponents or a planeswalker they control."
        if by.is_none() && whom.kind == Kind::PlayerOrPermanent {
            return None;
        }
        let subject = self.player_subject(by.as_ref().unwrap_or(&Who::All));
        let mut whom = self.defender(whom);
        if matches!(by, None | Some(Who::All)) {
            self.attack_said = true;
            if whom == "an opponent" {
                whom = "one of your opponents".to_owned();
                self.object = Some(crate::print::Noun::new("opponent", false));
            }
        }
        if rest == creature {
            return Some(Happening::new(subject, format!("attack {whom}")));
        }
        let with = self.plural(&Filter::new(what.kind.clone(), rest));
        Some(Happening::new(subject, format!("attack {whom} with one or more {with}")))
    }

    /// "you cast a noncreature spell".
    pub(crate) fn cast(&mut self, by: &Who, what: &Filter, batch: bool) -> Happening {
        let subject = self.player_subject(by);
        let (what, from) = cast_from(what, if subject.you { "your" } else { "their" });
        self.aimed = what.test.conjuncts().iter().find_map(|test| match test {
            Test::TargetsOnly(at) => Some(self.noun_of(at, false)),
            _ => None,
        });
        let spell = if is_this(&what) { "this spell".to_owned() } else { self.members_as_object(&what, batch) };
        Happening::new(subject, format!("cast {spell}{from}"))
    }

    /// "you play a land", "you play a land from exile".
    pub(crate) fn plays_land(&mut self, by: &Who, what: &Filter, from: ZoneSet) -> Happening {
        let land = if what.test == Test::Any { "a land".to_owned() } else { self.one(what) };
        let from = match from.iter().collect::<Vec<_>>().as_slice() {
            _ if from == ZoneSet::ANYWHERE => String::new(),
            [Zone::Exile] => " from exile".to_owned(),
            [Zone::Command] => " from the command zone".to_owned(),
            [zone] => format!(" from your {}", zone.word()),
            _ => " from anywhere other than your hand".to_owned(),
        };
        Happening::new(self.player_subject(by), format!("play {land}{from}"))
    }

    /// "you copy an instant or sorcery spell".
    pub(crate) fn copy(&mut self, by: &Who, what: &Filter, batch: bool) -> Happening {
        let subject = self.player_subject(by);
        let spell = self.members_as_object(what, batch);
        Happening::new(subject, format!("copy {spell}"))
    }

    /// "you activate an ability of an artifact that isn't a mana ability".
    pub(crate) fn activate(
        &mut self,
        by: &Who,
        source: &Filter,
        mana_too: bool,
        only: Option<ActivatedSort>,
    ) -> Happening {
        let subject = self.player_subject(by);
        if let (Some(ActivatedSort::Keyword(keyword)), true) = (only, is_this(source)) {
            let whose = words::possessive(&self.object(&Ref::This));
            return Happening::new(subject, format!("activate {whose} {} ability", keyword.word()));
        }
        let any = source.test == Test::Any && source.kind != Kind::Permanent;
        let of = if any { String::new() } else { format!(" of {}", self.one(source)) };
        let cost = match only {
            Some(ActivatedSort::Tapping(true)) => " with {T} in its activation cost",
            Some(ActivatedSort::Tapping(false)) => " without {T} in its activation cost",
            _ => "",
        };
        let but = if mana_too { cost.to_owned() } else { format!("{cost} that isn't a mana ability") };
        let ability = words::article(&match only {
            Some(ActivatedSort::Keyword(keyword)) => format!("{} ability", keyword.word()),
            Some(ActivatedSort::Loyalty) => "loyalty ability".to_owned(),
            Some(ActivatedSort::Tapping(_)) | None => "ability".to_owned(),
        });
        if *by == Who::All && source.test != Test::Any {
            return Happening::new(Phrase::one(format!("{ability}{of}")), format!("be activated{but}"));
        }
        Happening::new(subject, format!("activate {ability}{of}{but}"))
    }

    /// "you reveal a land card this way".
    pub(crate) fn reveals_drawn(&mut self, what: &Filter) -> Happening {
        let card = if is_this(what) {
            "this card".to_owned()
        } else {
            self.one(&Filter::new(Kind::Card(ZoneSet::default()), what.test.clone()))
        };
        Happening::new(Phrase::you(), format!("reveal {card} this way"))
    }

    /// What is done with Attractions (717).
    pub(crate) fn attractions(&mut self, by: &Who, deed: &lawmage_ir::AttractionDeed) -> Happening {
        use lawmage_ir::AttractionDeed as Deed;
        let subject = self.player_subject(by);
        let verb = match deed {
            Deed::Open => "open an Attraction",
            Deed::Roll if subject.you => "roll to visit your Attractions",
            Deed::Roll => "roll to visit their Attractions",
            Deed::Visit => "visit an Attraction",
            Deed::ClaimPrize => "claim the prize of an Attraction",
        };
        Happening::new(subject, verb)
    }

    /// "you draw two or more cards".
    pub(crate) fn draws_cards(&mut self, by: &Who, least: u32) -> Happening {
        let subject = self.player_subject(by);
        let least = words::number(i32::try_from(least).unwrap_or(1));
        Happening::new(subject, format!("draw {least} or more cards"))
    }

    /// "you fully unlock a Room".
    pub(crate) fn unlocks(&mut self, by: &Who, what: &Filter, fully: bool) -> Happening {
        let subject = self.player_subject(by);
        let verb = if fully { format!("fully unlock {}", self.one(what)) } else { "unlock this door".to_owned() };
        Happening::new(subject, verb)
    }

    /// "you create one or more tokens".
    pub(crate) fn token_created(&mut self, by: &Who, what: &Filter, batch: bool) -> Happening {
        let subject = self.player_subject(by);
        let tokens = if batch { format!("one or more {}", self.plural(what)) } else { self.one(what) };
        Happening::new(subject, format!("create {tokens}"))
    }

    /// "you put a name sticker on it".
    pub(crate) fn puts_sticker(&mut self, by: &Who, kind: Option<StickerKind>, on: &Filter) -> Happening {
        let subject = self.player_subject(by);
        let on = if is_this(on) { self.this_named() } else { self.one(on) };
        Happening::new(subject, format!("put {} on {on}", crate::grammar::sticker::sticker_word(kind)))
    }

    /// "you cycle or discard a card".
    pub(crate) fn cycles(&mut self, by: &Who, what: &Filter) -> Happening {
        let subject = self.player_subject(by);
        let card = match &what.kind {
            _ if is_this(what) => "this card".to_owned(),
            Kind::Object => self.one(&Filter::new(Kind::Card(ZoneSet::default()), what.test.clone())),
            _ => self.one(what),
        };
        Happening::new(subject, format!("cycle {card}"))
    }

    /// "you exert a creature".
    pub(crate) fn exerts(&mut self, by: &Who, what: &Filter, attacking: bool) -> Happening {
        let subject = self.player_subject(by);
        let what = if is_this(what) { self.this_named() } else { self.one(what) };
        Happening::new(subject, format!("exert {what}{}", if attacking { " as it attacks" } else { "" }))
    }

    /// "you shuffle your library".
    pub(crate) fn shuffles(&mut self, who: &Who) -> Happening {
        let subject = self.player_subject(who);
        let whose = if subject.you { "your" } else { "their" };
        Happening::new(subject, format!("shuffle {whose} library"))
    }

    /// "you search your library".
    pub(crate) fn searches(&mut self, who: &Who) -> Happening {
        let subject = self.player_subject(who);
        let whose = if subject.you { "your" } else { "their" };
        Happening::new(subject, format!("search {whose} library"))
    }

    /// "your turn begins".
    pub(crate) fn turn_begins(&mut self, who: &Who) -> Happening {
        let subject = self.player_subject(who);
        let whose = if subject.you { "your" } else { "their" };
        Happening::new(subject, format!("begin {whose} turn"))
    }

    /// "you lose control of it".
    pub(crate) fn loses_control(&mut self, by: &Who, what: &Filter) -> Happening {
        let subject = self.player_subject(by);
        Happening::new(subject, format!("lose control of {}", self.one(what)))
    }

    /// "you gain control of it from another player".
    pub(crate) fn gains_control(&mut self, by: &Who, what: &Filter, from: Option<&Who>) -> Happening {
        let subject = self.player_subject(by);
        let from = from.map_or_else(|| "another player".to_owned(), |from| self.whom(from));
        Happening::new(subject, format!("gain control of {} from {from}", self.one(what)))
    }

    /// "you tap a land for mana".
    pub(crate) fn produces_mana(&mut self, source: &Filter, by: &Who, of_chosen: bool) -> Happening {
        if of_chosen {
            let ability = Phrase::one(format!("{} ability", words::possessive(&self.one(source))));
            return Happening::new(ability, "add one or more mana of the chosen color");
        }
        if *by == Who::All {
            return Happening::new(Phrase::one(self.one(source)), "be tapped for mana");
        }
        let subject = self.player_subject(by);
        Happening::new(subject, format!("tap {} for mana", self.one(source)))
    }
}

/// A spell without where it is cast from, and that, as it stands behind it: " from your hand".
fn cast_from(what: &Filter, whose: &str) -> (Filter, String) {
    let tests = what.test.conjuncts();
    let found = tests.iter().find_map(|test| match test {
        Test::CastFrom(zones) => Some((test, *zones)),
        _ => None,
    });
    // Whose graveyard it is the noun phrase says.
    let owned = tests.iter().any(|test| matches!(test, Test::Owned(_)));
    let Some((from, zones)) = found.filter(|_| !owned) else { return (what.clone(), String::new()) };
    let rest = Filter::new(what.kind.clone(), Test::all(tests.iter().filter(|test| *test != from).cloned()));
    let words = match zones.iter().collect::<Vec<_>>().as_slice() {
        [Zone::Exile] => "exile".to_owned(),
        [Zone::Graveyard] => "a graveyard".to_owned(),
        [zone] => format!("{whose} {}", zone.word()),
        zones if zones.len() > 4 && !zones.contains(&Zone::Exile) => "anywhere other than exile".to_owned(),
        zones if zones.len() > 4 => format!("anywhere other than {whose} hand"),
        _ => return (what.clone(), String::new()),
    };
    (rest, format!(" from {words}"))
}
