//! Counters (122): put, moved, removed.

use lawmage_ir::{Amount, CounterKind, Instruction, Kind, Ref, Selector};

use crate::grammar::amount::for_each_reads;
use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// Counters (122).
    pub(crate) fn of_counters(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::PutCounters { kind, count, on } => self.put_counters(kind, count, on),
            Instruction::PutUpTo(puts) => self.put_up_to(puts),
            Instruction::DistributeCounters { kind, target } => self.distribute_counters(kind, *target),
            Instruction::WithKinds(with) => self.with_kinds(with),
            Instruction::SpreadCounters { kind, count, among: Selector::Union(_) } => {
                let counters = self.counted(count, &format!("{kind} counter"));
                Deed::order(format!("distribute {counters} among it and any number of commanders{}", self.where_x()))
            }
            Instruction::SpreadCounters { kind, count, among } => {
                let counters = match count {
                    Amount::Const(_) | Amount::X | Amount::Event | Amount::Slot(_) => {
                        self.counted(count, &format!("{kind} counter"))
                    }
                    other => format!("a number of {kind} counters equal to {}", self.expression(other)),
                };
                let among = self.those_of(among, Quant::Bare);
                Deed::order(format!("distribute {counters} among any number of {among}{}", self.where_x()))
            }
            Instruction::RemoveCounters { kind: None, count: None, from: Selector::Players(who) } => {
                let subject = self.actor(who);
                Deed::act(subject, "lose all counters")
            }
            Instruction::RemoveCounters { kind, count, from } => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let left =
                    count.as_ref().and_then(|n| crate::grammar::instruction::life::left_of(kind.as_ref(), n, from));
                let counters = match count {
                    None => format!("all {word}counters"),
                    Some(_) if let Some(left) = left => {
                        format!("all but {} {word}counter{}", words::number(left), if left == 1 { "" } else { "s" })
                    }
                    Some(n) => self.counted(n, &format!("{word}counter")),
                };
                Deed::order(format!("remove {counters} from {}{}", self.those_of(from, Quant::Each), self.where_x()))
            }
            Instruction::MoveCounters { kind, from, to, as_many: true, .. } => {
                let whose = match from {
                    lawmage_ir::Selector::Ref(of) => self.reference(of).possessive(),
                    _ => "those".to_owned(),
                };
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                Deed::order(format!("put {whose} {word}counters on {}", self.those_of(to, Quant::Bare)))
            }
            Instruction::MoveCounters { kind, count, from, to, .. } => {
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
                let of = kind.as_ref().map_or_else(|| "each kind of counter".to_owned(), |k| format!("{k} counters"));
                Deed::order(format!("double the number of {of} on {}", self.those_of(on, Quant::Each)))
            }
            Instruction::Amass(kind, n) => {
                // "Its" would be the Army's.
                self.thing = None;
                let n = self.digits(n);
                Deed::order(format!("amass {} {n}{}", words::plural(kind.word()), self.where_x()))
            }
            Instruction::Bolster(n) => Deed::order(format!("bolster {}{}", self.digits(n), self.where_x())),
            Instruction::Proliferate => Deed::order("proliferate"),
            other => return self.of_chosen_amounts(other),
        })
    }

    /// "put a +1/+1 counter on it", "get two poison counters".
    pub(crate) fn put_counters(&mut self, kind: &CounterKind, count: &Amount, on: &Selector) -> Deed {
        if let (CounterKind::That, Amount::Const(1), Selector::Ref(Ref::Target(n))) = (kind, count, on)
            && self.targets.get(usize::from(*n)).is_some_and(|t| t.filter.kind == Kind::PlayerOrPermanent)
        {
            let to = self.those_of(on, Quant::Bare);
            return Deed::order(format!("give {to} another {kind} counter"));
        }
        if let Selector::Players(who) = on {
            let subject = self.explicit(who);
            let energy = *kind == lawmage_ir::CounterKind::Energy;
            let counters = match (energy, count) {
                (true, Amount::Const(n)) => "{E}".repeat(usize::try_from(*n).unwrap_or(1)),
                (true, other) => match self.split_each(other) {
                    Some((n, each)) => {
                        format!("{} for each {each}", "{E}".repeat(usize::try_from(n).unwrap_or(1)))
                    }
                    None if matches!(other, Amount::X | Amount::Event | Amount::Slot(_)) => {
                        format!("{} {{E}}", self.number_word(other))
                    }
                    None => format!("an amount of {{E}} equal to {}", self.expression(other)),
                },
                (false, other) => self.counted(other, &format!("{kind} counter")),
            };
            return Deed::act(subject, format!("get {counters}{}", self.where_x()));
        }
        if let Amount::Stat(stat, Ref::It) = count {
            let (on, stat) = (self.those_of(on, Quant::All), crate::grammar::test::stat_word(*stat));
            return Deed::order(format!("put a number of {kind} counters on {on} equal to that creature's {stat}"));
        }
        Deed::order(self.counters_on(&kind.to_string(), count, on))
    }

    /// "distribute three +1/+1 counters among them".
    pub(crate) fn distribute_counters(&mut self, kind: &CounterKind, target: u8) -> Deed {
        let n = self.targets.get(usize::from(target)).and_then(|t| t.divide.clone());
        let counters = match n {
            Some(n) => self.counted(&n, &format!("{kind} counter")),
            None => format!("{kind} counters"),
        };
        let to = self.object(&Ref::Target(target));
        Deed::order(format!("distribute {counters} among {to}{}", self.where_x()))
    }

    fn counters_on(&mut self, kind: &str, count: &Amount, on: &Selector) -> String {
        let noun = format!("{kind} counter");
        if self.asked_counters.as_ref() == Some(count)
            && matches!(count, Amount::Counters(Some(asked), _) if asked.to_string() == kind)
        {
            let on = self.those_of(on, Quant::Each);
            return format!("put that many {} on {on}", words::plural(&noun));
        }
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
