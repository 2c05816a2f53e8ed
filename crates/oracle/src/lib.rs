//! The compiler of lawmage: printed English to [`lawmage_ir`], and back.
//!
//! Stages: normalise → tokens → syntax shaped like the English templates → binding → IR. What cannot be compiled is
//! reported, never dropped.
//!
//! ```
//! use lawmage_oracle::{CardSource, Context, FaceSource, compile, print_face};
//!
//! let face = FaceSource {
//!     name: "Ember Lesson".to_owned(),
//!     mana_cost: Some("{R}".to_owned()),
//!     type_line: "Sorcery".to_owned(),
//!     text: "Ember Lesson deals 2 damage to any target. Draw a crad.".to_owned(),
//!     ..FaceSource::default()
//! };
//! let mut source = CardSource { name: face.name.clone(), faces: vec![face], ..CardSource::default() };
//! let compiled = compile(&source);
//! assert_eq!(compiled.diagnostics.len(), 1, "what is not understood is told, and where");
//!
//! source.faces[0].text = source.faces[0].text.replace("crad", "card");
//! let compiled = compile(&source);
//! assert!(compiled.diagnostics.is_empty());
//! assert_eq!(print_face(&compiled.card.faces[0]), source.faces[0].text);
//! ```

mod compile;
mod describe;
mod diagnostic;
mod grammar;
mod keywords;
mod learn;
pub mod lex;
mod lexicon;
mod limits;
mod parse;
mod print;
pub mod round_trip;
mod source;
pub mod text;
mod tidy;
mod typeline;
pub mod vocabulary;
pub mod witness;

pub use compile::{Compiled, compile};
pub use describe::{describe_face, rules_behind};
pub use diagnostic::{Diagnostic, Span, nearest_template};
pub use grammar::ability::compile_ability_text;
pub use learn::{Learnt, actions_told, learn};
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
