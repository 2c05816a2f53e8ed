//! The compiler of lawmage: printed English to [`lawmage_ir`], and back.
//!
//! Stages: normalise → tokens → syntax shaped like the English templates → binding → IR. What cannot be compiled is
//! reported, never dropped.

mod compile;
mod depth;
mod describe;
mod diagnostic;
mod grammar;
mod keywords;
pub mod lex;
mod lexicon;
mod limits;
mod parse;
mod print;
mod source;
pub mod text;
mod typeline;
pub mod vocabulary;

pub use compile::{Compiled, compile};
pub use depth::is_deeper;
pub use describe::{describe_face, rules_behind};
pub use diagnostic::{Diagnostic, Span, nearest_template};
pub use grammar::ability::compile_ability_text;
pub use lexicon::{Flaw, Lexicon};
pub use limits::Limit;
pub use parse::reading::Effort;
pub use print::{
    Called, Context, Names, Offer, print_ability, print_amount, print_condition, print_cost, print_duration,
    print_event, print_face, print_filter, print_offer, print_order, print_price, print_price_part, print_program,
    print_replacement, print_target,
};
pub use source::{CardSource, FaceSource};
pub use typeline::{loyalty, printed};
