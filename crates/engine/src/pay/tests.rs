//! The payer against brute force, and costs that are not mana.

use lawmage_ir::{
    Ability, ActivatedAbility, Amount, CardType, Choice, Clause, Color, Cost, CostPart, Face, Filter, Instruction,
    ManaCost, ManaType, ManaYield, Program, Selector, Test, Who, Zone, ZoneSet,
};

use super::mana_due::ManaDue;
use super::needs::Rest;
use super::plan::Purpose;
use crate::read::context::Context;
use crate::table::game::Game;
use crate::testkit::{A, Script, creature, face, put, table, with};

/// A mana ability with that cost.
pub(super) fn mana(parts: Vec<CostPart>, yields: ManaYield) -> Ability {
    let add = Instruction::AddMana { who: Who::You, mana: yields, times: Amount::ONE, rider: None };
    Ability::Activated(ActivatedAbility {
        cost: Cost { parts },
        program: Program::plain(Vec::new(), vec![Clause::from(add)]),
        zones: ZoneSet::BATTLEFIELD,
        limits: lawmage_ir::ActivationLimits::default(),
        by: None,
        mana: true,
        loyalty: false,
    })
}

pub(super) fn tap(yields: ManaYield) -> Ability {
    mana(vec![CostPart::Tap], yields)
}

pub(super) fn land(name: &str, abilities: Vec<Ability>) -> Face {
    with(face(name, &[CardType::Land]), abilities)
}

pub(super) fn of(types: &[ManaType]) -> ManaYield {
    ManaYield::Fixed(types.to_vec())
}

pub(super) fn color(n: u32) -> ManaType {
    ManaType::ALL[n as usize % 6]
}

/// What a source of the test makes: one bundle of these.
type Ways = Vec<Vec<ManaType>>;

/// Tries every bundle of every source and every way to spend what is made.
fn brute(sources: &[Ways], made: &mut Vec<ManaType>, colored: &[ManaType], generic: usize) -> bool {
    let Some((first, rest)) = sources.split_first() else {
        let mut pool = made.clone();
        let covered = colored.iter().all(|want| match pool.iter().position(|m| m == want) {
            Some(place) => {
                pool.remove(place);
                true
            }
            None => false,
        });
        return covered && pool.len() >= generic;
    };
    first.iter().any(|bundle| {
        let before = made.len();
        made.extend(bundle);
        let found = brute(rest, made, colored, generic);
        made.truncate(before);
        found
    })
}

#[test]
fn a_payment_is_found_whenever_there_is_one() {
    let mut rng = crate::state::rng::Rng::new(11);
    let (mut yes, mut no) = (0, 0);
    for round in 0..400 {
        let mut state = table(2);
        let mut sources: Vec<Ways> = Vec::new();
        for n in 0..rng.below(5) {
            let ways: Ways = match rng.below(4) {
                0 => vec![vec![color(rng.below(6))]],
                1 => vec![vec![color(rng.below(6))], vec![color(rng.below(6))]],
                2 => vec![vec![color(rng.below(6)), color(rng.below(6))]],
                // A choice between bundles of two.
                _ => {
                    let (a, b) = (color(rng.below(5)), color(rng.below(5)));
                    vec![vec![a, a], vec![b, b]]
                }
            };
            let yields = if ways.len() == 1 { of(&ways[0]) } else { ManaYield::OneOf(ways.clone()) };
            put(&mut state, A, Zone::Battlefield, &land(&format!("Land {n}"), vec![tap(yields)]));
            sources.push(ways);
        }
        let colored: Vec<ManaType> = (0..rng.below(4)).map(|_| color(rng.below(6))).collect();
        let generic = rng.below(4);
        let mut text: String = format!("{{{generic}}}");
        for mana in &colored {
            text += &match mana {
                ManaType::Color(c) => format!("{{{}}}", c.letter()),
                ManaType::Colorless => "{C}".to_owned(),
            };
        }
        let cost = ManaCost::parse(&text).unwrap_or_default();
        let expected = brute(&sources, &mut Vec::new(), &colored, generic as usize);
        let supply = state.supply(A, true);
        let bill = ManaDue::of(&cost, 0);
        assert_eq!(
            state.payable(A, &bill, Purpose::Other, &supply, &Rest::default()),
            expected,
            "round {round}: {text} from {sources:?}"
        );
        let plan = state.plan(A, &bill, Purpose::Other, &supply, &Rest::default());
        assert_eq!(plan.is_some(), expected, "round {round}: {text} from {sources:?}");
        if expected {
            yes += 1;
            // The plan does pay: run it.
            let mut script = Script::default();
            let mut game = Game::new(state, &mut script);
            let paid =
                game.pay(A, &Cost::mana(cost), &Context::of(crate::state::ids::ObjectId { slot: 0, generation: 0 }, A));
            // A free cost needs no source at all.
            assert!(matches!(paid, Ok(Some(_))), "round {round}: {text} from {sources:?}: {paid:?}");
        } else {
            no += 1;
        }
    }
    assert!(yes > 60 && no > 60, "the sample has both answers: {yes} and {no}");
}

#[test]
fn a_plan_keeps_flexible_lands_and_creatures() {
    let mut state = table(2);
    let both = ManaYield::OneOf(vec![vec![color(0)], vec![color(1)]]);
    let dual = put(&mut state, A, Zone::Battlefield, &land("Dual", vec![tap(both)]));
    let elf = put(&mut state, A, Zone::Battlefield, &with(creature("Elf", 1, 1), vec![tap(of(&[color(0)]))]));
    let plain = put(&mut state, A, Zone::Battlefield, &land("Plain", vec![tap(of(&[color(0)]))]));
    let supply = state.supply(A, true);
    let used = |text: &str| -> Vec<_> {
        let bill = ManaDue::of(&ManaCost::parse(text).unwrap_or_default(), 0);
        let plan = state.plan(A, &bill, Purpose::Other, &supply, &Rest::default()).unwrap_or_default();
        plan.steps.iter().map(|s| s.source).collect()
    };
    assert_eq!(used("{W}"), vec![plain]);
    assert_eq!(used("{W}{W}"), vec![plain, dual]);
    assert_eq!(used("{U}{W}{W}"), vec![plain, dual, elf]);
}

#[test]
fn a_creature_too_new_is_not_tapped_for_mana_302_6() {
    let mut state = table(2);
    let elf = put(&mut state, A, Zone::Battlefield, &with(creature("Elf", 1, 1), vec![tap(of(&[color(4)]))]));
    let bill = ManaDue::of(&ManaCost::parse("{G}").unwrap_or_default(), 0);
    let payable =
        |state: &crate::State| state.payable(A, &bill, Purpose::Other, &state.supply(A, false), &Rest::default());
    assert!(payable(&state));
    if let Some(permanent) = state.permanent_mut(elf) {
        permanent.controlled_since = 3;
    }
    assert!(!payable(&state));
}

#[test]
fn mana_abilities_that_cost_mana_are_used_when_they_must_be() {
    let mut state = table(2);
    let filter = ManaYield::Fixed(vec![ManaType::Color(Color::White), ManaType::Color(Color::Blue)]);
    let cost = CostPart::Mana(ManaCost::parse("{1}").unwrap_or_default());
    let signet = with(face("Signet", &[CardType::Artifact]), vec![mana(vec![cost, CostPart::Tap], filter)]);
    put(&mut state, A, Zone::Battlefield, &signet);
    put(&mut state, A, Zone::Battlefield, &land("Forest", vec![tap(of(&[ManaType::Color(Color::Green)]))]));
    let pays = |text: &str| {
        let bill = ManaDue::of(&ManaCost::parse(text).unwrap_or_default(), 0);
        state.plan(A, &bill, Purpose::Other, &state.supply(A, true), &Rest::default()).map(|p| p.steps.len())
    };
    assert_eq!(pays("{G}"), Some(1));
    assert_eq!(pays("{W}{U}"), Some(2));
    assert_eq!(pays("{G}{W}"), None, "the green mana pays for the signet");
}

#[test]
fn what_another_part_taps_is_not_tapped_for_mana() {
    let mut state = table(2);
    for n in 0..2 {
        let elf = with(creature(&format!("Elf {n}"), 1, 1), vec![tap(of(&[color(4)]))]);
        put(&mut state, A, Zone::Battlefield, &elf);
    }
    let source = put(&mut state, A, Zone::Battlefield, &face("Grove", &[CardType::Land]));
    let creatures = Selector::All(Filter::permanent(Test::Type(CardType::Creature)));
    let two = CostPart::TapThose(Selector::Choose(Box::new(Choice::exactly(2, creatures))));
    let both = Cost { parts: vec![CostPart::Mana(ManaCost::parse("{G}").unwrap_or_default()), two.clone()] };
    let mut script = Script::default();
    let game = Game::new(state, &mut script);
    assert!(!game.can_pay(A, &both, &Context::of(source, A)));
    assert!(game.can_pay(A, &Cost { parts: vec![two] }, &Context::of(source, A)));
}

#[test]
fn life_is_paid_only_by_who_has_it_119_4() {
    let mut state = table(2);
    let source = put(&mut state, A, Zone::Battlefield, &face("Thing", &[CardType::Artifact]));
    state.player_mut(A).life = 2;
    let life = |n| Cost { parts: vec![CostPart::Life(Amount::Const(n))] };
    let mut script = Script::default();
    let mut game = Game::new(state, &mut script);
    assert!(!game.can_pay(A, &life(3), &Context::of(source, A)));
    assert!(matches!(game.pay(A, &life(2), &Context::of(source, A)), Ok(Some(_))));
    assert_eq!(game.state.player(A).life, 0);
}
