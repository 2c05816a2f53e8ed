//! Another cost for the first ability of a keyword in a turn (118.9), read and said.

use lawmage_ir::{Cost, Keyword, Permission};

use crate::grammar::keyword::bare_keyword;
use crate::grammar::prohibition::Said;
use crate::parse::Parser;
use crate::print::{Phrase, Printer};

/// "You may pay {0} rather than pay the equip cost of the first equip ability you activate each turn.", "… the cycling cost of the first
/// card you cycle each turn."
pub(super) fn rather_for_first(p: &mut Parser<'_>) -> Option<Permission> {
    p.expect("you may")?;
    let cost = crate::grammar::cost::cost(p)?;
    if cost.has_x() {
        return p.fail("a cost without X");
    }
    p.expect("rather than pay the")?;
    let keyword = bare_keyword(p)?;
    p.expect("cost of the first")?;
    if !(keyword == Keyword::Cycling && p.eat("card you cycle")) {
        if bare_keyword(p)? != keyword {
            return p.fail("the same keyword");
        }
        p.expect("ability you activate")?;
    }
    let yours = p.eat_any(&["each turn", "during each of your turns"])? == 1;
    Some(Permission::PayRatherForFirst { keyword, cost, yours })
}

impl Printer<'_> {
    /// The same.
    pub(super) fn rather_for_first(&mut self, keyword: Keyword, cost: &Cost, yours: bool) -> Said {
        let deed = self.cost_as_deed(cost, false);
        let word = keyword.word();
        let first = match keyword {
            Keyword::Cycling => "card you cycle".to_owned(),
            _ => format!("{word} ability you activate"),
        };
        let when = if yours { "during each of your turns" } else { "each turn" };
        Said::plain(Phrase::you(), format!("may {deed} rather than pay the {word} cost of the first {first} {when}"))
    }
}
