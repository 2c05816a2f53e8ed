//! Costs (118): before a colon, after "pay", "unless", "as an additional cost".

mod actions;
pub(crate) mod additional;
pub(crate) mod change;
mod counters;
mod forage;
pub(crate) mod told;

use lawmage_ir::{
    Amount, Choice, Cost, CostPart, Filter, Kind, ManaCost, ManaSymbol, PutTo, Ref, Selector, Status, THIS, Test, Who,
    Zone, ZoneSet,
};

use self::actions::{
    behold, blight, choose_type, chosen_or_revealed, coins, die, evidence, exert, let_gain, life, mill, promise,
    reveal_chosen, sacrificed_too, unattach, waterbend,
};
use self::counters::counters;
use self::forage::forages;
use crate::grammar::event::{and_test, counter_kind};
use crate::grammar::{amount, noun};
use crate::lex::TokenKind;
use crate::parse::{Handle, Parser, Sort};

pub(crate) use self::additional::remember_exiled;

/// A cost: parts joined by commas or "and", or a choice of costs joined by "or". What it is paid with can be spoken of
/// later ("the sacrificed creature").
pub fn cost(p: &mut Parser<'_>) -> Option<Cost> {
    p.attempt(|p| {
        let known = p.scope.referents.len();
        let first = parts(p)?;
        // "A, B, or C": each is one of three costs, and which was paid is not known.
        let list = first.parts.len() > 1 && p.at(", or");
        let mut options = if list {
            p.scope.referents.truncate(known);
            first.parts.into_iter().map(|part| Cost { parts: vec![part] }).collect()
        } else {
            vec![first]
        };
        while let Some(next) = p.attempt(|p| {
            p.comma();
            p.expect("or")?;
            parts(p)
        }) {
            options.push(next);
        }
        let only = options.pop()?;
        if options.is_empty() {
            return Some(only);
        }
        options.push(only);
        Some(Cost { parts: vec![CostPart::OneOf(options)] })
    })
}

fn parts(p: &mut Parser<'_>) -> Option<Cost> {
    let mut cost = Cost::default();
    part(p, &mut cost)?;
    while p
        .attempt(|p| {
            let joined = p.comma();
            if !(p.eat("and") || joined) {
                return None;
            }
            part(p, &mut cost)
        })
        .is_some()
    {}
    p.attempt(|p| plus_for_each(p, &mut cost));
    Some(cost)
}

/// "{1} plus an additional {1} for each Faerie you control".
fn plus_for_each(p: &mut Parser<'_>, cost: &mut Cost) -> Option<()> {
    let [CostPart::Mana(_)] = cost.parts.as_slice() else { return None };
    p.expect("plus an additional")?;
    let mana = p.mana_cost().filter(|mana| mana.xs() == 0)?;
    p.expect("for each")?;
    cost.parts.push(CostPart::ManaTimes(mana, for_each(p)?));
    Some(())
}

/// A part with what it is paid with, so that it can be spoken of.
struct Part {
    part: CostPart,
    paid: Option<(Filter, &'static str, bool)>,
}

impl From<CostPart> for Part {
    fn from(part: CostPart) -> Self {
        Self { part, paid: None }
    }
}

fn part(p: &mut Parser<'_>, cost: &mut Cost) -> Option<()> {
    // As keywords are defined: of what the part before is paid with (702.119a).
    if p.eat("reduce this cost by its") {
        let part = u8::try_from(cost.parts.len().checked_sub(1)?).ok()?;
        if p.eat("mana cost") {
            cost.parts.push(CostPart::LessByManaCost(part));
            return Some(());
        }
        let stat = noun::after::stat(p)?;
        cost.parts.push(CostPart::LessBy { stat, part });
        return Some(());
    }
    // "discard an Island card and another card": what pays for one part pays for no other.
    if let Some(CostPart::Discard(Selector::Choose(_))) = cost.parts.last()
        && p.eat("another card")
    {
        let cards = Selector::All(in_hand(Filter::permanent(Test::Any)));
        cost.parts.push(CostPart::Discard(Selector::Choose(Box::new(lawmage_ir::Choice::exactly(1, cards)))));
        return Some(());
    }
    let read: &[fn(&mut Parser<'_>) -> Option<Part>] = &[
        waterbend,
        symbols,
        chosen_or_revealed,
        choose_type,
        life,
        sacrifice,
        discard,
        exile,
        bounce,
        put,
        tap,
        reveal,
        mill,
        counters,
        exert,
        unattach,
        evidence,
        blight,
        coins,
        die,
        promise,
        let_gain,
        behold,
        forages,
        reveal_chosen,
    ];
    let sacrifices = matches!(cost.parts.last(), Some(CostPart::Sacrifice(_)));
    let mut found = p.first(read).or_else(|| p.attempt(|p| if sacrifices { sacrificed_too(p) } else { None }))?;
    // "sacrifice a land for each age counter on it" (702.24a)
    p.attempt(|p| {
        p.expect("for each")?;
        let each = for_each(p)?;
        actions::so_often(&mut found.part, &each)
    });
    let index = u8::try_from(cost.parts.len()).ok()?;
    if let CostPart::RemoveCounters(_, Amount::Counters(..), _) = &found.part {
        p.scope.removed = Some(Amount::Paid(index));
    }
    if let CostPart::RollDie(_) = &found.part {
        p.scope.number = Some(Amount::Paid(index));
    }
    cost.parts.push(found.part);
    if let Some((filter, verb, plural)) = found.paid {
        let mut referent = crate::grammar::event::role(lawmage_ir::Role::Subject, &filter);
        if referent.sort == Sort::Player {
            return Some(());
        }
        let stays = match cost.parts.last() {
            Some(CostPart::Unattach(Selector::Ref(what))) => Some(what.clone()),
            _ => None,
        };
        if !referent.this {
            referent.handle = Handle::Ref(stays.unwrap_or(Ref::Paid(index)));
        }
        referent.verb = Some(verb);
        referent.plural = plural;
        p.scope.mention(referent);
    }
    Some(())
}

/// What is said of the attacks or blocks that are paid for (508.1h, 509.1d), not of the cost.
pub(crate) const OF_EACH: [&str; 6] = [
    "for each of those creatures",
    "for each creature they control that's attacking you",
    "for each creature they control that's attacking a planeswalker you control",
    "for each creature they control that's blocking",
    "for each blocking creature they control",
    "for each attacking creature they control",
];

/// "{2}{R}", "{T}", "{Q}", "{E}{E}", "{1} for each …".
fn symbols(p: &mut Parser<'_>) -> Option<Part> {
    if p.eat("{T}") {
        return Some(CostPart::Tap.into());
    }
    if p.eat("{Q}") {
        return Some(CostPart::Untap.into());
    }
    p.eat_any(&["pay", "pays"]);
    if p.at("{E}") {
        let mut energy = 0;
        while p.eat("{E}") {
            energy += 1;
        }
        return Some(CostPart::Energy(Amount::Const(energy)).into());
    }
    if p.eat("mana equal to") {
        let generic = ManaCost(std::iter::once(ManaSymbol::Generic(1)).collect());
        return Some(CostPart::ManaTimes(generic, amount::defined(p)?).into());
    }
    if p.eat("twice") {
        let x = p.mana_cost().filter(|mana| mana.0.as_slice() == [lawmage_ir::ManaSymbol::X])?;
        return Some(CostPart::Mana(ManaCost(x.0.iter().chain(&x.0).copied().collect())).into());
    }
    // "pay its mana cost", "pays that card's mana cost reduced by {2}" (107.3h)
    if let Some(part) = p.attempt(|p| {
        let of = crate::grammar::reference::possessor(p)?;
        p.expect("mana cost")?;
        let less = if p.eat("reduced by") {
            p.eat("up to");
            Some(p.mana_cost()?)
        } else {
            None
        };
        Some(CostPart::ManaCostOf(of, less))
    }) {
        return Some(part.into());
    }
    // "pay six {C}"
    let often = p.attempt(|p| {
        let n = p.number()?;
        p.peek().is_some_and(|t| t.kind == TokenKind::Symbol).then_some(n)
    });
    let mut mana = p.mana_cost()?;
    if let Some(often) = often {
        let one = mana.0.clone();
        for _ in 1..often.clamp(1, 20) {
            mana.0.extend(one.iter().copied());
        }
    }
    // "{X}, where X is …" is that many {1}; more than that can't be told apart from them.
    if mana.xs() > 0
        && let Some(x) = p.scope.x.clone()
    {
        let [ManaSymbol::X] = mana.0.as_slice() else { return p.fail("{X} alone") };
        return Some(CostPart::ManaTimes(ManaCost(std::iter::once(ManaSymbol::Generic(1)).collect()), x).into());
    }
    if p.at("for each") && !p.at_any(&OF_EACH) {
        let times = p.attempt(|p| {
            p.expect("for each")?;
            for_each(p)
        })?;
        return Some(CostPart::ManaTimes(mana, times).into());
    }
    Some(CostPart::Mana(mana).into())
}

/// What stands after "for each" in a cost.
pub(crate) fn for_each(p: &mut Parser<'_>) -> Option<Amount> {
    p.attempt(|p| {
        // "age counter on it"
        let kind = counter_kind(p)?;
        p.expect("on")?;
        let on = object(p)?;
        Some(Amount::Counters(kind, on))
    })
    .or_else(|| p.attempt(amount::kinds))
    .or_else(|| p.eat("creature in your party").then_some(Amount::Party(Who::You)))
    .or_else(|| p.attempt(|p| noun::filter(p).map(|f| Amount::Count(Box::new(Selector::All(f))))))
    .or_else(|| p.attempt(|p| amount::counted(p, false)))
}

/// A reference to one object: "~", "it", "that creature", "enchanted creature".
pub(crate) fn object(p: &mut Parser<'_>) -> Option<Ref> {
    p.attempt(|p| match noun::selector(p)? {
        Selector::Ref(r) => Some(r),
        _ => None,
    })
}

/// What is chosen to pay with.
struct Chosen {
    selector: Selector,
    filter: Filter,
    plural: bool,
}

/// The object itself, or "a", "two", "X", "another", "any number of" and a noun phrase.
fn chosen(p: &mut Parser<'_>, restrict: impl Fn(Filter) -> Filter) -> Option<Chosen> {
    if p.eat("~") {
        return Some(Chosen { selector: THIS, filter: Filter::permanent(Test::Is(Ref::This)), plural: false });
    }
    let (min, max, plural) = if p.eat("up to one") {
        (Amount::Const(0), Some(Amount::ONE), false)
    } else if let Some(most) = p.attempt(|p| {
        p.expect("up to")?;
        p.number()
    }) {
        (Amount::Const(0), Some(Amount::Const(most)), true)
    } else if p.eat("any number of") {
        (Amount::Const(0), None, true)
    } else if p.eat("one or more") {
        (Amount::ONE, None, true)
    } else if p.at("another") {
        // The noun phrase reads "another" itself.
        (Amount::ONE, Some(Amount::ONE), false)
    } else if p.eat("x") {
        (Amount::X, Some(Amount::X), true)
    } else if let Some(n) = p.article() {
        (Amount::Const(n), Some(Amount::Const(n)), n != 1)
    } else {
        let referred = object(p)?;
        let filter = Filter::permanent(Test::Is(referred.clone()));
        return Some(Chosen { selector: Selector::Ref(referred), filter, plural: false });
    };
    let begun = p.pos();
    let each = matches!(p.word_at(1), "and") && matches!(p.word_at(2), "a" | "an");
    let noun = if each { noun::bare(p)? } else { noun::noun(p)? };
    // "a Swamp and a Forest" is one of each.
    let words = p.tokens().get(begun..p.pos()).unwrap_or_default();
    if words.windows(2).any(|two| matches!(&*two[0].text, "and" | ",") && matches!(&*two[1].text, "a" | "an")) {
        return p.fail("a single noun");
    }
    let mut filter = restrict(noun.filter);
    if p.eat("other than ~") {
        filter = and_test(filter, Test::not(Test::Is(Ref::This)));
    }
    p.eat("of their choice");
    let random = noun.random || p.eat("at random");
    let limit = noun.limit;
    let choice = Choice { by: Who::You, from: Selector::All(filter.clone()), min, max, limit, random };
    Some(Chosen { selector: Selector::Choose(Box::new(choice)), filter, plural })
}

/// 701.17a: a player sacrifices permanents they control, which needs no words.
fn sacrifice(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["sacrifice", "sacrifices"])?;
    let chosen = match p.first(&[actions::all_or_half, actions::one_or_another]) {
        Some(chosen) => chosen,
        None => chosen(p, |f| f)?,
    };
    let paid = Some((chosen.filter, "sacrificed", chosen.plural));
    Some(Part { part: CostPart::Sacrifice(chosen.selector), paid })
}

/// Cards in the payer's hand.
fn in_hand(filter: Filter) -> Filter {
    let mine = Test::Owned(Who::You);
    let said = match &filter.test {
        Test::And(all) => all.contains(&mine),
        one => *one == mine,
    };
    let test = if said { filter.test } else { Test::all([filter.test, mine]) };
    Filter::new(Kind::Card(ZoneSet::of(Zone::Hand)), test)
}

fn discard(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["discard", "discards"])?;
    if p.eat("your hand") || p.eat("their hand") {
        let hand = in_hand(Filter::permanent(Test::Any));
        return Some(Part {
            part: CostPart::Discard(Selector::All(hand.clone())),
            paid: Some((hand, "discarded", true)),
        });
    }
    let chosen = chosen(p, in_hand)?;
    let paid = Some((chosen.filter, "discarded", chosen.plural));
    Some(Part { part: CostPart::Discard(chosen.selector), paid })
}

fn exile(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["exile", "exiles"])?;
    if let Some(count) = p.attempt(|p| {
        p.expect("the top")?;
        let count = if p.at("card") { Amount::ONE } else { p.amount_word()? };
        p.eat_any(&["cards", "card"])?;
        p.expect("of your library")?;
        Some(count)
    }) {
        let one = count == Amount::ONE;
        let cards = Filter::new(Kind::Card(ZoneSet::of(Zone::Library)), Test::Any);
        let part = CostPart::Exile(Selector::Top(Who::You, count), None);
        return Some(Part { part, paid: Some((cards, "exiled", !one)) });
    }
    if let Some((selector, test, many)) = p.attempt(|p| {
        let picked = crate::grammar::selector::graveyard_end(p)?;
        match &picked.selector {
            Selector::GraveyardEnd { who: Who::You, count: Amount::Const(n), test, .. } => {
                Some((picked.selector.clone(), test.clone(), *n != 1))
            }
            _ => p.fail("cards of your graveyard"),
        }
    }) {
        let card = Filter::new(Kind::Card(ZoneSet::of(Zone::Graveyard)), test);
        return Some(Part { part: CostPart::Exile(selector, None), paid: Some((card, "exiled", many)) });
    }
    if let Some(all) = p.attempt(actions::all_of_graveyard) {
        return Some(all);
    }
    let chosen = chosen(p, |f| f)?;
    p.eat_any(&["from your graveyard", "from your hand", "from the battlefield"]);
    // 406.3: cards are exiled face up where nothing else is said.
    let _ = chosen.filter.test.conjuncts().contains(&Test::Status(Status::FaceDown)) && p.eat("face up");
    let paid = Some((chosen.filter, "exiled", chosen.plural));
    Some(Part { part: CostPart::Exile(chosen.selector, None), paid })
}

/// "return a land you control to its owner's hand".
fn bounce(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["return", "returns"])?;
    let chosen = chosen(p, |f| f)?;
    p.expect("to")?;
    p.eat_any(&["its owner 's hand", "their owner 's hand", "their owners 's hands", "your hand"])?;
    let paid = Some((chosen.filter, "returned", chosen.plural));
    Some(Part { part: CostPart::Bounce(chosen.selector), paid })
}

/// "put a card from your hand on top of your library", "put a card an opponent owns from exile into that player's graveyard".
fn put(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["put", "puts"])?;
    let chosen = chosen(p, |f| f)?;
    if p.eat_any(&["into that player 's graveyard", "into its owner 's graveyard"]).is_some() {
        // From where the cards are is said of them.
        let there = matches!(chosen.filter.kind, Kind::Card(zones) if zones == ZoneSet::of(Zone::Exile));
        if !there || chosen.plural {
            return p.fail("one card in exile");
        }
        return Some(CostPart::Put(chosen.selector, PutTo::Graveyard).into());
    }
    let from_hand = p.eat_any(&["from your hand", "from their hand"]).is_some();
    let top = matches!(
        p.eat_any(&[
            "on top of your library",
            "on top of its owner 's library",
            "on the bottom of your library",
            "on the bottom of its owner 's library",
        ])?,
        0 | 1
    );
    let selector = match chosen.selector {
        Selector::Choose(mut choice) if from_hand => {
            choice.from = Selector::All(in_hand(chosen.filter));
            Selector::Choose(choice)
        }
        other => other,
    };
    let end = if top { PutTo::LibraryTop } else { PutTo::LibraryBottom };
    Some(CostPart::Put(selector, end).into())
}

/// "tap two untapped Humans you control", "untap a tapped creature you control".
fn tap(p: &mut Parser<'_>) -> Option<Part> {
    let tap = p.eat_any(&["tap", "taps"]).is_some();
    if !tap {
        p.eat_any(&["untap", "untaps"])?;
    }
    let chosen = chosen(p, |f| f)?;
    let part = if tap { CostPart::TapThose(chosen.selector) } else { CostPart::UntapThose(chosen.selector) };
    let verb = if tap { "tapped" } else { "untapped" };
    Some(Part { part, paid: Some((chosen.filter, verb, chosen.plural)) })
}

fn reveal(p: &mut Parser<'_>) -> Option<Part> {
    p.eat_any(&["reveal", "reveals"])?;
    if p.eat("your hand") {
        let hand = in_hand(Filter::permanent(Test::Any));
        return Some(CostPart::Reveal(Selector::All(hand)).into());
    }
    let chosen = chosen(p, in_hand)?;
    if chosen.selector != THIS {
        p.eat_any(&["from your hand", "from their hand"]);
    } else {
        p.eat("from your hand");
    }
    let paid = Some((chosen.filter, "revealed", chosen.plural));
    Some(Part { part: CostPart::Reveal(chosen.selector), paid })
}

/// The loyalty symbol with which a line begins (606.4).
pub(crate) fn loyalty(p: &mut Parser<'_>) -> Option<Cost> {
    let token = p.peek()?;
    if token.kind != TokenKind::Loyalty {
        return None;
    }
    let part = match &*token.text {
        "-X" => CostPart::LoyaltyX,
        number => CostPart::Loyalty(number.parse().ok()?),
    };
    p.advance();
    Some(Cost { parts: vec![part] })
}

impl Parser<'_> {
    /// A number or X.
    pub(crate) fn amount_word(&mut self) -> Option<Amount> {
        if self.eat("x") {
            return Some(self.scope.x.clone().unwrap_or(Amount::X));
        }
        self.number().map(Amount::Const)
    }
}
