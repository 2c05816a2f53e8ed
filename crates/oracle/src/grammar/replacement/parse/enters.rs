//! How permanents enter (614.1c-d, 614.12): tapped, with counters, after choices, as copies.

use lawmage_ir::{
    Amount, Clause, Condition, CounterKind, Entering, EventPattern, Filter, Instead, Instruction, Modification, Ref,
    Replacement, Selector, Test, ValueKind, Who, ZoneSet, visit,
};

use super::as_chosen::words;
use super::{as_copied, plain, when};
use crate::grammar::event::{counter_kind, subject_of};
use crate::grammar::instruction::game::{secret, value};
use crate::grammar::{amount, condition, effect, noun};
use crate::parse::{Handle, Parser, Referent, Sort};

/// "~ enters tapped unless …", "Creatures you control enter with an additional +1/+1 counter on them", "As ~ enters, …".
pub(crate) fn enters(p: &mut Parser<'_>) -> Option<Replacement> {
    let read: [fn(&mut Parser<'_>) -> Option<Replacement>; 8] = [
        as_copied::for_a_while,
        super::more_counters::of_each_kind,
        super::becoming::becomes,
        as_it_enters,
        may_have,
        tapped_for,
        as_copy,
        plainly,
    ];
    let found = read.iter().find_map(|r| p.attempt(|p| r(p)))?;
    match p.attempt(|p| {
        p.expect("unless")?;
        condition::condition(p)
    }) {
        Some(condition) => Some(when(found, Condition::Not(Box::new(condition)))),
        None => Some(found),
    }
}

/// "If it's neither day nor night, it becomes day as ~ enters." (728.1)
pub(crate) fn day_as_it_enters(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("if")?;
    let condition = condition::condition(p)?;
    p.expect(", it becomes")?;
    let day = p.eat_any(&["day", "night"])? == 0;
    p.expect("as ~ enters")?;
    let first = vec![Clause::from(Instruction::BecomeDay(day))];
    let entering_so = Entering { first, ..Entering::default() };
    Some(when(plain(entering(this()), Instead::Enter(Box::new(entering_so))), condition))
}

/// The event of entering.
pub(crate) fn entering(what: Filter) -> EventPattern {
    EventPattern::Moves { what, from: ZoneSet::ANYWHERE, to: ZoneSet::BATTLEFIELD, cause: None, by: None }
}

pub(crate) fn this() -> Filter {
    Filter::permanent(Test::Is(Ref::This))
}

/// Which permanents: the object itself, or others that fit.
pub(super) fn subject(p: &mut Parser<'_>) -> Option<Filter> {
    if p.eat("~") {
        return Some(this());
    }
    if let Some(all) = p.attempt(|p| match noun::selector(p)? {
        Selector::All(filter) => Some(filter),
        _ => None,
    }) {
        return Some(all);
    }
    subject_of(p).map(|s| s.filter)
}

/// "~ enters tapped with two charge counters on it."
fn plainly(p: &mut Parser<'_>) -> Option<Replacement> {
    if let Some(escapes) = p.attempt(|p| p.expect("~").and_then(|()| escapes(p))) {
        return Some(escapes);
    }
    let what = subject(p)?;
    let mut what = what;
    p.eat_any(&["enters", "enter"])?;
    if what == this() && p.eat("under the control of an opponent of your choice") {
        // 616.1b: chosen as it enters.
        let chosen = effect::emit(p, Instruction::Choose(crate::grammar::selector::one_opponent()));
        let controller = Some(Who::Ref(Ref::Slot(p.scope.bind(effect::id(&chosen)))));
        let entry = Entering { controller, first: vec![chosen], ..Entering::default() };
        return Some(plain(entering(what), Instead::Enter(Box::new(entry))));
    }
    if p.eat("under your control") {
        what = crate::grammar::event::and_test(what, Test::Controlled(Who::You));
    }
    let entry = if what == this() { how(p)? } else { p.attempt(how_others).or_else(|| p.attempt(by_their_mana))? };
    Some(plain(entering(what), Instead::Enter(Box::new(entry))))
}

/// "escapes with two +1/+1 counters on it" (702.138c).
pub(crate) fn escapes(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("escapes")?;
    let entry = how(p)?;
    Some(when(plain(entering(this()), Instead::Enter(Box::new(entry))), condition::has_escaped(Ref::This)))
}

/// How others enter, whatever was spent to cast them.
fn how_others(p: &mut Parser<'_>) -> Option<Entering> {
    let entry = how(p)?;
    // "Spent to cast it" is said of what enters, not of this object.
    let of_this = |n: &Amount| matches!(n, Amount::ManaSpent(Ref::This, _) | Amount::ManaOf(Ref::This, _));
    if visit::any(&entry, of_this) { p.fail("an amount that isn't of what enters") } else { Some(entry) }
}

/// "with an additional +1/+1 counter on them for each mana from a Treasure spent to cast them": of each that enters.
fn by_their_mana(p: &mut Parser<'_>) -> Option<Entering> {
    let known = p.scope.referents.len();
    let subject = Handle::Ref(Ref::Event(lawmage_ir::Role::Subject));
    p.scope.mention(Referent::new(subject, Sort::Permanent));
    let entry = how(p);
    p.scope.referents.truncate(known);
    let entry = entry?;
    let spent = |n: &Amount| matches!(n, Amount::ManaSpent(Ref::Event(_), _) | Amount::ManaOf(Ref::Event(_), _));
    let counts = entry.counters.iter().all(|(_, n)| spent(n)) && !entry.counters.is_empty();
    let rest = Entering { counters: Vec::new(), ..entry.clone() };
    if counts && rest == Entering::default() { Some(entry) } else { p.fail("counters by the mana spent on each") }
}

/// After "it enters": how, as an ability of what enters.
pub(crate) fn itself_entering(p: &mut Parser<'_>) -> Option<Replacement> {
    let entry = how(p)?;
    Some(plain(entering(this()), Instead::Enter(Box::new(entry))))
}

/// The same of the permanent that a spell becomes.
pub(super) fn spell_entering(p: &mut Parser<'_>, spell: Ref) -> Option<Replacement> {
    let entry = how(p)?;
    Some(plain(entering(Filter::permanent(Test::Is(spell))), Instead::Enter(Box::new(entry))))
}

/// "tapped", "with X +1/+1 counters on it", "tapped and with …".
fn how(p: &mut Parser<'_>) -> Option<Entering> {
    let mut entry = Entering::default();
    if p.eat("untapped") {
        return Some(Entering { untapped: true, ..entry });
    }
    if p.eat("prepared") {
        return Some(Entering { prepared: true, ..entry }); // 2026:722.3
    }
    let tapped = p.eat("tapped");
    entry.tapped = tapped;
    if tapped {
        p.attempt(|p| {
            p.expect("and")?;
            p.at("with").then_some(())
        });
    }
    if p.eat("with") {
        // "with flying and with two +1/+1 counters on it"
        if let Some(mods) = p.attempt(had) {
            entry.mods = mods;
            p.attempt(|p| p.expect("and with"))?;
        }
        if let Some(kinds) = p.attempt(choice_of_counters) {
            entry.one_of = kinds;
            return Some(entry);
        }
        if let Some(listed) = p.attempt(super::more_counters::one_of_each) {
            entry.counters = listed;
        }
        while entry.counters.is_empty() || p.attempt(|p| p.expect("and")).is_some() {
            entry.counters.push(super::more_counters::counters_plus(p)?);
            if p.clone().attempt(|p| p.expect("and").and_then(|()| counters(p))).is_none() {
                break;
            }
        }
        if let Some(mods) = p.attempt(|p| {
            p.expect("and")?;
            if p.eat("as") { added_types(p) } else { p.expect("with").and_then(|()| had(p)) }
        }) {
            entry.mods.extend(mods);
        }
    } else if !tapped {
        return p.fail("how it enters");
    }
    Some(entry)
}

/// Abilities that it enters with: it has them for as long as it is there.
fn had(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    let mods = crate::grammar::continuous::abilities(p)?;
    let plain = mods.iter().all(|m| matches!(m, Modification::AddAbility(_)));
    if plain { Some(mods) } else { p.fail("abilities") }
}

/// "a Mutant in addition to its other types".
fn added_types(p: &mut Parser<'_>) -> Option<Vec<Modification>> {
    let mods = crate::grammar::modification::described_as(p)?;
    let plain = mods.iter().all(|m| matches!(m, Modification::AddTypes(_)));
    if plain { Some(mods) } else { p.fail("types in addition to its own") }
}

/// "two +1/+1 counters on it [for each …]", "a number of charge counters on it equal to …", "an additional +1/+1 counter".
pub(super) fn counters(p: &mut Parser<'_>) -> Option<(CounterKind, Amount)> {
    if p.eat("a number of") {
        p.eat("additional");
        let kind = counter_kind(p)??;
        on_it(p)?;
        p.expect("equal to")?;
        return Some((kind, amount::defined(p)?));
    }
    let count = if let Some(more) = p.attempt(additional) {
        more
    } else if p.eat("an additional") || p.eat("a") || p.eat("an") {
        Amount::ONE
    } else {
        let count = amount::amount(p)?;
        p.eat("additional");
        count
    };
    let kind = counter_kind(p)??;
    on_it(p)?;
    let Some(each) = p.attempt(each) else { return Some((kind, count)) };
    let total = match count {
        Amount::Const(1) => each,
        Amount::Const(n) => Amount::Times(n, Box::new(each)),
        // "Devour X": its definition has nothing but its own X.
        Amount::X if p.scope.keyword.is_some() => Amount::Product(Box::new(Amount::X), Box::new(each)),
        _ => return p.fail("a plain number of counters for each"),
    };
    Some((kind, total))
}

/// "your choice of a flying counter or a first strike counter on it", "your choice of a +1/+1, first strike, or vigilance counter on
/// it".
fn choice_of_counters(p: &mut Parser<'_>) -> Option<Vec<CounterKind>> {
    p.expect("your choice of")?;
    let short = p.clone().attempt(|p| {
        p.eat_any(&["a", "an"])?;
        p.list("or", crate::grammar::counter::name).filter(|_| p.eat("counter on it"))
    });
    let kinds = match short {
        Some(_) => {
            p.eat_any(&["a", "an"])?;
            let kinds = p.list("or", crate::grammar::counter::name)?;
            p.expect("counter on it")?;
            kinds
        }
        None => {
            let kinds = p.list("or", |p| {
                p.eat_any(&["a", "an"])?;
                counter_kind(p)?
            })?;
            on_it(p)?;
            kinds
        }
    };
    (kinds.len() > 1).then_some(kinds)
}

/// "an additional X", "an additional two".
fn additional(p: &mut Parser<'_>) -> Option<Amount> {
    p.expect("an additional")?;
    amount::amount(p)
}

/// "for each …" with what only costs tell: kickings, colors of mana, what was sacrificed on the way.
fn each(p: &mut Parser<'_>) -> Option<Amount> {
    p.attempt(|p| {
        p.expect("for each color of mana spent to cast")?;
        p.eat_any(&["it", "~"])?;
        Some(Amount::ManaSpent(Ref::This, Some(lawmage_ir::ColorSet::ALL)))
    })
    .or_else(|| {
        p.attempt(|p| {
            p.expect("for each time it was kicked")?;
            Some(crate::grammar::amount::times_kicked(p))
        })
    })
    .or_else(|| crate::grammar::amount::for_each(p))
}

pub(super) fn on_it(p: &mut Parser<'_>) -> Option<()> {
    p.eat_any(&["on it", "on them", "on ~", "on him"]).map(|_| ())
}

/// "You may have ~ enter with a +1/+1 counter on it."
fn may_have(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("you may have ~ enter")?;
    let entry = how(p)?;
    if p.at("as a copy") {
        return p.fail("no copy");
    }
    Some(Replacement { optional: Some(Who::You), ..plain(entering(this()), Instead::Enter(Box::new(entry))) })
}

/// "You may have ~ enter tapped. If you do, you get two rad counters.": all of that, or nothing of it (614.1c).
fn tapped_for(p: &mut Parser<'_>) -> Option<Replacement> {
    p.expect("you may have ~ enter tapped . if you do ,")?;
    let (first, done) = effect::clauses_then(p, |p, out| {
        let may = effect::emit(p, Instruction::May { who: Who::You, body: std::mem::take(out) });
        let done = Condition::Done(p.scope.bind(effect::id(&may)));
        out.push(may);
        Some(done)
    })?;
    let entry = Entering { first, tapped: true, only: Some(done), ..Entering::default() };
    Some(plain(entering(this()), Instead::Enter(Box::new(entry))))
}

/// "You may have ~ enter as a copy of any creature on the battlefield, except …" (707.9).
fn as_copy(p: &mut Parser<'_>) -> Option<Replacement> {
    let optional = p.eat("you may have ~ enter");
    let mut what = this();
    if !optional {
        what = subject(p)?;
        p.eat_any(&["enters", "enter"])?;
    }
    let tapped = p.eat("tapped");
    p.expect("as a copy of")?;
    if p.eat("~") {
        // "Creatures you control enter as a copy of this creature."
        let mods = crate::grammar::modification::exceptions(p).unwrap_or_default();
        let entry = Entering { tapped, copy: Some((Selector::Ref(Ref::This), mods)), ..Entering::default() };
        return Some(plain(entering(what), Instead::Enter(Box::new(entry))));
    }
    if let Some(it) = p.attempt(as_copied::host) {
        let mods = crate::grammar::modification::exceptions(p).unwrap_or_default();
        let entry = Entering { tapped, copy: Some((Selector::Ref(it), mods)), ..Entering::default() };
        return Some(plain(entering(what), Instead::Enter(Box::new(entry))));
    }
    if !p.eat("any") {
        p.eat_any(&["a", "an"])?;
    }
    let filter = noun::filter(p)?;
    let choice = lawmage_ir::Choice::exactly(1, Selector::All(filter.clone()));
    let copy_if = p.attempt(as_copied::if_embalmed);
    let (mods, counters) = match p.attempt(as_copied::exceptions) {
        Some(both) => both,
        None => {
            let mods = crate::grammar::modification::exceptions(p).unwrap_or_default();
            (mods, extra_counters(p).unwrap_or_default())
        }
    };
    let copy = Some((Selector::Choose(Box::new(choice)), mods));
    let entry = Entering { tapped, counters, copy, copy_if, ..Entering::default() };
    let entry = p.attempt(|p| as_copied::when_copied(p, &filter, &entry)).unwrap_or(entry);
    let optional = optional.then_some(Who::You);
    Some(Replacement { optional, ..plain(entering(what), Instead::Enter(Box::new(entry))) })
}

/// ", except it enters with an additional +1/+1 counter on it".
fn extra_counters(p: &mut Parser<'_>) -> Option<Vec<(CounterKind, Amount)>> {
    p.attempt(|p| {
        p.comma();
        p.eat_any(&["except it enters with", "and it enters with", "and enters with"])?;
        Some(vec![counters(p)?])
    })
}

/// "As ~ enters, choose a color.", "As ~ enters, you may sacrifice any number of creatures. ~ enters with …", "As ~
/// enters, you may pay 2 life. If you don't, it enters tapped."
fn as_it_enters(p: &mut Parser<'_>) -> Option<Replacement> {
    p.eat_any(&["as ~ enters", "as it enters"])?;
    p.comma();
    let entry = match p.attempt(choose).or_else(|| p.attempt(super::as_chosen::your_choice)) {
        Some(clause) => match p.attempt(super::price::tapped_unless_paid) {
            Some((pays, entry)) => Entering { first: vec![clause, pays], ..entry },
            None => {
                let mut first = vec![clause];
                let entry = afterwards(p, &mut first)?;
                Entering { first, ..entry }
            }
        },
        None => {
            let (first, entry) = effect::clauses_then(p, afterwards)?;
            Entering { first, ..entry }
        }
    };
    Some(plain(entering(this()), Instead::Enter(Box::new(entry))))
}

/// After what is done as it enters: how it enters because of that.
fn afterwards(p: &mut Parser<'_>, first: &mut Vec<Clause>) -> Option<Entering> {
    let done = p.scope.last_done;
    super::becoming::remember_chosen(p, first);
    if let Some(copy) = p.attempt_into(first, as_copied::one_of_those) {
        return Some(copy);
    }
    if let Some(()) = p.attempt_into(first, super::as_chosen::as_it_comes_out) {
        return Some(Entering::default());
    }
    let then = p.attempt(|p| {
        p.expect(".")?;
        let mut only = match p.eat_any(&["if you don't ,", "if you do or if", "if you do ,"]) {
            None => p.attempt(|p| {
                p.expect("if")?;
                let chosen = condition::condition(p)?;
                (matches!(chosen, Condition::ChoseWord(..)) && p.comma()).then_some(chosen)
            }),
            Some(which) => {
                let slot = p.scope.bind(done?);
                let done = Condition::Done(slot);
                Some(match which {
                    0 => Condition::Not(Box::new(done)),
                    1 => {
                        let or = condition::condition(p).filter(|_| p.comma())?;
                        Condition::Or(vec![done, or])
                    }
                    _ => done,
                })
            }
        };
        p.eat_any(&["~ enters", "it enters"])?;
        let entry = how(p)?;
        if only.is_none() && p.eat("unless you revealed") {
            let slot = p.scope.bind(done?);
            only = Some(unless_revealed(p, slot)?);
        }
        let mut entry = Entering { only, ..entry };
        if p.at("if") {
            entry.counters = if_found(p, &entry)?;
        }
        Some(entry)
    });
    Some(then.unwrap_or_default())
}

/// "unless you revealed a Soldier card this way or you control a Soldier", of what you may have done as it enters.
fn unless_revealed(p: &mut Parser<'_>, revealed: lawmage_ir::Slot) -> Option<Condition> {
    p.eat_any(&["a", "an"])?;
    noun::bare(p).filter(|noun| !noun.plural && matches!(noun.filter.kind, lawmage_ir::Kind::Card(_)))?;
    p.expect("this way or")?;
    let or = condition::condition(p)?;
    Some(Condition::Not(Box::new(Condition::Or(vec![Condition::Done(revealed), or]))))
}

/// "It enters with a flying counter on it if a card discarded this way has flying. The same is true for reach and vigilance.": of
/// each of these kinds one, if there is such a card.
fn if_found(p: &mut Parser<'_>, entry: &Entering) -> Option<Vec<(CounterKind, Amount)>> {
    let [(kind, Amount::ONE)] = entry.counters.as_slice() else { return p.fail("one counter") };
    if *entry != (Entering { counters: entry.counters.clone(), ..Entering::default() }) {
        return p.fail("nothing but counters");
    }
    let one = |p: &mut Parser<'_>, kind: CounterKind| {
        p.expect("if")?;
        match condition::condition(p)? {
            Condition::Compare(found @ Amount::Count(_), lawmage_ir::Cmp::AtLeast, Amount::ONE) => {
                Some((kind, Amount::Min(Box::new(found), Box::new(Amount::ONE))))
            }
            _ => p.fail("what there is"),
        }
    };
    let mut all = vec![one(p, kind.clone())?];
    while let Some(more) = p.attempt(|p| {
        p.expect(".")?;
        if p.eat("the same is true for") {
            let others = effect::same_is_true::others(p)?;
            let said = Entering { counters: vec![all.last()?.clone()], ..Entering::default() };
            let same = effect::same_is_true::said_of(&said, &others)?;
            return Some(same.into_iter().flat_map(|entry| entry.counters).collect());
        }
        p.eat_any(&["~ enters with", "it enters with"])?;
        let (kind, Amount::ONE) = counters(p)? else { return p.fail("one counter") };
        one(p, kind).map(|counter| vec![counter])
    }) {
        all.extend(more);
    }
    Some(all)
}

/// "choose two colors", "choose a creature type", "choose an opponent": remembered by linked number (607.2d).
fn choose(p: &mut Parser<'_>) -> Option<Clause> {
    if p.eat("name a card") {
        let linked = p.scope.link_here();
        p.scope.face.name = Some(linked);
        let what = ValueKind::CardName(None);
        return Some(Instruction::ChooseValue { who: Who::You, what, count: 1, linked }.into());
    }
    if p.eat("secretly choose") {
        return secret(p).map(Clause::from);
    }
    let who = if p.eat("each player chooses") {
        Who::All
    } else {
        p.expect("choose")?;
        Who::You
    };
    if who == Who::You
        && let Some(value) = p.attempt(|p| value(p, &Who::You))
    {
        if let Instruction::ChooseValue { what: ValueKind::Player(_), count: 1, linked, .. } = &value {
            p.scope.mention(Referent::player(Who::Chosen(*linked))); // "that player"
        }
        return Some(value.into());
    }
    let linked = p.scope.face.link();
    let words = words(p)?;
    p.scope.face.word = Some(linked);
    p.scope.face.words.clone_from(&words);
    Some(Instruction::ChooseValue { who, what: ValueKind::Word(words), count: 1, linked }.into())
}
