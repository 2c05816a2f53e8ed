//! A game that is over, told again: each moment at which something happened, with all that was hidden then.

use lawmage_engine::{Entry, Session, Sight, State, Viewer};
use lawmage_protocol::web::Moment;

use crate::watch::Watch;

/// Tells a game again from its beginning, as who may see everything sees it but for libraries: `each` is told its moments in order, until it
/// wants no more. What was taken back is left out.
///
/// # Errors
/// Which entry can't be done again, counted from 1, and why.
pub fn replay(state: &State, entries: &[Entry], each: &mut dyn FnMut(Moment) -> bool) -> Result<(), (usize, String)> {
    let stands = standing(state, entries)?;
    let mut session = Session::heard_by(state.clone(), vec![Watch::new(Viewer::Judge)]);
    if !tell(&mut session, each) {
        return Ok(());
    }
    for ((entry, number), stands) in entries.iter().zip(1..).zip(stands) {
        session.follow(entry).map_err(|why| (number, why))?;
        if !stands {
            session.hearer_mut().iter_mut().for_each(|watch| drop(watch.take_heard()));
        } else if !tell(&mut session, each) {
            return Ok(());
        }
    }
    Ok(())
}

/// Tells what has happened since, if something has; whether more is wanted.
fn tell(session: &mut Session<Vec<Watch>>, each: &mut dyn FnMut(Moment) -> bool) -> bool {
    let (watches, state, question) = session.parts();
    let Some(watch) = watches.first_mut() else { return false };
    let events = watch.take_heard();
    if events.is_empty() && state.result().is_none() {
        return true;
    }
    let mut observation = watch.observe(&Sight::new(state, Viewer::Judge, question));
    // What will be drawn is nothing that lay open to anybody.
    observation.players.iter_mut().for_each(|player| player.library.clear());
    each(Moment { events, observation })
}

/// Which entries were not taken back later.
fn standing(state: &State, entries: &[Entry]) -> Result<Vec<bool>, (usize, String)> {
    let mut stands = vec![true; entries.len()];
    if !entries.iter().any(|entry| matches!(entry, Entry::Undo(_))) {
        return Ok(stands);
    }
    let mut session = Session::new(state.clone());
    // Places of entries that stand, each with how many answers there were after it.
    let mut done: Vec<(usize, usize)> = Vec::new();
    for (place, entry) in entries.iter().enumerate() {
        session.follow(entry).map_err(|why| (place + 1, why))?;
        if let Entry::Undo(answers) = entry {
            while done.last().is_some_and(|(_, after)| after > answers) {
                done.pop();
            }
        } else {
            done.push((place, session.answered()));
        }
    }
    stands.fill(false);
    for (place, _) in done {
        if let Some(stands) = stands.get_mut(place) {
            *stands = true;
        }
    }
    Ok(stands)
}
