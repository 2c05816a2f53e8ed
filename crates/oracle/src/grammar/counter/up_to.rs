//! "Put up to X +1/+0 counters on this creature." (107.1c)

use lawmage_ir::{Clause, Instruction, PutUpTo, Selector};

use crate::grammar::effect::deed::Deed;
use crate::grammar::effect::emit_number;
use crate::grammar::selector::{self, Quant};
use crate::grammar::{amount, counter};
use crate::parse::Parser;
use crate::print::{Printer, words};

/// After "put": "up to X +1/+0 counters on ~".
pub(crate) fn put(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("up to")?;
    let most = amount::amount(p)?;
    let kind = counter::kind(p)??;
    p.expect("on")?;
    let picked = crate::grammar::effect::without_spells(p, selector::objects)?;
    // Whether of several each gets so many, or all together, is said otherwise.
    if !matches!(picked.selector, Selector::Ref(_)) || picked.plural {
        return p.fail("one object");
    }
    picked.mention(p);
    let puts = PutUpTo { kind, most, on: picked.selector, within: None };
    out.push(emit_number(p, Instruction::PutUpTo(Box::new(puts))));
    Some(())
}

/// "This ability can't cause the total number of +1/+0 counters on this creature to be greater than four.", of what was just put.
pub(crate) fn within(p: &mut Parser<'_>, out: &mut [Clause]) -> Option<()> {
    p.expect("this ability can't cause the total number of")?;
    let of = counter::kind(p)??;
    p.expect("on")?;
    let on = super::super::reference::reference(p)?;
    p.expect("to be greater than")?;
    let most = u32::try_from(p.number()?).ok()?;
    match out.last_mut().map(|clause| &mut clause.does) {
        Some(Instruction::PutUpTo(puts)) if puts.kind == of && puts.on == Selector::Ref(on) => {
            puts.within = Some(most);
            Some(())
        }
        _ => p.fail("counters that were put there"),
    }
}

impl Printer<'_> {
    /// "put up to three lore counters on it".
    pub(super) fn put_up_to(&mut self, puts: &PutUpTo) -> Deed {
        let PutUpTo { kind, most, on, within } = puts;
        let counters = self.counted(most, &format!("{kind} counter"));
        let whose = self.those_of(on, Quant::Bare);
        let mut text = format!("put up to {counters} on {whose}{}", self.where_x());
        if let Some(within) = within {
            let (whose, n) =
                (self.those_of(on, Quant::Bare), words::number(i32::try_from(*within).unwrap_or(i32::MAX)));
            text.push_str(&format!(
                ". This ability can't cause the total number of {kind} counters on {whose} to be greater than {n}"
            ));
        }
        Deed::order(text)
    }
}
