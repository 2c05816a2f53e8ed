//! Attractions (717): visit abilities, opening, rolling, prizes.

use lawmage_ir::{
    Ability, AttractionDeed, Clause, EventPattern, Filter, Instruction, Ref, Test, TriggeredAbility, Who,
};

use crate::grammar::effect;
use crate::lex::TokenKind;
use crate::parse::{Parser, Referent};

/// "Visit — [effect]" with the paragraph of its prize (702.159a-b): "Whenever you roll to visit your Attractions, if the
/// result is equal to a number that is lit up on this Attraction, [effect]."
pub(crate) fn visit(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("visit —")?;
    p.scope.mention(Referent::this());
    let program = effect::program(p)?;
    p.eat(".");
    if let Some(prize) = prize(p).filter(|at| *at + 1 >= p.pos()) {
        // Read where it is claimed.
        let rest = p.tokens().iter().skip(prize).position(|t| t.kind == TokenKind::Newline);
        p.go_back_to(rest.map_or(p.tokens().len(), |n| prize + n));
    }
    p.at_end().then_some(())?;
    let what = Filter::permanent(Test::Is(Ref::This));
    let event = EventPattern::Attractions { by: Who::You, deed: AttractionDeed::Visit, what };
    Some(vec![Ability::Triggered(TriggeredAbility::new(event, program))])
}

/// Where the text of the prize begins.
fn prize(p: &Parser<'_>) -> Option<usize> {
    let tokens = p.tokens();
    let word = |i: usize| tokens.get(i).map_or("", |t| &*t.text);
    (0..tokens.len())
        .find(|i| {
            tokens.get(*i).is_some_and(|t| t.kind == TokenKind::Newline) && word(i + 1) == "prize" && word(i + 2) == "—"
        })
        .map(|i| i + 3)
}

/// After "claim": "the prize", which is read where it stands.
pub(crate) fn claim(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    p.expect("the prize")?;
    let (here, at) = (p.pos(), prize(p)?);
    p.go_back_to(at);
    let body = effect::clauses(p);
    let ended = p.eat(".") || p.at_stop();
    p.go_back_to(here);
    body.filter(|_| ended)
}

/// What players do with Attractions, as an event: "open an Attraction", "roll to visit your Attractions".
pub(crate) fn deed(p: &mut Parser<'_>) -> Option<AttractionDeed> {
    const DEEDS: &[(&str, AttractionDeed)] = &[
        ("open an attraction", AttractionDeed::Open),
        ("opens an attraction", AttractionDeed::Open),
        ("roll to visit your attractions", AttractionDeed::Roll),
        ("rolls to visit their attractions", AttractionDeed::Roll),
        ("visit an attraction", AttractionDeed::Visit),
        ("claim the prize of an attraction", AttractionDeed::ClaimPrize),
    ];
    DEEDS.iter().find(|(words, _)| p.eat(words)).map(|(_, deed)| *deed)
}

/// "open an Attraction", "open two Attractions", "roll to visit your Attractions".
pub(crate) fn instruction(p: &mut Parser<'_>, verb: &str, who: Who) -> Option<Vec<Instruction>> {
    match verb {
        "open" => {
            let times = p.article()?;
            p.eat_any(&["attraction", "attractions"])?;
            Some((0..times).map(|_| Instruction::OpenAttraction(who.clone())).collect())
        }
        "roll" => {
            p.eat_any(&["to visit your attractions", "to visit their attractions"])?;
            Some(vec![Instruction::RollToVisit(who)])
        }
        _ => claim(p).map(|prize| vec![Instruction::ClaimPrize(prize)]),
    }
}
