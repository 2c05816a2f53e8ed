//! Piles in words.

use lawmage_ir::{Clause, Destination, Instruction, Piles, Ref, Selector, Who};

use super::called;
use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Noun, Phrase, Printer, Spoken, words};

impl Printer<'_> {
    /// Piles.
    pub(crate) fn of_piles(&mut self, does: &Instruction) -> Option<Deed> {
        if let Instruction::PilesOfEach(piles) = does {
            return Some(Deed::Whole(self.piles_of_each(piles)));
        }
        let Instruction::Piles(piles) = does else { return None };
        let separate = self.separation(piles);
        let then = self.of_each_pile(piles);
        Some(Deed::Whole(format!("{separate}. {}", words::capital(&then))))
    }

    /// Who separates what: "an opponent separates those cards into two piles".
    pub(crate) fn separation(&mut self, piles: &Piles) -> String {
        let subject = match &piles.by {
            Who::You => None,
            by => {
                // "An opponent separates those cards": they are the subject no more.
                self.speak(Spoken::Thing(Ref::Slot(piles.chosen)));
                Some(self.one_player(by))
            }
        };
        let what = self.those_of(&piles.what, Quant::All);
        let into = if piles.face_down { "a face-down pile and a face-up pile" } else { "two piles" };
        Deed::act(subject, format!("separate {what} into {into}")).finite()
    }

    /// One of several is whoever you choose.
    fn one_player(&mut self, who: &Who) -> Phrase {
        if *who == Who::Opponents { Phrase::one("an opponent") } else { self.who(who) }
    }

    /// Calls the piles so, when they are spoken of next.
    fn call_piles(&mut self, piles: &Piles, chosen: &str, other: &str) {
        for (slot, name) in [(piles.chosen, chosen), (piles.other, other)] {
            self.fresh.insert(slot, Phrase::one(name));
            self.fill(slot, &Instruction::Choose(piles.what.clone()));
        }
    }

    /// Who chooses, and what the piles are called from then on, for an outline.
    pub(crate) fn tell_pile(&mut self, piles: &Piles) -> String {
        let text = self.one_player(&piles.chooser).does("choose one of the piles");
        for (slot, name) in [(piles.chosen, "the chosen pile"), (piles.other, "the other pile")] {
            self.fill(slot, &Instruction::Choose(piles.what.clone()));
            self.slots.insert(slot, Noun::new(name, false));
        }
        text
    }

    fn of_each_pile(&mut self, piles: &Piles) -> String {
        let chosen = Selector::Ref(Ref::Slot(piles.chosen));
        match piles.then.as_slice() {
            [Clause { does: Instruction::Sacrifice { who, .. }, .. }] => {
                let who = self.who(who);
                let things = called(&piles.what).unwrap_or("permanents");
                who.does(&format!("sacrifice all {things} in the pile of their choice"))
            }
            [Clause { does: Instruction::Destroy { what, no_regeneration }, .. }] if *what == chosen => {
                let chooser = self.one_player(&piles.chooser).possessive();
                let things = called(&piles.what).unwrap_or("permanents");
                let rest = if *no_regeneration { ". They can't be regenerated" } else { "" };
                format!("destroy all {things} in the pile of {chooser} choice{rest}")
            }
            [one @ Clause { does: Instruction::Move { to: Destination::Exile { .. }, .. }, .. }, rest @ ..] => {
                let chooser = self.one_player(&piles.chooser).possessive();
                self.call_piles(piles, &format!("the pile of {chooser} choice"), "the other");
                let first = self.clause(one).finite();
                format!("{first} and {}", self.deeds(rest))
            }
            all => {
                let (before, name) = if piles.chooser == Who::You {
                    (String::new(), "one pile")
                } else {
                    let chooses = self.one_player(&piles.chooser).does("choose one of those piles");
                    (format!("{chooses}. "), "that pile")
                };
                self.call_piles(piles, name, "the other");
                let parts: Vec<String> = all.iter().map(|clause| self.clause(clause).finite()).collect();
                let mut text = String::new();
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        text.push_str(" and ");
                        text.push_str(part.strip_prefix("put ").unwrap_or(part));
                    } else if before.is_empty() {
                        text.push_str(part);
                    } else {
                        text.push_str(&words::capital(part));
                    }
                }
                before + &text
            }
        }
    }
}
