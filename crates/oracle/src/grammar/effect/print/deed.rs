//! What an instruction says: a verb phrase with or without its subject, or a whole sentence.

use lawmage_ir::{CasualAction, Clause, Instruction, Ref, Selector, Who};

use crate::grammar::effect::subjects::kept_tapped;
use crate::print::{Phrase, Printer, words};

/// A clause of English.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// A verb in its bare form with what follows; the subject when it is not the actor of the sentence.
    Act {
        /// `None`: imperative, or the actor at hand.
        subject: Option<Phrase>,
        /// Bare form.
        verb: String,
    },
    /// A whole clause.
    Whole(String),
}

impl Deed {
    pub(crate) fn act(subject: Option<Phrase>, verb: impl Into<String>) -> Self {
        Self::Act { subject, verb: verb.into() }
    }

    pub(crate) fn does(subject: Phrase, verb: impl Into<String>) -> Self {
        Self::Act { subject: Some(subject), verb: verb.into() }
    }

    pub(crate) fn order(verb: impl Into<String>) -> Self {
        Self::Act { subject: None, verb: verb.into() }
    }

    /// As a clause by itself: "draw a card", "target player discards a card".
    pub(crate) fn finite(&self) -> String {
        match self {
            Self::Act { subject: None, verb } => verb.clone(),
            Self::Act { subject: Some(subject), verb } => subject.does(verb),
            Self::Whole(text) => text.clone(),
        }
    }

    /// Behind "may": "draw a card", "have it deal 1 damage to any target".
    pub(crate) fn bare(&self) -> String {
        match self {
            Self::Act { subject: None, verb } => verb.clone(),
            Self::Act { subject: Some(subject), verb } if subject.you => verb.clone(),
            Self::Act { subject: Some(subject), verb } => format!("have {} {verb}", subject.text),
            Self::Whole(text) => text.clone(),
        }
    }
}

impl Printer<'_> {
    /// The subject for a player who acts; `None` for you in the imperative and for the actor at hand.
    pub(crate) fn actor(&mut self, who: &Who) -> Option<Phrase> {
        if self.actor.as_ref() == Some(who) {
            return None;
        }
        let imperative = if self.names.is_some() { self.is_asked(who) } else { *who == Who::You };
        if imperative && self.actor.is_none() {
            return None;
        }
        Some(self.each_of_targets(who))
    }

    /// "any number of target players each": where there may be several.
    fn each_of_targets(&mut self, who: &Who) -> Phrase {
        let mut phrase = self.who(who);
        if matches!(who, Who::Ref(Ref::Target(_))) && phrase.plural && phrase.text.contains("target ") {
            phrase.text.push_str(" each");
        }
        phrase
    }

    /// Likewise, but "you" is said: "you gain 3 life".
    pub(crate) fn explicit(&mut self, who: &Who) -> Option<Phrase> {
        if self.actor.as_ref() == Some(who) { None } else { Some(self.each_of_targets(who)) }
    }
}

/// The player who does it, where the instruction names one.
pub(crate) fn acting(does: &Instruction) -> Option<&Who> {
    match does {
        Instruction::Sacrifice { who, .. }
        | Instruction::Discard { who, .. }
        | Instruction::Draw { who, .. }
        | Instruction::DrawUpTo { who, .. }
        | Instruction::Mill { who, .. }
        | Instruction::GainLife(who, _)
        | Instruction::LoseLife(who, _)
        | Instruction::SetLife(who, _)
        | Instruction::ExchangeLife(who, _)
        | Instruction::CreateToken { who, .. }
        | Instruction::Scry(who, _)
        | Instruction::Surveil(who, _)
        | Instruction::Shuffle(who)
        | Instruction::Search { who, .. }
        | Instruction::LookAt { who, .. }
        | Instruction::AddMana { who, .. }
        | Instruction::Manifest { who, .. }
        | Instruction::ManifestDread(who)
        | Instruction::Venture { who, .. }
        | Instruction::TakeInitiative(who)
        | Instruction::Casual(
            CasualAction::Planeswalk(who) | CasualAction::RollPlanarDie(who) | CasualAction::SetInMotion(who),
        )
        | Instruction::BecomeMonarch(who) => Some(who),
        _ => None,
    }
}

impl Printer<'_> {
    /// "each attacking creature and each blocking creature doesn't untap during its controller's next untap step"
    pub(super) fn each_kept_tapped(&mut self, over: &Selector, body: &[Clause]) -> Option<String> {
        let [kept] = body else { return None };
        if kept.does != kept_tapped() {
            return None;
        }
        let parts = if let Selector::Union(parts) = over { parts.as_slice() } else { std::slice::from_ref(over) };
        let each = |part: &Selector| match part {
            Selector::All(filter) => Some(format!("each {}", self.singular(filter))),
            _ => None,
        };
        let each = parts.iter().map(each).collect::<Option<Vec<_>>>()?;
        Some(format!("{} doesn't untap during its controller's next untap step", words::list(&each, "and")))
    }
}
