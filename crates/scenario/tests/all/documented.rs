//! The examples of docs/scenarios.md hold, and so does what it says of answers, references and `x`.

use lawmage_cards::CardPool;
use lawmage_scenario::{Outcome, Report, parse, run};

type Done = Result<(), Box<dyn std::error::Error>>;

fn report(text: &str) -> Result<Report, Box<dyn std::error::Error>> {
    let scenarios = parse(text)?;
    Ok(run(scenarios.first().ok_or("no scenario")?, &CardPool::starter()?, false))
}

#[test]
fn the_examples_of_the_reference_hold() -> Done {
    let text = include_str!("../../../../docs/scenarios.md");
    let blocks = text.split("```yaml\n").skip(1).filter_map(|rest| rest.split("```").next());
    let pool = CardPool::starter()?;
    let mut count = 0;
    for block in blocks.filter(|block| block.contains("title:")) {
        for scenario in parse(block)? {
            let report = run(&scenario, &pool, false);
            assert_eq!(
                report.outcome,
                Outcome::Pass,
                "{}: {}\n{}",
                report.title,
                report.reason,
                report.events.join("\n")
            );
            count += 1;
        }
    }
    assert!(count >= 6, "{count}");
    Ok(())
}

#[test]
fn an_answer_to_be_refused_is_held_against_the_decision_of_the_next_one() -> Done {
    let text = |answers: &str| {
        format!(
            "title: t\ncards:\n- {{name: Toll, cost: \"{{0}}\", type: Sorcery, text: Target player sacrifices a creature of their \
             choice.}}\nplayers: [{{name: A, hand: [Toll]}}, {{name: B, battlefield: [Bramble Cub, Hornback Charger, \
             Forest]}}]\nscript:\n- {{turn: 1, step: main, player: A, cast: Toll, targets: [B]}}\n- {{turn: 1, step: main, player: A, \
             resolve: all}}\nanswers: {{B: [{answers}]}}\nstop: {{turn: 1, step: main}}\n"
        )
    };
    let right = report(&text("{refused: {choose: Forest}}, {choose: Bramble Cub}"))?;
    assert_eq!(right.outcome, Outcome::Pass, "{}", right.reason);
    let legal = report(&text("{refused: {choose: Hornback Charger}}, {choose: Bramble Cub}"))?;
    assert!(legal.reason.contains("must be refused, and is not"), "{}", legal.reason);
    let alone = report(&text("{choose: Bramble Cub}, {refused: {choose: Forest}}"))?;
    assert!(alone.reason.contains("nothing was asked that could refuse"), "{}", alone.reason);
    Ok(())
}

#[test]
fn x_goes_with_what_asks_for_it() -> Done {
    let text = "title: t\nplayers: [{name: A, battlefield: [Bramble Cub]}, {name: B}]\nscript:\n- {turn: 1, step: declare-attackers, \
                player: A, attack: Bramble Cub, x: 3}\nstop: {turn: 1, step: main2}\n";
    let found = report(text)?;
    assert_eq!((found.outcome, found.reason.contains("takes no x")), (Outcome::Error, true), "{}", found.reason);
    Ok(())
}

/// 612.1: what an effect has changed in a text is no longer said by it.
#[test]
fn a_changed_ability_is_matched_as_it_is() -> Done {
    let text = "title: t\ncards:\n- {name: Bend, cost: \"{0}\", type: Instant, text: Change the text of target permanent by replacing all \
                instances of one basic land type with another.}\n- {name: Watch, cost: \"{0}\", type: Creature — Elf, pt: 1/1, text: \
                \"{T}: Untap target Forest.\"}\nplayers: [{name: A, hand: [Bend], battlefield: [Watch]}, {name: B}]\nanswers: {A: [Forest, \
                Island]}\nscript:\n- {turn: 1, step: main, player: A, cast: Bend, targets: [Watch]}\n- {turn: 1, step: main, player: A, \
                resolve: all}\nstop: {turn: 1, step: main}\nexpect: [{ability: {of: Watch, has: \"{T}: Untap target Island.\"}}, {ability: \
                {of: Watch, lacks: \"{T}: Untap target Forest.\"}}]\n";
    let found = report(text)?;
    assert_eq!(found.outcome, Outcome::Pass, "{}", found.reason);
    Ok(())
}
