//! Modal effects (700.2): "Choose one —" and its bullets.

use lawmage_ir::{Amount, Cost, FreshSince, Modal, ModalInstead, Mode, Program, Who};

use super::{finish, sentence};
use crate::grammar::ability::annotation::{self, Annotations};
use crate::grammar::condition;
use crate::lex::TokenKind;
use crate::parse::Parser;

/// A modal effect: the header, then a mode a bullet.
pub fn modal(p: &mut Parser<'_>) -> Option<Program> {
    let spree = p.eat("spree");
    // 2026:702.183a: "Tiered" means "choose one", the cost of whose mode is an additional cost.
    let tiered = !spree && p.eat("tiered");
    let mut modal = if spree {
        priced(99)
    } else if tiered {
        priced(1)
    } else {
        header(p)?
    };
    let (mut modes, mut nonzero, mut limits) = (Vec::new(), 0, Vec::new());
    // The header told that pawprints stand where bullets would (700.2i).
    let pawed = !std::mem::take(&mut modal.pawprints).is_empty();
    loop {
        while p.peek().is_some_and(|t| t.kind == TokenKind::Newline) {
            p.advance();
        }
        if pawed {
            let prints = pawprints(p);
            if prints == 0 {
                break;
            }
            p.expect("—")?;
            modal.pawprints.push(prints);
        } else if !p.eat(if spree { "+" } else { "•" }) {
            break;
        }
        if tiered && p.peek().is_some_and(|t| !t.text.starts_with('{')) {
            name(p);
        }
        let cost = if spree || tiered { Some(cost(p)?) } else { None };
        modes.push(Mode { cost, ..mode(p)? });
        nonzero += usize::from(p.eat("x can't be 0 ."));
        limits.extend(p.attempt(mode_limits));
    }
    if modes.is_empty() {
        return p.fail("• and a mode");
    }
    if modal.different_players && !modes.iter().all(|mode| one_player(&mode.targets)) {
        return p.fail("one target player in each mode");
    }
    // 107.3a: whichever mode is chosen, X is announced for the ability.
    match nonzero {
        0 => {}
        n if n == modes.len() && !p.scope.face.spell => p.scope.one_or_more = true,
        _ => return p.fail("what holds of X in every mode"),
    }
    match limits.as_slice() {
        [] => {}
        [first, rest @ ..] if limits.len() == modes.len() && rest.iter().all(|other| other == first) => {
            p.scope.mode_limits = limits.pop();
        }
        _ => return p.fail("what every mode says of the ability"),
    }
    after_modes(p, &modal, &mut modes)?;
    let mut program = Program { modal: Some(modal), modes };
    finish::outs(&mut program, &p.scope);
    Some(program)
}

/// "Activate only once each turn.", at the end of a mode: of the ability (602.5).
fn mode_limits(p: &mut Parser<'_>) -> Option<Annotations> {
    if !p.at("activate only") {
        return None;
    }
    let mut limits = Annotations::default();
    annotation::sentence(p, &mut limits)?;
    p.expect(".").map(|()| limits)
}

/// Whether these are one target phrase, of one player.
fn one_player(targets: &[lawmage_ir::TargetSpec]) -> bool {
    let [spec] = targets else { return false };
    spec.filter.kind == lawmage_ir::Kind::Player
        && (&spec.min, &spec.max, &spec.by) == (&Amount::ONE, &Some(Amount::ONE), &None)
}

/// "When you do, choose one —": modes of their own, which speak of no outer target.
pub(super) fn of_reflexive(p: &mut Parser<'_>) -> Option<Program> {
    if !p.scope.targets.is_empty() {
        return p.fail("no target before");
    }
    let referents = p.scope.referents.clone();
    let program = modal(p);
    p.scope.referents = referents;
    p.scope.targets.clear();
    program
}

/// "{P}{P}": how many, before a mode (700.2i).
fn pawprints(p: &mut Parser<'_>) -> u32 {
    let mut prints = 0;
    while p.eat("{P}") {
        prints += 1;
    }
    prints
}

/// A paragraph after the modes is followed after whichever was chosen: where that is one, it stands at the end of each.
fn after_modes(p: &mut Parser<'_>, modal: &Modal, modes: &mut [Mode]) -> Option<()> {
    if p.at_end() || p.peek().is_some_and(|t| t.kind == TokenKind::QuoteClose) || sentence::annotates(p) {
        return Some(());
    }
    if modal.max != Amount::ONE || modal.instead.is_some() {
        return p.fail("one mode, before what follows it");
    }
    let known = std::mem::take(&mut p.scope.referents);
    let clauses = sentence::sentences(p);
    p.scope.referents = known;
    let clauses = clauses?;
    if !p.scope.targets.is_empty() {
        return p.fail("no target after the modes");
    }
    modes.iter_mut().for_each(|mode| mode.clauses.extend(clauses.iter().cloned()));
    Some(())
}

/// One or more modes, up to so many, each with a cost of its own (700.2h, 702.172a).
const fn priced(most: i32) -> Modal {
    let (min, max) = (Amount::ONE, Amount::Const(most));
    Modal {
        min,
        max,
        repeats: false,
        by: None,
        random: false,
        fresh: None,
        instead: None,
        pawprints: Vec::new(),
        different_players: false,
    }
}

/// "{1}{U} —": what choosing the mode costs.
fn cost(p: &mut Parser<'_>) -> Option<Cost> {
    let cost = crate::grammar::cost::cost(p)?;
    p.expect("—")?;
    Some(cost)
}

/// "Choose one —", "Choose one or both —", "An opponent chooses one —".
fn header(p: &mut Parser<'_>) -> Option<Modal> {
    let by = if p.eat("an opponent chooses") {
        Some(Who::Opponents)
    } else {
        p.expect("choose")?;
        None
    };
    let most = |n| Some((Amount::ONE, Amount::Const(n)));
    let exactly = |n: i32| Some((Amount::Const(n), Amount::Const(n)));
    let (min, max) = if p.eat("one or both") {
        most(2)
    } else if p.eat("one or more") {
        most(99)
    } else if p.eat("any number") {
        Some((Amount::Const(0), Amount::Const(99)))
    } else if p.eat("up to") {
        up_to(p).map(|most| (Amount::Const(0), most))
    } else {
        let n = p.number()?;
        exactly(n)
    }?;
    // 700.2i
    let pawprints = if p.eat("{P} worth of modes") { vec![0] } else { Vec::new() };
    let random = p.eat("at random");
    let fresh = p
        .eat("that hasn't been chosen")
        .then(|| if p.eat("this turn") { FreshSince::ThisTurn } else { FreshSince::Ever });
    if let Some(instead) = p.attempt(instead) {
        return Some(Modal {
            min,
            max,
            repeats: false,
            by,
            random,
            fresh,
            instead: Some(Box::new(instead)),
            pawprints: Vec::new(),
            different_players: false,
        });
    }
    let repeats = p.eat(". you may choose the same mode more than once .");
    let different_players = !repeats && p.eat(". each mode must target a different player .");
    // The full stop of a limit in the header: "Choose one. Activate only as a sorcery."
    let limited = p.last().is_some_and(|t| &*t.text == ".");
    if !repeats && !limited {
        p.eat_any(&["—", ":"])?;
    }
    Some(Modal { min, max, repeats, by, random, fresh, instead: None, pawprints, different_players })
}

/// Behind "choose up to": "two", "X, where X is the number of Lesson cards in your graveyard" (700.2a: as modes are chosen).
fn up_to(p: &mut Parser<'_>) -> Option<Amount> {
    if !p.eat("x , where x is") {
        return p.number().map(Amount::Const);
    }
    crate::grammar::amount::defined(p)
}

/// ". If this spell was kicked, choose any number instead.", ". If …, you may choose both instead."
fn instead(p: &mut Parser<'_>) -> Option<ModalInstead> {
    p.expect(". if")?;
    let condition = condition(p)?;
    let _ = p.eat("as you cast ~");
    p.expect(",")?;
    let free = p.eat_any(&["you may choose", "choose"])? == 0;
    let (least, most) = match p.eat_any(&["both", "any number", "one or more"]) {
        Some(0) => (2, 2),
        Some(1) => (0, 99),
        Some(_) => (1, 99),
        None => {
            let n = p.number()?;
            (n, n)
        }
    };
    // "…, you may choose both.": as well.
    (p.eat("instead .") || free && p.eat(".")).then_some(())?;
    let least = if free { 1 } else { least };
    Some(ModalInstead { condition, min: Amount::Const(least), max: Amount::Const(most) })
}

fn mode(p: &mut Parser<'_>) -> Option<Mode> {
    let targets = std::mem::take(&mut p.scope.targets);
    let referents = p.scope.referents.clone();
    name(p);
    let clauses = sentence::of_mode(p);
    let mode_targets = std::mem::replace(&mut p.scope.targets, targets);
    p.scope.referents = referents;
    p.scope.last_done = None;
    Some(Mode { cost: None, targets: mode_targets, clauses: clauses? })
}

/// A mode's name: "• Impound — Exile …".
fn name(p: &mut Parser<'_>) {
    let named = p.clone().attempt(|p| {
        while !p.at_stop() && !p.at("—") && !p.at(",") {
            p.advance();
        }
        p.eat("—").then(|| p.pos())
    });
    if let Some(after) = named {
        p.go_back_to(after);
    }
}
