//! Instructions that count: draw, mill, damage, life, counters.

use lawmage_ir::{Amount, Instruction, Ref, Selector, Stat, Who};

use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// Instructions with an amount.
    pub(crate) fn with_numbers(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::Draw { who, count } => {
                let subject = self.actor(who);
                let text = self.number_of_cards("draw", count);
                Deed::act(subject, text)
            }
            Instruction::Mill { who, count } => {
                let subject = self.actor(who);
                let text = self.number_of_cards("mill", count);
                Deed::act(subject, text)
            }
            Instruction::Damage { source, to, amount } => self.damage(source, to, amount),
            Instruction::DamageSpilling { source, to, amount, rest, only } => {
                let subject = self.source(source);
                let text = self.damage_to(to, amount, Some(source));
                let text = format!("deal {text}{}", self.where_x());
                let only = only.as_ref().map(|c| format!("If {}, e", self.condition(c)));
                let rest = self.recipients(rest);
                let excess = format!("{}xcess damage is dealt to {rest} instead", only.as_deref().unwrap_or("E"));
                Deed::does(subject, format!("{text}. {excess}"))
            }
            Instruction::DoubleMana(who) => {
                let have = if *who == Who::You { "you have" } else { "they have" };
                Deed::act(self.actor(who), format!("double the amount of each type of unspent mana {have}"))
            }
            Instruction::LoseMana { who, to } => {
                let lost = Deed::act(self.explicit(who), "lose all unspent mana");
                match to {
                    None => lost,
                    Some(heir) => {
                        let heir = self.who(heir).does("add");
                        Deed::Whole(format!("{} and {heir} the mana lost this way", lost.finite()))
                    }
                }
            }
            Instruction::ActivateManaOf(who, what) => {
                let subject = self.explicit(who);
                let each = self.those_of(what, Quant::Each);
                Deed::act(subject, format!("activate a mana ability of {each}"))
            }
            Instruction::DamageDivided { source, target } => {
                let subject = self.source(source);
                let n = self.divided(*target);
                let to = self.object(&Ref::Target(*target));
                Deed::does(subject, format!("deal {n} damage divided as you choose among {to}{}", self.where_x()))
            }
            Instruction::DamageEvenly { source, target, amount } => {
                let subject = self.source(source);
                let n = self.digits(amount);
                let to = self.object(&Ref::Target(*target));
                Deed::does(
                    subject,
                    format!("deal {n} damage divided evenly, rounded down, among {to}{}", self.where_x()),
                )
            }
            Instruction::DamageTogether(all) => {
                let Some((first, ..)) = all.first() else { return Some(Deed::order("")) };
                let subject = self.source(first);
                let mut texts = Vec::new();
                for (_, to, amount) in all {
                    let text = self.damage_to(to, amount, Some(first));
                    texts.push(text);
                }
                Deed::does(subject, format!("deal {}{}", words::list(&texts, "and"), self.where_x()))
            }
            Instruction::GainLife(who, n) => {
                let subject = self.explicit(who);
                let text = self.life("gain", n);
                Deed::act(subject, text)
            }
            Instruction::LoseLife(who, n) => {
                let subject = self.explicit(who);
                let text = self.life("lose", n);
                Deed::act(subject, text)
            }
            Instruction::ExchangeLife(Who::You, other) => {
                let other = self.whom(other);
                Deed::order(format!("exchange life totals with {other}"))
            }
            Instruction::ExchangeLife(one, other) => {
                let (one, other) = (self.whom(one), self.whom(other));
                Deed::Whole(format!("{one} and {other} exchange life totals"))
            }
            Instruction::SetLife(who, n) => {
                let whose = self.who(who).possessive();
                Deed::Whole(format!("{whose} life total becomes {}", self.expression(n)))
            }
            Instruction::PutCounters { kind, count, on } => {
                if let Selector::Players(who) = on {
                    let subject = self.explicit(who);
                    let energy = *kind == lawmage_ir::CounterKind::Energy;
                    let counters = match (energy, count) {
                        (true, Amount::Const(n)) => "{E}".repeat(usize::try_from(*n).unwrap_or(1)),
                        (true, other) => match self.split_each(other) {
                            Some((n, each)) => {
                                format!("{} for each {each}", "{E}".repeat(usize::try_from(n).unwrap_or(1)))
                            }
                            None => format!("{} {{E}}", self.number_word(other)),
                        },
                        (false, other) => self.counted(other, &format!("{kind} counter")),
                    };
                    return Some(Deed::act(subject, format!("get {counters}{}", self.where_x())));
                }
                Deed::order(self.counters_on(&kind.to_string(), count, on))
            }
            Instruction::Amass(kind, n) => {
                let n = self.digits(n);
                Deed::order(format!("amass {} {n}{}", words::plural(kind.word()), self.where_x()))
            }
            Instruction::Bolster(n) => Deed::order(format!("bolster {}{}", self.digits(n), self.where_x())),
            Instruction::Discover(n) => Deed::order(format!("discover {}{}", self.digits(n), self.where_x())),
            Instruction::Connive(what, n) => {
                let subject = self.subject(what, Quant::Each);
                let often = match n {
                    Amount::Const(1) => "connive".to_owned(),
                    other => format!("connive {}{}", self.digits(other), self.where_x()),
                };
                Deed::does(subject, often)
            }
            Instruction::Exploit => Deed::order("exploit a creature"),
            Instruction::Designate(status, what, on) => {
                let subject = self.subject(what, Quant::Each);
                let word = crate::grammar::test::status_text(*status);
                if *on {
                    Deed::does(subject, format!("become {word}"))
                } else {
                    let verb = format!("{} no longer {word}", words::agree("be", subject.plural));
                    Deed::Whole(format!("{} {verb}", subject.text))
                }
            }
            Instruction::RemoveDamage(what) => {
                Deed::order(format!("remove all damage marked on {}", self.those_of(what, Quant::All)))
            }
            Instruction::DoubleX(_) => Deed::order("double the value of X"),
            Instruction::NoteNumber { number, .. } => Deed::order(format!("note {}", self.expression(number))),
            Instruction::NoteMana(_) => Deed::order("note the type of mana spent to pay this activation cost"),
            Instruction::ExchangeText { what, duration } => {
                let objects = self.those_of(what, crate::grammar::selector::Quant::All);
                let when = match duration {
                    lawmage_ir::Duration::Forever => String::new(),
                    other => format!(" {}", self.duration(other)),
                };
                Deed::order(format!("exchange the text boxes of {objects}{when}"))
            }
            Instruction::PayLife { who, .. } => Deed::act(self.actor(who), "pay any amount of life"),
            Instruction::GetBlessing(who) => Deed::act(self.explicit(who), "get the city's blessing"),
            Instruction::SpeedUp(who, n) => {
                let whose = self.who(who).possessive();
                Deed::Whole(format!("{whose} speed increases by {}", self.expression(n)))
            }
            Instruction::DistributeCounters { kind, target } => {
                let n = self.targets.get(usize::from(*target)).and_then(|t| t.divide.clone());
                let counters = match n {
                    Some(n) => self.counted(&n, &format!("{kind} counter")),
                    None => format!("{kind} counters"),
                };
                let to = self.object(&Ref::Target(*target));
                Deed::order(format!("distribute {counters} among {to}{}", self.where_x()))
            }
            Instruction::RemoveCounters { kind, count, from } => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let counters = match count {
                    None => format!("all {word}counters"),
                    Some(n) => self.counted(n, &format!("{word}counter")),
                };
                Deed::order(format!("remove {counters} from {}{}", self.those_of(from, Quant::Each), self.where_x()))
            }
            Instruction::MoveCounters { kind, count, from, to } => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let counters = match count {
                    None => format!("all {word}counters"),
                    Some(n) => self.counted(n, &format!("{word}counter")),
                };
                let from = self.those_of(from, Quant::Bare);
                let to = self.those_of(to, Quant::Bare);
                Deed::order(format!("move {counters} from {from} onto {to}"))
            }
            Instruction::DoubleCounters(kind, on) => {
                Deed::order(format!("double the number of {kind} counters on {}", self.those_of(on, Quant::Each)))
            }
            _ => return None,
        })
    }

    fn divided(&mut self, target: u8) -> String {
        match self.targets.get(usize::from(target)).and_then(|t| t.divide.clone()) {
            Some(n) => self.digits(&n),
            None => "X".to_owned(),
        }
    }

    /// The source of damage: `~` by its name, or what was spoken of.
    fn source(&mut self, source: &Ref) -> Phrase {
        self.reference(source)
    }

    fn damage(&mut self, source: &Ref, to: &Selector, amount: &Amount) -> Deed {
        let subject = self.source(source);
        let text = self.damage_to(to, amount, Some(source));
        Deed::does(subject, format!("deal {text}{}", self.where_x()))
    }

    fn damage_to(&mut self, to: &Selector, amount: &Amount, source: Option<&Ref>) -> String {
        if let Amount::Const(_) | Amount::X | Amount::Event | Amount::Slot(_) = amount {
            let n = self.digits(amount);
            return format!("{n} damage to {}", self.recipients(to));
        }
        if let Amount::Times(2, inner) = amount
            && matches!(**inner, Amount::Event | Amount::Slot(_))
        {
            let n = self.digits(amount);
            return format!("{n} damage to {}", self.recipients(to));
        }
        // "damage equal to its power": the source was just said.
        let keep = self.thing.clone();
        if let Amount::Stat(stat @ (Stat::Power | Stat::Toughness | Stat::ManaValue), r) = amount {
            if Some(r) == source {
                let word = crate::grammar::selector::number_of(*stat);
                let to = self.recipients(to);
                return format!("damage equal to its {word} to {to}");
            }
            let text = self.expression(amount);
            return format!("damage equal to {text} to {}", self.recipients(to));
        }
        if for_each_reads(amount) {
            let to = self.recipients(to);
            if let Some((n, each)) = self.split_each(amount) {
                return format!("{n} damage to {to} for each {each}");
            }
            return format!("damage to {to} equal to {}", self.expression(amount));
        }
        self.thing = keep;
        let text = self.expression(amount);
        format!("damage equal to {text} to {}", self.recipients(to))
    }

    fn recipients(&mut self, to: &Selector) -> String {
        match to {
            Selector::Players(Who::You) => "you".to_owned(),
            Selector::Union(all) => {
                let texts: Vec<String> = all.iter().map(|s| self.recipients(s)).collect();
                words::list(&texts, "and")
            }
            other => self.those_of(other, Quant::Each),
        }
    }

    fn life(&mut self, verb: &str, n: &Amount) -> String {
        match n {
            Amount::Const(_) | Amount::X | Amount::Event => format!("{verb} {} life", self.digits(n)),
            Amount::Slot(_) => format!("{verb} life equal to {}", self.expression(n)),
            other if for_each_reads(other) => match self.split_each(other) {
                Some((n, each)) => format!("{verb} {n} life for each {each}"),
                None => format!("{verb} life equal to {}", self.expression(other)),
            },
            Amount::Divide { of, by: 2, up } if matches!(**of, Amount::Life(_)) => {
                format!("{verb} half their life, rounded {}", if *up { "up" } else { "down" })
            }
            other => format!("{verb} life equal to {}", self.expression(other)),
        }
    }

    fn number_of_cards(&mut self, verb: &str, n: &Amount) -> String {
        match n {
            Amount::Const(_) | Amount::X | Amount::Event | Amount::Slot(_) => {
                format!("{verb} {}", self.counted(n, "card"))
            }
            Amount::Times(2, inner) if matches!(**inner, Amount::Event | Amount::Slot(_)) => {
                format!("{verb} {}", self.counted(n, "card"))
            }
            other if for_each_reads(other) => match self.split_each(other) {
                Some((k, each)) => format!("{verb} {} for each {each}", self.counted(&Amount::Const(k), "card")),
                None => format!("{verb} cards equal to {}", self.expression(other)),
            },
            other => format!("{verb} cards equal to {}", self.expression(other)),
        }
    }

    fn counters_on(&mut self, kind: &str, count: &Amount, on: &Selector) -> String {
        let noun = format!("{kind} counter");
        if for_each_reads(count)
            && let Some((n, each)) = {
                let on_text = self.those_of(on, Quant::Each);
                self.split_each(count).map(|(n, each)| (n, format!("on {on_text} for each {each}")))
            }
        {
            return format!("put {} {each}", self.counted(&Amount::Const(n), &noun));
        }
        match count {
            Amount::Stat(..) | Amount::Count(_) => {
                let text = self.expression(count);
                let on = self.those_of(on, Quant::Each);
                format!("put a number of {} equal to {text} on {on}", words::plural(&noun))
            }
            other => {
                let counters = self.counted(other, &noun);
                let on = self.those_of(on, Quant::Each);
                format!("put {counters} on {on}{}", self.where_x())
            }
        }
    }
}

/// Whether an amount reads as "for each …" rather than "equal to …".
pub(crate) fn for_each_reads(amount: &Amount) -> bool {
    match amount {
        Amount::Count(_)
        | Amount::Counters(..)
        | Amount::HandSize(_)
        | Amount::Players(Who::Opponents | Who::All)
        | Amount::Kinds(..)
        | Amount::TimesPaid(_)
        | Amount::ChosenColors(..) => true,
        Amount::Times(n, inner) => *n > 0 && for_each_reads(inner),
        _ => false,
    }
}
