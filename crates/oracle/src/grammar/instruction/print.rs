//! Instructions as verb phrases: what each one says.

use lawmage_ir::{Instruction, Selector, Who};

use crate::grammar::effect::deed::Deed;
use crate::print::{Phrase, Printer};

impl Printer<'_> {
    /// What one instruction says.
    pub(crate) fn instruction(&mut self, does: &Instruction) -> Deed {
        // Where another player than you must choose, they are the subject: "that player puts a card from their hand …".
        let chooser = chosen(does).and_then(chooser).filter(|who| **who != Who::You).cloned();
        if let Some(who) = chooser
            && self.actor.as_ref() != Some(&who)
        {
            let subject = match &who {
                Who::Opponents => Phrase::one("an opponent"),
                other => self.who(other),
            };
            let before = self.actor.replace(who);
            let deed = self.instruction(does);
            self.actor = before;
            return match deed {
                Deed::Act { subject: None, verb } => Deed::does(subject, verb),
                said => said,
            };
        }
        let families: [fn(&mut Self, &Instruction) -> Option<Deed>; 19] = [
            Self::library,
            Self::on_permanents,
            Self::of_keyword_actions,
            Self::of_damage,
            Self::of_life,
            Self::of_counters,
            Self::of_cards,
            Self::of_moves,
            Self::of_tokens,
            Self::of_stack,
            Self::of_mana,
            Self::of_face_down,
            Self::of_game,
            Self::of_values,
            Self::of_stickers,
            Self::of_attractions,
            Self::of_piles,
            Self::of_votes,
            Self::of_actions,
        ];
        families.iter().find_map(|family| family(self, does)).unwrap_or_else(|| self.structure(does))
    }
}

/// What is done something to by nobody in particular, so that whoever chooses it may be said to do it.
const fn chosen(does: &Instruction) -> Option<&Selector> {
    match does {
        Instruction::Move { what, .. }
        | Instruction::Destroy { what, .. }
        | Instruction::Tap(what)
        | Instruction::Untap(what)
        | Instruction::PutCounters { on: what, .. } => Some(what),
        _ => None,
    }
}

/// Who chooses some of what is selected.
fn chooser(what: &Selector) -> Option<&Who> {
    match what {
        Selector::Choose(choice) => Some(&choice.by),
        Selector::Union(all) => all.iter().find_map(chooser),
        _ => None,
    }
}
