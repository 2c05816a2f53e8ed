//! What stands around a card because of what its abilities say: things with abilities of their own, written as cards are.

use std::sync::Arc;

use lawmage_ir::{Ability, Card, Zone};
use lawmage_oracle::{CardSource, FaceSource, compile};

use super::wishes::Wishes;

/// A thing that some cards need.
#[derive(Clone, Debug)]
pub(super) struct Needed {
    pub(super) card: Arc<Card>,
    /// Where it is put, for both players.
    pub(super) zone: Zone,
    /// Whether a card needs it.
    pub(super) when: fn(&Wishes) -> bool,
}

/// A card of one face, compiled.
pub(super) fn written(name: &str, cost: &str, type_line: &str, text: &str, size: Option<(i32, i32)>) -> Arc<Card> {
    let face = FaceSource {
        name: name.to_owned(),
        mana_cost: (!cost.is_empty()).then(|| cost.to_owned()),
        type_line: type_line.to_owned(),
        text: text.to_owned(),
        power: size.map(|(power, _)| power.to_string()),
        toughness: size.map(|(_, toughness)| toughness.to_string()),
        ..FaceSource::default()
    };
    Arc::new(compile(&CardSource { name: name.to_owned(), faces: vec![face], ..CardSource::default() }).card)
}

/// The abilities of a creature with that text.
pub(super) fn abilities(text: &str) -> Vec<Ability> {
    written("Prop", "{1}", "Creature", text, Some((1, 1)))
        .faces
        .first()
        .map(|f| f.abilities.clone())
        .unwrap_or_default()
}

/// What can be activated, by whatever it is.
const TOOLS: &str = "{0}: You gain 1 life. Activate only once each turn.";

/// What triggers whatever comes and goes.
pub(super) const HERALD: &str = "Whenever a permanent enters, you gain 1 life.\n\
    Whenever a permanent leaves the battlefield, you gain 1 life.\n\
    Whenever you cast a spell, you gain 1 life.\n\
    Whenever this creature attacks, you gain 1 life.";

/// The same, with a loyalty ability, which planeswalkers alone activate.
pub(super) fn tools() -> Vec<Ability> {
    let loyal = written("Prop", "{1}", "Planeswalker — Prop", "[+1]: You gain 1 life.", None);
    abilities(TOOLS).into_iter().chain(loyal.faces.iter().flat_map(|face| face.abilities.clone())).collect()
}

type Row = (&'static str, &'static str, &'static str, &'static str, Option<(i32, i32)>, Zone, fn(&Wishes) -> bool);

/// Name, cost, type, text, power and toughness, where, and for which cards.
const ROWS: &[Row] = &[
    (
        "Prop Rummager",
        "{1}",
        "Artifact",
        "{0}: Discard a card, then draw a card. Activate only once each turn.",
        None,
        Zone::Battlefield,
        |w| w.says(&["Madness", "Mayhem"]) || w.awaits(&["Discard"]),
    ),
    (
        "Prop Thief",
        "{1}",
        "Artifact",
        "{0}: Target opponent discards two cards. Activate only once each turn.",
        None,
        Zone::Battlefield,
        |w| w.awaits(&["Discard"]),
    ),
    (
        "Prop Mint",
        "{1}",
        "Artifact",
        "{T}: Create a 1/1 white Soldier creature token and a Treasure token.\n{T}: Create a Clue token.",
        None,
        Zone::Battlefield,
        |w| w.says(&["Populate", "Token"]) || w.awaits(&["TokenCreated", "Create"]),
    ),
    (
        "Prop Altar",
        "{1}",
        "Artifact",
        "{0}: Sacrifice another permanent. Activate only once each turn.",
        None,
        Zone::Battlefield,
        |w| w.awaits(&["Sacrifice"]),
    ),
    ("Prop Torch", "{R}", "Instant", "This spell deals 3 damage to each player.", None, Zone::Hand, |w| {
        w.awaits(&["Damage", "Prevented"])
    }),
    (
        "Prop Brazier",
        "{1}",
        "Artifact",
        "{T}: This artifact deals 1 damage to each opponent.",
        None,
        Zone::Battlefield,
        |w| w.awaits(&["Damage", "LosesLife"]),
    ),
    ("Prop Cart", "{2}", "Artifact — Vehicle", "Crew 1", Some((3, 3)), Zone::Battlefield, |w| {
        w.says(&["CrewAs", "Crews"]) || w.speaks_of("Vehicle")
    }),
    ("Prop Mount", "{2}{W}", "Creature — Horse Mount", "Saddle 1", Some((2, 2)), Zone::Battlefield, |w| {
        w.says(&["CrewAs", "Saddles"]) || w.speaks_of("Mount")
    }),
    ("Prop Recruit", "{G}", "Creature — Elf Druid", "Kicker {1}", Some((1, 1)), Zone::Hand, |w| w.kicked),
    ("Prop Spell", "{U}", "Instant", "Kicker {1}\nDraw a card.", None, Zone::Hand, |w| w.kicked),
    ("Prop Stranger", "{3}{U}", "Creature — Human", "Morph {1}", Some((2, 3)), Zone::Hand, |w| {
        w.says(&["TurnedFaceUp", "FaceDown"])
    }),
    ("Prop Memory", "{U}", "Instant", "You gain 1 life.\nFlashback {0}", None, Zone::Graveyard, |w| {
        w.cast_from || w.spent || w.says(&["Cant"]) && w.says(&["Cast"])
    }),
    ("Prop Herald", "{1}{W}", "Creature — Human Soldier", HERALD, Some((2, 2)), Zone::Battlefield, |w| {
        w.says(&["TriggersAgain", "NoTriggers", "CopyStack"])
    }),
    ("Prop Guide", "{1}", "Artifact", "{T}: Venture into the dungeon.", None, Zone::Battlefield, |w| {
        w.awaits(&["CompletesDungeon"])
    }),
    (
        "Prop Die",
        "{1}",
        "Artifact",
        "{T}: Roll a d20. You gain life equal to the result.",
        None,
        Zone::Battlefield,
        |w| w.says(&["ExtraDie"]) || w.awaits(&["Rolls"]),
    ),
    (
        "Prop Aegis",
        "{1}{W}",
        "Enchantment",
        "If a source would deal damage to a creature or player, prevent 1 of that damage.",
        None,
        Zone::Battlefield,
        |w| w.says(&["PreventDamage"]) || w.awaits(&["Prevented"]),
    ),
    (
        "Prop Rite",
        "{1}{B}",
        "Creature — Human Cleric",
        "Pay 1 life: Untap this creature. Activate only once each turn.\nSacrifice a creature: Untap this creature. Activate only once each turn.",
        Some((1, 1)),
        Zone::Battlefield,
        |w| w.says(&["PayLife", "SacrificeForCosts"]),
    ),
    (
        "Prop Coin",
        "{1}",
        "Artifact",
        "{T}: Flip a coin. If you win the flip, you gain 1 life.",
        None,
        Zone::Battlefield,
        |w| w.awaits(&["FlipsCoin"]),
    ),
    ("Prop Lens", "{1}", "Artifact", "{T}: Scry 1.\n{T}: Surveil 1.", None, Zone::Battlefield, |w| {
        w.awaits(&["Scries", "Surveils"])
    }),
    ("Prop Spore", "{1}", "Artifact", "{T}: Proliferate.", None, Zone::Battlefield, |w| w.awaits(&["Proliferates"])),
    ("Prop Incubator", "{1}", "Artifact", "{T}: Incubate 1.", None, Zone::Battlefield, |w| w.speaks_of("Incubator")),
    (
        "Prop Oracle",
        "{1}",
        "Artifact",
        "{0}: Exile the top two cards of your library. You may play them this turn. Activate only once each turn.",
        None,
        Zone::Battlefield,
        |w| w.cast_from || w.awaits(&["PlaysLand"]),
    ),
    (
        "Prop Scout",
        "{G}",
        "Creature — Elf Scout",
        "{T}: This creature explores.",
        Some((1, 1)),
        Zone::Battlefield,
        |w| w.awaits(&["Explores"]),
    ),
    ("Prop Mutant", "{3}{G}", "Creature — Beast", "Mutate {1}", Some((3, 3)), Zone::Hand, |w| w.awaits(&["Mutates"])),
    ("Prop Feast", "{6}{G}", "Instant", "You gain 1 life.", None, Zone::Hand, |w| w.spent),
    ("Prop Shrine Maiden", "{6}{W}", "Creature — Human", "", Some((2, 2)), Zone::Hand, |w| w.spent),
    ("Prop Delta", "", "Land", "This land enters tapped.\n{T}: Add {C}.", None, Zone::Hand, |w| {
        w.says(&["Tapped"]) && w.awaits(&["Moves"])
    }),
];

/// All of them.
pub(super) fn needed() -> Vec<Needed> {
    let one = |(name, cost, types, text, size, zone, when): &Row| {
        let card = written(name, cost, types, text, *size);
        Needed { card, zone: *zone, when: *when }
    };
    ROWS.iter().map(one).collect()
}
