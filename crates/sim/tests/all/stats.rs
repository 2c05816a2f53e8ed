//! Intervals and spreads against figures of other programs.

use lawmage_sim::stats::*;

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

/// The figures are R's: `qnorm(1 - (1 - c) / 2)` and `prop.test(…, correct = FALSE)$conf.int`.
#[test]
fn intervals_are_wilsons() {
    assert!(close(z(0.95), 1.959_963_984_540_054) && close(z(0.99), 2.575_829_303_548_901));
    let (low, high) = wilson(12, 20, z(0.95));
    assert!((low - 0.386_582).abs() < 1e-6 && (high - 0.781_193).abs() < 1e-6, "{low} {high}");
    let (low, high) = wilson(0, 10, z(0.95));
    assert!(low == 0.0 && (high - 0.277_533).abs() < 1e-6, "{high}");
    assert!((wilson(10, 10, z(0.95)).0 - 0.722_467).abs() < 1e-6);
    assert_eq!(wilson(0, 0, 1.96), (0.0, 1.0));
}

/// Newcombe's own example: 56 of 70 against 48 of 80, from 0.0524 to 0.3339.
#[test]
fn differences_are_newcombes() {
    let z = z(0.95);
    let found = Difference::between(&Rate::new(56, 70, z), &Rate::new(48, 80, z));
    assert!(found.difference.is_some_and(|d| close(d, 0.2)));
    assert!((found.low - 0.0524).abs() < 1e-4 && (found.high - 0.3339).abs() < 1e-4, "{found:?}");
}

#[test]
fn quartiles_are_numpys() {
    let mut counts = Counts::default();
    [7, 9, 9, 12, 20, 31].into_iter().for_each(|n| counts.add(n));
    let spread = counts.spread().expect("of six");
    assert!(close(spread.mean, 88.0 / 6.0));
    assert!(close(spread.lower_quartile, 9.0) && close(spread.median, 10.5) && close(spread.upper_quartile, 18.0));
    assert_eq!((spread.least, spread.most), (7, 31));
    assert_eq!(Counts::default().spread(), None);
}
