//! Permissions in the same words whatever they are of.

use lawmage_ir::{Permission, Selector, Who};

use crate::grammar::words;

two_way! {
    /// Sentences about objects, which stand at the "…".
    FRAMES, framed: Permission(Selector) {
        "you may activate abilities of … as though those creatures had haste" => ActivateAsThoughHaste,
        "you may activate loyalty abilities of … on any player's turn any time you could cast an instant" => LoyaltyAnyTime,
        "you may choose not to untap … during your untap step" => MayNotUntap,
        "damage isn't removed from … during cleanup steps" => DamageStays,
        "lethal damage dealt to … is determined by their power rather than their toughness" => LethalByPower,
    }
}

two_way! {
    /// What is so for players: the verb in its bare form, "their" for whose.
    OF_PLAYERS, of_players: Permission(Who) {
        "have no maximum hand size" => NoMaxHandSize,
        "draw cards from the bottom of their library rather than the top" => DrawFromBottom,
        "play with the top card of their library revealed" => RevealTop,
        "play with their hand revealed" => RevealHand,
    }
}

/// The words of such a table behind a subject of that number; `you` for the second person.
pub(crate) fn agreeing(words: &str, plural: bool, you: bool) -> String {
    let text = words::agree(words, plural);
    if you { text.replace("their", "your") } else { text }
}
