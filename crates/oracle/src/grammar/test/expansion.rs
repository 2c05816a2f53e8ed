//! "with a name originally printed in the … expansion": the names that the rules list (206.3).

use std::sync::{Arc, LazyLock};

use lawmage_ir::Test;

use crate::parse::Parser;

const LISTS: &str = include_str!("expansions.txt");

/// An expansion and the names originally printed in it.
struct Expansion {
    name: &'static str,
    names: Vec<Test>,
}

static EXPANSIONS: LazyLock<Vec<Expansion>> = LazyLock::new(|| {
    let mut all: Vec<Expansion> = Vec::new();
    for line in LISTS.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix("= ") {
            all.push(Expansion { name, names: Vec::new() });
        } else if let Some(last) = all.last_mut() {
            last.names.push(Test::Named(Arc::from(line)));
        }
    }
    all
});

/// "a name originally printed in the Homelands expansion", behind "with": one of those names (206.3a-c).
pub(crate) fn originally_printed(p: &mut Parser<'_>) -> Option<Test> {
    p.expect("a name originally printed in the")?;
    let name = match p.eat_any(&["arabian nights", "antiquities", "homelands"])? {
        0 => "Arabian Nights",
        1 => "Antiquities",
        _ => "Homelands",
    };
    let expansion = EXPANSIONS.iter().find(|one| one.name == name)?;
    p.expect("expansion")?;
    Some(Test::Or(expansion.names.clone()))
}

/// "with a name originally printed in the Homelands expansion", of the names of one of them.
pub(crate) fn printed_in(names: &[Test]) -> Option<String> {
    let expansion = EXPANSIONS.iter().find(|one| one.names == names)?;
    Some(format!("with a name originally printed in the {} expansion", expansion.name))
}
