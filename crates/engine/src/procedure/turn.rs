//! Turn structure (500-514) and the tick.

use lawmage_ir::{Permission, Step, rule};
use smallvec::SmallVec;

use crate::events::expiry::Moment;
use crate::state::event::Event;
use crate::state::ids::PlayerId;
use crate::state::proposal::Proposal;
use crate::state::turn::{Progress, STEPS, Watch};
use crate::state::{Expiry, GameResult, State};
use crate::table::decision::{Ask, Choice, Decision};
use crate::table::game::{Game, Halt, Res};

/// Ticks in one turn beyond which the game is called capped.
const MOST_TICKS_A_TURN: u32 = 50_000;

impl Game<'_> {
    /// Plays one tick: one turn-based action, one action of a player with priority, or one resolution.
    ///
    /// # Errors
    /// The table's halt: then the state is in the middle of the tick, to be put back by the driver.
    pub fn tick(&mut self) -> Res<()> {
        if self.is_over() {
            self.state.turn.progress = Progress::Over;
            return Ok(());
        }
        if self.state.ticks.saturating_sub(self.state.turn.watch.turn_began) >= MOST_TICKS_A_TURN {
            return Err(Halt::Capped("too many ticks in one turn"));
        }
        match self.state.turn.progress {
            Progress::Start(stage) => self.start_stage(stage)?,
            Progress::BeginTurn => self.begin_turn()?,
            Progress::BeginStep => self.begin_step()?,
            Progress::Priority => self.priority_tick()?,
            Progress::EndStep => self.end_step()?,
            Progress::Over => {}
        }
        self.check_end();
        self.departures()?;
        self.exile_what_nobody_controls()?;
        if self.is_over() {
            self.state.turn.progress = Progress::Over;
        } else if self.state.options.is_some() {
            self.state.go_to_next_marker(); // 807.4
        }
        self.state.ticks = self.state.ticks.saturating_add(1);
        Ok(())
    }

    /// Plays to the end, or until so many ticks have been played.
    ///
    /// # Errors
    /// The table's halt; [`Halt::Capped`] at the cap.
    pub fn run_to_end(&mut self, most_ticks: u32) -> Res<GameResult> {
        loop {
            if let Some(result) = &self.state.result {
                return Ok(result.clone());
            }
            if self.state.ticks >= most_ticks {
                return Err(Halt::Capped("too many ticks in one game"));
            }
            self.tick()?;
        }
    }

    /// A new turn begins: whose it is (500.7, 103.8), and what lasts until now ends (500.5).
    fn begin_turn(&mut self) -> Res<()> {
        let Some((active, extra)) = self.next_player() else { return Ok(()) };
        // 614.10: an effect may have it skipped; then the next player's turn comes.
        if !self.state.rules().replacements.is_empty()
            && !self.happen_one(Proposal::BeginTurn { player: active, extra }, rule!("614.10"))?.done
        {
            return Ok(());
        }
        let state = &mut self.state;
        state.turn.number = state.next_turn_number();
        state.turn.active = active;
        state.turn.step = Step::Untap;
        state.turn.upcoming.clear();
        state.turn.upcoming.push(Step::Untap);
        state.turn.upcoming.extend(STEPS);
        state.turn.combats = 0;
        state.turn.priority = None;
        state.turn.passes = 0;
        state.turn.active = state.primary(active); // 805.4
        let active = state.turn.active;
        let team = state.seats().filter(|p| state.acts_for(*p, active)).fold(0, |team, p| team | 1 << p.0);
        state.turn.team = if state.shares_turns() { team } else { 0 };
        state.turn.watch = Watch { turn_began: state.ticks, ..Watch::default() };
        let number = state.turn.number;
        for player in state.active_players() {
            let seat = state.player_mut(player);
            seat.turns += 1;
            seat.turn_before = std::mem::replace(&mut seat.turn_began, number); // 302.6
        }
        let several = state.has_markers();
        state.measure_ranges(); // 801.2c, 807.4h
        let in_turn: u32 = state.seats().filter(|p| state.is_in_turn(*p)).fold(0, |set, p| set | 1 << p.0);
        // 720.1: until this turn has ended; 720.1b: what waits for a turn of theirs has come to it.
        for (seat, player) in state.players.iter_mut().enumerate() {
            if in_turn >> seat & 1 == 1 {
                player.controlled_by = None;
            }
        }
        for player in state.active_players() {
            let seat = state.player_mut(player);
            seat.controlled_by = seat.controlled_next.take();
            // 500.7: directly after this turn, as what waited for it says.
            let after = std::mem::take(&mut seat.extra_after_next);
            for _ in 0..after {
                state.turn.add_extra(player);
            }
        }
        for (seat, player) in state.players.iter_mut().enumerate() {
            if in_turn >> seat & 1 == 0 {
                continue;
            }
            player.lands_played = 0;
            player.extra_lands = 0;
            player.drawn = 0;
            player.spells_cast = 0;
            player.sped_up = false;
        }
        for place in 0..state.battlefield.len() {
            let id = state.battlefield[place];
            if several && in_turn >> state.controller(id).0 & 1 == 0 {
                continue;
            }
            if let Some(permanent) = state.permanent_mut(id) {
                permanent.loyalty_uses = 0;
                permanent.designations.saddled = false; // 702.171b
            }
        }
        state.note_own_attacks();
        state.last_turn = std::mem::take(&mut state.history);
        state.looks.clear();
        if number == 1 {
            // What happened before the first turn happened in none; cards shown until then are hidden (103.6b).
            state.last_turn.clear();
            state.opening = None;
        }
        state.forget();
        state.combat = None;
        state.planar_turn();
        state.touch();
        state.refresh();
        state.expire(Moment::TurnBegin);
        let number = state.turn.number;
        self.record(Event::TurnBegan { player: active, number }, rule!("500.1"), None);
        self.next_step();
        Ok(())
    }

    /// 614.10b: what was put off by skipping a step or turn is the first thing that happens in the next one.
    fn do_what_was_put_off(&mut self) -> Res<()> {
        for mut put_off in std::mem::take(&mut self.state.put_off) {
            self.run(&put_off.clauses, put_off.source, put_off.you, &mut put_off.frame)?;
        }
        Ok(())
    }

    /// Who takes the next turn, and whether it is an extra one: an extra turn's player, or the next in turn order; skipped turns
    /// are passed over (500.11).
    fn next_player(&mut self) -> Option<(PlayerId, bool)> {
        if self.state.has_markers() {
            return self.next_with_marker();
        }
        let count = self.state.players.len();
        // Every pass uses up a skip, an extra turn, or finds someone.
        for _ in 0..10_000 {
            let next_team = self.state.shares_turns().then(|| self.state.next_team(self.state.turn.last_regular));
            let turn = &mut self.state.turn;
            let extra = turn.number > 0 && !turn.extra.is_empty();
            let mut mark = None;
            let player = if turn.number == 0 {
                turn.last_regular = turn.first;
                turn.first
            } else if extra {
                let next = turn.extra.remove(0);
                mark = Some(next.mark);
                next.player
            } else if let Some(next) = next_team {
                turn.last_regular = next;
                next
            } else {
                turn.last_regular = PlayerId((turn.last_regular.0 + 1) % count as u8);
                turn.last_regular
            };
            let seat = self.state.player_mut(player);
            if !seat.is_playing() {
                self.state.expire_turn_of(player); // 800.4k, 800.4m
                self.state.release_phased_out(player);
                continue;
            }
            match seat.skips.iter().position(Option::is_none) {
                Some(skip) => {
                    seat.skips.remove(skip);
                }
                None => {
                    self.state.turn.mark = mark;
                    return Some((player, extra));
                }
            }
        }
        None
    }

    /// Goes on to the next step of the turn, or to the next turn. Skipped steps are passed over (500.11).
    fn next_step(&mut self) {
        loop {
            let turn = &mut self.state.turn;
            turn.priority = None;
            turn.passes = 0;
            if turn.upcoming.is_empty() {
                turn.progress = Progress::BeginTurn;
                return;
            }
            let step = turn.upcoming.remove(0);
            if self.state.has_no_fight(step) {
                continue;
            }
            if self.skips(step) {
                if step == Step::BeginCombat {
                    self.skip_combat();
                }
                continue;
            }
            let turn = &mut self.state.turn;
            turn.step = step;
            turn.progress = Progress::BeginStep;
            turn.watch.step();
            // 510.4: with first or double strike about, there are two combat damage steps.
            let twice = self.state.combat.as_ref().is_some_and(|c| c.two_damage_steps);
            if step == Step::CombatDamage && !twice && self.state.has_first_strikers() {
                let turn = &mut self.state.turn;
                turn.step = Step::FirstStrikeDamage;
                turn.upcoming.insert(0, Step::CombatDamage);
            }
            // Effects may look at the step, or hold in one combat phase alone.
            if step == Step::BeginCombat && self.state.effects.iter().any(|e| matches!(e.expiry, Expiry::InCombat(_))) {
                self.state.touch();
            }
            self.state.touch_passing();
            return;
        }
    }

    /// The combat phase is skipped as a whole.
    fn skip_combat(&mut self) {
        let upcoming = &mut self.state.turn.upcoming;
        let rest = upcoming.iter().take_while(|s| s.in_combat() && **s != Step::BeginCombat).count();
        upcoming.drain(..rest);
    }

    /// Whether the active player skips a step (614.1b): the first draw (103.8a), once (500.11), each effect its own time
    /// (614.10a), or always.
    fn skips(&mut self, step: Step) -> bool {
        let active = self.state.turn.active;
        // 103.8a; with more players nobody does (103.8c).
        if step == Step::Draw && self.state.turn.number == 1 && self.state.players.len() == 2 {
            return true;
        }
        if self.state.options.is_some() && self.state.team_skips_first_draw(step) {
            return true;
        }
        let skips = &mut self.state.player_mut(active).skips;
        if let Some(place) = skips.iter().position(|s| *s == Some(step)) {
            skips.remove(place);
            return true;
        }
        // 805.8: the team of who skips it skips it.
        self.state.active_players().into_iter().any(|player| {
            self.state.lets_player(player, &|may| match may {
                Permission::Skip(who, which) if *which == step => Some(who),
                _ => None,
            })
        })
    }

    /// A step begins (117.2c): abilities trigger on that (500.6, 703.1a; 513.2: those that come later in the step don't),
    /// turn-based actions are done before anything else, without the stack (405.6e, 703.1, 703.3), the active player gets
    /// priority where players do (117.3a).
    fn begin_step(&mut self) -> Res<()> {
        let step = self.state.turn.step;
        if step == Step::BeginCombat {
            self.state.combat = Some(Box::default());
            self.state.turn.combats += 1;
            self.state.touch_passing();
        }
        self.state.refresh();
        let began: Vec<Proposal> =
            self.state.active_players().into_iter().map(|active| Proposal::BeginStep { step, active }).collect();
        let began = self.happen(began, rule!("500.6"))?;
        if !began.iter().any(|o| o.done) {
            self.next_step(); // 614.10: it was skipped.
            return Ok(());
        }
        if !self.state.put_off.is_empty() {
            self.do_what_was_put_off()?;
        }
        match step {
            Step::Untap => self.untap_step()?, // 703.4a-c
            Step::Draw => {
                // 703.4d
                // 805.4b: each player of the active team.
                for player in self.state.active_players() {
                    for _ in 0..self.cards_to_draw(player, 1, rule!("504.1"))? {
                        self.happen_one(Proposal::Draw { player }, rule!("504.1"))?;
                    }
                }
            }
            Step::Main => {
                self.scheme_of_turn(); // 703.4e
                self.advance_sagas()?; // 703.4f
                self.visit_attractions()?; // 703.4g, 505.5: after the sagas
                self.rad_mills();
            }
            Step::DeclareAttackers => self.declare_attackers()?, // 703.4i
            Step::DeclareBlockers => self.declare_blockers()?,   // 703.4j
            // 703.4k, 703.4m
            Step::FirstStrikeDamage => self.combat_damage(true)?,
            Step::CombatDamage => self.combat_damage(false)?,
            Step::End => {
                self.state.expire(Moment::EndBegin);
                self.monarch_draws();
            }
            Step::Cleanup => return self.cleanup_step(),
            Step::BeginCombat => self.choose_defending_player()?, // 703.4h
            Step::Upkeep => {
                self.state.expire(Moment::UpkeepBegin);
                self.initiative_ventures();
            }
            Step::EndCombat | Step::Main2 => {}
        }
        // 502.4: nobody gets priority in the untap step, which ends as its actions are done (500.3). In all others the active
        // player does: 503.1, 504.2, 505.6, 507.2, 508.2, 509.2, 510.3, 511.1, 513.1. What has triggered in the meantime is put
        // onto the stack before that: 503.1a, 508.2b, 509.2a, 510.3a.
        self.state.note_free_triggers();
        if step == Step::Untap {
            self.state.turn.progress = Progress::EndStep;
        } else {
            self.give_priority();
        }
        Ok(())
    }

    /// The active player gets priority (117.3a); where that one has left, the next player in turn order does (800.4j).
    pub(crate) fn give_priority(&mut self) {
        let first = self.state.priority_order().next();
        let turn = &mut self.state.turn;
        turn.progress = Progress::Priority;
        turn.priority = first;
        turn.passes = 0;
    }

    /// A step ends: mana empties (500.4, 703.4q), effects that last until now end (500.5). Nothing happens between this step
    /// and the next (500.12).
    fn end_step(&mut self) -> Res<()> {
        let step = self.state.turn.step;
        self.empty_pools(step)?;
        match step {
            Step::Untap => self.state.expire(Moment::UntapEnd),
            Step::EndCombat => self.end_combat(), // 511.2: not as the step begins
            _ => {}
        }
        self.next_step();
        Ok(())
    }

    /// 511.3: all leave combat; what lasts until the end of combat ends.
    pub(crate) fn end_combat(&mut self) {
        self.state.note_last_combat();
        self.state.combat = None;
        self.state.touch_passing();
        self.state.refresh();
        self.state.expire(Moment::CombatEnd);
    }

    /// 106.4, 500.4.
    fn empty_pools(&mut self, ends: Step) -> Res<()> {
        if self.state.players.iter().all(|p| p.mana.is_empty()) {
            return Ok(());
        }
        for player in self.state.seats() {
            if self.state.player(player).mana.is_empty() {
                continue;
            }
            let kept: SmallVec<[Option<lawmage_ir::Color>; 2]> = self
                .state
                .rules()
                .mays
                .iter()
                .filter_map(|rule| match rule.what() {
                    Some(lawmage_ir::Continuous::May(Permission::KeepMana(who, color)))
                        if self.state.is_among(player, who, &rule.context()) =>
                    {
                        Some(*color)
                    }
                    _ => None,
                })
                .collect();
            let keep = |color: Option<lawmage_ir::Color>| kept.iter().any(|k| k.is_none() || (*k == color));
            let into = if kept.contains(&None) { None } else { self.mana_turns(player)? };
            self.state.player_mut(player).mana.empty(keep, ends, into);
        }
        Ok(())
    }

    /// What unspent mana that a player would lose becomes instead: of several such effects the player chooses one (616.1).
    pub(crate) fn mana_turns(&mut self, player: PlayerId) -> Res<Option<lawmage_ir::ManaType>> {
        let mut types: SmallVec<[lawmage_ir::ManaType; 2]> = SmallVec::new();
        for rule in &self.state.rules().mays {
            if let Some(lawmage_ir::Continuous::May(Permission::TurnMana(who, into))) = rule.what()
                && !types.contains(into)
                && self.state.is_among(player, who, &rule.context())
            {
                types.push(*into);
            }
        }
        if types.len() < 2 {
            return Ok(types.first().copied());
        }
        let options = types.iter().map(|t| Choice::Mana(SmallVec::from_slice(&[*t]))).collect();
        let picked = self.pick(Decision::pick(player, Ask::Mana, rule!("616.1"), None, options, 1, 1))?;
        Ok(picked.first().and_then(|choice| match choice {
            Choice::Mana(mana) => mana.first().copied(),
            _ => None,
        }))
    }
}

impl State {
    /// 508.8: without attackers there are no declare blockers and combat damage steps.
    pub(crate) fn has_no_fight(&self, step: Step) -> bool {
        matches!(step, Step::DeclareBlockers | Step::FirstStrikeDamage | Step::CombatDamage)
            && self.combat.as_ref().is_none_or(|c| !c.attacked && c.attackers.is_empty())
    }
}
