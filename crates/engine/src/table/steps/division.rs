//! A total divided, a recipient at a time.

use crate::table::steps::Step;
use crate::table::steps::number::Narrowing;

/// A division on its way.
#[derive(Clone, Debug)]
pub(super) struct Division<'d> {
    total: u32,
    least: &'d [u32],
    needs: &'d [u32],
    /// The shares of the first recipients.
    given: Vec<u32>,
    /// What the share of the next may be.
    next: Option<Narrowing>,
}

impl<'d> Division<'d> {
    pub(super) fn new(total: u32, least: &'d [u32], needs: &'d [u32]) -> Self {
        let mut division = Self { total, least, needs, given: Vec::new(), next: None };
        division.go_on();
        division
    }

    /// The place of the recipient at hand.
    pub(super) fn at(&self) -> usize {
        self.given.len()
    }

    pub(super) fn amounts(&self) -> impl Iterator<Item = u32> + '_ {
        self.given.iter().copied()
    }

    pub(super) fn options(&self) -> Vec<Step> {
        self.next.as_ref().map(Narrowing::options).unwrap_or_default()
    }

    pub(super) fn narrow(&mut self, from: u32, to: u32) {
        if let Some(next) = &mut self.next {
            next.narrow(from, to);
        }
        self.go_on();
    }

    /// Goes to the next recipient about whom there is a choice.
    fn go_on(&mut self) {
        while self.given.len() < self.least.len() {
            let shares = self.next.take().unwrap_or_else(|| Narrowing::new(self.shares(), &[]));
            match shares.value() {
                Some(share) => self.given.push(share),
                None => {
                    self.next = Some(shares);
                    return;
                }
            }
        }
    }

    /// What the next recipient can be given, so that the rest can be divided too: what is left goes to the last, who by 702.19b gets
    /// nothing before all others have what they need.
    fn shares(&self) -> Vec<(u32, u32)> {
        let at = self.given.len();
        let left = self.total.saturating_sub(self.given.iter().sum());
        let least = |place: usize| self.least.get(place).copied().unwrap_or(0);
        let last = self.least.len() - 1;
        let later: u32 = (at + 1..=last).map(least).sum();
        if at == last {
            return vec![(left, left)];
        }
        let most = left.saturating_sub(later);
        let own = least(at);
        // Someone between takes up what the last one may not have.
        if self.needs.is_empty() || at + 1 < last {
            return vec![(own, most)];
        }
        let need = |place: usize| self.needs.get(place).copied().unwrap_or(0);
        let all_have = self.given.iter().zip(self.needs).all(|(share, need)| share >= need);
        // All that is left, where the last need have nothing; or enough, where the others have enough too.
        let mut shares = Vec::new();
        let enough = need(at).max(own);
        if all_have && enough <= most {
            shares.push((enough, most));
        }
        if least(last) == 0 && shares.last().is_none_or(|(_, to)| *to < left) {
            shares.push((left, left));
        }
        shares
    }
}
