//! What players are left with as many of as the one who has the fewest: "each player chooses a number of lands they control equal to the
//! number of lands controlled by the player who controls the fewest, then sacrifices the rest".

use lawmage_ir::{Amount, Choice, Clause, Filter, Instruction, Kind, Ref, Selector, Slot, Test, Who, Zone, ZoneSet};

use crate::grammar::effect::{emit, emit_number, mention};
use crate::grammar::noun;
use crate::parse::{Handle, Parser};
use crate::print::Printer;

/// "a number of lands they control equal to the number of lands controlled by the player who controls the fewest".
pub(super) fn as_many(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("a number of")?;
    let noun = noun::noun(p)?;
    let own = Test::Controlled(Who::Ref(Ref::Each));
    let tests = noun.filter.test.conjuncts();
    if *who != Who::All || !noun.plural || noun.filter.kind != Kind::Permanent || !tests.contains(&own) {
        return p.fail("permanents that each player controls");
    }
    p.expect("equal to the number of")?;
    let same = noun::bare(p)?;
    let all = Test::all(tests.iter().filter(|test| **test != own).cloned());
    if same.filter != Filter::permanent(all) {
        return p.fail("the same permanents");
    }
    p.expect("controlled by the player who controls the fewest")?;
    let does = choose(noun.filter.clone());
    let clause = emit_number(p, Instruction::Choose(does.clone()));
    super::choosing::leaves_the_rest(p, who, &does, &clause);
    mention(p, &clause, Some(noun.referent(Handle::Clause(0))), "chosen");
    out.push(clause);
    Some(())
}

/// As many of what each of them has as the one with the fewest has.
fn choose(own: Filter) -> Selector {
    let from = Selector::All(own);
    let of = Box::new(Amount::Count(Box::new(from.clone())));
    let number = Amount::OfPlayers { who: Who::All, of, greatest: false };
    let (by, max) = (Who::Ref(Ref::Each), Some(number.clone()));
    Selector::Choose(Box::new(Choice { by, from, min: number, max, limit: None, random: false }))
}

/// "Players discard cards and sacrifice creatures the same way.", after the lands or permanents.
pub(crate) fn the_same_way(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if !out.iter().any(|clause| keeps(clause).is_some()) {
        return p.fail("what was done so before");
    }
    p.eat_any(&["players", "each player"])?;
    let mut more = Vec::new();
    loop {
        if p.eat("discard cards") || p.eat("discards cards") {
            let own = Test::Owned(Who::Ref(Ref::Each));
            let own = Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), own);
            more.extend(keep(p, own.clone(), |rest| Instruction::Discard { who: Who::All, what: rest }, own));
        } else {
            p.eat_any(&["sacrifice", "sacrifices"])?;
            let noun = noun::bare(p).filter(|noun| noun.plural && noun.filter.kind == Kind::Permanent)?;
            let own = Test::all([noun.filter.test.clone(), Test::Controlled(Who::Ref(Ref::Each))]);
            let sacrifice = |rest| Instruction::Sacrifice { who: Who::All, what: rest };
            more.extend(keep(p, Filter::permanent(own), sacrifice, noun.filter));
        }
        if !p.eat("and") {
            break;
        }
    }
    p.expect("the same way")?;
    out.extend(more);
    Some(())
}

fn keep(p: &mut Parser<'_>, own: Filter, give_up: impl Fn(Selector) -> Instruction, all: Filter) -> [Clause; 2] {
    let chosen = emit(p, Instruction::Choose(choose(own)));
    let slot: Slot = p.scope.bind(crate::grammar::effect::id(&chosen));
    let loops = Instruction::ForEach { over: Selector::Players(Who::All), body: vec![chosen] };
    let rest = Selector::Except(Box::new(Selector::All(all)), Box::new(Selector::slot(slot)));
    [emit(p, loops), emit(p, give_up(rest))]
}

/// What each player keeps, of a loop in which they choose as many as the one with the fewest has.
fn keeps(clause: &Clause) -> Option<&Filter> {
    let Instruction::ForEach { over: Selector::Players(Who::All), body } = &clause.does else { return None };
    let [Clause { does: Instruction::Choose(Selector::Choose(choice)), .. }] = body.as_slice() else { return None };
    kept(choice)
}

fn kept(choice: &Choice) -> Option<&Filter> {
    let Selector::All(own) = &choice.from else { return None };
    matches!(&choice.min, Amount::OfPlayers { greatest: false, .. }).then_some(own)
}

impl Printer<'_> {
    /// "a number of lands they control equal to the number of lands controlled by the player who controls the fewest".
    pub(super) fn as_many_as_fewest(&mut self, choice: &Choice) -> Option<String> {
        let own = kept(choice)?;
        let whose = |test: &Test| matches!(test, Test::Controlled(_) | Test::Owned(_));
        let all = Test::all(own.test.conjuncts().iter().filter(|test| !whose(test)).cloned());
        let theirs = self.plural(own);
        let all = self.plural(&Filter::new(own.kind.clone(), all));
        let has = if own.kind == Kind::Permanent { "controls" } else { "has" };
        let by = if own.kind == Kind::Permanent { "controlled by" } else { "of" };
        Some(format!("a number of {theirs} equal to the number of {all} {by} the player who {has} the fewest"))
    }
}
