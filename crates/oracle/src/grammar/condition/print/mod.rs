//! Conditions, as they stand behind "if", "as long as", "unless".

mod compare;
pub(crate) mod history;
mod leader;
mod object;
mod places;
mod shapes;
mod sizes;
pub(crate) mod targetable;
mod this_way;
mod yours;

pub(crate) use self::yours::own_step;
use lawmage_ir::{Amount, Cmp, Color, Condition, Filter, Kind, Ref, Selector, Step, Test, Who, Zone};

use self::shapes::{first_counters, meld_pair, one_of_each_name};
use crate::grammar::condition::parse::no_sorcery_time;
use crate::grammar::condition::superlative::{has_most_common, most_common};
use crate::grammar::selector::at_least_one;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// A condition as a clause: "you control a Swamp".
    pub(crate) fn condition(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::And(all) if let Some(text) = self.nth_cast(all) => text,
            both if *both == crate::grammar::condition::both_targets() => {
                "both targets are still legal as this ability resolves".to_owned()
            }
            Condition::And(all) => self.all_of(all),
            Condition::Or(all)
                if let Some(Condition::And(first)) = all.first()
                    && let [Condition::Is(it, Test::Color(_)), _] = first.as_slice()
                    && *condition == has_most_common(it) =>
            {
                let it = self.reference(it).text;
                format!(
                    "{it} shares a color with the most common color among all permanents or a color tied for most common"
                )
            }
            Condition::Or(all) if let Some(text) = self.pair_that_shares(all) => text,
            Condition::Or(all) if let Some(text) = self.entered_or_was_cast(all) => text,
            Condition::Or(all) => self.any_of(all),
            Condition::Not(inner) if let Some(more) = than_each_other(inner) => {
                self.it.push(Phrase::one(more.0));
                let more = more.1;
                let text = self.condition(more);
                self.it.pop();
                text
            }
            Condition::Not(inner) if let Some((on, kind)) = first_counters(inner) => {
                let kind = kind.map(|kind| format!("{kind} ")).unwrap_or_default();
                format!("it's the first time {kind}counters have been put on {} this turn", self.one(on))
            }
            Condition::Not(inner) if **inner == Condition::TappedToAttack => {
                "it isn't being declared as an attacker".to_owned()
            }
            Condition::Not(inner) if **inner == Condition::AddedMana => {
                "you haven't added mana with this ability this turn".to_owned()
            }
            Condition::Not(inner) => self.not(inner),
            Condition::Compare(Amount::Count(of), Cmp::AtLeast, Amount::Const(1))
                if let Selector::All(of) = &**of
                    && targetable::is_targetable(of) =>
            {
                self.controls_targetable(of)
            }
            Condition::Compare(Amount::Excess(_), Cmp::AtLeast, Amount::Const(1)) => {
                "excess damage was dealt this way".to_owned()
            }
            other if *other == crate::grammar::condition::you_defend() => "you're the defending player".to_owned(),
            Condition::Compare(Amount::RingTempted(who), _, n) => {
                format!("the Ring has tempted {} {} or more times this game", self.who(who).text, self.number_word(n))
            }
            Condition::Compare(Amount::Count(_), Cmp::AtLeast, Amount::Max(..))
                if let Some(color) = Color::ALL.into_iter().find(|color| *condition == most_common(*color)) =>
            {
                format!("{} is the most common color among all permanents or is tied for most common", color.word())
            }
            Condition::Compare(least, Cmp::AtMost, n) if *least == crate::grammar::condition::smallest_library() => {
                format!("a library has {} or fewer cards in it", self.number_word(n))
            }
            Condition::Compare(a, cmp, b) => self.compare(a, *cmp, b),
            Condition::AttackedLastTurn { of, with: Some(with), .. } => {
                let it = self.reference(with).text;
                format!("{it} attacked during {} last turn", self.who(of).possessive())
            }
            Condition::AttackedLastTurn { of, .. } => {
                format!("{} attacked you during their last turn", self.who(of).text)
            }
            Condition::CreatedBy(keyword) => format!("{} was {}ed", self.this_named(), keyword.word()),
            Condition::Delved(test) => {
                let cards = Filter::new(Kind::Card(lawmage_ir::ZoneSet::default()), test.clone());
                format!(
                    "{} was exiled with {} delve ability",
                    words::article(&self.singular(&cards)),
                    words::possessive(&self.this_named())
                )
            }
            Condition::TappedToAttack => "it's being declared as an attacker".to_owned(),
            Condition::Is(Ref::Players(who), Test::Controlled(Who::Opponents)) => {
                format!("{} is your opponent", self.who(who).text)
            }
            Condition::Is(r, Test::Controlled(Who::Others)) => {
                format!("another player controls {}", self.reference(r).text)
            }
            Condition::Is(r, Test::Not(dealt)) if **dealt == Test::Status(lawmage_ir::Status::DealtDamage) => {
                format!("{} hasn't dealt damage yet", self.reference(r).text)
            }
            Condition::Is(r, Test::Status(lawmage_ir::Status::HadToAttack)) => {
                format!("{} had to attack this combat", self.reference(r).text)
            }
            Condition::Is(Ref::Attacked(attacker, types), Test::If(of))
                if *types == lawmage_ir::TypeSet::NONE && **of == crate::grammar::condition::has_most_life() =>
            {
                let attacker = self.reference(attacker);
                format!("{} attacking the player with the most life or tied for most life", attacker.does("be"))
            }
            Condition::Is(r, Test::If(of))
                if let Condition::Is(Ref::Host(it), Test::Type(t)) = &**of
                    && **it == Ref::It =>
            {
                let to = words::article(&t.word().to_lowercase());
                format!("{} attached to {to}", self.reference(r).does("be"))
            }
            Condition::Is(r, test) if *test == crate::grammar::condition::your_commander() => {
                format!("{} is your commander", self.reference(r).text)
            }
            Condition::Is(Ref::This, test)
                if test.conjuncts().contains(&Test::Status(lawmage_ir::Status::ControlledThroughout)) =>
            {
                let this = self.this_named();
                format!("you've controlled {this} continuously since the beginning of your most recent turn")
            }
            Condition::Is(r, test) => self.is(r, test, false),
            Condition::InZone(Ref::Source(of), _) => this_way::source_is_there(of).to_owned(),
            Condition::InZone(r, zones) => {
                let away = *r == Ref::This && self.away && *zones == lawmage_ir::ZoneSet::of(Zone::Graveyard);
                let what = if away { Phrase::one(self.own_card()) } else { self.reference(r) };
                let mut names: Vec<String> = zones.iter().map(|z| zone_place(z).to_owned()).collect();
                // "In the command zone or on the battlefield", in that order (408.1).
                if zones.has(Zone::Command) {
                    names.reverse();
                }
                format!("{} {}", what.does("be"), words::list(&names, "or"))
            }
            Condition::Happened(event, lawmage_ir::Span::AtOnce, 1)
                if let lawmage_ir::EventPattern::Number(_, Cmp::AtLeast, n) = &**event =>
            {
                format!("any of those results was {} or higher", self.digits(n))
            }
            Condition::Happened(event, lawmage_ir::Span::AtOnce, 1)
                if matches!(
                    &**event,
                    lawmage_ir::EventPattern::Does { deed: lawmage_ir::KeywordDeed::WinsClash, .. }
                ) =>
            {
                "you won".to_owned()
            }
            Condition::Happened(event, lawmage_ir::Span::ThisWay, 1) if let Some(text) = self.dealt_to_you(event) => {
                text
            }
            Condition::Happened(event, span, n) => self.happened(event, *span, *n),
            Condition::TurnOf(Who::You) => "it's your turn".to_owned(),
            Condition::TurnOf(who) => {
                let whose = self.who(who).possessive();
                format!("it's {} turn", whose.replace("each opponent", "an opponent"))
            }
            Condition::FirstTurns(who, most) => {
                format!("it's {} {} turn of the game", self.who(who).possessive(), ordinals(*most))
            }
            Condition::During(steps) => format!("it's {}", steps_text(steps)),
            Condition::ExtraTurnOf(_) => "it's that turn".to_owned(),
            Condition::ExtraCombatOf(_) => "it's that combat".to_owned(),
            Condition::Done(_) => "you do".to_owned(),
            Condition::Paid(r, label) => self.paid_label(r, label),
            Condition::WasCast(r, zones, by) => self.was_cast(r, zones.as_ref(), by.as_ref()),
            Condition::AsCast(n) => self.as_cast(*n),
            Condition::AbilityUsed { resolved: true, cmp: Cmp::AtMost, .. } => {
                "this is the first or second time this ability has resolved this turn".to_owned()
            }
            Condition::AbilityUsed { resolved: true, times, .. } => {
                format!("this is the {} time this ability has resolved this turn", words::ordinal(*times))
            }
            Condition::AbilityUsed { resolved: false, cmp, times } => {
                let range = if *cmp == Cmp::AtLeast { " or more" } else { "" };
                let times = words::number(i32::try_from(*times).unwrap_or(i32::MAX));
                format!("this ability has been activated {times}{range} times this turn")
            }
            Condition::AddedMana => "you've added mana with this ability this turn".to_owned(),
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
            Condition::CausedBy(who) => {
                format!("a spell or ability {} causes it", self.relation("control", who, false))
            }
            Condition::CausedBySpell(what) => format!("{} causes it", self.one(what)),
            Condition::CausedByTrigger(keyword) => format!("a {} triggered ability causes it", keyword.word()),
            Condition::Prime(number) => self.prime(number),
            Condition::Day(true) => "it's day".to_owned(),
            Condition::Day(false) => "it's night".to_owned(),
        }
    }

    /// Conditions that hold together, and what some of them are called.
    fn all_of(&mut self, all: &[Condition]) -> String {
        if let [Condition::TurnOf(Who::You), Condition::During(steps)] = all
            && let Some(word) = yours::own_phase(steps)
        {
            return format!("it's your {word}");
        }
        if is_neither(all) {
            return "it's neither day nor night".to_owned();
        }
        if let Some(other) = meld_pair(all) {
            let other = self.singular(&other);
            return format!("you both own and control {} and {}", self.this_named(), words::article(&other));
        }
        if let [Condition::InZone(..), Condition::Is(r, test)] = all
            && *test == crate::grammar::condition::your_ring_bearer()
        {
            return format!("{} is your Ring-bearer", self.reference(r).text);
        }
        if let Some(text) = self.with_cards_above(all).or_else(|| self.attacked_together(all)) {
            return text;
        }
        if let Some((such, names)) = one_of_each_name(all) {
            return format!("you control {} named {names}", self.plural(&such));
        }
        let texts: Vec<String> = all.iter().map(|c| self.condition(c)).collect();
        words::list(&texts, "and")
    }

    /// "this card is in your graveyard with three or more creature cards above it".
    fn with_cards_above(&mut self, all: &[Condition]) -> Option<String> {
        let [
            there @ Condition::InZone(r, _),
            Condition::Compare(Amount::Count(of), Cmp::AtLeast, Amount::Const(least)),
        ] = all
        else {
            return None;
        };
        let Selector::All(cards) = &**of else { return None };
        let is_place = |test: &Test| matches!(test, Test::Above(of, _) if of == r);
        let (place, rest): (Vec<Test>, Vec<Test>) = cards.test.conjuncts().iter().cloned().partition(is_place);
        let [Test::Above(_, directly)] = place.as_slice() else { return None };
        let there = self.condition(there);
        let cards = Filter::new(Kind::Card(lawmage_ir::ZoneSet::ANYWHERE), Test::all(rest));
        let many = match least {
            1 => self.one(&cards),
            n => format!("{} or more {}", words::number(*n), self.plural(&cards)),
        };
        Some(format!("{there} with {many} {}above it", if *directly { "directly " } else { "" }))
    }

    fn any_of(&mut self, all: &[Condition]) -> String {
        if let [Condition::Paid(..), Condition::AsCast(n)] = all {
            let held = self.as_cast(*n);
            return match held.split_once("controlled ") {
                Some((_, what)) => {
                    let card = what.split(" as you").next().unwrap_or(what);
                    format!("you revealed {card} card or controlled {what}")
                }
                None => held,
            };
        }
        let texts: Vec<String> = all.iter().map(|c| self.condition(c)).collect();
        words::list(&texts, "or")
    }

    /// "you controlled a Dragon as you cast this spell".
    fn as_cast(&mut self, noted: u8) -> String {
        let held = self.face.noted.get(usize::from(noted)).cloned();
        if held.as_ref().is_some_and(|held| *held == no_sorcery_time()) {
            return "you cast it any time a sorcery couldn't have been cast".to_owned();
        }
        let held = held.map(|c| self.condition(&c)).unwrap_or_default();
        if held == "it's your main phase" {
            return "you cast this spell during your main phase".to_owned();
        }
        format!("{} as you cast this spell", held.replacen("control ", "controlled ", 1))
    }

    fn not(&mut self, inner: &Condition) -> String {
        match inner {
            Condition::Monarch(Who::All) => "there is no monarch".to_owned(),
            Condition::CompletedDungeon(_, Some(name)) => format!("you haven't completed {name}"),
            Condition::Is(r, test) => self.is(r, test, true),
            Condition::Compare(a, cmp, b)
                if let Some(text) = at_least_one(*cmp, b).then(|| self.without_any(a)).flatten() =>
            {
                text
            }
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
            Condition::WasCast(r, None, None) => {
                let what = self.reference(r);
                if what.plural && what.text == "they" {
                    return "none of them were cast".to_owned();
                }
                format!("{} {}n't cast", what.text, if what.plural { "were" } else { "was" })
            }
            Condition::WasCast(r, zones, Some(Who::You)) => {
                let text = self.was_cast(r, zones.as_ref(), Some(&Who::You));
                text.replacen("you cast", "you didn't cast", 1)
            }
            Condition::Happened(event, span, 1) => self.never_happened(event, *span),
            Condition::Paid(r, label) => {
                let text = self.paid_label(r, label);
                text.replacen(" was ", " wasn't ", 1)
            }
            other => {
                let text = self.condition(other);
                if text == "it's your main phase" {
                    return "it isn't your main phase".to_owned();
                }
                for (from, to) in [
                    (" is ", " isn't "),
                    ("it's ", "it's not "),
                    (" has ", " doesn't have "),
                    (" have ", " don't have "),
                    (" was ", " wasn't "),
                    (" are ", " aren't "),
                    (" control ", " don't control "),
                    ("you're ", "you're not "),
                    ("you've ", "you haven't "),
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
    let combat = Step::ALL.iter().filter(|s| s.in_combat());
    if steps.iter().eq(combat.clone()) {
        return "combat".to_owned();
    }
    if steps.iter().eq(combat.filter(|s| **s >= Step::DeclareBlockers)) {
        return "combat after blockers are declared".to_owned();
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

/// What is so of one and each other player: of none of them is it otherwise.
fn than_each_other(condition: &Condition) -> Option<(&'static str, &Condition)> {
    let Condition::Compare(Amount::Players(Who::Such(others, otherwise)), Cmp::AtLeast, Amount::Const(1)) = condition
    else {
        return None;
    };
    match (&**others, &**otherwise) {
        (Who::Others, Condition::Not(more)) => Some(("each other player", more)),
        (Who::Opponents, Condition::Not(more)) => Some(("each opponent", more)),
        (Who::All, Condition::Not(more)) => Some(("each player", more)),
        (Who::Such(all, but), Condition::Not(more)) => match (&**all, &**but) {
            (Who::All, Condition::Not(one)) if matches!(**one, Condition::Is(Ref::It, Test::Controlled(_))) => {
                Some(("each other player", more))
            }
            _ => None,
        },
        _ => None,
    }
}

/// Whether the conditions say that it is neither day nor night.
fn is_neither(all: &[Condition]) -> bool {
    let never = |c: &Condition, day| matches!(c, Condition::Not(inner) if **inner == Condition::Day(day));
    matches!(all, [one, other] if never(one, true) && never(other, false))
}

/// "first, second, or third".
pub(crate) fn ordinals(most: u32) -> String {
    let ordinals: Vec<String> = (1..=most).map(words::ordinal).collect();
    words::list(&ordinals, "or")
}
