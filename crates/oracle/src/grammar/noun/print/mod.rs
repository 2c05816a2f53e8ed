//! Noun phrases: a [`Filter`] as adjectives, head and what follows it.

mod alternatives;
mod head_words;
mod mixed;
mod opponent;
mod place;

pub(crate) use self::head_words::head_word;
use lawmage_ir::{Condition, EventPattern, Filter, Kind, Ref, Status, Test, Who, Zone, ZoneSet};

use self::alternatives::subtypes_before;
use self::mixed::{take_base_size, take_size};
use crate::grammar::test::Place;
use crate::print::{Noun, Printer, words};

/// How it is said of one's own spell, while it is cast or afterwards, that it comes from a graveyard.
fn from_own_graveyard(test: &Test, all: &[Test]) -> Option<&'static str> {
    let graveyard = ZoneSet::of(Zone::Graveyard);
    let said = match test {
        Test::CastFrom(zones) if *zones == graveyard => "from your graveyard",
        Test::If(asked) if **asked == Condition::WasCast(Ref::It, Some(graveyard), None) => "cast from your graveyard",
        _ => return None,
    };
    all.contains(&Test::Owned(Who::You)).then_some(said)
}

/// The parts of a noun phrase, in the order in which they are said.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parts {
    /// "other" or "another".
    pub other: bool,
    /// Adjectives before the head.
    pub before: Vec<String>,
    /// Subtypes and all card types but the last, before the head.
    pub types: Vec<String>,
    /// The head, in the singular.
    pub head: String,
    /// Whether the head is a list whose members are each made plural.
    pub heads: Vec<String>,
    /// Whether `heads` is one text that says all there is to say, in its number.
    pub complete: bool,
    /// "and" or "or" of `heads`.
    pub conjunction: &'static str,
    /// What follows.
    pub after: Vec<String>,
}

impl Parts {
    fn noun(&self, plural: bool) -> String {
        let head = if self.complete {
            self.heads.concat()
        } else if self.heads.is_empty() {
            if plural { words::plural(&self.head) } else { self.head.clone() }
        } else {
            let heads: Vec<String> =
                self.heads.iter().map(|h| if plural { words::plural(h) } else { h.clone() }).collect();
            let conjunction = if plural && self.conjunction == "or" { "and" } else { self.conjunction };
            words::list(&heads, conjunction)
        };
        let mut all: Vec<&str> = Vec::new();
        for adjective in &self.before {
            // "a noncreature, nonland card"
            if adjective.starts_with("non") && all.last().is_some_and(|last| last.starts_with("non")) {
                all.push(",");
            }
            all.push(adjective);
        }
        all.extend(self.types.iter().map(String::as_str));
        all.push(&head);
        all.join(" ").replace(" , ", ", ")
    }

    fn whole(&self, plural: bool) -> String {
        let mut text = self.noun(plural);
        for part in &self.after {
            text.push(' ');
            text.push_str(part);
        }
        text
    }
}

impl Printer<'_> {
    /// With an article: "a creature you control", "another Goblin".
    pub(crate) fn one(&mut self, filter: &Filter) -> String {
        if let lawmage_ir::Test::SameCard(_) = filter.test {
            return "that spell".to_owned();
        }
        if let Some(own) = self.whole_reference(filter) {
            return own;
        }
        let parts = self.parts(filter, false);
        if parts.other { format!("another {}", parts.whole(false)) } else { words::article(&parts.whole(false)) }
    }

    /// In the singular without article: "creature you control", "other Goblin".
    pub(crate) fn singular(&mut self, filter: &Filter) -> String {
        if let Some(own) = self.whole_reference(filter) {
            return own;
        }
        let parts = self.parts(filter, false);
        format!("{}{}", if parts.other { "other " } else { "" }, parts.whole(false))
    }

    /// In the plural: "creatures you control", "other Goblins".
    pub(crate) fn plural(&mut self, filter: &Filter) -> String {
        if let Some(own) = self.whole_reference(filter) {
            return own;
        }
        let parts = self.parts(filter, true);
        format!("{}{}", if parts.other { "other " } else { "" }, parts.whole(true))
    }

    /// With "no": "no creatures".
    pub(crate) fn none(&mut self, filter: &Filter) -> String {
        format!("no {}", self.plural(filter))
    }

    /// As what may be targeted: behind "target".
    pub(crate) fn targetable(&mut self, filter: &Filter, plural: bool) -> (bool, String) {
        if let Some(text) = self.their_opponent(filter) {
            return (false, text);
        }
        if *filter == crate::grammar::selector::opponents_and_theirs() {
            return (false, format!("opponent{}", crate::grammar::selector::OR_THEIRS.replace(" ,", ",")));
        }
        let parts = self.parts(filter, plural);
        (parts.other, parts.whole(plural))
    }

    /// A filter that is nothing but a reference, or `~` and others: "this creature", "this creature or another creature".
    pub(crate) fn whole_reference(&mut self, filter: &Filter) -> Option<String> {
        match &filter.test {
            Test::Is(r) if !matches!(filter.kind, Kind::Card(_)) => Some(self.reference(r).text),
            test if *test == crate::grammar::condition::your_ring_bearer() => Some("your Ring-bearer".to_owned()),
            Test::Controlled(Who::OpponentsOf(whose)) if filter.kind == Kind::Player => {
                Some(format!("one of {} opponents", self.who(whose).possessive()))
            }
            Test::Controlled(Who::Defending) if filter.kind == Kind::Player => Some("defending player".to_owned()),
            test if filter.kind == Kind::Permanent && *test == crate::grammar::condition::your_commander() => {
                Some("your commander".to_owned())
            }
            _ if *filter == crate::grammar::instruction::moves::in_command_zone() => {
                Some("your commander from the command zone".to_owned())
            }
            Test::Or(branches) => {
                let [first, second] = branches.as_slice() else { return None };
                let you = [Test::Player, Test::Controlled(Who::You)];
                if *first == Test::Is(lawmage_ir::Ref::This) && second.conjuncts() == you {
                    return Some(format!("{} and/or you", self.this_named()));
                }
                if let Some(both) = self.player_or_theirs(first, second) {
                    return Some(both);
                }
                let Test::Is(r) = first else { return None };
                let head = self.reference(r).text;
                let before = std::mem::replace(&mut self.pair, true);
                let rest = self.one(&Filter::new(filter.kind.clone(), second.clone()));
                self.pair = before;
                Some(format!("{head} or {rest}"))
            }
            _ => None,
        }
    }

    /// "that's a Plains or a Swamp", "with a basic land type".
    fn that_is_one(&mut self, branches: &[Test], kind: &Kind, plural: bool) -> String {
        if matches!(crate::grammar::noun::a_basic_land_type(), Test::Or(basic) if basic == branches) {
            return "with a basic land type".to_owned();
        }
        let texts: Vec<String> = branches.iter().map(|b| self.plain(b, kind, plural)).collect();
        let be = if plural { "that are" } else { "that's" };
        format!("{be} {}", words::list(&texts, "or"))
    }

    /// The phrase's parts.
    pub(crate) fn parts(&mut self, filter: &Filter, plural: bool) -> Parts {
        if let Kind::PermanentOrCard(zones) = &filter.kind {
            return self.permanent_or_card(*zones, &filter.test, plural);
        }
        if let Some(parts) = self.of_commanders(filter, plural).or_else(|| self.spell_or_permanent(filter)) {
            return parts;
        }
        let mut parts = Parts { conjunction: "or", ..Parts::default() };
        let mut tests: Vec<Test> = filter.test.conjuncts().iter().filter(|t| **t != Test::Any).cloned().collect();
        parts.before.extend(take_size(&mut tests));
        let base_size = take_base_size(&mut tests);
        let (mut types, mut subtypes): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
        let (mut token, mut owner): (bool, Option<Who>) = (false, None);
        let (card, mut place_at) = (matches!(filter.kind, Kind::Card(_)), 0);
        let mixed = filter.kind == Kind::SpellOrPermanent;
        let (mut after_head, mut linked) = (mixed, false);
        for (at, test) in tests.iter().enumerate() {
            match test {
                Test::Type(t) => types.push(t.word().to_lowercase()),
                Test::Subtype(s) => subtypes.push(s.word().to_owned()),
                Test::Token => token = true,
                Test::Card if card => {}
                Test::Player => {}
                Test::Controlled(Who::All) if filter.kind == Kind::Player => {}
                Test::Controlled(Who::Others) if filter.kind == Kind::Player => parts.other = true,
                Test::PermanentType if card || filter.kind == Kind::Spell => parts.types.push("permanent".to_owned()),
                Test::Controlled(who) | Test::Owned(who) if card && owner.is_none() => {
                    owner = Some(who.clone());
                    place_at = parts.after.len();
                }
                Test::Owned(who) if card && owner.as_ref() == Some(who) => {}
                Test::Owned(Who::You) if tests.iter().any(|t| from_own_graveyard(t, &tests).is_some()) => {}
                test if let Some(from) = from_own_graveyard(test, &tests) => parts.after.push(from.to_owned()),
                Test::Is(of @ (Ref::Linked(_) | Ref::LinkedByName(_))) if card => {
                    linked = true;
                    self.say_exiled(of, &mut parts);
                }
                Test::Is(Ref::Linked(_)) if tests.contains(&Test::Token) => {
                    let own = self.own_name();
                    parts.after.push(format!("created with {own}"));
                }
                test if self.is_unchosen(test) => parts.after.push("that hasn't been chosen".to_owned()),
                Test::Not(inner)
                    if let Test::Is(r) = &**inner
                        && at > 0
                        && !self.pair
                        && matches!(filter.kind, Kind::Permanent | Kind::Card(_) | Kind::Object) =>
                {
                    let text = self.other_than_that(r, card);
                    parts.after.push(text);
                }
                test if self.is_another(test) => parts.other = true,
                Test::Or(branches) if alternatives::shares_one_of(branches) => {
                    parts.after.push("that shares one of those types with it".to_owned());
                }
                Test::Or(branches) if mixed && branches.first() == Some(&Test::Status(Status::Spell)) => {
                    self.spell_or(branches, plural, &mut parts);
                }
                Test::Or(branches) if after_head && branches.iter().all(is_plain) => {
                    parts.after.push(self.that_is_one(branches, &filter.kind, plural));
                }
                Test::Or(branches) if let Some(names) = subtypes_before(branches, tests.get(at + 1)) => {
                    subtypes.push(words::list(&names, if plural && !card { "and" } else { "or" }));
                }
                Test::Or(branches) if matches!(filter.kind, Kind::OnStack | Kind::Ability) => {
                    self.on_stack(branches, plural, &mut parts);
                }
                Test::Or(branches) if let [Test::Owned(Who::You), Test::Controlled(Who::You)] = branches.as_slice() => {
                    parts.after.push("you own or control".to_owned());
                }
                Test::Or(branches) if matches!(branches.as_slice(), [Test::Supertype(_), Test::CouldProduce(_)]) => {
                    parts.after.push(self.test(test, plural, &filter.kind).text());
                }
                Test::Or(branches) => self.or(&filter.kind, branches, plural, &mut parts),
                other => match self.test(other, plural, &filter.kind) {
                    Place::Before(text) if after_head && (mixed || filter.kind == Kind::Permanent) => {
                        let be = if plural { "that are" } else { "that's" };
                        parts.after.push(format!("{be} {text}"));
                    }
                    Place::Before(text) => parts.before.push(text),
                    Place::After(text) => parts.after.push(text),
                },
            }
            after_head |= ends_head(test);
        }
        linked |= self.tells_exile(&tests);
        let place = match filter.kind {
            Kind::Card(_) if linked => owner.as_ref().map(|who| self.relation("own", who, plural)),
            Kind::Card(zones) => self.place(zones, owner.as_ref(), plural),
            _ => None,
        };
        parts.after.extend(base_size);
        if let Some(place) = place {
            parts.after.insert(place_at.min(parts.after.len()), place);
        }
        self.head(filter, (types, subtypes, token), &mut parts);
        parts
    }

    /// "other than this card", "other than that creature".
    fn other_than_that(&mut self, r: &Ref, card: bool) -> String {
        let own = match r {
            Ref::This if card => self.own_card(),
            Ref::This => self.this_named(),
            r => self.object(r),
        };
        format!("other than {own}")
    }

    /// "other", "another"
    fn is_another(&self, test: &Test) -> bool {
        matches!(test, Test::Not(inner) if matches!(**inner, Test::Is(_)) && !self.says_other_than(inner))
            || *test == crate::grammar::noun::other_than_yours()
    }

    /// "a creature other than this creature": for what isn't "another" from `~` or the like.
    fn says_other_than(&self, inner: &Test) -> bool {
        let owner = |of: &Ref| matches!(of, Ref::Players(who) if matches!(**who, Who::Owner(_)));
        if matches!(inner, Test::Is(of) if owner(of)) {
            return true;
        }
        !matches!(
            inner,
            Test::Is(
                Ref::This
                    | Ref::Target(_)
                    | Ref::Event(_)
                    | Ref::Slot(_)
                    | Ref::Host(_)
                    | Ref::It
                    | Ref::Each
                    | Ref::Paid(_)
                    | Ref::Linked(_)
                    | Ref::LinkedByName(_)
                    | Ref::Players(_)
            )
        )
    }

    fn head(
        &mut self,
        filter: &Filter,
        (mut types, subtypes, token): (Vec<String>, Vec<String>, bool),
        parts: &mut Parts,
    ) {
        parts.types.splice(0..0, subtypes.iter().cloned());
        if parts.complete {
            parts.types.append(&mut types);
            return;
        }
        match &filter.kind {
            Kind::Permanent => {
                if token {
                    parts.types.append(&mut types);
                    parts.head = "token".to_owned();
                } else if let Some(last) = types.pop() {
                    parts.types.append(&mut types);
                    parts.head = last;
                } else if parts.heads.is_empty() {
                    parts.head = match parts.types.pop() {
                        Some(last) => last,
                        None if parts.before.last().is_some_and(|b| b == "commander") => {
                            parts.before.pop().unwrap_or_default()
                        }
                        None => "permanent".to_owned(),
                    };
                }
            }
            Kind::Card(_) | Kind::PermanentOrCard(_) => {
                // 108.2b: no card is a token.
                parts.before.retain(|b| b != "nontoken");
                parts.types.append(&mut types);
                if !parts.heads.is_empty() {
                    let joined = words::list(&std::mem::take(&mut parts.heads), parts.conjunction);
                    parts.types.push(joined);
                }
                parts.head = "card".to_owned();
            }
            Kind::Spell | Kind::Ability | Kind::OnStack => {
                parts.types.append(&mut types);
                if !parts.heads.is_empty() {
                    let joined = words::list(&std::mem::take(&mut parts.heads), parts.conjunction);
                    parts.types.push(joined);
                }
                match filter.kind {
                    Kind::Spell => parts.head = "spell".to_owned(),
                    Kind::Ability => parts.head = "ability".to_owned(),
                    _ => parts.heads = vec!["spell".to_owned(), "ability".to_owned()],
                }
            }
            Kind::Player => {
                parts.head = if parts.before.iter().any(|b| b == "opponent") {
                    parts.before.retain(|b| b != "opponent");
                    "opponent".to_owned()
                } else {
                    "player".to_owned()
                }
            }
            Kind::AnyTarget => parts.head = "target".to_owned(),
            Kind::PlayerOrPermanent => Self::player_or_permanent(types, parts),
            Kind::SpellOrPermanent => parts.heads = vec!["spell".to_owned(), "permanent".to_owned()],
            // 108.2b: what is no token, wherever it is, is a card.
            Kind::Object if parts.before.iter().any(|b| b == "nontoken") => {
                parts.before.retain(|b| b != "nontoken");
                parts.types.append(&mut types);
                parts.head = "card".to_owned();
            }
            Kind::Object => {
                parts.types.append(&mut types);
                // "an artifact source": an artifact alone would be one on the battlefield.
                if self.source_named && parts.heads.is_empty() {
                    parts.head = "source".to_owned();
                    return;
                }
                if !parts.heads.is_empty() {
                    return;
                }
                parts.head = match parts.types.pop() {
                    Some(last) => last,
                    None => "source".to_owned(),
                };
            }
        }
    }

    /// The heads of what is a player or a permanent: "creature or player", "opponent or planeswalker".
    fn player_or_permanent(mut types: Vec<String>, parts: &mut Parts) {
        let player = if let Some(at) = parts.before.iter().position(|b| b == "opponent") {
            parts.before.remove(at)
        } else {
            "player".to_owned()
        };
        let mut heads = vec![];
        if parts.heads.is_empty() {
            parts.types.append(&mut types);
            heads.push(parts.types.join(" "));
            parts.types.clear();
        } else {
            heads.append(&mut parts.heads);
        }
        heads.retain(|h| !h.is_empty());
        if heads.iter().any(|h| h == "opponent") {
            parts.heads = heads;
            return;
        }
        if heads.is_empty() {
            heads.push("permanent".to_owned());
        }
        if heads.iter().any(|h| h == "creature" || h == "permanent") {
            heads.push(player);
        } else {
            heads.insert(0, player);
        }
        parts.heads = heads;
        parts.conjunction = "or";
    }

    /// What members of the filter are called when spoken of again.
    pub(crate) fn noun_of(&self, filter: &Filter, plural: bool) -> Noun {
        Noun::new(&head_word(filter, plural), plural)
    }
}

/// Whether a test is one word.
fn is_plain(test: &Test) -> bool {
    matches!(
        test,
        Test::Subtype(_) | Test::Token | Test::Color(_) | Test::Status(_) | Test::Type(_) | Test::Multicolored
    )
}

impl Printer<'_> {
    /// A one-word test behind "that's": "a Wolf", "white", "enchanted".
    fn plain(&mut self, test: &Test, kind: &Kind, plural: bool) -> String {
        match test {
            Test::Subtype(s) if plural => words::plural(s.word()),
            Test::Subtype(s) => words::article(s.word()),
            Test::Token => {
                if plural {
                    "tokens".to_owned()
                } else {
                    "a token".to_owned()
                }
            }
            Test::Type(t) if plural => words::plural(&t.word().to_lowercase()),
            Test::Type(t) => words::article(&t.word().to_lowercase()),
            other => self.test(other, plural, kind).text(),
        }
    }
}

/// Whether the filter says nothing but a reference to the object itself.
pub(crate) fn is_this(filter: &Filter) -> bool {
    filter.test == Test::Is(Ref::This)
}

/// Whether the pattern's members are counted one by one or at once.
pub(crate) fn is_batch(event: &EventPattern) -> bool {
    match event {
        // One is dealt damage by several sources at once: only a second time it is several that are.
        EventPattern::Batch(inner) => !crate::grammar::event::facts::is_dealt(inner),
        _ => false,
    }
}

/// Whether what is said after it stands behind the head: of a type, or of who controls it.
fn ends_head(test: &Test) -> bool {
    match test {
        Test::Type(_) | Test::Controlled(_) => true,
        Test::Or(branches) => branches.iter().all(|b| matches!(b, Test::Type(_))),
        _ => false,
    }
}
