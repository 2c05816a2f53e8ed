//! Permissions: what players may do beyond the usual rules.

use lawmage_ir::{
    CardType, Condition, Continuous, Filter, Kind, Permission, Price, Ref, Selector, Spending, Step, Test, Who, Zone,
    ZoneSet,
};

use super::given::given;
pub(crate) use super::price::{
    as_gerunds, besides, by_doing_rather, costs_more, exiled_afterwards, life_for_it, life_for_mana_value,
    mana_for_mana_value,
};
use super::price::{for_free, lands_and_spells, one_at_another_price, pay_rather, price, rather_at_any_time};
use super::table::{FRAMES, OF_PLAYERS, agreeing};
use crate::grammar::ability::statics::Rule;
use crate::grammar::noun;
use crate::parse::{Parser, Referent};

/// A permission of players.
pub(crate) fn permission(p: &mut Parser<'_>) -> Option<Rule> {
    if let Some(rule) = p.attempt(pay_rather).or_else(|| p.attempt(rather_at_any_time)) {
        return Some(rule);
    }
    if let Some(rule) = p.first(&[one_at_another_price, for_free, super::both::first_for_free]) {
        return Some(rule);
    }
    if let Some(rule) = p.first(&[play_from, look_and_play, look_at_both]) {
        return Some(rule);
    }
    let read: &[fn(&mut Parser<'_>) -> Option<Permission>] = &[
        super::flash::flash,
        commander,
        framed,
        super::loyalty::loyalty,
        super::hexproof::despite_hexproof,
        super::first::rather_for_first,
        super::activation::any_time,
        super::activation::exhaust_again,
        super::activation::plot_from,
        of_players,
        unblocked,
        lands,
        looking,
        super::hand::hand_size,
        super::spending::spending,
        untapping,
        legend_rule,
        life_for_mana,
        mana_stays,
        mana_turns,
        blocks_chosen,
        dealt_as_though,
        regenerates,
    ];
    p.first(read).map(|permission| Rule::one(Continuous::May(permission)))
}

/// "If ~ would be destroyed, regenerate it." (701.15b)
fn regenerates(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("if ~ would be destroyed , regenerate it")?;
    Some(Permission::Regenerates(lawmage_ir::THIS))
}

/// "The attacking player chooses how each creature blocks each turn." (509.1a)
fn blocks_chosen(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("the attacking player chooses how each creature blocks each turn")?;
    Some(Permission::ChooseBlocks { by: Who::Active, of: Who::All })
}

/// "All damage is dealt as though its source had wither.", "All damage is dealt to you as though its source had infect." (609.4)
fn dealt_as_though(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("all damage is dealt")?;
    let to = p.eat("to you").then_some(Who::You);
    match p.eat_any(&["as though its source had wither", "as though its source had infect"])? {
        0 => Some(Permission::DealtAsThough(to, lawmage_ir::Keyword::Wither)),
        _ => Some(Permission::DealtAsThough(to, lawmage_ir::Keyword::Infect)),
    }
}

/// Sentences of [`FRAMES`].
fn framed(p: &mut Parser<'_>) -> Option<Permission> {
    FRAMES.iter().find_map(|(words, make)| {
        let (before, behind) = words.split_once(" … ")?;
        p.attempt(|p| {
            p.eat_text(before).then_some(())?;
            let what = if p.eat("~") { Selector::Ref(Ref::This) } else { noun::selector(p)? };
            p.eat_text(behind).then(|| make(what))
        })
    })
}

/// What [`OF_PLAYERS`] says of players.
fn of_players(p: &mut Parser<'_>) -> Option<Permission> {
    OF_PLAYERS.iter().find_map(|(words, make)| doers(p, words).map(make))
}

/// The players of whom it is said, with the verb in the form that agrees: "players skip their", "each player skips their". What
/// is said to nobody is said to you.
pub(super) fn doers(p: &mut Parser<'_>, words: &str) -> Option<Who> {
    const SUBJECTS: [(&str, Who, bool); 6] = [
        ("", Who::You, true),
        ("you", Who::You, true),
        ("players", Who::All, true),
        ("each player", Who::All, false),
        ("your opponents", Who::Opponents, true),
        ("each opponent", Who::Opponents, false),
    ];
    let (_, who, _) = SUBJECTS.iter().find(|(subject, who, plural)| {
        if !subject.is_empty() && !p.at(subject) {
            return false;
        }
        let text = format!("{subject} {}", agreeing(words, *plural, *who == Who::You));
        let text = text.trim_start();
        // Of several players each has their own: "players play with their hands revealed".
        p.eat_text(text) || p.eat_text(&text.replace("hand ", "hands ").replace("library ", "libraries "))
    })?;
    Some(who.clone())
}

/// "~ can be your commander." (903.3)
fn commander(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("~ can be your commander")?;
    Some(Permission::BeCommander)
}

/// "A deck can have any number of cards named ~.", "A deck can have up to seven cards named ~." (113.6n)
pub(crate) fn deck_copies(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("a deck can have")?;
    let most = if p.eat("any number of") {
        None
    } else {
        p.expect("up to")?;
        Some(u32::try_from(p.number()?).ok()?)
    };
    p.expect("cards named ~")?;
    Some(Rule::in_zones(Continuous::May(Permission::DeckCopies(most)), ZoneSet::ANYWHERE))
}

/// "You may have ~ assign its combat damage as though it weren't blocked." (510.1c)
fn unblocked(p: &mut Parser<'_>) -> Option<Permission> {
    if p.eat("for each") {
        // Each is asked for by itself.
        let each = noun::noun(p)?;
        if each.filter.kind != Kind::Permanent || each.plural {
            return p.fail("a creature");
        }
        p.expect(", you may have that creature assign its combat damage as though it weren't blocked")?;
        return Some(Permission::AssignAsUnblocked(Selector::All(each.filter)));
    }
    p.expect("you may have ~ assign its combat damage as though it weren't blocked")?;
    Some(Permission::AssignAsUnblocked(Selector::Ref(Ref::This)))
}

/// "For each {B} in a cost, you may pay 2 life rather than pay that mana." (107.4f)
fn life_for_mana(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("for each")?;
    let lawmage_ir::ManaCost(symbols) = p.mana_cost()?;
    p.expect("in a cost , you may pay 2 life rather than pay that mana")?;
    match symbols.as_slice() {
        [lawmage_ir::ManaSymbol::Color(color)] => Some(Permission::LifeForMana(Who::You, *color)),
        _ => None,
    }
}

/// "You may play lands from your graveyard.", "Once each turn, you may cast a creature spell from your graveyard."
fn play_from(p: &mut Parser<'_>) -> Option<Rule> {
    let library = ZoneSet::of(Zone::Library);
    let all = p.eat_any(&[
        "you may play lands and cast spells from the top of your library",
        "you may play lands and cast spells from your graveyard",
        "you may play cards from the top of your library",
        "you may play the top card of your library",
    ]);
    if let Some(place) = all {
        let zones = if place != 1 { library } else { ZoneSet::of(Zone::Graveyard) };
        let what = Filter::new(Kind::Card(zones), Test::Owned(Who::You));
        return Some(Rule::one(Continuous::May(Permission::play(Who::You, what, price(p)?))));
    }
    if let Some(rule) = p.attempt(lands_and_spells) {
        return Some(rule);
    }
    let (per_turn, by, yours) = match p.eat_any(&[
        "once each turn , you",
        "once during each of your turns , you",
        "during each of your turns , you",
        "during each player 's turn , that player",
    ]) {
        Some(3) => {
            p.scope.mention(Referent::player(Who::Active));
            (Some(1), Who::Active, false)
        }
        Some(which) => (Some(1), Who::You, which >= 1),
        None => {
            p.expect("you")?;
            (None, Who::You, false)
        }
    };
    let or_land = p.attempt(land_or_spell);
    let cast = or_land.is_none() && p.eat_any(&["may cast", "may play"])? == 0;
    let single = p.eat_any(&["a", "an"]).is_some();
    if single != per_turn.is_some() {
        return None;
    }
    // A land and a spell would be two permissions.
    if p.at("land and cast") {
        return p.fail("one of them");
    }
    let filter = noun::filter(p)?;
    let land = Test::Type(CardType::Land);
    let test = match filter.test {
        Test::Any if let Some(lands) = or_land => Test::Or(vec![lands, Test::not(land)]),
        test if let Some(lands) = or_land => Test::Or(vec![lands, test]),
        // A land can't be cast (305.9).
        test if cast => Test::all([test, Test::not(land)]),
        test => test,
    };
    let what = match filter.kind {
        Kind::Card(zones)
            if zones == ZoneSet::of(Zone::Graveyard)
                || zones == ZoneSet::of(Zone::Hand)
                || zones == ZoneSet::of(Zone::Exile) =>
        {
            Filter::new(Kind::Card(zones), if cast { as_cards(&test) } else { test })
        }
        Kind::Spell | Kind::Permanent => {
            let place = from_where(p)?;
            let more = if p.eat("with") { noun::with::quality(p, &mut noun::any_card())? } else { Test::Any };
            Filter::new(place.kind, Test::all([test, more, place.test]))
        }
        _ => return None,
    };
    let price = price(p)?;
    let what = match p.attempt(shared_by_it) {
        Some(shared) => Filter::new(what.kind, Test::all([what.test, shared])),
        None if p.at("if it") => return p.fail("a condition of the spell itself"),
        None => what,
    };
    let exiled = lawmage_ir::visit::any(&what.test, |of: &Ref| matches!(of, Ref::Linked(_)));
    let flash = exiled && per_turn.is_none() && p.eat("and you may cast them as though they had flash");
    let timed = flash.then(|| Continuous::May(Permission::Flash(by.clone(), what.clone())));
    let spending = p.attempt(spending_on_it).unwrap_or_default();
    let gives = p.attempt(given).unwrap_or_default();
    let when = p.attempt(|p| super::when_played::when_played(p, &by));
    let sorcery_timing = false;
    // "If you cast a spell this way, you may cast it as though it had flash.": of what may be cast so, as it is.
    let flash_too =
        per_turn.is_none() && p.eat(". if you cast a spell this way , you may cast it as though it had flash");
    let timed = timed.or_else(|| flash_too.then(|| Continuous::May(Permission::Flash(by.clone(), what.clone()))));
    let label = None;
    let play =
        Permission::Play { by, what, price, per_turn, in_all: None, spending, label, sorcery_timing, gives, when };
    let condition = yours.then_some(Condition::TurnOf(Who::You));
    let effects = [Continuous::May(play)].into_iter().chain(timed).collect();
    Some(Rule { condition, ..Rule::of(effects) })
}

/// "may play a land or cast", "may play a historic land or cast": which lands.
fn land_or_spell(p: &mut Parser<'_>) -> Option<Test> {
    p.eat_any(&["may play a", "may play an"])?;
    let lands = if p.eat("land card from your graveyard") || p.eat("land from your graveyard") {
        Test::Type(CardType::Land)
    } else {
        let lands = noun::filter(p)?;
        if lands.kind != Kind::Permanent || !lands.test.conjuncts().contains(&Test::Type(CardType::Land)) {
            return p.fail("a land");
        }
        lands.test
    };
    p.expect("or cast")?;
    Some(lands)
}

/// "if it shares a card type with a card exiled with ~": what is cast, that is.
fn shared_by_it(p: &mut Parser<'_>) -> Option<Test> {
    p.eat_any(&["if it shares", "if it share"])?;
    crate::grammar::noun::after::shares(p, &Kind::Spell)
}

/// "You may cast instant cards from your graveyard": what the card is there counts, not what its other face would be as a spell
/// (712.8a, 715.4).
fn as_cards(test: &Test) -> Test {
    let land = Test::not(Test::Type(CardType::Land));
    let (other, card): (Vec<Test>, Vec<Test>) =
        test.conjuncts().iter().cloned().partition(|test| matches!(test, Test::Owned(_)) || *test == land);
    let card = Test::all(card);
    let card = if card == Test::Any { card } else { Test::AsCard(Box::new(card)) };
    Test::all([card].into_iter().chain(other))
}

/// "from the top of your library", "from your hand", "from among cards in your graveyard that were milled this turn".
pub(super) fn from_where(p: &mut Parser<'_>) -> Option<Filter> {
    if p.eat("from among") {
        let _ = p.at("the cards") && p.eat("the");
        return noun::filter(p).filter(|f| matches!(f.kind, Kind::Card(zones) if zones != ZoneSet::default()));
    }
    let (hand, library) = (ZoneSet::of(Zone::Hand), ZoneSet::of(Zone::Library));
    let zones = match p.eat_any(&[
        "from your hand or the top of your library",
        "from the top of your library",
        "from your hand",
        "from your graveyard",
    ])? {
        0 => hand.union(library),
        1 => library,
        2 => hand,
        _ => ZoneSet::of(Zone::Graveyard),
    };
    Some(Filter::new(Kind::Card(zones), Test::Owned(Who::You)))
}

/// "You may play an additional land on each of your turns."
fn lands(p: &mut Parser<'_>) -> Option<Permission> {
    let who = match p.eat_any(&["you may play", "each player may play"])? {
        0 => Who::You,
        _ => Who::All,
    };
    let n = if p.eat("an additional land") {
        1
    } else if p.eat("any number of additional lands") {
        lawmage_ir::Amount::ANY_NUMBER
    } else {
        let n = p.number()?;
        p.expect("additional lands")?;
        n
    };
    p.eat_any(&[
        "on each of your turns",
        "during each of your turns",
        "on each of their turns",
        "during each of their turns",
    ])?;
    Some(Permission::ExtraLands(who, u32::try_from(n).ok()?))
}

/// "You may look at the top card of your library any time.", "You may look at cards exiled with ~."
fn looking(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("you may look at")?;
    if p.eat("the top card of your library any time") {
        return Some(Permission::LookAtTop(Who::You));
    }
    if let Some(what) = p.attempt(face_down_any_time) {
        return Some(Permission::LookAt(Who::You, what));
    }
    exiled(p).map(|what| Permission::LookAt(Who::You, what))
}

/// "face-down creatures you don't control any time" (708.5).
pub(crate) fn face_down_any_time(p: &mut Parser<'_>) -> Option<Filter> {
    let what = noun::noun(p).filter(|noun| noun.plural && noun.is_of_all() && noun.filter.kind == Kind::Permanent)?;
    if !what.filter.test.conjuncts().contains(&Test::Status(lawmage_ir::Status::FaceDown)) {
        return p.fail("face-down permanents");
    }
    p.expect("any time").map(|()| what.filter)
}

/// "You may look at the top card of your library and at face-down creatures you don't control any time."
fn look_at_both(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("you may look at the top card of your library and at")?;
    let what = face_down_any_time(p)?;
    let both = [Permission::LookAtTop(Who::You), Permission::LookAt(Who::You, what)];
    Some(Rule::of(both.into_iter().map(Continuous::May).collect()))
}

/// "cards exiled with ~", "cards you own exiled with ~".
fn exiled(p: &mut Parser<'_>) -> Option<Filter> {
    let what = noun::filter(p)?;
    (what.kind == Kind::Card(ZoneSet::of(Zone::Exile))).then_some(what)
}

/// "You may look at and play cards exiled with ~."
fn look_and_play(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("you may look at and")?;
    let cast = p.eat_any(&["play", "cast"])? == 1;
    let seen = exiled(p)?;
    let spending = p.attempt(spending_on_it).unwrap_or_default();
    let look = Permission::LookAt(Who::You, seen.clone());
    let test = if cast { Test::all([seen.test, Test::not(Test::Type(CardType::Land))]) } else { seen.test };
    let what = Filter::new(seen.kind, test);
    let play = Permission::play(Who::You, what, Price::Usual).spending(spending);
    Some(Rule::of(vec![Continuous::May(look), Continuous::May(play)]))
}

/// ", and you may spend mana as though it were mana of any color to cast those spells", ", and mana of any type can be spent …",
/// ". If you cast a spell this way, you may spend …", ". Mana of any type can be spent …".
pub(crate) fn spending_on_it(p: &mut Parser<'_>) -> Option<Spending> {
    if p.at(". mana of any type can be spent") {
        p.advance();
    } else if !p.eat(". if you cast a spell this way ,") {
        p.comma();
        p.expect("and")?;
    }
    let spending = match p.eat_any(&[
        "you may spend mana as though it were mana of any color",
        "they may spend mana as though it were mana of any color",
        "you may spend mana as though it were mana of any type",
        "mana of any type can be spent",
    ]) {
        Some(0 | 1) => Spending::AnyColor,
        Some(_) => Spending::AnyType,
        None => {
            p.expect("you may spend")?;
            super::spending::like(p)?
        }
    };
    p.expect("to cast")?;
    p.eat_any(&["that spell", "it", "them", "those spells", "spells this way", "that card"])?;
    Some(spending)
}

fn untapping(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("untap")?;
    let what = noun::selector(p)?;
    if matches!(what, Selector::Choose(_)) {
        return None;
    }
    p.eat_any(&["during each other player 's untap step", "during each opponent 's untap step"])?;
    Some(Permission::UntapEachTurn(what))
}

fn legend_rule(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("the")?;
    p.attempt(|p| {
        p.advance();
        p.expect("legend rule")?;
        p.advance();
        Some(())
    })?;
    p.expect("doesn't apply")?;
    let what = match p.eat("to") {
        true if p.at("them") => those_asked_for(p)?,
        true => noun::selector(p)?,
        false => Selector::All(Filter::permanent(Test::Any)),
    };
    Some(Permission::NoLegendRule(what))
}

/// "them", of "if there are exactly two permanents named ~ on the battlefield": those that were counted.
fn those_asked_for(p: &mut Parser<'_>) -> Option<Selector> {
    p.expect("them")?;
    let said = |two: &[crate::lex::Token]| &*two[0].text == "permanents" && &*two[1].text == "named";
    let at = p.tokens().get(..p.pos())?.windows(2).position(said).or_else(|| p.fail("permanents counted before"))?;
    let mut counted = p.clone();
    counted.go_back_to(at);
    noun::selector(&mut counted)
}

pub(crate) fn mana_stays(p: &mut Parser<'_>) -> Option<Permission> {
    let who = doers(p, "don't lose unspent")?;
    let color = lawmage_ir::Color::from_word(p.word());
    if color.is_some() {
        p.advance();
    }
    p.expect("mana as steps and phases end")?;
    Some(Permission::KeepMana(who, color))
}

/// "If you would lose unspent mana, that mana becomes colorless instead."
fn mana_turns(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("if you would lose unspent mana , that mana becomes")?;
    let into = match p.eat("colorless") {
        true => lawmage_ir::ManaType::Colorless,
        false => {
            let color = lawmage_ir::Color::from_word(p.word())?;
            p.advance();
            lawmage_ir::ManaType::Color(color)
        }
    };
    p.expect("instead")?;
    Some(Permission::TurnMana(Who::You, into))
}

/// Skipping steps (614.10).
pub(crate) fn skip(p: &mut Parser<'_>) -> Option<Permission> {
    const STEPS: &[(&str, Step)] = &[
        ("draw step", Step::Draw),
        ("untap step", Step::Untap),
        ("upkeep step", Step::Upkeep),
        ("combat phase", Step::BeginCombat),
    ];
    let who = doers(p, "skip their")?;
    let (_, step) = STEPS.iter().find(|(word, _)| p.eat(word)).or_else(|| {
        STEPS.iter().find(|(word, _)| match *word {
            "draw step" => p.eat("draw steps"),
            "untap step" => p.eat("untap steps"),
            _ => p.eat("upkeep steps"),
        })
    })?;
    Some(Permission::Skip(who, *step))
}
