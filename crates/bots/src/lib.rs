//! Players that are programs. They know what their [`View`](lawmage_engine::View) shows and nothing else.

mod basic;
mod random;
mod repeats;

pub use basic::BasicBot;
pub use random::RandomBot;
