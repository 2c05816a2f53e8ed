//! Statuses of objects in words (110.5 and the designations of 701).

use lawmage_ir::Status;

/// The word of each status that stands before a noun and behind "is" alike.
const STATUSES: [(&str, Status); 23] = [
    ("attacking", Status::Attacking),
    ("blocked", Status::Blocked),
    ("blocking", Status::Blocking),
    ("enchanted", Status::Enchanted),
    ("equipped", Status::Equipped),
    ("face-down", Status::FaceDown),
    ("foretold", Status::Foretold),
    ("goaded", Status::Goaded),
    ("harnessed", Status::Harnessed),
    ("modified", Status::Modified),
    ("monstrous", Status::Monstrous),
    ("paired", Status::Paired),
    ("prepare", Status::PrepareSpell),
    ("prepared", Status::Prepared),
    ("renowned", Status::Renowned),
    ("saddled", Status::Saddled),
    ("solved", Status::Solved),
    ("suspected", Status::Suspected),
    ("suspended", Status::Suspended),
    ("tapped", Status::Tapped),
    ("transformed", Status::Transformed),
    ("unblocked", Status::Unblocked),
    ("untapped", Status::Untapped),
];

/// Statuses of several words, which only stand behind "is" and in relative clauses.
pub(crate) const PHRASES: [(&str, Status); 3] = [
    ("face down", Status::FaceDown),
    ("attacking alone", Status::AttackingAlone),
    ("blocking alone", Status::BlockingAlone),
];

/// The status a word says.
pub(crate) fn status_of(word: &str) -> Option<Status> {
    STATUSES.iter().find(|(known, _)| *known == word).map(|(_, status)| *status)
}

/// The word of a status, if it has one.
pub(crate) fn word_of(status: Status) -> Option<&'static str> {
    STATUSES.iter().find(|(_, known)| *known == status).map(|(word, _)| *word)
}

/// The power and the toughness of the one that is tested, together.
pub(crate) fn is_total_size(n: &lawmage_ir::Amount) -> bool {
    use lawmage_ir::{Amount, Ref, Stat};
    let of_it = |n: &Amount, stat| *n == Amount::Stat(stat, Ref::It);
    matches!(n, Amount::Plus(a, b) if of_it(a, Stat::Power) && of_it(b, Stat::Toughness))
}
