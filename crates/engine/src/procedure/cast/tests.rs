//! Casting, step by step.

use lawmage_ir::{
    Ability, ActivatedAbility, Amount, CardType, Choice as IrChoice, Clause, Color, Continuous, Cost, CostDelta,
    CostLabel, CostOf, CostPart, Filter, Instruction, Keyword, KeywordAbility, KeywordParam, Kind, ManaCost, ManaType,
    ManaYield, Ref, Selector, StaticAbility, TargetSpec, Test, Who, Zone, ZoneSet,
};

use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId};
use crate::state::stack::PaidPart;
use crate::table::action::{Action, Way, WayKind};
use crate::table::decision::{Answer, Ask, Choice, Domain};
use crate::table::game::{Game, Halt};
use crate::testkit::{A, B, Script, costing, creature, face, put, sorcery, table, with};

const NORMAL: Way = Way { face: 0, kind: WayKind::Normal, label: None };

/// "[cost]: Add one mana of that color."
fn adds(cost: CostPart, color: Color) -> Ability {
    let mana = ManaYield::Fixed(vec![ManaType::Color(color)]);
    let add = Instruction::AddMana { who: Who::You, mana, times: Amount::ONE, rider: None };
    Ability::Activated(ActivatedAbility {
        cost: Cost { parts: vec![cost] },
        program: lawmage_ir::Program::plain(Vec::new(), vec![Clause::from(add)]),
        zones: ZoneSet::BATTLEFIELD,
        limits: lawmage_ir::ActivationLimits::default(),
        by: None,
        mana: true,
        loyalty: false,
    })
}

fn mountain(state: &mut State) -> ObjectId {
    let tap = adds(CostPart::Tap, Color::Red);
    put(state, A, Zone::Battlefield, &with(face("Mountain", &[CardType::Land]), vec![tap]))
}

fn any_target() -> TargetSpec {
    let filter = Filter::new(Kind::AnyTarget, Test::Any);
    TargetSpec { filter, min: Amount::ONE, max: Some(Amount::ONE), limit: None, by: None, divide: None }
}

fn casts(state: &State, card: ObjectId) -> bool {
    state.legal_actions(A).contains(&Action::Cast { card, way: NORMAL })
}

fn own(effect: Continuous) -> Ability {
    let zones = ZoneSet::of(Zone::Stack);
    Ability::Static(StaticAbility { zones, condition: None, effects: vec![effect], defines: false })
}

fn this() -> Filter {
    Filter::new(Kind::Spell, Test::Is(Ref::This))
}

#[test]
fn a_spell_goes_to_the_stack_is_paid_and_becomes_cast_601_2() {
    let mut state = table(2);
    let land = mountain(&mut state);
    let card = put(&mut state, A, Zone::Hand, &costing(sorcery("Bolt", vec![any_target()], Vec::new()), "{R}"));
    assert!(casts(&state, card));
    let mut script = Script::of([Answer::pick(1)]);
    let mut game = Game::new(state, &mut script);
    assert!(game.take_action(A, &Action::Cast { card, way: NORMAL }).is_ok());
    let spell = card.next();
    assert_eq!(game.state.stack, vec![spell], "601.2a");
    assert!(game.state.permanent(land).is_some_and(|p| p.tapped), "601.2g");
    assert!(game.state.player(A).mana.is_empty(), "601.2h");
    let item = game.state.get(spell).and_then(|o| o.stack.as_deref()).expect("a stack item");
    assert_eq!(item.modes[0].targets[0].chosen.as_slice(), &[Entity::Player(B)], "601.2c");
    assert_eq!(item.facts.spent[ManaType::Color(Color::Red).index()], 1);
    drop(game);
    let heard = |f: &dyn Fn(&Event) -> bool| script.heard.iter().any(|o| f(&o.event));
    assert!(heard(&|e| *e == Event::Cast { spell, by: A }), "601.2i");
    assert!(heard(&|e| *e == Event::Targeted { target: Entity::Player(B), by: spell }));
}

#[test]
fn what_cannot_be_paid_or_aimed_is_not_listed_and_illegal_601_2() {
    let mut state = table(2);
    let dear = put(&mut state, A, Zone::Hand, &costing(sorcery("Dear", Vec::new(), Vec::new()), "{R}"));
    let mut aimless = any_target();
    aimless.filter = Filter::permanent(Test::Type(CardType::Creature));
    let aimless = put(&mut state, A, Zone::Hand, &costing(sorcery("Aimless", vec![aimless], Vec::new()), "{0}"));
    let priceless = put(&mut state, A, Zone::Hand, &sorcery("Priceless", Vec::new(), Vec::new()));
    for card in [dear, aimless, priceless] {
        assert!(!casts(&state, card));
        let mut script = Script::default();
        let mut game = Game::new(state.clone(), &mut script);
        assert!(matches!(game.cast(A, card, &NORMAL), Err(Halt::Illegal(_))));
    }
}

#[test]
fn an_illegal_cast_is_undone_whole_733_1() {
    let mut state = table(2);
    mountain(&mut state);
    state.player_mut(A).manual_payment = true;
    let card = put(&mut state, A, Zone::Hand, &costing(sorcery("Dear", Vec::new(), Vec::new()), "{R}{R}"));
    let before = state.clone();
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    assert!(game.take_action(A, &Action::Cast { card, way: NORMAL }).is_ok());
    assert!(game.state == before, "the land is untapped and the card in hand");
}

#[test]
fn a_mana_ability_is_not_activated_again_while_it_is_paid_for_605_3c() {
    let mut state = table(2);
    mountain(&mut state);
    let turn_black = adds(CostPart::Mana(ManaCost::parse("{R}").expect("a cost")), Color::Black);
    let agent = put(&mut state, A, Zone::Battlefield, &with(creature("Agent", 1, 1), vec![turn_black]));
    let player = state.player_mut(A);
    player.manual_payment = true;
    player.mana.add(ManaType::Color(Color::Red), 2);
    let key = state.chars(agent).abilities[0].key;
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    assert!(game.activate_mana(A, agent, key, None).is_ok());
    let offered: Vec<_> = script.asked.iter().filter(|d| d.ask == Ask::Payment).flat_map(|d| d.options()).collect();
    let again = Choice::Action(Box::new(Action::Activate { source: agent, key }));
    assert!(!offered.is_empty() && !offered.contains(&&again));
}

#[test]
fn sorceries_wait_for_an_empty_stack_and_instants_do_not_307_1() {
    let mut state = table(2);
    let slow = put(&mut state, A, Zone::Hand, &costing(sorcery("Slow", Vec::new(), Vec::new()), "{0}"));
    let quick = put(&mut state, A, Zone::Hand, &costing(face("Quick", &[CardType::Instant]), "{0}"));
    let flash = Ability::Keyword(KeywordAbility {
        keyword: Keyword::Flash,
        param: KeywordParam::None,
        means: Vec::new().into(),
    });
    let sudden = put(&mut state, A, Zone::Hand, &costing(with(creature("Sudden", 1, 1), vec![flash]), "{0}"));
    assert!(casts(&state, slow) && casts(&state, quick) && casts(&state, sudden));
    state.turn.active = B;
    assert!(!casts(&state, slow) && casts(&state, quick) && casts(&state, sudden));
}

#[test]
fn x_is_offered_as_far_as_it_can_be_paid_601_2b() {
    let mut state = table(2);
    for _ in 0..3 {
        mountain(&mut state);
    }
    let card = put(&mut state, A, Zone::Hand, &costing(sorcery("Geyser", vec![any_target()], Vec::new()), "{X}{R}"));
    let mut script = Script::of([Answer::Number(2)]);
    let mut game = Game::new(state, &mut script);
    assert!(game.take_action(A, &Action::Cast { card, way: NORMAL }).is_ok());
    let item = game.state.get(card.next()).and_then(|o| o.stack.as_deref()).expect("a stack item");
    assert_eq!((item.facts.x, item.facts.spent.iter().sum::<u16>()), (Some(2), 3));
    drop(game);
    assert_eq!(script.asked[0].ask, Ask::X);
    assert_eq!(script.asked[0].domain, Domain::Number { min: 0, max: 2, but: Vec::new() });
}

#[test]
fn a_cost_that_counts_targets_limits_them_601_2f() {
    let mut state = table(2);
    mountain(&mut state);
    mountain(&mut state);
    let beyond = Amount::Minus(Box::new(Amount::Count(Box::new(Selector::Ref(Ref::Target(0))))), Box::new(Amount::ONE));
    let change = Continuous::CostChange {
        by: Who::You,
        of: CostOf::Spells(this()),
        change: CostDelta::More(ManaCost::parse("{1}").unwrap_or_default()),
        times: beyond,
    };
    let many = TargetSpec { min: Amount::Const(0), max: None, ..any_target() };
    let mut spell = costing(sorcery("Ball", vec![many], Vec::new()), "{R}");
    spell.abilities.push(own(change));
    for n in 0..3 {
        put(&mut state, B, Zone::Battlefield, &creature(&format!("Bear {n}"), 2, 2));
    }
    let card = put(&mut state, A, Zone::Hand, &spell);
    let mut script = Script::of([Answer::Picks([0, 1].into_iter().collect())]);
    let mut game = Game::new(state, &mut script);
    assert!(game.take_action(A, &Action::Cast { card, way: NORMAL }).is_ok());
    assert_eq!(game.state.stack.len(), 1);
    drop(game);
    let Domain::Pick { max, .. } = script.asked[0].domain else { panic!("a pick") };
    assert_eq!(max, 2, "one mana more is there");
}

#[test]
fn additional_costs_are_paid_and_remembered_118_8() {
    let mut state = table(2);
    let creatures = Filter::permanent(Test::all([Test::Type(CardType::Creature), Test::Controlled(Who::You)]));
    let choice = IrChoice::exactly(1, Selector::All(creatures));
    let cost = Cost { parts: vec![CostPart::Sacrifice(Selector::Choose(Box::new(choice)))] };
    let extra =
        Continuous::AdditionalCost { of: this(), cost, optional: false, repeat: false, label: None, gives: Vec::new() };
    let mut spell = costing(sorcery("Fling", vec![any_target()], Vec::new()), "{0}");
    spell.abilities.push(own(extra));
    let card = put(&mut state, A, Zone::Hand, &spell);
    assert!(!casts(&state, card), "there is nothing to sacrifice");
    put(&mut state, B, Zone::Battlefield, &creature("Theirs", 1, 1));
    assert!(!casts(&state, card), "an opponent's creature doesn't do");
    let mine = put(&mut state, A, Zone::Battlefield, &creature("Mine", 3, 3));
    assert!(casts(&state, card));
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    assert!(game.take_action(A, &Action::Cast { card, way: NORMAL }).is_ok());
    assert!(game.state.get(mine).is_none());
    let item = game.state.get(card.next()).and_then(|o| o.stack.as_deref()).expect("a stack item");
    assert_eq!(item.facts.paid[0], PaidPart { objects: [mine].into_iter().collect(), number: 1, moved: true });
}

#[test]
fn kicker_is_offered_when_affordable_and_labelled_702_33() {
    let kicker = CostLabel::Keyword(Keyword::Kicker, 0);
    for lands in [1, 2] {
        let mut state = table(2);
        for _ in 0..lands {
            mountain(&mut state);
        }
        let cost = Cost::mana(ManaCost::parse("{1}").unwrap_or_default());
        let label = Some(kicker.clone());
        let extra =
            Continuous::AdditionalCost { of: this(), cost, optional: true, repeat: false, label, gives: Vec::new() };
        let mut spell = costing(sorcery("Kick", Vec::new(), Vec::new()), "{R}");
        spell.abilities.push(own(extra));
        let card = put(&mut state, A, Zone::Hand, &spell);
        let mut script = Script::of([Answer::pick(0)]);
        let mut game = Game::new(state, &mut script);
        assert!(game.take_action(A, &Action::Cast { card, way: NORMAL }).is_ok());
        let item = game.state.get(card.next()).and_then(|o| o.stack.as_deref()).expect("a stack item");
        let expected: &[(CostLabel, u32)] = if lands == 2 { &[(kicker.clone(), 1)] } else { &[] };
        assert_eq!(item.facts.labels.as_slice(), expected);
    }
}

#[test]
fn one_land_a_turn_in_ones_own_main_phase_305() {
    let mut state = table(2);
    let card = put(&mut state, A, Zone::Hand, &face("Field", &[CardType::Land]));
    put(&mut state, A, Zone::Hand, &face("Other", &[CardType::Land]));
    let play = Action::PlayLand { card, way: NORMAL };
    assert!(state.legal_actions(A).contains(&play));
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    assert!(game.take_action(A, &play).is_ok());
    assert!(game.state.permanent(card.next()).is_some());
    assert_eq!(game.legal_actions(A), vec![Action::Pass], "305.2b");
}

#[test]
fn a_source_that_makes_less_than_expected_undoes_the_cast_733_1() {
    let mut state = table(2);
    // One mana for each untapped land: with another land tapped first there is less.
    let untapped = Test::all([Test::Type(CardType::Land), Test::Status(lawmage_ir::Status::Untapped)]);
    let times = Amount::Count(Box::new(Selector::All(Filter::permanent(untapped))));
    let mana = ManaYield::Fixed(vec![ManaType::Color(Color::Red)]);
    let add = Instruction::AddMana { who: Who::You, mana, times, rider: None };
    let tap = Ability::Activated(ActivatedAbility {
        cost: Cost { parts: vec![CostPart::Tap] },
        program: lawmage_ir::Program::plain(
            Vec::new(),
            vec![Clause::from(add), Clause::from(Instruction::LoseLife(Who::You, Amount::ONE))],
        ),
        zones: ZoneSet::BATTLEFIELD,
        limits: lawmage_ir::ActivationLimits::default(),
        by: None,
        mana: true,
        loyalty: false,
    });
    let odd = with(face("Odd", &[CardType::Land]), vec![tap]);
    for _ in 0..2 {
        put(&mut state, A, Zone::Battlefield, &odd);
    }
    let card = put(&mut state, A, Zone::Hand, &costing(sorcery("Dear", Vec::new(), Vec::new()), "{R}{R}{R}{R}"));
    let before = state.clone();
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    let done = game.take_action(A, &Action::Cast { card, way: NORMAL });
    assert!(done.is_ok(), "an illegal action never ends the game: {done:?}");
    let cast = game.state.stack.len() == 1;
    assert!(cast || game.state == before, "cast, or as though nothing had been done");
}

#[test]
fn an_ability_that_its_target_makes_too_dear_is_undone_601_2f() {
    let mut state = table(2);
    let aim = TargetSpec { filter: Filter::permanent(Test::Type(CardType::Creature)), ..any_target() };
    let mana = CostPart::Mana(ManaCost::parse("{3}").unwrap_or_default());
    let ability = Ability::Activated(ActivatedAbility {
        cost: Cost { parts: vec![mana] },
        program: lawmage_ir::Program::plain(
            vec![aim],
            vec![Clause::from(Instruction::LoseLife(Who::You, Amount::ONE))],
        ),
        zones: ZoneSet::BATTLEFIELD,
        limits: lawmage_ir::ActivationLimits::default(),
        by: None,
        mana: false,
        loyalty: false,
    });
    let tool = put(&mut state, A, Zone::Battlefield, &with(face("Tool", &[CardType::Artifact]), vec![ability]));
    let change = Continuous::CostChange {
        by: Who::You,
        of: CostOf::SomeAbilities {
            source: Filter::new(Kind::Object, Test::Any),
            keyword: None,
            targets: Some(Filter::permanent(Test::Is(Ref::This))),
            but_mana: false,
            loyalty: false,
        },
        change: CostDelta::Less(ManaCost::parse("{3}").unwrap_or_default()),
        times: Amount::ONE,
    };
    let effects = vec![change];
    let cheaper = StaticAbility { zones: ZoneSet::BATTLEFIELD, condition: None, effects, defines: false };
    let champion = with(creature("Champion", 1, 1), vec![Ability::Static(cheaper)]);
    put(&mut state, A, Zone::Battlefield, &champion);
    put(&mut state, A, Zone::Battlefield, &creature("Other", 1, 1));
    state.refresh();
    let mut listed = state.legal_actions(A).into_iter();
    let action =
        listed.find(|a| matches!(a, Action::Activate { source, .. } if *source == tool)).expect("a free target");
    for (which, stack) in [(0, 1), (1, 0)] {
        let mut script = Script::of([Answer::pick(which)]);
        let mut game = Game::new(state.clone(), &mut script);
        assert!(game.take_action(A, &action).is_ok(), "an illegal action never ends the game");
        assert_eq!(game.state.stack.len(), stack, "target {which}");
    }
}
