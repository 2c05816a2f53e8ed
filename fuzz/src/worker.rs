//! The process that is watched: says the number of each input before it runs it.

use std::io::Write;

use crate::mutate::Mutator;
use crate::targets::Target;

/// How a worker says that an input broke the invariant of its format.
pub const BROKEN: &str = "broken: ";

/// Runs the inputs from a number on.
pub fn work(target: &Target, seed: u64, from: u64, to: u64) -> Result<(), String> {
    let mut format = (target.make)();
    let samples = format.samples();
    let mut out = std::io::stdout().lock();
    for number in from..to {
        let say = |out: &mut dyn Write, text: &str| writeln!(out, "{text}").and_then(|()| out.flush());
        say(&mut out, &number.to_string()).map_err(|e| e.to_string())?;
        let input = Mutator::new(&samples, target.words, seed, number).make();
        if let Err(why) = format.run(&input) {
            say(&mut out, &format!("{BROKEN}{}", why.replace('\n', " "))).map_err(|e| e.to_string())?;
        }
    }
    Ok(())
}
