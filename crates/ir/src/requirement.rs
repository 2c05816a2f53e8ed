//! What a continuous effect requires (508.1d, 509.1c).

use serde::{Deserialize, Serialize};

use crate::visit::Node;
use crate::{Filter, Selector, Who};

/// "must … if able" (508.1d, 509.1c).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Node)]
pub enum Requirement {
    /// These attack (each combat, this turn) if able; one of those defenders when given.
    Attack {
        /// Attackers.
        what: Selector,
        /// Defenders, objects or players.
        whom: Option<Selector>,
    },
    /// These players attack with at least one creature each combat if able; one of those defenders when given.
    AttackWithOne {
        /// Who.
        who: Who,
        /// Defenders.
        whom: Option<Filter>,
    },
    /// If one of the first attacks, the others attack if able; [`Ref::Each`](crate::Ref::Each) among these is the first.
    AttackTogether {
        /// Whose attack has others attack.
        first: Selector,
        /// Which do.
        then: Selector,
    },
    /// These are goaded by you (701.38b): they attack if able, and a player other than you if able.
    Goaded(Selector),
    /// These attack someone other than those if able.
    AttackOther {
        /// Attackers.
        what: Selector,
        /// Whom not to attack.
        not: Selector,
    },
    /// These block (each combat, this turn) if able; one of those attackers when given.
    Block {
        /// Blockers.
        what: Selector,
        /// Attackers.
        whom: Option<Selector>,
    },
    /// These must be blocked if able: by at least one creature.
    BeBlocked(Selector),
    /// These must be blocked if able by so many creatures: "by exactly one creature", "by two or more creatures".
    BeBlockedBySoMany {
        /// Attackers.
        what: Selector,
        /// The least number.
        least: u32,
        /// The greatest; any when `None`.
        most: Option<u32>,
    },
    /// All creatures able to block these do so.
    BeBlockedByAll(Selector),
    /// These must be blocked if able by at least one such creature, or by all such creatures that are able to.
    BeBlockedBySuch {
        /// Attackers.
        what: Selector,
        /// The creatures that must.
        by: Filter,
        /// All of them.
        all: bool,
    },
}
