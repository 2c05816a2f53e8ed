//! What a spell does: its spell abilities as one program (113.3a), or what an Aura spell targets (303.4a).

use std::borrow::Cow;
use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, CardType, Continuous, CostLabel, Filter, Keyword, KeywordParam, Program, Prohibition, Ref,
    Subtype, TargetSpec, Test, Who,
};

use crate::kinds::merge::is_mutate;
use crate::state::chars::Chars;

/// The programs of a spell, paragraph by paragraph. Targets and slots are numbered within each.
pub(crate) fn paragraphs(chars: &Chars) -> impl Iterator<Item = &Program> {
    paragraphs_at(chars, None)
}

/// The same, of a spell for which the cost of that label is to be paid (702.96a, 702.113b, 702.148a):
/// overloaded, it has no targets (702.96b).
pub(crate) fn paragraphs_at<'a>(
    chars: &'a Chars,
    label: Option<&'a CostLabel>,
) -> impl Iterator<Item = &'a Program> + Clone {
    let other = label.filter(|l| has_text_for(chars, l));
    chars.abilities.iter().filter_map(move |on| match (&*on.ability, other) {
        (Ability::Spell(program), None) => Some(program),
        (Ability::SpellInstead(paid, program), Some(label)) if paid == label => Some(program),
        _ => None,
    })
}

fn has_text_for(chars: &Chars, label: &CostLabel) -> bool {
    chars.abilities.iter().any(|on| matches!(&*on.ability, Ability::SpellInstead(paid, _) if paid == label))
}

/// What a spell is when the cost of that label is paid for it, if its text is another then (612.1).
pub(crate) fn with_text_for(chars: &Chars, label: &CostLabel) -> Option<Arc<Chars>> {
    if !has_text_for(chars, label) {
        return None;
    }
    let mut changed = chars.clone();
    changed.abilities.retain(|on| !matches!(&*on.ability, Ability::Spell(_)));
    for on in &mut changed.abilities {
        if let Ability::SpellInstead(paid, program) = &*on.ability
            && paid == label
        {
            on.ability = Arc::new(Ability::Spell(program.clone()));
        }
    }
    Some(Arc::new(changed))
}

/// All paragraphs as one program: the modes of each after those of the ones before.
pub(crate) fn whole_program(chars: &Chars, label: Option<&CostLabel>) -> Option<Arc<Program>> {
    let mut all = paragraphs(chars);
    let Some(first) = all.next() else {
        return own_target(chars, label).map(|target| Arc::new(Program::plain(vec![target], Vec::new())));
    };
    let mut whole = first.clone();
    for more in all {
        whole.modal = whole.modal.or_else(|| more.modal.clone());
        whole.modes.extend(more.modes.iter().cloned());
    }
    Some(Arc::new(whole))
}

/// What a spell without spell abilities targets: a mutating creature spell (702.140a) or an Aura spell, for the way it is
/// cast.
pub(crate) fn own_target(chars: &Chars, label: Option<&CostLabel>) -> Option<TargetSpec> {
    if !label.is_some_and(is_mutate) {
        return aura_target(chars);
    }
    let owner = Who::Owner(Box::new(Ref::This));
    let test =
        Test::And(vec![Test::Type(CardType::Creature), Test::not(Test::Subtype(Subtype::HUMAN)), Test::Owned(owner)]);
    let filter = Filter::permanent(test);
    Some(TargetSpec { filter, min: Amount::ONE, max: Some(Amount::ONE), limit: None, by: None, divide: None })
}

/// What keeps things from being chosen as a spell's target as it is cast.
fn not_as_cast(ability: &Ability) -> impl Iterator<Item = Test> {
    let effects = if let Ability::Static(ability) = ability { ability.effects.as_slice() } else { &[] };
    effects.iter().filter_map(|effect| match effect {
        Continuous::Cant(Prohibition::TargetAsCast(what)) => {
            Some(Test::AsChosen(Box::new(Test::not(what.test.clone()))))
        }
        _ => None,
    })
}

/// A program whose target is such, too, where it has to be (601.3b).
pub(super) fn aimed<'a>(program: &'a Program, at: Option<&Filter>) -> Cow<'a, Program> {
    let Some(what) = at else { return Cow::Borrowed(program) };
    let mut program = program.clone();
    for target in program.modes.iter_mut().flat_map(|mode| &mut mode.targets) {
        *target = aimed_at(target.clone(), what);
    }
    Cow::Owned(program)
}

/// A target phrase of which the target is such, too.
pub(super) fn aimed_at(target: TargetSpec, what: &Filter) -> TargetSpec {
    let test = Test::all([target.filter.test, what.test.clone()]);
    TargetSpec { filter: Filter::new(target.filter.kind, test), ..target }
}

/// What an Aura spell targets (115.1b): what its enchant abilities allow (303.4a, 702.5a).
fn aura_target(chars: &Chars) -> Option<TargetSpec> {
    if !chars.has_subtype(Subtype::AURA) {
        return None;
    }
    let mut filters = chars.keyword(Keyword::Enchant).filter_map(|k| match &k.param {
        KeywordParam::Quality(filter) => Some(&**filter),
        _ => None,
    });
    let first = filters.next()?;
    // 702.5c: several enchant abilities all apply.
    let tests = std::iter::once(first.test.clone()).chain(filters.map(|f| f.test.clone()));
    let tests = tests.chain(chars.abilities.iter().flat_map(|on| not_as_cast(&on.ability)));
    let filter = Filter::new(first.kind.clone(), Test::all(tests));
    Some(TargetSpec { filter, min: Amount::ONE, max: Some(Amount::ONE), limit: None, by: None, divide: None })
}
