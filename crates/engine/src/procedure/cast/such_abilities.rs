//! Abilities whose costs change for what they are or target (601.2f, 602.2b).

use lawmage_ir::{Ability, ActivatedAbility, CostOf, Filter, Keyword, Kind, Zone};

use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::ObjectId;
use crate::state::object::ability_of;
use crate::state::stack::TargetChoice;

/// An ability as it is being activated.
#[derive(Clone, Copy)]
pub(super) struct Activating<'a> {
    /// Which of its source's abilities.
    pub key: AbilityKey,
    /// Its targets, none while they are still to be chosen.
    pub targets: &'a [TargetChoice],
}

impl State {
    /// Whether an ability that is being activated is one of those whose cost changes; `less` when it becomes cheaper.
    pub(super) fn is_such_ability(
        &self,
        of: &CostOf,
        what: ObjectId,
        (own, asked): (Option<Keyword>, Activating<'_>),
        context: &Context<'_>,
        less: bool,
    ) -> bool {
        let CostOf::SomeAbilities { source, keyword, targets, but_mana, loyalty } = of else { return false };
        let Some(Ability::Activated(ability)) = ability_of(self.chars(what), asked.key).map(|a| &**a) else {
            return false;
        };
        let there = source.kind != Kind::Permanent || self.get(what).is_some_and(|o| o.zone == Zone::Battlefield);
        there
            && self.test(what.into(), &source.test, context)
            && (keyword.is_none() || *keyword == own)
            && !(*but_mana && ability.mana)
            && (!*loyalty || ability.loyalty)
            && targets.as_ref().is_none_or(|wanted| self.may_target(wanted, ability, asked, context, less))
    }

    /// Whether an ability targets what fits, or, while its targets are still to be chosen, might: as far as that would make it
    /// cheaper.
    fn may_target(
        &self,
        wanted: &Filter,
        ability: &ActivatedAbility,
        asked: Activating<'_>,
        context: &Context<'_>,
        less: bool,
    ) -> bool {
        if asked.targets.is_empty() {
            let has = ability.program.modes.iter().any(|mode| !mode.targets.is_empty());
            return less && has && !self.all(wanted, context).is_empty();
        }
        asked.targets.iter().flat_map(|t| &t.chosen).any(|target| self.fits(*target, wanted, context))
    }
}
