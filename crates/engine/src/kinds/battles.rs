//! Battles (310): what a Siege does by its type alone, and who protects a battle as it enters.

use std::sync::{Arc, LazyLock};

use lawmage_ir::{
    Ability, CardType, Cause, Clause, CounterKind, Destination, EventPattern, Filter, Instruction, Kind, Program, Ref,
    Selector, Subtype, Test, TriggeredAbility, rule,
};

use crate::state::chars::{AbilityKey, AbilityOn, Chars};
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::proposal::Entry;
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Res};

/// 310.11b: "When the last defense counter is removed from this permanent, exile it, then you may cast it transformed without
/// paying its mana cost."
static DEFEATED: LazyLock<Arc<Ability>> = LazyLock::new(|| {
    let exile = Instruction::Move {
        what: Selector::Ref(Ref::This),
        to: Destination::Exile { linked: None, face_down: false },
        cause: Cause::Exile,
    };
    Arc::new(Ability::Triggered(TriggeredAbility::new(
        EventPattern::CountersRemoved {
            from: Filter::new(Kind::Object, Test::Is(Ref::This)),
            kind: Some(CounterKind::Defense),
            last: true,
        },
        Program::plain(
            Vec::new(),
            vec![Clause { does: exile, out: Some(0) }, super::cast_without_paying(0, true).into()],
        ),
    )))
});

impl Chars {
    /// 310.11: a Siege has the ability of its type.
    pub(crate) fn add_siege_ability(&mut self) {
        let due = self.is(CardType::Battle) && self.has_subtype(Subtype::SIEGE);
        let place = self.abilities.iter().position(|a| a.key == AbilityKey::SIEGE);
        match (due, place) {
            (true, None) => {
                self.abilities.push(AbilityOn { key: AbilityKey::SIEGE, ability: DEFEATED.clone() });
                self.remark();
            }
            (false, Some(place)) => {
                self.abilities.remove(place);
                self.remark();
            }
            _ => {}
        }
    }
}

impl Game<'_> {
    /// Who protects a battle that enters (310.8a): its controller chooses. It keeps that protector if it stops being a battle or
    /// becomes a copy of another (310.8g). `None` for what is no battle.
    pub(crate) fn protector_for(&mut self, object: ObjectId, to: &Destination, entry: &Entry) -> Res<Option<PlayerId>> {
        let Destination::Battlefield(_) = to else { return Ok(None) };
        let Some(chars) = self.state.entering_values(object, entry).filter(|c| c.is(CardType::Battle)) else {
            return Ok(None);
        };
        let controller = entry.controller.unwrap_or_else(|| self.state.controller(object));
        self.choose_protector(object, &chars, controller)
    }

    /// Has a battle's controller choose its protector: a Siege's from among their opponents (310.11a); of a battle without
    /// battle types, its controller is it.
    pub(crate) fn choose_protector(
        &mut self,
        battle: ObjectId,
        chars: &Chars,
        controller: PlayerId,
    ) -> Res<Option<PlayerId>> {
        if !chars.has_subtype(Subtype::SIEGE) {
            return Ok(Some(controller));
        }
        let opponents = self.state.apnap().filter(|p| self.state.are_opponents(*p, controller));
        let options: Vec<Choice> = opponents.map(Choice::Player).collect();
        let ask = Decision::pick(controller, Ask::Defender, rule!("310.11a"), Some(battle), options, 1, 1);
        Ok(self.pick(ask)?.first().and_then(Choice::entity).and_then(Entity::player))
    }
}
