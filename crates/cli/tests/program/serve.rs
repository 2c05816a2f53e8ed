//! `lawmage serve --stdio`: games played by messages, and the files that describe the messages.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use lawmage_protocol::ask::Domain;
use lawmage_protocol::{Answer, FromPlayer, FromTable, SeatedPlayer, Start, Step, schema};

use crate::common::{command, dir};

/// A table, and who talks with it.
struct Talk {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Talk {
    fn begin() -> Self {
        let data = dir();
        let mut child = command(data.path(), &["serve", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let (to, from) = (child.stdin.take().expect("its input"), child.stdout.take().expect("its output"));
        let mut talk = Self { child, to, from: BufReader::new(from) };
        assert!(
            matches!(talk.hear(), FromTable::Hello { protocol: lawmage_protocol::VERSION, .. }),
            "it says who it is"
        );
        talk
    }

    fn say(&mut self, message: &FromPlayer) {
        let line = serde_json::to_string(message).expect("a message is written");
        writeln!(self.to, "{line}").expect("it listens");
    }

    fn hear(&mut self) -> FromTable {
        let mut line = String::new();
        self.from.read_line(&mut line).expect("it talks");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// The next message of a sort.
    fn wait<T>(&mut self, is: impl Fn(FromTable) -> Option<T>) -> T {
        loop {
            if let Some(found) = is(self.hear()) {
                return found;
            }
        }
    }

    fn end(mut self) {
        drop(self.to);
        assert!(self.child.wait().expect("it ends").success(), "it ends well when nobody talks any more");
    }
}

fn seat(name: &str, deck: &str, bot: Option<&str>) -> SeatedPlayer {
    SeatedPlayer { name: name.to_owned(), deck: deck.to_owned(), bot: bot.map(str::to_owned) }
}

fn start(seats: Vec<SeatedPlayer>) -> FromPlayer {
    FromPlayer::Start(Start { protocol: lawmage_protocol::VERSION, seats, seed: Some("7".to_owned()) })
}

fn asked(message: FromTable) -> Option<lawmage_protocol::Ask> {
    if let FromTable::Ask { ask } = message { Some(*ask) } else { None }
}

#[test]
fn a_game_is_played_to_its_end_by_messages() {
    let mut talk = Talk::begin();
    talk.say(&start(vec![seat("Ann", "red-raiders", None), seat("Ben", "green-stampede", Some("basic"))]));
    let mut answers = 0;
    loop {
        match talk.hear() {
            FromTable::Ask { ask } => {
                answers += 1;
                assert_eq!(ask.player, 0, "only the seat that answers is asked");
                let nothing = matches!(ask.domain, Domain::Pick { ref options, .. } if options.is_empty());
                assert!(!nothing, "a question offers something: {}", ask.text);
                talk.say(&FromPlayer::Answer { ask: ask.id, answer: ask.default });
            }
            FromTable::Result { outcome } => {
                assert!(answers > 10, "a game has questions");
                assert_eq!(outcome, lawmage_protocol::observation::Outcome::Won(vec![1]), "who only passes loses");
                break;
            }
            FromTable::Error { reason } => panic!("{reason}"),
            _ => {}
        }
    }
    talk.end();
}

#[test]
fn what_can_not_be_is_refused_and_loses_nothing() {
    let mut talk = Talk::begin();
    writeln!(talk.to, "{{\"type\":\"dance\"}}").expect("it listens");
    assert!(matches!(talk.hear(), FromTable::Error { reason } if reason.contains("line 1")), "no message");
    talk.say(&FromPlayer::Resync);
    assert!(matches!(talk.hear(), FromTable::Error { reason } if reason.contains("start")), "no game yet");
    talk.say(&start(vec![seat("Ann", "4 No Such Card", None), seat("Ben", "red-raiders", None)]));
    assert!(matches!(talk.hear(), FromTable::Error { reason } if reason.contains("No Such Card")), "no such card");
    talk.say(&start(vec![seat("Ann", "red-raiders", None), seat("Ben", "red-raiders", Some("random"))]));
    let ask = talk.wait(asked);
    talk.say(&FromPlayer::Answer { ask: ask.id + 1, answer: ask.default.clone() });
    assert!(matches!(talk.hear(), FromTable::Rejected { .. }), "another question");
    talk.say(&FromPlayer::Answer { ask: ask.id, answer: Answer::Number(3) });
    assert!(matches!(talk.hear(), FromTable::Rejected { .. }), "another kind of answer");
    talk.say(&FromPlayer::Answer { ask: ask.id, answer: Answer::Pick(vec![99]) });
    assert!(matches!(talk.hear(), FromTable::Rejected { .. }), "an option that isn't there");
    talk.say(&FromPlayer::Concede { seat: 9 });
    assert!(matches!(talk.hear(), FromTable::Error { .. }), "a seat that isn't there");
    talk.say(&FromPlayer::Resync);
    assert_eq!(talk.wait(asked), ask, "the same question waits");
    talk.say(&FromPlayer::Concede { seat: 0 });
    let won = talk.wait(|message| if let FromTable::Result { outcome } = message { Some(outcome) } else { None });
    assert_eq!(won, lawmage_protocol::observation::Outcome::Won(vec![1]), "the other wins");
    talk.end();
}

/// Every question can be answered in small steps, and a name is looked up.
#[test]
fn answers_are_built_in_small_steps() {
    let mut talk = Talk::begin();
    talk.say(&start(vec![seat("Ann", "red-raiders", None), seat("Ben", "green-stampede", Some("basic"))]));
    let step = |message| match message {
        FromTable::Steps { options, answer, .. } => Some((options, answer)),
        FromTable::Rejected { reason, .. } => panic!("{reason}"),
        _ => None,
    };
    // Short of the game's end: who always takes the first of what is offered passes, and loses.
    for _ in 0..12 {
        let ask = talk.wait(asked);
        let mut taken = Vec::new();
        let answer = loop {
            talk.say(&FromPlayer::Steps { ask: ask.id, taken: taken.clone() });
            let (options, answer) = talk.wait(step);
            match answer {
                Some(answer) => break answer,
                None => taken.push(options.first().expect("something can be said").clone()),
            }
        };
        talk.say(&FromPlayer::Answer { ask: ask.id, answer });
    }
    let ask = talk.wait(asked);
    talk.say(&FromPlayer::Steps { ask: ask.id, taken: vec![Step::Between(5, 4)] });
    let refused = |message| matches!(message, FromTable::Rejected { .. }).then_some(());
    talk.wait(refused);
    talk.say(&FromPlayer::Search { name: "sear".to_owned() });
    let found = talk.wait(|message| if let FromTable::Names { names, .. } = message { Some(names) } else { None });
    assert!(found.contains(&"Searbolt".to_owned()), "{found:?}");
    talk.end();
}

/// The files that describe the messages say what the types say. To write them anew: `LAWMAGE_WRITE=1 cargo test -p lawmage-cli --test program
/// generated`.
#[test]
#[allow(clippy::disallowed_methods, reason = "tests may read the environment")]
fn the_generated_files_are_those_of_the_types() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/generated");
    let mut files = vec![("protocol.ts".to_owned(), schema::typescript())];
    for (name, schema) in schema::json_schemas() {
        let text = serde_json::to_string_pretty(&schema).expect("a schema is written") + "\n";
        files.push((format!("{name}.schema.json"), text));
    }
    for (name, text) in files {
        let path = folder.join(&name);
        if std::env::var_os("LAWMAGE_WRITE").is_some() {
            std::fs::create_dir_all(&folder).expect("the folder is made");
            std::fs::write(&path, &text).expect("the file is written");
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == text, "crates/protocol/generated/{name} is not what the types say: see above this test");
    }
}
