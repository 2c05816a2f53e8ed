//! What a program does, in the few words that the basic bot judges it by.

use lawmage_engine::state::chars::Chars;
use lawmage_ir::InTurnOrder;
use lawmage_ir::visit::{self, Go, Node};
use lawmage_ir::{
    Ability, Amount, Clause, Continuous, CounterKind, Destination, Filter, Instruction, Keyword, Kind, Mode,
    Modification, Prohibition, Ref, Requirement, Selector, TokenSpec, Who, Zone,
};

/// Upon whom a deed falls.
#[derive(Clone, Copy, Debug)]
pub(super) enum On<'p> {
    /// The targets of that phrase.
    Target(u8),
    /// Everything that fits.
    Group(&'p Filter),
    /// The source itself.
    This,
    /// What the source is attached to.
    Host,
    /// The bot.
    Me,
    /// Each opponent.
    Them,
    /// Every player.
    Everyone,
    /// Something this reader doesn't follow.
    Other,
}

/// A deed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Deed {
    /// Destroyed, or lost in another way that indestructibility helps against.
    Destroy,
    /// Gone for good.
    Exile,
    /// Returned to hand or library.
    Bounce,
    /// Onto the battlefield.
    Reanimate,
    /// Dealt damage.
    Damage(i32),
    /// +X/+Y.
    Resize(i32, i32),
    /// That many +1/+1 counters.
    Grow(i32),
    /// Tapped.
    Tap,
    /// Untapped.
    Untap,
    /// Taken control of.
    Steal,
    /// Can't attack, or block, or its like.
    Pacify,
    /// Gets something good.
    Favor,
    /// Gets something bad.
    Disfavor,
    /// Countered.
    Counter,
    /// Discards.
    Discard(i32),
    /// Loses life.
    Drain(i32),
    /// Gains life.
    Gain(i32),
    /// Draws.
    Draw(i32),
    /// Mills.
    Mill(i32),
    /// Sacrifices something.
    Sacrifice,
    /// Makes something of that value.
    Make(i32),
    /// Fights: the first side.
    Fight,
    /// Fights: the other side.
    Fought,
    /// Has the source attached.
    Attach,
    /// Wins.
    Win,
    /// Something good in a small way: a scry, a mana.
    Small(i32),
}

/// The numbers a reader needs for X and the like.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// What X is, or could be.
    pub x: i32,
}

impl Scale {
    pub(super) fn amount(self, amount: &Amount) -> i32 {
        match amount {
            Amount::Const(n) => *n,
            Amount::X => self.x,
            Amount::Product(a, b) => self.amount(a).saturating_mul(self.amount(b)),
            Amount::Plus(a, b) => self.amount(a).saturating_add(self.amount(b)),
            Amount::Minus(a, b) => self.amount(a).saturating_sub(self.amount(b)),
            Amount::Times(n, a) => n.saturating_mul(self.amount(a)),
            Amount::Divide { of, by, .. } => self.amount(of) / (*by).max(1),
            Amount::AsCast { of, .. } => self.amount(of),
            Amount::Max(a, b) => self.amount(a).max(self.amount(b)),
            Amount::Min(a, b) => self.amount(a).min(self.amount(b)),
            // A guess for what would have to be counted.
            _ => 2,
        }
    }
}

/// Reads what a mode does.
pub(super) fn deeds_of<'p>(mode: &'p Mode, scale: Scale, tell: &mut dyn FnMut(On<'p>, Deed)) {
    Reader { scale, tell, divides: &mode.targets }.clauses(&mode.clauses);
}

/// Reads what a permanent's static abilities do to what it is attached to (and to all else).
pub(super) fn statics_of<'p>(chars: &'p Chars, tell: &mut dyn FnMut(On<'p>, Deed)) {
    let mut reader = Reader { scale: Scale { x: 1 }, tell, divides: &[] };
    for on in &chars.abilities {
        if let Ability::Static(ability) = &*on.ability {
            ability.effects.iter().for_each(|e| reader.continuous(e));
        }
    }
}

struct Reader<'p, 't> {
    scale: Scale,
    tell: &'t mut dyn FnMut(On<'p>, Deed),
    divides: &'p [lawmage_ir::TargetSpec],
}

impl<'p> Reader<'p, '_> {
    fn clauses(&mut self, clauses: &'p [Clause]) {
        for clause in clauses {
            self.instruction(&clause.does);
        }
    }

    fn told(&mut self, what: &'p Selector, deed: Deed) {
        for on in on_selector(what) {
            (self.tell)(on, deed);
        }
    }

    fn player(&mut self, who: &'p Who, deed: Deed) {
        (self.tell)(on_who(who), deed);
    }

    fn instruction(&mut self, does: &'p Instruction) {
        match does {
            Instruction::Destroy { what, .. } => self.told(what, Deed::Destroy),
            Instruction::ExileUntilLeaves { what, .. } | Instruction::ExileUntilCrowned(what) => {
                self.told(what, Deed::Exile)
            }
            Instruction::Move { what, to, .. } => {
                let deed = match to.zone() {
                    Zone::Exile => Deed::Exile,
                    Zone::Graveyard => Deed::Destroy,
                    Zone::Battlefield => Deed::Reanimate,
                    Zone::Hand | Zone::Library => Deed::Bounce,
                    _ => return,
                };
                if matches!(to, Destination::Hand) && !matches!(what, Selector::Ref(_) | Selector::All(_)) {
                    // "Put one of them into your hand": as good as a card drawn.
                    return (self.tell)(On::Me, Deed::Draw(1));
                }
                self.told(what, deed);
            }
            Instruction::Sacrifice { who, what } => match what {
                Selector::Ref(Ref::This) => (self.tell)(On::This, Deed::Sacrifice),
                _ => self.player(who, Deed::Sacrifice),
            },
            Instruction::Discard { who, what } => {
                let count = if let Selector::Choose(c) = what { self.scale.amount(&c.min) } else { 1 };
                self.player(who, Deed::Discard(count.max(1)));
            }
            Instruction::Draw { who, count } => {
                let count = self.scale.amount(count);
                self.player(who, Deed::Draw(count));
            }
            Instruction::Mill { who, count } => {
                let count = self.scale.amount(count);
                self.player(who, Deed::Mill(count));
            }
            Instruction::Proliferate => (self.tell)(On::Me, Deed::Small(6)),
            Instruction::AddMana { .. } => (self.tell)(On::Me, Deed::Small(3)),
            Instruction::CreateToken { who, count, token, .. } => {
                let value = match &**token {
                    TokenSpec::Face(face) => super::values::face_value(face),
                    TokenSpec::Sized(_, power, toughness) => {
                        8 * self.scale.amount(power) + 5 * self.scale.amount(toughness)
                    }
                    TokenSpec::Copy(..) | TokenSpec::Named(_) => 30,
                };
                let count = self.scale.amount(count);
                self.player(who, Deed::Make(value.saturating_mul(count)));
            }
            Instruction::Populate { .. } => (self.tell)(On::Me, Deed::Make(15)),
            Instruction::Counter { what, .. } => self.told(what, Deed::Counter),
            Instruction::CopyStack(copies) => self.told(&copies.what, Deed::Favor),
            Instruction::Cast { .. } => (self.tell)(On::Me, Deed::Make(25)),
            Instruction::Tap(what) | Instruction::Detain(what) => self.told(what, Deed::Tap),
            Instruction::Goad(what) | Instruction::RemoveFromCombat(what) | Instruction::BecomeBlocked(what) => {
                self.told(what, Deed::Disfavor);
            }
            Instruction::Untap(what) => self.told(what, Deed::Untap),
            Instruction::Attach { what: Selector::Ref(Ref::This), to, .. } => self.told(to, Deed::Attach),
            Instruction::Attach { to, .. } => self.told(to, Deed::Favor),
            Instruction::Regenerate(what)
            | Instruction::Transform(what)
            | Instruction::Convert(what)
            | Instruction::Explore(what) => {
                self.told(what, Deed::Favor);
            }
            Instruction::PhaseOut(what) => self.told(what, Deed::Tap),
            Instruction::Fight(a, b) => {
                self.told(a, Deed::Fight);
                self.told(b, Deed::Fought);
            }
            Instruction::ExchangeControl(a, b) => {
                self.told(a, Deed::Favor);
                self.told(b, Deed::Steal);
            }
            Instruction::Monstrosity(n) | Instruction::Adapt(n) => {
                let n = self.scale.amount(n);
                (self.tell)(On::This, Deed::Grow(n));
            }
            Instruction::Scry(who, n) | Instruction::Surveil(who, n) => {
                let n = self.scale.amount(n);
                self.player(who, Deed::Small(3 * n));
            }
            Instruction::Search { who, .. } => self.player(who, Deed::Small(18)),
            Instruction::LookAt { .. } | Instruction::Reveal { .. } => (self.tell)(On::Me, Deed::Small(2)),
            Instruction::RevealUntil { .. } => (self.tell)(On::Me, Deed::Small(10)),
            // What is worth doing is done once; that it pays again and again is not looked into.
            Instruction::Again(_) => (self.tell)(On::Me, Deed::Drain(1)),
            Instruction::Reflexive(_) => (self.tell)(On::Me, Deed::Small(12)),
            Instruction::Emblem(who, _) => self.player(who, Deed::Make(60)),
            Instruction::ExtraTurn(who) => self.player(who, Deed::Make(80)),
            Instruction::ExtraPhase { .. } => (self.tell)(On::Me, Deed::Make(30)),
            Instruction::ExtraLands(who, _) => self.player(who, Deed::Small(4)),
            Instruction::WinGame(who) => self.player(who, Deed::Win),
            Instruction::LoseGame(who) => self.player(who, Deed::Drain(1_000)),
            Instruction::Venture { who, .. } | Instruction::TakeInitiative(who) => self.player(who, Deed::Draw(1)),
            Instruction::BecomeMonarch(who) => self.player(who, Deed::Draw(2)),
            other => self.amounts(other),
        }
    }

    /// Damage, life and counters: as good as they are many.
    fn amounts(&mut self, does: &'p Instruction) {
        match does {
            Instruction::Damage { to, amount, .. } => {
                let amount = self.scale.amount(amount);
                self.told(to, Deed::Damage(amount));
            }
            Instruction::DamageTogether(all) => {
                for (_, to, amount) in all {
                    let amount = self.scale.amount(amount);
                    self.told(to, Deed::Damage(amount));
                }
            }
            Instruction::DamageDivided { target, .. } => {
                let amount = self.divided(*target);
                (self.tell)(On::Target(*target), Deed::Damage(amount));
            }
            Instruction::DamageEvenly { target, amount, .. } => {
                let amount = self.scale.amount(amount);
                (self.tell)(On::Target(*target), Deed::Damage(amount));
            }
            Instruction::GainLife(who, n) => {
                let n = self.scale.amount(n);
                self.player(who, Deed::Gain(n));
            }
            Instruction::LoseLife(who, n) => {
                let n = self.scale.amount(n);
                self.player(who, Deed::Drain(n));
            }
            Instruction::PutCounters { kind, count, on } => {
                let count = self.scale.amount(count);
                self.told(on, counter_deed(kind, count));
            }
            Instruction::DistributeCounters { kind, target } => {
                let count = self.divided(*target);
                (self.tell)(On::Target(*target), counter_deed(kind, count));
            }
            other => self.bodies(other),
        }
    }

    /// What has instructions in it.
    fn bodies(&mut self, does: &'p Instruction) {
        match does {
            Instruction::Effect { effects, .. } => effects.iter().for_each(|e| self.continuous(e)),
            Instruction::Delayed { ability, .. } => {
                ability.program.modes.iter().for_each(|m| self.clauses(&m.clauses));
            }
            Instruction::Seq(body)
            | Instruction::Action { body, .. }
            | Instruction::ForEach { body, .. }
            | Instruction::InTurnOrder(InTurnOrder { body, .. })
            | Instruction::Process { body, .. }
            | Instruction::Repeat { body, .. } => {
                self.clauses(body);
            }
            Instruction::WithKinds(with) => self.clauses(&with.body),
            Instruction::May { body, .. } | Instruction::Unless { body, .. } => self.clauses(body),
            Instruction::If { then, .. } | Instruction::MayPay { then, .. } => self.clauses(then),
            Instruction::ChooseMode { modes, .. } => {
                if let Some(mode) = modes.first() {
                    self.clauses(&mode.clauses);
                }
            }
            Instruction::FlipCoin { won, .. } | Instruction::Clash { won, .. } => self.clauses(won),
            // What comes of anything else is judged by the clauses in it.
            other => other.children(&mut |part| {
                visit::walk(part, &mut |node| match node.get::<Clause>() {
                    Some(clause) => {
                        self.instruction(&clause.does);
                        Go::Past
                    }
                    None => Go::Into,
                });
            }),
        }
    }

    fn divided(&self, target: u8) -> i32 {
        let spec = self.divides.get(usize::from(target));
        spec.and_then(|s| s.divide.as_ref()).map_or(2, |a| self.scale.amount(a))
    }

    fn continuous(&mut self, effect: &'p Continuous) {
        match effect {
            Continuous::Modify { what, mods } => {
                for change in mods {
                    let deed = self.modification(change);
                    if let Some(deed) = deed {
                        self.told(what, deed);
                    }
                }
            }
            Continuous::Cant(Prohibition::Attack { what, .. } | Prohibition::AttackAlone(what)) => {
                self.told(what, Deed::Pacify);
            }
            Continuous::Cant(Prohibition::Block { what, whom, .. }) => match whom {
                // "Can't be blocked": good for the one not blocked.
                Some(whom) => self.told(whom, Deed::Favor),
                None => self.told(what, Deed::Disfavor),
            },
            Continuous::Cant(
                Prohibition::Target { what, .. } | Prohibition::Counter(what) | Prohibition::CounterBy(what, _),
            ) => {
                self.told(what, Deed::Favor);
            }
            Continuous::Cant(
                Prohibition::Activate { what, .. } | Prohibition::UntapStep(what) | Prohibition::Untap(what),
            ) => self.told(what, Deed::Disfavor),
            Continuous::Must(
                Requirement::Attack { what, .. } | Requirement::Goaded(what) | Requirement::Block { what, .. },
            ) => self.told(what, Deed::Disfavor),
            _ => {}
        }
    }

    fn modification(&self, change: &Modification) -> Option<Deed> {
        Some(match change {
            Modification::AddPowerToughness(p, t) => Deed::Resize(self.scale.amount(p), self.scale.amount(t)),
            Modification::SwitchPowerToughness => return None,
            Modification::AddAbility(ability) => match &**ability {
                Ability::Keyword(k) if k.keyword == Keyword::Defender => Deed::Pacify,
                _ => Deed::Favor,
            },
            Modification::Controller(_) => Deed::Steal,
            Modification::LoseAllAbilities
            | Modification::LoseAllButMana
            | Modification::LoseAbility(_)
            | Modification::LoseThisAbility(_)
            | Modification::LoseKeyword(_)
            | Modification::LoseLandwalk(_)
            | Modification::CantHave(_) => Deed::Disfavor,
            Modification::SetPowerToughness(Some(p), _) if self.scale.amount(p) <= 1 => Deed::Disfavor,
            Modification::SetPowerToughness(..) => Deed::Favor,
            _ => return None,
        })
    }
}

fn counter_deed(kind: &CounterKind, count: i32) -> Deed {
    match kind {
        CounterKind::PowerToughness(p, _) => Deed::Grow(i32::from(*p).saturating_mul(count)),
        CounterKind::Stun => Deed::Tap,
        CounterKind::Poison => Deed::Drain(count.saturating_mul(2)),
        CounterKind::Named(_) => Deed::Small(3),
        _ => Deed::Favor,
    }
}

fn on_selector(what: &Selector) -> smallvec::SmallVec<[On<'_>; 2]> {
    smallvec::smallvec![match what {
        Selector::Ref(reference) => on_ref(reference),
        Selector::All(filter) => On::Group(filter),
        Selector::Players(who) => on_who(who),
        Selector::Those(inner, _) | Selector::Except(inner, _) => return on_selector(inner),
        Selector::Union(all) => return all.iter().flat_map(on_selector).collect(),
        Selector::Choose(_) | Selector::Top(..) | Selector::Bottom(..) | Selector::GraveyardEnd { .. } => On::Other,
    }]
}

const fn on_ref(reference: &Ref) -> On<'_> {
    match reference {
        Ref::Target(n) => On::Target(*n),
        Ref::This => On::This,
        Ref::Host(_) => On::Host,
        _ => On::Other,
    }
}

const fn on_who(who: &Who) -> On<'_> {
    match who {
        Who::You => On::Me,
        Who::Opponents | Who::Others | Who::Defending => On::Them,
        Who::All => On::Everyone,
        Who::Ref(reference) => on_ref(reference),
        _ => On::Other,
    }
}

/// Whether a filter speaks of players (too).
pub(super) const fn speaks_of_players(filter: &Filter) -> bool {
    matches!(filter.kind, Kind::Player | Kind::AnyTarget | Kind::PlayerOrPermanent)
}
