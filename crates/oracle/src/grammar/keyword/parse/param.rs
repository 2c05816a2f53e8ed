//! What stands behind a keyword: numbers, costs, qualities.

use lawmage_ir::{
    Amount, CardType, Color, Filter, Keyword, KeywordParam, Kind, Quality, Ref, Stat, Supertype, Test, Who, visit,
};

use crate::grammar::keyword::table::{SUNBURST, Shape, joint, shape};
use crate::grammar::{cost, noun, words};
use crate::keywords::Filling;
use crate::lex::TokenKind;
use crate::parse::Parser;

pub(super) fn param(p: &mut Parser<'_>, keyword: Keyword, filling: &mut Filling) -> Option<KeywordParam> {
    match shape(keyword) {
        Shape::Nothing => Some(KeywordParam::None),
        // 702.82c: "devour artifact 1"
        Shape::Number
            if keyword == Keyword::Devour && !matches!(p.peek()?.kind, TokenKind::Number(_)) && !p.at("x") =>
        {
            quality(p, filling)?;
            number(p, filling).map(KeywordParam::Number)
        }
        Shape::Number if p.eat("— sunburst") => {
            filling.number = Some("X".to_owned());
            Some(KeywordParam::Number(SUNBURST))
        }
        Shape::Number => number(p, filling).map(KeywordParam::Number),
        Shape::NumberOrNothing => Some(number(p, filling).map_or(KeywordParam::None, KeywordParam::Number)),
        // 702.119b
        Shape::Cost if keyword == Keyword::Emerge && p.eat("from") => {
            let filter = quality(p, filling)?;
            Some(KeywordParam::QualityCost(Box::new(filter), cost_of(p, filling)?))
        }
        // Without a cost it is played for what it costs (2026:702.187).
        Shape::Cost if keyword == Keyword::Mayhem && p.at_end() => Some(KeywordParam::None),
        Shape::Cost => cost_of(p, filling).map(KeywordParam::Cost),
        // "If it doesn't have suspend, it gains suspend": without what only a card in a hand asks for (702.62a).
        Shape::NumberCost if keyword == Keyword::Suspend && (p.at_stop() || p.at(",") || p.at("and")) => {
            Some(KeywordParam::None)
        }
        Shape::NumberCost => {
            let n = number(p, filling)?;
            Some(KeywordParam::NumberCost(n, cost_of(p, filling)?))
        }
        Shape::Quality if keyword == Keyword::Champion => {
            p.eat_any(&["a", "an"]);
            quality(p, filling).map(|f| KeywordParam::Quality(Box::new(f)))
        }
        // "affinity for Food": the noun of what there is no number of.
        Shape::Quality if keyword == Keyword::Affinity => {
            p.expect("for")?;
            let filter = quality(p, filling)?;
            filling.quality = filling.quality.take().map(|noun| match noun.ends_with('s') {
                true => noun,
                false => words::plural(&noun),
            });
            Some(KeywordParam::Quality(Box::new(filter)))
        }
        Shape::Quality => {
            if let Some(word) = joint(keyword) {
                p.expect(word)?;
            }
            quality(p, filling).map(|f| KeywordParam::Quality(Box::new(f)))
        }
        // Of what is on the stack itself, not of its source (702.11d).
        Shape::QualityFrom if keyword == Keyword::Hexproof && p.eat("from activated and triggered abilities") => {
            Some(KeywordParam::Quality(Box::new(Filter::new(Kind::Ability, Test::Any))))
        }
        Shape::QualityFrom if joint(keyword).is_some_and(|word| p.at(word)) => from_qualities(p),
        // 702.16: protection is always from something; hexproof stands alone too.
        Shape::QualityFrom => (keyword == Keyword::Hexproof).then_some(KeywordParam::None),
        Shape::Enchant => {
            let filter = noun::filter(p)?;
            Some(KeywordParam::Quality(Box::new(filter)))
        }
        Shape::Prototype => prototype(p, filling),
        Shape::Equip => match p.attempt(|p| {
            let filter = quality(p, filling)?;
            // 702.6c: a creature with that quality, but for planeswalkers (702.6e).
            let said = |t: &Test| matches!(t, Test::Type(CardType::Creature | CardType::Planeswalker));
            if !filter.test.conjuncts().iter().any(said) {
                filling.quality = filling.quality.take().map(|noun| format!("creature that's a {noun}"));
            }
            Some((filter, cost_of(p, filling)?))
        }) {
            Some((filter, cost)) => Some(KeywordParam::QualityCost(Box::new(filter), cost)),
            None => {
                filling.quality = None;
                cost_of(p, filling).map(KeywordParam::Cost)
            }
        },
    }
}

pub(super) fn number(p: &mut Parser<'_>, filling: &mut Filling) -> Option<Amount> {
    let amount = match p.peek()?.kind {
        TokenKind::Number(n) => {
            p.advance();
            filling.number = Some(n.to_string());
            Amount::Const(n)
        }
        _ => {
            p.expect("x")?;
            filling.number = Some("X".to_owned());
            if let Some(x) = &p.scope.holders_x {
                return Some(x.clone());
            }
            // "gains mobilize X, where X is its power": of whom that is told inside the ability would be another question.
            if visit::any(&p.scope.x, |_: &Ref| true) {
                return p.fail("a number that speaks of no object");
            }
            p.scope.x.clone().unwrap_or(Amount::X)
        }
    };
    Some(amount)
}

/// "{2}", "—Pay 2 life", "— {1}, Discard a card".
pub(super) fn cost_of(p: &mut Parser<'_>, filling: &mut Filling) -> Option<lawmage_ir::Cost> {
    p.eat("—");
    let start = p.pos();
    // What pays for it is not spoken of outside the keyword's own definition.
    let mut reader = p.clone();
    let cost = cost::cost(&mut reader)?;
    while p.pos() < reader.pos() {
        p.advance();
    }
    // Its own name is none of another text's.
    let names = p.tokens().get(start..p.pos()).unwrap_or_default().iter().filter(|t| t.kind == TokenKind::This);
    let printed = names.fold(p.printed_since(start).to_owned(), |text, name| text.replacen(p.printed(name), "~", 1));
    filling.cost = Some(printed);
    Some(cost)
}

pub(super) fn quality(p: &mut Parser<'_>, filling: &mut Filling) -> Option<Filter> {
    let start = p.pos();
    let filter = noun::filter(p)?;
    filling.quality = Some(p.printed_since(start).to_owned());
    Some(filter)
}

/// "from black and from red", "from everything", "from the chosen color", "from artifacts".
pub(super) fn from_qualities(p: &mut Parser<'_>) -> Option<KeywordParam> {
    if p.eat("from everything") {
        return Some(KeywordParam::Everything);
    }
    if p.eat("from the color of your choice") {
        // 105.4: chosen first, and then spoken of.
        return p.scope.choose(lawmage_ir::ValueKind::Color).map(KeywordParam::Chosen);
    }
    // Whoever chooses: "the color of its controller's choice".
    if let Some(who) = p.attempt(|p| {
        p.expect("from the color of")?;
        let who = crate::grammar::player::possessive(p)?;
        p.expect("choice").map(|()| who)
    }) {
        return p.scope.choose_by(lawmage_ir::ValueKind::Color, who).map(KeywordParam::Chosen);
    }
    if p.eat("from the chosen color") || p.eat("from the last chosen color") {
        return p.scope.face.color.map(KeywordParam::Chosen);
    }
    // "becomes the color of your choice and gains hexproof from that color"
    if let Some((lawmage_ir::ValueKind::Color, linked, Who::You)) = p.scope.face.pending
        && p.eat("from that color")
    {
        return Some(KeywordParam::Chosen(linked));
    }
    let mut tests = vec![from_quality(p)?];
    while let Some(test) = p.attempt(|p| {
        p.comma();
        p.eat("and");
        from_quality(p)
    }) {
        tests.push(test);
    }
    // 702.11f, 702.16g: several qualities are several abilities, which together protect from each.
    let test = if tests.len() == 1 { tests.pop()? } else { Test::Or(tests) };
    Some(KeywordParam::Quality(Box::new(Filter::new(Kind::Object, test))))
}

pub(super) fn from_quality(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("from")?;
    // 702.16k: from what that player controls, and what they own that nobody else controls: what is on the battlefield or the
    // stack is somebody's, and anything else its owner's.
    if p.eat("the chosen player") {
        return p.scope.face.player.map(|n| Test::Controlled(Who::Chosen(n)));
    }
    if p.eat("the chosen card name") || p.eat("the chosen name") {
        return p.scope.face.name.map(Test::ChosenName);
    }
    if p.eat("the chosen card type") {
        return p.scope.face.chosen_type.map(Test::ChosenType);
    }
    if p.eat("the card type of your choice") {
        return p.scope.choose(lawmage_ir::ValueKind::CardType).map(Test::ChosenType);
    }
    if p.eat("each of your opponents") {
        return Some(Test::Controlled(Who::Opponents));
    }
    if let Some(chosen) = p.attempt(|p| {
        p.expect("each")?;
        crate::grammar::test::kind::of_chosen_parity(p)
    }) {
        return Some(chosen);
    }
    if p.eat("that color") {
        return p.scope.face.color.map(Test::ChosenColor);
    }
    if p.eat("spells that are one or more colors") {
        return Some(crate::grammar::keyword::colored_spells());
    }
    if p.eat("each color that's not in your commander 's color identity") {
        return Some(Test::OffIdentity(Who::You));
    }
    // 702.11g, 702.16h
    if p.eat("all colors") || p.eat("each color") {
        return Some(Test::Or(Color::ALL.into_iter().map(Test::Color).collect()));
    }
    if let Some(test) = p.attempt(of_set) {
        return Some(test);
    }
    if p.eat("mana value") {
        let (cmp, n) = noun::after::comparison(p)?;
        return Some(Test::Stat(Stat::ManaValue, cmp, n));
    }
    let simple = p.attempt(|p| {
        if let Some(color) = Color::from_word(p.word()) {
            p.advance();
            return Some(Test::Color(color));
        }
        Some(match p.eat_any(&["multicolored", "monocolored", "colorless", "snow"])? {
            0 => Test::Multicolored,
            1 => Test::Monocolored,
            2 => Test::Colorless,
            _ => Test::Supertype(Supertype::Snow),
        })
    });
    // "black creatures" is a noun phrase that begins with a color.
    if let Some(filter) = p.attempt(|p| noun::filter(p)) {
        // "from instant spells": on the stack alone.
        let spell = (filter.kind == Kind::Spell).then_some(Test::Status(lawmage_ir::Status::Spell));
        return Some(Test::all(spell.into_iter().chain([filter.test])));
    }
    match simple {
        Some(test) => Some(test),
        None => p.fail("a quality"),
    }
}

/// Each of a set (702.16i): "its colors", "each of its colors", "the colors of permanents you control", "each mana value among
/// artifacts you control", "each of the exiled card's card types". "It" is what has the ability.
fn of_set(p: &mut Parser<'_>) -> Option<Test> {
    if p.eat("its colors") || p.eat("each of its colors") {
        return Some(Test::Shares(Quality::Color, Ref::This));
    }
    if p.eat("each of the exiled card 's card types") {
        return Some(Test::Shares(Quality::CardType, Ref::Linked(p.scope.face.exiled())));
    }
    let quality = match p.eat_any(&["the colors of", "each mana value among"])? {
        0 => Quality::Color,
        _ => Quality::ManaValue,
    };
    let with = noun::filter(p)?;
    // What is now spoken of isn't known to who has the ability.
    if visit::any(&with, |_: &Ref| true) {
        return p.fail("what nothing need be spoken of for");
    }
    Some(Test::SharesWithOne { quality, with: vec![with], other: false })
}

/// "Prototype {2}{R} — 3/2": a second mana cost, power and toughness (718.1).
pub(super) fn prototype(p: &mut Parser<'_>, filling: &mut Filling) -> Option<KeywordParam> {
    let cost = cost_of(p, filling)?.mana_part()?.clone();
    p.expect("—")?;
    let token = p.peek()?;
    if token.kind != TokenKind::PowerToughness {
        return p.fail("power and toughness");
    }
    let (power, toughness) = token.text.split_once('/')?;
    let numbers = (power.parse().ok()?, toughness.parse().ok()?);
    p.advance();
    Some(KeywordParam::Prototype(cost, numbers.0, numbers.1))
}
