//! What players do that the rules have a word for (701, 702).

use lawmage_ir::{EventPattern, Filter, KeywordDeed, Kind, Test, Who, Zone, ZoneSet};

use super::Happening;
use crate::print::{Phrase, Printer};

impl Printer<'_> {
    /// "the Ring tempts you", "~ enlists a creature".
    pub(crate) fn deed_done(
        &mut self,
        by: &Who,
        deed: KeywordDeed,
        what: Option<&Filter>,
        object: Option<&Filter>,
    ) -> Happening {
        match (deed, what) {
            (KeywordDeed::RingTempts, Some(what)) if what.kind == Kind::Permanent => {
                Happening::new(Phrase::you(), "choose a creature as your Ring-bearer")
            }
            (KeywordDeed::RingTempts, Some(_)) => {
                let this = self.this_named();
                let verb = format!("tempt you, if you chose a creature other than {this} as your Ring-bearer");
                Happening::new(Phrase::one("the Ring"), verb)
            }
            (KeywordDeed::RingTempts, None) => Happening::new(Phrase::one("the Ring"), "tempt you"),
            (
                KeywordDeed::Airbends
                | KeywordDeed::Earthbends
                | KeywordDeed::Waterbends
                | KeywordDeed::Blights
                | KeywordDeed::BecomesMonarch
                | KeywordDeed::Clashes
                | KeywordDeed::WinsClash
                | KeywordDeed::Discovers
                | KeywordDeed::CollectsEvidence
                | KeywordDeed::Forages
                | KeywordDeed::ManifestsDread
                | KeywordDeed::GivesGift
                | KeywordDeed::Foretells,
                _,
            ) => Happening::new(self.player_subject(by), crate::grammar::instruction::actions::word(deed)),
            (KeywordDeed::Destroys, what) => {
                let by = self.relation("control", by, false);
                let what = what.map_or_else(|| "a permanent".to_owned(), |what| self.one(what));
                Happening::new(Phrase::one(format!("a spell or ability {by}")), format!("destroy {what}"))
            }
            (KeywordDeed::Firebends, None) => {
                Happening::new(self.player_subject(by), crate::grammar::instruction::actions::word(deed))
            }
            (
                KeywordDeed::BecomesCrewed
                | KeywordDeed::Firebends
                | KeywordDeed::BecomesRenowned
                | KeywordDeed::BecomesPrepared
                | KeywordDeed::Connives
                | KeywordDeed::Fights
                | KeywordDeed::Evolves
                | KeywordDeed::Trains,
                what,
            ) => {
                let subject = what.map_or_else(|| Phrase::one("a creature"), |what| self.member(what, false));
                Happening::new(subject, crate::grammar::instruction::actions::word(deed))
            }
            (KeywordDeed::TurnsFaceUp, what) => {
                let what = what.map_or_else(|| "a permanent".to_owned(), |what| self.one(what));
                Happening::new(self.player_subject(by), format!("turn {what} face up"))
            }
            (KeywordDeed::BecomesPlotted, what) => {
                let subject = what.map_or_else(|| Phrase::one("a card"), |what| self.member(what, false));
                Happening::new(subject, "become plotted")
            }
            (KeywordDeed::FinalChapterTriggers | KeywordDeed::FinalChapterResolves, what) => {
                let saga = what.map_or_else(|| "a Saga".to_owned(), |what| self.one(what));
                let ability = Phrase::one(format!("the final chapter ability of {saga}"));
                Happening::new(ability, crate::grammar::instruction::actions::word(deed))
            }
            (KeywordDeed::Champions, what) => {
                let object = object.map_or_else(|| "a permanent".to_owned(), |object| self.one(object));
                let with = what.map_or_else(|| "a permanent".to_owned(), |what| self.member(what, false).text);
                Happening::new(Phrase::one(object), format!("be championed with {with}"))
            }
            (KeywordDeed::Enlists | KeywordDeed::Crews | KeywordDeed::Saddles | KeywordDeed::Mentors, what) => {
                let subject = what.map_or_else(|| Phrase::one("a creature"), |what| self.member(what, false));
                let object = object.map_or_else(|| "a creature".to_owned(), |object| self.one(object));
                Happening::new(subject, format!("{} {object}", crate::grammar::instruction::actions::word(deed)))
            }
        }
    }
}

/// Who plays a card, and from where, where a land played and a card cast are the event.
pub(super) fn plays_a_card(all: &[EventPattern]) -> Option<(&Who, &'static str)> {
    let [EventPattern::PlaysLand { by, from, what: land }, EventPattern::Casts { by: too, what }] = all else {
        return None;
    };
    let both = |of: &Test| *of == Test::all([Test::Card, land.test.clone()]);
    if land.test == crate::grammar::event::of_two_types() && *from == ZoneSet::ANYWHERE && both(&what.test) {
        return (by == too).then_some((by, " with two or more card types"));
    }
    if land.test != Test::Any {
        return None;
    }
    let exile = ZoneSet::of(Zone::Exile);
    let from = match &what.test {
        Test::Card if *from == ZoneSet::ANYWHERE => "",
        Test::And(both) if *from == exile && both.as_slice() == [Test::Card, Test::CastFrom(exile)] => " from exile",
        _ => return None,
    };
    (by == too).then_some((by, from))
}
