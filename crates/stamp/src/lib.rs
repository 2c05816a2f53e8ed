//! For build scripts: a hash of sources, by which a crate knows what it was built of.

use std::fs;
use std::path::{Path, PathBuf};

/// The hash of all files of these folders, of their names and what they hold.
#[must_use]
pub fn stamp(folders: &[&str]) -> String {
    let mut files = Vec::new();
    for folder in folders {
        collect(Path::new(folder), &mut files);
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in files {
        let bytes = fs::read(&file).unwrap_or_default();
        for byte in file.to_string_lossy().bytes().chain(bytes) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
