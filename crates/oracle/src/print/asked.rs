//! What a question in the middle of a game asks, in the words of the text it stems from, with names where the game knows
//! what references denote.

use lawmage_ir::{Clause, Cost, CostPart, InTurnOrder, Instruction, Ref, Replacement, TargetSpec, Who};

use super::{Context, Phrase, Printer, Spoken, words};

/// What something is called in a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Called {
    /// It is the player who is asked.
    You,
    /// One thing or player of this name.
    One(String),
    /// Several, as a list of names.
    Many(String),
}

/// Who knows what references denote as a question is asked.
pub trait Names {
    /// What a reference denotes; `None` where that is not known, or too much to say.
    fn thing(&self, reference: &Ref) -> Option<Called>;

    /// Whom a phrase means; `None` where it means nobody in particular.
    fn players(&self, who: &Who) -> Option<Called>;
}

/// What a player is offered to do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// What they do if they like: "shuffle your library", "pay {2}".
    pub deed: String,
    /// What comes of it, where that is more than the deed.
    pub then: Option<String>,
    /// What comes of declining.
    pub otherwise: Option<String>,
}

/// Prints an instruction as an order to the player asked: "put two cards from your hand on top of your library".
#[must_use]
pub fn print_order(does: &Instruction, context: &Context<'_>, names: &dyn Names) -> String {
    let mut printer = Printer::naming(context, names);
    let mut text = printer.instruction(does).finite();
    text.push_str(&printer.where_x());
    tidy(&text)
}

/// Prints what an instruction offers: the first "you may" or payment in it. `None` where there is none.
#[must_use]
pub fn print_offer(does: &Instruction, context: &Context<'_>, names: &dyn Names) -> Option<Offer> {
    Printer::naming(context, names).offer(does)
}

/// Prints a cost as a deed: "pay {2} and sacrifice a creature".
#[must_use]
pub fn print_price(cost: &Cost, context: &Context<'_>, names: &dyn Names) -> String {
    tidy(&Printer::naming(context, names).cost_as_deed(cost, false))
}

/// Prints a part of a cost as a deed.
#[must_use]
pub fn print_price_part(part: &CostPart, context: &Context<'_>, names: &dyn Names) -> String {
    print_price(&Cost { parts: vec![part.clone()] }, context, names)
}

/// Prints a target phrase: "up to two target creatures".
#[must_use]
pub fn print_target(spec: &TargetSpec, context: &Context<'_>, names: &dyn Names) -> String {
    tidy(&Printer::naming(context, names).target_phrase(spec).text)
}

/// Prints a replacement effect as a sentence without its full stop.
#[must_use]
pub fn print_replacement(replacement: &Replacement, context: &Context<'_>, names: &dyn Names) -> String {
    tidy(&Printer::naming(context, names).replacement(replacement, ""))
}

fn tidy(text: &str) -> String {
    text.trim().trim_end_matches('.').to_owned()
}

impl<'a> Printer<'a> {
    fn naming(context: &Context<'a>, names: &'a dyn Names) -> Self {
        Self { names: Some(names), ..Self::new(context) }
    }
}

impl Printer<'_> {
    fn offer(&mut self, does: &Instruction) -> Option<Offer> {
        match does {
            Instruction::May { who, body } => {
                self.doer = Some(who.clone());
                self.actor = Some(who.clone());
                let deed = match body.as_slice() {
                    [one] => self.behind_may(one),
                    _ => self.joined_bare(body),
                };
                Some(Offer { deed: tidy(&deed), ..Offer::default() })
            }
            Instruction::MayPay { who, cost, then, otherwise } => {
                let deed = self.cost_as_deed(cost, false);
                self.notice_paid(cost);
                self.doer = Some(who.clone());
                let then = self.consequence(then);
                Some(Offer { deed, then, otherwise: self.consequence(otherwise) })
            }
            Instruction::Unless { cost, body, .. } => {
                let otherwise = self.consequence(body);
                Some(Offer { deed: self.cost_as_deed(cost, false), then: None, otherwise })
            }
            Instruction::PayTimes { cost, .. } | Instruction::MustPay { cost, .. } => {
                Some(Offer { deed: self.cost_as_deed(cost, false), ..Offer::default() })
            }
            Instruction::Seq(body)
            | Instruction::ForEach { body, .. }
            | Instruction::InTurnOrder(InTurnOrder { body, .. })
            | Instruction::Process { body, .. }
            | Instruction::Repeat { body, .. } => body.iter().find_map(|clause| self.offer(&clause.does)),
            Instruction::If { then, otherwise, .. } => {
                then.iter().chain(otherwise).find_map(|clause| self.offer(&clause.does))
            }
            _ => None,
        }
    }

    fn consequence(&mut self, clauses: &[Clause]) -> Option<String> {
        let text = match clauses {
            [Clause { does: Instruction::Reflexive(program), .. }] => self.program(program),
            _ => self.deeds(clauses),
        };
        let text = words::lower(&tidy(&text));
        (!text.is_empty()).then_some(text)
    }

    /// A reference by the name of what it denotes, unless this text itself says first what it is.
    pub(crate) fn by_name(&mut self, r: &Ref) -> Option<Phrase> {
        let names = self.names?;
        let said_here = match r {
            Ref::This | Ref::It => true,
            Ref::Each => !self.each.is_empty(),
            Ref::Slot(n) => self.slots.contains_key(n) || self.fresh.contains_key(n),
            Ref::Target(_) => !self.targets.is_empty(),
            _ => false,
        };
        if said_here {
            return None;
        }
        let phrase = phrase(names.thing(r)?);
        if phrase.you {
            return Some(phrase);
        }
        if self.thing.as_ref() == Some(r) {
            return Some(if phrase.plural { Phrase::many("they") } else { Phrase::one("it") });
        }
        self.speak(Spoken::Thing(r.clone()));
        Some(phrase)
    }

    /// Players by name.
    pub(crate) fn players_by_name(&self, who: &Who) -> Option<Phrase> {
        let names = self.names?;
        let somebody = match who {
            Who::Opponents | Who::All | Who::Others | Who::Such(..) => false,
            Who::Ref(Ref::Each) => self.each.is_empty() && self.each_player.is_none(),
            _ => true,
        };
        if somebody { names.players(who).map(phrase) } else { None }
    }

    /// Whether a phrase means the player who is asked.
    pub(crate) fn is_asked(&self, who: &Who) -> bool {
        self.players_by_name(who).is_some_and(|p| p.you)
    }
}

fn phrase(called: Called) -> Phrase {
    match called {
        Called::You => Phrase::you(),
        Called::One(text) => Phrase::one(text),
        Called::Many(text) => Phrase::many(text),
    }
}
