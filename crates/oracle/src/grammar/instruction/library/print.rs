//! Instructions about libraries and hidden cards: scry, search, look, reveal, cast.

use lawmage_ir::Amount;
use lawmage_ir::Cmp;
use lawmage_ir::Filter;
use lawmage_ir::Instruction;
use lawmage_ir::Kind;
use lawmage_ir::Ref;
use lawmage_ir::Selector;
use lawmage_ir::SetLimit;
use lawmage_ir::Stat;
use lawmage_ir::Test;
use lawmage_ir::Who;
use lawmage_ir::Zone;
use lawmage_ir::ZoneSet;

use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    pub(crate) fn library(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::Scry(who, n) => {
                let subject = self.actor(who);
                let text = self.with_number("scry", n);
                Deed::act(subject, text)
            }
            Instruction::Surveil(who, n) => {
                let subject = self.actor(who);
                let text = self.with_number("surveil", n);
                Deed::act(subject, text)
            }
            Instruction::Fateseal(n) => Deed::order(self.with_number("fateseal", n)),
            Instruction::Discover(n) => Deed::order(format!("discover {}{}", self.digits(n), self.where_x())),
            Instruction::Explore(what) => Deed::does(self.subject(what, Quant::Each), "explore"),
            Instruction::LookAt { who, what } => self.look_at(who, what),
            Instruction::Reveal { what } => self.reveal(what),
            Instruction::RevealUntil { who, count, total, filter, exile, .. } => {
                self.reveal_until(who, (count, *total), filter, *exile)
            }
            Instruction::Search { .. } => return self.search(does),
            Instruction::Shuffle(Who::Owner(of)) if matches!(**of, Ref::Slot(_)) && self.is_plural(of) => {
                Deed::Whole("those players shuffle".to_owned())
            }
            Instruction::Shuffle(who) => {
                let subject = self.actor(who);
                match &subject {
                    None => Deed::order("shuffle"),
                    Some(_) => Deed::act(subject, "shuffle"),
                }
            }
            Instruction::Cast { .. } => return self.cast_from(does),
            _ => return None,
        })
    }

    fn reveal(&mut self, what: &Selector) -> Deed {
        match what {
            Selector::All(Filter { kind: Kind::Card(zones), test }) if *zones == ZoneSet::of(Zone::Hand) => {
                match owner(test) {
                    Some(who) if who != Who::You => {
                        let subject = self.who(&who);
                        Deed::does(subject, "reveal their hand")
                    }
                    _ => Deed::order("reveal your hand"),
                }
            }
            Selector::Top(who, n) | Selector::Bottom(who, n) if *who != Who::You => {
                let end = if matches!(what, Selector::Top(..)) { "top" } else { "bottom" };
                let subject = self.who(who);
                let cards = match n {
                    Amount::Const(1) => format!("the {end} card"),
                    other => format!("the {end} {} cards", self.number_word(other)),
                };
                Deed::does(subject, format!("reveal {cards} of their library"))
            }
            Selector::Choose(choice) if choice.by != Who::You && self.actor.as_ref() != Some(&choice.by) => {
                let subject = self.who(&choice.by.clone());
                let text = self.own(what);
                // Whose hand, the subject says.
                let place = match &choice.from {
                    Selector::All(Filter { kind: Kind::Card(zones), test })
                        if *zones == ZoneSet::of(Zone::Hand)
                            && owner(test).as_ref() == Some(&choice.by)
                            && !text.contains("their hand") =>
                    {
                        " from their hand"
                    }
                    _ => "",
                };
                Deed::does(subject, format!("reveal {text}{place}"))
            }
            Selector::Ref(Ref::This) => Deed::order(format!("reveal {}", self.own_card())),
            other => {
                let before = std::mem::replace(&mut self.moving, true);
                let text = self.those_of(other, Quant::All);
                self.moving = before;
                Deed::order(format!("reveal {text}"))
            }
        }
    }

    pub(crate) fn with_number(&mut self, verb: &str, n: &Amount) -> String {
        let n = self.digits(n);
        format!("{verb} {n}{}", self.where_x())
    }

    /// "look at the top three cards of your library".
    fn looked_at(&mut self, who: &Who, what: &Selector) -> String {
        match what {
            Selector::All(Filter { kind: Kind::Card(zones), test }) if *zones == ZoneSet::of(Zone::Hand) => {
                let owner = owner(test).map_or_else(|| "your".to_owned(), |w| self.owner_of_zone(&w, false));
                format!("{owner} hand")
            }
            Selector::Union(all) => {
                let mut texts: Vec<String> = all.iter().map(|one| self.looked_at(who, one)).collect();
                for (text, one) in texts.iter_mut().zip(all) {
                    if matches!(one, Selector::All(Filter { kind: Kind::Permanent, .. })) {
                        *text = format!("any {text}");
                    }
                }
                words::list(&texts, "and")
            }
            other => {
                let before = self.actor.replace(who.clone());
                let text = self.those_of(other, Quant::Bare);
                self.actor = before;
                text
            }
        }
    }

    /// "look at the top four cards of your library".
    pub(crate) fn look_at(&mut self, who: &Who, what: &Selector) -> Deed {
        let subject = self.actor(who);
        let what = self.looked_at(who, what);
        Deed::act(subject, format!("look at {what}"))
    }

    /// "reveal cards from the top of your library until you reveal a land card".
    pub(crate) fn reveal_until(
        &mut self,
        who: &Who,
        (count, total): (&Amount, Option<lawmage_ir::Stat>),
        filter: &Filter,
        exile: bool,
    ) -> Deed {
        let subject = self.actor(who);
        let whose = if subject.is_none() && *who == Who::You { "your" } else { "their" };
        let they = if subject.is_none() && *who == Who::You { "you" } else { "they" };
        let filter = match &filter.kind {
            Kind::Card(_) => Filter::new(Kind::Card(ZoneSet::default()), filter.test.clone()),
            _ => filter.clone(),
        };
        let what = if *count == Amount::ONE {
            self.one(&filter)
        } else {
            let n = self.number_word(count);
            format!("{n} {}", self.plural(&filter))
        };
        let reveal = if exile { "exile" } else { "reveal" };
        if let Some(stat) = total {
            let stat = crate::grammar::selector::number_of(stat);
            let cards = format!("{} with total {stat} {} or greater", self.plural(&filter), self.number_word(count));
            let until = format!("{they} have {reveal}d {cards} this way");
            return Deed::act(subject, format!("{reveal} cards from the top of {whose} library until {until}"));
        }
        Deed::act(subject, format!("{reveal} cards from the top of {whose} library until {they} {reveal} {what}"))
    }

    /// "search your library for a basic land card, reveal it".
    fn search(&mut self, does: &Instruction) -> Option<Deed> {
        let Instruction::Search { who, whose, zones, what, min, max, all, limit, reveal } = does else { return None };
        let subject = self.actor(who);
        let theirs = matches!(whose, Who::Ref(Ref::Each)) || self.actor.as_ref() == Some(whose);
        let owner = if self.looped && *who == Who::You && *whose == Who::Ref(Ref::Each) {
            "that player's".to_owned()
        } else if who == whose || theirs {
            if *who == Who::You { "your".to_owned() } else { "their".to_owned() }
        } else {
            self.who(whose).possessive()
        };
        let places: Vec<String> = zones.iter().map(|z| z.word().to_owned()).collect();
        let places = if places.is_empty() {
            "library".to_owned()
        } else {
            words::list(&places, if *all { "and" } else { "and/or" })
        };
        let bare = Filter::new(Kind::Card(ZoneSet::default()), what.test.clone());
        let limit_of = limit.as_ref();
        let each = match limit {
            Some(SetLimit::OneEach(tests)) if bare.test == Test::Or(tests.clone()) => Some(tests),
            _ => None,
        };
        let limit = if each.is_some() { String::new() } else { self.limit(limit.as_ref()) };
        let basic = lawmage_ir::Subtype::BASIC_LANDS.map(Test::Subtype);
        let cards = match max {
            _ if matches!(limit_of, Some(SetLimit::OneEach(tests)) if tests.as_slice() == basic) => {
                "a land card of each basic land type".to_owned()
            }
            _ if let Some(each) = each => {
                let card = |test: &Test| Filter::new(bare.kind.clone(), test.clone());
                words::list(&each.iter().map(|t| self.one(&card(t))).collect::<Vec<_>>(), "and")
            }
            Some(n) if *n == Amount::ONE => self.one(&bare),
            None if *all => format!("all {}", self.plural(&bare)),
            None => format!("any number of {}", self.plural(&bare)),
            Some(n) if min == n && bare.test == Test::Any => {
                format!("{} {}", self.number_word(n), self.plural(&bare))
            }
            Some(n) => format!("up to {} {}", self.number_word(n), self.plural(&bare)),
        };
        let one = *max == Some(Amount::ONE);
        let reveal = match (reveal, one) {
            (true, true) => ", reveal it",
            (true, false) => ", reveal those cards",
            _ => "",
        };
        Some(Deed::act(subject, format!("search {owner} {places} for {cards}{limit}{reveal}")))
    }

    /// "an instant card", "up to two spells", "any number of cards exiled with it".
    fn so_many_cards(&mut self, cards: &Filter, most: Option<u32>) -> String {
        if *cards == crate::grammar::instruction::moves::in_command_zone() {
            return self.one(cards);
        }
        let before = std::mem::replace(&mut self.moving, true);
        let text = match most {
            Some(1) => self.one(cards),
            None => format!("any number of {}", self.plural(cards)),
            Some(n) => format!("up to {} {}", words::number(i32::try_from(n).unwrap_or(2)), self.plural(cards)),
        };
        self.moving = before;
        text
    }

    /// "you may cast it without paying its mana cost" (608.2g).
    fn cast_from(&mut self, does: &Instruction) -> Option<Deed> {
        let Instruction::Cast { who, from, what, price, max, optional, play, transformed, total, spending } = does
        else {
            return None;
        };
        let copies = match from {
            Selector::Ref(Ref::Slot(n)) => self.copied_cards(*n),
            _ => None,
        };
        // "any number of cards exiled with it": what is cast is told by where it comes from.
        let among = match from {
            Selector::All(cards) if what.test == Test::Any && matches!(cards.kind, Kind::Card(_)) => {
                (!matches!(cards.test, Test::Owned(_) | Test::Any)).then_some(cards)
            }
            _ => None,
        };
        let mut from_text = match from {
            _ if among.is_some() => String::new(),
            Selector::Ref(_) if copies.is_some() => String::new(),
            Selector::Those(of, Test::PutThisWay(..)) if matches!(**of, Selector::Ref(_)) => String::new(),
            // A target is first spoken of as what is cast.
            Selector::Ref(r @ Ref::Target(_)) if !self.said_target(r) => String::new(),
            Selector::Ref(r) => {
                let before = self.thing.clone();
                let phrase = self.object(r);
                if self.is_plural(r) || phrase == "them" || max.is_none() {
                    "from among those cards".to_owned()
                } else {
                    self.thing = before;
                    String::new()
                }
            }
            Selector::All(Filter { kind: Kind::Card(_), test: Test::Owned(_) | Test::Any }) => {
                let before = std::mem::replace(&mut self.moving, true);
                let text = self.those_of(from, Quant::Bare);
                self.moving = before;
                text.trim_start_matches("cards ").replacen("from a player's ", "from a ", 1)
            }
            Selector::Choose(_) | Selector::All(_) | Selector::Those(..) => {
                let before = std::mem::replace(&mut self.moving, true);
                let text = self.those_of(from, Quant::Bare);
                self.moving = before;
                format!("from among {text}")
            }
            other => self.those_of(other, Quant::Bare),
        };
        let spell = Filter::new(Kind::Spell, what.test.clone());
        let one = matches!(from, Selector::Ref(_)) && from_text.is_empty() && copies.is_none();
        let resulting = match &what.test {
            Test::Any => None,
            Test::Stat(stat, cmp, n) if one => {
                Some(format!(" if the resulting spell has {}", self.stat_test(*stat, *cmp, n)))
            }
            _ => one.then(|| format!(" if it's {}", self.one(&spell))),
        };
        let verb = if *play { "play" } else { "cast" };
        let object = if copies.is_some() {
            said_of_copies(*max, *optional).to_owned()
        } else if let Some(cards) = among {
            self.so_many_cards(cards, *max)
        } else if max.is_none()
            && matches!((from, &what.kind), (Selector::Ref(_), Kind::Card(_)))
            && what.test == Test::Any
        {
            from_text = String::new();
            "those cards".to_owned()
        } else if from_text.is_empty() && (what.test == Test::Any || resulting.is_some()) {
            match from {
                Selector::Ref(Ref::This) if self.away && *optional => {
                    format!("{} from your graveyard", self.own_card())
                }
                Selector::Ref(r) => self.object(r),
                Selector::Those(of, Test::PutThisWay(..)) => {
                    format!("{} from your graveyard", self.those_of(of, Quant::Bare))
                }
                other => self.those_of(other, Quant::Bare),
            }
        } else {
            self.so_many_cards(&spell, *max)
        };
        let price = self.price_of_cast(price.as_ref(), *max != Some(1));
        let who = self.who(who);
        let may = if *optional { "may " } else { "" };
        let space = if from_text.is_empty() { "" } else { " " };
        let turned = if *transformed { " transformed" } else { "" };
        let resulting = resulting.unwrap_or_default();
        let total = total.as_ref().map(|n| format!(" with total {}", self.stat_test(Stat::ManaValue, Cmp::AtMost, n)));
        let total = total.unwrap_or_default();
        let spent = crate::grammar::permission::terms::spent(*spending);
        let verb = format!("{may}{verb} {object}{space}{from_text}{total}{turned}{price}{resulting}{spent}");
        Some(if who.you && !*optional { Deed::order(verb) } else { Deed::Whole(format!("{} {verb}", who.text)) })
    }
}

impl Printer<'_> {
    /// " by paying {2} rather than paying its mana cost", " without paying their mana costs".
    fn price_of_cast(&mut self, price: Option<&lawmage_ir::Cost>, plural: bool) -> String {
        match price {
            None if plural => " without paying their mana costs".to_owned(),
            None => " without paying its mana cost".to_owned(),
            Some(cost) if cost.is_own() => String::new(),
            Some(cost) => {
                let cost = crate::print::words::lower(&self.cost(cost));
                if !cost.starts_with('{') && !cost.starts_with("pay ") {
                    let deeds = crate::grammar::permission::as_gerunds(&cost);
                    return format!(" by {deeds} rather than paying its mana cost");
                }
                let cost = cost.strip_prefix("pay ").unwrap_or(&cost);
                format!(" by paying {cost} rather than paying its mana cost")
            }
        }
    }
}

/// Which of the copies made before are cast (707.12).
const fn said_of_copies(max: Option<u32>, optional: bool) -> &'static str {
    match max {
        Some(1) => "the copy",
        _ if optional => "any number of the copies",
        _ => "the copies if able",
    }
}

fn owner(test: &Test) -> Option<Who> {
    match test {
        Test::Controlled(who) | Test::Owned(who) => Some(who.clone()),
        Test::And(all) => all.iter().find_map(owner),
        _ => None,
    }
}
