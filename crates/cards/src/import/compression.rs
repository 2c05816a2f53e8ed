//! Compression, told by the first bytes of the content; names and extensions may lie.

use std::io::{BufRead, Read};

use crate::{Error, Result};

const GZIP: &[u8] = &[0x1f, 0x8b];
const XZ: &[u8] = &[0xfd, b'7', b'z', b'X', b'Z', 0];
const ZSTD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
const ZIP: &[u8] = b"PK\x03\x04";
const BZIP2: &[u8] = b"BZh";

/// The content, decompressed as its first bytes tell.
pub(super) fn decompress<'r>(mut raw: impl BufRead + 'r) -> Result<Box<dyn Read + 'r>> {
    let unreadable = |e: std::io::Error| Error::new(format!("cannot be read: {e}"));
    let start = raw.fill_buf().map_err(unreadable)?;
    let starts = |magic: &[u8]| start.starts_with(magic);
    if start.is_empty() {
        return Err(Error::new("is empty").hint("download it again"));
    } else if starts(GZIP) {
        return Ok(Box::new(flate2::bufread::MultiGzDecoder::new(raw)));
    } else if starts(XZ) {
        return Ok(Box::new(liblzma::bufread::XzDecoder::new_multi_decoder(raw)));
    } else if starts(ZSTD) {
        return Ok(Box::new(zstd::stream::read::Decoder::with_buffer(raw).map_err(unreadable)?));
    } else if starts(ZIP) || starts(BZIP2) {
        return Err(Error::new("is a zip or bzip2 archive")
            .hint("unpack it first, or download the .gz, .xz or plain .json form"));
    }
    Ok(Box::new(raw))
}
