//! What passes: the step, who fights, damage, life, what is tapped and what has happened change all the time, and few effects
//! look at them. Where none in force does, what was worked out still holds after such a change. It errs on the side of
//! working out anew: only what is listed here is known to look at nothing of the kind.

use lawmage_ir::{Amount, Continuous, Modification, Permission, Ref, Selector, StaticAbility, Test, Who};

use super::in_force::static_of;
use super::looks_at;
use crate::state::cache::Outlook;
use crate::state::chars::recalls;
use crate::state::ids::ObjectId;
use crate::state::{Effect, Expiry, State};

impl State {
    /// Says that something has changed that passes: the step, the combat, damage, a life total, what is tapped.
    pub(crate) fn touch_passing(&mut self) {
        if self.cache.clean && self.outlook() != Outlook::Steady {
            self.cache.clean = false;
        }
    }

    /// Says that something has happened, and changed nothing else.
    pub(crate) fn touch_history(&mut self) {
        if self.cache.clean && self.outlook() == Outlook::Recalling {
            self.cache.clean = false;
        }
    }

    /// Whether what was worked out last is what would be worked out now; true while a change is known that asks for it.
    #[must_use]
    pub fn is_worked_out_as_it_is(&self) -> bool {
        if !self.cache.clean {
            return true;
        }
        let mut anew = self.clone();
        anew.touch();
        anew.refresh();
        let mut ids = (0u32..).zip(&self.objects).map(|(slot, o)| ObjectId { slot, generation: o.generation });
        self.rules() == anew.rules()
            && self.effects == anew.effects
            && ids.all(|id| self.chars(id) == anew.chars(id) && self.controller(id) == anew.controller(id))
    }

    /// What of all that passes is looked at; asked once of each working-out.
    fn outlook(&mut self) -> Outlook {
        if let Some(known) = self.cache.outlook {
            return known;
        }
        let found = if self.looks_at_nothing_passing() {
            Outlook::Steady
        } else if self.recalls() {
            Outlook::Recalling
        } else {
            Outlook::Passing
        };
        self.cache.outlook = Some(found);
        found
    }

    /// Whether that holds of all static abilities that may have effects.
    fn all_static(&self, holds: impl Fn(&StaticAbility) -> bool) -> bool {
        let bearers = self.bearers(&self.cache.filled, |marks| marks.modifies || marks.rules);
        bearers
            .into_iter()
            .all(|id| self.chars(id).abilities.iter().filter_map(|on| static_of(&on.ability)).all(&holds))
    }

    /// Whether something in force looks at what has happened.
    fn recalls(&self) -> bool {
        let lasting = |effect: &Effect| match &effect.expiry {
            Expiry::While(condition) => recalls(condition),
            _ => false,
        };
        self.effects.iter().any(|effect| lasting(effect) || recalls(&*effect.what))
            || !self.bearers(&self.cache.filled, |marks| marks.recalls).is_empty()
    }

    fn looks_at_nothing_passing(&self) -> bool {
        let reveals = |what: Option<&Continuous>| matches!(what, Some(Continuous::May(Permission::RevealTop(_))));
        self.pairs.is_empty()
            && self.concealed.is_empty()
            && self.revealed_tops.is_empty()
            && self.stickers.is_empty()
            && !self.rules().mays.iter().any(|rule| reveals(rule.what()))
            && self.effects.iter().all(is_steady_effect)
            && self.all_static(is_steady_ability)
    }
}

/// An effect of a resolved spell or ability (611.2); what it applies to was locked in as it began (611.2c).
fn is_steady_effect(effect: &Effect) -> bool {
    let steady = match &*effect.what {
        Continuous::Modify { mods, .. } if effect.locked.is_some() => mods.iter().all(is_steady_modification),
        what => is_steady_continuous(what),
    };
    steady && !matches!(effect.expiry, Expiry::While(_))
}

/// A static ability (611.3).
fn is_steady_ability(ability: &StaticAbility) -> bool {
    ability.condition.is_none() && ability.effects.iter().all(is_steady_continuous)
}

/// What changes the rules is only listed by the layers, and asked by who needs it.
fn is_steady_continuous(what: &Continuous) -> bool {
    match what {
        Continuous::Modify { what, mods } => is_steady_selector(what) && mods.iter().all(is_steady_modification),
        Continuous::Ignorable { .. } => false,
        _ => true,
    }
}

fn is_steady_modification(modification: &Modification) -> bool {
    match modification {
        Modification::SetPowerToughness(p, t) => [p, t].into_iter().flatten().all(is_steady_amount),
        Modification::AddPowerToughness(p, t) => is_steady_amount(p) && is_steady_amount(t),
        Modification::Controller(Who::You)
        | Modification::AddTypes(_)
        | Modification::SetTypes(_)
        | Modification::RemoveType(_)
        | Modification::RemoveSupertype(_)
        | Modification::AllCreatureTypes
        | Modification::LoseCreatureTypes
        | Modification::SetLandTypes(_)
        | Modification::AddChosenType(_)
        | Modification::SetChosenType(_)
        | Modification::SetColors(_)
        | Modification::AddColors(_)
        | Modification::SetChosenColor(_)
        | Modification::KeepColors
        | Modification::AddChosenColor(_)
        | Modification::AddAbility(_)
        | Modification::LoseKeyword(_)
        | Modification::LoseLandwalk(_)
        | Modification::LoseThisAbility(_)
        | Modification::LoseAllAbilities
        | Modification::LoseAllButMana
        | Modification::LoseAbility(_)
        | Modification::CantHave(_)
        | Modification::SwitchPowerToughness
        | Modification::LoseManaCost
        | Modification::SetName(_) => true,
        _ => false,
    }
}

fn is_steady_amount(of: &Amount) -> bool {
    match of {
        Amount::Const(_) | Amount::X | Amount::Slot(_) => true,
        Amount::Count(of) => is_steady_selector(of),
        Amount::Times(_, of) => is_steady_amount(of),
        Amount::Plus(a, b) | Amount::Product(a, b) | Amount::Minus(a, b) => is_steady_amount(a) && is_steady_amount(b),
        _ => false,
    }
}

fn is_steady_selector(of: &Selector) -> bool {
    match of {
        Selector::Ref(Ref::This) => true,
        Selector::Ref(Ref::Host(of)) => matches!(**of, Ref::This),
        Selector::All(filter) => is_steady_test(&filter.test),
        Selector::Union(all) => all.iter().all(is_steady_selector),
        _ => false,
    }
}

fn is_steady_test(of: &Test) -> bool {
    match of {
        Test::And(all) | Test::Or(all) => all.iter().all(is_steady_test),
        Test::Not(inner) => is_steady_test(inner),
        Test::Card | Test::Is(Ref::This) => true,
        other => looks_at::is_plain(other),
    }
}
