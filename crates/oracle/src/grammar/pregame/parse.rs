//! What happens before the first turn (103): actions with cards of an opening hand, choices and exiles before decks are
//! shuffled, and what a companion asks of a deck.

use lawmage_ir::{
    Ability, Clause, Condition, Continuous, DeckRule, Filter, Instruction, Modification, Pregame, PregameAction,
    Quality, StaticAbility, THIS, Test, Zone, ZoneSet,
};

use crate::grammar::{ability, condition, effect, noun};
use crate::parse::{Parser, Referent};

/// A line that says what is done before the first turn.
pub(crate) fn pregame_line(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.first(&[begins, reveals, mulligans, from_the_deck, chooses])
}

fn ability(zones: ZoneSet, action: PregameAction, condition: Option<Condition>, then: Vec<Clause>) -> StaticAbility {
    let effects = vec![Continuous::Pregame(Box::new(Pregame { action, condition, then }))];
    StaticAbility { zones, condition: None, effects, defines: false }
}

/// An effect without targets: nothing is on the stack.
fn untargeted(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    let mut program = effect::program(p)?;
    let mode = program.modes.pop().filter(|m| m.targets.is_empty() && program.modal.is_none());
    match mode {
        Some(mode) => Some(mode.clauses),
        None => p.fail("an effect without targets"),
    }
}

/// "If you do, …", if it stands here.
fn if_you_do(p: &mut Parser<'_>) -> Option<Vec<Clause>> {
    if p.eat(". if you do ,") { untargeted(p) } else { Some(Vec::new()) }
}

/// "If ~ is in your opening hand and you're not playing first, you may begin the game with it on the battlefield with a luck
/// counter on it. If you do, exile a card from your hand." (103.6a)
fn begins(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("if ~ is in your opening hand")?;
    let condition = if p.eat("and") { Some(condition::condition(p)?) } else { None };
    p.expect(", you may begin the game with")?;
    p.eat_any(&["it", "~"])?;
    p.expect("on the battlefield")?;
    p.scope.mention(Referent::this());
    let arrival = effect::arrival(p)?;
    let then = if_you_do(p)?;
    ability::end(p)?;
    Some(vec![Ability::Static(ability(
        ZoneSet::of(Zone::Hand),
        PregameAction::Begin(arrival.counters),
        condition,
        then,
    ))])
}

/// "You may reveal ~ from your opening hand. If you do, at the beginning of the first upkeep, …" (103.6b)
fn reveals(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("you may reveal ~ from your opening hand")?;
    with_this(p, Zone::Hand, PregameAction::Reveal, if_you_do)
}

/// What is done with the card itself from that zone, and then what `then` reads, up to the end of the line.
fn with_this(
    p: &mut Parser<'_>,
    zone: Zone,
    action: PregameAction,
    then: impl FnOnce(&mut Parser<'_>) -> Option<Vec<Clause>>,
) -> Option<Vec<Ability>> {
    p.scope.mention(Referent::this());
    let then = then(p)?;
    ability::end(p)?;
    Some(vec![Ability::Static(ability(ZoneSet::of(zone), action, None, then))])
}

/// "Any time you could mulligan and ~ is in your hand, you may …" (103.5b)
fn mulligans(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("any time you could mulligan and ~ is in your hand , you may")?;
    with_this(p, Zone::Hand, PregameAction::Mulligan, untargeted)
}

/// "Before you shuffle your deck to start the game, you may reveal ~ from your deck and exile …" (607.2n)
fn from_the_deck(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("before you shuffle your deck to start the game , you may reveal ~ from your deck and")?;
    with_this(p, Zone::Library, PregameAction::Deck, untargeted)
}

/// "If ~ is your commander, choose a color before the game begins. ~ is the chosen color.": one paragraph, two linked abilities
/// (607.2p), of which the second defines a characteristic.
fn chooses(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    p.expect("if")?;
    let condition = condition::condition(p)?;
    p.expect(", choose a color before the game begins .")?;
    p.expect("~ is the chosen color")?;
    ability::end(p)?;
    let linked = p.scope.face.link();
    p.scope.face.color = Some(linked);
    let what = lawmage_ir::ValueKind::Color;
    let choose = Instruction::ChooseValue { who: lawmage_ir::Who::You, what, count: 1, linked };
    let mut both = ability(ZoneSet::ANYWHERE, PregameAction::Choose, Some(condition), vec![choose.into()]);
    both.effects.push(Continuous::Modify { what: THIS, mods: vec![Modification::SetChosenColor(linked)] });
    both.defines = true;
    Some(vec![Ability::Static(both)])
}

/// What a companion asks of a starting deck (702.139a), after "Companion —".
pub(crate) fn deck_rule(p: &mut Parser<'_>) -> Option<DeckRule> {
    p.first(&[only, larger, symbols, each])
}

/// "your starting deck contains only cards with mana value 3 or greater and land cards"
fn only(p: &mut Parser<'_>) -> Option<DeckRule> {
    p.expect("your starting deck contains only")?;
    let mut tests = vec![noun::filter(p)?.test];
    while p.eat("and") {
        tests.push(noun::filter(p)?.test);
    }
    let test = if tests.len() == 1 { tests.pop()? } else { Test::Or(tests) };
    Some(DeckRule::Each(Test::Any, test))
}

/// "your starting deck contains at least twenty cards more than the minimum deck size"
fn larger(p: &mut Parser<'_>) -> Option<DeckRule> {
    p.expect("your starting deck contains at least")?;
    let more = u32::try_from(p.number()?).ok()?;
    p.expect("cards more than the minimum deck size")?;
    Some(DeckRule::Larger(more))
}

/// "no card in your starting deck has more than one of the same mana symbol in its mana cost"
fn symbols(p: &mut Parser<'_>) -> Option<DeckRule> {
    p.expect("no card in your starting deck has more than one of the same mana symbol in its mana cost")?;
    Some(DeckRule::NoRepeatedSymbol)
}

/// "each nonland card in your starting deck has a different name", "each creature card in your starting deck is a Cat or Beast
/// card", "each permanent card in your starting deck has mana value 2 or less"
fn each(p: &mut Parser<'_>) -> Option<DeckRule> {
    p.expect("each")?;
    let which: Filter = noun::filter(p)?;
    p.expect("in your starting deck")?;
    if p.eat("has a different name") {
        return Some(DeckRule::Differ(which.test, Quality::Name));
    }
    if p.eat("shares a card type") {
        return Some(DeckRule::Share(which.test, Quality::CardType));
    }
    if p.eat("has") {
        let mut card = noun::any_card();
        let what = crate::grammar::noun::with::quality(p, &mut card)?;
        return Some(DeckRule::Each(which.test, what));
    }
    p.eat_any(&["is a", "is an"])?;
    let what = noun::filter(p)?;
    Some(DeckRule::Each(which.test, what.test))
}
