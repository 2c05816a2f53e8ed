//! How an object itself may be cast.

use lawmage_ir::{
    Condition, Continuous, CostLabel, Filter, Kind, Permission, Price, Ref, Spending, Test, Who, Zone, ZoneSet,
};

use super::given::given;
use super::price::price;
use crate::grammar::ability::statics::Rule;
use crate::parse::Parser;

/// How an object itself may be cast: "You may cast this spell as though it had flash.", "You may cast this card from your
/// graveyard."
pub(crate) fn cast_itself(p: &mut Parser<'_>) -> Option<Rule> {
    p.eat_any(&["you may cast ~", "you may play ~"])?;
    let who = Who::You;
    let this = || Test::Is(Ref::This);
    if let Some(more) = p.attempt(|p| {
        p.expect("as though it had flash if you pay")?;
        let more = p.mana_cost()?;
        p.expect("more to cast it")?;
        Some(more)
    }) {
        return Some(Rule::in_zones(Continuous::May(Permission::FlashFor(more)), ZoneSet::ANYWHERE));
    }
    if let Some((keyword, number)) = p.scope.keyword
        && p.eat_text(&format!("as though it had flash if its {} cost was paid", keyword.word()))
    {
        let flash = Permission::FlashIfPaid(CostLabel::Keyword(keyword, number));
        return Some(Rule::in_zones(Continuous::May(flash), ZoneSet::ANYWHERE));
    }
    if p.eat("as though it had flash if its additional cost was paid") {
        let flash = Permission::FlashIfPaid(CostLabel::Other(0));
        return Some(Rule::in_zones(Continuous::May(flash), ZoneSet::ANYWHERE));
    }
    // One target that it may have: which of several would have to be such isn't said.
    if let Some(what) = p.attempt(|p| {
        p.expect("as though it had flash if it targets")?;
        p.eat_any(&["a", "an"])?;
        crate::grammar::noun::filter(p).filter(|what| what.kind == Kind::Permanent)
    }) {
        return Some(Rule::in_zones(Continuous::May(Permission::FlashIfTargets(what)), ZoneSet::ANYWHERE));
    }
    if p.eat("as though it had flash") {
        // 601.5: what X is isn't known before it has begun to be cast.
        if p.at("if x") {
            return p.fail("a condition that doesn't ask for X");
        }
        let flash = Permission::Flash(who, Filter::new(Kind::Object, this()));
        return Some(Rule::in_zones(Continuous::May(flash), ZoneSet::ANYWHERE));
    }
    let zones = match p.eat_any(&["from your graveyard or from exile", "from your graveyard", "from exile"])? {
        0 => ZoneSet::of(Zone::Graveyard).union(ZoneSet::of(Zone::Exile)),
        1 => ZoneSet::of(Zone::Graveyard),
        _ => ZoneSet::of(Zone::Exile),
    };
    let mut label = p.scope.keyword.map(|(keyword, number)| CostLabel::Keyword(keyword, number));
    let price = if let Some(more) = p.attempt(more_to_cast) {
        more
    } else if p.eat("using its") {
        let keyword = crate::grammar::keyword::bare_keyword(p)?;
        p.expect("ability")?;
        let way = p.scope.face.ways.iter().find(|(other, _)| *other == keyword).cloned();
        let (_, cost) = way.or_else(|| p.fail("a keyword that says what it costs"))?;
        label = Some(CostLabel::Keyword(keyword, 0));
        Price::Instead(cost)
    } else {
        price(p)?
    };
    let gives = p.attempt(given).unwrap_or_default();
    let play = Permission::Play {
        by: who,
        what: Filter::new(Kind::Card(zones), this()),
        price,
        per_turn: None,
        in_all: None,
        spending: Spending::AsIs,
        label,
        sorcery_timing: false,
        gives,
        when: None,
    };
    Some(Rule::in_zones(Continuous::May(play), zones))
}

/// "You may cast this spell as though it had flash if you behold a Dragon as an additional cost to cast it.", "… by tapping three
/// untapped creatures you control in addition to paying its other costs." (601.3c): an additional cost that may be paid, and what
/// it is paid for.
pub(crate) fn flash_at_a_cost(p: &mut Parser<'_>) -> Option<Vec<Rule>> {
    p.expect("you may cast ~ as though it had flash")?;
    let cost = if p.eat("if you") {
        let cost = crate::grammar::cost::cost(p)?;
        p.expect("as an additional cost to cast it").map(|()| cost)
    } else {
        super::price::besides(p)
    }?;
    let label = CostLabel::Other(0);
    let of = Filter::new(Kind::Spell, Test::Is(Ref::This));
    let (optional, repeat, gives) = (true, false, Vec::new());
    let paid = Continuous::AdditionalCost { of, cost, optional, repeat, label: Some(label.clone()), gives };
    let flash = Continuous::May(Permission::FlashIfPaid(label));
    Some(vec![Rule::in_zones(paid, crate::grammar::ability::statics::STACK), Rule::in_zones(flash, ZoneSet::ANYWHERE)])
}

/// "if you pay {1} more to cast it for each other creature card in your graveyard" (118.8).
fn more_to_cast(p: &mut Parser<'_>) -> Option<Price> {
    p.expect("if you pay")?;
    let mana = p.mana_cost()?;
    p.expect("more to cast it")?;
    let part = match crate::grammar::amount::for_each(p) {
        Some(times) => lawmage_ir::CostPart::ManaTimes(mana, times),
        None => lawmage_ir::CostPart::Mana(mana),
    };
    Some(Price::Besides(lawmage_ir::Cost { parts: vec![part] }))
}

/// "You may cast this card from your graveyard, but not from anywhere else.": two rules of the card itself.
pub(crate) fn cast_from_there_alone(p: &mut Parser<'_>) -> Option<Vec<Rule>> {
    let may = cast_itself(p)?;
    p.expect(", but not from anywhere else")?;
    let zones = match may.effects.as_slice() {
        [Continuous::May(Permission::Play { what, .. })] => match what.kind {
            Kind::Card(zones) => zones,
            _ => return None,
        },
        _ => return None,
    };
    let cast = Condition::WasCast(Ref::This, Some(zones), None);
    let there = Condition::Or(vec![Condition::InZone(Ref::This, zones), cast]);
    let this = Filter::new(Kind::Object, Test::Is(Ref::This));
    let cant = Continuous::Cant(lawmage_ir::Prohibition::Cast(Who::All, this));
    let cant = Rule::in_zones(cant, ZoneSet::ANYWHERE);
    Some(vec![may, Rule { condition: Some(Condition::Not(Box::new(there))), ..cant }])
}

/// "You are the starting player." (103.1c): said in the command zone, where a game finds it as it starts.
pub(crate) fn plays_first(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("you are the starting player")?;
    Some(Rule::in_zones(Continuous::May(Permission::PlayFirst), ZoneSet::of(Zone::Command)))
}

/// "If this card is in a graveyard, effects from spells named Muscle Burst count it as a card named Muscle Burst."
fn counted_as(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("if ~ is in a graveyard , effects from spells named")?;
    let name = crate::grammar::effect::token_named(p)?;
    p.expect("count it as a card named")?;
    if crate::grammar::effect::token_named(p)? != name {
        return p.fail("the same name");
    }
    Some(Rule::in_zones(Continuous::May(Permission::CountAs(name)), ZoneSet::of(Zone::Graveyard)))
}

/// "Counters remain on ~ as it moves to any zone other than a player's hand or library." (122.2): it goes wherever it does.
pub(crate) fn counters_remain(p: &mut Parser<'_>) -> Option<Rule> {
    if let Some(rule) = p.attempt(counted_as) {
        return Some(rule);
    }
    p.expect("counters remain on ~ as it moves to any zone other than a player 's hand or library")?;
    Some(Rule::in_zones(Continuous::May(Permission::KeepCounters), ZoneSet::ANYWHERE))
}
