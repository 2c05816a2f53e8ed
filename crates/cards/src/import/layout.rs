//! The layout names of card data.

use lawmage_ir::Layout;

use super::SkipReason;

/// What tells layouts apart that share a name, or whose name nobody knows.
pub(super) struct Told<'a> {
    /// The front's text.
    pub front: &'a str,
    /// The second half's text.
    pub second: &'a str,
    /// The second half's type line.
    pub second_types: &'a str,
}

impl Told<'_> {
    /// Whether a spell is inset in a permanent's frame that is neither Adventure nor Omen, and the permanent becomes prepared
    /// (2026:722).
    fn prepares(&self) -> bool {
        let has = |word: &str| self.second_types.contains(word);
        (has("Instant") || has("Sorcery")) && !has("Adventure") && !has("Omen") && self.front.contains(" prepared")
    }
}

/// The layout of that name; the second half's text tells aftermath cards (702.127) from other split cards. What lawmage
/// doesn't know is told by its name.
pub(super) fn layout(word: &str, faces: usize, told: &Told<'_>) -> Result<(Layout, Option<String>), SkipReason> {
    let layout = match word {
        // Hosts and the like have one face and are read as they are.
        "host" | "augment" => Layout::Normal,
        "adventure" | "split" | "normal" if faces == 2 && told.prepares() => Layout::Preparation,
        "prepared" | "preparation" => Layout::Preparation,
        "split" if told.second.starts_with("Aftermath") => Layout::Aftermath,
        "battle" => Layout::Transform,
        "token" | "double_faced_token" | "emblem" | "art_series" => return Err(SkipReason::NotACard),
        "planar" | "scheme" | "vanguard" => return Err(SkipReason::OtherDeck),
        other => match Layout::from_word(other) {
            Some(layout) => layout,
            None if faces == 2 && told.prepares() => Layout::Preparation,
            None => return Ok((Layout::Normal, Some(other.chars().take(40).collect()))),
        },
    };
    let fits = match layout {
        Layout::Split => faces >= 2,
        Layout::Aftermath
        | Layout::Flip
        | Layout::Transform
        | Layout::ModalDfc
        | Layout::Adventure
        | Layout::Preparation => faces == 2,
        Layout::Meld => faces == 1 || faces == 2,
        _ => faces == 1,
    };
    if fits {
        Ok((layout, None))
    } else {
        Err(SkipReason::Malformed(format!("layout “{word}” with {faces} faces")))
    }
}
