//! The library, used from outside: importing, searching, deck lists, card files. One test binary, a file for each matter.

mod card_files;
mod deck_formats;
mod decks;
mod designers;
mod import;
mod outlines;
mod search;
mod snapshots;
mod starter;
