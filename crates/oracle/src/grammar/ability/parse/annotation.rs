//! Sentences that only annotate the ability they stand in: "Activate only as a sorcery.", "This ability triggers only
//! once each turn.", "Spend this mana only to cast creature spells."

use lawmage_ir::{
    Amount, Condition, CostDelta, CostPart, EventPattern, Filter, Keyword, ManaRider, Ref, Span, Step, Test, TypeSet,
    Who, ZoneSet,
};

use crate::grammar::condition::{self, steps_before};
use crate::grammar::cost::change::change;
use crate::grammar::mana::restriction;
use crate::parse::Parser;

/// What the annotations of an ability say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Annotations {
    /// "Activate only as a sorcery."
    pub sorcery: bool,
    /// "Activate only as an instant."
    pub instant: bool,
    /// "Do this only once each turn."
    pub do_once: bool,
    /// "… only once each turn."
    pub per_turn: Option<u32>,
    /// "This ability triggers only once."
    pub once: bool,
    /// "Activate only once."
    pub per_object: Option<u32>,
    /// "Activate only if …", "… only during your turn."
    pub condition: Option<Condition>,
    /// "Any player may activate this ability."
    pub by: Option<Who>,
    /// "This is a special action."
    pub special: bool,
    /// "Spend this mana only …"
    pub rider: Option<ManaRider>,
    /// "Boast —", "Exhaust —"
    pub prefix: Option<Keyword>,
    /// "This ability costs {1} less to activate …"
    pub changes: Vec<CostPart>,
}

impl Annotations {
    /// Both.
    pub fn merge(&mut self, other: Self) {
        self.sorcery |= other.sorcery;
        self.instant |= other.instant;
        self.once |= other.once;
        self.do_once |= other.do_once;
        self.special |= other.special;
        self.per_turn = self.per_turn.or(other.per_turn);
        self.per_object = self.per_object.or(other.per_object);
        self.by = self.by.take().or(other.by);
        self.prefix = self.prefix.or(other.prefix);
        self.rider = self.rider.take().or(other.rider);
        self.changes.extend(other.changes);
        if let Some(condition) = other.condition {
            self.require(condition);
        }
    }

    pub(super) fn require(&mut self, condition: Condition) {
        require(&mut self.condition, condition);
    }
}

/// One more condition besides those there are.
pub(crate) fn require(all: &mut Option<Condition>, condition: Condition) {
    *all = Some(match all.take() {
        Some(Condition::And(mut all)) => {
            all.push(condition);
            Condition::And(all)
        }
        Some(first) => Condition::And(vec![first, condition]),
        None => condition,
    });
}

/// "X can't be 0."
pub(crate) const fn some_x() -> Condition {
    Condition::Compare(Amount::X, lawmage_ir::Cmp::AtLeast, Amount::ONE)
}

/// Prefixes with rules meaning: "Exhaust —" (702.177: once), "Boast —" (702.142: if it attacked, once each turn),
/// "Forecast —" (702.57a: in the upkeep of the card's owner, once each turn), "Power-up —" (2026:702.193: once, and for less).
pub(crate) fn leading(p: &mut Parser<'_>) -> Annotations {
    let mut notes = Annotations::default();
    if p.eat("exhaust —") {
        notes.prefix = Some(Keyword::Exhaust);
        notes.per_object = Some(1);
    } else if p.eat("power-up —") {
        notes.prefix = Some(Keyword::PowerUp);
        notes.per_object = Some(1);
        notes.changes.push(less_by_own_cost());
    } else if p.eat("boast —") {
        notes.prefix = Some(Keyword::Boast);
        notes.per_turn = Some(1);
        notes.condition = Some(has_attacked());
    } else if p.eat("forecast —") {
        notes.prefix = Some(Keyword::Forecast);
        notes.per_turn = Some(1);
        notes.condition = Some(in_own_upkeep());
    }
    notes
}

/// What a power-up ability costs less if its permanent entered this turn (2026:702.193a).
pub(crate) fn less_by_own_cost() -> CostPart {
    let what = Filter::permanent(Test::Is(Ref::This));
    let (from, to) = (ZoneSet::ANYWHERE, ZoneSet::BATTLEFIELD);
    let enters = EventPattern::Moves { what, from, to, cause: None, by: None };
    let entered = Condition::Happened(Box::new(enters), Span::ThisTurn, 1);
    CostPart::Change(CostDelta::LessByManaCostOf(Ref::This), Amount::ONE, Some(Box::new(entered)))
}

/// When a forecast ability may be activated (702.57b): its card's owner is who could activate it.
pub(crate) fn in_own_upkeep() -> Condition {
    Condition::And(vec![Condition::TurnOf(Who::You), Condition::During(vec![Step::Upkeep])])
}

/// What a boast ability asks for (702.142a).
pub(crate) fn has_attacked() -> Condition {
    let attacked =
        EventPattern::Attacks { what: Filter::permanent(Test::Is(Ref::This)), whom: None, alone: false, others: 0 };
    Condition::Happened(Box::new(attacked), Span::ThisTurn, 1)
}

/// The annotating sentences that stand here, to the last.
pub(crate) fn annotations(p: &mut Parser<'_>) -> Option<Annotations> {
    let mut notes = Annotations::default();
    while !p.at_end() {
        p.attempt(|p| {
            sentence(p, &mut notes)?;
            p.eat(".");
            Some(())
        })?;
    }
    Some(notes)
}

pub(crate) fn sentence(p: &mut Parser<'_>, notes: &mut Annotations) -> Option<()> {
    if p.eat("activate only") || p.eat("activate this ability only") {
        return activate_only(p, notes);
    }
    if p.eat("equip only as a sorcery") || p.eat("scavenge only as a sorcery") {
        notes.sorcery = true;
        return Some(());
    }
    if p.eat("this is a special action") {
        notes.special = true;
        return Some(());
    }
    if p.eat("you can't activate this ability during combat") {
        let steps = lawmage_ir::Step::ALL.into_iter().filter(|step| step.in_combat()).collect();
        notes.require(Condition::Not(Box::new(Condition::During(steps))));
        return Some(());
    }
    if p.eat("activate no more than") {
        notes.per_turn = Some(times(p)?);
        return p.expect("each turn");
    }
    if p.eat("do this only once each turn") {
        notes.do_once = true;
        return Some(());
    }
    if p.eat("this ability triggers only") {
        let n = times(p)?;
        if n == 1 && p.at_stop() {
            notes.once = true;
            return Some(());
        }
        notes.per_turn = Some(n);
        return p.expect("each turn");
    }
    if p.eat("any player may activate this ability , but only if they control the enchanted creature") {
        notes.by = Some(Who::Controller(Box::new(Ref::Host(Box::new(Ref::This)))));
        return Some(());
    }
    if p.eat("any player may activate this ability") {
        notes.by = Some(Who::All);
        return only_then(p, notes);
    }
    if p.eat_any(&["only your opponents may activate this ability", "only any opponent may activate this ability"])
        .is_some()
    {
        notes.by = Some(Who::Opponents);
        return only_then(p, notes);
    }
    if let Some(who) = p.attempt(one_player) {
        notes.by = Some(who);
        return only_then(p, notes);
    }
    if p.eat("this ability costs") {
        notes.changes.push(changed(p, "to activate")?);
        return Some(());
    }
    if p.at("spend only") {
        notes.changes.push(crate::grammar::cost::additional::on_x(p)?);
        return Some(());
    }
    if p.eat("x can't be 0") {
        notes.require(some_x());
        return Some(());
    }
    notes.rider = Some(restriction::rider(p)?);
    Some(())
}

/// "only this creature's owner may activate this ability", "only the player this creature is attacking …" (602.2).
fn one_player(p: &mut Parser<'_>) -> Option<Who> {
    let who = match p.eat_any(&["only ~ 's owner", "only the player ~ is attacking"])? {
        0 => Who::Owner(Box::new(Ref::This)),
        _ => Who::Ref(Ref::Attacked(Box::new(Ref::This), TypeSet::NONE)),
    };
    p.expect("may activate this ability").map(|()| who)
}

/// ", but only during their turn", "and only as a sorcery", said of whoever activates it.
fn only_then(p: &mut Parser<'_>, notes: &mut Annotations) -> Option<()> {
    if p.eat_any(&[", but only", "but only", "and only"]).is_none() {
        return Some(());
    }
    if p.eat("any time they could cast a sorcery") {
        notes.sorcery = true;
        return Some(());
    }
    let steps =
        match p.eat_any(&["during their turn before the end step", "during their turn", "during their draw step"]) {
            Some(0) => steps_before(Step::End),
            Some(1) => Vec::new(),
            Some(_) => vec![Step::Draw],
            None => return one(p, notes),
        };
    notes.require(Condition::TurnOf(Who::You));
    if !steps.is_empty() {
        notes.require(Condition::During(steps));
    }
    Some(())
}

/// "{1} less to activate for each legendary creature you control", "{3} less to activate if you attacked this turn".
pub(crate) fn changed(p: &mut Parser<'_>, what: &'static str) -> Option<CostPart> {
    let (change, times) = p.with_where(|p| change(p, what))?;
    let condition = if p.eat("during your turn") {
        Some(Condition::TurnOf(Who::You))
    } else if p.at("if it") {
        return p.fail("a cost that depends on no target");
    } else if p.eat("if") {
        Some(condition::condition(p)?)
    } else {
        None
    };
    Some(CostPart::Change(change, times, condition.map(Box::new)))
}

/// "once", "twice", "three times".
fn times(p: &mut Parser<'_>) -> Option<u32> {
    match p.eat_any(&["once", "twice"]) {
        Some(0) => Some(1),
        Some(_) => Some(2),
        None => {
            let n = p.number()?;
            p.expect("times")?;
            u32::try_from(n).ok()
        }
    }
}

/// After "activate only": "as a sorcery", "once each turn and only if …", "during your upkeep".
fn activate_only(p: &mut Parser<'_>, notes: &mut Annotations) -> Option<()> {
    loop {
        one(p, notes)?;
        if p.eat_any(&[", and only", ", only", "and only", "and"]).is_none() {
            return Some(());
        }
    }
}

fn one(p: &mut Parser<'_>, notes: &mut Annotations) -> Option<()> {
    if p.eat("as a sorcery") || p.eat("any time you could cast a sorcery") {
        notes.sorcery = true;
        return Some(());
    }
    if p.eat("as an instant") || p.eat("any time you could cast an instant") {
        notes.instant = true;
        return Some(());
    }
    if let Some(times) = p.attempt(|p| times(p)) {
        if p.eat("each turn") {
            notes.per_turn = Some(times);
        } else {
            notes.per_object = Some(times);
        }
        return Some(());
    }
    let when = window(p)?;
    notes.require(when);
    Some(())
}

/// A window of time or a condition after "only": "if …", "during …", "before attackers are declared".
/// Times told by the combat phase (506.7): for spells (506.7a, 506.7b, 506.7c) as for abilities (506.7g).
pub(crate) fn window(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("if") {
        return condition::condition(p);
    }
    if p.eat("during") {
        return during(p);
    }
    let steps = match p.eat_any(&[
        "before attackers are declared",
        "before combat or during combat before blockers are declared",
        "before blockers are declared",
        "before the combat damage step",
        "after blockers are declared",
        "after combat",
        "before the end of combat step",
    ])? {
        0 => steps_before(Step::DeclareAttackers),
        // 506.7c: in any combat phase, while the rest of the turn is before the first alone (506.7d).
        1 => return Some(before_or_early_in_combat()),
        2 => steps_before(Step::DeclareBlockers),
        3 => steps_before(Step::FirstStrikeDamage), // 510.4: both are combat damage steps
        4 => vec![Step::DeclareBlockers, Step::FirstStrikeDamage, Step::CombatDamage, Step::EndCombat],
        5 => vec![Step::Main2, Step::End],
        _ => steps_before(Step::EndCombat),
    };
    // 506.7e: where the point is skipped it is never past; then the last step before it is the end.
    Some(Condition::During(steps))
}

/// "before combat or during combat before blockers are declared".
pub(crate) fn before_or_early_in_combat() -> Condition {
    let early = vec![Step::BeginCombat, Step::DeclareAttackers];
    Condition::Or(vec![Condition::During(steps_before(Step::BeginCombat)), Condition::During(early)])
}

/// After "during": "your turn", "combat", "your upkeep", "an opponent's turn", "the declare blockers step".
pub(crate) fn during(p: &mut Parser<'_>) -> Option<Condition> {
    let whose = |who: Who, steps: &[Step]| {
        let step = Condition::During(steps.to_vec());
        match who {
            Who::All => step,
            who => Condition::And(vec![Condition::TurnOf(who), step]),
        }
    };
    let combat: Vec<Step> = Step::ALL.into_iter().filter(|s| s.in_combat()).collect();
    if p.eat("combat after blockers are declared") {
        let steps = [Step::DeclareBlockers, Step::FirstStrikeDamage, Step::CombatDamage, Step::EndCombat];
        return Some(whose(Who::All, &steps));
    }
    if p.eat("combat before blockers are declared") {
        return Some(whose(Who::All, &[Step::BeginCombat, Step::DeclareAttackers]));
    }
    if let Some(found) = p.attempt(|p| {
        let steps = match p.eat_any(&["combat on", "the declare blockers step on", "the declare attackers step on"])? {
            0 => combat.clone(),
            1 => vec![Step::DeclareBlockers],
            _ => vec![Step::DeclareAttackers],
        };
        Some(match p.eat_any(&["an opponent 's turn", "your turn"])? {
            0 => whose(Who::Opponents, &steps),
            _ => whose(Who::You, &steps),
        })
    }) {
        return Some(found);
    }
    if p.eat("each opponent 's end step") {
        return Some(whose(Who::Opponents, &[Step::End]));
    }
    if p.eat("your turn before the end step") {
        return Some(whose(Who::You, &steps_before(Step::End)));
    }
    if p.eat("an opponent 's turn , before attackers are declared") {
        return Some(whose(Who::Opponents, &steps_before(Step::DeclareAttackers)));
    }
    if p.eat("an opponent 's turn after their upkeep step") {
        let steps: Vec<Step> = Step::ALL.into_iter().filter(|s| !matches!(s, Step::Untap | Step::Upkeep)).collect();
        return Some(whose(Who::Opponents, &steps)); // 503.2
    }
    Some(
        match p.eat_any(&[
            "your turn , before attackers are declared",
            "your turn",
            "an opponent 's turn",
            "each opponent 's turn",
            "combat",
            "your upkeep",
            "any upkeep step",
            "the declare attackers step",
            "the declare blockers step",
            "your end step",
            "your draw step",
            "your main phase",
            "the end of combat step",
            "turns other than yours",
            "each of your turns",
            "an opponent 's upkeep",
            "your declare attackers step",
        ])? {
            0 => whose(Who::You, &steps_before(Step::DeclareAttackers)),
            1 | 14 => Condition::TurnOf(Who::You),
            2 | 3 => Condition::TurnOf(Who::Opponents),
            4 => Condition::During(combat),
            5 => whose(Who::You, &[Step::Upkeep]),
            6 => whose(Who::All, &[Step::Upkeep]),
            7 => whose(Who::All, &[Step::DeclareAttackers]),
            8 => whose(Who::All, &[Step::DeclareBlockers]),
            9 => whose(Who::You, &[Step::End]),
            10 => whose(Who::You, &[Step::Draw]),
            11 => whose(Who::You, &[Step::Main, Step::Main2]),
            12 => whose(Who::All, &[Step::EndCombat]),
            13 => Condition::Not(Box::new(Condition::TurnOf(Who::You))),
            15 => whose(Who::Opponents, &[Step::Upkeep]),
            _ => whose(Who::You, &[Step::DeclareAttackers]),
        },
    )
}
