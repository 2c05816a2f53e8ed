//! Files that are written whole or not at all, locked while they are, and read as text.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::{Error, Result};

/// Writes a file whole: into a file of its own beside it, which is synced and then takes its place. Whatever fails, what was
/// there before is left as it was, and two writers at once leave one of their files, never a mixture.
///
/// # Errors
/// The file, and why it can't be written.
pub fn write_whole(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let written = || -> io::Result<()> {
        // A link stays a link: what it points to is replaced.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let kept = std::fs::metadata(&path).ok();
        if kept.as_ref().is_some_and(|m| !m.is_file()) {
            // A pipe or a device can't be replaced; it is written to.
            let mut file = BufWriter::new(OpenOptions::new().write(true).open(&path)?);
            fill(&mut file)?;
            return file.flush();
        }
        let dir = path.parent().filter(|d| !d.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(".lawmage-").suffix(".new");
        let mut beside = builder.tempfile_in(dir)?;
        fill_and_sync(&mut beside, fill)?;
        set_permissions(&beside, kept.map(|m| m.permissions()))?;
        beside.persist(&path).map_err(|e| e.error)?;
        sync_folder(dir);
        Ok(())
    };
    written().map_err(|e| Error::new(format!("cannot be written: {e}")).within(path.display().to_string()))
}

fn fill_and_sync(file: &mut NamedTempFile, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut buffered = BufWriter::new(file.as_file_mut());
    fill(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    file.as_file().sync_all()
}

/// A temporary file is its owner's alone; what replaces a file has that file's permissions, and a new one the usual ones.
#[cfg(unix)]
fn set_permissions(file: &NamedTempFile, kept: Option<std::fs::Permissions>) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file().set_permissions(kept.unwrap_or_else(|| std::fs::Permissions::from_mode(0o644)))
}

#[cfg(not(unix))]
fn set_permissions(_: &NamedTempFile, _: Option<std::fs::Permissions>) -> io::Result<()> {
    Ok(())
}

/// So that the new name survives a loss of power too. Not every system can; the file itself is synced.
fn sync_folder(dir: &Path) {
    if let Ok(folder) = File::open(dir) {
        let _ = folder.sync_all();
    }
}

/// A text file without its byte order mark.
///
/// # Errors
/// The file, and why it can't be read as UTF-8 text.
pub fn read_text(path: &Path) -> Result<String> {
    let unreadable = |what: String| Error::new(what).within(path.display().to_string());
    let bytes = std::fs::read(path).map_err(|e| unreadable(format!("cannot be read: {e}")))?;
    let text = String::from_utf8(bytes)
        .map_err(|e| unreadable(format!("is not UTF-8 text: {}", e.utf8_error())).hint("save it as UTF-8"))?;
    Ok(without_mark(&text).to_owned())
}

/// A text without its byte order mark, read from anything that is no longer than so many bytes.
///
/// # Errors
/// Why it can't be read as UTF-8 text, without a name: the caller knows where it comes from.
pub fn read_short(from: impl io::Read, limit: u64) -> Result<String> {
    let mut bytes = Vec::new();
    from.take(limit + 1).read_to_end(&mut bytes).map_err(|e| Error::new(format!("cannot be read: {e}")))?;
    if bytes.len() as u64 > limit {
        return Err(Error::new(format!("has more than {} kB", limit >> 10)).hint("it is none of the files read here"));
    }
    let text = String::from_utf8(bytes);
    let text =
        text.map_err(|e| Error::new(format!("is not UTF-8 text: {}", e.utf8_error())).hint("save it as UTF-8"))?;
    Ok(without_mark(&text).to_owned())
}

/// The text without a byte order mark, which some editors write before it.
#[must_use]
pub fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// A lock that one process holds at a time; the system gives it back when the process ends, however it does.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock that `path` names, a file made for this alone, if nobody else holds it.
    ///
    /// # Errors
    /// When another process holds it, or the file can't be made.
    pub fn take(path: &Path) -> Result<Self> {
        let origin = || path.display().to_string();
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(path);
        let file = file.map_err(|e| Error::new(format!("cannot be locked: {e}")).within(origin()))?;
        match file.try_lock() {
            Ok(()) => Ok(Self { _file: file }),
            Err(std::fs::TryLockError::WouldBlock) => {
                Err(Error::new("another lawmage is at work there").within(origin()).hint("wait until it is done"))
            }
            // Some network folders know no locks; each write is whole all the same.
            Err(std::fs::TryLockError::Error(_)) => Ok(Self { _file: file }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_that_fails_leaves_what_was_there() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("save");
        write_whole(&path, |out| out.write_all(b"the old one")).expect("written");
        let failed = write_whole(&path, |out| {
            out.write_all(b"the n")?;
            Err(io::Error::other("no space left"))
        });
        assert!(failed.is_err_and(|e| e.to_string().contains("no space left")));
        assert_eq!(std::fs::read(&path).expect("read"), b"the old one");
        let left = std::fs::read_dir(dir.path()).expect("listed").count();
        assert_eq!(left, 1, "nothing is left beside it");
    }

    #[test]
    fn a_lock_is_held_once() {
        let dir = tempfile::tempdir().expect("a folder");
        let path = dir.path().join("lock");
        let held = Lock::take(&path).expect("taken");
        assert!(Lock::take(&path).is_err());
        drop(held);
        assert!(Lock::take(&path).is_ok());
    }

    #[test]
    fn a_byte_order_mark_is_no_text() {
        assert_eq!(without_mark("\u{feff}[]"), "[]");
    }
}
