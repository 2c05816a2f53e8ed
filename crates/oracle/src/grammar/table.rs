//! How a table is written that the parser reads and the printer says.

/// Words, and the variants of one field that they say: a table for the parser, pairs of words and constructor, and a function
/// for the printer that finds the words of one and what they are said of.
macro_rules! two_way {
    ($(#[$doc:meta])* $read:ident, $say:ident: $of:ident($field:ty) { $($words:literal => $variant:ident),+ $(,)? }) => {
        $(#[$doc])*
        pub(crate) const $read: &[(&str, fn($field) -> $of)] = &[$(($words, $of::$variant)),+];

        /// The words of the table, and what they are said of.
        pub(crate) fn $say(one: &$of) -> Option<(&'static str, &$field)> {
            match one {
                $($of::$variant(of) => Some(($words, of)),)+
                _ => None,
            }
        }
    };
}
