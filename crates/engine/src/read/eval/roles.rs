//! Who has which part in an event: what its pattern tests, and what `Ref::Event` denotes.

use lawmage_ir::Zone;

use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId};

/// Who has which part in an event (see [`lawmage_ir::EventPattern`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Roles {
    /// [`lawmage_ir::Role::Subject`].
    pub subject: Option<Entity>,
    /// [`lawmage_ir::Role::Object`].
    pub object: Option<Entity>,
    /// [`lawmage_ir::Who::Actor`].
    pub actor: Option<PlayerId>,
    /// The event's number.
    pub number: u32,
}

impl Roles {
    fn of(subject: impl Into<Entity>) -> Self {
        Self { subject: Some(subject.into()), number: 1, ..Self::default() }
    }

    const fn by(self, player: PlayerId) -> Self {
        Self { actor: Some(player), ..self }
    }

    fn with(self, object: impl Into<Entity>) -> Self {
        Self { object: Some(object.into()), ..self }
    }

    /// Of what the rules have a word for: its subject and its object, where it has them.
    fn of_deed(by: PlayerId, what: Option<ObjectId>, object: Option<ObjectId>) -> Self {
        Self { subject: what.map(Into::into), object: object.map(Into::into), actor: Some(by), number: 1 }
    }

    const fn numbered(self, number: u32) -> Self {
        Self { number, ..self }
    }
}

impl Event {
    /// Who has which part in it.
    #[must_use]
    pub fn roles(&self) -> Roles {
        match self {
            // 603.6, 603.10: what left the battlefield is spoken of as it last existed; what enters it, and all else, as it
            // is now.
            Self::Moved { object, now, from, to, by, .. } => {
                let past = matches!(from, Zone::Battlefield | Zone::Stack) && *to != Zone::Battlefield;
                let subject = if past { *object } else { *now };
                let roles = Roles::of(subject);
                by.map_or(roles, |p| roles.by(p))
            }
            Self::Damage { source, to, amount, .. } | Self::Prevented { source, to, amount } => {
                Roles::of(*source).with(*to).numbered(*amount)
            }
            Self::ExcessDamage { to, amount, .. } => Roles::of(*to).numbered(*amount),
            Self::Attacked { attacker, defender, .. } => Roles::of(*attacker).with(*defender),
            Self::AttackDeclared { by, count } => Roles { actor: Some(*by), number: *count, ..Roles::default() },
            Self::Blocked { blocker, attacker, .. } => Roles::of(*blocker).with(*attacker),
            Self::BecameBlocked { attacker, by, .. } => {
                let roles = Roles::of(*attacker);
                by.map_or(roles, |b| roles.with(b))
            }
            Self::Unblocked { attacker: id } | Self::Resolved { object: id, .. } => Roles::of(*id),
            Self::Cast { spell, by } => Roles::of(*spell).by(*by),
            Self::Copied { copy, of, by } => Roles::of(*copy).with(*of).by(*by),
            Self::PlayedLand { land, by, .. } => Roles::of(*land).by(*by),
            Self::Activated { source, by, item, .. } => {
                let roles = Roles::of(*source).by(*by);
                item.map_or(roles, |ability| roles.with(ability))
            }
            Self::Triggered { source, by, ability } => Roles::of(*source).by(*by).with(*ability),
            Self::LifeGained { player, amount } | Self::LifeLost { player, amount } => {
                Roles::of(*player).by(*player).numbered(*amount)
            }
            Self::CountersPut { on, amount, by, .. } => {
                let roles = Roles::of(*on).numbered(*amount);
                by.map_or(roles, |p| roles.by(p))
            }
            Self::CountersRemoved { from, amount, .. } => Roles::of(*from).numbered(*amount),
            Self::Tapped(id, by) | Self::Untapped(id, by) => Roles::of(*id).by(*by),
            Self::Transformed(id)
            | Self::Converted(id)
            | Self::TurnedFaceUp(id)
            | Self::TurnedFaceDown(id)
            | Self::TurnedUpsideDown(id)
            | Self::PhasedOut(id)
            | Self::PhasedIn(id)
            | Self::Explored(id, _) => Roles::of(*id),
            Self::Scried(p, looked) => Roles::of(*p).by(*p).numbered(*looked),
            Self::Regenerated(id, by) => Roles::of(*id).numbered(*by),
            Self::BecameMonstrous(id, n) => Roles::of(*id).numbered(*n),
            Self::Mutated { creature, spell } => Roles::of(*creature).with(*spell),
            Self::Paired(one, other) => Roles::of(*one).with(*other),
            Self::Unlocked { permanent, by, .. } | Self::Locked { permanent, by, .. } => Roles::of(*permanent).by(*by),
            Self::EnteredRoom { dungeon, by, .. } | Self::CompletedDungeon { dungeon, by } => {
                Roles::of(*dungeon).by(*by)
            }
            Self::LevelBecame { permanent, level } => Roles::of(*permanent).numbered(*level),
            Self::TappedForMana { object, by, .. } => Roles::of(*object).by(*by),
            Self::ManaAdded { player, source, made } => {
                Roles::of(*source).by(*player).numbered(made.iter().map(|n| u32::from(*n)).sum())
            }
            Self::Targeted { target, by } => Roles::of(*target).with(*by),
            Self::TurnBegan { player, number } => Roles::of(*player).by(*player).numbered(*number),
            Self::StepBegan { active, .. } => Roles::of(*active).by(*active),
            Self::Shuffled(p)
            | Self::Searched(p, _)
            | Self::Surveiled(p)
            | Self::Proliferated(p)
            | Self::Initiative(p)
            | Self::Lost(p)
            | Self::Won(p) => Roles::of(*p).by(*p),
            Self::Attraction { by, attraction, result, .. } => {
                let roles = attraction.map_or_else(|| Roles::of(*by), Roles::of);
                roles.by(*by).numbered(*result)
            }
            Self::Stickered { object, by, .. } => Roles::of(*object).by(*by),
            Self::Exerted { object, by, .. } => Roles::of(*object).by(*by),
            Self::Attached(what, to, _) => Roles::of(*what).with(*to),
            Self::Unattached { what, from } => Roles::of(*what).with(*from),
            Self::Exploited { by, what } => Roles::of(*by).with(*what),
            Self::Countered { object, by } => Roles::of(*object).with(*by),
            Self::ControlChanged { object, to, .. } => Roles::of(*object).by(*to),
            Self::Revealed { by, .. }
            | Self::LookedAt { by, .. }
            | Self::Flipped { by, .. }
            | Self::Mulliganed { player: by, .. } => Roles::of(*by).by(*by),
            Self::LifePaid { player, amount } => Roles::of(*player).by(*player).numbered(*amount),
            Self::Cycled { card, by, .. } | Self::RevealedDrawn { card, by, .. } => Roles::of(*card).by(*by),
            Self::WouldDo(by, _, result) | Self::Rolled { by, result, .. } => Roles::of(*by).by(*by).numbered(*result),
            Self::ChoseValue { source, by } => Roles::of(*source).by(*by),
            Self::Replaced(source) => Roles::of(*source),
            Self::Acted(by, _, what, object) => Roles::of_deed(*by, *what, *object),
            Self::Drawn | Self::DayBecame { .. } => Roles::default(),
            Self::Planeswalked { by, plane: id, .. }
            | Self::SetInMotion { by, scheme: id }
            | Self::Abandoned { by, scheme: id } => Roles::of(*id).by(*by),
            Self::ChaosEnsued(by) | Self::PlanarRolled { by, .. } => Roles::of(*by).by(*by),
        }
    }
}
