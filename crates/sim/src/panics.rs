//! A panic in a game is that game's result: it is caught, with the place it came from, and not printed.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static IN_GAME: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// From now on panics of games are not printed, and their place in the source is kept for the game's result. What else
/// panics is told as before.
pub fn keep_quiet() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            if IN_GAME.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                before(info);
            }
        }));
    });
}

/// Does something; what it panicked with, if it did.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    let outer = IN_GAME.replace(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IN_GAME.set(outer);
    done.map_err(|payload| {
        let place = PLACE.take().map(|p| format!(" at {p}")).unwrap_or_default();
        format!("panicked{place}: {}", words(payload.as_ref()))
    })
}

fn words(payload: &(dyn Any + Send)) -> &str {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (_, Some(text)) => text,
        _ => "without words",
    }
}
