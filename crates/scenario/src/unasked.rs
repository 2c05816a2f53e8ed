//! What is done when no answer fits.

use lawmage_bots::BasicBot;
use lawmage_engine::{Answer, Ask, Choice, Domain, Entity, Player, View};
use smallvec::SmallVec;

use crate::answers::Matcher;
use crate::model::Unanswered;

impl Matcher<'_> {
    /// What is done without an answer: optional things are declined, or accepted and the rest chosen as `basic` would.
    pub(crate) fn unanswered(&self, manner: Unanswered) -> Option<Answer> {
        let first = self.first_legal();
        if manner == Unanswered::Decline {
            return first;
        }
        self.accepted().or(first)
    }

    /// The first legal answer; nothing that is optional.
    fn first_legal(&self) -> Option<Answer> {
        Some(match &self.decision.domain {
            Domain::Pick { options, min, max, .. } => {
                if options == &[Choice::Yes, Choice::No] {
                    // A hand is kept, and a declared attack or block paid for.
                    let yes = matches!(self.decision.ask, Ask::KeepHand | Ask::CombatCost);
                    return Some(Answer::pick(u32::from(!yes)));
                }
                if self.decision.ask == Ask::Modes
                    && let Some(no) = options.iter().position(|c| *c == Choice::No)
                {
                    return Some(Answer::pick(no as u32));
                }
                // 502.3: that permanents untap is no option.
                let least = if self.decision.ask == Ask::Untap { *max } else { *min };
                self.some(least, *min, *max)?
            }
            Domain::Number { min, .. } => Answer::Number(*min),
            Domain::Order(options) => Answer::Order((0..options.len() as u32).collect()),
            Domain::Divide { among, total, least, needs }
                if !needs.is_empty() || self.decision.ask != Ask::CombatDamage =>
            {
                divided(among.len(), *total, least, needs)?
            }
            // Enough for each to die, as far as it goes.
            Domain::Divide { among, total, least, .. } => {
                let needs: Vec<u32> = among.iter().map(|c| self.lethal(c)).collect();
                divided(among.len(), *total, least, &needs)?
            }
            Domain::Name(_) => self.decision.any_legal(),
            Domain::Attack(domain) => Answer::Attack(domain.legalize(&[]), Vec::new()),
            Domain::Block(domain) => Answer::Block(domain.legalize(&[])),
        })
    }

    /// What is optional is accepted and paid for; the rest is chosen as the `basic` bot does. `None`: as without accepting.
    fn accepted(&self) -> Option<Answer> {
        match &self.decision.domain {
            Domain::Pick { options, min, max, .. } => {
                if options == &[Choice::Yes, Choice::No] {
                    return Some(Answer::pick(0));
                }
                if matches!(self.decision.ask, Ask::Untap | Ask::Scry | Ask::OrderCards | Ask::NewTargets) {
                    return None;
                }
                let chosen = self.as_basic().filter(|a| *a != Answer::Picks(SmallVec::new()));
                chosen.or_else(|| self.some((*max).min(1), *min, *max))
            }
            // Optional costs are paid; what they are paid for is chosen as little as can be.
            Domain::Number { min, max, .. } => {
                let optional = matches!(self.decision.ask, Ask::OptionalCost(_));
                Some(Answer::Number(if optional { (*max).min(1).max(*min) } else { *min }))
            }
            Domain::Order(_) | Domain::Attack(_) | Domain::Block(_) => None,
            Domain::Name(_) => self.as_basic(),
            Domain::Divide { .. } => {
                if self.decision.ask == Ask::CombatDamage {
                    None
                } else {
                    self.as_basic()
                }
            }
        }
    }

    /// The damage that a creature takes till it dies (704.5g).
    fn lethal(&self, choice: &Choice) -> u32 {
        let Some(id) = choice.entity().and_then(Entity::object) else { return 0 };
        let toughness = self.state.chars(id).toughness.unwrap_or(0);
        let marked = self.state.permanent(id).map_or(0, |p| p.damage);
        u32::try_from(toughness).unwrap_or(0).saturating_sub(marked)
    }

    fn as_basic(&self) -> Option<Answer> {
        let view = View::new(self.state, self.decision.player, Some(self.decision));
        let answer = BasicBot::new(0).decide(&view, self.decision).ok()?;
        self.decision.check(&answer).is_ok().then_some(answer)
    }

    /// The first options, at least so many where they go together.
    fn some(&self, least: u32, min: u32, max: u32) -> Option<Answer> {
        let picks: SmallVec<[u32; 4]> = (0..least.min(max).min(self.decision.options().len() as u32)).collect();
        let all = Answer::Picks(picks);
        if self.decision.check(&all).is_ok() {
            return Some(all);
        }
        self.fill(SmallVec::new(), min, max).map(Answer::Picks)
    }
}

/// A division that gives each what it must have, then what it needs; what is left over goes to the first, with trample to
/// the last (702.19b).
fn divided(count: usize, total: u32, least: &[u32], needs: &[u32]) -> Option<Answer> {
    let mut amounts: SmallVec<[u32; 4]> = (0..count).map(|i| least.get(i).copied().unwrap_or(0)).collect();
    let mut left = total.saturating_sub(amounts.iter().sum());
    for (amount, need) in amounts.iter_mut().zip(needs) {
        let more = need.saturating_sub(*amount).min(left);
        *amount += more;
        left -= more;
    }
    let place = if needs.is_empty() { 0 } else { count.saturating_sub(1) };
    *amounts.get_mut(place)? += left;
    Some(Answer::Amounts(amounts))
}
