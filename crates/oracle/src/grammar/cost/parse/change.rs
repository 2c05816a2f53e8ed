//! What things cost more or less (601.2f, 118.7).

use lawmage_ir::{
    Ability, Amount, Color, Condition, Continuous, CostDelta, CostOf, CostPart, EventPattern, Filter, Keyword, Kind,
    ManaCost, ManaSymbol, Ref, Selector, Span, StaticAbility, Test, Who,
};

use super::told;
use crate::grammar::ability::statics::{Rule, STACK, casters};
use crate::grammar::event::and_test;
use crate::grammar::{keyword, noun};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "This spell costs {1} less to cast for each creature card in your graveyard."
pub(crate) fn this_spell(p: &mut Parser<'_>) -> Option<Rule> {
    p.eat_any(&["~ costs", "it also costs"])?;
    let of = CostOf::Spells(Filter::new(Kind::Spell, Test::Is(Ref::This)));
    let (change, mut times) = change(p, "to cast")?;
    if let Some(more) = p.attempt(|p| told::and_for_each_other(p, &change)) {
        times = Amount::Plus(Box::new(times), Box::new(more));
    }
    let effect = Continuous::CostChange { by: Who::You, of, change, times };
    let condition = target_condition(p).or_else(|| {
        // 702.166b
        let label = lawmage_ir::CostLabel::Keyword(Keyword::Bargain, 0);
        p.eat("if it's bargained").then_some(Condition::Paid(Ref::This, label))
    });
    Some(Rule { condition, ..Rule::in_zones(effect, STACK) })
}

/// "This spell costs {1} less to cast if you control an artifact and {1} less to cast if you control an enchantment.": the one and the
/// other, each where its condition holds.
pub(crate) fn and_less(p: &mut Parser<'_>) -> Option<Vec<Rule>> {
    p.expect("~ costs")?;
    let first = less_if(p)?;
    p.expect("and")?;
    Some(vec![first, less_if(p)?])
}

fn less_if(p: &mut Parser<'_>) -> Option<Rule> {
    let of = CostOf::Spells(Filter::new(Kind::Spell, Test::Is(Ref::This)));
    let (change, times) = change(p, "to cast")?;
    p.expect("if")?;
    let condition = Some(crate::grammar::condition::condition(p)?);
    let effect = Continuous::CostChange { by: Who::You, of, change, times };
    Some(Rule { condition, ..Rule::in_zones(effect, STACK) })
}

/// "if it targets a tapped creature".
fn target_condition(p: &mut Parser<'_>) -> Option<Condition> {
    p.attempt(|p| {
        p.expect("if it targets")?;
        p.eat_any(&["a", "an", "one or more"])?;
        let filter = noun::filter(p)?;
        Some(Condition::Is(Ref::This, Test::Targets(Box::new(filter))))
    })
}

/// "{1} less to cast for each …", "{X} more …, where X is …", "{2} less to activate".
pub(crate) fn change(p: &mut Parser<'_>, what: &'static str) -> Option<(CostDelta, Amount)> {
    let besides = p.eat("an additional");
    if let Some(life) = p.attempt(|p| told::life_more(p, besides, what)) {
        let times = p.attempt(|p| p.expect("for each target").map(|()| told::all_targets()));
        return Some((life, times.unwrap_or(Amount::ONE)));
    }
    // Nobody pays more than they have to.
    let at_most = p.eat("up to");
    let mana = match p.attempt(Parser::mana_cost) {
        Some(mana) => mana,
        None => generic(u16::try_from(p.number()?).ok()?), // "cost 2 less"
    };
    let less = matches!(p.eat_any(&["less", "more"])?, 0);
    if at_most && !less {
        return p.fail("less");
    }
    p.expect(what)?;
    // A cost of {X} defined by "where X is" is that many {1}.
    let (mana, mut times) = match (mana.0.as_slice(), p.scope.x.clone()) {
        ([ManaSymbol::X], x) => (generic(1), x.unwrap_or(Amount::X)),
        _ => (mana, Amount::ONE),
    };
    let known = p.attempt(beyond_the_first).or_else(|| p.attempt(told::chosen_colors));
    if let Some(each) = known.or_else(|| crate::grammar::amount::for_each(p)) {
        times = each;
    }
    let delta = if less { CostDelta::Less(mana) } else { CostDelta::More(mana) };
    Some((delta, times))
}

fn generic(n: u16) -> ManaCost {
    ManaCost(std::iter::once(ManaSymbol::Generic(n)).collect())
}

/// "for each target beyond the first"; none for no target.
fn beyond_the_first(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("for each target beyond the first")?;
    let targets = Amount::Count(Box::new(Selector::Ref(Ref::Target(0))));
    let beyond = Amount::Minus(Box::new(targets), Box::new(Amount::ONE));
    Some(Amount::Max(Box::new(Amount::Const(0)), Box::new(beyond)))
}

/// "Noncreature spells cost {1} more to cast.", "Equip abilities you activate cost {1} less to activate."
pub(crate) fn others(p: &mut Parser<'_>) -> Option<Rule> {
    p.first(&[
        foretelling,
        crate::grammar::cost::such::such_costs,
        at_least,
        own_commander,
        spells,
        first_spell,
        abilities,
        own_ability,
        told::mana_abilities,
        told::first_ability,
        keyword_costs,
        loyalty,
    ])
}

/// What spells cost.
fn spells(p: &mut Parser<'_>) -> Option<Rule> {
    p.eat_any(&["each"]);
    let mut filter = noun::filter(p)?;
    if filter.kind != Kind::Spell {
        return p.fail("spells");
    }
    let mut by = casters(p).unwrap_or_else(|| controllers(&mut filter));
    if by == Who::You && p.eat("but don't own") {
        filter = and_test(filter, Test::not(Test::Owned(Who::You)));
    }
    if p.eat("that have an adventure") {
        filter = and_test(filter, Test::HasAdventure);
    }
    // "Spells you cast of the chosen type"
    if p.at_any(&["of the chosen", "with the chosen"]) {
        let mut more = noun::Noun { filter, ..noun::any_card() };
        noun::after::modifiers(p, &mut more)?;
        filter = more.filter;
    }
    // "Spells with the chosen name enchanted player casts"
    if by == Who::All && p.eat("enchanted player casts") {
        by = Who::Ref(Ref::Host(Box::new(Ref::This)));
    }
    if p.at("from") {
        p.go_back_to(p.pos().saturating_sub(1)); // "cast from exile"
        let from = crate::grammar::noun::after::cast_from(p)?;
        filter = and_test(filter, from);
    }
    if p.at("that share") {
        filter = told::sharing(p, filter)?;
    }
    if p.at("that target") {
        p.advance();
        p.advance();
        let whom = crate::grammar::noun::after::targets(p)?;
        filter = and_test(filter, Test::Targets(Box::new(whom)));
    }
    let mut condition = None;
    if p.eat("during your turn") {
        condition = Some(Condition::TurnOf(Who::You));
    }
    p.eat_any(&["cost", "costs"])?;
    let from = p.pos();
    // "for each card with the same name as that spell in your graveyard"
    p.scope.mention(Referent::new(Handle::Ref(Ref::Each), Sort::Spell));
    let changed = change(p, "to cast");
    p.scope.referents.retain(|r| r.handle != Handle::Ref(Ref::Each));
    let (change, times) = changed?;
    let to = p.pos();
    if by == Who::All && p.eat("except during its controller 's turn") {
        by = in_turns_of_others();
    }
    // "for each artifact its controller controls": "it" is the spell, which an amount has no word for.
    if !matches!(times, Amount::ChosenColors(..))
        && p.tokens()[from..to].iter().any(|t| matches!(&*t.text, "it" | "its"))
    {
        return p.fail("an amount that doesn't depend on the spell");
    }
    if let Some(has) = p.attempt(told::if_it_has) {
        filter = and_test(filter, Test::Keyword(has));
    }
    let uncounterable = (by == Who::You && p.eat("and can't be countered")).then(|| {
        let spells = Selector::All(and_test(filter.clone(), Test::Controlled(Who::You)));
        Continuous::Cant(lawmage_ir::Prohibition::Counter(spells))
    });
    let mut effects = vec![Continuous::CostChange { by, of: CostOf::Spells(filter), change, times }];
    effects.extend(uncounterable);
    Some(Rule { condition, ..Rule::of(effects) })
}

/// Each player in the turns of others.
pub(crate) fn in_turns_of_others() -> Who {
    let own = Condition::TurnOf(Who::Ref(Ref::It));
    Who::Such(Box::new(Who::All), Box::new(Condition::Not(Box::new(own))))
}

/// Takes "you control" out of a filter of spells, where it says who casts them.
fn controllers(filter: &mut Filter) -> Who {
    let mut found = Who::All;
    let test = std::mem::replace(&mut filter.test, Test::Any);
    filter.test = match test {
        Test::Controlled(who) => {
            found = who;
            Test::Any
        }
        Test::And(all) => Test::all(all.into_iter().filter_map(|t| match t {
            Test::Controlled(who) => {
                found = who;
                None
            }
            t => Some(t),
        })),
        test => test,
    };
    found
}

/// "The first creature spell you cast each turn costs {2} less to cast."
fn first_spell(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("the")?;
    let nth = crate::grammar::words::ordinal_word(p.word())?;
    p.advance();
    let filter = noun::filter(p)?;
    if filter.kind != Kind::Spell {
        return p.fail("spells");
    }
    let by = casters(p)?;
    // Of several players each has their own first spell.
    if by != Who::You {
        return p.fail("you");
    }
    let yours = p.eat("during each of your turns") || p.eat("during your turn");
    if !yours {
        p.expect("each turn")?;
    }
    p.eat_any(&["cost", "costs"])?;
    let (change, times) = change(p, "to cast")?;
    let cast = EventPattern::Casts { by: by.clone(), what: filter.clone() };
    let before = i32::try_from(nth).ok()?.checked_sub(1)?;
    let condition = match before {
        0 => Condition::Not(Box::new(Condition::Happened(Box::new(cast), Span::ThisTurn, 1))),
        n => {
            let so_far = Amount::Happened(Box::new(cast), Span::ThisTurn);
            Condition::Compare(so_far, lawmage_ir::Cmp::Equal, Amount::Const(n))
        }
    };
    let condition = if yours { Condition::And(vec![Condition::TurnOf(Who::You), condition]) } else { condition };
    let effect = Continuous::CostChange { by, of: CostOf::Spells(filter), change, times };
    Some(Rule { condition: Some(condition), ..Rule::one(effect) })
}

/// "Activated abilities of creatures you control cost {1} less to activate."
fn abilities(p: &mut Parser<'_>) -> Option<Rule> {
    if let Some(rule) = p.attempt(targeting).or_else(|| p.attempt(activated_by)) {
        return Some(rule);
    }
    let loyalty = p.eat_any(&["activated abilities", "loyalty abilities of"])? == 1;
    let filter = match loyalty || p.eat("of") {
        true if p.eat("~") => Filter::permanent(Test::Is(Ref::This)),
        true => noun::filter(p)?,
        false => Filter::new(Kind::Object, Test::Any),
    };
    p.eat_any(&["cost", "costs"])?;
    let (change, times) = change(p, "to activate")?;
    let but_mana = p.eat("unless they're mana abilities");
    let of = if loyalty || but_mana || filter.kind == Kind::Object {
        CostOf::SomeAbilities { source: filter, keyword: None, targets: None, but_mana, loyalty }
    } else {
        CostOf::Abilities(filter, None)
    };
    Some(Rule::one(Continuous::CostChange { by: Who::All, of, change, times }))
}

/// "Abilities you activate that aren't mana abilities cost {2} less to activate.", "Abilities your opponents activate cost {1} more to
/// activate unless they're mana abilities."
fn activated_by(p: &mut Parser<'_>) -> Option<Rule> {
    let by = match p.eat_any(&["abilities you activate", "abilities your opponents activate"])? {
        0 => Who::You,
        _ => Who::Opponents,
    };
    let told = p.eat("that aren't mana abilities");
    p.eat_any(&["cost", "costs"])?;
    let (change, times) = change(p, "to activate")?;
    let but_mana = told || p.eat("unless they're mana abilities");
    let source = Filter::new(Kind::Object, Test::Any);
    let of = CostOf::SomeAbilities { source, keyword: None, targets: None, but_mana, loyalty: false };
    Some(Rule::one(Continuous::CostChange { by, of, change, times }))
}

/// "Abilities your opponents activate that target a Merfolk you control cost {2} more to activate.", "Equip abilities you activate
/// that target ~ cost {2} less to activate."
fn targeting(p: &mut Parser<'_>) -> Option<Rule> {
    let keyword = p.attempt(keyword::bare_keyword);
    p.expect("abilities")?;
    let by = match p.eat_any(&["you activate", "your opponents activate"])? {
        0 => Who::You,
        _ => Who::Opponents,
    };
    p.expect("that target")?;
    let whom =
        if p.eat("~") { Filter::permanent(Test::Is(Ref::This)) } else { crate::grammar::noun::after::targets(p)? };
    p.eat_any(&["cost", "costs"])?;
    let (change, times) = change(p, "to activate")?;
    let source = Filter::new(Kind::Object, Test::Any);
    let of = CostOf::SomeAbilities { source, keyword, targets: Some(whom), but_mana: false, loyalty: false };
    Some(Rule::one(Continuous::CostChange { by, of, change, times }))
}

/// "Your commander costs {1} less to cast for each time it's been cast from the command zone this game." (903.8): each of yours.
fn own_commander(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("your commander costs")?;
    let mana = p.mana_cost()?;
    p.expect("less to cast for each time it's been cast from the command zone this game")?;
    let of = CostOf::Spells(Filter::new(Kind::Spell, crate::grammar::condition::your_commander()));
    let times = Amount::CastFromCommand(Ref::Each);
    Some(Rule::one(Continuous::CostChange { by: Who::You, of, change: CostDelta::Less(mana), times }))
}

/// "Each spell that would cost less than three mana to cast costs three mana to cast." (601.2f)
fn at_least(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("each spell that would cost less than")?;
    let least = p.number()?;
    p.expect("mana to cast costs")?;
    if p.number()? != least {
        return p.fail("the same number");
    }
    p.expect("mana to cast")?;
    let change = CostDelta::AtLeast(u32::try_from(least).ok()?);
    let of = CostOf::Spells(Filter::new(Kind::Spell, Test::Any));
    Some(Rule::one(Continuous::CostChange { by: Who::All, of, change, times: Amount::ONE }))
}

/// "Foretelling cards from your hand costs {1} less and can be done on any player's turn." (116.2h)
fn foretelling(p: &mut Parser<'_>) -> Option<Rule> {
    if let Some(first) = p.attempt(super::told::first_foretold) {
        return Some(first);
    }
    p.expect("foretelling cards from your hand costs")?;
    let mana = p.mana_cost()?;
    p.expect("less")?;
    let of = CostOf::Abilities(Filter::new(Kind::Object, Test::Any), Some(Keyword::Foretell));
    let change = CostDelta::Less(mana);
    let mut effects = vec![Continuous::CostChange { by: Who::You, of, change, times: Amount::ONE }];
    if p.eat("and can be done on any player 's turn") {
        let any_turn = lawmage_ir::Permission::ActivateAnyTime(Who::You, Keyword::Foretell);
        effects.push(Continuous::May(any_turn));
    }
    Some(Rule::of(effects))
}

/// "~'s equip ability costs {2} less to activate if it targets a colorless creature."
fn own_ability(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("~ 's")?;
    let keyword = Some(keyword::bare_keyword(p)?);
    p.eat_any(&["abilities cost", "ability costs"])?;
    let (change, times) = change(p, "to activate")?;
    let targets = if p.eat("if it targets") { Some(crate::grammar::noun::after::targets(p)?) } else { None };
    let source = Filter::permanent(Test::Is(Ref::This));
    let of = CostOf::SomeAbilities { source, keyword, targets, but_mana: false, loyalty: false };
    Some(Rule::one(Continuous::CostChange { by: Who::All, of, change, times }))
}

/// "Planeswalkers' loyalty abilities you activate cost an additional +1 to activate." (606.4)
fn loyalty(p: &mut Parser<'_>) -> Option<Rule> {
    p.eat_any(&["planeswalkers ' loyalty abilities", "planeswalkers 's loyalty abilities"])?;
    let yours = p.eat_any(&["you activate", "you control"])? == 1;
    p.expect("cost an additional")?;
    let n = match p.attempt(crate::grammar::cost::loyalty) {
        Some(cost) => match cost.parts.as_slice() {
            [CostPart::Loyalty(n)] => *n,
            _ => return None,
        },
        None => {
            p.expect("+")?;
            p.number()?
        }
    };
    p.expect("to activate")?;
    let given = yours.then_some(Test::Controlled(Who::You));
    let test = Test::all([Test::Type(lawmage_ir::CardType::Planeswalker)].into_iter().chain(given));
    let of = CostOf::Abilities(Filter::permanent(test), None);
    let change = CostDelta::Loyalty(n);
    Some(Rule::one(Continuous::CostChange { by: Who::You, of, change, times: Amount::ONE }))
}

/// "Equip costs you pay cost {1} less.", "Cycling abilities you activate cost {2} less to activate."
fn keyword_costs(p: &mut Parser<'_>) -> Option<Rule> {
    let keyword: Keyword = keyword::bare_keyword(p)?;
    p.eat_any(&["abilities you activate", "abilities", "costs you pay"])?;
    let mut source = Filter::new(Kind::Object, Test::Any);
    if p.eat("of") {
        source = noun::filter(p)?;
    } else if p.eat("that target ~") {
        return p.fail("abilities by their source");
    }
    p.eat_any(&["cost", "costs"])?;
    let (change, times) = if p.clone().attempt(|p| change(p, "to activate")).is_some() {
        change(p, "to activate")?
    } else {
        p.eat("up to");
        let mana = p.mana_cost()?;
        let less = matches!(p.eat_any(&["less", "more"])?, 0);
        (if less { CostDelta::Less(mana) } else { CostDelta::More(mana) }, Amount::ONE)
    };
    let of = CostOf::Abilities(source, Some(keyword));
    Some(Rule::one(Continuous::CostChange { by: Who::You, of, change, times }))
}

/// "This effect can't reduce the mana in that cost to less than one mana."
fn floor(p: &mut Parser<'_>) -> Option<u32> {
    p.eat_any(&[
        "this effect can't reduce the mana in that cost to less than",
        "this effect can't reduce the mana cost to less than",
        "this effect can't reduce the mana in that ability 's activation cost to less than",
    ])?;
    let n = p.number()?;
    p.expect("mana")?;
    u32::try_from(n).ok()
}

/// Whether a sentence stands here that says more of the cost change or additional cost before it.
pub(crate) fn tells_of_before(p: &Parser<'_>) -> bool {
    p.at_any(&["this effect can't reduce", "this effect reduces only", "those spells cost"])
}

/// Reads such a sentence.
pub(crate) fn tell_before(p: &mut Parser<'_>, before: Option<&mut Ability>) -> Option<()> {
    let Some(Ability::Static(before)) = before else { return p.fail("a cost change before") };
    if let Some(floor) = p.attempt(floor) {
        return set_floor(before, floor);
    }
    if let Some(colors) = p.attempt(colored_alone) {
        return set_colored(before, &colors).or_else(|| p.fail("a cost that is reduced by colored mana before"));
    }
    if let Some(()) = p.attempt(|p| told::set_most(p, before)) {
        return Some(());
    }
    set_paid_for(p, before)
}

/// "This effect reduces only the amount of colored mana you pay."
fn colored_alone(p: &mut Parser<'_>) -> Option<Vec<Color>> {
    p.expect("this effect reduces only the amount of")?;
    let colors = if p.eat("colored") {
        Color::ALL.to_vec()
    } else {
        let color = Color::from_word(p.word())?;
        p.advance();
        vec![color]
    };
    p.expect("mana you pay")?;
    Some(colors)
}

/// Sets that in an ability: what it reduces is mana of these colors anyway.
fn set_colored(ability: &mut StaticAbility, colors: &[Color]) -> Option<()> {
    let change = match ability.effects.as_mut_slice() {
        [Continuous::CostChange { change, .. }] => change,
        [Continuous::AdditionalCost { cost, .. }] => cost.parts.iter_mut().find_map(|part| match part {
            CostPart::Change(change, ..) => Some(change),
            _ => None,
        })?,
        _ => return None,
    };
    let CostDelta::Less(mana) = change else { return None };
    let colored = |symbol: &ManaSymbol| matches!(symbol, ManaSymbol::Color(color) if colors.contains(color));
    if !mana.0.iter().all(colored) {
        return None;
    }
    *change = CostDelta::LessColored(std::mem::take(mana));
    Some(())
}

/// "Those spells cost {R} less to cast if you paid life this way.", behind an additional cost that may be paid: a part of that cost,
/// which changes the total (601.2f).
fn set_paid_for(p: &mut Parser<'_>, ability: &mut StaticAbility) -> Option<()> {
    let [Continuous::AdditionalCost { of, cost, optional: true, .. }] = ability.effects.as_mut_slice() else {
        return None;
    };
    if of.test.is_this() || !matches!(cost.parts.as_slice(), [CostPart::Life(_)]) {
        return None;
    }
    p.expect("those spells cost")?;
    let (change, times) = change(p, "to cast")?;
    p.expect("if you paid life this way")?;
    cost.parts.push(CostPart::Change(change, times, None));
    Some(())
}

/// Sets the floor of the reduction in an ability.
fn set_floor(ability: &mut StaticAbility, floor: u32) -> Option<()> {
    let [Continuous::CostChange { change, .. }] = ability.effects.as_mut_slice() else { return None };
    let CostDelta::Less(mana) = change else { return None };
    *change = CostDelta::LessDownTo(std::mem::take(mana), floor);
    Some(())
}
