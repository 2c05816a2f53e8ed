#![allow(clippy::print_stdout, missing_docs)]
//! Stamps the crate with a hash of the compiler it is built with, so that a database knows whether the compiled cards
//! in it were made by this very compiler: any change to the compiler or to the IR's shape makes them stale.

use std::path::Path;

const COMPILER: [&str; 2] = ["../ir/src", "../oracle/src"];

fn main() {
    // As a published crate it stands alone, and its version is that of the compiler.
    let stamp = if COMPILER.iter().all(|folder| Path::new(folder).exists()) {
        COMPILER.iter().for_each(|folder| println!("cargo::rerun-if-changed={folder}"));
        lawmage_stamp::stamp(&COMPILER)
    } else {
        env!("CARGO_PKG_VERSION").to_owned()
    };
    println!("cargo::rustc-env=LAWMAGE_COMPILER_STAMP={stamp}");
}
