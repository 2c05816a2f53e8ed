//! Choices that a text speaks of as "of your choice", and under which numbers they are kept (607.2d, 608.2d).

use super::scope::Scope;

/// From this linked number on are the choices of abilities that are granted in quotation marks.
const GRANTED: u8 = 200;

impl Scope {
    /// The linked number of a choice: in an ability that something else gets, one that isn't among those of its own abilities (607.2d).
    pub fn link_here(&mut self) -> u8 {
        let linked = self.face.link();
        if self.quoted { linked.saturating_add(GRANTED).min(lawmage_ir::DEVOURED - 1) } else { linked }
    }

    /// A color or type "of your choice", which the effect being read has its controller choose first: its linked number. Nothing
    /// where that effect has another choice of the sort already, of which the text would speak as well.
    pub fn choose(&mut self, what: lawmage_ir::ValueKind) -> Option<u8> {
        if self.face.pending.is_some() {
            return None;
        }
        let linked = self.link_here();
        match what {
            lawmage_ir::ValueKind::Color | lawmage_ir::ValueKind::Colors => self.face.color = Some(linked),
            _ => self.face.chosen_type = Some(linked),
        }
        self.face.pending = Some((what, linked));
        Some(linked)
    }
}
