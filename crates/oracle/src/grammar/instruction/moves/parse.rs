//! Destroy, exile, return, put, sacrifice: zone changes (400, 701.7, 701.11, 701.17).

use lawmage_ir::{Amount, Cause, Clause, Destination, Instruction, Kind, Ref, Selector, Slot, Test, Who, Zone};

use super::whence::{from_where, mention_whose_step};
use crate::grammar::effect::{actor, emit_number, mention};
use crate::grammar::instruction::life;
use crate::grammar::selector::{self, Picked};
use crate::grammar::words::ordinal_word;
use crate::grammar::{amount, player, reference};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Reads what follows one of these verbs.
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    match verb {
        "destroy" => super::destroy::destroy(p, out),
        // 702.55a
        "exile" if p.at_any(&["it haunting", "~ haunting"]) => {
            let what = selector::objects(p)?.selector;
            p.expect("haunting")?;
            let picked = selector::one(p)?;
            picked.mention(p);
            out.push(crate::grammar::effect::emit(p, Instruction::Haunt { what, whom: picked.selector }));
            Some(())
        }
        "exile" => exile(p, out),
        "return" if let Some(()) = p.attempt_into(out, super::way_up::either) => Some(()),
        "return" => moved(p, Cause::Return, out),
        "sacrifice" => sacrifice(p, out),
        _ => {
            type Read = fn(&mut Parser<'_>, &mut Vec<Clause>) -> Option<()>;
            let others: [Read; 6] = [
                crate::grammar::instruction::cards::milled_as_put,
                crate::grammar::sticker::put,
                super::commander::into_hand,
                life::put_counters,
                top_or_bottom,
                super::way_up::there_or_hand,
            ];
            if others.into_iter().any(|read| p.attempt_into(out, read).is_some()) {
                return Some(());
            }
            moved(p, Cause::Put, out)
        }
    }
}

/// The single reference of a selection, as what it was before a move.
pub(super) fn before(selector: &Selector) -> Option<Ref> {
    match selector {
        Selector::Ref(r) => Some(r.clone()),
        _ => None,
    }
}

/// Mentions what was moved: the new objects, and for "its controller" what they were.
pub(crate) fn mention_moved(p: &mut Parser<'_>, clause: &Clause, picked: &Picked, sort: Sort, verb: &'static str) {
    let known = before(&picked.selector);
    let referent = match &picked.referent {
        Some(r) => Some(r.clone()),
        // A target or group: mentioned when it was read.
        None => p.scope.latest(|r| match (&r.handle, &known) {
            (Handle::Ref(r), Some(k)) => r == k,
            _ => false,
        }),
    };
    let mut referent = referent.unwrap_or_else(|| Referent::new(Handle::Clause(0), sort));
    referent.sort = sort;
    referent.this = false;
    referent.plural = picked.plural;
    referent.before = known.filter(|_| sort != Sort::Permanent);
    mention(p, clause, Some(referent), verb);
}

fn exile(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(()) = p.attempt_into(out, |p, out| crate::grammar::instruction::library::until(p, out, true)) {
        return Some(());
    }
    let mut picked = match p.attempt(selector::either) {
        Some(either) => either,
        None => selector::objects(p)?,
    };
    from_where(p, &mut picked.selector)?;
    super::whence::from_shown_hand(p, out, &mut picked.selector);
    if selector::lacks_zone(&picked.selector) {
        return p.fail("where the cards are");
    }
    if let Some(does) = p.attempt(|p| {
        let what = picked.selector.clone();
        p.expect("until")?;
        if p.eat("an opponent becomes the monarch") {
            return Some(Instruction::ExileUntilCrowned(what));
        }
        let until = match p.at("target") {
            true => until_target_leaves(p)?,
            false => reference::reference(p)?,
        };
        p.expect("leaves the battlefield")?;
        Some(Instruction::ExileUntilLeaves { what, until })
    }) {
        let clause = emit_number(p, does);
        mention_moved(p, &clause, &picked, Sort::Card, "exiled");
        let id = crate::grammar::effect::id(&clause);
        out.push(clause);
        crate::grammar::effect::remember_exiled(p, id, out);
        return Some(());
    }
    let face_down =
        p.eat("face down") || p.at_any(super::super::face_down::SHUFFLED_PILE) && p.eat("in a face-down pile");
    let start = p.pos();
    let counters = p.attempt(|p| {
        p.expect("with")?;
        super::with::counters(p)
    });
    let its = p.tokens().get(start..p.pos()).is_some_and(|said| said.iter().any(|t| &*t.text == "its"));
    let linked = p.scope.face.links_exile.then(|| p.scope.face.exiled());
    let to = Destination::Exile { linked, face_down };
    let clause = emit_number(p, Instruction::Move { what: picked.selector.clone(), to, cause: Cause::Exile });
    mention_moved(p, &clause, &picked, Sort::Card, "exiled");
    took(p, &picked, &clause);
    // "Search your library for three cards and exile them. … the other cards": of those, which are in exile now (400.7).
    let found = match &p.scope.group {
        Some(Handle::Clause(id)) => p.scope.slot_of(*id).is_some_and(|slot| picked.selector == Selector::slot(slot)),
        _ => false,
    };
    if p.scope.group.is_none() || found || matches!(picked.selector, Selector::Top(..)) {
        p.scope.group = clause.out.map(Handle::Clause);
        p.scope.taken.clear();
    }
    let id = crate::grammar::effect::id(&clause);
    out.push(clause);
    if let Some((kind, mut count)) = counters {
        let on = p.scope.select(&Handle::Clause(id));
        if its && picked.selector != lawmage_ir::THIS {
            super::with::of_the_exiled(p, &mut count, &on, picked.plural)?;
        }
        let clause = crate::grammar::effect::emit(p, Instruction::PutCounters { kind, count, on });
        out.push(clause);
    }
    Some(())
}

/// "target enchantment you control", behind "until": another target, one permanent.
fn until_target_leaves(p: &mut Parser<'_>) -> Option<Ref> {
    let (n, noun) = selector::target(p)?;
    let one = !noun.plural && noun.filter.kind == Kind::Permanent;
    one.then_some(Ref::Target(n)).or_else(|| p.fail("one target permanent"))
}

fn sacrifice(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let who = actor(p);
    let mut picked = match p.attempt(super::half::half_of_ones_own) {
        Some(half) => half,
        None => selector::objects(p)?,
    };
    controlled(&mut picked.selector, &p.scope.actor_here());
    player::one_opponent_chooses(p, &mut picked.selector, out);
    let does = Instruction::Sacrifice { who, what: picked.selector.clone() };
    // "Sacrifice ~ and it deals that much damage": how much was spoken of before is not how many are sacrificed.
    let itself = picked.selector == lawmage_ir::THIS && p.scope.number.is_some();
    let clause = if itself { crate::grammar::effect::emit(p, does) } else { emit_number(p, does) };
    mention_moved(p, &clause, &picked, Sort::Permanent, "sacrificed");
    if let Some(last) = p.scope.referents.last_mut() {
        last.before = before(&picked.selector);
    }
    out.push(clause);
    Some(())
}

/// A player can sacrifice only what they control (701.17a): the choice says so.
fn controlled(selector: &mut Selector, by: &Who) {
    match selector {
        Selector::Choose(choice) => controlled(&mut choice.from, by),
        Selector::All(filter) if filter.kind == Kind::Permanent => {
            let old = std::mem::replace(&mut filter.test, Test::Any);
            let said = match &old {
                Test::And(all) => all.iter().any(|t| matches!(t, Test::Controlled(_))),
                t => matches!(t, Test::Controlled(_)),
            };
            filter.test = if said { old } else { Test::all([old, Test::Controlled(by.clone())]) };
        }
        Selector::Union(all) => all.iter_mut().for_each(|s| controlled(s, by)),
        _ => {}
    }
}

/// Remembers that cards of the group were taken, for "the rest".
pub(crate) fn took(p: &mut Parser<'_>, picked: &Picked, clause: &Clause) {
    let group = p.scope.group.as_ref();
    let whole = |from: &Selector| matches!(group, Some(Handle::Select(all)) if **all == *from);
    let from_group = |s: &Selector| match s {
        Selector::Choose(choice) => !matches!(choice.from, Selector::All(_)) || whole(&choice.from),
        Selector::Those(..) => true,
        Selector::Ref(_) => true,
        _ => false,
    };
    // A card that was taken before and moves on is no other card.
    let known = match &picked.selector {
        Selector::Ref(Ref::Slot(slot)) => p.scope.taken.iter().any(|t| match t {
            Handle::Clause(c) => p.scope.slot_of(*c) == Some(*slot),
            Handle::Ref(Ref::Slot(s)) => s == slot,
            _ => false,
        }),
        _ => false,
    };
    if p.scope.group.is_some()
        && !known
        && from_group(&picked.selector)
        && let Some(id) = clause.out
    {
        p.scope.taken.push(Handle::Clause(id));
    }
}

/// "return/put [objects] [where]", and "the rest [where]" after it.
fn moved(p: &mut Parser<'_>, cause: Cause, out: &mut Vec<Clause>) -> Option<()> {
    loop {
        let early = if cause == Cause::Put { None } else { p.attempt(|p| random(p)) };
        // "return to their owners' hands all …", "put onto the battlefield under your control all …"
        let ahead = p.at_any(&["to", "onto the battlefield under your control"]);
        let ahead = if ahead { Some(p.attempt(|p| destination(p))?) } else { None };
        let mut picked = match p.attempt(super::half::half_of_a_players) {
            Some(half) => half,
            None => selector::objects(p)?,
        };
        if early.is_some()
            && let Selector::Choose(choice) = &mut picked.selector
        {
            choice.random = true;
        }
        player::one_opponent_chooses(p, &mut picked.selector, out);
        from_where(p, &mut picked.selector)?;
        let to = match ahead {
            Some(to) => to,
            None => match p.attempt(beneath).or_else(|| p.attempt(|p| super::with::onto_from(p, &mut picked.selector)))
            {
                Some(to) => to,
                None => under_whose(p, out)?,
            },
        };
        if picked.selector == lawmage_ir::THIS {
            from_where(p, &mut picked.selector)?;
        }
        // "onto the battlefield from their hand"
        if selector::lacks_zone(&picked.selector) && p.eat("from") {
            let owner = player::possessive(p)?;
            p.expect("hand")?;
            selector::fill_zone(&mut picked.selector, Zone::Hand, Some(&owner));
        }
        if selector::lacks_zone(&picked.selector) {
            return p.fail("where the cards are");
        }
        let to = arriving_under(p, &picked.selector, to);
        let clause = emit_number(p, Instruction::Move { what: picked.selector.clone(), to: to.clone(), cause });
        let sort = if to.zone() == Zone::Battlefield { Sort::Permanent } else { Sort::Card };
        let verb = if cause == Cause::Return { "returned" } else { "put" };
        mention_moved(p, &clause, &picked, sort, verb);
        if let Some(last) = p.scope.referents.last_mut() {
            last.arrived = sort == Sort::Permanent && picked.selector == Selector::Ref(Ref::This);
        }
        rest_of_exiled(p, &picked.selector);
        took(p, &picked, &clause);
        let id = clause.out;
        out.push(clause);
        // 607.2: what another ability of the face speaks of.
        if let (true, Zone::Battlefield, Some(id)) = (p.scope.face.links_put, to.zone(), id) {
            let put = p.scope.select(&Handle::Clause(id));
            out.push(Instruction::Remember(lawmage_ir::PUT_THERE, put).into());
        }
        mention_owner(p, &picked.selector, &to);
        mention_whose_step(p, &picked, &to);
        // "put one into your hand and the rest into your graveyard"
        let again = p.attempt(|p| {
            let comma = p.comma();
            let and = p.eat("and");
            (comma || and).then_some(())?;
            let others = ["the rest", "the other", "one", "the others", "that card", "all other cards"];
            p.at_any(&others).then_some(())
        });
        if again.is_none() {
            return Some(());
        }
    }
}

/// "Return two cards exiled with ~ to the battlefield and put the rest …": the rest of those (607.2a).
fn rest_of_exiled(p: &mut Parser<'_>, what: &Selector) {
    if let Selector::Choose(choice) = what
        && let Selector::All(filter) = &choice.from
        && filter.test.conjuncts().iter().any(|test| matches!(test, Test::Is(Ref::Linked(_))))
        && p.scope.group.is_none()
        && p.at_any(&["and put the rest", ". put the rest"])
    {
        p.scope.group = Some(Handle::Select(Box::new(choice.from.clone())));
        p.scope.taken.clear();
    }
}

/// "Return target permanent to its owner's hand. Then that player …": the owner, where no other player was spoken of.
fn mention_owner(p: &mut Parser<'_>, what: &Selector, to: &Destination) {
    if let (Selector::Ref(of), Destination::Hand) = (what, to)
        && p.scope.referents.iter().all(|r| r.sort != Sort::Player)
    {
        p.scope.mention(Referent::player(Who::Owner(Box::new(of.clone()))));
    }
}

/// Where it is put: "under an opponent's control" is under that of one of them, whom you choose before (608.2d).
fn under_whose(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<Destination> {
    p.scope.lets_choose_opponent = p.scope.actor.is_none();
    let to = destination(p);
    p.scope.lets_choose_opponent = false;
    let mut to = to?;
    if let Destination::Battlefield(arrival) = &mut to
        && arrival.controller == Some(Who::Opponents)
    {
        let whose = player::one_of(p, Who::Opponents, out);
        player::mention(p, &whose);
        arrival.controller = Some(whose);
    }
    // "attached to a creature you control": chosen before, too.
    if let Destination::Battlefield(arrival) = &mut to
        && let Some(host @ Selector::Choose(_)) = arrival.attached_to.take_if(|to| matches!(to, Selector::Choose(_)))
    {
        let chosen = crate::grammar::effect::emit(p, Instruction::Choose(host));
        arrival.attached_to = Some(Selector::slot(p.scope.bind(crate::grammar::effect::id(&chosen))));
        out.push(chosen);
    }
    Some(to)
}

/// 110.2a: what another player puts onto the battlefield enters under that player's control; of cards from their own hand, library
/// or graveyard that is true anyway.
fn arriving_under(p: &Parser<'_>, what: &Selector, mut to: Destination) -> Destination {
    let exiled = |slot: Slot| {
        let clauses = p.scope.referents.iter().filter(|r| r.verb == Some("exiled")).filter_map(Referent::clause);
        clauses.filter_map(|clause| p.scope.slot_of(clause)).any(|of| of == slot)
    };
    let told = p.scope.actor.as_ref().filter(|who| **who != Who::You && !who.is_group());
    if let (Selector::Ref(of), Destination::Battlefield(arrival), Some(who)) = (what, &mut to, told)
        && (*of == Ref::This || matches!(of, Ref::Slot(slot) if exiled(*slot)))
    {
        arrival.controller.get_or_insert_with(|| who.clone());
    }
    to
}

/// "put it on your choice of the top or bottom of your library", "puts it into their library second from the top or on the bottom":
/// which, is chosen as it is done (608.2d).
fn top_or_bottom(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    const BOTH: &str = "both on top of your library or both on the bottom of your library";
    const TOP: &[&str] = &[
        "on your choice of the top or bottom of",
        "on their choice of the top or bottom of",
        "on the top or bottom of",
    ];
    let who = actor(p);
    let other = p.at("the other on");
    let picked = selector::one(p)?;
    // "both on top of your library or both on the bottom of your library": of several, which are chosen as that is done.
    let both = matches!(picked.selector, Selector::Choose(_)) && who == Who::You && p.eat(BOTH);
    // Several would be put there in an order (401.4).
    let single = match &picked.selector {
        Selector::Ref(Ref::Target(n)) => {
            p.scope.targets.get(usize::from(*n)).is_some_and(|spec| spec.max == Some(Amount::ONE))
        }
        Selector::Ref(of) => *of != Ref::Each && !picked.plural,
        // "Manifest one of those cards, then put the other …": of two.
        Selector::Except(..) => other && !picked.plural,
        _ => false,
    };
    if !single && !both {
        return p.fail("a single object");
    }
    let first = if both {
        Destination::LibraryTop { random: false }
    } else if p.eat_any(TOP).is_some() {
        library(p)?;
        Destination::LibraryTop { random: false }
    } else {
        let nth = destination(p).filter(|to| matches!(to, Destination::LibraryNth(_)))?;
        p.expect("or on the bottom")?;
        nth
    };
    let mode = |to| lawmage_ir::Mode {
        cost: None,
        targets: Vec::new(),
        clauses: vec![Instruction::Move { what: picked.selector.clone(), to, cause: Cause::Put }.into()],
    };
    let modes = vec![mode(first), mode(Destination::LibraryBottom { random: false })];
    out.push(crate::grammar::effect::emit(p, Instruction::ChooseMode { who, min: 1, max: 1, modes }));
    Some(())
}

fn random(p: &mut Parser<'_>) -> Option<()> {
    p.expect("at random")
}

/// Where: "to its owner's hand", "onto the battlefield tapped under your control", "on the bottom of your library".
pub fn destination(p: &mut Parser<'_>) -> Option<Destination> {
    p.attempt(|p| {
        if let Some(which) = p.eat_any(&["back on top of", "on top of", "on the top of"]) {
            library(p)?;
            if which == 0 && p.scope.actor.is_some() && p.at("in any order") {
                return p.fail("who else than you orders them"); // no destination tells
            }
            return Some(Destination::LibraryTop { random: order(p)? });
        }
        if p.at("on top") && matches!(p.word_at(2), "" | "." | "in") {
            p.expect("on top")?;
            return Some(Destination::LibraryTop { random: order(p)? });
        }
        const OWNERS: &[&str] = &["to their owners 's hands", "to their owners 's hand", "to their owner 's hand"];
        if p.eat_any(OWNERS).is_some() {
            return Some(Destination::Hand);
        }
        if p.eat("into their owners 's graveyards") || p.eat("into their owners 's graveyard") {
            return Some(Destination::Graveyard);
        }
        if p.scope.actor.is_some() && p.at("back in any order") {
            return p.fail("who else than you orders them"); // no destination tells
        }
        if p.eat("back in any order") || p.eat("back") {
            return Some(Destination::LibraryTop { random: false });
        }
        if p.at("on the bottom of") || p.at("on the bottom") && matches!(p.word_at(3), "" | "." | "in") {
            p.expect("on the bottom")?;
            if p.eat("of") {
                library(p)?;
            }
            return Some(Destination::LibraryBottom { random: order(p)? });
        }
        if p.eat("into the command zone") || p.eat("to the command zone") {
            return Some(Destination::Command);
        }
        if p.eat("into exile") {
            return Some(Destination::Exile { linked: None, face_down: false });
        }
        // Nothing but what is on the battlefield or the stack is under anyone's control (110.2).
        let controlled = p.at("under your control");
        if controlled || p.eat_any(&["onto the battlefield", "to the battlefield", "on the battlefield"]).is_some() {
            return super::arrival(p).map(|a| Destination::Battlefield(Box::new(a)));
        }
        // "shuffle, then put that card third from the top"
        if p.scope.actor.is_none() && p.eat("third from the top") {
            return if p.at_stop() { Some(Destination::LibraryNth(2)) } else { p.fail("the end of the sentence") };
        }
        p.eat_any(&["to", "into"])?;
        owners(p)?;
        if p.eat("hand") || p.eat("hands") {
            return Some(Destination::Hand);
        }
        if p.eat("graveyard") || p.eat("graveyards") {
            return Some(Destination::Graveyard);
        }
        p.eat_any(&["library", "libraries"])?;
        let nth = ordinal_word(p.word())?;
        p.advance();
        p.expect("from the top")?;
        Some(Destination::LibraryNth(nth.saturating_sub(1)))
    })
}

/// "into its owner's library just beneath the top X cards of that library" (401.7).
fn beneath(p: &mut Parser<'_>) -> Option<Destination> {
    p.expect("into")?;
    owners(p)?;
    p.expect("library just beneath the top")?;
    let cards = amount::amount(p)?;
    p.expect("cards of that library")?;
    Some(Destination::LibraryBeneath(Box::new(cards)))
}

/// Whose zone a card is put into: always its owner's (400.3).
fn owners(p: &mut Parser<'_>) -> Option<()> {
    // The last of them as it is misprinted.
    if p.eat_any(&["their owners 's", "their owner 's", "it's owner 's"]).is_some() {
        return Some(());
    }
    player::possessive(p).map(|_| ())
}

/// "your library", "its owner's library", "it" (a library just named).
fn library(p: &mut Parser<'_>) -> Option<()> {
    if p.eat("it") || p.eat("that library") || p.eat("the library") {
        return Some(());
    }
    owners(p)?;
    p.eat_any(&["library", "libraries"])?;
    Some(())
}

/// "in any order" (`false`), "in a random order" (`true`).
fn order(p: &mut Parser<'_>) -> Option<bool> {
    if p.eat("in any order") {
        return Some(false);
    }
    Some(p.eat("in a random order"))
}
