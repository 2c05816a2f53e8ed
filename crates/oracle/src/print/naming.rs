//! What `~` is called (201.5): the card's name, or "this" and what it is.

use lawmage_ir::{CardType, Face, Subtype, Supertype};

use super::Printer;

impl Printer<'_> {
    /// Whether the face has several colors chosen under that linked number.
    pub(crate) fn face_chooses_colors(&self, linked: u8) -> bool {
        use lawmage_ir::{Ability, Continuous, Instead, Instruction};
        self.face.abilities.iter().any(|a| match a {
            Ability::Static(s) => s.effects.iter().any(|e| match e {
                Continuous::Replace(r) => match &r.instead {
                    Instead::Enter(entering) => entering.first.iter().any(|c| {
                        matches!(&c.does, Instruction::ChooseValue { count, linked: n, .. } if *n == linked && *count > 1)
                    }),
                    _ => false,
                },
                _ => false,
            }),
            _ => false,
        })
    }

    /// The name by which the text speaks of the object itself, and of what has gained the ability (201.5b).
    pub(crate) fn own_name(&self) -> String {
        self.alias.clone().unwrap_or_else(|| own_name(self.face))
    }

    /// The name by which an ability in quotes speaks of what grants it (201.5a).
    pub(crate) fn giver(&self) -> String {
        own_name(self.face)
    }

    /// "this card", "this spell" where the object is in a zone other than the battlefield.
    pub(crate) fn own_card(&self) -> String {
        if self.alias.is_none() && named(self.face) { short_name(self.face) } else { "this card".to_owned() }
    }
}

fn named(face: &Face) -> bool {
    face.supertypes.has(Supertype::Legendary) || face.types.has(CardType::Instant) || face.types.has(CardType::Sorcery)
}

fn short_name(face: &Face) -> String {
    let name: &str = &face.name;
    match name.split_once(',') {
        Some((short, _)) if face.supertypes.has(Supertype::Legendary) => short.to_owned(),
        _ => name.to_owned(),
    }
}

/// What `~` prints as on a face: the part of a legend's name before its comma, an instant's or sorcery's name, or
/// "this creature", "this Aura", "this land" and so on.
#[must_use]
pub fn own_name(face: &Face) -> String {
    if named(face) && !face.name.is_empty() {
        return short_name(face);
    }
    format!("this {}", own_kind(face))
}

/// The noun for what the face is.
pub(crate) fn own_kind(face: &Face) -> &'static str {
    for special in
        [Subtype::AURA, Subtype::EQUIPMENT, Subtype::VEHICLE, Subtype::FORTIFICATION, Subtype::SAGA, Subtype::SIEGE]
    {
        if face.subtypes.has(special) && !face.types.has(CardType::Creature) {
            return special.word();
        }
    }
    for (card_type, word) in [
        (CardType::Creature, "creature"),
        (CardType::Planeswalker, "planeswalker"),
        (CardType::Land, "land"),
        (CardType::Artifact, "artifact"),
        (CardType::Enchantment, "enchantment"),
        (CardType::Battle, "battle"),
        (CardType::Instant, "spell"),
        (CardType::Sorcery, "spell"),
    ] {
        if face.types.has(card_type) {
            return word;
        }
    }
    "permanent"
}
