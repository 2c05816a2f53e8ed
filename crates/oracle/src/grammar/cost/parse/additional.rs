//! Additional and alternative costs (118.8, 118.9).

use lawmage_ir::{
    Amount, CardType, Color, ColorSet, Condition, Continuous, Cost, CostLabel, CostPart, Filter, Kind, ManaCost,
    ManaSymbol, Ref, Test, Who, Zone, ZoneSet,
};

use crate::grammar::ability::statics::{Rule, STACK};
use crate::grammar::{cost, noun};
use crate::parse::Parser;

/// The name of a cost that has no keyword.
const UNNAMED: CostLabel = CostLabel::Other(0);

/// The name of a cost that another object lets be paid, so that it is none of the spell's own.
const IMPOSED: CostLabel = CostLabel::Other(u8::MAX);

/// The label of a cost in a keyword's definition is that keyword.
fn label(p: &Parser<'_>) -> Option<CostLabel> {
    p.scope.keyword.map(|(keyword, number)| CostLabel::Keyword(keyword, number))
}

/// 607.2q: what is exiled to pay a cost is remembered, where another ability of the face speaks of it.
pub(crate) fn remember_exiled(p: &mut Parser<'_>, cost: &mut Cost) {
    for part in &mut cost.parts {
        if let CostPart::Exile(_, linked) = part {
            *linked = p.scope.face.links_exile.then(|| p.scope.face.exiled());
        }
    }
}

/// "As an additional cost to cast this spell, sacrifice a creature."
pub(crate) fn additional(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("as an additional cost to cast ~")?;
    let from_graveyard = p.eat("from your graveyard");
    p.comma();
    let optional = p.eat("you may");
    let mut paid = cost::cost(p)?;
    remember_exiled(p, &mut paid);
    if !optional && paid.has_x() {
        paid.parts.extend(p.attempt(|p| p.expect(".").and_then(|()| x_at_most(p))));
    }
    let repeat = p.eat("any number of times");
    let mut label = label(p);
    if optional && label.is_none() {
        label = Some(UNNAMED);
    }
    let of = Filter::new(Kind::Spell, Test::Is(Ref::This));
    let effect = Continuous::AdditionalCost { of, cost: paid, optional, repeat, label, gives: Vec::new() };
    let graveyard = ZoneSet::of(Zone::Graveyard);
    let condition = from_graveyard.then_some(Condition::WasCast(Ref::This, Some(graveyard), None));
    Some(Rule { condition, ..Rule::in_zones(effect, STACK) })
}

/// "Spend only black mana on X.", of a spell.
pub(crate) fn spent_on_x(p: &mut Parser<'_>) -> Option<Rule> {
    let part = p.attempt(|p| only_from(p, "to cast ~")).or_else(|| on_x(p))?;
    let cost = Cost { parts: vec![part] };
    let of = Filter::new(Kind::Spell, Test::Is(Ref::This));
    let effect =
        Continuous::AdditionalCost { of, cost, optional: false, repeat: false, label: None, gives: Vec::new() };
    Some(Rule::in_zones(effect, STACK))
}

/// "spend only mana produced by basic lands to cast this spell".
fn only_from(p: &mut Parser<'_>, end: &'static str) -> Option<CostPart> {
    p.expect("spend only mana produced by")?;
    let from = noun::noun(p)?;
    if !from.plural || !from.is_of_all() || from.limit.is_some() || from.filter.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    p.expect(end).map(|()| CostPart::OnlyFrom(from.filter))
}

/// "Spend only black and/or red mana on X".
pub(crate) fn on_x(p: &mut Parser<'_>) -> Option<CostPart> {
    p.expect("spend only")?;
    if p.eat("mana of the chosen color to activate this ability") {
        return p.scope.face.color.map(CostPart::OnlyChosen);
    }
    let mut colors = ColorSet::default();
    loop {
        let color = Color::from_word(p.word())?;
        p.advance();
        colors.insert(color);
        if !p.eat("and/or") {
            break;
        }
    }
    p.expect("mana on x")?;
    Some(CostPart::OnX(colors))
}

/// "X can't be greater than the greatest toughness among creatures you control", of a cost with X in it.
pub(crate) fn x_at_most(p: &mut Parser<'_>) -> Option<CostPart> {
    p.expect("x can't be greater than")?;
    crate::grammar::amount::described(p).map(CostPart::XAtMost)
}

/// "As an additional cost to cast creature spells, your opponents pay 2 life."
pub(crate) fn imposed(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("as an additional cost to cast")?;
    let spells = noun::filter(p)?;
    if spells.kind != Kind::Spell {
        return p.fail("spells");
    }
    p.comma();
    let by = match p.eat_any(&["you", "your opponents", "each player", "players"]) {
        Some(0) => Some(Who::You),
        Some(1) => Some(Who::Opponents),
        _ => None,
    };
    let optional = by == Some(Who::You) && p.eat("may");
    p.eat("must");
    let test = Test::all([spells.test].into_iter().chain(by.map(Test::Controlled)));
    let of = Filter::new(Kind::Spell, test);
    if optional && p.eat("pay any amount of mana") {
        return p.attempt(|p| amount_paid(p, of));
    }
    let cost = cost::cost(p)?;
    let gives = Vec::new();
    Some(Rule::one(Continuous::AdditionalCost { of, cost, optional, repeat: false, label: None, gives }))
}

/// The cost of one mana that may be paid any number of times is any amount of mana (107.1c).
pub(crate) fn one_mana() -> Cost {
    Cost::mana(ManaCost(std::iter::once(ManaSymbol::Generic(1)).collect()))
}

/// ". If you do, that creature enters with that many additional +1/+1 counters on it", of creature spells for which any amount of
/// mana was paid besides.
fn amount_paid(p: &mut Parser<'_>, of: Filter) -> Option<Rule> {
    p.expect(". if you do , that creature enters")?;
    if !of.test.conjuncts().contains(&Test::Type(CardType::Creature)) {
        return p.fail("creature spells");
    }
    p.scope.number = Some(Amount::TimesPaid(IMPOSED));
    let entering = crate::grammar::replacement::itself_entering(p)?;
    let gives = vec![Continuous::Replace(Box::new(entering))];
    let (cost, label) = (one_mana(), Some(IMPOSED));
    Some(Rule::one(Continuous::AdditionalCost { of, cost, optional: true, repeat: true, label, gives }))
}

/// "You may pay {R}{R} rather than pay this spell's mana cost.", and as keywords say it.
pub(crate) fn alternative(p: &mut Parser<'_>) -> Option<Rule> {
    // "rather than pay this spell's mana cost, you may have an opponent gain 3 life"
    let first = p.attempt(|p| {
        p.expect("rather than pay")?;
        p.eat_any(&["~ 's mana cost ,", "its mana cost ,", "the mana cost ,"])
    });
    p.expect("you may")?;
    let mut only = None;
    let cost = if first.is_some() {
        cost::cost(p)?
    } else if p.eat("cast ~ from your hand by paying") {
        let (hand, cast) =
            (ZoneSet::of(Zone::Hand), Condition::WasCast(Ref::This, Some(ZoneSet::of(Zone::Hand)), None));
        only = Some(Condition::Or(vec![Condition::InZone(Ref::This, hand), cast]));
        let cost = cost::cost(p)?;
        p.expect("rather than paying its mana cost")?;
        cost
    } else if p.eat("cast ~ by paying") {
        let cost = cost::cost(p)?;
        p.expect("rather than paying its mana cost")?;
        cost
    } else if p.eat("cast ~ without paying its mana cost") || p.eat("cast it without paying its mana cost") {
        Cost::default()
    } else {
        let cost = cost::cost(p)?;
        // What has no mana cost is cast for that alone.
        if !p.eat("to cast ~") {
            p.expect("rather than pay")?;
            p.eat_any(&["~ 's mana cost", "its mana cost", "the mana cost"])?;
            if p.at("for") {
                return p.fail("what this spell itself costs");
            }
        }
        cost
    };
    let mut cost = cost;
    cost.parts.extend(p.attempt(|p| p.expect(".").and_then(|()| only_from(p, "to cast it this way"))));
    let label = label(p).unwrap_or(UNNAMED);
    if label == UNNAMED {
        p.scope.face.alternative = Some(cost.clone());
    }
    Some(Rule { condition: only, ..Rule::in_zones(Continuous::AlternativeCost { cost, label }, STACK) })
}

/// One part of a cost alone, where what is done stands behind the comma: "unless you pay {2}, sacrifice ~".
pub(crate) fn one_part(p: &mut Parser<'_>) -> Option<Cost> {
    let mut cost = Cost::default();
    super::part(p, &mut cost)?;
    p.at(",").then_some(cost)
}
