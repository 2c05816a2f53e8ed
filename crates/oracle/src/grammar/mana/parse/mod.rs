//! Adding mana (106, 605).

pub(crate) mod restriction;

use lawmage_ir::{Amount, Clause, Color, Instruction, ManaSymbol, ManaType, ManaYield, Ref, Selector};

use super::pairs_of_colors;
use crate::grammar::effect::{actor, emit_number};
use crate::grammar::{amount, noun, reference};
use crate::parse::Parser;

/// After "add".
pub fn add(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let _ = p.eat("an additional");
    let who = actor(p);
    let (mana, mut times) = p.first(&[amount_of, symbols, loose_symbols, of_two_colors, worded])?;
    if let Some(by) = amount::for_each(p) {
        times = crate::grammar::continuous::times(&times, &by)?;
    }
    out.push(emit_number(p, Instruction::AddMana { who, mana, times, rider: None }));
    Some(())
}

/// After "for each": "color among permanents you control, add one mana of that color".
pub(crate) fn of_each_color(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    p.expect("color among")?;
    let of = match p.attempt(crafted) {
        Some(cards) => cards,
        None => {
            let noun = noun::noun(p)?;
            let all = noun.plural && noun.limit.is_none() && noun.among.is_none();
            if !all || noun.filter.kind != lawmage_ir::Kind::Permanent {
                return p.fail("permanents");
            }
            Selector::All(noun.filter)
        }
    };
    p.expect(", add one mana of that color")?;
    let mana = ManaYield::EachColorOf(Box::new(of));
    let who = actor(p);
    out.push(emit_number(p, Instruction::AddMana { who, mana, times: Amount::ONE, rider: None }));
    Some(())
}

/// "the exiled cards used to craft ~" (702.167c).
fn crafted(p: &mut Parser<'_>) -> Option<Selector> {
    reference::reference(p).filter(|cards| *cards == Ref::Linked(lawmage_ir::CRAFTED)).map(Selector::Ref)
}

type Yield = (ManaYield, Amount);

fn symbol(p: &mut Parser<'_>) -> Option<ManaType> {
    let text = p.symbol()?;
    match ManaSymbol::parse(text.trim_start_matches('{').trim_end_matches('}'))? {
        ManaSymbol::Color(c) => Some(ManaType::Color(c)),
        ManaSymbol::Colorless => Some(ManaType::Colorless),
        _ => p.fail("a mana symbol of a type"),
    }
}

/// A symbol that is no mana of one type: what adding it may mean. One half of a hybrid symbol, as its player chooses
/// (106.8); the color of a Phyrexian one (106.9); colorless mana for generic (106.10) and snow symbols (106.11).
fn loose_symbol(p: &mut Parser<'_>) -> Option<Vec<Vec<ManaType>>> {
    let text = p.symbol()?;
    let colorless = |n: u16| vec![ManaType::Colorless; usize::from(n)];
    let one = |c: Color| vec![ManaType::Color(c)];
    Some(match ManaSymbol::parse(text.trim_start_matches('{').trim_end_matches('}'))? {
        ManaSymbol::X => return p.fail("mana"),
        ManaSymbol::Color(c) | ManaSymbol::Phyrexian(c) => vec![one(c)],
        ManaSymbol::Hybrid(a, b) | ManaSymbol::HybridPhyrexian(a, b) => vec![one(a), one(b)],
        ManaSymbol::MonoHybrid(n, c) => vec![colorless(n), one(c)],
        ManaSymbol::ColorlessHybrid(c) => vec![colorless(1), one(c)],
        ManaSymbol::Generic(n) => vec![colorless(n)],
        ManaSymbol::Colorless | ManaSymbol::Snow => vec![colorless(1)],
    })
}

/// "{W/U}{3}{S}": every way to take the halves is one bundle to choose.
fn loose_symbols(p: &mut Parser<'_>) -> Option<Yield> {
    let mut bundles: Vec<Vec<ManaType>> = vec![Vec::new()];
    let mut halves = loose_symbol(p)?;
    loop {
        bundles = bundles.iter().flat_map(|b| halves.iter().map(|h| [b.as_slice(), h].concat())).collect();
        match p.attempt(loose_symbol) {
            Some(more) if bundles.len() <= 64 => halves = more,
            Some(_) => return p.fail("fewer hybrid symbols"),
            None => break,
        }
    }
    let mana = if bundles.len() == 1 { ManaYield::Fixed(bundles.remove(0)) } else { ManaYield::OneOf(bundles) };
    Some((mana, Amount::ONE))
}

fn bundle(p: &mut Parser<'_>) -> Option<Vec<ManaType>> {
    let mut all = vec![symbol(p)?];
    while let Some(more) = p.attempt(symbol) {
        all.push(more);
    }
    Some(all)
}

/// "{G}{G}", "{W} or {U}", "{B}, {R}, or {G}", "{W} or one mana of the chosen color".
fn symbols(p: &mut Parser<'_>) -> Option<Yield> {
    if let Some(own) = p.attempt(|p| {
        let own = symbol(p)?;
        p.expect("or one mana of the chosen color")?;
        Some(own)
    }) {
        let linked = p.scope.face.color.or_else(|| p.fail("a color chosen"))?;
        return Some((ManaYield::OrChosen(own, linked), Amount::ONE));
    }
    // "{W}{W}, {U}{U}, {B}{B}, {R}{R}, and {G}{G}": all of them.
    if let Some(all) = p.attempt(|p| p.list("and", bundle).filter(|all| all.len() > 2 && !p.at_any(&["or", ", or"]))) {
        return Some((ManaYield::Fixed(all.concat()), Amount::ONE));
    }
    let mut bundles = p.list("or", bundle)?;
    let mana = if bundles.len() == 1 { ManaYield::Fixed(bundles.remove(0)) } else { ManaYield::OneOf(bundles) };
    Some((mana, Amount::ONE))
}

/// "an amount of {G} equal to its power".
fn amount_of(p: &mut Parser<'_>) -> Option<Yield> {
    p.expect("an amount of")?;
    let mana = if p.eat("mana of that color") || p.eat("mana of the chosen color") {
        ManaYield::Chosen(p.scope.face.color?)
    } else {
        ManaYield::Fixed(vec![symbol(p)?])
    };
    p.expect("equal to")?;
    amount::described(p).map(|n| (mana, n))
}

/// "two mana of different colors", "two mana of any one color and two mana of any other color": as pairs of colors to choose from.
fn of_two_colors(p: &mut Parser<'_>) -> Option<Yield> {
    if p.eat("two mana of different colors") {
        return Some((ManaYield::OneOf(pairs_of_colors(1)), Amount::ONE));
    }
    let n = p.number()?;
    p.expect("mana of any one color and")?;
    if p.number()? != n || !(2..=5).contains(&n) {
        return p.fail("as much of either");
    }
    p.expect("mana of any other color")?;
    Some((ManaYield::OneOf(pairs_of_colors(n as usize)), Amount::ONE))
}

/// "one mana of any color", "two mana in any combination of colors", "X mana of any one color", "X {G}".
/// "two mana of different colors": any two of the colors.
pub(crate) fn two_different_colors() -> ManaYield {
    let pairs = Color::ALL.iter().enumerate().flat_map(|(n, one)| {
        let others = Color::ALL.iter().skip(n + 1);
        others.map(move |other| vec![ManaType::Color(*one), ManaType::Color(*other)])
    });
    ManaYield::OneOf(pairs.collect())
}

fn worded(p: &mut Parser<'_>) -> Option<Yield> {
    let n = amount::amount(p)?;
    if let Some(mana) = p.attempt(symbol) {
        return Some((ManaYield::Fixed(vec![mana]), n));
    }
    p.eat("additional");
    p.expect("mana")?;
    let any = |count, combination, colors| Some((ManaYield::AnyColor { count, combination, colors }, Amount::ONE));
    if p.eat("in any combination of colors") {
        return any(n, true, Color::ALL.to_vec());
    }
    if p.eat("in any combination of") {
        let colors = p.list("and/or", |p| match symbol(p)? {
            ManaType::Color(c) => Some(c),
            ManaType::Colorless => None,
        })?;
        return any(n, true, colors);
    }
    p.expect("of")?;
    if n == Amount::Const(2) && p.eat("different colors") {
        return Some((two_different_colors(), Amount::ONE));
    }
    // "X mana of {C}"
    if let Some(mana) = p.attempt(symbol) {
        return Some((ManaYield::Fixed(vec![mana]), n));
    }
    if let Some(mana) = p.attempt(of_others) {
        return Some((mana, n));
    }
    if p.eat("any color in your commander 's color identity") {
        return Some((ManaYield::InIdentity, n));
    }
    if p.eat("any one color") || p.eat("any color") {
        // "That player adds one mana of any color they choose."
        if p.scope.actor.is_some() {
            p.eat("they choose");
        }
        return any(n, false, Color::ALL.to_vec());
    }
    if p.eat("the chosen color") || p.eat("that color") {
        let linked = p.scope.face.color?;
        return Some((ManaYield::Chosen(linked), n));
    }
    if p.eat("the type last noted for ~") {
        return p.scope.face.noted_mana.map(|linked| (ManaYield::Noted(linked), n));
    }
    if p.eat("any type that land produced") || p.eat("any type it produced") {
        return Some((ManaYield::SameAsEvent, n));
    }
    p.fail("which mana")
}

/// "any type that a land an opponent controls could produce" (106.7), "any color among permanents you control" (106.5).
fn of_others(p: &mut Parser<'_>) -> Option<ManaYield> {
    if p.eat("each color among") {
        let of = match p.attempt(crafted) {
            Some(cards) => cards,
            None => Selector::All(noun::filter(p)?),
        };
        return Some(ManaYield::EachColorOf(Box::new(of)));
    }
    if let Some(of) = p.attempt(|p| {
        p.expect("any of")?;
        let of = crate::grammar::reference::possessor(p)?;
        p.expect("colors").map(|()| of)
    }) {
        return Some(ManaYield::ColorsOf(Box::new(Selector::Ref(of))));
    }
    if p.eat("any color among") {
        return Some(ManaYield::ColorsOf(Box::new(Selector::All(noun::filter(p)?))));
    }
    if p.eat("any type that land produced") || p.eat("any type that permanent produced") {
        return Some(ManaYield::SameAsEvent);
    }
    // "any type the sacrificed land could produce", "any type that land could produce"
    if let Some(it) = p.attempt(|p| {
        p.expect("any type")?;
        let it = reference::reference(p).filter(|it| matches!(it, lawmage_ir::Ref::Paid(_)))?;
        p.expect("could produce").map(|()| it)
    }) {
        return Some(ManaYield::CouldProduce(Box::new(Selector::Ref(it))));
    }
    let color = p.eat_any(&["any type that", "any color that", "any type"])? == 1;
    // "that a land", "that lands"; "that land" is one that was spoken of.
    let one = p.eat("a") || p.eat("an");
    let noun = noun::noun(p)?;
    if noun.plural == one || noun.limit.is_some() || noun.chooser.is_some() {
        return p.fail("a land, or lands");
    }
    let from = Box::new(Selector::All(noun.filter));
    p.eat_any(&["could produce", "can produce"])?;
    Some(if color { ManaYield::ColorCouldProduce(from) } else { ManaYield::CouldProduce(from) })
}
