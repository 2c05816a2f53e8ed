//! Which abilities are mana abilities (605), and on what their mana may be spent (106.6).

use lawmage_ir::visit;
use lawmage_ir::{
    Brought, Continuous, CostUse, Duration, EventPattern, Filter, Instruction, Kind, ManaRider, Program, Prohibition,
    Ref, Selector, Test, Who,
};

use crate::grammar::noun;
use crate::parse::Parser;

/// 605.1a: no target, and it could add mana when it resolves, though perhaps not now (605.2). Loyalty abilities are
/// excluded by the caller; spells are never asked (605.5b).
pub(crate) fn is_mana(program: &Program) -> bool {
    let targets = program.modes.iter().any(|m| !m.targets.is_empty());
    let mut adds = false;
    visit::clauses(&program.modes, |clause| adds |= matches!(clause.does, Instruction::AddMana { .. }));
    !targets && adds
}

/// 605.1b, 605.5a: it triggers from a mana ability or mana, has no target, and could add mana.
pub(crate) fn is_triggered_mana(event: &EventPattern, program: &Program) -> bool {
    fn from_mana(event: &EventPattern) -> bool {
        match event {
            EventPattern::TappedForMana { .. } | EventPattern::ProducesMana { .. } => true,
            EventPattern::While(inner, _) | EventPattern::Nth(inner, _) => from_mana(inner),
            _ => false,
        }
    }
    from_mana(event) && is_mana(program)
}

/// Puts the rider on every instruction that adds mana.
pub(crate) fn attach_rider(program: &mut Program, rider: &ManaRider) -> Option<()> {
    let mut found = false;
    visit::clauses_mut(&mut program.modes, |clause| {
        if let Instruction::AddMana { rider: place, .. } = &mut clause.does {
            *place = Some(Box::new(rider.clone()));
            found = true;
        }
    });
    found.then_some(())
}

/// How a sentence begins that says on what mana may be spent.
pub(crate) const SPEND_ONLY: &[&str] =
    &["spend this mana only to", "spend this mana only on", "this mana can't be spent to"];

/// The verbs of what mana may be spent on.
const USES: &[&str] = &["cast", "activate", "turn", "unlock", "pay", "foretell", "gain"];

/// "Spend this mana only to cast creature spells or activate abilities of creatures", and what happens then.
pub(crate) fn rider(p: &mut Parser<'_>) -> Option<ManaRider> {
    if let Some(rider) = p.attempt(not_to_cast) {
        return Some(rider);
    }
    if p.eat("this mana can't be spent to pay generic mana costs") {
        return Some(ManaRider { not_generic: true, ..ManaRider::default() });
    }
    if p.eat("spend this mana only on costs that contain {X}") {
        return Some(ManaRider { costs: vec![CostUse::WithX], ..ManaRider::default() });
    }
    p.expect("spend this mana only to")?;
    let mut rider = ManaRider::default();
    loop {
        match p.eat_any(USES)? {
            0 => rider.spells = Some(spells(p)?),
            1 if let Some(keyword) = p.attempt(keyword_ability) => rider.costs.push(CostUse::Abilities(keyword)),
            1 => {
                p.eat_any(&["abilities", "an ability"])?;
                let source = if p.eat("of") {
                    p.eat_any(&["a", "an"]);
                    let filter = noun::filter(p)?;
                    let sources = p.eat("sources") || p.eat("source");
                    let _ = sources;
                    filter
                } else {
                    Filter::new(Kind::Object, Test::Any)
                };
                rider.abilities = Some(source);
            }
            2 => {
                p.eat_any(&["a", "an"]);
                let what = noun::filter(p)?;
                if what.kind != Kind::Permanent {
                    return p.fail("permanents");
                }
                p.expect("face up")?;
                rider.costs.push(CostUse::TurningUp(what));
            }
            3 => {
                p.eat_any(&["doors", "a door"])?;
                rider.costs.push(CostUse::Unlocking);
            }
            4 if p.eat("a mana cost to turn a manifested creature face up") => rider.costs.push(CostUse::ManifestedUp),
            4 if let Some(keyword) = p.attempt(keyword_cost) => rider.costs.push(CostUse::OfKeyword(keyword)),
            4 => {
                let contain = p.eat_any(&["a cost that contains {X}", "a cost that contains {C}"])?;
                rider.costs.push(if contain == 0 { CostUse::WithX } else { CostUse::WithColorless });
            }
            5 => {
                p.eat_any(&["cards", "a card from your hand", "a card"])?;
                rider.costs.push(CostUse::Foretelling);
            }
            6 => {
                p.eat_any(&["a class level", "class levels"])?;
                rider.costs.push(CostUse::ClassLevels);
            }
            _ => return p.fail("cast or activate"),
        }
        // 106.6: what the mana brings to the spell it is spent on.
        if p.eat_any(&[", and that spell can't be countered", "and that spell can't be countered"]).is_some() {
            if rider.abilities.is_some() || !rider.costs.is_empty() {
                return p.fail("mana for spells alone");
            }
            rider.on_spell.push(Continuous::Cant(Prohibition::Counter(Selector::Ref(Ref::This))));
            return Some(rider);
        }
        if !(p.eat_any(&[", or to", ", or", "or to", "or", "and"]).is_some() || p.attempt(another_use).is_some()) {
            return Some(rider);
        }
    }
}

/// "an equip ability".
fn keyword_ability(p: &mut Parser<'_>) -> Option<lawmage_ir::Keyword> {
    p.eat_any(&["a", "an"])?;
    let keyword = noun::word::keyword_word(p)?;
    p.expect("ability").map(|()| keyword)
}

/// "a morph cost", "cumulative upkeep costs".
fn keyword_cost(p: &mut Parser<'_>) -> Option<lawmage_ir::Keyword> {
    use lawmage_ir::Keyword;
    match p.eat_any(&["a morph cost", "morph costs", "cumulative upkeep costs"])? {
        0 | 1 => Some(Keyword::Morph),
        _ => Some(Keyword::CumulativeUpkeep),
    }
}

/// The comma before another use, in a list of three.
fn another_use(p: &mut Parser<'_>) -> Option<()> {
    p.expect(",")?;
    p.at_any(USES).then_some(())
}

/// "creature spells", "spells from your graveyard", "your commander", "spells with mana value 5 or greater or spells with {X} in
/// their mana costs".
fn spells(p: &mut Parser<'_>) -> Option<Filter> {
    if p.eat("your commander") {
        return Some(Filter::new(Kind::Spell, crate::grammar::condition::your_commander()));
    }
    let mut either = vec![such_spells(p)?];
    while let Some(more) = p.attempt(|p| {
        p.expect("or")?;
        such_spells(p)
    }) {
        either.push(more);
    }
    let test = if either.len() == 1 { either.remove(0) } else { Test::Or(either) };
    Some(Filter::new(Kind::Spell, test))
}

fn such_spells(p: &mut Parser<'_>) -> Option<Test> {
    p.eat_any(&["a", "an"]);
    let filter = noun::filter(p)?;
    if filter.kind != Kind::Spell {
        return p.fail("spells");
    }
    if !p.eat("from") {
        return Some(filter.test);
    }
    let (zones, own) = noun::after::cast_zones(p)?;
    Some(Test::all([filter.test, Test::CastFrom(zones)].into_iter().chain(own.then_some(Test::Owned(Who::You)))))
}

/// "If that mana is spent on a creature spell, it gains haste until end of turn": what one mana of it brings to a spell (106.6).
pub(crate) fn brought(p: &mut Parser<'_>) -> Option<Brought> {
    p.eat_any(SPENT_ON)?;
    let spells = if p.eat("your commander") {
        Filter::new(Kind::Spell, crate::grammar::condition::your_commander())
    } else {
        p.eat_any(&["a", "an"])?;
        noun::filter(p)?
    };
    if spells.kind != Kind::Spell {
        return p.fail("spells");
    }
    p.expect(",")?;
    // It speaks of the spell alone.
    let referents = std::mem::take(&mut p.scope.referents);
    let read = said_of_spell(p);
    p.scope.referents = referents;
    let (effect, duration) = read?;
    if !p.at_stop() {
        return p.fail("the end of the sentence");
    }
    Some(Brought { spells, effects: vec![effect], duration })
}

/// How a sentence begins that says what mana brings.
pub(crate) const SPENT_ON: &[&str] = &[
    "if that mana is spent on",
    "if this mana is spent on",
    "if that mana is spent to cast",
    "if you spend this mana to cast",
    "if this mana is spent to cast",
];

fn said_of_spell(p: &mut Parser<'_>) -> Option<(Continuous, Duration)> {
    let it = || Selector::Ref(Ref::This);
    if p.eat("that spell can't be countered") {
        return Some((Continuous::Cant(Prohibition::Counter(it())), Duration::Forever));
    }
    p.eat_any(&["it", "that spell", "that creature", "that permanent"])?;
    if p.eat("gains") {
        let mods = crate::grammar::continuous::abilities(p)?;
        let duration = p.attempt(crate::grammar::duration::duration).unwrap_or(Duration::Forever);
        return Some((Continuous::Modify { what: it(), mods }, duration));
    }
    p.expect("enters")?;
    let replacement = crate::grammar::replacement::itself_entering(p)?;
    match &replacement.instead {
        lawmage_ir::Instead::Enter(entering)
            if !entering.tapped && entering.first.is_empty() && entering.counters.len() == 1 => {}
        _ => return p.fail("counters"),
    }
    Some((Continuous::Replace(Box::new(replacement)), Duration::Forever))
}

/// "This mana can't be spent to cast a nonartifact spell": on anything else it can (106.6).
pub(crate) fn not_to_cast(p: &mut Parser<'_>) -> Option<ManaRider> {
    p.expect("this mana can't be spent to cast")?;
    p.eat_any(&["a", "an"]);
    let filter = noun::filter(p)?;
    if filter.kind != Kind::Spell {
        return p.fail("spells");
    }
    Some(ManaRider { not_spells: Some(filter), ..ManaRider::default() })
}
