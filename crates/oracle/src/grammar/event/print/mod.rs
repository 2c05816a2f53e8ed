//! Event patterns: as triggers say them, as replacement effects do ("would …"), and as history does ("… this turn").

pub(crate) mod facts;

use lawmage_ir::{Amount, Cause, Cmp, Condition, EventPattern, Filter, Kind, Ref, Step, Test, Who, Zone, ZoneSet};

pub(crate) use crate::grammar::event::facts::roles;
use crate::grammar::event::facts::{attacked, exactly_lost, happens_once, is_dealt, owner_apart, says_you};
use crate::grammar::noun::is_this;
use crate::grammar::selector::Quant;
use crate::print::{Noun, Phrase, Printer, Spoken, words};

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

    fn finite(&self) -> String {
        self.subject.does(&self.verb)
    }
}

impl Printer<'_> {
    /// With "when", "whenever" or "at".
    pub(crate) fn trigger(&mut self, event: &EventPattern) -> String {
        self.notice(event);
        match event {
            EventPattern::Begins { step, whose } => format!("at the beginning of {}", self.step_of(*step, whose)),
            EventPattern::While(inner, condition) if matches!(**inner, EventPattern::Begins { .. }) => {
                let head = self.trigger(inner);
                format!("{head}, if {}", self.condition(condition))
            }
            EventPattern::State(condition) => format!("when {}", self.condition(condition)),
            other => {
                let word = if happens_once(other) { "when" } else { "whenever" };
                format!("{word} {}", self.event(other))
            }
        }
    }

    /// An event in the present: "this creature enters or attacks".
    pub(crate) fn event(&mut self, event: &EventPattern) -> String {
        match event {
            EventPattern::Or(all) => {
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
                    texts.push(happening.finite());
                    parts.push(words::agree(&happening.verb, happening.subject.plural));
                }
                match subject {
                    Some(subject) if same => format!("{} {}", subject.text, words::list(&parts, "or")),
                    _ => texts.join(" or "),
                }
            }
            EventPattern::While(inner, condition) => {
                let head = self.event(inner);
                match (&**inner, &**condition) {
                    // 509.3e
                    (
                        EventPattern::BecomesBlocked { by: None, .. },
                        Condition::Compare(Amount::Count(_), Cmp::AtLeast, Amount::Const(n)),
                    ) => format!("{head} by {} or more creatures", words::number(*n)),
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
            EventPattern::Number(inner, cmp, n) => {
                let head = self.event(inner);
                let number = self.expression(n);
                let range = match cmp {
                    Cmp::AtLeast => format!("{number} or more"),
                    Cmp::AtMost => format!("{number} or less"),
                    Cmp::Equal => format!("exactly {number}"),
                    _ => number,
                };
                if let (EventPattern::Batch(_), Cmp::AtLeast, Amount::Const(least)) = (&**inner, cmp, n) {
                    return head.replacen("one or more", &format!("{} or more", words::number(*least)), 1);
                }
                head.replacen(" damage", &format!(" {range} damage"), 1).replacen(" life", &format!(" {range} life"), 1)
            }
            EventPattern::Nth(inner, n) => self.nth(inner, *n),
            EventPattern::Begins { step, whose } => format!("{} begins", self.step_of(*step, whose)),
            other => self.happening(other, false).finite(),
        }
    }

    fn while_clause(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::TurnOf(Who::You) => "during your turn".to_owned(),
            Condition::TurnOf(who) => format!("during {} turn", self.who(who).possessive().replace("each", "an")),
            Condition::Not(inner) if **inner == Condition::TurnOf(Who::You) => "during an opponent's turn".to_owned(),
            other => {
                let text = self.condition(other);
                format!("while {text}")
            }
        }
    }

    fn nth(&mut self, inner: &EventPattern, n: u32) -> String {
        let ordinal = words::ordinal(n);
        match inner {
            EventPattern::Casts { by, what } => {
                let who = self.player_subject(by);
                let spell = self.singular(what);
                let whose = if who.you { "your" } else { "their" };
                format!("{} {whose} {ordinal} {spell} each turn", who.does("cast"))
            }
            EventPattern::Moves { cause: Some(Cause::Draw), by: Some(by), .. } => {
                let who = self.player_subject(by);
                let whose = if who.you { "your" } else { "their" };
                format!("{} {whose} {ordinal} card each turn", who.does("draw"))
            }
            other => format!("{} for the {ordinal} time each turn", self.event(other)),
        }
    }

    /// What the event's roles are called afterwards.
    pub(crate) fn notice(&mut self, event: &EventPattern) {
        let (subject, object) = roles(event);
        let plural = crate::grammar::noun::is_batch(event);
        if let Some(filter) = subject {
            self.subject = Some(self.noun_of(filter, plural));
            self.subject_is = match &filter.test {
                Test::Is(r) => Some(r.clone()),
                _ => None,
            };
            if matches!(&filter.test, Test::Or(all) if all.contains(&Test::Is(Ref::This))) {
                self.subject = Some(Noun::new("creature", plural));
            }
        }
        if let Some(filter) = object {
            self.object = Some(self.noun_of(filter, false));
        }
    }

    /// The player in a trigger: "you", "an opponent", "a player".
    pub(crate) fn player_subject(&mut self, who: &Who) -> Phrase {
        match who {
            Who::Opponents => Phrase::one("an opponent"),
            Who::All => Phrase::one("a player"),
            Who::Others => Phrase::one("another player"),
            other => self.who(other),
        }
    }

    pub(crate) fn member(&mut self, filter: &Filter, batch: bool) -> Phrase {
        if (&filter.kind, &filter.test) == (&Kind::Player, &Test::Controlled(Who::You)) {
            return Phrase::you();
        }
        let phrase = if batch && !is_this(filter) {
            Phrase::many(format!("one or more {}", self.plural(filter)))
        } else if is_this(filter) {
            Phrase::one(self.this_named())
        } else {
            Phrase::one(self.one(filter))
        };
        let spoken = match &filter.test {
            Test::Is(r) => r.clone(),
            _ => Ref::Event(lawmage_ir::Role::Subject),
        };
        if filter.kind != Kind::Player {
            self.speak(Spoken::Thing(spoken));
        }
        phrase
    }

    /// An event as subject and verb.
    pub(crate) fn happening(&mut self, event: &EventPattern, batch: bool) -> Happening {
        match event {
            EventPattern::Batch(inner) if is_dealt(inner) => self.happening(inner, batch),
            EventPattern::Batch(inner) => self.happening(inner, true),
            EventPattern::ExcessDamage { to, combat } => {
                let subject = self.member(to, batch);
                Happening::new(subject, format!("be dealt excess {}", damage_word(*combat)))
            }
            EventPattern::DamageCostsLife { who, below } => {
                let whose = self.who(who).possessive();
                let below = self.expression(below);
                Happening::new(Phrase::one("damage"), format!("reduce {whose} life total to less than {below}"))
            }
            EventPattern::CountersReach { on, kind, nth } => {
                let on = self.member(on, false).text;
                let counter = format!("the {} {kind} counter", words::ordinal(*nth));
                Happening::new(Phrase::one(counter), format!("be put on {on}"))
            }
            EventPattern::DrawsCards { by, least } => {
                let subject = self.player_subject(by);
                let least = words::number(i32::try_from(*least).unwrap_or(1));
                Happening::new(subject, format!("draw {least} or more cards"))
            }
            EventPattern::Number(inner, lawmage_ir::Cmp::AtLeast, least)
                if matches!(**inner, EventPattern::Rolls(_)) =>
            {
                let EventPattern::Rolls(who) = &**inner else { return Happening::new(Phrase::you(), "roll a die") };
                let subject = self.player_subject(who);
                Happening::new(subject, format!("roll a {} or higher", self.digits(least)))
            }
            EventPattern::While(inner, _)
            | EventPattern::Number(inner, ..)
            | EventPattern::Nth(inner, _)
            | EventPattern::Before(inner) => self.happening(inner, batch),
            EventPattern::Exploits { by, what } => {
                let subject = self.member(by, batch);
                let what = self.one(what);
                Happening::new(subject, format!("exploit {what}"))
            }
            EventPattern::Moves { what, from, to, cause, by } => {
                self.moves(what, *from, *to, *cause, by.as_ref(), batch)
            }
            EventPattern::Damage { by, to, combat } => self.damage_event(by, to, *combat, batch),
            EventPattern::Attacks { what, whom, alone, others } => {
                let subject = self.member(what, batch);
                let mut verb = "attack".to_owned();
                if *alone {
                    verb.push_str(" alone");
                }
                if let Some(whom) = whom {
                    verb.push(' ');
                    verb.push_str(&self.defender(whom));
                    self.spoke_of_object(whom);
                }
                if *others > 0 {
                    let n = i32::try_from(*others).unwrap_or(0);
                    verb.push_str(&format!(
                        " and at least {} other creature{}",
                        words::number(n),
                        if n == 1 { "" } else { "s" }
                    ));
                    return Happening::new(
                        Phrase::many(format!(
                            "{} and at least {} other creature{}",
                            subject.text,
                            words::number(n),
                            if n == 1 { "" } else { "s" }
                        )),
                        "attack",
                    );
                }
                Happening::new(subject, verb)
            }
            EventPattern::AttackDeclared { by, with, least } => {
                let subject = self.player_subject(by);
                let any = with.test == Test::Any || with.test == Test::Type(lawmage_ir::CardType::Creature);
                if *least <= 1 && any {
                    return Happening::new(subject, "attack");
                }
                if let Some(whom) = attacked(with).filter(|_| *least <= 1) {
                    return Happening::new(subject, format!("attack {whom}"));
                }
                let n = i32::try_from(*least).unwrap_or(1);
                Happening::new(subject, format!("attack with {} or more {}", words::number(n), self.plural(with)))
            }
            EventPattern::Blocks { what, whom } => {
                let subject = self.member(what, batch);
                let verb = match whom {
                    Some(whom) => {
                        let text = format!("block {}", self.one(whom));
                        self.spoke_of_object(whom);
                        text
                    }
                    None => "block".to_owned(),
                };
                Happening::new(subject, verb)
            }
            EventPattern::BecomesBlocked { what, by } => {
                let subject = self.member(what, batch);
                let verb = match by {
                    Some(by) => {
                        let text = format!("become blocked by {}", self.one(by));
                        self.spoke_of_object(by);
                        text
                    }
                    None => "become blocked".to_owned(),
                };
                Happening::new(subject, verb)
            }
            EventPattern::Unblocked(what) => {
                let subject = self.member(what, batch);
                Happening::new(subject, "attack and isn't blocked")
            }
            EventPattern::Casts { by, what } => {
                let subject = self.player_subject(by);
                let spell = if is_this(what) { "this spell".to_owned() } else { self.members_as_object(what, batch) };
                Happening::new(subject, format!("cast {spell}"))
            }
            EventPattern::Copies { by, what } => {
                let subject = self.player_subject(by);
                let spell = self.members_as_object(what, batch);
                Happening::new(subject, format!("copy {spell}"))
            }
            EventPattern::PlaysLand { by } => {
                let subject = self.player_subject(by);
                Happening::new(subject, "play a land")
            }
            EventPattern::Activates { by, source, mana_too } => {
                let subject = self.player_subject(by);
                let of = if source.test == Test::Any { String::new() } else { format!(" of {}", self.one(source)) };
                let but = if *mana_too { "" } else { ", if it isn't a mana ability" };
                Happening::new(subject, format!("activate an ability{of}{but}"))
            }
            EventPattern::GainsLife(who) => Happening::new(self.player_subject(who), "gain life"),
            EventPattern::LosesLife(who) => Happening::new(self.player_subject(who), "lose life"),
            EventPattern::CountersPut { on, kind, by } => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let counters = if batch {
                    format!("one or more {word}counters")
                } else {
                    words::article(&format!("{word}counter"))
                };
                match by {
                    Some(by) => {
                        let subject = self.player_subject(by);
                        Happening::new(subject, format!("put {counters} on {}", self.member(on, false).text))
                    }
                    None => {
                        let on = self.member(on, false).text;
                        Happening::new(Phrase { text: counters, plural: batch, you: false }, format!("be put on {on}"))
                    }
                }
            }
            EventPattern::CountersRemoved { from, kind, last } => {
                let word = kind.as_ref().map(|k| format!("{k} ")).unwrap_or_default();
                let what =
                    if *last { format!("the last {word}counter") } else { words::article(&format!("{word}counter")) };
                let from = self.member(from, false).text;
                Happening::new(Phrase::one(what), format!("be removed from {from}"))
            }
            EventPattern::Tapped(what) => Happening::new(self.member(what, batch), "become tapped"),
            EventPattern::Untapped(what) => Happening::new(self.member(what, batch), "become untapped"),
            EventPattern::TappedForMana { what, by: Who::All } => {
                Happening::new(self.member(what, false), "be tapped for mana")
            }
            EventPattern::TappedForMana { what, by } => {
                let subject = self.player_subject(by);
                Happening::new(subject, format!("tap {} for mana", self.one(what)))
            }
            EventPattern::Targeted { what, by } => {
                let subject = self.member(what, batch);
                let verb = format!("become the target of {}", self.one(by));
                self.spoke_of_object(by);
                Happening::new(subject, verb)
            }
            EventPattern::Begins { step, whose } => Happening::new(Phrase::one(self.step_of(*step, whose)), "begin"),
            EventPattern::Shuffles(who) => {
                let subject = self.player_subject(who);
                let whose = if subject.you { "your" } else { "their" };
                Happening::new(subject, format!("shuffle {whose} library"))
            }
            EventPattern::Searches(who) => {
                let subject = self.player_subject(who);
                let whose = if subject.you { "your" } else { "their" };
                Happening::new(subject, format!("search {whose} library"))
            }
            EventPattern::Scries(who) => Happening::new(self.player_subject(who), "scry"),
            EventPattern::PaysLife(who) => Happening::new(self.player_subject(who), "pay life"),
            EventPattern::RevealsDrawn(what) => {
                let card = if is_this(what) {
                    "this card".to_owned()
                } else {
                    self.one(&Filter::new(Kind::Card(ZoneSet::default()), what.test.clone()))
                };
                Happening::new(Phrase::you(), format!("reveal {card} this way"))
            }
            EventPattern::TurnBegins(who) => {
                let subject = self.player_subject(who);
                let whose = if subject.you { "your" } else { "their" };
                Happening::new(subject, format!("begin {whose} turn"))
            }
            EventPattern::Exerts { by, what } => {
                let subject = self.player_subject(by);
                let what = if is_this(what) { self.this_named() } else { self.one(what) };
                Happening::new(subject, format!("exert {what}"))
            }
            EventPattern::Attractions { by, deed, .. } => {
                use lawmage_ir::AttractionDeed as Deed;
                let subject = self.player_subject(by);
                let verb = match deed {
                    Deed::Open => "open an Attraction",
                    Deed::Roll if subject.you => "roll to visit your Attractions",
                    Deed::Roll => "roll to visit their Attractions",
                    Deed::Visit => "visit an Attraction",
                    Deed::ClaimPrize => "claim the prize of an Attraction",
                };
                Happening::new(subject, verb)
            }
            EventPattern::Rolls(who) => {
                let dice = if batch { "roll one or more dice" } else { "roll a die" };
                Happening::new(self.player_subject(who), dice)
            }
            EventPattern::PutsSticker { by, kind, on } => {
                let subject = self.player_subject(by);
                let on = if is_this(on) { self.this_named() } else { self.one(on) };
                Happening::new(subject, format!("put {} on {on}", crate::grammar::instruction::sticker_word(*kind)))
            }
            EventPattern::Cycles { by, what } => {
                let subject = self.player_subject(by);
                let card = if is_this(what) { "this card".to_owned() } else { self.one(what) };
                Happening::new(subject, format!("cycle {card}"))
            }
            EventPattern::Attached { what, to } => {
                let subject = self.member(what, batch);
                Happening::new(subject, format!("become attached to {}", self.one(to)))
            }
            EventPattern::Unattached { what, from } => {
                let subject = self.member(what, batch);
                let verb = format!("become unattached from {}", self.one(from));
                self.spoke_of_object(from);
                Happening::new(subject, verb)
            }
            EventPattern::PhasesOut(what) => Happening::new(self.member(what, batch), "phase out"),
            EventPattern::LosesControl { by, what } => {
                let subject = self.player_subject(by);
                Happening::new(subject, format!("lose control of {}", self.one(what)))
            }
            EventPattern::Transforms(what) => Happening::new(self.member(what, batch), "transform"),
            EventPattern::CommitsCrime(who) => Happening::new(self.player_subject(who), "commit a crime"),
            EventPattern::Expends(who, n) => Happening::new(self.player_subject(who), format!("expend {n}")),
            EventPattern::BecomesMonstrous(what) => Happening::new(self.member(what, batch), "become monstrous"),
            EventPattern::Casual(event) => self.casual_event(event),
            EventPattern::DayTurns => Happening::new(Phrase::one("day"), "become night or night becomes day"),
            EventPattern::Mutates(what) => Happening::new(self.member(what, batch), "mutate"),
            EventPattern::BecomesLevel(what, n) => {
                Happening::new(self.member(what, batch), format!("become level {n}"))
            }
            EventPattern::Unlocks { by, what, fully } => {
                let subject = self.player_subject(by);
                let verb =
                    if *fully { format!("fully unlock {}", self.one(what)) } else { "unlock this door".to_owned() };
                Happening::new(subject, verb)
            }
            EventPattern::EntersRoom(_) => Happening::new(Phrase::you(), "move your venture marker into this room"),
            EventPattern::CompletesDungeon(who) => Happening::new(self.player_subject(who), "complete a dungeon"),
            EventPattern::TurnedFaceUp(what) => Happening::new(self.member(what, batch), "be turned face up"),
            EventPattern::TokenCreated { by, what } => {
                let subject = self.player_subject(by);
                let tokens = if batch { format!("one or more {}", self.plural(what)) } else { self.one(what) };
                Happening::new(subject, format!("create {tokens}"))
            }
            EventPattern::Prevented { by, to } => {
                let damage = self.damage_that_would(by, to, None);
                Happening::new(Phrase::one(damage), "be prevented")
            }
            EventPattern::Countered(what) => Happening::new(self.member(what, batch), "be countered"),
            EventPattern::ProducesMana { source, by } => {
                let subject = self.player_subject(by);
                Happening::new(subject, format!("tap {} for mana", self.one(source)))
            }
            EventPattern::LosesGame(who) => Happening::new(self.player_subject(who), "lose the game"),
            EventPattern::State(condition) => Happening::new(Phrase::one(self.condition(condition)), "be so"),
            EventPattern::Or(all) => match all.first() {
                Some(first) => {
                    let head = self.happening(first, batch);
                    let mut verbs = vec![head.verb.clone()];
                    for other in all.iter().skip(1) {
                        self.thing = None;
                        verbs.push(self.happening(other, batch).verb);
                    }
                    Happening::new(head.subject, words::list(&verbs, "or"))
                }
                None => Happening::new(Phrase::one("nothing"), "happen"),
            },
        }
    }

    fn members_as_object(&mut self, filter: &Filter, batch: bool) -> String {
        let text =
            if batch && !is_this(filter) { format!("one or more {}", self.plural(filter)) } else { self.one(filter) };
        self.speak(Spoken::Thing(Ref::Event(lawmage_ir::Role::Subject)));
        text
    }

    /// The event's other party was named last, so that "it" is that object.
    fn spoke_of_object(&mut self, filter: &Filter) {
        if filter.kind != Kind::Player {
            self.thing = match &filter.test {
                Test::Is(r) => Some(r.clone()),
                _ => Some(Ref::Event(lawmage_ir::Role::Object)),
            };
        }
    }

    fn defender(&mut self, whom: &Filter) -> String {
        match (&whom.kind, &whom.test) {
            (Kind::Player, Test::Is(r)) => self.object(r),
            (Kind::Player, Test::Controlled(Who::You)) => "you".to_owned(),
            (Kind::Player, Test::If(c)) => match &**c {
                _ if matches!(**c, Condition::TurnOf(_)) => self.one(whom),
                _ => self.one(whom),
            },
            (Kind::PlayerOrPermanent, test) if says_you(test) => "you or a planeswalker you control".to_owned(),
            _ => {
                let text = self.one(whom);
                if text == "a player who is you" { "you".to_owned() } else { text }
            }
        }
    }

    pub(crate) fn moves(
        &mut self,
        what: &Filter,
        from: ZoneSet,
        to: ZoneSet,
        cause: Option<Cause>,
        by: Option<&Who>,
        batch: bool,
    ) -> Happening {
        let battlefield = ZoneSet::BATTLEFIELD;
        let active = match cause {
            Some(Cause::Sacrifice) => Some("sacrifice"),
            Some(Cause::Discard) => Some("discard"),
            Some(Cause::Mill) => Some("mill"),
            Some(Cause::Draw) => Some("draw"),
            _ => None,
        };
        if let Some(verb) = active {
            if let Some(by) = by {
                let subject = self.player_subject(by);
                self.speak(Spoken::Thing(Ref::Event(lawmage_ir::Role::Subject)));
                let object = if is_this(what) {
                    if verb == "discard" { "this card".to_owned() } else { self.own_name() }
                } else {
                    let what = Filter::new(
                        match &what.kind {
                            Kind::Card(_) | Kind::Object if verb != "sacrifice" => Kind::Card(ZoneSet::default()),
                            other => other.clone(),
                        },
                        what.test.clone(),
                    );
                    if batch { format!("one or more {}", self.plural(&what)) } else { self.one(&what) }
                };
                return Happening::new(subject, format!("{verb} {object}"));
            }
            let subject = self.member(what, batch);
            let participle = words::past(verb, false);
            return Happening::new(subject, format!("be {}", participle.replace("drew", "drawn")));
        }
        let owned_zone = |zones: ZoneSet| {
            zones.iter().count() == 1
                && (zones.has(Zone::Graveyard) || zones.has(Zone::Hand) || zones.has(Zone::Library))
        };
        let (owner, test) =
            if owned_zone(to) || owned_zone(from) { owner_apart(&what.test) } else { (None, what.test.clone()) };
        let bare = Filter::new(
            match &what.kind {
                Kind::Card(_) => Kind::Card(ZoneSet::default()),
                Kind::Object if from == battlefield => Kind::Permanent,
                Kind::Object => Kind::Card(ZoneSet::default()),
                other => other.clone(),
            },
            test,
        );
        let subject = self.member(&bare, batch);
        let whose = owner.as_ref().map_or_else(|| "a".to_owned(), |w| self.owner_of_zone(w, false));
        let creature = self.is_creature(what);
        let verb = if to == battlefield
            && (from == ZoneSet::ANYWHERE || !from.has(Zone::Battlefield) && from.iter().count() > 2)
        {
            "enter".to_owned()
        } else if to == battlefield {
            format!("enter from {}", self.zone_phrase(from, &subject))
        } else if from == battlefield && to == ZoneSet::of(Zone::Graveyard) {
            if creature && owner.is_none() {
                "die".to_owned()
            } else {
                format!("be put into {whose} graveyard from the battlefield")
            }
        } else if from == battlefield && (to.iter().count() > 3) {
            "leave the battlefield".to_owned()
        } else if to == ZoneSet::of(Zone::Graveyard) {
            if from.iter().count() > 4 {
                format!("be put into {whose} graveyard from anywhere")
            } else {
                format!("be put into {whose} graveyard from {}", self.zone_phrase(from, &subject))
            }
        } else if to == ZoneSet::of(Zone::Exile) {
            let verb = if cause == Some(Cause::Exile) { "be exiled" } else { "be put into exile" };
            if from.iter().count() > 4 {
                verb.to_owned()
            } else {
                format!("{verb} from {}", self.zone_phrase(from, &subject))
            }
        } else if to == ZoneSet::of(Zone::Hand) {
            match (from == battlefield, whose.as_str()) {
                (true, "a") => "be returned to its owner's hand".to_owned(),
                (true, whose) => format!("be returned to {whose} hand"),
                (false, whose) => format!("be put into {whose} hand"),
            }
        } else if to.iter().count() > 4 {
            let from = self.zone_phrase(from, &subject);
            format!("leave {}", if whose == "a" { from } else { from.replacen("a ", &format!("{whose} "), 1) })
        } else {
            let to = self.zone_phrase(to, &subject);
            format!("be put into {to} from {}", self.zone_phrase(from, &subject))
        };
        Happening::new(subject, verb)
    }

    fn zone_phrase(&self, zones: ZoneSet, _subject: &Phrase) -> String {
        let names: Vec<String> = zones
            .iter()
            .map(|z| match z {
                Zone::Battlefield => "the battlefield".to_owned(),
                Zone::Exile => "exile".to_owned(),
                Zone::Stack => "the stack".to_owned(),
                other => words::article(other.word()),
            })
            .collect();
        words::list(&names, "or")
    }

    /// Whether what moves is a creature, so that it "dies" (700.4).
    fn is_creature(&self, filter: &Filter) -> bool {
        fn creature(test: &Test) -> bool {
            match test {
                Test::Type(t) => *t == lawmage_ir::CardType::Creature,
                Test::Subtype(s) => s.kind() == lawmage_ir::SubtypeKind::Creature,
                Test::And(all) => all.iter().any(creature),
                Test::Or(all) => all.iter().any(creature),
                Test::Is(Ref::It | Ref::Slot(_) | Ref::Target(_)) => true,
                _ => false,
            }
        }
        match &filter.test {
            Test::Is(Ref::This) => match &self.alias {
                Some(alias) => alias.ends_with("creature") || alias.ends_with("token"),
                None => self.face.types.has(lawmage_ir::CardType::Creature),
            },
            Test::Is(Ref::Host(_)) => !self.face.types.has(lawmage_ir::CardType::Creature),
            test => creature(test),
        }
    }

    fn damage_event(&mut self, by: &Filter, to: &Filter, combat: Option<bool>, batch: bool) -> Happening {
        let kind = damage_word(combat);
        if by.test == Test::Any && by.kind == Kind::Object && !self.source_said {
            let subject = match (&to.kind, &to.test) {
                (Kind::Player, Test::Controlled(Who::You)) => Phrase::you(),
                // One recipient is dealt damage by several sources at once: no "one or more" of it.
                _ => self.recipient(to, batch && !matches!(to.test, Test::Is(_))),
            };
            return Happening::new(subject, format!("be dealt {kind}"));
        }
        let subject = self.member(by, batch);
        if to.test == Test::Any && !matches!(to.kind, Kind::Player | Kind::Permanent) {
            return Happening::new(subject, format!("deal {kind}"));
        }
        let keep = self.thing.clone();
        let text = self.recipient(to, false).text;
        self.thing = keep;
        self.spoke_of_object(to);
        Happening::new(subject, format!("deal {kind} to {text}"))
    }

    fn recipient(&mut self, to: &Filter, batch: bool) -> Phrase {
        match (&to.kind, &to.test) {
            (Kind::Player, Test::Controlled(Who::You)) => Phrase::you(),
            (Kind::Player, Test::Is(r)) => self.reference(r),
            (Kind::PlayerOrPermanent, Test::Type(t)) => Phrase::one(format!("a player or {}", t.word().to_lowercase())),
            _ => self.member(to, batch),
        }
    }

    /// "your upkeep", "each end step", "combat on your turn".
    pub(crate) fn step_of(&mut self, step: Step, whose: &Who) -> String {
        let word = match step {
            Step::Upkeep => "upkeep",
            Step::End => "end step",
            Step::Draw => "draw step",
            Step::Untap => "untap step",
            Step::Main => "precombat main phase",
            Step::Main2 => "postcombat main phase",
            Step::BeginCombat => {
                return match whose {
                    Who::All => "each combat".to_owned(),
                    Who::You => "combat on your turn".to_owned(),
                    other => format!("combat on {} turn", self.who(other).possessive()),
                };
            }
            Step::EndCombat => {
                return match whose {
                    Who::All => "each end of combat step".to_owned(),
                    other => format!("{} end of combat step", self.who(other).possessive()),
                };
            }
            other => other.word(),
        };
        match whose {
            Who::All if step == Step::End => "each end step".to_owned(),
            Who::All => {
                format!("each {}", if step == Step::Upkeep { "upkeep".to_owned() } else { format!("player's {word}") })
            }
            Who::Controller(r) => {
                let of = self.reference(r).text;
                format!("the {word} of {}", words::possessive(&of) + " controller")
            }
            other => format!("{} {word}", self.who(other).possessive()),
        }
    }

    /// The event as what would happen: "a creature you control would die".
    pub(crate) fn would(&mut self, event: &EventPattern) -> String {
        self.notice(event);
        match event {
            EventPattern::While(inner, condition) => {
                let head = self.would(inner);
                format!("{head} {}", self.while_clause(condition))
            }
            other => {
                let happening = self.happening(other, crate::grammar::noun::is_batch(other));
                format!("{} would {}", happening.subject.text, happening.verb)
            }
        }
    }

    /// "damage that would be dealt to you".
    pub(crate) fn damage_that_would(&mut self, by: &Filter, to: &Filter, combat: Option<bool>) -> String {
        let kind = damage_word(combat);
        let any = |f: &Filter| f.test == Test::Any && !matches!(f.kind, Kind::Permanent | Kind::Player);
        let recipient = |p: &mut Self| match (&to.kind, &to.test) {
            (Kind::Player, Test::Controlled(Who::You)) => "you".to_owned(),
            (_, Test::Is(r)) => p.object(r),
            (Kind::Player, Test::Any) => "players".to_owned(),
            _ => p.plural(to),
        };
        if any(by) && any(to) {
            return format!("{kind} that would be dealt");
        }
        if any(by) {
            return format!("{kind} that would be dealt to {}", recipient(self));
        }
        let source = match &by.test {
            Test::Is(r) => self.object(r),
            _ => self.those_of(&lawmage_ir::Selector::All(by.clone()), Quant::Bare),
        };
        if any(to) {
            return format!("{kind} that would be dealt by {source}");
        }
        format!("{kind} that would be dealt to {} by {source}", recipient(self))
    }
}

/// "damage", of which sort.
const fn damage_word(combat: Option<bool>) -> &'static str {
    match combat {
        Some(true) => "combat damage",
        Some(false) => "noncombat damage",
        None => "damage",
    }
}
