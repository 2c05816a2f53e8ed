//! Hidden cards and unspent mana that stay open to players (400.2, 106.4).

use lawmage_ir::{Color, Filter, Ref, Test, Who};

use super::play::{of_cards, who_possessive};
use crate::grammar::prohibition::Said;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "you may look at the top card of your library any time".
    pub(crate) fn look_at_top(&mut self, who: &Who) -> Said {
        let who = self.who(who);
        Said::plain(who.clone(), format!("may look at the top card of {} library any time", who_possessive(&who)))
    }

    /// "you may look at cards exiled with it".
    pub(crate) fn may_look_at(&mut self, who: &Who, what: &Filter) -> Said {
        let who = self.who(who);
        let what = match of_cards(&what.test) {
            Some((of, ..)) if !matches!(of, Ref::Linked(_)) => self.object(of),
            _ => self.plural(what),
        };
        Said::plain(who, format!("may look at {what}"))
    }

    /// "you play with the top card of your library revealed".
    pub(crate) fn reveal_top(&mut self, who: &Who) -> Said {
        let who = self.who(who);
        let verb = words::agree("play", who.plural);
        Said::plain(who.clone(), format!("{verb} with the top card of {} library revealed", who_possessive(&who)))
    }

    /// "your opponents play with their hands revealed".
    pub(crate) fn reveal_hand(&mut self, who: &Who) -> Said {
        let who = self.who(who);
        let verb = words::agree("play", who.plural);
        Said::plain(who.clone(), format!("{verb} with {} hand revealed", who_possessive(&who)))
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
