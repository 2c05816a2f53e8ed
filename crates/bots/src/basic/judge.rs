//! How good a deed is upon someone, and a whole mode.

use lawmage_engine::table::view::ObjectView;
use lawmage_engine::{Entity, ObjectId, PlayerId, View};
use lawmage_ir::{CounterKind, Keyword, Mode, Program, TargetSpec, Zone};

use super::deed::{self, Deed, On, Scale, deeds_of};
use super::values::{fits, health, is_protected, mana_left, value};

/// As good as winning.
pub(super) const WIN: i32 = 100_000;

/// Judges for the player of a view.
pub(super) struct Judge<'v> {
    pub view: &'v View<'v>,
    /// The spell's or ability's source.
    pub source: Option<ObjectId>,
    pub scale: Scale,
}

impl<'v> Judge<'v> {
    pub(super) fn new(view: &'v View<'v>, source: Option<ObjectId>) -> Self {
        let chosen = source.and_then(|id| view.object(id)).and_then(|o| o.stack.and_then(|s| s.facts.x));
        let x = chosen.map_or_else(
            || {
                let cost = source.and_then(|id| view.object(id)).map_or(0, |o| o.chars.mana_value() as i32);
                (mana_left(view) - cost).max(0)
            },
            |x| x as i32,
        );
        Self { view, source, scale: Scale { x } }
    }

    fn me(&self) -> PlayerId {
        self.view.me()
    }

    /// A whole mode: what it does to all, and to the best targets there are.
    pub(super) fn mode(&self, mode: &Mode) -> i32 {
        let mut score: i32 = 0;
        deeds_of(mode, self.scale, &mut |on, deed| score = score.saturating_add(self.at_large(on, deed)));
        for (number, spec) in mode.targets.iter().enumerate() {
            let (_, best) = self.best_target(mode, number as u8, spec);
            score = score.saturating_add(match best {
                Some(best) => best,
                // Nothing to aim at: no use.
                None if optional(spec) => 0,
                None => -200,
            });
        }
        score
    }

    /// A program: its best mode.
    pub(super) fn program(&self, program: &Program) -> i32 {
        if program.modal.is_none() {
            return program.modes.iter().map(|m| self.mode(m)).fold(0, i32::saturating_add);
        }
        program.modes.iter().map(|m| self.mode(m)).max().unwrap_or(0)
    }

    fn best_target(&self, mode: &Mode, number: u8, spec: &TargetSpec) -> (Option<Entity>, Option<i32>) {
        let mut best: (Option<Entity>, Option<i32>) = (None, None);
        let mut look = |entity: Entity| {
            if best.0 == Some(entity) || !fits(self.view, &spec.filter, entity) {
                return;
            }
            let score = self.aim(mode, number, entity);
            if best.1.is_none_or(|b| score > b) {
                best = (Some(entity), Some(score));
            }
        };
        for player in self.view.players() {
            look(player.into());
            for id in self.view.graveyard(player) {
                look((*id).into());
            }
        }
        for object in self.view.battlefield() {
            if object.controller == self.me() && !object.chars.has(Keyword::Shroud) || !is_protected(&object) {
                look(object.id.into());
            }
        }
        for id in self.view.stack() {
            if Some(*id) != self.source {
                look((*id).into());
            }
        }
        if optional(spec) {
            best.1 = best.1.map(|b| b.max(0));
        }
        best
    }

    /// How good a target is for a phrase.
    pub(super) fn aim(&self, mode: &Mode, number: u8, target: Entity) -> i32 {
        let mut score: i32 = 0;
        let mut spoken = false;
        deeds_of(mode, self.scale, &mut |on, deed| {
            if let On::Target(n) = on
                && n == number
            {
                spoken = true;
                score = score.saturating_add(self.on(deed, target));
            }
        });
        if spoken { score } else { 0 }
    }

    /// What is done to other than targets.
    fn at_large(&self, on: On<'_>, deed: Deed) -> i32 {
        let view = self.view;
        match on {
            On::Target(_) | On::Other | On::Host => 0,
            On::This => self.source.map_or(0, |id| self.on(deed, id.into())),
            On::Me => self.on(deed, self.me().into()),
            On::Them => view.opponents().map(|p| self.on(deed, p.into())).sum(),
            On::Everyone => view.players().map(|p| self.on(deed, p.into())).sum(),
            On::Group(filter) => {
                let mut score: i32 = 0;
                if deed::speaks_of_players(filter) {
                    for player in view.players().filter(|p| fits(view, filter, (*p).into())) {
                        score = score.saturating_add(self.on(deed, player.into()));
                    }
                }
                for object in view.battlefield().filter(|o| fits(view, filter, o.id.into())) {
                    score = score.saturating_add(self.on(deed, object.id.into()));
                }
                score
            }
        }
    }

    /// How good one deed is upon one object or player.
    pub(super) fn on(&self, deed: Deed, target: Entity) -> i32 {
        match target {
            Entity::Player(player) => self.on_player(deed, player),
            Entity::Object(id) => self.view.object(id).map_or(0, |o| self.on_object(deed, &o)),
        }
    }

    fn on_player(&self, deed: Deed, player: PlayerId) -> i32 {
        let mine = player == self.me();
        let life = self.view.life(player);
        let loses = |n: i32| {
            if n >= life && n > 0 {
                return WIN;
            }
            // Life is worth more as it runs out.
            n * if life - n <= 5 { 6 } else { 4 }
        };
        let good = match deed {
            Deed::Damage(n) | Deed::Drain(n) => -loses(n),
            Deed::Gain(n) => n * if life <= 8 { 4 } else { 2 },
            Deed::Draw(n) => {
                let left = self.view.library_size(player) as i32;
                if n >= left { -WIN } else { 14 * n }
            }
            Deed::Discard(n) => -10 * n.min(self.view.hand_size(player) as i32),
            Deed::Mill(n) => {
                let left = self.view.library_size(player) as i32;
                if n >= left { -500 } else { -n }
            }
            Deed::Sacrifice => {
                let least = self.view.battlefield().filter(|o| o.controller == player && o.chars.is_creature());
                -least.map(|o| value(&o)).min().unwrap_or(0)
            }
            Deed::Make(value) => value,
            Deed::Win => WIN,
            Deed::Small(n) => n,
            Deed::Favor => 4,
            Deed::Disfavor => -4,
            _ => 0,
        };
        if mine { good } else { -good }
    }

    fn on_object(&self, deed: Deed, object: &ObjectView<'_>) -> i32 {
        let mine = self.is_mine(object);
        let worth = value(object);
        if object.zone == Zone::Graveyard {
            // Only cards that come back are worth something.
            return match deed {
                Deed::Reanimate => worth + 5,
                Deed::Bounce if mine => worth / 2 + 5,
                Deed::Bounce => -worth / 2,
                Deed::Exile if mine => -3,
                Deed::Exile => 3,
                _ => 1,
            };
        }
        if object.zone == Zone::Stack {
            return match deed {
                Deed::Counter | Deed::Exile | Deed::Bounce if mine => -worth,
                Deed::Counter | Deed::Exile => worth,
                Deed::Bounce => worth / 2,
                Deed::Favor if mine => worth,
                _ => 0,
            };
        }
        let creature = object.chars.is_creature();
        let dies = |damage: i32| creature && damage > 0 && damage >= health(object);
        let tough = object.chars.has(Keyword::Indestructible);
        let good = match deed {
            Deed::Destroy | Deed::Sacrifice if tough && matches!(deed, Deed::Destroy) => 0,
            Deed::Destroy | Deed::Exile | Deed::Sacrifice => -worth,
            // What is taken is gained besides; what is one's own can't be.
            Deed::Steal => return if mine { -1 } else { worth + worth / 2 },
            Deed::Bounce => -(worth * if object.token { 2 } else { 1 }) / 2,
            Deed::Damage(n) if object.chars.is(lawmage_ir::CardType::Planeswalker) => {
                let loyalty = object.counters.get(&CounterKind::Loyalty) as i32;
                if n >= loyalty { -worth } else { -4 * n }
            }
            Deed::Damage(n) => {
                if dies(n) && !tough {
                    -worth
                } else {
                    -n
                }
            }
            Deed::Resize(_, t) if creature && t < 0 && -t >= health(object) => -worth,
            Deed::Resize(p, t) => self.resized(object, p, t),
            Deed::Grow(n) if n < 0 && creature && -n >= health(object) => -worth,
            Deed::Grow(n) => 12 * n,
            Deed::Tap => {
                if object.permanent.is_some_and(|p| p.tapped) {
                    0
                } else {
                    -(3 + 2 * object.chars.power.unwrap_or(0).max(0))
                }
            }
            Deed::Untap if object.permanent.is_some_and(|p| p.tapped) => 4 + object.chars.power.unwrap_or(0).max(0),
            Deed::Pacify => -worth * 4 / 5,
            Deed::Disfavor => -(4 + worth / 5),
            Deed::Favor => 3 + worth / 8,
            Deed::Attach => self.attached(object),
            Deed::Fight if creature => worth / 4,
            Deed::Fought => return if mine { -worth } else { self.fought(object) },
            Deed::Counter => 0,
            _ => 0,
        };
        if mine { good } else { -good }
    }

    fn is_mine(&self, object: &ObjectView<'_>) -> bool {
        let whose =
            if matches!(object.zone, Zone::Battlefield | Zone::Stack) { object.controller } else { object.owner };
        whose == self.me()
    }

    /// +X/+Y: for one that can use it.
    fn resized(&self, object: &ObjectView<'_>, p: i32, t: i32) -> i32 {
        if !object.chars.is_creature() {
            return 0;
        }
        let fights =
            self.view.combat().is_some_and(|c| c.attacker(object.id).is_some() || c.blocked_by(object.id).is_some());
        let each = if fights { 3 } else { 2 };
        let evasive = i32::from(object.chars.has(Keyword::Flying)) + i32::from(object.chars.has(Keyword::Trample));
        each * (p * (2 + evasive) + t) + value(object) / 10
    }

    /// The source attached to a creature: what its static abilities make of it.
    fn attached(&self, object: &ObjectView<'_>) -> i32 {
        let Some(source) = self.source.and_then(|id| self.source_object(id)) else { return 5 };
        let mut score: i32 = 0;
        deed::statics_of(source.chars, &mut |on, deed| {
            if matches!(on, On::Host) {
                let own = self.on_object(deed, object);
                score = score.saturating_add(if self.is_mine(object) { own } else { -own });
            }
        });
        score.max(1)
    }

    /// The permanent or card behind an object on the stack.
    fn source_object(&self, id: ObjectId) -> Option<ObjectView<'v>> {
        let object = self.view.object(id)?;
        match object.stack {
            Some(item) if !matches!(item.kind, lawmage_engine::state::stack::StackKind::Spell) => {
                self.view.object(item.source)
            }
            _ => Some(object),
        }
    }

    /// An Aura on something: what its static abilities make of it.
    pub(super) fn enchanting(&self, target: Entity) -> i32 {
        let Some(source) = self.source.and_then(|id| self.source_object(id)) else { return 0 };
        let mut score: i32 = 0;
        deed::statics_of(source.chars, &mut |on, deed| {
            if matches!(on, On::Host) {
                score = score.saturating_add(self.on(deed, target));
            }
        });
        score
    }

    /// An opponent's creature fought by the bot's best.
    fn fought(&self, object: &ObjectView<'_>) -> i32 {
        let mine = self.view.battlefield().filter(|o| o.controller == self.me() && o.chars.is_creature());
        let best = mine.map(|o| o.chars.power.unwrap_or(0)).max().unwrap_or(0);
        if best >= health(object) { value(object) } else { 0 }
    }
}

fn optional(spec: &TargetSpec) -> bool {
    matches!(spec.min, lawmage_ir::Amount::Const(0))
}
