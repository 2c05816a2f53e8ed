//! What things are worth: about ten for each mana.

use lawmage_engine::state::chars::Chars;
use lawmage_engine::table::view::ObjectView;
use lawmage_engine::{Entity, ObjectId, PlayerId, View};
use lawmage_ir::{Ability, CardType, CounterKind, Face, Filter, Keyword, Kind, Stat, Status, Test, Who, Zone};

/// Keywords and what each adds: a part for having it and a part for each point of power.
const KEYWORDS: [(Keyword, i32, i32); 14] = [
    (Keyword::Flying, 3, 4),
    (Keyword::FirstStrike, 3, 1),
    (Keyword::DoubleStrike, 5, 6),
    (Keyword::Deathtouch, 12, 0),
    (Keyword::Trample, 0, 2),
    (Keyword::Lifelink, 2, 3),
    (Keyword::Vigilance, 2, 1),
    (Keyword::Menace, 2, 2),
    (Keyword::Haste, 1, 0),
    (Keyword::Hexproof, 8, 0),
    (Keyword::Indestructible, 15, 0),
    (Keyword::Reach, 3, 0),
    (Keyword::Ward, 5, 0),
    (Keyword::Defender, -3, -5),
];

/// What a permanent with these characteristics is worth.
pub(super) fn chars_value(chars: &Chars) -> i32 {
    let mut value = 0;
    if chars.is_creature() {
        let power = chars.power.unwrap_or(0).max(0);
        value += 4 + 8 * power + 5 * chars.toughness.unwrap_or(0).max(0);
        for (keyword, flat, each) in KEYWORDS {
            if chars.has(keyword) {
                value += flat + each * power;
            }
        }
    } else if chars.is(CardType::Planeswalker) {
        value += 50;
    } else if chars.is_land() {
        value += 20;
    } else {
        value += 8 + 7 * chars.mana_value() as i32;
    }
    for on in &chars.abilities {
        value += match &*on.ability {
            Ability::Activated(a) if a.mana => 6,
            Ability::Activated(_) => 5,
            Ability::Triggered(_) => 5,
            Ability::Static(s) if !s.defines => 4,
            _ => 0,
        };
    }
    value
}

/// What a token with this face is worth.
pub(super) fn face_value(face: &Face) -> i32 {
    let printed = |p: Option<lawmage_ir::Printed>| p.map_or(0, lawmage_ir::Printed::base).max(0);
    let size =
        if face.types.has(CardType::Creature) { 4 + 8 * printed(face.power) + 5 * printed(face.toughness) } else { 6 };
    size + 4 * face.abilities.len() as i32
}

/// What an object is worth where it is.
pub(super) fn value(object: &ObjectView<'_>) -> i32 {
    let mut value = chars_value(object.chars);
    if object.zone == Zone::Stack {
        return 8 + 10 * object.chars.mana_value() as i32;
    }
    if object.chars.is(CardType::Planeswalker) {
        value += 5 * object.counters.get(&CounterKind::Loyalty) as i32;
    }
    if object.token {
        value -= 2;
    }
    value.max(1)
}

/// What an object is worth; nothing if it can't be seen.
pub(super) fn value_of(view: &View<'_>, id: ObjectId) -> i32 {
    view.object(id).map_or(0, |o| value(&o))
}

/// How much more damage kills a creature.
pub(super) fn health(object: &ObjectView<'_>) -> i32 {
    object.chars.toughness.unwrap_or(0) - object.permanent.map_or(0, |p| p.damage) as i32
}

/// The bot's permanents that make mana and are untapped: about how much it can pay.
pub(super) fn mana_left(view: &View<'_>) -> i32 {
    let me = view.me();
    let pool = view.mana(me).total() as i32;
    pool + view
        .battlefield()
        .filter(|o| o.controller == me && o.chars.marks.mana && o.permanent.is_some_and(|p| !p.tapped))
        .count() as i32
}

/// How many lands a player controls.
pub(super) fn lands(view: &View<'_>, player: PlayerId) -> usize {
    view.battlefield().filter(|o| o.controller == player && o.chars.is_land()).count()
}

/// Whether something would fit a filter, as far as a glance tells: what can't be told fits.
pub(super) fn fits(view: &View<'_>, filter: &Filter, entity: Entity) -> bool {
    match entity {
        Entity::Player(player) => {
            let of_players = super::deed::speaks_of_players(filter);
            let tested = match filter.kind {
                Kind::Player => player_test(view, &filter.test, player),
                _ => true,
            };
            of_players && tested
        }
        Entity::Object(id) => {
            let Some(object) = view.object(id) else { return false };
            let kind = match &filter.kind {
                Kind::Permanent | Kind::PlayerOrPermanent => object.zone == Zone::Battlefield,
                Kind::AnyTarget => {
                    let types = object.chars.types;
                    object.zone == Zone::Battlefield
                        && [CardType::Creature, CardType::Planeswalker, CardType::Battle].iter().any(|t| types.has(*t))
                }
                Kind::Card(zones) => zones.has(object.zone),
                Kind::PermanentOrCard(zones) => object.zone == Zone::Battlefield || zones.has(object.zone),
                Kind::Spell => object.zone == Zone::Stack && object.stack.is_some_and(is_spell),
                Kind::Ability => object.zone == Zone::Stack && !object.stack.is_some_and(is_spell),
                Kind::OnStack => object.zone == Zone::Stack,
                Kind::SpellOrPermanent => {
                    object.zone == Zone::Battlefield || object.zone == Zone::Stack && object.stack.is_some_and(is_spell)
                }
                Kind::Player => false,
                Kind::Object => true,
            };
            kind && test(view, &filter.test, &object)
        }
    }
}

const fn is_spell(item: &lawmage_engine::state::stack::StackItem) -> bool {
    matches!(item.kind, lawmage_engine::state::stack::StackKind::Spell)
}

fn player_test(view: &View<'_>, test: &Test, player: PlayerId) -> bool {
    match test {
        Test::And(all) => all.iter().all(|t| player_test(view, t, player)),
        Test::Or(all) => all.iter().any(|t| player_test(view, t, player)),
        Test::Controlled(who) => is_among(view, who, player),
        _ => true,
    }
}

fn is_among(view: &View<'_>, who: &Who, player: PlayerId) -> bool {
    match who {
        Who::You => player == view.me(),
        Who::Opponents | Who::Others => player != view.me(),
        _ => true,
    }
}

fn test(view: &View<'_>, of: &Test, object: &ObjectView<'_>) -> bool {
    let chars = object.chars;
    match of {
        Test::And(all) => all.iter().all(|t| test(view, t, object)),
        Test::Or(all) => all.iter().any(|t| test(view, t, object)),
        Test::Not(inner) => match &**inner {
            // What a glance can't tell fits, denied or not.
            Test::Type(_) | Test::Supertype(_) | Test::Subtype(_) | Test::Color(_) | Test::Keyword(_) | Test::Token => {
                !test(view, inner, object)
            }
            Test::And(_) | Test::Or(_) | Test::Controlled(_) | Test::Status(_) | Test::Stat(..) => {
                !test(view, inner, object)
            }
            _ => true,
        },
        Test::Type(t) => chars.is(*t),
        Test::Supertype(t) => chars.has_supertype(*t),
        Test::Subtype(t) => chars.has_subtype(*t),
        Test::Color(c) => chars.colors.has(*c),
        Test::Colorless => chars.colors.is_empty(),
        Test::Multicolored => chars.colors.len() > 1,
        Test::Keyword(k) => chars.has(*k),
        Test::Token => object.token,
        Test::Card => !object.token,
        Test::Controlled(who) => {
            let whose =
                if matches!(object.zone, Zone::Battlefield | Zone::Stack) { object.controller } else { object.owner };
            is_among(view, who, whose)
        }
        Test::Owned(who) => is_among(view, who, object.owner),
        Test::Stat(stat, cmp, lawmage_ir::Amount::Const(n)) => stat_of(object, *stat).is_none_or(|s| cmp.holds(s, *n)),
        Test::Counters(kind, cmp, lawmage_ir::Amount::Const(n)) => {
            let count = kind.as_ref().map_or_else(|| object.counters.total(), |k| object.counters.get(k));
            cmp.holds(count as i32, *n)
        }
        Test::Status(status) => status_of(view, object, *status),
        Test::Attacking { .. } => view.combat().is_some_and(|c| c.attacker(object.id).is_some()),
        Test::Player => false,
        _ => true,
    }
}

fn stat_of(object: &ObjectView<'_>, stat: Stat) -> Option<i32> {
    match stat {
        Stat::Power => object.chars.power,
        Stat::Toughness => object.chars.toughness,
        Stat::ManaValue => Some(object.chars.mana_value() as i32),
        Stat::Colors => Some(object.chars.colors.len() as i32),
        _ => None,
    }
}

fn status_of(view: &View<'_>, object: &ObjectView<'_>, status: Status) -> bool {
    let combat = view.combat();
    match status {
        Status::Spell => object.zone == Zone::Stack && object.stack.is_some_and(is_spell),
        Status::Tapped => object.permanent.is_some_and(|p| p.tapped),
        Status::Untapped => object.permanent.is_some_and(|p| !p.tapped),
        Status::Attacking => combat.is_some_and(|c| c.attacker(object.id).is_some()),
        Status::Blocking => combat.is_some_and(|c| c.blocked_by(object.id).is_some()),
        Status::Blocked => combat.and_then(|c| c.attacker(object.id)).is_some_and(|a| a.blocked == Some(true)),
        Status::Unblocked => combat.and_then(|c| c.attacker(object.id)).is_some_and(|a| a.blocked == Some(false)),
        _ => true,
    }
}

/// Whether the bot can't target an opponent's object.
pub(super) fn is_protected(object: &ObjectView<'_>) -> bool {
    object.chars.has(Keyword::Hexproof) || object.chars.has(Keyword::Shroud)
}
