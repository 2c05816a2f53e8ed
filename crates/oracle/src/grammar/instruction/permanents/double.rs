//! Doubling power and toughness, and life totals (701.9): read and said.

use lawmage_ir::{Amount, CardType, Clause, DoubledSize, Duration, Instruction, Ref, Selector};

use crate::grammar::effect::deed::Deed;
use crate::grammar::effect::{emit, emit_number, mention};
use crate::grammar::selector::Quant;
use crate::grammar::{duration, player, reference, selector};
use crate::parse::{Parser, Referent, Sort};
use crate::print::Printer;

/// "[double] target creature's power", "[double] the power and toughness of each creature you control until end of turn",
/// "[double] your life total".
pub(crate) fn double(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(who) = p.attempt(|p| {
        let who = player::possessive(p)?;
        p.expect("life total")?;
        (!who.is_group()).then_some(who)
    }) {
        // 701.9d
        player::mention(p, &who);
        let twice = Amount::Times(2, Box::new(Amount::Life(who.clone())));
        out.push(emit_number(p, Instruction::SetLife(who, twice)));
        return Some(());
    }
    if let Some((what, power, toughness)) = p.attempt(|p| {
        let what = match p.attempt(creature_of).or_else(|| p.attempt(reference::possessor)) {
            Some(it) => Selector::Ref(it),
            None => {
                let (n, _) = selector::target(p)?;
                p.expect("'s")?;
                Selector::Ref(Ref::Target(n))
            }
        };
        let (power, toughness) = sizes(p)?;
        Some((what, power, toughness))
    }) {
        let clause = doubled(p, what, power, toughness);
        // "Until end of turn, double target creature's power X times."
        let number = p.scope.number_clause;
        out.push(crate::grammar::effect::repeated(p, clause, number));
        return Some(());
    }
    p.expect("the")?;
    let (power, toughness) = sizes(p)?;
    p.expect("of")?;
    let picked = selector::objects(p)?;
    if picked.players {
        return p.fail("creatures");
    }
    let clause = doubled(p, picked.selector.clone(), power, toughness);
    if let Selector::Choose(_) | Selector::All(_) = picked.selector {
        let referent = picked.referent.clone().map(|r| Referent { plural: r.plural || several(&picked.selector), ..r });
        mention(p, &clause, referent, "chosen");
    } else {
        picked.mention(p);
    }
    out.push(clause);
    Some(())
}

/// "its": of the creature spoken of last, not of a battle or the like, which has no power.
fn creature_of(p: &mut Parser<'_>) -> Option<Ref> {
    p.expect("its")?;
    let sized = |r: &Referent| r.types.is_empty() || r.types.has(CardType::Creature) || r.this;
    let said = p.scope.latest(|r| {
        !matches!(r.sort, Sort::Player | Sort::Any) && !r.plural && !r.hidden() && r.before.is_none() && sized(r)
    });
    said.map_or(Some(Ref::This), |r| p.scope.reference(&r.handle))
}

const fn several(what: &Selector) -> bool {
    matches!(what, Selector::All(_))
}

/// "power", "toughness", "power and toughness".
fn sizes(p: &mut Parser<'_>) -> Option<(bool, bool)> {
    Some(match p.eat_any(&["power and toughness", "power", "toughness"])? {
        0 => (true, true),
        1 => (true, false),
        _ => (false, true),
    })
}

fn doubled(p: &mut Parser<'_>, what: Selector, power: bool, toughness: bool) -> Clause {
    let duration = p.attempt(duration::duration).unwrap_or(Duration::Forever);
    emit(p, Instruction::DoubleSize(DoubledSize { what, power, toughness, triple: false, duration }))
}

/// "[triple] target creature's power and toughness until end of turn".
pub(crate) fn triple(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    double(p, out)?;
    match out.last_mut().map(|clause| &mut clause.does) {
        Some(Instruction::DoubleSize(size)) => {
            size.triple = true;
            Some(())
        }
        _ => p.fail("power and toughness"),
    }
}

impl Printer<'_> {
    /// "double the power of each creature you control until end of turn".
    pub(crate) fn double_size(&mut self, doubled: &DoubledSize) -> Deed {
        let sizes = match (doubled.power, doubled.toughness) {
            (true, false) => "power",
            (false, true) => "toughness",
            _ => "power and toughness",
        };
        let verb = if doubled.triple { "triple" } else { "double" };
        let lasts = self.duration(&doubled.duration);
        let lasts = if lasts.is_empty() { lasts } else { format!(" {lasts}") };
        match &doubled.what {
            Selector::Ref(r) => {
                let whose = self.reference(r).possessive();
                Deed::order(format!("{verb} {whose} {sizes}{lasts}"))
            }
            other => Deed::order(format!("{verb} the {sizes} of {}{lasts}", self.those_of(other, Quant::Each))),
        }
    }
}
