//! Decisions as questions: what is asked, and for which object.

use lawmage_engine::{Ask, Decision, Domain, Sight};
use lawmage_ir::{Instruction, ValueKind};
use lawmage_oracle::Offer;

use crate::asked::Asked;
use crate::option::label_word;

/// The question, without the rule that asks it: "Ponder: shuffle your library?"
#[must_use]
pub fn question(view: &Sight<'_>, decision: &Decision) -> String {
    let asker = Asker { view, decision, asked: Asked::of(view, decision) };
    asker.question()
}

/// One question being put into words.
struct Asker<'a> {
    view: &'a Sight<'a>,
    decision: &'a Decision,
    asked: Option<Asked<'a>>,
}

impl Asker<'_> {
    fn question(&self) -> String {
        match &self.decision.ask {
            Ask::PlayFirst
            | Ask::KeepHand
            | Ask::BottomCards
            | Ask::OpeningHand
            | Ask::BeforeMulligan
            | Ask::BeforeShuffle
            | Ask::Companion => self.before_the_game().to_owned(),
            Ask::Priority => self.priority(),
            Ask::Attack | Ask::Block | Ask::CombatCost | Ask::CombatDamage | Ask::Defender => self.combat(),
            Ask::Modes
            | Ask::X
            | Ask::OptionalCost(_)
            | Ask::CostOption
            | Ask::PayLife
            | Ask::Splice
            | Ask::Targets(_)
            | Ask::NewTargets
            | Ask::Divide
            | Ask::Payment
            | Ask::CostObjects => self.casting(),
            Ask::May | Ask::Repeat | Ask::MayChoose(_) => self.may(),
            Ask::LifeTotalOf(player) => {
                let name = self.view.name(*player);
                self.of(format!("whose life total does {name} get?"))
            }
            Ask::MayPay => self.may_pay(),
            Ask::Replacement | Ask::MayReplace => self.replacement(),
            Ask::Choose | Ask::Search | Ask::CastDuring => self.choose(),
            Ask::Value => self.value(),
            _ => self.other(),
        }
    }

    /// The name of what asks, before what it asks.
    fn of(&self, what: impl AsRef<str>) -> String {
        let what = what.as_ref();
        match self.decision.source {
            Some(id) => format!("{}: {what}", self.view.object_name(id)),
            None => capital(what),
        }
    }

    /// What asks, by name.
    fn name(&self) -> String {
        self.decision.source.map_or_else(|| "it".to_owned(), |id| self.view.object_name(id).to_string())
    }

    fn is_rule(&self, number: &str) -> bool {
        self.decision.rule.to_string() == number
    }

    /// "two", "up to three", "any number": how many are picked.
    fn how_many(&self) -> String {
        match &self.decision.domain {
            Domain::Pick { options, min, max, .. } => {
                let (all, max) = (options.len() as u32, (*max).min(options.len() as u32));
                match (*min, max) {
                    (1, 1) => "one".to_owned(),
                    (min, max) if min == max => max.to_string(),
                    (0, max) if max == all && max > 1 => "any number".to_owned(),
                    (0, max) => format!("up to {max}"),
                    (min, max) => format!("{min} to {max}"),
                }
            }
            _ => "one".to_owned(),
        }
    }

    fn before_the_game(&self) -> &'static str {
        match &self.decision.ask {
            Ask::PlayFirst => "Who plays first?",
            Ask::KeepHand => "Keep this hand? Else a mulligan: a new hand, of which one card more goes to the bottom.",
            Ask::BottomCards => "Which cards go to the bottom of your library?",
            Ask::OpeningHand => "Use one of these from your opening hand?",
            Ask::BeforeMulligan => "Use one of these before you keep the hand or take a mulligan?",
            Ask::BeforeShuffle => "Reveal one of these before you shuffle your deck?",
            _ => "Reveal one of these as your companion?",
        }
    }

    fn priority(&self) -> String {
        let on_top = self.view.stack().last().map(|id| self.view.object_name(*id));
        let over = on_top.map(|name| format!("; {name} is on top of the stack")).unwrap_or_default();
        format!("You have priority{over}.")
    }

    fn combat(&self) -> String {
        match &self.decision.ask {
            Ask::Attack => "Declare attackers.".to_owned(),
            Ask::Block => "Declare blockers.".to_owned(),
            Ask::CombatCost => match &self.asked {
                Some(asked) => format!("{}, or nothing of this is declared?", capital(&asked.order())),
                None => "Pay what this declaration costs?".to_owned(),
            },
            Ask::CombatDamage => match &self.decision.domain {
                Domain::Divide { total, .. } => self.of(format!("divide its {total} combat damage.")),
                _ => self.of("assign its combat damage as though it weren't blocked?"),
            },
            _ if self.is_rule("310.11a") => self.of("who protects it?"),
            _ if self.is_rule("507.1") => "Which opponent do you attack this turn?".to_owned(),
            _ => self.of("what does it attack?"),
        }
    }

    fn casting(&self) -> String {
        let order = self.asked.as_ref().map(Asked::order).filter(|o| !o.is_empty());
        match &self.decision.ask {
            Ask::Modes => self.of(format!("choose {} of these.", self.how_many())),
            Ask::X => match &self.decision.domain {
                Domain::Number { min, max, .. } => self.of(format!("how much is X, from {min} to {max}?")),
                _ => self.of("how much is X?"),
            },
            Ask::OptionalCost(label) => {
                let word = label_word(label);
                let cost = order.unwrap_or_else(|| "pay it".to_owned());
                match &self.decision.domain {
                    Domain::Number { max, .. } => self.of(format!("{word}: {cost}; how many times, up to {max}?")),
                    _ => self.of(format!("{word}: {cost}?")),
                }
            }
            Ask::CostOption => self.of("which of these costs do you pay?"),
            Ask::PayLife => self.of("pay 2 life instead of the Phyrexian mana?"),
            Ask::Splice => self.of("splice one of these cards onto it?"),
            Ask::Targets(_) => {
                let phrase = order.unwrap_or_else(|| format!("{} targets", self.how_many()));
                self.of(format!("choose {phrase}."))
            }
            Ask::NewTargets if self.is_rule("115.7b") => self.of("which of its targets changes?"),
            Ask::NewTargets => self.of("choose its new target."),
            Ask::Divide => match &self.decision.domain {
                Domain::Divide { total, .. } => self.of(format!("divide {total} among its targets.")),
                _ => self.of("divide it among its targets."),
            },
            Ask::Payment => format!("Pay for {}:", self.name()),
            _ => {
                self.of(format!("{} to pay its cost.", order.unwrap_or_else(|| format!("choose {}", self.how_many()))))
            }
        }
    }

    fn offer(&self) -> Option<Offer> {
        self.asked.as_ref().and_then(Asked::offer)
    }

    fn may(&self) -> String {
        let by_rule = match self.decision.rule.to_string().as_str() {
            "508.1g" => Some("exert it as it attacks? It won't untap during your next untap step.".to_owned()),
            "701.40a" => Some("put the card it revealed into the graveyard? Else it stays on top.".to_owned()),
            "702.94a" => Some("reveal the card you are drawing?".to_owned()),
            "903.9a" => Some("put it into the command zone?".to_owned()),
            _ => None,
        };
        let what = by_rule.or_else(|| self.offer().map(|offer| format!("{}?", offer.deed)));
        let what = what.or_else(|| Some(format!("{}?", self.asked.as_ref()?.order())));
        self.of(what.unwrap_or_else(|| "do what its text lets you do?".to_owned()))
    }

    fn may_pay(&self) -> String {
        let Some(offer) = self.offer() else {
            let price = self.asked.as_ref().map(Asked::order).filter(|o| !o.is_empty());
            return self.of(format!("{}?", price.unwrap_or_else(|| "pay what its text asks".to_owned())));
        };
        let mut text = match &self.decision.domain {
            Domain::Number { max, .. } => format!("how many times do you {}, up to {max}?", offer.deed),
            _ => format!("{}?", offer.deed),
        };
        if let Some(then) = &offer.then {
            text.push_str(&format!(" If you do: {then}."));
        }
        if let Some(otherwise) = &offer.otherwise {
            text.push_str(&format!(" If you don't: {otherwise}."));
        }
        self.of(text)
    }

    fn replacement(&self) -> String {
        if self.decision.ask == Ask::Replacement {
            return if self.is_rule("400.6") {
                self.of("which of these zones does it go to?")
            } else {
                "Which of these effects applies first?".to_owned()
            };
        }
        if self.is_rule("903.9b") {
            return self.of("put it into the command zone instead?");
        }
        let Some(text) = self.asked.as_ref().map(Asked::order) else { return self.of("apply its effect?") };
        // "If you would draw a card, you may exile it instead": the event has come, the rest is asked.
        match text.split_once("you may ") {
            Some((_, what)) => self.of(format!("{what}?")),
            None => self.of(format!("apply this effect: {text}?")),
        }
    }

    fn choose(&self) -> String {
        let what = match self.decision.rule.to_string().as_str() {
            "601.6a" => Some("which of these players makes the choice?"),
            "605.3a" => Some("which of its mana abilities?"),
            "615.7" => Some("of which source is the damage prevented first?"),
            "701.30a" => Some("copy which of these tokens?"),
            "701.44a" => Some("which Army?"),
            "701.46a" => Some("which dungeon do you venture into?"),
            "700.3a" => Some("which of these go into one pile? The rest go into the other."),
            "701.32a" => Some("vote for which of these?"),
            "701.60a" => Some("manifest which of these cards?"),
            "123.5c" => Some("which of these does the sticker stay on?"),
            "905.4" => Some("which of your conspiracies do you begin with?"),
            _ => None,
        };
        if let Some(what) = what {
            return self.of(what);
        }
        let order = self.asked.as_ref().map(Asked::order).filter(|o| !o.is_empty());
        let Some(order) = order else {
            return self.of(format!("choose {} of these.", self.how_many()));
        };
        if order.contains('\n') || order.len() > 300 {
            return self.of(format!("choose {} of these.", self.how_many()));
        }
        let order = order.strip_prefix("you choose ").map_or_else(|| order.clone(), |rest| format!("choose {rest}"));
        match order.split_once("you may ") {
            Some((_, what)) => self.of(format!("{what}?")),
            None => self.of(format!("{order}.")),
        }
    }

    fn value(&self) -> String {
        let what = match self.decision.rule.to_string().as_str() {
            "309.5a" => Some("which room do you enter?"),
            "709.5f" | "709.5g" => Some("which door?"),
            "700.3b" => Some("which of these piles?"),
            "701.32a" => Some("vote for which of these?"),
            "704.5u" => Some("which sector is it assigned to?"),
            "702.106a" => Some("name a card for it, in secret."),
            "612.1" => Some("which of these words?"),
            _ => None,
        };
        if let Some(what) = what {
            return self.of(what);
        }
        match self.asked.as_ref().and_then(Asked::instruction) {
            Some(Instruction::ChooseValue { what, count, .. }) => {
                let several = if *count > 1 { format!(" ({count})") } else { String::new() };
                self.of(format!("choose {}{several}.", kind_of(what)))
            }
            Some(Instruction::PayAny(pays)) => match pays.what {
                lawmage_ir::PaidIn::Energy => self.of("how many {E} do you pay?"),
                lawmage_ir::PaidIn::Mana(_) => self.of("how much mana do you pay?"),
            },
            Some(Instruction::TakeCounters(_) | Instruction::PutUpTo(_)) => self.of("how many counters?"),
            Some(Instruction::PayLife { .. }) => self.of("how much life do you pay?"),
            _ => self.of("choose one of these."),
        }
    }

    fn other(&self) -> String {
        match &self.decision.ask {
            Ask::Mana => match &self.decision.domain {
                Domain::Divide { total, .. } => self.of(format!("divide {total} mana among these colors.")),
                _ => self.of("add which mana?"),
            },
            Ask::Scry if self.is_rule("701.42a") => self.of("which of these go to your graveyard?"),
            Ask::Scry => self.of("which of these go to the bottom of your library?"),
            Ask::OrderCards => match self.decision.rule.section {
                404 => "In which order are these put into your graveyard?".to_owned(),
                613 => "In which order do these get their timestamps?".to_owned(),
                _ => self.of("in which order do these go there, the topmost first?"),
            },
            Ask::OrderActions => self.of("in which order is it done for these?"),
            Ask::OrderTriggers => {
                "In which order do your abilities go on the stack? The last resolves first.".to_owned()
            }
            Ask::LegendRule => "Which of these do you keep? The others go to the graveyard.".to_owned(),
            Ask::HandSize => format!("Discard {} down to your maximum hand size.", self.how_many()),
            Ask::Untap => "Which of these untap?".to_owned(),
            Ask::Under => self.of("put it under the creature? Else it goes on top."),
            Ask::Enchant => self.of("what does it enchant?"),
            Ask::Counters => self.of(match self.decision.rule.section {
                701 => "which of these get another counter of each kind they have?",
                _ => "which of these counters goes?",
            }),
            Ask::Sticker => self.of("which of these stickers?"),
            Ask::Assist => self.of("which player may help to pay for it, if any?"),
            Ask::AssistMana => self.of("how much of its generic mana do you pay?"),
            Ask::NamePlace => self.of("after how many words of its name does the sticker stand?"),
            _ => self.of(format!("choose {} of these.", self.how_many())),
        }
    }
}

fn kind_of(what: &ValueKind) -> &'static str {
    match what {
        ValueKind::Color | ValueKind::ColorBut(_) => "a color",
        ValueKind::Colors => "one or more colors",
        ValueKind::CreatureType | ValueKind::CreatureTypeBut(_) => "a creature type",
        ValueKind::SubtypeAmong(_) => "one of these types",
        ValueKind::PlaneswalkerType => "a planeswalker type",
        ValueKind::LandType => "a land type",
        ValueKind::Secret(what) => kind_of(what),
        ValueKind::BasicLandType => "a basic land type",
        ValueKind::CardType | ValueKind::CardTypeAmong(_) => "a card type",
        ValueKind::CardName(_) => "a card name",
        ValueKind::Number | ValueKind::NumberBetween(..) | ValueKind::Chapter => "a number",
        ValueKind::Player(_) => "a player",
        ValueKind::Word(_) => "one of these words",
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}
