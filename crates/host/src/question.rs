//! Decisions as questions, and answers as the engine takes them.

use lawmage_engine::{self as engine, Action, Decision, ObjectId, PlayerId, Sight};
use lawmage_ir::rule;
use lawmage_protocol::ask::{AttackBy, CanAttack, CanBlock, MayBeBlocked};
use lawmage_protocol::{self as protocol, Ask, Attack, Block, Choice, Domain};
use lawmage_words::{entity, object, option, question};

use crate::stops::is_mana;
use crate::watch::Watch;

impl Watch {
    /// The question that a decision is, to the one whom it is asked of.
    pub fn ask(&mut self, sight: &Sight<'_>, id: u32, decision: &Decision) -> Ask {
        Ask {
            id,
            player: decision.player.0,
            about: decision.ask.word().to_owned(),
            rule: decision.rule.to_string(),
            text: question(sight, decision),
            source: decision.source.and_then(|source| self.seen(sight, source)),
            domain: self.domain(sight, decision),
            default: to_protocol(decision, &decision.any_legal()),
        }
    }

    fn domain(&mut self, sight: &Sight<'_>, decision: &Decision) -> Domain {
        match &decision.domain {
            engine::Domain::Pick { options, min, max, limit } => Domain::Pick {
                options: self.choices(sight, decision, options),
                min: (*min).min(options.len() as u32),
                max: (*max).min(options.len() as u32),
                limited: limit.is_some(),
            },
            engine::Domain::Number { min, max, but } => Domain::Number { min: *min, max: *max, but: but.clone() },
            engine::Domain::Order(options) => Domain::Order { options: self.choices(sight, decision, options) },
            engine::Domain::Divide { among, total, least, needs } => Domain::Divide {
                options: self.choices(sight, decision, among),
                total: *total,
                least: least.clone(),
                needs: needs.clone(),
            },
            engine::Domain::Name(names) => {
                Domain::Name { count: names.count, known: names.known.iter().map(|name| name.to_string()).collect() }
            }
            engine::Domain::Attack(domain) => {
                let can = (0..).zip(&domain.attackers).map(|(place, (id, whom))| CanAttack {
                    creature: self.creature(sight, *id),
                    defenders: whom.iter().map(|at| self.defender(sight, *at)).collect(),
                    banding: domain.banding.contains(&place),
                });
                Domain::Attack { attackers: can.collect() }
            }
            engine::Domain::Block(domain) => {
                let can = domain.blockers.iter().map(|(id, whom)| CanBlock {
                    creature: self.creature(sight, *id),
                    attackers: whom.iter().map(|id| self.creature(sight, *id)).collect(),
                });
                let blockers = can.collect();
                let blocked = domain.attackers.iter();
                let blocked = blocked.map(|at| MayBeBlocked { creature: self.creature(sight, at.id), least: at.least });
                Domain::Block { blockers, attackers: blocked.collect() }
            }
        }
    }

    fn choices(&mut self, sight: &Sight<'_>, decision: &Decision, options: &[engine::Choice]) -> Vec<Choice> {
        let choice = |choice: &engine::Choice| {
            let of = of(choice).and_then(|of| self.entity(sight, of));
            Choice { text: option(sight, decision, choice), entity: of, mana: is_mana(sight, choice) }
        };
        options.iter().map(choice).collect()
    }

    fn creature(&mut self, sight: &Sight<'_>, id: ObjectId) -> Choice {
        Choice { text: object(sight, id), entity: self.entity(sight, id.into()), mana: false }
    }

    fn defender(&mut self, sight: &Sight<'_>, at: engine::Entity) -> Choice {
        Choice { text: entity(sight, at), entity: self.entity(sight, at), mana: false }
    }
}

/// The object or player that an option is, or that it is done with.
fn of(choice: &engine::Choice) -> Option<engine::Entity> {
    match choice {
        engine::Choice::Action(action) => Some(engine::Entity::Object(match &**action {
            Action::Cast { card, .. } | Action::PlayLand { card, .. } => *card,
            Action::Activate { source, .. } => *source,
            Action::Unlock { permanent, .. } | Action::TurnFaceUp { permanent, .. } => *permanent,
            Action::Unveil { conspiracy } => *conspiracy,
            _ => return None,
        })),
        engine::Choice::Ability { source, .. } => Some((*source).into()),
        other => other.entity(),
    }
}

/// An answer in the words of the protocol.
#[must_use]
pub fn to_protocol(decision: &Decision, answer: &engine::Answer) -> protocol::Answer {
    match answer {
        engine::Answer::Picks(picks) => protocol::Answer::Pick(picks.to_vec()),
        engine::Answer::Number(number) => protocol::Answer::Number(*number),
        engine::Answer::Order(order) => protocol::Answer::Order(order.to_vec()),
        engine::Answer::Amounts(amounts) => protocol::Answer::Divide(amounts.to_vec()),
        engine::Answer::Names(names) => protocol::Answer::Name(names.iter().map(ToString::to_string).collect()),
        engine::Answer::Attack(attack, bands) => {
            let engine::Domain::Attack(domain) = &decision.domain else { return protocol::Answer::Pick(Vec::new()) };
            let place = |id: &ObjectId| domain.attackers.iter().position(|(other, _)| other == id);
            let by = |(id, whom): &(ObjectId, engine::Entity)| {
                let attacker = place(id)?;
                let defender = domain.attackers.get(attacker)?.1.iter().position(|other| other == whom)?;
                Some(AttackBy { attacker: attacker as u32, defender: defender as u32 })
            };
            let band = |band: &Vec<ObjectId>| band.iter().filter_map(place).map(|place| place as u32).collect();
            protocol::Answer::Attack(Attack {
                attackers: attack.iter().filter_map(by).collect(),
                bands: bands.iter().map(band).collect(),
            })
        }
        engine::Answer::Block(block) => {
            let engine::Domain::Block(domain) = &decision.domain else { return protocol::Answer::Pick(Vec::new()) };
            let by = |(id, whom): &(ObjectId, ObjectId)| {
                let blocker = domain.blockers.iter().position(|(other, _)| other == id)?;
                let attacker = domain.blockers.get(blocker)?.1.iter().position(|other| other == whom)?;
                Some(Block { blocker: blocker as u32, attacker: attacker as u32 })
            };
            protocol::Answer::Block(block.iter().filter_map(by).collect())
        }
        // It is no answer to the question.
        engine::Answer::Concede(_) => protocol::Answer::Pick(Vec::new()),
    }
}

/// An answer as the engine takes it. Whether it is legal, [`Decision::check`] says.
///
/// # Errors
/// A place that nothing stands at.
pub fn to_engine(decision: &Decision, answer: &protocol::Answer) -> Result<engine::Answer, engine::Illegal> {
    let nothing = |place: u32| {
        let reason = format!("nothing was offered at place {place}; places count from 0");
        engine::Illegal::new(decision.rule, reason)
    };
    Ok(match answer {
        protocol::Answer::Pick(picks) => engine::Answer::Picks(picks.iter().copied().collect()),
        protocol::Answer::Number(number) => engine::Answer::Number(*number),
        protocol::Answer::Order(order) => engine::Answer::Order(order.iter().copied().collect()),
        protocol::Answer::Divide(amounts) => engine::Answer::Amounts(amounts.iter().copied().collect()),
        protocol::Answer::Name(names) => {
            let engine::Domain::Name(domain) = &decision.domain else { return Err(other_kind(decision)) };
            let named = |name: &String| domain.name(name).map_err(|why| engine::Illegal::new(rule!("201.4"), why));
            engine::Answer::Names(names.iter().map(named).collect::<Result<_, _>>()?)
        }
        protocol::Answer::Attack(attack) => {
            let engine::Domain::Attack(domain) = &decision.domain else { return Err(other_kind(decision)) };
            let creature = |place: u32| domain.attackers.get(place as usize).ok_or_else(|| nothing(place));
            let by = |by: &AttackBy| {
                let (id, whom) = creature(by.attacker)?;
                let whom = whom.get(by.defender as usize).ok_or_else(|| nothing(by.defender))?;
                Ok((*id, *whom))
            };
            let band = |band: &Vec<u32>| band.iter().map(|place| Ok(creature(*place)?.0)).collect();
            let attackers: Result<_, _> = attack.attackers.iter().map(by).collect();
            let bands: Result<_, _> = attack.bands.iter().map(band).collect();
            engine::Answer::Attack(attackers?, bands?)
        }
        protocol::Answer::Block(block) => {
            let engine::Domain::Block(domain) = &decision.domain else { return Err(other_kind(decision)) };
            let by = |by: &Block| {
                let (id, whom) = domain.blockers.get(by.blocker as usize).ok_or_else(|| nothing(by.blocker))?;
                Ok((*id, *whom.get(by.attacker as usize).ok_or_else(|| nothing(by.attacker))?))
            };
            let blocks: Result<_, _> = block.iter().map(by).collect();
            engine::Answer::Block(blocks?)
        }
    })
}

fn other_kind(decision: &Decision) -> engine::Illegal {
    engine::Illegal::new(decision.rule, "the answer is of another kind than the question")
}

/// Nobody is asked, or another than who answers.
#[must_use]
pub fn not_asked(player: PlayerId) -> engine::Illegal {
    engine::Illegal::new(rule!("104.1"), format!("seat {} is not asked anything", player.0))
}
