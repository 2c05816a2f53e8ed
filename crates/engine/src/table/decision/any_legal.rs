//! An answer for whoever doesn't care.

use smallvec::SmallVec;

use crate::state::combat::Bands;
use crate::table::decision::{Answer, Decision, Domain};

impl Decision {
    /// Some legal answer, always the same: the first options, as few as may be picked; the least number; nothing attacks and
    /// blocks but what must.
    #[must_use]
    pub fn any_legal(&self) -> Answer {
        match &self.domain {
            Domain::Pick { options, .. } => {
                let order: SmallVec<[u32; 32]> = (0..options.len() as u32).collect();
                Answer::Picks(self.picks_in_order(&order).unwrap_or_default())
            }
            Domain::Number { min, max, but } => {
                Answer::Number((*min..=*max).find(|n| !but.contains(n)).unwrap_or(*min))
            }
            Domain::Order(options) => Answer::Order((0..options.len() as u32).collect()),
            Domain::Divide { total, least, among, .. } => {
                let mut amounts: SmallVec<[u32; 4]> =
                    (0..among.len()).map(|place| least.get(place).copied().unwrap_or(0)).collect();
                let left = total.saturating_sub(amounts.iter().sum());
                if let Some(first) = amounts.first_mut() {
                    *first += left;
                }
                Answer::Amounts(amounts)
            }
            Domain::Name(names) => Answer::Names(names.known.iter().take(names.count as usize).cloned().collect()),
            Domain::Attack(domain) => Answer::Attack(domain.legalize(&[]), Bands::new()),
            Domain::Block(domain) => Answer::Block(domain.legalize(&[])),
        }
    }
}
