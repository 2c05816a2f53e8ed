//! Each rule of the verifier refuses a wrong program and accepts a right one like it.

use std::sync::Arc;

use lawmage_ir::verify::{self, Rule};
use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, Card, CardType, Cause, Clause, Cmp, Condition, Continuous,
    Cost, CostPart, Destination, Duration, EventPattern, Face, Filter, Instruction, Kind, Modification, Program, Ref,
    Role, Selector, Stat, StaticAbility, Step, Subtype, SubtypeSet, TargetSpec, Test, TriggeredAbility, TypeSet, Waits,
    Who, Zone, ZoneSet,
};

fn creature() -> Filter {
    Filter::permanent(Test::Type(CardType::Creature))
}

fn this() -> Filter {
    Filter::permanent(Test::Is(Ref::This))
}

fn one(filter: Filter) -> TargetSpec {
    TargetSpec { filter, min: Amount::ONE, max: Some(Amount::ONE), limit: None, by: None, divide: None }
}

fn destroy(what: Ref) -> Instruction {
    Instruction::Destroy { what: Selector::Ref(what), no_regeneration: false }
}

fn sacrifice(what: Ref) -> Instruction {
    Instruction::Sacrifice { who: Who::You, what: Selector::Ref(what) }
}

fn exile(what: Selector) -> Instruction {
    Instruction::Move { what, to: Destination::Exile { linked: None, face_down: false }, cause: Cause::Exile }
}

fn back(what: Ref) -> Instruction {
    Instruction::Move { what: Selector::Ref(what), to: Destination::Battlefield(Box::default()), cause: Cause::Return }
}

fn out(does: Instruction, slot: u8) -> Clause {
    Clause { does, out: Some(slot) }
}

fn draw(count: Amount) -> Instruction {
    Instruction::Draw { who: Who::You, count }
}

fn spell(targets: Vec<TargetSpec>, clauses: Vec<Clause>) -> Ability {
    Ability::Spell(Program::plain(targets, clauses))
}

fn when(event: EventPattern, clauses: Vec<Clause>) -> TriggeredAbility {
    TriggeredAbility {
        event,
        condition: None,
        program: Program::plain(Vec::new(), clauses),
        zones: ZoneSet::BATTLEFIELD,
        per_turn: None,
        once: false,
        do_once: false,
        mana: false,
    }
}

fn triggered(event: EventPattern, does: Instruction) -> Ability {
    Ability::Triggered(when(event, vec![does.into()]))
}

fn activated(parts: Vec<CostPart>, zones: ZoneSet, does: Instruction) -> Ability {
    Ability::Activated(ActivatedAbility {
        cost: Cost { parts },
        program: Program::plain(Vec::new(), vec![does.into()]),
        zones,
        limits: ActivationLimits::default(),
        by: None,
        mana: false,
        loyalty: false,
    })
}

fn holds(effect: Continuous) -> Ability {
    Ability::Static(StaticAbility {
        zones: ZoneSet::BATTLEFIELD,
        condition: None,
        effects: vec![effect],
        defines: false,
    })
}

/// The rules that an ability of a creature breaks.
fn broken(ability: &Ability) -> Vec<Rule> {
    let face = Face { types: TypeSet::of(CardType::Creature), ..Face::default() };
    verify::ability(ability, &face).into_iter().map(|finding| finding.rule).collect()
}

#[track_caller]
fn refuses(rule: Rule, ability: &Ability) {
    assert_eq!(broken(ability), [rule], "{ability:?}");
}

#[track_caller]
fn accepts(ability: &Ability) {
    assert_eq!(broken(ability), [], "{ability:?}");
}

fn if_red(then: Vec<Clause>, otherwise: Vec<Clause>) -> Clause {
    let condition = Condition::Is(Ref::This, Test::Colorless);
    Instruction::If { condition, then, otherwise }.into()
}

#[test]
fn a_slot_is_filled_before_it_is_read() {
    let put = || out(exile(Selector::All(creature())), 0);
    refuses(Rule::Slot, &spell(Vec::new(), vec![back(Ref::Slot(0)).into(), put()]));
    accepts(&spell(Vec::new(), vec![put(), back(Ref::Slot(0)).into()]));
    // 118.12a: what is paid to prevent it is paid before it.
    let unless = |cost| Instruction::Unless { who: Who::You, cost: Cost { parts: vec![cost] }, body: vec![put()] };
    let counters = |of| CostPart::Life(Amount::Counters(None, of));
    refuses(Rule::Slot, &spell(Vec::new(), vec![unless(counters(Ref::Slot(0))).into()]));
    accepts(&spell(Vec::new(), vec![unless(counters(Ref::This)).into()]));
}

#[test]
fn arms_do_not_see_each_other() {
    let put = |slot| out(exile(Selector::Top(Who::You, Amount::ONE)), slot);
    refuses(Rule::Slot, &spell(Vec::new(), vec![if_red(vec![put(0)], vec![back(Ref::Slot(0)).into()])]));
    accepts(&spell(Vec::new(), vec![put(0), if_red(vec![back(Ref::Slot(0)).into()], vec![back(Ref::Slot(0)).into()])]));
    // What may not have been done at all made nothing then, which is well defined.
    accepts(&spell(Vec::new(), vec![if_red(vec![put(0)], Vec::new()), back(Ref::Slot(0)).into()]));
}

#[test]
fn after_several_arms_only_what_all_of_them_made_is_spoken_of() {
    let put = |slot| out(exile(Selector::Top(Who::You, Amount::ONE)), slot);
    let after = || Clause::from(back(Ref::Slot(0)));
    refuses(Rule::Arm, &spell(Vec::new(), vec![if_red(vec![put(0)], vec![put(1)]), after()]));
    accepts(&spell(Vec::new(), vec![if_red(vec![put(0)], vec![put(0)]), after()]));
}

#[test]
fn what_a_delayed_ability_makes_stays_in_it() {
    let step = EventPattern::Begins { step: Step::End, whose: Who::All };
    let body = out(exile(Selector::Ref(Ref::This)), 0);
    let later = Instruction::Delayed { ability: Arc::new(when(step, vec![body])), waits: Waits::Once };
    refuses(Rule::Slot, &spell(Vec::new(), vec![later.clone().into(), back(Ref::Slot(0)).into()]));
    accepts(&spell(Vec::new(), vec![later.into(), back(Ref::This).into()]));
}

#[test]
fn a_target_that_is_spoken_of_is_chosen() {
    refuses(Rule::Target, &spell(vec![one(creature())], vec![destroy(Ref::Target(1)).into()]));
    accepts(&spell(vec![one(creature())], vec![destroy(Ref::Target(0)).into()]));
}

#[test]
fn a_number_as_the_spell_is_cast_is_of_its_targets() {
    let number = Amount::AsCast { of: Box::new(Amount::Const(2)), activated: false };
    let many = TargetSpec { max: Some(number.clone()), ..one(creature()) };
    accepts(&spell(vec![many], vec![destroy(Ref::Target(0)).into()]));
    let weak = Test::Stat(Stat::Power, Cmp::AtMost, number.clone());
    refuses(Rule::Target, &spell(vec![one(Filter::permanent(weak))], vec![destroy(Ref::Target(0)).into()]));
    refuses(Rule::Target, &spell(Vec::new(), vec![draw(number).into()]));
}

#[test]
fn one_reason_repeats_a_process() {
    let again = |slot| out(Instruction::Again(None), slot);
    let process = |body| Instruction::Process { body, again: 0 }.into();
    accepts(&spell(Vec::new(), vec![process(vec![draw(Amount::ONE).into(), again(0)])]));
    refuses(Rule::Slot, &spell(Vec::new(), vec![process(vec![again(0), again(1)])]));
    refuses(Rule::Slot, &spell(Vec::new(), vec![again(0)]));
}

#[test]
fn a_role_is_there_in_the_event() {
    let attacks = EventPattern::Attacks { what: this(), whom: None, alone: false, others: 0 };
    refuses(Rule::Event, &triggered(EventPattern::Tapped(creature()), destroy(Ref::Event(Role::Object))));
    refuses(Rule::Event, &triggered(attacks, draw(Amount::Event)));
    refuses(Rule::Event, &spell(Vec::new(), vec![destroy(Ref::Event(Role::Subject)).into()]));
    accepts(&triggered(EventPattern::Tapped(creature()), destroy(Ref::Event(Role::Subject))));
    accepts(&triggered(EventPattern::LosesLife(Who::You), draw(Amount::Event)));
    // At a step that was waited for the event of the ability that waits is spoken of.
    let step = EventPattern::Begins { step: Step::EndCombat, whose: Who::All };
    let later = when(step, vec![destroy(Ref::Event(Role::Object)).into()]);
    let later = Instruction::Delayed { ability: Arc::new(later), waits: Waits::Once };
    accepts(&triggered(EventPattern::Blocks { what: this(), whom: Some(creature()) }, later));
}

#[test]
fn it_and_each_stand_where_there_is_something() {
    refuses(Rule::Unbound, &spell(Vec::new(), vec![destroy(Ref::It).into()]));
    refuses(Rule::Unbound, &spell(Vec::new(), vec![destroy(Ref::Each).into()]));
    let body = vec![destroy(Ref::Each).into()];
    accepts(&spell(Vec::new(), vec![Instruction::ForEach { over: Selector::All(creature()), body }.into()]));
}

#[test]
fn an_inner_filter_leaves_the_outer_it_alone() {
    // "player who controls a creature", asked of each player as a filter tests them.
    let theirs = Filter::permanent(Test::Controlled(Who::Ref(Ref::It)));
    let any = Condition::Compare(Amount::Count(Box::new(Selector::All(theirs))), Cmp::AtLeast, Amount::ONE);
    let player = Filter::new(Kind::Player, Test::If(Box::new(any.clone())));
    let draws = |who| Clause::from(Instruction::Draw { who, count: Amount::ONE });
    refuses(Rule::Captured, &spell(vec![one(player)], vec![draws(Who::Ref(Ref::Target(0)))]));
    accepts(&spell(Vec::new(), vec![draws(Who::Such(Box::new(Who::Opponents), Box::new(any)))]));
}

#[test]
fn what_a_cost_was_paid_with_is_spoken_of_where_it_is_paid() {
    let paid = |n| draw(Amount::Paid(n));
    refuses(Rule::Paid, &activated(vec![CostPart::Life(Amount::ONE)], ZoneSet::BATTLEFIELD, paid(1)));
    accepts(&activated(vec![CostPart::Life(Amount::ONE)], ZoneSet::BATTLEFIELD, paid(0)));
}

#[test]
fn x_has_a_source() {
    refuses(Rule::X, &activated(vec![CostPart::Life(Amount::ONE)], ZoneSet::BATTLEFIELD, draw(Amount::X)));
    accepts(&activated(vec![CostPart::Life(Amount::X)], ZoneSet::BATTLEFIELD, draw(Amount::X)));
    // 107.3f
    let may = |cost| Instruction::MayPay {
        who: Who::You,
        cost: Cost { parts: vec![CostPart::Life(cost)] },
        then: vec![draw(Amount::X).into()],
        otherwise: Vec::new(),
    };
    refuses(Rule::X, &spell(Vec::new(), vec![may(Amount::ONE).into()]));
    accepts(&spell(Vec::new(), vec![may(Amount::X).into()]));
}

#[test]
fn what_is_linked_is_kept_by_another_ability() {
    let returns = spell(Vec::new(), vec![back(Ref::Linked(0)).into()]);
    let keeps = spell(Vec::new(), vec![Instruction::Remember(0, Selector::All(creature())).into()]);
    let card = |abilities| Card { faces: vec![Arc::new(Face { abilities, ..Face::default() })], ..Card::default() };
    let found = verify::links(&card(vec![returns.clone()]));
    assert_eq!(found.iter().map(|f| f.rule).collect::<Vec<_>>(), [Rule::Link]);
    assert_eq!(verify::links(&card(vec![keeps, returns])), []);
}

#[test]
fn the_referent_fits_the_verb() {
    let targeted = EventPattern::Targeted { what: this(), by: Filter::new(Kind::OnStack, Test::Any) };
    refuses(Rule::Fit, &triggered(targeted.clone(), sacrifice(Ref::Event(Role::Object))));
    accepts(&triggered(targeted.clone(), sacrifice(Ref::Event(Role::Subject))));
    let counter = |what| Instruction::Counter { what: Selector::Ref(what), to: None };
    refuses(Rule::Fit, &triggered(targeted.clone(), counter(Ref::Event(Role::Subject))));
    accepts(&triggered(targeted, counter(Ref::Event(Role::Object))));
    let player = || one(Filter::new(Kind::Player, Test::Any));
    refuses(Rule::Fit, &spell(vec![player()], vec![Instruction::Tap(Selector::Ref(Ref::Target(0))).into()]));
    accepts(&spell(vec![one(creature())], vec![Instruction::Tap(Selector::Ref(Ref::Target(0))).into()]));
}

#[test]
fn no_alternative_holds_of_everything() {
    let or = |test| Filter::permanent(Test::Or(vec![Test::Type(CardType::Creature), test]));
    refuses(Rule::Anything, &spell(vec![one(or(Test::Any))], vec![destroy(Ref::Target(0)).into()]));
    accepts(&spell(vec![one(or(Test::Token))], vec![destroy(Ref::Target(0)).into()]));
}

#[test]
fn a_tap_symbol_is_paid_on_the_battlefield() {
    let graveyard = ZoneSet::of(Zone::Graveyard);
    refuses(Rule::TapSymbol, &activated(vec![CostPart::Tap], graveyard, draw(Amount::ONE)));
    accepts(&activated(vec![CostPart::Tap], ZoneSet::BATTLEFIELD, draw(Amount::ONE)));
}

#[test]
fn other_excludes_something() {
    let others = |than| {
        let test = Test::And(vec![Test::Type(CardType::Creature), Test::not(Test::Is(than))]);
        let count = Amount::Count(Box::new(Selector::All(Filter::permanent(test))));
        let mods = vec![Modification::AddPowerToughness(count.clone(), count)];
        holds(Continuous::Modify { what: Selector::Ref(Ref::Host(Box::new(Ref::This))), mods })
    };
    let aura = Face {
        types: TypeSet::of(CardType::Enchantment),
        subtypes: SubtypeSet::from_iter([Subtype::AURA]),
        ..Face::default()
    };
    let found = verify::ability(&others(Ref::This), &aura);
    assert_eq!(found.iter().map(|f| f.rule).collect::<Vec<_>>(), [Rule::Other]);
    assert_eq!(verify::ability(&others(Ref::Host(Box::new(Ref::This))), &aura), []);
    accepts(&others(Ref::This));
}

#[test]
fn no_player_is_other_than_an_object() {
    let others = |than: Ref| {
        let test = Test::all([Test::Controlled(Who::Opponents), Test::not(Test::Is(than))]);
        let each = Selector::All(Filter::new(Kind::Player, test));
        let by = EventPattern::Damage { by: this(), to: Filter::new(Kind::Player, Test::Any), combat: None };
        triggered(by, Instruction::ForEach { over: each, body: Vec::new() })
    };
    refuses(Rule::Other, &others(Ref::This));
    accepts(&others(Ref::Event(Role::Object)));
}

#[test]
fn nobody_calls_themselves_a_spells_controller() {
    let loses = |who: Who| spell(vec![one(creature())], vec![Instruction::LoseLife(who, Amount::ONE).into()]);
    let sorcery = Face { types: TypeSet::of(CardType::Sorcery), ..Face::default() };
    let rules = |ability: &Ability| verify::ability(ability, &sorcery).iter().map(|f| f.rule).collect::<Vec<_>>();
    assert_eq!(rules(&loses(Who::Controller(Box::new(Ref::This)))), [Rule::Fit]);
    assert_eq!(rules(&loses(Who::Controller(Box::new(Ref::Target(0))))), []);
}

#[test]
fn selected_cards_are_in_a_zone() {
    let all = |zones| spell(Vec::new(), vec![exile(Selector::All(Filter::new(Kind::Card(zones), Test::Any))).into()]);
    refuses(Rule::Zone, &all(ZoneSet::default()));
    accepts(&all(ZoneSet::of(Zone::Graveyard)));
}

#[test]
fn a_quoted_ability_knows_nothing_of_what_grants_it() {
    let granted = |does: Instruction| {
        let ability = triggered(EventPattern::Tapped(this()), does);
        let effects = vec![Continuous::Modify {
            what: Selector::Ref(Ref::Target(0)),
            mods: vec![Modification::AddAbility(Arc::new(ability))],
        }];
        spell(vec![one(creature())], vec![Instruction::Effect { effects, duration: Duration::EndOfTurn }.into()])
    };
    refuses(Rule::Target, &granted(destroy(Ref::Target(0))));
    accepts(&granted(destroy(Ref::This)));
}
