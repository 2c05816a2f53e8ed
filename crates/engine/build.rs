#![allow(clippy::print_stdout, missing_docs)]
//! Stamps the crate with a hash of its sources, so that a recorded game knows whether this very engine played it.

fn main() {
    println!("cargo::rerun-if-changed=src");
    println!("cargo::rustc-env=LAWMAGE_ENGINE_STAMP={}", lawmage_stamp::stamp(&["src"]));
}
