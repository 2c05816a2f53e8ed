//! What mana a cost asks for (107.4, 118.7, 202.1); a cost reduced to {0} is still paid by someone's doing (118.5, 118.5a).

use lawmage_ir::{ColorSet, Filter, ManaCost, ManaSymbol, ManaType, SpendSort, Spending};
use smallvec::SmallVec;

use crate::table::payment::{ANY, COLORS, Demand, Mask, SNOW, TYPES, WATER, color, kind};

/// How many ways to settle hybrid and Phyrexian symbols are told apart; no card has nearly so many.
const MOST_WAYS: u32 = 4096;

/// The mana part of a total cost, before hybrid and Phyrexian symbols are settled.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct ManaDue {
    /// Its symbols other than generic mana and X.
    pub symbols: SmallVec<[ManaSymbol; 6]>,
    /// Its generic mana other than X.
    pub generic: u32,
    /// Its X, which is generic mana too.
    pub x: u32,
    /// Whether {X} is in it, whatever X is (106.6 asks).
    pub has_x: bool,
    /// The colors of mana that alone may be spent on X; where there are none, any may.
    pub x_colors: ColorSet,
    /// The colors of mana that alone may be spent on all of it, where it says so.
    pub only: Option<ColorSet>,
    /// The sources of which alone the mana may come that is spent on it, where it says so.
    pub from: Option<std::sync::Arc<Filter>>,
    /// Generic mana of waterbend costs, for each of which an artifact or creature may be tapped (2026:701.67a).
    pub water: u32,
    /// How many waterbend costs are in it (2026:701.67c).
    pub waterbends: u32,
    /// By how much its generic mana is reduced (118.7a).
    pub credit: u32,
    /// How much mana it is at least, as its symbols are settled (601.2f).
    pub floor: u32,
    /// Colors for mana of which effects let life be paid: what is paid so counts as that mana (609.4).
    pub life_for: ColorSet,
    /// How much mana has been paid for so.
    pub paid_with_life: u32,
    /// Life already chosen to be paid for Phyrexian symbols.
    pub life: u32,
    /// For how many such symbols, not counting mana of which an effect lets life be paid.
    pub symbols_as_life: u32,
    /// How freely mana may be spent on it.
    pub spending: Spending,
    /// Mana that may be spent as though it were other mana: what it is, and of what sorts it counts as one.
    pub likes: SmallVec<[(Mask, Mask); 1]>,
}

/// Symbols of which effects ask whether a cost contains them (106.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CostSymbols {
    /// {X} (107.3).
    pub x: bool,
    /// {C} (107.4c).
    pub colorless: bool,
}

impl ManaDue {
    /// Mana may be spent on it so, too (609.4b).
    pub(crate) fn let_spend(&mut self, spending: Spending) {
        if let Spending::Like(sort, colors) = spending {
            let is = match sort {
                SpendSort::Type(mana) => kind(mana),
                SpendSort::Snow => SNOW,
            };
            self.likes.push((is, colors.iter().fold(0, |mask, c| mask | color(c))));
        } else {
            self.spending = self.spending.max(spending);
        }
    }

    /// Which of those symbols are in it.
    #[must_use]
    pub fn contains(&self) -> CostSymbols {
        CostSymbols { x: self.has_x, colorless: self.symbols.contains(&ManaSymbol::Colorless) }
    }

    /// Of a mana cost with that X: what has to be paid to cast the card (202.1a).
    #[must_use]
    pub fn of(cost: &ManaCost, x: u32) -> Self {
        let mut bill = Self::default();
        bill.add(cost, x);
        bill
    }

    /// Adds a mana cost, or what something costs more.
    pub fn add(&mut self, cost: &ManaCost, x: u32) {
        for symbol in &cost.0 {
            match symbol {
                ManaSymbol::X => {
                    self.has_x = true;
                    self.x = self.x.saturating_add(x);
                }
                // 107.4d: {0} adds nothing.
                ManaSymbol::Generic(n) => self.generic = self.generic.saturating_add(u32::from(*n)),
                other => self.symbols.push(*other),
            }
        }
    }

    /// Adds a waterbend cost, all of it generic.
    pub fn add_water(&mut self, cost: &ManaCost, x: u32) {
        let of = Self::of(cost, x);
        self.waterbends += 1;
        self.water = self.water.saturating_add(of.any_generic());
        self.has_x |= of.has_x;
        self.symbols.extend(of.symbols);
    }

    /// Reduces it (118.7): colored and colorless reductions fall on mana of that type first, and what is left of them on
    /// generic mana.
    pub fn reduce(&mut self, by: &ManaCost) {
        for symbol in &by.0 {
            let same = match symbol {
                ManaSymbol::X => continue,
                // 118.7a
                ManaSymbol::Generic(n) => {
                    self.credit = self.credit.saturating_add(u32::from(*n));
                    continue;
                }
                // 118.7f
                ManaSymbol::Phyrexian(c) => self.symbols.iter().position(|s| *s == ManaSymbol::Color(*c)),
                // 118.7e: where the cost has both halves, either may be taken: one of the two is left to pay.
                ManaSymbol::Hybrid(a, b) if self.has_both(*a, *b) => {
                    let first = self.symbols.iter().position(|s| *s == ManaSymbol::Color(*a));
                    if let Some(place) = first {
                        self.symbols[place] = ManaSymbol::Hybrid(*a, *b);
                    }
                    self.symbols.iter().position(|s| *s == ManaSymbol::Color(*b))
                }
                // Else the half that it has.
                ManaSymbol::Hybrid(a, b) => self
                    .symbols
                    .iter()
                    .position(|s| *s == ManaSymbol::Color(*a) || *s == ManaSymbol::Color(*b))
                    .or_else(|| self.symbols.iter().position(|s| s == symbol)),
                // 118.7g
                ManaSymbol::Snow => None,
                other => self.symbols.iter().position(|s| s == other),
            };
            match same {
                Some(place) => {
                    self.symbols.remove(place);
                }
                // 118.7b-d
                None => self.credit = self.credit.saturating_add(1),
            }
        }
    }

    /// Reduces the colored mana in it alone: of each color as much as there is, also where a symbol may be paid with another
    /// (118.7d-e leave the choice, and the least to pay is what is chosen).
    pub fn reduce_colored(&mut self, by: &ManaCost) {
        let mut left = Vec::new();
        for symbol in &by.0 {
            match self.symbols.iter().position(|s| s == symbol) {
                Some(place) => {
                    self.symbols.remove(place);
                }
                None => left.extend(match symbol {
                    ManaSymbol::Color(color) => Some(*color),
                    _ => None,
                }),
            }
        }
        // Each of the others takes a symbol of its own, so that as many as can be find one.
        let mut taken: Vec<Option<usize>> = vec![None; self.symbols.len()];
        for one in 0..left.len() {
            self.take_symbol(&left, one, &mut taken, &mut vec![false; self.symbols.len()]);
        }
        let mut taken = taken.into_iter();
        self.symbols.retain(|_| taken.next().flatten().is_none());
    }

    /// Finds a symbol for a reduction, moving others to other symbols where that makes room.
    fn take_symbol(
        &self,
        left: &[lawmage_ir::Color],
        one: usize,
        taken: &mut [Option<usize>],
        seen: &mut [bool],
    ) -> bool {
        for (place, symbol) in self.symbols.iter().enumerate() {
            let fits = left.get(one).is_some_and(|color| symbol.colors().has(*color));
            if !fits || std::mem::replace(&mut seen[place], true) {
                continue;
            }
            if taken[place].is_none_or(|other| self.take_symbol(left, other, taken, seen)) {
                taken[place] = Some(one);
                return true;
            }
        }
        false
    }

    /// Reduces it that many times, but not below so much mana; what asks for less as it is stays as it is.
    pub fn reduce_down_to(&mut self, by: &ManaCost, times: u32, least: u32) {
        let kept = self.value().min(least);
        (0..times).for_each(|_| self.reduce(by));
        let short = kept.saturating_sub(self.value());
        if short > 0 {
            let credit = self.credit.min(self.any_generic());
            self.credit = credit.saturating_sub(short);
            self.generic = self.generic.saturating_add(short.saturating_sub(credit));
        }
    }

    /// How much mana it asks for as it is reduced, a symbol that leaves a choice counted as one.
    fn value(&self) -> u32 {
        let generic = self.any_generic().saturating_add(self.water);
        (self.symbols.len() as u32).saturating_add(generic.saturating_sub(self.credit))
    }

    /// How much generic mana is left of it as it is reduced, which another player may pay (702.132a): none of an X for which it
    /// matters what is spent.
    pub(crate) fn generic_due(&self) -> u32 {
        let generic = if self.x_colors.is_empty() { self.any_generic() } else { self.generic };
        generic.saturating_sub(self.credit).max(self.floor.saturating_sub(self.value()))
    }

    /// Takes off what another player pays of its generic mana.
    pub(crate) fn paid_by_another(&mut self, n: u32) {
        self.credit = self.credit.saturating_add(n);
        self.floor = self.floor.saturating_sub(n);
    }

    /// Its generic mana, X among it (107.4b).
    fn any_generic(&self) -> u32 {
        self.generic.saturating_add(self.x)
    }

    fn has_both(&self, a: lawmage_ir::Color, b: lawmage_ir::Color) -> bool {
        a != b && [a, b].iter().all(|c| self.symbols.contains(&ManaSymbol::Color(*c)))
    }

    /// Whether nothing has to be paid, whatever is chosen.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.symbols.is_empty()
            && self.any_generic().saturating_add(self.water) <= self.credit
            && self.life == 0
            && self.floor == 0
    }

    /// Whether a Phyrexian symbol is to be settled (107.4f).
    #[must_use]
    pub fn phyrexian(&self) -> Option<usize> {
        self.symbols.iter().position(|s| matches!(s, ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..)))
    }

    /// Whether an effect lets life be paid for such a symbol.
    fn is_life_for(&self, symbol: ManaSymbol) -> bool {
        symbol.is_phyrexian() && !symbol.colors().intersection(self.life_for).is_empty()
    }

    /// Settles a Phyrexian symbol: 2 life, or a colored mana.
    pub fn decide_phyrexian(&mut self, place: usize, with_life: bool) {
        if with_life {
            let by_effect = self.is_life_for(self.symbols[place]);
            self.paid_with_life += u32::from(by_effect);
            self.symbols_as_life += u32::from(!by_effect);
            self.symbols.remove(place);
            self.life += 2;
        } else if let Some(symbol) = self.symbols.get_mut(place) {
            *symbol = match *symbol {
                ManaSymbol::Phyrexian(c) => ManaSymbol::Color(c),
                ManaSymbol::HybridPhyrexian(a, b) => ManaSymbol::Hybrid(a, b),
                other => other,
            };
        }
    }

    /// The ways to settle its symbols: those that take no life first, then those that take no more generic mana.
    #[must_use]
    pub fn demands(&self) -> SmallVec<[Demand; 1]> {
        let open = |s: &ManaSymbol| {
            matches!(s, ManaSymbol::MonoHybrid(..) | ManaSymbol::Phyrexian(_) | ManaSymbol::HybridPhyrexian(..))
        };
        // Symbols that are alike are settled by number.
        let mut kinds: SmallVec<[(ManaSymbol, u32); 4]> = SmallVec::new();
        for symbol in self.symbols.iter().filter(|s| open(s)) {
            match kinds.iter_mut().find(|(kind, _)| kind == symbol) {
                Some((_, n)) => *n += 1,
                None => kinds.push((*symbol, 1)),
            }
        }
        let ways = kinds.iter().fold(1_u32, |ways, (_, n)| ways.saturating_mul(n + 1)).min(MOST_WAYS);
        let mut found: SmallVec<[Demand; 1]> = SmallVec::new();
        for way in 0..ways {
            let mut rest = way;
            let mut seconds = kinds.clone();
            for (_, n) in &mut seconds {
                (*n, rest) = (rest % (*n + 1), rest / (*n + 1));
            }
            found.push(self.demand(seconds));
        }
        if found.len() > 1 {
            found.sort_by_key(|d| (d.life, d.total()));
        }
        found
    }

    /// What is to be paid when so many of each open symbol take their second way.
    fn demand(&self, mut seconds: SmallVec<[(ManaSymbol, u32); 4]>) -> Demand {
        let mut demand = Demand { life: self.life, ..Demand::default() };
        let (mut generic, x) = if self.x_colors.is_empty() { (self.any_generic(), 0) } else { (self.generic, self.x) };
        let mut as_mana = self.paid_with_life;
        let mut second = |symbol: ManaSymbol| match seconds.iter_mut().find(|(s, n)| *s == symbol && *n > 0) {
            Some((_, n)) => {
                *n -= 1;
                true
            }
            None => false,
        };
        for symbol in &self.symbols {
            match *symbol {
                ManaSymbol::X => {}
                ManaSymbol::Generic(n) => generic += u32::from(n),
                ManaSymbol::Color(c) => demand.masks.push(color(c)),
                ManaSymbol::Colorless => demand.masks.push(kind(ManaType::Colorless)),
                ManaSymbol::Hybrid(a, b) => demand.masks.push(color(a) | color(b)),
                ManaSymbol::ColorlessHybrid(c) => demand.masks.push(color(c) | kind(ManaType::Colorless)),
                ManaSymbol::Snow => demand.masks.push(SNOW),
                ManaSymbol::MonoHybrid(n, c) => {
                    if second(*symbol) {
                        generic += u32::from(n);
                    } else {
                        demand.masks.push(color(c));
                    }
                }
                ManaSymbol::Phyrexian(c) => {
                    if second(*symbol) {
                        demand.life += 2;
                        as_mana += u32::from(self.is_life_for(*symbol));
                    } else {
                        demand.masks.push(color(c));
                    }
                }
                ManaSymbol::HybridPhyrexian(a, b) => {
                    if second(*symbol) {
                        demand.life += 2;
                        as_mana += u32::from(self.is_life_for(*symbol));
                    } else {
                        demand.masks.push(color(a) | color(b));
                    }
                }
            }
        }
        demand.generic = generic.saturating_sub(self.credit);
        // 118.7a: what the other generic mana leaves of the reduction falls on this.
        let left = self.credit.saturating_sub(generic);
        let water = self.water.saturating_sub(left.saturating_sub(x));
        let for_x = self.x_colors.iter().fold(0, |mask, c| mask | color(c));
        demand.masks.extend(std::iter::repeat_n(for_x, x.saturating_sub(left) as usize));
        demand.masks.extend(std::iter::repeat_n(ANY | WATER, water as usize));
        // 601.2f: what directly affects the total comes last.
        demand.generic += self.floor.saturating_sub(demand.total() + as_mana);
        if let Some(colors) = self.only {
            let only = colors.iter().fold(0, |mask, c| mask | color(c));
            let generic = std::mem::take(&mut demand.generic);
            demand.masks.iter_mut().for_each(|mask| *mask &= only);
            demand.masks.extend(std::iter::repeat_n(only, generic as usize));
        }
        // 609.4b
        for mask in &mut demand.masks {
            let like = self.likes.iter().filter(|(_, of)| *mask & of != 0).fold(0, |all, (is, _)| all | is);
            *mask |= like;
            match self.spending {
                Spending::AsIs | Spending::Like(..) => {}
                Spending::AnyColor if *mask & COLORS != 0 => *mask |= TYPES,
                Spending::AnyColor => {}
                Spending::AnyType if *mask & TYPES != 0 => *mask |= TYPES,
                Spending::AnyType => {}
            }
        }
        demand
    }
}

/// Takes generic mana off (118.7a), as far as there is some.
pub(crate) fn cut_generic(mana: &mut ManaCost, off: &mut u32) {
    for symbol in &mut mana.0 {
        if let ManaSymbol::Generic(n) = symbol {
            let less = (*off).min(u32::from(*n));
            *n -= less as u16;
            *off -= less;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bill(text: &str) -> ManaDue {
        ManaDue::of(&ManaCost::parse(text).unwrap_or_default(), 0)
    }

    #[test]
    fn colored_reductions_fall_on_colored_mana_first_118_7() {
        let mut cost = bill("{2}{G}{G}");
        cost.reduce(&ManaCost::parse("{G}{G}{G}").unwrap_or_default());
        let demand = &cost.demands()[0];
        assert_eq!((demand.masks.len(), demand.generic), (0, 1));
        let mut cost = bill("{1}{W}");
        cost.reduce(&ManaCost::parse("{3}").unwrap_or_default());
        let demand = &cost.demands()[0];
        assert_eq!((demand.masks.len(), demand.generic), (1, 0), "118.7a: generic reductions spare colored mana");
    }

    #[test]
    fn reductions_reach_the_generic_half_of_a_hybrid_symbol() {
        let mut cost = bill("{2/W}{2/W}");
        cost.reduce(&ManaCost::parse("{3}").unwrap_or_default());
        let demands = cost.demands();
        assert_eq!(demands.len(), 3, "how many of the two, not which");
        assert!(demands.iter().any(|d| d.masks.is_empty() && d.generic == 1));
    }

    #[test]
    fn a_reduction_with_a_floor_stops_there_and_raises_nothing() {
        let down = |text: &str, by: &str| {
            let mut cost = bill(text);
            cost.reduce_down_to(&ManaCost::parse(by).unwrap_or_default(), 1, 1);
            cost.demands()[0].total()
        };
        assert_eq!(down("{3}", "{1}"), 2);
        assert_eq!(down("{3}", "{4}"), 1);
        assert_eq!(down("{1}", "{2}"), 1);
        assert_eq!(down("{0}", "{2}"), 0, "what costs no mana costs none");
        assert_eq!(down("{G}", "{G}"), 1);
        assert_eq!(down("{2}{G}", "{2}"), 1);
        let mut cost = bill("{2}");
        cost.reduce_down_to(&ManaCost::parse("{2}").unwrap_or_default(), 1, 1);
        cost.reduce(&ManaCost::parse("{1}").unwrap_or_default());
        assert!(cost.is_free(), "another reduction is not stopped");
    }

    #[test]
    fn phyrexian_symbols_take_life_last() {
        let demands = bill("{W/P}{1}").demands();
        assert_eq!(demands.iter().map(|d| d.life).collect::<Vec<_>>(), vec![0, 2]);
    }
}
