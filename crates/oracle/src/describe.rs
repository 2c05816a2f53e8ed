//! The compiled form as a person can read it: an indented outline with the rules behind each part.

mod outline;
mod rules;

use lawmage_ir::{Ability, Clause, Continuous, Face, Instruction, Program, Rule, rule};

use crate::print::{Context, print_ability, print_condition, print_cost, print_event};
use outline::Outline;

/// An outline of a face: each ability's kind, event, condition, cost, targets and clauses, with slot numbers and rules.
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
    let mut all = Vec::new();
    for ability in &face.abilities {
        rules::of_ability(ability, &mut all);
    }
    all.sort();
    all.dedup();
    all
}

fn ability_lines(out: &mut Outline, ability: &Ability, face: &Face) {
    let context = Context { face };
    match ability {
        Ability::Keyword(keyword) => {
            let text = print_ability(ability, &context);
            out.cited(&format!("Keyword: {text}"), keyword.keyword.rule());
            out.deeper(|out| {
                for means in keyword.means.iter() {
                    ability_lines(out, means, face);
                }
            });
        }
        Ability::SpellInstead(_, program) => {
            out.cited("Spell ability instead", rule!("612.1"));
            out.deeper(|out| program_lines(out, program, &context));
        }
        Ability::Spell(program) => {
            out.cited("Spell ability", rule!("113.3a"));
            out.deeper(|out| program_lines(out, program, &context));
        }
        Ability::Activated(activated) => {
            let (kind, cites) = if activated.loyalty {
                ("Loyalty ability", rule!("606"))
            } else if activated.mana {
                ("Activated mana ability", rule!("605.1a"))
            } else {
                ("Activated ability", rule!("602"))
            };
            out.cited(kind, cites);
            out.deeper(|out| {
                out.cited(&format!("cost: {}", print_cost(&activated.cost, &context)), rule!("118"));
                if activated.limits.special {
                    out.cited("a special action", rule!("116.2"));
                }
                if activated.limits.sorcery {
                    out.cited("only as a sorcery", rule!("307.5"));
                }
                if let Some(n) = activated.limits.per_turn {
                    out.cited(&format!("at most {n} a turn"), rule!("602.5b"));
                }
                if let Some(n) = activated.limits.per_object {
                    out.cited(&format!("at most {n} for this object"), rule!("602.5b"));
                }
                if let Some(condition) = &activated.limits.condition {
                    out.cited(&format!("only if {}", print_condition(condition, &context)), rule!("602.5"));
                }
                program_lines(out, &activated.program, &context);
            });
        }
        Ability::Triggered(triggered) => {
            let (kind, cites) = if triggered.mana {
                ("Triggered mana ability", rule!("605.1b"))
            } else {
                ("Triggered ability", rule!("603"))
            };
            out.cited(kind, cites);
            out.deeper(|out| {
                out.cited(
                    &format!("event: {}", print_event(&triggered.event, &context)),
                    rules::of_event(&triggered.event),
                );
                if let Some(condition) = &triggered.condition {
                    out.cited(&format!("intervening if: {}", print_condition(condition, &context)), rule!("603.4"));
                }
                program_lines(out, &triggered.program, &context);
                if let Some(n) = triggered.per_turn {
                    out.line(&format!("at most {n} a turn"));
                }
            });
        }
        Ability::Static(fixed) => {
            let cites = if fixed.defines { rule!("604.3") } else { rule!("604") };
            out.cited(if fixed.defines { "Characteristic-defining ability" } else { "Static ability" }, cites);
            out.deeper(|out| {
                if let Some(condition) = &fixed.condition {
                    out.line(&format!("as long as: {}", print_condition(condition, &context)));
                }
                for effect in &fixed.effects {
                    continuous_line(out, effect);
                }
            });
        }
    }
}

fn program_lines(out: &mut Outline, program: &Program, context: &Context<'_>) {
    if let Some(modal) = &program.modal {
        out.cited(&format!("modes: {} to {}", outline::node(&modal.min), outline::node(&modal.max)), rule!("700.2"));
    }
    for (at, mode) in program.modes.iter().enumerate() {
        let body = |out: &mut Outline| {
            for (n, target) in mode.targets.iter().enumerate() {
                let noun = crate::print::print_filter(&target.filter, context);
                let max = target.max.as_ref().map_or_else(|| "any number".to_owned(), outline::node);
                let count = format!("{} to {max}", outline::node(&target.min));
                out.cited(&format!("target {n}: {noun} ({count})"), rule!("115.1"));
            }
            clauses_lines(out, &mode.clauses);
        };
        if program.modal.is_some() {
            out.line(&format!("mode {}", at + 1));
            out.deeper(body);
        } else {
            body(out);
        }
    }
}

fn clauses_lines(out: &mut Outline, clauses: &[Clause]) {
    for clause in clauses {
        let slot = clause.out.map(|s| format!(" → slot {s}")).unwrap_or_default();
        let (head, blocks) = split(&clause.does);
        out.cited(&format!("{head}{slot}"), rules::of_instruction(&clause.does));
        out.deeper(|out| {
            for (label, inner) in blocks {
                if label.is_empty() {
                    clauses_lines(out, inner);
                } else if !inner.is_empty() {
                    out.line(label);
                    out.deeper(|out| clauses_lines(out, inner));
                }
            }
            if let Instruction::Effect { effects, .. } = &clause.does {
                for effect in effects {
                    continuous_line(out, effect);
                }
            }
        });
    }
}

fn continuous_line(out: &mut Outline, effect: &Continuous) {
    out.cited(&outline::node(effect), rules::of_continuous(effect));
    if let Continuous::Modify { mods, .. } = effect {
        out.deeper(|out| {
            for one in mods {
                out.cited(&outline::node(one), rules::of_modification(one));
            }
        });
    }
}

/// An instruction's own line, and the clauses within it.
fn split(does: &Instruction) -> (String, Vec<(&'static str, &[Clause])>) {
    match does {
        Instruction::If { condition, then, otherwise } => {
            (format!("if {}", outline::node(condition)), vec![("then", then), ("otherwise", otherwise)])
        }
        Instruction::May { who, body } => (format!("{} may", outline::node(who)), vec![("", body)]),
        Instruction::MayPay { who, cost, then, otherwise } => (
            format!("{} may pay {}", outline::node(who), outline::node(cost)),
            vec![("if paid", then), ("if not", otherwise)],
        ),
        Instruction::Unless { who, cost, body } => {
            (format!("unless {} pays {}", outline::node(who), outline::node(cost)), vec![("", body)])
        }
        Instruction::ForEach { over, body } => (format!("for each of {}", outline::node(over)), vec![("", body)]),
        Instruction::Repeat { times, body } => (format!("{} times", outline::node(times)), vec![("", body)]),
        Instruction::ClaimPrize(body) => ("claim the prize".to_owned(), vec![("", body)]),
        Instruction::Seq(body) => ("in order".to_owned(), vec![("", body)]),
        Instruction::FlipCoin { won, lost, .. } => ("flip a coin".to_owned(), vec![("won", won), ("lost", lost)]),
        Instruction::ResultsTable(of, rows) => {
            (format!("on {}", outline::node(of)), rows.iter().map(|r| ("row", r.then.as_slice())).collect())
        }
        Instruction::Effect { duration, .. } => (format!("effect, {}", outline::node(duration)), Vec::new()),
        other => (outline::node(other), Vec::new()),
    }
}
