//! Which way up a permanent is put onto the battlefield, and whether it is put there at all.

use lawmage_ir::{Arrival, Cause, Clause, Destination, Instruction, Mode, Selector, THIS, Who};

use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::{self, Quant};
use crate::parse::Parser;
use crate::print::Printer;

/// "return this card from your graveyard to the battlefield face up or face down": which, is chosen as it is done (608.2d).
pub(super) fn either(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = crate::grammar::effect::actor(p);
    let mut picked = selector::one(p)?;
    if picked.selector != THIS {
        return p.fail("this card");
    }
    super::whence::from_where(p, &mut picked.selector)?;
    p.expect("to the battlefield face up or face down")?;
    let mode = |face_down| {
        let arrival = Arrival { face_down, ..Arrival::default() };
        let to = Destination::Battlefield(Box::new(arrival));
        let returns = Instruction::Move { what: picked.selector.clone(), to, cause: Cause::Return };
        Mode { cost: None, targets: Vec::new(), clauses: vec![returns.into()] }
    };
    let modes = vec![mode(false), mode(true)];
    out.push(crate::grammar::effect::emit(p, Instruction::ChooseMode { who, min: 1, max: 1, modes }));
    Some(())
}

/// Whether these are the two modes of "face up or face down".
fn is_either(modes: &[Mode]) -> bool {
    let returns = |mode: &Mode, face_down| match mode.clauses.as_slice() {
        [
            Clause {
                does: Instruction::Move { what, to: Destination::Battlefield(how), cause: Cause::Return }, ..
            },
        ] => *what == THIS && **how == Arrival { face_down, ..Arrival::default() },
        _ => false,
    };
    matches!(modes, [up, down] if returns(up, false) && returns(down, true))
}

/// "put that card onto the battlefield or into your hand": which, is chosen as it is done (608.2d).
pub(super) fn there_or_hand(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = crate::grammar::effect::actor(p);
    let picked = selector::one(p)?;
    p.expect("onto the battlefield or into your hand")?;
    if who != Who::You || picked.plural || !matches!(picked.selector, Selector::Ref(_)) || !p.at_stop() {
        return p.fail("one card");
    }
    let mode = |to| Mode::plain(vec![put(picked.selector.clone(), to)]);
    let modes = vec![mode(Destination::Battlefield(Box::default())), mode(Destination::Hand)];
    out.push(crate::grammar::effect::emit(p, Instruction::ChooseMode { who, min: 1, max: 1, modes }));
    Some(())
}

fn put(what: Selector, to: Destination) -> Clause {
    Instruction::Move { what, to, cause: Cause::Put }.into()
}

/// What is put onto the battlefield in the one of two modes and into a hand in the other.
fn is_there_or_hand(modes: &[Mode]) -> Option<&Selector> {
    let [there, hand] = modes else { return None };
    let [Clause { does: Instruction::Move { what: what @ Selector::Ref(_), .. }, .. }] = there.clauses.as_slice()
    else {
        return None;
    };
    let battlefield = Destination::Battlefield(Box::default());
    let both =
        there.clauses == [put(what.clone(), battlefield)] && hand.clauses == [put(what.clone(), Destination::Hand)];
    both.then_some(what)
}

/// Whether it is chosen how, or whether, something is put onto the battlefield.
pub(crate) fn is_one_way(modes: &[Mode]) -> bool {
    is_either(modes) || is_there_or_hand(modes).is_some()
}

impl Printer<'_> {
    /// "return ~ to the battlefield face up or face down", "put that card onto the battlefield or into your hand".
    pub(crate) fn one_way(&mut self, who: &Who, modes: &[Mode]) -> Deed {
        if let Some(what) = is_there_or_hand(modes) {
            let what = self.those_of(what, Quant::All);
            return Deed::order(format!("put {what} onto the battlefield or into your hand"));
        }
        let subject = self.actor(who);
        let returns = modes.first().map(|mode| self.deeds(&mode.clauses)).unwrap_or_default();
        Deed::act(subject, format!("{returns} face up or face down"))
    }
}
