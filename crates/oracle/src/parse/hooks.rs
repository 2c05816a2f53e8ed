//! Where the effect grammar meets the grammar of lines and rules.

pub use super::condition::condition;
pub use super::cost::cost;
pub use super::event::event;
pub use super::keyword::keyword;
pub use super::line::quoted;
