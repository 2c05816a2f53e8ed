//! What is done to permanents: tap, untap, attach, fight, regenerate, transform, phase out, detain, goad, exchange (701).

use lawmage_ir::{
    Amount, CardType, CasualAction, Clause, Continuous, CounterKind, Duration, Filter, Instruction, Mode, Modification,
    Ref, Selector, Subtype, THIS, TargetSpec, Test, TypeSet, Who,
    visit::{self, Go},
};

use super::exchange;
use super::table::VERBS;
use crate::grammar::effect::{emit, emit_number, mention, repeated, sentence};
use crate::grammar::noun::word;
use crate::grammar::{amount, duration, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

pub(super) fn one(p: &mut Parser<'_>) -> Option<Selector> {
    let picked = selector::objects(p)?;
    picked.mention(p);
    if picked.players { p.fail("objects") } else { Some(picked.selector) }
}

/// Whom the subject fights: in "target creature you control fights that creature" that is another one (701.14c).
fn fought(p: &mut Parser<'_>, subject: &Selector) -> Option<Selector> {
    if let Some(other) = p.attempt(|p| one(p).filter(|other| other != subject)) {
        return Some(other);
    }
    let is_subject = |r: &Referent| matches!((&r.handle, subject), (Handle::Ref(a), Selector::Ref(b)) if a == b);
    let all = p.scope.referents.clone();
    p.scope.referents.retain(|r| !is_subject(r));
    let known = p.scope.referents.len();
    let other = one(p);
    let new = p.scope.referents.split_off(known.min(p.scope.referents.len()));
    p.scope.referents = all;
    p.scope.referents.extend(new);
    other
}

/// Reads what follows a verb that orders something done to permanents.
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    let simple = VERBS.iter().find(|(word, _)| *word == verb).map(|(_, make)| *make);
    let simple = simple.or((verb == "abandon").then_some(abandon as fn(Selector) -> Instruction));
    let unattached = verb == "unattach" && p.at_any(&["it", "all equipment from"]);
    if let Some(simple) = simple.filter(|_| !unattached) {
        return to_objects(p, verb, simple, out);
    }
    let does = match verb {
        "activate" => {
            p.expect("a mana ability of each")?;
            let of = crate::grammar::noun::filter(p)?;
            Instruction::ActivateManaOf(crate::grammar::effect::actor(p), Selector::All(of))
        }
        "reselect" => {
            p.expect("which player")?;
            let permanents = match p.eat_any(&["or permanent", "or planeswalker"]) {
                None => TypeSet::default(),
                Some(0) => TypeSet::ATTACKED,
                Some(_) => TypeSet::of(CardType::Planeswalker),
            };
            let what = one(p)?;
            p.expect("is attacking")?;
            Instruction::Reselect { what, permanents }
        }
        "attach" => {
            out.push(attach(p)?);
            return Some(());
        }
        // "You may attach an Equipment you control to that creature. If you do, unattach it": what was attached.
        "unattach" => unattach_it(p)?,
        "exchange" => exchange::exchange(p)?,
        "turn" => {
            let what = one(p)?;
            match p.eat_any(&["face up", "face down"])? {
                0 => Instruction::TurnFaceUp(what),
                _ => Instruction::TurnFaceDown(what),
            }
        }
        "unlock" => {
            p.expect("a locked door of")?;
            Instruction::TurnDoors { what: one(p)?, lock: false, unlock: true }
        }
        "lock" => {
            let unlock = p.eat("or unlock a door of");
            if !unlock {
                p.expect("an unlocked door of")?;
            }
            Instruction::TurnDoors { what: one(p)?, lock: true, unlock }
        }
        "switch" => return switch(p, out),
        // These are always "you".
        "monstrosity" | "adapt" | "bolster" | "discover" | "exploit" | "support" | "amass" | "learn" | "clash"
            if p.scope.actor.as_ref().is_some_and(|who| *who != Who::You) =>
        {
            return p.fail("what you do");
        }
        "monstrosity" => Instruction::Monstrosity(amount::amount(p)?),
        "adapt" => Instruction::Adapt(amount::amount(p)?),
        "bolster" => return bolster(p, out),
        "learn" => Instruction::Learn,
        "blight" => return blight(p, out),
        "clash" => return clash(p, out),
        "time" => {
            p.expect("travel")?;
            let before = p.scope.number_clause;
            let travel = emit(p, Instruction::TimeTravel);
            out.push(repeated(p, travel, before));
            return Some(());
        }
        "discover" => Instruction::Discover(amount::amount(p)?),
        "exploit" => {
            p.expect("a creature")?;
            Instruction::Exploit
        }
        "support" => return support(p, out),
        "amass" => return amass(p, out),
        "suspect" | "harness" => Instruction::Designate(super::designation::by_verb(verb), one(p)?, true),
        _ => return p.fail("a verb"),
    };
    out.push(emit(p, does));
    Some(())
}

/// "bolster 2": the creature chosen for it can be spoken of.
fn bolster(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let bolster = Instruction::Bolster(amount::amount(p)?);
    let bolster = emit(p, bolster);
    let mut chosen = Referent::new(Handle::Clause(0), Sort::Permanent);
    chosen.types = lawmage_ir::TypeSet::of(lawmage_ir::CardType::Creature);
    mention(p, &bolster, Some(chosen), "chosen");
    out.push(bolster);
    Some(())
}

fn unattach_it(p: &mut Parser<'_>) -> Option<Instruction> {
    if p.eat("all equipment from") {
        let from = selector::objects(p)?;
        let Selector::Ref(host) = &from.selector else { return p.fail("what it is attached to") };
        let test = Test::all([Test::Subtype(Subtype::EQUIPMENT), Test::AttachedTo(host.clone())]);
        from.mention(p);
        return Some(Instruction::Unattach(Selector::All(lawmage_ir::Filter::permanent(test))));
    }
    let said = p.scope.latest(|r| !r.plural && r.subtypes.contains(&Subtype::EQUIPMENT));
    let Some(said) = said else { return one(p).map(Instruction::Unattach) };
    p.expect("it")?;
    Some(Instruction::Unattach(p.scope.select(&said.handle)))
}

/// A verb that is done to objects alike, with what was done for later sentences.
fn to_objects(
    p: &mut Parser<'_>,
    verb: &str,
    simple: fn(Selector) -> Instruction,
    out: &mut Vec<Clause>,
) -> Option<()> {
    if p.eat("or untap") || p.eat("or tap") {
        return tap_or_untap(p, out);
    }
    let goads = matches!(verb, "tap" | "untap") && p.eat("and goad");
    if verb == "tap"
        && let Some(()) = p.attempt_into(out, tap_x)
    {
        return Some(());
    }
    let picked = selector::objects(p)?;
    if picked.players {
        return p.fail("objects");
    }
    // "tap and goad the chosen creatures": one after the other (608.2c).
    if goads {
        if !matches!(picked.selector, Selector::Ref(_)) {
            return p.fail("what was spoken of before, or a target");
        }
        let goad = Instruction::Goad(picked.selector.clone());
        let both = [emit(p, simple(picked.selector.clone())), emit(p, goad)];
        picked.mention(p);
        out.extend(both);
        return Some(());
    }
    let clause = emit_number(p, simple(picked.selector.clone()));
    if matches!(picked.selector, Selector::Choose(_) | Selector::All(_)) {
        mention(p, &clause, picked.referent.clone(), "chosen");
    } else {
        picked.mention(p);
    }
    // "for each Gate tapped this way": no pronoun of its own.
    let done = match verb {
        "tap" => Some("tapped"),
        "untap" => Some("untapped"),
        "goad" => Some("goaded"),
        _ => None,
    };
    if let Some(done) = done {
        let referent = picked.referent.unwrap_or_else(|| Referent::new(Handle::Clause(0), Sort::Permanent));
        mention(p, &clause, Some(Referent { hidden: true, ..referent }), done);
    }
    out.push(clause);
    Some(())
}

/// "[you may tap] X untapped Myr you control", where nothing else says what X is: as many as are tapped (107.3f).
fn tap_x(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let offered = p.pos().checked_sub(3).and_then(|at| p.tokens().get(at..p.pos()));
    let offered = offered.is_some_and(|words| words.iter().map(|t| &*t.text).eq(["you", "may", "tap"]));
    let costs_x = p.tokens().iter().any(|t| &*t.text == "{X}");
    if !offered || costs_x || p.scope.face.spell || p.scope.x.is_some() {
        return p.fail("an X that is chosen now");
    }
    p.expect("x")?;
    let noun = crate::grammar::noun::noun(p)?;
    let whose = |t: &Test| *t == Test::Controlled(Who::You);
    if noun.filter.kind != lawmage_ir::Kind::Permanent || !noun.filter.test.conjuncts().iter().any(whose) {
        return p.fail("permanents you control");
    }
    let from = Selector::All(noun.filter);
    let choice = lawmage_ir::Choice { min: Amount::Const(0), max: None, ..lawmage_ir::Choice::exactly(1, from) };
    let clause = emit_number(p, Instruction::Tap(Selector::Choose(Box::new(choice))));
    p.scope.x = Some(Amount::Slot(p.scope.bind(crate::grammar::effect::id(&clause))));
    out.push(clause);
    Some(())
}

fn abandon(what: Selector) -> Instruction {
    Instruction::Casual(CasualAction::Abandon(what))
}

/// "attach an Equipment you control to it": "it" is what was spoken of before, and what is attached has been spoken of now.
fn attach(p: &mut Parser<'_>) -> Option<Clause> {
    // "Attach to it any number of Auras on the battlefield": to what is said first.
    if p.at("to it") {
        p.expect("to")?;
        let to = one(p)?;
        let what = selector::objects(p).filter(|picked| !picked.players)?.selector;
        return Some(emit(p, Instruction::Attach { what, to, as_creature: false }));
    }
    let picked = selector::objects(p)?;
    if picked.players {
        return p.fail("objects");
    }
    p.expect("to")?;
    let what = picked.selector.clone();
    let place = p.scope.referents.len();
    let mut to = match p.attempt(|p| other_than(p, &what)) {
        Some(it) => it,
        // 303.4d: an Aura that enchants a player.
        None if p.at("another one of your opponents") => selector::objects(p)?.selector,
        None if p.eat("one of your opponents") => selector::one_opponent(),
        None => one(p)?,
    };
    if let Selector::Ref(attached) = &what {
        beside_its_host(&mut to, attached);
    }
    // 702.6e
    let as_creature = p.eat("as though it were a creature");
    let clause = emit(p, Instruction::Attach { what, to, as_creature });
    // It is mentioned before what it was attached to: a choice as what was chosen.
    let said = p.scope.referents.len();
    if let Selector::Choose(_) = picked.selector {
        mention(p, &clause, picked.referent, "attached");
    } else {
        picked.mention(p);
    }
    if let Some(attached) = p.scope.referents.get(said).cloned() {
        p.scope.referents.truncate(said);
        p.scope.referents.insert(place, attached);
    }
    Some(clause)
}

/// "Attach it to another creature with the same controller": other than what it is attached to, and with the controller of that.
fn beside_its_host(to: &mut Selector, attached: &Ref) {
    visit::walk_mut(to, &mut |node| match node.get_mut::<Test>() {
        Some(Test::Is(of) | Test::Shares(_, of)) if of == attached => {
            *of = Ref::Host(Box::new(attached.clone()));
            Go::Past
        }
        _ => Go::Into,
    });
}

/// "it" as the latest single object that isn't what it is done to; the object itself, when there is none.
fn other_than(p: &mut Parser<'_>, what: &Selector) -> Option<Selector> {
    p.expect("it")?;
    let itself = |r: &Referent| match (&r.handle, what) {
        (Handle::Ref(said), Selector::Ref(what)) => said == what,
        _ => r.this && *what == THIS,
    };
    let said = p.scope.latest(|r| r.sort != Sort::Player && !r.plural && !r.hidden() && !itself(r));
    match said {
        Some(said) => Some(p.scope.select(&said.handle)),
        None if *what == THIS => p.fail("something else"),
        None => Some(THIS),
    }
}

/// "support 2" (701.35a): a +1/+1 counter on each of up to two other target creatures.
fn support(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let n = amount::amount(p)?;
    // An Aura or Equipment on the battlefield is no creature, and other than what it is attached to isn't said.
    let face = &p.scope.face;
    let never_one = face.spell || face.subtypes.has(Subtype::AURA) || face.subtypes.has(Subtype::EQUIPMENT);
    let other = (!never_one).then(|| Test::not(Test::Is(Ref::This)));
    let creature = Test::all(other.into_iter().chain([Test::Type(CardType::Creature)]));
    let target = u8::try_from(p.scope.targets.len()).ok()?;
    p.scope.targets.push(TargetSpec {
        filter: Filter::permanent(creature),
        min: Amount::Const(0),
        max: Some(n),
        limit: None,
        by: None,
        divide: None,
    });
    let on = Selector::Ref(Ref::Target(target));
    out.push(emit_number(p, Instruction::PutCounters { kind: CounterKind::PLUS, count: Amount::ONE, on }));
    Some(())
}

/// "tap or untap target permanent": which of the two is chosen as it is done (608.2d).
fn tap_or_untap(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let what = one(p)?;
    let mode = |does: Instruction| Mode::plain(vec![does.into()]);
    let modes = vec![mode(Instruction::Tap(what.clone())), mode(Instruction::Untap(what))];
    let who = p.scope.actor_here();
    out.push(emit_number(p, Instruction::ChooseMode { who, min: 1, max: 1, modes }));
    Some(())
}

/// "amass Zombies 2" (701.44); the older "amass 2" makes Zombies.
fn amass(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let kind = p.attempt(|p| {
        let (kind, _) = p.peek().filter(|t| t.capital).and_then(|t| word::subtype(p.lexicon(), &t.text))?;
        p.advance();
        Some(kind)
    });
    let kind = kind.or_else(|| Subtype::from_word("Zombie"))?;
    let n = amount::amount(p)?;
    let clause = emit(p, Instruction::Amass(kind, n));
    let mut army = Referent::new(Handle::Clause(0), Sort::Permanent);
    army.types.insert(CardType::Creature);
    army.subtypes = vec![kind, Subtype::ARMY];
    mention(p, &clause, Some(army), "amassed");
    out.push(clause);
    Some(())
}

/// "blight 2" (2026:701.68a): of each of several players the creature of their choice.
fn blight(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = crate::grammar::effect::actor(p);
    let n = amount::amount(p)?;
    let plural = who.is_group();
    let clause = emit(p, Instruction::Blight(who, n));
    let mut blighted = Referent::new(Handle::Clause(0), Sort::Permanent);
    blighted.types.insert(CardType::Creature);
    mention(p, &clause, Some(Referent { plural, ..blighted }), "blighted");
    out.push(clause);
    Some(())
}

/// "clash with an opponent. If you win, …. Otherwise, …" (701.23b, d).
fn clash(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("with an opponent")?;
    let with = p.scope.slot();
    p.scope.mention(Referent::new(Handle::Ref(Ref::Slot(with)), Sort::Player));
    p.expect(". if you win ,")?;
    let mut won = Vec::new();
    sentence::chain(p, &mut won)?;
    let mut lost = Vec::new();
    if p.eat(". otherwise ,") {
        // What is done by who wins is not there otherwise.
        let other = won.clone();
        crate::grammar::effect::without(p, &other, |p| sentence::chain(p, &mut lost))?;
    }
    out.push(emit(p, Instruction::Clash { with, won, lost }));
    Some(())
}

/// "switch target creature's power and toughness until end of turn" (613.4d).
fn switch(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let of = p.eat("the power and toughness of");
    let it = if of { None } else { p.attempt(|p| crate::grammar::reference::possessor(p)) };
    let what = match it {
        Some(it) => Selector::Ref(it),
        None => {
            let what = match !of && p.eat("each") {
                true => Selector::All(crate::grammar::noun::filter(p)?),
                false => Selector::Ref(Ref::Target(selector::target(p)?.0)),
            };
            (of || p.eat("'s")).then_some(what)?
        }
    };
    (of || p.eat("power and toughness")).then_some(())?;
    let duration = duration::duration(p).unwrap_or(Duration::Forever);
    let effects = vec![Continuous::Modify { what, mods: vec![Modification::SwitchPowerToughness] }];
    out.push(emit(p, Instruction::Effect { effects, duration }));
    Some(())
}

/// A verb whose subject does or suffers it: "fights target creature", "phases out", "explores".
pub fn subject_verb(p: &mut Parser<'_>, subject: &Selector) -> Option<Instruction> {
    let what = subject.clone();
    if p.eat("fights") || p.eat("fight") {
        if p.eat("each other") {
            return Some(Instruction::Fight(what.clone(), what));
        }
        return fought(p, subject).map(|other| Instruction::Fight(what, other));
    }
    // 508.4: stated to be attacking.
    if let Some(whom) = p.attempt(|p| {
        p.eat_any(&["is attacking", "are attacking"])?;
        let picked = selector::objects(p)?;
        picked.mention(p);
        Some(picked.selector)
    }) {
        return Some(Instruction::BecomeAttacking { what, whom });
    }
    if p.eat("becomes blocked") || p.eat("become blocked") {
        return Some(Instruction::BecomeBlocked(what));
    }
    if p.eat("phases out") || p.eat("phase out") {
        if let Some(until) = p.attempt(|p| {
            p.expect("until")?;
            let it = crate::grammar::reference::reference(p)?;
            p.expect("leaves the battlefield")?;
            Some(it)
        }) {
            return Some(Instruction::PhaseOutUntilLeaves { what, until });
        }
        return Some(Instruction::PhaseOut(what));
    }
    if p.eat("explores") || p.eat("explore") {
        return Some(Instruction::Explore(what));
    }
    if p.eat("endures") || p.eat("endure") {
        let n = amount::amount(p)?;
        return Some(Instruction::Endure(what, n));
    }
    if p.eat("connives") || p.eat("connive") {
        let n = p.attempt(amount::amount).unwrap_or(Amount::ONE);
        return Some(Instruction::Connive(what, n));
    }
    if let Some((status, on)) = super::designation::becomes(p) {
        return Some(Instruction::Designate(status, what, on));
    }
    if let Some(status) = p.attempt(|p| {
        p.eat_any(&["is", "are"])?;
        super::designation::no_longer(p)
    }) {
        return Some(Instruction::Designate(status, what, false));
    }
    if p.eat("transforms") {
        return Some(Instruction::Transform(what));
    }
    if p.eat("converts") {
        return Some(Instruction::Convert(what));
    }
    p.fail("a verb")
}
