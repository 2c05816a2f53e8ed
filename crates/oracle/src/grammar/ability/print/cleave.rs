//! Square brackets about the words that a spell with cleave loses (702.148).

use lawmage_ir::{Ability, CostLabel, Keyword};

use crate::print::{Context, Printer};

/// What a spell with cleave does without the words in square brackets (702.148a).
pub(super) fn cleaved(context: &Context<'_>) -> Option<String> {
    let label = CostLabel::Keyword(Keyword::Cleave, 0);
    let is = |a: &&Ability| matches!(a, Ability::SpellInstead(paid, _) if *paid == label);
    context.face.abilities.iter().find(is).map(|a| Printer::new(context).ability(a))
}

/// The text with brackets about the words that the other one lacks.
pub(super) fn bracketed(text: &str, without: &str) -> String {
    let (all, less): (Vec<&str>, Vec<&str>) = (text.split(' ').collect(), without.split(' ').collect());
    let same = all.iter().zip(&less).take_while(|(a, b)| a == b).count();
    let Some(removed) = all.len().checked_sub(less.len()).filter(|n| *n > 0) else { return text.to_owned() };
    let dots = |words: &[&str]| words.concat().replace('.', "");
    let (Some(before), Some(middle), Some(after)) =
        (all.get(..same), all.get(same..same + removed), all.get(same + removed..))
    else {
        // The last word is said with a full stop.
        let (Some(before), Some(middle)) = (all.get(..same), all.get(same..)) else { return text.to_owned() };
        return format!("{} [{}].", before.join(" "), middle.join(" ").trim_end_matches('.'));
    };
    if dots(after) != dots(less.get(same..).unwrap_or_default()) {
        // "creatures with flying." against "creatures.": the word before has the full stop there.
        let at = same + 1;
        let (Some(before), Some(middle), Some(after)) =
            (all.get(..at), all.get(at..at + removed), all.get(at + removed..))
        else {
            return text.to_owned();
        };
        let (middle, dot) = (middle.join(" "), if middle.last().is_some_and(|w| w.ends_with('.')) { "." } else { "" });
        let text = format!("{} [{}]{dot} {}", before.join(" "), middle.trim_end_matches('.'), after.join(" "));
        return text.trim_end().to_owned();
    }
    format!("{} [{}] {}", before.join(" "), middle.join(" "), after.join(" ")).trim().to_owned()
}
