//! What is said of objects, shared by effects and static lines: "gets +1/+1 and gains flying", "can't block", "is an
//! artifact in addition to its other types". What objects are and become is in [`crate::grammar::modification`], "can't" in
//! [`crate::grammar::prohibition`].

use std::sync::Arc;

use lawmage_ir::visit::{self, Go};
use lawmage_ir::{
    Ability, Amount, Continuous, Filter, Kind, Modification, Permission, Prohibition, Ref, Requirement, Selector, Test,
    Who,
};

use super::losing::{Taken, loses, only_these, other_kinds};
use super::taken_over;
use crate::grammar::noun::word;
use crate::grammar::{amount, keyword, modification, player, prohibition, quoted};
use crate::lex::TokenKind;
use crate::parse::Parser;

/// After a subject: "gets +1/+1 and gains/has flying", "is/becomes a 3/3 Wolf artifact creature", "can't block", "attacks
/// each combat if able", "loses all abilities", "doesn't untap during …". Stops before a duration.
pub fn predicate(p: &mut Parser<'_>, subject: &Selector) -> Option<Vec<Continuous>> {
    p.attempt(|p| {
        let mut all = one(p, subject)?;
        while let Some((others, mut more)) = p.attempt(|p| {
            let comma = p.comma();
            let and = p.eat("and");
            if !comma && !and {
                return None;
            }
            // "… and it loses all other abilities": the same object, which keeps what it was just said to have.
            // "Goblins your opponents control can't block, and they can't attack you": so are those.
            if p.at_any(&["it loses all other abilities", "they lose all other abilities", "they can't attack"]) {
                p.advance();
            }
            if let Some(lost) = p.attempt(other_kinds) {
                return Some((Taken::Kinds(lost), Vec::new()));
            }
            let others = p.at_any(&["loses all other abilities", "lose all other abilities"]);
            let others = if others { Taken::Abilities } else { Taken::Nothing };
            possessed(p, subject).or_else(|| one(p, subject)).map(|more| (others, more))
        }) {
            match others {
                Taken::Nothing => all.extend(more),
                // What it was said to have before, it keeps.
                Taken::Abilities => {
                    std::mem::swap(&mut all, &mut more);
                    all.extend(more);
                }
                Taken::Kinds(abilities) => all = only_these(p, subject, all, abilities)?,
            }
        }
        Some(merge(all))
    })
}

/// Joins changes of the same objects into one effect, so that they are locked in together.
pub(super) fn merge(all: Vec<Continuous>) -> Vec<Continuous> {
    let mut out: Vec<Continuous> = Vec::new();
    for next in all {
        match (out.last_mut(), next) {
            (Some(Continuous::Modify { what, mods }), Continuous::Modify { what: same, mods: more })
                if *what == same =>
            {
                mods.extend(more);
            }
            (_, next) => out.push(next),
        }
    }
    out
}

pub(super) fn modify(subject: &Selector, mods: Vec<Modification>) -> Vec<Continuous> {
    vec![Continuous::Modify { what: subject.clone(), mods }]
}

fn one(p: &mut Parser<'_>, subject: &Selector) -> Option<Vec<Continuous>> {
    let _ = p.eat("also");
    let _ = p.eat("each") || p.eat("both");
    match p.word() {
        "gains" | "gain" if p.peek_at(1).is_some_and(|t| t.kind == TokenKind::PowerToughness) => {
            p.advance();
            gets(p).map(|m| modify(subject, m))
        }
        "gets" | "get" => {
            p.advance();
            gets(p).map(|m| modify(subject, m))
        }
        "gains" | "gain" | "has" | "have" => {
            let lasting = p.at_any(&["has", "have"]);
            p.advance();
            p.scope.holders_x = if lasting { of_holder(p, subject) } else { None };
            let mods = has(p);
            p.scope.holders_x = None;
            let mods = mods?;
            if *subject != lawmage_ir::THIS && taken_over::of_the_giver(subject, &mods) {
                return p.fail("a keyword that speaks of no choice");
            }
            Some(modify(subject, mods))
        }
        "loses" | "lose" => {
            p.advance();
            loses(p).map(|m| modify(subject, m))
        }
        // 701.38b
        "is" | "are" if p.eat("is goaded") || p.eat("are goaded") => {
            Some(vec![Continuous::Must(Requirement::Goaded(subject.clone()))])
        }
        "is" | "are" | "becomes" | "become" | "isn't" | "aren't" => {
            let mut effects = modification::verb(p).map(|m| modify(subject, m))?;
            // "becomes a 2/2 blue Horror creature that can't be blocked"
            if p.eat("that can't be blocked") {
                let what = Selector::All(creatures());
                let whom = Some(subject.clone());
                effects.push(Continuous::Cant(Prohibition::Block { what, whom, unless: None }));
            }
            Some(effects)
        }
        "can't" if p.at("can't have or gain") => {
            p.expect("can't have or gain")?;
            let lost = p.list("and", word::keyword_word)?;
            Some(modify(subject, lost.into_iter().map(Modification::CantHave).collect()))
        }
        "can't" => {
            p.advance();
            // 113.11
            if p.eat("have or gain") {
                let words = p.list("and", word::keyword_word)?;
                return Some(modify(subject, words.into_iter().map(Modification::CantHave).collect()));
            }
            if let Some(words) = p.attempt(|p| {
                p.expect("have")?;
                p.list("or", word::keyword_word)
            }) {
                return Some(modify(subject, words.into_iter().map(Modification::CantHave).collect()));
            }
            prohibition::objects(p, subject).map(|all| all.into_iter().map(Continuous::Cant).collect())
        }
        "can" if p.eat("can only attack alone") => {
            Some(vec![Continuous::Cant(Prohibition::AttackAccompanied(subject.clone()))])
        }
        "can" | "may" => {
            p.advance();
            can(p, subject).map(|m| vec![Continuous::May(m)])
        }
        "attacks" | "attack" | "blocks" | "block" | "must" => {
            super::required::must(p, subject).map(|all| all.into_iter().map(Continuous::Must).collect())
        }
        "doesn't" | "don't" => untap_step(p, subject),
        "assigns" | "assign" => {
            p.advance();
            assigns(p, subject).map(|m| vec![Continuous::May(m)])
        }
        "saddles" | "saddle" | "crews" | "crew" => crews(p, subject).map(|m| vec![Continuous::May(m)]),
        _ => p.fail("a verb"),
    }
}

/// "Equipped creature has mobilize X, where X is its power": what X is in the terms of the ability that it has, which is worked out
/// whenever that ability asks (107.3i). What a resolving ability gives has a number that is fixed then (608.2h).
fn of_holder(p: &Parser<'_>, subject: &Selector) -> Option<Amount> {
    let Selector::Ref(holder) = subject else { return None };
    let mut x = p.scope.x.clone()?;
    // What else is spoken of, the ability doesn't know.
    let mut others = visit::any(&x, |of: &Ref| *of == Ref::It);
    visit::walk_mut(&mut x, &mut |node| match node.get_mut::<Ref>() {
        Some(of) => {
            others |= of != holder;
            *of = Ref::This;
            Go::Past
        }
        None => Go::Into,
    });
    (!others).then_some(x)
}

/// "its activated abilities can't be activated", as a part of what is said of the subject.
fn possessed(p: &mut Parser<'_>, subject: &Selector) -> Option<Vec<Continuous>> {
    p.attempt(|p| {
        p.eat_any(&["its", "their"])?;
        super::activated_abilities(p, subject)
    })
}

/// One side of a P/T change or value: "+2", "-X".
pub fn side(p: &Parser<'_>, text: &str) -> Option<Amount> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.trim_start_matches('+')),
    };
    let n = match digits {
        "X" => p.scope.x.clone().unwrap_or(Amount::X),
        "Y" => p.scope.y.clone()?,
        _ => Amount::Const(digits.parse().ok()?),
    };
    Some(match (negative, n) {
        (false, n) => n,
        (true, Amount::Const(n)) => Amount::Const(-n),
        (true, n) => Amount::Times(-1, Box::new(n)),
    })
}

/// A number so many times: "+2/+1 for each …"; only of numbers that are written out.
#[must_use]
pub fn times(n: &Amount, by: &Amount) -> Option<Amount> {
    match n {
        Amount::Const(0) => Some(Amount::Const(0)),
        Amount::Const(1) => Some(by.clone()),
        Amount::Const(n) => Some(Amount::Times(*n, Box::new(by.clone()))),
        _ => None,
    }
}

/// After "gets": "+2/+2", "+1/+1 for each creature you control", "+X/+X".
pub(crate) fn gets(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    let _ = p.eat("an additional");
    let twice = p.eat("twice");
    let (power, toughness) = p.power_toughness()?;
    if !power.starts_with(['+', '-']) {
        return p.fail("a change of power and toughness");
    }
    let (power, toughness) = (side(p, power)?, side(p, toughness)?);
    if twice {
        let double = |n: Amount| match n {
            Amount::Times(-1, x) => Some(Amount::Times(-2, x)),
            _ => None,
        };
        return Some(vec![Modification::AddPowerToughness(double(power)?, double(toughness)?)]);
    }
    Some(vec![match amount::for_each(p) {
        Some(by) => Modification::AddPowerToughness(times(&power, &by)?, times(&toughness, &by)?),
        None => Modification::AddPowerToughness(power, toughness),
    }])
}

/// After "has" or "gains": keywords, quoted abilities, base power and toughness.
fn has(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    if p.eat_any(&["base power and toughness each equal to", "base power and base toughness each equal to"]).is_some() {
        let value = match p.eat("its mana value") {
            true => Amount::Stat(lawmage_ir::Stat::ManaValue, lawmage_ir::Ref::It),
            false => amount::described(p)?,
        };
        return Some(vec![Modification::SetPowerToughness(Some(value.clone()), Some(value))]);
    }
    if p.at("the power , toughness ,") {
        return super::as_exiled::like_the_last(p);
    }
    if p.eat("base power and toughness equal to") {
        let of = crate::grammar::instruction::permanents::base_size::sizes_of(p)?;
        let stat = |stat: lawmage_ir::Stat| Some(Amount::Stat(stat, of.clone()));
        let size = Modification::SetPowerToughness(stat(lawmage_ir::Stat::Power), stat(lawmage_ir::Stat::Toughness));
        return Some(vec![size]);
    }
    if p.eat("base power and toughness") {
        let (power, toughness) = p.power_toughness()?;
        let mut all = vec![Modification::SetPowerToughness(Some(side(p, power)?), Some(side(p, toughness)?))];
        // "base power and toughness 3/3 and vigilance", "…, vigilance, and trample"
        let more = p.attempt(|p| {
            let comma = p.comma();
            (p.eat("and") || comma).then_some(())?;
            word::keyword_word(&mut p.clone())?;
            abilities(p).filter(|_| p.at_stop())
        });
        all.extend(more.into_iter().flatten());
        return Some(all);
    }
    if p.eat("base power") {
        return amount::amount(p).map(|n| vec![Modification::SetPowerToughness(Some(n), None)]);
    }
    if p.eat("base toughness") {
        return amount::amount(p).map(|n| vec![Modification::SetPowerToughness(None, Some(n))]);
    }
    if let Some(taken) = p.attempt(taken_over::abilities_of) {
        return Some(vec![taken]);
    }
    if let Some(chosen) = p.attempt(crate::grammar::modification::has_chosen_type) {
        return Some(chosen);
    }
    if p.eat("this ability") {
        return Some(vec![Modification::ThisAbility]);
    }
    if p.eat("all basic land types") {
        let subtypes = lawmage_ir::Subtype::BASIC_LANDS.into_iter().collect();
        return Some(vec![Modification::AddTypes(lawmage_ir::TypeLine { subtypes, ..Default::default() })]);
    }
    if let Some(text) = p.attempt(taken_over::full_text) {
        return Some(vec![text]);
    }
    if p.eat("all names of") {
        let cards = crate::grammar::noun::filter(p)?;
        return matches!(cards.kind, Kind::Card(_)).then(|| vec![Modification::AllNames(Box::new(cards))]); // 612.7
    }
    abilities(p)
}

/// A list of keywords and quoted abilities, as granted (113.10), with their activation instructions (113.10a).
pub fn abilities(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    if let Some(abilities) = p.attempt(crate::grammar::sticker::abilities) {
        return Some(vec![abilities]);
    }
    let lists = p.list("and", |p| {
        // "with vigilance and all creature types"
        if p.eat("all creature types") {
            return Some(vec![Modification::AllCreatureTypes]);
        }
        Some(granted(p)?.into_iter().map(|a| Modification::AddAbility(Arc::new(a))).collect())
    })?;
    Some(lists.into_iter().flatten().collect())
}

/// One of several abilities of which one is chosen.
pub fn abilities_one(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    granted(p).map(|all| all.into_iter().map(|a| Modification::AddAbility(Arc::new(a))).collect())
}

/// One keyword or quoted ability.
fn granted(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    if let Some(quoted) = p.attempt(|p| quoted(p)).or_else(|| crate::grammar::ability::unquoted(p)) {
        return Some(quoted);
    }
    let _ = p.eat("gains") || p.eat("has");
    if let Some(keyword) = p.attempt(keyword::at_its_mana_cost) {
        return Some(vec![Ability::Keyword(keyword)]);
    }
    keyword(p).map(|k| vec![Ability::Keyword(k)])
}

/// After "can": what these may do beyond the usual.
fn can(p: &mut Parser<'_>, subject: &Selector) -> Option<Permission> {
    let subject = subject.clone();
    if let Some(this_turn) = p.attempt(|p| {
        p.expect("attack")?;
        let this_turn = p.eat("this turn");
        p.expect("as though")?;
        p.eat_any(&["it didn't have", "they didn't have", "it did n't have"])?;
        p.expect("defender")?;
        Some(this_turn)
    }) {
        if this_turn {
            p.scope.early = Some(lawmage_ir::Duration::EndOfTurn);
        }
        return Some(Permission::AttackDespiteDefender(subject));
    }
    if let Some(freely) = p.attempt(|p| super::required::attack_as_though(p, &subject)) {
        return Some(freely);
    }
    if p.eat("boast twice during each of your turns rather than once") {
        let yours = |filter: &Filter| filter.test.conjuncts().contains(&Test::Controlled(Who::You));
        if !matches!(&subject, Selector::All(filter) if yours(filter)) {
            return p.fail("creatures you control");
        }
        return Some(Permission::BoastTwice(subject));
    }
    if p.eat("assign combat damage as though it weren't blocked") {
        return Some(Permission::AssignAsUnblocked(subject));
    }
    // "Enchanted creature's controller may have it …": whoever controls it decides as damage is assigned (510.1c).
    if let Selector::Players(Who::Controller(it)) = &subject
        && p.eat("have it assign its combat damage as though it weren't blocked")
    {
        return Some(Permission::AssignAsUnblocked(Selector::Ref((**it).clone())));
    }
    crate::grammar::permission::blocking(p, subject)
}

fn assigns(p: &mut Parser<'_>, subject: &Selector) -> Option<Permission> {
    if p.eat("no combat damage") {
        return Some(Permission::AssignNone(subject.clone()));
    }
    let _ = p.eat("combat damage equal to its toughness rather than its power")
        || p.eat("combat damage equal to their toughness rather than their power");
    (p.last().is_some_and(|t| &*t.text == "power")).then(|| Permission::AssignToughness(subject.clone()))
}

/// "saddles Mounts and crews Vehicles as though its power were 2 greater", "crews Vehicles using its toughness rather than its
/// power" (702.122b).
fn crews(p: &mut Parser<'_>, subject: &Selector) -> Option<Permission> {
    let which = p.eat_any(&[
        "saddles mounts and crews vehicles",
        "saddle mounts and crew vehicles",
        "crews vehicles",
        "crew vehicles",
    ])?;
    let more = match p.eat_any(&[
        "as though its power were",
        "as though their power were",
        "using its toughness rather than its power",
        "using their toughness rather than their power",
    ])? {
        0 | 1 => {
            let more = amount::amount(p)?;
            p.expect("greater")?;
            Some(more)
        }
        _ => None,
    };
    Some(Permission::CrewAs { what: subject.clone(), more, saddles: which < 2 })
}

/// "doesn't untap during its controller's untap step"; a "next" untap step is a duration and stays.
fn untap_step(p: &mut Parser<'_>, subject: &Selector) -> Option<Vec<Continuous>> {
    p.advance();
    p.expect("untap")?;
    let cant = vec![Continuous::Cant(Prohibition::UntapStep(subject.clone()))];
    let next = p.clone().attempt(|p| {
        p.expect("during")?;
        player::possessive(p)?;
        p.eat_any(&["next untap step", "next untap steps"])
    });
    // "During that player's next untap step, creatures they control don't untap."
    let before = p.tokens()[..p.pos()].iter().rev().take_while(|token| &*token.text != ".");
    let of_step = p.scope.framed && p.at_stop() && before.map(|token| &*token.text).any(|word| word == "step");
    if next.is_some() || of_step {
        return Some(cant);
    }
    p.expect("during")?;
    if p.eat_any(&["their controllers 's", "its controller 's"]).is_none() {
        player::possessive(p)?;
    }
    p.eat_any(&["untap step", "untap steps"])?;
    if let (true, Selector::Ref(it)) = (p.at("unless that player"), subject) {
        p.scope.mention(crate::parse::Referent::player(Who::Controller(Box::new(it.clone()))));
    }
    Some(cant)
}

/// All creatures.
#[must_use]
pub fn creatures() -> Filter {
    Filter::new(Kind::Permanent, Test::Type(lawmage_ir::CardType::Creature))
}

/// What is said of players by "can't": "can't gain life", "can't cast noncreature spells".
pub fn players_cant(p: &mut Parser<'_>, who: &Who) -> Option<Vec<Continuous>> {
    let one = |p: &mut Parser<'_>| match p.attempt(|p| prohibition::playing(p, who)) {
        Some(all) => Some(all),
        None => prohibition::players(p, who).map(|one| vec![one]),
    };
    let mut all = one(p)?;
    // "can't lose the game or win the game"
    while let Some(more) = p.attempt(|p| {
        p.expect("or")?;
        one(p)
    }) {
        all.extend(more);
    }
    Some(all.into_iter().map(Continuous::Cant).collect())
}
