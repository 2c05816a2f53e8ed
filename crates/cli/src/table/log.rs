//! What happened, told to the person and kept for `log`.

use lawmage_engine::{Event, PlayerId, State, Told, Viewer};

/// The lines for what happened, as a player is told of it.
pub fn tell(state: &State, news: &[Told], viewer: PlayerId) -> Vec<String> {
    let totals = life_totals(state, news);
    news.iter()
        .zip(totals)
        .filter_map(|(told, total)| {
            if let (Told::Event(occurrence), Some(life)) = (told, total) {
                let changed = match &occurrence.event {
                    Event::LifeGained { player, amount } => Some((player, "gains", amount)),
                    Event::LifeLost { player, amount } => Some((player, "loses", amount)),
                    _ => None,
                };
                if let Some((player, verb, amount)) = changed {
                    let name = &state.player(*player).name;
                    return Some(format!("{name} {verb} {amount} life: {life} ({})", occurrence.rule));
                }
            }
            told.line(state, Viewer::Player(viewer))
        })
        .collect()
}

/// The life total just after each piece of news that changed one: told later, all would show the last.
fn life_totals(state: &State, news: &[Told]) -> Vec<Option<i64>> {
    let mut life: Vec<i64> = state.players().iter().map(|p| i64::from(p.life)).collect();
    let mut totals = vec![None; news.len()];
    for (told, total) in news.iter().zip(&mut totals).rev() {
        let Told::Event(occurrence) = told else { continue };
        let (player, change) = match &occurrence.event {
            Event::LifeGained { player, amount } => (player, i64::from(*amount)),
            Event::LifeLost { player, amount } => (player, -i64::from(*amount)),
            _ => continue,
        };
        if let Some(now) = life.get_mut(player.index()) {
            *total = Some(*now);
            *now -= change;
        }
    }
    totals
}
