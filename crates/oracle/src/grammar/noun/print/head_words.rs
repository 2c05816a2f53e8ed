//! The words for kinds of objects.

use lawmage_ir::{Filter, Kind, Status, Test};

/// The word by which a member is spoken of again: "creature", "card", "player", "permanent".
pub(crate) fn head_word(filter: &Filter, _plural: bool) -> String {
    match &filter.kind {
        Kind::Card(_) => "card".to_owned(),
        Kind::Spell => "spell".to_owned(),
        Kind::Ability => "ability".to_owned(),
        Kind::OnStack => "spell or ability".to_owned(),
        Kind::Player => "player".to_owned(),
        Kind::AnyTarget | Kind::PlayerOrPermanent => "permanent or player".to_owned(),
        Kind::SpellOrPermanent => "spell or permanent".to_owned(),
        Kind::PermanentOrCard(_) => "permanent or card".to_owned(),
        Kind::Object => "source".to_owned(),
        Kind::Permanent => permanent_word(&filter.test),
    }
}

pub(super) fn permanent_word(test: &Test) -> String {
    fn types(test: &Test) -> Option<String> {
        match test {
            Test::Token => Some("token".to_owned()),
            Test::Type(t) => Some(t.word().to_lowercase()),
            Test::Subtype(s) => Some(match s.kind() {
                lawmage_ir::SubtypeKind::Creature => "creature".to_owned(),
                lawmage_ir::SubtypeKind::Land => "land".to_owned(),
                _ => s.word().to_owned(),
            }),
            Test::And(all) => all.iter().filter_map(types).next_back(),
            Test::Or(all) => {
                let first = all.first().and_then(types)?;
                all.iter().all(|t| types(t).as_deref() == Some(first.as_str())).then_some(first)
            }
            Test::Status(Status::Attacking | Status::Blocking) => Some("creature".to_owned()),
            _ => None,
        }
    }
    types(test).unwrap_or_else(|| "permanent".to_owned())
}
