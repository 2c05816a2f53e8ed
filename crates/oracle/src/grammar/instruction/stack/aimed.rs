//! What copies of spells and abilities are aimed at (707.10d-e), who else makes one, and what it gains.

use lawmage_ir::{
    Amount, Clause, Condition, Continuous, Duration, Filter, Instruction, Kind, Ref, Selector, StackCopies, Test, Who,
};

use crate::grammar::effect::emit;
use crate::grammar::event::ORIGINAL;
use crate::grammar::{condition, noun, reference};
use crate::parse::{Handle, Parser, Referent, Sort};

/// ". The copy targets the chosen creature" (707.10e).
pub(super) fn aimed_at(p: &mut Parser<'_>) -> Option<Ref> {
    p.eat_any(&[". the copy targets", "and the copy targets", ", and the copy targets"])?;
    reference::reference(p)
}

/// "for each other creature that spell could target. Each copy targets a different one of those creatures" (707.10d).
pub(super) fn each_it_could_target(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("for each other")?;
    let mut noun = noun::noun(p)?;
    let (could, rest): (Vec<Test>, Vec<Test>) =
        noun.filter.test.conjuncts().iter().cloned().partition(|test| matches!(test, Test::TargetableBy(_)));
    noun.filter.test = Test::all(rest);
    if could.is_empty() {
        p.eat_any(&["that ability could target", "the spell could target"])?;
    }
    p.expect(". each copy targets a different one of those")?;
    // "permanents and players": whatever there is that may be one of both.
    if noun.filter == Filter::new(Kind::PlayerOrPermanent, Test::Any) && p.eat("permanents and players") {
        return Some(noun.filter);
    }
    let those = noun::bare(p)?;
    let same = those.filter.test.conjuncts().iter().all(|t| noun.filter.test.conjuncts().contains(t));
    if noun.plural || !those.plural || !same || noun.limit.is_some() || noun.among.is_some() {
        return p.fail("what it could target");
    }
    Some(noun.filter)
}

/// "if it targets a permanent or player", between "copy that spell" and ", and you may choose new targets for the copy": "it" is
/// the spell copied, of which there is no copy yet.
pub(super) fn if_before_new_targets(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("if")?;
    let condition = condition::condition(p)?;
    p.at(", and you may choose new targets for the copy").then_some(condition)
}

/// "also copy that spell. They may choose new targets for that copy", behind "target opponent may": the spell that you copied, as
/// another player does.
pub(crate) fn also_copy(p: &mut Parser<'_>, who: Who, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("also copy that spell")?;
    let original = p.scope.latest(|r| r.verb == Some(ORIGINAL))?;
    let what = Selector::Ref(p.scope.reference(&original.handle)?);
    if who == Who::You || who.is_group() {
        return p.fail("one other player");
    }
    let new_targets = p.eat(". they may choose new targets for that copy");
    let copies = StackCopies {
        who: who.clone(),
        what,
        count: Amount::ONE,
        new_targets,
        except: Vec::new(),
        for_each: None,
        at: None,
    };
    let body = vec![emit(p, Instruction::CopyStack(copies))];
    let clause = emit(p, Instruction::May { who, body });
    p.scope.doers = clause.out;
    out.push(clause);
    Some(())
}

/// How sentences begin that say what the copy of a permanent spell gains.
pub(crate) const COPY_GAINS: [&str; 2] =
    ["if the copy is a permanent spell , it gains", "if it's a permanent spell , the copy gains"];

/// "If the copy is a permanent spell, it gains haste": the token that it becomes has that, too (707.10f).
pub(crate) fn copy_gains(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&COPY_GAINS)?;
    let copied = p.scope.latest(|r| r.verb == Some("copied")).or_else(|| p.fail("a copy made before"))?;
    let copy = p.scope.reference(&copied.handle)?;
    let mods = crate::grammar::continuous::abilities(p)?;
    let effects = vec![Continuous::Modify { what: Selector::Ref(copy.clone()), mods }];
    let then = vec![emit(p, Instruction::Effect { effects, duration: Duration::Forever })];
    let condition = Condition::Is(copy, Test::PermanentType);
    out.push(emit(p, Instruction::If { condition, then, otherwise: Vec::new() }));
    Some(())
}

/// "Target activated ability from an artifact source … that artifact": the source (113.7).
pub(super) fn mention_source(p: &mut Parser<'_>, ability: &Selector) {
    let Selector::Ref(of @ Ref::Target(n)) = ability else { return };
    let Some(spec) = p.scope.targets.get(usize::from(*n)) else { return };
    let of_what = |test: &Test| if let Test::SourceIs(of) = test { Some((**of).clone()) } else { None };
    if let (Kind::Ability, Some(test)) = (&spec.filter.kind, spec.filter.test.conjuncts().iter().find_map(of_what)) {
        let (types, subtypes, _) = noun::words_of(&test);
        let source = Handle::Ref(Ref::Source(Box::new(of.clone())));
        p.scope.mention(Referent { types, subtypes, ..Referent::new(source, Sort::Permanent) });
    }
}
