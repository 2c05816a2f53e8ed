//! A value that many marks hold and few readers change.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

/// A value held in common until one of its holders changes it (through [`DerefMut`]), who then has a copy of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared<T>(Rc<T>);

impl<T> From<T> for Shared<T> {
    fn from(value: T) -> Self {
        Self(Rc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Rc::make_mut(&mut self.0)
    }
}
