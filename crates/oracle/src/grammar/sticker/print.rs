//! Stickers (123): put and moved.

use lawmage_ir::{Instruction, Selector, StickerKind, Who};

use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// Stickers (123).
    pub(crate) fn of_stickers(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::PutSticker { who, kind, on, free } => self.put_sticker(who, *kind, on, *free),
            Instruction::MoveSticker { kind, from, to } => {
                let sticker = sticker_word(*kind);
                let from = self.those_of(from, Quant::All);
                let to = self.those_of(to, Quant::All);
                Deed::order(format!("move {sticker} from {from} onto {to}"))
            }
            _ => return None,
        })
    }

    /// "put a name sticker on it".
    pub(crate) fn put_sticker(&mut self, who: &Who, kind: Option<StickerKind>, on: &Selector, free: bool) -> Deed {
        let subject = self.actor(who);
        let sticker = sticker_word(kind);
        let on = self.those_of(on, Quant::All);
        let free = if free { " without paying its ticket cost" } else { "" };
        Deed::act(subject, format!("put {sticker} on {on}{free}"))
    }
}

/// "a name sticker", "a sticker".
pub(crate) fn sticker_word(kind: Option<lawmage_ir::StickerKind>) -> String {
    match kind {
        Some(kind) => words::article(&format!("{} sticker", kind.word())),
        None => "a sticker".to_owned(),
    }
}

/// "with a name sticker on it".
pub(crate) fn with_stickers(kind: Option<lawmage_ir::StickerKind>, plural: bool) -> String {
    let on = if plural { "them" } else { "it" };
    format!("with {} on {on}", sticker_word(kind))
}
