//! Shields against damage that resolving spells and abilities make: prevention (615) and redirection (614.9).

use lawmage_ir::{
    Amount, CardType, Clause, Condition, Continuous, Duration, EventPattern, Filter, Instead, Instruction, Kind, Ref,
    Selector, Test, Who,
};

use super::effect::{anything, chosen_source, recipient, role, said_role};
use crate::grammar::effect::emit;
use crate::grammar::{amount, duration, selector};
use crate::parse::{Parser, Referent, Sort};

/// "all combat damage", "the next 3 damage": how much, where that is said, and whether combat damage or other.
fn damage(p: &mut Parser<'_>) -> Option<(Option<Amount>, Option<bool>)> {
    let amount = if p.eat("all") {
        None
    } else {
        p.expect("the next")?;
        Some(amount::amount(p)?)
    };
    let combat = p.eat_any(&["combat", "noncombat"]).map(|which| which == 0);
    p.expect("damage")?;
    Some((amount, combat))
}

/// "Prevent all combat damage that would be dealt to you this turn.", "Prevent the next 3 damage …" (615).
pub fn prevent(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("prevent")?;
    prevented(p, out)
}

/// The same after its verb, which may stand behind another: "… and prevent all damage that would be dealt to it this turn".
pub fn prevented(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (amount, combat) = damage(p)?;
    let chosen = p.attempt_into(out, |p, out| {
        let by = chosen_source(p, out)?;
        p.expect("would deal")?;
        Some(by)
    });
    if let Some(by) = chosen.or_else(|| p.attempt(|p| dealers(p))) {
        // "Prevent all damage creatures would deal this turn."
        let to = recipient(p)?;
        let framed = p.scope.framed.then_some(Duration::Forever);
        let duration = p.attempt(|p| duration::duration(p)).or(framed)?;
        crate::grammar::effect::chosen_before(p, out, out.len());
        out.push(shield(p, EventPattern::Damage { by, to, combat }, amount, duration));
        return Some(());
    }
    p.expect("that would be dealt")?;
    let early = p.attempt(|p| duration::duration(p));
    if let Some(amount) = &amount
        && let Some((over, share)) = p.attempt(|p| divided(p, amount))
    {
        let duration = early.or_else(|| p.attempt(|p| duration::duration(p)))?;
        let to = Filter::new(Kind::Object, Test::Is(Ref::Each));
        let body = vec![shield(p, EventPattern::Damage { by: anything(), to, combat }, Some(share), duration)];
        out.push(emit(p, Instruction::ForEach { over, body }));
        return Some(());
    }
    let (event, sides) = if p.eat("to and dealt by") {
        let what = said_role(p)?;
        let to = EventPattern::Damage { by: anything(), to: what.clone(), combat };
        let by = EventPattern::Damage { by: what, to: anything(), combat };
        (EventPattern::Or(vec![to, by]), Sides::default())
    } else {
        let sides = sides(p, out, amount.is_some())?;
        (sides.pattern(combat), sides)
    };
    let framed = p.scope.framed.then_some(Duration::Forever);
    let duration = early.or(sides.lasts).or_else(|| p.attempt(|p| duration::duration(p))).or(framed)?;
    let mut clause = shield(p, event, amount, duration);
    if let Some(over) = sides.shielded {
        clause = emit(p, Instruction::ForEach { over, body: vec![clause] });
    }
    out.push(clause);
    Some(())
}

/// "to any number of targets, divided as you choose" (601.2d): which, and the share of each.
fn divided(p: &mut Parser<'_>, amount: &Amount) -> Option<(Selector, Amount)> {
    p.expect("to")?;
    let target = u8::try_from(p.scope.targets.len()).ok()?;
    let picked = selector::one(p)?;
    if picked.selector != Selector::Ref(Ref::Target(target)) {
        return p.fail("targets");
    }
    p.comma();
    p.expect("divided as you choose")?;
    p.scope.targets.get_mut(usize::from(target))?.divide = Some(amount.clone());
    Some((picked.selector, Amount::Share(target)))
}

/// "All damage that would be dealt to you this turn is dealt to target creature instead.", "The next 1 damage that would be
/// dealt to ~ this turn is dealt to its owner instead." (614.9)
pub fn redirect(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (amount, combat) = damage(p)?;
    let chosen = p.attempt_into(out, |p, out| {
        p.expect("that")?;
        let by = chosen_source(p, out)?;
        p.expect("would deal")?;
        Some(by)
    });
    if chosen.is_none() {
        p.expect("that would be dealt")?;
    }
    let early = p.attempt(|p| duration::duration(p));
    let mut sides = sides(p, out, amount.is_some())?;
    sides.by = chosen.or(sides.by);
    if sides.shielded.is_some() {
        return p.fail("one of them");
    }
    let event = sides.pattern(combat);
    let duration = early.or(sides.lasts).or_else(|| p.attempt(|p| duration::duration(p)))?;
    p.expect("is dealt to")?;
    let there = selector::objects(p)?;
    there.mention(p);
    p.expect("instead")?;
    let instead = Instead::Redirect { to: there.selector, amount };
    let effects = vec![Continuous::Replace(Box::new(super::plain(event, instead)))];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// Who would deal the damage and to whom, as far as it is said.
#[derive(Default)]
struct Sides {
    by: Option<Filter>,
    to: Option<Filter>,
    /// Of whom each gets a shield of their own (615.11).
    shielded: Option<Selector>,
    /// For how long, where it is said among them.
    lasts: Option<Duration>,
}

impl Sides {
    fn pattern(&self, combat: Option<bool>) -> EventPattern {
        let said = |side: &Option<Filter>| side.clone().unwrap_or_else(anything);
        EventPattern::Damage { by: said(&self.by), to: said(&self.to), combat }
    }
}

/// "to target creature this turn by a source of your choice"; `amount`: it is so much damage, not all.
fn sides(p: &mut Parser<'_>, out: &mut Vec<Clause>, amount: bool) -> Option<Sides> {
    let mut said = Sides::default();
    while let Some(side) = p.eat_any(&["to", "by"]) {
        let source = if side == 1 { p.attempt_into(out, chosen_source) } else { None };
        if source.is_some() {
            said.by = source;
        } else if side == 0
            && let Some(both) = p.attempt(yours)
        {
            said.to = Some(both); // One shield around all of them (615.7).
        } else if side == 0
            && !amount
            && let Some(both) = p.attempt(you_and)
        {
            said.to = Some(both);
        } else {
            let picked = selector::objects(p)?;
            picked.mention(p);
            if side == 0 && amount && several(&picked.selector) {
                said.shielded = Some(picked.selector);
                said.to = Some(Filter::new(Kind::Object, Test::Is(Ref::Each)));
            } else if side == 0 {
                said.to = Some(role(p, picked.selector)?);
            } else {
                said.by = Some(role(p, picked.selector)?);
            }
        }
        said.lasts = said.lasts.or_else(|| p.attempt(|p| duration::duration(p)));
    }
    Some(said)
}

/// Whether "the next 1 damage" that would be dealt to these makes a shield around each of them (615.11).
const fn several(recipients: &Selector) -> bool {
    !matches!(recipients, Selector::Ref(_) | Selector::Players(Who::You | Who::Ref(_)))
}

/// A prevention effect that lasts.
fn shield(p: &mut Parser<'_>, event: EventPattern, amount: Option<Amount>, duration: Duration) -> Clause {
    // "It" is what the damage would be dealt to, where nothing is said of its sources.
    let it = match &event {
        EventPattern::Damage { by, to: Filter { test: Test::Is(of), .. }, .. } if *by == anything() => {
            let of = crate::parse::Handle::Ref(of.clone());
            p.scope.latest(|said| said.sort != Sort::Player && said.handle == of)
        }
        _ => None,
    };
    let then = besides(p, it);
    let replacement = crate::grammar::replacement::plain(event, Instead::Prevent { amount, then });
    let effects = vec![Continuous::Replace(Box::new(replacement))];
    emit(p, Instruction::Effect { effects, duration })
}

/// ". If damage is prevented this way, …", ". You gain life equal to the damage prevented this way": what is done besides,
/// right after (615.5). `it` is what was spoken of last, if not the source of the damage.
pub(super) fn besides(p: &mut Parser<'_>, it: Option<Referent>) -> Vec<Clause> {
    let mut of_sources = Vec::new();
    while let Some(clause) = p.attempt(from_source) {
        of_sources.push(clause);
    }
    if !of_sources.is_empty() {
        return of_sources;
    }
    let read = p.attempt(|p| {
        p.expect(".")?;
        let reflexive = p.eat("when damage is prevented this way ,");
        if !reflexive && !p.eat("if damage is prevented this way ,") && !speaks_of_prevented(p) {
            return None;
        }
        p.scope.number = Some(Amount::Event);
        p.scope.number_clause = None;
        p.scope.mention(Referent::event(lawmage_ir::Role::Subject, Sort::Object));
        if let Some(it) = it {
            p.scope.mention(it);
        }
        // 603.12
        if reflexive {
            let program = crate::grammar::effect::if_done::reflexive_program(p)?;
            return Some(vec![emit(p, Instruction::Reflexive(std::sync::Arc::new(program)))]);
        }
        let each = p.eat("for each 1 damage prevented this way ,");
        let mut out = Vec::new();
        crate::grammar::effect::sentence::chain(p, &mut out)?;
        if each {
            out.iter_mut().try_for_each(|clause| crate::grammar::effect::scale(&mut clause.does, &Amount::Event))?;
        }
        Some(out)
    });
    read.unwrap_or_default()
}

/// ". If damage from a red source is prevented this way, …": what is done if the source is such.
fn from_source(p: &mut Parser<'_>) -> Option<Clause> {
    p.expect(". if damage from")?;
    p.eat_any(&["a", "an"])?;
    let noun = crate::grammar::noun::noun(p).filter(|noun| !noun.plural && noun.filter.kind == Kind::Object)?;
    p.expect("is prevented this way ,")?;
    p.scope.number = Some(Amount::Event);
    p.scope.number_clause = None;
    let source = lawmage_ir::Role::Subject;
    let creature = noun.filter.test.conjuncts().contains(&Test::Type(CardType::Creature));
    let filter = if creature { Filter::permanent(noun.filter.test.clone()) } else { noun.filter.clone() };
    p.scope.mention(crate::grammar::event::role(source, &filter));
    let mut then = Vec::new();
    crate::grammar::effect::sentence::chain(p, &mut then)?;
    let condition = Condition::Is(Ref::Event(source), noun.filter.test);
    Some(emit(p, Instruction::If { condition, then, otherwise: Vec::new() }))
}

/// Whether the sentence here speaks of damage "prevented this way".
fn speaks_of_prevented(p: &Parser<'_>) -> bool {
    let words: Vec<&str> = (0..).map_while(|i| p.peek_at(i)).map(|t| &*t.text).take_while(|w| *w != ".").collect();
    words.windows(3).any(|three| three == ["prevented", "this", "way"])
}

/// "creatures would deal", "target creature would deal": the sources.
fn dealers(p: &mut Parser<'_>) -> Option<Filter> {
    p.eat("that");
    let picked = selector::objects(p)?;
    p.expect("would deal")?;
    picked.mention(p);
    role(p, picked.selector)
}

/// "you and creatures you control".
pub(super) fn you_and(p: &mut Parser<'_>) -> Option<Filter> {
    p.expect("you and")?;
    let theirs = crate::grammar::noun::noun(p).filter(|noun| noun.plural && noun.filter.kind == Kind::Permanent)?;
    role(p, Selector::Union(vec![Selector::Players(Who::You), Selector::All(theirs.filter)]))
}

/// "you and/or permanents you control", "you or a permanent you control".
fn yours(p: &mut Parser<'_>) -> Option<Filter> {
    if p.at("you or") {
        return crate::grammar::event::object_of(p);
    }
    p.expect("you and/or")?;
    let theirs = crate::grammar::noun::noun(p).filter(|noun| noun.plural && noun.filter.kind == Kind::Permanent)?;
    Some(crate::grammar::event::player_or(&Who::You, theirs.filter.test))
}
