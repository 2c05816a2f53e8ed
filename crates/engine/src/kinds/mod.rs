//! Kinds of objects and designations with rules of their own, each in a file.

pub mod attractions;
mod battles;
pub mod concealed;
mod day_night;
pub mod dungeons;
mod encoded;
pub mod face_down;
mod initiative;
pub mod merge;
mod monarch;
pub mod pairs;
mod rad;
pub mod rooms;
pub mod saga;
pub mod sectors;
pub mod stickers;
