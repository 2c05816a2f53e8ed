//! What is done to permanents: tap, attach, fight, transform, exchange (701).

use lawmage_ir::{Amount, CardType, Duration, Instruction, Ref, Selector, Status, Who, WordKind};

use super::table::verb_of;
use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// Keyword actions of permanents (701).
    pub(crate) fn of_keyword_actions(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::Connive(what, n) => self.connive(what, n),
            Instruction::Endure(what, n) => {
                let subject = self.subject(what, Quant::Each);
                let verb = self.with_number("endure", n);
                Deed::does(subject, verb)
            }
            Instruction::Blight(who, n) => {
                let subject = self.actor(who);
                let verb = self.with_number("blight", n);
                Deed::act(subject, verb)
            }
            Instruction::DoubleSize(doubled) => self.double_size(doubled),
            Instruction::Learn => Deed::order("learn"),
            Instruction::TimeTravel => Deed::order("time travel"),
            Instruction::Exploit => Deed::order("exploit a creature"),
            Instruction::Designate(status, what, on) => self.designate(*status, what, *on),
            Instruction::ExchangeText { what, duration } => self.exchange_text(what, duration),
            _ => return None,
        })
    }

    /// "becomes monstrous", "is no longer suspected".
    pub(crate) fn designate(&mut self, status: Status, what: &Selector, on: bool) -> Deed {
        if let (Status::Suspected | Status::Harnessed, true) = (status, on) {
            let verb = if status == Status::Suspected { "suspect" } else { "harness" };
            return Deed::order(format!("{verb} {}", self.those_of(what, Quant::Each)));
        }
        let subject = self.subject(what, Quant::Each);
        if (status, on) == (Status::Saddled, true) {
            return Deed::does(subject, "become saddled until end of turn");
        }
        if (status, on) == (Status::Prepared, false) {
            return Deed::does(subject, "become unprepared");
        }
        let word = crate::grammar::test::status_text(status);
        if on {
            Deed::does(subject, format!("become {word}"))
        } else {
            let verb = format!("{} no longer {word}", words::agree("be", subject.plural));
            Deed::Whole(format!("{} {verb}", subject.text))
        }
    }

    /// "connives".
    pub(crate) fn connive(&mut self, what: &Selector, n: &Amount) -> Deed {
        let subject = self.subject(what, Quant::Each);
        let often = match n {
            Amount::Const(1) => "connive".to_owned(),
            other => format!("connive {}{}", self.digits(other), self.where_x()),
        };
        Deed::does(subject, often)
    }

    /// "exchange the text boxes of them".
    pub(crate) fn exchange_text(&mut self, what: &Selector, duration: &Duration) -> Deed {
        let objects = self.those_of(what, crate::grammar::selector::Quant::All);
        let when = match duration {
            lawmage_ir::Duration::Forever => String::new(),
            other => format!(" {}", self.duration(other)),
        };
        Deed::order(format!("exchange the text boxes of {objects}{when}"))
    }

    /// "change the text of target spell by replacing all instances of one color word with another".
    pub(crate) fn change_text(&mut self, what: &Selector, words: &[WordKind], duration: &Duration) -> Deed {
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

    /// "lock or unlock a door of it".
    pub(crate) fn turn_doors(&mut self, what: &Selector, lock: bool, unlock: bool) -> Deed {
        let verb = match (lock, unlock) {
            (true, true) => "lock or unlock a door",
            (true, false) => "lock an unlocked door",
            _ => "unlock a locked door",
        };
        Deed::order(format!("{verb} of {}", self.those_of(what, Quant::All)))
    }

    /// "phases out until ~ leaves the battlefield".
    pub(crate) fn phase_out_until_leaves(&mut self, what: &Selector, until: &Ref) -> Deed {
        let subject = self.subject(what, Quant::Bare);
        let keep = self.thing.take();
        let until = self.object(until);
        self.thing = keep;
        Deed::does(subject, format!("phase out until {until} leaves the battlefield"))
    }

    /// "fights target creature".
    pub(crate) fn fight(&mut self, a: &Selector, b: &Selector) -> Deed {
        if a == b
            && let Selector::Union(all) = a
            && all.iter().all(|one| matches!(one, Selector::Ref(r @ Ref::Target(_)) if self.said_target(r)))
        {
            return Deed::does(crate::print::Phrase::many("those creatures"), "fight each other");
        }
        let subject = self.subject(a, Quant::Bare);
        if a == b {
            return Deed::does(subject, "fight each other");
        }
        let other = self.those_of(b, Quant::Bare);
        Deed::does(subject, format!("fight {other}"))
    }

    /// "exchange control of them".
    pub(crate) fn exchange_control(&mut self, a: &Selector, b: &Selector) -> Deed {
        let first = self.those_of(a, Quant::Bare);
        if a == b {
            return Deed::order(format!("exchange control of {first}"));
        }
        if let (Selector::Ref(Ref::Event(_)), Selector::Ref(target @ Ref::Target(_))) = (a, b)
            && self.said_target(target)
        {
            return Deed::order("exchange control of those permanents");
        }
        let second = self.those_of(b, Quant::Bare);
        // "It" might be either.
        self.thing = None;
        Deed::order(format!("exchange control of {first} and {second}"))
    }

    pub(crate) fn on_permanents(&mut self, does: &Instruction) -> Option<Deed> {
        if let Some((verb, what)) = verb_of(does) {
            return Some(Deed::order(format!("{verb} {}", self.those_of(what, Quant::All))));
        }
        Some(match does {
            Instruction::PhaseOut(what) => {
                let subject = self.subject(what, Quant::Bare);
                Deed::does(subject, "phase out")
            }
            Instruction::PhaseOutUntilLeaves { what, until } => self.phase_out_until_leaves(what, until),
            Instruction::ChangeText { what, words, duration } => self.change_text(what, words, duration),
            Instruction::Reselect { what, permanents } => {
                let object = self.those_of(what, Quant::All);
                let or = match permanents.iter().collect::<Vec<_>>().as_slice() {
                    [] => "",
                    [CardType::Planeswalker] => " or planeswalker",
                    _ => " or permanent",
                };
                Deed::order(format!("reselect which player{or} {object} is attacking"))
            }
            Instruction::TurnDoors { what, lock, unlock } => self.turn_doors(what, *lock, *unlock),
            Instruction::BecomeAttacking { what, whom } => {
                let subject = self.subject(what, Quant::Bare);
                let whom = self.those_of(whom, Quant::All);
                Deed::does(subject, format!("be attacking {whom}"))
            }
            Instruction::BecomeBlocked(what) => {
                let subject = self.subject(what, Quant::Bare);
                Deed::does(subject, "become blocked")
            }
            Instruction::RemoveFromCombat(what) => {
                let object = self.those_of(what, Quant::All);
                Deed::order(format!("remove {object} from combat"))
            }
            Instruction::Attach { what, to, as_creature } => {
                let what = self.those_of(what, Quant::All);
                // "That land's controller attaches this Aura to a land."
                let chooser = match to {
                    Selector::Choose(choice) if choice.by != Who::You => Some(choice.by.clone()),
                    _ => None,
                };
                let opponent = |choice: &lawmage_ir::Choice| choice.from == Selector::Players(Who::Opponents);
                let to = match to {
                    Selector::Choose(choice) if opponent(choice) => "one of your opponents".to_owned(),
                    to => self.those_of(to, Quant::All),
                };
                let taken = if *as_creature { " as though it were a creature" } else { "" };
                let text = format!("attach {what} to {to}{taken}");
                match chooser {
                    Some(who) => Deed::act(self.explicit(&who), text),
                    None => Deed::order(text),
                }
            }
            Instruction::Fight(a, b) => self.fight(a, b),
            Instruction::FightEach(..) => {
                Deed::Whole("each of those tokens fights a different one of those creatures".to_owned())
            }
            Instruction::ExchangeForCard(what, card) => {
                let what = self.those_of(&Selector::Ref(what.clone()), Quant::All);
                Deed::order(format!("exchange {what} with {}", words::article(&self.singular(card))))
            }
            Instruction::ExchangeZones(who, one, other) => {
                let whose = self.who(who).possessive();
                Deed::order(format!("exchange {whose} {} and {}", one.word(), other.word()))
            }
            Instruction::ExchangeControl(a, b) => self.exchange_control(a, b),
            Instruction::Monstrosity(n) => Deed::order(self.with_number("monstrosity", n)),
            Instruction::Adapt(n) => Deed::order(self.with_number("adapt", n)),
            _ => return None,
        })
    }
}
