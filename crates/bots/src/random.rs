//! `random`: uniform over legal options.

use lawmage_engine::{Answer, Ask, Choice, Decision, Domain, Player, Res, View};
use lawmage_engine::{Rng, Seed};
use smallvec::SmallVec;

use crate::repeats::Repeats;

/// Tries at picks under a limit before legal ones are sought.
const TRIES: u32 = 8;
/// One in so many costs that ask for any number of objects is paid with more than it takes.
const OVERPAID: u32 = 8;

/// A player who takes any legal option, each as likely.
pub struct RandomBot {
    rng: Rng,
    repeats: Repeats,
}

impl RandomBot {
    /// From a seed: the same seed and the same questions give the same answers.
    #[must_use]
    pub fn new(seed: impl Into<Seed>) -> Self {
        Self { rng: Rng::new(seed), repeats: Repeats::default() }
    }

    fn picks(&mut self, decision: &Decision, options: &[Choice], min: u32, max: u32, limited: bool) -> Answer {
        let count = options.len() as u32;
        let most = max.min(count);
        let least = min.min(most);
        if most == 1 && least == 1 {
            let answer = Answer::pick(self.rng.below(count));
            if !limited || decision.check(&answer).is_ok() {
                return answer;
            }
        }
        for attempt in 0..TRIES {
            let wanted = if attempt + 1 == TRIES { least } else { least + self.rng.below(most - least + 1) };
            let answer = Answer::Picks(self.subset(count, wanted));
            if !limited || decision.check(&answer).is_ok() {
                return answer;
            }
        }
        self.found(decision, count)
    }

    /// Any `wanted` of `count` indices, each set and order as likely.
    fn subset(&mut self, count: u32, wanted: u32) -> SmallVec<[u32; 4]> {
        let mut all: SmallVec<[u32; 32]> = (0..count).collect();
        for place in 0..wanted {
            let other = place + self.rng.below(count - place);
            all.swap(place as usize, other as usize);
        }
        all.truncate(wanted as usize);
        SmallVec::from_slice(&all)
    }

    /// Picks under a limit that chance did not hit, sought in a random order.
    fn found(&mut self, decision: &Decision, count: u32) -> Answer {
        let order = self.subset(count, count);
        Answer::Picks(decision.picks_in_order(&order).unwrap_or_default())
    }

    /// An action with priority: any that has not been taken too often this turn.
    fn act(&mut self, view: &View<'_>, options: &[Choice]) -> Answer {
        let open: Vec<u32> = (0u32..)
            .zip(options)
            .filter(|(_, option)| self.repeats.may(view, option))
            .map(|(place, _)| place)
            .collect();
        let place = open.get(self.rng.below(open.len() as u32) as usize).copied().unwrap_or(0);
        if let Some(option) = options.get(place as usize) {
            self.repeats.note(view, option);
        }
        Answer::pick(place)
    }

    fn division(&mut self, count: usize, total: u32, least: &[u32], needs: &[u32]) -> Answer {
        let mut amounts: SmallVec<[u32; 4]> = (0..count).map(|i| least.get(i).copied().unwrap_or(0)).collect();
        let mut left = total.saturating_sub(amounts.iter().sum());
        if !needs.is_empty() && count > 1 && self.rng.below(2) == 0 {
            // Lethal damage to each first, so that the rest may trample over.
            for (amount, need) in amounts.iter_mut().zip(needs).take(count - 1) {
                let more = need.saturating_sub(*amount).min(left);
                *amount += more;
                left -= more;
            }
            let lethal = amounts.iter().zip(needs).take(count - 1).all(|(a, n)| a >= n);
            let place = if lethal { count - 1 } else { 0 };
            amounts[place] += left;
            return Answer::Amounts(amounts);
        }
        // The last share has a rule of its own where there are needs: leave it alone.
        let places = if needs.is_empty() { count } else { count - 1 };
        for _ in 0..left {
            amounts[self.rng.below(places as u32) as usize] += 1;
        }
        Answer::Amounts(amounts)
    }
}

/// Picks that keep the decision's limit, from `picks` by leaving out the last ones, or else the first found in the order
/// given.
pub(crate) fn repair(decision: &Decision, order: &[u32], picks: &[u32], least: usize) -> SmallVec<[u32; 4]> {
    let mut kept: SmallVec<[u32; 4]> = SmallVec::new();
    for pick in picks {
        kept.push(*pick);
        if decision.check(&Answer::Picks(kept.clone())).is_err() && kept.len() > least {
            kept.pop();
        }
    }
    if decision.check(&Answer::Picks(kept.clone())).is_ok() {
        return kept;
    }
    decision.picks_in_order(order).unwrap_or_default()
}

impl Player for RandomBot {
    fn decide(&mut self, view: &View<'_>, decision: &Decision) -> Res<Answer> {
        Ok(match &decision.domain {
            Domain::Pick { options, .. } if decision.ask == Ask::Priority => self.act(view, options),
            Domain::Pick { options, min, max, limit } => {
                let limited = limit.is_some();
                // Who taps half of what they have for each Vehicle has nothing left to attack with.
                if limited && decision.ask == Ask::CostObjects && self.rng.below(OVERPAID) > 0 {
                    return Ok(self.found(decision, options.len() as u32));
                }
                self.picks(decision, options, *min, *max, limited)
            }
            Domain::Number { min, max, but } => {
                let count = (max - min).saturating_add(1).saturating_sub(but.len() as u32);
                let drawn = min + self.rng.below(count);
                // Past each gap below it.
                Answer::Number(but.iter().fold(drawn, |n, gap| n + u32::from(*gap <= n)).min(*max))
            }
            Domain::Order(options) => {
                let count = options.len() as u32;
                Answer::Order(self.subset(count, count).into_iter().collect())
            }
            Domain::Divide { among, total, least, needs } => self.division(among.len(), *total, least, needs),
            Domain::Name(names) => {
                let picked = self.subset(names.known.len() as u32, names.count);
                Answer::Names(picked.iter().filter_map(|place| names.known.get(*place as usize).cloned()).collect())
            }
            Domain::Attack(domain) => {
                let attack = domain.random(&mut |n| self.rng.below(n));
                let bands = domain.random_bands(&attack, &mut |n| self.rng.below(n));
                Answer::Attack(attack, bands)
            }
            Domain::Block(domain) => Answer::Block(domain.random(&mut |n| self.rng.below(n))),
        })
    }
}
