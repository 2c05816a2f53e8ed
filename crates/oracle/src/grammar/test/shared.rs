//! How it is said what objects have in common, and what is attached to them.

use lawmage_ir::{Color, Filter, Quality, Ref, Test, Who};

use super::Place::{self, After};
use super::quality_word;
use crate::print::{Printer, words};

/// Every color there is (105.1): "all colors".
pub(crate) fn all_colors() -> Test {
    Test::all(Color::ALL.map(Test::Color))
}

/// What has words of its own where it isn't so: "that isn't all colors".
pub(super) fn not_so(test: &Test, plural: bool) -> Option<String> {
    if *test == all_colors() {
        return Some(format!("{} all colors", if plural { "that aren't" } else { "that isn't" }));
    }
    if let Test::PutThisWay(_, zones) = test
        && zones.has(lawmage_ir::Zone::Graveyard)
    {
        return Some("that weren't put there this way".to_owned());
    }
    super::source::not_cast(test).map(str::to_owned)
}

impl Printer<'_> {
    /// "with an Aura attached to it".
    pub(crate) fn has_attached(&mut self, inner: &Test, plural: bool) -> Place {
        let aura = Test::Subtype(lawmage_ir::Subtype::AURA);
        if inner.conjuncts().contains(&aura) && inner.conjuncts().contains(&Test::Controlled(Who::You)) {
            let aura = Filter::permanent(inner.clone());
            return After(match plural {
                true => format!("that are enchanted by {}", self.plural(&aura)),
                false => format!("that's enchanted by {}", self.one(&aura)),
            });
        }
        let other = Test::not(Test::Is(Ref::This));
        let what = match inner.conjuncts() {
            [all @ .., last] if *last == other && !all.is_empty() => {
                let what = Filter::permanent(Test::all(all.iter().cloned()));
                format!("another {}", self.singular(&what))
            }
            _ => self.one(&Filter::permanent(inner.clone())),
        };
        After(format!("with {what} attached to {}", if plural { "them" } else { "it" }))
    }

    /// "that shares a color with it".
    pub(crate) fn shares(&mut self, quality: &Quality, r: &Ref, plural: bool) -> Place {
        match quality {
            Quality::Name => return After(format!("with the same name as {}", self.object(r))),
            Quality::Controller => return After("with the same controller".to_owned()),
            _ => {}
        }
        let verb = if plural { "share" } else { "shares" };
        After(format!("that {verb} {} with {}", quality_word(*quality), self.object(r)))
    }

    /// Whether it asks that none of those who chose before has chosen it.
    pub(crate) fn is_unchosen(&self, test: &Test) -> bool {
        matches!(test, Test::Not(chosen) if matches!(**chosen, Test::Is(Ref::Slot(n)) if self.so_far.contains(&n)))
    }

    /// "the second spell you cast this turn".
    pub(crate) fn which_spell(&self, by: &Who, nth: u32) -> String {
        let by = if *by == Who::You { "you " } else { "" };
        format!("the {} spell {by}cast this turn", words::ordinal(nth))
    }

    /// "with the same name as another creature you control or a creature card in your graveyard".
    pub(super) fn shares_with_one(&mut self, quality: Quality, with: &[Filter], other: bool, plural: bool) -> Place {
        let mut with: Vec<String> = with.iter().map(|filter| self.one(filter)).collect();
        if let Some(first) = with.first_mut().filter(|_| other) {
            *first = first.replacen("an ", "another ", 1).replacen("a ", "another ", 1);
        }
        let with = words::list(&with, "or");
        if quality == Quality::Name {
            return After(format!("with the same name as {with}"));
        }
        After(format!("that {} {} with {with}", words::agree("share", plural), quality_word(quality)))
    }
}

/// "that shares a creature type with your commander".
pub(super) fn shares_with_commander(quality: lawmage_ir::Quality, plural: bool) -> Place {
    let verb = if plural { "share" } else { "shares" };
    After(format!("that {verb} {} with your commander", quality_word(quality)))
}
