//! What keeps one creature from blocking another by its abilities (509.1b): the evasion abilities of 702.

use lawmage_ir::{CardType, Color, Continuous, Keyword, KeywordParam, Permission, Rule, Test, rule};

use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId};

impl State {
    /// The evasion ability that keeps `blocker` from blocking `attacker`, if one does.
    #[must_use]
    pub fn evades(&self, attacker: ObjectId, blocker: ObjectId) -> Option<Rule> {
        let (a, b) = (self.chars(attacker), self.chars(blocker));
        if a.has(Keyword::Flying)
            && !b.has(Keyword::Flying)
            && !b.has(Keyword::Reach)
            && !self.blocks_as_though(blocker, attacker, Keyword::Flying)
        {
            return Some(rule!("702.9b")); // 702.17b: unless it has reach
        }
        let shadow = b.has(Keyword::Shadow);
        if a.has(Keyword::Shadow) {
            if !shadow && !self.blocks_as_though(blocker, attacker, Keyword::Shadow) {
                return Some(rule!("702.28b"));
            }
        } else if shadow {
            return Some(rule!("702.28b"));
        }
        if a.has(Keyword::Horsemanship) && !b.has(Keyword::Horsemanship) {
            return Some(rule!("702.31b"));
        }
        let artifact = b.is(CardType::Artifact);
        if a.has(Keyword::Fear) && !artifact && !b.colors.has(Color::Black) {
            return Some(rule!("702.36b"));
        }
        if a.has(Keyword::Intimidate) && !artifact && a.colors.intersection(b.colors).is_empty() {
            return Some(rule!("702.13b"));
        }
        // Another instance keeps no others from blocking (702.118c).
        if a.has(Keyword::Skulk) && b.power.unwrap_or(0) > a.power.unwrap_or(0) {
            return Some(rule!("702.118b"));
        }
        if a.has(Keyword::Landwalk) && self.walks(attacker, blocker) && !self.blocks_despite_walk(blocker) {
            return Some(rule!("702.14c"));
        }
        if a.has(Keyword::Protection) && self.is_protected_from(attacker, blocker) {
            return Some(rule!("702.16f"));
        }
        None
    }

    /// Whether the defending player controls a land that the attacker walks (702.14c), whatever the blocker walks (702.14d); of one
    /// kind twice is as good as once (702.14e).
    fn walks(&self, attacker: ObjectId, blocker: ObjectId) -> bool {
        // 805.10e: the player whom it attacks, whoever of their team blocks.
        let attacked = self.combat.as_ref().and_then(|combat| combat.defending(attacker));
        let defending = attacked.unwrap_or_else(|| self.controller(blocker));
        let context = Context::of(attacker, self.controller(attacker));
        self.chars(attacker).keyword(Keyword::Landwalk).any(|walk| match &walk.param {
            KeywordParam::Quality(filter) if self.is_blocked_despite(attacker, &filter.test) => false,
            KeywordParam::Quality(filter) => self.permanents().any(|land| {
                self.chars(land).is_land()
                    && self.controller(land) == defending
                    && self.test(land.into(), &filter.test, &context)
            }),
            _ => false,
        })
    }

    /// Whether a creature can be blocked as though it didn't have that landwalk (609.4).
    fn is_blocked_despite(&self, attacker: ObjectId, walk: &Test) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::BeBlockedDespiteWalk(what, land))) => {
                land.is_none_or(|land| *walk == Test::Subtype(land))
                    && self.is_selected(attacker.into(), what, &rule.context())
            }
            _ => false,
        })
    }

    fn blocks_as_though(&self, blocker: ObjectId, attacker: ObjectId, keyword: Keyword) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::BlockAsThough(what, which, whom))) if *which == keyword => {
                let context = rule.context();
                self.is_selected(Entity::Object(blocker), what, &context)
                    && whom.as_ref().is_none_or(|whom| self.fits(attacker.into(), whom, &context))
            }
            _ => false,
        })
    }

    /// Whether a creature can block as though attackers had no landwalk abilities (609.4).
    fn blocks_despite_walk(&self, blocker: ObjectId) -> bool {
        self.rules().mays.iter().any(|rule| match rule.what() {
            Some(Continuous::May(Permission::BlockDespiteWalk(what))) => {
                self.is_selected(blocker.into(), what, &rule.context())
            }
            _ => false,
        })
    }
}
