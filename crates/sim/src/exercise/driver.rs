//! Both players of an exercise at one table: they use the card whenever they can, say yes more often than no, and everything that
//! an instruction of the card does is written down.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use lawmage_bots::RandomBot;
use lawmage_engine::Rng;
use lawmage_engine::state::object::ObjectKind;
use lawmage_engine::state::stack::SlotValue;
use lawmage_engine::table::block_domain::BlockDomain;
use lawmage_engine::{
    Action, Answer, Ask, Choice, Decision, Digest, Domain, Halt, NameDomain, ObjectId, Player, PlayerId, Res, State,
    Table, View,
};
use lawmage_ir::{Instruction, Step, Zone};

use super::nodes;

/// How often the card's own actions of one kind are taken in a turn.
const AGAIN: u32 = 3;
/// How many other actions are taken in a turn.
const OTHERS: u32 = 9;

/// What came of an instruction so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Deed {
    /// It never ran.
    #[default]
    Never,
    /// It ran and changed nothing.
    Idle,
    /// It did something.
    Acted,
}

/// How the players of a position play.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// Whether nothing is done but in combat.
    pub(super) waits: bool,
    /// Whether nothing is done at all, but to attack and to block.
    pub(super) still: bool,
    /// Whether the card is only cast, and all else is used.
    pub(super) passive: bool,
    /// Whether the card is kept in hand until a main phase.
    pub(super) keeps: bool,
    /// Whether what is on the stack is answered more often than not.
    pub(super) quick: bool,
    /// Whether everybody attacks and blocks.
    pub(super) crowds: bool,
    /// Whether it is chosen with an eye to what is there: creature types, names.
    pub(super) looks: bool,
}

/// How often actions of each kind were taken, by what tells them apart.
pub(super) type Tried = BTreeMap<u64, u32>;

/// The table.
pub(super) struct Driver {
    /// The place of the card among those of the game.
    pub(super) subject: u16,
    rng: Rng,
    bot: RandomBot,
    /// How often what was done in which turn.
    done: BTreeMap<(u32, u64), u32>,
    others: (u32, u32),
    /// How often the card's own actions of each kind were taken in earlier positions.
    tried: Arc<Tried>,
    /// Likewise, and in this one.
    pub(super) tries: Tried,
    asked: u64,
    deadline: Instant,
    /// What instructions of the card did, by their digests.
    pub(super) deeds: BTreeMap<u64, Deed>,
    /// Instructions being carried out, with the state before and the questions asked before.
    running: Vec<(u64, State, u64)>,
    /// Whether instructions are looked at.
    watches: bool,
    /// How the players play.
    manner: Manner,
    /// What was asked, answer by answer.
    pub(super) trace: Digest,
}

impl Driver {
    pub(super) fn new(
        subject: u16,
        seed: u64,
        tried: &Arc<Tried>,
        watches: bool,
        manner: Manner,
        deadline: Instant,
    ) -> Self {
        Self {
            tried: tried.clone(),
            tries: Tried::clone(tried),
            subject,
            rng: Rng::new(seed ^ 0x00de_ed00),
            bot: RandomBot::new(seed),
            done: BTreeMap::new(),
            others: (0, 0),
            asked: 0,
            deadline,
            deeds: BTreeMap::new(),
            running: Vec::new(),
            watches,
            manner,
            trace: Digest::default(),
        }
    }

    /// Whether what an object does is done by the card: not by one of the things around it.
    fn is_subject(&self, state: &State, id: ObjectId) -> bool {
        match state.objects().get(id.index()).map(|o| &o.kind) {
            Some(ObjectKind::Card(place)) => *place == self.subject,
            // Tokens, emblems and copies: those of the things around it say so by their name.
            _ => state.get(id).is_none_or(|o| !(o.base.name.starts_with("Prop ") || o.base.name.starts_with("Shape "))),
        }
    }

    fn is_own(&self, state: &State, action: &Action) -> bool {
        let id = match action {
            Action::Cast { card, .. } | Action::PlayLand { card, .. } => *card,
            Action::Activate { source, .. } => *source,
            Action::Unlock { permanent, .. } | Action::TurnFaceUp { permanent, .. } => *permanent,
            Action::Pass => return false,
            _ => return true,
        };
        match state.objects().get(id.index()).map(|o| &o.kind) {
            Some(ObjectKind::Card(place)) => *place == self.subject,
            _ => false,
        }
    }

    /// Whether it is the card itself on the stack.
    fn is_cast(&self, state: &State, id: ObjectId) -> bool {
        matches!(state.get(id).map(|o| &o.kind), Some(ObjectKind::Card(place)) if *place == self.subject)
    }

    fn act(&mut self, state: &State, options: &[Choice]) -> Answer {
        let turn = state.turn().number;
        if self.others.0 != turn {
            self.others = (turn, 0);
        }
        let (mut own, mut other, mut pass) = (Vec::new(), Vec::new(), 0);
        for (place, option) in (0u32..).zip(options) {
            let Choice::Action(action) = option else { continue };
            if **action == Action::Pass {
                pass = place;
            } else if self.is_own(state, action) {
                if self.done.get(&(turn, of(action))).is_none_or(|n| *n < AGAIN) {
                    own.push(place);
                }
            } else {
                other.push(place);
            }
        }
        // What the card does on the stack is sometimes countered.
        if state.stack().last().is_some_and(|id| self.is_cast(state, *id)) && self.rng.below(3) == 0 {
            let counter = (0u32..).zip(options).find(|(_, option)| match option {
                Choice::Action(action) => match &**action {
                    Action::Cast { card, .. } => state.get(*card).is_some_and(|o| &*o.base.name == "Prop Counter"),
                    _ => false,
                },
                _ => false,
            });
            if let Some((place, _)) = counter {
                return Answer::pick(place);
            }
        }
        if self.manner.passive {
            own.retain(|place| !activates(options.get(*place as usize)));
        }
        let fights = state.combat().is_some_and(|c| !c.attackers.is_empty());
        if self.manner.still || self.manner.waits && !fights {
            // Vehicles are crewed as combat begins, or they never fight.
            if self.manner.waits || state.step() != Step::BeginCombat {
                own.clear();
            }
            other.clear();
        }
        if self.manner.keeps && state.step() != Step::Main {
            own.retain(|place| !leaves_hand(state, options.get(*place as usize)));
        }
        self.prefer_untried(options, &mut own);
        let chance = self.rng.below(100);
        let (most_own, most_other) = match state.stack().is_empty() {
            true if self.manner.passive => (40, 90),
            true => (65, 80),
            false if self.manner.quick => (60, 70),
            false => (25, 40),
        };
        let from = if chance < most_own && !own.is_empty() {
            &own
        } else if chance < most_other
            && !other.is_empty()
            && self.others.1 < if self.manner.passive { 2 * OTHERS } else { OTHERS }
        {
            self.others.1 += 1;
            &other
        } else {
            return Answer::pick(pass);
        };
        let place = from[self.rng.below(from.len() as u32) as usize];
        if let Some(Choice::Action(action)) = options.get(place as usize) {
            *self.done.entry((turn, of(action))).or_default() += 1;
            *self.tries.entry(kind_of(action)).or_default() += 1;
        }
        Answer::pick(place)
    }

    /// Leaves only what was tried least in earlier positions, more often than not.
    fn prefer_untried(&mut self, options: &[Choice], own: &mut Vec<u32>) {
        let tried = |place: &u32| match options.get(*place as usize) {
            Some(Choice::Action(action)) => self.tried.get(&kind_of(action)).copied().unwrap_or(0),
            _ => 0,
        };
        if let Some(least) = own.iter().map(tried).min().filter(|_| own.len() > 1)
            && self.rng.below(3) > 0
        {
            own.retain(|place| tried(place) == least);
        }
    }

    /// A block of the card's creature by a small one, which it tramples over.
    fn small_block(&self, state: &State, domain: &BlockDomain) -> Option<Answer> {
        let toughness = |id: ObjectId| state.chars(id).toughness.unwrap_or(0);
        let pairs =
            domain.blockers.iter().flat_map(|(blocker, may)| may.iter().map(move |attacker| (*blocker, *attacker)));
        let small =
            pairs.filter(|(_, attacker)| self.is_cast(state, *attacker)).min_by_key(|(blocker, _)| toughness(*blocker));
        small.map(|block| Answer::Block(vec![block]))
    }

    /// As many blocks as there can be.
    fn crowd(&mut self, domain: &BlockDomain) -> Answer {
        let mut blocks = Vec::new();
        for (blocker, may) in &domain.blockers {
            if let Some(attacker) = may.get(self.rng.below(may.len().max(1) as u32) as usize) {
                blocks.push((*blocker, *attacker));
            }
        }
        Answer::Block(blocks)
    }

    /// A block by the card's creature.
    fn own_block(&mut self, state: &State, domain: &BlockDomain) -> Option<Answer> {
        let own = domain.blockers.iter().find(|(blocker, may)| self.is_cast(state, *blocker) && !may.is_empty())?;
        let attacker = own.1.get(self.rng.below(own.1.len() as u32) as usize)?;
        Some(Answer::Block(vec![(own.0, *attacker)]))
    }

    /// The names of cards that opponents have in hand, where they can be chosen.
    fn names(&mut self, state: &State, player: PlayerId, domain: &NameDomain) -> Option<Answer> {
        let hands = state.seats().filter(|p| *p != player).flat_map(|p| state.player(p).hand.iter());
        let mut names: Vec<_> = hands.filter_map(|id| domain.name(&state.chars(*id).name).ok()).collect();
        names.sort();
        names.dedup();
        self.rng.shuffle(&mut names);
        names.truncate(domain.count as usize);
        (names.len() == domain.count as usize).then(|| Answer::Names(names.into_iter().collect()))
    }

    /// A creature type that creatures around have.
    fn look(&mut self, state: &State, options: &[Choice]) -> Option<Answer> {
        let hands = state.seats().flat_map(|p| state.player(p).hand.iter().copied());
        let all: Vec<ObjectId> = hands.chain(state.permanents()).collect();
        let fits = |option: &Choice| match option {
            Choice::Subtype(subtype) => all.iter().filter(|id| state.chars(**id).has_subtype(*subtype)).count() > 2,
            _ => false,
        };
        let liked: Vec<u32> = (0u32..).zip(options).filter(|(_, o)| fits(o)).map(|(place, _)| place).collect();
        liked.get(self.rng.below(liked.len().max(1) as u32) as usize).map(|place| Answer::pick(*place))
    }

    /// The card itself, if it is among the options, or else a player.
    fn own(&mut self, state: &State, options: &[Choice]) -> Option<Answer> {
        let is_own = |option: &Choice| match option {
            Choice::Object(id) => match state.objects().get(id.index()).map(|o| &o.kind) {
                Some(ObjectKind::Card(place)) => *place == self.subject,
                // An ability of it on the stack.
                Some(ObjectKind::Ability) => state.get(*id).and_then(|o| o.stack.as_ref()).is_some_and(|item| {
                    state.objects().get(item.source.index()).map(|o| &o.kind) == Some(&ObjectKind::Card(self.subject))
                }),
                _ => false,
            },
            _ => false,
        };
        let own: Vec<u32> = (0u32..).zip(options).filter(|(_, o)| is_own(o)).map(|(place, _)| place).collect();
        let players = (0u32..).zip(options).filter(|(_, o)| matches!(o, Choice::Player(_)));
        let from = if own.is_empty() { players.map(|(place, _)| place).collect() } else { own };
        from.get(self.rng.below(from.len() as u32) as usize).map(|place| Answer::pick(*place))
    }

    /// An answer of one's own, where there is one to prefer.
    fn eager(&mut self, state: &State, decision: &Decision) -> Option<Answer> {
        match &decision.domain {
            Domain::Pick { options, .. } if decision.ask == Ask::Priority => Some(self.act(state, options)),
            Domain::Pick { options, min: 1, max: 1, .. } if self.manner.looks && decision.ask == Ask::Value => {
                self.look(state, options)
            }
            Domain::Name(domain) if self.manner.looks => self.names(state, decision.player, domain),
            Domain::Pick { options, .. } if self.manner.looks && decision.ask == Ask::MayPay && options.len() == 2 => {
                Some(Answer::pick(self.rng.below(2)))
            }
            Domain::Pick { options, .. } if options.first() == Some(&Choice::Yes) && options.len() == 2 => {
                Some(Answer::pick(u32::from(self.rng.below(5) == 0)))
            }
            Domain::Pick { options, min: 0 | 1, max: 1, .. } if self.rng.below(5) < 2 => self.own(state, options),
            Domain::Pick { options, max, .. } if *max > 1 && self.rng.below(3) > 0 => {
                let mut order: Vec<u32> = (0..options.len() as u32).collect();
                self.rng.shuffle(&mut order);
                order.truncate((*max as usize).min(8));
                Some(Answer::Picks(order.into_iter().collect()))
            }
            Domain::Number { min, max, .. } => {
                let most = if decision.ask == Ask::X { 6 } else { 12 };
                let top = (*max).min(min.saturating_add(most));
                Some(Answer::Number(if self.rng.below(2) == 0 { top } else { min + self.rng.below(top - min + 1) }))
            }
            Domain::Block(domain) if self.rng.below(if self.manner.still { 2 } else { 3 }) == 0 => {
                self.small_block(state, domain)
            }
            Domain::Block(domain) if self.manner.crowds && self.rng.below(3) > 0 => Some(self.crowd(domain)),
            Domain::Block(domain) if self.manner.still && self.rng.below(2) == 0 => self.own_block(state, domain),
            Domain::Attack(domain)
                if self.manner.waits || self.manner.still || self.manner.crowds || self.rng.below(2) == 0 =>
            {
                let all: Vec<_> = domain
                    .attackers
                    .iter()
                    .filter_map(|(id, whom)| Some((*id, *whom.get(self.rng.below(whom.len() as u32) as usize)?)))
                    .collect();
                Some(Answer::Attack(domain.legalize(&all), Default::default()))
            }
            _ => None,
        }
    }
}

/// Whether an action is to activate an ability.
fn activates(option: Option<&Choice>) -> bool {
    matches!(option, Some(Choice::Action(action)) if matches!(**action, Action::Activate { .. }))
}

/// Whether an action is to activate an ability of a card in a hand.
fn leaves_hand(state: &State, option: Option<&Choice>) -> bool {
    let Some(Choice::Action(action)) = option else { return false };
    matches!(&**action, Action::Activate { source, .. } if state.get(*source).is_some_and(|o| o.zone == Zone::Hand))
}

/// What an action is counted by.
fn of(action: &Action) -> u64 {
    let mut digest = Digest::default();
    match action {
        Action::Activate { source, key } => (source.slot, key).hash(&mut digest),
        other => other.hash(&mut digest),
    }
    digest.finish()
}

/// What actions of one kind have in common, whichever of the cards does it.
fn kind_of(action: &Action) -> u64 {
    let mut digest = Digest::default();
    match action {
        Action::Activate { key, .. } => (0, key).hash(&mut digest),
        Action::Cast { way, .. } => (1, way.face, &way.label).hash(&mut digest),
        _ => 2.hash(&mut digest),
    }
    digest.finish()
}

impl Table for Driver {
    fn answer(&mut self, state: &State, decision: &Decision) -> Res<Answer> {
        self.asked += 1;
        if self.asked.is_multiple_of(16) && Instant::now() >= self.deadline {
            return Err(Halt::Capped("the limit of time for a position"));
        }
        (decision.player, &decision.ask, decision.source, &decision.domain).hash(&mut self.trace);
        if let Some(answer) = self.eager(state, decision)
            && decision.check(&answer).is_ok()
        {
            return Ok(answer);
        }
        self.bot.decide(&View::new(state, decision.player, Some(decision)), decision)
    }

    fn explains(&self) -> bool {
        self.watches
    }

    fn begins(&mut self, state: &State, does: &Instruction, source: ObjectId) {
        if self.is_subject(state, source) {
            self.running.push((nodes::digest(does), state.clone(), self.asked));
        }
    }

    fn ends(&mut self, state: &State, does: &Instruction, source: ObjectId, value: &SlotValue) {
        if !self.is_subject(state, source) {
            return;
        }
        let wanted = nodes::digest(does);
        let Some(at) = self.running.iter().rposition(|(digest, ..)| *digest == wanted) else { return };
        // Tokens created at once begin together and end one by one.
        let (_, before, asked) = self.running.remove(at);
        let acted = nodes::is_control(does)
            || (keeps(does) && (value.done || !value.members.is_empty()))
            || self.asked > asked
            || *state != before;
        let deed = self.deeds.entry(wanted).or_default();
        *deed = (*deed).max(if acted { Deed::Acted } else { Deed::Idle });
    }
}

/// Whether it tells by what it keeps for later ones that an instruction did something: it does nothing else, or shows something, or
/// adds to what happens anyway (614.1a).
fn keeps(does: &Instruction) -> bool {
    matches!(
        does,
        Instruction::Choose(_)
            | Instruction::ChooseValue { .. }
            | Instruction::LookAt { .. }
            | Instruction::Reveal { .. }
            | Instruction::RevealUntil { .. }
            | Instruction::NoteNumber { .. }
            | Instruction::NoteMana(_)
            | Instruction::Remember(..)
            | Instruction::CreateToken { .. }
    )
}
