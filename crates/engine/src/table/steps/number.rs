//! A number, narrowed down.

use crate::table::steps::Step;

/// So many ranges are told apart at a step.
const BUCKETS: u64 = 10;

/// What a number still may be.
#[derive(Clone, Debug)]
pub(super) struct Narrowing {
    /// Ranges that it may lie in, rising, none empty.
    ranges: Vec<(u32, u32)>,
}

impl Narrowing {
    /// Any number of these ranges but for some, which are rising.
    pub(super) fn new(ranges: Vec<(u32, u32)>, but: &[u32]) -> Self {
        let mut left = Vec::new();
        for (mut from, to) in ranges {
            for gap in but.iter().copied().filter(|gap| (from..=to).contains(gap)).collect::<Vec<_>>() {
                if from < gap {
                    left.push((from, gap - 1));
                }
                from = gap.saturating_add(1);
            }
            if from <= to {
                left.push((from, to));
            }
        }
        Self { ranges: left }
    }

    /// The only number left.
    pub(super) fn value(&self) -> Option<u32> {
        match self.ranges[..] {
            [(from, to)] if from == to => Some(from),
            _ => None,
        }
    }

    /// Ranges to narrow it down to: each number by itself where these are few, else ranges about as long as each other.
    pub(super) fn options(&self) -> Vec<Step> {
        let (Some((least, _)), Some((_, most))) = (self.ranges.first(), self.ranges.last()) else { return Vec::new() };
        if least == most {
            return Vec::new();
        }
        let width = (u64::from(most - least) + 1).div_ceil(BUCKETS);
        let buckets = (0..BUCKETS).map(|n| (u64::from(*least) + n * width, u64::from(*least) + (n + 1) * width - 1));
        let within = |(from, to): (u64, u64)| {
            let inside = self.ranges.iter().filter_map(|(low, high)| {
                let (low, high) = (u64::from(*low).max(from), u64::from(*high).min(to));
                (low <= high).then_some((low, high))
            });
            let inside: Vec<(u64, u64)> = inside.collect();
            Some(Step::Between(inside.first()?.0 as u32, inside.last()?.1 as u32))
        };
        buckets.filter_map(within).collect()
    }

    /// It is from the one number to the other.
    pub(super) fn narrow(&mut self, from: u32, to: u32) {
        let cut = self.ranges.iter().map(|(low, high)| ((*low).max(from), (*high).min(to)));
        self.ranges = cut.filter(|(low, high)| low <= high).collect();
    }
}
