//! The games of a match at the table, one after the other.

use lawmage::Cards;
use lawmage_cards::CardPool;
use lawmage_cards::deck::{Construction, Deck, DeckLine, Decklist, check, resolve};
use lawmage_engine::state::rng::Part;
use lawmage_engine::{GameResult, State};
use lawmage_sim::{RECORD_VERSION, Record, RecordSeat};

use super::play::construction_of;
use crate::console::Console;
use crate::failure::Outcome;
use crate::table::contest::Contest;
use crate::table::sideboard::swap;
use crate::table::{Heard, Input, Leaving, PERSON, Sitting, save};

/// Tells the score after a game, and who has won where that was the last; `last` are the game's winners.
pub fn tell(contest: &Contest, last: &[usize], names: &[String], console: &Console) {
    console.wrapped(console.bold(contest.score(names)), "");
    if !contest.is_over() {
        return;
    }
    let winners: Vec<&str> = contest.winners(last).iter().filter_map(|seat| Some(names.get(*seat)?.as_str())).collect();
    match winners.as_slice() {
        [] => console.line("The match is drawn."),
        [one] => console.line(format!("{one} won the match.")),
        several => console.line(format!("{} won the match together.", several.join(" and "))),
    }
}

/// The next game of the match, if there is one; with how the person left meanwhile, if they did.
pub fn next_game(
    sitting: &Sitting<'_>,
    cards: &Cards,
    input: &Input,
    console: &Console,
) -> Outcome<Option<(save::Save, Option<Leaving>)>> {
    let Some(mut contest) = sitting.contest.clone().filter(|_| sitting.game_state().result().is_some()) else {
        return Ok(None);
    };
    let before = sitting.record();
    let names: Vec<String> = before.decks.iter().map(|seat| seat.name.clone()).collect();
    let winners = winners(sitting.game_state());
    contest.note(&winners);
    tell(&contest, &winners, &names, console);
    if contest.is_over() {
        return Ok(None);
    }
    let (kind, pool) = (before.variant.kind, cards.pool());
    let mut seats = before.decks.clone();
    let mut left = None;
    if let Some(own) = seats.get_mut(PERSON.index()) {
        // The deck stays what it is for. What was wrong with it before may stay so: it was let in.
        let construction = construction_of(&deck_of(own, pool)?, kind);
        let known = wrong(own, construction, pool);
        let wrong = |seat: &RecordSeat| wrong(seat, construction, pool).into_iter();
        let anew = |seat: &RecordSeat| wrong(seat).filter(|w| !known.contains(w)).collect();
        left = swap(own, input, console, &anew);
    }
    let seed = before.seed.part(Part::NextGame);
    let began = sitting.game_state().turn().first.index();
    let chooser = contest.next_chooser(&winners, began, kind, seed);
    contest.chooser = chooser.and_then(|seat| u8::try_from(seat).ok());
    let mut first = contest.chooser;
    if chooser == Some(PERSON.index()) && left.is_none() {
        (first, left) = who_begins(&names, input, console);
    }
    // The cards are stamped with what they are now.
    let record = Record {
        seed,
        decks: seats.clone(),
        variant: before.variant.clone(),
        first,
        version: RECORD_VERSION,
        ..Record::default()
    };
    let setup = save::setup_of(&record, cards)?;
    let record = Record { decks: seats, ..Record::begun(&setup) };
    let automation = sitting.automation();
    let next = save::Save { record, automation, contest: Some(contest), log: Vec::new() };
    Ok(Some((next, left)))
}

/// The seats that have won a game; none in a draw.
fn winners(state: &State) -> Vec<usize> {
    match state.result() {
        Some(GameResult::Won(players)) => players.iter().map(|player| player.index()).collect(),
        _ => Vec::new(),
    }
}

/// 103.1: the person chooses who takes the first turn; where they leave, they do.
fn who_begins(names: &[String], input: &Input, console: &Console) -> (Option<u8>, Option<Leaving>) {
    console.line("You choose who takes the first turn (103.1):");
    (1..).zip(names).for_each(|(number, name): (usize, _)| console.line(format!("  {number} {name}")));
    loop {
        console.prompt("who begins [a number, Enter for 1] > ");
        match input.next() {
            Heard::Line(line) if line.trim().is_empty() => return (Some(0), None),
            Heard::Line(line) => match line.trim().parse::<u8>() {
                Ok(number) if (1..=names.len()).contains(&usize::from(number)) => return (Some(number - 1), None),
                _ => console.line(console.bad(format!("type a number from 1 to {}", names.len()))),
            },
            Heard::Garbled(why) => console.line(console.bad(why)),
            Heard::Interrupt | Heard::End(_) => return (Some(0), Some(Leaving::Left)),
        }
    }
}

/// What the rules have against a player's deck as it is.
fn wrong(seat: &RecordSeat, construction: Construction, pool: &CardPool) -> Vec<String> {
    let found = deck_of(seat, pool).and_then(|deck| Ok(check(&deck, pool, construction, None)?));
    match found {
        Ok(found) => found.into_iter().map(|f| format!("{} ({})", f.what, f.rule)).collect(),
        Err(failure) => failure.lines().to_vec(),
    }
}

fn deck_of(seat: &RecordSeat, pool: &CardPool) -> Outcome<Deck> {
    let lines = |cards: &[(u32, String)]| -> Vec<DeckLine> {
        cards.iter().map(|(count, name)| DeckLine { count: *count, name: name.clone(), line: 0 }).collect()
    };
    let list = Decklist {
        name: seat.name.clone(),
        main: lines(&seat.cards),
        sideboard: lines(&seat.sideboard),
        commander: lines(&seat.commanders),
        aside: Vec::new(),
    };
    Ok(resolve(&list, pool)?)
}
