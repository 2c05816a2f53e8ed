//! How deep a value is: structures within structures, found by walking it as if to write it down. The walk stops where it is
//! deeper than asked, so that it never needs more stack than that.

use serde::ser::{self, Serialize};

/// Whether structures stand more than `most` deep in the value.
#[must_use]
pub fn is_deeper(value: &impl Serialize, most: usize) -> bool {
    value.serialize(Walk { left: most }).is_err()
}

/// A place in the value.
#[derive(Clone, Copy)]
struct Walk {
    left: usize,
}

/// It is too deep.
#[derive(Debug)]
struct TooDeep;

impl std::fmt::Display for TooDeep {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("too deep")
    }
}

impl std::error::Error for TooDeep {}

impl ser::Error for TooDeep {
    fn custom<T: std::fmt::Display>(_: T) -> Self {
        Self
    }
}

type Done = Result<(), TooDeep>;

impl Walk {
    fn within(self) -> Result<Self, TooDeep> {
        self.left.checked_sub(1).map(|left| Self { left }).ok_or(TooDeep)
    }

    fn part<T: Serialize + ?Sized>(self, value: &T) -> Done {
        value.serialize(self)
    }
}

macro_rules! leaves {
    ($($method:ident: $kind:ty),+ $(,)?) => {
        $(fn $method(self, _: $kind) -> Done { Ok(()) })+
    };
}

impl ser::Serializer for Walk {
    type Ok = ();
    type Error = TooDeep;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    leaves! {
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64, serialize_f32: f32,
        serialize_f64: f64, serialize_char: char, serialize_str: &str, serialize_bytes: &[u8],
        serialize_unit_struct: &'static str,
    }

    fn serialize_none(self) -> Done {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Done {
        self.part(value)
    }

    fn serialize_unit(self) -> Done {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, _: &'static str) -> Done {
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Done {
        self.part(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Done {
        self.within()?.part(value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self, TooDeep> {
        self.within()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, TooDeep> {
        self.within()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, TooDeep> {
        self.within()
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, TooDeep> {
        self.within()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self, TooDeep> {
        self.within()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, TooDeep> {
        self.within()
    }

    fn serialize_struct_variant(self, _: &'static str, _: u32, _: &'static str, _: usize) -> Result<Self, TooDeep> {
        self.within()
    }
}

macro_rules! parts {
    ($($kind:ident::$method:ident($($key:ty)?)),+ $(,)?) => {
        $(impl ser::$kind for Walk {
            type Ok = ();
            type Error = TooDeep;

            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> Done {
                self.part(value)
            }

            fn end(self) -> Done {
                Ok(())
            }
        })+
    };
}

parts! {
    SerializeSeq::serialize_element(),
    SerializeTuple::serialize_element(),
    SerializeTupleStruct::serialize_field(),
    SerializeTupleVariant::serialize_field(),
    SerializeStruct::serialize_field(&'static str),
    SerializeStructVariant::serialize_field(&'static str),
}

impl ser::SerializeMap for Walk {
    type Ok = ();
    type Error = TooDeep;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Done {
        self.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Done {
        self.part(value)
    }

    fn end(self) -> Done {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::is_deeper;

    #[test]
    fn structures_within_structures_are_counted() {
        let nested = vec![vec![vec![1]], vec![]];
        assert!(is_deeper(&nested, 2) && !is_deeper(&nested, 3));
        assert!(is_deeper(&Some((1, "a")), 0) && !is_deeper(&Some("a"), 0));
    }
}
