//! What is chosen under limits, against all subsets of small domains.

use lawmage_ir::{Cmp, rule};
use proptest::prelude::*;
use smallvec::SmallVec;

use super::{PickLimit, Picks};
use crate::state::ids::PlayerId;
use crate::table::decision::{Answer, Ask, Choice, Decision, Domain};

const OPTIONS: usize = 8;

fn keys() -> impl Strategy<Value = Vec<SmallVec<[u32; 2]>>> {
    let own = proptest::collection::btree_set(0u32..6, 0..4).prop_map(|set| set.into_iter().collect());
    proptest::collection::vec(own, 0..OPTIONS)
}

fn sets() -> impl Strategy<Value = Vec<Picks>> {
    let set = proptest::collection::btree_set(0u32..OPTIONS as u32, 0..4).prop_map(|set| set.into_iter().collect());
    proptest::collection::vec(set, 0..4)
}

fn limits() -> impl Strategy<Value = (usize, PickLimit)> {
    let cmp = prop_oneof![
        Just(Cmp::Less),
        Just(Cmp::AtMost),
        Just(Cmp::Equal),
        Just(Cmp::AtLeast),
        Just(Cmp::Greater),
        Just(Cmp::NotEqual)
    ];
    let total = (proptest::collection::vec(-2i32..6, 0..OPTIONS), cmp, -3i32..20)
        .prop_map(|(values, cmp, bound)| (values.len(), PickLimit::Total { values, cmp, bound }));
    prop_oneof![
        total,
        keys().prop_map(|k| (k.len(), PickLimit::AllDiffer(k))),
        keys().prop_map(|k| (k.len(), PickLimit::AllShare(k))),
        keys().prop_map(|k| (k.len(), PickLimit::OneEach(k))),
        sets().prop_map(|s| (OPTIONS, PickLimit::Sets(s))),
    ]
}

fn subsets(count: usize) -> impl Iterator<Item = Picks> {
    (0u32..1 << count).map(move |bits| (0..count as u32).filter(|i| bits & (1 << i) != 0).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// A legal answer is found exactly where some subset is legal, in whatever order the options are preferred.
    #[test]
    fn a_legal_answer_is_found_where_there_is_one(
        (count, limit) in limits(), min in 0u32..6, more in 0u32..6, turn in 0usize..OPTIONS,
    ) {
        let options = (0..count as u32).map(Choice::Number).collect();
        let domain = Domain::Pick { options, min, max: min + more, limit: Some(limit) };
        let decision = Decision { player: PlayerId(0), ask: Ask::Choose, rule: rule!("608.2d"), source: None, domain, about: None };
        let legal = subsets(count).any(|picks| decision.check(&Answer::Picks(picks)).is_ok());
        let mut order: Vec<u32> = (0..count as u32).collect();
        order.rotate_left(turn.min(count));
        let found = decision.picks_in_order(&order);
        prop_assert_eq!(found.is_some(), legal, "{:?}", decision);
        prop_assert_eq!(decision.has_answer(), legal);
        if let Some(picks) = found {
            prop_assert!(decision.check(&Answer::Picks(picks)).is_ok());
        }
    }

    /// What is asked for is as much as is possible, and then it can be answered.
    #[test]
    fn as_many_as_are_possible((count, limit) in limits(), min in 0u32..6, more in 0u32..6) {
        let most = min + more;
        let reach = limit.within_reach(count as u32, min, most);
        let possible = |n: u32| subsets(count)
            .any(|p| p.len() >= n as usize && p.len() <= most as usize && limit.check(&p).is_ok());
        prop_assert_eq!(reach, (0..=min).rev().find(|n| possible(*n)));
    }
}
