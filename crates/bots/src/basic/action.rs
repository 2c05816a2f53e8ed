//! What to do with priority.

use lawmage_engine::state::object::ability_of;
use lawmage_engine::table::view::ObjectView;
use lawmage_engine::{Action, Entity, ObjectId, View};
use lawmage_ir::{
    Ability, ActivatedAbility, CardType, ColorSet, CostPart, EventPattern, Keyword, KeywordParam, Mode, Program,
    Selector, Step, Subtype, Supertype, ZoneSet,
};

use super::deed::{Deed, On, deeds_of};
use super::fight::Fighter;
use super::judge::{Judge, WIN};
use super::values::{chars_value, fits, lands, mana_left, value, value_of};

/// The moment, as far as it matters for what to do.
struct Moment<'v> {
    view: &'v View<'v>,
    mine: bool,
    step: Step,
    /// The top of the stack is an opponent's.
    respond: bool,
}

/// The best action and its score, and whether it is worth more than passing.
pub(super) fn score(view: &View<'_>, action: &Action) -> i32 {
    let me = view.me();
    let top = view.stack().last().and_then(|id| view.object(*id));
    // One thing at a time: its own resolve before the next.
    if top.is_some_and(|t| t.controller == me) {
        return 0;
    }
    let moment = Moment { view, mine: view.active() == me, step: view.step(), respond: top.is_some() };
    match action {
        Action::Pass | Action::TurnFaceUp { .. } | Action::Special(_) => 0,
        // The first roll of a turn costs nothing; mana is for cards.
        Action::RollPlanarDie => i32::from(view.rolls_free()) * 15,
        // Face down a conspiracy does nothing (315.5b).
        Action::Unveil { .. } => i32::from(moment.mine) * 30,
        // What the player paid to have, whenever nothing better is to be done.
        Action::Unlock { .. } => 20,
        Action::PlayLand { card, .. } => 500 + land(view, *card),
        Action::Cast { card, .. } => moment.cast(*card),
        Action::Activate { source, key } => {
            let Some(object) = view.object(*source) else { return 0 };
            match ability_of(object.chars, *key).map(|a| &**a) {
                Some(Ability::Activated(ability)) => moment.activate(&object, ability),
                _ => 0,
            }
        }
    }
}

/// Which land first: one that makes colors that the hand lacks.
fn land(view: &View<'_>, card: ObjectId) -> i32 {
    let Some(object) = view.object(card) else { return 0 };
    let mut have = ColorSet::COLORLESS;
    for permanent in view.battlefield().filter(|o| o.controller == view.me() && o.chars.is_land()) {
        have = have.union(makes(&permanent));
    }
    let mut need = ColorSet::COLORLESS;
    for spell in view.hand().iter().filter_map(|id| view.object(*id)).filter(|o| !o.chars.is_land()) {
        need = need.union(spell.chars.colors);
    }
    let made = makes(&object);
    let lacking = made.iter().filter(|c| need.has(*c) && !have.has(*c)).count() as i32;
    10 * lacking + made.iter().filter(|c| need.has(*c)).count() as i32 - i32::from(value(&object) < 0)
}

/// The colors of mana that a land's abilities make, as far as they say so plainly.
fn makes(object: &ObjectView<'_>) -> ColorSet {
    let mut made = ColorSet::COLORLESS;
    for on in &object.chars.abilities {
        let Ability::Activated(ability) = &*on.ability else { continue };
        if !ability.mana {
            continue;
        }
        for clause in ability.program.modes.iter().flat_map(|m| &m.clauses) {
            let lawmage_ir::Instruction::AddMana { mana, .. } = &clause.does else { continue };
            let mut add = |mana: &[lawmage_ir::ManaType]| {
                for one in mana {
                    if let lawmage_ir::ManaType::Color(color) = one {
                        made.insert(*color);
                    }
                }
            };
            match mana {
                lawmage_ir::ManaYield::Fixed(all) => add(all),
                lawmage_ir::ManaYield::OneOf(bundles) => bundles.iter().for_each(|b| add(b)),
                lawmage_ir::ManaYield::AnyColor { colors, .. } if colors.is_empty() => made = ColorSet::ALL,
                lawmage_ir::ManaYield::AnyColor { colors, .. } => colors.iter().for_each(|c| made.insert(*c)),
                _ => {}
            }
        }
    }
    made
}

impl<'v> Moment<'v> {
    fn my_main(&self) -> bool {
        self.mine && self.step.is_main() && !self.respond
    }

    /// After blocks are declared: when tricks count.
    fn fighting(&self) -> bool {
        matches!(self.step, Step::DeclareBlockers | Step::FirstStrikeDamage) && self.view.combat().is_some()
    }

    /// The last chance before the bot's own turn: what was not needed can be spent.
    fn their_end(&self) -> bool {
        !self.mine && self.step == Step::End
    }

    fn cast(&self, card: ObjectId) -> i32 {
        let Some(object) = self.view.object(card) else { return 0 };
        let chars = object.chars;
        let cost = chars.mana_value() as i32;
        if chars.is(CardType::Instant) || chars.is(CardType::Sorcery) {
            return self.spell(&object, cost);
        }
        if chars.has_supertype(Supertype::Legendary) && self.controls_named(&object) {
            return 0;
        }
        if chars.has_subtype(Subtype::AURA) {
            return self.aura(&object);
        }
        // A hand-cheap permanent with flash waits for the end of the opponent's turn, or for a fight.
        let quick = chars.has(Keyword::Flash);
        let late = self.their_end() || (self.mine && self.step == Step::Main2);
        if quick && !late && !self.ambush(&object) {
            return 0;
        }
        if !quick && !self.my_main() {
            return 0;
        }
        let judge = Judge::new(self.view, Some(card));
        let mut score = 10 + chars_value(chars).max(5 + 8 * cost) + self.arrival(&judge, &object);
        if chars.mana_cost.as_ref().is_some_and(|c| c.xs() > 0) {
            score = score.min(20 * (mana_left(self.view) - cost - 1));
        }
        if chars.is(CardType::Planeswalker) {
            score += 20;
        }
        // Creatures that do nothing before combat keep the mana for tricks until after it.
        let waits = chars.is_creature()
            && !chars.has(Keyword::Haste)
            && !chars.marks.triggers
            && !chars.marks.modifies
            && self.step == Step::Main
            && self.holds_trick();
        if waits { 0 } else { score }
    }

    /// What an enters-the-battlefield ability would do.
    fn arrival(&self, judge: &Judge<'_>, object: &ObjectView<'_>) -> i32 {
        let mut score: i32 = 0;
        for on in &object.chars.abilities {
            if let Ability::Triggered(triggered) = &*on.ability
                && enters(&triggered.event)
            {
                score = score.saturating_add(judge.program(&triggered.program).clamp(-60, 60));
            }
        }
        score
    }

    fn controls_named(&self, object: &ObjectView<'_>) -> bool {
        self.view.battlefield().any(|o| o.controller == self.view.me() && o.chars.name == object.chars.name)
    }

    /// Whether the hand holds an instant that is no counterspell, so that mana may be wanted in combat.
    fn holds_trick(&self) -> bool {
        let attacks = self.view.battlefield().any(|o| o.controller == self.view.me() && o.chars.is_creature());
        attacks
            && self.view.hand().iter().filter_map(|id| self.view.object(*id)).any(|o| {
                o.chars.is(CardType::Instant) && o.chars.mana_value() as i32 <= mana_left(self.view) && is_trick(&o)
            })
    }

    fn ambush(&self, object: &ObjectView<'_>) -> bool {
        if self.mine || self.step != Step::DeclareAttackers || !object.chars.is_creature() {
            return false;
        }
        let me = Fighter::new(object);
        let Some(combat) = self.view.combat() else { return false };
        combat.attackers.iter().filter_map(|a| self.view.object(a.id)).any(|a| {
            let attacker = Fighter::new(&a);
            me.can_block(&attacker) && me.kills(&attacker)
        })
    }

    fn spell(&self, object: &ObjectView<'_>, cost: i32) -> i32 {
        let judge = Judge::new(self.view, Some(object.id));
        let mut worth: i32 = 0;
        let mut trick = None;
        for on in &object.chars.abilities {
            let Ability::Spell(program) = &*on.ability else { continue };
            let (plain, tricky) = self.program(&judge, program);
            worth = worth.saturating_add(plain);
            trick = trick.max(tricky);
        }
        let instant = object.chars.is(CardType::Instant);
        if worth >= WIN / 2 {
            return worth;
        }
        if let Some(gain) = trick {
            // Tricks with instants only where they change a fight; with sorceries before it.
            if instant {
                return if self.fighting() && gain > 6 { gain } else { 0 };
            }
            return if self.mine && self.step == Step::Main { worth } else { 0 };
        }
        if object.chars.mana_cost.as_ref().is_some_and(|c| c.xs() > 0) && judge.scale.x < 2 {
            return 0;
        }
        let timely = if instant {
            // What must be answered on the stack is; else wait for an attack, or the turn's end.
            self.respond && counters(object)
                || self.my_main()
                || self.their_end()
                || (!self.mine && self.step == Step::DeclareAttackers)
        } else {
            self.my_main()
        };
        if timely && worth >= 4 + 5 * cost.min(6) { worth } else { 0 }
    }

    /// How good a program is now; and as a trick, if it is one.
    fn program(&self, judge: &Judge<'_>, program: &Program) -> (i32, Option<i32>) {
        let mut trick = None;
        for mode in &program.modes {
            if let Some(gain) = self.trick(judge, mode) {
                trick = trick.max(Some(gain));
            }
        }
        (judge.program(program), trick)
    }

    /// A mode that makes one of the bot's creatures stronger: what that changes in the fight at hand.
    fn trick(&self, judge: &Judge<'_>, mode: &Mode) -> Option<i32> {
        let (mut power, mut health, mut shown, mut targeted) = (0, 0, false, None);
        deeds_of(mode, judge.scale, &mut |on, deed| {
            if let Deed::Resize(p, t) = deed
                && p >= 0
                && t >= 0
                && !matches!(on, On::Other)
            {
                (power, health, shown) = (power + p, health + t, true);
                targeted = if let On::Target(n) = on { Some(n) } else { targeted };
            }
            if matches!(deed, Deed::Destroy | Deed::Damage(_) | Deed::Exile) {
                shown = false;
            }
        });
        if !shown {
            return None;
        }
        let best = self
            .view
            .battlefield()
            .filter(|o| o.controller == self.view.me() && o.chars.is_creature())
            .filter(|o| match targeted {
                Some(n) => mode.targets.get(usize::from(n)).is_some_and(|s| fits(self.view, &s.filter, o.id.into())),
                None => true,
            })
            .map(|o| pumped(self.view, &o, power, health))
            .max();
        Some(best.unwrap_or(0))
    }

    fn aura(&self, object: &ObjectView<'_>) -> i32 {
        if !self.my_main() && !self.fighting() {
            return 0;
        }
        let judge = Judge::new(self.view, Some(object.id));
        let mut best = 0;
        for keyword in object.chars.keyword(Keyword::Enchant) {
            let KeywordParam::Quality(filter) = &keyword.param else { continue };
            let permanents = self.view.battlefield().map(|o| Entity::Object(o.id));
            let players = self.view.players().map(Entity::Player);
            for target in permanents.chain(players).filter(|t| fits(self.view, filter, *t)) {
                best = best.max(judge.enchanting(target));
            }
        }
        if best >= 6 { best } else { 0 }
    }

    fn activate(&self, object: &ObjectView<'_>, ability: &ActivatedAbility) -> i32 {
        let judge = Judge::new(self.view, Some(object.id));
        let price = self.price(object, ability);
        if ability.loyalty {
            return if self.my_main() { (40 + self.loyalty(&judge, ability)).max(1) } else { 0 };
        }
        let (worth, trick) = self.program(&judge, &ability.program);
        if worth >= WIN / 2 {
            return worth;
        }
        let attaches = equips(ability);
        if attaches {
            return self.equip(object);
        }
        if let Some(gain) = trick {
            return if self.fighting() && gain > price { gain - price } else { 0 };
        }
        if ability.zones == ZoneSet::of(lawmage_ir::Zone::Hand) {
            return self.cycle(object, worth - price);
        }
        let spends_body = ability.cost.taps() && object.chars.is_creature();
        let harms = worth >= 12;
        let timely = if spends_body && !harms {
            self.their_end() || (self.mine && self.step == Step::Main2)
        } else {
            self.my_main() || self.their_end() || (self.fighting() && harms)
        };
        if timely { worth - price } else { 0 }
    }

    fn loyalty(&self, judge: &Judge<'_>, ability: &ActivatedAbility) -> i32 {
        let worth = judge.program(&ability.program).clamp(-100, 200);
        let change = ability.cost.parts.iter().find_map(|p| match p {
            CostPart::Loyalty(n) => Some(*n),
            _ => None,
        });
        worth + 4 * change.unwrap_or(-3)
    }

    /// Attaching Equipment: to the best creature, when it is on none.
    fn equip(&self, object: &ObjectView<'_>) -> i32 {
        if !self.my_main() || self.step != Step::Main {
            return 0;
        }
        let on = object.permanent.and_then(|p| p.attached_to).and_then(Entity::object);
        if on.and_then(|id| self.view.object(id)).is_some_and(|o| o.controller == self.view.me()) {
            return 0;
        }
        let able = self
            .view
            .battlefield()
            .any(|o| o.controller == self.view.me() && o.chars.is_creature() && o.permanent.is_some_and(|p| !p.tapped));
        if able { 15 } else { 0 }
    }

    /// Cards with an ability in hand are used up by it when they are of no other use.
    fn cycle(&self, object: &ObjectView<'_>, gain: i32) -> i32 {
        let have = lands(self.view, self.view.me()) as i32;
        let idle = if object.chars.is_land() { have >= 5 } else { object.chars.mana_value() as i32 > have + 1 };
        let late = self.their_end() || (self.mine && self.step == Step::Main2);
        if idle && late { gain.max(1) } else { 0 }
    }

    /// What an activation costs besides tapping.
    fn price(&self, object: &ObjectView<'_>, ability: &ActivatedAbility) -> i32 {
        let own = || {
            let mine = self.view.battlefield().filter(|o| o.controller == self.view.me() && o.id != object.id);
            mine.map(|o| value(&o)).min().unwrap_or(20)
        };
        ability
            .cost
            .parts
            .iter()
            .map(|part| match part {
                CostPart::Mana(cost) => 1 + cost.value() as i32,
                CostPart::Life(_) => 8,
                CostPart::Sacrifice(Selector::Ref(_)) | CostPart::Exile(Selector::Ref(_), _) => {
                    value_of(self.view, object.id)
                }
                CostPart::Sacrifice(_) | CostPart::Bounce(_) => own() + 4,
                CostPart::Discard(Selector::Ref(_)) => 6,
                CostPart::Discard(_) => 14,
                CostPart::RemoveCounters(..) => 4,
                CostPart::Tap => 1,
                _ => 5,
            })
            .sum()
    }
}

/// What making a creature that much bigger changes in the fight at hand.
pub(super) fn pumped(view: &View<'_>, object: &ObjectView<'_>, power: i32, health: i32) -> i32 {
    let Some(combat) = view.combat() else { return 0 };
    let before = Fighter::new(object);
    let after = Fighter { power: before.power + power, health: before.health + health, ..before };
    let against = |ids: &[ObjectId]| {
        let mut gain = 0;
        for other in ids.iter().filter_map(|id| view.object(*id)) {
            let other = Fighter::new(&other);
            gain += (i32::from(after.kills(&other)) - i32::from(before.kills(&other))) * other.value;
            gain += (i32::from(other.kills(&before)) - i32::from(other.kills(&after))) * before.value;
        }
        gain
    };
    if let Some(attacker) = combat.attacker(object.id) {
        if attacker.blocked == Some(true) {
            return against(&attacker.blockers);
        }
        let life = view.life(attacker.defending);
        let unblocked: i32 = combat
            .attackers
            .iter()
            .filter(|a| a.blocked != Some(true) && a.defending == attacker.defending)
            .filter_map(|a| view.object(a.id))
            .map(|o| Fighter::new(&o).blow())
            .sum();
        let more = after.blow() - before.blow();
        return if unblocked < life && unblocked + more >= life { WIN } else { 2 * more };
    }
    combat.blocked_by(object.id).map_or(0, against)
}

fn enters(event: &EventPattern) -> bool {
    match event {
        EventPattern::Or(all) => all.iter().any(enters),
        EventPattern::Moves { what, to, .. } => {
            *to == ZoneSet::BATTLEFIELD && matches!(what.test, lawmage_ir::Test::Is(lawmage_ir::Ref::This))
        }
        _ => false,
    }
}

fn is_trick(object: &ObjectView<'_>) -> bool {
    let mut found = false;
    for on in &object.chars.abilities {
        let Ability::Spell(program) = &*on.ability else { continue };
        for mode in &program.modes {
            deeds_of(mode, super::deed::Scale { x: 2 }, &mut |_, deed| {
                found |= matches!(deed, Deed::Resize(p, _) if p >= 0)
            });
        }
    }
    found
}

fn counters(object: &ObjectView<'_>) -> bool {
    let mut found = false;
    for on in &object.chars.abilities {
        let Ability::Spell(program) = &*on.ability else { continue };
        for mode in &program.modes {
            deeds_of(mode, super::deed::Scale { x: 2 }, &mut |_, deed| found |= matches!(deed, Deed::Counter));
        }
    }
    found
}

fn equips(ability: &ActivatedAbility) -> bool {
    let mut found = false;
    for mode in &ability.program.modes {
        deeds_of(mode, super::deed::Scale { x: 1 }, &mut |_, deed| found |= matches!(deed, Deed::Attach));
    }
    found
}
