//! Conditions of the engine, of which one is negated (written here by `cargo xtask mutate`; not part of the engine).
//!
//! The process plays one scenario at a time, so that plain loads and stores suffice.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

/// How many conditions there are, at most.
pub const MOST: usize = 0x10000;
/// How deep the stack may be, in bytes.
const DEEP: usize = 200 << 20;

static CHOSEN: AtomicU32 = AtomicU32::new(u32::MAX);
static LEFT: AtomicU64 = AtomicU64::new(0);
static FLOOR: AtomicUsize = AtomicUsize::new(0);
static REACHED: [AtomicBool; MOST] = [const { AtomicBool::new(false) }; MOST];

/// The condition `id`: negated, if it is the chosen one.
#[inline]
pub fn negate(id: u32, holds: bool) -> bool {
    REACHED[id as usize].store(true, Relaxed);
    let left = LEFT.load(Relaxed);
    let here = std::ptr::from_ref(&left).addr();
    assert!(left > 0 && FLOOR.load(Relaxed) < here, "the mutant runs without end");
    LEFT.store(left - 1, Relaxed);
    holds ^ (CHOSEN.load(Relaxed) == id)
}

/// From now on that condition is negated (`u32::MAX` for none), and so many may be asked.
pub fn choose(id: u32, steps: u64) {
    let here = std::ptr::from_ref(&steps).addr();
    FLOOR.store(here.saturating_sub(DEEP), Relaxed);
    CHOSEN.store(id, Relaxed);
    LEFT.store(steps, Relaxed);
}

/// How many more conditions may be asked.
pub fn left() -> u64 {
    LEFT.load(Relaxed)
}

/// The conditions asked since the last call.
pub fn reached() -> Vec<u32> {
    (0u32..).zip(&REACHED).filter(|(_, seen)| seen.swap(false, Relaxed)).map(|(id, _)| id).collect()
}
