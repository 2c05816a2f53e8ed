//! Decisions: questions that the rules ask players, with every legal answer listed or spanned by a domain.

mod any_legal;
mod ask;
mod limit;

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use lawmage_ir::{CardType, Color, ManaType, Rule, Subtype};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::state::chars::AbilityKey;
use crate::state::combat::Bands;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::table::about::About;
use crate::table::action::Action;
use crate::table::attack_domain::AttackDomain;
use crate::table::block_domain::BlockDomain;
use crate::table::card_name::NameDomain;
use crate::table::drive::Digest;
use crate::table::payment::Plan;

pub use ask::Ask;
pub use limit::Picks;

/// What may not be done, and the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Illegal {
    /// The rule.
    pub rule: Rule,
    /// Why, in a sentence.
    pub reason: String,
}

impl Illegal {
    /// A refusal.
    #[must_use]
    pub fn new(rule: Rule, reason: impl Into<String>) -> Self {
        Self { rule, reason: reason.into() }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.reason, self.rule)
    }
}

impl std::error::Error for Illegal {}

/// One thing that can be picked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Choice {
    /// An object.
    Object(ObjectId),
    /// A player.
    Player(PlayerId),
    /// Yes.
    Yes,
    /// No.
    No,
    /// An action with priority.
    Action(Box<Action>),
    /// A mode by its index.
    Mode(u8),
    /// A color.
    Color(Color),
    /// A bundle of mana.
    Mana(SmallVec<[ManaType; 3]>),
    /// A subtype.
    Subtype(Subtype),
    /// A card type.
    CardType(CardType),
    /// A word.
    Word(Arc<str>),
    /// A number.
    Number(u32),
    /// A counter of that kind.
    Counter(lawmage_ir::CounterKind),
    /// A payment plan.
    Plan(Box<Plan>),
    /// An ability or effect of a source: a trigger to order, a replacement effect to apply.
    Ability {
        /// Its source.
        source: ObjectId,
        /// Which of its abilities, if it is one.
        key: Option<AbilityKey>,
    },
    /// One of several costs, by index.
    Cost(u8),
    /// A sticker of the game, by its place among them.
    Sticker(u16),
}

impl From<Entity> for Choice {
    fn from(entity: Entity) -> Self {
        match entity {
            Entity::Object(id) => Self::Object(id),
            Entity::Player(id) => Self::Player(id),
        }
    }
}

impl Choice {
    /// The object or player, if it is one.
    #[must_use]
    pub const fn entity(&self) -> Option<Entity> {
        match self {
            Self::Object(id) => Some(Entity::Object(*id)),
            Self::Player(id) => Some(Entity::Player(*id)),
            _ => None,
        }
    }
}

/// A constraint on picks together, worked out to numbers so that anyone can check it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PickLimit {
    /// The sum of the picks' values compares so with a bound.
    Total {
        /// A value for each option.
        values: Vec<i32>,
        /// How.
        cmp: lawmage_ir::Cmp,
        /// With what.
        bound: i32,
    },
    /// No two picks share a key.
    AllDiffer(Vec<SmallVec<[u32; 2]>>),
    /// All picks share a key.
    AllShare(Vec<SmallVec<[u32; 2]>>),
    /// Each pick can be matched with a kind of its own: for each option, the kinds it fits.
    OneEach(Vec<SmallVec<[u32; 2]>>),
    /// The picks are one of these sets, each with its indices in rising order: what later target phrases need is left.
    Sets(Vec<Picks>),
}

/// The legal answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Domain {
    /// Pick at least `min` and at most `max` of the options.
    Pick {
        /// The options.
        options: Vec<Choice>,
        /// The least number.
        min: u32,
        /// The greatest number.
        max: u32,
        /// A constraint on the picks together.
        limit: Option<PickLimit>,
    },
    /// A number in a range.
    Number {
        /// The least.
        min: u32,
        /// The greatest.
        max: u32,
        /// Those between them that are no answer, rising: values of X for which there are no targets (601.2c).
        but: Vec<u32>,
    },
    /// All options, in an order.
    Order(Vec<Choice>),
    /// A total divided among the options.
    Divide {
        /// Among these.
        among: Vec<Choice>,
        /// How much in all.
        total: u32,
        /// The least for each.
        least: Vec<u32>,
        /// A division with an amount for one of these is legal only when each option before it has what it needs; the need of
        /// each option (lethal damage, 702.19b); empty when there is no such rule.
        needs: Vec<u32>,
    },
    /// Names of cards (201.4).
    Name(Box<NameDomain>),
    /// A declaration of attackers (508.1).
    Attack(Box<AttackDomain>),
    /// A declaration of blockers (509.1).
    Block(Box<BlockDomain>),
}

/// A question to one player.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Decision {
    /// Who is asked.
    pub player: PlayerId,
    /// What about.
    pub ask: Ask,
    /// By which rule.
    pub rule: Rule,
    /// For which object: the spell cast, the ability resolving.
    pub source: Option<ObjectId>,
    /// The legal answers.
    pub domain: Domain,
    /// The text it stems from, where the table wants its questions explained (see [`About`]).
    pub about: Option<Arc<About>>,
}

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Answer {
    /// Indices of the options picked, in the order picked.
    Picks(SmallVec<[u32; 4]>),
    /// A number.
    Number(u32),
    /// Indices of all options, in order.
    Order(SmallVec<[u32; 8]>),
    /// An amount for each option.
    Amounts(SmallVec<[u32; 4]>),
    /// Names of cards.
    Names(SmallVec<[Arc<str>; 1]>),
    /// Attackers and what each attacks, and which of them are banded together (508.1e).
    Attack(Vec<(ObjectId, Entity)>, Bands),
    /// Blockers and what each blocks; a blocker of several stands several times.
    Block(Vec<(ObjectId, ObjectId)>),
    /// No answer: that player concedes the subgame in which it is asked (104.3a, 726.1).
    Concede(PlayerId),
}

impl Answer {
    /// One option.
    #[must_use]
    pub fn pick(index: u32) -> Self {
        Self::Picks(smallvec::smallvec![index])
    }
}

impl Decision {
    /// A digest of what is asked, and of what may be answered: the same on every machine, whether questions are explained or not.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut digest = Digest::default();
        (self.player, &self.ask, self.rule, self.source, &self.domain).hash(&mut digest);
        format!("{:016x}", digest.finish())
    }

    /// A question with yes and no.
    #[must_use]
    pub fn yes_no(player: PlayerId, ask: Ask, rule: Rule, source: Option<ObjectId>) -> Self {
        Self::pick(player, ask, rule, source, vec![Choice::Yes, Choice::No], 1, 1)
    }

    /// A question with options to pick from.
    #[must_use]
    pub const fn pick(
        player: PlayerId,
        ask: Ask,
        rule: Rule,
        source: Option<ObjectId>,
        options: Vec<Choice>,
        min: u32,
        max: u32,
    ) -> Self {
        Self { player, ask, rule, source, domain: Domain::Pick { options, min, max, limit: None }, about: None }
    }

    /// A question for a number.
    #[must_use]
    pub const fn number(
        player: PlayerId,
        ask: Ask,
        rule: Rule,
        source: Option<ObjectId>,
        (min, max): (u32, u32),
    ) -> Self {
        Self { player, ask, rule, source, domain: Domain::Number { min, max, but: Vec::new() }, about: None }
    }

    /// The same question for a number, without some between the least and the greatest.
    #[must_use]
    pub(crate) fn but(mut self, gaps: Vec<u32>) -> Self {
        if let Domain::Number { but, .. } = &mut self.domain {
            *but = gaps;
        }
        self
    }

    /// The same question, with the text it stems from.
    #[must_use]
    pub(crate) fn about(self, about: Option<Arc<About>>) -> Self {
        Self { about, ..self }
    }

    /// The options, where there are some to pick or order.
    #[must_use]
    pub fn options(&self) -> &[Choice] {
        match &self.domain {
            Domain::Pick { options, .. } | Domain::Order(options) => options,
            Domain::Divide { among, .. } => among,
            _ => &[],
        }
    }

    /// The only legal answer, where there is only one: nobody needs to be asked.
    #[must_use]
    pub fn forced(&self) -> Option<Answer> {
        match &self.domain {
            Domain::Pick { options, min, max, limit: None } => {
                let count = options.len() as u32;
                if *max == 0 || count == 0 {
                    return Some(Answer::Picks(SmallVec::new()));
                }
                (*min >= count).then(|| Answer::Picks((0..count).collect()))
            }
            Domain::Pick { options, max, .. } => {
                (options.is_empty() || *max == 0).then(|| Answer::Picks(SmallVec::new()))
            }
            Domain::Number { min, max, .. } => (min >= max).then_some(Answer::Number(*min)),
            Domain::Order(options) => (options.len() < 2).then(|| Answer::Order((0..options.len() as u32).collect())),
            Domain::Divide { among, total, .. } => match among.len() {
                0 => Some(Answer::Amounts(SmallVec::new())),
                1 => Some(Answer::Amounts(smallvec::smallvec![*total])),
                _ => None,
            },
            Domain::Name(names) => (names.count == 0).then(|| Answer::Names(SmallVec::new())),
            Domain::Attack(domain) => domain.forced().map(|attack| Answer::Attack(attack, Bands::new())),
            Domain::Block(domain) => domain.forced().map(Answer::Block),
        }
    }

    /// Whether any answer is legal: what is asked without one is a mistake of the engine.
    #[must_use]
    pub fn has_answer(&self) -> bool {
        match &self.domain {
            Domain::Pick { options, min, max, limit: None } => (*min).min(options.len() as u32) <= *max,
            Domain::Pick { options, .. } => {
                let order: SmallVec<[u32; 32]> = (0..options.len() as u32).collect();
                self.picks_in_order(&order).is_some()
            }
            Domain::Divide { among, total, least, .. } => {
                among.is_empty() || least.iter().map(|n| u64::from(*n)).sum::<u64>() <= u64::from(*total)
            }
            // Their ranges are never empty: a forced number is its least, no more names are asked for than there are, and declarations
            // begin with that of nothing.
            Domain::Number { .. } | Domain::Order(_) | Domain::Name(_) | Domain::Attack(_) | Domain::Block(_) => true,
        }
    }

    /// Legal picks of the options in `order`, as few as can be, those that stand earlier rather than later; `None` where no
    /// picks are legal, or where it is not picks that are asked for.
    #[must_use]
    pub fn picks_in_order(&self, order: &[u32]) -> Option<Picks> {
        let Domain::Pick { options, min, max, limit } = &self.domain else { return None };
        let least = *min.min(&(options.len() as u32)) as usize;
        match limit {
            Some(limit) => limit.choose(order, least, *max as usize),
            None => (least <= *max as usize).then(|| order.iter().copied().take(least).collect()),
        }
    }

    /// Whether an answer is legal.
    ///
    /// # Errors
    /// The rule and the reason why it is not.
    pub fn check(&self, answer: &Answer) -> Result<(), Illegal> {
        let wrong = |reason: String| Err(Illegal::new(self.rule, reason));
        match (&self.domain, answer) {
            (Domain::Pick { options, min, max, limit }, Answer::Picks(picks)) => {
                distinct(picks, options.len()).map_err(|r| Illegal::new(self.rule, r))?;
                let least = (*min).min(options.len() as u32);
                let count = picks.len() as u32;
                if count < least || count > *max {
                    return wrong(format!("pick {least} to {max}, not {count}"));
                }
                limit.as_ref().map_or(Ok(()), |l| l.check(picks).map_err(|r| Illegal::new(self.rule, r)))
            }
            (Domain::Number { min, max, but }, Answer::Number(n)) => {
                if n < min || n > max {
                    return wrong(format!("a number from {min} to {max}, not {n}"));
                }
                if but.contains(n) {
                    return wrong(format!("{n} is none of the numbers that are legal"));
                }
                Ok(())
            }
            (Domain::Order(options), Answer::Order(order)) => {
                distinct(order, options.len()).map_err(|r| Illegal::new(self.rule, r))?;
                if order.len() != options.len() {
                    return wrong(format!("put all {} in order", options.len()));
                }
                Ok(())
            }
            (Domain::Divide { among, total, least, needs }, Answer::Amounts(amounts)) => {
                self.check_division(among.len(), *total, least, needs, amounts)
            }
            (Domain::Name(domain), Answer::Names(names)) => domain.check(names).map_err(|r| Illegal::new(self.rule, r)),
            (Domain::Attack(domain), Answer::Attack(attack, bands)) => {
                domain.check(attack)?;
                domain.check_bands(attack, bands) // 508.1e
            }
            (Domain::Block(domain), Answer::Block(block)) => domain.check(block),
            _ => wrong("the answer is of another kind than the question".to_owned()),
        }
    }

    fn check_division(
        &self,
        count: usize,
        total: u32,
        least: &[u32],
        needs: &[u32],
        amounts: &[u32],
    ) -> Result<(), Illegal> {
        let wrong = |reason: String| Err(Illegal::new(self.rule, reason));
        if amounts.len() != count {
            return wrong(format!("give an amount to each of {count}"));
        }
        let sum: u64 = amounts.iter().map(|n| u64::from(*n)).sum();
        if sum != u64::from(total) {
            return wrong(format!("divide {total}, not {sum}"));
        }
        if amounts.iter().zip(least).any(|(n, l)| n < l) {
            return wrong("each must get its least share".to_owned());
        }
        // 702.19b-c: the last option (the one trampled over to) gets something only when all others have lethal damage.
        if let Some((over, others)) = amounts.split_last()
            && !needs.is_empty()
            && *over > 0
            && others.iter().zip(needs).any(|(n, need)| n < need)
        {
            return wrong("all others need what is lethal to them before more tramples over".to_owned());
        }
        Ok(())
    }
}

fn distinct(indices: &[u32], count: usize) -> Result<(), String> {
    for (place, index) in indices.iter().enumerate() {
        if *index as usize >= count {
            return Err(format!("there is no option {index}; there are {count}"));
        }
        if indices[..place].contains(index) {
            return Err(format!("option {index} stands twice"));
        }
    }
    Ok(())
}
