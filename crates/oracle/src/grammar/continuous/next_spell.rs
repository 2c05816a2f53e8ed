//! What is said of the next spell that a player casts, or of each (611.2f).

use lawmage_ir::{Continuous, Filter, Permission, Test, Who, Zone, ZoneSet};

use crate::grammar::prohibition::Said;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "the next creature spell you cast this turn costs {2} less to cast", "as you cast spells this turn, they gain cascade".
    pub(super) fn next_spell(
        &mut self,
        by: &Who,
        (what, every): (&Filter, bool),
        effects: &[Continuous],
        (lasting, when): (bool, &str),
    ) -> Said {
        if every {
            return self.every_spell(what, effects, (lasting, when));
        }
        let caster = self.who(by).does("cast");
        if let [Continuous::Replace(put)] = effects
            && **put == crate::grammar::replacement::next_spell::into_hand()
        {
            let (spell, place) = self.spell_and_place(what, false);
            let time = format!("the next time {caster} {spell}{place} this turn, put that card into your hand");
            return Said::plain(Phrase::one(format!("{time} instead of into your graveyard as it resolves")), "");
        }
        let spell = self.singular(what);
        let before = self.thing.take();
        let verbs: Vec<String> = self
            .sayings(effects, lasting, when)
            .into_iter()
            .map(|said| match said.verb.strip_prefix("gains ") {
                Some(gained) => format!("has {gained}"),
                None => words::agree(&said.verb, false),
            })
            .collect();
        self.thing = before;
        let subject = Phrase::one(format!("the next {spell} {caster} this turn"));
        if let [Continuous::May(Permission::Flash(..)), besides @ ..] = effects {
            return Said::plain(subject, self.with_flash(besides));
        }
        Said::plain(subject, verbs.join(" and "))
    }

    fn every_spell(&mut self, what: &Filter, effects: &[Continuous], (lasting, when): (bool, &str)) -> Said {
        let (spells, place) = self.spell_and_place(what, true);
        let plural = |verb: String| verb.strip_prefix("gains ").map(|g| format!("gain {g}")).unwrap_or(verb);
        let verbs: Vec<String> =
            self.sayings(effects, lasting, when).into_iter().map(|said| plural(said.verb)).collect();
        Said::plain(Phrase::many(format!("as you cast {spells}{place} this turn, they")), verbs.join(" and "))
    }

    /// Spells, and behind them whether they are cast from the hand.
    fn spell_and_place(&mut self, what: &Filter, plural: bool) -> (String, &'static str) {
        let from_hand = Test::CastFrom(ZoneSet::of(Zone::Hand));
        let place = if what.test.conjuncts().contains(&from_hand) { " from your hand" } else { "" };
        let rest = what.test.conjuncts().iter().filter(|t| **t != from_hand).cloned();
        let spells = Filter::new(what.kind.clone(), Test::all(rest));
        (if plural { self.plural(&spells) } else { self.one(&spells) }, place)
    }
}
