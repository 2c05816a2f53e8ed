//! A declaration of blockers, one block at a time.

use crate::state::ids::ObjectId;
use crate::table::block_domain::BlockDomain;
use crate::table::decision::Answer;
use crate::table::steps::Step;

/// A declaration on its way.
#[derive(Clone, Debug)]
pub(super) struct Blocking<'d> {
    domain: &'d BlockDomain,
    /// What each of the first creatures blocks, by places among its options, rising; the last of them is the one at hand.
    decided: Vec<Vec<u32>>,
    /// Nothing is left to be said.
    whole: bool,
}

impl<'d> Blocking<'d> {
    pub(super) fn new(domain: &'d BlockDomain) -> Self {
        let mut blocking = Self { domain, decided: vec![Vec::new()], whole: false };
        blocking.go_on();
        blocking
    }

    pub(super) fn options(&self) -> Vec<Step> {
        let at = self.decided.len() - 1;
        let Some((_, whom)) = self.domain.blockers.get(at).filter(|_| !self.whole) else { return Vec::new() };
        // Several are named in their order, so that the same blocks are declared in one way only.
        let from = self.decided[at].last().map_or(0, |last| last + 1);
        let more = (from..whom.len() as u32).filter(|option| {
            let mut decided = self.decided.clone();
            decided[at].push(*option);
            self.domain.completes(&decided, false)
        });
        let mut steps: Vec<Step> = more.map(Step::Option).collect();
        if self.domain.completes(&self.decided, true) {
            steps.push(Step::Done);
        }
        steps
    }

    pub(super) fn take(&mut self, step: &Step) {
        match step {
            Step::Option(option) => self.decided.last_mut().into_iter().for_each(|own| own.push(*option)),
            _ => self.decided.push(Vec::new()),
        }
        self.go_on();
    }

    pub(super) fn answer(&self) -> Answer {
        Answer::Block(self.domain.named(&self.decided))
    }

    /// The next step to a declaration.
    pub(super) fn toward(&self, block: &[(ObjectId, ObjectId)]) -> Step {
        let at = self.decided.len() - 1;
        let Some((id, whom)) = self.domain.blockers.get(at) else { return Step::Done };
        let made = |other: &ObjectId| block.contains(&(*id, *other));
        let next = whom
            .iter()
            .zip(0u32..)
            .find(|(other, place)| made(other) && self.decided[at].last().is_none_or(|last| place > last));
        next.map_or(Step::Done, |(_, place)| Step::Option(place))
    }

    /// Passes over creatures about which there is no choice.
    fn go_on(&mut self) {
        while !self.whole {
            if self.decided.len() > self.domain.blockers.len() {
                self.whole = true;
                return;
            }
            match self.options()[..] {
                [Step::Done] | [] => self.decided.push(Vec::new()),
                [Step::Option(option)] => self.decided.last_mut().into_iter().for_each(|own| own.push(option)),
                _ => return,
            }
        }
    }
}

impl BlockDomain {
    /// The place among the attackers of what a creature's option blocks.
    fn attacker_at(&self, blocker: u16, option: u32) -> Option<u16> {
        let id = self.blockers.get(usize::from(blocker))?.1.get(option as usize)?;
        self.attackers.iter().position(|a| a.id == *id).map(|place| place as u16)
    }

    /// The blocks by their creatures.
    fn named(&self, decided: &[Vec<u32>]) -> Vec<(ObjectId, ObjectId)> {
        let blocks = self.blockers.iter().zip(decided).flat_map(|((id, whom), own)| {
            own.iter().filter_map(move |option| Some((*id, *whom.get(*option as usize)?)))
        });
        blocks.collect()
    }

    /// Whether the first creatures can block so in a legal declaration; the last of them no more than that, if it is done. A declaration
    /// is sought in which they must, and in which nothing else that costs something is paid for.
    fn completes(&self, decided: &[Vec<u32>], done: bool) -> bool {
        // What the creature at hand may block besides: options behind those that it has.
        let open = |place: u16, own: &[u32], option: u32| {
            !done && usize::from(place) + 1 == decided.len() && own.last().is_none_or(|last| option > *last)
        };
        let mut forced = self.clone();
        let mut made: Vec<(u16, u16)> = Vec::new();
        for (place, own) in (0u16..).zip(decided) {
            let Some((_, whom)) = self.blockers.get(usize::from(place)) else { continue };
            for option in 0..whom.len() as u32 {
                let Some(attacker) = self.attacker_at(place, option) else { continue };
                let block = (place, attacker);
                if own.contains(&option) {
                    made.push(block);
                } else if !open(place, own, option) && !forced.costly.contains(&block) {
                    forced.costly.push(block);
                }
            }
        }
        let weight = self.requirements.len() + self.counted.len() + 1;
        forced.requirements.extend(made.iter().flat_map(|block| std::iter::repeat_n(vec![*block], weight)));
        // An attacker that needs several blockers may need more that cost something.
        let mut left = self.most_costly.saturating_sub(self.costs(&made));
        forced.costly.retain(|block| {
            let joins = usize::from(block.0) >= decided.len() && left > 0 && made.iter().any(|(_, a)| *a == block.1);
            left -= u32::from(joins);
            !joins && !made.contains(block)
        });
        forced.finish();
        let found = forced.legalize(&[]);
        let as_decided = (0u16..).zip(decided).all(|(place, own)| {
            let Some((id, whom)) = self.blockers.get(usize::from(place)) else { return true };
            (0u32..).zip(whom.iter()).all(|(option, attacker)| {
                let (wanted, made) = (own.contains(&option), found.contains(&(*id, *attacker)));
                wanted == made || made && open(place, own, option)
            })
        });
        as_decided && self.check(&found).is_ok()
    }
}
