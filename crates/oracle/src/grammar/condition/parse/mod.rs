//! Conditions: intervening ifs (603.4), "as long as", "unless", "activate only if", "if" anywhere.

mod around;
mod as_cast;
mod controls;
mod dealt;
mod doers;
mod fought;
mod history;
mod holders;
mod is_so;
mod life;
mod monarch;
mod object;
mod places;
mod same_name;
mod spent;
pub(crate) mod superlative;
mod targetable;
mod this_way;
mod turn;
mod turn_past;
mod was_cast;

use lawmage_ir::{
    Amount, Cmp, Condition, CostLabel, EventPattern, Filter, Kind, Ref, Selector, Span, Test, Who, Zone, ZoneSet,
};

use self::holders::{contains_x, library_holds, top_of_graveyard};
use crate::grammar::{amount, noun};
use crate::parse::Parser;

pub(crate) use as_cast::no_sorcery_time;
pub(crate) use controls::or_more;

pub(crate) use around::attacked_by_you;
pub(crate) use history::{did_just_now, did_this_way, under_control};
pub(crate) use holders::smallest_library;
pub(crate) use is_so::attacked_with;
pub(crate) use life::life_is;
pub(crate) use object::{cost_label, has_escaped, has_most_life, is_attacked};
pub use object::{your_commander, your_ring_bearer};
pub(crate) use spent::{mana_from, snow_mana, spent_on};
pub(crate) use this_way::{done as done_this_way, pair};
pub(crate) use turn::first_turns;
pub(crate) use turn_past::land_before;
pub(crate) use turn_past::played_elsewhere;

/// A condition, without its "if", "as long as" or "unless"; several joined by "and" or "or".
pub fn condition(p: &mut Parser<'_>) -> Option<Condition> {
    p.attempt(|p| {
        let yours = p.at("you control");
        let first = p.attempt(around::before_what_entered).or_else(|| one(p))?;
        let mut all = vec![first];
        while let Some(next) = p.attempt(|p| {
            p.expect("and")?;
            if let Some(more) = p.attempt(|p| around::you_also(p)).filter(|_| yours) {
                return Some(more);
            }
            p.eat("if");
            one(p)
        }) {
            all.push(next);
        }
        if all.len() > 1 {
            return Some(Condition::And(all));
        }
        while let Some(next) = p.attempt(|p| {
            p.expect("or")?;
            p.eat_any(&["if", "unless"]);
            one(p)
        }) {
            all.push(next);
        }
        if all.len() > 1 {
            return Some(Condition::Or(all));
        }
        let one = all.pop()?;
        if let Condition::Compare(Amount::Counters(kind, on), Cmp::AtLeast | Cmp::Greater | Cmp::Equal, _) = &one {
            p.scope.counters = Some((kind.clone(), on.clone()));
        }
        if let Some(difference) = amount::of_comparison(&one) {
            p.scope.difference = Some(difference);
        }
        Some(one)
    })
}

/// A condition that can be a state trigger (603.8).
pub(crate) fn state(p: &mut Parser<'_>) -> Option<Condition> {
    p.first(&[
        controls::control,
        controls::there_are,
        object::about_object,
        controls::has,
        around::none_there,
        own_number,
    ])
}

/// "~'s power is 7 or greater".
fn own_number(p: &mut Parser<'_>) -> Option<Condition> {
    p.at("~ 's").then_some(())?;
    numbers(p).filter(|compared| matches!(compared, Condition::Compare(Amount::Stat(_, Ref::This), ..)))
}

fn one(p: &mut Parser<'_>) -> Option<Condition> {
    p.first(&[
        turn::turn,
        holders::one_fights,
        holders::small_library,
        status_words,
        same_name::only_one_there,
        same_name::one_is_there,
        both_are_legal,
        is_so::controlled_throughout,
        is_so::attacked_together,
        is_so::idle,
        is_so::found_was,
        is_so::one_was_attached,
        as_cast::as_cast,
        object::you_controlled,
        places::entered_from,
        places::are_above,
        turn::ability_used,
        fought::excess_dealt,
        around::so_many_values,
        crate::grammar::instruction::game::coins::condition,
        crate::grammar::instruction::game::dice::condition,
        this_way::condition,
        this_way::you_this_way,
        this_way::life_lost,
        this_way::entered_under_yours,
        object::cast_or_paid,
        turn_past::destroyed_by,
        turn_past::another_land,
        turn_past::cast_both,
        turn_past::counter_was_put,
        turn_past::gained_and_lost,
        history::history,
        targetable::controls_targetable,
        superlative::leading,
        superlative::none_greater,
        around::prime,
        controls::control,
        around::who_controls,
        controls::has,
        controls::there_are,
        around::are_blocking,
        around::so_many_attack,
        around::none_attack_you,
        around::you_attack_several,
        around::no_counters,
        around::in_that_graveyard,
        around::all_are,
        around::attacked_you,
        around::is_you,
        around::is_your_opponent,
        controls::a_graveyard,
        superlative::most_common_color,
        superlative::of_the_most_common,
        object::about_object,
        places::located,
        holders::one_has,
        holders::so_many_have,
        holders::attached_to_one,
        holders::one_is_exiled,
        same_name::namesake_there,
        top_of_graveyard,
        library_holds,
        contains_x,
        holders::total,
        numbers,
    ])
}

/// Both of two targets are still there to be spoken of: illegal ones are not (608.2b).
pub(crate) fn both_targets() -> Condition {
    Condition::And([0, 1].map(|n| Condition::Is(Ref::Target(n), Test::Any)).to_vec())
}

fn both_are_legal(p: &mut Parser<'_>) -> Option<Condition> {
    let two = p.scope.targets.len() == 2 && p.eat("both targets are still legal as this ability resolves");
    two.then(both_targets)
}

/// The monarch, day and night and the like.
fn status_words(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(monarch) = p.attempt(monarch::monarch) {
        return Some(monarch);
    }
    if p.eat_any(&["you have the most life or are tied for most life"]).is_some() {
        let most = Amount::GreatestLife(Who::All);
        return Some(Condition::Compare(Amount::Life(Who::You), Cmp::AtLeast, most));
    }
    if p.eat("you're the defending player") {
        return Some(you_defend());
    }
    if let Some(won) = p.attempt(history::won_clash) {
        return Some(won);
    }
    if let Some(found) = p.attempt(poisoned).or_else(|| p.attempt(dungeon_completed)) {
        return Some(found);
    }
    if p.eat("you have the city 's blessing") {
        return Some(Condition::Blessing(Who::You));
    }
    if p.eat("you're playing first") {
        return Some(Condition::PlaysFirst(Who::You));
    }
    if p.eat("you're not playing first") {
        return Some(Condition::Not(Box::new(Condition::PlaysFirst(Who::You))));
    }
    if p.eat("~ is your chosen companion") {
        return Some(Condition::ChosenCompanion);
    }
    if p.eat("you have the initiative") {
        return Some(Condition::Initiative(Who::You));
    }
    // What was played has left exile; what has left it otherwise is another object (400.7).
    if p.eat_any(&["you haven't played it", "you haven't played that card"]).is_some() {
        let exiled = p.scope.latest(|r| r.verb == Some("exiled") && !r.plural && r.sort == crate::parse::Sort::Card)?;
        let card = p.scope.reference(&exiled.handle)?;
        return Some(Condition::InZone(card, ZoneSet::of(Zone::Exile)));
    }
    if let Some(linked) = p.scope.face.word
        && let Some(word) = p.attempt(|p| {
            let token = p.peek()?;
            p.advance();
            p.expect("was chosen")?;
            Some(p.printed(token).into())
        })
    {
        return Some(Condition::ChoseWord(linked, word));
    }
    if p.eat("you've cast another spell named ~ this game") {
        return Some(Condition::CastNamesake(Who::You));
    }
    // 702.179e
    if p.eat("you have max speed") {
        return Some(Condition::Compare(Amount::Speed(Who::You), Cmp::AtLeast, Amount::Const(4)));
    }
    if p.eat("you don't have max speed") {
        return Some(Condition::Compare(Amount::Speed(Who::You), Cmp::Less, Amount::Const(4)));
    }
    if p.eat("you could begin to cast ~") {
        return Some(Condition::CouldCast(Ref::This));
    }
    if p.eat("~ came under your control since the beginning of your last upkeep") {
        return Some(Condition::CameUnderControl(Ref::This));
    }
    if p.eat("you've been attacked this step") {
        // 508.6: as creatures attack you in the declare attackers step.
        let whom = Some(Filter::new(Kind::Player, Test::Controlled(Who::You)));
        let attacked = EventPattern::Attacks { what: Filter::permanent(Test::Any), whom, alone: false, others: 0 };
        return Some(happened(attacked, Span::ThisCombat));
    }
    if let Some(done) = p.attempt(turn_past::your_deed) {
        return Some(done);
    }
    if p.eat("you descended this turn") || p.eat("you've descended this turn") {
        return Some(happened(descends(), Span::ThisTurn));
    }
    if let Some(word) = p.attempt(keyword_words) {
        return Some(word);
    }
    if p.eat("it devoured a creature") || p.eat("~ devoured a creature") {
        return Some(Condition::Compare(amount::devoured(), Cmp::AtLeast, Amount::ONE)); // 702.82b
    }
    // 700.8c
    if p.eat("you have a full party") {
        return Some(Condition::Compare(Amount::Party(Who::You), Cmp::AtLeast, Amount::Const(4)));
    }
    if p.eat("it's neither day nor night") {
        let never = |day| Condition::Not(Box::new(Condition::Day(day)));
        return Some(Condition::And(vec![never(true), never(false)]));
    }
    if let Some(pair) = p.attempt(meld_pair) {
        return Some(pair);
    }
    if p.eat("it's night") {
        return Some(Condition::Day(false));
    }
    p.eat("it's day").then_some(Condition::Day(true))
}

/// That you descend: a permanent card is put into your graveyard from anywhere (700.11).
pub(crate) fn descends() -> EventPattern {
    let yours = Test::And(vec![Test::PermanentType, Test::Owned(Who::You)]);
    let graveyard = ZoneSet::of(Zone::Graveyard);
    let what = Filter::new(Kind::Card(graveyard), yours);
    EventPattern::Moves { what, from: ZoneSet::ANYWHERE, to: graveyard, cause: None, by: None }
}

/// That you are the defending player (508.5).
pub(crate) fn you_defend() -> Condition {
    let you = Condition::Is(Ref::It, Test::Controlled(Who::You));
    let such = Who::Such(Box::new(Who::Defending), Box::new(you));
    Condition::Compare(Amount::Players(such), Cmp::AtLeast, Amount::ONE)
}

/// What single keywords have of their own: "tribute wasn't paid", "a spell was warped this turn".
fn keyword_words(p: &mut Parser<'_>) -> Option<Condition> {
    if let Some(delved) = p.attempt(this_way::delved) {
        return Some(delved);
    }
    // 2026:702.185: one was cast for its warp cost.
    if p.eat("a spell was warped this turn") {
        return Some(happened(warped(), Span::ThisTurn));
    }
    // 702.104b
    if p.eat("tribute wasn't paid") {
        return Some(Condition::Compare(tribute(), Cmp::Equal, Amount::Const(0)));
    }
    if let Some(times) = p.attempt(|p| {
        p.expect("the ring has tempted you")?;
        let n = amount::amount(p)?;
        p.expect("or more times this game").map(|()| n)
    }) {
        return Some(Condition::Compare(Amount::RingTempted(Who::You), Cmp::AtLeast, times));
    }
    None
}

/// That a spell is cast for its warp cost (2026:702.185a).
#[must_use]
pub fn warped() -> EventPattern {
    let paid = Test::PaidCost(CostLabel::Keyword(lawmage_ir::Keyword::Warp, 0));
    EventPattern::Casts { by: Who::All, what: Filter::new(Kind::Spell, paid) }
}

/// How many players paid tribute for the object (702.104b).
#[must_use]
pub fn tribute() -> Amount {
    Amount::Count(Box::new(Selector::Ref(Ref::Linked(lawmage_ir::TRIBUTE))))
}

/// "you both own and control ~ and a creature named [name]" (712.4a).
fn meld_pair(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you both own and control ~ and")?;
    p.eat_any(&["a", "an"])?;
    let filter = noun::filter(p)?;
    p.scope.face.meld = Some(filter.clone());
    let mine = Test::all([filter.test, Test::Owned(Who::You), Test::Controlled(Who::You)]);
    let other = Selector::All(Filter::new(filter.kind, mine));
    Some(Condition::And(vec![
        Condition::Is(Ref::This, Test::And(vec![Test::Owned(Who::You), Test::Controlled(Who::You)])),
        Condition::Compare(Amount::Count(Box::new(other)), Cmp::AtLeast, Amount::ONE),
    ]))
}

/// Two numbers compared: "X is 5 or more", "the number of creatures you control is greater than …".
fn numbers(p: &mut Parser<'_>) -> Option<Condition> {
    let left = if p.eat("x") { p.scope.x.clone().unwrap_or(Amount::X) } else { amount::defined(p)? };
    let plural = p.eat_any(&["is", "was", "are"])?;
    let _ = plural;
    comparison(p, left)
}

/// After "is": "5 or more", "greater than its toughness", "even".
pub(crate) fn comparison(p: &mut Parser<'_>, left: Amount) -> Option<Condition> {
    let comparing: &[(&'static str, Cmp)] = &[
        ("greater than or equal to", Cmp::AtLeast),
        ("less than or equal to", Cmp::AtMost),
        ("equal to or less than", Cmp::AtMost),
        ("greater than", Cmp::Greater),
        ("more than", Cmp::Greater),
        ("less than", Cmp::Less),
        ("fewer than", Cmp::Less),
        ("equal to", Cmp::Equal),
        ("at least", Cmp::AtLeast),
        ("exactly", Cmp::Equal),
        ("different from", Cmp::NotEqual),
    ];
    if let Amount::Stat(stat, of) = &left
        && let Some(beyond) = p.attempt(|p| superlative::beyond_each_other(p, *stat, of))
    {
        return Some(beyond);
    }
    if let Some((_, cmp)) = comparing.iter().find(|(words, _)| p.eat(words)) {
        let right = p.first(&[amount::defined, amount::amount])?;
        return Some(Condition::Compare(left, *cmp, right));
    }
    if let Some(which) = p.eat_any(&["even", "odd"]) {
        let cmp = if which == 0 { Cmp::Equal } else { Cmp::NotEqual };
        let twice = twice_its_half(&left);
        return Some(Condition::Compare(left, cmp, twice));
    }
    let right = p.amount_word()?;
    let cmp = or_more(p).unwrap_or(Cmp::Equal);
    Some(Condition::Compare(left, cmp, right))
}

/// "at least two", before "more".
fn at_least_so_many(p: &mut Parser<'_>) -> Option<i32> {
    p.expect("at least")?;
    let by = p.number()?;
    p.at("more").then_some(by)
}

/// That number, and so many more.
fn more_by(number: Amount, by: Option<i32>) -> Amount {
    match by {
        Some(by) => Amount::Plus(Box::new(number), Box::new(Amount::Const(by))),
        None => number,
    }
}

/// What an even number is, and an odd one is not.
pub(crate) fn twice_its_half(number: &Amount) -> Amount {
    let half = Amount::Divide { of: Box::new(number.clone()), by: 2, up: false };
    Amount::Times(2, Box::new(half))
}

/// What is asked of each player tested, behind "who": "controls a Swamp", "has more life than you", "lost life this turn".
pub(crate) fn of_tested(p: &mut Parser<'_>) -> Option<Condition> {
    let it = Who::Ref(Ref::It);
    p.attempt(doers::doer)
        .or_else(|| p.attempt(|p| controls::controls(p, &it, false, false)))
        .or_else(|| p.attempt(|p| controls::has_so_much(p, &it, false, false)))
        .or_else(|| p.attempt(|p| history::did_by(p, &it)))
}

/// That some of the players fit: directly for one player, else by counting those for whom it holds.
pub(crate) fn of_players(who: &Who, condition: impl FnOnce(Who) -> Condition) -> Condition {
    match who {
        Who::Opponents | Who::All | Who::Others | Who::Such(..) => {
            let such = Who::Such(Box::new(who.clone()), Box::new(condition(Who::Ref(Ref::It))));
            Condition::Compare(Amount::Players(such), Cmp::AtLeast, Amount::ONE)
        }
        one => condition(one.clone()),
    }
}

/// That all of the players fit: of none of them is it otherwise.
pub(crate) fn of_each(who: &Who, condition: impl FnOnce(Who) -> Condition) -> Condition {
    if !who.is_group() {
        return condition(who.clone());
    }
    negate(of_players(who, |it| negate(condition(it), true)), true)
}

/// Such an event happened at least once in the span.
pub(crate) fn happened(pattern: EventPattern, span: Span) -> Condition {
    Condition::Happened(Box::new(pattern), span, 1)
}

/// The negation, when asked for.
pub(crate) fn negate(condition: Condition, not: bool) -> Condition {
    if not { Condition::Not(Box::new(condition)) } else { condition }
}

/// The test with which a filter says who controls what it finds; players are their own controllers.
pub(crate) fn controlled(filter: Filter, who: Who) -> Filter {
    Filter::new(filter.kind, Test::all([filter.test, Test::Controlled(who)]))
}

/// "an opponent is poisoned" (122.1f).
fn poisoned(p: &mut Parser<'_>) -> Option<Condition> {
    let who = crate::grammar::player::relation(p)?;
    p.expect("is poisoned")?;
    let poison = Some(lawmage_ir::CounterKind::Poison);
    let counters = Amount::CountersAmong(poison, Box::new(Selector::Players(who)));
    Some(Condition::Compare(counters, Cmp::AtLeast, Amount::ONE))
}

/// "you've completed a dungeon", "you haven't completed Tomb of Annihilation" (309.7).
fn dungeon_completed(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("you've completed a dungeon") {
        return Some(Condition::CompletedDungeon(Who::You, None));
    }
    let not = p.eat_any(&["you've completed", "you haven't completed"])? == 1;
    let start = p.pos();
    while !p.at_end() && !p.at(",") && !p.at(".") {
        p.advance();
    }
    let completed = Condition::CompletedDungeon(Who::You, Some(p.printed_since(start).into()));
    Some(if not { Condition::Not(Box::new(completed)) } else { completed })
}
