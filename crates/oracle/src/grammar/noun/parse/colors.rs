//! Adjectives about a list of colors.

use lawmage_ir::Test;

use super::Alternative;

/// "tapped white or blue creature", "blue or black noncreature permanent": what stands before the first of several colors or behind
/// the last is said of all.
pub(super) fn colors_apart(alternatives: &mut [Alternative]) -> Vec<Test> {
    let Some((first, rest)) = alternatives.split_first_mut() else { return Vec::new() };
    let color = |test: &Test| matches!(test, Test::Color(_));
    let alone = |a: &Alternative| !a.article && matches!(a.adjectives.as_slice(), [one] if color(one));
    let Some((last, middle)) = rest.split_last_mut() else { return Vec::new() };
    let ends = !last.article && last.adjectives.first().is_some_and(color);
    let list = first.bare() && first.adjectives.last().is_some_and(color) && ends && middle.iter().all(alone);
    let before = first.adjectives.len().saturating_sub(1);
    if !list {
        return Vec::new();
    }
    let behind = last.adjectives.split_off(1);
    first.adjectives.drain(..before).chain(behind).collect()
}
