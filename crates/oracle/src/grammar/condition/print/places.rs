//! Where objects came from, and where they went.

use lawmage_ir::{Condition, EventPattern, Filter, Kind, Span, Test, Who, Zone, ZoneSet};

use crate::print::Printer;

impl Printer<'_> {
    /// "it entered from your library or was cast from your library", "one or more of them entered …".
    pub(super) fn entered_or_was_cast(&mut self, all: &[Condition]) -> Option<String> {
        let [Condition::Happened(event, Span::ThisTurn, 1), cast] = all else { return None };
        let EventPattern::Moves { what, from, to: ZoneSet::BATTLEFIELD, cause: None, by: None } = &**event else {
            return None;
        };
        let (cast, own) = match cast {
            Condition::And(both) => match both.as_slice() {
                [cast, Condition::Is(_, Test::Owned(_))] => (cast, true),
                _ => return None,
            },
            cast => (cast, false),
        };
        let (of, zones) = match cast {
            Condition::WasCast(of, Some(zones), None) => (of, zones),
            Condition::WasCast(of, Some(zones), Some(Who::You)) if !own => {
                let (tests, yours) = (what.test.conjuncts(), Test::Owned(Who::You));
                if zones != from
                    || tests.len() != 2
                    || !tests.contains(&yours)
                    || !tests.contains(&Test::Is(of.clone()))
                {
                    return None;
                }
                let was_cast = self.was_cast(of, Some(zones), Some(&Who::You));
                let from = was_cast.split_once(" from ")?.1;
                let it = self.reference(of).text;
                return Some(format!("{it} entered from {from} or {was_cast}"));
            }
            _ => return None,
        };
        let is_same = zones == from && what.test.conjuncts().contains(&Test::Is(of.clone()));
        let owned = what.test.conjuncts().len() == if own { 2 } else { 1 };
        if !is_same || !owned {
            return None;
        }
        let was_cast = self.was_cast(of, Some(zones), None);
        let (it, from) = was_cast.rsplit_once(" was cast ")?;
        let from = if own { from.replacen("from a ", "from your ", 1) } else { from.to_owned() };
        let which = if self.reference(of).plural { "one or more of them" } else { it };
        Some(format!("{which} entered {from} or was cast {from}"))
    }

    /// "creatures" and "that died under your control", "lands" and "that entered under your control".
    pub(super) fn came_or_went(
        &mut self,
        what: &Filter,
        from: ZoneSet,
        to: ZoneSet,
        plural: bool,
    ) -> Option<(String, String)> {
        let (owner, test) = crate::grammar::event::facts::owner_apart(&what.test);
        let mut rest = Filter::new(what.kind.clone(), test.clone());
        let under = |test: &Test| match test {
            Test::Controlled(Who::You) => Some(" under your control"),
            Test::Controlled(Who::Opponents) => Some(" under an opponent's control"),
            _ => None,
        };
        let mut whose = None;
        if let Test::And(all) = &test
            && owner.is_none()
            && let Some(at) = all.iter().position(|t| under(t).is_some())
        {
            whose = all.get(at).and_then(under);
            rest.test = Test::all(all.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, t)| t.clone()));
        }
        let hidden = ZoneSet::of(Zone::Hand).union(ZoneSet::of(Zone::Library));
        let discarded_or_milled = from == hidden && owner == Some(Who::You) && to == ZoneSet::of(Zone::Graveyard);
        if discarded_or_milled {
            rest.kind = Kind::Card(ZoneSet::default());
        }
        let things = if plural { self.plural(&rest) } else { self.singular(&rest) };
        let be = if plural { "that were" } else { "that was" };
        let did = if discarded_or_milled {
            format!("{be} put into your graveyard from your hand or library")
        } else if (from, to) == (ZoneSet::BATTLEFIELD, ZoneSet::of(Zone::Exile)) {
            format!("{be} exiled{}", whose?)
        } else if to == ZoneSet::BATTLEFIELD && from == ZoneSet::ANYWHERE {
            format!("that entered{}", whose?)
        } else if from != ZoneSet::BATTLEFIELD || to != ZoneSet::of(Zone::Graveyard) {
            return None;
        } else if owner == Some(Who::You) {
            "put into your graveyard from the battlefield".to_owned()
        } else if owner.is_some() {
            return None;
        } else if whose.is_none() && !self.dies(what) {
            if plural {
                "that were put into graveyards from the battlefield"
            } else {
                "put into a graveyard from the battlefield"
            }
            .to_owned()
        } else {
            format!("that died{}", whose.unwrap_or_default())
        };
        Some((things, did))
    }
}
