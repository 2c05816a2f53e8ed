//! What was chosen for an object (607.2d), and by whom.

use lawmage_ir::{Side, Test};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{ObjectId, PlayerId};
use crate::state::last_known::Seen;
use crate::state::object::Chosen;

impl State {
    /// Who sits next to that player on that side; nobody where no direction was chosen (607.5a).
    pub(super) fn beside(&self, of: PlayerId, side: Side, context: &Context<'_>) -> Option<PlayerId> {
        let goes_left = |linked: u8| match self.chosen_values(context.source, linked).last() {
            Some(Chosen::Word(direction)) => Some(&**direction == "left"),
            _ => None,
        };
        let left = match side {
            Side::Left => true,
            Side::Right => false,
            Side::Chosen(linked) => goes_left(linked)?,
            Side::NotChosen(linked) => !goes_left(linked)?,
        };
        // 101.4: turn order goes to the left.
        let mut others = self.from_seat(of).filter(|p| *p != of);
        if left { others.next() } else { others.last() }
    }

    /// Who chose which of those values, where several players chose, or one secretly.
    pub fn values_chosen_by(&self, source: ObjectId, linked: u8) -> impl Iterator<Item = (PlayerId, &Chosen)> {
        self.seen(source)
            .filter(|_| !self.has_become_a_copy(source))
            .and_then(|s| s.object.memory.as_deref())
            .into_iter()
            .flat_map(move |m| m.chosen_by.iter().filter(move |(n, ..)| *n == linked).map(|(_, by, c)| (*by, c)))
    }

    /// Tests that ask for what was chosen.
    pub(super) fn test_chosen(&self, seen: &Seen<'_>, test: &Test, context: &Context<'_>) -> bool {
        let chars = seen.chars;
        match test {
            Test::ChosenColor(n) => self.colors_chosen(context.source, *n).any(|color| chars.colors.has(color)),
            Test::ChosenType(n) => self.chosen_values(context.source, *n).any(|c| match c {
                Chosen::Subtype(s) => chars.has_subtype(*s),
                Chosen::CardType(t) => chars.is(*t),
                _ => false,
            }),
            Test::ChosenSector(n) => {
                let sector = seen.permanent().and_then(|p| p.designations.sector);
                let chosen = self.chosen_values(context.source, *n).last();
                matches!((chosen, sector), (Some(Chosen::Word(word)), Some(at))
                    if crate::state::object::SECTORS.get(usize::from(at)).is_some_and(|s| *s == &**word))
            }
            Test::SameSector(reference) => {
                // 702.158e
                let sector = seen.permanent().and_then(|p| p.designations.sector);
                let others = self.denote(reference, context);
                sector.is_some() && others.iter().filter_map(|e| e.object()).any(|id| self.sector(id) == sector)
            }
            Test::ChosenName(n) => self
                .chosen_values(context.source, *n)
                .any(|c| matches!(c, Chosen::Name(name) | Chosen::Word(name) if self.is_named(chars, name))),
            Test::NameChosenBy(n, who) => self.values_chosen_by(context.source, *n).any(|(by, chosen)| {
                matches!(chosen, Chosen::Name(name) if self.is_named(chars, name)) && self.is_among(by, who, context)
            }),
            _ => false,
        }
    }

    /// The number that was chosen or noted for an object under a linked number; 0 where none was.
    pub(super) fn chosen_number(&self, source: ObjectId, linked: u8) -> i32 {
        let number = |chosen: &Chosen| if let Chosen::Number(n) = chosen { Some(*n as i32) } else { None };
        self.chosen_values(source, linked).find_map(number).unwrap_or(0)
    }

    /// The total value of the results stored on an object, or how many have that value (706.8a).
    pub(super) fn stored_results(&self, source: ObjectId, linked: u8, of: Option<u32>) -> i32 {
        let values = self.chosen_values(source, linked).filter_map(|chosen| match chosen {
            Chosen::Stored { value, .. } => Some(*value),
            _ => None,
        });
        let counted = values.filter(|value| of.is_none_or(|wanted| *value == wanted));
        counted.fold(0, |sum, value| sum.saturating_add(if of.is_some() { 1 } else { value as i32 }))
    }
}
