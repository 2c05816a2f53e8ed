//! Copies of cards that are told by their names (707.13-14).

use lawmage_ir::{Clause, CopiedNamed, Instruction, Kind};

use crate::grammar::effect::deed::Deed;
use crate::grammar::effect::{emit, mention};
use crate::grammar::selector;
use crate::grammar::token::token_named;
use crate::parse::{Handle, Parser, Referent, Sort};
use crate::print::{Printer, words};

/// After "choose": "a card name that hasn't been chosen from among A, B, and C. Create a copy of the card with the chosen name"
/// (707.13).
pub(crate) fn chosen(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("a card name that hasn't been chosen from among")?;
    let mut names = vec![named(p)?];
    while p.eat(",") {
        let _ = p.eat("and");
        names.push(named(p)?);
    }
    p.expect(". create a copy of the card with the chosen name")?;
    let linked = Some(p.scope.face.link());
    copied(p, CopiedNamed { names, linked }, out);
    Some(())
}

/// After "create": "a copy of the card named A" (707.13), "a copy of the card with the noted name" (707.14).
pub(crate) fn created(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("a copy of the card")?;
    let of = if p.eat("with the noted name") {
        let noted = p.scope.face.noted_card.or_else(|| p.fail("a card noted before"))?;
        CopiedNamed { names: Vec::new(), linked: Some(noted) }
    } else {
        p.expect("named")?;
        CopiedNamed { names: vec![named(p)?], linked: None }
    };
    copied(p, of, out);
    Some(())
}

/// After "note": "the name of target instant card in your graveyard" (707.14).
pub(crate) fn noted(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the name of")?;
    let picked = selector::one(p)?;
    picked.mention(p);
    let linked = p.scope.face.link();
    p.scope.face.noted_card = Some(linked);
    out.push(emit(p, Instruction::NoteCard(linked, picked.selector)));
    Some(())
}

/// A name; the card of that name is in the game, too.
fn named(p: &mut Parser<'_>) -> Option<std::sync::Arc<str>> {
    let name = token_named(p)?;
    if !p.scope.face.named.contains(&name) {
        p.scope.face.named.push(name.clone());
    }
    Some(name)
}

fn copied(p: &mut Parser<'_>, of: CopiedNamed, out: &mut Vec<Clause>) {
    let clause = emit(p, Instruction::CopyNamed(of));
    let referent = Referent { hidden: true, ..Referent::new(Handle::Clause(0), Sort::Spell) };
    mention(p, &clause, Some(referent), "copied");
    out.push(clause);
}

impl Printer<'_> {
    /// "create a copy of the card named A".
    pub(super) fn copy_named(&self, copied: &CopiedNamed) -> Deed {
        let names: Vec<String> = copied.names.iter().map(ToString::to_string).collect();
        match names.as_slice() {
            [] => Deed::order("create a copy of the card with the noted name"),
            [only] if copied.linked.is_none() => Deed::order(format!("create a copy of the card named {only}")),
            _ => {
                let among = words::list(&names, "and");
                let chosen = format!("choose a card name that hasn't been chosen from among {among}");
                Deed::Whole(format!("{chosen}. Create a copy of the card with the chosen name"))
            }
        }
    }
}

/// "target instant or sorcery card from that player's graveyard": one card, to be cast as the ability resolves (608.2g).
pub(super) fn target_card(p: &mut Parser<'_>) -> Option<u8> {
    if !p.at("target") {
        return p.fail("a target");
    }
    let (n, noun) = selector::target(p)?;
    (!noun.plural && matches!(noun.filter.kind, Kind::Card(_))).then_some(n)
}
