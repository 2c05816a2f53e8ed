//! Choices that a text speaks of as "of your choice", and under which numbers they are kept (607.2d, 608.2d).

use super::scope::{FaceScope, Scope};

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
        self.choose_by(what, lawmage_ir::Who::You)
    }

    /// The same, chosen by those players: "the color of its controller's choice".
    pub fn choose_by(&mut self, what: lawmage_ir::ValueKind, who: lawmage_ir::Who) -> Option<u8> {
        if self.face.pending.is_some() {
            return None;
        }
        let linked = self.link_here();
        match what {
            lawmage_ir::ValueKind::Color | lawmage_ir::ValueKind::Colors => self.face.color = Some(linked),
            _ => self.face.chosen_type = Some(linked),
        }
        self.face.pending = Some((what, linked, who));
        Some(linked)
    }
}

impl FaceScope {
    /// A new linked number.
    pub fn link(&mut self) -> u8 {
        self.next_linked += 1;
        self.next_linked - 1
    }

    /// The linked number of tokens created with this object.
    pub fn created(&mut self) -> u8 {
        if let Some(n) = self.created {
            return n;
        }
        let n = self.link();
        self.created = Some(n);
        n
    }

    /// The number under which results of dice are stored on it (706.8c).
    pub fn stored(&mut self) -> u8 {
        if let Some(linked) = self.stored {
            return linked;
        }
        let linked = self.link();
        self.stored = Some(linked);
        linked
    }

    /// The linked number of the life paid as this permanent entered.
    pub fn paid(&mut self) -> u8 {
        if let Some(n) = self.paid {
            return n;
        }
        let n = self.link();
        self.paid = Some(n);
        n
    }

    /// The linked number of what is exiled with this object.
    pub fn exiled(&mut self) -> u8 {
        if let Some(n) = self.exiled {
            return n;
        }
        let n = self.link();
        self.exiled = Some(n);
        n
    }
}
