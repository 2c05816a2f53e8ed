//! Players by where they sit: "the player to your right", "the next player in the chosen direction" (101.4).

use lawmage_ir::{Ref, Side, Who};

use crate::grammar::test::kind::DIRECTIONS;
use crate::parse::Parser;
use crate::print::Printer;

/// "the player to your right", "the player to their left", "the next player in the chosen direction": from each of several players.
pub(crate) fn beside(p: &mut Parser<'_>) -> Option<Who> {
    let sides = [
        "the player to your left",
        "the player to your right",
        "the player to their left",
        "the player to their right",
    ];
    if let Some(side) = p.eat_any(&sides) {
        let of = if side < 2 { Who::You } else { each_acting(p)? };
        return Some(Who::Beside(Box::new(of), if side % 2 == 0 { Side::Left } else { Side::Right }));
    }
    p.expect("the next player in the chosen direction")?;
    let of = each_acting(p)?;
    let directions = p.scope.face.words.iter().map(|word| &**word).eq(DIRECTIONS);
    let linked = p.scope.face.word.filter(|_| directions).or_else(|| p.fail("a direction chosen before"))?;
    Some(Who::Beside(Box::new(of), Side::Chosen(linked)))
}

/// Each of several players who do something.
fn each_acting(p: &mut Parser<'_>) -> Option<Who> {
    let each = Who::Ref(Ref::Each);
    if p.scope.actor_here() == each { Some(each) } else { p.fail("several players who do it") }
}

/// The side on which that player sits of each of several players, if it is that.
pub(crate) fn sits_beside(who: &Who) -> Option<Side> {
    match who {
        Who::Beside(of, side) if **of == Who::Ref(Ref::Each) => Some(*side),
        _ => None,
    }
}

impl Printer<'_> {
    /// "the player to your right", "the next player in the chosen direction".
    pub(crate) fn beside(&mut self, of: &Who, side: Side) -> String {
        let whose = if *of == Who::Ref(Ref::Each) { "their".to_owned() } else { self.who(of).possessive() };
        match side {
            Side::Left => format!("the player to {whose} left"),
            Side::Right => format!("the player to {whose} right"),
            Side::Chosen(_) => "the next player in the chosen direction".to_owned(),
            Side::NotChosen(_) => "the next player in the other direction".to_owned(),
        }
    }
}
