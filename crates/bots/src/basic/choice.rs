//! Choices other than actions and combat: targets, modes, costs, cards.

use std::cmp::Reverse;

use lawmage_engine::state::stack::StackKind;
use lawmage_engine::{Answer, Ask, Choice, Decision, Entity, NameDomain, ObjectId, View};
use lawmage_ir::{Ability, CardType, Color, Mode, Program, Subtype, Zone, rule};
use smallvec::SmallVec;

use super::deed::{Deed, deeds_of};
use super::judge::Judge;
use super::values::{health, lands, value, value_of};

/// The modes of a spell or ability, as its phrases are numbered.
pub(super) fn modes_of<'v>(view: &View<'v>, source: ObjectId) -> Vec<&'v Mode> {
    let Some(object) = view.object(source) else { return Vec::new() };
    if let Some(program) = object.stack.and_then(|s| s.program.as_deref()) {
        return program.modes.iter().collect();
    }
    let programs = object.chars.abilities.iter().filter_map(|on| match &*on.ability {
        Ability::Spell(program) => Some(program),
        _ => None,
    });
    programs.flat_map(|p: &Program| &p.modes).collect()
}

/// What picking an option is worth; higher is picked first. `None`: it does not matter.
pub(super) fn option_worth(view: &View<'_>, decision: &Decision, option: &Choice, mode: Option<&Mode>) -> i32 {
    let me = view.me();
    match decision.ask {
        Ask::Targets(number) => aimed(view, decision, option, mode, number),
        Ask::NewTargets => aimed(view, decision, option, mode, 0),
        Ask::Enchant => {
            let judge = Judge::new(view, decision.source);
            option.entity().map_or(0, |e| judge.enchanting(e))
        }
        Ask::Modes => {
            let Choice::Mode(place) = option else { return 0 };
            let judge = Judge::new(view, decision.source);
            let modes = decision.source.map(|id| modes_of(view, id)).unwrap_or_default();
            modes.get(usize::from(*place)).map_or(0, |m| judge.mode(m))
        }
        Ask::PlayFirst => i32::from(*option == Choice::Player(me)),
        Ask::BottomCards | Ask::HandSize => -card_worth(view, option),
        Ask::Scry => -scry_worth(view, option),
        Ask::CostObjects => -keep_worth(view, option),
        Ask::Search | Ask::CastDuring | Ask::OpeningHand | Ask::Companion => card_worth(view, option).max(1),
        Ask::LegendRule | Ask::Untap => keep_worth(view, option),
        Ask::Choose => chosen(view, decision, option),
        Ask::Value => named(view, option),
        Ask::Mana => mana(view, option),
        Ask::Counters => counters(view, option),
        Ask::Defender => match option {
            Choice::Player(_) => 5,
            _ => 1,
        },
        Ask::KeepHand => match option {
            Choice::Yes => keep_hand(view),
            _ => 0,
        },
        // What it declared it pays for.
        Ask::CombatCost => i32::from(*option == Choice::Yes),
        Ask::Payment => match option {
            Choice::Plan(_) => 2,
            _ => 1,
        },
        // With mana rather than life.
        // What is worth doing is done once: that it costs again each time is not looked into, and it need not end by itself.
        Ask::PayLife | Ask::Repeat => i32::from(*option == Choice::No),
        // Of several costs the first.
        Ask::CostOption => match option {
            Choice::Cost(n) => -i32::from(*n),
            _ => 0,
        },
        Ask::CombatDamage => i32::from(*option == Choice::Yes),
        _ => match option {
            Choice::Yes => 1,
            Choice::No => 0,
            _ => 0,
        },
    }
}

fn aimed(view: &View<'_>, decision: &Decision, option: &Choice, mode: Option<&Mode>, number: u8) -> i32 {
    let Some(target) = option.entity() else { return 0 };
    let judge = Judge::new(view, decision.source);
    let is_aura = decision.source.and_then(|id| view.object(id)).is_some_and(|o| {
        o.chars.has_subtype(Subtype::AURA) && o.stack.is_some_and(|s| matches!(s.kind, StackKind::Spell))
    });
    if is_aura {
        return judge.enchanting(target);
    }
    let Some(mode) = mode else { return 0 };
    let score = judge.aim(mode, number, target);
    // A trick goes where it changes the fight.
    let mut trick = 0;
    deeds_of(mode, judge.scale, &mut |on, deed| {
        if let (super::deed::On::Target(n), Deed::Resize(p, t)) = (on, deed)
            && n == number
            && p >= 0
            && t >= 0
            && let Some(object) = target.object().and_then(|id| view.object(id))
            && object.controller == view.me()
        {
            trick += super::action::pumped(view, &object, p, t).min(1_000);
        }
    });
    score.saturating_add(trick)
}

/// What a card in hand or elsewhere is worth to its player.
pub(super) fn card_worth(view: &View<'_>, option: &Choice) -> i32 {
    let Some(object) = option.entity().and_then(Entity::object).and_then(|id| view.object(id)) else { return 0 };
    let have = lands(view, view.me()) as i32;
    let held = view.hand().iter().filter_map(|id| view.object(*id)).filter(|o| o.chars.is_land()).count() as i32;
    if object.chars.is_land() {
        return match have + held {
            n if n <= 4 => 45,
            n if n <= 6 => 18,
            _ => 3,
        };
    }
    let cost = object.chars.mana_value() as i32;
    let late = (cost - have - 2).max(0);
    10 + value(&object).max(7 * cost) - 8 * late
}

/// Positive for what should stay on top.
fn scry_worth(view: &View<'_>, option: &Choice) -> i32 {
    card_worth(view, option) - 18
}

/// What is worth keeping, wherever it is.
fn keep_worth(view: &View<'_>, option: &Choice) -> i32 {
    let Some(object) = option.entity().and_then(Entity::object).and_then(|id| view.object(id)) else { return 0 };
    match object.zone {
        Zone::Hand => card_worth(view, option),
        Zone::Battlefield if object.chars.is_land() => {
            if lands(view, view.me()) > 6 {
                8
            } else {
                30
            }
        }
        Zone::Graveyard => value(&object) / 4,
        _ => value(&object),
    }
}

/// A choice in a resolution: by what the resolving thing does, and by whose the option is.
fn chosen(view: &View<'_>, decision: &Decision, option: &Choice) -> i32 {
    let me = view.me();
    let Some(entity) = option.entity() else { return i32::from(*option == Choice::Yes) };
    let Entity::Object(id) = entity else { return if entity == Entity::Player(me) { 0 } else { 1 } };
    let Some(object) = view.object(id) else { return 0 };
    let whose = if matches!(object.zone, Zone::Battlefield | Zone::Stack) { object.controller } else { object.owner };
    let loses = resolving(view, decision).is_some_and(gives_up);
    match object.zone {
        Zone::Battlefield | Zone::Stack if whose != me => value(&object),
        Zone::Battlefield | Zone::Stack if loses => -keep_worth(view, option),
        Zone::Battlefield | Zone::Stack => value(&object),
        Zone::Hand if whose != me => value(&object),
        Zone::Hand if loses => -card_worth(view, option),
        _ => card_worth(view, option).max(1),
    }
}

/// The modes of what resolves: the top of the stack, or the source.
fn resolving<'v>(view: &View<'v>, decision: &Decision) -> Option<Vec<&'v Mode>> {
    let top = view.stack().last().copied().or(decision.source)?;
    Some(modes_of(view, top))
}

/// Whether a program has players give up things they choose.
fn gives_up(modes: Vec<&Mode>) -> bool {
    let text = |mode: &Mode| {
        let mut found = false;
        deeds_of(mode, super::deed::Scale { x: 1 }, &mut |_, deed| {
            found |= matches!(deed, Deed::Sacrifice | Deed::Discard(_) | Deed::Bounce | Deed::Exile | Deed::Destroy);
        });
        found
    };
    modes.into_iter().any(text)
}

/// Names and colors: what the bot has most of.
fn named(view: &View<'_>, option: &Choice) -> i32 {
    let mine = || {
        let hand = view.hand().iter().filter_map(|id| view.object(*id));
        hand.chain(view.battlefield().filter(|o| o.controller == view.me()))
    };
    match option {
        Choice::Color(color) => mine().filter(|o| o.chars.colors.has(*color)).count() as i32,
        Choice::Subtype(subtype) => mine().filter(|o| o.chars.subtypes.listed.contains(subtype)).count() as i32,
        Choice::CardType(t) => i32::from(*t == CardType::Creature),
        Choice::Number(n) => *n as i32,
        Choice::Player(player) => i32::from(*player != view.me()),
        _ => 0,
    }
}

/// Which mana: a color that the hand needs.
fn mana(view: &View<'_>, option: &Choice) -> i32 {
    let need = |color: Color| {
        let hand = view.hand().iter().filter_map(|id| view.object(*id));
        hand.filter(|o| o.chars.colors.has(color)).count() as i32
    };
    match option {
        Choice::Color(color) => need(*color),
        Choice::Mana(mana) => mana
            .iter()
            .map(|m| match m {
                lawmage_ir::ManaType::Color(color) => 1 + need(*color),
                lawmage_ir::ManaType::Colorless => 1,
            })
            .sum(),
        _ => 0,
    }
}

/// More counters for the bot's own things, if those are good for them; for others' only bad ones.
fn counters(view: &View<'_>, option: &Choice) -> i32 {
    let Some(entity) = option.entity() else { return 0 };
    let (mine, good) = match entity {
        Entity::Player(player) => {
            let poison = view.player_counters(player).get(&lawmage_ir::CounterKind::Poison) > 0;
            (player == view.me(), !poison)
        }
        Entity::Object(id) => {
            let Some(object) = view.object(id) else { return 0 };
            let bad = object.counters.iter().any(|(k, _)| {
                matches!(k, lawmage_ir::CounterKind::Stun)
                    || matches!(k, lawmage_ir::CounterKind::PowerToughness(p, _) if *p < 0)
            });
            (object.controller == view.me(), !bad)
        }
    };
    if mine == good { 1 } else { -1 }
}

/// Two to five lands in seven cards; smaller hands are kept sooner.
fn keep_hand(view: &View<'_>) -> i32 {
    let hand: Vec<_> = view.hand().iter().filter_map(|id| view.object(*id)).collect();
    let lands = hand.iter().filter(|o| o.chars.is_land()).count();
    let cheap = hand.iter().filter(|o| !o.chars.is_land() && o.chars.mana_value() <= 3).count();
    let good = hand.len() < 6 || ((2..=5).contains(&lands) && (lands > 2 || cheap >= 2));
    if good { 1 } else { -1 }
}

/// A division: what dies for the least first, the rest to the last or to the player.
pub(super) fn divide(view: &View<'_>, among: &[Choice], total: u32, least: &[u32], needs: &[u32]) -> Answer {
    let mut amounts: SmallVec<[u32; 4]> = (0..among.len()).map(|i| least.get(i).copied().unwrap_or(0)).collect();
    let mut left = total.saturating_sub(amounts.iter().sum());
    let need = |place: usize| -> Option<u32> {
        if let Some(n) = needs.get(place).filter(|n| **n > 0) {
            return Some(*n);
        }
        let object = among.get(place)?.entity()?.object().and_then(|id| view.object(id))?;
        object.chars.is_creature().then(|| health(&object).max(0) as u32)
    };
    // The most worth for the damage it takes.
    let mut order: Vec<(i32, usize, u32)> = (0..among.len())
        .filter_map(|i| {
            let worth = among.get(i)?.entity()?.object().map_or(0, |id| value_of(view, id));
            need(i).map(|n| (worth * 10 / (n.max(1) as i32), i, n))
        })
        .collect();
    order.sort_by_key(|(worth, i, _)| (std::cmp::Reverse(*worth), *i));
    for (_, place, n) in order {
        if let Some(amount) = amounts.get_mut(place) {
            let more = n.saturating_sub(*amount);
            if more <= left {
                *amount += more;
                left -= more;
            }
        }
    }
    let lethal = amounts.iter().zip(needs).take(among.len().saturating_sub(1)).all(|(a, n)| a >= n);
    let player = among.iter().position(|c| matches!(c, Choice::Player(p) if *p != view.me()));
    let rest = if needs.is_empty() {
        // Of mana in a combination of colors, the color that the hand needs most.
        player.or_else(|| (0..among.len()).rev().max_by_key(|i| among.get(*i).map(|c| mana(view, c)))).unwrap_or(0)
    } else if lethal {
        among.len().saturating_sub(1)
    } else {
        0
    };
    if let Some(amount) = amounts.get_mut(rest) {
        *amount += left;
    }
    Answer::Amounts(amounts)
}

/// Card names: for a hidden agenda, what most of the bot's own spells are called; for all else, what opponents have most of.
pub fn names(view: &View<'_>, decision: &Decision, domain: &NameDomain) -> Answer {
    let own = decision.rule == rule!("702.106a");
    let opposing = |name: &str| {
        view.battlefield()
            .filter(|seen| view.opponents().any(|p| p == seen.controller) && *seen.chars.name == *name)
            .count()
    };
    let mut names = domain.known.clone();
    names.sort_by_cached_key(|name| Reverse(if own { view.own_spells_named(name) } else { opposing(name) }));
    Answer::Names(names.into_iter().take(domain.count as usize).collect())
}
