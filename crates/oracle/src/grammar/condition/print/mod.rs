//! Conditions, as they stand behind "if", "as long as", "unless".

pub(crate) mod history;

use lawmage_ir::{Amount, Cmp, Condition, CostLabel, Filter, Kind, Ref, Selector, Step, Test, Who, Zone};

use crate::grammar::selector::{Quant, at_least_one};
use crate::print::{Printer, words};

impl Printer<'_> {
    /// A condition as a clause: "you control a Swamp".
    pub(crate) fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::And(all)
                if matches!(
                    all.as_slice(),
                    [Condition::TurnOf(Who::You), Condition::During(steps)]
                        if matches!(steps.as_slice(), [Step::Upkeep | Step::End | Step::Draw] | [Step::Main, Step::Main2])
                ) =>
            {
                let word = match all.last() {
                    Some(Condition::During(steps)) => match steps.as_slice() {
                        [Step::Upkeep] => "upkeep",
                        [Step::End] => "end step",
                        [Step::Draw] => "draw step",
                        _ => "main phase",
                    },
                    _ => "turn",
                };
                format!("it's your {word}")
            }
            Condition::And(all) if is_neither(all) => "it's neither day nor night".to_owned(),
            Condition::And(all) if meld_pair(all).is_some() => {
                let other = meld_pair(all).map(|f| self.singular(&f)).unwrap_or_default();
                format!("you both own and control {} and {}", self.this_named(), words::article(&other))
            }
            Condition::And(all) => {
                let texts: Vec<String> = all.iter().map(|c| self.condition(c)).collect();
                words::list(&texts, "and")
            }
            Condition::Or(all) if matches!(all.as_slice(), [Condition::Paid(..), Condition::AsCast(_)]) => {
                let [_, Condition::AsCast(n)] = all.as_slice() else { return String::new() };
                let held = self.as_cast(*n);
                match held.split_once("controlled ") {
                    Some((_, what)) => format!(
                        "you revealed {} card or controlled {what}",
                        what.split(" as you").next().unwrap_or(what)
                    ),
                    None => held,
                }
            }
            Condition::Or(all) => {
                let texts: Vec<String> = all.iter().map(|c| self.condition(c)).collect();
                words::list(&texts, "or")
            }
            Condition::Not(inner) => self.not(inner),
            Condition::Compare(Amount::Excess(_), Cmp::AtLeast, Amount::Const(1)) => {
                "excess damage was dealt this way".to_owned()
            }
            Condition::Compare(a, cmp, b) => self.compare(a, *cmp, b),
            Condition::Is(r, Test::Status(lawmage_ir::Status::HadToAttack)) => {
                format!("{} had to attack this combat", self.reference(r).text)
            }
            Condition::Is(r, test) if *test == crate::grammar::condition::your_commander() => {
                format!("{} is your commander", self.reference(r).text)
            }
            Condition::Is(r, test) => self.is(r, test, false),
            Condition::InZone(r, zones) => {
                let what = self.reference(r);
                let names: Vec<String> = zones.iter().map(|z| zone_place(z).to_owned()).collect();
                format!("{} {}", what.does("be"), words::list(&names, "or"))
            }
            Condition::Happened(event, span, n) => self.happened(event, *span, *n),
            Condition::TurnOf(Who::You) => "it's your turn".to_owned(),
            Condition::TurnOf(who) => {
                let whose = self.who(who).possessive();
                format!("it's {} turn", whose.replace("each opponent", "an opponent"))
            }
            Condition::During(steps) => format!("it's {}", steps_text(steps)),
            Condition::Done(_) => "you do".to_owned(),
            Condition::Paid(r, label) => self.paid_label(r, label),
            Condition::WasCast(r, zones, by) => self.was_cast(r, zones.as_ref(), by.as_ref()),
            Condition::AsCast(n) => self.as_cast(*n),
            Condition::AbilityUsed { resolved: true, times, .. } => {
                format!("this is the {} time this ability has resolved this turn", words::ordinal(*times))
            }
            Condition::AbilityUsed { resolved: false, cmp, times } => {
                let range = if *cmp == Cmp::AtLeast { " or more" } else { "" };
                let times = words::number(i32::try_from(*times).unwrap_or(i32::MAX));
                format!("this ability has been activated {times}{range} times this turn")
            }
            Condition::Monarch(who) => {
                format!("{} the monarch", self.player_subject(who).does("be")).replace("you are", "you're")
            }
            Condition::Blessing(who) => format!("{} the city's blessing", self.player_subject(who).does("have")),
            Condition::CompletedDungeon(_, None) => "you've completed a dungeon".to_owned(),
            Condition::CompletedDungeon(_, Some(name)) => format!("you've completed {name}"),
            Condition::Initiative(who) => format!("{} the initiative", self.player_subject(who).does("have")),
            Condition::CouldCast(r) => format!("you could begin to cast {}", self.object(r)),
            Condition::CameUnderControl(r) => {
                let what = self.reference(r).text;
                format!("{what} came under your control since the beginning of your last upkeep")
            }
            Condition::ChoseWord(_, word) => format!("{word} was chosen"),
            Condition::PlaysFirst(who) => {
                format!("{} playing first", self.player_subject(who).does("be")).replace("you are", "you're")
            }
            Condition::ChosenCompanion => format!("{} is your chosen companion", self.this_named()),
            Condition::CastNamesake(who) => {
                let who = self.who(who);
                let have = if who.you { "you've".to_owned() } else { format!("{} has", who.text) };
                format!("{have} cast another spell named {} this game", self.face.name)
            }
            Condition::Day(true) => "it's day".to_owned(),
            Condition::Day(false) => "it's night".to_owned(),
        }
    }

    /// "you controlled a Dragon as you cast this spell".
    fn as_cast(&mut self, noted: u8) -> String {
        let held = self.face.noted.get(usize::from(noted)).cloned();
        let held = held.map(|c| self.condition(&c)).unwrap_or_default();
        if held == "it's your main phase" {
            return "you cast this spell during your main phase".to_owned();
        }
        format!("{} as you cast this spell", held.replacen("control ", "controlled ", 1))
    }

    fn not(&mut self, inner: &Condition) -> String {
        match inner {
            Condition::CompletedDungeon(_, Some(name)) => format!("you haven't completed {name}"),
            Condition::Is(r, test) => self.is(r, test, true),
            Condition::Compare(a, cmp, b) => self.compare(a, negate(*cmp), b),
            Condition::PlaysFirst(Who::You) => "you're not playing first".to_owned(),
            Condition::TurnOf(Who::You) => "it's not your turn".to_owned(),
            Condition::TurnOf(who) => format!("it's not {} turn", self.who(who).possessive()),
            Condition::Done(_) => "you don't".to_owned(),
            Condition::InZone(r, zones) => {
                let what = self.reference(r);
                let names: Vec<String> = zones.iter().map(|z| zone_place(z).to_owned()).collect();
                format!("{} not {}", what.does("be"), words::list(&names, "or"))
            }
            Condition::WasCast(r, None, None) => format!("{} wasn't cast", self.reference(r).text),
            Condition::Happened(event, span, 1) => self.never_happened(event, *span),
            Condition::Paid(r, label) => {
                let text = self.paid_label(r, label);
                text.replacen(" was ", " wasn't ", 1)
            }
            other => {
                let text = self.condition(other);
                for (from, to) in [
                    (" is ", " isn't "),
                    ("it's ", "it's not "),
                    (" has ", " doesn't have "),
                    (" have ", " don't have "),
                    (" was ", " wasn't "),
                    (" are ", " aren't "),
                    (" control ", " don't control "),
                    (" controls ", " doesn't control "),
                ] {
                    if text.contains(from) || text.starts_with(from) {
                        return text.replacen(from, to, 1);
                    }
                }
                format!("it's not true that {text}")
            }
        }
    }

    fn compare(&mut self, a: &Amount, cmp: Cmp, b: &Amount) -> String {
        match a {
            Amount::Count(selector) => self.compare_count(selector, cmp, b),
            Amount::HandSize(who) => {
                let who = self.player_subject(who);
                match (cmp, b) {
                    (Cmp::Equal | Cmp::AtMost, Amount::Const(0)) => format!("{} no cards in hand", who.does("have")),
                    _ if at_least_one(cmp, b) => format!("{} a card in hand", who.does("have")),
                    (_, Amount::HandSize(other)) => {
                        let other = self.who(other);
                        let than = if cmp == Cmp::Less { "fewer" } else { "more" };
                        format!("{} {than} cards in hand than {}", who.does("have"), other.text)
                    }
                    _ => format!("{} {} cards in hand", who.does("have"), self.many(cmp, b)),
                }
            }
            Amount::ManaSpent(spell, Some(colors)) if colors.len() == 1 && at_least_one(cmp, b) => {
                let symbols: String = colors.iter().map(|c| format!("{{{}}}", c.letter())).collect();
                format!("{symbols} was spent to cast {}", self.object(spell))
            }
            Amount::Life(who) => {
                let who = self.player_subject(who);
                match (cmp, b) {
                    (_, Amount::Life(other)) => {
                        let other = self.who(other);
                        let than = if cmp == Cmp::Less { "less" } else { "more" };
                        format!("{} {than} life than {}", who.does("have"), other.text)
                    }
                    _ => {
                        let number = self.digits_cmp(cmp, b);
                        format!("{} {number} life", who.does("have"))
                    }
                }
            }
            // 716.2d
            Amount::Level(r) if matches!((cmp, b), (Cmp::Equal | Cmp::AtLeast, Amount::Const(_))) => {
                let what = self.reference(r);
                let or_greater = if cmp == Cmp::AtLeast { " or greater" } else { "" };
                format!("{} level {}{or_greater}", what.does("be"), self.expression(b))
            }
            Amount::Doors(among) if matches!((cmp, b), (Cmp::AtLeast, Amount::Const(_))) => {
                let n = match b {
                    Amount::Const(n) => words::number(*n),
                    other => self.expression(other),
                };
                format!("there are {n} or more unlocked doors among {}", self.those_of(among, Quant::Bare))
            }
            Amount::Counters(kind, r) => {
                let what = self.reference(r);
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let it = if what.plural { "them" } else { "it" };
                match (cmp, b) {
                    (Cmp::Equal | Cmp::AtMost, Amount::Const(0)) => {
                        format!("{} no {word}counters on {it}", what.does("have"))
                    }
                    _ if at_least_one(cmp, b) => {
                        format!("{} {} on {it}", what.does("have"), words::article(&format!("{word}counter")))
                    }
                    _ => format!("{} {} {word}counters on {it}", what.does("have"), self.many(cmp, b)),
                }
            }
            Amount::Stat(stat, r) => {
                let of = self.reference(r).possessive();
                let text = self.stat_test(*stat, cmp, b);
                let word = crate::grammar::selector::number_of(*stat);
                let rest = text.strip_prefix(word).unwrap_or(&text).trim_start();
                format!("{of} {word} is {rest}")
            }
            Amount::ManaSpent(r, None) if (cmp, b) == (Cmp::Equal, &Amount::Const(0)) => {
                format!("no mana was spent to cast {}", self.object(r))
            }
            Amount::ManaSpent(r, Some(colors)) if at_least_one(cmp, b) && colors.len() == 1 => {
                let color = colors.iter().next().map_or('C', |c| c.letter());
                format!("{{{color}}} was spent to cast {}", self.object(r))
            }
            Amount::Speed(who) if (cmp, b) == (Cmp::AtLeast, &Amount::Const(4)) => {
                format!("{} max speed", self.player_subject(who).does("have"))
            }
            Amount::Speed(who) if (cmp, b) == (Cmp::Less, &Amount::Const(4)) => {
                let who = self.player_subject(who);
                format!("{} max speed", who.does("don't have"))
            }
            Amount::Happened(event, span) if matches!(b, Amount::Const(_)) => {
                let Amount::Const(n) = b else { return String::new() };
                self.happened_times(event, *span, cmp, *n)
            }
            Amount::Players(Who::Such(base, condition)) if at_least_one(cmp, b) => {
                let who = match &**base {
                    Who::Opponents => "an opponent",
                    Who::All => "a player",
                    _ => "another player",
                };
                self.it.push(crate::print::Phrase::one(who));
                let text = self.condition(condition);
                self.it.pop();
                text
            }
            other => {
                let left = self.expression(other);
                let right = self.digits_cmp(cmp, b);
                format!("{left} is {right}")
            }
        }
    }

    /// "10 or less", "5 or greater".
    fn digits_cmp(&mut self, cmp: Cmp, n: &Amount) -> String {
        let number = self.expression(n);
        match cmp {
            Cmp::AtLeast => format!("{number} or more"),
            Cmp::AtMost => format!("{number} or less"),
            Cmp::Equal => format!("exactly {number}"),
            Cmp::Less => format!("less than {number}"),
            Cmp::Greater => format!("greater than {number}"),
            Cmp::NotEqual => format!("not equal to {number}"),
        }
    }

    /// "you control a Swamp", "there are three or more creature cards in your graveyard".
    fn compare_count(&mut self, selector: &Selector, cmp: Cmp, n: &Amount) -> String {
        let Selector::All(filter) = selector else {
            let things = self.those_of(selector, Quant::Bare);
            return format!("there are {} {things}", self.many(cmp, n));
        };
        if filter.kind == Kind::Permanent
            && let Some((who, rest)) = controller(filter)
        {
            let subject = if who == Who::Opponents { crate::print::Phrase::one("an opponent") } else { self.who(&who) };
            let rest = Filter::permanent(rest);
            return match (cmp, n) {
                (Cmp::Equal | Cmp::AtMost, Amount::Const(0)) => {
                    format!("{} {}", subject.does("control"), self.none(&rest))
                }
                _ if at_least_one(cmp, n) => format!("{} {}", subject.does("control"), self.one(&rest)),
                (Cmp::Greater, Amount::Count(other)) => {
                    let more = self.plural(&rest);
                    let than = match &**other {
                        Selector::All(f) => controller(f).map(|(w, _)| self.who(&w)),
                        _ => None,
                    };
                    match than {
                        Some(than) => format!("{} more {more} than {}", subject.does("control"), than.text),
                        None => format!("{} more {more} than {}", subject.does("control"), self.expression(n)),
                    }
                }
                _ => {
                    let many = self.many(cmp, n);
                    format!("{} {many} {}", subject.does("control"), self.plural(&rest))
                }
            };
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

    /// "it's a creature card", "that creature has flying", "you control it".
    fn is(&mut self, r: &Ref, test: &Test, not: bool) -> String {
        let what = self.reference(r);
        let be = |text: String| {
            let verb = match (what.text.as_str(), not) {
                ("it", false) => return format!("it's {text}"),
                ("they", false) => return format!("they're {text}"),
                (_, false) => words::agree("be", what.plural),
                (_, true) => format!("{}n't", words::agree("be", what.plural)),
            };
            format!("{} {verb} {text}", what.text)
        };
        match test {
            Test::PermanentType => be("a permanent card".to_owned()),
            Test::Type(_) | Test::Subtype(_) | Test::Token => {
                let noun = self.noun_of_ref(r);
                let kind =
                    if noun.head == "card" { Kind::Card(lawmage_ir::ZoneSet::default()) } else { Kind::Permanent };
                be(self.one(&Filter::new(kind, test.clone())))
            }
            Test::And(all) if all.iter().any(is_noun) => {
                let noun = self.noun_of_ref(r);
                let kind =
                    if noun.head == "card" { Kind::Card(lawmage_ir::ZoneSet::default()) } else { Kind::Permanent };
                be(self.one(&Filter::new(kind, test.clone())))
            }
            Test::Or(all) if all.iter().all(is_noun) => {
                let noun = self.noun_of_ref(r);
                let kind =
                    if noun.head == "card" { Kind::Card(lawmage_ir::ZoneSet::default()) } else { Kind::Permanent };
                be(self.one(&Filter::new(kind, test.clone())))
            }
            Test::Controlled(who) => {
                let who = self.who(who);
                let what = if what.text == "they" { "them".to_owned() } else { what.text };
                if not {
                    format!("{} {what}", who.does("don't control"))
                } else {
                    format!("{} {what}", who.does("control"))
                }
            }
            Test::ChosenColor(n) => {
                let many = self.face_chooses_colors(*n);
                be(if many { "at least one of the chosen colors".to_owned() } else { "of the chosen color".to_owned() })
            }
            Test::Keyword(k) => {
                let verb = if not {
                    format!("{} have", words::agree("don't", what.plural))
                } else {
                    words::agree("have", what.plural)
                };
                format!("{} {verb} {}", what.text, k.word())
            }
            Test::Counters(kind, cmp, n) => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let zero = matches!((*cmp, n), (Cmp::Equal | Cmp::AtMost, Amount::Const(0)));
                let one = at_least_one(*cmp, n);
                let had = if not && one || zero { "no" } else { "" };
                let it = if what.plural { "them" } else { "it" };
                if had == "no" {
                    format!("{} no {word}counters on {it}", what.does("have"))
                } else if one {
                    format!("{} {} on {it}", what.does("have"), words::article(&format!("{word}counter")))
                } else {
                    let many = self.many(*cmp, n);
                    format!("{} {many} {word}counters on {it}", what.does("have"))
                }
            }
            Test::Stat(stat, cmp, n) => {
                let cmp = if not { negate(*cmp) } else { *cmp };
                let text = self.stat_test(*stat, cmp, n);
                let word = crate::grammar::selector::number_of(*stat);
                let rest = text.strip_prefix(word).unwrap_or(&text).trim_start().to_owned();
                format!("{} {word} is {rest}", what.possessive())
            }
            Test::Did(event, span) => {
                let text = self.did(event, *span);
                if not { format!("{} didn't {text}", what.text) } else { format!("{} {text}", what.text) }
            }
            Test::AttachedTo(host) => be(format!("attached to {}", self.object(host))),
            Test::Is(other) => {
                let other = self.object(other);
                be(other)
            }
            Test::Not(inner) => self.is(r, inner, !not),
            other => {
                let kind = if self.noun_of_ref(r).head == "card" {
                    Kind::Card(lawmage_ir::ZoneSet::default())
                } else {
                    Kind::Permanent
                };
                let text = self.test(other, what.plural, &kind).text();
                if let Some(rest) = text.strip_prefix("that ")
                    && !not
                {
                    return format!("{} {rest}", what.text);
                }
                be(text.trim_start_matches("that's ").to_owned())
            }
        }
    }

    fn paid_label(&mut self, r: &Ref, label: &CostLabel) -> String {
        use lawmage_ir::Keyword;
        match label {
            CostLabel::Keyword(Keyword::Kicker, _) => {
                let what = if *r == Ref::This && self.face.types.any_permanent() {
                    "it".to_owned()
                } else if *r == Ref::This {
                    "this spell".to_owned()
                } else {
                    self.object(r)
                };
                format!("{what} was kicked")
            }
            CostLabel::Keyword(k, _) => {
                let of = if *r == Ref::This { "this spell".to_owned() } else { self.object(r) };
                format!("{} {} cost was paid", words::possessive(&of), k.word())
            }
            CostLabel::Other(_) => "this spell's additional cost was paid".to_owned(),
        }
    }

    fn was_cast(&mut self, r: &Ref, zones: Option<&lawmage_ir::ZoneSet>, by: Option<&Who>) -> String {
        let what = self.reference(r);
        let from = zones.map(|z| {
            if z.iter().count() > 4 {
                return " from anywhere other than your hand".to_owned();
            }
            let names: Vec<String> = z.iter().map(|z| z.word().to_owned()).collect();
            format!(" from {}", words::article(&words::list(&names, "or")))
        });
        match by {
            Some(Who::You) => {
                let from = from.map(|f| f.replace(" from a", " from your")).unwrap_or_default();
                format!("you cast {}{}", what.text, from.replace("yourn ", "your "))
            }
            Some(who) => format!("{} cast {}{}", self.who(who).text, what.text, from.unwrap_or_default()),
            None => format!("{} was cast{}", what.text, from.unwrap_or_default()),
        }
    }
}

fn is_noun(test: &Test) -> bool {
    match test {
        Test::Type(_) | Test::Subtype(_) => true,
        Test::And(all) => all.iter().any(is_noun),
        _ => false,
    }
}

/// The player in "… you control", and the rest of the test.
fn controller(filter: &Filter) -> Option<(Who, Test)> {
    match &filter.test {
        Test::Controlled(who) => Some((who.clone(), Test::Any)),
        Test::And(all) => {
            let at = all.iter().position(|t| matches!(t, Test::Controlled(_)))?;
            let mut rest = all.clone();
            let Test::Controlled(who) = rest.remove(at) else { return None };
            Some((who, Test::all(rest)))
        }
        _ => None,
    }
}

const fn negate(cmp: Cmp) -> Cmp {
    match cmp {
        Cmp::Less => Cmp::AtLeast,
        Cmp::AtMost => Cmp::Greater,
        Cmp::Equal => Cmp::NotEqual,
        Cmp::AtLeast => Cmp::Less,
        Cmp::Greater => Cmp::AtMost,
        Cmp::NotEqual => Cmp::Equal,
    }
}

const fn zone_place(zone: Zone) -> &'static str {
    match zone {
        Zone::Library => "in your library",
        Zone::Hand => "in your hand",
        Zone::Battlefield => "on the battlefield",
        Zone::Graveyard => "in your graveyard",
        Zone::Stack => "on the stack",
        Zone::Exile => "in exile",
        Zone::Command => "in the command zone",
        Zone::Outside => "outside the game",
    }
}

/// "combat", "your main phase".
pub(crate) fn steps_text(steps: &[Step]) -> String {
    if steps.iter().all(|s| s.in_combat()) && steps.len() > 3 {
        return "combat".to_owned();
    }
    if steps.len() == 2 && steps.iter().all(|s| s.is_main()) {
        return "a main phase".to_owned();
    }
    let names: Vec<String> = steps
        .iter()
        .map(|s| match s {
            Step::Upkeep => "upkeep".to_owned(),
            other => format!("the {}", other.word()),
        })
        .collect();
    words::list(&names, "or")
}

/// Whether the conditions say that it is neither day nor night.
fn is_neither(all: &[Condition]) -> bool {
    let never = |c: &Condition, day| matches!(c, Condition::Not(inner) if **inner == Condition::Day(day));
    matches!(all, [one, other] if never(one, true) && never(other, false))
}

/// What must be owned and controlled besides the object itself, for melding the two.
fn meld_pair(all: &[Condition]) -> Option<Filter> {
    let mine = [Test::Owned(Who::You), Test::Controlled(Who::You)];
    let [Condition::Is(Ref::This, Test::And(of_this)), Condition::Compare(Amount::Count(other), Cmp::AtLeast, one)] =
        all
    else {
        return None;
    };
    let Selector::All(Filter { kind, test: Test::And(tests) }) = &**other else { return None };
    let rest = tests.strip_suffix(&mine)?;
    (of_this.as_slice() == mine && *one == Amount::ONE)
        .then(|| Filter::new(kind.clone(), Test::all(rest.iter().cloned())))
}
