//! What the printer remembers of slots and costs, so that later text can speak of them.

use lawmage_ir::{Amount, Cause, Destination, Instruction, Ref, Selector, Slot, Who};

use super::{Noun, Printer, Spoken};
use crate::grammar::instruction::moves::owner_of;

/// What a slot holds, as text speaks of it.
#[derive(Clone, Debug)]
pub(crate) struct Held {
    /// "revealed", "exiled", "destroyed".
    pub participle: &'static str,
    /// How many, where known.
    pub size: Option<i32>,
    /// Whose cards.
    pub owner: Option<Who>,
    /// To where they were moved.
    pub to: Option<lawmage_ir::Zone>,
    /// The number it stands for: "the damage dealt this way".
    pub number: &'static str,
}

/// The number that taking counters off something comes to.
const COUNTERS_REMOVED: &str = "the number of counters removed this way";

impl Printer<'_> {
    pub(crate) fn slot_participle(&self, slot: Slot) -> &'static str {
        self.held.get(&slot).map_or("chosen", |h| h.participle)
    }

    pub(crate) fn slot_size(&self, slot: Slot) -> Option<i32> {
        self.held.get(&slot).and_then(|h| h.size)
    }

    pub(crate) fn slot_owner(&self, slot: Slot) -> Option<Who> {
        self.held.get(&slot).and_then(|h| h.owner.clone())
    }

    /// "the life lost this way".
    pub(crate) fn slot_number(&self, slot: Slot) -> String {
        self.held.get(&slot).map_or("that much", |h| h.number).to_owned()
    }

    /// "the amount of life paid", "the number of creatures sacrificed".
    pub(crate) fn paid_number(&self, n: u8) -> String {
        let noun = self.paid.get(usize::from(n)).map_or("card", |n| n.head.as_str());
        let how = self.paid_how.get(usize::from(n)).copied().unwrap_or("paid");
        if how == "rolled" {
            return "the result".to_owned();
        }
        format!("the number of {} {how} this way", super::words::plural(noun))
    }

    /// Whether that player is the one acting, so that "their" means them.
    pub(crate) fn actor_is(&self, who: &Who) -> bool {
        self.actor.as_ref() == Some(who)
    }

    /// Notes what an instruction leaves in its slot.
    pub(crate) fn fill(&mut self, slot: Slot, does: &Instruction) {
        if let Instruction::Cast { .. } = does {
            // Only "that spell" means what was cast.
            self.slots.insert(slot, Noun::new("spell", false));
            let (owner, to) = (None, None);
            self.held.insert(slot, Held { participle: "cast", size: None, owner, to, number: "that many" });
            return;
        }
        if let Instruction::FlipCoin { .. } = does {
            self.tallied.insert(slot, "flips you won".to_owned());
        }
        if let Instruction::FlipCoins(flips) = does {
            let won = if flips.called { "flips you won" } else { "coins that come up heads" };
            self.tallied.insert(slot, won.to_owned());
        }
        let (noun, participle, number) = self.left_by(does);
        let (size, owner) = match does {
            Instruction::LookAt { what, .. } | Instruction::Reveal { what } => match what {
                Selector::Top(who, Amount::Const(n)) | Selector::Bottom(who, Amount::Const(n)) => {
                    (Some(*n), Some(who.clone()))
                }
                other => (None, owner_of(self, other)),
            },
            Instruction::Search { whose, .. } => (None, Some(whose.clone())),
            Instruction::RevealUntil { who, .. } | Instruction::Mill { who, .. } => (None, Some(who.clone())),
            Instruction::Choose(Selector::Choose(choice)) if let Selector::Players(among) = &choice.from => {
                (None, Some(if let Who::Such(base, _) = among { (**base).clone() } else { among.clone() }))
            }
            // What is on the battlefield is spoken of as its owner's.
            Instruction::Move { to: Destination::Battlefield(_), .. } => (None, None),
            Instruction::Choose(what) | Instruction::Move { what, .. } => (None, owner_of(self, what)),
            _ => (None, None),
        };
        if noun.player {
            self.speak(Spoken::Player(Who::Ref(Ref::Slot(slot))));
        } else {
            self.speak(Spoken::Thing(Ref::Slot(slot)));
        }
        if let Instruction::RevealUntil { count, found, .. } = does
            && *count != Amount::ONE
        {
            self.slots.insert(*found, Noun::new("card", true));
            // "They" are those.
            self.thing = Some(Ref::Slot(*found));
        }
        if let Instruction::RollDie(lawmage_ir::DiceRoll { other: Some(other), .. }) = does {
            self.tallied.insert(slot, "that result".to_owned());
            self.tallied.insert(*other, "the other result".to_owned());
        }
        self.slots.insert(slot, noun);
        let to = match does {
            Instruction::Move { to, .. } => Some(to.zone()),
            _ => None,
        };
        self.held.insert(slot, Held { participle, size, owner, to, number });
    }

    /// Whether a slot holds copies.
    pub(crate) fn copied_cards(&self, slot: Slot) -> Option<()> {
        self.slots.get(&slot).filter(|noun| noun.head == "copy").map(|_| ())
    }

    fn left_by(&self, does: &Instruction) -> (Noun, &'static str, &'static str) {
        let things = |s: &Selector| self.noun_of_selector(s);
        let card = |s: &Selector| {
            let mut noun = self.noun_of_selector(s);
            noun.head = "card".to_owned();
            noun
        };
        match does.bare() {
            Instruction::Destroy { what, .. } => (things(what), "destroyed", "that much"),
            Instruction::Move { what, to, cause } => {
                let noun = match to {
                    lawmage_ir::Destination::Battlefield(_) => {
                        let mut noun = things(what);
                        if noun.head == "card" {
                            noun.head = battlefield_word(self, what);
                        }
                        noun
                    }
                    _ => card(what),
                };
                let participle = match cause {
                    Cause::Exile => "exiled",
                    Cause::Return => "returned",
                    _ => "put",
                };
                (noun, participle, "that many")
            }
            Instruction::Sacrifice { what, .. } => (things(what), "sacrificed", "that many"),
            Instruction::Discard { what, .. } => (card(what), "discarded", "that many"),
            Instruction::Draw { count, .. } => (Noun::new("card", *count != Amount::ONE), "drawn", "that many"),
            Instruction::Mill { count, .. } => (Noun::new("card", *count != Amount::ONE), "milled", "that many"),
            Instruction::ExileUntilLeaves { what, .. } | Instruction::ExileUntilCrowned(what) => {
                (card(what), "exiled", "that many")
            }
            Instruction::Damage { to, .. } => (things(to), "dealt damage", "the damage dealt this way"),
            Instruction::DamageDivided { target, .. } | Instruction::DamageEvenly { target, .. } => {
                (self.noun_of_ref(&Ref::Target(*target)), "dealt damage", "the damage dealt this way")
            }
            Instruction::GainLife(..) => (Noun::new("player", false), "gained life", "the life gained this way"),
            Instruction::LoseLife(..) => (Noun::new("player", false), "lost life", "the life lost this way"),
            Instruction::CreateToken { count, .. } => {
                (Noun::new("token", *count != Amount::ONE), "created", "that many")
            }
            Instruction::Manifest { what, cloak, .. } => {
                let plural = things(what).plural;
                (Noun::new("creature", plural), if *cloak { "cloaked" } else { "manifested" }, "that many")
            }
            Instruction::ManifestDread(_) => (Noun::new("creature", false), "manifested", "that many"),
            Instruction::Populate { .. } => (Noun::new("token", false), "created", "that many"),
            Instruction::LookAt { what, .. } => (card(what), "looked at", "that many"),
            Instruction::Reveal { what } => (card(what), "revealed", "that many"),
            Instruction::RevealUntil { exile: true, .. } => (Noun::new("card", true), "exiled", "that many"),
            Instruction::RevealUntil { .. } => (Noun::new("card", true), "revealed", "that many"),
            Instruction::Blight(who, _) => (Noun::new("creature", who.is_group()), "blighted", "that many"),
            Instruction::Amass(..) => (Noun::new("creature", false), "amassed", "that many"),
            Instruction::Exploit => (Noun::new("creature", false), "sacrificed", "that many"),
            Instruction::Search { max, .. } => (Noun::new("card", *max != Some(Amount::ONE)), "found", "that many"),
            Instruction::Choose(what) | Instruction::Connive(what, _) => (things(what), "chosen", "that many"),
            Instruction::Counter { what, .. } => (things(what), "countered", "that many"),
            Instruction::Restart(Some(what)) => (card(what), "left", "that many"),
            Instruction::Subgame => (Noun::new("player", true), "won", "that many"),
            Instruction::Tap(what) => (things(what), "tapped", "that many"),
            Instruction::Goad(what) => (things(what), "goaded", "that many"),
            Instruction::Untap(what) => (things(what), "untapped", "that many"),
            Instruction::PayAny(pays) => {
                let number = match pays.what {
                    lawmage_ir::PaidIn::Energy => "the amount of {E} paid this way",
                    lawmage_ir::PaidIn::Mana(_) => "the amount of mana paid this way",
                };
                (Noun::new("player", pays.who.is_group()), "paid", number)
            }
            Instruction::TakeCounters(takes) => (things(&takes.from), "removed", COUNTERS_REMOVED),
            Instruction::RemoveCounters { from, .. } => (things(from), "removed", COUNTERS_REMOVED),
            Instruction::SpreadCounters { among, .. } => (things(among), "put", "that many"),
            Instruction::PutCounters { on, .. } => (things(on), "put", "that many"),
            Instruction::RollDie(_) => (Noun::new("result", false), "rolled", "the result"),
            Instruction::CopyStack(_) | Instruction::CopyNamed(_) => (Noun::new("copy", false), "copied", "that many"),
            Instruction::Effect { effects, .. } => {
                let changed = effects.iter().find_map(|e| match e {
                    lawmage_ir::Continuous::Modify { what, .. } => Some(things(what)),
                    _ => None,
                });
                (changed.unwrap_or_else(|| Noun::new("permanent", false)), "chosen", "that many")
            }
            Instruction::Attach { what, .. }
            | Instruction::Transform(what)
            | Instruction::Convert(what)
            | Instruction::Flip(what)
            | Instruction::DoubleSize(lawmage_ir::DoubledSize { what, .. })
            | Instruction::RemoveFromCombat(what)
            | Instruction::Detain(what) => (things(what), "chosen", "that many"),
            Instruction::May { body, .. } | Instruction::Seq(body) => match body.last() {
                Some(last) => self.left_by(&last.does),
                None => (Noun::new("card", false), "chosen", "that many"),
            },
            _ => (Noun::new("card", false), "chosen", "that much"),
        }
    }
}

fn battlefield_word(printer: &Printer<'_>, what: &Selector) -> String {
    let filter = match what {
        Selector::Ref(Ref::Target(n)) => printer.targets.get(usize::from(*n)).map(|s| s.filter.clone()),
        Selector::All(filter) => Some(filter.clone()),
        Selector::Choose(choice) => match &choice.from {
            Selector::All(filter) => Some(filter.clone()),
            _ => None,
        },
        _ => None,
    };
    match filter {
        Some(filter) => {
            let word = crate::grammar::noun::head_word(&lawmage_ir::Filter::permanent(filter.test), false);
            if word == "permanent" { "permanent".to_owned() } else { word }
        }
        None => "permanent".to_owned(),
    }
}
