//! What a spell could target (707.10d).

use lawmage_ir::{Amount, Cmp, Condition, Filter, Kind, Ref, Role, Selector, Test, Who};

use crate::grammar::event::role;
use crate::grammar::noun;
use crate::parse::{Handle, Parser, Referent};

/// "you control one or more other creatures that spell could target", "another opponent controls one or more nonland permanents
/// that spell could target": other than this creature, than the controller of what the spell targets. "Those creatures" are they.
pub(super) fn controls_targetable(p: &mut Parser<'_>) -> Option<Condition> {
    let mine = p.eat_any(&["you control one or more other", "another opponent controls one or more"])? == 0;
    let noun = noun::noun(p)?;
    let could = noun.filter.test.conjuncts().iter().any(|test| matches!(test, Test::TargetableBy(_)));
    if !could || noun.filter.kind != Kind::Permanent || noun.limit.is_some() || noun.among.is_some() {
        return p.fail("what a spell could target");
    }
    let narrower = match mine {
        true => vec![Test::Controlled(Who::You), Test::not(Test::Is(Ref::This))],
        false => {
            let aimed = Ref::AimedAt(Box::new(Ref::Event(Role::Subject)));
            p.scope.latest(|r| r.handle == Handle::Ref(aimed.clone()))?;
            vec![Test::Controlled(other_opponents(aimed))]
        }
    };
    let said = noun.filter.clone();
    let those = Filter::permanent(Test::all([noun.filter.test].into_iter().chain(narrower)));
    let those = Selector::All(those);
    let handle = Handle::Select(Box::new(those.clone()));
    p.scope.mention(Referent { handle, plural: true, ..role(Role::Subject, &said) });
    Some(Condition::Compare(Amount::Count(Box::new(those)), Cmp::AtLeast, Amount::ONE))
}

/// Your opponents but the one who controls that.
fn other_opponents(than_of: Ref) -> Who {
    let one = Condition::Is(Ref::It, Test::Controlled(Who::Controller(Box::new(than_of))));
    Who::Such(Box::new(Who::Opponents), Box::new(Condition::Not(Box::new(one))))
}
