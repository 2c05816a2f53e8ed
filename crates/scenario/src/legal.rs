//! Whether a position is one that the rules allow: what may be in which zone, have which status, be attached to what. What
//! state-based actions would set right in a moment (704) may stand there.

use lawmage_engine::{Entity, ObjectId, State};
use lawmage_ir::{CardType, Rule, Zone, rule};

use crate::model::PlacedCard;
use crate::report::{Outcomes, Trouble};
use crate::words;

/// Cards off the battlefield have no status (110.5d), and nothing else that only permanents have.
pub(crate) fn status(placed: &PlacedCard, zone: Zone) -> Outcomes<()> {
    if zone == Zone::Battlefield {
        return Ok(());
    }
    let only = |is: bool, key: &str, what: &str, rule: Rule| {
        let place = zone.word();
        let told = || Trouble::error(format!("{} in {place} is {what} ({rule})", placed.card)).about(key);
        if is { Err(told()) } else { Ok(()) }
    };
    only(placed.tapped, "tapped", "neither tapped nor untapped: only permanents are", rule!("110.5d"))?;
    only(placed.sick, "sick", "under nobody's control: “sick” is for permanents", rule!("302.6"))?;
    only(placed.attached_to.is_some(), "attached_to", "attached to nothing: only permanents are", rule!("701.3a"))?;
    only(
        placed.face_down && zone != Zone::Exile,
        "face_down",
        "not face down: only permanents and exiled cards are",
        rule!("110.5d"),
    )
}

/// Nontraditional cards stay in the command zone, or outside the game.
pub(crate) fn zone(state: &State, id: ObjectId, zone: Zone) -> Outcomes<()> {
    if matches!(zone, Zone::Command | Zone::Outside) {
        return Ok(());
    }
    let chars = state.chars(id);
    let bound = [
        (CardType::Dungeon, rule!("309.2c")),
        (CardType::Plane, rule!("311.2")),
        (CardType::Phenomenon, rule!("312.2")),
        (CardType::Vanguard, rule!("313.2")),
        (CardType::Scheme, rule!("314.2")),
        (CardType::Conspiracy, rule!("400.4b")),
    ];
    match bound.iter().find(|(card_type, _)| chars.is(*card_type)) {
        Some((card_type, rule)) => {
            let (name, word) = (&chars.name, card_type.word());
            let what = format!("{name} can't be {}: a {word} card stays in the command zone ({rule})", place(zone));
            Err(Trouble::error(what).hint("write it under “command”").about(&**name))
        }
        None => Ok(()),
    }
}

/// Instants and sorceries can't be on the battlefield, but for face-down permanents that they are under.
pub(crate) fn permanent(state: &State, id: ObjectId, placed: &PlacedCard) -> Outcomes<()> {
    let Some(object) = state.get(id).filter(|_| !placed.face_down) else { return Ok(()) };
    let chars = &object.base;
    if chars.types.any_permanent() {
        return Ok(());
    }
    let (word, rule) = if chars.is(CardType::Instant) {
        ("instants", rule!("304.4"))
    } else if chars.is(CardType::Sorcery) {
        ("sorceries", rule!("307.4"))
    } else {
        ("cards that are no permanent cards", rule!("110.4"))
    };
    let what = format!("{} can't be on the battlefield: {word} can't enter it ({rule})", chars.name);
    Err(Trouble::error(what).about(placed.face.as_deref().unwrap_or(&placed.card)))
}

/// 301.5, 301.6, 303.4: what may carry it.
pub(crate) fn attached(state: &State, what: ObjectId, to: Entity) -> Outcomes<()> {
    state.can_attach(what, to).map_err(|illegal| {
        let (name, host) = (words::object(state, what), words::entity(state, to));
        Trouble::error(format!("{name} can't be attached to {host}: {illegal}"))
    })
}

fn place(zone: Zone) -> String {
    match zone {
        Zone::Battlefield => "on the battlefield".to_owned(),
        other => format!("in the {}", other.word()),
    }
}
