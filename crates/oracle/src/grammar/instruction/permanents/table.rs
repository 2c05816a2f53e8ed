//! Verbs whose whole object is the permanents they are done to (701).

use lawmage_ir::{Instruction, Selector};

two_way! {
    /// The verbs, and what they order.
    VERBS, verb_of: Instruction(Selector) {
        "convert" => Convert,
        "detain" => Detain,
        "exert" => Exert,
        "flip" => Flip,
        "goad" => Goad,
        "regenerate" => Regenerate,
        "tap" => Tap,
        "transform" => Transform,
        "unattach" => Unattach,
        "untap" => Untap,
    }
}
