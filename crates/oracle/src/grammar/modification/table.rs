//! Words for what is changed.

use lawmage_ir::{Subtype, SubtypeKind, SubtypeSet, TextWord};

/// Every land type there is (205.3i).
pub(super) fn every_land_type() -> SubtypeSet {
    Subtype::all().filter(|s| s.kind() == SubtypeKind::Land).collect()
}

/// Whether these are that.
pub(super) fn is_every_land_type(types: &SubtypeSet) -> bool {
    !types.listed.is_empty() && *types == every_land_type()
}

/// A word that is changed to another.
pub(super) fn text_word(word: TextWord) -> String {
    match word {
        TextWord::Color(c) => c.word().to_owned(),
        TextWord::Subtype(s) => s.word().to_owned(),
    }
}
