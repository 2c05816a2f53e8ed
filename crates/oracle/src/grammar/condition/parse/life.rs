//! How life totals compare.

use lawmage_ir::{Amount, Cmp, Condition, Ref, Who};

use super::{comparison, of_players};
use crate::grammar::player;
use crate::parse::Parser;

/// After "your life total is", "an opponent's life total is": how it compares. Half of what is not halved exactly is compared
/// as it is (107.1a rounds only what is put to use): twice the one with the other.
pub(crate) fn life_is(p: &mut Parser<'_>, who: &Who) -> Option<Condition> {
    let one = if who.is_group() { Who::Ref(Ref::It) } else { who.clone() };
    let actor = p.scope.actor.replace(one);
    let read = p
        .attempt(|p| {
            let cmp = match p.eat_any(&["less than or equal to half", "less than half"])? {
                0 => Cmp::AtMost,
                _ => Cmp::Less,
            };
            let whole = starting_life(p)?;
            Some((2, cmp, whole))
        })
        .or_else(|| {
            p.attempt(|p| {
                p.expect("at least")?;
                let more = p.number()?;
                p.expect("greater than")?;
                let base = starting_life(p)?;
                Some((1, Cmp::AtLeast, Amount::Plus(Box::new(base), Box::new(Amount::Const(more)))))
            })
        });
    let (times, cmp, right) = match read {
        Some(read) => read,
        None => match comparison(p, Amount::Life(Who::You)) {
            Some(Condition::Compare(_, cmp, right)) => (1, cmp, right),
            _ => {
                p.scope.actor = actor;
                return p.fail("how the life total compares");
            }
        },
    };
    p.scope.actor = actor;
    Some(of_players(who, |w| {
        let life = Amount::Life(w);
        let left = if times == 2 { Amount::Times(2, Box::new(life)) } else { life };
        Condition::Compare(left, cmp, right)
    }))
}

/// "their starting life total".
fn starting_life(p: &mut Parser<'_>) -> Option<Amount> {
    let whose = player::possessive(p)?;
    p.expect("starting life total")?;
    Some(Amount::StartingLife(whose))
}

/// "you have at least 7 life more than your starting life total".
pub(super) fn more_than_at_first(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you have at least")?;
    let more = p.number()?;
    p.expect("life more than your starting life total")?;
    let base = Amount::StartingLife(Who::You);
    let right = Amount::Plus(Box::new(base), Box::new(Amount::Const(more)));
    Some(Condition::Compare(Amount::Life(Who::You), Cmp::AtLeast, right))
}
