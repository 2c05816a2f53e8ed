//! The layout names of card data.

use lawmage_ir::Layout;

use super::SkipReason;

/// The layout of that name; the second half's text tells aftermath cards (702.127) from other split cards. What lawmage
/// doesn't know is told by its name.
pub(super) fn layout(word: &str, faces: usize, second_text: &str) -> Result<(Layout, Option<String>), SkipReason> {
    let layout = match word {
        // Hosts and the like have one face and are read as they are.
        "host" | "augment" => Layout::Normal,
        "split" if second_text.starts_with("Aftermath") => Layout::Aftermath,
        "battle" => Layout::Transform,
        "token" | "double_faced_token" | "emblem" | "art_series" => return Err(SkipReason::NotACard),
        "planar" | "scheme" | "vanguard" => return Err(SkipReason::OtherDeck),
        other => match Layout::from_word(other) {
            Some(layout) => layout,
            None => return Ok((Layout::Normal, Some(other.chars().take(40).collect()))),
        },
    };
    let fits = match layout {
        Layout::Split => faces >= 2,
        Layout::Aftermath | Layout::Flip | Layout::Transform | Layout::ModalDfc | Layout::Adventure => faces == 2,
        Layout::Meld => faces == 1 || faces == 2,
        _ => faces == 1,
    };
    if fits {
        Ok((layout, None))
    } else {
        Err(SkipReason::Malformed(format!("layout “{word}” with {faces} faces")))
    }
}
