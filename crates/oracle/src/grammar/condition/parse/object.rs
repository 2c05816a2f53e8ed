//! What is asked of one object: "~ is untapped", "it had no +1/+1 counters on it", "this spell was kicked".

use lawmage_ir::{Amount, Cmp, Condition, CostLabel, Keyword, Kind, Ref, Test, Who, Zone, ZoneSet};

use super::holders::has_named_counters;
use super::is_so::{is_and_has, sized};
use super::places::cards_above;
use super::was_cast;
use super::{comparison, negate, or_more};
use crate::grammar::event::counter_kind;
use crate::grammar::test::complement;
use crate::grammar::{cost, noun, player, reference};
use crate::lex::TokenKind;
use crate::parse::{Handle, Parser, Referent, Sort};

/// The object a condition is about; "it's" and "that's" hold their verb.
enum Subject {
    Object(Ref),
    WithIs(Ref),
}

/// The object that "it" is.
pub(super) fn it(p: &mut Parser<'_>) -> Option<Ref> {
    let referent = p.scope.latest(|r| r.sort != Sort::Player && !r.plural && !r.hidden());
    match referent {
        Some(referent) => p.scope.reference(&referent.handle),
        None => Some(Ref::This),
    }
}

fn subject(p: &mut Parser<'_>) -> Option<Subject> {
    if p.eat("it's") || p.eat("that's") {
        return it(p).map(Subject::WithIs);
    }
    // Of an instant or sorcery with kicker, "it" in "if it was kicked" is the spell, whatever was spoken of before (702.33d).
    if p.scope.face.spell && !p.scope.face.kickers.is_empty() && (p.at("it was kicked") || p.at("it wasn't kicked")) {
        p.expect("it")?;
        return Some(Subject::Object(Ref::This));
    }
    if let Some(whose) = p.attempt(|p| {
        p.expect("the top card of")?;
        let whose = player::possessive(p)?;
        p.expect("library")?;
        Some(whose)
    }) {
        let top = Ref::TopCard(Box::new(whose));
        // Only "that card" means it.
        p.scope.mention(Referent { verb: Some("on top"), ..Referent::new(Handle::Ref(top.clone()), Sort::Card) });
        return Some(Subject::Object(top));
    }
    if let Some(was) = p.attempt(as_it_was) {
        return Some(Subject::Object(was));
    }
    if p.eat("it") {
        return it(p).map(Subject::Object);
    }
    cost::object(p).map(Subject::Object)
}

/// What was moved, spoken of in the past tense: as it was until then ("Destroy target land. If that land was a snow land").
fn as_it_was(p: &mut Parser<'_>) -> Option<Ref> {
    let before = reference::referent(p)?.before?;
    let past = ["was", "were", "wasn't", "weren't", "had", "didn't have"];
    let of_a_number = || ["'s power was", "'s toughness was", "'s mana value was"].iter().any(|words| p.at(words));
    (p.at_any(&past) || of_a_number()).then_some(before)
}

/// "you controlled that permanent": of what was moved, as it was until then (608.2h).
pub(super) fn you_controlled(p: &mut Parser<'_>) -> Option<Condition> {
    p.expect("you controlled")?;
    let said = reference::referent(p).filter(|r| !r.plural)?;
    let itself = match &said.handle {
        crate::parse::Handle::Ref(r) => p.scope.latest(|moved| moved.before.as_ref() == Some(r)),
        _ => None,
    };
    let before = said.before.or(itself.and_then(|r| r.before));
    let before = before.or_else(|| p.fail("one object that was moved"))?;
    Some(Condition::Is(before, Test::Controlled(lawmage_ir::Who::You)))
}

/// A statement about one object.
pub(crate) fn about_object(p: &mut Parser<'_>) -> Option<Condition> {
    match subject(p)? {
        Subject::WithIs(r) if p.eat("on the battlefield") => Some(Condition::InZone(r, ZoneSet::BATTLEFIELD)),
        Subject::WithIs(r) => {
            let not = p.eat("not");
            is(p, r, not)
        }
        Subject::Object(r) => {
            if p.at("'s") {
                return stat(p, r);
            }
            statement(p, r)
        }
    }
}

/// "your commander": a commander is its owner's (903.3).
#[must_use]
pub fn your_commander() -> Test {
    Test::And(vec![Test::Owned(Who::You), Test::Status(lawmage_ir::Status::Commander)])
}

/// "your Ring-bearer": on the battlefield under your control, with that designation (701.52e).
#[must_use]
pub fn your_ring_bearer() -> Test {
    Test::And(vec![Test::Status(lawmage_ir::Status::RingBearer), Test::Controlled(Who::You)])
}

fn statement(p: &mut Parser<'_>, r: Ref) -> Option<Condition> {
    // "it targets you or a permanent you control": this spell has no targets yet as it is asked whether it may be cast (601.3).
    if r != Ref::This && p.eat("targets") {
        let only = p.eat("only");
        let what = Box::new(noun::after::targets(p)?);
        return Some(Condition::Is(r, if only { Test::TargetsOnly(what) } else { Test::Targets(what) }));
    }
    // "In your graveyard" is said of its owner's card; on the battlefield "you" are its controller.
    if p.eat("is in your graveyard or on the battlefield") || p.eat("is on the battlefield or in your graveyard") {
        return Some(Condition::InZone(r, ZoneSet::of(Zone::Graveyard).union(ZoneSet::BATTLEFIELD)));
    }
    if let Some(dealt) = p.attempt(|p| super::turn_past::was_dealt_damage(p, &r)) {
        return Some(dealt);
    }
    if p.eat_any(&["is on the battlefield", "is still on the battlefield", "remains on the battlefield"]).is_some() {
        return Some(Condition::InZone(r, ZoneSet::BATTLEFIELD));
    }
    // 508.1f
    if r == Ref::Event(lawmage_ir::Role::Subject) && p.eat("isn't being declared as an attacker") {
        return Some(negate(Condition::TappedToAttack, true));
    }
    if p.eat("isn't on the battlefield") || p.eat("is not on the battlefield") {
        return Some(Condition::Not(Box::new(Condition::InZone(r, ZoneSet::BATTLEFIELD))));
    }
    if p.eat("is your commander") {
        return Some(Condition::Is(r, your_commander()));
    }
    if p.eat("is in the command zone or on the battlefield") || p.eat("is on the battlefield or in the command zone") {
        return Some(Condition::InZone(r, ZoneSet::of(Zone::Command).union(ZoneSet::BATTLEFIELD)));
    }
    // Until it has become cast (601.2i), those before it count.
    if r == Ref::This && p.eat("is the first spell you've cast this game") {
        return Some(Condition::Compare(Amount::SpellsCast(Who::You), Cmp::Equal, Amount::Const(0)));
    }
    if p.eat("is your ring-bearer") {
        let there = Condition::InZone(r.clone(), ZoneSet::BATTLEFIELD);
        return Some(Condition::And(vec![there, Condition::Is(r, your_ring_bearer())]));
    }
    // 702.154c
    if p.eat("enlisted a creature this combat") {
        let what = Some(lawmage_ir::Filter::permanent(Test::Is(r)));
        let deed = lawmage_ir::KeywordDeed::Enlists;
        let event = lawmage_ir::EventPattern::Does { by: Who::All, deed, what, object: None };
        return Some(Condition::Happened(Box::new(event), lawmage_ir::Span::ThisCombat, 1));
    }
    if p.eat("is in the command zone") {
        return Some(Condition::InZone(r, ZoneSet::of(Zone::Command)));
    }
    if p.eat("is in your graveyard") {
        let there = Condition::InZone(r.clone(), ZoneSet::of(Zone::Graveyard));
        return match p.at("with") {
            true => Some(Condition::And(vec![there, cards_above(p, r)?])),
            false => Some(there),
        };
    }
    if p.eat("is in your hand") {
        return Some(Condition::InZone(r, ZoneSet::of(Zone::Hand)));
    }
    if p.eat("is in exile") || p.eat("is exiled") || p.eat("remains exiled") {
        return Some(Condition::InZone(r, ZoneSet::of(Zone::Exile)));
    }
    if let Some(verb) = p.eat_any(&["is", "was", "are", "were", "remains", "isn't", "wasn't", "aren't", "weren't"]) {
        let not = verb >= 5 || p.eat("not");
        let first = is(p, r.clone(), not)?;
        return match p.attempt(|p| is_and_has(p, &r)) {
            Some(rest) if !not => Some(Condition::And([first].into_iter().chain(rest).collect())),
            _ => Some(first),
        };
    }
    if let Some(verb) = p.eat_any(&["shares", "share", "doesn't share", "don't share"]) {
        return crate::grammar::noun::after::shares(p, &kind_of(p, &r))
            .map(|test| negate(Condition::Is(r, test), verb >= 2));
    }
    if let Some(exploited) = p.attempt(|p| super::is_so::exploited(p, &r)) {
        return Some(exploited);
    }
    if p.eat("hasn't dealt damage yet") {
        return Some(Condition::Is(r, Test::not(Test::Status(lawmage_ir::Status::DealtDamage))));
    }
    if let Some(attacked) = p.attempt(|p| super::around::attacked_last_turn(p, &r)) {
        return Some(attacked);
    }
    // 506.6
    if p.eat("had to attack this combat") {
        return Some(Condition::Is(r, Test::Status(lawmage_ir::Status::HadToAttack)));
    }
    if p.eat_any(&["has", "had", "have"]).is_some() {
        return has(p, r, false);
    }
    if p.eat_any(&["doesn't have", "didn't have"]).is_some() {
        return has(p, r, true);
    }
    None
}

/// After "is" or "was".
pub(super) fn is(p: &mut Parser<'_>, r: Ref, not: bool) -> Option<Condition> {
    if p.eat("attacking the player with the most life or tied for most life") {
        let whom = Ref::Attacked(Box::new(r), lawmage_ir::TypeSet::NONE);
        return Some(negate(Condition::Is(whom, Test::If(Box::new(has_most_life()))), not));
    }
    if p.eat("the chosen type") {
        return p.scope.face.chosen_type.map(|n| negate(Condition::Is(r, Test::ChosenType(n)), not));
    }
    if p.eat("controlled by") {
        let who = player::relation(p)?;
        return Some(negate(Condition::Is(r, Test::Controlled(who)), not));
    }
    if p.eat("attacking a battle") {
        let battle = lawmage_ir::CardType::Battle;
        let whom = Ref::Attacked(Box::new(r), lawmage_ir::TypeSet::of(battle));
        return Some(negate(Condition::Is(whom, Test::Type(battle)), not));
    }
    if p.eat("paired with another creature") {
        p.scope.face.paired |= r == Ref::This;
        return Some(negate(Condition::Is(r, Test::Status(lawmage_ir::Status::Paired)), not));
    }
    if p.eat("paired with a creature") {
        return super::is_so::paired(p, r).map(|paired| negate(paired, not));
    }
    if !p.at_any(&["exiled this", "exiled with"]) && p.eat("exiled") {
        return Some(negate(Condition::InZone(r, ZoneSet::of(Zone::Exile)), not));
    }
    // 716.2d
    if p.eat("level") {
        let n = Amount::Const(p.number()?);
        let cmp = or_more(p).unwrap_or(Cmp::Equal);
        return Some(negate(Condition::Compare(Amount::Level(r), cmp, n), not));
    }
    if p.eat("kicked with its") {
        let cost = lawmage_ir::Cost::mana(p.mana_cost()?);
        p.expect("kicker")?;
        let index = p.scope.face.kickers.iter().position(|k| *k == cost)?;
        let label = CostLabel::Keyword(Keyword::Kicker, u8::try_from(index).ok()?);
        return Some(negate(Condition::Paid(r, label), not));
    }
    if p.eat("kicked") {
        // 702.33d: kicked is with any of its kickers.
        let kickers = u8::try_from(p.scope.face.kickers.len()).ok()?.max(1);
        let mut any: Vec<Condition> =
            (0..kickers).map(|n| Condition::Paid(r.clone(), CostLabel::Keyword(Keyword::Kicker, n))).collect();
        // 702.33b: each of two kickers once.
        if p.eat("twice") {
            return if kickers == 2 { Some(negate(Condition::And(any), not)) } else { p.fail("two kickers") };
        }
        let kicked = if any.len() == 1 { any.pop()? } else { Condition::Or(any) };
        return Some(negate(kicked, not));
    }
    // 702.166b
    if p.eat("bargained") {
        return Some(negate(Condition::Paid(r, CostLabel::Keyword(Keyword::Bargain, 0)), not));
    }
    if let Some(nth) = p.attempt(crate::grammar::noun::after::nth_spell) {
        return Some(negate(Condition::Is(r, nth), not));
    }
    if p.eat("foretold") {
        return Some(negate(Condition::Paid(r, CostLabel::Keyword(Keyword::Foretell, 0)), not));
    }
    if let Some(fighting) = p.attempt(|p| super::around::blocking_or_blocked_by(p, &r)) {
        return Some(negate(fighting, not));
    }
    if let Some(enchanted) = p.attempt(|p| super::around::enchanted_by(p, &r)) {
        return Some(negate(enchanted, not));
    }
    if let Some(sized) = p.attempt(|p| sized(p, &r)) {
        return Some(negate(sized, not));
    }
    let test = complement(p)?;
    // "Any target. If it's a creature, it can't block": what may have been a player is a permanent then.
    let open = |of: &Referent| of.handle == Handle::Ref(r.clone()) && of.sort == Sort::Any;
    if !not && matches!(test, Test::Type(_)) && p.scope.latest(open).is_some() {
        p.scope.mention(Referent::new(Handle::Ref(r.clone()), Sort::Permanent));
    }
    // "Whenever a face-down creature dies, return it if it's a permanent card": the card, not what it was as a permanent.
    let was_permanent = |of: &Referent| of.handle == Handle::Ref(r.clone()) && of.sort == Sort::Permanent;
    let itself = p.last().is_some_and(|token| &*token.text == "card") && p.scope.latest(was_permanent).is_some();
    let test = if itself { Test::AsCard(Box::new(test)) } else { test };
    Some(Condition::Is(r, if not { Test::not(test) } else { test }))
}

/// What kind of object a reference denotes: a card where it isn't known to be a permanent.
fn kind_of(p: &Parser<'_>, r: &Ref) -> Kind {
    let handle = crate::parse::Handle::Ref(r.clone());
    let permanent = p.scope.latest(|said| said.handle == handle).is_some_and(|said| said.sort == Sort::Permanent);
    if permanent { Kind::Permanent } else { Kind::Card(ZoneSet::default()) }
}

/// After "has": counters, keywords, numbers.
pub(super) fn has(p: &mut Parser<'_>, r: Ref, not: bool) -> Option<Condition> {
    if let Some(greater) = p.attempt(|p| super::superlative::greater_size(p, &r)) {
        return Some(negate(greater, not));
    }
    if p.eat("the least power or is tied for least power among creatures on the battlefield") {
        return Some(negate(super::superlative::least_power(r), not));
    }
    if p.eat("the greatest power or is tied for greatest power among creatures on the battlefield") {
        return Some(negate(super::superlative::greatest_power(r), not));
    }
    if p.eat("the chosen name") {
        let chosen = Test::ChosenName(p.scope.face.name.or_else(|| p.fail("a name chosen before"))?);
        return Some(negate(Condition::Is(r, chosen), not));
    }
    if let Some(parity) = p.attempt(|p| super::around::even_counters(p, &r)) {
        return Some(negate(parity, not));
    }
    if p.eat("a single target") {
        return Some(negate(Condition::Is(r, Test::SingleTarget), not));
    }
    if let Some(same) = p.attempt(|p| {
        p.expect("the same")?;
        let quality = crate::grammar::noun::after::quality(p)?;
        p.expect("as")?;
        crate::grammar::noun::after::shared_with(p, quality, &kind_of(p, &r))
    }) {
        return Some(negate(Condition::Is(r, same), not));
    }
    // "If that artifact had counters on it, put that many …": so many as it had.
    let so_many = p.at("counters") && !not;
    let counters = p.attempt(|p| {
        let (cmp, n) = if p.eat("no") {
            (Cmp::Equal, Amount::Const(0))
        } else if p.eat("any") {
            (Cmp::AtLeast, Amount::ONE)
        } else if p.eat("exactly") {
            (Cmp::Equal, Amount::Const(p.article()?))
        } else if let Some(which) = p.eat_any(&["fewer than", "more than"]) {
            let n = Amount::Const(p.number()?);
            (if which == 0 { Cmp::Less } else { Cmp::Greater }, n)
        } else if p.eat("one or more") || p.at("counters") || has_named_counters(p) {
            (Cmp::AtLeast, Amount::ONE)
        } else {
            let n = p.article()?;
            (or_more(p).unwrap_or(Cmp::AtLeast), Amount::Const(n))
        };
        let kind = counter_kind(p)?;
        p.eat_any(&["on it", "on them", "on ~", "on him"]);
        Some(Condition::Compare(Amount::Counters(kind, r.clone()), cmp, n))
    });
    if let Some(counters) = counters {
        if let (true, Condition::Compare(number, ..)) = (so_many, &counters) {
            (p.scope.number, p.scope.number_clause) = (Some(number.clone()), None);
        }
        return Some(negate(counters, not));
    }
    let stat = p.attempt(|p| {
        let stat = crate::grammar::noun::after::stat(p)?;
        // "it had power greater than ~'s power"
        if !p.at("equal to")
            && let Some(compared) = p.attempt(|p| comparison(p, Amount::Stat(stat, r.clone())))
        {
            return Some(compared);
        }
        let n = p.amount_word()?;
        let cmp = or_more(p).unwrap_or(Cmp::Equal);
        Some(Condition::Compare(Amount::Stat(stat, r.clone()), cmp, n))
    });
    if let Some(stat) = stat {
        return Some(negate(stat, not));
    }
    let keyword = crate::grammar::keyword::bare_keyword(p)?;
    Some(Condition::Is(r, if not { Test::not(Test::Keyword(keyword)) } else { Test::Keyword(keyword) }))
}

/// "~'s power is 4 or greater", "its toughness is less than …".
fn stat(p: &mut Parser<'_>, r: Ref) -> Option<Condition> {
    p.expect("'s")?;
    let stat = crate::grammar::noun::after::stat(p)?;
    p.eat_any(&["is", "was"])?;
    comparison(p, Amount::Stat(stat, r))
}

/// "this spell was kicked", "its evoke cost was paid", "you cast it from your hand".
pub(crate) fn cast_or_paid(p: &mut Parser<'_>) -> Option<Condition> {
    p.first(&[super::spent::mana_was_spent, cost_was_paid, escaped, was_cast::you_cast, was_cast::was_cast])
}

/// "it escaped" (702.138b).
fn escaped(p: &mut Parser<'_>) -> Option<Condition> {
    let of = if p.eat("~") { Ref::This } else { p.expect("it").and_then(|()| it(p))? };
    p.expect("escaped")?;
    Some(has_escaped(of))
}

/// That an object escaped (702.138b).
#[must_use]
pub(crate) const fn has_escaped(of: Ref) -> Condition {
    Condition::Paid(of, CostLabel::Keyword(lawmage_ir::Keyword::Escape, 0))
}

/// "a Dragon was beheld", of a spell for whose additional cost one might have been.
fn was_beheld(p: &mut Parser<'_>) -> Option<Condition> {
    // "you revealed a Dragon card or chose a Dragon as you cast this spell"
    if p.eat("you revealed a") {
        let quality = |p: &mut Parser<'_>| match noun::bare(p)?.filter.test {
            Test::Subtype(quality) => Some(quality),
            _ => p.fail("a subtype"),
        };
        let card = quality(p)?;
        p.expect("or chose a")?;
        let there = quality(p)?;
        p.expect("as you cast ~")?;
        let asked = p.scope.latest(|r| r.verb == Some("beheld"))?;
        let same = card == there && asked.subtypes.contains(&card);
        return same.then_some(Condition::Paid(Ref::This, CostLabel::Other(0)));
    }
    p.eat_any(&["a", "an"])?;
    let noun = crate::grammar::noun::noun(p)?;
    let not = p.eat_any(&["was beheld", "wasn't beheld"])? == 1;
    let Test::Subtype(quality) = noun.filter.test else { return p.fail("a subtype") };
    let asked = p.scope.latest(|r| r.verb == Some("beheld"))?;
    asked.subtypes.contains(&quality).then_some(())?;
    Some(negate(Condition::Paid(Ref::This, CostLabel::Other(0)), not))
}

/// "its evoke cost was paid", "this spell's buyback cost was paid", "the kicker cost was paid".
fn cost_was_paid(p: &mut Parser<'_>) -> Option<Condition> {
    // 702.174k
    if let Some(which) = p.eat_any(&["the gift was promised", "the gift wasn't promised"]) {
        let promised = Condition::Paid(Ref::This, CostLabel::Keyword(lawmage_ir::Keyword::Gift, 0));
        return Some(negate(promised, which == 1));
    }
    if let Some(beheld) = p.attempt(was_beheld) {
        return Some(beheld);
    }
    if p.eat("evidence was collected") {
        return Some(Condition::Paid(Ref::This, CostLabel::Other(0)));
    }
    // "If that cost wasn't paid", of the one that was spoken of.
    if p.scope.face.alternative.is_some() && p.eat("that cost") {
        let not = !matches!(p.eat_any(&["was paid", "wasn't paid"])?, 0);
        return Some(negate(Condition::Paid(Ref::This, CostLabel::Other(0)), not));
    }
    let of = if p.eat("the") {
        Ref::This
    } else if p.at("its") {
        // "Her sneak cost": only the character that the card is has a gender (201.5).
        let own = reference::is_character(p);
        p.advance();
        if own { Ref::This } else { it(p)? }
    } else if p.at("sneak cost") {
        // As one card has it, without saying whose.
        Ref::This
    } else {
        p.expect("~")?;
        p.expect("'s")?;
        Ref::This
    };
    if p.peek().is_some_and(|t| t.kind == TokenKind::Symbol) && of != Ref::This {
        return p.fail("what the spell itself costs");
    }
    let label = cost_label(p)?;
    let not = !matches!(p.eat_any(&["was paid", "wasn't paid"])?, 0);
    let paid = negate(Condition::Paid(of.clone(), label), not);
    if !not && p.eat("this turn") {
        return Some(was_cast::in_this_turn(of, paid));
    }
    Some(paid)
}

/// "evoke cost".
pub(crate) fn cost_label(p: &mut Parser<'_>) -> Option<CostLabel> {
    // "the {2}{U} cost", of what may be paid rather than the mana cost.
    if let Some(mana) = p.attempt(Parser::mana_cost) {
        p.expect("cost")?;
        let paid = lawmage_ir::Cost::mana(mana);
        return (p.scope.face.alternative.as_ref() == Some(&paid)).then_some(CostLabel::Other(0));
    }
    if p.eat("additional cost") {
        return Some(CostLabel::Other(0));
    }
    let keyword = crate::grammar::keyword::bare_keyword(p)?;
    p.eat_any(&["cost", "costs"])?;
    Some(CostLabel::Keyword(keyword, 0))
}

/// Whether no player has more life than the one it is asked of.
pub(crate) fn has_most_life() -> Condition {
    let most = Amount::GreatestLife(Who::All);
    Condition::Compare(Amount::Life(Who::Ref(Ref::It)), Cmp::AtLeast, most)
}

/// Whether creatures attack the player it is asked of.
pub(crate) fn is_attacked() -> Condition {
    let attacking = Test::Attacking { whom: Who::Ref(Ref::It), and_permanents: false };
    let attackers = lawmage_ir::Selector::All(lawmage_ir::Filter::permanent(attacking));
    Condition::Compare(Amount::Count(Box::new(attackers)), Cmp::AtLeast, Amount::ONE)
}
