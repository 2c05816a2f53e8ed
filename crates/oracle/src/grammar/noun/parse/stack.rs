//! What may be on the stack, where an ability is told by how it came there (113.3b-c): "activated ability", "triggered ability or
//! colorless spell".

use lawmage_ir::{Filter, Kind, Status, Test};

use super::word::Head;
use super::{Alternative, Noun, alternative, any_player};
use crate::parse::Parser;

/// "activated ability", "spell, activated ability, or triggered ability", "triggered ability or colorless spell".
pub(super) fn on_stack(p: &mut Parser<'_>) -> Option<Noun> {
    let (first, mut plural) = one(p)?;
    let mut all = vec![first];
    while let Some((next, last)) = p.attempt(|p| {
        let comma = p.comma();
        let or = p.eat("or");
        if !comma && !or {
            return None;
        }
        Some((one(p)?, or))
    }) {
        all.push(next.0);
        plural |= next.1;
        if last {
            break;
        }
    }
    let ability = |t: &Test| matches!(t, Test::Status(Status::Activated | Status::Triggered));
    if !all.iter().any(ability) {
        return p.fail("an activated or triggered ability");
    }
    let spell = all.iter().any(|t| !ability(t));
    let kind = if spell { Kind::OnStack } else { Kind::Ability };
    let has = |status: Status| all.contains(&Test::Status(status));
    let everything = has(Status::Activated) && has(Status::Triggered) && (!spell || has(Status::Spell));
    let test = match all.len() {
        _ if everything => Test::Any,
        1 => all.remove(0),
        _ => Test::Or(all),
    };
    Some(Noun { filter: Filter::new(kind, test), plural, ..any_player() })
}

/// One of them, and whether it is a plural.
fn one(p: &mut Parser<'_>) -> Option<(Test, bool)> {
    let abilities = ["activated ability", "triggered ability", "activated abilities", "triggered abilities"];
    if let Some(which) = p.eat_any(&abilities) {
        let status = if which % 2 == 0 { Status::Activated } else { Status::Triggered };
        return Some((Test::Status(status), which > 1));
    }
    let spell = alternative(p)?;
    if spell.heads != [Head::Spell] {
        return p.fail("a spell");
    }
    let tests = spell.adjectives.into_iter().chain(spell.nouns);
    Some((Test::all([Test::Status(Status::Spell)].into_iter().chain(tests)), spell.plural))
}

/// "spell or nonland permanent", "spell or creature": what the permanents are.
pub(super) fn spell_or(alternatives: &[Alternative]) -> Option<&[Alternative]> {
    let (spell, others) = alternatives.split_first()?;
    let plain = spell.heads == [Head::Spell] && spell.nouns.is_empty() && spell.adjectives.is_empty();
    let permanents = others.iter().all(|a| a.heads.is_empty() && !a.nouns.is_empty() || a.heads == [Head::Permanent]);
    if plain && permanents && !others.is_empty() {
        return Some(others);
    }
    // "creature or spell"
    let [permanent, spell] = alternatives else { return None };
    let plain = spell.heads == [Head::Spell] && spell.nouns.is_empty() && spell.adjectives.is_empty() && !spell.article;
    let one = permanent.heads.is_empty() && !permanent.nouns.is_empty() && !spell.plural && !permanent.plural;
    (plain && one).then_some(std::slice::from_ref(permanent))
}
