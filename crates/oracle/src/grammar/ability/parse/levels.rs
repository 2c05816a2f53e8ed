//! Striated text boxes: class level bars (716.2) and level symbols (711.2). What stands in a striation is granted by one
//! static ability.

use std::sync::Arc;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, CardType, Clause, Cmp, Condition, Continuous, CounterKind,
    Instruction, Modification, Program, Ref, Selector, StaticAbility, TypeLine, TypeSet, ZoneSet,
};

use crate::grammar::{ability, continuous, cost};
use crate::lex::TokenKind;
use crate::parse::Parser;

/// A striation being read: when it counts, and what it grants.
#[derive(Clone, Debug)]
pub struct Striation {
    condition: Condition,
    mods: Vec<Modification>,
}

impl Striation {
    /// Adds what a line of it says.
    pub fn take(&mut self, abilities: Vec<Ability>) {
        self.mods.extend(abilities.into_iter().map(|a| Modification::AddAbility(Arc::new(a))));
    }

    /// The static ability that it is; `None` where it grants nothing.
    pub fn ability(self) -> Option<Ability> {
        if self.mods.is_empty() {
            return None;
        }
        let what = Selector::Ref(Ref::This);
        Some(Ability::Static(StaticAbility {
            zones: ZoneSet::BATTLEFIELD,
            condition: Some(self.condition),
            effects: vec![Continuous::Modify { what, mods: self.mods }],
            defines: false,
        }))
    }
}

fn level(cmp: Cmp, n: i32) -> Condition {
    Condition::Compare(Amount::Level(Ref::This), cmp, Amount::Const(n))
}

/// "{1}{G}: Level 2": the activated ability of a class level bar, and the striation it begins (107.16, 107.16a, 716.2a). What
/// stands before the first bar has no condition (716.3).
pub fn bar(p: &mut Parser<'_>) -> Option<(Option<Ability>, Striation)> {
    let cost = cost::cost(p)?;
    p.expect(": level")?;
    let n = p.number()?;
    ability::end(p)?;
    let becomes = Instruction::SetLevel(Selector::Ref(Ref::This), Amount::Const(n));
    let activated = ActivatedAbility {
        cost,
        program: Program::plain(Vec::new(), vec![Clause::from(becomes)]),
        zones: ZoneSet::BATTLEFIELD,
        limits: ActivationLimits {
            sorcery: true,
            condition: Some(level(Cmp::Equal, n - 1)),
            ..ActivationLimits::default()
        },
        by: None,
        mana: false,
        loyalty: false,
    };
    Some((Some(Ability::Activated(activated)), Striation { condition: level(Cmp::AtLeast, n), mods: Vec::new() }))
}

/// "LEVEL 1-4", "LEVEL 5+": a level symbol (107.8, 107.8a-b, 711.2a-b). Below the least, and outside the battlefield, nothing
/// changes the power and toughness printed (711.5, 711.6); abilities before the first symbol have no condition (711.4).
pub fn symbol(p: &mut Parser<'_>) -> Option<(Option<Ability>, Striation)> {
    p.expect("level")?;
    let text: String = {
        let mut text = String::new();
        while let Some(token) = p.peek() {
            text.push_str(&token.text);
            p.advance();
        }
        text
    };
    let counters = |cmp, n| {
        let kind = CounterKind::from_word("level");
        Condition::Compare(Amount::Counters(Some(kind), Ref::This), cmp, Amount::Const(n))
    };
    let condition = if let Some(least) = text.strip_suffix('+') {
        counters(Cmp::AtLeast, least.parse().ok()?)
    } else {
        let (least, most) = text.split_once(['-', '–'])?;
        let (least, most) = (least.parse().ok()?, most.parse().ok()?);
        Condition::And(vec![counters(Cmp::AtLeast, least), counters(Cmp::AtMost, most)])
    };
    Some((None, Striation { condition, mods: Vec::new() }))
}

/// "STATION 8+": a station symbol (2026:721.2a).
pub fn station(p: &mut Parser<'_>) -> Option<(Option<Ability>, Striation)> {
    p.expect("station")?;
    let least = p.number()?;
    p.expect("+")?;
    ability::end(p)?;
    let charges = Amount::Counters(Some(CounterKind::from_word("charge")), Ref::This);
    let condition = Condition::Compare(charges, Cmp::AtLeast, Amount::Const(least));
    Some((None, Striation { condition, mods: Vec::new() }))
}

/// "4/4" on a line of its own: the power/toughness box of a striation (711.2).
pub fn power_box(p: &mut Parser<'_>) -> Option<Modification> {
    let token = p.peek()?;
    if token.kind != TokenKind::PowerToughness {
        return p.fail("power and toughness");
    }
    let (power, toughness) = token.text.split_once('/')?;
    let sides = (continuous::side(p, power)?, continuous::side(p, toughness)?);
    p.advance();
    ability::end(p)?;
    Some(Modification::SetPowerToughness(Some(sides.0), Some(sides.1)))
}

impl Striation {
    /// Notes the power/toughness box. That of a station symbol makes it a creature, too (2026:721.2b).
    pub fn sized(&mut self, size: Modification, station: bool) {
        if station {
            let line = TypeLine { types: TypeSet::of(CardType::Creature), ..TypeLine::default() };
            self.mods.push(Modification::AddTypes(line));
        }
        self.mods.push(size);
    }
}
