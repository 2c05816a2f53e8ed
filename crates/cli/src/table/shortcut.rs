//! Shortcuts at the table (729.2): `repeat`.

use lawmage_engine::Illegal;
use lawmage_protocol::Ask;

use super::command::Said;
use super::seen::Seen;
use super::{PERSON, Sitting};

impl Sitting<'_> {
    /// Suggests to repeat what was done since the person's last actions; the bots accept or shorten it, and it is taken.
    pub(super) fn repeat(&mut self, times: &str, actions: &str, seen: Seen<'_>, ask: &Ask) -> Said {
        let (Ok(times), Ok(actions)) = (times.parse(), actions.parse()) else {
            self.console
                .wrapped(self.console.bad("type `repeat 20`, or `repeat 20 3` for your last three actions"), "");
            return Said::Done;
        };
        self.mark(ask.id, format!("suggested to repeat it {times} times ({})", seen.when()));
        match self.game.repeat(PERSON, actions, times) {
            Ok(said) => {
                for (player, shortened) in said {
                    let said = if shortened { "shortens it" } else { "accepts" };
                    self.console.line(format!("{} {said}.", seen.name(player.0)));
                }
            }
            Err(illegal) => {
                self.refused(&illegal);
                // It may have come a part of the way.
                if self.game.ask(PERSON).is_some_and(|now| now.id == ask.id) {
                    self.unmark();
                    return Said::Done;
                }
            }
        }
        Said::Changed
    }

    fn refused(&self, illegal: &Illegal) {
        self.console.wrapped(self.console.bad(format!("That can't be: {illegal}")), "");
    }
}
