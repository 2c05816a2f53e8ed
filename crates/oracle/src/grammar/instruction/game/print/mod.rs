//! Turns, choices of values, the game itself (500.7, 104).

pub(crate) mod dice;

use lawmage_ir::{
    AfterPhase, Amount, Choice, Chooser, ExtraPhase, Filter, Instruction, Kind, Ref, Selector, Step, Test, ValueKind,
    Who, ZoneSet,
};

use crate::grammar::effect::deed::Deed;
use crate::grammar::instruction::game::most_life_among;
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// Choices of values, numbers, day and night.
    pub(crate) fn of_values(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::Choose(what) => self.choose(what),
            Instruction::ChooseValue { who, what, count, .. } => self.choose_value(who, what, *count),
            Instruction::BecomeDay(day) => Deed::Whole(format!("it becomes {}", if *day { "day" } else { "night" })),
            Instruction::Remember(_, what) => Deed::order(format!("note {}", self.those_of(what, Quant::Bare))),
            Instruction::DoubleX(_) => Deed::order("double the value of X"),
            Instruction::NoteNumber { number, .. } => Deed::order(format!("note {}", self.expression(number))),
            Instruction::GetBlessing(who) => Deed::act(self.explicit(who), "get the city's blessing"),
            Instruction::SpeedUp(Who::You, n) => Deed::order(format!("increase your speed by {}", self.expression(n))),
            Instruction::SpeedUp(who, n) => {
                let whose = self.who(who).possessive();
                Deed::Whole(format!("{whose} speed increases by {}", self.expression(n)))
            }
            _ => return None,
        })
    }

    /// "choose a creature".
    pub(crate) fn choose(&mut self, what: &Selector) -> Deed {
        let by = match what {
            Selector::Choose(choice) => choice.by.clone(),
            Selector::Union(all) => match all.first() {
                Some(Selector::Choose(choice)) => choice.by.clone(),
                _ => Who::You,
            },
            Selector::Ref(Ref::Target(n)) => self.chooser_of_target(*n),
            _ => Who::You,
        };
        let subject = match (&by, self.actor(&by)) {
            // One of them chooses for all.
            (Who::Opponents, Some(_)) => Some(Phrase::one("an opponent")),
            (_, subject) => subject,
        };
        if let Selector::Choose(choice) = what
            && let Some(text) = self.of_each_power(choice)
        {
            return Deed::Whole(text);
        }
        let text = match what {
            // "An opponent" who was chosen is remembered; one of them is only spoken of.
            Selector::Choose(choice)
                if choice.from == Selector::Players(Who::Opponents) && choice.by == Who::You && !choice.random =>
            {
                "one of your opponents".to_owned()
            }
            Selector::Choose(choice) if let Some(text) = self.as_many_as_fewest(choice) => text,
            Selector::Choose(choice) => self
                .chosen_from(choice)
                .replace("r chosen at random", "r at random")
                .replace("t chosen at random", "t at random"),
            Selector::Union(all) if let Some((among, kinds)) = super::choosing::of_every_type(all) => {
                match kinds == super::choosing::PARTY {
                    true => format!("a party from among {}", self.plural(&among)),
                    false => format!("{} of each {kinds}", self.one(&among)),
                }
            }
            Selector::Union(all) if let Some(text) = self.one_of_several_types(all) => text,
            Selector::Union(all)
                if let Some([first, second, rest @ ..]) = super::choosing::of_every_keyword(all).as_deref() =>
            {
                let rest = crate::print::words::list(&rest.iter().map(|w| (*w).to_owned()).collect::<Vec<_>>(), "and");
                format!("from among them a card with {first}, a card with {second}, and so on for {rest}")
            }
            other => self.those_of(other, Quant::Bare),
        };
        if by == Who::You && self.actor.is_none() && matches!(what, Selector::Choose(c) if self.is_from_revealed(c)) {
            return Deed::does(Phrase::you(), format!("choose {text}"));
        }
        Deed::act(subject, format!("choose {text}"))
    }

    /// "an artifact, a creature, and a land from among the nonland permanents they control": one of each, which one permanent may be
    /// for several.
    fn one_of_several_types(&mut self, all: &[Selector]) -> Option<String> {
        let one = |one: &Selector| match one {
            Selector::Choose(choice) if choice.min == Amount::ONE && choice.max == Some(Amount::ONE) => {
                match &choice.from {
                    Selector::All(filter) if filter.kind == lawmage_ir::Kind::Permanent => Some(filter.test.clone()),
                    _ => None,
                }
            }
            _ => None,
        };
        let tests = all.iter().map(one).collect::<Option<Vec<_>>>()?;
        let (first, rest) = tests.split_first()?;
        let common = |test: &&Test| rest.iter().all(|other| other.conjuncts().contains(*test));
        let among: Vec<Test> = first.conjuncts().iter().filter(common).cloned().collect();
        if rest.is_empty() || !among.iter().any(|test| matches!(test, Test::Controlled(_))) {
            return None;
        }
        let kind = |test: &Test| {
            let own = test.conjuncts().iter().filter(|test| !among.contains(test)).cloned();
            Filter::permanent(Test::all(own))
        };
        let kinds: Vec<Filter> = tests.iter().map(kind).collect();
        if kinds.iter().any(|kind| !matches!(kind.test, Test::Type(_))) {
            return None;
        }
        let kinds: Vec<String> = kinds.iter().map(|kind| self.one(kind)).collect();
        let among = self.plural(&Filter::permanent(Test::all(among.clone())));
        Some(format!("{} from among the {among}", crate::print::words::list(&kinds, "and")))
    }

    /// Who chooses a target, where that is one player who is not you.
    fn chooser_of_target(&mut self, n: u8) -> Who {
        let one = |by: &mut Chooser| matches!(by, Chooser::Player(who) if !who.is_group());
        match self.targets.get_mut(usize::from(n)).and_then(|spec| spec.by.take_if(one)) {
            Some(Chooser::Player(who)) => who,
            _ => Who::You,
        }
    }

    /// "for each different power among creatures on the battlefield, choose a creature with that power".
    fn of_each_power(&mut self, choice: &lawmage_ir::Choice) -> Option<String> {
        use lawmage_ir::{Amount, KindOf, Quality, SetLimit};
        let (Amount::Kinds(KindOf::Power, of), Some(max)) = (&choice.min, &choice.max) else { return None };
        let all = choice.limit == Some(SetLimit::AllDiffer(Quality::Power)) && **of == choice.from;
        let (true, Selector::All(among)) = (all && *max == choice.min, &choice.from) else { return None };
        let (many, one) = (self.plural(among), self.one(among));
        Some(format!("for each different power among {many} on the battlefield, choose {one} with that power"))
    }

    /// "choose a color".
    pub(crate) fn choose_value(&mut self, who: &Who, what: &ValueKind, count: u32) -> Deed {
        let subject = self.actor(who);
        let n = i32::try_from(count).unwrap_or(1);
        let noun = match what {
            ValueKind::Color => "color".to_owned(),
            ValueKind::Colors => return Deed::act(subject, "choose one or more colors"),
            ValueKind::ColorBut(but) => format!("color other than {}", but.word()),
            ValueKind::CreatureType => "creature type".to_owned(),
            ValueKind::CreatureTypeBut(but) => format!("creature type other than {}", but.word()),
            ValueKind::SubtypeAmong(types) => {
                let all: Vec<String> = types.iter().map(|t| t.word().to_owned()).collect();
                return Deed::act(subject, format!("choose {}", words::list(&all, "or")));
            }
            ValueKind::LandType => "land type".to_owned(),
            ValueKind::PlaneswalkerType => "planeswalker type".to_owned(),
            ValueKind::BasicLandType => "basic land type".to_owned(),
            ValueKind::CardType => "card type".to_owned(),
            ValueKind::CardTypeAmong(types) => {
                let permanent = lawmage_ir::CardType::ALL.iter().copied().filter(|t| t.is_permanent());
                if permanent.eq(types.iter().copied()) {
                    return Deed::act(subject, "choose a permanent type");
                }
                let but = lawmage_ir::CardType::ALL.iter().filter(|t| !types.contains(t));
                let but: Vec<String> = but.map(|t| t.word().to_lowercase()).collect();
                if but.len() < types.len() {
                    return Deed::act(subject, format!("choose a card type other than {}", words::list(&but, "or")));
                }
                let all: Vec<String> = types.iter().map(|t| t.word().to_lowercase()).collect();
                return Deed::act(subject, format!("choose {}", words::list(&all, "or")));
            }
            ValueKind::Secret(what) => {
                return match self.choose_value(who, what, count) {
                    Deed::Act { subject, verb } => Deed::Act { subject, verb: format!("secretly {verb}") },
                    said => said,
                };
            }
            ValueKind::CardName(None) => "card name".to_owned(),
            ValueKind::CardName(Some(filter)) if matches!(&filter.test, Test::Not(but) if matches!(**but, Test::And(_))) =>
            {
                let but = self.one(&Filter::new(filter.kind.clone(), filter.test.clone())).replacen(
                    "a card other than ",
                    "",
                    1,
                );
                format!("card name other than {but} name")
            }
            ValueKind::CardName(Some(filter)) => {
                let filter = Filter::new(Kind::Card(ZoneSet::default()), filter.test.clone());
                format!("{} name", self.singular(&filter))
            }
            ValueKind::Number => "number".to_owned(),
            ValueKind::NumberBetween(least, most) => format!("number between {least} and {most}"),
            ValueKind::Chapter => "number from one to the final chapter number".to_owned(),
            ValueKind::Player(Who::Opponents) => "opponent".to_owned(),
            ValueKind::Player(who) if *who == most_life_among(Who::All) => {
                "player with the most life or tied for most life".to_owned()
            }
            ValueKind::Player(who) if *who == most_life_among(Who::Opponents) => {
                "opponent with the most life among your opponents".to_owned()
            }
            ValueKind::Player(_) => "player".to_owned(),
            ValueKind::Word(all) if all.first().is_some_and(|w| w.ends_with(" sector")) => "sector".to_owned(),
            ValueKind::Word(all) => {
                let all: Vec<String> = all.iter().map(|w| w.to_string()).collect();
                return Deed::act(subject, format!("choose {}", words::list(&all, "or")));
            }
        };
        Deed::act(subject, format!("choose {}", self.counted(&Amount::Const(n), &noun)))
    }

    /// "play an additional land this turn".
    pub(crate) fn extra_lands(&mut self, who: &Who, n: &Amount) -> Deed {
        let behind_may = self.actor.as_ref() == Some(who);
        let who = self.who(who);
        let lands = match n {
            Amount::Const(1) => "an additional land".to_owned(),
            other => format!("up to {} additional lands", self.number_word(other)),
        };
        if behind_may {
            return Deed::order(format!("play {lands} this turn"));
        }
        Deed::Whole(format!("{} may play {lands} this turn", who.text))
    }

    /// "skip your next turn".
    pub(crate) fn skip_next(&mut self, who: &Who, step: Option<Step>) -> Deed {
        let subject = self.explicit(who);
        let whose = if *who == Who::You { "your" } else { "their" };
        let what = match step {
            None => "turn",
            Some(Step::BeginCombat) => "combat phase",
            Some(step) => step.word(),
        };
        Deed::act(subject, format!("skip {whose} next {what}"))
    }

    fn is_from_revealed(&self, choice: &Choice) -> bool {
        matches!(&choice.from, Selector::Those(..) | Selector::Ref(Ref::Slot(_)))
    }

    /// "a noncreature card from it", "a creature you control".
    fn chosen_from(&mut self, choice: &Choice) -> String {
        let text = self.choice(choice).text;
        if self.hand_revealed() { text.replace(" from among them", " from it") } else { text }
    }

    fn hand_revealed(&self) -> bool {
        self.hand_shown
    }

    pub(crate) fn of_game(&mut self, does: &Instruction) -> Option<Deed> {
        Some(match does {
            Instruction::ExtraTurn(who) => Deed::act(self.actor(who), "take an extra turn after this one"),
            Instruction::ExtraPhase { what, count, after, of } => {
                let text = extra_phase(*what, count, *after);
                match of {
                    Some(who) => Deed::act(self.explicit(who), format!("get {text}")),
                    None => Deed::Whole(format!("there is {text}")),
                }
            }
            Instruction::ControlTurn { by, who, extra_after: _ } if *by != Who::You => {
                let mut name = |who: &Who| match who {
                    Who::Ref(Ref::Target(0)) if !self.told => Phrase::one("the first player"),
                    Who::Ref(Ref::Target(_)) if !self.told => Phrase::one("the second player"),
                    who => self.who(who),
                };
                let (by, who) = (name(by).text, name(who));
                Deed::Whole(format!("{by} controls {} during {} next turn", who.text, who.possessive()))
            }
            Instruction::ControlTurn { by: _, who, extra_after } => {
                let who = self.who(who).text;
                let then = if *extra_after { ". After that turn, that player takes an extra turn" } else { "" };
                Deed::Whole(format!("you control {who} during that player's next turn{then}"))
            }
            Instruction::SkipNext(who, step) => self.skip_next(who, *step),
            Instruction::Restart(None) => Deed::order("restart the game"),
            Instruction::Restart(Some(what)) => {
                let left = self.subject(what, Quant::All).text;
                Deed::order(format!("restart the game, leaving in exile {left}"))
            }
            Instruction::EndNow(what) => Deed::order(format!("end the {}", what.name())),
            Instruction::Subgame => {
                Deed::Whole("players play a Magic subgame, using their libraries as their decks".to_owned())
            }
            Instruction::WinGame(who) => Deed::act(self.explicit(who), "win the game"),
            Instruction::LoseGame(who) => Deed::act(self.explicit(who), "lose the game"),
            Instruction::DrawGame => Deed::Whole("the game is a draw".to_owned()),
            Instruction::Venture { who, into } => {
                let into = into.map_or("the dungeon", lawmage_ir::Subtype::word);
                Deed::act(self.actor(who), format!("venture into {into}"))
            }
            Instruction::TakeInitiative(who) => Deed::act(self.explicit(who), "take the initiative"),
            Instruction::Casual(action) => self.casual_action(action),
            Instruction::RingTempts(_) => Deed::Whole("the Ring tempts you".to_owned()),
            Instruction::BecomeMonarch(who) => Deed::act(self.explicit(who), "become the monarch"),
            Instruction::ExtraLands(who, n) => self.extra_lands(who, n),
            _ => return None,
        })
    }
}

/// "an additional combat phase after this phase", "that many additional upkeep steps after this phase" (500.8-10).
fn extra_phase(what: ExtraPhase, count: &Amount, after: AfterPhase) -> String {
    let (number, s) = match count {
        Amount::Const(1) => ("an".to_owned(), ""),
        Amount::Const(n) => (words::number(*n), "s"),
        _ => ("that many".to_owned(), "s"),
    };
    let named = |step: Step| match step {
        Step::Upkeep => "upkeep step",
        Step::End => "end step",
        _ => "draw step",
    };
    let this = match (what, after) {
        (ExtraPhase::SameStep(_), _) => "step",
        (_, AfterPhase::Any) => "phase",
        (_, AfterPhase::Main) => "main phase",
        (_, AfterPhase::Combat) => "combat phase",
    };
    let named = match what {
        ExtraPhase::Combat | ExtraPhase::CombatThenMain => "combat phase",
        ExtraPhase::Main => "main phase",
        ExtraPhase::Beginning => "beginning phase",
        ExtraPhase::Step(step) | ExtraPhase::SameStep(step) => named(step),
    };
    let and_main = if what == ExtraPhase::CombatThenMain { " followed by an additional main phase" } else { "" };
    format!("{number} additional {named}{s} after this {this}{and_main}")
}
