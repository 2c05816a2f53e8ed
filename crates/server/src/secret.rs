//! Secrets that let one sit: 128 random bits, of which only a hash is kept.

use lawmage_cards::{Error, Result};
use sha2::{Digest, Sha256};

/// A new secret: 32 hexadecimal digits.
pub(crate) fn secret() -> Result<String> {
    random(16)
}

/// A name for a table, which nobody guesses either: spectators come by its link.
pub(crate) fn table_name() -> Result<String> {
    random(8)
}

fn random(bytes: usize) -> Result<String> {
    let mut bits = vec![0; bytes];
    getrandom::fill(&mut bits).map_err(|why| Error::new(format!("the system gives no randomness: {why}")))?;
    Ok(hex(&bits))
}

/// What is kept of a secret. Secrets have too many bits to be guessed from it; so no salt is needed, nor a slow hash.
pub(crate) fn lock_of(secret: &str) -> String {
    hex(&Sha256::digest(secret.as_bytes()))
}

/// Whether a secret opens a lock. The time it takes tells something of hashes only.
pub(crate) fn opens(secret: &str, lock: &str) -> bool {
    lock_of(secret) == lock
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A short digest of a file.
pub(crate) fn digest(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes)[..8])
}
