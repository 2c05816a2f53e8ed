//! The rule map: which rule of the Comprehensive Rules is enforced, where in the code, and by which scenarios it is shown.
//!
//! The numbers of the rules and what is a definition are data of this crate (`numbers.txt`, `definitions/`); the rest is
//! read from the project's sources: citations of rules in code ([`cite`]) and the `rules` of scenarios ([`evidence`]).
//!
//! * [`numbers`]: the rule numbers there are, and those with nothing to enforce;
//! * [`map`]: each rule with its status; percentages;
//! * [`markdown`]: what `docs/rule-map.md` holds;
//! * [`text`]: the rules themselves, which the user imports: to show, to search, to follow what they refer to.

pub mod cite;
pub mod evidence;
pub mod map;
pub mod markdown;
pub mod numbers;
pub mod text;

pub use evidence::{Evidence, Place, SourceError};
pub use map::{Entry, Later, RuleMap, Status, Summary};
