//! Amounts.

use lawmage_ir::{
    Amount, Color, ColorSet, CostLabel, EventPattern, Filter, Keyword, Kind, KindOf, Ref, Selector, Span, Test, Who,
};

use crate::grammar::noun::after::stat;
use crate::grammar::{counter, noun, player, reference, selector};
use crate::parse::{Parser, Sort};

/// A number that stands before a noun: "three", "X", "that many", "twice that many", "a".
pub fn amount(p: &mut Parser<'_>) -> Option<Amount> {
    p.attempt(|p| {
        if p.eat("x") {
            let x = p.scope.x.clone().unwrap_or(Amount::X);
            let more = p.attempt(|p| {
                p.expect("plus")?;
                p.number()
            });
            return Some(match more {
                Some(n) => Amount::Plus(Box::new(x), Box::new(Amount::Const(n))),
                None => x,
            });
        }
        if p.eat("that many") || p.eat("that much") {
            return p.scope.number_here().or_else(|| p.fail("a number spoken of before"));
        }
        if p.eat("twice") {
            return amount(p).map(|n| Amount::Times(2, Box::new(n)));
        }
        if p.eat("three times") {
            return amount(p).map(|n| Amount::Times(3, Box::new(n)));
        }
        p.article().map(Amount::Const)
    })
}

/// A number described: after "equal to", "where X is": "the number of …", "its power plus 1", "half …".
pub fn defined(p: &mut Parser<'_>) -> Option<Amount> {
    described(p)
}

/// As [`defined`].
pub fn described(p: &mut Parser<'_>) -> Option<Amount> {
    p.attempt(|p| {
        let mut sum = term(p)?;
        loop {
            if let Some(more) = p.attempt(|p| {
                p.expect("plus")?;
                term(p)
            }) {
                sum = Amount::Plus(Box::new(sum), Box::new(more));
            } else if let Some(less) = p.attempt(|p| {
                p.expect("minus")?;
                term(p)
            }) {
                sum = Amount::Minus(Box::new(sum), Box::new(less));
            } else {
                return Some(sum);
            }
        }
    })
}

fn term(p: &mut Parser<'_>) -> Option<Amount> {
    if let Some(size) = p.attempt(crate::grammar::sticker::size) {
        return Some(size);
    }
    p.first(&[half, multiple, the_number, extremes, of_players, of_excess, of_results, of_object, plain])
}

fn plain(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("that number") || p.eat("that amount") || p.eat("that much") || p.eat("the amount") {
        return p.scope.number_here().or_else(|| p.fail("a number spoken of before"));
    }
    amount(p)
}

fn half(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("half")?;
    let of = term(p)?;
    p.comma();
    p.expect("rounded")?;
    let up = p.eat_any(&["down", "up"])? == 1;
    Some(Amount::Divide { of: Box::new(of), by: 2, up })
}

fn multiple(p: &mut Parser<'_>) -> Option<Amount> {
    let by = match p.eat_any(&["twice", "three times", "four times", "double"])? {
        0 | 3 => 2,
        1 => 3,
        _ => 4,
    };
    term(p).map(|n| Amount::Times(by, Box::new(n)))
}

/// "its power", "that creature's toughness", "the sacrificed creature's mana value".
fn of_object(p: &mut Parser<'_>) -> Option<Amount> {
    if let Some((it, stat)) = p.attempt(|p| {
        let it = reference::possessor(p)?;
        Some((it, stat(p)?))
    }) {
        return Some(Amount::Stat(stat, it));
    }
    // "the power of the creature exiled this way", "the mana value of the exiled card"
    if let Some(found) = p.attempt(|p| {
        p.expect("the")?;
        let stat = stat(p)?;
        p.expect("of")?;
        let of = match p.attempt(of_this_way) {
            Some(it) => it,
            None => {
                let referent = reference::referent(p)?;
                referent.before.clone().or_else(|| p.scope.reference(&referent.handle))?
            }
        };
        Some(Amount::Stat(stat, of))
    }) {
        return Some(found);
    }
    // "target creature's power"
    p.attempt(|p| {
        let (n, _) = selector::target(p)?;
        p.expect("'s")?;
        stat(p).map(|s| Amount::Stat(s, Ref::Target(n)))
    })
}

/// "the creature exiled this way", "the card returned this way".
fn of_this_way(p: &mut Parser<'_>) -> Option<Ref> {
    const VERBS: &[&str] = &[
        "exiled this way",
        "returned this way",
        "tapped this way",
        "revealed this way",
        "sacrificed this way",
        "milled this way",
        "discarded this way",
        "destroyed this way",
    ];
    p.expect("the")?;
    noun::bare(p)?;
    let verb = VERBS.get(p.eat_any(VERBS)?)?.split(' ').next()?;
    let said = p.scope.latest(|r| r.verb == Some(verb))?;
    said.before.clone().or_else(|| p.scope.reference(&said.handle))
}

fn the_number(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("the number of") {
        return counted(p, true);
    }
    p.expect("the total number of")?;
    counted(p, true)
}

/// What "for each" multiplies by: how many of what follows.
pub fn for_each(p: &mut Parser<'_>) -> Option<Amount> {
    p.attempt(|p| {
        p.expect("for each")?;
        let count = counted(p, false)?;
        if p.eat("beyond the first") {
            let beyond = Amount::Minus(Box::new(count), Box::new(Amount::ONE));
            return Some(Amount::Max(Box::new(Amount::Const(0)), Box::new(beyond)));
        }
        let mut count = count;
        while let Some(more) = p.attempt(|p| {
            p.expect("and each")?;
            counted(p, false)
        }) {
            count = Amount::Plus(Box::new(count), Box::new(more));
        }
        Some(count)
    })
}

/// What is counted, after "the number of" (plural) or "for each" (singular).
pub fn counted(p: &mut Parser<'_>, plural: bool) -> Option<Amount> {
    if let Some(counters) = p.attempt(|p| {
        let kind = counter::kind(p)?;
        p.expect("on")?;
        reference::reference(p).map(|it| Amount::Counters(kind, it))
    }) {
        return Some(counters);
    }
    if let Some(letters) = p.attempt(crate::grammar::sticker::letters) {
        return Some(letters);
    }
    if let Some(kinds) = p.attempt(kinds) {
        return Some(kinds);
    }
    if let Some(doors) = p.attempt(|p| {
        p.eat_any(&["unlocked doors among", "unlocked door among"])?;
        noun::filter(p).map(|among| Amount::Doors(Box::new(Selector::All(among))))
    }) {
        return Some(doors);
    }
    if let Some(colors) = p.attempt(|p| {
        p.eat_any(&["colors of mana spent to cast", "color of mana spent to cast"])?;
        spell_cast(p).map(|it| Amount::ManaSpent(it, Some(ColorSet::ALL)))
    }) {
        return Some(colors);
    }
    if let Some(chosen) = p.attempt(|p| {
        p.expect("of the chosen colors")?;
        let _ = p.eat("that")
            || p.eat("it") && {
                p.expect("is")?;
                true
            };
        let it = reference::it(p)?;
        let it = p.scope.reference(&it.handle)?;
        p.scope.face.color.map(|linked| Amount::ChosenColors(it, linked))
    }) {
        return Some(chosen);
    }
    if p.eat("creature in your party") || p.eat("creatures in your party") {
        return Some(Amount::Party(Who::You)); // 700.8
    }
    if p.eat("creature it devoured") || p.eat("creatures it devoured") || p.eat("creature ~ devoured") {
        return Some(devoured());
    }
    if let Some(points) = p.attempt(points) {
        return Some(points);
    }
    if let Some(removed) = p.attempt(removed_for_cost) {
        return Some(removed);
    }
    if let Some(happened) = p.attempt(happened) {
        return Some(happened);
    }
    if p.eat("opponent you attacked this combat") || p.eat("opponents you attacked this combat") {
        // 702.121a
        let mine = Filter::permanent(Test::Controlled(Who::You));
        let whom = Some(Filter::new(Kind::Player, Test::Is(Ref::It)));
        let attacked = EventPattern::Attacks { what: mine, whom, alone: false, others: 0 };
        let condition = lawmage_ir::Condition::Happened(Box::new(attacked), Span::ThisCombat, 1);
        return Some(Amount::Players(Who::Such(Box::new(Who::Opponents), Box::new(condition))));
    }
    if p.eat("opponents you have") || p.eat("opponent you have") || p.eat("of your opponents") || p.eat("opponent") {
        return Some(Amount::Players(Who::Opponents));
    }
    let _ = p.eat("other") && {
        p.go_back_to(p.pos() - 1);
        true
    };
    let noun = noun::noun(p)?;
    if noun.plural != plural {
        return p.fail(if plural { "a plural noun" } else { "a singular noun" });
    }
    if noun.sort() == Sort::Player {
        return p.fail("objects");
    }
    let mut selection = match noun.among {
        Some(group) => selector::those(group, noun.filter.test),
        None => Selector::All(noun.filter),
    };
    if selector::lacks_zone(&selection) {
        // "for each card discarded this way" has its group; a bare "card" has no zone to count in.
        return p.fail("where the cards are");
    }
    selector::fill_zone(&mut selection, lawmage_ir::Zone::Graveyard, None);
    Some(Amount::Count(Box::new(selection)))
}

/// How many creatures the object devoured (702.82b).
#[must_use]
pub fn devoured() -> Amount {
    Amount::Count(Box::new(Selector::Ref(Ref::Linked(lawmage_ir::DEVOURED))))
}

/// "1 damage prevented this way", "1 life you lost this turn": points of damage and life.
fn points(p: &mut Parser<'_>) -> Option<Amount> {
    (p.number()? == 1).then_some(())?;
    if p.eat_any(&[
        "damage prevented this way",
        "damage dealt this way",
        "life lost this way",
        "life gained this way",
        "life paid this way",
    ])
    .is_some()
    {
        return p.scope.number_here().or_else(|| p.fail("a number spoken of before"));
    }
    let lost = |who| EventPattern::LosesLife(who);
    let event = match p.eat_any(&[
        "life your opponents have lost this turn",
        "life your opponents lost this turn",
        "life you've lost this turn",
        "life you lost this turn",
        "life you've gained this turn",
        "life you gained this turn",
        "damage dealt to you this turn",
    ])? {
        0 | 1 => lost(Who::Opponents),
        2 | 3 => lost(Who::You),
        4 | 5 => EventPattern::GainsLife(Who::You),
        _ => {
            let by = Filter::new(Kind::Object, Test::Any);
            EventPattern::Damage { by, to: crate::grammar::event::player_filter(Who::You), combat: None }
        }
    };
    Some(Amount::HappenedSum(Box::new(event), Span::ThisTurn))
}

/// "charge counter removed this way": any number of them, as many as X.
fn removed_for_cost(p: &mut Parser<'_>) -> Option<Amount> {
    counter::kind(p)?;
    p.expect("removed this way")?;
    p.scope.any_number.then_some(Amount::X)
}

/// "it", "this spell", "that spell": what mana was spent on.
pub(crate) fn spell_cast(p: &mut Parser<'_>) -> Option<Ref> {
    if p.eat("~") {
        return Some(Ref::This);
    }
    let _ = p.at("it") || p.at("that spell");
    reference::reference(p)
}

/// "card types among cards in your graveyard", "colors among permanents you control", "basic land types among …".
fn kinds(p: &mut Parser<'_>) -> Option<Amount> {
    const WORDS: &[&str] = &[
        "card types among",
        "card type among",
        "colors among",
        "color among",
        "basic land types among",
        "basic land type among",
        "creature types among",
        "different names among",
        "different mana values among",
        "mana values among",
        "different powers among",
    ];
    let kind = match p.eat_any(WORDS)? {
        0 | 1 => KindOf::CardType,
        2 | 3 => KindOf::Color,
        4 | 5 => KindOf::BasicLandType,
        6 => KindOf::CreatureType,
        7 => KindOf::Name,
        8 | 9 => KindOf::ManaValue,
        _ => KindOf::Power,
    };
    let _ = p.eat("all");
    selection(p).map(|s| Amount::Kinds(kind, Box::new(s)))
}

/// A plural that is measured as a whole.
fn selection(p: &mut Parser<'_>) -> Option<Selector> {
    if let Some(it) = p.attempt(|p| reference::reference(p)) {
        return Some(Selector::Ref(it));
    }
    let noun = noun::noun(p)?;
    let selection = match noun.among {
        Some(group) => selector::those(group, noun.filter.test),
        None => Selector::All(noun.filter),
    };
    if selector::lacks_zone(&selection) { p.fail("where the cards are") } else { Some(selection) }
}

/// "creatures that died this turn", "spells you've cast this turn", "cards you've drawn this turn".
fn happened(p: &mut Parser<'_>) -> Option<Amount> {
    if let Some(label) = p.attempt(|p| {
        p.eat_any(&["time its", "times its", "time ~ 's", "times ~ 's"])?;
        let label = crate::grammar::condition::cost_label(p)?;
        p.expect("was paid")?;
        Some(label)
    }) {
        return Some(Amount::TimesPaid(label));
    }
    if p.eat("time it was kicked") || p.eat("time ~ was kicked") || p.eat("times ~ was kicked") {
        return Some(Amount::TimesPaid(CostLabel::Keyword(Keyword::Kicker, 0)));
    }
    if p.eat("times ~ has mutated") || p.eat("time ~ has mutated") {
        return Some(Amount::Mutations(lawmage_ir::Ref::This));
    }
    if let Some(paid) = p.attempt(|p| {
        p.eat_any(&["time its", "times its", "time ~ 's", "times ~ 's"])?;
        let keyword = crate::grammar::noun::word::keyword_word(p)?;
        p.expect("cost was paid")?;
        Some(Amount::TimesPaid(CostLabel::Keyword(keyword, 0)))
    }) {
        return Some(paid);
    }
    // 702.40a
    if p.eat("other spell cast before it this turn") || p.eat("spell cast before it this turn") {
        let cast = EventPattern::Casts { by: Who::All, what: Filter::new(Kind::Spell, Test::Any) };
        return Some(Amount::Happened(Box::new(EventPattern::Before(Box::new(cast))), Span::ThisTurn));
    }
    let noun = noun::noun(p)?;
    let event = if p.eat("that died this turn") || p.eat("put into a graveyard from the battlefield this turn") {
        EventPattern::Moves {
            what: noun.filter,
            from: lawmage_ir::ZoneSet::BATTLEFIELD,
            to: lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Graveyard),
            cause: None,
            by: None,
        }
    } else if p.eat("you attacked with this turn") || p.eat("you've attacked with this turn") {
        // 608.2i: what attacked is counted, whatever it has become since.
        let mut what = noun.filter;
        if what.test == lawmage_ir::Test::Type(lawmage_ir::CardType::Creature) {
            what.test = lawmage_ir::Test::Any;
        }
        let what = crate::grammar::event::and_test(what, lawmage_ir::Test::Controlled(Who::You));
        EventPattern::Attacks { what, whom: None, alone: false, others: 0 }
    } else if p.eat("you've cast this turn") || p.eat("you cast this turn") {
        EventPattern::Casts { by: Who::You, what: noun.filter }
    } else if p.eat("cast this turn") {
        EventPattern::Casts { by: Who::All, what: noun.filter }
    } else {
        return p.fail("what happened");
    };
    Some(Amount::Happened(Box::new(event), Span::ThisTurn))
}

/// "the greatest power among creatures you control", "the total power of creatures you control".
fn extremes(p: &mut Parser<'_>) -> Option<Amount> {
    let which = p.eat_any(&["the greatest", "the highest", "the least", "the lowest", "the total"])?;
    let stat = stat(p)?;
    p.eat_any(&["among", "of"])?;
    let _ = p.eat("all");
    let of = Box::new(selection(p)?);
    Some(match which {
        0 | 1 => Amount::Greatest(stat, of),
        2 | 3 => Amount::Least(stat, of),
        _ => Amount::Total(stat, of),
    })
}

/// "your life total", "your devotion to black", "the total life lost by your opponents this turn", "the life you gained".
fn of_players(p: &mut Parser<'_>) -> Option<Amount> {
    if let Some(n) = p.attempt(|p| {
        let whose = player::possessive(p)?;
        if p.eat("speed") {
            return Some(Amount::Speed(whose));
        }
        if p.eat("life total") || p.eat("life") {
            return Some(Amount::Life(whose));
        }
        p.expect("devotion to")?;
        let mut colors = ColorSet::COLORLESS;
        let color = |p: &mut Parser<'_>| {
            let color = Color::from_word(p.word())?;
            p.advance();
            Some(color)
        };
        for c in p.list("and", color)? {
            colors.insert(c);
        }
        Some(Amount::Devotion(whose, colors))
    }) {
        return Some(n);
    }
    if p.eat("the noted number") || p.eat("the last noted number") || p.eat("the number last noted for ~") {
        return p.scope.face.noted_number.map(Amount::Linked); // 607.2e
    }
    if p.eat("the life paid as") || p.eat("the amount of life paid as") {
        p.eat_any(&["it entered", "~ entered"])?;
        return Some(Amount::Linked(p.scope.face.paid())); // 607.2g
    }
    if p.eat("the greatest life total among all players") {
        return Some(Amount::GreatestLife(Who::All));
    }
    if p.eat("the total life lost by your opponents this turn")
        || p.eat("the total amount of life your opponents lost this turn")
        || p.eat("the amount of life your opponents lost this turn")
        || p.eat("the amount of life your opponents have lost this turn")
    {
        return Some(Amount::HappenedSum(Box::new(EventPattern::LosesLife(Who::Opponents)), Span::ThisTurn));
    }
    if p.eat("the amount of life you gained this turn") || p.eat("the amount of life you've gained this turn") {
        return Some(Amount::HappenedSum(Box::new(EventPattern::GainsLife(Who::You)), Span::ThisTurn));
    }
    if p.eat("the amount of life you lost this turn") || p.eat("the amount of life you've lost this turn") {
        return Some(Amount::HappenedSum(Box::new(EventPattern::LosesLife(Who::You)), Span::ThisTurn));
    }
    if let Some(dealt) = p.attempt(|p| {
        p.eat_any(&["the damage already dealt to", "the damage dealt to", "the amount of damage dealt to"])?;
        let them = if p.eat("them") { Some(p.scope.they()?) } else { p.attempt(|p| player::relation(p)) };
        let to = match them {
            Some(who) => crate::grammar::event::player_filter(who),
            None => Filter::new(Kind::Object, Test::Is(reference::reference(p)?)),
        };
        p.expect("this turn")?;
        let by = Filter::new(Kind::Object, Test::Any);
        Some(EventPattern::Damage { by, to, combat: None })
    }) {
        return Some(Amount::HappenedSum(Box::new(dealt), Span::ThisTurn));
    }
    p.eat_any(&[
        "the amount of mana spent to cast it",
        "the amount of mana spent to cast ~",
        "the amount of mana spent to cast that spell",
    ])?;
    let it = reference::it(p)?;
    p.scope.reference(&it.handle).map(|it| Amount::ManaSpent(it, None))
}

/// "the life lost this way", "the damage dealt this way", "the number rolled".
fn of_results(p: &mut Parser<'_>) -> Option<Amount> {
    let this_way = p.eat_any(&[
        "the life lost this way",
        "the damage dealt this way",
        "the amount of life lost this way",
        "the life gained this way",
        "the total life lost this way",
        "the amount of damage dealt this way",
        "the total damage dealt this way",
        "the damage prevented this way",
        "the amount of damage prevented this way",
        "the result",
        "the damage dealt",
        "the amount of life gained",
        "the amount of life lost",
        "the damage",
    ]);
    match this_way {
        Some(_) => p.scope.number_here().or_else(|| p.fail("a number spoken of before")),
        None => p.fail("a number"),
    }
}

/// "the excess damage dealt this way", "that excess damage" (120.10): of the damage dealt before, or of the event.
fn of_excess(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&[
        "the excess damage dealt",
        "the amount of excess damage dealt",
        "that amount of excess damage",
        "that excess damage",
    ])?;
    p.eat_any(&["to that creature", "to that permanent", "to it"]);
    p.eat("this way");
    excess(p)
}

/// The excess of the damage spoken of last.
pub(crate) fn excess(p: &mut Parser<'_>) -> Option<Amount> {
    match (p.scope.number_clause, p.scope.number.clone()) {
        (Some(clause), _) => Some(Amount::Excess(p.scope.bind(clause))),
        (None, Some(number @ (Amount::Excess(_) | Amount::Event))) => Some(number),
        _ => p.fail("damage dealt before"),
    }
}
