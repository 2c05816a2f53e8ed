//! What a person types, and the signals that end a sitting: heard on threads of their own, so that neither is missed while
//! the other is waited for.

use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Nobody types a longer line, in bytes.
const LONGEST: u64 = 64 * 1024;

/// The exit code of a program that Ctrl-C ended, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// Something heard.
pub enum Heard {
    /// A line.
    Line(String),
    /// A line that can't be read, and why.
    Garbled(&'static str),
    /// Ctrl-C, or the system wants the program to end.
    Interrupt,
    /// Nothing more will come; with the reason if it is not simply the end.
    End(Option<io::Error>),
}

/// Where a sitting hears of what is typed.
pub struct Input {
    heard: Receiver<Heard>,
    interrupted: Arc<AtomicBool>,
    /// Whether a person types, so that they can be asked once more.
    pub by_hand: bool,
}

impl Input {
    /// Listens to standard input and to signals.
    pub fn listen() -> Self {
        let (sender, heard) = channel();
        let interrupted = Arc::new(AtomicBool::new(false));
        let (flag, to) = (Arc::clone(&interrupted), sender.clone());
        // Without a handler Ctrl-C ends the program, as it does elsewhere.
        let _ = ctrlc::set_handler(move || {
            // A second one before the first was heard: the game is busy with itself.
            if flag.swap(true, Ordering::Relaxed) || to.send(Heard::Interrupt).is_err() {
                std::process::exit(i32::from(INTERRUPTED));
            }
        });
        std::thread::spawn(move || read_lines(&sender));
        Self { heard, interrupted, by_hand: io::stdin().is_terminal() }
    }

    /// Waits for what comes next.
    pub fn next(&self) -> Heard {
        let heard = self.heard.recv().unwrap_or(Heard::End(None));
        if matches!(heard, Heard::Interrupt) {
            self.interrupted.store(false, Ordering::Relaxed);
        }
        heard
    }

    /// Whether a signal has come that was not heard of yet.
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

fn read_lines(to: &Sender<Heard>) {
    let mut stdin = io::stdin().lock();
    loop {
        let mut bytes = Vec::new();
        let heard = match stdin.by_ref().take(LONGEST).read_until(b'\n', &mut bytes) {
            Err(error) => Heard::End(Some(error)),
            Ok(0) => Heard::End(None),
            Ok(_) if bytes.len() as u64 >= LONGEST => {
                let _ = to.send(Heard::Garbled("that line is too long"));
                Heard::End(Some(io::Error::other("what is typed has no end of lines")))
            }
            Ok(_) => match String::from_utf8(bytes) {
                Ok(line) => Heard::Line(line),
                Err(_) => Heard::Garbled("that line is not UTF-8 text: type it again"),
            },
        };
        let over = matches!(heard, Heard::End(_));
        if to.send(heard).is_err() || over {
            return;
        }
    }
}
