//! Players of whom something is so: "each opponent who …".

use lawmage_ir::{Condition, EventPattern, Instruction, Ref, Test, Who, ZoneSet, visit};

use super::print::without_owner;
use crate::print::{Phrase, Printer, words};

impl Printer<'_> {
    /// "each player dealt damage this way", "players who chose war", "each player ~ attacked this turn".
    fn befallen(&mut self, base: &Who, condition: &Condition) -> Option<Phrase> {
        if let Condition::Is(Ref::It, Test::Is(Ref::Slot(slot))) = condition
            && self.slot_participle(*slot) == "dealt damage"
        {
            let head = self.who(base);
            return Some(Phrase { text: format!("{} dealt damage this way", head.text), ..head });
        }
        if let Condition::Is(Ref::It, Test::ChoseWord(_, word)) = condition {
            let head = if *base == Who::All { Phrase::many("players") } else { self.who(base) };
            return Some(Phrase { text: format!("{} who chose {word}", head.text), ..head });
        }
        if *condition == crate::grammar::player::fewer_than_most_in_hand() {
            let head = self.who(base);
            let text = format!("{} with fewer cards in hand than the player with the most cards in hand", head.text);
            return Some(Phrase { text, ..head });
        }
        if *condition != crate::grammar::player::attacked_by_this() {
            return None;
        }
        let (head, this) = (self.who(base), self.this_named());
        Some(Phrase { text: format!("{} {this} attacked this turn", head.text), ..head })
    }

    pub(super) fn such(&mut self, base: &Who, condition: &Condition) -> Phrase {
        if let Some(such) = self.befallen(base, condition) {
            return such;
        }
        if let Some(does) = self.has_or_had(condition) {
            let head = self.who(base);
            return Phrase { text: format!("{} who {does}", head.text), ..head };
        }
        // "each player who does"
        let (asked, not) = if let Condition::Not(inner) = condition { (&**inner, true) } else { (condition, false) };
        if let Condition::Is(Ref::It, Test::Doer(of)) = asked {
            let head = self.who(base);
            let won = matches!(of, Ref::Slot(slot) if self.slot_participle(*slot) == "won");
            let did = match (won, not) {
                (true, false) => "wins the subgame",
                (true, true) => "doesn't win the subgame",
                (false, false) => "does",
                (false, true) => "doesn't",
            };
            let text = format!("{} who {did}", head.text);
            return Phrase { text, ..head };
        }
        // "each player other than its controller"
        if let (Who::All, true, Condition::Is(Ref::It, Test::Controlled(one))) = (base, not, asked) {
            if matches!(one, Who::Actor | Who::Ref(Ref::Host(_) | Ref::Event(_))) {
                return Phrase::one("each other player");
            }
            let (head, one) = (self.who(base), self.whom(one));
            let text = format!("{} other than {one}", head.text);
            return Phrase { text, ..head };
        }
        // "that creature's controller or that player", of any target
        if let (Who::Controller(of), Condition::Is(same, Test::Or(either))) = (base, condition)
            && **of == *same
            && *either == [Test::Type(lawmage_ir::CardType::Creature), Test::Player]
        {
            return Phrase::one("that creature's controller or that player");
        }
        if let Some(had) = self.had_enter(base, condition) {
            return had;
        }
        if let (true, Condition::AttackedLastTurn { of, with: Some(with), combat: true, .. }) = (not, asked) {
            let (head, with) = (self.who(base), self.reference(with).text);
            let text =
                format!("{} that {with} didn't attack during {} last combat", head.text, self.who(of).possessive());
            return Phrase { text, ..head };
        }
        // "any number of target players each"
        if let (Who::All, Condition::Is(Ref::It, Test::Is(those @ Ref::Target(_)))) = (base, condition) {
            return Phrase::many(format!("{} each", self.reference(those).text));
        }
        // "you and that player each"
        if let (Who::All, Condition::Is(Ref::It, Test::Or(both))) = (base, condition)
            && let [Test::Controlled(Who::You), Test::Controlled(other)] = both.as_slice()
        {
            return Phrase::many(format!("you and {} each", self.whom(other)));
        }
        let head = self.who(base);
        if let Condition::Happened(event, span, 1) = condition
            && let EventPattern::Attacks { what, whom: Some(whom), alone: false, others: 0 } = &**event
            && what.test == Test::Controlled(Who::You)
            && whom.test == Test::Is(Ref::It)
        {
            let span = crate::grammar::condition::history::span_word(*span);
            return Phrase { text: format!("{} you attacked {span}", head.text), plural: head.plural, you: false };
        }
        if let Condition::Compare(lawmage_ir::Amount::Count(all), ..) = condition
            && let lawmage_ir::Selector::All(filter) = &**all
            && let [lawmage_ir::Test::Attacking { whom, .. }, lawmage_ir::Test::Controlled(_)] = filter.test.conjuncts()
            && *condition == crate::grammar::player::is_attacking(whom.clone())
        {
            let whom = self.whom(whom);
            return Phrase { text: format!("{} attacking {whom}", head.text), plural: head.plural, you: false };
        }
        self.it.push(Phrase::one("who"));
        let text = self.condition(condition);
        self.it.pop();
        let text = text.strip_prefix("that player ").map_or(text.clone(), |rest| format!("who {rest}"));
        let text = text.replacen("who's life", "whose life", 1);
        Phrase { text: format!("{} {text}", head.text), plural: head.plural, you: false }
    }

    /// "each opponent who had two or more lands enter under their control this turn"
    fn had_enter(&mut self, base: &Who, condition: &Condition) -> Option<Phrase> {
        if let Condition::Happened(event, span, least) = condition
            && let EventPattern::Moves {
                what,
                from: ZoneSet::ANYWHERE,
                to: ZoneSet::BATTLEFIELD,
                cause: None,
                by: None,
            } = &**event
            && let Some(entered) = without_owner(what)
        {
            let span = crate::grammar::condition::history::span_word(*span);
            let entered = match least {
                1 => self.one(&entered),
                n => format!(
                    "{} or more {}",
                    words::number(i32::try_from(*n).unwrap_or(i32::MAX)),
                    self.plural(&entered)
                ),
            };
            let head = self.who(base);
            let text = format!("{} who had {entered} enter under their control {span}", head.text);
            return Some(Phrase { text, ..head });
        }
        None
    }

    /// Whether it is two players whom an ability of the face has chosen under that linked number.
    pub(super) fn chose_two_players(&self, linked: u8) -> bool {
        let two =
            |does: &Instruction| matches!(does, Instruction::ChooseValue { count: 2, linked: n, .. } if *n == linked);
        visit::any(&self.face.abilities, two)
    }
}
