//! What an event has: its roles, its actor, its number (see [`EventPattern`]).

use super::sorts::Sorts;
use crate::{CasualEvent, EventPattern, Filter, Role, Zone, ZoneSet};

/// What an event that fits a pattern has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Supply {
    pub subject: Sorts,
    pub object: Sorts,
    pub actor: bool,
    pub number: bool,
    /// The X of a spell that is cast (107.3e).
    pub x: bool,
}

impl Supply {
    const NOTHING: Self = Self { subject: Sorts::NONE, object: Sorts::NONE, actor: false, number: false, x: false };

    const fn of(subject: Sorts) -> Self {
        Self { subject, ..Self::NOTHING }
    }

    const fn with(self, object: Sorts) -> Self {
        Self { object, ..self }
    }

    const fn acted(self) -> Self {
        Self { actor: true, ..self }
    }

    const fn numbered(self) -> Self {
        Self { number: true, ..self }
    }

    /// Of a player alone, who is both the subject and the actor.
    const PLAYER: Self = Self::of(Sorts::PLAYER).acted();

    /// Of the next spell that a player casts, in the effects on it (611.2f).
    pub const NEXT_SPELL: Self = Self { x: true, ..Self::of(Sorts::SPELL).acted() };

    pub const fn role(&self, role: Role) -> Sorts {
        match role {
            Role::Subject => self.subject,
            Role::Object => self.object,
        }
    }

    /// The same, asked for at a step that was waited for: who acts then is the active player.
    pub const fn in_a_step(self) -> Self {
        self.acted()
    }

    /// What an event has that only would happen: what would move is still where it is.
    pub fn would_be(pattern: &EventPattern) -> Self {
        let supply = Self::by(pattern);
        match pattern {
            EventPattern::Moves { .. } => Self { subject: Sorts::OBJECT, ..supply },
            EventPattern::Copies { .. } => supply.numbered(),
            EventPattern::Or(any) if any.iter().any(|p| matches!(p, EventPattern::Moves { .. })) => {
                Self { subject: supply.subject.union(Sorts::OBJECT), ..supply }
            }
            EventPattern::While(inner, _) | EventPattern::Batch(inner) | EventPattern::Number(inner, ..) => {
                Self { number: supply.number, ..Self::would_be(inner) }
            }
            _ => supply,
        }
    }

    /// What either of two events has. A role that only one of them has denotes nothing in the other, which a text can ask for
    /// ("if that spell's mana cost or that ability's activation cost contains {X}").
    const fn or(self, other: Self) -> Self {
        Self {
            subject: self.subject.union(other.subject),
            object: self.object.union(other.object),
            actor: self.actor && other.actor,
            number: self.number && other.number,
            x: self.x || other.x,
        }
    }

    /// What events of a pattern have.
    pub fn by(pattern: &EventPattern) -> Self {
        use EventPattern as E;
        let permanent = |filter: &Filter| Self::of(Sorts::of(filter));
        match pattern {
            E::Or(any) => any.iter().map(Self::by).reduce(Self::or).unwrap_or(Self::NOTHING),
            E::While(inner, _) | E::Nth(inner, _) | E::Before(inner) | E::Number(inner, ..) => Self::by(inner),
            // Its number is how many there were, or the sum of theirs.
            E::Batch(inner) => Self::by(inner).numbered(),
            E::Moves { what, from, to, .. } => Self::of(moved(what, *from, *to)).acted(),
            E::Damage { by, to, .. } | E::Prevented { by, to } => {
                Self::of(Sorts::of(by).only(Sorts::OBJECT)).with(Sorts::of(to).only(Sorts::RECIPIENT)).numbered()
            }
            E::ExcessDamage { to, .. } | E::DamageCostsLoyalty(to) => permanent(to).numbered(),
            E::DamageCostsLife { .. }
            | E::GainsLife(_)
            | E::LosesLife(_)
            | E::PaysLife(_)
            | E::Mills(_)
            | E::Scries(_)
            | E::Rolls(_)
            | E::RollsNatural(..) => Self::PLAYER.numbered(),
            E::DrawsCards { .. } => Self::PLAYER.numbered(),
            E::Attacks { whom, .. } => Self::of(Sorts::PERMANENT).with(defender(whom.as_ref())).acted(),
            E::AttackDeclared { .. } => Self::of(Sorts::PERMANENT).acted().numbered(),
            E::Blocks { .. } => Self::of(Sorts::PERMANENT).with(Sorts::PERMANENT),
            E::BecomesBlocked { .. } => Self::of(Sorts::PERMANENT).with(Sorts::PERMANENT),
            E::Unblocked(_) => Self::of(Sorts::PERMANENT),
            E::Casts { .. } => Self::NEXT_SPELL,
            E::Copies { .. } => Self::NEXT_SPELL.with(Sorts::SPELL.union(Sorts::CARD)),
            E::PlaysLand { .. } => Self::of(Sorts::PERMANENT.union(Sorts::CARD)).acted(),
            E::Activates { .. } => Self::of(Sorts::OBJECT).with(Sorts::ABILITY).acted(),
            E::CountersPut { on, .. } | E::CountersReach { on, .. } => permanent(on).acted().numbered(),
            E::CountersRemoved { from, .. } => permanent(from).numbered(),
            E::Tapped(what)
            | E::Untapped(what)
            | E::PhasesOut(what)
            | E::PhasesIn(what)
            | E::Transforms(what)
            | E::TransformsInto(what) => permanent(what),
            E::TurnedFaceUp(what) | E::Mutates(what) => permanent(what),
            E::BecomesMonstrous(what) => permanent(what).numbered(),
            E::BecomesLevel(what, _) => permanent(what).numbered(),
            E::TappedForMana { what, .. } | E::Taps { what, .. } | E::Untaps { what, .. } | E::Unlocks { what, .. } => {
                permanent(what).acted()
            }
            E::Targeted { what, by } => Self::of(Sorts::of(what)).with(Sorts::of(by).only(Sorts::STACK)),
            E::Begins { .. } | E::TurnBegins(_) | E::ExtraTurnBegins(_) | E::Shuffles(_) | E::Searches(_) => {
                Self::PLAYER
            }
            E::Surveils(_) | E::Proliferates(_) | E::FlipsCoin { .. } => Self::PLAYER,
            E::Explores { what, .. } => permanent(what),
            E::Regenerates(what) => permanent(what).numbered(),
            E::CommitsCrime(_) | E::Expends(..) | E::LosesGame(_) => Self::PLAYER,
            E::EntersRoom(_) | E::CompletesDungeon(_) => Self::of(Sorts::OBJECT).acted(),
            E::RevealsDrawn(_) | E::Cycles { .. } => Self::of(Sorts::CARD).acted(),
            E::Exerts { what, .. } | E::LosesControl { what, .. } | E::GainsControl { what, .. } => {
                permanent(what).acted()
            }
            E::PutsSticker { on, .. } => permanent(on).acted(),
            E::Attached { what, to } | E::EntersAttached { what, to } => permanent(what).with(Sorts::of(to)),
            E::Unattached { what, from } => permanent(what).with(Sorts::of(from)),
            E::Exploits { by, what } => permanent(by).with(Sorts::of(what)),
            E::Does { .. } => Self::of(Sorts::PERMANENT).with(Sorts::PERMANENT).acted(),
            E::Attractions { .. } => Self::of(Sorts::OBJECT).acted().numbered(),
            E::TokenCreated { .. } => Self::of(Sorts::PERMANENT).acted().numbered(),
            E::Countered(what) => permanent(what).with(Sorts::STACK),
            E::ProducesMana { .. } => Self::of(Sorts::OBJECT).acted().numbered(),
            E::Casual(casual) => match casual {
                CasualEvent::Chaos | CasualEvent::RollsPlanarDie(..) => Self::PLAYER,
                _ => Self::of(Sorts::OBJECT).acted(),
            },
            E::DayTurns | E::State(_) => Self::NOTHING,
        }
    }
}

/// What has moved: on the battlefield if it came there, else a card or what it was (603.10).
fn moved(what: &Filter, from: ZoneSet, to: ZoneSet) -> Sorts {
    if to == ZoneSet::BATTLEFIELD {
        Sorts::PERMANENT
    } else if to.has(Zone::Battlefield) || to.has(Zone::Stack) || from.has(Zone::Stack) {
        Sorts::OBJECT
    } else {
        Sorts::CARD.union(if Sorts::of(what) == Sorts::ANY { Sorts::OBJECT } else { Sorts::CARD })
    }
}

/// Whom or what was attacked.
fn defender(whom: Option<&Filter>) -> Sorts {
    whom.map_or(Sorts::RECIPIENT, |filter| Sorts::of(filter).only(Sorts::RECIPIENT))
}
