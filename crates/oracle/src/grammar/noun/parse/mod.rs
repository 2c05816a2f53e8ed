//! Noun phrases: adjectives, heads and alternatives. Modifiers after the head are in [`crate::grammar::noun::after`], quantifiers
//! and targets in [`crate::grammar::selector`], pronouns in [`crate::grammar::reference`].

pub(crate) mod after;
mod colors;
mod other;
mod stack;
pub(crate) mod with;
pub(crate) mod word;

use lawmage_ir::{Filter, Kind, Ref, Selector, SetLimit, Subtype, Test, TypeSet, Who, ZoneSet};

use self::colors::colors_apart;
pub(crate) use self::other::{YOURS, all_chosen, other_than_yours};
pub use self::other::{any_target_other_than, player_spoken_of, target_other_than};
use self::other::{follows_for_each, in_exile, other_player};
pub(crate) use self::with::a_basic_land_type;
use self::word::{Head, Unit, unit};
use crate::grammar::selector;
use crate::parse::{Parser, Referent, Sort};

/// A noun phrase as read: what it asks, and what is known of it for later pronouns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noun {
    /// What fits. Cards without a stated zone have an empty zone set: the reader fills it in.
    pub filter: Filter,
    /// Whether the head was plural.
    pub plural: bool,
    /// A constraint on the set as a whole.
    pub limit: Option<SetLimit>,
    /// "at random".
    pub random: bool,
    /// "of their choice", "of your choice": who chooses.
    pub chooser: Option<Who>,
    /// "from among them": the group that it is chosen from.
    pub among: Option<Selector>,
    /// Whether "other" or "another" stood before it.
    pub other: bool,
    /// Whether it speaks of a player's things, who may be meant by "that player" later.
    pub owner: Option<Who>,
}

impl Noun {
    /// What sort of thing it names.
    #[must_use]
    pub fn sort(&self) -> Sort {
        sort(&self.filter.kind)
    }

    /// Whether neither who chooses it nor a group that it is chosen from is said: a filter alone would lose that.
    #[must_use]
    pub const fn is_of_all(&self) -> bool {
        self.chooser.is_none() && self.among.is_none()
    }

    /// A referent for it, reached by that handle.
    #[must_use]
    pub fn referent(&self, handle: crate::parse::Handle) -> Referent {
        let mut referent = Referent::new(handle, self.sort());
        (referent.types, referent.subtypes, referent.token) = words_of(&self.filter.test);
        referent.plural = self.plural;
        referent
    }
}

/// The sort of thing that a kind of filter names.
pub(crate) fn sort(kind: &Kind) -> Sort {
    match kind {
        Kind::Permanent => Sort::Permanent,
        Kind::Card(_) => Sort::Card,
        Kind::Spell => Sort::Spell,
        Kind::Ability => Sort::Ability,
        Kind::OnStack => Sort::OnStack,
        Kind::Player => Sort::Player,
        Kind::AnyTarget | Kind::PlayerOrPermanent => Sort::Any,
        Kind::Object | Kind::SpellOrPermanent | Kind::PermanentOrCard(_) => Sort::Object,
    }
}

/// The types and subtypes a test speaks of, and whether it asks for tokens.
#[must_use]
pub fn words_of(test: &Test) -> (TypeSet, Vec<Subtype>, bool) {
    let mut types = TypeSet::NONE;
    let mut subtypes = Vec::new();
    let mut token = false;
    let mut todo = vec![test];
    while let Some(test) = todo.pop() {
        match test {
            Test::Type(t) => types.insert(*t),
            Test::Subtype(s) => subtypes.push(*s),
            Test::Token => token = true,
            Test::And(all) | Test::Or(all) => todo.extend(all.iter()),
            _ => {}
        }
    }
    (types, subtypes, token)
}

/// A noun phrase without quantifier, singular or plural: "creature you control", "nonland permanents with flying".
pub fn filter(p: &mut Parser<'_>) -> Option<Filter> {
    p.attempt(|p| {
        let noun = noun(p)?;
        // A limit on the set as a whole is no test of one object: whoever takes a filter alone would lose it.
        if noun.limit.is_some() || noun.random {
            return p.fail("a noun phrase without a limit on the whole set");
        }
        if !noun.is_of_all() {
            return p.fail("a noun phrase that nobody chooses by, of no group");
        }
        Some(noun.filter)
    })
}

/// A quantified noun phrase or a reference: "target creature", "all lands", "it", "two cards", "each opponent". Targets go
/// to the scope, and what is named is mentioned.
pub fn selector(p: &mut Parser<'_>) -> Option<Selector> {
    selector::objects(p).map(|picked| {
        picked.mention(p);
        picked.selector
    })
}

/// As [`filter`], with all that is known of the phrase. A noun that names no zone means permanents (403.2).
pub fn noun(p: &mut Parser<'_>) -> Option<Noun> {
    if let Some(either) = other::or_suspended(p) {
        return Some(either);
    }
    p.attempt(|p| {
        let counted = follows_for_each(p);
        let other = p.eat("another") || p.eat("other");
        let not = other.then(|| {
            // "Attacking creatures get +1/+0 for each other …": what each is other than is told with the whole ability.
            let many = |r: &Referent| r.group_like() || matches!(r.handle, crate::parse::Handle::Select(_));
            let group = counted && p.scope.latest(|r| r.sort != Sort::Player).is_some_and(|r| many(&r));
            if group { Test::not(Test::Is(Ref::This)) } else { other::other_than_said(p) }
        });
        let face_up = p.eat("face-up exiled");
        let exiled = face_up || other::exiled_ahead(p) && p.eat("exiled");
        let stack = if other || exiled { None } else { p.attempt(stack::on_stack) };
        let mut noun = stack.or_else(|| core(p, not))?;
        noun.other = other;
        in_exile(&mut noun.filter, exiled, face_up);
        if exiled && sort(&noun.filter.kind) != Sort::Card {
            return p.fail("cards");
        }
        if other && noun.filter.kind == Kind::Player {
            other_player(p, &mut noun.filter.test)?;
        }
        if let Test::Or(all) = &mut noun.filter.test
            && let Some((last, before)) = all.split_last()
            && (*last == Test::Any || before.iter().any(|one| one.conjuncts().contains(last)))
        {
            let (last, before) = (last.clone(), before.to_vec());
            noun.filter.test = last;
            after::modifiers(p, &mut noun)?;
            noun.filter.test = with_last(before, std::mem::replace(&mut noun.filter.test, Test::Any));
        } else {
            after::modifiers(p, &mut noun)?;
        }
        other::settled(p, &mut noun.filter.test);
        Some(noun)
    })
}

/// "an instant card or a card with flash", "artifact creatures and/or creatures that share a color with it": what follows a noun that
/// what stands before is anyway is said of that one alone; only whose they are is said of all.
fn with_last(mut alternatives: Vec<Test>, last: Test) -> Test {
    let all = if let Test::And(all) = last { all } else { vec![last] };
    let (whose, own): (Vec<Test>, Vec<Test>) =
        all.into_iter().partition(|t| matches!(t, Test::Controlled(_) | Test::Owned(_)));
    alternatives.push(Test::all(own));
    Test::all([Test::Or(alternatives)].into_iter().chain(whose))
}

/// A noun phrase without modifiers after its head: "creature card", "instant or sorcery spell".
pub fn bare(p: &mut Parser<'_>) -> Option<Noun> {
    p.attempt(|p| core(p, None))
}

/// A noun for cards, to read modifiers into.
#[must_use]
pub fn any_card() -> Noun {
    Noun { filter: Filter::new(Kind::Card(ZoneSet::default()), Test::Any), ..any_player() }
}

/// A noun for players, to read modifiers into.
#[must_use]
pub fn any_player() -> Noun {
    Noun {
        filter: Filter::new(Kind::Player, Test::Any),
        plural: false,
        limit: None,
        random: false,
        chooser: None,
        among: None,
        other: false,
        owner: None,
    }
}

#[derive(Clone, Debug, Default)]
struct Alternative {
    adjectives: Vec<Test>,
    nouns: Vec<Test>,
    heads: Vec<Head>,
    plural: bool,
    /// Whether it has an article of its own: what stands before the first is not said of it.
    article: bool,
}

impl Alternative {
    fn bare(&self) -> bool {
        self.nouns.is_empty() && self.heads.is_empty()
    }
}

/// Adjectives and heads, with their alternatives: "nonblack artifact or creature", "instant, sorcery, or Aura card". `not` is what
/// "another" says before them: of all, or of the first alone, as in "another creature or an artifact".
fn core(p: &mut Parser<'_>, not: Option<Test>) -> Option<Noun> {
    let mut alternatives = vec![alternative(p)?];
    while let Some(more) =
        p.attempt(|p| joint_alternatives(p).filter(|more| !other::of_another_kind(&alternatives, more)))
    {
        alternatives.extend(more);
    }
    if alternatives.last().is_some_and(Alternative::bare) {
        return p.fail("a noun");
    }
    // "a basic land card or Gate card": what has a head of its own is a phrase of its own, with an article or without.
    for n in 1..alternatives.len() {
        let before = &alternatives[n - 1];
        let whole = !before.heads.is_empty() && !before.nouns.is_empty() && !before.adjectives.is_empty();
        // "legendary spells and artifact spells": both have their head.
        let both = before.nouns.is_empty() && before.heads == alternatives[n].heads && !before.adjectives.is_empty();
        let whole = whole || (both && !before.heads.is_empty());
        alternatives[n].article |= whole && !alternatives[n].nouns.is_empty();
        // "each equipped creature and Equipment": what is attached is not what it is attached to.
        let equipped = alternatives[0].adjectives.contains(&Test::Status(lawmage_ir::Status::Equipped));
        alternatives[n].article |= equipped && alternatives[n].nouns.contains(&Test::Subtype(Subtype::EQUIPMENT));
        // "an Assassin card or card with freerunning": what is said of the last alone is said behind it.
        let plain = alternatives[n].nouns.is_empty() && alternatives[n].adjectives.is_empty();
        alternatives[n].article |=
            plain && !alternatives[n - 1].nouns.is_empty() && alternatives[n].heads == alternatives[n - 1].heads;
    }
    let plural = word::is_plural(alternatives.iter().map(|a| (a.nouns.as_slice(), a.plural)));
    let kind = kind(p, &alternatives)?;
    let (apart, mut shared) = (alternatives.iter().any(|a| a.article), not);
    let all = colors_apart(&mut alternatives);
    if apart && let Some(first) = alternatives.first_mut() {
        first.adjectives.splice(0..0, shared.take());
    }
    let Some(test) = test(&kind, &alternatives) else {
        return p.fail("what the words before “or” and after it share");
    };
    let test = Test::all(shared.into_iter().chain(all).chain([test]));
    Some(Noun { filter: Filter::new(kind, test), plural, ..any_player() })
}

/// "or B", ", B, or C".
fn joint_alternatives(p: &mut Parser<'_>) -> Option<Vec<Alternative>> {
    let mut all = Vec::new();
    loop {
        let comma = p.comma();
        if p.at_any(&["and a", "and an", "and/or a", "and/or an"]) {
            return None;
        }
        let or = p.eat("or") || p.eat("and/or");
        let joint = or || p.eat("and");
        if !comma && !joint {
            return None;
        }
        other::all_of_another_color(p, joint && !or && !comma);
        // "target creature or a land": an article begins another phrase, unless a card phrase repeats it.
        let article = joint && !comma && (p.eat("a") || p.eat("an"));
        // "creatures and/or other planeswalkers": of a permanent, the last alone is other than itself.
        let other = or && !comma && !article && !p.scope.face.spell && p.eat("other");
        let mut next = alternative(p)?;
        if other {
            next.adjectives.insert(0, Test::not(Test::Is(Ref::This)));
        }
        all.push(Alternative { article, ..next });
        if joint {
            return Some(all);
        }
    }
}

fn alternative(p: &mut Parser<'_>) -> Option<Alternative> {
    let mut alternative = Alternative::default();
    loop {
        let _ = !alternative.bare() && other::choice_goes_on(p) && p.eat("of their choice");
        let negated = p.last().is_some_and(|t| t.text.starts_with("non"));
        let comma = negated && p.at(",") && p.word_at(1).starts_with("non") && alternative.nouns.is_empty();
        if comma && !alternative.adjectives.is_empty() {
            p.advance();
        }
        let ability = p.at("activated or triggered") && p.word_at(3).starts_with("abilit");
        if ability {
            p.advance();
            p.advance();
            p.advance();
        }
        match p.attempt(|p| unit(p)) {
            Some(Unit::Adjective(test)) if alternative.bare() => alternative.adjectives.push(test),
            Some(Unit::Noun { test, plural }) => {
                alternative.nouns.push(test);
                alternative.plural = plural;
            }
            Some(Unit::Head { head, plural }) => {
                alternative.heads.push(head);
                alternative.plural = plural;
            }
            Some(Unit::Adjective(_)) => {
                // "creatures attacking …", "card revealed …": a modifier after the head.
                let back = p.pos() - 1;
                p.go_back_to(back);
                break;
            }
            None => break,
        }
    }
    let empty = alternative.adjectives.is_empty() && alternative.bare();
    if empty { p.fail("a noun") } else { Some(alternative) }
}

/// What kind of thing the heads name together.
fn kind(p: &mut Parser<'_>, alternatives: &[Alternative]) -> Option<Kind> {
    let has = |head: Head| alternatives.iter().any(|a| a.heads.contains(&head));
    let last = |head: Head| alternatives.last().is_some_and(|a| a.heads.contains(&head));
    let permanents = alternatives.iter().any(|a| !a.nouns.is_empty() || a.heads == [Head::Permanent]);
    if has(Head::Player) || has(Head::Opponent) {
        if !permanents {
            return Some(Kind::Player);
        }
        // An opponent among the alternatives needs a test of players, which only "any target" asks (115.4).
        return Some(if has(Head::Opponent) { Kind::AnyTarget } else { Kind::PlayerOrPermanent });
    }
    let plain = alternatives.iter().all(|a| a.adjectives.is_empty() && a.nouns.is_empty());
    let bare_last = alternatives.last().is_some_and(|a| a.nouns.is_empty() && a.adjectives.is_empty());
    let others = alternatives.iter().any(|a| !a.bare() && !a.heads.contains(&Head::Spell));
    match () {
        () if has(Head::Spell) && has(Head::Ability) && plain => Some(Kind::OnStack),
        () if has(Head::Ability) && plain => Some(Kind::Ability),
        () if has(Head::Ability) => p.fail("a plain ability"),
        () if has(Head::Source) => Some(Kind::Object),
        () if stack::spell_or(alternatives).is_some() => Some(Kind::SpellOrPermanent),
        () if has(Head::Spell) && has(Head::Permanent) && !last(Head::Spell) => p.fail("one kind of thing"),
        // "creature or spell": one on the battlefield, the other on the stack.
        () if last(Head::Spell) && bare_last && others => p.fail("one kind of thing"),
        () if last(Head::Spell) => Some(Kind::Spell),
        () if last(Head::Card) => Some(Kind::Card(ZoneSet::default())),
        () if has(Head::Card) || has(Head::Spell) => p.fail("one kind of thing"),
        () => Some(Kind::Permanent),
    }
}

/// What the alternatives ask together. Leading adjectives go for every alternative, unless those have their own.
/// `None` where it can't be told which.
fn test(kind: &Kind, alternatives: &[Alternative]) -> Option<Test> {
    if *kind == Kind::SpellOrPermanent {
        return match test(&Kind::Permanent, stack::spell_or(alternatives)?)? {
            Test::Any => Some(Test::Any),
            permanents => Some(Test::Or(vec![Test::Status(lawmage_ir::Status::Spell), permanents])),
        };
    }
    let nouns = |a: &Alternative| {
        let permanent =
            a.heads.contains(&Head::Permanent) && !matches!(kind, Kind::Permanent | Kind::PlayerOrPermanent);
        let player = match (kind, a.heads.as_slice()) {
            (Kind::Player, [Head::Opponent]) => Some(Test::Controlled(Who::Opponents)),
            // "Opponent or planeswalker": not what an opponent controls.
            (Kind::AnyTarget, [Head::Opponent]) => Some(Test::all([Test::Player, Test::Controlled(Who::Opponents)])),
            _ => None,
        };
        Test::all(a.nouns.iter().cloned().chain(permanent.then_some(Test::PermanentType)).chain(player))
    };
    let or = |mut tests: Vec<Test>| if tests.len() == 1 { tests.remove(0) } else { Test::Or(tests) };
    let alternatives: Vec<&Alternative> =
        alternatives.iter().filter(|a| !(*kind == Kind::PlayerOrPermanent && a.heads == [Head::Player])).collect();
    let Some(first_noun) = alternatives.iter().position(|a| !a.bare()) else { return Some(Test::Any) };
    let (bare, rest) = alternatives.split_at(first_noun);
    let Some((head, more)) = rest.split_first() else { return Some(Test::Any) };
    let shared = more.iter().all(|a| a.adjectives.is_empty() && !a.article);
    if shared && !bare.is_empty() && head.adjectives.is_empty() {
        return adjectives_or_nouns(bare, rest, nouns);
    }
    if shared {
        let mut adjectives: Vec<Test> = bare.iter().map(|a| Test::all(a.adjectives.clone())).collect();
        adjectives.push(Test::all(head.adjectives.clone()));
        let (own, common) = head_of_all(rest)
            .or_else(|| subtype_of_all(rest))
            .unwrap_or_else(|| (rest.iter().map(|a| nouns(a)).collect(), Test::Any));
        let own = if own.contains(&Test::Any) { Test::Any } else { or(own) };
        return Some(Test::all([or(adjectives), own, common]));
    }
    Some(or(alternatives.iter().map(|a| Test::all(a.adjectives.iter().cloned().chain([nouns(a)]))).collect()))
}

/// "Angel, Demon, or Dragon creature card", "Faerie or Wizard permanent spell": behind subtypes of one kind what follows the last is
/// said of all. In "instant or Dragon creature card" it can't be. Each one's own, and what is said of all.
fn head_of_all(alternatives: &[&Alternative]) -> Option<(Vec<Test>, Test)> {
    let (last, others) = alternatives.split_last()?;
    let (Test::Subtype(own), common) = last.nouns.split_first()? else { return None };
    let permanent = last.heads.len() > 1 && last.heads.contains(&Head::Permanent);
    let alike = |a: &&Alternative| matches!(a.nouns.as_slice(), [Test::Subtype(s)] if s.kind() == own.kind());
    if others.is_empty() || (common.is_empty() && !permanent) || !others.iter().all(|a| alike(a) && a.heads.is_empty())
    {
        return None;
    }
    let own = alternatives.iter().filter_map(|a| a.nouns.first().cloned()).collect();
    Some((own, Test::all(common.iter().cloned().chain(permanent.then_some(Test::PermanentType)))))
}

/// "Adventure instant or sorcery spell": a subtype that things of each of the types may have is said of all.
fn subtype_of_all(alternatives: &[&Alternative]) -> Option<(Vec<Test>, Test)> {
    let (first, others) = alternatives.split_first()?;
    let [common @ Test::Subtype(subtype), own @ Test::Type(_)] = first.nouns.as_slice() else { return None };
    let fits = |a: &&Alternative| matches!(a.nouns.as_slice(), [Test::Type(t)] if subtype.kind().fits(*t));
    if others.is_empty() || !first.heads.is_empty() || !others.iter().all(fits) {
        return None;
    }
    let types = others.iter().filter_map(|a| a.nouns.first().cloned());
    Some((std::iter::once(own.clone()).chain(types).collect(), common.clone()))
}

/// "snow or Zombie creatures", "noncreature or Dragon spell", "basic, Sphere, or Locus land card": a noun beside adjectives is one of
/// them, and what stands last goes for all. `None` for "legendary or creature", where nothing is shared.
fn adjectives_or_nouns(
    bare: &[&Alternative],
    rest: &[&Alternative],
    nouns: impl Fn(&Alternative) -> Test,
) -> Option<Test> {
    let (last, others) = rest.split_last()?;
    let (own, common) = last.nouns.split_first()?;
    if common.is_empty() && last.heads.is_empty() {
        return None;
    }
    let adjectives = bare.iter().map(|a| Test::all(a.adjectives.clone()));
    let branches = adjectives.chain(others.iter().map(|a| nouns(a))).chain([own.clone()]).collect();
    let shared = Alternative { nouns: common.to_vec(), heads: last.heads.clone(), ..Alternative::default() };
    Some(Test::all([Test::Or(branches), nouns(&shared)]))
}

/// What may stand after "is": "a creature", "blue", "tapped", "a Goblin creature card", "red or white", as a test.
pub fn complement(p: &mut Parser<'_>) -> Option<Test> {
    p.attempt(|p| {
        if let Some(found) = p.first(&[after::nth_spell, after::all_colors]) {
            return Some(found);
        }
        let article = p.eat("a") || p.eat("an");
        if article {
            return noun(p).map(|n| n.filter.test);
        }
        if let Some(noun) = p.attempt(|p| noun(p).filter(|n| n.plural || n.other)) {
            return Some(noun.filter.test);
        }
        if p.at_any(&["attacking", "blocking"])
            && let Some(test) = p.attempt(|p| after::combat_modifier(p))
        {
            return Some(test);
        }
        if p.at("attached to") {
            return after::attached(p);
        }
        let mut all = vec![adjectives(p)?];
        let mut or = false;
        while let Some((joint, more)) = p.attempt(|p| {
            let comma = p.comma();
            let joint = if p.eat("or") {
                Some(true)
            } else if p.eat("and") {
                Some(false)
            } else {
                None
            };
            if !comma && joint.is_none() {
                return None;
            }
            Some((joint, adjectives(p)?))
        }) {
            or |= joint == Some(true);
            all.push(more);
        }
        Some(if or { Test::Or(all) } else { Test::all(all) })
    })
}

fn adjectives(p: &mut Parser<'_>) -> Option<Test> {
    if let Some(colors) = p.attempt(with::so_many_colors) {
        return Some(colors);
    }
    match unit(p)? {
        Unit::Adjective(test) => Some(test),
        // "it's legendary", "it's colorless" are adjectives; a bare singular type is not English.
        _ => p.fail("an adjective"),
    }
}
