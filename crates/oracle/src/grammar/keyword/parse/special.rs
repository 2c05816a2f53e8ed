//! Keywords whose printed form is their own: landwalk, typecycling, partner, splice, companion.

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, Cost, CostPart, Filter, Keyword, KeywordAbility, KeywordParam, Kind, Supertype, Test, Zone,
    ZoneSet,
    visit::{self, Go},
};

use super::build;
use super::param::cost_of;
use crate::grammar::keyword::table::joint;
use crate::grammar::{noun, pregame};
use crate::keywords::Filling;
use crate::parse::Parser;
use crate::print::words;

/// "islandwalk", "nonbasic landwalk", "snow swampwalk" (702.14a).
pub(super) fn landwalk(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    if p.eat("landwalk of the chosen type") {
        let param = KeywordParam::Chosen(p.scope.face.chosen_type.or_else(|| p.fail("a type chosen before"))?);
        return Some(KeywordAbility { keyword: Keyword::Landwalk, param, means: Arc::new([]) });
    }
    let mut tests = Vec::new();
    match p.eat_any(&["nonbasic", "legendary", "snow", "artifact"]) {
        Some(0) => tests.push(Test::not(Test::Supertype(Supertype::Basic))),
        Some(1) => tests.push(Test::Supertype(Supertype::Legendary)),
        Some(2) => tests.push(Test::Supertype(Supertype::Snow)),
        Some(_) => tests.push(Test::Type(lawmage_ir::CardType::Artifact)),
        None => {}
    }
    let stem = p.word().strip_suffix("walk")?;
    match stem {
        "land" => tests.push(Test::Type(lawmage_ir::CardType::Land)),
        stem => tests.push(Test::Subtype(p.lexicon().subtype(stem)?)),
    }
    p.advance();
    let param = KeywordParam::Quality(Box::new(Filter::permanent(Test::all(tests))));
    Some(KeywordAbility { keyword: Keyword::Landwalk, param, means: Arc::new([]) })
}

/// "plainscycling {2}", "basic landcycling {1}", "wizardcycling {3}" (702.29e).
pub(super) fn type_cycling(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    let mut tests = Vec::new();
    let mut words = Vec::new();
    if p.eat("basic") {
        tests.push(Test::Supertype(Supertype::Basic));
        words.push("basic".to_owned());
    } else if p.eat("artifact") {
        tests.push(Test::Type(lawmage_ir::CardType::Artifact));
        words.push("artifact".to_owned());
    }
    let stem = p.word().strip_suffix("cycling").filter(|s| !s.is_empty())?;
    match stem {
        "land" => {
            tests.push(Test::Type(lawmage_ir::CardType::Land));
            words.push("land".to_owned());
        }
        stem => {
            let subtype = p.lexicon().subtype(stem)?;
            tests.push(Test::Subtype(subtype));
            words.push(subtype.word().to_owned());
        }
    }
    p.advance();
    let mut filling = Filling { quality: Some(words.join(" ")), ..Filling::default() };
    let cost = cost_of(p, &mut filling)?;
    let filter = Filter::new(Kind::Card(lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Library)), Test::all(tests));
    let param = KeywordParam::QualityCost(Box::new(filter), cost);
    build(p, Keyword::Cycling, "cycling", param, &filling)
}

/// 702.37b: megamorph is a variant of morph.
pub(super) fn megamorph(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("megamorph")?;
    let mut filling = Filling::default();
    let cost = cost_of(p, &mut filling)?;
    build(p, Keyword::Morph, "megamorph", KeywordParam::Cost(cost), &filling)
}

/// 702.106f: double agenda is a variant of hidden agenda, with two names.
pub(super) fn double_agenda(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("double agenda")?;
    let param = KeywordParam::Number(Amount::Const(2));
    Some(KeywordAbility { keyword: Keyword::HiddenAgenda, param, means: Arc::new([]) })
}

/// "Rat offering" (702.48a).
pub(super) fn offering(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    let mut filling = Filling::default();
    let filter = super::quality(p, &mut filling)?;
    p.expect("offering")?;
    if filter.kind != Kind::Permanent {
        return p.fail("a permanent");
    }
    build(p, Keyword::Offering, "offering", KeywordParam::Quality(Box::new(filter)), &filling)
}

/// What is left of the line, as printed.
fn rest(p: &mut Parser<'_>) -> Option<String> {
    let start = p.pos();
    while !p.at_end() {
        p.advance();
    }
    let words = p.printed_since(start).to_owned();
    if words.is_empty() { p.fail("the name of a partner") } else { Some(words) }
}

/// 702.124: "partner", "partner—survivors", and "partner with [name]", which finds the partner.
pub(super) fn partner(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("partner")?;
    if !joint(Keyword::Partner).is_some_and(|word| p.eat(word)) {
        if !p.eat("—") {
            return Some(KeywordAbility { keyword: Keyword::Partner, param: KeywordParam::None, means: Arc::new([]) });
        }
        // A variant of its own: both have the same words behind it (702.124f).
        let pair = rest(p)?.to_lowercase();
        let (keyword, param) = match pair.as_str() {
            "friends forever" => (Keyword::FriendsForever, KeywordParam::None),
            pair => (Keyword::Partner, KeywordParam::Pair(pair.into())),
        };
        return Some(KeywordAbility { keyword, param, means: Arc::new([]) });
    }
    let name = rest(p)?;
    let filter = Filter::permanent(Test::Named(name.as_str().into()));
    let filling = Filling { quality: Some(name), ..Filling::default() };
    build(p, Keyword::Partner, "partner", KeywordParam::Quality(Box::new(filter)), &filling)
}

/// "Splice onto Arcane {1}{R}" (702.47a).
pub(super) fn splice(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("splice")?;
    p.expect(joint(Keyword::Splice)?)?;
    let spell = noun::filter(p)?;
    let cost = cost_of(p, &mut Filling::default())?;
    let quality = Box::new(Filter::new(Kind::Spell, spell.test));
    let param = KeywordParam::QualityCost(quality, cost);
    Some(KeywordAbility { keyword: Keyword::Splice, param, means: Arc::new([]) })
}

/// "Companion — [condition of a deck]" (702.139a): what it means is a special action of the card outside the game (116.2g).
pub(super) fn companion(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("companion —")?;
    let rule = pregame::deck_rule(p)?;
    let param = KeywordParam::Deck(Box::new(rule));
    let mut companion = build(p, Keyword::Companion, "companion", param, &Filling::default())?;
    let outside = |ability: &Ability| match ability {
        Ability::Activated(a) => {
            Ability::Activated(lawmage_ir::ActivatedAbility { zones: ZoneSet::of(Zone::Outside), ..a.clone() })
        }
        other => other.clone(),
    };
    companion.means = companion.means.iter().map(outside).collect();
    Some(companion)
}

/// 702.33c: a kicker that may be paid any number of times.
pub(super) fn multikicker(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("multikicker")?;
    let mut filling = Filling::default();
    let cost = cost_of(p, &mut filling)?;
    build(p, Keyword::Kicker, "multikicker", KeywordParam::Cost(cost), &filling)
}

/// 702.33h: a kicker for which one gets a ticket counter, and may put a sticker on the spell, as it is paid.
pub(super) fn sticker_kicker(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("sticker kicker")?;
    let mut filling = Filling::default();
    let cost = cost_of(p, &mut filling)?;
    let mut kicker = build(p, Keyword::Kicker, "kicker", KeywordParam::Cost(cost.clone()), &filling)?;
    let with = |mut cost: Cost| {
        cost.parts.push(CostPart::TicketAndSticker);
        cost
    };
    let mut means = kicker.means.to_vec();
    visit::walk_mut(&mut means, &mut |node| match node.get_mut::<Cost>().filter(|other| **other == cost) {
        Some(paid) => {
            *paid = with(cost.clone());
            Go::Past
        }
        None => Go::Into,
    });
    kicker.means = means.into();
    kicker.param = KeywordParam::Cost(with(cost));
    Some(kicker)
}

/// 702.49d: a ninjutsu ability that works in the command zone too.
pub(super) fn commander_ninjutsu(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("commander ninjutsu")?;
    let mut filling = Filling::default();
    let cost = cost_of(p, &mut filling)?;
    build(p, Keyword::Ninjutsu, "commander ninjutsu", KeywordParam::Cost(cost), &filling)
}

/// "Gift a card" (702.174a): what is given before a spell does anything else (702.174b, 702.174j), or as the permanent enters.
pub(super) fn gift(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    // 702.174d-i
    const GIFTS: [(&str, &str); 6] = [
        ("a food", "creates a Food token"),
        ("a card", "draws a card"),
        ("a tapped fish", "creates a tapped 1/1 blue Fish creature token"),
        ("an extra turn", "takes an extra turn after this one"),
        ("a treasure", "creates a Treasure token"),
        ("an octopus", "creates an 8/8 blue Octopus creature token"),
    ];
    let start = p.pos();
    p.expect("gift")?;
    let words = GIFTS.map(|(what, _)| what);
    let Some(which) = p.eat_any(&words) else { return p.fail("a gift that is defined") };
    let printed = p.printed_since(start).to_owned();
    let (_, does) = GIFTS.get(which)?;
    let number = 0;
    let cost = "As an additional cost to cast this spell, you may promise an opponent a gift.";
    let mut means = super::definition_line(p, cost, Keyword::Gift, number, false)?;
    let given = format!("If the gift was promised, the promised player {does}.");
    means.extend(if p.scope.face.spell {
        super::definition_spell(p, &given)?
    } else {
        let given = format!("When ~ enters, if the gift was promised, the promised player {does}.");
        super::definition_line(p, &given, Keyword::Gift, number, false)?
    });
    let param = KeywordParam::Own { word: "gift".into(), printed: words::lower(&printed).into() };
    Some(KeywordAbility { keyword: Keyword::Gift, param, means: means.into() })
}

/// "tribute 3" (702.104a): an opponent of your choice may put that many additional +1/+1 counters on it as it enters; that they
/// did is remembered (702.104b).
pub(super) fn tribute(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    use lawmage_ir::{Clause, Condition, CounterKind, Entering, Instruction, Ref, Selector, TRIBUTE, Who};
    p.expect("tribute")?;
    let count = super::param::number(p, &mut Filling::default())?;
    let pays = Instruction::Remember(TRIBUTE, Selector::slot(0));
    let first = vec![
        Clause { does: Instruction::Choose(crate::grammar::selector::one_opponent()), out: Some(0) },
        Clause { does: Instruction::May { who: Who::Ref(Ref::Slot(0)), body: vec![pays.into()] }, out: Some(1) },
    ];
    let counters = vec![(CounterKind::PLUS, count.clone())];
    let entering = Entering { first, counters, only: Some(Condition::Done(1)), ..Entering::default() };
    let means = [as_it_enters(entering, None)];
    Some(KeywordAbility { keyword: Keyword::Tribute, param: KeywordParam::Number(count), means: Arc::new(means) })
}

/// "As ~ enters, …", as a keyword means it.
fn as_it_enters(entering: lawmage_ir::Entering, condition: Option<lawmage_ir::Condition>) -> Ability {
    use lawmage_ir::{Continuous, EventPattern, Instead, Ref, StaticAbility};
    let what = Filter::permanent(Test::Is(Ref::This));
    let event = EventPattern::Moves { what, from: ZoneSet::ANYWHERE, to: ZoneSet::BATTLEFIELD, cause: None, by: None };
    let plain = crate::grammar::replacement::plain(event, Instead::Enter(Box::new(entering)));
    let effects = vec![Continuous::Replace(Box::new(lawmage_ir::Replacement { condition, ..plain }))];
    Ability::Static(StaticAbility { zones: ZoneSet::BATTLEFIELD, condition: None, effects, defines: false })
}

/// "read ahead" (702.155b): the Saga enters with as many lore counters as its controller chooses. Which chapters trigger then, the
/// engine knows (702.155a).
pub(super) fn read_ahead(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    use lawmage_ir::{Amount, Cmp, Condition, CounterKind, Entering, Instruction, READ_AHEAD, ValueKind, Who};
    p.expect("read ahead")?;
    let linked = READ_AHEAD;
    let chooses = Instruction::ChooseValue { who: Who::You, what: ValueKind::Chapter, count: 1, linked };
    let counters = vec![(CounterKind::Lore, Amount::Linked(linked))];
    let entering = Entering { first: vec![chooses.into()], counters, ..Entering::default() };
    // 702.155c: another instance finds it chosen.
    let unchosen = Condition::Compare(Amount::Linked(linked), Cmp::Equal, Amount::Const(0));
    let means = [as_it_enters(entering, Some(unchosen))];
    Some(KeywordAbility { keyword: Keyword::ReadAhead, param: KeywordParam::None, means: Arc::new(means) })
}

/// "craft with artifact {1}{U}", "craft with two creatures {5}{B}" (702.167a): the materials are permanents you control and cards in
/// your graveyard (702.167b).
pub(super) fn craft(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    let start = p.pos();
    p.expect("craft with")?;
    let materials = materials(p)?;
    let mut filling = Filling::default();
    cost_of(p, &mut filling)?;
    let printed = words::lower(p.printed_since(start).trim_end_matches('.'));
    let param = KeywordParam::Own { word: "craft".into(), printed: printed.into() };
    let mut craft = build(p, Keyword::Craft, "craft", param, &filling)?;
    let mut means = craft.means.to_vec();
    let [Ability::Activated(activated)] = means.as_mut_slice() else { return p.fail("an activated ability") };
    let paid = u8::try_from(activated.cost.parts.len()).ok()?;
    activated.cost.parts.push(lawmage_ir::CostPart::Exile(materials, None));
    if p.scope.face.links_crafted {
        let mode = activated.program.modes.last_mut()?;
        let crafted = lawmage_ir::Selector::Ref(lawmage_ir::Ref::Paid(paid));
        mode.clauses.push(lawmage_ir::Instruction::Remember(lawmage_ir::CRAFTED, crafted).into());
    }
    craft.means = means.into();
    Some(craft)
}

/// "You may remove a loyalty counter from a planeswalker you control rather than pay ~'s crew cost": its crew ability, activated at
/// that cost (118.9, 702.122a).
pub(super) fn crew_otherwise(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    let start = p.pos();
    p.expect("you may")?;
    let from = p.pos();
    crate::grammar::cost::cost(p)?;
    let cost = words::capital(p.printed_since(from));
    p.expect("rather than pay ~ 's crew cost")?;
    let printed = p.printed_since(start).to_owned();
    let param = KeywordParam::Own { word: "crew".into(), printed: printed.into() };
    build(p, Keyword::Crew, "crew otherwise", param, &Filling { cost: Some(cost), ..Filling::default() })
}

/// "artifact", "two creatures", "one or more Dinosaurs", "a Dinosaur, a Merfolk, and a Vampire".
fn materials(p: &mut Parser<'_>) -> Option<lawmage_ir::Selector> {
    use lawmage_ir::{Amount, Choice, Ref, Selector, SetLimit, Who};
    let (min, max, limit, filter) = if p.at("a") || p.at("an") {
        let each = p.list("and", |p| {
            p.eat_any(&["a", "an"])?;
            noun::filter(p).filter(|one| one.kind == Kind::Permanent)
        })?;
        let tests: Vec<Test> = each.into_iter().map(|one| one.test).collect();
        let n = i32::try_from(tests.len()).ok()?;
        let filter = Filter::permanent(Test::Or(tests.clone()));
        (n, Some(n), Some(SetLimit::OneEach(tests)), filter)
    } else {
        let least = p.number();
        let more = least.is_some() && p.eat("or more");
        let n = least.unwrap_or(1);
        // "One or more": of whatever kind.
        let any = more && p.peek().is_some_and(|t| t.text.starts_with('{'));
        let filter = match any {
            true => Filter::permanent(Test::Any),
            false if more && p.eat("nonlands with activated abilities") => {
                let activated = Test::Status(lawmage_ir::Status::HasActivated(true));
                Filter::permanent(Test::all([Test::not(Test::Type(lawmage_ir::CardType::Land)), activated]))
            }
            false => noun::filter(p)?,
        };
        (n, (!more).then_some(n), None, filter)
    };
    let whose =
        matches!(&filter.test, Test::And(all) if all.iter().any(|t| matches!(t, Test::Controlled(_) | Test::Owned(_))));
    if whose {
        return p.fail("materials, whosever they are");
    }
    let graveyard = ZoneSet::of(Zone::Graveyard);
    let card = Filter::new(Kind::Card(graveyard), Test::all([filter.test.clone(), Test::Owned(Who::You)]));
    let from = match filter.kind {
        Kind::Card(zones) if zones == ZoneSet::default() => Selector::All(card),
        Kind::Permanent => {
            let other = [Test::Controlled(Who::You), Test::not(Test::Is(Ref::This))];
            let there = Filter::permanent(Test::all([filter.test].into_iter().chain(other)));
            Selector::Union(vec![Selector::All(there), Selector::All(card)])
        }
        _ => return p.fail("permanents or cards"),
    };
    let (min, max) = (Amount::Const(min), max.map(Amount::Const));
    Some(Selector::Choose(Box::new(Choice { by: Who::You, from, min, max, limit, random: false })))
}
