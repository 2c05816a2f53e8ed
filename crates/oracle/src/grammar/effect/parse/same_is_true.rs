//! "The same is true for first strike and vigilance": what was said of a keyword, said of others (608.2c).

use std::sync::Arc;

use lawmage_ir::visit::{self, Go, Node};
use lawmage_ir::{
    Ability, AbilitySort, Amount, Clause, Condition, CounterKind, Instruction, Keyword, KeywordAbility, KeywordParam,
    Mode, Modification, Program, Selector, Test, TriggeredAbility,
};

use super::emit;
use crate::grammar::keyword;
use crate::parse::Parser;

/// One of the others that the same is true for.
pub(crate) enum Other {
    /// A keyword that its word tells all of.
    Plain(KeywordAbility),
    /// Landwalk or protection: each such ability as what is found has it.
    AsFound(Keyword),
}

/// "first strike, double strike, landwalk, and vigilance", up to the end of the sentence.
pub(crate) fn others(p: &mut Parser<'_>) -> Option<Vec<Other>> {
    let others = p.list("and", |p| {
        for (word, keyword) in [("landwalk", Keyword::Landwalk), ("protection", Keyword::Protection)] {
            if p.at(word) && p.peek_at(1).is_none_or(|next| matches!(&*next.text, "," | "." | "and")) {
                p.advance();
                return Some(Other::AsFound(keyword));
            }
        }
        let new = keyword::keyword(p)?;
        (new.param == KeywordParam::None && new.means.is_empty()).then_some(Other::Plain(new))
    })?;
    if p.at(".") || p.at_stop() { Some(others) } else { p.fail("another keyword") }
}

/// The one keyword that is asked about in this.
fn asked<T: Node>(of: &T) -> Option<Keyword> {
    let mut asked = Vec::new();
    visit::each(of, |test: &Test| {
        if let Test::Keyword(keyword) = test {
            asked.push(*keyword);
        }
    });
    match asked.as_slice() {
        [one] => Some(*one),
        _ => None,
    }
}

/// The one keyword that is granted in this, or of which a counter is put.
fn granted<T: Node>(of: &T) -> Option<Keyword> {
    let mut granted = Vec::new();
    let mut parameters = false;
    visit::each(of, |ability: &KeywordAbility| {
        parameters |= ability.param != KeywordParam::None;
        granted.push(ability.keyword);
    });
    visit::each(of, |kind: &CounterKind| {
        if let CounterKind::Keyword(keyword) = kind {
            granted.push(*keyword);
        }
    });
    match granted.as_slice() {
        [one] if !parameters => Some(*one),
        _ => None,
    }
}

/// What was said of the one keyword that it asks about and grants, said of each of the others. What counts those that have it
/// is where landwalk and protection are found: each of them that there is (702.1c).
pub(crate) fn said_of<T: Node + Clone>(said: &T, others: &[Other]) -> Option<Vec<T>> {
    let keyword = asked(said).filter(|keyword| granted(said) == Some(*keyword))?;
    let mut counted: Vec<Selector> = Vec::new();
    visit::each(said, |amount: &Amount| {
        if let Amount::Count(of) = amount {
            counted.push((**of).clone());
        }
    });
    others.iter().map(|other| of_other(said, keyword, other, &counted)).collect()
}

fn of_other<T: Node + Clone>(said: &T, keyword: Keyword, other: &Other, counted: &[Selector]) -> Option<T> {
    let mut same = said.clone();
    let test = match other {
        Other::Plain(new) => Test::Keyword(new.keyword),
        Other::AsFound(Keyword::Landwalk) => Test::Landwalk(None),
        Other::AsFound(other) => Test::Keyword(*other),
    };
    let mut as_found = None;
    if let Other::AsFound(sort) = other {
        let [found] = counted else { return None };
        let mut found = found.clone();
        ask_instead(&mut found, keyword, &test);
        as_found = Some(Modification::AbilitiesOf(AbilitySort::Keyword(*sort), Box::new(found)));
    }
    let mut told = true;
    visit::walk_mut(&mut same, &mut |node| {
        if let Some(modification @ Modification::AddAbility(_)) = node.get_mut::<Modification>() {
            match (other, &as_found) {
                (Other::Plain(new), _) => {
                    *modification = Modification::AddAbility(Arc::new(Ability::Keyword(new.clone())));
                }
                (Other::AsFound(_), Some(found)) => *modification = found.clone(),
                (Other::AsFound(_), None) => told = false,
            }
            return Go::Past;
        }
        if let Some(kind @ CounterKind::Keyword(_)) = node.get_mut::<CounterKind>() {
            match other {
                Other::Plain(new) => *kind = CounterKind::Keyword(new.keyword),
                Other::AsFound(_) => told = false,
            }
        }
        Go::Into
    });
    ask_instead(&mut same, keyword, &test);
    told.then_some(same)
}

/// Asks about another keyword instead.
fn ask_instead<T: Node>(of: &mut T, keyword: Keyword, instead: &Test) {
    visit::walk_mut(of, &mut |node| {
        if let Some(test) = node.get_mut::<Test>()
            && *test == Test::Keyword(keyword)
        {
            *test = instead.clone();
            return Go::Past;
        }
        // What `AbilitiesOf` finds was asked for already.
        match node.get_mut::<Modification>() {
            Some(Modification::AbilitiesOf(..)) => Go::Past,
            _ => Go::Into,
        }
    });
}

/// Of which keywords those that follow say what the first says of one: "the same is true for first strike and vigilance".
pub(crate) fn said_alike<T: Node + Clone + PartialEq>(first: &T, rest: &[&T]) -> Vec<Keyword> {
    let same =
        |other: &Other, one: &T| said_of(first, std::slice::from_ref(other)).is_some_and(|all| all == [one.clone()]);
    let other = |one: &&T| {
        let plain = granted(*one).filter(|keyword| {
            let ability = KeywordAbility { keyword: *keyword, param: KeywordParam::None, means: Arc::from([]) };
            same(&Other::Plain(ability), one)
        });
        let found = [Keyword::Landwalk, Keyword::Protection].into_iter().find(|sort| same(&Other::AsFound(*sort), one));
        plain.or(found)
    };
    rest.iter().map_while(other).collect()
}

/// "…, if you control a creature with flying, ~ gains flying until end of turn. The same is true for first strike and vigilance.": it
/// triggers if one of these is so (603.4), and as it resolves each is asked by itself.
pub(crate) fn of_trigger(
    p: &mut Parser<'_>,
    condition: Option<&Condition>,
    program: &Program,
) -> Option<(Condition, Program)> {
    p.eat(".");
    p.expect("the same is true for")?;
    let (None, [Mode { cost: None, targets, clauses: then }]) = (&program.modal, program.modes.as_slice()) else {
        return p.fail("one effect");
    };
    let effect = matches!(then.as_slice(), [Clause { does: Instruction::Effect { .. }, .. }]);
    let condition = condition.filter(|_| effect && targets.is_empty()).or_else(|| p.fail("one effect"))?.clone();
    let said = Instruction::If { condition, then: then.clone(), otherwise: Vec::new() };
    let others = said_of(&said, &others(p)?).or_else(|| p.fail("one keyword that is asked about and granted"))?;
    let all: Vec<Instruction> = std::iter::once(said).chain(others).collect();
    let asked = |does: &Instruction| match does {
        Instruction::If { condition, .. } => Some(condition.clone()),
        _ => None,
    };
    let any = Condition::Or(all.iter().filter_map(asked).collect());
    Some((any, Program::plain(Vec::new(), all.into_iter().map(Clause::from).collect())))
}

/// What such a trigger says of one keyword, and the others that the same is true for.
pub(crate) fn said_once(ability: &TriggeredAbility) -> Option<(TriggeredAbility, Vec<Keyword>)> {
    let (Some(Condition::Or(_)), [Mode { clauses, .. }]) = (&ability.condition, ability.program.modes.as_slice())
    else {
        return None;
    };
    let (first, rest) = clauses.split_first()?;
    let Instruction::If { condition, then, .. } = &first.does else { return None };
    let others = rest.iter().map(|clause| granted(&clause.does)).collect::<Option<Vec<_>>>()?;
    let plain = |keyword: &Keyword| {
        Other::Plain(KeywordAbility { keyword: *keyword, param: KeywordParam::None, means: Arc::from([]) })
    };
    let same = said_of(&first.does, &others.iter().map(plain).collect::<Vec<_>>())?;
    let program = Program::plain(Vec::new(), then.clone());
    let once = TriggeredAbility { condition: Some(condition.clone()), program, ..ability.clone() };
    (!others.is_empty() && same.iter().eq(rest.iter().map(|clause| &clause.does))).then_some((once, others))
}

/// "Creatures you control gain flying until end of turn if a creature you control has flying. The same is true for first strike
/// and vigilance.", "Put a flying counter on any creature you control if … Repeat this process for first strike and vigilance.": as
/// often, each time with another keyword in its place.
pub(super) fn same_is_true(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let again = p.eat_any(&["the same is true for", "repeat this process for"])? == 1;
    let Some(Clause { does: does @ Instruction::If { then, otherwise, .. }, .. }) = out.last() else {
        return p.fail("what is so if something else is");
    };
    // A process is all that was said so far.
    let done_before = out.len() > 1;
    match (then.as_slice(), otherwise.is_empty()) {
        ([Clause { does: Instruction::Effect { .. }, .. }], true) if !again => {}
        ([Clause { does: Instruction::PutCounters { .. }, .. }], true) if again && !done_before => {}
        _ => return p.fail("one effect"),
    }
    let does = does.clone();
    let Some(all) = said_of(&does, &others(p)?) else {
        return p.fail("one keyword that is asked about and granted");
    };
    for same in all {
        out.push(emit(p, same));
    }
    Some(())
}
