//! "can't" and "must … if able".

use lawmage_ir::visit;
use lawmage_ir::{Condition, Cost, CounterKind, Deed, Filter, Kind, Prohibition, Selector, Test, Who, Zone, ZoneSet};

use super::table::{of_objects, of_players};
use crate::grammar::selector::Quant;
use crate::print::{Phrase, Printer, words};

/// A subject and what is said of it.
#[derive(Clone, Debug)]
pub(crate) struct Said {
    /// What it is said of, for joining.
    pub of: Option<Selector>,
    /// The subject's words.
    pub subject: Phrase,
    /// The verb phrase, agreeing.
    pub verb: String,
}

impl Said {
    pub(crate) fn new(of: &Selector, subject: Phrase, verb: impl Into<String>) -> Self {
        Self { of: Some(of.clone()), subject, verb: verb.into() }
    }

    pub(crate) fn plain(subject: Phrase, verb: impl Into<String>) -> Self {
        Self { of: None, subject, verb: verb.into() }
    }
}

impl Printer<'_> {
    /// "your life total can't change".
    pub(crate) fn fixed_life(&mut self, who: &Who) -> Said {
        let total = format!("{} life total", self.players(who).possessive());
        Said::plain(Phrase::one(total), "can't change")
    }

    /// "can't …".
    pub(crate) fn prohibition(&mut self, one: &Prohibition) -> Said {
        match one {
            Prohibition::AttackAlone(what)
            | Prohibition::BlockAlone(what)
            | Prohibition::Crew(what)
            | Prohibition::Regenerate(what)
            | Prohibition::Sacrifice(what)
            | Prohibition::PhaseOut(what)
            | Prohibition::PhaseIn(what)
            | Prohibition::Transform(what)
            | Prohibition::Suspect(what)
            | Prohibition::TurnFaceUp(what)
            | Prohibition::Untap(what) => {
                let subject = self.subject(what, Quant::Bare);
                Said::new(what, subject, cant(of_objects(one)))
            }
            Prohibition::TargetAsCast(what) => {
                let verb = format!("can't choose {} as this spell's target as you cast it", self.one(what));
                Said::plain(Phrase::you(), verb)
            }
            Prohibition::Counter(what) | Prohibition::BeCopied(what) => {
                Said::new(what, self.spell_subject(what), cant(of_objects(one)))
            }
            Prohibition::CounterBy(what, by) => {
                let subject = self.spell_subject(what);
                Said::new(what, subject, format!("can't be countered by {}", self.plural(by)))
            }
            Prohibition::GainLife(who)
            | Prohibition::LoseGame(who)
            | Prohibition::LoseLife(who)
            | Prohibition::Search(who)
            | Prohibition::WinGame(who) => Said::plain(self.players(who), cant(of_players(one))),
            Prohibition::AttackUnlessWith { what, with, least } => self.cant_unless_with(what, with, *least, "attack"),
            Prohibition::BlockUnlessWith { what, with, least } => self.cant_unless_with(what, with, *least, "block"),
            Prohibition::PlayLand(who, which) => self.cant_play(who, which),
            Prohibition::AttackAccompanied(what) => {
                Said::new(what, self.subject(what, Quant::Bare), "can only attack alone")
            }
            Prohibition::Attack { what, whom, unless } => self.cant_attack(what, whom.as_ref(), unless.as_ref()),
            Prohibition::Block { what, whom, unless } => self.cant_block(what, whom.as_ref(), unless.as_ref()),
            Prohibition::BlockedByFewer(what, n) => self.blocked_by_fewer(what, *n),
            Prohibition::BlockedUnlessByAll(what) => {
                let cant = "can't be blocked unless all creatures defending player controls block it";
                Said::new(what, self.subject(what, Quant::Bare), cant.to_owned())
            }
            Prohibition::BlockedByMore(what, n) => {
                let n = words::number(i32::try_from(*n).unwrap_or(1));
                let s = if n == "one" { "creature" } else { "creatures" };
                Said::new(what, self.subject(what, Quant::Bare), format!("can't be blocked by more than {n} {s}"))
            }
            Prohibition::AttackOnlyNearest(_) => Said::plain(
                Phrase::one("each player"),
                "may attack only the nearest opponent in the chosen direction and planeswalkers controlled by that opponent",
            ),
            Prohibition::AttackersMax(who, 0) if *who != Who::All => {
                Said::plain(self.players(who), "can't attack with creatures")
            }
            Prohibition::AttackersMax(who, n) => self.combat_max(who, *n, "attack"),
            Prohibition::AttackersMaxAt(whom, n) => self.attackers_max_at(whom, *n),
            Prohibition::BlockersMax(Who::All, n) => self.combat_max(&Who::All, *n, "block"),
            Prohibition::BlockersMax(who, n) => {
                let s = if *n == 1 { "" } else { "s" };
                let n = words::number(i32::try_from(*n).unwrap_or(1));
                Said::plain(self.players(who), format!("can't block with more than {n} creature{s}"))
            }
            Prohibition::Target { what, by } => self.cant_be_target(what, by.as_ref()),
            Prohibition::Activate {
                what: Selector::All(Filter { kind: Kind::Object, test: Test::Any }),
                but_mana,
                by: Some(who),
            } => match (who, but_mana) {
                (Who::Such(who, _), false) => {
                    Said::plain(self.players(who), "can activate abilities only during their own turns")
                }
                (who, true) => Said::plain(self.players(who), "can't activate abilities that aren't mana abilities"),
                (who, false) => Said::plain(self.players(who), "can't activate abilities"),
            },
            Prohibition::Activate { what: Selector::All(what), but_mana: false, by: Some(who) } => {
                let who = self.players(who);
                Said::plain(who, format!("can't activate abilities of {}", self.plural(what)))
            }
            Prohibition::Activate { what, but_mana, by } => self.cant_activate(what, "", *but_mana, by.as_ref()),
            Prohibition::Cycle(who) => Said::plain(self.players(who), "can't cycle cards"),
            Prohibition::ActivateByTapping(what) => self.cant_activate(what, " with {T} in their costs", false, None),
            Prohibition::Cast(Who::Such(who, no_time), Filter { kind: Kind::Spell, test: Test::Any })
                if **no_time == Condition::Not(Box::new(Condition::TurnOf(Who::Ref(lawmage_ir::Ref::It)))) =>
            {
                Said::plain(self.players(who), "can cast spells only during their own turns")
            }
            Prohibition::Cast(who, filter) => {
                let (filter, from) = from_zones(filter);
                let spells = self.plural(&filter);
                let again = super::who_cast(who).is_some_and(|cast| *cast == filter);
                let additional = if again { "additional " } else { "" };
                Said::plain(self.players(who), format!("can't cast {additional}{spells}{from}"))
            }
            Prohibition::CastMax(who, filter, n) => {
                let n = i32::try_from(*n).unwrap_or(1);
                let spells = if n == 1 { self.singular(filter) } else { self.plural(filter) };
                Said::plain(self.who(who), format!("can't cast more than {} {spells} each turn", words::number(n)))
            }
            Prohibition::LoseForLife(who) => self.lives_without_life(who),
            Prohibition::VentureMax(who, n) => {
                let often = if *n == 1 { "once".to_owned() } else { format!("{n} times") };
                Said::plain(self.who(who), format!("can't venture into the dungeon more than {often} each turn"))
            }
            Prohibition::SearchBeyond(who, n) => self.searches_no_deeper(who, *n),
            Prohibition::Enter(what) => Said::plain(Phrase::many(self.plural(what)), "can't enter the battlefield"),
            Prohibition::PayLife { who, but_mana } => {
                let which = if *but_mana { " that aren't mana abilities" } else { "" };
                Said::plain(self.who(who), format!("can't pay life to cast spells or activate abilities{which}"))
            }
            Prohibition::SacrificeForCosts(who, what) => {
                let what = self.plural(what);
                Said::plain(self.who(who), format!("can't sacrifice {what} to cast spells or activate abilities"))
            }
            Prohibition::DrawMax(who, n) => {
                let n = words::number(i32::try_from(*n).unwrap_or(1));
                Said::plain(
                    self.who(who),
                    format!("can't draw more than {n} card{} each turn", if n == "one" { "" } else { "s" }),
                )
            }
            Prohibition::PreventDamage { by, combat } => {
                let subject = self.damage_that_would_be_dealt_by(by, *combat);
                Said::plain(Phrase::one(subject), "can't be prevented")
            }
            Prohibition::UntapStep(what) => self.doesnt_untap(what),
            Prohibition::UntapMax(who, what, n) => {
                let n = i32::try_from(*n).unwrap_or(1);
                let what = if n == 1 { self.singular(what) } else { self.plural(what) };
                let steps = if who.is_group() { "steps" } else { "step" };
                let n = words::number(n);
                Said::plain(self.players(who), format!("can't untap more than {n} {what} during their untap {steps}"))
            }
            Prohibition::CountersOver(what, kind, most) => {
                let subject = self.subject(what, Quant::Bare);
                let it = if self.many_of(what) { "them" } else { "it" };
                let most = words::number(i32::try_from(*most).unwrap_or(i32::MAX));
                Said::new(what, subject, format!("can't have more than {most} {kind} counters on {it}"))
            }
            Prohibition::Cause { by, whom, deed } => self.cant_cause(by, whom, &[deed]),
            Prohibition::Counters(Selector::Players(who), kind) => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                Said::plain(self.players(who), format!("can't get {word}counters"))
            }
            Prohibition::Counters(what, kind) => self.cant_have_counters(what, kind.as_ref()),
            Prohibition::LoseCounters(what, kind) => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let what = self.those_of(what, Quant::Bare);
                Said::plain(Phrase::many(format!("{word}counters")), format!("can't be removed from {what}"))
            }
            Prohibition::Attach { what, by } => self.cant_be_attached(what, by),
        }
    }

    /// "spells and abilities your opponents control can't cause you to discard cards or sacrifice permanents".
    pub(crate) fn cant_cause(&mut self, by: &Who, whom: &Who, deeds: &[&Deed]) -> Said {
        let by = self.relation("control", by, true);
        let whom = if deeds == [&Deed::Search] { "their controller".to_owned() } else { self.whom(whom) };
        let said: Vec<String> = deeds
            .iter()
            .map(|deed| match deed {
                Deed::Sacrifice(what) => format!("sacrifice {}", self.plural(what)),
                Deed::Discard => "discard cards".to_owned(),
                Deed::Search => "search their library".to_owned(),
            })
            .collect();
        let deeds = words::list(&said, "or");
        Said::plain(Phrase::many(format!("spells and abilities {by}")), format!("can't cause {whom} to {deeds}"))
    }

    /// "can't be the target of spells or abilities".
    pub(crate) fn cant_be_target(&mut self, what: &Selector, by: Option<&Filter>) -> Said {
        let subject = self.subject(what, Quant::Bare);
        let by = match by {
            Some(filter)
                if filter.kind == Kind::OnStack
                    && let Some((quality, whose)) = super::print_permanents::of_such_sources(&filter.test) =>
            {
                let sources = self.plural(&Filter::new(Kind::Object, quality.clone()));
                let adjective = sources.trim_end_matches(" sources").to_owned();
                let whose = whose.map(|who| format!(" {}", self.relation("control", who, true))).unwrap_or_default();
                format!("{adjective} spells{whose} or abilities from {sources}{whose}")
            }
            Some(filter) => self.plural(filter),
            None => "spells or abilities".to_owned(),
        };
        Said::new(what, subject, format!("can't be the target of {by}"))
    }

    /// "you don't lose the game for having 0 or less life".
    fn lives_without_life(&mut self, who: &Who) -> Said {
        let who = self.who(who);
        let verb = if who.you || who.plural { "don't lose" } else { "doesn't lose" };
        Said::plain(who, format!("{verb} the game for having 0 or less life"))
    }

    /// "if an opponent would search a library, that player searches the top four cards of that library instead".
    fn searches_no_deeper(&mut self, who: &Who, n: u32) -> Said {
        let subject = format!("if {} would search a library, that player", self.player_subject(who).text);
        let n = words::number(i32::try_from(n).unwrap_or(1));
        Said::plain(Phrase::one(subject), format!("searches the top {n} cards of that library instead"))
    }

    /// "can't have counters put on it".
    pub(crate) fn cant_have_counters(&mut self, what: &Selector, kind: Option<&CounterKind>) -> Said {
        let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
        let subject = self.subject(what, Quant::Bare);
        Said::new(
            what,
            subject,
            format!("can't have {word}counters put on {}", if self.many_of(what) { "them" } else { "it" }),
        )
    }

    /// "activated abilities of artifacts can't be activated unless they're mana abilities".
    pub(crate) fn cant_activate(&mut self, what: &Selector, which: &str, but_mana: bool, by: Option<&Who>) -> Said {
        let but = if but_mana { " unless they're mana abilities" } else { "" };
        let by = by.as_ref().map(|w| format!(" by {}", self.whom(w))).unwrap_or_default();
        let subject = match what {
            Selector::Ref(r) => {
                let of = self.reference(r);
                Phrase::many(format!("{} activated abilities{which}", of.possessive()))
            }
            other => {
                let of = self.those_of(other, Quant::Bare);
                Phrase::many(format!("activated abilities{which} of {of}"))
            }
        };
        Said::plain(subject, format!("can't be activated{by}{but}"))
    }

    /// "can't be blocked except by two or more creatures".
    pub(crate) fn blocked_by_fewer(&mut self, what: &Selector, n: u32) -> Said {
        let n = words::number(i32::try_from(n).unwrap_or(2));
        Said::new(what, self.subject(what, Quant::Bare), format!("can't be blocked except by {n} or more creatures"))
    }

    /// "can't attack you unless its controller pays {2}".
    pub(crate) fn cant_attack(&mut self, what: &Selector, whom: Option<&Filter>, unless: Option<&Cost>) -> Said {
        let subject = self.all_but_sorts(what).unwrap_or_else(|| self.subject(what, Quant::Bare));
        let whom = match whom {
            Some(Filter { kind: Kind::AnyTarget, test: Test::If(condition) }) => match &**condition {
                Condition::Not(inner) => format!(" unless {}", self.condition(inner)),
                other => format!(" if {}", self.condition(other)),
            },
            Some(whom) => format!(" {}", self.attacked(whom)),
            None => String::new(),
        };
        let unless = match unless {
            Some(cost) if cost.mana_part().is_none() => self.unless_own(cost, what, &subject),
            Some(cost) => self.unless_controller(cost, &subject),
            None => String::new(),
        };
        Said::new(what, subject, format!("can't attack{whom}{unless}"))
    }

    /// Players of whom a rule is said: "players", "your opponents", "you".
    pub(super) fn players(&mut self, who: &Who) -> Phrase {
        match who {
            Who::All => Phrase::many("players"),
            Who::Opponents => Phrase::many("your opponents"),
            other => self.who(other),
        }
    }

    pub(super) fn is_mine(&self, what: &Selector) -> bool {
        *what == lawmage_ir::THIS && !self.face.subtypes.has(lawmage_ir::Subtype::AURA)
    }

    pub(crate) fn spell_subject(&mut self, what: &Selector) -> Phrase {
        if *what == lawmage_ir::THIS {
            return Phrase::one("this spell");
        }
        self.subject(what, Quant::Bare)
    }

    /// "no more than one creature can attack you each combat".
    fn attackers_max_at(&mut self, whom: &Selector, n: u32) -> Said {
        let n = words::number(i32::try_from(n).unwrap_or(1));
        let s = if n == "one" { "creature" } else { "creatures" };
        let whom = self.those_of(whom, Quant::Each);
        Said::plain(Phrase::one(format!("no more than {n} {s}")), format!("can attack {whom} each combat"))
    }

    fn combat_max(&mut self, who: &Who, n: u32, verb: &str) -> Said {
        let n = words::number(i32::try_from(n).unwrap_or(1));
        let s = if n == "one" { "creature" } else { "creatures" };
        let of = match who {
            Who::All => String::new(),
            other => format!(" {}", self.relation("control", other, true)),
        };
        Said::plain(Phrase::one(format!("no more than {n} {s}{of}")), format!("can {verb} each combat"))
    }

    fn unless_controller(&mut self, cost: &lawmage_ir::Cost, subject: &Phrase) -> String {
        let deed = self.cost_as_deed(cost, !subject.plural);
        if subject.plural {
            format!(" unless their controller {} for each of those creatures", self.cost_as_deed(cost, true))
        } else {
            format!(" unless its controller {deed}")
        }
    }

    /// " unless you pay {1}", for the object itself.
    fn unless_own(&mut self, cost: &Cost, what: &Selector, subject: &Phrase) -> String {
        if self.is_mine(what) {
            return format!(" unless you {}", self.cost_as_deed(cost, false));
        }
        self.unless_controller(cost, subject)
    }

    /// "you", "you or planeswalkers you control".
    pub(crate) fn attacked(&mut self, whom: &Filter) -> String {
        match (&whom.kind, &whom.test) {
            (Kind::Player, Test::Controlled(Who::You)) => "you".to_owned(),
            (Kind::Player, Test::Is(r)) => self.object(r),
            (Kind::Player, Test::Controlled(who @ Who::Ref(_))) => self.who(who).text,
            (Kind::Player, Test::Did(..)) => "a player it has already attacked this turn".to_owned(),
            (Kind::AnyTarget, Test::Controlled(who)) => {
                let whom = self.whom(who);
                let theirs = self.relation("control", who, true);
                format!("{whom} or permanents {theirs}")
            }
            (Kind::PlayerOrPermanent | Kind::AnyTarget, test)
                if visit::any(test, |t: &Test| *t == Test::Controlled(Who::You)) =>
            {
                "you or planeswalkers you control".to_owned()
            }
            _ => self.plural(whom),
        }
    }

    /// "can't block", "can't block Humans", "can't be blocked", "can't be blocked by …", "can't be blocked except by …".
    fn cant_block(&mut self, what: &Selector, whom: Option<&Selector>, unless: Option<&lawmage_ir::Cost>) -> Said {
        let Some(whom) = whom else {
            let subject = self.subject(what, Quant::Bare);
            let unless = unless.map(|c| self.unless_controller(c, &subject)).unwrap_or_default();
            return Said::new(what, subject, format!("can't block{unless}"));
        };
        if let Some(cost) = unless {
            let subject = self.subject(what, Quant::Bare);
            let whom = self.those_of(whom, Quant::Bare);
            let unless = self.unless_own(cost, what, &subject);
            return Said::new(what, subject, format!("can't block {whom}{unless}"));
        }
        if let Some(only) = only_these(whom) {
            let subject = self.subject(what, Quant::Bare);
            let only = self.plural(&only);
            return Said::new(what, subject, format!("can block only {only}"));
        }
        if let Selector::All(Filter { kind, test: Test::And(all) }) = whom
            && let [Test::Type(lawmage_ir::CardType::Creature), Test::Not(only)] = all.as_slice()
            && matches!(&**only, Test::And(of) if of.first() == Some(&Test::Type(lawmage_ir::CardType::Creature)))
        {
            let subject = self.subject(what, Quant::Bare);
            let only = self.plural(&Filter::new(kind.clone(), (**only).clone()));
            return Said::new(what, subject, format!("can block only {only}"));
        }
        let Selector::All(blockers) = what else {
            let subject = self.subject(what, Quant::Bare);
            let whom = self.those_of(whom, Quant::Bare);
            return Said::new(what, subject, format!("can't block {whom}"));
        };
        if let Test::Is(_) = blockers.test {
            let subject = self.subject(what, Quant::Bare);
            let whom = self.those_of(whom, Quant::Bare);
            return Said::new(what, subject, format!("can't block {whom}"));
        }
        let subject = self.subject(whom, Quant::Bare);
        let creature = Test::Type(lawmage_ir::CardType::Creature);
        let text = match &blockers.test {
            Test::Any => "can't be blocked".to_owned(),
            t if *t == creature => "can't be blocked".to_owned(),
            Test::Not(inner) => {
                format!("can't be blocked except by {}", self.plural(&Filter::permanent((**inner).clone())))
            }
            Test::And(all) => match all.as_slice() {
                [first, Test::Not(inner)] if *first == creature => {
                    let test = match &**inner {
                        noun @ (Test::Subtype(_) | Test::Type(_) | Test::Or(_) | Test::And(_)) => noun.clone(),
                        // "Creatures without defender can't block it."
                        _ => {
                            let subject = self.subject(what, Quant::Bare);
                            let whom = self.those_of(whom, Quant::Bare);
                            return Said::new(what, subject, format!("can't block {whom}"));
                        }
                    };
                    format!("can't be blocked except by {}", self.plural(&Filter::permanent(test)))
                }
                _ => format!("can't be blocked by {}", self.plural(blockers)),
            },
            _ => format!("can't be blocked by {}", self.plural(blockers)),
        };
        Said::new(whom, subject, text)
    }
}

/// What alone may be blocked, where all other creatures can't be: "creatures with flying".
fn only_these(whom: &Selector) -> Option<Filter> {
    let Selector::All(Filter { kind, test }) = whom else { return None };
    let only = match test {
        Test::Not(only) => only,
        Test::And(all) => match all.as_slice() {
            [Test::Type(lawmage_ir::CardType::Creature), Test::Not(only)] => only,
            _ => return None,
        },
        _ => return None,
    };
    Some(Filter::new(kind.clone(), (**only).clone()))
}

/// "can't" with the words of a table.
fn cant<T>(words: Option<(&str, T)>) -> String {
    format!("can't {}", words.map_or("", |(words, _)| words))
}

pub(super) fn you_control(what: &Selector) -> bool {
    match what {
        Selector::All(filter) => match &filter.test {
            Test::Controlled(Who::You) => true,
            Test::And(all) => all.contains(&Test::Controlled(Who::You)),
            _ => false,
        },
        _ => false,
    }
}

/// Spells without where they are cast from, and that: " from graveyards or libraries".
fn from_zones(filter: &Filter) -> (Filter, String) {
    let tests = filter.test.conjuncts();
    let found = tests.iter().find_map(|test| match test {
        Test::CastFrom(zones) => Some(*zones),
        _ => None,
    });
    let Some(zones) = found else { return (filter.clone(), String::new()) };
    let rest = tests.iter().filter(|test| !matches!(test, Test::CastFrom(_))).cloned();
    let rest = Filter::new(filter.kind.clone(), Test::all(rest));
    if zones.iter().count() > 4 {
        return (rest, " from anywhere other than their hands".to_owned());
    }
    (rest, format!(" from {}", from_words(zones)))
}

/// "graveyards or libraries", "exile".
pub(super) fn from_words(zones: ZoneSet) -> String {
    let words: Vec<String> = zones
        .iter()
        .map(|zone| match zone {
            Zone::Exile => "exile".to_owned(),
            zone => words::plural(zone.word()),
        })
        .collect();
    words::list(&words, "or")
}
