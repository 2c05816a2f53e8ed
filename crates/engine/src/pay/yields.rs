//! What mana an ability makes (106.3, 106.7), and how dear its source is to a careful player.

use lawmage_ir::{Amount, Clause, Color, Instruction, ManaRider, ManaSymbol, ManaType, ManaYield, ValueKind, Who};
use smallvec::SmallVec;

use super::source::{Make, Tapping};
use crate::read::context::Context;
use crate::state::State;
use crate::state::ids::{Entity, ObjectId, PlayerId};
use crate::state::object::Chosen;
use crate::table::payment::{Bundle, COLORS, Mask, TYPES, color, kind};

/// What the clauses of a mana ability come to.
pub(super) struct Made<'a> {
    /// The mana.
    pub make: Make,
    /// The rider on it.
    pub rider: Option<&'a ManaRider>,
    /// How unwelcome what else they do is.
    pub pain: u32,
    /// Life that may be lost.
    pub hurt: u32,
    /// Whether the mana depends on nothing.
    pub outright: bool,
}

impl State {
    /// What mana clauses add for their controller, and what else they do.
    pub(super) fn make_of<'a>(&self, clauses: &'a [Clause], context: &Context<'_>) -> Option<Made<'a>> {
        let mut make: Option<Make> = None;
        let (mut rider, mut pain, mut hurt, mut outright) = (None, 0, 0_u32, true);
        for (place, clause) in clauses.iter().enumerate() {
            if let Instruction::ChooseValue { who, what, count, linked } = &clause.does {
                if (who, what, count) != (&Who::You, &ValueKind::Color, &1) || make.is_some() {
                    return None;
                }
                let made = self.make_of_each_color(*linked, clauses.get(place + 1..)?, context)?;
                return Some(Made { pain: pain + made.pain, hurt: hurt + made.hurt, ..made });
            }
            let inner = match &clause.does {
                Instruction::AddMana { who: Who::You, mana, times, rider } => {
                    // What has to be worked out may turn out otherwise once other sources are tapped.
                    let outright = is_outright(mana, times);
                    let make = self.yield_of(mana, times, context)?;
                    Made { make, rider: rider.as_deref(), pain: u32::from(!outright), hurt: 0, outright }
                }
                Instruction::Seq(inner) => self.make_of(inner, context)?,
                Instruction::If { condition, then, otherwise } => {
                    let branch = if self.holds(condition, context) { then } else { otherwise };
                    outright = false;
                    if branch.is_empty() {
                        continue;
                    }
                    self.make_of(branch, context)?
                }
                Instruction::Damage { amount, .. } | Instruction::LoseLife(_, amount) => {
                    hurt += self.count(amount, context);
                    pain += 30;
                    continue;
                }
                _ => {
                    pain += 10;
                    continue;
                }
            };
            rider = inner.rider;
            pain += inner.pain;
            hurt += inner.hurt;
            outright &= inner.outright;
            make = Some(match (make, inner.make) {
                (None, one) => one,
                (Some(Make::Fixed(a)), Make::Fixed(b)) => {
                    Make::Fixed(std::array::from_fn(|i| a[i].saturating_add(b[i])))
                }
                _ => return None,
            });
        }
        make.map(|make| Made { make, rider, pain, hurt, outright })
    }

    /// The same of clauses before which a color is chosen as the ability resolves: one way for each color.
    fn make_of_each_color<'a>(&self, linked: u8, clauses: &'a [Clause], context: &Context<'_>) -> Option<Made<'a>> {
        let mut all: Option<Made<'a>> = None;
        let mut bundles = SmallVec::new();
        for color in Color::ALL {
            let mut trial = self.clone();
            trial.with_memory(context.source, |memory| {
                memory.chosen.retain(|(n, _)| *n != linked);
                memory.chosen.push((linked, Chosen::Color(color)));
            });
            let Some(made) = trial.make_of(clauses, context) else { continue };
            bundles.push(match &made.make {
                Make::Fixed(bundle) => *bundle,
                Make::Same(mask, n) if mask.count_ones() == 1 => {
                    let mut bundle = Bundle::default();
                    bundle[ManaType::Color(color).index()] = u16::try_from(*n).unwrap_or(u16::MAX);
                    bundle
                }
                _ => return None,
            });
            all.get_or_insert(made);
        }
        all.map(|made| Made { make: Make::OneOf(bundles), outright: false, ..made })
    }

    pub(super) fn yield_of(&self, mana: &ManaYield, times: &Amount, context: &Context<'_>) -> Option<Make> {
        let times = self.count(times, context);
        if times == 0 {
            return None;
        }
        let bundle = |types: &[ManaType]| {
            let mut bundle = Bundle::default();
            for mana in types {
                bundle[mana.index()] += times as u16;
            }
            bundle
        };
        let some = |make: Make| match &make {
            Make::Each(0, _) | Make::Same(0, _) | Make::Each(_, 0) | Make::Same(_, 0) => None,
            Make::Fixed(bundle) if *bundle == Bundle::default() => None,
            _ => Some(make),
        };
        some(match mana {
            ManaYield::Fixed(types) => Make::Fixed(bundle(types)),
            // Several times one of several single mana: each is chosen by itself.
            ManaYield::OneOf(bundles) if times > 1 && bundles.iter().all(|b| b.len() == 1) => {
                Make::Each(bundles.iter().flatten().fold(0, |mask, t| mask | kind(*t)), times)
            }
            ManaYield::OneOf(bundles) => Make::OneOf(bundles.iter().map(|b| bundle(b)).collect()),
            ManaYield::AnyColor { count, combination, colors } => {
                let mask = if colors.is_empty() { COLORS } else { colors.iter().fold(0, |m, c| m | color(*c)) };
                let count = self.count(count, context) * times;
                if *combination { Make::Each(mask, count) } else { Make::Same(mask, count) }
            }
            ManaYield::Chosen(linked) | ManaYield::OrChosen(_, linked) => {
                let own = if let ManaYield::OrChosen(own, _) = mana { kind(*own) } else { 0 };
                Make::Same(self.colors_chosen(context.source, *linked).fold(own, |mask, c| mask | color(c)), times)
            }
            ManaYield::Noted(linked) => {
                let mut mask = 0;
                for chosen in self.chosen_values(context.source, *linked) {
                    if let Chosen::Mana(noted) = chosen {
                        mask |= kind(*noted);
                    }
                }
                Make::Same(mask, times)
            }
            ManaYield::CouldProduce(selector) | ManaYield::ColorCouldProduce(selector) => {
                // 106.7
                let mask = if matches!(mana, ManaYield::ColorCouldProduce(_)) { COLORS } else { TYPES };
                let of = |e: &Entity| e.object().map_or(0, |id| self.mana_it_could_make(id)) & mask;
                Make::Same(self.selected(selector, context).iter().fold(0, |m, e| m | of(e)), times)
            }
            ManaYield::ColorsOf(selector) => {
                let of = |e: &Entity| {
                    let colors = e.object().map(|id| self.chars(id).colors);
                    colors.into_iter().flat_map(lawmage_ir::ColorSet::iter).fold(0, |m, c| m | color(c))
                };
                Make::Same(self.selected(selector, context).iter().fold(0, |m, e| m | of(e)), times)
            }
            ManaYield::EachColorOf(selector) => Make::Fixed(bundle(&self.colors_among(selector, context))),
            ManaYield::InIdentity => Make::Same(
                self.commander_identity(context.you).unwrap_or_default().iter().fold(0, |m, c| m | color(c)),
                times,
            ),
            ManaYield::SameAsEvent => return None,
        })
    }

    /// The types of mana that an object could produce (106.7).
    fn mana_it_could_make(&self, id: ObjectId) -> Mask {
        let types = self.types_it_could_produce(id);
        ManaType::ALL.into_iter().filter(|t| types[t.index()]).fold(0, |mask, t| mask | kind(t))
    }

    /// The colors in mana costs of the cards a player has in hand.
    pub(super) fn colors_wanted(&self, player: PlayerId) -> Mask {
        let hand = self.player(player).hand.iter();
        let costs = hand.filter_map(|id| self.chars(*id).mana_cost.as_ref());
        costs.flat_map(|c| c.0.iter()).flat_map(|s: &ManaSymbol| s.colors().iter()).fold(0, |mask, c| mask | color(c))
    }

    /// How loath a careful player is to use a source: basic lands of colors the hand doesn't want first, then lands with
    /// more uses, then other permanents, creatures last; what costs life or the source itself after all others.
    pub(super) fn source_rank(&self, id: ObjectId, wanted: Mask, ways: &[Tapping]) -> u32 {
        let chars = self.chars(id);
        let mask = ways.iter().fold(0, |m, t| m | t.types());
        let flexible = mask.count_ones() * 2 + (mask & wanted & COLORS).count_ones();
        let other_uses = if chars.marks.activated { 12 } else { 0 };
        let body = if chars.is_creature() {
            60
        } else if chars.is_land() {
            0
        } else {
            30
        };
        flexible + other_uses + body + ways.iter().map(|t| t.pain * 4).min().unwrap_or(0)
    }
}

/// Whether what an ability makes depends on nothing.
const fn is_outright(mana: &ManaYield, times: &Amount) -> bool {
    let count = match mana {
        ManaYield::Fixed(_) | ManaYield::OneOf(_) => true,
        ManaYield::AnyColor { count, .. } => matches!(count, Amount::Const(_)),
        _ => false,
    };
    count && matches!(times, Amount::Const(_))
}
