//! The layers and sublayers by name (613.1, 613.2, 613.4).

use lawmage_ir::Modification;

/// A layer or sublayer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Layer {
    /// 1a: copy effects (613.2a). 1b, face-down status, is in the base (708.2).
    Copy,
    /// 2: control (613.1b).
    Control,
    /// 3: text (613.1c).
    Text,
    /// 4: types (613.1d).
    Types,
    /// 5: colors (613.1e).
    Colors,
    /// 6: abilities (613.1f).
    Abilities,
    /// 7a: power and toughness defined (613.1g, 613.4, 613.4a).
    Defined,
    /// 7b: power and toughness set (613.4b).
    Set,
    /// 7c: power and toughness modified (613.4c).
    Modified,
    /// 7d: power and toughness switched (613.4d).
    Switched,
}

impl Layer {
    /// All, in order of application.
    pub const ALL: [Self; 10] = [
        Self::Copy,
        Self::Control,
        Self::Text,
        Self::Types,
        Self::Colors,
        Self::Abilities,
        Self::Defined,
        Self::Set,
        Self::Modified,
        Self::Switched,
    ];

    /// The layer in which a modification applies; of a characteristic-defining ability or not.
    pub const fn of(modification: &Modification, defines: bool) -> Self {
        match modification {
            // A lost mana cost is an exception of a copy effect.
            Modification::CopyOf(..) | Modification::LoseManaCost => Self::Copy,
            Modification::ThisAbility => Self::Abilities,
            Modification::Controller(_) => Self::Control,
            // 612.8: a name set is a change of text.
            Modification::ReplaceWord(..)
            | Modification::SetName(_)
            | Modification::StickerWord(..)
            | Modification::SetText(_)
            | Modification::FullText(..)
            | Modification::AllNames(_) => Self::Text,
            Modification::AddTypes(_)
            | Modification::SetTypes(_)
            | Modification::RemoveType(_)
            | Modification::RemoveSupertype(_)
            | Modification::AllCreatureTypes
            | Modification::LoseCreatureTypes
            | Modification::CreatureTypesOf(_)
            | Modification::SetLandTypes(_)
            | Modification::AddChosenType(_)
            | Modification::SetChosenType(_) => Self::Types,
            Modification::SetColors(_)
            | Modification::AddColors(_)
            | Modification::SetChosenColor(_)
            | Modification::KeepColors
            | Modification::AddChosenColor(_) => Self::Colors,
            Modification::AddAbility(_)
            | Modification::StickerAbilities(_)
            | Modification::AbilitiesOf(..)
            | Modification::Acquired(_)
            | Modification::LoseKeyword(_)
            | Modification::LoseLandwalk(_)
            | Modification::LoseThisAbility(_)
            | Modification::LoseAllAbilities
            | Modification::LoseAllButMana
            | Modification::LoseAbility(_)
            | Modification::CantHave(_) => Self::Abilities,
            Modification::SetPowerToughness(..) if defines => Self::Defined,
            Modification::SetPowerToughness(..) => Self::Set,
            Modification::AddPowerToughness(..) => Self::Modified,
            Modification::SwitchPowerToughness => Self::Switched,
        }
    }

    /// As a set of one.
    pub const fn bit(self) -> u16 {
        1 << self as u16
    }
}
