//! What a permanent that escaped has, and how it enters (702.138c-d).

use lawmage_ir::{Ability, Condition, Continuous, EventPattern, Ref, StaticAbility, TriggeredAbility, ZoneSet};

use super::end;
use crate::grammar::condition::has_escaped;
use crate::grammar::replacement::{self, enters};
use crate::grammar::{continuous, effect};
use crate::parse::{Parser, Referent};

/// "~ escapes with "[ability]"", "~ escapes with two +1/+1 counters on it. When it enters this way, …", "~ enters with six +1/+1
/// counters on it. It escapes with twelve +1/+1 counters on it instead."
pub(super) fn escaping(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.first(&[with_ability, enters_this_way, otherwise_with])
}

fn fixed(effect: Continuous, condition: Option<Condition>) -> Ability {
    Ability::Static(StaticAbility { zones: ZoneSet::BATTLEFIELD, condition, effects: vec![effect], defines: false })
}

/// 702.138d: if it escaped, it has that.
fn with_ability(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("~ escapes with")?;
    let mods = continuous::abilities(p)?;
    end(p)?;
    Some(vec![fixed(Continuous::Modify { what: lawmage_ir::THIS, mods }, Some(has_escaped(Ref::This)))])
}

/// 603.11: what triggers as it enters having escaped.
fn enters_this_way(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.at("~ escapes with").then_some(())?;
    let enters = enters::enters(p)?;
    p.expect(". when it enters this way ,")?;
    p.scope.mention(Referent::this());
    let program = effect::program(p)?;
    end(p)?;
    let event = EventPattern::While(Box::new(enters::entering(enters::this())), Box::new(has_escaped(Ref::This)));
    let trigger = Ability::Triggered(TriggeredAbility::new(event, program));
    Some(vec![fixed(Continuous::Replace(Box::new(enters)), None), trigger])
}

/// It enters in the one way, or if it escaped in the other.
fn otherwise_with(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.at("~ enters with").then_some(())?;
    let enters = enters::enters(p)?;
    p.expect(". it")?;
    let escapes = enters::escapes(p)?;
    p.expect("instead")?;
    end(p)?;
    let plainly = replacement::when(enters, Condition::Not(Box::new(has_escaped(Ref::This))));
    Some([plainly, escapes].map(|how| fixed(Continuous::Replace(Box::new(how)), None)).into())
}
