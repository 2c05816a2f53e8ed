//! What is told of an object step by step.

use std::path::Path;

use lawmage_cards::CardPool;
use lawmage_scenario::{Scenario, end_state, parse};

fn all(folder: &Path, found: &mut Vec<Scenario>) {
    for entry in std::fs::read_dir(folder).expect("the project's scenarios").flatten() {
        match entry.path() {
            folder if folder.is_dir() => all(&folder, found),
            file => found.extend(parse(&std::fs::read_to_string(file).expect("readable")).expect("it parses")),
        }
    }
}

/// The steps come to what the object is, on every board that the project's scenarios come to.
#[test]
fn explanations_end_with_what_is() {
    let pool = CardPool::starter().expect("the starter set");
    let mut scenarios = Vec::new();
    all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios"), &mut scenarios);
    let mut steps = 0;
    for scenario in &scenarios {
        let state = end_state(scenario, &pool).expect("it plays");
        for id in state.battlefield() {
            let history = state.explain(*id).expect("it is there");
            let title = &scenario.title;
            assert_eq!(*history.last.chars, *state.chars(*id), "{title}, {id:?}");
            assert_eq!(history.last.controller, state.controller(*id), "{title}, {id:?}");
            let mut at = history.first.clone();
            for step in &history.steps {
                assert_eq!(step.before, at, "{title}, {id:?}: nothing is left out");
                at = step.after.clone();
                steps += 1;
            }
            assert_eq!(at, history.last, "{title}, {id:?}: nothing is left out");
        }
    }
    assert!(steps > 500, "{steps} steps in {} scenarios", scenarios.len());
}
