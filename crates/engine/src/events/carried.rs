//! What effects that change a card or spell do to what that becomes (400.7).

use std::sync::Arc;

use lawmage_ir::{Ability, Continuous, Keyword, Modification, Ref, Selector, Zone};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::chars::AbilityOn;
use crate::state::ids::{Entity, ObjectId};
use crate::state::stack::Frame;
use crate::state::{Effect, Expiry, State};

impl State {
    /// 112.4, 400.7a: effects that change a permanent spell go on applying to the permanent that it becomes; 400.7c, 609.7a:
    /// so do those that prevent or replace the damage it would deal. For how long such an effect lasts asks of the permanent, too.
    pub(crate) fn carry_effects(&mut self, spell: ObjectId, permanent: ObjectId) {
        let of_spell = |e: &Effect| e.locked.iter().flatten().any(|one| *one == Entity::Object(spell));
        let speaks = |e: &Effect| {
            matches!(*e.what, Continuous::Replace(_)) || matches!(e.expiry, Expiry::While(_)) && of_spell(e)
        };
        for effect in self.effects.iter_mut().filter(|e| speaks(e)) {
            let is_spell = |e: &Entity| *e == Entity::Object(spell);
            let Frame { slots, targets, .. } = &*effect.frame;
            let named = slots.iter().any(|s| s.members.iter().any(is_spell));
            if named || targets.iter().any(|t| t.chosen.iter().any(is_spell)) {
                let Frame { slots, targets, .. } = Arc::make_mut(&mut effect.frame);
                let members = slots.iter_mut().flat_map(|s| s.members.iter_mut());
                let chosen = targets.iter_mut().flat_map(|t| t.chosen.iter_mut());
                members.chain(chosen).filter(|e| is_spell(e)).for_each(|e| *e = Entity::Object(permanent));
            }
        }
        let locked = self.effects.iter_mut().filter_map(|e| e.locked.as_mut());
        for entity in locked.flatten().filter(|e| **e == Entity::Object(spell)) {
            *entity = Entity::Object(permanent);
        }
        for effect in self.effects.iter_mut().filter(|e| e.source == spell && e.locked.is_some()) {
            effect.source = permanent;
        }
    }

    /// 400.7b, 611.3d: what static abilities have given a permanent spell that works on the battlefield, the permanent keeps
    /// that it becomes.
    pub(crate) fn keep_granted(&mut self, spell: ObjectId, permanent: ObjectId) {
        let Some(past) = self.last_known(spell).filter(|past| past.chars.abilities.iter().any(is_granted)) else {
            return;
        };
        let by_effect = |ability: &Ability| {
            let on_it = |e: &&Effect| e.locked.as_ref().is_some_and(|all| all.contains(&Entity::Object(spell)));
            self.effects.iter().filter(on_it).any(|e| match &*e.what {
                Continuous::Modify { mods, .. } => {
                    mods.iter().any(|m| matches!(m, Modification::AddAbility(a) if **a == *ability))
                }
                _ => false,
            })
        };
        let granted = past.chars.abilities.iter().filter(|on| is_granted(on));
        let kept = granted.filter(|on| works_on_battlefield(&on.ability) && !by_effect(&on.ability));
        let mods: Vec<Modification> = kept.map(|on| Modification::AddAbility(on.ability.clone())).collect();
        if mods.is_empty() {
            return;
        }
        let context = Context::of(permanent, past.controller);
        let what = Arc::new(Continuous::Modify { what: Selector::Ref(Ref::This), mods });
        let locked = SmallVec::from_slice(&[Entity::Object(permanent)]);
        self.push_effect(&context, what, Some(locked), Arc::default(), Expiry::Never, None, None);
    }

    /// 400.7g: an ability given to a nonland card, with which it may be cast, is the spell's too that it becomes.
    pub(crate) fn carry_grants(&mut self, card: ObjectId, spell: ObjectId) {
        for effect in &mut self.effects {
            let Continuous::Modify { mods, .. } = &*effect.what else { continue };
            if !mods.iter().any(|m| matches!(m, Modification::AddAbility(_))) {
                continue;
            }
            let locked = effect.locked.iter_mut().flatten();
            locked.filter(|e| **e == Entity::Object(card)).for_each(|e| *e = Entity::Object(spell));
        }
    }
}

/// Whether an effect has given an object that ability; what a keyword means comes with the keyword.
const fn is_granted(on: &AbilityOn) -> bool {
    on.key.is_granted() && on.key.0 & 0xff == 0
}

/// Whether an ability functions on the battlefield.
fn works_on_battlefield(ability: &Ability) -> bool {
    use Keyword as K;
    match ability {
        Ability::Triggered(a) => a.zones.has(Zone::Battlefield),
        Ability::Static(a) => a.zones.has(Zone::Battlefield),
        Ability::Activated(a) => a.zones.has(Zone::Battlefield),
        Ability::Keyword(k) if k.means.is_empty() => !matches!(
            k.keyword,
            K::Flash | K::Convoke | K::Delve | K::Improvise | K::SplitSecond | K::Cascade | K::Affinity | K::Assist
        ),
        Ability::Keyword(k) => k.means.iter().any(works_on_battlefield),
        Ability::Spell(_) | Ability::SpellInstead(..) => false,
    }
}
