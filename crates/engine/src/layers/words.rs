//! Text-changing effects (612). WIP

use lawmage_ir::TextWord;

use crate::chars::Chars;

impl Chars {
    /// Replaces a word.
    pub(crate) fn replace_word(&mut self, from: TextWord, to: TextWord) {
        let _ = (from, to);
    }
}
