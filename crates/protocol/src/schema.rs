//! The messages described for other languages: TypeScript types and a JSON schema. `generated/` holds what these say; a test
//! compares them.

use ts_rs::TS;

use crate::message::{FromPlayer, FromTable};

/// The TypeScript types of all messages.
#[must_use]
pub fn typescript() -> String {
    use crate::{ask, event, lobby, message, observation, web};
    let config = ts_rs::Config::default();
    let mut text = String::from(
        "// Made from crates/protocol/src by LAWMAGE_WRITE=1 cargo test -p lawmage-cli --test program generated\n",
    );
    let mut add = |declaration: String| {
        text.push_str("\nexport ");
        text.push_str(&declaration);
        text.push('\n');
    };
    add(observation::Handle::decl(&config));
    add(observation::Viewer::decl(&config));
    add(observation::Entity::decl(&config));
    add(observation::Observation::decl(&config));
    add(observation::Turn::decl(&config));
    add(observation::Player::decl(&config));
    add(observation::Placed::decl(&config));
    add(observation::Counters::decl(&config));
    add(observation::Object::decl(&config));
    add(observation::Face::decl(&config));
    add(observation::Combat::decl(&config));
    add(observation::Attacker::decl(&config));
    add(observation::Outcome::decl(&config));
    add(event::Event::decl(&config));
    add(event::EventKind::decl(&config));
    add(ask::Ask::decl(&config));
    add(ask::Choice::decl(&config));
    add(ask::Domain::decl(&config));
    add(ask::CanAttack::decl(&config));
    add(ask::CanBlock::decl(&config));
    add(ask::MayBeBlocked::decl(&config));
    add(ask::Answer::decl(&config));
    add(ask::Attack::decl(&config));
    add(ask::AttackBy::decl(&config));
    add(ask::Block::decl(&config));
    add(ask::Step::decl(&config));
    add(lobby::TableInfo::decl(&config));
    add(lobby::Clock::decl(&config));
    add(lobby::SeatInfo::decl(&config));
    add(lobby::Contest::decl(&config));
    add(lobby::DeckParts::decl(&config));
    add(lobby::Listed::decl(&config));
    add(lobby::TableState::decl(&config));
    add(lobby::Automation::decl(&config));
    add(lobby::Stops::decl(&config));
    add(lobby::Yield::decl(&config));
    add(lobby::Until::decl(&config));
    add(web::DeckInfo::decl(&config));
    add(web::CheckDeck::decl(&config));
    add(web::DeckCheck::decl(&config));
    add(web::CheckedLine::decl(&config));
    add(web::NewTable::decl(&config));
    add(web::NewSeat::decl(&config));
    add(web::MadeTable::decl(&config));
    add(web::MadeSeat::decl(&config));
    add(web::TakeSeat::decl(&config));
    add(web::CardsFound::decl(&config));
    add(web::CardInfo::decl(&config));
    add(web::CardFace::decl(&config));
    add(web::RuleText::decl(&config));
    add(web::Replay::decl(&config));
    add(web::Moment::decl(&config));
    add(web::Refusal::decl(&config));
    add(message::Start::decl(&config));
    add(message::SeatedPlayer::decl(&config));
    add(FromPlayer::decl(&config));
    add(FromTable::decl(&config));
    text
}

/// The JSON schemas of what is said to a table, and of what it says.
#[must_use]
pub fn json_schemas() -> [(&'static str, schemars::Schema); 2] {
    [("from-player", schemars::schema_for!(FromPlayer)), ("from-table", schemars::schema_for!(FromTable))]
}
