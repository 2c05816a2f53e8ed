//! One of several effects of which the text speaks in one clause.

use lawmage_ir::{
    Clause, Continuous, Destination, Duration, Filter, Instruction, Mode, Modification, Selector, Test, Who,
};

use crate::print::{Printer, words};

impl Printer<'_> {
    /// "target land becomes a Plains or an Island", "it has base power 1 or base toughness 1", "put a +1/+1 counter on it or it gains
    /// flying or trample".
    pub(super) fn either_of(&mut self, modes: &[Mode]) -> Option<String> {
        let does: Vec<&Instruction> = modes
            .iter()
            .map(|mode| match mode.clauses.as_slice() {
                [Clause { does, .. }] => Some(does),
                _ => None,
            })
            .collect::<Option<_>>()?;
        match does.as_slice() {
            [
                Instruction::Destroy { no_regeneration: one, .. },
                Instruction::Destroy { what, no_regeneration: other },
            ] => {
                let [first, second] = [0, 1].map(|n| modes.get(n).map(|mode| self.deeds(&mode.clauses)));
                let bare = |text: &str| text.split(". ").next().unwrap_or_default().to_owned();
                let (first, second) = (bare(&first?), bare(&second?));
                let text = format!("{first} or {}", second.trim_start_matches("destroy "));
                Some(match (one, other) {
                    (false, false) => text,
                    (true, true) => format!("{text}. They can't be regenerated"),
                    (false, true) => {
                        let such = self.those_of(what, crate::grammar::selector::Quant::Bare);
                        format!("{text}. {} destroyed this way can't be regenerated", words::capital(&such))
                    }
                    (true, false) => return None,
                })
            }
            [
                Instruction::Counter { what, to: Some(Destination::LibraryTop { .. }) },
                Instruction::Counter { what: same, to: Some(Destination::LibraryBottom { .. }) },
            ] if what == same => {
                let object = self.those_of(what, crate::grammar::selector::Quant::All);
                Some(format!(
                    "counter {object}. If that spell is countered this way, put that card on the top or bottom of its owner's \
                     library instead of into that player's graveyard"
                ))
            }
            [Instruction::PutCounters { on, .. }, gains @ ..] => self.or_gains(&modes.first()?.clauses, on, gains),
            [one @ Instruction::Effect { duration, .. }, other @ Instruction::Effect { duration: same, .. }]
                if duration == same =>
            {
                let ((what, first), (of, second)) = (change(one)?, change(other)?);
                let (first, second) = match (first, second) {
                    _ if what != of => return None,
                    (Modification::SetLandTypes(a), Modification::SetLandTypes(b)) => {
                        let word =
                            |types: &lawmage_ir::SubtypeSet| types.listed.first().map(|s| words::article(s.word()));
                        (word(a)?, word(b)?)
                    }
                    (
                        Modification::SetPowerToughness(Some(power), None),
                        Modification::SetPowerToughness(None, Some(toughness)),
                    ) => {
                        let (power, toughness) = (self.expression(power), self.expression(toughness));
                        (format!("base power {power}"), format!("base toughness {toughness}"))
                    }
                    _ => return None,
                };
                let text = self.structure(one).finite();
                Some(text.replacen(&first, &format!("{first} or {second}"), 1))
            }
            _ => None,
        }
    }

    fn or_gains(&mut self, puts: &[Clause], on: &Selector, gains: &[&Instruction]) -> Option<String> {
        let changes: Vec<(&Selector, &Modification)> = gains.iter().map(|does| change(does)).collect::<Option<_>>()?;
        let added = |m: &Modification| matches!(m, Modification::AddAbility(_));
        if changes.is_empty() || !changes.iter().all(|(what, m)| *what == on && added(m)) {
            return None;
        }
        let puts = self.deeds(puts);
        let first = self.structure(gains.first()?).finite();
        let abilities: Vec<String> = changes.iter().map(|(_, m)| self.granted_word(m)).collect();
        Some(format!("{puts} or {}", first.replacen(abilities.first()?, &words::list(&abilities, "or"), 1)))
    }
}

impl Printer<'_> {
    /// "you and target opponent each gain control of all creatures the other controls until end of turn"
    pub(super) fn each_others(&mut self, effects: &[Continuous], duration: &Duration) -> Option<String> {
        let of = |effect: &Continuous| match effect {
            Continuous::Modify { what: Selector::All(filter), mods } => match mods.as_slice() {
                [Modification::Controller(who)] => Some((filter.clone(), who.clone())),
                _ => None,
            },
            _ => None,
        };
        let [one, other] = effects else { return None };
        let ((theirs, Who::You), (mine, who)) = (of(one)?, of(other)?) else { return None };
        let such = |filter: &Filter, of: &Who| {
            let controlled = Test::Controlled(of.clone());
            let all = filter.test.conjuncts();
            let rest = all.iter().filter(|test| **test != controlled).cloned();
            all.contains(&controlled).then(|| Filter::new(filter.kind.clone(), Test::all(rest)))
        };
        let (theirs, mine) = (such(&theirs, &who)?, such(&mine, &Who::You)?);
        if theirs != mine {
            return None;
        }
        let (who, things, until) = (self.whom(&who), self.plural(&mine), self.duration(duration));
        Some(format!("you and {who} each gain control of all {things} the other controls {until}"))
    }
}

/// What an effect changes, and how, where it is one change.
fn change(does: &Instruction) -> Option<(&Selector, &Modification)> {
    let Instruction::Effect { effects, .. } = does else { return None };
    let [Continuous::Modify { what, mods }] = effects.as_slice() else { return None };
    let [only] = mods.as_slice() else { return None };
    Some((what, only))
}
