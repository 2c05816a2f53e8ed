//! What can be told of an event pattern without saying it: its roles, whether it happens once, whom it is about.

use lawmage_ir::{Amount, Cause, Cmp, Condition, EventPattern, Filter, Kind, Ref, Test, Who};

use crate::grammar::noun::is_this;

/// What is activated.
static ABILITY: Filter = Filter::new(Kind::Ability, Test::Any);

/// The filters of the event's subject and object.
pub(crate) fn roles(event: &EventPattern) -> (Option<&Filter>, Option<&Filter>) {
    match event {
        EventPattern::Or(all) => all.first().map_or((None, None), roles),
        EventPattern::While(inner, _)
        | EventPattern::Nth(inner, _)
        | EventPattern::Batch(inner)
        | EventPattern::Before(inner)
        | EventPattern::Number(inner, ..) => roles(inner),
        EventPattern::Exploits { by, what } => (Some(by), Some(what)),
        EventPattern::Moves { what, .. } => (Some(what), None),
        EventPattern::Damage { by, to, .. } | EventPattern::Prevented { by, to } => (Some(by), Some(to)),
        EventPattern::Attacks { what, whom, .. } | EventPattern::Blocks { what, whom } => (Some(what), whom.as_ref()),
        EventPattern::BecomesBlocked { what, by } => (Some(what), by.as_ref()),
        EventPattern::Targeted { what, by } => (Some(what), Some(by)),
        EventPattern::Attached { what, to } | EventPattern::EntersAttached { what, to } => (Some(what), Some(to)),
        EventPattern::Unattached { what, from } => (Some(what), Some(from)),
        EventPattern::PhasesOut(what)
        | EventPattern::LosesControl { what, .. }
        | EventPattern::GainsControl { what, .. } => (Some(what), None),
        EventPattern::Casts { what, .. }
        | EventPattern::Copies { what, .. }
        | EventPattern::Cycles { what, .. }
        | EventPattern::Exerts { what, .. }
        | EventPattern::TokenCreated { what, .. }
        | EventPattern::Taps { what, .. }
        | EventPattern::Untaps { what, .. }
        | EventPattern::TappedForMana { what, .. } => (Some(what), None),
        EventPattern::Unblocked(what)
        | EventPattern::Tapped(what)
        | EventPattern::Untapped(what)
        | EventPattern::Transforms(what)
        | EventPattern::TransformsInto(what)
        | EventPattern::TurnedFaceUp(what)
        | EventPattern::PhasesIn(what)
        | EventPattern::Explores { what, .. }
        | EventPattern::Regenerates(what)
        | EventPattern::RevealsDrawn(what)
        | EventPattern::Mutates(what)
        | EventPattern::BecomesMonstrous(what)
        | EventPattern::BecomesLevel(what, _)
        | EventPattern::Unlocks { what, .. }
        | EventPattern::Countered(what) => (Some(what), None),
        EventPattern::CountersPut { on, .. } | EventPattern::CountersReach { on, .. } => (Some(on), None),
        EventPattern::ExcessDamage { to, .. } => (Some(to), None),
        EventPattern::Attractions { deed: lawmage_ir::AttractionDeed::Roll, .. }
        | EventPattern::Rolls(_)
        | EventPattern::RollsNatural(..) => (None, None),
        EventPattern::Attractions { what, .. } => (Some(what), None),
        EventPattern::Does { what, object, .. } => (what.as_ref(), object.as_ref()),
        EventPattern::PutsSticker { on, .. } => (Some(on), None),
        EventPattern::CountersRemoved { from, .. } | EventPattern::DamageCostsLoyalty(from) => (Some(from), None),
        EventPattern::Activates { source, .. } if source.test == Test::Any => (None, Some(&ABILITY)),
        EventPattern::Activates { source, .. } => (Some(source), Some(&ABILITY)),
        EventPattern::ProducesMana { source, .. } => (Some(source), None),
        EventPattern::AttackDeclared { .. }
        | EventPattern::PlaysLand { .. }
        | EventPattern::GainsLife(_)
        | EventPattern::LosesLife(_)
        | EventPattern::DamageCostsLife { .. }
        | EventPattern::DrawsCards { .. }
        | EventPattern::Begins { .. }
        | EventPattern::Shuffles(_)
        | EventPattern::Searches(_)
        | EventPattern::Scries(_)
        | EventPattern::Surveils(_)
        | EventPattern::Proliferates(_)
        | EventPattern::Mills(_)
        | EventPattern::FlipsCoin { .. }
        | EventPattern::TurnBegins(_)
        | EventPattern::ExtraTurnBegins(_)
        | EventPattern::PaysLife(_)
        | EventPattern::LosesGame(_)
        | EventPattern::EntersRoom(_)
        | EventPattern::CompletesDungeon(_)
        | EventPattern::DayTurns
        | EventPattern::CommitsCrime(_)
        | EventPattern::Expends(..)
        | EventPattern::Casual(_)
        | EventPattern::State(_) => (None, None),
    }
}

/// Whether the event is told of whoever is dealt damage, whatever deals it.
pub(crate) fn is_dealt(event: &EventPattern) -> bool {
    match event {
        EventPattern::Damage { by, .. } => by.kind == Kind::Object && by.test == Test::Any,
        _ => false,
    }
}

/// The owner that a test names, and the rest of it: "your graveyard" says whose the card is.
pub(crate) fn owner_apart(test: &Test) -> (Option<Who>, Test) {
    match test {
        Test::Owned(who) => (Some(who.clone()), Test::Any),
        Test::And(all) => match all.iter().position(|t| matches!(t, Test::Owned(_))) {
            Some(at) => {
                let mut rest = all.clone();
                let Test::Owned(who) = rest.remove(at) else { return (None, test.clone()) };
                (Some(who), Test::all(rest))
            }
            None => (None, test.clone()),
        },
        _ => (None, test.clone()),
    }
}

/// Whether Oracle says "when" rather than "whenever": it can happen to this object only once (it enters, dies, leaves).
pub(crate) fn happens_once(event: &EventPattern) -> bool {
    match event {
        EventPattern::Moves { what, cause, .. } => {
            matches!(what.test, Test::Is(Ref::This | Ref::Host(_) | Ref::Slot(_) | Ref::Target(_)))
                && !matches!(cause, Some(Cause::Draw | Cause::Mill))
        }
        EventPattern::TurnedFaceUp(what) | EventPattern::Unblocked(what) => {
            is_this(what) && matches!(event, EventPattern::TurnedFaceUp(_))
        }
        EventPattern::Or(all) => all.iter().all(happens_once),
        EventPattern::Casual(event) => event.what().is_some_and(is_this),
        EventPattern::Casts { what, .. } | EventPattern::Cycles { what, .. } => is_this(what),
        EventPattern::State(_) | EventPattern::CountersReach { .. } => true,
        EventPattern::CountersRemoved { last, .. } => *last,
        EventPattern::Batch(inner) | EventPattern::While(inner, _) => happens_once(inner),
        _ => false,
    }
}

/// Players who each gain or lose exactly so much life at once.
pub(crate) fn exactly_lost(each: &EventPattern) -> Option<(&Who, &'static str, &Amount)> {
    let EventPattern::Number(inner, Cmp::Equal, n) = each else { return None };
    match &**inner {
        EventPattern::LosesLife(who) => Some((who, "lose", n)),
        EventPattern::GainsLife(who) => Some((who, "gain", n)),
        _ => None,
    }
}

/// Whether a test says "you control".
pub(crate) fn says_you(test: &Test) -> bool {
    match test {
        Test::Controlled(Who::You) => true,
        Test::And(all) | Test::Or(all) => all.iter().any(says_you),
        _ => false,
    }
}

/// Whom a player attacks: creatures that attack that one (508.3e).
pub(crate) fn attacked(with: &Filter) -> Option<&'static str> {
    let Test::And(all) = &with.test else { return None };
    match all.as_slice() {
        [Test::Type(lawmage_ir::CardType::Creature), Test::Attacking { whom, and_permanents }] => {
            match (whom, and_permanents) {
                (Who::You, false) => Some("you"),
                (Who::You, true) => Some("you or a planeswalker you control"),
                (Who::All, false) => Some("a player"),
                (Who::Opponents, false) => Some("an opponent"),
                _ => None,
            }
        }
        _ => None,
    }
}

/// What a spell or ability is to cause there: "a spell or ability an opponent controls causes you to discard ~".
pub(crate) fn caused(event: &EventPattern) -> Option<&EventPattern> {
    match event {
        EventPattern::While(inner, condition) if matches!(**condition, Condition::CausedBy(_)) => Some(inner),
        _ => None,
    }
}
