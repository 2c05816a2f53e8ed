//! Seats, spectators, talk, rematches: who may do and see what.

use lawmage_protocol::web::TakeSeat;
use lawmage_protocol::{Automation, FromPlayer, FromTable, Observation, Stops, TableState, Until};
use serde_json::{Value, json};

use super::Server;
use super::client::{Player, ask, make, post};
use crate::common::dir;

fn sit(secret: &str) -> FromPlayer {
    FromPlayer::Sit { secret: secret.to_owned() }
}

fn snapshot(message: FromTable) -> Option<Observation> {
    if let FromTable::Snapshot { observation } = message { Some(*observation) } else { None }
}

fn error(message: FromTable) -> Option<String> {
    if let FromTable::Error { reason } = message { Some(reason) } else { None }
}

#[test]
fn an_open_seat_is_taken_by_who_has_its_secret_and_the_game_begins() {
    let data = dir();
    let server = Server::begin(data.path());
    let at = server.address;
    let made = make(at, &[("Ann", Some("red-raiders"), None), ("", None, None)]).expect("a table");
    let secret = |seat: usize| made.seats[seat].secret.clone().expect("a secret");
    let table = made.table.as_str();
    assert_ne!(secret(0), secret(1));
    let mut ann = Player::enter(at, table, &sit(&secret(0))).expect("Ann sits");
    let info = |message| if let FromTable::Table { info, you } = message { Some((info, you)) } else { None };
    let (waiting, you) = ann.wait(info).expect("the table");
    assert_eq!((waiting.state, you, waiting.seats[1].open), (TableState::Waiting, Some(0), true));

    let take = |secret: &str, deck: &str| TakeSeat {
        secret: secret.to_owned(),
        name: "Ben".to_owned(),
        deck: deck.to_owned(),
    };
    let path = format!("/api/tables/{table}/seats/1");
    let refused = |take: &TakeSeat, why: &str| {
        let (status, said) = post(at, &path, take).expect("an answer");
        assert!(status == 400 && said["error"].as_str().is_some_and(|said| said.contains(why)), "{status} {said}");
    };
    refused(&take(&secret(0), "blue-tides"), "opens no seat");
    refused(&take("", "blue-tides"), "opens no seat");
    refused(&take(&secret(1), "4 No Such Card"), "No Such Card");
    let (status, said) = post(at, &path, &take(&secret(1), "20 Mountain\n20 Searbolt")).expect("an answer");
    assert_eq!((status, said["state"].as_str()), (200, Some("playing")), "{said}");
    refused(&take(&secret(1), "blue-tides"), "taken already");

    let mut ben = Player::enter(at, table, &sit(&secret(1))).expect("Ben sits");
    let mut eve = Player::enter(at, table, &FromPlayer::Watch).expect("Eve watches");
    let hands = |seen: &Observation| seen.players.iter().map(|player| player.hand.len()).collect::<Vec<_>>();
    // Somebody is asked who takes the first turn; then hands are drawn.
    for player in [&mut ann, &mut ben] {
        let asked = player.wait(|message| match message {
            FromTable::Ask { ask } => Some(Some(*ask)),
            FromTable::Waiting { .. } => Some(None),
            _ => None,
        });
        if let Some(ask) = asked.expect("the game is on") {
            player.say(&FromPlayer::Answer { ask: ask.id, answer: ask.default }).expect("it is heard");
        }
    }
    let dealt = |message| snapshot(message).filter(|seen| seen.players.iter().all(|player| player.hand_size == 7));
    let (of_ann, of_ben) = (ann.wait(dealt).expect("Ann sees"), ben.wait(dealt).expect("Ben sees"));
    assert_eq!((hands(&of_ann), hands(&of_ben)), (vec![7, 0], vec![0, 7]), "each sees their own hand");
    assert_eq!(hands(&eve.wait(dealt).expect("Eve sees")), [0, 0], "who watches sees none");

    eve.say(&FromPlayer::Chat { text: "Hello\u{7}<b>".to_owned() }).expect("she talks");
    let talk =
        |message| if let FromTable::Chat { seat, name, text } = message { Some((seat, name, text)) } else { None };
    let hello = (None, "a spectator".to_owned(), "Hello <b>".to_owned());
    assert_eq!(
        [ann.wait(talk), ben.wait(talk), eve.wait(talk)],
        [Some(hello.clone()), Some(hello.clone()), Some(hello)]
    );
    for message in [FromPlayer::Concede { seat: 0 }, FromPlayer::Undo { seat: 1 }, FromPlayer::Rematch { first: None }]
    {
        eve.say(&message).expect("she tries");
        assert!(eve.wait(error).expect("it is refused").contains("watches"));
    }
    let (_, lobby) = ask(at, "GET", "/api/tables", "", "").expect("the lobby");
    assert_eq!(lobby[0]["spectators"], json!(1));
    assert!(!lobby.to_string().contains(&secret(0)), "no secrets in the lobby");

    ben.say(&FromPlayer::Concede { seat: 0 }).expect("he tries");
    assert!(ben.wait(error).expect("it is refused").contains("not yours"));
    ben.say(&FromPlayer::Rematch { first: None }).expect("he tries");
    assert!(ben.wait(error).expect("it is refused").contains("not over"));
    ben.say(&FromPlayer::Concede { seat: 1 }).expect("he concedes");
    let over = |message| matches!(message, FromTable::Result { .. }).then_some(());
    ann.wait(over).expect("it is over");
    ann.say(&FromPlayer::Rematch { first: None }).expect("she would");
    ben.say(&FromPlayer::Rematch { first: None }).expect("he would");
    let next =
        |message| info(message).filter(|(info, _)| info.game == 2 && info.state == TableState::Playing).map(|_| ());
    for player in [&mut ann, &mut ben, &mut eve] {
        player.wait(next).expect("the next game begins");
        assert_eq!(player.wait(snapshot).expect("it is seen").turn.number, 0);
    }
}

#[test]
fn what_is_asked_of_the_server_otherwise_is_refused_with_a_reason() {
    let data = dir();
    let server = Server::begin(data.path());
    let at = server.address;
    let refused = |method: &str, path: &str, headers: &str, body: &str, status: u16, why: &str| {
        let (got, said) = ask(at, method, path, headers, body).expect("an answer");
        assert!(
            got == status && said["error"].as_str().is_some_and(|said| said.contains(why)),
            "{path} {body}: {got} {said}"
        );
    };
    refused("GET", "/api/tables", "Host: example.org\r\n", "", 403, "no name of this machine");
    refused("GET", "/api/tables", "Origin: http://example.org\r\n", "", 403, "example.org");
    refused("GET", "/nothing", "", "", 404, "nothing");
    refused("DELETE", "/api/tables", "", "", 405, "docs/server.md");
    refused("GET", "/api/tables/0123456789abcdef/socket", "", "", 400, "");
    refused("POST", "/api/tables", "", "{", 400, "");
    refused("POST", "/api/tables", "", r#"{"seats":[]}"#, 400, "0 seats");
    refused("POST", "/api/tables", "", r#"{"seats":[{"bot":"deep"},{}]}"#, 400, "no bot");
    refused("POST", "/api/tables", "", r#"{"seats":[{"deck":"4 Nothing"},{}]}"#, 400, "Nothing");
    refused("POST", "/api/tables/x/seats/0", "", r#"{"secret":"","name":"","deck":""}"#, 404, "no table");
    refused("GET", "/api/cards/No%20Such%20Card", "", "", 404, "No Such Card");
    refused("GET", "/api/cards?q=zzz:1", "", "", 400, "zzz");
    refused("GET", "/api/rules/117.1", "", "", 404, "lawmage rules import");
    let big = format!(r#"{{"list":"{}"}}"#, "1 Mountain\\n".repeat(120_000));
    let (status, _) = ask(at, "POST", "/api/decks/check", "", &big).unwrap_or((413, Value::Null));
    assert_eq!(status, 413, "a list has its limit");

    let (_, decks) = ask(at, "GET", "/api/decks", "", "").expect("decks");
    assert!(decks.as_array().is_some_and(|decks| decks.len() > 8 && decks[0]["cards"] == json!(60)), "{decks}");
    let (_, card) = ask(at, "GET", "/api/cards/Searbolt", "", "").expect("a card");
    assert_eq!(card["faces"][0]["types"], json!("Instant"));
    let list = json!({"list": "4 Searbolt\n20 Mountain\n2 Nowhere Bear\nMany x Words\n\nSideboard\n1 Mountain"});
    let (_, check) = post(at, "/api/decks/check", &list).expect("a check");
    assert_eq!(
        (&check["cards"], &check["sideboard"], &check["playable"]),
        (&json!(26), &json!(1), &json!(false)),
        "{check}"
    );
    let bad: Vec<&Value> =
        check["lines"].as_array().expect("lines").iter().filter(|line| !line["problem"].is_null()).collect();
    assert_eq!((bad.len(), &bad[0]["line"], &bad[1]["line"]), (2, &json!(3), &json!(4)), "{check}");
}

#[test]
fn a_seat_is_passed_for_as_it_has_set_and_its_settings_stay() {
    let data = dir();
    let server = Server::begin(data.path());
    let at = server.address;
    let made = make(at, &[("Ann", Some("red-raiders"), None), ("Ben", None, Some("basic"))]).expect("a table");
    let secret = made.seats[0].secret.clone().expect("a secret");
    let mut ann = Player::enter(at, &made.table, &sit(&secret)).expect("Ann sits");
    let set = |message| {
        if let FromTable::Automation { settings, passing } = message { Some((settings, passing)) } else { None }
    };
    assert_eq!(ann.wait(set), Some((Automation::default(), None)));
    let wrong =
        Automation { stops: Stops { own: vec!["lunch".to_owned()], others: Vec::new() }, ..Automation::default() };
    ann.say(&FromPlayer::Automation(wrong)).expect("she tries");
    assert!(ann.wait(error).expect("it is refused").contains("no step is called"));
    let settings = Automation { auto_order: false, ..Automation::default() };
    ann.say(&FromPlayer::Automation(settings.clone())).expect("she sets");
    assert_eq!(ann.wait(set), Some((settings.clone(), None)));
    // Her hand, then her own turns passed to the end of the game: nothing but what must be answered is asked.
    let mut asked = Vec::new();
    while let Some(Ok(ask)) = ann.next() {
        asked.push(ask.about.clone());
        ann.say(&FromPlayer::Answer { ask: ask.id, answer: ask.default }).expect("she answers");
        ann.say(&FromPlayer::PassUntil { until: Until::MyTurn }).expect("she passes");
        if asked.len() > 300 {
            break;
        }
    }
    assert!(asked.len() < 300, "the game ends: {asked:?}");
    drop(ann);
    server.kill();
    let server = Server::begin(data.path());
    let mut ann = Player::enter(server.address, &made.table, &sit(&secret)).expect("Ann comes back");
    assert_eq!(ann.wait(set).map(|(settings, _)| settings), Some(settings), "settings outlive the server");
}

#[test]
fn a_full_server_says_so_and_a_game_that_is_over_makes_room() {
    let data = dir();
    let server = Server::begin_with(data.path(), &["--tables", "1"]);
    let at = server.address;
    let seats = [("Ann", Some("red-raiders"), None), ("Ben", Some("blue-tides"), None)];
    let made = make(at, &seats).expect("a table");
    let secret = made.seats[0].secret.clone().expect("a secret");
    let mut ann = Player::enter(at, &made.table, &sit(&secret)).expect("Ann sits");
    ann.wait(snapshot).expect("the game is on");
    let full = make(at, &seats).err().map(|why| why.to_string()).unwrap_or_default();
    assert!(full.starts_with("503") && full.contains("full"), "{full}");

    ann.say(&FromPlayer::Concede { seat: 0 }).expect("she concedes");
    let over = |message| matches!(message, FromTable::Result { .. }).then_some(());
    ann.wait(over).expect("it is over");
    ann.say(&FromPlayer::Undo { seat: 0 }).expect("she tries");
    assert!(ann.wait(error).expect("it is refused").contains("over"), "what is over is not taken back");
    drop(ann);
    // The server hears that she is gone a little later.
    let other = (0..200).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        make(at, &seats).ok()
    });
    let other = other.expect("there is room again");
    // What is over is still there for who comes back.
    let mut ann = Player::enter(at, &made.table, &sit(&secret)).expect("Ann comes back");
    let told = ann.wait(|message| if let FromTable::Events { events, .. } = message { Some(events) } else { None });
    assert!(told.is_some_and(|events| !events.is_empty()), "what happened last");
    ann.wait(over).expect("and how it ended");
    let there =
        Player::enter(at, &other.table, &FromPlayer::Watch).err().map(|why| why.to_string()).unwrap_or_default();
    assert!(there.contains("503"), "no two tables at once: {there}");
}

#[test]
fn a_game_that_is_over_is_told_again_with_all_hands_open() {
    let data = dir();
    let server = Server::begin(data.path());
    let at = server.address;
    let made = make(at, &[("Ann", Some("red-raiders"), None), ("Ben", Some("blue-tides"), None)]).expect("a table");
    let told = |game: &str| {
        let path = format!("/api/replays/{}/{game}", made.table);
        ask(at, "GET", &path, "", "").expect("an answer")
    };
    let seats = made.seats.iter().map(|seat| {
        let secret = seat.secret.as_deref().expect("a secret");
        Player::enter(at, &made.table, &sit(secret)).expect("they sit")
    });
    let mut seats: Vec<Player> = seats.collect();
    // Who takes the first turn, and two hands are kept.
    let mut answers = 0;
    while answers < 3 {
        for player in &mut seats {
            let asked = player.wait(|message| match message {
                FromTable::Ask { ask } => Some(Some(*ask)),
                FromTable::Waiting { .. } => Some(None),
                _ => None,
            });
            if let Some(ask) = asked.expect("the game is on") {
                player.say(&FromPlayer::Answer { ask: ask.id, answer: ask.default }).expect("it is heard");
                answers += 1;
            }
        }
    }
    let (status, said) = told("1");
    assert!(status == 403 && said["error"].as_str().is_some_and(|said| said.contains("isn't over")), "{status} {said}");
    seats[0].say(&FromPlayer::Concede { seat: 0 }).expect("she concedes");
    let over = |message| matches!(message, FromTable::Result { .. }).then_some(());
    seats[1].wait(over).expect("it is over");
    let (status, said) = told("1");
    assert_eq!(
        (status, &said["table"], &said["game"], &said["cut"]),
        (200, &json!(made.table), &json!(1), &json!(false))
    );
    let moments = said["moments"].as_array().expect("moments");
    let last = &moments.last().expect("some")["observation"];
    assert!(!last["result"].is_null() && moments.len() > 1, "{last}");
    for player in last["players"].as_array().expect("players") {
        let hand = player["hand"].as_array().expect("a hand");
        assert!(
            player["playing"] == json!(false) || (hand.len() >= 7 && hand.iter().all(|card| !card["face"].is_null()))
        );
    }
    for other in ["0", "2", "4294967295"] {
        assert_eq!(told(other).0, 404, "game {other}");
    }
    assert_eq!(told("x").0, 400);
}
