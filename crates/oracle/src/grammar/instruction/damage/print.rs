//! Damage (120, 601.2d).

use lawmage_ir::{Amount, Cmp, Condition, Instruction, Ref, Selector, SpillingDamage, Stat, Who};

use crate::grammar::amount::for_each_reads;
use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// Damage (120).
    pub(crate) fn of_damage(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::Damage { source, to, amount } => self.damage(source, to, amount),
            Instruction::DamageSpilling(damage) => self.damage_spilling(damage),
            Instruction::Unpreventable(deal) => {
                let mut deed = self.instruction(deal);
                let (Deed::Act { verb: text, .. } | Deed::Whole(text)) = &mut deed;
                // "where X is" would take in what follows it.
                let joined = if text.contains(", where X") { ". The" } else { " and the" };
                text.push_str(joined);
                text.push_str(" damage can't be prevented");
                deed
            }
            Instruction::DamageDivided { source, target } => {
                let subject = self.source(source);
                if let Some(said) = self.divided_otherwise(&subject, *target) {
                    return Some(said);
                }
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
            Instruction::DamageTogether(all) => self.damage_together(all),
            Instruction::RemoveDamage(what) => {
                Deed::order(format!("remove all damage marked on {}", self.those_of(what, Quant::All)))
            }
            _ => return None,
        })
    }

    /// "deals 5 damage to it. Excess damage is dealt to its controller instead".
    pub(crate) fn damage_spilling(&mut self, damage: &SpillingDamage) -> Deed {
        let SpillingDamage { source, to, amount, rest, only } = damage;
        let subject = self.source(source);
        let text = self.damage_to(to, amount, Some(source));
        let text = format!("deal {text}{}", self.where_x());
        let only = only.as_ref().map(|c| format!("If {}, e", self.condition(c)));
        let rest = self.recipients(rest);
        let excess = format!("{}xcess damage is dealt to {rest} instead", only.as_deref().unwrap_or("E"));
        Deed::does(subject, format!("{text}. {excess}"))
    }

    /// "deals 3 damage to it and 1 damage to you".
    pub(crate) fn damage_together(&mut self, all: &[(Ref, Selector, Amount)]) -> Deed {
        let Some((first, ..)) = all.first() else { return Deed::order("") };
        if let [(one, to_other, Amount::Stat(stat, of)), (other, to_one, Amount::Stat(same, as_much))] = all
            && (one == of && other == as_much && stat == same && one != other)
            && (*to_other == Selector::Ref(other.clone()) && *to_one == Selector::Ref(one.clone()))
        {
            let both = Selector::Union(vec![to_one.clone(), to_other.clone()]);
            let those = self.subject(&both, Quant::All).text;
            let stat = crate::grammar::test::stat_word(*stat);
            return Deed::Whole(format!("each of {those} deals damage equal to its {stat} to the other"));
        }
        let subject = self.source(first);
        let mut texts = Vec::new();
        for (_, to, amount) in all {
            let text = match amount {
                // "3 damage to each creature if {R} was spent to cast ~"
                Amount::Times(n, once) if let Amount::Min(spent, most) = &**once => {
                    let to = self.damage_to(to, &Amount::Const(*n), Some(first));
                    let spent = Condition::Compare((**spent).clone(), Cmp::AtLeast, (**most).clone());
                    format!("{to} if {}", self.condition(&spent))
                }
                _ => self.damage_to(to, amount, Some(first)),
            };
            texts.push(text);
        }
        Deed::does(subject, format!("deal {}{}", words::list(&texts, "and"), self.where_x()))
    }

    /// Where another number is divided if a cost was paid (601.2d).
    fn divided_otherwise(&mut self, subject: &Phrase, target: u8) -> Option<Deed> {
        let divide = self.targets.get(usize::from(target)).and_then(|t| t.divide.clone())?;
        let (usual, other, label) = divide.said_other_if_paid()?;
        let to = self.object(&Ref::Target(target));
        let paid = self.condition(&Condition::Paid(Ref::This, label.clone()));
        let other = self.digits(other);
        let among = "divided as you choose among";
        Some(Deed::Whole(format!(
            "{} deals {usual} damage {among} {to}. If {paid}, it deals {other} damage {among} those permanents and/or players instead",
            subject.text
        )))
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
            // "It" would be what was spoken of before its source.
            if matches!((to, source), (Selector::Ref(to), Some(source)) if to == source && !self.is_plural(to)) {
                return format!("{n} damage to itself");
            }
            return format!("{n} damage to {}", self.recipients(to));
        }
        if let Amount::Times(2, inner) = amount
            && matches!(**inner, Amount::Event | Amount::Slot(_))
        {
            let n = self.digits(amount);
            return format!("{n} damage to {}", self.recipients(to));
        }
        if let (Amount::Times(2, inner), Selector::Ref(to)) = (amount, to)
            && let Amount::Stat(Stat::Power, r) = &**inner
            && Some(r) == source
            && r == to
            && *r != Ref::This
        {
            return "damage to itself equal to twice its power".to_owned();
        }
        // "damage equal to its power": the source was just said.
        let keep = self.thing.clone();
        if let Amount::Stat(stat @ (Stat::Power | Stat::Toughness | Stat::ManaValue), r) = amount {
            if Some(r) == source {
                let word = crate::grammar::selector::number_of(*stat);
                if *to == Selector::Ref(r.clone()) && *r != Ref::This {
                    return format!("damage to itself equal to its {word}");
                }
                let to = self.recipients(to);
                return format!("damage equal to its {word} to {to}");
            }
            let text = self.expression(amount);
            return format!("damage equal to {text} to {}", self.recipients(to));
        }
        // "… to target creature equal to the damage already dealt to it this turn"
        if let Selector::Ref(r @ Ref::Target(_)) = to
            && !self.said_target(r)
            && lawmage_ir::visit::any(amount, |of: &Ref| of == r)
        {
            let to = self.recipients(to);
            return format!("damage to {to} equal to {}", self.expression(amount));
        }
        if for_each_reads(amount) {
            let to = self.recipients(to);
            if let Some((n, each)) = self.split_each(amount) {
                return format!("{n} damage to {to} for each {each}");
            }
            return format!("damage to {to} equal to {}", self.expression(amount));
        }
        self.thing = keep;
        if lawmage_ir::visit::any(amount, |r: &Ref| *r == Ref::Each) {
            // Each of them is spoken of before their number is.
            let to = self.recipients(to);
            return format!("damage to {to} equal to {}", self.expression(amount));
        }
        let text = self.expression(amount);
        format!("damage equal to {text} to {}", self.recipients(to))
    }

    pub(crate) fn recipients(&mut self, to: &Selector) -> String {
        match to {
            Selector::Players(Who::You) => "you".to_owned(),
            Selector::Players(who @ Who::Ref(_)) if self.actor.as_ref() == Some(who) => "them".to_owned(),
            Selector::Union(all) => {
                let texts: Vec<String> = all.iter().map(|s| self.recipients(s)).collect();
                words::list(&texts, "and")
            }
            other => self.those_of(other, Quant::Each),
        }
    }
}
