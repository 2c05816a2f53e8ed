//! Rules in force (613.11) and abilities that work outside the battlefield (113.6).

use lawmage_ir::{
    Amount, Continuous, CostDelta, CostOf, Duration, Filter, Keyword, Kind, ManaCost, Prohibition, Ref, Test, Zone,
};

use super::*;
use crate::testkit::{A, table};

fn cant_block(what: Selector) -> Continuous {
    Continuous::Cant(Prohibition::Block { what, whom: None, unless: None })
}

/// 611.1, 613.11: rules of permanents and of resolved effects are in force, oldest first; those of cards elsewhere are not,
/// and an ability taken away brings none.
#[test]
fn rules_in_force_are_collected() {
    let mut state = table(2);
    let coward = field(&mut state, A, &with(bear(), vec![statics(vec![cant_block(this())])]));
    put(&mut state, A, Zone::Hand, &with(bear(), vec![statics(vec![cant_block(this())])]));
    start(&mut state, coward, coward, cant_block(Selector::slot(0)), Duration::EndOfTurn);
    let sources: Vec<_> = state.rules().cants.iter().map(|r| (r.source, r.effect.is_some())).collect();
    assert_eq!(sources, vec![(coward, false), (coward, true)]);
    until_end_of_turn(&mut state, coward, coward, vec![Modification::LoseAllAbilities]);
    assert_eq!(state.rules().cants.len(), 1);
    state.expire(crate::events::expiry::Moment::Cleanup);
    assert_eq!(state.rules().cants.len(), 1);
}

/// 113.6: what a card says of itself elsewhere is found where it works.
#[test]
fn own_statics_work_in_their_zones() {
    let mut state = table(2);
    let cheaper = Continuous::CostChange {
        by: Who::You,
        of: CostOf::Spells(Filter::new(Kind::Object, Test::Is(Ref::This))),
        change: CostDelta::Less(ManaCost::parse("{1}").unwrap_or_default()),
        times: Amount::ONE,
    };
    let ability = Ability::Static(StaticAbility {
        zones: ZoneSet::of(Zone::Hand).union(ZoneSet::of(Zone::Stack)),
        condition: None,
        effects: vec![cheaper],
        defines: false,
    });
    let printed = with(bear(), vec![ability, keyword(Keyword::Flying)]);
    let in_hand = put(&mut state, A, Zone::Hand, &printed);
    let on_field = field(&mut state, A, &printed);
    assert_eq!(state.own_statics(in_hand).count(), 1);
    assert_eq!(state.own_statics(on_field).count(), 0);
    assert!(state.rules().costs.is_empty());
}
