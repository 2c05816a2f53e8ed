//! Numbers where they are counted or given: digits, words, X and what it is.

use lawmage_ir::{
    Amount, ColorSet, CostLabel, CounterKind, EventPattern, Filter, Keyword, Kind, KindOf, Letters, Ref, Selector,
    Span, SpentMana, Stat, StickersOf, Test, Who,
};

use crate::grammar::selector::{Quant, number_of};
use crate::print::{Printer, words};

impl Printer<'_> {
    /// "the difference between those players' life totals", "the difference between the chosen creatures' powers".
    pub(super) fn spread(&mut self, most: &Amount, least: &Amount) -> Option<String> {
        match (most, least) {
            (Amount::GreatestLife(who), Amount::LeastLife(same)) if who == same => {
                Some("the difference between those players' life totals".to_owned())
            }
            (Amount::Greatest(stat, those), Amount::Least(other, same)) if stat == other && those == same => {
                let Selector::Ref(those) = &**those else { return None };
                let stat = words::plural(number_of(*stat));
                Some(format!("the difference between {} {stat}", self.reference(those).possessive()))
            }
            _ => None,
        }
    }

    /// "the total power of the creatures sacrificed this way", "the total power of creatures you controlled that were exiled this way".
    pub(super) fn stat_of_events(&mut self, stat: Stat, event: &lawmage_ir::EventPattern, span: Span) -> String {
        use lawmage_ir::Cause;
        let stat = crate::grammar::selector::number_of(stat);
        if let EventPattern::Moves { what, cause: Some(Cause::Sacrifice), .. } = event {
            let slot = |t: &&Test| !matches!(t, Test::Is(lawmage_ir::Ref::Slot(_)));
            let rest = Test::all(what.test.conjuncts().iter().filter(slot).cloned());
            if let EventPattern::Moves { by: Some(lawmage_ir::Who::You), .. } = event {
                let thing = self.singular(&Filter::new(what.kind.clone(), rest));
                return format!("the {stat} of the {thing} you sacrificed this way");
            }
            let things = self.plural(&Filter::new(what.kind.clone(), rest));
            return format!("the total {stat} of the {things} sacrificed this way");
        }
        let (what, did) = self.befell_this_way(event, true).unwrap_or_default();
        let when = if span == Span::ThisTurn { "this turn" } else { "this way" };
        format!("the total {stat} of {what} {did} {when}")
    }

    /// "card type among spells you've cast this turn", "the number of card types among …".
    pub(super) fn kinds_of_events(&mut self, kind: KindOf, event: &EventPattern, span: Span, number: bool) -> String {
        let events = self.number_of_events(event, span);
        let things = events.trim_start_matches("the number of ");
        let kind = super::print::kind_word(kind);
        match number {
            true => format!("the number of {} among {things}", crate::print::words::plural(kind)),
            false => format!("{kind} among {things}"),
        }
    }

    /// "the number of unique vowels on it".
    pub(crate) fn sticker_letters(&mut self, which: &Letters, of: &StickersOf) -> String {
        let letters = match which {
            lawmage_ir::Letters::Each(letter) => format!("{letter}'s"),
            lawmage_ir::Letters::UniqueVowels => "unique vowels".to_owned(),
        };
        format!("the number of {letters} on {}", self.stickers(of, lawmage_ir::StickerKind::Name))
    }

    /// "the total power of name stickers on it".
    pub(crate) fn sticker_size(&mut self, power: bool, of: &StickersOf) -> String {
        let stat = if power { "power" } else { "toughness" };
        let stickers = self.stickers(of, lawmage_ir::StickerKind::PowerToughness);
        match of {
            lawmage_ir::StickersOf::Slot(_) => format!("{stickers}'s {stat}"),
            lawmage_ir::StickersOf::On(_) => format!("the total {stat} of {stickers}"),
        }
    }

    /// "that sticker", "name stickers on it".
    pub(crate) fn stickers(&mut self, of: &lawmage_ir::StickersOf, kind: lawmage_ir::StickerKind) -> String {
        match of {
            lawmage_ir::StickersOf::Slot(_) => "that sticker".to_owned(),
            lawmage_ir::StickersOf::On(of) => format!("{} stickers on {}", kind.word(), self.object(of)),
        }
    }

    /// In digits, "X", or "that much": before "damage", "life", in P/T. Anything else becomes X and is told by
    /// [`Printer::where_x`] at the end of the clause.
    pub(crate) fn digits(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Const(n) => n.to_string(),
            Amount::X => "X".to_owned(),
            Amount::Event if self.scried => self.as_x(amount),
            Amount::Event => "that much".to_owned(),
            Amount::Slot(_) => "that much".to_owned(),
            Amount::Times(2, inner) if matches!(**inner, Amount::Event | Amount::Slot(_)) => {
                "twice that much".to_owned()
            }
            other => self.half(other).unwrap_or_else(|| self.as_x(other)),
        }
    }

    /// As a word before a counted noun: "two", "X", "that many".
    pub(crate) fn number_word(&mut self, amount: &Amount) -> String {
        match amount {
            Amount::Const(n) => words::number(*n),
            Amount::X => "X".to_owned(),
            Amount::Event if self.scried => self.as_x(amount),
            Amount::Event | Amount::Slot(_) | Amount::TargetsOf(_) | Amount::TimesPaid(CostLabel::Other(_)) => {
                "that many".to_owned()
            }
            Amount::Times(2, inner) if matches!(**inner, Amount::Event | Amount::Slot(_)) => {
                "twice that many".to_owned()
            }
            Amount::Plus(x, more) if **x == Amount::X && matches!(**more, Amount::Const(_)) => {
                format!("X plus {}", self.number_word(more))
            }
            other => self.half(other).unwrap_or_else(|| self.as_x(other)),
        }
    }

    /// "half X": how it is rounded is said at the end of the clause.
    fn half(&mut self, amount: &Amount) -> Option<String> {
        is_half_of_x(amount)?;
        self.where_x = Some(amount.clone());
        Some("half X".to_owned())
    }

    pub(crate) fn as_x(&mut self, amount: &Amount) -> String {
        self.where_x = Some(amount.clone());
        "X".to_owned()
    }

    /// ", where X is …" when X was said in this clause.
    pub(crate) fn where_x(&mut self) -> String {
        match self.where_x.take() {
            Some(amount) if let Some(up) = is_half_of_x(&amount) => {
                format!(", rounded {}", if up { "up" } else { "down" })
            }
            Some(amount) => {
                // It is read before the clause that it ends: "it" is still what the clause spoke of.
                let thing = self.thing.clone();
                let mut text = format!(", where X is {}", self.expression(&amount));
                if let Some(y) = self.where_y.take() {
                    text.push_str(&format!(" and Y is {}", self.expression(&y)));
                }
                self.thing = thing;
                text
            }
            None => String::new(),
        }
    }

    pub(super) fn stat_of(&mut self, stat: Stat, r: &Ref) -> String {
        let of = self.reference(r);
        match stat {
            Stat::Damage => format!("the damage marked on {}", of.text),
            Stat::CrewPower | Stat::SaddlePower => format!("{} power", of.possessive()),
            Stat::Colors => format!("the number of colors {} is", of.text),
            _ if *r == Ref::Linked(lawmage_ir::CRAFTED) => format!("the {} of {}", number_of(stat), of.text),
            _ => format!("{} {}", of.possessive(), number_of(stat)),
        }
    }
}

/// Half the X of a cost, and whether it is rounded up.
fn is_half_of_x(amount: &Amount) -> Option<bool> {
    match amount {
        Amount::Divide { of, by: 2, up } if **of == Amount::X => Some(*up),
        _ => None,
    }
}

/// Whether it is how often the object was kicked, with whichever of its kickers (702.33c).
pub(crate) fn times_kicked(amount: &Amount) -> bool {
    let kicked = |n: &Amount| match n {
        Amount::TimesPaid(CostLabel::Keyword(Keyword::Kicker, n)) => Some(*n),
        _ => None,
    };
    match amount {
        Amount::Plus(a, b) => matches!((kicked(a), kicked(b)), (Some(0), Some(1))),
        _ => false,
    }
}

/// "red mana", "mana of one color".
pub(crate) fn mana_of(sort: &SpentMana) -> String {
    match sort {
        SpentMana::Color(color) => format!("{} mana", color.word()),
        SpentMana::Type(mana) => mana.to_string(),
        SpentMana::OneColor => "mana of the same color".to_owned(),
        SpentMana::From(_) => "mana".to_owned(),
    }
}

impl Printer<'_> {
    /// "time it has attacked this turn".
    pub(super) fn times_attacked(&mut self, event: &EventPattern, plural: bool) -> String {
        let it = match event {
            EventPattern::Attacks { what, .. } => self.one(what),
            _ => "it".to_owned(),
        };
        format!("{} {it} has attacked this turn", if plural { "times" } else { "time" })
    }

    /// "+1/+1 counters among creatures you control", "experience counter you have".
    pub(super) fn counters_among(&mut self, kind: Option<&CounterKind>, of: &Selector, plural: bool) -> String {
        let word = kind.map(|k| format!("{k} ")).unwrap_or_default();
        let counter = format!("{word}counter{}", if plural { "s" } else { "" });
        match of {
            Selector::Players(who) => format!("{counter} {}", self.whom_has(who)),
            other => format!("{counter} among {}", self.those_of(other, Quant::Bare)),
        }
    }

    /// "you have", "that player has".
    pub(super) fn whom_has(&mut self, who: &Who) -> String {
        if *who == Who::Opponents {
            return "your opponents have".to_owned();
        }
        self.who(who).does("have")
    }
}

/// Of which permanents that each of several players controls it is the number.
pub(super) fn of_an_opponent(of: &Amount) -> Option<Filter> {
    let Amount::Count(of) = of else { return None };
    let Selector::All(Filter { kind: Kind::Permanent, test }) = &**of else { return None };
    let (whose, rest): (Vec<Test>, Vec<Test>) =
        test.conjuncts().iter().cloned().partition(|test| *test == Test::Controlled(Who::Ref(Ref::Each)));
    (!whose.is_empty()).then(|| Filter::permanent(Test::all(rest)))
}

impl Printer<'_> {
    /// "time you've cast your commander from the command zone this game".
    pub(super) fn commander_cast(&mut self, times: &str, who: &Who) -> String {
        let (who, whose) = match self.who(who).text.as_str() {
            "you" => ("you've".to_owned(), "your"),
            "they" => ("they've".to_owned(), "their"),
            other => (format!("{other} has"), "their"),
        };
        format!("{times} {who} cast {whose} commander from the command zone this game")
    }

    /// "white mana symbols in the mana costs of permanents you control".
    pub(super) fn symbols_in(&mut self, colors: ColorSet, of: &Selector, plural: bool) -> String {
        let colors: Vec<&str> = colors.iter().map(|c| c.word()).collect();
        let symbol = format!("{} mana symbol{}", colors.join(" "), if plural { "s" } else { "" });
        match of {
            Selector::Ref(r) => {
                let of = self.reference(r);
                let costs = if of.plural { "mana costs" } else { "mana cost" };
                format!("{symbol} in {} {costs}", of.possessive())
            }
            other => format!("{symbol} in the mana costs of {}", self.those_of(other, Quant::Bare)),
        }
    }
}
