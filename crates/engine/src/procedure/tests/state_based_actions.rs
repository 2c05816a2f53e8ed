//! State-based actions (704.5) one by one.

use lawmage_ir::{
    CardType, Continuous, CounterKind, Filter, Keyword, KeywordAbility, KeywordParam, Permission, Ref, Selector,
    StaticAbility, Subtype, SubtypeSet, Supertype, SupertypeSet, Test, Zone, ZoneSet,
};

use crate::state::ids::ObjectId;
use crate::state::object::ObjectKind;
use crate::state::{GameResult, State};
use crate::table::decision::{Answer, Ask};
use crate::table::game::Game;
use crate::testkit::{A, B, Script, creature, face, put, table, with};

fn settle(state: State, answers: Vec<Answer>) -> (State, Script, bool) {
    let mut script = Script::of(answers);
    let mut game = Game::new(state, &mut script);
    let any = game.state_based_actions().expect("the script answers all that is asked");
    game.check_end();
    (game.state, script, any)
}

fn there(state: &State, id: ObjectId) -> bool {
    state.permanent(id).is_some()
}

fn legendary(name: &str) -> lawmage_ir::Face {
    lawmage_ir::Face {
        supertypes: [Supertype::Legendary].into_iter().collect::<SupertypeSet>(),
        ..creature(name, 2, 2)
    }
}

fn of_subtype(face: lawmage_ir::Face, subtype: Subtype) -> lawmage_ir::Face {
    let mut subtypes = SubtypeSet::default();
    subtypes.insert(subtype);
    lawmage_ir::Face { subtypes, ..face }
}

fn aura() -> lawmage_ir::Face {
    let filter = Filter::permanent(Test::Type(CardType::Creature));
    let enchant = lawmage_ir::Ability::Keyword(KeywordAbility {
        keyword: Keyword::Enchant,
        param: KeywordParam::Quality(Box::new(filter)),
        means: Vec::new().into(),
    });
    of_subtype(with(face("Bond", &[CardType::Enchantment]), vec![enchant]), Subtype::AURA)
}

#[test]
fn nothing_to_do_is_nothing_done() {
    let mut state = table(2);
    put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let (after, script, any) = settle(state.clone(), Vec::new());
    assert!(!any && script.heard.is_empty() && script.asked.is_empty());
    assert_eq!(after.battlefield, state.battlefield);
}

#[test]
fn players_without_life_lose_and_both_at_once_draw_704_5a_104_4a() {
    let mut state = table(2);
    state.player_mut(B).life = 0;
    let (after, ..) = settle(state.clone(), Vec::new());
    assert_eq!(after.result, Some(GameResult::Won(smallvec::smallvec![A])));
    state.player_mut(A).life = -3;
    let (after, ..) = settle(state, Vec::new());
    assert!(matches!(after.result, Some(GameResult::Draw(_))));
}

#[test]
fn ten_poison_counters_lose_704_5c() {
    let mut state = table(2);
    state.player_mut(A).counters.add(&CounterKind::Poison, 10);
    let (after, ..) = settle(state, Vec::new());
    assert_eq!(after.result, Some(GameResult::Won(smallvec::smallvec![B])));
}

#[test]
fn creatures_die_of_toughness_damage_and_deathtouch_704_5f_g_h() {
    let mut state = table(2);
    let zero = put(&mut state, A, Zone::Battlefield, &creature("Nothing", 1, 0));
    let hurt = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let touched = put(&mut state, B, Zone::Battlefield, &creature("Giant", 5, 5));
    let fine = put(&mut state, B, Zone::Battlefield, &creature("Ox", 1, 4));
    let indestructible = lawmage_ir::Ability::Keyword(KeywordAbility {
        keyword: Keyword::Indestructible,
        param: KeywordParam::None,
        means: Vec::new().into(),
    });
    let stone = put(&mut state, B, Zone::Battlefield, &with(creature("Stone", 0, 1), vec![indestructible]));
    state.permanent_mut(hurt).unwrap().damage = 2;
    state.permanent_mut(touched).unwrap().damage = 1;
    state.permanent_mut(touched).unwrap().deathtouched = true;
    state.permanent_mut(fine).unwrap().damage = 3;
    state.permanent_mut(stone).unwrap().damage = 9;
    state.permanent_mut(stone).unwrap().deathtouched = true;
    let (after, script, any) = settle(state, Vec::new());
    assert!(any);
    assert_eq!([zero, hurt, touched, fine, stone].map(|id| there(&after, id)), [false, false, false, true, true]);
    let batches: Vec<u32> = script.heard.iter().map(|o| o.batch).collect();
    assert!(batches.windows(2).all(|w| w[0] == w[1]), "704.3: all at once");
}

#[test]
fn regeneration_replaces_destruction_but_not_zero_toughness_704_5f_g() {
    let mut state = table(2);
    let hurt = put(&mut state, A, Zone::Battlefield, &creature("Troll", 2, 2));
    let zero = put(&mut state, A, Zone::Battlefield, &creature("Nothing", 1, 0));
    for id in [hurt, zero] {
        state.permanent_mut(id).unwrap().regeneration_shields.push(1);
    }
    state.permanent_mut(hurt).unwrap().damage = 2;
    let (after, ..) = settle(state, Vec::new());
    assert!(there(&after, hurt) && after.permanent(hurt).unwrap().tapped);
    assert!(!there(&after, zero));
}

#[test]
fn planeswalkers_without_loyalty_die_704_5i() {
    let mut state = table(2);
    let walker = put(&mut state, A, Zone::Battlefield, &face("Sage", &[CardType::Planeswalker]));
    let (after, ..) = settle(state, Vec::new());
    assert!(!there(&after, walker));
}

#[test]
fn of_equal_legends_their_controller_keeps_one_704_5j() {
    let mut state = table(2);
    let first = put(&mut state, A, Zone::Battlefield, &legendary("Queen"));
    let second = put(&mut state, A, Zone::Battlefield, &legendary("Queen"));
    let theirs = put(&mut state, B, Zone::Battlefield, &legendary("Queen"));
    let other = put(&mut state, A, Zone::Battlefield, &legendary("King"));
    let (after, script, _) = settle(state.clone(), vec![Answer::pick(1)]);
    assert_eq!(script.asked.len(), 1);
    assert_eq!(script.asked[0].ask, Ask::LegendRule);
    assert_eq!([first, second, theirs, other].map(|id| there(&after, id)), [false, true, true, true]);
    // "The legend rule doesn't apply."
    let all = Selector::All(Filter::permanent(Test::Any));
    let effects = vec![Continuous::May(Permission::NoLegendRule(all))];
    let ability = StaticAbility { zones: ZoneSet::BATTLEFIELD, condition: None, effects, defines: false };
    let mirror = with(face("Mirror", &[CardType::Artifact]), vec![lawmage_ir::Ability::Static(ability)]);
    put(&mut state, A, Zone::Battlefield, &mirror);
    let (_, _, any) = settle(state, Vec::new());
    assert!(!any);
}

#[test]
fn only_the_newest_world_stays_704_5k() {
    let mut state = table(2);
    let world = |name: &str| lawmage_ir::Face {
        supertypes: [Supertype::World].into_iter().collect::<SupertypeSet>(),
        ..face(name, &[CardType::Enchantment])
    };
    let old = put(&mut state, A, Zone::Battlefield, &world("Old"));
    let new = put(&mut state, B, Zone::Battlefield, &world("New"));
    let (after, ..) = settle(state, Vec::new());
    assert!(!there(&after, old) && there(&after, new));
}

#[test]
fn auras_need_a_legal_host_704_5m() {
    let mut state = table(2);
    let host = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let rock = put(&mut state, A, Zone::Battlefield, &face("Rock", &[CardType::Artifact]));
    let good = put(&mut state, A, Zone::Battlefield, &aura());
    let bad = put(&mut state, A, Zone::Battlefield, &aura());
    let loose = put(&mut state, A, Zone::Battlefield, &aura());
    state.link(good, host.into());
    state.link(bad, rock.into());
    let (after, ..) = settle(state, Vec::new());
    assert_eq!([good, bad, loose].map(|id| there(&after, id)), [true, false, false]);
}

#[test]
fn equipment_leaves_what_it_cannot_equip_but_stays_704_5n() {
    let mut state = table(2);
    let rock = put(&mut state, A, Zone::Battlefield, &face("Rock", &[CardType::Artifact]));
    let blade = of_subtype(face("Blade", &[CardType::Artifact]), Subtype::EQUIPMENT);
    let blade = put(&mut state, A, Zone::Battlefield, &blade);
    state.link(blade, rock.into());
    let (after, ..) = settle(state, Vec::new());
    assert!(there(&after, blade));
    assert_eq!(after.permanent(blade).unwrap().attached_to, None);
    assert!(after.permanent(rock).unwrap().attachments.is_empty());
}

#[test]
fn opposite_counters_annihilate_704_5q() {
    let mut state = table(2);
    let bear = put(&mut state, A, Zone::Battlefield, &creature("Bear", 2, 2));
    let counters = &mut state.get_mut(bear).unwrap().counters;
    counters.add(&CounterKind::PLUS, 3);
    counters.add(&CounterKind::MINUS, 2);
    let (after, ..) = settle(state, Vec::new());
    let counters = &after.get(bear).unwrap().counters;
    assert_eq!((counters.get(&CounterKind::PLUS), counters.get(&CounterKind::MINUS)), (1, 0));
}

#[test]
fn tokens_off_the_battlefield_cease_to_exist_704_5d() {
    let mut state = table(2);
    let token = put(&mut state, A, Zone::Battlefield, &creature("Goblin", 1, 1));
    state.get_mut(token).unwrap().kind = ObjectKind::Token;
    state.permanent_mut(token).unwrap().damage = 1;
    let (after, ..) = settle(state, Vec::new());
    assert!(after.player(A).graveyard.is_empty());
    assert!(after.objects[token.index()].kind == ObjectKind::Vacant);
}

#[test]
fn battles_without_defense_leave_704_5v() {
    let mut state = table(2);
    let siege = of_subtype(face("Siege", &[CardType::Battle]), Subtype::SIEGE);
    let over = put(&mut state, A, Zone::Battlefield, &siege);
    let on = put(&mut state, A, Zone::Battlefield, &siege);
    state.get_mut(on).unwrap().counters.add(&CounterKind::Defense, 3);
    let (after, ..) = settle(state, Vec::new());
    assert!(!there(&after, over) && there(&after, on));
    assert_eq!(after.permanent(on).unwrap().protector, Some(B), "704.5w");
}

#[test]
fn sagas_are_sacrificed_after_their_last_chapter_704_5s() {
    let chapter = |n: i32| {
        lawmage_ir::Ability::Triggered(lawmage_ir::TriggeredAbility {
            event: lawmage_ir::EventPattern::CountersPut {
                on: Filter::permanent(Test::Is(Ref::This)),
                kind: Some(CounterKind::Lore),
                by: None,
                by_effect: false,
            },
            condition: Some(lawmage_ir::Condition::Compare(
                lawmage_ir::Amount::Counters(Some(CounterKind::Lore), Ref::This),
                lawmage_ir::Cmp::Equal,
                lawmage_ir::Amount::Const(n),
            )),
            program: lawmage_ir::Program::plain(
                Vec::new(),
                vec![lawmage_ir::Instruction::GainLife(lawmage_ir::Who::You, lawmage_ir::Amount::ONE).into()],
            ),
            zones: ZoneSet::BATTLEFIELD,
            per_turn: None,
            once: false,
            do_once: false,
            mana: false,
        })
    };
    let saga = of_subtype(with(face("Tale", &[CardType::Enchantment]), vec![chapter(1), chapter(2)]), Subtype::SAGA);
    let mut state = table(2);
    let saga = put(&mut state, A, Zone::Battlefield, &saga);
    state.get_mut(saga).unwrap().counters.add(&CounterKind::Lore, 1);
    let (state, _, any) = settle(state, Vec::new());
    assert!(!any && there(&state, saga));
    // Its last chapter comes with the next main phase; it waits for that to leave the stack.
    let mut state = state;
    state.turn.begin_at(5, A, lawmage_ir::Step::Main);
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    let mut waited = false;
    for _ in 0..6 {
        game.tick().unwrap();
        waited |= !game.state.stack.is_empty() && there(&game.state, saga);
    }
    assert!(waited, "714.4");
    assert!(!there(&game.state, saga));
    assert_eq!(game.state.player(A).life, 21);
}
