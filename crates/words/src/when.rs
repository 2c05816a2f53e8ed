//! The turn and the step, in words.

use lawmage_engine::Sight;

/// Where the game is: "turn 3, your precombat main phase".
#[must_use]
pub fn when(view: &Sight<'_>) -> String {
    match view.turn() {
        0 => "before the first turn".to_owned(),
        turn => {
            let whose =
                if view.is_me(view.active()) { "your".to_owned() } else { format!("{}'s", view.name(view.active())) };
            format!("turn {turn}, {whose} {}", view.step().word())
        }
    }
}
