//! Shared team turns (805), and what teams of the Two-Headed Giant variant share (810).

use lawmage_ir::visit::{Go, Node, Part, walk};
use lawmage_ir::{CounterKind, EventPattern, Ref, Rule, Step, TriggeredAbility, Who, rule};
use smallvec::SmallVec;

use crate::read::context::Context;
use crate::state::State;
use crate::state::event::Event;
use crate::state::ids::{Entity, ObjectId, PlayerId, Players};
use crate::table::game::Game;

/// The poison counters that lose a team of two the game (704.6b, 810.8d), and how many more a further member allows (810.11).
const POISON: (u32, u32) = (15, 5);

impl State {
    /// Whether teams take turns rather than players (805.4).
    #[inline]
    #[must_use]
    pub fn shares_turns(&self) -> bool {
        self.options.as_ref().is_some_and(|o| o.shared_turns)
    }

    /// Whether teams share a life total and poison counters (810.4, 810.10).
    #[inline]
    #[must_use]
    pub fn shares_life(&self) -> bool {
        self.options.as_ref().is_some_and(|o| o.shared_life)
    }

    /// Whether teams share poison counters (810.10), and not each player has their own (904.13c).
    #[must_use]
    pub fn shares_poison(&self) -> bool {
        self.options.as_ref().is_some_and(|o| o.shared_life && !o.own_poison)
    }

    /// Whether a player is an active player: the one whose turn it is (102.1), or on the team whose turn it is (805.4a).
    #[inline]
    #[must_use]
    pub fn is_active(&self, player: PlayerId) -> bool {
        player == self.turn.active || self.acts_for(player, self.turn.active)
    }

    /// Whether two players attack and block as one (506.2b, 805.10, 805.10a): the same player, or a team that shares its turns.
    #[inline]
    #[must_use]
    pub fn acts_for(&self, one: PlayerId, other: PlayerId) -> bool {
        one == other || (self.shares_turns() && !self.are_opponents(one, other))
    }

    /// The active players still in the game (805.4a), the primary player first.
    pub(crate) fn active_players(&self) -> SmallVec<[PlayerId; 2]> {
        if !self.shares_turns() {
            return SmallVec::from_slice(&[self.turn.active]);
        }
        self.apnap().filter(|p| self.is_active(*p)).collect()
    }

    /// The players of a team, in seating order.
    pub(crate) fn team_of(&self, player: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
        self.seats().filter(move |p| !self.are_opponents(*p, player))
    }

    /// Whether teammates may look at each other's hands: always (808.5, 809.7, 810.5), in Alternating Teams while they sit next to
    /// each other (811.5).
    pub(crate) fn are_showing_hands(&self, one: PlayerId, other: PlayerId) -> bool {
        let next = |a: PlayerId, b: PlayerId| self.next_in_turn(a) == Some(b);
        let apart = self.options.as_ref().is_some_and(|o| o.hands_apart);
        one != other && !self.are_opponents(one, other) && (!apart || next(one, other) || next(other, one))
    }

    /// The primary player of a team (805.2): the one who decides where its members can't agree. With turns of their own, players
    /// are asked themselves.
    pub(crate) fn primary(&self, player: PlayerId) -> PlayerId {
        if !self.shares_turns() {
            return player;
        }
        self.team_of(player).find(|p| self.player(*p).is_playing()).unwrap_or(player)
    }

    /// One player of each team of those, the primary one: who takes or skips a turn or step for the team, once where one effect
    /// speaks of several of its players (805.8). With turns of their own, all of them.
    pub(crate) fn one_of_each_team(&self, players: &[PlayerId]) -> Players {
        let mut teams = Players::new();
        for player in players.iter().map(|player| self.primary(*player)) {
            if !teams.contains(&player) {
                teams.push(player);
            }
        }
        teams
    }

    /// Who takes a turn after that player: the next team (805.4).
    pub(crate) fn next_team(&self, after: PlayerId) -> PlayerId {
        let count = self.players.len() as u8;
        let mut seats = (1..=count).map(|i| PlayerId((after.0 + i) % count));
        seats.find(|p| self.are_opponents(*p, after)).map_or(after, |p| self.primary(p))
    }

    /// Who gets priority after a player has passed (805.5, 805.5a, 805.5b): a teammate who has not passed since somebody acted, else the next team.
    pub(crate) fn next_to_pass(&mut self, player: PlayerId) -> Option<PlayerId> {
        let options = self.options.as_deref_mut()?;
        if self.turn.passes <= 1 {
            options.passed = 0; // somebody has acted since the pass before
        }
        options.passed |= 1 << player.0;
        let passed = options.passed;
        let order: SmallVec<[PlayerId; 4]> = self.apnap().collect();
        let place = order.iter().position(|p| *p == player)?;
        let teammate = |p: &&PlayerId| !self.are_opponents(**p, player) && passed >> p.0 & 1 == 0;
        let around = order.iter().cycle().skip(place + 1).take(order.len() - 1);
        let next_team = || around.clone().find(|p| self.are_opponents(**p, player));
        order.iter().find(teammate).or_else(next_team).copied()
    }

    /// The life total and the poison counters of one member are those of the whole team (810.4, 810.9, 810.9a, 810.9c, 810.10,
    /// 810.10a-b): what one pays leaves the other less to pay (810.9b), and both are poisoned (810.10d).
    pub(crate) fn share_with_team(&mut self, entity: Entity) {
        let Entity::Player(player) = entity else { return };
        if !self.shares_life() {
            return;
        }
        let own_poison = !self.shares_poison();
        let life = self.player(player).life;
        let poison = self.player(player).counters.get(&CounterKind::Poison);
        let team: SmallVec<[PlayerId; 2]> = self.team_of(player).collect();
        for member in team {
            let seat = self.player_mut(member);
            seat.life = life;
            if own_poison {
                continue;
            }
            let had = seat.counters.get(&CounterKind::Poison);
            seat.counters.add(&CounterKind::Poison, poison.saturating_sub(had));
            if had > poison {
                seat.counters.remove(&CounterKind::Poison, had - poison);
            }
        }
    }

    /// Whether a player is among those, or shares a life total and poison counters with one of them.
    pub(crate) fn is_among_or_shares(&self, player: PlayerId, who: &Who, context: &Context<'_>) -> bool {
        self.is_among(player, who, context)
            || (self.shares_life() && self.team_of(player).any(|member| self.is_among(member, who, context)))
    }

    /// Why a team that shares its life total loses (810.8c-d): no life left (704.6a), or too many poison counters (704.6b).
    pub(crate) fn team_loss(&self, player: PlayerId) -> Option<Rule> {
        let seat = self.player(player);
        let more = (self.team_of(player).count() as u32).saturating_sub(2) * POISON.1; // 810.11
        if seat.life <= 0 && !self.team_of(player).any(|p| self.lives_without_life(p)) {
            return Some(rule!("704.6a"));
        }
        (self.shares_poison() && seat.counters.get(&CounterKind::Poison) >= POISON.0 + more).then_some(rule!("704.6b"))
    }

    /// Players whose team is out of the game though they themselves are not: it loses with its emperor (809.5, 809.5b), or with any of
    /// its members where they win and lose as a team (810.8, 810.8a, 810.8b).
    pub(crate) fn fallen_with_team(&self) -> SmallVec<[(PlayerId, Rule); 2]> {
        let Some(options) = self.options.as_deref() else { return SmallVec::new() };
        let out = |p: &PlayerId| !self.player(*p).is_playing();
        let fallen = |p: &PlayerId| {
            let mut team = self.team_of(*p);
            if options.shared_life {
                team.any(|m| out(&m))
            } else {
                team.any(|m| options.emperors.contains(&m) && out(&m))
            }
        };
        let why = if options.shared_life { rule!("810.8a") } else { rule!("809.5b") };
        self.seats().filter(|p| !out(p) && fallen(p)).map(|p| (p, why)).collect()
    }

    /// Whether an ability that triggers at the beginning of "each player's" step triggers for this active player (805.4d): for each
    /// of them if it speaks of that player, else once for the team.
    pub(crate) fn triggers_for_each(&self, ability: &TriggeredAbility, source: ObjectId, event: &Event) -> bool {
        let Event::StepBegan { active, .. } = event else { return true };
        if *active == self.turn.active || !self.shares_turns() {
            return true;
        }
        let EventPattern::Begins { whose, .. } = &ability.event else { return true };
        let speaks_of_them =
            |part: &dyn Node| part.get() == Some(&Who::Actor) || matches!(part.get(), Some(Ref::Event(_)));
        let mut spoken = false;
        for node in [&ability.condition as &dyn Part, &ability.program] {
            spoken |= walk(node, &mut |node| if speaks_of_them(node) { Go::Stop } else { Go::Into });
        }
        // 901.12c: "you" of a plane are all of them at once.
        (*whose == Who::You && !self.is_planar(source)) || spoken
    }

    /// Whether the team that plays first skips its first draw step (800.7, 810.6).
    pub(crate) fn team_skips_first_draw(&self, step: Step) -> bool {
        step == Step::Draw && self.turn.number == 1 && self.shares_poison()
    }
}

impl Game<'_> {
    /// Teams that are out of the game with some of their members.
    pub(crate) fn teams_fall(&mut self) {
        for (player, why) in self.state.fallen_with_team() {
            self.state.player_mut(player).standing = crate::state::player::Standing::Lost(why);
            self.record(Event::Lost(player), why, None);
        }
    }
}
