//! Changing base power and toughness (613.4b): "change ~'s base power and toughness to …", "its base power becomes …".

use lawmage_ir::{Amount, Clause, Continuous, Modification, Ref, Selector, Stat};

use crate::grammar::effect::clause::effect;
use crate::grammar::{amount, continuous, reference, selector};
use crate::parse::Parser;

/// Which of the two base numbers.
type Sizes = (bool, bool);

/// "[change] ~'s base power and toughness to that creature's power and toughness".
pub(crate) fn change(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (what, sizes) = whose_base(p)?;
    p.expect("to")?;
    set(p, what, sizes, out)
}

/// "this creature's base power becomes …", "the base power and toughness of other creatures you control become equal to …".
pub(crate) fn becomes(p: &mut Parser<'_>, out: &mut Vec<Clause>) -> Option<()> {
    let (what, sizes) = whose_base(p)?;
    p.eat_any(&["becomes", "become"])?;
    p.eat("equal to");
    set(p, what, sizes, out)
}

fn set(p: &mut Parser<'_>, what: Selector, sizes: Sizes, out: &mut Vec<Clause>) -> Option<()> {
    let size = value(p, sizes)?;
    p.scope.subject = Some(what.clone());
    effect(p, vec![Continuous::Modify { what, mods: vec![size] }], out)
}

fn whose_base(p: &mut Parser<'_>) -> Option<(Selector, Sizes)> {
    if p.eat("the base") {
        let sizes = sizes(p)?;
        p.expect("of")?;
        let picked = selector::objects(p)?;
        if picked.players || matches!(picked.selector, Selector::Choose(_)) {
            return p.fail("creatures that need no choice");
        }
        picked.mention(p);
        return Some((picked.selector, sizes));
    }
    // "… and its base toughness becomes twice that card's toughness": of the same creature.
    if p.at("its base")
        && let Some(same) = p.scope.subject.clone()
    {
        p.expect("its base")?;
        return Some((same, sizes(p)?));
    }
    let it = reference::possessor(p)?;
    p.expect("base")?;
    Some((Selector::Ref(it), sizes(p)?))
}

fn sizes(p: &mut Parser<'_>) -> Option<Sizes> {
    Some(match p.eat_any(&["power and toughness", "power", "toughness"])? {
        0 => (true, true),
        1 => (true, false),
        _ => (false, true),
    })
}

/// What they become: "3/3", "target creature's power", "that creature's power and toughness".
fn value(p: &mut Parser<'_>, sizes: Sizes) -> Option<Modification> {
    let of = |r: Ref| {
        let stat = |stat: Stat| Some(Amount::Stat(stat, r.clone()));
        Modification::SetPowerToughness(stat(Stat::Power), stat(Stat::Toughness))
    };
    match sizes {
        (true, true) => {
            if let Some((power, toughness)) = p.attempt(Parser::power_toughness) {
                let (power, toughness) = (continuous::side(p, power)?, continuous::side(p, toughness)?);
                return Some(Modification::SetPowerToughness(Some(power), Some(toughness)));
            }
            if let Some(size) = p.attempt(sizes_of) {
                return Some(of(size));
            }
            let n = amount::described(p)?;
            Some(Modification::SetPowerToughness(Some(n.clone()), Some(n)))
        }
        (power, _) => {
            let n = amount::described(p)?;
            Some(match power {
                true => Modification::SetPowerToughness(Some(n), None),
                false => Modification::SetPowerToughness(None, Some(n)),
            })
        }
    }
}

/// "that creature's power and toughness", "the power and toughness of target creature": whose.
pub(crate) fn sizes_of(p: &mut Parser<'_>) -> Option<Ref> {
    if p.eat("the power and toughness of") {
        return match selector::one(p)?.selector {
            Selector::Ref(it) => Some(it),
            _ => p.fail("one object"),
        };
    }
    let it = reference::possessor(p)?;
    p.expect("power and toughness")?;
    Some(it)
}
