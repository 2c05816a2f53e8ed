//! Keywords whose printed form is their own: landwalk, typecycling, partner, splice, companion.

use std::sync::Arc;

use lawmage_ir::{Ability, Filter, Keyword, KeywordAbility, KeywordParam, Kind, Supertype, Test, Zone, ZoneSet};

use super::build;
use super::param::cost_of;
use crate::grammar::keyword::table::joint;
use crate::grammar::{noun, pregame};
use crate::keywords::Filling;
use crate::parse::Parser;
use crate::print::words;

/// "islandwalk", "nonbasic landwalk", "snow swampwalk" (702.14).
pub(super) fn landwalk(p: &mut Parser<'_>) -> Option<KeywordAbility> {
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

/// 702.124: "partner", and "partner with [name]", which finds the partner.
pub(super) fn partner(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    p.expect("partner")?;
    if !joint(Keyword::Partner).is_some_and(|word| p.eat(word)) {
        if p.eat("—") {
            // A variant of its own: both have "friends forever" (702.124).
            p.expect("friends forever")?;
            let keyword = Keyword::FriendsForever;
            return Some(KeywordAbility { keyword, param: KeywordParam::None, means: Arc::new([]) });
        }
        return Some(KeywordAbility { keyword: Keyword::Partner, param: KeywordParam::None, means: Arc::new([]) });
    }
    let start = p.pos();
    while !p.at_end() {
        p.advance();
    }
    let name = p.printed_since(start).to_owned();
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

/// "Gift a card" (702.174a): what is given before a spell does anything else (702.174b, j), or as the permanent enters.
pub(super) fn gift(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    const GIFTS: [(&str, &str); 6] = [
        ("a card", "draws a card"),
        ("a food", "creates a Food token"),
        ("a treasure", "creates a Treasure token"),
        ("a tapped fish", "creates a tapped 1/1 blue Fish creature token"),
        ("an extra turn", "takes an extra turn after this one"),
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
