//! Manifest, cloak, manifest dread (701.34, 701.56, 701.60), pairing (702.95) and class levels (716.2).

use lawmage_ir::{Amount, Clause, Instruction, Ref, Selector};

use super::{actor, emit, emit_number, mention};
use crate::parse::scope::Referent;
use crate::parse::{Handle, Parser, Sort, select};

/// Reads what follows "manifest", "cloak" or "pair".
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    if verb == "pair" {
        let one = select::objects(p)?;
        one.mention(p);
        p.expect("with")?;
        let other = select::objects(p)?;
        if one.players || other.players {
            return p.fail("two creatures");
        }
        out.push(emit(p, Instruction::Pair(one.selector, other.selector)));
        return Some(());
    }
    let (does, plural) = if verb == "manifest" && p.eat("dread") {
        (Instruction::ManifestDread(who), false)
    } else {
        let picked = select::objects(p)?;
        if picked.players {
            return p.fail("cards");
        }
        (Instruction::Manifest { who, what: picked.selector, cloak: verb == "cloak" }, picked.plural)
    };
    let clause = emit_number(p, does);
    let referent = Referent { plural, ..Referent::new(Handle::Clause(0), Sort::Permanent) };
    mention(p, &clause, Some(referent), if verb == "cloak" { "cloaked" } else { "manifested" });
    out.push(clause);
    Some(())
}

/// "~'s level becomes 2" (716.2a).
pub fn level(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("~ 's level becomes")?;
    let level = Amount::Const(p.number()?);
    out.push(emit(p, Instruction::SetLevel(Selector::Ref(Ref::This), level)));
    Some(())
}
