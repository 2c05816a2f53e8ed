//! The compiler of lawmage: printed English to [`lawmage_ir`], and back.
//!
//! Stages: normalise → tokens → syntax shaped like the English templates → binding → IR. What cannot be compiled is
//! reported, never dropped.

mod diagnostic;
pub mod lex;
pub mod parse;
mod source;
pub mod text;

pub use diagnostic::{Diagnostic, Span, nearest_template};
pub use source::{CardSource, FaceSource};
