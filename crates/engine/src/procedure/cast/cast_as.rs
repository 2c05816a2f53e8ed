//! What a way of casting makes of the spell itself: face down (708.4), prototyped (718.3b), bestowed (702.103b).

use std::sync::Arc;

use lawmage_ir::{
    CardType, Condition, Continuous, CostLabel, Filter, Keyword, KeywordAbility, KeywordParam, Modification, Ref,
    Selector, Subtype, SubtypeSet, Test, TypeLine, TypeSet, Zone, ZoneSet,
};

use crate::read::context::Context;
use crate::state::chars::{AbilityKey, Chars};
use crate::state::face_down::FaceDown;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::stack::Frame;
use crate::state::{Effect, Expiry, State};

/// Whether a way of casting is by bestow (702.103a).
pub(crate) const fn is_bestow(label: &CostLabel) -> bool {
    matches!(label, CostLabel::Keyword(Keyword::Bestow, _))
}

/// Whether a way of casting is by prototype, which is no alternative cost (718.3).
pub(crate) const fn is_prototype(label: &CostLabel) -> bool {
    matches!(label, CostLabel::Keyword(Keyword::Prototype, _))
}

/// Whether a way of casting casts the card transformed, with its back face up (702.146a, 702.162a, 712.11a).
pub(crate) const fn is_transformed(label: &CostLabel) -> bool {
    matches!(label, CostLabel::Keyword(Keyword::Disturb | Keyword::MoreThanMeetsTheEye, _))
}

impl State {
    /// The characteristics of a spell cast in a way that changes them; `None` where the face's own hold.
    pub(crate) fn guised(&self, id: ObjectId, face: u8, label: Option<&CostLabel>) -> Option<Arc<Chars>> {
        let label = label?;
        if let Some(by) = FaceDown::of_label(Some(label)) {
            return Some(by.chars()); // 708.4
        }
        let printed = || self.face_chars(id, face).or_else(|| self.get(id).map(|o| &o.base));
        if is_prototype(label) {
            return printed().and_then(|chars| prototyped(chars));
        }
        if is_bestow(label) {
            return printed().map(|chars| Arc::new(bestowed(chars))); // 702.103d
        }
        None
    }

    /// 702.103b: a spell cast bestowed is an Aura enchantment with enchant creature, as long as it is on the stack or
    /// attached to something.
    pub(crate) fn bestow(&mut self, spell: ObjectId, player: PlayerId) {
        let host = Ref::Host(Box::new(Ref::This));
        let lasts = Condition::Or(vec![
            Condition::InZone(Ref::This, ZoneSet::of(Zone::Stack)),
            Condition::Is(Ref::This, Test::AttachedTo(host)), // 702.103f-g
        ]);
        let line =
            TypeLine { types: TypeSet::of(CardType::Enchantment), subtypes: aura_subtypes(), ..TypeLine::default() };
        let mods = vec![Modification::SetTypes(line), Modification::gains(enchant_creature())];
        let what = Continuous::Modify { what: Selector::Ref(Ref::This), mods };
        let locked = Some(smallvec::smallvec![Entity::Object(spell)]);
        let frame = Arc::new(Frame::default());
        let context = Context::of(spell, player);
        self.push_effect(&context, Arc::new(what), locked, frame, Expiry::While(lasts), None, None);
        self.touch();
        self.refresh();
    }

    /// 702.103e: a bestowed Aura spell whose target is illegal ceases to be bestowed.
    pub(crate) fn cease_to_be_bestowed(&mut self, spell: ObjectId) {
        let by_bestow = |e: &Effect| {
            e.source == spell
                && matches!(e.expiry, Expiry::While(_))
                && e.locked.as_ref().is_some_and(|l| l.as_slice() == [Entity::Object(spell)])
        };
        self.effects.retain(|e| !by_bestow(e));
        self.touch();
        self.refresh();
    }

    /// Whether a permanent is a bestowed Aura: cast so, and its card is a creature (702.103f).
    pub(crate) fn is_bestowed(&self, id: ObjectId) -> bool {
        self.cast_facts(id).is_some_and(|f| f.labels.iter().any(|(label, n)| *n > 0 && is_bestow(label)))
            && self.get(id).is_some_and(|o| o.base.is_creature())
    }
}

fn aura_subtypes() -> SubtypeSet {
    std::iter::once(Subtype::AURA).collect()
}

fn enchant_creature() -> KeywordAbility {
    let creature = Filter::permanent(Test::Type(CardType::Creature));
    KeywordAbility { keyword: Keyword::Enchant, param: KeywordParam::Quality(Box::new(creature)), means: Arc::new([]) }
}

fn bestowed(printed: &Chars) -> Chars {
    let mut chars = printed.clone();
    chars.types = TypeSet::of(CardType::Enchantment);
    chars.subtypes = aura_subtypes();
    let index = chars.abilities.len();
    let ability = Arc::new(lawmage_ir::Ability::Keyword(enchant_creature()));
    chars.add_ability(&ability, |part| AbilityKey::printed(index, part));
    chars
}

/// 718.3b: the alternative power, toughness and mana cost, and the colors of that cost; all else as printed (718.2, 718.5). They
/// are the copiable values of the spell and the permanent (718.2a, 718.3c-d), and of nothing in other zones (718.4).
fn prototyped(printed: &Chars) -> Option<Arc<Chars>> {
    let (cost, power, toughness) = printed.keyword(Keyword::Prototype).find_map(|k| match &k.param {
        KeywordParam::Prototype(cost, power, toughness) => Some((cost.clone(), *power, *toughness)),
        _ => None,
    })?;
    let mut chars = printed.clone();
    chars.colors = cost.colors();
    chars.mana_cost = Some(cost);
    (chars.power, chars.base_power) = (Some(power), Some(power));
    (chars.toughness, chars.base_toughness) = (Some(toughness), Some(toughness));
    Some(Arc::new(chars))
}

impl State {
    /// Whether a spell was cast for its sneak cost, so that what it becomes enters tapped and attacking (2026:702.190b).
    pub(crate) fn is_sneaked(&self, spell: ObjectId) -> bool {
        let sneak = |label: &CostLabel| matches!(label, CostLabel::Keyword(Keyword::Sneak, _));
        self.cast_facts(spell).is_some_and(|f| f.labels.iter().any(|(label, n)| *n > 0 && sneak(label)))
    }

    /// What the creature attacked that was returned for a spell's sneak cost.
    pub(crate) fn sneaks_up_on(&self, spell: ObjectId) -> Option<Entity> {
        let facts = self.cast_facts(spell).filter(|_| self.is_sneaked(spell))?;
        let frame = Frame { facts: Arc::new(facts.clone()), ..Frame::default() };
        let context = Context::with(spell, self.controller(spell), &frame);
        // 601.2h: the alternative cost comes after additional ones.
        let attacked = |n: usize| {
            let returned = Ref::Paid(u8::try_from(n).unwrap_or(u8::MAX));
            self.denote(&Ref::Attacked(Box::new(returned), TypeSet::ATTACKED), &context).first().copied()
        };
        (0..facts.paid.len()).rev().find_map(attacked)
    }
}
