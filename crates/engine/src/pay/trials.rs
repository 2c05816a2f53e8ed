//! The payer on random small boards against brute force, which truly activates mana abilities in every order and way: what can
//! be paid is offered, what is offered is paid; and the boards that once took the payer minutes or misled it.

use std::collections::BTreeSet;

use lawmage_ir::{
    Ability, Amount, CardType, Choice, Clause, Color, Cost, CostPart, EventPattern, Filter, Instruction, ManaCost,
    ManaType, ManaYield, Program, Ref, Selector, Test, TriggeredAbility, Who, Zone,
};
use smallvec::SmallVec;

use super::mana_due::ManaDue;
use super::needs::Rest;
use super::plan::{Purpose, Supply};
use super::tests::{color, land, mana, of, tap};
use super::total_cost::TotalCost;
use crate::read::context::Context;
use crate::state::State;
use crate::state::chars::AbilityKey;
use crate::state::ids::ObjectId;
use crate::state::rng::Rng;
use crate::table::decision::{Answer, Decision, Domain};
use crate::table::game::{Game, Halt, Res, Table};
use crate::testkit::{A, creature, face, put, table, with};

fn of_type(kind: CardType) -> Selector {
    Selector::All(Filter::permanent(Test::Type(kind)))
}

fn one(from: Selector) -> Selector {
    Selector::Choose(Box::new(Choice::exactly(1, from)))
}

fn sacrifice(kind: CardType) -> CostPart {
    CostPart::Sacrifice(one(of_type(kind)))
}

fn another_creature() -> CostPart {
    let test = Test::all([Test::Type(CardType::Creature), Test::not(Test::Is(Ref::This))]);
    CostPart::Sacrifice(one(Selector::All(Filter::permanent(test))))
}

fn sacrifice_this() -> CostPart {
    CostPart::Sacrifice(Selector::Ref(Ref::This))
}

fn tap_creature() -> CostPart {
    CostPart::TapThose(one(of_type(CardType::Creature)))
}

fn costs(text: &str) -> CostPart {
    CostPart::Mana(ManaCost::parse(text).unwrap_or_default())
}

fn any_color(count: i32) -> ManaYield {
    ManaYield::AnyColor { count: Amount::Const(count), combination: false, colors: Color::ALL.to_vec() }
}

/// "Whenever you tap a land for mana, add …".
fn whenever_tapped(yields: ManaYield) -> Ability {
    let add = Instruction::AddMana { who: Who::You, mana: yields, times: Amount::ONE, rider: None };
    let what = Filter::permanent(Test::Type(CardType::Land));
    Ability::Triggered(TriggeredAbility {
        mana: true,
        ..TriggeredAbility::new(
            EventPattern::TappedForMana { what, by: Who::You, of: None },
            Program::plain(Vec::new(), vec![Clause::from(add)]),
        )
    })
}

/// Answers from a list; asks beyond it.
struct Path {
    answers: Vec<Answer>,
    next: usize,
}

impl Table for Path {
    fn answer(&mut self, _: &State, decision: &Decision) -> Res<Answer> {
        self.next += 1;
        self.answers.get(self.next - 1).cloned().ok_or_else(|| Halt::Question(Box::new(decision.clone())))
    }
}

/// Answers at random.
struct Dice(Rng);

impl Table for Dice {
    fn answer(&mut self, _: &State, decision: &Decision) -> Res<Answer> {
        Ok(match &decision.domain {
            Domain::Pick { options, min, .. } => {
                let mut order: Vec<u32> = (0..options.len() as u32).collect();
                self.0.shuffle(&mut order);
                order.truncate(*min as usize);
                Answer::Picks(order.into_iter().collect())
            }
            Domain::Number { min, .. } => Answer::Number(*min),
            Domain::Order(options) => Answer::Order((0..options.len() as u32).collect()),
            other => panic!("an unexpected question: {other:?}"),
        })
    }
}

/// Every state that activating one mana ability can lead to.
fn activated(state: &State, source: ObjectId, key: AbilityKey, pays: &[(ManaType, bool)]) -> Vec<State> {
    let mut found = Vec::new();
    let mut paths: Vec<Vec<Answer>> = vec![Vec::new()];
    while let Some(answers) = paths.pop() {
        let mut table = Path { answers: answers.clone(), next: 0 };
        let mut game = Game::new(state.clone(), &mut table);
        game.planned = Some(pays.iter().copied().collect());
        match game.activate_mana(A, source, key, None) {
            Ok(()) => found.push(game.state),
            Err(Halt::Question(decision)) => {
                let Domain::Pick { options, min: 1, max: 1, .. } = &decision.domain else {
                    panic!("an unexpected question: {decision:?}")
                };
                for pick in 0..options.len() as u32 {
                    let mut more = answers.clone();
                    more.push(Answer::Picks(smallvec::smallvec![pick]));
                    paths.push(more);
                }
            }
            Err(Halt::Illegal(_)) => {}
            Err(other) => panic!("{other}"),
        }
    }
    found
}

/// Mana that pays a cost: of which type, and whether from a snow source.
type Paid = SmallVec<[(ManaType, bool); 2]>;

/// All ways to pay a mana cost of an ability from the pool, by types.
fn from_pool(state: &State, bill: &ManaDue) -> Vec<Paid> {
    let pool = state.player(A).mana.plain;
    let mut found = Vec::new();
    let demand = bill.demands()[0].clone();
    let asked: Vec<u16> = demand.units().collect();
    let mut parts: Vec<(usize, [u16; 6], Paid)> = vec![(0, pool, SmallVec::new())];
    while let Some((place, left, paid)) = parts.pop() {
        if place == asked.len() {
            found.push(paid);
            continue;
        }
        for kind in ManaType::ALL {
            let i = kind.index();
            if left[i] > 0 && super::source::unit(1 << i, false) & asked[place] != 0 {
                let (mut left, mut paid) = (left, paid.clone());
                left[i] -= 1;
                paid.push((kind, false));
                parts.push((place + 1, left, paid));
            }
        }
    }
    found
}

/// Whether a cost can be paid, by trying every order of activations.
fn brute(state: &State, cost: &Cost, source: ObjectId, seen: &mut BTreeSet<String>) -> bool {
    let key = format!(
        "{:?} {} {:?} {:?}",
        state.player(A).mana.plain,
        state.player(A).life,
        state.player(A).counters,
        state.permanents().map(|id| (id, state.permanent(id).is_some_and(|p| p.tapped))).collect::<Vec<_>>()
    );
    if !seen.insert(key) {
        return false;
    }
    let context = Context::of(source, A);
    let due = TotalCost::of(state, cost, 0, &context);
    let pool = state.supply_of(A, Vec::new());
    if state.due_payable(A, &due, Purpose::Other, &pool, &context, None) {
        return true;
    }
    let ids: Vec<ObjectId> = state.permanents().collect();
    for id in ids {
        for on in &state.chars(id).abilities {
            let Ability::Activated(ability) = &*on.ability else { continue };
            if !ability.mana || state.may_activate(A, id, on.key, ability).is_err() {
                continue;
            }
            let due = TotalCost::of(state, &ability.cost, 0, &Context::of(id, A));
            for pays in from_pool(state, &due.bill) {
                for next in activated(state, id, on.key, &pays) {
                    if brute(&next, cost, source, seen) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

fn random_ability(rng: &mut Rng) -> (bool, Vec<Ability>) {
    let c = color(rng.below(6));
    let d = color(rng.below(6));
    let green = of(&[color(4)]);
    let creature = rng.below(2) == 0;
    let abilities = match rng.below(18) {
        0 | 1 => vec![tap(of(&[c]))],
        2 => vec![tap(ManaYield::OneOf(vec![vec![c], vec![d]]))],
        3 => vec![tap(of(&[c, d]))],
        4 => vec![tap(ManaYield::OneOf(vec![vec![c, c], vec![d, d]]))],
        5 => vec![tap(any_color(2))],
        6 => vec![mana(vec![CostPart::Tap, sacrifice_this()], any_color(1))],
        7 => vec![mana(vec![sacrifice(CardType::Creature)], of(&[ManaType::Colorless, ManaType::Colorless]))],
        8 => vec![mana(vec![another_creature()], of(&[c]))],
        9 => vec![mana(vec![sacrifice(CardType::Artifact)], of(&[c]))],
        10 => vec![mana(vec![costs("{1}"), CostPart::Tap], of(&[c, d]))],
        11 => vec![mana(vec![CostPart::Tap, tap_creature()], any_color(1))],
        12 => vec![mana(vec![tap_creature()], green)],
        13 => vec![tap(of(&[c])), mana(vec![sacrifice_this()], of(&[d]))],
        14 => vec![mana(vec![CostPart::Tap, CostPart::Life(Amount::ONE)], of(&[c, d]))],
        15 => vec![tap(of(&[ManaType::Colorless])), mana(vec![costs("{1}"), CostPart::Tap], of(&[c, c]))],
        16 => vec![mana(vec![CostPart::Life(Amount::ONE)], of(&[c]))],
        _ => Vec::new(),
    };
    (creature, abilities)
}

fn random_board(rng: &mut Rng) -> State {
    let mut state = table(2);
    state.player_mut(A).life = 1 + rng.below(3) as i32;
    for n in 0..1 + rng.below(4) {
        let (is_creature, abilities) = random_ability(rng);
        let name = format!("Thing {n}");
        let face = if is_creature {
            with(creature(&name, 1, 1), abilities)
        } else if rng.below(2) == 0 {
            land(&name, abilities)
        } else {
            with(face(&name, &[CardType::Artifact]), abilities)
        };
        put(&mut state, A, Zone::Battlefield, &face);
    }
    if rng.below(5) == 0 {
        let yields = match rng.below(3) {
            0 => of(&[color(rng.below(6))]),
            1 => ManaYield::SameAsEvent,
            _ => any_color(1),
        };
        let aura = with(face("Plenty", &[CardType::Enchantment]), vec![whenever_tapped(yields)]);
        put(&mut state, A, Zone::Battlefield, &aura);
    }
    state
}

fn random_cost(rng: &mut Rng) -> Cost {
    let mut text = format!("{{{}}}", rng.below(4));
    for _ in 0..rng.below(3) {
        text += match color(rng.below(6)) {
            ManaType::Color(Color::White) => "{W}",
            ManaType::Color(Color::Blue) => "{U}",
            ManaType::Color(Color::Black) => "{B}",
            ManaType::Color(Color::Red) => "{R}",
            ManaType::Color(Color::Green) => "{G}",
            ManaType::Colorless => "{C}",
        };
    }
    let mut parts = vec![costs(&text)];
    match rng.below(8) {
        0 => parts.push(sacrifice(CardType::Creature)),
        1 => parts.push(tap_creature()),
        2 => parts.push(CostPart::Life(Amount::ONE)),
        3 => parts.push(CostPart::OneOf(vec![
            Cost { parts: vec![costs("{1}")] },
            Cost { parts: vec![sacrifice(CardType::Artifact)] },
        ])),
        _ => {}
    }
    Cost { parts }
}

#[test]
fn what_is_offered_is_what_can_be_paid_and_is_paid_118_3() {
    let mut rng = Rng::new(2025);
    let (mut yes, mut no, mut failures) = (0, 0, Vec::new());
    for round in 0..2000 {
        let state = random_board(&mut rng);
        let cost = random_cost(&mut rng);
        let source = ObjectId { slot: 10_000, generation: 0 };
        let context = Context::of(source, A);
        let expected = brute(&state, &cost, source, &mut BTreeSet::new());
        let told = || {
            let things: Vec<_> = state
                .permanents()
                .map(|id| {
                    let abilities: Vec<_> = state.chars(id).abilities.iter().map(|a| a.ability.clone()).collect();
                    format!("{id:?} {:?} {abilities:?}", state.chars(id).types)
                })
                .collect();
            format!("round {round}: life {} {cost:?}\n{}", state.player(A).life, things.join("\n"))
        };
        let mut dice = Dice(Rng::new(round));
        let mut game = Game::new(state.clone(), &mut dice);
        let offered = game.can_pay(A, &cost, &context);
        let paid = game.pay(A, &cost, &context).map(|p| p.is_some());
        if offered != expected || !matches!(paid, Ok(p) if p == offered) {
            failures.push(format!("expected {expected}, offered {offered}, paid {paid:?}; {}", told()));
        }
        if expected { yes += 1 } else { no += 1 }
    }
    let first: Vec<_> = failures.iter().take(8).cloned().collect();
    assert!(failures.is_empty(), "{} of {}: {}", failures.len(), yes + no, first.join("\n\n"));
    assert!(yes > 200 && no > 200, "the sample has both answers: {yes} and {no}");
}

fn lotus(state: &mut State, count: u32) {
    for n in 0..count {
        let lotus = with(face(&format!("Lotus {n}"), &[CardType::Artifact]), vec![tap(any_color(3))]);
        put(state, A, Zone::Battlefield, &lotus);
    }
}

fn payable(state: &State, cost: &str) -> bool {
    let bill = ManaDue::of(&ManaCost::parse(cost).unwrap_or_default(), 0);
    let supply = state.supply(A, false);
    let answer = state.payable(A, &bill, Purpose::Other, &supply, &Rest::default());
    let plan = state.plan(A, &bill, Purpose::Other, &state.supply(A, true), &Rest::default());
    assert_eq!(plan.is_some(), answer, "{cost}");
    answer
}

#[test]
fn many_sources_with_choices_are_no_burden() {
    let mut state = table(2);
    lotus(&mut state, 7);
    assert!(payable(&state, "{21}"), "seven times three");
    assert!(payable(&state, "{W}{W}{W}{U}{U}{U}{B}{B}{B}{R}{R}{R}{G}{G}{G}{6}"));
    assert!(payable(&state, "{W}{U}{B}{R}{G}"));
    assert!(!payable(&state, "{W}{W}{W}{W}{U}{U}{U}{U}{B}{B}{B}{B}{R}{R}{R}{R}{G}"));
    lotus(&mut state, 3);
    assert!(!payable(&state, "{C}"));
    assert!(!payable(&state, "{31}"));
    assert!(payable(&state, "{10}{W}{W}{W}{W}{U}{U}{U}{U}{B}{B}{B}{B}{R}{R}{R}{R}{G}{G}"));
    assert!(!payable(&state, "{W}{W}{W}{W}{U}{U}{U}{U}{B}{B}{B}{B}{R}{R}{R}{R}{G}{G}{G}{G}{G}{G}{G}"));
}

#[test]
fn creatures_to_sacrifice_are_counted_once() {
    let mut state = table(2);
    let two = of(&[ManaType::Colorless, ManaType::Colorless]);
    for n in 0..2 {
        let altar = mana(vec![sacrifice(CardType::Creature)], two.clone());
        put(&mut state, A, Zone::Battlefield, &with(face(&format!("Altar {n}"), &[CardType::Artifact]), vec![altar]));
    }
    for n in 0..3 {
        put(&mut state, A, Zone::Battlefield, &creature(&format!("Bear {n}"), 2, 2));
    }
    assert!(payable(&state, "{6}"));
    assert!(!payable(&state, "{7}"), "three creatures, not six");
    // The rest of the cost takes one of them.
    let source = ObjectId { slot: 10_000, generation: 0 };
    let cost = |n: &str| Cost { parts: vec![costs(n), sacrifice(CardType::Creature)] };
    let mut dice = Dice(Rng::new(5));
    let mut game = Game::new(state, &mut dice);
    assert!(!game.can_pay(A, &cost("{5}"), &Context::of(source, A)));
    assert!(matches!(game.pay(A, &cost("{4}"), &Context::of(source, A)), Ok(Some(_))));
    assert_eq!(game.state.permanents().count(), 2, "the altars");
}

#[test]
fn more_than_four_abilities_that_cost_mana_are_used() {
    let mut state = table(2);
    for n in 0..6 {
        let pair = of(&[color(n), color(n + 1)]);
        let signet = mana(vec![costs("{1}"), CostPart::Tap], pair);
        put(&mut state, A, Zone::Battlefield, &with(face(&format!("Signet {n}"), &[CardType::Artifact]), vec![signet]));
    }
    assert!(!payable(&state, "{1}"), "nothing pays for the first");
    put(&mut state, A, Zone::Battlefield, &land("Waste", vec![tap(of(&[ManaType::Colorless]))]));
    assert!(payable(&state, "{7}"));
    assert!(!payable(&state, "{8}"));
    assert!(payable(&state, "{W}{W}{U}{2}"));
}

#[test]
fn mana_that_triggered_abilities_add_is_counted_on_605_1b() {
    let mut state = table(2);
    for n in 0..2 {
        let both = ManaYield::OneOf(vec![vec![color(0)], vec![color(1)]]);
        put(&mut state, A, Zone::Battlefield, &land(&format!("Dual {n}"), vec![tap(both)]));
    }
    assert!(!payable(&state, "{3}"));
    let flare = with(face("Flare", &[CardType::Enchantment]), vec![whenever_tapped(ManaYield::SameAsEvent)]);
    put(&mut state, A, Zone::Battlefield, &flare);
    assert!(payable(&state, "{4}"));
    assert!(payable(&state, "{W}{W}{U}{U}"));
    assert!(!payable(&state, "{W}{W}{W}{U}"), "each land makes two of one type");
    let source = ObjectId { slot: 10_000, generation: 0 };
    let mut dice = Dice(Rng::new(3));
    let mut game = Game::new(state, &mut dice);
    let cost = Cost { parts: vec![costs("{W}{W}{U}")] };
    assert!(matches!(game.pay(A, &cost, &Context::of(source, A)), Ok(Some(_))));
    // What is left over stays in the pool.
    assert_eq!(game.state.player(A).mana.total(), 1);
    let _ = Supply::default();
}
