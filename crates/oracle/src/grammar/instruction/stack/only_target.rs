//! "If target spell has only one target and that target is a creature, change that spell's target to another creature." (115.7a, 115.9a)

use lawmage_ir::{CardType, Clause, Condition, Filter, Instruction, Kind, Ref, Retarget, Selector, Test, Who, ZoneSet};

use crate::grammar::effect::deed::Deed;
use crate::grammar::effect::emit;
use crate::grammar::noun;
use crate::parse::Parser;
use crate::print::Printer;

/// That one of a spell's targets is a creature, which is on the battlefield.
fn creature() -> Test {
    Test::all([Test::Type(CardType::Creature), Test::If(Box::new(Condition::InZone(Ref::It, ZoneSet::BATTLEFIELD)))])
}

/// The sentence.
pub(crate) fn aimed_anew(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("if")?;
    let (n, _) = crate::grammar::selector::target(p).filter(|(_, noun)| noun.filter.kind == Kind::Spell)?;
    p.expect("has only one target and that target is")?;
    let is = if p.eat("~") {
        Test::Is(Ref::This)
    } else {
        p.expect("a")?;
        let one = noun::filter(p)?;
        if one != Filter::permanent(Test::Type(CardType::Creature)) {
            return p.fail("a creature");
        }
        creature()
    };
    p.expect(", change that spell 's target to another creature")?;
    let spell = Ref::Target(n);
    let aimed = Ref::AimedAt(Box::new(spell.clone()));
    let condition = Condition::And(vec![Condition::Is(spell.clone(), Test::SingleTarget), Condition::Is(aimed, is)]);
    // 115.7a: another than the one it has.
    let to = Some(Filter::permanent(Test::Type(CardType::Creature)));
    let change = Instruction::ChangeTargets { what: Selector::Ref(spell), who: Who::You, how: Retarget::All, to };
    let then = vec![emit(p, change)];
    out.push(emit(p, Instruction::If { condition, then, otherwise: Vec::new() }));
    Some(())
}

impl Printer<'_> {
    /// The sentence, where it is that.
    pub(crate) fn only_target(&mut self, condition: &Condition, then: &[Clause]) -> Option<Deed> {
        let Condition::And(both) = condition else { return None };
        let [Condition::Is(spell, Test::SingleTarget), Condition::Is(Ref::AimedAt(of), is)] = both.as_slice() else {
            return None;
        };
        let [Clause { does: Instruction::ChangeTargets { what, .. }, .. }] = then else { return None };
        if **of != *spell || *what != Selector::Ref(spell.clone()) {
            return None;
        }
        let spell = self.object(spell);
        let what = if *is == creature() { "a creature".to_owned() } else { self.object(&Ref::This) };
        Some(Deed::Whole(format!(
            "if {spell} has only one target and that target is {what}, change that spell's target to another creature"
        )))
    }
}
