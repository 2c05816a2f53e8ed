//! Keyword actions that text defines (701): airbend, earthbend.

pub(crate) mod parse;
mod print;

use lawmage_ir::KeywordDeed;

/// The word of such an action.
pub(crate) const fn word(deed: KeywordDeed) -> &'static str {
    match deed {
        KeywordDeed::Airbends => "airbend",
        KeywordDeed::Earthbends => "earthbend",
        KeywordDeed::Waterbends => "waterbend",
        KeywordDeed::Firebends => "firebend",
        KeywordDeed::Blights => "blight",
        KeywordDeed::RingTempts => "the Ring tempts you",
        KeywordDeed::BecomesMonarch => "become the monarch",
        KeywordDeed::Clashes => "clash",
        KeywordDeed::WinsClash => "clash and win",
        KeywordDeed::Discovers => "discover",
        KeywordDeed::CollectsEvidence => "collect evidence",
        KeywordDeed::Foretells => "foretell a card",
        KeywordDeed::BecomesRenowned => "become renowned",
        KeywordDeed::BecomesPrepared => "become prepared",
        KeywordDeed::Forages => "forage",
        KeywordDeed::Enlists => "enlist",
        KeywordDeed::Destroys => "destroy",
        KeywordDeed::Crews => "crew",
        KeywordDeed::Saddles => "saddle",
        KeywordDeed::BecomesCrewed => "become crewed",
        KeywordDeed::TurnsFaceUp => "turn face up",
        KeywordDeed::BecomesPlotted => "become plotted",
        KeywordDeed::Champions => "champion",
        KeywordDeed::Connives => "connive",
        KeywordDeed::Fights => "fight",
        KeywordDeed::ManifestsDread => "manifest dread",
        KeywordDeed::Evolves => "evolve",
        KeywordDeed::Trains => "train",
        KeywordDeed::Mentors => "mentor",
        KeywordDeed::GivesGift => "give a gift",
        KeywordDeed::FinalChapterTriggers => "trigger",
        KeywordDeed::FinalChapterResolves => "resolve",
    }
}
