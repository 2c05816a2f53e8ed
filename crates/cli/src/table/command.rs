//! What can be typed at the table besides answers.

use std::path::Path;

use lawmage_host::Stops;
use lawmage_protocol::{Ask, Until};

use super::seen::Seen;
use super::{Assistant, Automation, Heard, Input, Leaving, PERSON, Sitting, board, help, save};

/// How many lines `log` shows.
const LOG_LINES: usize = 40;

/// What a line was.
pub enum Said {
    /// No command.
    Answer,
    /// A command, done.
    Done,
    /// A command that has changed what is asked.
    Changed,
}

impl Sitting<'_> {
    /// Does what a command says.
    pub(super) fn command(&mut self, line: &str, seen: Seen<'_>, ask: &Ask, input: &Input) -> Said {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["?" | "help" | "h"] => help::TEXT.lines().for_each(|line| self.console.wrapped(line, "    ")),
            ["board" | "b"] => {
                self.state.stale = true;
                return Said::Changed;
            }
            ["log"] => self.show_log(LOG_LINES),
            ["log", "all"] => self.show_log(usize::MAX),
            ["log", count] => match count.parse() {
                Ok(count) => self.show_log(count),
                Err(_) => self.console.line(self.console.bad("type `log`, `log 200` or `log all`")),
            },
            ["graveyard" | "graveyards" | "g", name @ ..] => board::graveyards(seen, &name.join(" "), self.console),
            ["exile" | "x"] => board::exile(seen, self.console),
            ["mana"] => board::mana(seen, self.console),
            ["stack"] if seen.0.stack.is_empty() => self.console.line("The stack is empty."),
            ["stack"] => board::stack(seen, self.console),
            ["card" | "c", name @ ..] if !name.is_empty() => {
                help::card(seen, self.cards.pool(), &name.join(" "), self.console);
            }
            ["card" | "c"] => self.console.line("Which card? Type `card` and its name, or a part of it."),
            ["stops" | "stop", step @ ..] => self.stops(step),
            ["manual"] => {
                let automation = self.automation();
                let by_hand = automation.auto_pay;
                self.console.wrapped(
                    if by_hand {
                        "You pay by hand: mana abilities are listed, and each payment is asked for."
                    } else {
                        "Lands are tapped for you; `undo` takes it back."
                    },
                    "",
                );
                self.automate(Automation { auto_pay: !by_hand, ..automation });
                return Said::Changed;
            }
            ["save"] => self.console.line("Where to? Type `save` and a file's name."),
            ["save", file @ ..] => {
                let file = file.join(" ");
                self.save(Path::new(&file));
            }
            ["undo" | "u"] => return self.undo(),
            ["repeat" | "r", times] => return self.repeat(times, "1", seen, ask),
            ["repeat" | "r", times, actions] => return self.repeat(times, actions, seen, ask),
            ["concede"] => return self.concede(input),
            ["quit" | "q" | "exit"] => {
                self.state.leaving = Some(Leaving::Left);
                return Said::Changed;
            }
            ["pass" | "p", "turn" | "t"] | ["pt"] => {
                if matches!(ask.about.as_str(), "priority" | "attack") {
                    self.mark(ask.id, format!("passed the turn ({})", seen.when()));
                    self.game.pass_until(PERSON, Until::Turn);
                    return Said::Changed;
                }
                self.console.line("The turn is passed once you have answered this.");
                self.state.passes_then = true;
            }
            _ => return Said::Answer,
        }
        Said::Done
    }

    /// Has other things be answered for the person.
    fn automate(&mut self, automation: Automation) {
        match Assistant::new(automation) {
            Ok(assistant) => self.game.automate(PERSON, assistant),
            Err(why) => self.console.line(self.console.bad(why)),
        }
    }

    /// Tells where the person is asked for actions, or changes it.
    fn stops(&mut self, step: &[&str]) {
        let automation = self.automation();
        let mut stops = Stops::of_words(&automation.stops).unwrap_or_default();
        if step.is_empty() {
            return self.console.wrapped(format!("You are asked {}", stops.list()), "  ");
        }
        match stops.change(step) {
            Ok(text) => {
                self.console.wrapped(text, "  ");
                // What is asked now stays asked.
                self.automate(Automation { stops: stops.words(), ..automation });
            }
            Err(why) => self.console.wrapped(self.console.bad(why), ""),
        }
    }

    fn show_log(&self, count: usize) {
        let from = self.log.len().saturating_sub(count);
        self.log.iter().skip(from).for_each(|(_, line)| self.console.wrapped(format!("  {line}"), "  "));
    }

    fn save(&self, file: &Path) {
        match save::write(self, file) {
            Ok(()) => self.console.wrapped(format!("Saved to {0}; play on with --load {0}", file.display()), ""),
            Err(why) => self.console.wrapped(self.console.bad(why), ""),
        }
    }

    /// 104.3a: at any time, but not by a slip of the hand.
    fn concede(&mut self, input: &Input) -> Said {
        self.console.prompt("Concede the game? [y or n] > ");
        loop {
            let heard = input.next();
            let Heard::Line(line) = heard else {
                self.console.line("\nNot conceded.");
                // Whatever it was instead is heard of again where it belongs.
                match heard {
                    Heard::End(_) => self.state.leaving = Some(Leaving::Left),
                    Heard::Interrupt => self.state.leaving = Some(Leaving::Interrupted),
                    _ => return Said::Done,
                }
                return Said::Changed;
            };
            match line.trim().to_lowercase().as_str() {
                "y" | "yes" => {
                    self.game.concede(PERSON);
                    return Said::Changed;
                }
                "n" | "no" | "" => {
                    self.console.line("Not conceded.");
                    return Said::Done;
                }
                _ => self.console.prompt("y or n > "),
            }
        }
    }
}
