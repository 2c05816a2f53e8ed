//! Kinds of game by name: how many players each takes, with how much life they begin, and what each sets up.

use lawmage_ir::{Card, CardType, Rule, rule};
use serde::{Deserialize, Serialize};

use crate::state::State;
use crate::state::variants::AttackOption;

/// A kind of game: plain ones, the multiplayer variants (806-811), games with commanders (903), the casual variants (901, 902, 904,
/// 905).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Everybody for themselves: two players, or Free-for-All (806).
    #[default]
    FreeForAll,
    /// Teams with turns of their own (808).
    TeamVsTeam,
    /// Two teams that share turns and life (810), of two or more players each.
    TwoHeadedGiant,
    /// Teams of three with an emperor each (809).
    Emperor,
    /// Many players of whom each attacks to the left (807).
    GrandMelee,
    /// Teams of whom every other player is one (811).
    AlternatingTeams,
    /// Commander (903).
    Commander,
    /// Brawl (903.12).
    Brawl,
    /// Oathbreaker: a planeswalker and its signature spell in place of the commander (903).
    Oathbreaker,
    /// Planechase (901).
    Planechase,
    /// Vanguard (902).
    Vanguard,
    /// The first player against all others (904).
    Archenemy,
    /// With conspiracies (905).
    Conspiracy,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::FreeForAll,
        Self::TeamVsTeam,
        Self::TwoHeadedGiant,
        Self::Emperor,
        Self::GrandMelee,
        Self::AlternatingTeams,
        Self::Commander,
        Self::Brawl,
        Self::Oathbreaker,
        Self::Planechase,
        Self::Vanguard,
        Self::Archenemy,
        Self::Conspiracy,
    ];

    /// Its name in commands and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FreeForAll => "free-for-all",
            Self::TeamVsTeam => "team-vs-team",
            Self::TwoHeadedGiant => "two-headed-giant",
            Self::Emperor => "emperor",
            Self::GrandMelee => "grand-melee",
            Self::AlternatingTeams => "alternating-teams",
            Self::Commander => "commander",
            Self::Brawl => "brawl",
            Self::Oathbreaker => "oathbreaker",
            Self::Planechase => "planechase",
            Self::Vanguard => "vanguard",
            Self::Archenemy => "archenemy",
            Self::Conspiracy => "conspiracy",
        }
    }

    /// The rules that describe it.
    #[must_use]
    pub const fn rule(self) -> Rule {
        match self {
            Self::FreeForAll => rule!("806"),
            Self::TeamVsTeam => rule!("808"),
            Self::TwoHeadedGiant => rule!("810"),
            Self::Emperor => rule!("809"),
            Self::GrandMelee => rule!("807"),
            Self::AlternatingTeams => rule!("811"),
            Self::Commander | Self::Oathbreaker => rule!("903"),
            Self::Brawl => rule!("903.12"),
            Self::Planechase => rule!("901"),
            Self::Vanguard => rule!("902"),
            Self::Archenemy => rule!("904"),
            Self::Conspiracy => rule!("905"),
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Whether its decks have commanders (903.3).
    #[must_use]
    pub const fn has_commanders(self) -> bool {
        matches!(self, Self::Commander | Self::Brawl | Self::Oathbreaker)
    }

    /// What decks play that are led by those cards and of which no kind is said: Commander (903.7), or Oathbreaker where an instant
    /// or sorcery is among them; the plain game without any.
    #[must_use]
    pub fn led_by<'a>(leaders: impl IntoIterator<Item = &'a Card>) -> Self {
        let mut kind = Self::FreeForAll;
        for card in leaders {
            if card.is_instant_or_sorcery() {
                return Self::Oathbreaker;
            }
            kind = Self::Commander;
        }
        kind
    }

    /// Whether a card is a nontraditional one (108.2) that only this kind of game is played with: a plane or phenomenon (311.1, 312.1), a
    /// vanguard (313.1), a scheme (314.1), a conspiracy (315.1).
    #[must_use]
    pub fn is_played_with(self, card: &Card) -> bool {
        let types: &[CardType] = match self {
            Self::Planechase => &[CardType::Plane, CardType::Phenomenon],
            Self::Vanguard => &[CardType::Vanguard],
            Self::Archenemy => &[CardType::Scheme],
            Self::Conspiracy => &[CardType::Conspiracy],
            _ => &[],
        };
        card.faces.iter().any(|face| types.iter().any(|t| face.types.has(*t)))
    }

    /// The life total with which players begin, where nothing else says (103.4): 20; 40 in Commander (103.4c, 903.7), in Brawl 25
    /// where two play, else 30 (103.4d, 903.12f); that of a team of two is 30 (103.4a), and 15 more for each further member
    /// (810.11).
    #[must_use]
    pub const fn starting_life(self, players: usize) -> i32 {
        match self {
            Self::Commander => 40,
            Self::Brawl if players == 2 => 25,
            Self::Brawl => 30,
            Self::TwoHeadedGiant => {
                let further = (players / 2).saturating_sub(2);
                30 + 15 * further as i32
            }
            _ => 20,
        }
    }

    /// Whether the loser of a game of a match chooses who takes the first turn of the next (103.1). Of some kinds of game the rules say
    /// each time who does: the archenemy (103.1b, 904.6), an emperor (809.4), a player of one of the teams (808.4).
    #[must_use]
    pub const fn loser_chooses_first(self) -> bool {
        !matches!(self, Self::Archenemy | Self::Emperor | Self::TeamVsTeam)
    }

    /// With how many players it is played.
    ///
    /// # Errors
    /// Why not with so many: a sentence with the rule.
    pub fn takes(self, players: usize) -> Result<(), String> {
        let refuse = |why: &str| Err(format!("{} {why}, not {players}", self.name()));
        match self {
            Self::TwoHeadedGiant if players < 4 || !players.is_multiple_of(2) => {
                refuse("takes two teams of the same size, four players or more (810.1, 810.11)")
            }
            Self::Emperor if players < 6 || !players.is_multiple_of(3) => {
                refuse("takes teams of three, six players or more (809.1)")
            }
            Self::TeamVsTeam | Self::AlternatingTeams if players < 4 || !players.is_multiple_of(2) => {
                refuse("takes two teams of the same size, four players or more (808.1, 811.3)")
            }
            Self::GrandMelee if players < 3 => refuse("takes three players or more (807.1)"),
            Self::Archenemy if players < 3 => refuse("takes an archenemy and a team, three players or more (904.2)"),
            _ => Ok(()),
        }
    }
}

/// A kind of game with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// The kind.
    pub kind: Kind,
    /// Whom a player may attack (802, 803), where it is not as the kind has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attack: Option<AttackOption>,
    /// How many seats influence reaches (801.2a), where it is not as the kind has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
}

impl Variant {
    /// Whether it is the plain game of which nothing need be said.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        *self == Self::default()
    }
}

impl State {
    /// Makes a game that is being set up one of a kind, with its options. Cards that begin in the command zone are there; players
    /// have their life totals.
    pub(crate) fn begin_variant(&mut self, variant: &Variant) {
        match variant.kind {
            Kind::FreeForAll | Kind::Commander | Kind::Conspiracy => {}
            Kind::Brawl => self.set_brawl(true),
            Kind::Oathbreaker => self.begin_oathbreaker(),
            Kind::TeamVsTeam => self.begin_team_vs_team(),
            Kind::TwoHeadedGiant => self.begin_two_headed_giant(),
            Kind::Emperor => self.begin_emperor(3),
            Kind::GrandMelee => self.begin_grand_melee(),
            Kind::AlternatingTeams => self.begin_alternating_teams(2),
            Kind::Planechase => self.begin_planechase(false),
            Kind::Vanguard => self.begin_vanguard(),
            Kind::Archenemy => self.begin_archenemy(None),
        }
        if let Some(attack) = variant.attack {
            self.options_mut().attack = attack;
        }
        if let Some(seats) = variant.range {
            self.options_mut().range = vec![Some(seats); self.players().len()];
        }
        for player in self.seats() {
            self.shuffle_supplementary(player);
        }
        self.measure_ranges();
    }

    /// Team vs. Team (808.1): two teams, seated together (808.2).
    fn begin_team_vs_team(&mut self) {
        let half = (self.players().len() / 2).max(1) as u8;
        for seat in self.seats() {
            self.player_mut(seat).team = seat.0 / half;
        }
    }
}
