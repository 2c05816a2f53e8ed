//! "Other" and "another" where the object itself could not be meant: an Aura, an Equipment or a spell is no creature.
//!
//! "Enchanted creature gets +1/+1 for each other creature you control" is other than the enchanted creature; "each other creature
//! becomes a copy of target creature" is other than the target.

use lawmage_ir::visit::{Go, walk_mut};
use lawmage_ir::{
    Ability, CardType, Continuous, EventPattern, Face, Filter, KeywordAbility, Kind, Modification, Program, Ref, Role,
    Selector, Subtype, Test,
};

use crate::grammar::event::facts::roles;

/// Says of abilities as read what "other" is other than.
pub(super) fn than_what(abilities: &mut [Ability], of: &Face) {
    let spell = of.types.has(CardType::Instant) || of.types.has(CardType::Sorcery);
    for ability in abilities.iter_mut() {
        let fixed = matches!(ability, Ability::Static(_));
        than_each(ability, spell || fixed);
    }
    let attachment = of.subtypes.has(Subtype::AURA) || of.subtypes.has(Subtype::EQUIPMENT);
    for ability in abilities {
        match ability {
            Ability::Spell(program) if spell => other_than_target(program),
            Ability::Static(_) if attachment && !of.types.has(CardType::Creature) => other_than_host(ability),
            // Of two creatures in an event it could be either.
            Ability::Triggered(triggered)
                if attachment
                    && !of.types.has(CardType::Creature)
                    && !matches!(triggered.event, EventPattern::Damage { .. } | EventPattern::Blocks { .. }) =>
            {
                other_than_host(ability);
            }
            Ability::Triggered(triggered) if attachment && !of.types.has(CardType::Creature) => {
                // "Deals damage to a creature … each other creature": other than the one that was dealt damage.
                if let EventPattern::Damage { to, .. } = &triggered.event
                    && to.kind == Kind::Permanent
                {
                    replace(&mut triggered.program, &Ref::Event(Role::Object), true);
                }
            }
            _ => {}
        }
    }
}

/// "Creatures you control get +1/+1 for each other creature with the same name": other than the one that gets it, which is "each" as
/// the change is worked out, where the inner filter tests another (613.4c).
fn than_each(ability: &mut Ability, whole: bool) {
    walk_mut(ability, &mut |node| {
        if let Some(Continuous::Modify { what, mods }) = node.get_mut() {
            let several = whole && matches!(what, Selector::All(_));
            for amounts in mods.iter_mut().filter(|m| matches!(m, Modification::AddPowerToughness(..))) {
                each_within(amounts, several);
            }
        }
        Go::Into
    });
}

fn each_within(amounts: &mut Modification, several: bool) {
    walk_mut(amounts, &mut |node| {
        match node.get_mut() {
            // "Each other creature with the same name as that creature": other than that one.
            Some(Test::And(tests)) if tests.iter().any(|t| matches!(t, Test::Shares(_, Ref::It))) => {
                let this = Test::not(Test::Is(Ref::This));
                for test in tests.iter_mut().filter(|test| **test == this) {
                    *test = Test::not(Test::Is(Ref::Each));
                }
            }
            Some(Test::Shares(_, it) | Test::AttachedTo(it) | Test::Blocking(it) | Test::BlockedBy(it))
                if *it == Ref::It =>
            {
                *it = Ref::Each;
            }
            Some(Test::Not(inner)) if **inner == Test::Is(Ref::It) || (several && **inner == Test::Is(Ref::This)) => {
                **inner = Test::Is(Ref::Each);
            }
            _ => {}
        }
        Go::Into
    });
}

/// In a spell with one target phrase, other than the target.
fn other_than_target(program: &mut Program) {
    for mode in &mut program.modes {
        if let [_] = mode.targets.as_slice() {
            replace(&mut mode.clauses, &Ref::Target(0), false);
        }
    }
}

/// Other than what the object is attached to.
fn other_than_host(ability: &mut Ability) {
    let host = Ref::Host(Box::new(Ref::This));
    if let Ability::Static(statics) = ability {
        replace(&mut statics.condition, &host, true);
        replace(&mut statics.effects, &host, true);
    } else if let Ability::Triggered(triggered) = ability {
        // 608.2k: of what it was attached to as that happened.
        let is_host = |filter: &&Filter| filter.test == Test::Is(host.clone());
        let than = match roles(&triggered.event) {
            (Some(subject), _) if is_host(&subject) => Ref::Event(Role::Subject),
            (_, Some(object)) if is_host(&object) => Ref::Event(Role::Object),
            _ => host,
        };
        replace(&mut triggered.condition, &than, true);
        replace(&mut triggered.program, &than, true);
    }
}

/// Changes what permanents are other than, but not in abilities that something else gains. Of those that must be creatures,
/// when only they could not be the object.
fn replace(part: &mut impl lawmage_ir::visit::Part, than: &Ref, creatures: bool) {
    walk_mut(part, &mut |node| {
        let granted = matches!(node.get_mut(), Some(Modification::AddAbility(_)));
        if granted || node.get_mut::<KeywordAbility>().is_some() {
            return Go::Past;
        }
        if let Some(Filter { kind: Kind::Permanent, test: Test::And(tests) }) = node.get_mut::<Filter>()
            && (!creatures || tests.contains(&Test::Type(CardType::Creature)))
        {
            let this = Test::not(Test::Is(Ref::This));
            for test in tests.iter_mut().filter(|test| **test == this) {
                *test = Test::not(Test::Is(than.clone()));
            }
        }
        Go::Into
    });
}
