//! "Land or nonland", chosen, and "of the chosen kind".

use std::sync::Arc;

use lawmage_ir::{CardType, Condition, Instruction, Ref, Test, ValueKind, Who};

use crate::parse::Parser;

/// The kinds to choose from.
const KINDS: [&str; 2] = ["land", "nonland"];

/// After "choose": "land or nonland".
pub(crate) fn choose(p: &mut Parser<'_>, who: &Who) -> Option<Instruction> {
    p.expect("land or nonland")?;
    let linked = p.scope.link_here();
    let words: Vec<Arc<str>> = KINDS.map(Arc::from).to_vec();
    p.scope.face.word = Some(linked);
    p.scope.face.words.clone_from(&words);
    Some(Instruction::ChooseValue { who: who.clone(), what: ValueKind::Word(words), count: 1, linked })
}

/// "the chosen kind".
pub(crate) fn chosen(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("the chosen kind")?;
    if !p.scope.face.words.iter().map(|word| &**word).eq(KINDS) {
        return p.fail("a kind chosen before");
    }
    p.scope.face.word.map(|linked| Test::If(Box::new(of_kind(linked))))
}

/// That what is tested is a land, if that was chosen, and none otherwise.
fn of_kind(linked: u8) -> Condition {
    let land = Test::Type(CardType::Land);
    let tests = [land.clone(), Test::not(land)];
    let so = |(word, test): (&str, Test)| {
        Condition::And(vec![Condition::ChoseWord(linked, word.into()), Condition::Is(Ref::It, test)])
    };
    Condition::Or(KINDS.into_iter().zip(tests).map(so).collect())
}

/// Whether a condition is that.
pub(super) fn is_of_chosen_kind(held: &Condition) -> bool {
    let linked = match held {
        Condition::Or(all) => match all.first() {
            Some(Condition::And(both)) => match both.first() {
                Some(Condition::ChoseWord(linked, _)) => *linked,
                _ => return false,
            },
            _ => return false,
        },
        _ => return false,
    };
    *held == of_kind(linked)
}
