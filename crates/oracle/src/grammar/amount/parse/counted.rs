//! What is counted that is no object: counters, mana symbols, colors of one object, times that something was cast; and the
//! difference of two numbers.

use lawmage_ir::{
    Amount, Color, ColorSet, CounterKind, EventPattern, Filter, Kind, KindOf, Ref, Selector, Span, Stat, Test, Who,
    Zone, ZoneSet,
};

use super::{amount, selection, term};
use crate::grammar::amount::table::KINDS_OF_COUNTERS;
use crate::grammar::noun::{self, after::stat};
use crate::grammar::{counter, player, reference};
use crate::lex::{Token, TokenKind};
use crate::parse::{Handle, Parser, Sort};

/// "+1/+1 counters on it", "counters among creatures you control", "experience counter you have".
pub(super) fn counters(p: &mut Parser<'_>) -> Option<Amount> {
    let kind = counter::kind(p)?;
    if let Some(who) = p.attempt(had) {
        return Some(Amount::CountersAmong(kind, Box::new(Selector::Players(who))));
    }
    if p.eat("among") {
        return selection(p).map(|of| Amount::CountersAmong(kind, Box::new(of)));
    }
    // "+1/+1 counter you've put on creatures under your control this turn"
    if let Some(put) = p.attempt(|p| {
        p.expect("you've put on")?;
        let on = noun::bare(p).filter(|noun| noun.plural && noun.filter.kind == Kind::Permanent)?.filter;
        p.expect("under your control this turn")?;
        let on = crate::grammar::condition::controlled(on, Who::You);
        Some(EventPattern::CountersPut { on, kind: kind.clone(), by: Some(Who::You), by_effect: false })
    }) {
        return Some(Amount::HappenedSum(Box::new(put), Span::ThisTurn));
    }
    // "the number of counters it had on it"
    let before = p.attempt(|p| {
        p.expect("it had").filter(|()| p.at("on it"))?;
        Some(())
    });
    p.expect("on")?;
    if before.is_some() && !matches!(p.scope.latest(|r| r.sort == Sort::Permanent)?.handle, Handle::Ref(Ref::Event(_)))
    {
        return p.fail("what had counters on it");
    }
    // "Creatures get -1/-1 for each slime counter on them": on each of those of which it is said.
    if p.at("them") && p.scope.latest(|r| r.handle == Handle::Ref(Ref::It)).is_some() {
        p.advance();
        return Some(Amount::Counters(kind, Ref::It));
    }
    if let Some(it) = p.attempt(reference::reference) {
        return Some(Amount::Counters(kind, it));
    }
    let _ = p.eat("all");
    selection(p).map(|of| Amount::CountersAmong(kind, Box::new(of)))
}

/// "five counters removed this way", as a cost: as often as there are so many of them.
pub(crate) fn so_many_removed(p: &mut Parser<'_>) -> Option<Amount> {
    let by = p.number().filter(|by| *by > 1)?;
    p.expect("counters removed this way")?;
    let removed = p.scope.removed.clone().or_else(|| p.fail("counters that a cost removes"))?;
    Some(Amount::Divide { of: Box::new(removed), by, up: false })
}

/// "blight counter on it", of one object.
pub(crate) fn counters_on_one(p: &mut Parser<'_>) -> Option<Amount> {
    counters(p).filter(|n| matches!(n, Amount::Counters(Some(_), _)))
}

/// "you have", "that player has", "your opponents have".
fn had(p: &mut Parser<'_>) -> Option<Who> {
    let who = player::relation(p)?;
    p.eat_any(&["have", "has"])?;
    Some(who)
}

/// "the amount of {E} you have" (107.14).
pub(super) fn energy(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("the amount of {E}")?;
    let who = had(p)?;
    Some(Amount::CountersAmong(Some(CounterKind::Energy), Box::new(Selector::Players(who))))
}

/// "kinds of counters among permanents you control".
pub(super) fn kinds_of_counters(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat("different");
    p.eat_any(&KINDS_OF_COUNTERS)?;
    p.expect("among")?;
    selection(p).map(|of| Amount::Kinds(KindOf::Counter, Box::new(of)))
}

/// "white mana symbols in the mana costs of permanents you control", "red mana symbol in its mana cost".
pub(super) fn symbols(p: &mut Parser<'_>) -> Option<Amount> {
    let color = Color::from_word(p.word())?;
    p.advance();
    p.eat_any(&["mana symbols in", "mana symbol in"])?;
    let of = if p.eat("the mana costs of") || p.eat("the mana cost of") {
        selection(p)?
    } else {
        let of = reference::possessor(p)?;
        p.eat_any(&["mana costs", "mana cost"])?;
        Selector::Ref(of)
    };
    Some(Amount::Symbols(ColorSet::of(color), Box::new(of)))
}

/// "of that spell's colors", after "for each"; "colors in your commanders' color identity" (903.4).
pub(super) fn colors(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("colors in your commanders 's color identity") {
        return Some(Amount::IdentityColors(Who::You));
    }
    if let Some(it) = p.attempt(|p| {
        p.expect("colors")?;
        let it = reference::reference(p)?;
        p.eat_any(&["is", "was"]).map(|_| it)
    }) {
        return Some(Amount::Stat(Stat::Colors, it));
    }
    p.expect("of")?;
    let it = reference::possessor(p)?;
    p.expect("colors")?;
    Some(Amount::Stat(Stat::Colors, it))
}

/// "of those creatures", after "for each".
fn of_those(p: &mut Parser<'_>) -> Option<Amount> {
    if !p.at("of those") && !p.at("of the exiled cards") {
        return p.fail("of those spoken of before");
    }
    let sort = if p.at("of those") { Sort::Permanent } else { Sort::Card };
    p.advance();
    let those = reference::referent(p).filter(|those| those.plural && those.sort == sort)?;
    Some(Amount::Count(Box::new(p.scope.select(&those.handle))))
}

/// How often a commander was cast, how much damage the event is, how many of those spoken of there are.
pub(super) fn of_the_past(p: &mut Parser<'_>) -> Option<Amount> {
    p.first(&[cast_from_command, damage_of_event, scried, missing_in_hand, times_attacked, of_those, sacrificed])
}

/// "sacrificed creature": of those that were sacrificed just now.
fn sacrificed(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("sacrificed")?;
    let mut noun = noun::bare(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Permanent)?;
    let said = p.scope.latest(|r| r.verb == Some("sacrificed") && r.clause().is_some())?;
    let of_them = noun::after::of_done(p, &mut noun, &said, None)?;
    let test = Test::all([noun.filter.test, of_them]);
    Some(Amount::Count(Box::new(Selector::All(Filter::permanent(test)))))
}

/// "1 life you lost", of the life whose loss is the event.
pub(super) fn life_of_event(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("1 life you lost")?;
    let lost = p.tokens().get(1..4).is_some_and(|words| words.iter().map(|t| &*t.text).eq(["you", "lose", "life"]));
    let of_event = p.scope.number == Some(Amount::Event) && p.scope.number_clause.is_none();
    if of_event && lost { Some(Amount::Event) } else { p.fail("the life that was lost") }
}

/// "cards looked at while scrying this way", where to scry is the event (701.18d).
fn scried(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["cards looked at", "card looked at"])?;
    p.expect("while scrying this way")?;
    let said = |words: &[Token]| words.iter().map(|t| &*t.text).eq(["you", "scry"]);
    let by_you = p.tokens().get(1..3).is_some_and(said);
    // None that it does besides.
    let once = p.tokens().iter().filter(|t| matches!(&*t.text, "scry" | "scries")).count() == 1;
    if by_you && once { Some(Amount::Event) } else { p.fail("the cards that were looked at") }
}

/// "1 damage dealt to them", of the damage that is the event, and the player to whom it was dealt.
fn damage_of_event(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("1 damage dealt to")?;
    let whom = if p.eat("them") { p.scope.they()? } else { player::relation(p)? };
    let dealt = Ref::Event(lawmage_ir::Role::Object);
    if whom != Who::Ref(dealt) || p.scope.number != Some(Amount::Event) || p.scope.number_clause.is_some() {
        return p.fail("the damage that was dealt");
    }
    Some(Amount::Event)
}

/// "time it has attacked this turn" (508.3a).
fn times_attacked(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["times it has", "time it has", "times it's", "time it's"])?;
    p.expect("attacked this turn")?;
    let it = reference::it_of(p);
    let what = Filter::permanent(Test::Is(p.scope.reference(&it.handle)?));
    let attacks = EventPattern::Attacks { what, whom: None, alone: false, others: 0 };
    Some(Amount::HowOften(Box::new(attacks), Span::ThisTurn))
}

/// "times it's been cast from the command zone this game" (903.8).
fn cast_from_command(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["times", "time"])?;
    p.expect("it's been cast from the command zone this game")?;
    let said = p.scope.latest(|r| r.sort != Sort::Player && !r.plural && !r.hidden());
    let it = said.and_then(|r| p.scope.reference(&r.handle)).unwrap_or(Ref::This);
    Some(Amount::CastFromCommand(it))
}

/// "that mana value": the greatest that was just spoken of.
pub(super) fn that_extreme(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("that")?;
    let stat = crate::grammar::noun::after::stat(p)?;
    match p.scope.extreme.clone() {
        Some(most @ (Amount::Greatest(of, _) | Amount::Least(of, _))) if of == stat => Some(most),
        _ => p.fail("a number spoken of before"),
    }
}

/// "the difference" of the two numbers that were just compared; "the difference between its power and toughness".
pub(super) fn difference(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("the difference")?;
    if !p.eat("between") {
        return p.scope.difference.clone().or_else(|| p.fail("two numbers compared before"));
    }
    if let Some(spread) = p.attempt(super::results::spread) {
        return Some(spread);
    }
    let first = term(p)?;
    p.expect("and")?;
    // "its power and toughness", "its power and its toughness"
    let second = match &first {
        Amount::Stat(_, of) => {
            let of = of.clone();
            p.attempt(|p| crate::grammar::noun::after::stat(p).map(|stat| Amount::Stat(stat, of)))
        }
        _ => None,
    };
    let second = match second {
        Some(second) => second,
        None => term(p)?,
    };
    let less = |a: &Amount, b: &Amount| Box::new(Amount::Minus(Box::new(a.clone()), Box::new(b.clone())));
    Some(Amount::Max(less(&first, &second), less(&second, &first)))
}

/// The difference of two numbers that a condition compares: the greater of them without the other.
pub(crate) fn of_comparison(condition: &lawmage_ir::Condition) -> Option<Amount> {
    use lawmage_ir::Cmp;
    let lawmage_ir::Condition::Compare(a, cmp, b) = condition else { return None };
    // How many players there are for whom something is so is not what was compared.
    if matches!(a, Amount::Players(_)) {
        return None;
    }
    let total = matches!(a, Amount::HandSize(_) | Amount::Life(_) | Amount::CountersAmong(..));
    match cmp {
        Cmp::Greater => Some(Amount::Minus(Box::new(a.clone()), Box::new(b.clone()))),
        Cmp::Less => Some(Amount::Minus(Box::new(b.clone()), Box::new(a.clone()))),
        Cmp::AtMost if total => Some(Amount::Minus(Box::new(b.clone()), Box::new(a.clone()))),
        _ => None,
    }
}

/// "…, whichever is greater", after two numbers joined by "or".
pub(super) fn whichever(p: &mut Parser<'_>, first: &Amount) -> Option<Amount> {
    p.expect("or")?;
    let second = term(p)?;
    p.comma();
    let (a, b) = (Box::new(first.clone()), Box::new(second));
    Some(match p.eat_any(&["whichever is greater", "whichever is less"])? {
        0 => Amount::Max(a, b),
        _ => Amount::Min(a, b),
    })
}

/// "card fewer than three in their hand", of one player.
fn missing_in_hand(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("card fewer than")?;
    let full = p.number()?;
    p.expect("in their hand")?;
    let whose = p.scope.they().filter(|who| !who.is_group())?;
    let missing = Amount::Minus(Box::new(Amount::Const(full)), Box::new(Amount::HandSize(whose)));
    Some(Amount::Max(Box::new(Amount::Const(0)), Box::new(missing)))
}

/// "cards in all players' hands", "cards in all hands".
pub(super) fn all_hands(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["cards in all players 's hands", "cards in all hands"])?;
    Some(Amount::HandSize(Who::All))
}

/// "the power of the creature that died", of the event.
pub(super) fn of_what_died(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("the")?;
    let stat = crate::grammar::noun::after::stat(p)?;
    p.expect("of the creature that died")?;
    let subject = lawmage_ir::Role::Subject;
    let died = p.scope.latest(|r| r.handle == crate::parse::Handle::Ref(Ref::Event(subject)))?;
    died.types.has(lawmage_ir::CardType::Creature).then_some(Amount::Stat(stat, Ref::Event(subject)))
}

/// "the greatest number of creatures a player controls".
fn most_controlled(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("the greatest number of")?;
    let what = noun::bare(p).filter(|noun| noun.plural && noun.filter.kind == Kind::Permanent)?;
    p.expect("a player controls")?;
    let theirs = crate::grammar::condition::controlled(what.filter, Who::Ref(Ref::Each));
    let of = Box::new(Amount::Count(Box::new(Selector::All(theirs))));
    Some(Amount::OfPlayers { who: Who::All, of, greatest: true })
}

/// "the greatest number of cards a player discarded this way", "the greatest number of creatures a player controls".
pub(super) fn greatest_of_players(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("the number of cards in the hand of the opponent with the most cards in hand") {
        let of = Box::new(Amount::HandSize(Who::Ref(Ref::Each)));
        return Some(Amount::OfPlayers { who: Who::Opponents, of, greatest: true });
    }
    if p.eat("the life total of an opponent with the most life") {
        return Some(Amount::GreatestLife(Who::Opponents));
    }
    if let Some(most) = p.attempt(most_controlled) {
        return Some(most);
    }
    p.expect("the greatest number of cards a player discarded this way")?;
    let said = p.scope.latest(|r| r.verb == Some("discarded") && r.clause().is_some())?;
    Some(Amount::OfAll(p.scope.bind(said.clause()?), lawmage_ir::Fold::Greatest))
}

/// "the exiled creature card's power", of what another ability exiled (607.2a): of that card where it is such a card, and of no other.
pub(super) fn of_exiled(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("the exiled")?;
    if p.scope.latest(|r| r.verb == Some("exiled")).is_some() || !p.scope.face.links_exile {
        return p.fail("what another ability exiled");
    }
    let noun = noun::bare(p)?;
    let is_card =
        matches!(noun.filter.kind, Kind::Card(_)) && matches!(noun.filter.test, Test::Type(_)) && !noun.plural;
    if !is_card {
        return p.fail("a card of some type");
    }
    p.expect("'s")?;
    let stat = stat(p)?;
    let linked = Test::Is(Ref::Linked(p.scope.face.exiled()));
    let such = Filter::new(Kind::Card(ZoneSet::of(Zone::Exile)), Test::all([noun.filter.test, linked]));
    Some(Amount::Total(stat, Box::new(Selector::All(such))))
}

/// "mana from a Treasure [that was] spent to cast it", "mana spent to cast it".
pub(super) fn mana_from(p: &mut Parser<'_>) -> Option<Amount> {
    if p.eat("mana spent to cast") {
        return crate::grammar::condition::spent_on(p).map(|it| Amount::ManaSpent(it, None));
    }
    let sort = crate::grammar::condition::mana_from(p)?;
    p.eat("that was");
    p.expect("spent to cast")?;
    crate::grammar::condition::spent_on(p).map(|it| Amount::ManaOf(it, sort))
}

/// "colors of mana spent to cast it" (converge).
pub(super) fn colors_spent(p: &mut Parser<'_>) -> Option<Amount> {
    p.eat_any(&["colors of mana spent to cast", "color of mana spent to cast"])?;
    super::spell_cast(p).map(|it| Amount::ManaSpent(it, Some(ColorSet::ALL)))
}

/// "the number of cards in an opponent's hand", of an opponent of your choice where only what you pay is that: the least.
pub(crate) fn smallest_hand() -> Amount {
    let of = Box::new(Amount::HandSize(Who::Ref(Ref::Each)));
    Amount::OfPlayers { who: Who::Opponents, of, greatest: false }
}

/// "spell you've cast this turn".
pub(crate) fn spells_cast(p: &mut Parser<'_>) -> Option<Amount> {
    let cast =
        |n: &Amount| matches!(n, Amount::Happened(e, Span::ThisTurn) if matches!(**e, EventPattern::Casts { .. }));
    super::counted(p, false).filter(cast).or_else(|| p.fail("spells that were cast"))
}

/// How all halves of the sentence before are rounded (107.1a): down, or up.
pub(crate) const ROUNDED: [&str; 2] = ["round down each time", "round up each time"];

/// "half X damage, rounded down,": how it is rounded (107.1a) is said behind its noun.
pub(super) fn half_of_number(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("half")?;
    let of = Box::new(amount(p)?);
    let stops = |t: &Token| matches!(t.kind, TokenKind::Newline | TokenKind::QuoteClose) || &*t.text == ".";
    let in_sentence = |n: &usize| p.peek_at(*n).is_some_and(|t| !stops(t));
    // "Round down each time." is said behind the sentence.
    let length = (0..).take_while(in_sentence).count();
    let behind = |words: &str| words.split(' ').enumerate().all(|(n, word)| p.word_at(length + 1 + n) == word);
    if let Some(up) = ROUNDED.iter().position(|words| behind(words)) {
        return Some(Amount::Divide { of, by: 2, up: up == 1 });
    }
    let rounded = (0..).take_while(in_sentence).find(|n| p.word_at(*n) == "," && p.word_at(n + 1) == "rounded");
    let from = p.pos() + rounded.or_else(|| p.fail("how it is rounded"))?;
    let up = p.read_ahead(from, from + 1, |p| {
        p.expect("rounded")?;
        let up = p.eat_any(&["down", "up"])? == 1;
        p.comma();
        Some(up)
    })?;
    Some(Amount::Divide { of, by: 2, up })
}

/// "the greatest number of artifacts an opponent controls": of those that each of them controls.
pub(super) fn most_of_an_opponent(of: &Selector) -> Option<Amount> {
    let Selector::All(Filter { kind: Kind::Permanent, test }) = of else { return None };
    let (whose, rest): (Vec<Test>, Vec<Test>) =
        test.conjuncts().iter().cloned().partition(|test| *test == Test::Controlled(Who::Opponents));
    if whose.is_empty() {
        return None;
    }
    let theirs = Test::all(rest.into_iter().chain([Test::Controlled(Who::Ref(Ref::Each))]));
    let of = Box::new(Amount::Count(Box::new(Selector::All(Filter::permanent(theirs)))));
    Some(Amount::OfPlayers { who: Who::Opponents, of, greatest: true })
}

/// "five times X".
pub(super) fn product(p: &mut Parser<'_>) -> Option<Amount> {
    let times = p.number()?;
    p.expect("times")?;
    Some(Amount::Times(times, Box::new(super::amount(p)?)))
}

/// "the damage already dealt to them this turn", "the total amount of noncombat damage dealt to your opponents this turn".
pub(super) fn damage_dealt(p: &mut Parser<'_>) -> Option<EventPattern> {
    const DEALT: &[&str] = &[
        "the total amount of noncombat damage dealt to",
        "the noncombat damage dealt to",
        "the damage already dealt to",
        "the damage dealt to",
        "the amount of damage dealt to",
    ];
    let combat = (p.eat_any(DEALT)? < 2).then_some(false);
    let them = if p.eat("them") { Some(p.scope.they()?) } else { p.attempt(|p| player::relation(p)) };
    let to = match them {
        Some(who) => crate::grammar::event::player_filter(who),
        None => Filter::new(Kind::Object, Test::Is(reference::reference(p)?)),
    };
    // "dealt to you so far this turn by artifacts", "dealt to ~ this turn by sources they controlled"
    let by = p.attempt(dealt_by);
    let _ = p.eat("so far");
    p.expect("this turn")?;
    let by = by.or_else(|| p.attempt(dealt_by)).unwrap_or_else(|| Filter::new(Kind::Object, Test::Any));
    Some(EventPattern::Damage { by, to, combat })
}

/// "by artifacts", "by sources they controlled", of damage.
fn dealt_by(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("by")?;
    let noun = noun::noun(p).filter(|noun| noun.plural && noun.is_of_all() && noun.limit.is_none())?;
    matches!(noun.filter.kind, Kind::Permanent | Kind::Object).then_some(noun.filter)
}

/// "the greatest power among creatures you control", "the total power of creatures you control".
pub(super) fn extremes(p: &mut Parser<'_>) -> Option<Amount> {
    // "The number of the greatest mana value among …": that number.
    let _ = p.at("the number of the greatest") && p.eat("the number of");
    let which = p.eat_any(&["the greatest", "the highest", "the least", "the lowest", "the total"])?;
    if which < 2 && p.eat("power and/or toughness among") {
        let of = Box::new(super::selection(p)?);
        let power = Amount::Greatest(lawmage_ir::Stat::Power, of.clone());
        return Some(Amount::Max(Box::new(power), Box::new(Amount::Greatest(lawmage_ir::Stat::Toughness, of))));
    }
    let stat = stat(p)?;
    // "The greatest mana value of a commander you own": among them.
    let one = p.eat_any(&["among", "of"])? == 1 && which < 4 && p.eat("a");
    let _ = one || p.eat("all");
    let mut of = Box::new(super::selection(p)?);
    // "The greatest power among creatures you control and creature cards in your graveyard"
    let cards = |of: &Selector| matches!(of, Selector::All(Filter { kind: Kind::Card(_), .. }));
    if which < 2
        && let Some(more) =
            p.attempt(|p| p.expect("and").and_then(|()| super::selection(p)).filter(|of| cards(of) && p.at_stop()))
    {
        of = Box::new(Selector::Union(vec![*of, more]));
    }
    Some(match which {
        0 | 1 => Amount::Greatest(stat, of),
        2 | 3 => Amount::Least(stat, of),
        _ => Amount::Total(stat, of),
    })
}
