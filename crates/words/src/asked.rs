//! The text that a question stems from, with names for what it refers to.

use lawmage_engine::{About, Decision, Entity, Matter, Sight};
use lawmage_ir::{Face, Instruction, Ref, Who};
use lawmage_oracle::{
    Called, Context, Names, Offer, print_offer, print_order, print_price, print_price_part, print_replacement,
    print_target,
};

use crate::object::face;

/// Beyond so many, things are not named one by one.
const MOST_NAMED: usize = 3;

/// The text of a question, and how the game's player speaks of what is in it.
pub(crate) struct Asked<'a> {
    view: Sight<'a>,
    about: &'a About,
    shown: Face,
}

impl<'a> Asked<'a> {
    /// The text that a decision stems from, if it comes with one.
    pub(crate) fn of(view: &Sight<'a>, decision: &'a Decision) -> Option<Self> {
        let about = decision.about.as_deref()?;
        let shown = view.known_chars(about.source).map(face).unwrap_or_default();
        Some(Self { view: *view, about, shown })
    }

    pub(crate) fn matter(&self) -> &'a Matter {
        &self.about.matter
    }

    pub(crate) fn instruction(&self) -> Option<&'a Instruction> {
        match self.matter() {
            Matter::Instruction(does) => Some(does),
            _ => None,
        }
    }

    /// The text as an order: "sacrifice a creature", "target creature".
    pub(crate) fn order(&self) -> String {
        let context = &Context { face: &self.shown };
        let text = match self.matter() {
            Matter::Instruction(does) => print_order(does, context, self),
            Matter::Cost(cost) => print_price(cost, context, self),
            Matter::CostPart(part) => print_price_part(part, context, self),
            Matter::Costs(_) => String::new(),
            Matter::Target(spec) => print_target(spec, context, self),
            Matter::Replacement(replacement) => print_replacement(replacement, context, self),
        };
        self.mine(text)
    }

    /// One of several costs.
    pub(crate) fn cost(&self, place: usize) -> Option<String> {
        let Matter::Costs(costs) = self.matter() else { return None };
        Some(self.mine(print_price(costs.get(place)?, &Context { face: &self.shown }, self)))
    }

    /// What the player may do or pay.
    pub(crate) fn offer(&self) -> Option<Offer> {
        let offer = print_offer(self.instruction()?, &Context { face: &self.shown }, self)?;
        if offer.deed.is_empty() {
            return None;
        }
        // What stands in a text as a word alone is said in full where it is all there is.
        let deed = if offer.deed == "shuffle" { "shuffle your library".to_owned() } else { offer.deed };
        Some(Offer {
            deed: self.mine(deed),
            then: offer.then.map(|t| self.mine(t)),
            otherwise: offer.otherwise.map(|t| self.mine(t)),
        })
    }

    /// A mode chosen in the middle of a resolution.
    pub(crate) fn mode(&self, place: usize) -> Option<String> {
        let Instruction::ChooseMode { modes, .. } = self.instruction()? else { return None };
        let does = Instruction::Seq(modes.get(place)?.clauses.clone());
        let text = print_order(&does, &Context { face: &self.shown }, self);
        (!text.is_empty()).then(|| self.mine(text))
    }

    /// Texts of others speak of the player asked as "they".
    fn mine(&self, text: String) -> String {
        if self.view.is_me(self.about.you) {
            return text;
        }
        text.replace(" their ", " your ").replace("they control", "you control").replace(" of your choice", "")
    }

    fn call(&self, entities: &[Entity]) -> Option<Called> {
        let name = |entity: &Entity| match entity {
            Entity::Player(player) if self.view.is_me(*player) => "you".to_owned(),
            other => self.view.entity_name(*other).to_string(),
        };
        match entities {
            [] => None,
            [Entity::Player(player)] if self.view.is_me(*player) => Some(Called::You),
            [one] => Some(Called::One(name(one))),
            many if many.len() <= MOST_NAMED => {
                let names: Vec<String> = many.iter().map(name).collect();
                let (last, rest) = names.split_last()?;
                Some(Called::Many(format!("{} and {last}", rest.join(", "))))
            }
            _ => Some(Called::Many("these".to_owned())),
        }
    }
}

impl Names for Asked<'_> {
    fn thing(&self, reference: &Ref) -> Option<Called> {
        self.call(&self.view.denoted(self.about, reference))
    }

    fn players(&self, who: &Who) -> Option<Called> {
        let players: Vec<Entity> = self.view.players_meant(self.about, who).into_iter().map(Entity::Player).collect();
        self.call(&players)
    }
}
