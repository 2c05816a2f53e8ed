//! Pronouns and definite phrases: "it", "that creature", "those cards", "the sacrificed creature", "enchanted creature".
//! Binding is by what was spoken of in the whole ability, latest first, with the noun's type and number (survey: ¶8).

use lawmage_ir::{CardType, Kind, Ref, Role, Selector, Status, SubtypeKind, Test, TypeSet, Who, visit};

use super::exiled::{exiled_as_it_died, told_elsewhere};
use super::of_each::{all_targets, blocker_or_attacker, both_chosen, first_creature, of_each_player, only_target};
use crate::grammar::ability::GIVER;
use crate::grammar::noun::{self, Noun, words_of};
use crate::grammar::words;
use crate::parse::{Handle, Parser, Referent, Sort};

/// A reference to something spoken of before, as one [`Ref`].
pub fn reference(p: &mut Parser<'_>) -> Option<Ref> {
    p.attempt(|p| {
        let referent = referent(p)?;
        // "that creature's controller" is no object.
        if p.at("'s") {
            return p.fail("an object");
        }
        p.scope.reference(&referent.handle)
    })
}

/// The object before a possessive ending, for its numbers and players: "its", "that creature's", "~'s", "their".
pub fn possessor(p: &mut Parser<'_>) -> Option<Ref> {
    p.attempt(|p| {
        let referent = if p.at("its") {
            let own = is_character(p);
            p.advance();
            if own { character(p) } else { it(p)? }
        } else if p.at("their") && !p.scope.is_player_actor() {
            p.advance();
            they(p)?
        } else {
            let that = p.at("that");
            let referent = referent(p)?;
            p.expect("'s")?;
            // "Damage equal to that spell's power to its controller": not to the controller of what deals it.
            if that && !referent.this && referent.sort != Sort::Player {
                p.scope.mention(referent.clone());
            }
            // "Enchanted creature's controller … that creature", "the exiled card's owner … that card".
            if matches!(referent.handle, Handle::Ref(Ref::Host(_) | Ref::Linked(_) | Ref::Giver(_))) {
                p.scope.mention(referent.clone());
            }
            referent
        };
        match referent.before {
            Some(before) => Some(before),
            None => p.scope.reference(&referent.handle),
        }
    })
}

/// What a pronoun or definite phrase means.
pub fn referent(p: &mut Parser<'_>) -> Option<Referent> {
    p.attempt(|p| match p.word() {
        "~" => {
            let start = p.pos();
            p.advance();
            // "Return this card from your graveyard to the battlefield. … exile this creature": what it is by then (400.7j).
            let card = p.printed_since(start).to_lowercase().ends_with("card");
            let arrived = p.scope.latest(|r| r.arrived && !card).or_else(|| exiled_as_it_died(p));
            Some(arrived.unwrap_or_else(Referent::this))
        }
        GIVER => {
            p.advance();
            Some(Referent::new(Handle::Ref(Ref::Giver(None)), Sort::Permanent))
        }
        "it" if !is_character(p) => {
            p.advance();
            it(p)
        }
        "it" | "him" => {
            p.advance();
            Some(character(p))
        }
        "them" | "they" | "themselves" => {
            p.advance();
            they(p)
        }
        "that" | "those" => {
            let plural = p.word() == "those";
            p.advance();
            that(p, plural)
        }
        "enchanted" | "equipped" | "fortified" => host(p),
        "each" if p.at_any(&["each of them", "each of those", "each of the chosen creatures"]) => {
            p.advance();
            p.advance();
            referent(p)
        }
        "both" if p.at("both of them") || p.at("both of those") => {
            p.advance();
            p.advance();
            referent(p)
        }
        "the" if p.eat_any(&["the exiled card used to craft", "the exiled cards used to craft"]).is_some() => {
            crafted(p)
        }
        "the" => {
            p.advance();
            the(p)
        }
        "that's" => None,
        _ => p.fail("something spoken of before"),
    })
}

/// Whether what is read as "it" or "its" stands there as "he", "she", "his" or "her"; an instant or sorcery is no character.
pub(crate) fn is_character(p: &Parser<'_>) -> bool {
    const WORDS: [&str; 4] = ["he", "she", "his", "her"];
    !p.scope.face.spell
        && p.peek().is_some_and(|token| WORDS.iter().any(|word| p.printed(token).eq_ignore_ascii_case(word)))
}

/// Who that is: only the character that the card is has a gender (201.5).
fn character(p: &Parser<'_>) -> Referent {
    let moved = |r: &Referent| r.arrived || r.before.as_ref() == Some(&Ref::This);
    p.scope.latest(moved).unwrap_or_else(Referent::this)
}

/// "~", "it", behind "the exiled cards used to craft": the object itself (702.167c).
pub(crate) fn crafted(p: &mut Parser<'_>) -> Option<Referent> {
    if !(p.eat("~") || p.at("it") && it_of(p).this && p.eat("it")) {
        return p.fail("what was crafted");
    }
    Some(Referent::new(Handle::Ref(Ref::Linked(lawmage_ir::CRAFTED)), Sort::Card))
}

/// "enchanted creature", "equipped creature": what the object is attached to (301.5, 303.4).
fn host(p: &mut Parser<'_>) -> Option<Referent> {
    p.advance();
    let noun = noun::bare(p)?;
    if noun.plural {
        return p.fail("a single object");
    }
    Some(noun.referent(Handle::Ref(Ref::Host(Box::new(Ref::This)))))
}

/// "it": the latest single object; the object itself when nothing was spoken of.
pub fn it(p: &mut Parser<'_>) -> Option<Referent> {
    Some(it_of(p))
}

/// What "it" is.
pub fn it_of(p: &Parser<'_>) -> Referent {
    let one = |r: &Referent| r.sort != Sort::Player && !r.plural && !r.hidden();
    // What may be a player is "it" only where nothing else is.
    let said = p.scope.latest(|r| one(r) && r.sort != Sort::Any).or_else(|| p.scope.latest(one));
    said.unwrap_or_else(Referent::this)
}

/// "they", "them" of objects: the latest of several; a single one when there were no others.
pub(crate) fn they(p: &mut Parser<'_>) -> Option<Referent> {
    p.scope
        .latest(|r| r.sort != Sort::Player && r.plural)
        .or_else(|| p.scope.latest(|r| r.sort != Sort::Player && !r.this && r.sort != Sort::Any))
        .or_else(|| is_two(p).then(Referent::this))
        .or_else(|| p.fail("something spoken of before"))
}

/// Whether the object itself has the name of two: "Jar and Jill".
fn is_two(p: &Parser<'_>) -> bool {
    p.tokens().iter().any(|token| token.kind == crate::lex::TokenKind::This && p.printed(token).contains(" and "))
}

/// After "that" or "those": a noun that something spoken of fits.
fn that(p: &mut Parser<'_>, plural: bool) -> Option<Referent> {
    // "that permanent or player", "that creature or player": a target that may be either.
    if !plural && p.eat_any(&["permanent or player", "player or permanent", "creature or player"]).is_some() {
        let either = |r: &Referent| r.sort == Sort::Any && !r.plural;
        // The target itself rather than what was dealt damage, which may be neither.
        let said = p.scope.latest(|r| either(r) && !r.hidden()).or_else(|| p.scope.latest(either));
        return said.or_else(|| p.fail("something spoken of before"));
    }
    // "that player or planeswalker": the target that may be either of these.
    if !plural && p.eat_any(&["player or planeswalker", "opponent or planeswalker"]).is_some() {
        if p.at("'s") {
            return None;
        }
        let said = p.scope.latest(|r| r.sort == Sort::Any && !r.plural && !r.hidden())?;
        let Handle::Ref(Ref::Target(n)) = &said.handle else { return None };
        let spec = p.scope.targets.get(usize::from(*n)).filter(|spec| spec.filter.kind == Kind::PlayerOrPermanent);
        return if spec.is_some() { Some(said) } else { p.fail("a player or planeswalker spoken of before") };
    }
    if !plural && p.at("target") && p.scope.targets.len() == 1 {
        return only_target(p);
    }
    // "those exiled cards"
    let verb = words::done(p.word()).inspect(|_| p.advance());
    let noun = noun::bare(p)?;
    if noun.plural != plural || noun.filter.kind == Kind::Player {
        return p.fail("something spoken of before");
    }
    // The object itself is spoken of by its name or as "it", never as "that creature".
    let found = find(p, &noun, verb).filter(|r| !r.this);
    let found = found.or_else(|| if plural && verb.is_none() { both_chosen(p, &noun) } else { None });
    let found = found.or_else(|| if plural { of_each_player(p, &noun, verb) } else { None });
    let found = found.or_else(|| if plural && verb.is_none() { all_targets(p, &noun) } else { None });
    let mut found = found.or_else(|| p.fail("something spoken of before"))?;
    narrow(&mut found, &noun);
    Some(found)
}

/// "creature you control", "creature an opponent controls", after "the": the target that was said to be so.
fn of_controller(p: &mut Parser<'_>) -> Option<Referent> {
    let noun = noun::bare(p)?;
    let mine =
        match p.eat_any(&["you control", "you don't control", "an opponent controls", "the opponent controls"])? {
            0 => true,
            1..=3 => false,
            _ => return None,
        };
    let says = |test: &Test| match test {
        Test::Controlled(Who::You) => mine,
        Test::Controlled(_) => !mine,
        Test::Not(inner) => !mine && **inner == Test::Controlled(Who::You),
        _ => false,
    };
    let said = |spec: &lawmage_ir::TargetSpec| match &spec.filter.test {
        Test::And(all) => all.iter().any(says),
        one => says(one),
    };
    let place = p.scope.targets.iter().position(said).or_else(|| p.fail("a target that was said to be so"))?;
    let place = u8::try_from(place).ok()?;
    Some(noun.referent(Handle::Ref(Ref::Target(place))))
}

/// After "the": a participle and a noun, or a bare noun.
fn the(p: &mut Parser<'_>) -> Option<Referent> {
    let chosen = |p: &mut Parser<'_>| p.expect("chosen").and_then(|()| of_controller(p));
    if let Some(target) = p.attempt(of_controller).or_else(|| p.attempt(chosen)) {
        return Some(target);
    }
    if p.at_any(&["other creature", "first creature"]) {
        return if p.at("first creature") { first_creature(p) } else { other_creature(p) };
    }
    if let Some(said) = p.attempt(told_elsewhere) {
        return Some(said);
    }
    let verb = words::done(p.word()).inspect(|_| p.advance());
    let verb = if verb.is_none() && p.at("creature sacrificed") { Some("sacrificed") } else { verb };
    let exploited = verb.is_none() && p.at("exploited creature") && p.eat("exploited");
    let verb = verb.or_else(|| (p.at("discard card") && p.eat("discard")).then_some("discarded"));
    let noun = noun::bare(p)?;
    if noun.filter.kind == Kind::Player {
        return None;
    }
    // "The card you discarded", where each player discarded one.
    if verb.is_none()
        && !noun.plural
        && let Some(theirs) = p.attempt(|p| discarded_by_you(p, &noun))
    {
        return Some(theirs);
    }
    let verb = verb.or_else(|| (!noun.plural && exploited).then_some("exploited"));
    // "The Army you amassed"
    let verb = verb.or_else(|| (!noun.plural && p.eat("you amassed")).then_some("amassed"));
    // "The token created this way": of several only those that are all there were.
    let all = !noun.plural || matches!(noun.filter.test, Test::Any | Test::Token);
    let verb = verb.or_else(|| {
        let verb = words::done(p.word()).filter(|_| all && p.word_at(1) == "this" && p.word_at(2) == "way")?;
        (0..3).for_each(|_| p.advance());
        Some(verb)
    });
    if let Some(verb) = verb {
        let of_all = |p: &Parser<'_>| if noun.plural { of_each_player(p, &noun, Some(verb)) } else { None };
        if let Some(mut found) = find(p, &noun, Some(verb)).or_else(|| of_all(p)) {
            narrow(&mut found, &noun);
            return Some(found);
        }
        if verb == "exiled" {
            let linked = p.scope.face.exiled();
            return Some(noun.referent(Handle::Ref(Ref::Linked(linked))));
        }
        if let (Some(linked), Some("chosen"), false) = (p.scope.face.chosen_object, Some(verb), noun.plural)
            && noun.sort() == Sort::Permanent
        {
            return Some(noun.referent(Handle::Ref(Ref::Linked(linked))));
        }
        // "Choose two target cards. … return the chosen cards": where targets are all there is to choose.
        if let (Some("chosen"), [_]) = (Some(verb), p.scope.targets.as_slice()) {
            let target = Handle::Ref(Ref::Target(0));
            let (types, ..) = words_of(&noun.filter.test);
            let fits =
                |r: &Referent| r.sort == noun.sort() && r.plural == noun.plural && r.types.union(types) == r.types;
            let found = find(p, &noun, None).filter(|r| r.handle == target);
            let found = found.or_else(|| p.scope.latest(|r| r.handle == target && fits(r)));
            return found.or_else(|| p.fail("the target chosen before"));
        }
        return p.fail("something spoken of before");
    }
    // "Each opponent creates a token. The tokens …": those of all of them.
    let of_all = |r: &Referent| r.token && r.by.as_ref().is_some_and(Who::is_group);
    let tokens = noun.plural && noun.filter.test == Test::Token;
    let found = find(p, &noun, None).or_else(|| p.scope.latest(of_all).filter(|_| tokens));
    found.or_else(|| p.fail("something spoken of before"))
}

/// "Whenever enchanted creature deals damage to a creature, … the other creature": the one in the event's object role, where no
/// other was spoken of.
fn other_creature(p: &mut Parser<'_>) -> Option<Referent> {
    p.expect("other creature")?;
    let (one, other) = (Ref::Event(Role::Subject), Handle::Ref(Ref::Event(Role::Object)));
    let own = |r: &Ref| matches!(r, Ref::This | Ref::Host(_)) || *r == one;
    let two = p.scope.referents.iter().filter(|r| r.sort == Sort::Permanent && r.handle != other);
    if !two.clone().all(|r| matches!(&r.handle, Handle::Ref(r) if own(r))) {
        return p.fail("two creatures");
    }
    p.scope.latest(|r| r.handle == other && r.sort == Sort::Permanent && !r.plural).or_else(|| p.fail("two creatures"))
}

/// "you discarded", behind "the card": of the cards that several players discarded, each of them one.
fn discarded_by_you(p: &mut Parser<'_>, noun: &Noun) -> Option<Referent> {
    p.expect("you discarded")?;
    let said = p.scope.latest(|r| r.verb == Some("discarded") && r.clause().is_some())?;
    if noun.filter.test != Test::Any || noun.sort() != Sort::Card || said.plural || said.by != Some(Who::All) {
        return p.fail("the one card that you discarded as all players did");
    }
    let slot = p.scope.bind(said.clause()?);
    Some(noun.referent(Handle::Ref(Ref::Theirs(slot, Box::new(Who::You)))))
}

fn narrow(found: &mut Referent, noun: &Noun) {
    let (types, subtypes, _) = words_of(&noun.filter.test);
    found.types = found.types.union(types);
    found.subtypes.extend(subtypes);
}

/// The latest referent that the noun fits: first one whose own noun said so, then one that may well be it.
fn find(p: &Parser<'_>, noun: &Noun, verb: Option<&str>) -> Option<Referent> {
    let (types, subtypes, token) = words_of(&noun.filter.test);
    let number = |r: &Referent| r.plural == noun.plural || (noun.plural && r.group_like());
    let sort = |r: &Referent| {
        matches!(
            (noun.sort(), r.sort),
            (Sort::Permanent, Sort::Permanent | Sort::Any | Sort::Object)
                | (Sort::Card, Sort::Card)
                | (Sort::Spell, Sort::Spell | Sort::OnStack)
                | (Sort::Ability, Sort::Ability | Sort::OnStack)
                | (Sort::OnStack, Sort::OnStack | Sort::Spell)
        ) || (noun.sort() == Sort::Object && r.sort != Sort::Any) // "That source" is not what it dealt damage to.
    };
    let loose = |r: &Referent| {
        // What was drawn is nothing but cards.
        r.verb != Some("drawn")
            && matches!(
                (noun.sort(), r.sort),
                (Sort::Card, Sort::Permanent | Sort::Object) | (Sort::Permanent, Sort::Card)
            )
    };
    let said = |r: &Referent| {
        let creature = r.subtypes.iter().any(|s| s.kind() == SubtypeKind::Creature);
        let type_fits =
            types.is_empty() || types.meets(r.types) || (creature && types.has(lawmage_ir::CardType::Creature));
        let land = r.subtypes.iter().any(|s| s.kind() == SubtypeKind::Land);
        let type_fits = type_fits || (land && types.has(lawmage_ir::CardType::Land));
        let subtype_fits = subtypes.is_empty() || subtypes.iter().all(|s| r.subtypes.contains(s));
        type_fits && subtype_fits && (!token || r.token)
    };
    // "Sacrifice this Aura and that land gains …": what the object itself was is none of a type that it isn't.
    let own = p.scope.face.types;
    let other = |r: &Referent| r.before == Some(Ref::This) && !own.is_empty() && !types.meets(own);
    let open = |r: &Referent| {
        let type_fits = types.is_empty() || r.types.is_empty() && !other(r);
        type_fits && (!token || r.token)
    };
    // 108.2b: a token is no card.
    let card = |r: &Referent| noun.sort() != Sort::Card || !r.token;
    // "that creature" is first what was called a creature, and only then what was called an Archer.
    let called = |r: &Referent| !types.is_empty() && subtypes.is_empty() && types.meets(r.types);
    // "the attacking creature" is no target that may be any creature.
    let role = |test: &Test| matches!(test, Test::Status(Status::Attacking | Status::Blocking));
    let asks = visit::any(&noun.filter.test, role);
    let both = [Role::Subject, Role::Object].map(|role| Handle::Ref(Ref::Event(role)));
    let fitting = |handle: &Handle| p.scope.referents.iter().any(|r| r.handle == *handle && sort(r) && said(r));
    if asks && both.iter().all(fitting) {
        return blocker_or_attacker(p, noun); // "Whenever a creature blocks a creature, the blocking creature"
    }
    let plays = |r: &Referent| match &r.handle {
        Handle::Ref(Ref::Target(n)) if asks => {
            p.scope.targets.get(usize::from(*n)).is_some_and(|spec| visit::any(&spec.filter.test, role))
        }
        _ => true,
    };
    let verb_fits = |r: &Referent| verb.is_none() || r.verb == verb;
    // What was cast is only "that spell".
    // "The tapped creature" is said of nothing else.
    let told = |r: &Referent| match verb {
        Some("tapped" | "goaded") => true,
        _ => noun.sort() == Sort::Spell && r.verb == Some("cast"),
    };
    let shown = |r: &Referent| !r.hidden() || told(r);
    let ok = |r: &Referent| r.sort != Sort::Player && number(r) && verb_fits(r) && shown(r) && card(r) && plays(r);
    // "That source" is what was called a source, rather than what it deals damage to.
    let source = |r: &Referent| noun.sort() == Sort::Object && r.sort == Sort::Object;
    p.scope
        .latest(|r| ok(r) && !r.this && source(r) && said(r))
        .or_else(|| p.scope.latest(|r| ok(r) && !r.this && sort(r) && said(r) && called(r)))
        .or_else(|| p.scope.latest(|r| ok(r) && !r.this && sort(r) && said(r)))
        .or_else(|| p.scope.latest(|r| ok(r) && !r.this && sort(r) && open(r)))
        .or_else(|| p.scope.latest(|r| ok(r) && !r.this && loose(r) && (said(r) || open(r))))
        .or_else(|| p.scope.latest(|r| ok(r) && (sort(r) || loose(r)) && (said(r) || open(r))))
}

/// The group without what was taken from it.
const THE_REST: [&str; 16] = [
    "the rest of the revealed cards",
    "the rest of those cards",
    "the rest of the cards revealed this way",
    "the rest of the cards",
    "all cards revealed this way that weren't put onto the battlefield",
    "the rest",
    "the other cards",
    "the others",
    "the exiled cards that weren't cast this way",
    "the exiled cards not cast this way",
    "all cards exiled this way that weren't cast",
    "the cards exiled this way that weren't cast",
    "all other cards exiled this way",
    "all other cards revealed this way",
    "all other cards",
    "the remaining cards",
];

/// The one that is left of two, with what comes behind it: "the other creature" is another thing.
const THE_OTHER: [&str; 6] =
    ["the other into", "the other on", "the other onto", "the other to", "the other with", "the other ."];

/// "the rest", "the other", "the others", "the other cards": the group without what was taken from it, and whether that may be
/// several.
pub fn the_rest(p: &mut Parser<'_>) -> Option<(Selector, bool)> {
    p.attempt(|p| {
        // What was cast is there no more (400.7).
        if p.eat_any(&["all revealed cards not cast this way", "all revealed cards that weren't cast this way"])
            .is_some()
        {
            let group = p.scope.group.clone()?;
            return Some((p.scope.select(&group), true));
        }
        if p.eat("the other chosen cards") {
            return other_chosen(p).map(|left| (left, true));
        }
        let other = |p: &mut Parser<'_>| p.at_any(&THE_OTHER) && p.eat("the other");
        let several = !p.at("all other cards you own") && p.eat_any(&THE_REST).is_some();
        if !several && !other(p) {
            return p.fail("the rest");
        }
        let group = p.scope.group.clone()?;
        let group = p.scope.select(&group);
        let taken: Vec<Handle> = p.scope.taken.clone();
        let mut taken: Vec<Selector> = taken.iter().map(|t| p.scope.select(t)).collect();
        let left = match taken.len() {
            0 => group,
            1 => Selector::Except(Box::new(group), Box::new(taken.remove(0))),
            _ => Selector::Except(Box::new(group), Box::new(Selector::Union(taken))),
        };
        Some((left, several))
    })
}

/// "the other chosen cards": of those that were chosen, what was not moved since.
fn other_chosen(p: &mut Parser<'_>) -> Option<Selector> {
    let chosen = p.scope.latest(|r| r.verb == Some("chosen") && r.plural)?;
    let moved: Vec<Handle> = p.scope.taken.iter().filter(|taken| **taken != chosen.handle).cloned().collect();
    let [moved] = moved.as_slice() else { return p.fail("what was moved of the chosen cards") };
    let (chosen, moved) = (p.scope.select(&chosen.handle), p.scope.select(moved));
    Some(Selector::Except(Box::new(chosen), Box::new(moved)))
}

/// "they", "that player", "the player", "those players" as players: the acting player, or the latest spoken of.
pub fn player(p: &mut Parser<'_>) -> Option<Who> {
    // What dice or coins came to is no player, though it is told of players: "for each flip you won".
    let tallied = |r: &Referent| r.hidden && r.plural;
    let said = p.scope.latest(|r| r.sort == Sort::Player && !tallied(r));
    said.or_else(|| p.scope.latest(|r| r.sort == Sort::Player)).and_then(|r| match r.handle {
        Handle::Who(who) => Some(who),
        handle => p.scope.reference(&handle).map(Who::Ref),
    })
}

/// "the player or planeswalker", before "it's attacking" (508.1b): which permanents may be meant.
pub(crate) fn attacked_permanents(p: &mut Parser<'_>) -> Option<TypeSet> {
    match p.eat_any(&["the player or planeswalker", "the player , planeswalker , or battle"])? {
        0 => Some(TypeSet::of(CardType::Planeswalker)),
        _ => Some(TypeSet::ATTACKED),
    }
}
