//! What an import left out, as `cards import` and `cards coverage` tell it.

use lawmage_cards::import::Skipped;
use serde::Serialize;

use crate::console::Console;

/// One reason, with how many entries it left out and the first few of their names.
#[derive(Serialize)]
pub(super) struct SkippedReport<'s> {
    reason: String,
    count: usize,
    examples: &'s [String],
}

/// Each reason.
pub(super) fn report(skipped: &Skipped) -> Vec<SkippedReport<'_>> {
    let one = |(reason, count, examples)| SkippedReport { reason: format!("{reason}"), count, examples };
    skipped.iter().map(one).collect()
}

/// A line for each reason.
pub(super) fn tell(skipped: &[SkippedReport<'_>], console: &Console) {
    for SkippedReport { reason, count, examples } in skipped {
        console.line(format!("{count} skipped: {reason} (“{}”)", examples.join("”, “")));
    }
}
