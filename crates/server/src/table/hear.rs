//! What who is at a table may say, and what is done then.

use lawmage_cards::Result;
use lawmage_engine::PlayerId;
use lawmage_host::Assistant;
use lawmage_protocol::{FromPlayer, FromTable, Seat};

use super::{TALK, Table};
use crate::opening;
use crate::said::{mistake, names, rejected, shortcut, steps, why_not_block};
use crate::store::Change;

/// So many answers may be settled for a seat.
const MOST_YIELDS: usize = 200;

/// The longest line of talk, in characters.
const LONGEST_TALK: usize = 500;

impl Table {
    /// Does what somebody says, and tells everybody what came of it.
    ///
    /// # Errors
    /// Why what was done can't be kept: nobody is told of it then.
    pub(super) fn hear(&mut self, place: usize, message: FromPlayer) -> Result<()> {
        let said = match self.answer_to(place, message) {
            Ok(said) => said,
            Err(Refused::Mistake(said)) => vec![*said],
            Err(Refused::Lost(why)) => return Err(why),
        };
        for message in said {
            self.say(place, &message);
        }
        Ok(())
    }

    fn answer_to(&mut self, place: usize, message: FromPlayer) -> std::result::Result<Vec<FromTable>, Refused> {
        let seat = self.visitors.get(place).and_then(|visitor| visitor.seat);
        match message {
            FromPlayer::Start(_) => return Err(no("the table has its game: make another table for another one")),
            FromPlayer::Sit { .. } | FromPlayer::Watch => {
                return Err(no("you are at the table already: open another connection"));
            }
            FromPlayer::Search { name } => return Ok(vec![names(&self.house.cards, name)]),
            FromPlayer::Chat { text } => {
                self.chat(seat, &text)?;
                return Ok(Vec::new());
            }
            FromPlayer::Resync => {
                self.tell_all_to(place);
                return Ok(Vec::new());
            }
            _ => {}
        }
        let Some(seat) = seat else { return Err(no("who watches can't do that: it takes a seat and its secret")) };
        if let FromPlayer::Automation(settings) = message {
            return self.automate(seat, settings).map(|()| Vec::new());
        }
        if let FromPlayer::Rematch { first } = message {
            return self.rematch(seat, first).map(|()| Vec::new());
        }
        if let FromPlayer::Sideboard { deck } = message {
            let change = self.exchange(seat, deck).map_err(|why| no(why.to_string()))?;
            let Change::More(_, more) = &change else { return Ok(Vec::new()) };
            let more = more.clone();
            self.house.store.keep(vec![change]).map_err(Refused::Lost)?;
            self.kept.more = more;
            self.tell_sideboards(Some(seat));
            return Ok(Vec::new());
        }
        self.play(seat, message)
    }

    /// What is said to the game itself.
    fn play(&mut self, seat: Seat, message: FromPlayer) -> std::result::Result<Vec<FromTable>, Refused> {
        let player = PlayerId(seat);
        let most = self.house.limits.entries;
        let Some(game) = &mut self.game else {
            return Err(no(match &self.failure {
                Some(why) => format!("the game can't go on: {why}"),
                None => "the game begins when no seat is open".to_owned(),
            }));
        };
        let not_own = |other: Seat| no(format!("seat {other} is not yours: you sit at {seat}"));
        match message {
            FromPlayer::Concede { seat: other }
            | FromPlayer::Undo { seat: other }
            | FromPlayer::Repeat { seat: other, .. }
                if other != seat =>
            {
                return Err(not_own(other));
            }
            FromPlayer::Steps { ask, taken } => {
                let asked = game.asked() == Some(player);
                return Ok(vec![if asked {
                    steps(game, ask, &taken)
                } else {
                    rejected(ask, lawmage_host::question::not_asked(player))
                }]);
            }
            FromPlayer::WhyNotBlock { ask, blocker, attacker } => {
                let asked = game.asked() == Some(player);
                return Ok(vec![if asked {
                    why_not_block(game, ask, blocker, attacker)
                } else {
                    rejected(ask, lawmage_host::question::not_asked(player))
                }]);
            }
            FromPlayer::Concede { .. } => game.concede(player),
            FromPlayer::PassUntil { until } => game.pass_until(player, until),
            _ if self.entries >= most => {
                return Err(no(format!("{most} things were done in this game, and no more are kept: concede")));
            }
            FromPlayer::Answer { ask, answer } => {
                if let Err(why) = game.answer(player, ask, &answer) {
                    return Ok(vec![rejected(ask, why)]);
                }
            }
            FromPlayer::Repeat { actions, times, .. } => {
                let said = game.repeat(player, actions, times);
                self.kept_or_lost()?;
                self.tell();
                return Ok(shortcut(said));
            }
            FromPlayer::Undo { .. } => {
                let Some(ask) = game.undo(player) else {
                    return Err(no(
                        "nothing can be taken back: something hidden came to light since, another answered, or the game is over",
                    ));
                };
                self.kept_or_lost()?;
                self.roll_back(ask);
                self.tell();
                return Ok(Vec::new());
            }
            _ => return Err(no("that can't be said here")),
        }
        self.kept_or_lost()?;
        self.tell();
        Ok(Vec::new())
    }

    fn kept_or_lost(&mut self) -> std::result::Result<(), Refused> {
        self.keep().map_err(Refused::Lost)
    }

    /// Keeps when the table answers for a seat, and has it do so.
    fn automate(&mut self, seat: Seat, settings: lawmage_protocol::Automation) -> std::result::Result<(), Refused> {
        if settings.yields.len() > MOST_YIELDS {
            return Err(no(format!("at most {MOST_YIELDS} answers can be settled before")));
        }
        let assistant = Assistant::new(settings).map_err(no)?;
        let mut seats = self.kept.seats.clone();
        let Some(at) = seats.get_mut(usize::from(seat)) else { return Ok(()) };
        at.automation = Some(assistant.settings().clone());
        let change = Change::Seats(self.kept.id.clone(), seats.clone());
        self.house.store.keep(vec![change]).map_err(Refused::Lost)?;
        self.kept.seats = seats;
        self.tell_automation(seat);
        if let Some(game) = &mut self.game {
            game.automate(PlayerId(seat), assistant);
        }
        self.kept_or_lost()?;
        self.tell();
        Ok(())
    }

    /// Notes that a seat would play again; once all would, the next game begins.
    fn rematch(&mut self, seat: Seat, first: Option<Seat>) -> std::result::Result<(), Refused> {
        let over = self.game.as_ref().is_some_and(|game| game.state().result().is_some());
        if !over {
            return Err(no("the game is not over yet"));
        }
        if first.is_some_and(|first| usize::from(first) >= self.kept.seats.len()) {
            return Err(no("there is no such seat: seats count from 0"));
        }
        if let Some(again) = self.again.get_mut(usize::from(seat)) {
            *again = true;
        }
        if self.kept.more.chooser == Some(seat) {
            self.first = first;
        }
        let all = self.kept.seats.iter().zip(&self.again).all(|(seat, again)| seat.bot.is_some() || *again);
        if !all {
            return Ok(());
        }
        let mut kept = self.kept.clone();
        kept.seed = None;
        // Who chooses and says nothing, or is a bot, begins (103.1).
        let first = kept.more.chooser.map(|chooser| self.first.unwrap_or(chooser));
        let began = opening::begin(&mut kept, first, &self.house.cards).map_err(|why| no(why.to_string()))?;
        self.house.store.keep(began).map_err(Refused::Lost)?;
        (self.kept, self.first) = (kept, None);
        self.again.fill(false);
        self.take_up().map_err(Refused::Lost)?;
        // That it is another game is told before anything of it.
        self.note();
        for place in 0..self.visitors.len() {
            self.tell_all_to(place);
        }
        Ok(())
    }

    fn chat(&mut self, seat: Option<Seat>, text: &str) -> std::result::Result<(), Refused> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > LONGEST_TALK {
            return Err(no(format!("a line of talk has 1 to {LONGEST_TALK} characters")));
        }
        let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let name = seat.and_then(|seat| self.kept.seats.get(usize::from(seat)));
        let name = name.map_or_else(|| "a spectator".to_owned(), |seat| seat.name.clone());
        let Some(line) = super::tell::written(&FromTable::Chat { seat, name, text }) else { return Ok(()) };
        self.talk.push_back(line.clone());
        self.talk.drain(..self.talk.len().saturating_sub(TALK));
        self.send(|_| true, &line);
        Ok(())
    }
}

/// Why something isn't done.
enum Refused {
    /// It can't be: said to whom it was asked by.
    Mistake(Box<FromTable>),
    /// It can't be kept.
    Lost(lawmage_cards::Error),
}

fn no(why: impl Into<String>) -> Refused {
    Refused::Mistake(Box::new(mistake(why)))
}
