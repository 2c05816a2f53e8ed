//! Any number of counters removed or moved, any amount of mana or energy paid (107.1c): read and said.

use lawmage_ir::{
    Amount, Clause, Color, CounterKind, Filter, Instruction, PaidIn, PayAny, Selector, TakeCounters, Who,
};

use crate::grammar::effect::deed::Deed;
use crate::grammar::effect::{emit_number, mention};
use crate::grammar::selector::Quant;
use crate::grammar::{amount, counter, noun, selector};
use crate::parse::{Handle, Parser, Referent, Sort};
use crate::print::Printer;

/// "[pay] any amount of mana", "any amount of {E}", "one or more {E}".
pub(crate) fn pay_any(p: &mut Parser<'_>, who: &Who, from_you: bool, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("pay")?;
    let one_or_more = p.eat_any(&["any amount of", "one or more"])? == 1;
    let what = if p.eat("{E}") {
        PaidIn::Energy
    } else if p.eat("mana") {
        PaidIn::Mana(None)
    } else {
        let text = p.symbol()?;
        let color = Color::from_letter(text.trim_start_matches('{').chars().next()?)?;
        (text.len() == 3).then_some(())?;
        PaidIn::Mana(Some(color))
    };
    let does = Instruction::PayAny(PayAny { who: who.clone(), what, from_you, one_or_more });
    let clause = emit_number(p, does);
    // What else is done meanwhile has a number, too: what was paid is found by its verb.
    let paid = Referent { hidden: true, ..Referent::new(Handle::Clause(0), Sort::Player) };
    mention(p, &clause, Some(paid), "paid");
    p.scope.last_done = clause.out;
    out.push(clause);
    Some(())
}

/// The amount paid in the clause before: "the amount of {E} paid this way", "the total amount of mana paid this way".
pub(crate) fn paid_this_way(p: &mut Parser<'_>) -> Option<Amount> {
    const WORDS: &[&str] = &[
        "the total amount of mana paid this way",
        "the amount of mana they paid this way",
        "the amount of mana paid this way",
        "the amount of {E} paid this way",
        "{E} paid this way",
    ];
    let which = p.eat_any(WORDS)?;
    let paid = p.scope.latest(|r| r.verb == Some("paid") && r.clause().is_some())?;
    let slot = p.scope.bind(paid.clause()?);
    Some(if which == 0 { Amount::OfAll(slot, lawmage_ir::Fold::Sum) } else { Amount::Slot(slot) })
}

/// "[remove] any number of counters from among permanents you control", "[remove] up to five counters from target permanent",
/// "[move] any number of +1/+1 counters from this creature onto other creatures".
pub(crate) fn take(p: &mut Parser<'_>, moved: bool, out: &mut Vec<Clause>) -> Option<()> {
    let most = if p.eat("any number of") {
        None
    } else {
        p.expect("up to")?;
        Some(amount::amount(p)?)
    };
    let kind = counter::kind(p)?;
    let from = if p.eat("from among") {
        p.eat("all");
        let among = noun::noun(p).filter(|among| among.plural)?;
        p.eat("on the battlefield");
        Selector::All(among.filter)
    } else {
        p.expect("from")?;
        one(p)?
    };
    let to = if moved {
        p.eat_any(&["onto", "to", "on"])?;
        Some(one(p)?)
    } else {
        None
    };
    let clause = emit_number(p, Instruction::TakeCounters(Box::new(TakeCounters { kind, most, from, to })));
    let removed = Referent { hidden: true, ..Referent::new(Handle::Clause(0), Sort::Object) };
    mention(p, &clause, Some(removed), "removed");
    out.push(clause);
    Some(())
}

/// "[distribute] four +1/+1 counters among any number of creatures you control", "… a number of +1/+1 counters equal to its power
/// among …": among what is no target.
pub(crate) fn spread(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let equal = p.eat("a number of");
    let count = if equal { None } else { Some(amount::amount(p)?) };
    let kind = counter::kind(p)??;
    let count = match count {
        Some(count) => count,
        None => {
            p.expect("equal to")?;
            amount::described(p)?
        }
    };
    if p.eat("among it and any number of commanders") {
        let it = p.scope.latest(|r| r.sort != crate::parse::Sort::Player).filter(|r| r.this && !r.plural);
        it.or_else(|| p.fail("the object itself"))?;
        let commanders = Filter::permanent(lawmage_ir::Test::Status(lawmage_ir::Status::Commander));
        let among = Selector::Union(vec![lawmage_ir::THIS, Selector::All(commanders)]);
        out.push(emit_number(p, Instruction::SpreadCounters { kind, count, among }));
        return Some(());
    }
    p.expect("among any number of")?;
    if p.at_any(&["target", "other target"]) {
        return p.fail("what is no target");
    }
    let among = noun::noun(p).filter(|among| among.plural && among.limit.is_none())?;
    let among = Selector::All(among.filter);
    out.push(emit_number(p, Instruction::SpreadCounters { kind, count, among }));
    Some(())
}

fn one(p: &mut Parser<'_>) -> Option<Selector> {
    let picked = selector::objects(p)?;
    // What is chosen of several permanents would be chosen before it is known how many counters they have.
    if matches!(picked.selector, Selector::Choose(_)) {
        return p.fail("all of them, or a target");
    }
    picked.mention(p);
    Some(picked.selector)
}

impl Printer<'_> {
    /// "pay any amount of mana", "move any number of counters from it onto that creature".
    pub(crate) fn of_chosen_amounts(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::PayAny(pays) => {
                let mana = match pays.what {
                    PaidIn::Energy => "{E}".to_owned(),
                    PaidIn::Mana(None) => "mana".to_owned(),
                    PaidIn::Mana(Some(color)) => format!("{{{}}}", color.letter()),
                };
                let amount = if pays.one_or_more { "one or more" } else { "any amount of" };
                let subject = self.who(&pays.who);
                if pays.from_you {
                    return Some(Deed::Whole(format!("starting with you, {} may pay {amount} {mana}", subject.text)));
                }
                Deed::Whole(format!("{} may pay {amount} {mana}", subject.text))
            }
            Instruction::TakeCounters(takes) => {
                let word = takes.kind.as_ref().map(|k: &CounterKind| format!("{k} ")).unwrap_or_default();
                let number = match &takes.most {
                    None => "any number of".to_owned(),
                    Some(most) => format!("up to {}", self.number_word(most)),
                };
                let among = if let Selector::All(Filter { .. }) = takes.from { " among" } else { "" };
                let from = self.those_of(&takes.from, Quant::Bare);
                let verb = if takes.to.is_some() { "move" } else { "remove" };
                let to = match &takes.to {
                    Some(to) => format!(" onto {}", self.those_of(to, Quant::Bare)),
                    None => String::new(),
                };
                Deed::order(format!("{verb} {number} {word}counters from{among} {from}{to}{}", self.where_x()))
            }
            _ => return None,
        })
    }
}
