//! Selectors and target phrases.

pub(crate) mod choice;

use lawmage_ir::{
    Amount, Chooser, Cmp, Condition, EventPattern, Filter, Kind, Quality, Ref, Selector, SetLimit, Span, SpentMana,
    TargetSpec, Test, Who,
};

use crate::grammar::test::{quality_word, stat_word};
use crate::print::{Noun, Phrase, Printer, words};

/// How "all that fit" is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Quant {
    /// "creatures you control"
    Bare,
    /// "all creatures"
    All,
    /// "each creature"
    Each,
}

impl Printer<'_> {
    /// "the first spell you cast from exile each turn", "the first spell you cast each turn that mana from a Treasure was spent to cast".
    fn first_spell(&mut self, mut first: Filter) -> String {
        let spent = |t: &Test| match t {
            Test::ManaSpent(SpentMana::From(from)) => Some((**from).clone()),
            _ => None,
        };
        let from = first.test.conjuncts().iter().find_map(spent);
        first.test = Test::all(first.test.conjuncts().iter().filter(|t| spent(t).is_none()).cloned());
        let mana = match from {
            Some(from) => format!(" that {} was spent to cast", self.mana_from(&from)),
            None => String::new(),
        };
        let spell = self.singular(&first);
        match spell.split_once(" cast from ") {
            Some((spell, zone)) => format!("the first {spell} you cast from {zone} each turn{mana}"),
            None => format!("the first {spell} you cast each turn{mana}"),
        }
    }

    /// A selection as a subject.
    pub(crate) fn subject(&mut self, selector: &Selector, quant: Quant) -> Phrase {
        match selector {
            Selector::Ref(r) => self.reference(r),
            Selector::All(filter) => {
                if let Some(own) = self.whole_reference(filter) {
                    return Phrase::one(own);
                }
                if let Some(first) = first_each_turn(filter) {
                    return Phrase::one(self.first_spell(first));
                }
                match quant {
                    Quant::Bare => Phrase::many(self.plural(filter)),
                    Quant::All => Phrase::many(format!("all {}", self.plural(filter))),
                    Quant::Each => Phrase::one(format!("each {}", self.singular(filter))),
                }
            }
            Selector::Players(who) => self.who(who),
            Selector::Choose(choice) => self.choice(choice),
            Selector::Top(who, n) => self.end_of_library("top", who, n),
            Selector::Bottom(who, n) => self.end_of_library("bottom", who, n),
            Selector::GraveyardEnd { who, count, test, top } => {
                let end = if *top { "top" } else { "bottom" };
                let cards = Filter::new(Kind::Card(lawmage_ir::ZoneSet::default()), test.clone());
                let owner = self.owner_of_zone(who, false);
                match count {
                    Amount::Const(1) => {
                        Phrase::one(format!("the {end} {} of {owner} graveyard", self.singular(&cards)))
                    }
                    n => {
                        let n = self.number_word(n);
                        Phrase::many(format!("the {end} {n} {} of {owner} graveyard", self.plural(&cards)))
                    }
                }
            }
            Selector::Those(of, test) => self.those(of, test),
            Selector::Except(of, without) => self.rest(of, without),
            // 702.95b
            Selector::Union(all) if matches!(all.as_slice(), [Selector::Ref(one), Selector::Ref(Ref::Partner(of))] if one == &**of) => {
                Phrase::many("both creatures")
            }
            all if *all == crate::grammar::ability::statics::everywhere() => {
                Phrase::many("all cards that aren't on the battlefield, spells, and permanents")
            }
            Selector::Union(all) if self.are_chosen_cards(all) => {
                Phrase::many(if all.len() == 2 { "those cards" } else { "the chosen cards" })
            }
            Selector::Union(all) if let Some(those) = self.all_targets(all) => Phrase::many(those),
            Selector::Union(all) => {
                let texts: Vec<String> = all.iter().map(|s| self.subject(s, quant).text).collect();
                Phrase::many(words::list(&texts, "and"))
            }
        }
    }

    /// "those creatures": all targets, one of each phrase.
    fn all_targets(&mut self, all: &[Selector]) -> Option<String> {
        let mut heads = Vec::new();
        for one in all {
            let Selector::Ref(target @ Ref::Target(_)) = one else { return None };
            if !self.said_target(target) || self.is_plural(target) {
                return None;
            }
            heads.push(self.noun_of_ref(target).head);
        }
        let first = heads.first()?;
        let alike = heads.len() > 1 && heads.len() == self.targets.len() && heads.iter().all(|head| head == first);
        alike.then(|| format!("those {}", crate::grammar::words::plural(first)))
    }

    /// Whether these are cards, chosen one after the other.
    fn are_chosen_cards(&self, all: &[Selector]) -> bool {
        let chosen = |one: &Selector| match one {
            Selector::Ref(Ref::Slot(n)) => {
                let noun = self.slots.get(n).is_some_and(|noun| noun.head == "card" && !noun.plural);
                noun && self.slot_participle(*n) == "chosen"
            }
            _ => false,
        };
        all.len() > 1 && all.iter().all(chosen) && !self.told
    }

    /// A selection as the object of a verb.
    pub(crate) fn those_of(&mut self, selector: &Selector, quant: Quant) -> String {
        let phrase = self.subject(selector, quant);
        if phrase.text == "they" { "them".to_owned() } else { phrase.text }
    }

    fn end_of_library(&mut self, end: &str, who: &Who, n: &Amount) -> Phrase {
        let group = who.is_group() && self.actor.as_ref() != Some(who);
        let owner = if group { self.who(who).possessive() } else { self.owner_of_zone(who, false) };
        match n {
            Amount::Const(1) => Phrase::one(format!("the {end} card of {owner} library")),
            // "Twice X" is no word in front of a noun.
            Amount::Times(2, x) if **x == Amount::X => {
                Phrase::many(format!("twice X cards from the {end} of {owner} library"))
            }
            _ => {
                let number = self.number_word(n);
                Phrase::many(format!("the {end} {number} cards of {owner} library"))
            }
        }
    }

    fn those(&mut self, of: &Selector, test: &Test) -> Phrase {
        let filter = Filter::new(Kind::Card(lawmage_ir::ZoneSet::default()), test.clone());
        let noun = self.plural(&filter);
        let whose = match test {
            Test::Controlled(Who::You) => Some("you control"),
            Test::Not(inner) if **inner == Test::Controlled(Who::You) => Some("you don't control"),
            _ => None,
        };
        match of {
            Selector::Ref(r) if *test == super::in_graveyard() => {
                let card = self.object(r);
                Phrase::one(format!("{card} from your graveyard"))
            }
            Selector::Ref(r) if let (Some(whose), false) = (whose, self.noun_of_ref(r).head == "card") => {
                Phrase::many(format!("those {} {whose}", words::plural(&self.noun_of_ref(r).head)))
            }
            Selector::Ref(lawmage_ir::Ref::Slot(n)) => {
                let how = self.slot_participle(*n);
                Phrase::many(format!("all {noun} {how} this way"))
            }
            Selector::Union(all)
                if all
                    .iter()
                    .all(|one| matches!(one, Selector::Ref(Ref::Slot(n)) if self.slot_participle(*n) == "exiled")) =>
            {
                let card = self.singular(&Filter::new(Kind::Card(lawmage_ir::ZoneSet::default()), Test::Any));
                let rest = noun.strip_prefix("cards").unwrap_or_default().to_owned();
                Phrase::one(format!("each {card} exiled this way{rest}"))
            }
            // "each of those creatures with flying", "any of them that are Walls"
            Selector::Ref(those @ Ref::Target(_)) => {
                let those = self.object(those);
                match noun.strip_prefix("cards ") {
                    Some(how) => Phrase::many(format!("each of {those} {how}")),
                    None => {
                        let such = self.plural(&Filter::permanent(test.clone()));
                        Phrase::many(format!("any of {those} that are {such}"))
                    }
                }
            }
            other => {
                let group = self.those_of(other, Quant::All);
                Phrase::many(format!("all {noun} among {group}"))
            }
        }
    }

    fn rest(&mut self, of: &Selector, without: &Selector) -> Phrase {
        if let Selector::Choose(kept) = without
            && kept.from == *of
        {
            let kept = self.number_word(&kept.min);
            return Phrase::many(format!("all but {kept} of {}", self.those_of(of, Quant::All)));
        }
        if let (Selector::All(_), Selector::Top(..) | Selector::Bottom(..)) = (of, without) {
            return Phrase::many(format!("all but {}", self.those_of(without, Quant::All)));
        }
        if matches!(of, Selector::Ref(chosen) if self.are_cards_chosen_from(chosen)) {
            return Phrase::many("the other chosen cards");
        }
        let pair = matches!(of, Selector::Ref(lawmage_ir::Ref::Slot(n)) if self.slot_size(*n) == Some(2));
        if pair { Phrase::one("the other") } else { Phrase::many("the rest") }
    }

    /// Whether a selection speaks of several.
    pub(crate) fn many_of(&self, selector: &Selector) -> bool {
        match selector {
            Selector::Ref(r) => self.is_plural(r),
            Selector::Choose(choice) => choice.max != Some(Amount::ONE),
            // One of each of several players' libraries.
            Selector::Top(who, n) | Selector::Bottom(who, n) => *n != Amount::ONE || who.is_group(),
            Selector::GraveyardEnd { count, .. } => *count != Amount::ONE,
            Selector::Players(Who::Ref(r)) => self.is_plural(r),
            Selector::Players(who) => !matches!(
                who,
                Who::You | Who::Controller(_) | Who::Owner(_) | Who::Actor | Who::Defending | Who::Beside(..)
            ),
            Selector::All(filter) => !matches!(filter.test, Test::Is(_)),
            Selector::Those(of, Test::PutThisWay(..)) => self.many_of(of),
            Selector::Those(of, test) if *test == super::in_graveyard() => self.many_of(of),
            _ => true,
        }
    }

    /// What a selection's members are called when spoken of again.
    pub(crate) fn noun_of_selector(&self, selector: &Selector) -> Noun {
        let plural = self.many_of(selector);
        match selector {
            Selector::All(filter) => self.noun_of(filter, plural),
            Selector::Choose(choice) => {
                let mut noun = self.noun_of_selector(&choice.from);
                noun.plural = plural;
                noun
            }
            Selector::Ref(r) => self.noun_of_ref(r),
            Selector::Players(_) => Noun::new("player", plural),
            Selector::Those(of, _) => {
                let mut noun = self.noun_of_selector(of);
                noun.plural |= !matches!(**of, Selector::Ref(_));
                noun
            }
            _ => Noun::new("card", plural),
        }
    }

    pub(crate) fn noun_of_ref(&self, r: &lawmage_ir::Ref) -> Noun {
        use lawmage_ir::{Ref, Role};
        let found = match r {
            Ref::Target(n) => {
                self.targets.get(usize::from(*n)).map(|s| self.noun_of(&s.filter, s.max != Some(Amount::ONE)))
            }
            Ref::Slot(n) => self.slots.get(n).cloned(),
            Ref::Event(Role::Subject) => self.subject.clone(),
            Ref::Event(Role::Object) => self.object.clone(),
            Ref::Paid(n) => self.paid.get(usize::from(*n)).cloned(),
            Ref::Each => self.each.last().cloned(),
            Ref::This => Some(Noun::new(crate::print::naming::own_kind(self.face), false)),
            _ => None,
        };
        found.unwrap_or_else(|| Noun::new("permanent", false))
    }

    /// A target phrase in full: "up to two target creatures".
    pub(crate) fn target_phrase(&mut self, spec: &TargetSpec) -> Phrase {
        if let Some(phrase) = self.one_more_each_kick(spec) {
            return phrase;
        }
        let one = spec.max == Some(Amount::ONE);
        let mut spec = spec.clone();
        if spec.filter.kind == Kind::AnyTarget {
            if !says_which(&spec.filter.test) {
                let phrase = self.any_target(&spec);
                let by = match spec.by {
                    Some(Chooser::Player(Who::Opponents)) => " of an opponent's choice",
                    Some(Chooser::Chance) => " chosen at random",
                    _ => "",
                };
                return Phrase { text: format!("{}{by}", phrase.text), ..phrase };
            }
            spec.filter.kind = Kind::PlayerOrPermanent;
        }
        let others = others_of(&spec.filter.test);
        if others == 2 {
            // The second of them is said by "third".
            let mut tests = spec.filter.test.conjuncts().to_vec();
            tests.iter().rposition(is_other_target).map(|place| tests.remove(place));
            spec.filter.test = Test::all(tests);
        }
        let theirs = Test::Controlled(Who::Chooser);
        let of_chooser = spec.filter.test.conjuncts().contains(&theirs);
        if of_chooser {
            spec.filter.test = Test::all(spec.filter.test.conjuncts().iter().filter(|t| **t != theirs).cloned());
        }
        let (other, noun) = self.targetable(&spec.filter, !one);
        let limit = self.limit_of(spec.limit.as_ref(), &spec.filter.kind);
        let noun = without_all_graveyards(noun, &limit);
        let by = match &spec.by {
            Some(Chooser::Player(Who::Opponents)) if of_chooser => " of an opponent's choice they control",
            Some(Chooser::Player(Who::Opponents)) => " of an opponent's choice",
            Some(Chooser::Player(Who::Defending)) => " of defending player's choice",
            Some(Chooser::Player(_)) => " of their choice",
            Some(Chooser::Chance) => " chosen at random",
            None => "",
        };
        let other = if !other {
            ""
        } else if one && others == 2 {
            "a third "
        } else if one {
            "another "
        } else {
            "other "
        };
        if one {
            let up_to = if spec.min == Amount::Const(0) {
                if other.is_empty() { "up to one " } else { "up to one other " }
            } else {
                other
            };
            return Phrase::one(format!("{up_to}target {noun}{limit}{by}"));
        }
        let count = self.count_range(&spec.min, spec.max.as_ref());
        Phrase::many(format!("{count} {other}target {noun}{limit}{by}"))
    }

    /// "target creature, then choose another target creature for each time this spell was kicked", behind "choose".
    fn one_more_each_kick(&mut self, spec: &TargetSpec) -> Option<Phrase> {
        let Some(Amount::Plus(one, kicks)) = &spec.max else { return None };
        if **one != Amount::ONE || !matches!(**kicks, Amount::TimesPaid(_)) {
            return None;
        }
        let (first, other) = match spec.filter.kind {
            Kind::AnyTarget => ("any target".to_owned(), "target".to_owned()),
            _ => {
                let noun = self.singular(&spec.filter);
                (format!("target {noun}"), format!("target {noun}"))
            }
        };
        let name = self.own_name();
        Some(Phrase::many(format!("{first}, then choose another {other} for each time {name} was kicked")))
    }

    fn any_target(&mut self, spec: &TargetSpec) -> Phrase {
        let is_other = |test: &Test| matches!(test, Test::Not(inner) if matches!(**inner, Test::Is(_)));
        let other = spec.filter.test.conjuncts().iter().any(is_other);
        let others = others_of(&spec.filter.test);
        match (&spec.min, &spec.max) {
            (Amount::Const(1), Some(Amount::Const(1))) => {
                let target = match others {
                    2 => "a third target",
                    _ if other => "any other target",
                    _ => "any target",
                };
                let rest = match &spec.filter.test {
                    Test::Did(..) => format!(" {}", self.test(&spec.filter.test, false, &Kind::Object).text()),
                    Test::Not(what) if !other => {
                        format!(" that isn't {}", words::article(&self.test(what, false, &Kind::Object).text()))
                    }
                    _ => String::new(),
                };
                Phrase::one(format!("{target}{rest}"))
            }
            (Amount::Const(0), Some(Amount::Const(1))) => {
                Phrase::one(if other { "up to one other target" } else { "up to one target" })
            }
            (min, max) => {
                let count = self.count_range(min, max.as_ref());
                let other = if other { "other " } else { "" };
                Phrase::many(format!("{count} {other}targets"))
            }
        }
    }

    /// "two", "up to two", "one or two", "one, two, or three", "any number of", "X".
    pub(crate) fn count_range(&mut self, min: &Amount, max: Option<&Amount>) -> String {
        match (min, max) {
            (Amount::Const(0), None) => "any number of".to_owned(),
            (min, None) => format!("{} or more", self.number_word(min)),
            (min, Some(max)) if min == max => self.number_word(max),
            (Amount::Const(0), Some(max)) => format!("up to {}", self.number_word(max)),
            (Amount::Const(a), Some(Amount::Const(b))) if *a > 0 && b - a < 5 => {
                let all: Vec<String> = (*a..=*b).map(words::number).collect();
                words::list(&all, "or")
            }
            (min, Some(max)) => format!("between {} and {}", self.number_word(min), self.number_word(max)),
        }
    }

    /// As [`Printer::limit`], of what kind of thing it is said: "controlled by different players" of permanents.
    pub(crate) fn limit_of(&mut self, limit: Option<&SetLimit>, kind: &Kind) -> String {
        match (limit, kind) {
            (Some(SetLimit::AllShare(Quality::Controller)), Kind::Permanent) => {
                " controlled by the same player".to_owned()
            }
            (Some(SetLimit::AllDiffer(Quality::Controller)), Kind::Permanent) => {
                " controlled by different players".to_owned()
            }
            (limit, _) => self.limit(limit),
        }
    }

    /// " with total mana value 4 or less" and the like.
    pub(crate) fn limit(&mut self, limit: Option<&SetLimit>) -> String {
        match limit {
            None => String::new(),
            Some(SetLimit::Total(stat, cmp, n)) => format!(" with total {}", self.stat_test(*stat, *cmp, n)),
            Some(SetLimit::AllDiffer(quality @ (Quality::Color | Quality::CreatureType | Quality::CardType))) => {
                let word = words::plural(quality_word(*quality).trim_start_matches("a "));
                format!(" that share no {word}")
            }
            Some(SetLimit::AllShare(Quality::Toughness)) => " with equal toughness".to_owned(),
            Some(SetLimit::AllDiffer(quality)) => {
                let word = words::plural(quality_word(*quality).trim_start_matches("a "));
                format!(" with different {word}")
            }
            Some(SetLimit::AllShare(Quality::Controller)) => FROM_ONE_GRAVEYARD.to_owned(),
            Some(SetLimit::AllShare(quality)) => format!(" that share {}", quality_word(*quality)),
            Some(SetLimit::OneEach(tests)) => {
                let texts: Vec<String> = tests.iter().map(|t| self.one(&Filter::permanent(t.clone()))).collect();
                format!(" ({})", words::list(&texts, "and"))
            }
        }
    }
}

/// "cards from a single graveyard" are not "cards from all graveyards".
pub(crate) fn without_all_graveyards(noun: String, limit: &str) -> String {
    match noun.strip_suffix(" from all graveyards").or_else(|| noun.strip_suffix(" in all graveyards")) {
        Some(short) if limit == FROM_ONE_GRAVEYARD => short.to_owned(),
        _ => noun,
    }
}

const FROM_ONE_GRAVEYARD: &str = " from a single graveyard";

/// Whether the test names kinds of targets: "target opponent or planeswalker".
fn says_which(test: &Test) -> bool {
    match test {
        Test::Or(_) | Test::Type(_) => true,
        Test::And(all) => all.iter().any(says_which),
        _ => false,
    }
}

/// Whether the comparison is "at least one".
pub(crate) fn at_least_one(cmp: Cmp, n: &Amount) -> bool {
    matches!((cmp, n), (Cmp::AtLeast, Amount::Const(1)) | (Cmp::Greater, Amount::Const(0)))
}

/// "power" and so on, for other files.
pub(crate) const fn number_of(stat: lawmage_ir::Stat) -> &'static str {
    stat_word(stat)
}

/// What a spell is, of which no other that you control was cast before this turn.
fn first_each_turn(filter: &Filter) -> Option<Filter> {
    let Test::And(all) = &filter.test else { return None };
    let first = |test: &Test| match test {
        Test::If(condition) => match &**condition {
            Condition::Not(before) => matches!(&**before, Condition::Happened(event, Span::ThisTurn, 1)
                if matches!(&**event, EventPattern::Casts { by: Who::You, .. })),
            _ => false,
        },
        _ => false,
    };
    let yours = Test::Controlled(Who::You);
    if filter.kind != Kind::Spell || !all.contains(&yours) || !all.iter().any(first) {
        return None;
    }
    let rest = all.iter().filter(|test| !first(test) && **test != yours).cloned();
    Some(Filter::new(Kind::Spell, Test::all(rest)))
}

/// How many targets it says that something is another than.
fn others_of(test: &Test) -> usize {
    test.conjuncts().iter().filter(|test| is_other_target(test)).count()
}

/// Whether it says that something is another than a target.
fn is_other_target(test: &Test) -> bool {
    matches!(test, Test::Not(inner) if matches!(**inner, Test::Is(Ref::Target(_))))
}
