//! "The same is true for first strike and vigilance": what was said of a keyword, said of others (608.2c).

use std::sync::Arc;

use lawmage_ir::visit::{self, Go, Node};
use lawmage_ir::{
    Ability, AbilitySort, Amount, Clause, CounterKind, Instruction, Keyword, KeywordAbility, KeywordParam,
    Modification, Selector, Test,
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
/// is where landwalk and protection are found.
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
