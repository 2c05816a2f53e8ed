//! Visits all data of a state, wherever it lies, and checks the players, objects and cards it names. It serializes the state
//! into nothing: whatever is saved is visited, so a new field can't be forgotten.

use std::fmt;

use serde::ser::{self, Serialize};

use crate::state::State;

/// Checks that what a state names exists.
pub(super) fn check(state: &State) -> Result<(), String> {
    let generations = state.objects.iter().map(|o| o.generation).collect();
    let mut walk = Walk { players: state.players.len(), cards: state.cards.len(), generations, last: 0 };
    state.serialize(&mut walk).map_err(|e| e.0)
}

/// What there is, and the number seen last.
struct Walk {
    players: usize,
    cards: usize,
    generations: Vec<u32>,
    last: u64,
}

impl Walk {
    fn player(&self) -> Result<(), Wrong> {
        if self.last < self.players as u64 {
            return Ok(());
        }
        Err(Wrong(format!("there is no player {}; there are {}", self.last, self.players)))
    }

    fn card(&self) -> Result<(), Wrong> {
        if self.last < self.cards as u64 {
            return Ok(());
        }
        Err(Wrong(format!("there is no card {}; there are {}", self.last, self.cards)))
    }

    fn object(&self, slot: u64, generation: u64) -> Result<(), Wrong> {
        let known = usize::try_from(slot).ok().and_then(|slot| self.generations.get(slot));
        match known {
            Some(now) if generation <= u64::from(*now) => Ok(()),
            _ => Err(Wrong(format!("there never was an object {slot}.{generation}"))),
        }
    }
}

/// What is wrong with a state.
#[derive(Debug)]
struct Wrong(String);

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Wrong {}

impl ser::Error for Wrong {
    fn custom<T: fmt::Display>(what: T) -> Self {
        Self(what.to_string())
    }
}

/// The fields of a value; of an [`ObjectId`](crate::state::ids::ObjectId) they are kept.
struct Fields<'w> {
    walk: &'w mut Walk,
    is_object: bool,
    slot: u64,
    generation: u64,
}

impl<'w> Fields<'w> {
    fn of(walk: &'w mut Walk, name: &str) -> Self {
        Self { walk, is_object: name == "ObjectId", slot: 0, generation: 0 }
    }

    fn visit<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Wrong> {
        value.serialize(&mut *self.walk)
    }

    fn field<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<(), Wrong> {
        self.visit(value)?;
        match name {
            "slot" => self.slot = self.walk.last,
            "generation" => self.generation = self.walk.last,
            _ => {}
        }
        Ok(())
    }

    fn finish(self) -> Result<(), Wrong> {
        if self.is_object { self.walk.object(self.slot, self.generation) } else { Ok(()) }
    }
}

macro_rules! numbers {
    ($($name:ident: $of:ty),*) => {
        $(fn $name(self, n: $of) -> Result<(), Wrong> {
            self.last = u64::try_from(n).unwrap_or(u64::MAX);
            Ok(())
        })*
    };
}

macro_rules! nothings {
    ($($name:ident($($of:ty),*)),*) => {
        $(fn $name(self, $(_: $of),*) -> Result<(), Wrong> {
            Ok(())
        })*
    };
}

impl<'w> ser::Serializer for &'w mut Walk {
    type Ok = ();
    type Error = Wrong;
    type SerializeSeq = Fields<'w>;
    type SerializeTuple = Fields<'w>;
    type SerializeTupleStruct = Fields<'w>;
    type SerializeTupleVariant = Fields<'w>;
    type SerializeMap = Fields<'w>;
    type SerializeStruct = Fields<'w>;
    type SerializeStructVariant = Fields<'w>;

    numbers!(serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64);
    numbers!(serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64);
    nothings!(serialize_bool(bool), serialize_f32(f32), serialize_f64(f64), serialize_char(char), serialize_str(&str));
    nothings!(serialize_bytes(&[u8]), serialize_none(), serialize_unit(), serialize_unit_struct(&'static str));
    nothings!(serialize_unit_variant(&'static str, u32, &'static str));

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Wrong> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, name: &'static str, value: &T) -> Result<(), Wrong> {
        value.serialize(&mut *self)?;
        if name == "PlayerId" { self.player() } else { Ok(()) }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Wrong> {
        value.serialize(&mut *self)?;
        if name == "ObjectKind" && variant == "Card" { self.card() } else { Ok(()) }
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Fields<'w>, Wrong> {
        Ok(Fields::of(self, ""))
    }

    fn serialize_tuple(self, _: usize) -> Result<Fields<'w>, Wrong> {
        Ok(Fields::of(self, ""))
    }

    fn serialize_tuple_struct(self, name: &'static str, _: usize) -> Result<Fields<'w>, Wrong> {
        Ok(Fields::of(self, name))
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Fields<'w>, Wrong> {
        Ok(Fields::of(self, ""))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'w>, Wrong> {
        Ok(Fields::of(self, ""))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields<'w>, Wrong> {
        Ok(Fields::of(self, name))
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Fields<'w>, Wrong> {
        Ok(Fields::of(self, ""))
    }
}

macro_rules! elements {
    ($($of:ident: $visit:ident),*) => {
        $(impl ser::$of for Fields<'_> {
            type Ok = ();
            type Error = Wrong;

            fn $visit<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Wrong> {
                self.visit(value)
            }

            fn end(self) -> Result<(), Wrong> {
                Ok(())
            }
        })*
    };
}

elements!(SerializeSeq: serialize_element, SerializeTuple: serialize_element);
elements!(SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field);

macro_rules! named {
    ($($of:ident),*) => {
        $(impl ser::$of for Fields<'_> {
            type Ok = ();
            type Error = Wrong;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Wrong> {
                self.field(name, value)
            }

            fn end(self) -> Result<(), Wrong> {
                self.finish()
            }
        })*
    };
}

named!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Fields<'_> {
    type Ok = ();
    type Error = Wrong;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Wrong> {
        self.visit(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Wrong> {
        self.visit(value)
    }

    fn end(self) -> Result<(), Wrong> {
        Ok(())
    }
}
