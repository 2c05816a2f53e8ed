//! Creatures that attack and block only with others, read and said (508.1c, 509.1b).

use lawmage_ir::{Amount, CardType, Cmp, Filter, Prohibition, Ref, Requirement, Selector, Stat, Test, Who};

use super::Said;
use crate::grammar::selector::Quant;
use crate::parse::Parser;
use crate::print::{Phrase, Printer, words};

/// Creatures with more power than the one at hand.
fn stronger() -> Filter {
    let power = Amount::Stat(Stat::Power, Ref::Each);
    Filter::permanent(Test::all([Test::Type(CardType::Creature), Test::Stat(Stat::Power, Cmp::Greater, power)]))
}

/// Behind "can't": "attack unless at least two other creatures attack", "block unless a creature with greater power also blocks".
pub(super) fn unless_with(p: &mut Parser<'_>, what: &Selector) -> Option<Prohibition> {
    let attack = p.eat_any(&["attack unless", "block unless"])? == 0;
    let (with, least) = if p.eat("a creature with greater power also") {
        p.expect(if attack { "attacks" } else { "blocks" })?;
        (stronger(), 1)
    } else {
        p.expect("at least")?;
        let least = u32::try_from(p.number()?).ok()?;
        p.expect(if attack { "other creatures attack" } else { "other creatures block" })?;
        (Filter::permanent(Test::Type(CardType::Creature)), least)
    };
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    let what = what.clone();
    Some(match attack {
        true => Prohibition::AttackUnlessWith { what, with, least },
        false => Prohibition::BlockUnlessWith { what, with, least },
    })
}

impl Printer<'_> {
    /// "except for creatures named ~ and artifact creatures, creatures you control", of all but several sorts.
    pub(super) fn all_but_sorts(&mut self, what: &Selector) -> Option<Phrase> {
        let Selector::All(Filter { kind, test }) = what else { return None };
        let (but, rest): (Vec<&Test>, Vec<&Test>) =
            test.conjuncts().iter().partition(|test| matches!(test, Test::Not(but) if matches!(**but, Test::Or(_))));
        let [Test::Not(but)] = but.as_slice() else { return None };
        let Test::Or(sorts) = &**but else { return None };
        let sorts: Vec<String> =
            sorts.iter().map(|sort| self.plural(&Filter::new(kind.clone(), sort.clone()))).collect();
        let rest = self.plural(&Filter::new(kind.clone(), Test::all(rest.into_iter().cloned())));
        Some(Phrase::many(format!("except for {}, {rest}", words::list(&sorts, "and"))))
    }

    /// "can't play lands or cast artifact spells", of the same players.
    pub(crate) fn cant_play_or_cast(&mut self, play: &Prohibition, cast: &Prohibition) -> Option<Said> {
        let (Prohibition::PlayLand(who, lands), Prohibition::Cast(same, spells)) = (play, cast) else { return None };
        let of_zone = spells.test.conjuncts().iter().any(|test| matches!(test, Test::CastFrom(_)));
        if who != same || lands.test != Test::Any || of_zone || !matches!(who, Who::Such(..)) {
            return None;
        }
        let said = self.prohibition(play);
        let verb = format!("{} or cast {}", said.verb, self.plural(spells));
        Some(Said { verb, ..said })
    }

    /// The same.
    pub(super) fn cant_unless_with(&mut self, what: &Selector, with: &Filter, least: u32, verb: &str) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let others = if *with == stronger() {
            format!("a creature with greater power also {verb}s")
        } else {
            let n = words::number(i32::try_from(least).unwrap_or(1));
            format!("at least {n} other creatures {verb}")
        };
        Said::new(what, subject, format!("can't {verb} unless {others}"))
    }

    /// "each opponent must attack with at least one creature each combat if able", "if ~ attacks, all creatures you control attack if able".
    pub(super) fn required_jointly(&mut self, one: &Requirement) -> Option<Said> {
        match one {
            Requirement::AttackWithOne { who, whom } => {
                let who = if *who == Who::Opponents { "each opponent" } else { "each player" };
                let whom = if whom.is_some() { " you or a planeswalker you control" } else { "" };
                let verb = format!("must attack{whom} with at least one creature each combat if able");
                Some(Said::plain(Phrase::one(who), verb))
            }
            Requirement::AttackTogether { first, .. } => Some(match first {
                Selector::All(first) => {
                    let first = self.one(first);
                    let then = "all creatures that opponent controls attack if able";
                    Said::plain(Phrase::one(format!("if {first}")), format!("attacks, {then}"))
                }
                other => {
                    let first = self.subject(other, Quant::Bare).text;
                    let then = "all creatures you control attack if able";
                    Said::plain(Phrase::one(format!("if {first}")), format!("attacks, {then}"))
                }
            }),
            _ => None,
        }
    }
}
