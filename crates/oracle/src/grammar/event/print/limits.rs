//! When an event counts and how often: "during your turn", "for the first time each turn".

use lawmage_ir::{Amount, Cause, Cmp, Condition, EventPattern, Filter, Ref, Span, Step, Test, Who};

use crate::print::{Printer, words};

impl Printer<'_> {
    pub(super) fn while_clause(&mut self, condition: &Condition) -> String {
        // "It" is what the event is about, whatever is asked besides.
        let thing = self.thing.clone();
        let text = self.while_text(condition);
        self.thing = thing;
        text
    }

    fn while_text(&mut self, condition: &Condition) -> String {
        match condition {
            Condition::TurnOf(Who::You) => "during your turn".to_owned(),
            Condition::And(all)
                if let [Condition::TurnOf(Who::You), Condition::During(steps)] = all.as_slice()
                    && steps.as_slice() == [Step::Untap] =>
            {
                "during your untap step".to_owned()
            }
            Condition::TurnOf(Who::Actor) => "during their turn".to_owned(),
            Condition::TurnOf(who) => format!("during {} turn", self.who(who).possessive().replace("each", "an")),
            Condition::Not(inner) if **inner == Condition::TurnOf(Who::You) => "during an opponent's turn".to_owned(),
            Condition::Not(inner)
                if let Condition::And(all) = &**inner
                    && let [Condition::TurnOf(who), Condition::During(steps), Condition::Not(_)] = all.as_slice()
                    && steps.as_slice() == [Step::Draw] =>
            {
                let (they, their) = if *who == Who::You { ("you", "your") } else { ("they", "their") };
                format!("except the first one {they} draw in each of {their} draw steps")
            }
            Condition::Happened(event, Span::ThisTurn, 1)
                if let EventPattern::Before(inner) = &**event
                    && let EventPattern::Casts { by, what } = &**inner =>
            {
                let such = self.singular(what);
                if *by == Who::You {
                    format!("other than your first {such} each turn")
                } else {
                    format!("other than the first {such} they cast each turn")
                }
            }
            Condition::InZone(_, zones) if *zones == lawmage_ir::ZoneSet::of(lawmage_ir::Zone::Exile) => {
                "while it's exiled".to_owned()
            }
            Condition::During(_) => self.window(condition),
            Condition::And(all) if matches!(all.as_slice(), [Condition::TurnOf(_), Condition::During(_)]) => {
                self.window(condition)
            }
            other => {
                let text = self.condition(other);
                format!("while {text}")
            }
        }
    }

    /// " into a non-Human creature", of what transforms.
    pub(super) fn transforming(&mut self, event: &EventPattern, condition: &Condition) -> Option<String> {
        match (event, condition) {
            (EventPattern::Transforms(_), Condition::Is(Ref::Event(_), test)) => {
                Some(format!(" into {}", self.one(&Filter::permanent(test.clone()))))
            }
            _ => None,
        }
    }

    /// "you cast your second spell of the game".
    pub(super) fn nth_of_the_game(&mut self, event: &EventPattern, condition: &Condition) -> Option<String> {
        let EventPattern::Casts { by, what } = event else { return None };
        if *by == Who::All && *condition == crate::grammar::event::none_before(event.clone()) {
            return Some(format!("the first {} of a turn is cast", self.singular(what)));
        }
        let Condition::Compare(Amount::SpellsCast(_), Cmp::Equal, Amount::Const(n)) = condition else { return None };
        let who = self.player_subject(by);
        let whose = if who.you { "your" } else { "their" };
        let ordinal = words::ordinal(u32::try_from(*n).ok()?);
        Some(format!("{} {whose} {ordinal} {} of the game", who.does("cast"), self.singular(what)))
    }

    pub(super) fn nth(&mut self, inner: &EventPattern, n: u32) -> String {
        let ordinal = words::ordinal(n);
        let (inner, turns) = match inner {
            EventPattern::While(event, condition) if let Condition::TurnOf(whose) = &**condition => {
                let turns = match whose {
                    Who::You => "during each of your turns".to_owned(),
                    Who::Actor => "during each of their turns".to_owned(),
                    Who::Opponents => "during each opponent's turn".to_owned(),
                    other => format!("during {} turn", self.who(other).possessive()),
                };
                (&**event, turns)
            }
            event => (event, "each turn".to_owned()),
        };
        match inner {
            EventPattern::Casts { by, what } => {
                let who = self.player_subject(by);
                let spell = self.singular(what);
                let whose = if who.you { "your" } else { "their" };
                format!("{} {whose} {ordinal} {spell} {turns}", who.does("cast"))
            }
            EventPattern::Moves { cause: Some(Cause::Draw), by: Some(by), .. } => {
                let who = self.player_subject(by);
                let whose = if who.you { "your" } else { "their" };
                format!("{} {whose} {ordinal} card {turns}", who.does("draw"))
            }
            other if turns == "each turn" => format!("{} for the {ordinal} time each turn", self.event(other)),
            other => format!("{} for the {ordinal} time {turns}", self.event(other)),
        }
    }

    /// "you or a permanent you control becomes the target of a spell".
    pub(super) fn targeted_too(&mut self, all: &[EventPattern], once: bool) -> Option<String> {
        let [EventPattern::Targeted { what: player, by }, EventPattern::Targeted { what, by: same }] = all else {
            return None;
        };
        if player.kind != lawmage_ir::Kind::Player || by != same || player.test == Test::Any {
            return None;
        }
        let player = self.member(player, false).text;
        let by = self.one(by);
        if once {
            let what = self.singular(what);
            return Some(format!("{player} and/or at least one {what} becomes the target of {by}"));
        }
        let what = self.one(what);
        Some(format!("{player} or {what} becomes the target of {by}"))
    }
}
