//! `basic`: plays for value from its view alone. Each decision is judged by itself, by what the compiled text says would
//! happen; nothing is searched.

mod action;
mod attack;
mod block;
mod choice;
mod deed;
mod fight;
mod judge;
mod values;

use lawmage_engine::{Action, Answer, Ask, Choice, Decision, Domain, ObjectId, Player, Res, View};
use lawmage_engine::{Rng, Seed};
use lawmage_ir::Mode;
use smallvec::SmallVec;

use crate::repeats::Repeats;

/// How often a turn the bot uses one ability, or tries to cast one card.
const USES_A_TURN: u32 = 3;

/// A player who plays for value.
pub struct BasicBot {
    rng: Rng,
    repeats: Repeats,
    /// Modes chosen for what is being announced, whose targets are yet to come.
    modes: Vec<usize>,
    /// What is being announced, and how many of its modes have had their targets.
    announced: Option<(ObjectId, usize)>,
}

impl BasicBot {
    /// From a seed, by which ties are broken: the same seed and the same questions give the same answers.
    #[must_use]
    pub fn new(seed: impl Into<Seed>) -> Self {
        Self { rng: Rng::new(seed), repeats: Repeats::default(), modes: Vec::new(), announced: None }
    }

    fn act(&mut self, view: &View<'_>, options: &[Choice]) -> Answer {
        let mut best: Option<(i32, u32)> = None;
        let mut pass = 0;
        for (place, option) in (0u32..).zip(options) {
            let Choice::Action(action) = option else { continue };
            if **action == Action::Pass {
                pass = place;
                continue;
            }
            if self.repeats.times(view, action) >= USES_A_TURN || !self.repeats.may(view, option) {
                continue;
            }
            let score = action::score(view, action);
            if score > 0 && best.is_none_or(|(b, _)| score > b) {
                best = Some((score, place));
            }
        }
        let Some((_, place)) = best else { return Answer::pick(pass) };
        if let Some(option) = options.get(place as usize) {
            self.repeats.note(view, option);
        }
        self.modes.clear();
        self.announced = None;
        Answer::pick(place)
    }

    /// The mode that a target question belongs to.
    fn mode<'v>(&mut self, view: &View<'v>, decision: &Decision) -> Option<&'v Mode> {
        let source = decision.source?;
        let modes: Vec<(usize, &Mode)> =
            choice::modes_of(view, source).into_iter().enumerate().filter(|(_, m)| !m.targets.is_empty()).collect();
        let chosen: Vec<&Mode> = if self.modes.is_empty() {
            modes.iter().map(|(_, m)| *m).collect()
        } else {
            let mut order = self.modes.clone();
            order.sort_unstable();
            order.iter().filter_map(|place| modes.iter().find(|(p, _)| p == place)).map(|(_, m)| *m).collect()
        };
        let nth = match (&mut self.announced, &decision.ask) {
            (Some((id, nth)), Ask::Targets(0)) if *id == source => {
                *nth += 1;
                *nth
            }
            (Some((id, nth)), _) if *id == source => *nth,
            (announced, _) => {
                *announced = Some((source, 0));
                0
            }
        };
        chosen.get(nth).or(chosen.first()).copied()
    }

    fn pick(&mut self, view: &View<'_>, decision: &Decision, options: &[Choice], min: u32, max: u32) -> Answer {
        let aims = matches!(decision.ask, Ask::Targets(_) | Ask::NewTargets);
        let mode = if aims { self.mode(view, decision) } else { None };
        let mut scored: Vec<(i32, u32, u32)> = (0u32..)
            .zip(options)
            .map(|(place, option)| (choice::option_worth(view, decision, option, mode), self.rng.below(64), place))
            .collect();
        scored.sort_by_key(|(score, tie, _)| (std::cmp::Reverse(*score), *tie));
        let least = min.min(options.len() as u32);
        let mut picks: SmallVec<[u32; 4]> = SmallVec::new();
        for (score, _, place) in &scored {
            let count = picks.len() as u32;
            if count >= max || (count >= least && *score <= 0) {
                break;
            }
            picks.push(*place);
        }
        // What limits them together is kept by leaving some out.
        if decision.check(&Answer::Picks(picks.clone())).is_err() {
            let order: Vec<u32> = scored.iter().map(|(_, _, place)| *place).collect();
            picks = crate::random::repair(decision, &order, &picks, least as usize);
        }
        if decision.ask == Ask::Modes {
            let chosen = picks.iter().filter_map(|p| match options.get(*p as usize) {
                Some(Choice::Mode(mode)) => Some(usize::from(*mode)),
                _ => None,
            });
            self.modes.extend(chosen);
        }
        Answer::Picks(picks)
    }
}

impl Player for BasicBot {
    fn decide(&mut self, view: &View<'_>, decision: &Decision) -> Res<Answer> {
        Ok(match &decision.domain {
            Domain::Pick { options, .. } if decision.ask == Ask::Priority => self.act(view, options),
            Domain::Pick { options, min, max, .. } => self.pick(view, decision, options, *min, *max),
            // As much as can be: X, kickers.
            Domain::Number { max, .. } => Answer::Number((*max).min(1_000_000)),
            Domain::Order(options) => Answer::Order((0..options.len() as u32).collect()),
            Domain::Divide { among, total, least, needs } => choice::divide(view, among, *total, least, needs),
            Domain::Name(names) => choice::names(view, decision, names),
            Domain::Attack(domain) => Answer::Attack(attack::attack(view, domain), Vec::new()),
            Domain::Block(domain) => Answer::Block(block::block(view, domain)),
        })
    }
}
