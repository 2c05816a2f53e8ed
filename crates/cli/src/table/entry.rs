//! Answers as a person types them.

use lawmage_engine::{Action, Answer, Ask, Choice, Decision, Domain};
use smallvec::SmallVec;

/// What to type, for the prompt.
pub fn hint(decision: &Decision) -> String {
    match &decision.domain {
        Domain::Pick { options, min, max, .. } => {
            if default_pick(decision).is_some() {
                return "number, or Enter for the one marked *".to_owned();
            }
            let most = (*max).min(options.len() as u32);
            match (min, most) {
                (1, 1) if options.contains(&Choice::Yes) => "y or n".to_owned(),
                (1, 1) => "a number".to_owned(),
                (0, 1) => "number, or Enter for none".to_owned(),
                (0, most) => format!("up to {most} numbers, `all`, or Enter for none"),
                (min, most) if *min == most => format!("{most} numbers"),
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
        Domain::Order(_) => "numbers in order, or Enter for this order".to_owned(),
        Domain::Divide { total, .. } => format!("an amount for each, {total} in all, like: 2 1"),
        Domain::Name(names) if names.count == 1 => "a card's name".to_owned(),
        Domain::Name(names) => format!("{} cards' names, with ; between", names.count),
        Domain::Attack(domain) => {
            let bands = if domain.has_bands() { ", `1+2` for a band" } else { "" };
            format!("attackers like `1 3`, `1>2` to attack option 2{bands}, `all`, or Enter for none")
        }
        Domain::Block(_) => "blocks like `1>2 3>2`, blocker>attacker, or Enter for none".to_owned(),
    }
}

/// The option that Enter picks: passing, the payment offered.
pub fn default_pick(decision: &Decision) -> Option<u32> {
    let Domain::Pick { options, .. } = &decision.domain else { return None };
    let place = match decision.ask {
        Ask::Priority => options.iter().position(|o| matches!(o, Choice::Action(a) if **a == Action::Pass)),
        Ask::Payment => options.iter().position(|o| matches!(o, Choice::Plan(_))),
        _ => None,
    };
    place.map(|p| p as u32)
}

/// Reads an answer. `shown` are the options shown, by their place in the domain.
///
/// # Errors
/// What is wrong with the line.
pub fn read(line: &str, decision: &Decision, shown: &[u32]) -> Result<Answer, String> {
    let words: Vec<&str> = line.split([' ', ',']).filter(|w| !w.is_empty()).collect();
    match &decision.domain {
        Domain::Pick { options, .. } => picks(&words, decision, options, shown),
        Domain::Number { .. } => match words.as_slice() {
            [one] => Ok(Answer::Number(number(one)?)),
            _ => Err("type one number".to_owned()),
        },
        Domain::Order(options) => {
            if words.is_empty() {
                return Ok(Answer::Order((0..options.len() as u32).collect()));
            }
            Ok(Answer::Order(places(&words, options.len())?.into_iter().collect()))
        }
        Domain::Divide { .. } => {
            let amounts: Result<SmallVec<[u32; 4]>, String> = words.iter().map(|w| number(w)).collect();
            Ok(Answer::Amounts(amounts?))
        }
        Domain::Name(domain) => {
            let names = line.split(';').map(str::trim).filter(|name| !name.is_empty());
            Ok(Answer::Names(names.map(|name| domain.name(name)).collect::<Result<_, _>>()?))
        }
        Domain::Attack(domain) => {
            let mut attack = Vec::new();
            let mut bands = Vec::new();
            let all: Vec<String> = (1..=domain.attackers.len()).map(|n| n.to_string()).collect();
            let all: Vec<&str> = all.iter().map(String::as_str).collect();
            let words = match words.as_slice() {
                ["all" | "a"] => all,
                ["none"] => Vec::new(),
                _ => words,
            };
            for word in words {
                let (who, whom) = word.split_once('>').unwrap_or((word, "1"));
                let mut band = Vec::new();
                for who in who.split('+') {
                    let (id, options) = nth(&domain.attackers, who)?;
                    attack.push((*id, *nth(options, whom)?));
                    band.push(*id);
                }
                if band.len() > 1 {
                    bands.push(band);
                }
            }
            Ok(Answer::Attack(attack, bands))
        }
        Domain::Block(domain) => {
            let mut block = Vec::new();
            for word in words.iter().filter(|w| **w != "none") {
                let Some((who, whom)) = word.split_once('>') else {
                    // With one attacker there is no doubt whom.
                    let [only] = domain.attackers.as_slice() else {
                        return Err(format!("`{word}` blocks what? Type it like {word}>1"));
                    };
                    block.push((nth(&domain.blockers, word)?.0, only.id));
                    continue;
                };
                block.push((nth(&domain.blockers, who)?.0, nth(&domain.attackers, whom)?.id));
            }
            Ok(Answer::Block(block))
        }
    }
}

fn picks(words: &[&str], decision: &Decision, options: &[Choice], shown: &[u32]) -> Result<Answer, String> {
    let place = |wanted: &dyn Fn(&Choice) -> bool| options.iter().position(wanted).map(|p| p as u32);
    if words.is_empty()
        && let Some(default) = default_pick(decision)
    {
        return Ok(Answer::pick(default));
    }
    let named = match words {
        ["pass" | "p"] => place(&|o| matches!(o, Choice::Action(a) if **a == Action::Pass)),
        ["y" | "yes"] => place(&|o| *o == Choice::Yes),
        ["n" | "no"] => place(&|o| *o == Choice::No),
        _ => None,
    };
    if let Some(named) = named {
        return Ok(Answer::pick(named));
    }
    if words.is_empty() && matches!(&decision.domain, Domain::Pick { min, .. } if *min > 0) {
        return Err(format!("type {}", hint(decision)));
    }
    match words {
        ["all" | "a"] => Ok(Answer::Picks(shown.iter().copied().collect())),
        [] | ["none"] => Ok(Answer::Picks(SmallVec::new())),
        _ => {
            let picked = places(words, shown.len())?;
            Ok(Answer::Picks(picked.iter().filter_map(|p| shown.get(*p as usize).copied()).collect()))
        }
    }
}

fn places(words: &[&str], count: usize) -> Result<Vec<u32>, String> {
    words
        .iter()
        .map(|word| {
            let n = number(word)?;
            if n == 0 || n as usize > count {
                return Err(format!("there is no {n}: type numbers from 1 to {count}"));
            }
            Ok(n - 1)
        })
        .collect()
}

fn number(word: &str) -> Result<u32, String> {
    word.parse().map_err(|_| format!("`{word}` is neither a number nor a command: ? shows help"))
}

fn nth<'a, T>(all: &'a [T], word: &str) -> Result<&'a T, String> {
    let n = number(word)?;
    (n as usize).checked_sub(1).and_then(|n| all.get(n)).ok_or_else(|| format!("there is no {n}: 1 to {}", all.len()))
}
