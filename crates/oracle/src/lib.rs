//! The compiler of lawmage: printed English to [`lawmage_ir`], and back.
//!
//! Stages: normalise → tokens → syntax shaped like the English templates → binding → IR. What cannot be compiled is
//! reported, never dropped.

mod source;

pub use source::{CardSource, FaceSource};
