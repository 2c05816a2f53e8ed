//! Amounts.

mod asked;
mod counted;
mod kinds;
mod noted;
mod past;
mod results;

use lawmage_ir::{Amount, Color, ColorSet, Filter, Kind, Ref, Selector, Span, Test, Who};

pub(crate) use self::counted::{ROUNDED, counters_on_one, of_comparison, smallest_hand, so_many_removed, spells_cast};
pub(crate) use self::kinds::{for_every, kinds};
pub(crate) use self::past::{devoured, energy_lost, life_changed, spell_cast, times_kicked};
pub(crate) use self::results::excess;

use self::asked::{counters_again, counters_asked_about, counters_asked_for};
use self::past::{happened, of_this_way, points, removed_for_cost};
pub(crate) use self::results::tallied;
use self::results::{of_excess, of_results};
use crate::grammar::noun::after::stat;
use crate::grammar::{noun, player, reference, selector};
use crate::lex::{Token, TokenKind};
use crate::parse::{Parser, Reader, Sort};

/// A number that stands before a noun: "three", "X", "that many", "twice that many", "a".
pub fn amount(p: &mut Parser<'_>) -> Option<Amount> {
    p.attempt(|p| {
        if p.eat("x") {
            let x = p.scope.x.clone().unwrap_or(Amount::X);
            let more = p.attempt(|p| {
                let less = p.eat_any(&["plus", "minus"])? == 1;
                Some((less, Box::new(Amount::Const(p.number()?))))
            });
            return Some(match more {
                Some((false, n)) => Amount::Plus(Box::new(x), n),
                Some((true, n)) => Amount::Minus(Box::new(x), n),
                None => x,
            });
        }
        if p.at("a number of") {
            return number_of(p);
        }
        if p.eat("that many") || p.eat("that much") {
            let chosen = |p: &Parser<'_>| p.scope.face.number.map(Amount::Linked);
            let asked = |p: &mut Parser<'_>| counters_asked_for(p).or_else(|| counters_asked_about(p));
            let number = counters_again(p).or_else(|| p.scope.number_here()).or_else(|| asked(p)).or_else(|| chosen(p));
            return number.or_else(|| p.fail("a number spoken of before"));
        }
        if p.eat("twice") || p.eat("two times") {
            return amount(p).map(|n| Amount::Times(2, Box::new(n)));
        }
        // "five times X"
        if let Some(product) = p.attempt(counted::product) {
            return Some(product);
        }
        if p.at("half x") {
            return counted::half_of_number(p);
        }
        p.article().map(Amount::Const)
    })
}

/// "a number of cards from their hand equal to your devotion to black": what it is equal to is said after its noun.
fn number_of(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("a number of")?;
    let stops = |t: &Token| matches!(t.kind, TokenKind::Newline | TokenKind::QuoteClose) || &*t.text == ".";
    let in_sentence = |n: &usize| p.peek_at(*n).is_some_and(|t| !stops(t));
    let equal = (0..).take_while(in_sentence).find(|n| p.word_at(*n) == "equal" && p.word_at(n + 1) == "to");
    let from = p.pos() + equal.or_else(|| p.fail("what the number is equal to"))?;
    p.read_ahead(from, from + 2, described)
}

/// A number described: after "equal to", "where X is": "the number of …", "its power plus 1", "half …".
pub fn defined(p: &mut Parser<'_>) -> Option<Amount> {
    described(p)
}

/// As [`defined`].
pub fn described(p: &mut Parser<'_>) -> Option<Amount> {
    let from = p.pos();
    let number = sum(p)?;
    if let Some(noted) = p.attempt(|p| noted::as_cast(p, from, &number)) {
        return Some(noted);
    }
    // Of targets (601.2c-d): the verifier sees that nothing else asks for it.
    Some(match p.eat_any(&["as you cast this spell", "as you cast ~", "as you activate this ability"]) {
        Some(which) => Amount::AsCast { of: Box::new(number), activated: which == 2 },
        None => number,
    })
}

/// A number, with others added to it or taken from it.
fn sum(p: &mut Parser<'_>) -> Option<Amount> {
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
            } else if let Some(one) = p.attempt(|p| counted::whichever(p, &sum)) {
                sum = one;
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
    p.first(&[
        half,
        multiple,
        counted::difference,
        past::of_your_own,
        counted::energy,
        counted::greatest_of_players,
        counted::of_what_died,
        crate::grammar::counter::chosen::paid_this_way,
        crate::grammar::instruction::game::dice::stored,
        the_number,
        past::total_this_way,
        most_of_one_type,
        counted::extremes,
        of_players,
        of_excess,
        of_results,
        of_object,
        plain,
    ])
}

fn plain(p: &mut Parser<'_>) -> Option<Amount> {
    // The event's, whatever was done since.
    if p.eat("that damage") {
        return p.scope.number.clone().filter(|n| *n == Amount::Event).or_else(|| p.fail("damage spoken of before"));
    }
    if let Some(extreme) = p.attempt(counted::that_extreme) {
        return Some(extreme);
    }
    if let Some(chosen) = p.attempt(noted::number_chosen) {
        return Some(chosen);
    }
    if p.eat("that number") || p.eat("that amount") || p.eat("that much") || p.eat("the amount") {
        return p.scope.number_here().or_else(|| p.fail("a number spoken of before"));
    }
    amount(p)
}

fn half(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("half")?;
    let of = term(p)?;
    let up = rounded_up(p)?;
    Some(Amount::Divide { of: Box::new(of), by: 2, up })
}

/// ", rounded down", ", rounded up", behind what is halved; or "Round up each time.", which a sentence further on says of all halves
/// (107.1a).
pub(crate) fn rounded_up(p: &mut Parser<'_>) -> Option<bool> {
    if let Some(up) = p.attempt(|p| {
        p.comma();
        p.eat_any(&["rounded down", "rounded up"])
    }) {
        return Some(up == 1);
    }
    let each_time = |words: &[Token]| words.iter().map(|t| &*t.text).eq([".", "round", "up", "each", "time"]);
    let told = p.tokens().get(p.pos()..).unwrap_or_default().windows(5).any(each_time);
    if told { Some(true) } else { p.fail("how it is rounded") }
}

fn multiple(p: &mut Parser<'_>) -> Option<Amount> {
    let by = match p.eat_any(&["twice", "three times", "four times", "double", "two times"])? {
        0 | 3 | 4 => 2,
        1 => 3,
        _ => 4,
    };
    term(p).map(|n| Amount::Times(by, Box::new(n)))
}

/// "its power", "that creature's toughness", "the sacrificed creature's mana value".
fn of_object(p: &mut Parser<'_>) -> Option<Amount> {
    if let Some(exiled) = p.attempt(counted::of_exiled) {
        return Some(exiled);
    }
    if let Some(number) = p.attempt(|p| {
        let it = reference::possessor(p)?;
        // "their total mana value"
        let total = !p.at("total toxic value") && p.eat("total");
        let stat = stat(p)?;
        Some(if total { Amount::Total(stat, Box::new(Selector::Ref(it))) } else { Amount::Stat(stat, it) })
    }) {
        return Some(number);
    }
    // "the power of the creature exiled this way", "the mana value of the exiled card"
    if let Some(found) = p.attempt(|p| {
        p.expect("the")?;
        let stat = stat(p)?;
        p.expect("of")?;
        let target = p.attempt(|p| selector::target(p).filter(|(_, noun)| !noun.plural));
        let of = match target.map(|(n, _)| Ref::Target(n)).or_else(|| p.first(&[of_this_way, noted::beheld])) {
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

fn the_number(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("the number of") {
        if let Some(of_one) = p.attempt(results::of_one) {
            return Some(of_one);
        }
        let count = counted(p, true)?;
        if !p.eat("in excess of") {
            return Some(count);
        }
        let beyond = Amount::Minus(Box::new(count), Box::new(the_number(p)?));
        return Some(Amount::Max(Box::new(Amount::Const(0)), Box::new(beyond)));
    }
    p.expect("the total number of")?;
    counted(p, true)
}

/// What "for each" multiplies by: how many of what follows.
pub fn for_each(p: &mut Parser<'_>) -> Option<Amount> {
    // A sentence that begins so, behind one that ended within its quotation, is another.
    if p.peek().is_some_and(|t| t.capital) {
        return None;
    }
    if let Some(times) = p.attempt(for_every) {
        return Some(times);
    }
    p.attempt(|p| {
        p.expect("for each")?;
        let from = p.pos();
        let count = counted(p, false)?;
        if let Some(noted) = p.attempt(|p| noted::as_cast(p, from, &count)) {
            return Some(noted);
        }
        if p.eat("beyond the first") || p.eat("other than the first") {
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
    let others: &[fn(&mut Parser<'_>) -> Option<Amount>] = &[
        counted::counters,
        counted::colors_spent,
        counted::kinds_of_counters,
        counted::symbols,
        counted::colors,
        counted::of_the_past,
        kinds::of_the_game,
        counted::all_hands,
        being_attacked,
        crate::grammar::counter::chosen::paid_this_way,
        tallied,
        kinds,
    ];
    if let Some(counted) = others.iter().find_map(|read| p.attempt(read)) {
        return Some(counted);
    }
    if let Some(letters) = p.attempt(crate::grammar::sticker::letters) {
        return Some(letters);
    }
    if let Some(doors) = p.attempt(|p| {
        p.eat_any(&["unlocked doors among", "unlocked door among"])?;
        noun::filter(p).map(|among| Amount::Doors(Box::new(Selector::All(among))))
    }) {
        return Some(doors);
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
    if let Some(number) = results::of_game(p, plural).or_else(|| p.attempt(|p| results::devoured_such(p, plural))) {
        return Some(number);
    }
    if plural && p.eat("differently named") {
        return selection(p).map(|named| Amount::Kinds(lawmage_ir::KindOf::Name, Box::new(named)));
    }
    let of_the_past: &[Reader<Amount>] = &[
        points,
        past::milled_in_event,
        results::discarded_in_event,
        removed_for_cost,
        happened,
        past::put_this_way,
        past::happened_this_way,
    ];
    if let Some(past) = p.first(of_the_past) {
        return Some(past);
    }
    if let Some(such) = p.attempt(past::players) {
        return Some(Amount::Players(such));
    }
    if p.eat("opponents you have") || p.eat("opponent you have") || p.eat("of your opponents") || p.eat("opponent") {
        return Some(Amount::Players(Who::Opponents));
    }
    let _ = p.eat("other") && {
        p.go_back_to(p.pos() - 1);
        true
    };
    let noun = noun::noun(p)?;
    // "the number of Spider you control": a misprint that leaves no doubt.
    let misprint = plural && matches!(noun.filter.test.conjuncts(), [Test::Subtype(_), Test::Controlled(_)]);
    if noun.plural != plural && !(plural && selector::alike(&noun)) && !misprint {
        return p.fail(if plural { "a plural noun" } else { "a singular noun" });
    }
    if noun.sort() == Sort::Player {
        return p.fail("objects");
    }
    // "for each spell and ability countered this way": how many there were, as abilities are gone.
    if let (Kind::OnStack | Kind::Ability, Test::Any, Some(Selector::Ref(Ref::Slot(slot)))) =
        (&noun.filter.kind, &noun.filter.test, &noun.among)
    {
        return Some(Amount::Slot(*slot));
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

/// "the greatest number of creatures you control that have a creature type in common".
fn most_of_one_type(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("the greatest number of")?;
    let of = selection(p)?;
    if let Some(theirs) = counted::most_of_an_opponent(&of) {
        return Some(theirs);
    }
    p.expect("that have a creature type in common")?;
    Some(Amount::MostOfOneType(Box::new(of)))
}

/// "your life total", "your devotion to black", "the total life lost by your opponents this turn", "the life you gained".
fn of_players(p: &mut Parser<'_>) -> Option<Amount> {
    if let Some(n) = p.attempt(|p| {
        let whose = player::possessive(p)?;
        if p.eat("speed") {
            return Some(Amount::Speed(whose));
        }
        if p.eat("starting life total") {
            return Some(Amount::StartingLife(whose));
        }
        if whose == Who::You && p.eat("ring-bearer 's") {
            let bearer = Filter::permanent(crate::grammar::condition::your_ring_bearer());
            return Some(Amount::Total(stat(p)?, Box::new(Selector::All(bearer))));
        }
        if p.eat("life total") || p.eat("life") {
            return Some(Amount::Life(whose));
        }
        p.expect("devotion to")?;
        if p.eat("that color") || p.eat("the chosen color") {
            return p.scope.face.color.map(|linked| Amount::DevotionChosen(whose, linked));
        }
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
    if let Some(which) = p.eat_any(&[
        "the greatest life total among",
        "the highest life total among",
        "the least life total among",
        "the lowest life total among",
    ]) {
        let who = match p.eat_any(&["all players", "players", "your opponents"])? {
            2 => Who::Opponents,
            _ => Who::All,
        };
        return Some(if which < 2 { Amount::GreatestLife(who) } else { Amount::LeastLife(who) });
    }
    if let Some(changed) = p.attempt(|p| {
        p.eat_any(&["the amount of", "the total amount of", "the total", "the"])?;
        life_changed(p)
    }) {
        return Some(Amount::HappenedSum(Box::new(changed), Span::ThisTurn));
    }
    if let Some(dealt) = p.attempt(counted::damage_dealt) {
        return Some(Amount::HappenedSum(Box::new(dealt), Span::ThisTurn));
    }
    if let Some(snow) = p.attempt(|p| {
        p.expect("the amount of {S} spent to cast")?;
        crate::grammar::condition::spent_on(p)
    }) {
        return Some(Amount::ManaOf(snow, crate::grammar::condition::snow_mana()));
    }
    p.expect("the amount of mana spent to cast")?;
    reference::reference(p).map(|it| Amount::ManaSpent(it, None))
}

/// "player being attacked", "opponents being attacked" (508.1b): players whom creatures attack, not their permanents.
fn being_attacked(p: &mut Parser<'_>) -> Option<Amount> {
    const WORDS: &[&str] =
        &["player being attacked", "players being attacked", "opponent being attacked", "opponents being attacked"];
    let who = if p.eat_any(WORDS)? < 2 { Who::All } else { Who::Opponents };
    Some(Amount::Players(Who::Such(Box::new(who), Box::new(crate::grammar::condition::is_attacked()))))
}
