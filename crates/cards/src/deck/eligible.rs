//! Which cards may be commanders (903.3), alone and in pairs (702.124).

use lawmage_oracle::CardSource;

/// Whether a card may be designated as a commander: a legendary creature (903.3), or one whose text says so (903.3a).
#[must_use]
pub fn can_be_commander(card: &CardSource) -> bool {
    let Some(front) = card.faces.first() else { return false };
    is(card, &["Legendary", "Creature"]) || front.text.contains("can be your commander")
}

/// Whether a card may be designated as a commander in Brawl though it is no legendary creature (903.12c).
pub(super) fn leads_in_brawl(card: &CardSource) -> bool {
    is(card, &["Legendary", "Planeswalker"])
}

/// Whether two cards may be commanders together (702.124).
pub(super) fn are_partners(one: &CardSource, other: &CardSource) -> bool {
    let both = |keyword: &str| has_line(one, keyword) && has_line(other, keyword);
    let legends = can_be_commander(one) && can_be_commander(other);
    let of_a_kind = || pair(one).is_some_and(|name| pair(other).is_some_and(|other| other == name));
    // 702.124h, 702.124j
    if legends && (both("Partner") || both("Friends forever") || of_a_kind()) {
        return true;
    }
    // 702.124f: each pair has a way of its own.
    [(one, other), (other, one)].into_iter().any(|(card, second)| {
        let with = |card: &CardSource, other: &CardSource| has_line(card, &format!("Partner with {}", other.name));
        // 702.124i, 702.124k, 702.124m
        (legends && with(card, second) && with(second, card))
            || (has_line(card, "Choose a Background") && is(second, &["Legendary", "Enchantment", "Background"]))
            || (has_line(card, "Doctor's companion") && is(second, &["Legendary", "Creature"]) && is_the_doctor(second))
    })
}

/// Whether a card is a Time Lord Doctor and of no other creature type (702.124m).
fn is_the_doctor(card: &CardSource) -> bool {
    let types = card.faces.first().map_or("", |f| &f.type_line);
    let subtypes = types.split_once(['—', '-']).map_or("", |(_, subtypes)| subtypes);
    subtypes.split_whitespace().eq(["Time", "Lord", "Doctor"])
}

pub(super) fn is(card: &CardSource, words: &[&str]) -> bool {
    let types = card.faces.first().map_or("", |f| &f.type_line);
    words.iter().all(|word| types.split_whitespace().any(|t| t == *word))
}

/// Whether a line of the front face is that keyword, its reminder text aside.
pub(super) fn has_line(card: &CardSource, keyword: &str) -> bool {
    let keyword = folded(keyword);
    lines(card).any(|line| line == keyword)
}

/// The words behind "Partner—", which both of a pair have (702.124).
fn pair(card: &CardSource) -> Option<String> {
    lines(card).find_map(|line| line.strip_prefix("partner—").map(str::to_owned))
}

/// The lines of the front face without their reminder text, folded.
fn lines(card: &CardSource) -> impl Iterator<Item = String> {
    let text = card.faces.first().map_or("", |f| &f.text);
    text.lines().map(|line| folded(line.split('(').next().unwrap_or_default()))
}

fn folded(text: &str) -> String {
    text.trim().replace('’', "'").to_lowercase()
}
