//! Static lines (604): what holds while the object is where it works. What is said of objects is in
//! [`crate::grammar::continuous`]; here are the sentences around it, and what is said of players, costs and permissions.

use crate::grammar::cost::{additional, change, told};
use crate::grammar::permission;
mod combat_limits;
mod define;
mod each_if;

pub(crate) use define::everywhere;
mod host;
mod ignoring;
pub(crate) use rules::your_dungeons;
pub(crate) use subjects::casters;
mod meanwhile;
mod rules;
mod subjects;
mod x_limits;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Condition, Continuous, CostPart, Filter, Kind, Modification, Program,
    Prohibition, Ref, Selector, StaticAbility, Test, Who, Zone, ZoneSet, visit,
};

use self::subjects::{first_spell, it_is, several};
use super::annotation;
use crate::grammar::{condition, continuous, noun, replacement};
use crate::parse::{Handle, Parser, Referent, Sort};

/// What a static sentence says: a static ability in the making.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rule {
    /// What holds.
    pub effects: Vec<Continuous>,
    /// Where it works, when not on the battlefield.
    pub zones: Option<ZoneSet>,
    /// Whether it defines characteristics.
    pub defines: bool,
    /// A condition that the sentence has in its middle.
    pub condition: Option<Condition>,
}

impl Rule {
    /// Effects that work on the battlefield.
    pub fn of(effects: Vec<Continuous>) -> Self {
        Self { effects, ..Self::default() }
    }

    /// One effect.
    pub fn one(effect: Continuous) -> Self {
        Self::of(vec![effect])
    }

    /// One effect that works in those zones.
    pub fn in_zones(effect: Continuous, zones: ZoneSet) -> Self {
        Self { zones: Some(zones), ..Self::one(effect) }
    }

    fn ability(self, conditions: Vec<Condition>) -> Ability {
        let mut all = conditions;
        all.extend(self.condition);
        // 113.6b: "as long as this card is in your graveyard" says where it works, whatever else of its kind works elsewhere.
        let zones = all.iter().find_map(stated_zones).or(self.zones);
        let condition = match all.len() {
            0 | 1 => all.pop(),
            _ => Some(Condition::And(all)),
        };
        let (mut effects, mut condition) = (self.effects, condition);
        asked_of_defenders(&mut effects, &mut condition);
        // 604.3a: what sets a number only if something is so defines no characteristic.
        let sets_size = visit::any(&effects, |m: &Modification| matches!(m, Modification::SetPowerToughness(..)));
        let defines = self.defines && !(sets_size && condition.is_some());
        let zones = zones.filter(|_| defines || !self.defines).unwrap_or(ZoneSet::BATTLEFIELD);
        Ability::Static(StaticAbility { zones, condition, effects, defines })
    }
}

/// "~ can't attack unless defending player controls an Island": asked of each player that it might attack (508.5a).
fn asked_of_defenders(effects: &mut [Continuous], condition: &mut Option<Condition>) {
    let Some(asked) = condition.as_ref().filter(|c| visit::any(*c, |who: &Who| *who == Who::Defending)).cloned() else {
        return;
    };
    let mut defenders = Vec::new();
    for effect in effects {
        let Continuous::Cant(Prohibition::Attack { whom: whom @ None, .. }) = effect else { return };
        defenders.push(whom);
    }
    for whom in defenders {
        *whom = Some(Filter::new(Kind::AnyTarget, Test::If(Box::new(asked.clone()))));
    }
    *condition = None;
}

/// The zones in which a condition says the object itself is.
fn stated_zones(condition: &Condition) -> Option<ZoneSet> {
    match condition {
        Condition::InZone(Ref::This, zones) => Some(*zones),
        // 113.6c: what says where it doesn't work works everywhere else, outside the game too.
        Condition::Not(inner) => match &**inner {
            Condition::InZone(Ref::This, zones) => Some(zones.complement()),
            _ => None,
        },
        Condition::And(all) => all.iter().find_map(stated_zones),
        _ => None,
    }
}

type Reader = fn(&mut Parser<'_>) -> Option<Rule>;

/// What may stand on any object.
const ANYWHERE: &[Reader] = &[
    define::defining,
    this_spell_has,
    it_has,
    additional::additional,
    additional::spent_on_x,
    additional::alternative,
    change::this_spell,
    told::while_on_stack,
    rules::this_spell,
    rules::cast_only,
    rules::cast_unless,
    x_limits::x_not_zero,
    x_limits::x_at_most,
    meanwhile::becoming,
    meanwhile::cascading,
    permission::cast_itself,
    permission::plays_first,
    permission::counters_remain,
    permission::deck_copies,
    replacement::leaving_the_stack,
    replacement::of_itself,
];

/// What stands on permanents.
const PERMANENT: &[Reader] = &[
    change::others,
    additional::imposed,
    permission::permission,
    replacement::replacement,
    rules::control,
    rules::blocking,
    rules::attached_only,
    combat_limits::at_most,
    combat_limits::nearest,
    combat_limits::with_one,
    combat_limits::together,
    rules::entering,
    rules::triggers_again,
    rules::no_triggers,
    rules::cant_cause,
    rules::no_counters,
    rules::players,
    rules::steps,
    subjects::for_every,
    said_of_objects,
];

/// A static line of a permanent: one or more sentences.
pub(crate) fn line(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    sentences(p, true)
}

/// A static line that may stand on an instant or sorcery: costs, and how the spell may be cast.
pub(crate) fn spell_line(p: &mut Parser<'_>) -> Option<Vec<Ability>> {
    sentences(p, false)
}

fn sentences(p: &mut Parser<'_>, permanent: bool) -> Option<Vec<Ability>> {
    let mut all = Vec::new();
    while !p.at_end() {
        if change::tells_of_before(p) {
            // "This effect can't reduce …" goes with the cost change before it.
            change::tell_before(p, all.last_mut())?;
        } else if let Some(others) = p.attempt(define::same_for) {
            // "The same is true for …": said of those, too.
            let told = match all.last_mut() {
                Some(Ability::Static(StaticAbility { effects, .. })) => define::same_said(effects, others),
                _ => None,
            };
            if told.is_none() {
                return p.fail("what is said of objects before");
            }
        } else if let Some(others) = p.attempt(define::same_keywords) {
            let Some(same) = define::said_of_others(&all, &others) else {
                return p.fail("one keyword that is asked about and had");
            };
            all.extend(same);
        } else if p.at("you can't cast more than one spell this way each turn") {
            permission::once_each_turn(p, all.last_mut())?;
        } else if p.at("you may activate each of those abilities") {
            define::only_once(p, all.last_mut())?;
        } else if crate::grammar::keyword::equal_to_mana_cost(p).is_some() {
        } else if p.attempt(|p| crate::grammar::effect::still(p).then_some(())).is_some() {
            // 205.1b: it keeps the types it has, as the sentence before was read.
            let keeps = |m: &Modification| matches!(m, Modification::AddTypes(_));
            match all.last() {
                Some(Ability::Static(before)) if visit::any(before, keeps) => {}
                _ => return p.fail("types that are added to others before"),
            }
        } else if let Some(spared) = p.attempt(define::not_removed) {
            define::tell_not_removed(p, spared, all.last_mut())?;
        } else if let Some((by, cost)) = p.attempt(|p| ignoring::ignored(p, all.last())) {
            // 116.2d: the effects of the sentence before.
            match all.last_mut() {
                Some(Ability::Static(before)) if before.effects.iter().all(|e| matches!(e, Continuous::Cant(_))) => {
                    let effects = std::mem::take(&mut before.effects);
                    before.effects.push(Continuous::Ignorable { by, cost, effects });
                }
                _ => return p.fail("an effect before"),
            }
        } else if let Some(action) = p.attempt(any_time) {
            all.push(action);
        } else if p.eat("otherwise ,") {
            // "Otherwise" is when the condition of the sentence before does not hold.
            let before = match all.last() {
                Some(Ability::Static(before)) => before.condition.clone()?,
                _ => return p.fail("a condition before"),
            };
            let otherwise = host::otherwise(before);
            for rule in p.with_where(|p| core(p, permanent))? {
                all.push(rule.ability(vec![otherwise.clone()]));
            }
        } else if host::instead(p, &mut all).is_none() {
            all.extend(sentence(p, permanent)?);
            host::mention(p, all.last());
        }
        // The sentence may have ended within the quotation.
        if !p.eat(".") && !p.at_end() && !crate::grammar::effect::ended_in_quotation(p) {
            return p.fail("the end of the sentence");
        }
    }
    if all.is_empty() { None } else { Some(all) }
}

/// "You may discard this card any time you could cast an instant." (116.2e): a special action.
fn any_time(p: &mut Parser<'_>) -> Option<Ability> {
    p.expect("you may")?;
    let cost = crate::grammar::cost(p)?;
    p.expect("any time you could cast an instant")?;
    let in_hand = matches!(cost.parts.as_slice(), [CostPart::Discard(_)]);
    Some(Ability::Activated(ActivatedAbility {
        cost,
        program: Program::plain(Vec::new(), Vec::new()),
        zones: if in_hand { ZoneSet::of(Zone::Hand) } else { ZoneSet::BATTLEFIELD },
        limits: ActivationLimits { special: true, ..ActivationLimits::default() },
        by: None,
        mana: false,
        loyalty: false,
    }))
}

/// A sentence with its conditions before and after.
fn sentence(p: &mut Parser<'_>, permanent: bool) -> Option<Vec<Ability>> {
    p.attempt(|p| {
        let mut conditions = Vec::new();
        // "During your turn, if an opponent lost life this turn, …"
        while let Some(before) = p.attempt(prefix).filter(|_| conditions.len() < 2) {
            conditions.push(before);
        }
        let each = p.at("each");
        let mut rules = p.with_where(|p| core(p, permanent))?;
        if each {
            p.scope.mention(Referent::new(Handle::Ref(Ref::It), Sort::Permanent));
        }
        let told = each_if::told_of(&rules);
        let mut suffixes = 0;
        while let Some(after) = p.attempt(suffix) {
            suffixes += 1;
            match after {
                Condition::Is(Ref::It, test) => rules.iter_mut().try_for_each(|rule| only_those(rule, &test))?,
                after => conditions.push(after),
            }
        }
        let mut all: Vec<Ability> = rules.into_iter().map(|rule| rule.ability(conditions.clone())).collect();
        if let Some(subject) = told.filter(|_| suffixes == 1 && conditions.len() < 2) {
            while let Some(more) = p.attempt(|p| each_if::further(p, &subject)) {
                all.push(more);
            }
        }
        Some(all)
    })
}

/// "Each Vehicle you control gets +1/+1 as long as it's a creature": of all that fit, those for which that holds.
fn only_those(rule: &mut Rule, test: &Test) -> Option<()> {
    for effect in &mut rule.effects {
        let Continuous::Modify { what: Selector::All(filter), .. } = effect else { return None };
        filter.test = Test::all([filter.test.clone(), test.clone()]);
    }
    Some(())
}

/// "As long as …,", "During your turn,", "If …,".
fn prefix(p: &mut Parser<'_>) -> Option<Condition> {
    // "During each of your turns, you may cast a spell from …": once in each.
    if p.at_any(&permission::ONCE_IN_YOUR_TURNS) {
        return None;
    }
    if p.eat("during") {
        let mut condition = annotation::during(p)?;
        // "During your turn and you control an Army, …"
        if p.eat("and") {
            condition = Condition::And(vec![condition, condition::condition(p)?]);
        }
        return p.comma().then_some(condition);
    }
    if p.at("if") && (would_follows(p) || p.at("if it's neither day nor night")) {
        return None;
    }
    p.eat_any(&["as long as", "if", "for as long as", "while"])?;
    let condition = condition::condition(p)?;
    p.comma().then_some(condition)
}

/// Whether this is an "if … would" of a replacement effect.
fn would_follows(p: &Parser<'_>) -> bool {
    (0..).map_while(|i| p.peek_at(i)).take_while(|t| !matches!(&*t.text, "." | ",")).any(|t| &*t.text == "would")
}

/// "as long as …", "during your turn", "unless …", "if …".
fn suffix(p: &mut Parser<'_>) -> Option<Condition> {
    if p.eat("during") {
        return annotation::during(p);
    }
    if p.eat("unless") {
        return condition::condition(p).map(|c| Condition::Not(Box::new(c)));
    }
    p.eat_any(&["as long as", "if", "while"])?;
    condition::condition(p).map(each_if::of_each)
}

/// The core of a sentence: one statement, or several joined by "and".
fn core(p: &mut Parser<'_>, permanent: bool) -> Option<Vec<Rule>> {
    if permanent && let Some(both) = p.attempt(rules::as_sorceries) {
        return Some(both);
    }
    if permanent && let Some(both) = p.attempt(replacement::enters_or_is_turned_up) {
        let rule = |of| Rule::one(Continuous::Replace(Box::new(of)));
        return Some(both.into_iter().map(rule).collect());
    }
    if let Some(rule) = p.attempt(subjects::you_among_them) {
        return Some(vec![rule]);
    }
    if let Some(both) = p.first(MORE_THAN_ONE) {
        return Some(both);
    }
    let mut all = vec![statement(p, permanent)?];
    rules::stays_tapped(p, &mut all);
    while let Some(next) = p.attempt(|p| {
        p.comma();
        p.expect("and")?;
        statement(p, permanent)
    }) {
        let same_place = all.last().is_some_and(|r| r.zones == next.zones && r.defines == next.defines);
        match all.last_mut() {
            Some(last) if same_place && last.condition.is_none() && next.condition.is_none() => {
                last.effects.extend(next.effects);
            }
            _ => all.push(next),
        }
    }
    Some(all)
}

type SeveralReader = fn(&mut Parser<'_>) -> Option<Vec<Rule>>;

/// Sentences that are several rules.
const MORE_THAN_ONE: &[SeveralReader] =
    &[permission::cast_from_there_alone, permission::land_and_spell, permission::flash_at_a_cost, change::and_less];

fn statement(p: &mut Parser<'_>, permanent: bool) -> Option<Rule> {
    let more: &[Reader] = if permanent { PERMANENT } else { &[] };
    ANYWHERE.iter().chain(more).find_map(|read| p.attempt(|p| read(p)))
}

/// "This spell has cascade as long as …": wherever it may be cast from, and on the stack (113.6).
fn this_spell_has(p: &mut Parser<'_>) -> Option<Rule> {
    let is_spell = p.peek().is_some_and(|token| p.printed(token).eq_ignore_ascii_case("this spell"));
    if !(is_spell || p.scope.face.spell) || !p.at("~ has") {
        return p.fail("“this spell has”");
    }
    let rule = of_objects(p)?;
    Some(Rule { zones: Some(ZoneSet::ANYWHERE), ..rule })
}

/// After "if this spell was kicked,": "it has split second", on the stack, where it was.
fn it_has(p: &mut Parser<'_>) -> Option<Rule> {
    let after_condition = p.last().is_some_and(|token| &*token.text == ",");
    if !p.scope.face.spell || !after_condition || !p.at("it has") {
        return p.fail("what the spell has");
    }
    let rule = of_objects(p)?;
    let of_this = |effect: &Continuous| matches!(effect, Continuous::Modify { what, .. } if *what == lawmage_ir::THIS);
    if !rule.effects.iter().all(of_this) {
        return p.fail("what the spell itself has");
    }
    Some(Rule { zones: Some(ZoneSet::of(Zone::Stack)), ..rule })
}

/// What is said of objects: "creatures you control get +1/+1 and have vigilance".
fn said_of_objects(p: &mut Parser<'_>) -> Option<Rule> {
    let rule = of_objects(p)?;
    // A static ability has nobody choose as it applies.
    if p.scope.face.pending.is_some() { None } else { Some(rule) }
}

fn of_objects(p: &mut Parser<'_>) -> Option<Rule> {
    if let Some(rule) = p.attempt(rules::abilities_of) {
        return Some(rule);
    }
    if let Some(rule) = p.attempt(first_spell) {
        return Some(rule);
    }
    if let Some(rule) = p.attempt(it_is) {
        return Some(rule);
    }
    let targets = p.scope.targets.len();
    let excepted = p.attempt(subjects::except_for);
    let mut subject = match p.attempt(paired).or_else(|| p.attempt(define::everything)) {
        Some(pair) => pair,
        None => noun::selector(p)?,
    };
    if let Some(excepted) = excepted {
        let Selector::All(all) = &mut subject else { return p.fail("all of some objects") };
        all.test = Test::all([all.test.clone(), Test::not(excepted)]);
    }
    let more = several(p);
    if !more.is_empty() {
        subject = Selector::Union([vec![subject], more].concat());
    }
    // A static ability has no targets and no choices (115.1, 604.1).
    if p.scope.targets.len() > targets || chooses(&subject) {
        return p.fail("objects that need no choice");
    }
    // "Each artifact creature gets +X/+0, where X is its mana value": "its" is of each of them. What follows the statement,
    // its conditions, isn't asked of each.
    let said = p.scope.referents.len();
    if matches!(subject, Selector::All(_)) {
        p.scope.mention(Referent::new(Handle::Ref(Ref::It), Sort::Permanent));
    }
    // "Creatures with power less than this creature's power can't block it": none of them is blocked by itself.
    if p.at("can't block it") {
        p.scope.referents.truncate(said);
    }
    let effects = continuous::predicate(p, &subject);
    p.scope.referents.truncate(said);
    let effects = effects?;
    // "Enchanted creature doesn't untap during its controller's untap step unless that player is the monarch."
    if let ([Continuous::Cant(Prohibition::UntapStep(_))], Some(it)) = (effects.as_slice(), host::the_one(&subject))
        && p.at("unless that player")
    {
        p.scope.mention(Referent::player(Who::Controller(Box::new(it.clone()))));
    }
    let zones = outside(&subject);
    Some(Rule { effects, zones, ..Rule::default() })
}

/// "both creatures", "each of those creatures", after "~ is paired with another creature" (702.95b).
fn paired(p: &mut Parser<'_>) -> Option<Selector> {
    let said = p.eat("both creatures") || (p.scope.face.paired && p.eat("each of those creatures"));
    said.then_some(())?;
    let partner = Ref::Partner(Box::new(Ref::This));
    Some(Selector::Union(vec![Selector::Ref(Ref::This), Selector::Ref(partner)]))
}

fn chooses(selector: &Selector) -> bool {
    match selector {
        Selector::Top(_, lawmage_ir::Amount::ONE) => false,
        Selector::Choose(_) | Selector::Top(..) | Selector::Bottom(..) | Selector::GraveyardEnd { .. } => true,
        Selector::Union(all) => all.iter().any(chooses),
        Selector::Those(inner, _) => chooses(inner),
        _ => false,
    }
}

/// Statements about spells on the stack still work from the battlefield.
fn outside(_: &Selector) -> Option<ZoneSet> {
    None
}

/// The stack alone: where spells' own costs and riders work (113.6, 604.5).
pub(crate) const STACK: ZoneSet = ZoneSet::of(Zone::Stack);
