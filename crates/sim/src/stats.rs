//! Proportions with their intervals, and how numbers are spread.

use std::collections::BTreeMap;

use serde::Serialize;

/// How often something came about, with an interval (Wilson's) for how often it does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rate {
    /// Of so many.
    pub of: u64,
    /// So many.
    pub won: u64,
    /// The share, from 0 to 1; `None` of none.
    pub rate: Option<f64>,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Rate {
    /// So many of so many; `z` is the number of standard deviations the interval goes to (see [`z`]).
    #[must_use]
    pub fn new(won: u64, of: u64, z: f64) -> Self {
        let (low, high) = wilson(won, of, z);
        let rate = (of > 0).then(|| won as f64 / of as f64);
        Self { of, won, rate, low, high }
    }

    /// Half the width of the interval.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// How much more often one thing came about than another, with Newcombe's interval (his method 10, of Wilson's intervals).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The difference of the two shares, from -1 to 1; `None` when either is of none.
    pub difference: Option<f64>,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Difference {
    /// How much more often the first came about than the second.
    #[must_use]
    pub fn between(first: &Rate, second: &Rate) -> Self {
        let (Some(a), Some(b)) = (first.rate, second.rate) else {
            return Self { difference: None, low: -1.0, high: 1.0 };
        };
        let below = (a - first.low).hypot(second.high - b);
        let above = (first.high - a).hypot(b - second.low);
        Self { difference: Some(a - b), low: a - b - below, high: a - b + above }
    }
}

/// Wilson's score interval for a proportion (E. B. Wilson, 1927). Of nothing it is everything.
#[must_use]
pub fn wilson(won: u64, of: u64, z: f64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, share, square) = (of as f64, won as f64 / of as f64, z * z);
    let middle = share + square / (2.0 * n);
    let reach = z * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    let scale = 1.0 + square / n;
    // Rounding must not take the ends away from where they are exact.
    let low = if won == 0 { 0.0 } else { ((middle - reach) / scale).max(0.0) };
    let high = if won == of { 1.0 } else { ((middle + reach) / scale).min(1.0) };
    (low, high)
}

/// How many standard deviations to either side of the mean hold that share of a normal distribution: 1.96 for 0.95.
#[must_use]
pub fn z(confidence: f64) -> f64 {
    let outside = 1.0 - confidence.clamp(0.0, 1.0 - 1e-12);
    let (mut low, mut high) = (0.0_f64, 10.0_f64);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if libm::erfc(middle / std::f64::consts::SQRT_2) > outside { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Numbers, and how often each came.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(BTreeMap<u32, u64>);

impl Counts {
    /// Adds a number.
    pub fn add(&mut self, number: u32) {
        *self.0.entry(number).or_default() += 1;
    }

    /// Each number with how often it came.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        self.0.iter().map(|(n, times)| (*n, *times))
    }

    /// How they are spread; `None` of none.
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        let of: u64 = self.0.values().sum();
        let (least, most) = (*self.0.keys().next()?, *self.0.keys().next_back()?);
        let sum: f64 = self.iter().map(|(n, times)| f64::from(n) * times as f64).sum();
        Some(Spread {
            of,
            mean: sum / of as f64,
            least,
            lower_quartile: self.quantile(of, 1),
            median: self.quantile(of, 2),
            upper_quartile: self.quantile(of, 3),
            most,
        })
    }

    /// A quartile, between two numbers in proportion (as NumPy and R do it).
    fn quantile(&self, of: u64, quarters: u64) -> f64 {
        let place = (of - 1) * quarters;
        let (below, part) = (place / 4, (place % 4) as f64 / 4.0);
        let (low, high) = (f64::from(self.nth(below)), f64::from(self.nth((below + 1).min(of - 1))));
        low + (high - low) * part
    }

    fn nth(&self, place: u64) -> u32 {
        let mut before = 0;
        for (number, times) in self.iter() {
            before += times;
            if place < before {
                return number;
            }
        }
        0
    }
}

/// How numbers are spread.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Of so many.
    pub of: u64,
    /// Their mean.
    pub mean: f64,
    /// The least.
    pub least: u32,
    /// A quarter of them are no greater.
    pub lower_quartile: f64,
    /// Half of them are no greater.
    pub median: f64,
    /// A quarter of them are no less.
    pub upper_quartile: f64,
    /// The greatest.
    pub most: u32,
}
