//! Values that are written in one of several ways: a text or a mapping, a flag or a word. What is wrong within one is then
//! told of that one, and at its place, which serde's untagged enums don't do.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

/// A value that can be made from some of the shapes that YAML has.
pub(super) trait Either: Sized {
    /// What is due, for messages.
    const DUE: &'static str;

    /// From a text.
    fn text(_: &str) -> Option<Self> {
        None
    }

    /// From `true` or `false`.
    fn flag(_: bool) -> Option<Self> {
        None
    }

    /// From a number.
    fn number(_: serde_json::Number) -> Option<Self> {
        None
    }

    /// From a list.
    fn list<'de, A: SeqAccess<'de>>(_: SeqAccessDeserializer<A>) -> Result<Self, A::Error> {
        Err(A::Error::custom(format!("a list stands where {} is due", Self::DUE)))
    }

    /// From a mapping.
    fn mapping<'de, A: MapAccess<'de>>(_: MapAccessDeserializer<A>) -> Result<Self, A::Error> {
        Err(A::Error::custom(format!("a mapping stands where {} is due", Self::DUE)))
    }
}

struct Shapes<T>(PhantomData<T>);

impl<'de, T: Either> Visitor<'de> for Shapes<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::DUE)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::text(text).ok_or_else(|| E::custom(format!("“{text}” stands where {} is due", T::DUE)))
    }

    fn visit_bool<E: Error>(self, flag: bool) -> Result<T, E> {
        T::flag(flag).ok_or_else(|| E::custom(format!("{flag} stands where {} is due", T::DUE)))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        T::number(number.into()).ok_or_else(|| E::custom(format!("{number} stands where {} is due", T::DUE)))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::number(number.into()).ok_or_else(|| E::custom(format!("{number} stands where {} is due", T::DUE)))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        let made = serde_json::Number::from_f64(number).and_then(T::number);
        made.ok_or_else(|| E::custom(format!("the number {number} stands where {} is due: write it in quotes", T::DUE)))
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        Err(E::custom(format!("nothing stands where {} is due", T::DUE)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::list(SeqAccessDeserializer::new(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::mapping(MapAccessDeserializer::new(map))
    }
}

/// Reads it in whichever shape it has.
pub(super) fn read<'de, T: Either, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_any(Shapes(PhantomData))
}

macro_rules! either {
    ($($name:ident)*) => {
        $(impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                crate::model::either::read(from)
            }
        })*
    };
}
pub(super) use either;

/// What is read as it stands: any value.
pub(super) fn any<'de, T: Deserializer<'de>>(from: T) -> Result<Value, T::Error> {
    Value::deserialize(from)
}
