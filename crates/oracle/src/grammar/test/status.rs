//! The words for statuses, numbers and qualities.

use lawmage_ir::{Quality, Stat, Status, Who};

use super::print::Place;
use super::table::word_of;
use crate::print::Printer;

pub(super) fn status(status: Status) -> Place {
    if let Some(word) = word_of(status) {
        return Place::Before(word.to_owned());
    }
    Place::After(
        match status {
            Status::Commander => return Place::Before("commander".to_owned()),
            Status::RingBearer => return Place::Before("Ring-bearer".to_owned()),
            Status::Spell => return Place::Before("spell".to_owned()),
            Status::Activated => return Place::Before("activated".to_owned()),
            Status::Triggered => return Place::Before("triggered".to_owned()),
            Status::HadToAttack => "that had to attack this combat",
            Status::AttackingAlone => "that's attacking alone",
            Status::BlockingAlone => "that's blocking alone",
            Status::SummoningSick => "that came under its controller's control this turn",
            Status::ControlledThroughout => {
                "that its controller has controlled continuously since the beginning of their most recent turn"
            }
            Status::HasManaAbility => "with a mana ability",
            Status::HasActivated(true) => "with an activated ability",
            Status::HasActivated(false) => "with an activated ability that isn't a mana ability",
            Status::NoAbilities => "with no abilities",
            Status::HasPrepareSpell => "with a prepare spell",
            _ => "",
        }
        .to_owned(),
    )
}

/// The word of a number an object has.
pub(crate) const fn stat_word(stat: Stat) -> &'static str {
    match stat {
        Stat::Power | Stat::CrewPower | Stat::SaddlePower => "power",
        Stat::Toughness => "toughness",
        Stat::ManaValue => "mana value",
        Stat::BasePower => "base power",
        Stat::BaseToughness => "base toughness",
        Stat::Loyalty => "loyalty",
        Stat::Damage => "damage marked on it",
        Stat::Colors => "number of colors",
        Stat::Toxic => "total toxic value",
        Stat::Bushido => "bushido",
    }
}

/// With its article where it takes one.
pub(crate) const fn quality_word(quality: Quality) -> &'static str {
    match quality {
        Quality::Color => "a color",
        Quality::CreatureType => "a creature type",
        Quality::CardType => "a card type",
        Quality::PermanentType => "a permanent type",
        Quality::LandType => "a land type",
        Quality::Name => "a name",
        Quality::Controller => "a controller",
        Quality::ManaValue => "a mana value",
        Quality::Power => "a power",
        Quality::Toughness => "a toughness",
    }
}

/// The word of a status.
pub(crate) fn status_text(of: Status) -> String {
    status(of).text()
}

impl Printer<'_> {
    /// "that's attacking you or a planeswalker you control".
    pub(crate) fn attacking(&mut self, whom: &Who, and_permanents: bool, plural: bool) -> Place {
        let tail = match and_permanents {
            true if *whom == Who::You => " or a planeswalker you control",
            true => " or planeswalkers they control",
            false => "",
        };
        let verb = if plural { "that are attacking" } else { "that's attacking" };
        let whom = match whom {
            Who::Opponents => "one of your opponents".to_owned(),
            other => self.who(other).text,
        };
        Place::After(format!("{verb} {whom}{tail}"))
    }
}
