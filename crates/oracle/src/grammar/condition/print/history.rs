//! Events that have happened: "a creature died this turn", "the number of spells you've cast this turn".

use lawmage_ir::{
    Amount, Cause, Cmp, Condition, EventPattern, Filter, KeywordDeed, Kind, Ref, Role, Span, Step, Test, Who, Zone,
    ZoneSet,
};

use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "was dealt damage this turn", behind "that" or a subject.
    pub(crate) fn did(&mut self, event: &EventPattern, span: Span) -> String {
        let span = span_word(span);
        self.it.push(Phrase::one("it"));
        // "dealt damage by ~ this turn" has its own shape: the tested one is the object.
        let activated = |source: &Filter| source.test == Test::Is(Ref::It);
        let text = match event {
            EventPattern::Activates { source, .. } if activated(source) => format!("was activated {span}"),
            EventPattern::Damage { by, to, combat } if to.test == Test::Is(Ref::It) => {
                let kind = if *combat == Some(true) { "combat damage" } else { "damage" };
                let by = if by.test == Test::Any { String::new() } else { self.by_controlled(by) };
                format!("was dealt {kind}{by} {span}")
            }
            EventPattern::Or(all)
                if let [
                    EventPattern::Blocks { whom: Some(whom), .. },
                    EventPattern::BecomesBlocked { by: Some(by), .. },
                ] = all.as_slice()
                    && whom == by =>
            {
                format!("blocked or was blocked by {} {span}", self.one(by))
            }
            EventPattern::BecomesBlocked { what, by: Some(by) } if what.test == Test::Is(Ref::It) => {
                format!("was blocked by {} {span}", self.one(by))
            }
            EventPattern::Or(both)
                if let [EventPattern::Blocks { whom, .. }, EventPattern::BecomesBlocked { what, by }] =
                    both.as_slice()
                    && what.test == Test::Is(Ref::It)
                    && whom == by =>
            {
                let by = by.as_ref().map(|by| format!(" by {}", self.one(by))).unwrap_or_default();
                format!("blocked or was blocked{by} {span}")
            }
            EventPattern::CountersPut { on, kind, .. } if on.test == Test::Is(Ref::It) && span == "this way" => {
                let counter = kind.as_ref().map_or_else(|| "counter".to_owned(), |k| format!("{k} counter"));
                format!("had {} put on it {span}", words::article(&counter))
            }
            EventPattern::LosesLife(_) => format!("lost life {span}"),
            EventPattern::GainsLife(_) => format!("gained life {span}"),
            other => {
                let happening = self.happening(other, false);
                format!("{} {span}", words::past(&happening.verb, false))
            }
        };
        self.it.pop();
        text
    }

    /// "that didn't attack or enter this turn".
    pub(crate) fn did_none_of(&mut self, events: &[EventPattern]) -> String {
        self.it.push(Phrase::one("it"));
        let deeds: Vec<String> = events.iter().map(|one| self.happening(one, false).verb).collect();
        self.it.pop();
        format!("that didn't {} this turn", words::list(&deeds, "or"))
    }

    /// "you gained life this turn", "a creature died this turn", "three or more creatures died this turn".
    pub(crate) fn happened(&mut self, event: &EventPattern, span: Span, n: u32) -> String {
        if let Some(said) = self.said_of_turn(event, span, n) {
            return said;
        }
        let span = span_word(span);
        if *event == crate::grammar::condition::warped() {
            return format!("a spell was warped {span}");
        }
        if *event == crate::grammar::condition::played_elsewhere() {
            return format!("you've played a land or cast a spell {span} from anywhere other than your hand");
        }
        if let Some(had) = self.had(event, n) {
            return format!("{had} {span}");
        }
        if let EventPattern::Does { by: Who::Opponents, deed: KeywordDeed::Destroys, what: Some(what), object: None } =
            event
        {
            let own = Test::Controlled(Who::You);
            let rest = Test::all(what.test.conjuncts().iter().filter(|test| **test != own).cloned());
            let what = self.one(&Filter::permanent(rest));
            return format!(
                "{what} under your control was destroyed {span} by a spell or ability an opponent controlled"
            );
        }
        if n > 1 {
            let n = i32::try_from(n).unwrap_or(i32::MAX);
            return self.happened_times(
                event,
                if span == "last turn" { Span::LastTurn } else { Span::ThisTurn },
                Cmp::AtLeast,
                n,
            );
        }
        if let EventPattern::Attacks { what, whom: Some(whom), alone: false, others: 0 } = event
            && what.test == Test::Any
            && whom.test == Test::Controlled(Who::You)
            && span == "this combat"
        {
            return "you've been attacked this step".to_owned();
        }
        if *event == crate::grammar::condition::land_before() {
            return format!("it wasn't the first land you played {span}");
        }
        if *event == crate::grammar::condition::descends() {
            return format!("you descended {span}");
        }
        if let EventPattern::Damage { by, to, combat } = event
            && to.kind == Kind::Player
            && by.test != Test::Any
        {
            let (whom, by) = (self.one(to), self.one(by));
            let damage = if *combat == Some(true) { "combat damage" } else { "damage" };
            let whom = if whom == "a player who is you" { "you were".to_owned() } else { format!("{whom} was") };
            return format!("{whom} dealt {damage} by {by} {span}");
        }
        if let EventPattern::Or(all) = event
            && all.as_slice() == [EventPattern::GainsLife(Who::You), EventPattern::LosesLife(Who::You)]
        {
            return format!("you gained or lost life {span}");
        }
        if let EventPattern::Or(all) = event
            && let [EventPattern::Attacks { what, .. }, EventPattern::Blocks { what: same, .. }] = all.as_slice()
            && what == same
        {
            return format!("{} attacked or blocked {span}", self.member(what, false).text);
        }
        if let EventPattern::Moves { what, from, to, cause: None, by: None } = event {
            let (owner, test) = crate::grammar::event::facts::owner_apart(&what.test);
            if owner == Some(Who::You) && *from == ZoneSet::BATTLEFIELD && *to == ZoneSet::of(Zone::Hand) {
                let what = self.one(&Filter::new(what.kind.clone(), test));
                return format!("{what} was put into your hand from the battlefield {span}");
            }
            if what.test.conjuncts().contains(&Test::Controlled(Who::Opponents))
                && let Some((thing, did)) = self.came_or_went(what, *from, *to, false)
                && let Some(did) = did.strip_prefix("that ")
            {
                return format!("{} {did} {span}", words::article(&thing));
            }
        }
        let happening = self.happening(event, false);
        if let EventPattern::BecomesBlocked { by: None, .. } = event {
            return format!("{} was blocked {span}", happening.subject.text);
        }
        if let EventPattern::AttackDeclared { .. } = event {
            return format!("{} {} {span}", happening.subject.text, happening.verb.replacen("attack", "attacked", 1));
        }
        format!(
            "{} {} {span}",
            happening.subject.text,
            words::past(&happening.verb, happening.subject.plural || happening.subject.you)
        )
    }

    /// "an opponent had two or more creatures enter under their control", of the one player who is asked.
    fn had(&mut self, event: &EventPattern, n: u32) -> Option<String> {
        let EventPattern::Moves { what, from: ZoneSet::ANYWHERE, to, cause: None, by: None } = event else {
            return None;
        };
        let it = Who::Ref(Ref::It);
        let all = what.test.conjuncts();
        let (kind, whose, deed) = if *to == ZoneSet::BATTLEFIELD {
            (what.kind.clone(), Test::Controlled(it.clone()), "enter under their control")
        } else if *to == ZoneSet::of(Zone::Graveyard) && all.contains(&Test::Card) {
            let card = Kind::Card(ZoneSet::default());
            (card, Test::Owned(it.clone()), "put into their graveyard from anywhere")
        } else {
            return None;
        };
        if !all.contains(&whose) {
            return None;
        }
        let rest = all.iter().filter(|t| **t != whose && **t != Test::Card).cloned();
        let rest = Filter::new(kind, Test::all(rest));
        let things = match i32::try_from(n).ok()? {
            1 => words::article(&self.singular(&rest)),
            n => format!("{} {}", self.many(Cmp::AtLeast, &Amount::Const(n)), self.plural(&rest)),
        };
        let who = self.player_subject(&it).text;
        Some(format!("{who} had {things} {deed}"))
    }

    pub(crate) fn never_happened(&mut self, event: &EventPattern, span: Span) -> String {
        let span = span_word(span);
        if let EventPattern::Casts { by: Who::All, what } = event {
            return format!("no {} were cast {span}", self.plural(what));
        }
        let happening = self.happening(event, false);
        if let EventPattern::Casts { by: Who::You, .. } = event {
            return format!("you haven't {} {span}", happening.verb);
        }
        let verb = happening.verb.strip_prefix("be ");
        // "no creatures attacked this turn": not that there is one that didn't.
        let noun = happening.subject.text.split_once(' ').filter(|(article, _)| matches!(*article, "a" | "an"));
        if let (Some((_, noun)), None) = (noun, verb)
            && !noun.contains(' ')
        {
            return format!("no {} {} {span}", words::plural(noun), words::past(&happening.verb, true));
        }
        match verb {
            Some(participle) => format!("{} wasn't {participle} {span}", happening.subject.text),
            None => format!("{} didn't {} {span}", happening.subject.text, happening.verb),
        }
        .replacen("a spell was", "no spells were", 1)
    }

    /// "you control three or more lands with the same name".
    pub(crate) fn so_many_alike(&mut self, filter: &Filter, cmp: Cmp, n: &Amount, by_name: bool) -> String {
        let alike = if by_name { "with the same name" } else { "that share a creature type" };
        let number = self.many(cmp, n);
        let tests = filter.test.conjuncts();
        let who = tests.iter().find_map(|t| if let Test::Controlled(who) = t { Some(who.clone()) } else { None });
        let rest = Test::all(tests.iter().filter(|t| !matches!(t, Test::Controlled(_))).cloned());
        let those = self.plural(&Filter::new(filter.kind.clone(), rest));
        let who = self.player_subject(&who.unwrap_or(Who::All)).does("control");
        format!("{who} {number} {those} {alike}")
    }

    pub(crate) fn happened_times(&mut self, event: &EventPattern, span: Span, cmp: Cmp, n: i32) -> String {
        let span = span_word(span);
        let many = self.many(cmp, &Amount::Const(n));
        match event {
            EventPattern::Begins { step, whose: Who::All } if (cmp, n) == (Cmp::Equal, 1) => {
                let what = if *step == Step::BeginCombat { "combat phase" } else { step.word() };
                format!("it's the first {what} of the turn")
            }
            EventPattern::Casts { by, what } => {
                let who = self.player_subject(by);
                let one = (cmp, n) == (Cmp::Equal, 1);
                let spells = if one { self.singular(what) } else { self.plural(what) };
                if who.you {
                    format!("you've cast {many} {spells} {span}")
                } else {
                    format!("{} cast {many} {spells} {span}", who.text)
                }
            }
            EventPattern::Moves { what, from, to, .. }
                if *from == ZoneSet::BATTLEFIELD && *to == ZoneSet::of(Zone::Graveyard) =>
            {
                format!("{many} {} died {span}", self.plural(what))
            }
            EventPattern::Moves { what, to, cause: None, .. } if *to == ZoneSet::BATTLEFIELD => {
                let text = self.plural(what);
                match text.strip_suffix(" you control") {
                    Some(head) => format!("{many} {head} entered under your control {span}"),
                    None => format!("{many} {text} entered {span}"),
                }
            }
            EventPattern::Rolls(Who::You) => format!("you've rolled {many} dice {span}"),
            EventPattern::Moves { cause: Some(Cause::Draw), by: Some(Who::You), .. } => {
                format!("you've drawn {many} cards {span}")
            }
            EventPattern::Moves { cause: Some(Cause::Draw), by: Some(by), .. } => {
                let who = self.player_subject(by);
                format!("{} drew {many} cards {span}", who.text)
            }
            EventPattern::Attacks { what, .. } => format!("{many} {} attacked {span}", self.plural(what)),
            // "three or more cards left your graveyard this turn"
            EventPattern::Moves { what, from, cause: None, by: None, .. }
                if *from == ZoneSet::of(Zone::Graveyard)
                    && what.test == Test::Owned(Who::You)
                    && matches!(what.kind, Kind::Card(_) | Kind::Object) =>
            {
                format!("{many} cards left your graveyard {span}")
            }
            // "three or more cards were put into your graveyard from anywhere other than the battlefield this turn"
            EventPattern::Moves { what, from, to, cause: None, by: None }
                if *to == ZoneSet::of(Zone::Graveyard)
                    && what.test == Test::Owned(Who::You)
                    && from.iter().count() > 4
                    && matches!(what.kind, Kind::Card(_) | Kind::Object) =>
            {
                let but = if from.has(Zone::Battlefield) { "" } else { " other than the battlefield" };
                format!("{many} cards were put into your graveyard from anywhere{but} {span}")
            }
            EventPattern::Moves { what, cause: Some(Cause::Sacrifice), by: Some(by), .. } => {
                let who = self.player_subject(by);
                format!("{} sacrificed {many} {} {span}", who.text, self.plural(what))
            }
            other if let Some(text) = self.so_many_cards_happened(other, &many) => format!("{text} {span}"),
            other => {
                let happening = self.happening(other, false);
                format!(
                    "{} {} {many} times {span}",
                    happening.subject.text,
                    words::past(&happening.verb, happening.subject.plural)
                )
            }
        }
    }

    pub(crate) fn number_of_events(&mut self, event: &EventPattern, span: Span) -> String {
        let this_way = if span == Span::ThisWay { self.befell_this_way(event, true) } else { None };
        let span = span_word(span);
        if *event == crate::grammar::condition::descends() {
            return format!("the number of times you descended {span}");
        }
        let (bare, from) = apart_from_where(event);
        if let Some((things, did)) = this_way.or_else(|| self.befell(&bare, true)) {
            return format!("the number of {things} {did} {span}{from}");
        }
        match event {
            EventPattern::Attacks { what, .. } => {
                let attackers = match &what.test {
                    Test::Controlled(_) => "creatures".to_owned(),
                    Test::And(all) => {
                        let rest = all.iter().filter(|t| !matches!(t, Test::Controlled(_))).cloned();
                        self.plural(&Filter::permanent(Test::all(rest)))
                    }
                    _ => self.plural(what),
                };
                format!("the number of {attackers} you attacked with {span}")
            }
            EventPattern::Moves { what, from: ZoneSet::ANYWHERE, to, cause: None, by: None }
                if let Some(owner) = owner_of_cards(what).filter(|_| *to == ZoneSet::of(Zone::Graveyard)) =>
            {
                let whose = self.owner_of_zone(&owner, false);
                let whose = if whose == "its" { "their".to_owned() } else { whose };
                format!("the number of cards put into {whose} graveyard from anywhere {span}")
            }
            EventPattern::Moves { what, from, to, cause, by } => {
                let plural = self.plural(what);
                let happening = self.moves(what, *from, *to, *cause, by.as_ref(), false);
                format!("the number of {plural} that {} {span}", words::past(&happening.verb, true))
            }
            EventPattern::Before(earlier) if let EventPattern::Casts { by: Who::All, what } = &**earlier => {
                format!("the number of {} cast before that spell {span}", self.plural(what))
            }
            other => {
                let text = self.event(other);
                format!("the number of times {text} {span}")
            }
        }
    }

    pub(crate) fn sum_of_events(&mut self, event: &EventPattern, span: Span) -> String {
        let span = span_word(span);
        match event {
            EventPattern::LosesLife(Who::You) => format!("the total life you lost {span}"),
            EventPattern::LosesLife(Who::Opponents) => format!("the total life lost by your opponents {span}"),
            EventPattern::LosesLife(Who::All) => format!("the total life lost by players {span}"),
            EventPattern::LosesLife(who) => match self.whom(who).as_str() {
                "them" => format!("the life they lost {span}"),
                "that player" => format!("the life that player lost {span}"),
                whom => format!("the total life lost by {whom} {span}"),
            },
            EventPattern::ExcessDamage { to, .. } => format!("the excess damage dealt to {} {span}", self.one(to)),
            EventPattern::GainsLife(Who::You) => format!("the amount of life you gained {span}"),
            EventPattern::GainsLife(who) => format!("the total life gained by {} {span}", self.whom(who)),
            EventPattern::Damage { by, to, combat } => {
                let damage = crate::grammar::event::damage::damage_word(*combat);
                let to = match (&to.kind, &to.test) {
                    (Kind::Player, Test::Controlled(Who::You)) => "you".to_owned(),
                    (Kind::Player, Test::Controlled(Who::Opponents)) => "your opponents".to_owned(),
                    _ => self.one(to),
                };
                let by = match &by.test {
                    Test::Any => String::new(),
                    Test::Is(_) => format!(" by {}", self.one(by)),
                    _ => format!(" by {}", self.plural(by)),
                };
                format!("the {damage} dealt to {to}{by} {span}")
            }
            EventPattern::CountersPut { on, kind, by, .. } => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                if let (Some(Who::You), Test::And(tests)) = (by, &on.test)
                    && let [rest @ .., Test::Controlled(Who::You)] = tests.as_slice()
                {
                    let on = Filter { test: Test::all(rest.iter().cloned()), ..on.clone() };
                    let on = self.plural(&on);
                    return format!("the number of {word}counters you've put on {on} under your control {span}");
                }
                format!("the number of {word}counters put on {} {span}", self.one(on))
            }
            other => format!("the total of {} {span}", self.event(other)),
        }
    }
}

/// "this turn" and so on.
pub(crate) const fn span_word(span: Span) -> &'static str {
    match span {
        Span::ThisTurn => "this turn",
        Span::LastTurn => "last turn",
        Span::ThisCombat => "this combat",
        Span::ThisStep => "this step",
        Span::ThisWay => "this way",
        Span::AtOnce => "at that time",
    }
}

impl Printer<'_> {
    /// "spell cast before it this turn": what happened, as "for each …" says it.
    pub(crate) fn event_each(&mut self, event: &EventPattern) -> Option<String> {
        Some(match event {
            EventPattern::Before(inner) => match &**inner {
                EventPattern::Casts { by: Who::All, what } => {
                    format!("{} cast before it this turn", self.singular(what))
                }
                EventPattern::Casts { by: Who::You, what } => {
                    format!("{} you've cast before it this turn", self.singular(what))
                }
                _ => return None,
            },
            EventPattern::Attacks { what, whom: None, alone: false, others: 0 } if what.test == Test::Any => {
                "creature that attacked this turn".to_owned()
            }
            EventPattern::Casts { .. } | EventPattern::TokenCreated { .. } | EventPattern::Moves { .. } => {
                let (event, from) = apart_from_where(event);
                let (what, rest) = self.befell(&event, false)?;
                format!("{what} {rest} this turn{from}")
            }
            _ => return None,
        })
    }

    /// What befell things, as a noun and what follows it: "cards" and "you've drawn", "creature" and "that died".
    fn befell(&mut self, event: &EventPattern, plural: bool) -> Option<(String, String)> {
        let (by, what, verb) = match event {
            EventPattern::Casts { by, what } => (by, what.clone(), "cast"),
            EventPattern::TokenCreated { by, what } => (by, what.clone(), "created"),
            EventPattern::Moves { what, cause: Some(cause), by: Some(by), .. } => {
                let verb = match cause {
                    Cause::Draw => "drawn",
                    Cause::Discard => "discarded",
                    Cause::Sacrifice => "sacrificed",
                    _ => return None,
                };
                let kind = if *cause == Cause::Sacrifice { what.kind.clone() } else { Kind::Card(ZoneSet::default()) };
                (by, Filter::new(kind, what.test.clone()), verb)
            }
            EventPattern::Moves { what, from, to, cause: None, by: None } => {
                return self.came_or_went(what, *from, *to, plural);
            }
            _ => return None,
        };
        let things = if plural { self.plural(&what) } else { self.singular(&what) };
        let did = match by {
            Who::All => verb.to_owned(),
            Who::You if verb == "created" => "you created".to_owned(),
            Who::You => format!("you've {verb}"),
            by => {
                let who = self.player_subject(by);
                let who = if *by == Who::Opponents { "your opponents".to_owned() } else { who.text };
                match verb {
                    _ if who == "they" => format!("they've {verb}"),
                    "drawn" if *by != Who::Opponents => format!("{who} drew"),
                    "cast" | "drawn" if *by == Who::Opponents => format!("{who} have {verb}"),
                    verb => format!("{who} {verb}"),
                }
            }
        };
        Some((things, did))
    }
}

impl Printer<'_> {
    /// "it's the second creature spell you cast this turn".
    pub(crate) fn nth_cast(&mut self, all: &[Condition]) -> Option<String> {
        let [Condition::Is(Ref::Event(Role::Subject), such), Condition::Compare(before, Cmp::Equal, Amount::Const(n))] =
            all
        else {
            return None;
        };
        let Amount::Happened(event, Span::ThisTurn) = before else { return None };
        let EventPattern::Before(cast) = &**event else { return None };
        let EventPattern::Casts { by: Who::You, what } = &**cast else { return None };
        let nth = words::ordinal(u32::try_from(n.checked_add(1)?).ok()?);
        (what.test == *such).then(|| format!("it's the {nth} {} you cast this turn", self.singular(what)))
    }
}

/// Whose cards they are, where nothing else is asked than that they are cards.
fn owner_of_cards(what: &Filter) -> Option<Who> {
    match what.test.conjuncts() {
        [Test::Not(token), Test::Owned(who)] if **token == Test::Token && what.kind == Kind::Object => {
            Some(who.clone())
        }
        _ => None,
    }
}

/// Spells that you cast, and that it was from anywhere other than your hand, which stands behind when it was.
fn apart_from_where(event: &EventPattern) -> (EventPattern, &'static str) {
    if let EventPattern::Casts { by: Who::You, what } = event
        && let Some((last, rest)) = what.test.conjuncts().split_last()
        && *last == crate::grammar::event::cast_elsewhere()
    {
        let what = Filter::new(what.kind.clone(), Test::all(rest.iter().cloned()));
        return (EventPattern::Casts { by: Who::You, what }, " from anywhere other than your hand");
    }
    (event.clone(), "")
}
