//! At what price and from where something may be cast, and what becomes of what is cast so.

use std::sync::Arc;

use lawmage_ir::{
    Ability, Amount, CardType, Continuous, Cost, CostDelta, CostPart, Filter, Kind, Modification, Permission, Price,
    Ref, Stat, StaticAbility, Test, Who, Zone, ZoneSet,
};

use super::parse::{from_where, spending_on_it};
use crate::grammar::ability::statics::Rule;
use crate::grammar::{cost, noun};
use crate::parse::Parser;

/// "by paying {2}{B} rather than paying its mana cost", "without paying its mana cost".
pub(super) fn price(p: &mut Parser<'_>) -> Option<Price> {
    if p.eat("without paying its mana cost") || p.eat("without paying their mana costs") {
        return Some(Price::Free);
    }
    if let Some(cost) = p.attempt(besides) {
        return Some(Price::Besides(cost));
    }
    if let Some(life) = p.attempt(life_for_it) {
        return Some(life);
    }
    if p.eat("by paying life equal to its mana value rather than paying its mana cost") {
        return Some(life_for_mana_value());
    }
    if p.at("by paying") {
        let told = p.attempt(|p| {
            p.expect("by paying")?;
            let mut cost: Cost = cost::cost(p)?;
            p.expect("rather than paying its mana cost")?;
            if p.scope.keyword.is_some() {
                cost::remember_exiled(p, &mut cost);
            }
            Some(cost)
        });
        // "by paying {3}{R} and exiling four other cards from your graveyard"
        let cost = told.or_else(|| p.attempt(|p| by_doing(p, &["rather than paying its mana cost"])))?;
        return Some(Price::Instead(cost));
    }
    Some(Price::Usual)
}

/// ". If you cast a spell this way, pay life equal to its mana value rather than pay its mana cost" (118.9): the spell's, which is
/// what is tested.
pub(crate) fn life_for_it(p: &mut Parser<'_>) -> Option<Price> {
    p.expect(". if you cast a spell this way , pay life equal to")?;
    p.eat_any(&["its mana value", "that spell 's mana value"])?;
    p.expect("rather than")?;
    p.eat_any(&["pay its mana cost", "paying its mana cost"])?;
    Some(life_for_mana_value())
}

/// That price.
pub(crate) fn life_for_mana_value() -> Price {
    let value = Amount::Stat(Stat::ManaValue, Ref::It);
    Price::Instead(Cost { parts: vec![CostPart::Life(value)] })
}

/// ". A spell cast this way costs {2} more to cast", ". Spells you cast this way cost {2} less to cast", "by paying {2} in addition to paying its other costs".
pub(crate) fn costs_more(p: &mut Parser<'_>) -> Option<Cost> {
    if p.eat(". a spell cast this way costs") {
        let more = p.mana_cost()?;
        return p.expect("more to cast").map(|()| Cost::mana(more));
    }
    if p.eat(". spells you cast this way cost") {
        let less = CostDelta::Less(p.mana_cost()?);
        p.expect("less to cast")?;
        return Some(Cost { parts: vec![CostPart::Change(less, Amount::ONE, None)] });
    }
    besides(p)
}

/// What costs that are told by their gerunds are as orders: "by discarding a card".
const GERUNDS: [(&str, &str); 8] = [
    ("discarding", "discard"),
    ("exiling", "exile"),
    ("foraging", "forage"),
    ("paying", "pay"),
    ("removing", "remove"),
    ("sacrificing", "sacrifice"),
    ("collecting", "collect"),
    ("tapping", "tap"),
];

/// "by paying 3 life and discarding a card in addition to paying its other costs" (118.8).
pub(crate) fn besides(p: &mut Parser<'_>) -> Option<Cost> {
    const END: &[&str] = &[
        "in addition to paying its other costs",
        "in addition to paying their other costs",
        "in addition to its other costs",
        "in addition to their other costs",
    ];
    by_doing(p, END)
}

/// "by discarding a card rather than paying its mana cost" (118.9).
pub(crate) fn by_doing_rather(p: &mut Parser<'_>) -> Option<Cost> {
    by_doing(p, &["rather than paying its mana cost"])
}

/// What is paid or done behind "by", before those words.
fn by_doing(p: &mut Parser<'_>, end: &[&'static str]) -> Option<Cost> {
    p.expect("by")?;
    let start = p.pos();
    while !p.at_stop() && !p.at_any(end) {
        p.advance();
    }
    let mut told = p.printed_since(start).to_owned();
    p.eat_any(end)?;
    for (gerund, order) in GERUNDS {
        told = told.replace(&format!(" and {gerund} "), &format!(", {order} "));
        if let Some(rest) = told.strip_prefix(gerund) {
            told = format!("{order}{rest}");
        }
    }
    let mut names = crate::text::SelfNames::default();
    names.add("this card");
    let tokens = crate::lex::lex(&told, 0, &names, p.lexicon());
    let mut reader = Parser::new(&told, &tokens, p.scope.clone(), p.reading());
    let cost = cost::cost(&mut reader)?;
    if reader.at_end() { Some(cost) } else { p.fail("a cost") }
}

/// As much generic mana as the mana value of the spell, which is what is tested.
pub(crate) fn mana_for_mana_value() -> Cost {
    let generic = lawmage_ir::ManaCost(std::iter::once(lawmage_ir::ManaSymbol::Generic(1)).collect());
    Cost { parts: vec![CostPart::ManaTimes(generic, Amount::Stat(Stat::ManaValue, Ref::It))] }
}

/// The same the other way: "discarding a card", "paying 3 life and discarding a card".
pub(crate) fn as_gerunds(cost: &str) -> String {
    let parts = cost.split(", ").map(|part| {
        let part = crate::print::words::lower(part);
        if part.starts_with('{') {
            return format!("paying {part}");
        }
        let found = GERUNDS.iter().find_map(|(gerund, order)| Some((gerund, part.strip_prefix(order)?)));
        found.map_or(part.clone(), |(gerund, rest)| format!("{gerund}{rest}"))
    });
    parts.collect::<Vec<_>>().join(" and ")
}

/// "You may pay {W}{U}{B}{R}{G} rather than pay the mana cost for spells you cast.", "Once each turn, you may pay {0} rather than
/// pay the mana cost for a colorless spell you cast from your hand."
pub(super) fn pay_rather(p: &mut Parser<'_>) -> Option<Rule> {
    let per_turn = p.eat("once each turn ,").then_some(1);
    p.expect("you may")?;
    let by_value = p.at("pay {X} rather") && p.eat("pay {X}");
    let cost = if by_value { mana_for_mana_value() } else { cost::cost(p)? };
    // An X would have to be that of the spell.
    if cost.has_x() {
        return p.fail("a cost without X");
    }
    p.expect("rather than pay the mana cost for")?;
    let single = p.eat_any(&["a", "an"]).is_some();
    if single != per_turn.is_some() {
        return None;
    }
    let noun = noun::noun(p)?;
    let given = Test::Controlled(Who::You);
    let (filter, told) = match noun.filter.test.conjuncts().contains(&given) {
        true => {
            let rest = noun.filter.test.conjuncts().iter().filter(|t| **t != given).cloned();
            (Filter::new(noun.filter.kind, Test::all(rest)), true)
        }
        false => (noun.filter, false),
    };
    if filter.kind != Kind::Spell {
        return p.fail("spells");
    }
    if !told {
        p.eat("that");
        p.expect("you cast")?;
    }
    // What is cast from elsewhere has its own terms.
    let kind = match p.eat_any(&["from your hand", "from exile"]) {
        Some(0) => Kind::Card(ZoneSet::of(Zone::Hand)),
        Some(_) => Kind::Card(ZoneSet::of(Zone::Exile)),
        None => Kind::Object,
    };
    if by_value {
        p.expect(", where x is that spell 's mana value")?;
    }
    let what = Filter::new(kind, filter.test);
    let permission = Permission::PayRather { by: Who::You, what, cost, per_turn, flash: false };
    Some(Rule::one(Continuous::May(permission)))
}

/// "You may cast Dragon spells without paying their mana costs.": what could be cast anyway, as no zone is told.
pub(super) fn for_free(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("you may cast")?;
    let noun = noun::noun(p)?;
    if noun.filter.kind != Kind::Spell || !noun.plural || !noun.is_of_all() || noun.limit.is_some() {
        return p.fail("spells");
    }
    p.expect("without paying their mana costs")?;
    let what = Filter::new(Kind::Object, noun.filter.test);
    let cost = Cost::default();
    Some(Rule::one(Continuous::May(Permission::PayRather { by: Who::You, what, cost, per_turn: None, flash: false })))
}

/// "Once during each of your turns, you may cast an enchantment spell by paying life equal to its mana value rather than paying its
/// mana cost.": of what could be cast anyway, as no zone is told.
pub(super) fn one_at_another_price(p: &mut Parser<'_>) -> Option<Rule> {
    let yours = p.eat_any(&["once during each of your turns ,", "once each turn ,"])? == 0;
    p.expect("you may cast")?;
    p.eat_any(&["a", "an"])?;
    let noun = noun::noun(p)?;
    if noun.filter.kind != Kind::Spell || noun.plural {
        return p.fail("a spell");
    }
    let Price::Instead(cost) = price(p)? else { return p.fail("what is paid rather than its mana cost") };
    if cost.has_x() {
        return p.fail("a cost without X");
    }
    let what = Filter::new(Kind::Object, noun.filter.test);
    let permission = Permission::PayRather { by: Who::You, what, cost, per_turn: Some(1), flash: false };
    let condition = yours.then_some(lawmage_ir::Condition::TurnOf(Who::You));
    Some(Rule { condition, ..Rule::one(Continuous::May(permission)) })
}

/// "Any player may cast creature cards with mana value 3 or less without paying their mana cost and as though they had flash."
pub(super) fn rather_at_any_time(p: &mut Parser<'_>) -> Option<Rule> {
    let by = match p.eat_any(&["you may cast", "any player may cast"])? {
        0 => Who::You,
        _ => Who::All,
    };
    let noun = noun::noun(p)?;
    if !noun.plural || !matches!(noun.filter.kind, Kind::Card(zones) if zones == ZoneSet::default()) {
        return p.fail("cards, wherever they may be cast from");
    }
    let cost = if p.eat_any(&["without paying their mana cost", "without paying their mana costs"]).is_some() {
        Cost::default()
    } else {
        p.expect("by paying")?;
        let cost = cost::cost(p)?;
        p.expect("rather than paying their mana costs")?;
        cost
    };
    // An X would have to be that of the spell.
    if cost.has_x() {
        return p.fail("a cost without X");
    }
    p.expect("and as though they had flash")?;
    let what = Filter::new(Kind::Object, noun.filter.test);
    Some(Rule::one(Continuous::May(Permission::PayRather { by, what, cost, per_turn: None, flash: true })))
}

/// "You may play lands and cast spells with mana value 4 or greater from the top of your library.", "You may play historic lands
/// and cast historic spells from …"
pub(super) fn lands_and_spells(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("you may play")?;
    let lands = noun::filter(p)?;
    if lands.kind != Kind::Permanent || !lands.test.conjuncts().contains(&Test::Type(CardType::Land)) {
        return p.fail("lands");
    }
    p.expect("and cast")?;
    let spells = noun::filter(p)?;
    let (spells, place) = match spells.kind {
        Kind::Spell => (spells.test, from_where(p)?),
        _ => return p.fail("spells from a zone"),
    };
    let castable = Test::all([spells, Test::not(Test::Type(CardType::Land))]);
    let what = Filter::new(place.kind, Test::all([Test::Or(vec![lands.test, castable]), place.test]));
    let price = price(p)?;
    let freely = p.attempt(spending_on_it).unwrap_or_default();
    let mut play = Permission::play(Who::You, what, price).spending(freely);
    if let Permission::Play { gives, .. } = &mut play {
        *gives = p.attempt(super::given).unwrap_or_default();
    }
    Some(Rule::one(Continuous::May(play)))
}

/// What is cast so is exiled instead of being put into a graveyard from the stack.
pub(crate) fn exiled_afterwards() -> Modification {
    let stack = ZoneSet::of(Zone::Stack);
    let event = lawmage_ir::EventPattern::Moves {
        what: Filter::new(Kind::Object, Test::Is(Ref::This)),
        from: stack,
        to: ZoneSet::of(Zone::Graveyard),
        cause: None,
        by: None,
    };
    let exile = lawmage_ir::Destination::Exile { linked: None, face_down: false };
    let replacement = crate::grammar::replacement::plain(event, lawmage_ir::Instead::MoveTo(exile));
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    Modification::AddAbility(Arc::new(Ability::Static(StaticAbility {
        zones: stack,
        condition: None,
        effects,
        defines: false,
    })))
}
