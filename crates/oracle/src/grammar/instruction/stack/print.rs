//! Instructions about spells and abilities on the stack: counter, copy, change targets (608.2g, 701.5, 707.10).

use lawmage_ir::{
    Amount, Clause, Condition, Continuous, Destination, Duration, Filter, Instruction, Kind, Modification, Ref,
    Retarget, Role, Selector, StackCopies, Test, Who,
};

use crate::grammar::effect::deed::Deed;
use crate::grammar::selector::Quant;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// Spells and abilities on the stack.
    pub(crate) fn of_stack(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::Counter { what, to } => self.counter(what, to.as_ref()),
            Instruction::CopyNamed(copied) => self.copy_named(copied),
            Instruction::CopyInExile(of) => Deed::order(format!("create a copy of {} in exile", self.object(of))),
            Instruction::NoteCard(_, what) => {
                Deed::order(format!("note the name of {}", self.those_of(what, Quant::All)))
            }
            Instruction::CopyStack(copies) => self.copy_stack(copies),
            Instruction::ChangeTargets { what, who, how, to } => self.change_targets(what, who, *how, to.as_ref()),
            _ => return None,
        })
    }

    /// "counter target spell".
    pub(crate) fn counter(&mut self, what: &Selector, to: Option<&Destination>) -> Deed {
        let object = self.those_of(what, Quant::All);
        let tail = match to {
            None => String::new(),
            Some(Destination::Exile { .. }) => {
                ". If that spell is countered this way, exile it instead of putting it into its owner's graveyard"
                    .to_owned()
            }
            Some(other) => {
                let place = match other {
                    Destination::Hand => "into its owner's hand",
                    Destination::LibraryBottom { .. } => "on the bottom of its owner's library",
                    _ => "on top of its owner's library",
                };
                format!(". If that spell is countered this way, put it {place} instead of into that player's graveyard")
            }
        };
        Deed::order(format!("counter {object}{tail}"))
    }

    /// "copy that spell".
    pub(crate) fn copy_stack(&mut self, copies: &StackCopies) -> Deed {
        let StackCopies { who, what, count, new_targets, except, for_each, at } = copies;
        let subject = self.actor(who);
        if let (Selector::Ref(Ref::Event(Role::Object)), Who::Ref(Ref::Target(_))) = (what, who) {
            let new = if *new_targets { ". They may choose new targets for that copy" } else { "" };
            return Deed::act(subject, format!("also copy that spell{new}"));
        }
        let object = self.those_of(what, Quant::All);
        let often = match count {
            Amount::Const(1) => String::new(),
            Amount::Const(2) => " twice".to_owned(),
            Amount::Plus(more, one) if **one == Amount::ONE && self.split_each(more).is_some() => {
                let each = self.split_each(more).map(|(_, each)| each).unwrap_or_default();
                format!(" once plus an additional time for each {each}")
            }
            other => match self.split_each(other) {
                Some((1, each)) => format!(" for each {each}"),
                _ => format!(" {} times", self.number_word(other)),
            },
        };
        let copies = if *count == Amount::ONE { "the copy" } else { "the copies" };
        let new = match (new_targets, who) {
            (false, _) => String::new(),
            (true, Who::You) => format!(". You may choose new targets for {copies}"),
            (true, _) => format!(" and may choose new targets for {copies}"),
        };
        let object = match what {
            Selector::Union(_) => "that spell or ability".to_owned(),
            _ => object,
        };
        let except = self.exceptions(except);
        if let Some(each) = for_each {
            let one = self.singular(each);
            let those = match *each == Filter::new(Kind::PlayerOrPermanent, Test::Any) {
                true => "permanents and players".to_owned(),
                false => self.plural(&Filter::new(each.kind.clone(), without_owner(&each.test))),
            };
            let it = if object.ends_with("ability") { "that ability" } else { "that spell" };
            let aimed =
                format!("for each other {one} {it} could target. Each copy targets a different one of those {those}");
            return Deed::act(subject, format!("copy {object} {aimed}"));
        }
        let at = at.as_ref().map(|at| format!(". The copy targets {}", self.object(at))).unwrap_or_default();
        Deed::act(subject, format!("copy {object}{often}{except}{new}{at}"))
    }

    /// "if the copy is a permanent spell, it gains haste".
    pub(crate) fn copy_gains(&mut self, condition: &Condition, then: &[Clause]) -> Option<String> {
        let Condition::Is(copy @ Ref::Slot(_), Test::PermanentType) = condition else { return None };
        let [Clause { does: Instruction::Effect { effects, duration: Duration::Forever }, .. }] = then else {
            return None;
        };
        let [Continuous::Modify { what: Selector::Ref(of), mods }] = effects.as_slice() else { return None };
        let granted = mods.iter().map(|m| match m {
            Modification::AddAbility(ability) => Some(self.granted(ability)),
            _ => None,
        });
        let granted = granted.collect::<Option<Vec<String>>>().filter(|_| of == copy)?;
        Some(format!("if the copy is a permanent spell, it gains {}", words::list(&granted, "and")))
    }

    /// "change the target of target spell".
    pub(crate) fn change_targets(&mut self, what: &Selector, who: &Who, how: Retarget, to: Option<&Filter>) -> Deed {
        if how == Retarget::New {
            let who = self.who(who);
            let object = match what {
                Selector::Ref(Ref::Slot(n)) if self.copied_cards(*n).is_some() => "the copy".to_owned(),
                _ => self.those_of(what, Quant::All),
            };
            return Deed::Whole(format!("{} may choose new targets for {object}", who.text));
        }
        let object = self.those_of(what, Quant::All);
        let which = match how {
            Retarget::New => "new targets",
            Retarget::All => "the target",
            Retarget::One => "a target",
            Retarget::Any => "any targets",
        };
        let to = match to {
            None => String::new(),
            Some(Filter { test: Test::Is(r), .. }) => format!(" to {}", self.object(r)),
            Some(filter) => format!(". The new target must be {}", self.one(filter)),
        };
        Deed::act(self.actor(who), format!("change {which} of {object}{to}"))
    }
}

/// A test but for whose things they are.
fn without_owner(test: &Test) -> Test {
    Test::all(test.conjuncts().iter().filter(|t| !matches!(t, Test::Controlled(_))).cloned())
}
