//! Keywords that are given without their cost, which a sentence after says: "It gains flashback. Its flashback cost is equal to its
//! mana cost."; and sentences that change the cost of a keyword before them.

use lawmage_ir::visit::{self, Go};
use lawmage_ir::{
    Ability, ActivationLimits, Amount, Cost, CostDelta, CostPart, Keyword, KeywordAbility, KeywordParam, ManaCost,
    ManaSymbol, Ref, Stat,
};

use super::build;
use crate::grammar::ability::annotation::{self, changed};
use crate::grammar::{amount, cost};
use crate::keywords::Filling;
use crate::lex::TokenKind;
use crate::parse::{Parser, Scope};

/// The keywords that are given so.
const AT_IT: [(&str, Keyword); 12] = [
    ("flashback", Keyword::Flashback),
    ("scavenge", Keyword::Scavenge),
    ("blitz", Keyword::Blitz),
    ("replicate", Keyword::Replicate),
    ("mayhem", Keyword::Mayhem),
    ("escape", Keyword::Escape),
    ("embalm", Keyword::Embalm),
    ("encore", Keyword::Encore),
    ("harmonize", Keyword::Harmonize),
    ("foretell", Keyword::Foretell),
    ("madness", Keyword::Madness),
    ("plot", Keyword::Plot),
];

/// "flashback", of which a sentence after says that its cost is the card's mana cost.
pub fn at_its_mana_cost(p: &mut Parser<'_>) -> Option<KeywordAbility> {
    let (word, keyword) = *AT_IT.iter().find(|(word, _)| p.eat(word))?;
    let told = if p.eat("— its mana cost") {
        more(p)?
    } else if p.peek().is_some_and(|t| t.kind == TokenKind::Symbol) || p.at("—") {
        return None;
    } else {
        let told = told_later(p, word);
        p.scope.costless = Some((word, !told.is_plain()));
        told
    };
    if keyword == Keyword::Flashback {
        return build(p, keyword, word, KeywordParam::None, &Filling::default());
    }
    let filling = Filling { cost: Some(told.printed()), ..Filling::default() };
    let mut parts = vec![CostPart::ManaCostOf(Ref::This, told.less)];
    parts.extend(told.more.map(|(cost, _)| cost.parts).unwrap_or_default());
    build(p, keyword, word, KeywordParam::Cost(Cost { parts }), &filling)
}

/// What such a sentence says.
#[derive(Default)]
struct Told {
    /// "reduced by {2}"
    less: Option<ManaCost>,
    /// "plus exile three other cards from your graveyard", and how it is printed.
    more: Option<(Cost, String)>,
}

impl Told {
    const fn is_plain(&self) -> bool {
        self.less.is_none() && self.more.is_none()
    }

    /// The cost, as definitions of keywords have it.
    fn printed(&self) -> String {
        let less = self.less.as_ref().map(|mana| format!(" reduced by {mana}")).unwrap_or_default();
        let more = self.more.as_ref().map(|(_, printed)| format!(", {printed}")).unwrap_or_default();
        format!("Pay ~'s mana cost{less}{more}")
    }
}

/// What the sentence after the one at hand says of the cost.
fn told_later(p: &Parser<'_>, word: &'static str) -> Told {
    let mut ahead = p.clone();
    while !ahead.at_stop() {
        ahead.advance();
    }
    ahead.eat(".");
    said(&mut ahead, word).unwrap_or_default()
}

/// "Its flashback cost is equal to its mana cost.", after a keyword without one.
pub(crate) fn equal_to_mana_cost(p: &mut Parser<'_>) -> Option<()> {
    let (word, more) = p.scope.costless?;
    said(p, word).filter(|told| told.is_plain() != more).map(|_| ())
}

fn said(p: &mut Parser<'_>, word: &'static str) -> Option<Told> {
    p.attempt(|p| {
        p.eat_any(&["the", "its"])?;
        p.expect(word)?;
        p.expect("cost is equal to")?;
        p.eat_any(&["its mana cost", "that card 's mana cost", "the card 's mana cost"])?;
        if word == "flashback" { Some(Told::default()) } else { more(p) }
    })
}

/// "reduced by {2}", "plus exile three other cards from your graveyard".
fn more(p: &mut Parser<'_>) -> Option<Told> {
    let mut told = Told::default();
    if p.eat("reduced by") {
        p.eat("up to");
        told.less = Some(p.mana_cost()?);
    } else if p.eat("plus") || p.comma() {
        let start = p.pos();
        // "Other" is than the card that has the keyword, whatever was spoken of before.
        let mut reader = Parser::new(p.source(), p.tokens(), Scope::new(p.scope.face.clone()), p.reading());
        reader.go_back_to(start);
        let cost = cost::cost(&mut reader)?;
        while p.pos() < reader.pos() {
            p.advance();
        }
        told.more = Some((cost, p.printed_since(start).to_owned()));
    }
    Some(told)
}

/// "Equip {3}. This ability costs {1} less to activate for each other Equipment you control.", "Flashback {8}. This spell costs {X} less
/// to cast this way, where X is …", "Disguise {5}. This cost is reduced by {1} for each …" (601.2f): said of the cost.
pub(super) fn changed_cost(p: &mut Parser<'_>, ability: &mut KeywordAbility) -> Option<()> {
    p.expect(".")?;
    if p.eat("x can't be 0") {
        return x_is_more(p, ability);
    }
    if p.eat("activate only once each turn") {
        return once_each_turn(p, ability);
    }
    if let Some(change) = p.attempt(by_its_target) {
        return cheaper_by_target(p, ability, change);
    }
    let change = if p.eat("this ability costs") {
        changed(p, "to activate")?
    } else if p.eat("~ costs") {
        changed(p, "to cast this way")?
    } else {
        p.expect("this cost is reduced by")?;
        let mana = p.mana_cost()?;
        CostPart::Change(CostDelta::Less(mana), amount::for_each(p)?, None)
    };
    let (KeywordParam::Cost(cost) | KeywordParam::QualityCost(_, cost)) = &mut ability.param else {
        return p.fail("a keyword with a cost");
    };
    let mut means = ability.means.to_vec();
    visit::walk_mut(&mut means, &mut |node| match node.get_mut::<Cost>() {
        Some(own) if *own == *cost => {
            own.parts.push(change.clone());
            Go::Past
        }
        _ => Go::Into,
    });
    cost.parts.push(change);
    ability.means = means.into();
    Some(())
}

/// "Suspend X—{X}{2}{U}. X can't be 0.": said of the one activated ability that the keyword means (107.3a).
fn x_is_more(p: &mut Parser<'_>, ability: &mut KeywordAbility) -> Option<()> {
    let mut means = ability.means.to_vec();
    let [only] = means.iter_mut().filter_map(with_x).collect::<Vec<_>>().try_into().ok()?;
    let limits: &mut ActivationLimits = only;
    annotation::require(&mut limits.condition, annotation::some_x());
    if ability.means.iter().any(|a| !matches!(a, Ability::Activated(_) | Ability::Triggered(_))) {
        return p.fail("a keyword that is activated");
    }
    ability.means = means.into();
    Some(())
}

/// "This ability costs {X} less to activate, where X is the power of the creature it targets.", "… {1} less to activate for each color
/// of the creature it targets."
fn by_its_target(p: &mut Parser<'_>) -> Option<CostPart> {
    p.expect("this ability costs")?;
    let mana = p.mana_cost()?;
    p.expect("less to activate")?;
    let one = ManaCost(std::iter::once(ManaSymbol::Generic(1)).collect());
    let stat = if mana.0.as_slice() == [ManaSymbol::X] {
        p.expect(", where x is the power of the creature it targets")?;
        Stat::Power
    } else {
        p.expect("for each color of the creature it targets")?;
        Stat::Colors
    };
    let mana = if stat == Stat::Power { one } else { mana };
    Some(CostPart::Change(CostDelta::Less(mana), Amount::Stat(stat, Ref::Target(0)), None))
}

/// Said of the one ability that the keyword means, with one target.
fn cheaper_by_target(p: &mut Parser<'_>, ability: &mut KeywordAbility, change: CostPart) -> Option<()> {
    let mut means = ability.means.to_vec();
    let [Ability::Activated(only)] = means.as_mut_slice() else { return p.fail("a keyword that is activated") };
    if ability.keyword != Keyword::Equip {
        return p.fail("an equip ability");
    }
    only.cost.parts.push(change);
    ability.means = means.into();
    Some(())
}

/// "Equip {0}. Activate only once each turn.": said of the one activated ability that the keyword means (602.5b).
fn once_each_turn(p: &mut Parser<'_>, ability: &mut KeywordAbility) -> Option<()> {
    let mut means = ability.means.to_vec();
    let [Ability::Activated(only)] = means.as_mut_slice() else { return p.fail("a keyword that is activated") };
    let limited = matches!(ability.keyword, Keyword::Equip | Keyword::Crew);
    if !limited || only.limits.per_turn.replace(1).is_some() {
        return p.fail("an equip or crew ability");
    }
    ability.means = means.into();
    Some(())
}

/// The limits of an activated ability with X in its cost.
fn with_x(ability: &mut Ability) -> Option<&mut ActivationLimits> {
    match ability {
        Ability::Activated(activated) if activated.cost.has_x() => Some(&mut activated.limits),
        _ => None,
    }
}
