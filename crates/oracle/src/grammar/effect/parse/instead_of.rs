//! "… two instead of one": an instruction before is followed with a greater number if a condition holds (608.2c).

use lawmage_ir::{Amount, Clause, Condition, Instruction, Ref, Selector, Test};

use super::emit;
use crate::grammar::noun;
use crate::parse::Parser;

/// "search your library for up to three basic Forest cards instead of two", "put up to two creature cards from among the revealed cards
/// into your hand instead of one", "you may cast up to two instant and/or sorcery spells … instead of one", behind the condition.
pub(super) fn more(p: &mut Parser<'_>, condition: &Condition, out: &mut [Clause]) -> Option<()> {
    let told = p.attempt(searched).or_else(|| p.attempt(put)).or_else(|| p.attempt(cast))?;
    p.expect("instead of")?;
    let fewer = p.number()?;
    if !p.at_stop() || fewer >= told.number {
        return p.fail("a smaller number");
    }
    let place = out.iter().rposition(|clause| told.of(&mut clause.does.clone(), fewer))?;
    let clause = out.get_mut(place)?;
    let (before, mut after) = (clause.clone(), clause.clone());
    if !told.of(&mut after.does, fewer) {
        return None;
    }
    *clause = emit(p, Instruction::If { condition: condition.clone(), then: vec![after], otherwise: vec![before] });
    Some(())
}

/// What is done with more things.
struct Told {
    /// What sort of thing is done.
    what: What,
    /// To what.
    test: Test,
    /// To how many.
    number: i32,
    /// To how few it may be, where that is said or left to the player.
    least: i32,
}

/// What sort of thing is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Search,
    Put(lawmage_ir::Zone),
    Cast,
}

impl Told {
    /// Whether that is the instruction spoken of, which does so with fewer things; makes it one with more.
    fn of(&self, does: &mut Instruction, fewer: i32) -> bool {
        let (number, few) = (Amount::Const(self.number), Some(Amount::Const(fewer)));
        match does {
            Instruction::May { body, .. } => match body.as_mut_slice() {
                [only] => self.of(&mut only.does, fewer),
                _ => false,
            },
            Instruction::Search { what, max, min, .. } if self.what == What::Search && *max == few => {
                *max = Some(number);
                what.test == self.test && *min == Amount::Const(0)
            }
            Instruction::Move { what: Selector::Choose(choice), to, .. }
                if self.what == What::Put(to.zone()) && choice.max == few =>
            {
                let fits = matches!(&choice.from, Selector::Those(_, test) if *test == self.test);
                (choice.min, choice.max) = (Amount::Const(self.least), Some(number));
                fits
            }
            Instruction::Cast { what, max, .. }
                if self.what == What::Cast && max.map(i64::from) == Some(i64::from(fewer)) =>
            {
                *max = u32::try_from(self.number).ok();
                what.test == self.test
            }
            _ => false,
        }
    }
}

/// The least number and the greatest: where one may do it with more, one may do it with as few as before.
fn number(p: &mut Parser<'_>, may: bool) -> Option<(i32, i32)> {
    let up_to = p.eat("up to");
    let number = p.number()?;
    let least = if may { 1 } else { number };
    Some((if up_to { 0 } else { least }, number))
}

fn searched(p: &mut Parser<'_>) -> Option<Told> {
    p.expect("search your library for")?;
    let (least, number) = number(p, false)?;
    let cards = noun::bare(p)?;
    Some(Told { what: What::Search, test: cards.filter.test, number, least })
}

fn put(p: &mut Parser<'_>) -> Option<Told> {
    let may = p.eat_any(&["put", "you may put"])? == 1;
    let (least, number) = number(p, may)?;
    let cards = noun::bare(p)?;
    p.eat_any(&["from among the revealed cards", "from among them"]);
    let to = match p.eat_any(&["into your hand", "onto the battlefield"])? {
        0 => lawmage_ir::Zone::Hand,
        _ => lawmage_ir::Zone::Battlefield,
    };
    Some(Told { what: What::Put(to), test: cards.filter.test, number, least })
}

fn cast(p: &mut Parser<'_>) -> Option<Told> {
    p.expect("you may cast")?;
    let (least, number) = number(p, true)?;
    let spells = noun::bare(p)?;
    p.eat_any(&["from among the revealed cards", "from among them"]);
    Some(Told { what: What::Cast, test: spells.filter.test, number, least })
}

/// "it deals 4 damage instead": the damage of the clause before, with another number, to the same recipients.
pub(super) fn same_damage(p: &mut Parser<'_>, before: Option<&Clause>, early: bool) -> Option<Clause> {
    let (source, to, before) = match before.map(|b| b.does.clone())? {
        Instruction::Damage { source, to, amount } => (source, to, Some(amount)),
        Instruction::DamageDivided { source, target } => (source, Selector::Ref(Ref::Target(target)), None),
        _ => return None,
    };
    p.eat_any(&["it deals", "~ deals", "that spell deals", "that creature deals"])?;
    let amount = if p.eat("double that damage") {
        Amount::Times(2, Box::new(before.clone()?))
    } else if p.eat("damage equal to") {
        crate::grammar::amount::described(p)?
    } else {
        let amount = crate::grammar::amount::amount(p)?;
        p.expect("damage")?;
        amount
    };
    // The targets there are, said again; of what was divided among them each is dealt as much.
    let again = matches!(to, Selector::Ref(Ref::Target(_))) && p.scope.targets.len() == 1;
    let each = again && p.eat("to each of those permanents and/or players");
    if again && !each && before.is_some() {
        p.eat_any(&["to that creature", "to that permanent", "to that player"]);
    }
    if before.is_none() && !each {
        return p.fail("each of those permanents and/or players");
    }
    let said = p.at("instead") || early && p.at_stop();
    if !said {
        return p.fail("instead");
    }
    Some(super::emit_number(p, Instruction::Damage { source, to, amount }))
}
