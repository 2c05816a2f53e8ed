//! Limits on what an import reads, so that no file fills the memory, however small it is packed.

use std::cell::Cell;
use std::io::{self, BufRead, Read};
use std::rc::Rc;

use crate::{Error, Result};

/// The largest single entry. Real ones have up to 300 kB, translations included.
const ENTRY: u64 = 16 << 20;

/// The largest document. All printings of all cards in all languages have 2.5 GB.
const DOCUMENT: u64 = 8 << 30;

/// A reader that fails when an entry or the whole document is too large to be card data.
pub(super) struct Meter<R> {
    inner: R,
    total: u64,
    /// Bytes read since the last entry ended; whoever reads entries sets it back.
    held: Rc<Cell<u64>>,
}

impl<R> Meter<R> {
    pub(super) fn new(inner: R, held: Rc<Cell<u64>>) -> Self {
        Self { inner, total: 0, held }
    }
}

impl<R: Read> Read for Meter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.total += count as u64;
        self.held.set(self.held.get() + count as u64);
        if self.held.get() > ENTRY {
            return Err(io::Error::other("a single entry has more than 16 MB"));
        }
        if self.total > DOCUMENT {
            return Err(io::Error::other("it has more than 8 GB"));
        }
        Ok(count)
    }
}

/// Skips a byte order mark, which some editors write before the text.
pub(super) fn skip_mark(text: &mut impl BufRead) -> Result<()> {
    let start = text.fill_buf().map_err(|e| Error::new(format!("cannot be read: {e}")))?;
    if start.starts_with(&[0xff, 0xfe]) || start.starts_with(&[0xfe, 0xff]) {
        return Err(Error::new("is UTF-16 text").hint("save it as UTF-8"));
    }
    if start.starts_with(&[0xef, 0xbb, 0xbf]) {
        text.consume(3);
    }
    Ok(())
}
