//! `lawmage serve --stdio --log`: a game that is written down as it is played, and taken up again whatever became of the process.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use lawmage_engine::Rng;
use lawmage_protocol::{Ask, FromPlayer, FromTable, SeatedPlayer, Start, VERSION};

use crate::common::{command, dir, lawmage, stderr, stdout};

/// How often the process is killed: starting it takes long where it isn't optimised.
const KILLS: u32 = if cfg!(debug_assertions) { 25 } else { 100 };

/// A process that plays the game of a log.
struct Table {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Table {
    fn of(data: &Path, log: &str) -> Self {
        let mut child = command(data, &["serve", "--stdio", "--log", log])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let (to, from) = (child.stdin.take().expect("its input"), child.stdout.take().expect("its output"));
        Self { child, to, from: BufReader::new(from) }
    }

    fn say(&mut self, message: &FromPlayer) {
        let line = serde_json::to_string(message).expect("a message is written");
        writeln!(self.to, "{line}").expect("it listens");
    }

    /// What it says next; nothing when it has ended, or was cut off in the middle of a line.
    fn hear(&mut self) -> Option<FromTable> {
        let mut line = String::new();
        self.from.read_line(&mut line).ok()?;
        serde_json::from_str(&line).ok()
    }

    /// The next question; nothing where the game is over, or the process.
    fn asked(&mut self) -> Option<Ask> {
        loop {
            match self.hear()? {
                FromTable::Ask { ask } => return Some(*ask),
                FromTable::Result { .. } => return None,
                FromTable::Error { reason } => panic!("{reason}"),
                _ => {}
            }
        }
    }

    fn start(&mut self) {
        let seat = |name: &str, bot: Option<&str>| SeatedPlayer {
            name: name.to_owned(),
            deck: "red-raiders".to_owned(),
            bot: bot.map(str::to_owned),
        };
        let seats = vec![seat("Ann", None), seat("Ben", Some("random"))];
        self.say(&FromPlayer::Start(Start { protocol: VERSION, seats, seed: None }));
    }

    fn kill(mut self) -> Vec<FromTable> {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it ends");
        std::iter::from_fn(|| self.hear()).collect()
    }

    fn end(self) {
        let Self { mut child, to, from } = self;
        drop((to, from));
        assert!(child.wait().expect("it ends").success(), "it ends well when nobody talks any more");
    }
}

fn answer(ask: &Ask) -> FromPlayer {
    FromPlayer::Answer { ask: ask.id, answer: ask.default.clone() }
}

/// The whole lines of a log.
fn lines(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("a log");
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    text[..whole].to_owned()
}

#[test]
fn a_process_killed_at_any_moment_loses_no_acknowledged_answer() {
    let data = dir();
    let mut chance = Rng::new(14);
    let (mut game, mut acknowledged, mut written) = (0, 0, String::new());
    for kill in 0..KILLS {
        let log = format!("game-{game}.log");
        let mut table = Table::of(data.path(), &log);
        if written.is_empty() {
            table.start();
        }
        let first = table.asked();
        let Some(mut ask) = first else {
            // The game has come to its end: another one.
            table.end();
            (game, acknowledged, written) = (game + 1, 0, String::new());
            continue;
        };
        assert!(ask.id >= acknowledged, "kill {kill}: question {} was asked, {} now", acknowledged, ask.id);
        let now = lines(&data.path().join(&log));
        assert!(now.starts_with(&written), "kill {kill}: what was written stays");
        for _ in 0..chance.below(8) {
            table.say(&answer(&ask));
            let Some(next) = table.asked() else { break };
            assert!(next.id > ask.id, "an answer is counted");
            ask = next;
        }
        acknowledged = ask.id;
        table.say(&answer(&ask));
        std::thread::sleep(Duration::from_micros(u64::from(chance.below(4_000))));
        for heard in table.kill() {
            if let FromTable::Ask { ask } = heard {
                acknowledged = ask.id;
            }
        }
        written = lines(&data.path().join(&log));
    }
    assert!(game > 0 || acknowledged > 0, "something was answered");
}

#[test]
fn a_log_is_played_back_and_tells_where_it_goes_another_way() {
    let data = dir();
    let path = data.path().join("game.log");
    let mut table = Table::of(data.path(), "game.log");
    assert!(matches!(table.hear(), Some(FromTable::Hello { .. })), "it says who it is");
    table.start();
    for _ in 0..6 {
        let ask = table.asked().expect("a question");
        table.say(&answer(&ask));
    }
    let waiting = table.asked().expect("a question");
    let other = lawmage(data.path(), &["serve", "--stdio", "--log", "game.log"]);
    assert!(stderr(&other).contains("another lawmage plays that game"), "{}", stderr(&other));
    table.say(&FromPlayer::Concede { seat: 0 });
    assert!(table.asked().is_none(), "who conceded has lost");
    table.end();

    let mut table = Table::of(data.path(), "game.log");
    assert!(table.asked().is_none(), "it is over as it was");
    table.start();
    assert!(matches!(table.hear(), Some(FromTable::Error { reason }) if reason.contains("another file")), "it is kept");
    table.end();

    let played = lawmage(data.path(), &["replay", "game.log"]);
    assert!(played.status.success() && stdout(&played).contains("as recorded"), "{}", stderr(&played));

    // The answer to the last question alone is of another one.
    let text = lines(&path);
    let last = text.lines().rfind(|line| line.starts_with("{\"answer\"")).expect("an answer");
    let digest = last.split('"').nth(5).expect("a digest");
    let at = text.rfind(last).expect("it is there");
    let other = format!("{}{}", &text[..at], text[at..].replacen(digest, "0123456789abcdef", 1));
    std::fs::write(&path, other).expect("written");
    for args in [&["replay", "game.log"][..], &["serve", "--stdio", "--log", "game.log"]] {
        let refused = lawmage(data.path(), args);
        let number = text.lines().filter(|line| line.starts_with("{\"answer\"")).count();
        let says = format!("at answer {number}: question {} is another", number - 1);
        let why = stderr(&refused).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(!refused.status.success() && why.contains(&says), "{why}");
    }
    assert!(waiting.id >= 6, "answers are counted");

    std::fs::write(&path, "my shopping list").expect("written");
    let refused = lawmage(data.path(), &["serve", "--stdio", "--log", "game.log"]);
    assert!(stderr(&refused).contains("no record of a game"), "{}", stderr(&refused));
}
