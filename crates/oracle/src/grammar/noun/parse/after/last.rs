//! "Artifact, enchantment, or creature with flying": what only creatures are said to have is said of the last noun alone.

use lawmage_ir::{CardType, Keyword, Stat, SubtypeKind, Test};

/// Says a modifier of the last of several alternatives, where that is "creature", what comes before are no creatures or kinds of
/// them, and the modifier is one for creatures. Whether it did.
pub(super) fn says_of_last(test: &mut Test, modifier: &Test) -> bool {
    if !is_of_creatures(modifier) {
        return false;
    }
    let alternatives = match test {
        Test::Or(all) => all,
        Test::And(all) => match all.iter_mut().find_map(|t| if let Test::Or(all) = t { Some(all) } else { None }) {
            Some(all) => all,
            None => return false,
        },
        _ => return false,
    };
    let Some((last, before)) = alternatives.split_last_mut() else { return false };
    if !is_creature(last) || !before.iter().all(says_more_than_creature) {
        return false;
    }
    let old = std::mem::replace(last, Test::Any);
    *last = Test::all([old, modifier.clone()]);
    true
}

/// "creature", with or without more said of it.
fn is_creature(test: &Test) -> bool {
    match test {
        Test::Type(CardType::Creature) => true,
        Test::And(all) => all.iter().any(is_creature),
        _ => false,
    }
}

/// Another card type, or a creature type: as one of creatures with the modifier it would not need to be named.
fn says_more_than_creature(test: &Test) -> bool {
    match test {
        Test::Type(t) => *t != CardType::Creature,
        Test::Subtype(s) => s.kind() == SubtypeKind::Creature,
        Test::And(all) => all.iter().any(says_more_than_creature) && !all.iter().any(is_creature),
        _ => false,
    }
}

/// Power, toughness, and the keywords of combat.
fn is_of_creatures(modifier: &Test) -> bool {
    match modifier {
        Test::Stat(Stat::Power | Stat::Toughness, ..) => true,
        Test::Keyword(keyword) => matches!(
            keyword,
            Keyword::Deathtouch
                | Keyword::Defender
                | Keyword::DoubleStrike
                | Keyword::FirstStrike
                | Keyword::Flying
                | Keyword::Haste
                | Keyword::Intimidate
                | Keyword::Fear
                | Keyword::Landwalk
                | Keyword::Lifelink
                | Keyword::Menace
                | Keyword::Reach
                | Keyword::Shadow
                | Keyword::Trample
                | Keyword::Vigilance
        ),
        Test::And(all) | Test::Or(all) => all.iter().all(is_of_creatures),
        Test::Not(inner) => is_of_creatures(inner),
        _ => false,
    }
}
