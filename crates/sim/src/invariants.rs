//! What must hold of every state between ticks (design §7).

use lawmage_engine::State;

/// Checks a state. `owned` is what [`cards_owned`] said as the game began.
///
/// # Errors
/// Which invariant is broken, and where.
pub fn check(state: &State, owned: &[usize]) -> Result<(), String> {
    if cards_owned(state) != owned {
        return Err(format!("cards were not conserved: {:?}, not {owned:?}", cards_owned(state)));
    }
    if state.result().is_none() && !state.is_worked_out_as_it_is() {
        return Err("what was worked out of effects no longer holds, and nothing said so".to_owned());
    }
    state.validate()
}

/// How many cards each player owns, for comparing before and after.
#[must_use]
pub fn cards_owned(state: &State) -> Vec<usize> {
    state.cards_owned()
}
