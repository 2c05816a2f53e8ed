//! Bytes of any usual encoding and line ends, as text. The rulebook was published as Windows-1252, UTF-8 and UTF-16, with and
//! without a byte order mark, with the line ends of three systems.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use lawmage_cards::{Error, Result};

/// The largest file that is read, in bytes; the rulebook has one million.
pub const LARGEST: u64 = 8 << 20;

/// A text and how it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded {
    /// The text: lines end with `\n`, and nothing in it moves a terminal's cursor.
    pub text: String,
    /// The name of its encoding.
    pub encoding: &'static str,
}

/// Decodes a text file.
///
/// # Errors
/// When it is no text: a PDF, a document of a word processor, a picture.
pub fn decode(bytes: &[u8]) -> Result<Decoded> {
    let refuse = |what: &str| {
        Err(Error::new(format!("is {what}, not a text file"))
            .hint("the rulebook is published as text (TXT) too: import that"))
    };
    if bytes.starts_with(b"%PDF") {
        return refuse("a PDF");
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return refuse("a DOCX or ZIP file");
    }
    if bytes.starts_with(b"\xd0\xcf\x11\xe0") {
        return refuse("a DOC file");
    }
    let encoding = encoding_of(bytes);
    let (text, encoding, _) = encoding.decode(bytes);
    if text.chars().take(1 << 16).filter(|c| *c == '\0').count() > 8 {
        return refuse("data");
    }
    let head = text.trim_start().get(..9).unwrap_or_default().to_ascii_lowercase();
    if head.starts_with("<!doctype") || head.starts_with("<html") {
        return refuse("a web page");
    }
    Ok(Decoded { text: plain(&text), encoding: encoding.name() })
}

/// A byte order mark decides; then UTF-8 if it is that; then where the zero bytes of ASCII letters are; else Windows-1252.
fn encoding_of(bytes: &[u8]) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let head = bytes.get(..bytes.len().min(4096)).unwrap_or_default();
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|b| **b == 0).count();
    let most = head.len() / 4;
    match (zeros(0), zeros(1)) {
        (0, second) if second > most => UTF_16LE,
        (first, 0) if first > most => UTF_16BE,
        _ if std::str::from_utf8(bytes).is_ok() => UTF_8,
        _ => WINDOWS_1252,
    }
}

/// One kind of line end and of space, and no character that a terminal obeys.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut before = ' ';
    for c in text.chars() {
        match c {
            '\n' if before == '\r' => {}
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{b}' | '\u{c}' => out.push('\n'),
            '\t' | '\u{a0}' => out.push(' '),
            '\u{feff}' | '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
        before = c;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "100. General\n\n100.1. A “quoted” word isn’t lost.\n";

    #[test]
    fn every_usual_encoding_reads_the_same() {
        let utf16 = |order: fn(u16) -> [u8; 2], mark: bool| -> Vec<u8> {
            let mark: &[u16] = if mark { &[0xfeff] } else { &[] };
            mark.iter().copied().chain(TEXT.encode_utf16()).flat_map(order).collect()
        };
        let crlf = TEXT.replace('\n', "\r\n");
        let (windows, _, _) = WINDOWS_1252.encode(TEXT);
        let mut marked = b"\xef\xbb\xbf".to_vec();
        marked.extend(TEXT.as_bytes());
        let all = [
            TEXT.as_bytes().to_vec(),
            marked,
            crlf.into_bytes(),
            TEXT.replace('\n', "\r").into_bytes(),
            windows.into_owned(),
            utf16(u16::to_le_bytes, true),
            utf16(u16::to_be_bytes, true),
            utf16(u16::to_le_bytes, false),
            utf16(u16::to_be_bytes, false),
        ];
        for bytes in all {
            assert_eq!(decode(&bytes).map(|d| d.text), Ok(TEXT.to_owned()), "{bytes:?}");
        }
    }

    #[test]
    fn what_is_no_text_is_refused() {
        for bytes in [&b"%PDF-1.7"[..], b"PK\x03\x04", b"<!DOCTYPE html>", &[0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]] {
            assert!(decode(bytes).is_err(), "{bytes:?}");
        }
        assert_eq!(decode(b"100.1. \x1b[2Jgone").map(|d| d.text), Ok("100.1. [2Jgone".to_owned()));
    }
}
