//! Instructions as verb phrases: what each one says.

pub(crate) mod numbers;

use lawmage_ir::{
    AfterPhase, Amount, Choice, Color, Destination, Duration, ExtraPhase, Filter, Instruction, Kind, ManaRider,
    ManaType, ManaYield, Ref, Retarget, Selector, Step, Test, ValueKind, Who, WordKind, ZoneSet,
};

use crate::grammar::effect::deed::Deed;
use crate::grammar::instruction::numbers::for_each_reads;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// What one instruction says.
    pub(crate) fn instruction(&mut self, does: &Instruction) -> Deed {
        if let Some(deed) = self.library(does) {
            return deed;
        }
        if let Some(deed) = self.on_permanents(does) {
            return deed;
        }
        if let Some(deed) = self.with_numbers(does) {
            return deed;
        }
        if let Some(deed) = self.of_game(does) {
            return deed;
        }
        match does {
            Instruction::Destroy { what, no_regeneration } => {
                let object = self.those_of(what, Quant::All);
                let rider = match (no_regeneration, self.many_of(what)) {
                    (false, _) => "",
                    (true, true) => ". They can't be regenerated",
                    (true, false) => ". It can't be regenerated",
                };
                Deed::order(format!("destroy {object}{rider}"))
            }
            Instruction::Move { what, to, cause } => self.movement(what, to, *cause),
            Instruction::Sacrifice { who, what } => self.sacrifice(who, what),
            Instruction::Discard { who, what } => self.discard(who, what),
            Instruction::ExileUntilLeaves { what, until } => {
                let object = self.those_of(what, Quant::All);
                let keep = self.thing.take();
                let until = self.object(until);
                self.thing = keep;
                Deed::order(format!("exile {object} until {until} leaves the battlefield"))
            }
            Instruction::AddMana { who, mana, times, rider } => {
                let subject = self.actor(who);
                let text = self.mana(mana, times);
                let rider = rider.as_deref().map(|r| self.rider(r)).unwrap_or_default();
                Deed::act(subject, format!("add {text}{rider}"))
            }
            Instruction::CreateToken { who, count, token, arrival } => {
                let subject = self.actor(who);
                if let Some(n) = crate::grammar::token::incubates(count, token, arrival) {
                    let n = self.digits(n);
                    return Deed::act(subject, format!("incubate {n}{}", self.where_x()));
                }
                let each = match count {
                    Amount::Const(_) | Amount::X | Amount::Event | Amount::Slot(_) => None,
                    other if *other != Amount::ONE && for_each_reads(other) => self.split_each(other),
                    _ => None,
                };
                let tokens = match &each {
                    Some((n, _)) => self.tokens(&Amount::Const(*n), token, arrival),
                    None => self.tokens(count, token, arrival),
                };
                let mut text = format!("create {tokens}");
                if arrival.attacking {
                    let that = if *count == Amount::ONE {
                        "that's tapped and attacking"
                    } else {
                        "that are tapped and attacking"
                    };
                    text = format!("{} {that}", text.replacen("tapped ", "", 1));
                }
                if let Some(attacker) = &arrival.blocking {
                    text.push_str(&format!(" that's blocking {}", self.object(attacker)));
                }
                if let Some(host) = &arrival.attached_to {
                    text.push_str(&format!(" attached to {}", self.object(host)));
                }
                if let Some((_, things)) = each {
                    text.push_str(&format!(" for each {things}"));
                }
                text.push_str(&self.where_x());
                Deed::act(subject, text)
            }
            Instruction::Populate => Deed::order("populate"),
            Instruction::BecomeDay(day) => Deed::Whole(format!("it becomes {}", if *day { "day" } else { "night" })),
            Instruction::Meld { into, .. } => Deed::Whole(format!("exile them, then meld them into {into}")),
            Instruction::Counter { what, to } => {
                let object = self.those_of(what, Quant::All);
                let tail = match to {
                    None => String::new(),
                    Some(Destination::Exile { .. }) => {
                        ". If that spell is countered this way, exile it instead of putting it into its owner's graveyard".to_owned()
                    }
                    Some(other) => {
                        let place = match other {
                            Destination::Hand => "into its owner's hand",
                            Destination::LibraryBottom { .. } => "on the bottom of its owner's library",
                            _ => "on top of its owner's library",
                        };
                        format!(". If that spell is countered this way, put it {place} instead of into that player's graveyard")
                    }
                };
                Deed::order(format!("counter {object}{tail}"))
            }
            Instruction::CopyStack { who, what, count, new_targets, except } => {
                let subject = self.actor(who);
                let object = self.those_of(what, Quant::All);
                let often = match count {
                    Amount::Const(1) => String::new(),
                    Amount::Const(2) => " twice".to_owned(),
                    other => match self.split_each(other) {
                        Some((1, each)) => format!(" for each {each}"),
                        _ => format!(" {} times", self.number_word(other)),
                    },
                };
                let copies = if *count == Amount::ONE { "the copy" } else { "the copies" };
                let new =
                    if *new_targets { format!(". You may choose new targets for {copies}") } else { String::new() };
                let object = match what {
                    Selector::Union(_) => "that spell or ability".to_owned(),
                    _ => object,
                };
                let except = self.exceptions(except);
                Deed::act(subject, format!("copy {object}{often}{except}{new}"))
            }
            Instruction::ChangeTargets { what, who, how, to } => {
                let object = self.those_of(what, Quant::All);
                let which = match how {
                    Retarget::New => {
                        return Deed::Whole(format!("{} may choose new targets for {object}", self.who(who).text));
                    }
                    Retarget::All => "the target",
                    Retarget::One => "a target",
                    Retarget::Any => "any targets",
                };
                let to = match to {
                    None => String::new(),
                    Some(Filter { test: Test::Is(r), .. }) => format!(" to {}", self.object(r)),
                    Some(filter) => format!(". The new target must be {}", self.one(filter)),
                };
                Deed::act(self.actor(who), format!("change {which} of {object}{to}"))
            }
            Instruction::Choose(what) => {
                let by = match what {
                    Selector::Choose(choice) => choice.by.clone(),
                    _ => Who::You,
                };
                let subject = self.actor(&by);
                let text = match what {
                    Selector::Choose(choice) => self.chosen_from(choice),
                    other => self.those_of(other, Quant::Bare),
                };
                if by == Who::You
                    && self.actor.is_none()
                    && matches!(what, Selector::Choose(c) if self.is_from_revealed(c))
                {
                    return Deed::does(Phrase::you(), format!("choose {text}"));
                }
                Deed::act(subject, format!("choose {text}"))
            }
            Instruction::ChooseValue { who, what, count, .. } => {
                let subject = self.actor(who);
                let n = i32::try_from(*count).unwrap_or(1);
                let noun = match what {
                    ValueKind::Color => "color".to_owned(),
                    ValueKind::CreatureType => "creature type".to_owned(),
                    ValueKind::BasicLandType => "basic land type".to_owned(),
                    ValueKind::CardType => "card type".to_owned(),
                    ValueKind::CardName(None) => "card name".to_owned(),
                    ValueKind::CardName(Some(filter)) => {
                        let filter = Filter::new(Kind::Card(ZoneSet::default()), filter.test.clone());
                        format!("{} name", self.singular(&filter))
                    }
                    ValueKind::Number => "number".to_owned(),
                    ValueKind::Player(Who::Opponents) => "opponent".to_owned(),
                    ValueKind::Player(_) => "player".to_owned(),
                    ValueKind::Word(all) if all.first().is_some_and(|w| w.ends_with(" sector")) => "sector".to_owned(),
                    ValueKind::Word(all) => {
                        let all: Vec<String> = all.iter().map(|w| w.to_string()).collect();
                        return Deed::act(subject, format!("choose {}", words::list(&all, "or")));
                    }
                };
                Deed::act(subject, format!("choose {}", self.counted(&Amount::Const(n), &noun)))
            }
            Instruction::Remember(_, what) => Deed::order(format!("note {}", self.those_of(what, Quant::Bare))),
            other => self.structure(other),
        }
    }

    fn is_from_revealed(&self, choice: &Choice) -> bool {
        matches!(&choice.from, Selector::Those(..) | Selector::Ref(Ref::Slot(_)))
    }

    /// "a noncreature card from it", "a creature you control".
    fn chosen_from(&mut self, choice: &Choice) -> String {
        let text = self.choice(choice).text;
        if self.hand_revealed() { text.replace(" from among them", " from it") } else { text }
    }

    fn hand_revealed(&self) -> bool {
        self.hand_shown
    }

    fn movement(&mut self, what: &Selector, to: &Destination, cause: lawmage_ir::Cause) -> Deed {
        // Where another player than you must choose, they are the subject: "that player puts a card from their hand …".
        if let Selector::Choose(choice) = what
            && choice.by != Who::You
            && !choice.random
            && self.actor.as_ref() != Some(&choice.by)
        {
            let subject = match &choice.by {
                Who::Opponents => Phrase::one("an opponent"),
                other => self.who(other),
            };
            let before = self.actor.replace(choice.by.clone());
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
                let subject = self.who(&owner);
                let names: Vec<String> = zones.iter().map(|z| z.word().to_owned()).collect();
                return Deed::does(subject, format!("shuffle their {} into their library", words::list(&names, "and")));
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
        let their = if chosen && !own && (subject.is_some() || self.actor.is_some()) { " of their choice" } else { "" };
        let text = match text.find(" other than ") {
            Some(at) if !their.is_empty() => format!("{}{their}{}", &text[..at], &text[at..]),
            _ => format!("{text}{their}"),
        };
        Deed::act(subject, format!("sacrifice {text}"))
    }

    fn discard(&mut self, who: &Who, what: &Selector) -> Deed {
        let subject = self.actor(who);
        let mine = *who == Who::You;
        self.each.push(crate::print::Noun::new("player", false));
        let text = match what {
            Selector::All(Filter { kind: Kind::Card(_), test }) if !says_more(test) => {
                if mine {
                    "your hand".to_owned()
                } else {
                    "their hand".to_owned()
                }
            }
            Selector::Ref(_) => self.those_of(what, Quant::All),
            other => self.own(other),
        };
        self.each.pop();
        Deed::act(subject, format!("discard {text}"))
    }

    fn on_permanents(&mut self, does: &Instruction) -> Option<Deed> {
        let verb = |p: &mut Self, verb: &str, what: &Selector| {
            let object = p.those_of(what, Quant::All);
            Deed::order(format!("{verb} {object}"))
        };
        Some(match does {
            Instruction::Tap(what) => verb(self, "tap", what),
            Instruction::Untap(what) => verb(self, "untap", what),
            Instruction::Unattach(what) => verb(self, "unattach", what),
            Instruction::Regenerate(what) => verb(self, "regenerate", what),
            Instruction::Transform(what) => verb(self, "transform", what),
            Instruction::Flip(what) => verb(self, "flip", what),
            Instruction::Detain(what) => verb(self, "detain", what),
            Instruction::Goad(what) => verb(self, "goad", what),
            Instruction::Exert(what) => verb(self, "exert", what),
            Instruction::PhaseOut(what) => {
                let subject = self.subject(what, Quant::Bare);
                Deed::does(subject, "phase out")
            }
            Instruction::PhaseOutUntilLeaves { what, until } => {
                let subject = self.subject(what, Quant::Bare);
                let keep = self.thing.take();
                let until = self.object(until);
                self.thing = keep;
                Deed::does(subject, format!("phase out until {until} leaves the battlefield"))
            }
            Instruction::ChangeText { what, words, duration } => {
                let object = self.those_of(what, Quant::All);
                let kinds: Vec<&str> = words
                    .iter()
                    .map(|word| match word {
                        WordKind::Color => "color word with another",
                        WordKind::BasicLandType => "basic land type with another",
                        WordKind::CreatureType => "creature type with another",
                    })
                    .collect();
                let when = match duration {
                    Duration::Forever => String::new(),
                    other => format!(" {}", self.duration(other)),
                };
                let kinds = kinds.join(" or one ");
                Deed::order(format!("change the text of {object} by replacing all instances of one {kinds}{when}"))
            }
            Instruction::TurnFaceUp(what) => {
                let object = self.those_of(what, Quant::All);
                Deed::order(format!("turn {object} face up"))
            }
            Instruction::TurnFaceDown(what) => {
                let object = self.those_of(what, Quant::All);
                Deed::order(format!("turn {object} face down"))
            }
            Instruction::Reselect { what, permanents } => {
                let object = self.those_of(what, Quant::All);
                let or = if *permanents { " or permanent" } else { "" };
                Deed::order(format!("reselect which player{or} {object} is attacking"))
            }
            Instruction::TurnDoors { what, lock, unlock } => {
                let verb = match (lock, unlock) {
                    (true, true) => "lock or unlock a door",
                    (true, false) => "lock an unlocked door",
                    _ => "unlock a locked door",
                };
                Deed::order(format!("{verb} of {}", self.those_of(what, Quant::All)))
            }
            Instruction::BecomeAttacking { what, whom } => {
                let subject = self.subject(what, Quant::Bare);
                let whom = self.those_of(whom, Quant::All);
                Deed::does(subject, format!("be attacking {whom}"))
            }
            Instruction::BecomeBlocked(what) => {
                let subject = self.subject(what, Quant::Bare);
                Deed::does(subject, "become blocked")
            }
            Instruction::Manifest { who, what, cloak } => {
                let subject = self.actor(who);
                self.each.push(crate::print::Noun::new("player", false));
                let cards = self.those_of(what, Quant::All);
                self.each.pop();
                Deed::act(subject, format!("{} {cards}", if *cloak { "cloak" } else { "manifest" }))
            }
            Instruction::ManifestDread(who) => Deed::act(self.actor(who), "manifest dread"),
            Instruction::Pair(one, other) => {
                let one = self.those_of(one, Quant::All);
                let other = self.those_of(other, Quant::All);
                Deed::order(format!("pair {one} with {other}"))
            }
            Instruction::SetLevel(what, level) => {
                let whose = self.subject(what, Quant::Bare).possessive();
                Deed::Whole(format!("{whose} level becomes {}", self.expression(level)))
            }
            Instruction::RemoveFromCombat(what) => {
                let object = self.those_of(what, Quant::All);
                Deed::order(format!("remove {object} from combat"))
            }
            Instruction::Attach { what, to } => {
                let what = self.those_of(what, Quant::All);
                let to = self.those_of(to, Quant::All);
                Deed::order(format!("attach {what} to {to}"))
            }
            Instruction::Fight(a, b) => {
                let subject = self.subject(a, Quant::Bare);
                if a == b {
                    return Some(Deed::does(subject, "fight each other"));
                }
                let other = self.those_of(b, Quant::Bare);
                Deed::does(subject, format!("fight {other}"))
            }
            Instruction::ExchangeControl(a, b) => {
                let first = self.those_of(a, Quant::Bare);
                if a == b {
                    return Some(Deed::order(format!("exchange control of {first}")));
                }
                let second = self.those_of(b, Quant::Bare);
                Deed::order(format!("exchange control of {first} and {second}"))
            }
            Instruction::Monstrosity(n) => Deed::order(self.with_number("monstrosity", n)),
            Instruction::Adapt(n) => Deed::order(self.with_number("adapt", n)),
            Instruction::Proliferate => Deed::order("proliferate"),
            Instruction::OpenAttraction(who) => Deed::act(self.actor(who), "open an Attraction"),
            Instruction::RollToVisit(who) => {
                let whose = if *who == Who::You { "your" } else { "their" };
                Deed::act(self.actor(who), format!("roll to visit {whose} Attractions"))
            }
            Instruction::PutSticker { who, kind, on, free } => {
                let subject = self.actor(who);
                let sticker = sticker_word(*kind);
                let on = self.those_of(on, Quant::All);
                let free = if *free { " without paying its ticket cost" } else { "" };
                Deed::act(subject, format!("put {sticker} on {on}{free}"))
            }
            Instruction::MoveSticker { kind, from, to } => {
                let sticker = sticker_word(*kind);
                let from = self.those_of(from, Quant::All);
                let to = self.those_of(to, Quant::All);
                Deed::order(format!("move {sticker} from {from} onto {to}"))
            }
            _ => return None,
        })
    }

    fn mana(&mut self, mana: &ManaYield, times: &Amount) -> String {
        let symbols = |all: &[ManaType]| all.iter().map(|m| mana_symbol(*m)).collect::<String>();
        let base = match mana {
            ManaYield::Fixed(all) => symbols(all),
            ManaYield::OneOf(bundles) => {
                let texts: Vec<String> = bundles.iter().map(|b| symbols(b)).collect();
                words::list(&texts, "or")
            }
            ManaYield::AnyColor { count, combination, colors } => {
                let n = self.number_word(count);
                let all = colors.is_empty() || colors.len() == 5;
                if *combination {
                    let set = if all {
                        "colors".to_owned()
                    } else {
                        let texts: Vec<String> = colors.iter().map(|c| format!("{{{}}}", c.letter())).collect();
                        words::list(&texts, "and/or")
                    };
                    format!("{n} mana in any combination of {set}")
                } else if all {
                    let one = if *count == Amount::ONE { "any color" } else { "any one color" };
                    format!("{n} mana of {one}")
                } else {
                    let texts: Vec<String> = colors.iter().map(|c: &Color| format!("{{{}}}", c.letter())).collect();
                    words::list(&texts, "or")
                }
            }
            ManaYield::Chosen(_) => "one mana of the chosen color".to_owned(),
            ManaYield::Noted(_) => format!("one mana of the type last noted for {}", self.this_named()),
            ManaYield::CouldProduce(of) | ManaYield::ColorCouldProduce(of) => {
                let color = matches!(mana, ManaYield::ColorCouldProduce(_));
                let lands = match &**of {
                    Selector::All(filter) => self.one(filter),
                    other => self.those_of(other, Quant::Bare),
                };
                let kind = if color { "color" } else { "type" };
                format!("one mana of any {kind} that {lands} could produce")
            }
            ManaYield::ColorsOf(of) => format!("one mana of any color among {}", self.those_of(of, Quant::Bare)),
            ManaYield::SameAsEvent => "one mana of any type that land produced".to_owned(),
        };
        match times {
            Amount::Const(1) => format!("{base}{}", self.where_x()),
            other => match self.split_each(other) {
                Some((1, each)) => format!("{base} for each {each}"),
                _ => format!("an amount of {base} equal to {}", self.expression(other)),
            },
        }
    }

    fn rider(&mut self, rider: &ManaRider) -> String {
        let mut text = String::new();
        let spells = rider.spells.as_ref().map(|f| format!("cast {}", self.plural(f)));
        let abilities = rider.abilities.as_ref().map(|f| {
            if f.test == Test::Any {
                "activate abilities".to_owned()
            } else {
                format!("activate abilities of {}", self.plural(f))
            }
        });
        let uses: Vec<String> = spells.into_iter().chain(abilities).collect();
        if !uses.is_empty() {
            text.push_str(&format!(". Spend this mana only to {}", words::list(&uses, "or")));
        }
        if !rider.on_spell.is_empty() {
            text.push_str(&format!(", and {}", self.statics(&rider.on_spell)));
        }
        if rider.until_end_of_turn {
            text.push_str(". Until end of turn, you don't lose this mana as steps and phases end");
        }
        text
    }

    fn of_game(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::ExtraTurn(who) => Deed::act(self.actor(who), "take an extra turn after this one"),
            Instruction::ExtraPhase { what, count, after, of } => {
                let text = extra_phase(*what, count, *after);
                match of {
                    Some(who) => Deed::act(self.explicit(who), format!("get {text}")),
                    None => Deed::Whole(format!("there is {text}")),
                }
            }
            Instruction::SkipNext(who, step) => {
                let subject = self.explicit(who);
                let whose = if *who == Who::You { "your" } else { "their" };
                let what = step.map_or("turn", Step::word);
                Deed::act(subject, format!("skip {whose} next {what}"))
            }
            Instruction::Restart(None) => Deed::order("restart the game"),
            Instruction::Restart(Some(what)) => {
                let left = self.subject(what, Quant::All).text;
                Deed::order(format!("restart the game, leaving in exile {left}"))
            }
            Instruction::EndTurn => Deed::order("end the turn"),
            Instruction::WinGame(who) => Deed::act(self.explicit(who), "win the game"),
            Instruction::LoseGame(who) => Deed::act(self.explicit(who), "lose the game"),
            Instruction::DrawGame => Deed::Whole("the game is a draw".to_owned()),
            Instruction::Venture { who, into } => {
                let into = into.map_or("the dungeon", lawmage_ir::Subtype::word);
                Deed::act(self.actor(who), format!("venture into {into}"))
            }
            Instruction::TakeInitiative(who) => Deed::act(self.explicit(who), "take the initiative"),
            Instruction::Casual(action) => self.casual_action(action),
            Instruction::BecomeMonarch(who) => Deed::act(self.explicit(who), "become the monarch"),
            Instruction::ExtraLands(who, n) => {
                let behind_may = self.actor.as_ref() == Some(who);
                let who = self.who(who);
                let lands = match n {
                    Amount::Const(1) => "an additional land".to_owned(),
                    other => format!("up to {} additional lands", self.number_word(other)),
                };
                if behind_may {
                    return Some(Deed::order(format!("play {lands} this turn")));
                }
                Deed::Whole(format!("{} may play {lands} this turn", who.text))
            }
            _ => return None,
        })
    }
}

fn owner_in(test: &Test) -> Option<Who> {
    match test {
        Test::Owned(who) => Some(who.clone()),
        Test::And(all) => all.iter().find_map(owner_in),
        _ => None,
    }
}

fn says_more(test: &Test) -> bool {
    match test {
        Test::Any | Test::Controlled(_) | Test::Owned(_) => false,
        Test::And(all) => all.iter().any(says_more),
        _ => true,
    }
}

fn mana_symbol(mana: ManaType) -> String {
    match mana {
        ManaType::Color(c) => format!("{{{}}}", c.letter()),
        ManaType::Colorless => "{C}".to_owned(),
    }
}

/// "an additional combat phase after this phase", "that many additional upkeep steps after this phase" (500.8-10).
fn extra_phase(what: ExtraPhase, count: &Amount, after: AfterPhase) -> String {
    let (number, s) = match count {
        Amount::Const(1) => ("an".to_owned(), ""),
        Amount::Const(n) => (words::number(*n), "s"),
        _ => ("that many".to_owned(), "s"),
    };
    let named = |step: Step| match step {
        Step::Upkeep => "upkeep step",
        Step::End => "end step",
        _ => "draw step",
    };
    let this = match (what, after) {
        (ExtraPhase::SameStep(_), _) => "step",
        (_, AfterPhase::Any) => "phase",
        (_, AfterPhase::Main) => "main phase",
        (_, AfterPhase::Combat) => "combat phase",
    };
    let named = match what {
        ExtraPhase::Combat | ExtraPhase::CombatThenMain => "combat phase",
        ExtraPhase::Main => "main phase",
        ExtraPhase::Beginning => "beginning phase",
        ExtraPhase::Step(step) | ExtraPhase::SameStep(step) => named(step),
    };
    let and_main = if what == ExtraPhase::CombatThenMain { " followed by an additional main phase" } else { "" };
    format!("{number} additional {named}{s} after this {this}{and_main}")
}

/// "a name sticker", "a sticker".
pub(crate) fn sticker_word(kind: Option<lawmage_ir::StickerKind>) -> String {
    match kind {
        Some(kind) => words::article(&format!("{} sticker", kind.word())),
        None => "a sticker".to_owned(),
    }
}
