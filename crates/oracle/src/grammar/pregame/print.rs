//! What happens before the first turn (103), and what a companion asks of a deck.

use lawmage_ir::{Arrival, Clause, DeckRule, Filter, Kind, Pregame, PregameAction, THIS, Test, ZoneSet};

use crate::print::{Printer, words};

impl Printer<'_> {
    /// The line of an ability that does something before the first turn.
    pub(crate) fn pregame(&mut self, pregame: &Pregame) -> String {
        let this = self.own_card();
        match &pregame.action {
            PregameAction::Choose => {
                let condition = pregame.condition.as_ref().map(|c| self.condition(c)).unwrap_or_default();
                format!(
                    "If {condition}, choose a color before the game begins. {} is the chosen color.",
                    words::capital(&this)
                )
            }
            PregameAction::Deck => {
                let body = self.pregame_body(&pregame.then);
                format!(
                    "Before you shuffle your deck to start the game, you may reveal {this} from your deck and {body}"
                )
            }
            PregameAction::Mulligan => {
                let body = self.pregame_body(&pregame.then);
                format!("Any time you could mulligan and {this} is in your hand, you may {body}")
            }
            PregameAction::Begin(counters) => {
                let and = match &pregame.condition {
                    Some(condition) => format!(" and {}", self.condition(condition)),
                    None => String::new(),
                };
                let arrival = Arrival { counters: counters.clone(), ..Arrival::default() };
                let with = self.arrival(&arrival, &THIS);
                let lead = format!("If {this} is in your opening hand{and}, you may begin the game with it");
                format!("{lead} on the battlefield{with}.{}", self.if_you_do(&pregame.then))
            }
            PregameAction::Reveal => {
                format!("You may reveal {this} from your opening hand.{}", self.if_you_do(&pregame.then))
            }
        }
    }

    fn if_you_do(&mut self, then: &[Clause]) -> String {
        if then.is_empty() { String::new() } else { format!(" If you do, {}", self.pregame_body(then)) }
    }

    /// What is done, as the rest of a sentence and the sentences after it.
    fn pregame_body(&mut self, then: &[Clause]) -> String {
        self.enter_mode(Vec::new());
        let text = self.sentences(then);
        self.continue_sentence(&text)
    }

    /// What a companion asks of a starting deck (702.139a).
    pub(crate) fn deck_rule(&mut self, rule: &DeckRule) -> String {
        let cards = |test: &Test| Filter::new(Kind::Card(ZoneSet::default()), test.clone());
        match rule {
            DeckRule::Each(Test::Any, what) => {
                let all = match what {
                    Test::Or(all) => all.as_slice(),
                    one => std::slice::from_ref(one),
                };
                let all: Vec<String> = all.iter().map(|test| self.plural(&cards(test))).collect();
                format!("Your starting deck contains only {}", all.join(" and "))
            }
            DeckRule::Each(which, what) => {
                let which = self.singular(&cards(which));
                let is = self.singular(&cards(what));
                let is = match is.split_once(" with ") {
                    Some((_, number)) => format!("has {number}"),
                    None => format!("is {}", words::article(&is)),
                };
                format!("Each {which} in your starting deck {is}")
            }
            DeckRule::Differ(which, _) => {
                format!("Each {} in your starting deck has a different name", self.singular(&cards(which)))
            }
            DeckRule::Share(which, _) => {
                format!("Each {} in your starting deck shares a card type", self.singular(&cards(which)))
            }
            DeckRule::NoRepeatedSymbol => {
                "No card in your starting deck has more than one of the same mana symbol in its mana cost".to_owned()
            }
            DeckRule::Larger(more) => {
                let more = words::number(i32::try_from(*more).unwrap_or(i32::MAX));
                format!("Your starting deck contains at least {more} cards more than the minimum deck size")
            }
        }
    }
}
