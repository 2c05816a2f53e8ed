//! Conditions in front of a sentence, "instead" and "otherwise" after it.

use lawmage_ir::visit;
use lawmage_ir::{
    Amount, Arrival, Clause, Condition, Continuous, Destination, Instruction, ManaYield, Permission, Price, Ref,
    Selector, Slot, Test, Who,
};

use super::emit;
use super::frame::set_duration;
use super::rider::spills;
use super::sentence::body;
use crate::grammar::condition;
use crate::parse::{Handle, Parser};

/// "If [condition], …", with "instead": then the sentence before is what happens otherwise.
pub(crate) fn prefixed_if(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    // "If it's a creature card, … If it's a land card, …": what was done of the one is not what the other asks about.
    let kind = p.at_any(&["if it's a", "if it's an", "if it was a", "if it was an", "if it isn't a", "if it's not a"]);
    let asked = p.scope.asked.take().filter(|_| kind);
    let again = asked.filter(|_| matches!(out.last().map(|c| &c.does), Some(Instruction::If { .. })));
    if let Some(known) = again {
        p.scope.referents.truncate(known);
    }
    let said = p.scope.referents.len();
    if_so(p, out)?;
    p.scope.asked = kind.then_some(said);
    if again.is_some() && p.at(". otherwise") {
        return none_of_both(p, out);
    }
    Some(())
}

/// "If it's a creature card, … If it's a land card, … Otherwise, …": it is neither.
fn none_of_both(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let Some(Instruction::If { condition: first, otherwise: none, .. }) =
        out.len().checked_sub(2).and_then(|at| out.get(at)).map(|c| &c.does)
    else {
        return Some(());
    };
    if !none.is_empty() {
        return p.fail("what both are otherwise");
    }
    let first = first.clone();
    p.expect(".")?;
    otherwise(p, out)?;
    let Some(Instruction::If { otherwise, .. }) = out.last_mut().map(|c| &mut c.does) else {
        return p.fail("an if before");
    };
    let neither = std::mem::take(otherwise);
    otherwise.push(Instruction::If { condition: first, then: Vec::new(), otherwise: neither }.into());
    Some(())
}

/// A condition, and what is done if it is so.
fn if_so(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("if")?;
    let condition = condition(p)?;
    p.expect(",")?;
    if let Some(()) = p.attempt(|p| super::instead_of::more(p, &condition, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| spills(p, out, Some(condition.clone()))) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| other_damage(p, &condition, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| enters_with(p, &condition, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt_into(out, |p, out| play_freely(p, &condition, out)) {
        return Some(());
    }
    if let Some(()) = p.attempt(|p| other_division(p, &condition, out)) {
        return Some(());
    }
    let early = p.eat("instead");
    // "instead only you draw a card", rather than each player: what is done in its stead nobody else does.
    let _ = early && p.at_any(&["only you", "only creatures"]) && p.eat("only");
    let mut then = Vec::new();
    let before_it = p.scope.targets.len();
    // What happens instead of a clause can't speak of what that clause did.
    if (early || p.sentence_says(&["instead"]))
        && let Some(replaced) = out.last().and_then(|c| c.out)
    {
        p.scope.referents.retain(|r| r.handle != Handle::Clause(replaced));
        if p.at("search your library") {
            let found = |r: &crate::parse::Referent| r.verb == Some("found");
            let last = p.scope.referents.iter().rposition(found);
            if let Some(last) = last {
                p.scope.referents.truncate(last);
            }
        }
    }
    match p
        .attempt(|p| super::instead_of::same_damage(p, out.last(), early))
        .or_else(|| p.attempt(|p| same_mana(p, out.last())))
    {
        Some(again) => then.push(again),
        None => in_contrast(p, out.last(), &condition, &mut then)?,
    }
    let instead = early || p.eat("instead");
    only_if_paid(p, &condition, before_it, instead)?;
    if instead && !early && offers(&then) {
        return may_instead(p, out, condition, then);
    }
    if instead {
        return instead_of_last(p, out, condition, then);
    }
    let clause = emit(p, Instruction::If { condition, then, otherwise: Vec::new() });
    out.push(clause);
    Some(())
}

/// What is done if the condition of the sentence before doesn't hold can't speak of what was done there.
fn in_contrast(p: &mut Parser<'_>, before: Option<&Clause>, so: &Condition, then: &mut Vec<Clause>) -> Option<()> {
    let mut done = Vec::new();
    if let Some(Instruction::If { condition, then: before, .. }) = before.map(|clause| &clause.does)
        && *so == crate::grammar::condition::negate(condition.clone(), true)
    {
        lawmage_ir::visit::clauses(before.as_slice(), |clause| done.push(clause.clone()));
    }
    if done.is_empty() { body(p, then) } else { super::without(p, &done, |p| body(p, then)) }
}

/// "If {G} was spent to cast this spell, that creature enters with an additional +1/+1 counter on it": of what the clause before
/// puts onto the battlefield (614.1c).
fn enters_with(p: &mut Parser<'_>, condition: &Condition, out: &mut Vec<Clause>) -> Option<()> {
    let mut how = Arrival::default();
    if p.eat_any(&["those permanents are", "that permanent is", "that creature is"]).is_some() {
        // 611.2e
        how.mods = crate::grammar::modification::described_as(p)?;
        if !how.mods.iter().all(super::it_is::is_at_once) || !p.at_stop() {
            return p.fail("what it is as it enters");
        }
    } else if p.eat("they enter tapped and attacking") {
        // 508.4: of tokens that are created.
        how = Arrival { tapped: true, attacking: true, ..how };
        if !p.at_stop() {
            return p.fail("the end of the sentence");
        }
    } else {
        p.eat_any(&["that creature enters", "that permanent enters", "it enters"])?;
        how = crate::grammar::effect::arrival(p)?;
        let only = Arrival { counters: how.counters.clone(), ..Arrival::default() };
        if how.counters.is_empty() || how != only || !p.at_stop() {
            return p.fail("counters that it enters with");
        }
    }
    let before = out.last().cloned().or_else(|| p.fail("something put onto the battlefield"))?;
    let mut with = before.clone();
    match &mut with.does {
        Instruction::Move { what: Selector::Ref(_), to: Destination::Battlefield(arrival), .. } if !how.attacking => {
            arrival.counters.extend(how.counters);
            arrival.mods.extend(how.mods);
        }
        Instruction::CreateToken { arrival, .. } if how.attacking && **arrival == Arrival::default() => **arrival = how,
        _ => return p.fail("one thing put onto the battlefield"),
    }
    let (mut condition, mut then) = (condition.clone(), vec![with]);
    of_what_was_replaced(p, &before, &mut condition, &mut then);
    out.pop();
    let clause = emit(p, Instruction::If { condition, then, otherwise: vec![before] });
    out.push(clause);
    Some(())
}

/// Whether the one exiles something for a while, and the other for good.
fn exiled_for_good(until: &Instruction, exile: &Instruction) -> bool {
    matches!(until, Instruction::ExileUntilLeaves { .. })
        && matches!(exile, Instruction::Move { to: Destination::Exile { .. }, .. })
}

/// What happens instead of the clause before if a condition holds: that clause must be the only one, or of the same kind.
pub(crate) fn instead_of_last(
    p: &mut Parser<'_>,
    out: &mut Vec<Clause>,
    condition: Condition,
    then: Vec<Clause>,
) -> Option<()> {
    let alike = |a: &Clause, b: &Clause| {
        std::mem::discriminant(&a.does) == std::mem::discriminant(&b.does) || exiled_for_good(&a.does, &b.does)
    };
    let same = |a: Option<&Clause>, b: Option<&Clause>| a.zip(b).is_some_and(|(a, b)| alike(a, b));
    if let Some(before) = same_chain(out, &then).or_else(|| as_many(p, out, &then)) {
        // What is done instead of several things can't speak of what those would have done.
        let clause = emit(p, Instruction::If { condition, then, otherwise: before });
        out.push(clause);
        return Some(());
    }
    if out.len() != 1 && !same(out.last(), then.first()) {
        return p.fail("what happens otherwise");
    }
    let Some(mut before) = out.pop() else { return p.fail("something to do before") };
    let (mut condition, mut then) = (condition, then);
    of_what_was_replaced(p, &before, &mut condition, &mut then);
    lasts_alike(&before, &mut then);
    if let Some(first) = then.first_mut() {
        told_alike(p, &mut before, first);
    }
    let clause = emit(p, Instruction::If { condition, then, otherwise: vec![before] });
    out.push(clause);
    Some(())
}

/// "Search your library for a card, put it into your hand, then shuffle. If …, instead search your library for two cards, put them
/// into your hand, then shuffle.": the search before, with all that belongs to it, to the same end. Taken from what is done.
fn same_chain(out: &mut Vec<Clause>, then: &[Clause]) -> Option<Vec<Clause>> {
    // 105.4: with the color that is chosen for it.
    let chooses = |clauses: &[Clause]| {
        matches!(
            clauses,
            [Clause { does: Instruction::ChooseValue { .. }, .. }, Clause { does: Instruction::Effect { .. }, .. }]
        )
    };
    if chooses(out) && chooses(then) {
        return Some(std::mem::take(out));
    }
    let searches = |clause: &Clause| matches!(clause.does, Instruction::Search { .. });
    let shuffles = |clause: &Clause| matches!(clause.does, Instruction::Shuffle(_));
    let whole = then.first().is_some_and(searches) && then.last().is_some_and(shuffles);
    let first = out.iter().rposition(searches).filter(|_| whole)?;
    let alike = |clause: &Clause| {
        matches!(clause.does, Instruction::Search { .. } | Instruction::Move { .. } | Instruction::Shuffle(_))
    };
    let told = out.get(first..)?.iter().chain(then).all(alike);
    told.then(|| out.split_off(first))
}

/// "Discard a card, then draw a card. If …, instead discard your hand, then draw three cards.": as many things of the same sorts, after
/// which nothing is said. Taken from what is done.
fn as_many(p: &Parser<'_>, out: &mut Vec<Clause>, then: &[Clause]) -> Option<Vec<Clause>> {
    let alike = |(a, b): (&Clause, &Clause)| std::mem::discriminant(&a.does) == std::mem::discriminant(&b.does);
    let last = p.peek().is_none() || p.at(".") && p.peek_at(1).is_none();
    let same = out.len() > 1 && out.len() == then.len() && out.iter().zip(then).all(alike);
    (last && same).then(|| std::mem::take(out))
}

/// "If it's attacking, you may put it on top of its owner's library instead": with a "no", the clause before is done.
fn may_instead(
    p: &mut Parser<'_>,
    out: &mut Vec<Clause>,
    mut condition: Condition,
    mut then: Vec<Clause>,
) -> Option<()> {
    let Some(before) = out.pop() else { return p.fail("something to do before") };
    of_what_was_replaced(p, &before, &mut condition, &mut then);
    let offer = emit(p, Instruction::If { condition, then, otherwise: Vec::new() });
    out.push(offer);
    if_not_done(p, out, vec![before]);
    Some(())
}

/// These clauses, unless the last one was done.
fn if_not_done(p: &mut Parser<'_>, out: &mut Vec<Clause>, otherwise: Vec<Clause>) {
    let last = out.last().map(super::id).unwrap_or_default();
    let condition = Condition::Done(p.scope.bind(last));
    out.push(emit(p, Instruction::If { condition, then: Vec::new(), otherwise }));
}

/// Whether these clauses are one that a player may do.
fn offers(clauses: &[Clause]) -> bool {
    matches!(clauses, [Clause { does: Instruction::May { .. } | Instruction::Cast { optional: true, .. }, .. }])
}

/// "It gets -4/-4 instead if …" lasts as long as what it is instead of, unless it says how long (611.2a).
fn lasts_alike(before: &Clause, then: &mut [Clause]) {
    let Instruction::Effect { duration: lasts, .. } = &before.does else { return };
    for clause in then {
        set_duration(&mut clause.does, lasts);
    }
}

/// What is done instead of a clause, and the condition, speak of what that clause would have acted on, not of its result:
/// "destroy target creature if it's small; destroy that creature instead if …".
fn of_what_was_replaced(p: &Parser<'_>, before: &Clause, condition: &mut Condition, then: &mut Vec<Clause>) {
    let slot = |id: Slot| p.scope.slot_of(id);
    let acted_on = super::acted_on(std::slice::from_ref(before));
    let changes: Vec<(Ref, Ref)> =
        acted_on.into_iter().filter_map(|(id, object)| Some((Ref::Slot(slot(id)?), object))).collect();
    // "twice that much damage instead": of the damage that isn't dealt.
    let much = match &before.does {
        Instruction::Damage { amount, .. } | Instruction::Mill { count: amount, .. } => {
            before.out.and_then(slot).map(|slot| (slot, amount.clone()))
        }
        _ => None,
    };
    let mut change = |node: &mut dyn visit::Node| {
        if let (Some(amount), Some((slot, much))) = (node.get_mut::<Amount>(), &much)
            && *amount == Amount::Slot(*slot)
        {
            *amount = much.clone();
            return visit::Go::Past;
        }
        if let Some(reference) = node.get_mut::<Ref>()
            && let Some((_, to)) = changes.iter().find(|(from, _)| from == reference)
        {
            *reference = to.clone();
        }
        visit::Go::Into
    };
    visit::walk_mut(condition, &mut change);
    visit::walk_mut(then, &mut change);
}

/// Text after both of two clauses, one of which is done instead of the other, speaks of either in the same words: both leave
/// what they did in the same slot.
fn told_alike(p: &mut Parser<'_>, one: &mut Clause, other: &mut Clause) {
    let (Some(a), Some(b)) = (one.out, other.out) else { return };
    if std::mem::discriminant(&one.does) != std::mem::discriminant(&other.does) {
        return;
    }
    let bound = |id: Slot| p.scope.slot_of(id).is_some();
    let (keep, drop) = match (bound(a), bound(b)) {
        (true, true) => return,
        (false, true) => (b, a),
        _ => (a, b),
    };
    (one.out, other.out) = (Some(keep), Some(keep));
    for referent in p.scope.referents.iter_mut().filter(|r| r.clause() == Some(drop)) {
        referent.handle = Handle::Clause(keep);
    }
    for handle in p.scope.taken.iter_mut().chain(&mut p.scope.group).filter(|h| **h == Handle::Clause(drop)) {
        *handle = Handle::Clause(keep);
    }
    p.scope.taken.dedup();
    if p.scope.number_clause == Some(drop) {
        p.scope.number_clause = Some(keep);
    }
}

/// "~ deals 4 damage instead if you control three or more artifacts."
pub(crate) fn same_damage_if(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let again = super::instead_of::same_damage(p, out.last(), false)?;
    p.expect("instead if")?;
    let condition = condition(p)?;
    instead_of_last(p, out, condition, vec![again])
}

/// "it deals 4 damage instead": the damage before, to the same.
fn other_damage(p: &mut Parser<'_>, condition: &Condition, out: &mut Vec<Clause>) -> Option<()> {
    p.eat_any(&["it deals", "~ deals"])?;
    let amount = crate::grammar::amount::amount(p)?;
    p.expect("damage instead")?;
    let Some(Instruction::Damage { source, to, .. }) = out.last().map(|c| &c.does) else {
        return p.fail("damage before");
    };
    let does = Instruction::Damage { source: source.clone(), to: to.clone(), amount };
    let then = vec![emit(p, does)];
    let before = vec![out.pop()?];
    let clause = emit(p, Instruction::If { condition: condition.clone(), then, otherwise: before });
    out.push(clause);
    Some(())
}

/// 601.2c: targets that a spell has only if a cost was paid for it, from `first` on; those that they take the place of
/// it has only if it was not.
fn only_if_paid(p: &mut Parser<'_>, condition: &Condition, first: usize, instead: bool) -> Option<()> {
    let Condition::Paid(Ref::This, label) = condition else { return Some(()) };
    if p.scope.targets.len() == first || !p.scope.face.spell {
        return Some(());
    }
    for (place, spec) in p.scope.targets.iter_mut().enumerate() {
        let new = place >= first;
        if !new && !instead {
            continue;
        }
        let number = |n: &Amount| match n {
            Amount::Const(n) => Some(Amount::only_if_paid(*n, label.clone(), new)),
            _ => None,
        };
        spec.min = number(&spec.min)?;
        spec.max = Some(number(spec.max.as_ref().unwrap_or(&Amount::Const(Amount::ANY_NUMBER)))?);
    }
    Some(())
}

/// "You may play cards this way without paying their mana costs.": what the effect before lets one play, for as long (118.9).
fn play_freely(p: &mut Parser<'_>, condition: &Condition, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("you may play cards this way without paying their mana costs")?;
    let before = out.last().map(|clause| clause.does.clone())?;
    let Instruction::Effect { mut effects, duration } = before else { return p.fail("what may be played") };
    match effects.as_mut_slice() {
        [Continuous::May(Permission::Play { by: Who::You, price: price @ Price::Usual, .. })] => *price = Price::Free,
        _ => return p.fail("what may be played"),
    }
    let then = vec![emit(p, Instruction::Effect { effects, duration })];
    let clause = emit(p, Instruction::If { condition: condition.clone(), then, otherwise: Vec::new() });
    out.push(clause);
    Some(())
}

/// "If this spell's madness cost was paid, it deals X damage divided as you choose among those permanents and/or players instead.": the
/// same targets, among which another number is divided as the spell is cast (601.2d).
fn other_division(p: &mut Parser<'_>, condition: &Condition, out: &[Clause]) -> Option<()> {
    let Condition::Paid(Ref::This, label) = condition else { return None };
    p.eat_any(&["it deals", "~ deals"])?;
    let other = crate::grammar::amount::amount(p)?;
    p.expect("damage divided as you choose among those permanents and/or players instead")?;
    let [Clause { does: Instruction::DamageDivided { target, .. }, .. }] = out else {
        return p.fail("damage divided before");
    };
    let spec = p.scope.targets.get_mut(usize::from(*target))?;
    let Some(Amount::Const(usual)) = spec.divide else { return None };
    spec.divide = Some(Amount::other_if_paid(usual, other, label.clone()));
    Some(())
}

/// "add three mana of that type instead": of the type that the clause before would let be chosen.
fn same_mana(p: &mut Parser<'_>, before: Option<&Clause>) -> Option<Clause> {
    let Some(Instruction::AddMana {
        who,
        mana: mana @ ManaYield::CouldProduce(_),
        times: Amount::Const(1),
        rider: None,
    }) = before.map(|b| &b.does)
    else {
        return None;
    };
    p.expect("add")?;
    let times = Amount::Const(p.number()?);
    p.expect("mana of that type")?;
    if !p.at("instead") {
        return p.fail("instead");
    }
    let does = Instruction::AddMana { who: who.clone(), mana: mana.clone(), times, rider: None };
    Some(super::emit_number(p, does))
}

/// Whether the sentence before this one is "you may … if …": what is done otherwise is done with a "no" too. After "if …, you may …"
/// it isn't.
fn follows_may_if(p: &Parser<'_>) -> bool {
    let before = p.tokens().get(..p.pos().saturating_sub(1)).unwrap_or_default();
    let mut words = before.iter().rev().map(|t| &*t.text).take_while(|t| *t != ".");
    words.any(|t| t == "if") && words.any(|t| t == "may") && !words.any(|t| t == "if")
}

/// "Otherwise, …": what is done if the condition of the clause before doesn't hold.
pub(crate) fn otherwise(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let offered = follows_may_if(p);
    // "If that card has the chosen name, … If it doesn't, …"
    let has = |c: &Condition| {
        matches!(c, Condition::Is(_, Test::ChosenName(_)) | Condition::Compare(Amount::Counters(..), ..))
    };
    let asked = |c: &Clause| matches!(&c.does, Instruction::If { condition, otherwise, .. } if otherwise.is_empty() && has(condition));
    if !(out.last().is_some_and(asked) && p.eat("if it doesn't")) {
        p.expect("otherwise")?;
    }
    p.comma();
    let mut clauses = Vec::new();
    // What is done if so is not there otherwise.
    let other: Vec<Clause> = match out.last().map(|c| &c.does) {
        Some(Instruction::If { then, .. } | Instruction::MayPay { then, .. }) => then.clone(),
        _ => Vec::new(),
    };
    // "You gain life equal to its mana value. Otherwise, you lose that much life."
    if let [Clause { does: Instruction::GainLife(_, n), .. }] = other.as_slice() {
        p.scope.number = Some(n.clone());
    }
    super::without(p, &other, |p| body(p, &mut clauses))?;
    let offer = match out.last().map(|c| &c.does) {
        Some(Instruction::If { then, otherwise, .. }) => otherwise.is_empty() && offers(then),
        // "You may cast it if it's an instant spell. Otherwise, …"
        Some(Instruction::Cast { optional, .. }) => *optional,
        _ => false,
    };
    if offered && offer {
        if_not_done(p, out, clauses);
        return Some(());
    }
    match out.last_mut().map(|c| &mut c.does) {
        Some(Instruction::If { otherwise, .. } | Instruction::MayPay { otherwise, .. }) if otherwise.is_empty() => {
            *otherwise = clauses;
            Some(())
        }
        _ => p.fail("an if before"),
    }
}
