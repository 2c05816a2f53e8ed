//! Hidden cards and unspent mana that stay open to players (400.2, 106.4).

use lawmage_ir::{
    Color, Continuous, CostPart, Filter, Kind, Permission, Price, Ref, Selector, Test, Who, Zone, ZoneSet,
};

use super::play::{of_cards, who_possessive};
use super::terms::spent;
use crate::grammar::effect::told_cards;
use crate::grammar::instruction::stack;
use crate::grammar::prohibition::Said;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "you may look at the top card of your library any time".
    pub(crate) fn look_at_top(&mut self, who: &Who) -> Said {
        let who = self.who(who);
        Said::plain(who.clone(), format!("may look at the top card of {} library any time", who_possessive(&who)))
    }

    /// "you may plot nonland cards from the top of your library".
    pub(crate) fn plot_from(&mut self, what: &Selector) -> Said {
        let Selector::All(what) = what else { return Said::plain(Phrase::you(), "may plot cards".to_owned()) };
        let own = Test::Owned(Who::You);
        let test = Test::all(what.test.conjuncts().iter().filter(|test| **test != own).cloned());
        let cards = self.plural(&Filter::new(Kind::Card(ZoneSet::default()), test));
        let from = match &what.kind {
            Kind::Card(zones) if *zones == ZoneSet::of(Zone::Library) => "the top of your library",
            Kind::Card(zones) if *zones == ZoneSet::of(Zone::Graveyard) => "your graveyard",
            _ => "your hand",
        };
        Said::plain(Phrase::you(), format!("may plot {cards} from {from}"))
    }

    /// "it becomes plotted", "it becomes foretold. Its foretell cost is its mana cost reduced by {2}".
    pub(crate) fn becomes_told(&mut self, effects: &[Continuous]) -> Option<String> {
        let Some(Continuous::May(play @ Permission::Play { by: Who::Owner(it), price, .. })) = effects.last() else {
            return None;
        };
        match (effects.len(), price) {
            (1, _) if *play == told_cards::plotted(it) => Some(format!("{} becomes plotted", self.object(it))),
            (2, Price::Instead(cost)) => {
                let [CostPart::ManaCostOf(Ref::It, Some(less))] = cost.parts.as_slice() else { return None };
                (*play == told_cards::foretold(it, less.clone())).then(|| {
                    let it = self.object(it);
                    format!("{it} becomes foretold. Its foretell cost is its mana cost reduced by {less}")
                })
            }
            _ => None,
        }
    }

    /// "you may cast cards exiled with it and you may cast them as though they had flash": of the same cards.
    pub(crate) fn at_any_time(&mut self, play: &Permission, who: &Who, cards: &Filter) -> Option<Said> {
        let mut play = play.clone();
        let Permission::Play { by, what, spending, .. } = &mut play else { return None };
        if by != who || what != cards {
            return None;
        }
        let spent = spent(std::mem::take(spending));
        let said = self.permission(&play);
        let verb = format!("{} and you may cast them as though they had flash{spent}", said.verb);
        Some(Said { verb, ..said })
    }

    /// "can be cast as though it had flash. That spell can't be countered. That creature enters with an additional +1/+1 counter on it".
    pub(crate) fn with_flash(&mut self, effects: &[Continuous]) -> String {
        let said = effects.iter().map(|effect| match effect {
            Continuous::Replace(enters) => {
                let text = self.replacement(enters, "");
                text.split_once(" enters ").map(|(_, how)| format!(". That creature enters {how}")).unwrap_or_default()
            }
            _ => ". That spell can't be countered".to_owned(),
        });
        let besides: String = said.collect();
        format!("can be cast as though it had flash{besides}")
    }

    /// "for each nonland card type, you may cast a spell of that type from among the exiled cards without paying its mana cost".
    pub(crate) fn one_of_each_type(&mut self, effects: &[Continuous]) -> Option<String> {
        let [Continuous::May(Permission::Play { what, .. }), ..] = effects else { return None };
        let (those, ..) = of_cards(&what.test)?;
        let one = |of| stack::one_spell(&Who::You, those.clone(), Test::Type(of), Price::Free);
        let all: Vec<Continuous> = stack::SPELL_TYPES.into_iter().map(|of| Continuous::May(one(of))).collect();
        (all == effects).then(|| {
            let cards = if self.told { self.object(those) } else { "the exiled cards".to_owned() };
            format!(
                "for each nonland card type, you may cast a spell of that type from among {cards} without paying its mana cost"
            )
        })
    }

    /// "you may look at cards exiled with it".
    pub(crate) fn may_look_at(&mut self, who: &Who, what: &Filter) -> Said {
        let who = self.who(who);
        if what.kind == Kind::Permanent {
            return Said::plain(who, format!("may look at {} any time", self.plural(what)));
        }
        let what = match of_cards(&what.test) {
            Some((of, ..)) if !matches!(of, Ref::Linked(_)) => self.object(of),
            _ => self.plural(what),
        };
        Said::plain(who, format!("may look at {what}"))
    }

    /// "reveal the first card you draw each turn".
    pub(crate) fn reveal_drawn(&mut self, what: &Filter, optional: bool) -> Said {
        let own = what.test == Test::Is(Ref::This);
        match (own, optional) {
            (true, _) => Said::plain(
                Phrase::you(),
                "may reveal this card from your hand as you draw it if it's the first card you've drawn this turn",
            ),
            (_, true) => Said::plain(Phrase::you(), "may reveal the first card you draw each turn as you draw it"),
            (_, false) => Said::plain(Phrase::many("reveal"), "the first card you draw each turn"),
        }
    }

    /// "you don't lose unspent mana as steps and phases end".
    pub(crate) fn keep_mana(&mut self, who: &Who, color: Option<&Color>) -> Said {
        let who = self.who(who);
        let color = color.map(|c| format!("{} ", c.word())).unwrap_or_default();
        if !who.you {
            let text = format!("don't lose unspent {color}mana as steps and phases end");
            return Said::plain(Phrase::many("players"), text);
        }
        let dont = words::agree("don't", who.plural);
        Said::plain(who, format!("{dont} lose unspent {color}mana as steps and phases end"))
    }
}
