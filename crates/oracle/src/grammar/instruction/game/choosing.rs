//! Permanents that players choose, of which the rest is spoken of: "each player chooses two creatures they control, then sacrifices
//! the rest".

use lawmage_ir::{
    Amount, CardType, Choice, Clause, Continuous, Duration, Filter, Instruction, KeywordParam, Kind, Permission, Ref,
    Requirement, Selector, Subtype, Test, Who, Zone, ZoneSet,
};

use crate::grammar::effect::same_is_true::{Other, others};
use crate::grammar::effect::{emit, emit_number, mention};
use crate::grammar::{duration, noun};
use crate::parse::{Handle, Parser, Referent, Sort};

/// What permanents were chosen from is what "the rest" is of, where nothing was looked at or revealed before.
pub(super) fn leaves_the_rest(p: &mut Parser<'_>, who: &Who, chosen: &Selector, clause: &Clause) {
    let Selector::Choose(choice) = chosen else { return };
    let Selector::All(among) = &choice.from else { return };
    if p.scope.group.is_none() {
        rest_of(p, who, among, clause);
    }
}

fn rest_of(p: &mut Parser<'_>, who: &Who, among: &Filter, clause: &Clause) {
    let open = match among.kind {
        Kind::Permanent => true,
        Kind::Card(zones) => zones == ZoneSet::of(Zone::Graveyard),
        _ => false,
    };
    let Some(id) = clause.out.filter(|_| open) else { return };
    let whole = of_all(among, who);
    // Of what is chosen in a loop, the rest is of nobody in particular.
    if lawmage_ir::visit::any(&whole, |object: &Ref| *object == Ref::Each) {
        return;
    }
    let whole = Selector::All(whole);
    p.scope.group = Some(Handle::Select(Box::new(whole)));
    p.scope.taken = vec![Handle::Clause(id)];
}

/// What each of them controls, as what they all control.
fn of_all(among: &Filter, who: &Who) -> Filter {
    let each = Who::Ref(Ref::Each);
    let test = among.test.conjuncts().iter().filter_map(|test| match test {
        Test::Controlled(of) | Test::Owned(of) if *of == each && *who == Who::All => None,
        Test::Controlled(of) if *of == each && who.is_group() => Some(Test::Controlled(who.clone())),
        Test::Owned(of) if *of == each && who.is_group() => Some(Test::Owned(who.clone())),
        test => Some(test.clone()),
    });
    Filter::new(among.kind.clone(), Test::all(test))
}

/// "a land of each basic land type", "a permanent they control of each permanent type": one of each, which one permanent may be for
/// several.
pub(super) fn one_of_every_type(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    let among = if p.eat("from the") {
        // "chooses from the lands they control a land of each basic land type"
        let among = noun::filter(p)?;
        p.eat_any(&["a", "an"])?;
        let noun = noun::bare(p).filter(|noun| !noun.plural)?;
        if noun.filter.test == Test::Any || among.test.conjuncts().contains(&noun.filter.test) {
            among
        } else {
            return p.fail("one of them");
        }
    } else {
        p.eat_any(&["a", "an"])?;
        let noun = noun::noun(p)?;
        if noun.plural || noun.limit.is_some() || noun.random || noun.chooser.is_some() || noun.among.is_some() {
            return p.fail("a permanent");
        }
        noun.filter
    };
    if among.kind != Kind::Permanent {
        return p.fail("permanents");
    }
    p.expect("of each")?;
    let kinds = match p.eat_any(&["basic land type", "permanent type"])? {
        0 => basic_land_types(),
        _ => permanent_types(),
    };
    one_of_each(p, who, &among, kinds, Amount::ONE, out)
}

/// "a party from among creatures they control": up to one creature of each of the types of a party (700.8d).
pub(super) fn party(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("a party from among")?;
    let _ = p.eat("the");
    let among = noun::filter(p)?;
    if !among.test.conjuncts().contains(&Test::Type(CardType::Creature)) {
        return p.fail("creatures");
    }
    one_of_each(p, who, &among, party_types(), Amount::Const(0), out)
}

/// The creature types of a party (700.8).
fn party_types() -> Vec<Test> {
    Subtype::PARTY.map(Test::Subtype).to_vec()
}

/// The basic land types (305.6).
fn basic_land_types() -> Vec<Test> {
    Subtype::BASIC_LANDS.map(Test::Subtype).to_vec()
}

/// The permanent types (110.4).
fn permanent_types() -> Vec<Test> {
    CardType::ALL.iter().copied().filter(|t| t.is_permanent()).map(Test::Type).collect()
}

/// What up to one creature of each of these types is (700.8d).
pub(super) const PARTY: &str = "party";

/// Of which one of each type is chosen, and what types these are.
pub(super) fn of_every_type(all: &[Selector]) -> Option<(Filter, &'static str)> {
    let one = |selector: &Selector| match selector {
        Selector::Choose(choice) => match &choice.from {
            Selector::All(filter) => Some(filter.test.conjuncts().to_vec()),
            _ => None,
        },
        _ => None,
    };
    let tests = all.iter().map(one).collect::<Option<Vec<_>>>()?;
    let kinds: Vec<Test> = tests.iter().filter_map(|tests| tests.last().cloned()).collect();
    let name = if kinds == basic_land_types() {
        "basic land type"
    } else if kinds == permanent_types() {
        "permanent type"
    } else if kinds == party_types() {
        PARTY
    } else {
        return None;
    };
    let (_, among) = tests.first()?.split_last()?;
    let same = tests.iter().all(|tests| tests.split_last().is_some_and(|(_, rest)| rest == among));
    same.then(|| (Filter::permanent(Test::all(among.to_vec())), name))
}

/// "an artifact, a creature, and a land from among the nonland permanents they control", "from among the permanents you control an
/// artifact and a creature": one of each, which one permanent may be for several.
pub(super) fn one_of_each_type(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    let (among, kinds) = if p.at("from among the") {
        let among = from_among(p)?;
        (among, p.list("and", one_kind)?)
    } else {
        let kinds = p.list("and", one_kind)?;
        (from_among(p)?, kinds)
    };
    if kinds.len() < 2 {
        return p.fail("several kinds of permanents");
    }
    one_of_each(p, who, &among, kinds, Amount::ONE, out)
}

/// One, or up to one where the least number is 0, of each of these kinds.
fn one_of_each(
    p: &mut Parser<'_>,
    who: &Who,
    among: &Filter,
    kinds: Vec<Test>,
    least: Amount,
    out: &mut Vec<Clause>,
) -> Option<()> {
    let by = p.scope.actor_here();
    let one = |kind: Test| {
        let from = Selector::All(Filter::new(Kind::Permanent, Test::all([among.test.clone(), kind])));
        let (min, max) = (least.clone(), Some(Amount::ONE));
        Selector::Choose(Box::new(Choice { by: by.clone(), from, min, max, limit: None, random: false }))
    };
    let clause = emit_number(p, Instruction::Choose(Selector::Union(kinds.into_iter().map(one).collect())));
    let referent = noun::Noun { filter: among.clone(), plural: true, ..noun::any_player() }.referent(Handle::Clause(0));
    mention(p, &clause, Some(referent), "chosen");
    rest_of(p, who, among, &clause);
    if who.is_group() {
        // 101.4: each of them makes all the choices before the next does.
        out.push(emit(p, Instruction::ForEach { over: Selector::Players(who.clone()), body: vec![clause] }));
    } else {
        out.push(clause);
    }
    Some(())
}

/// "from among them a card with flying, a card with first strike, and so on for reach and vigilance": one for each of the keywords, which
/// one card may be for several.
pub(super) fn one_of_each_keyword(p: &mut Parser<'_>, who: &Who, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("from among them")?;
    let group = p.scope.group.clone().filter(|_| *who == Who::You)?;
    let mut keywords = Vec::new();
    while !p.eat("and so on for") {
        p.expect("a card with")?;
        keywords.push(Other::Plain(crate::grammar::keyword::keyword(p)?));
        p.expect(",")?;
    }
    keywords.extend(others(p)?);
    let group = p.scope.select(&group);
    let one = |keyword: &Other| match keyword {
        Other::Plain(new) if new.param == KeywordParam::None => {
            let such = Selector::Those(Box::new(group.clone()), Test::Keyword(new.keyword));
            Some(Selector::Choose(Box::new(Choice::exactly(1, such))))
        }
        _ => None,
    };
    let each = keywords.iter().map(one).collect::<Option<Vec<_>>>().or_else(|| p.fail("keywords alone"))?;
    let clause = emit_number(p, Instruction::Choose(Selector::Union(each)));
    let cards = Referent { plural: true, ..Referent::new(Handle::Clause(0), Sort::Card) };
    mention(p, &clause, Some(cards), "chosen");
    p.scope.taken.extend(clause.out.map(Handle::Clause));
    out.push(clause);
    Some(())
}

/// For each of which keywords one card is chosen, from among cards spoken of.
pub(super) fn of_every_keyword(all: &[Selector]) -> Option<Vec<&'static str>> {
    let word = |one: &Selector| match one {
        Selector::Choose(choice) => match &choice.from {
            Selector::Those(of, Test::Keyword(keyword)) if matches!(**of, Selector::Ref(_)) => Some(keyword.word()),
            _ => None,
        },
        _ => None,
    };
    all.iter().map(word).collect::<Option<Vec<_>>>().filter(|words| words.len() > 3)
}

fn from_among(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("from among the")?;
    let among = noun::filter(p)?;
    if among.kind == Kind::Permanent { Some(among) } else { p.fail("permanents") }
}

fn one_kind(p: &mut Parser<'_>) -> Option<Test> {
    p.eat_any(&["a", "an"])?;
    let noun = noun::bare(p)?;
    if noun.plural || noun.filter.kind != Kind::Permanent { p.fail("a permanent") } else { Some(noun.filter.test) }
}

/// After "you choose": "which creatures attack this turn", "which creatures block this combat and how those creatures block"
/// (508.1a, 509.1a).
pub(super) fn in_combat(p: &mut Parser<'_>, who: &Who, before: Option<&Clause>) -> Option<Clause> {
    if *who != Who::You {
        return p.fail("what you choose");
    }
    if p.eat("how those creatures block") {
        // All of them block if able: so says the clause before.
        let of = before.and_then(all_blocking).or_else(|| p.fail("all creatures of some players that block"))?;
        let _ = p.eat("this turn");
        let effects = vec![Continuous::May(Permission::ChooseBlocks { by: Who::You, of })];
        return Some(emit(p, Instruction::Effect { effects, duration: Duration::EndOfTurn }));
    }
    let blocks = p.eat_any(&["which creatures attack", "which creatures block"])? == 1;
    let mut lasts = p.attempt(|p| duration::duration(p));
    if blocks {
        p.expect("and how those creatures block")?;
    }
    if lasts.is_none() {
        lasts = p.attempt(|p| duration::duration(p));
    }
    let permission = match blocks {
        true => Permission::ChooseBlocks { by: Who::You, of: Who::All },
        false => Permission::ChooseAttackers(Who::You),
    };
    let effects = vec![Continuous::May(permission)];
    match lasts {
        Some(duration @ (Duration::EndOfTurn | Duration::EndOfCombat)) => {
            Some(emit(p, Instruction::Effect { effects, duration }))
        }
        _ => p.fail("this turn or this combat"),
    }
}

/// Whose creatures all block this turn if able, as that clause has it.
fn all_blocking(clause: &Clause) -> Option<Who> {
    let Instruction::Effect { effects, duration: Duration::EndOfTurn } = &clause.does else { return None };
    let [Continuous::Must(Requirement::Block { what: Selector::All(filter), whom: None })] = effects.as_slice() else {
        return None;
    };
    match filter.test.conjuncts() {
        [Test::Type(lawmage_ir::CardType::Creature), Test::Controlled(who)]
        | [Test::Controlled(who), Test::Type(lawmage_ir::CardType::Creature)] => Some(who.clone()),
        _ => None,
    }
}
