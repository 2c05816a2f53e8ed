//! The compiled form as a person can read it: an indented outline in plain English, with the rules behind each part.

mod outline;
mod rules;

use lawmage_ir::{
    Ability, ActivatedAbility, ActivationLimits, Amount, Clause, Condition, Continuous, Duration, Face, Instruction,
    Mode, Program, Ref, Rule, StaticAbility, TriggeredAbility, Who, rule,
};

use crate::print::{Context, Printer, print_ability, words};
use outline::Outline;

/// An outline of a face: each ability's kind, event, condition, cost, targets and instructions, with the rules behind them.
#[must_use]
pub fn describe_face(face: &Face) -> String {
    let mut out = Outline::default();
    for ability in &face.abilities {
        ability_lines(&mut out, ability, face);
    }
    for line in &face.uncompiled {
        out.line(&format!("not compiled: {line}"));
    }
    out.finish()
}

/// The rules behind a face's abilities, sorted, each once.
#[must_use]
pub fn rules_behind(face: &Face) -> Vec<Rule> {
    rules::behind(&face.abilities)
}

fn ability_lines(out: &mut Outline, ability: &Ability, face: &Face) {
    let context = Context { face };
    let mut p = Printer::telling(&context);
    match ability {
        Ability::Keyword(keyword) => {
            let text = print_ability(ability, &context);
            out.cited(&format!("Keyword: {text}"), keyword.keyword.rule());
            out.deeper(|out| keyword.means.iter().for_each(|means| ability_lines(out, means, face)));
        }
        Ability::Spell(program) => {
            out.cited("Spell ability", rule!("113.3a"));
            out.deeper(|out| program_lines(out, &mut p, program));
        }
        Ability::SpellInstead(label, program) => {
            let paid = p.condition(&Condition::Paid(Ref::This, label.clone()));
            out.cited(&format!("Spell ability instead, if {paid}"), rule!("612.1"));
            out.deeper(|out| program_lines(out, &mut p, program));
        }
        Ability::Activated(activated) => activated_lines(out, &mut p, activated),
        Ability::Triggered(triggered) => triggered_lines(out, &mut p, triggered),
        Ability::Static(fixed) => static_lines(out, &mut p, fixed),
    }
}

fn activated_lines(out: &mut Outline, p: &mut Printer<'_>, ability: &ActivatedAbility) {
    let (kind, cites) = if ability.loyalty {
        ("Loyalty ability", rule!("606"))
    } else if ability.mana {
        ("Activated mana ability", rule!("605.1a"))
    } else {
        ("Activated ability", rule!("602"))
    };
    out.cited(kind, cites);
    p.tell_zones(ability.zones);
    out.deeper(|out| {
        let cost = if ability.cost.parts.is_empty() { "none".to_owned() } else { p.cost(&ability.cost) };
        out.cited(&format!("cost: {cost}"), rule!("118"));
        for change in p.cost_changes(&ability.cost) {
            out.cited(&words::lower(change.trim_end_matches('.')), rule!("602.2b"));
        }
        p.notice_paid(&ability.cost);
        limit_lines(out, p, &ability.limits, ability.by.as_ref());
        program_lines(out, p, &ability.program);
    });
}

/// When and how often an ability may be activated, and by whom.
fn limit_lines(out: &mut Outline, p: &mut Printer<'_>, limits: &ActivationLimits, by: Option<&Who>) {
    if limits.special {
        out.cited("a special action", rule!("116.2"));
    }
    if limits.sorcery {
        out.cited("only as a sorcery", rule!("307.5"));
    }
    if limits.instant {
        out.cited("only as an instant", rule!("602.5e"));
    }
    if let Some(n) = limits.per_turn {
        out.cited(&format!("at most {n} a turn"), rule!("602.5b"));
    }
    if let Some(n) = limits.per_object {
        out.cited(&format!("at most {n} for this object"), rule!("602.5b"));
    }
    let asked = ActivationLimits { condition: limits.condition.clone(), ..ActivationLimits::default() };
    for sentence in p.limits(&asked, by) {
        out.cited(&crate::print::words::lower(sentence.trim_end_matches('.')), rule!("602.5"));
    }
}

fn triggered_lines(out: &mut Outline, p: &mut Printer<'_>, ability: &TriggeredAbility) {
    let (kind, cites) =
        if ability.mana { ("Triggered mana ability", rule!("605.1b")) } else { ("Triggered ability", rule!("603")) };
    out.cited(kind, cites);
    p.tell_zones(ability.zones);
    out.deeper(|out| {
        out.cited(&format!("event: {}", p.tell_event(&ability.event)), rules::of_event(&ability.event));
        if let Some(condition) = &ability.condition {
            out.cited(&format!("intervening if: {}", p.condition(condition)), rule!("603.4"));
        }
        program_lines(out, p, &ability.program);
        if let Some(n) = ability.per_turn {
            out.line(&format!("at most {n} a turn"));
        }
        if ability.do_once {
            out.cited("done only once a turn", rule!("603.2i"));
        }
    });
}

fn static_lines(out: &mut Outline, p: &mut Printer<'_>, ability: &StaticAbility) {
    let (kind, cites) = if ability.defines {
        ("Characteristic-defining ability", rule!("604.3"))
    } else {
        ("Static ability", rule!("604"))
    };
    out.cited(kind, cites);
    p.tell_zones(ability.zones);
    out.deeper(|out| {
        if let Some(condition) = &ability.condition {
            out.line(&format!("as long as {}", p.condition(condition)));
        }
        let size = if ability.defines { p.defining(ability) } else { None };
        match size {
            Some(text) => out.cited(&text, rule!("613.4a")),
            None => effect_lines(out, p, &ability.effects, None),
        }
    });
}

fn program_lines(out: &mut Outline, p: &mut Printer<'_>, program: &Program) {
    if let Some(modal) = &program.modal {
        let header = p.modal_header(modal, program.modes.len());
        out.cited(&crate::print::words::lower(header.trim_end_matches([' ', '—', '.'])), rule!("700.2"));
    }
    for (at, mode) in program.modes.iter().enumerate() {
        if program.modal.is_some() {
            out.line(&format!("mode {}", at + 1));
            out.deeper(|out| {
                if let Some(cost) = &mode.cost {
                    out.cited(&format!("additional cost: {}", p.cost(cost)), rule!("700.2h"));
                }
                mode_lines(out, p, mode);
            });
        } else {
            mode_lines(out, p, mode);
        }
    }
}

fn mode_lines(out: &mut Outline, p: &mut Printer<'_>, mode: &Mode) {
    for target in p.tell_targets(&mode.targets) {
        out.cited(&format!("target: {target}"), rule!("115.1"));
    }
    clause_lines(out, p, &mode.clauses);
}

fn clause_lines(out: &mut Outline, p: &mut Printer<'_>, clauses: &[Clause]) {
    for clause in clauses {
        if !structure_lines(out, p, &clause.does) {
            let text = p.tell_clause(clause);
            out.cited(&text, rules::of_instruction(&clause.does));
        } else {
            p.tell_done(clause);
        }
    }
}

/// One of the words that are voted for.
fn voted(words: &[std::sync::Arc<str>], place: usize) -> &str {
    words.get(place).map_or("", |word| word)
}

/// What stands above the clauses of an instruction that says no more.
const fn head_of(does: &Instruction) -> &'static str {
    if matches!(does, Instruction::Process { .. }) { "this process" } else { "claim the prize" }
}

/// An instruction that holds others, by its parts. Whether it is one.
fn structure_lines(out: &mut Outline, p: &mut Printer<'_>, does: &Instruction) -> bool {
    let rule = rules::of_instruction(does);
    match does {
        Instruction::Seq(body) => clause_lines(out, p, body),
        Instruction::Action { deed, number, body } => {
            let number = number.as_ref().map(|(n, _)| format!(" {}", p.digits(n))).unwrap_or_default();
            let deed = crate::grammar::instruction::actions::word(*deed);
            out.cited(&format!("{deed}{number}{}", p.where_x()), rule);
            block(out, p, body);
        }
        Instruction::If { condition, then, otherwise } => {
            out.cited(&p.tell_if(condition), rule);
            block(out, p, then);
            labelled(out, p, "otherwise", otherwise);
        }
        Instruction::May { who, body } => {
            out.cited(&p.tell_may(who), rule);
            p.tell_of(who, |p| block(out, p, body));
        }
        Instruction::MayPay { who, cost, then, otherwise } => {
            out.cited(&p.tell_may_pay(who, cost), rule);
            labelled(out, p, "if that was paid", then);
            labelled(out, p, "if it wasn't", otherwise);
        }
        Instruction::Unless { who, cost, body } => {
            out.cited(&p.tell_unless(who, cost), rule);
            block(out, p, body);
        }
        Instruction::ForEach { over, body } => {
            p.tell_each(over, |p, head| {
                out.cited(head, rule);
                block(out, p, body);
            });
            if matches!(over, lawmage_ir::Selector::Players(_)) {
                p.several_chosen(body);
            }
        }
        Instruction::InTurnOrder(order) => p.tell_in_turn_order(order, |p, head| {
            out.cited(head, rule);
            block(out, p, &order.body);
        }),
        Instruction::Repeat { times, body } => repeated(out, p, times, body),
        Instruction::ClaimPrize(body) | Instruction::Process { body, .. } => {
            out.cited(head_of(does), rule);
            block(out, p, body);
        }
        Instruction::ChooseMode { who, min, max, modes } => {
            let number = if min == max { min.to_string() } else { format!("{min} to {max}") };
            out.cited(&format!("{} {number}", p.who(who).does("choose")), rule);
            for mode in modes {
                out.deeper(|out| labelled(out, p, "mode", &mode.clauses));
            }
        }
        Instruction::Piles(piles) => {
            out.cited(&p.separation(piles), rule);
            out.cited(&p.tell_pile(piles), rule);
            block(out, p, &piles.then);
        }
        Instruction::Vote(vote) => {
            out.cited(&p.vote_for(vote), rule);
            p.tell_most(vote);
            match &**vote {
                lawmage_ir::Vote::Objects { then, .. } => block(out, p, then),
                lawmage_ir::Vote::Words { words, first, second } => {
                    labelled(out, p, &format!("if {} gets more votes", voted(words, 0)), first);
                    labelled(out, p, &format!("if {} does, or the vote is tied", voted(words, 1)), second);
                }
                lawmage_ir::Vote::Tally { .. } => {}
            }
        }
        Instruction::FlipCoin { who, won, lost } => {
            out.cited(&p.who(who).does("flip a coin"), rule);
            labelled(out, p, "if the flip is won", won);
            labelled(out, p, "if it is lost", lost);
        }
        Instruction::Clash { with, won, lost } => {
            p.slots.insert(*with, crate::print::Noun::new("player", false));
            out.cited("clash with an opponent", rule);
            labelled(out, p, "if you win", won);
            labelled(out, p, "otherwise", lost);
        }
        Instruction::ResultsTable(_, rows) => {
            for row in rows {
                let most = row.most.map_or_else(|| " or more".to_owned(), |most| format!(" to {most}"));
                out.cited(&format!("if the result is {}{most}", row.least), rule);
                block(out, p, &row.then);
            }
        }
        Instruction::Effect { effects, duration } => effect_lines(out, p, effects, Some(duration)),
        Instruction::Delayed { ability, waits } => p.tell_apart(|p| {
            out.cited(&p.tell_delayed(ability, waits), rule);
            out.deeper(|out| program_lines(out, p, &ability.program));
        }),
        Instruction::Reflexive(program) => p.tell_apart(|p| {
            out.cited("when that is done", rule);
            out.deeper(|out| program_lines(out, p, program));
        }),
        Instruction::Emblem(who, abilities) => {
            out.cited(&p.who(who).does("get an emblem"), rule);
            out.deeper(|out| abilities.iter().for_each(|a| ability_lines(out, a, p.face())));
        }
        _ => return false,
    }
    true
}

fn block(out: &mut Outline, p: &mut Printer<'_>, clauses: &[Clause]) {
    out.deeper(|out| clause_lines(out, p, clauses));
}

fn labelled(out: &mut Outline, p: &mut Printer<'_>, label: &str, clauses: &[Clause]) {
    if !clauses.is_empty() {
        out.line(label);
        block(out, p, clauses);
    }
}

/// Continuous effects, each with its rule and the layers of what it changes. Static abilities' have no duration.
fn effect_lines(out: &mut Outline, p: &mut Printer<'_>, effects: &[Continuous], duration: Option<&Duration>) {
    for effect in effects {
        let text = p.tell_effect(effect, duration);
        if let Continuous::Modify { mods, .. } = effect
            && let [one] = mods.as_slice()
        {
            out.cited(&text, rules::of_modification(one));
            continue;
        }
        out.cited(&text, rules::of_continuous(effect));
        if let Continuous::Modify { what, mods } = effect {
            let lasting = duration.is_none();
            out.deeper(|out| {
                for one in mods {
                    out.cited(&p.tell_modification(what, one, lasting), rules::of_modification(one));
                }
            });
        }
    }
}

/// What is done so many times.
fn repeated(out: &mut Outline, p: &mut Printer<'_>, times: &Amount, body: &[Clause]) {
    let times = if *times == Amount::ONE { "one".to_owned() } else { p.number_word(times) };
    let head = if crate::grammar::effect::repeated_action(body) {
        format!("{times} times{}", p.where_x())
    } else {
        format!("{times} more times, from the top of what follows{}", p.where_x())
    };
    out.cited(&head, rule!("608.2c"));
    block(out, p, body);
}
