//! Stops as people and programs name them.

use lawmage_host::Stops;
use lawmage_ir::Step;
use lawmage_protocol as protocol;

#[test]
fn a_step_is_named_exactly_or_by_the_only_beginning() {
    let of = |word: &str| Stops::of_words(&protocol::Stops { own: vec![word.to_owned()], others: Vec::new() });
    let first = |word: &str| of(word).map(|stops| stops.words().own.join(", "));
    assert_eq!(first("upkeep step"), Ok(Step::Upkeep.word().to_owned()));
    assert_eq!(first("End"), Ok(Step::End.word().to_owned()));
    assert_eq!(first("cl"), Ok(Step::Cleanup.word().to_owned()));
    assert_eq!(first("postcombat main phase"), Ok(Step::Main2.word().to_owned()));
    for several in ["combat", "main", "d", "e"] {
        assert!(of(several).is_err_and(|why| why.contains("may be any of")), "{several}");
    }
    assert!(of("lunch").is_err_and(|why| why.contains("no step is called")));
    assert!(of("untap step").is_err_and(|why| why.contains("502.4")));
    for step in Step::ALL.into_iter().filter(|step| *step != Step::Untap) {
        assert_eq!(first(step.word()), Ok(step.word().to_owned()), "the rules' own name");
    }
}

#[test]
fn a_wrong_word_changes_nothing() {
    let mut stops = Stops::default();
    assert!(stops.change(&["combat"]).is_err());
    assert!(stops.change(&["untap"]).is_err());
    assert_eq!(stops, Stops::default());
    assert!(stops.change(&["their", "upkeep"]).is_ok());
    let upkeep = Step::Upkeep.word().to_owned();
    assert!(stops.words().others.contains(&upkeep) && !stops.words().own.contains(&upkeep));
}

#[test]
fn the_protocol_has_the_same_stops_by_default() {
    assert_eq!(Stops::of_words(&protocol::Stops::default()), Ok(Stops::default()));
    assert_eq!(Stops::default().words(), protocol::Stops::default());
}
