//! Casual variants (section 9).

mod print;
