//! Combats made by hand: each test opens with the rule it shows.

use lawmage_ir::{
    Ability, CardType, Color, ColorSet, Continuous, Face, Filter, Keyword, KeywordAbility, KeywordParam, Kind,
    Permission, Prohibition, Ref, Requirement, Selector, StaticAbility, Step, Subtype, SubtypeSet, Test, Who, Zone,
    ZoneSet,
};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::rng::Rng;
use crate::state::turn::Progress;
use crate::table::decision::{Answer, Ask};
use crate::table::game::Game;
use crate::testkit::{A, B, Script, creature, face, put, table, with};

fn keyword(keyword: Keyword) -> Ability {
    Ability::Keyword(KeywordAbility { keyword, param: KeywordParam::None, means: Vec::new().into() })
}

fn with_keyword(power: i32, toughness: i32, word: Keyword) -> Face {
    with(creature("Beast", power, toughness), vec![keyword(word)])
}

fn rule_of(effects: Vec<Continuous>) -> Ability {
    Ability::Static(StaticAbility { zones: ZoneSet::BATTLEFIELD, condition: None, effects, defines: false })
}

const THIS: Selector = Selector::Ref(Ref::This);

fn all_creatures() -> Selector {
    Selector::All(Filter::permanent(Test::Type(CardType::Creature)))
}

fn bear(state: &mut State, player: crate::PlayerId) -> ObjectId {
    put(state, player, Zone::Battlefield, &creature("Bear", 2, 2))
}

/// Begins combat in player A's turn 3.
fn combat(mut state: State) -> State {
    state.turn.begin_at(3, A, Step::BeginCombat);
    state.refresh();
    state
}

/// Plays until that step has ended, with these answers; gives the state and what was asked and happened.
fn play(state: State, last: Step, answers: Vec<Answer>) -> (State, Script) {
    let mut script = Script::of(answers);
    let mut game = Game::new(combat(state), &mut script);
    for _ in 0..200 {
        if game.state.turn.step == last && game.state.turn.progress == Progress::EndStep || game.is_over() {
            break;
        }
        game.tick().expect("the script answers all that is asked");
    }
    (game.state, script)
}

fn attack(pairs: &[(ObjectId, Entity)]) -> Answer {
    Answer::Attack(pairs.to_vec(), Vec::new())
}

fn at_b(id: ObjectId) -> (ObjectId, Entity) {
    (id, Entity::Player(B))
}

fn attack_options(state: &State) -> Vec<ObjectId> {
    state.attack_domain(A).0.attackers.iter().map(|(id, _)| *id).collect()
}

/// B's blocks of one attacker of A's, from the state alone.
fn blocks_of(state: &State, attacker: ObjectId) -> Vec<ObjectId> {
    let mut state = combat(state.clone());
    state.combat = Some(Box::default());
    state.put_attacking(attacker, Entity::Player(B));
    let (mut domain, _) = state.block_domain(B);
    domain.finish();
    domain.blockers.iter().filter(|(_, o)| o.contains(&attacker)).map(|(b, _)| *b).collect()
}

#[test]
fn attackers_are_untapped_and_not_sick_508_1a() {
    let mut state = table(2);
    let ready = bear(&mut state, A);
    let tapped = bear(&mut state, A);
    let sick = bear(&mut state, A);
    let hasty = put(&mut state, A, Zone::Battlefield, &with_keyword(1, 1, Keyword::Haste));
    let wall = put(&mut state, A, Zone::Battlefield, &with_keyword(0, 4, Keyword::Defender));
    bear(&mut state, B);
    state.permanent_mut(tapped).unwrap().tapped = true;
    state.permanent_mut(sick).unwrap().controlled_since = 3;
    state.permanent_mut(hasty).unwrap().controlled_since = 3;
    assert_eq!(attack_options(&state), vec![ready, hasty]);
    let permit = rule_of(vec![Continuous::May(Permission::AttackDespiteDefender(all_creatures()))]);
    put(&mut state, A, Zone::Battlefield, &with(face("Banner", &[CardType::Artifact]), vec![permit]));
    assert_eq!(attack_options(&state), vec![ready, hasty, wall]);
}

#[test]
fn attacking_taps_but_for_vigilance_508_1f() {
    let mut state = table(2);
    let plain = bear(&mut state, A);
    let vigilant = put(&mut state, A, Zone::Battlefield, &with_keyword(2, 2, Keyword::Vigilance));
    let (state, script) = play(state, Step::DeclareAttackers, vec![attack(&[at_b(plain), at_b(vigilant)])]);
    assert!(state.permanent(plain).unwrap().tapped);
    assert!(!state.permanent(vigilant).unwrap().tapped);
    let declared: Vec<_> = script
        .heard
        .iter()
        .filter(|o| matches!(o.event, Event::Attacked { others: 1, .. } | Event::AttackDeclared { count: 2, .. }))
        .collect();
    assert_eq!(declared.len(), 3);
    assert!(declared.iter().all(|o| o.batch == declared[0].batch), "one declaration is one batch");
}

#[test]
fn unblocked_damage_goes_to_the_player_510_1b() {
    let mut state = table(2);
    let a = bear(&mut state, A);
    let (state, _) = play(state, Step::EndCombat, vec![attack(&[at_b(a)])]);
    assert_eq!(state.player(B).life, 18);
    assert_eq!(state.player(A).life, 20);
}

#[test]
fn blocked_creatures_deal_damage_to_each_other_510_1c() {
    let mut state = table(2);
    let a = bear(&mut state, A);
    let b = put(&mut state, B, Zone::Battlefield, &creature("Ox", 1, 3));
    let (state, _) = play(state, Step::CombatDamage, vec![attack(&[at_b(a)]), Answer::Block(vec![(b, a)])]);
    assert_eq!(state.player(B).life, 20);
    assert_eq!(state.permanent(a).unwrap().damage, 1);
    assert_eq!(state.permanent(b).unwrap().damage, 2);
}

#[test]
fn without_attackers_blocks_and_damage_are_skipped_508_8() {
    let mut state = table(2);
    bear(&mut state, A);
    let (_, script) = play(state, Step::EndCombat, vec![attack(&[])]);
    let steps: Vec<Step> = script
        .heard
        .iter()
        .filter_map(|o| match o.event {
            Event::StepBegan { step, .. } => Some(step),
            _ => None,
        })
        .collect();
    assert_eq!(steps, vec![Step::BeginCombat, Step::DeclareAttackers, Step::EndCombat]);
}

#[test]
fn first_strike_makes_a_step_of_its_own_510_4() {
    let mut state = table(2);
    let a = put(&mut state, A, Zone::Battlefield, &with_keyword(2, 1, Keyword::FirstStrike));
    let b = bear(&mut state, B);
    let answers = vec![attack(&[at_b(a)]), Answer::Block(vec![(b, a)])];
    let (state, script) = play(state, Step::EndCombat, answers);
    assert!(state.permanent(b).is_none(), "it dies before it strikes");
    assert_eq!(state.permanent(a).unwrap().damage, 0);
    let steps = script
        .heard
        .iter()
        .filter(|o| matches!(o.event, Event::StepBegan { step: Step::FirstStrikeDamage | Step::CombatDamage, .. }));
    assert_eq!(steps.count(), 2);
}

#[test]
fn double_strike_deals_damage_twice_702_4b() {
    let mut state = table(2);
    let a = put(&mut state, A, Zone::Battlefield, &with_keyword(3, 3, Keyword::DoubleStrike));
    let other = bear(&mut state, A);
    let (state, _) = play(state, Step::EndCombat, vec![attack(&[at_b(a), at_b(other)])]);
    assert_eq!(state.player(B).life, 20 - 3 - 3 - 2);
}

#[test]
fn trample_needs_lethal_damage_first_702_19b() {
    let mut state = table(2);
    let a = put(&mut state, A, Zone::Battlefield, &with_keyword(5, 5, Keyword::Trample));
    let b = bear(&mut state, B);
    let answers = vec![attack(&[at_b(a)]), Answer::Block(vec![(b, a)]), Answer::Amounts(smallvec::smallvec![2, 3])];
    let (after, script) = play(state.clone(), Step::EndCombat, answers);
    assert_eq!(after.player(B).life, 17);
    assert!(after.permanent(b).is_none());
    let asked = script.asked.iter().find(|d| d.ask == Ask::CombatDamage).expect("there is a choice");
    assert!(asked.check(&Answer::Amounts(smallvec::smallvec![1, 4])).is_err());
    assert!(asked.check(&Answer::Amounts(smallvec::smallvec![5, 0])).is_ok());
}

#[test]
fn any_deathtouch_damage_is_lethal_for_trample_702_2c() {
    let mut state = table(2);
    let words = vec![keyword(Keyword::Trample), keyword(Keyword::Deathtouch)];
    let a = put(&mut state, A, Zone::Battlefield, &with(creature("Hydra", 4, 4), words));
    let b = put(&mut state, B, Zone::Battlefield, &creature("Giant", 1, 9));
    let answers = vec![attack(&[at_b(a)]), Answer::Block(vec![(b, a)]), Answer::Amounts(smallvec::smallvec![1, 3])];
    let (state, _) = play(state, Step::EndCombat, answers);
    assert_eq!(state.player(B).life, 17);
    assert!(state.permanent(b).is_none(), "704.5h");
}

#[test]
fn a_trampler_whose_blockers_left_deals_all_to_the_player_702_19d() {
    let mut state = table(2);
    let a = put(&mut state, A, Zone::Battlefield, &with_keyword(5, 5, Keyword::Trample));
    let plain = bear(&mut state, A);
    let b = bear(&mut state, B);
    let c = bear(&mut state, B);
    let state = combat(state);
    let mut script = Script::of(vec![attack(&[at_b(a), at_b(plain)]), Answer::Block(vec![(b, a), (c, plain)])]);
    let mut game = Game::new(state, &mut script);
    while game.state.turn.step != Step::CombatDamage {
        game.tick().unwrap();
        if game.state.turn.step == Step::DeclareBlockers && game.state.turn.progress == Progress::EndStep {
            game.state.remove_from_combat(b);
            game.state.remove_from_combat(c);
        }
    }
    game.tick().unwrap();
    // The plain one stays blocked and deals none (510.1c).
    assert_eq!(game.state.player(B).life, 15);
}

#[test]
fn damage_is_divided_among_blockers_as_chosen_510_1c() {
    let mut state = table(2);
    let a = put(&mut state, A, Zone::Battlefield, &creature("Ogre", 4, 4));
    let b = bear(&mut state, B);
    let c = put(&mut state, B, Zone::Battlefield, &creature("Ox", 1, 4));
    let answers =
        vec![attack(&[at_b(a)]), Answer::Block(vec![(b, a), (c, a)]), Answer::Amounts(smallvec::smallvec![1, 3])];
    let (state, _) = play(state, Step::CombatDamage, answers);
    assert_eq!(state.permanent(b).unwrap().damage, 1, "no need for lethal damage to the first");
    assert_eq!(state.permanent(c).unwrap().damage, 3);
    assert_eq!(state.permanent(a).unwrap().damage, 3);
}

#[test]
fn a_planeswalker_can_be_attacked_and_loses_loyalty_508_1b() {
    let mut state = table(2);
    let a = bear(&mut state, A);
    let walker = put(&mut state, B, Zone::Battlefield, &face("Sage", &[CardType::Planeswalker]));
    state.get_mut(walker).unwrap().counters.add(&lawmage_ir::CounterKind::Loyalty, 3);
    let (state, _) = play(state, Step::EndCombat, vec![attack(&[(a, walker.into())])]);
    assert_eq!(state.player(B).life, 20);
    assert_eq!(state.get(walker).unwrap().counters.get(&lawmage_ir::CounterKind::Loyalty), 1);
}

#[test]
fn flying_is_blocked_by_flying_and_reach_702_9b() {
    let mut state = table(2);
    let flyer = put(&mut state, A, Zone::Battlefield, &with_keyword(1, 1, Keyword::Flying));
    let walker = bear(&mut state, A);
    let ground = bear(&mut state, B);
    let bird = put(&mut state, B, Zone::Battlefield, &with_keyword(1, 1, Keyword::Flying));
    let spider = put(&mut state, B, Zone::Battlefield, &with_keyword(1, 1, Keyword::Reach));
    assert_eq!(blocks_of(&state, flyer), vec![bird, spider]);
    assert_eq!(blocks_of(&state, walker), vec![ground, bird, spider]);
}

#[test]
fn menace_needs_two_blockers_702_111b() {
    let mut state = table(2);
    let a = put(&mut state, A, Zone::Battlefield, &with_keyword(3, 3, Keyword::Menace));
    let b = bear(&mut state, B);
    assert!(blocks_of(&state, a).is_empty(), "one alone can't");
    let c = bear(&mut state, B);
    let answers = vec![attack(&[at_b(a)]), Answer::Block(vec![(b, a), (c, a)])];
    let (_, script) = play(state, Step::DeclareBlockers, answers);
    let asked = script.asked.iter().find(|d| d.ask == Ask::Block).unwrap();
    assert!(asked.check(&Answer::Block(vec![(b, a)])).is_err());
    assert!(asked.check(&Answer::Block(Vec::new())).is_ok());
}

#[test]
fn fear_intimidate_shadow_skulk_and_horsemanship_evade_702() {
    let mut state = table(2);
    let colored = |color, face: Face| Face { colors: ColorSet::of(color), ..face };
    let fear = put(&mut state, A, Zone::Battlefield, &with_keyword(1, 1, Keyword::Fear));
    let red = colored(Color::Red, with_keyword(1, 1, Keyword::Intimidate));
    let intimidate = put(&mut state, A, Zone::Battlefield, &red);
    let shadow = put(&mut state, A, Zone::Battlefield, &with_keyword(1, 1, Keyword::Shadow));
    let skulk = put(&mut state, A, Zone::Battlefield, &with_keyword(1, 1, Keyword::Skulk));
    let horse = put(&mut state, A, Zone::Battlefield, &with_keyword(1, 1, Keyword::Horsemanship));
    let black = put(&mut state, B, Zone::Battlefield, &colored(Color::Black, creature("Rat", 1, 1)));
    let red = put(&mut state, B, Zone::Battlefield, &colored(Color::Red, creature("Imp", 2, 1)));
    let golem_face =
        Face { types: [CardType::Artifact, CardType::Creature].into_iter().collect(), ..creature("Golem", 3, 3) };
    let golem = put(&mut state, B, Zone::Battlefield, &golem_face);
    let shade = put(&mut state, B, Zone::Battlefield, &with_keyword(2, 2, Keyword::Shadow));
    assert_eq!(blocks_of(&state, fear), vec![black, golem]);
    assert_eq!(blocks_of(&state, intimidate), vec![red, golem]);
    assert_eq!(blocks_of(&state, shadow), vec![shade]);
    assert_eq!(blocks_of(&state, skulk), vec![black]);
    assert!(blocks_of(&state, horse).is_empty());
}

#[test]
fn landwalk_asks_for_the_defending_players_lands_702_14c() {
    let mut state = table(2);
    let filter = Filter::permanent(Test::Subtype(Subtype::ISLAND));
    let walk = Ability::Keyword(KeywordAbility {
        keyword: Keyword::Landwalk,
        param: KeywordParam::Quality(Box::new(filter)),
        means: Vec::new().into(),
    });
    let a = put(&mut state, A, Zone::Battlefield, &with(creature("Eel", 2, 2), vec![walk]));
    let b = bear(&mut state, B);
    let mut subtypes = SubtypeSet::default();
    subtypes.insert(Subtype::ISLAND);
    let island = Face { subtypes, ..face("Isle", &[CardType::Land]) };
    put(&mut state, A, Zone::Battlefield, &island);
    assert_eq!(blocks_of(&state, a), vec![b]);
    put(&mut state, B, Zone::Battlefield, &island);
    assert!(blocks_of(&state, a).is_empty());
}

#[test]
fn a_creature_that_must_attack_does_508_1d() {
    let mut state = table(2);
    let must = rule_of(vec![Continuous::Must(Requirement::Attack { what: THIS, whom: None })]);
    let a = put(&mut state, A, Zone::Battlefield, &with(creature("Zealot", 2, 2), vec![must]));
    let free = bear(&mut state, A);
    let (mut domain, _) = combat(state.clone()).attack_domain(A);
    domain.finish();
    assert_eq!(domain.required, 1);
    assert!(domain.check(&[]).is_err());
    assert!(domain.check(&[at_b(free)]).is_err());
    assert!(domain.check(&[at_b(a)]).is_ok());
    assert_eq!(domain.legalize(&[at_b(free)]), vec![at_b(a), at_b(free)]);
    // A restriction beats it (101.2).
    let cant = rule_of(vec![Continuous::Cant(Prohibition::AttackersMax(Who::All, 0))]);
    put(&mut state, B, Zone::Battlefield, &with(face("Moat", &[CardType::Enchantment]), vec![cant]));
    let (mut domain, _) = combat(state).attack_domain(A);
    domain.finish();
    assert_eq!(domain.required, 0);
    assert_eq!(domain.forced(), Some(Vec::new()));
}

#[test]
fn what_cannot_attack_alone_needs_company_506_5() {
    let mut state = table(2);
    let cant = rule_of(vec![Continuous::Cant(Prohibition::AttackAlone(THIS))]);
    let must = rule_of(vec![Continuous::Must(Requirement::Attack { what: THIS, whom: None })]);
    let shy = put(&mut state, A, Zone::Battlefield, &with(creature("Jackal", 2, 2), vec![cant, must]));
    let domain_of = |state: &State| {
        let (mut domain, _) = combat(state.clone()).attack_domain(A);
        domain.finish();
        domain
    };
    assert_eq!(domain_of(&state).required, 0, "alone it can't");
    assert!(domain_of(&state).legalize(&[at_b(shy)]).is_empty());
    let other = bear(&mut state, A);
    let domain = domain_of(&state);
    assert_eq!(domain.required, 1, "with company it must");
    assert!(domain.check(&[at_b(shy)]).is_err());
    assert!(domain.check(&[at_b(shy), at_b(other)]).is_ok());
}

#[test]
fn all_able_to_block_do_509_1c() {
    let mut state = table(2);
    let lure = rule_of(vec![Continuous::Must(Requirement::BeBlockedByAll(THIS))]);
    let a = put(&mut state, A, Zone::Battlefield, &with(creature("Lure", 2, 2), vec![lure]));
    let other = bear(&mut state, A);
    let b = bear(&mut state, B);
    let c = bear(&mut state, B);
    let blocks = vec![(b, a), (c, a)];
    let (_, script) = play(state, Step::DeclareBlockers, vec![attack(&[at_b(a), at_b(other)]), Answer::Block(blocks)]);
    let asked = script.asked.iter().find(|d| d.ask == Ask::Block).unwrap();
    assert!(asked.check(&Answer::Block(vec![(b, a), (c, other)])).is_err());
    assert!(asked.check(&Answer::Block(Vec::new())).is_err());
}

#[test]
fn prohibitions_of_blocks_look_at_the_pair_509_1b() {
    let mut state = table(2);
    // "This can't be blocked by creatures with flying."
    let what = Selector::All(Filter::permanent(Test::Keyword(Keyword::Flying)));
    let cant = rule_of(vec![Continuous::Cant(Prohibition::Block { what, whom: Some(THIS), unless: None })]);
    let a = put(&mut state, A, Zone::Battlefield, &with(creature("Mole", 2, 2), vec![cant]));
    let other = bear(&mut state, A);
    let ground = bear(&mut state, B);
    let bird = put(&mut state, B, Zone::Battlefield, &with_keyword(1, 1, Keyword::Flying));
    assert_eq!(blocks_of(&state, a), vec![ground]);
    assert_eq!(blocks_of(&state, other), vec![ground, bird]);
}

#[test]
fn a_creature_that_may_block_more_does_509_1a() {
    let mut state = table(2);
    let a1 = bear(&mut state, A);
    let a2 = bear(&mut state, A);
    let more = rule_of(vec![Continuous::May(Permission::BlockMore(THIS, Some(lawmage_ir::Amount::ONE)))]);
    let b = put(&mut state, B, Zone::Battlefield, &with(creature("Guard", 3, 5), vec![more]));
    let answers = vec![
        attack(&[at_b(a1), at_b(a2)]),
        Answer::Block(vec![(b, a1), (b, a2)]),
        Answer::Amounts(smallvec::smallvec![1, 2]),
    ];
    let (state, script) = play(state, Step::CombatDamage, answers);
    assert_eq!(state.permanent(b).unwrap().damage, 4);
    assert_eq!(state.permanent(a1).unwrap().damage, 1);
    assert!(state.permanent(a2).is_none());
    let blocked: Vec<bool> = script
        .heard
        .iter()
        .filter_map(|o| match o.event {
            Event::Blocked { first, .. } => Some(first),
            _ => None,
        })
        .collect();
    assert_eq!(blocked, vec![true, false], "509.3a: once however many");
}

#[test]
fn leaving_the_control_of_its_player_leaves_combat_506_4() {
    let mut state = table(2);
    let a = bear(&mut state, A);
    let mut state = combat(state);
    state.combat = Some(Box::default());
    state.put_attacking(a, Entity::Player(B));
    assert_eq!(state.attackers().len(), 1);
    state.get_mut(a).unwrap().controller = B;
    state.touch();
    state.refresh();
    state.tidy_combat();
    assert!(state.attackers().is_empty());
}

#[test]
fn random_declarations_are_legal() {
    let mut rng = Rng::new(7);
    for case in 0..200 {
        let mut state = table(2);
        let words = [Keyword::Flying, Keyword::Menace, Keyword::Reach, Keyword::Fear, Keyword::Vigilance];
        for _ in 0..1 + rng.below(5) {
            let mut abilities = vec![keyword(words[rng.below(5) as usize])];
            match rng.below(5) {
                0 => abilities.push(rule_of(vec![Continuous::Must(Requirement::Attack { what: THIS, whom: None })])),
                1 => abilities.push(rule_of(vec![Continuous::Must(Requirement::BeBlocked(THIS))])),
                2 => abilities.push(rule_of(vec![Continuous::Must(Requirement::BeBlockedByAll(THIS))])),
                3 => abilities.push(rule_of(vec![Continuous::Cant(Prohibition::AttackAlone(THIS))])),
                _ => {}
            }
            put(&mut state, A, Zone::Battlefield, &with(creature("X", 2, 2), abilities));
        }
        for _ in 0..rng.below(6) {
            let mut abilities = vec![keyword(words[rng.below(5) as usize])];
            match rng.below(4) {
                0 => abilities.push(rule_of(vec![Continuous::Must(Requirement::Block { what: THIS, whom: None })])),
                1 => abilities.push(rule_of(vec![Continuous::Cant(Prohibition::BlockAlone(THIS))])),
                _ => {}
            }
            put(&mut state, B, Zone::Battlefield, &with(creature("Y", 2, 2), abilities));
        }
        let mut state = combat(state);
        state.combat = Some(Box::default());
        let (mut domain, _) = state.attack_domain(A);
        domain.finish();
        let attack = domain.random(&mut |n| rng.below(n));
        domain.check(&attack).unwrap_or_else(|e| panic!("case {case}: {e}: {attack:?} of {domain:?}"));
        for (id, defender) in attack {
            state.put_attacking(id, defender);
        }
        let (mut domain, _) = state.block_domain(B);
        domain.finish();
        for _ in 0..5 {
            let block = domain.random(&mut |n| rng.below(n));
            domain.check(&block).unwrap_or_else(|e| panic!("case {case}: {e}: {block:?} of {domain:?}"));
        }
    }
}

#[test]
fn costs_to_attack_limit_how_many_do_508_1j() {
    let mut state = table(2);
    let cost = lawmage_ir::Cost { parts: vec![lawmage_ir::CostPart::Life(lawmage_ir::Amount::Const(2))] };
    let whom = Filter::new(Kind::PlayerOrPermanent, Test::Any);
    let toll = rule_of(vec![Continuous::Cant(Prohibition::Attack {
        what: all_creatures(),
        whom: Some(whom),
        unless: Some(cost),
    })]);
    let a = bear(&mut state, A);
    put(&mut state, B, Zone::Battlefield, &with(face("Toll", &[CardType::Enchantment]), vec![toll]));
    let (mut domain, tolls) = combat(state).attack_domain(A);
    assert_eq!(tolls.len(), 1);
    assert_eq!(domain.costly, vec![(0, 0)]);
    domain.finish();
    assert!(domain.check(&[at_b(a)]).is_err(), "nothing can be paid for yet");
    domain.most_costly = 1;
    assert!(domain.check(&[at_b(a)]).is_ok());
}
