//! What can be typed at the table besides answers.

use std::path::Path;

use lawmage_engine::Ask;

use super::{Heard, Input, Leaving, PERSON, Sitting, board, help, save};

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
    pub(super) fn command(&mut self, line: &str, input: &Input) -> Said {
        let words: Vec<&str> = line.split_whitespace().collect();
        let view = self.session.view(PERSON);
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
            ["graveyard" | "graveyards" | "g", name @ ..] => board::graveyards(&view, &name.join(" "), self.console),
            ["exile" | "x"] => board::exile(&view, self.console),
            ["mana"] => board::mana(&view, self.console),
            ["stack"] if view.stack().is_empty() => self.console.line("The stack is empty."),
            ["stack"] => board::stack(&view, self.console),
            ["card" | "c", name @ ..] if !name.is_empty() => {
                help::card(&view, self.cards.pool(), &name.join(" "), self.console);
            }
            ["card" | "c"] => self.console.line("Which card? Type `card` and its name, or a part of it."),
            ["stops" | "stop"] => self.console.wrapped(format!("You are asked {}", self.stops.list()), "  "),
            ["stops" | "stop", step @ ..] => match self.stops.change(step) {
                Ok(text) => self.console.wrapped(text, "  "),
                Err(why) => self.console.wrapped(self.console.bad(why), ""),
            },
            ["manual"] => {
                self.manual = !self.manual;
                self.console.wrapped(
                    if self.manual {
                        "You pay by hand: mana abilities are listed, and each payment is asked for."
                    } else {
                        "Lands are tapped for you; `undo` takes it back."
                    },
                    "",
                );
                return Said::Changed;
            }
            ["save"] => self.console.line("Where to? Type `save` and a file's name."),
            ["save", file @ ..] => {
                let file = file.join(" ");
                self.save(Path::new(&file));
            }
            ["undo" | "u"] => return self.undo(),
            ["repeat" | "r", times] => return self.repeat(times, "1"),
            ["repeat" | "r", times, actions] => return self.repeat(times, actions),
            ["concede"] => return self.concede(input),
            ["quit" | "q" | "exit"] => {
                self.state.leaving = Some(Leaving::Left);
                return Said::Changed;
            }
            ["pass" | "p", "turn" | "t"] | ["pt"] => {
                self.state.passing = Some(view.turn());
                self.state.ask_at = None;
                // Where this question is no priority it must still be answered.
                return if self.session.question().is_some_and(|q| matches!(q.ask, Ask::Priority | Ask::Attack)) {
                    Said::Changed
                } else {
                    Said::Done
                };
            }
            _ => return Said::Answer,
        }
        Said::Done
    }

    fn show_log(&self, count: usize) {
        let from = self.log.len().saturating_sub(count);
        self.log.iter().skip(from).for_each(|line| self.console.wrapped(format!("  {line}"), "  "));
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
                    self.session.concede(PERSON);
                    // Who conceded a subgame plays on (726.5).
                    let state = self.session.state();
                    self.state.conceded = state.subgame_depth() == 0 && !state.player(PERSON).is_playing();
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
