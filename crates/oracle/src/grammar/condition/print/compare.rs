//! Comparisons: "you control three or more Goblins", "you have 5 or less life".

use lawmage_ir::{
    Amount, Cmp, Condition, CounterKind, EventPattern, Filter, Kind, Ref, Selector, Span, SpentMana, Test, Who, Zone,
    ZoneSet,
};

use super::controller;
use super::history::span_word;
use crate::grammar::selector::{Quant, at_least_one};
use crate::print::{Printer, words};

impl Printer<'_> {
    pub(crate) fn compare(&mut self, a: &Amount, cmp: Cmp, b: &Amount) -> String {
        let asked = lawmage_ir::Condition::Compare(a.clone(), cmp, b.clone());
        if let (Amount::Count(of), Cmp::Equal, Amount::Const(0)) = (a, cmp, b)
            && let Some(said) = self.all_or_none_controlled(of)
        {
            return said;
        }
        if let Some(said) = self.so_many_attack(a, cmp, b).or_else(|| self.excess_of_theirs(a)) {
            return said;
        }
        let said = self.compared(a, cmp, b);
        if let Some(difference) = crate::grammar::amount::of_comparison(&asked) {
            self.difference = Some(difference);
        }
        said
    }

    /// "two or more of those creatures are attacking you and/or planeswalkers you control".
    fn so_many_attack(&mut self, a: &Amount, cmp: Cmp, b: &Amount) -> Option<String> {
        let (Amount::Count(of), Cmp::AtLeast, Amount::Const(n)) = (a, cmp, b) else { return None };
        let Selector::All(Filter { kind: Kind::Permanent, test: Test::And(all) }) = &**of else { return None };
        let [Test::Is(Ref::Event(_)), Test::Attacking { whom: Who::You, and_permanents }] = all.as_slice() else {
            return None;
        };
        let whom = if *and_permanents { "you and/or planeswalkers you control" } else { "you" };
        Some(format!("{} or more of those creatures are attacking {whom}", words::number(*n)))
    }

    /// "{S}", "mana from a Treasure".
    pub(crate) fn mana_from(&mut self, from: &lawmage_ir::Filter) -> String {
        match crate::grammar::condition::snow_mana() {
            SpentMana::From(snow) if *snow == *from => "{S}".to_owned(),
            _ if from.kind == lawmage_ir::Kind::Object => {
                let source = self.one(from);
                let source = source.strip_suffix(" source").unwrap_or(&source).to_owned();
                format!("mana from {source} source")
            }
            _ => format!("mana from {}", self.one(from)),
        }
    }

    /// Comparisons of mana that was spent, of damage by several, and of counters of players and among permanents.
    fn compared_spent(&mut self, a: &Amount, cmp: Cmp, b: &Amount) -> Option<String> {
        Some(match a {
            Amount::ManaOf(r, SpentMana::From(filter)) if at_least_one(cmp, b) => {
                format!("{} was spent to cast {}", self.mana_from(filter), self.object(r))
            }
            Amount::ActivationMana(SpentMana::From(from)) if at_least_one(cmp, b) => {
                format!("{} was spent to activate this ability", self.mana_from(from))
            }
            Amount::ManaOf(r, SpentMana::From(from)) if let (Cmp::AtLeast, Amount::Const(n)) = (cmp, b) => {
                let (sources, n) = (self.plural(from), words::number(*n));
                format!("{n} or more mana from {sources} was spent to cast {}", self.object(r))
            }
            Amount::ManaOf(r, SpentMana::Type(mana)) if let (Cmp::AtLeast, Amount::Const(n)) = (cmp, b) => {
                let symbols = mana.to_string().repeat(usize::try_from(*n).unwrap_or(1));
                format!("{symbols} was spent to cast {}", self.object(r))
            }
            Amount::ManaOf(r, SpentMana::Type(mana)) if (cmp, b) == (Cmp::Equal, &Amount::Const(0)) => {
                format!("{mana} wasn't spent to cast {}", self.object(r))
            }
            Amount::ManaSpent(r, Some(_)) if (cmp, b) == (Cmp::Equal, &Amount::Const(0)) => {
                format!("no colored mana was spent to cast {}", self.object(r))
            }
            Amount::ManaOf(r, sort) if let (Cmp::AtLeast, Amount::Const(n)) = (cmp, b) => {
                let mana = crate::grammar::amount::mana_of(sort);
                format!("at least {} {mana} was spent to cast {}", words::number(*n), self.object(r))
            }
            Amount::ManaSpent(r, None) if let (Cmp::AtLeast, Amount::Const(n)) = (cmp, b) => {
                format!("at least {} mana was spent to cast {}", words::number(*n), self.object(r))
            }
            Amount::CountersAmong(Some(CounterKind::Poison), of)
                if let (Selector::Players(who), Cmp::AtLeast, Amount::Const(1)) = (&**of, cmp, b)
                    && !matches!(who, Who::You | Who::All) =>
            {
                format!("{} is poisoned", self.player_subject(who).text)
            }
            Amount::CountersAmong(kind, of) if let (Selector::Players(who), Amount::Const(n)) = (&**of, b) => {
                let number = match cmp {
                    Cmp::AtLeast => format!("{} or more", words::number(*n)),
                    Cmp::AtMost => format!("{} or fewer", words::number(*n)),
                    _ => words::number(*n),
                };
                let counters = match kind {
                    Some(CounterKind::Energy) => "{E}".to_owned(),
                    Some(kind) => format!("{kind} counters"),
                    None => "counters".to_owned(),
                };
                format!("{} {number} {counters}", self.player_subject(who).does("have"))
            }
            Amount::Kinds(lawmage_ir::KindOf::Counter, of) if let (Cmp::AtLeast, Amount::Const(n)) = (cmp, b) => {
                let among = self.those_of(of, Quant::Bare);
                format!("there are {} or more different kinds of counters among {among}", words::number(*n))
            }
            Amount::Kinds(kind @ (lawmage_ir::KindOf::Name | lawmage_ir::KindOf::Power), of)
                if let (Cmp::AtLeast, Amount::Const(n), Selector::All(all)) = (cmp, b, &**of)
                    && let Some((who, rest)) = controller(all).filter(|_| all.kind == Kind::Permanent) =>
            {
                let differ = if *kind == lawmage_ir::KindOf::Name { "names" } else { "powers" };
                let (who, n) = (self.who(&who), words::number(*n));
                let such = self.plural(&Filter::permanent(rest));
                format!("{} {n} or more {such} with different {differ}", who.does("control"))
            }
            Amount::Kinds(lawmage_ir::KindOf::CardType, of) if let (Cmp::AtLeast, Amount::Const(n)) = (cmp, b) => {
                let among = self.those_of(of, Quant::Bare);
                format!("there are {} or more card types among {among}", words::number(*n))
            }
            Amount::CountersAmong(kind, of) if let (Cmp::AtLeast, Amount::Const(n)) = (cmp, b) => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let among = self.those_of(of, Quant::Bare);
                format!("there are {} or more {word}counters among {among}", words::number(*n))
            }
            Amount::Happened(event, span)
                if let (EventPattern::Damage { by, to, combat: None }, Cmp::AtLeast, Amount::Const(n)) =
                    (&**event, cmp, b)
                    && to.test == Test::Controlled(Who::You)
                    && to.kind == Kind::Player =>
            {
                let (least, by) = (words::number(*n), self.plural(by));
                format!("you've been dealt damage by {least} or more {by} {}", span_word(*span))
            }
            Amount::Happened(event, span)
                if let (EventPattern::Damage { by, to, combat: None }, Cmp::AtLeast, Amount::Const(n)) =
                    (&**event, cmp, b)
                    && to.test == Test::Any
                    && by.kind == Kind::Object
                    && *n > 1 =>
            {
                let (least, by) = (words::number(*n), self.plural(by).replace("you control", "you controlled"));
                format!("{least} or more {by} dealt damage {}", span_word(*span))
            }
            Amount::ManaSpent(spell, Some(colors))
                if cmp == Cmp::AtLeast && i32::try_from(colors.len()).ok().map(Amount::Const).as_ref() == Some(b) =>
            {
                let symbols: String = colors.iter().map(|c| format!("{{{}}}", c.letter())).collect();
                format!("{symbols} was spent to cast {}", self.object(spell))
            }
            _ => return None,
        })
    }

    fn surpasses(&mut self, a: &Amount, cmp: Cmp, b: &Amount) -> Option<String> {
        if let Some((test, stat)) = crate::grammar::condition::superlative::outdone(a, cmp, b) {
            let other = self.singular(&Filter::permanent(test));
            return Some(format!("no other {other} has greater {}", crate::grammar::test::stat_word(stat)));
        }
        let (Some((test, stat, of)), Cmp::Equal, Amount::Const(0)) =
            (crate::grammar::condition::superlative::surpassing(a), cmp, b)
        else {
            return None;
        };
        let whose = self.reference(of).possessive();
        let other = self.singular(&Filter::permanent(test));
        let word = crate::grammar::test::stat_word(stat);
        Some(format!("{whose} {word} is greater than each other {other}'s {word}"))
    }

    fn compare_stat(&mut self, stat: lawmage_ir::Stat, r: &Ref, cmp: Cmp, b: &Amount) -> String {
        let of = self.reference(r).possessive();
        let text = self.stat_test(stat, cmp, b);
        let word = crate::grammar::selector::number_of(stat);
        let rest = text.strip_prefix(word).unwrap_or(&text).trim_start();
        if *r != Ref::This {
            self.thing = Some(r.clone());
        }
        format!("{of} {word} is {rest}")
    }

    fn compared(&mut self, a: &Amount, cmp: Cmp, b: &Amount) -> String {
        if let Some(said) = self.compare_flips(a, cmp, b).or_else(|| self.compared_spent(a, cmp, b)) {
            return said;
        }
        if let (Amount::SpellsCast(Who::You), Cmp::Equal, Amount::Const(0)) = (a, cmp, b) {
            return "this spell is the first spell you've cast this game".to_owned();
        }
        if *b == crate::grammar::condition::twice_its_half(a) {
            let parity = if cmp == Cmp::Equal { "even" } else { "odd" };
            return format!("{} is {parity}", self.expression(a));
        }
        if let Some(said) = self.surpasses(a, cmp, b) {
            return said;
        }
        if let Amount::Players(who) = a
            && let Some(said) = self.compare_players(who, cmp, b)
        {
            return said;
        }
        match a {
            Amount::Count(selector) => self.compare_count(selector, cmp, b),
            Amount::HandSize(who) => self.compare_hand(who, cmp, b),
            Amount::Life(who) => self.compare_life(who, cmp, b),
            Amount::Times(2, whole)
                if let Amount::Life(who) = &**whole
                    && matches!(b, Amount::StartingLife(_)) =>
            {
                self.half_of_first(who, cmp, b)
            }
            // 716.2d
            Amount::Level(r) if matches!((cmp, b), (Cmp::Equal | Cmp::AtLeast, Amount::Const(_))) => {
                let what = self.reference(r);
                let or_greater = if cmp == Cmp::AtLeast { " or greater" } else { "" };
                format!("{} level {}{or_greater}", what.does("be"), self.expression(b))
            }
            Amount::Doors(among) if matches!((cmp, b), (Cmp::AtLeast, Amount::Const(_))) => self.doors(among, b),
            Amount::Counters(kind, r) => {
                let text = self.compare_counters(kind.as_ref(), r, cmp, b);
                if self.moved.contains(r) { super::object::past(&text) } else { text }
            }
            Amount::Stat(stat, r) => self.compare_stat(*stat, r, cmp, b),
            Amount::ManaSpent(r, None) if (cmp, b) == (Cmp::Equal, &Amount::Const(0)) => {
                format!("no mana was spent to cast {}", self.object(r))
            }
            Amount::Speed(who) if (cmp, b) == (Cmp::AtLeast, &Amount::Const(4)) => {
                format!("{} max speed", self.player_subject(who).does("have"))
            }
            Amount::Speed(who) if (cmp, b) == (Cmp::Less, &Amount::Const(4)) => {
                let who = self.player_subject(who);
                format!("{} max speed", who.does("don't have"))
            }
            Amount::MostOfOneName(of) | Amount::MostOfOneType(of) if let Selector::All(filter) = &**of => {
                self.so_many_alike(filter, cmp, b, matches!(a, Amount::MostOfOneName(_)))
            }
            Amount::Happened(event, span) if matches!(b, Amount::Const(_)) => {
                let Amount::Const(n) = b else { return String::new() };
                self.happened_times(event, *span, cmp, *n)
            }
            Amount::HappenedSum(event, span) if **event == crate::grammar::event::energy_lost(Who::You) => {
                let number = self.digits_cmp(cmp, b);
                format!("you've paid or lost {number} {{E}} {}", super::history::span_word(*span))
            }
            Amount::HappenedSum(event, span)
                if let EventPattern::Damage { by, to, combat } = &**event
                    && by.test == Test::Any
                    && to.kind == Kind::Player
                    && let Some(who) = match &to.test {
                        Test::Controlled(who) => Some(who.clone()),
                        Test::Is(r) => Some(Who::Ref(r.clone())),
                        _ => None,
                    } =>
            {
                self.was_dealt(&who, *combat, *span, (cmp, b))
            }
            Amount::HappenedSum(event, span) if let Some(text) = self.has_dealt(event, *span, (cmp, b)) => text,
            Amount::HappenedSum(event, span)
                if matches!(
                    (&**event, cmp, b),
                    (EventPattern::LosesLife(_) | EventPattern::GainsLife(_), Cmp::AtLeast, Amount::Const(_))
                ) =>
            {
                self.life_changed_by(event, cmp, b, *span)
            }
            other => {
                let left = self.expression(other);
                let right = self.digits_cmp(cmp, b);
                let of_moved = matches!(other, Amount::Stat(_, r) if self.moved.contains(r));
                format!("{left} {} {right}", if of_moved { "was" } else { "is" })
            }
        }
    }

    /// "you gained 3 or more life this turn".
    fn life_changed_by(&mut self, event: &EventPattern, cmp: Cmp, b: &Amount, span: lawmage_ir::Span) -> String {
        let (who, verb) = match event {
            EventPattern::GainsLife(who) => (who, "gained"),
            EventPattern::LosesLife(who) => (who, "lost"),
            _ => (&Who::You, ""),
        };
        let who = match who {
            Who::Opponents => "your opponents".to_owned(),
            Who::All => "players".to_owned(),
            who => self.player_subject(who).text,
        };
        format!("{who} {verb} {} life {}", self.digits_cmp(cmp, b), super::history::span_word(span))
    }

    /// "there are eight or more unlocked doors among Rooms you control".
    fn doors(&mut self, among: &Selector, least: &Amount) -> String {
        let n = match least {
            Amount::Const(n) => words::number(*n),
            other => self.expression(other),
        };
        format!("there are {n} or more unlocked doors among {}", self.those_of(among, Quant::Bare))
    }

    /// "an opponent's life total is less than half their starting life total".
    fn half_of_first(&mut self, who: &Who, cmp: Cmp, first: &Amount) -> String {
        let whose = self.player_subject(who).possessive();
        let than = if cmp == Cmp::Less { "less than" } else { "less than or equal to" };
        format!("{whose} life total is {than} half {}", self.expression(first))
    }

    /// "an opponent was dealt 3 or more damage this turn".
    fn was_dealt(&mut self, who: &Who, combat: Option<bool>, span: Span, (cmp, n): (Cmp, &Amount)) -> String {
        let who = self.player_subject(who);
        let damage = match combat {
            Some(true) => "combat damage",
            Some(false) => "noncombat damage",
            None => "damage",
        };
        let many = self.digits_cmp(cmp, n);
        format!("{} {many} {damage} {}", who.does("be dealt"), super::history::span_word(span))
            .replacen(" is dealt ", " was dealt ", 1)
            .replacen(" are dealt ", " were dealt ", 1)
    }

    /// That there is none of what is counted: "you don't control a Swamp", "no opponent has 10 or less life".
    pub(crate) fn without_any(&mut self, counted: &Amount) -> Option<String> {
        match counted {
            Amount::Count(selector) => {
                let Selector::All(filter) = &**selector else { return None };
                let (who, rest) = controller(filter).filter(|_| filter.kind == Kind::Permanent)?;
                if who == Who::Opponents {
                    return None;
                }
                let subject = self.who(&who);
                let what = self.one(&Filter::permanent(rest));
                Some(format!("{} {what}", subject.does("don't control")))
            }
            Amount::Counters(kind, r) => {
                let what = self.reference(r);
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let it = if what.plural { "them" } else { "it" };
                let counter = words::article(&format!("{word}counter"));
                let text = format!("{} {counter} on {it}", what.does("don't have"));
                Some(if self.moved.contains(r) { super::object::past(&text) } else { text })
            }
            Amount::Players(Who::Such(base, condition)) => {
                let nobody = match **base {
                    Who::Opponents => "no opponent",
                    Who::All => "no player",
                    _ => return None,
                };
                Some(self.said_of(nobody, condition))
            }
            _ => None,
        }
    }

    /// A condition on players, each of whom is called that.
    pub(super) fn said_of(&mut self, player: &str, condition: &Condition) -> String {
        self.it.push(crate::print::Phrase::one(player));
        let text = self.condition(condition);
        self.it.pop();
        text
    }

    /// "10 or less", "5 or greater".
    pub(crate) fn digits_cmp(&mut self, cmp: Cmp, n: &Amount) -> String {
        let number = self.expression(n);
        let described = !matches!(n, Amount::Const(_) | Amount::X);
        match cmp {
            Cmp::AtLeast if described => format!("greater than or equal to {number}"),
            Cmp::AtMost if described => format!("less than or equal to {number}"),
            Cmp::AtLeast => format!("{number} or more"),
            Cmp::AtMost => format!("{number} or less"),
            Cmp::Equal => format!("exactly {number}"),
            Cmp::Less => format!("less than {number}"),
            Cmp::Greater => format!("greater than {number}"),
            Cmp::NotEqual => format!("different from {number}"),
        }
    }

    /// "you control a Swamp", "there are three or more creature cards in your graveyard".
    fn compare_count(&mut self, selector: &Selector, cmp: Cmp, n: &Amount) -> String {
        if let Selector::Ref(Ref::Linked(lawmage_ir::DEVOURED)) = selector
            && at_least_one(cmp, n)
        {
            return "it devoured a creature".to_owned();
        }
        if *selector == Selector::Ref(Ref::Linked(lawmage_ir::TRIBUTE)) {
            return "tribute wasn't paid".to_owned();
        }
        if let Some(done) = self.done_this_way(selector, cmp, n) {
            return done;
        }
        // "the top card of your graveyard is a creature card"
        if let Selector::Those(of, test) = selector
            && let Selector::GraveyardEnd { count: Amount::Const(1), .. } = &**of
            && at_least_one(cmp, n)
        {
            let card = self.one(&Filter::new(Kind::Card(lawmage_ir::ZoneSet::default()), test.clone()));
            let top = self.those_of(of, Quant::Bare);
            return format!("{top} is {card}");
        }
        let Selector::All(filter) = selector else {
            let things = self.those_of(selector, Quant::Bare);
            return format!("there are {} {things}", self.many(cmp, n));
        };
        if at_least_one(cmp, n)
            && let Some(attached) = self.attached_to_one(filter)
        {
            return attached;
        }
        if filter.kind == Kind::Permanent
            && let Some((who, rest)) = controller(filter)
        {
            let subject = match &who {
                Who::Opponents => crate::print::Phrase::many("your opponents"),
                Who::Team => crate::print::Phrase::one("your team"),
                other => self.who(other),
            };
            let rest = Filter::permanent(rest);
            return match (cmp, n) {
                (Cmp::Equal | Cmp::AtMost, Amount::Const(0)) => {
                    format!("{} {}", subject.does("control"), self.none(&rest))
                }
                _ if at_least_one(cmp, n) => format!("{} {}", subject.does("control"), self.one(&rest)),
                (Cmp::Greater | Cmp::Less | Cmp::AtLeast, n) if let Some((other, by)) = count_and_more(cmp, n) => {
                    let than = if cmp == Cmp::Less { "fewer" } else { "more" };
                    let rest = self.plural(&rest);
                    let by = by.map(|by| format!("at least {} ", words::number(by))).unwrap_or_default();
                    let more = format!("{by}{than} {rest}");
                    let than = match other {
                        Selector::All(f) => controller(f).map(|(w, _)| match w {
                            Who::Ref(Ref::It) => self.it.last().cloned().unwrap_or_else(|| self.who(&w)),
                            w => self.who(&w),
                        }),
                        _ => None,
                    };
                    match than {
                        Some(than) => format!("{} {more} than {}", subject.does("control"), than.text),
                        None => format!("{} {more} than {}", subject.does("control"), self.expression(n)),
                    }
                }
                _ => {
                    let many = self.many(cmp, n);
                    format!("{} {many} {}", subject.does("control"), self.plural(&rest))
                }
            };
        }
        if filter.kind == Kind::Player
            && let Test::And(all) = &filter.test
            && let [rest @ .., Test::Owned(Who::You)] = all.as_slice()
        {
            let many = self.many(cmp, n);
            let players = self.plural(&Filter::new(Kind::Player, Test::all(rest.iter().cloned())));
            return format!("you have {many} {players}");
        }
        if let (Kind::Card(zones), Test::Owned(who), Cmp::Equal, Amount::Const(0)) =
            (&filter.kind, &filter.test, cmp, n)
            && *zones == ZoneSet::of(Zone::Library)
        {
            return format!("{} library has no cards in it", self.who(who).possessive());
        }
        if let Some(text) = self.in_their_graveyard(filter, cmp, n) {
            return text;
        }
        let place = if filter.kind == Kind::Permanent { " on the battlefield" } else { "" };
        match (cmp, n) {
            (Cmp::Equal | Cmp::AtMost, Amount::Const(0)) => format!("there are {}{place}", self.none(filter)),
            _ if at_least_one(cmp, n) => format!("there is {}{place}", self.one(filter)),
            _ => {
                let many = self.many(cmp, n);
                format!("there are {many} {}{place}", self.plural(filter))
            }
        }
    }
}

impl Printer<'_> {
    /// "an opponent has eight or more cards in their graveyard", of players asked one by one.
    fn in_their_graveyard(&mut self, cards: &Filter, cmp: Cmp, n: &Amount) -> Option<String> {
        let theirs = Test::Owned(Who::Ref(Ref::It));
        let who = self.it.last()?.clone();
        if cards.kind != Kind::Card(ZoneSet::of(Zone::Graveyard)) || !cards.test.conjuncts().contains(&theirs) {
            return None;
        }
        let rest = Test::all(cards.test.conjuncts().iter().filter(|t| **t != theirs).cloned());
        let many = self.many(cmp, n);
        let cards = self.plural(&Filter::new(Kind::Card(ZoneSet::default()), rest));
        Some(format!("{} {many} {cards} in their graveyard", who.does("have")))
    }
}

/// What is counted in "more lands than you", "at least two more lands than you", and by how many there are more at least.
fn count_and_more(cmp: Cmp, n: &Amount) -> Option<(&Selector, Option<i32>)> {
    match (cmp, n) {
        (Cmp::Greater | Cmp::Less, Amount::Count(other)) => Some((other, None)),
        (Cmp::AtLeast, Amount::Plus(other, by)) => match (&**other, &**by) {
            (Amount::Count(other), Amount::Const(by)) => Some((other, Some(*by))),
            _ => None,
        },
        _ => None,
    }
}
