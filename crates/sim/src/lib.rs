//! lawmage-sim
