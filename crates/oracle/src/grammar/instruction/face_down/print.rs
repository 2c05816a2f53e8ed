//! Manifest, cloak (701.34, 701.56, 701.60), pairing (702.95), levels (716.2).

use lawmage_ir::{Instruction, Selector, Who};

use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::Printer;

impl Printer<'_> {
    /// Face-down permanents, pairs, levels.
    pub(crate) fn of_face_down(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::TurnFaceUp(what) => {
                let object = self.those_of(what, Quant::All);
                Deed::order(format!("turn {object} face up"))
            }
            Instruction::TurnFaceDown(what) => {
                let object = self.those_of(what, Quant::All);
                Deed::order(format!("turn {object} face down"))
            }
            Instruction::Manifest { who, what, cloak } => self.manifest(who, what, *cloak),
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
            _ => return None,
        })
    }

    /// "manifest the top card of your library".
    pub(crate) fn manifest(&mut self, who: &Who, what: &Selector, cloak: bool) -> Deed {
        let subject = self.actor(who);
        if super::parse::shuffled(what).is_some() {
            let verb = if cloak { "cloak" } else { "manifest" };
            return Deed::act(subject, format!("shuffle that pile, then {verb} those cards"));
        }
        self.each.push(crate::print::Noun::new("player", false));
        let cards = self.those_of(what, Quant::All);
        self.each.pop();
        Deed::act(subject, format!("{} {cards}", if cloak { "cloak" } else { "manifest" }))
    }
}
