//! Chances of drawing: the hypergeometric distribution.

/// Logarithms of factorials, up to the size of a deck.
pub(super) struct Odds {
    logs: Vec<f64>,
}

impl Odds {
    pub(super) fn up_to(size: u32) -> Self {
        let mut logs = vec![0.0];
        let mut sum = 0.0;
        for n in 1..=size {
            sum += f64::from(n).ln();
            logs.push(sum);
        }
        Self { logs }
    }

    fn choose(&self, n: u32, k: u32) -> Option<f64> {
        let log = |n: u32| self.logs.get(n as usize).copied();
        Some(log(n)? - log(k)? - log(n.checked_sub(k)?)?)
    }

    /// The chance that of `drawn` cards of a deck exactly `wanted` are among its `marked` ones.
    pub(super) fn exactly(&self, deck: u32, marked: u32, drawn: u32, wanted: u32) -> f64 {
        let drawn = drawn.min(deck);
        let chance = || {
            let ways = self.choose(marked, wanted)?;
            let others = self.choose(deck.checked_sub(marked)?, drawn.checked_sub(wanted)?)?;
            Some((ways + others - self.choose(deck, drawn)?).exp())
        };
        chance().unwrap_or(0.0)
    }

    /// The chance of at least so many.
    pub(super) fn at_least(&self, deck: u32, marked: u32, drawn: u32, wanted: u32) -> f64 {
        (wanted..=drawn.min(marked)).map(|n| self.exactly(deck, marked, drawn, n)).sum::<f64>().min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Odds;

    #[test]
    fn known_chances() {
        let odds = Odds::up_to(60);
        // Four copies in sixty cards: one among seven in 39.95 % of hands.
        assert!((odds.at_least(60, 4, 7, 1) - 0.399_50).abs() < 1e-4);
        assert!((odds.exactly(60, 24, 7, 3) - 0.308_6).abs() < 1e-3);
        let all: f64 = (0..=7).map(|n| odds.exactly(60, 24, 7, n)).sum();
        assert!((all - 1.0).abs() < 1e-9);
        assert_eq!(odds.at_least(40, 0, 7, 1), 0.0);
        assert_eq!(odds.at_least(3, 3, 7, 3), 1.0);
        assert_eq!(odds.exactly(5, 9, 3, 1), 0.0);
    }
}
