//! What "other" and "another" exclude.

use lawmage_ir::{CardType, Condition, Filter, Kind, Ref, Subtype, Test, Who, Zone, ZoneSet};

use crate::parse::{Handle, Parser, Referent, Sort};

/// The player that another is other than.
pub fn player_spoken_of(p: &mut Parser<'_>) -> Option<Ref> {
    let said = p.scope.latest(|r| r.sort == Sort::Player);
    let said = said.and_then(|r| match r.handle {
        Handle::Who(Who::Ref(r)) => Some(r),
        Handle::Who(actor @ Who::Actor) => Some(Ref::Players(Box::new(actor))),
        handle => p.scope.reference(&handle),
    });
    said.or_else(|| p.fail("which player the others are other than"))
}

/// "Each other opponent" is other than the player that was spoken of.
pub(super) fn other_player(p: &mut Parser<'_>, test: &mut Test) -> Option<()> {
    let said = player_spoken_of(p)?;
    let all =
        if let Test::And(all) = std::mem::replace(test, Test::Any) { all } else { return p.fail("other players") };
    let others = all.into_iter().map(|t| match t {
        Test::Not(inner) if matches!(*inner, Test::Is(_)) => Test::not(Test::Is(said.clone())),
        other => other,
    });
    *test = Test::all(others);
    Some(())
}

/// What "other" leaves out, now that the whole phrase is known.
pub(super) fn settled(p: &mut Parser<'_>, test: &mut Test) {
    other_than_shared(test);
    other_than_this(p, test);
}

/// "Whenever a permanent you control enters, … another permanent that shares a permanent type with it": other than that one.
fn other_than_shared(test: &mut Test) {
    let Test::And(all) = test else { return };
    let with =
        all.iter().find_map(|t| if let Test::Shares(_, it @ Ref::Event(_)) = t { Some(it.clone()) } else { None });
    let Some(with) = with else { return };
    let other = Test::not(Test::Is(Ref::This));
    all.iter_mut().filter(|t| **t == other).for_each(|t| *t = Test::not(Test::Is(with.clone())));
}

/// "If you control at least five other Mountains", of a land that is no Mountain: what this could not be is other than the latest
/// such thing that was spoken of.
fn other_than_this(p: &mut Parser<'_>, test: &mut Test) {
    let this = Test::not(Test::Is(Ref::This));
    let tests = test.conjuncts();
    if p.scope.quoted || !tests.contains(&this) {
        return;
    }
    let face = &p.scope.face;
    let never = |test: &Test| match test {
        // A permanent of any type may become a creature.
        Test::Type(t) => *t != CardType::Creature && !face.types.has(*t),
        Test::Subtype(s) => !face.subtypes.has(*s),
        Test::Token => true,
        _ => false,
    };
    let Some(asked) = tests.iter().find(|test| never(test)) else { return };
    let is_one = |r: &Referent| match asked {
        Test::Type(t) => r.types.has(*t),
        Test::Subtype(s) => r.subtypes.contains(s),
        _ => r.token,
    };
    let said = p.scope.latest(|r| r.sort != Sort::Player && !r.this && !r.plural && is_one(r));
    let Some(said) = said.and_then(|r| p.scope.reference(&r.handle)) else { return };
    if let Test::And(all) = test {
        all.iter_mut().filter(|t| **t == this).for_each(|t| *t = Test::not(Test::Is(said.clone())));
    }
}

/// Under which verb it is known that you did what each of several players did.
pub(crate) const YOURS: &str = "done by you";

/// That something is other than what was spoken of: than all that was chosen before, where several clauses had something chosen; than
/// the card that was yours of those that several players sacrificed.
pub(super) fn other_than_said(p: &mut Parser<'_>) -> Test {
    if p.scope.referents.last().is_some_and(|r| r.verb == Some(YOURS)) {
        return other_than_yours();
    }
    let all = follows(p, &["all", "other"]) && p.scope.face.spell;
    let mut chosen = if all { all_chosen(p) } else { Vec::new() };
    match chosen.len() {
        0 | 1 => Test::not(Test::Is(other_than(p))),
        _ => Test::all(chosen.drain(..).map(|one| Test::not(Test::Is(one)))),
    }
}

/// Other than what you have just sacrificed, be it a card by now.
pub(crate) fn other_than_yours() -> Test {
    use lawmage_ir::{Cause, EventPattern, Span};
    let what = Filter::new(Kind::Object, Test::Is(Ref::It));
    let (from, to) = (ZoneSet::ANYWHERE, ZoneSet::ANYWHERE);
    let given = EventPattern::Moves { what, from, to, cause: Some(Cause::Sacrifice), by: Some(Who::You) };
    Test::not(Test::Did(Box::new(given), Span::ThisWay))
}

/// All that clauses before had players choose.
pub(crate) fn all_chosen(p: &mut Parser<'_>) -> Vec<Ref> {
    let mut handles: Vec<Handle> = Vec::new();
    for referent in p.scope.referents.iter().filter(|r| r.verb == Some("chosen") && r.sort == Sort::Permanent) {
        if referent.clause().is_some() && !handles.contains(&referent.handle) {
            handles.push(referent.handle.clone());
        }
    }
    handles.iter().filter_map(|handle| p.scope.reference(handle)).collect()
}

/// What "other" excludes: the object targets so far, else the object itself, or in a spell what it last spoke of.
pub fn other_than(p: &mut Parser<'_>) -> Ref {
    // "Tap target creature. Put a stun counter on it if you control another Knight": of a permanent, another than itself.
    let before = p.pos().checked_sub(3).and_then(|from| p.tokens().get(from..p.pos() - 1));
    let you_control = before.is_some_and(|words| words.iter().map(|t| &*t.text).eq(["you", "control"]));
    if you_control && !p.scope.face.spell {
        return Ref::This;
    }
    // "Deals damage to target creature equal to the number of other spells you've cast": no creature is a spell.
    let spells = p.at_any(&["spell", "spells"]);
    let fits = |sort: Sort| if spells { sort.is_on_stack() } else { sort != Sort::Player };
    if spells && p.scope.face.spell && p.scope.latest(|r| fits(r.sort)).is_none() {
        return Ref::This;
    }
    // "Attach target Equipment to ~. Then another target creature …": an Equipment is none.
    let creature = (0..3).any(|ahead| matches!(p.word_at(ahead), "creature" | "creatures"));
    let equipment = |r: &Referent| creature && r.subtypes.contains(&Subtype::EQUIPMENT);
    let target = p.scope.latest(|r| fits(r.sort) && matches!(r.handle, Handle::Ref(Ref::Target(_))) && !equipment(r));
    if let Some(said) = target
        && let Some(target) = p.scope.reference(&said.handle)
    {
        // "Put target creature card onto the battlefield. That creature deals damage to each other creature": what it is now.
        let card = (0..3).any(|ahead| matches!(p.word_at(ahead), "card" | "cards"));
        let put = |r: &Referent| r.sort == Sort::Permanent && r.to == Some(Zone::Battlefield) && r.clause().is_some();
        let now = p.scope.latest(put).filter(|_| said.sort == Sort::Card && !card);
        return now.and_then(|r| p.scope.reference(&r.handle)).unwrap_or(target);
    }
    if let Some(said) = p.scope.latest(|r| r.sort != Sort::Player)
        // "Each player chooses three permanents they control. Destroy all other permanents."
        && (p.scope.face.spell && said.sort != Sort::Card || said.verb == Some("chosen") && said.clause().is_some())
        && let Some(said) = p.scope.reference(&said.handle)
    {
        return said;
    }
    // "Whenever a creature enters, destroy all other creatures": of an enchantment, other than the creature it is about.
    if !p.scope.face.types.has(CardType::Creature)
        && let Some(Ref::Event(role)) = subject_creature(p)
    {
        return Ref::Event(role);
    }
    Ref::This
}

/// What "any other target" is other than: of an Aura that speaks of what it enchants, that; the Aura could be no target anyway (115.4).
pub fn any_target_other_than(p: &mut Parser<'_>) -> Ref {
    let host = p.scope.latest(|r| r.sort != Sort::Player).map(|said| said.handle);
    match (other_than(p), host) {
        (Ref::This, Some(Handle::Ref(host @ Ref::Host(_)))) => host,
        (other, _) => other,
    }
}

/// What "another target …" is other than: of an enchantment, the creature that the ability is about, whatever an instruction
/// has done to it (what has become of that is not yet known as targets are chosen).
pub fn target_other_than(p: &mut Parser<'_>) -> Ref {
    let creature = |p: &Parser<'_>| p.scope.face.types.has(CardType::Creature);
    match other_than(p) {
        Ref::This if !p.scope.face.spell && !creature(p) => {
            let said = p.scope.latest(|r| matches!(r.handle, Handle::Ref(Ref::Event(_))));
            said.and_then(|said| about_creature(&said)).unwrap_or(Ref::This)
        }
        other => other,
    }
}

/// The creature that a triggered ability is about, where it was last spoken of and isn't the source.
fn subject_creature(p: &Parser<'_>) -> Option<Ref> {
    about_creature(&p.scope.latest(|r| r.sort != Sort::Player)?)
}

fn about_creature(said: &Referent) -> Option<Ref> {
    match &said.handle {
        Handle::Ref(r @ Ref::Event(_)) if !said.this && !said.plural && said.types.has(CardType::Creature) => {
            Some(r.clone())
        }
        _ => None,
    }
}

/// Whether "of their choice" stands within a phrase that goes on: "a creature of their choice token of their choice", "a creature of
/// their choice or planeswalker", "an artifact of their choice, creature, or land of their choice".
pub(super) fn choice_goes_on(p: &Parser<'_>) -> bool {
    const NOUNS: [&str; 5] = ["creature", "planeswalker", "artifact", "enchantment", "land"];
    if !p.at("of their choice") || !p.scope.is_player_actor() {
        return false;
    }
    match p.word_at(3) {
        "token" | "creature" => true,
        "or" => NOUNS.contains(&p.word_at(4)),
        "," => {
            NOUNS.contains(&p.word_at(4))
                && p.word_at(5) == ","
                && p.word_at(6) == "or"
                && NOUNS.contains(&p.word_at(7))
        }
        _ => false,
    }
}

/// 702.62b: a suspended card is in exile; and so is an exiled one ("target exiled card with flashback").
pub(super) fn in_exile(filter: &mut Filter, exiled: bool, face_up: bool) {
    let told = |t: &Test| matches!(t, Test::Status(lawmage_ir::Status::Suspended | lawmage_ir::Status::Foretold));
    let suspended = filter.test.conjuncts().iter().any(told);
    if let Kind::Card(zones) = &mut filter.kind
        && (suspended || exiled)
    {
        *zones = ZoneSet::of(lawmage_ir::Zone::Exile);
    }
    // 406.3
    if face_up {
        let up = Test::not(Test::Status(lawmage_ir::Status::FaceDown));
        filter.test = Test::all([up, std::mem::replace(&mut filter.test, Test::Any)]);
    }
}

/// Whether "exiled" may be said here of the cards that are spoken of: any in exile, or those used to craft.
pub(super) fn exiled_ahead(p: &Parser<'_>) -> bool {
    // "all exiled cards with aegis counters on them"
    let marked = follows(p, &["all"]) && p.at_any(&["exiled cards with", "exiled cards you own with"]);
    marked || follows(p, &["target"]) || follows(p, &["or", "more"]) || super::after::crafted::ahead(p)
}

/// "permanent or suspended card", "permanent with a time counter on it or suspended card" (702.62b).
pub(super) fn or_suspended(p: &mut Parser<'_>) -> Option<super::Noun> {
    let said = |ahead: &usize| p.word_at(*ahead) == "or" && p.word_at(*ahead + 1) == "suspended";
    let or = (1..9).find(said)?;
    p.attempt(|p| {
        let start = p.pos();
        let words = p.tokens().get(start..start + or)?;
        let mut reader = Parser::new(p.source(), words, p.scope.clone(), p.reading());
        let mut noun = super::noun(&mut reader).filter(|_| reader.at_end())?;
        p.go_back_to(start + or);
        p.expect("or suspended card")?;
        if noun.filter.kind != Kind::Permanent || noun.plural {
            return p.fail("a permanent");
        }
        let there = Test::If(Box::new(Condition::InZone(Ref::It, ZoneSet::BATTLEFIELD)));
        let permanent = Test::And([vec![there], noun.filter.test.conjuncts().to_vec()].concat());
        let test = Test::Or(vec![permanent, Test::Status(lawmage_ir::Status::Suspended)]);
        noun.filter = Filter::new(Kind::PermanentOrCard(ZoneSet::of(lawmage_ir::Zone::Exile)), test);
        Some(noun)
    })
}

/// Whether "for each" stands just before.
pub(super) fn follows_for_each(p: &Parser<'_>) -> bool {
    follows(p, &["for", "each"])
}

/// Whether those words stand just before.
pub(super) fn follows(p: &Parser<'_>, words: &[&str]) -> bool {
    let before = p.pos().checked_sub(words.len()).and_then(|from| p.tokens().get(from..p.pos()));
    before.is_some_and(|before| before.iter().map(|t| &*t.text).eq(words.iter().copied()))
}

/// "a black spell or a Swamp": a phrase of its own, which is no spell or card. "You cast a spell, Birds and Frogs you control …": so
/// are plurals behind one spell.
pub(super) fn of_another_kind(before: &[super::Alternative], more: &[super::Alternative]) -> bool {
    let on_its_own = |heads: &[super::Head]| heads.iter().any(|h| matches!(h, super::Head::Spell | super::Head::Card));
    let one_before = before.last().is_some_and(|a| on_its_own(&a.heads) && !a.plural);
    if one_before && more.iter().all(|a| a.plural && a.heads.is_empty() && !a.nouns.is_empty()) {
        return true;
    }
    let [one] = more else { return false };
    one.article && one.heads.is_empty() && before.last().is_some_and(|a| on_its_own(&a.heads))
}

/// "all black and all red creature cards": the second "all", behind the joint.
pub(super) fn all_of_another_color(p: &mut Parser<'_>, joint: bool) {
    let color = |word: &str| lawmage_ir::Color::from_word(word).is_some();
    let before = p.pos().checked_sub(3).and_then(|from| p.tokens().get(from..p.pos())).unwrap_or_default();
    let first = matches!(before, [all, one, _] if &*all.text == "all" && color(&one.text));
    if joint && first && p.at("all") && color(p.word_at(1)) {
        p.advance();
    }
}
