//! Decisions answered in small steps: one pick, one creature's attack, one recipient's share at a time. What can be said at each
//! step is a short list, of which each can still end in a legal answer: what tables ask a person, what searches branch on, and what
//! learning programs mask.

mod attack;
mod block;
mod division;
mod number;
mod picks;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::table::decision::{Answer, Decision, Domain};
use attack::Attacking;
use block::Blocking;
use division::Division;
use number::Narrowing;

/// One step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// This option is next: of picks, of an order; what the creature at hand attacks or blocks.
    Option(u32),
    /// No more: of picks; the creature at hand attacks nothing, or blocks nothing more; no more bands.
    Done,
    /// The number is from the first to the second: of a number, of the share of the recipient at hand.
    Between(u32, u32),
    /// This card name is next.
    Name(Arc<str>),
    /// The creature at the first place among the attackers is banded with the one at the second (508.1e).
    Band(u32, u32),
}

/// A decision on its way to being answered.
#[derive(Clone, Debug)]
pub struct Steps<'d> {
    decision: &'d Decision,
    course: Course<'d>,
    /// What can be said next.
    options: Vec<Step>,
    /// How many steps were taken.
    taken: usize,
}

/// How far an answer has come.
#[derive(Clone, Debug)]
enum Course<'d> {
    /// Options picked or put in order, and whether that is all.
    Options(Vec<u32>, bool),
    Names(Vec<Arc<str>>),
    Number(Narrowing),
    Division(Division<'d>),
    Attack(Attacking<'d>),
    Block(Blocking<'d>),
}

impl<'d> Steps<'d> {
    /// A decision before its first step.
    #[must_use]
    pub fn new(decision: &'d Decision) -> Self {
        let course = match &decision.domain {
            Domain::Pick { .. } | Domain::Order(_) => Course::Options(Vec::new(), false),
            Domain::Name(_) => Course::Names(Vec::new()),
            Domain::Number { min, max, but } => Course::Number(Narrowing::new(vec![(*min, *max)], but)),
            Domain::Divide { total, least, needs, .. } => Course::Division(Division::new(*total, least, needs)),
            Domain::Attack(domain) => Course::Attack(Attacking::new(domain)),
            Domain::Block(domain) => Course::Block(Blocking::new(domain)),
        };
        let mut steps = Self { decision, course, options: Vec::new(), taken: 0 };
        steps.options = steps.next();
        steps
    }

    /// How many steps were taken.
    #[must_use]
    pub const fn taken(&self) -> usize {
        self.taken
    }

    /// What can be said next; each can still end in a legal answer. Nothing when the answer is whole. Of card names, which are too
    /// many to list, those that the player knows.
    #[must_use]
    pub fn options(&self) -> &[Step] {
        &self.options
    }

    fn next(&self) -> Vec<Step> {
        match (&self.course, &self.decision.domain) {
            (Course::Options(_, true), _) => Vec::new(),
            (Course::Options(taken, false), Domain::Order(options)) => {
                (0..options.len() as u32).filter(|i| !taken.contains(i)).map(Step::Option).collect()
            }
            (Course::Options(taken, false), _) => picks::options(self.decision, taken),
            (Course::Names(names), Domain::Name(domain)) if names.len() < domain.count as usize => {
                domain.known.iter().filter(|name| !names.contains(name)).cloned().map(Step::Name).collect()
            }
            (Course::Names(_), _) => Vec::new(),
            (Course::Number(narrowing), _) => narrowing.options(),
            (Course::Division(division), _) => division.options(),
            (Course::Attack(attacking), _) => attacking.options(),
            (Course::Block(blocking), _) => blocking.options(),
        }
    }

    /// Whether a step can be taken: one of those offered, or a card name beside those.
    fn can_take(&self, step: &Step) -> bool {
        match (step, &self.course, &self.decision.domain) {
            (Step::Name(name), Course::Names(names), Domain::Name(domain)) => {
                let named = domain.name(name).is_ok_and(|known| known == *name);
                named && names.len() < domain.count as usize && !names.contains(name)
            }
            _ => self.options.contains(step),
        }
    }

    /// Takes a step; whether it could be taken.
    pub fn take(&mut self, step: &Step) -> bool {
        if !self.can_take(step) {
            return false;
        }
        match (&mut self.course, step) {
            (Course::Options(taken, _), Step::Option(option)) => taken.push(*option),
            (Course::Options(_, whole), Step::Done) => *whole = true,
            (Course::Names(names), Step::Name(name)) => names.push(name.clone()),
            (Course::Number(narrowing), Step::Between(from, to)) => narrowing.narrow(*from, *to),
            (Course::Division(division), Step::Between(from, to)) => division.narrow(*from, *to),
            (Course::Attack(attacking), step) => attacking.take(step),
            (Course::Block(blocking), step) => blocking.take(step),
            _ => return false,
        }
        self.taken += 1;
        self.options = self.next();
        // Where nothing more can be picked, nothing more is to be said.
        if let Course::Options(taken, whole) = &mut self.course
            && !taken.is_empty()
            && self.options == [Step::Done]
        {
            *whole = true;
            self.options.clear();
        }
        true
    }

    /// The answer, when it is whole.
    #[must_use]
    pub fn answer(&self) -> Option<Answer> {
        if !self.options.is_empty() {
            return None;
        }
        Some(match &self.course {
            Course::Options(taken, _) => match &self.decision.domain {
                Domain::Order(_) => Answer::Order(taken.iter().copied().collect()),
                _ => Answer::Picks(taken.iter().copied().collect()),
            },
            Course::Names(names) => Answer::Names(names.iter().cloned().collect()),
            Course::Number(narrowing) => Answer::Number(narrowing.value()?),
            Course::Division(division) => Answer::Amounts(division.amounts().collect()),
            Course::Attack(attacking) => attacking.answer(),
            Course::Block(blocking) => blocking.answer(),
        })
    }

    /// The next step on the way to a legal answer; none where it is reached, or where these steps don't lead there.
    #[must_use]
    pub fn toward(&self, answer: &Answer) -> Option<Step> {
        let within =
            |n: u32| self.options.iter().find(|o| matches!(o, Step::Between(from, to) if (*from..=*to).contains(&n)));
        let step = match (&self.course, answer) {
            (Course::Options(taken, _), Answer::Picks(picks)) => {
                picks.get(taken.len()).map_or(Step::Done, |i| Step::Option(*i))
            }
            (Course::Options(taken, _), Answer::Order(order)) => Step::Option(*order.get(taken.len())?),
            (Course::Names(names), Answer::Names(wanted)) => return wanted.get(names.len()).cloned().map(Step::Name),
            (Course::Number(_), Answer::Number(n)) => within(*n)?.clone(),
            (Course::Division(division), Answer::Amounts(amounts)) => within(*amounts.get(division.at())?)?.clone(),
            (Course::Attack(attacking), Answer::Attack(attack, bands)) => attacking.toward(attack, bands)?,
            (Course::Block(blocking), Answer::Block(block)) => blocking.toward(block),
            _ => return None,
        };
        self.options.contains(&step).then_some(step)
    }
}
