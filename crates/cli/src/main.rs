//! The lawmage binary.
fn main() {}
