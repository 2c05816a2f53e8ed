//! The compiler of lawmage: printed English to [`lawmage_ir`], and back.
//!
//! Stages: normalise → tokens → syntax shaped like the English templates → binding → IR. What cannot be compiled is
//! reported, never dropped.

mod compile;
mod diagnostic;
mod keywords;
pub mod lex;
pub mod parse;
mod source;
pub mod text;
mod typeline;

pub use compile::{Compiled, compile};
pub use diagnostic::{Diagnostic, Span, nearest_template};
pub use parse::line::compile_ability_text;
pub use source::{CardSource, FaceSource};
