//! Changes of the type line (205.1, 305.6, 305.7).

use std::sync::{Arc, LazyLock};

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, CardType, Color, Cost, CostPart, Instruction, ManaType,
    ManaYield, Program, Subtype, SubtypeKind, SubtypeSet, TypeLine, TypeSet, Who, ZoneSet,
};

use crate::state::chars::{AbilityKey, AbilityOn, Chars};

/// The mana abilities of the basic land types, in their order (305.6).
static BASIC_LAND_ABILITIES: LazyLock<[Arc<Ability>; 5]> =
    LazyLock::new(|| Color::ALL.map(|color| Arc::new(tap_for(color))));

/// "{T}: Add one mana of the color."
fn tap_for(color: Color) -> Ability {
    let add = Instruction::AddMana {
        who: Who::You,
        mana: ManaYield::Fixed(vec![ManaType::Color(color)]),
        times: Amount::ONE,
        rider: None,
    };
    Ability::Activated(ActivatedAbility {
        cost: Cost { parts: vec![CostPart::Tap] },
        program: Program::plain(Vec::new(), vec![add.into()]),
        zones: ZoneSet::BATTLEFIELD,
        limits: ActivationLimits::default(),
        by: None,
        mana: true,
        loyalty: false,
    })
}

impl Chars {
    /// 205.1b: gains types besides its own.
    pub(crate) fn add_types(&mut self, line: &TypeLine) {
        self.supertypes = self.supertypes.union(line.supertypes);
        self.types = self.types.union(line.types);
        for subtype in &line.subtypes.listed {
            self.subtypes.insert(*subtype);
        }
        self.subtypes.all_creature_types |= line.subtypes.all_creature_types;
        self.drop_unfit_subtypes();
    }

    /// 205.1a: has types instead of its own. Supertypes stay; so does the type of an instant or sorcery.
    pub(crate) fn set_types(&mut self, line: &TypeLine) {
        self.supertypes = self.supertypes.union(line.supertypes);
        if !line.types.is_empty() {
            let kept = self.types.iter().filter(|t| matches!(t, CardType::Instant | CardType::Sorcery));
            self.types = kept.chain(line.types.iter()).collect::<TypeSet>();
        }
        // New subtypes replace those of the same set: creature types the creature types, and so on.
        for subtype in &line.subtypes.listed {
            self.subtypes.remove_kind(subtype.kind());
        }
        if line.subtypes.all_creature_types {
            self.subtypes.remove_kind(SubtypeKind::Creature);
            self.subtypes.all_creature_types = true;
        }
        for subtype in &line.subtypes.listed {
            self.subtypes.insert(*subtype);
        }
        // 305.7: also where it becomes a land by the same effect.
        if line.types.has(CardType::Land) {
            self.lose_text_to(&line.subtypes);
        }
        self.drop_unfit_subtypes();
    }

    /// 305.7: what has its land types set to basic ones loses the abilities of its rules text; abilities that other effects
    /// grant come in layer 6 and so are not yet there.
    fn lose_text_to(&mut self, types: &SubtypeSet) {
        if types.listed.iter().any(|t| t.basic_land_color().is_some()) {
            self.abilities.clear();
            self.remark();
        }
    }

    /// 205.1a: loses a card type, and the subtypes that fit no type left.
    pub(crate) fn remove_type(&mut self, card_type: CardType) {
        self.types = self.types.iter().filter(|t| *t != card_type).collect();
        self.drop_unfit_subtypes();
    }

    /// 305.7: its land types become these.
    pub(crate) fn set_land_types(&mut self, types: &SubtypeSet) {
        self.subtypes.remove_kind(SubtypeKind::Land);
        for subtype in &types.listed {
            self.subtypes.insert(*subtype);
        }
        self.lose_text_to(types);
        self.drop_unfit_subtypes();
    }

    /// Drops subtypes that fit no card type it has (205.3c-d), and gives lands the mana abilities of their basic land types.
    pub(crate) fn drop_unfit_subtypes(&mut self) {
        let types = self.types;
        let fits = |kind: SubtypeKind| types.iter().any(|t| kind.fits(t));
        self.subtypes.listed.retain(|s| fits(s.kind()));
        self.subtypes.all_creature_types &= fits(SubtypeKind::Creature);
        self.add_land_abilities();
        self.add_siege_ability();
    }

    /// 305.6: a land with a basic land type has the type's mana ability.
    pub(crate) fn add_land_abilities(&mut self) {
        for (index, subtype) in Subtype::BASIC_LANDS.into_iter().enumerate() {
            let key = AbilityKey::basic_land(index);
            let due = self.is_land() && self.subtypes.listed.contains(&subtype);
            let place = self.abilities.iter().position(|a| a.key == key);
            match (due, place) {
                (true, None) => {
                    self.abilities.push(AbilityOn { key, ability: BASIC_LAND_ABILITIES[index].clone() });
                    self.marks.mana = true;
                }
                (false, Some(place)) => {
                    self.abilities.remove(place);
                    self.remark();
                }
                _ => {}
            }
        }
    }
}
