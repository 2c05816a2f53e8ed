//! Declaring attackers.

use std::cmp::Reverse;

use lawmage_engine::table::attack_domain::AttackDomain;
use lawmage_engine::{Entity, ObjectId, PlayerId, View};
use lawmage_ir::CardType;

use super::fight::{Fighter, creatures, through};

/// The attack that the bot declares.
pub(super) fn attack(view: &View<'_>, domain: &AttackDomain) -> Vec<(ObjectId, Entity)> {
    let able: Vec<Fighter> =
        domain.attackers.iter().filter_map(|(id, _)| view.object(*id)).map(|o| Fighter::new(&o)).collect();
    let Some(enemy) = enemy(view, domain, &able) else { return domain.legalize(&[]) };
    let theirs = creatures(view, |player| player == enemy);
    let life = view.life(enemy);
    let target = |id: ObjectId| {
        let options = domain.attackers.iter().find(|(a, _)| *a == id).map_or(&[][..], |(_, o)| o);
        let player = Entity::Player(enemy);
        if options.contains(&player) { Some(player) } else { options.first().copied() }
    };
    let declare = |chosen: &[Fighter]| {
        let named: Vec<(ObjectId, Entity)> = chosen.iter().filter_map(|a| Some((a.id, target(a.id)?))).collect();
        domain.legalize(&aim_at_walkers(view, domain, chosen, named, life, &theirs))
    };
    if through(&able, &theirs) >= life {
        return declare(&able);
    }
    let mine = creatures(view, |player| player == view.me());
    // Whoever is spared may answer, too.
    let opponents: Vec<PlayerId> = view.opponents().collect();
    let answering = creatures(view, |player| opponents.contains(&player));
    let race = Race::new(view, &able, &theirs, &mine, life);
    let mut chosen: Vec<(i32, Fighter)> = able
        .iter()
        .map(|a| (worth(a, &theirs, race.keen), *a))
        .filter(|(worth, a)| *worth > 0 && a.power > 0)
        .collect();
    chosen.sort_by_key(|(worth, a)| (*worth, a.id));
    // Who attacks can't block: the least worth attackers stay home until the answer is no longer deadly.
    while !chosen.is_empty() && race.is_exposed(&chosen, &mine, &answering, view) {
        chosen.remove(0);
    }
    let chosen: Vec<Fighter> = chosen.into_iter().map(|(_, a)| a).collect();
    declare(&chosen)
}

/// Whom to attack, of several: who can be brought down now, else where most damage gets through and most threatens, and of equals
/// who has the least life. Where somebody sits is no reason.
fn enemy(view: &View<'_>, domain: &AttackDomain, able: &[Fighter]) -> Option<PlayerId> {
    let attackable = |p: &PlayerId| domain.attackers.iter().any(|(_, options)| options.contains(&Entity::Player(*p)));
    let promise = |p: &PlayerId| {
        let theirs = creatures(view, |player| player == *p);
        let (dealt, life) = (through(able, &theirs), view.life(*p));
        let threat: i32 = theirs.iter().map(|f| f.power.max(0)).sum();
        (dealt >= life, dealt.saturating_mul(2).saturating_add(threat), Reverse(life))
    };
    view.opponents().filter(attackable).max_by_key(promise).or_else(|| view.opponents().min_by_key(|p| view.life(*p)))
}

/// How the game stands, for deciding how much to risk.
struct Race {
    /// How much a point of damage is worth.
    keen: i32,
}

impl Race {
    fn new(view: &View<'_>, able: &[Fighter], theirs: &[Fighter], mine: &[Fighter], life: i32) -> Self {
        let ours: i32 = through(able, theirs).max(1);
        let answer: Vec<Fighter> =
            theirs.iter().filter(|f| !f.defender).map(|f| Fighter { tapped: false, ..*f }).collect();
        let back = through(&answer, mine).max(1);
        let clock = life / ours;
        let their_clock = view.life(view.me()) / back;
        let mut keen = 4;
        if clock <= their_clock {
            keen += 2;
        }
        if life <= 8 {
            keen += 2;
        }
        Self { keen }
    }

    /// Whether the answer to that attack would be deadly.
    fn is_exposed(&self, chosen: &[(i32, Fighter)], mine: &[Fighter], theirs: &[Fighter], view: &View<'_>) -> bool {
        let home: Vec<Fighter> = mine
            .iter()
            .map(|f| {
                let attacks = chosen.iter().any(|(_, a)| a.id == f.id);
                Fighter { tapped: attacks && !f.vigilance || f.tapped && f.power == 0, ..*f }
            })
            .collect();
        let answer: Vec<Fighter> = theirs.iter().filter(|f| !f.defender && f.power > 0).copied().collect();
        let answer: Vec<Fighter> = answer.into_iter().map(|f| Fighter { tapped: false, ..f }).collect();
        let hurt = through(&answer, &home);
        let life = view.life(view.me());
        hurt >= life || (life - hurt <= 3 && hurt > 2)
    }
}

/// What an attack of one creature is worth when the defender blocks it as is best for them.
fn worth(attacker: &Fighter, theirs: &[Fighter], keen: i32) -> i32 {
    let free = attacker.blow() * keen + i32::from(attacker.lifelink) * attacker.power;
    let blockers: Vec<&Fighter> = theirs.iter().filter(|b| b.can_block(attacker)).collect();
    if blockers.is_empty() || (attacker.menace && blockers.len() < 2) {
        return free;
    }
    let mut worst = free;
    for blocker in &blockers {
        let mut outcome = 0;
        if attacker.kills(blocker) {
            outcome += blocker.value;
        }
        if blocker.kills(attacker) {
            outcome -= attacker.value;
        }
        if attacker.trample {
            outcome += (attacker.blow() - blocker.health).max(0) * keen;
        }
        // A block that nobody dies of only keeps the damage out.
        worst = worst.min(if outcome == 0 { 1 } else { outcome });
    }
    // Two of them together.
    if blockers.len() >= 2 {
        let mut strong: Vec<&&Fighter> = blockers.iter().collect();
        strong.sort_by_key(|b| std::cmp::Reverse(b.power));
        if let [a, b, ..] = strong.as_slice() {
            let kills = attacker.deathtouch as i32 * 2 + i32::from(attacker.power >= a.health.min(b.health));
            if !attacker.indestructible && a.power + b.power >= attacker.health {
                let gain = if kills > 0 { a.value.min(b.value) } else { 0 };
                worst = worst.min((gain - attacker.value) / 2 + free / 2);
            }
        }
    }
    worst
}

/// Attackers that win nothing against the player go at planeswalkers.
fn aim_at_walkers(
    view: &View<'_>,
    domain: &AttackDomain,
    chosen: &[Fighter],
    mut named: Vec<(ObjectId, Entity)>,
    life: i32,
    theirs: &[Fighter],
) -> Vec<(ObjectId, Entity)> {
    if through(chosen, theirs) >= life {
        return named;
    }
    for (id, defender) in &mut named {
        let options = domain.attackers.iter().find(|(a, _)| a == id).map_or(&[][..], |(_, o)| o);
        let walker = options
            .iter()
            .find(|o| o.object().and_then(|w| view.object(w)).is_some_and(|w| w.chars.is(CardType::Planeswalker)));
        if let Some(walker) = walker {
            *defender = *walker;
        }
    }
    named
}
