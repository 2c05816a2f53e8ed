//! Votes in words.

use lawmage_ir::{Instruction, Selector, Vote};

use crate::grammar::effect::deed::Deed;
use crate::print::{Noun, Phrase, Printer, words};

impl Printer<'_> {
    /// Votes.
    pub(crate) fn of_votes(&mut self, does: &Instruction) -> Option<Deed> {
        let Instruction::Vote(vote) = does else { return None };
        let votes = self.vote_for(vote);
        let text = match &**vote {
            Vote::Objects { most, then, among } => {
                let cards = matches!(among, Selector::All(lawmage_ir::Filter { kind: lawmage_ir::Kind::Card(_), .. }));
                let each = if cards { "each card" } else { "each permanent" };
                self.fresh.insert(*most, Phrase::one(format!("{each} with the most votes or tied for most votes")));
                let then = self.deeds(then);
                format!("{votes}. {}", words::capital(&then))
            }
            Vote::Words { words, first, second } => {
                let name = |place: usize| words.get(place).map_or("", |word| word);
                let first = self.deeds(first);
                let second = self.deeds(second);
                format!(
                    "{votes}. If {} gets more votes, {first}. If {} gets more votes or the vote is tied, {second}",
                    name(0),
                    name(1)
                )
            }
            Vote::Tally { .. } => {
                self.tell_most(vote);
                votes
            }
        };
        Some(Deed::Whole(text))
    }

    /// "starting with you, each player votes for a creature".
    pub(crate) fn vote_for(&mut self, vote: &Vote) -> String {
        let choices = match vote {
            Vote::Objects { among: Selector::All(filter), .. } => self.one(filter),
            Vote::Objects { .. } => String::new(),
            Vote::Words { words, .. } | Vote::Tally { words, .. } => words.join(" or "),
        };
        if let Vote::Tally { secret: true, .. } = vote {
            return format!("each player secretly votes for {choices}, then those votes are revealed");
        }
        format!("starting with you, each player votes for {choices}")
    }

    /// Calls what has the most votes so, in an outline; and votes that are counted as they are spoken of.
    pub(crate) fn tell_most(&mut self, vote: &Vote) {
        if let Vote::Tally { words, slots, .. } = vote {
            let named = words.iter().map(|word| format!("{word} votes"));
            self.tallied.extend(slots.iter().copied().zip(named));
            for (word, slot) in words.iter().zip(slots) {
                self.slots.insert(*slot, Noun::new(&format!("{word} voter"), true));
            }
        }
        if let Vote::Objects { most, .. } = vote {
            self.slots.insert(*most, Noun::new("the permanents with the most votes", true));
        }
    }
}
