//! What a spell does: its spell abilities as one program (113.3a), or what an Aura spell targets (303.4a).

use std::sync::Arc;

use lawmage_ir::{Ability, Amount, Filter, Keyword, KeywordParam, Program, Subtype, TargetSpec};

use crate::chars::Chars;

/// The programs of a spell, paragraph by paragraph. Targets and slots are numbered within each.
pub(crate) fn paragraphs(chars: &Chars) -> impl Iterator<Item = &Program> {
    chars.abilities.iter().filter_map(|on| match &*on.ability {
        Ability::Spell(program) => Some(program),
        _ => None,
    })
}

/// All paragraphs as one program: the modes of each after those of the ones before.
pub(crate) fn whole_program(chars: &Chars) -> Option<Arc<Program>> {
    let mut all = paragraphs(chars);
    let Some(first) = all.next() else {
        return aura_target(chars).map(|target| Arc::new(Program::plain(vec![target], Vec::new())));
    };
    let mut whole = first.clone();
    for more in all {
        whole.modal = whole.modal.or_else(|| more.modal.clone());
        whole.modes.extend(more.modes.iter().cloned());
    }
    Some(Arc::new(whole))
}

/// What an Aura spell targets (115.1b): what its enchant abilities allow (303.4a, 702.5a).
pub(crate) fn aura_target(chars: &Chars) -> Option<TargetSpec> {
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
    let filter = Filter::new(first.kind.clone(), lawmage_ir::Test::all(tests));
    Some(TargetSpec { filter, min: Amount::ONE, max: Some(Amount::ONE), limit: None, by: None, divide: None })
}
