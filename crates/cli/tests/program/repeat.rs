//! Shortcuts at the terminal's table.

use super::common::dir;
use super::table::{sitting, text};

/// 729.2: what was done is suggested again, taken back as a whole, and a save knows of it.
#[test]
fn what_was_done_is_repeated() {
    let dir = dir();
    let spring = "- {name: Test Spring, cost: '{0}', type: Artifact, text: \"{0}: You gain 1 life.\"}\n";
    std::fs::write(dir.path().join("spring.yaml"), spring).expect("written");
    std::fs::write(dir.path().join("spring.txt"), "60 Test Spring\n").expect("written");
    let args = ["--cards", "spring.yaml", "--deck", "spring.txt", "--any-deck", "--seed", "2"];
    let typed = "1\ny\n2\n3\nrepeat 20\nboard\nundo\nboard\nrepeat 5 9\nsave x.save\nquit\n";
    let said = text(&sitting(dir.path(), &args, typed));
    let (before, after) = said.split_once("Undone: it is before you suggested to repeat it 20 times").expect("undone");
    assert!(before.contains("Bot (green-stampede) accepts.") && before.contains("You  41 life"), "{said}");
    assert!(after.contains("You  21 life") && after.contains("not so many actions were taken (729.2a)"), "{said}");
    let loaded = text(&sitting(dir.path(), &["--cards", "spring.yaml", "--load", "x.save"], "repeat 3\nboard\nquit\n"));
    assert!(loaded.contains("You  24 life"), "{loaded}");
}
