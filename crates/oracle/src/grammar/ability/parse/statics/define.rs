//! Characteristic-defining abilities (604.3), and what is said of all of a kind or of what was said before.

use lawmage_ir::{
    Ability, AbilitySort, Amount, ColorSet, Continuous, Filter, Keyword, KeywordAbility, Kind, Modification,
    Permission, Ref, Selector, Stat, Subtype, SubtypeKind, THIS, Test, TypeLine, Who, Zone, ZoneSet, visit,
};

use super::Rule;
use crate::grammar::effect::same_is_true::{Other, others, said_of};
use crate::grammar::{amount, noun};
use crate::parse::Parser;

/// "~'s power and toughness are each equal to …", "~ is every creature type", "~ is colorless".
pub(crate) fn defining(p: &mut Parser<'_>) -> Option<Rule> {
    p.first(&[size, changeling, nonbasic, devoid, also])
}

fn rule(mods: Vec<Modification>) -> Rule {
    // 604.3: they function in all zones.
    let effect = Continuous::Modify { what: THIS, mods };
    Rule { defines: true, ..Rule::in_zones(effect, ZoneSet::ANYWHERE) }
}

fn size(p: &mut Parser<'_>) -> Option<Rule> {
    // "As long as ~ isn't attacking, its power and toughness are each equal to …"
    p.eat_any(&["~ 's", "its"])?;
    let (power, toughness) = match p.eat_any(&["power and toughness are each", "power is", "toughness is"])? {
        0 => {
            let n = match p.eat("equal to") {
                true => amount::defined(p)?,
                false => Amount::Const(p.number()?),
            };
            (Some(n.clone()), Some(n))
        }
        1 => {
            p.expect("equal to")?;
            let power = Some(amount::defined(p)?);
            p.scope.number.clone_from(&power);
            let toughness = p.attempt(|p| {
                p.eat_any(&["and its toughness is equal to", "and ~ 's toughness is equal to"])?;
                if let Some(Amount::Total(Stat::Power, those)) = &power
                    && p.eat("their total toughness")
                {
                    return Some(Amount::Total(Stat::Toughness, those.clone()));
                }
                amount::defined(p)
            });
            (power, toughness)
        }
        _ => {
            p.expect("equal to")?;
            (None, Some(amount::defined(p)?))
        }
    };
    plain(&power)?;
    plain(&toughness)?;
    Some(rule(vec![Modification::SetPowerToughness(power, toughness)]))
}

/// 604.3a: of its own characteristics, always. A definition needs a number that is not the spell's X.
fn plain(number: &Option<Amount>) -> Option<()> {
    (*number != Some(Amount::X)).then_some(())
}

fn changeling(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("~ is every creature type")?;
    Some(rule(vec![Modification::AllCreatureTypes]))
}

/// "~ is every nonbasic land type." (205.3i)
fn nonbasic(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("~ is every nonbasic land type")?;
    let such = |s: &Subtype| s.kind() == SubtypeKind::Land && !Subtype::BASIC_LANDS.contains(s);
    let subtypes = Subtype::all().filter(such).collect();
    Some(rule(vec![Modification::AddTypes(TypeLine { subtypes, ..TypeLine::default() })]))
}

/// "~ is also a Cleric, Rogue, Warrior, and Wizard."
fn also(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("~ is also")?;
    p.eat_any(&["a", "an"])?;
    let one = |p: &mut Parser<'_>| {
        let token = p.peek().filter(|t| t.capital)?;
        let subtype = p.lexicon().subtype(p.printed(token))?;
        p.advance();
        Some(subtype)
    };
    let subtypes = p.list("and", one)?.into_iter().collect();
    let line = lawmage_ir::TypeLine { subtypes, ..lawmage_ir::TypeLine::default() };
    Some(rule(vec![Modification::AddTypes(line)]))
}

fn devoid(p: &mut Parser<'_>) -> Option<Rule> {
    if p.eat("~ is all colors") {
        return Some(rule(vec![Modification::SetColors(ColorSet::ALL)]));
    }
    p.expect("~ is colorless")?;
    Some(rule(vec![Modification::SetColors(ColorSet::COLORLESS)]))
}

/// "The same is true for creature spells you control and creature cards you own that aren't on the battlefield."
pub(super) fn same_for(p: &mut Parser<'_>) -> Option<Vec<Filter>> {
    p.expect("the same is true for")?;
    p.list("and", |p| {
        let noun = noun::noun(p)?;
        let zones = matches!(noun.filter.kind, Kind::Card(zones) if zones != ZoneSet::default());
        (noun.plural && (zones || noun.filter.kind == Kind::Spell)).then_some(noun.filter)
    })
}

/// "[Each opponent who controls more creatures than you can't cast creature spells.] The same is true for artifacts and
/// enchantments.": the same, wherever it says the one card type.
pub(super) fn of_other_types(p: &mut Parser<'_>, all: &mut Vec<Continuous>) -> Option<()> {
    if !p.eat(". the same is true for") {
        return Some(());
    }
    let types = p.list("and", |p| {
        let (of, plural) = noun::word::card_type(p.word())?;
        p.advance();
        plural.then_some(of)
    })?;
    let said = all.clone();
    let mut one = Vec::new();
    visit::each(&said, |test: &Test| one.extend(if let Test::Type(of) = test { Some(*of) } else { None }));
    if one.len() < 2 || one.windows(2).any(|two| two.first() != two.last()) {
        return p.fail("one card type that is spoken of throughout");
    }
    for of in types {
        let mut same = said.clone();
        visit::walk_mut(&mut same, &mut |node| {
            if let Some(Test::Type(said)) = node.get_mut::<Test>() {
                *said = of;
            }
            visit::Go::Into
        });
        all.extend(same);
    }
    Some(())
}

/// "All cards that aren't on the battlefield, spells, and permanents": every object that is or stands for a card, wherever it is.
pub(super) fn everything(p: &mut Parser<'_>) -> Option<Selector> {
    p.expect("all cards that aren't on the battlefield , spells , and permanents").map(|()| everywhere())
}

/// Cards that aren't on the battlefield, spells, and permanents.
pub(crate) fn everywhere() -> Selector {
    let elsewhere = ZoneSet::BATTLEFIELD.union(ZoneSet::of(Zone::Stack)).complement();
    let all = |kind| Selector::All(Filter::new(kind, Test::Any));
    Selector::Union(vec![all(Kind::Card(elsewhere)), all(Kind::Spell), all(Kind::Permanent)])
}

/// "You may activate each of those abilities only once each turn.", of activated abilities that are taken over.
pub(super) fn only_once(p: &mut Parser<'_>, before: Option<&mut Ability>) -> Option<()> {
    p.expect("you may activate each of those abilities only once each turn")?;
    let Some(Ability::Static(before)) = before else { return p.fail("abilities that are taken over") };
    let [Continuous::Modify { mods, .. }] = before.effects.as_mut_slice() else { return p.fail("one effect before") };
    let [Modification::AbilitiesOf(sort @ AbilitySort::Activated, _)] = mods.as_mut_slice() else {
        return p.fail("activated abilities that are taken over");
    };
    *sort = AbilitySort::ActivatedOnce;
    Some(())
}

/// "The same is true for first strike, landwalk, and vigilance."
pub(super) fn same_keywords(p: &mut Parser<'_>) -> Option<Vec<Other>> {
    p.expect("the same is true for")?;
    others(p)
}

/// The one static ability before, of each of the other keywords: abilities of their own, which hold or don't by themselves.
pub(super) fn said_of_others(before: &[Ability], others: &[Other]) -> Option<Vec<Ability>> {
    let modifies = |effect: &Continuous| matches!(effect, Continuous::Modify { .. });
    match before {
        [Ability::Static(before)] if before.effects.iter().all(modifies) => {
            Some(said_of(before, others)?.into_iter().map(Ability::Static).collect())
        }
        _ => None,
    }
}

/// What the one effect before says of some objects, of others.
pub(super) fn same_said(effects: &mut Vec<Continuous>, others: Vec<Filter>) -> Option<()> {
    let [Continuous::Modify { what: Selector::All(_), mods }] = effects.as_slice() else { return None };
    let mods = mods.clone();
    effects.extend(others.into_iter().map(|f| Continuous::Modify { what: Selector::All(f), mods: mods.clone() }));
    Some(())
}

/// "This effect doesn't remove this Aura.", "… Auras." (702.16n), "… Auras and Equipment you control that are already attached to it."
/// (702.16p): what stays attached.
pub(super) fn not_removed(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("this effect doesn't remove")?;
    let already = p.eat("auras and equipment you control that are already attached to it");
    let test = if already {
        let sorts = [Subtype::AURA, Subtype::EQUIPMENT].map(Test::Subtype);
        Test::all([Test::Or(sorts.into()), Test::Controlled(Who::You)])
    } else if p.eat("~") {
        Test::Is(Ref::This)
    } else {
        p.expect("auras")?;
        Test::Subtype(Subtype::AURA)
    };
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    Some(Permission::StayAttached(Filter::permanent(test), already))
}

/// That is said of the protection that the sentence before gives (702.16n).
pub(super) fn tell_not_removed(p: &mut Parser<'_>, spared: Permission, before: Option<&mut Ability>) -> Option<()> {
    let is_protection = |ability: &KeywordAbility| ability.keyword == Keyword::Protection;
    match before {
        Some(Ability::Static(before)) if visit::any(&*before, is_protection) => {
            before.effects.push(Continuous::May(spared));
            Some(())
        }
        _ => p.fail("protection that is given before"),
    }
}
