//! What a player may know (400.2, 708.5): built by allowing, never by hiding.

use std::ops::Deref;

use lawmage_ir::{CardType, Step, Zone};
use serde::{Deserialize, Serialize};

use crate::state::chars::Chars;
use crate::state::combat::Combat;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::mana::ManaPool;
use crate::state::object::{Counters, Designations, ObjectKind, Permanent};
use crate::state::player::Standing;
use crate::state::stack::StackItem;
use crate::state::{GameResult, State};
use crate::table::decision::{Choice, Decision, Domain};

/// Who looks at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Viewer {
    /// A player: what is public, and what they may see of the rest.
    Player(PlayerId),
    /// Nobody of the game: what is public.
    Spectator,
    /// Who may see everything (a judge, a replay of a game that is over).
    Judge,
}

impl Viewer {
    /// Whether they know what only that player is told: it is they, or one whom they control (720.4), or they are a judge.
    pub(super) fn hears_for(self, state: &State, player: PlayerId) -> bool {
        match self {
            Self::Player(me) => player == me || state.decider(player) == me,
            Self::Spectator => false,
            Self::Judge => true,
        }
    }
}

/// The game as someone sees it, perhaps while a decision is asked of them. There is no way from it to what they may not see.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    state: &'a State,
    viewer: Viewer,
    decision: Option<&'a Decision>,
}

/// The game as one player sees it: a [`Sight`] that has hand and opponents.
#[derive(Clone, Copy)]
pub struct View<'a> {
    sight: Sight<'a>,
    player: PlayerId,
}

impl<'a> Deref for View<'a> {
    type Target = Sight<'a>;

    fn deref(&self) -> &Sight<'a> {
        &self.sight
    }
}

impl<'a> View<'a> {
    /// The view of a player; with the decision asked of them, whose options they may see.
    #[must_use]
    pub fn new(state: &'a State, player: PlayerId, decision: Option<&'a Decision>) -> Self {
        Self { sight: Sight::new(state, Viewer::Player(player), decision), player }
    }

    /// Whose view it is.
    #[must_use]
    pub const fn me(&self) -> PlayerId {
        self.player
    }

    /// The opponents still in the game.
    pub fn opponents(&self) -> impl Iterator<Item = PlayerId> + '_ {
        self.state.apnap().filter(|p| self.state.are_opponents(*p, self.player))
    }

    /// How many nonland cards of that name the player owns, wherever those are: players know what their decks are made of.
    #[must_use]
    pub fn own_spells_named(&self, name: &str) -> usize {
        let own = self.sight.state.objects.iter().filter(|o| o.owner == self.player);
        let named = own.filter(|o| match o.kind {
            ObjectKind::Card(card) => self.sight.state.cards.get(usize::from(card)).is_some_and(|def| {
                let faces = &def.card.faces;
                faces.iter().any(|f| *f.name == *name && !f.types.has(CardType::Land))
            }),
            _ => false,
        });
        named.count()
    }

    /// Whether the player may roll the planar die now, and for no mana (901.9).
    #[must_use]
    pub fn rolls_free(&self) -> bool {
        self.sight.state.may_roll_planar_die(self.player).is_ok_and(|cost| cost.parts.is_empty())
    }

    /// The view's own hand.
    #[must_use]
    pub fn hand(&self) -> &'a [ObjectId] {
        &self.sight.state.player(self.player).hand
    }
}

/// An object as a player sees it.
#[derive(Clone, Copy)]
pub struct ObjectView<'a> {
    /// Which.
    pub id: ObjectId,
    /// Its characteristics, worked out.
    pub chars: &'a Chars,
    /// Its controller.
    pub controller: PlayerId,
    /// Its owner.
    pub owner: PlayerId,
    /// Where it is.
    pub zone: Zone,
    /// Counters on it.
    pub counters: &'a Counters,
    /// What it has as a permanent.
    pub permanent: Option<PermanentView<'a>>,
    /// What it has on the stack.
    pub stack: Option<&'a StackItem>,
    /// Whether it is a token.
    pub token: bool,
}

/// What everybody sees of a permanent beside its characteristics.
#[derive(Clone, Copy)]
pub struct PermanentView<'a> {
    /// 110.5.
    pub tapped: bool,
    /// 110.5.
    pub face_down: bool,
    /// 110.5.
    pub flipped: bool,
    /// Marked damage (120.6).
    pub damage: u32,
    /// What it is attached to (301.5a, 301.6, 303.4b).
    pub attached_to: Option<Entity>,
    /// What is attached to it, oldest first.
    pub attachments: &'a [ObjectId],
    /// Exerted, monstrous, renowned and the like (701).
    pub designations: Designations,
    /// Its class level; 0 for none (716.2d).
    pub level: u32,
    /// The one player who protects this battle (310.8, 310.8f).
    pub protector: Option<PlayerId>,
}

impl<'a> PermanentView<'a> {
    fn of(permanent: &'a Permanent) -> Self {
        Self {
            tapped: permanent.tapped,
            face_down: permanent.face_down,
            flipped: permanent.flipped,
            damage: permanent.damage,
            attached_to: permanent.attached_to,
            attachments: &permanent.attachments,
            designations: permanent.designations,
            level: permanent.level,
            protector: permanent.protector,
        }
    }
}

impl<'a> Sight<'a> {
    /// What someone sees; with a decision, whose options they may see if it is asked of them.
    #[must_use]
    pub fn new(state: &'a State, viewer: Viewer, decision: Option<&'a Decision>) -> Self {
        Self { state, viewer, decision: decision.filter(|d| viewer.hears_for(state, d.player)) }
    }

    /// Who looks.
    #[must_use]
    pub const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Whether it is that player who looks.
    #[must_use]
    pub fn is_me(&self, player: PlayerId) -> bool {
        self.viewer == Viewer::Player(player)
    }

    /// The decision asked of the viewer, or of anyone to a judge.
    #[must_use]
    pub const fn decision(&self) -> Option<&'a Decision> {
        self.decision
    }

    pub(super) const fn state(&self) -> &'a State {
        self.state
    }

    /// All players in turn order.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        self.state.seats()
    }

    /// A player's name.
    #[must_use]
    pub fn name(&self, player: PlayerId) -> &'a str {
        &self.state.player(player).name
    }

    /// A player's life total.
    #[must_use]
    pub fn life(&self, player: PlayerId) -> i32 {
        self.state.player(player).life
    }

    /// Counters a player has.
    #[must_use]
    pub fn player_counters(&self, player: PlayerId) -> &'a Counters {
        &self.state.player(player).counters
    }

    /// A player's mana pool.
    #[must_use]
    pub fn mana(&self, player: PlayerId) -> &'a ManaPool {
        &self.state.player(player).mana
    }

    /// How a player stands.
    #[must_use]
    pub fn standing(&self, player: PlayerId) -> Standing {
        self.state.player(player).standing
    }

    /// How many cards a player has in hand (402.3).
    #[must_use]
    pub fn hand_size(&self, player: PlayerId) -> usize {
        self.state.player(player).hand.len()
    }

    /// How many cards are in a player's library (401.3).
    #[must_use]
    pub fn library_size(&self, player: PlayerId) -> usize {
        self.state.player(player).library.len()
    }

    /// Lands a player has played this turn.
    #[must_use]
    pub fn lands_played(&self, player: PlayerId) -> u32 {
        self.state.player(player).lands_played
    }

    /// The cards of a player's hand that this player may look at.
    pub fn seen_of_hand(&self, player: PlayerId) -> impl Iterator<Item = ObjectId> + '_ {
        self.state.player(player).hand.iter().copied().filter(|id| self.can_see(*id))
    }

    /// A player's graveyard, bottom first (404.2).
    #[must_use]
    pub fn graveyard(&self, player: PlayerId) -> &'a [ObjectId] {
        &self.state.player(player).graveyard
    }

    /// Permanents, oldest first.
    pub fn battlefield(&self) -> impl Iterator<Item = ObjectView<'a>> + '_ {
        self.state.permanents().filter_map(|id| self.object(id))
    }

    /// The stack, bottom first (405.2).
    #[must_use]
    pub fn stack(&self) -> &'a [ObjectId] {
        &self.state.stack
    }

    /// What is in the command zone (408), oldest first.
    #[must_use]
    pub fn command(&self) -> &'a [ObjectId] {
        &self.state.command
    }

    /// Whether an object the player may see is a commander (903.3).
    #[must_use]
    pub fn is_commander(&self, id: ObjectId) -> bool {
        self.can_see(id) && self.state.is_commander(id)
    }

    /// What casting a commander or signature spell from the command zone costs more, in generic mana (903.8).
    #[must_use]
    pub fn commander_tax(&self, id: ObjectId) -> u32 {
        if self.can_see(id) && self.state.leads(id) { self.state.commander_tax(id) } else { 0 }
    }

    /// Whether an object the player may see is a signature spell of the Oathbreaker format.
    #[must_use]
    pub fn is_signature_spell(&self, id: ObjectId) -> bool {
        self.can_see(id) && self.state.is_signature_spell(id)
    }

    /// Exiled cards.
    #[must_use]
    pub fn exile(&self) -> &'a [ObjectId] {
        &self.state.exile
    }

    /// An object, if the player may see it.
    #[must_use]
    pub fn object(&self, id: ObjectId) -> Option<ObjectView<'a>> {
        let object = self.state.get(id)?;
        if !self.can_see(id) {
            return None;
        }
        Some(ObjectView {
            id,
            chars: if self.state.is_concealed(id) { self.state.face_up(id) } else { self.state.chars(id) },
            controller: self.state.controller(id),
            owner: object.owner,
            zone: object.zone,
            counters: &object.counters,
            permanent: object.permanent.as_deref().map(PermanentView::of),
            stack: object.stack.as_deref(),
            token: object.is_token(),
        })
    }

    /// What a face-down spell or permanent is that the viewer may look at: a player's own, one that an effect lets them look at (708.5),
    /// or one they were let look at.
    #[must_use]
    pub fn under(&self, id: ObjectId) -> Option<&'a Chars> {
        let may = match self.viewer {
            Viewer::Player(player) => self.state.may_look_under(player, id) || self.state.knows_card(player, id),
            Viewer::Spectator => false,
            Viewer::Judge => true,
        };
        self.state.under(id).filter(|_| may)
    }

    /// The characteristics of an object the player may see, or that they saw before it left for good (608.2h).
    #[must_use]
    pub fn known_chars(&self, id: ObjectId) -> Option<&'a Chars> {
        let past = || self.state.last_known(id).filter(|past| past.object.zone.is_public()).map(|past| &*past.chars);
        match self.state.get(id) {
            Some(_) => self.object(id).map(|seen| seen.chars),
            None => past(),
        }
    }

    /// Whether the viewer may see an object's face or what stands for it (face-down permanents show their 2/2), or knows it where
    /// it lies hidden.
    #[must_use]
    pub fn can_see(&self, id: ObjectId) -> bool {
        let knows = |player: PlayerId| self.state.knows_card(player, id);
        self.may_look(id)
            || match self.viewer {
                Viewer::Player(me) => self.seeing_for(me).any(knows),
                _ => self.state.get(id).is_some() && self.state.seats().all(knows),
            }
    }

    /// Whether the viewer may look at an object's face now.
    #[must_use]
    pub fn may_look(&self, id: ObjectId) -> bool {
        match self.viewer {
            Viewer::Judge => self.state.get(id).is_some(),
            Viewer::Spectator => self.sees(None, id),
            Viewer::Player(me) => self.seeing_for(me).any(|player| self.sees(Some(player), id)),
        }
    }

    /// A player, and those whom they control, of whom they see what they see (720.4).
    fn seeing_for(&self, me: PlayerId) -> impl Iterator<Item = PlayerId> + '_ {
        let controlled = self.state.seats().filter(move |p| *p != me && self.state.decider(*p) == me);
        std::iter::once(me).chain(controlled)
    }

    /// Whether a player, the viewer or one whom they control, or anybody at all sees an object.
    fn sees(&self, player: Option<PlayerId>, id: ObjectId) -> bool {
        let Some(object) = self.state.get(id) else { return false };
        let owner = object.owner;
        match object.zone {
            Zone::Battlefield | Zone::Stack | Zone::Graveyard => true,
            // 315.7: not what is face down in the command zone, and not what is in a supplementary deck.
            Zone::Command if !self.state.command.contains(&id) => false,
            Zone::Exile | Zone::Command => {
                player.map_or_else(|| !self.state.is_concealed(id), |player| self.state.may_look(player, id)) // 406.3
            }
            Zone::Hand => {
                player == Some(owner)
                    || self.state.reveals_hand(owner) // 402.3
                    || player.is_some_and(|player| self.state.are_showing_hands(player, owner))
                    || self.is_offered(id)
                    || self.is_shown(id)
            }
            // 720.4: what a player has outside the game is seen by that player alone.
            Zone::Outside => {
                let own = player == Some(owner) && self.state.decider(owner) == owner;
                own || self.is_offered(id) || self.is_shown(id)
            }
            Zone::Library => self.is_offered(id) || self.is_asking(id) || self.state.sees_on_top(player, id),
        }
    }

    /// Whether a card is revealed to everybody for now (103.6b, 103.2b).
    fn is_shown(&self, id: ObjectId) -> bool {
        self.state.stays_revealed(id)
            || self.state.opening.as_ref().is_some_and(|o| o.revealed.contains(&id))
            // 702.139a: a companion stays revealed outside the game.
            || self.state.players.iter().any(|p| p.companion == Some(id))
            || self.state.is_shown_in_hand(id)
    }

    /// Whether the decision asked of the viewer is about a card of the player asked, on its way from where nobody looks.
    fn is_asking(&self, id: ObjectId) -> bool {
        let owner = self.state.get(id).map(|object| object.owner);
        self.decision.is_some_and(|d| d.source == Some(id) && owner == Some(d.player))
    }

    /// Whether the decision asked of the viewer shows the object.
    fn is_offered(&self, id: ObjectId) -> bool {
        let Some(decision) = self.decision else { return false };
        match &decision.domain {
            Domain::Pick { options, .. } | Domain::Order(options) => {
                options.iter().any(|o| matches!(o, Choice::Object(other) if *other == id))
            }
            _ => false,
        }
    }

    /// The combat at hand.
    #[must_use]
    pub fn combat(&self) -> Option<&'a Combat> {
        self.state.combat.as_deref()
    }

    /// The step at hand.
    #[must_use]
    pub const fn step(&self) -> Step {
        self.state.turn.step
    }

    /// The turn's number.
    #[must_use]
    pub const fn turn(&self) -> u32 {
        self.state.turn.number
    }

    /// Whose turn it is.
    #[must_use]
    pub const fn active(&self) -> PlayerId {
        self.state.turn.active
    }

    /// How the game ended, if it has.
    #[must_use]
    pub const fn result(&self) -> Option<&'a GameResult> {
        self.state.result.as_ref()
    }

    /// The name of an object the player may see; "a card" for others.
    #[must_use]
    pub fn object_name(&self, id: ObjectId) -> std::sync::Arc<str> {
        // What is gone is known by the last that was seen of it, and only that: its place may hold a hidden card by now.
        let known = match self.state.get(id) {
            Some(_) => self.can_see(id),
            None => self.state.last_known(id).is_some_and(|p| p.object.zone.is_public() || self.is_me(p.object.owner)),
        };
        if !known {
            return "a card".into();
        }
        if self.state.is_concealed(id) {
            return self.state.face_up(id).name.clone();
        }
        self.state.name_of(id)
    }

    /// The name of an object or player.
    #[must_use]
    pub fn entity_name(&self, entity: Entity) -> std::sync::Arc<str> {
        match entity {
            Entity::Object(id) => self.object_name(id),
            Entity::Player(player) => self.name(player).into(),
        }
    }

    /// Whether a permanent is still under its controller's control since before this turn, or has haste (302.6).
    #[must_use]
    pub fn can_tap(&self, id: ObjectId) -> bool {
        self.state.permanent(id).is_some_and(|p| {
            !p.tapped
                && (!self.state.chars(id).is_creature()
                    || p.controlled_since < self.state.turn.number
                    || self.state.chars(id).has(lawmage_ir::Keyword::Haste))
        })
    }
}
