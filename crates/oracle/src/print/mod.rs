//! The printer: IR to canonical Oracle English, one ability a line, without reminder text.
//!
//! What is said of each kind of node is in [`grammar`](crate::grammar). A [`Printer`] walks one ability and remembers what it has mentioned, so
//! that a reference becomes "it" or "that creature" just where the compiler would bind these words back to it.

mod asked;
pub(crate) mod control;
pub(crate) mod naming;
mod told;

use std::collections::BTreeMap;

pub use asked::{
    Called, Names, Offer, print_offer, print_order, print_price, print_price_part, print_replacement, print_target,
};

pub(crate) use crate::grammar::words;

use crate::grammar::ability;
use lawmage_ir::{Ability, Amount, Condition, Cost, Duration, EventPattern, Face, Filter, Ref, Slot, TargetSpec, Who};

/// What surrounds the printed part: the face whose text it is.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The face; its name and types say what `~` is called.
    pub face: &'a Face,
}

/// Prints a face's rules text: one ability a line.
#[must_use]
pub fn print_face(face: &Face) -> String {
    let context = Context { face };
    ability::lines(&context).join("\n")
}

/// Prints one ability.
#[must_use]
pub fn print_ability(ability: &Ability, context: &Context<'_>) -> String {
    Printer::new(context).ability(ability)
}

/// Prints a program: what a spell or ability does.
#[must_use]
pub fn print_program(program: &lawmage_ir::Program, context: &Context<'_>) -> String {
    Printer::new(context).program(program)
}

/// Prints a noun phrase with its article: "a creature you control".
#[must_use]
pub fn print_filter(filter: &Filter, context: &Context<'_>) -> String {
    Printer::new(context).one(filter)
}

/// Prints a condition as it stands behind "if".
#[must_use]
pub fn print_condition(condition: &Condition, context: &Context<'_>) -> String {
    Printer::new(context).condition(condition)
}

/// Prints a trigger's event with its "when", "whenever" or "at".
#[must_use]
pub fn print_event(event: &EventPattern, context: &Context<'_>) -> String {
    Printer::new(context).trigger(event)
}

/// Prints a cost as it stands before a colon.
#[must_use]
pub fn print_cost(cost: &Cost, context: &Context<'_>) -> String {
    Printer::new(context).cost(cost)
}

/// Prints a duration; nothing for one that is not stated.
#[must_use]
pub fn print_duration(duration: &Duration, context: &Context<'_>) -> String {
    Printer::new(context).duration(duration)
}

/// Prints an amount as a noun phrase: "the number of creatures you control".
#[must_use]
pub fn print_amount(amount: &Amount, context: &Context<'_>) -> String {
    Printer::new(context).expression(amount)
}

/// What something spoken of is called when it is spoken of again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Noun {
    /// "creature", "card", "token", "player".
    pub(crate) head: String,
    /// Whether there may be several.
    pub(crate) plural: bool,
    /// Whether it is a player.
    pub(crate) player: bool,
}

impl Noun {
    pub(crate) fn new(head: &str, plural: bool) -> Self {
        Self { head: head.to_owned(), plural, player: matches!(head, "player" | "opponent") }
    }
}

/// A noun phrase and how verbs agree with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Phrase {
    pub(crate) text: String,
    pub(crate) plural: bool,
    /// It is the word "you".
    pub(crate) you: bool,
}

impl Phrase {
    pub(crate) fn one(text: impl Into<String>) -> Self {
        Self { text: text.into(), plural: false, you: false }
    }

    pub(crate) fn many(text: impl Into<String>) -> Self {
        Self { text: text.into(), plural: true, you: false }
    }

    pub(crate) fn you() -> Self {
        Self { text: "you".to_owned(), plural: true, you: true }
    }

    /// The possessive: "your", "its", "target player's", "your opponents'".
    pub(crate) fn possessive(&self) -> String {
        words::possessive(&self.text)
    }

    /// With a verb that agrees: "you draw", "that player draws".
    pub(crate) fn does(&self, verb: &str) -> String {
        format!("{} {}", self.text, words::agree(verb, self.plural))
    }
}

/// What was last spoken of, and so what "it" and "they" mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Spoken {
    Thing(Ref),
    Player(Who),
}

/// The printer of one ability.
#[derive(Clone)]
pub(crate) struct Printer<'a> {
    pub(crate) face: &'a Face,
    pub(crate) targets: Vec<TargetSpec>,
    pub(crate) said: Vec<bool>,
    pub(crate) slots: BTreeMap<Slot, Noun>,
    pub(crate) paid: Vec<Noun>,
    /// Verb of each paid part: "sacrificed", "exiled".
    pub(crate) paid_how: Vec<&'static str>,
    pub(crate) subject: Option<Noun>,
    pub(crate) object: Option<Noun>,
    /// What the event's spell targets.
    pub(crate) aimed: Option<Noun>,
    /// The event's subject is `~` itself, or another reference it can be said by.
    pub(crate) subject_is: Option<Ref>,
    pub(crate) each: Vec<Noun>,
    /// The event is that damage is dealt: "that damage".
    pub(crate) damage_event: bool,
    /// The event is that a player scries: how many cards they look at.
    pub(crate) scried: bool,
    /// The event spoke of what `~` is attached to: "that creature".
    pub(crate) host_said: bool,
    /// What a filter's own tested member is called.
    pub(crate) it: Vec<Phrase>,
    pub(crate) thing: Option<Ref>,
    pub(crate) player: Option<Who>,
    /// The amount that "X" stands for in the sentence at hand.
    pub(crate) where_x: Option<Amount>,
    /// The amount that "Y" stands for there, besides.
    pub(crate) where_y: Option<Amount>,
    /// What was counted as it was done, by the slot that keeps its number: "flips you won", "evidence votes".
    pub(crate) tallied: std::collections::BTreeMap<lawmage_ir::Slot, String>,
    /// The slots of what was chosen in a loop before the one at hand chooses.
    pub(crate) so_far: Vec<lawmage_ir::Slot>,
    /// The difference of the two numbers compared last.
    pub(crate) difference: Option<Amount>,
    /// The counters of which a condition asked whether there are any: "that many".
    pub(crate) asked_counters: Option<Amount>,
    /// Zones are said with "from" (moving) rather than "in".
    pub(crate) moving: bool,
    /// Inside an Aura's or the like's granted text: quotes nest.
    pub(crate) quoted: bool,
    /// What is chosen is the chooser's own: not said again.
    pub(crate) own_choice: bool,
    /// The ability works from the graveyard.
    pub(crate) away: bool,
    /// The ability works from the hand.
    pub(crate) in_hand: bool,
    /// The ability works from the command zone.
    pub(crate) in_command: bool,
    /// The ability works from exile.
    pub(crate) in_exile: bool,
    /// "each" rather than a bare plural as the subject of an effect.
    pub(crate) each_quant: bool,
    /// A hand was revealed: its cards are chosen "from it".
    pub(crate) hand_shown: bool,
    /// What slots hold.
    pub(crate) held: BTreeMap<Slot, control::Held>,
    /// Whose verbs are said now; they need no subject of their own.
    pub(crate) actor: Option<Who>,
    /// Who may have done what "if you do" asks about.
    pub(crate) doer: Option<Who>,
    /// Whether cards were drawn or moved that no slot holds: "those cards" might be they.
    pub(crate) strays: bool,
    /// The event's subject goes to a graveyard: it can be spoken of as "that card".
    pub(crate) dying: bool,
    /// A creature token was created that no slot holds.
    pub(crate) created: bool,
    /// In a row of a results table (706.3c).
    pub(crate) in_row: bool,
    /// Which of what may be a player as well are permanents, by what was said of them.
    pub(crate) certain: Vec<Ref>,
    /// What the last "may", of several things, puts somewhere in the end.
    pub(crate) put: Option<Slot>,
    /// What the last clause said leaves what it did in, if anything speaks of that.
    pub(crate) latest: Option<Slot>,
    /// The prize that a visit ability has claimed, which is said after it (702.159b).
    pub(crate) prize: Option<String>,
    /// What was dealt damage by an earlier clause.
    pub(crate) damaged: Vec<Ref>,
    /// What an earlier clause or the event moved: it is asked about in the past tense.
    pub(crate) moved: Vec<Ref>,
    /// What slots are called when first spoken of: a choice that says itself where it is used.
    pub(crate) fresh: BTreeMap<Slot, Phrase>,
    /// A trigger's first clause: an "if" in front of it would be an intervening one (603.4).
    pub(crate) first_of_trigger: bool,
    /// In "~ or another creature": what isn't `~` is "another".
    pub(crate) pair: bool,
    /// The event's source is spoken of later and so must be named: "a source deals damage to ~".
    pub(crate) source_said: bool,
    /// What deals damage is said now, whichever object it is: "an artifact source".
    pub(crate) source_named: bool,
    /// Verbs stand behind "have": "have it get +1/+1".
    pub(crate) bare: bool,
    /// What `~` is called in a quoted ability: "this creature", "this token".
    pub(crate) alias: Option<String>,
    /// What the objects are called that a quoted ability is granted to.
    pub(crate) granting: Option<String>,
    /// Who that is, where it is one object: what the ability calls "this".
    pub(crate) holder: Option<lawmage_ir::Ref>,
    /// Behind "for each opponent, …", in which each of them is "that player".
    pub(crate) looped: bool,
    /// How the player at hand in "each player …" is first called.
    pub(crate) each_player: Option<Phrase>,
    /// In a question during a game: what references denote.
    pub(crate) names: Option<&'a dyn Names>,
    /// The event is that a player attacks another: "that attacking player".
    pub(crate) attack_said: bool,
    /// In an outline: targets were listed before.
    pub(crate) told: bool,
}

impl<'a> Printer<'a> {
    pub(crate) fn new(context: &Context<'a>) -> Self {
        Self {
            face: context.face,
            targets: Vec::new(),
            said: Vec::new(),
            slots: BTreeMap::new(),
            paid: Vec::new(),
            paid_how: Vec::new(),
            subject: None,
            object: None,
            aimed: None,
            subject_is: None,
            damage_event: false,
            scried: false,
            host_said: false,
            each: Vec::new(),
            it: Vec::new(),
            thing: None,
            player: None,
            where_x: None,
            where_y: None,
            tallied: std::collections::BTreeMap::new(),
            so_far: Vec::new(),
            difference: None,
            asked_counters: None,
            moving: false,
            quoted: false,
            own_choice: false,
            away: false,
            in_hand: false,
            in_command: false,
            in_exile: false,
            each_quant: false,
            hand_shown: false,
            held: BTreeMap::new(),
            actor: None,
            doer: None,
            strays: false,
            certain: Vec::new(),
            created: false,
            in_row: false,
            dying: false,
            put: None,
            latest: None,
            prize: None,
            damaged: Vec::new(),
            moved: Vec::new(),
            fresh: BTreeMap::new(),
            first_of_trigger: false,
            pair: false,
            source_said: false,
            source_named: false,
            bare: false,
            alias: None,
            granting: None,
            holder: None,
            looped: false,
            each_player: None,
            names: None,
            attack_said: false,
            told: false,
        }
    }

    pub(crate) fn speak(&mut self, spoken: Spoken) {
        match spoken {
            Spoken::Thing(r) => self.thing = Some(r),
            Spoken::Player(w) => self.player = Some(w),
        }
    }
}
