//! The visitor reaches every child, in the order in which it is written, and goes where it is told.

use std::sync::Arc;

use lawmage_ir::visit::{self, Go, walk, walk_mut};
use lawmage_ir::{
    Ability, Amount, Choice, Clause, Cmp, Color, Condition, Cost, CostPart, DieRow, EventPattern, Filter, Instruction,
    Program, Ref, Selector, SetLimit, Stat, TargetSpec, Test, TriggeredAbility, Who, ZoneSet,
};

const fn n(n: i32) -> Amount {
    Amount::Const(n)
}

fn draw(count: i32) -> Clause {
    Instruction::Draw { who: Who::You, count: n(count) }.into()
}

/// A delayed triggered ability with two numbers.
fn gained(at_least: i32, then: i32) -> TriggeredAbility {
    let gains = EventPattern::GainsLife(Who::You);
    TriggeredAbility {
        event: EventPattern::Number(Box::new(gains), Cmp::AtLeast, n(at_least)),
        condition: None,
        program: Program::plain(Vec::new(), vec![draw(then)]),
        zones: ZoneSet::default(),
        per_turn: None,
        once: false,
        do_once: false,
        mana: false,
    }
}

/// An ability with a number in each sort of place: fields, boxes, lists, options, tuples, shared nodes.
fn numbered() -> Ability {
    let target = TargetSpec {
        filter: Filter::permanent(Test::Any),
        min: n(1),
        max: Some(n(2)),
        limit: None,
        by: None,
        divide: None,
    };
    let choice = Choice {
        by: Who::Opponents,
        from: Selector::All(Filter::permanent(Test::Stat(Stat::Power, Cmp::AtLeast, n(3)))),
        min: n(4),
        max: Some(n(5)),
        limit: Some(SetLimit::Total(Stat::ManaValue, Cmp::AtMost, n(6))),
        random: false,
    };
    let sacrifice = Instruction::Sacrifice { who: Who::You, what: Selector::Choose(Box::new(choice)) };
    let row = DieRow { least: 1, most: None, then: vec![draw(10)] };
    let life = Cost { parts: vec![CostPart::Life(n(13))] };
    let clauses = [
        Instruction::May { who: Who::You, body: vec![sacrifice.into()] },
        Instruction::FlipCoin { who: Who::You, won: vec![draw(7)], lost: vec![draw(8)] },
        Instruction::ResultsTable(n(9), vec![row]),
        Instruction::Delayed { ability: Arc::new(gained(11, 12)), waits: lawmage_ir::Waits::Once },
        Instruction::PayTimes { who: Who::You, cost: life },
        Instruction::Reflexive(Arc::new(Program::plain(Vec::new(), vec![draw(14)]))),
    ];
    Ability::Spell(Program::plain(vec![target], clauses.map(Clause::from).to_vec()))
}

#[test]
fn every_child_is_reached_in_order() {
    let mut seen = Vec::new();
    visit::each(&numbered(), |amount: &Amount| {
        if let Amount::Const(n) = amount {
            seen.push(*n);
        }
    });
    assert_eq!(seen, (1..=14).collect::<Vec<_>>());
}

#[test]
fn every_child_can_be_changed() {
    let mut ability = numbered();
    walk_mut(&mut ability, &mut |node| {
        if let Some(Amount::Const(n)) = node.get_mut() {
            *n += 100;
        }
        Go::Into
    });
    for old in 1..=14 {
        assert!(!visit::any(&ability, |amount: &Amount| *amount == n(old)), "{old} is still there");
        assert!(visit::any(&ability, |amount: &Amount| *amount == n(old + 100)), "{} is missing", old + 100);
    }
}

#[test]
fn what_is_shared_is_changed_in_a_copy_only() {
    let shared = Arc::new(Program::plain(Vec::new(), vec![draw(1)]));
    let mut one = Instruction::Reflexive(Arc::clone(&shared));
    walk_mut(&mut one, &mut |node| {
        if let Some(amount) = node.get_mut::<Amount>() {
            *amount = Amount::X;
        }
        Go::Into
    });
    assert!(visit::any(&one, |amount: &Amount| *amount == Amount::X));
    assert!(visit::any(&*shared, |amount: &Amount| *amount == n(1)));
}

#[test]
fn past_a_node_its_children_are_not_visited() {
    let red = Condition::Is(Ref::This, Test::Color(Color::Red));
    let green = Condition::Is(Ref::It, Test::Color(Color::Green));
    let condition = Condition::And(vec![Condition::Not(Box::new(red)), green]);
    let mut colors: Vec<Color> = Vec::new();
    let stopped = walk(&condition, &mut |node| {
        if matches!(node.get(), Some(Condition::Not(_))) {
            return Go::Past;
        }
        colors.extend(node.get::<Color>());
        Go::Into
    });
    assert!(!stopped);
    assert_eq!(colors, [Color::Green]);
}

#[test]
fn a_stopped_walk_sees_nothing_more() {
    let mut seen = 0;
    let stopped = walk(&numbered(), &mut |node| {
        seen += usize::from(node.get::<Amount>().is_some());
        if node.get() == Some(&n(5)) { Go::Stop } else { Go::Into }
    });
    assert!(stopped);
    assert_eq!(seen, 5);
}

#[test]
fn a_node_is_visited_before_its_children_and_by_itself_too() {
    let sum = Amount::Plus(Box::new(n(1)), Box::new(n(2)));
    let mut order = Vec::new();
    visit::each(&sum, |amount: &Amount| order.push(amount.clone()));
    assert_eq!(order, [sum, n(1), n(2)]);
}
