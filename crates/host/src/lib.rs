//! Games for those outside the program: what each viewer may see, hear and answer, in the words of [`lawmage_protocol`].
//!
//! | file | what it holds |
//! |---|---|
//! | [`game`] | a game with its seats: questions asked of them, answers taken, news told; shortcuts suggested |
//! | [`watch`] | a viewer's handles for objects, and what they have heard |
//! | [`observe`] | the picture of a game, for one viewer |
//! | [`tell`] | an event, as it is told to one viewer |
//! | [`automation`], [`stops`] | what is answered for a player: passing where nothing can matter, answers settled before |
//! | [`replay`](mod@replay) | a game that is over, told again |
//! | [`question`], [`steps`] | decisions as questions, answers and small steps to them as the engine takes them |

pub mod automation;
pub mod game;
pub mod observe;
pub mod question;
pub mod replay;
pub mod steps;
pub mod stops;
pub mod tell;
pub mod watch;

pub use automation::Assistant;
pub use game::{HostedGame, Sits};
pub use stops::Stops;
pub use watch::Watch;
