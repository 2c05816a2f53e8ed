//! Spells and abilities on the stack: counter, copy, change targets; casting during a resolution (608.2g, 701.5, 707.10).

use lawmage_ir::{
    Amount, CardType, Clause, Continuous, CostLabel, Destination, Duration, Filter, Instruction, Kind, Permission,
    Price, Ref, Retarget, Selector, Spending, StackCopies, Subtype, Test, Who, ZoneSet,
};

use super::named::target_card;
use super::{aimed, places};
use crate::grammar::effect::{actor, emit, emit_number, mention, told_cards};
use crate::grammar::{cost, duration, noun, reference, selector};
use crate::parse::{Handle, Parser, Referent, Sort};

/// Reads what follows one of these verbs.
pub fn verb(p: &mut Parser<'_>, verb: &str, out: &mut Vec<Clause>) -> Option<()> {
    match verb {
        "counter" => counter(p, out),
        "copy" => copy(p, out),
        "cast" => {
            let who = actor(p);
            let does = cast(p, &who, false)?;
            let clause = cast_clause(p, does);
            out.push(clause);
            Some(())
        }
        _ => change(p, out),
    }
}

/// "counter target spell", "counter that spell or ability"; "exile it instead of putting it …" as a rider.
fn counter(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let picked = match spell_meant(p) {
        Some(spell) => spell,
        None => selector::objects(p)?,
    };
    picked.mention(p);
    if p.attempt_into(out, |p, out| places::countered_to_either_end(p, &picked.selector, out)).is_some() {
        return Some(());
    }
    aimed::mention_source(p, &picked.selector);
    // "its controller" is the spell's.
    let again =
        p.scope.latest(|r| matches!((&r.handle, &picked.selector), (Handle::Ref(a), Selector::Ref(b)) if a == b));
    if let Some(spell) = again {
        p.scope.mention(spell);
    }
    let counters = p.attempt(places::exiled_with);
    let to = match &counters {
        Some(_) => Some(Destination::Exile { linked: None, face_down: false }),
        None => p.attempt(|p| {
            p.expect(".")?;
            countered_to(p)
        }),
    };
    let plural = picked.plural;
    let exiled = matches!(to, Some(Destination::Exile { .. }));
    let clause = emit_number(p, Instruction::Counter { what: picked.selector, to });
    let referent = Referent { hidden: true, plural, ..Referent::new(Handle::Clause(0), Sort::Spell) };
    mention(p, &clause, Some(referent), "countered");
    let card = clause.out.filter(|_| exiled && !plural);
    out.push(clause);
    // "…, then you may cast it": the card that it is then, if it was countered so.
    if let Some(card) = card
        && p.at_any(&[", then you may cast it", ". you may cast it", ". you may cast that card"])
    {
        p.scope.mention(Referent { verb: Some("exiled"), ..Referent::new(Handle::Clause(card), Sort::Card) });
    }
    if let (Some(card), Some((kind, count))) = (card, counters) {
        let on = Selector::slot(p.scope.bind(card));
        out.push(emit(p, Instruction::PutCounters { kind, count, on }));
        p.scope.mention(Referent { verb: Some("exiled"), ..Referent::new(Handle::Clause(card), Sort::Card) });
    }
    Some(())
}

/// "it" as the spell or ability on the stack that was spoken of last, whatever else was after it: only such a thing is countered or
/// has targets.
fn spell_meant(p: &mut Parser<'_>) -> Option<selector::Picked> {
    let spell = p.scope.latest(|r| r.sort.is_on_stack() && !r.hidden()).filter(|_| p.at("it"))?;
    p.advance();
    let selector = p.scope.select(&spell.handle);
    Some(selector::Picked { selector, referent: Some(spell), players: false, plural: false })
}

/// "If that spell is countered this way, put it on top of its owner's library instead of into that player's graveyard."
pub(crate) fn countered_to(p: &mut Parser<'_>) -> Option<Destination> {
    p.eat_any(&["if that spell is countered this way ,", "if the spell is countered this way ,"])?;
    let to = if p.eat("exile it instead of putting it") {
        Destination::Exile { linked: None, face_down: false }
    } else {
        p.eat_any(&["put it", "put that card"])?;
        let place = p.eat_any(&[
            "on top of its owner 's library",
            "on the bottom of its owner 's library",
            "into its owner 's hand",
        ])?;
        p.expect("instead of")?;
        match place {
            0 => Destination::LibraryTop { random: false },
            1 => Destination::LibraryBottom { random: false },
            _ => Destination::Hand,
        }
    };
    p.eat_any(&["into its owner 's graveyard", "into that player 's graveyard"])?;
    Some(to)
}

/// "copy target instant or sorcery spell", "copy that spell twice".
fn copy(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if p.at("the next") {
        return super::copied_later::copied_later(p, out);
    }
    let who = actor(p);
    let what = match p.attempt(cast_or_activated) {
        Some(what) => what,
        None => {
            let picked = selector::one(p)?;
            picked.mention(p);
            picked.selector
        }
    };
    let mut for_each = None;
    let count = if let Some(told) = p.attempt(super::copied_later::times_told) {
        told
    } else if let Some(times) = p.attempt(|p| {
        let times = crate::grammar::amount::amount(p)?;
        p.expect("times").map(|()| times)
    }) {
        times
    } else if let Some(each) = p.attempt(aimed::each_it_could_target) {
        for_each = Some(each);
        Amount::ONE
    } else {
        crate::grammar::amount::for_each(p).unwrap_or(Amount::ONE)
    };
    let except = crate::grammar::modification::exceptions(p).unwrap_or_default();
    let only_if = p.attempt(aimed::if_before_new_targets);
    let new_targets = with_new_targets(p);
    let at = if new_targets || for_each.is_some() { None } else { p.attempt(aimed::aimed_at) };
    let copies = StackCopies { who, what, count, new_targets, except, for_each, at };
    let clause = emit_number(p, Instruction::CopyStack(copies));
    // "Copy target spell, then return it to its owner's hand": "it" is the spell, its copy is "the copy".
    let referent = Referent { hidden: true, ..Referent::new(Handle::Clause(0), Sort::Spell) };
    mention(p, &clause, Some(referent), "copied");
    out.push(match only_if {
        Some(condition) => emit(p, Instruction::If { condition, then: vec![clause], otherwise: Vec::new() }),
        None => clause,
    });
    Some(())
}

/// ". You may choose new targets for the copy", and its kin.
pub(super) fn with_new_targets(p: &mut Parser<'_>) -> bool {
    p.attempt(|p| {
        p.eat_any(&[
            ". you may choose new targets for the copy",
            ". you may choose new targets for that copy",
            ". you may choose new targets for the copies you control",
            ". you may choose new targets for the copies",
            ". if you do , you may choose new targets for the copy",
            "and may choose new targets for the copy they control",
            "and may choose new targets for the copy",
            "and may choose a new target for the copy",
            "and may choose a new target for that copy",
            "and you may choose new targets for the copy",
            ", and you may choose new targets for the copy",
            ". each of those players may choose new targets for their copy",
            ". that player may choose new targets for that copy",
        ])
    })
    .is_some()
}

/// "that spell or ability", after "whenever you cast a spell or activate an ability": whichever of the two it was.
fn cast_or_activated(p: &mut Parser<'_>) -> Option<Selector> {
    p.expect("that spell or ability")?;
    if p.scope.latest(|r| r.sort == Sort::OnStack).is_some() {
        return None;
    }
    let either = [lawmage_ir::Role::Subject, lawmage_ir::Role::Object];
    Some(Selector::Union(either.into_iter().map(|role| Selector::Ref(lawmage_ir::Ref::Event(role))).collect()))
}

/// "you may choose new targets for target spell" (115.7d).
pub fn new_targets(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("choose new targets for")?;
    // "Copy target spell, then return it to its owner's hand. You may choose new targets for the copy.": after that.
    if p.eat_any(&["the copy", "the copies"]).is_some() {
        let copied = |r: &Referent| r.verb == Some("copied");
        let Some(copies) = p.scope.latest(copied).filter(|_| out.iter().filter(|c| copies(c)).count() == 1) else {
            return p.fail("copies made before");
        };
        let (what, who, how) = (p.scope.select(&copies.handle), actor(p), Retarget::New);
        out.push(emit(p, Instruction::ChangeTargets { what, who, how, to: None }));
        return Some(());
    }
    let picked = match spell_meant(p) {
        Some(spell) => spell,
        None => selector::one(p)?,
    };
    picked.mention(p);
    let (what, who, how) = (picked.selector, actor(p), Retarget::New);
    out.push(emit(p, Instruction::ChangeTargets { what, who, how, to: None }));
    Some(())
}

/// Whether it copies what is on the stack, with the targets that has.
fn copies(clause: &Clause) -> bool {
    matches!(&clause.does, Instruction::CopyStack(copies) if !copies.new_targets)
}

/// "change the target of target spell with a single target" (115.7a), "change a target of target spell or ability to ~" (115.7b),
/// "change any targets of target spell" (115.7c).
fn change(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    if let Some(does) = p.attempt(super::text::change_text) {
        out.push(emit(p, does));
        return Some(());
    }
    let what = match p.eat_any(&["the target or targets to", "the targets to", "the target to", "a target to"]) {
        // "change the target to enchanted creature": of the spell spoken of.
        Some(n) => {
            p.go_back_to(p.pos() - 1);
            let spell = p.scope.latest(|r| r.sort.is_on_stack())?;
            Some((if n == 3 { Retarget::One } else { Retarget::All }, p.scope.select(&spell.handle)))
        }
        None => None,
    };
    let (how, what) = match what {
        Some(said) => said,
        None => {
            let phrases =
                ["the target of", "the targets of", "the target or targets of", "a target of", "any targets of"];
            let how = match p.eat_any(&phrases)? {
                0..=2 => Retarget::All,
                3 => Retarget::One,
                _ => Retarget::Any,
            };
            let picked = selector::one(p)?;
            picked.mention(p);
            (how, picked.selector)
        }
    };
    let to = p.attempt(new_target);
    let who = actor(p);
    out.push(emit(p, Instruction::ChangeTargets { what, who, how, to }));
    Some(())
}

/// "to ~", "to enchanted creature if able", ". The new target must be a creature".
fn new_target(p: &mut Parser<'_>) -> Option<Filter> {
    if p.eat(". the new target must be") {
        return crate::grammar::event::object_of(p);
    }
    p.expect("to")?;
    let picked = selector::objects(p)?;
    p.eat("if able");
    match picked.selector {
        Selector::Ref(r) => Some(Filter::permanent(Test::Is(r))),
        _ => p.fail("one object"),
    }
}

/// "you may cast …": as one clause, since the choice is a part of the instruction.
pub fn may_cast(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    if let Some(does) = p.attempt(|p| places::play_any(p, who)) {
        return Some(cast_clause(p, does));
    }
    let play = p.eat_any(&["cast", "play"])? == 1;
    let mut does = cast(p, who, true)?;
    if let Instruction::Cast { play: lands, .. } = &mut does {
        *lands = play;
    }
    Some(cast_clause(p, does))
}

/// The clause that casts; only "that spell" means what was cast.
fn cast_clause(p: &mut Parser<'_>, does: Instruction) -> Clause {
    let clause = emit(p, does);
    let spell = Referent { hidden: true, ..Referent::new(Handle::Clause(0), Sort::Spell) };
    mention(p, &clause, Some(spell), "cast");
    clause
}

/// "you may play that card this turn", "you may cast it without paying its mana cost for as long as it remains exiled":
/// a permission that lasts (601.3). Without a duration of its own only behind one: "until end of turn, you may …".
pub fn may_later(p: &mut Parser<'_>, who: &Who) -> Option<Clause> {
    let mut lands = p.eat_any(&["cast", "play"])? == 1;
    if !lands && let Some(clause) = p.attempt(|p| places::cast_later(p, who)) {
        return Some(clause);
    }
    if lands && let Some(clause) = p.attempt(|p| places::all_exiled(p, who)) {
        return Some(clause);
    }
    let mut group = false;
    let in_all = lands.then(|| p.attempt(places::some_of)).flatten();
    let lands_alone = from_among(p, &mut lands, &mut group);
    // No land is cast (305.9).
    let exiled = p.attempt(|p| places::exiled_this_way(p, !lands));
    group |= exiled.is_some();
    if lands && let Some(clause) = p.attempt(|p| places::from_graveyard(p, who)) {
        return Some(clause);
    }
    if !lands
        && !group
        && let Some(clause) = p.attempt(|p| places::all_from_hand(p, who))
    {
        return Some(clause);
    }
    let among = |p: &mut Parser<'_>| {
        let noun = noun::noun(p)?;
        let (Some(Selector::Ref(of)), Kind::Spell) = (noun.among, noun.filter.kind) else { return None };
        Some((of, noun.filter.test))
    };
    let quality = if lands || group { None } else { p.attempt(among) };
    let single = !lands && !group && quality.is_none();
    let (what, mut quality) = match (exiled, quality) {
        (Some(of), _) => (of, None),
        (None, Some((of, test))) => (of, Some(test)),
        (None, None) => (places::cards_meant(p)?, None),
    };
    let mut later = false;
    let mut play = Permission::play(who.clone(), Filter::new(Kind::Object, Test::Any), Price::Usual);
    let Permission::Play { what: filter, price: cost, spending, label, sorcery_timing, in_all: most, .. } = &mut play
    else {
        return None;
    };
    *most = in_all;
    let mut lasts = None;
    let mut only = None;
    loop {
        if quality.is_none() && !lands && p.eat("as an adventure") {
            quality = Some(Test::Subtype(Subtype::ADVENTURE)); // 715.3b: the inset frame alone is one.
        } else if p.eat("as a sorcery") {
            *sorcery_timing = true;
        } else if p.eat("on a later turn") {
            later = true;
        } else if p.eat("from exile") {
        } else if what == Ref::This && p.eat("from your graveyard") {
            only = Some(Test::Owned(Who::You));
        } else if lasts.is_none()
            && let Some(duration) = p.attempt(|p| duration::duration(p))
        {
            lasts = Some(duration);
        } else if let Some(life) = p.attempt(crate::grammar::permission::life_for_it) {
            *cost = life;
        } else if let Some(paid) = p.attempt(|p| price(p)) {
            *cost = paid.map_or(Price::Free, Price::Instead);
        } else if let Some(besides) = p.attempt(crate::grammar::permission::costs_more) {
            *cost = Price::Besides(besides);
        } else if let Some(freely) = p.attempt(crate::grammar::permission::spending_on_it) {
            *spending = freely;
        } else if only.is_none()
            && let Some(holds) = p.attempt(places::if_you_control)
        {
            only = Some(Test::If(Box::new(holds)));
        } else if single
            && quality.is_none()
            && let Some(spell) = p.attempt(places::it_is_spell)
        {
            // Of the face or half that is cast.
            quality = Some(spell);
        } else {
            break;
        }
    }
    if lasts.is_none() && !p.scope.framed {
        return p.fail("for how long");
    }
    // What is cast for its mana cost isn't cast for the keyword's.
    if !matches!(cost, Price::Usual) {
        *label = p.scope.keyword.map(|(keyword, number)| CostLabel::Keyword(keyword, number));
    }
    let land = Test::Type(CardType::Land);
    let not_land = if lands_alone { Some(land) } else { (!lands).then(|| Test::not(land)) };
    let earlier = later.then(told_cards::exiled_earlier);
    filter.test = Test::all([Test::Is(what)].into_iter().chain(not_land).chain(earlier).chain(quality).chain(only));
    let effects = vec![Continuous::May(play)];
    Some(emit(p, Instruction::Effect { effects, duration: lasts.unwrap_or(Duration::Forever) }))
}

/// "lands and cast spells from among", "nonland cards from among", "lands from among", which is told: of a group, and whether lands are.
fn from_among(p: &mut Parser<'_>, lands: &mut bool, group: &mut bool) -> bool {
    let lands_alone = *lands && p.eat("lands from among");
    if lands_alone {
        *group = true;
    } else if p.eat("lands and cast spells from among") {
        (*lands, *group) = (true, true);
    } else if p.eat("spells from among") {
        *group = true;
    } else if p.eat("cards from among") {
        (*lands, *group) = (true, true);
    } else if !*lands && p.eat("nonland cards from among") {
        *group = true;
    }
    lands_alone
}

/// After "cast": "it without paying its mana cost", "a spell from among those cards without paying its mana cost".
fn cast(p: &mut Parser<'_>, who: &Who, optional: bool) -> Option<Instruction> {
    let any = Filter::new(Kind::Card(ZoneSet::ANYWHERE), lawmage_ir::Test::Any);
    let mut total = None;
    let (from, mut what, max) = if let Some((copies, max)) = p.attempt(places::the_copies) {
        let transformed = false;
        // What must be done is done as far as it can be (101.3).
        let _ = !optional && p.eat("if able");
        let price = if p.at_any(&["without paying", "by paying"]) { price(p)? } else { Some(lawmage_ir::Cost::own()) };
        let (who, what) = (who.clone(), any);
        return Some(Instruction::Cast {
            who,
            from: copies,
            what,
            price,
            max,
            optional,
            play: false,
            transformed,
            total,
            spending: Spending::AsIs,
        });
    } else if let Some(target) = p.attempt(|p| target_card(p)) {
        let terms = places::terms(p, true)?;
        return Some(places::one_card(who, optional, Selector::Ref(Ref::Target(target)), terms));
    } else if let Some((others, true)) = p.attempt(reference::the_rest) {
        (others, any, None)
    } else if p.eat("your commander from the command zone") {
        return places::cast_commander(p, who, optional);
    } else if let Some(it) = p.attempt(|p| reference::referent(p)) {
        let from = p.scope.select(&it.handle);
        // "Cast the exiled card … if it's a creature card": not what was put elsewhere since.
        if !it.this {
            p.scope.mention(it.clone());
        }
        if !it.plural && p.eat("from your graveyard") {
            return places::cast_there(p, who, optional, from);
        }
        // 608.2g: without a duration it is cast as this resolves, and for what it costs.
        if optional && !it.plural && p.at_stop() && !p.scope.framed {
            let terms = (Some(lawmage_ir::Cost::own()), Spending::AsIs);
            return Some(places::one_card(who, optional, from, terms));
        }
        (from, any, if it.plural { None } else { Some(1) })
    } else {
        let max = if p.eat("any number of") {
            None
        } else {
            let _ = p.eat("up to");
            Some(u32::try_from(p.article()?).ok()?)
        };
        let mut noun = noun::noun(p)?;
        if noun.among.is_none() && noun.filter.kind == Kind::Spell {
            places::from_among(p, &mut noun);
        }
        total = places::total(p, &mut noun)?;
        if noun.random || noun.chooser.is_some() {
            return p.fail("spells that who casts them chooses");
        }
        let Some(group) = noun.among.clone() else {
            return places::cast_from_zone(p, who, optional, &noun, max, total);
        };
        (group, Filter::new(Kind::Spell, noun.filter.test), max)
    };
    let transformed = p.eat("transformed");
    let own = what.kind == Kind::Spell && p.at_stop();
    let price = if own { Some(lawmage_ir::Cost::own()) } else { price(p)? };
    if total.is_some() && price.is_some() {
        return p.fail("without paying their mana costs");
    }
    if what.test == lawmage_ir::Test::Any
        && let Some(test) = p.attempt(|p| super::places::resulting_spell(p))
    {
        what = Filter::new(Kind::Spell, test);
    }
    p.eat("if able");
    let (who, play, spending) = (who.clone(), false, Spending::AsIs);
    Some(Instruction::Cast { who, from, what, price, max, optional, play, transformed, total, spending })
}

/// "without paying its mana cost" (`None`), "by paying {2} rather than paying its mana cost".
pub(super) fn price(p: &mut Parser<'_>) -> Option<Option<lawmage_ir::Cost>> {
    if p.eat("without paying its mana cost") || p.eat("without paying their mana costs") {
        return Some(None);
    }
    if !p.at("by paying") {
        return crate::grammar::permission::by_doing_rather(p).map(Some);
    }
    p.expect("by paying")?;
    // "Life equal to its mana value" is the spell's.
    let known = p.scope.referents.len();
    p.scope.mention(Referent::new(Handle::Ref(Ref::It), Sort::Spell));
    let cost = cost(p);
    p.scope.referents.truncate(known);
    let cost = cost?;
    p.eat_any(&["rather than paying its mana cost", "rather than its mana cost"])?;
    Some(Some(cost))
}
