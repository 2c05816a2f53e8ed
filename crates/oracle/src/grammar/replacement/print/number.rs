//! The same event with another number: "it deals double that damage instead".

use lawmage_ir::{Amount, CounterKind, EventPattern, Kind, Test, Who};

use super::words_gain;
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "twice that many +1/+1 counters are put on it instead", "you gain that much life plus 1 instead".
    pub(super) fn changed_number(&mut self, event: &EventPattern, n: &Amount) -> String {
        // Another number, or one added, that is worked out as the event would happen.
        let more = match n {
            Amount::Plus(of, more) if **of == Amount::Event && !matches!(**more, Amount::Const(_)) => {
                Some(self.expression(more))
            }
            Amount::Stat(..) | Amount::Count(_) => Some(self.expression(n)),
            _ => None,
        };
        let how = |noun: &str, many: bool| so_much(n, more.as_deref(), noun, many);
        let inner = match event {
            EventPattern::Batch(inner) | EventPattern::While(inner, _) | EventPattern::Number(inner, ..) => inner,
            other => other,
        };
        match inner {
            EventPattern::CountersPut { kind: Some(CounterKind::Energy), on, by: None, .. }
                if on.test == Test::Controlled(Who::You) =>
            {
                format!("you get {} instead", how("{E}", true))
            }
            EventPattern::CountersPut { kind, .. } if let Amount::Divide { by: 2, up, .. } = n => {
                let word = kind.as_ref().map_or_else(|| "of each of those kinds of ".to_owned(), |k| format!("{k} "));
                let rounded = if *up { "up" } else { "down" };
                format!("half that many {word}counters are put on it instead, rounded {rounded}")
            }
            // "that many -1/-1 counters minus one"
            EventPattern::CountersPut { kind, .. } => {
                let counters = match kind {
                    Some(kind) => format!("{kind} counters"),
                    None => "of each of those kinds of counters".to_owned(),
                };
                format!("{} are put on it instead", how(&counters, true))
            }
            EventPattern::Copies { .. } => {
                "instead copy it that many times plus an additional time. You may choose new \
                                            targets for the additional copy"
                    .to_owned()
            }
            EventPattern::ProducesMana { .. } => {
                let times = if matches!(n, Amount::Times(3, _)) { "three times" } else { "twice" };
                format!("it produces {times} as much of that mana instead")
            }
            EventPattern::TokenCreated { .. } => format!("{} are created instead", how("of those tokens", true)),
            EventPattern::GainsLife(who) => {
                let who = self.repeat_player(who);
                format!("{} {} instead", words_gain(&who, "gain"), how("life", false))
            }
            EventPattern::Mills(by) | EventPattern::Scries(by) => {
                let verb = if matches!(inner, EventPattern::Mills(_)) { "mill" } else { "scry" };
                let who = self.repeat_player(by);
                let does = if who.you && verb == "scry" { verb.to_owned() } else { words_gain(&who, verb) };
                format!("{does} {} instead", how("cards", true))
            }
            EventPattern::DrawsCards { by, .. } => {
                let who = self.repeat_player(by);
                format!("{} {} instead", words_gain(&who, "draw"), how("cards", true))
            }
            EventPattern::LosesLife(who) => {
                let who = self.repeat_player(who);
                format!("{} {} instead", words_gain(&who, "lose"), how("life", false))
            }
            EventPattern::Damage { .. } if let (Amount::Stat(..) | Amount::Count(_), Some(n)) = (n, &more) => {
                format!("it deals damage equal to {n} instead")
            }
            EventPattern::Damage { to, .. } => {
                let to = match (&to.kind, &to.test) {
                    (Kind::Player, Test::Controlled(Who::You)) => "you".to_owned(),
                    (Kind::Player, _) => "that player".to_owned(),
                    (Kind::Permanent, _) => "that permanent".to_owned(),
                    _ => "that permanent or player".to_owned(),
                };
                format!("it deals {} to {to} instead", how("damage", false))
            }
            EventPattern::Moves { .. } => format!("{} instead", how("cards", true)),
            _ => how("", true),
        }
    }
}

/// "twice that much damage", "that many plus one tokens": a changed number of something; `more` is what is added where that is worked out.
fn so_much(n: &Amount, more: Option<&str>, noun: &str, many: bool) -> String {
    let that = if many { "that many" } else { "that much" };
    match n {
        Amount::Times(times @ (2 | 3), inner) if **inner == Amount::Event && noun == "damage" => {
            format!("{} that damage", if *times == 2 { "double" } else { "triple" })
        }
        Amount::Times(2, inner) if **inner == Amount::Event => format!("twice {that} {noun}"),
        Amount::Times(3, inner) if **inner == Amount::Event => format!("three times {that} {noun}"),
        Amount::Plus(inner, by) if **inner == Amount::Event && many => match &**by {
            Amount::Const(k) => format!("{that} plus {} {noun}", words::number(*k)),
            _ => format!("{that} {noun} plus more"),
        },
        Amount::Plus(inner, by) if **inner == Amount::Event => match &**by {
            Amount::Const(k) => {
                format!("{that} {noun} plus {}", if many { words::number(*k) } else { k.to_string() })
            }
            _ => {
                format!("{that} {noun} plus an amount of {noun} equal to {}", more.unwrap_or_default())
            }
        },
        Amount::Minus(inner, by) if **inner == Amount::Event => match &**by {
            Amount::Const(k) => format!("{that} {noun} minus {k}"),
            _ => format!("{that} {noun} minus more"),
        },
        Amount::Const(k) => format!("{k} {noun}"),
        Amount::Divide { of, by: 2, up } if **of == Amount::Event => {
            format!("half that {noun}, rounded {},", if *up { "up" } else { "down" })
        }
        _ => format!("{that} {noun}"),
    }
}
