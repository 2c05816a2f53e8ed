//! Players that are programs. They know what their [`View`](lawmage_engine::View) shows and nothing else.

mod random;

pub use random::RandomBot;
