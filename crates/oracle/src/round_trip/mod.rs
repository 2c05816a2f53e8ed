//! What was compiled, printed and read again: whether it means the same, and whether a word of the card was lost on the way.
//!
//! Words are compared, not sentences: the compiler may set a condition before or after what depends on it. What is left out
//! of the comparison is listed in `words.rs`, which phrases say the same in `equivalents.txt`.

mod equivalents;
mod words;

use std::collections::BTreeMap;
use std::sync::Arc;

use lawmage_ir::visit::{self, Go};
use lawmage_ir::{Face, Test};

use crate::{CardSource, FaceSource, compile, print_face};

/// What printing a complete card and reading that again came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoundTrip {
    /// Whether the printed text compiles to the same program.
    pub same_program: bool,
    /// Words of the card that its program doesn't print, as often as they are missing, in alphabetical order.
    pub lost: Vec<String>,
    /// Words that only the program prints.
    pub gained: Vec<String>,
}

impl RoundTrip {
    /// Prints what was compiled, compiles that, and compares.
    #[must_use]
    pub fn of(source: &CardSource, faces: &[Arc<Face>]) -> Self {
        let printed = printed(source, faces);
        let again = compile(&printed).card;
        let same = |(a, b): (&Arc<Face>, &Arc<Face>)| {
            let ours = Face { text: b.text.clone(), ..Face::clone(a) };
            a.uncompiled.is_empty() && (ours == **b || in_order(ours) == in_order(Face::clone(b)))
        };
        let same_program = again.faces.len() == faces.len() && again.faces.iter().zip(faces).all(same);
        let mut counts: BTreeMap<String, i32> = BTreeMap::new();
        for (ours, theirs) in printed.faces.iter().zip(&source.faces) {
            words::words(theirs).into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
            words::words(&FaceSource { text: ours.text.clone(), ..theirs.clone() })
                .into_iter()
                .for_each(|word| *counts.entry(word).or_default() -= 1);
        }
        let of = |sign: i32| {
            let some = counts.iter().filter(move |(_, n)| **n * sign > 0);
            some.flat_map(|(word, n)| std::iter::repeat_n(word.clone(), n.unsigned_abs() as usize)).collect()
        };
        Self { same_program, lost: of(1), gained: of(-1) }
    }

    /// Whether no word was lost and none added.
    #[must_use]
    pub const fn has_same_words(&self) -> bool {
        self.lost.is_empty() && self.gained.is_empty()
    }
}

/// The face with all that is asked of one thing in the same order: "attacking Goblin" is a Goblin that's attacking.
fn in_order(mut face: Face) -> Face {
    // Twice, as what stands within them is put in order behind them.
    for _ in 0..2 {
        visit::walk_mut(&mut face.abilities, &mut |node| {
            if let Some(Test::And(all) | Test::Or(all)) = node.get_mut() {
                all.sort();
            }
            Go::Into
        });
    }
    face
}

/// The same card with its texts printed from what was compiled.
#[must_use]
pub fn printed(source: &CardSource, faces: &[Arc<Face>]) -> CardSource {
    let mut again = source.clone();
    for (face, compiled) in again.faces.iter_mut().zip(faces) {
        face.text = print_face(compiled);
    }
    again
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> CardSource {
        let face = FaceSource {
            name: "Ember Lesson".to_owned(),
            mana_cost: Some("{R}".to_owned()),
            type_line: "Sorcery".to_owned(),
            text: text.to_owned(),
            ..FaceSource::default()
        };
        CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() }
    }

    #[test]
    fn order_reminders_and_names_are_no_difference() {
        let source = card("Ember Lesson deals two damage to any target. (It hurts.)\nDraw a card.");
        let trip = RoundTrip::of(&source, &compile(&source).card.faces);
        assert!(trip.same_program);
        assert!(trip.has_same_words(), "{trip:?}");
    }

    #[test]
    fn a_word_that_the_program_lost_is_told() {
        let source = card("Ember Lesson deals 2 damage to target creature.");
        let other = card("Ember Lesson deals 2 damage to target creature an opponent controls.");
        let trip = RoundTrip::of(&other, &compile(&source).card.faces);
        assert!(trip.same_program, "of what was compiled");
        assert_eq!(trip.lost, ["control", "opponent"]);
        assert!(trip.gained.is_empty());
    }
}
