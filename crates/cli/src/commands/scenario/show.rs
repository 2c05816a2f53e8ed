//! Boards and explanations as text and as JSON.

use lawmage_scenario::{Board, Explained, ExplainedStep};
use serde_json::{Value, json};

use crate::console::Console;

/// The board at a moment.
pub fn board(console: &Console, board: &Board) {
    console.line(console.bold(format!("    ── {} ──", board.when)));
    for line in &board.lines {
        console.line(format!("    {line}"));
    }
}

/// How an object came by its characteristics.
pub fn explained(console: &Console, explained: &Explained) {
    console.line(console.bold(format!("    ── {} ──", explained.object)));
    console.line("      begins as (707.2):");
    values(console, &explained.first);
    let mut layer = "";
    for step in &explained.steps {
        if step.layer != layer {
            console.line(format!("      {} ({})", step.layer, step.rule));
            layer = &step.layer;
        }
        self::step(console, step);
    }
    if explained.steps.is_empty() {
        console.line("      nothing applies to it");
    } else {
        console.line("      ends as:");
        values(console, &explained.last);
    }
    for ended in &explained.ended {
        console.line(format!("      no longer: {ended}"));
    }
}

fn values(console: &Console, values: &[(String, String)]) {
    for (what, value) in values {
        console.line(format!("        {what}: {value}"));
    }
}

fn step(console: &Console, step: &ExplainedStep) {
    let stamp = step.timestamp.map(|t| format!(", timestamp {t} (613.7)")).unwrap_or_default();
    let effect = if step.effect.is_empty() { String::new() } else { format!(": “{}”", step.effect) };
    console.line(format!("        {}{effect}{stamp}", step.source));
    for note in &step.notes {
        console.line(console.dim(format!("          {note}")));
    }
    if step.changes.is_empty() {
        console.line("          changes nothing");
    }
    for (what, before, after) in &step.changes {
        console.line(format!("          {what}: {before} → {after}"));
    }
}

/// The board as data.
pub fn board_json(board: &Board) -> Value {
    json!({ "when": board.when, "lines": board.lines })
}

/// An explanation as data.
pub fn explained_json(explained: &Explained) -> Value {
    let values = |all: &[(String, String)]| -> Value {
        all.iter().map(|(what, value)| json!({ "what": what, "value": value })).collect()
    };
    let steps: Vec<Value> = explained.steps.iter().map(step_json).collect();
    json!({
        "object": explained.object, "begins": values(&explained.first), "steps": steps,
        "ends": values(&explained.last), "ended": explained.ended,
    })
}

fn step_json(step: &ExplainedStep) -> Value {
    let changes: Vec<Value> = step
        .changes
        .iter()
        .map(|(what, before, after)| json!({ "what": what, "before": before, "after": after }))
        .collect();
    json!({
        "layer": step.layer, "rule": step.rule, "source": step.source, "effect": step.effect,
        "timestamp": step.timestamp, "notes": step.notes, "changes": changes,
    })
}
