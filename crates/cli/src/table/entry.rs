//! Answers as a person types them.

use lawmage_protocol::ask::{AttackBy, CanAttack, CanBlock, MayBeBlocked};
use lawmage_protocol::{Answer, Ask, Attack, Block, Choice, Domain};

/// Whether an action is asked for (117.1).
pub fn is_priority(ask: &Ask) -> bool {
    ask.about == "priority"
}

/// Whether the answer is yes or no.
pub fn is_yes_or_no(options: &[Choice]) -> bool {
    matches!(options, [yes, no] if yes.text == "yes" && no.text == "no")
}

/// What to type, for the prompt.
pub fn hint(ask: &Ask) -> String {
    match &ask.domain {
        Domain::Pick { options, min, max, .. } => {
            if default_pick(ask).is_some() {
                return "number, or Enter for the one marked *".to_owned();
            }
            match (min, max) {
                (1, 1) if is_yes_or_no(options) => "y or n".to_owned(),
                (1, 1) => "a number".to_owned(),
                (0, 1) => "number, or Enter for none".to_owned(),
                (0, most) => format!("up to {most} numbers, `all`, or Enter for none"),
                (min, most) if min == most => format!("{most} numbers"),
                (min, most) => format!("{min} to {most} numbers"),
            }
        }
        Domain::Number { min, max, but } => match but.as_slice() {
            [] => format!("a number from {min} to {max}"),
            gaps => {
                let gaps: Vec<String> = gaps.iter().map(u32::to_string).collect();
                format!("a number from {min} to {max}, none of {}", gaps.join(", "))
            }
        },
        Domain::Order { .. } => "numbers in order, or Enter for this order".to_owned(),
        Domain::Divide { total, .. } => format!("an amount for each, {total} in all, like: 2 1"),
        Domain::Name { count: 1, .. } => "a card's name".to_owned(),
        Domain::Name { count, .. } => format!("{count} cards' names, with ; between"),
        Domain::Attack { attackers } => {
            let bands = if attackers.iter().any(|can| can.banding) { ", `1+2` for a band" } else { "" };
            format!("attackers like `1 3`, `1>2` to attack option 2{bands}, `all`, or Enter for none")
        }
        Domain::Block { .. } => "blocks like `1>2 3>2`, blocker>attacker, or Enter for none".to_owned(),
    }
}

/// The option that Enter picks: passing, the payment offered.
pub fn default_pick(ask: &Ask) -> Option<u32> {
    match &ask.default {
        Answer::Pick(picks) if matches!(ask.about.as_str(), "priority" | "payment") => picks.first().copied(),
        _ => None,
    }
}

/// Why a line is no answer.
pub enum Unread {
    /// What is wrong with it.
    Wrong(String),
    /// It has a creature block what that can't block, by their places: the rules tell why.
    NoBlock {
        /// The creature.
        blocker: u32,
        /// The attacker.
        attacker: u32,
    },
}

impl From<String> for Unread {
    fn from(why: String) -> Self {
        Self::Wrong(why)
    }
}

/// Reads an answer. `shown` are the options shown, by their place in the domain.
///
/// # Errors
/// What is wrong with the line.
pub fn read(line: &str, ask: &Ask, shown: &[u32]) -> Result<Answer, Unread> {
    let words: Vec<&str> = line.split([' ', ',']).filter(|w| !w.is_empty()).collect();
    match &ask.domain {
        Domain::Pick { options, min, .. } => Ok(picks(&words, ask, options, *min, shown)?),
        Domain::Number { .. } => match words.as_slice() {
            [one] => Ok(Answer::Number(number(one)?)),
            _ => Err("type one number".to_owned().into()),
        },
        Domain::Order { options } => {
            if words.is_empty() {
                return Ok(Answer::Order((0..options.len() as u32).collect()));
            }
            Ok(Answer::Order(places(&words, options.len())?))
        }
        Domain::Divide { .. } => Ok(Answer::Divide(words.iter().map(|w| number(w)).collect::<Result<_, String>>()?)),
        Domain::Name { .. } => {
            let names = line.split(';').map(str::trim).filter(|name| !name.is_empty());
            Ok(Answer::Name(names.map(str::to_owned).collect()))
        }
        Domain::Attack { attackers } => Ok(Answer::Attack(attack(&words, attackers)?)),
        Domain::Block { blockers, attackers } => blocks(&words, blockers, attackers).map(Answer::Block),
    }
}

/// A declaration of attackers: "1 3", "1>2", "1+2", "all".
fn attack(words: &[&str], can: &[CanAttack]) -> Result<Attack, String> {
    let all: Vec<String> = (1..=can.len()).map(|n| n.to_string()).collect();
    let words = match words {
        ["all" | "a"] => all.iter().map(String::as_str).collect(),
        ["none"] => Vec::new(),
        _ => words.to_vec(),
    };
    let mut attack = Attack::default();
    for word in words {
        let (who, whom) = word.split_once('>').unwrap_or((word, "1"));
        let mut band = Vec::new();
        for who in who.split('+') {
            let attacker = nth(can.len(), who)?;
            let defenders = can.get(attacker as usize).map_or(0, |can| can.defenders.len());
            attack.attackers.push(AttackBy { attacker, defender: nth(defenders, whom)? });
            band.push(attacker);
        }
        if band.len() > 1 {
            attack.bands.push(band);
        }
    }
    Ok(attack)
}

/// A declaration of blockers: "1>2".
fn blocks(words: &[&str], can: &[CanBlock], attackers: &[MayBeBlocked]) -> Result<Vec<Block>, Unread> {
    let mut blocks = Vec::new();
    for word in words.iter().filter(|word| **word != "none") {
        let (who, whom) = match word.split_once('>') {
            Some(pair) => pair,
            // With one attacker there is no doubt whom.
            None if attackers.len() == 1 => (*word, "1"),
            None => return Err(format!("`{word}` blocks what? Type it like {word}>1").into()),
        };
        let (blocker, at) = (nth(can.len(), who)?, nth(attackers.len(), whom)?);
        let (Some(can), Some(at)) = (can.get(blocker as usize), attackers.get(at as usize)) else { continue };
        let Some(attacker) = can.attackers.iter().position(|able| *able == at.creature) else {
            return Err(Unread::NoBlock { blocker, attacker: nth(attackers.len(), whom)? });
        };
        blocks.push(Block { blocker, attacker: attacker as u32 });
    }
    Ok(blocks)
}

fn picks(words: &[&str], ask: &Ask, options: &[Choice], min: u32, shown: &[u32]) -> Result<Answer, String> {
    let called = |text: &str| (0u32..).zip(options).find(|(_, option)| option.text == text).map(|(place, _)| place);
    let named = match words {
        [] => default_pick(ask),
        ["pass" | "p"] => called("pass").filter(|_| is_priority(ask)),
        ["y" | "yes"] => called("yes"),
        ["n" | "no"] => called("no"),
        _ => None,
    };
    if let Some(named) = named {
        return Ok(Answer::Pick(vec![named]));
    }
    match words {
        [] if min > 0 => Err(format!("type {}", hint(ask))),
        [] | ["none"] => Ok(Answer::Pick(Vec::new())),
        ["all" | "a"] => Ok(Answer::Pick(shown.to_vec())),
        _ => {
            let picked = places(words, shown.len())?;
            Ok(Answer::Pick(picked.iter().filter_map(|p| shown.get(*p as usize).copied()).collect()))
        }
    }
}

fn places(words: &[&str], count: usize) -> Result<Vec<u32>, String> {
    words.iter().map(|word| nth(count, word)).collect()
}

fn number(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("`{word}` is neither a number nor a command: ? shows help"))
}

/// The place of a number that is counted from 1.
fn nth(count: usize, word: &str) -> Result<u32, String> {
    let n = number(word)?;
    let place = n.checked_sub(1).filter(|place| (*place as usize) < count);
    place.ok_or_else(|| format!("there is no {n}: type numbers from 1 to {count}"))
}
