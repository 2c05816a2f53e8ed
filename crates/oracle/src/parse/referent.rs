//! What something spoken of is, and by what it is reached.

use lawmage_ir::visit;
use lawmage_ir::{Ref, Role, Selector, Slot, Subtype, TypeSet, Who};

/// What sort of thing a noun names, for "that creature", "that player", "it".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A permanent.
    Permanent,
    /// A card outside the battlefield.
    Card,
    /// A spell.
    Spell,
    /// An ability on the stack.
    Ability,
    /// A spell or an ability.
    OnStack,
    /// A player.
    Player,
    /// An object or a player ("any target", "player or planeswalker").
    Any,
    /// A source of damage, or an object wherever it is.
    Object,
}

impl Sort {
    /// Whether it names what is on the stack.
    #[must_use]
    pub const fn is_on_stack(self) -> bool {
        matches!(self, Self::Spell | Self::Ability | Self::OnStack)
    }
}

/// By what a referent is reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Handle {
    /// A reference.
    Ref(Ref),
    /// The result of the clause with that provisional number: gets a slot when it is spoken of.
    Clause(Slot),
    /// Players.
    Who(Who),
    /// A selection that has no reference of its own.
    Select(Box<Selector>),
}

impl Handle {
    /// Whether it is reached by a target of the ability at hand.
    #[must_use]
    pub fn is_of_targets(&self) -> bool {
        let target = |r: &Ref| matches!(r, Ref::Target(_));
        match self {
            Self::Ref(r) => visit::any(r, target),
            Self::Who(who) => visit::any(who, target),
            Self::Select(selector) => visit::any(&**selector, target),
            Self::Clause(_) => false,
        }
    }
}

/// Something spoken of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referent {
    /// How it is reached.
    pub handle: Handle,
    /// As it was before a move: whose power and controller are read as last known ("its controller").
    pub before: Option<Ref>,
    /// What sort of thing.
    pub sort: Sort,
    /// Card types its noun named.
    pub types: TypeSet,
    /// Subtypes its noun named.
    pub subtypes: Vec<Subtype>,
    /// Whether the noun was plural.
    pub plural: bool,
    /// Whether it is a token.
    pub token: bool,
    /// The participle it can be spoken of with: "the sacrificed creature", "cards exiled this way".
    pub verb: Option<&'static str>,
    /// Who did that, where a clause did: "if you discarded a land card this way".
    pub by: Option<Who>,
    /// To where it was moved.
    pub to: Option<lawmage_ir::Zone>,
    /// Whether it is the object itself.
    pub this: bool,
    /// Whether it is the permanent that the object itself, a card then, was put onto the battlefield as.
    pub arrived: bool,
    /// Whether only "they" and "that player" can mean it, when nothing better does: the player that "any target" may be.
    pub hidden: bool,
}

impl Referent {
    /// A referent of that sort.
    #[must_use]
    pub fn new(handle: Handle, sort: Sort) -> Self {
        Self {
            handle,
            before: None,
            sort,
            types: TypeSet::NONE,
            subtypes: Vec::new(),
            plural: false,
            token: false,
            verb: None,
            by: None,
            to: None,
            this: false,
            arrived: false,
            hidden: false,
        }
    }

    /// Whether pronouns for objects pass it over.
    #[must_use]
    pub const fn hidden(&self) -> bool {
        self.hidden
    }

    /// The clause whose result it is.
    #[must_use]
    pub const fn clause(&self) -> Option<Slot> {
        match &self.handle {
            Handle::Clause(id) => Some(*id),
            _ => None,
        }
    }

    /// Whether it is a set by nature: what a clause produced, however its noun was numbered.
    #[must_use]
    pub const fn group_like(&self) -> bool {
        matches!(self.handle, Handle::Clause(_)) && self.plural
    }

    /// A player.
    #[must_use]
    pub fn player(who: Who) -> Self {
        Self::new(Handle::Who(who), Sort::Player)
    }

    /// The object itself.
    #[must_use]
    pub fn this() -> Self {
        Self { this: true, ..Self::new(Handle::Ref(Ref::This), Sort::Object) }
    }

    /// An object in a role of the event.
    #[must_use]
    pub fn event(role: Role, sort: Sort) -> Self {
        Self::new(Handle::Ref(Ref::Event(role)), sort)
    }
}
