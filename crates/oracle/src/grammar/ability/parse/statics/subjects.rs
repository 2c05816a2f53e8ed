//! Of what a static ability speaks: several kinds of objects, the first spell of a turn.

use lawmage_ir::{
    Ability, Condition, Continuous, EventPattern, Filter, Keyword, KeywordParam, Kind, Modification, Prohibition, Ref,
    Selector, Span, Test, Who,
};

use super::Rule;
use crate::grammar::{condition, continuous, modification, noun};
use crate::parse::{Parser, Sort};

/// ", spells, and permanents", "and creatures you control", behind a first subject.
pub(super) fn several(p: &mut Parser<'_>) -> Vec<Selector> {
    let mut more = Vec::new();
    // The last two may be read as one.
    more.extend(p.attempt(|p| {
        p.comma().then_some(())?;
        let start = p.pos();
        let second = noun::selector(p)?;
        let both = p.tokens()[start..p.pos()].iter().any(|t| &*t.text == "and");
        (both || p.at(", and")).then_some(second)
    }));
    let listed = !more.is_empty();
    more.extend(p.attempt(|p| {
        if listed {
            p.comma();
        }
        p.expect("and")?;
        noun::selector(p)
    }));
    more
}

/// "Except for creatures named ~ and artifact creatures,": of which what follows isn't said.
pub(super) fn except_for(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("except for")?;
    let mut all = p.list("and", |p| {
        let noun = noun::noun(p).filter(|noun| noun.plural && noun.is_of_all() && noun.limit.is_none())?;
        (noun.filter.kind == lawmage_ir::Kind::Permanent).then_some(noun.filter.test)
    })?;
    p.expect(",")?;
    Some(if all.len() == 1 { all.pop()? } else { Test::Or(all) })
}

/// "a player drawing a card", "turning a face-down permanent face up", as what causes abilities to trigger (603.2d).
pub(super) fn drawing_or_turning_up(p: &mut Parser<'_>) -> Option<EventPattern> {
    Some(match p.eat_any(&["a player drawing a card", "turning a face-down permanent face up"])? {
        0 => EventPattern::draws(Who::All),
        _ => EventPattern::TurnedFaceUp(Filter::permanent(Test::Any)),
    })
}

/// "For every seven Foods you control, Squirrels you control get +7/+7."
pub(super) fn for_every(p: &mut Parser<'_>) -> Option<Rule> {
    let often = crate::grammar::amount::for_every(p)?;
    p.expect(",")?;
    let subject = noun::selector(p)?;
    let mut effects = continuous::predicate(p, &subject)?;
    let [Continuous::Modify { mods, .. }] = effects.as_mut_slice() else { return p.fail("what they get") };
    let [Modification::AddPowerToughness(power, toughness)] = mods.as_mut_slice() else {
        return p.fail("what they get");
    };
    (*power, *toughness) = (continuous::times(power, &often)?, continuous::times(toughness, &often)?);
    Some(Rule::of(effects))
}

/// "You, planeswalkers you control, and other creatures you control have hexproof." (702.11b-c)
pub(super) fn you_among_them(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("you ,")?;
    let mut subjects = vec![noun::selector(p)?];
    subjects.extend(several(p));
    while let Some(more) = p.attempt(|p| {
        p.comma();
        p.expect("and")?;
        noun::selector(p)
    }) {
        subjects.push(more);
    }
    p.expect("have")?;
    let mods = continuous::abilities(p)?;
    let hexproof = |ability: &Ability| matches!(ability, Ability::Keyword(k) if k.keyword == Keyword::Hexproof && k.param == KeywordParam::None);
    if !matches!(mods.as_slice(), [Modification::AddAbility(ability)] if hexproof(ability)) {
        return p.fail("hexproof");
    }
    if !subjects.iter().all(|subject| matches!(subject, Selector::All(_))) {
        return p.fail("permanents");
    }
    let by = Some(Filter::new(Kind::OnStack, Test::Controlled(Who::Opponents)));
    let you = Continuous::Cant(Prohibition::Target { what: Selector::Players(Who::You), by });
    let those = Continuous::Modify { what: Selector::Union(subjects), mods };
    Some(Rule { effects: vec![you, those], ..Rule::default() })
}

/// "The first spell you cast each turn has cascade."
pub(super) fn first_spell(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("the first")?;
    let spell = noun::bare(p)?;
    if spell.filter.kind != Kind::Spell || spell.plural {
        return p.fail("a spell");
    }
    let mut tests = vec![spell.filter.test];
    p.expect("you")?;
    if !p.eat("cast each turn") {
        // Of each spell for itself, the others that were cast before among them.
        tests.push(match noun::after::cast_from(p)? {
            Test::If(cast) if let Condition::WasCast(Ref::It, Some(zones), None) = *cast => Test::CastFrom(zones),
            _ => return p.fail("from where it is cast"),
        });
        p.expect("each turn")?;
    }
    if let Some(spent) = p.attempt(|p| {
        p.expect("that")?;
        let sort = condition::mana_from(p)?;
        p.expect("was spent to cast")?;
        Some(Test::ManaSpent(sort))
    }) {
        tests.push(spent);
    }
    let such = Test::all(tests);
    let other = Test::all([such.clone(), Test::not(Test::Is(Ref::It))]);
    let cast = EventPattern::Casts { by: Who::You, what: Filter::new(Kind::Spell, other) };
    let none = Condition::Not(Box::new(Condition::Happened(Box::new(cast), Span::ThisTurn, 1)));
    let test = Test::all([such, Test::Controlled(Who::You), Test::If(Box::new(none))]);
    let subject = Selector::All(Filter::new(Kind::Spell, test));
    Some(Rule::of(continuous::predicate(p, &subject)?))
}

/// "It's a 1/1 Insect creature in addition to its other types", of what the condition before spoke of.
pub(super) fn it_is(p: &mut Parser<'_>) -> Option<Rule> {
    if !p.at_any(&["it's a", "it's an"]) {
        return None;
    }
    p.expect("it's")?;
    let it = match p.scope.latest(|r| r.sort != Sort::Player && !r.plural) {
        Some(referent) => p.scope.reference(&referent.handle)?,
        None => Ref::This,
    };
    let mods = modification::described_as(p)?;
    let what = Selector::Ref(it);
    let mut effects = vec![Continuous::Modify { what: what.clone(), mods }];
    // "… and can't be blocked"
    effects.extend(
        p.attempt(|p| {
            p.expect("and")?;
            if p.at_any(&["can't", "has"]) { continuous::predicate(p, &what) } else { None }
        })
        .into_iter()
        .flatten(),
    );
    Some(Rule::of(effects))
}

/// The player for "you" or opponents before "cast".
pub(crate) fn casters(p: &mut Parser<'_>) -> Option<Who> {
    Some(
        match p.eat_any(&[
            "you cast",
            "your opponents cast",
            "opponents cast",
            "an opponent casts",
            "players cast",
            "each player casts",
        ])? {
            0 => Who::You,
            1..=3 => Who::Opponents,
            _ => Who::All,
        },
    )
}

/// "a colorless spell you control or another colorless permanent you control".
pub(super) fn spell_or_another(p: &mut Parser<'_>) -> Option<Filter> {
    p.eat_any(&["a", "an"])?;
    let spell = noun::noun(p).filter(|noun| noun.filter.kind == Kind::Spell && !noun.plural)?;
    p.expect("or another")?;
    let other = noun::noun(p).filter(|noun| noun.filter.kind == Kind::Permanent && !noun.plural)?;
    if spell.filter.test != other.filter.test {
        return p.fail("a permanent like the spell");
    }
    let not_this = Test::not(Test::Is(lawmage_ir::Ref::This));
    Some(Filter::new(Kind::SpellOrPermanent, Test::all([spell.filter.test, not_this])))
}

/// "You can't choose an untapped creature as this spell's target as you cast it.": which.
pub(super) fn not_as_target(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("you can't choose")?;
    p.eat_any(&["a", "an"])?;
    let what = noun::filter(p).filter(|what| what.kind == Kind::Permanent)?;
    p.expect("as ~ 's target as you cast it").map(|()| what)
}
