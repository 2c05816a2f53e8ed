//! Turning over double-faced permanents: transforming (701.28) and converting (701.50).

/// The ways to turn a permanent's other face up. They follow the same rules (701.50a); only what hears of them differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turning {
    /// 701.28.
    Transform,
    /// 701.50.
    Convert,
}
