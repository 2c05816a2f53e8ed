//! What each player may play once in each of their turns.

use std::sync::Arc;

use lawmage_ir::{
    Continuous, EventPattern, Filter, Kind, Permission, Price, Spending, Test, TriggeredAbility, Waits, Who, ZoneSet,
};

use super::parse::from_where;
use crate::grammar::ability::statics::Rule;
use crate::grammar::prohibition::Said;
use crate::parse::{Parser, Referent};
use crate::print::{Phrase, Printer, Spoken};

/// "During each player's turn, that player may play a land or cast a spell from among cards exiled with ~, and they may spend mana as
/// though it were mana of any color to cast that spell. When they do, exile the top card of their library.": one card a turn.
pub(super) fn in_each_turn(p: &mut Parser<'_>) -> Option<Rule> {
    p.expect("during each player 's turn , that player may play a land or cast a spell")?;
    let what = from_where(p)?;
    let mut play = Permission::play(Who::Active, what, Price::Usual);
    if let Permission::Play { per_turn, spending, when, .. } = &mut play {
        *per_turn = Some(1);
        if p.eat(", and they may spend mana as though it were mana of any color to cast that spell") {
            *spending = Spending::AnyColor;
        }
        *when = p.attempt(when_they_do);
    }
    Some(Rule::one(Continuous::May(play)))
}

/// ". When they do, …": of whoever plays it.
fn when_they_do(p: &mut Parser<'_>) -> Option<Arc<TriggeredAbility>> {
    p.expect(". when they do ,")?;
    p.scope.mention(Referent::player(Who::Actor));
    let program = crate::grammar::effect::if_done::reflexive_program(p)?;
    let land = EventPattern::PlaysLand {
        by: Who::All,
        what: Filter::permanent(Test::Type(lawmage_ir::CardType::Land)),
        from: ZoneSet::ANYWHERE,
    };
    let spell = EventPattern::Casts { by: Who::All, what: Filter::new(Kind::Spell, Test::Any) };
    Some(Arc::new(TriggeredAbility::new(EventPattern::Or(vec![land, spell]), program)))
}

impl Printer<'_> {
    /// The same.
    pub(super) fn played_in_each_turn(&mut self, one: &Permission) -> Option<Said> {
        let Permission::Play { by: Who::Active, what, per_turn: Some(1), spending, when, .. } = one else {
            return None;
        };
        let mut text = format!("may play a land or cast a spell from among {}", self.plural(what));
        if *spending == Spending::AnyColor {
            text.push_str(", and they may spend mana as though it were mana of any color to cast that spell");
        }
        if let Some(ability) = when {
            self.speak(Spoken::Player(Who::Actor));
            let said = self.delayed(ability, &Waits::Once).finite();
            let (_, does) = said.split_once(", ")?;
            text.push_str(&format!(". When they do, {does}"));
        }
        Some(Said::plain(Phrase::one("during each player's turn, that player"), text))
    }
}
