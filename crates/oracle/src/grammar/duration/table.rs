//! Durations in words (611.2).

use lawmage_ir::{Duration, Who};

/// A duration that is of nobody: its words, those that rules of what can or must be done say instead ("this turn"), and what it is.
pub(crate) struct Fixed {
    pub lasts: &'static str,
    pub rule: &'static str,
    pub is: Duration,
}

/// Durations that are of nobody.
pub(crate) const FIXED: [Fixed; 3] = [
    Fixed { lasts: "until end of turn", rule: "this turn", is: Duration::EndOfTurn },
    Fixed { lasts: "until end of combat", rule: "this combat", is: Duration::EndOfCombat },
    Fixed {
        lasts: "until the next end step",
        rule: "until the next end step",
        is: Duration::UntilNextEndStep(Who::All),
    },
];

/// A duration that is a player's: "until [your] next turn".
pub(crate) struct Owned {
    pub before: &'static str,
    pub behind: &'static str,
    pub is: fn(Who) -> Duration,
}

/// Durations that are a player's.
pub(crate) const OWNED: [Owned; 8] = [
    Owned { before: "until", behind: "next turn", is: Duration::UntilNextTurn },
    Owned { before: "until", behind: "next end step", is: Duration::UntilNextEndStep },
    Owned { before: "until", behind: "next untap step", is: Duration::UntilNextUntapStep },
    Owned { before: "until the beginning of", behind: "next upkeep", is: Duration::UntilNextUpkeep },
    Owned { before: "until the end of", behind: "next turn", is: Duration::EndOfNextTurn },
    Owned { before: "during", behind: "next turn", is: Duration::NextTurn },
    Owned { before: "during", behind: "next untap step", is: Duration::NextUntapStep },
    Owned { before: "during", behind: "next combat phase", is: Duration::NextCombat },
];

/// The words of a player's duration, and whose it is.
pub(crate) fn owned(duration: &Duration) -> Option<(&'static Owned, &Who)> {
    let (Duration::UntilNextTurn(who)
    | Duration::UntilNextEndStep(who)
    | Duration::UntilNextUpkeep(who)
    | Duration::UntilNextUntapStep(who)
    | Duration::EndOfNextTurn(who)
    | Duration::NextTurn(who)
    | Duration::NextUntapStep(who)
    | Duration::NextCombat(who)) = duration
    else {
        return None;
    };
    OWNED.iter().find(|row| (row.is)(who.clone()) == *duration).map(|row| (row, who))
}
