//! Where and how things are put: exile, return, put (400).

use lawmage_ir::{
    Amount, Arrival, Cause, Destination, Filter, Instruction, Kind, Ref, Selector, Stat, Test, Who, Zone, ZoneSet,
};

use crate::grammar::effect::deed::Deed;
use crate::grammar::effect::each_sort::one_of_each_sort;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// What something arrives attached to.
    pub(crate) fn arrival_host(&mut self, host: &Selector) -> String {
        match host {
            Selector::Ref(host) => self.object(host),
            other => self.those_of(other, Quant::All),
        }
    }

    /// The object itself, from where the ability at hand works (113.6).
    fn out_of_its_zone(&self) -> Option<String> {
        Some(match () {
            () if self.in_exile => format!("{} from exile", self.own_card()),
            () if self.in_command && self.in_hand => "this card from your hand or the command zone".to_owned(),
            () if self.in_command => format!("{} from the command zone", self.own_card()),
            () if self.in_hand => "this card from your hand".to_owned(),
            () if self.away => format!("{} from your graveyard", self.own_card()),
            () => return None,
        })
    }

    /// "for each card type, put up to one card of that type from among them into your hand".
    fn motion_of_each_sort(&mut self, what: &Selector, to: &Destination, cause: Cause) -> Option<String> {
        let (sort, one) = one_of_each_sort(what)?;
        let card = format!("card of that {}", sort.split(' ').next_back()?);
        let text = self.motion(&one, to, cause);
        let text = match text.contains("up to one of ") {
            true => text.replacen("up to one of ", &format!("up to one {card} from among "), 1),
            false => text.replacen("card", &card, 1),
        };
        Some(format!("for each {sort}, {text}"))
    }

    /// "exile target creature", "return it to its owner's hand", "put that card onto the battlefield tapped": a bare verb
    /// phrase.
    pub(crate) fn motion(&mut self, what: &Selector, to: &Destination, cause: Cause) -> String {
        if let Some(text) = self.motion_of_each_sort(what, to, cause) {
            return text;
        }
        let many = self.many_of(what);
        let in_zone = zone_of(self, what);
        let before = std::mem::replace(&mut self.moving, true);
        let mut object = self.those_of(what, Quant::All);
        if *what == lawmage_ir::THIS
            && let Some(from) = self.out_of_its_zone()
        {
            object = from;
        }
        if let Selector::Those(of, Test::PutThisWay(_, zones)) = what
            && let Some(zone) = zones.iter().next()
        {
            object = format!("{} from {}", self.those_of(of, Quant::All), place_word(zone));
        }
        self.moving = before;
        let verb = match cause {
            Cause::Exile => "exile",
            Cause::Return => "return",
            _ => "put",
        };
        let from_own = *what == lawmage_ir::THIS && (self.away || self.in_hand);
        let owner = match (&in_zone, many) {
            (Some(Zone::Hand | Zone::Library), _) => "your".to_owned(),
            _ if from_own => "your".to_owned(),
            (_, true) => "their owners'".to_owned(),
            (_, false) => "its owner's".to_owned(),
        };
        let owner = self.owner_word(what, owner);
        match to {
            Destination::Exile { face_down, .. } => {
                format!("exile {}{}", whole_graveyards(object), if *face_down { " face down" } else { "" })
            }
            Destination::Hand => {
                let hands = if owner.ends_with("owners'") { "hands" } else { "hand" };
                if verb == "return" {
                    format!("return {object} to {owner} {hands}")
                } else {
                    format!("put {object} into {owner} {hands}")
                }
            }
            Destination::Graveyard => {
                let yards = if owner.ends_with("owners'") { "graveyards" } else { "graveyard" };
                if verb == "return" {
                    format!("return {object} to {owner} {yards}")
                } else {
                    format!("put {object} into {owner} {yards}")
                }
            }
            Destination::Battlefield(arrival) => {
                let onto = if verb == "return" { "to" } else { "onto" };
                let how = self.arrival(arrival, what);
                let is = if arrival.mods.is_empty() {
                    String::new()
                } else {
                    let these = if many { "they" } else { "that permanent" };
                    format!(". {}", words::capital(&self.predicate(these, many, &arrival.mods, true)))
                };
                format!("{verb} {object} {onto} the battlefield{how}{is}")
            }
            Destination::LibraryTop { random } | Destination::LibraryBottom { random } => {
                let end = if matches!(to, Destination::LibraryTop { .. }) { "top" } else { "the bottom" };
                let lib = if owner.ends_with("owners'") { "libraries" } else { "library" };
                let order = if *random {
                    " in a random order"
                } else if many {
                    " in any order"
                } else {
                    ""
                };
                format!("put {object} on {end} of {owner} {lib}{order}")
            }
            Destination::LibraryNth(n) => {
                format!("put {object} into {owner} library {} from the top", words::ordinal(*n + 1))
            }
            Destination::LibraryBeneath(cards) => {
                let cards = self.number_word(cards);
                format!("put {object} into {owner} library just beneath the top {cards} cards of that library")
            }
            Destination::Command if verb == "return" => format!("return {object} to the command zone"),
            Destination::Command => format!("put {object} into the command zone"),
            Destination::LibraryShuffled => {
                if let Selector::Those(of, Test::PutThisWay(Ref::This, _)) = what {
                    let this = if **of == lawmage_ir::THIS { self.this_named() } else { object };
                    format!("shuffle {this} into your library from your graveyard")
                } else if *what == lawmage_ir::THIS || !matches!(what, Selector::Union(_)) && in_zone.is_none() {
                    format!("shuffle {object} into {owner} library")
                } else {
                    format!(
                        "shuffle {} into {} library",
                        object,
                        if matches!(what, Selector::Union(_)) { "their owner's".to_owned() } else { owner }
                    )
                }
            }
        }
    }

    /// "your" for cards from one's own zones, "their" for those of another player spoken of.
    pub(crate) fn owner_word(&mut self, what: &Selector, default: String) -> String {
        if let Some(who) = owner_of(self, what) {
            return match who {
                Who::You => "your".to_owned(),
                Who::Ref(_) | Who::Actor | Who::Defending => {
                    if self.actor_is(&who) {
                        "their".to_owned()
                    } else {
                        self.who(&who).possessive()
                    }
                }
                Who::All | Who::Opponents | Who::Others => "their owners'".to_owned(),
                other => self.who(&other).possessive(),
            };
        }
        default
    }

    /// " tapped under your control with a +1/+1 counter on it".
    pub(crate) fn arrival(&mut self, arrival: &Arrival, what: &Selector) -> String {
        let mut text = String::new();
        if arrival.face_down {
            text.push_str(" face down");
        }
        if arrival.transformed {
            text.push_str(" transformed");
        }
        match (arrival.tapped, arrival.attacking) {
            (true, true) => text.push_str(" tapped and attacking"),
            (true, false) => text.push_str(" tapped"),
            (false, true) => text.push_str(" attacking"),
            _ => {}
        }
        text.push_str(&self.enters_attacking(arrival));
        if let Some(attacker) = &arrival.blocking {
            text.push_str(&format!(" blocking {}", self.object(attacker)));
        }
        match &arrival.controller {
            None => {}
            Some(Who::You) => text.push_str(" under your control"),
            Some(who @ (Who::Owner(of) | Who::Controller(of))) if **of != Ref::It => {
                self.thing = None; // "its owner" would be that of what arrives
                text.push_str(&format!(" under the control of {}", self.who(who).text));
            }
            Some(Who::Owner(_)) => {
                let their = if self.many_of(what) { "their owners'" } else { "its owner's" };
                text.push_str(&format!(" under {their} control"));
            }
            Some(who) => text.push_str(&format!(" under {} control", self.who(who).possessive())),
        }
        if let Some(host) = &arrival.attached_to {
            text.push_str(&format!(" attached to {}", self.arrival_host(host)));
        }
        let depending: Option<Vec<_>> =
            arrival.counters.iter().map(|(kind, n)| Some((kind, super::with::if_such_is(n)?))).collect();
        if let Some(counters) = depending.filter(|all| !all.is_empty()) {
            text.push_str(&self.counters_depending(&counters));
        } else if !arrival.counters.is_empty() {
            let it = if self.many_of(what) { "them" } else { "it" };
            let counters: Vec<String> =
                arrival.counters.iter().map(|(kind, n)| self.counted(n, &format!("{kind} counter"))).collect();
            text.push_str(&format!(" with {} on {it}", words::list(&counters, "and")));
        }
        text
    }

    /// ". It enters with an additional +1/+1 counter on it if it's a creature", ". If that card has mana value 3 or less, it enters with
    /// three additional +1/+1 counters on it".
    fn counters_depending(&mut self, all: &[(&lawmage_ir::CounterKind, (i32, &Test))]) -> String {
        let mut texts = Vec::new();
        for (kind, (n, test)) in all {
            let counters = self.counted(&Amount::Const(*n), &format!("additional {kind} counter"));
            let such = match test {
                Test::Stat(Stat::ManaValue, cmp, n) => {
                    let so_much = self.digits_cmp(*cmp, n);
                    return format!(". If that card has mana value {so_much}, it enters with {counters} on it");
                }
                Test::Type(t) => words::article(&t.word().to_lowercase()),
                other => self.one(&lawmage_ir::Filter::permanent((*other).clone())),
            };
            texts.push(format!("{counters} on it if it's {such}"));
        }
        format!(". It enters with {}", words::list(&texts, "and"))
    }

    /// What it enters attacking: " that player or a planeswalker they control".
    pub(crate) fn enters_attacking(&mut self, arrival: &Arrival) -> String {
        let whom = match &arrival.attacks {
            None => return String::new(),
            Some(of @ Ref::Attacked(..)) => self.object(of),
            Some(player) => self.who(&Who::Ref(player.clone())).text,
        };
        let or = if arrival.or_planeswalker { " or a planeswalker they control" } else { "" };
        format!(" {whom}{or}")
    }

    /// Zone changes.
    pub(crate) fn of_moves(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::Destroy { what, no_regeneration } => self.destroy(what, *no_regeneration),
            Instruction::Move { what, to, cause } => self.movement(what, to, *cause),
            Instruction::Sacrifice { who, what } => self.sacrifice(who, what),
            Instruction::SacrificeAndReturn { who, what, returned } => {
                let who = self.who(who).text;
                let (what, returned) = (self.those_of(what, Quant::All), self.those_of(returned, Quant::All));
                Deed::Whole(format!("{who} simultaneously sacrifices {what} and returns {returned} to the battlefield"))
            }
            Instruction::TapAndUntap { who, tap, untap } => {
                let who = self.who(who);
                let (tap, untap) = (self.those_of(tap, Quant::All), self.those_of(untap, Quant::All));
                Deed::Whole(match who.you {
                    true => format!("simultaneously untap {untap} and tap {tap}"),
                    false => format!("{} simultaneously untaps {untap} and taps {tap}", who.text),
                })
            }
            Instruction::ExileUntilCrowned(what) => {
                let object = self.those_of(what, Quant::All);
                Deed::order(format!("exile {object} until an opponent becomes the monarch"))
            }
            Instruction::ExileUntilLeaves { what, until } => self.exile_until_leaves(what, until),
            Instruction::Meld { into, .. } => Deed::Whole(format!("exile them, then meld them into {into}")),
            _ => return None,
        })
    }

    /// "destroy target creature. It can't be regenerated".
    pub(crate) fn destroy(&mut self, what: &Selector, no_regeneration: bool) -> Deed {
        let object = self.those_of(what, Quant::All);
        let rider = match (no_regeneration, self.many_of(what)) {
            (false, _) => "",
            (true, true) => ". They can't be regenerated",
            (true, false) => ". It can't be regenerated",
        };
        // What X is ends the sentence in which X is said.
        let x = if no_regeneration { self.where_x() } else { String::new() };
        Deed::order(format!("destroy {object}{x}{rider}"))
    }

    /// "exile it until ~ leaves the battlefield".
    pub(crate) fn exile_until_leaves(&mut self, what: &Selector, until: &Ref) -> Deed {
        let object = self.those_of(what, Quant::All);
        let keep = self.thing.take();
        let until = self.object(until);
        self.thing = keep;
        Deed::order(format!("exile {object} until {until} leaves the battlefield"))
    }

    fn movement(&mut self, what: &Selector, to: &Destination, cause: lawmage_ir::Cause) -> Deed {
        if let Selector::Top(whose @ Who::Ref(Ref::Each), _) = what
            && self.each_player.is_some()
        {
            let subject = self.who(whose);
            let before = self.actor.replace(whose.clone());
            let verb = self.motion(what, to, cause);
            self.actor = before;
            return Deed::does(subject, verb);
        }
        if let Selector::All(Filter { kind: Kind::Card(zones), test }) = what
            && let Some(owner) = owner_in(test)
            && owner != Who::You
        {
            let each = matches!(owner, Who::Ref(Ref::Each));
            if *to == Destination::LibraryShuffled && !says_more(test) {
                let names: Vec<String> = zones.iter().map(|z| z.word().to_owned()).collect();
                let verb = format!("shuffle their {} into their library", words::list(&names, "and"));
                let subject = self.actor(&owner);
                return Deed::act(subject, verb);
            }
            if each && self.each_player.is_some() {
                let subject = self.who(&owner);
                let before = self.actor.replace(owner);
                let verb = self.motion(what, to, cause);
                self.actor = before;
                return Deed::does(subject, verb);
            }
        }
        Deed::order(self.motion(what, to, cause))
    }

    fn sacrifice(&mut self, who: &Who, what: &Selector) -> Deed {
        let subject = self.actor(who);
        let own = *who == Who::You || self.actor.as_ref() == Some(&Who::You);
        self.each.push(crate::print::Noun::new("player", false));
        let text = match what {
            Selector::Ref(Ref::This) => self.those_of(what, Quant::All),
            Selector::Ref(_) => self.those_of(what, Quant::All),
            other => self.own(other),
        };
        self.each.pop();
        let chosen = matches!(what, Selector::Choose(c) if !c.random);
        let their = match what {
            // "Sacrifice a land of that player's choice"
            Selector::Choose(choice) if *who == Who::You && matches!(choice.by, Who::Ref(Ref::Slot(_))) => {
                format!(" of {} choice", self.who(&choice.by).possessive())
            }
            _ if chosen && !own && (subject.is_some() || self.actor.is_some()) => " of their choice".to_owned(),
            _ => String::new(),
        };
        let restriction =
            [" other than ", " with the greatest ", " with the least ", ", rounded "].iter().find_map(|w| text.find(w));
        let text = match restriction {
            Some(at) if !their.is_empty() => format!("{}{their}{}", &text[..at], &text[at..]),
            _ => format!("{text}{their}"),
        };
        Deed::act(subject, format!("sacrifice {text}"))
    }
}

/// "any number of target players' graveyards": all the cards in them.
fn whole_graveyards(cards: String) -> String {
    match cards.as_str() {
        "all cards from any number of target players' graveyard" => {
            "any number of target players' graveyards".to_owned()
        }
        _ => cards,
    }
}

/// The zone, other than the battlefield or stack, from which the things come.
fn zone_of(printer: &Printer<'_>, what: &Selector) -> Option<Zone> {
    let filter = filter_of(printer, what)?;
    match filter.kind {
        Kind::Card(zones) => zones.iter().next(),
        _ => None,
    }
}

fn filter_of(printer: &Printer<'_>, what: &Selector) -> Option<Filter> {
    match what {
        Selector::All(filter) => Some(filter.clone()),
        Selector::Choose(choice) => filter_of(printer, &choice.from),
        Selector::Ref(Ref::Target(n)) => printer.targets.get(usize::from(*n)).map(|s| s.filter.clone()),
        _ => None,
    }
}

/// Whose cards these are, where the phrase says.
pub(crate) fn owner_of(printer: &Printer<'_>, what: &Selector) -> Option<Who> {
    match what {
        Selector::Top(who, _) | Selector::Bottom(who, _) | Selector::GraveyardEnd { who, .. } => {
            return Some(who.clone());
        }
        Selector::Ref(Ref::Slot(n)) => return printer.slot_owner(*n),
        Selector::Choose(choice) if !matches!(choice.from, Selector::All(_)) => return owner_of(printer, &choice.from),
        Selector::Those(_, test) if *test == crate::grammar::selector::in_graveyard() => return Some(Who::You),
        Selector::Those(of, _) | Selector::Except(of, _) => return owner_of(printer, of),
        _ => {}
    }
    let filter = filter_of(printer, what)?;
    let Kind::Card(zones) = filter.kind else { return None };
    if zones == ZoneSet::default() {
        return None;
    }
    match &filter.test {
        Test::Controlled(who) | Test::Owned(who) => Some(who.clone()),
        Test::And(all) => all.iter().find_map(|t| match t {
            Test::Controlled(who) | Test::Owned(who) => Some(who.clone()),
            _ => None,
        }),
        _ => None,
    }
    .or(None)
}

fn owner_in(test: &Test) -> Option<Who> {
    match test {
        Test::Owned(who) => Some(who.clone()),
        Test::And(all) => all.iter().find_map(owner_in),
        _ => None,
    }
}

/// Whether a test asks for more than whose the things are.
pub(crate) fn says_more(test: &Test) -> bool {
    match test {
        Test::Any | Test::Controlled(_) | Test::Owned(_) => false,
        Test::And(all) => all.iter().any(says_more),
        _ => true,
    }
}

/// "a graveyard", "exile".
fn place_word(zone: Zone) -> String {
    if zone == Zone::Exile { zone.word().to_owned() } else { words::article(zone.word()) }
}
