//! Win rates of a gauntlet, rows against columns. Columns have the numbers of the rows, and come in parts where the field is
//! too wide for a line.

use std::collections::BTreeMap;

use lawmage_sim::stats::Rate;
use lawmage_sim::{Config, Report};

use super::print::cut;
use crate::console::Console;

/// Columns of a terminal.
const WIDTH: usize = 80;
/// How wide a deck's name is shown.
const NAME: usize = 18;
/// How wide a cell is.
const CELL: usize = 4;

/// Prints the matrix of a report, the entrants in that order.
pub fn print(report: &Report, config: &Config, order: &[usize], console: &Console) {
    let cells = cells(report);
    let rows: Vec<(usize, usize)> = (1..).zip(order.iter().copied()).filter(|(_, at)| row_of(report, *at)).collect();
    let columns: Vec<(usize, usize)> =
        (1..).zip(order.iter().copied()).filter(|(_, at)| column_of(report, *at)).collect();
    let what = if config.best_of > 1 { "matches" } else { "games" };
    console.line("");
    console.line(console.dim(format!("{what} won in %, rows against columns")));
    for part in columns.chunks((WIDTH - NAME - 4) / CELL) {
        let head: String = part.iter().map(|(number, _)| format!("{number:>CELL$}")).collect();
        console.line(console.dim(format!("{:width$}{head}", "", width = NAME + 3)));
        for (number, row) in &rows {
            let name = report.entrants.get(*row).map_or("", |e| e.name.as_str());
            let line: String = part.iter().map(|(_, column)| cell(&cells, *row, *column)).collect();
            console.line(format!("{number:>2} {:NAME$}{line}", cut(name, NAME)));
        }
    }
}

/// An entrant with a row: where decks play others than each other, these have columns alone.
fn row_of(report: &Report, entrant: usize) -> bool {
    is_round_robin(report) || report.pairs.iter().any(|p| p.a_entrant == entrant)
}

fn column_of(report: &Report, entrant: usize) -> bool {
    is_round_robin(report) || report.pairs.iter().any(|p| p.b_entrant == entrant)
}

/// Whether all play all.
fn is_round_robin(report: &Report) -> bool {
    let count = report.entrants.len();
    report.pairs.len() == count * count.saturating_sub(1) / 2
}

/// Win rates by row and column.
fn cells(report: &Report) -> BTreeMap<(usize, usize), Rate> {
    let mut cells = BTreeMap::new();
    for pair in &report.pairs {
        cells.insert((pair.a_entrant, pair.b_entrant), pair.a_matches.unwrap_or(pair.a_rate));
        cells.insert((pair.b_entrant, pair.a_entrant), pair.b_matches.unwrap_or(pair.b_rate));
    }
    cells
}

fn cell(cells: &BTreeMap<(usize, usize), Rate>, row: usize, column: usize) -> String {
    let shown = match cells.get(&(row, column)) {
        Some(rate) => rate.rate.map_or_else(|| "?".to_owned(), |share| format!("{:.0}", share * 100.0)),
        None if row == column => "–".to_owned(),
        None => "·".to_owned(),
    };
    format!("{shown:>CELL$}")
}
