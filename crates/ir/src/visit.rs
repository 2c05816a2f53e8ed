//! Walking the IR: every node knows its children, and no walk is written by hand.
//!
//! `#[derive(Node)]` makes the children of a type from all of its fields; a field whose type is no [`Part`] doesn't compile. So a
//! new node is reached by every walk there is. What a walk looks for it finds by type:
//!
//! ```
//! use lawmage_ir::{Amount, Stat, Ref, visit};
//! let sum = Amount::Plus(Box::new(Amount::X), Box::new(Amount::Stat(Stat::Power, Ref::This)));
//! assert!(visit::any(&sum, |amount: &Amount| *amount == Amount::X));
//! assert!(visit::any(&sum, |object: &Ref| *object == Ref::This));
//! ```

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

use smallvec::{Array, SmallVec};

pub use lawmage_ir_derive::Node;

use crate::{Ability, Clause, Continuous, ManaRider, Program, TriggeredAbility};

/// What may stand in a field of a node: a node, something that holds nodes (a box, a list, an option), or nothing of interest
/// (a number).
pub trait Part {
    /// Offers the nodes that it is or holds, themselves and not their children.
    fn offer<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn Node));
    /// Likewise, to be changed. What is shared ([`Arc`]) becomes a copy of one's own.
    fn offer_mut(&mut self, visit: &mut dyn FnMut(&mut dyn Node));
}

/// A node of the IR.
pub trait Node: Part + Any {
    /// What it is called: the variant of an enum, or the type of a struct.
    fn called(&self) -> &'static str;
    /// Visits each child, in the order in which it is written.
    fn children<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn Node));
    /// Likewise, to be changed.
    fn children_mut(&mut self, visit: &mut dyn FnMut(&mut dyn Node));
}

impl dyn Node {
    /// The node, if it is of that type.
    #[must_use]
    pub fn get<T: Node>(&self) -> Option<&T> {
        (self as &dyn Any).downcast_ref()
    }

    /// Likewise, to be changed.
    #[must_use]
    pub fn get_mut<T: Node>(&mut self) -> Option<&mut T> {
        (self as &mut dyn Any).downcast_mut()
    }
}

/// Where a walk goes from a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    /// On to its children.
    Into,
    /// Past it: its children are not visited.
    Past,
    /// Nowhere: the walk is over.
    Stop,
}

/// Walks nodes from the outside in, in the order in which they are written. Whether it was stopped.
pub fn walk<'n>(part: &'n (impl Part + ?Sized), enter: &mut impl FnMut(&'n dyn Node) -> Go) -> bool {
    let mut flow = ControlFlow::Continue(());
    part.offer(&mut |node| step(node, enter, &mut flow));
    flow.is_break()
}

fn step<'n>(node: &'n dyn Node, enter: &mut dyn FnMut(&'n dyn Node) -> Go, flow: &mut ControlFlow<()>) {
    if flow.is_break() {
        return;
    }
    match enter(node) {
        Go::Into => node.children(&mut |child| step(child, enter, flow)),
        Go::Past => {}
        Go::Stop => *flow = ControlFlow::Break(()),
    }
}

/// Walks nodes that are to be changed. [`Go::Stop`] is as good as [`Go::Past`] here.
pub fn walk_mut(part: &mut (impl Part + ?Sized), enter: &mut impl FnMut(&mut dyn Node) -> Go) {
    part.offer_mut(&mut |node| step_mut(node, enter));
}

fn step_mut(node: &mut dyn Node, enter: &mut dyn FnMut(&mut dyn Node) -> Go) {
    if enter(node) == Go::Into {
        node.children_mut(&mut |child| step_mut(child, enter));
    }
}

/// Whether a node of that type, at any depth, is such.
pub fn any<T: Node>(part: &(impl Part + ?Sized), such: impl Fn(&T) -> bool) -> bool {
    walk(part, &mut |node| if node.get::<T>().is_some_and(&such) { Go::Stop } else { Go::Into })
}

/// Looks at every node of that type, at any depth.
pub fn each<'n, T: Node>(part: &'n (impl Part + ?Sized), mut look: impl FnMut(&'n T)) {
    walk(part, &mut |node| {
        if let Some(found) = node.get() {
            look(found);
        }
        Go::Into
    });
}

/// Looks at each clause that is carried out along with these, at any depth, in order: not at those of abilities and effects that
/// they make, which wait.
pub fn clauses<'n>(part: &'n (impl Part + ?Sized), mut look: impl FnMut(&'n Clause)) {
    walk(part, &mut |node| {
        if let Some(clause) = node.get() {
            look(clause);
        }
        if waits(node) { Go::Past } else { Go::Into }
    });
}

/// Likewise, to change them.
pub fn clauses_mut(part: &mut (impl Part + ?Sized), mut change: impl FnMut(&mut Clause)) {
    walk_mut(part, &mut |node| {
        if let Some(clause) = node.get_mut() {
            change(clause);
        }
        if waits(node) { Go::Past } else { Go::Into }
    });
}

/// Whether the clauses in a node are not carried out with the instruction that holds it.
fn waits(node: &dyn Node) -> bool {
    let is_ability = node.get::<Ability>().is_some() || node.get::<TriggeredAbility>().is_some();
    is_ability
        || node.get::<Program>().is_some()
        || node.get::<Continuous>().is_some()
        || node.get::<ManaRider>().is_some()
}

/// Whether nodes stand more than `most` deep in it. The walk ends there, so that it never needs more stack than that.
#[must_use]
pub fn is_deeper(part: &(impl Part + ?Sized), most: usize) -> bool {
    let mut deeper = false;
    part.offer(&mut |node| deeper = deeper || node_is_deeper(node, most));
    deeper
}

fn node_is_deeper(node: &dyn Node, most: usize) -> bool {
    let Some(left) = most.checked_sub(1) else { return true };
    let mut deeper = false;
    node.children(&mut |child| deeper = deeper || node_is_deeper(child, left));
    deeper
}

/// Parts that hold no nodes.
macro_rules! leaves {
    ($($type:ty),+ $(,)?) => {
        $(impl Part for $type {
            fn offer<'n>(&'n self, _: &mut dyn FnMut(&'n dyn Node)) {}
            fn offer_mut(&mut self, _: &mut dyn FnMut(&mut dyn Node)) {}
        })+
    };
}

leaves!(bool, u8, u16, u32, u64, usize, i8, i16, i32, i64, char, str, String, ());

/// Parts that hold others, looked through by iteration.
macro_rules! lists {
    ($([$($generics:tt)*] $type:ty),+ $(,)?) => {
        $(impl<$($generics)*> Part for $type {
            fn offer<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn Node)) {
                self.iter().for_each(|inner| inner.offer(visit));
            }
            fn offer_mut(&mut self, visit: &mut dyn FnMut(&mut dyn Node)) {
                self.iter_mut().for_each(|inner| inner.offer_mut(visit));
            }
        })+
    };
}

lists! {
    [T: Part] Option<T>,
    [T: Part] Vec<T>,
    [T: Part] [T],
    [T: Part, const N: usize] [T; N],
    [A: Array<Item: Part>] SmallVec<A>,
}

impl<T: Part + ?Sized> Part for Box<T> {
    fn offer<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn Node)) {
        (**self).offer(visit);
    }

    fn offer_mut(&mut self, visit: &mut dyn FnMut(&mut dyn Node)) {
        (**self).offer_mut(visit);
    }
}

impl<T: Part + Clone> Part for Arc<T> {
    fn offer<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn Node)) {
        (**self).offer(visit);
    }

    fn offer_mut(&mut self, visit: &mut dyn FnMut(&mut dyn Node)) {
        Self::make_mut(self).offer_mut(visit);
    }
}

impl<T: Part + Clone> Part for Arc<[T]> {
    fn offer<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn Node)) {
        (**self).offer(visit);
    }

    fn offer_mut(&mut self, visit: &mut dyn FnMut(&mut dyn Node)) {
        Self::make_mut(self).offer_mut(visit);
    }
}

impl Part for Arc<str> {
    fn offer<'n>(&'n self, _: &mut dyn FnMut(&'n dyn Node)) {}
    fn offer_mut(&mut self, _: &mut dyn FnMut(&mut dyn Node)) {}
}

/// Tuples, part by part.
macro_rules! tuples {
    ($($($name:ident)+),+) => {
        $(impl<$($name: Part),+> Part for ($($name,)+) {
            fn offer<'n>(&'n self, visit: &mut dyn FnMut(&'n dyn Node)) {
                #[allow(non_snake_case, reason = "a part is called as its type")]
                let ($($name,)+) = self;
                $($name.offer(visit);)+
            }
            fn offer_mut(&mut self, visit: &mut dyn FnMut(&mut dyn Node)) {
                #[allow(non_snake_case, reason = "a part is called as its type")]
                let ($($name,)+) = self;
                $($name.offer_mut(visit);)+
            }
        })+
    };
}

tuples!(A B, A B C, A B C D);
