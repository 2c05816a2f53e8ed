//! "The same is true for first strike and vigilance": what was said of a keyword, said of others (608.2c).

use lawmage_ir::visit;
use lawmage_ir::{Clause, Instruction, Keyword, KeywordAbility, KeywordParam, Test};

use super::emit;
use crate::grammar::keyword;
use crate::parse::Parser;

/// "Creatures you control gain flying until end of turn if a creature you control has flying. The same is true for first strike
/// and vigilance.": as often, each time with another keyword in its place.
pub(super) fn same_is_true(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("the same is true for")?;
    let Some(Clause { does: does @ Instruction::If { condition, then, otherwise }, .. }) = out.last() else {
        return p.fail("what is so if something else is");
    };
    let ([Clause { does: Instruction::Effect { .. }, .. }], true) = (then.as_slice(), otherwise.is_empty()) else {
        return p.fail("one effect");
    };
    let mut asked: Vec<Keyword> = Vec::new();
    visit::each(condition, |test: &Test| {
        if let Test::Keyword(keyword) = test {
            asked.push(*keyword);
        }
    });
    let mut granted: Vec<KeywordAbility> = Vec::new();
    visit::each(then.as_slice(), |ability: &KeywordAbility| granted.push(ability.clone()));
    let ([asked], [granted]) = (asked.as_slice(), granted.as_slice()) else {
        return p.fail("one keyword that is asked about and granted");
    };
    if granted.keyword != *asked || granted.param != KeywordParam::None {
        return p.fail("the keyword that is asked about");
    }
    let (does, asked) = (does.clone(), *asked);
    loop {
        let new =
            keyword::keyword(p).filter(|new| new.param == KeywordParam::None && new.keyword != Keyword::Landwalk)?;
        let mut same = does.clone();
        visit::walk_mut(&mut same, &mut |node| {
            if let Some(Test::Keyword(keyword)) = node.get_mut()
                && *keyword == asked
            {
                *keyword = new.keyword;
            } else if let Some(ability) = node.get_mut::<KeywordAbility>() {
                *ability = new.clone();
                return visit::Go::Past;
            }
            visit::Go::Into
        });
        out.push(emit(p, same));
        let comma = p.comma();
        if !p.eat("and") && !comma {
            return if p.at(".") || p.at_stop() { Some(()) } else { p.fail("another keyword") };
        }
    }
}
