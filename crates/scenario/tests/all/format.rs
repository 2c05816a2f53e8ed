//! The language of scenario files: what is read, what is matched, what is said when something is wrong.

use std::sync::atomic::AtomicBool;

use lawmage_cards::CardPool;
use lawmage_scenario::{Outcome, Report, parse, parse_each, run, run_until};

type Done = Result<(), Box<dyn std::error::Error>>;

fn report(text: &str) -> Result<Report, Box<dyn std::error::Error>> {
    let scenarios = parse(text)?;
    Ok(run(scenarios.first().ok_or("no scenario")?, &CardPool::starter()?, false))
}

fn passes(text: &str) -> Done {
    let report = report(text)?;
    assert_eq!(report.outcome, Outcome::Pass, "{}\n{}", report.reason, report.events.join("\n"));
    Ok(())
}

fn fails(text: &str, line: Option<u64>, says: &str) -> Done {
    let report = report(text)?;
    assert_eq!((report.outcome, report.line), (Outcome::Fail, line), "{}", report.reason);
    assert!(report.reason.contains(says), "{}", report.reason);
    Ok(())
}

#[test]
fn a_wrong_scenario_leaves_the_others_of_its_list_alone() -> Done {
    let all = parse_each(
        "- {title: one, players: [{name: A}, {name: B}]}\n- {title: two, plyers: []}\n- {title: three, players: [{name: A}, {name: B}]}\n",
    );
    let right: Vec<bool> = all.iter().map(Result::is_ok).collect();
    assert_eq!(right, [true, false, true]);
    let error = all.into_iter().nth(1).ok_or("three")?.err().ok_or("it was read")?;
    assert_eq!(error.line(), Some(2));
    assert!(error.to_string().contains("plyers"), "{error}");
    Ok(())
}

#[test]
fn what_is_unknown_is_named() -> Done {
    for (text, outcome, says) in [
        ("title: t\nplayers: [{name: A, hand: [No Such Card]}, {name: B}]\n", Outcome::Unsupported, "No Such Card"),
        ("title: t\ngame: {format: chess}\nplayers: [{name: A}, {name: B}]\n", Outcome::Error, "chess"),
        (
            "title: t\nplayers: [{name: A}, {name: B}]\nscript: [{turn: 1, step: main, player: C, concede: true}]\n",
            Outcome::Error,
            "C",
        ),
        (
            "title: t\nplayers: [{name: A}, {name: B}]\nscript: [{turn: 1, step: main, player: A, cast: '@it'}]\n",
            Outcome::Error,
            "@it",
        ),
        (
            "title: t\nplayers: [{name: A}, {name: B}]\nstop: {turn: 1, step: main}\nexpect: [{tapped: {of: '@it', is: true}}]\n",
            Outcome::Error,
            "@it",
        ),
    ] {
        let report = report(text)?;
        assert_eq!(report.outcome, outcome, "{}", report.reason);
        assert!(report.reason.contains(says), "{}", report.reason);
    }
    Ok(())
}

#[test]
fn a_scenario_that_is_stopped_from_outside_fails() -> Done {
    let scenarios = parse("title: t\nplayers: [{name: A}, {name: B}]\nstop: {turn: 9, step: main}\n")?;
    let report = run_until(scenarios.first().ok_or("one")?, &CardPool::starter()?, false, &AtomicBool::new(true));
    assert_eq!(report.outcome, Outcome::Fail);
    assert!(report.reason.contains("gave up"), "{}", report.reason);
    Ok(())
}

const ENGINE: &str = "{name: Test Engine, cost: \"{1}\", type: Artifact, text: \"{2}: You gain 1 life.\\nCharge — {1}, {T}: Put a charge counter on this artifact.\\nSacrifice this artifact: You gain 5 life.\"}";

#[test]
fn abilities_are_found_word_by_word_by_what_is_printed() -> Done {
    for (text, life, counters) in
        [("{2}: You gain", 21, 0), ("{1}, {T}: Put a charge", 20, 1), ("Charge", 20, 1), ("Sacrifice {this}:", 25, 0)]
    {
        let (zone, there) = if life == 25 { ("graveyard", 1) } else { ("permanents", 1) };
        let counted = if counters == 1 { ", {counters: {on: Test Engine, kind: charge, count: 1}}" } else { "" };
        passes(&format!(
            "title: t\ncards: [{ENGINE}]\nplayers: [{{name: A, battlefield: [Test Engine, \"2 Plains\"]}}, {{name: B}}]\nscript:\n  - {{turn: 1, step: main, player: A, activate: \"{text}\"}}\n  - {{turn: 1, step: main, player: A, resolve: all}}\nstop: {{turn: 1, step: main}}\nexpect: [{{life: {{player: A, is: {life}}}}}, {{{zone}: {{card: Test Engine, count: {there}}}}}{counted}]\n"
        ))?;
    }
    Ok(())
}

#[test]
fn a_way_or_cost_that_there_is_not_is_refused() -> Done {
    fails(
        "title: t\ncards: [{name: Test Gift, cost: \"{W}\", type: Sorcery, text: You gain 1 life.}]\nplayers: [{name: A, hand: [Test Gift], battlefield: [Plains]}, {name: B}]\nscript:\n  - {turn: 1, step: main, player: A, cast: Test Gift, with: kicker}\n",
        Some(5),
        "kicker",
    )
}

#[test]
fn coins_and_dice_can_be_fixed() -> Done {
    let cards = "cards: [{name: Test Coin, cost: \"{0}\", type: Artifact, text: \"{0}: Flip a coin. If you win the flip, you gain 3 life.\"}, {name: Test Die, cost: \"{0}\", type: Artifact, text: \"{0}: Roll a six-sided die. You gain life equal to the result.\"}]";
    passes(&format!(
        "title: t\n{cards}\nplayers: [{{name: A, battlefield: [Test Coin, Test Die]}}, {{name: B}}]\nanswers: {{A: [{{coin: won}}, {{coin: lost}}, {{die: 5}}]}}\nscript:\n  - {{turn: 1, step: main, player: A, activate: \"{{0}}\", source: Test Coin}}\n  - {{turn: 1, step: main, player: A, activate: \"{{0}}\", source: Test Coin}}\n  - {{turn: 1, step: main, player: A, activate: \"{{0}}\", source: Test Die}}\n  - {{turn: 1, step: main, player: A, resolve: all}}\nstrict: answers\nstop: {{turn: 1, step: main}}\nexpect: [{{life: {{player: A, is: 28}}}}]\n"
    ))
}

#[test]
fn what_must_attack_is_no_free_choice() -> Done {
    let cards = "cards: [{name: Test Brute, cost: \"{R}\", type: Creature — Ogre, pt: 2/1, text: Test Brute attacks each combat if able.}]";
    passes(&format!(
        "title: t\n{cards}\nplayers: [{{name: A, battlefield: [Test Brute]}}, {{name: B}}]\nscript:\n  - {{turn: 1, step: declare-attackers, player: A, attack: none, fails: \"508.1d\"}}\n  - {{turn: 1, step: declare-attackers, player: A, attack: Test Brute, defender: B}}\nstop: {{turn: 1, step: end-of-combat}}\nexpect: [{{life: {{player: B, is: 18}}}}]\n"
    ))
}

#[test]
fn a_commander_costs_more_each_time_and_may_go_home() -> Done {
    let cards = "cards: [{name: Test Marshal, cost: \"{1}\", type: Legendary Creature — Human, pt: 2/2}, {name: Test Doom, cost: \"{0}\", type: Instant, text: Destroy target creature.}]";
    passes(&format!(
        "title: t\ngame: {{format: commander}}\n{cards}\nplayers: [{{name: A, command: [Test Marshal], battlefield: [\"4 Plains\"], hand: [Test Doom]}}, {{name: B}}]\nanswers: {{A: [true]}}\nscript:\n  - {{turn: 1, step: main, player: A, cast: Test Marshal}}\n  - {{turn: 1, step: main, player: A, resolve: all}}\n  - {{turn: 1, step: main, player: A, cast: Test Doom, targets: [Test Marshal]}}\n  - {{turn: 1, step: main, player: A, resolve: all}}\n  - {{turn: 1, step: main, player: A, check: [{{command: {{player: A, card: Test Marshal, count: 1}}}}]}}\n  - {{turn: 1, step: main, player: A, cast: Test Marshal}}\n  - {{turn: 1, step: main, player: A, resolve: all}}\nstop: {{turn: 1, step: main}}\nexpect: [{{life: {{player: A, is: 40}}}}, {{tapped: {{of: Plains, is: true, count: 4}}}}, {{permanents: {{card: Test Marshal, count: 1}}}}]\n"
    ))
}

#[test]
fn who_leaves_takes_their_cards_along() -> Done {
    passes(
        "title: t\ngame: {format: free-for-all}\nplayers: [{name: A, battlefield: [Plains]}, {name: B}, {name: C}]\nscript:\n  - {turn: 1, step: main, player: A, concede: true}\nstop: {turn: 2, step: main}\nexpect: [{permanents: {card: Plains, count: 0}}, {active_player: B}, {in_game: {player: A, is: false}}]\n",
    )
}

#[test]
fn the_trace_tells_turns_decisions_and_refusals() -> Done {
    let scenarios = parse(
        "title: t\nplayers: [{name: A, hand: [Forest, Forest]}, {name: B}]\nscript:\n  - {turn: 1, step: main, player: A, play: Forest}\n  - {turn: 1, step: main, player: A, play: Forest, fails: \"305.2b\"}\nstop: {turn: 1, step: main}\n",
    )?;
    let report = run(scenarios.first().ok_or("one")?, &CardPool::starter()?, true);
    assert_eq!(report.outcome, Outcome::Pass, "{}", report.reason);
    let told = report.events.join("\n");
    assert!(told.contains("== turn 1 of A: main phase") && told.contains("refused: play: Forest"), "{told}");
    Ok(())
}
