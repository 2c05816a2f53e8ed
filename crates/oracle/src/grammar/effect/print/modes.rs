//! Modal effects (700.2), and choices of two modes that are one phrase.

use lawmage_ir::{Clause, Continuous, Duration, Instruction, Modification, Ref, Selector, Who};

use super::deed::Deed;
use crate::grammar::instruction::moves::way_up;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// What is chosen of modes, and where two make one phrase: "tap or untap it" (700.2).
    pub(crate) fn choose_mode(&mut self, does: &Instruction) -> Deed {
        match does {
            Instruction::ChooseMode { who, min: 1, max: 1, modes } if tap_or_untap(modes).is_some() => {
                let subject = self.actor(who);
                let what = tap_or_untap(modes).map(|what| self.those_of(what, crate::grammar::selector::Quant::All));
                Deed::act(subject, format!("tap or untap {}", what.unwrap_or_default()))
            }
            Instruction::ChooseMode { who, min: 1, max: 1, modes } if way_up::is_one_way(modes) => {
                self.one_way(who, modes)
            }
            Instruction::ChooseMode { who, min: 1, max: 1, modes } if let Some((what, nth)) = top_or_bottom(modes) => {
                let subject = self.actor(who);
                let object = self.those_of(what, crate::grammar::selector::Quant::All);
                let whose =
                    if *who == Who::You { self.owner_word(what, "its owner's".to_owned()) } else { "their".to_owned() };
                Deed::act(
                    subject,
                    match nth {
                        None if matches!(what, Selector::Choose(_)) => {
                            format!(
                                "put {object} both on top of {whose} library or both on the bottom of {whose} library"
                            )
                        }
                        None => format!("put {object} on the top or bottom of {whose} library"),
                        Some(n) => {
                            let nth = words::ordinal(n.saturating_add(1));
                            format!("put {object} into {whose} library {nth} from the top or on the bottom")
                        }
                    },
                )
            }
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes } if chosen_abilities(modes).is_some() => {
                let Some((what, abilities, duration)) = chosen_abilities(modes) else { return Deed::order("") };
                let does = |mods| Instruction::Effect {
                    effects: vec![Continuous::Modify { what: what.clone(), mods: vec![mods] }],
                    duration: duration.clone(),
                };
                // What each would say, but for the one that is chosen.
                let first = abilities.first().map(|m| self.structure(&does((*m).clone())).finite()).unwrap_or_default();
                let words: Vec<String> = abilities.iter().map(|m| self.granted_word(m)).collect();
                let own = words.first().cloned().unwrap_or_default();
                Deed::Whole(first.replacen(&own, &format!("your choice of {}", words::list(&words, "or")), 1))
            }
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }
                if let Some((kinds, on)) = crate::grammar::counter::choice::choice(modes) =>
            {
                Deed::order(self.counters_of_choice(&kinds, on))
            }
            Instruction::ChooseMode { who, min: 1, max: 1, modes } if put_or_removed(modes).is_some() => {
                let subject = self.actor(who);
                let both = put_or_removed(modes).map(|both| both.map(|clauses| self.deeds(clauses)));
                Deed::act(subject, both.map(|both| both.join(" or ")).unwrap_or_default())
            }
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }
                if let Some(either) = self.either_of(modes) =>
            {
                Deed::Whole(either)
            }
            // "gets +2/+0 or +0/+2"
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes } if chosen_sizes(modes).is_some() => {
                let Some((one, other)) = chosen_sizes(modes) else { return Deed::order("") };
                let size = |text: &str| text.split(' ').find(|word| word.starts_with(['+', '-'])).map(str::to_owned);
                let one = self.structure(one).finite();
                let both = size(&one).zip(size(&self.structure(other).finite()));
                Deed::Whole(both.map_or(one.clone(), |(a, b)| one.replacen(&a, &format!("{a} or {b}"), 1)))
            }
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes } if or_of_your_color(modes).is_some() => {
                let Some(first) = or_of_your_color(modes) else { return Deed::order("") };
                let text = self.structure(first).finite();
                let until = [" until ", " for as long as "].into_iter().find_map(|word| text.find(word));
                let (gains, until) = text.split_at(until.unwrap_or(text.len()));
                Deed::Whole(format!("{gains} or from the color of your choice{until}"))
            }
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes } if let Some(all) = alternatives(modes) => {
                let all: Vec<String> = all.into_iter().map(|mods| self.alternative(mods)).collect();
                Deed::Whole(format!("{} becomes your choice of {}", self.this_named(), words::list(&all, "or")))
            }
            Instruction::ChooseMode { who: Who::You, min: 1, max: 1, modes }
                if let Some((one, other)) = one_or_another(modes) =>
            {
                let both = [one, other].map(|does| self.deeds(std::slice::from_ref(does)));
                Deed::order(both.join(" or "))
            }
            Instruction::ChooseMode { who, min, max, modes } => {
                let subject = self.who(who).does("choose");
                let number =
                    if min == max { words::number(i32::try_from(*min).unwrap_or(1)) } else { "one or more".to_owned() };
                let mut text = format!("{subject} {number} —");
                for mode in modes {
                    text.push_str("\n• ");
                    text.push_str(&self.sentences(&mode.clauses));
                }
                Deed::Whole(text)
            }
            _ => Deed::Whole(String::new()),
        }
    }

    /// "a 2/2 creature with flying", "5/1".
    pub(crate) fn alternative(&mut self, mods: &[Modification]) -> String {
        if let [Modification::SetPowerToughness(Some(power), Some(toughness))] = mods {
            return format!("{}/{}", self.digits(power), self.digits(toughness));
        }
        let text = self.predicates(false, mods, false).join(" and ");
        let text = text.strip_prefix("becomes ").unwrap_or(&text);
        match text.split_once(" in addition to its other types with ") {
            Some((what, with)) => format!("{what} with {with} in addition to its other types"),
            None => text.to_owned(),
        }
    }

    /// A keyword that an effect grants: "vigilance", "protection from red".
    pub(super) fn granted_word(&mut self, added: &lawmage_ir::Modification) -> String {
        let lawmage_ir::Modification::AddAbility(ability) = added else { return String::new() };
        match &**ability {
            lawmage_ir::Ability::Keyword(k) => words::lower(&self.keyword(k)),
            _ => String::new(),
        }
    }
}

/// Two deeds that are said in one sentence: "turn that creature face up or put a +1/+1 counter on it".
fn one_or_another(modes: &[lawmage_ir::Mode]) -> Option<(&Clause, &Clause)> {
    let [one, other] = modes else { return None };
    let ([one], [other]) = (one.clauses.as_slice(), other.clauses.as_slice()) else { return None };
    let plain = matches!(
        other.does,
        Instruction::PutCounters { .. }
            | Instruction::TurnDoors { .. }
            | Instruction::Move { .. }
            | Instruction::Untap(Selector::All(_))
    );
    (plain && !matches!(one.does, Instruction::Effect { .. })).then_some((one, other))
}

/// The sets of characteristics of which this gets one, copiable (613.2a).
fn alternatives(modes: &[lawmage_ir::Mode]) -> Option<Vec<&[Modification]>> {
    modes.iter().map(alternative_of).collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

fn alternative_of(mode: &lawmage_ir::Mode) -> Option<&[Modification]> {
    let [clause] = mode.clauses.as_slice() else { return None };
    set_as_it_enters(&clause.does)
}

/// What it is as it enters, copiable (613.2a).
pub(super) fn set_as_it_enters(does: &Instruction) -> Option<&[Modification]> {
    let Instruction::Effect { effects, duration: Duration::Forever } = does else { return None };
    let [Continuous::Modify { what, mods }] = effects.as_slice() else { return None };
    match mods.as_slice() {
        [Modification::CopyOf(Ref::This, mods)] if *what == lawmage_ir::THIS => Some(mods),
        _ => None,
    }
}

/// The first of two effects, of which the second grants the keyword for a color that is chosen.
fn or_of_your_color(modes: &[lawmage_ir::Mode]) -> Option<&Instruction> {
    let [first, second] = modes else { return None };
    match (first.clauses.as_slice(), second.clauses.as_slice()) {
        (
            [Clause { does: does @ Instruction::Effect { .. }, .. }],
            [Clause { does: Instruction::ChooseValue { .. }, .. }, Clause { does: Instruction::Effect { .. }, .. }],
        ) => Some(does),
        _ => None,
    }
}

/// Counters that are put, or others that are removed.
fn put_or_removed(modes: &[lawmage_ir::Mode]) -> Option<[&[Clause]; 2]> {
    let [one, other] = modes else { return None };
    let ([Clause { does: puts, .. }], [Clause { does: removes, .. }]) =
        (one.clauses.as_slice(), other.clauses.as_slice())
    else {
        return None;
    };
    match (puts, removes) {
        (Instruction::PutCounters { .. }, Instruction::RemoveCounters { .. }) => Some([&one.clauses, &other.clauses]),
        _ => None,
    }
}

/// What the two modes of "the top or bottom" are about, and where it is from the top in "second from the top or on the bottom".
fn top_or_bottom(modes: &[lawmage_ir::Mode]) -> Option<(&Selector, Option<u32>)> {
    use lawmage_ir::Destination::{LibraryBottom, LibraryNth, LibraryTop};
    let [one, other] = modes else { return None };
    let [Clause { does: Instruction::Move { what, to, .. }, .. }] = one.clauses.as_slice() else { return None };
    match other.clauses.as_slice() {
        [Clause { does: Instruction::Move { what: same, to: LibraryBottom { .. }, .. }, .. }] if what == same => {}
        _ => return None,
    }
    match to {
        LibraryTop { .. } => Some((what, None)),
        LibraryNth(n) => Some((what, Some(*n))),
        _ => None,
    }
}

/// What the two modes of "tap or untap" are about.
fn tap_or_untap(modes: &[lawmage_ir::Mode]) -> Option<&Selector> {
    match modes {
        [one, other] => match (one.clauses.as_slice(), other.clauses.as_slice()) {
            ([Clause { does: Instruction::Tap(what), .. }], [Clause { does: Instruction::Untap(same), .. }])
                if what == same =>
            {
                Some(what)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The two effects of "gets +2/+0 or +0/+2".
fn chosen_sizes(modes: &[lawmage_ir::Mode]) -> Option<(&Instruction, &Instruction)> {
    let [one, other] = modes else { return None };
    let size = |mode: &'_ lawmage_ir::Mode| match mode.clauses.as_slice() {
        [Clause { does: Instruction::Effect { effects, .. }, .. }] => match effects.as_slice() {
            [Continuous::Modify { mods, .. }] => {
                matches!(mods.as_slice(), [lawmage_ir::Modification::AddPowerToughness(..)])
            }
            _ => false,
        },
        _ => false,
    };
    (size(one) && size(other)).then_some((&one.clauses.first()?.does, &other.clauses.first()?.does))
}

/// What the modes of "your choice of flying or haste" are: effects alike but for the ability.
fn chosen_abilities(modes: &[lawmage_ir::Mode]) -> Option<(&Selector, Vec<&lawmage_ir::Modification>, &Duration)> {
    let one = |mode: &'_ lawmage_ir::Mode| match mode.clauses.as_slice() {
        [Clause { does: Instruction::Effect { .. }, .. }] => Some(()),
        _ => None,
    };
    modes.iter().try_for_each(one)?;
    let parts: Option<Vec<(&Selector, &lawmage_ir::Modification, &Duration)>> = modes
        .iter()
        .map(|mode| match &mode.clauses.first()?.does {
            Instruction::Effect { effects, duration } => match effects.as_slice() {
                [Continuous::Modify { what, mods }] => match mods.as_slice() {
                    [added @ lawmage_ir::Modification::AddAbility(_)] => Some((what, added, duration)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        })
        .collect();
    let parts = parts?;
    let (what, _, duration) = *parts.first()?;
    let alike = parts.len() > 1 && parts.iter().all(|(w, _, d)| *w == what && *d == duration);
    alike.then(|| (what, parts.iter().map(|(_, m, _)| *m).collect(), duration))
}
