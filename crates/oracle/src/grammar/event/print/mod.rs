//! Event patterns: as triggers say them, as replacement effects do ("would …"), and as history does ("… this turn").

mod causes;
pub(crate) mod damage;
mod deeds;
pub(crate) mod facts;
mod limits;
mod object;
mod player;
mod step;
mod subject;
mod zones;

use lawmage_ir::{
    Amount, Cmp, Condition, EventPattern, Filter, Kind, Ref, Role, Selector, Status, Step, Test, Who, ZoneSet,
};

use self::facts::{exactly_lost, happens_once, is_dealt};
use crate::print::{Phrase, Printer, words};

/// An event as a subject and a verb phrase in its bare form.
#[derive(Clone, Debug)]
pub(crate) struct Happening {
    pub subject: Phrase,
    pub verb: String,
}

impl Happening {
    pub(crate) fn new(subject: Phrase, verb: impl Into<String>) -> Self {
        Self { subject, verb: verb.into() }
    }

    pub(crate) fn finite(&self) -> String {
        self.subject.does(&self.verb)
    }
}

impl Printer<'_> {
    /// With "when", "whenever" or "at".
    pub(crate) fn trigger(&mut self, event: &EventPattern) -> String {
        self.notice(event);
        self.damage_event = lawmage_ir::visit::any(event, |e: &EventPattern| matches!(e, EventPattern::Damage { .. }));
        self.scried = matches!(event, EventPattern::Scries(_));
        if let EventPattern::Moves { from, to, .. } = event
            && *from == ZoneSet::BATTLEFIELD
            && *to != ZoneSet::BATTLEFIELD
        {
            let subject = self.subject_is.clone().filter(|r| *r == Ref::This);
            self.moved.push(subject.unwrap_or(Ref::Event(Role::Subject))); // 603.10a
        }
        match event {
            EventPattern::Begins { step, whose } => format!("at the beginning of {}", self.step_of(*step, whose)),
            EventPattern::While(inner, condition)
                if let (EventPattern::Begins { step, .. }, Condition::ExtraTurnOf(_)) = (&**inner, &**condition) =>
            {
                format!("at the beginning of that turn's {}", step.word())
            }
            EventPattern::While(inner, condition)
                if matches!((&**inner, &**condition), (EventPattern::Begins { .. }, Condition::ExtraCombatOf(_))) =>
            {
                "at the beginning of that combat".to_owned()
            }
            EventPattern::While(inner, condition) if matches!(**inner, EventPattern::Begins { .. }) => {
                let head = self.trigger(inner);
                format!("{head}, if {}", self.condition(condition))
            }
            EventPattern::State(condition)
                if **condition == Condition::Is(Ref::This, Test::not(Test::Owned(Who::You))) =>
            {
                format!("when a player other than {}'s owner controls it", self.this_named())
            }
            EventPattern::State(condition) => format!("when {}", self.condition(condition)),
            EventPattern::Nth(inner, 1) if let EventPattern::Begins { step, whose } = &**inner => {
                let (whose, step) = (self.who(whose).possessive(), crate::grammar::event::step_word(*step));
                format!("at the beginning of {whose} first {step} each turn")
            }
            // 505.1b
            EventPattern::Nth(inner, 2) if let Some(whose) = main_phases(inner) => {
                let phase = self.step_of(Step::Main2, whose).replace("postcombat", "second");
                format!("at the beginning of {phase}")
            }
            EventPattern::Or(_) if main_phases(event) == Some(&Who::You) => {
                "at the beginning of each of your main phases".to_owned()
            }
            EventPattern::Or(all) if matches!(all.first(), Some(EventPattern::Begins { .. })) => {
                format!("at the beginning of {}", self.event(event).replacen(" begins", "", 1))
            }
            other => {
                let word = if happens_once(other) { "when" } else { "whenever" };
                format!("{word} {}", self.event(other))
            }
        }
    }

    /// An event in the present: "this creature enters or attacks".
    pub(crate) fn event(&mut self, event: &EventPattern) -> String {
        match event {
            EventPattern::While(inner, condition)
                if let Some(than) = crate::grammar::event::blocks::of_lesser_power(inner, condition) =>
            {
                format!("{} with {than} power", self.event(inner))
            }
            EventPattern::Or(all) if let Some((by, what)) = cast_or_copied(all) => self.casts_or_copies(by, what),
            EventPattern::Or(all)
                if let [EventPattern::Casts { what, .. }, EventPattern::Cycles { what: card, .. }] = all.as_slice()
                    && [what, card].iter().all(|one| one.test == Test::Is(Ref::This)) =>
            {
                format!("you cast or cycle {}", self.own_name())
            }
            EventPattern::Or(all) if let Some(text) = self.gains_or_loses(all) => text,
            EventPattern::Or(all) if let Some(text) = self.targeted_too(all, false) => text,
            EventPattern::Batch(inner)
                if let EventPattern::Or(all) = &**inner
                    && let Some(text) = self.targeted_too(all, true) =>
            {
                text
            }
            EventPattern::Or(all) if let Some((by, from)) = deeds::plays_a_card(all) => {
                let who = self.player_subject(by);
                format!("{} a card{from}", who.does("play"))
            }
            EventPattern::Or(all) if let Some(text) = self.dies_or_is_exiled(all) => text,
            EventPattern::Or(all) => self.one_of(all),
            EventPattern::While(inner, condition) => {
                if let Condition::CausedBy(by) = &**condition {
                    return self.caused(inner, by);
                }
                if let Condition::CausedBySpell(what) = &**condition {
                    let (spell, caused) = (self.one(what), self.happening(inner, false));
                    return format!("{spell} causes {} to {}", caused.subject.text, caused.verb);
                }
                if let Some(text) = self.nth_of_the_game(inner, condition) {
                    return text;
                }
                let head = self.event(inner);
                if let (EventPattern::Activates { .. }, Condition::Is(_, Test::Targets(what))) =
                    (&**inner, &**condition)
                {
                    return format!("{head} that targets {}", self.one(what));
                }
                if **condition == crate::grammar::event::to_its_owner() {
                    return head.replacen("to a player", "to its owner", 1);
                }
                if **condition == crate::grammar::event::as_much() {
                    return format!("{head} {}", crate::grammar::event::AS_MUCH.replace(" 's", "'s"));
                }
                if let Some(text) = with_total_power(inner, condition).or_else(|| self.transforming(inner, condition)) {
                    return format!("{head}{text}");
                }
                match (&**inner, &**condition) {
                    (
                        EventPattern::Attacks { what, .. },
                        Condition::Compare(Amount::Count(attackers), Cmp::AtLeast, Amount::Const(n)),
                    ) if let Some((of, other)) = company(attackers) => {
                        let others = if *n == 1 { self.singular(&of) } else { self.plural(&of) };
                        let others = if other { format!("other {others}") } else { others };
                        format!("{} and at least {} {others} attack", self.member(what, false).text, words::number(*n))
                    }
                    // 509.3e
                    (
                        EventPattern::BecomesBlocked { by: None, .. },
                        Condition::Compare(Amount::Count(_), Cmp::AtLeast, Amount::Const(n)),
                    ) => format!("{head} by {} or more creatures", words::number(*n)),
                    (
                        EventPattern::Blocks { whom: None, .. },
                        Condition::Compare(Amount::Count(_), Cmp::AtLeast, Amount::Const(n)),
                    ) => format!("{head} {} or more creatures", words::number(*n)),
                    // 509.3g
                    (EventPattern::Unblocked(what), Condition::Is(Ref::Attacked(..), test)) => {
                        let test = if *test == Test::Player { Test::Any } else { test.clone() };
                        let whom = self.defender(&Filter::new(Kind::Player, test));
                        let attack = Happening::new(self.member(what, false), format!("attack {whom}")).finite();
                        format!("{attack} and isn't blocked")
                    }
                    (_, first) if *first == crate::grammar::event::first_drawn(Who::You) => {
                        format!("{} during each of your draw steps", head.replacen("a card", "your first card", 1))
                    }
                    _ => format!("{head} {}", self.while_clause(condition)),
                }
            }
            EventPattern::Batch(each) if exactly_lost(each).is_some() => {
                let (who, verb, n) = exactly_lost(each).unwrap_or((&Who::All, "lose", &Amount::ONE));
                let players = if *who == Who::Opponents { "opponents" } else { "players" };
                format!("one or more {players} each {verb} exactly {} life", self.expression(n))
            }
            EventPattern::Number(inner, ..) if matches!(**inner, EventPattern::Rolls(_)) => {
                self.happening(event, false).finite()
            }
            EventPattern::Number(inner, cmp, n) => self.so_many(inner, *cmp, n),
            EventPattern::Nth(inner, n) => self.nth(inner, *n),
            EventPattern::Begins { step, whose } => format!("{} begins", self.step_of(*step, whose)),
            other => self.happening(other, false).finite(),
        }
    }

    fn casts_or_copies(&mut self, by: &Who, what: &Filter) -> String {
        let who = self.player_subject(by);
        let verb = if who.plural { "cast or copy" } else { "casts or copies" };
        format!("{} {verb} {}", who.text, self.one(what))
    }

    /// "~ enters or dies", "you cast a spell and whenever a creature dies".
    fn one_of(&mut self, all: &[EventPattern]) -> String {
        let mut texts: Vec<String> = Vec::new();
        let mut subject: Option<Phrase> = None;
        let mut same = true;
        let mut parts = Vec::new();
        for (at, one) in all.iter().enumerate() {
            if at > 0 {
                self.thing = None;
            }
            let happening = self.happening(one, false);
            same &= subject.as_ref().is_none_or(|s| s.text == happening.subject.text);
            subject.get_or_insert_with(|| happening.subject.clone());
            let word = if at == 0 { String::new() } else { self.trigger_word(one) };
            texts.push(match one {
                EventPattern::Begins { step, whose } if at > 0 => {
                    format!("at the beginning of {}", self.step_of(*step, whose))
                }
                EventPattern::Nth(..) | EventPattern::While(..) | EventPattern::Number(..) => {
                    same = false;
                    self.thing = None;
                    format!("{word}{}", self.event(one))
                }
                _ => format!("{word}{}", happening.finite()),
            });
            parts.push(words::agree(&happening.verb, happening.subject.plural));
        }
        match subject {
            Some(subject) if same => format!("{} {}", subject.text, words::list(&parts, "or")),
            _ => texts.join(" and "),
        }
    }

    /// "three or more creatures you control attack a player", "an opponent loses exactly 1 life".
    fn so_many(&mut self, inner: &EventPattern, cmp: Cmp, n: &Amount) -> String {
        let head = self.event(inner);
        let number = self.expression(n);
        let range = match cmp {
            Cmp::AtLeast => format!("{number} or more"),
            Cmp::AtMost => format!("{number} or less"),
            Cmp::Equal => format!("exactly {number}"),
            _ => number,
        };
        if let (EventPattern::Batch(each), Cmp::AtLeast, Amount::Const(least)) = (inner, cmp, n)
            && !matches!(**each, EventPattern::Damage { .. })
        {
            // Not that you attack.
            let head = match &**each {
                EventPattern::Attacks { .. } => self.happening(each, true).finite(),
                _ => head,
            };
            return head.replacen("one or more", &format!("{} or more", words::number(*least)), 1);
        }
        if let (EventPattern::AttackDeclared { by, .. }, Cmp::Equal, Amount::Const(n)) = (inner, cmp, n) {
            let attack = Happening::new(self.player_subject(by), "attack with exactly").finite();
            return format!("{attack} {} creature{}", words::number(*n), if *n == 1 { "" } else { "s" });
        }
        // What one source deals, whichever it is.
        let single = matches!(inner, EventPattern::Damage { .. } if is_dealt(inner));
        let head = if single { format!("{head} by a single source") } else { head };
        head.replacen(" damage", &format!(" {range} damage"), 1).replacen(" life", &format!(" {range} life"), 1)
    }

    /// "whenever", before the second of two events with subjects of their own.
    fn trigger_word(&self, event: &EventPattern) -> String {
        if happens_once(event) { "when ".to_owned() } else { "whenever ".to_owned() }
    }

    /// "transforms into ~": into the face whose text this is (701.28e).
    fn transform_into(&mut self, what: &Filter, batch: bool) -> Happening {
        Happening::new(self.member(what, batch), format!("transform into {}", self.own_name()))
    }

    /// An event as subject and verb.
    pub(crate) fn happening(&mut self, event: &EventPattern, batch: bool) -> Happening {
        match event {
            EventPattern::Batch(inner) if is_dealt(inner) => self.happening(inner, batch),
            EventPattern::Batch(inner) if let EventPattern::Batch(each) = &**inner => self.several_dealt(each),
            EventPattern::Batch(inner) if let EventPattern::CountersRemoved { from, kind, last: false } = &**inner => {
                let kind = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let from = self.member(from, false).text;
                Happening::new(Phrase::many(format!("one or more {kind}counters")), format!("be removed from {from}"))
            }
            EventPattern::Batch(inner) if let Some(attack) = self.attack_on(inner) => attack,
            EventPattern::Batch(inner) => self.happening(inner, true),
            EventPattern::ExcessDamage { to, combat } => self.excess_damage(to, *combat, batch),
            EventPattern::DamageCostsLoyalty(of) => {
                Happening::new(Phrase::one("damage"), format!("remove all loyalty counters from {}", self.one(of)))
            }
            EventPattern::DamageCostsLife { who, below } => self.damage_costs_life(who, below),
            EventPattern::CountersReach { on, kind, nth } => self.counters_reach(on, kind, *nth),
            EventPattern::DrawsCards { by, least } => self.draws_cards(by, *least),
            EventPattern::Number(inner, Cmp::AtLeast, least) => self.at_least(inner, least, batch),
            EventPattern::Number(inner, lawmage_ir::Cmp::Equal, lawmage_ir::Amount::Slot(_))
                if let EventPattern::Regenerates(what) = &**inner =>
            {
                Happening::new(self.member(what, batch), "regenerate this way".to_owned())
            }
            EventPattern::While(inner, _)
            | EventPattern::Number(inner, ..)
            | EventPattern::Nth(inner, _)
            | EventPattern::Before(inner) => self.happening(inner, batch),
            EventPattern::Exploits { by, what } => self.exploits(by, what, batch),
            EventPattern::Moves { what: Filter { kind, test: Test::And(all) }, from, to, cause, by }
                if let [state @ Test::Status(Status::Tapped | Status::Untapped), this @ Test::Is(Ref::This)]
                | [this @ Test::Is(Ref::This), state @ Test::Status(Status::Tapped | Status::Untapped)] =
                    all.as_slice() =>
            {
                let what = Filter::new(kind.clone(), this.clone());
                let happening = self.moves(&what, *from, *to, *cause, by.as_ref(), batch);
                let state = if *state == Test::Status(Status::Tapped) { "tapped" } else { "untapped" };
                Happening::new(happening.subject, format!("{} {state}", happening.verb))
            }
            EventPattern::Moves { what, from, to, cause, by } => {
                self.moves(what, *from, *to, *cause, by.as_ref(), batch)
            }
            EventPattern::Damage { by, to, combat } => self.damage_event(by, to, *combat, batch),
            EventPattern::Attacks { what, whom, alone, others } => {
                self.attack(what, whom.as_ref(), *alone, *others, batch)
            }
            EventPattern::AttackDeclared { by, with, least } => self.attack_with(by, with, *least),
            EventPattern::Blocks { what, whom } => self.block(what, whom.as_ref(), batch),
            EventPattern::BecomesBlocked { what, by } => self.become_blocked(what, by.as_ref(), batch),
            EventPattern::Unblocked(what) => Happening::new(self.member(what, batch), "attack and isn't blocked"),
            EventPattern::Casts { by, what } => self.cast(by, what, batch),
            EventPattern::Copies { by, what } => self.copy(by, what, batch),
            EventPattern::PlaysLand { by, what, from } => self.plays_land(by, what, *from),
            EventPattern::Activates { by, source, mana_too, only } => self.activate(by, source, *mana_too, *only),
            EventPattern::GainsLife(who) => Happening::new(self.player_subject(who), "gain life"),
            EventPattern::LosesLife(who) => Happening::new(self.player_subject(who), "lose life"),
            EventPattern::CountersPut { on, kind, by_effect: true, .. } => self.put_by_effect(on, kind.as_ref()),
            EventPattern::CountersPut { on, kind, by, .. } => self.counters_put(on, kind.as_ref(), by.as_ref(), batch),
            EventPattern::CountersRemoved { from, kind, last } => self.counters_removed(from, kind.as_ref(), *last),
            EventPattern::Tapped(what) => Happening::new(self.member(what, batch), "become tapped"),
            EventPattern::Untapped(what) => Happening::new(self.member(what, batch), "become untapped"),
            EventPattern::Taps { by, what } => self.taps(by, "tap", what, batch),
            EventPattern::Untaps { by, what } => self.taps(by, "untap", what, batch),
            EventPattern::TappedForMana { what, by, of } => self.tapped_for_mana(what, by, of.is_some()),
            EventPattern::Targeted { what, by } => self.targeted(what, by, batch),
            EventPattern::Begins { step, whose } => Happening::new(Phrase::one(self.step_of(*step, whose)), "begin"),
            EventPattern::Shuffles(who) => self.shuffles(who),
            EventPattern::Searches(who) => self.searches(who),
            EventPattern::Scries(_) | EventPattern::Surveils(_) | EventPattern::Proliferates(_) => self.at_once(event),
            EventPattern::Mills(who) => Happening::new(self.player_subject(who), "mill one or more cards"),
            EventPattern::FlipsCoin { by, won: true } => Happening::new(self.player_subject(by), "win a coin flip"),
            EventPattern::FlipsCoin { by, .. } => Happening::new(self.player_subject(by), "lose a coin flip"),
            EventPattern::Does { by, deed, what, object } => self.deed_done(by, *deed, what.as_ref(), object.as_ref()),
            EventPattern::Explores { what, land } => {
                let found = land.map_or("", |land| if land { " a land card" } else { " a nonland card" });
                Happening::new(self.member(what, batch), format!("explore{found}"))
            }
            EventPattern::Regenerates(what) => Happening::new(self.member(what, batch), "regenerate".to_owned()),
            EventPattern::PaysLife(who) => Happening::new(self.player_subject(who), "pay life"),
            EventPattern::RevealsDrawn(what) => self.reveals_drawn(what),
            EventPattern::TurnBegins(who) => self.turn_begins(who),
            EventPattern::ExtraTurnBegins(who) => Happening::new(self.player_subject(who), "begin an extra turn"),
            EventPattern::Exerts { by, what, attacking } => self.exerts(by, what, *attacking),
            EventPattern::Attractions { by, deed, .. } => self.attractions(by, deed),
            EventPattern::Rolls(who) if batch => Happening::new(self.player_subject(who), "roll one or more dice"),
            EventPattern::Rolls(who) => Happening::new(self.player_subject(who), "roll a die"),
            EventPattern::RollsNatural(who, None) => {
                Happening::new(self.player_subject(who), "roll a die's highest natural result")
            }
            EventPattern::RollsNatural(who, Some(n)) => {
                Happening::new(self.player_subject(who), format!("roll a natural {n}"))
            }
            EventPattern::PutsSticker { by, kind, on } => self.puts_sticker(by, *kind, on),
            EventPattern::Cycles { by, what } => self.cycles(by, what),
            EventPattern::Attached { what, to } => self.attached("become", what, to, batch),
            EventPattern::EntersAttached { what, to } => self.attached("enter", what, to, batch),
            EventPattern::Unattached { what, from } => self.unattached(what, from, batch),
            EventPattern::PhasesOut(what) => Happening::new(self.member(what, batch), "phase out"),
            EventPattern::PhasesIn(what) => Happening::new(self.member(what, batch), "phase in"),
            EventPattern::LosesControl { by, what } => self.loses_control(by, what),
            EventPattern::GainsControl { by, what, from } => self.gains_control(by, what, from.as_ref()),
            EventPattern::Transforms(what) => Happening::new(self.member(what, batch), "transform"),
            EventPattern::TransformsInto(what) => self.transform_into(what, batch),
            EventPattern::CommitsCrime(who) => Happening::new(self.player_subject(who), "commit a crime"),
            EventPattern::Expends(who, n) => Happening::new(self.player_subject(who), format!("expend {n}")),
            EventPattern::BecomesMonstrous(what) => Happening::new(self.member(what, batch), "become monstrous"),
            EventPattern::Casual(event) => self.casual_event(event),
            EventPattern::DayTurns => Happening::new(Phrase::one("day"), "become night or night becomes day"),
            EventPattern::Mutates(what) => Happening::new(self.member(what, batch), "mutate"),
            EventPattern::BecomesLevel(what, n) => self.becomes_level(what, *n, batch),
            EventPattern::Unlocks { by, what, fully } => self.unlocks(by, what, *fully),
            EventPattern::EntersRoom(_) => Happening::new(Phrase::you(), "move your venture marker into this room"),
            EventPattern::CompletesDungeon(who) => Happening::new(self.player_subject(who), "complete a dungeon"),
            EventPattern::TurnedFaceUp(what) => Happening::new(self.member(what, batch), "be turned face up"),
            EventPattern::TokenCreated { by, what } => self.token_created(by, what, batch),
            EventPattern::Prevented { by, to } => self.prevented(by, to),
            EventPattern::Countered(what) => Happening::new(self.member(what, batch), "be countered"),
            EventPattern::ProducesMana { source, by, of } => self.produces_mana(source, by, of.is_some()),
            EventPattern::LosesGame(who) => Happening::new(self.player_subject(who), "lose the game"),
            EventPattern::State(condition) => Happening::new(Phrase::one(self.condition(condition)), "be so"),
            EventPattern::Or(all) => self.either(all, batch),
        }
    }

    /// "you gain or lose life": who does, where either is the event.
    fn gains_or_loses(&mut self, all: &[EventPattern]) -> Option<String> {
        let [EventPattern::GainsLife(who), EventPattern::LosesLife(too)] = all else { return None };
        if who != too {
            return None;
        }
        let who = self.player_subject(who);
        let (gain, lose) = if who.plural || who.you { ("gain", "lose") } else { ("gains", "loses") };
        Some(format!("{} {gain} or {lose} life", who.text))
    }

    /// "you scry", "you surveil", "you proliferate".
    fn at_once(&mut self, event: &EventPattern) -> Happening {
        let (who, verb) = match event {
            EventPattern::Scries(who) => (who, "scry"),
            EventPattern::Surveils(who) => (who, "surveil"),
            EventPattern::Proliferates(who) => (who, "proliferate"),
            _ => (&Who::You, ""),
        };
        Happening::new(self.player_subject(who), verb)
    }

    /// "a land is tapped for mana", "you tap a land for mana".
    fn tapped_for_mana(&mut self, what: &Filter, by: &Who, chosen: bool) -> Happening {
        match by {
            Who::All if chosen => Happening::new(self.member(what, false), "be tapped for mana of the chosen color"),
            Who::All => Happening::new(self.member(what, false), "be tapped for mana"),
            by => self.produces_mana(what, by, false),
        }
    }

    /// What may happen in several ways to one subject: "~ enters or attacks".
    fn either(&mut self, all: &[EventPattern], batch: bool) -> Happening {
        let Some((first, others)) = all.split_first() else {
            return Happening::new(Phrase::one("nothing"), "happen");
        };
        let head = self.happening(first, batch);
        let mut verbs = vec![head.verb];
        for other in others {
            self.thing = None;
            verbs.push(self.happening(other, batch).verb);
        }
        Happening::new(head.subject, words::list(&verbs, "or"))
    }

    /// "you roll a 4 or higher"; the numbers of other events stand elsewhere in their sentence.
    fn at_least(&mut self, inner: &EventPattern, least: &Amount, batch: bool) -> Happening {
        match inner {
            EventPattern::Rolls(who) => {
                let subject = self.player_subject(who);
                Happening::new(subject, format!("roll a {} or higher", self.digits(least)))
            }
            other => self.happening(other, batch),
        }
    }
}

/// Who casts or copies what, where either is the event.
fn cast_or_copied(all: &[EventPattern]) -> Option<(&Who, &Filter)> {
    match all {
        [EventPattern::Casts { by, what }, EventPattern::Copies { by: too, what: same }]
            if by == too && what == same =>
        {
            Some((by, what))
        }
        _ => None,
    }
}

/// " with creatures with total power 6 or greater", ", if you attacked with creatures with total power 6 or greater this combat"
fn with_total_power(event: &EventPattern, condition: &Condition) -> Option<String> {
    let Condition::Compare(Amount::Total(..), _, Amount::Const(n)) = condition else { return None };
    let said = *condition == crate::grammar::event::total_power_of_attackers(*n);
    let with = format!("with creatures with total power {n} or greater");
    let declared = matches!(event, EventPattern::AttackDeclared { .. });
    said.then(|| if declared { format!(" {with}") } else { format!(", if you attacked {with} this combat") })
}

/// Whose main phases begin, each of them.
fn main_phases(event: &EventPattern) -> Option<&Who> {
    let EventPattern::Or(all) = event else { return None };
    match all.as_slice() {
        [EventPattern::Begins { step: Step::Main, whose }, EventPattern::Begins { step: Step::Main2, .. }] => {
            Some(whose)
        }
        _ => None,
    }
}

/// What attacks besides the object itself, and whether the text says "other": "~ and at least one Human attack".
fn company(attackers: &Selector) -> Option<(Filter, bool)> {
    let Selector::All(Filter { kind: Kind::Permanent, test: Test::And(all), .. }) = attackers else { return None };
    let is_this = |test: &Test| matches!(test, Test::Not(inner) if inner.is_this());
    let (of, other) = match all.as_slice() {
        [first, of @ .., Test::Status(Status::Attacking)] if is_this(first) => (of, true),
        [of @ .., Test::Status(Status::Attacking), last] if is_this(last) => (of, false),
        _ => return None,
    };
    Some((Filter::permanent(Test::all(of.to_vec())), other))
}
