//! Writes decklists in each of the formats that are read.

use std::fmt::Write as _;

use lawmage_ir::Layout;
use quick_xml::escape::escape;

use super::{DeckLine, Decklist, ListFormat};

/// The list in that format. What the format has no place for is put where its users put it: commanders of Cockatrice, MTGO and
/// XMage stand in the sideboard. [`Decklist::as_kept_by`] tells what is kept.
#[must_use]
pub fn write(list: &Decklist, format: ListFormat) -> String {
    let list = &list.as_kept_by(format);
    match format {
        ListFormat::Text => sections(list, "Sideboard", false),
        ListFormat::Moxfield => sections(list, "Sideboard", true),
        ListFormat::Arena => arena(list),
        ListFormat::Mtgo => mtgo(list),
        ListFormat::Archidekt => archidekt(list),
        ListFormat::Csv => table(list),
        ListFormat::Dek => dek(list),
        ListFormat::Cockatrice => cockatrice(list),
        ListFormat::Forge => forge(list),
        ListFormat::XMage => xmage(list),
    }
}

/// The name by which the users of a format know a card: sites and Arena write both faces; the others the front face alone, but
/// for split cards.
#[must_use]
pub fn name_for(full: &str, layout: Layout, format: ListFormat) -> &str {
    use ListFormat::{Cockatrice, Dek, Forge, Mtgo, XMage};
    let fronts = matches!(format, Cockatrice | Dek | Forge | Mtgo | XMage);
    if fronts && !matches!(layout, Layout::Split | Layout::Aftermath) {
        return full.split(" // ").next().unwrap_or(full);
    }
    full
}

fn lines(out: &mut String, lines: &[DeckLine], one: impl Fn(&DeckLine) -> String) {
    for line in lines {
        out.push_str(&one(line));
        out.push('\n');
    }
}

fn plain(line: &DeckLine) -> String {
    format!("{} {}", line.count, line.name)
}

fn sections(list: &Decklist, sideboard: &str, headed: bool) -> String {
    let mut out = String::new();
    if !list.commander.is_empty() {
        out.push_str("Commander\n");
        lines(&mut out, &list.commander, plain);
        out.push('\n');
    }
    if !list.commander.is_empty() || headed {
        out.push_str("Deck\n");
    }
    lines(&mut out, &list.main, plain);
    for (heading, part) in [(sideboard, &list.sideboard), ("Maybeboard", &list.aside)] {
        if !part.is_empty() {
            let _ = writeln!(out, "\n{heading}");
            lines(&mut out, part, plain);
        }
    }
    out
}

fn arena(list: &Decklist) -> String {
    let about = if list.name.is_empty() { String::new() } else { format!("About\nName {}\n\n", list.name) };
    about + &sections(list, "Sideboard", true)
}

/// MTGO tells the sideboard by an empty line; where this program would not, a heading is written too.
fn mtgo(list: &Decklist) -> String {
    let mut out = String::new();
    lines(&mut out, &list.main, plain);
    if !list.sideboard.is_empty() {
        out.push('\n');
        if list.size() < 60 || list.sideboard_size() > 15 {
            out.push_str("Sideboard\n");
        }
        lines(&mut out, &list.sideboard, plain);
    }
    out
}

fn archidekt(list: &Decklist) -> String {
    let mut out = String::new();
    let parts = [(&list.commander, " [Commander{top}]"), (&list.main, ""), (&list.sideboard, " [Sideboard]")];
    for (part, mark) in parts.into_iter().chain([(&list.aside, " [Maybeboard{noDeck}{noPrice}]")]) {
        lines(&mut out, part, |line| format!("{}x {}{mark}", line.count, line.name));
    }
    out
}

fn table(list: &Decklist) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut rows = vec![["Quantity".to_owned(), "Name".to_owned(), "Categories".to_owned()]];
    let parts = [(&list.commander, "Commander"), (&list.main, ""), (&list.sideboard, "Sideboard")];
    for (part, category) in parts.into_iter().chain([(&list.aside, "Maybeboard")]) {
        rows.extend(part.iter().map(|l| [l.count.to_string(), l.name.clone(), category.to_owned()]));
    }
    // Writing to memory does not fail.
    for row in rows {
        let _ = writer.write_record(row);
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

fn dek(list: &Decklist) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Deck>\n  <NetDeckID>0</NetDeckID>\n".to_owned();
    out.push_str("  <PreconstructedDeckID>0</PreconstructedDeckID>\n");
    for (part, side) in [(&list.main, false), (&list.sideboard, true)] {
        lines(&mut out, part, |l| {
            let name = escape(&l.name);
            format!(
                "  <Cards CatID=\"0\" Quantity=\"{}\" Sideboard=\"{side}\" Name=\"{name}\" Annotation=\"0\"/>",
                l.count
            )
        });
    }
    out + "</Deck>\n"
}

fn cockatrice(list: &Decklist) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cockatrice_deck version=\"1\">\n".to_owned();
    let _ = writeln!(out, "    <deckname>{}</deckname>\n    <comments></comments>", escape(&list.name));
    for (zone, part) in [("main", &list.main), ("side", &list.sideboard)] {
        if !part.is_empty() {
            let _ = writeln!(out, "    <zone name=\"{zone}\">");
            lines(&mut out, part, |l| format!("        <card number=\"{}\" name=\"{}\"/>", l.count, escape(&l.name)));
            out.push_str("    </zone>\n");
        }
    }
    out + "</cockatrice_deck>\n"
}

fn forge(list: &Decklist) -> String {
    let mut out = format!("[metadata]\nName={}\n", list.name);
    let parts = [("Commander", &list.commander), ("Main", &list.main), ("Sideboard", &list.sideboard)];
    for (heading, part) in parts {
        if !part.is_empty() {
            let _ = writeln!(out, "[{heading}]");
            lines(&mut out, part, plain);
        }
    }
    out
}

fn xmage(list: &Decklist) -> String {
    let mut out = format!("NAME:{}\n", list.name);
    // XMage takes any printing of that name where it doesn't know the set, but a set must stand there.
    lines(&mut out, &list.main, |l| format!("{} [XXX:0] {}", l.count, l.name));
    lines(&mut out, &list.sideboard, |l| format!("SB: {} [XXX:0] {}", l.count, l.name));
    out
}
