//! Steps and phases in words, as they stand behind "your" (500).

use lawmage_ir::Step;

/// The words of a step or phase; where it has several, the first are said.
const STEPS: [(&str, Step); 16] = [
    ("untap step", Step::Untap),
    ("upkeep", Step::Upkeep),
    ("upkeep step", Step::Upkeep),
    ("draw step", Step::Draw),
    ("precombat main phase", Step::Main),
    ("first main phase", Step::Main), // 505.1b
    ("beginning of combat step", Step::BeginCombat),
    ("combat step", Step::BeginCombat),
    ("declare attackers step", Step::DeclareAttackers),
    ("declare blockers step", Step::DeclareBlockers),
    ("first combat damage step", Step::FirstStrikeDamage),
    ("combat damage step", Step::CombatDamage),
    ("end of combat step", Step::EndCombat),
    ("postcombat main phase", Step::Main2),
    ("end step", Step::End),
    ("cleanup step", Step::Cleanup),
];

/// What a step or phase is called.
pub(crate) fn step_word(step: Step) -> &'static str {
    STEPS.iter().find(|(_, known)| *known == step).map_or("step", |(words, _)| words)
}

/// The steps with their words, for reading.
pub(crate) fn steps() -> impl Iterator<Item = &'static (&'static str, Step)> {
    STEPS.iter()
}
