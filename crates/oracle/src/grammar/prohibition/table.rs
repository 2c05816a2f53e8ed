//! What can't be done and is said in the same words whatever it is said of.

use lawmage_ir::{Prohibition, Selector, Who};

two_way! {
    /// Of objects, behind "can't".
    OF_OBJECTS, of_objects: Prohibition(Selector) {
        "attack alone" => AttackAlone,
        "block alone" => BlockAlone,
        "become suspected" => Suspect,
        "become untapped" => Untap,
        "crew vehicles" => Crew,
        "be copied" => BeCopied,
        "be countered" => Counter,
        "be regenerated" => Regenerate,
        "be sacrificed" => Sacrifice,
        "be turned face up" => TurnFaceUp,
        "phase out" => PhaseOut,
        "phase in" => PhaseIn,
        "transform" => Transform,
    }
}

two_way! {
    /// Of players, behind "can't".
    OF_PLAYERS, of_players: Prohibition(Who) {
        "gain life" => GainLife,
        "lose life" => LoseLife,
        "lose the game" => LoseGame,
        "win the game" => WinGame,
        "search libraries" => Search,
    }
}
