//! What has been spoken of: targets, referents for pronouns, slots, and what the whole face shares.
//!
//! All of it only grows while an ability is read, so that backtracking cuts it back to a [`Mark`].

use lawmage_ir::{Amount, Keyword, Ref, Selector, Slot, TargetSpec, TypeSet, Who};

use super::referent::{Handle, Referent, Sort};
use super::shared::Shared;

/// What was chosen or is remembered under linked numbers, through a whole face (607).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaceScope {
    /// The next linked number.
    pub next_linked: u8,
    /// The number of a chosen color.
    pub color: Option<u8>,
    /// What the effect being read has its controller or others choose, and under which number (105.4, 608.2d).
    pub pending: Option<(lawmage_ir::ValueKind, u8, Who)>,
    /// The number of a chosen creature, land or card type.
    pub chosen_type: Option<u8>,
    /// The number of a chosen sector (702.158d).
    pub sector: Option<u8>,
    /// The number of a chosen card name.
    pub name: Option<u8>,
    /// The number of a chosen player.
    pub player: Option<u8>,
    /// The number of two chosen players.
    pub players: Option<u8>,
    /// The number of a chosen word.
    pub word: Option<u8>,
    /// The words there were to choose from (614.12b).
    pub words: Vec<std::sync::Arc<str>>,
    /// The number of a chosen number.
    pub number: Option<u8>,
    /// Whether the face speaks of the last number chosen, by whichever of its abilities.
    pub links_number: bool,
    /// The number under which cards "exiled with ~" are remembered.
    pub exiled: Option<u8>,
    /// Whether the face speaks of what it exiled in another ability: "exiled with ~", "the exiled card".
    pub links_exile: bool,
    /// Whether a face of the card speaks of the cards exiled to craft it (702.167c).
    pub links_crafted: bool,
    /// The number under which a number is noted (607.2e).
    pub noted_number: Option<u8>,
    /// The number under which a card is noted (607.2e, 707.14).
    pub noted_card: Option<u8>,
    /// The number under which results are stored (706.8c).
    pub stored: Option<u8>,
    /// The number under which a type of mana is noted (607.2e).
    pub noted_mana: Option<u8>,
    /// The number under which life paid as the permanent entered is remembered.
    pub paid: Option<u8>,
    /// Whether the face speaks as it enters of what was sacrificed as it was cast (607.2).
    pub links_sacrificed: bool,
    /// Whether the face speaks of what was paid as it entered (607.2g).
    pub links_paid: bool,
    /// Whether the face speaks in one ability of the creature or permanent that another had chosen (607.2d).
    pub links_chosen: bool,
    /// The number under which that is remembered.
    pub chosen_object: Option<u8>,
    /// Whether the face speaks of what was "put onto the battlefield with ~".
    pub links_put: bool,
    /// Whether the face speaks of tokens "created with ~".
    pub links_created: bool,
    /// The number under which tokens "created with ~" are remembered.
    pub created: Option<u8>,
    /// The other card of its meld pair, for "meld them".
    pub meld: Option<lawmage_ir::Filter>,
    /// The kicker costs in printed order, for "kicked with its {1}{W} kicker" (702.33f).
    pub kickers: Vec<lawmage_ir::Cost>,
    /// Whether it speaks of the order of a graveyard (`lawmage_ir::Face::orders_graveyard`).
    pub orders_graveyard: bool,
    /// What is noted as the object becomes cast (`lawmage_ir::Face::noted`).
    pub noted: Vec<lawmage_ir::Condition>,
    /// The numbers that are (`lawmage_ir::Face::noted_numbers`).
    pub noted_numbers: Vec<Amount>,
    /// The cards it names for tokens (111.11).
    pub named: Vec<std::sync::Arc<str>>,
    /// The alternative cost without a keyword, for "if the {2}{U} cost was paid".
    pub alternative: Option<lawmage_ir::Cost>,
    /// The costs of keywords by which the card can be cast, for "using its mutate ability".
    pub ways: Vec<(Keyword, lawmage_ir::Cost)>,
    /// Whether a condition spoke of this creature's being paired, for "both creatures".
    pub paired: bool,
    /// Whether the face is an instant or sorcery.
    pub spell: bool,
    /// The mana value of the face, with X as 0 where its mana cost has an {X} (202.3e).
    pub value_without_x: Option<u32>,
    /// Whether its mana cost has just one {X}.
    pub one_x: bool,
    /// The self nouns: the type of permanent the face is, for "put onto the battlefield" and the like.
    pub types: TypeSet,
    /// The subtypes of the face.
    pub subtypes: lawmage_ir::SubtypeSet,
}

/// What has been spoken of in one ability.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The target phrases of the mode at hand.
    pub targets: Vec<TargetSpec>,
    /// What can be spoken of again, the latest last.
    pub referents: Vec<Referent>,
    /// How X is defined in the sentence at hand; else it is the spell's or ability's X.
    pub x: Option<Amount>,
    /// How X is defined in the terms of an ability that is given at the moment, whose holder the sentence speaks of.
    pub holders_x: Option<Amount>,
    /// How Y is, in a sentence that defines both: "gets +X/+Y, where X is … and Y is …".
    pub y: Option<Amount>,
    /// The acting players of the clause at hand, for "their": who "they" are in "each player draws … they control".
    pub actor: Option<Who>,
    /// Whether the acting players are you and another, each of whom is meant by "your library".
    pub you_each: bool,
    /// The subject of the clause before in the same sentence, for "… and gains flying".
    pub subject: Option<Selector>,
    /// What "that much" and "that many" are.
    pub number: Option<Amount>,
    /// The clause whose number "that much" is, when it is later than [`Scope::number`].
    pub number_clause: Option<Slot>,
    /// Whose rolls the event is about.
    pub rollers: Option<lawmage_ir::Who>,
    /// The roll of two dice of which one result is chosen, and the slot of the other result.
    pub results: Option<(Slot, Slot)>,
    /// The latest roll, if it was of two dice: "if you rolled doubles" (706.5).
    pub two_dice: Option<Slot>,
    /// What is read is a row of a results table: "roll again" (706.3c).
    pub in_row: bool,
    /// What "the difference" is: that of the two numbers compared last.
    pub difference: Option<Amount>,
    /// What "that mana value" is: the greatest or least number that something was last said to have.
    pub extreme: Option<Amount>,
    /// Which counters on what a condition asked for, for "those counters".
    pub counters: Option<(Option<lawmage_ir::CounterKind>, Ref)>,
    /// How many counters a cost removes, where that is worked out: "for each counter removed this way".
    pub removed: Option<Amount>,
    /// Looked-at or revealed cards, for "among them" and "the rest", and what was taken from them.
    pub group: Option<Handle>,
    /// What was taken from the group.
    pub taken: Vec<Handle>,
    /// The clause whose doing "if you do" asks about.
    pub last_done: Option<Slot>,
    /// The latest clause that several players were told they may or had to follow, for "who does" and "who can't".
    pub doers: Option<Slot>,
    /// How many referents there were as "If it's a …" was asked of the latest of them: the next "If it's a …" asks the same.
    pub asked: Option<usize>,
    /// The words of a vote, and the slots that keep how many voted for them: "for each evidence vote".
    pub votes: Vec<(std::sync::Arc<str>, Slot)>,
    /// Which provisional clause number got which slot.
    pub bound: Vec<(Slot, Slot)>,
    /// The next provisional clause number.
    pub next_clause: u8,
    /// The next slot.
    pub next_slot: u8,
    /// Whether a quoted ability is being read, in which "this creature" is the holder.
    pub quoted: bool,
    /// What the last tokens spoken of were: "two of those tokens".
    pub last_token: Option<(lawmage_ir::TokenSpec, lawmage_ir::Arrival)>,
    /// A duration that stood in the middle of the clause at hand: "can't be blocked this turn except by …".
    pub early: Option<lawmage_ir::Duration>,
    /// Whether the cost has "remove any number of counters" in it, which is as much as X of them (107.3a).
    pub any_number: bool,
    /// Whether a kind of counter is at hand: "a counter of that kind".
    pub kind: bool,
    /// Whether the cost of an activated ability is being read, whose X is announced (602.2b).
    pub announces: bool,
    /// Whether that cost has "remove one or more counters" in it: X of them, which can't be 0.
    pub one_or_more: bool,
    /// What each of the modes says of when the ability may be activated.
    pub mode_limits: Option<crate::grammar::ability::annotation::Annotations>,
    /// Whether a keyword was granted that needs a sentence about its cost: "The flashback cost is equal to its mana cost."
    /// With the word of the keyword, whether that sentence says more than that.
    pub costless: Option<(&'static str, bool)>,
    /// Whether a duration stands before the clauses at hand: "Until end of turn, …".
    pub framed: bool,
    /// Whether "under an opponent's control" may be said here: who that is, is chosen before.
    pub lets_choose_opponent: bool,
    /// The color at hand, of each of which the clause speaks: "of that color".
    pub each_color: Option<lawmage_ir::Color>,
    /// Whether the clause speaks of each card type: "of that type".
    pub each_type: bool,
    /// The keyword whose definition is being read: costs and permissions in it are labelled so.
    pub keyword: Option<(Keyword, u8)>,
    /// The provisional number of what several players chose before the one at hand: "that hasn't been chosen".
    pub so_far: Option<Slot>,
    /// What the face shares.
    pub face: Shared<FaceScope>,
}

/// A place to come back to.
#[derive(Clone, Debug)]
pub struct Mark {
    pub(crate) pos: usize,
    pub(crate) read_before: Option<(usize, usize)>,
    targets: usize,
    referents: usize,
    bound: usize,
    taken: usize,
    next_clause: u8,
    next_slot: u8,
    x: Option<Amount>,
    y: Option<Amount>,
    actor: Option<Who>,
    subject: Option<Selector>,
    number: Option<Amount>,
    number_clause: Option<Slot>,
    difference: Option<Amount>,
    extreme: Option<Amount>,
    counters: Option<(Option<lawmage_ir::CounterKind>, Ref)>,
    removed: Option<Amount>,
    group: Option<Handle>,
    last_done: Option<Slot>,
    doers: Option<Slot>,
    votes: usize,
    face: Shared<FaceScope>,
}

impl Scope {
    /// A scope for an ability of a face.
    #[must_use]
    pub fn new(face: impl Into<Shared<FaceScope>>) -> Self {
        Self { face: face.into(), ..Self::default() }
    }

    pub(crate) fn mark(&self, pos: usize, read_before: Option<(usize, usize)>) -> Mark {
        Mark {
            pos,
            read_before,
            targets: self.targets.len(),
            referents: self.referents.len(),
            bound: self.bound.len(),
            taken: self.taken.len(),
            next_clause: self.next_clause,
            next_slot: self.next_slot,
            x: self.x.clone(),
            y: self.y.clone(),
            actor: self.actor.clone(),
            subject: self.subject.clone(),
            number: self.number.clone(),
            number_clause: self.number_clause,
            difference: self.difference.clone(),
            extreme: self.extreme.clone(),
            counters: self.counters.clone(),
            removed: self.removed.clone(),
            group: self.group.clone(),
            last_done: self.last_done,
            doers: self.doers,
            votes: self.votes.len(),
            face: self.face.clone(),
        }
    }

    pub(crate) fn reset(&mut self, mark: &Mark) {
        self.targets.truncate(mark.targets);
        self.referents.truncate(mark.referents);
        self.bound.truncate(mark.bound);
        self.taken.truncate(mark.taken);
        self.next_clause = mark.next_clause;
        self.next_slot = mark.next_slot;
        self.x.clone_from(&mark.x);
        self.y.clone_from(&mark.y);
        self.actor.clone_from(&mark.actor);
        self.subject.clone_from(&mark.subject);
        self.number.clone_from(&mark.number);
        self.number_clause = mark.number_clause;
        self.difference.clone_from(&mark.difference);
        self.extreme.clone_from(&mark.extreme);
        self.counters.clone_from(&mark.counters);
        self.removed.clone_from(&mark.removed);
        self.group.clone_from(&mark.group);
        self.last_done = mark.last_done;
        self.doers = mark.doers;
        self.votes.truncate(mark.votes);
        self.face.clone_from(&mark.face);
    }

    /// Speaks of something: later pronouns may mean it.
    pub fn mention(&mut self, referent: Referent) {
        self.referents.push(referent);
    }

    /// A provisional number for a clause; it gets a slot if it is spoken of later.
    pub fn clause(&mut self) -> Slot {
        self.next_clause = self.next_clause.saturating_add(1);
        self.next_clause - 1
    }

    /// A slot outright.
    pub fn slot(&mut self) -> Slot {
        self.next_slot = self.next_slot.saturating_add(1);
        self.next_slot - 1
    }

    /// The number of the next slot.
    pub(super) const fn next_slot(&self) -> Slot {
        self.next_slot
    }

    /// The slots that clauses were given while something was read that lies ahead.
    pub(super) fn keep_bound(&mut self, bound: Vec<(Slot, Slot)>, next: Slot) {
        (self.bound, self.next_slot) = (bound, next);
    }

    /// The slot of a clause, if it was given one.
    #[must_use]
    pub fn slot_of(&self, clause: Slot) -> Option<Slot> {
        self.bound.iter().find(|(c, _)| *c == clause).map(|(_, slot)| *slot)
    }

    /// The slot of a clause, given one now if it has none.
    pub fn bind(&mut self, clause: Slot) -> Slot {
        if let Some(slot) = self.slot_of(clause) {
            return slot;
        }
        let slot = self.slot();
        self.bound.push((clause, slot));
        slot
    }

    /// The selection a handle stands for.
    pub fn select(&mut self, handle: &Handle) -> Selector {
        match handle {
            Handle::Ref(r) => Selector::Ref(r.clone()),
            Handle::Clause(c) => Selector::slot(self.bind(*c)),
            Handle::Who(who) => Selector::Players(who.clone()),
            Handle::Select(selector) => (**selector).clone(),
        }
    }

    /// The reference a handle stands for, when it is one.
    pub fn reference(&mut self, handle: &Handle) -> Option<Ref> {
        match handle {
            Handle::Ref(r) => Some(r.clone()),
            Handle::Clause(c) => Some(Ref::Slot(self.bind(*c))),
            Handle::Who(Who::Ref(r)) => Some(r.clone()),
            Handle::Who(_) => None,
            Handle::Select(selector) => match &**selector {
                Selector::Ref(r) => Some(r.clone()),
                _ => None,
            },
        }
    }

    /// Whether the acting players are others than "you", so that "their" is theirs.
    #[must_use]
    pub const fn is_player_actor(&self) -> bool {
        self.actor.is_some()
    }

    /// The acting player: each one of several, or the one.
    #[must_use]
    pub fn actor_here(&self) -> Who {
        match &self.actor {
            None => Who::You,
            Some(group) if group.is_group() => Who::Ref(Ref::Each),
            Some(who) => who.clone(),
        }
    }

    /// "they" as a player: the acting player of the sentence, or the latest spoken of.
    #[must_use]
    pub fn they(&self) -> Option<Who> {
        if self.actor.is_some() {
            return Some(self.actor_here());
        }
        let said =
            self.latest(|r| r.sort == Sort::Player && !r.hidden).or_else(|| self.latest(|r| r.sort == Sort::Player))?;
        match said.handle {
            Handle::Who(who) => Some(who),
            Handle::Ref(r) => Some(Who::Ref(r)),
            _ => None,
        }
    }

    /// What "that much" and "that many" are: the number of the latest clause that has one, or the event's.
    pub fn number_here(&mut self) -> Option<Amount> {
        match self.number_clause {
            Some(clause) => Some(Amount::Slot(self.bind(clause))),
            None => self.number.clone(),
        }
    }

    /// Takes back the slots given since so many were, where what spoke of them has become part of what they hold.
    pub fn unbind(&mut self, known: usize) {
        if let Some((_, first)) = self.bound.get(known) {
            self.next_slot = *first;
        }
        self.bound.truncate(known);
    }

    /// Forgets what clauses did, where it is not yet or not there: in a condition on them, in the other arm of an "if". What
    /// they acted on can be spoken of as it was before, where that is known.
    pub fn without(&mut self, clauses: &[Slot], acted_on: &[(Slot, Ref)]) {
        let own = |handle: &Handle| matches!(handle, Handle::Clause(id) if clauses.contains(id));
        let bound = &self.bound;
        self.referents.retain_mut(|r| {
            if !own(&r.handle) {
                return true;
            }
            let object = |id: Slot| acted_on.iter().find(|(of, _)| *of == id).map(|(_, object)| object.clone());
            let mut before = r.before.clone().or_else(|| r.clause().and_then(object));
            // What one of them did something to may be what another of them made.
            for _ in clauses {
                let Some(Ref::Slot(slot)) = before else { break };
                let Some(id) = clauses.iter().find(|id| bound.contains(&(**id, slot))) else { break };
                before = object(*id);
            }
            r.before = None;
            if let Some(before) = before {
                r.handle = Handle::Ref(before);
                r.verb = None;
                // What enters was a card.
                if r.to == Some(lawmage_ir::Zone::Battlefield) && r.sort == Sort::Permanent {
                    r.sort = Sort::Card;
                }
                return true;
            }
            false
        });
        if self.number_clause.is_some_and(|id| clauses.contains(&id)) {
            self.number_clause = None;
        }
    }

    /// The latest referent for which the test holds.
    #[must_use]
    pub fn latest(&self, test: impl Fn(&Referent) -> bool) -> Option<Referent> {
        self.referents.iter().rev().find(|r| test(r)).cloned()
    }
}
