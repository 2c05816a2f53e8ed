#![allow(clippy::print_stdout, missing_docs)]
//! Stamps the crate with a hash of the compiler it is built with, so that a database knows whether the compiled cards
//! in it were made by this very compiler: any change to the compiler or to the IR's shape makes them stale.

use std::fs;
use std::path::{Path, PathBuf};

fn main() {
    // As a published crate it stands alone, and its version is that of the compiler.
    if !Path::new("../oracle/src").exists() {
        println!("cargo::rustc-env=LAWMAGE_COMPILER_STAMP={}", env!("CARGO_PKG_VERSION"));
        return;
    }
    let mut files = Vec::new();
    for dir in ["../ir/src", "../oracle/src"] {
        println!("cargo::rerun-if-changed={dir}");
        collect(Path::new(dir), &mut files);
    }
    files.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in files {
        let bytes = fs::read(&file).unwrap_or_default();
        for byte in file.to_string_lossy().bytes().chain(bytes) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    println!("cargo::rustc-env=LAWMAGE_COMPILER_STAMP={hash:016x}");
}

fn collect(dir: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}
