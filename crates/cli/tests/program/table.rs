//! The table, as a person sits at it: the binary, fed with what they would type.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use super::common::{command, dir, program};

fn sit(data: &Path, args: &[&str]) -> Child {
    let mut command = command(data, &[&["play"], args].concat());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
}

/// A sitting with all that is typed in it, to its end.
pub fn sitting(data: &Path, args: &[&str], typed: impl AsRef<[u8]>) -> Output {
    let mut child = sit(data, args);
    // It may leave before it has read all.
    let _ = child.stdin.take().expect("a pipe").write_all(typed.as_ref());
    child.wait_with_output().expect("it ends")
}

/// What it said.
pub fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Enter, so many times: starting, keeping, passing.
const BEGIN: &str = "1\ny\n";

#[test]
fn a_failed_write_leaves_the_old_save_whole() {
    let dir = dir();
    let save = dir.path().join("game.save");
    let first = sitting(dir.path(), &["--seed", "3", "--save", "game.save"], BEGIN);
    assert_eq!(first.status.code(), Some(0), "{}", errors(&first));
    assert!(text(&first).contains("The input has ended") && text(&first).contains("Saved to game.save"));
    let old = std::fs::read(&save).expect("saved");
    assert!(old.len() > 4_500, "a whole game: {}", old.len());
    // No file may grow beyond 4 kB now, as on a disk that is full.
    let script = "trap '' XFSZ; ulimit -f 4; printf '\\n' | \"$0\" play --load game.save --save game.save";
    let mut bash = Command::new("bash");
    bash.args(["-c", script, &program()]).current_dir(dir.path()).env("LAWMAGE_DATA", dir.path());
    let failed = bash.output().expect("bash");
    assert_eq!(failed.status.code(), Some(1), "{}", text(&failed));
    assert!(errors(&failed).contains("cannot be written"), "{}", errors(&failed));
    assert!(std::fs::read(&save).expect("still there") == old, "the old save is as it was");
    let left: Vec<_> = std::fs::read_dir(dir.path()).expect("listed").collect();
    assert_eq!(left.len(), 1, "nothing is left beside it: {left:?}");
    let again = sitting(dir.path(), &["--load", "game.save"], "quit\n");
    assert_eq!(again.status.code(), Some(0), "{}", errors(&again));
}

#[test]
fn an_answer_that_cannot_be_printed_is_a_failure() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        return eprintln!("skipped: no /dev/full");
    };
    let dir = dir();
    let scenario = dir.path().join("one.yaml");
    std::fs::write(&scenario, "title: t\nplayers: [{name: A}, {name: B}]\n").expect("written");
    let scenario = scenario.display().to_string();
    let all: [&[&str]; 13] = [
        &["sim", "--games", "2", "--format", "json"],
        &["sim", "--games", "2"],
        &["card", "Flint Shot"],
        &["card", "Flint Shot", "--format", "json"],
        &["cards", "search", "flying"],
        &["deck", "list"],
        &["deck", "check", "red-raiders"],
        &["deck", "check", "red-raiders", "--format", "json"],
        &["scenario", "run", &scenario],
        &["scenario", "run", "--format", "json", &scenario],
        &["play", "--auto"],
        &["play", "--seed", "1"],
        &["--help"],
    ];
    for args in all {
        let output = command(dir.path(), args)
            .stdin(Stdio::null())
            .stdout(full.try_clone().expect("a handle"))
            .stderr(Stdio::piped())
            .output()
            .expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{args:?}: {}", errors(&output));
        assert!(errors(&output).contains("the answer cannot be printed"), "{args:?}: {}", errors(&output));
    }
}

#[test]
fn a_closed_pipe_or_a_signal_loses_no_save() {
    let dir = dir();
    let save = dir.path().join("game.save");
    let mut child = sit(dir.path(), &["--seed", "3", "--save", "game.save"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    drop(child.stdout.take());
    for _ in 0..20 {
        let _ = stdin.write_all(b"1\n");
    }
    let _ = child.wait().expect("it ends");
    assert!(save.exists(), "saved though nobody reads");
    std::fs::remove_file(&save).expect("there");

    let mut child = sit(dir.path(), &["--seed", "3", "--save", "game.save"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(BEGIN.as_bytes()).expect("typed");
    std::thread::sleep(Duration::from_millis(800));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(killed.success());
    let status = waited(&mut child);
    assert_eq!(status, Some(130), "as shells know Ctrl-C");
    assert!(save.exists(), "Ctrl-C saves");
    drop(stdin);
}

fn waited(child: &mut Child) -> Option<i32> {
    let since = Instant::now();
    while since.elapsed() < Duration::from_secs(20) {
        if let Some(status) = child.try_wait().expect("a child") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let _ = child.kill();
    panic!("it does not end");
}

#[test]
fn a_byte_that_is_no_text_is_an_error_and_not_the_end() {
    let dir = dir();
    let typed = [b"1\ny\n\xff\xfe\nboard\nquit\n".as_slice()].concat();
    let output = sitting(dir.path(), &["--seed", "3", "--save", "game.save"], typed);
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{}", errors(&output));
    let at = said.find("that line is not UTF-8 text").expect("said");
    assert!(said[at..].contains("Hand:"), "the game goes on: {said}");
    assert!(dir.path().join("game.save").exists());
}

#[test]
fn the_prompt_names_turn_and_step_and_a_new_step_is_shown() {
    let dir = dir();
    let output = sitting(dir.path(), &["--seed", "1"], "1\ny\n\n\n\n\n\n\n");
    let said = text(&output);
    assert!(said.contains("Turn 1, your precombat main phase ["), "{said}");
    assert!(said.contains("Turn 1, your postcombat main phase ["), "{said}");
    assert!(said.contains("── Turn 1, your postcombat main phase ──"), "{said}");
}

#[test]
fn stops_are_named_exactly() {
    let dir = dir();
    let typed = "1\ny\nstops combat\nstops\nstops their upkeep\nstops none\nstops\nstops untap\nquit\n";
    let said = text(&sitting(dir.path(), &["--seed", "3"], typed));
    assert!(said.contains("`combat` may be any of:") && said.contains("Nothing has changed"), "{said}");
    assert!(
        said.contains("in your turns: precombat main phase, declare blockers step, postcombat main phase;"),
        "{said}"
    );
    assert!(said.contains("stop at opponents' upkeep step"), "{said}");
    assert!(said.contains("in your turns: nowhere; in opponents' turns: nowhere"), "{said}");
    assert!(said.contains("no player gets priority in the untap step (502.4)"), "{said}");
}

#[test]
fn undo_takes_back_what_was_done_and_the_log_forgets_it() {
    let dir = dir();
    let typed = "1\ny\n2\nlog\nundo\nlog\nundo\nundo\nundo\nquit\n";
    let said = text(&sitting(dir.path(), &["--seed", "1"], typed));
    let (before, after) = said.split_once("Undone: it is before you ").expect("undone");
    assert!(after.starts_with("played Mountain (turn 1, your precombat main phase)."), "{after}");
    let logged = |part: &str| part.matches("Player plays Mountain").count();
    assert!(logged(before) >= 2, "told, and in the log: {before}");
    assert_eq!(logged(after), 0, "not in the log any more: {after}");
    assert!(after.contains("There is nothing to undo."), "{after}");
    let log: String = after.lines().filter(|l| l.contains("draws")).collect();
    assert!(!log.contains("Bot (green-stampede) draws a") || log.contains("draws a card"), "hidden cards stay hidden");
}

#[test]
fn undo_far_back_comes_to_each_thing_done() {
    let dir = dir();
    let mut typed = String::from("1\ny\n");
    typed.push_str(&"2\n\n".repeat(12));
    typed.push_str(&"undo\n".repeat(40));
    typed.push_str("quit\n");
    let said = text(&sitting(dir.path(), &["--seed", "1"], typed));
    let undone: Vec<&str> = said.lines().filter(|l| l.contains("Undone: it is before you ")).collect();
    assert!(undone.len() > 10, "{undone:#?}");
    assert!(undone.last().is_some_and(|l| l.contains("Who plays first?")), "{undone:#?}");
    assert!(said.contains("There is nothing to undo."));
}

#[test]
fn conceding_asks_for_a_yes() {
    let dir = dir();
    let said = text(&sitting(dir.path(), &["--seed", "3"], "1\ny\nconcede\nn\nconcede\ny\n"));
    assert!(said.contains("Not conceded.") && said.trim_end().ends_with("You lose."), "{said}");
}

#[test]
fn a_spell_needs_no_enter_for_its_mana_or_its_resolution() {
    let dir = dir();
    cards(dir.path());
    let args = ["--cards", "mine.yaml", "--deck", "mine.txt", "--opponent", "mine.txt", "--any-deck", "--seed", "2"];
    // A land, then a creature: it resolves at once, and is there at the next question.
    let said = text(&sitting(dir.path(), &args, "1\ny\n2\n2\nboard\nquit\n"));
    let questions = said.matches("Pay for").count();
    assert_eq!(questions, 0, "{said}");
}

/// A card file and a deck of its cards.
fn cards(dir: &Path) {
    let cards = "- {name: Test Berserker, cost: '{0}', type: Creature — Human, pt: 2/2, \
        text: \"Haste\\nThis creature attacks each combat if able.\"}\n\
        - {name: Test Flyer, cost: '{0}', type: Creature — Bird, pt: 1/1, text: \"Flying, haste\"}\n\
        - {name: Test Walker, cost: '{0}', type: Creature — Golem, pt: 1/3, text: Haste}\n\
        - {name: Test Herald, cost: '{0}', type: Sorcery, text: Create a 1/1 red Goblin creature token.}\n\
        - {name: Test Captain, cost: '{R}', type: Legendary Creature — Human, pt: 2/2, text: Haste}\n";
    std::fs::write(dir.join("mine.yaml"), cards).expect("written");
    std::fs::write(dir.join("mine.txt"), "30 Test Berserker\n30 Mountain\n").expect("written");
    std::fs::write(dir.join("sky.txt"), "30 Test Flyer\n30 Test Walker\n").expect("written");
    std::fs::write(dir.join("herald.txt"), "60 Test Herald\n").expect("written");
    std::fs::write(dir.join("five.txt"), "5 Mountain\n").expect("written");
    std::fs::write(dir.join("command.txt"), "Commander\n1 Test Captain\n\nDeck\n99 Mountain\n").expect("written");
}

#[test]
fn an_illegal_attack_names_the_creature_and_the_rule() {
    let dir = dir();
    cards(dir.path());
    let args = ["--cards", "mine.yaml", "--deck", "mine.txt", "--opponent", "red-raiders", "--any-deck", "--seed", "2"];
    let mut typed = String::from("1\ny\n");
    typed.push_str("2\n2\n\nnone\nall\nquit\n");
    let said = text(&sitting(dir.path(), &args, typed));
    assert!(said.contains("That can't be: Test Berserker has to attack if able (508.1d)"), "{said}");
}

#[test]
fn an_illegal_block_names_the_creature_and_the_rule() {
    let dir = dir();
    cards(dir.path());
    let args = ["--cards", "mine.yaml", "--deck", "sky.txt", "--opponent", "sky.txt", "--any-deck", "--bot", "random"];
    let mut found = String::new();
    for seed in 1..80 {
        let seed = seed.to_string();
        // Cast what there is, never attack, and have each creature block each attacker, one after the other.
        let mut typed = String::from("2\ny\n");
        for _ in 0..40 {
            typed.push_str("2\n1>1\n1>2\n2>1\n2>2\n3>1\n3>2\nnone\n\n");
        }
        typed.push_str("quit\n");
        let said = text(&sitting(dir.path(), &[&args[..], &["--seed", &seed]].concat(), typed));
        if let Some(line) = said.lines().find(|l| l.contains("can't be blocked by")) {
            found = line.to_owned();
            break;
        }
    }
    assert!(found.contains("Test Flyer can't be blocked by Test Walker (702.9b)"), "{found}");
}

#[test]
fn zones_and_cards_can_be_looked_at() {
    let dir = dir();
    cards(dir.path());
    let args =
        ["--cards", "mine.yaml", "--deck", "herald.txt", "--opponent", "red-raiders", "--any-deck", "--seed", "2"];
    let typed =
        "1\ny\n2\ngraveyard\ngraveyard nobody\nexile\nmana\nstack\ncard gobl\ncard herald\ncard flint shoot\nquit\n";
    let said = text(&sitting(dir.path(), &args, typed));
    assert!(said.contains("Your graveyard (1): Test Herald {0}"), "{said}");
    assert!(said.contains("Bot (red-raiders)'s graveyard (0): none"), "{said}");
    assert!(said.contains("no player is called `nobody`"), "{said}");
    assert!(said.contains("Your exiled cards: none") && said.contains("Your mana pool: empty"), "{said}");
    assert!(said.contains("The stack is empty."), "{said}");
    assert!(said.contains("Goblin Token\nCreature — Goblin (red)\n1/1"), "{said}");
    assert!(said.contains("Create a 1/1 red Goblin creature token."), "{said}");
    assert!(said.contains("did you mean “Flint Shot”?"), "{said}");
}

#[test]
fn decks_that_the_rules_do_not_allow_are_refused() {
    let dir = dir();
    cards(dir.path());
    let refused = sitting(dir.path(), &["--deck", "five.txt"], "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(errors(&refused).contains("5 cards; a deck has at least 60 (100.2a)"), "{}", errors(&refused));
    assert!(errors(&refused).contains("--any-deck"), "{}", errors(&refused));
    let allowed = sitting(dir.path(), &["--deck", "five.txt", "--any-deck"], "quit\n");
    assert_eq!(allowed.status.code(), Some(0));
    assert!(errors(&allowed).contains("warning: five.txt: 5 cards"), "{}", errors(&allowed));
}

#[test]
fn commander_decks_play_commander() {
    let dir = dir();
    cards(dir.path());
    let alone = sitting(dir.path(), &["--cards", "mine.yaml", "--deck", "command.txt"], "quit\n");
    assert!(text(&alone).contains("commander (903), 2 players, 40 life"), "{}", text(&alone));
    let args = ["--cards", "mine.yaml", "--deck", "command.txt", "--opponent", "red-raiders"];
    let alone = sitting(dir.path(), &args, "");
    assert_eq!(alone.status.code(), Some(1), "{}", text(&alone));
    assert!(errors(&alone).contains("903") && errors(&alone).contains("--opponent"), "{}", errors(&alone));
    let args = ["--cards", "mine.yaml", "--deck", "command.txt", "--opponent", "command.txt", "--seed", "4"];
    let typed = "1\ny\n2\n2\nquit\n";
    let both = sitting(dir.path(), &[&args[..], &["--record", "game.json", "--save", "game.save"]].concat(), typed);
    let said = text(&both);
    assert_eq!(both.status.code(), Some(0), "{}", errors(&both));
    assert!(said.contains("You  40 life, 7 in hand, 92 in library"), "{said}");
    assert!(said.contains("Command zone: Test Captain {R}"), "{said}");
    assert!(said.contains("cast Test Captain {R} (your commander)"), "{said}");
    assert!(said.contains("Test Captain enters the battlefield"), "{said}");
    let replayed = command(dir.path(), &["--cards", "mine.yaml", "replay", "game.json"]).output().expect("it runs");
    assert_eq!(replayed.status.code(), Some(0), "{}", errors(&replayed));
    assert!(text(&replayed).contains("Test Captain enters the battlefield"), "{}", text(&replayed));
    let loaded = sitting(dir.path(), &["--cards", "mine.yaml", "--load", "game.save"], "quit\n");
    assert!(text(&loaded).contains("Test Captain 2/2 haste [commander"), "{}", text(&loaded));
}

#[test]
fn a_saved_game_goes_on_where_it_was_with_its_log() {
    let dir = dir();
    let mut typed = String::from("1\ny\n2\n");
    let _ = writeln!(typed, "save mid.save\nlog all\nquit");
    let first = text(&sitting(dir.path(), &["--seed", "1"], &typed));
    let second = text(&sitting(dir.path(), &["--load", "mid.save"], "log all\nquit\n"));
    let log = |said: &str| -> Vec<String> {
        let from = said.rfind("] >   Player takes the first turn").expect("a log");
        said[from..]
            .lines()
            .take_while(|l| !l.contains("] > ") || l.contains("takes the first"))
            .map(str::to_owned)
            .collect()
    };
    let lines =
        |said: &str| log(said).iter().map(|l| l.split("] > ").last().unwrap_or("").to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&first), lines(&second), "the log goes on");
    let board = |said: &str| said.lines().rfind(|l| l.starts_with("  Hand: ")).map(str::to_owned);
    assert_eq!(board(&first), board(&second));
}

#[test]
fn a_save_with_other_cards_or_of_another_kind_is_refused() {
    let dir = dir();
    cards(dir.path());
    let args = ["--cards", "mine.yaml", "--deck", "mine.txt", "--opponent", "mine.txt", "--any-deck", "--seed", "2"];
    let _ = sitting(dir.path(), &args, "1\ny\nsave game.save\nquit\n");
    let without = sitting(dir.path(), &["--load", "game.save"], "quit\n");
    assert_eq!(without.status.code(), Some(1));
    let said = errors(&without);
    assert!(said.contains("Test Berserker, which is not at hand") && said.contains("--cards"), "{said}");
    let with = sitting(dir.path(), &["--cards", "mine.yaml", "--load", "game.save"], "quit\n");
    assert_eq!(with.status.code(), Some(0), "{}", errors(&with));
    std::fs::write(dir.path().join("no.save"), "{}").expect("written");
    let none = sitting(dir.path(), &["--load", "no.save"], "");
    assert_eq!(none.status.code(), Some(1));
    assert!(errors(&none).contains("no.save"), "{}", errors(&none));
    let both = sitting(dir.path(), &["--load", "game.save", "--deck", "mine.txt"], "");
    assert_eq!(both.status.code(), Some(2), "{}", errors(&both));
}

/// In a terminal of so many columns; `None` where there is no `script` to make one.
fn in_terminal(data: &Path, columns: u32, env: &str, typed: &str) -> Option<String> {
    let inner = format!("stty cols {columns} rows 40; {env} exec {} play --seed 3", program());
    let mut child = Command::new("script")
        .args(["-qec", &inner, "/dev/null"])
        .env("LAWMAGE_DATA", data)
        .env_remove("NO_COLOR")
        .env("TERM", "xterm")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take()?;
    for line in typed.lines() {
        std::thread::sleep(Duration::from_millis(400));
        let _ = writeln!(stdin, "{line}");
    }
    std::thread::sleep(Duration::from_millis(400));
    drop(stdin);
    let output = child.wait_with_output().ok()?;
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn colors_and_width_are_those_of_the_terminal() {
    let dir = dir();
    let Some(colored) = in_terminal(dir.path(), 100, "", "1\ny\nquit") else {
        return eprintln!("skipped: no `script` to make a terminal");
    };
    assert!(colored.contains("\u{1b}[1m"), "colours in a terminal: {colored}");
    for env in ["TERM=dumb", "NO_COLOR=1"] {
        let plain = in_terminal(dir.path(), 100, env, "1\ny\nquit").unwrap_or_default();
        assert!(!plain.contains('\u{1b}') && plain.contains("Hand:"), "{env}: {plain}");
    }
    let narrow = in_terminal(dir.path(), 20, "NO_COLOR=1", "1\ny\n?\nboard\nlog\nquit").unwrap_or_default();
    let typed = ["1", "y", "?", "board", "log", "quit"];
    for line in narrow.lines().map(str::trim_end) {
        let shown = typed.iter().find_map(|t| line.strip_suffix(t)).unwrap_or(line);
        assert!(shown.trim_end().chars().count() <= 20, "wider than 20 columns: {line:?}");
    }
    assert!(narrow.contains("Hand:"), "{narrow}");
}

#[test]
fn any_bytes_typed_neither_crash_nor_hang_nor_lose_the_save() {
    let dir = dir();
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |n: u64| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        random % n
    };
    let words = [
        "1",
        "2",
        "3",
        "",
        "",
        "",
        "y",
        "n",
        "all",
        "none",
        "1>1",
        "1>2 2>1",
        "1+2",
        "undo",
        "undo",
        "log",
        "board",
        "pass turn",
        "stops combat",
        "stops their upkeep",
        "stops none",
        "graveyard",
        "card a",
        "card",
        "manual",
        "concede",
        "stack",
        "99999999999",
        "-1",
        "0",
        "1 1",
        "save",
        "log -3",
        "log 99999999999999999999",
        "card 🦀",
        "graveyard \u{0}",
        "? ?",
        "1>",
        ">1",
        "+",
        "1>2>3",
    ];
    for game in 0..60u64 {
        let mut typed: Vec<u8> = b"1\ny\n".to_vec();
        for _ in 0..below(120) {
            if below(8) == 0 {
                typed.extend((0..below(40)).map(|_| below(256) as u8));
            } else {
                typed.extend_from_slice(words[below(words.len() as u64) as usize].as_bytes());
            }
            typed.push(b'\n');
        }
        let save = dir.path().join("fuzz.save");
        let _ = std::fs::remove_file(&save);
        let seed = game.to_string();
        let since = Instant::now();
        let output = sitting(dir.path(), &["--seed", &seed, "--save", "fuzz.save"], &typed);
        let said = text(&output);
        assert!(since.elapsed() < Duration::from_secs(20), "game {game} takes {:?}", since.elapsed());
        assert_eq!(output.status.code(), Some(0), "game {game}: {}", errors(&output));
        assert!(!errors(&output).contains("panicked"), "game {game}: {}", errors(&output));
        let over = ["You win.", "You lose.", "The game is a draw."].iter().any(|end| said.trim_end().ends_with(end));
        assert!(over || save.exists(), "game {game} is lost");
    }
}
